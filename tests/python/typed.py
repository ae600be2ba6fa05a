"""A program that uses the package, which is not run: mypy reads it, and finds what every name is."""

from typing import assert_type

import polars
import tolley
from tolley import searches

FLICK = {"study": "cymbergaj/flick", "seed": 1, "repeats": 1}

assert_type(tolley.run(FLICK, settings={"strike.speed_m_s": 2.0}), tolley.Dataset)
assert_type(tolley.load("runs/coin_weight").ask("best"), tolley.Answer)
for question in (tolley.ask, tolley.fair, tolley.effect, tolley.limit, tolley.depends, tolley.rank, tolley.best):
    assert_type(question(FLICK, progress=True), tolley.Answer)
answer = tolley.fit({"distance_m": [1.0], "hit_count": [1]})
assert_type(answer.also, list[tolley.Answer])
assert_type(answer.table("player").polars(), polars.DataFrame)
assert_type(answer["player"], tolley.Table)
assert_type(answer.page(), tolley.Page)
assert_type(tolley.solve()["policy"], tolley.Table)
assert_type(tolley.shots(FLICK, {"strike.speed_m_s": [1.0]}), tolley.Table)

found = searches.best(lambda x: x["a"], {"a": (0, 1)}, covariance=[[0.01]], noise_dof=5)
assert_type(found.interval, tuple[float, float] | None)
assert_type(searches.fair(lambda trial: 0.5), searches.Fair)
assert_type(searches.depends(lambda x: x["a"], {"a": (0, 1)})["a"].first, searches.Share)
assert_type(searches.fit(lambda error, target: True, [(1, 2)], (0.1, 1.0)), searches.Skill)
