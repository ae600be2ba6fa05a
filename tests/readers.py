"""DuckDB, polars, pandas and pyarrow read every table of these datasets and agree: python tests/readers.py DATASET...

Checked: row counts against the manifest, columns and types among readers, units and meanings in the schema, nulls,
sums; that a plain folder holds nothing but parts; and that a sum, a difference of counts and a join with the design
points are right in each reader, in the types that it gives the columns.
"""

import json
import math
import multiprocessing
import sys
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import duckdb
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.dataset as ds
import pyarrow.parquet as pq

NO_TABLES = {"work", "lock", "shares", "commits", "blocks"}
KEYS = {"points", "estimates"}
# a column of the board of dice football
STILL_QUOTED = {"column"}
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
        return null_count, tuple(sorted(Counter(values).items()))
    return null_count, math.fsum(float(value) for value in values)


def by_duckdb(folder, points, a, b):
    """Sum of a, least and sum of a - b, and over the join with the points the rows and the sum of trial - point."""
    connection = duckdb.connect()
    table, keys = f"read_parquet('{folder}/*.parquet')", f"read_parquet('{points}/*.parquet')"
    first = connection.execute(f"SELECT sum({a}), min({a} - {b}), sum({a} - {b}) FROM {table}").fetchall()[0]
    join = f"FROM {table} AS rows_of JOIN {keys} AS keys_of USING (point)"
    return *first, *connection.execute(f"SELECT count(*), sum(trial - keys_of.point) {join}").fetchall()[0]


def by_polars(folder, points, a, b):
    rows, keys = pl.scan_parquet(folder), pl.scan_parquet(points).select("point", at=pl.col("point"))
    off = pl.col(a) - pl.col(b)
    first = rows.select(sum=pl.col(a).sum(), least=off.min(), off=off.sum()).collect().row(0)
    joined = rows.join(keys, on="point").select(pl.len(), off=(pl.col("trial") - pl.col("at")).sum())
    return *first, *joined.collect().row(0)


def by_pandas(folder, points, a, b):
    rows = pd.read_parquet(folder, columns=list(dict.fromkeys(["trial", "point", a, b])), dtype_backend="numpy_nullable")
    keys = pd.read_parquet(points, columns=["point"]).assign(at=lambda keys: keys["point"])
    off, joined = rows[a] - rows[b], rows.merge(keys, on="point")
    return rows[a].sum(), off.min(), off.sum(), len(joined), (joined["trial"] - joined["at"]).sum()


def by_pyarrow(folder, points, a, b):
    rows = ds.dataset(folder, format="parquet").to_table(list(dict.fromkeys(["trial", "point", a, b])))
    keys = ds.dataset(points, format="parquet").to_table(["point"])
    keys = keys.append_column("at", keys["point"])
    off, joined = pc.subtract(rows[a], rows[b]), rows.join(keys, "point", join_type="inner")
    far = pc.sum(pc.subtract(joined["trial"], joined["at"]))
    return *(value.as_py() for value in (pc.sum(rows[a]), pc.min(off), pc.sum(off))), joined.num_rows, far.as_py()


QUESTIONS = {"DuckDB": by_duckdb, "polars": by_polars, "pandas": by_pandas, "pyarrow": by_pyarrow}


def check_questions(folder, points):
    """Asked of the two counts that differ most, so that one is below the other in some rows."""
    table = ds.dataset(folder, format="parquet").to_table()
    whole = [field.name for field in table.schema if pa.types.is_integer(field.type)]
    check(all(table.schema.field(name).type == pa.int64() for name in whole), f"{folder}: a count is not signed")
    counts = [name for name in whole if name not in ("trial", "point", "repeat") and table[name].null_count == 0]
    a, b = (counts[0], counts[-1]) if counts else ("repeat", "trial")
    values = {name: table[name].to_pylist() for name in {a, b, "trial", "point"}}
    off = [one - other for one, other in zip(values[a], values[b])]
    far = sum(trial - point for trial, point in zip(values["trial"], values["point"]))
    expected = (sum(values[a]), min(off), sum(off), len(off), far)
    for reader, question in QUESTIONS.items():
        got = tuple(int(value) for value in question(str(folder), str(points), a, b))
        check(got == expected, f"{folder}: {a} and {b} by {reader}: {got}, not {expected}")


def check_names(dataset, tables):
    """No name has to be quoted."""
    reserved = duckdb.sql("SELECT keyword_name FROM duckdb_keywords() WHERE keyword_category IN ('reserved', 'type_function')").fetchall()
    names = {table["name"] for table in tables} | {column["name"] for table in tables for column in table["columns"]}
    words = names & ({name for name, in reserved} - STILL_QUOTED)
    check(not words, f"{dataset}: {sorted(words)} are words of SQL")


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
    check_names(dataset, [*manifest["tables"], manifest["points"], manifest["estimates"]])
    counts = {name: check_table(dataset / name, "trial", name == first) for name in folders if name not in KEYS}
    estimates = check_table(dataset / "estimates", "point", False)
    check(estimates == points * len(manifest["measures"]), f"{dataset}: {estimates} estimates of {points} points")
    for name, rows in counts.items():
        if rows:
            check_questions(dataset / name, dataset / "points")
    check(counts[first] == trials, f"{dataset}: {first} has not one row for each of {trials} trials: {counts}")


if __name__ == "__main__":
    datasets = [Path(argument) for argument in sys.argv[1:]]
    check(datasets, "name at least one dataset")
    # one process a core; forked ones would inherit locks of polars' threads
    with ProcessPoolExecutor(mp_context=multiprocessing.get_context("spawn")) as pool:
        for _ in pool.map(check_dataset, datasets):
            pass
