//! `tolley ask best`: the best choice for each skill, and what it is worth.

mod arena;
mod ask;
mod ended;
mod kept;
mod searched;
mod timed;

use std::path::PathBuf;

use indicatif::HumanCount;
use serde_json::{Value as Json, json};
use tolley_answers::answer::Answer;
use tolley_answers::best::{self as words, Answers};
use tolley_answers::{render, written};
use tolley_dataset::sheet;
use tolley_experiment::best::{Best, SHOTS_ALLOWED, Skill, check_objective};
use tolley_experiment::plan::Plan;
use tolley_experiment::profiled::ProfileRecord;
use tolley_session::estimate::Time;
use tolley_session::place::{VERSIONS, named_folder, of_this_physics};
use tolley_session::scenario::plan;
use tolley_session::shipped::Shipped;
use tolley_session::studies::AnyStudy;

use crate::again;
use crate::answered::{self, Showing};
use crate::args;
use crate::console::Console;
use crate::exit::{self, Stop};
use crate::host::Host;
use crate::how_long;
use crate::output::{self, counted};
pub use searched::BestRequest;
use searched::stopped;

/// Searches, prints what is found and writes it down.
pub fn run(args: &args::BestSearch) -> Result<u8, Stop> {
    let (plan, study) = plan(&args.request(), &Console::new(args.flags.quiet))?;
    if args.flags.dry_run {
        return dry_run(&plan, study, args);
    }
    let request = BestRequest {
        best: question(&plan, args)?,
        folder: folder(args)?,
        has_csv: args.csv,
        threads: args.flags.threads.map(usize::from),
        is_quiet: args.flags.quiet,
        again: typed(args),
    };
    let found = of_plan(&plan, study, &request)?;
    let answers = [found.answer];
    if args.flags.json {
        let mut whole = render::json::object(&answers[0]);
        whole["best"] = found.object;
        output::json(&whole)?;
    } else {
        let showing = Showing { is_json: false, has_details: args.details, has_csv: args.csv, ..Showing::default() };
        answered::print_and_keep(&answers, None, showing)?;
        output::result(&format!("answer: {}\n", request.folder.display()))?;
    }
    Ok(exit::DONE)
}

/// Prints how long a search takes; nothing is written, and the folder of the answer is asked for what a search asks it.
fn dry_run(plan: &Plan, study: AnyStudy, args: &args::BestSearch) -> Result<u8, Stop> {
    let best = question(plan, args)?;
    written::may_hold(&folder(args)?)?;
    let time = time(plan, study, &best, args.flags.threads.map(usize::from))?;
    let [points, skills] = [plan.grid.points(), best.skills.len() as u64];
    if args.flags.json {
        output::json(&json!({
            "dry_run": true,
            "study": plan.study.name,
            "points": points,
            "skills": skills,
            "shots": best.shots,
            "estimated_s": time.idle.seconds,
            "estimated_low_s": time.idle.range[0],
            "estimated_high_s": time.idle.range[1],
            "estimated_cpu_s": time.cpu.seconds,
            "idle_cores": time.cores,
        }))?;
        return Ok(exit::DONE);
    }
    let mut lines = vec![
        format!("study   {}", plan.study.name),
        format!("shots   {} for {}, {}", HumanCount(best.shots), counted(skills, "skill"), counted(points, "point")),
        format!("time    about {}", how_long::in_words(&time)),
    ];
    lines.extend(how_long::caution().map(|caution| format!("        {caution}")));
    lines.extend(plan.profiles.iter().filter_map(ProfileRecord::sentence));
    lines.push("from searches by few shots; nothing was written".to_owned());
    output::result(&lines.join("\n"))?;
    Ok(exit::DONE)
}

/// How long the search of a plan takes, from searches by few shots.
pub fn time(plan: &Plan, study: AnyStudy, best: &Best, threads: Option<usize>) -> Result<Time, Stop> {
    timed::time(plan, study, best, threads).map_err(|ended| stopped(ended, best))
}

/// The command that makes the answer again, word by word.
fn typed(args: &args::BestSearch) -> Vec<String> {
    let mut words = ["tolley", "ask", "best", &args.scenario.display().to_string()].map(str::to_owned).to_vec();
    let mut add = |flag: &str, value: String| words.extend([flag.to_owned(), value]);
    args.skill.iter().for_each(|skill| add("--skill", skill.clone()));
    args.objective.iter().for_each(|objective| add("--objective", objective.clone()));
    args.shots.iter().for_each(|shots| add("--shots", shots.to_string()));
    args.map.iter().for_each(|map| add("--map", map.to_string()));
    words.extend(again::of_flags(&args.flags));
    words
}

/// The file of all that was found, which pages read.
const OBJECT: &str = "best.json";

/// What was found, as pages read it, and the answer.
pub struct BestFound {
    /// All that was found, SI.
    pub object: Json,
    /// In words.
    pub answer: Answer,
}

/// Searches for what is asked of a plan and writes down what pages read of it, and the choices as a list.
pub fn of_plan(plan: &Plan, study: AnyStudy, request: &BestRequest) -> Result<BestFound, Stop> {
    let BestRequest { best, folder, .. } = request;
    // before minutes of play
    written::may_hold(folder)?;
    let strata = searched::search(plan, study, request)?;
    let answers = Answers { plan, best, strata };
    let object = words::object(&answers);
    let mut answer = words::answer(&answers, request.again.clone());
    answer.notes.extend(again::of_profiles(&plan.profiles));
    sheet::make_folder(folder)?;
    sheet::write_text(folder, OBJECT, &format!("{object:#}\n"))?;
    render::files::keep(folder, std::slice::from_ref(&answer), request.has_csv, VERSIONS)?;
    sheet::write_text(folder, "choices.csv", &words::choices_csv(&answers))?;
    if best.map > 0 {
        let (table, cells) = words::map_table(&answers);
        Host::current().iter().for_each(|host| host.sheet(&table, &cells));
        sheet::write_cells(folder, "map.parquet", &table, cells, VERSIONS)?;
    } else {
        sheet::forget(folder, "map.parquet")?;
    }
    Ok(BestFound { object, answer })
}

/// The question of the scenario, with what the command line says over it.
fn question(plan: &Plan, args: &args::BestSearch) -> Result<Best, Stop> {
    let bad = |flag: &str, message: String| Stop::new(exit::BAD_INPUT, format!("error: {flag}: {message}"));
    let Some(mut best) = plan.best.clone() else {
        let searched = Shipped::all().iter().filter(|shipped| shipped.text.contains("\n[best]"));
        let names: Vec<&str> = searched.map(|shipped| shipped.name()).collect();
        let names = names.join(", ");
        let message =
            format!("the scenario has no table [best]; `tolley ask best --help` shows one, and {names} have one");
        return Err(bad(&args.scenario.display().to_string(), message));
    };
    if let Some(objective) = &args.objective {
        check_objective(objective, &plan.study).map_err(|message| bad("--objective", message))?;
        best.objective.clone_from(objective);
    }
    if let Some(shots) = args.shots {
        check_shots("--shots", shots)?;
        best.shots = shots;
    }
    if let Some(map) = args.map {
        best.map = map;
        best.check_map().map_err(|message| bad("--map", message))?;
    }
    if let Some(file) = best.profile.as_ref().filter(|_| !args.skill.is_empty()) {
        return Err(bad("--skill", format!("{file} says already whose best choice is wanted; leave one of them out")));
    }
    if !args.skill.is_empty() {
        if args.shots.is_none() {
            // as many a skill as the scenario has
            let share = best.shots * args.skill.len() as u64 / best.skills.len().max(1) as u64;
            best.shots = share.clamp(SHOTS_ALLOWED[0], SHOTS_ALLOWED[1]);
        }
        best.skills.clear();
    }
    let hand = (plan.study.hand)(&plan.point(0));
    for (name, hand) in args.skill.iter().zip(hand.iter().cycle()) {
        let skill = Skill::named(name, &plan.study, hand).map_err(|message| bad("--skill", message))?;
        if let Some(message) = skill.repeats(&best.skills) {
            return Err(bad("--skill", message));
        }
        best.skills.push(skill);
    }
    Ok(best)
}

/// Refuses a budget that is not allowed, by the flag that asks for it.
pub fn check_shots(flag: &str, shots: u64) -> Result<(), Stop> {
    let [least, most] = SHOTS_ALLOWED;
    if (least..=most).contains(&shots) {
        return Ok(());
    }
    let message = format!("error: {flag}: {shots} is not from {least} to {most}, the shots that a best choice takes");
    Err(Stop::new(exit::BAD_INPUT, message))
}

fn folder(args: &args::BestSearch) -> Result<PathBuf, Stop> {
    match &args.flags.output {
        Some(folder) => Ok(folder.clone()),
        None if args::source(&args.scenario).path().is_none() => {
            let message = "error: a scenario from stdin has no name: say where its answer goes, -o DIR";
            Err(Stop::new(exit::BAD_INPUT, message))
        }
        None => Ok(of_this_physics(
            named_folder(&args.scenario, &args.flags.with, "-best")?,
            &Console::new(args.flags.quiet),
        )),
    }
}
