//! The keys of the laws: the document's values, with what it leaves open marked as assumed, and the presets `literal` and
//! `human`.

use tolley_experiment::key::{Key, Preset, Value};

use super::format::{Choice, FirstPlay, MatchKind, MatchWin, OrderPolicy, SandReset};
use super::rules::{
    BlockByOther, EliminatedBy, EliminationGap, EndOnTarget, FoulRestore, KnockContinues, NobodyLeft, OffCriterion,
    OnWipeout, Unplayable,
};

const OPEN: &str = "the laws leave it open";
const NO_FIGURE: &str = "the laws name no figure";
const UNCOUNTED: &str = "nobody has counted how often";

/// A probability of something that players or balls do.
const fn chance(path: &'static str, default: f64, about: &'static str) -> Key {
    Key::number(path, default, [0.0, 1.0], about).assumed(UNCOUNTED)
}

/// Keys of `[laws]`, `[match]`, `[continuation]`, `[fouls]`, `[accidents]` and `[referee]`, and those of `[ring]`, `[rack]`,
/// `[toley]` and `[hand]` that only a whole game has.
pub const KEYS: &[Key] = &[
    Key::choice(
        "laws.preset",
        &["literal", "human"],
        "Human errors: none, or as often as seems likely; a key that is set wins",
    )
    .assumed(UNCOUNTED),
    Key::choice("laws.version", &["BMBC-1992"], "The laws in force, TG-13; keys that differ from them are amendments"),
    Key::number(
        "ring.height_m",
        0.0762,
        [0.0, 1.0],
        "Height of the edge over the ground around, TG-1b: about three inches",
    )
    .plausible([0.05, 0.1]),
    Key::number(
        "ring.edge_fillet_m",
        0.0,
        [0.0, 0.2],
        "Radius to which the rim is worn, TG-1b; with ring.off support-lost",
    )
    .plausible([0.0, 0.03])
    .only_with("ring.off", "support-lost")
    .assumed("the laws know no worn rim"),
    Key::choice("ring.off", OffCriterion::NAMES, "When a ball at rest is off the ring, TG-X1").assumed(OPEN),
    Key::choice("ring.sand", SandReset::NAMES, "How often the sand is laid anew, TG-1c"),
    Key::choice("ring.sand_memory", &["none"], "Furrows that shots leave in the sand, TG-1c: none").assumed(OPEN),
    Key::count("rack.individual_per_player_count", 4, [0, 30], "Marbles of each player of an individual match, TG-11b"),
    Key::count("rack.individual_least_count", 25, [0, 61], "Least marbles of an individual match, TG-11b"),
    Key::count("rack.tie_break_count", 13, [1, 61], "Marbles of a tie-break or challenge, TG-11d, TG-11e"),
    Key::number(
        "toley.diameter_max_m",
        0.01905,
        [0.001, 0.1],
        "Widest toley that the laws allow, TG-4a: three quarters of an inch",
    ),
    Key::number(
        "toley.standard_diameter_m",
        0.01905,
        [0.001, 0.1],
        "Toley that replaces one refused or broken, TG-4b, TG-8b",
    )
    .plausible([0.0127, 0.01905])
    .assumed(OPEN),
    Key::number("toley.standard_density_kg_m3", 2500.0, [100.0, 25000.0], "Density of that toley; glass")
        .plausible([2300.0, 4000.0])
        .assumed(OPEN),
    Key::number(
        "hand.in_ring_offset_max_m",
        0.0,
        [0.0, 0.1],
        "How far from its rest point a toley may be released, TG-6b1",
    )
    .plausible([0.0, 0.005]),
    Key::choice("hand.position_limits", &["none"], "Parts of the edge that are barred for knuckling down, TG-6a: none")
        .assumed(OPEN),
    Key::choice("hand.grip", &["index", "second"], "Finger before the thumb, TG-5b2; the second one spins less")
        .assumed("the laws allow both; how they differ nobody has measured"),
    Key::choice("match.kind", MatchKind::NAMES, "What is played, TG-9, TG-10, TG-11, TG-11e"),
    Key::count("match.team_size_count", 6, [1, 60], "Players of a team, TG-9b"),
    Key::count("match.player_count", 4, [1, 60], "Players of an individual match, TG-11a")
        .only_with("match.kind", "individual")
        .assumed("the laws say two or more"),
    Key::count("match.game_count", 1, [1, 99], "Games of a match, TG-9a"),
    Key::choice("match.win", MatchWin::NAMES, "What wins a match of several games, TG-9a").assumed(OPEN),
    Key::choice(
        "match.target",
        &["points", "auto"],
        "Points that win: match.target_points_count, or more than half the rack, TG-9g",
    ),
    Key::count("match.target_points_count", 25, [1, 1000], "Points that win a team's game, TG-9g")
        .only_with("match.target", "points"),
    Key::choice("match.end_on_target", EndOnTarget::NAMES, "When a game ends that is won, TG-9g").assumed(OPEN),
    Key::count(
        "match.tie_break_target_count",
        7,
        [1, 1000],
        "Points that win a tie-break or challenge, TG-11d, TG-11e",
    ),
    Key::count(
        "match.tie_breaks_most_count",
        10,
        [0, 1000],
        "Tie-breaks after which those who are still level have drawn, TG-X4",
    )
    .assumed("a guard"),
    Key::choice("match.first_play", FirstPlay::NAMES, "How it is found who has the choice to play first, TG-9f"),
    Key::choice("match.first_choice", Choice::NAMES, "What who has the choice does with it, TG-9f").assumed(OPEN),
    Key::number("match.first_wins_share", 0.5, [0.0, 1.0], "Share of games that the first side is taken to win")
        .only_with("match.first_choice", "optimal")
        .assumed("to be found by simulation"),
    Key::number(
        "match.nose_drop_sd_m",
        0.030,
        [0.0, 1.0],
        "Standard deviation of a drop from the nose beside the line, TG-9f",
    )
    .plausible([0.005, 0.1])
    .assumed("nobody has measured it"),
    Key::number(
        "match.nose_drop_sd_ratio",
        1.0,
        [0.0, 100.0],
        "That of the second side or player over that of the others",
    )
    .plausible([0.25, 4.0])
    .assumed("nobody has measured it"),
    Key::choice("match.order", OrderPolicy::NAMES, "In which order a captain fields his players, TG-9b").assumed(OPEN),
    Key::choice("match.elimination_gap", EliminationGap::NAMES, "Who plays in place of an eliminated player, TG-9c")
        .assumed(OPEN),
    Key::choice("match.on_wipeout", OnWipeout::NAMES, "What follows when a side has nobody left, TG-X2").assumed(OPEN),
    Key::choice("match.nobody_left", NobodyLeft::NAMES, "What follows when nobody is left, TG-X3").assumed(OPEN),
    Key::number(
        "match.board_skill_ratio",
        0.7,
        [0.0, 10.0],
        "Errors of players picked by the Board over those of a club, TG-10",
    )
    .plausible([0.4, 1.0])
    .only_with("match.kind", "international")
    .assumed("nobody has measured either"),
    Key::number(
        "match.bench_distance_m",
        3.0,
        [0.0, 100.0],
        "Distance of the benches from the edge, TG-9d: at least 3 m",
    ),
    Key::count("match.turns_most_count", 2000, [1, 1_000_000], "Turns after which a game is cut short, TG-X4")
        .assumed("a guard"),
    Key::number("match.time_limit_s", 0.0, [0.0, 1e6], "Time after which a game ends with the break, TG-X4; 0 is none"),
    Key::number("match.shot_s", 20.0, [0.0, 3600.0], "Time of a shot, TG-X4; only told").assumed("nobody has timed it"),
    Key::number("match.turn_change_s", 10.0, [0.0, 3600.0], "Time between turns, TG-X4; only told")
        .assumed("nobody has timed it"),
    Key::count("continuation.points_per_marble_count", 1, [1, 100], "Points for a marble, TG-5a"),
    Key::choice(
        "continuation.toley_knock",
        KnockContinues::NAMES,
        "Which toleys knocked off earn another shot, TG-5d4",
    )
    .assumed(OPEN),
    Key::flag(
        "continuation.eliminate_on_knockoff",
        true,
        "Whether the owner of a toley knocked off is out of the game, TG-5d3",
    ),
    Key::choice("continuation.eliminated_by", EliminatedBy::NAMES, "Whose shots do that, TG-5d3").assumed(OPEN),
    Key::choice("continuation.unplayable", Unplayable::NAMES, "What a lie costs that cannot be played, TG-6b2")
        .assumed(OPEN),
    Key::count(
        "continuation.shots_per_break_most_count",
        1000,
        [1, 1_000_000],
        "Shots after which a break ends, TG-5d4",
    )
    .assumed("a guard"),
    Key::count(
        "fouls.limit_count",
        3,
        [0, 1000],
        "Fouls of a player that put him out of the game, TG-7three; 0 is never",
    ),
    Key::choice("fouls.restore", FoulRestore::NAMES, "What goes back on the ring after a foul, TG-7i").assumed(OPEN),
    chance("fouls.p_fudge", 0.0, "Probability that a shot is fudged, TG-7a"),
    Key::number("fouls.fudge_speed_m_s", 0.5, [0.0, 10.0], "Speed that fudging adds, TG-7a")
        .plausible([0.0, 1.5])
        .assumed(NO_FIGURE),
    Key::number("fouls.fudge_reach_m", 0.030, [0.0, 0.5], "How far fudging brings the toley forward, TG-7a")
        .plausible([0.0, 0.1])
        .assumed(NO_FIGURE),
    chance("fouls.p_cabbage", 0.0, "Probability that a shot from inside the ring is cabbaged, TG-7b"),
    Key::number(
        "fouls.cabbage_m",
        0.020,
        [0.0, 0.5],
        "How far ahead of its rest point a cabbaged toley is released, TG-7b",
    )
    .plausible([0.0, 0.1])
    .assumed(NO_FIGURE),
    Key::flag("fouls.cabbage_before_release", false, "Whether cabbaging is stopped before the shot, TG-7b"),
    chance("fouls.p_block_shooter", 0.0, "Probability that the shooter blocks a ball, TG-7c"),
    chance("fouls.p_block_other", 0.0, "Probability that an opponent blocks a ball, TG-7c"),
    Key::choice("fouls.block_by_other", BlockByOther::NAMES, "What becomes of a shot that an opponent blocks, TG-7c")
        .assumed(OPEN),
    chance("fouls.p_warning", 0.0, "Probability a turn that the other side's bench earns a warning, TG-9d"),
    Key::count("fouls.warning_limit_count", 3, [0, 1000], "Warnings that disqualify a side, TG-9d; 0 is never"),
    chance("accidents.p_misfire", 0.0, "Probability that a shot is dropped or misfires, TG-6c"),
    Key::number("accidents.misfire_speed_max_m_s", 0.3, [0.0, 10.0], "Fastest misfire, TG-6c")
        .plausible([0.0, 1.0])
        .assumed(NO_FIGURE),
    chance("accidents.p_break_marble", 0.0, "Probability a hard hit that a marble breaks, TG-8a"),
    chance("accidents.p_break_toley", 0.0, "Probability a hard hit that a toley breaks, TG-8b"),
    Key::number("accidents.break_impulse_n_s", 0.05, [0.0, 100.0], "Impulse above which a hit is hard, TG-8a")
        .assumed("nobody has measured it"),
    chance("accidents.p_shatter", 0.05, "Probability that a broken ball has no largest piece, TG-8a"),
    Key::number(
        "accidents.piece_offset_m",
        0.010,
        [0.0, 1.0],
        "Standard deviation of the largest piece from where the ball would lie, each way, TG-8a",
    )
    .assumed(NO_FIGURE),
    chance("accidents.p_toley_refused", 0.0, "Probability that the referee refuses a toley, TG-4b"),
    chance("accidents.p_substitution", 0.0, "Probability a turn that a player wants to swap his toley, TG-4c"),
    chance("accidents.p_substitution_approved", 1.0, "Probability that he has leave, TG-4c, TG-8b"),
    Key::flag("accidents.unapproved_substitution_is_foul", false, "Whether a swap without leave is a foul shot, TG-4c")
        .assumed(OPEN),
    chance("accidents.p_redrop", 0.0, "Probability that a drop from the nose is done again, TG-9f"),
    chance("accidents.p_miscount", 0.0, "Probability a break that the collector miscounts by one, TG-9b"),
    Key::number("referee.edge_sd_m", 0.0, [0.0, 0.1], "Standard deviation of the referee's eye at the edge, TG-2")
        .plausible([0.0, 0.005]),
    chance("referee.p_detect_foul", 1.0, "Probability that a breach is seen, TG-2"),
    chance("referee.p_false_foul", 0.0, "Probability that a fair shot is called a foul, TG-2"),
];

/// The presets of the laws.
pub const PRESETS: &[Preset] = &[
    Preset { path: "laws.preset", options: &[("literal", &[]), ("human", HUMAN)] },
    Preset {
        path: "hand.grip",
        options: &[("index", &[]), ("second", &[("player.spin_min_ratio", Value::Number(-1.0))])],
    },
];

const HUMAN: &[(&str, Value)] = &[
    ("marble.diameter_sd_m", Value::Number(0.15e-3)),
    ("fouls.p_fudge", Value::Number(0.02)),
    ("fouls.p_cabbage", Value::Number(0.01)),
    ("fouls.p_block_shooter", Value::Number(0.002)),
    ("fouls.p_warning", Value::Number(0.002)),
    ("accidents.p_misfire", Value::Number(0.01)),
    ("accidents.p_break_marble", Value::Number(1e-5)),
    ("referee.edge_sd_m", Value::Number(1e-3)),
    ("referee.p_detect_foul", Value::Number(0.9)),
];
