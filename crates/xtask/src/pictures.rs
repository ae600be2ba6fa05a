//! The pictures of README.md and of the pages: `cargo xtask pictures`.

use std::path::Path;
use std::process::Command;

use crate::pages;
use crate::report::Report;
use crate::scenarios;

const SCENARIO: &str = "scenarios/tinsley_green/knuckling_down.toml";
/// Whose first trial is shown as it moved.
const REPLAYED: &str = "scenarios/tinsley_green/stay_on.toml";
/// How much of the page of an answer is shown: its first sentence, and the ring with what its colours mean.
const HEIGHT: &str = "665";

/// Plays what is to be seen, and keeps the pictures in `docs/img/`.
pub fn draw(root: &Path, report: &mut Report) {
    let web = root.join("crates/report/web");
    if report.note("node and a browser", pages::installed(&web)) {
        let folder = scenarios::fresh_folder(root, "pictures");
        answer(root, &web, &folder, report);
        replay(root, &web, &folder, report);
    }
}

fn tolley(root: &Path) -> Command {
    let mut command = Command::new(scenarios::built(root, "release", "tolley"));
    command.current_dir(root);
    command
}

/// The first shot of a match, from a recording, as it is at a share of its time.
fn replay(root: &Path, web: &Path, folder: &Path, report: &mut Report) {
    let page = folder.join("replay.html");
    if report.step("replay", tolley(root).args(["show", REPLAYED, "--recording", "0", "-o"]).arg(&page)) {
        let mut picture = Command::new("node");
        picture.current_dir(web).arg("test/replay_picture.mjs").arg(&page).arg(root.join("docs/img/replay.png"));
        report.step("its picture", picture.args(["0", "0.45"]));
    }
}

/// The answer of the main job, from its page.
fn answer(root: &Path, web: &Path, folder: &Path, report: &mut Report) {
    let (dataset, page) = (folder.join("answer"), folder.join("answer.html"));
    let played = report.step("answer", tolley(root).args(["run", SCENARIO, "--quiet", "-o"]).arg(&dataset));
    if played && report.step("its page", tolley(root).arg("show").arg(&dataset).args(["--page", "-o"]).arg(&page)) {
        let mut picture = Command::new("node");
        picture.current_dir(web).arg("test/picture.mjs").arg(&page).arg(root.join("docs/img/answer.png")).arg(HEIGHT);
        report.step("its picture", &mut picture);
    }
}
