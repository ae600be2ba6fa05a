//! What finished blocks cost the workers who played them, for whoever tells how long a run still takes.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// What becomes of a block.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum BlockEvent {
    /// A worker begins to play it.
    Begun(u64),
    /// It is kept; what it took of the worker's time.
    Kept(u64, Duration),
}

/// Notes blocks that begin and end, by a clock of the thread that asks.
#[derive(Debug)]
pub struct Meter {
    clock: fn() -> Duration,
    events: Mutex<Vec<BlockEvent>>,
}

impl Meter {
    /// By a clock of the thread that asks.
    pub fn new(clock: fn() -> Duration) -> Meter {
        Meter { clock, events: Mutex::default() }
    }

    /// What became of blocks since this was asked last, in order.
    pub fn take(&self) -> Vec<BlockEvent> {
        std::mem::take(&mut *self.events.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Plays a block; whether it was kept, `play` says.
    pub(super) fn of_block<E>(&self, block: u64, play: impl FnOnce() -> Result<bool, E>) -> Result<(), E> {
        self.note(BlockEvent::Begun(block));
        let start = (self.clock)();
        if play()? {
            self.note(BlockEvent::Kept(block, (self.clock)().saturating_sub(start)));
        }
        Ok(())
    }

    fn note(&self, event: BlockEvent) {
        self.events.lock().unwrap_or_else(PoisonError::into_inner).push(event);
    }
}
