"""Ask what to play, tell what came of it: the questions of a study for any simulator.

Whoever asks plays where and how he likes, in any order and on any machine, and tells the number with what came of it.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from . import _native
from .errors import translated

#: Standard deviations of errors by which more is asked than is aimed at: nearly all of those of an aim on an end.
BEYOND = 2.5


@dataclass(frozen=True)
class Best:
    """The best aim of a search."""

    #: What to aim at, by name.
    at: dict[str, float]
    #: What it is worth by shots of its own, which had no part in choosing it; None with none.
    value: float | None
    #: 95 %; None with fewer than two shots, or where all were worth the same.
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
        aims = [(float(ranges[name][0]), float(ranges[name][1])) for name in self.names]
        deviations = [(errors or {}).get(name, (high - low) / 50) for name, (low, high) in zip(self.names, aims)]
        wider = [(low - BEYOND * sd, high + BEYOND * sd) for (low, high), sd in zip(aims, deviations)]
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
        ends = (interval[0], interval[1]) if interval else None
        return Best(named, value, ends, count, seen, [self.names[edge] for edge in edges], shots)


@dataclass(frozen=True)
class Fair:
    """A verdict on a share that is one half between equals."""

    #: "fair": one half is so much likelier than a share off by the margin. The reverse shows a difference: "unfair" where
    #: the interval lies outside of the margin, "different but within the margin", or "different, perhaps within the
    #: margin". Else "not resolved".
    says: str
    #: The mean of all trials told.
    value: float
    #: 95 %, at all looks together; None with fewer than two trials.
    interval: tuple[float, float] | None
    #: Trials told.
    n: int
    #: Trials that the verdict, or the last look, saw.
    looked_n: int


class Fairness:
    """Ask and tell: whether a share is one half, by trials of any simulator, of which no more are asked than it takes.

    A trial is worth one of `values`: a match won, drawn or lost, or a pair of matches with exchanged seats, (0, 0.25, 0.5,
    0.75, 1). Up to `margin` from one half is still fair. It is looked at after every 4 trials; at one half a difference is
    said in at most 5 % of cases, as is "fair" at the margin or beyond. At most `trials` are asked.
    """

    def __init__(self, *, margin: float = 0.01, values: Sequence[float] = (0.0, 0.5, 1.0), trials: int = 100_000):
        self._values = [float(value) for value in values]
        with translated():
            self._watch = _native.Watch(self._values, 0.5, margin, trials)
        self._trials, self._next = trials, 0
        self._early: dict[int, float] = {}

    def ask(self, most: int = 1) -> list[int]:
        """Numbers of at most so many trials to play now, from 0 on; none once the verdict is there."""
        if self.result().says != "not resolved":
            return []
        numbers = range(self._next, min(self._trials, self._next + most + len(self._early)))
        return [number for number in numbers if number not in self._early][:most]

    def tell(self, number: int, value: float) -> None:
        """What a trial came to; trials count in the order of their numbers, in whatever order they are told."""
        if not self._next <= number < self._trials or number in self._early:
            raise ValueError(f"number {number} is not asked for")
        if float(value) not in self._values:
            raise ValueError(f"trial {number}: {value} is none of {self._values}")
        self._early[number] = float(value)
        while self._next in self._early:
            self._watch.hear(self._early.pop(self._next))
            self._next += 1

    def result(self) -> Fair:
        """What is known so far."""
        n, mean, interval, looked, says = self._watch.told()
        ends = (max(interval[0], self._values[0]), min(interval[1], self._values[-1])) if interval else None
        return Fair(says, mean, ends, n, looked)


class Sensitivity:
    """Ask and tell: which number an outcome depends on, by Sobol's indices. `ranges` are (low, high) by name."""

    def __init__(self, ranges: Mapping[str, tuple[float, float]], *, rows: int = 256, seed: int = 0):
        self.names, self._seed = list(ranges), seed
        ends = [tuple(map(float, ranges[name])) for name in self.names]
        with translated():
            points = _native.saltelli(rows, len(ends), seed)
        self._points = [[low + x * (high - low) for (low, high), x in zip(ends, point)] for point in points]
        self._told: dict[int, float] = {}
        self._first = 0

    def ask(self, most: int = 1) -> list[tuple[int, dict[str, float]]]:
        """At most so many points to play, each with its number; none at the end."""
        while self._first in self._told:
            self._first += 1
        wanted = (number for number in range(self._first, len(self._points)) if number not in self._told)
        return [(number, dict(zip(self.names, self._points[number]))) for number, _ in zip(wanted, range(most))]

    def tell(self, number: int, value: float) -> None:
        """What came of a point."""
        if not 0 <= number < len(self._points) or number in self._told:
            raise ValueError(f"number {number} is not asked for")
        self._told[number] = float(value)

    def result(self) -> dict[str, dict[str, dict[str, object]]]:
        """By name `first` and `total`, each with `value` and `interval` (95 %, bootstrap; None where it has no width), once
        all is told."""
        if len(self._told) < len(self._points):
            raise ValueError(f"{len(self._points) - len(self._told)} points are not told yet")
        with translated():
            found = _native.indices([self._told[i] for i in range(len(self._points))], len(self.names), self._seed)
        told: list[dict[str, object]] = [
            {"value": value, "interval": interval and list(interval)} for pair in found for value, interval in pair
        ]
        return {name: {"first": told[2 * i], "total": told[2 * i + 1]} for i, name in enumerate(self.names)}


@dataclass(frozen=True)
class Skill:
    """How large a player's errors are."""

    #: Standard deviation, in the unit of the range.
    error: float
    #: 95 %, from the likelihood ratio; None at an end that the tries do not bound.
    interval: tuple[float | None, float | None]


class Measured:
    """Ask and tell: with what error a simulated player hits as often as one that was watched.

    `seen` are (hits, tries) at each target, `range` the least and the largest standard deviation of his error. Half of
    `shots`, at least 256, are spread over the range, the rest where these leave the answer. The interval is that of the
    tries watched: what chance does to the shots comes on top, and is small where they are many times the tries.
    """

    def __init__(
        self, seen: Sequence[tuple[int, int]], range: tuple[float, float], *, shots: int = 10_000, seed: int = 0
    ):
        low, high = range
        with translated():
            self._native = _native.Measured((float(low), float(high)), [(h, n) for h, n in seen], shots, seed)

    def ask(self, most: int = 1) -> list[tuple[int, int, float]]:
        """At most so many shots to play now: number, target, and the standard deviation of the error; none at the end."""
        return self._native.ask(most)

    def tell(self, number: int, hit: bool) -> None:
        """Whether a shot hit."""
        if not self._native.tell(number, bool(hit)):
            raise ValueError(f"number {number} is not asked for")

    def result(self) -> Skill | None:
        """The error, once all shots are told."""
        found = self._native.recommend()
        return Skill(found[0], (found[1][0], found[1][1])) if found else None
