//! In which case the best choice brings most, where there are several: the mean over all others, axis by axis.

use tolley_analysis::Estimate;
use tolley_analysis::statistics::estimates::{UPPER, normal_quantile_at};
use tolley_experiment::table::Column as FileColumn;
use tolley_experiment::value::Value;

use super::answers::Answers;
use crate::answer::sentence::Form;
use crate::answer::{Certainty, Quantity, Sentence, Verdict, fill, say};

/// Two values of an axis, and what the best choice brings with each.
struct Apart {
    axis: Quantity,
    most: (Value, Case),
    least: (Value, Case),
    pairs: usize,
}

/// A mean over cases, and its variance.
#[derive(Clone, Copy)]
struct Case {
    mean: f64,
    variance: f64,
}

impl Apart {
    fn difference(&self) -> f64 {
        self.most.1.mean - self.least.1.mean
    }

    /// As if cases had luck of their own; where they share it the error is less.
    fn error(&self) -> f64 {
        (self.most.1.variance + self.least.1.variance).sqrt()
    }
}

/// Verdict, how sure it is, the first sentence and the amounts, of several cases.
pub fn headline(answers: &Answers<'_>, of: &Quantity) -> (Verdict, Certainty, Sentence, Vec<Sentence>) {
    let mut axes: Vec<Apart> = (0..answers.plan.axis_keys().len()).filter_map(|axis| apart(answers, axis)).collect();
    axes.sort_by(|a, b| b.difference().total_cmp(&a.difference()));
    told(&axes, of)
}

/// The same of what the axes do, the strongest first.
fn told(axes: &[Apart], of: &Quantity) -> (Verdict, Certainty, Sentence, Vec<Sentence>) {
    let Some(first) = axes.first() else {
        return (Verdict::CannotTell, Certainty::CannotTell, say("search.no_case"), Vec::new());
    };
    // the widest of all pairs is looked at, so that chance alone seems to part some (Bonferroni)
    let pairs = axes.iter().map(|apart| apart.pairs).sum::<usize>();
    let is_clear = |apart: &Apart| apart.difference() > upper(pairs) * apart.error();
    let is_likely = |apart: &Apart| apart.difference() > upper(1) * apart.error();
    let certainty = match first {
        first if is_clear(first) => Certainty::Clearly,
        first if is_likely(first) => Certainty::Probably,
        _ => Certainty::CannotTell,
    };
    let amount = axes.iter().take(2).map(|apart| brings(apart, of)).collect();
    if certainty == Certainty::CannotTell {
        let sentence = fill("search.case_open", [("axis", Sentence::of_name(first.axis.with_article()))]);
        return (Verdict::CannotTell, certainty, sentence, amount);
    }
    let id = if certainty == Certainty::Clearly { "search.case_clearly" } else { "search.case_probably" };
    let value = Sentence::of_value(first.most.0.clone(), &first.axis);
    let sentence = fill(id, [("axis", Sentence::of_name(first.axis.with_article())), ("value", value)]);
    (Verdict::Best, certainty, sentence, amount)
}

/// Quantile for the largest of so many differences, each of the two furthest of its axis.
fn upper(of: usize) -> f64 {
    normal_quantile_at(1.0 - (1.0 - UPPER) / of as f64)
}

/// `points of the break: 4.9 with the diameter of the toley at 19.05 mm, 3.3 at 12.7 mm`
fn brings(apart: &Apart, of: &Quantity) -> Sentence {
    let estimate = |case: Case| {
        let half = upper(1) * case.variance.sqrt();
        let interval = Some([case.mean - half, case.mean + half]);
        Estimate { value: Some(case.mean), std_error: Some(case.variance.sqrt()), interval, ..Estimate::default() }
    };
    let (most, least) = (&apart.most, &apart.least);
    let mean = |case: Case| Sentence::of_estimate(estimate(case), of, Form::WithInterval);
    let at = |value: &Value| Sentence::of_value(value.clone(), &apart.axis);
    let (measure, axis) = (Sentence::of_name(of.label.clone()), Sentence::of_name(apart.axis.with_article()));
    fill(
        "search.brings",
        [
            ("measure", measure),
            ("most", mean(most.1)),
            ("axis", axis),
            ("one", at(&most.0)),
            ("least", mean(least.1)),
            ("other", at(&least.0)),
        ],
    )
}

/// The values of an axis with the largest and the smallest mean, of the first skill.
fn apart(answers: &Answers<'_>, axis: usize) -> Option<Apart> {
    let mut values: Vec<(Value, Vec<(f64, f64)>)> = Vec::new();
    for stratum in &answers.strata {
        let found = &stratum.answer.skills.first()?.value;
        let (value, case) = (&stratum.values.get(axis)?.1, (found.estimate.value?, found.std_error));
        match values.iter_mut().find(|(known, _)| known == value) {
            Some((_, all)) => all.push(case),
            None => values.push((value.clone(), vec![case])),
        }
    }
    let mean = |all: &[(f64, f64)]| {
        let count = all.len() as f64;
        let sum = |of: &dyn Fn(&(f64, f64)) -> f64| all.iter().map(of).sum::<f64>();
        Case { mean: sum(&|(mean, _)| *mean) / count, variance: sum(&|(_, error)| error * error) / (count * count) }
    };
    let cases = || values.iter().map(|(value, all)| (value.clone(), mean(all)));
    let by = |a: &(Value, Case), b: &(Value, Case)| a.1.mean.total_cmp(&b.1.mean);
    let (most, least) = (cases().max_by(by)?, cases().min_by(by)?);
    let key = &answers.plan.study.schema.keys[*answers.plan.axis_keys().get(axis)?];
    let axis = Quantity::of_column(&FileColumn::of_key(key));
    (values.len() > 1).then_some(Apart { axis, most, least, pairs: values.len() * (values.len() - 1) / 2 })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two diameters, of which the wider one brings so much more, with so much error each.
    fn said(off: f64, error: f64) -> (Verdict, Certainty, String) {
        let axis = Quantity { unit: "mm".to_owned(), factor: 1e3, ..Quantity::plain("d", "diameter of the toley") };
        let case = |mm: f64, mean: f64| (Value::Number(mm / 1e3), Case { mean, variance: error * error });
        let (narrow, wide) = (case(12.0, 3.0), case(19.0, 3.0 + off));
        let (most, least) = if off > 0.0 { (wide, narrow) } else { (narrow, wide) };
        let of = Quantity::plain("points", "points of the break");
        let (verdict, certainty, sentence, amount) = told(&[Apart { axis, most, least, pairs: 1 }], &of);
        assert!(amount[0].text().starts_with("Points of the break: "), "{}", amount[0].text());
        (verdict, certainty, sentence.text())
    }

    #[test]
    fn the_case_that_brings_most_turns_with_the_sign_and_is_open_where_errors_are_wide() {
        let clear = "The best choice brings most with the diameter of the toley at 19 mm.";
        assert_eq!(said(1.0, 0.1), (Verdict::Best, Certainty::Clearly, clear.to_owned()));
        assert_eq!(said(-1.0, 0.1).2, clear.replace("19 mm", "12 mm"));
        let open = "Cannot tell yet whether the diameter of the toley matters for the best choice.";
        assert_eq!(said(1.0, 1.0), (Verdict::CannotTell, Certainty::CannotTell, open.to_owned()));
    }

    /// 1 / (sqrt(2) x 0.3) = 2.36 errors: beyond 1.96 of one pair, not beyond 2.64 of six.
    #[test]
    fn of_more_pairs_more_is_needed() {
        let of = |pairs: usize| {
            let case = |at: u64, mean: f64| (Value::Count(at), Case { mean, variance: 0.09 });
            let apart = Apart { axis: Quantity::plain("n", "number"), most: case(2, 2.0), least: case(1, 1.0), pairs };
            told(&[apart], &Quantity::plain("points", "points")).1
        };
        assert_eq!([of(1), of(6)], [Certainty::Clearly, Certainty::Probably]);
    }
}
