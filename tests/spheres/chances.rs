//! Rows of the table on many shots: D33 and D34.

use super::*;

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
