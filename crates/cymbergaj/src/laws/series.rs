//! Penalty series and centre kicks: CG-1.3c, CG-1.3d, CG-5.7, CG-5.8, CG-FB5.

use glam::DVec2;

use super::choices::SeriesOrder;
use super::clause::Clause;
use super::halves::{over, starter};
use super::parts::Laws;
use super::restarts::Restart;
use super::seat::Seat;
use super::state::{KickCount, Match, Period, leader};
use super::verdict::{CallKind, Verdict};

impl Laws {
    pub(super) fn open_series(&self, game: &mut Match) {
        game.period = Period::Series;
        game.starter = starter(self.rules.series_first, game.draws.series_toss);
        (game.clock_s, game.half_s, game.added_s) = (0.0, f64::INFINITY, 0.0);
        game.add(Clause::PenaltySeries);
        self.set(game, Restart::Penalty, game.starter, DVec2::ZERO);
    }

    /// After a Move of a penalty or centre kick.
    pub(super) fn after_kick(&self, game: &mut Match, verdict: &Verdict) {
        match verdict.call.kind {
            CallKind::Replay => return,
            CallKind::Settled if verdict.unseen_extra => return game.turn.extra_move(),
            CallKind::Settled if game.turn.moves_left > 1 => return game.turn.next_move(),
            _ => {}
        }
        let kicker = game.turn.seat;
        let scored = verdict.goal.is_some_and(|goal| goal.to == kicker);
        let is_series = game.period == Period::Series;
        let counts = if is_series { &mut game.series } else { &mut game.centre_kicks };
        let count = &mut counts[kicker.index()];
        count.kicks += 1;
        count.goals += u32::from(scored);
        if is_series { self.after_penalty(game) } else { self.after_centre_kick(game) }
    }

    fn after_penalty(&self, game: &mut Match) {
        let [x, y] = game.series;
        let count = self.rules.series_count;
        let left = |of: KickCount| count - of.kicks;
        let is_decided = x.goals > y.goals + left(y) || y.goals > x.goals + left(x);
        let is_done = left(x) == 0 && left(y) == 0;
        let leader = leader([x.goals, y.goals]);
        let stops = is_done || (is_decided && self.rules.series_early_stop);
        if !stops {
            return self.set(game, Restart::Penalty, self.kicker(game), DVec2::ZERO);
        }
        game.add_if(!is_done, Clause::EarlyStop);
        if leader.is_some() {
            return over(game, leader);
        }
        game.period = Period::CentreKicks;
        game.add(Clause::SuddenDeath);
        self.set(game, Restart::CentreKick, game.starter, DVec2::ZERO);
    }

    /// Who takes the next penalty of the series.
    fn kicker(&self, game: &Match) -> Seat {
        let taken = game.series[0].kicks + game.series[1].kicks;
        let second = match self.rules.series_order {
            SeriesOrder::Abab => taken % 2 == 1,
            SeriesOrder::Abba => matches!(taken % 4, 1 | 2),
        };
        if second { game.starter.other() } else { game.starter }
    }

    fn after_centre_kick(&self, game: &mut Match) {
        let [x, y] = game.centre_kicks;
        if x.kicks != y.kicks {
            return self.set(game, Restart::CentreKick, game.turn.seat.other(), DVec2::ZERO);
        }
        let leader = leader([x.goals, y.goals]);
        if leader.is_some() {
            return over(game, leader);
        }
        if x.kicks >= self.rules.sudden_max_rounds {
            game.truncated = true;
            return over(game, Some(game.draws.last_toss));
        }
        self.set(game, Restart::CentreKick, game.starter, DVec2::ZERO);
    }
}
