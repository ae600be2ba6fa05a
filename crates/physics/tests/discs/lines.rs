//! Lines, edges, endings and touching starts.

use super::*;
use tolley_physics::kernel::{Kind, Reason};

#[test]
fn without_friction_nothing_rests_and_the_clock_can_still_stop_it() {
    let coins = [Coin { friction_ratio: 0.0, ..PLAYER }, Coin { friction_ratio: 0.0, ..BALL }];
    let elastic = Contact { restitution_ratio: 1.0, friction_ratio: 0.0, ..RIMS };
    let setup = Setup::new(coins.to_vec(), 9.81, 0.0, elastic, None, vec![]);
    let begin = [(DVec2::ZERO, dvec2(1.0, 0.0), 3.0), (dvec2(1.0, 0.0), dvec2(-1.0, 0.0), 0.0)];
    let mut state = start(&setup, &begin);
    let (ending, events) = play(&setup, &mut state, f64::INFINITY);
    assert_eq!(ending, Ending::Quarantined(Reason::NeverRests));
    assert_eq!(events.len(), 1);
    assert!((events[0].time_s - 0.49).abs() < 1e-15, "{}", events[0].time_s);
    let mut state = start(&setup, &begin);
    assert_eq!(play(&setup, &mut state, 2.0).0, Ending::Until);
    assert!((state.bodies[0].angle_rad() - 6.0).abs() < 1e-14);
    let (m, n) = (PLAYER.mass_kg, BALL.mass_kg);
    let back = (m - 3.0 * n) / (m + n);
    assert!((state.bodies[0].position_m().x - (0.49 + 1.51 * back)).abs() < 1e-14);
}

#[test]
fn a_goal_line_on_the_edge_is_crossed_before_the_fall() {
    let edge = Rectangle { half_length_m: 0.6, half_width_m: 0.3 };
    let goal = Line { from_m: dvec2(0.6, -0.05), to_m: dvec2(0.6, 0.05) };
    let setup = Setup::new(vec![BALL], 9.81, 0.0, RIMS, Some(edge), vec![goal]);
    for number in 0..500 {
        let dice = &mut Dice(number + 1);
        let (from, to) = (dvec2(0.3, dice.between(-0.2, 0.2)), dvec2(0.6, dice.between(-0.07, 0.07)));
        let mut state = start(&setup, &[(from, 2.0 * (to - from).normalize(), dice.between(-9.0, 9.0))]);
        let (_, events) = play(&setup, &mut state, f64::INFINITY);
        let kinds: Vec<Kind> = events.iter().map(|e| e.kind).collect();
        let expected = if to.y.abs() < 0.05 { vec![Kind::Line, Kind::Edge] } else { vec![Kind::Edge] };
        assert_eq!(kinds, expected, "{from} {to}");
        assert_eq!(state.bodies[0].mode(), Mode::Off);
        assert!(state.bodies[0].speed_m_s() > 0.0, "the speed at the edge is kept");
    }
}

#[test]
fn a_line_is_crossed_once_each_way() {
    // three joined lines, crossed at a joint; a coin that starts on a line; a coin knocked back over it
    let joined = [-0.1, 0.0, 0.1].map(|y| Line { from_m: dvec2(0.1, y), to_m: dvec2(0.1, y + 0.1) });
    let setup = Setup::new(vec![BALL], 9.81, 0.0, RIMS, None, joined.to_vec());
    for (begin, crossings) in [(0.0, 1), (0.1, 0), (-0.4, 0)] {
        let mut state = start(&setup, &[(dvec2(begin, 0.0), dvec2(1.0, 0.0), 0.0)]);
        let (_, events) = play(&setup, &mut state, f64::INFINITY);
        assert_eq!(events.iter().filter(|e| e.kind == Kind::Line).count(), crossings, "from {begin}");
    }
    let setup = Setup::new(vec![BALL, PLAYER], 9.81, 0.0, RIMS, None, joined[1..2].to_vec());
    let wall = (dvec2(0.16, 0.03), dvec2(-1.0, 0.0), 0.0);
    let mut state = start(&setup, &[(dvec2(0.075, 0.03), dvec2(1.0, 0.0), 0.0), wall]);
    let (_, events) = play(&setup, &mut state, f64::INFINITY);
    let over = |body: u16| events.iter().filter(|e| e.kind == Kind::Line && e.body == body).count();
    assert_eq!((over(0), over(1)), (2, 0));
    assert!(state.bodies[0].position_m().x < 0.1 && state.bodies[1].position_m().x > 0.1);
}

#[test]
fn touching_coins_that_approach_collide_at_once_and_slow_ones_bounce_fully() {
    let slow = Contact { slow_speed_m_s: 0.01, friction_ratio: 0.0, ..RIMS };
    let setup = Setup::new(vec![BALL, BALL], 9.81, 0.0, slow, None, vec![]);
    for (speed, elastic) in [(0.009, true), (0.011, false)] {
        let coins = [(DVec2::ZERO, dvec2(speed, 0.0), 0.0), (dvec2(2.0 * BALL.radius_m, 0.0), DVec2::ZERO, 0.0)];
        let (_, events) = play(&setup, &mut start(&setup, &coins), f64::INFINITY);
        assert_eq!((events[0].time_s, events[0].kind), (0.0, Kind::Pair));
        assert_eq!(events[0].loss_j == 0.0, elastic);
    }
    let apart = [(DVec2::ZERO, dvec2(-1.0, 0.0), 0.0), (dvec2(2.0 * BALL.radius_m, 0.0), DVec2::ZERO, 0.0)];
    let (_, events) = play(&setup, &mut start(&setup, &apart), f64::INFINITY);
    assert!(events.iter().all(|e| e.kind != Kind::Pair));
}
