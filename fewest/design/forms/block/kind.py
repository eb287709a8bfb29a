"""How sliding blocks are written for designers."""

from __future__ import annotations

from fewest.design.forms.block.levels import BlockLevelForms
from fewest.design.forms.block.spaces import BlockSpaceForms
from fewest.design.forms.block.surveys import BlockSurveyForms
from fewest.solver.block.kind import BlockKind


class BlockForms:
    """Its spaces, levels and surveys (see :class:`fewest.design.forms.kinds.KindForms`)."""

    name = BlockKind.name
    spaces = BlockSpaceForms()
    levels = BlockLevelForms()
    surveys = BlockSurveyForms()
