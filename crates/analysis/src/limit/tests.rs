use tolley_experiment::random::{Purpose, Stream, Streams};

use super::*;

const VALUES: [f64; 7] = [0.92, 0.96, 0.98, 1.0, 1.02, 1.04, 1.08];

fn asked(reference: LimitReference, margin: f64) -> Design {
    Design {
        measure: "share".to_owned(),
        values: VALUES.to_vec(),
        from: 1.0,
        reference,
        margin,
        confidence: 0.95,
        strata: 1,
    }
}

fn stream() -> Stream {
    Streams::new(11, 0, None).open(Purpose::named("limits"))
}

/// Repeats that share what they are off by, and more.
fn worth(stream: &mut Stream, repeats: usize, truth: impl Fn(f64) -> f64) -> Vec<Vec<f64>> {
    let mut all = vec![Vec::new(); VALUES.len()];
    for _ in 0..repeats {
        let shared = 0.1 * stream.normal();
        for (of, value) in all.iter_mut().zip(VALUES) {
            let off = value - 1.0;
            let own = if off == 0.0 { 0.0 } else { shared * off / 0.08 + 0.1 * stream.normal() };
            of.push(0.5 + truth(off) + own);
        }
    }
    all
}

/// How often what is shown, and what is shown to be outside, lies on the wrong side of where the truth leaves.
fn wrong(truth: impl Fn(f64) -> f64, [below, above]: [f64; 2], tables: usize) -> [f64; 2] {
    let (design, mut stream, mut count) = (asked(LimitReference::Half, 0.01), stream(), [0.0; 2]);
    for _ in 0..tables {
        let worth = worth(&mut stream, 400, &truth);
        let found = design.stratum(Vec::new(), &worth, true, |arm| VALUES[arm] == 1.0);
        let [low, high] = found.sides;
        let is_beyond = low.shown.is_some_and(|at| at < below) || high.shown.is_some_and(|at| at > above);
        let is_before = low.outside.is_some_and(|at| at > below) || high.outside.is_some_and(|at| at < above);
        for (count, is_wrong) in count.iter_mut().zip([is_beyond, is_before]) {
            *count += f64::from(u8::from(is_wrong));
        }
    }
    count.map(|count| count / tables as f64)
}

#[test]
fn bounds_of_both_sides_hold_together_in_ninety_five_of_a_hundred_tables() {
    // 0.5 x meets 0.01 at 0.02; 0.3 x + 6 x^2 where roots say; 0.4 x + 60 x^3 at 0.02314
    let straight = wrong(|off| 0.5 * off, [-0.02, 0.02], 500);
    let root = libm::sqrt(0.09 + 4.0 * 6.0 * 0.01);
    let bent = wrong(|off| 0.3 * off + 6.0 * off * off, [(-0.3 - root) / 12.0, (-0.3 + root) / 12.0], 500);
    let cubic = wrong(|off| 0.4 * off + 60.0 * off * off * off, [-0.023_14, 0.023_14], 500);
    // what is shown to be within, which is what a rule is made of, errs as rarely as it says
    assert!([straight, bent, cubic].iter().all(|[beyond, _]| *beyond < 0.05), "{straight:?} {bent:?} {cubic:?}");
    // so does the far end where the bend is plain; where a cubic bend is hardly seen it errs in some 10 of 100 tables,
    // as its doc comment and the table of crossings say: it is a hint
    assert!(straight[1] < 0.05 && bent[1] < 0.05, "{straight:?} {bent:?}");
    assert!(cubic[1] < 0.15, "{cubic:?}");
}

#[test]
fn a_limit_is_found_on_both_sides_and_turns_with_the_sides() {
    let (design, mut stream) = (asked(LimitReference::Half, 0.01), stream());
    // leaves at -0.0293 and at 0.0225
    let worth = worth(&mut stream, 20_000, |off| 0.4 * off + 2.0 * off * off);
    let turned = |sign: f64| -> Vec<Vec<f64>> {
        worth.iter().map(|of| of.iter().map(|share| 0.5 + sign * (share - 0.5)).collect()).collect()
    };
    let found = |sign: f64| design.stratum(Vec::new(), &turned(sign), true, |arm| VALUES[arm] == 1.0);
    let sides = found(1.0).sides;
    let [below, above] = sides.map(|side| side.shown.expect("shown"));
    assert!((-0.029_3..-0.02).contains(&below) && (0.015..0.022_5).contains(&above), "{sides:?}");
    assert!(sides[1].shown <= sides[1].leaves && sides[1].leaves <= sides[1].outside, "{sides:?}");
    // the margin lies to both sides of one half
    let [other_below, other_above] = found(-1.0).sides.map(|side| side.shown.expect("shown"));
    assert!((other_below - below).abs() < 1e-9 && (other_above - above).abs() < 1e-9, "{other_below} {other_above}");
}

#[test]
fn few_repeats_show_nothing_and_equal_values_go_as_far_as_was_tried() {
    let mut stream = stream();
    let few = worth(&mut stream, 12, |off| 0.1 * off);
    let found = asked(LimitReference::Half, 0.001).stratum(Vec::new(), &few, true, |arm| VALUES[arm] == 1.0);
    assert!(found.sides.iter().all(|side| side.shown.is_none_or(|at| at.abs() < 0.005)), "{found:?}");
    let many = worth(&mut stream, 5000, |_| 0.0);
    let found = asked(LimitReference::Start, 0.03).stratum(Vec::new(), &many, true, |_| false);
    let [below, above] = found.sides.map(|side| side.shown.expect("shown"));
    assert!((below + 0.08).abs() < 1e-12 && (above - 0.08).abs() < 1e-12, "{found:?}");
    // as wanted between 0.48 and 0.6: the range is left where the curve says, whatever it is at the start
    let rising = worth(&mut stream, 5000, |off| off);
    let found = asked(LimitReference::Range([0.48, 0.6]), 0.06).stratum(Vec::new(), &rising, true, |_| false);
    let below = found.sides[0].leaves.expect("left below");
    assert!((below + 0.02).abs() < 0.004 && found.sides[1].leaves.is_none(), "{found:?}");
}
