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
        a_wins: bool, "chance that side A wins" of "a";
        /// Whether the side or player who played first in the first game won the match.
        first_wins: bool, "chance that who plays first wins" of "first";
        /// Whether the side or player who could choose to play first in the first game, TG-9f, won the match.
        chooser_wins: bool, "chance that who may choose wins" of "chooser";
        /// Whether nobody won.
        is_drawn: bool, "chance of a draw";
        /// Whether the match was lost by warnings, TG-9d.
        by_disqualification: bool, "chance of a disqualification";
        /// Number of the side or player who won; null when nobody did.
        winner_side: f64, "side of the winner";
        /// Place of the winner, of a team its first player, in the order of the first game, from 0; null when drawn.
        winner_seat: f64, "place of the winner in the order of play";
        /// Games that were played, tie-breaks included.
        game_count: u32, "games played";
        /// Turns of all games.
        turn_count: u32, "turns of the match";
        /// Shots of all games.
        shot_count: u32, "shots of the match";
        /// Points of the winner in the games of the match, tie-breaks aside; null when nobody won.
        winner_points_count: f64, "points of the winner";
        /// Most points of another side; null when nobody won.
        loser_points_count: f64, "points of the loser";
        /// Points of the first side.
        a_points_count: u32, "points of side A" of "a";
        /// Points of the second side.
        b_points_count: u32, "points of side B" of "b";
        /// Players put out of a game, in all games, those disqualified too.
        eliminated_count: u32, "players put out";
        /// Players of the first side put out because their toley was knocked off, TG-5d3.
        a_eliminated_5d3_count: u32, "players of side A out: toley knocked off" of "a";
        /// Players of the first side put out because they could not knuckle down, TG-6b2.
        a_eliminated_6b2_count: u32, "players of side A out: could not shoot" of "a";
        /// Players of the first side put out because a foul shot of a team-mate knocked their toley off, TG-7ii.
        a_eliminated_7ii_count: u32, "players of side A out: by a team-mate" of "a";
        /// Players of the first side put out for too many fouls, TG-7three.
        a_eliminated_7three_count: u32, "players of side A out: too many fouls" of "a";
        /// Players of the first side put out because their side was disqualified, TG-9d.
        a_eliminated_9d_count: u32, "players of side A out: disqualified" of "a";
        /// Players of all other sides put out because their toley was knocked off, TG-5d3.
        b_eliminated_5d3_count: u32, "players of other sides out: toley knocked off" of "b";
        /// Players of all other sides put out because they could not knuckle down, TG-6b2.
        b_eliminated_6b2_count: u32, "players of other sides out: could not shoot" of "b";
        /// Players of all other sides put out because a foul shot of a team-mate knocked their toley off, TG-7ii.
        b_eliminated_7ii_count: u32, "players of other sides out: by a team-mate" of "b";
        /// Players of all other sides put out for too many fouls, TG-7three.
        b_eliminated_7three_count: u32, "players of other sides out: too many fouls" of "b";
        /// Players of all other sides put out because their side was disqualified, TG-9d.
        b_eliminated_9d_count: u32, "players of other sides out: disqualified" of "b";
        /// Foul shots called of who plays, in all games, swaps without leave that count as such included.
        foul_count: u32, "fouls of the match";
        /// Whether the opening asked for was beyond the hand and the nearest one was played, TG-5b3.
        opening_limited: bool, "chance that the opening is beyond the hand";
        /// Whether a guard or the clock cut a game short, TG-X4.
        is_truncated: bool, Bookkeeping "chance that a game is cut short";
        /// Whether a side was 10 points behind in the first game.
        ten_behind: bool, "chance that a side falls 10 points behind";
        /// Whether a side that had been 10 points behind won the first game.
        comeback: bool, "chance of a comeback from 10 points behind";
        /// Marbles left on the ring after the first game.
        marbles_left_count: u32, "marbles left after the first game";
        /// Time of all games, by the seconds of a shot and of a turn change.
        duration_s: f64, "duration of the match" shown "min";
    }
}

tolley_experiment::row! {
    /// One game of a match.
    pub struct GameRow {
        /// Number of the game in its match, from 0.
        game: u32, Bookkeeping "number of the game";
        /// What kind of game it was.
        form: Form, "kind of game";
        /// Why it ended.
        ending: Reason, "reason for the end of the game";
        /// Side that won; null when nobody did or several are level.
        winner_side: f64, "side that won the game";
        /// Side that played first.
        first_side: u32, "side that played first";
        /// Whether the side that played first won.
        first_wins: bool, "chance that who plays first wins the game" of "first";
        /// Points of the first side.
        a_points_count: u32, "points of side A in the game" of "a";
        /// Points of the second side.
        b_points_count: u32, "points of side B in the game" of "b";
        /// Points of the winner; null when nobody won.
        winner_points_count: f64, "points of the game's winner";
        /// Most points of another side; null when nobody won.
        loser_points_count: f64, "points of the game's loser";
        /// Turns.
        turn_count: u32, "turns of the game";
        /// Shots.
        shot_count: u32, "shots of the game";
        /// Marbles left on the ring.
        marbles_left_count: u32, "marbles left after the game";
        /// Players put out of the game, those disqualified too.
        eliminated_count: u32, "players put out of the game";
        /// Players of the first side put out because their toley was knocked off, TG-5d3.
        a_eliminated_5d3_count: u32, "A's players out in game: toley knocked off" of "a";
        /// Players of the first side put out because they could not knuckle down, TG-6b2.
        a_eliminated_6b2_count: u32, "A's players out in game: could not shoot" of "a";
        /// Players of the first side put out because a foul shot of a team-mate knocked their toley off, TG-7ii.
        a_eliminated_7ii_count: u32, "A's players out in game: by a team-mate" of "a";
        /// Players of the first side put out for too many fouls, TG-7three.
        a_eliminated_7three_count: u32, "A's players out in game: too many fouls" of "a";
        /// Players of the first side put out because their side was disqualified, TG-9d.
        a_eliminated_9d_count: u32, "A's players out in game: disqualified" of "a";
        /// Players of all other sides put out because their toley was knocked off, TG-5d3.
        b_eliminated_5d3_count: u32, "other players out in game: toley knocked off" of "b";
        /// Players of all other sides put out because they could not knuckle down, TG-6b2.
        b_eliminated_6b2_count: u32, "other players out in game: could not shoot" of "b";
        /// Players of all other sides put out because a foul shot of a team-mate knocked their toley off, TG-7ii.
        b_eliminated_7ii_count: u32, "other players out in game: by a team-mate" of "b";
        /// Players of all other sides put out for too many fouls, TG-7three.
        b_eliminated_7three_count: u32, "other players out in game: too many fouls" of "b";
        /// Players of all other sides put out because their side was disqualified, TG-9d.
        b_eliminated_9d_count: u32, "other players out in game: disqualified" of "b";
        /// Most points by which the side that won was behind.
        winner_deficit_count: u32, "largest deficit of the game's winner";
        /// Most points by which any side was behind.
        deficit_count: u32, "largest deficit of any side";
        /// Time, by the seconds of a shot and of a turn change.
        duration_s: f64, "duration of the game" shown "min";
        /// Coulomb friction of a sliding ball on the sand of this game.
        sand_sliding_friction_ratio: f64, "sliding friction of this game's sand";
        /// Rolling friction of a toley on the sand of this game, before laws of size and depth.
        sand_rolling_friction_ratio: f64, "rolling friction of this game's sand";
        /// Restitution of a landing on the sand of this game.
        sand_restitution_ratio: f64, "bounce on this game's sand";
    }
}

tolley_experiment::row! {
    /// One turn: a break of one player, or a turn that ended before he could shoot.
    pub struct TurnRow {
        /// Number of the game in its match, from 0.
        game: u32, Bookkeeping "number of the game";
        /// Number of the turn in its game, from 0.
        turn: u32, Bookkeeping "number of the turn in the game";
        /// Number of the player.
        player: u32, Bookkeeping "number of the player";
        /// Number of his side.
        side: u32, Bookkeeping "number of the side";
        /// His errors over those of the player keys.
        error_ratio: f64, "errors of the player, against usual";
        /// Where the first shot of the turn was to be taken from.
        start: StartPlace, "place that the turn begins from";
        /// Marbles on the ring when the turn began.
        marbles_before_count: u32, "marbles on the ring before the turn";
        /// Shots.
        shot_count: u32, "shots of the turn";
        /// Points.
        points_count: u32, "points of the turn";
        /// Toleys of others knocked off.
        toleys_off_count: u32, "toleys knocked off in the turn";
        /// Points that the scorer was told of when the turn ended, TG-9b.
        told_count: u32, Bookkeeping "points that the scorer is told of";
        /// By how much the collector miscounts them if there are any, TG-9b.
        miscount_count: f64, Bookkeeping "points that the collector miscounts";
        /// The clause that settled the last shot; without one what ended the turn: TG-6b2, TG-4c or TG-9d.
        clause_id: Clause, Bookkeeping "clause that settled the turn";
        /// Whether the toley stays on the ring at the end.
        toley_stays: bool, "chance that the toley stays after the turn";
        /// Distance of the toley from the centre at the end; null when it does not stay.
        rest_radius_m: f64, "distance of the toley from the middle";
        /// What became of the toley before its owner's next turn.
        fate: Fate, "fate of a toley left on the ring";
        /// Whether it was lost before its owner's next turn; null when not left on the ring, or the game ended before.
        lost_share: f64, "chance to lose a toley left on the ring";
        /// Turns of others, begun after this one, that the toley has lain on the ring.
        exposed_turn_count: u32, "turns that a toley has lain on the ring";
    }
}

tolley_experiment::row! {
    /// One shot.
    pub struct ShotRow {
        /// Number of the game in its match, from 0.
        game: u32, Bookkeeping "number of the game";
        /// Number of the turn in its game, from 0.
        turn: u32, Bookkeeping "number of the turn in the game";
        /// Number of the shot in its game, from 0.
        shot: u32, Bookkeeping "number of the shot";
        /// Number of the player.
        player: u32, Bookkeeping "number of the player";
        /// Number of his side.
        side: u32, Bookkeeping "number of the side";
        /// Where the shot is taken from.
        start: StartPlace, "place that the shot is taken from";
        /// Radius of the toley.
        toley_radius_m: f64, "radius of the player's toley";
        /// Where the knuckle touches the ring before the hand goes forward: right of the centre.
        knuckle_x_m: f64, "knuckle's place, right of the middle";
        /// Where the knuckle touches the ring before the hand goes forward: ahead of the centre.
        knuckle_y_m: f64, "knuckle's place, ahead of the middle";
        /// Where the toley is released: right of the centre.
        release_x_m: f64, "release point, right of the middle";
        /// Where the toley is released: ahead of the centre.
        release_y_m: f64, "release point, ahead of the middle";
        /// Direction that is aimed at, counter-clockwise from the x axis.
        azimuth_rad: f64, "direction of the aim";
        /// Speed that is meant.
        speed_m_s: f64, "speed that is meant";
        /// Elevation that is meant.
        elevation_rad: f64, "elevation that is meant";
        /// Spin that is meant, over that of natural roll.
        spin_ratio: f64, "spin that is meant";
        /// Error of the azimuth, left positive.
        aim_error_rad: f64, "aim error of the shot";
        /// Speed of the launch as executed.
        launch_speed_m_s: f64, "speed at launch";
        /// Marbles on the ring before the shot.
        marbles_before_count: u32, "marbles on the ring before the shot";
        /// Other toleys on the ring before the shot.
        toleys_before_count: u32, "other toleys on the ring before the shot";
        /// Marbles knocked off, those put back included.
        marbles_off_count: u32, "marbles knocked off by the shot";
        /// Toleys of others knocked off.
        toleys_off_count: u32, "toleys knocked off by the shot";
        /// Points.
        points_count: u32, "points of the shot";
        /// Points of this and the later shots of the break.
        rest_of_break_points_count: u32, "points from this shot to the break's end";
        /// Whether the toley stays on the ring.
        toley_stays: bool, "chance that the toley stays after the shot";
        /// Where the toley lies after the verdict, or left the ring: right of the centre; null when a hand took it up.
        toley_x_m: f64, "toley's end, right of the middle";
        /// Where the toley lies after the verdict, or left the ring: ahead of the centre; null when a hand took it up.
        toley_y_m: f64, "toley's end, ahead of the middle";
        /// The clause that settled the shot.
        clause_id: Clause, Bookkeeping "clause that settled the shot";
        /// Whether the hand went forward, TG-7a.
        is_fudged: bool, "chance that the shot is fudged";
        /// Whether the toley was not released from where it lay, TG-7b.
        is_cabbaged: bool, "chance that the shot is cabbaged";
        /// Whether the shot misfired, TG-6c.
        is_misfired: bool, "chance of a misfire";
        /// Whether a foul was called.
        is_foul: bool, "chance that a foul is called";
        /// Time of the toley's first hit; null when it meets nothing.
        first_hit_s: f64, "time of the shot's first hit";
        /// Time of the last event.
        duration_s: f64, "duration of the shot";
        /// Collisions between balls.
        collision_count: u32, "collisions of the shot";
        /// Events of all kinds, without steps of resting contacts.
        event_count: u32, Bookkeeping "number of events";
        /// Decimals of a metre that are left of where balls end, by an estimate; below 4 compare distributions only.
        digits_left_count: u32, Bookkeeping "decimals of a metre still reliable";
    }
}

tolley_experiment::row! {
    /// One event by which a change is traced to its clause.
    pub struct EventRow {
        /// Number of the game in its match, from 0.
        game: u32, Bookkeeping "number of the game";
        /// Number of the turn in its game, from 0.
        turn: u32, Bookkeeping "number of the turn in the game";
        /// Number of the shot in its game, from 0.
        shot: u32, Bookkeeping "number of the shot";
        /// Number of the player; null for none.
        player: f64, Bookkeeping "number of the player";
        /// Number of his side, or of the side that it concerns; null for none.
        side: f64, Bookkeeping "number of the side";
        /// The clause.
        clause_id: Clause, Bookkeeping "clause that was applied";
        /// What happened.
        event: What, Bookkeeping "kind of event";
        /// See the event; its meaning and unit depend on it.
        value: f64, Bookkeeping "value of the event";
    }
}

tolley_experiment::row! {
    /// One player who was put out of a game, once.
    pub struct LossRow {
        /// Number of the game in its match, from 0.
        game: u32, Bookkeeping "number of the game";
        /// Number of the turn in its game, from 0.
        turn: u32, Bookkeeping "number of the turn in the game";
        /// Number of the shot in its game, from 0.
        shot: u32, Bookkeeping "number of the shot";
        /// Number of the player.
        player: u32, Bookkeeping "number of the player";
        /// Number of his side.
        side: u32, Bookkeeping "number of the side";
        /// The clause that put him out: TG-5d3, TG-6b2, TG-7ii, TG-7three or TG-9d.
        clause_id: Clause, Bookkeeping "clause that put the player out";
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
