//! A second referee of whole matches: he reads the rows of the tables alone, asks the project's own laws what can
//! follow, and finds every step, goal, count and penalty again. What he cannot find is a column that is missing.

use std::collections::BTreeMap;
use std::sync::Arc;

use tolley_dice_football::keys::FacesSource;
use tolley_dice_football::keys::faces::{Champion, Face, Penalty, Symbol};
use tolley_dice_football::laws::columns::{ChampionFace, PositionColumns};
use tolley_dice_football::laws::{Act, Ball, Clause, Event, Holder, Laws, Play, Position, Step, Verdict, judge};
use tolley_dice_football::matches::{ArrowName, Decider, MatchKeys, MatchStudy};
use tolley_dice_football::solver::Owner;
use tolley_experiment::keys::KeySet;
use tolley_experiment::player::play_some;
use tolley_experiment::scenario::{self, Overrides};
use tolley_experiment::study::{Study, StudyInfo};

use crate::sheets::{Found, Sheet, agree, agree_on, unnoticed};

const ROLLS: usize = 1;
const PENALTIES: usize = 2;

/// Scenarios whose dice are misread and whose referee rolls; one with the champion die, one of a variant without.
const KEYS: [&str; 3] = [
    "[match]\nrolls = true\ndraw_allowed = false\n[time]\nhalf_s = 60\n[laws]\np_misread = 0.1\nboskov = true\n\
     [player_a]\npolicy = \"random\"\n[player_b]\npolicy = \"random\"\n",
    "[match]\nrolls = true\ndraw_allowed = false\nseries_count = 3\n[time]\nhalf_s = 90\ncount = \"attack_rolls\"\n\
     last_roll_ends = false\ncorner_ends = false\n[laws]\nchampion_die = false\np_misread = 0.2\n\
     arrow_can_score = true\nfoul_location = \"shot_origin\"\nred_card_streak_count = 3\ncontrol_max_run_count = 2\n\
     own_line = \"only_named_cases\"\n[player_a]\npolicy = \"random\"\n[player_b]\npolicy = \"greedy\"\n",
    "[match]\nrolls = true\n[time]\nhalf_s = 450\n[laws]\nsave_on_penalty = true\nchampion_windows = \"kicks\"\n\
     after_goal_first_die = \"any\"\nrestart_dice = \"start_only\"\ndefend_optional = false\n[dice]\n\
     defend_weight_6 = 4\n[player_a]\npolicy = \"random\"\n[player_b]\npolicy = \"random\"\n",
];

fn played(seed: u64, repeats: u64, keys: &str) -> (MatchKeys, Vec<Sheet>) {
    let text = format!("study = \"dice-football/match\"\nseed = {seed}\nrepeats = {repeats}\n{keys}");
    let studies = [Arc::new(StudyInfo::of::<MatchStudy>())];
    let read = scenario::parse("test.toml", &text, &studies, Overrides::default());
    let (plan, _) = read.unwrap_or_else(|problems| panic!("{problems}"));
    let rows = play_some::<MatchStudy>(&plan, plan.grid.by_point()).unwrap_or_else(|faults| panic!("{faults:?}"));
    (MatchKeys::read(&plan.point(0)), Sheet::all(&MatchStudy::tables(), &rows))
}

/// A match that is judged again; player 0 won the draw.
struct Referee<'s> {
    laws: &'s Laws,
    sheets: &'s [Sheet],
    source: FacesSource,
    /// Which of the two is player A.
    a: usize,
    position: Position,
    half: u32,
    left: u32,
    attacker: usize,
    goals: [u32; 2],
    first_half: [u32; 2],
    is_over: bool,
    rolls: u32,
    overtime: u32,
    changes: u32,
    corners: u32,
    penalties: u32,
    defences: u32,
    thirds: [u32; 3],
    acts: BTreeMap<Act, u32>,
}

/// Judges the match of one row again.
fn judge_match(keys: &MatchKeys, sheets: &[Sheet], row: usize) -> Found {
    let laws = Laws::new(&keys.laws()).unwrap_or_else(|faults| panic!("{faults:?}"));
    let (matches, trial) = (&sheets[0], sheets[0].trial[row]);
    let face: ChampionFace = matches.name(row, "opening_face");
    let face = (face as usize).checked_sub(1).map(|index| Champion::ALL[index]);
    agree("opening_face", face.is_some(), keys.rules.champion_die)?;
    let mut referee = Referee {
        laws: &laws,
        sheets,
        source: FacesSource::of(&keys.dice),
        a: usize::from(!matches.is(row, "a_won_draw")),
        position: laws.kick_off(face.map(Holder::Defender)),
        half: 1,
        left: laws.half_rolls,
        attacker: 1,
        goals: [0; 2],
        first_half: [0; 2],
        is_over: false,
        rolls: 0,
        overtime: 0,
        changes: 0,
        corners: 0,
        penalties: 0,
        defences: 0,
        thirds: [0; 3],
        acts: BTreeMap::new(),
    };
    for step in of_trial(&sheets[ROLLS], trial) {
        referee.step(step).map_err(|differs| format!("step {step} of trial {trial}: {differs}"))?;
    }
    agree("the match is over", referee.is_over, true)?;
    let series = match judge(referee.goals, keys.format.draw_allowed) {
        Verdict::Series => Some(referee.series(trial, keys.format.series_count)?),
        _ => None,
    };
    agree("penalties without a series", series.is_none() && !of_trial(&sheets[PENALTIES], trial).is_empty(), false)?;
    referee.row(row, series)
}

fn of_trial(sheet: &Sheet, trial: u64) -> std::ops::Range<usize> {
    sheet.trial.partition_point(|other| *other < trial)..sheet.trial.partition_point(|other| *other <= trial)
}

impl Referee<'_> {
    fn step(&mut self, row: usize) -> Found {
        let sheet = &self.sheets[ROLLS];
        agree("a step after the end", self.is_over, false)?;
        self.before(sheet, row)?;
        let following = self.laws.next(&self.position);
        let decider = match following.owner {
            Owner::Mover => Decider::Attacker,
            Owner::Other => Decider::Defender,
            Owner::Chance => Decider::Dice,
        };
        agree("decider", decider, sheet.name(row, "decider"))?;
        let stands = |step: &&Step| stands(&step.event, sheet, row);
        let Some(step) = following.steps.iter().find(stands) else {
            return Err(format!("no such step can follow {:?}", self.position));
        };
        let is_other = |other: &Step| (other.to, other.effect.reward) != (step.to, step.effect.reward);
        if following.steps.iter().filter(stands).any(is_other) {
            return Err("the row does not say which of two steps it is".to_owned());
        }
        agree_on("attacker_goals", f64::from(step.effect.reward), sheet.number(row, "attacker_goals"))?;
        agree("changes_attacker", step.effect.swaps, sheet.is(row, "changes_attacker"))?;
        self.go_on(step, following.owner == Owner::Chance, following.ticks);
        Ok(())
    }

    /// What stands of the match before a step.
    fn before(&self, sheet: &Sheet, row: usize) -> Found {
        let columns = PositionColumns::of(&self.position);
        let counts = [
            ("half", self.half),
            ("rolls_left_count", self.left),
            ("a_goal_count", self.goals[self.a]),
            ("b_goal_count", self.goals[1 - self.a]),
            ("ball_row", columns.row()),
            ("ball_column", columns.column()),
            ("foul_count", u32::from(self.position.fouls)),
        ];
        for (name, own) in counts {
            agree(name, own, sheet.count(row, name))?;
        }
        agree("a_attacks", self.attacker == self.a, sheet.is(row, "a_attacks"))?;
        agree("phase", columns.phase, sheet.name(row, "phase"))?;
        agree("may_roll", columns.may_roll, sheet.name(row, "may_roll"))?;
        agree("champion_holder", columns.champion_holder, sheet.name(row, "champion_holder"))?;
        agree("champion_face", columns.champion_face, sheet.name(row, "champion_face"))?;
        agree("faces_source", self.source, sheet.name(row, "faces_source"))
    }

    fn go_on(&mut self, step: &Step, is_roll: bool, ticks: bool) {
        let (from, effect) = (self.position.play, step.effect);
        *self.acts.entry(step.event.act).or_default() += 1;
        self.penalties += u32::from(from == Play::PenaltyRoll);
        self.defences += u32::from(matches!(from, Play::DefendRoll(..)));
        // a corner was won before the window that opens before it is taken
        let is_corner = matches!(step.to.play, Play::Turn(Ball::Corner(_)) | Play::Window(Ball::Corner(_)));
        self.corners += u32::from(is_corner && !matches!(from, Play::Window(_)));
        if let Some(third) = third(&from) {
            self.thirds[third] += 1;
        }
        let was_up = self.left == 0;
        self.left = self.left.saturating_sub(u32::from(ticks));
        self.rolls += u32::from(is_roll);
        self.overtime += u32::from(is_roll && was_up);
        self.changes += u32::from(effect.swaps);
        if effect.reward != 0 {
            self.goals[if effect.reward > 0 { self.attacker } else { 1 - self.attacker }] += 1;
        }
        self.attacker ^= usize::from(effect.swaps);
        self.position = step.to;
        // DF-time-end
        if effect.closes && self.left == 0 {
            self.half_ends();
        }
    }

    /// DF-time-second-half: who won the draw opens the second half.
    fn half_ends(&mut self) {
        if self.half == 2 {
            self.is_over = true;
            return;
        }
        self.first_half = self.goals;
        let of_winner = |holder: Holder| if self.attacker == 0 { holder } else { holder.swapped() };
        self.position = self.laws.kick_off(self.position.champion.map(of_winner));
        (self.half, self.left, self.attacker) = (2, self.laws.half_rolls, 0);
    }

    /// DF-time-tournament: the penalties of a series, and the goals of both.
    fn series(&self, trial: u64, count: u64) -> Result<[u32; 2], String> {
        let (sheet, rows) = (&self.sheets[PENALTIES], of_trial(&self.sheets[PENALTIES], trial));
        let mut goals = [0; 2];
        for (taken, row) in rows.clone().enumerate() {
            let (pair, player) = (taken / 2 + 1, taken % 2);
            let is_decided = player == 0 && pair as u64 > count && goals[0] != goals[1];
            agree("a series goes on that is decided", is_decided, false)?;
            let face: Penalty = sheet.name(row, "face");
            agree("face on the die", self.laws.dice.penalty.has(|known| known == face), true)?;
            agree("is_goal", face == Penalty::Goal, sheet.is(row, "is_goal"))?;
            goals[player] += u32::from(face == Penalty::Goal);
            agree("penalty_no", taken as u32 + 1, sheet.count(row, "penalty_no"))?;
            agree("pair_no", pair as u32, sheet.count(row, "pair_no"))?;
            agree("a_takes", player == self.a, sheet.is(row, "a_takes"))?;
            agree("a_series_goal_count", goals[self.a], sheet.count(row, "a_series_goal_count"))?;
            agree("b_series_goal_count", goals[1 - self.a], sheet.count(row, "b_series_goal_count"))?;
            agree("faces_source", self.source, sheet.name(row, "faces_source"))?;
        }
        let is_whole = rows.len() % 2 == 0 && rows.len() as u64 >= 2 * count && goals[0] != goals[1];
        agree("a series ends with a winner", is_whole, true)?;
        Ok(goals)
    }

    fn times(&self, acts: &[Act]) -> u32 {
        acts.iter().filter_map(|act| self.acts.get(act)).sum()
    }

    /// Compares the counts with the row of the match.
    fn row(&self, row: usize, series: Option<[u32; 2]>) -> Found {
        let (sheet, [a, b]) = (&self.sheets[0], [self.a, 1 - self.a]);
        let in_series = series.unwrap_or_default();
        let kicks = [Act::ControlDoubled, Act::PassDoubled, Act::CrossDoubled];
        let counts = [
            ("a_goal_count", self.goals[a]),
            ("b_goal_count", self.goals[b]),
            ("goal_count", self.goals.iter().sum()),
            ("first_half_goal_count", self.first_half.iter().sum()),
            ("a_series_goal_count", in_series[a]),
            ("b_series_goal_count", in_series[b]),
            ("roll_count", self.rolls),
            ("overtime_roll_count", self.overtime),
            ("change_count", self.changes),
            ("shot_count", self.times(&[Act::Shoot])),
            ("own_goal_count", self.times(&[Act::OwnGoal, Act::IntoOwnGoal])),
            ("penalty_count", self.penalties),
            ("corner_count", self.corners),
            ("foul_count", self.times(&[Act::Fouled, Act::SentOff, Act::SentOffHolder])),
            ("red_card_count", self.times(&[Act::SentOff, Act::SentOffHolder])),
            ("die_handed_over_count", self.times(&[Act::SentOffHolder])),
            ("defence_count", self.defences),
            ("decline_count", self.times(&[Act::Decline])),
            ("reverse_count", self.times(&[Act::ControlReversed, Act::PassReversed, Act::CrossReversed])),
            ("double_count", self.times(&kicks)),
            ("champion_use_count", self.times(&Act::ABILITIES)),
        ];
        for (name, own) in counts {
            agree(name, own, sheet.count(row, name))?;
        }
        let points = [a, b].map(|player| f64::from(self.goals[player]) + 0.001 * f64::from(in_series[player]));
        let (a_wins, b_wins) = (points[0] > points[1], points[1] > points[0]);
        let a_points = 0.5 + 0.5 * (f64::from(u8::from(a_wins)) - f64::from(u8::from(b_wins)));
        let flags = [("a_wins", a_wins), ("b_wins", b_wins), ("is_draw", !a_wins && !b_wins)];
        for (name, own) in flags.into_iter().chain([("is_series", series.is_some())]) {
            agree(name, own, sheet.is(row, name))?;
        }
        let placed = f64::from(self.thirds.iter().sum::<u32>());
        let third = |third: usize| f64::from(self.thirds[third]) / placed;
        let rolls = f64::from(self.rolls);
        let numbers = [
            ("goal_difference", f64::from(self.goals[a]) - f64::from(self.goals[b])),
            ("a_points_share", a_points),
            ("draw_winner_points_share", if a == 0 { a_points } else { 1.0 - a_points }),
            ("loss_share", f64::from(self.changes) / rolls),
            ("rolls_per_possession", rolls / f64::from(self.changes + 1)),
            ("own_third_share", third(0)),
            ("middle_third_share", third(1)),
            ("last_third_share", third(2)),
        ];
        for (name, own) in numbers {
            agree_on(name, own, sheet.number(row, name))?;
        }
        agree("faces_source", self.source, sheet.name(row, "faces_source"))
    }
}

/// Whether a row holds this event.
fn stands(event: &Event, sheet: &Sheet, row: usize) -> bool {
    let arrow = |name: &str| sheet.name::<ArrowName>(row, name) as usize;
    let face =
        |face: Face| face.arrow as usize + 1 == arrow("arrow") && u32::from(face.number) == sheet.count(row, "number");
    let is_face = event.face.map_or(arrow("arrow") == 0 && sheet.count(row, "number") == 0, face);
    let symbol = event.face.map_or(Symbol::None, |face| face.symbol);
    event.act == sheet.name(row, "act")
        && event.clause == sheet.name::<Clause>(row, "clause_id")
        && is_face
        && symbol == sheet.name(row, "symbol")
        && event.misread.map_or(0, |misread| misread as usize + 1) == arrow("misread_arrow")
}

/// In which third of the pitch a die rolls, if the ball has a place.
fn third(play: &Play) -> Option<usize> {
    let of = |row: u8| usize::from(row > 4) + usize::from(row > 7);
    match play {
        Play::ArrowRoll(_, throw) => Some(of(throw.from.row())),
        Play::DefendRoll(_, field) => Some(of(field.row())),
        Play::OwnKeeperRoll => Some(0),
        Play::ShotRoll(_) | Play::KeeperRoll(_) | Play::RefereeRoll(_) | Play::PenaltyRoll => Some(2),
        _ => None,
    }
}

#[test]
fn a_second_referee_finds_every_step_count_and_penalty_by_the_laws() {
    for (seed, keys) in KEYS.into_iter().enumerate().flat_map(|(at, keys)| [(41 + at as u64, keys), (51, keys)]) {
        let (read, sheets) = played(seed, 60, keys);
        for row in 0..sheets[0].trial.len() {
            assert_eq!(judge_match(&read, &sheets, row), Ok(()), "seed {seed}: {keys}");
        }
        let misread = |row: usize| sheets[ROLLS].name::<ArrowName>(row, "misread_arrow") != ArrowName::None;
        let misreads = (0..sheets[ROLLS].trial.len()).filter(|row| misread(*row)).count();
        let with_series = (0..sheets[0].trial.len()).filter(|row| sheets[0].is(*row, "is_series")).count();
        assert_eq!(misreads > 20, keys.contains("p_misread"), "{misreads}");
        assert_eq!(with_series > 2, keys.contains("draw_allowed = false"), "{with_series}");
        assert_eq!(sheets[PENALTIES].trial.is_empty(), with_series == 0);
    }
}

#[test]
fn no_value_in_a_row_can_be_changed_unnoticed() {
    for (seed, keys) in KEYS.into_iter().enumerate().map(|(at, keys)| (61 + at as u64, keys)) {
        let (read, mut sheets) = played(seed, 12, keys);
        for (table, every) in [(0, 1), (ROLLS, 53), (PENALTIES, 3)] {
            let names: Vec<String> = sheets[table].names().to_vec();
            // two faces that are no goals, or two that miss, are equally possible
            let (rolled, told): (Vec<&str>, Vec<&str>) =
                names.iter().map(String::as_str).partition(|name| ["face", "clause_id"].contains(name));
            let rows: Vec<usize> = (0..sheets[table].trial.len()).step_by(every).collect();
            let found = |sheets: &[Sheet], row: usize| judge_match(&read, sheets, sheets[table].trial[row] as usize);
            let mut missed = unnoticed(&mut sheets, (table, &told), &rows, true, found);
            if !rows.is_empty() {
                missed.extend(unnoticed(&mut sheets, (table, &rolled), &rows, false, found));
            }
            assert_eq!(missed, [""; 0], "table {table}: {keys}");
        }
    }
}

#[test]
fn rows_of_penalties_come_with_those_of_steps_and_change_no_match() {
    let [with, without] = ["true", "false"].map(|rolls| {
        let keys = KEYS[0].replace("rolls = true", &format!("rolls = {rolls}"));
        played(71, 200, &keys).1
    });
    assert!(with[PENALTIES].trial.len() > 100 && without[PENALTIES].trial.is_empty());
    assert!(with[0].is_same(&without[0]), "a match depends on what is written of it");
}
