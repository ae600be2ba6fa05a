//! What all kinds say alike: what was asked, and how many more trials would settle it.

use tolley_analysis::Missing;
use tolley_analysis::statistics::needed::Needed;
use tolley_dataset::Dataset;
use tolley_experiment::ask::Ask;
use tolley_experiment::value::Value;

use super::Context;
use crate::answer::{About, Next, Quantity, Sentence};

/// What was asked of a dataset.
pub fn about(ask: &Ask, dataset: &Dataset, context: &Context<'_>, missing: Missing) -> About {
    let manifest = dataset.manifest();
    About {
        kind: ask.kind.name(),
        question: ask.question.clone(),
        opening: manifest.question.clone(),
        study: manifest.plan.study.clone(),
        dataset: Some(dataset.dir().display().to_string()),
        seed: Some(manifest.plan.seed),
        trials: [missing.trials, dataset.schedule().trials()],
        missing,
        again: with_repeats(context, manifest.plan.grid.repeats),
        plan_blake3: Some(manifest.plan_blake3.clone()),
    }
}

/// The command that asks this again with so many repeats; none where none is known, as of a dataset alone.
pub fn with_repeats(context: &Context<'_>, repeats: u64) -> Vec<String> {
    if context.command.is_empty() {
        return Vec::new();
    }
    context.command.iter().cloned().chain(["--repeats".to_owned(), repeats.to_string()]).collect()
}

/// What would settle a verdict that is open: how many trials at each point, how long they take, and the command; that
/// no number settles it where it lies at the margin.
pub fn settle(needed: Option<Needed>, dataset: &Dataset, context: &Context<'_>) -> Next {
    let repeats = needed.and_then(|needed| needed.as_seen.or(needed.if_equal));
    let Some(repeats) = repeats else {
        let sentence = Sentence::words("no number of trials settles this: it lies at the margin");
        return Next { sentence, command: Vec::new(), seconds: None };
    };
    let grid = &dataset.manifest().plan.grid;
    let repeats = repeats.max(grid.repeats + 1);
    let count = Quantity::plain("repeats", "trials at each point");
    let sentence =
        Sentence::default().value(Value::Count(repeats), &count).and(" trials at each point would settle it");
    let seconds = context.seconds_per_trial.map(|of_one| of_one * ((repeats - grid.repeats) * grid.points()) as f64);
    Next { sentence, command: with_repeats(context, repeats), seconds }
}

/// Four times as many trials, which halve every interval.
pub fn four_times(dataset: &Dataset, context: &Context<'_>) -> Next {
    let grid = &dataset.manifest().plan.grid;
    let repeats = 4 * grid.repeats;
    Next {
        sentence: Sentence::words("four times as many trials would halve the intervals"),
        command: with_repeats(context, repeats),
        seconds: context.seconds_per_trial.map(|of_one| of_one * (3 * grid.trials()) as f64),
    }
}
