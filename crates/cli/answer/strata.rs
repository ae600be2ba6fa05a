//! What nobody has measured is a stratum, never averaged away: beside the scenario as it is, each is played by itself,
//! and everything is asked anew.

use std::path::Path;

use tolley_answers::research::strata::{Played, Stratum, below, of};
use tolley_answers::research::{Answer, Ask, Part, Question, read};
use tolley_experiment::best::SHOTS_ALLOWED;
use tolley_experiment::plan::Plan;
use tolley_experiment::problem::Problems;
use tolley_session::Unwatched;
use tolley_session::scenario::with_study;

use super::played::play;
use crate::args;
use crate::exit::{self, Stop};
use crate::known;

/// What all strata of a part together have of its repeats.
const SHARE: u64 = 2;
/// Repeats that a stratum has at least, so that there is an error; of a race, which repeats by itself, one.
const LEAST: u64 = 2;

/// Plays all strata of a part, of which the scenario as it is had so many repeats in this folder; also the worst exit
/// code.
pub fn played(
    (question, part): (&Question, &Part),
    plan: &Plan,
    repeats: u64,
    folder: &Path,
    args: &args::Answer,
) -> Result<(Vec<Played>, u8), Stop> {
    let strata = if args.no_strata { Vec::new() } else { of(part.scenario, plan) };
    let is_best = matches!(part.asks, [Ask::Best]);
    let least = match part.asks {
        _ if is_best => SHOTS_ALLOWED[0],
        // a race plays its last ones hundreds of times, whatever it begins with
        [Ask::Race(_)] => 1,
        _ => LEAST,
    };
    let repeats = (repeats / (SHARE * strata.len().max(1) as u64)).max(least);
    let below = below(folder);
    let one = |stratum: Stratum| {
        let of_plan = Some(repeats).filter(|_| !is_best);
        // what there is to warn of was said of the scenario as it is
        let (plan, _) = read(part, &known::studies(), of_plan, args.seed, vec![stratum.set()])?;
        let (plan, study) = with_study(plan, &Problems::default(), &Unwatched)?;
        let place = below.join(stratum.place());
        let asking = play((question, part), (plan, study), repeats, place.clone(), args)?;
        let reason = |found: Result<Answer, Stop>| match found {
            Ok(answer) => Ok(Ok(answer)),
            // too few to say anything, which is said
            Err(stop) if stop.code == exit::BAD_INPUT => Ok(Err(stop.message.replace("error: ", ""))),
            Err(stop) => Err(stop),
        };
        let found = asking.found.into_iter().map(reason).collect::<Result<_, Stop>>()?;
        Ok((Played { stratum, repeats, place, found }, asking.code))
    };
    let played: Vec<(Played, u8)> = strata.into_iter().map(one).collect::<Result<_, Stop>>()?;
    let worst = played.iter().map(|(_, code)| *code).max().unwrap_or(exit::DONE);
    Ok((played.into_iter().map(|(played, _)| played).collect(), worst))
}
