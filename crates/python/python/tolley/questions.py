"""The questions of a study: what is best, is it fair, what does it hang on, how good is a player, who is stronger.

Each takes a scenario or what was measured, as the command of its name does, or any Python function, so that another
simulator can use them; `tolley.searches` has the same as ask and tell.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from ._command import Progress, call, flags, of_source, said
from ._toml import source
from .datasets import Dataset
from .searches import Best, Fair, Fairness, Measured, Search, Sensitivity, Skill

Scenario = str | os.PathLike | Mapping[str, Any]


def best(
    what: Scenario | Callable[[dict[str, float]], float],
    ranges: Mapping[str, tuple[float, float]] | None = None,
    *,
    errors: Mapping[str, float] | None = None,
    limits: Mapping[str, tuple[float, float]] | None = None,
    skills: Sequence[str] = (),
    objective: str | None = None,
    shots: int | None = None,
    map: int | None = None,
    seed: int | None = None,
    threads: int | None = None,
    set: Mapping[str, Any] | None = None,
    output: str | os.PathLike | None = None,
    progress: Progress = None,
) -> dict[str, Any] | Best:
    """Finds the best choice.

    Of a scenario with a table `[best]`: what `tolley best --json` prints. Of a function of a dict of numbers: searches
    `ranges` for the aim with the largest mean, see `Search`. With `map`, map.parquet in the folder `output` has what
    every combination of so many values of each number is worth to each skill.

    >>> import tolley
    >>> found = tolley.best(lambda x: -(x["a"] - 0.3) ** 2, {"a": (0, 1)}, shots=256)
    >>> abs(found.at["a"] - 0.3) < 0.05
    True
    """
    if map is not None and (callable(what) or output is None):
        raise TypeError("a map is of a scenario, and needs a folder: output=...")
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
        arguments += flags(skill=list(skills), objective=objective, shots=shots, map=map, seed=seed, threads=threads)
        return call(arguments + flags(set=dict(set or {})), text, progress)[1]


def fair(
    what: Scenario | Dataset | Callable[[int], float],
    *,
    measure: str | None = None,
    margin: float | None = None,
    over: str | None = None,
    equal: float | None = None,
    repeats: int | None = None,
    seed: int | None = None,
    threads: int | None = None,
    set: Mapping[str, Any] | None = None,
    sequential: bool | None = None,
    values: Sequence[float] = (0.0, 0.5, 1.0),
    trials: int = 100_000,
    output: str | os.PathLike | None = None,
    progress: Progress = None,
) -> dict[str, Any] | Fair:
    """Whether it is fair, and how far one quantity may be off: what `tolley fair --json` prints.

    `measure` is a share that is one half between equals; up to `margin` from it is still fair. `over` is the axis whose
    tolerance is wanted, `equal` its value at which nothing is off. What is None is as the first `[[ask]]` of kind fair of
    the scenario says, `sequential` too.

    A function is called with the numbers of trials, 0, 1, 2, ..., until it is known whether the mean of what it gives,
    one of `values`, is one half, at most `trials` times; see `tolley.searches.Fairness`.

    >>> import random, tolley
    >>> chance = random.Random(4)
    >>> tolley.fair(lambda trial: chance.random() < 0.9, margin=0.05, values=(0, 1)).says
    'unfair'
    """
    if callable(what):
        asked_for = {} if margin is None else {"margin": margin}
        search = Fairness(values=values, trials=trials, **asked_for)
        while numbers := search.ask():
            search.tell(numbers[0], what(numbers[0]))
        return search.result()
    asked = flags(measure=measure, margin=margin, over=over, equal=equal) + said(sequential=sequential)
    return _judged("fair", what, asked, (repeats, seed, threads, set), output, progress)


def sensitivity(
    what: Scenario | Dataset | Callable[[dict[str, float]], float],
    ranges: Mapping[str, tuple[float, float]] | None = None,
    *,
    rows: int = 256,
    measure: str | None = None,
    assumed: bool | None = None,
    clauses: bool | None = None,
    repeats: int | None = None,
    seed: int | None = None,
    threads: int | None = None,
    set: Mapping[str, Any] | None = None,
    output: str | os.PathLike | None = None,
    progress: Progress = None,
) -> dict[str, Any]:
    """Which key the outcome depends on: Sobol's indices.

    Of a scenario or a dataset: what `tolley sensitivity --json` prints. Of a function of a dict of numbers, spread
    evenly over `ranges`: by name `first` and `total`, each with `value` and `interval` (95 %, bootstrap); `rows` times
    the number of ranges plus two is how often it is called.
    """
    if callable(what):
        if not ranges:
            raise TypeError("a function is spread over ranges: {name: (low, high)}")
        search = Sensitivity(ranges, rows=rows, seed=seed or 0)
        while asked_now := search.ask(64):
            for number, point in asked_now:
                search.tell(number, what(point))
        return search.result()
    asked = flags(measure=measure) + said(assumed=assumed, clauses=clauses)
    return _judged("sensitivity", what, asked, (repeats, seed, threads, set), output, progress)


def rate(
    what: Scenario | Dataset,
    *,
    repeats: int | None = None,
    seed: int | None = None,
    threads: int | None = None,
    set: Mapping[str, Any] | None = None,
    output: str | os.PathLike | None = None,
    progress: Progress = None,
) -> dict[str, Any]:
    """How strong each player of a dataset of matches is, in Elo points: what `tolley rate --json` prints."""
    return _judged("rate", what, [], (repeats, seed, threads, set), output, progress)


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


def skill(
    measured: str | os.PathLike | Mapping[str, Iterable[float]] | Callable[[float, int], bool],
    seen: Sequence[tuple[int, int]] | None = None,
    range: tuple[float, float] | None = None,
    *,
    shots: int = 10_000,
    seed: int = 0,
) -> dict[str, Any] | Skill:
    """A player's errors from hits, from where shots ended, or as measured: what `tolley skill --json` prints.

    `measured` is a CSV file, or a dict of its columns; `tolley skill --help` says which there are.

    A function plays one shot of a player with a standard deviation of his error at one target, both given, and says
    whether it hit: then the error is found, within `range`, with which he hits as often as he was `seen` to, (hits,
    tries) at each target; see `tolley.searches.Measured`.
    """
    if callable(measured):
        if seen is None or range is None:
            raise TypeError("a function is fitted to seen = [(hits, tries), ...] over range = (low, high)")
        search = Measured(seen, range, shots=shots, seed=seed)
        while asked := search.ask(64):
            for number, target, error in asked:
                search.tell(number, measured(error, target))
        found = search.result()
        if found is None:
            raise ValueError("no error makes what was seen any likelier than another")
        return found
    if not isinstance(measured, Mapping):
        return call(["skill", str(measured), "--json"])[1]
    with tempfile.TemporaryDirectory(prefix="tolley-") as folder:
        path = Path(folder) / "measured.csv"
        rows = zip(*measured.values(), strict=True)
        lines = [",".join(map(str, measured)), *(",".join(map(str, row)) for row in rows)]
        path.write_text("\n".join(lines) + "\n", "utf-8")
        return call(["skill", str(path), "--json"])[1]
