//! The tests of the pages, which need node and a browser.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::report::Report;
use crate::scenarios;

const BROWSER: &str = "/usr/bin/chromium";
const ADVICE: &str = "install node 18 or newer with npm, and Chromium as /usr/bin/chromium or as the environment variable \
                      CHROMIUM says (on Debian: nodejs, npm, chromium), or skip the pages with `cargo xtask test --no-browser`";

/// Whether the bundles are current, and every kind of page in a headless Chromium.
pub fn check(root: &Path, datasets: &[PathBuf], report: &mut Report) {
    let web = root.join("crates/report/web");
    if !report.note("node and a browser", installed(&web)) {
        return;
    }
    report.step("bundles", Command::new("node").current_dir(&web).arg("test/bundle.mjs"));
    for test in ["report", "replay"] {
        let mut pages = Command::new("node");
        pages.current_dir(&web).arg(format!("test/{test}.mjs")).arg(scenarios::built(root, "release", "tolley"));
        let folder = scenarios::fresh_folder(root, test);
        if let Err(error) = fs::create_dir_all(&folder) {
            report.note(test, Err(format!("{}: {error}", folder.display())));
            continue;
        }
        report.step(&format!("pages, {test}"), pages.arg(folder).args(datasets));
    }
}

/// Installs what is missing: by apt-get where that can be, else it says what.
pub fn installed(web: &Path) -> Result<(), String> {
    let mut missing = Vec::new();
    // one of them may be there from elsewhere, with which that of Debian does not agree
    missing.extend(
        [("node", "nodejs"), ("npm", "npm")].iter().filter(|(program, _)| !answers(program)).map(|(_, name)| *name),
    );
    let browser = std::env::var_os("CHROMIUM").unwrap_or_else(|| BROWSER.into());
    if !Path::new(&browser).exists() {
        missing.push("chromium");
    }
    install(&missing)?;
    packages(web)
}

/// Installs packages of which the programs do not answer.
pub fn needed(programs: &[(&str, &'static str)]) -> Result<(), String> {
    let missing = programs.iter().filter(|(program, _)| !answers(program)).map(|(_, package)| *package);
    install(&missing.collect::<Vec<_>>())
}

fn install(missing: &[&str]) -> Result<(), String> {
    if missing.is_empty() {
        return Ok(());
    }
    println!("\n== {} by apt-get (once)", missing.join(", "));
    let install = ["install", "-y", "--no-install-recommends", "-qq"];
    succeed(apt().args(["update", "-qq"])).map_err(advised)?;
    succeed(apt().args(install).args(missing)).map_err(advised)
}

fn apt() -> Command {
    let mut command = Command::new("apt-get");
    command.env("DEBIAN_FRONTEND", "noninteractive").stdout(Stdio::null());
    command
}

/// The packages of the lock file; installed anew when it changes.
fn packages(web: &Path) -> Result<(), String> {
    let read = |file: &Path| fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()));
    let lock = read(&web.join("package-lock.json"))?;
    let stamp = web.join("node_modules/installed-lock.json");
    if read(&stamp).is_ok_and(|installed| installed == lock) {
        return Ok(());
    }
    println!("\n== node packages (once)");
    succeed(Command::new("npm").current_dir(web).args(["ci", "--no-audit", "--no-fund", "--loglevel=error"]))?;
    fs::write(&stamp, lock).map_err(|error| error.to_string())
}

fn answers(program: &str) -> bool {
    let mut command = Command::new(program);
    command.arg("--version").stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

fn advised(error: String) -> String {
    format!("{error}; {ADVICE}")
}

/// Runs a command; what went wrong.
pub fn succeed(command: &mut Command) -> Result<(), String> {
    let program = command.get_program().to_string_lossy().into_owned();
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("{program}: {status}")),
        Err(error) => Err(format!("{program}: {error}")),
    }
}
