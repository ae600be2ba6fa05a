//! What every page of a trial says.

use tolley_answers::number::{self, Shown};
use tolley_experiment::plan::Plan;
use tolley_report::Replay;
use tolley_report::replay::Stage;

/// What stands under every title.
fn lead(plan: &Plan, trial: u64) -> Vec<String> {
    let (point, repeat) = plan.grid.locate(trial);
    let values = plan.grid.axes.iter().enumerate().map(|(axis, of)| {
        let shown = Shown::of_column(&of.key);
        let value = number::value(&plan.grid.axis_value(axis, point), shown.factor);
        format!("{} = {value} {}", shown.name, shown.unit).trim_end().to_owned()
    });
    let at: Vec<String> = values.collect();
    let at = if at.is_empty() { String::new() } else { format!(": {}", at.join(", ")) };
    let told = format!(
        "{}, seed {}: trial {trial}, which is repeat {repeat} of design point {point}{at}.",
        plan.study.name, plan.seed
    );
    plan.question.iter().cloned().chain([told]).collect()
}

/// An empty page of a trial.
pub fn page(plan: &Plan, trial: u64) -> Replay {
    Replay {
        title: format!("Trial {trial} of {}", plan.study.name),
        lead: lead(plan, trial),
        stage: Stage::default(),
        gravity_m_s2: 0.0,
        shots: Vec::new(),
        notes: Vec::new(),
        command: String::new(),
    }
}
