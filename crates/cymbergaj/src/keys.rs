//! The keys of a Cymbergaj scenario; assumptions are marked.

use core::f64::consts::FRAC_PI_2;

use tolley_experiment::key::{Key, Preset, Schema, Value};
use tolley_experiment::noise::Noise;

use crate::coins::{self, Edge};
use crate::layouts;

/// Degrees as rad, to the bit of what a scenario makes of `"1.5 deg"`.
pub(crate) const fn deg(degrees: f64) -> f64 {
    degrees * core::f64::consts::PI / 180.0
}

/// Keys of `cymbergaj/flick`.
pub static FLICK: Schema = Schema { keys: &ALL, presets: PRESETS };

/// Those of this file, then those of layouts.
const ALL: [Key; KEYS.len() + layouts::KEYS.len()] = {
    let mut all = [KEYS[0]; KEYS.len() + layouts::KEYS.len()];
    let mut index = 0;
    while index < all.len() {
        all[index] = if index < KEYS.len() { KEYS[index] } else { layouts::KEYS[index - KEYS.len()] };
        index += 1;
    }
    all
};

pub(crate) const MASS_KG: [f64; 2] = [1e-5, 0.1];
pub(crate) const DIAMETER_M: [f64; 2] = [0.002, 0.2];

const KEYS: &[Key] = &[
    Key::number("table.length_m", 1.2, [0.2, 5.0], "Length of the table between the end-lines, which are its edges")
        .plausible([0.9, 1.3])
        .assumed("the laws name no size; a league uses 900 to 1200 mm"),
    Key::number("table.width_m", 0.6, [0.1, 5.0], "Width of the table between the side-lines, which are its edges")
        .plausible([0.45, 0.9])
        .assumed("the laws name no size; a league uses 450 to 900 mm"),
    Key::number("table.goal_width_m", 0.1, [0.0, 5.0], "Width of the goal in the middle of the end-line")
        .plausible([0.055, 0.15])
        .assumed("the laws name no size; related games use 55 to 150 mm"),
    Key::number("table.circle_radius_m", 0.1, [0.0, 2.0], "Radius of the centre circle")
        .plausible([0.06, 0.16])
        .assumed("the laws name no size; scaled from football"),
    Key::number("table.edge_bevel_m", 0.0, [0.0, 0.05], "A coin falls when its centre is this far inside the edge")
        .plausible([0.0, 0.003]),
    Key::number(
        "table.line_inset_m",
        0.0,
        [0.0, 0.1],
        "How far inside the edges the lines are drawn; 0 is on the edges",
    )
    .plausible([0.0, 0.02]),
    Key::choice("table.posts", &["marks", "physical"], "Whether goal posts are marks or round bodies beside the goal"),
    Key::number("table.post_radius_m", 0.002, [0.0, 0.05], "Radius of a post")
        .plausible([0.0, 0.01])
        .only_with("table.posts", "physical")
        .assumed("the laws know no standing posts"),
    Key::number("surface.gravity_m_s2", 9.81, [0.1, 100.0], "Gravity").plausible([9.78, 9.83]),
    Key::number("surface.sliding_friction_ratio", 0.20, [0.0, 5.0], "Coulomb friction of a coin on the table")
        .plausible([0.10, 0.35])
        .assumed("coins on varnish or laminate have not been measured"),
    Key::number(
        "surface.rim_ratio",
        0.9,
        [0.0, 0.95],
        "Inner over outer radius of the rim on which a coin slides; 0 is a full face",
    )
    .assumed("a coin touches on its raised rim; distances differ by less than 3.5 % from a full face"),
    Key::flag(
        "surface.curl",
        false,
        "Whether a spinning coin's path bends, by 0.6 degrees at most on a full face, 0.4 on a rim of 0.9",
    ),
    Key::number("surface.landing_restitution_ratio", 0.35, [0.0, 0.99], "Restitution of a coin that lands flat")
        .plausible([0.2, 0.6])
        .assumed("not measured"),
    Key::number("surface.settle_speed_m_s", 0.1, [1e-4, 10.0], "A bounce of a hop that would be slower is none")
        .plausible([0.01, 0.3])
        .assumed("a bounce of 0.1 m/s is half a millimetre high"),
    Key::number("contact.restitution_ratio", 0.85, [0.0, 1.0], "Normal restitution of two coins")
        .plausible([0.6, 0.95])
        .assumed("coins edge on edge have not been measured; a puck has 0.93"),
    Key::number(
        "contact.restitution_sd_ratio",
        0.0,
        [0.0, 0.3],
        "Standard deviation of the restitution from shot to shot, cut to 0.3 to 0.98; 0.03 is a guess",
    )
    .plausible([0.0, 0.08]),
    Key::number("contact.friction_ratio", 0.20, [0.0, 5.0], "Coulomb friction of two coins")
        .plausible([0.08, 0.40])
        .assumed("coins edge on edge have not been measured; a puck has 0.12"),
    Key::number("contact.reeded_friction_ratio", 0.30, [0.0, 5.0], "Coulomb friction of two coins with reeded edges")
        .plausible([0.08, 0.5])
        .assumed("teeth do not interlock, reeds are only rougher; not measured"),
    Key::number(
        "contact.tangential_restitution_ratio",
        0.30,
        [0.0, 1.0],
        "Tangential restitution of two coins (Walton)",
    )
    .plausible([0.0, 0.5])
    .assumed("taken from steel balls"),
    Key::number(
        "contact.slow_speed_m_s",
        0.001,
        [0.0, 1.0],
        "Hits closing slower are elastic, against inelastic collapse",
    )
    .plausible([0.0, 0.02])
    .assumed("a numerical rule; its effect is in ARCHITECTURE.md"),
    Key::number("coins.inertia_ratio", 0.5, [0.1, 1.0], "Moment of inertia of every coin over m R^2")
        .plausible([0.48, 0.52]),
    Key::number(
        "coins.mass_sd_ratio",
        0.0,
        [0.0, 0.1],
        "Standard deviation of each coin's mass from shot to shot, as it leaves the mint; 0.007 is a guess",
    )
    .plausible([0.0, 0.02]),
    Key::number(
        "coins.wear_max_ratio",
        0.0,
        [0.0, 0.5],
        "Each coin has lost up to this share of its mass, uniformly; 0.01 is a guess",
    )
    .plausible([0.0, 0.03]),
    Key::choice(
        "striker.coin",
        coins::IDS,
        "Coin of the striking player; sets the four keys below; `tolley coins` lists them",
    ),
    Key::number("striker.diameter_m", 0.0215, DIAMETER_M, "Diameter of the striker's coin").plausible([0.015, 0.031]),
    Key::choice(
        "striker.edge",
        Edge::NAMES,
        "Rim of the striker's coin; two reeded rims have contact.reeded_friction_ratio",
    ),
    Key::number(
        "striker.thickness_m",
        0.0,
        [0.0, 0.02],
        "Thickness of the striker's coin at the rim; 0 is unknown, which hops, rides and curl do not allow",
    )
    .plausible([0.0, 0.0025]),
    Key::number("striker.mass_kg", 0.00521, MASS_KG, "Nominal mass of the striker's coin").plausible([0.001, 0.012]),
    Key::number("striker.mass_ratio", 1.0, [0.1, 10.0], "Mass of the striker's coin over its nominal mass")
        .plausible([0.9, 1.1]),
    Key::choice("opponent.coin", coins::IDS, "Coin of the other player; sets the four keys below"),
    Key::number("opponent.diameter_m", 0.0215, DIAMETER_M, "Diameter of the opponent's coin").plausible([0.015, 0.031]),
    Key::choice(
        "opponent.edge",
        Edge::NAMES,
        "Rim of the opponent's coin; two reeded rims have contact.reeded_friction_ratio",
    ),
    Key::number(
        "opponent.thickness_m",
        0.0,
        [0.0, 0.02],
        "Thickness of the opponent's coin at the rim; 0 is unknown, which hops, rides and curl do not allow",
    )
    .plausible([0.0, 0.0025]),
    Key::number("opponent.mass_kg", 0.00521, MASS_KG, "Nominal mass of the opponent's coin").plausible([0.001, 0.012]),
    Key::number("opponent.mass_ratio", 1.0, [0.1, 10.0], "Mass of the opponent's coin over its nominal mass")
        .plausible([0.9, 1.1]),
    Key::number(
        "opponent.angle_rad",
        deg(60.0),
        [-FRAC_PI_2, FRAC_PI_2],
        "Where on the centre circle, in his half, the opponent stands: 0 is the shot line, left of the striker positive",
    ),
    Key::choice(
        "ball.coin",
        coins::BALL_IDS,
        "Coin used as the ball; sets ball.diameter_m, mass_kg, edge, thickness_m",
    ),
    Key::number("ball.diameter_m", 0.0185, DIAMETER_M, "Diameter of the ball").plausible([0.015, 0.031]),
    Key::choice("ball.edge", Edge::NAMES, "Rim of the ball; two reeded rims have contact.reeded_friction_ratio"),
    Key::number(
        "ball.thickness_m",
        0.0,
        [0.0, 0.02],
        "Thickness of the ball at the rim; 0 is unknown, which hops, rides and curl do not allow",
    )
    .plausible([0.0, 0.0025]),
    Key::choice(
        "ball.mass_by",
        &["coin", "ratio"],
        "Whether the ball weighs ball.mass_kg or ball.mass_ratio of the striker's nominal mass",
    ),
    Key::number("ball.mass_kg", 0.00322, MASS_KG, "Mass of the ball")
        .plausible([0.001, 0.012])
        .only_with("ball.mass_by", "coin"),
    Key::number("ball.mass_ratio", 0.618, [0.01, 10.0], "Mass of the ball over the nominal mass of the striker's coin")
        .plausible([0.2, 1.2])
        .only_with("ball.mass_by", "ratio"),
    Key::choice(
        "laws.match_kind",
        &["tournament", "friendly"],
        "CG-1.4b: in a friendly the players may choose coins freely, a ball as heavy as a player's coin among them",
    ),
    Key::choice(
        "strike.by",
        &["speed", "impulse"],
        "Whether the comb gives every coin the same speed, or the impulse that gives the nominal coin that speed",
    ),
    Key::number("strike.speed_m_s", 1.5, [0.01, 30.0], "Speed of the struck coin, or of the nominal coin by impulse")
        .plausible([0.1, 3.5])
        .assumed("no comb strike has been measured"),
    Key::number(
        "strike.position_rad",
        0.0,
        [-FRAC_PI_2, FRAC_PI_2],
        "Where on the centre circle, in his half, the striker stands: 0 is straight behind the ball, to his left positive",
    ),
    Key::number(
        "strike.aim_offset_m",
        0.0,
        [-1.0, 1.0],
        "Where the aimed line passes the ball's centre, left positive",
    )
    .plausible([-0.02, 0.02]),
    Key::number(
        "strike.offset_ratio",
        0.0,
        [-1.0, 1.0],
        "Line of the stroke off the coin's centre over its radius; positive spins counter-clockwise",
    )
    .plausible([-0.3, 0.3]),
    Key::number("strike.comb_friction_ratio", 0.30, [0.0, 5.0], "Coulomb friction of comb and coin; limits the offset")
        .plausible([0.15, 0.5])
        .assumed("no comb strike has been measured"),
    Key::choice("events.preset", &["literal", "human"], "Sets events.p_hop and events.p_ride; a key that is set wins"),
    Key::number("events.p_hop", 0.0, [0.0, 1.0], "Probability that the struck coin hops").plausible([0.0, 0.05]),
    Key::number(
        "events.hop_sd_ratio",
        0.1,
        [0.0, 1.0],
        "Standard deviation of a hop's vertical speed, of which the size counts, over the coin's speed",
    )
    .plausible([0.0, 0.3])
    .assumed("not measured"),
    Key::number("events.p_ride", 0.0, [0.0, 1.0], "Probability that a hard hit leaves the striking coin on the other")
        .plausible([0.0, 0.05]),
    Key::number("events.ride_speed_m_s", 1.5, [0.0, 100.0], "Closing speed from which a hit is hard")
        .plausible([0.5, 5.0])
        .assumed("not measured"),
    Key::choice(
        "player.preset",
        &["club", "novice", "expert", "exact"],
        "Sets the player keys below; a key that is set wins",
    ),
    Key::choice("player.noise", Noise::NAMES, "Distribution of the errors, scaled to the given deviations"),
    Key::number("player.noise_dof", 5.0, [2.1, 1000.0], "Degrees of freedom of student-t errors")
        .only_with("player.noise", "student-t"),
    Key::number("player.aim_sd_rad", deg(1.5), [0.0, 1.6], "Standard deviation of the direction")
        .plausible([0.0, deg(6.0)])
        .assumed("no comb player has been measured"),
    Key::number("player.speed_sd_ratio", 0.12, [0.0, 2.0], "Standard deviation of ln(speed)")
        .plausible([0.0, 0.4])
        .assumed("no comb player has been measured"),
    Key::number("player.offset_sd_ratio", 0.08, [0.0, 1.0], "Standard deviation of the offset ratio, which gives spin")
        .plausible([0.0, 0.3])
        .assumed("no comb player has been measured"),
];

const fn skill(aim_deg: f64, speed: f64, offset: f64) -> [(&'static str, Value); 3] {
    [
        ("player.aim_sd_rad", Value::Number(deg(aim_deg))),
        ("player.speed_sd_ratio", Value::Number(speed)),
        ("player.offset_sd_ratio", Value::Number(offset)),
    ]
}

const NOVICE: &[(&str, Value)] = &skill(3.0, 0.20, 0.15);
const EXPERT: &[(&str, Value)] = &skill(0.7, 0.07, 0.04);
const EXACT: &[(&str, Value)] = &skill(0.0, 0.0, 0.0);

/// An assumption: nobody has counted.
const HUMAN: &[(&str, Value)] = &[("events.p_hop", Value::Number(0.005)), ("events.p_ride", Value::Number(0.002))];

const PRESETS: &[Preset] = &[
    Preset { path: "striker.coin", options: coins::STRIKER },
    Preset { path: "opponent.coin", options: coins::OPPONENT },
    Preset { path: "ball.coin", options: coins::BALL },
    Preset { path: "events.preset", options: &[("literal", &[]), ("human", HUMAN)] },
    Preset {
        path: "player.preset",
        options: &[("club", &[]), ("novice", NOVICE), ("expert", EXPERT), ("exact", EXACT)],
    },
];
