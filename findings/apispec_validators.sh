#!/usr/bin/env bash
# apispec: a list with ContainsOnly has a schema that no list satisfies, and an exclusive bound becomes an inclusive one.
# Guess: JSON Schema accepts what marshmallow loads, since it has a form for both: an enum of the items, exclusiveMaximum.
# Seen (apispec 6.10.1, marshmallow 4.4.0, jsonschema 4.26.0, Python 3.11): the enum is that of the list itself, so that a
# client that checks what it sends sends nothing; the bound that the server refuses is said to be allowed.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet apispec==6.10.1 marshmallow==4.4.0 jsonschema==4.26.0
cat > "$folder/seen.py" << 'PYTHON'
import json

from apispec import APISpec
from apispec.ext.marshmallow import MarshmallowPlugin
from jsonschema import Draft202012Validator
from marshmallow import Schema, fields, validate


class Level(Schema):
    """Sizes of a board that has blocks of one or two cells."""

    blocks = fields.List(fields.Integer(strict=True), validate=validate.ContainsOnly([1, 2]))
    empty = fields.Integer(strict=True, validate=validate.Range(min=0, max=10, max_inclusive=False))


spec = APISpec("levels", "1", "3.1.0", plugins=[MarshmallowPlugin()])
spec.components.schema("Level", schema=Level)
schema = spec.to_dict()["components"]["schemas"]["Level"]
for name, value in schema["properties"].items():
    print(name, json.dumps(value, sort_keys=True))
for level in ({"blocks": [1, 2]}, {"blocks": [3]}, {"empty": 9}, {"empty": 10}):
    loads, valid = not Level().validate(level), Draft202012Validator(schema).is_valid(level)
    print(level, "marshmallow", "loads" if loads else "refuses", "the schema", "accepts" if valid else "refuses")
PYTHON
"$folder/venv/bin/python" "$folder/seen.py" | tee "$folder/seen"
diff "$folder/seen" - << 'SEEN'
blocks {"enum": [1, 2], "items": {"type": "integer"}, "type": "array"}
empty {"maximum": 10, "minimum": 0, "type": "integer"}
{'blocks': [1, 2]} marshmallow loads the schema refuses
{'blocks': [3]} marshmallow refuses the schema refuses
{'empty': 9} marshmallow loads the schema accepts
{'empty': 10} marshmallow refuses the schema accepts
SEEN
