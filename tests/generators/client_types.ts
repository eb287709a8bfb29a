// Compiles only if the types of the JavaScript client agree with the OpenAPI document.
import type * as client from "./fewest.js";
import type { components } from "./openapi_typescript.js";

type Schemas = components["schemas"];
type Named<T> = { [K in keyof T as string extends K ? never : number extends K ? never : K]: T[K] };

// Whether a document of the service fits the type, and the type leaves no field out.
type Fits<Document extends Type, Type> = Exclude<keyof Named<Document>, keyof Type> extends never ? true : false;
type Every<Checks extends true[]> = Checks;

export type Checked = Every<
  [
    Fits<Schemas["Puzzle"], client.Puzzle>,
    Fits<Schemas["Limits"], client.Limits>,
    Fits<Schemas["Job"], client.Job>,
    Fits<Schemas["JobLinks"], client.Job["links"]>,
    Fits<Schemas["Progress"], client.Progress>,
    Fits<Schemas["Result"], client.Result>,
    Fits<Schemas["Statistics"], client.Statistics>,
    Fits<Schemas["Problem"], client.Problem>,
    Fits<Schemas["Fault"], client.FieldError>,
    Fits<Schemas["Notice"], client.Notice>,
    Fits<Schemas["Batch"], client.Batch>,
    Fits<Schemas["GroupLinks"], client.Batch["links"]>,
    Fits<Schemas["Item"], client.Item>,
    Fits<Schemas["Survey"], client.Survey>,
    Fits<Schemas["SurveyLinks"], client.Survey["links"]>,
    Fits<Schemas["Surveyed"], client.Surveyed>,
    Fits<Schemas["SurveyedLinks"], NonNullable<client.Surveyed["links"]>>,
    Fits<Schemas["Hint"], client.Hint>,
    Fits<Schemas["NextMove"], client.NextMove>,
    Fits<Schemas["Check"], client.Check>,
    Fits<Schemas["Replay"], client.Replay>,
    Fits<Schemas["Share"], client.Share>,
    Fits<Schemas["ShareLinks"], client.Share["links"]>,
    Fits<Schemas["Game"], client.Game>,
    Fits<Schemas["Found"], client.Found>,
    Fits<Schemas["Proof"], client.Proof>,
    Fits<Schemas["ProofPart"], client.ProofPart>,
    Fits<Schemas["FewerPegs"], client.FewerPegs>,
    Fits<Schemas["Solution"], client.Solution>,
    Fits<Schemas["SolutionLinks"], client.Solution["links"]>,
    Fits<Schemas["Page"], client.Page>,
    Fits<Schemas["Listed"], client.Listed>,
    Fits<Schemas["BoardEntry"], client.BoardEntry>,
    Fits<Schemas["Board"], client.Board>,
    Fits<Schemas["Example"], client.Example>,
    Fits<Schemas["ListedJob"], client.ListedJob>,
    Fits<client.Webhook, Schemas["Webhook"]>,
    Fits<Schemas["DroppedJob"], client.DroppedJob>,
    Fits<Schemas["Event"], client.Event>,
    Fits<Schemas["Space"], client.Space>,
    Fits<Schemas["ReducedSpace"], client.ReducedSpace>,
    Fits<Schemas["Position"], client.Position>,
    Fits<Schemas["Generation"], client.Generation>,
    Fits<Schemas["Level"], client.Level>,
    Fits<Schemas["Refusal"], client.Refusal>,
    Fits<Schemas["Features"], client.Features>,
    Fits<Schemas["FeatureValues"], client.FeatureValues>,
    Fits<Schemas["Walk"], client.Walk>,
    Fits<Schemas["Missing"], client.Missing>,
    Fits<Schemas["OrderLinks"], client.OrderState["links"]>,
    Fits<Schemas["OrderProgress"], client.OrderProgress>,
    Fits<Schemas["Lookup"], client.Lookup>,
    Fits<Schemas["Limit"], client.Limit>,
    Fits<Schemas["Alive"], client.Alive>,
    Fits<Schemas["Lane"], client.Lane>,
    Fits<Schemas["Ready"], client.Ready>,
    Fits<Schemas["ProblemKind"], client.ProblemKind>,
    Fits<Schemas["Version"], client.Version>,
    Fits<Schemas["Overview"], client.Overview>,
  ]
>;
