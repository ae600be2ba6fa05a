//! Does a rule, a setting or a habit matter? Arms, the values of some axes of a design, beside one of them, on trials
//! that are paired by their random numbers; all other axes are strata.

use serde_json::{Value as Json, json};
use tolley_dataset::{Dataset, Manifest};
use tolley_experiment::plan::StreamsMode;
use tolley_experiment::value::Value;
use tolley_statistics::equivalence::{Comparison, LEVEL, PValues, Verdict};
use tolley_statistics::estimates::{ALIKE, Estimate, Means, Moments, UPPER};
use tolley_statistics::multiplicity::benjamini_hochberg;
use tolley_statistics::needed::{Needed, needed_together};

use crate::alike::are_alike;
use crate::arms::Arms;
use crate::error::AnalysisError;
use crate::measured::{self, Measured, measured};
use crate::missing::Missing;
use crate::paired::{Trials, mean_of};
use crate::solved::is_exact_at_each_point;
use crate::summary::{HALF, MARGIN};
use crate::told;
use crate::verdict::corrected;

mod strata;
mod worth;
pub use strata::{AxisStrata, ContrastStrata, StrataChange, StratumContrasts, strata};
pub(crate) use worth::beside;
pub use worth::{Worth, of_changes};

/// What is asked.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Asked<'q> {
    /// The axes whose values are compared, each with its value in the control; its first value where none is given.
    pub over: &'q [(&'q str, Option<&'q str>)],
    /// What is compared, a column or what a short text says; the first measure where none is named.
    pub measure: Option<&'q str>,
    /// A difference up to which nothing depends on; where none is given 0.01 of a share, and of anything else none, so
    /// that the sign alone is judged.
    pub margin: Option<f64>,
    /// Whether each two arms are held beside each other too, as who asks for the best of them needs.
    pub has_pairs: bool,
}

/// What is answered.
#[derive(Clone, Debug, PartialEq)]
pub struct Contrasts {
    /// The column.
    pub measure: String,
    /// What it means.
    pub about: String,
    /// Difference up to which nothing hangs on.
    pub margin: f64,
    /// All arms in the order of the design, the control among them.
    pub arms: Vec<Contrast>,
    /// Number of the control.
    pub control: usize,
    /// Arms that are tested, and corrected together.
    pub family: usize,
    /// Combinations of the other axes.
    pub strata: usize,
    /// Those of them in which every arm has a value.
    pub strata_with_values: usize,
    /// Trials that all this leaves out.
    pub missing: Missing,
    /// What each arm was worth, and how far each two are apart, where that is asked for.
    pub worth: Option<Worth>,
}

/// One arm beside the control.
#[derive(Clone, Debug, PartialEq)]
pub struct Contrast {
    /// Column and value of each axis that is compared, SI.
    pub values: Vec<(String, Value)>,
    /// Its own mean, strata averaged over.
    pub mean: Estimate,
    /// Its mean less that of the control, over the strata in which both have one; `n` counts repeats, or the fewest
    /// values of a stratum, where some trials have none. Nothing of the control itself.
    pub difference: Estimate,
    /// The tests as if alone.
    pub comparison: Option<Comparison>,
    /// Corrected by Holm for all arms.
    pub p: Option<PValues>,
    /// Share of false finds among arms that seem to differ as much (Benjamini and Hochberg).
    pub false_share: Option<f64>,
    /// Of the corrected tests.
    pub verdict: Option<Verdict>,
    /// Repeats that would tell on which side of the margin it lies, where that is not known.
    pub needed: Option<Needed>,
    /// Strata in which the difference has the sign of the whole.
    pub same_sign: usize,
    /// Strata in which there is one.
    pub strata: usize,
    /// Strata in which no trial came out otherwise than in the control, as where both sides have the same whatever the
    /// arm: the difference is a mean over them too.
    pub alike: usize,
    /// Share of paired trials that come out otherwise than in the control, averaged over strata; of shares and
    /// counts of a trial.
    pub changed: Option<Estimate>,
    /// Both sides have the same by the plan, in it and in the control, and nothing ever differed from one half: equal
    /// by construction, which is no evidence and is not tested.
    pub is_identity: bool,
}

impl Contrast {
    /// What is said of it.
    pub fn says(&self) -> Option<&'static str> {
        if self.is_identity {
            return Some("identical");
        }
        self.verdict.map(|verdict| match verdict {
            Verdict::Fair => "no effect",
            Verdict::Different => "an effect within the margin",
            Verdict::Unequal => "an effect, perhaps within the margin",
            Verdict::Unfair => "an effect",
            Verdict::NotResolved => "not resolved",
        })
    }
}

/// Refuses what a dataset of this manifest cannot be asked, whatever its rows are.
pub fn check(manifest: &Manifest, asked: &Asked<'_>) -> Result<(), AnalysisError> {
    arms_of(manifest, asked).map(|_| ())
}

fn arms_of<'m>(manifest: &'m Manifest, asked: &Asked<'_>) -> Result<Arms<'m>, AnalysisError> {
    let refuse = |message: &str| Err(AnalysisError::Question(message.to_owned()));
    let plan = &manifest.plan;
    let is_exact = is_exact_at_each_point(manifest);
    if plan.streams == StreamsMode::Independent && !is_exact {
        return refuse("arms are paired, but the points of this dataset have independent random numbers");
    }
    if plan.stop.is_some() {
        return refuse("arms are compared on as many trials each; here points end by [stop]");
    }
    if plan.grid.repeats < 2 && !is_exact {
        return refuse("one trial a point has no spread; play --repeats 2 or more");
    }
    let arms = Arms::of(manifest, asked.over)?.exactly(is_exact);
    measured::check(manifest, asked.measure)?;
    Ok(arms)
}

/// Compares the arms of a dataset, as far as it goes.
pub fn contrasts(dataset: &Dataset, asked: &Asked<'_>) -> Result<Contrasts, AnalysisError> {
    let arms = arms_of(dataset.manifest(), asked)?;
    let Measured { name, about, is_share, missing, trials } = measured(dataset, asked.measure)?;
    let margin = margin_of(asked, &arms, &name, is_share);
    let mut found: Vec<Contrast> =
        (0..arms.count()).map(|arm| contrast(&arms, arm, &trials, is_share, margin)).collect();
    if is_share {
        leave_out_identities(|point| are_alike(dataset.manifest(), point), &arms, &mut found);
    }
    let family = correct(&mut found);
    if !is_share && !name.ends_with("_count") {
        // what is measured differs nearly always
        found.iter_mut().for_each(|arm| arm.changed = None);
    }
    Ok(Contrasts {
        about,
        measure: name,
        margin,
        arms: found,
        control: arms.control(),
        family,
        strata: arms.strata(),
        strata_with_values: trials.common(&arms, &(0..arms.count()).collect::<Vec<_>>()).len(),
        missing,
        worth: asked.has_pairs.then(|| Worth::of(&arms, &trials, is_share, margin)),
    })
}

/// The margin that is asked, else that of a share, which an exact study computes as a number.
fn margin_of(asked: &Asked<'_>, arms: &Arms<'_>, name: &str, is_share: bool) -> f64 {
    let is_share = is_share || (arms.is_exact() && name.ends_with("_share"));
    asked.margin.unwrap_or(if is_share { MARGIN } else { 0.0 })
}

/// By how much one arm is above the control in each repeat: what the repeat adds to the difference of their means, NaN
/// where it adds nothing. `values` says which arm, as [`Contrast::values`] does.
pub fn series(dataset: &Dataset, asked: &Asked<'_>, values: &[(String, Value)]) -> Result<Vec<f64>, AnalysisError> {
    let arms = arms_of(dataset.manifest(), asked)?;
    let Measured { trials, .. } = measured(dataset, asked.measure)?;
    let arm = (0..arms.count()).find(|arm| arms.values(*arm) == values);
    let arm = arm.ok_or_else(|| AnalysisError::Question("there is no such arm in this dataset".to_owned()))?;
    Ok(parts(&arms, arm, &trials))
}

fn parts(arms: &Arms<'_>, arm: usize, trials: &Trials) -> Vec<f64> {
    let pair = [arm, arms.control()];
    let [of_arm, of_control] = pair.map(|of| trials.own(arms, of, &pair));
    of_arm.parts.iter().zip(&of_control.parts).map(apart).collect()
}

fn contrast(arms: &Arms<'_>, arm: usize, trials: &Trials, is_share: bool, margin: f64) -> Contrast {
    let mean = trials.mean(arms, arm, is_share);
    let blank = Contrast {
        values: arms.values(arm),
        mean,
        difference: Estimate::default(),
        comparison: None,
        p: None,
        false_share: None,
        verdict: None,
        needed: None,
        same_sign: 0,
        strata: 0,
        alike: 0,
        changed: None,
        is_identity: false,
    };
    let pair = [arm, arms.control()];
    if arm == arms.control() {
        return blank;
    }
    let [of_arm, of_control] = pair.map(|of| trials.own(arms, of, &pair));
    let differences: Vec<f64> = of_arm.parts.iter().zip(&of_control.parts).map(apart).collect();
    let of_differences = moments(&differences);
    let of_strata: Vec<f64> = (0..arms.strata())
        .map(|stratum| pair.map(|of| trials.mean_of_stratum(arms, of, stratum, &[of])))
        .map(|[of_arm, of_control]| apart((&of_arm, &of_control)))
        .filter(|apart| !apart.is_nan())
        .collect();
    let sign = of_differences.mean();
    let same_sign = of_strata.iter().filter(|apart| **apart * sign > 0.0).count();
    let alike = (0..arms.strata()).filter(|stratum| trials.is_alike(arms, pair, *stratum)).count();
    let changed = trials.changed(arms, pair).filter(|_| !arms.is_exact()).map(|changed| mean_of(&changed, true));
    let comparison = match arms.is_exact() {
        true => Some(Comparison::exact(sign, margin)).filter(|_| of_differences.n() > 0),
        false => beside([&of_arm, &of_control], is_share, changed.is_some(), margin),
    };
    let known = of_arm.known.min(of_control.known).min(of_differences.n());
    let mut difference = Means::default().estimate(&of_differences);
    difference.interval = comparison.filter(|_| !arms.is_exact()).map(|comparison| comparison.interval(UPPER));
    if is_share {
        // two shares differ by no more than one
        difference.interval = difference.interval.map(|[low, high]| [low.max(-1.0), high.min(1.0)]);
    }
    if known < difference.n {
        (difference.n, difference.std_error) = (known, difference.std_error.filter(|_| known > 1));
    }
    // what a stratum has one value of is not tested
    let verdict = (known == 1 && arms.repeats() > 1).then_some(Verdict::NotResolved);
    Contrast { difference, comparison, verdict, same_sign, strata: of_strata.len(), alike, changed, ..blank }
}

/// Marks the arms that are equal to the control by construction.
fn leave_out_identities(are_alike: impl Fn(u64) -> bool, arms: &Arms<'_>, found: &mut [Contrast]) {
    let is_half = |mean: &Estimate| (mean.value, mean.std_error) == (Some(HALF), Some(0.0));
    let is_equal =
        |arm: usize, mean: &Estimate| is_half(mean) && arms.points(arm).iter().all(|point| are_alike(*point));
    if !is_equal(arms.control(), &found[arms.control()].mean) {
        return;
    }
    for (arm, contrast) in found.iter_mut().enumerate().filter(|(arm, _)| *arm != arms.control()) {
        if is_equal(arm, &contrast.mean) {
            (contrast.is_identity, contrast.comparison, contrast.difference.interval) = (true, None, None);
        }
    }
}

/// By how much two values differ; what rounding left of two like sums is nothing.
fn apart((a, b): (&f64, &f64)) -> f64 {
    let apart = a - b;
    if apart.abs() <= ALIKE * a.abs().max(b.abs()) { 0.0 } else { apart }
}

fn moments(values: &[f64]) -> Moments {
    let mut moments = Moments::default();
    values.iter().filter(|value| !value.is_nan()).for_each(|value| moments.add(*value));
    moments
}

/// Corrects the tests of all arms for how many there are; how many that is.
fn correct(found: &mut [Contrast]) -> usize {
    let raw: Vec<(usize, PValues)> =
        (0..found.len()).filter_map(|at| Some((at, found[at].comparison?.p_values()))).collect();
    let alone: Vec<PValues> = raw.iter().map(|(_, p)| *p).collect();
    let differs: Vec<f64> = alone.iter().map(|p| p.differs).collect();
    let rates = benjamini_hochberg(&differs);
    for (((at, _), p), rate) in raw.iter().zip(corrected(&alone)).zip(rates) {
        let verdict = Verdict::of_difference(&p);
        (found[*at].p, found[*at].verdict, found[*at].false_share) = (Some(p), Some(verdict), Some(rate));
    }
    let judged: Vec<(Comparison, Verdict)> =
        raw.iter().filter_map(|(at, _)| Some((found[*at].comparison?, found[*at].verdict?))).collect();
    for ((at, _), needed) in raw.iter().zip(needed_together(&judged, LEVEL)) {
        found[*at].needed = needed;
    }
    raw.len()
}

impl Contrasts {
    /// SI, full digits; what is absent is null.
    pub fn to_json(&self) -> Json {
        let arms: Vec<Json> = self.arms.iter().map(arm_json).collect();
        json!({
            "measure": self.measure, "about": self.about, "margin": self.margin, "corrected_for": self.family,
            "correction": "holm", "strata": self.strata, "control": self.control, "arms": arms,
            "trials": self.missing.trials, "quarantined_count": self.missing.quarantined,
            "failed_count": self.missing.failed,
        })
    }
}

fn arm_json(arm: &Contrast) -> Json {
    let p = arm.p.map(|p| json!({ "within": p.within, "outside": p.outside, "differs": p.differs }));
    json!({
        "values": told::values(&arm.values), "mean": told::estimate(&arm.mean), "difference": told::estimate(&arm.difference), "p_corrected": p,
        "false_discovery_rate": arm.false_share, "says": arm.says(), "identical": arm.is_identity, "needed_repeats": arm.needed.map(told::needed),
        "strata_of_same_sign": arm.same_sign, "strata": arm.strata, "strata_alike": arm.alike, "changed": arm.changed.as_ref().map(told::estimate),
    })
}

#[cfg(test)]
mod tests;
