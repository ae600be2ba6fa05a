//! What may be thrown away between two events: predictions, and the workspace of islands.

use super::contact::Law;
use super::island::Workspace;
use super::predict::Predictions;
use super::resting::RestingGroup;
use super::setup::Setup;
use crate::contact::{Group, INSTANT_S, Pairs};

/// Predictions and workspace; all memory is taken at the start.
#[derive(Clone, Debug)]
pub struct Scratch {
    pub(super) predictions: Predictions,
    pub(super) island: Workspace,
    /// Bodies that the last event touched besides those it names.
    pub(super) woken: Vec<u16>,
    /// Whether the forces of the last event were found.
    pub(super) is_resolved: bool,
    /// The pairs that meet at the instant of an event.
    pub(super) meeting: Pairs,
    pub(super) group: Group,
    pub(super) resting: RestingGroup,
}

impl Scratch {
    /// Steps of all islands since this was made, each as many times as there were contacts.
    pub fn island_effort(&self) -> u64 {
        self.island.effort
    }

    /// Steps of all searches for forces that last since this was cleared, each as many times as there were contacts.
    pub fn resting_effort(&self) -> u64 {
        self.resting.effort
    }

    /// Knows nothing yet.
    pub fn new(setup: &Setup) -> Scratch {
        let n = setup.balls.len();
        let mut island = match setup.contact.law {
            Law::Pairwise => Workspace::default(),
            Law::Hertz(_) => Workspace::for_bodies(n),
        };
        island.hits.reserve(6 * n);
        Scratch {
            predictions: Predictions::new(setup),
            island,
            woken: Vec::with_capacity(2 * n),
            is_resolved: true,
            meeting: Pairs::for_bodies(n),
            // the ground may be one more
            group: Group::for_bodies(n + 1),
            resting: RestingGroup::for_bodies(n),
        }
    }

    /// Lists the pairs that meet at an instant, if they are several.
    #[inline]
    pub(super) fn is_crowded(&mut self, time_s: f64) -> bool {
        self.predictions.is_crowded(time_s + INSTANT_S)
            && self.predictions.gather(time_s + INSTANT_S, &mut self.meeting)
    }

    /// Forgets everything, as is needed before another trial.
    pub fn clear(&mut self) {
        self.resting.effort = 0;
        self.predictions.clear();
        self.begin_event();
    }

    /// Forgets no more than it must before another trial that begins as the last one did, but for `mover`: only what is
    /// predicted of that one and of the bodies that events have touched since this was cleared. The setup must be the
    /// same, and the last trial must have ended at rest, without a time limit.
    pub fn forget_touched(&mut self, mover: usize) {
        self.resting.effort = 0;
        self.predictions.forget_touched();
        self.predictions.forget(mover);
        self.begin_event();
    }

    /// Forgets what the event before left to note.
    pub(super) fn begin_event(&mut self) {
        self.woken.clear();
        self.is_resolved = true;
        self.island.hits.clear();
        self.island.told.clear();
    }
}
