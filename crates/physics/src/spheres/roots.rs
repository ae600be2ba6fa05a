//! Zeros of a function on an interval, to adjacent floats.

/// A function's value and slope.
pub(super) type Jet = (f64, f64);

/// Where a function that is positive at `a` and not at `b` ceases to be positive: the earlier of two adjacent floats.
///
/// Newton's steps where they stay inside the bracket and shrink it, else halving; the bracket is closed in the end by
/// steps of a few units in the last place, so that slope and rounding cannot decide the answer.
pub(super) fn last_positive(jet: impl Fn(f64) -> Jet, a: f64, b: f64) -> f64 {
    let (mut low, mut high) = (a, b);
    let mut t = 0.5 * (low + high);
    let mut width = high - low;
    while low.next_up() < high {
        let (value, slope) = jet(t);
        if value > 0.0 {
            low = t
        } else {
            high = t
        }
        let newton = t - value / slope;
        let inside = newton > low && newton < high;
        let halving = 0.5 * (low + high);
        // Newton from one side leaves the other far behind: overstep a little to close the bracket
        t = if !inside {
            halving
        } else if (newton - t).abs() <= 4.0 * f64::EPSILON * newton.abs() {
            return close(jet, newton, low, high);
        } else if high - low > 0.5 * width && (newton - t).abs() > 0.25 * width {
            halving
        } else {
            newton
        };
        width = high - low;
        if t <= low || t >= high {
            break;
        }
    }
    low
}

/// Closes the bracket round a converged guess by doubling steps, then halving.
fn close(jet: impl Fn(f64) -> Jet, guess: f64, mut low: f64, mut high: f64) -> f64 {
    let positive = |t: f64| jet(t).0 > 0.0;
    let mut step = 2.0 * f64::EPSILON * guess.abs();
    loop {
        let (before, after) = (guess - step, guess + step);
        if before > low {
            if positive(before) { low = before } else { high = before }
        }
        if high > guess && after < high {
            if positive(after) { low = after } else { high = after }
        }
        if high - low <= 4.0 * step || (before <= low && after >= high) {
            break;
        }
        step *= 8.0;
    }
    while low.next_up() < high {
        let middle = 0.5 * (low + high);
        if middle <= low || middle >= high {
            break;
        }
        if positive(middle) { low = middle } else { high = middle }
    }
    low
}
