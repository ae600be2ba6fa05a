"""Scenarios that are played, and the datasets that come of them."""

from __future__ import annotations

import os
import shutil
import tempfile
import weakref
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from . import _native
from ._command import Progress, axes, call, heard, pairs, shown
from ._toml import Profiles, Scenario, paths, source
from .answers import Answer
from .errors import Incomplete, translated
from .scenes import Page


def run(
    scenario: Scenario,
    *,
    repeats: int | None = None,
    seed: int | None = None,
    threads: int | None = None,
    profiles: Profiles = None,
    settings: Mapping[str, Any] | None = None,
    sweep: Mapping[str, Any] | None = None,
    output: str | os.PathLike[str] | None = None,
    progress: Progress = None,
) -> Dataset:
    """Plays a scenario, as `tolley run` does, to the same bytes.

    `scenario` is a path, the name of one that comes along, a text or a dict of its tables. `repeats` are trials a
    point; `threads` never change a result. `profiles` are files with what somebody has measured, as `tolley new` writes
    them. `settings` put values in place of the scenario's, by key: `{"shot.speed_m_s": 3.0}`; `sweep` puts axes in
    place of them: `{"shot.speed_m_s": [1.0, 2.0]}`.

    `output` is the folder of the dataset, which continues or grows if it is there; without one the files go when the
    dataset is forgotten. `progress` is True, or a function of the trials played and those to play.

    Ctrl-C stops within a second; with an `output` the same call continues. The GIL is released.
    """
    text, path = source(scenario)
    temporary = tempfile.mkdtemp(prefix="tolley-") if output is None else None
    folder = Path(output) if output is not None else Path(temporary or "") / (path.stem if path else "dataset")
    try:
        with translated():
            said_over = (pairs(settings), axes(sweep), paths(profiles))
            request = _native.Request((text, path), folder, repeats, seed, threads, said_over)
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


def load(path: str | os.PathLike[str]) -> Dataset:
    """Loads the dataset in a folder."""
    return Dataset(path)


class Dataset:
    """The rows of an experiment: `dataset["shots"]` is a table, `dataset.tables` says which there are."""

    def __init__(self, path: str | os.PathLike[str]):
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
        """What `tolley show --json` prints: points with estimates, 95 % intervals and numbers of trials."""
        if self._summary is None:
            self._summary = call(["show", str(self.path)])
        return self._summary

    def ask(self, kind: str | None = None, **asked: Any) -> Answer:
        """Asks the dataset as it stands; without a `kind` what its scenario asks. Arguments: see `tolley.ask`."""
        from .asking import ask

        return ask(self, kind, **asked)

    def trial(self, number: int) -> dict[str, list[dict[str, Any]]]:
        """The rows of one trial, played again, by table."""
        with translated():
            return self._native.trial(number)

    def recording(self, number: int) -> Page:
        """The page that shows one trial as it moved."""
        with tempfile.TemporaryDirectory(prefix="tolley-") as folder:
            page = Path(folder) / "recording.html"
            with translated():
                _native.command(["show", str(self.path), f"--recording={number}", f"--output={page}"])
            return Page(page.read_text("utf-8"))

    def page(self, output: str | os.PathLike[str] | None = None) -> Page:
        """The page that answers, with charts; with `output`, a file, it and its numbers are kept."""
        if not self.is_complete:
            raise Incomplete(f"{self.path} is not complete", 3)
        with tempfile.TemporaryDirectory(prefix="tolley-") as folder:
            page = Path(output) if output is not None else Path(folder) / "page.html"
            call(["show", str(self.path), "--page", f"--output={page}"])
            return Page(page.read_text("utf-8"))

    def __repr__(self) -> str:
        state = "" if self.is_complete else ", incomplete"
        return f"<tolley.Dataset {self.study} at {self.path}{state}: {', '.join(self.tables)}>"
