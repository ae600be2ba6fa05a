//! The lesser and the greater of two numbers, by one instruction each.
//!
//! `f64::min` and `f64::max` take four, because they pass over what is not a number, on either side. Here the first
//! number stands wherever the second is not plainly beyond it.

#[inline(always)]
pub(super) fn lesser(a: f64, b: f64) -> f64 {
    if b < a { b } else { a }
}

#[inline(always)]
pub(super) fn greater(a: f64, b: f64) -> f64 {
    if b > a { b } else { a }
}
