"""Arrays of shots from one state: numbers in, Arrow out."""

from __future__ import annotations

import os
from array import array
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from . import _native
from ._toml import Scenario, source
from .errors import translated


def shots(
    state: Scenario,
    actions: Mapping[str, Iterable[float]] | Any,
    *,
    repeats: int = 1,
    seed: int = 0,
    common: bool = False,
    threads: int | None = None,
) -> _native.Table:
    """Plays a shot for every row of `actions`, from one state.

    `state` is a scenario of `tinsley-green/shot` or `cymbergaj/flick` without axes. `actions` are columns of numbers of
    equal length by key, `{"shot.speed_m_s": [...], "shot.aim_offset_m": [...]}`: lists, numpy arrays, or an Arrow table
    whose columns are named as keys, with `.` or with `_` for it. Each row is played `repeats` times, one after the
    other. `common` gives the k-th repeat of every row the same random numbers.

    The table has a row a shot: `trial` (row times repeats plus repeat), the actions, and the columns of the study's
    first table, in SI.
    """
    keys, columns = _columns(actions)
    return Shots(state, keys, threads=threads).play(columns, repeats=repeats, seed=seed, common=common)


class Shots:
    """A state that is kept, for those who play from it again and again.

    `keys` are the numbers that are given for every shot. Those of a shot and of where it starts (`shot.*`, `strike.*`
    and places) cost next to nothing to change; others make sand, rack or table anew.
    """

    def __init__(self, state: Scenario, keys: Sequence[str], *, threads: int | None = None):
        text, path = source(state)
        self.keys = list(keys)
        self.threads = threads or os.cpu_count() or 1
        with translated():
            self._native = _native.Shooter(text, path, self.keys)

    @property
    def names(self) -> list[str]:
        """Names of the numbers that a shot leaves, as `numbers` takes them; the last is "is_ok"."""
        return self._native.names

    def play(
        self,
        columns: Sequence[Iterable[float]],
        *,
        repeats: int = 1,
        seed: int = 0,
        common: bool = False,
    ) -> _native.Table:
        """Plays a shot for each row of columns in the order of `keys`; see `tolley.shots`."""
        flat: Any
        streams: Any
        flat, rows = _interleaved(columns, repeats)
        streams = array("Q", (k for _ in range(rows) for k in range(repeats)) if common else range(rows * repeats))
        if not rows:
            # an empty array may lie anywhere, but a part of one lies where it should
            flat, streams = memoryview(array("d", [0.0]))[:0], memoryview(array("Q", [0]))[:0]
        with translated():
            return self._native.play(flat, streams, seed, self.threads)

    def numbers(self, rows: Any, streams: Any, out: Any, names: Sequence[str], seed: int = 0) -> Any:
        """Plays a shot for each row of a float64 array of shape (n, keys); returns `out`.

        `streams` is a uint64 array of n numbers, by which the random numbers of a shot are told. Chosen numbers of
        every shot go into `out`, float64 of shape (n, names); what a shot does not have is NaN.
        """
        known = self._native.names
        with translated():
            places = [known.index(name) for name in names]
            self._native.numbers((rows, streams), seed, self.threads, places, out)
        return out


def _columns(actions: Any) -> tuple[list[str], list[Any]]:
    if isinstance(actions, Mapping):
        return [str(key) for key in actions], list(actions.values())
    if hasattr(actions, "__arrow_c_stream__"):
        try:
            import pyarrow
        except ImportError as error:
            raise ImportError("actions as an Arrow table need pyarrow; a dict of arrays needs nothing") from error
        table = pyarrow.table(actions)
        names = [name if "." in name else name.replace("_", ".", 1) for name in table.column_names]
        return names, [table.column(name).to_pylist() for name in table.column_names]
    raise TypeError("actions are columns of numbers by key, or an Arrow table")


def _interleaved(columns: Sequence[Iterable[float]], repeats: int) -> tuple[array[float], int]:
    """The numbers row by row, each row as often as it is repeated, and how many rows there are."""
    if repeats < 1:
        raise ValueError(f"repeats = {repeats}; allowed: 1 or more")
    doubles = [array("d", column) for column in columns]
    lengths = {len(column) for column in doubles}
    if len(lengths) > 1:
        raise ValueError(f"columns of different lengths: {sorted(lengths)}")
    rows = lengths.pop() if lengths else 0
    flat = array("d", bytes(8 * rows * repeats * len(doubles)))
    for at, column in enumerate(doubles):
        for repeat in range(repeats):
            flat[repeat * len(doubles) + at :: repeats * len(doubles)] = column
    return flat, rows
