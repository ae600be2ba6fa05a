//! What holds after every step of a match, whoever plays: ten thousand Moves with physics, a million in the long run.

use tolley_cymbergaj::laws::{CallKind, Laws, Match, Phase, Piece, Seat};
use tolley_cymbergaj::matches::{Image, Judged, MatchSink, Pairing, Step, play};
use tolley_cymbergaj::shot::Workspace;
use tolley_experiment::random::Streams;

use super::paired;

/// Watches a match.
struct Watch<'a> {
    laws: &'a Laws,
    moves: u32,
    goals: u32,
    fouls: u32,
    exits: u32,
    misses: u32,
}

impl Watch<'_> {
    fn new(laws: &Laws) -> Watch<'_> {
        Watch { laws, moves: 0, goals: 0, fouls: 0, exits: 0, misses: 0 }
    }

    /// Three coins on the table, none over another, before every stroke.
    fn is_legal(&self, before: &Match, step: &Step, game: &Match) {
        let (pitch, referee) = (&self.laws.pitch, &self.laws.referee);
        // CG-4.1b: so far beyond a line an unsure referee may say that a ball is still in
        let band_m = if referee.line_sd_m > 0.0 { referee.discretion_band_m } else { 0.0 };
        for piece in Piece::ALL {
            let at_m = game.layout.of(piece);
            let edge_m = if piece == Piece::Ball { pitch.out_m() + band_m } else { pitch.table.edge_m() };
            assert!(
                at_m.is_finite() && at_m.abs().cmple(edge_m).all(),
                "{piece:?} at {at_m}: {step:?} after {before:?}"
            );
        }
        for (number, one) in Piece::ALL.into_iter().enumerate() {
            for other in Piece::ALL.into_iter().skip(number + 1) {
                let apart = game.layout.of(one).distance(game.layout.of(other)) / pitch.reach(one, other);
                assert!(apart > 1.0 - 1e-9, "{one:?} and {other:?} overlap: {apart}, {step:?} after {before:?}");
            }
        }
    }
}

impl MatchSink for Watch<'_> {
    fn begin(&mut self, game: &Match) {
        assert_eq!((game.elapsed_s, game.score), (0.0, [0, 0]));
    }

    fn step(&mut self, before: &Match, step: &Step, after: &Match) {
        assert!(after.elapsed_s >= before.elapsed_s, "time ran back");
        let gained = |seat: usize| after.score[seat] - before.score[seat];
        assert!(gained(0) + gained(1) <= 1);
        if after.phase == Phase::Stroke {
            self.is_legal(before, step, after);
        }
        let verdict = match step {
            Step::Placed(_) => return assert_eq!(after.score, before.score),
            Step::Ruled(Judged { verdict, .. }) | Step::Thrown(Judged { verdict, .. }) => {
                assert!(verdict.goal.is_none(), "a goal without a Move: {verdict:?}");
                verdict
            }
            Step::Moved { judged, .. } => &judged.verdict,
        };
        assert_ne!(verdict.call.kind, CallKind::Unforeseen, "{before:?}");
        if let Some(goal) = verdict.goal {
            assert!(before.turn.goal_counts(), "a goal too early: {before:?}");
            let is_kick = before.period.is_shootout();
            assert_eq!(gained(goal.to.index()), u32::from(!is_kick));
            assert_eq!(goal.own, goal.to != before.turn.seat);
        } else {
            assert_eq!(after.score, before.score);
        }
        self.goals += u32::from(verdict.goal.is_some());
        self.fouls += u32::from(verdict.foul.is_some());
        self.exits += u32::from(verdict.exit.is_some());
        self.misses += u32::from(!verdict.ball_hit);
        self.moves += after.move_count - before.move_count;
    }
}

const TABLES: [&str; 4] = [
    "",
    "[human]\npreset = \"human\"\n[laws]\nkickoff_spot = \"free\"\npenalty_spot = \"free\"\n",
    "[human]\npreset = \"human\"\n[table]\nline_inset_m = \"20 mm\"\nposts = \"physical\"\n",
    "[table]\nlength_m = 0.6\nwidth_m = 0.4\ngoal_width_m = 0.15\nedge_bevel_m = \"2 mm\"\n[human]\np_ride = 0.3\np_hop = 0.3\n\
     ride_impulse_n_s = 0.0005\n",
];

fn watch(pairing: &Pairing, matches: std::ops::Range<u64>) -> [u32; 5] {
    let mut workspace = Workspace::new(&pairing.setups[0].physics);
    let mut watch = Watch::new(&pairing.laws);
    for repeat in matches {
        let end = play(pairing, &mut workspace, &Streams::new(5, repeat, None), Image::Usual, &mut watch);
        assert!(end.winner.is_some() && !end.truncated);
    }
    [watch.moves, watch.goals, watch.fouls, watch.exits, watch.misses]
}

fn random_matches(each: u64) -> u32 {
    let mut moves = 0;
    for table in TABLES {
        for (a, b) in [("random", "random"), ("direct", "random"), ("direct", "cautious")] {
            let keys = format!("{table}[a]\npolicy = \"{a}\"\n[b]\npolicy = \"{b}\"\npreset = \"novice\"\n");
            let counts = watch(&paired(&keys, Seat::X), 0..each);
            assert!(counts.iter().all(|count| *count > 0), "{keys}: {counts:?}");
            moves += counts[0];
        }
    }
    moves
}

#[test]
fn ten_thousand_random_moves_keep_the_laws() {
    assert!(random_matches(20) > 10_000);
}

#[test]
#[ignore = "a minute; run by cargo xtask long"]
fn a_million_random_moves_keep_the_laws() {
    assert!(random_matches(2000) > 1_000_000);
}
