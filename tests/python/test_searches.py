"""Searches of other simulators: what is known of a function is found."""

import math
import random

import pytest

import tolley
from tolley import searches


def test_the_best_of_a_function_is_found():
    def darts(point):
        x, y = point["x"], point["y"]
        return 1.0 if abs(x - 0.2) < 0.1 and abs(y + 0.4) < 0.1 else 0.0

    found = searches.best(darts, {"x": (-1, 1), "y": (-1, 1)}, errors={"x": 0.08, "y": 0.08}, shots=4096, seed=3)
    assert abs(found.at["x"] - 0.2) < 0.06 and abs(found.at["y"] + 0.4) < 0.06 and found.edges == []
    low, high = found.interval
    # within 0.1 of the middle with errors of 0.08, twice: erf(0.1 / 0.08 / sqrt 2)^2 = 0.622
    assert low < 0.622 < high and found.shots == 4096


def test_errors_that_depend_on_each_other_are_folded_in():
    def ridge(point):
        return 1.0 if abs(point["x"] - point["y"]) < 0.1 else 0.0

    ranges, values = {"x": (-1, 1), "y": (-1, 1)}, {}
    for ratio in (0.9, -0.9):
        covariance = [[0.04, 0.04 * ratio], [0.04 * ratio, 0.04]]
        found = searches.best(ridge, ranges, covariance=covariance, shots=4096, seed=2)
        # x - y has this deviation
        share = math.erf(0.1 / math.sqrt(2 * 0.04 * (1 - ratio)) / math.sqrt(2))
        assert found.interval[0] < share < found.interval[1], (ratio, share, found)
        values[ratio] = found.value
    assert values[0.9] > values[-0.9] + 0.4
    for wrong in ([[1.0]], [[1.0, 0.5], [0.4, 1.0]], [[1.0, 2.0], [2.0, 1.0]], [[1.0, 0.0]] * 2, [[1.0], [0.0]]):
        with pytest.raises(ValueError, match="covariance"):
            searches.Search(ranges, covariance=wrong)
    with pytest.raises(TypeError, match="not both"):
        searches.Search(ranges, errors={"x": 0.1}, covariance=covariance)


def test_errors_of_students_t_are_folded_in():
    def target(point):
        return 1.0 if abs(point["x"]) < 0.3 else 0.0

    sd, dof = 0.2, 4
    found = searches.best(target, {"x": (-1, 1)}, errors={"x": sd}, noise_dof=dof, shots=8192, seed=5)
    # of four degrees of freedom, scaled to this deviation
    t = 0.3 / sd * math.sqrt(dof / (dof - 2))
    share = t / math.sqrt(4 + t * t) * (1 + 2 / (4 + t * t))
    normal = math.erf(0.3 / sd / math.sqrt(2))
    assert found.interval[0] < share < found.interval[1] and not found.interval[0] < normal < found.interval[1], found
    with pytest.raises(tolley.ScenarioError, match="noise_dof = 2"):
        searches.Search({"x": (0, 1)}, noise_dof=2)


def test_sensitivity_of_a_function_is_that_of_ishigami():
    from math import pi, sin

    def ishigami(x):
        return sin(x["a"]) + 7 * sin(x["b"]) ** 2 + 0.1 * x["c"] ** 4 * sin(x["a"])

    found = searches.depends(ishigami, {name: (-pi, pi) for name in "abc"}, rows=4096, seed=1)
    for name, first, total in [("a", 0.3139, 0.5576), ("b", 0.4424, 0.4424), ("c", 0.0, 0.2437)]:
        assert abs(found[name].first.value - first) < 0.02, name
        assert abs(found[name].total.value - total) < 0.02, name


def test_a_game_of_another_simulator_is_fair_or_not():
    chance = random.Random(2)
    fair = searches.fair(lambda trial: chance.choice([0.0, 0.5, 0.5, 1.0]), margin=0.05)
    assert fair.says == "fair" and fair.interval[0] < fair.value < fair.interval[1]
    unfair = searches.fair(lambda trial: chance.random() < 0.9, margin=0.05, values=(0, 1))
    # no more trials than it takes
    assert unfair.says == "unfair" and unfair.n == unfair.looked_n < 1000
    # within the margin, and different: no more is said than is known
    near = searches.fair(lambda trial: chance.random() < 0.58, margin=0.1, values=(0, 1))
    assert near.says == "different, perhaps within the margin" and near.interval[0] < 0.6
    cut = searches.fair(lambda trial: 0.5, margin=0.01, trials=10)
    assert cut.says == "not resolved" and cut.n == 10
    with pytest.raises(ValueError, match="trial 0: 0.3 is none of"):
        searches.fair(lambda trial: 0.3)
    with pytest.raises(tolley.TolleyError, match="margin"):
        searches.fair(lambda trial: 0.5, margin=0.7)


def test_trials_count_in_the_order_of_their_numbers_in_whatever_order_they_are_told():
    share = [random.Random(number).choice([0.0, 0.5, 1.0]) for number in range(4000)]
    results = []
    for most, turn in [(1, 1), (7, -1)]:
        search = searches.Fairness(margin=0.05, trials=4000)
        while numbers := search.ask(most):
            for number in numbers[::turn]:
                search.tell(number, share[number])
        results.append(search.result())
    assert results[0].says == results[1].says == "fair" and results[0].looked_n == results[1].looked_n
    with pytest.raises(ValueError, match="not asked for"):
        search.tell(0, 0.5)


def test_the_skill_of_a_player_of_another_simulator_is_found():
    chance, widths = random.Random(6), [0.02, 0.01]
    hits = [(37, 60), (20, 60)]
    found = searches.fit(lambda error, at: abs(chance.gauss(0.0, error)) < widths[at], hits, (1e-3, 0.5))
    table = {"distance_m": [1.0, 1.0], "radii_m": [math.sin(w) for w in widths]}
    table |= {"hit_count": [37, 20], "try_count": [60, 60]}
    exact = tolley.fit(table)["player"].polars().row(0, named=True)
    assert exact["key"] == "aim_sd_rad"
    ends = [exact["errors_fitted_conf_low"], exact["errors_fitted_conf_high"]]
    for got, wanted in zip((found.error, *found.interval), (exact["errors_fitted"], *ends)):
        assert abs(got / wanted - 1.0) < 0.06, (found, exact)
    with pytest.raises(tolley.TolleyError, match="at most all hit"):
        searches.fit(lambda error, at: True, [(3, 2)], (1e-3, 0.5))
    with pytest.raises(tolley.TolleyError):
        tolley.fit({"nonsense": [1]})
