//! The list of commands, `tests/golden/commands.txt`: groups, and in each the steps that are played in turn.

use std::collections::BTreeSet;

/// Commands that are played one after the other in a folder of their own.
#[derive(Debug, PartialEq)]
pub struct Group {
    pub name: String,
    pub steps: Vec<Step>,
}

/// One line of a group.
#[derive(Debug, PartialEq)]
pub enum Step {
    /// A command, kept with all that it prints or with hashes of it.
    Command { line: String, words: Vec<String>, stdin: Option<String>, is_text: bool },
    /// A file that is removed, such as one of a dataset.
    Remove(String),
}

/// The groups of a list; a line that is none of its lines is an error with its number.
pub fn parsed(text: &str) -> Result<Vec<Group>, String> {
    let mut groups: Vec<Group> = Vec::new();
    let mut names = BTreeSet::new();
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.trim();
        let wrong = |why: &str| format!("commands.txt:{number}: {why}: {line}");
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        if let Some(name) = line.strip_prefix('[').and_then(|line| line.strip_suffix(']')) {
            if !names.insert(name.to_owned()) || ["commands", super::SCENARIOS].contains(&name) {
                return Err(wrong("the name is taken"));
            }
            groups.push(Group { name: name.to_owned(), steps: Vec::new() });
            continue;
        }
        let step = step(line).map_err(|why| wrong(&why))?;
        groups.last_mut().ok_or_else(|| wrong("stands in no group"))?.steps.push(step);
    }
    Ok(groups)
}

fn step(line: &str) -> Result<Step, String> {
    let (what, rest) = line.split_once(' ').unwrap_or((line, ""));
    let is_text = match what {
        "remove" => return Ok(Step::Remove(rest.to_owned())),
        "text" => true,
        "hash" => false,
        _ => return Err("a step is text, hash or remove".to_owned()),
    };
    let mut words = words(rest)?;
    if words.first().is_none_or(|word| word != "tolley") {
        return Err("a command begins with tolley".to_owned());
    }
    words.remove(0);
    let stdin = words.iter().position(|word| word == "<").map(|at| words.split_off(at));
    let stdin = match stdin.as_deref() {
        None => None,
        Some([_, file]) => Some(file.clone()),
        Some(_) => return Err("one file follows <, at the end".to_owned()),
    };
    Ok(Step::Command { line: rest.to_owned(), words, stdin, is_text })
}

/// The words of a command; quotes of either kind hold a word together.
fn words(line: &str) -> Result<Vec<String>, String> {
    let mut words = Vec::new();
    let (mut word, mut quote): (Option<String>, Option<char>) = (None, None);
    for sign in line.chars() {
        match (sign, quote) {
            ('\'' | '"', None) => {
                quote = Some(sign);
                word.get_or_insert_default();
            }
            (_, Some(open)) if sign == open => quote = None,
            (' ', None) => words.extend(word.take()),
            _ => word.get_or_insert_default().push(sign),
        }
    }
    words.extend(word);
    if quote.is_some() { Err("a quote is not closed".to_owned()) } else { Ok(words) }
}

#[cfg(test)]
mod tests {
    use super::{Group, Step, parsed};

    #[test]
    fn a_list_has_groups_of_steps() {
        let text =
            "# a comment\n[one]\ntext tolley run a.toml --set \"k=6 ft\" ''\nhash tolley run - < a.toml\nremove b\n";
        let command = |line: &str, words: &[&str], stdin: Option<&str>, is_text| Step::Command {
            line: line.to_owned(),
            words: words.iter().map(|word| (*word).to_owned()).collect(),
            stdin: stdin.map(str::to_owned),
            is_text,
        };
        let steps = vec![
            command("tolley run a.toml --set \"k=6 ft\" ''", &["run", "a.toml", "--set", "k=6 ft", ""], None, true),
            command("tolley run - < a.toml", &["run", "-"], Some("a.toml"), false),
            Step::Remove("b".to_owned()),
        ];
        assert_eq!(parsed(text), Ok(vec![Group { name: "one".to_owned(), steps }]));
    }

    #[test]
    fn a_line_that_is_no_step_is_named() {
        for (text, why) in [
            ("text tolley run", "commands.txt:1: stands in no group"),
            ("[a]\nplay tolley run", "commands.txt:2: a step is text, hash or remove"),
            ("[a]\ntext ls", "commands.txt:2: a command begins with tolley"),
            ("[a]\ntext tolley run - < a b", "commands.txt:2: one file follows <"),
            ("[a]\ntext tolley run 'a", "commands.txt:2: a quote is not closed"),
            ("[a]\n[a]", "commands.txt:2: the name is taken"),
            ("[scenarios]", "commands.txt:1: the name is taken"),
        ] {
            let error = parsed(text).expect_err(text);
            assert!(error.starts_with(why), "{error}");
        }
    }
}
