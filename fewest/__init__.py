"""The library by its one name: what a program needs to solve, describe, check, measure and make puzzles.

Everything here is defined elsewhere: the JSON form of a puzzle in :mod:`schemas`, all else in :mod:`solver`, whose
docstring is the glossary. Importing this package compiles nothing; the first search does.
"""

from __future__ import annotations

from fewest.schemas.errors import InvalidRequest
from fewest.schemas.puzzle import dump_puzzle, load_puzzle
from fewest.schemas.result import dump_result, dump_solution, load_result, load_solution
from fewest.schemas.text import Reading, read_text
from fewest.solver.describe import Description, describe
from fewest.solver.design.features import Features, FeaturesTask
from fewest.solver.design.generation.result import Generation, Level
from fewest.solver.design.spaces import PartOfSpace, SpaceReport
from fewest.solver.design.tasks import explore, generate, measure
from fewest.solver.design.walks import WalkOptions
from fewest.solver.errors import DeadlineError, FewestError, PuzzleError, ReplayError
from fewest.solver.jump.levels.given import GivenPegs
from fewest.solver.levels import GenerationTask, Range
from fewest.solver.model import Limits, Progress, Result, Status, Stopped, Want
from fewest.solver.solve import solve
from fewest.solver.space import Draw, SpaceTask, TooLarge
from fewest.solver.verify import Verdict, judge

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
]
