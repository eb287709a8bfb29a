"""Draw a sample of mutants: copies of one source file with one small change each.

Outside the kernels the changes are mutmut's. A kernel gets operators of its own, for what goes wrong in
loops over arrays: bounds, comparisons, offsets, masks. What tests cannot or need not notice is left out by
rule: annotations, decorators, imports, text for people (a string that contains a space), numbers found by trial that
change only how long a search takes (``[[tuned]]`` in ``rooms.toml``), and hints to the processor.
"""

from __future__ import annotations

import difflib
import random
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import libcst as cst
import libcst.matchers as m
from libcst.metadata import MetadataWrapper, PositionProvider
from mutmut.mutation.mutators import mutation_operators, operator_swap_op

Operators = Sequence[tuple[type, Callable[[Any], Iterable[cst.CSTNode]]]]

UNTOUCHED = (cst.Annotation, cst.Decorator, cst.Import, cst.ImportFrom)
FOR_TYPES = (
    m.If(test=m.Name("TYPE_CHECKING"))
    | m.AnnAssign(annotation=m.Annotation(m.Name("TypeAlias")))
    | m.Assign(targets=[m.AssignTarget(m.Name("__all__"))])
    | m.Assign(value=m.Call(func=m.Name("TypeVar") | m.Name("NewType") | m.Name("NamedTuple")))
)
"""Statements that only type checkers and linters read."""
HEADER = re.compile(r'"(Location|Origin|Prefer|Vary|ETag|Authorization|[A-Z][A-Za-z]*(-[A-Z][A-Za-z]*)+)"')
"""Names of HTTP headers, in which case does not matter."""
UNTOUCHED_CALLS = {"cast", "isinstance", "len", "NamedTuple", "NewType", "TypeVar"}
"""Calls whose arguments are left alone: they say types, or a change only raises TypeError."""
PREFETCH = m.Expr(m.Call(func=m.Name("_prefetch")))
HINTS = (
    m.FunctionDef(name=m.Name("_prefetch"))
    | PREFETCH
    | m.If(body=m.IndentedBlock([m.AtLeastN(m.SimpleStatementLine([PREFETCH]), n=1)]), orelse=None)
)
"""A prefetch starts loading memory that will be read, or is never read: no result depends on it."""


@dataclass(frozen=True)
class Mutant:
    """A source file with one change.

    ``file`` is a path from the repository root; ``line`` is where the changed expression begins; ``old`` and ``new``
    are the lines that differ, stripped, and ``code`` is the whole mutated file.
    """

    room: str
    file: str
    line: int
    old: str
    new: str
    code: str


@dataclass(frozen=True)
class Site:
    """A node of a syntax tree, and what may stand there instead."""

    file: str
    line: int
    module: cst.Module
    node: cst.CSTNode
    choices: tuple[cst.CSTNode, ...]


def swapped(node: cst.CSTNode) -> Iterator[cst.CSTNode]:
    """Yield mutmut's other operator, unless it makes a float: no integer kernel compiles with one."""
    for new in operator_swap_op(node):
        if not isinstance(new.operator, cst.Divide | cst.DivideAssign):  # type: ignore[attr-defined]
            yield new


def off_by_one(node: cst.Integer) -> Iterator[cst.CSTNode]:
    """Change a number, and so a bound, an offset or a shift, by one."""
    for value in {node.evaluated_value + 1, abs(node.evaluated_value - 1)}:
        yield node.with_changes(value=str(value))


def shortened(node: cst.Call) -> Iterator[cst.CSTNode]:
    """Leave out the last or the first pass of a loop over a range; take min for max."""
    name = _called(node)
    if name == "range":
        stop = node.args[min(1, len(node.args) - 1)]
        yield node.with_deep_changes(stop, value=cst.BinaryOperation(stop.value, cst.Subtract(), cst.Integer("1")))
        if len(node.args) == 1:
            yield node.with_changes(args=[cst.Arg(cst.Integer("1")), *node.args])
    elif name in ("min", "max"):
        yield node.with_changes(func=cst.Name("max" if name == "min" else "min"))


KERNEL_OPERATORS: Operators = [
    (cst.CSTNode, swapped),
    (cst.Integer, off_by_one),
    (cst.Call, shortened),
    (cst.Continue, lambda _: [cst.Break()]),
]


class _Sites(cst.CSTVisitor):
    """Collects the sites of a file."""

    METADATA_DEPENDENCIES = (PositionProvider,)

    def __init__(self, file: str, module: cst.Module, operators: Operators, tuned: Collection[str]) -> None:
        super().__init__()
        self.file, self.module, self.operators = file, module, operators
        self.tuned, self.depth = tuned, 0
        self.sites: list[Site] = []
        self.tuned_found: set[str] = set()

    def on_visit(self, node: cst.CSTNode) -> bool:
        self.depth += isinstance(node, cst.FunctionDef)
        if isinstance(node, UNTOUCHED) or _is_prose(node) or _called(node) in UNTOUCHED_CALLS:
            return False
        if m.matches(node, FOR_TYPES | HINTS) or self._is_tuned(node):
            return False
        choices = tuple(new for kind, change in self.operators if isinstance(node, kind) for new in change(node))
        if _is_header(node):
            choices = tuple(new for new in choices if new.value.lower() != node.value.lower())  # type: ignore[attr-defined]
        if choices:
            line = self.get_metadata(PositionProvider, node).start.line
            self.sites.append(Site(self.file, line, self.module, node, choices))
        return True

    def on_leave(self, original_node: cst.CSTNode) -> None:
        self.depth -= isinstance(original_node, cst.FunctionDef)
        super().on_leave(original_node)

    def _is_tuned(self, node: cst.CSTNode) -> bool:
        """Whether a statement outside functions gives tuned names their values, or is a function of such a name."""
        if isinstance(node, cst.FunctionDef) and node.name.value in self.tuned:
            self.tuned_found.add(node.name.value)
            return True
        if self.depth or not isinstance(node, cst.Assign | cst.AnnAssign):
            return False
        targets = [node.target] if isinstance(node, cst.AnnAssign) else [target.target for target in node.targets]
        found = {name.value for target in targets for name in m.findall(target, m.Name())}
        self.tuned_found |= found & set(self.tuned)
        return bool(found) and found <= set(self.tuned)


def _is_prose(node: cst.CSTNode) -> bool:
    return isinstance(node, cst.ConcatenatedString) or (isinstance(node, cst.SimpleString) and " " in node.value)


def _is_header(node: cst.CSTNode) -> bool:
    return isinstance(node, cst.SimpleString) and HEADER.fullmatch(node.value) is not None


def _called(node: cst.CSTNode) -> str | None:
    return node.func.value if isinstance(node, cst.Call) and isinstance(node.func, cst.Name) else None


def sites(root: Path, file: str, tuned: Collection[str] = ()) -> list[Site]:
    """Everything in a file that can be changed, in the order of the source.

    ``tuned`` are names of module or class, values or functions, that change no result; each must be there.
    """
    wrapper = MetadataWrapper(cst.parse_module((root / file).read_text()))
    visitor = _Sites(file, wrapper.module, KERNEL_OPERATORS if "/kernels/" in file else mutation_operators, tuned)
    wrapper.visit(visitor)
    if missing := set(tuned) - visitor.tuned_found:
        raise ValueError(f"{file} has no such names: {sorted(missing)}")
    return visitor.sites


def draw(room: str, places: Sequence[Site], seed: int) -> Iterator[Mutant]:
    """Yield mutants of a room in random order, at most one per site, the same ones for the same seed."""
    dice = random.Random(f"{seed} {room}")
    for site in dice.sample(places, len(places)):
        code = site.module.deep_replace(site.node, dice.choice(site.choices)).code  # type: ignore[attr-defined]
        lines = list(difflib.unified_diff(site.module.code.splitlines(), code.splitlines(), n=0, lineterm=""))[3:]
        old, new = ("\n".join(line[1:].strip() for line in lines if line[0] == sign) for sign in "-+")
        if old != new and _compiles(code):
            yield Mutant(room, site.file, site.line, old, new, code)


def _compiles(code: str) -> bool:
    try:
        compile(code, "mutant", "exec", dont_inherit=True)
    except SyntaxError:
        return False
    return True
