//! Values to 17 digits, computed with 40 by mpmath 1.4 (its incomplete beta and gamma functions, or the integral of the
//! density where these do not converge).
#![expect(clippy::excessive_precision, reason = "references have the digits of their source")]

use super::*;

/// Every value is met to so much of itself.
const EXACT: f64 = 1e-12;

fn assert_near(case: impl std::fmt::Debug, got: f64, wanted: f64) {
    let off = if wanted == 0.0 { got.abs() } else { (got / wanted - 1.0).abs() };
    assert!(off <= EXACT, "{case:?}: {got:e} is not {wanted:e}, off by {off:e}");
}

#[test]
fn tails_of_student_are_exact() {
    for (freedom, t, wanted) in [
        (1.0, 2.0, 0.147_583_617_650_433_27),
        (1.0, 1_000_000.0, 3.183_098_861_836_845_7e-7),
        (2.0, 0.001, 0.499_646_446_697_795_04),
        (3.0, 12.5, 0.000_551_815_665_548_029_23),
        (5.0, 2.0, 0.050_969_739_414_929_178),
        (29.0, 40.0, 3.173_438_664_864_674e-27),
        (199.0, 2.0, 0.023_430_000_200_641_918),
        (999.0, 8.0, 1.714_999_128_881_797_9e-15),
        (9999.0, 3.0, 0.001_353_224_427_856_174_9),
        (9999.0, 30.0, 1.024_014_026_093_295_2e-189),
        (10_000.0, 3.0, 0.001_353_224_094_998_833_1),
        (10_000.0, 30.0, 1.022_163_523_712_785_3e-189),
        (5_000_000.0, 2.0, 0.022_750_158_943_665_028),
        (1_000_000_000.0, 6.0, 9.865_879_822_492_459_4e-10),
    ] {
        assert_near((freedom, t), student_tail(freedom, t), wanted);
        assert_near((freedom, -t), student_tail(freedom, -t), 1.0 - wanted);
    }
    assert_eq!([f64::INFINITY, f64::NEG_INFINITY].map(|t| student_tail(3.0, t)), [0.0, 1.0]);
    assert_eq!([f64::INFINITY, f64::NEG_INFINITY].map(|t| student_tail(1e9, t)), [0.0, 1.0]);
    assert!(student_tail(0.0, 1.0).is_nan() && student_tail(3.0, f64::NAN).is_nan());
}

#[test]
fn quantiles_of_student_are_exact() {
    for (freedom, below, wanted) in [
        (1.0, 0.975, 12.706_204_736_174_693),
        (1.0, 0.999_999_999_999_090_5, 349_985_421_095.132_97),
        (2.0, 0.975, 4.302_652_729_749_461_8),
        (3.0, 0.999_999_9, 222.571_590_986_251_24),
        (4.0, 0.500_000_1, 2.666_666_665_263_090_6e-7),
        (7.0, 0.6, 0.263_166_861_352_022_75),
        (29.0, 0.975, 2.045_229_642_132_703_9),
        (199.0, 0.975, 1.971_956_544_251_753_4),
        (200.0, 0.975, 1.971_896_223_633_909),
        (1000.0, 0.999_999_999_999_090_5, 7.137_948_968_391_729_2),
        (9999.0, 0.975, 1.960_201_263_621_357_3),
        (9999.0, 0.999_999_999_999_090_5, 7.056_638_488_908_316),
        (10_000.0, 0.975, 1.960_201_239_890_625_9),
        (10_000.0, 0.999_999_999_999_090_5, 7.056_637_594_119_306_6),
        (1_000_000.0, 0.975, 1.959_966_356_814_106_7),
    ] {
        assert_near((freedom, below), student_quantile(freedom, below), wanted);
    }
    for freedom in [1.0, 3.0, 1e6] {
        let at = |below| student_quantile(freedom, below);
        assert_eq!([0.0, 0.5, 1.0].map(at), [f64::NEG_INFINITY, 0.0, f64::INFINITY]);
        assert_eq!(at(0.25), -at(0.75));
        assert!(at(1.5).is_nan() && student_quantile(0.0, 0.975).is_nan());
    }
}

#[test]
fn quantiles_and_tails_of_student_belong_together() {
    // across both joints of the formulas
    for freedom in [1.0, 2.0, 2.5, 17.0, 333.0, 9_999.0, 10_000.0, 123_456.0, 1e12] {
        for above in [0.499, 0.3, 0.05, 0.025, 1e-3, 1e-6, 1e-9] {
            let t = student_quantile(freedom, 1.0 - above);
            let found = student_tail(freedom, t);
            // what the level 1 - above rounds off, and a tail that falls with the square of a deviate
            assert!((found / above - 1.0).abs() < 1e-11 + 1e-16 / above, "{freedom} {above}: {found}");
        }
    }
}

#[test]
fn the_normal_distribution_is_exact() {
    for (z, wanted) in [
        (-3.0, 0.998_650_101_968_369_91),
        (0.0, 0.5),
        (0.1, 0.460_172_162_722_971_02),
        (1.0, 0.158_655_253_931_457_05),
        (2.5, 0.006_209_665_325_776_135_2),
        (8.0, 6.220_960_574_271_784_1e-16),
        (20.0, 2.753_624_118_606_233_7e-89),
        (37.5, 4.605_353_009_581_954_8e-308),
    ] {
        assert_near(z, normal_tail(z), wanted);
    }
    for (below, wanted) in [
        (1e-300, -37.047_096_299_361_199),
        (1e-20, -9.262_340_089_798_407_6),
        (0.001, -3.090_232_306_167_813_5),
        (0.2, -0.841_621_233_572_914_17),
        (0.25, -0.674_489_750_196_081_74),
        (0.3, -0.524_400_512_708_040_82),
        (0.4999, -0.000_250_662_830_088_007_49),
        (0.500_000_1, 2.506_628_273_311_648_3e-7),
        (0.75, 0.674_489_750_196_081_74),
        (0.9, 1.281_551_565_544_600_6),
        (0.975, 1.959_963_984_540_053_9),
        (0.999_99, 4.264_890_793_923_840_8),
        (0.999_999_999_999_999_9, 8.209_536_151_601_386_9),
    ] {
        assert_near(below, normal_quantile(below), wanted);
    }
    assert_eq!([0.0, 0.5, 1.0].map(normal_quantile), [f64::NEG_INFINITY, 0.0, f64::INFINITY]);
    assert!(normal_quantile(-0.1).is_nan() && normal_quantile(f64::NAN).is_nan());
}

#[test]
fn tails_of_chi_square_are_exact() {
    for (freedom, value, wanted) in [
        (1.0, 0.001, 0.974_772_879_369_960_39),
        (1.0, 3.84, 0.050_043_521_248_705_103),
        (2.0, 5.0, 0.082_084_998_623_898_795),
        (3.0, 200.0, 4.218_541_107_192_042_3e-43),
        (10.0, 9.0, 0.532_103_576_374_715_48),
        (48.0, 12.0, 0.999_999_975_182_182_24),
        (100.0, 260.0, 3.492_871_986_311_078_8e-16),
        (10_000.0, 9800.0, 0.922_055_043_773_486_09),
        (10_000.0, 11_000.0, 3.618_329_558_096_479_3e-12),
        (1_000_000.0, 1_003_000.0, 0.017_016_772_933_266_315),
    ] {
        assert_near((freedom, value), chi_square_tail(freedom, value).expect("freedom"), wanted);
    }
    assert_eq!([0.0, -1.0, f64::INFINITY].map(|value| chi_square_tail(3.0, value)), [Some(1.0), Some(1.0), Some(0.0)]);
    assert_eq!([0.0, -1.0, f64::NAN].map(|freedom| chi_square_tail(freedom, 1.0)), [None; 3]);
}

#[test]
fn tails_of_fisher_are_exact() {
    for (freedoms, value, wanted) in [
        ([1.0, 1.0], 1.0, 0.5),
        ([1.0, 29.0], 4.18, 0.050_076_024_859_625_286),
        ([2.0, 29.0], 50.0, 3.992_272_435_554_872_2e-10),
        ([5.0, 2.0], 0.01, 0.999_907_094_728_204_28),
        ([12.0, 300.0], 2.5, 0.003_854_685_229_412_122_1),
        ([400.0, 3.0], 9.0, 0.046_411_883_717_120_992),
        ([3.0, 99_999.0], 6.0, 0.000_440_169_318_691_856_88),
        ([2500.0, 2500.0], 1.1, 0.008_607_914_826_033_656_6),
        ([1_000_000.0, 1_000_000.0], 1.004, 0.022_966_445_838_615_671),
    ] {
        assert_near((freedoms, value), fisher_tail(freedoms, value).expect("freedom"), wanted);
    }
    assert_eq!([0.0, f64::INFINITY].map(|value| fisher_tail([3.0, 4.0], value)), [Some(1.0), Some(0.0)]);
    assert_eq!([fisher_tail([0.0, 4.0], 1.0), fisher_tail([3.0, f64::INFINITY], 1.0)], [None; 2]);
}

#[test]
fn quantiles_of_beta_and_heads_are_exact() {
    for (shapes, chance, wanted) in [
        ([1.0, 1.0], 0.3, 0.299_999_999_999_999_99),
        ([81.0, 183.0], 0.025, 0.252_736_745_585_271_16),
        ([82.0, 182.0], 0.975, 0.367_621_922_601_351_35),
        ([1.0, 20.0], 0.975, 0.168_433_470_983_085_3),
        ([0.5, 0.5], 0.1, 0.024_471_741_852_423_217),
        ([3.0, 999_998.0], 0.025, 6.186_725_501_906_398_8e-7),
        ([4.0, 999_997.0], 0.975, 8.767_247_788_145_222_3e-6),
        ([500_000.0, 500_001.0], 1e-06, 0.497_622_801_872_871_98),
        ([2.0, 3.0], 1e-12, 4.082_484_015_750_327_1e-7),
    ] {
        assert_near((shapes, chance), beta_quantile(shapes, chance), wanted);
    }
    assert_eq!([0.0, 1.0].map(|chance| beta_quantile([2.0, 3.0], chance)), [0.0, 1.0]);
    assert!(beta_quantile([2.0, 3.0], 1.1).is_nan() && beta_quantile([0.0, 3.0], 0.5).is_nan());
    for (count, n, wanted) in [
        (2, 10, 0.054_687_5),
        (0, 60, 8.673_617_379_884_035_5e-19),
        (40, 100, 0.028_443_966_820_490_396),
        (4900, 10_000, 0.023_292_763_852_473_694),
        (0, 1000, 9.332_636_185_032_188_8e-302),
    ] {
        assert_near((count, n), heads_at_most(count, n), wanted);
    }
    assert_eq!([heads_at_most(0, 0), heads_at_most(7, 7)], [1.0; 2]);
}
