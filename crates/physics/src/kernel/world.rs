//! What a world must know to be played, and what it must tell to be audited.

use super::event::{Event, Hit};
use super::limits::Reason;

/// What never changes, what is true now, and what may be thrown away, with the verbs of an event-driven world.
pub trait World {
    /// Bodies, surface and laws; the same during a whole trial.
    type Setup;
    /// The truth at its time.
    type State;
    /// Predictions and workspace; between two events a new one gives the same events.
    type Scratch;

    /// Before a trial that ends at `until_s`; whether it is filmed.
    fn begin(_: &mut Self::Scratch, _until_s: f64, _is_filmed: bool) {}
    /// The earliest event of all, ties by (time, class, ids); `None` when nothing will ever happen again.
    fn predict(setup: &Self::Setup, state: &Self::State, scratch: &mut Self::Scratch) -> Option<Event>;
    /// Brings what the event touches to its time, in closed form.
    fn advance(setup: &Self::Setup, state: &mut Self::State, event: &Event);
    /// Applies the law of this kind of event, and notes its impulse and loss on the event.
    fn resolve(setup: &Self::Setup, state: &mut Self::State, scratch: &mut Self::Scratch, event: &mut Event);
    /// The hits for which the event just resolved stands, in the order in which they ended; none where it stands for
    /// itself.
    fn hits(_: &Self::Scratch) -> &[Hit] {
        &[]
    }
    /// Why the event just resolved could not be, if it could not.
    fn unresolved(_: &Self::Scratch) -> Option<Reason> {
        None
    }
    /// Drops the predictions of the bodies that the event touched, and of no others.
    fn forget(scratch: &mut Self::Scratch, event: &Event);
    /// Whether every body that the event touched still has finite numbers (`reliability` rule P19).
    fn is_finite(state: &Self::State, scratch: &Self::Scratch, event: &Event) -> bool;
    /// Whether every body rests or has left, so that no event can follow.
    fn at_rest(state: &Self::State) -> bool;
    /// Brings every body to `time_s`, in closed form, between events.
    fn settle(setup: &Self::Setup, state: &mut Self::State, time_s: f64);
}

/// What an audit asks of a world after every event (`reliability` rule P20).
pub trait Audited: World<Scratch: Clone> {
    /// Energy of all bodies, those that left as they did, and what friction has taken of it between events so far, J;
    /// with the losses of events it never changes.
    fn energy_j(setup: &Self::Setup, state: &Self::State) -> f64;
    /// How well it is kept, as a share of what a trial began with.
    fn energy_tolerance_ratio(setup: &Self::Setup) -> f64;
    /// The deepest overlap of any two bodies, m, but for those that lie as they did at `since_s`; 0 where none overlap.
    fn overlap_m(setup: &Self::Setup, state: &Self::State, since_s: f64, time_s: f64) -> f64;
    /// Drops all predictions.
    fn forget_all(scratch: &mut Self::Scratch);
    /// Whether two scratches predict the same.
    fn agree(one: &Self::Scratch, two: &Self::Scratch) -> bool;
}
