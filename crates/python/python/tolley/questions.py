"""The questions of a study: what is best, is it fair, what does it hang on, how good is a player.

Each takes a scenario, as the command of its name does. `best` and `sensitivity` take any Python function too, so that
another simulator can use them.
"""

from __future__ import annotations

import math
import os
import tempfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from . import _native
from ._command import Progress, call, flags, of_source
from ._toml import source
from .datasets import Dataset
from .errors import translated

Scenario = str | os.PathLike | Mapping[str, Any]


@dataclass(frozen=True)
class Best:
    """The best aim of a search."""

    #: What to aim at, by name.
    at: dict[str, float]
    #: What it is worth by shots of its own, which had no part in choosing it; None with none.
    value: float | None
    #: 95 %; None with fewer than two shots.
    interval: tuple[float, float] | None
    #: Shots behind the value.
    value_shots: int
    #: What the shots by which it was chosen say: too good on average.
    seen: float
    #: Names whose best value lies on an end of its range, beyond which nothing is known.
    edges: list[str]
    #: Shots in all.
    shots: int


class Search:
    """Ask what to play, tell what came of it: a search for the best aim of a player who errs.

    `ranges` are (low, high) by name; `errors` standard deviations of normal errors by name, in the same unit. For a
    simulator with errors of its own they say how finely it is asked; without them a fiftieth of the range is taken.
    Half of `shots`, at least 64, are spread over the ranges and what errors reach beyond them, as far as `limits`, (low,
    high) by name, allow; the rest goes where the best hills are; an eighth are executions of the best aim.
    """

    def __init__(
        self,
        ranges: Mapping[str, tuple[float, float]],
        *,
        errors: Mapping[str, float] | None = None,
        limits: Mapping[str, tuple[float, float]] | None = None,
        shots: int = 1000,
        seed: int = 0,
    ):
        self.names = list(ranges)
        aims = [tuple(map(float, ranges[name])) for name in self.names]
        deviations = [(errors or {}).get(name, (high - low) / 50) for name, (low, high) in zip(self.names, aims)]
        wider = [(low - 4 * sd, high + 4 * sd) for (low, high), sd in zip(aims, deviations)]
        ends = [(limits or {}).get(name, (-math.inf, math.inf)) for name in self.names]
        space = [(max(low, least), min(high, most)) for (low, high), (least, most) in zip(wider, ends)]
        with translated():
            self._door = _native.Door(aims, space, deviations, shots, seed)

    def ask(self, most: int = 1) -> list[tuple[int, dict[str, float]]]:
        """At most so many points to play exactly as they are, each with its number; none at the end."""
        return [(number, dict(zip(self.names, point))) for number, point in self._door.ask(most)]

    def tell(self, number: int, value: float, variance: float = 0.0) -> None:
        """What came of a point: larger is better, NaN where nothing came; its variance where that is known."""
        if not self._door.tell(number, float(value), float(variance)):
            raise ValueError(f"number {number} is not asked for")

    def recommend(self) -> Best | None:
        """The best aim so far; None before anything is known."""
        found = self._door.recommend()
        if found is None:
            return None
        at, (value, _, interval, count), (seen, _), edges, shots = found
        named = dict(zip(self.names, at))
        interval = tuple(interval) if interval else None
        return Best(named, value, interval, count, seen, [self.names[edge] for edge in edges], shots)


def best(
    what: Scenario | Callable[[dict[str, float]], float],
    ranges: Mapping[str, tuple[float, float]] | None = None,
    *,
    errors: Mapping[str, float] | None = None,
    limits: Mapping[str, tuple[float, float]] | None = None,
    skills: Sequence[str] = (),
    objective: str | None = None,
    shots: int | None = None,
    seed: int | None = None,
    threads: int | None = None,
    set: Mapping[str, Any] | None = None,
    output: str | os.PathLike | None = None,
    progress: Progress = None,
) -> dict[str, Any] | Best:
    """Finds the best choice.

    Of a scenario with a table `[best]`: what `tolley best --json` prints. Of a function of a dict of numbers: searches
    `ranges` for the aim with the largest mean, see `Search`.

    >>> import tolley
    >>> found = tolley.best(lambda x: -(x["a"] - 0.3) ** 2, {"a": (0, 1)}, shots=256)
    >>> abs(found.at["a"] - 0.3) < 0.05
    True
    """
    if callable(what):
        if ranges is None:
            raise TypeError("a function is searched over ranges: {name: (low, high)}")
        search = Search(ranges, errors=errors, limits=limits, shots=shots or 1000, seed=seed or 0)
        while asked := search.ask(64):
            for number, point in asked:
                search.tell(number, what(point))
        found = search.recommend()
        if found is None:
            raise ValueError("nothing came of any point")
        return found
    text, path = source(what)
    with tempfile.TemporaryDirectory(prefix="tolley-") as folder:
        arguments = ["best", of_source(text, path), "--json", "--quiet", "-o", str(output or Path(folder) / "best")]
        arguments += flags(skill=list(skills), objective=objective, shots=shots, seed=seed, threads=threads)
        return call(arguments + flags(set=dict(set or {})), text, progress)[1]


def fair(
    what: Scenario | Dataset,
    *,
    measure: str | None = None,
    margin: float | None = None,
    over: str | None = None,
    equal: float | None = None,
    repeats: int | None = None,
    seed: int | None = None,
    threads: int | None = None,
    set: Mapping[str, Any] | None = None,
    sequential: bool = False,
    output: str | os.PathLike | None = None,
    progress: Progress = None,
) -> dict[str, Any]:
    """Whether it is fair, and how far one quantity may be off: what `tolley fair --json` prints.

    `measure` is a share that is one half between equals; up to `margin` from it is still fair. `over` is the axis whose
    tolerance is wanted, `equal` its value at which nothing is off.
    """
    asked = flags(measure=measure, margin=margin, over=over, equal=equal, sequential=sequential)
    return _judged("fair", what, asked, (repeats, seed, threads, set), output, progress)


def sensitivity(
    what: Scenario | Dataset | Callable[[dict[str, float]], float],
    ranges: Mapping[str, tuple[float, float]] | None = None,
    *,
    rows: int = 256,
    measure: str | None = None,
    assumed: bool = False,
    clauses: bool = False,
    repeats: int | None = None,
    seed: int | None = None,
    threads: int | None = None,
    set: Mapping[str, Any] | None = None,
    output: str | os.PathLike | None = None,
    progress: Progress = None,
) -> dict[str, Any]:
    """Which key the outcome hangs on: Sobol's indices.

    Of a scenario or a dataset: what `tolley sensitivity --json` prints. Of a function of a dict of numbers, spread
    evenly over `ranges`: by name `first` and `total`, each with `value` and `interval` (95 %, bootstrap); `rows` times
    the number of ranges plus two is how often it is called.
    """
    if callable(what):
        if not ranges:
            raise TypeError("a function is spread over ranges: {name: (low, high)}")
        names = list(ranges)
        points = _native.saltelli(rows, len(names), seed or 0)
        scaled = ({n: ranges[n][0] + x * (ranges[n][1] - ranges[n][0]) for n, x in zip(names, p)} for p in points)
        with translated():
            found = _native.indices([float(what(point)) for point in scaled], len(names), seed or 0)
        if found is None:
            raise ValueError("nothing varies")
        told = [{"value": value, "interval": list(interval)} for pair in found for value, interval in pair]
        return {name: {"first": told[2 * i], "total": told[2 * i + 1]} for i, name in enumerate(names)}
    asked = flags(measure=measure, assumed=assumed, clauses=clauses)
    return _judged("sensitivity", what, asked, (repeats, seed, threads, set), output, progress)


def _judged(
    command: str,
    what: Scenario | Dataset,
    asked: list[str],
    played: tuple[int | None, int | None, int | None, Mapping[str, Any] | None],
    output: str | os.PathLike | None,
    progress: Progress,
) -> dict[str, Any]:
    repeats, seed, threads, keys = played
    if isinstance(what, Dataset):
        return call([command, str(what.path), "--json", *asked], None, progress)[1]
    text, path = source(what)
    if path is not None and path.is_dir():
        return call([command, str(path), "--json", *asked], None, progress)[1]
    with tempfile.TemporaryDirectory(prefix="tolley-") as folder:
        arguments = [command, of_source(text, path), "--json", "--quiet", "-o", str(output or Path(folder) / "played")]
        arguments += asked + flags(repeats=repeats, seed=seed, threads=threads, set=dict(keys or {}))
        return call(arguments, text, progress)[1]


def skill(measured: str | os.PathLike | Mapping[str, Iterable[float]]) -> dict[str, Any]:
    """A player's errors from what he hit, or from where his shots ended: what `tolley skill --json` prints.

    `measured` is a CSV file, or a dict of its columns; `tolley skill --help` says which there are.
    """
    if not isinstance(measured, Mapping):
        return call(["skill", str(measured), "--json"])[1]
    with tempfile.TemporaryDirectory(prefix="tolley-") as folder:
        path = Path(folder) / "measured.csv"
        rows = zip(*measured.values(), strict=True)
        lines = [",".join(map(str, measured)), *(",".join(map(str, row)) for row in rows)]
        path.write_text("\n".join(lines) + "\n", "utf-8")
        return call(["skill", str(path), "--json"])[1]
