//! What `tolley ask` says besides its answers: what it plays, and how long that takes.

use indicatif::HumanCount;
use serde_json::{Value as Json, json};
use tolley_answers::answer::Quantity;
use tolley_dataset::Manifest;
use tolley_experiment::ask::Ask;
use tolley_experiment::profiled::ProfileRecord;
use tolley_session::estimate::Time;
use tolley_session::place::VERSIONS;

use super::inquiry::Inquiry;
use super::others::OtherCase;
use crate::exit::{self, Stop};
use crate::how_long;
use crate::output;

/// How long it takes until the answers are there.
pub fn how_long(inquiries: &[Inquiry]) -> Result<String, Stop> {
    let mut time = Time::NOTHING;
    let (mut trials, mut done) = (0, 0);
    for inquiry in inquiries {
        time = time.plus(inquiry.time()?);
        let [more, more_done] = inquiry.trials()?;
        (trials, done) = (trials + more, done + more_done);
    }
    if trials == done {
        return Ok(format!("all {} trials are there already", HumanCount(trials)));
    }
    let names: Vec<&str> = inquiries.iter().map(|inquiry| inquiry.name.as_str()).collect();
    let there = if done > 0 { format!(", {} are there already", HumanCount(done)) } else { String::new() };
    let most = if inquiries.iter().any(Inquiry::is_most) { "at most " } else { "" };
    let time = how_long::in_words(&time);
    Ok(format!("{most}about {time}, for {}: {} trials{there}", names.join(", "), HumanCount(trials)))
}

/// Prints what would be asked, what would be played, and how long that takes.
pub fn dry_run(inquiries: &[Inquiry], minutes: Option<f64>, is_json: bool) -> Result<u8, Stop> {
    if is_json {
        let objects = inquiries.iter().map(object).collect::<Result<Vec<Json>, Stop>>()?;
        output::json(&objects)?;
        return Ok(exit::DONE);
    }
    let mut text = String::new();
    for inquiry in inquiries {
        text += &lines(inquiry)?;
    }
    if let Some(minutes) = minutes {
        text += &format!("budget: {minutes} minutes on idle cores, to which trials are cut if need be\n");
    }
    text += &how_long::caution().map(|caution| format!("{caution}\n")).unwrap_or_default();
    text += "nothing was written\n";
    output::result(&text)?;
    Ok(exit::DONE)
}

fn object(inquiry: &Inquiry) -> Result<Json, Stop> {
    let [trials, done] = inquiry.trials()?;
    let time = inquiry.time()?;
    let case = |case: &OtherCase| json!({ "key": case.key, "value": case.value, "repeats": case.repeats(), "trials": case.trials() });
    Ok(json!({
        "scenario": inquiry.name,
        "dry_run": true,
        "asks": inquiry.asks,
        "shots": inquiry.search.as_ref().map(|best| best.shots),
        "points": inquiry.plan.grid.points(),
        "repeats": inquiry.plan.grid.repeats,
        "profiles": inquiry.plan.profiles,
        "strata": inquiry.cases.iter().map(case).collect::<Vec<_>>(),
        "trials": trials,
        "trials_there": done,
        "at_most": inquiry.is_most(),
        "estimated_s": time.idle.seconds,
        "estimated_low_s": time.idle.range[0],
        "estimated_high_s": time.idle.range[1],
        "estimated_cpu_s": time.cpu.seconds,
        "idle_cores": time.cores,
    }))
}

fn lines(inquiry: &Inquiry) -> Result<String, Stop> {
    let [trials, done] = inquiry.trials()?;
    let mut lines = vec![inquiry.name.clone()];
    lines.extend(inquiry.asks.iter().map(|ask| format!("  asks    {}", in_words(ask))));
    if let Some(best) = &inquiry.search {
        lines.push(format!("  asks    best choice, by {} shots", HumanCount(best.shots)));
    }
    if !inquiry.asks.is_empty() {
        let grid = &inquiry.plan.grid;
        lines.push(format!(
            "  plays   {} ({} at each of {})",
            output::counted(grid.trials(), "trial"),
            HumanCount(grid.repeats),
            output::counted(grid.points(), "point")
        ));
    }
    let manifest = Manifest::of(&inquiry.plan, VERSIONS)?;
    let case = |case: &OtherCase| {
        let quantity = Quantity::of_key(&manifest, &case.key);
        let trials = output::counted(case.trials(), "trial");
        format!("  and     {trials} with {}: {}", quantity.label, quantity.value(&case.value))
    };
    lines.extend(inquiry.cases.iter().map(case));
    lines.extend(inquiry.plan.profiles.iter().filter_map(ProfileRecord::sentence).map(|said| format!("  {said}")));
    let there =
        if done > 0 { format!("; {} of {} are there", HumanCount(done), HumanCount(trials)) } else { String::new() };
    let most = if inquiry.is_most() { "at most " } else { "" };
    let time = match trials == done {
        true => "no time".to_owned(),
        false => format!("{most}about {}", how_long::in_words(&inquiry.time()?)),
    };
    lines.push(format!("  takes   {time}{there}"));
    Ok(lines.iter().map(|line| format!("{line}\n")).collect())
}

/// What is asked, as a line of a scenario would say it.
fn in_words(ask: &Ask) -> String {
    let mut words = vec![ask.kind.name().to_owned()];
    let mut add = |name: &str, values: &[String]| {
        if !values.is_empty() {
            words.push(format!("{name} {}", values.join(", ")));
        }
    };
    let one = |value: &Option<String>| value.iter().cloned().collect::<Vec<String>>();
    add("of", &one(&ask.measure));
    add("over", &ask.over);
    add("vs", &ask.control);
    add("along", &one(&ask.along));
    add("against", &one(&ask.against));
    add("margin", &one(&ask.margin.map(|margin| margin.to_string())));
    add("for each of", &ask.strata);
    words.join(" ")
}
