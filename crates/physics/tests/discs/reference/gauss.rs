//! Gauss-Legendre nodes, and the same rule on panels that crowd towards one end.

/// Nodes of a rule; a polynomial of degree `2 N - 1` is integrated exactly.
pub const N: usize = 10;

/// `P_0 ... P_{N+1}` at `x`.
pub fn legendre(x: f64) -> [f64; N + 2] {
    let mut p = [1.0, x, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0];
    for k in 1..=N {
        let n = k as f64;
        p[k + 1] = ((2.0 * n + 1.0) * x * p[k] - n * p[k - 1]) / (n + 1.0);
    }
    p
}

/// Nodes on -1 to 1 and their weights.
pub fn rule() -> [(f64, f64); N] {
    std::array::from_fn(|i| {
        let n = N as f64;
        let mut x = -libm::cos(std::f64::consts::PI * (i as f64 + 0.75) / (n + 0.5));
        let slope = |x: f64, p: &[f64]| n * (p[N - 1] - x * p[N]) / (1.0 - x * x);
        for _ in 0..8 {
            let p = legendre(x);
            x -= p[N] / slope(x, &p);
        }
        let slope = slope(x, &legendre(x));
        (x, 2.0 / ((1.0 - x * x) * slope * slope))
    })
}

/// Hands nodes and weights from `low` to `high` to `take`, on panels that halve towards `end`, one of the two.
pub fn graded(low: f64, high: f64, end: f64, take: &mut dyn FnMut(f64, f64)) {
    if high <= low {
        return;
    }
    let (rule, whole) = (rule(), high - low);
    let mut far = 1.0;
    for level in 0..44 {
        let near = if level == 43 { 0.0 } else { 0.5 * far };
        for (x, weight) in rule {
            let share = 0.5 * (far + near) + 0.5 * (far - near) * x;
            let at = if end == low { low + whole * share } else { high - whole * share };
            take(at, 0.5 * (far - near) * whole * weight);
        }
        far = near;
    }
}
