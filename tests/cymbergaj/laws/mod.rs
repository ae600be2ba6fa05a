//! The laws, clause by clause, without physics: what happened in a Move is told, the verdict is checked.

mod balls;
mod coverage;
mod flips;
mod fouls;
mod general;
mod keys;
mod properties;
mod repairs;
mod restarts;
mod shootouts;
mod starts;
mod streams;
mod synthetic;
mod throws;
mod views;

use glam::{DVec2, dvec2};
use tolley_cymbergaj::laws::choices::AddedTime;
use tolley_cymbergaj::laws::{
    CallKind, Clause, Clauses, Ends, Laws, Match, MatchDraws, MoveDraws, MoveEvents, Phase, Piece, Restart, Seat, Turn,
    Verdict,
};

/// The literal laws without added time, so that clocks can be counted.
pub fn literal() -> Laws {
    with(|_| ())
}

/// The same with other rules.
pub fn with(change: impl FnOnce(&mut Laws)) -> Laws {
    let mut laws = Laws::default();
    laws.clock.added_time = AddedTime::None;
    change(&mut laws);
    laws
}

/// X wins every toss.
pub const DRAWS: MatchDraws =
    MatchDraws { toss: Seat::X, extra_toss: Seat::X, series_toss: Seat::X, last_toss: Seat::X, added_ratio: [0.5; 4] };

/// Where the coins stand in open play: X's left of the middle, Y's right, the ball beside the Centre Spot.
pub const X_M: DVec2 = dvec2(-0.2, 0.05);
pub const Y_M: DVec2 = dvec2(0.3, 0.1);
pub const BALL_M: DVec2 = dvec2(0.1, -0.05);

/// A match that is played by telling what happens.
#[derive(Clone, Debug)]
pub struct Play {
    pub laws: Laws,
    pub game: Match,
}

impl Play {
    /// From the kick-off, which X has.
    pub fn begin(laws: Laws) -> Play {
        let mut play = Play { laws, game: laws.begin(Ends::FIRST, DRAWS) };
        play.settle();
        play
    }

    /// In the middle of open play, with a turn of `seat`.
    pub fn open(laws: Laws, seat: Seat) -> Play {
        let mut play = Play::begin(laws);
        let period = play.game.period;
        let moves = if period.is_extra() { laws.rules.extra_moves_per_turn } else { laws.rules.moves_per_turn };
        play.game.turn = Turn::open(seat, moves);
        play.game.layout.at_m = [X_M, Y_M, BALL_M];
        play
    }

    /// With this restart to be taken by `seat`, everything put.
    pub fn at(laws: Laws, restart: Restart, seat: Seat, at_m: DVec2) -> Play {
        let mut play = Play::open(laws, seat);
        play.game = laws.restart(&play.game, restart, seat, at_m);
        play.settle();
        play
    }

    /// Puts everything that is to be put, near to where it was.
    pub fn settle(&mut self) {
        while let Some(ask) = self.laws.to_place(&self.game) {
            let wish_m = self.game.layout.of(ask.piece) + dvec2(0.001, 0.0);
            let at_m = ask.nearest(wish_m).expect("there is room");
            self.game = self.laws.place(&self.game, at_m).expect("it is allowed");
        }
    }

    /// The verdict on a Move that is told; the match stays.
    pub fn verdict_with(&self, draws: &MoveDraws, told: impl FnOnce(&mut MoveEvents)) -> Verdict {
        if let Some(verdict) = self.laws.before(&self.game, draws) {
            return verdict;
        }
        let mut events = self.laws.events(&self.game);
        told(&mut events);
        self.laws.judge(&self.game, &events, draws)
    }

    /// The verdict on a Move of people who make no mistakes.
    pub fn verdict(&self, told: impl FnOnce(&mut MoveEvents)) -> Verdict {
        self.verdict_with(&MoveDraws::NONE, told)
    }

    /// Plays a Move that is told, then puts what is to be put.
    pub fn play_with(&mut self, draws: &MoveDraws, told: impl FnOnce(&mut MoveEvents)) -> Verdict {
        let verdict = self.verdict_with(draws, told);
        self.game = self.laws.next(&self.game, &verdict);
        let news = self.game.news;
        self.settle();
        self.game.news = news;
        verdict
    }

    /// The same without mistakes.
    pub fn play(&mut self, told: impl FnOnce(&mut MoveEvents)) -> Verdict {
        self.play_with(&MoveDraws::NONE, told)
    }

    /// The kind and the seat of what comes next.
    pub fn comes(&self) -> (Restart, Seat, u32) {
        (self.game.turn.restart, self.game.turn.seat, self.game.turn.moves_left)
    }

    pub fn score(&self) -> [u32; 2] {
        self.game.score
    }

    pub fn is_over(&self) -> bool {
        self.game.phase == Phase::Over
    }

    /// Who moves.
    pub fn mover(&self) -> Seat {
        self.game.turn.seat
    }

    /// A Move that hits the ball and lets all rest where it was.
    pub fn hit(&mut self) -> Verdict {
        let mover = self.mover();
        self.play(|events| events.ball_hit(mover, 0.1, 0.001))
    }

    /// A Move that misses the ball, to and fro; or a throw that is good.
    pub fn miss(&mut self) -> Verdict {
        let (mover, to_and_fro) = (self.mover(), if self.game.move_count % 4 < 2 { 0.01 } else { -0.01 });
        let way_m = if self.game.phase == Phase::Stroke { dvec2(0.0, to_and_fro) } else { DVec2::ZERO };
        self.play(|events| {
            let mut rest = events.rest;
            rest.put(Piece::Coin(mover), rest.coin(mover) + way_m);
            events.rest(rest);
        })
    }

    /// A Move after which the ball falls at `at_m`.
    pub fn out(&mut self, at_m: DVec2) -> Verdict {
        let mover = self.mover();
        self.play(off(mover, at_m))
    }

    /// A Move that puts the ball into the goal of `end`.
    pub fn shoot(&mut self, end: Seat) -> Verdict {
        let at_m = goal_of(&self.game, end);
        self.out(at_m)
    }

    /// Moves until the half is over.
    pub fn finish_half(&mut self) {
        let period = self.game.period;
        while self.game.period == period && !self.is_over() {
            self.hit();
        }
    }
}

/// The ball, hit by `mover`, falls at `at_m`.
pub fn off(mover: Seat, at_m: DVec2) -> impl Fn(&mut MoveEvents) {
    move |events| {
        events.ball_hit(mover, 0.1, 0.001);
        events.fell(Piece::Ball, 0.5, at_m);
    }
}

/// The middle of the goal that `end` defends.
pub fn goal_of(game: &Match, end: Seat) -> DVec2 {
    dvec2(0.6 * game.ends.sign(end), 0.01)
}

/// On the end-line of `end`, beside the goal.
pub fn beside_goal_of(game: &Match, end: Seat) -> DVec2 {
    dvec2(0.6 * game.ends.sign(end), 0.2)
}

/// On the upper side-line.
pub const SIDE_M: DVec2 = dvec2(0.3, 0.3);

pub fn is_near(one_m: DVec2, two_m: DVec2) -> bool {
    one_m.distance(two_m) < 1e-12
}

/// Asserts that a place is where it is expected, but for rounding.
#[track_caller]
pub fn near(got_m: DVec2, expected_m: DVec2) {
    assert!(is_near(got_m, expected_m), "at {got_m}, expected {expected_m}");
}

/// What was decided, and for whom.
pub fn call(verdict: &Verdict) -> (CallKind, Seat) {
    (verdict.call.kind, verdict.call.seat)
}

/// Asserts what was decided, and for whom.
#[track_caller]
pub fn is(verdict: &Verdict, kind: CallKind, seat: Seat) {
    assert_eq!(call(verdict), (kind, seat), "decided at {} by {}", verdict.at_m, told(verdict.clauses));
}

/// Asserts that a clause was applied.
#[track_caller]
pub fn applies(clauses: Clauses, expected: Clause) {
    assert!(clauses.has(expected), "expected {}, got {}", expected.name(), told(clauses));
}

/// Asserts that a clause was not applied.
#[track_caller]
pub fn lacks(clauses: Clauses, unexpected: Clause) {
    assert!(!clauses.has(unexpected), "{} in {}", unexpected.name(), told(clauses));
}

fn told(clauses: Clauses) -> String {
    clauses.iter().map(Clause::name).collect::<Vec<_>>().join(", ")
}
