"""Equal puzzles: the same puzzle with its holes or cells renumbered, its jumps shuffled, its grid turned."""

from __future__ import annotations

from random import Random
from typing import Any


def renumbered(puzzle: dict[str, Any], random: Random) -> dict[str, Any]:
    """Renumber a puzzle written in the plainest form (as ``fewest.notation.puzzle.dump_puzzle`` writes it)."""
    return {"jump": _jump, "slide": _slide, "block": _block}[puzzle["kind"]](puzzle, random)


def _jump(puzzle: dict[str, Any], random: Random) -> dict[str, Any]:
    number = list(range(puzzle["board"]["holes"]))
    random.shuffle(number)

    def goal(old: dict[str, Any]) -> dict[str, Any]:
        if "any_of" in old:
            return {"any_of": [goal(part) for part in old["any_of"]]}
        named = {name: number[old[name]] for name in ("survivor", "hole") if name in old}
        return {"pegs": [number[hole] for hole in old["pegs"]]} if "pegs" in old else old | named

    jumps = [[number[hole] for hole in jump] for jump in puzzle["board"]["jumps"]]
    random.shuffle(jumps)
    return {
        "kind": "jump",
        "board": {"holes": puzzle["board"]["holes"], "jumps": jumps},
        "start": {"pegs": [number[hole] for hole in puzzle["start"]["pegs"]]},
        "goal": goal(puzzle["goal"]),
        "opening": [[number[hole] for hole in jump] for jump in puzzle["opening"]],
    }


def _slide(puzzle: dict[str, Any], random: Random) -> dict[str, Any]:
    old = list(range(len(puzzle["start"])))
    random.shuffle(old)
    number = {cell: new for new, cell in enumerate(old)}
    pieces = sorted(set(puzzle["start"]) - {0})
    names = dict(zip(pieces, random.sample(range(1, 1000), len(pieces)), strict=True)) | {0: 0, None: None}
    return {
        "kind": "slide",
        "board": {"adjacency": [[number[other] for other in puzzle["board"]["adjacency"][cell]] for cell in old]},
        "start": [names[puzzle["start"][cell]] for cell in old],
        "goal": [names[puzzle["goal"][cell]] for cell in old],
    }


def _block(puzzle: dict[str, Any], random: Random) -> dict[str, Any]:
    cells = list(range(len(puzzle["board"]["steps"])))
    random.shuffle(cells)
    number = {cell: new for new, cell in enumerate(cells)} | {-1: -1}
    pieces = sorted(set(puzzle["start"]["pieces"]) - {0})
    names = dict(zip(pieces, random.sample(pieces, len(pieces)), strict=True)) | {0: 0}
    name = {str(piece): str(new) for piece, new in names.items()}
    transposed, mirrored, flipped = (random.random() < 0.5 for _ in range(3))
    up, left, right, down = (1, 0, 3, 2) if transposed else (0, 1, 2, 3)
    left, right = (right, left) if mirrored else (left, right)
    up, down = (down, up) if flipped else (up, down)
    steps = [puzzle["board"]["steps"][cell] for cell in cells]
    axes = {"row": "column", "column": "row"} if transposed else {"row": "row", "column": "column"}
    turned = {
        "kind": "block",
        "board": {"steps": [[number[row[side]] for side in (up, left, right, down)] for row in steps]},
        "start": {"pieces": [names[puzzle["start"]["pieces"][cell]] for cell in cells]},
        "goal": {"cells": {name[piece]: [number[c] for c in goal] for piece, goal in puzzle["goal"]["cells"].items()}},
        "metric": puzzle["metric"],
    }
    if "axis" in puzzle:
        turned["axis"] = {name[piece]: axes[axis] for piece, axis in puzzle["axis"].items()}
    doors = [
        {"cells": [number[cell] for cell in door["cells"]], "pieces": [name[piece] for piece in door["pieces"]]}
        for door in puzzle.get("doors", ())
    ]
    return turned | ({"doors": doors} if doors else {})
