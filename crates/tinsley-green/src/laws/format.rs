//! What follows from the format of a match: players, racks and targets, TG-9, TG-10, TG-11; and what cannot be played.

use tolley_experiment::fault;
use tolley_experiment::problem::Fault;

use super::choices::{Choice, MatchKind, Target};
use super::game::{Form, MOST_PLAYERS};
use super::rules::{Format, Laws};
use crate::keys::rack::Rack;
use crate::keys::ring::Ring;

/// Players of a team, TG-9b.
const TEAM_MOST: u32 = 6;
/// Marbles of a rack: four whole hexagons.
const RACK_MOST: u32 = 61;
/// Least distance of the benches from the edge, m, TG-9d.
const BENCH_LEAST_M: f64 = 3.0;

impl Format {
    /// Whether two teams play.
    pub fn is_team(&self) -> bool {
        matches!(self.kind, MatchKind::Club | MatchKind::International)
    }

    /// Players of the match.
    pub fn players(&self) -> u32 {
        match self.kind {
            MatchKind::Club | MatchKind::International => 2 * self.team_size_count,
            MatchKind::Individual => self.player_count,
            MatchKind::Challenge => 2,
        }
    }

    /// Side of a player; the first team is numbered first.
    pub fn side_of(&self, player: u8) -> u8 {
        if self.is_team() { u8::from(u32::from(player) >= self.team_size_count) } else { player }
    }

    /// The form of its games.
    pub fn form(&self) -> Form {
        match self.kind {
            MatchKind::Club | MatchKind::International => Form::Team,
            MatchKind::Individual => Form::Individual,
            MatchKind::Challenge => Form::Challenge,
        }
    }

    /// Whether who has the choice plays first; `gain_share` says by how much more often he then wins than if he
    /// declines, which he has to know only to choose the better.
    pub fn plays_first(&self, gain_share: f64) -> bool {
        match self.first_choice {
            Choice::First => true,
            Choice::Second => false,
            Choice::Optimal => gain_share >= 0.0,
        }
    }

    /// The clause that so many players break, and what it says.
    fn fault(&self) -> Option<Fault> {
        let count = self.players();
        match self.is_team() {
            true if !(1..=TEAM_MOST).contains(&self.team_size_count) => {
                Some(fault!(Format.team_size_count, "TG-9b: a team has six players, and at least one"))
            }
            true if self.kind == MatchKind::International && self.board_pool_count < self.team_size_count => {
                Some(fault!(Format.board_pool_count, "TG-10: the pool has at least the players of a team"))
            }
            false if !(2..=MOST_PLAYERS as u32).contains(&count) => {
                Some(fault!(Format.player_count, "TG-11a: an individual match has 2 to 12 players"))
            }
            _ => None,
        }
    }
}

impl Laws {
    /// Marbles of a game, TG-9e, TG-11b, TG-11d.
    pub fn rack_of(&self, form: Form) -> u32 {
        let Rack { count, individual_per_player_count, individual_least_count, tie_break_count, .. } = self.rack;
        match form {
            Form::Team => count,
            Form::Individual => {
                (individual_per_player_count * self.format.player_count + 1).max(individual_least_count)
            }
            Form::TieBreak | Form::Challenge => tie_break_count,
        }
    }

    /// Points that win a game, TG-9g, TG-11c, TG-11d.
    pub fn target_of(&self, form: Form) -> u32 {
        let half = self.rack_of(form) * self.continuation.points_per_marble_count / 2 + 1;
        match (form, self.format.target) {
            (Form::Team, Target::Points) => self.format.target_points_count,
            (Form::Team, Target::Auto) | (Form::Individual, _) => half,
            (Form::TieBreak | Form::Challenge, _) => self.format.tie_break_target_count,
        }
    }

    /// What can be played and not be won: a target of more points than all marbles of its rack bring.
    pub fn remarks(&self) -> Vec<Fault> {
        let form = self.format.form();
        let most = |form| self.rack_of(form) * self.continuation.points_per_marble_count;
        let is_beyond = |form| self.target_of(form) > most(form);
        let told = |form| {
            let (target, rack, most) = (self.target_of(form), self.rack_of(form), most(form));
            format!(
                "{target} points cannot be reached: the rack of {rack} marbles brings at most {most}. The game goes to \
                 whoever has most"
            )
        };
        let game = (form == Form::Team && is_beyond(form)).then(|| {
            let told = told(form);
            fault!(
                Format.target_points_count,
                "TG-9g: {told}; match.target = \"auto\" is won by more than half of them"
            )
        });
        let has_short = form == Form::Challenge || self.format.tie_breaks_most_count > 0;
        let short = (has_short && is_beyond(Form::TieBreak))
            .then(|| fault!(Format.tie_break_target_count, "TG-11d, TG-11e: {}", told(Form::TieBreak)));
        game.into_iter().chain(short).collect()
    }

    /// What cannot be played, each with the clause that refuses it.
    pub fn faults(&self) -> Vec<Fault> {
        let mut faults = self.toley.faults();
        faults.extend(self.format.fault());
        let widest = self.rack_of(self.format.form()).max(self.rack.tie_break_count);
        if self.format.kind == MatchKind::Individual && widest > RACK_MOST {
            let told = "TG-11b: a rack holds at most 61 marbles";
            faults.push(fault!(Rack.individual_per_player_count, "{told}"));
        }
        if self.format.bench_distance_m < BENCH_LEAST_M {
            let told = "TG-9d: the benches stand at least 3 m from the edge";
            faults.push(fault!(Format.bench_distance_m, "{told}"));
        }
        if self.ring.edge_fillet_m > 0.25 * self.ring.diameter_m {
            let told = "TG-1b: the worn rim takes at most half of the ring's radius";
            faults.push(fault!(Ring.edge_fillet_m, "{told}"));
        }
        faults
    }
}

#[cfg(test)]
mod tests {
    use tolley_experiment::path;

    use super::*;

    #[test]
    fn a_target_that_nobody_can_reach_is_told() {
        let told = |change: fn(&mut Laws)| {
            let mut laws = Laws::default();
            change(&mut laws);
            laws.remarks().into_iter().map(|fault| fault.path).collect::<Vec<_>>()
        };
        let [game, tie_break] = [path!(Format.target_points_count), path!(Format.tie_break_target_count)];
        assert_eq!(told(|_| ()), []);
        assert_eq!(told(|laws| laws.rack.count = 13), [game]);
        assert_eq!(told(|laws| (laws.rack.count, laws.format.target_points_count) = (13, 13)), []);
        assert_eq!(told(|laws| (laws.rack.count, laws.continuation.points_per_marble_count) = (13, 2)), []);
        assert_eq!(told(|laws| (laws.rack.count, laws.format.target) = (13, Target::Auto)), []);
        assert_eq!(told(|laws| laws.rack.tie_break_count = 6), [tie_break]);
        assert_eq!(told(|laws| (laws.rack.tie_break_count, laws.format.tie_breaks_most_count) = (6, 0)), []);
        let challenge = |laws: &mut Laws| {
            (laws.format.kind, laws.rack.tie_break_count, laws.rack.count) = (MatchKind::Challenge, 6, 1);
            laws.format.tie_breaks_most_count = 0;
        };
        assert_eq!(told(challenge), [tie_break]);
        assert_eq!(told(|laws| (laws.format.kind, laws.rack.individual_least_count) = (MatchKind::Individual, 1)), []);
    }
}
