//! Random streams: each trial has one for each purpose, made from its identity and never from order or thread.
//!
//! The generator is Xoshiro256++ of `rand_xoshiro`; the key expansion and the samplers are ours, frozen by
//! known-answer tests, so that an upgrade of a dependency never changes a number.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

/// What a stream is for: `Purpose::named("aim")`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Purpose(u64);

impl Purpose {
    /// The purpose of this name: its FNV-1a hash (Fowler, Noll, Vo; 64 bits).
    pub const fn named(name: &str) -> Purpose {
        let bytes = name.as_bytes();
        let mut hash = 0xcbf2_9ce4_8422_2325_u64;
        let mut i = 0;
        while i < bytes.len() {
            hash = (hash ^ bytes[i] as u64).wrapping_mul(0x0100_0000_01b3);
            i += 1;
        }
        Purpose(hash)
    }
}

/// The golden-ratio increment of SplitMix64.
const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

/// The finaliser of SplitMix64 (Steele, Lea, Flood 2014, variant 13 of Stafford): a bijection of 64 bits.
const fn mix(z: u64) -> u64 {
    let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// The random streams of one trial.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Streams {
    key: [u64; 2],
}

impl Streams {
    /// Streams of a repeat of the experiment `seed`; with a `point` they differ from point to point, without one all
    /// points share them.
    pub fn new(seed: u64, repeat: u64, point: Option<u64>) -> Streams {
        // a point is told from no point by the last word; each word goes through two bijections, so 128 bits remain
        Streams::absorbing([seed, repeat, point.unwrap_or(0), u64::from(point.is_some())])
    }

    /// Streams of point or dimension `number` of a design of the experiment `seed`, which no trial has.
    pub(crate) fn of_design(seed: u64, number: u64) -> Streams {
        Streams::absorbing([seed, number, 0, 2])
    }

    fn absorbing(words: [u64; 4]) -> Streams {
        let absorb = |start: u64| words.iter().fold(start, |key, word| mix(key ^ word).wrapping_add(GOLDEN));
        Streams { key: [absorb(0x746f_6c6c_6579_2d31), absorb(0x746f_6c6c_6579_2d32)] }
    }

    /// Whether the trial is one of the 1 in 1,024 that are audited as they are played (`reliability` rule P20); chosen
    /// by its identity, so that no other trial and no number of its own depends on it.
    #[inline]
    pub fn is_audited(&self) -> bool {
        const AUDIT: Purpose = Purpose::named("audit");
        mix(self.key[0] ^ AUDIT.0).is_multiple_of(1024)
    }

    /// The stream of one purpose; opening one never moves another.
    #[inline]
    pub fn open(&self, purpose: Purpose) -> Stream {
        let a = mix(self.key[0] ^ purpose.0);
        let b = mix(self.key[1] ^ purpose.0.rotate_left(32));
        // a and a + GOLDEN are never both the one argument that mix sends to 0, so the state is never all zero
        let state = [mix(a), mix(a.wrapping_add(GOLDEN)), mix(b), mix(b.wrapping_add(GOLDEN))];
        let mut seed = [0; 32];
        for (bytes, word) in seed.chunks_exact_mut(8).zip(state) {
            bytes.copy_from_slice(&word.to_le_bytes());
        }
        Stream(Xoshiro256PlusPlus::from_seed(seed))
    }
}

/// One stream of random numbers.
#[derive(Clone, Debug)]
pub struct Stream(Xoshiro256PlusPlus);

impl Stream {
    /// 64 random bits.
    #[inline]
    pub fn bits(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// Uniform in [0, 1), a multiple of 2^-53.
    #[inline]
    pub fn uniform(&mut self) -> f64 {
        (self.bits() >> 11) as f64 * (1.0 / (1u64 << 53) as f64)
    }

    /// Uniform in (0, 1).
    #[inline]
    pub(crate) fn inner_uniform(&mut self) -> f64 {
        inside(self.bits() >> 11)
    }

    /// Uniform in [low, high), up to the rounding of the sum.
    #[inline]
    pub fn uniform_in(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.uniform()
    }

    /// Uniform in 0..n, without bias (Lemire 2019, ACM TOMACS 29:3); 0 for n = 0.
    #[inline]
    pub fn below(&mut self, n: u64) -> u64 {
        loop {
            let product = u128::from(self.bits()) * u128::from(n);
            let low = product as u64;
            if low >= n || low >= n.wrapping_neg() % n.max(1) {
                return (product >> 64) as u64;
            }
        }
    }

    /// Standard normal, by inversion of one uniform number, so that shared streams stay paired.
    #[inline]
    pub fn normal(&mut self) -> f64 {
        normal_quantile(self.inner_uniform())
    }

    /// Student's t with `dof` degrees of freedom, from two uniform numbers (Bailey 1994, Math. Comp. 62, 779, in its
    /// trigonometric form).
    pub fn student_t(&mut self, dof: f64) -> f64 {
        let (u, v) = (self.inner_uniform(), self.uniform());
        let radius = (dof * libm::expm1(-2.0 / dof * libm::log(u))).sqrt();
        radius * libm::cos(core::f64::consts::TAU * v)
    }

    /// Exponential with mean 1.
    pub fn exponential(&mut self) -> f64 {
        -libm::log(self.inner_uniform())
    }
}

/// From one of 2^53 equal parts of the unit interval to its middle, rounded to f64, the last one not up to 1.
#[inline]
pub(crate) fn inside(part: u64) -> f64 {
    let parts = (1u64 << 53) as f64;
    (part as f64 + 0.5).min(parts - 1.0) * (1.0 / parts)
}

/// A bit that is as random as a hash of the number.
#[inline]
pub(crate) fn bit_of(number: u64) -> bool {
    mix(number) >> 63 == 1
}

/// Quantile of the standard normal distribution for 0 < p < 1 (Wichura 1988, Applied Statistics 37, 477, AS 241,
/// PPND16: about 1 part in 10^16).
pub fn normal_quantile(p: f64) -> f64 {
    let q = p - 0.5;
    if q.abs() <= 0.425 {
        let r = 0.180625 - q * q;
        return q * rational(&CENTRE, r);
    }
    let tail = if q < 0.0 { p } else { 1.0 - p };
    let r = (-libm::log(tail)).sqrt();
    let size = if r <= 5.0 { rational(&MIDDLE, r - 1.6) } else { rational(&FAR, r - 5.0) };
    if q < 0.0 { -size } else { size }
}

/// Numerator and denominator coefficients, lowest power first.
type Rational = ([f64; 8], [f64; 8]);

#[inline]
fn rational((above, below): &Rational, r: f64) -> f64 {
    let horner = |coefficients: &[f64; 8]| coefficients.iter().rev().fold(0.0, |sum, c| sum * r + c);
    horner(above) / horner(below)
}

const CENTRE: Rational = (
    [
        3.387_132_872_796_366_6,
        133.141_667_891_784_38,
        1_971.590_950_306_551_4,
        13_731.693_765_509_46,
        45_921.953_931_549_87,
        67_265.770_927_008_7,
        33_430.575_583_588_13,
        2_509.080_928_730_122_7,
    ],
    [
        1.0,
        42.313_330_701_600_91,
        687.187_007_492_057_9,
        5_394.196_021_424_751,
        21_213.794_301_586_597,
        39_307.895_800_092_71,
        28_729.085_735_721_943,
        5_226.495_278_852_854,
    ],
);

const MIDDLE: Rational = (
    [
        1.423_437_110_749_683_5,
        4.630_337_846_156_546,
        5.769_497_221_460_691,
        3.647_848_324_763_204_5,
        1.270_458_252_452_368_4,
        0.241_780_725_177_450_6,
        0.022_723_844_989_269_184,
        7.745_450_142_783_414e-4,
    ],
    [
        1.0,
        2.053_191_626_637_759,
        1.676_384_830_183_803_8,
        0.689_767_334_985_1,
        0.148_103_976_427_480_08,
        0.015_198_666_563_616_457,
        5.475_938_084_995_345e-4,
        1.050_750_071_644_416_9e-9,
    ],
);

const FAR: Rational = (
    [
        6.657_904_643_501_103,
        5.463_784_911_164_114,
        1.784_826_539_917_291_3,
        0.296_560_571_828_504_87,
        0.026_532_189_526_576_124,
        0.001_242_660_947_388_078_4,
        2.711_555_568_743_487_6e-5,
        2.010_334_399_292_288_1e-7,
    ],
    [
        1.0,
        0.599_832_206_555_888,
        0.136_929_880_922_735_8,
        0.014_875_361_290_850_615,
        7.868_691_311_456_133e-4,
        1.846_318_317_510_054_8e-5,
        1.421_511_758_316_445_8e-7,
        2.044_263_103_389_939_8e-15,
    ],
);

#[cfg(test)]
mod tests;
