//! The rows of a contest: who won, match by match, Move by Move, clause by clause.

use crate::laws::{CallKind, Clause, Period, Restart, Seat};

tolley_experiment::names! {
    /// A player of the scenario.
    pub enum Who { A = "a": "The player of `[a]`.", B = "b": "The player of `[b]`.", Nobody = "nobody": "Neither.", }
}

impl Who {
    /// The player at a seat, when player a sits at `a_seat`.
    pub fn at(seat: Option<Seat>, a_seat: Seat) -> Who {
        match seat {
            None => Who::Nobody,
            Some(seat) if seat == a_seat => Who::A,
            Some(_) => Who::B,
        }
    }
}

tolley_experiment::row! {
    /// One trial: a match, or two with exchanged seats and the same random numbers.
    pub struct ContestRow {
        /// Matches of the trial.
        match_count: u32, Bookkeeping "matches of the trial";
        /// Share of its matches that player a wins; null where nobody does, as in matches that end with their opening.
        a_win_share: f64, "player A's share of wins" of "a";
        /// Share won by who kicked off; null as well.
        starter_win_share: f64, "share of wins of who kicks off" of "starter";
        /// Goals a match, those of shootouts aside.
        goal_count: f64, "goals per match";
        /// Fouls a match.
        foul_count: f64, "fouls per match";
        /// Fouls a match by CG-5.1d, the coin before the ball.
        contact_foul_count: f64, "coin-before-ball fouls per match";
        /// Goals a match of who takes them in the Moves of free kicks and penalties, those of the series aside.
        foul_goal_count: f64, "goals per match that follow fouls";
        /// Goals in the first half of who kicked off, less those of the other.
        starter_lead_count: f64, "half-time lead of who kicks off" of "starter";
        /// Moves a match, as they stand in the table moves.
        move_count: f64, "Moves per match";
        /// Matches of the trial that reach full time.
        full_time_match_count: u32, Bookkeeping "matches that reach full time";
        /// Those that are level then.
        level_match_count: u32, Bookkeeping "matches level at full time";
        /// Share of the matches that are level at full time.
        level_share: f64, "share of matches level at full time";
        /// Matches level at full time that extra time decides.
        extra_decided_match_count: u32, Bookkeeping "matches decided in extra time";
        /// Share of the matches level at full time that extra time decides; null without such a match.
        extra_decides_share: f64, "share of level matches extra time decides";
        /// Matches level at full time that player a wins.
        extra_a_win_match_count: u32, Bookkeeping "level matches that player A wins" of "a";
        /// Share of the matches level at full time that player a wins; null without such a match.
        extra_a_win_share: f64, "share of level matches that player A wins" of "a";
        /// Matches with a penalty series.
        series_match_count: u32, Bookkeeping "matches with a penalty series";
        /// Those won by who kicked first.
        first_kicker_win_match_count: u32, Bookkeeping "series won by who kicks first" of "first";
        /// Share of the penalty series and centre kicks won by who kicked first; null without any.
        first_kicker_win_share: f64, "share of series won by who kicks first" of "first";
        /// Matches in which somebody led after 60 % of the second half.
        led_match_count: u32, Bookkeeping "matches with a leader late on";
        /// Those won by him.
        leader_win_match_count: u32, Bookkeeping "matches that the late leader wins" of "leader";
        /// Share of the matches won by who led after 60 % of the second half; null when nobody did.
        leader_win_share: f64, "share of late leads that win" of "leader";
        /// Mass of player a's coin as played.
        a_weighed_kg: f64, "mass of player A's coin as played" of "a";
        /// Mass of player b's coin as played.
        b_weighed_kg: f64, "mass of player B's coin as played" of "b";
        /// Mass of the ball as played.
        ball_weighed_kg: f64, "mass of the ball as played";
        /// Diameter of player a's coin as played.
        a_played_diameter_m: f64, "diameter of player A's coin as played" of "a";
        /// Diameter of player b's coin as played.
        b_played_diameter_m: f64, "diameter of player B's coin as played" of "b";
        /// Diameter of the ball as played.
        ball_played_diameter_m: f64, "diameter of the ball as played";
        /// Moves of all matches of the trial, as they stand in the table moves.
        all_move_count: u32, Bookkeeping "Moves of the trial";
        /// Those in which a cautious player leaves the ball alone.
        refused_move_count: u32, Bookkeeping "Moves that leave the ball alone";
        /// Share of the Moves in which a cautious player leaves the ball alone.
        refused_share: f64, "share of Moves that leave the ball alone";
        /// Moves in which the ball leaves play.
        exit_move_count: u32, Bookkeeping "Moves in which the ball leaves play";
        /// Share of the Moves in which the ball leaves play.
        exit_share: f64, "share of Moves in which the ball leaves play";
        /// Kick-offs of all matches, those that a mistake before the stroke spoils too, as in the table steps.
        kick_off_count: u32, Bookkeeping "kick-offs of the trial";
        /// Those whose taker scores in their Moves.
        kick_off_goal_count: u32, Bookkeeping "kick-offs that score";
        /// Share of the kick-offs whose taker scores in their Moves; null without any.
        kick_off_goal_share: f64, "share of kick-offs that score";
        /// Free kicks.
        free_kick_count: u32, Bookkeeping "free kicks of the trial";
        /// Those whose taker scores.
        free_kick_goal_count: u32, Bookkeeping "free kicks that score";
        /// The same share of free kicks.
        free_kick_goal_share: f64, "share of free kicks that score";
        /// Goal kicks.
        goal_kick_count: u32, Bookkeeping "goal kicks of the trial";
        /// Those whose taker scores.
        goal_kick_goal_count: u32, Bookkeeping "goal kicks that score";
        /// The same share of goal kicks.
        goal_kick_goal_share: f64, "share of goal kicks that score";
        /// Corners.
        corner_count: u32, Bookkeeping "corners of the trial";
        /// Those whose taker scores.
        corner_goal_count: u32, Bookkeeping "corners that score";
        /// The same share of corners.
        corner_goal_share: f64, "share of corners that score";
        /// Throw-ins.
        throw_in_count: u32, Bookkeeping "throw-ins of the trial";
        /// Those whose taker scores in the Move after the throw.
        throw_in_goal_count: u32, Bookkeeping "throw-ins that score";
        /// The same share of throw-ins.
        throw_in_goal_share: f64, "share of throw-ins that score";
        /// Penalties, those of the series among them.
        penalty_count: u32, Bookkeeping "penalties of the trial";
        /// Those whose taker scores.
        penalty_goal_count: u32, Bookkeeping "penalties that score";
        /// The same share of penalties.
        penalty_goal_share: f64, "share of penalties that score";
        /// Penalties that player a takes.
        a_penalty_count: u32, Bookkeeping "penalties of player A" of "a";
        /// Those in which he scores.
        a_penalty_goal_count: u32, Bookkeeping "penalties that player A scores" of "a";
        /// The same share of penalties that player a takes.
        a_penalty_goal_share: f64, "share of player A's penalties that score" of "a";
        /// Centre kicks.
        centre_kick_count: u32, Bookkeeping "centre kicks of the trial";
        /// Those whose taker scores.
        centre_kick_goal_count: u32, Bookkeeping "centre kicks that score";
        /// The same share of centre kicks.
        centre_kick_goal_share: f64, "share of centre kicks that score";
        /// Turns of open play.
        open_turn_count: u32, Bookkeeping "turns of open play";
        /// Those in which the player whose turn it is scores.
        open_goal_count: u32, Bookkeeping "turns of open play that score";
        /// The same share of turns of open play.
        open_goal_share: f64, "share of turns of open play that score";
    }
}

tolley_experiment::row! {
    /// One match.
    pub struct MatchRow {
        /// Number of the match within the trial, from 0.
        match_no: u32, Bookkeeping "number of the match in the trial";
        /// Where player a sits.
        a_seat: Seat, "seat of player A" of "a";
        /// Who won.
        winner: Who, "winner of the match";
        /// Who kicked off in the first half.
        starter: Who, "player who kicks off";
        /// In which part of the match it was decided.
        decided_in: Period, "part of the match that decides it";
        /// Goals of player a, those of shootouts aside.
        a_goal_count: u32, "goals of player A" of "a";
        /// Goals of player b, those of shootouts aside.
        b_goal_count: u32, "goals of player B" of "b";
        /// Goals in the first half of who kicked off.
        starter_first_half_count: u32, "first-half goals of who kicks off" of "starter";
        /// Goals in the first half of the other.
        other_first_half_count: u32, "first-half goals of the other player";
        /// Own goals among these.
        own_goal_count: u32, "own goals of the match";
        /// Goals at full time of player a.
        a_full_time_count: u32, "goals of player A at full time" of "a";
        /// Goals at full time of player b.
        b_full_time_count: u32, "goals of player B at full time" of "b";
        /// Goals of player a in the penalty series.
        a_series_count: u32, "penalty-series goals of player A" of "a";
        /// Goals of player b in the penalty series.
        b_series_count: u32, "penalty-series goals of player B" of "b";
        /// Rounds of centre kicks.
        round_count: u32, "rounds of centre kicks";
        /// Who kicked first in the penalty series.
        first_kicker: Who, "player who kicks first in the series";
        /// Who led after 60 % of the second half.
        leader: Who, "player who leads late on";
        /// Whether a toss named the winner, CG-1.3d.
        truncated: bool, "chance that a toss names the winner";
        /// Moves, as they stand in the table moves: what a mistake before the stroke takes away is none.
        move_count: u32, "Moves of the match";
        /// Moves that did not hit the ball.
        miss_count: u32, "Moves that miss the ball";
        /// Moves in which a cautious player leaves the ball alone.
        refused_count: u32, "Moves of the match that leave the ball alone";
        /// Fouls of player a.
        a_foul_count: u32, "fouls of player A" of "a";
        /// Fouls of player b.
        b_foul_count: u32, "fouls of player B" of "b";
        /// Fouls by CG-5.1d, the coin before the ball.
        contact_foul_count: u32, "coin-before-ball fouls of the match";
        /// Turns of open play.
        open_turn_count: u32, "turns of open play of the match";
        /// Those in which the player whose turn it is scores.
        open_goal_count: u32, "open-play turns of the match that score";
        /// Kick-offs.
        kick_off_count: u32, "kick-offs of the match";
        /// Those whose taker scores in their Moves.
        kick_off_goal_count: u32, "kick-offs of the match that score";
        /// Throw-ins, each wrong or lost one too.
        throw_in_count: u32, "throw-ins of the match";
        /// Those whose taker scores in the Move after the throw.
        throw_in_goal_count: u32, "throw-ins of the match that score";
        /// Free kicks.
        free_kick_count: u32, "free kicks of the match";
        /// Those whose taker scores in their Moves.
        free_kick_goal_count: u32, "free kicks of the match that score";
        /// Goal kicks.
        goal_kick_count: u32, "goal kicks of the match";
        /// Those whose taker scores in their Moves.
        goal_kick_goal_count: u32, "goal kicks of the match that score";
        /// Corners.
        corner_count: u32, "corners of the match";
        /// Those whose taker scores in their Moves.
        corner_goal_count: u32, "corners of the match that score";
        /// Penalties, those of the series among them.
        penalty_count: u32, "penalties of the match";
        /// Those whose taker scores.
        penalty_goal_count: u32, "penalties of the match that score";
        /// Centre kicks.
        centre_kick_count: u32, "centre kicks of the match";
        /// Those whose taker scores in their Moves.
        centre_kick_goal_count: u32, "centre kicks of the match that score";
        /// Penalties that player a takes.
        a_penalty_count: u32, "penalties of player A in the match" of "a";
        /// Goals of these.
        a_penalty_goal_count: u32, "penalties that player A scores in the match" of "a";
        /// Times that the referee had to put things in order, CG-6.1.
        unforeseen_count: u32, "times that the referee put things in order";
        /// Collisions between coins.
        collision_count: u32, "collisions of the match";
        /// Time played by the clock of the laws.
        duration_s: f64, "duration of the match" shown "min";
    }
}

tolley_experiment::row! {
    /// One Move.
    pub struct MoveRow {
        /// Number of the match within the trial, from 0.
        match_no: u32, Bookkeeping "number of the match in the trial";
        /// Number of the Move within the match, from 1; a mistake before the stroke, a step of its own, uses one up.
        move_no: u32, Bookkeeping "number of the Move in the match";
        /// In which part of the match.
        period: Period, Bookkeeping "part of the match";
        /// Time in this part before the Move.
        clock_s: f64, Bookkeeping "time on the clock";
        /// Whose Move.
        mover: Who, "player who moves";
        /// Number of the turn within the match, from 1: a restart begins one, and so does the change of players.
        turn_no: u32, Bookkeeping "number of the turn";
        /// What his turn began with.
        restart: Restart, "restart with which the turn begins";
        /// Number of the Move within the turn, from 1.
        turn_move_no: u32, Bookkeeping "number of the Move in the turn";
        /// His coin before the Move, ahead of the centre spot as he sees it.
        own_x_m: f64, "own coin's place, ahead";
        /// His coin before the Move, left of the centre spot as he sees it.
        own_y_m: f64, "own coin's place, left";
        /// The ball before the Move, ahead.
        ball_x_m: f64, "ball's place, ahead";
        /// The ball before the Move, left.
        ball_y_m: f64, "ball's place, left";
        /// The other coin before the Move, ahead.
        other_x_m: f64, "other coin's place, ahead";
        /// The other coin before the Move, left.
        other_y_m: f64, "other coin's place, left";
        /// Direction meant, from straight ahead to his left; null for a careless touch.
        meant_rad: f64, "direction that is meant";
        /// Speed meant, of a coin of the mass that the player believes his to have; null for a careless touch.
        meant_speed_m_s: f64, "speed that is meant";
        /// Direction made, from straight ahead to his left.
        launch_rad: f64, "direction at launch";
        /// Speed made.
        launch_speed_m_s: f64, "speed at launch";
        /// Offset made, over the coin's radius.
        launch_offset_ratio: f64, "stroke offset at launch";
        /// Vertical speed with which his coin hops; null when it does not.
        hop_speed_m_s: f64, "upward speed of a hop";
        /// Whether he leaves the ball alone on purpose.
        refused: bool, "chance to leave the ball alone";
        /// Whether his coin hit the ball.
        ball_hit: bool, "chance to hit the ball";
        /// Speed of the ball just after his first hit; null when it is not hit.
        ball_speed_m_s: f64, "speed of the ball after its first hit";
        /// Collisions between coins.
        collision_count: u32, "collisions of the Move";
        /// The ball as the Move ends, or where it left, ahead.
        ball_end_x_m: f64, "ball's end place, ahead";
        /// The ball as the Move ends, or where it left, left.
        ball_end_y_m: f64, "ball's end place, left";
        /// The ball where a hop or ride that was judged puts it, else where it rests or fell, ahead.
        ball_after_x_m: f64, "ball's place after the call, ahead";
        /// The ball where a hop or ride that was judged puts it, else where it rests or fell, left.
        ball_after_y_m: f64, "ball's place after the call, left";
        /// What was decided.
        call: CallKind, "the referee's call";
        /// For whom.
        given_to: Who, "player to whom it is given";
        /// Whether it is a goal that counts, and whose.
        goal_to: Who, "player to whom a goal is given";
        /// Whether it is an own goal, CG-4.1c.
        own_goal: bool, "chance of an own goal";
        /// Whether it counts for the top scorer, CG-1.3e.
        counts_for_scorer: bool, "chance that a goal counts for the scorer";
        /// Who committed a foul.
        foul_by: Who, "player who fouls";
        /// How long the coins moved.
        motion_s: f64, "time that the coins move";
    }
}

tolley_experiment::row! {
    /// One clause that was applied.
    pub struct EventRow {
        /// Number of the match within the trial, from 0.
        match_no: u32, Bookkeeping "number of the match in the trial";
        /// Number of the Move within the match after which it was applied, from 0.
        move_no: u32, Bookkeeping "number of the Move in the match";
        /// In which part of the match.
        period: Period, Bookkeeping "part of the match";
        /// Time since the match began.
        elapsed_s: f64, Bookkeeping "time since the match began";
        /// The clause.
        clause: Clause, Bookkeeping "clause that was applied";
        /// Whose turn it is.
        turn_of: Who, Bookkeeping "player whose turn it is";
    }
}
