"""The values of the laws of marbles, as docs/laws/tinsley_green.md has them, for the judge."""

import math

PLAYERS = ("first", "second", "third", "fourth", "fifth", "sixth",
           "seventh", "eighth", "ninth", "tenth", "eleventh", "twelfth")
# the values of the document, and the readings of docs/laws/tinsley_green.md: whatever differs is an amendment, TG-13
LAWS = {
    "laws_version": "BMBC-1992",
    "ring_diameter_m": 1.8288, "ring_height_m": 0.0762, "ring_edge_fillet_m": 0.0, "ring_off": "centre-past-edge",
    "ring_sand": "per-game", "ring_sand_memory": "none",
    "rack_count": 49, "rack_packing": "nearest-shell", "rack_individual_per_player_count": 4,
    "rack_individual_least_count": 25, "rack_tie_break_count": 13, "rack_gap_mean_m": 60e-6,
    "rack_gap_law": "exponential", "rack_touching_share": 0.2,
    "marble_diameter_m": 0.0127, "marble_diameter_sd_m": 0.0, "marble_density_kg_m3": 2500.0,
    "toley_density_kg_m3": 2500.0, "a_toley_density_ratio": 1.0, "b_toley_density_ratio": 1.0,
    **{f"roster_{player}_toley_density_ratio": 1.0 for player in PLAYERS},
    "toley_diameter_max_m": 0.01905, "toley_standard_diameter_m": 0.01905, "toley_standard_density_kg_m3": 2500.0,
    "hand_in_ring_offset_max_m": 0.0, "hand_position_limits": "none", "hand_position_middle_rad": 0.0,
    "hand_position_reach_rad": math.pi / 2, "hand_position_turn_rad": 0.0, "hand_grip": "index",
    "match_team_size_count": 6, "match_win": "most-games", "match_target": "points", "match_target_points_count": 25,
    "match_end_on_target": "shot", "match_tie_break_target_count": 7, "match_tie_breaks_most_count": 10,
    "match_first_play": "nose-drop", "match_first_choice": "first", "match_first_choice_games_count": 200,
    "match_nose_drop_sd_m": 0.03, "match_nose_push_sd_m_s": 0.0, "match_nose_drop_sd_ratio": 1.0,
    "match_nose_height_m": 1.5, "match_groove_width_m": 0.0, "match_elimination_gap": "skip-slot",
    "match_on_wipeout": "play-on", "match_nobody_left": "points", "match_board_pool_count": 24,
    "match_board_pool_sd_ratio": 0.3, "match_bench_distance_m": 3.0, "match_turns_most_count": 2000,
    "match_time_limit_s": 0.0, "match_shot_s": 20.0, "match_turn_change_s": 10.0,
    "continuation_points_per_marble_count": 1, "continuation_toley_knock": "any",
    "continuation_eliminate_on_knockoff": True, "continuation_eliminated_by": "any-player",
    "continuation_unplayable": "remove", "continuation_shots_per_break_most_count": 1000,
    "fouls_limit_count": 3, "fouls_restore": "knocked-off-only", "fouls_p_fudge": 0.0, "fouls_fudge_speed_m_s": 0.5,
    "fouls_fudge_reach_m": 0.03, "fouls_fudge_is_meant": False,
    "fouls_p_cabbage": 0.0, "fouls_cabbage_m": 0.02, "fouls_cabbage_before_release": False,
    "fouls_p_block_shooter": 0.0, "fouls_p_block_other": 0.0, "fouls_block_by_other": "let-stand",
    "fouls_p_warning": 0.0, "fouls_warning_limit_count": 3,
    "accidents_p_misfire": 0.0, "accidents_misfire_speed_max_m_s": 0.3, "accidents_p_break_marble": 0.0,
    "accidents_p_break_toley": 0.0, "accidents_break_impulse_n_s": 0.05, "accidents_p_shatter": 0.05,
    "accidents_piece_offset_m": 0.01, "accidents_p_toley_refused": 0.0, "accidents_p_substitution": 0.0,
    "accidents_p_substitution_approved": 1.0, "accidents_unapproved_substitution_is_foul": False,
    "accidents_p_redrop": 0.0, "accidents_p_miscount": 0.0,
    "referee_edge_sd_m": 0.0, "referee_p_detect_foul": 1.0, "referee_p_false_foul": 0.0,
}


def differs(value, law):
    return value != law if isinstance(law, (bool, str)) else abs(value - law) > 1e-12


def is_ceramic(name, value):
    """TG-3 and TG-4a name ceramic, 2400 kg/m3, beside glass, 2500."""
    return (name.endswith("density_kg_m3") and value == 2400.0) or (name.endswith("toley_density_ratio") and value == 0.96)


def is_amended(keys, name, value):
    return differs(keys[name], value) and not is_ceramic(name, keys[name])


def amended(keys):
    """The keys of the laws that differ from the document's values, sorted."""
    return sorted(name for name, value in LAWS.items() if is_amended(keys, name, value))


def amended_of_shot(keys):
    """The same of a shot alone, whose ring has no height and no sand of a game, and whose toley nobody measures."""
    return sorted(name for name, value in LAWS.items() if name in keys and is_amended(keys, name, value))
