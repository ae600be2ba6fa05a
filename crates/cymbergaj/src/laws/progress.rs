//! From a verdict to the match that goes on: time, score, turn, restart. CG-1.9c, CG-3.2a, CG-3.3, CG-FB10.

use glam::DVec2;

use super::choices::TurnRule;
use super::clause::Clause;
use super::parts::Laws;
use super::repair;
use super::restarts::{Restart, Turn};
use super::rules::Rules;
use super::seat::{Piece, Seat};
use super::state::{Match, Phase};
use super::verdict::{CallKind, Verdict};

impl Laws {
    /// The match after a verdict.
    pub fn next(&self, game: &Match, verdict: &Verdict) -> Match {
        let mut game = Match { layout: verdict.layout, news: verdict.clauses, ..*game };
        self.tick(&mut game, verdict);
        if game.period.is_shootout() {
            self.after_kick(&mut game, verdict);
            return game;
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
            self.end_half(&mut game, golden);
        } else {
            game.add_if(is_over, Clause::LatePenalty);
            self.go_on(&mut game, verdict);
        }
        game
    }

    /// Play goes on within the half.
    fn go_on(&self, game: &mut Match, verdict: &Verdict) {
        let seat = verdict.call.seat;
        let restart = match verdict.call.kind {
            CallKind::Replay => return game.phase = Phase::Stroke,
            CallKind::Settled if game.phase == Phase::Throw => {
                // CG-5.2c: after a good throw the thrower has one Move
                game.phase = Phase::Stroke;
                return game.add(Clause::AfterThrow);
            }
            CallKind::Settled => return self.settled_turn(game, verdict),
            CallKind::Unforeseen => return self.pass(game),
            CallKind::Goal => {
                game.add(Clause::AfterGoal);
                return self.set(game, Restart::KickOff, seat.other(), DVec2::ZERO);
            }
            CallKind::ThrowIn => Restart::ThrowIn,
            CallKind::FreeKick => Restart::FreeKick,
            CallKind::GoalKick => Restart::GoalKick,
            CallKind::Corner => Restart::Corner,
            CallKind::Penalty => Restart::Penalty,
        };
        self.set(game, restart, seat, verdict.at_m);
    }

    /// All rests after a Move: the same player's next Move, or the opponent's turn.
    fn settled_turn(&self, game: &mut Match, verdict: &Verdict) {
        if let Some(seat) = verdict.touch {
            game.last_touch = seat;
            game.idle_count = 0;
        } else {
            game.idle_count += 1;
        }
        let keeps = self.rules.turn_rule == TurnRule::KeepIfHit && verdict.ball_hit;
        if verdict.unseen_extra {
            game.turn.extra_move();
        } else if game.turn.moves_left > 1 {
            game.turn.next_move();
            game.add_if(game.turn.restart == Restart::KickOff, Clause::TwoMoves);
        } else if keeps {
            self.open_turn(game, game.turn.seat);
        } else {
            self.pass(game);
        }
        if game.idle_count >= self.rules.stall_moves {
            self.drop_ball(game);
        }
    }

    /// The opponent's turn, CG-1.9c.
    fn pass(&self, game: &mut Match) {
        self.open_turn(game, game.turn.seat.other());
        game.phase = Phase::Stroke;
        game.add(Clause::Turn);
    }

    fn open_turn(&self, game: &mut Match, seat: Seat) {
        let Rules { extra_moves_per_turn, moves_per_turn, .. } = self.rules;
        game.turn = Turn::open(seat, if game.period.is_extra() { extra_moves_per_turn } else { moves_per_turn });
        game.turn_no += 1;
    }

    /// CG-FB10: a ball that nobody reaches goes to the Centre Spot; coins in its way make room.
    fn drop_ball(&self, game: &mut Match) {
        game.layout.put(Piece::Ball, DVec2::ZERO);
        if !repair::is_legal(self, &game.layout, true) {
            repair::clear(self, game.ends, game.turn.seat, &mut game.layout);
        }
        game.idle_count = 0;
        game.add(Clause::Stall);
    }
}
