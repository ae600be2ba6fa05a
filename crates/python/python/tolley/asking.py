"""The questions: what is best, is it fair, does a rule matter, on what does it depend, who is stronger.

Each takes a scenario, which is played as far as it must be, or a dataset, which is asked as it stands; each returns an
`Answer`. `tolley.searches` asks the same of any Python function, and by ask and tell.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from ._command import Progress, answer, axes, flags, of_source, pairs
from ._toml import Profiles, Scenario, paths, source
from .answers import Answer
from .datasets import Dataset

#: What a question is asked of: a scenario, the folder of a dataset, or a dataset.
Asked = Scenario | Dataset


def ask(
    what: Asked,
    kind: str | None = None,
    *,
    over: str | Sequence[str] | None = None,
    vs: Any = None,
    along: str | None = None,
    against: str | None = None,
    better: str | None = None,
    measure: str | None = None,
    margin: float | str | None = None,
    minutes: float | None = None,
    strata: bool = True,
    stored: bool = False,
    repeats: int | None = None,
    seed: int | None = None,
    threads: int | None = None,
    profiles: Profiles = None,
    settings: Mapping[str, Any] | None = None,
    sweep: Mapping[str, Any] | None = None,
    output: str | os.PathLike[str] | None = None,
    progress: Progress = None,
) -> Answer:
    """Answers what a scenario, a dataset or a research question ("TGQ4") asks, as `tolley ask` does.

    `kind` asks one kind of question alone: "best", "fair", "effect", "limit", "depends", "rank", "map" or "response".
    The other arguments take the place of what the scenario says; what nobody says follows from the design.

    - `over`: the key, or keys, whose values are compared; `vs` the value that the others are compared with.
    - `along`: the key along which a limit is looked for; `against` the other side's key, where one loses what it gains.
    - `better`: whether the "largest" or the "smallest" values of `measure` are good.
    - `margin`: the largest difference that does not matter, a number in SI or a text: "2 cm".
    - `minutes`: play no longer than that. Without `strata` the scenario is played only as it is, and not with other
      values of what nobody has measured. `stored` shows the answer that comes with the package.

    What is played is said by `repeats` (trials a point), `seed`, `threads` (never change a result), `profiles` (files
    of `tolley new`), `settings` (values by key) and `sweep` (axes by key). `output` is the folder of the dataset, which
    grows if it is there; without one nothing is kept. `progress` is True, or a function of the trials played and those
    to play.
    """
    asked = flags(
        over=over, vs=vs, along=along, against=against, better=better, measure=measure, margin=margin, minutes=minutes
    )
    asked += [flag for flag, is_given in (("--no-strata", not strata), ("--stored", stored)) if is_given]
    played = _played(repeats, seed, threads, profiles, settings, sweep)
    return _answered(kind, what, asked, played, output, progress)


def fair(
    what: Asked,
    *,
    measure: str | None = None,
    margin: float | None = None,
    along: str | None = None,
    equal: float | None = None,
    confidence: float | None = None,
    sequential: bool | None = None,
    elo: tuple[float, float] | None = None,
    alpha: float | None = None,
    beta: float | None = None,
    pair: str | None = None,
    repeats: int | None = None,
    seed: int | None = None,
    threads: int | None = None,
    profiles: Profiles = None,
    settings: Mapping[str, Any] | None = None,
    sweep: Mapping[str, Any] | None = None,
    output: str | os.PathLike[str] | None = None,
    progress: Progress = None,
) -> Answer:
    """Whether it is fair, and how far one quantity may be off, as `tolley ask fair` says it.

    `measure` is a share that is one half between equals; up to `margin` from it is still fair. `along` is the axis
    whose tolerance is wanted, `equal` its value at which nothing is off. `sequential` stops as soon as every point has
    a verdict; with `elo` it says which of two normalised Elos holds, with errors `alpha` and `beta`, `pair` being the
    key by whose two values matches are paired. What else is played: see `ask`.
    """
    both = None if elo is None else ",".join(repr(float(end)) for end in elo)
    asked = flags(
        measure=measure,
        margin=margin,
        along=along,
        equal=equal,
        confidence=confidence,
        sequential=sequential,
        elo=both,
        alpha=alpha,
        beta=beta,
        pair=pair,
    )
    return _answered("fair", what, asked, _played(repeats, seed, threads, profiles, settings, sweep), output, progress)


def effect(
    what: Asked,
    *,
    over: str | Sequence[str] | None = None,
    vs: Any = None,
    better: str | None = None,
    measure: str | None = None,
    margin: float | str | None = None,
    repeats: int | None = None,
    seed: int | None = None,
    threads: int | None = None,
    profiles: Profiles = None,
    settings: Mapping[str, Any] | None = None,
    sweep: Mapping[str, Any] | None = None,
    output: str | os.PathLike[str] | None = None,
    progress: Progress = None,
) -> Answer:
    """Whether a rule or a setting matters, and which value is best, as `tolley ask effect` says it.

    Each value of `over` is compared with `vs`, or with its first one. Arguments: see `ask`.

    >>> import tolley
    >>> flicks = {"study": "cymbergaj/flick", "seed": 1, "sweep.axes": {"strike.speed_m_s": [0.5, 2.0]}}
    >>> tolley.effect(flicks, over="strike.speed_m_s", measure="goal", repeats=400).verdict
    'effect'
    """
    asked = flags(over=over, vs=vs, better=better, measure=measure, margin=margin)
    played = _played(repeats, seed, threads, profiles, settings, sweep)
    return _answered("effect", what, asked, played, output, progress)


def limit(
    what: Asked,
    *,
    along: str | None = None,
    against: str | None = None,
    measure: str | None = None,
    margin: float | str | None = None,
    repeats: int | None = None,
    seed: int | None = None,
    threads: int | None = None,
    profiles: Profiles = None,
    settings: Mapping[str, Any] | None = None,
    sweep: Mapping[str, Any] | None = None,
    output: str | os.PathLike[str] | None = None,
    progress: Progress = None,
) -> Answer:
    """Up to which value of a key something holds, as `tolley ask limit` says it. Arguments: see `ask`."""
    asked = flags(along=along, against=against, measure=measure, margin=margin)
    return _answered("limit", what, asked, _played(repeats, seed, threads, profiles, settings, sweep), output, progress)


def response(
    what: Asked,
    *,
    over: str | Sequence[str] | None = None,
    against: str | None = None,
    vs: Any = None,
    measure: str | None = None,
    margin: float | str | None = None,
    repeats: int | None = None,
    seed: int | None = None,
    threads: int | None = None,
    profiles: Profiles = None,
    settings: Mapping[str, Any] | None = None,
    sweep: Mapping[str, Any] | None = None,
    output: str | os.PathLike[str] | None = None,
    progress: Progress = None,
) -> Answer:
    """What each side should choose where one loses what the other gains, as `tolley ask response` says it.

    `over` is what who gains by `measure` may choose, `against` what the other may. Other arguments: see `ask`.
    """
    asked = flags(over=over, against=against, vs=vs, measure=measure, margin=margin)
    played = _played(repeats, seed, threads, profiles, settings, sweep)
    return _answered("response", what, asked, played, output, progress)


def depends(
    what: Asked,
    *,
    measure: str | None = None,
    assumed: bool | None = None,
    clauses: bool | None = None,
    repeats: int | None = None,
    seed: int | None = None,
    threads: int | None = None,
    profiles: Profiles = None,
    settings: Mapping[str, Any] | None = None,
    sweep: Mapping[str, Any] | None = None,
    output: str | os.PathLike[str] | None = None,
    progress: Progress = None,
) -> Answer:
    """On which key the outcome depends (Sobol's indices), as `tolley ask depends` says it.

    The keys are the axes of the scenario; `assumed` adds what nobody has measured, `clauses` the clauses of the laws.
    What else is played: see `ask`.
    """
    asked = flags(measure=measure, assumed=assumed, clauses=clauses)
    played = _played(repeats, seed, threads, profiles, settings, sweep)
    return _answered("depends", what, asked, played, output, progress)


def rank(
    what: Asked,
    *,
    repeats: int | None = None,
    seed: int | None = None,
    threads: int | None = None,
    profiles: Profiles = None,
    settings: Mapping[str, Any] | None = None,
    sweep: Mapping[str, Any] | None = None,
    output: str | os.PathLike[str] | None = None,
    progress: Progress = None,
) -> Answer:
    """How strong each player of matches is, in Elo points, as `tolley ask rank` says it. What is played: see `ask`."""
    return _answered("rank", what, [], _played(repeats, seed, threads, profiles, settings, sweep), output, progress)


def best(
    what: Asked,
    *,
    skills: Sequence[str] = (),
    objective: str | None = None,
    shots: int | None = None,
    grid: int | None = None,
    over: str | Sequence[str] | None = None,
    measure: str | None = None,
    margin: float | str | None = None,
    repeats: int | None = None,
    seed: int | None = None,
    threads: int | None = None,
    profiles: Profiles = None,
    settings: Mapping[str, Any] | None = None,
    sweep: Mapping[str, Any] | None = None,
    output: str | os.PathLike[str] | None = None,
    progress: Progress = None,
) -> Answer:
    """Which choice is best, and what it is worth, as `tolley ask best` says it.

    A scenario with a table `[best]` is searched: `skills` are presets, or as people say them, "misses 3 cm at 1 m";
    `objective` is the column that is to be large, and `shots` are all that is spent. With `grid` the table "map" has
    what every combination of so many values of each number is worth to each skill. Of another scenario, or of a
    dataset, the values of its axes are compared: `over`, `measure` and `margin` are those of `ask`, and so is what is
    played.
    """
    asked = flags(skill=list(skills), objective=objective, shots=shots, map=grid)
    asked += flags(over=over, measure=measure, margin=margin)
    played = _played(repeats, seed, threads, profiles, settings, sweep)
    return _answered("best", what, asked, played, output, progress)


def fit(
    measured: str | os.PathLike[str] | Mapping[str, Iterable[float | str]],
    *,
    profile: str | os.PathLike[str] | None = None,
    output: str | os.PathLike[str] | None = None,
) -> Answer:
    """A player's errors from hits, from where shots ended, or as measured, as `tolley fit` says it.

    `measured` is a CSV file, or a dict of its columns; `tolley fit --help` says which there are. The table "player" has
    the keys of `[player]`. `profile` is a new file that the other functions take; `output` is a folder that keeps the
    answer.
    """
    asked = flags(output=output, profile=profile)
    if not isinstance(measured, Mapping):
        return Answer(answer(["fit", os.fspath(measured), *asked]))
    with tempfile.TemporaryDirectory(prefix="tolley-") as folder:
        path = Path(folder) / "measured.csv"
        rows = zip(*measured.values(), strict=True)
        lines = [",".join(map(str, measured)), *(",".join(map(str, row)) for row in rows)]
        path.write_text("\n".join(lines) + "\n", "utf-8")
        return Answer(answer(["fit", str(path), *asked]))


def _played(
    repeats: int | None,
    seed: int | None,
    threads: int | None,
    profiles: Profiles,
    settings: Mapping[str, Any] | None,
    sweep: Mapping[str, Any] | None,
) -> list[str]:
    """Flags of what is played."""
    said = flags(repeats=repeats, seed=seed, threads=threads, set=pairs(settings), sweep=axes(sweep))
    return said + [f"--with={path}" for path in paths(profiles)]


def _answered(
    kind: str | None,
    what: Asked,
    asked: list[str],
    played: list[str],
    output: str | os.PathLike[str] | None,
    progress: Progress,
) -> Answer:
    """The answer of `tolley ask`; without a folder for it the dataset is played into one that goes."""
    text, path = (None, what.path) if isinstance(what, Dataset) else source(what)
    words = ["ask", *([] if kind is None else [kind]), of_source(path), *asked, *played, "--quiet"]
    is_played = "--stored" not in asked and (path is None or not path.is_dir())
    if output is not None or not is_played:
        kept = [] if output is None else [f"--output={os.fspath(output)}"]
        return Answer(answer(words + kept, text, progress, keeps="dataset" if output is None else "answer"))
    with tempfile.TemporaryDirectory(prefix="tolley-") as folder:
        into = Path(folder) / (path.stem if path else "played")
        return Answer(answer([*words, f"--output={into}"], text, progress, keeps="nothing"))
