//! The keys of a match; those of table, surface, contact and ball are the flick's.

use std::sync::LazyLock;

use tolley_experiment::key::{Key, Preset, Schema, Value};
use tolley_experiment::noise::Noise;

use crate::coins::{self, Edge};
use crate::keys::{DIAMETER_M, FLICK, MASS_KG, deg};
use crate::laws::keys as laws;
use crate::players::{CornerDefence, Policy};

/// What a flick has and a match has not: a striker who is always the same, hops and rides by physics, coins that
/// differ from shot to shot.
const NOT_IN_A_MATCH: [&str; 7] =
    ["striker.", "opponent.", "player.", "events.", "surface.curl", "surface.landing", "surface.settle"];
const NOT_IN_A_MATCH_TOO: [&str; 9] = [
    "contact.restitution_sd_ratio",
    "coins.mass_sd_ratio",
    "coins.wear_max_ratio",
    "strike.speed_m_s",
    "strike.position_rad",
    "strike.aim_offset_m",
    "strike.offset_ratio",
    "layout.",
    "ball.thickness_m",
];

/// Keys of `cymbergaj/match`.
pub static MATCH: LazyLock<Schema> = LazyLock::new(|| schema(&[]));

/// Keys of `cymbergaj/shootout`, which knows neither openings nor a clock.
pub static SHOOTOUT: LazyLock<Schema> = LazyLock::new(|| schema(&["contest.opening"]));

fn schema(without: &[&str]) -> Schema {
    let left_out = |path: &str| NOT_IN_A_MATCH.iter().chain(&NOT_IN_A_MATCH_TOO).any(|start| path.starts_with(start));
    let of_flick = FLICK.keys.iter().filter(|key| !left_out(key.path));
    let keys = CONTEST.iter().chain(of_flick).chain(laws::KEYS).chain(A).chain(B).copied();
    let presets = PRESETS.iter().chain(laws::PRESETS).copied().chain([ball()]);
    let keys = keys.filter(|key| !without.iter().any(|start| key.path.starts_with(start)));
    Schema { keys: keys.collect::<Vec<Key>>().leak(), presets: presets.collect::<Vec<Preset>>().leak() }
}

/// What naming the ball's coin sets in a match, which needs no thickness.
fn ball() -> Preset {
    let needed = |sets: &[(&'static str, Value)]| -> &'static [(&'static str, Value)] {
        sets.iter().filter(|(path, _)| *path != "ball.thickness_m").copied().collect::<Vec<_>>().leak()
    };
    let options: Vec<_> = coins::BALL.iter().map(|(id, sets)| (*id, needed(sets))).collect();
    Preset { path: "ball.coin", options: options.leak() }
}

const CONTEST: &[Key] = &[
    Key::choice(
        "contest.seats",
        &["both", "a-x", "a-y"],
        "Where player a sits: at seat x, at y, or in one match here and in one there, with the same random numbers a seat",
    ),
    Key::choice(
        "contest.record",
        &["matches", "moves", "events"],
        "Which tables get rows: matches alone, matches and moves, or events too",
    ),
    Key::choice(
        "contest.opening",
        &["kick-off", "free-kick", "goal-kick", "corner", "penalty"],
        "With which restart the player begins who won the toss",
    ),
    Key::number(
        "contest.opening_distance_m",
        0.3,
        [0.0, 5.0],
        "Distance of an opening free kick from the line of the goal attacked",
    )
    .only_with("contest.opening", "free-kick"),
    Key::number("contest.opening_left_m", 0.0, [-2.5, 2.5], "How far it is left of the middle")
        .only_with("contest.opening", "free-kick"),
    Key::number(
        "contest.pressure_ratio",
        1.0,
        [0.0, 10.0],
        "What the errors of a player are multiplied by who is behind in a shootout",
    )
    .plausible([0.9, 1.5]),
];

/// The keys of one player.
macro_rules! player {
    ($p:literal) => {
        &[
            Key::choice(concat!($p, ".policy"), Policy::NAMES, "How the player decides"),
            Key::choice(concat!($p, ".coin"), coins::IDS, "The player's coin; sets the three keys below"),
            Key::number(concat!($p, ".diameter_m"), 0.0215, DIAMETER_M, "Diameter of the coin")
                .plausible([0.015, 0.031]),
            Key::choice(
                concat!($p, ".edge"),
                Edge::NAMES,
                "Rim of the coin; two reeded rims have contact.reeded_friction_ratio",
            ),
            Key::number(concat!($p, ".mass_kg"), 0.00521, MASS_KG, "Nominal mass of the coin")
                .plausible([0.001, 0.012]),
            Key::number(concat!($p, ".mass_ratio"), 1.0, [0.1, 10.0], "Mass of the coin over its nominal mass")
                .plausible([0.9, 1.1]),
            Key::choice(
                concat!($p, ".preset"),
                &["club", "novice", "expert", "exact"],
                "Sets the three deviations below; a key that is set wins",
            ),
            Key::choice(
                concat!($p, ".noise"),
                Noise::NAMES,
                "Distribution of the errors, scaled to the given deviations",
            ),
            Key::number(concat!($p, ".noise_dof"), 5.0, [2.1, 1000.0], "Degrees of freedom of student-t errors")
                .only_with(concat!($p, ".noise"), "student-t"),
            Key::number(concat!($p, ".aim_sd_rad"), deg(1.5), [0.0, 1.6], "Standard deviation of the direction")
                .plausible([0.0, deg(6.0)])
                .assumed("no comb player has been measured"),
            Key::number(concat!($p, ".speed_sd_ratio"), 0.12, [0.0, 2.0], "Standard deviation of ln(speed)")
                .plausible([0.0, 0.4])
                .assumed("no comb player has been measured"),
            Key::number(concat!($p, ".offset_sd_ratio"), 0.08, [0.0, 1.0], "Standard deviation of the offset ratio")
                .plausible([0.0, 0.3])
                .assumed("no comb player has been measured"),
            Key::number(
                concat!($p, ".error_ratio"),
                1.0,
                [0.0, 100.0],
                "All three deviations are multiplied by this: 1.1 is 10 % less skill",
            )
            .plausible([0.0, 3.0]),
            Key::number(concat!($p, ".speed_max_m_s"), 3.0, [0.1, 30.0], "Fastest stroke the player means to make")
                .plausible([1.0, 4.0])
                .assumed("no comb strike has been measured"),
            Key::number(
                concat!($p, ".run_up_m"),
                0.025,
                [0.0, 1.0],
                "Gap between coin and ball as the player puts his coin behind a ball at rest",
            )
            .plausible([0.0, 0.2])
            .assumed("short enough to aim well"),
            Key::number(
                concat!($p, ".keeper_ratio"),
                0.0,
                [-1.0, 1.0],
                "Where in the goal the player's coin keeps it, over half its width, left positive",
            ),
            Key::number(
                concat!($p, ".penalty_angle_rad"),
                0.0,
                [-1.5, 1.5],
                "Angle from behind the ball at which the coin stands at a penalty, seen from its aim",
            ),
            Key::choice(
                concat!($p, ".corner_defence"),
                CornerDefence::NAMES,
                "Where the player's coin defends against a corner: near the ball, on its way to the goal area, or before the goal",
            ),
            Key::count(concat!($p, ".candidates_count"), 24, [1, 64], "Strokes that a sampled player tries a Move")
                .only_with(concat!($p, ".policy"), "sampled"),
            Key::count(concat!($p, ".trials_count"), 8, [1, 1000], "How often a sampled player tries each")
                .only_with(concat!($p, ".policy"), "sampled"),
            Key::number(
                concat!($p, ".throw_median_m"),
                0.15,
                [0.001, 5.0],
                "CG-5.2b: median of the distance that a throw-in lands from the edge",
            )
            .plausible([0.05, 0.4])
            .assumed("nobody has measured a throw-in"),
            Key::number(
                concat!($p, ".throw_sd_ratio"),
                0.4,
                [0.0, 3.0],
                "CG-5.2b: standard deviation of its logarithm",
            )
            .plausible([0.0, 1.0])
            .assumed("nobody has measured a throw-in"),
            Key::number(
                concat!($p, ".throw_aim_sd_rad"),
                deg(12.0),
                [0.0, 1.6],
                "CG-5.2b: standard deviation of a throw-in's direction",
            )
            .plausible([0.0, 0.6])
            .assumed("nobody has measured a throw-in"),
        ]
    };
}

const A: &[Key] = player!("a");
const B: &[Key] = player!("b");

/// The three deviations of a preset.
macro_rules! skills {
    ($p:literal) => {
        &[
            ("club", &[]),
            ("novice", &skills!(@ $p, 3.0, 0.20, 0.15)),
            ("expert", &skills!(@ $p, 0.7, 0.07, 0.04)),
            ("exact", &skills!(@ $p, 0.0, 0.0, 0.0)),
        ]
    };
    (@ $p:literal, $aim_deg:literal, $speed:literal, $offset:literal) => {
        [
            (concat!($p, ".aim_sd_rad"), Value::Number(deg($aim_deg))),
            (concat!($p, ".speed_sd_ratio"), Value::Number($speed)),
            (concat!($p, ".offset_sd_ratio"), Value::Number($offset)),
        ]
    };
}

const PRESETS: &[Preset] = &[
    Preset { path: "a.coin", options: coins::PLAYER_A },
    Preset { path: "b.coin", options: coins::PLAYER_B },
    Preset { path: "a.preset", options: skills!("a") },
    Preset { path: "b.preset", options: skills!("b") },
];
