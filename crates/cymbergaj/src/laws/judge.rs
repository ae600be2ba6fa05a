//! Adjudication of one Move in the order of time: the first of foul, ball out and rest decides. CG-1.9a, CG-5.1,
//! CG-4.1b.

use super::choices::{BadThrow, BandRule, TurnRule};
use super::clause::Clause;
use super::draws::MoveDraws;
use super::events::{Moment, MoveEvents};
use super::fouls::{contact_foul, foul, stroke_foul, wastes_time};
use super::leaving::{left, thrown_out};
use super::parts::Laws;
use super::repair;
use super::seat::Seat;
use super::state::{Match, Phase};
use super::verdict::{CallKind, Verdict};

impl Laws {
    /// The verdict before a stroke or throw, when a mistake of the hand already decides.
    #[inline]
    pub fn before(&self, game: &Match, draws: &MoveDraws) -> Option<Verdict> {
        let verdict = match game.phase {
            Phase::Throw => draws.bad_throw.then(|| self.bad_throw(game)),
            _ => stroke_foul(self, game, draws),
        };
        verdict.map(|verdict| Verdict { tempo_ratio: draws.tempo_ratio, ..verdict })
    }

    /// CG-5.2b, CG-FB6.
    fn bad_throw(&self, game: &Match) -> Verdict {
        let thrower = game.turn.seat;
        let seat = if self.rules.bad_throw == BadThrow::Retake { thrower } else { thrower.other() };
        let verdict = Verdict::of(CallKind::ThrowIn, seat, game.spot_m, game.layout);
        verdict.by(Clause::ThrowTechnique).by(Clause::WrongThrow)
    }

    /// The verdict on a Move or throw.
    pub fn judge(&self, game: &Match, events: &MoveEvents, draws: &MoveDraws) -> Verdict {
        if events.unforeseen || !events.rest.is_finite() {
            return self.unforeseen(game, events, draws);
        }
        let is_throw = game.phase == Phase::Throw;
        let out = self.out(events, draws);
        let is_first = |moment: &Moment| out.is_none_or(|(out, _)| moment.time_s <= out.time_s);
        let wasted = wastes_time(self, game, events, draws);
        let foul_at = if is_throw { None } else { contact_foul(self, game, events).filter(is_first) };
        let mut verdict = match (foul_at.filter(|_| draws.detected), out) {
            (Some(moment), _) => self.fouled(game, events, draws, moment),
            (None, Some((moment, _))) if is_throw => thrown_out(self, game, moment.at_m, events.rest),
            (None, Some((moment, _))) => left(self, game, self.last_touch(game, events), moment.at_m, events.rest),
            (None, None) if wasted && draws.detected => self.wasted_time(game, draws),
            (None, None) => self.settled(game, events, draws),
        };
        let by_hand = !is_throw && (draws.hand_touch || draws.touch || draws.illegal_stroke);
        let missed = !draws.detected && (by_hand || wasted || foul_at.is_some());
        let discretion = matches!(out, Some((_, true))) || self.in_band(events);
        verdict.ball_hit = events.ball_hit_s.is_some();
        verdict.touch = events.last_touch;
        verdict.tempo_ratio = draws.tempo_ratio;
        verdict.clauses = verdict
            .clauses
            .with(if is_throw { Clause::ThrowTechnique } else { Clause::Move })
            .with_if(draws.accident_rad.is_some() && !is_throw, Clause::Careless)
            .with_if(discretion, Clause::Discretion)
            .with_if(missed, Clause::Referees);
        repair::after(self, game, events, draws, &mut verdict);
        verdict
    }

    /// Who touched the ball last, CG-FB1.
    fn last_touch(&self, game: &Match, events: &MoveEvents) -> Seat {
        events.last_touch.unwrap_or(game.last_touch)
    }

    /// Whether the line is a matter of the referee's reading, CG-4.1b.
    fn in_band(&self, events: &MoveEvents) -> bool {
        let referee = &self.referee;
        let reads = referee.line_sd_m > 0.0 || referee.discretion == BandRule::Probability;
        reads && !events.ball_fell && self.pitch.is_near_out(events.rest.ball(), referee.discretion_band_m)
    }

    /// When the ball left, if it did, and whether that is by discretion.
    fn out(&self, events: &MoveEvents, draws: &MoveDraws) -> Option<(Moment, bool)> {
        if !self.in_band(events) {
            return events.ball_out.map(|moment| (moment, false));
        }
        let beyond_m = self.pitch.beyond_m(events.rest.ball());
        let given = match self.referee.discretion {
            BandRule::Geometry => beyond_m + draws.reading_error_m > 0.0,
            BandRule::Probability => draws.award_in_band,
        };
        let at_rest = Moment { time_s: f64::INFINITY, at_m: events.rest.ball() };
        given.then(|| (events.ball_out.unwrap_or(at_rest), true))
    }

    fn fouled(&self, game: &Match, events: &MoveEvents, draws: &MoveDraws, moment: Moment) -> Verdict {
        let mover = game.turn.seat;
        if let Some(out) = events.ball_out.filter(|_| self.rules.advantage) {
            let verdict = left(self, game, self.last_touch(game, events), out.at_m, events.rest);
            if verdict.goal.is_some_and(|goal| goal.to == mover.other()) {
                return Verdict { foul: Some((Clause::CoinBeforeBall, mover)), ..verdict.by(Clause::CoinBeforeBall) };
            }
        }
        foul(self, game, Clause::CoinBeforeBall, moment.at_m, events.rest, draws)
    }

    /// All rests; CG-5.1f: unless the mover strokes once more than he may.
    fn settled(&self, game: &Match, events: &MoveEvents, draws: &MoveDraws) -> Verdict {
        let mover = game.turn.seat;
        let keeps = self.rules.turn_rule == TurnRule::KeepIfHit && events.ball_hit_s.is_some();
        let is_last = game.phase == Phase::Stroke && game.turn.moves_left == 1 && !keeps && !game.turn.is_extra;
        if draws.extra_move && is_last && draws.detected {
            let at_m = events.rest.coin(mover);
            return foul(self, game, Clause::ExtraMove, at_m, events.rest, draws);
        }
        let ball_m = events.rest.ball();
        let on_line = self.pitch.is_on_line(ball_m);
        let verdict = Verdict::of(CallKind::Settled, mover, ball_m, events.rest);
        let unseen = draws.extra_move && is_last;
        let clauses = verdict.clauses.with_if(on_line, Clause::OnLine).with_if(unseen, Clause::Referees);
        Verdict { clauses, unseen_extra: unseen, ..verdict }
    }

    /// CG-6.1: physics gave up, or left no numbers; the pieces go back to where they were.
    fn unforeseen(&self, game: &Match, events: &MoveEvents, draws: &MoveDraws) -> Verdict {
        let mut layout = if events.rest.is_finite() { events.rest } else { game.layout };
        repair::clear(self, game.ends, game.turn.seat, &mut layout);
        let verdict = Verdict::of(CallKind::Unforeseen, game.turn.seat, layout.ball(), layout);
        Verdict { tempo_ratio: draws.tempo_ratio, ..verdict.by(Clause::FinalVerdict) }
    }
}
