//! Rows of the table that are bands over simulated shots: D35 and D36.

use super::*;

/// A toley that rolls over a line of fixed grains: what slows it down, over gravity.
///
/// Grains of 0.3 to 0.6 mm radius stuck to a slab at random, `cover` of the line covered; they are so heavy that no hit
/// moves them. The ball hops from one to another.
fn bump_deceleration(dice: &mut Dice, speed_m_s: f64, cover: f64, e: f64) -> f64 {
    let mut balls = vec![toley()];
    let mut bodies: Vec<Thrown> = vec![];
    let (mut x, way_m) = (-0.01, 0.3 * speed_m_s * speed_m_s.min(1.0));
    while x < way_m + 0.02 {
        let radius_m = 0.3e-3 + 0.3e-3 * dice.share();
        x += radius_m;
        balls.push(Ball::solid(radius_m, 2.5e12, 0.3, 0.1));
        bodies.push((dvec3(x, 0.0, radius_m), DVec3::ZERO, DVec3::ZERO));
        // free ground between grains, exponential with the mean that the cover asks for
        x += radius_m - libm::log(1.0 - dice.share()) * 0.9e-3 * (1.0 / cover - 1.0);
    }
    let rolling = dvec3(0.0, speed_m_s / TOLEY_M, 0.0);
    bodies.insert(0, (dvec3(0.0, 0.0, TOLEY_M + 1.3e-3), dvec3(speed_m_s, 0.0, 0.0), rolling));
    let law = Contact { slow: SlowContact::Elastic { below_m_s: 1e-3 }, ..contact(e, 0.4, 0.0) };
    let setup = Setup::new(balls, ground(), law, None);
    let state = |until_s: f64| {
        let mut state = start(&setup, &bodies);
        let limits = Limits { until_s, max_events: 200_000, max_events_at_once: 100_000 };
        let ending =
            kernel::run::<Spheres, _>(&setup, &mut state, &mut Scratch::new(&setup), &limits, &mut kernel::Silent);
        assert_eq!(ending, Ending::Until);
        let body = &state.bodies[0];
        let height_j = setup.balls[0].mass_kg * G * body.position_m.z;
        (body.position_m.x, body.kinetic_energy_j(&setup.balls[0]) + height_j)
    };
    // the first hops are still those of the start
    let (from, to) = (state(0.4 * way_m / speed_m_s), state(0.9 * way_m / speed_m_s));
    // a ball that rolls has an inertia of 7/5 m
    (from.1 - to.1) / (to.0 - from.0) / (1.4 * setup.balls[0].mass_kg * G)
}

/// Own estimate by a separate two-dimensional program: between 0.25 and 3.5 m/s a ball that rolls over fixed grains is
/// slowed by 0.05 to 0.10 g, whatever the speed; in form as the constant friction of a ball on a rough plane that
/// C. Henrique et al., Phys. Rev. E 57, 4743 (1998) report for high speed.
#[test]
fn d35_grains_slow_a_rolling_ball_evenly() {
    let mut dice = Dice(35);
    for speed_m_s in [0.5, 1.0, 2.0, 3.5] {
        let mut sum = 0.0;
        for k in 0..270 {
            let (cover, e) = ([0.3, 0.6, 0.9][k % 3], [0.0, 0.15, 0.3][k / 3 % 3]);
            sum += bump_deceleration(&mut dice, speed_m_s, cover, e);
        }
        let mean = sum / 270.0;
        assert!((0.05..=0.10).contains(&mean), "{speed_m_s} m/s: {mean}");
    }
}

/// The marbles that are left in the middle of a game, and a toley that lies among them.
struct Middle {
    setup: Setup,
    /// Centres on the ground; none for a marble that has left.
    marbles: Vec<Option<DVec2>>,
    toley: DVec2,
}

impl Middle {
    fn random(dice: &mut Dice, rolling_friction_ratio: f64) -> Middle {
        let mut balls = vec![Ball { rolling_friction_ratio, ..toley() }];
        balls.resize(13, Ball { rolling_friction_ratio, ..marble() });
        let law = contact(0.957, 0.12, 0.44);
        let setup = Setup::new(balls, Ground { restitution_ratio: 0.15, ..ground() }, law, Some(0.9144));
        let mut places: Vec<DVec2> = vec![];
        while places.len() < 13 {
            let at = DVec2::new(dice.within(0.6), dice.within(0.6));
            if at.length() < 0.6 && places.iter().all(|other| other.distance(at) > 0.05) {
                places.push(at);
            }
        }
        let toley = places.remove(0);
        Middle { setup, marbles: places.into_iter().map(Some).collect(), toley }
    }

    /// One shot at the nearest marble, from where the toley lies: marbles knocked off, and whether the toley stays.
    fn shoot(&mut self, dice: &mut Dice, speed_m_s: f64) -> (usize, bool) {
        let nearest =
            self.marbles.iter().flatten().min_by(|a, b| a.distance(self.toley).total_cmp(&b.distance(self.toley)));
        let Some(&target) = nearest else { return (0, true) };
        let (sin, cos) = libm::sincos(dice.normal() * 1.2f64.to_radians());
        let way = DVec2::new(cos, sin).rotate((target - self.toley).normalize());
        let speed_m_s = speed_m_s * (1.0 + 0.07 * dice.normal());
        let mut state = State::new(&self.setup);
        state.place(&self.setup, 0, self.toley.extend(TOLEY_M), (way * speed_m_s).extend(0.0), DVec3::ZERO);
        for (i, at) in self.marbles.iter().enumerate() {
            // one that has left lies far outside
            let at = at.unwrap_or(DVec2::new(5.0 + i as f64, 0.0));
            state.place(&self.setup, 1 + i, at.extend(MARBLE_M), DVec3::ZERO, DVec3::ZERO);
        }
        let (ending, _) = play(&self.setup, &mut state, f64::INFINITY);
        assert_eq!(ending, Ending::Rest);
        let mut off = 0;
        for (marble, body) in self.marbles.iter_mut().zip(&state.bodies[1..]).filter(|(marble, _)| marble.is_some()) {
            *marble = (body.mode != Mode::Off).then(|| body.position_m.xy());
            off += usize::from(marble.is_none());
        }
        self.toley = state.bodies[0].position_m.xy();
        (off, state.bodies[0].mode != Mode::Off)
    }

    /// Shots on end until one knocks nothing off or loses the toley: marbles won, and whether the toley left.
    fn turn(&mut self, dice: &mut Dice, speed_m_s: f64) -> (usize, bool) {
        let mut won = 0;
        loop {
            let (off, stays) = self.shoot(dice, speed_m_s);
            won += off;
            if off == 0 || !stays || self.marbles.iter().flatten().next().is_none() {
                return (won, !stays);
            }
        }
    }
}

/// Play of 400 turns at a speed of 2.5 m/s: marbles won in a turn, and the share of turns that end with the toley off.
fn turns(rolling_friction_ratio: f64) -> (f64, f64) {
    let mut dice = Dice(36);
    let (mut won, mut left) = (0, 0u32);
    for _ in 0..400 {
        let (marbles, off) = Middle::random(&mut dice, rolling_friction_ratio).turn(&mut dice, 2.5);
        (won, left) = (won + marbles, left + u32::from(off));
    }
    (won as f64 / 400.0, f64::from(left) / 400.0)
}

/// In the fine weather of 2004 the rings at Tinsley Green "were very fast", tolleys were hard to keep on, and breaks were
/// smaller than on the damp sand of other years (magwv.com, Tinsley Green 2004). So it is for players who shoot as hard as
/// ever; who shoots softly enough on a fast ring keeps the toley on.
#[test]
fn d36_on_a_fast_ring_the_toley_leaves_more_often_and_breaks_are_shorter() {
    let [fast, default, damp] = [0.05, 0.10, 0.25].map(turns);
    // three standard errors of the shares are 0.04, of the means 0.4
    assert!(fast.1 > default.1 + 0.04 && default.1 > damp.1 + 0.04, "{fast:?} {default:?} {damp:?}");
    assert!(fast.0 < default.0 - 0.4 && default.0 < damp.0 - 0.4, "{fast:?} {default:?} {damp:?}");
}
