use tolley_experiment::random::{Purpose, Stream, Streams};

use super::*;

fn case(turns: u32, is_lost: bool) -> Case {
    Case { turns, is_lost, stratum: 0, group: 0, covariates: Vec::new() }
}

fn stream(seed: u64) -> Stream {
    Streams::new(seed, 0, None).open(Purpose::named("cases"))
}

#[test]
fn the_curve_of_the_leukaemia_trial_is_that_of_the_textbooks() {
    // 6-mercaptopurine group of E. J. Freireich et al., Blood 21 (1963) 699; D. R. Cox, D. Oakes, Analysis of Survival
    // Data (1984), tables 1.1 and 4.2: + censored
    let lost = [6, 6, 6, 7, 10, 13, 16, 22, 23];
    let kept = [6, 9, 10, 11, 17, 19, 20, 25, 32, 32, 34, 35];
    let mut cases: Vec<Case> = lost.iter().map(|turns| case(*turns, true)).collect();
    cases.extend(kept.iter().map(|turns| case(*turns, false)));
    let steps = curve(&cases);
    let found: Vec<(u32, u64, f64)> =
        steps.iter().map(|step| (step.turn, step.at_risk, step.lasts.value.expect("known"))).collect();
    let table = [
        (6, 21, 0.857),
        (7, 17, 0.807),
        (10, 15, 0.753),
        (13, 12, 0.690),
        (16, 11, 0.627),
        (22, 7, 0.538),
        (23, 6, 0.448),
    ];
    assert_eq!(found.len(), table.len());
    for (found, table) in found.iter().zip(table) {
        assert!((found.0, found.1) == (table.0, table.1) && (found.2 - table.2).abs() < 6e-4, "{found:?} {table:?}");
    }
}

#[test]
fn the_hazard_of_the_leukaemia_trial_is_near_that_of_other_programs() {
    // both arms; other treatments of ties give 1.509 (Breslow), 1.572 (Efron) and 1.628 (exact) for the placebo
    let drug = [
        (6, 3, 1),
        (7, 1, 0),
        (9, 0, 1),
        (10, 1, 1),
        (11, 0, 1),
        (13, 1, 0),
        (16, 1, 0),
        (17, 0, 1),
        (19, 0, 1),
        (20, 0, 1),
        (22, 1, 0),
        (23, 1, 0),
        (25, 0, 1),
        (32, 0, 2),
        (34, 0, 1),
        (35, 0, 1),
    ];
    let placebo =
        [(1, 2), (2, 2), (3, 1), (4, 2), (5, 2), (8, 4), (11, 2), (12, 2), (15, 1), (17, 1), (22, 1), (23, 1)];
    let mut cases = Vec::new();
    let mut add = |turns, is_lost, times: usize, x: f64| {
        for _ in 0..times {
            let group = cases.len() as u64 % GROUPS;
            cases.push(Case { group, covariates: vec![x], ..case(turns, is_lost) });
        }
    };
    drug.iter().for_each(|(turns, lost, kept)| {
        add(*turns, true, *lost, 0.0);
        add(*turns, false, *kept, 0.0);
    });
    placebo.iter().for_each(|(turns, lost)| add(*turns, true, *lost, 1.0));
    assert_eq!(cases.len(), 42);
    let found = cox(&cases).expect("both arms lose")[0];
    let (value, error) = (found.value.expect("known"), found.std_error.expect("groups"));
    assert!((1.50..1.68).contains(&value), "{value}");
    // the curvature of the others gives 0.41 to 0.43
    assert!((0.30..0.60).contains(&error), "{error}");
}

/// Cases of two strata with hazards of their own, a shared luck of each group, and two covariates.
fn drawn(stream: &mut Stream, number: u64, shared: f64, beta: [f64; 2]) -> Vec<Case> {
    let luck: Vec<f64> = (0..GROUPS).map(|_| shared * stream.normal()).collect();
    (0..number)
        .map(|k| {
            let (group, stratum) = (k % GROUPS, (k / GROUPS % 2) as usize);
            let x = [stream.uniform() * 2.0 - 1.0, f64::from(u8::from(stream.uniform() < 0.5))];
            let times = libm::exp(beta[0] * (x[0] + luck[group as usize]) + beta[1] * x[1]);
            let mut turns = 0;
            let is_lost = loop {
                turns += 1;
                let base = if stratum == 0 { 0.3 } else { 0.8 } / f64::from(turns);
                if stream.uniform() < -libm::expm1(-base * times) {
                    break true;
                }
                // some are taken away before
                if stream.uniform() < 0.15 {
                    break false;
                }
            };
            Case { turns, is_lost, stratum, group, covariates: x.to_vec() }
        })
        .collect()
}

#[test]
fn coefficients_and_curves_cover_the_truth_where_groups_share_their_luck() {
    let beta = [0.7, -0.4];
    let mut stream = stream(57);
    let (mut covered, mut off, mut first) = ([0; 2], [0.0; 2], 0);
    let runs = 400;
    // chance of lasting the first turn, of a case drawn as above in the first stratum
    let lasts = {
        let mut other = self::stream(58);
        let cases = drawn(&mut other, 400_000, 0.0, beta);
        let of: Vec<&Case> = cases.iter().filter(|case| case.stratum == 0).collect();
        1.0 - of.iter().filter(|case| case.turns == 1 && case.is_lost).count() as f64 / of.len() as f64
    };
    for _ in 0..runs {
        let cases = drawn(&mut stream, 600, 0.0, beta);
        for (k, found) in cox(&cases).expect("both are lost and kept").iter().enumerate() {
            let [low, high] = found.interval.expect("groups");
            covered[k] += u32::from((low..high).contains(&beta[k]));
            off[k] += (found.value.expect("known") - beta[k]) / f64::from(runs);
        }
        let of_first: Vec<Case> = cases.into_iter().filter(|case| case.stratum == 0).collect();
        let step = curve(&of_first)[0];
        let [low, high] = step.lasts.interval.expect("groups");
        first += u32::from(step.turn == 1 && (low..high).contains(&lasts));
    }
    // 95 % of 400 by four standard errors; the mean of 400 within 0.02
    assert!(covered.iter().chain([&first]).all(|covered| (363..=397).contains(covered)), "{covered:?} {first}");
    assert!(off.iter().all(|off| off.abs() < 0.025), "{off:?}");
}

#[test]
fn luck_that_a_group_shares_widens_the_interval() {
    let mut stream = stream(59);
    let width = |stream: &mut Stream, shared: f64| {
        let of = |found: Vec<Estimate>| found[1].std_error.expect("groups");
        (0..20).map(|_| of(cox(&drawn(stream, 600, shared, [1.0, 0.2])).expect("known"))).sum::<f64>() / 20.0
    };
    let lasts = |stream: &mut Stream, shared: f64| {
        let one = |cases: Vec<Case>| curve(&cases)[0].lasts.std_error.expect("groups");
        (0..20).map(|_| one(drawn(stream, 600, shared, [1.0, 0.2]))).sum::<f64>() / 20.0
    };
    assert!(lasts(&mut stream, 1.0) > 2.0 * lasts(&mut stream, 0.0));
    assert!(width(&mut stream, 0.0) > 0.0);
}

#[test]
fn what_tells_the_lost_from_the_others_has_no_coefficient() {
    let cases: Vec<Case> =
        (0..40).map(|k| Case { group: k % GROUPS, covariates: vec![(k % 2) as f64], ..case(1, k % 2 == 0) }).collect();
    assert_eq!(cox(&cases), None);
    assert_eq!(cox(&[]), None);
    // nobody is lost
    let kept: Vec<Case> = cases.iter().map(|case| Case { is_lost: false, ..case.clone() }).collect();
    assert_eq!(cox(&kept), None);
    assert_eq!(curve(&kept), []);
}
