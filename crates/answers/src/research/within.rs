//! The smallest value with which a measure is still as good as at a known one, in a line and as an aligned table.

use tolley_analysis::statistics::equivalence::Verdict;
use tolley_analysis::within::{Step, Within};
use tolley_dataset::Dataset;

use crate::columns;
use crate::number::{self, Shown};
use crate::point_columns::headed;

/// Digits of a share.
const DIGITS: usize = 4;

/// Everything that is found.
pub fn text(dataset: &Dataset, found: &Within) -> String {
    let plan = &dataset.manifest().plan;
    let shown = Shown::of_column(&found.column);
    let cells = |cell: &dyn Fn(&Step) -> String| found.steps.iter().map(cell).collect::<Vec<_>>().into_iter();
    let mut says = headed("", "", cells(&|step| says(found, step).to_owned()));
    says.is_left = true;
    let table = [
        headed(&shown.name, &shown.unit, cells(&|step| number::short(step.at * shown.factor))),
        headed("difference", &found.measure, cells(&|step| difference(found, step))),
        says,
    ];
    format!(
        "{}: {}\n{} repeats, seed {}, margin {}; 95 % intervals, all other axes averaged over\n\n{}\n\
         within: two one-sided tests put it within the margin; beyond: its whole 95 % interval is (both corrected by \
         Holm).\nThe smallest is the last that is within with all between it and the known one; the smallest that may be \
         is the last\nabove the first that is beyond.\ndataset: {}\n",
        plan.study,
        short(found),
        plan.grid.repeats,
        plan.seed,
        found.margin,
        columns::indented(&columns::rows(&table)),
        dataset.dir().display(),
    )
}

/// In a line.
pub fn short(found: &Within) -> String {
    let shown = Shown::of_column(&found.column);
    let told = |at: f64| number::short(at * shown.factor);
    let (smallest, unit) = (found.shown(), &shown.unit);
    let beyond: Vec<String> = found.past().map(|step| told(step.at)).collect();
    let past = match beyond.as_slice() {
        [] => String::new(),
        beyond => format!("; within too, past one that is not: {} {unit}", beyond.join(", ")),
    };
    format!(
        "smallest {} down to which {} is within {} of that at {} {unit}, with all between: {} {unit} [{}, {}] (there {}){past}",
        shown.name,
        found.measure,
        found.margin,
        told(found.known),
        told(smallest.at),
        told(found.least()),
        told(smallest.at),
        difference(found, smallest)
    )
}

fn difference(found: &Within, step: &Step) -> String {
    if step.at == found.known {
        return "the known one".to_owned();
    }
    number::estimate(&step.difference, 1.0, number::decimals(&step.difference, 1.0).unwrap_or(DIGITS))
}

fn says(found: &Within, step: &Step) -> &'static str {
    match step.verdict {
        None => "",
        Some(_) if found.past().any(|past| past.at == step.at) => "within, past one that is not",
        Some(Verdict::Fair | Verdict::Different) => "within",
        Some(Verdict::Unfair) => "beyond",
        Some(Verdict::Unequal | Verdict::NotResolved) => "not resolved",
    }
}

#[cfg(test)]
mod tests {
    use tolley_analysis::{Estimate, Missing};

    use super::*;

    #[test]
    fn what_is_within_beyond_a_gap_says_so() {
        let verdicts = [None, Some(Verdict::Fair), Some(Verdict::Unfair), Some(Verdict::Different)];
        let step = |(place, verdict): (usize, &Option<Verdict>)| Step {
            at: 0.13 - 0.01 * place as f64,
            difference: Estimate::default(),
            verdict: *verdict,
        };
        let found = Within {
            measure: "share".to_owned(),
            column: "laws_exclusion_m".to_owned(),
            known: 0.13,
            margin: 0.01,
            repeats: 8,
            steps: verdicts.iter().enumerate().map(step).collect(),
            missing: Missing::default(),
        };
        let told: Vec<&str> = found.steps.iter().map(|step| says(&found, step)).collect();
        assert_eq!(told, ["", "within", "beyond", "within, past one that is not"]);
    }
}
