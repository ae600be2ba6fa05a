"""Dice football, solved exactly."""

from __future__ import annotations

import os
from typing import Any, Mapping

from .datasets import Dataset, run
from ._command import Progress


def solve(
    scenario: str | os.PathLike | Mapping[str, Any] | None = None,
    *,
    set: Mapping[str, Any] | None = None,
    output: str | os.PathLike | None = None,
    threads: int | None = None,
    progress: Progress = None,
) -> Dataset:
    """Solves dice football; without a scenario with the rules as written and the dice as assumed.

    Tables: `solutions` (who has the edge: `points_share`, `draw_share`, `goal_difference`), `positions` (the value of
    every position, by rolls left, score and who attacks: shares of points and goals) and `policy` (the best decision
    there, and what the second best costs). The last two are filled where the scenario asks for states, as without one.
    """
    wanted = {"study": "dice-football/solve", "seed": 1, "repeats": 1, "solve": {"states": True}}
    return run(wanted if scenario is None else scenario, set=set, output=output, threads=threads, progress=progress)
