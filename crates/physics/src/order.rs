//! The lesser and the greater of two numbers, by one instruction each, and the least of many.
//!
//! `f64::min` and `f64::max` take four, because they pass over what is not a number, on either side. Here the first
//! number stands wherever the second is not plainly beyond it.

/// The lesser of two numbers.
#[inline(always)]
pub fn lesser(a: f64, b: f64) -> f64 {
    if b < a { b } else { a }
}

/// The greater of two numbers.
#[inline(always)]
pub fn greater(a: f64, b: f64) -> f64 {
    if b > a { b } else { a }
}

/// The least of some numbers, in four lanes for speed; the least does not depend on the order. Infinite of none.
#[inline]
pub fn least(numbers: &[f64]) -> f64 {
    let mut lanes = [f64::INFINITY; 4];
    let chunks = numbers.chunks_exact(4);
    let rest = chunks.remainder().iter().fold(f64::INFINITY, |a, &b| lesser(a, b));
    for chunk in chunks {
        for (lane, &number) in lanes.iter_mut().zip(chunk) {
            *lane = lesser(*lane, number);
        }
    }
    lanes.into_iter().fold(rest, lesser)
}
