"""The OpenAPI 3.1 document, generated from the schemas that read and describe what crosses the wire."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.metadata import version
from typing import Any

from apispec import APISpec
from apispec.ext.marshmallow import MarshmallowPlugin
from marshmallow import Schema
from marshmallow.fields import Field

from boards import catalogue
from schemas.answers import SHAPES
from schemas.job import BatchShape, JobShape, LookupShape, limits_shape
from schemas.puzzle import KINDS
from schemas.replay import CheckShape, HintShape, ReplayShape
from schemas.settings import Settings
from schemas.webhook import webhook_shape
from service.deprecation import DEPRECATED, Deprecation, describe
from service.documents import Document
from service.operation_texts import TAGS
from service.operations import HEADERS, PROBLEM, operations, webhooks

ABOUT = """Solves puzzles in the fewest moves, with proof. POST a puzzle to `/v1/jobs`: a known answer is returned at
once, and any other is searched for. Follow the job by polling, with `Prefer: wait`, or by its event stream.

An ended job is kept for the time in `/v1/limits`, or until memory is short: then the oldest go first, and their URLs
return 404. Queued and running jobs are always kept. Submit the puzzle again to get its answer again."""


INVALID = {"description": "Anything else is reported as invalid, with its errors."}


def own_schema(_: object, field: Field[Any], **__: object) -> Document:
    """The JSON Schema of our own fields."""
    describe = getattr(field, "json_schema", None)
    schema: Document = describe() if describe is not None else {}
    if field.allow_none and "type" in schema:
        schema["type"] = [schema["type"], "null"]
    return schema


class SpecBuilder:
    """Builds the document."""

    def __init__(self, settings: Settings, deprecated: Mapping[str, Deprecation]) -> None:
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
        self._puzzles()
        self._bodies(settings)
        for shape in SHAPES:
            self._answer(shape)
        for name in [name for name in self.spec.components.schemas if name.endswith("Shape")]:
            del self.spec.components.schemas[name]  # added by the plugin for fields that are written as choices above
        for name, header in HEADERS.items():
            self.spec.components.header(name, header)
        self.spec.components.response("Problem", PROBLEM)
        about = "An API key, which the operator makes. A service without keys needs none."
        self.spec.components.security_scheme("key", {"type": "http", "scheme": "bearer", "description": about})
        data = {"anyOf": [ref("Job"), ref("DroppedJob")], "description": "The job, as `GET /v1/jobs/{id}` returns it."}
        self.spec.components.schemas["Event"]["properties"]["data"] = data
        described = operations()
        describe(described, deprecated)
        for path, methods in described.items():
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
                    self._component(form, self._closed(choice.shape, needed, (*needed, *choice.optional)))
                about = {"description": choice.shape.__doc__}
                self._component(choice.name, {"oneOf": [ref(form) for form in choice.forms]} | about)
            whole = self._closed(schema.shape, tuple(n for n, f in schema.shape.fields.items() if f.required))
            whole["properties"] |= {part: ref(choice.name) for part, choice in schema.choices.items()}
            whole["properties"]["kind"] = {"type": "string", "const": kind}
            self._component(puzzles[kind], whole | {"description": schema.shape.__doc__})
            if (named := self.spec.components.schemas.get(f"{kind.title()}BoardName")) is not None:
                names = [name for name, entry in catalogue().items() if entry["kind"] == kind]
                named["properties"]["name"] = {"type": "string", "enum": names}
        self.spec.components.schemas["GoalAnyOf"]["properties"]["any_of"]["items"] = ref("JumpGoal")
        mapping = {kind: ref(name)["$ref"] for kind, name in puzzles.items()}
        forms = [ref(name) for name in puzzles.values()]
        self._component("Puzzle", {"oneOf": forms, "discriminator": {"propertyName": "kind", "mapping": mapping}})

    def _bodies(self, settings: Settings) -> None:
        self._component("Limits", self._closed(limits_shape(settings), ()))
        self._component("Webhook", self._closed(webhook_shape(settings.webhook_targets), ("url",)))
        shapes = {"JobRequest": JobShape, "BatchRequest": BatchShape, "CheckRequest": CheckShape}
        shapes |= {"LookupRequest": LookupShape}
        for name, shape in (shapes | {"HintRequest": HintShape, "ReplayRequest": ReplayShape}).items():
            needed = tuple(n for n, field in shape().fields.items() if field.required)
            self._component(name, self._closed(shape, needed) | {"description": shape.__doc__})

        some = {"minItems": 1, "maxItems": settings.batch_most, "items": {"anyOf": [ref("Puzzle"), INVALID]}}
        self.spec.components.schemas["BatchRequest"]["properties"]["puzzles"] |= some

    def _closed(
        self, shape: type[Schema] | Schema, required: tuple[str, ...], fields: tuple[str, ...] | None = None
    ) -> Document:
        """An object with required and optional fields, and no others."""
        members = shape._declared_fields if isinstance(shape, type) else shape.fields
        chosen = {name: members[name] for name in (fields or tuple(members))}
        properties = self.converter.fields2jsonschema(chosen)["properties"]
        for property_ in properties.values():
            # Generators take a default as a promise that the field is there; in a request it may be left out.
            if "default" in property_:
                default = f"Default: {property_.pop('default')}."
                property_["description"] = f"{property_.get('description', '')} {default}".strip()
        schema = {"type": "object", "properties": properties, "additionalProperties": False}
        return schema | ({"required": list(required)} if required else {})

    def _component(self, name: str, schema: Document) -> None:
        self.spec.components.schema(name, schema)


def openapi(settings: Settings, prefix: str = "", deprecated: Mapping[str, Deprecation] = DEPRECATED) -> Document:
    """Make the document of a service reached under a prefix."""
    document: Document = SpecBuilder(settings, deprecated).spec.to_dict()
    document["webhooks"] = webhooks()
    document["servers"] = [{"url": settings.public_url or prefix or "/"}]
    return document


def name_of(schema: object) -> str:
    """The name of a shape in the document."""
    kind = schema if isinstance(schema, type) else type(schema)
    return str(kind.__name__).removesuffix("Answer")


def ref(name: str) -> dict[str, str]:
    """A reference to a component."""
    return {"$ref": f"#/components/schemas/{name}"}
