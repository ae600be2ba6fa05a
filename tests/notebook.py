"""Executes a notebook where it lies and stores nothing: python tests/notebook.py NOTEBOOK"""

import sys
from pathlib import Path

import nbformat
from nbclient import NotebookClient

path = Path(sys.argv[1])
notebook = nbformat.read(path, as_version=4)
nbformat.validate(notebook)
for cell in notebook.cells:
    if cell.cell_type == "code" and (cell.outputs or cell.execution_count is not None):
        sys.exit(f"{path}: stores outputs; clear them")
NotebookClient(notebook, timeout=300, kernel_name="python3", resources={"metadata": {"path": path.parent}}).execute()
drawn = sum("image/png" in output.get("data", {}) for cell in notebook.cells for output in cell.get("outputs", []))
if drawn == 0:
    sys.exit(f"{path}: draws nothing")
print(f"{path.name}: {len(notebook.cells)} cells, {drawn} pictures")
