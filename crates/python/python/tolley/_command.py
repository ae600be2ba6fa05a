"""What tolley does in this process: use cases, and the commands that answer questions."""

from __future__ import annotations

import json
import sys
import warnings
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from . import _native
from ._toml import value_text
from .errors import TolleyError, TolleyWarning, translated

#: True draws a line on stderr; a function is called with the trials played and those to play.
Progress = bool | Callable[[int, int], object] | None

def call(arguments: list[str]) -> dict[str, Any]:
    """The object that a command prints."""
    with translated():
        _, printed, said, _ = _native.command([*arguments, "--json"])
    heard(said, level=5)
    found: dict[str, Any] = json.loads(printed)
    return found


def answer(
    arguments: list[str], text: str | None = None, progress: Progress = None, keeps: str = "answer"
) -> _native.Answer:
    """What a command answers. Kept are its folder too ("answer"), what was played alone ("dataset"), or "nothing"."""
    with translated():
        _, _, said, found = _native.command(arguments, text or "", shown(progress), keeps)
    heard(said, level=5)
    if found is None:
        raise TolleyError("nothing was answered")
    return found


def heard(said: str, level: int = 4) -> None:
    """Warns of what was said, where the caller so many calls up stands."""
    if said.strip():
        warnings.warn(said.strip(), TolleyWarning, stacklevel=level)


def shown(progress: Progress) -> Callable[[int, int], object] | None:
    """The function that hears of progress."""
    if progress is True:
        return _line
    return progress or None


def pairs(values: Mapping[str, Any] | None) -> list[str]:
    """Values by key, each as KEY=VALUE."""
    return [f"{key}={_plain(value)}" for key, value in (values or {}).items()]


def axes(swept: Mapping[str, Any] | None) -> list[str]:
    """Axes by key, each as KEY=AXIS: a list of values, or a dict as in a file."""
    return [f"{key}={value_text(axis)}" for key, axis in (swept or {}).items()]


def of_source(path: Path | None) -> str:
    """How a command names a scenario."""
    return "-" if path is None else str(path)


def flags(**values: Any) -> list[str]:
    """Flags of those values that are given; of a list one a value, of a flag that can be turned off its value too."""
    out: list[str] = []
    for name, value in values.items():
        flag = "--" + name.replace("_", "-")
        if value is None:
            continue
        if isinstance(value, bool):
            out.append(f"{flag}={str(value).lower()}")
        elif isinstance(value, (list, tuple)):
            out += [f"{flag}={_plain(inner)}" for inner in value]
        else:
            out.append(f"{flag}={_plain(value)}")
    return out


def _plain(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, (list, tuple, range, Mapping)) or hasattr(value, "tolist"):
        return value_text(value)
    return str(value)


def _line(played: int, trials: int) -> None:
    sys.stderr.write(f"\r{played:,} of {trials:,} trials")
    sys.stderr.flush()
