//! Rows D19 to D25.

use super::*;

/// Two equal balls meet head on, followed in time: force, compression and duration.
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
fn d19_chung_and_ooi_test_1() {
    let ball = Ball::solid(0.01, 2800.0, 0.3, 0.1);
    let law = Hertz { young_modulus_pa: 48e9, poisson_ratio: 0.2, ..ELASTIC };
    let hit = head_on(ball, law, 20.0);
    relative(hit.force_n, 10.697e3, 0.005);
    relative(hit.compression_m, 274.1e-6, 0.005);
    relative(law.course([&ball; 2], 20.0).duration_s, 40.34e-6, 0.005);
    // a hit is over when its last step is
    near(hit.duration_s, 40.34e-6, 1.5 / 48.0 * 40.34e-6);
}

#[test]
fn d20_two_marbles() {
    for (speed, duration_us, depth_um, force_n) in
        [(1.0, 38.19, 12.98, 129.0), (2.0, 33.25, 22.59, 297.0), (3.0, 30.66, 31.25, 483.0)]
    {
        let hit = head_on(marble(), ELASTIC, speed);
        relative(hit.force_n, force_n, 0.005);
        relative(hit.compression_m, depth_um * 1e-6, 0.005);
        let course = ELASTIC.course([&marble(); 2], speed);
        relative(course.duration_s, duration_us * 1e-6, 0.005);
        relative(course.compression_m, depth_um * 1e-6, 0.005);
    }
}

/// Restitution of half-inch marbles at some speeds, A = 3.0e-7 s, printed to three places.
#[test]
fn restitution_falls_with_speed() {
    for (speed, e) in [(0.5, 0.963), (1.0, 0.957), (2.0, 0.951), (4.0, 0.944)] {
        near(Hertz::GLASS.course([&marble(); 2], speed).restitution_ratio, e, 0.0005);
    }
}

#[test]
fn d21_three_touching() {
    let v = chain(vec![marble(); 3], ELASTIC, &[0.0, 0.0], 1.0);
    for (v, expected) in v.into_iter().zip([-0.0710, 0.0764, 0.9946]) {
        near(v, expected, 0.001);
    }
}

#[test]
fn d22_cue_between_two() {
    let r = MARBLE_M;
    let (x, y) = (3.0_f64.sqrt() * r, r);
    let start = [
        (dvec3(-0.01, 0.0, 0.0), dvec3(1.0, 0.0, 0.0), DVec3::ZERO),
        (dvec3(x, y, 0.0), DVec3::ZERO, DVec3::ZERO),
        (dvec3(x, -y, 0.0), DVec3::ZERO, DVec3::ZERO),
    ];
    let (state, _) = play(vec![marble(); 3], contact(ELASTIC, 0.0, 0.0), &start, 0.05);
    let v = |i: usize| state.bodies[i].velocity_m_s;
    near(v(0).x, -0.2, 0.001);
    near(v(1).x, 0.6, 0.001);
    near(v(1).y, 0.34641, 0.001);
    near(v(1).length(), 0.69282, 0.001);
    assert_eq!(v(1), v(2) * dvec3(1.0, -1.0, 1.0));
}

/// J. Belk's perfectly centred break: 15 balls of radius and mass 1, `F = 1e11 d^1.5`, a cue ball at 10.
#[test]
fn d23_billiards_rack() {
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
    let speeds = [1.79, 1.20, 1.57, 1.57, 1.42, 0.12, 1.42, 1.31, 0.25, 0.25, 1.31, 5.60, 2.57, 2.63, 2.57, 5.60];
    for (i, (body, expected)) in state.bodies.iter().zip(speeds).enumerate() {
        let v = body.velocity_m_s;
        // 1 %, or half the last printed place
        let allowed = (0.01_f64 * expected).max(0.005);
        assert!((v.length() - expected).abs() <= allowed, "ball {i}: {} is not {expected}", v.length());
    }
    // towards the corner and out: 150 degrees from the way back
    let v = state.bodies[15].velocity_m_s;
    relative(v.y.abs() / v.x.abs(), 30.0_f64.to_radians().tan(), 0.01);
}

#[test]
fn d24_toley_into_a_line_of_two() {
    let start = [
        (dvec3(-0.1, 0.0, TOLEY_M), dvec3(2.0, 0.0, 0.0), DVec3::ZERO),
        (dvec3(0.0, 0.0, MARBLE_M), DVec3::ZERO, DVec3::ZERO),
        (dvec3(2.0 * MARBLE_M, 0.0, MARBLE_M), DVec3::ZERO, DVec3::ZERO),
    ];
    let (state, _) = play(vec![toley(), marble(), marble()], contact(ELASTIC, 0.0, 0.0), &start, 0.06);
    let v = |i: usize| state.bodies[i].velocity_m_s;
    relative(v(0).x, 0.7621, 0.005);
    relative(v(0).z, 0.2537, 0.005);
    relative(v(1).x, 1.125, 0.005);
    relative(v(1).z, -0.859, 0.005);
    relative(v(2).x, 3.053, 0.005);
}

#[test]
fn d25_small_gaps() {
    for (gap_m, last, first) in [(0.0, 1.9891, -0.1419), (10e-6, 1.9999, -0.0167), (25e-6, 2.0000, -0.0001)] {
        let v = chain(vec![marble(); 3], ELASTIC, &[0.0005, gap_m], 2.0);
        near(v[2], last, 0.002);
        near(v[0], first, 0.002);
    }
}
