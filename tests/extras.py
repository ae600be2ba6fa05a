"""Holds the extras of pyproject.toml, and the pins of the tests, to what notebooks and package import.

The package alone needs nothing, `tolley.learners` the extra `learners`, and a notebook the extra `notebooks`:
python tests/extras.py
"""

import ast
import json
import re
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "crates/python/python/tolley"


def names(requirements: list[str]) -> set[str]:
    """The packages that are asked for; each but scikit-learn is imported by its own name, in lower case."""
    found = (re.match(r"[\w-]+", line) for line in requirements)
    return {match[0].lower().replace("scikit-learn", "sklearn") for match in found if match}


def imported(code: ast.AST, package: list[str], nested: bool) -> set[str]:
    """Modules that a code imports by dotted names; with `nested` also within functions."""
    found: set[str] = set()
    for node in ast.walk(code) if nested else ast.iter_child_nodes(code):
        if isinstance(node, ast.Import):
            found |= {name.name for name in node.names}
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) + 1 - node.level] if node.level else []
            module = ".".join(above + ([node.module] if node.module else []))
            # what is imported from a package may be a module of it
            found |= {module} | {f"{module}.{name.name}" for name in node.names}
    return found


def needed(modules: set[str], seen: set[str]) -> set[str]:
    """Packages of others that these modules need, through the modules of ours that they import."""
    others: set[str] = set()
    for module in modules - seen:
        seen.add(module)
        parts = module.split(".")
        if parts[0] != "tolley":
            others |= {parts[0].lower()} - {name.lower() for name in sys.stdlib_module_names}
            continue
        # a module is imported after the packages that it is in
        for length in range(1, len(parts) + 1):
            folder = PACKAGE.joinpath(*parts[1:length])
            file = folder / "__init__.py" if folder.is_dir() else folder.with_suffix(".py")
            if file.exists():
                package = parts[:length] if folder.is_dir() else parts[: length - 1]
                others |= needed(imported(ast.parse(file.read_text("utf-8")), package, nested=False), seen)
    return others


def code_of(notebook: Path) -> ast.AST:
    cells = json.loads(notebook.read_text("utf-8"))["cells"]
    lines = [line for cell in cells if cell["cell_type"] == "code" for line in "".join(cell["source"]).splitlines()]
    return ast.parse("\n".join(line for line in lines if not line.startswith(("%", "!"))))


def main() -> None:
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
    pins = names((ROOT / "tests/requirements.txt").read_text("utf-8").splitlines())
    learners = {f"tolley.learners.{path.stem}" for path in (PACKAGE / "learners").glob("*.py")}
    cases = [("the package", needed({"tolley"}, set()), set())]
    cases += [("tolley.learners", needed(learners, set()), names(extras["learners"]))]
    for notebook in sorted((ROOT / "notebooks").glob("*.ipynb")):
        cases.append((notebook.name, needed(imported(code_of(notebook), [], nested=True), set()), names(extras["notebooks"])))
    wrong = []
    for who, needs, extra in cases:
        print(f"{who}: {', '.join(sorted(needs)) or 'nothing'}")
        wrong += [f"{who} imports {name}, which its extra in pyproject.toml lacks" for name in sorted(needs - extra)]
        wrong += [f"{who} imports {name}, which tests/requirements.txt lacks" for name in sorted(needs - pins)]
    sys.exit("\n".join(wrong) or 0)


if __name__ == "__main__":
    main()
