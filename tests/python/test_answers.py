"""Questions and their answers: what the command prints, as a sentence, tables and a page."""

import json

import duckdb
import polars as pl
import pyarrow as pa
import pytest

import tolley

FLICKS = {
    "study": "cymbergaj/flick",
    "seed": 5,
    "repeats": 40,
    "sweep": {"axes": {"strike.speed_m_s": [1.0, 2.0], "strike.aim_offset_m": {"min": -0.005, "max": 0.005, "num": 3}}},
}


def test_a_map_says_what_every_choice_is_worth(tmp_path):
    flick = {"study": "cymbergaj/flick", "seed": 1, "best": {"objective": "goal", "skills": ["club"], "shots": 4000}}
    flick["best"]["aims"] = {"strike.speed_m_s": {"min": 1, "max": 3}}
    answer = tolley.best(flick, grid=5, output=tmp_path)
    speeds = answer.table("map").polars()["strike_speed_m_s"].to_list()
    assert pl.read_parquet(tmp_path / "map.parquet")["strike_speed_m_s"].to_list() == speeds == [1, 1.5, 2, 2.5, 3]
    assert answer.kind == answer.verdict == "best"


def test_answers_are_those_of_the_command(tmp_path, tolley_command):
    dataset = tolley.run(FLICKS, output=tmp_path / "flicks")
    ask = ["ask", "fair", dataset.path, "--measure", "goal", "--json"]
    told = tolley_command(*ask)
    answer = tolley.fair(dataset, measure="goal")
    assert json.loads(told.stdout) == answer.to_dict()
    # who asks in Python says where an answer is kept
    (tmp_path / "flicks-verdicts/answer.json").unlink()
    assert tolley.fair(dataset.path, measure="goal").sentence == answer.sentence
    assert not (tmp_path / "flicks-verdicts/answer.json").exists()


def test_an_answer_prints_its_sentence_and_has_frames_without_a_folder():
    answer = tolley.effect(FLICKS, over="strike.speed_m_s", vs=1.0, measure="goal", better="largest")
    assert str(answer) == repr(answer) and str(answer).startswith(answer.sentence) and answer.sentence.endswith(".")
    assert answer.kind == "effect" and answer.certainty in {"clearly", "probably", "cannot tell yet"}
    name = next(iter(answer.tables))
    frame, again = answer[name].polars(), answer.table(name).pandas()
    assert frame.height == len(again) > 0 and frame.columns == list(again.columns)
    assert "strike_speed_m_s" in frame.columns
    estimates = answer["estimates"].polars()
    assert {"measure", "quantity", "estimate", "conf_low", "conf_high", "n"} <= set(estimates.columns)
    assert duckdb.from_arrow(pa.table(answer["estimates"])).aggregate("count(*)").fetchall() == [(estimates.height,)]
    assert "--details" not in answer.text() and len(answer.text(details=True)) > len(answer.text())
    assert answer.markdown().startswith("## ")
    assert answer._repr_html_().startswith("<iframe") and answer.sentence.split()[0] in answer.page().html
    with pytest.raises(tolley.ScenarioError, match="no table nonsense; there are"):
        answer.table("nonsense")
    # no folder that is gone is named
    assert "/tmp" not in json.dumps(answer.to_dict()["again"] + answer.to_dict()["next"])


def test_what_a_scenario_asks_besides_is_there_too():
    asks = [{"kind": "fair"}, {"kind": "effect", "over": ["a.policy"], "measure": "move_count"}]
    text = {"study": "cymbergaj/shootout", "seed": 1, "repeats": 40, "ask": asks}
    answer = tolley.ask({**text, "sweep": {"axes": {"a.policy": ["direct", "random"]}}}, strata=False)
    assert answer.kind == "fair" and [other.kind for other in answer.also] == ["effect"]
    assert str(answer).splitlines() == [answer.sentence, answer.also[0].sentence]
    assert answer.also[0]["estimates"].polars()["measure"].unique().to_list() == ["move_count"]


def test_every_kind_of_question_has_its_function():
    flicks = {**FLICKS, "repeats": 20, "sweep": {"axes": {"strike.speed_m_s": [0.5, 1.0, 1.5, 2.0]}}}
    for kind, asked in [("effect", {"over": "strike.speed_m_s"}), ("limit", {"along": "strike.speed_m_s"})]:
        answer = getattr(tolley, kind)(flicks, measure="ball_speed_m_s", **asked)
        assert answer.kind == kind and answer.sentence, kind
    policies = {"a.policy": ["direct", "random"], "b.policy": ["direct", "random"]}
    both = {"study": "cymbergaj/shootout", "seed": 1, "repeats": 20, "sweep": {"axes": policies}}
    answer = tolley.response(both, over="a.policy", against="b.policy", measure="a_win_share")
    assert answer.kind == "response" and answer.sentence, answer
    swept = {"strike.speed_m_s": {"min": 1.0, "max": 2.0}, "strike.aim_offset_m": {"min": -0.01, "max": 0.01}}
    drawn = {**FLICKS, "repeats": 2, "sweep": {"design": "saltelli", "points": 64, "axes": swept}}
    answer = tolley.depends(drawn, measure="ball_speed_m_s")
    assert answer.kind == "depends" and "speed" in answer.sentence, answer


def test_what_was_measured_is_played(tmp_path):
    coins = tmp_path / "coins.toml"
    coins.write_text('coins = ["5.21 g", "5.13 g"]\n')
    shootout = {"study": "cymbergaj/shootout", "seed": 1, "repeats": 20}
    answer = tolley.fair(shootout, profiles=coins)
    assert "coins.toml" in answer.text(details=True)
    played = tolley.run(shootout, profiles=[coins]).summary()
    assert played != tolley.run(shootout).summary()
    me = tmp_path / "me.toml"
    shots = {"aim_error_rad": [0.01, -0.02, 0.03, 0.0, -0.01, 0.02], "speed_ratio": [0.98, 1.03, 1.0, 1.05, 0.95, 1.01]}
    assert tolley.fit(shots, profile=me).kind == "fit" and "aim_sd_rad" in me.read_text()


def test_what_a_scenario_asks_can_be_undone():
    # the table asked for a sequential test, and sequential=False left it so
    text = "study = \"cymbergaj/shootout\"\nseed = 1\nrepeats = 40\n[[ask]]\nkind = \"fair\"\nsequential = true\n"

    def looks(found):
        return "after every" in str(found.to_dict()["notes"])

    assert looks(tolley.fair(text))
    assert not looks(tolley.fair(text, sequential=False))
    assert looks(tolley.fair(text.replace("true", "false"), sequential=True))


def test_a_dataset_answers_what_is_asked(tmp_path):
    flicks = tolley.run({**FLICKS, "sweep": {"axes": {"strike.speed_m_s": [1.0, 2.0]}}}, output=tmp_path / "flicks")
    answer = flicks.ask("best")
    assert answer.verdict == "best" and answer.sentence.endswith("."), answer.sentence
    assert answer.text().startswith(answer.sentence) and answer.to_dict()["headline"]["sentence"] == answer.sentence
    assert str(flicks.ask()) == str(tolley.ask(flicks)) == str(tolley.ask(flicks.path))
    with pytest.raises(tolley.TolleyError):
        flicks.ask("nonsense")
    assert [path.name for path in tmp_path.iterdir()] == ["flicks"]


def test_players_of_matches_are_ranked():
    matches = {"study": "dice-football/match", "repeats": 60, "seed": 2}
    axes = {"sweep": {"axes": {"player_a.policy": ["greedy", "random"], "player_b.policy": ["greedy", "random"]}}}
    players = tolley.rank({**matches, **axes})["players"].polars()
    elo = dict(zip(players["player"], players["matches_Elo"]))
    assert elo["greedy"] > elo["random"]
