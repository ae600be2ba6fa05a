//! Writes a match down as it is played: counts always, Moves and events if asked for.

use glam::DVec2;
use tolley_experiment::row::Rows;

use super::rows::{EventRow, MoveRow};
use super::run::{Act, Scribe};
use super::tally::{Tally, who};
use crate::laws::judge::Verdict;
use crate::laws::{Match, Seat};
use crate::play::{Played, Stand};
use crate::players::{Intent, Launch};

/// Which tables get rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Record {
    /// Contests and matches.
    Matches,
    /// Moves too.
    Moves,
    /// Events too.
    Events,
}

impl Record {
    /// The choice of `contest.record` with this name.
    pub fn named(name: &str) -> Record {
        match name {
            "events" => Record::Events,
            "moves" => Record::Moves,
            _ => Record::Matches,
        }
    }
}

/// Number of the table of Moves.
const MOVES: usize = 2;
/// Number of the table of events.
const EVENTS: usize = 3;

/// Takes down one match.
pub struct Records<'a> {
    record: Record,
    match_no: u32,
    a_seat: Seat,
    rows: &'a mut Rows,
    /// The counts so far.
    pub tally: Tally,
    /// Who kicked off, or kicked first.
    pub starter: Seat,
}

impl Records<'_> {
    /// Nothing yet, of match number `match_no` of its trial.
    pub fn new(record: Record, match_no: u32, a_seat: Seat, rows: &mut Rows) -> Records<'_> {
        Records { record, match_no, a_seat, rows, tally: Tally::default(), starter: Seat::X }
    }

    fn events(&mut self, game: &Match) {
        for clause in game.news.iter() {
            let row = EventRow {
                match_no: self.match_no,
                move_no: game.move_count,
                period: game.period,
                elapsed_s: game.elapsed_s,
                clause,
                turn_of: who(Some(game.turn.seat), self.a_seat),
            };
            self.rows.push(EVENTS, row);
        }
    }

    fn moved(&mut self, before: &Match, intent: Option<&Intent>, launch: &Launch, played: &Played, verdict: &Verdict) {
        let (seat, stand) = (before.turn.seat, Stand::of(&before.layout, before.turn.seat, before.ends));
        let angle = |direction: DVec2| libm::atan2(direction.y, direction.x);
        let who = |seat: Option<Seat>| who(seat, self.a_seat);
        let row = MoveRow {
            match_no: self.match_no,
            move_no: before.move_count + 1,
            period: before.period,
            clock_s: before.clock_s,
            mover: who(Some(seat)),
            restart: before.turn.restart,
            turn_move_no: before.turn.move_no,
            own_x_m: stand.own_m.x,
            own_y_m: stand.own_m.y,
            ball_x_m: stand.ball_m.x,
            ball_y_m: stand.ball_m.y,
            other_x_m: stand.other_m.x,
            other_y_m: stand.other_m.y,
            meant_rad: intent.map_or(f64::NAN, |intent| angle(intent.direction)),
            meant_speed_m_s: intent.map_or(f64::NAN, |intent| intent.speed_m_s),
            launch_rad: angle(launch.direction),
            launch_speed_m_s: launch.speed_m_s,
            launch_offset_ratio: launch.offset_ratio,
            refused: intent.is_some_and(|intent| intent.refuses),
            ball_hit: verdict.ball_hit,
            ball_speed_m_s: played.counts.ball_speed_m_s.unwrap_or(f64::NAN),
            collision_count: played.counts.collision_count,
            ball_end_x_m: played.end.ball_m.x,
            ball_end_y_m: played.end.ball_m.y,
            call: verdict.call.kind,
            given_to: who(Some(verdict.call.seat)),
            goal_to: who(verdict.goal.map(|goal| goal.to)),
            foul_by: who(verdict.foul.map(|(_, by)| by)),
            motion_s: played.counts.duration_s,
        };
        self.rows.push(MOVES, row);
    }
}

impl Scribe for Records<'_> {
    fn begin(&mut self, game: &Match) {
        self.starter = game.turn.seat;
        self.tally.begin(game);
        if self.record == Record::Events {
            self.events(game);
        }
    }

    fn note(&mut self, before: &Match, act: &Act, after: &Match) {
        self.tally.note(before, act, after);
        if self.record == Record::Matches {
            return;
        }
        if let Act::Moved { intent, launch, played, verdict } = act {
            self.moved(before, intent.as_ref(), launch, played, verdict);
        }
        // putting a piece applies no clause: the news of the restart still stand
        if self.record == Record::Events && !matches!(act, Act::Placed(_)) {
            self.events(after);
        }
    }
}
