//! Hits that overlap in time: which balls take part, and when they part again.
//!
//! An island forms when two balls hit while another one would meet either of them before that hit is over, or where a
//! hit presses a ball on the ground. It begins with all hits of its instant, and dissolves when no contact is left. A
//! ball joins when something is about to touch it. Until it is pushed it goes on as ground and gravity have it, and
//! leaves again if it lands or stops before. From the first push on only contacts move it
//! ([`SoftSpheres`](super::soft_spheres)), among them the ground where others press the ball down or have driven it
//! deeper than some micrometres. A ball leaves as soon as no other one touches it, each at its own time. What is left
//! of its contact with the ground is known in closed form; it is back on the surface, and pays for the height it has
//! gained.
//!
//! A step whose forces do not agree is halved; where no halving helps, or contacts have gained energy, the trial is
//! given up. Where the trial ends before the island does, its bodies stay as they are then, pressed together.

mod alone;
mod ends;
mod leave;
mod members;
mod overlap;
mod watch;
mod workspace;

pub(super) use overlap::overlaps;
pub(super) use workspace::Workspace;

use super::hertz::Hertz;
use super::setup::Setup;
use super::state::State;
use crate::kernel::{Event, Hit};

/// The hits that an island begins with: all that close at its first instant.
pub(super) struct Begin<'a> {
    pub(super) pairs: &'a [[u16; 2]],
    /// How long the shortest and the longest of them would last alone, s.
    pub(super) shortest_s: f64,
    pub(super) longest_s: f64,
}

/// What an island left to note.
pub(super) struct Outcome {
    /// Whether the forces of all its steps were found, and kept the energy.
    pub(super) is_resolved: bool,
    pub(super) impulse_n_s: f64,
    pub(super) loss_j: f64,
}

/// Follows the hit of an event, and all that it leads to, until nothing touches any more. The hits, and who was struck
/// and from where, stay noted in the workspace.
pub(super) fn follow(
    setup: &Setup,
    state: &mut State,
    work: &mut Workspace,
    hertz: &Hertz,
    event: &Event,
    begin: &Begin,
) -> Outcome {
    work.ready.extend(begin.pairs);
    work.begin(setup, state, event, hertz, begin.shortest_s);
    work.arm(setup, state, hertz);
    // contacts that push each other for longer than this are left to the rule for slow hits, as deep as they are
    let last_s = 256.0 * begin.longest_s;
    work.relist(setup, state);
    let mut is_resolved = true;
    while work.now_s < last_s && !work.is_cut() {
        if work.now_s >= work.relist_s {
            work.relist(setup, state);
        }
        while work.now_s >= work.look_s {
            work.look(setup, state, hertz);
        }
        is_resolved = work.go_on();
        work.effort += work.soft.pairs.len() as u64;
        if !is_resolved {
            break;
        }
        work.push_off(setup);
        if setup.has_ground() {
            work.support_deep(setup, hertz);
        }
        work.part(setup);
        if !work.soft.pairs.iter().any(|pair| pair.impulse_n_s > 0.0) {
            break;
        }
        work.release(setup, state);
    }
    work.dissolve(setup, state);
    let is_first = |hit: &&Hit| hit.bodies == [event.body, event.other];
    Outcome {
        is_resolved: is_resolved && work.is_balanced(),
        impulse_n_s: work.hits.iter().find(is_first).map_or(0.0, |hit| hit.impulse_n_s),
        loss_j: work.loss_j,
    }
}
