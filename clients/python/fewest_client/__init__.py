"""Client of the fewest service.

>>> from fewest_client import Fewest
>>> fewest = Fewest("http://127.0.0.1:8000")
>>> puzzle = {"kind": "jump", "board": {"name": "hoppers"}, "start": {"empty": [6]}, "goal": {"pegs": [6]}}
>>> fewest.solve(puzzle)["length"]
7
"""

from .async_client import AsyncFewest as AsyncFewest
from .client import Fewest as Fewest
from .documents import *  # noqa: F403
from .problems import FewestProblem as FewestProblem
from .problems import JobEnded as JobEnded
from .problems import StillOpen as StillOpen
from .problems import WrongSignature as WrongSignature
from .puzzles import Puzzle as Puzzle
from .puzzles import TextResult as TextResult
from .session import OPEN as OPEN
from .webhooks import verify_event as verify_event
