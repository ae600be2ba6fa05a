//! Answers that come with the program: played once, kept with what they were played of, and shown at once.

mod list;

use serde::de::DeserializeOwned;
use serde_json::{Map, Value as Json, json};

use crate::AnswerError;
use crate::answer::{Answer, Note, NoteHeading, Sentence, Verdict};
use crate::words::counted;

const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

/// The answers to one question, and what they were played of.
#[derive(Clone, Debug, PartialEq)]
pub struct StoredAnswers {
    /// The research question, or the name of the scenario that was asked.
    pub question: String,
    /// Version of the physics that played them.
    pub physics_version: u32,
    /// The day on which they were played, `2026-11-29`.
    pub played_on: String,
    /// What was played.
    pub scenarios: Vec<StoredScenario>,
    /// In the order in which they were given.
    pub answers: Vec<Answer>,
}

/// A scenario of which stored answers were made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredScenario {
    /// Its name.
    pub name: String,
    /// BLAKE3 of what its file said.
    pub blake3: String,
    /// Seed of its trials.
    pub seed: u64,
    /// Trials that were played of it, those under other assumptions among them.
    pub trials: u64,
}

/// The questions that have stored answers, in order.
pub fn questions() -> impl Iterator<Item = &'static str> {
    list::STORED.iter().map(|(question, _)| *question)
}

/// The text of the file of a question, in letters of any case.
pub fn text_of(question: &str) -> Option<&'static str> {
    list::STORED.iter().find(|(known, _)| known.eq_ignore_ascii_case(question)).map(|(_, text)| *text)
}

impl StoredAnswers {
    /// What is kept of answers that were just played: folders and times of this machine are left out.
    pub fn of(
        question: &str,
        physics_version: u32,
        played_on: String,
        scenarios: Vec<StoredScenario>,
        answers: &[Answer],
    ) -> StoredAnswers {
        let mut answers = answers.to_vec();
        for answer in &mut answers {
            answer.about.dataset = None;
            answer.next.iter_mut().for_each(|next| next.seconds = None);
        }
        StoredAnswers { question: question.to_owned(), physics_version, played_on, scenarios, answers }
    }

    /// As a file has it, each answer in a line of its own.
    pub fn text(&self) -> Result<String, AnswerError> {
        let lines = self.answers.iter().map(serde_json::to_string).collect::<Result<Vec<_>, _>>();
        let lines = lines.map_err(|error| refused(&self.question, &error))?;
        let facts = self.facts();
        let facts: Vec<String> = facts.iter().map(|(name, value)| format!("\"{name}\": {value},\n")).collect();
        Ok(format!("{{\n{}\"answers\": [\n{}\n]\n}}\n", facts.concat(), lines.join(",\n")))
    }

    /// What the text of a file says.
    pub fn read(text: &str) -> Result<StoredAnswers, AnswerError> {
        let json: Json = serde_json::from_str(text).map_err(|error| refused("stored answer", &error))?;
        let scenarios: Vec<Json> = field(&json, "scenarios")?;
        let scenario = |json: &Json| {
            let (name, blake3) = (field(json, "name")?, field(json, "blake3")?);
            Ok(StoredScenario { name, blake3, seed: field(json, "seed")?, trials: field(json, "trials")? })
        };
        Ok(StoredAnswers {
            question: field(&json, "question")?,
            physics_version: field(&json, "physics_version")?,
            played_on: field(&json, "played_on")?,
            scenarios: scenarios.iter().map(scenario).collect::<Result<_, AnswerError>>()?,
            answers: field(&json, "answers")?,
        })
    }

    /// What they were played of, as files and objects have it.
    pub fn facts(&self) -> Map<String, Json> {
        let scenario =
            |of: &StoredScenario| json!({ "name": of.name, "blake3": of.blake3, "seed": of.seed, "trials": of.trials });
        let facts = [
            ("question", json!(self.question)),
            ("physics_version", json!(self.physics_version)),
            ("played_on", json!(self.played_on)),
            ("scenarios", self.scenarios.iter().map(scenario).collect()),
        ];
        facts.map(|(name, value)| (name.to_owned(), value)).into_iter().collect()
    }

    /// Why they are not what would be played today, if they are not; by the scenarios' hashes of today.
    pub fn why_old(&self, physics_version: u32, blake3_of: impl Fn(&str) -> Option<String>) -> Option<String> {
        if self.physics_version != physics_version {
            return Some(format!("it was played by physics {}, and this is {physics_version}", self.physics_version));
        }
        let changed = self.scenarios.iter().find(|known| blake3_of(&known.name).as_ref() != Some(&known.blake3));
        changed.map(|scenario| format!("the scenario {} has changed since it was played", scenario.name))
    }

    /// The answers, the first with a line that says when they were played, by what, and how many trials.
    pub fn shown(&self) -> Vec<Answer> {
        let mut answers = self.answers.clone();
        let note = Note { heading: NoteHeading::Caution, sentence: Sentence::default().name(self.said()) };
        answers.first_mut().into_iter().for_each(|first| first.notes.insert(0, note.clone()));
        answers
    }

    /// The line that says all this.
    fn said(&self) -> String {
        let trials: u64 = self.scenarios.iter().map(|scenario| scenario.trials).sum();
        let mut seeds: Vec<u64> = self.scenarios.iter().map(|scenario| scenario.seed).collect();
        seeds.dedup();
        let played = format!("Stored answer, played on {} by physics {}", day(&self.played_on), self.physics_version);
        let is_exact = self.answers.iter().all(|answer| answer.headline.verdict == Verdict::Exact);
        match (trials, &seeds[..]) {
            // what is solved has neither chance nor trials
            _ if is_exact => format!("{played}."),
            (0, _) => format!("{played}."),
            (_, [seed]) => format!("{played}: {}, seed {seed}.", counted(trials, "trial")),
            _ => format!("{played}: {}.", counted(trials, "trial")),
        }
    }
}

/// A field of an object.
fn field<T: DeserializeOwned>(json: &Json, name: &str) -> Result<T, AnswerError> {
    T::deserialize(&json[name]).map_err(|error| refused(name, &error))
}

/// That a file says what no answer is.
fn refused(what: &str, error: &serde_json::Error) -> AnswerError {
    AnswerError::Refused(format!("{what}: {error}"))
}

/// A day as people write it: `29 November 2026`; what is none stays as it is.
fn day(date: &str) -> String {
    let mut parts = date.split('-');
    let mut next = || parts.next().and_then(|part| part.parse::<usize>().ok());
    let (year, month, day) = (next(), next(), next());
    let name = month.and_then(|month| MONTHS.get(month.checked_sub(1)?));
    match (year, name, day) {
        (Some(year), Some(month), Some(day)) => format!("{day} {month} {year}"),
        _ => date.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use tolley_analysis::{Estimate, Missing};
    use tolley_experiment::value::Value;

    use super::*;
    use crate::answer::{
        About, Cell, Certainty, Column, Dependence, Finding, Form, Headline, Next, Quantity, Table, Verdict,
    };

    /// An answer in which everything is there that an answer can have.
    fn answer() -> Answer {
        let angle = Quantity { unit: "deg".to_owned(), factor: 1.0_f64.to_degrees(), ..Quantity::plain("a", "angle") };
        let share = Quantity { range: [0.0, 1.0], of: Some("a".to_owned()), ..Quantity::plain("share", "share") };
        let estimate = Estimate {
            n: 9,
            value: Some(0.1 + 0.2),
            std_error: Some(1.0 / 3.0),
            interval: Some([f64::NEG_INFINITY, 1e-300]),
        };
        let value = Value::Number(30.0);
        let says = Sentence::words("\"so\" ").name("x\u{142}").and(" ").value(value.clone(), &angle).estimate(
            estimate,
            &share,
            Form::SizeWithInterval,
        );
        let cells = vec![
            Cell::Value(Value::Count(30)),
            Cell::Estimate(estimate),
            Cell::Verdict(Verdict::Best, Some(Certainty::Probably)),
            Cell::Number(f64::INFINITY),
            Cell::P(0.05),
            Cell::Count(3),
            Cell::Name("n".to_owned()),
            Cell::Absent,
        ];
        let columns = vec![
            Column::axis(angle.clone()).headed("head"),
            Column::result(share.clone(), "share", "mean", "wilson"),
            Column::verdict(),
            Column::other(share.clone()),
            Column::other(share.clone()),
            Column::other(share.clone()),
            Column::other(share.clone()),
            Column::other(share.clone()),
        ];
        let cases = vec![(value, estimate), (Value::Choice("damp".into()), Estimate::default())];
        let dependence = Dependence { on: angle, cases, of: share, turns: true, is_assumed: false };
        Answer {
            about: About {
                kind: "fair",
                question: Some("TGQ4".to_owned()),
                dataset: Some("runs/x".to_owned()),
                seed: Some(u64::MAX),
                trials: [3, 4],
                missing: Missing { trials: 3, quarantined: 2, failed: 1 },
                ..About::default()
            },
            headline: Headline {
                verdict: Verdict::DifferentWithinMargin,
                certainty: Certainty::Clearly,
                sentence: says.clone(),
                amount: vec![says.clone()],
                depends_on: vec![dependence],
            },
            findings: vec![Finding {
                subject: "s".to_owned(),
                says: says.clone(),
                detail: Sentence::default(),
                certainty: None,
            }],
            tables: vec![Table { name: "values", title: says.clone(), columns, rows: vec![cells], is_brief: true }],
            notes: vec![Note { heading: NoteHeading::Method, sentence: says.clone() }],
            next: vec![Next { sentence: says, command: vec!["tolley".to_owned()], seconds: Some(3.0) }],
        }
    }

    fn stored() -> StoredAnswers {
        let scenario =
            StoredScenario { name: "foul_limit".to_owned(), blake3: "ab".to_owned(), seed: 7, trials: 12_000 };
        StoredAnswers::of("TGQ4", 16, "2026-11-29".to_owned(), vec![scenario], &[answer(), answer()])
    }

    #[test]
    fn an_answer_is_read_as_it_was_written() {
        let text = serde_json::to_string(&answer()).expect("JSON");
        assert_eq!(serde_json::from_str::<Answer>(&text).expect("an answer"), answer());
        let stored = stored();
        let text = stored.text().expect("JSON");
        let read = StoredAnswers::read(&text).expect("stored answers");
        assert_eq!((&read, read.text().expect("JSON")), (&stored, text));
        assert_eq!((&read.answers[0].about.dataset, read.answers[0].next[0].seconds), (&None, None));
    }

    #[test]
    fn what_was_played_otherwise_is_old() {
        let hash = |known: &'static str| move |_: &str| Some(known.to_owned());
        assert_eq!(stored().why_old(16, hash("ab")), None);
        assert_eq!(stored().why_old(17, hash("ab")).as_deref(), Some("it was played by physics 16, and this is 17"));
        let changed = "the scenario foul_limit has changed since it was played";
        assert_eq!(stored().why_old(16, hash("cd")).as_deref(), Some(changed));
        assert_eq!(stored().why_old(16, |_| None).as_deref(), Some(changed));
    }

    #[test]
    fn the_first_answer_says_when_it_was_played() {
        let shown = stored().shown();
        let line = "Stored answer, played on 29 November 2026 by physics 16: 12,000 trials, seed 7.";
        assert_eq!(shown[0].notes[0].sentence.text(), line);
        assert_eq!(shown[1], stored().answers[1]);
    }
}
