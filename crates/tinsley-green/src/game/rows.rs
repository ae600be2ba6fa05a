//! The rows of `tinsley-green/game`. Tables join by `trial`, and `game`, `turn`, `shot` where they have them.

use crate::laws::{Clause, Form, Reason, What};

/// Stands in a column of numbers for "nobody".
pub(super) fn somebody(number: u8) -> f64 {
    if number == crate::laws::NOBODY { f64::NAN } else { f64::from(number) }
}

tolley_experiment::names! {
    /// What became of a toley that was left on the ring at the end of a turn.
    pub enum Fate {
        /// It was not left on the ring.
        NotLeft = "not-left",
        /// It was still on the ring at its owner's next turn.
        Kept = "kept",
        /// It was knocked or taken off before.
        Lost = "lost",
        /// The game ended before.
        Open = "open",
    }
}

tolley_experiment::names! {
    /// Where a shot is taken from.
    pub enum Start {
        /// From off the ring, TG-6a.
        Edge = "edge",
        /// From where the toley lies, TG-6b1.
        Ring = "ring",
    }
}

tolley_experiment::row! {
    /// One match.
    #[derive(Default)]
    pub struct MatchRow {
        /// Whether the first team, or player, won the match.
        a_wins: bool, "";
        /// Whether the side or player who played first in the first game won the match.
        first_wins: bool, "";
        /// Whether nobody won.
        is_drawn: bool, "";
        /// Whether the match was lost by warnings, TG-9d.
        by_disqualification: bool, "";
        /// Number of the side or player who won; null when nobody did.
        winner_side: f64, "";
        /// Place of the winner in the order of the first game, from 0; of a team that of its first player; null when nobody won.
        winner_seat: f64, "";
        /// Games that were played, tie-breaks included.
        game_count: u32, "";
        /// Turns of all games.
        turn_count: u32, "";
        /// Shots of all games.
        shot_count: u32, "";
        /// Points of the winner in the games of the match, tie-breaks aside; null when nobody won.
        winner_points_count: f64, "";
        /// Most points of another side; null when nobody won.
        loser_points_count: f64, "";
        /// Points of the first side.
        a_points_count: u32, "";
        /// Points of the second side.
        b_points_count: u32, "";
        /// Players put out of a game, in all games.
        eliminated_count: u32, "";
        /// Foul shots called, in all games.
        foul_count: u32, "";
        /// Whether a guard or the clock cut a game short, TG-X4.
        is_truncated: bool, "";
        /// Whether a side was 10 points behind in the first game.
        ten_behind: bool, "";
        /// Whether a side that had been 10 points behind won the first game.
        comeback: bool, "";
        /// Marbles left on the ring after the first game.
        marbles_left_count: u32, "";
        /// Time of all games, by the seconds of a shot and of a turn change.
        duration_s: f64, "s";
    }
}

tolley_experiment::row! {
    /// One game of a match.
    pub struct GameRow {
        /// Number of the game in its match, from 0.
        game: u32, "";
        /// What kind of game it was.
        form: Form, "";
        /// Why it ended.
        ending: Reason, "";
        /// Side that won; null when nobody did or several are level.
        winner_side: f64, "";
        /// Side that played first.
        first_side: u32, "";
        /// Whether the side that played first won.
        first_wins: bool, "";
        /// Points of the first side.
        a_points_count: u32, "";
        /// Points of the second side.
        b_points_count: u32, "";
        /// Points of the winner; null when nobody won.
        winner_points_count: f64, "";
        /// Most points of another side; null when nobody won.
        loser_points_count: f64, "";
        /// Turns.
        turn_count: u32, "";
        /// Shots.
        shot_count: u32, "";
        /// Marbles left on the ring.
        marbles_left_count: u32, "";
        /// Players put out of the game.
        eliminated_count: u32, "";
        /// Most points by which the side that won was behind.
        winner_deficit_count: u32, "";
        /// Most points by which any side was behind.
        deficit_count: u32, "";
        /// Time, by the seconds of a shot and of a turn change.
        duration_s: f64, "s";
        /// Coulomb friction of a sliding ball on the sand of this game.
        laid_sliding_friction_ratio: f64, "";
        /// Rolling friction of a toley on the sand of this game, before laws of size and depth.
        laid_rolling_friction_ratio: f64, "";
        /// Restitution of a landing on the sand of this game.
        laid_restitution_ratio: f64, "";
    }
}

tolley_experiment::row! {
    /// One turn: a break of one player.
    pub struct TurnRow {
        /// Number of the game in its match, from 0.
        game: u32, "";
        /// Number of the turn in its game, from 0.
        turn: u32, "";
        /// Number of the player.
        player: u32, "";
        /// Number of his side.
        side: u32, "";
        /// His errors over those of the player keys.
        error_ratio: f64, "";
        /// Where the first shot of the turn was taken from.
        start: Start, "";
        /// Marbles on the ring when the turn began.
        marbles_before_count: u32, "";
        /// Shots.
        shot_count: u32, "";
        /// Points.
        points_count: u32, "";
        /// Toleys of others knocked off.
        toleys_off_count: u32, "";
        /// The clause that settled the last shot.
        clause_id: Clause, "";
        /// Whether the toley stays on the ring at the end.
        toley_stays: bool, "";
        /// Distance of the toley from the centre at the end; null when it does not stay.
        rest_radius_m: f64, "m";
        /// What became of the toley before its owner's next turn.
        fate: Fate, "";
        /// Whether it was left on the ring and lost before its owner's next turn; null when not left, or the game ended before.
        lost_share: f64, "";
        /// Turns of others, begun after this one, that the toley has lain on the ring.
        exposed_turn_count: u32, "";
    }
}

tolley_experiment::row! {
    /// One shot.
    pub struct ShotRow {
        /// Number of the game in its match, from 0.
        game: u32, "";
        /// Number of the turn in its game, from 0.
        turn: u32, "";
        /// Number of the shot in its game, from 0.
        shot: u32, "";
        /// Number of the player.
        player: u32, "";
        /// Number of his side.
        side: u32, "";
        /// Where the shot is taken from.
        start: Start, "";
        /// Where the toley is released: right of the centre.
        release_x_m: f64, "m";
        /// Where the toley is released: ahead of the centre.
        release_y_m: f64, "m";
        /// Direction that is aimed at, counter-clockwise from the x axis.
        azimuth_rad: f64, "rad";
        /// Speed that is meant.
        speed_m_s: f64, "m/s";
        /// Elevation that is meant.
        elevation_rad: f64, "rad";
        /// Spin that is meant, over that of natural roll.
        spin_ratio: f64, "";
        /// Error of the azimuth, left positive.
        aim_error_rad: f64, "rad";
        /// Speed of the launch as executed.
        launch_speed_m_s: f64, "m/s";
        /// Marbles on the ring before the shot.
        marbles_before_count: u32, "";
        /// Other toleys on the ring before the shot.
        toleys_before_count: u32, "";
        /// Marbles knocked off, those put back included.
        marbles_off_count: u32, "";
        /// Toleys of others knocked off.
        toleys_off_count: u32, "";
        /// Points.
        points_count: u32, "";
        /// Points of this and the later shots of the break.
        rest_of_break_points_count: u32, "";
        /// Whether the toley stays on the ring.
        toley_stays: bool, "";
        /// Where the toley ends, or crosses the edge: right of the centre.
        toley_x_m: f64, "m";
        /// Where the toley ends, or crosses the edge: ahead of the centre.
        toley_y_m: f64, "m";
        /// The clause that settled the shot.
        clause_id: Clause, "";
        /// Whether the hand went forward, TG-7a.
        is_fudged: bool, "";
        /// Whether the toley was not released from where it lay, TG-7b.
        is_cabbaged: bool, "";
        /// Whether the shot misfired, TG-6c.
        is_misfired: bool, "";
        /// Whether a foul was called.
        is_foul: bool, "";
        /// Time of the toley's first hit; null when it meets nothing.
        first_hit_s: f64, "s";
        /// Time of the last event.
        duration_s: f64, "s";
        /// Collisions between balls.
        collision_count: u32, "";
        /// Events of all kinds.
        event_count: u32, "";
        /// Decimals of a metre that are left of where balls end, by an estimate; below 4 compare distributions only.
        digits_left_count: u32, "";
    }
}

tolley_experiment::row! {
    /// One event by which a change is traced to its clause.
    pub struct EventRow {
        /// Number of the game in its match, from 0.
        game: u32, "";
        /// Number of the turn in its game, from 0.
        turn: u32, "";
        /// Number of the shot in its game, from 0.
        shot: u32, "";
        /// Number of the player; null for none.
        player: f64, "";
        /// The clause.
        clause_id: Clause, "";
        /// What happened.
        event: What, "";
        /// See the event; its meaning and unit depend on it.
        value: f64, "";
    }
}
