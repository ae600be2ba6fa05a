"""Skill games of rolling marbles, sliding coins and dice, played millions of times.

A scenario is a TOML file, its text, or a dict of the same tables; `tolley list STUDY` on the command line prints every
key with unit, range and default. Names end in SI units: `speed_m_s`, `aim_sd_rad`. The rows are those of the command
`tolley run`, to the byte. Tables speak the Arrow PyCapsule interface: `table.polars()`, `table.pandas()`,
`pyarrow.table(table)` and DuckDB read them without a copy.

Questions (`ask`, `fair`, `effect`, `limit`, `depends`, `rank`, `best`, `response`, `fit`) return an `Answer`: its
sentence when printed, its page in a notebook, its tables as frames. `tolley.searches` asks them of other simulators.

>>> import tolley
>>> flicks = tolley.run({"study": "cymbergaj/flick", "strike": {"speed_m_s": 2.0}}, repeats=100, seed=1)
>>> flicks["shots"].polars().height
100
>>> flicks.ask().kind
'best'
"""

from ._native import Table, version as _version
from .answers import Answer
from .asking import ask, best, depends, effect, fair, fit, limit, rank, response
from .datasets import Dataset, load, run
from .errors import Incomplete, Interrupted, Locked, Problem, ScenarioError, TolleyError, TolleyWarning
from .scenes import Page, Scene, scene
from .shots import Shots, shots
from .solutions import solve

__version__ = _version()

__all__ = [
    "Answer",
    "Dataset",
    "Incomplete",
    "Interrupted",
    "Locked",
    "Page",
    "Problem",
    "Scene",
    "ScenarioError",
    "Shots",
    "Table",
    "TolleyError",
    "TolleyWarning",
    "ask",
    "best",
    "depends",
    "effect",
    "fair",
    "fit",
    "limit",
    "load",
    "rank",
    "response",
    "run",
    "scene",
    "shots",
    "solve",
]
