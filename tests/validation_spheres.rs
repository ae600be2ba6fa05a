//! Spheres on sand against the validation table of the equations, rows D1 to D6, D9 to D17, D26 to D31, D33, D34, and
//! against the symmetries, bounds and balances that hold for every shot. Public interface only.

use glam::{DVec2, DVec3, Vec3Swizzles, dvec3};
use tolley_physics::kernel::{self, Ending, Event, EventSink, Kind, Limits, NONE, Trace, World};
use tolley_physics::spheres::{
    Ball, Contact, Ground, GroundReaction, Mode, Scratch, Setup, SlowContact, Spheres, State, contact_time_s,
};

const G: f64 = 9.81;
const TOLEY_M: f64 = 0.009525;
const MARBLE_M: f64 = 0.00635;
const DISTANCE_M: f64 = 15.5543e-3;

fn ground() -> Ground {
    Ground {
        gravity_m_s2: G,
        restitution_ratio: 0.2,
        settle_speed_m_s: 0.1,
        sinkage_m: 0.5e-3,
        trapping_speed_m_s: 0.0,
        rolling_while_sliding: false,
    }
}

fn contact(e: f64, mu: f64, b0: f64) -> Contact {
    Contact {
        restitution_ratio: e,
        friction_ratio: mu,
        tangential_restitution_ratio: b0,
        ground_reaction: GroundReaction::After,
        slow: SlowContact::Elastic { below_m_s: 0.005 },
    }
}

fn toley() -> Ball {
    Ball::solid(TOLEY_M, 2500.0, 0.3, 0.1)
}

fn marble() -> Ball {
    Ball::solid(MARBLE_M, 2500.0, 0.3, 0.1)
}

/// A ball's position, velocity and spin.
type Thrown = (DVec3, DVec3, DVec3);

fn start(setup: &Setup, bodies: &[Thrown]) -> State {
    let mut state = State::new(setup);
    for (i, &(x, v, w)) in bodies.iter().enumerate() {
        state.place(setup, i, x, v, w);
    }
    state
}

fn play(setup: &Setup, state: &mut State, until_s: f64) -> (Ending, Vec<Event>) {
    let limits = Limits { until_s, ..Limits::for_bodies(setup.balls.len()) };
    let mut trace = Trace::default();
    let ending = kernel::run::<Spheres, _>(setup, state, &mut Scratch::new(setup), &limits, &mut trace);
    (ending, trace.events)
}

#[track_caller]
fn near(value: f64, expected: f64, tolerance: f64) {
    let error = (value - expected).abs();
    assert!(error <= tolerance, "{value:.15} is not {expected:.15}: off by {error:.2e}, allowed {tolerance:.1e}");
}

/// The table's "num": 1e-6 relative, or half the last printed place.
#[track_caller]
fn printed(value: f64, expected: f64, last_place: f64) {
    near(value, expected, (1e-6 * expected.abs()).max(0.5000001 * last_place));
}

mod validation_table {
    use super::*;

    /// One ball alone on the ground along x; its events and where it is at each, and where it ends.
    fn alone(ball: Ball, speed: f64, rolling_speed: f64) -> (Vec<(Event, f64, Mode)>, f64) {
        struct Path(Vec<(Event, f64, Mode)>);
        impl EventSink<Spheres> for Path {
            fn record(&mut self, _: &Setup, state: &State, event: &Event) {
                let body = &state.bodies[usize::from(event.body)];
                assert_eq!(body.position_m, event.position_m);
                self.0.push((*event, body.velocity_m_s.x, body.mode));
            }
        }
        let setup = Setup::new(vec![ball], ground(), contact(0.95, 0.1, 0.0), None);
        let spin = dvec3(0.0, rolling_speed / ball.radius_m, 0.0);
        let mut state = start(&setup, &[(dvec3(0.0, 0.0, ball.radius_m), dvec3(speed, 0.0, 0.0), spin)]);
        let mut path = Path(vec![]);
        let limits = Limits::for_bodies(1);
        let ending = kernel::run::<Spheres, _>(&setup, &mut state, &mut Scratch::new(&setup), &limits, &mut path);
        assert_eq!(ending, Ending::Rest);
        assert_eq!(state.bodies[0].velocity_m_s, DVec3::ZERO);
        (path.0, state.bodies[0].position_m.x)
    }

    #[test]
    fn d1_masses() {
        printed(toley().mass_kg, 9.0495e-3, 1e-7);
        printed(marble().mass_kg, 2.6813e-3, 1e-7);
        near(toley().mass_kg / marble().mass_kg, 27.0 / 8.0, 1e-14);
    }

    #[test]
    fn d2_slide_to_roll() {
        let (events, _) = alone(toley(), 2.0, 0.0);
        let (event, speed, mode) = &events[0];
        assert_eq!((event.kind, *mode), (Kind::Mode, Mode::Roll));
        printed(event.time_s, 0.194165, 1e-6);
        printed(*speed, 1.428571, 1e-6);
        printed(event.position_m.x, 0.332855, 1e-6);
    }

    #[test]
    fn d3_draw_turns_back() {
        let (events, _) = alone(toley(), 1.0, -3.0);
        let (event, speed, _) = &events[0];
        printed(event.time_s, 0.388331, 1e-6);
        printed(*speed, -0.142857, 1e-6);
        printed(event.position_m.x, 0.166427, 1e-6);
        let setup = Setup::new(vec![toley()], ground(), contact(0.95, 0.1, 0.0), None);
        let spin = dvec3(0.0, -3.0 / TOLEY_M, 0.0);
        let mut state = start(&setup, &[(dvec3(0.0, 0.0, TOLEY_M), dvec3(1.0, 0.0, 0.0), spin)]);
        let (ending, _) = play(&setup, &mut state, 1.0 / (0.3 * G));
        assert_eq!(ending, Ending::Until);
        near(state.bodies[0].velocity_m_s.x, 0.0, 1e-15);
        printed(state.bodies[0].position_m.x, 0.169895, 1e-6);
    }

    #[test]
    fn d4_stops_dead() {
        let (events, end) = alone(Ball { sliding_friction_ratio: 0.25, ..toley() }, 1.2, -3.0);
        printed(events[0].0.time_s, 0.489297, 1e-6);
        near(events[0].1, 0.0, 1e-15);
        printed(end, 0.293578, 1e-6);
        assert_eq!(events.last().map(|e| (e.0.kind, e.2)), Some((Kind::Stop, Mode::Rest)));
    }

    #[test]
    fn d5_topspin() {
        let (events, _) = alone(toley(), 1.0, 2.5);
        printed(events[0].0.time_s, 0.145624, 1e-6);
        printed(events[0].1, 1.428571, 1e-6);
        printed(events[0].0.position_m.x, 0.176829, 1e-6);
    }

    #[test]
    fn d6_roll_to_rest() {
        let (events, end) = alone(toley(), 1.0, 1.0);
        assert_eq!(events.len(), 1);
        assert_eq!(events[0].0.kind, Kind::Stop);
        printed(events[0].0.time_s, 1.019368, 1e-6);
        printed(end, 0.509684, 1e-6);
    }

    #[test]
    fn d9_spin_about_the_vertical() {
        let setup = Setup::new(vec![toley()], ground(), contact(0.95, 0.1, 0.0), None);
        let still = (dvec3(0.0, 0.0, TOLEY_M), DVec3::ZERO, dvec3(0.0, 0.0, 50.0));
        let mut state = start(&setup, &[still]);
        assert_eq!(state.bodies[0].mode, Mode::Spin);
        play(&setup, &mut state, 0.1);
        printed(50.0 - state.bodies[0].spin_rad_s.z, 16.465, 1e-3);
        let mut state = start(&setup, &[still]);
        let (ending, events) = play(&setup, &mut state, f64::INFINITY);
        assert_eq!((ending, events.len(), events[0].kind), (Ending::Rest, 1, Kind::Stop));
        printed(events[0].time_s, 0.30367, 1e-5);
    }

    /// The toley hits a resting marble head on, without gravity: what each does right after, and the impulse.
    fn head_on(mu: f64, b0: f64, spin_ratio: f64) -> (State, Event, f64) {
        let free = Ground { gravity_m_s2: 0.0, ..ground() };
        let setup = Setup::new(vec![toley(), marble()], free, contact(0.95, mu, b0), None);
        let spin = dvec3(0.0, spin_ratio * 2.0 / TOLEY_M, 0.0);
        let target = dvec3(0.0, 0.0, MARBLE_M);
        let mut state = start(
            &setup,
            &[(dvec3(-0.1, 0.0, TOLEY_M), dvec3(2.0, 0.0, 0.0), spin), (target, DVec3::ZERO, DVec3::ZERO)],
        );
        let energy = |state: &State| {
            state.bodies.iter().zip(&setup.balls).map(|(body, ball)| body.kinetic_energy_j(ball)).sum::<f64>()
        };
        let before_j = energy(&state);
        let (ending, events) = play(&setup, &mut state, 0.06);
        assert_eq!((ending, events.len(), events[0].kind), (Ending::Until, 1, Kind::Pair));
        let after_j = energy(&state);
        near(events[0].loss_j, before_j - after_j, 1e-14 * before_j);
        (state, events[0], after_j / before_j)
    }

    #[test]
    fn d10_unlike_balls_touch_at_a_tilt() {
        let setup = Setup::new(vec![toley(), marble()], ground(), contact(0.95, 0.0, 0.0), None);
        let rolling = dvec3(0.0, 0.5 / TOLEY_M, 0.0);
        let mut state = start(
            &setup,
            &[
                (dvec3(-0.05, 0.0, TOLEY_M), dvec3(0.5, 0.0, 0.0), rolling),
                (dvec3(0.0, 0.0, MARBLE_M), DVec3::ZERO, DVec3::ZERO),
            ],
        );
        let (_, events) = play(&setup, &mut state, f64::INFINITY);
        assert_eq!(events[0].kind, Kind::Pair);
        // 0.05 m less the distance, at 0.1 g
        let gone = 0.5 * events[0].time_s - 0.05 * G * events[0].time_s * events[0].time_s;
        printed(0.05 - gone, 15.5543e-3, 1e-7);
        let n = (events[0].position_m - dvec3(gone - 0.05, 0.0, TOLEY_M)) / TOLEY_M;
        printed(n.x, 0.979796, 1e-6);
        printed(n.z, -0.2, 1e-6);
    }

    #[test]
    fn d11_head_on_without_friction() {
        let (state, event, _) = head_on(0.0, 0.0, 0.0);
        printed(event.impulse_n_s, 7.90398e-3, 1e-8);
        let [toley, marble] = [state.bodies[0].velocity_m_s, state.bodies[1].velocity_m_s];
        printed(toley.x, 1.144229, 1e-6);
        printed(toley.z, 0.174684, 1e-6);
        printed(marble.x, 2.888229, 1e-6);
        printed(marble.z, -0.589557, 1e-6);
    }

    #[test]
    fn d11_the_toley_hops_and_the_marble_lands_at_once() {
        let setup = Setup::new(vec![toley(), marble()], ground(), contact(0.95, 0.0, 0.0), None);
        let roll = |v: f64| dvec3(0.0, v / TOLEY_M, 0.0);
        let mut state = start(
            &setup,
            &[
                (dvec3(-DISTANCE_M, 0.0, TOLEY_M), dvec3(2.0, 0.0, 0.0), roll(2.0)),
                (dvec3(0.0, 0.0, MARBLE_M), DVec3::ZERO, DVec3::ZERO),
            ],
        );
        let (_, events) = play(&setup, &mut state, f64::INFINITY);
        let kinds: Vec<_> = events.iter().take(2).map(|e| (e.kind, e.body)).collect();
        assert_eq!(kinds, [(Kind::Pair, 0), (Kind::Ground, 1)]);
        assert_eq!(events[0].time_s, events[1].time_s);
        let Some(hop) = events.iter().find(|e| e.kind == Kind::Ground && e.body == 0) else {
            panic!("the toley must land");
        };
        // the start is 50 nm off the table's exact distance
        near(hop.time_s - events[0].time_s, 35.61e-3, 0.005e-3);
        near(hop.position_m.x + DISTANCE_M, 40.75e-3, 0.005e-3);
        let mut state = start(
            &setup,
            &[
                (dvec3(-DISTANCE_M, 0.0, TOLEY_M), dvec3(2.0, 0.0, 0.0), roll(2.0)),
                (dvec3(0.0, 0.0, MARBLE_M), DVec3::ZERO, DVec3::ZERO),
            ],
        );
        play(&setup, &mut state, events[0].time_s + 0.5 * 35.61e-3);
        assert_eq!(state.bodies[0].mode, Mode::Air);
        near(state.bodies[0].position_m.z - TOLEY_M, 1.555e-3, 0.0005e-3);
    }

    #[test]
    fn d12_head_on_sticks() {
        let (state, _, kept) = head_on(0.12, 0.44, 0.0);
        let [toley, marble] = [&state.bodies[0], &state.bodies[1]];
        printed(toley.velocity_m_s.x, 1.136705, 1e-6);
        printed(toley.velocity_m_s.z, 0.137827, 1e-6);
        printed(marble.velocity_m_s.x, 2.913620, 1e-6);
        printed(marble.velocity_m_s.z, -0.465167, 1e-6);
        printed(toley.spin_rad_s.y, 9.8731, 1e-4);
        printed(marble.spin_rad_s.y, 49.982, 1e-3);
        printed(kept, 0.97650, 1e-5);
    }

    #[test]
    fn d13_head_on_with_backspin_slides() {
        let (state, _, kept) = head_on(0.12, 0.44, -1.0);
        let [toley, marble] = [&state.bodies[0], &state.bodies[1]];
        printed(toley.velocity_m_s.x, 1.123267, 1e-6);
        printed(toley.velocity_m_s.z, 0.071991, 1e-6);
        printed(marble.velocity_m_s.x, 2.958975, 1e-6);
        printed(marble.velocity_m_s.z, -0.242970, 1e-6);
        printed(toley.spin_rad_s.y, -182.465, 1e-3);
        printed(marble.spin_rad_s.y, 139.265, 1e-3);
        printed(kept, 0.92492, 1e-5);
    }

    /// Equal marbles without gravity, the first along x, the line of centres at an angle: velocities and spin after.
    fn cut(law: Contact, speed: f64, angle_deg: f64) -> (State, DVec2) {
        let free = Ground { gravity_m_s2: 0.0, ..ground() };
        let setup = Setup::new(vec![marble(), marble()], free, law, None);
        let (sin, cos) = libm::sincos(angle_deg.to_radians());
        let normal = DVec2::new(cos, sin);
        let target = (normal * (2.0 * MARBLE_M)).extend(0.0);
        let cue = (dvec3(-0.1, 0.0, 0.0), dvec3(speed, 0.0, 0.0), DVec3::ZERO);
        let mut state = start(&setup, &[cue, (target, DVec3::ZERO, DVec3::ZERO)]);
        let (_, events) = play(&setup, &mut state, 0.11 / speed);
        assert_eq!(events.len(), 1);
        (state, normal)
    }

    #[test]
    fn d14_cut_of_equal_balls() {
        let (state, normal) = cut(contact(0.95, 0.0, 0.0), 1.5, 30.0);
        let [cue, object] = [state.bodies[0].velocity_m_s.xy(), state.bodies[1].velocity_m_s.xy()];
        printed(object.length(), 1.266562, 1e-6);
        near(object.perp_dot(normal), 0.0, 1e-14);
        printed(cue.length(), 0.750703, 1e-6);
        printed(libm::atan2(-cue.y, cue.x).to_degrees(), 57.5206, 1e-4);
    }

    #[test]
    fn d15_stick_and_slide() {
        let law = contact(0.97, 0.092, 0.44);
        let table = [
            (10.0, [0.029544, 0.275853, 1.940071, 0.071444], 28.127),
            (45.0, [0.021213, 1.286058, 1.393000, 0.128156], 50.455),
        ];
        for (angle_deg, expected, spin) in table {
            let (state, n) = cut(law, 2.0, angle_deg);
            let [cue, object] = [state.bodies[0].velocity_m_s.xy(), state.bodies[1].velocity_m_s.xy()];
            let found = [cue.dot(n), cue.perp_dot(n), object.dot(n), object.perp_dot(n)];
            for (found, expected) in found.into_iter().zip(expected) {
                printed(found, expected, 1e-6);
            }
            printed(state.bodies[0].spin_rad_s.z.abs(), spin, 1e-3);
            printed(state.bodies[1].spin_rad_s.z.abs(), spin, 1e-3);
        }
    }

    #[test]
    fn d16_border_of_stick_and_slide() {
        // below the border the contact's slip reverses by b0, above it keeps more
        let reversed = |angle_deg: f64| {
            let (state, n) = cut(contact(0.97, 0.092, 0.44), 2.0, angle_deg);
            let [cue, object] = [&state.bodies[0], &state.bodies[1]];
            let turning = MARBLE_M * (cue.spin_rad_s.z + object.spin_rad_s.z);
            let slip = (cue.velocity_m_s.xy() - object.velocity_m_s.xy()).perp_dot(n) - turning;
            slip / (2.0 * libm::sin(angle_deg.to_radians()))
        };
        near(reversed(23.774 - 0.0006), -0.44, 1e-9);
        assert!(reversed(23.774 + 0.0006) > -0.44 + 1e-6);
    }

    #[test]
    fn d17_throw_in_the_slide_regime() {
        for angle_deg in [30.0, 45.0, 60.0, 75.0] {
            let (state, n) = cut(contact(0.97, 0.092, 0.44), 2.0, angle_deg);
            let object = state.bodies[1].velocity_m_s.xy();
            printed(libm::atan2(object.perp_dot(n).abs(), object.dot(n)).to_degrees(), 5.2564, 1e-4);
        }
    }

    #[test]
    fn d26_first_root_of_the_quartic() {
        let (dr, dv, da) = (dvec3(0.5, 0.012, 0.0), dvec3(-2.3, -0.02, 0.0), dvec3(3.643, 0.05, 0.0));
        let Some(t) = contact_time_s(dr, dv, da, DISTANCE_M, 10.0) else { panic!("they must meet") };
        near(t, 0.269025, 1e-6);
        assert!((dr + (dv + da * (0.5 * t)) * t).length() >= DISTANCE_M);
        assert_eq!(contact_time_s(dr, dv, da, DISTANCE_M, 0.269), None);
    }

    #[test]
    fn d27_rolls_up_or_stops_short() {
        let hit = |away: f64| {
            let (dr, dv, da) = (dvec3(away, 0.0, 0.0), dvec3(-1.0, 0.0, 0.0), dvec3(0.981, 0.0, 0.0));
            contact_time_s(dr, dv, da, DISTANCE_M, 1.0 / 0.981)
        };
        let Some(t) = hit(0.52) else { panic!("it must arrive") };
        near(t, 0.916027, 1e-6);
        assert_eq!(hit(0.53), None);
    }

    #[test]
    fn d27_through_the_ground() {
        for (away, hits) in [(0.52, true), (0.53, false)] {
            let setup = Setup::new(vec![toley(), marble()], ground(), contact(0.95, 0.1, 0.0), None);
            let roll = (dvec3(-away, 0.0, TOLEY_M), dvec3(1.0, 0.0, 0.0), dvec3(0.0, 1.0 / TOLEY_M, 0.0));
            let mut state = start(&setup, &[roll, (dvec3(0.0, 0.0, MARBLE_M), DVec3::ZERO, DVec3::ZERO)]);
            let (_, events) = play(&setup, &mut state, f64::INFINITY);
            assert_eq!(events[0].kind == Kind::Pair, hits);
            if hits {
                near(events[0].time_s, 0.916027, 1e-6);
            }
        }
    }

    #[test]
    fn d28_without_acceleration() {
        let (dr, dv) = (dvec3(0.3, 0.01, 0.0), dvec3(-1.2, 0.0, 0.0));
        for horizon in [1.0, f64::INFINITY] {
            let Some(t) = contact_time_s(dr, dv, DVec3::ZERO, DISTANCE_M, horizon) else { panic!("they must meet") };
            near(t, 0.240072, 1e-6);
        }
        // the switch between degrees: accelerations from nothing to noticeable change nothing suddenly
        let Some(plain) = contact_time_s(dr, dv, DVec3::ZERO, DISTANCE_M, 1.0) else { panic!("they must meet") };
        for power in 4..60 {
            let da = dvec3(1.0, 1.0, 0.0) * 0.25f64.powi(power);
            let Some(t) = contact_time_s(dr, dv, da, DISTANCE_M, 1.0) else { panic!("they must meet") };
            near(t, plain, 0.1 * da.x + 4e-16);
        }
    }

    #[test]
    fn pressed_together_from_rest() {
        // no relative velocity at all, only a closing acceleration; then touching, which must not let the clock stand
        let (dr, da) = (dvec3(1.0, 0.0, 0.0), dvec3(-2.0, 0.0, 0.0));
        let Some(t) = contact_time_s(dr, DVec3::ZERO, da, 0.75, 1.0) else { panic!("they must meet") };
        near(t, 0.5, 1e-15);
        let Some(t) = contact_time_s(dr, DVec3::ZERO, da, 1.0, 1.0) else { panic!("they must meet") };
        assert!(t > 1e-7 && t < 1e-5, "{t:e}");
        assert_eq!(contact_time_s(dr, DVec3::ZERO, -da, 1.0, 1.0), None);
    }

    #[test]
    fn d29_landing() {
        let setup = Setup::new(vec![toley()], ground(), contact(0.95, 0.1, 0.0), None);
        let mut state = start(&setup, &[(dvec3(0.0, 0.0, TOLEY_M), dvec3(2.5, 0.0, -0.7), DVec3::ZERO)]);
        let (_, events) = play(&setup, &mut state, 1e-9);
        assert_eq!((events.len(), events[0].kind, events[0].time_s), (1, Kind::Ground, 0.0));
        let body = &state.bodies[0];
        near(body.velocity_m_s.x, 2.248, 1e-6);
        near(body.velocity_m_s.z, 0.140, 1e-6);
        near(TOLEY_M * body.spin_rad_s.y, 0.630, 1e-6);
        near(events[0].impulse_n_s, toley().mass_kg * (0.84 * 0.84 + 0.252 * 0.252f64).sqrt(), 1e-12);
    }

    #[test]
    fn d29_a_slow_landing_stays_down() {
        let setup = Setup::new(vec![toley()], ground(), contact(0.95, 0.1, 0.0), None);
        let mut state = start(&setup, &[(dvec3(0.0, 0.0, TOLEY_M), dvec3(2.5, 0.0, -0.4), DVec3::ZERO)]);
        play(&setup, &mut state, 1e-12);
        let body = &state.bodies[0];
        assert_eq!((body.mode, body.velocity_m_s.z), (Mode::Slide, 0.0));
        near(body.velocity_m_s.x, 2.5 - 0.3 * 0.4, 1e-6);
    }

    #[test]
    fn d30_off_the_step() {
        let setup = Setup::new(vec![toley()], ground(), contact(0.95, 0.1, 0.0), None);
        let above = dvec3(0.0, 0.0, TOLEY_M + 0.0762);
        let mut state = start(&setup, &[(above, dvec3(1.5, 0.0, 0.0), DVec3::ZERO)]);
        assert_eq!(state.bodies[0].mode, Mode::Air);
        let (ending, events) = play(&setup, &mut state, f64::INFINITY);
        assert_eq!((ending, events[0].kind), (Ending::Rest, Kind::Ground));
        printed(events[0].time_s, 0.12464, 1e-5);
        printed(events[0].position_m.x, 0.18696, 1e-5);
        assert_eq!(events[0].position_m.z, TOLEY_M);
        // it rebounds at a fifth of its fall, flies, and settles
        assert_eq!(events.iter().filter(|e| e.kind == Kind::Ground).count(), 2);
        near(events[1].time_s - events[0].time_s, 2.0 * 0.2 * 0.1246403, 1e-6);
    }

    #[test]
    fn d31_speed_that_just_reaches_the_rim() {
        for (mu_r, speed) in [(0.05, 1.2311), (0.10, 1.6321), (0.20, 2.0708), (0.45, 2.5466)] {
            let off = |speed: f64| {
                let ball = Ball::solid(MARBLE_M, 2500.0, 0.3, mu_r);
                let setup = Setup::new(vec![ball], ground(), contact(0.95, 0.1, 0.0), Some(0.9144));
                let thrown = (dvec3(0.0, 0.0, MARBLE_M), dvec3(0.6 * speed, -0.8 * speed, 0.0), DVec3::ZERO);
                let mut state = start(&setup, &[thrown]);
                let (ending, events) = play(&setup, &mut state, f64::INFINITY);
                assert_eq!(ending, Ending::Rest);
                let is_off = state.bodies[0].mode == Mode::Off;
                assert_eq!(is_off, events.last().map(|e| e.kind) == Some(Kind::Edge));
                if is_off {
                    near(state.bodies[0].position_m.xy().length(), 0.9144, 1e-12);
                }
                is_off
            };
            let last = 0.50001e-4;
            assert!(!off(speed - last) && off(speed + last), "mu_r {mu_r}");
        }
    }

    #[test]
    fn d33_chance_to_hit_at_one_degree() {
        let mut dice = Dice(33);
        let setup = Setup::new(vec![toley(), marble()], ground(), contact(0.95, 0.1, 0.0), None);
        let mut state = State::new(&setup);
        let mut scratch = Scratch::new(&setup);
        let (trials, mut hits, mut wide) = (20_000, 0.0, 0.0);
        let wide_rad = 3.5237f64.to_radians();
        for _ in 0..trials {
            let aim_rad = dice.normal() * 1f64.to_radians();
            wide += f64::from(u8::from(aim_rad.abs() <= wide_rad));
            let (sin, cos) = libm::sincos(aim_rad);
            let roll = dvec3(-sin, cos, 0.0) * (2.0 / TOLEY_M);
            state.place(&setup, 0, dvec3(-0.9144, 0.0, TOLEY_M), dvec3(cos, sin, 0.0) * 2.0, roll);
            state.place(&setup, 1, dvec3(0.0, 0.0, MARBLE_M), DVec3::ZERO, DVec3::ZERO);
            scratch.clear();
            let limits = Limits { until_s: 1.0, ..Limits::for_bodies(2) };
            let mut trace = Trace::default();
            kernel::run::<Spheres, _>(&setup, &mut state, &mut scratch, &limits, &mut trace);
            hits += f64::from(u8::from(trace.events.iter().any(|e| e.kind == Kind::Pair)));
        }
        let n = f64::from(trials);
        let three_sigma = |p: f64| 3.0 * (p * (1.0 - p) / n).sqrt();
        near(hits / n, 0.67028, three_sigma(0.67028));
        near(wide / n, 0.99957, three_sigma(0.99957));
    }

    #[test]
    fn d34_free_flight_keeps_energy_and_momenta() {
        let free = Ground { gravity_m_s2: 0.0, ..ground() };
        let mut dice = Dice(34);
        let balls: Vec<_> = (0..6).map(|i| if i % 2 == 0 { toley() } else { marble() }).collect();
        let law = Contact { slow: SlowContact::Plain, ..contact(1.0, 0.0, 0.0) };
        let setup = Setup::new(balls, free, law, None);
        let sums = |state: &State| {
            let (mut p, mut l, mut e) = (DVec3::ZERO, DVec3::ZERO, 0.0);
            for (body, ball) in state.bodies.iter().zip(&setup.balls) {
                p += body.velocity_m_s * ball.mass_kg;
                l += body.position_m.cross(body.velocity_m_s) * ball.mass_kg + body.spin_rad_s * ball.inertia_kg_m2();
                e += body.kinetic_energy_j(ball);
            }
            (p, l, e)
        };
        let mut impacts = 0;
        for _ in 0..600 {
            let bodies: Vec<_> = (0..6)
                .map(|i| {
                    let at = DVec3::from_array(dice.vector(0.01)) + dvec3(0.03 * f64::from(i), 0.0, 0.0);
                    (at, -at * 2.0 + DVec3::from_array(dice.vector(0.2)), DVec3::from_array(dice.vector(50.0)))
                })
                .collect();
            let apart = |(i, a): (usize, &Thrown)| bodies[..i].iter().all(|b| a.0.distance(b.0) > 2.0 * TOLEY_M);
            if !bodies.iter().enumerate().all(apart) {
                continue;
            }
            let mut state = start(&setup, &bodies);
            let before = sums(&state);
            let (ending, events) = play(&setup, &mut state, 1.0);
            assert_eq!(ending, Ending::Until);
            impacts += events.len();
            let after = sums(&state);
            let momentum = setup.balls[0].mass_kg;
            near((after.0 - before.0).length(), 0.0, 1e-9 * momentum);
            near((after.1 - before.1).length(), 0.0, 1e-9 * before.1.length().max(momentum * TOLEY_M));
            near(after.2, before.2, 1e-9 * before.2);
        }
        assert!(impacts > 400, "only {impacts}");
    }
}

/// A generator for tests: splitmix64.
struct Dice(u64);

impl Dice {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// In [0, 1).
    fn share(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// In [-size, size).
    fn within(&mut self, size: f64) -> f64 {
        (2.0 * self.share() - 1.0) * size
    }

    fn vector(&mut self, size: f64) -> [f64; 3] {
        [self.within(size), self.within(size), self.within(size)]
    }

    /// Box and Muller.
    fn normal(&mut self) -> f64 {
        let radius = (-2.0 * libm::log(1.0 - self.share())).sqrt();
        radius * libm::cos(std::f64::consts::TAU * self.share())
    }
}

/// A shot at a loose group: balls, where they lie and what the first does.
struct Scene {
    balls: Vec<Ball>,
    bodies: Vec<Thrown>,
    ground: Ground,
    contact: Contact,
    ring_m: f64,
}

impl Scene {
    /// A toley shot at `marbles` of slightly unlike sizes, with spin, so that no two events tie.
    fn random(dice: &mut Dice, marbles: usize) -> Scene {
        let mut balls = vec![toley()];
        let mut bodies: Vec<Thrown> = vec![];
        let speed = 1.0 + 3.0 * dice.share();
        let velocity = dvec3(speed, dice.within(0.1), 0.0);
        bodies.push((dvec3(-0.2, dice.within(0.005), TOLEY_M), velocity, DVec3::from_array(dice.vector(200.0))));
        while bodies.len() <= marbles {
            let radius = MARBLE_M * (1.0 - 0.1 * dice.share());
            let at = dvec3(dice.within(0.03), dice.within(0.03), radius);
            if bodies.iter().all(|b| b.0.xy().distance(at.xy()) > 2.0 * MARBLE_M) {
                balls.push(Ball::solid(radius, 2500.0, 0.3, 0.1));
                bodies.push((at, DVec3::ZERO, DVec3::ZERO));
            }
        }
        let reaction = if dice.share() < 0.5 { GroundReaction::None } else { GroundReaction::After };
        let contact = Contact { ground_reaction: reaction, ..contact(0.95, 0.12, 0.44) };
        let ground = Ground { trapping_speed_m_s: 0.0078125, rolling_while_sliding: dice.share() < 0.3, ..ground() };
        Scene { balls, bodies, ground, contact, ring_m: 0.5 }
    }

    fn setup(&self) -> Setup {
        Setup::new(self.balls.clone(), self.ground, self.contact, Some(self.ring_m))
    }

    fn play(&self) -> (State, Vec<Event>) {
        let setup = self.setup();
        let mut state = start(&setup, &self.bodies);
        let (ending, events) = play(&setup, &mut state, f64::INFINITY);
        assert_eq!(ending, Ending::Rest);
        (state, events)
    }

    /// The same scene seen through a map of vectors and one of axial vectors.
    fn mapped(&self, vector: impl Fn(DVec3) -> DVec3, axial: impl Fn(DVec3) -> DVec3) -> Scene {
        let bodies = self.bodies.iter().map(|&(x, v, w)| (vector(x), vector(v), axial(w))).collect();
        Scene { balls: self.balls.clone(), bodies, ..*self }
    }
}

/// Bits of a vector, where both zeros are one.
fn bits(v: DVec3) -> [u64; 3] {
    v.to_array().map(|x| (x + 0.0).to_bits())
}

mod symmetries_to_the_bit {
    use super::*;

    /// Plays a scene and its image; every event and every body must be the image of the other.
    fn check(seed: u64, vector: fn(DVec3) -> DVec3, axial: fn(DVec3) -> DVec3) {
        let mut dice = Dice(seed);
        for shot in 0..60 {
            let scene = Scene::random(&mut dice, 3 + shot % 5);
            let (state, events) = scene.play();
            let (image, image_events) = scene.mapped(vector, axial).play();
            assert_eq!(events.len(), image_events.len(), "shot {shot}");
            for (a, b) in events.iter().zip(&image_events) {
                assert_eq!((a.kind, a.body, a.other, a.time_s), (b.kind, b.body, b.other, b.time_s), "shot {shot}");
                assert_eq!(bits(vector(a.position_m)), bits(b.position_m), "shot {shot}");
                assert_eq!((a.impulse_n_s, a.loss_j), (b.impulse_n_s, b.loss_j), "shot {shot}");
            }
            for (a, b) in state.bodies.iter().zip(&image.bodies) {
                assert_eq!(bits(vector(a.position_m)), bits(b.position_m), "shot {shot}");
                assert_eq!(bits(vector(a.velocity_m_s)), bits(b.velocity_m_s), "shot {shot}");
                assert_eq!(bits(axial(a.spin_rad_s)), bits(b.spin_rad_s), "shot {shot}");
                assert_eq!(a.mode, b.mode);
            }
        }
    }

    #[test]
    fn left_and_right() {
        check(1, |v| dvec3(v.x, -v.y, v.z), |w| dvec3(-w.x, w.y, -w.z));
    }

    #[test]
    fn front_and_back() {
        check(2, |v| dvec3(-v.x, v.y, v.z), |w| dvec3(w.x, -w.y, -w.z));
    }

    #[test]
    fn x_and_y_swapped() {
        check(3, |v| dvec3(v.y, v.x, v.z), |w| dvec3(-w.y, -w.x, -w.z));
    }

    #[test]
    fn a_quarter_turn() {
        check(4, |v| dvec3(-v.y, v.x, v.z), |w| dvec3(-w.y, w.x, w.z));
    }

    #[test]
    fn renumbered() {
        let mut dice = Dice(5);
        for shot in 0..60 {
            let scene = Scene::random(&mut dice, 3 + shot % 5);
            let n = scene.balls.len();
            let new = |i: usize| (i * (n - 1) + 2) % n;
            let mut other = scene.mapped(|v| v, |w| w);
            for i in 0..n {
                (other.balls[new(i)], other.bodies[new(i)]) = (scene.balls[i], scene.bodies[i]);
            }
            let (state, events) = scene.play();
            let (image, image_events) = other.play();
            assert_eq!(events.len(), image_events.len(), "shot {shot}");
            // a ground hit that follows an impact at once ties with nothing but other bodies' at the same time
            for (a, b) in events.iter().zip(&image_events) {
                assert_eq!(a.time_s, b.time_s, "shot {shot}");
            }
            for i in 0..n {
                let (a, b) = (&state.bodies[i], &image.bodies[new(i)]);
                assert_eq!(bits(a.position_m), bits(b.position_m), "shot {shot}");
                assert_eq!(bits(a.spin_rad_s), bits(b.spin_rad_s), "shot {shot}");
                assert_eq!(a.mode, b.mode);
            }
        }
    }

    #[test]
    fn lengths_by_four_and_times_by_two() {
        let mut dice = Dice(6);
        for shot in 0..60 {
            let scene = Scene::random(&mut dice, 3 + shot % 5);
            let mut large = scene.mapped(|v| v, |w| w);
            for ball in &mut large.balls {
                (ball.radius_m, ball.mass_kg) = (4.0 * ball.radius_m, 64.0 * ball.mass_kg);
            }
            for (x, v, w) in &mut large.bodies {
                (*x, *v, *w) = (*x * 4.0, *v * 2.0, *w * 0.5);
            }
            large.ring_m *= 4.0;
            large.ground.sinkage_m *= 4.0;
            large.ground.settle_speed_m_s *= 2.0;
            large.ground.trapping_speed_m_s *= 2.0;
            large.contact.slow = SlowContact::Elastic { below_m_s: 0.01 };
            let (state, events) = scene.play();
            let (image, image_events) = large.play();
            assert_eq!(events.len(), image_events.len(), "shot {shot}");
            for (a, b) in events.iter().zip(&image_events) {
                assert_eq!((a.kind, a.body, a.other), (b.kind, b.body, b.other), "shot {shot}");
                assert_eq!(2.0 * a.time_s, b.time_s, "shot {shot}");
                assert_eq!(bits(a.position_m * 4.0), bits(b.position_m), "shot {shot}");
            }
            for (a, b) in state.bodies.iter().zip(&image.bodies) {
                assert_eq!(bits(a.position_m * 4.0), bits(b.position_m), "shot {shot}");
                assert_eq!(a.mode, b.mode);
            }
        }
    }
}

mod every_shot {
    use super::*;

    fn energy_j(setup: &Setup, state: &State, time_s: f64) -> f64 {
        let mut sum_j = 0.0;
        for (body, ball) in state.bodies.iter().zip(&setup.balls) {
            let above_m = body.position_at_m(time_s).z - ball.radius_m;
            sum_j += ball.mass_kg * setup.ground.gravity_m_s2 * above_m + body.kinetic_energy_j(ball);
            // flight between events trades one for the other
            let then = body.velocity_at_m_s(time_s).z;
            if body.mode == Mode::Air {
                sum_j += 0.5 * ball.mass_kg * (then * then - body.velocity_m_s.z * body.velocity_m_s.z);
            }
        }
        sum_j
    }

    /// Watches gaps, energy and the clock.
    struct Watch {
        last_s: f64,
        energy_j: f64,
        deepest_m: f64,
        events: usize,
    }

    impl Watch {
        fn scan(&mut self, setup: &Setup, state: &State, time_s: f64) {
            let n = setup.balls.len();
            for i in 0..n {
                for j in i + 1..n {
                    let (a, b) = (&state.bodies[i], &state.bodies[j]);
                    if a.mode == Mode::Off || b.mode == Mode::Off {
                        continue;
                    }
                    let apart_m = a.position_at_m(time_s).distance(b.position_at_m(time_s));
                    let gap_m = apart_m - (setup.balls[i].radius_m + setup.balls[j].radius_m);
                    self.deepest_m = self.deepest_m.min(gap_m);
                }
            }
        }
    }

    impl EventSink<Spheres> for Watch {
        fn record(&mut self, setup: &Setup, state: &State, event: &Event) {
            assert!(event.time_s >= self.last_s, "the clock ran backwards");
            self.scan(setup, state, event.time_s);
            let energy_j = energy_j(setup, state, event.time_s);
            let tolerance_j = 1e-14 * self.energy_j;
            assert!(energy_j <= self.energy_j + 16.0 * tolerance_j, "energy grew by {:e}", energy_j - self.energy_j);
            assert!(event.loss_j >= -tolerance_j, "an event made {:e} J", -event.loss_j);
            (self.last_s, self.energy_j) = (event.time_s, energy_j);
            self.events += 1;
        }
    }

    /// Steps a shot by hand, so that gaps can be scanned in the middle between events too.
    fn watched(scene: &Scene) -> Watch {
        let setup = scene.setup();
        let mut state = start(&setup, &scene.bodies);
        let mut scratch = Scratch::new(&setup);
        let energy_j = energy_j(&setup, &state, 0.0);
        let mut watch = Watch { last_s: 0.0, energy_j, deepest_m: 0.0, events: 0 };
        while let Some(mut event) = Spheres::next(&setup, &state, &mut scratch) {
            watch.scan(&setup, &state, 0.5 * (watch.last_s + event.time_s));
            Spheres::advance(&setup, &mut state, &event);
            Spheres::resolve(&setup, &mut state, &mut event);
            watch.record(&setup, &state, &event);
            Spheres::forget(&setup, &state, &mut scratch, &event);
            assert!(watch.events < 6000, "no end");
        }
        assert!(Spheres::at_rest(&state));
        watch
    }

    #[test]
    fn nothing_overlaps_and_no_energy_appears() {
        let mut dice = Dice(7);
        let mut events = 0;
        for shot in 0..2000 {
            // a few dense ones among them, with lasting contacts
            let mut scene = Scene::random(&mut dice, if shot % 20 == 0 { 13 } else { 4 });
            if shot % 4 == 0 {
                scene.ground.trapping_speed_m_s = 0.0;
            }
            let watch = watched(&scene);
            assert!(watch.deepest_m > -1e-12, "shot {shot} overlaps by {:e} m", -watch.deepest_m);
            events += watch.events;
        }
        assert!(events > 40_000, "only {events}");
    }

    #[test]
    fn an_impact_keeps_momentum() {
        let mut dice = Dice(8);
        let (mut impacts, mut slow) = (0, 0);
        for _ in 0..200 {
            let mut scene = Scene::random(&mut dice, 9);
            scene.contact.ground_reaction = GroundReaction::After;
            scene.ground.trapping_speed_m_s = 0.0;
            let setup = scene.setup();
            let mut state = start(&setup, &scene.bodies);
            let mut scratch = Scratch::new(&setup);
            while let Some(mut event) = Spheres::next(&setup, &state, &mut scratch) {
                Spheres::advance(&setup, &mut state, &event);
                let before = state.clone();
                Spheres::resolve(&setup, &mut state, &mut event);
                if event.kind == Kind::Pair {
                    let change = [event.body, event.other].map(|i| {
                        let i = usize::from(i);
                        (state.bodies[i].velocity_m_s - before.bodies[i].velocity_m_s) * setup.balls[i].mass_kg
                    });
                    let scale = [event.body, event.other].map(|i| {
                        let i = usize::from(i);
                        before.bodies[i].velocity_m_s.length() * setup.balls[i].mass_kg
                    });
                    near((change[0] + change[1]).length(), 0.0, 8.0 * f64::EPSILON * (scale[0] + scale[1]));
                    near(event.impulse_n_s, change[0].length(), 1e-14 * (scale[0] + scale[1]));
                    (impacts, slow) = (impacts + 1, slow + usize::from(event.impulse_n_s < 2e-5));
                }
                Spheres::forget(&setup, &state, &mut scratch, &event);
            }
        }
        assert!(impacts > 1000 && slow > 10, "only {impacts} impacts, {slow} slow ones");
    }

    #[test]
    fn a_fresh_scratch_finds_the_same_events() {
        let mut dice = Dice(9);
        for shot in 0..200 {
            let scene = Scene::random(&mut dice, 6);
            let setup = scene.setup();
            let (_, events) = scene.play();
            let mut state = start(&setup, &scene.bodies);
            let mut scratch = Scratch::new(&setup);
            for (k, expected) in events.iter().enumerate() {
                if k % 3 == shot % 3 {
                    scratch = Scratch::new(&setup);
                }
                let Some(mut event) = Spheres::next(&setup, &state, &mut scratch) else { panic!("one is missing") };
                Spheres::advance(&setup, &mut state, &event);
                Spheres::resolve(&setup, &mut state, &mut event);
                assert_eq!(event, *expected, "shot {shot}, event {k}");
                Spheres::forget(&setup, &state, &mut scratch, &event);
            }
            assert_eq!(Spheres::next(&setup, &state, &mut scratch), None);
        }
    }

    #[test]
    fn modes_are_chosen_by_the_numbers() {
        let setup = Setup::new(vec![toley()], ground(), contact(0.95, 0.1, 0.0), None);
        let on = dvec3(0.0, 0.0, TOLEY_M);
        let v = dvec3(0.3, -0.4, 0.0);
        let roll = dvec3(0.4, 0.3, 0.0) / TOLEY_M;
        let table = [
            (on, DVec3::ZERO, DVec3::ZERO, Mode::Rest),
            (on, DVec3::ZERO, dvec3(0.0, 0.0, -1.0), Mode::Spin),
            (on, DVec3::ZERO, dvec3(1.0, 0.0, 0.0), Mode::Slide),
            (on, v, roll, Mode::Roll),
            (on, v, DVec3::ZERO, Mode::Slide),
            (on, v + dvec3(0.0, 0.0, 1e-9), roll, Mode::Air),
            (on + dvec3(0.0, 0.0, 1e-9), v, roll, Mode::Air),
        ];
        for (x, v, w, mode) in table {
            assert_eq!(start(&setup, &[(x, v, w)]).bodies[0].mode, mode);
        }
    }

    /// Three very heavy marbles as a nest, a toley let fall into it, and perhaps a fourth that rolls at them.
    fn nest(rolling: Option<DVec3>) -> (State, Vec<Event>) {
        let heavy = Ball::solid(MARBLE_M, 2.5e9, 0.3, 0.1);
        let setup = Setup::new(vec![toley(), heavy, heavy, heavy, heavy], ground(), contact(0.95, 0.12, 0.44), None);
        let at = |degrees: f64| {
            let (sin, cos) = libm::sincos(degrees.to_radians());
            (dvec3(cos, sin, 0.0) * 0.0074 + dvec3(0.0, 0.0, MARBLE_M), DVec3::ZERO, DVec3::ZERO)
        };
        let toley = (dvec3(0.0002, 0.0001, 0.0206), DVec3::ZERO, DVec3::ZERO);
        let fourth = (dvec3(-0.5, 0.0, MARBLE_M), rolling.unwrap_or_default(), DVec3::ZERO);
        let mut state = start(&setup, &[toley, at(90.0), at(210.0), at(330.0), fourth]);
        let limits = Limits { max_events: 100_000, ..Limits::for_bodies(5) };
        let mut trace = Trace::default();
        let ending = kernel::run::<Spheres, _>(&setup, &mut state, &mut Scratch::new(&setup), &limits, &mut trace);
        assert_eq!(ending, Ending::Rest);
        (state, trace.events)
    }

    #[test]
    fn a_toley_may_rest_in_a_nest() {
        let (state, _) = nest(None);
        assert_eq!(state.bodies[0].mode, Mode::Rest);
        assert!(state.bodies[0].position_m.z > 1.5 * TOLEY_M);
    }

    #[test]
    fn a_nest_that_is_hit_lets_the_toley_fall() {
        let (state, _) = nest(Some(dvec3(2.0, 0.0, 0.0)));
        assert_eq!((state.bodies[0].mode, state.bodies[0].position_m.z), (Mode::Rest, TOLEY_M));
    }

    #[test]
    fn on_the_rim() {
        let setup = Setup::new(vec![marble()], ground(), contact(0.95, 0.1, 0.0), Some(0.5));
        let rim = dvec3(0.5, 0.0, MARBLE_M);
        let first = |v: DVec3| play(&setup, &mut start(&setup, &[(rim, v, DVec3::ZERO)]), f64::INFINITY).1;
        assert!(first(DVec3::ZERO).is_empty());
        assert_eq!(first(dvec3(0.1, 0.0, 0.0))[0], Event { position_m: rim, ..Event::of_body(0.0, Kind::Edge, 0) });
        assert_eq!(first(dvec3(0.0, 0.1, 0.0))[0].kind, Kind::Edge);
        assert!(first(dvec3(-0.1, 0.0, 0.0)).iter().all(|e| e.kind != Kind::Edge && e.other == NONE));
    }

    #[test]
    fn touching_balls_that_approach_hit_at_once() {
        let setup = Setup::new(vec![marble(), marble()], ground(), contact(0.95, 0.1, 0.0), None);
        let at = |x: f64| dvec3(x, 0.0, MARBLE_M);
        let mut state = start(
            &setup,
            &[(at(0.0), dvec3(1.0, 0.0, 0.0), DVec3::ZERO), (at(2.0 * MARBLE_M), DVec3::ZERO, DVec3::ZERO)],
        );
        let (_, events) = play(&setup, &mut state, f64::INFINITY);
        assert_eq!((events[0].kind, events[0].time_s), (Kind::Pair, 0.0));
        let mut state = start(
            &setup,
            &[(at(0.0), dvec3(-1.0, 0.0, 0.0), DVec3::ZERO), (at(2.0 * MARBLE_M), DVec3::ZERO, DVec3::ZERO)],
        );
        let (_, events) = play(&setup, &mut state, f64::INFINITY);
        assert!(events.iter().all(|e| e.kind != Kind::Pair));
    }
}

mod rolling_while_sliding {
    use super::*;

    fn end(speed: DVec2, rolling_speed: DVec2) -> (State, Vec<Event>) {
        let setup = Setup::new(
            vec![toley()],
            Ground { rolling_while_sliding: true, ..ground() },
            contact(0.95, 0.1, 0.0),
            None,
        );
        let spin = dvec3(-rolling_speed.y, rolling_speed.x, 0.0) / TOLEY_M;
        let mut state = start(&setup, &[(dvec3(0.0, 0.0, TOLEY_M), speed.extend(0.0), spin)]);
        let (ending, events) = play(&setup, &mut state, f64::INFINITY);
        assert_eq!(ending, Ending::Rest);
        (state, events)
    }

    #[test]
    fn without_spin_on_one_line() {
        let (_, events) = end(DVec2::new(2.0, 0.0), DVec2::ZERO);
        // dv = -mu g, R dw = (2.5 mu - 3.5 mu_r) g, equal after v0 / (3.5 (mu - mu_r) g)
        near(events[0].time_s, 2.0 / (3.5 * 0.2 * G), 1e-12);
        assert_eq!(events.len(), 2);
    }

    #[test]
    fn backspin_passes_through_zero() {
        let (_, events) = end(DVec2::new(2.0, 0.0), DVec2::new(-0.5, 0.0));
        let turn_s = 0.5 / ((2.5 * 0.3 + 3.5 * 0.1) * G);
        near(events[0].time_s, turn_s, 1e-12);
        let slip = 2.5 - 3.5 * 0.4 * G * turn_s;
        near(events[1].time_s, turn_s + slip / (3.5 * 0.2 * G), 1e-12);
        assert_eq!(events.len(), 3);
    }

    #[test]
    fn at_an_angle_agrees_with_small_steps() {
        for (speed, turn) in [((2.0, 0.0), (0.3, 1.0)), ((0.5, 1.0), (-2.0, 0.1)), ((0.1, 0.0), (1.0, 1.0))] {
            let (v0, q0) = (DVec2::new(speed.0, speed.1), DVec2::new(turn.0, turn.1));
            let (state, events) = end(v0, q0);
            let (mut x, mut v, mut q, dt) = (DVec2::ZERO, v0, q0, 2e-7);
            let mut slide_s = 0.0;
            while (v - q).length() > 1e-6 * 5.0 {
                let (along, turn) = ((v - q).normalize(), q.normalize());
                let (dv, dq) = (along * (-0.3 * G), along * (0.75 * G) - turn * (0.35 * G));
                x += (v + dv * (0.5 * dt)) * dt;
                (v, q, slide_s) = (v + dv * dt, q + dq * dt, slide_s + dt);
            }
            x += v * (v.length() / (2.0 * 0.1 * G));
            let Some(roll) = events.iter().rev().nth(1) else { panic!("it must slide, then roll") };
            near(roll.time_s, slide_s, 1e-3 * slide_s);
            near((state.bodies[0].position_m.xy() - x).length(), 0.0, 1e-3 * x.length());
            assert!(events.len() < 200, "{} pieces", events.len());
        }
    }
}
