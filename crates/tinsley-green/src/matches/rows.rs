//! The rows of `tinsley-green/match`. Tables join by `trial`, and `game`, `turn`, `shot` where they have them.

use super::ball_rows::{LieRow, RestRow, number};
use crate::keys::shot::StartPlace;
use crate::laws::{Clause, Form, Match, Note, Reason, What};

tolley_experiment::names! {
    /// What became of a toley that was left on the ring at the end of a turn.
    pub enum Fate {
        NotLeft = "not-left": "It was not left on the ring.",
        Kept = "kept": "It was still on the ring at its owner's next turn.",
        Lost = "lost": "It was knocked or taken off before.",
        Open = "open": "The game ended before.",
    }
}

tolley_experiment::tables! {
    /// Where the rows of a match go.
    pub(super) struct MatchTables {
        /// one match
        MATCHES = "matches": MatchRow;
        /// one game of a match
        GAMES = "games": GameRow;
        /// one turn of a game: a break of one player
        TURNS = "turns": TurnRow;
        /// one shot of a turn
        SHOTS = "shots": ShotRow;
        /// one event, traced to its clause
        EVENTS = "events": EventRow;
        /// one ball on the ring before a shot; with rows.lies
        LIES = "lies": LieRow;
        /// one player who was put out of a game
        LOSSES = "losses": LossRow;
        /// one ball that a shot moved or the referee looked at; with rows.lies
        RESTS = "rests": RestRow;
    }
}

tolley_experiment::row! {
    /// One match.
    #[derive(Default)]
    pub struct MatchRow {
        /// Whether the first team, or player, won the match.
        a_wins: bool;
        /// Whether the side or player who played first in the first game won the match.
        first_wins: bool;
        /// Whether the side or player who could choose to play first in the first game, TG-9f, won the match.
        chooser_wins: bool;
        /// Whether nobody won.
        is_drawn: bool;
        /// Whether the match was lost by warnings, TG-9d.
        by_disqualification: bool;
        /// Number of the side or player who won; null when nobody did.
        winner_side: f64;
        /// Place of the winner, of a team its first player, in the order of the first game, from 0; null when drawn.
        winner_seat: f64;
        /// Games that were played, tie-breaks included.
        game_count: u32;
        /// Turns of all games.
        turn_count: u32;
        /// Shots of all games.
        shot_count: u32;
        /// Points of the winner in the games of the match, tie-breaks aside; null when nobody won.
        winner_points_count: f64;
        /// Most points of another side; null when nobody won.
        loser_points_count: f64;
        /// Points of the first side.
        a_points_count: u32;
        /// Points of the second side.
        b_points_count: u32;
        /// Players put out of a game, in all games, those disqualified too.
        eliminated_count: u32;
        /// Players of the first side put out because their toley was knocked off, TG-5d3.
        a_eliminated_5d3_count: u32;
        /// Players of the first side put out because they could not knuckle down, TG-6b2.
        a_eliminated_6b2_count: u32;
        /// Players of the first side put out because a foul shot of a team-mate knocked their toley off, TG-7ii.
        a_eliminated_7ii_count: u32;
        /// Players of the first side put out for too many fouls, TG-7three.
        a_eliminated_7three_count: u32;
        /// Players of the first side put out because their side was disqualified, TG-9d.
        a_eliminated_9d_count: u32;
        /// Players of all other sides put out because their toley was knocked off, TG-5d3.
        b_eliminated_5d3_count: u32;
        /// Players of all other sides put out because they could not knuckle down, TG-6b2.
        b_eliminated_6b2_count: u32;
        /// Players of all other sides put out because a foul shot of a team-mate knocked their toley off, TG-7ii.
        b_eliminated_7ii_count: u32;
        /// Players of all other sides put out for too many fouls, TG-7three.
        b_eliminated_7three_count: u32;
        /// Players of all other sides put out because their side was disqualified, TG-9d.
        b_eliminated_9d_count: u32;
        /// Foul shots called of who plays, in all games, swaps without leave that count as such included.
        foul_count: u32;
        /// Whether the opening asked for was beyond the hand and the nearest one was played, TG-5b3.
        opening_limited: bool;
        /// Whether a guard or the clock cut a game short, TG-X4.
        is_truncated: bool;
        /// Whether a side was 10 points behind in the first game.
        ten_behind: bool;
        /// Whether a side that had been 10 points behind won the first game.
        comeback: bool;
        /// Marbles left on the ring after the first game.
        marbles_left_count: u32;
        /// Time of all games, by the seconds of a shot and of a turn change.
        duration_s: f64;
    }
}

tolley_experiment::row! {
    /// One game of a match.
    pub struct GameRow {
        /// Number of the game in its match, from 0.
        game: u32;
        /// What kind of game it was.
        form: Form;
        /// Why it ended.
        ending: Reason;
        /// Side that won; null when nobody did or several are level.
        winner_side: f64;
        /// Side that played first.
        first_side: u32;
        /// Whether the side that played first won.
        first_wins: bool;
        /// Points of the first side.
        a_points_count: u32;
        /// Points of the second side.
        b_points_count: u32;
        /// Points of the winner; null when nobody won.
        winner_points_count: f64;
        /// Most points of another side; null when nobody won.
        loser_points_count: f64;
        /// Turns.
        turn_count: u32;
        /// Shots.
        shot_count: u32;
        /// Marbles left on the ring.
        marbles_left_count: u32;
        /// Players put out of the game, those disqualified too.
        eliminated_count: u32;
        /// Players of the first side put out because their toley was knocked off, TG-5d3.
        a_eliminated_5d3_count: u32;
        /// Players of the first side put out because they could not knuckle down, TG-6b2.
        a_eliminated_6b2_count: u32;
        /// Players of the first side put out because a foul shot of a team-mate knocked their toley off, TG-7ii.
        a_eliminated_7ii_count: u32;
        /// Players of the first side put out for too many fouls, TG-7three.
        a_eliminated_7three_count: u32;
        /// Players of the first side put out because their side was disqualified, TG-9d.
        a_eliminated_9d_count: u32;
        /// Players of all other sides put out because their toley was knocked off, TG-5d3.
        b_eliminated_5d3_count: u32;
        /// Players of all other sides put out because they could not knuckle down, TG-6b2.
        b_eliminated_6b2_count: u32;
        /// Players of all other sides put out because a foul shot of a team-mate knocked their toley off, TG-7ii.
        b_eliminated_7ii_count: u32;
        /// Players of all other sides put out for too many fouls, TG-7three.
        b_eliminated_7three_count: u32;
        /// Players of all other sides put out because their side was disqualified, TG-9d.
        b_eliminated_9d_count: u32;
        /// Most points by which the side that won was behind.
        winner_deficit_count: u32;
        /// Most points by which any side was behind.
        deficit_count: u32;
        /// Time, by the seconds of a shot and of a turn change.
        duration_s: f64;
        /// Coulomb friction of a sliding ball on the sand of this game.
        sand_sliding_friction_ratio: f64;
        /// Rolling friction of a toley on the sand of this game, before laws of size and depth.
        sand_rolling_friction_ratio: f64;
        /// Restitution of a landing on the sand of this game.
        sand_restitution_ratio: f64;
    }
}

tolley_experiment::row! {
    /// One turn: a break of one player, or a turn that ended before he could shoot.
    pub struct TurnRow {
        /// Number of the game in its match, from 0.
        game: u32;
        /// Number of the turn in its game, from 0.
        turn: u32;
        /// Number of the player.
        player: u32;
        /// Number of his side.
        side: u32;
        /// His errors over those of the player keys.
        error_ratio: f64;
        /// Where the first shot of the turn was to be taken from.
        start: StartPlace;
        /// Marbles on the ring when the turn began.
        marbles_before_count: u32;
        /// Shots.
        shot_count: u32;
        /// Points.
        points_count: u32;
        /// Toleys of others knocked off.
        toleys_off_count: u32;
        /// Points that the scorer was told of when the turn ended, TG-9b.
        told_count: u32;
        /// By how much the collector miscounts them if there are any, TG-9b.
        miscount_count: f64;
        /// The clause that settled the last shot; without one what ended the turn: TG-6b2, TG-4c or TG-9d.
        clause_id: Clause;
        /// Whether the toley stays on the ring at the end.
        toley_stays: bool;
        /// Distance of the toley from the centre at the end; null when it does not stay.
        rest_radius_m: f64;
        /// What became of the toley before its owner's next turn.
        fate: Fate;
        /// Whether it was lost before its owner's next turn; null when not left on the ring, or the game ended before.
        lost_share: f64;
        /// Turns of others, begun after this one, that the toley has lain on the ring.
        exposed_turn_count: u32;
    }
}

tolley_experiment::row! {
    /// One shot.
    pub struct ShotRow {
        /// Number of the game in its match, from 0.
        game: u32;
        /// Number of the turn in its game, from 0.
        turn: u32;
        /// Number of the shot in its game, from 0.
        shot: u32;
        /// Number of the player.
        player: u32;
        /// Number of his side.
        side: u32;
        /// Where the shot is taken from.
        start: StartPlace;
        /// Radius of the toley.
        toley_radius_m: f64;
        /// Where the knuckle touches the ring before the hand goes forward: right of the centre.
        knuckle_x_m: f64;
        /// Where the knuckle touches the ring before the hand goes forward: ahead of the centre.
        knuckle_y_m: f64;
        /// Where the toley is released: right of the centre.
        release_x_m: f64;
        /// Where the toley is released: ahead of the centre.
        release_y_m: f64;
        /// Direction that is aimed at, counter-clockwise from the x axis.
        azimuth_rad: f64;
        /// Speed that is meant.
        speed_m_s: f64;
        /// Elevation that is meant.
        elevation_rad: f64;
        /// Spin that is meant, over that of natural roll.
        spin_ratio: f64;
        /// Error of the azimuth, left positive.
        aim_error_rad: f64;
        /// Speed of the launch as executed.
        launch_speed_m_s: f64;
        /// Marbles on the ring before the shot.
        marbles_before_count: u32;
        /// Other toleys on the ring before the shot.
        toleys_before_count: u32;
        /// Marbles knocked off, those put back included.
        marbles_off_count: u32;
        /// Toleys of others knocked off.
        toleys_off_count: u32;
        /// Points.
        points_count: u32;
        /// Points of this and the later shots of the break.
        rest_of_break_points_count: u32;
        /// Whether the toley stays on the ring.
        toley_stays: bool;
        /// Where the toley lies after the verdict, or left the ring: right of the centre; null when a hand took it up.
        toley_x_m: f64;
        /// Where the toley lies after the verdict, or left the ring: ahead of the centre; null when a hand took it up.
        toley_y_m: f64;
        /// The clause that settled the shot.
        clause_id: Clause;
        /// Whether the hand went forward, TG-7a.
        is_fudged: bool;
        /// Whether the toley was not released from where it lay, TG-7b.
        is_cabbaged: bool;
        /// Whether the shot misfired, TG-6c.
        is_misfired: bool;
        /// Whether a foul was called.
        is_foul: bool;
        /// Time of the toley's first hit; null when it meets nothing.
        first_hit_s: f64;
        /// Time of the last event.
        duration_s: f64;
        /// Collisions between balls.
        collision_count: u32;
        /// Events of all kinds, without steps of contacts that last.
        event_count: u32;
        /// Decimals of a metre that are left of where balls end, by an estimate; below 4 compare distributions only.
        digits_left_count: u32;
    }
}

tolley_experiment::row! {
    /// One event by which a change is traced to its clause.
    pub struct EventRow {
        /// Number of the game in its match, from 0.
        game: u32;
        /// Number of the turn in its game, from 0.
        turn: u32;
        /// Number of the shot in its game, from 0.
        shot: u32;
        /// Number of the player; null for none.
        player: f64;
        /// Number of his side, or of the side that it concerns; null for none.
        side: f64;
        /// The clause.
        clause_id: Clause;
        /// What happened.
        event: What;
        /// See the event; its meaning and unit depend on it.
        value: f64;
    }
}

tolley_experiment::row! {
    /// One player who was put out of a game, once.
    pub struct LossRow {
        /// Number of the game in its match, from 0.
        game: u32;
        /// Number of the turn in its game, from 0.
        turn: u32;
        /// Number of the shot in its game, from 0.
        shot: u32;
        /// Number of the player.
        player: u32;
        /// Number of his side.
        side: u32;
        /// The clause that put him out: TG-5d3, TG-6b2, TG-7ii, TG-7three or TG-9d.
        clause_id: Clause;
    }
}

impl LossRow {
    /// Of a note of the laws about a player.
    pub(super) fn of(note: &Note, player: u8, side: u8) -> LossRow {
        let (at, clause_id) = (note.at, note.clause);
        let (player, side) = (u32::from(player), u32::from(side));
        LossRow { game: at.game, turn: at.turn, shot: at.shot, player, side, clause_id }
    }
}

impl EventRow {
    /// Of a note of the laws in a match.
    pub(super) fn of(note: &Note, of: &Match) -> EventRow {
        let own = || note.player.and_then(|player| of.players.get(usize::from(player))).map(|player| player.side);
        EventRow {
            game: note.at.game,
            turn: note.at.turn,
            shot: note.at.shot,
            player: number(note.player),
            side: number(note.side.or_else(own)),
            clause_id: note.clause,
            event: note.what,
            value: note.value,
        }
    }
}
