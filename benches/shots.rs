//! The three works on which engines are compared, from their input files in `benches/data`.
//!
//! A: a toley breaks 49 marbles; B: the same shots at one marble; C: a coin flick at a target with an obstacle.

use glam::{DVec2, DVec3};
use tolley_physics::discs::{self, Coin, Discs};
use tolley_physics::kernel::{self, Counters, Ending, Limits};
use tolley_physics::spheres::{self, Ball, Ground, GroundReaction, Law, SlowContact, Spheres};

const LAYOUT_A: &str = include_str!("data/layout49.csv");
const SHOTS_A: &str = include_str!("data/shots_A.csv");
const SHOTS_C: &str = include_str!("data/shots_C.csv");

/// Columns of a CSV file of two numbers a row.
fn pairs(text: &str) -> Vec<(f64, f64)> {
    let number = |text: &str| text.trim().parse::<f64>().expect("a number in benches/data");
    let pair = |line: &str| line.split_once(',').map(|(a, b)| (number(a), number(b))).expect("two numbers a row");
    text.lines().map(pair).collect()
}

/// One of the works: play shot `i`, then read where everything rests.
pub trait Work {
    /// Shots of the input file.
    fn shots(&self) -> usize;
    /// Plays one shot; the counters tell what happened.
    fn play(&mut self, shot: usize) -> (Ending, Counters);
    /// Position of every body, m, and whether it is still on the ring or table.
    fn rest(&self) -> Vec<(DVec3, bool)>;
}

const TOLEY_M: f64 = 0.009525;
const MARBLE_M: f64 = 0.00635;

/// Works A and B, and the middle of a game.
pub struct Marbles {
    setup: spheres::Setup,
    state: spheres::State,
    scratch: spheres::Scratch,
    limits: Limits,
    /// Place and radius.
    targets_m: Vec<(DVec2, f64)>,
    shots: Vec<(f64, f64)>,
}

impl Marbles {
    /// Work A.
    pub fn break_of_49(law: Law) -> Marbles {
        let targets_m = pairs(LAYOUT_A).into_iter().map(|(x, y)| DVec2::new(x, y));
        Marbles::at(targets_m.map(|at_m| (at_m, MARBLE_M)).collect(), law)
    }

    /// The same shots at a round pack of any number of marbles, 0.05 mm apart, for how the cost grows with it.
    pub fn pack_of(count: usize, law: Law) -> Marbles {
        let spacing_m = 2.0 * MARBLE_M + 5e-5;
        let distance2 = |&(a, b): &(i32, i32)| a * a + a * b + b * b;
        let mut cells: Vec<(i32, i32)> = (-20..=20).flat_map(|a| (-20..=20).map(move |b| (a, b))).collect();
        cells.sort_by_key(|cell| (distance2(cell), *cell));
        let place = |(a, b): (i32, i32)| {
            DVec2::new(f64::from(a) + 0.5 * f64::from(b), 0.75_f64.sqrt() * f64::from(b)) * spacing_m
        };
        Marbles::at(cells.into_iter().take(count).map(|cell| (place(cell), MARBLE_M)).collect(), law)
    }

    /// Work B.
    pub fn single_target() -> Marbles {
        Marbles::at(vec![(DVec2::new(0.3, 0.0), MARBLE_M)], Law::Pairwise)
    }

    /// The same shots in the middle of a game: twelve marbles scattered within 0.4 m, and another toley.
    pub fn mid_game(law: Law) -> Marbles {
        let golden_rad = std::f64::consts::PI * (3.0 - 5.0_f64.sqrt());
        let scattered = (0..12).map(|k| {
            let (sin, cos) = libm::sincos(golden_rad * f64::from(k));
            (DVec2::new(cos, sin) * (0.4 * (f64::from(k) / 12.0).sqrt()), MARBLE_M)
        });
        let other_toley = (DVec2::new(0.2, 0.02), TOLEY_M);
        Marbles::at(scattered.chain([other_toley]).collect(), law)
    }

    fn at(targets_m: Vec<(DVec2, f64)>, law: Law) -> Marbles {
        let rolling_ratio = 1.0 / 9.81;
        let ball = |radius_m| Ball::solid(radius_m, 2500.0, 0.4, rolling_ratio);
        let radii_m = std::iter::once(TOLEY_M).chain(targets_m.iter().map(|&(_, radius_m)| radius_m));
        let balls = radii_m.map(ball).collect();
        let ground = Ground {
            gravity_m_s2: 9.81,
            restitution_ratio: 0.0,
            settle_speed_m_s: 0.1,
            sinkage_m: 0.5e-3,
            trapping_speed_m_s: 0.0,
            rolling_while_sliding: false,
        };
        let contact = spheres::Contact {
            law,
            restitution_ratio: 0.95,
            friction_ratio: 0.1,
            tangential_restitution_ratio: 0.0,
            ground_reaction: GroundReaction::After,
            slow: SlowContact::Elastic { below_m_s: 0.005 },
        };
        let setup = spheres::Setup::new(balls, ground, contact, Some(0.9144));
        let limits = Limits::for_bodies(setup.balls().len());
        let (state, scratch) = (spheres::State::new(&setup), spheres::Scratch::new(&setup));
        Marbles { setup, state, scratch, limits, targets_m, shots: pairs(SHOTS_A) }
    }
}

impl Work for Marbles {
    fn shots(&self) -> usize {
        self.shots.len()
    }

    fn play(&mut self, shot: usize) -> (Ending, Counters) {
        let (aim_rad, speed_m_s) = self.shots[shot];
        let velocity_m_s = DVec3::new(libm::cos(aim_rad), libm::sin(aim_rad), 0.0) * speed_m_s;
        let start_m = DVec3::new(-0.914, 0.0, TOLEY_M);
        self.state.place(&self.setup, 0, start_m, velocity_m_s, DVec3::ZERO);
        for (i, (target_m, radius_m)) in self.targets_m.iter().enumerate() {
            self.state.place(&self.setup, 1 + i, target_m.extend(*radius_m), DVec3::ZERO, DVec3::ZERO);
        }
        self.scratch.clear();
        let mut counters = Counters::default();
        let (state, scratch) = (&mut self.state, &mut self.scratch);
        let ending = kernel::run::<Spheres, _>(&self.setup, state, scratch, &self.limits, &mut counters);
        (ending, counters)
    }

    fn rest(&self) -> Vec<(DVec3, bool)> {
        self.state.bodies.iter().map(|body| (body.position_m, body.mode != spheres::Mode::Off)).collect()
    }
}

/// Work C.
pub struct Coins {
    setup: discs::Setup,
    state: discs::State,
    scratch: discs::Scratch,
    limits: Limits,
    shots: Vec<(f64, f64)>,
}

const COINS_M: [DVec2; 3] = [DVec2::new(0.3, 0.3), DVec2::new(0.6, 0.3), DVec2::new(0.75, 0.315)];

impl Coins {
    /// Work C.
    pub fn flick() -> Coins {
        let coin = |radius_m, mass_kg| Coin { radius_m, mass_kg, inertia_ratio: 0.5, friction_ratio: 0.2 };
        let coins = vec![coin(0.01075, 5.21e-3), coin(0.00925, 3.22e-3), coin(0.01075, 5.21e-3)];
        let contact = discs::Contact {
            restitution_ratio: 0.7,
            friction_ratio: 0.2,
            tangential_restitution_ratio: 0.0,
            slow_speed_m_s: 0.0,
        };
        let setup = discs::Setup::new(coins, 9.81, 0.0, contact, None, Vec::new());
        let limits = Limits::for_bodies(3);
        let (state, scratch) = (discs::State::new(&setup), discs::Scratch::new(&setup));
        Coins { setup, state, scratch, limits, shots: pairs(SHOTS_C) }
    }
}

impl Work for Coins {
    fn shots(&self) -> usize {
        self.shots.len()
    }

    fn play(&mut self, shot: usize) -> (Ending, Counters) {
        let (aim_rad, speed_m_s) = self.shots[shot];
        let velocity_m_s = DVec2::new(libm::cos(aim_rad), libm::sin(aim_rad)) * speed_m_s;
        for (i, at_m) in COINS_M.into_iter().enumerate() {
            let velocity_m_s = if i == 0 { velocity_m_s } else { DVec2::ZERO };
            self.state.place(&self.setup, i, at_m, velocity_m_s, 0.0);
        }
        self.scratch.clear();
        let mut counters = Counters::default();
        let (state, scratch) = (&mut self.state, &mut self.scratch);
        let ending = kernel::run::<Discs, _>(&self.setup, state, scratch, &self.limits, &mut counters);
        (ending, counters)
    }

    fn rest(&self) -> Vec<(DVec3, bool)> {
        let body = |body: &discs::Body| (body.position_m().extend(0.0), body.mode() != discs::Mode::Off);
        self.state.bodies.iter().map(body).collect()
    }
}
