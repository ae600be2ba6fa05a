//! One row a step of a match: all that the referee saw, erred in and decided, so that any call can be made again.

use glam::DVec2;

use super::rows::Who;
use super::sink::{Judged, Step};
use super::step_names::{Exit, FoulKind, StepKind, Whose};
use crate::laws::{CallKind, Clause, Layout, Match, Moment, Period, Piece, Restart, Seat};

tolley_experiment::row! {
    /// One step: places are as the player sees them whose turn it is, ahead and left of the Centre Spot.
    pub struct StepRow {
        /// Number of the match within the trial, from 0.
        match_no: u32, Bookkeeping "number of the match in the trial";
        /// Number of the step within the match, from 1.
        step_no: u32, Bookkeeping "number of the step in the match";
        /// Moves made before it.
        move_count: u32, Bookkeeping "Moves before the step";
        /// Number of the turn within the match, from 1.
        turn_no: u32, Bookkeeping "number of the turn";
        /// In which part of the match.
        period: Period, Bookkeeping "part of the match";
        /// Time in this part before the step.
        clock_s: f64, Bookkeeping "time on the clock before the step";
        /// Time that the step took by the clock, CG-1.2a.
        took_s: f64, Bookkeeping "time that the step takes";
        /// Time at which this part is over, with what is added to it, as known before the step.
        limit_s: f64, Bookkeeping "time at which this part ends";
        /// What was done.
        step: StepKind, Bookkeeping "kind of step";
        /// Which piece was put.
        placed: Whose, Bookkeeping "piece that is placed";
        /// Whose turn.
        mover: Who, Bookkeeping "player whose step it is";
        /// What his turn began with.
        restart: Restart, Bookkeeping "restart with which the turn begins";
        /// Number of the Move within the turn, from 1.
        turn_move_no: u32, Bookkeeping "number of the Move in the turn";
        /// Moves to come in the turn.
        moves_left: u32, Bookkeeping "Moves left in the turn";
        /// Whether the Move is one too many that nobody saw, CG-5.1f.
        is_extra: bool, Bookkeeping "chance of an unseen Move too many";
        /// Whose coin touched the ball last before the step.
        touched_before: Who, Bookkeeping "player who touched the ball before";
        /// Moves in a row before it in which no coin touched the ball.
        idle_count: u32, Bookkeeping "Moves without a touch of the ball";
        /// His coin as the step begins, ahead; where it is put when it is.
        own_x_m: f64, Bookkeeping "own coin's place, ahead";
        /// His coin, left.
        own_y_m: f64, Bookkeeping "own coin's place, left";
        /// The other coin, ahead.
        other_x_m: f64, Bookkeeping "other coin's place, ahead";
        /// The other coin, left.
        other_y_m: f64, Bookkeeping "other coin's place, left";
        /// The ball, ahead; of a throw where it is thrown from.
        ball_x_m: f64, Bookkeeping "ball's place, ahead";
        /// The ball, left.
        ball_y_m: f64, Bookkeeping "ball's place, left";
        /// When his coin first hits the ball; null if never.
        ball_hit_s: f64, Bookkeeping "time of the first hit of the ball";
        /// When the two coins first hit each other with more than laws.foul_impulse_n_s; null if never.
        coins_hit_s: f64, Bookkeeping "time at which the coins first hit";
        /// Where, ahead.
        coins_hit_x_m: f64, Bookkeeping "coin contact's place, ahead";
        /// Where, left.
        coins_hit_y_m: f64, Bookkeeping "coin contact's place, left";
        /// What his coin hits first.
        first_hit: Whose, Bookkeeping "piece that is hit first";
        /// Whose coin touches the ball last before it leaves or rests.
        last_touch: Who, Bookkeeping "player who touched the ball last";
        /// When the ball's centre crosses the line of leaving; null if it stays. A throw has no time on the table.
        ball_out_s: f64, Bookkeeping "time at which the ball goes out";
        /// Where, ahead.
        ball_out_x_m: f64, Bookkeeping "ball's exit place, ahead";
        /// Where, left.
        ball_out_y_m: f64, Bookkeeping "ball's exit place, left";
        /// Whether it falls off the table.
        ball_fell: bool, Bookkeeping "chance that the ball falls off";
        /// When his coin falls; null if it stays.
        own_out_s: f64, Bookkeeping "time at which the own coin falls";
        /// Where, ahead.
        own_out_x_m: f64, Bookkeeping "own coin's exit place, ahead";
        /// Where, left.
        own_out_y_m: f64, Bookkeeping "own coin's exit place, left";
        /// When the other coin falls; null if it stays.
        other_out_s: f64, Bookkeeping "time at which the other coin falls";
        /// Where, ahead.
        other_out_x_m: f64, Bookkeeping "other coin's exit place, ahead";
        /// Where, left.
        other_out_y_m: f64, Bookkeeping "other coin's exit place, left";
        /// One piece of the hardest hit.
        hardest: Whose, Bookkeeping "one piece of the hardest hit";
        /// The other piece of it.
        hardest_with: Whose, Bookkeeping "other piece of the hardest hit";
        /// Hits that are hard enough for a coin to ride up.
        hard_count: u32, Bookkeeping "hits hard enough to ride up";
        /// What came to lie on another piece: the ball of a throw, or what hopped or rode by the physics.
        lies: Whose, Bookkeeping "piece that comes to lie on another";
        /// On which.
        lies_on: Whose, Bookkeeping "piece that it lies on";
        /// His coin at rest, before anything is put in order, ahead.
        own_rest_x_m: f64, Bookkeeping "own coin's rest place, ahead";
        /// His coin at rest, left.
        own_rest_y_m: f64, Bookkeeping "own coin's rest place, left";
        /// The other coin at rest, ahead.
        other_rest_x_m: f64, Bookkeeping "other coin's rest place, ahead";
        /// The other coin at rest, left.
        other_rest_y_m: f64, Bookkeeping "other coin's rest place, left";
        /// The ball at rest, or where it fell, ahead.
        ball_rest_x_m: f64, Bookkeeping "ball's rest place, ahead";
        /// The ball at rest, left.
        ball_rest_y_m: f64, Bookkeeping "ball's rest place, left";
        /// Whether physics gave up on the step, which leaves it to the referee, CG-6.1.
        is_given_up: bool, Bookkeeping "chance that the physics gives up on the step";
        /// Whether a careless touch takes the place of the stroke, CG-1.9b.
        accident: bool, Bookkeeping "chance of a careless touch in the step";
        /// Whether the stroke is illegal, CG-1.10.
        illegal_stroke: bool, Bookkeeping "chance of an illegal stroke in the step";
        /// Whether he touches the other coin, CG-5.1c.
        touch: bool, Bookkeeping "chance of touching the other coin";
        /// Whether he touches his coin without the comb, CG-5.1e.
        hand_touch: bool, Bookkeeping "chance of touching the own coin by hand";
        /// Where to a coin is shifted that he touches when nobody sees it, from straight ahead to his left, CG-5.1c.
        shift_rad: f64, Bookkeeping "direction in which a touched coin is shifted";
        /// Whether he strokes once more than he may, CG-5.1f.
        extra_move: bool, Bookkeeping "chance of a Move too many in the step";
        /// Whether the throw is wrong, CG-5.2b.
        bad_throw: bool, Bookkeeping "chance of a wrong throw in the step";
        /// Whether the struck coin hops, CG-5.9.
        hop: bool, Bookkeeping "chance of a hop in the step";
        /// A coin rides up when the probability that one of the hard hits does it is above this, CG-5.9.
        ride_ratio: f64, Bookkeeping "draw that decides on a ride";
        /// Whether the referee sees a foul, CG-1.5.
        detected: bool, Bookkeeping "chance that a foul is seen";
        /// Whether a foul in the victim's goal area gives a goal kick, CG-5.1a.
        award_goal_kick: bool, Bookkeeping "chance that a foul gives a goal kick";
        /// Whether one in the offender's goal area gives a penalty, CG-5.1b.
        award_penalty: bool, Bookkeeping "chance that a foul gives a penalty";
        /// Error of the referee's reading, beyond the line positive, CG-4.1b.
        reading_error_m: f64, Bookkeeping "reading error of the referee";
        /// Whether a ball in the band of discretion is given as out, if that is left to chance.
        award_in_band: bool, Bookkeeping "chance that a close ball is given out";
        /// Time of the Move over its usual time.
        tempo_ratio: f64, Bookkeeping "time of the Move, against usual";
        /// What was decided.
        call: CallKind, Bookkeeping "call in the step";
        /// For whom.
        given_to: Who, Bookkeeping "player to whom the step is given";
        /// Where: exit, spot of the foul, or the ball at rest, ahead.
        at_x_m: f64, Bookkeeping "call's place, ahead";
        /// Where, left.
        at_y_m: f64, Bookkeeping "call's place, left";
        /// What the ball crossed.
        exit: Exit, Bookkeeping "line that the ball crosses";
        /// Which foul.
        foul: FoulKind, Bookkeeping "kind of foul";
        /// Whose goal.
        goal_to: Who, Bookkeeping "player whose goal it is";
        /// Whether it is an own goal, CG-4.1c.
        own_goal: bool, Bookkeeping "chance that the step is an own goal";
        /// Whether it counts for the top scorer, CG-1.3e.
        counts_for_scorer: bool, Bookkeeping "chance that it counts for the scorer";
        /// His coin after all is put in order, ahead.
        own_after_x_m: f64, Bookkeeping "own coin's final place, ahead";
        /// His coin after it, left.
        own_after_y_m: f64, Bookkeeping "own coin's final place, left";
        /// The other coin after it, ahead.
        other_after_x_m: f64, Bookkeeping "other coin's final place, ahead";
        /// The other coin after it, left.
        other_after_y_m: f64, Bookkeeping "other coin's final place, left";
        /// The ball after it, ahead: where a hop or ride that was judged puts it, else where it rests or fell.
        ball_after_x_m: f64, Bookkeeping "ball's place after the step, ahead";
        /// The ball after it, left.
        ball_after_y_m: f64, Bookkeeping "ball's place after the step, left";
        /// Whether the ball that nobody reached is put on the Centre Spot then, where coins make room, CG-FB10.
        is_dropped: bool, Bookkeeping "chance that an idle ball goes to the centre spot";
        /// Whose turn it is then.
        next_turn: Who, Bookkeeping "player whose turn is next";
        /// What that began with.
        next_restart: Restart, Bookkeeping "restart of the next turn";
        /// In which part of the match it is.
        next_period: Period, Bookkeeping "part of the match that follows";
        /// Goals of player a after the step, those of shootouts aside.
        a_goal_count: u32, Bookkeeping "goals of player A so far" of "a";
        /// Goals of player b.
        b_goal_count: u32, Bookkeeping "goals of player B so far" of "b";
        /// Goals of player a in the penalty series and the centre kicks after the step.
        a_shootout_goal_count: u32, Bookkeeping "shootout goals of player A so far" of "a";
        /// Goals of player b in them.
        b_shootout_goal_count: u32, Bookkeeping "shootout goals of player B so far" of "b";
    }
}

/// Of one match.
#[derive(Clone, Copy, Debug)]
pub struct StepRows {
    /// Number of the match within the trial.
    pub match_no: u32,
    /// Where player a sits.
    pub a_seat: Seat,
    /// Steps so far.
    pub step_no: u32,
}

impl StepRows {
    /// The row of the step that comes.
    pub fn row(&mut self, before: &Match, step: &Step, after: &Match) -> StepRow {
        self.step_no += 1;
        let seat = before.turn.seat;
        let who = |seat: Option<Seat>| Who::at(seat, self.a_seat);
        let whose = |piece: Option<Piece>| Whose::of(piece, seat);
        let frame = before.ends.frame(seat);
        let seen = |at_m: DVec2| at_m * frame;
        let three = |layout: &Layout| [layout.coin(seat), layout.coin(seat.other()), layout.ball()].map(seen);
        let moment = |moment: Option<Moment>| match moment {
            Some(Moment { time_s, at_m }) => (time_s, seen(at_m)),
            None => (f64::NAN, DVec2::NAN),
        };
        let (kind, placed) = match step {
            Step::Placed(piece) => (StepKind::Placed, Some(*piece)),
            Step::Ruled(_) => (StepKind::Ruled, None),
            Step::Thrown(_) => (StepKind::Thrown, None),
            Step::Moved { .. } => (StepKind::Moved, None),
        };
        let judged = step.judged().copied().unwrap_or_else(|| Judged::nothing(before, after));
        let Judged { start, events, draws, verdict } = judged;
        let [own, other, ball] = three(if placed.is_some() { &after.layout } else { &start });
        let [own_rest, other_rest, ball_rest] = three(&events.rest);
        let [own_after, other_after, ball_after] = three(&verdict.layout);
        let (coins_hit_s, coins_hit) = moment(events.coins_hit);
        let (ball_out_s, ball_out) = moment(events.ball_out);
        let (own_out_s, own_out) = moment(events.coin_out[seat.index()]);
        let (other_out_s, other_out) = moment(events.coin_out[seat.other().index()]);
        let at = seen(verdict.at_m);
        let hardest = events.hardest.map(|(_, [one, other])| (one, other)).unzip();
        let [a, b] = [self.a_seat.index(), self.a_seat.other().index()];
        let shootout = [a, b].map(|of| after.series[of].goals + after.centre_kicks[of].goals);
        StepRow {
            match_no: self.match_no,
            step_no: self.step_no,
            move_count: before.move_count,
            turn_no: before.turn_no,
            period: before.period,
            clock_s: before.clock_s,
            took_s: after.elapsed_s - before.elapsed_s,
            limit_s: before.limit_s(),
            step: kind,
            placed: whose(placed),
            mover: who(Some(seat)),
            restart: before.turn.restart,
            turn_move_no: before.turn.move_no,
            moves_left: before.turn.moves_left,
            is_extra: before.turn.is_extra,
            touched_before: who(Some(before.last_touch)),
            idle_count: before.idle_count,
            own_x_m: own.x,
            own_y_m: own.y,
            other_x_m: other.x,
            other_y_m: other.y,
            ball_x_m: ball.x,
            ball_y_m: ball.y,
            ball_hit_s: events.ball_hit_s.unwrap_or(f64::NAN),
            coins_hit_s,
            coins_hit_x_m: coins_hit.x,
            coins_hit_y_m: coins_hit.y,
            first_hit: whose(events.first_hit),
            last_touch: who(events.last_touch),
            ball_out_s,
            ball_out_x_m: ball_out.x,
            ball_out_y_m: ball_out.y,
            ball_fell: events.ball_fell,
            own_out_s,
            own_out_x_m: own_out.x,
            own_out_y_m: own_out.y,
            other_out_s,
            other_out_x_m: other_out.x,
            other_out_y_m: other_out.y,
            hardest: whose(hardest.0),
            hardest_with: whose(hardest.1),
            hard_count: events.hard_count,
            lies: whose(events.stack.map(|[upper, _]| upper)),
            lies_on: whose(events.stack.map(|[_, lower]| lower)),
            own_rest_x_m: own_rest.x,
            own_rest_y_m: own_rest.y,
            other_rest_x_m: other_rest.x,
            other_rest_y_m: other_rest.y,
            ball_rest_x_m: ball_rest.x,
            ball_rest_y_m: ball_rest.y,
            is_given_up: events.unforeseen,
            accident: draws.accident_rad.is_some(),
            illegal_stroke: draws.illegal_stroke,
            touch: draws.touch,
            hand_touch: draws.hand_touch,
            shift_rad: draws.shift_rad,
            extra_move: draws.extra_move,
            bad_throw: draws.bad_throw,
            hop: draws.hop,
            ride_ratio: draws.ride,
            detected: draws.detected,
            award_goal_kick: draws.award_goal_kick,
            award_penalty: draws.award_penalty,
            reading_error_m: draws.reading_error_m,
            award_in_band: draws.award_in_band,
            tempo_ratio: draws.tempo_ratio,
            call: verdict.call.kind,
            given_to: who(Some(verdict.call.seat)),
            at_x_m: at.x,
            at_y_m: at.y,
            exit: Exit::of(verdict.exit, seat),
            foul: FoulKind::of(verdict.foul.map(|(clause, _)| clause)),
            goal_to: who(verdict.goal.map(|goal| goal.to)),
            own_goal: verdict.goal.is_some_and(|goal| goal.own),
            counts_for_scorer: verdict.goal.is_some_and(|goal| goal.counts_for_scorer),
            own_after_x_m: own_after.x,
            own_after_y_m: own_after.y,
            other_after_x_m: other_after.x,
            other_after_y_m: other_after.y,
            ball_after_x_m: ball_after.x,
            ball_after_y_m: ball_after.y,
            is_dropped: placed.is_none() && after.news.has(Clause::Stall),
            next_turn: who(Some(after.turn.seat)),
            next_restart: after.turn.restart,
            next_period: after.period,
            a_goal_count: after.score[a],
            b_goal_count: after.score[b],
            a_shootout_goal_count: shootout[0],
            b_shootout_goal_count: shootout[1],
        }
    }
}
