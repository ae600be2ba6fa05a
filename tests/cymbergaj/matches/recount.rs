//! What a row counts is what an own count of the steps finds, however a match begins and whatever the laws leave open.

use tolley_cymbergaj::laws::{CallKind, Match, Period, Restart, Seat, Verdict};
use tolley_cymbergaj::matches::{
    Image, MatchKeys, MatchRecord, MatchSink, MatchStudy, Opening, ShootoutKeys, ShootoutStudy, Step, opening, pairing,
    play,
};
use tolley_cymbergaj::shot::Workspace;
use tolley_experiment::keys::KeySet;
use tolley_experiment::random::Streams;

use crate::cymbergaj::{counts, names, numbers, read};

/// Restarts as the calls of the referee give them.
#[derive(Default)]
struct Calls {
    record: MatchRecord,
    turns: [u32; Restart::ALL.len()],
    goals: [u32; Restart::ALL.len()],
}

impl Calls {
    fn judged(&mut self, before: &Match, verdict: &Verdict, after: &Match, is_throw: bool) {
        let scored = verdict.goal.is_some_and(|goal| goal.to == before.turn.seat);
        self.goals[before.turn.restart as usize] += u32::from(scored);
        if after.winner.is_some() {
            return;
        }
        let kicks = |game: &Match| game.series.iter().chain(&game.centre_kicks).map(|count| count.kicks).sum::<u32>();
        let given = if after.period != before.period {
            match after.period {
                Period::Series => Some(Restart::Penalty),
                Period::CentreKicks => Some(Restart::CentreKick),
                _ => Some(Restart::KickOff),
            }
        } else if before.period.is_shootout() {
            (kicks(after) > kicks(before)).then_some(before.turn.restart)
        } else {
            match verdict.call.kind {
                CallKind::Settled if is_throw || verdict.unseen_extra || before.turn.moves_left > 1 => None,
                CallKind::Settled | CallKind::Unforeseen => Some(Restart::Open),
                CallKind::Replay => None,
                CallKind::Goal => Some(Restart::KickOff),
                CallKind::ThrowIn => Some(Restart::ThrowIn),
                CallKind::FreeKick => Some(Restart::FreeKick),
                CallKind::GoalKick => Some(Restart::GoalKick),
                CallKind::Corner => Some(Restart::Corner),
                CallKind::Penalty => Some(Restart::Penalty),
            }
        };
        if let Some(restart) = given {
            self.turns[restart as usize] += 1;
        }
    }
}

impl MatchSink for Calls {
    fn begin(&mut self, game: &Match) {
        self.record.begin(game);
        self.turns[game.turn.restart as usize] += 1;
    }

    fn step(&mut self, before: &Match, step: &Step, after: &Match) {
        self.record.step(before, step, after);
        if let Some(judged) = step.judged() {
            self.judged(before, &judged.verdict, after, matches!(step, Step::Thrown(_)));
        }
    }
}

const OPENINGS: [&str; 5] = ["kick-off", "free-kick", "goal-kick", "corner", "penalty"];
const SPOTS: [&str; 2] =
    ["", "kickoff_spot = \"free\"\npenalty_spot = \"free\"\nkeeper = \"fixed\"\ncorner_ball = \"fixed\"\n"];
const PRESETS: [&str; 3] =
    ["", "[human]\npreset = \"human\"\n", "[human]\npreset = \"human\"\np_bad_throw = 0.3\np_illegal_stroke = 0.1\n"];

/// Counts some matches both ways and compares.
fn compare(keys: &MatchKeys, opening: Opening, what: &str) {
    let pairing = pairing(keys, opening, Seat::X).unwrap_or_else(|faults| panic!("{faults:?}"));
    let mut workspace = Workspace::new(&pairing.setups[0].physics);
    for repeat in 0..6 {
        let mut calls = Calls::default();
        play(&pairing, &mut workspace, &Streams::new(8, repeat, None), Image::Usual, &mut calls);
        assert_eq!(calls.record.turn_count, calls.turns, "{what}, match {repeat}");
        assert_eq!(calls.record.goal_count, calls.goals, "{what}, match {repeat}");
    }
}

#[test]
fn every_count_of_a_row_is_what_the_calls_say() {
    for (opened, spots) in OPENINGS.iter().flat_map(|opened| SPOTS.map(|spots| (opened, spots))) {
        for preset in PRESETS {
            let rules = "illegal_stroke = \"warn-replay\"\nbad_throw = \"retake\"\n";
            for rules in ["", rules] {
                let what = format!("[contest]\nopening = \"{opened}\"\n[laws]\n{spots}{rules}{preset}");
                let plan = read::<MatchStudy>("seed = 3", &what).unwrap_or_else(|problems| panic!("{problems}"));
                let keys = MatchKeys::read(&plan.point(0));
                let begins = opening(&keys).unwrap_or_else(|faults| panic!("{faults:?}"));
                compare(&keys, begins, &what);
            }
        }
    }
    for (spots, preset) in SPOTS.iter().flat_map(|spots| PRESETS.map(|preset| (spots, preset))) {
        let what = format!("[laws]\n{spots}{preset}");
        let plan = read::<ShootoutStudy>("seed = 3", &what).unwrap_or_else(|problems| panic!("{problems}"));
        compare(&ShootoutKeys::read(&plan.point(0)).into(), Opening::Series, &what);
    }
}

#[test]
fn shares_of_restarts_are_pooled_and_never_above_one() {
    let plan =
        read::<MatchStudy>("seed = 3\nrepeats = 60", "[laws]\nkickoff_moves = 3\n[contest]\nrecord = \"moves\"\n")
            .unwrap_or_else(|problems| panic!("{problems}"));
    let rows = crate::cymbergaj::play::<MatchStudy>(&plan);
    // a goal of the mover ends his turn, so that Moves with a goal are turns with one
    let (restarts, turn_nos) = (names::<MatchStudy>(&rows, 2, "restart"), counts::<MatchStudy>(&rows, 2, "turn_no"));
    let match_nos = counts::<MatchStudy>(&rows, 2, "match_no");
    for (kind, restart) in Restart::ALL.iter().enumerate().filter(|(_, restart)| **restart != Restart::ThrowIn) {
        let mut seen: Vec<_> = (0..restarts.len())
            .filter(|row| usize::from(restarts[*row]) == kind)
            .map(|row| (rows.tables[2].trial[row], match_nos[row], turn_nos[row]))
            .collect();
        seen.dedup();
        let name = column_of(*restart);
        let count: u32 = counts::<MatchStudy>(&rows, 0, &format!("{name}_count")).iter().sum();
        assert_eq!(count as usize, seen.len(), "{name}");
        let goals: u32 =
            counts::<MatchStudy>(&rows, 0, &format!("{}_goal_count", name.trim_end_matches("_turn"))).iter().sum();
        assert!(goals <= count, "{name}: {goals} of {count}");
        let shares = numbers::<MatchStudy>(&rows, 0, &format!("{}_goal_share", name.trim_end_matches("_turn")));
        assert!(shares.iter().all(|share| share.is_nan() || (0.0..=1.0).contains(share)), "{name}");
    }
}

/// What its columns begin with.
fn column_of(restart: Restart) -> String {
    if restart == Restart::Open { "open_turn".to_owned() } else { restart.name().replace('-', "_") }
}
