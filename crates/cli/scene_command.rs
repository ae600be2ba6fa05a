//! `tolley scene`: from a file to events and bodies.

use std::path::Path;

use tolley_answers::render::shell_line;
use tolley_experiment::problem::escaped;
use tolley_physics::kernel::Ending;
use tolley_scenes::{self as scenes, Scene, SceneResult};
use tolley_session::shipped::{self, Shipped};

use crate::args;
use crate::exit::{self, Stop};
use crate::{output, scene_text};

/// Plays and prints a scene.
pub fn run(args: &args::Scene) -> Result<u8, Stop> {
    if let Some(until_s) = args.until.filter(|until_s| !(until_s.is_finite() && *until_s >= 0.0)) {
        return Err(Stop::new(exit::BAD_INPUT, format!("error: --until {until_s}: allowed: 0 s or more, finite")));
    }
    let (scene, warnings) = match Shipped::found(&args.file) {
        Some(shipped) if !shipped.is_scene() => {
            let message = format!("error: {0} is a scenario: tolley run {0}", shipped.name());
            return Err(Stop::new(exit::BAD_INPUT, message));
        }
        Some(shipped) => scenes::parse(&args.file.display().to_string(), shipped.text)?,
        None => scenes::read(&args.file).map_err(|problems| shipped::hinted(&args.file, problems))?,
    };
    if !warnings.0.is_empty() {
        output::say(&warnings.to_string());
    }
    let played = scenes::play(&scene, args.until);
    if let Some(path) = &args.html {
        write_page(args, &scene, &played, path)?;
    }
    if args.json {
        output::json(&scenes::json(&scene, &played))?;
    } else {
        output::result(&scene_text::text(&scene, &played))?;
    }
    let Ending::Quarantined(reason) = played.ending else { return Ok(exit::DONE) };
    let file = escaped(&args.file.display().to_string());
    Err(Stop::new(
        exit::FAILURE,
        format!("{file}: quarantined: {}; the state is the one at the last event", reason.name()),
    ))
}

/// Writes the page that shows the motion.
fn write_page(args: &args::Scene, scene: &Scene, played: &SceneResult, path: &Path) -> Result<(), Stop> {
    let title = args.file.file_stem().map_or_else(|| "scene".to_owned(), |name| name.display().to_string());
    let mut replay = scenes::replay(scene, played, args.until, &title);
    let mut words = vec!["tolley".to_owned(), "scene".to_owned(), args.file.display().to_string()];
    words.extend(args.until.iter().flat_map(|until_s| ["--until".to_owned(), until_s.to_string()]));
    words.extend(["--html".to_owned(), path.display().to_string()]);
    replay.command = shell_line(&words);
    let page = replay.html().map_err(|error| Stop::new(exit::FAILURE, format!("error: {error}")))?;
    tolley_pages::write_new(path, &page)?;
    output::say(&format!("wrote {} ({})", path.display(), output::bytes(page.len() as f64)));
    Ok(())
}
