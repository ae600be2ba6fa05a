//! Densities without loss of digits: the saddle point expansion of C. Loader, Fast and accurate computation of binomial
//! probabilities (2000), whose parts are small where logarithms of gamma functions cancel.

use core::f64::consts::TAU;

/// From here on [`gamma_rest`] is its asymptotic series, exact to 1e-17.
const SERIES: f64 = 15.0;

/// ln Γ(z + 1) less Stirling's formula, (z + 1/2) ln z - z + ln(2π)/2, for `z` above 0 (DLMF 5.11.1).
fn gamma_rest(z: f64) -> f64 {
    if z < SERIES {
        // Γ(z + 1) = z Γ(z): the product loses no digit where z is small
        return libm::lgamma(z) - (z - 0.5) * libm::log(z) + z - 0.5 * libm::log(TAU);
    }
    let terms = [1.0 / 12.0, -1.0 / 360.0, 1.0 / 1260.0, -1.0 / 1680.0, 1.0 / 1188.0, -691.0 / 360_360.0, 1.0 / 156.0];
    let square = z * z;
    terms.iter().rev().fold(0.0, |sum, term| term + sum / square) / z
}

/// x ln(x/m) + m - x, which vanishes at `m`: what Loader calls the deviance.
fn deviance(x: f64, m: f64) -> f64 {
    let v = (x - m) / (x + m);
    if v.abs() >= 0.1 {
        return x * libm::log(x / m) + m - x;
    }
    // ln(x/m) = 2 artanh v, by its series
    let mut sum = (x - m) * v;
    let mut power = 2.0 * x * v;
    for odd in (3..).step_by(2) {
        power *= v * v;
        let next = sum + power / f64::from(odd);
        if next == sum {
            break;
        }
        sum = next;
    }
    sum
}

/// ln of x^a e^-x / Γ(a).
pub fn ln_gamma_density(a: f64, x: f64) -> f64 {
    0.5 * libm::log(a / TAU) - gamma_rest(a) - deviance(a, x)
}

/// ln of x^a y^b / B(a, b), where x + y = 1.
pub fn ln_beta_density(a: f64, b: f64, x: f64, y: f64) -> f64 {
    let n = a + b;
    let [small, large] = if a < b { [a, b] } else { [b, a] };
    let rest = gamma_rest(n) - gamma_rest(a) - gamma_rest(b) - deviance(a, n * x) - deviance(b, n * y);
    rest + 0.5 * (libm::log(small / TAU) + libm::log(large / n))
}
