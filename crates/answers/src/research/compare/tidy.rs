//! A comparison as a tidy table: one row an estimate, a p-value, a mark.

use tolley_analysis::contrasts::Contrast;
use tolley_analysis::{Estimate, is_share};
use tolley_dataset::Dataset;
use tolley_experiment::value::Value;

use super::found::Compared;
use crate::needed::needed_terms;
use crate::tidy::{Row, Tidy};

/// Strata averaged over, of a share and of what is none.
const SHARE: &str = "mean over strata, Wilson of the effective n";
const MEAN: &str = "mean over strata, t";

/// Everything that is found.
pub fn tidy(dataset: &Dataset, found: &Compared) -> Tidy {
    let contrasts = &found.contrasts;
    let is_share = is_share(dataset.manifest(), Some(&contrasts.measure)).unwrap_or(false);
    let control = named(&contrasts.arms[contrasts.control]);
    // what is compared stands in the columns of its axes
    let mut rows = Vec::new();
    for (at, arm) in contrasts.arms.iter().enumerate() {
        let mut add = |what: &str, estimate: Estimate, method: &str| {
            let term = format!("{} {what}", contrasts.measure).trim_end().to_owned();
            rows.push(Row::of(term, estimate, method).at(&arm.values));
        };
        add("", arm.mean, if is_share { SHARE } else { MEAN });
        if let Some((_, best)) = &found.best {
            let may_be = plain(f64::from(u8::from(best[at].in_set)), arm.mean.n);
            add("may be the best", may_be, "multiple comparisons with the best (Hsu)");
        }
        if at != contrasts.control {
            of_arm(arm, &control, &mut add);
        }
    }
    Tidy::of(None, dataset, rows)
}

fn of_arm(arm: &Contrast, control: &str, add: &mut impl FnMut(&str, Estimate, &str)) {
    const TESTS: &str = "two one-sided tests, Holm";
    let n = arm.difference.n;
    add(&format!("less that of {control}"), arm.difference, "paired difference, t");
    if let Some(p) = &arm.p {
        add("p of the margin or beyond it", plain(p.within, n), TESTS);
        add("p of within the margin", plain(p.outside, n), TESTS);
        add("p of no difference", plain(p.differs, n), TESTS);
    }
    let false_share = arm.false_share.map(|share| plain(share, n));
    false_share.into_iter().for_each(|share| add("share of false finds", share, "Benjamini and Hochberg"));
    for (term, needed) in needed_terms("repeats", arm.needed) {
        add(&term, plain(needed as f64, n), TESTS);
    }
    arm.says().into_iter().for_each(|says| add(&format!("says {says}"), plain(1.0, n), TESTS));
    add("strata of the same sign", plain(arm.same_sign as f64, n), "count");
    add("strata in which nothing differs", plain(arm.alike as f64, n), "count");
    arm.changed.into_iter().for_each(|changed| add("share of trials that change", changed, SHARE));
}

fn named(arm: &Contrast) -> String {
    let value = |(column, value): &(String, Value)| format!("{column} {value}");
    arm.values.iter().map(value).collect::<Vec<_>>().join(", ")
}

fn plain(value: f64, n: u64) -> Estimate {
    Estimate { n, value: Some(value), ..Estimate::default() }
}
