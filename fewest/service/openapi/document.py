"""The OpenAPI 3.1 document, generated from the routes and from the schemas of what crosses the wire."""

from __future__ import annotations

import json
from collections.abc import Mapping
from importlib.metadata import version
from inspect import cleandoc
from typing import Any

from apispec import APISpec
from apispec.ext.marshmallow import MarshmallowPlugin
from flask import Flask
from marshmallow import Schema
from marshmallow.fields import Field, List, Nested

from fewest.boards import catalogue
from fewest.config.settings import MAX_PAIRS, Settings
from fewest.design.forms.kinds import KINDS as FORMS
from fewest.design.forms.spaces import DRAW
from fewest.design.forms.surveys import SHAPES as SURVEYS
from fewest.notation import JsonObject
from fewest.notation.kinds import KINDS
from fewest.notation.meanings import describe
from fewest.schemas.documents.base import AnswerSchema
from fewest.schemas.job import BatchShape, LookupShape, limits_shape
from fewest.schemas.replay import CheckShape, ConversionShape, HintShape, ReplayShape, ShareShape
from fewest.schemas.sets import MAX_SET, SetProblemShape, SetShape
from fewest.schemas.task import TaskSchema
from fewest.schemas.tasks import TASKS
from fewest.schemas.webhook import webhook_shape
from fewest.service.openapi.operations import HEADERS, PROBLEM, paths
from fewest.service.openapi.shapes import SHAPES

ABOUT = """Solves puzzles in the fewest moves, with proof. POST a puzzle to `/v1/jobs`: a known answer is returned at
once, and any other is searched for. Follow the job by polling, with `Prefer: wait`, or by its event stream.

A finished job is retained for the time in `/v1/limits`. If memory is short, the oldest finished jobs are dropped
earlier, and their URLs return 404. Queued and running jobs are never dropped. Submit the puzzle again to get its answer
again."""


TAGS = {
    "jobs": "One request for the solution of a puzzle: submit, wait, follow, cancel.",
    "batches": "Many puzzles in one request, each with a job of its own.",
    "spaces": "All positions that can be reached on a board: how many there are at each distance.",
    "generations": "Generated levels: puzzles on a board with the length and difficulty you ask for.",
    "features": "How hard a puzzle is: numbers about its optimal solutions and the moves beside them.",
    "surveys": "Every problem of a board in one request, up to its symmetries, with a picture of the answers.",
    "hints": "Every next move, with its distance to the goal.",
    "puzzles": "Facts about a puzzle that need no search.",
    "solutions": "A puzzle with its result: documents that never change, pictures, players.",
    "shares": "Short links to puzzles, solved or not, that show a picture where they are posted.",
    "sets": "Class sets: several problems under one address, each with its aim, to play and to print.",
    "boards": "The catalogue of boards.",
    "system": "The service itself: an overview, its version, limits, kinds of problems, and monitoring.",
    "webhooks": "Events that the service sends to the addresses in requests.",
}

INVALID = {"description": "Anything else is reported as invalid, with its errors."}

WORDS = ("description", "examples")
"""The part of a schema that is only for readers."""


def own_schema(_: object, field: Field[Any], **__: object) -> JsonObject:
    """The JSON Schema of our own fields."""
    describe = getattr(field, "json_schema", None)
    schema: JsonObject = describe() if describe is not None else {}
    if field.allow_none and "type" in schema:
        schema["type"] = [schema["type"], "null"]
    return schema


class SpecBuilder:
    """Builds the document."""

    def __init__(self, app: Flask, settings: Settings) -> None:
        plugin = MarshmallowPlugin(schema_name_resolver=lambda schema: name_of(schema))
        contact = {"name": "The operator of this service"}
        contact |= {"url": settings.public_url} if settings.public_url else {}
        licence = {"name": "GPL-3.0-or-later", "identifier": "GPL-3.0-or-later"}
        info = {"description": ABOUT, "contact": contact, "license": licence}
        self.spec = APISpec("fewest", version("fewest"), "3.1.0", [plugin], info=info)
        for name, text in TAGS.items():
            self.spec.tag({"name": name, "description": text})
        assert plugin.converter is not None
        self.converter = plugin.converter
        self.converter.add_attribute_function(own_schema)
        self._within: set[str] = set()
        self._puzzles()
        self._bodies(settings)
        for shape in SHAPES:
            self._answer(shape)
        for name in [name for name in self.spec.components.schemas if name.endswith("Shape")]:
            del self.spec.components.schemas[name]  # added by the plugin for fields that are expanded as choices above
        for name in self._within & self.spec.components.schemas.keys():
            del self.spec.components.schemas[name]  # as above, for nested objects
        for shape in {key[0] for key in self.converter.refs if issubclass(key[0], AnswerSchema)}:
            self.spec.components.schemas[name_of(shape)]["description"] = cleandoc(str(shape.__doc__))
        for name, header in HEADERS.items():
            self.spec.components.header(name, header)
        self.spec.components.response("Problem", PROBLEM)
        about = "An API key from the operator. A service without keys needs none."
        self.spec.components.security_scheme("key", {"type": "http", "scheme": "bearer", "description": about})
        tasks = [ref(task.title) for task in TASKS.values()]
        event = self.spec.components.schemas["Event"]["properties"]
        event["data"] = words_of(event["data"]) | {"anyOf": [*tasks, ref("DroppedJob")]}
        for path, methods in paths(app).items():
            parameters = methods.pop("parameters", [])
            self.spec.path(path, operations=methods, parameters=parameters)

    def _answer(self, shape: type[Schema]) -> None:
        if shape not in {key[0] for key in self.converter.refs}:
            self.spec.components.schema(name_of(shape), schema=shape)

    def _puzzles(self) -> None:
        puzzles = {kind: f"{kind.title()}Puzzle" for kind in KINDS}
        for kind, schema in KINDS.items():
            for choice in schema.choices.values():
                for form, needed in choice.forms.items():
                    required = tuple(name for name in needed if name not in choice.implied)
                    self._component(form, self._closed(choice.shape, required, (*needed, *choice.optional)))
                about = describe(cleandoc(str(choice.shape.__doc__)))
                self._component(choice.name, {"oneOf": [ref(form) for form in choice.forms]} | about)
            # A start that is a drawing shows the board.
            needed = tuple(name for name, field in schema.shape.fields.items() if field.required and name != "board")
            whole = self._closed(schema.shape, needed)
            for part, choice in schema.choices.items():
                whole["properties"][part] = with_object(whole["properties"][part], ref(choice.name))
            whole["properties"]["kind"] |= {"const": kind}
            self._component(puzzles[kind], whole | {"description": schema.shape.__doc__})
            if (named := self.spec.components.schemas.get(f"{kind.title()}BoardName")) is not None:
                names = [name for name, entry in catalogue().items() if entry["kind"] == kind]
                by_name = words_of(named["properties"]["name"]) | {"type": "string", "enum": names}
                named["properties"]["name"] = by_name
                self.spec.components.schemas[f"{kind.title()}Board"]["oneOf"].append(by_name)
        self._component("SpaceDraw", self._closed(DRAW, ()) | {"description": DRAW.__doc__})
        only = describe("`true`: pegs in exactly the holes that are empty at the start.") | {"const": True}
        complement = {"type": "object", "properties": {"complement": only}, "required": ["complement"]}
        self._component("GenerationGoal", {"anyOf": [ref("JumpGoal"), complement | {"additionalProperties": False}]})
        parts = {"oneOf": [ref(f"Goal{form}") for form in ("Pegs", "Empty", "Picture", "Count", "AnyOf")]}
        self.spec.components.schemas["GoalAnyOf"]["properties"]["any_of"]["items"] = parts
        mapping = {kind: ref(name)["$ref"] for kind, name in puzzles.items()}
        forms = [ref(name) for name in puzzles.values()]
        about = describe("A puzzle: a board, a start and a goal, written as its `kind` says.")
        discriminator = {"propertyName": "kind", "mapping": mapping}
        self._component("Puzzle", {"oneOf": forms, "discriminator": discriminator} | about)

    def _bodies(self, settings: Settings) -> None:
        limits = {"description": "Limits of a search. It stops at the first limit it reaches."}
        self._component("Limits", self._closed(limits_shape(settings), ()) | limits)
        webhook = {"description": "Where to send events of a job, and which events: by default every end."}
        self._component("Webhook", self._closed(webhook_shape(settings.webhook_targets), ("url",)) | webhook)
        shapes = {"BatchRequest": BatchShape, "CheckRequest": CheckShape, "ConversionRequest": ConversionShape}
        shapes |= {
            "LookupRequest": LookupShape,
            "ShareRequest": ShareShape,
            "ClassSetRequest": SetShape,
        }
        for name, shape in (shapes | {"HintRequest": HintShape, "ReplayRequest": ReplayShape}).items():
            needed = tuple(n for n, field in shape().fields.items() if field.required)
            self._component(name, self._closed(shape, needed) | {"description": shape.__doc__})

        for task in TASKS.values():
            self._task(task)
        some = {"minItems": 1, "maxItems": settings.max_batch, "items": {"anyOf": [ref("Puzzle"), INVALID]}}
        self.spec.components.schemas["BatchRequest"]["properties"]["puzzles"] |= some
        puzzles = self.spec.components.schemas["ClassSetRequest"]["properties"]["puzzles"]
        puzzles |= {"minItems": 1, "maxItems": MAX_SET, "items": self._nested(SetProblemShape(), {})}
        boards = [ref(schema.choices["board"].name) for schema in KINDS.values() if "board" in schema.choices]
        self._component("SurveyBoard", {"anyOf": boards, "description": "A board, as in a puzzle of its kind."})
        self._by_kind("SurveyRequest", {kind: self._survey(kind, shape) for kind, shape in SURVEYS.items()})

    def _survey(self, kind: str, shape: Schema) -> JsonObject:
        """The body of a survey: parts of puzzles, and lists of them."""
        whole = self._closed(shape, tuple(name for name, field in shape.fields.items() if field.required))
        properties = whole["properties"]
        properties |= {name: self._part(kind, name) for name in FORMS[kind].surveys.fields}
        for part in ("start", "goal"):
            several = {"minItems": 1, "maxItems": MAX_PAIRS, "items": self._part(kind, part)}
            properties[f"{part}s"] |= several
        return whole | {"description": shape.__doc__}

    def _part(self, kind: str, name: str) -> JsonObject:
        """The schema of a part of a puzzle."""
        properties: JsonObject = self.spec.components.schemas[f"{kind.title()}Puzzle"]["properties"]
        return dict(properties[name])

    def _task(self, schema: TaskSchema[Any, Any]) -> None:
        """The body of a task: one for all kinds of puzzle, or one for each."""
        forms: dict[str, JsonObject] = {}
        for kind, shape in schema.shapes.items():
            choices = KINDS[kind].choices if kind else {}
            nested = {name: type(inner.schema) for name, inner in nested_of(shape).items()}
            parts = {name: ref(choice.name) for name, choice in choices.items() if nested.get(name) is choice.shape}
            forms[kind] = self._nested(shape, parts) | {"description": type(shape).__doc__}
        self._by_kind(f"{schema.title}Request", forms)

    def _by_kind(self, name: str, bodies: Mapping[str, JsonObject]) -> None:
        """A body: one for all kinds of puzzle, under an empty name, or one for each."""
        if "" in bodies:
            self._component(name, bodies[""])
            return
        forms = {kind: f"{kind.title()}{name}" for kind in bodies}
        for kind, body in bodies.items():
            body["properties"]["kind"] |= {"const": kind}
            self._component(forms[kind], body)
        mapping = {kind: ref(form)["$ref"] for kind, form in forms.items()}
        choice = [ref(form) for form in forms.values()]
        self._component(name, {"oneOf": choice, "discriminator": {"propertyName": "kind", "mapping": mapping}})

    def _nested(self, shape: Schema, parts: Mapping[str, JsonObject]) -> JsonObject:
        """An object whose own objects are written within it, but for ``parts``, which are components."""
        whole = self._closed(shape, tuple(name for name, field in shape.fields.items() if field.required))
        for name, inner in nested_of(shape).items():
            part = parts.get(name) or self._nested(inner.schema, {})
            whole["properties"][name] = with_object(whole["properties"][name], part)
            self._within.add(name_of(inner.schema))
        return whole

    def _closed(
        self, shape: type[Schema] | Schema, required: tuple[str, ...], fields: tuple[str, ...] | None = None
    ) -> JsonObject:
        """An object with required and optional fields, and no others."""
        members = shape._declared_fields if isinstance(shape, type) else shape.fields
        chosen = {name: members[name] for name in (fields or tuple(members))}
        properties = self.converter.fields2jsonschema(chosen)["properties"]
        for property_ in properties.values():
            # Generators read a default as a promise that the field is present; in a request it may be left out.
            if "default" in property_:
                default = f"Default: `{json.dumps(property_.pop('default'))}`."
                property_["description"] = f"{property_.get('description', '')} {default}".strip()
        schema = {"type": "object", "properties": properties, "additionalProperties": False}
        return schema | ({"required": list(required)} if required else {})

    def _component(self, name: str, schema: JsonObject) -> None:
        self.spec.components.schema(name, schema)


def openapi(app: Flask, settings: Settings, prefix: str = "") -> JsonObject:
    """Make the document of an application reached under a prefix."""
    document: JsonObject = SpecBuilder(app, settings).spec.to_dict()
    document["webhooks"] = webhooks()
    document["servers"] = [{"url": settings.public_url or prefix or "/"}]
    return document


def webhooks() -> dict[str, JsonObject]:
    """Events that the service sends to the addresses in requests."""
    texts = {
        "webhook-id": "Id of the event, the same in every attempt.",
        "webhook-timestamp": "Time of the attempt, in seconds since 1970.",
        "webhook-signature": (
            "`v1,` and the HMAC-SHA256, in base64, of id, timestamp and body joined by "
            "full stops. While a secret is replaced, several signatures separated by "
            "spaces."
        ),
    }
    parameters = [
        {"name": name, "in": "header", "required": True, "description": text, "schema": {"type": "string"}}
        for name, text in texts.items()
    ]
    event = {"schema": {"$ref": "#/components/schemas/Event"}}
    received = {
        "operationId": "receiveEvent",
        "summary": "An event of a job",
        "description": "Sent to the `webhook` of a request, as the Standard Webhooks specification 1.0.0 describes: "
        "check the signature with one of its libraries and your secret. An event may arrive more than "
        "once, and events may arrive out of order. Redirects are not followed.",
        "tags": ["webhooks"],  # a group of its own: generators write a class per group, and this one apart
        "security": [],
        "parameters": parameters,
        "requestBody": {"required": True, "content": {"application/json": event}},
        "responses": {
            "2XX": {"description": "The event has been received."},
            "410": {"description": "The receiver does not want the event. It is not sent again."},
            "default": {"description": "The event is sent again later."},
        },
    }
    return {"job": {"post": received}}


def name_of(schema: object) -> str:
    """The name of a shape in the document."""
    kind = schema if isinstance(schema, type) else type(schema)
    return str(kind.__name__).removesuffix("Answer")


def ref(name: str) -> JsonObject:
    """A reference to a component."""
    return {"$ref": f"#/components/schemas/{name}"}


def nested_of(shape: Schema) -> dict[str, Nested]:
    """The fields that are objects, or lists of objects, by their names: each with the field of the object."""
    inner = {name: field.inner if isinstance(field, List) else field for name, field in shape.fields.items()}
    return {name: field for name, field in inner.items() if isinstance(field, Nested)}


def with_object(schema: JsonObject, described: JsonObject) -> JsonObject:
    """The schema of a field that is an object, or a list of objects, which are described otherwise."""
    if schema.get("type") == "array":
        return schema | {"items": described}
    return described | words_of(schema)


def words_of(schema: JsonObject) -> JsonObject:
    """The part of a schema that is only for readers."""
    return {name: schema[name] for name in WORDS if name in schema}
