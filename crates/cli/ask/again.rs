//! The command that asks again.

use std::path::Path;

use super::target::typed;
use crate::{again, args};

/// What was typed to ask this, without the number of repeats; of one scenario of several its own name stands for the
/// question.
pub fn command(args: &args::Ask, scenario: Option<&Path>) -> Vec<String> {
    let mut words = vec!["tolley".to_owned(), "ask".to_owned()];
    let (kind, name) = typed(args).unwrap_or((None, None));
    words.extend(kind.map(|kind| kind.name().to_owned()));
    words.extend(scenario.map(|path| path.display().to_string()).or(name.map(str::to_owned)));
    let mut add = |flag: &str, value: String| words.extend([flag.to_owned(), value]);
    args.over.iter().for_each(|key| add("--over", key.clone()));
    args.vs.iter().for_each(|value| add("--vs", value.clone()));
    args.along.iter().for_each(|key| add("--along", key.clone()));
    args.against.iter().for_each(|key| add("--against", key.clone()));
    args.better.iter().for_each(|better| add("--better", better.name().to_owned()));
    args.shots.iter().for_each(|shots| add("--shots", shots.to_string()));
    args.measure.iter().for_each(|measure| add("--measure", measure.clone()));
    args.margin.iter().for_each(|margin| add("--margin", margin.clone()));
    if args.no_strata {
        words.push("--no-strata".to_owned());
    }
    words.extend(again::of_flags(&args.flags));
    words
}
