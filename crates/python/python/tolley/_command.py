"""What tolley does in this process: use cases, and the commands that answer questions."""

from __future__ import annotations

import json
import sys
import warnings
from pathlib import Path
from typing import Any, Callable, Mapping

from . import _native
from .errors import TolleyWarning, translated

#: True draws a line on stderr; a function is called with the trials played and those to play.
Progress = bool | Callable[[int, int], object] | None


def call(arguments: list[str], text: str | None = None, progress: Progress = None) -> tuple[int, Any]:
    """Exit code, and the object that the command printed."""
    with translated():
        code, result, said = _native.command(arguments, text or "", shown(progress))
    heard(said, level=5)
    return code, json.loads(result) if result.strip() else None


def heard(said: str, level: int = 4) -> None:
    """Warns of what was said, where the caller so many calls up stands."""
    if said.strip():
        warnings.warn(said.strip(), TolleyWarning, stacklevel=level)


def shown(progress: Progress) -> Callable[[int, int], object] | None:
    """The function that hears of progress."""
    return _line() if progress is True else progress or None


def pairs(values: Mapping[str, Any] | None) -> list[str]:
    """Values by key, each as KEY=VALUE."""
    return [f"{key}={_plain(value)}" for key, value in (values or {}).items()]


def of_source(text: str | None, path: Path | None) -> str:
    """How a command names a scenario."""
    return "-" if path is None else str(path)


def flags(**values: Any) -> list[str]:
    """Flags of those values that are given; of a mapping one a key, of True the flag alone."""
    out: list[str] = []
    for name, value in values.items():
        flag = "--" + name.replace("_", "-")
        if value is None or value is False:
            continue
        if value is True:
            out.append(flag)
        elif isinstance(value, dict):
            out += [part for pair in pairs(value) for part in (flag, pair)]
        elif isinstance(value, (list, tuple)):
            out += [part for inner in value for part in (flag, str(inner))]
        else:
            out += [flag, str(value)]
    return out


def said(**values: bool | None) -> list[str]:
    """Flags that may be turned off too, where a scenario turns them on."""
    return [f"--{name}={str(value).lower()}" for name, value in values.items() if value is not None]


def _plain(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _line() -> Callable[[int, int], object]:
    def show(played: int, trials: int) -> None:
        sys.stderr.write(f"\r{played:,} of {trials:,} trials")
        sys.stderr.flush()

    return show
