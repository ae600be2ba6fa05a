"""The package from outside: what it plays is what the command plays, and what goes wrong says where."""

import builtins
import doctest
import gc
import hashlib
import inspect
import json
import os
import signal
import subprocess
import sys
import threading
import time
from array import array
from pathlib import Path

import duckdb
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import tolley
from tolley import searches

FLICKS = {
    "study": "cymbergaj/flick",
    "seed": 5,
    "repeats": 40,
    "sweep": {"axes": {"strike.speed_m_s": [1.0, 2.0], "strike.aim_offset_m": {"min": -0.005, "max": 0.005, "num": 3}}},
}
SCENARIO = Path(__file__).parents[2] / "scenarios/cymbergaj/coin_weight.toml"


def files(folder):
    return {
        str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(Path(folder).rglob("*"))
        if path.is_file()
    }


def test_the_bytes_are_those_of_the_command(tmp_path, tolley_command):
    tolley_command("run", SCENARIO, "--repeats", "20", "--seed", "3", "-q", "-o", tmp_path / "command")
    played = tolley.run(SCENARIO, repeats=20, seed=3, threads=2, output=tmp_path / "python")
    assert files(played.path) == files(tmp_path / "command")
    assert played.is_complete and played.question.endswith("?")


def test_a_dict_a_text_and_a_file_are_the_same_scenario(tmp_path):
    text = 'study = "cymbergaj/flick"\nseed = 5\nrepeats = 40\n[strike]\nspeed_m_s = "2 m/s"\n'
    path = tmp_path / "flick.toml"
    path.write_text(text)
    given = [text, path, {"study": "cymbergaj/flick", "seed": 5, "repeats": 40, "strike.speed_m_s": 2.0}]
    frames = [pl.DataFrame(tolley.run(one)["shots"]) for one in given]
    assert frames[0].equals(frames[1]) and frames[0].equals(frames[2]) and frames[0].height == 40


def test_every_reader_takes_a_table_without_files(tmp_path):
    dataset = tolley.run(FLICKS)
    folder = dataset.path
    table = dataset["shots"]
    counts = [
        pl.DataFrame(table).height,
        pa.table(table).num_rows,
        len(pd.DataFrame.from_arrow(table)),
        duckdb.from_arrow(pa.RecordBatchReader.from_stream(table)).aggregate("count(*)").fetchall()[0][0],
    ]
    assert counts == [240] * 4
    stored = pl.read_parquet(folder / "shots/*.parquet")
    assert pl.DataFrame(table).with_columns(pl.col(pl.Categorical).cast(pl.String)).equals(
        stored.with_columns(pl.col(pl.Categorical).cast(pl.String))
    )
    units = {name: unit for name, unit, _ in table.columns}
    assert units["strike_speed_m_s"] == "m/s" and units["goal"] == ""
    assert set(dataset.tables) == {"shots", "points", "estimates"}
    assert pl.DataFrame(dataset["points"]).height == 6


def test_the_files_go_with_the_last_who_could_read_them_and_not_before():
    dataset = tolley.run(FLICKS)
    folder, table = dataset.path, dataset["shots"]
    del dataset
    reader = pa.RecordBatchReader.from_stream(table)
    del table
    assert folder.exists() and reader.read_all().num_rows == 240
    del reader
    gc.collect()
    assert not folder.exists()


def test_summary_page_trial_and_recording_are_those_of_the_command(tmp_path, tolley_command):
    dataset = tolley.run(FLICKS, output=tmp_path / "flicks")
    told = json.loads(tolley_command("show", dataset.path, "--json").stdout)
    assert tolley.load(dataset.path).summary()["points"] == told["points"] == dataset.summary()["points"]
    row = pl.DataFrame(dataset["shots"]).row(17, named=True)
    played = dataset.trial(row["trial"])["shots"][0]
    assert all(row[name] == value for name, value in played.items() if value is not None)
    page = dataset.page(tmp_path / "page.html")
    assert "<html" in page.html and (tmp_path / "page.csv").exists()
    assert page._repr_html_().startswith('<iframe sandbox="allow-scripts" srcdoc=')
    assert "<html" in dataset.recording(0).html


def test_what_is_wrong_says_file_line_key(tmp_path):
    path = tmp_path / "wrong.toml"
    path.write_text('study = "cymbergaj/flick"\nseed = 1\nrepeats = 2\n[strike]\nsped_m_s = 2.0\nposition_rad = 30\n')
    with pytest.raises(tolley.ScenarioError) as error:
        tolley.run(path)
    first, second = error.value.problems
    assert (first.file, first.line, first.key) == (str(path), 5, "strike.sped_m_s") and "speed_m_s" in first.message
    assert (second.line, second.column, second.key) == (6, 16, "strike.position_rad")
    with pytest.raises(tolley.ScenarioError, match="repeats"):
        tolley.run(FLICKS, repeats=0)
    with pytest.raises(tolley.ScenarioError, match="there are shots, points, estimates"):
        tolley.run(FLICKS)["shot"]
    with pytest.raises(ValueError):
        tolley.scene({"world": "cubes"})
    with pytest.raises(TypeError):
        tolley.run(3)
    with pytest.raises(tolley.TolleyError):
        tolley.load(tmp_path)


def test_warnings_are_warnings():
    odd = {**FLICKS, "sweep": {}, "repeats": 2, "strike": {"speed_m_s": 9.0}}
    with pytest.warns(tolley.TolleyWarning, match="plausible"):
        tolley.run(odd)


def test_a_scene_has_events_bodies_and_any_time():
    ball = {"name": "toley", "radius_m": 0.009525, "density_kg_m3": 2500, "velocity_m_s": [2.0, 0.0]}
    scene = tolley.scene({
        "world": "spheres",
        "body": [
            {**ball, "position_m": [-0.5, 0.0]},
            {"name": "marble", "radius_m": 0.00635, "density_kg_m3": 2500, "position_m": [0.0, 0.0]},
        ],
    })
    assert scene.ending == "rest" and scene.events[0]["kind"] in {"mode", "pair"}
    hit = next(event for event in scene.events if event["kind"] == "pair")
    before = scene.at(hit["time_s"] - 1e-6)
    assert before.ending == "until" and before.bodies["marble"]["velocity_m_s"] == [0.0, 0.0, 0.0]
    assert scene.bodies["marble"]["position_m"][0] > 0.1
    assert "<html" in scene.show().html


def test_shots_are_those_of_a_plan_of_the_same_points():
    state = {"study": "cymbergaj/flick", "seed": 9, "repeats": 1}
    speeds = [1.0, 1.5, 2.0]
    played = pl.DataFrame(tolley.shots(state, {"strike.speed_m_s": speeds}, repeats=50, seed=9, common=True))
    swept = {**state, "repeats": 50, "sweep": {"axes": {"strike.speed_m_s": speeds}}}
    planned = pl.DataFrame(tolley.run(swept)["shots"]).sort("point", "repeat")
    for name in ["ball_x_m", "ball_y_m", "goal", "ball_speed_m_s", "status"]:
        assert played[name].to_list() == planned[name].to_list(), name
    assert played["strike_speed_m_s"].to_list() == planned["strike_speed_m_s"].to_list()


def test_marble_shots_too_whether_the_setup_is_kept_or_made_anew():
    start = {"layout": "given", "given_count": 2, "marble_2_x_m": 0.3}
    state = {"study": "tinsley-green/shot", "seed": 4, "repeats": 1, "start": start}
    angles = [0.0, 0.1, -0.2]
    kept = tolley.shots(state, {"shot.position_rad": angles, "start.marble_1_y_m": [0.0, 0.02, -0.05]}, repeats=8, seed=4)
    # with a key that needs another setup
    made = tolley.shots(
        state,
        {"shot.position_rad": angles, "start.marble_1_y_m": [0.0, 0.02, -0.05], "toley.diameter_m": [0.01905] * 3},
        repeats=8,
        seed=4,
    )
    kept, made = pl.DataFrame(kept), pl.DataFrame(made).drop("toley_diameter_m")
    assert kept.equals(made) and kept.height == 24


def test_threads_change_nothing_and_actions_may_be_arrow():
    actions = {"strike.speed_m_s": [0.5 + 0.01 * i for i in range(200)]}
    state = {"study": "cymbergaj/flick", "seed": 1, "repeats": 1}
    one, four = (pl.DataFrame(tolley.shots(state, actions, threads=threads)) for threads in (1, 4))
    arrow = pl.DataFrame(tolley.shots(state, pl.DataFrame({"strike_speed_m_s": actions["strike.speed_m_s"]})))
    assert one.equals(four) and one.equals(arrow)


def test_shots_that_cannot_be_are_refused():
    state = {"study": "cymbergaj/flick", "seed": 1, "repeats": 1}
    with pytest.raises(tolley.ScenarioError, match="row 1: strike.aim_offset_m"):
        tolley.shots(state, {"strike.aim_offset_m": [0.0, 0.9]})
    with pytest.raises(tolley.ScenarioError, match="did you mean strike.speed_m_s"):
        tolley.shots(state, {"strike.sped_m_s": [1.0]})
    with pytest.raises(tolley.ScenarioError, match="not finite"):
        tolley.shots(state, {"strike.speed_m_s": [float("nan")]})
    with pytest.raises(ValueError, match="different lengths"):
        tolley.shots(state, {"strike.speed_m_s": [1.0], "strike.aim_offset_m": [0.0, 0.0]})
    with pytest.raises(tolley.ScenarioError, match="no single shots"):
        tolley.shots({"study": "cymbergaj/match", "seed": 1, "repeats": 1}, {})


def test_no_rows_have_the_columns_all_the_same():
    flick = {"study": "cymbergaj/flick", "seed": 1, "repeats": 1}
    none, one = (tolley.shots(flick, {"strike.speed_m_s": rows}) for rows in ([], [1.0]))
    assert pl.DataFrame(none).schema == pl.DataFrame(one).schema and pl.DataFrame(none).height == 0
    # read again and again
    assert pl.DataFrame(one).equals(pl.DataFrame(one)) and none.columns == one.columns


def test_numbers_go_into_an_array():
    shots = tolley.Shots({"study": "cymbergaj/flick", "seed": 1, "repeats": 1}, ["strike.speed_m_s"])
    out = array("d", bytes(8 * 3 * 2))
    shots.numbers(array("d", [1.0, 1.5, 2.0]), array("Q", [0, 1, 2]), out, ["ball_speed_m_s", "is_ok"], seed=7)
    table = pl.DataFrame(shots.play([[1.0, 1.5, 2.0]], seed=7))
    assert list(out[::2]) == table["ball_speed_m_s"].to_list() and list(out[1::2]) == [1.0] * 3


def test_what_is_set_and_swept_takes_the_place_of_what_the_scenario_says():
    flick = {"study": "cymbergaj/flick", "seed": 1, "repeats": 2}
    played = tolley.run(flick, settings={"strike.speed_m_s": "2 m/s"}, sweep={"strike.aim_offset_m": [0.0, 0.001]})
    rows = played["shots"].polars()
    assert rows["strike_aim_offset_m"].unique().sort().to_list() == [0.0, 0.001]
    spread = {"min": -0.001, "max": 0.001, "num": 3}
    assert tolley.run(flick, sweep={"strike.aim_offset_m": spread})["points"].polars().height == 3


def test_examples_of_docstrings_hold():
    for module in (tolley, tolley.asking, tolley.scenes, searches):
        found = doctest.testmod(module)
        assert found.attempted > 0 and found.failed == 0, module


def test_nothing_public_has_the_name_of_a_builtin():
    for module in (tolley, searches):
        for name in module.__all__:
            assert not hasattr(builtins, name), name
            try:
                taken = [one for one in inspect.signature(getattr(module, name)).parameters if hasattr(builtins, one)]
            except ValueError:
                # a class of the library that nobody makes
                continue
            assert not taken, (name, taken)


def test_others_go_on_while_it_plays():
    ticks = []
    done = threading.Event()

    def tick():
        while not done.is_set():
            ticks.append(time.perf_counter())
            time.sleep(0.005)

    thread = threading.Thread(target=tick)
    thread.start()
    tolley.shots({"study": "cymbergaj/flick", "seed": 1, "repeats": 1}, {"strike.speed_m_s": [2.0] * 100_000}, threads=1)
    done.set()
    thread.join()
    assert len(ticks) > 10


FORKED = """
import os, threading, time, warnings
import tolley
from tolley.errors import _CALLS

warnings.simplefilter("ignore", DeprecationWarning)
flick = {"study": "cymbergaj/flick", "seed": 1, "repeats": 1}
kept = tolley.Shots(flick, ["strike.speed_m_s"], threads=1)


def forked():
    child = os.fork()
    if child:
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    try:
        kept.play([[2.0]])
    except tolley.TolleyError as error:
        os._exit(3 if "forked while tolley played" in str(error) else 4)
    os._exit(0)


kept.play([[2.0] * 100])
between = forked()
thread = threading.Thread(target=lambda: kept.play([[2.0] * 1_000_000]))
thread.start()
while not _CALLS.running:
    time.sleep(0.001)
time.sleep(0.05)
print(between, forked(), thread.is_alive(), flush=True)
os._exit(0)
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there are no forks here")
def test_a_fork_while_it_plays_is_noticed_and_one_between_is_none_of_its_business():
    told = subprocess.run([sys.executable, "-c", FORKED], capture_output=True, text=True, timeout=120)
    assert told.stdout == "0 3 True\n", told.stderr


INTERRUPTED = """
import sys, time, tolley
start = None
def began(played, trials):
    global start
    if start is None:
        start = time.perf_counter()
        print("began", flush=True)
try:
    tolley.run({what}, output=sys.argv[1], progress=began)
except KeyboardInterrupt:
    print("stopped", flush=True)
"""


def test_ctrl_c_stops_within_a_second_and_the_same_call_continues(tmp_path):
    what = {"study": "cymbergaj/flick", "seed": 1, "repeats": 20_000_000}
    code = INTERRUPTED.replace("{what}", repr(what))
    process = subprocess.Popen([sys.executable, "-c", code, tmp_path / "long"], stdout=subprocess.PIPE, text=True)
    assert process.stdout.readline() == "began\n"
    start = time.monotonic()
    process.send_signal(signal.SIGINT)
    assert process.stdout.readline() == "stopped\n"
    stopped_s = time.monotonic() - start
    assert process.wait(timeout=10) == 0
    # no timing in a test but the one that is promised
    assert stopped_s < 1.0, stopped_s
    assert not tolley.load(tmp_path / "long").is_complete


def test_dice_football_is_solved_as_tables():
    # few rolls: the whole game takes some seconds
    solved = tolley.solve(settings={"time.roll_s": 90, "solve.certify": False})
    row = pl.DataFrame(solved["solutions"]).row(0, named=True)
    positions, policy = pl.DataFrame(solved["positions"]), pl.DataFrame(solved["policy"])
    assert 0.3 < row["points_share"] < 0.7 and positions.height > 100 and policy.height > 100
