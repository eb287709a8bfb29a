"""Check what is written for other programs with these programs.

    python -m benchmarks.round_trips          puzzles of all kinds and metrics, by Fast Downward and Portable Puzzles
    python -m benchmarks.round_trips 3        three of each set

Fast Downward (package ``up-fast-downward`` 1.0.0, in .venv-peers) must find plans of the cost that this library proves,
or that there is none. sgt-pegs and sgt-fifteen (Debian's sgt-puzzles) must draw each id, play each saved game to its
end, and refuse it with the last move twice. What is not installed is left out, and said.
"""

from __future__ import annotations

import json
import random
import re
import subprocess
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from benchmarks.arguments import parser
from benchmarks.programs import ROOT, VENV, planner_driver
from fewest.boards import catalogue
from fewest.notation.errors import InvalidRequest
from fewest.notation.formats.writer import write_text
from fewest.notation.puzzle import ParsedPuzzle, load_puzzle
from fewest.solver.kinds import kind_of
from fewest.solver.model import Limits, Result
from fewest.solver.solve import solve

SECONDS = 10
"""For the planner, and for this library."""

GAMES = {"sgt-pegs": Path("/usr/games/sgt-pegs"), "sgt-fifteen": Path("/usr/games/sgt-fifteen")}


def puzzles(most: int) -> Iterator[tuple[str, ParsedPuzzle]]:
    """Puzzles with their names: of each board of the catalogue and each other sort at most so many."""
    for name, board in catalogue().items():
        for number, example in enumerate(board["examples"][:most], 1):
            document = {"kind": board["kind"], "board": {"name": name}} | example.get("puzzle", example)
            yield f"{name}/{number}", load_puzzle(document)
    draw = random.Random(1)
    for rows, columns in ((2, 3), (3, 3), (2, 4)):
        for number in range(most):
            start, goal = list(range(rows * columns)), [*range(1, rows * columns), 0]
            draw.shuffle(start)
            board = {"rows": rows, "columns": columns}
            written = {"kind": "slide", "board": board, "start": start, "goal": goal}
            yield f"{rows} by {columns}, {number}", load_puzzle(written)
    for hole in range(min(15, most)):
        start = {"empty": [hole]}
        yield f"triangle from {hole}, one peg", _triangle(start, {"count": 1})
        yield f"triangle from {hole}, one of two", _triangle(start, {"any_of": [{"pegs": [0]}, {"pegs": [12]}]})
        yield f"triangle from {hole}, peg 12 last", _triangle(start, {"survivor": 12})
        yield f"triangle from {hole}, two pegs", _triangle(start, {"count": 2})
    yield "triangle with an opening", _triangle({"empty": [0]}, {"count": 1}, opening=[[3, 1, 0]])
    for hole in (0, 3, 16, 9):
        document = {"kind": "jump", "board": "english", "start": {"empty": [hole]}, "goal": {"count": 1}}
        yield f"english from {hole}", load_puzzle(document)


def _triangle(start: Any, goal: Any, **more: Any) -> ParsedPuzzle:
    return load_puzzle({"kind": "jump", "board": "triangle-15", "start": start, "goal": goal} | more)


def planned(driver: Path, loaded: ParsedPuzzle, result: Result) -> str:
    """Whether Fast Downward agrees with a result."""
    try:
        domain, problem = write_text(loaded, "pddl")
    except InvalidRequest as refused:
        return f"refused: {refused.errors[0].detail}"
    command = [str(VENV / "bin" / "python"), str(ROOT / "benchmarks" / "peers" / "run_planner.py"), str(driver)]
    text = json.dumps({"domain": domain.text, "problem": problem.text})
    run = subprocess.run(
        [*command, "astar(lmcut())", str(SECONDS)], input=text, capture_output=True, text=True, check=False
    )
    if run.returncode:
        return f"DIFFERENT: {run.stderr.strip()[-300:]}"
    answer = json.loads(run.stdout)["answers"][0]
    if answer["status"] == "stopped":
        return "no answer"
    # The moves of an opening are not in the plan.
    opening = len(next(iter(_rules(loaded).roots()))[0])
    length = None if result.length is None else result.length - opening
    same = (answer["status"], answer.get("length")) == (result.status.value, length)
    return "equal" if same else f"DIFFERENT: {answer}, but {result.status.value}, {length} moves"


def _rules(loaded: ParsedPuzzle) -> Any:
    return kind_of(loaded.puzzle).rules(loaded.puzzle)


def played(game: str, loaded: ParsedPuzzle, result: Result) -> str:
    """Whether a game of Portable Puzzles draws an id, and plays a saved game to its end but not a wrong one."""
    try:
        ident = write_text(loaded, game)[0].text
        saved = write_text(loaded, game, result.solution)[0].text
    except InvalidRequest as refused:
        return f"refused: {refused.errors[0].detail}"
    with TemporaryDirectory() as folder:
        file = Path(folder, "game.sav")
        picture = ["--screenshot", str(Path(folder, "game.png"))]
        moves = len(re.findall("^MOVE", saved, re.MULTILINE))
        wrong = saved + saved[saved.rindex("MOVE") :]  # the last move once more
        end = f"STATEPOS:{len(str(moves + 1))}:{moves + 1}"
        wrong = wrong.replace(_states(moves), _states(moves + 1))
        texts = [each.replace("STATEPOS:1:1", end) for each in (saved, wrong)]
        codes = [subprocess.run([str(GAMES[game]), *picture, ident], capture_output=True, check=False).returncode]
        for text in texts:
            file.write_text(text)
            run = subprocess.run([str(GAMES[game]), *picture, str(file)], capture_output=True, check=False)
            codes.append(run.returncode)
    return "equal" if codes == [0, 0, 1] else f"DIFFERENT: exit codes {codes}"


def _states(moves: int) -> str:
    return f"NSTATES :{len(str(moves + 1))}:{moves + 1}"


def main() -> None:
    """Check puzzles of all kinds."""
    most = parser(__doc__, most=4).parse_args().most
    driver = planner_driver()
    print("" if driver else "Fast Downward is not installed: make .venv-peers/made", end="\n" if not driver else "")
    games = {name for name, path in GAMES.items() if path.exists()}
    for name in GAMES.keys() - games:
        print(f"{name} is not installed: apt install sgt-puzzles")
    totals: Counter[tuple[str, str]] = Counter()
    for name, loaded in puzzles(most):
        result = solve(loaded.puzzle, limits=Limits(seconds=SECONDS))
        if not result.optimal and result.status.value != "unsolvable":
            continue
        found = {"pddl": planned(driver, loaded, result)} if driver else {}
        found |= {game: played(game, loaded, result) for game in games if result.solution}
        for program, text in found.items():
            totals[program, text.split(":")[0]] += 1
        shown = [f"{program} {text}" for program, text in found.items() if not text.startswith("refused")]
        print(f"{name}: {result.length} moves; {', '.join(shown)}", flush=True)
    for (program, text), number in sorted(totals.items()):
        print(f"{program}: {number} {text}")
    if any(text == "DIFFERENT" for _, text in totals):
        raise SystemExit(1)


if __name__ == "__main__":
    main()
