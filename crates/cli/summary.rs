//! `tolley show`: what a dataset says, from its files alone.

use serde_json::{Map, Value as Json, json};
use tolley_analysis::lines::{Asked, Beside};
use tolley_analysis::{Effect, Missing, Summary, smoothed, summary};
use tolley_answers::answer::Answer;
use tolley_answers::limited;
use tolley_answers::render::{json, text};
use tolley_answers::summary::{self as words, Extent, Order};
use tolley_dataset::Dataset;
use tolley_experiment::run::where_possible;
use tolley_session::shipped::Shipped;
use tolley_session::{doubt, studies};

use crate::answered::Showing;
use crate::args;
use crate::card;
use crate::exit::{self, Stop};
use crate::output;
use crate::{known, notice};

/// Lines that people are shown.
const MOST_LINES: usize = 20;

/// Prints the summary of a dataset.
pub fn run(args: &args::Summary) -> Result<u8, Stop> {
    let dataset = studies::load(&args.dataset)?;
    let mut summed = where_possible(None, || summary(&dataset))?;
    if let Some(by) = &args.text.by {
        summed.sort_by(summed.measure(by)?);
    }
    let code = if args.text.each.is_some() || args.text.vs.is_some() || args.text.csv {
        print_lines(&dataset, &summed, args)?
    } else {
        let showing = Showing {
            is_json: args.json,
            has_details: args.text.details || args.text.raw,
            has_csv: false,
            ..Showing::default()
        };
        let has_tables = args.text.effects || args.text.by.is_some() || args.text.top.is_some();
        let values = Values::asked(args.text.raw);
        if !has_tables {
            let code = show(&dataset, &summed, again(&dataset), showing, values)?;
            return Ok(if dataset.is_complete() { code } else { exit::INCOMPLETE });
        }
        let order =
            if args.text.by.is_some() { Order::BestFirst } else { Order::of(known::plan_of(&dataset).as_ref()) };
        let effects = if args.text.effects { Effects::Told } else { Effects::Untold };
        print_with(&dataset, &summed, (args.json, &[]), effects, (order, most(args), values))?
    };
    Ok(if dataset.is_complete() { code } else { exit::INCOMPLETE })
}

fn most(args: &args::Summary) -> usize {
    args.text.top.map_or(MOST_LINES, |top| top as usize)
}

/// Prints the values of one axis, differences, or comma-separated values.
fn print_lines(dataset: &Dataset, summary: &Summary, args: &args::Summary) -> Result<u8, Stop> {
    let vs = args.text.vs.as_deref().map(|text| match text.split_once('=') {
        Some((key, value)) => Beside::Value(key.trim(), value.trim()),
        None => Beside::Best,
    });
    let facts = &summary.facts;
    let most_csv = args.text.top.map_or(usize::MAX, |top| top as usize);
    let failed = |error: csv::Error| Stop::new(exit::FAILURE, format!("error: {error}"));
    if args.text.csv && args.text.each.is_none() && vs.is_none() {
        output::result(&words::csv_of_points(summary, most_csv).map_err(failed)?)?;
        return Ok(doubts(&facts.missing()));
    }
    let asked = Asked { by: args.text.by.as_deref(), over: args.text.each.as_deref(), vs };
    let found = tolley_analysis::lines::lines(dataset, summary, &asked)?;
    if args.text.csv {
        output::result(&words::csv(facts, &found, most_csv).map_err(failed)?)?;
    } else if args.json {
        let place = dataset.dir().display().to_string();
        let told = found.to_json(summary);
        let mut more = Map::from_iter([("dataset".to_owned(), json!(place)), ("lines".to_owned(), told)]);
        say_limited(&mut more, dataset)?;
        output::json(&summary.json(more))?;
    } else {
        let width = output::width();
        let head = output::wrapped(&words::heading(facts, &found, args.text.each.is_some()), width, "  ");
        let table = words::table(facts, &found, most(args), width);
        let text = format!("{}{head}\n\n{table}", opening(dataset, width)?);
        print_text(dataset, &text, &words::foot(facts, &dataset.dir().display().to_string(), width), "", width)?;
    }
    Ok(doubts(&facts.missing()))
}

/// Says where the nearest was played of what was asked, in a dataset whose plan allows that.
fn say_limited(more: &mut Map<String, Json>, dataset: &Dataset) -> Result<(), Stop> {
    if dataset.manifest().limited.is_some() {
        more.insert("limited".to_owned(), limited::object(dataset, known::plan_of(dataset).as_ref())?);
    }
    Ok(())
}

/// The question of a dataset, if it has one, and where what was asked is not what was played.
fn opening(dataset: &Dataset, width: usize) -> Result<String, Stop> {
    let question = dataset.manifest().question.as_deref().map(|question| output::wrapped(question, width, ""));
    let limited = limited::lines(dataset, known::plan_of(dataset).as_ref(), width)?;
    let all = question.into_iter().chain(Some(limited.trim_end().to_owned()).filter(|limited| !limited.is_empty()));
    Ok(all.map(|text| format!("{text}\n\n")).collect())
}

/// Text, and at last the assumptions on which it stands.
fn print_text(dataset: &Dataset, text: &str, foot: &str, notice: &str, width: usize) -> Result<(), Stop> {
    let asked = dataset.manifest().question.is_some();
    let first = text.lines().next().unwrap_or_default().to_owned();
    let all = format!("{text}{foot}{notice}{}", words::assumptions(known::plan_of(dataset).as_ref(), width));
    let paint = move |line: &str| match line {
        line if line == first && asked => Some("1"),
        line if line.starts_with("PARTIAL") || line.contains("; PARTIAL") => Some("33"),
        line if line.starts_with("failed:") => Some("31"),
        line if line.starts_with("assumptions in force") || line.starts_with("dataset:") => Some("2"),
        _ => None,
    };
    Ok(output::painted(&all, paint)?)
}

/// Whether effects of axes are told.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Effects {
    Told,
    Untold,
}

/// Which values of the headline a table of the best points has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Values {
    /// Means of each point's own trials.
    Raw,
    /// Where not all points are shown, what a smooth surface through all says: the first row of means is luck.
    Smoothed,
}

impl Values {
    /// The values that flags ask for.
    pub fn asked(is_raw: bool) -> Values {
        if is_raw { Values::Raw } else { Values::Smoothed }
    }
}

/// What plays the scenario of a dataset again, as far as the dataset knows it: its name, where it comes along.
fn again(dataset: &Dataset) -> Vec<String> {
    let (manifest, folder) = (dataset.manifest(), dataset.dir().file_name().unwrap_or_default().to_string_lossy());
    let shipped = Shipped::all().iter().map(|shipped| shipped.name()).filter(|name| folder.starts_with(name));
    let name = shipped.max_by_key(|name| name.len()).unwrap_or("SCENARIO");
    let mut words = ["tolley", "run", name].map(str::to_owned).to_vec();
    words.extend(manifest.profiles.iter().flat_map(|profile| ["--with".to_owned(), profile.file.clone()]));
    let said = manifest.overridden.iter().filter(|over| ["--set", "--sweep"].contains(&over.flag.as_str()));
    words.extend(said.flat_map(|over| [over.flag.clone(), format!("{}={}", over.key, over.value)]));
    words
}

/// Prints what a dataset that was just played answers, as an object or with details if these are asked for, and says
/// whether too many trials are missing from it; the exit code that says so.
pub fn print(
    dataset: &Dataset,
    summed: &Summary,
    command: Vec<String>,
    (is_json, has_details): (bool, bool),
    values: Values,
) -> Result<u8, Stop> {
    show(dataset, summed, command, Showing { is_json, has_details, has_csv: false, ..Showing::default() }, values)
}

/// The card of a dataset, and the table of its points where that is asked for or nothing is answered.
fn show(
    dataset: &Dataset,
    summed: &Summary,
    command: Vec<String>,
    showing: Showing,
    values: Values,
) -> Result<u8, Stop> {
    let answers = card::answers(dataset, command)?;
    let has_card = !answers.is_empty() && !showing.is_json;
    if has_card {
        let width = output::width();
        let place = dataset.dir().display().to_string();
        let extent = text::Extent { width, has_details: showing.has_details };
        let under = words::under_card(&summed.facts, &place, width);
        output::result(&format!("{}{under}", text::texts(&answers, extent)))?;
        if !showing.has_details {
            return Ok(doubts(&summed.facts.missing()));
        }
        output::result("\n")?;
    }
    let order = Order::of(known::plan_of(dataset).as_ref());
    print_with(dataset, summed, (showing.is_json, &answers), Effects::Untold, (order, MOST_LINES, values))
}

fn print_with(
    dataset: &Dataset,
    summary: &Summary,
    (as_json, answers): (bool, &[Answer]),
    effects: Effects,
    (order, rows, values): (Order, usize, Values),
) -> Result<u8, Stop> {
    let effects = match effects {
        Effects::Told => Some(tolley_analysis::effects(dataset, summary)?),
        Effects::Untold => None,
    };
    let place = dataset.dir().display().to_string();
    let notice = notice::of(&dataset.manifest().plan);
    if as_json {
        let mut more = Map::from_iter([("dataset".to_owned(), json!(place))]);
        if let Some(effects) = effects {
            more.insert("effects".to_owned(), effects.iter().map(Effect::to_json).collect());
        }
        more.extend(notice.map(|notice| ("notice".to_owned(), json!(notice))));
        say_limited(&mut more, dataset)?;
        let objects: Vec<Json> = answers.iter().map(json::object).collect();
        if !objects.is_empty() {
            more.insert("answer".to_owned(), if let [one] = &objects[..] { one.clone() } else { objects.into() });
        }
        output::json(&summary.json(more))?;
    } else {
        let width = output::width();
        let notice = notice.map_or_else(String::new, |notice| format!("\n{}\n", notice.trim_end()));
        let effects = effects.map_or_else(String::new, |effects| words::effects(&effects));
        let smoothed = match (order, values) {
            (Order::BestFirst, Values::Smoothed) => smoothed::best_of(dataset, summary, rows)?,
            _ => None,
        };
        let order = if smoothed.is_some() { Order::SmoothedFirst } else { order };
        let summary = smoothed.as_ref().unwrap_or(summary);
        let extent = Extent { rows, width, order };
        let told = match order {
            Order::BestFirst | Order::SmoothedFirst => words::text(&summary.facts, summary.points(), extent, &place),
            Order::AsDesigned => words::text(&summary.facts, summary.by_number(), extent, &place),
        };
        print_text(dataset, &(opening(dataset, width)? + &told), &effects, &notice, width)?;
    }
    Ok(doubts(&summary.facts.missing()))
}

/// Says whether too many trials are missing from estimates; the exit code that says so.
pub fn doubts(missing: &Missing) -> u8 {
    if let Some(doubt) = doubt(missing) {
        output::say(&doubt);
    }
    if missing.is_doubtful() || missing.failed > 0 { exit::MISMATCH } else { exit::DONE }
}
