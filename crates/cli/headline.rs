//! What a run says so far: its best point, and how well that is known, in one line.

use tolley_answers::number::{self, Shown};
use tolley_session::Headline;

/// Axes whose values are told.
const MOST_AXES: usize = 6;

/// `goal 0.41 [0.38, 0.44] at shot.speed 2, best of 378 points`
pub fn text(Headline { facts, best }: &Headline) -> Option<String> {
    let (measure, estimate) = (facts.headline()?, best.estimates.get(facts.headline)?);
    estimate.value?;
    let head = Shown::of(&measure.column, &measure.unit);
    let digits = number::decimals(estimate, head.factor).unwrap_or(3);
    let value = number::estimate(estimate, head.factor, digits);
    let unit = if head.unit.is_empty() { String::new() } else { format!(" {}", head.unit) };
    let axes = facts.axes.iter().zip(&best.values).map(|(axis, value)| {
        let shown = Shown::of(&axis.key, &axis.unit);
        format!("{} {} {}", shown.name, number::value(value, shown.factor), shown.unit).trim_end().to_owned()
    });
    let axes: Vec<String> = axes.take(MOST_AXES).collect();
    let more = facts.axes.len() - axes.len();
    let more = if more == 0 { String::new() } else { format!(" and {more} more") };
    let place = match axes.len() {
        0 => String::new(),
        _ => format!(" at {}{more}, best of {} points", axes.join(", "), facts.point_count),
    };
    Some(format!("{} {value}{unit}{place}", head.name))
}

#[cfg(test)]
mod tests {
    use tolley_analysis::{AxisInfo, Estimate, Facts, MeasureInfo, PointSummary};
    use tolley_experiment::table::MeasureKind;
    use tolley_experiment::value::Value;

    use super::*;

    #[test]
    fn the_best_point_is_told_with_its_interval() {
        let facts = Facts {
            study: "toy/shot".to_owned(),
            seed: 1,
            repeats: 5,
            point_count: 2,
            headline: 0,
            stop: None,
            next: None,
            blocks: [1, 4],
            trials: [10, 40],
            status: Vec::new(),
            axes: vec![AxisInfo {
                key: "shot.angle_rad".to_owned(),
                column: "shot_angle_rad".to_owned(),
                unit: "rad".to_owned(),
            }],
            measures: vec![MeasureInfo {
                column: "stays".to_owned(),
                unit: String::new(),
                about: String::new(),
                kind: MeasureKind::Share,
                counts: None,
            }],
        };
        let estimate = Estimate { n: 40, value: Some(0.6), interval: Some([0.45, 0.74]), ..Estimate::default() };
        let point = PointSummary {
            point: 1,
            values: vec![Value::Number(0.5 * std::f64::consts::PI)],
            estimates: vec![estimate],
            fairness: vec![None],
            trial_count: 40,
            left_out_count: 0,
        };
        assert_eq!(
            text(&Headline { facts: facts.clone(), best: point.clone() }).as_deref(),
            Some("stays 0.60 [0.45, 0.74] at shot.angle 90 deg, best of 2 points")
        );
        let many = Facts { axes: (0..9).map(|_| facts.axes[0].clone()).collect(), ..facts.clone() };
        let told = text(&Headline {
            facts: many,
            best: PointSummary { values: vec![Value::Number(0.0); 9], ..point.clone() },
        });
        let told = told.expect("a point");
        assert_eq!(told.matches("shot.angle").count(), MOST_AXES);
        assert!(told.ends_with(" and 3 more, best of 2 points"), "{told}");
        let none = PointSummary { estimates: vec![Estimate::default()], ..point };
        assert_eq!(text(&Headline { facts, best: none }), None);
    }
}
