"""Scenarios that are played, and the datasets that come of them."""

from __future__ import annotations

import json
import os
import shutil
import tempfile
import weakref
from pathlib import Path
from typing import Any, Mapping

from . import _native
from ._command import Progress, call, heard, pairs, shown
from ._toml import source
from .errors import Incomplete, translated
from .scenes import Page

Scenario = str | os.PathLike | Mapping[str, Any]


def run(
    scenario: Scenario,
    *,
    repeats: int | None = None,
    seed: int | None = None,
    threads: int | None = None,
    set: Mapping[str, Any] | None = None,
    output: str | os.PathLike | None = None,
    progress: Progress = None,
) -> Dataset:
    """Plays a scenario, as `tolley run` does, to the same bytes.

    `scenario` is a path, a text or a dict of its tables. `repeats` are trials a point, `set` puts values in place of the
    scenario's, by key: `{"shot.speed_m_s": 3.0}`. `threads` never changes a result. `output` is the folder of the
    dataset, which continues or grows if it is there; without one the files go when the dataset is forgotten.
    `progress` is True, or a function of the trials played and those to play.

    Ctrl-C stops within a second; with an `output` the same call continues. The GIL is released.
    """
    text, path = source(scenario)
    temporary = tempfile.mkdtemp(prefix="tolley-") if output is None else None
    folder = Path(output) if output is not None else Path(temporary or "") / (path.stem if path else "dataset")
    try:
        with translated():
            request = _native.Request((text, path), folder, repeats, seed, threads, pairs(set))
            said = request.play(shown(progress))
        heard(said)
        dataset = Dataset(folder)
    except BaseException:
        if temporary:
            shutil.rmtree(temporary, ignore_errors=True)
        raise
    if temporary:
        dataset._folder = _Temporary(temporary)
    return dataset


class _Temporary:
    """A folder that goes when nobody holds it any more."""

    def __init__(self, path: str):
        weakref.finalize(self, shutil.rmtree, path, ignore_errors=True)


def open(path: str | os.PathLike) -> Dataset:
    """Opens the dataset in a folder."""
    return Dataset(path)


class Dataset:
    """The rows of an experiment: `dataset["shots"]` is a table, `dataset.tables` says which there are."""

    def __init__(self, path: str | os.PathLike):
        with translated():
            self._native = _native.Dataset(Path(path))
        self._summary: dict[str, Any] | None = None
        self._folder: _Temporary | None = None

    @property
    def path(self) -> Path:
        """Its folder."""
        return Path(self._native.path)

    @property
    def question(self) -> str | None:
        """What is asked, as its scenario opens."""
        return self._native.question

    @property
    def study(self) -> str:
        """As "tinsley-green/shot"."""
        return self._native.study

    @property
    def is_complete(self) -> bool:
        """Whether every trial of its plan is there."""
        return self._native.is_complete

    @property
    def tables(self) -> dict[str, str]:
        """Its tables, each with what a row of it is."""
        return dict(self._native.tables)

    def table(self, name: str) -> _native.Table:
        """A table, for polars, pyarrow, pandas or DuckDB; units and meanings are in `table.columns`."""
        with translated():
            return self._native.table(name, self._folder)

    __getitem__ = table

    def summary(self) -> dict[str, Any]:
        """What `tolley summary --json` prints: points with estimates, 95 % intervals and numbers of trials."""
        if self._summary is None:
            _, self._summary = call(["summary", str(self.path), "--json"])
        return self._summary

    def ask(self, kind: str, **asked: Any) -> _native.Answer:
        """Asks one question of the dataset: "best", "fair", "effect", "limit", "depends", "rank", "map" or "response".

        What else is asked are the fields of `[[ask]]`: `measure`, `over`, `control`, `along`, `margin` and so on, numbers
        in SI. What is not said follows from the design.
        """
        many = ("over", "control", "strata")
        fields = {name: [value] if name in many and isinstance(value, str) else value for name, value in asked.items()}
        command = ["tolley", "ask", kind, str(self.path)]
        with translated():
            return self._native.ask(json.dumps({"kind": kind, **fields}), command)

    def trial(self, number: int) -> dict[str, list[dict[str, Any]]]:
        """The rows of one trial, played again, by table."""
        with translated():
            return self._native.trial(number)

    def replay(self, number: int) -> Page:
        """The page that shows one trial as it moved."""
        with tempfile.TemporaryDirectory(prefix="tolley-") as folder:
            page = Path(folder) / "replay.html"
            arguments = ["replay", str(self.path), "--trial", str(number), "-o", str(page)]
            with translated():
                _native.command(arguments)
            return Page(page.read_text("utf-8"))

    def report(self, output: str | os.PathLike | None = None) -> Page:
        """The page that answers, as `tolley report` writes it; with `output`, a file, it and its numbers are kept."""
        if not self.is_complete:
            raise Incomplete(f"{self.path} is not complete", 3)
        with tempfile.TemporaryDirectory(prefix="tolley-") as folder:
            page = Path(output) if output is not None else Path(folder) / "report.html"
            call(["report", str(self.path), "-o", str(page), "--json"])
            return Page(page.read_text("utf-8"))

    def __repr__(self) -> str:
        state = "" if self.is_complete else ", incomplete"
        return f"<tolley.Dataset {self.study} at {self.path}{state}: {', '.join(self.tables)}>"
