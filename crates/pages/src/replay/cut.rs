//! Recordings that go on for ever.

use tolley_answers::words::GroupedCount;
use tolley_report::replay::Shot;

/// Events of a shot that a page shows; ordinary ones have some thousands at the most.
const MOST_EVENTS: usize = 30_000;

/// Ends the film of a shot that goes on for ever, as one that ends in its budget; says so.
pub fn cut_short(shot: &mut Shot) -> Option<String> {
    let count = shot.film.cut_short(MOST_EVENTS)?;
    let [most, count] = [MOST_EVENTS, count].map(|number| GroupedCount(number as u64));
    Some(format!("{}: the first {most} of {count} events are shown, up to {:.4} s.", shot.title, shot.film.end_s))
}
