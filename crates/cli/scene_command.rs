//! `tolley scene`: from a file to events and bodies.

use std::path::Path;

use tolley_experiment::problem::escaped;
use tolley_physics::kernel::Ending;
use tolley_session::shipped::{self, Shipped};

use crate::args;
use crate::exit::{self, Stop};
use crate::{html, output, scene};

/// Plays and prints a scene.
pub fn run(args: &args::Scene) -> Result<u8, Stop> {
    if let Some(until_s) = args.until.filter(|until_s| !(until_s.is_finite() && *until_s >= 0.0)) {
        return Err(Stop::new(exit::BAD_INPUT, format!("error: --until {until_s}: allowed: 0 s or more, finite")));
    }
    let (scene, warnings) = match Shipped::found(&args.file) {
        Some(shipped) => scene::parse(&args.file.display().to_string(), shipped.text)?,
        None => scene::read(&args.file).map_err(|problems| shipped::hinted(&args.file, problems))?,
    };
    if !warnings.0.is_empty() {
        output::say(&warnings.to_string());
    }
    let played = scene::play(&scene, args.until);
    if let Some(path) = &args.html {
        write_page(args, &scene, &played, path)?;
    }
    if args.json {
        output::json(&scene::json(&scene, &played))?;
    } else {
        output::result(&scene::text(&scene, &played))?;
    }
    let Ending::Quarantined(reason) = played.ending else { return Ok(exit::DONE) };
    let file = escaped(&args.file.display().to_string());
    Err(Stop::new(
        exit::FAILURE,
        format!("{file}: quarantined: {}; the state is the one at the last event", reason.name()),
    ))
}

/// Writes the page that shows the motion.
fn write_page(args: &args::Scene, scene: &scene::Scene, played: &scene::Played, path: &Path) -> Result<(), Stop> {
    let title = args.file.file_stem().map_or_else(|| "scene".to_owned(), |name| name.display().to_string());
    let mut replay = scene::replay(scene, played, args.until, &title);
    let until = args.until.map_or_else(String::new, |until_s| format!(" --until {until_s}"));
    replay.command = format!("tolley scene {}{until} --html {}", args.file.display(), path.display());
    let page = replay.html().map_err(|error| Stop::new(exit::FAILURE, format!("error: {error}")))?;
    html::write(path, &page)?;
    output::say(&format!("wrote {} ({})", path.display(), output::bytes(page.len() as f64)));
    Ok(())
}
