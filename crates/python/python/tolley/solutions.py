"""Dice football, solved exactly."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

from ._command import Progress
from ._toml import Scenario
from .datasets import Dataset, run


def solve(
    scenario: Scenario | None = None,
    *,
    settings: Mapping[str, Any] | None = None,
    output: str | os.PathLike[str] | None = None,
    threads: int | None = None,
    progress: Progress = None,
) -> Dataset:
    """Solves dice football; without a scenario with the rules as written and the dice as assumed.

    Tables: `solutions` (who has the edge: `points_share`, `draw_share`, `goal_difference`), `positions` (the value of
    every position, by rolls left, score and who attacks: shares of points and goals) and `policy` (the best decision
    there, and what the second best costs). The last two are filled where the scenario asks for states, as without one.
    """
    wanted = {"study": "dice-football/solve", "seed": 1, "repeats": 1, "solve": {"states": True}}
    return run(wanted if scenario is None else scenario, settings=settings, output=output, threads=threads, progress=progress)
