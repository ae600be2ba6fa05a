"""Designs as datasets have them are those of scipy.stats.qmc and SALib: python tests/designs.py TOLLEY

Plain Sobol and Halton points, values by distribution, the matrices of Saltelli row by row, sensitivity indices of a
known function, discrepancies of scrambled points beside those of scipy's own; and the JSON Schemas of scenarios hold
for every scenario, and for none with a mistake.
"""

import copy
import json
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

import jsonschema
import numpy as np
import polars as pl
from SALib.analyze import sobol as analyze
from SALib.sample import sobol as sample
from scipy import stats
from scipy.stats import qmc

TOLLEY = str(Path(sys.argv[1]).resolve())
HEAD = 'study = "tinsley-green/shot"\nseed = 20261121\n[rack]\ncount = 1\n'
UNIFORM = ["shot_speed_m_s", "shot_aim_offset_m", "surface_restitution_ratio"]
BOUNDS = [[1.0, 4.0], [-0.05, 0.05], [0.0, 1.0]]
UNIFORM_AXES = """[sweep.axes]
"shot.speed_m_s" = { min = 1.0, max = 4.0 }
"shot.aim_offset_m" = { min = -0.05, max = 0.05 }
"surface.restitution_ratio" = { min = 0.0, max = 1.0 }
"""


def check(condition, message):
    if not condition:
        sys.exit(f"designs: {message}")


def dataset(text, *flags):
    """Points of a scenario and rows of its first table, in order."""
    with tempfile.TemporaryDirectory() as folder:
        command = [TOLLEY, "run", "-", "-q", "-o", f"{folder}/out", *flags]
        ran = subprocess.run(command, input=text, capture_output=True, text=True)
        check(ran.returncode == 0, f"{flags}: exit code {ran.returncode}: {ran.stderr}")
        points = pl.read_parquet(f"{folder}/out/points/*.parquet").sort("point")
        shots = pl.read_parquet(f"{folder}/out/shots/*.parquet").sort("trial")
    return points, shots


def swept(text, columns, *flags):
    points, shots = dataset(text, *flags)
    values = points.select(columns).to_numpy()
    check((shots.select(columns).to_numpy() == values).all(), f"{flags}: rows and points differ")
    return values


def scaled(cube):
    low, high = np.array(BOUNDS).T
    return cube * (high - low) + low


def plain_sequences():
    for name, engine in [("sobol", qmc.Sobol(3, scramble=False)), ("halton", qmc.Halton(3, scramble=False))]:
        found = swept(f'{HEAD}[sweep]\ndesign = "{name}"\npoints = 1024\nscramble = false\n{UNIFORM_AXES}', UNIFORM)
        check((found == scaled(engine.random(1024))).all(), f"plain {name} points are not scipy's")
        print(f"{name}: 1,024 points, to the bit")


def distributions():
    text = HEAD + """[sweep]
design = "sobol"
points = 512
scramble = false
[sweep.axes]
"surface.sinkage_m" = { min = 1e-5, max = 1e-3, scale = "log" }
"surface.rolling_friction_ratio" = { distribution = "normal", mean = 0.1, sd = 0.03, min = 0.05, max = 0.3 }
"surface.sliding_friction_ratio" = { distribution = "triangular", min = 0.1, mode = 0.2, max = 0.6 }
"contact.ground_reaction" = { values = ["none", "after"], weights = [1, 3] }
"surface.preset" = ["fast", "default", "damp", "fast"]
"planner.trial_count" = { min = 1, max = 4 }
"""
    text = text.replace(', "fast"]\n', "]\n")
    points, _ = dataset(text)
    u = qmc.Sobol(6, scramble=False).random(512).T
    ends = [(end - 0.1) / 0.03 for end in (0.05, 0.3)]
    for column, expected in [
        ("surface_sinkage_m", stats.loguniform(1e-5, 1e-3).ppf(u[0])),
        ("surface_rolling_friction_ratio", stats.truncnorm(*ends, loc=0.1, scale=0.03).ppf(u[1])),
        ("surface_sliding_friction_ratio", stats.triang(0.1 / 0.5, loc=0.1, scale=0.5).ppf(u[2])),
        ("planner_trial_count", 1 + np.floor(4 * u[5])),
    ]:
        error = np.abs(points[column].to_numpy() / expected - 1).max()
        check(error < 1e-13, f"{column}: off by {error:.1e} from scipy")
    names = lambda column: points[column].cast(pl.String).to_list()
    check(names("contact_ground_reaction") == ["none" if x < 0.25 else "after" for x in u[3]], "weights")
    check(names("surface_preset") == [["fast", "default", "damp"][int(3 * x)] for x in u[4]], "values")
    print("distributions: 512 points of 6 axes, within 1e-13")


def saltelli():
    problem = {"num_vars": 3, "names": UNIFORM, "bounds": BOUNDS}
    for second_order in (True, False):
        text = f'{HEAD}[sweep]\ndesign = "saltelli"\npoints = 64\nscramble = false\n'
        found = swept(f"{text}second_order = {str(second_order).lower()}\n{UNIFORM_AXES}", UNIFORM)
        expected = sample.sample(problem, 64, calc_second_order=second_order, scramble=False)
        check(found.shape == expected.shape and (found == expected).all(), "the matrix is not SALib's")
        print(f"saltelli: {len(found)} rows, to the bit")


def indices():
    """Of the function of Ishigami and Homma (1990), a = 7, b = 0.1, whose indices are known in closed form; and that
    SALib takes a column of the table as it is."""
    text = f'{HEAD}[sweep]\ndesign = "saltelli"\npoints = 2048\n{UNIFORM_AXES}'
    points, shots = dataset(text)
    low, high = np.array(BOUNDS).T
    x = ((points.select(UNIFORM).to_numpy() - low) / (high - low) * 2 - 1) * np.pi
    y = np.sin(x[:, 0]) + 7 * np.sin(x[:, 1]) ** 2 + 0.1 * x[:, 2] ** 4 * np.sin(x[:, 0])
    problem = {"num_vars": 3, "names": UNIFORM, "bounds": BOUNDS}
    found = analyze.analyze(problem, y, seed=1)
    for name, expected in {"S1": [0.3139, 0.4424, 0.0], "ST": [0.5576, 0.4424, 0.2437]}.items():
        error = np.abs(found[name] - expected).max()
        check(error < 0.02, f"{name} is {found[name]}, not {expected}")
    check(abs(found["S2"][0, 2] - 0.2437) < 0.03, f"S2 is {found['S2']}")
    speeds = shots["launch_speed_m_s"].to_numpy()
    of_table = analyze.analyze(problem, speeds, seed=1)
    check(of_table["S1"][0] > 0.9 and abs(of_table["S1"][1]) < 0.05, f"launch speed: {of_table['S1']}")
    print(f"saltelli: indices of {len(y)} rows, within 0.02")


def discrepancies():
    seeds = 12
    low, high = np.array(BOUNDS).T
    engines = {"sobol": qmc.Sobol, "halton": qmc.Halton, "latin-hypercube": qmc.LatinHypercube}
    for name, engine in engines.items():
        of_scipy = [qmc.discrepancy(engine(3, rng=seed).random(256)) for seed in range(100)]
        text = f'{HEAD}[sweep]\ndesign = "{name}"\npoints = 256\n{UNIFORM_AXES}'
        cubes = [(swept(text, UNIFORM, "--seed", str(seed)) - low) / (high - low) for seed in range(seeds)]
        ours = [qmc.discrepancy(cube) for cube in cubes]
        # four standard errors of the mean of so many
        limit = np.mean(of_scipy) + 4 * np.std(of_scipy) / np.sqrt(seeds)
        check(np.mean(ours) <= limit, f"{name}: discrepancy {np.mean(ours):.3e}, scipy's {np.mean(of_scipy):.3e}")
        print(f"{name}: mean discrepancy {np.mean(ours):.3e}, scipy's {np.mean(of_scipy):.3e}")


def mistakes(scenario):
    """The scenario with one mistake each that its schema must find."""
    tables = [name for name, value in scenario.items() if isinstance(value, dict) and name != "sweep"]
    yield "study", {**scenario, "study": "chess"}
    yield "seed", {**scenario, "seed": -1}
    yield "table", {**scenario, "shots_": {}}
    for name in tables:
        for key, value in scenario[name].items():
            wrong = copy.deepcopy(scenario)
            wrong[name][key + "_"] = wrong[name].pop(key)
            yield f"name of {name}.{key}", wrong
            wrong = copy.deepcopy(scenario)
            wrong[name][key] = "sideways" if isinstance(value, (str, bool)) else "m"
            yield f"value of {name}.{key}", wrong
    for key in scenario.get("sweep", {}).get("axes", {}):
        wrong = copy.deepcopy(scenario)
        wrong["sweep"]["axes"][key + "_"] = wrong["sweep"]["axes"].pop(key)
        yield f"axis {key}", wrong


def schemas():
    root = Path(__file__).resolve().parent.parent
    found, count = {}, 0
    for path in (root / "schemas").glob("*.json"):
        schema = json.loads(path.read_text())
        jsonschema.Draft7Validator.check_schema(schema)
        found[schema["properties"]["study"]["const"]] = jsonschema.Draft7Validator(schema)
    files = [path for path in (root / "scenarios").rglob("*.toml") if path.parent.name != "scenes"]
    rules = tomllib.loads((root / ".taplo.toml").read_text())["rule"]
    named = {root / name: rule["schema"]["path"] for rule in rules for name in rule["include"]}
    check(sorted(named) == sorted(files), f".taplo.toml and the scenarios differ: {set(named) ^ set(files)}")
    for path in files:
        scenario = tomllib.loads(path.read_text())
        schema = f"schemas/{scenario['study'].replace('/', '-')}.schema.json"
        check(named[path] == schema, f".taplo.toml: {path} is not of {named[path]}")
        validator = found[scenario["study"]]
        error = jsonschema.exceptions.best_match(validator.iter_errors(scenario))
        check(error is None, f"{path}: {error}")
        for what, wrong in mistakes(scenario):
            check(not validator.is_valid(wrong), f"{path}: the schema takes a wrong {what}")
            count += 1
    print(f"schemas: {len(files)} scenarios hold, {count} with a mistake do not")


plain_sequences()
distributions()
saltelli()
indices()
discrepancies()
schemas()
