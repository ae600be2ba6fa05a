//! The incomplete gamma function.

use super::has_settled;
use super::saddle::ln_gamma_density;

/// Terms and fractions end where one changes the whole by less.
const EXACT: f64 = 1e-16;
/// A fraction's parts differ from one by rounding of a few parts.
const CLOSE: f64 = 1e-15;

/// Q(a, x), the share of the gamma distribution above `x`: by the series of DLMF 8.7.1 below its middle, above it
/// by the continued fraction of DLMF 8.9.2.
pub fn upper(a: f64, x: f64) -> f64 {
    if x.is_nan() {
        return f64::NAN;
    }
    if x == 0.0 || x.is_infinite() {
        return f64::from(u8::from(x == 0.0));
    }
    let density = libm::exp(ln_gamma_density(a, x));
    if x < a + 1.0 { 1.0 - density * series(a, x) } else { density * fraction(a, x) }
}

/// The sum of x^n / (a (a + 1) ... (a + n)).
fn series(a: f64, x: f64) -> f64 {
    let mut term = 1.0 / a;
    let mut sum = term;
    let mut at = a;
    while term > EXACT * sum {
        at += 1.0;
        term *= x / at;
        sum += term;
    }
    sum
}

/// 1 / (x + 1 - a - 1 (1 - a) / (x + 3 - a - 2 (2 - a) / (x + 5 - a - ...))), by the method of W. J. Lentz, Appl.
/// Opt. 15 (1976) 668.
fn fraction(a: f64, x: f64) -> f64 {
    let mut under = x + 1.0 - a;
    let mut d = 1.0 / under;
    let mut c = f64::INFINITY;
    let mut whole = d;
    for k in 1.. {
        let k = f64::from(k);
        let over = k * (a - k);
        under += 2.0;
        d = 1.0 / (under + over * d);
        c = under + over / c;
        whole *= c * d;
        if has_settled((c * d - 1.0).abs(), CLOSE) {
            break;
        }
    }
    whole
}
