//! A row of the table on many scenes: D34.

use super::*;

#[test]
fn d34_free_flight_keeps_energy_and_momenta() {
    let free = Ground { gravity_m_s2: 0.0, ..ground() };
    let mut dice = Dice(34);
    let balls: Vec<_> = (0..6).map(|i| if i % 2 == 0 { toley() } else { marble() }).collect();
    let law = Contact { slow: SlowContact::Plain, ..pairwise(1.0, 0.0, 0.0) };
    let setup = Setup::new(balls, free, law, None);
    let sums = |state: &State| {
        let (mut p, mut l, mut e) = (DVec3::ZERO, DVec3::ZERO, 0.0);
        for (body, ball) in state.bodies.iter().zip(setup.balls()) {
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
                let at = dice.vector(0.01) + dvec3(0.03 * f64::from(i), 0.0, 0.0);
                (at, -at * 2.0 + dice.vector(0.2), dice.vector(50.0))
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
        let momentum = setup.balls()[0].mass_kg;
        near((after.0 - before.0).length(), 0.0, 1e-9 * momentum);
        near((after.1 - before.1).length(), 0.0, 1e-9 * before.1.length().max(momentum * TOLEY_M));
        near(after.2, before.2, 1e-9 * before.2);
    }
    assert!(impacts > 400, "only {impacts}");
}
