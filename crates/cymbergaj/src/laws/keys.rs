//! The keys of the laws, each with the document's value as its default; assumptions are marked.
//!
//! The sizes of table and coins that flicks need too are keys of [`crate::keys`].

use core::f64::consts::{FRAC_PI_4, PI};

use tolley_experiment::key::{Key, Preset, Value};

use super::options::{
    Attribution, BadThrow, BandRule, CoinReturn, ContactFirst, CornerBall, CornerSide, FirstOwnGoal, IllegalStroke,
    Keeper, KickOffSpot, OutCriterion, PenaltySpot, PlacementOrder, SecondStarter, SeriesOrder, Starter, TurnRule,
};
use super::rules::ADDED_NAMES;

const P: [f64; 2] = [0.0, 1.0];
const COUNT: [u64; 2] = [1, 10];
const UNTIMED: &str = "nobody has timed a match";
const UNCOUNTED: &str = "nobody has counted; the preset human has a guess";

const fn p(path: &'static str, about: &'static str) -> Key {
    Key::number(path, 0.0, P, about).plausible([0.0, 0.1]).assumed(UNCOUNTED)
}

/// Every parameter of the laws.
pub const KEYS: &[Key] = &[
    Key::number("table.goal_area_depth_m", 0.15, [0.0, 2.0], "CG-1.7: how far a goal area reaches into the field")
        .plausible([0.1, 0.25])
        .assumed("the laws name no size; scaled from football"),
    Key::number("table.goal_area_width_m", 0.3, [0.0, 5.0], "CG-1.7: width of a goal area")
        .plausible([0.2, 0.5])
        .assumed("the laws name no size; scaled from football"),
    Key::number("clock.half_s", 300.0, [1.0, 36_000.0], "CG-1.2a: a half").plausible([60.0, 600.0]),
    Key::number("clock.extra_half_s", 60.0, [1.0, 36_000.0], "CG-1.3b: a half of extra time").plausible([30.0, 300.0]),
    Key::number("clock.move_s", 10.0, [0.1, 3600.0], "CG-1.2a: mean time of a Move")
        .plausible([4.0, 30.0])
        .assumed(UNTIMED),
    Key::number(
        "clock.move_sd_ratio",
        0.0,
        [0.0, 3.0],
        "CG-1.2a: standard deviation of that time over its mean, lognormal",
    )
    .plausible([0.0, 1.0]),
    Key::number("clock.restart_s", 8.0, [0.0, 3600.0], "CG-1.2a: time of a restart")
        .plausible([2.0, 30.0])
        .assumed(UNTIMED),
    Key::number("clock.foul_s", 10.0, [0.0, 3600.0], "CG-5.1: further time of a foul")
        .plausible([2.0, 60.0])
        .assumed(UNTIMED),
    Key::choice("clock.added_time", ADDED_NAMES, "CG-1.2b: time added to a half, at most 30 s")
        .assumed("the laws do not say what deserves it"),
    Key::number("clock.added_s", 30.0, [0.0, 600.0], "CG-1.2b: fixed added time")
        .only_with("clock.added_time", "fixed"),
    Key::number("clock.added_per_restart_s", 2.0, [0.0, 60.0], "CG-1.2b: added time for each restart of the half")
        .only_with("clock.added_time", "per-restart")
        .assumed(UNTIMED),
    Key::choice("clock.extra_added_time", &["none", "as-halves"], "CG-1.3b: time added to a half of extra time"),
    Key::number(
        "clock.leader_slow_ratio",
        1.0,
        [0.1, 10.0],
        "Time wasting: Moves of the player who leads take so much longer",
    )
    .plausible([1.0, 2.0])
    .assumed("the Polish text has a section on time wasting; the preset human has 1.3"),
    Key::number("clock.move_limit_s", 0.0, [0.0, 3600.0], "Time wasting: no Move takes longer; 0 is off"),
    Key::choice("laws.text", &["english", "polish"], "CG-1.3b: the Polish text gives two Moves a turn in extra time"),
    Key::flag("laws.swap_ends", true, "CG-1.2a: ends are changed after the first half"),
    Key::flag("laws.golden_goal", false, "CG-1.3b: a goal in extra time ends the match"),
    Key::number("laws.p_toss_x", 0.5, P, "CG-2.1: probability that X wins a toss"),
    Key::choice("laws.first_half_kickoff", Starter::NAMES, "CG-2.1: who kicks off"),
    Key::choice("laws.second_half_kickoff", SecondStarter::NAMES, "CG-FB3: who kicks off the second half"),
    Key::choice("laws.extra_kickoff", Starter::NAMES, "CG-FB4: who kicks off extra time"),
    Key::count("laws.moves_per_turn", 1, COUNT, "CG-1.9c: Moves of a turn in open play"),
    Key::count("laws.extra_moves_per_turn", 1, COUNT, "CG-1.3b: the same in extra time"),
    Key::choice("laws.turn_rule", TurnRule::NAMES, "CG-1.9c: when the turn passes"),
    Key::count("laws.kickoff_moves", 2, COUNT, "CG-3.2a: Moves of a kick-off"),
    Key::count("laws.kickoff_goal_from_move", 2, COUNT, "CG-3.2b: first Move on which its goal counts"),
    Key::count("laws.freekick_moves", 2, COUNT, "CG-5.4: Moves of a free kick"),
    Key::count("laws.freekick_goal_from_move", 2, COUNT, "CG-5.4: first Move on which its goal counts"),
    Key::count("laws.goalkick_moves", 2, COUNT, "CG-5.5: Moves of a goal kick"),
    Key::count("laws.goalkick_goal_from_move", 2, COUNT, "CG-5.5: first Move on which its goal counts"),
    Key::count("laws.corner_moves", 2, COUNT, "CG-5.6: Moves of a corner kick"),
    Key::count("laws.corner_goal_from_move", 2, COUNT, "CG-5.6: first Move on which its goal counts"),
    Key::count("laws.centrekick_moves", 2, COUNT, "CG-5.8: Moves of a centre kick"),
    Key::count("laws.centrekick_goal_from_move", 1, COUNT, "CG-5.8: first Move on which its goal counts"),
    Key::flag("laws.throw_goal_allowed", false, "CG-5.2d: whether a goal may be thrown"),
    Key::choice("laws.first_move_own_goal", FirstOwnGoal::NAMES, "CG-3.2c: an own goal on a first Move")
        .assumed("the laws are silent; from football"),
    Key::count("laws.series_count", 5, [1, 1000], "CG-1.3c: penalties of each player in the series"),
    Key::choice("laws.series_first", Starter::NAMES, "CG-1.3c: who begins the series"),
    Key::choice("laws.series_order", SeriesOrder::NAMES, "CG-1.3c: in which order they kick"),
    Key::flag("laws.series_early_stop", true, "CG-FB5: a series that is decided stops"),
    Key::count("laws.sudden_max_rounds", 1000, [1, 1_000_000], "CG-1.3d: rounds of centre kicks before a toss decides")
        .assumed("the laws set no end"),
    Key::choice("laws.out_criterion", OutCriterion::NAMES, "CG-4.1a: when the ball is out"),
    Key::choice("laws.out_attribution", Attribution::NAMES, "CG-FB1: who put the ball over an end-line")
        .assumed("the laws are silent; from football"),
    Key::choice("laws.throw_award", Attribution::NAMES, "CG-5.2a: who put the ball over a side-line")
        .assumed("the laws are silent; from football"),
    Key::choice("laws.contact_first_foul", ContactFirst::NAMES, "CG-5.1d: coin before ball"),
    Key::number("laws.foul_impulse_n_s", 0.0, [0.0, 1.0], "CG-5.1d: a hit with less impulse is no foul")
        .plausible([0.0, 0.001]),
    Key::flag("laws.advantage", false, "CG-5.1: the ball that then enters the offender's goal counts"),
    Key::number("laws.p_award_goal_kick", 1.0, P, "CG-5.1a: a foul in the victim's own goal area gives a goal kick"),
    Key::number("laws.p_award_penalty", 1.0, P, "CG-5.1b: a foul in the offender's own goal area gives a penalty"),
    Key::choice("laws.illegal_stroke", IllegalStroke::NAMES, "CG-1.10: what an illegal stroke costs")
        .assumed("the laws do not say"),
    Key::choice("laws.bad_throw", BadThrow::NAMES, "CG-FB6: what a wrong throw-in costs")
        .assumed("the laws are silent; from football"),
    Key::choice("laws.coin_return", CoinReturn::NAMES, "CG-5.3a: where a coin that fell comes back")
        .assumed("on the edge it would fall again"),
    Key::number(
        "laws.exclusion_m",
        0.13,
        [0.0, 1.0],
        "CG-5.4, CG-5.6: a comb's length, edge to edge, that the other coin keeps",
    )
    .plausible([0.1, 0.2])
    .assumed("combs differ"),
    Key::choice("laws.placement_order", PlacementOrder::NAMES, "CG-5.4: who puts his coin first")
        .assumed("the laws do not say"),
    Key::choice("laws.kickoff_spot", KickOffSpot::NAMES, "CG-3.1: where on their arcs the coins stand"),
    Key::number(
        "laws.kickoff_angle_rad",
        0.0,
        [-PI, PI],
        "CG-3.1: angle from straight behind the ball, to the left positive",
    )
    .only_with("laws.kickoff_spot", "fixed"),
    Key::choice("laws.corner_side", CornerSide::NAMES, "CG-FB9: which corner")
        .assumed("the laws are silent; from football"),
    Key::choice(
        "laws.corner_ball",
        CornerBall::NAMES,
        "CG-5.6: where the ball lies that touches the coin in the corner",
    ),
    Key::number(
        "laws.corner_ball_angle_rad",
        FRAC_PI_4,
        [0.0, 0.5 * PI],
        "CG-5.6: angle of the ball from the end-line",
    )
    .only_with("laws.corner_ball", "fixed"),
    Key::choice("laws.penalty_spot", PenaltySpot::NAMES, "CG-5.7: where on the goal area line the ball lies"),
    Key::number("laws.penalty_y_m", 0.0, [-2.5, 2.5], "CG-5.7: to the taker's left of the middle")
        .only_with("laws.penalty_spot", "fixed"),
    Key::choice("laws.keeper", Keeper::NAMES, "CG-5.7, CG-5.8: where in his goal the defender's coin stands"),
    Key::number("laws.keeper_y_m", 0.0, [-2.5, 2.5], "CG-5.7, CG-5.8: to the defender's left of the middle")
        .only_with("laws.keeper", "fixed"),
    Key::flag("laws.finish_penalty", true, "CG-FB7: a penalty awarded as time ends is taken"),
    Key::count(
        "laws.stall_moves",
        20,
        [1, 1_000_000],
        "CG-FB10: Moves without a touch of the ball, then it goes to the Centre Spot",
    )
    .assumed("the laws are silent; from football"),
    Key::choice("laws.offside", &["never"], "CG-FB11: offside needs several players a side"),
    Key::count("referee.count", 1, [1, 10], "CG-1.5: referees, whose readings are averaged"),
    Key::number("referee.line_sd_m", 0.0, [0.0, 0.1], "CG-4.1b: standard deviation of a referee's reading of a line")
        .plausible([0.0, 0.002]),
    Key::number(
        "referee.discretion_band_m",
        5e-4,
        [0.0, 0.1],
        "CG-4.1b: a ball that rests so near a line is his to judge",
    )
    .plausible([0.0, 0.002])
    .assumed("the laws say: in special cases"),
    Key::choice("referee.discretion", BandRule::NAMES, "CG-4.1b: how he judges it"),
    Key::number("referee.p_award_in_band", 0.5, P, "CG-4.1b: probability that it is out")
        .only_with("referee.discretion", "probability")
        .assumed("a coin's toss"),
    Key::number("referee.p_detect_foul", 1.0, P, "CG-1.5: probability that a foul is seen"),
    Key::choice(
        "human.preset",
        &["literal", "human"],
        "What people do wrong: nothing, or a guess; a key that is set wins",
    ),
    p("human.p_accident", "CG-1.9b: a careless touch replaces the stroke"),
    Key::number("human.accident_speed_m_s", 0.1, [0.0, 10.0], "CG-1.9b: speed of such a touch")
        .plausible([0.01, 0.5])
        .assumed("not measured"),
    p("human.p_illegal_stroke", "CG-1.10: a stroke pushes or sweeps"),
    p("human.p_touch_far", "CG-5.1c: the mover touches the other's coin when it is far"),
    p("human.p_touch_near", "CG-5.1c: the same when it is near"),
    Key::number("human.touch_reach_m", 0.020, [0.0, 1.0], "CG-5.1c: gap of the two coins that is near")
        .assumed("not measured"),
    p("human.p_hand_touch", "CG-5.1e: the mover touches his coin with something else than the comb"),
    p("human.p_extra_move", "CG-5.1f: the mover strokes once more than he may"),
    p("human.p_bad_throw", "CG-5.2b: a throw-in is not thrown as it must be"),
    p("human.p_hop", "CG-5.9: the struck coin hops on what it hits first"),
    p("human.p_ride", "CG-5.9: the lighter coin of a hard hit comes to lie on the other"),
    Key::number("human.ride_impulse_n_s", 0.004, [0.0, 1.0], "CG-5.9: impulse above which a hit is hard")
        .assumed("about 1 m/s of a coin on the ball"),
];

/// What the preset `human` sets.
const HUMAN: &[(&str, Value)] = &[
    ("human.p_accident", Value::Number(0.003)),
    ("human.p_illegal_stroke", Value::Number(0.005)),
    ("human.p_touch_far", Value::Number(0.002)),
    ("human.p_touch_near", Value::Number(0.01)),
    ("human.p_hand_touch", Value::Number(0.002)),
    ("human.p_extra_move", Value::Number(0.001)),
    ("human.p_bad_throw", Value::Number(0.05)),
    ("human.p_hop", Value::Number(0.005)),
    ("human.p_ride", Value::Number(0.002)),
    ("referee.p_detect_foul", Value::Number(0.95)),
    ("referee.line_sd_m", Value::Number(0.0005)),
    ("clock.leader_slow_ratio", Value::Number(1.3)),
];

/// People, and the text of the laws.
pub const PRESETS: &[Preset] = &[
    Preset { path: "human.preset", options: &[("literal", &[]), ("human", HUMAN)] },
    Preset {
        path: "laws.text",
        options: &[("english", &[]), ("polish", &[("laws.extra_moves_per_turn", Value::Count(2))])],
    },
];
