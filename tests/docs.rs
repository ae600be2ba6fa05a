//! What code, tests and scenarios cite by number has an entry in `docs/`, and what `docs/` names is there.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use crate::tool::ran;

/// Rows of the physics that are no rows of `tolley verify`, as their entries say.
const NOT_PLAYED: [&str; 1] = ["D37"];

/// Commands that pages may name before they are there.
const NOT_YET: [&str; 0] = [];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn text(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn page(name: &str) -> String {
    text(&root().join("docs").join(name))
}

/// Every file with this ending below a folder, by path.
fn files(folder: &Path, ending: &str) -> BTreeSet<PathBuf> {
    let mut found = BTreeSet::new();
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            found.append(&mut files(&path, ending));
        } else if path.extension().is_some_and(|extension| extension == ending) {
            found.insert(path);
        }
    }
    found
}

/// The entries of a page, `- **TG-1a Ring diameter.** ...`, each with its text up to the next item, heading or gap.
fn entries(page: &str) -> Vec<(&str, String)> {
    let mut entries: Vec<(&str, String)> = Vec::new();
    let mut is_open = false;
    for line in page.lines() {
        let item = line.strip_prefix("- **").and_then(|item| item.split(['*', ' ']).next());
        if let Some(id) = item {
            entries.push((id.trim_end_matches('.'), String::new()));
        }
        is_open = item.is_some() || (is_open && line.starts_with("  "));
        if let (true, Some((_, text))) = (is_open, entries.last_mut()) {
            text.push_str(line.trim_start());
            text.push(' ');
        }
    }
    entries
}

/// Ids of the entries of a page that are numbered with one of these prefixes.
fn ids<'a>(page: &'a str, prefixes: &[&str]) -> Vec<&'a str> {
    let all = entries(page).into_iter().map(|(id, _)| id);
    all.filter(|id| prefixes.iter().any(|prefix| is_numbered(id, prefix))).collect()
}

/// Whether a word is the prefix and a number.
fn is_numbered(word: &str, prefix: &str) -> bool {
    let number = word.strip_prefix(prefix);
    number.is_some_and(|number| !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()))
}

/// The numbered words of a text.
fn cited<'a>(text: &'a str, prefix: &'a str) -> impl Iterator<Item = &'a str> {
    text.split(|letter: char| !letter.is_ascii_alphanumeric()).filter(move |word| is_numbered(word, prefix))
}

/// The pages of `docs/` but those of history, which have the names of their day.
fn pages_of_today() -> Vec<PathBuf> {
    let history = root().join("docs/history");
    files(&root().join("docs"), "md").into_iter().filter(|path| !path.starts_with(&history)).collect()
}

/// What stands in backticks on the pages of `docs/`, with the page.
fn quoted() -> Vec<(PathBuf, String)> {
    let mut quoted = Vec::new();
    for path in pages_of_today() {
        let joined = text(&path).replace("```", "");
        quoted.extend(joined.split('`').skip(1).step_by(2).map(|quote| (path.clone(), quote.to_owned())));
    }
    assert!(quoted.len() > 100, "{}", quoted.len());
    quoted
}

#[track_caller]
fn same_clauses(name: &str, prefix: &str, known: &[&str]) {
    let page = page(name);
    let told: Vec<&str> = entries(&page).into_iter().map(|(id, _)| id).filter(|id| id.starts_with(prefix)).collect();
    let missing: Vec<_> = known.iter().filter(|id| !told.contains(*id)).collect();
    let unknown: Vec<_> = told.iter().filter(|id| !known.contains(*id)).collect();
    assert!(missing.is_empty() && unknown.is_empty(), "docs/{name}: missing {missing:?}, unknown {unknown:?}");
    assert_eq!(told, known, "docs/{name}: each clause once, in the order of the laws");
}

#[test]
fn every_clause_has_an_entry_and_no_other_has() {
    same_clauses("laws/tinsley_green.md", "TG-", tolley_tinsley_green::laws::Clause::NAMES);
    same_clauses("laws/cymbergaj.md", "CG-", tolley_cymbergaj::laws::Clause::NAMES);
    same_clauses("laws/dice_football.md", "DF-", tolley_dice_football::laws::Clause::NAMES);
}

#[test]
fn every_rule_and_constraint_that_is_cited_has_an_entry() {
    let found = |folders: &[&str], prefix: &str, page: &str| {
        let told = ids(page, &[prefix]);
        let mut count = 0;
        for path in folders.iter().flat_map(|folder| files(&root().join(folder), "rs")) {
            let text = text(&path);
            // code may have names of its own
            let comments = text.lines().filter_map(|line| line.split_once("//")).map(|(_, comment)| comment);
            for id in comments.flat_map(|comment| cited(comment, prefix)) {
                assert!(told.contains(&id), "{} cites {id}, which docs/ does not have", path.display());
                count += 1;
            }
        }
        assert!(count > 3, "{count} citations of {prefix}");
    };
    found(&["crates", "tests"], "P", &page("reliability.md"));
    found(&["crates/dice-football"], "N", &page("laws/dice_football.md"));
}

#[test]
fn every_validation_row_has_an_entry_and_no_other_has() {
    let pages = ["physics/spheres_on_sand.md", "physics/coins_on_table.md"].map(page);
    let told: Vec<&str> = pages.iter().flat_map(|page| ids(page, &["C", "D", "H", "S"])).collect();
    let rows = tolley_physics::validation::rows().chain(tolley_tinsley_green::validation::rows());
    let played: BTreeSet<&str> = rows.map(|row| row.case).collect();
    let missing: Vec<_> = played.iter().filter(|case| !told.contains(*case)).collect();
    let stray: Vec<_> = told.iter().filter(|case| !played.contains(*case) && !NOT_PLAYED.contains(*case)).collect();
    assert!(missing.is_empty() && stray.is_empty(), "missing {missing:?}, not played {stray:?}");
    assert_eq!(told.iter().collect::<BTreeSet<_>>().len(), told.len(), "each row once");
    assert!(NOT_PLAYED.iter().all(|case| told.contains(case) && !played.contains(case)));
}

#[test]
fn every_question_that_a_scenario_cites_has_an_entry_that_names_the_scenario() {
    let page = page("questions.md");
    let entries = entries(&page);
    let mut asked = BTreeSet::new();
    for path in files(&root().join("scenarios"), "toml") {
        let shown = path.strip_prefix(root()).expect("it is below").display().to_string();
        let text = text(&path);
        for id in ["TGQ", "CGQ", "DFQ", "XQ"].iter().flat_map(|prefix| cited(&text, prefix)) {
            let entry = entries.iter().find(|(known, _)| *known == id);
            let (_, entry) =
                entry.unwrap_or_else(|| panic!("{shown} cites {id}, which docs/questions.md does not have"));
            assert!(entry.contains(&shown), "the entry of {id} does not name {shown}");
            asked.insert(id.to_owned());
        }
    }
    let is_asked = |id: &str| asked.contains(id) != is_numbered(id, "XQ");
    let wrong: Vec<_> = entries.iter().map(|(id, _)| *id).filter(|id| !is_asked(id)).collect();
    assert!(wrong.is_empty() && asked.len() > 30, "asked, or told not to be: {wrong:?}");
}

#[test]
fn every_link_and_every_path_leads_somewhere() {
    let mut pages = files(&root().join("docs"), "md");
    pages.extend(["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md"].map(|name| root().join(name)));
    pages.extend(
        files(&root().join("crates"), "md").into_iter().filter(|page| !page.iter().any(|part| part == "node_modules")),
    );
    let mut count = 0;
    for page in pages {
        let text = text(&page);
        for link in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            let target = link.split('#').next().unwrap_or_default();
            if target.is_empty() || link.contains("://") {
                continue;
            }
            let folder = page.parent().expect("a folder");
            assert!(folder.join(target).exists(), "{}: {link} leads nowhere", page.display());
            count += 1;
        }
    }
    assert!(count > 50, "{count} links");
    for (page, quote) in quoted() {
        let is_path = ["crates/", "tests/", "scenarios/"].iter().any(|start| quote.starts_with(start));
        assert!(!is_path || root().join(&quote).exists(), "{}: there is no {quote}", page.display());
    }
}

#[test]
fn every_room_that_a_crate_lists_is_there() {
    let mut count = 0;
    for page in files(&root().join("crates"), "md").into_iter().filter(|page| page.ends_with("README.md")) {
        let folder = page.parent().expect("a folder");
        if folder.parent() != Some(&root().join("crates")) {
            continue;
        }
        let sources: Vec<PathBuf> = ["rs", "py", "txt"].iter().flat_map(|ending| files(folder, ending)).collect();
        for line in text(&page).lines().filter(|line| line.starts_with("| `")) {
            let rooms = line.split('|').nth(1).unwrap_or_default();
            for room in rooms.split('`').skip(1).step_by(2).filter(|room| !room.contains('*')) {
                let ends = |path: &Path| path.ends_with(room.trim_end_matches('/'));
                let is_there = folder.join(room).exists() || sources.iter().any(|path| path.ancestors().any(ends));
                assert!(is_there, "{}: there is no {room}", page.display());
                count += 1;
            }
        }
    }
    assert!(count > 100, "{count} rooms");
}

/// Keys as `tolley list` prints them, of all studies.
fn keys() -> BTreeSet<String> {
    let lines = |arguments: &[&str]| {
        let listed = ran(root(), arguments);
        assert_eq!(listed.code, 0, "{}", listed.stderr);
        listed.stdout.lines().filter_map(|line| line.strip_prefix("  ")).map(str::to_owned).collect::<Vec<_>>()
    };
    let mut keys = BTreeSet::new();
    for line in lines(&["list"]) {
        let study = line.split(' ').next().unwrap_or_default();
        if study.split('/').count() == 2 && !study.contains('.') {
            keys.extend(lines(&["list", study]).into_iter().filter(|line| is_key(line)));
        }
    }
    keys
}

/// `ring.diameter_m`, and no file.
fn is_key(quote: &str) -> bool {
    let is_name = |part: &str| {
        let allowed = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_';
        !part.is_empty() && part.bytes().all(allowed)
    };
    let is_file =
        [".rs", ".md", ".toml", ".json", ".parquet", ".csv", ".html"].iter().any(|ending| quote.ends_with(ending));
    let is_number = quote.parse::<f64>().is_ok();
    !is_file && !is_number && quote.split_once('.').is_some_and(|(table, name)| is_name(table) && is_name(name))
}

#[test]
fn every_key_that_is_named_is_one() {
    let known = keys();
    let mut count = 0;
    for (page, quote) in quoted() {
        let name = quote.split(' ').next().unwrap_or_default();
        if is_key(name) {
            assert!(known.contains(name), "{}: {name} is not a key", page.display());
            count += 1;
        }
    }
    assert!(count > 200, "{count} keys are named, {} are known", known.len());
}

#[test]
fn the_glossary_is_what_the_command_explains() {
    let printed = ran(root(), &["explain", "--markdown"]);
    assert_eq!(printed.code, 0, "{}", printed.stderr);
    assert_eq!(page("glossary.md"), printed.stdout, "make it anew: tolley explain --markdown > docs/glossary.md");
    let terms = printed.stdout.lines().filter_map(|line| line.strip_prefix("| ")?.split(" | ").next());
    for term in terms.filter(|term| *term != "term") {
        let explained = ran(root(), &["explain", &term.to_uppercase()]);
        assert!(explained.code == 0 && explained.stdout.starts_with(&format!("{term}\n")), "{term}: {explained:?}");
    }
}

#[test]
fn the_readme_shows_what_the_stored_answer_says() {
    let readme = text(&root().join("README.md"));
    let (_, after) = readme.split_once("`tolley ask after_the_bar --stored`").expect("the question");
    let shown = after.split("```\n").nth(1).expect("its answer");
    assert_eq!(shown, ran(root(), &["ask", "after_the_bar", "--stored"]).stdout);
}

#[test]
fn keys_columns_and_their_labels_are_explained() {
    let explained = |words: &[&str]| {
        let all: Vec<&str> = ["explain"].iter().chain(words).copied().collect();
        ran(root(), &all)
    };
    let key = explained(&["surface.rolling_friction_ratio"]);
    for fact in [
        "rolling friction of the sand\n",
        "default    0.1\n",
        "plausible  0.05 to 0.25\n",
        "each by itself",
        "measured   no: ",
    ] {
        assert!(key.stdout.contains(fact), "{fact}: {}", key.stdout);
    }
    // as its column, as its label, in any case
    for other in [&["surface_rolling_friction_ratio"][..], &["Rolling", "friction", "of", "the", "sand"]] {
        assert_eq!(explained(other).stdout, key.stdout);
    }
    assert!(explained(&["break_points_count"]).stdout.starts_with("points of the break\n"));
    let json = explained(&["surface.rolling_friction_ratio", "--json"]).stdout;
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(json["names"][0]["default"], 0.1);
    assert_eq!(json["names"][0]["is_assumed"], true);
    let mistyped = explained(&["stratm"]);
    assert!(mistyped.code == 2 && mistyped.stderr.contains("did you mean \"stratum\"?"), "{mistyped:?}");
    let words = explained(&["rolling friction"]);
    assert!(words.code == 2 && words.stderr.contains("  surface.deep_friction_ratio "), "{words:?}");
    assert!(explained(&[]).stdout.lines().all(|line| line.len() <= 80));
}

/// Commands that stand on pages: `tolley COMMAND` in backticks, or at the beginning of a line of a block.
#[test]
fn every_command_that_a_page_names_is_one() {
    let listed = ran(root(), &["--help"]).stdout;
    let is_entry = |line: &&str| line.starts_with("  ") && line.as_bytes().get(2).is_some_and(u8::is_ascii_lowercase);
    let named = listed.lines().filter(is_entry).filter_map(|line| line.split_whitespace().next());
    // the last three stand below, among what helps
    let commands: BTreeSet<&str> = named.chain(["explain", "completions", "man"]).collect();
    assert!(commands.contains("run") && commands.len() > 10, "{commands:?}");
    let mut count = 0;
    for path in pages_of_today() {
        let text = text(&path);
        for rest in text.split('`').chain(text.lines()).filter_map(|quote| quote.strip_prefix("tolley ")) {
            let name = rest.split(|letter: char| !letter.is_ascii_lowercase()).next().unwrap_or_default();
            let is_known = name.is_empty() || commands.contains(name) || NOT_YET.contains(&name);
            assert!(is_known, "{}: there is no command tolley {name}", path.display());
            count += 1;
        }
    }
    assert!(count > 60, "{count} commands");
    let premature: Vec<_> = NOT_YET.iter().filter(|name| commands.contains(*name)).collect();
    assert!(premature.is_empty(), "these are commands now: take {premature:?} out of NOT_YET");
}

/// Phrases that only people who wrote the program understand.
const DIALECT: [&str; 17] = [
    "hangs on",
    "hang on",
    "held beside",
    "stands beside",
    "not resolved",
    "not seen to",
    "more would tell",
    "fresh shots",
    "trials a point",
    "says over",
    "who is at it",
    "decided over",
    "errs in nothing",
    "judged otherwise",
    "as wanted",
    "a column a key",
    "in the mean of",
];

#[test]
fn pages_speak_plainly() {
    // the answers are written by the command
    let mut pages: Vec<PathBuf> = pages_of_today().into_iter().filter(|page| !page.ends_with("answers.md")).collect();
    pages.push(root().join("README.md"));
    for page in pages {
        let text = text(&page).split_whitespace().collect::<Vec<_>>().join(" ");
        for phrase in DIALECT {
            assert!(!text.contains(phrase), "{}: \"{phrase}\"", page.display());
        }
    }
}
