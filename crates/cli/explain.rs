//! `tolley explain`: what a word of an answer means, and what is known of a key or a column.

mod names;
mod texts;

use serde_json::{Value, json};
use tolley_answers::glossary::{self, GlossaryTerm};
use tolley_experiment::problem::{escaped, nearest};

use crate::args;
use crate::exit::{self, Stop};
use crate::output;
use names::NameMeaning;

/// So many names with a word in their label are listed where none is meant.
const MOST_LISTED: usize = 20;

/// Explains a term, a key or a column; without one lists all terms.
pub fn run(args: &args::Explain) -> Result<u8, Stop> {
    if args.markdown {
        output::result(&glossary::markdown())?;
        return Ok(exit::DONE);
    }
    let typed = args.words.join(" ");
    if typed.trim().is_empty() {
        if args.json {
            output::json(&all_terms())?
        } else {
            output::result(&texts::terms())?
        }
        return Ok(exit::DONE);
    }
    let term = glossary::find(typed.trim());
    let names = names::find(typed.trim());
    if term.is_none() && names.is_empty() {
        return Err(not_found(typed.trim()));
    }
    if args.json {
        let names: Value = names.iter().map(NameMeaning::json).collect();
        output::json(&json!({ "term": term.map(term_json), "names": names }))?;
    } else {
        let terms = term.iter().map(|term| texts::term(term));
        let parts: Vec<String> = terms.chain(names.iter().map(NameMeaning::text)).collect();
        output::result(&parts.join("\n"))?;
    }
    Ok(exit::DONE)
}

/// What to type instead of a word that explains nothing.
fn not_found(typed: &str) -> Stop {
    let names = names::all();
    let mut message = format!("error: nothing is known of \"{}\"", escaped(typed));
    let mut near: Vec<&NameMeaning> = names.iter().filter(|name| name.has_words(typed)).collect();
    near.dedup_by(|a, b| a.name == b.name);
    let words = glossary::terms().map(|term| term.name.as_str());
    let known = words.chain(names.iter().flat_map(|name| [name.name.as_str(), name.label()]));
    let hint = nearest(&typed.to_lowercase(), known);
    if let Some(hint) = hint {
        message += &format!("; did you mean \"{hint}\"?");
    } else if near.is_empty() {
        message += "; tolley explain lists all terms, tolley list STUDY all keys and columns";
    }
    if !near.is_empty() {
        message += "\n  names with these words:\n";
        message +=
            &texts::listed(near.iter().take(MOST_LISTED).map(|name| (name.name.clone(), name.label().to_owned())));
        if near.len() > MOST_LISTED {
            message += &format!("  and {} more", near.len() - MOST_LISTED);
        }
    }
    Stop::new(exit::BAD_INPUT, message.trim_end())
}

fn term_json(term: &GlossaryTerm) -> Value {
    json!({ "term": term.name, "meaning": term.meaning })
}

fn all_terms() -> Value {
    let groups = glossary::groups().iter();
    let groups = groups.map(|group| {
        let terms: Value = group.terms.iter().map(term_json).collect();
        json!({ "group": group.name, "terms": terms })
    });
    json!({ "groups": groups.collect::<Value>() })
}
