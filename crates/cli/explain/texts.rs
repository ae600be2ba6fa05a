//! The printed words of `tolley explain`.

use tolley_answers::columns::{self, TextColumn};
use tolley_answers::glossary::{self, GlossaryTerm};
use tolley_experiment::role::Role;

use crate::output::wrapped;

/// Characters of a line.
pub const WIDTH: usize = 80;
/// Columns in which the terms stand.
const COLUMNS: usize = 3;

/// All terms, in columns.
pub fn terms() -> String {
    let mut text = "Words of tolley (tolley explain TERM says what one means):\n".to_owned();
    let names = || glossary::terms().map(|term| term.name.chars().count());
    let width = names().max().unwrap_or(0);
    for group in glossary::groups() {
        text += &format!("\n{}\n", group.name);
        let height = group.terms.len().div_ceil(COLUMNS);
        for row in 0..height {
            let cells = group.terms.iter().skip(row).step_by(height);
            let line: String = cells.map(|term| format!("{}{:<width$}", columns::GAP, term.name)).collect();
            text += &format!("{}\n", line.trim_end());
        }
    }
    text += "\nKeys and columns too: tolley explain shot.speed_m_s\n";
    text
}

/// A term with its meaning.
pub fn term(term: &GlossaryTerm) -> String {
    format!("{}\n  {}\n", term.name, wrapped(&term.meaning, WIDTH, "  "))
}

/// Two columns, indented.
pub fn listed(rows: impl Iterator<Item = (String, String)>) -> String {
    let (names, meanings): (Vec<_>, Vec<_>) = rows.unzip();
    columns::indented(&columns::rows(&[TextColumn::left(names), TextColumn::left(meanings)]))
}

/// What part a key or a column plays, for whoever reads it.
pub fn part(role: Role) -> &'static str {
    match role {
        Role::Outcome => "what a trial shows",
        Role::Ground => "what the world is like",
        Role::Bookkeeping => "counts and numbers, no matter of the game",
        Role::Law => "what the laws fix",
        Role::Skill => "how well somebody plays",
        Role::Design => "what the organiser or the experiment fixes",
        Role::Choice => "what a player chooses",
        Role::Side => "equipment in which the sides may differ",
        Role::Seat => "who sits or begins where",
    }
}

/// Whose a key or a column is.
pub fn owner(of: &str) -> String {
    match of {
        "a" | "b" => format!("player {}", of.to_uppercase()),
        other => format!("the {other}"),
    }
}
