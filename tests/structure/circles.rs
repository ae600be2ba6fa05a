//! No file of a crate uses another one that uses it in turn, and no folder another folder: read from the `use` lines.

mod rooms;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use super::source;

/// Path of a module inside its crate; the root's is empty.
type Module = Vec<String>;

/// A path of a `use`, and the name under which it is known then.
struct Import {
    path: Vec<String>,
    name: String,
}

/// The files of a crate with what they import, and what they pass on under their own name.
#[derive(Default)]
struct Crate {
    uses: BTreeMap<Module, Vec<Import>>,
    passed_on: BTreeMap<Module, Vec<Import>>,
}

impl Crate {
    fn read(folder: &Path) -> Crate {
        let mut read = Crate::default();
        for file in source::files(folder).iter().filter(|file| !source::is_test(file)) {
            let module = module(file.strip_prefix(folder).expect("it is below"));
            let text = std::fs::read_to_string(file).expect("a source file");
            let lines = source::code(&text).into_iter().filter(|line| !line.trim_start().starts_with("//"));
            let (passed_on, uses) =
                statements(&lines.collect::<Vec<_>>().join("\n")).into_iter().partition(|(is_public, _)| *is_public);
            let imports = |all: Vec<(bool, String)>| all.iter().flat_map(|(_, text)| imports(text)).collect();
            read.uses.insert(module.clone(), imports(uses));
            read.passed_on.insert(module, imports(passed_on));
        }
        read
    }

    /// The module in which a path of `use` in `from` ends; `None` outside of the crate.
    fn resolve(&self, from: &Module, path: &[String], depth: usize) -> Option<Module> {
        let mut at = from.clone();
        let mut rest = path;
        match path.first()?.as_str() {
            "crate" => (at, rest) = (Module::new(), &path[1..]),
            "self" | "super" => {
                while let Some(first @ ("self" | "super")) = rest.first().map(String::as_str) {
                    if first == "super" {
                        at.pop();
                    }
                    rest = &rest[1..];
                }
            }
            first => {
                let child = [from.as_slice(), &[first.to_owned()]].concat();
                self.uses.contains_key(&child).then_some(())?;
            }
        }
        while let Some(first) = rest.first() {
            let child = [at.as_slice(), std::slice::from_ref(first)].concat();
            if !self.uses.contains_key(&child) {
                break;
            }
            (at, rest) = (child, &rest[1..]);
        }
        // a name that a module passes on belongs to the file that has it
        let passed_on =
            rest.first().and_then(|name| self.passed_on.get(&at)?.iter().find(|import| import.name == *name));
        let owner = passed_on.filter(|_| depth < 8).and_then(|import| self.resolve(&at, &import.path, depth + 1));
        owner.or(self.uses.contains_key(&at).then_some(at))
    }

    /// Which modules each module uses.
    fn graph(&self) -> BTreeMap<&Module, BTreeSet<Module>> {
        let used = |module: &Module, imports: &[Import]| {
            let found = imports.iter().filter_map(|import| self.resolve(module, &import.path, 0));
            found.filter(|used| used != module).collect()
        };
        self.uses.iter().map(|(module, imports)| (module, used(module, imports))).collect()
    }

    /// What the files and folders of one folder use of each other: whatever lies in a folder counts as the folder.
    fn graph_in(&self, folder: &[String]) -> BTreeMap<Module, BTreeSet<Module>> {
        let child = |module: &Module| {
            let is_below = module.len() > folder.len() && module.starts_with(folder);
            is_below.then(|| module[..=folder.len()].to_vec())
        };
        let mut graph: BTreeMap<Module, BTreeSet<Module>> = BTreeMap::new();
        for (module, used) in self.graph() {
            let Some(from) = child(module) else { continue };
            let others = used.iter().filter_map(child).filter(|to| *to != from);
            graph.entry(from.clone()).or_default().extend(others);
        }
        graph
    }

    /// Files that reach themselves, with the files that they use on the way.
    fn circles(&self) -> Vec<String> {
        let graph = self.graph().into_iter().map(|(module, used)| (module.clone(), used)).collect();
        circles(&graph)
    }

    /// Files and folders beside each other that reach themselves.
    fn circles_of_folders(&self) -> Vec<String> {
        let folders: BTreeSet<&[String]> =
            self.uses.keys().filter_map(|module| module.split_last()).map(|(_, up)| up).collect();
        folders.into_iter().flat_map(|folder| circles(&self.graph_in(folder))).collect()
    }
}

/// Those of a graph that reach themselves, each with what it uses on the way.
fn circles(graph: &BTreeMap<Module, BTreeSet<Module>>) -> Vec<String> {
    let reached = |from: &Module| {
        let mut reached: BTreeSet<&Module> = BTreeSet::new();
        let mut open: Vec<&Module> = graph[from].iter().collect();
        while let Some(next) = open.pop() {
            if reached.insert(next) {
                open.extend(&graph[next]);
            }
        }
        reached
    };
    let all: BTreeMap<&Module, BTreeSet<&Module>> = graph.keys().map(|module| (module, reached(module))).collect();
    let in_circle = |module: &Module| all[module].contains(module);
    let told = graph.iter().filter(|(module, _)| in_circle(module)).map(|(module, used)| {
        let back = used.iter().filter(|used| all[*used].contains(module)).map(shown).collect::<Vec<_>>();
        format!("{} -> {}", shown(module), back.join(", "))
    });
    told.collect()
}

fn shown(module: &Module) -> String {
    if module.is_empty() { "the root".to_owned() } else { module.join("::") }
}

/// `a/b.rs` is `a::b`, `a/mod.rs` is `a`, `lib.rs` and `main.rs` are the root.
fn module(file: &Path) -> Module {
    let parts = file.with_extension("");
    let mut module: Module = parts.iter().map(|part| part.to_string_lossy().into_owned()).collect();
    if module.last().is_some_and(|last| ["lib", "main", "mod"].contains(&last.as_str())) {
        module.pop();
    }
    module
}

/// The `use` statements of a text, each with whether it passes on what it names.
fn statements(text: &str) -> Vec<(bool, String)> {
    let mut found = Vec::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        let line = line.trim_start();
        let (is_public, line) = match line.strip_prefix("pub") {
            Some(rest) => (true, rest.trim_start_matches(|c| c != 'u').trim_start()),
            None => (false, line),
        };
        let Some(first) = line.strip_prefix("use ") else { continue };
        let mut statement = first.to_owned();
        while !statement.contains(';') {
            let Some(next) = lines.next() else { break };
            statement += next.trim();
        }
        found.push((is_public, statement.split(';').next().unwrap_or_default().to_owned()));
    }
    found
}

/// The paths of one statement: `a::{b, c::{d as e}}` are `a::b` and `a::c::d`.
fn imports(statement: &str) -> Vec<Import> {
    let Some((prefix, rest)) = statement.split_once('{') else {
        let (path, name) = statement.split_once(" as ").unwrap_or((statement, ""));
        let path: Vec<String> = path.split("::").map(|part| part.trim().to_owned()).collect();
        let name = if name.is_empty() { path.last().cloned().unwrap_or_default() } else { name.trim().to_owned() };
        return vec![Import { path, name }];
    };
    let inner = rest.strip_suffix('}').unwrap_or(rest);
    let mut parts = vec![String::new()];
    let mut depth = 0;
    for c in inner.chars() {
        depth += i32::from(c == '{') - i32::from(c == '}');
        match (c, depth, parts.last_mut()) {
            (',', 0, _) => parts.push(String::new()),
            (c, _, Some(last)) => last.push(c),
            _ => {}
        }
    }
    let parts = parts.iter().map(|part| part.trim()).filter(|part| !part.is_empty());
    parts.flat_map(|part| imports(&format!("{prefix}{part}"))).collect()
}

/// What is wrong with each crate of ours, behind its name.
fn told_of_crates(wrong: impl Fn(&Crate) -> Vec<String>) -> Vec<String> {
    let crates = super::root().join("crates");
    let mut told = Vec::new();
    for entry in std::fs::read_dir(&crates).expect("crates/") {
        let folder = entry.expect("an entry").path();
        let sources = if folder.ends_with("cli") { folder.clone() } else { folder.join("src") };
        let name = folder.file_name().expect("a name").to_string_lossy().into_owned();
        told.extend(wrong(&Crate::read(&sources)).into_iter().map(|circle| format!("{name}: {circle}")));
    }
    told
}

#[test]
fn no_file_uses_one_that_uses_it() {
    let told = told_of_crates(Crate::circles);
    assert!(told.is_empty(), "circles of imports:\n{}", told.join("\n"));
}

#[test]
fn no_folder_uses_one_that_uses_it() {
    let told = told_of_crates(Crate::circles_of_folders);
    assert!(told.is_empty(), "circles of folders:\n{}", told.join("\n"));
}

/// A crate of these files.
fn made_of(files: &[(&str, &str)]) -> Crate {
    let folder = tempfile::TempDir::new().expect("a folder");
    for (name, text) in files {
        let path = folder.path().join(name);
        std::fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
        std::fs::write(path, text).expect("a file");
    }
    Crate::read(folder.path())
}

#[test]
fn a_circle_is_found_through_names_that_are_passed_on() {
    let circles = made_of(&[
        ("lib.rs", "mod a;\nmod b;\nmod c;\npub use a::{One, inner::Two as Three};\n"),
        ("a/mod.rs", "pub mod inner;\npub struct One;\n"),
        ("a/inner.rs", "use crate::{\n    b::Four,\n};\npub struct Two;\n"),
        ("b.rs", "use crate::Three;\npub struct Four;\n#[cfg(test)]\nmod tests {\n    use crate::c::Five;\n}\n"),
        ("c.rs", "use super::b::Four;\nuse std::fmt;\npub struct Five;\n"),
    ])
    .circles();
    assert_eq!(circles, ["a::inner -> b", "b -> a::inner"]);
}

#[test]
fn a_circle_of_folders_is_found_where_no_file_is_in_one() {
    let made = made_of(&[
        ("lib.rs", "mod a;\nmod b;\nmod c;\n"),
        ("a/mod.rs", "pub mod low;\npub mod high;\n"),
        ("a/low.rs", "pub struct One;\n"),
        ("a/high.rs", "use super::low::One;\nuse crate::b::Two;\n"),
        ("b.rs", "use crate::a::low::One;\npub struct Two;\n"),
        ("c.rs", "use crate::{a::low::One, b::Two};\n"),
    ]);
    assert_eq!(made.circles(), Vec::<String>::new());
    assert_eq!(made.circles_of_folders(), ["a -> b", "b -> a"]);
}
