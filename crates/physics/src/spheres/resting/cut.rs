//! What cuts a time step short ends it for all that hang together, with no more energy than they had.
//!
//! Over a whole time step its forces give nothing, but within one they may: a contact that opens first and closes later
//! is pushed all the time. What has been given until then is taken from the motion of all of them in one ratio, which
//! leaves ways, rolling and what closes or opens as they are.

use super::group::RestingGroup;
use crate::kernel::Event;
use crate::spheres::motion;
use crate::spheres::setup::Setup;
use crate::spheres::state::State;

/// Energy below this share of that of the motion is rounding.
const ROUNDING: f64 = 1.0 / (1u64 << 44) as f64;

/// Ends the time steps of the bodies of an event.
#[cold]
pub(in crate::spheres) fn cut(
    setup: &Setup,
    state: &mut State,
    group: &mut RestingGroup,
    woken: &mut Vec<u16>,
    event: &Event,
) {
    for i in event.bodies() {
        if state.bodies[i].is_held() {
            cut_group(setup, state, group, woken, event, i as u16);
        }
    }
}

/// Ends the time step of a body and of all that hang together with it.
pub(in crate::spheres) fn cut_group(
    setup: &Setup,
    state: &mut State,
    group: &mut RestingGroup,
    woken: &mut Vec<u16>,
    event: &Event,
    first: u16,
) {
    if state.cut.contains(&first) {
        return;
    }
    let from = state.cut.len();
    gather(state, first);
    let (mut given_j, mut moving_j) = (0.0, 0.0);
    for &id in &state.cut[from..] {
        let i = usize::from(id);
        let body = &mut state.bodies[i];
        motion::bring(&setup.balls[i], body, event.time_s);
        given_j += body.path.given_j;
        moving_j += body.kinetic_energy_j(&setup.balls[i]);
        if !event.bodies().any(|own| own == i) && !woken.contains(&id) {
            woken.push(id);
        }
    }
    if given_j <= ROUNDING * moving_j {
        return;
    }
    let slower = (1.0 - given_j / moving_j).max(0.0).sqrt();
    for &id in &state.cut[from..] {
        let body = &mut state.bodies[usize::from(id)];
        body.velocity_m_s *= slower;
        body.spin_rad_s *= slower;
    }
    group.cut_j += moving_j * (1.0 - slower * slower);
}

/// Notes a body and all that hang together with it by resting contacts.
fn gather(state: &mut State, first: u16) {
    let State { bodies, pressed, cut, .. } = state;
    let mut k = cut.len();
    cut.push(first);
    while let Some(&at) = cut.get(k) {
        for &i in pressed.iter().filter(|pair| pair.contains(&at)).flatten() {
            if bodies[usize::from(i)].is_held() && !cut.contains(&i) {
                cut.push(i);
            }
        }
        k += 1;
    }
}
