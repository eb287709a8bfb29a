"""How sliding boards are written for designers."""

from __future__ import annotations

from fewest.design.forms.slide.levels import SlideLevelForms
from fewest.design.forms.slide.spaces import SlideSpaceForms
from fewest.design.forms.slide.surveys import SlideSurveyForms
from fewest.solver.slide.kind import SlideKind


class SlideForms:
    """Its spaces, levels and surveys (see :class:`fewest.design.forms.kinds.KindForms`)."""

    name = SlideKind.name
    spaces = SlideSpaceForms()
    levels = SlideLevelForms()
    surveys = SlideSurveyForms()
