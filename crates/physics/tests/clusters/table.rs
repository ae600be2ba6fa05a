//! Single contacts and groups that the validation tables know by their numbers, rows D19 to D25: the rest of what
//! holds.

use super::*;

/// Two equal balls meet head on, followed in time.
fn head_on(ball: Ball, law: Hertz, closing_m_s: f64) -> Hit {
    let half = dvec3(0.5 * closing_m_s, 0.0, 0.0);
    let at = dvec3(1.001 * ball.radius_m, 0.0, 0.0);
    let start = [(-at, half, DVec3::ZERO), (at, -half, DVec3::ZERO)];
    let law = Hertz { every_hit: true, ..law };
    let (_, hits) = play(vec![ball, ball], contact(law, 0.0, 0.0), &start, 0.01);
    assert_eq!(hits.hits.len(), 1);
    hits.hits[0]
}

#[test]
fn a_hit_that_is_followed_lasts_and_goes_as_deep_as_the_closed_form() {
    let hard = Hertz { young_modulus_pa: 48e9, poisson_ratio: 0.2, ..ELASTIC };
    let ball = Ball::solid(0.01, 2800.0, 0.3, 0.1);
    for (ball, law, speed) in [(ball, hard, 20.0), (marble(), ELASTIC, 1.0), (marble(), ELASTIC, 3.0)] {
        let (hit, course) = (head_on(ball, law, speed), law.course([&ball; 2], speed));
        // a hit is over when its last step is
        near(hit.duration_s, course.duration_s, 1.5 / f64::from(law.step_count) * course.duration_s);
        relative(hit.compression_m, course.compression_m, 0.005);
        relative(hit.force_n, law.stiffness([&ball; 2]) * course.compression_m * course.compression_m.sqrt(), 0.005);
    }
}

#[test]
fn a_cue_between_two_sends_them_off_alike() {
    let r = MARBLE_M;
    let (x, y) = (3.0_f64.sqrt() * r, r);
    let start = [
        (dvec3(-0.01, 0.0, 0.0), dvec3(1.0, 0.0, 0.0), DVec3::ZERO),
        (dvec3(x, y, 0.0), DVec3::ZERO, DVec3::ZERO),
        (dvec3(x, -y, 0.0), DVec3::ZERO, DVec3::ZERO),
    ];
    let (state, _) = play(vec![marble(); 3], contact(ELASTIC, 0.0, 0.0), &start, 0.05);
    let v = |i: usize| state.bodies[i].velocity_m_s;
    assert_eq!(v(1), v(2) * dvec3(1.0, -1.0, 1.0));
}

/// J. Belk's perfectly centred break: 15 balls of radius and mass 1, `F = 1e11 d^1.5`, a cue ball at 10.
#[test]
fn a_centred_break_is_symmetric_and_drives_its_corners_out() {
    let ball = Ball { mass_kg: 1.0, ..Ball::solid(1.0, 1.0, 0.0, 0.0) };
    // K = (4/3) E / (2 (1 - nu^2)) sqrt(1/2)
    let law = Hertz { young_modulus_pa: 1.5e11 * 2.0_f64.sqrt(), poisson_ratio: 0.0, ..ELASTIC };
    relative(law.stiffness([&ball; 2]), 1e11, 1e-12);
    let mut start = vec![(dvec3(-2.5, 0.0, 0.0), dvec3(10.0, 0.0, 0.0), DVec3::ZERO)];
    for row in 0..5 {
        for k in 0..=row {
            let (x, y) = (f64::from(row) * 3.0_f64.sqrt(), f64::from(2 * k - row));
            start.push((dvec3(x, y, 0.0), DVec3::ZERO, DVec3::ZERO));
        }
    }
    let (state, _) = play(vec![ball; 16], contact(law, 0.0, 0.0), &start, 0.1);
    let v = |i: usize| state.bodies[i].velocity_m_s;
    let speed = |i: usize| v(i).length();
    for (one, other) in [(2, 3), (4, 6), (7, 10), (8, 9), (11, 15), (12, 14)] {
        near(v(one).distance(v(other) * dvec3(1.0, -1.0, 1.0)), 0.0, 1e-12);
    }
    assert!((1..16).all(|i| speed(i) <= speed(15)));
    // towards the corner and out: 150 degrees from the way back
    relative(v(15).y.abs() / v(15).x.abs(), 30.0_f64.to_radians().tan(), 0.01);
}
