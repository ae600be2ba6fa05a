//! The study `dice-football/match`: one trial is one match.

use std::sync::{Arc, LazyLock};

use tolley_experiment::key::{Key, Point, Schema};
use tolley_experiment::problem::Fault;
use tolley_experiment::random::{Purpose, Streams};
use tolley_experiment::row::{Row, Rows, Status, Table};
use tolley_experiment::study::{Measure, MeasureKind, Study};

use crate::columns::{ChampionFace, FacesSource, faces_source};
use crate::dice::Penalty;
use crate::keys;
use crate::laws::{Act, Rules};
use crate::prepared::{Prepared, Wanted, prepared};
use crate::rolls::{RollRow, Story};
use crate::solver::clocked::Unsolvable;
use crate::walk::{self, Luck, Played, Player};

const DRAW: Purpose = Purpose::named("draw");
const DICE: Purpose = Purpose::named("dice");
const CHOICES: Purpose = Purpose::named("choices");
const SERIES: Purpose = Purpose::named("series");

const POLICIES: &[&str] = &["optimal", "greedy", "random", "epsilon", "champion-at-once"];
const KEYS: &[Key] = &[
    Key::choice("player_a.policy", POLICIES, "How player A decides"),
    Key::number("player_a.random_share", 0.1, [0.0, 1.0], "Share of decisions at random, for policy epsilon")
        .only_with("player_a.policy", "epsilon"),
    Key::choice("player_b.policy", POLICIES, "How player B decides"),
    Key::number("player_b.random_share", 0.1, [0.0, 1.0], "Share of decisions at random, for policy epsilon")
        .only_with("player_b.policy", "epsilon"),
    Key::choice("players.objective", &["win", "goals"], "What the optimal policies are after"),
    Key::count("players.score_limit_count", 10, [1, 30], "Score difference from which a policy no longer minds it"),
    Key::number("match.p_draw", 0.5, [0.0, 1.0], "DF-setup-champion: how often player A wins the draw"),
    Key::flag("match.draw_allowed", true, "DF-time-tournament: whether a draw stands; else a series decides"),
    Key::count("match.series_count", 5, [1, 100], "DF-time-tournament: penalties of each player before pairs"),
    Key::flag("match.rolls", false, "Whether every step of every match is written"),
];

static SCHEMA: LazyLock<Schema> = LazyLock::new(|| keys::schema(KEYS));

/// How a match of two players ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The first has more goals.
    First,
    /// The second has more goals.
    Second,
    /// Nobody wins.
    Draw,
    /// A series of penalties decides.
    Series,
}

/// DF-time-tournament: a draw stands in friendlies only.
pub fn ending([first, second]: [u32; 2], draw_allowed: bool) -> Ending {
    match first.cmp(&second) {
        std::cmp::Ordering::Greater => Ending::First,
        std::cmp::Ordering::Less => Ending::Second,
        std::cmp::Ordering::Equal if draw_allowed => Ending::Draw,
        std::cmp::Ordering::Equal => Ending::Series,
    }
}

tolley_experiment::row! {
    /// One match.
    pub struct MatchRow {
        /// Where the faces come from; the real ones are not known.
        faces_source: FacesSource, "";
        /// Whether player A won the draw: he holds the champion die and opens the second half.
        a_won_draw: bool, "";
        /// The face with which the champion die opened.
        opening_face: ChampionFace, "";
        /// Goals of player A in normal time.
        a_goal_count: u32, "";
        /// Goals of player B in normal time.
        b_goal_count: u32, "";
        /// Goals of player A minus those of player B.
        goal_difference: f64, "";
        /// Goals of both.
        goal_count: u32, "";
        /// Goals of both in the first half.
        first_half_goal_count: u32, "";
        /// Whether player A wins, a series included.
        a_wins: bool, "";
        /// Whether player B wins, a series included.
        b_wins: bool, "";
        /// Whether the match ends drawn.
        is_draw: bool, "";
        /// Whether a series of penalties decided.
        is_series: bool, "";
        /// Points of player A: win 1, draw 1/2.
        a_points_share: f64, "";
        /// Points of the draw's winner: win 1, draw 1/2.
        draw_winner_points_share: f64, "";
        /// Dice rolled.
        roll_count: u32, "";
        /// Of them after the time was up.
        overtime_roll_count: u32, "";
        /// Changes of attacker.
        change_count: u32, "";
        /// Changes of attacker a roll.
        loss_share: f64, "";
        /// Rolls from one change of attacker to the next.
        rolls_per_possession: f64, "";
        /// Share of rolls with the ball in rows 1 to 4, of those whose ball has a place.
        own_third_share: f64, "";
        /// Share of rolls with the ball in rows 5 to 7.
        middle_third_share: f64, "";
        /// Share of rolls with the ball in rows 8 to 11, shots and what follows them included.
        last_third_share: f64, "";
        /// Shot dice rolled.
        shot_count: u32, "";
        /// Own goals of the defender and of the attacker.
        own_goal_count: u32, "";
        /// Penalties taken.
        penalty_count: u32, "";
        /// Corners won.
        corner_count: u32, "";
        /// Fouls on the dark-blue die.
        foul_count: u32, "";
        /// Second fouls running.
        red_card_count: u32, "";
        /// Of them those with which the champion die changed hands.
        die_handed_over_count: u32, "";
        /// Dark-blue dice rolled by choice.
        defence_count: u32, "";
        /// Dark-blue dice declined.
        decline_count: u32, "";
        /// Rolls with arrows reversed.
        reverse_count: u32, "";
        /// Kicks with the number doubled.
        double_count: u32, "";
        /// Abilities of the champion die used.
        champion_use_count: u32, "";
    }
}

/// What never changes within a design point.
pub struct Setup {
    point: Point,
    rules: Rules,
    wanted: Wanted,
    faces_source: FacesSource,
    p_draw: f64,
    draw_allowed: bool,
    series_count: u64,
    penalty_share: f64,
    has_rolls: bool,
}

/// What the trials of a block share.
pub struct Ready(Result<Arc<Prepared>, Unsolvable>);

/// The study.
pub struct PlayMatch;

impl Study for PlayMatch {
    type Setup = Setup;
    type Scratch = Ready;

    const NAME: &'static str = "dice-football/match";
    const BLOCK_TRIALS: u64 = 16_384;
    const TABLES: &'static [Table] = &[
        Table { name: "matches", about: "one match", columns: MatchRow::COLUMNS },
        Table { name: "rolls", about: "one step of a match, with the clause that says so", columns: RollRow::COLUMNS },
    ];
    const MEASURES: &'static [Measure] = &[
        Measure { column: "a_points_share", kind: MeasureKind::Mean },
        Measure { column: "a_wins", kind: MeasureKind::Share },
        Measure { column: "is_draw", kind: MeasureKind::Share },
        Measure { column: "draw_winner_points_share", kind: MeasureKind::Mean },
        Measure { column: "goal_count", kind: MeasureKind::Mean },
        Measure { column: "penalty_count", kind: MeasureKind::Mean },
        Measure { column: "red_card_count", kind: MeasureKind::Mean },
        Measure { column: "champion_use_count", kind: MeasureKind::Mean },
        Measure { column: "change_count", kind: MeasureKind::Mean },
        Measure { column: "loss_share", kind: MeasureKind::Mean },
        Measure { column: "rolls_per_possession", kind: MeasureKind::Mean },
        Measure { column: "own_third_share", kind: MeasureKind::Mean },
        Measure { column: "middle_third_share", kind: MeasureKind::Mean },
        Measure { column: "last_third_share", kind: MeasureKind::Mean },
        Measure { column: "foul_count", kind: MeasureKind::Mean },
        Measure { column: "die_handed_over_count", kind: MeasureKind::Mean },
        Measure { column: "reverse_count", kind: MeasureKind::Mean },
        Measure { column: "double_count", kind: MeasureKind::Mean },
    ];

    fn schema() -> &'static Schema {
        &SCHEMA
    }

    fn setup(point: &Point) -> Result<Setup, Vec<Fault>> {
        let rules = Rules::new(point)?;
        let policies = [point.choice("player_a.policy"), point.choice("player_b.policy")];
        let follows = |policy: &&str| matches!(*policy, "optimal" | "epsilon" | "champion-at-once");
        let (follows, is_greedy) = (policies.iter().any(follows), policies.contains(&"greedy"));
        let to_win = follows && point.choice("players.objective") == "win";
        let wanted = Wanted {
            to_win: to_win.then(|| point.count("players.score_limit_count") as usize),
            for_goals: is_greedy || (follows && !to_win),
        };
        Ok(Setup {
            point: point.clone(),
            wanted,
            faces_source: faces_source(point),
            p_draw: point.number("match.p_draw"),
            draw_allowed: point.flag("match.draw_allowed"),
            series_count: point.count("match.series_count"),
            penalty_share: rules.dice.penalty.share(|face| face == Penalty::Goal),
            has_rolls: point.flag("match.rolls"),
            rules,
        })
        .and_then(check_series)
    }

    fn scratch(setup: &Setup) -> Ready {
        Ready(prepared(&setup.point, &setup.rules, setup.wanted))
    }

    fn play(setup: &Setup, ready: &mut Ready, streams: &Streams, rows: &mut Rows) -> Status {
        let a_won_draw = streams.open(DRAW).uniform() < setup.p_draw;
        let mut luck = Luck { dice: streams.open(DICE), choices: streams.open(CHOICES) };
        let Ok(prepared) = &ready.0 else {
            rows.push(0, row(setup, a_won_draw, &Played::nothing(), Ending::Draw, 0));
            return Status::NeverRests;
        };
        let players = ["player_a", "player_b"].map(|name| player(setup, prepared, name));
        let players = if a_won_draw { players } else { [players[1], players[0]] };
        let played = if setup.has_rolls {
            let mut story = Story { game: prepared.board.game(), faces_source: setup.faces_source, a_won_draw, rows };
            prepared.board.play(players, &mut luck, &mut story)
        } else {
            prepared.board.play(players, &mut luck, &mut ())
        };
        let ending = ending(played.goals, setup.draw_allowed);
        let winner = match ending {
            Ending::Series => walk::series(setup.penalty_share, setup.series_count, &mut streams.open(SERIES)).0,
            Ending::Second => 1,
            Ending::First | Ending::Draw => 0,
        };
        rows.push(0, row(setup, a_won_draw, &played, ending, winner));
        if played.is_over { Status::Ok } else { Status::NeverRests }
    }
}

/// A series of penalties that all go in, or none, never ends.
fn check_series(setup: Setup) -> Result<Setup, Vec<Fault>> {
    if setup.draw_allowed || (setup.penalty_share > 0.0 && setup.penalty_share < 1.0) {
        return Ok(setup);
    }
    let message = "a series of penalties never ends with this penalty die".to_owned();
    Err(vec![Fault { path: "match.draw_allowed", message }])
}

fn player<'a>(setup: &Setup, prepared: &'a Prepared, name: &str) -> Player<'a> {
    let policy = prepared.to_win.as_ref().or(prepared.for_goals.as_ref());
    let share = setup.point.number(if name == "player_a" { "player_a.random_share" } else { "player_b.random_share" });
    let chosen = setup.point.choice(if name == "player_a" { "player_a.policy" } else { "player_b.policy" });
    match (chosen, policy, &prepared.for_goals) {
        ("optimal", Some(policy), _) => Player::Follows(policy),
        ("epsilon", Some(policy), _) => Player::Mixed(policy, share),
        ("champion-at-once", Some(policy), _) => Player::AtOnce(policy),
        ("greedy", _, Some(policy)) => Player::Greedy(policy),
        _ => Player::Random,
    }
}

/// `winner` is the player who wins where somebody does: 0 for the draw's winner.
fn row(setup: &Setup, a_won_draw: bool, played: &Played, ending: Ending, winner: usize) -> MatchRow {
    let a = usize::from(!a_won_draw);
    let is_draw = ending == Ending::Draw;
    let points = |player: usize| if is_draw { 0.5 } else { f64::from(u8::from(winner == player)) };
    let (a_goals, b_goals) = (played.goals[a], played.goals[1 - a]);
    let ratio = |a: u32, b: u32| f64::from(a) / f64::from(b);
    let third = |third: usize| ratio(played.thirds[third], played.thirds[1..].iter().sum());
    let sum = |acts: &[Act]| acts.iter().map(|act| u32::from(played.acts[*act as usize])).sum();
    MatchRow {
        faces_source: setup.faces_source,
        a_won_draw,
        opening_face: ChampionFace::of(played.face),
        a_goal_count: a_goals,
        b_goal_count: b_goals,
        goal_difference: f64::from(a_goals) - f64::from(b_goals),
        goal_count: a_goals + b_goals,
        first_half_goal_count: played.first_half_goals.iter().sum(),
        a_wins: !is_draw && winner == a,
        b_wins: !is_draw && winner != a,
        is_draw,
        is_series: ending == Ending::Series,
        a_points_share: points(a),
        draw_winner_points_share: points(0),
        roll_count: played.roll_count,
        overtime_roll_count: played.overtime_roll_count,
        change_count: played.change_count,
        loss_share: ratio(played.change_count, played.roll_count),
        rolls_per_possession: ratio(played.roll_count, played.change_count + 1),
        own_third_share: third(1),
        middle_third_share: third(2),
        last_third_share: third(3),
        shot_count: sum(&[Act::Shoot]),
        own_goal_count: sum(&[Act::OwnGoal, Act::IntoOwnGoal]),
        penalty_count: played.penalty_count,
        corner_count: sum(&[Act::ToCorner]),
        foul_count: sum(&[Act::Fouled, Act::SentOff, Act::SentOffHolder]),
        red_card_count: sum(&[Act::SentOff, Act::SentOffHolder]),
        die_handed_over_count: sum(&[Act::SentOffHolder]),
        defence_count: sum(&[Act::Defend]),
        decline_count: sum(&[Act::Decline]),
        reverse_count: sum(&[Act::ControlReversed, Act::PassReversed, Act::CrossReversed]),
        double_count: sum(&[Act::ControlDoubled, Act::PassDoubled, Act::CrossDoubled]),
        champion_use_count: sum(&[
            Act::UseBomb,
            Act::UseAssist,
            Act::UsePerfect,
            Act::UseSave,
            Act::UseRecovery,
            Act::UseFoul,
        ]),
    }
}
