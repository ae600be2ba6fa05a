//! The study `dice-football/solve`: one trial is one exact solution.

use std::sync::LazyLock;

use tolley_experiment::key::{Key, Point, Schema};
use tolley_experiment::problem::Fault;
use tolley_experiment::random::{Purpose, Streams};
use tolley_experiment::row::{Row, Rows, Status, Table};
use tolley_experiment::study::{Measure, MeasureKind, Study};

use crate::columns::{FacesSource, faces_source};
use crate::game::Compiled;
use crate::laws::{Act, Rules};
use crate::rival::Met;
use crate::solution::{self, Extent, Solution, Watchers};
use crate::solver::clocked::Unsolvable;
use crate::{checks, faces, keys, rival, sheet};
use states::{Beside, Extract, taken};

mod rows;
mod states;

pub use rows::{PolicyRow, SolutionRow, ValueRow};
pub(crate) use states::Moment;

const FACES: Purpose = Purpose::named("faces");
/// A match is called fair when the edge is less.
const FAIR: f64 = 0.01;

const KEYS: &[Key] = &[
    Key::choice("solve.faces", &["given", "random"], "Whether each trial draws its own faces, which meet N1 to N9"),
    Key::count("solve.score_limit_count", 10, [1, 30], "Scores are told up to this difference"),
    Key::flag("solve.certify", true, "Whether residual, cut bound and exploitability are found too"),
    Key::choice("solve.rival", rival::NAMES, "How a rival plays, whom the best policy and a best response meet"),
    Key::number("solve.rival_random_share", 0.1, [0.0, 1.0], "Share of decisions of the rival that are made at random")
        .only_with("solve.rival", "epsilon"),
    Key::flag("solve.states", true, "Whether values and policy of every position are written"),
    Key::count("solve.rolls_step_count", 25, [1, 10_000], "Rolls left at which they are written: multiples of this"),
    Key::count("solve.score_span_count", 1, [0, 30], "Scores at which they are written: up to this difference"),
];

static SCHEMA: LazyLock<Schema> = LazyLock::new(|| keys::schema(KEYS));

/// What never changes within a design point.
pub struct Setup {
    pub(crate) point: Point,
    pub(crate) extent: Extent,
    pub(crate) rules: Rules,
}

/// The study.
pub struct Solve;

impl Study for Solve {
    type Setup = Setup;
    type Scratch = ();

    const NAME: &'static str = "dice-football/solve";
    const BLOCK_TRIALS: u64 = 1;
    const TABLES: &'static [Table] = &[
        Table { name: "solutions", about: "one exact solution of the match", columns: SolutionRow::COLUMNS },
        Table { name: "values", about: "the value of one position", columns: ValueRow::COLUMNS },
        Table { name: "policy", about: "the best decision at one position", columns: PolicyRow::COLUMNS },
    ];
    const MEASURES: &'static [Measure] = &[
        Measure { column: "points_share", kind: MeasureKind::Mean },
        Measure { column: "win_share", kind: MeasureKind::Mean },
        Measure { column: "draw_share", kind: MeasureKind::Mean },
        Measure { column: "goal_difference", kind: MeasureKind::Mean },
        Measure { column: "goal_count_mean", kind: MeasureKind::Mean },
        Measure { column: "kick_off_goals", kind: MeasureKind::Mean },
        Measure { column: "points_against_rival_share", kind: MeasureKind::Mean },
        Measure { column: "wins_against_rival_share", kind: MeasureKind::Mean },
        Measure { column: "draws_against_rival_share", kind: MeasureKind::Mean },
        Measure { column: "rival_cost_share", kind: MeasureKind::Mean },
        Measure { column: "is_fair", kind: MeasureKind::Share },
        Measure { column: "points_with_bomb_share", kind: MeasureKind::Mean },
        Measure { column: "points_with_assist_share", kind: MeasureKind::Mean },
        Measure { column: "points_with_perfect_share", kind: MeasureKind::Mean },
        Measure { column: "points_with_great_save_share", kind: MeasureKind::Mean },
        Measure { column: "points_with_recovery_share", kind: MeasureKind::Mean },
        Measure { column: "points_with_foul_share", kind: MeasureKind::Mean },
        Measure { column: "residual", kind: MeasureKind::Mean },
        Measure { column: "cut_bound_share", kind: MeasureKind::Mean },
        Measure { column: "exploitability_share", kind: MeasureKind::Mean },
    ];

    fn schema() -> &'static Schema {
        &SCHEMA
    }

    fn setup(point: &Point) -> Result<Setup, Vec<Fault>> {
        let rules = Rules::new(point)?;
        let extent =
            Extent { limit: point.count("solve.score_limit_count") as usize, certify: point.flag("solve.certify") };
        Ok(Setup { point: point.clone(), extent, rules })
    }

    fn scratch(_: &Setup) {}

    fn play(setup: &Setup, (): &mut (), streams: &Streams, rows: &mut Rows) -> Status {
        let (rules, source) = match setup.point.choice("solve.faces") {
            "random" => {
                let mut rules = setup.rules.clone();
                rules.dice = faces::draw(&mut streams.open(FACES));
                (rules, FacesSource::Random)
            }
            _ => (setup.rules.clone(), faces_source(&setup.point)),
        };
        let game = Compiled::new(&rules);
        let Ok((solved, rival)) = solve(setup, (&rules, source), &game, rows) else {
            // rules under which play need not take time, or need not end, have no solution
            rows.push(0, unsolved(&rules, source, &game));
            return Status::NeverRests;
        };
        rows.push(0, row(&rules, source, &game, &solved, &rival));
        Status::Ok
    }
}

/// Solves, takes the states, meets the rival, and writes the sheet if one is asked for.
fn solve(
    setup: &Setup,
    (rules, source): (&Rules, FacesSource),
    game: &Compiled,
    rows: &mut Rows,
) -> Result<(Solution, Met), Unsolvable> {
    let acts: Vec<Act> = game.marks(rules).into_iter().map(|mark| mark.act).collect();
    let is_wanted = setup.point.flag("solve.states");
    let extract = Extract {
        step: if is_wanted { setup.point.count("solve.rolls_step_count") as u32 } else { 0 },
        span: setup.extent.limit.min(setup.point.count("solve.score_span_count") as usize) as isize,
    };
    let mut notes = sheet::Notes::new(game);
    let (solved, taken) = taken((game, acts.clone()), source, extract, |watchers| {
        let Watchers { goals, wins, draws } = watchers;
        let (note_wins, note_draws) = notes.watchers();
        let watchers = Watchers { goals, wins: &mut Beside(wins, note_wins), draws: &mut Beside(draws, note_draws) };
        solution::solve_watched(game, setup.extent, watchers)
    });
    let solved = solved?;
    taken.push(&solved, rows);
    let met = rival::meet(&setup.point, (game, &acts), setup.extent.limit, &solved)?;
    sheet::answer(&setup.point, source, || sheet::text(&notes, (rules, source), game, (&solved, &acts)));
    Ok((solved, met))
}

fn unsolved(rules: &Rules, source: FacesSource, game: &Compiled) -> SolutionRow {
    let nan = f64::NAN;
    SolutionRow {
        faces_source: source,
        broken_constraint_count: checks::broken(&rules.dice).len() as u32,
        position_count: game.positions.len() as u64,
        decision_count: 0,
        points_share: nan,
        edge_share: nan,
        is_fair: false,
        win_share: nan,
        draw_share: nan,
        goal_difference: nan,
        goal_count_mean: nan,
        kick_off_goals: nan,
        points_with_bomb_share: nan,
        points_with_assist_share: nan,
        points_with_perfect_share: nan,
        points_with_great_save_share: nan,
        points_with_recovery_share: nan,
        points_with_foul_share: nan,
        points_against_rival_share: nan,
        wins_against_rival_share: nan,
        draws_against_rival_share: nan,
        rival_cost_share: nan,
        residual: nan,
        cut_bound_share: nan,
        exploitability_share: nan,
    }
}

fn row(rules: &Rules, source: FacesSource, game: &Compiled, solved: &Solution, met: &Met) -> SolutionRow {
    use crate::dice::Champion;
    let with = |face: Champion| {
        let opening = game.openings.iter().position(|opening| opening.face == Some(face));
        opening.map_or(f64::NAN, |opening| solved.points_by_opening[opening])
    };
    let proven = |of: fn(&solution::Certificate) -> f64| solved.certificate.as_ref().map_or(f64::NAN, of);
    SolutionRow {
        decision_count: solved.policy.len() as u64,
        points_share: solved.points_share,
        edge_share: solved.points_share - 0.5,
        is_fair: (solved.points_share - 0.5).abs() < FAIR,
        win_share: solved.points_share - 0.5 * solved.draw_share,
        draw_share: solved.draw_share,
        goal_difference: solved.goal_difference,
        goal_count_mean: solved.goals,
        kick_off_goals: solved.kick_off_goals,
        points_with_bomb_share: with(Champion::Bomb),
        points_with_assist_share: with(Champion::Assist),
        points_with_perfect_share: with(Champion::Perfect),
        points_with_great_save_share: with(Champion::GreatSave),
        points_with_recovery_share: with(Champion::Recovery),
        points_with_foul_share: with(Champion::Foul),
        points_against_rival_share: met.points,
        wins_against_rival_share: met.wins,
        draws_against_rival_share: met.draws,
        rival_cost_share: met.cost,
        residual: proven(|certificate| certificate.residual),
        cut_bound_share: proven(|certificate| certificate.cut_bound),
        exploitability_share: proven(|certificate| certificate.exploitability),
        ..unsolved(rules, source, game)
    }
}
