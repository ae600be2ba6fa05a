//! `tolley ask depends`: which assumption, rule or setting matters?

use tolley_analysis::sensitivity;
use tolley_answers::answer::{Answer, Cell, Column, Quantity, Sentence, Table};
use tolley_answers::kinds::{self, Context};
use tolley_answers::written;
use tolley_experiment::ask::{Ask, AskKind};
use tolley_experiment::plan::Plan;
use tolley_session::scenario::refuse_question;
use tolley_session::studies::AnyStudy;
use tolley_session::sweep::{LeftOut, SweepRequest, sweep};

use crate::again;
use crate::answered::{self, Showing};
use crate::args;
use crate::exit::Stop;
use crate::playing::Playing;
use crate::run;
use crate::{dry_run, output};

/// Which key of a dataset matters most, or of that of a scenario, which is played as far as it is not.
pub fn run(args: &args::Sensitivity) -> Result<u8, Stop> {
    let path = &args.scenario;
    let mut playing = Playing::new(path, &args.flags);
    if args.flags.dry_run && !path.is_dir() {
        let (measure, left_out) = swept(&mut playing, args)?;
        left_out.iter().for_each(|left| output::say(&format!("left out: {left}")));
        let (plan, study) = planned(&playing, measure.as_deref())?;
        return dry_run::run(&plan, study, &playing, args.flags.json);
    }
    let (mut measure, mut left_out) = (args.measure.clone(), Vec::new());
    let asked = [("--assumed", args.assumed.is_some()), ("--clauses", args.clauses.is_some())];
    let asked: Vec<&str> = asked.iter().filter(|(_, is_asked)| *is_asked).map(|(flag, _)| *flag).collect();
    let (dataset, failed) = run::to_judge(path, &args.flags, &asked, || {
        (measure, left_out) = swept(&mut playing, args)?;
        let (plan, study) = planned(&playing, measure.as_deref())?;
        playing.dataset(&plan, study)
    })?;
    let ask = Ask { kind: AskKind::Depends, measure, ..Ask::default() };
    let context = Context { command: command(args), is_of_dataset: path.is_dir(), ..Context::default() };
    let mut answer = kinds::answer(&ask, &dataset, &context)?;
    again::caution(&mut answer, &dataset)?;
    if !left_out.is_empty() {
        answer.tables.push(not_swept(&left_out));
    }
    let missing = answer.about.missing;
    print(answer, &dataset, args)?;
    Ok(run::judged(&dataset, &missing, failed))
}

fn print(answer: Answer, dataset: &tolley_dataset::Dataset, args: &args::Sensitivity) -> Result<(), Stop> {
    let folder = written::beside(dataset.dir(), "-indices")?;
    let showing =
        Showing { is_json: args.flags.json, has_details: args.details, has_csv: args.csv, ..Showing::default() };
    answered::print_and_keep(&[answer], Some(&folder), showing)
}

/// What was typed.
fn command(args: &args::Sensitivity) -> Vec<String> {
    let flag = |name: &str, is_asked: Option<bool>| {
        is_asked.map(|is| if is { name.to_owned() } else { format!("{name}=false") })
    };
    let measure = args.measure.iter().flat_map(|measure| ["--measure".to_owned(), measure.clone()]);
    let own = flag("--assumed", args.assumed).into_iter().chain(flag("--clauses", args.clauses)).chain(measure);
    again::command(&["ask", "depends"], &args.scenario, &args.flags, &own.collect::<Vec<_>>())
}

/// A row for each key that was not swept, and why.
fn not_swept(left_out: &[LeftOut]) -> Table {
    let column = |name: &str| Column::other(Quantity::plain(name, name));
    let row = |left: &LeftOut| vec![Cell::Name(left.key.clone()), Cell::Name(left.reason.clone())];
    Table {
        name: "left_out",
        title: Sentence::words("left out, each with why it is not drawn with the others"),
        columns: vec![column("key"), column("reason")],
        rows: left_out.iter().map(row).collect(),
        is_brief: false,
    }
}

/// Adds to what is played the axes that are asked for: the measure, and the keys that are left out.
fn swept(playing: &mut Playing, args: &args::Sensitivity) -> Result<(Option<String>, Vec<LeftOut>), Stop> {
    let Playing { scenario, request, console, .. } = playing;
    let asked = SweepRequest { assumed: args.assumed, clauses: args.clauses };
    let swept = sweep(&asked, scenario, request, console)?;
    Ok((args.measure.clone().or(swept.measure), swept.left_out))
}

/// The plan, unless its dataset has no answer.
fn planned(playing: &Playing, measure: Option<&str>) -> Result<(Plan, AnyStudy), Stop> {
    let (plan, study) = playing.plan()?;
    refuse_question(&plan, |manifest| sensitivity::check(manifest, measure))?;
    Ok((plan, study))
}
