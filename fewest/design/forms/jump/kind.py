"""How jump boards are written for designers."""

from __future__ import annotations

from fewest.design.forms.jump.levels import JumpLevelForms
from fewest.design.forms.jump.spaces import JumpSpaceForms
from fewest.design.forms.jump.surveys import JumpSurveyForms
from fewest.solver.jump.kind import JumpKind


class JumpForms:
    """Its spaces, levels and surveys (see :class:`fewest.design.forms.kinds.KindForms`)."""

    name = JumpKind.name
    spaces = JumpSpaceForms()
    levels = JumpLevelForms()
    surveys = JumpSurveyForms()
