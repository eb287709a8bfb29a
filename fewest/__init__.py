"""The library by its one name: what a program needs to solve, describe, check, measure and make puzzles.

Everything here is defined elsewhere: how a puzzle is written in :mod:`fewest.notation`, spaces, levels and features in
:mod:`fewest.design`, all else in :mod:`fewest.solver`, whose docstring is the glossary. Importing this package compiles
nothing; the first search does.
"""

from __future__ import annotations

from importlib import import_module

from fewest.design.features import Features, FeaturesTask
from fewest.design.jump.levels.task import GivenPegs
from fewest.design.levels.task import Level, Range
from fewest.design.levels.task import LevelsReport as Generation  # what `generate` returns, by its published name
from fewest.design.levels.task import LevelsTask as GenerationTask
from fewest.design.spaces import Draw, PartOfSpace, SpaceReport, SpaceTask, TooLarge
from fewest.design.tasks import explore, measure
from fewest.design.tasks import find_levels as generate
from fewest.design.walks import WalkOptions
from fewest.notation.errors import InvalidRequest
from fewest.notation.formats import Reading, read_text
from fewest.notation.formats.writer import write_text
from fewest.notation.puzzle import dump_puzzle, load_puzzle
from fewest.notation.result import dump_result, dump_solution, load_result, load_solution
from fewest.solver.describe import Description, describe
from fewest.solver.errors import DeadlineError, FewestError, PuzzleError, ReplayError
from fewest.solver.model import Limits, Progress, Result, Status, Stopped, Want
from fewest.solver.solve import solve
from fewest.solver.verify import Verdict, judge

import_module("fewest.design.forms.tasks")  # registers the tasks of designers

__all__ = [
    "DeadlineError",
    "Description",
    "Draw",
    "Features",
    "FeaturesTask",
    "FewestError",
    "Generation",
    "GenerationTask",
    "GivenPegs",
    "InvalidRequest",
    "Level",
    "Limits",
    "PartOfSpace",
    "Progress",
    "PuzzleError",
    "Range",
    "Reading",
    "ReplayError",
    "Result",
    "SpaceReport",
    "SpaceTask",
    "Status",
    "Stopped",
    "TooLarge",
    "Verdict",
    "WalkOptions",
    "Want",
    "describe",
    "dump_puzzle",
    "dump_result",
    "dump_solution",
    "explore",
    "generate",
    "judge",
    "load_puzzle",
    "load_result",
    "load_solution",
    "measure",
    "read_text",
    "solve",
    "write_text",
]
