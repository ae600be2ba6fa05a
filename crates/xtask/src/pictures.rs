//! The pictures of README.md: `cargo xtask pictures`.

use std::path::Path;
use std::process::Command;

use crate::pages;
use crate::report::Report;
use crate::scenarios;

const SCENARIO: &str = "scenarios/tinsley_green/knuckling_down.toml";
/// Whose first trial is replayed.
const REPLAYED: &str = "scenarios/tinsley_green/stay_on.toml";
/// Straight shots at the limit of the hand, by three hands.
const RING: [&str; 8] = [
    "--repeats",
    "40",
    "--set",
    "shot.speed_m_s=5",
    "--set",
    "shot.spin_ratio=0",
    "--sweep",
    "player.aim_sd_rad=0.6 deg,1.2 deg,3.5 deg",
];

/// Plays what is to be seen, and keeps the pictures in `docs/img/`.
pub fn draw(root: &Path, report: &mut Report) {
    let web = root.join("crates/report/web");
    if report.note("node and a browser", pages::installed(&web)) {
        let folder = scenarios::fresh_folder(root, "pictures");
        ring(root, &web, &folder, report);
        replay(root, &web, &folder, report);
    }
}

fn tolley(root: &Path) -> Command {
    let mut command = Command::new(scenarios::built(root, "release", "tolley"));
    command.current_dir(root);
    command
}

/// The first shot of a match, from a replay, as it is at a share of its time.
fn replay(root: &Path, web: &Path, folder: &Path, report: &mut Report) {
    let page = folder.join("replay.html");
    if report.step("replay", tolley(root).args(["show", REPLAYED, "--recording", "0", "-o"]).arg(&page)) {
        let mut picture = Command::new("node");
        picture.current_dir(web).arg("test/replay_picture.mjs").arg(&page).arg(root.join("docs/img/replay.png"));
        report.step("its picture", picture.args(["0", "0.45"]));
    }
}

/// The map of the ring, from a report.
fn ring(root: &Path, web: &Path, folder: &Path, report: &mut Report) {
    let (dataset, page) = (folder.join("ring"), folder.join("ring.html"));
    let played =
        report.step("ring", tolley(root).args(["run", SCENARIO, "--quiet"]).args(RING).arg("-o").arg(&dataset));
    if played && report.step("its page", tolley(root).arg("show").arg(&dataset).args(["--page", "-o"]).arg(&page)) {
        let mut picture = Command::new("node");
        picture.current_dir(web).arg("test/picture.mjs").arg(&page).arg("0").arg(root.join("docs/img/ring.png"));
        report.step("its picture", &mut picture);
    }
}
