"""Single physical experiments, and pages that show motion."""

from __future__ import annotations

import html
import json
import os
import tempfile
import webbrowser
from pathlib import Path
from typing import Any

from . import _native
from ._toml import Scenario, source
from .errors import translated


class Page:
    """A page that needs no network: a notebook shows it in its cell, elsewhere `show()` opens the browser."""

    #: The page.
    html: str
    #: Height in a cell.
    height_px: int

    def __init__(self, text: str, height_px: int = 620):
        self.html, self.height_px = text, height_px

    def save(self, path: str | os.PathLike[str]) -> Path:
        """Writes it into a file, over what was there."""
        path = Path(path)
        path.write_text(self.html, "utf-8")
        return path

    def show(self) -> Path:
        """Opens it in the browser; the file that it opens."""
        handle, name = tempfile.mkstemp(suffix=".html", prefix="tolley-")
        os.close(handle)
        path = self.save(name)
        webbrowser.open(path.as_uri())
        return path

    def _repr_html_(self) -> str:
        # its script runs, but reaches neither the notebook nor its cookies
        inside = html.escape(self.html, quote=True)
        style = f"width:100%;height:{self.height_px}px;border:0"
        return f'<iframe sandbox="allow-scripts" srcdoc="{inside}" style="{style}"></iframe>'

    def __repr__(self) -> str:
        return f"<tolley.Page of {len(self.html):,} characters>"


def scene(given: Scenario) -> Scene:
    """Plays one physical experiment until all is at rest; `tolley scene --help` documents the tables.

    >>> import tolley
    >>> ball = {"name": "toley", "radius_m": 0.0095, "density_kg_m3": 2500, "position_m": [0, 0], "velocity_m_s": [1, 0]}
    >>> tolley.scene({"world": "spheres", "body": [ball]}).ending
    'rest'
    """
    return Scene(given)


class Scene:
    """What happened, and where everything ended.

    `events` are dicts in order: `time_s`, `kind`, `bodies` (names), `position_m` (3 numbers), and with hits
    `impulse_n_s`. `bodies` are dicts by name: `mode`, `position_m`, `velocity_m_s` (3 numbers each), `spin_rad_s` (3
    numbers of a sphere, one of a disc), and of discs `angle_rad`.
    """

    def __init__(self, given: Scenario, _until_s: float | None = None, _native_scene: _native.Scene | None = None):
        if _native_scene is None:
            text, path = source(given, "scene")
            with translated():
                _native_scene = _native.Scene.parse(text or "") if path is None else _native.Scene.read(path)
        self._native, self._until_s = _native_scene, _until_s
        with translated():
            told = json.loads(self._native.play(_until_s))
        #: Time of the state, s.
        self.time_s: float = told["time_s"]
        #: "rest", "until" or "quarantined".
        self.ending: str = told["ending"]
        self.bodies: dict[str, dict[str, Any]] = {body["name"]: body for body in told["bodies"]}
        self.events: list[dict[str, Any]] = told["events"]
        #: What is odd about it, one sentence each.
        self.warnings: list[str] = self._native.warnings

    def at(self, time_s: float) -> Scene:
        """The state at a time, s, with the events before it."""
        return Scene({}, time_s, self._native)

    def show(self, title: str = "scene") -> Page:
        """A page that shows the motion, with every event, energy and speeds."""
        with translated():
            return Page(self._native.page(title, self._until_s))

    def _repr_html_(self) -> str:
        return self.show()._repr_html_()

    def __repr__(self) -> str:
        return f"<tolley.Scene: {self.ending} at {self.time_s:.6g} s after {len(self.events)} events>"
