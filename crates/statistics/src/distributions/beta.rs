//! The incomplete beta function, in odds: x = odds / (1 + odds), so that neither end loses digits.

use super::has_settled;
use super::saddle::ln_beta_density;

/// A fraction's parts differ from one by rounding of a few parts.
const CLOSE: f64 = 1e-15;
/// Newton's method ends with a step of so much of the odds: what is left is its square.
const SETTLED: f64 = 1e-10;
/// Steps of Newton's method; some ten are taken.
const MOST_STEPS: usize = 200;

/// The shares of the beta distribution below and above these odds.
pub fn shares(a: f64, b: f64, odds: f64) -> [f64; 2] {
    if odds.is_nan() {
        return [f64::NAN; 2];
    }
    if odds == 0.0 || odds.is_infinite() {
        return if odds == 0.0 { [0.0, 1.0] } else { [1.0, 0.0] };
    }
    if is_below(a, b, odds) {
        let below = libm::exp(ln_below(a, b, odds).0);
        [below, 1.0 - below]
    } else {
        let above = libm::exp(ln_below(b, a, 1.0 / odds).0);
        [1.0 - above, above]
    }
}

/// Whether these odds lie below the mean, where the fraction of the share below converges fast.
fn is_below(a: f64, b: f64, odds: f64) -> bool {
    odds * b <= a
}

/// x and 1 - x.
fn parts(odds: f64) -> [f64; 2] {
    [odds / (1.0 + odds), 1.0 / (1.0 + odds)]
}

/// ln I_x(a, b), and its slope over the logarithm of the odds.
fn ln_below(a: f64, b: f64, odds: f64) -> (f64, f64) {
    let [x, y] = parts(odds);
    let fraction = fraction(a, b, [x, y]);
    (ln_beta_density(a, b, x, y) - libm::log(fraction), fraction)
}

/// x^a y^b / (B(a, b) I_x(a, b)): the even part of the continued fraction of DLMF 8.17.22, as in A. R. DiDonato and
/// A. H. Morris, ACM Trans. Math. Softw. 18 (1992) 360, equation 9, by the method of W. J. Lentz, Appl. Opt. 15
/// (1976) 668.
fn fraction(a: f64, b: f64, [x, y]: [f64; 2]) -> f64 {
    // nothing cancels where x is near 1
    let off = a * y - b * x + 1.0;
    let mut whole = a * off / (a + 1.0);
    let (mut c, mut d) = (whole, 0.0);
    for m in 1.. {
        let m = f64::from(m);
        let at = a + 2.0 * m - 1.0;
        let part = m * (b - m) * x / at;
        let over = (a + m - 1.0) / at * (a + b + m - 1.0) * x * part;
        let under = m + part + (a + m) / (at + 2.0) * (off + m * (1.0 + y));
        d = 1.0 / (under + over * d);
        c = under + over / c;
        whole *= c * d;
        if has_settled((c * d - 1.0).abs(), CLOSE) {
            break;
        }
    }
    whole
}

/// The odds that leave the shares `below` and `above`, which sum to one.
pub fn odds(a: f64, b: f64, [below, above]: [f64; 2]) -> f64 {
    if below > above {
        // the smaller share has the more digits
        return 1.0 / odds(b, a, [above, below]);
    }
    if below == 0.0 {
        return 0.0;
    }
    // the logarithm of the share is concave over that of the odds, which are log-concave: after its first step Newton's
    // method comes from below, and cannot leave
    let wanted = libm::log(below);
    let mut at = libm::log(a / b);
    for _ in 0..MOST_STEPS {
        let odds = libm::exp(at);
        let (found, slope) = if is_below(a, b, odds) {
            ln_below(a, b, odds)
        } else {
            let (share, [x, y]) = (shares(a, b, odds)[0], parts(odds));
            (libm::log(share), libm::exp(ln_beta_density(a, b, x, y)) / share)
        };
        let step = (wanted - found) / slope;
        at += step;
        if has_settled(step.abs(), SETTLED) {
            break;
        }
    }
    libm::exp(at)
}
