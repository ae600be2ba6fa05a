//! From the matches of a trial to its row.

use super::record::MatchRecord;
use super::rows::{ContestRow, MatchRow, Who};
use crate::laws::{Period, Restart};

/// Sums over the matches of a trial.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sums {
    matches: Share,
    starter: Share,
    level: Share,
    extra: Share,
    extra_a: Share,
    a_penalties: Share,
    refused: f64,
    starter_lead: f64,
    first: Share,
    leader: Share,
    goals: f64,
    fouls: f64,
    foul_goals: f64,
    contact_fouls: f64,
    exits: f64,
    moves: f64,
    restarts: [Share; Restart::ALL.len()],
}

/// How often, of how many.
#[derive(Clone, Copy, Debug, Default)]
struct Share {
    yes: f64,
    of: f64,
}

impl Share {
    fn add(&mut self, yes: bool) {
        self.yes += f64::from(u8::from(yes));
        self.of += 1.0;
    }

    /// NaN of none.
    fn value(self) -> f64 {
        if self.of > 0.0 { self.yes / self.of } else { f64::NAN }
    }
}

impl Sums {
    /// Adds a match.
    pub fn add(&mut self, record: &MatchRecord, row: &MatchRow) {
        self.matches.add(row.winner == Who::A);
        self.starter.add(row.winner == row.starter);
        let is_level = row.a_full_time_count == row.b_full_time_count;
        if record.full_time.is_some() {
            self.level.add(is_level);
        }
        if is_level && record.full_time.is_some() {
            self.extra.add(matches!(row.decided_in, Period::FirstExtra | Period::SecondExtra));
            self.extra_a.add(row.winner == Who::A);
        }
        if row.first_kicker != Who::Nobody {
            self.first.add(row.winner == row.first_kicker);
        }
        if row.leader != Who::Nobody {
            self.leader.add(row.winner == row.leader);
        }
        self.a_penalties.yes += f64::from(row.a_penalty_goal_count);
        self.a_penalties.of += f64::from(row.a_penalty_count);
        self.refused += f64::from(row.refused_count);
        self.starter_lead += f64::from(row.starter_first_half_count) - f64::from(row.other_first_half_count);
        self.goals += f64::from(row.a_goal_count + row.b_goal_count);
        self.fouls += f64::from(row.a_foul_count + row.b_foul_count);
        let after_fouls = [Restart::FreeKick, Restart::Penalty].map(|restart| record.goal_count[restart as usize]);
        let in_series = row.a_series_count + row.b_series_count;
        self.foul_goals += f64::from(after_fouls.iter().sum::<u32>() - in_series);
        self.contact_fouls += f64::from(row.contact_foul_count);
        self.exits += f64::from(record.exit_count);
        self.moves += f64::from(row.move_count);
        for (sum, (goals, restarts)) in self.restarts.iter_mut().zip(record.goal_count.iter().zip(record.restart_count))
        {
            sum.yes += f64::from(*goals);
            sum.of += f64::from(restarts);
        }
    }

    /// The row of the trial.
    pub fn row(&self) -> ContestRow {
        let count = self.matches.of;
        let goals_after = |restart: Restart| self.restarts[restart as usize].value();
        ContestRow {
            match_count: count as u32,
            a_win_share: self.matches.value(),
            starter_win_share: self.starter.value(),
            goal_count: self.goals / count,
            foul_count: self.fouls / count,
            contact_foul_count: self.contact_fouls / count,
            foul_goal_count: self.foul_goals / count,
            level_share: self.level.value(),
            extra_decides_share: self.extra.value(),
            extra_a_win_share: self.extra_a.value(),
            starter_lead_count: self.starter_lead / count,
            first_kicker_win_share: self.first.value(),
            leader_win_share: self.leader.value(),
            refused_share: self.refused / self.moves,
            exit_share: self.exits / self.moves,
            move_count: self.moves / count,
            kick_off_goal_share: goals_after(Restart::KickOff),
            free_kick_goal_share: goals_after(Restart::FreeKick),
            goal_kick_goal_share: goals_after(Restart::GoalKick),
            corner_goal_share: goals_after(Restart::Corner),
            throw_in_goal_share: goals_after(Restart::ThrowIn),
            penalty_goal_share: goals_after(Restart::Penalty),
            a_penalty_goal_share: self.a_penalties.value(),
            open_goal_share: goals_after(Restart::Open),
        }
    }
}
