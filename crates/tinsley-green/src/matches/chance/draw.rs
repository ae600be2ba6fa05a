//! How something of a probability is drawn.

use tolley_experiment::random::{Purpose, Stream};

/// Whether breaches are seen; the first draw of this stream is that of cabbaging, before the shot as after it.
pub(super) const DETECTION: Purpose = Purpose::named("detection of a foul");

/// Whether something of a probability happens; draws one number.
pub(super) fn happens(stream: &mut Stream, probability: f64) -> bool {
    stream.uniform() < probability
}

/// One of some, each as likely; draws one number unless there is none.
pub(super) fn pick<T>(some: impl Iterator<Item = T> + Clone, stream: &mut Stream) -> Option<T> {
    match some.clone().count() as u64 {
        0 => None,
        count => some.clone().nth(stream.below(count) as usize),
    }
}
