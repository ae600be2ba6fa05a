//! Adjudication of one Move in the order of time: the first of foul, ball out and rest decides. CG-1.9a, CG-5.1, CG-4.1b.

use glam::DVec2;

use super::Laws;
use super::clause::{Clause, Clauses};
use super::events::{Moment, MoveEvents};
use super::fouls::{contact_foul, foul, stroke_foul};
use super::game::{Match, Phase};
use super::layout::Layout;
use super::leaving::{left, thrown_out};
use super::luck::Luck;
use super::options::{BadThrow, BandRule, TurnRule};
use super::pitch::Line;
use super::repair;
use super::seat::{Piece, Seat};

tolley_experiment::names! {
    /// What is decided.
    pub enum CallKind {
        /// All rests, play goes on.
        Settled = "settled",
        /// The same player strokes again.
        Replay = "replay",
        /// A goal.
        Goal = "goal",
        /// A throw-in.
        ThrowIn = "throw-in",
        /// A free kick.
        FreeKick = "free-kick",
        /// A goal kick.
        GoalKick = "goal-kick",
        /// A corner.
        Corner = "corner",
        /// A penalty.
        Penalty = "penalty",
        /// The referee puts things in order, CG-6.1.
        Unforeseen = "unforeseen",
    }
}

/// What is decided, and for whom: who gets the goal or the restart, whose Move it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Call {
    /// What.
    pub kind: CallKind,
    /// For whom.
    pub seat: Seat,
}

/// A goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Goal {
    /// Who gets it.
    pub to: Seat,
    /// Whether the mover defends that end, CG-4.1c.
    pub own: bool,
    /// Whether it counts for the top scorer, CG-1.3e.
    pub counts_for_scorer: bool,
}

/// A decision, with the clauses it is made by.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Verdict {
    /// What is decided.
    pub call: Call,
    /// Where: exit, foul spot, or where the ball rests.
    pub at_m: DVec2,
    /// The clause that was broken, and by whom.
    pub foul: Option<(Clause, Seat)>,
    /// The goal.
    pub goal: Option<Goal>,
    /// What the ball crossed.
    pub exit: Option<Line>,
    /// Whether the mover's coin hit the ball.
    pub ball_hit: bool,
    /// Whose coin touched the ball last in this Move.
    pub touch: Option<Seat>,
    /// Where the pieces are after repairs.
    pub layout: Layout,
    /// Time that the Move takes over its usual time, CG-1.2a.
    pub tempo_ratio: f64,
    /// The clauses applied.
    pub clauses: Clauses,
}

impl Verdict {
    /// A call in a Move that leaves the pieces as they are.
    pub(super) fn of(kind: CallKind, seat: Seat, at_m: DVec2, layout: Layout) -> Verdict {
        Verdict {
            call: Call { kind, seat },
            at_m,
            foul: None,
            goal: None,
            exit: None,
            ball_hit: false,
            touch: None,
            layout,
            tempo_ratio: 1.0,
            clauses: Clauses::NONE,
        }
    }

    pub(super) fn by(mut self, clause: Clause) -> Verdict {
        self.clauses = self.clauses.with(clause);
        self
    }
}

impl Laws {
    /// The verdict before a stroke or throw, when a mistake of the hand already decides.
    #[inline]
    pub fn before(&self, game: &Match, luck: &Luck) -> Option<Verdict> {
        let verdict = match game.phase {
            Phase::Throw => luck.bad_throw.then(|| self.bad_throw(game)),
            _ => stroke_foul(self, game, luck),
        };
        verdict.map(|verdict| Verdict { tempo_ratio: luck.tempo_ratio, ..verdict })
    }

    /// CG-5.2b, CG-FB6.
    fn bad_throw(&self, game: &Match) -> Verdict {
        let thrower = game.turn.seat;
        let seat = if self.rules.bad_throw == BadThrow::Retake { thrower } else { thrower.other() };
        let verdict = Verdict::of(CallKind::ThrowIn, seat, game.spot_m, game.layout);
        verdict.by(Clause::ThrowTechnique).by(Clause::WrongThrow)
    }

    /// The verdict on a Move or throw.
    pub fn judge(&self, game: &Match, events: &MoveEvents, luck: &Luck) -> Verdict {
        if events.unforeseen || !events.rest.is_finite() {
            return self.unforeseen(game, events, luck);
        }
        let is_throw = game.phase == Phase::Throw;
        let out = self.out(events, luck);
        let is_first = |moment: &Moment| out.is_none_or(|(out, _)| moment.time_s <= out.time_s);
        let foul_at = if is_throw { None } else { contact_foul(self, game, events).filter(is_first) };
        let mut verdict = match (foul_at.filter(|_| luck.detected), out) {
            (Some(moment), _) => self.fouled(game, events, luck, moment),
            (None, Some((moment, _))) if is_throw => thrown_out(self, game, moment.at_m, events.rest),
            (None, Some((moment, _))) => left(self, game, self.last_touch(game, events), moment.at_m, events.rest),
            (None, None) => self.settled(game, events, luck),
        };
        let by_hand = !is_throw && (luck.hand_touch || luck.touch || luck.illegal_stroke);
        let missed = !luck.detected && (by_hand || foul_at.is_some());
        let discretion = matches!(out, Some((_, true))) || self.in_band(events);
        verdict.ball_hit = events.ball_hit_s.is_some();
        verdict.touch = events.last_touch;
        verdict.tempo_ratio = luck.tempo_ratio;
        verdict.clauses = verdict
            .clauses
            .with(if is_throw { Clause::ThrowTechnique } else { Clause::Move })
            .with_if(luck.accident_rad.is_some() && !is_throw, Clause::Careless)
            .with_if(discretion, Clause::Discretion)
            .with_if(missed, Clause::Referees);
        repair::after(self, game, events, luck, &mut verdict);
        verdict
    }

    /// Who touched the ball last, CG-FB1.
    fn last_touch(&self, game: &Match, events: &MoveEvents) -> Seat {
        events.last_touch.unwrap_or(game.last_touch)
    }

    /// Whether the line is a matter of the referee's reading, CG-4.1b.
    fn in_band(&self, events: &MoveEvents) -> bool {
        let rules = &self.rules;
        let reads = rules.line_sd_m > 0.0 || rules.band_rule == BandRule::Probability;
        reads && !events.ball_fell && self.pitch.beyond_m(events.rest.ball()).abs() <= rules.band_m
    }

    /// When the ball left, if it did, and whether that is by discretion.
    fn out(&self, events: &MoveEvents, luck: &Luck) -> Option<(Moment, bool)> {
        if !self.in_band(events) {
            return events.ball_out.map(|moment| (moment, false));
        }
        let beyond_m = self.pitch.beyond_m(events.rest.ball());
        let given = match self.rules.band_rule {
            BandRule::Geometry => beyond_m + luck.reading_error_m > 0.0,
            BandRule::Probability => luck.award_in_band,
        };
        let at_rest = Moment { time_s: f64::INFINITY, at_m: events.rest.ball() };
        given.then(|| (events.ball_out.unwrap_or(at_rest), true))
    }

    fn fouled(&self, game: &Match, events: &MoveEvents, luck: &Luck, moment: Moment) -> Verdict {
        let mover = game.turn.seat;
        if let Some(out) = events.ball_out.filter(|_| self.rules.advantage) {
            let verdict = left(self, game, self.last_touch(game, events), out.at_m, events.rest);
            if verdict.goal.is_some_and(|goal| goal.to == mover.other()) {
                return Verdict { foul: Some((Clause::CoinBeforeBall, mover)), ..verdict.by(Clause::CoinBeforeBall) };
            }
        }
        foul(self, game, Clause::CoinBeforeBall, moment.at_m, events.rest, luck)
    }

    /// All rests; CG-5.1f: unless the mover strokes once more than he may.
    fn settled(&self, game: &Match, events: &MoveEvents, luck: &Luck) -> Verdict {
        let mover = game.turn.seat;
        let keeps = self.rules.turn_rule == TurnRule::KeepIfHit && events.ball_hit_s.is_some();
        let is_last = game.phase == Phase::Stroke && game.turn.moves_left == 1 && !keeps;
        if luck.extra_move && is_last && luck.detected {
            let at_m = events.rest.coin(mover);
            return foul(self, game, Clause::ExtraMove, at_m, events.rest, luck);
        }
        let ball_m = events.rest.ball();
        let on_line = self.pitch.beyond_m(ball_m) > -self.pitch.radius(Piece::Ball);
        let verdict = Verdict::of(CallKind::Settled, mover, ball_m, events.rest);
        let unseen = luck.extra_move && is_last;
        let clauses = verdict.clauses.with_if(on_line, Clause::OnLine).with_if(unseen, Clause::Referees);
        Verdict { clauses, ..verdict }
    }

    /// CG-6.1: physics gave up, or left no numbers; the pieces go back to where they were.
    fn unforeseen(&self, game: &Match, events: &MoveEvents, luck: &Luck) -> Verdict {
        let mut layout = if events.rest.is_finite() { events.rest } else { game.layout };
        repair::clear(self, game.ends, game.turn.seat, &mut layout);
        let verdict = Verdict::of(CallKind::Unforeseen, game.turn.seat, layout.ball(), layout);
        Verdict { tempo_ratio: luck.tempo_ratio, ..verdict.by(Clause::FinalVerdict) }
    }
}
