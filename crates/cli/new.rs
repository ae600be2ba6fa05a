//! `tolley new`: a scenario to begin with, in the folder where one is, with every key that it may set, or a profile to
//! fill in.

use std::path::PathBuf;

use tolley_answers::render::shell_line;
use tolley_experiment::playable::Playable;
use tolley_experiment::problem::nearest;
use tolley_session::shipped::Shipped;
use tolley_session::{starter, studies};

use crate::args;
use crate::exit::{self, Stop};
use crate::output;
use crate::profile::{self, Template};

/// Writes a scenario of ours, or one of a study, and all keys that it does not set as comments.
pub fn run(args: &args::New) -> Result<u8, Stop> {
    if let Some(template) = profile::template(&args.name) {
        return of_profile(template, args);
    }
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

/// Writes a profile to fill in.
fn of_profile(template: &Template, args: &args::New) -> Result<u8, Stop> {
    let path = args.output.clone().unwrap_or_else(|| PathBuf::from(format!("{}.toml", template.name)));
    tolley_pages::write_new(&path, template.text)?;
    let (path, tried) = (path.display().to_string(), template.tried);
    output::result(&format!(
        "wrote {path}; fill it in, then for example: tolley {tried} --with {}",
        shell_line(std::slice::from_ref(&path))
    ))?;
    Ok(exit::DONE)
}

fn unknown(name: &str) -> Stop {
    let profiles = profile::TEMPLATES.iter().map(|template| template.name);
    let known = Shipped::all().iter().map(|shipped| shipped.name()).chain(studies::all().map(Playable::name));
    let known = known.chain(profiles);
    let hint = nearest(name, known).map_or_else(
        || "; `tolley list` prints scenarios and studies".to_owned(),
        |near| format!("; did you mean {near}?"),
    );
    Stop::new(exit::BAD_INPUT, format!("error: no scenario, study or profile is named {name}{hint}"))
}
