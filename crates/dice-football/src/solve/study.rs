//! The study `dice-football/solve`: one trial is one exact solution.

use tolley_experiment::measures;
use tolley_experiment::problem::Fault;
use tolley_experiment::random::{Purpose, Streams};
use tolley_experiment::row::Rows;
use tolley_experiment::status::Status;
use tolley_experiment::study::{Shortcuts, Study};
use tolley_experiment::table::{Measure, Table};

use super::keys::{Faces, SolveKeys, SolveOptions};
use super::notice::notice_of;
use super::opponent::{self, Meeting};
use super::position_table::{Extract, PositionTable};
use super::random_dice::random_dice;
use super::rows::SolutionRow;
use super::sheet::{self, SheetRecord, Sheets};
use super::solution::{self, Extent, Sinks, Solution};
use super::states::{BothSinks, recorded};
use super::tables::SolveTables;
use crate::keys::{FacesSource, checks};
use crate::laws::{Act, Compiled, Laws};
use crate::solver::Unsolvable;

const FACES: Purpose = Purpose::named("faces");

/// What never changes within a design point.
pub struct Setup {
    keys: SolveKeys,
    laws: Laws,
}

/// The study.
pub struct SolveStudy;

impl Study for SolveStudy {
    type Keys = SolveKeys;
    type Shared = Sheets;
    type Setup = Setup;
    type Scratch = Sheets;

    const NAME: &'static str = "dice-football/solve";
    const FORMER_KEYS: &'static [(&'static str, &'static str)] =
        &[("solve.rival", "solve.opponent"), ("solve.rival_random_share", "solve.opponent_random_share")];
    const BLOCK_TRIALS: u64 = 1;

    fn tables() -> Vec<Table> {
        SolveTables::all()
    }

    fn measures() -> Vec<Measure> {
        measures! { SolutionRow:
            Mean points_share,
            Mean win_share,
            Mean draw_share,
            Mean goal_difference,
            Mean goal_count_mean,
            Mean kick_off_goals,
            Mean points_against_opponent_share,
            Mean wins_against_opponent_share,
            Mean draws_against_opponent_share,
            Mean opponent_cost_share,
            Mean is_fair,
            Mean points_with_bomb_share,
            Mean points_with_assist_share,
            Mean points_with_perfect_share,
            Mean points_with_great_save_share,
            Mean points_with_recovery_share,
            Mean points_with_foul_share,
            Mean residual,
            Mean cut_bound_share,
            Mean exploitability_share,
        }
    }

    fn setup(keys: &SolveKeys) -> Result<Setup, Vec<Fault>> {
        Ok(Setup { keys: *keys, laws: Laws::new(&keys.laws())? })
    }

    fn remarks(keys: &SolveKeys) -> Vec<Fault> {
        checks::remarks(&keys.dice)
    }

    fn scratch(_: &Setup, sheets: &Sheets) -> Sheets {
        sheets.clone()
    }

    fn play(setup: &Setup, sheets: &mut Sheets, streams: &Streams, rows: &mut Rows) -> Status {
        let mut laws = setup.laws.clone();
        let faces_source = match setup.keys.solve.faces {
            Faces::Given => FacesSource::of(&setup.keys.dice),
            Faces::Random => {
                laws.dice = random_dice(&mut streams.open(FACES));
                FacesSource::Random
            }
        };
        let game = Compiled { sketch: sheets.sketch().cloned(), ..Compiled::new(&laws) };
        let acts: Vec<Act> = game.events(&laws).into_iter().map(|event| event.act).collect();
        let table = PositionTable::new((&game, &acts), faces_source, extract(&setup.keys.solve));
        let row = SolutionRow::unsolved(&laws.dice, faces_source, &game);
        let Ok((solved, record, met)) = solve(&setup.keys.solve, &table, rows) else {
            // rules under which play need not take time, or need not end, have no solution
            rows.push(SolveTables::SOLUTIONS, row);
            return Status::NoDecision;
        };
        sheets.answer(&setup.keys, streams, || sheet::text(&notice_of(&setup.keys), &record, &laws, &table, &solved));
        rows.push(SolveTables::SOLUTIONS, row.solved(&game, &solved, met.as_ref()));
        Status::Ok
    }
}

impl Shortcuts for SolveStudy {
    fn sketch() -> Sheets {
        Sheets::sketched()
    }

    fn unfinished(sheets: &Sheets) -> f64 {
        sheets.sketch().map_or(1.0, |sketch| sketch.take())
    }
}

fn extract(keys: &SolveOptions) -> Extract {
    let span = keys.score_limit_count.min(keys.score_span_count) as isize;
    Extract { step: if keys.states { keys.rolls_step_count } else { 0 }, span }
}

/// Solves, writes the states, and meets the opponent.
fn solve<'a>(
    keys: &SolveOptions,
    table: &PositionTable<'a>,
    rows: &mut Rows,
) -> Result<(Solution, SheetRecord<'a>, Option<Meeting>), Unsolvable> {
    let game = table.game;
    let extent = Extent { limit: keys.score_limit_count, certify: keys.certify };
    let mut record = SheetRecord::new(game);
    let (solved, states) = recorded(table, |sinks| {
        let Sinks { goals, wins, draws } = sinks;
        let (sheet_wins, sheet_draws) = record.sinks();
        let (wins, draws) = (&mut BothSinks(wins, sheet_wins), &mut BothSinks(draws, sheet_draws));
        solution::solve_heard(game, extent, Sinks { goals, wins, draws })
    });
    let solved = solved?;
    states.push(&solved, rows);
    let opponent = (keys.opponent, keys.opponent_random_share);
    let met = opponent::meet(opponent, (game, table.acts), extent.limit, &solved)?;
    Ok((solved, record, met))
}
