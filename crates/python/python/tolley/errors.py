"""What goes wrong, as exceptions that know where."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from . import _native


@dataclass(frozen=True)
class Problem:
    """One thing that is wrong with a scenario or a scene."""

    #: As it was named; "scenario" or "scene" of a dict or a text.
    file: str
    #: From 1; None where the whole file is meant.
    line: int | None
    #: From 1; None where the whole file is meant.
    column: int | None
    #: Dotted path, as "shot.speed_m_s"; "" where none is meant.
    key: str
    #: What is wrong, the value, and what is allowed.
    message: str


class TolleyError(Exception):
    """A call came to nothing."""

    #: The exit code of the command that would have failed alike.
    code: int
    #: What is wrong with the scenario, one after the other; empty where something else went wrong.
    problems: list[Problem]

    def __init__(self, message: str, code: int = 1, problems: list[Problem] | None = None):
        super().__init__(message)
        self.code = code
        self.problems = problems or []


class ScenarioError(TolleyError, ValueError):
    """What was asked for cannot be: a wrong key or value, or an argument that does not fit."""


class Incomplete(TolleyError):
    """Not all trials are there; the same call continues."""


class Locked(TolleyError):
    """Another run is writing to the dataset."""


class Interrupted(TolleyError):
    """Somebody asked it to stop."""


class TolleyWarning(UserWarning):
    """What a person should know of a scenario or an answer."""


_BY_CODE = {2: ScenarioError, 3: Incomplete, 75: Locked, 130: Interrupted, 143: Interrupted}


class _Calls:
    """Native calls of this process that are not over, and whether a fork cut some off."""

    def __init__(self) -> None:
        self.lock, self.running, self.is_cut_off = threading.Lock(), 0, False

    def forked(self) -> None:
        """In a child: the threads of those calls are not here, and what they hold is never given back."""
        # nor may the lock be free
        self.lock = threading.Lock()
        self.is_cut_off = self.is_cut_off or self.running > 0

    def add(self, change: int) -> None:
        with self.lock:
            self.running += change


_CALLS = _Calls()
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_CALLS.forked)


@contextmanager
def translated() -> Iterator[None]:
    """Raises what the native module stops with as an exception of this module.

    In a process that was forked while another thread played, it raises an error instead of waiting for ever.
    """
    if _CALLS.is_cut_off:
        raise TolleyError(
            "this process was forked while tolley played in another thread, which is not here; start processes by "
            'multiprocessing.get_context("spawn"), or fork before anything plays'
        )
    _CALLS.add(1)
    try:
        yield
    except _native.Stopped as stopped:
        code, message, problems = stopped.args
        kind = _BY_CODE.get(code, TolleyError)
        raise kind(message, code, [Problem(*problem) for problem in problems]) from None
    finally:
        _CALLS.add(-1)
