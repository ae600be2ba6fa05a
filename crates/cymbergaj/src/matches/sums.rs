//! From the matches of a trial to its row.

use super::keys::MatchKeys;
use super::record::MatchRecord;
use super::rows::{ContestRow, MatchRow, Who};
use crate::laws::{Period, Restart};

/// Sums over the matches of a trial.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sums {
    matches: u32,
    won: Share,
    starter: Share,
    level: Share,
    extra: Share,
    extra_a: Share,
    a_penalties: Share,
    refused: Share,
    exits: Share,
    first: Share,
    leader: Share,
    restarts: [Share; Restart::ALL.len()],
    starter_lead: f64,
    goals: f64,
    fouls: f64,
    foul_goals: f64,
    contact_fouls: f64,
}

/// How often, of how many.
#[derive(Clone, Copy, Debug, Default)]
struct Share {
    yes: u32,
    of: u32,
}

impl Share {
    fn add(&mut self, yes: bool) {
        self.count(u32::from(yes), 1);
    }

    fn count(&mut self, yes: u32, of: u32) {
        self.yes += yes;
        self.of += of;
    }

    /// NaN of none.
    fn value(self) -> f64 {
        f64::from(self.yes) / f64::from(self.of)
    }
}

impl Sums {
    /// Adds a match.
    pub fn add(&mut self, record: &MatchRecord, row: &MatchRow) {
        self.matches += 1;
        if row.winner != Who::Nobody {
            self.won.add(row.winner == Who::A);
            self.starter.add(row.winner == row.starter);
        }
        if record.full_time.is_some() {
            self.full_time(row);
        }
        if row.first_kicker != Who::Nobody {
            self.first.add(row.winner == row.first_kicker);
        }
        if row.leader != Who::Nobody {
            self.leader.add(row.winner == row.leader);
        }
        self.a_penalties.count(row.a_penalty_goal_count, row.a_penalty_count);
        self.refused.count(row.refused_count, row.move_count);
        self.exits.count(record.exit_count, row.move_count);
        for (sum, (goals, turns)) in self.restarts.iter_mut().zip(record.goal_count.iter().zip(record.turn_count)) {
            sum.count(*goals, turns);
        }
        self.starter_lead += f64::from(row.starter_first_half_count) - f64::from(row.other_first_half_count);
        self.goals += f64::from(row.a_goal_count + row.b_goal_count);
        self.fouls += f64::from(row.a_foul_count + row.b_foul_count);
        let in_series = row.a_series_count + row.b_series_count;
        self.foul_goals += f64::from(row.free_kick_goal_count + row.penalty_goal_count - in_series);
        self.contact_fouls += f64::from(row.contact_foul_count);
    }

    /// What a match was at full time.
    fn full_time(&mut self, row: &MatchRow) {
        let is_level = row.a_full_time_count == row.b_full_time_count;
        self.level.add(is_level);
        if is_level {
            self.extra.add(matches!(row.decided_in, Period::FirstExtra | Period::SecondExtra));
            self.extra_a.add(row.winner == Who::A);
        }
    }

    /// The row of the trial, played with the coins of these keys.
    pub fn row(&self, keys: &MatchKeys) -> ContestRow {
        let count = f64::from(self.matches);
        let [open, kick_off, throw_in, free_kick, goal_kick, corner, penalty, centre_kick] = self.restarts;
        ContestRow {
            match_count: self.matches,
            a_win_share: self.won.value(),
            starter_win_share: self.starter.value(),
            goal_count: self.goals / count,
            foul_count: self.fouls / count,
            contact_foul_count: self.contact_fouls / count,
            foul_goal_count: self.foul_goals / count,
            starter_lead_count: self.starter_lead / count,
            move_count: f64::from(self.refused.of) / count,
            full_time_match_count: self.level.of,
            level_match_count: self.level.yes,
            level_share: self.level.value(),
            extra_decided_match_count: self.extra.yes,
            extra_decides_share: self.extra.value(),
            extra_a_win_match_count: self.extra_a.yes,
            extra_a_win_share: self.extra_a.value(),
            series_match_count: self.first.of,
            first_kicker_win_match_count: self.first.yes,
            first_kicker_win_share: self.first.value(),
            led_match_count: self.leader.of,
            leader_win_match_count: self.leader.yes,
            leader_win_share: self.leader.value(),
            a_weighed_kg: keys.a_coin.weight_kg(),
            b_weighed_kg: keys.b_coin.weight_kg(),
            ball_weighed_kg: keys.ball.weight_kg(&keys.a_coin),
            a_played_diameter_m: keys.a_coin.diameter_m,
            b_played_diameter_m: keys.b_coin.diameter_m,
            ball_played_diameter_m: keys.ball.diameter_m,
            all_move_count: self.refused.of,
            refused_move_count: self.refused.yes,
            refused_share: self.refused.value(),
            exit_move_count: self.exits.yes,
            exit_share: self.exits.value(),
            kick_off_count: kick_off.of,
            kick_off_goal_count: kick_off.yes,
            kick_off_goal_share: kick_off.value(),
            free_kick_count: free_kick.of,
            free_kick_goal_count: free_kick.yes,
            free_kick_goal_share: free_kick.value(),
            goal_kick_count: goal_kick.of,
            goal_kick_goal_count: goal_kick.yes,
            goal_kick_goal_share: goal_kick.value(),
            corner_count: corner.of,
            corner_goal_count: corner.yes,
            corner_goal_share: corner.value(),
            throw_in_count: throw_in.of,
            throw_in_goal_count: throw_in.yes,
            throw_in_goal_share: throw_in.value(),
            penalty_count: penalty.of,
            penalty_goal_count: penalty.yes,
            penalty_goal_share: penalty.value(),
            a_penalty_count: self.a_penalties.of,
            a_penalty_goal_count: self.a_penalties.yes,
            a_penalty_goal_share: self.a_penalties.value(),
            centre_kick_count: centre_kick.of,
            centre_kick_goal_count: centre_kick.yes,
            centre_kick_goal_share: centre_kick.value(),
            open_turn_count: open.of,
            open_goal_count: open.yes,
            open_goal_share: open.value(),
        }
    }
}
