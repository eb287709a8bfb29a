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
    Fits<Schemas["Batch"], client.Batch>,
    Fits<Schemas["Item"], client.Item>,
    Fits<Schemas["Hint"], client.Hint>,
    Fits<Schemas["NextMove"], client.NextMove>,
    Fits<Schemas["Check"], client.Check>,
    Fits<Schemas["Replay"], client.Replay>,
    Fits<Schemas["Found"], client.Found>,
    Fits<Schemas["Solution"], client.Solution>,
    Fits<Schemas["SolutionLinks"], client.Solution["links"]>,
    Fits<Schemas["Page"], client.Page>,
    Fits<Schemas["Listed"], client.Listed>,
    Fits<Schemas["Catalogue"], client.Catalogue>,
    Fits<Schemas["BoardEntry"], client.BoardEntry>,
    Fits<Schemas["Board"], client.Board>,
    Fits<Schemas["Example"], client.Example>,
  ]
>;
