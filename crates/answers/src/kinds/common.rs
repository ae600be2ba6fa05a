//! What all kinds say alike: what was asked, and how many more trials would settle it.

use tolley_analysis::Missing;
use tolley_analysis::follows::Follows;
use tolley_analysis::statistics::needed::Needed;
use tolley_dataset::Dataset;
use tolley_experiment::ask::Ask;
use tolley_experiment::value::Value;

use super::Context;
use crate::answer::{About, Form, Next, Quantity, Sentence, fill, say};

/// How many trials were played to their end, and what stands for the others; a sentence without its end.
pub fn so_far(follows: &Follows, of: &Quantity) -> Sentence {
    let count = Quantity::plain("trials", "trials");
    let of_trials = |number: u64| Sentence::of_value(Value::Count(number), &count);
    let [played, all] = [("played", of_trials(follows.played)), ("all", of_trials(follows.of))];
    match &follows.means[..] {
        [mean] => {
            let mean = Sentence::of_estimate(*mean, of, Form::WithInterval);
            fill("common.so_far", [played, all, ("mean", mean)])
        }
        _ => fill("common.so_far_by_case", [played, all]),
    }
}

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
        again: match context.is_of_dataset {
            true => context.command.clone(),
            false => with_repeats(context, manifest.plan.grid.repeats),
        },
        plan_blake3: Some(manifest.plan_blake3.clone()),
        heads: Default::default(),
    }
}

/// Whether nobody has measured a key, as its study says: it is an assumption there, and no profile says it. What has
/// values to try for another reason, as the errors of a player, is none; nor is anything known of a study that this
/// version does not know.
pub fn is_assumed(context: &Context<'_>, key: &str) -> bool {
    context.plan.is_some_and(|plan| plan.study.schema.index(key).is_some_and(|key| plan.is_assumed(key)))
}

/// The command that asks this again with so many repeats; none where none is known, and of a dataset, which has those
/// that it has.
pub fn with_repeats(context: &Context<'_>, repeats: u64) -> Vec<String> {
    if context.command.is_empty() || context.is_of_dataset {
        return Vec::new();
    }
    context.command.iter().cloned().chain(["--repeats".to_owned(), repeats.to_string()]).collect()
}

/// Trials of which none was another: at most one in twenty is (the rule of three).
pub const ALL_ALIKE: u64 = 60;

/// Fewer trials at each point say so little of how far they spread that no smaller number is promised.
const LEAST_REPEATS: u64 = 20;

/// More trials at a point than anybody plays.
const MOST_REPEATS: u64 = 1_000_000_000;

/// What would settle a verdict that is open. Of several that are open the greatest is what settles all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Ahead {
    /// So many trials at each point, in 9 of 10 runs if the difference is as seen.
    Repeats(u64),
    /// Nobody knows yet: nothing differed, or fewer than two trials say anything.
    Unknown,
    /// What was seen lies at the margin.
    AtMargin,
}

impl Ahead {
    /// Of the need of a verdict; where there is none, too little was seen.
    pub fn of(needed: Option<Needed>) -> Ahead {
        match needed.map(|needed| needed.as_seen.or(needed.if_equal)) {
            None => Ahead::Unknown,
            Some(None) => Ahead::AtMargin,
            Some(Some(repeats)) => Ahead::Repeats(repeats),
        }
    }
}

/// What would settle a verdict that is open: how many trials at each point, how long they take, and the command, if
/// that can be played.
pub fn settle(ahead: Ahead, dataset: &Dataset, context: &Context<'_>) -> Next {
    let grid = &dataset.manifest().plan.grid;
    let repeats = match ahead {
        Ahead::Repeats(repeats) => repeats.max(grid.repeats + 1).max(LEAST_REPEATS),
        Ahead::Unknown | Ahead::AtMargin => 0,
    };
    let sentence = settled(ahead, repeats);
    if !(1..=MOST_REPEATS).contains(&repeats) {
        return Next { sentence, command: Vec::new(), seconds: None };
    }
    let seconds = context.seconds_per_trial.map(|of_one| of_one * ((repeats - grid.repeats) * grid.points()) as f64);
    Next { sentence, command: with_repeats(context, repeats), seconds }
}

/// That in words, with so many repeats.
fn settled(ahead: Ahead, repeats: u64) -> Sentence {
    let count = Quantity::plain("repeats", "repeats");
    match ahead {
        Ahead::Unknown => say("common.settle_unknown"),
        Ahead::AtMargin => say("common.settle_at_margin"),
        Ahead::Repeats(_) if repeats > MOST_REPEATS => say("common.settle_too_many"),
        Ahead::Repeats(_) => fill("common.settle", [("repeats", Sentence::of_value(Value::Count(repeats), &count))]),
    }
}

/// Four times as many trials, which halve every interval.
pub fn four_times(dataset: &Dataset, context: &Context<'_>) -> Next {
    let grid = &dataset.manifest().plan.grid;
    let repeats = 4 * grid.repeats;
    Next {
        sentence: say("common.four_times"),
        command: with_repeats(context, repeats),
        seconds: context.seconds_per_trial.map(|of_one| of_one * (3 * grid.trials()) as f64),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_known_is_not_at_the_margin() {
        let of = |needed| Ahead::of(needed);
        let text = |ahead, repeats| settled(ahead, repeats).text();
        assert_eq!(of(None), Ahead::Unknown);
        assert_eq!(of(Some(Needed { if_equal: None, as_seen: None })), Ahead::AtMargin);
        assert_eq!(of(Some(Needed { if_equal: Some(9), as_seen: Some(70) })), Ahead::Repeats(70));
        assert!(text(Ahead::Unknown, 0).starts_with("Too little was seen so far"));
        assert!(text(Ahead::AtMargin, 0).ends_with("at the margin"));
        assert_eq!(text(Ahead::Repeats(70), 70), "70 trials at each point would probably settle it");
        let many = text(Ahead::Repeats(2_000_000_000), 2_000_000_000);
        assert!(many.ends_with("no number of trials that can be played settles it"), "{many}");
        // what settles all settles that which takes most
        assert_eq!([Ahead::AtMargin, Ahead::Repeats(7), Ahead::Unknown].into_iter().max(), Some(Ahead::AtMargin));
    }

    #[test]
    fn a_dataset_has_no_command_with_repeats() {
        let command = ["tolley", "ask", "runs/a"].map(str::to_owned).to_vec();
        let mut context = Context { command, ..Context::default() };
        assert_eq!(with_repeats(&context, 40)[3..], ["--repeats", "40"]);
        context.is_of_dataset = true;
        assert!(with_repeats(&context, 40).is_empty());
    }
}
