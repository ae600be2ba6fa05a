//! From a verdict to the match that goes on: time, score, turn, restart. CG-1.9c, CG-3.2a, CG-3.3, CG-FB10.

use glam::DVec2;

use super::Laws;
use super::clause::Clause;
use super::game::{Match, Period, Phase};
use super::judge::{CallKind, Verdict};
use super::options::TurnRule;
use super::repair;
use super::restarts::{Restart, Turn};
use super::seat::{Piece, Seat};

impl Laws {
    /// The match after a verdict.
    pub fn next(&self, game: &Match, verdict: &Verdict) -> Match {
        let mut game = Match { layout: verdict.layout, news: verdict.clauses, ..*game };
        self.tick(&mut game, verdict);
        if game.period.is_shootout() {
            return self.after_kick(game, verdict);
        }
        let mut golden = false;
        if let Some(goal) = verdict.goal {
            game.score[goal.to.index()] += 1;
            golden = self.rules.golden_goal && game.period.is_extra();
        }
        let late_penalty = self.rules.finish_penalty
            && (verdict.call.kind == CallKind::Penalty
                || (verdict.call.kind == CallKind::Replay && game.turn.restart == Restart::Penalty));
        let is_over = game.clock_s >= game.limit_s();
        if golden || (is_over && !late_penalty) {
            return self.end_half(game, golden);
        }
        game.news = game.news.with_if(is_over, Clause::LatePenalty);
        self.go_on(game, verdict)
    }

    /// Play goes on within the half.
    fn go_on(&self, game: Match, verdict: &Verdict) -> Match {
        let seat = verdict.call.seat;
        let restart = match verdict.call.kind {
            CallKind::Replay => return Match { phase: Phase::Stroke, ..game },
            CallKind::Settled if game.phase == Phase::Throw => return thrown_in(game),
            CallKind::Settled => return self.settled_turn(game, verdict),
            CallKind::Unforeseen => return self.pass(game),
            CallKind::Goal => {
                let mut game = game;
                game.news = game.news.with(Clause::AfterGoal);
                return self.restart(&game, Restart::KickOff, seat.other(), DVec2::ZERO);
            }
            CallKind::ThrowIn => Restart::ThrowIn,
            CallKind::FreeKick => Restart::FreeKick,
            CallKind::GoalKick => Restart::GoalKick,
            CallKind::Corner => Restart::Corner,
            CallKind::Penalty => Restart::Penalty,
        };
        self.restart(&game, restart, seat, verdict.at_m)
    }

    /// All rests after a Move: the same player's next Move, or the opponent's turn.
    fn settled_turn(&self, mut game: Match, verdict: &Verdict) -> Match {
        if let Some(seat) = verdict.touch {
            game.last_touch = seat;
            game.idle_count = 0;
        } else {
            game.idle_count += 1;
        }
        let keeps = self.rules.turn_rule == TurnRule::KeepIfHit && verdict.ball_hit;
        if game.turn.moves_left > 1 {
            game.turn.moves_left -= 1;
            game.turn.move_no += 1;
            game.news = game.news.with_if(game.turn.restart == Restart::KickOff, Clause::TwoMoves);
        } else if keeps {
            game.turn = self.open_turn(game.period, game.turn.seat);
        } else {
            game = self.pass(game);
        }
        if game.idle_count >= self.rules.stall_moves { self.drop_ball(game) } else { game }
    }

    /// The opponent's turn, CG-1.9c.
    fn pass(&self, game: Match) -> Match {
        let turn = self.open_turn(game.period, game.turn.seat.other());
        Match { turn, phase: Phase::Stroke, news: game.news.with(Clause::Turn), ..game }
    }

    fn open_turn(&self, period: Period, seat: Seat) -> Turn {
        let moves = if period.is_extra() { self.rules.extra_moves_per_turn } else { self.rules.moves_per_turn };
        Turn::open(seat, moves)
    }

    /// CG-FB10: a ball that nobody reaches goes to the Centre Spot; coins in its way make room.
    fn drop_ball(&self, mut game: Match) -> Match {
        game.layout.put(Piece::Ball, DVec2::ZERO);
        if !repair::is_legal(self, &game.layout, true) {
            repair::clear(self, game.ends, game.turn.seat, &mut game.layout);
        }
        Match { idle_count: 0, news: game.news.with(Clause::Stall), ..game }
    }
}

/// CG-5.2c: after a good throw the thrower has one Move.
fn thrown_in(game: Match) -> Match {
    Match { phase: Phase::Stroke, news: game.news.with(Clause::AfterThrow), ..game }
}

/// Both seats' goals as one number: positive when `seat` leads.
pub(super) fn leader(score: [u32; 2]) -> Option<Seat> {
    match score[0].cmp(&score[1]) {
        core::cmp::Ordering::Greater => Some(Seat::X),
        core::cmp::Ordering::Less => Some(Seat::Y),
        core::cmp::Ordering::Equal => None,
    }
}
