//! Known answers, moments, independence.

use super::*;

/// The published reference output of SplitMix64 with state 1234567 is mix(state + k GOLDEN).
#[test]
fn the_mixer_is_that_of_splitmix64() {
    let words: Vec<u64> = (1..=3u64).map(|k| mix(1_234_567u64.wrapping_add(GOLDEN.wrapping_mul(k)))).collect();
    assert_eq!(words, [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]);
}

/// The published reference implementation (Blackman, Vigna 2019) started from the state 1, 2, 3, 4.
#[test]
fn the_generator_is_xoshiro256_plus_plus() {
    let mut seed = [0; 32];
    for (bytes, word) in seed.chunks_exact_mut(8).zip(1u64..) {
        bytes.copy_from_slice(&word.to_le_bytes());
    }
    let mut stream = Stream(Xoshiro256PlusPlus::from_seed(seed));
    let expected = [
        41_943_041,
        58_720_359,
        3_588_806_011_781_223,
        3_591_011_842_654_386,
        9_228_616_714_210_784_205,
        9_973_669_472_204_895_162,
        14_011_001_112_246_962_877,
        12_406_186_145_184_390_807,
        15_849_039_046_786_891_736,
        10_450_023_813_501_588_000,
    ];
    assert_eq!(expected.map(|_| stream.bits()), expected);
}

/// AS 241 against the root of the distribution function at 60 digits (mpmath 1.3), at the exact value of each f64.
#[test]
fn the_normal_quantile_is_that_of_60_digits() {
    let cases = [
        (0.4, -0.253_347_103_135_799_7),
        (0.25, -0.674_489_750_196_081_7),
        // both sides of the seams of its pieces, 0.075 and exp(-25)
        (0.074_999_999_999_999_96, -1.439_531_470_938_456_1),
        (0.075_000_1, -1.439_530_764_501_729_7),
        (0.925_000_000_000_000_2, 1.439_531_470_938_457),
        (1.4e-11, -6.656_723_091_518_184),
        (1.3e-11, -6.667_611_456_510_741),
        (0.01, -2.326_347_874_040_841),
        (0.975, 1.959_963_984_540_053_8),
        (0.999_9, 3.719_016_485_455_708_4),
        (1e-3, -3.090_232_306_167_813_6),
        (1e-10, -6.361_340_902_404_057),
        (1e-20, -9.262_340_089_798_407),
        (1e-300, -37.047_096_299_361_2),
        // the least and the greatest that a stream can draw
        (5.551_115_123_125_783e-17, -8.292_361_075_813_595),
        (0.999_999_999_999_999_9, 8.209_536_151_601_387),
    ];
    assert_eq!(normal_quantile(0.5), 0.0);
    for (p, expected) in cases {
        let error = (normal_quantile(p) / expected - 1.0).abs();
        assert!(error <= 1e-15, "{p}: {error:e}");
    }
}

/// 2^53 - 1/2 is no f64 and would round up to 1, which has no quantile.
#[test]
fn no_bits_reach_the_ends_of_the_inner_interval() {
    assert_eq!(inside(0), 0.5 / (1u64 << 53) as f64);
    assert_eq!(inside(u64::MAX >> 11), 1.0 - 1.0 / (1u64 << 53) as f64);
    assert!(normal_quantile(inside(u64::MAX >> 11)).is_finite() && normal_quantile(inside(0)).is_finite());
}

/// Frozen: these numbers must never change, or every dataset does. The bits agree with a rewrite in Python, the
/// samples to within 2 units in the last place.
#[test]
fn the_first_numbers_of_a_stream_are_frozen() {
    let mut aim = Streams::new(20_261_121, 423, None).open(Purpose::named("aim"));
    assert_eq!([aim.bits(), aim.bits(), aim.bits()], FROZEN_BITS);
    let mut speed = Streams::new(20_261_121, 423, Some(17)).open(Purpose::named("speed"));
    let drawn = [speed.uniform(), speed.normal(), speed.student_t(5.0), speed.exponential()];
    assert_eq!(drawn.map(f64::to_bits), FROZEN_SAMPLES);
    assert_eq!((0..6).map(|_| speed.below(10)).collect::<Vec<_>>(), FROZEN_BELOW);
}

const FROZEN_BITS: [u64; 3] = [12_736_149_372_621_116_156, 10_198_586_020_880_117_185, 7_887_232_898_745_582_057];
const FROZEN_SAMPLES: [u64; 4] =
    [4_602_773_382_503_419_674, 13_830_283_190_618_996_897, 4_606_069_403_782_716_767, 4_607_422_645_664_517_725];
const FROZEN_BELOW: [u64; 6] = [3, 0, 0, 7, 0, 8];

#[test]
fn streams_differ_by_seed_repeat_point_and_purpose() {
    let first = |seed, repeat, point, purpose| Streams::new(seed, repeat, point).open(Purpose::named(purpose)).bits();
    let all = [
        first(1, 0, None, "aim"),
        first(2, 0, None, "aim"),
        first(1, 1, None, "aim"),
        first(1, 0, Some(0), "aim"),
        first(1, 0, Some(1), "aim"),
        first(1, 0, None, "speed"),
        first(0, 1, None, "aim"),
    ];
    for (i, a) in all.iter().enumerate() {
        assert!(all[i + 1..].iter().all(|b| a != b));
    }
}

/// Mean and variance of each sampler within 4 standard errors of its own.
#[test]
fn samplers_have_their_moments() {
    let count = 200_000;
    let check = |name: &str, mean: f64, variance: f64, kurtosis: f64, draw: &mut dyn FnMut() -> f64| {
        let (mut sum, mut squares) = (0.0, 0.0);
        for _ in 0..count {
            let x = draw() - mean;
            sum += x;
            squares += x * x;
        }
        let n = f64::from(count);
        assert!((sum / n).abs() < 4.0 * (variance / n).sqrt(), "{name}: mean off by {}", sum / n);
        let error = (squares / n - variance).abs();
        assert!(error < 4.0 * variance * ((kurtosis - 1.0) / n).sqrt(), "{name}: variance off by {error}");
    };
    let mut stream = Streams::new(7, 0, None).open(Purpose::named("test"));
    check("uniform", 0.5, 1.0 / 12.0, 1.8, &mut || stream.uniform());
    check("normal", 0.0, 1.0, 3.0, &mut || stream.normal());
    check("exponential", 1.0, 1.0, 9.0, &mut || stream.exponential());
    // Student's t with 10 degrees of freedom: variance 10/8, kurtosis 3 + 6/6
    check("student t", 0.0, 1.25, 4.0, &mut || stream.student_t(10.0));
    check("below 6", 2.5, 35.0 / 12.0, 1.731_4, &mut || stream.below(6) as f64);
}

/// Lemire's rejection: for 3/4 of 2^64 a multiplication alone would draw every third number twice as often.
#[test]
fn whole_numbers_below_a_large_bound_are_even() {
    let mut stream = Streams::new(11, 0, None).open(Purpose::named("below"));
    let (bound, draws) = (3 << 62, 90_000);
    let mut thirds = [0u32; 3];
    for _ in 0..draws {
        let drawn = stream.below(bound);
        assert!(drawn < bound);
        thirds[(drawn % 3) as usize] += 1;
    }
    let sigma = (f64::from(draws) * 2.0 / 9.0).sqrt();
    assert!(thirds.iter().all(|count| (f64::from(*count) - 30_000.0).abs() < 4.0 * sigma), "{thirds:?}");
    assert_eq!((stream.below(1), stream.below(0)), (0, 0));
}

/// A purpose has its numbers whatever else is opened, drawn, or added.
#[test]
fn another_stream_changes_nothing() {
    let (aim, speed) = (Purpose::named("aim"), Purpose::named("speed"));
    let streams = Streams::new(5, 6, Some(7));
    let mut alone = streams.open(aim);
    let alone: Vec<u64> = (0..100).map(|_| alone.bits()).collect();
    let (mut other, mut beside) = (streams.open(speed), streams.open(aim));
    let beside: Vec<u64> = (0..100).map(|_| (other.student_t(3.0), beside.bits()).1).collect();
    assert_eq!(alone, beside);
}

/// Two streams that differ in one word are uncorrelated.
#[test]
fn neighbouring_streams_are_uncorrelated() {
    let draw = |seed, repeat, point, purpose| Streams::new(seed, repeat, point).open(Purpose::named(purpose)).normal();
    let n = 100_000;
    let check = |name: &str, pair: &dyn Fn(u64) -> (f64, f64)| {
        let product: f64 = (0..n).map(pair).map(|(a, b)| a * b).sum();
        assert!((product / n as f64).abs() < 4.0 / (n as f64).sqrt(), "{name}: {}", product / n as f64);
    };
    check("repeat", &|i| (draw(3, i, None, "aim"), draw(3, i + 1, None, "aim")));
    check("seed", &|i| (draw(i, 0, None, "aim"), draw(i + 1, 0, None, "aim")));
    check("point", &|i| (draw(3, 0, Some(i), "aim"), draw(3, 0, Some(i + 1), "aim")));
    check("repeat against point", &|i| (draw(3, i, Some(0), "aim"), draw(3, 0, Some(i), "aim")));
    check("purpose", &|i| (draw(3, i, None, "aim"), draw(3, i, None, "speed")));
}

#[test]
fn one_trial_in_1024_is_audited_whatever_else_it_draws() {
    let audited = |seed| (0..1 << 20).filter(|&repeat| Streams::new(seed, repeat, None).is_audited()).count() as f64;
    for seed in [1, 2, 20_261_121] {
        // five standard deviations of a binomial
        assert!((audited(seed) - 1024.0).abs() < 5.0 * 32.0, "{}", audited(seed));
    }
    let points = (0..1 << 16).filter(|&point| Streams::new(1, 7, Some(point)).is_audited()).count() as f64;
    assert!((points - 64.0).abs() < 5.0 * 8.0, "{points}");
}
