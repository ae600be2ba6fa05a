//! Throw-ins: bounces against hand calculation, and where a throw ends; the toss itself is row C18 of the validation
//! tables.

use super::*;
use tolley_physics::discs::throw_in::{self, Landed, Roll, Throw};

const THROW: Throw = Throw {
    from_m: dvec2(0.1, -0.3),
    direction: DVec2::Y,
    height_m: 0.0,
    rise_m_s: 1.6,
    speed_m_s: 0.35,
    restitution_ratio: 0.35,
    roll: None,
};

fn table(others: &[DVec2]) -> (Setup, State) {
    let edge = Rectangle { half_length_m: 0.6, half_width_m: 0.3 };
    let setup = Setup::new(vec![BALL; 1 + others.len()], 9.81, 0.9, RIMS, Some(edge), Vec::new());
    let mut state = State::new(&setup);
    for (body, place) in others.iter().enumerate() {
        state.place(&setup, body + 1, *place, DVec2::ZERO, 0.0);
    }
    (setup, state)
}

fn thrown(throw: &Throw, others: &[DVec2]) -> Landed {
    let (setup, state) = table(others);
    throw_in::play(&setup, &state, 0, throw).expect("it comes down on the table")
}

#[test]
fn a_slow_throw_stays_where_it_lands() {
    let landed = thrown(&THROW, &[]);
    // the first bounce takes more than there is
    assert!(landed.brake_m_s > THROW.speed_m_s && landed.is_good && landed.rest_m == landed.landing_m);
}

#[test]
fn a_fast_throw_bounces_and_slides_on() {
    let fast = Throw { speed_m_s: 0.9, rise_m_s: 0.8, ..THROW };
    let landed = thrown(&fast, &[]);
    let (mut speed, mut fall, mut way) = (0.9, 0.8, 0.0);
    for _ in 0..60 {
        speed -= 0.2 * 1.35 * fall;
        fall *= 0.35;
        way += speed * 2.0 * fall / 9.81;
    }
    way += speed * speed / (2.0 * 0.2 * 9.81);
    assert!((speed - (0.9 - landed.brake_m_s)).abs() < 1e-12);
    assert!((landed.rest_m.y - landed.landing_m.y - way).abs() < 1e-8);
}

#[test]
fn a_hand_under_the_table_has_to_throw_above_it() {
    let (setup, state) = table(&[]);
    let low = Throw { height_m: -0.1, ..THROW };
    let landed = throw_in::play(&setup, &state, 0, &low).expect("1.6 m/s rises 13 cm");
    let landing = libm::sqrt(1.6 * 1.6 - 2.0 * 9.81 * 0.1);
    assert!((landed.landing_speed_m_s - landing).abs() < 1e-15);
    assert!((landed.flight_s - (1.6 + landing) / 9.81).abs() < 1e-15);
    assert_eq!(throw_in::play(&setup, &state, 0, &Throw { height_m: -0.14, ..THROW }), None);
    let dropped = Throw { height_m: 0.1, rise_m_s: 0.0, ..THROW };
    assert!(!thrown(&dropped, &[]).is_good, "it must first rise");
}

#[test]
fn a_roll_ends_at_a_coin_at_the_edge_or_by_itself() {
    let rolls = |length_m| Throw { roll: Some(Roll { length_m, direction: DVec2::X }), ..THROW };
    let landing = thrown(&THROW, &[]).landing_m;
    let free = thrown(&rolls(0.2), &[]);
    assert!((free.rest_m - landing - dvec2(0.2, 0.0)).length() < 1e-15 && free.stopped_by.is_none());
    let stopped = thrown(&rolls(0.2), &[landing + dvec2(0.3, 0.0), landing + dvec2(0.1, 0.0)]);
    assert_eq!(stopped.stopped_by, Some(2));
    assert!((stopped.rest_m - landing - dvec2(0.1 - 2.0 * 0.00925, 0.0)).length() < 1e-12);
    let off = thrown(&rolls(0.9), &[]);
    assert!(off.is_off && (off.rest_m.x - 0.6).abs() < 1e-15 && off.is_good);
}

#[test]
fn a_throw_on_to_a_coin_stays_there_and_one_too_far_is_off() {
    let landing = thrown(&THROW, &[]).landing_m;
    let on = thrown(&THROW, &[landing + dvec2(0.0, 0.015), landing + dvec2(0.01, 0.0)]);
    assert_eq!((on.lies_on, on.rest_m), (Some(2), landing), "the nearer one");
    let far = thrown(&Throw { speed_m_s: 3.0, ..THROW }, &[]);
    assert!(far.is_off && !far.is_good);
    // it crosses the far edge after 0.6 m, and comes down beyond
    assert!((far.rest_m - dvec2(0.1, 0.3)).length() < 1e-15 && (far.air_s - 0.2).abs() < 1e-15, "{far:?}");
    assert!(far.landing_m.y > 0.6 && far.air_s < far.flight_s && on.air_s == on.flight_s);
}
