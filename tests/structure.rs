//! The rules of the house: who may use whom, and how each crate is set up.

mod circles;
mod locks;
mod names;
mod reached;
mod source;

use cargo_metadata::{DependencyKind, Metadata, MetadataCommand, Package};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Which of our crates each crate may use; the root package may use all.
const MAY_USE: &[(&str, &[&str])] = &[
    ("tolley-physics", &[]),
    ("tolley-experiment", &[]),
    ("tolley-tinsley-green", &["tolley-physics", "tolley-experiment"]),
    ("tolley-cymbergaj", &["tolley-physics", "tolley-experiment"]),
    ("tolley-dice-football", &["tolley-experiment"]),
    ("tolley-dataset", &["tolley-experiment"]),
    ("tolley-statistics", &[]),
    ("tolley-search", &["tolley-experiment", "tolley-statistics"]),
    ("tolley-analysis", &["tolley-dataset", "tolley-experiment", "tolley-statistics"]),
    ("tolley-report", &["tolley-physics"]),
    ("tolley-scenes", &["tolley-physics", "tolley-experiment", "tolley-tinsley-green", "tolley-report"]),
    (
        "tolley-session",
        &[
            "tolley-physics",
            "tolley-experiment",
            "tolley-tinsley-green",
            "tolley-cymbergaj",
            "tolley-dice-football",
            "tolley-dataset",
            "tolley-analysis",
        ],
    ),
    ("tolley-answers", &["tolley-analysis", "tolley-dataset", "tolley-experiment", "tolley-search"]),
    (
        "tolley-pages",
        &[
            "tolley-physics",
            "tolley-experiment",
            "tolley-tinsley-green",
            "tolley-cymbergaj",
            "tolley-dice-football",
            "tolley-dataset",
            "tolley-analysis",
            "tolley-search",
            "tolley-report",
            "tolley-answers",
        ],
    ),
    ("xtask", &[]),
    (
        "tolley-python",
        &[
            "tolley",
            "tolley-answers",
            "tolley-pages",
            "tolley-experiment",
            "tolley-tinsley-green",
            "tolley-cymbergaj",
            "tolley-dice-football",
            "tolley-dataset",
            "tolley-scenes",
            "tolley-session",
            "tolley-search",
            "tolley-statistics",
        ],
    ),
];

/// Crates that only these of ours may use, tests and benches of the root aside.
const ONLY_IN: &[(&str, &[&str])] = &[
    ("arrow-array", &["tolley-dataset", "tolley-python"]),
    ("arrow-schema", &["tolley-dataset", "tolley-python"]),
    ("arrow-select", &["tolley-dataset"]),
    ("pyo3", &["tolley-python"]),
    ("rustix", &["tolley-dataset"]),
    ("parquet", &["tolley-dataset"]),
    ("bytes", &["tolley-dataset"]),
    ("zstd", &["tolley-dataset"]),
    ("rayon", &["tolley-experiment"]),
    ("rand_xoshiro", &["tolley-experiment"]),
    ("toml", &["tolley-experiment"]),
    ("sha2", &["tolley-report"]),
    ("base64", &["tolley-report"]),
    ("clap", &["tolley"]),
    ("console", &["tolley"]),
    ("indicatif", &["tolley"]),
    ("signal-hook", &["tolley"]),
];

/// Lines of a file.
const MOST_LINES: usize = 420;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn metadata() -> Metadata {
    let mut command = MetadataCommand::new();
    command.manifest_path(root().join("Cargo.toml")).no_deps();
    command.exec().expect("cargo metadata")
}

fn ours(metadata: &Metadata) -> BTreeMap<String, &Package> {
    metadata.packages.iter().map(|package| (package.name.to_string(), package)).collect()
}

/// Dependencies that are part of the crate, not of its tests.
fn used(package: &Package) -> Vec<&str> {
    let normal = |kind| kind != DependencyKind::Development;
    package.dependencies.iter().filter(|used| normal(used.kind)).map(|used| used.name.as_str()).collect()
}

#[test]
fn crates_use_only_what_they_may() {
    let metadata = metadata();
    let packages = ours(&metadata);
    let expected: Vec<&str> = MAY_USE.iter().map(|(name, _)| *name).chain(["tolley"]).collect();
    let stray: Vec<&String> = packages.keys().filter(|name| !expected.contains(&name.as_str())).collect();
    assert!(stray.is_empty(), "crates without a rule: {stray:?}");
    for (name, allowed) in MAY_USE {
        let package = packages.get(*name).unwrap_or_else(|| panic!("{name} is in the workspace"));
        for used in used(package).into_iter().filter(|used| packages.contains_key(*used)) {
            assert!(allowed.contains(&used), "{name} must not use {used}");
        }
    }
}

#[test]
fn formats_threads_and_terminals_are_known_in_one_crate_each() {
    let metadata = metadata();
    for package in &metadata.packages {
        for used in used(package) {
            let allowed = ONLY_IN.iter().find(|(name, _)| *name == used).map(|(_, crates)| *crates);
            assert!(
                allowed.is_none_or(|crates| crates.contains(&package.name.as_str())),
                "{} must not use {used}",
                package.name
            );
        }
    }
    let packages = ours(&metadata);
    assert_eq!(used(packages["tolley-physics"]), ["glam", "libm"], "physics knows vectors and functions, nothing else");
}

#[test]
fn every_crate_takes_the_lints_and_the_version_of_the_workspace() {
    let workspace = std::fs::read_to_string(root().join("Cargo.toml")).expect("the manifest");
    assert!(workspace.contains("unsafe_code = \"forbid\""));
    for package in &metadata().packages {
        let manifest = std::fs::read_to_string(&package.manifest_path).expect("a manifest");
        for line in ["[lints]\nworkspace = true", "version.workspace = true", "edition.workspace = true"] {
            assert!(manifest.contains(line), "{} lacks {line:?}", package.manifest_path);
        }
        let libraries = package.targets.iter().filter(|target| target.is_lib() || target.is_cdylib()).count();
        assert_eq!(manifest.matches("[lib]\nbench = false").count(), libraries, "{}", package.name);
    }
}

#[test]
fn every_folder_under_crates_is_a_member_or_the_command() {
    let names: Vec<PathBuf> = metadata().packages.iter().map(|package| package.manifest_path.clone().into()).collect();
    for entry in std::fs::read_dir(root().join("crates")).expect("crates/") {
        let folder = entry.expect("an entry").path();
        let is_member = names.contains(&folder.join("Cargo.toml"));
        assert!(is_member || folder.ends_with("cli"), "{} is no member of the workspace", folder.display());
    }
}

/// Functions whose last bits differ from platform to platform.
const PLATFORM: &[&str] = &[
    ".sin()",
    ".cos()",
    ".sin_cos()",
    ".tan()",
    ".atan2(",
    ".powf(",
    ".exp()",
    ".ln()",
    ".hypot(",
    ".mul_add(",
    ".asin()",
    ".acos()",
    ".atan()",
    ".sinh()",
    ".cosh()",
    ".tanh()",
    ".exp2()",
    ".exp_m1()",
    ".ln_1p()",
    ".log(",
    ".log2()",
    ".log10()",
    ".cbrt()",
    ".powi(",
    "f64::sin",
    "f64::cos",
    "f64::exp",
    "f64::ln",
    "f64::pow",
];

/// What has no order.
const UNORDERED: &[&str] = &["HashMap", "HashSet"];

/// What makes a static change, or be made late.
const CHANGING: &[&str] = &["Mutex", "RwLock", "Cell", "Atomic", "LazyLock", "OnceLock", "Lazy", "thread_local"];

const GAMES: [&str; 3] = ["tinsley-green", "cymbergaj", "dice-football"];

/// Columns of a line of comment.
const COMMENT_COLUMNS: usize = 120;

/// Every Rust file of ours with its text.
fn all_sources() -> Vec<(PathBuf, String)> {
    let files: Vec<PathBuf> =
        ["crates", "tests", "benches"].iter().flat_map(|folder| source::files(&root().join(folder))).collect();
    assert!(files.len() > 200, "{} files", files.len());
    files
        .into_iter()
        .map(|file| {
            let text = std::fs::read_to_string(&file).expect("a source file");
            (file.strip_prefix(root()).expect("it is below").to_path_buf(), text)
        })
        .collect()
}

fn is_in(file: &Path, crates: &[&str]) -> bool {
    crates.iter().any(|name| file.starts_with(Path::new("crates").join(name).join("src")))
}

#[test]
fn files_are_short() {
    for (file, text) in all_sources() {
        let count = source::code(&text).len();
        assert!(count <= MOST_LINES, "{} has {count} lines", file.display());
    }
}

#[test]
fn results_use_no_platform_functions_and_no_order_of_hashes() {
    let results = [GAMES.as_slice(), &["physics", "experiment"]].concat();
    for (file, text) in all_sources().into_iter().filter(|(file, _)| is_in(file, &results) && !source::is_test(file)) {
        for line in source::code(&text).iter().filter(|line| !line.trim_start().starts_with("//")) {
            let found = PLATFORM.iter().chain(UNORDERED).find(|banned| line.contains(**banned));
            assert!(found.is_none(), "{} uses {}", file.display(), found.unwrap_or(&""));
        }
    }
}

#[test]
fn estimates_and_what_is_printed_use_no_platform_functions() {
    let is_looked_at = |file: &Path| {
        let others = [
            "statistics",
            "search",
            "analysis",
            "dataset",
            "session",
            "scenes",
            "report",
            "answers",
            "pages",
            "python",
        ];
        (is_in(file, &others) || file.starts_with("crates/cli")) && !source::is_test(file)
    };
    for (file, text) in all_sources().into_iter().filter(|(file, _)| is_looked_at(file)) {
        for line in source::code(&text).iter().filter(|line| !line.trim_start().starts_with("//")) {
            // a square is one product everywhere
            let line = line.replace(".powi(2)", "");
            let found = PLATFORM.iter().find(|banned| line.contains(**banned));
            assert!(found.is_none(), "{} uses {}", file.display(), found.unwrap_or(&""));
        }
    }
}

/// What speaks to people, starts programs, reads a clock or ends the process.
const OUTSIDE: &[&str] = &["std::process", "io::stdout", "io::stderr", "std::time", "std::env", "std::thread"];

#[test]
fn answers_and_pages_neither_print_nor_exit_nor_read_a_clock() {
    for (file, text) in all_sources().into_iter().filter(|(file, _)| is_in(file, &["answers", "pages"])) {
        for line in source::code(&text).iter().filter(|line| !line.trim_start().starts_with("//")) {
            let found = OUTSIDE.iter().find(|banned| line.contains(**banned));
            assert!(found.is_none(), "{} uses {}", file.display(), found.unwrap_or(&""));
        }
    }
}

/// Where files are opened: those that are read, and those of datasets that are made, locked or not on disk.
const OPENERS: &[&str] = &[
    "crates/experiment/src/file.rs",
    "crates/dataset/src/disk.rs",
    "crates/dataset/src/lock.rs",
    "crates/dataset/src/here.rs",
];

#[test]
fn files_are_opened_in_one_place_that_refuses_pipes() {
    let opening = ["File::open(", "fs::read(", "fs::read_to_string(", "OpenOptions", ".from_path("];
    let is_looked_at = |file: &Path| {
        let is_ours = file.starts_with("crates") && !file.starts_with("crates/xtask");
        is_ours && !source::is_test(file) && !OPENERS.iter().any(|opener| file == Path::new(opener))
    };
    for (file, text) in all_sources().into_iter().filter(|(file, _)| is_looked_at(file)) {
        for line in source::code(&text) {
            let found = opening.iter().find(|opening| line.contains(**opening));
            assert!(found.is_none(), "{} opens a file itself: {line}", file.display());
        }
    }
}

/// What belongs to a command line, and to no use case.
const OF_COMMANDS: &[&str] = &[
    "print!(",
    "println!(",
    "stdout()",
    "stderr()",
    "stdin()",
    "process::exit",
    "ExitCode",
    "args_os",
    "env::args",
    "exit_code",
];

#[test]
fn use_cases_neither_print_nor_exit() {
    let sources = all_sources();
    let ours: Vec<_> = sources.iter().filter(|(file, _)| is_in(file, &["session"])).collect();
    assert!(ours.len() > 10, "{} files", ours.len());
    for (file, text) in ours {
        for line in source::code(text) {
            let found = OF_COMMANDS.iter().find(|of| line.contains(**of));
            assert!(found.is_none(), "{} does what a command does: {line}", file.display());
        }
    }
}

/// A command asks the session, and not another command by its flags.
#[test]
fn commands_build_no_command_lines() {
    for (file, text) in all_sources().into_iter().filter(|(file, _)| file.starts_with("crates/cli")) {
        for line in source::code(&text) {
            let built = ["args::Run {", "args::Best {", "Flags {"].into_iter().find(|of| line.contains(of));
            let is_definition = line.contains("struct ") || line.contains("impl ");
            assert!(built.is_none() || is_definition, "{} builds flags: {line}", file.display());
        }
    }
}

#[test]
fn games_keep_nothing_between_trials() {
    for (file, text) in all_sources().into_iter().filter(|(file, _)| is_in(file, &GAMES)) {
        for line in source::code(&text) {
            let is_static = line.contains("static ") && !line.contains("'static ");
            let changes = CHANGING.iter().any(|changing| line.contains(changing));
            let is_global = (is_static && changes) || line.contains("thread_local!");
            assert!(!is_global, "{}: a static that changes: {line}", file.display());
        }
    }
}

#[test]
fn comments_fit_into_lines() {
    for (file, text) in all_sources() {
        let long =
            text.lines().find(|line| line.trim_start().starts_with("//") && line.chars().count() > COMMENT_COLUMNS);
        assert!(long.is_none(), "{}: {}", file.display(), long.unwrap_or_default());
    }
}

#[test]
fn every_scenario_and_scene_opens_with_its_question_and_has_a_name_of_its_own() {
    let mut names = std::collections::BTreeSet::new();
    for folder in ["tinsley_green", "cymbergaj", "dice_football", "scenes"] {
        for entry in std::fs::read_dir(root().join("scenarios").join(folder)).expect("a folder") {
            let path = entry.expect("an entry").path();
            let text = std::fs::read_to_string(&path).expect("a scenario");
            let first = text.lines().next().unwrap_or_default();
            assert!(first.starts_with("# ") && first.ends_with('?'), "{}: {first}", path.display());
            // the name is that of the dataset, whatever the folder
            assert!(names.insert(path.file_name().map(ToOwned::to_owned)), "{}: the name is taken", path.display());
        }
    }
    assert!(names.len() >= 5);
}
