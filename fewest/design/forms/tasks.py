"""Registers the tasks of designers. The package ``fewest`` imports this module, so every process knows them."""

from __future__ import annotations

from fewest.design.forms.features import FeaturesSchema
from fewest.design.forms.levels import LevelsSchema
from fewest.design.forms.spaces import SpaceSchema
from fewest.schemas.tasks import register

register(SpaceSchema())
register(LevelsSchema())
register(FeaturesSchema())
