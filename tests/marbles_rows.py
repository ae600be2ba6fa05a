"""The rows of a dataset of the marbles game, and what a judge says of them."""

import math
from collections import defaultdict

import pyarrow.dataset as ds

SAME = 1e-9


def rows_of(folder):
    return ds.dataset(folder, format="parquet").to_table().to_pylist() if folder.exists() else []


class Objection(Exception):
    """What the judge cannot accept."""


def check(condition, where, message):
    if not condition:
        raise Objection(f"{where}: {message}")


def near(a, b):
    return abs(a - b) <= SAME


class Points:
    """The keys of each design point: what is swept stands in the rows, the rest in the plan."""

    def __init__(self, dataset):
        self.rows = {row["point"]: row for row in rows_of(dataset / "points")}

    def of(self, trial):
        # a round has one trial of each point after the other
        return self.rows[trial % len(self.rows)]


def distance(a, b):
    return math.dist([a["x_m"], a["y_m"], a["z_m"]], [b["x_m"], b["y_m"], b["z_m"]])


def grouped(rows, *names):
    groups = defaultdict(list)
    for row in rows:
        groups[tuple(row[name] for name in names)].append(row)
    return groups
