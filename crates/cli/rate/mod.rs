//! `tolley ask rank`: how strong is each player, what is playing first worth, and do strengths explain who beats whom?

mod matches;

use tolley_analysis::statistics::tournament::{Rated, Tournament, Unrated};
use tolley_answers::kinds::rank::{Strengths, of_strengths, unrated};
use tolley_answers::kinds::{Context, common};
use tolley_answers::rate::{Players, players};
use tolley_answers::written;
use tolley_experiment::ask::{Ask, AskKind};
use tolley_experiment::plan::{Plan, StreamsMode};
use tolley_experiment::playable::Playable;
use tolley_session::studies::{self, AnyStudy};

use crate::again;
use crate::answered::{self, Showing};
use crate::args;
use crate::dry_run;
use crate::exit::{self, Stop};
use crate::playing::Playing;
use crate::run;
use matches::{Game, Match};

/// Rates the players of a dataset, or of that of a scenario, which is played as far as it is not.
pub fn run(args: &args::Rate) -> Result<u8, Stop> {
    let path = &args.scenario;
    let playing = Playing::new(path, &args.flags);
    let planned = || -> Result<_, Stop> {
        let (plan, study) = playing.plan()?;
        // before anything is played
        sides(&plan, study)?;
        Ok((plan, study))
    };
    if args.flags.dry_run && !path.is_dir() {
        let (plan, study) = planned()?;
        return dry_run::run(&plan, study, &playing, args.flags.json);
    }
    let (dataset, failed) = run::to_judge(path, &args.flags, &[], || {
        let (plan, study) = planned()?;
        playing.dataset(&plan, study)
    })?;
    let (plan, study) = studies::plan_of(&dataset).map_err(|why| bad(&format!("{}: {why}", path.display())))?;
    let (game, players) = sides(&plan, study)?;
    let (matches, missing) = game.matches(&dataset)?;
    let rated = rated(&plan, &players, &matches)?;
    let strengths = Strengths {
        names: &players.names,
        rated: &rated,
        first: game.first,
        averaged: &players.averaged,
        is_common: plan.streams == StreamsMode::Common,
    };
    let (command, is_of_dataset) = (again::command(&["ask", "rank"], path, &args.flags, &[]), path.is_dir());
    let context = Context { command, is_of_dataset, ..Context::default() };
    let ask = Ask { kind: AskKind::Rank, ..Ask::default() };
    let about = common::about(&ask, &dataset, &context, missing);
    let mut answer = of_strengths(&strengths, about, common::four_times(&dataset, &context));
    again::caution(&mut answer, &dataset)?;
    let folder = written::beside(dataset.dir(), "-ratings")?;
    let showing =
        Showing { is_json: args.flags.json, has_details: args.details, has_csv: args.csv, ..Showing::default() };
    answered::print_and_keep(&[answer], Some(&folder), showing)?;
    Ok(run::judged(&dataset, &missing, failed))
}

fn bad(message: &str) -> Stop {
    Stop::new(exit::BAD_INPUT, format!("error: {message}"))
}

/// The sides of a study of matches, and who plays on them.
fn sides(plan: &Plan, study: AnyStudy) -> Result<(Game, Players), Stop> {
    let Some(game) = Game::of_study(&study.info()) else {
        let rated = studies::all().filter(|study| Game::of_study(&study.info()).is_some());
        let known: Vec<&str> = rated.map(Playable::name).collect();
        return Err(bad(&format!("{} has no matches of two sides; rated are {}", study.name(), known.join(", "))));
    };
    let first = &plan.study.tables[0];
    if let Some(column) = game.columns().iter().find(|column| first.index(column).is_none()) {
        let all = game.columns().join(", ");
        return Err(bad(&format!("output.columns: {column} is not kept; ratings are made of {all}")));
    }
    let players = players(plan, game.sides).map_err(|why| bad(&why))?;
    if players.names.len() < 2 {
        return Err(bad("all points have the same player on both sides: there is nobody to compare him with"));
    }
    let mut met = Tournament::new(players.names.len(), 1);
    players.at.iter().for_each(|sides| met.add(0, *sides, [1.0, 0.0, 1.0]));
    match met.rated() {
        Err(why @ (Unrated::NotJoined(..) | Unrated::NoMatch)) => Err(bad(&unrated(&why, &players))),
        _ => Ok((game, players)),
    }
}

fn rated(plan: &Plan, players: &Players, matches: &[Match]) -> Result<Rated, Stop> {
    let mut tournament = Tournament::new(players.names.len(), plan.grid.repeats);
    for played in matches {
        let [a, b] = players.at[played.point as usize];
        let result = match played.a_won {
            None => [0.0, 1.0, 0.0],
            Some(a_won) if a_won == played.a_is_first => [1.0, 0.0, 0.0],
            Some(_) => [0.0, 0.0, 1.0],
        };
        tournament.add(played.repeat, if played.a_is_first { [a, b] } else { [b, a] }, result);
    }
    tournament.rated().map_err(|why| bad(&unrated(&why, players)))
}
