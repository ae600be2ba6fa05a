//! The command that makes an answer again, and what an answer says of how its dataset was made.

use std::path::Path;

use tolley_answers::answer::{Answer, Note, NoteHeading, Quantity, Sentence};
use tolley_answers::limited;
use tolley_dataset::Dataset;
use tolley_experiment::profiled::ProfileRecord;
use tolley_experiment::value::Value;

use crate::exit::Stop;
use crate::flags::Flags;
use crate::{host, known, notice};

/// What was typed, word by word, without the number of repeats and without what only says how it is shown: `tolley ask
/// rank policies --set a.policy=direct`.
pub fn command(name: &[&str], path: &Path, flags: &Flags, own: &[String]) -> Vec<String> {
    let name = ["tolley"].iter().chain(name).map(|word| (*word).to_owned());
    let mut words: Vec<String> = name.chain([path.display().to_string()]).collect();
    words.extend_from_slice(own);
    words.extend(of_flags(flags));
    words
}

/// Flags that say what is played, as they were typed, but for the number of repeats and for what changes no result.
pub fn of_flags(flags: &Flags) -> Vec<String> {
    let mut words = Vec::new();
    let mut add = |flag: &str, value: String| words.extend([flag.to_owned(), value]);
    flags.with.iter().for_each(|with| add("--with", with.display().to_string()));
    flags.set.iter().for_each(|set| add("--set", set.clone()));
    flags.sweep.iter().for_each(|sweep| add("--sweep", sweep.clone()));
    flags.list.iter().for_each(|list| add("--list", list.display().to_string()));
    flags.design.iter().for_each(|design| add("--design", design.clone()));
    flags.points.iter().for_each(|points| add("--points", points.to_string()));
    flags.seed.iter().for_each(|seed| add("--seed", seed.to_string()));
    flags.dice.iter().for_each(|dice| add("--dice", dice.display().to_string()));
    flags.board.iter().for_each(|board| add("--board", board.display().to_string()));
    let output = flags.output.iter().filter(|_| host::keeps_datasets());
    output.for_each(|output| add("-o", output.display().to_string()));
    if flags.allow_large {
        words.push("--allow-large".to_owned());
    }
    words
}

/// Adds to an answer what must be known with its first sentence: where the nearest was played of what was asked, and
/// what every number of its game stands on.
pub fn caution(answer: &mut Answer, dataset: &Dataset) -> Result<(), Stop> {
    let limited = limited::told(dataset, known::plan_of(dataset).as_ref())?;
    let notice = notice::of(&dataset.manifest().plan);
    let [done, planned] = answer.about.trials;
    if done < planned {
        let played = Sentence::words("Only ").value(Value::Count(done), &trials()).and(" of ");
        let played = played.value(Value::Count(planned), &trials()).and(" trials are played so far.");
        answer.notes.push(Note { heading: NoteHeading::Caution, sentence: played });
    }
    // a notice has lines and blanks of its own
    let notice = notice.map(|notice| notice.split_whitespace().collect::<Vec<_>>().join(" "));
    let note = |heading: NoteHeading, text: &str| Note { heading, sentence: Sentence::default().name(text) };
    answer.notes.extend(of_profiles(&dataset.manifest().profiles));
    answer.notes.extend(limited.iter().map(|line| note(NoteHeading::Caution, line)));
    if let Some((first, rest)) = notice.as_deref().and_then(|notice| notice.split_once(". ")) {
        answer.notes.push(note(NoteHeading::Caution, &format!("{first}.")));
        answer.notes.push(note(NoteHeading::Depends, rest));
    }
    Ok(())
}

/// A line for each profile: what it says, and what of the scenario is left out because of it.
pub fn of_profiles(profiles: &[ProfileRecord]) -> impl Iterator<Item = Note> {
    let note = |said: String| Note { heading: NoteHeading::Caution, sentence: Sentence::default().name(&said) };
    profiles.iter().filter_map(ProfileRecord::sentence).map(note)
}

fn trials() -> Quantity {
    Quantity::plain("trials", "trials")
}
