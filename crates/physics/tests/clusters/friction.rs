//! Friction of hits that take time: as Walton's law for two alone, alike on both sides, and as small steps have it.

use super::*;

/// Hard balls that meet slowly: the normal hardly turns while they touch.
const HARD: Hertz = Hertz { young_modulus_pa: 1e13, dissipation_s: 1.5e-7, every_hit: true, ..Hertz::GLASS };

/// How far two that are followed end from the closed form, over the speed.
fn off_walton(balls: [Ball; 2], mu: f64, b0: f64, angle_deg: f64, spin_share: f64) -> f64 {
    let speed_m_s = 0.05;
    let (sin, cos) = libm::sincos(angle_deg.to_radians());
    let reach_m = balls[0].radius_m + balls[1].radius_m;
    let spin = dvec3(0.0, 0.0, spin_share * speed_m_s / balls[0].radius_m);
    let at_m = dvec3(cos, sin, 0.0) * reach_m;
    let thrown = [(dvec3(-1e-4, 0.0, 0.0), dvec3(speed_m_s, 0.0, 0.0), spin), (at_m, DVec3::ZERO, DVec3::ZERO)];
    let end = |every_hit| {
        let law = Hertz { every_hit, ..HARD };
        play(balls.to_vec(), contact(law, mu, b0), &thrown, 0.1).0
    };
    let (followed, closed) = (end(true), end(false));
    let apart = |k: usize| {
        let [one, two] = [&followed.bodies[k], &closed.bodies[k]];
        let spins_m_s = (one.spin_rad_s - two.spin_rad_s).length() * balls[k].radius_m;
        one.velocity_m_s.distance(two.velocity_m_s).max(0.4 * spins_m_s)
    };
    apart(0).max(apart(1)) / speed_m_s
}

/// The angles and balls of the rows D12 to D17 among them.
#[test]
fn two_alone_end_as_walton_has_it() {
    let mut worst: f64 = 0.0;
    for (mu, b0) in [(0.092, 0.44), (0.12, 0.44), (0.12, 0.0), (0.12, 0.9), (0.25, 0.44)] {
        for angle_deg in [0.0, 2.0, 5.0, 10.0, 15.0, 20.0, 22.0, 23.774, 25.0, 30.0, 45.0, 60.0, 75.0] {
            for (balls, spin_share) in [([marble(); 2], 0.0), ([toley(), marble()], -1.0), ([toley(), marble()], 0.3)] {
                let off = off_walton(balls, mu, b0, angle_deg, spin_share);
                assert!(off < 1e-3, "{off:e} at mu {mu}, b0 {b0}, {angle_deg} deg, spin {spin_share}");
                worst = worst.max(off);
            }
        }
    }
    assert!(worst > 1e-5, "{worst:e}: they are not followed");
}

/// A toley driven centrally between two marbles that touch.
fn between(mu: f64, topspin: f64) -> Vec<Body> {
    let x = libm::sqrt(libm::pow(2.0 * libm::sqrt(TOLEY_M * MARBLE_M), 2.0) - MARBLE_M * MARBLE_M);
    let spin = dvec3(0.0, topspin * 2.0 / TOLEY_M, 0.0);
    let start = [
        (dvec3(-x - 1e-3, 0.0, TOLEY_M), dvec3(2.0, 0.0, 0.0), spin),
        (dvec3(0.0, MARBLE_M, MARBLE_M), DVec3::ZERO, DVec3::ZERO),
        (dvec3(0.0, -MARBLE_M, MARBLE_M), DVec3::ZERO, DVec3::ZERO),
    ];
    play(vec![toley(), marble(), marble()], contact(Hertz::GLASS, mu, 0.44), &start, 0.002).0.bodies
}

#[test]
fn a_toley_between_two_stays_on_the_mirror_line() {
    for (mu, topspin) in [(0.12, 0.0), (0.25, 1.0), (0.12, -1.0), (0.25, 0.3)] {
        let bodies = between(mu, topspin);
        let image = |v: DVec3| dvec3(v.x, -v.y, v.z);
        let [one, two] = [&bodies[1], &bodies[2]];
        near(image(one.velocity_m_s).distance(two.velocity_m_s), 0.0, 1e-9);
        // an axial vector turns the other way
        near((image(one.spin_rad_s) + two.spin_rad_s).length() * MARBLE_M, 0.0, 1e-9);
        near(bodies[0].velocity_m_s.y, 0.0, 1e-9);
        assert!(one.velocity_m_s.z.abs() > 0.1);
    }
}
