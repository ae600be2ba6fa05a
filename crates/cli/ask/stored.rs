//! Answers that come with the program: shown instead of played, and kept when they are played for that.

use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use serde_json::Value as Json;
use tolley_answers::answer::Answer;
use tolley_answers::render::json;
use tolley_answers::stored::{self, StoredAnswers, StoredScenario};
use tolley_dataset::sheet;
use tolley_session::shipped::Shipped;
use tolley_session::studies::PHYSICS_VERSION;

use super::inquiry::PlayedScenario;
use super::target::{AskTarget, AskedScenario, typed};
use crate::answered::{self, Showing};
use crate::args;
use crate::exit::{self, Stop};
use crate::output;

/// Shows the stored answer to a question; one of another physics or another scenario is refused.
pub fn show(args: &args::Ask, showing: Showing) -> Result<u8, Stop> {
    let why = "a stored answer is as it was played; this flag is for what is played now";
    exit::refuse(&about_playing(args), why)?;
    let folder = args.flags.output.as_deref();
    if args.csv && folder.is_none() {
        return Err(bad("--csv: name the folder of a stored answer: -o FOLDER"));
    }
    let question = question(args)?;
    let text = stored::text_of(&question).ok_or_else(|| absent(&question))?;
    let found = of_today(&question, text)?;
    let answers = of_kind(found.shown(), args)?;
    if !showing.is_json {
        answered::print_and_keep(&answers, folder, showing)?;
        return Ok(exit::DONE);
    }
    let objects: Vec<Json> = answers.iter().map(|answer| with_facts(answer, &found)).collect();
    match &objects[..] {
        [one] => output::json(one)?,
        several => output::json(&several)?,
    }
    folder.map_or(Ok(()), |folder| answered::keep(&answers, folder, showing.has_csv))?;
    Ok(exit::DONE)
}

/// What the file of a question says, if today the same would be played.
fn of_today(question: &str, text: &str) -> Result<StoredAnswers, Stop> {
    let found = StoredAnswers::read(text)?;
    match found.why_old(PHYSICS_VERSION, blake3_of) {
        Some(why) => {
            Err(bad(format!("{question}: the stored answer is old: {why}; play it anew: tolley ask {question}")))
        }
        None => Ok(found),
    }
}

/// Keeps answers that were just played in a file that comes with the next build of the program.
pub fn keep(path: &Path, args: &args::Ask, played: &[PlayedScenario], answers: &[Answer]) -> Result<(), Stop> {
    let question = question(args)?;
    let scenario = |played: &PlayedScenario| {
        let PlayedScenario { name, seed, trials } = played.clone();
        let blake3 = blake3_of(&name).ok_or_else(|| bad(format!("{name}: it does not come with the program")))?;
        Ok(StoredScenario { name, blake3, seed, trials })
    };
    let scenarios = played.iter().map(scenario).collect::<Result<Vec<_>, Stop>>()?;
    let kept = StoredAnswers::of(&question, PHYSICS_VERSION, today(), scenarios, answers);
    let text = kept.text()?;
    // what cannot be read again would be found out by whoever asks
    if StoredAnswers::read(&text)? != kept {
        return Err(Stop::new(exit::FAILURE, format!("error: {question}: its answer is not read as it is written")));
    }
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    sheet::make_folder(folder)?;
    Ok(sheet::write_text(folder, &name, &text)?)
}

/// Whether a question has a stored answer that would be shown.
pub fn is_there(question: &str) -> bool {
    stored::text_of(question).is_some_and(|text| of_today(question, text).is_ok())
}

/// The number of the research question, or the name of the shipped scenario, that is asked.
fn question(args: &args::Ask) -> Result<String, Stop> {
    let (_, name) = typed(args)?;
    let name = name.unwrap_or_default();
    let of_scenario = |asked: &AskedScenario| {
        let shipped = || Shipped::found(&asked.path).map(|shipped| shipped.name().to_owned());
        asked.question.clone().or_else(shipped)
    };
    let found = match AskTarget::of(args)? {
        AskTarget::Scenarios(scenarios) => scenarios.first().and_then(of_scenario),
        AskTarget::Questions | AskTarget::Dataset(_) => None,
    };
    found.ok_or_else(|| bad(format!("{name}: only a question that comes with the program has a stored answer")))
}

/// That there is none, with what has one.
fn absent(question: &str) -> Stop {
    let all: Vec<&str> = stored::questions().filter(|question| is_there(question)).collect();
    let known = if all.is_empty() { String::new() } else { format!("; there are answers to {}", all.join(", ")) };
    bad(format!("{question}: there is no stored answer{known}; play it: tolley ask {question}"))
}

/// The answers of the kind that was typed, if one was.
fn of_kind(answers: Vec<Answer>, args: &args::Ask) -> Result<Vec<Answer>, Stop> {
    let (Some(kind), Some(name)) = typed(args)? else { return Ok(answers) };
    let said = answers.first().and_then(|first| first.notes.first()).cloned();
    let mut kept: Vec<Answer> = answers.into_iter().filter(|answer| answer.about.kind == kind.name()).collect();
    let Some(first) = kept.first_mut() else {
        let (kind, play) = (kind.name(), format!("tolley ask {} {name}", kind.name()));
        return Err(bad(format!("{name}: there is no stored answer of kind {kind}; play it: {play}")));
    };
    // the line stands in the first one that is shown
    if first.notes.first() != said.as_ref() {
        said.into_iter().for_each(|said| first.notes.insert(0, said));
    }
    Ok(kept)
}

/// The object of an answer with what it was played of.
fn with_facts(answer: &Answer, found: &StoredAnswers) -> Json {
    let mut object = json::object(answer);
    object["stored"] = Json::Object(found.facts());
    object
}

/// Flags that were given and say what is played.
fn about_playing(args: &args::Ask) -> Vec<&'static str> {
    let own = [
        ("--over", !args.over.is_empty()),
        ("--vs", !args.vs.is_empty()),
        ("--along", args.along.is_some()),
        ("--against", args.against.is_some()),
        ("--better", args.better.is_some()),
        ("--measure", args.measure.is_some()),
        ("--margin", args.margin.is_some()),
        ("--minutes", args.minutes.is_some()),
        ("--no-strata", args.no_strata),
    ];
    let own = own.into_iter().filter(|(_, is_given)| *is_given).map(|(flag, _)| flag);
    own.chain(args.flags.about_playing().into_iter().filter(|flag| *flag != "--output")).collect()
}

/// Hash of a scenario that comes with the program.
fn blake3_of(name: &str) -> Option<String> {
    Shipped::all().iter().find(|shipped| shipped.name() == name).map(|shipped| shipped.blake3())
}

/// Today by the calendar of Greenwich, `2026-11-29`.
fn today() -> String {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    date(since / 86_400)
}

/// The date of a day that is counted from 1 January 1970.
fn date(mut days: u64) -> String {
    let is_leap = |year: u64| year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    let mut year = 1970;
    while days >= 365 + u64::from(is_leap(year)) {
        days -= 365 + u64::from(is_leap(year));
        year += 1;
    }
    let mut month = 1;
    for length in [31, 28 + u64::from(is_leap(year)), 31, 30, 31, 30, 31, 31, 30, 31, 30] {
        if days < length {
            break;
        }
        (days, month) = (days - length, month + 1);
    }
    format!("{year}-{month:02}-{:02}", days + 1)
}

/// Refuses what is asked for.
fn bad(message: impl std::fmt::Display) -> Stop {
    Stop::new(exit::BAD_INPUT, format!("error: {message}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_of_an_older_version_is_refused_in_one_line() {
        let scenario = StoredScenario { name: "foul_limit".to_owned(), blake3: String::new(), seed: 1, trials: 2 };
        let stored = |physics_version: u32| {
            let day = "2026-11-29".to_owned();
            let stored = StoredAnswers::of("TGQ4", physics_version, day, vec![scenario.clone()], &[]);
            of_today("TGQ4", &stored.text().expect("JSON"))
        };
        let told = |physics_version: u32| stored(physics_version).expect_err("it is old");
        let is_said = |stop: Stop, why: &str| {
            let said = format!("error: TGQ4: the stored answer is old: {why}; play it anew: tolley ask TGQ4");
            assert_eq!((stop.code, stop.message), (exit::BAD_INPUT, said));
        };
        is_said(told(1), &format!("it was played by physics 1, and this is {PHYSICS_VERSION}"));
        is_said(told(PHYSICS_VERSION), "the scenario foul_limit has changed since it was played");
    }

    #[test]
    fn days_have_dates() {
        let dates = [(0, "1970-01-01"), (789, "1972-02-29"), (790, "1972-03-01"), (20_786, "2026-11-29")];
        for (days, expected) in dates {
            assert_eq!(date(days), expected);
        }
        assert_eq!(date(10_956), "1999-12-31");
    }
}
