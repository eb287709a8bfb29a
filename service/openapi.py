"""The OpenAPI 3.1 document, generated from the schemas that read and describe what crosses the wire."""

from __future__ import annotations

from importlib.metadata import version
from typing import Any

from apispec import APISpec
from apispec.ext.marshmallow import MarshmallowPlugin
from marshmallow import Schema
from marshmallow.fields import Field

from boards import catalogue
from schemas import answers
from schemas.job import BatchShape, JobShape, limits_shape
from schemas.puzzle import (
    JumpBoardShape,
    JumpGoalShape,
    JumpPuzzleShape,
    JumpStartShape,
    SlideBoardShape,
    SlidePuzzleShape,
)
from schemas.replay import CheckShape, HintShape, ReplayShape
from schemas.settings import Settings
from service.documents import Document
from service.operations import PROBLEM, operations

ABOUT = """Solves puzzles in the fewest moves, with proof. POST a puzzle to `/v1/jobs`: a known answer is returned at
once, and any other is searched for. Follow the job by polling, with `Prefer: wait`, or by its event stream."""

CHOICES: dict[str, tuple[type[Schema], dict[str, tuple[str, ...]], tuple[str, ...]]] = {
    "JumpBoard": (
        JumpBoardShape,
        {
            "JumpTable": ("jump_table",),
            "JumpList": ("holes", "jumps"),
            "JumpGrid": ("grid", "lines"),
            "JumpBoardName": ("name",),
        },
        ("layout",),
    ),
    "JumpStart": (
        JumpStartShape,
        {"StartPegs": ("pegs",), "StartEmpty": ("empty",), "StartPicture": ("picture",)},
        (),
    ),
    "JumpGoal": (
        JumpGoalShape,
        {"GoalPegs": ("pegs",), "GoalEmpty": ("empty",), "GoalCount": ("count",), "GoalAnyOf": ("any_of",)},
        (),
    ),
    "SlideBoard": (
        SlideBoardShape,
        {
            "Adjacency": ("adjacency",),
            "Rectangle": ("rows", "columns"),
            "SlideGrid": ("grid",),
            "SlideBoardName": ("name",),
        },
        ("layout",),
    ),
}
"""Objects of which exactly one form is to be given: shape, fields of each form, and fields any form may have."""


def own_schema(_: object, field: Field[Any], **__: object) -> Document:
    """The JSON Schema of our own fields."""
    describe = getattr(field, "json_schema", None)
    schema: Document = describe() if describe is not None else {}
    if field.allow_none and "type" in schema:
        schema["type"] = [schema["type"], "null"]
    return schema


class SpecBuilder:
    """Builds the document."""

    def __init__(self, settings: Settings) -> None:
        plugin = MarshmallowPlugin(schema_name_resolver=lambda schema: name_of(schema))
        info = {"description": ABOUT, "license": {"name": "GPL-3.0-or-later", "identifier": "GPL-3.0-or-later"}}
        self.spec = APISpec("fewest", version("fewest"), "3.1.0", [plugin], info=info)
        assert plugin.converter is not None
        self.converter = plugin.converter
        self.converter.add_attribute_function(own_schema)
        self._puzzles()
        self._bodies(settings)
        for shape in vars(answers).values():
            if isinstance(shape, type) and issubclass(shape, answers.Answer) and shape is not answers.Answer:
                self._answer(shape)
        for name in [name for name in self.spec.components.schemas if name.endswith("Shape")]:
            del self.spec.components.schemas[name]  # added by the plugin for fields that are written as choices above
        self.spec.components.response("Problem", PROBLEM)
        self.spec.components.security_scheme("key", {"type": "http", "scheme": "bearer"})
        for path, methods in operations().items():
            parameters = methods.pop("parameters", [])
            self.spec.path(path, operations=methods, parameters=parameters)

    def _answer(self, shape: type[Schema]) -> None:
        if shape not in {key[0] for key in self.converter.refs}:
            self.spec.components.schema(name_of(shape), schema=shape)

    def _puzzles(self) -> None:
        for name, (shape, forms, others) in CHOICES.items():
            for form, needed in forms.items():
                self._component(form, self._closed(shape, needed, (*needed, *others)))
            self._component(name, {"oneOf": [ref(form) for form in forms], "description": shape.__doc__})
        for kind, shape in (("jump", JumpPuzzleShape), ("slide", SlidePuzzleShape)):
            whole = self._closed(shape, tuple(n for n, f in shape().fields.items() if f.required))
            parts = {"board": "Board"} if kind == "slide" else {"board": "Board", "start": "Start", "goal": "Goal"}
            whole["properties"] |= {part: ref(kind.title() + noun) for part, noun in parts.items()}
            whole["properties"]["kind"] = {"type": "string", "const": kind}
            self._component(kind.title() + "Puzzle", whole | {"description": shape.__doc__})
            named = {"type": "string", "enum": [name for name, e in catalogue().items() if e["kind"] == kind]}
            self.spec.components.schemas[f"{kind.title()}BoardName"]["properties"]["name"] = named
        self.spec.components.schemas["GoalAnyOf"]["properties"]["any_of"]["items"] = ref("JumpGoal")
        kinds = {"jump": "JumpPuzzle", "slide": "SlidePuzzle"}
        self._component(
            "Puzzle",
            {
                "oneOf": [ref(name) for name in kinds.values()],
                "discriminator": {
                    "propertyName": "kind",
                    "mapping": {kind: ref(name)["$ref"] for kind, name in kinds.items()},
                },
            },
        )

    def _bodies(self, settings: Settings) -> None:
        self._component("Limits", self._closed(limits_shape(settings), ()))
        shapes = {"JobRequest": JobShape, "BatchRequest": BatchShape, "CheckRequest": CheckShape}
        for name, shape in (shapes | {"HintRequest": HintShape, "ReplayRequest": ReplayShape}).items():
            needed = tuple(n for n, field in shape().fields.items() if field.required)
            self._component(name, self._closed(shape, needed) | {"description": shape.__doc__})

        some = {"minItems": 1, "maxItems": settings.batch_most, "items": {"anyOf": [ref("Puzzle"), {}]}}
        self.spec.components.schemas["BatchRequest"]["properties"]["puzzles"] |= some

    def _closed(
        self, shape: type[Schema] | Schema, required: tuple[str, ...], fields: tuple[str, ...] | None = None
    ) -> Document:
        """An object with required and optional fields, and no others."""
        members = shape._declared_fields if isinstance(shape, type) else shape.fields
        chosen = {name: members[name] for name in (fields or tuple(members))}
        properties = self.converter.fields2jsonschema(chosen)["properties"]
        schema = {"type": "object", "properties": properties, "additionalProperties": False}
        return schema | ({"required": list(required)} if required else {})

    def _component(self, name: str, schema: Document) -> None:
        self.spec.components.schema(name, schema)


def openapi(settings: Settings) -> Document:
    """Make the document."""
    document: Document = SpecBuilder(settings).spec.to_dict()
    document["servers"] = [{"url": settings.public_url or "/"}]
    return document


def name_of(schema: object) -> str:
    """The name of a shape in the document."""
    kind = schema if isinstance(schema, type) else type(schema)
    return str(kind.__name__).removesuffix("Answer")


def ref(name: str) -> dict[str, str]:
    """A reference to a component."""
    return {"$ref": f"#/components/schemas/{name}"}
