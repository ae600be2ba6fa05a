//! Zeros of a function on an interval, to adjacent floats.

/// A function's value and slope.
pub(super) type Jet = (f64, f64);

/// Where a function that is positive at `low` and not at `high` ceases to be positive: the earlier of two adjacent
/// floats.
///
/// Newton's steps from a first guess while they stay inside the bracket and it shrinks, else halving; in the end steps of
/// a few units in the last place close the bracket, so that neither slope nor rounding decides the answer.
pub(super) fn last_positive(jet: impl Fn(f64) -> Jet, mut low: f64, mut high: f64, guess: f64) -> f64 {
    let halfway = |low: f64, high: f64| 0.5 * (low + high);
    let mut t = if guess > low && guess < high { guess } else { halfway(low, high) };
    let mut step_before = f64::INFINITY;
    while t > low && t < high {
        let (value, slope) = jet(t);
        if value > 0.0 {
            low = t
        } else {
            high = t
        }
        let newton = t - value / slope;
        let step = (newton - t).abs();
        if step <= 4.0 * f64::EPSILON * t {
            return close(jet, t, low, high);
        }
        // a step that does not shrink at least by half is no longer Newton's
        let follows = newton > low && newton < high && step <= 0.5 * step_before;
        (t, step_before) = if follows { (newton, step) } else { (halfway(low, high), f64::INFINITY) };
    }
    low
}

/// Closes the bracket round a converged guess, by growing steps and then halving.
pub(super) fn close(jet: impl Fn(f64) -> Jet, guess: f64, mut low: f64, mut high: f64) -> f64 {
    let mut step = f64::EPSILON * guess;
    while high - low > 4.0 * step {
        let inner = if guess - low > high - guess { guess - step } else { guess + step };
        if inner <= low || inner >= high {
            break;
        }
        if jet(inner).0 > 0.0 {
            low = inner
        } else {
            high = inner
        }
        if low > guess || high < guess {
            // the zero is not between the steps: look further out
            step *= 4.0;
        }
    }
    loop {
        let middle = 0.5 * (low + high);
        if middle <= low || middle >= high {
            return low;
        }
        if jet(middle).0 > 0.0 { low = middle } else { high = middle }
    }
}
