//! The command that makes an answer again, and what an answer says of how its dataset was made.

use std::path::Path;

use tolley_answers::answer::{Answer, Note, NoteHeading, Sentence};
use tolley_answers::limited;
use tolley_dataset::Dataset;

use crate::exit::Stop;
use crate::flags::Flags;
use crate::{known, notice};

/// What was typed, word by word, without the number of repeats and without what only says how it is shown: `tolley rate
/// policies --set a.policy=direct`.
pub fn command(name: &str, path: &Path, flags: &Flags, own: &[String]) -> Vec<String> {
    let two = |flag: &str, value: String| [flag.to_owned(), value];
    let mut words = vec!["tolley".to_owned(), name.to_owned(), path.display().to_string()];
    words.extend_from_slice(own);
    words.extend(flags.set.iter().flat_map(|set| two("--set", set.clone())));
    words.extend(flags.sweep.iter().flat_map(|sweep| two("--sweep", sweep.clone())));
    words.extend(flags.list.iter().flat_map(|list| two("--list", list.display().to_string())));
    words.extend(flags.design.iter().flat_map(|design| two("--design", design.clone())));
    words.extend(flags.points.iter().flat_map(|points| two("--points", points.to_string())));
    words.extend(flags.seed.iter().flat_map(|seed| two("--seed", seed.to_string())));
    words.extend(flags.dice.iter().flat_map(|dice| two("--dice", dice.display().to_string())));
    words.extend(flags.board.iter().flat_map(|board| two("--board", board.display().to_string())));
    words.extend(flags.output.iter().flat_map(|output| two("-o", output.display().to_string())));
    words
}

/// Adds to an answer what must be known with its first sentence: where the nearest was played of what was asked, and
/// what every number of its game stands on.
pub fn caution(answer: &mut Answer, dataset: &Dataset) -> Result<(), Stop> {
    let limited = limited::told(dataset, known::plan_of(dataset).as_ref())?;
    let notice = notice::of(&dataset.manifest().plan);
    // a notice has lines and blanks of its own
    let notice = notice.map(|notice| notice.split_whitespace().collect::<Vec<_>>().join(" "));
    let note = |heading: NoteHeading, text: &str| Note { heading, sentence: Sentence::default().name(text) };
    answer.notes.extend(limited.iter().map(|line| note(NoteHeading::Caution, line)));
    if let Some((first, rest)) = notice.as_deref().and_then(|notice| notice.split_once(". ")) {
        answer.notes.push(note(NoteHeading::Caution, &format!("{first}.")));
        answer.notes.push(note(NoteHeading::Depends, rest));
    }
    Ok(())
}

/// Adds what must be known with an answer. Of a dataset, which is judged as it stands, no command has a number of
/// repeats.
pub fn finish(answer: &mut Answer, dataset: &Dataset, is_as_it_stands: bool) -> Result<(), Stop> {
    caution(answer, dataset)?;
    if is_as_it_stands {
        let without = |words: &mut Vec<String>| {
            if let Some(at) = words.iter().position(|word| word == "--repeats") {
                words.drain(at..(at + 2).min(words.len()));
            }
        };
        without(&mut answer.about.again);
        // more trials are played from the scenario, which a dataset does not name
        answer.next.iter_mut().for_each(|next| next.command.clear());
    }
    Ok(())
}
