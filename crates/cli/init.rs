//! `tolley init`: a scenario to begin with, in the folder where one is, with every key that it may set.

use std::fmt::Write as _;
use std::path::PathBuf;

use tolley_experiment::playable::Playable;
use tolley_experiment::problem::nearest;
use tolley_experiment::scenario::{self, Overrides, describe};
use tolley_experiment::study::StudyInfo;
use tolley_session::shipped::Shipped;
use tolley_session::studies;

use crate::args;
use crate::exit::{self, Stop};
use crate::html;
use crate::output;

/// Writes a scenario of ours, or one of a study, and all keys that it does not set as comments.
pub fn run(args: &args::Init) -> Result<u8, Stop> {
    let shipped = Shipped::all().iter().find(|shipped| shipped.name() == args.name);
    let (text, stem) = match (shipped, studies::named(&args.name)) {
        (Some(shipped), _) if shipped.is_scene() => (shipped.text.to_owned(), shipped.name().to_owned()),
        (Some(shipped), _) => (with_keys(shipped.text)?, shipped.name().to_owned()),
        (None, Some(study)) => (with_keys(&of_study(&study.info()))?, args.name.replace(['/', '-'], "_")),
        (None, None) => return Err(unknown(&args.name)),
    };
    let path = args.output.clone().unwrap_or_else(|| PathBuf::from(format!("{stem}.toml")));
    html::write(&path, &text)?;
    let verb = if shipped.is_some_and(|shipped| shipped.is_scene()) { "scene" } else { "run" };
    output::result(&format!("wrote {}; play it with: tolley {verb} {}", path.display(), path.display()))?;
    Ok(exit::DONE)
}

fn unknown(name: &str) -> Stop {
    let known = Shipped::all().iter().map(|shipped| shipped.name()).chain(studies::all().map(Playable::name));
    let hint = nearest(name, known).map_or_else(
        || "; `tolley list` prints scenarios and studies".to_owned(),
        |near| format!("; did you mean {near}?"),
    );
    Stop::new(exit::BAD_INPUT, format!("error: no scenario and no study is named {name}{hint}"))
}

fn of_study(study: &StudyInfo) -> String {
    format!(
        "# What do you want to know?\nstudy   = \"{}\"\nseed    = 1\nrepeats = 1000    # trials a point\n",
        study.name
    )
}

/// A scenario, and as comments the keys that it does not set, table by table, with what they mean.
fn with_keys(text: &str) -> Result<String, Stop> {
    let (plan, _) = scenario::parse("scenario", text, &studies::infos(), Overrides::default())?;
    let mut text = format!(
        "{}\n# Every other key of {}, with its default. Take the # away from a key and from its table, or\n\
         # move the key to where the table stands above. A bare number is in the unit of the name, \"3 cm\" in its own.\n",
        text.trim_end().to_owned() + "\n",
        plan.study.name
    );
    let mut table = "";
    let keys = plan.study.schema.keys.iter().enumerate();
    for (index, key) in keys.filter(|(index, _)| !plan.is_set(*index) && plan.axis_of(*index).is_none()) {
        if key.path.table != table {
            table = key.path.table;
            let _ = write!(text, "\n# [{table}]\n");
        }
        let (range, _) = describe(key);
        let assumed = if key.assumption.is_some() { "; assumed" } else { "" };
        let default = &plan.study.schema.keys[index].default;
        let _ = writeln!(text, "# {} = {}    # {}; {range}{assumed}", key.path.name, literal(default), key.about);
    }
    Ok(text)
}

/// A value as a file says it.
fn literal(value: &tolley_experiment::value::Value) -> String {
    match value {
        tolley_experiment::value::Value::Choice(choice) => format!("\"{choice}\""),
        other => other.to_string(),
    }
}
