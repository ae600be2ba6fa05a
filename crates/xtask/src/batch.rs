//! The template for GNU parallel, as docs/batch.md has it: four shares at once, and the same bytes as one run.

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::pages;
use crate::report::Report;
use crate::scenarios::{built, fresh_folder};

const SCENARIO: &str = "\
study = \"cymbergaj/flick\"
seed = 1
repeats = 20000
[sweep.axes]
\"strike.speed_m_s\" = [1.0, 2.0]
";

/// Plays it, beside one run of the whole.
pub fn check(root: &Path, report: &mut Report) {
    report.note("GNU parallel, docs/batch.md", pages::needed(&[("parallel", "parallel")]).and_then(|()| play(root)));
}

fn play(root: &Path) -> Result<(), String> {
    let folder = fresh_folder(root, "batch");
    let told = |path: &Path, error: std::io::Error| format!("{}: {error}", path.display());
    fs::create_dir_all(&folder).map_err(|error| told(&folder, error))?;
    let (scenario, docs) = (folder.join("scenario.toml"), root.join("docs/batch.md"));
    fs::write(&scenario, SCENARIO).map_err(|error| told(&scenario, error))?;
    let docs = fs::read_to_string(&docs).map_err(|error| told(&docs, error))?;
    let after = docs.split_once("## GNU parallel\n").ok_or("docs/batch.md has no GNU parallel")?.1;
    let template = after.split_once("```bash\n").and_then(|(_, block)| block.split_once("```"));
    let template = template.ok_or("docs/batch.md has no template for GNU parallel")?.0;
    let program = built(root, "release", "tolley");
    let mut path = program.parent().map(|parent| parent.as_os_str().to_owned()).unwrap_or_default();
    path.push(":");
    path.push(env::var_os("PATH").unwrap_or_default());
    for script in [template, "tolley run scenario.toml -o whole --quiet"] {
        let mut bash = Command::new("bash");
        bash.current_dir(&folder).env("PATH", &path).args(["-e", "-c", script]).stdout(Stdio::null());
        let status = bash.status().map_err(|error| format!("bash: {error}"))?;
        if !status.success() {
            return Err(format!("{script}: {status}"));
        }
    }
    let [shares, whole] = ["dataset", "whole"].map(|name| files(&folder.join(name)));
    if shares? == whole? { Ok(()) } else { Err("four shares and one run differ".to_owned()) }
}

/// Every file below a folder with its bytes.
fn files(folder: &Path) -> Result<BTreeMap<PathBuf, Vec<u8>>, String> {
    let mut found = BTreeMap::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(&next).map_err(|error| format!("{}: {error}", next.display()))?.flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let bytes = fs::read(&path).map_err(|error| format!("{}: {error}", path.display()))?;
            found.insert(path.strip_prefix(folder).unwrap_or(&path).to_path_buf(), bytes);
        }
    }
    Ok(found)
}
