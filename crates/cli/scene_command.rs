//! `tolley scene`: from a file to events and bodies.

use tolley_experiment::problem::escaped;
use tolley_physics::kernel::Ending;

use crate::args;
use crate::exit::{self, Stop};
use crate::{output, scene};

/// Plays and prints a scene.
pub fn run(args: &args::Scene) -> Result<u8, Stop> {
    if let Some(until_s) = args.until.filter(|until_s| !(until_s.is_finite() && *until_s >= 0.0)) {
        return Err(Stop::new(exit::BAD_INPUT, format!("error: --until {until_s}: allowed: 0 s or more, finite")));
    }
    let (scene, warnings) = scene::read(&args.file)?;
    if !warnings.0.is_empty() {
        output::say(&warnings.to_string());
    }
    let played = scene::play(&scene, args.until);
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
