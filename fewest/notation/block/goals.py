"""The goal of sliding blocks in JSON: the cells that some of the pieces must cover."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from fewest.notation import JsonObject, meanings
from fewest.notation.block.board import CELLS, PLACE, Places, drawn_cells, fits
from fewest.notation.block.pieces import ByPiece, Known
from fewest.notation.boards import Choice, Example
from fewest.notation.errors import FieldError, Path, field_error
from fewest.notation.fields import Integers, Rows, quoted
from fewest.notation.meanings import describe
from fewest.notation.shape import Shape
from fewest.solver.block.board import MAX_CELLS
from fewest.solver.block.placements import Cells
from fewest.solver.errors import Message


class BlockGoalShape(Shape):
    """Where pieces must end: exactly one of at, picture, cells."""

    at = ByPiece(
        Integers(width=2, json_schema=PLACE),
        metadata=describe(
            "By the name of a piece, `[row, column]` of the upper left corner of the box around it, from 0.",
            {"A": [1, 0]},
        ),
    )
    picture = Rows(
        metadata=describe(
            "The pieces that have a goal, drawn where they must end; `.` is a cell that may hold anything.",
            ["...", "AA."],
        )
    )
    cells = ByPiece(
        Integers(most=MAX_CELLS, json_schema=CELLS),
        metadata=describe(
            f"By the name of a piece, the cells that it must cover, in any order. {meanings.CELLS}", {"A": [3, 4]}
        ),
    )


GOAL = Choice(
    "BlockGoal",
    BlockGoalShape,
    {"BlockGoalAt": ("at",), "BlockGoalPicture": ("picture",), "BlockGoalCells": ("cells",)},
)


def read_goal(
    given: JsonObject | None, known: Known, path: Path, errors: list[FieldError], example: Example = lambda: None
) -> dict[str, Cells] | None:
    """The cells that pieces must cover, by their names. Without a form, the error shows an ``example``."""
    if given is None:
        return None
    form = GOAL.form_of(given, path, errors, example)
    if form is None:
        return None
    before = len(errors)
    path = (*path, form)
    if form == "picture":
        goal = _drawn_goal(given[form], known, path, errors)
    else:
        goal = _listed_goal(given[form], form, known, path, errors)
    taken: dict[int, str] = {}
    for name, cells in goal.items():
        other = next((taken[cell] for cell in cells if cell in taken), None)
        if other is not None:
            text = Message("pieces {name} and {other} would overlap", name=quoted(name), other=quoted(other))
            errors.append(field_error((*path, name) if form != "picture" else path, text))
        taken |= dict.fromkeys(cells, name)
    return goal if len(errors) == before else None


def _drawn_goal(drawn: Sequence[str], known: Known, path: Path, errors: list[FieldError]) -> dict[str, Cells]:
    """The goal of a picture in which ``.`` matches anything."""
    chars, names = drawn_cells(drawn)
    sized = fits(drawn, known.grid, None if known.places is None else len(known.places), path, errors)
    goal: dict[str, Cells] = {}
    if sized:
        _check_named(names, path, errors)
    for name in names:
        cells = tuple(cell for cell, (char, _) in enumerate(chars) if char == name)
        place = (*path, chars[cells[0]][1])
        if known.has_piece(name, place, errors) and sized and _is_moved(cells, name, known, place, errors):
            goal[name] = cells
    return goal


def _listed_goal(
    given: Mapping[str, Sequence[int]], form: str, known: Known, path: Path, errors: list[FieldError]
) -> dict[str, Cells]:
    """The goal of pieces by their names: the corner of each (``at``), or its cells."""
    _check_named(given, path, errors)
    goal: dict[str, Cells] = {}
    for name, wanted in given.items():
        place = (*path, name)
        if not known.has_piece(name, place, errors):
            continue
        cells = _cells_at(wanted, name, known) if form == "at" else tuple(sorted(wanted))
        if cells is not None and _is_moved(cells, name, known, place, errors):
            goal[name] = cells
        # Without a start, its error may be the reason.
        elif cells is None and known.start is not None:
            text = Message("piece {name} does not fit there: it would leave the board", name=quoted(name))
            errors.append(field_error(place, text))
    return goal


def _check_named(names: object, path: Path, errors: list[FieldError]) -> None:
    if not names:
        errors.append(field_error(path, Message("must name at least one piece")))


def _cells_at(wanted: Sequence[int], name: str, known: Known) -> Cells | None:
    """The cells of a piece whose bounding box has its top left corner in a row and column; None if some lie outside the
    board."""
    own = known.cells_of(name)
    if own is None or known.places is None:
        return None
    places = [known.places[cell] for cell in own]
    top, left = min(row for row, _ in places), min(column for _, column in places)
    cells = known.cells_at([(row - top + wanted[0], column - left + wanted[1]) for row, column in places])
    found = [cell for cell in cells if cell is not None]
    return tuple(sorted(found)) if len(found) == len(cells) else None


def _is_moved(cells: Sequence[int], name: str, known: Known, path: Path, errors: list[FieldError]) -> bool:
    """Whether cells are a moved copy of a piece, or may be if that is unknown."""
    own, places = known.cells_of(name), known.places
    if all(map(known.has_cell, cells)) and (own is None or places is None or _alike(cells, own, places)):
        return True
    errors.append(field_error(path, Message("these are not the cells of piece {name}, moved", name=quoted(name))))
    return False


def _alike(cells: Sequence[int], own: Sequence[int], places: Places) -> bool:
    """Whether two sets of cells have the same shape."""

    def shape(of: Sequence[int]) -> list[tuple[int, int]]:
        found = sorted(places[cell] for cell in of)
        return [(row - found[0][0], column - found[0][1]) for row, column in found]

    return shape(cells) == shape(own)
