"""The kinds of puzzle that designers can write."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple, TypeVar

from fewest.design.forms.base import LevelForms, SpaceForms, SurveyForms
from fewest.design.forms.block import BlockLevelForms, BlockSpaceForms, BlockSurveyForms
from fewest.design.forms.jump import JumpLevelForms, JumpSpaceForms, JumpSurveyForms
from fewest.design.forms.slide import SlideLevelForms, SlideSpaceForms, SlideSurveyForms
from fewest.notation.shape import Shape
from fewest.solver.block.kind import BlockKind
from fewest.solver.jump.kind import JumpKind
from fewest.solver.slide.kind import SlideKind

S = TypeVar("S", bound=Shape)


class KindForms(NamedTuple):
    """How designers write the spaces, levels and surveys of one kind of puzzle."""

    name: str
    spaces: SpaceForms
    levels: LevelForms
    surveys: SurveyForms


KINDS = {
    forms.name: forms
    for forms in (
        KindForms(JumpKind.name, JumpSpaceForms(), JumpLevelForms(), JumpSurveyForms()),
        KindForms(SlideKind.name, SlideSpaceForms(), SlideLevelForms(), SlideSurveyForms()),
        KindForms(BlockKind.name, BlockSpaceForms(), BlockLevelForms(), BlockSurveyForms()),
    )
}
"""Every kind that designers can write, by its name in :data:`fewest.design.kinds.KINDS`."""


def shapes_by_kind(base: type[S], own: Callable[[KindForms], type[Shape]]) -> Mapping[str, S]:
    """The body of a task for each kind: the fields of ``base``, then those of its own, whose text describes it."""
    shapes = {}
    for kind, forms in KINDS.items():
        part = own(forms)
        shapes[kind] = type(f"{kind.title()}{base.__name__}", (part, base), {"__doc__": part.__doc__})()
    return shapes
