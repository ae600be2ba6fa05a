//! The report of what `tolley ask best` left: the best choice over skill, its jumps, and what another one costs.

use std::path::Path;

use serde_json::{Value as Json, json};
use tolley_analysis::Estimate;
use tolley_answers::number::{self, Shown};
use tolley_answers::render::shell_line;
use tolley_answers::tidy::{Row, Tidy};
use tolley_experiment::file;
use tolley_report::{Document, Figure, Markup, Section, document};

use super::best_map::Map;
use super::cube::plain;
use super::plans::{Plans, estimate, list, stratum_name, text};
use crate::PageError;

/// The file that says what was found.
const ANSWER: &str = "best.json";
/// The file of any other answer, of which no page is made.
const OTHER: &str = "answer.json";

/// Whether a folder is that of the answer of `tolley ask best`, and no dataset.
pub fn is_best(folder: &Path) -> bool {
    [ANSWER, OTHER].iter().any(|name| folder.join(name).is_file()) && !folder.join("manifest.json").is_file()
}

/// The page of an answer of `tolley ask best`, and its numbers.
pub fn told(folder: &Path) -> Result<(Document, Tidy), PageError> {
    let path = [ANSWER, OTHER].map(|name| folder.join(name)).into_iter().find(|path| path.is_file());
    let path = path.unwrap_or_else(|| folder.join(ANSWER));
    let bad = |message: String| PageError::Refused(format!("{}: {message}", path.display()));
    let text = file::read_text(&path).map_err(|error| bad(file::why(&error)))?;
    let answer: Json = serde_json::from_str(&text).map_err(|error| bad(format!("is not JSON: {error}")))?;
    if let Some(dataset) = answer["dataset"].as_str().or_else(|| answer[0]["dataset"].as_str()) {
        return Err(bad(format!("is an answer about the dataset {dataset}, which is what a page is made of")));
    }
    let answer = Answer { object: &answer };
    if answer.strata().is_empty() || answer.objective().is_empty() {
        return Err(bad("is not the answer of `tolley ask best`".to_owned()));
    }
    let mut sections =
        vec![Section { heading: "The best choice".to_owned(), body: answer.table(), figures: answer.figures(folder)? }];
    sections.push(answer.doubts());
    sections.push(answer.made(folder));
    let question = answer.object["question"].as_str().map(str::to_owned);
    let question =
        question.unwrap_or_else(|| format!("Which choice has the greatest {}, for whom?", plain(answer.objective())));
    let said: Vec<String> = first_sentence(folder).into_iter().chain(answer.sentences()).collect();
    let document = Document { question, answer: said, doubts: Vec::new(), screen: None, sections };
    let seed = answer.object["seed"].as_u64();
    Ok((document, Tidy { seed, ..Tidy::alone(answer.rows()) }))
}

/// What was found.
/// What the answer says first, and how much that is; of older folders that is not known.
fn first_sentence(folder: &Path) -> Option<String> {
    let kept: Json = serde_json::from_str(&file::read_text(&folder.join(OTHER)).ok()?).ok()?;
    let headline = &kept["headline"];
    let amounts = headline["amount"].as_array().into_iter().flatten().filter_map(Json::as_str);
    let amounts: Vec<String> = amounts.map(|amount| format!(" {}.", amount.trim_end_matches('.'))).collect();
    Some(headline["sentence"].as_str()?.to_owned() + &amounts.concat())
}

#[derive(Clone, Copy)]
struct Answer<'a> {
    object: &'a Json,
}

fn told_estimate(value: &Json, shown: &Shown) -> String {
    super::cube::told(&estimate(value), shown.factor)
}

/// How a key is shown.
fn of_key(key: &str) -> Shown {
    Shown::of_column(key.rsplit('.').next().unwrap_or(key))
}

fn titled(shown: &Shown) -> String {
    super::cube::titled(shown)
}

impl<'a> Answer<'a> {
    fn strata(self) -> &'a [Json] {
        list(&self.object["strata"])
    }

    fn objective(self) -> &'a str {
        text(&self.object["objective"])
    }

    /// The numbers that are decided over: those that any choice has.
    fn keys(self) -> Vec<&'a str> {
        let first = self.strata().first().and_then(|stratum| list(&stratum["skills"]).first());
        let at = first.and_then(|skill| skill["at"].as_object());
        at.map_or_else(Vec::new, |at| at.keys().map(String::as_str).collect())
    }

    fn sentences(self) -> Vec<String> {
        /// Skills that are told in sentences.
        const MOST: usize = 6;
        let shown = Shown::of_column(self.objective());
        let objective = titled(&shown);
        let mut told = Vec::new();
        for stratum in self.strata() {
            let name = stratum_name(stratum);
            let of = if name.is_empty() { String::new() } else { format!("At {name}: ") };
            for skill in list(&stratum["skills"]) {
                let value = told_estimate(&skill["value"], &shown);
                let n = skill["value"]["n"].as_u64().unwrap_or(0);
                told.push(format!(
                    "{of}{}: {}, worth {value} {objective}, n = {n}.",
                    text(&skill["skill"]),
                    self.told_at(skill)
                ));
            }
        }
        if told.len() > MOST {
            let more = told.len() - MOST;
            told.truncate(MOST);
            told.push(format!("And {more} more, in the table below."));
        }
        told
    }

    fn table(self) -> Markup {
        let keys = self.keys();
        let shown = Shown::of_column(self.objective());
        let mut head = vec![("where".to_owned(), String::new()), ("skill".to_owned(), String::new())];
        head.extend(keys.iter().map(|key| (plain(&of_key(key).name), of_key(key).unit)));
        head.push((plain(&shown.name), shown.unit.clone()));
        head.extend(["n", "method", "not seen to lose over 5 %"].map(|name| (name.to_owned(), String::new())));
        let mut rows = Vec::new();
        for stratum in self.strata() {
            for skill in list(&stratum["skills"]) {
                let mut row = vec![stratum_name(stratum), text(&skill["skill"]).to_owned()];
                row.extend(keys.iter().map(|key| {
                    skill["at"][*key].as_f64().map_or("-".to_owned(), |at| number::short(at * of_key(key).factor))
                }));
                row.push(told_estimate(&skill["value"], &shown));
                row.push(skill["value"]["n"].as_u64().unwrap_or(0).to_string());
                row.push(text(&skill["value"]["method"]).to_owned());
                row.push(skill["zone"]["share"].as_f64().map_or("-".to_owned(), number::percent));
                rows.push(row);
            }
        }
        document::table(&head, &rows, 2)
    }

    fn figures(self, folder: &Path) -> Result<Vec<Figure>, PageError> {
        let mut figures: Vec<Figure> = self.over_skill().into_iter().collect();
        figures.extend(self.value());
        let told_at = |skill: &Json| self.told_at(skill);
        let plans = Plans {
            object: self.object,
            shown: Shown::of_column(self.objective()),
            footing: self.footing(),
            told_at: &told_at,
        };
        figures.extend(plans.places());
        figures.extend(plans.ring());
        let keys = list(&self.object["decided_over"]).iter().map(text).collect();
        let map = Map { object: self.object, shown: Shown::of_column(self.objective()), keys };
        figures.extend(map.figures(folder)?);
        Ok(figures)
    }

    fn footing(self) -> String {
        let n: Vec<u64> = self
            .strata()
            .iter()
            .flat_map(|stratum| list(&stratum["skills"]))
            .filter_map(|skill| skill["value"]["n"].as_u64())
            .collect();
        let (least, most) = (n.iter().min().copied().unwrap_or(0), n.iter().max().copied().unwrap_or(0));
        format!(
            "n = {least} to {most} confirmation runs each, {} shots in all, seed {}.",
            self.object["shots"], self.object["seed"]
        )
    }

    /// Each number that is decided over, by skill, with the range that is not seen to lose more than 5 %, and jumps.
    fn over_skill(self) -> Option<Figure> {
        let mut panels = Vec::new();
        for stratum in self.strata().iter().take(6) {
            for key in self.keys() {
                let shown = of_key(key);
                let rows: Vec<Json> = list(&stratum["skills"])
                    .iter()
                    .map(|skill| {
                        let end = |end: &str| skill["zone"][end][key].as_f64().map(|value| value * shown.factor);
                        json!({
                            "x": text(&skill["skill"]), "v": skill["at"][key].as_f64().map(|value| value * shown.factor),
                            "lo": end("from"), "hi": end("to"), "n": skill["value"]["n"],
                        })
                    })
                    .collect();
                let jumps: Vec<Json> = list(&stratum["jumps"])
                    .iter()
                    .filter(|jump| jump["is_shown_by_fresh_shots"] == true)
                    .filter_map(|jump| {
                        let at = |end: &str| Some(jump[end][key].as_f64()? * shown.factor);
                        Some(json!({
                            "from": at("from")?, "to": at("to")?, "after": text(&jump["from_skill"]),
                            "before": text(&jump["to_skill"]), "share": jump["share_of_the_way"],
                        }))
                    })
                    .collect();
                let name = stratum_name(stratum);
                let title = if name.is_empty() { titled(&shown) } else { format!("{}; {name}", titled(&shown)) };
                panels.push(json!({ "title": title, "rows": rows, "jumps": jumps }));
            }
        }
        (!panels.is_empty()).then(|| Figure {
            kind: "skill",
            title: "The best choice over skill.".to_owned(),
            caption: format!(
                "Bars: all choices that are not seen to lose more than 5 % lie between. Arrows: where a better hand jumps to another choice, as confirmation runs show. {}",
                self.footing()
            ),
            data: json!({ "panels": panels }),
        })
    }

    /// The numbers of a choice, as text.
    fn told_at(self, skill: &Json) -> String {
        let told = self.keys().into_iter().filter_map(|key| {
            let shown = of_key(key);
            let value = number::short(skill["at"][key].as_f64()? * shown.factor);
            Some(format!("{} {value} {}", plain(&shown.name), shown.unit).trim_end().to_owned())
        });
        told.collect::<Vec<_>>().join(", ")
    }

    /// What the best choice is worth.
    fn value(self) -> Option<Figure> {
        let shown = Shown::of_column(self.objective());
        let mut rows = Vec::new();
        for stratum in self.strata() {
            for skill in list(&stratum["skills"]) {
                let mut row = super::cube::estimate(&estimate(&skill["value"]), shown.factor);
                row.insert("label".to_owned(), json!(text(&skill["skill"])));
                row.insert("group".to_owned(), json!(stratum_name(stratum)));
                row.insert("mark".to_owned(), json!("estimate"));
                rows.push(Json::Object(row));
            }
        }
        (!rows.is_empty()).then(|| Figure {
            kind: "forest",
            title: format!("{} of the best choice.", titled(&shown)),
            caption: format!(
                "Mean of confirmation runs with its 95 % interval (Student's t; of a share Wilson's). {}",
                self.footing()
            ),
            data: json!({ "v": { "title": titled(&shown) }, "margin": null, "rows": rows }),
        })
    }

    /// What the choices hang on: ends of ranges, symmetric images, other people's choices.
    fn doubts(self) -> Section {
        let shown = Shown::of_column(self.objective());
        let mut rows = Vec::new();
        for stratum in self.strata() {
            for skill in list(&stratum["skills"]) {
                let mut row = |what: String, loss: &Json, note: String| {
                    let n = loss["n"].as_u64().unwrap_or(0).to_string();
                    rows.push(vec![
                        stratum_name(stratum),
                        text(&skill["skill"]).to_owned(),
                        what,
                        told_estimate(loss, &shown),
                        n,
                        note,
                    ]);
                };
                for edge in list(&skill["edges"]) {
                    let why =
                        edge["assumption"].as_str().map_or_else(String::new, |why| format!("an assumption: {why}"));
                    row(
                        format!("gain beyond the {} of {}", text(&edge["end"]), text(&edge["key"])),
                        &edge["gain"],
                        why,
                    );
                }
                for other in list(&skill["with_the_best_of"]) {
                    let what = format!("loss with the best of {}", text(&other["skill"]));
                    row(what, &other["beside"]["loss"], String::new());
                }
                for (rank, other) in list(&skill["others"]).iter().enumerate() {
                    let may = if other["may_be_the_best"] == json!(true) { "may be as good" } else { "" };
                    row(format!("loss with candidate {}", rank + 2), &other["loss"], may.to_owned());
                }
            }
        }
        if rows.is_empty() {
            return Section::default();
        }
        let names = ["where", "skill", "what", &shown.name, "n", "note"];
        let head: Vec<(String, String)> = names.iter().map(|name| (plain(name), String::new())).collect();
        let about = "Paired on the same random numbers, with 95 % intervals (Student's t).";
        Section::of("What it depends on", Markup::new().element("p", about).with(&document::table(&head, &rows, 3)))
    }

    fn made(self, folder: &Path) -> Section {
        let study = text(&self.object["study"]);
        let over: Vec<&str> = list(&self.object["decided_over"]).iter().map(text).collect();
        let about = format!(
            "Study {study}; decided over {}; {} shots, seed {}. `tolley list {study}` marks every default that is an assumption.",
            over.join(", "),
            self.object["shots"],
            self.object["seed"]
        );
        let [shots, seed] = ["shots", "seed"].map(|name| self.object[name].to_string());
        let folder = folder.display().to_string();
        let words = ["tolley", "ask", "best", "SCENARIO", "--shots", &shots, "--seed", &seed, "-o", &folder];
        let command = shell_line(&words.map(str::to_owned));
        let note = "SCENARIO is the file whose [best] was asked; the answer does not keep it.";
        let body = Markup::new().element("p", &about).element("pre", &command).element("p", note);
        Section::of("How it was made", body)
    }

    fn rows(self) -> Vec<Row> {
        let mut rows = Vec::new();
        for stratum in self.strata() {
            let name = stratum_name(stratum);
            for skill in list(&stratum["skills"]) {
                let of = [text(&skill["skill"]), &name]
                    .into_iter()
                    .filter(|part| !part.is_empty())
                    .collect::<Vec<_>>()
                    .join(", ");
                let mut row = |term: String, estimate: Estimate, method: &str| {
                    rows.push(Row::of(format!("{term}: {of}"), estimate, method));
                };
                row(self.objective().to_owned(), estimate(&skill["value"]), text(&skill["value"]["method"]));
                for key in self.keys() {
                    let at = Estimate { value: skill["at"][key].as_f64(), ..Estimate::default() };
                    row(format!("best {key}"), at, "chosen");
                }
                for other in list(&skill["with_the_best_of"]) {
                    let term = format!("{} lost with the best of {}", self.objective(), text(&other["skill"]));
                    row(term, estimate(&other["beside"]["loss"]), "paired difference of confirmation runs, t");
                }
            }
        }
        rows
    }
}
