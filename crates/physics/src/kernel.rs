//! The one event loop of both worlds, and what goes in and out of it.

mod audit;
mod event;
mod guard;
mod limits;
mod sink;
#[cfg(test)]
mod tests;
mod world;

use audit::Audit;
pub(crate) use event::Due;
pub use event::{Event, Hit, KINDS, Kind, NONE};
use guard::Guard;
pub use limits::{Ending, Limits, Reason};
pub use sink::{Both, Counters, EventSink, Silent, Trace};
pub use world::{Audited, World};

/// Plays from `state` to its ending: predict, advance, resolve, record, forget.
///
/// ```
/// use glam::{DVec2, dvec2};
/// use tolley_physics::discs::{Coin, Contact, Discs, Scratch, Setup, State};
/// use tolley_physics::kernel::{Counters, Ending, Kind, Limits, run};
///
/// let coin = Coin { radius_m: 0.01, mass_kg: 5e-3, inertia_ratio: 0.5, friction_ratio: 0.2 };
/// let smooth = Contact {
///     restitution_ratio: 1.0,
///     friction_ratio: 0.0,
///     tangential_restitution_ratio: 0.0,
///     slow_speed_m_s: 0.0,
/// };
/// let setup = Setup::new(vec![coin; 2], 9.81, 0.0, smooth, None, vec![]);
/// let mut state = State::new(&setup);
/// state.place(&setup, 0, DVec2::ZERO, dvec2(1.0, 0.0), 0.0);
/// state.place(&setup, 1, dvec2(0.1, 0.0), DVec2::ZERO, 0.0);
/// let (mut scratch, limits, mut counters) = (Scratch::new(&setup), Limits::for_bodies(2), Counters::default());
/// let ending = run::<Discs, _>(&setup, &mut state, &mut scratch, &limits, &mut counters);
/// assert_eq!((ending, counters.of(Kind::Pair)), (Ending::Rest, 1));
/// // the first stays where it hits, and both together go as far as one alone would, v^2 / (2 mu g)
/// let ways_m = state.bodies[0].position_m().x + state.bodies[1].position_m().x - 0.1;
/// assert!((ways_m - 1.0 / (2.0 * 0.2 * 9.81)).abs() < 1e-12);
/// ```
pub fn run<W: Audited, S: EventSink<W>>(
    setup: &W::Setup,
    state: &mut W::State,
    scratch: &mut W::Scratch,
    limits: &Limits,
    sink: &mut S,
) -> Ending {
    W::begin(scratch, limits.until_s, S::FILMS);
    let mut guard = Guard::new(limits);
    let mut audit = Audit::<W>::begin(setup, state, scratch, limits);
    while let Some(mut event) = guard.admit(W::predict(setup, state, scratch)) {
        W::advance(setup, state, &event);
        W::resolve(setup, state, scratch, &mut event);
        sink.look(setup, scratch);
        sink.record(setup, state, &event, W::hits(scratch));
        W::forget(scratch, &event);
        let wrong = guard.check(&event, W::is_finite(state, scratch, &event)).or_else(|| W::unresolved(scratch));
        if let Some(reason) = wrong.or_else(|| audit.check(setup, state, scratch, &event)) {
            return Ending::Quarantined(reason);
        }
    }
    guard.refused.map_or_else(|| end::<W>(setup, state, limits.until_s), Ending::Quarantined)
}

/// Nothing happens any more before the time limit: brings all there, and says whether all is at rest.
fn end<W: World>(setup: &W::Setup, state: &mut W::State, until_s: f64) -> Ending {
    if until_s.is_finite() {
        W::settle(setup, state, until_s);
    }
    match (W::at_rest(state), until_s.is_finite()) {
        (true, _) => Ending::Rest,
        (false, true) => Ending::Until,
        (false, false) => Ending::Quarantined(Reason::NeverRests),
    }
}
