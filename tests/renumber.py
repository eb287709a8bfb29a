"""Equal puzzles: the same puzzle with its holes or cells renumbered and its jumps shuffled."""

from __future__ import annotations

from random import Random
from typing import Any


def renumbered(puzzle: dict[str, Any], random: Random) -> dict[str, Any]:
    """Renumber a puzzle written in the plainest form (as ``fewest.notation.puzzle.dump_puzzle`` writes it)."""
    return _jump(puzzle, random) if puzzle["kind"] == "jump" else _slide(puzzle, random)


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
