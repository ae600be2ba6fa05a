//! Pseudo-random numbers that change with no library.

use glam::{DVec3, dvec3};

/// Splitmix64.
pub struct Dice(pub u64);

impl Dice {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// In [0, 1).
    pub fn share(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// In [-size, size).
    pub fn within(&mut self, size: f64) -> f64 {
        (2.0 * self.share() - 1.0) * size
    }

    /// Each component in [-size, size).
    pub fn vector(&mut self, size: f64) -> DVec3 {
        dvec3(self.within(size), self.within(size), self.within(size))
    }
}
