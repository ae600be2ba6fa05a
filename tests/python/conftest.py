"""The package as the build left it, and the command beside which it is held."""

import os
import subprocess
import warnings
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

warnings.simplefilter("error")


@pytest.fixture
def tolley_command():
    """Runs the command of the same build."""
    binary = os.environ.get("TOLLEY_BINARY", str(ROOT / "target/release/tolley"))
    return lambda *arguments: subprocess.run([binary, *map(str, arguments)], check=True, capture_output=True, text=True)
