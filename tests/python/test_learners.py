"""Environments keep the laws of those who made them, and play what the package plays."""

import gymnasium
import numpy as np
import polars as pl
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test

import tolley
from tolley.learners import CoinFlickVectorEnv, DiceGame, MarbleShotEnv, MarbleShotVectorEnv
from tolley.learners import match


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
    goals = pl.DataFrame(tolley.run(scenario, set=players)["matches"])["goal_count"]
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
