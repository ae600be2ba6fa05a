//! What may be thrown away between two events: predictions, and the workspace of islands.

use super::contact::Law;
use super::island::Workspace;
use super::predict::Predictions;
use super::setup::Setup;

/// Predictions and workspace; all memory is taken at the start.
#[derive(Clone, Debug)]
pub struct Scratch {
    pub(super) predictions: Predictions,
    pub(super) island: Workspace,
    /// Bodies that the last event touched besides those it names.
    pub(super) woken: Vec<u16>,
}

impl Scratch {
    /// Knows nothing yet.
    pub fn new(setup: &Setup) -> Scratch {
        let n = setup.balls.len();
        let island = match setup.contact.law {
            Law::Pairwise => Workspace::default(),
            Law::Hertz(_) => Workspace::for_bodies(n),
        };
        Scratch { predictions: Predictions::new(setup), island, woken: Vec::with_capacity(2 * n) }
    }

    /// Forgets everything, as is needed before another trial.
    pub fn clear(&mut self) {
        self.predictions.clear();
        self.begin_event();
    }

    /// Forgets what the event before left to note.
    pub(super) fn begin_event(&mut self) {
        self.woken.clear();
        self.island.hits.clear();
    }
}
