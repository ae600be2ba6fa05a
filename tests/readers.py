"""DuckDB, polars and pyarrow read every table of these datasets and agree: python tests/readers.py DATASET...

Checked: row counts against the manifest, columns and types among readers, units and meanings in the schema, nulls,
sums; and that a plain folder holds nothing but parts.
"""

import json
import math
import sys
from pathlib import Path

import duckdb
import polars as pl
import pyarrow.dataset as ds
import pyarrow.parquet as pq

NO_TABLES = {"work", "lock", "shares", "commits", "blocks"}
UNIT_ENDINGS = {
    "_n_s": "N s", "_kg_m3": "kg/m3", "_m_s2": "m/s2", "_rad_s": "rad/s", "_m_s": "m/s", "_rad": "rad", "_kg": "kg",
    "_m": "m", "_s": "s", "_j": "J", "_pa": "Pa",
}


def unit_of(name):
    return next((unit for ending, unit in UNIT_ENDINGS.items() if name.endswith(ending)), "")


def facts_of_pyarrow(folder):
    table = ds.dataset(folder, format="parquet").to_table()
    facts = {}
    for name in table.column_names:
        column = table[name].combine_chunks()
        facts[name] = fact(column.null_count, column.to_pylist())
    return table.num_rows, facts


def facts_of_polars(folder):
    frame = pl.scan_parquet(folder).collect()
    facts = {name: fact(frame[name].null_count(), frame[name].to_list()) for name in frame.columns}
    return frame.height, facts


def facts_of_duckdb(folder):
    cursor = duckdb.connect().execute(f"SELECT * FROM read_parquet('{folder}/*.parquet')")
    names = [column[0] for column in cursor.description]
    rows = cursor.fetchall()
    columns = list(zip(*rows)) if rows else [()] * len(names)
    return len(rows), {name: fact(sum(v is None for v in column), column) for name, column in zip(names, columns)}


def fact(null_count, values):
    """Nulls, and an exact sum (fsum does not depend on the order) or the sorted counts of names."""
    values = [value for value in values if value is not None]
    if values and isinstance(values[0], str):
        return null_count, tuple(sorted((name, values.count(name)) for name in set(values)))
    return null_count, math.fsum(float(value) for value in values)


def check(condition, message):
    if not condition:
        sys.exit(f"readers: {message}")


def check_table(folder, key_column, is_first=True):
    parts = sorted(folder.iterdir())
    check(parts, f"{folder} is empty")
    check(all(part.suffix == ".parquet" for part in parts), f"{folder} holds more than parts: {parts}")
    readers = {"pyarrow": facts_of_pyarrow, "polars": facts_of_polars, "duckdb": facts_of_duckdb}
    found = {name: reader(str(folder)) for name, reader in readers.items()}
    rows, facts = found["pyarrow"]
    for name, (other_rows, other_facts) in found.items():
        check(other_rows == rows, f"{folder}: {name} reads {other_rows} rows, pyarrow {rows}")
        check(list(other_facts) == list(facts), f"{folder}: {name} reads other columns than pyarrow")
        for column, value in other_facts.items():
            check(value == facts[column], f"{folder}: {column}: {name} reads {value}, pyarrow {facts[column]}")
    check(facts[key_column][0] == 0, f"{folder}: {key_column} has nulls")
    # the first table has one row a trial; others, any number
    once = not is_first or facts[key_column][1] == rows * (rows - 1) / 2
    check(once, f"{folder}: {key_column} is not each number once")
    for part in parts:
        check_schema(part)
    print(f"{folder}: {rows} rows, {len(facts)} columns, {sum(nulls for nulls, _ in facts.values())} nulls")
    return rows


def check_schema(part):
    schema = pq.read_schema(part)
    for field in schema:
        metadata = {key.decode(): value.decode() for key, value in (field.metadata or {}).items()}
        check(metadata.get("description"), f"{part}: {field.name} has no description")
        unit = unit_of(field.name)
        check(metadata.get("unit", "") == unit, f"{part}: {field.name} has the unit {metadata.get('unit')}, not {unit}")


def check_dataset(dataset):
    manifest = json.loads((dataset / "manifest.json").read_text())
    folders = sorted(path.name for path in dataset.iterdir() if path.is_dir() and path.name not in NO_TABLES)
    check("points" in folders, f"{dataset}: no points")
    points = check_table(dataset / "points", "point")
    trials = points * manifest["plan"]["repeats"]
    first = manifest["tables"][0]["name"]
    counts = {name: check_table(dataset / name, "trial", name == first) for name in folders if name != "points"}
    check(counts[first] == trials, f"{dataset}: {first} has not one row for each of {trials} trials: {counts}")


datasets = [Path(argument) for argument in sys.argv[1:]]
check(datasets, "name at least one dataset")
for dataset in datasets:
    check_dataset(dataset)
