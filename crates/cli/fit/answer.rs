//! What a player's errors are, as an answer: the largest matter in a sentence, all keys in a table.

use tolley_analysis::Estimate;
use tolley_answers::answer::{
    About, Answer, Cell, Certainty, Column, Form, Headline, Next, Note, NoteHeading, Quantity, Sentence, Table, Verdict,
};
use tolley_experiment::shown;
use tolley_experiment::value::Value;
use tolley_session::studies;

use super::{Errors, Key};

/// The answer of a file of measurements.
pub fn answer(errors: &Errors, file: &str) -> Answer {
    let command = ["tolley", "fit", file].map(str::to_owned).to_vec();
    let about = About { kind: "fit", again: command, trials: [errors.n; 2], ..About::default() };
    let headline = headline(errors);
    let next = match headline.verdict {
        Verdict::CannotTell => more(errors),
        _ => Vec::new(),
    };
    let note = |text: &String| Note { heading: NoteHeading::Method, sentence: Sentence::default().name(text.as_str()) };
    Answer {
        about,
        headline,
        findings: Vec::new(),
        tables: vec![table(errors)],
        notes: errors.notes.iter().map(note).collect(),
        next,
    }
}

/// The first deviation that is told.
fn headline(errors: &Errors) -> Headline {
    let first = errors.keys.iter().find(|key| key.is_deviation());
    let quantity = first.map_or_else(|| Quantity::plain("aim", "spread of the aim"), |key| quantity(&key.name));
    let described = |verdict, certainty, sentence, amount| Headline {
        verdict,
        certainty,
        sentence,
        amount,
        depends_on: Vec::new(),
    };
    match first.filter(|key| key.told().is_some()) {
        Some(key) => {
            let estimate = estimate(key, errors.n);
            let sentence = Sentence::words("the ")
                .name(&quantity.label)
                .and(" is ")
                .estimate(estimate, &quantity, Form::Alone)
                .and(": two of three shots err by less.");
            let amount = errors
                .keys
                .iter()
                .filter(|key| key.is_deviation() && key.told().is_some())
                .take(2)
                .map(amount(errors.n));
            described(Verdict::Described, Certainty::Clearly, sentence, amount.collect())
        }
        None => {
            let sentence = Sentence::words("cannot tell yet how large the ").name(&quantity.label).and(" is.");
            described(Verdict::CannotTell, Certainty::CannotTell, sentence, Vec::new())
        }
    }
}

fn amount(n: u64) -> impl Fn(&Key) -> Sentence {
    move |key| {
        let quantity = quantity(&key.name);
        Sentence::default().name(&quantity.label).and(": ").estimate(estimate(key, n), &quantity, Form::WithInterval)
    }
}

fn more(errors: &Errors) -> Vec<Next> {
    let count = Quantity::plain("shots", "shots");
    let sentence = Sentence::words("measure ").value(Value::Count((4 * errors.n).max(20)), &count).and(" or more");
    vec![Next { sentence, command: Vec::new(), seconds: None }]
}

/// What a key of `[player]` is called, and its unit.
fn quantity(name: &str) -> Quantity {
    let infos = studies::infos();
    let mut keys = infos.iter().flat_map(|info| &info.schema.keys);
    let known = keys.find(|key| key.path.table == "player" && key.path.name == name);
    known.map_or_else(
        || Quantity::plain(name, name),
        |key| Quantity {
            unit: key.shown.to_owned(),
            factor: shown::factor(name, key.shown).unwrap_or(1.0),
            ..Quantity::plain(name, &key.label)
        },
    )
}

fn estimate(key: &Key, n: u64) -> Estimate {
    let [low, high] = key.interval;
    let interval = [low.unwrap_or(f64::NEG_INFINITY), high.unwrap_or(f64::INFINITY)];
    Estimate { value: key.told(), std_error: None, interval: Some(interval), n }
}

fn table(errors: &Errors) -> Table {
    let row = |key: &Key| {
        vec![
            Cell::Value(Value::Choice(key.name.clone().into())),
            Cell::Name(quantity(&key.name).label),
            Cell::Estimate(estimate(key, errors.n)),
            Cell::Name(key.method.to_owned()),
            Cell::Name(key.unsure.unwrap_or_default().to_owned()),
        ]
    };
    let other = |name: &str, label: &str| Column::other(Quantity::plain(name, label));
    Table {
        name: "player",
        title: Sentence::words("what is known of the player, SI"),
        columns: vec![
            Column::axis(Quantity::plain("key", "key")),
            other("label", "what it is"),
            Column::result(Quantity::plain("value", "value"), "errors", "fitted", ""),
            other("method", "method"),
            other("unsure", "why it is not to be pasted"),
        ],
        rows: errors.keys.iter().map(row).collect(),
        is_brief: false,
    }
}
