//! `tolley new`: a scenario to begin with, in the folder where one is, with every key that it may set.

use std::path::PathBuf;

use tolley_experiment::playable::Playable;
use tolley_experiment::problem::nearest;
use tolley_session::shipped::Shipped;
use tolley_session::{starter, studies};

use crate::args;
use crate::exit::{self, Stop};
use crate::output;

/// Writes a scenario of ours, or one of a study, and all keys that it does not set as comments.
pub fn run(args: &args::New) -> Result<u8, Stop> {
    let shipped = Shipped::all().iter().find(|shipped| shipped.name() == args.name);
    let (text, stem) = match (shipped, studies::named(&args.name)) {
        (Some(shipped), _) => (starter::of_shipped(*shipped)?, shipped.name().to_owned()),
        (None, Some(study)) => (starter::of_study(&study.info())?, args.name.replace(['/', '-'], "_")),
        (None, None) => return Err(unknown(&args.name)),
    };
    let path = args.output.clone().unwrap_or_else(|| PathBuf::from(format!("{stem}.toml")));
    tolley_pages::write_new(&path, &text)?;
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
