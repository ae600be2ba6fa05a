//! Counts words, sentences and numbers of text that people read.

/// One paragraph: what is read in one go, with the line at which it begins.
#[derive(Debug, PartialEq)]
pub struct Paragraph {
    pub line: usize,
    pub text: String,
}

/// What a word of code is counted as: a word, and no number.
const CODE: &str = "`code`";

/// Words that name something by its number: physics 16, exit code 75, decision 017.
const NAMING: &[&str] =
    &["physics", "version", "versions", "format", "decision", "python", "row", "draft", "code", "codes", "seed"];

/// How lines of help begin that are commands, flags or usage.
const CODE_BEGINS: &[&str] = &["tolley ", "-", "[", "<", "#", "Usage:"];

const MONTHS: &[&str] = &[
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

/// The paragraphs of a page of Markdown. A list item is one of its own; headings, tables, blocks of code, pictures and
/// comments are none.
pub fn paragraphs(page: &str) -> Vec<Paragraph> {
    let mut all: Vec<Paragraph> = Vec::new();
    let (mut is_block, mut is_comment, mut is_open) = (false, false, false);
    for (number, line) in page.lines().enumerate() {
        let text = line.trim();
        if text.starts_with("```") {
            is_block = !is_block;
        }
        is_comment |= text.starts_with("<!--");
        let is_prose = !is_block && !is_comment && !text.is_empty() && !text.starts_with(['#', '|', '`']);
        let is_quoted = text.starts_with('`') && !text.starts_with("```") && !is_block;
        let item = without_marker(text);
        if !is_prose && !is_quoted {
            is_open = false;
        } else if is_open && item.is_none() {
            if let Some(paragraph) = all.last_mut() {
                paragraph.text += " ";
                paragraph.text += text;
            }
        } else {
            all.push(Paragraph { line: number + 1, text: item.unwrap_or(text).to_owned() });
            is_open = true;
        }
        is_comment &= !text.ends_with("-->");
    }
    for paragraph in &mut all {
        paragraph.text = plain(&paragraph.text);
    }
    all
}

/// What stands after the marker of a list item.
fn without_marker(text: &str) -> Option<&str> {
    let after_number = text.trim_start_matches(|letter: char| letter.is_ascii_digit());
    let is_numbered = after_number.len() < text.len();
    text.strip_prefix("- ").or_else(|| after_number.strip_prefix(". ").filter(|_| is_numbered))
}

/// Text without marks: links are their text, pictures are nothing, and code has words but no numbers.
fn plain(text: &str) -> String {
    let mut joined = String::new();
    for (index, part) in text.split('`').enumerate() {
        let is_code = index % 2 == 1;
        joined += &if is_code { vec![CODE; part.split_whitespace().count()].join(" ") } else { part.to_owned() };
    }
    without_links(&joined).replace("**", "").replace('*', "")
}

/// `[text](target)` becomes text, `![text](target)` nothing.
fn without_links(text: &str) -> String {
    let mut rest = text.to_owned();
    while let Some(middle) = rest.find("](") {
        let Some(start) = rest[..middle].rfind('[') else { break };
        let end = rest[middle..].find(')').map_or(rest.len(), |end| middle + end + 1);
        let is_picture = rest[..start].ends_with('!');
        let shown = if is_picture { String::new() } else { rest[start + 1..middle].to_owned() };
        let before = start - usize::from(is_picture);
        rest = format!("{}{shown}{}", &rest[..before], &rest[end..]);
    }
    rest
}

/// The sentences of a paragraph: each ends with a mark after which another one begins.
pub fn sentences(paragraph: &str) -> Vec<String> {
    let mut sentences = vec![String::new()];
    let words: Vec<&str> = paragraph.split_whitespace().collect();
    for (index, word) in words.iter().enumerate() {
        if let Some(sentence) = sentences.last_mut() {
            sentence.push_str(word);
            sentence.push(' ');
        }
        let is_end = word.trim_end_matches(['"', ')']).ends_with(['.', '!', '?', ':']);
        let is_begin = |next: &&str| next.starts_with(|c: char| c.is_uppercase() || ['`', '(', '['].contains(&c));
        if is_end && words.get(index + 1).is_some_and(is_begin) {
            sentences.push(String::new());
        }
    }
    sentences.iter().map(|sentence| sentence.trim().to_owned()).filter(|sentence| word_count(sentence) > 2).collect()
}

/// How many words have a letter.
pub fn word_count(sentence: &str) -> usize {
    sentence.split_whitespace().filter(|word| word.contains(char::is_alphabetic)).count()
}

/// How many numbers a paragraph has. Dates, versions and what is named by its number are none; an interval in brackets
/// belongs to the number before it.
pub fn number_count(paragraph: &str) -> usize {
    let text = without_intervals(paragraph);
    let words: Vec<&str> = text.split_whitespace().collect();
    let at = |index: Option<usize>| index.and_then(|index| words.get(index)).copied().unwrap_or_default();
    let is_counted = |index: usize| {
        let before = at(index.checked_sub(1)).trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
        let after = at(index.checked_add(1)).trim_matches(|c: char| !c.is_alphanumeric());
        is_number(words[index]) && !NAMING.contains(&before.as_str()) && !MONTHS.contains(&after)
    };
    (0..words.len()).filter(|index| is_counted(*index)).count()
}

/// Whether a word is a number, and neither a year, a version nor the name of a file.
fn is_number(word: &str) -> bool {
    let word = word.trim_start_matches(|c: char| !c.is_alphanumeric()).trim_end_matches(|c: char| !c.is_alphanumeric());
    let is_year = word.len() == 4
        && word.bytes().all(|byte| byte.is_ascii_digit())
        && (word.starts_with("19") || word.starts_with("20"));
    let is_version = word.split('.').count() > 2;
    word.starts_with(|c: char| c.is_ascii_digit()) && !is_year && !is_version && !word.contains('_')
}

/// `6.4 points (5.9 to 6.9)` becomes `6.4 points `.
fn without_intervals(text: &str) -> String {
    let mut parts = text.split('(');
    let mut kept = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        match part.split_once(')') {
            Some((inside, after)) if inside.split(" to ").all(is_number) && inside.contains(" to ") => kept += after,
            _ => {
                kept.push('(');
                kept += part;
            }
        }
    }
    kept
}

/// The paragraphs of a command's help: what it says of itself and of each flag. Usage, examples and names are none.
pub fn help_paragraphs(help: &str) -> Vec<Paragraph> {
    let mut all: Vec<Paragraph> = Vec::new();
    let mut is_open = false;
    for (number, line) in help.lines().enumerate() {
        let text = line.trim();
        let column = text.rfind("  ").map(|gap| text[gap..].trim_start());
        let is_code = text.contains(" = ") || CODE_BEGINS.iter().any(|start| text.starts_with(start));
        // flags, entries of a list and examples begin at the margin of two; their text goes on further right
        is_open &= line.starts_with("   ") || !line.starts_with(' ');
        if let Some(right) = column {
            all.push(Paragraph { line: number + 1, text: right.to_owned() });
            is_open = true;
        } else if text.is_empty() || is_code || (text.ends_with(':') && !line.starts_with(' ')) {
            is_open = false;
        } else if let (true, Some(paragraph)) = (is_open, all.last_mut()) {
            paragraph.text += " ";
            paragraph.text += text;
        } else {
            all.push(Paragraph { line: number + 1, text: text.to_owned() });
            is_open = true;
        }
    }
    all
}
