//! The keys of a Tinsley Green scenario. Sources: `physics` crate for the laws; assumptions are marked.

use tolley_experiment::key::{Key, Preset, Schema, Value};
use tolley_experiment::noise::Noise;

use crate::hand;
use crate::policy::budget;
use crate::shot::{given, start};

/// Degrees as rad, to the bit of what a scenario makes of `"1.5 deg"`.
const fn deg(degrees: f64) -> f64 {
    degrees * core::f64::consts::PI / 180.0
}

/// Keys of `tinsley-green/shot`.
pub static SHOT: Schema = Schema { keys: &SHOT_KEYS, presets: PRESETS };

const SHOT_PARTS: &[&[Key]] = &[COMMON, AIMED, start::KEYS, given::KEYS, hand::KEYS, budget::KEYS];
const SHOT_KEYS: [Key; count(SHOT_PARTS)] = join(SHOT_PARTS);

/// Keys of all parts.
pub(crate) const fn count(parts: &[&[Key]]) -> usize {
    let (mut sum, mut i) = (0, 0);
    while i < parts.len() {
        sum += parts[i].len();
        i += 1;
    }
    sum
}

/// One list of the keys of all parts, in their order.
pub(crate) const fn join<const N: usize>(parts: &[&[Key]]) -> [Key; N] {
    let mut all = [parts[0][0]; N];
    let (mut to, mut part) = (0, 0);
    while part < parts.len() {
        let mut i = 0;
        while i < parts[part].len() {
            all[to] = parts[part][i];
            (to, i) = (to + 1, i + 1);
        }
        part += 1;
    }
    all
}

/// One list of the presets of two parts.
pub(crate) const fn join_presets<const N: usize>(one: &[Preset], two: &[Preset]) -> [Preset; N] {
    let mut all = [one[0]; N];
    let mut i = 0;
    while i < N {
        all[i] = if i < one.len() { one[i] } else { two[i - one.len()] };
        i += 1;
    }
    all
}

/// Ring, rack, balls, sand, player and hand.
pub(crate) const COMMON: &[Key] = &[
    Key::number("ring.diameter_m", 1.8288, [0.05, 20.0], "Diameter of the ring, TG-1a: six feet").plausible([0.5, 4.0]),
    Key::number("ring.release_inset_m", 0.025, [0.0, 0.5], "Release point inside the knuckle on the edge, TG-6a")
        .plausible([0.0, 0.1])
        .assumed("the laws name no distance"),
    Key::count("rack.count", 49, [1, 61], "Marbles of the rack, TG-9e"),
    Key::number("rack.gap_mean_m", 60e-6, [0.0, 0.01], "Mean gap between neighbours of the rack")
        .plausible([0.0, 300e-6])
        .assumed("nobody has measured the gaps of a rack packed by hand on sand"),
    Key::choice(
        "rack.packing",
        &["nearest-shell", "hexagon-plus"],
        "Sites filled by distance, or by whole hexagons; what is left over is spread evenly, TG-9e",
    )
    .assumed("49 fills neither whole shells nor a hexagon, and the laws say only close packed"),
    Key::choice("rack.phase", &["fixed", "random"], "Whether the rack is turned by phase_rad, or anyhow for each shot"),
    Key::number("rack.phase_rad", 0.0, [-6.3, 6.3], "Turn of a rack with a fixed phase, counter-clockwise"),
    Key::number("marble.diameter_m", 0.0127, [0.001, 0.1], "Diameter of a target marble, TG-3: about half an inch")
        .plausible([0.0116, 0.0132]),
    Key::number(
        "marble.diameter_sd_m",
        0.0,
        [0.0, 0.002],
        "Standard deviation of the diameters, TG-3; drawn for each shot, within three deviations",
    )
    .plausible([0.0, 0.0003])
    .assumed("the laws say about half an inch; hand-made marbles may differ by 0.15 mm"),
    Key::number("marble.density_kg_m3", 2500.0, [100.0, 25000.0], "Density of a target marble; soda-lime glass")
        .plausible([2300.0, 4000.0]),
    Key::number(
        "toley.diameter_m",
        0.01905,
        [0.001, 0.1],
        "Diameter of the toley, TG-4a: at most three quarters of an inch",
    )
    .plausible([0.0127, 0.01905]),
    Key::number("toley.density_kg_m3", 2500.0, [100.0, 25000.0], "Density of the toley; glass 2500, ruby 3980")
        .plausible([2300.0, 4000.0]),
    Key::choice("surface.preset", &["default", "fast", "damp"], "Sets the surface keys below; a key that is set wins")
        .assumed(
            "that rings differ is reported (very fast in the dry of 2004, damp sand put on in 2001), by how much is not: \
             fast and damp are the ends of the plausible rolling friction, nothing of them is measured",
        ),
    Key::number("surface.gravity_m_s2", 9.81, [0.1, 100.0], "Gravity").plausible([9.78, 9.83]),
    Key::number("surface.sliding_friction_ratio", 0.30, [0.0, 5.0], "Coulomb friction of a sliding ball")
        .plausible([0.12, 0.60])
        .assumed("no published value for a thin layer of sand"),
    Key::number("surface.rolling_friction_ratio", 0.10, [0.0, 5.0], "Deceleration of a rolling ball over gravity")
        .plausible([0.05, 0.25])
        .assumed(
            "no published value for a thin layer of sand; a bump model gives 0.05 to 0.10, deep sand 0.43 to 0.50",
        ),
    Key::number("surface.restitution_ratio", 0.15, [0.0, 1.0], "Vertical restitution of a landing")
        .plausible([0.0, 0.4])
        .assumed("no published value for a thin layer of sand"),
    Key::number("surface.settle_speed_m_s", 0.10, [0.0, 10.0], "A landing that would rebound slower stays down")
        .plausible([0.0, 0.5])
        .assumed("below it a hop is lower than 0.5 mm"),
    Key::number(
        "surface.sinkage_m",
        0.5e-3,
        [0.0, 0.005],
        "Sinkage of a ball on the sand: decay of spin about the vertical, and the speed term",
    )
    .plausible([0.0, 1.0e-3])
    .assumed("no published value for a thin layer of sand"),
    Key::number("surface.trapping_speed_m_s", 0.02, [0.0, 1.0], "A ball that rolls slower is held by the grains")
        .plausible([0.0, 0.05])
        .assumed("estimated from the static hold of grains"),
    Key::flag(
        "surface.rolling_while_sliding",
        false,
        "Whether the rolling couple also acts on a ball that still slides",
    ),
    Key::choice(
        "surface.resistance",
        &["couple", "plough"],
        "What slows a rolling ball: a couple, or a force through its centre that acts while it slides too",
    )
    .assumed("both give the same rolling; which one thin sand has, nobody has measured"),
    Key::choice(
        "surface.speed_term",
        &["none", "quadratic"],
        "Whether a force with the square of the speed acts as well, on the cap that the ball pushes through the sand",
    ),
    Key::number("surface.sand_density_kg_m3", 1520.0, [100.0, 10000.0], "Density of the loose sand; glass beads 1520")
        .plausible([1300.0, 2000.0]),
    Key::choice("surface.size_law", &["none", "power"], "Whether smaller balls roll harder: (R of a toley / R)^p"),
    Key::number("surface.size_exponent_ratio", 0.5, [-5.0, 5.0], "size_law power: the power p")
        .plausible([0.0, 1.5])
        .assumed("published for loose beds and rough planes, not for a thin layer"),
    Key::choice(
        "surface.layer_law",
        &["none", "exponential"],
        "Whether rolling friction goes from its own value to that of deep sand with the depth of the layer",
    ),
    Key::number("surface.layer_depth_m", 0.8e-3, [0.0, 1.0], "layer_law exponential: depth of the layer")
        .plausible([0.2e-3, 3.0e-3])
        .assumed("a thin layer, say the rules of the ring; no depth is told"),
    Key::number("surface.layer_scale_ratio", 0.35, [1e-6, 1e6], "layer_law exponential: scale of depth over radius")
        .plausible([0.1, 1.0])
        .assumed("the shape of the law is a guess, its two ends are not"),
    Key::number("surface.deep_friction_ratio", 0.45, [0.0, 5.0], "layer_law exponential: rolling friction of deep sand")
        .plausible([0.43, 0.50]),
    Key::choice(
        "surface.landing",
        &["rebound", "deep"],
        "A landing rebounds, or digs a hole in deep sand: no rebound, and the ball pays to get out or stays",
    ),
    Key::number("surface.sand_friction_ratio", 0.45, [0.01, 5.0], "landing deep: friction of the grains among themselves")
        .plausible([0.3, 0.8]),
    Key::number(
        "surface.sinking_friction_share",
        0.22,
        [0.0, 1.0],
        "landing deep: friction of a ball that goes in, over its sliding friction",
    )
    .plausible([0.2, 0.25])
    .assumed("reported as 4 to 5 times below the sand's own, for marbles that ricochet"),
    Key::choice("surface.variation", &["none", "shot"], "Whether the sand is laid anew for each shot, TG-1c"),
    Key::number("surface.sliding_friction_sd_ratio", 0.15, [0.0, 2.0], "variation: deviation of ln(sliding friction)")
        .plausible([0.0, 0.4])
        .assumed("nobody has measured how layings differ"),
    Key::number("surface.rolling_friction_sd_ratio", 0.30, [0.0, 2.0], "variation: deviation of ln(rolling friction)")
        .plausible([0.0, 0.5])
        .assumed("nobody has measured how layings differ; fast and damp lie 2.3 and 3.1 such deviations out"),
    Key::number(
        "surface.restitution_sd_ratio",
        0.30,
        [0.0, 3.0],
        "variation: deviation of ln(e / (1 - e)) of the restitution of a landing",
    )
    .plausible([0.0, 1.0])
    .assumed("nobody has measured how layings differ"),
    Key::choice(
        "contact.law",
        &["hertz", "pairwise"],
        "How balls hit each other: in contacts that last and may overlap in time, or one pair at a time",
    ),
    Key::choice(
        "contact.ground_reaction",
        &["after", "none", "simultaneous"],
        "Whether the ground answers a hit: after it, not at all, or (pairwise) in the same instant as rigid ground",
    ),
    Key::number("contact.restitution_ratio", 0.957, [0.0, 1.0], "Normal restitution of two marbles")
        .plausible([0.90, 0.98])
        .only_with("contact.law", "pairwise"),
    Key::number("contact.young_modulus_pa", 70e9, [1e3, 1e13], "Young's modulus of the marbles; soda-lime glass")
        .plausible([48e9, 72e9])
        .only_with("contact.law", "hertz"),
    Key::number("contact.poisson_ratio", 0.22, [0.0, 0.5], "Poisson's ratio of the marbles; soda-lime glass")
        .plausible([0.20, 0.24])
        .only_with("contact.law", "hertz"),
    Key::number(
        "contact.dissipation_s",
        3.0e-7,
        [0.0, 1.0],
        "Viscous loss of a contact; restitution of two marbles is then 0.957 at 1 m/s, and less when faster",
    )
    .plausible([0.0, 1e-6])
    .only_with("contact.law", "hertz")
    .assumed("chosen so that the restitution is the measured one at 1 m/s"),
    Key::number("contact.friction_ratio", 0.12, [0.0, 5.0], "Coulomb friction of two marbles").plausible([0.05, 0.25]),
    Key::number(
        "contact.tangential_restitution_ratio",
        0.44,
        [0.0, 1.0],
        "Tangential restitution of two marbles (Walton)",
    )
    .plausible([0.0, 0.5]),
    Key::choice(
        "contact.slow_rule",
        &["elastic", "plain"],
        "Against inelastic collapse: slow hits lose nothing along the normal, or no rule",
    ),
    Key::number("contact.slow_speed_m_s", 0.005, [0.0, 1.0], "A hit that closes slower rebounds up to this speed")
        .plausible([0.0, 0.02])
        .only_with("contact.slow_rule", "elastic")
        .assumed("a numerical rule; its effect is in ARCHITECTURE.md"),
    Key::choice("player.preset", &["club", "novice", "exact"], "Sets the player keys below; a key that is set wins"),
    Key::choice("player.noise", Noise::NAMES, "Distribution of the errors, scaled to the given deviations"),
    Key::number("player.noise_dof", 5.0, [2.1, 1000.0], "Degrees of freedom of student-t errors")
        .only_with("player.noise", "student-t"),
    Key::number("player.aim_sd_rad", deg(1.2), [0.0, 1.6], "Standard deviation of the azimuth")
        .plausible([0.0, deg(6.0)])
        .assumed("no marbles player has been measured"),
    Key::number("player.speed_sd_ratio", 0.07, [0.0, 2.0], "Standard deviation of ln(speed)")
        .plausible([0.0, 0.2])
        .assumed("no marbles player has been measured"),
    Key::number("player.elevation_sd_rad", deg(1.5), [0.0, 0.5], "Standard deviation of the elevation")
        .plausible([0.0, deg(5.0)])
        .assumed("no marbles player has been measured"),
    Key::number("player.spin_sd_ratio", 0.4, [0.0, 5.0], "Standard deviation of the spin ratio")
        .plausible([0.0, 1.0])
        .assumed("no marbles player has been measured"),
    Key::number("player.side_spin_sd_rad_s", 0.0, [0.0, 1000.0], "Standard deviation of the spin about the vertical")
        .plausible([0.0, 100.0])
        .assumed("no marbles player has been measured"),
    Key::number("player.speed_min_m_s", 0.3, [0.0, 30.0], "Slowest shot of the hand, TG-5b3; a slower aim is played so")
        .plausible([0.0, 1.0])
        .assumed("no thumb flick has been measured"),
    Key::number("player.speed_max_m_s", 5.0, [0.01, 30.0], "Fastest shot of the hand, TG-5b3; a faster aim is played so")
        .plausible([3.0, 11.0])
        .assumed("no thumb flick has been measured; a finger snap would give 6.8 to 10.9 m/s"),
    Key::number("player.elevation_max_rad", deg(45.0), [0.0, 1.5], "Steepest shot of the hand, TG-5b3")
        .plausible([0.0, deg(60.0)])
        .assumed("the laws name no limit"),
    Key::number("player.spin_min_ratio", -1.5, [-20.0, 0.0], "Most backspin of the grip, TG-5b2")
        .plausible([-3.0, 0.0])
        .assumed("no marbles player has been measured"),
    Key::number("player.spin_max_ratio", 1.0, [0.0, 20.0], "Most topspin of the grip, TG-5b2")
        .plausible([0.0, 3.0])
        .assumed("no marbles player has been measured"),
    Key::number("shot.release_height_m", 0.025, [0.0, 1.0], "Height of the released toley over the sand, TG-5b1")
        .plausible([0.01, 0.05])
        .assumed("the laws say only that the knuckle touches the ring"),
];

/// The shot that `[shot]` says.
const AIMED: &[Key] = &[
    Key::number(
        "shot.position_rad",
        0.0,
        [-6.3, 6.3],
        "Where on the ring the player knuckles down, TG-6a; 0 is on the x axis",
    ),
    Key::number(
        "shot.aim_offset_m",
        0.0,
        [-10.0, 10.0],
        "Where the aimed line passes the ring's centre, left positive",
    ),
    Key::number("shot.speed_m_s", 2.5, [0.01, 30.0], "Speed of the launch")
        .plausible([0.3, 5.0])
        .assumed("no thumb flick has been measured"),
    Key::number("shot.elevation_rad", 0.0, [-1.5, 1.5], "Elevation of the launch").plausible([0.0, deg(45.0)]),
    Key::number("shot.spin_ratio", 0.0, [-20.0, 20.0], "Spin of the launch: 1 is natural roll, negative is backspin")
        .plausible([-1.5, 1.0]),
    Key::number("shot.side_spin_rad_s", 0.0, [-2000.0, 2000.0], "Spin about the vertical, counter-clockwise")
        .plausible([-300.0, 300.0]),
];

/// The presets of sand and player.
pub(crate) const PRESETS: &[Preset] = &[
    Preset {
        path: "surface.preset",
        options: &[
            ("default", &[]),
            // the ends of the plausible range of the rolling friction; no other surface key has a source for either
            ("fast", &[("surface.rolling_friction_ratio", Value::Number(0.05))]),
            ("damp", &[("surface.rolling_friction_ratio", Value::Number(0.25))]),
        ],
    },
    Preset {
        path: "player.preset",
        options: &[
            ("club", &[]),
            (
                "novice",
                &[
                    ("player.aim_sd_rad", Value::Number(deg(3.5))),
                    ("player.speed_sd_ratio", Value::Number(0.15)),
                    ("player.elevation_sd_rad", Value::Number(deg(3.0))),
                    ("player.spin_sd_ratio", Value::Number(0.6)),
                ],
            ),
            (
                "exact",
                &[
                    ("player.aim_sd_rad", Value::Number(0.0)),
                    ("player.speed_sd_ratio", Value::Number(0.0)),
                    ("player.elevation_sd_rad", Value::Number(0.0)),
                    ("player.spin_sd_ratio", Value::Number(0.0)),
                ],
            ),
        ],
    },
];
