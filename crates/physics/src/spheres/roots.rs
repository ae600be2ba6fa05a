//! Zeros of a function on an interval, to the rounding of the function and of time.

/// A function's value and slope.
pub(super) type Jet = (f64, f64);

/// Where a function that is positive at `low` and not at `high` ceases to be positive: a float at which it still is
/// positive, and beyond which it is not by more than its own rounding, the `grain`.
///
/// Newton's steps from a first guess while they stay inside the bracket and shrink, else halving.
pub(super) fn last_positive(jet: impl Fn(f64) -> Jet, [mut low, mut high]: [f64; 2], guess: f64, grain: f64) -> f64 {
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
        let step = -value / slope;
        let rounding = 2.0 * f64::EPSILON * t + grain / slope.abs();
        if step.abs() <= rounding {
            return step_back(jet, low, t, rounding);
        }
        // a step that does not shrink at least by half is no longer Newton's
        let newton = t + step;
        let follows = newton > low && newton < high && step.abs() <= 0.5 * step_before;
        (t, step_before) = if follows { (newton, step.abs()) } else { (halfway(low, high), f64::INFINITY) };
    }
    low
}

/// From a converged guess back to where the function is surely positive, by growing steps; `low` at the furthest.
fn step_back(jet: impl Fn(f64) -> Jet, low: f64, guess: f64, rounding: f64) -> f64 {
    let mut back = rounding;
    loop {
        let t = guess - back;
        if t <= low {
            return low;
        }
        if jet(t).0 > 0.0 {
            return t;
        }
        back *= 2.0;
    }
}
