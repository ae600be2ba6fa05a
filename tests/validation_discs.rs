//! Coins on a table against the validation table of the equations, rows C1 to C17, and against the symmetries, bounds
//! and balances that hold for every shot. Public interface only.

use glam::{DVec2, dvec2};
use tolley_physics::discs::{
    Coin, Contact, Discs, Line, Mode, Rectangle, Scratch, Setup, State, curves, friction, strike,
};
use tolley_physics::kernel::{self, Ending, Event, EventSink, Kind, Limits, Trace};

const PLAYER: Coin = Coin { radius_m: 0.01075, mass_kg: 5.21e-3, inertia_ratio: 0.5, friction_ratio: 0.2 };
const BALL: Coin = Coin { radius_m: 0.00925, mass_kg: 3.22e-3, inertia_ratio: 0.5, friction_ratio: 0.2 };
const RIMS: Contact =
    Contact { restitution_ratio: 0.85, friction_ratio: 0.2, tangential_restitution_ratio: 0.3, slow_speed_m_s: 0.0 };

#[path = "discs_properties.rs"]
mod properties;

/// What one coin does: position, velocity, spin.
type Coined = (DVec2, DVec2, f64);

fn table(coins: &[Coin]) -> Setup {
    Setup::new(coins.to_vec(), 9.81, 0.0, RIMS, None, vec![])
}

fn start(setup: &Setup, coins: &[Coined]) -> State {
    let mut state = State::new(setup);
    for (body, &(position, velocity, spin)) in coins.iter().enumerate() {
        state.place(setup, body, position, velocity, spin);
    }
    state
}

fn play(setup: &Setup, state: &mut State, until_s: f64) -> (Ending, Vec<Event>) {
    let limits = Limits { until_s, ..Limits::for_bodies(setup.body_count()) };
    let mut trace = Trace::default();
    let ending = kernel::run::<Discs, _>(setup, state, &mut Scratch::new(setup), &limits, &mut trace);
    (ending, trace.events)
}

/// One coin alone with speed and spin, at rest: its stop time, path and angle.
fn alone(setup: &Setup, speed: f64, spin: f64) -> [f64; 3] {
    let mut state = start(setup, &[(DVec2::ZERO, dvec2(speed, 0.0), spin)]);
    let (ending, events) = play(setup, &mut state, f64::INFINITY);
    assert_eq!((ending, events.len()), (Ending::Rest, 1));
    let body = &state.bodies[0];
    assert_eq!((body.speed_m_s(), body.spin_rad_s(), body.mode()), (0.0, 0.0, Mode::Rest));
    [events[0].time_s, body.position_m().x, body.angle_rad()]
}

#[track_caller]
fn near(value: f64, expected: f64, tolerance: f64) {
    let error = (value - expected).abs();
    assert!(error <= tolerance, "{value:.15} is not {expected:.15}: off by {error:.2e}, allowed {tolerance:.1e}");
}

/// Relative, or half the last of the 12 printed decimals.
#[track_caller]
fn close(value: f64, expected: f64, relative: f64) {
    near(value, expected, (relative * expected.abs()).max(0.6e-12));
}

mod validation_table {
    use super::*;

    #[test]
    fn c1_friction_of_a_disc() {
        let rows = [
            (0.2, 0.1989949363827, 0.6468175111387),
            (1.0, 0.8488263631568, 0.2829421210523),
            (1.5, 0.9408193754989, 0.1737981055252),
            (4.0, 0.992125239044, 0.06283139682343),
        ];
        for (eps, force, torque) in rows {
            let drag = friction::disc(eps);
            near(drag.force_ratio, force, 1e-12);
            near(drag.torque_ratio, torque, 1e-12);
        }
    }

    #[test]
    fn c2_last_slip_ratio_and_the_ring() {
        near(curves::Curves::shared(0.0, 0.5).last_slip_ratio(), 0.653001789206, 1e-12);
        for (eps, force, torque) in [(0.3, 0.151747279531, 0.977105331062), (2.5, 0.958712206460, 0.204262199441)] {
            let drag = friction::ring(eps);
            near(drag.force_ratio, force, 1e-12);
            near(drag.torque_ratio, torque, 1e-12);
        }
    }

    #[test]
    fn c3_pure_slide() {
        let [time, path, angle] = alone(&table(&[PLAYER]), 1.5, 0.0);
        close(time, 0.764525993884, 1e-12);
        close(path, 0.573394495413, 1e-12);
        assert_eq!(angle, 0.0);
    }

    #[test]
    fn c4_pure_spin() {
        let [time, path, angle] = alone(&table(&[PLAYER]), 0.0, 100.0);
        close(time, 0.410932721713, 1e-12);
        close(angle, 20.546636085627, 1e-12);
        assert_eq!(path, 0.0);
    }

    #[test]
    fn c5_slide_and_spin() {
        let [time, path, angle] = alone(&table(&[PLAYER]), 1.5, 100.0);
        close(time, 0.924769436244, 1e-9);
        close(path, 0.651516163927, 1e-9);
        close(angle, 53.6511980641, 1e-9);
    }

    #[test]
    fn c6_state_on_the_way() {
        let setup = table(&[PLAYER]);
        let mut state = start(&setup, &[(DVec2::ZERO, dvec2(1.5, 0.0), 100.0)]);
        let (ending, events) = play(&setup, &mut state, 0.4);
        assert_eq!((ending, events.len()), (Ending::Until, 0));
        let body = &state.bodies[0];
        close(body.speed_m_s(), 0.787572158054, 1e-9);
        close(body.spin_rad_s(), 68.234290914935, 1e-9);
        close(body.position_m().x, 0.456077962775, 1e-9);
        close(body.angle_rad(), 33.973292707667, 1e-9);
    }

    #[test]
    fn c7_nearly_pure_slide() {
        let [time, path, angle] = alone(&table(&[PLAYER]), 1.5, 5.0);
        close(time, 0.765633148442, 1e-9);
        close(path, 0.573578641679, 1e-9);
        close(angle, 2.548950949280, 1e-9);
    }

    #[test]
    fn c8_friction_takes_the_energy() {
        let setup = table(&[PLAYER]);
        let mut state = start(&setup, &[(DVec2::ZERO, dvec2(1.5, 0.0), 100.0)]);
        close(state.energy_j(&setup), 0.0073664515625, 1e-12);
        let push = PLAYER.friction_ratio * PLAYER.mass_kg * 9.81;
        // seconds of braking power, on nodes that crowd towards the stop, by Gauss's rule of three points
        let (stop, panels) = (0.924769436244, 400);
        let time = |share: f64| stop * (1.0 - (1.0 - share) * (1.0 - share) * (1.0 - share));
        let mut work = 0.0;
        for panel in 0..panels {
            let (low, high) = (time(panel as f64 / panels as f64), time((panel + 1) as f64 / panels as f64));
            let (middle, half) = (0.5 * (low + high), 0.5 * (high - low));
            for (node, weight) in [(-0.6f64.sqrt(), 5.0 / 9.0), (0.0, 8.0 / 9.0), (0.6f64.sqrt(), 5.0 / 9.0)] {
                play(&setup, &mut state, middle + node * half);
                let (slide, rim) = (state.bodies[0].speed_m_s(), PLAYER.radius_m * state.bodies[0].spin_rad_s());
                let drag = friction::disc(slide / rim);
                work += weight * half * push * (slide * drag.force_ratio + rim * drag.torque_ratio);
            }
        }
        close(work, 0.0073664515625, 1e-9);
    }

    /// Both coins and their energy just after the first event.
    struct After(Option<([Coined; 2], f64)>);

    impl EventSink<Discs> for After {
        fn record(&mut self, setup: &Setup, state: &State, _: &Event) {
            let coin = |b: usize| {
                let body = &state.bodies[b];
                (body.position_m(), body.velocity_m_s(), body.spin_rad_s())
            };
            self.0.get_or_insert(([coin(0), coin(1)], state.energy_j(setup)));
        }
    }

    /// Two coins touch at `angle`, the first moves along x: the event, both coins after it, energy before and after.
    fn impact(velocity: f64, spin: f64, angle: f64) -> (Event, [Coined; 2], [f64; 2]) {
        let setup = table(&[PLAYER, BALL]);
        let target = 0.02 * dvec2(angle.cos(), angle.sin());
        let coins = [(DVec2::ZERO, dvec2(velocity, 0.0), spin), (target, DVec2::ZERO, 0.0)];
        let (mut state, mut after) = (start(&setup, &coins), After(None));
        let before = state.energy_j(&setup);
        kernel::run::<Discs, _>(&setup, &mut state, &mut Scratch::new(&setup), &Limits::for_bodies(2), &mut after);
        let event = play(&setup, &mut start(&setup, &coins), f64::INFINITY).1[0];
        assert_eq!(event.kind, Kind::Pair);
        assert!(event.time_s < 1e-15);
        let (coins, energy) = after.0.expect("an event");
        (event, coins, [before, energy])
    }

    #[test]
    fn c9_head_on() {
        let (event, [(_, player, spin), (_, ball, spun)], [before, after]) = impact(1.2, 0.0, 0.0);
        near(player.x, 0.352028469751, 1e-11);
        near(ball.x, 1.372028469751, 1e-11);
        assert_eq!((player.y, ball.y, spin, spun), (0.0, 0.0, 0.0, 0.0));
        near(before, 3.7512e-3, 1e-13);
        near(after, 3.3535861495e-3, 1e-13);
        near(event.loss_j, before - after, 1e-15);
    }

    #[test]
    fn c10_oblique_sticking() {
        let (event, [(_, player, spin), (_, ball, spun)], _) = impact(1.2, 0.0, 40f64.to_radians());
        near(event.impulse_n_s, f64::hypot(0.003384332008, 0.000665176444), 1e-11);
        near(player.x, 0.620323242909, 1e-11);
        near(player.y, -0.319741259786, 1e-11);
        near(ball.x, 0.937924193926, 1e-11);
        near(ball.y, 0.517345330275, 1e-11);
        near(spin, 23.753120332349, 1e-11);
        near(spun, 44.665196810946, 1e-11);
    }

    #[test]
    fn c11_head_on_with_spin_sliding() {
        let (event, [(_, player, spin), (_, ball, spun)], _) = impact(0.9, 150.0, 0.0);
        near(event.impulse_n_s, 0.000662689751 * 26f64.sqrt(), 1e-11);
        near(player.x, 0.264021352313, 1e-11);
        near(player.y, -0.127195729537, 1e-11);
        near(ball.x, 1.029021352313, 1e-11);
        near(ball.y, 0.205804270463, 1e-11);
        near(spin, 126.335678225606, 1e-11);
        near(spun, -44.498220640569, 1e-11);
    }

    #[test]
    fn c12_contact_of_one_mover() {
        let setup = table(&[PLAYER, BALL]);
        let mover = (DVec2::ZERO, dvec2(2.0, 0.0), 80.0);
        let mut state = start(&setup, &[mover, (dvec2(0.30, 0.008), DVec2::ZERO, 0.0)]);
        let (_, events) = play(&setup, &mut state, f64::INFINITY);
        assert_eq!(events[0].kind, Kind::Pair);
        close(events[0].time_s, 0.151865699571, 1e-9);
        let single = table(&[PLAYER]);
        let mut state = start(&single, &[mover]);
        play(&single, &mut state, events[0].time_s);
        let body = &state.bodies[0];
        near(body.position_m().x, 0.281669697220, 1e-12);
        close(body.speed_m_s(), 1.709653159117, 1e-9);
        close(body.spin_rad_s(), 73.708420824808, 1e-9);
    }

    #[test]
    fn c13_a_graze() {
        let setup = table(&[PLAYER, BALL]);
        for (across, contact) in [(0.0201, None), (0.0199, Some((0.248002501564, 0.207238891912)))] {
            let rest = (dvec2(0.25, across), DVec2::ZERO, 0.0);
            let mut state = start(&setup, &[(DVec2::ZERO, dvec2(1.4, 0.0), 0.0), rest]);
            let (_, events) = play(&setup, &mut state, f64::INFINITY);
            let hit = events.iter().find(|e| e.kind == Kind::Pair);
            assert_eq!(hit.is_some(), contact.is_some());
            if let (Some(hit), Some((path, time))) = (hit, contact) {
                close(hit.time_s, time, 1e-9);
                // the contact point lies on the line of centres, divided by the radii
                near(hit.position_m.x, path + (0.25 - path) * 0.01075 / 0.02, 1e-12);
            }
        }
    }

    /// A ball 0.1 m before the edge.
    fn to_the_edge(speed: f64) -> State {
        let edge = Rectangle { half_length_m: 0.6, half_width_m: 0.3 };
        let setup = Setup::new(vec![BALL], 9.81, 0.0, RIMS, Some(edge), vec![]);
        let mut state = start(&setup, &[(dvec2(0.5, 0.0), dvec2(speed, 0.0), 0.0)]);
        play(&setup, &mut state, f64::INFINITY);
        state
    }

    #[test]
    fn c14_the_edge() {
        let fell = &to_the_edge(0.70).bodies[0];
        assert_eq!(fell.mode(), Mode::Off);
        close(fell.speed_m_s(), 0.312409987036, 1e-11);
        near(fell.position_m().x, 0.6, 1e-15);
        let stays = &to_the_edge(0.62).bodies[0];
        assert_eq!(stays.mode(), Mode::Rest);
        near(stays.position_m().x - 0.5, 0.097961264016, 1e-12);
        let critical = 0.626418390535;
        assert_eq!(to_the_edge(critical - 1e-12).bodies[0].mode(), Mode::Rest);
        assert_eq!(to_the_edge(critical + 1e-12).bodies[0].mode(), Mode::Off);
    }

    #[test]
    fn c15_a_goal() {
        let goal = Line { from_m: dvec2(1.2, -0.05), to_m: dvec2(1.2, 0.05) };
        let setup = Setup::new(vec![BALL], 9.81, 0.0, RIMS, None, vec![goal]);
        let begin = dvec2(1.10, 0.02);
        let mut state = start(&setup, &[(begin, dvec2(0.9, 0.15), 0.0)]);
        let (_, events) = play(&setup, &mut state, f64::INFINITY);
        assert_eq!(
            events.iter().map(|e| (e.kind, e.line)).collect::<Vec<_>>(),
            [(Kind::Line, 0), (Kind::Stop, kernel::NONE)]
        );
        near(events[0].position_m.x, 1.2, 1e-15);
        near(events[0].position_m.y, 0.036666666667, 1e-12);
        near((state.bodies[0].position_m() - begin).length(), 0.212155963303, 1e-12);
        near((events[0].position_m.truncate() - begin).length(), 0.101379375505, 1e-12);
    }

    #[test]
    fn c16_a_strike_beside_the_centre() {
        let (velocity, spin) = strike::strike(&PLAYER, DVec2::Y, 1.5, 0.3);
        assert_eq!(velocity, dvec2(0.0, 1.5));
        close(spin, 83.720930232558, 1e-12);
        close(velocity.length() / (PLAYER.radius_m * spin), 1.666666666667, 1e-12);
        close(strike::speed_m_s(&PLAYER, 1.5 * PLAYER.mass_kg), 1.5, 1e-15);
        close(strike::offset_limit_ratio(0.3), 0.3 / 1.09f64.sqrt(), 1e-15);
    }

    #[test]
    fn c17_a_whole_shot() {
        let setup = table(&[PLAYER, BALL]);
        let velocity = 1.25 * dvec2(0.03f64.cos(), 0.03f64.sin());
        let mut state = start(&setup, &[(dvec2(-0.10, 0.0), velocity, 40.0), (DVec2::ZERO, DVec2::ZERO, 0.0)]);
        let (ending, events) = play(&setup, &mut state, f64::INFINITY);
        assert_eq!(ending, Ending::Rest);
        assert_eq!(events.iter().map(|e| e.kind).collect::<Vec<_>>(), [Kind::Pair, Kind::Stop, Kind::Stop]);
        let times = [0.067684305319, 0.267986122602, 0.742176942347];
        for (event, time) in events.iter().zip(times) {
            close(event.time_s, time, 1e-9);
        }
        let places = [dvec2(0.011334146075, 0.005539322522), dvec2(0.420114206787, 0.000163581303)];
        for (body, place) in state.bodies.iter().zip(places) {
            near((body.position_m() - place).length(), 0.0, 1e-10);
        }
    }

    #[test]
    fn reference_values_of_the_universal_curves() {
        let rows = [
            (0.1, 0.760778680225, 0.043144018365, 0.378746543186),
            (0.25, 0.810550874860, 0.111464690770, 0.398310710679),
            (0.5, 0.951610063404, 0.245874475170, 0.466957251794),
            (0.653001789206, 1.060010342301, 0.346094325049, 0.530005171150),
            (0.8, 1.174178230433, 0.457858697897, 0.604401736616),
            (1.0, 1.340298282117, 0.637397224133, 0.724083513766),
            (1.5, 1.782329350566, 1.256845635175, 1.047035741911),
            (2.0, 2.24337057091, 2.12942507004, 1.37263158440),
            (3.0, 3.193366586478, 4.627364184257, 2.029254293784),
            (5.0, 5.14046622443, 12.6260462813, 3.35256288552),
            (10.0, 10.0872497417, 50.1253312470, 6.6769882996),
            (20.0, 20.0522371541, 200.1251006507, 13.3386858320),
        ];
        let curves = curves::Curves::shared(0.0, 0.5);
        for (eps, time, path, turn) in rows {
            let left = curves.left(eps).expect("within the table");
            near(left.time_ratio, time, 2e-11 * time);
            near(left.path_ratio, path, 2e-11 * path);
            near(left.turn_ratio, turn, 2e-11 * turn);
        }
    }
}
