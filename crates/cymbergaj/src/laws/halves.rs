//! Halves, clock and extra time: CG-1.2, CG-1.3a, CG-1.3b, CG-2.1, CG-FB3, CG-FB4.

use glam::DVec2;

use super::choices::{AddedTime, SecondStarter, Starter};
use super::clause::{Clause, Clauses};
use super::clock::Clock;
use super::draws::MatchDraws;
use super::layout::Layout;
use super::parts::Laws;
use super::restarts::{Restart, Turn};
use super::seat::{Ends, Piece, Seat};
use super::state::{KickCount, Match, Period, Phase, leader};
use super::verdict::{CallKind, Verdict};

impl Laws {
    /// A match before its kick-off: the toss is done, CG-2.1.
    pub fn begin(&self, ends: Ends, draws: MatchDraws) -> Match {
        let starter = starter(self.rules.first_half_kickoff, draws.toss);
        let mut game = self.blank(ends, draws, starter);
        game.add(Clause::Toss);
        self.open_half(&mut game, Period::FirstHalf, starter);
        game
    }

    /// A match that begins with the penalty series, CG-1.3c.
    pub fn begin_series(&self, ends: Ends, draws: MatchDraws) -> Match {
        let mut game = self.blank(ends, draws, Seat::X);
        self.open_series(&mut game);
        game
    }

    fn blank(&self, ends: Ends, draws: MatchDraws, starter: Seat) -> Match {
        let behind = |seat| {
            let coin = Piece::Coin(seat);
            DVec2::new(ends.sign(seat) * 0.5 * self.pitch.inside_m(coin).x, 0.0)
        };
        Match {
            period: Period::FirstHalf,
            phase: Phase::Over,
            ends,
            turn: Turn::open(starter, 1),
            layout: Layout::new(behind(Seat::X), behind(Seat::Y), DVec2::ZERO),
            placed: [false; 3],
            spot_m: DVec2::ZERO,
            last_touch: starter,
            score: [0; 2],
            series: [KickCount::default(); 2],
            centre_kicks: [KickCount::default(); 2],
            starter,
            clock_s: 0.0,
            half_s: 0.0,
            added_s: 0.0,
            elapsed_s: 0.0,
            turn_no: 0,
            move_count: 0,
            restart_count: 0,
            idle_count: 0,
            winner: None,
            truncated: false,
            news: Clauses::NONE,
            draws,
        }
    }

    fn open_half(&self, game: &mut Match, period: Period, starter: Seat) {
        let clock = &self.clock;
        let half_s = if period.is_extra() { clock.extra_half_s } else { clock.half_s };
        game.period = period;
        game.starter = starter;
        (game.clock_s, game.half_s, game.restart_count) = (0.0, half_s, 0);
        game.added_s = match clock.added(period) {
            AddedTime::None | AddedTime::PerRestart => 0.0,
            AddedTime::Uniform => Clock::MOST_ADDED_S * game.draws.added_ratio[period as usize],
            AddedTime::Fixed => clock.added_s,
        };
        game.add_if(game.added_s > 0.0, Clause::AddedTime);
        self.set(game, Restart::KickOff, starter, DVec2::ZERO);
    }

    /// CG-1.2a: time of a Move, of a restart and of a foul.
    pub(super) fn tick(&self, game: &mut Match, verdict: &Verdict) {
        let clock = &self.clock;
        let mut spent_s = 0.0;
        if game.phase != Phase::Throw {
            let slow = if game.lead(game.turn.seat) > 0 { clock.leader_slow_ratio } else { 1.0 };
            let move_s = clock.move_s * verdict.tempo_ratio * slow;
            spent_s += if clock.move_limit_s > 0.0 { move_s.min(clock.move_limit_s) } else { move_s };
            game.move_count += 1;
        }
        if !matches!(verdict.call.kind, CallKind::Settled | CallKind::Replay | CallKind::Unforeseen) {
            spent_s += clock.restart_s;
            game.restart_count += 1;
        }
        if verdict.foul.is_some() {
            spent_s += clock.foul_s;
        }
        game.clock_s += spent_s;
        game.elapsed_s += spent_s;
        if clock.added(game.period) == AddedTime::PerRestart && !game.period.is_shootout() {
            let added_s = clock.added_per_restart_s * f64::from(game.restart_count);
            game.added_s = added_s.min(Clock::MOST_ADDED_S);
        }
    }

    /// The half is over; extra time begins at the ends of the second half, and so does the series.
    pub(super) fn end_half(&self, game: &mut Match, golden: bool) {
        let leader = leader(game.score);
        game.add(Clause::Halves);
        if golden {
            return over(game, leader);
        }
        match game.period {
            Period::FirstHalf => {
                let starter = match self.rules.second_half_kickoff {
                    SecondStarter::Other => game.starter.other(),
                    SecondStarter::Same => game.starter,
                };
                game.add(Clause::SecondStart);
                self.change_ends(game);
                self.open_half(game, Period::SecondHalf, starter);
            }
            Period::FirstExtra => {
                self.change_ends(game);
                self.open_half(game, Period::SecondExtra, game.starter.other());
            }
            _ if leader.is_some() => over(game, leader),
            Period::SecondHalf => {
                game.add(Clause::ExtraTime);
                game.add(Clause::ExtraStart);
                let starter = starter(self.rules.extra_kickoff, game.draws.extra_toss);
                self.open_half(game, Period::FirstExtra, starter);
            }
            _ => self.open_series(game),
        }
    }

    fn change_ends(&self, game: &mut Match) {
        if self.rules.swap_ends {
            game.ends = game.ends.swapped();
        }
    }
}

/// CG-1.3a: a match has a winner.
pub(super) fn over(game: &mut Match, winner: Option<Seat>) {
    game.phase = Phase::Over;
    game.winner = winner;
    game.add(Clause::Winner);
}

/// Who starts, by rule or toss.
pub(super) fn starter(rule: Starter, toss: Seat) -> Seat {
    match rule {
        Starter::Toss => toss,
        Starter::X => Seat::X,
        Starter::Y => Seat::Y,
    }
}
