//! One coin hits another head on: every event in order. `cargo run --release -p tolley-physics --example head_on`
#![expect(clippy::print_stdout, reason = "it shows what happens")]

use glam::{DVec2, dvec2};
use tolley_physics::discs::{Coin, Contact, Discs, Scratch, Setup, State};
use tolley_physics::kernel::{self, Limits, Trace};

fn main() {
    let coin = Coin { radius_m: 0.01075, mass_kg: 5.21e-3, inertia_ratio: 0.5, friction_ratio: 0.2 };
    let rims = Contact {
        restitution_ratio: 0.85,
        friction_ratio: 0.2,
        tangential_restitution_ratio: 0.3,
        slow_speed_m_s: 1e-3,
    };
    let setup = Setup::new(vec![coin; 2], 9.81, 0.9, rims, None, vec![]);
    let mut state = State::new(&setup);
    state.place(&setup, 0, DVec2::ZERO, dvec2(1.5, 0.0), 0.0);
    state.place(&setup, 1, dvec2(0.1, 0.0), DVec2::ZERO, 0.0);
    let (limits, mut trace) = (Limits::for_bodies(2), Trace::default());
    let ending = kernel::run::<Discs, _>(&setup, &mut state, &mut Scratch::new(&setup), &limits, &mut trace);
    for event in &trace.events {
        println!("{:.6} s  {:4}  coin {}  x {:.6} m", event.time_s, event.kind.name(), event.body, event.position_m.x);
    }
    println!(
        "{ending:?}: the coins lie at {:.4} and {:.4} m",
        state.bodies[0].position_m().x,
        state.bodies[1].position_m().x
    );
}
