//! Counts what a match leaves, as it is played.

use super::rows::{MatchRow, Who};
use super::sink::{Judged, Step};
use crate::laws::{CallKind, Clause, Match, Period, Phase, Restart, Seat, Verdict, leader};

/// When in a half the leader is noted, over the half.
const LEAD_AT: f64 = 0.6;

/// The counts of one match, by seat where there are two.
#[derive(Clone, Copy, Debug, Default)]
pub struct MatchRecord {
    /// Moves that were played.
    pub move_count: u32,
    /// Moves that did not hit the ball.
    pub miss_count: u32,
    /// Moves in which the ball is left alone on purpose.
    pub refused_count: u32,
    /// Penalties taken, and goals of them.
    pub penalties: [[u32; 2]; 2],
    /// Goals at the end of the first half.
    pub half_time: Option<[u32; 2]>,
    /// Fouls.
    pub foul_count: [u32; 2],
    /// Fouls by CG-5.1d.
    pub contact_foul_count: u32,
    /// Own goals.
    pub own_goal_count: u32,
    /// Moves in which the ball left play.
    pub exit_count: u32,
    /// CG-6.1.
    pub unforeseen_count: u32,
    /// Collisions between coins.
    pub collision_count: u32,
    /// Turns, by what they began with.
    pub turn_count: [u32; Restart::ALL.len()],
    /// Turns in which the player whose turn it was scored, by what they began with.
    pub goal_count: [u32; Restart::ALL.len()],
    /// Goals at the end of the second half.
    pub full_time: Option<[u32; 2]>,
    /// Who kicked first in the series.
    pub first_kicker: Option<Seat>,
    /// Who led as 60 % of the second half were over.
    pub leader: Option<Option<Seat>>,
}

impl MatchRecord {
    /// Counts a step.
    pub fn step(&mut self, before: &Match, step: &Step, after: &Match) {
        let Some(Judged { verdict, .. }) = step.judged() else { return };
        self.ruled(before, verdict);
        if let Step::Moved { intent, played, .. } = step {
            self.move_count += 1;
            self.refused_count += u32::from(intent.is_some_and(|intent| intent.refuses));
            self.collision_count += played.record.collision_count;
            self.miss_count += u32::from(!verdict.ball_hit);
            self.exit_count += u32::from(verdict.exit.is_some());
        }
        if after.turn_no != before.turn_no {
            self.turned(after);
        }
        self.follow(before, after);
    }

    /// The first restart, which no step brings about.
    pub fn begin(&mut self, game: &Match) {
        self.turned(game);
        if game.period == Period::Series {
            self.first_kicker = Some(game.turn.seat);
        }
    }

    /// A turn begins.
    fn turned(&mut self, game: &Match) {
        self.turn_count[game.turn.restart as usize] += 1;
        if game.turn.restart == Restart::Penalty {
            self.penalties[game.turn.seat.index()][0] += 1;
        }
    }

    fn ruled(&mut self, before: &Match, verdict: &Verdict) {
        if let Some((clause, seat)) = verdict.foul {
            self.foul_count[seat.index()] += 1;
            self.contact_foul_count += u32::from(clause == Clause::CoinBeforeBall);
        }
        if let Some(goal) = verdict.goal {
            self.own_goal_count += u32::from(goal.own && !before.period.is_shootout());
            let is_takers = goal.to == before.turn.seat;
            self.goal_count[before.turn.restart as usize] += u32::from(is_takers);
            if is_takers && before.turn.restart == Restart::Penalty {
                self.penalties[goal.to.index()][1] += 1;
            }
        }
        self.unforeseen_count += u32::from(verdict.call.kind == CallKind::Unforeseen);
    }

    fn follow(&mut self, before: &Match, after: &Match) {
        let (is_second, was_second) = (after.period == Period::SecondHalf, before.period == Period::SecondHalf);
        if self.leader.is_none() && is_second && after.clock_s >= LEAD_AT * after.half_s {
            self.leader = Some(leader(after.score));
        }
        let is_first = after.period == Period::FirstHalf && after.phase != Phase::Over;
        if before.period == Period::FirstHalf && !is_first {
            self.half_time = Some(after.score);
        }
        if was_second && self.full_time.is_none() && (!is_second || after.phase == Phase::Over) {
            self.full_time = Some(after.score);
        }
        if after.period == Period::Series && before.period != Period::Series {
            self.first_kicker = Some(after.turn.seat);
        }
    }

    /// Turns of a kind.
    fn turns(&self, restart: Restart) -> u32 {
        self.turn_count[restart as usize]
    }

    /// Those with a goal.
    fn goals(&self, restart: Restart) -> u32 {
        self.goal_count[restart as usize]
    }

    /// The row of a match that is over.
    pub fn row(&self, match_no: u32, a_seat: Seat, starter: Seat, end: &Match) -> MatchRow {
        let who = |seat: Option<Seat>| Who::at(seat, a_seat);
        let of_a = |count: [u32; 2]| count[a_seat.index()];
        let of_b = |count: [u32; 2]| count[a_seat.other().index()];
        let half_time = self.half_time.unwrap_or_default();
        let full_time = self.full_time.unwrap_or(end.score);
        let series = end.series.map(|count| count.goals);
        MatchRow {
            match_no,
            a_seat,
            winner: who(end.winner),
            starter: who(Some(starter)),
            decided_in: end.period,
            a_goal_count: of_a(end.score),
            b_goal_count: of_b(end.score),
            starter_first_half_count: half_time[starter.index()],
            other_first_half_count: half_time[starter.other().index()],
            own_goal_count: self.own_goal_count,
            a_full_time_count: of_a(full_time),
            b_full_time_count: of_b(full_time),
            a_series_count: of_a(series),
            b_series_count: of_b(series),
            round_count: end.centre_kicks[0].kicks.max(end.centre_kicks[1].kicks),
            first_kicker: who(self.first_kicker),
            leader: who(self.leader.flatten()),
            truncated: end.truncated,
            move_count: self.move_count,
            miss_count: self.miss_count,
            refused_count: self.refused_count,
            a_foul_count: of_a(self.foul_count),
            b_foul_count: of_b(self.foul_count),
            contact_foul_count: self.contact_foul_count,
            open_turn_count: self.turns(Restart::Open),
            open_goal_count: self.goals(Restart::Open),
            kick_off_count: self.turns(Restart::KickOff),
            kick_off_goal_count: self.goals(Restart::KickOff),
            throw_in_count: self.turns(Restart::ThrowIn),
            throw_in_goal_count: self.goals(Restart::ThrowIn),
            free_kick_count: self.turns(Restart::FreeKick),
            free_kick_goal_count: self.goals(Restart::FreeKick),
            goal_kick_count: self.turns(Restart::GoalKick),
            goal_kick_goal_count: self.goals(Restart::GoalKick),
            corner_count: self.turns(Restart::Corner),
            corner_goal_count: self.goals(Restart::Corner),
            penalty_count: self.turns(Restart::Penalty),
            penalty_goal_count: self.goals(Restart::Penalty),
            centre_kick_count: self.turns(Restart::CentreKick),
            centre_kick_goal_count: self.goals(Restart::CentreKick),
            a_penalty_count: self.penalties[a_seat.index()][0],
            a_penalty_goal_count: self.penalties[a_seat.index()][1],
            unforeseen_count: self.unforeseen_count,
            collision_count: self.collision_count,
            duration_s: end.elapsed_s,
        }
    }
}
