use glam::{DVec3, dvec3};
use std::time::Instant;
use tolley_physics::kernel::{self, Limits, Trace};
use tolley_physics::spheres::*;
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let only: Option<usize> = args.get(1).and_then(|a| a.parse().ok());
    let (big, small) = (Ball::solid(0.009525, 2500.0, 0.3, 0.1), Ball::solid(0.00635, 2500.0, 0.3, 0.1));
    let ground = Ground { gravity_m_s2: 9.81, restitution_ratio: 0.15, settle_speed_m_s: 0.1, sinkage_m: 0.5e-3, trapping_speed_m_s: 0.0, rolling_while_sliding: false };
    let r = small.radius_m;
    let mut pts: Vec<(f64, f64)> = vec![];
    for i in -4..=4 { for j in -4..=4 {
        let (i, j) = (i as f64, j as f64);
        pts.push((2.0 * r * (i + j / 2.0), 2.0 * r * j * 3f64.sqrt() / 2.0));
    } }
    pts.sort_by(|a, b| { let k = |p: &(f64, f64)| ((p.0.hypot(p.1) * 1e9).round(), p.1.atan2(p.0)); k(a).partial_cmp(&k(b)).unwrap() });
    let mut k = 0;
    for law in [Law::Pairwise, Law::Hertz(Hertz::GLASS)] {
        for n in [1, 3, 7, 13, 49] {
            for (x, y) in [(0.0, 0.0), (0.001, 0.0005), (0.004, 0.002)] {
                for h in [0.0222250001, 0.03, 0.1] {
                    k += 1;
                    if only.is_some_and(|o| o != k) { continue; }
                    let contact = Contact { law, restitution_ratio: 0.957, friction_ratio: 0.12, tangential_restitution_ratio: 0.44, ground_reaction: GroundReaction::After, slow: SlowContact::Elastic { below_m_s: 0.005 } };
                    let mut balls = vec![big];
                    balls.extend(vec![small; n]);
                    let setup = Setup::new(balls, ground, contact, None);
                    let mut state = State::new(&setup);
                    state.place(&setup, 0, dvec3(x, y, h), DVec3::ZERO, DVec3::ZERO);
                    for (i, p) in pts[..n].iter().enumerate() { state.place(&setup, i + 1, dvec3(p.0, p.1, r), DVec3::ZERO, DVec3::ZERO); }
                    let mut trace = Trace::default();
                    let t = Instant::now();
                    let limits = Limits::for_bodies(n + 1).audited(true);
                    let ending = kernel::run::<Spheres, _>(&setup, &mut state, &mut Scratch::new(&setup), &limits, &mut trace);
                    let b = state.bodies[0];
                    let pairs = trace.events.iter().filter(|e| e.kind == kernel::Kind::Pair).count();
                    let modes = trace.events.iter().filter(|e| e.kind == kernel::Kind::Mode).count();
                    let grounds = trace.events.iter().filter(|e| e.kind == kernel::Kind::Ground).count();
                    println!("{k} n{n} {x} h{h} {ending:?} {} pair{pairs} mode{modes} ground{grounds} {:.0} ms  {:?} {:?}", trace.events.len(), t.elapsed().as_secs_f64() * 1e3, b.position_m, b.mode);
                    if format!("{ending:?}").contains("Over") { let te = trace.events.last().unwrap().time_s; for i in 0..=n { for j in 0..i { let d = state.bodies[i].position_at_m(te).distance(state.bodies[j].position_at_m(te)) - setup.balls()[i].radius_m - setup.balls()[j].radius_m; if d < -3e-13 { println!("  {i} {j} {d:e} {:?} {:?} {:?} {:?}", state.bodies[i], state.bodies[j].mode, state.bodies[j].time_s(), te); } } } for e in trace.events.iter().rev().take(6) { println!("   {:.9} {} {} {} {:.2e}", e.time_s, e.kind.name(), e.body as i16, e.other as i16, e.impulse_n_s); } }
                    if only.is_some() { for e in &trace.events { println!("{:.9} {} {} {} {:.2e}", e.time_s, e.kind.name(), e.body as i16, e.other as i16, e.impulse_n_s); } }
                }
            }
        }
    }
}
