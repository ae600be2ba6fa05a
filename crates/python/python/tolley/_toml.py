"""Scenarios and scenes that are dicts, as the text that is read."""

from __future__ import annotations

import json
import math
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

#: A scenario: a path, the name of one that comes along, the text of a file, or a dict of its tables.
Scenario = str | os.PathLike[str] | Mapping[str, Any]

#: A profile: a file with what somebody has measured of himself, his coins or his ground; or several.
Profiles = str | os.PathLike[str] | Sequence[str | os.PathLike[str]] | None


def paths(profiles: Profiles) -> list[Path]:
    """The files of profiles."""
    if profiles is None:
        return []
    return [Path(profiles)] if isinstance(profiles, (str, os.PathLike)) else [Path(one) for one in profiles]


def source(given: Any, what: str = "scenario") -> tuple[str | None, Path | None]:
    """The text of a dict or a text, or the path of a file."""
    if isinstance(given, Mapping):
        return dumps(given), None
    if isinstance(given, os.PathLike):
        return None, Path(given)
    if isinstance(given, str):
        # a path has neither line breaks nor keys
        return (given, None) if "\n" in given or "=" in given else (None, Path(given))
    raise TypeError(f"a {what} is a dict, a path or a text, not {type(given).__name__}")


def dumps(table: Mapping[str, Any]) -> str:
    """TOML 1.0 of a table; a dotted key at the top, as "shot.speed_m_s", is one of a table."""
    nested: dict[str, Any] = {}
    for key, value in table.items():
        *tables, last = str(key).split(".")
        into = nested
        for name in tables:
            into = into.setdefault(name, {})
        if isinstance(value, Mapping) and isinstance(into.get(last), dict):
            into[last].update(value)
        else:
            into[last] = dict(value) if isinstance(value, Mapping) else value
    plain = {key: value for key, value in nested.items() if not isinstance(value, Mapping)}
    lines = [f"{_key(key)} = {value_text(value)}" for key, value in plain.items() if value is not None]
    for key, value in nested.items():
        if isinstance(value, Mapping):
            lines += ["", f"[{_key(key)}]"]
            lines += [f"{_key(name)} = {value_text(inner)}" for name, inner in value.items() if inner is not None]
    return "\n".join(lines) + "\n"


def _key(name: Any) -> str:
    name = str(name)
    return name if name and all(c.isascii() and (c.isalnum() or c in "_-") for c in name) else _text(name)


def _text(text: str) -> str:
    # the escapes of JSON are among those of TOML, but for the one of DEL, which JSON leaves as it is
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def value_text(value: Any) -> str:
    """A value as a file has it."""
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{_key(key)} = {value_text(inner)}" for key, inner in value.items()) + " }"
    if hasattr(value, "tolist"):
        value = value.tolist()
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, float):
        return _number(value)
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, (list, tuple, range)):
        return "[" + ", ".join(value_text(inner) for inner in value) + "]"
    if isinstance(value, os.PathLike):
        return _text(os.fspath(value))
    raise TypeError(f"{value!r} cannot stand in a scenario")


def _number(value: float) -> str:
    if math.isnan(value):
        return "nan"
    if math.isinf(value):
        return "inf" if value > 0 else "-inf"
    return repr(value)
