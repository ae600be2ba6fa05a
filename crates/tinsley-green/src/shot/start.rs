//! From which state of the ring a shot is taken, by whom it is chosen, and whether the break is played on.

use glam::DVec2;
use tolley_experiment::key::{Key, Point};
use tolley_experiment::problem::Fault;

use super::given::Given;
use crate::player::Aim;
use crate::policy::Policy;

/// A policy, or none.
const FIRST: &[&str] = &["as-aimed", "nearest", "random", "sampled", "safe", "hunter"];
const BREAK: &[&str] = &["none", "nearest", "random", "sampled", "safe", "hunter"];

/// Keys of the start.
pub const KEYS: &[Key] = &[
    Key::choice(
        "start.layout",
        &["opening", "mid-game", "given"],
        "The rack as it is set, what is left of it after shots of the policy nearest, or marbles where the keys say",
    ),
    Key::count("start.marbles_left_count", 24, [1, 61], "Marbles that are left in mid-game")
        .only_with("start.layout", "mid-game"),
    Key::choice("start.from", &["edge", "ring"], "Where the toley is: in the hand, TG-6a, or on the ring, TG-6b1"),
    Key::number("start.toley_x_m", 0.5, [-10.0, 10.0], "Where the toley lies: right of the centre")
        .only_with("start.from", "ring"),
    Key::number("start.toley_y_m", 0.0, [-10.0, 10.0], "Where the toley lies: ahead of the centre")
        .only_with("start.from", "ring"),
    Key::number(
        "shot.azimuth_rad",
        0.0,
        [-6.3, 6.3],
        "Direction of a shot from the ring, counter-clockwise from the x axis",
    )
    .only_with("start.from", "ring"),
    Key::choice("shot.by", FIRST, "The shot of these keys, or the one that a policy chooses"),
    Key::choice("break.policy", BREAK, "Whether the break is played on, and how its later shots are chosen, TG-5d4"),
];

/// Which marbles lie on the ring.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Layout {
    /// The rack.
    Opening,
    /// What is left of it, so many marbles.
    MidGame(u32),
    /// Marbles at given places.
    Given(Given),
}

/// The state that a shot starts from.
#[derive(Clone, Copy, Debug)]
pub struct Start {
    /// Which marbles lie on the ring.
    pub layout: Layout,
    /// Where the toley lies, m; `None` in the hand.
    pub toley_m: Option<DVec2>,
    /// Who chooses the shot; `None` as aimed.
    pub first_policy: Option<Policy>,
    /// Who plays the break on; `None` nobody.
    pub break_policy: Option<Policy>,
}

impl Start {
    /// As the keys say.
    pub fn new(point: &Point) -> Start {
        let policy = |path: &str| {
            let name = point.choice(path);
            Policy::NAMES.iter().position(|other| *other == name).map(|index| Policy::ALL[index])
        };
        let toley_m = DVec2::new(point.number("start.toley_x_m"), point.number("start.toley_y_m"));
        Start {
            layout: match point.choice("start.layout") {
                "mid-game" => Layout::MidGame(point.count("start.marbles_left_count") as u32),
                "given" => Layout::Given(Given::new(point)),
                _ => Layout::Opening,
            },
            toley_m: (point.choice("start.from") == "ring").then_some(toley_m),
            first_policy: policy("shot.by"),
            break_policy: policy("break.policy"),
        }
    }

    /// The rules that join several keys.
    pub fn faults(point: &Point) -> Vec<Fault> {
        let start = Start::new(point);
        let mut faults = Vec::new();
        let mut fault = |path, message: String| faults.push(Fault { path, message });
        let rack = point.count("rack.count") as u32;
        if let Layout::MidGame(left) = start.layout
            && left > rack
        {
            fault("start.marbles_left_count", format!("TG-9e: the rack has only {rack} marbles"));
        }
        let ring_m = 0.5 * point.number("ring.diameter_m");
        if start.toley_m.is_some_and(|at_m| at_m.length() > ring_m) {
            fault("start.toley_x_m", format!("TG-X1: a toley further than {ring_m} m from the centre is off the ring"));
        }
        let marble_m = point.number("marble.diameter_m");
        if let Layout::Given(given) = &start.layout
            && let Some((path, message)) = given.fault(ring_m, marble_m)
        {
            fault(path, message);
        }
        let reach_m = 0.5 * (point.number("toley.diameter_m") + point.number("marble.diameter_m"));
        let rack_m = crate::rack::Rack::new(crate::rack::Order::new(point)).reach_m() + reach_m;
        if start.layout == Layout::Opening && start.toley_m.is_some_and(|at_m| at_m.length() < rack_m) {
            let message = format!("TG-6b1: within {rack_m:.4} m of the centre the toley would lie on top of a marble");
            fault("start.toley_x_m", message);
        }
        // balls of unlike size on one plane touch at twice the geometric mean of their radii
        let touch_m = (marble_m * point.number("toley.diameter_m")).sqrt();
        if let (Layout::Given(given), Some(at_m)) = (&start.layout, start.toley_m)
            && given.places_m().iter().any(|place_m| place_m.distance(at_m) < touch_m)
        {
            fault("start.toley_x_m", "TG-6b1: there the toley would lie on top of a marble".to_owned());
        }
        faults
    }
}

/// The shot of `[shot]`; `None` when no line from the edge passes so far from the centre.
pub fn aim(point: &Point) -> Option<Aim> {
    match Start::new(point).toley_m {
        None => Aim::from_edge(point),
        Some(at_m) => {
            let (sine, cosine) = libm::sincos(point.number("shot.azimuth_rad"));
            Some(Aim::within_the_hand(point, at_m, DVec2::new(cosine, sine)))
        }
    }
}
