//! The study `dice-football/solve`: one trial is one exact solution.

use std::sync::LazyLock;

use tolley_experiment::key::{Key, Point, Schema};
use tolley_experiment::problem::Fault;
use tolley_experiment::random::{Purpose, Streams};
use tolley_experiment::row::{Row, Rows, Status, Table};
use tolley_experiment::study::{Measure, MeasureKind, Study};

use crate::columns::{ChampionFace, FacesSource, Holder, MayRoll, Phase, Shown, faces_source};
use crate::game::Compiled;
use crate::laws::{Act, Rules};
use crate::solution::{self, Extent, Solution};
use crate::solver::Owner;
use crate::solver::clocked::{Layer, Watcher};
use crate::solver::policy::Conduct;
use crate::{checks, faces, keys};

const FACES: Purpose = Purpose::named("faces");

const KEYS: &[Key] = &[
    Key::choice("solve.faces", &["given", "random"], "Whether each trial draws its own faces, which meet N1 to N9"),
    Key::count("solve.score_limit_count", 10, [1, 30], "Scores are told up to this difference"),
    Key::flag("solve.certify", true, "Whether residual, cut bound and exploitability are found too"),
    Key::number("solve.rival_random_share", 0.0, [0.0, 1.0], "Share of decisions at random of a rival; 0 for no rival"),
    Key::flag("solve.states", true, "Whether values and policy of every position are written"),
    Key::count("solve.rolls_step_count", 25, [1, 10_000], "Rolls left at which they are written: multiples of this"),
    Key::count("solve.score_span_count", 1, [0, 30], "Scores at which they are written: up to this difference"),
];

static SCHEMA: LazyLock<Schema> = LazyLock::new(|| keys::schema(KEYS));

tolley_experiment::row! {
    /// One solution.
    pub struct SolutionRow {
        /// Where the faces come from; the real ones are not known.
        faces_source: FacesSource, "";
        /// Constraints N1 to N9 that the faces break.
        broken_constraint_count: u32, "";
        /// Reachable positions, mirror images told as one.
        position_count: u64, "";
        /// Decisions of a policy, by half, rolls left, side, position and score.
        decision_count: u64, "";
        /// Share of points (win 1, draw 1/2) of the draw's winner when both play to win.
        points_share: f64, "";
        /// How far that is from an even match.
        edge_share: f64, "";
        /// Share of matches that the draw's winner wins in normal time.
        win_share: f64, "";
        /// Share of matches that are drawn in normal time.
        draw_share: f64, "";
        /// Expected goal difference of the draw's winner when both play for goals.
        goal_difference: f64, "";
        /// Expected goals of both when both play for goals.
        goal_count_mean: f64, "";
        /// Value of the opening kick-off to its taker, in goals, when 1 in 150 rolls ends the match.
        kick_off_goals: f64, "";
        /// Points of the draw's winner when he rolls the bomb.
        points_with_bomb_share: f64, "";
        /// Points of the draw's winner when he rolls the assist.
        points_with_assist_share: f64, "";
        /// Points of the draw's winner when he rolls the perfect shot.
        points_with_perfect_share: f64, "";
        /// Points of the draw's winner when he rolls the great save.
        points_with_great_save_share: f64, "";
        /// Points of the draw's winner when he rolls the recovery.
        points_with_recovery_share: f64, "";
        /// Points of the draw's winner when he rolls the foul.
        points_with_foul_share: f64, "";
        /// Points of the best policy against the rival, both seats alike; null without a rival.
        points_against_rival_share: f64, "";
        /// Largest Bellman residual; null when not asked for.
        residual: f64, "";
        /// Bound of the error of a points share by the cut of the score; null when not asked for.
        cut_bound_share: f64, "";
        /// What both best responses together gain on the policy; null when not asked for.
        exploitability_share: f64, "";
    }
}

tolley_experiment::row! {
    /// The value of one position.
    pub struct ValueRow {
        /// 1 or 2.
        half: u32, "";
        /// Counted rolls left in the half.
        rolls_left_count: u32, "";
        /// Whether the attacker won the draw.
        attacker_won_draw: bool, "";
        /// Goals that the attacker is ahead; negative when he is behind.
        attacker_ahead: f64, "";
        /// What is to happen next.
        phase: Phase, "";
        /// Whether the defender may use the champion die first.
        is_window: bool, "";
        /// Row of the ball from the attacker's goal line; 0 while its place is a choice.
        row: u32, "";
        /// Column of the ball, 1 to 3: mirror images are one.
        column: u32, "";
        /// What may be rolled.
        may_roll: MayRoll, "";
        /// Who holds the champion die.
        champion_holder: Holder, "";
        /// Its face.
        champion_face: ChampionFace, "";
        /// Fouls running of the defender.
        foul_count: u32, "";
        /// Share of points of the attacker when both play to win.
        points_share: f64, "";
        /// Steady value to the attacker, in goals, when 1 in 150 rolls ends the match.
        steady_goals: f64, "";
    }
}

tolley_experiment::row! {
    /// The best decision at one position.
    pub struct PolicyRow {
        /// 1 or 2.
        half: u32, "";
        /// Counted rolls left in the half.
        rolls_left_count: u32, "";
        /// Whether the attacker won the draw.
        attacker_won_draw: bool, "";
        /// Goals that the attacker is ahead; negative when he is behind.
        attacker_ahead: f64, "";
        /// Number of the position; positions of one trial only.
        position: u32, "";
        /// Whether the attacker decides, or the defender.
        attacker_decides: bool, "";
        /// What is to happen next.
        phase: Phase, "";
        /// Row of the ball from the attacker's goal line; 0 while its place is a choice.
        row: u32, "";
        /// Column of the ball, 1 to 3: mirror images are one.
        column: u32, "";
        /// What may be rolled.
        may_roll: MayRoll, "";
        /// Who holds the champion die.
        champion_holder: Holder, "";
        /// Its face.
        champion_face: ChampionFace, "";
        /// Fouls running of the defender.
        foul_count: u32, "";
        /// The best decision.
        best: Act, "";
        /// The second best.
        second: Act, "";
        /// Share of points of who decides, after the best decision.
        points_share: f64, "";
        /// How much worse the second best is, in share of points.
        margin_share: f64, "";
    }
}

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
        let mut states = States::new(setup, &rules, &game);
        let solved = solution::solve(&game, setup.extent, &mut states);
        // rules under which play need not take time, or need not end, have no solution
        let Ok(solved) = solved else {
            rows.push(0, unsolved(&rules, source, &game));
            return Status::NeverRests;
        };
        let Ok(rival) = against_rival(setup, &game, &solved) else {
            rows.push(0, unsolved(&rules, source, &game));
            return Status::NeverRests;
        };
        states.push(&solved, rows);
        rows.push(0, SolutionRow { points_against_rival_share: rival, ..row(&rules, source, &game, &solved) });
        Status::Ok
    }
}

fn against_rival(setup: &Setup, game: &Compiled, solved: &Solution) -> Result<f64, crate::solver::clocked::Unsolvable> {
    let share = setup.point.number("solve.rival_random_share");
    if share == 0.0 {
        return Ok(f64::NAN);
    }
    let (best, rival) = (Conduct::Follows(&solved.policy), Conduct::Mixed(&solved.policy, share));
    let first = solution::evaluate(game, setup.extent.limit, [best, rival])?;
    let second = solution::evaluate(game, setup.extent.limit, [rival, best])?;
    Ok(0.5 * (first + 1.0 - second))
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
        residual: nan,
        cut_bound_share: nan,
        exploitability_share: nan,
    }
}

fn row(rules: &Rules, source: FacesSource, game: &Compiled, solved: &Solution) -> SolutionRow {
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
        residual: proven(|certificate| certificate.residual),
        cut_bound_share: proven(|certificate| certificate.cut_bound),
        exploitability_share: proven(|certificate| certificate.exploitability),
        ..unsolved(rules, source, game)
    }
}

/// Takes values and decisions while the solution goes back in time.
struct States<'a> {
    game: &'a Compiled,
    acts: Vec<Act>,
    step: u32,
    span: isize,
    values: Vec<(u32, ValueRow)>,
    decisions: Vec<PolicyRow>,
}

impl<'a> States<'a> {
    fn new(setup: &Setup, rules: &Rules, game: &'a Compiled) -> States<'a> {
        let is_wanted = setup.point.flag("solve.states");
        let limit = setup.extent.limit as isize;
        States {
            game,
            acts: game.marks(rules).into_iter().map(|mark| mark.act).collect(),
            step: if is_wanted { setup.point.count("solve.rolls_step_count") as u32 } else { 0 },
            span: limit.min(setup.point.count("solve.score_span_count") as isize),
            values: Vec::new(),
            decisions: Vec::new(),
        }
    }

    fn push(self, solved: &Solution, rows: &mut Rows) {
        for (node, row) in self.values {
            rows.push(1, ValueRow { steady_goals: solved.steady[node as usize], ..row });
        }
        self.decisions.into_iter().for_each(|row| rows.push(2, row));
    }

    fn state(&mut self, (stage, left): (usize, u32), side: usize, node: usize, ahead: isize, layer: &Layer) {
        let shown = Shown::of(&self.game.positions[node]);
        let sign = if side == 0 { 1 } else { -1 };
        // share of points of the attacker
        let points = |value: f64| 0.5 * (1.0 + f64::from(sign) * value);
        let (half, attacker_ahead) = (stage as u32 + 1, ahead as f64);
        let (row, column) = (shown.row(), shown.column());
        if shown.may_roll != MayRoll::None {
            let value = ValueRow {
                half,
                rolls_left_count: left,
                attacker_won_draw: side == 0,
                attacker_ahead,
                phase: shown.phase,
                is_window: shown.is_window,
                row,
                column,
                may_roll: shown.may_roll,
                champion_holder: shown.holder,
                champion_face: shown.face,
                foul_count: shown.fouls,
                points_share: points(layer.value(side, node, ahead * sign as isize)),
                steady_goals: f64::NAN,
            };
            self.values.push((node as u32, value));
        }
        let steps = self.game.graph.steps(node);
        if self.game.graph.owner(node) == Owner::Chance || steps.len() < 2 {
            return;
        }
        let attacker_decides = self.game.graph.owner(node) == Owner::Mover;
        let mut each: Vec<(f64, Act)> = steps
            .iter()
            .zip(&self.acts[self.game.graph.first_step(node)..])
            .map(|(step, act)| {
                let scored = isize::from(step.effect.reward);
                let side_after = side ^ usize::from(step.effect.swaps);
                let value = layer.value(side_after, step.to as usize, (ahead + scored) * sign as isize);
                let attacker = points(value);
                (if attacker_decides { attacker } else { 1.0 - attacker }, *act)
            })
            .collect();
        // the sort is stable: of equal decisions the first stands first
        each.sort_by(|a, b| b.0.total_cmp(&a.0));
        self.decisions.push(PolicyRow {
            half,
            rolls_left_count: left,
            attacker_won_draw: side == 0,
            attacker_ahead,
            position: node as u32,
            attacker_decides,
            phase: shown.phase,
            row,
            column,
            may_roll: shown.may_roll,
            champion_holder: shown.holder,
            champion_face: shown.face,
            foul_count: shown.fouls,
            best: each[0].1,
            second: each[1].1,
            points_share: each[0].0,
            margin_share: each[0].0 - each[1].0,
        });
    }
}

impl Watcher for States<'_> {
    fn layer(&mut self, stage: usize, left: u32, layer: &Layer) {
        // without time left a step may close the half, and the values behind it stand elsewhere
        if self.step == 0 || left == 0 || !left.is_multiple_of(self.step) {
            return;
        }
        for side in 0..2 {
            for ahead in -self.span..=self.span {
                for node in 0..self.game.positions.len() {
                    self.state((stage, left), side, node, ahead, layer);
                }
            }
        }
    }
}
