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
        match_count: u32;
        /// Share of its matches that player a wins; null where nobody does, as in matches that end with their opening.
        a_win_share: f64;
        /// Share won by who kicked off; null as well.
        starter_win_share: f64;
        /// Goals a match, those of shootouts aside.
        goal_count: f64;
        /// Fouls a match.
        foul_count: f64;
        /// Fouls a match by CG-5.1d, the coin before the ball.
        contact_foul_count: f64;
        /// Goals a match of who takes them in the Moves of free kicks and penalties, those of the series aside.
        foul_goal_count: f64;
        /// Goals in the first half of who kicked off, less those of the other.
        starter_lead_count: f64;
        /// Moves a match, as they stand in the table moves.
        move_count: f64;
        /// Matches of the trial that reach full time.
        full_time_match_count: u32;
        /// Those that are level then.
        level_match_count: u32;
        /// Share of the matches that are level at full time.
        level_share: f64;
        /// Matches level at full time that extra time decides.
        extra_decided_match_count: u32;
        /// Share of the matches level at full time that extra time decides; null without such a match.
        extra_decides_share: f64;
        /// Matches level at full time that player a wins.
        extra_a_win_match_count: u32;
        /// Share of the matches level at full time that player a wins; null without such a match.
        extra_a_win_share: f64;
        /// Matches with a penalty series.
        series_match_count: u32;
        /// Those won by who kicked first.
        first_kicker_win_match_count: u32;
        /// Share of the penalty series and centre kicks won by who kicked first; null without any.
        first_kicker_win_share: f64;
        /// Matches in which somebody led after 60 % of the second half.
        led_match_count: u32;
        /// Those won by him.
        leader_win_match_count: u32;
        /// Share of the matches won by who led after 60 % of the second half; null when nobody did.
        leader_win_share: f64;
        /// Mass of player a's coin as played.
        a_weighed_kg: f64;
        /// Mass of player b's coin as played.
        b_weighed_kg: f64;
        /// Mass of the ball as played.
        ball_weighed_kg: f64;
        /// Diameter of player a's coin as played.
        a_played_diameter_m: f64;
        /// Diameter of player b's coin as played.
        b_played_diameter_m: f64;
        /// Diameter of the ball as played.
        ball_played_diameter_m: f64;
        /// Moves of all matches of the trial, as they stand in the table moves.
        all_move_count: u32;
        /// Those in which a cautious player leaves the ball alone.
        refused_move_count: u32;
        /// Share of the Moves in which a cautious player leaves the ball alone.
        refused_share: f64;
        /// Moves in which the ball leaves play.
        exit_move_count: u32;
        /// Share of the Moves in which the ball leaves play.
        exit_share: f64;
        /// Kick-offs of all matches, those that a mistake before the stroke spoils too, as in the table steps.
        kick_off_count: u32;
        /// Those whose taker scores in their Moves.
        kick_off_goal_count: u32;
        /// Share of the kick-offs whose taker scores in their Moves; null without any.
        kick_off_goal_share: f64;
        /// Free kicks.
        free_kick_count: u32;
        /// Those whose taker scores.
        free_kick_goal_count: u32;
        /// The same share of free kicks.
        free_kick_goal_share: f64;
        /// Goal kicks.
        goal_kick_count: u32;
        /// Those whose taker scores.
        goal_kick_goal_count: u32;
        /// The same share of goal kicks.
        goal_kick_goal_share: f64;
        /// Corners.
        corner_count: u32;
        /// Those whose taker scores.
        corner_goal_count: u32;
        /// The same share of corners.
        corner_goal_share: f64;
        /// Throw-ins.
        throw_in_count: u32;
        /// Those whose taker scores in the Move after the throw.
        throw_in_goal_count: u32;
        /// The same share of throw-ins.
        throw_in_goal_share: f64;
        /// Penalties, those of the series among them.
        penalty_count: u32;
        /// Those whose taker scores.
        penalty_goal_count: u32;
        /// The same share of penalties.
        penalty_goal_share: f64;
        /// Penalties that player a takes.
        a_penalty_count: u32;
        /// Those in which he scores.
        a_penalty_goal_count: u32;
        /// The same share of penalties that player a takes.
        a_penalty_goal_share: f64;
        /// Centre kicks.
        centre_kick_count: u32;
        /// Those whose taker scores.
        centre_kick_goal_count: u32;
        /// The same share of centre kicks.
        centre_kick_goal_share: f64;
        /// Turns of open play.
        open_turn_count: u32;
        /// Those in which the player whose turn it is scores.
        open_goal_count: u32;
        /// The same share of turns of open play.
        open_goal_share: f64;
    }
}

tolley_experiment::row! {
    /// One match.
    pub struct MatchRow {
        /// Number of the match within the trial, from 0.
        match_no: u32;
        /// Where player a sits.
        a_seat: Seat;
        /// Who won.
        winner: Who;
        /// Who kicked off in the first half.
        starter: Who;
        /// In which part of the match it was decided.
        decided_in: Period;
        /// Goals of player a, those of shootouts aside.
        a_goal_count: u32;
        /// Goals of player b, those of shootouts aside.
        b_goal_count: u32;
        /// Goals in the first half of who kicked off.
        starter_first_half_count: u32;
        /// Goals in the first half of the other.
        other_first_half_count: u32;
        /// Own goals among these.
        own_goal_count: u32;
        /// Goals at full time of player a.
        a_full_time_count: u32;
        /// Goals at full time of player b.
        b_full_time_count: u32;
        /// Goals of player a in the penalty series.
        a_series_count: u32;
        /// Goals of player b in the penalty series.
        b_series_count: u32;
        /// Rounds of centre kicks.
        round_count: u32;
        /// Who kicked first in the penalty series.
        first_kicker: Who;
        /// Who led after 60 % of the second half.
        leader: Who;
        /// Whether a toss named the winner, CG-1.3d.
        truncated: bool;
        /// Moves, as they stand in the table moves: what a mistake before the stroke takes away is none.
        move_count: u32;
        /// Moves that did not hit the ball.
        miss_count: u32;
        /// Moves in which a cautious player leaves the ball alone.
        refused_count: u32;
        /// Fouls of player a.
        a_foul_count: u32;
        /// Fouls of player b.
        b_foul_count: u32;
        /// Fouls by CG-5.1d, the coin before the ball.
        contact_foul_count: u32;
        /// Turns of open play.
        open_turn_count: u32;
        /// Those in which the player whose turn it is scores.
        open_goal_count: u32;
        /// Kick-offs.
        kick_off_count: u32;
        /// Those whose taker scores in their Moves.
        kick_off_goal_count: u32;
        /// Throw-ins, each wrong or lost one too.
        throw_in_count: u32;
        /// Those whose taker scores in the Move after the throw.
        throw_in_goal_count: u32;
        /// Free kicks.
        free_kick_count: u32;
        /// Those whose taker scores in their Moves.
        free_kick_goal_count: u32;
        /// Goal kicks.
        goal_kick_count: u32;
        /// Those whose taker scores in their Moves.
        goal_kick_goal_count: u32;
        /// Corners.
        corner_count: u32;
        /// Those whose taker scores in their Moves.
        corner_goal_count: u32;
        /// Penalties, those of the series among them.
        penalty_count: u32;
        /// Those whose taker scores.
        penalty_goal_count: u32;
        /// Centre kicks.
        centre_kick_count: u32;
        /// Those whose taker scores in their Moves.
        centre_kick_goal_count: u32;
        /// Penalties that player a takes.
        a_penalty_count: u32;
        /// Goals of these.
        a_penalty_goal_count: u32;
        /// Times that the referee had to put things in order, CG-6.1.
        unforeseen_count: u32;
        /// Collisions between coins.
        collision_count: u32;
        /// Time played by the clock of the laws.
        duration_s: f64;
    }
}

tolley_experiment::row! {
    /// One Move.
    pub struct MoveRow {
        /// Number of the match within the trial, from 0.
        match_no: u32;
        /// Number of the Move within the match, from 1; a mistake before the stroke, a step of its own, uses one up.
        move_no: u32;
        /// In which part of the match.
        period: Period;
        /// Time in this part before the Move.
        clock_s: f64;
        /// Whose Move.
        mover: Who;
        /// Number of the turn within the match, from 1: a restart begins one, and so does the change of players.
        turn_no: u32;
        /// What his turn began with.
        restart: Restart;
        /// Number of the Move within the turn, from 1.
        turn_move_no: u32;
        /// His coin before the Move, ahead of the centre spot as he sees it.
        own_x_m: f64;
        /// His coin before the Move, left of the centre spot as he sees it.
        own_y_m: f64;
        /// The ball before the Move, ahead.
        ball_x_m: f64;
        /// The ball before the Move, left.
        ball_y_m: f64;
        /// The other coin before the Move, ahead.
        other_x_m: f64;
        /// The other coin before the Move, left.
        other_y_m: f64;
        /// Direction meant, from straight ahead to his left; null for a careless touch.
        meant_rad: f64;
        /// Speed meant, of a coin of the mass that the player believes his to have; null for a careless touch.
        meant_speed_m_s: f64;
        /// Direction made, from straight ahead to his left.
        launch_rad: f64;
        /// Speed made.
        launch_speed_m_s: f64;
        /// Offset made, over the coin's radius.
        launch_offset_ratio: f64;
        /// Vertical speed with which his coin hops; null when it does not.
        hop_speed_m_s: f64;
        /// Whether he leaves the ball alone on purpose.
        refused: bool;
        /// Whether his coin hit the ball.
        ball_hit: bool;
        /// Speed of the ball just after his first hit; null when it is not hit.
        ball_speed_m_s: f64;
        /// Collisions between coins.
        collision_count: u32;
        /// The ball as the Move ends, or where it left, ahead.
        ball_end_x_m: f64;
        /// The ball as the Move ends, or where it left, left.
        ball_end_y_m: f64;
        /// The ball where a hop or ride that was judged puts it, else where it rests or fell, ahead.
        ball_after_x_m: f64;
        /// The ball where a hop or ride that was judged puts it, else where it rests or fell, left.
        ball_after_y_m: f64;
        /// What was decided.
        call: CallKind;
        /// For whom.
        given_to: Who;
        /// Whether it is a goal that counts, and whose.
        goal_to: Who;
        /// Whether it is an own goal, CG-4.1c.
        own_goal: bool;
        /// Whether it counts for the top scorer, CG-1.3e.
        counts_for_scorer: bool;
        /// Who committed a foul.
        foul_by: Who;
        /// How long the coins moved.
        motion_s: f64;
    }
}

tolley_experiment::row! {
    /// One clause that was applied.
    pub struct EventRow {
        /// Number of the match within the trial, from 0.
        match_no: u32;
        /// Number of the Move within the match after which it was applied, from 0.
        move_no: u32;
        /// In which part of the match.
        period: Period;
        /// Time since the match began.
        elapsed_s: f64;
        /// The clause.
        clause: Clause;
        /// Whose turn it is.
        turn_of: Who;
    }
}
