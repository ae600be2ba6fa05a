//! The law of each kind of event.

use glam::DVec2;

use super::body::Mode;
use super::hit::{self, Place, closing_m_s};
use super::scratch::Scratch;
use super::setup::Setup;
use super::state::State;
use super::{lift, press, tilt, together};
use crate::kernel::{Event, Kind};

/// Applies the law of an event, and notes its impulse and loss on it.
pub(super) fn resolve(setup: &Setup, state: &mut State, scratch: &mut Scratch, event: &mut Event) {
    scratch.hits.clear();
    let body = event.body as usize;
    event.position_m = state.bodies[body].position_m().extend(0.0);
    if matches!(event.kind, Kind::Pair | Kind::Post) {
        tilt::settle(setup, state, event.bodies());
    }
    match event.kind {
        Kind::Edge => leave(setup, state, body),
        Kind::Line => state.cross_line(setup, body, event.line as usize),
        Kind::Pair => meet(setup, state, scratch, event),
        Kind::Post => hit_post(setup, state, scratch, event),
        Kind::Hop => state.bodies[body].hops = false,
        Kind::Ground => lift::land(setup, state, event),
        Kind::Mode => tilt::kick(setup, state, body),
        // a stop is done by its advance, a stack and a hold are what a pair becomes
        Kind::Stop | Kind::Stack | Kind::Hold => {}
    }
}

fn leave(setup: &Setup, state: &mut State, body: usize) {
    state.bodies[body].leave();
    if state.stacked {
        let here = lift::Before::of(&state.bodies[body]);
        lift::carry(setup, state, body, here);
    }
}

/// Two coins meet: they hit, or one lands on the other or slides up on it; and all that hit at the same instant.
fn meet(setup: &Setup, state: &mut State, scratch: &mut Scratch, event: &mut Event) {
    let ids = [event.body as usize, event.other as usize];
    let at = Place::of(setup, state, ids);
    event.position_m = at.contact_m.extend(0.0);
    if setup.extras.lift.is_some()
        && let Some((rider, carrier)) = ends_on_top(setup, state, ids, at.normal)
    {
        ids.into_iter().for_each(|body| state.pass_lines(setup, body));
        return lift::stack(setup, state, event, rider, carrier);
    }
    if scratch.is_crowded(setup, state, event.time_s) {
        return together::meet(setup, state, scratch, event);
    }
    let (closing_m_s, limit_m_s) = (closing_m_s(state, ids, at.normal), press::limit_m_s(setup, state, ids));
    let is_slow = closing_m_s < limit_m_s;
    let goes_on = is_slow && press::is_row(state, ids);
    let loss = hit::hit(setup, state, ids, at.normal, limit_m_s);
    (event.impulse_n_s, event.loss_j) = (loss.impulse_n_s, loss.loss_j);
    if is_slow {
        event.loss_j += press::part(setup, state, &mut scratch.group, std::iter::once([event.body, event.other]));
        press::begin_row(state, ids);
        event.kind = if goes_on { Kind::Hold } else { Kind::Pair };
    } else {
        ids.into_iter().for_each(|body| press::end(state, body));
    }
}

/// Which of two ends on the other, if any: who comes from above, or who strikes in a ride.
fn ends_on_top(setup: &Setup, state: &mut State, ids: [usize; 2], normal: DVec2) -> Option<(usize, usize)> {
    let [one, two] = ids;
    if lift::overlaps(setup, state, ids) {
        return Some(if state.bodies[one].mode() == Mode::Air { (one, two) } else { (two, one) });
    }
    let along = ids.map(|body| state.bodies[body].velocity_m_s().dot(normal));
    // the striking coin is the one that brings more of the closing speed
    let (rider, carrier) = if along[0] >= -along[1] { (one, two) } else { (two, one) };
    let on_table = state.bodies[carrier].mode() != Mode::Air;
    (on_table && lift::is_ride(setup, state, along[0] - along[1])).then_some((rider, carrier))
}

/// A coin hits a post; and all that hit at the same instant.
fn hit_post(setup: &Setup, state: &mut State, scratch: &mut Scratch, event: &mut Event) {
    if scratch.is_crowded(setup, state, event.time_s) {
        return together::meet(setup, state, scratch, event);
    }
    let (at, loss) = hit::hit_post(setup, state, event.body as usize, &setup.extras.posts[event.line as usize]);
    event.position_m = at.contact_m.extend(0.0);
    (event.impulse_n_s, event.loss_j) = (loss.impulse_n_s, loss.loss_j);
}
