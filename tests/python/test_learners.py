"""Environments keep the laws of those who made them, and play what the package plays."""

import gymnasium
import numpy as np
import polars as pl
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test

import tolley
from tolley.learners import CoinFlickVectorEnv, DiceGame, MarbleShotEnv, MarbleShotVectorEnv
from tolley.learners import contest, match


@pytest.mark.parametrize("name", ["tolley/MarbleShot-v0", "tolley/CoinFlick-v0"])
def test_gymnasium_finds_nothing_wrong(name):
    check_env(gymnasium.make(name).unwrapped, skip_render_check=True)


def test_a_state_is_given_and_a_seed_gives_the_same_shot():
    env = MarbleShotEnv(count=2)
    state = [0.1, 0.0, -0.2, 0.3]
    outcomes = []
    for _ in range(2):
        seen, _ = env.reset(seed=3, options={"state": state})
        assert np.allclose(seen * 0.9144, state)
        outcomes.append(env.step(np.array([0.0, 0.1, 1.0, -0.3, 0.0]))[1:])
    assert outcomes[0] == outcomes[1] and outcomes[0][1:3] == (True, False)
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(np.zeros(5))
    with pytest.raises(ValueError, match="further out"):
        env.reset(options={"state": [2.0, 0.0, 0.0, 0.0]})


def test_a_vector_plays_what_arrays_of_shots_play():
    env = CoinFlickVectorEnv(num_envs=500)
    seen, _ = env.reset(seed=1)
    assert env.observation_space.contains(seen)
    streams = np.random.default_rng()
    actions = np.tile([0.05, 0.2, 0.0], (500, 1))
    # the generator that the next step draws from
    streams.bit_generator.state = env.np_random.bit_generator.state
    worth, is_over = env.step(actions)[1:3]
    assert is_over.all() and set(worth) <= {-1.0, 0.0, 1.0}
    rows = np.concatenate([seen * np.tile([0.5, 0.25], 3), env._middle + env._half * actions], axis=1)
    shots = tolley.Shots(env.shot.scenario, [*env.shot.places, *env.shot.actions])
    out = np.empty((500, 2))
    shots.numbers(rows, streams.integers(0, 2**63, 500, np.uint64), out, ["goal", "own_goal"])
    assert np.array_equal(out[:, 0] - out[:, 1], worth)
    # the next step begins anew, without a reward
    seen_next, worth, is_over = env.step(actions)[:3]
    assert not is_over.any() and not worth.any() and not np.array_equal(seen, seen_next)


def test_threads_do_not_change_what_learners_see():
    runs = []
    for threads in (1, 3):
        env = MarbleShotVectorEnv(num_envs=200, count=4, threads=threads)
        env.reset(seed=8)
        runs.append(env.step(env.action_space.sample() * 0 + 0.3)[1])
    assert np.array_equal(*runs)


def test_gymnasium_makes_them_natively_vectorised():
    env = gymnasium.make_vec("tolley/CoinFlick-v0", num_envs=16, vectorization_mode="vector_entry_point")
    assert env.unwrapped.num_envs == 16 and env.reset(seed=1)[0].shape == (16, 6)


SHORT = {"study": "dice-football/solve", "seed": 1, "repeats": 1, "time": {"roll_s": 60}}


def test_pettingzoo_finds_nothing_wrong():
    api_test(match.env(SHORT), num_cycles=300)
    seed_test(lambda: match.env(SHORT), num_cycles=100)


def test_states_of_dice_football_play_to_an_end_as_often_won_as_the_simulator_says():
    game = DiceGame(SHORT)
    random = np.random.default_rng(2)
    ahead = []
    for _ in range(400):
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                actions, shares = zip(*state.chance_outcomes())
                assert abs(sum(shares) - 1.0) < 1e-12
                state.apply_action(random.choice(actions, p=np.array(shares) / sum(shares)))
            else:
                state.apply_action(random.choice(state.legal_actions()))
        assert sum(state.returns()) == 0.0 and state.current_player() == -4
        ahead.append(state.goals[0] + state.goals[1])
    players = {"player_a.policy": "random", "player_b.policy": "random"}
    scenario = {"study": "dice-football/match", "seed": 2, "repeats": 4000, "time": {"roll_s": 60}}
    goals = pl.DataFrame(tolley.run(scenario, settings=players)["matches"])["goal_count"]
    error = np.hypot(np.std(ahead) / 20.0, goals.std() / 4000**0.5)
    assert abs(np.mean(ahead) - goals.mean()) < 4.0 * error


def test_the_best_action_of_the_exact_solution_beats_chance():
    game = DiceGame(SHORT)
    random = np.random.default_rng(5)
    points = []
    for number in range(200):
        state, solver = game.new_initial_state(), number % 2
        while not state.is_terminal():
            player = state.current_player()
            if state.is_chance_node():
                actions, shares = zip(*state.chance_outcomes())
                state.apply_action(random.choice(actions, p=np.array(shares) / sum(shares)))
            elif player == solver:
                state.apply_action(game.best_action(state))
            else:
                state.apply_action(random.choice(state.legal_actions()))
        points.append(0.5 + 0.5 * state.returns()[solver])
    # of equals this would be 0.5 with a standard error of 0.03
    assert np.mean(points) > 0.62, np.mean(points)


QUICK = {"study": "cymbergaj/match", "seed": 1, "repeats": 1, "clock": {"half_s": 60}}


@pytest.mark.parametrize("make", [lambda: contest.coins(QUICK), contest.marbles])
def test_pettingzoo_finds_nothing_wrong_with_whole_matches(make):
    api_test(make(), num_cycles=150)
    seed_test(make, num_cycles=40)


def played(env, choose, seed=None):
    """Plays a match; its rewards, and the points last seen."""
    env.reset(seed=seed)
    rewards = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        seen, reward, is_over, is_cut, info = env.last()
        rewards[agent] += reward
        assert not is_cut and len(seen) == len(env.names)
        points = {**info}
        env.step(None if is_over else choose(agent, seen))
    return rewards, points


def test_coins_flicked_by_chance_score_as_often_as_the_random_policy():
    env, chance = contest.coins(QUICK), np.random.default_rng(3)
    goals = []
    for number in range(300):
        env.reset(seed=5) if number == 0 else env.reset()
        while not any(env.terminations.values()):
            action = chance.uniform(-1.0, 1.0, 3)
            # the policy strokes through the middle of its coin
            action[2] = 0.0
            env.step(action)
        goals.append(sum(env.infos[agent]["points"] for agent in env.agents))
        assert sorted(env.rewards.values()) == [-1.0, 1.0]
    scenario = {**QUICK, "repeats": 600, "contest": {"seats": "a-x"}}
    random = {"a.policy": "random", "b.policy": "random"}
    matches = pl.DataFrame(tolley.run(scenario, settings=random)["matches"])
    usual = matches["a_goal_count"].cast(float) + matches["b_goal_count"]
    error = np.hypot(np.std(goals) / 300**0.5, usual.std() / 600**0.5)
    assert abs(np.mean(goals) - usual.mean()) < 4.0 * error, (np.mean(goals), usual.mean(), error)


def test_a_side_that_aims_beats_one_that_does_not():
    env = contest.marbles()
    chance = np.random.default_rng(4)
    at = {name: place for place, name in enumerate(env.names)}
    marbles = [(at[f"marble_{i}_x_ratio"], at[f"marble_{i}_y_ratio"], at[f"marble_{i}_is_on"]) for i in range(1, 14)]

    def choose(agent, seen):
        assert seen[at["chooses"]] == 1.0
        if agent == "side_1":
            return chance.uniform(-1.0, 1.0, 6)
        x, y, _ = max(((seen[x], seen[y], np.hypot(seen[x], seen[y])) for x, y, on in marbles if seen[on]), key=lambda m: m[2])
        return np.array([x, y, np.arctan2(y, x) / np.pi, 0.0, -0.2, 0.0])

    won = [played(env, choose, seed=number)[0]["side_0"] for number in range(20)]
    # of equals 0 with a deviation of 4.5
    assert sum(won) > 13, won


def test_matches_of_a_seed_follow_one_another_and_wrong_choices_are_refused():
    env = contest.coins(QUICK)
    env.reset(seed=7)
    first = env.observe("side_0")
    env.reset()
    env.step(np.zeros(3))
    env.reset(seed=7)
    assert np.array_equal(env.observe("side_0"), first)
    for wrong in ([0.0, 0.0], [0.0, 2.0, 0.0], [0.0, np.nan, 0.0]):
        with pytest.raises(tolley.TolleyError, match="3 numbers from -1 to 1"):
            env.step(np.array(wrong))
    with pytest.raises(tolley.TolleyError, match="cymbergaj/match is wanted, not of cymbergaj/flick"):
        contest.coins({"study": "cymbergaj/flick", "seed": 1, "repeats": 1})
