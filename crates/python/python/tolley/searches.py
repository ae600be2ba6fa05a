"""The questions of a study for any simulator: of a Python function at once, or by ask and tell.

`best`, `fair`, `depends` and `fit` call a function until they know. The classes say what to play instead (`ask`), and
are told what came of it (`tell`): in any order, and from any machine.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from . import _native
from .errors import translated

__all__ = [
    "Best",
    "Depends",
    "Fair",
    "Fairness",
    "Measured",
    "Search",
    "Sensitivity",
    "Share",
    "Skill",
    "best",
    "depends",
    "fair",
    "fit",
]

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
    """Ask and tell: a search for the best aim of a player who errs.

    `ranges` are (low, high) by name. `errors` are standard deviations by name, in the same units; where errors depend
    on each other, `covariance` has their matrix instead, its rows in the order of `ranges`. Errors are normal, or
    Student's t with `noise_dof` degrees of freedom (more than 2) and the same deviations. For a simulator with errors
    of its own they say how finely it is asked; without them a fiftieth of each range is taken.

    Half of `shots`, at least 64, are spread over the ranges and what errors reach beyond them, as far as `limits`,
    (low, high) by name, allow. The rest goes where the best hills are; an eighth are executions of the best aim.
    """

    def __init__(
        self,
        ranges: Mapping[str, tuple[float, float]],
        *,
        errors: Mapping[str, float] | None = None,
        covariance: Sequence[Sequence[float]] | None = None,
        noise_dof: float | None = None,
        limits: Mapping[str, tuple[float, float]] | None = None,
        shots: int = 1000,
        seed: int = 0,
    ):
        self.names = list(ranges)
        aims = [(float(ranges[name][0]), float(ranges[name][1])) for name in self.names]
        matrix = _matrix(self.names, aims, errors, covariance)
        deviations = [math.sqrt(max(row[i], 0.0)) if i < len(row) else 0.0 for i, row in enumerate(matrix)]
        wider = [(low - BEYOND * sd, high + BEYOND * sd) for (low, high), sd in zip(aims, deviations)]
        ends = [(limits or {}).get(name, (-math.inf, math.inf)) for name in self.names]
        space = [(max(low, least), min(high, most)) for (low, high), (least, most) in zip(wider, ends)]
        with translated():
            self._door = _native.Door(aims, space, matrix, noise_dof, shots, seed)

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


def best(
    function: Callable[[dict[str, float]], float],
    ranges: Mapping[str, tuple[float, float]],
    *,
    errors: Mapping[str, float] | None = None,
    covariance: Sequence[Sequence[float]] | None = None,
    noise_dof: float | None = None,
    limits: Mapping[str, tuple[float, float]] | None = None,
    shots: int = 1000,
    seed: int = 0,
) -> Best:
    """The aim for which a function of numbers by name is largest on average; see `Search`.

    >>> from tolley import searches
    >>> found = searches.best(lambda x: -(x["a"] - 0.3) ** 2, {"a": (0, 1)}, shots=256)
    >>> abs(found.at["a"] - 0.3) < 0.05
    True
    """
    search = Search(
        ranges, errors=errors, covariance=covariance, noise_dof=noise_dof, limits=limits, shots=shots, seed=seed
    )
    while asked := search.ask(64):
        for number, point in asked:
            search.tell(number, function(point))
    found = search.recommend()
    if found is None:
        raise ValueError("nothing came of any point")
    return found


def _matrix(
    names: list[str],
    aims: list[tuple[float, float]],
    errors: Mapping[str, float] | None,
    covariance: Sequence[Sequence[float]] | None,
) -> list[list[float]]:
    """The covariance of errors."""
    if covariance is None:
        deviations = [(errors or {}).get(name, (high - low) / 50) for name, (low, high) in zip(names, aims)]
        return [[sd * sd if i == j else 0.0 for j in range(len(names))] for i, sd in enumerate(deviations)]
    if errors is not None:
        raise TypeError("errors are deviations or a covariance, not both")
    if len(covariance) != len(names):
        raise ValueError(f"a covariance of {len(names)} numbers has as many rows, not {len(covariance)}")
    return [[float(cell) for cell in row] for row in covariance]


@dataclass(frozen=True)
class Fair:
    """A verdict on a share that is one half between equals."""

    #: "fair": one half is so much likelier than a share off by the margin. The reverse shows a difference: "unfair"
    #: where the interval lies outside of the margin, "different but within the margin", or "different, perhaps within
    #: the margin". Else "not resolved".
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

    A trial is worth one of `values`: a match won, drawn or lost, or a pair of matches with exchanged seats, (0, 0.25,
    0.5, 0.75, 1). Up to `margin` from one half is still fair. It is looked at after every 4 trials; at one half a
    difference is said in at most 5 % of cases, as is "fair" at the margin or beyond. At most `trials` are asked.
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


def fair(
    function: Callable[[int], float],
    *,
    margin: float = 0.01,
    values: Sequence[float] = (0.0, 0.5, 1.0),
    trials: int = 100_000,
) -> Fair:
    """Whether a share is one half: a function is called with 0, 1, 2, ... until that is known; see `Fairness`.

    >>> import random
    >>> from tolley import searches
    >>> chance = random.Random(4)
    >>> searches.fair(lambda trial: chance.random() < 0.9, margin=0.05, values=(0, 1)).says
    'unfair'
    """
    search = Fairness(margin=margin, values=values, trials=trials)
    while numbers := search.ask():
        search.tell(numbers[0], function(numbers[0]))
    return search.result()


@dataclass(frozen=True)
class Share:
    """A share of the variance."""

    value: float
    #: 95 %, bootstrap; None where it has no width.
    interval: tuple[float, float] | None


@dataclass(frozen=True)
class Depends:
    """How much of the variance of an outcome depends on one number (Sobol's indices)."""

    #: What would go if this number were known.
    first: Share
    #: What would stay if all others were known.
    total: Share


class Sensitivity:
    """Ask and tell: on which number an outcome depends, by Sobol's indices. `ranges` are (low, high) by name."""

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

    def result(self) -> dict[str, Depends]:
        """The indices of each number by name, once all is told."""
        if len(self._told) < len(self._points):
            raise ValueError(f"{len(self._points) - len(self._told)} points are not told yet")
        with translated():
            found = _native.indices([self._told[i] for i in range(len(self._points))], len(self.names), self._seed)
        return {name: Depends(_share(first), _share(total)) for name, (first, total) in zip(self.names, found)}


def _share(found: tuple[float, list[float] | None]) -> Share:
    value, interval = found
    return Share(value, (interval[0], interval[1]) if interval else None)


def depends(
    function: Callable[[dict[str, float]], float],
    ranges: Mapping[str, tuple[float, float]],
    *,
    rows: int = 256,
    seed: int = 0,
) -> dict[str, Depends]:
    """On which number a function of numbers by name depends, spread evenly over `ranges`; see `Sensitivity`.

    `rows` times the number of ranges plus two is how often it is called.
    """
    search = Sensitivity(ranges, rows=rows, seed=seed)
    while asked := search.ask(64):
        for number, point in asked:
            search.tell(number, function(point))
    return search.result()


@dataclass(frozen=True)
class Skill:
    """How large a player's errors are."""

    #: Standard deviation, in the unit of the bounds.
    error: float
    #: 95 %, from the likelihood ratio; None at an end that the tries do not bound.
    interval: tuple[float | None, float | None]


class Measured:
    """Ask and tell: with what error a simulated player hits as often as one that was watched.

    `seen` are (hits, tries) at each target, `bounds` the least and the largest standard deviation of his error. Half of
    `shots`, at least 256, are spread between them, the rest where these leave the answer. The interval is that of the
    tries watched: what chance does to the shots comes on top, and is small where they are many times the tries.
    """

    def __init__(
        self, seen: Sequence[tuple[int, int]], bounds: tuple[float, float], *, shots: int = 10_000, seed: int = 0
    ):
        low, high = bounds
        with translated():
            self._native = _native.Measured((float(low), float(high)), [(h, n) for h, n in seen], shots, seed)

    def ask(self, most: int = 1) -> list[tuple[int, int, float]]:
        """At most so many shots to play now: number, target, standard deviation of the error; none at the end."""
        return self._native.ask(most)

    def tell(self, number: int, hit: bool) -> None:
        """Whether a shot hit."""
        if not self._native.tell(number, bool(hit)):
            raise ValueError(f"number {number} is not asked for")

    def result(self) -> Skill | None:
        """The error, once all shots are told."""
        found = self._native.recommend()
        return Skill(found[0], (found[1][0], found[1][1])) if found else None


def fit(
    function: Callable[[float, int], bool],
    seen: Sequence[tuple[int, int]],
    bounds: tuple[float, float],
    *,
    shots: int = 10_000,
    seed: int = 0,
) -> Skill:
    """With what error a simulated player hits as often as one that was `seen` to, (hits, tries) at each target.

    A function plays one shot of a player with a standard deviation of his error at the number of a target, both given,
    and says whether it hit; see `Measured`.
    """
    search = Measured(seen, bounds, shots=shots, seed=seed)
    while asked := search.ask(64):
        for number, target, error in asked:
            search.tell(number, function(error, target))
    found = search.result()
    if found is None:
        raise ValueError("no error makes what was seen any likelier than another")
    return found
