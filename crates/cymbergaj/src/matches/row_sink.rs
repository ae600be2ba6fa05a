//! Writes a match down as it is played: counts always, Moves and events if asked for.

use glam::DVec2;
use tolley_experiment::row::Rows;

use super::keys::RecordLevel;
use super::record::MatchRecord;
use super::rows::{EventRow, MoveRow, Who};
use super::sink::{Judged, MatchSink, Step};
use super::step_row::StepRows;
use super::tables::ContestTables;
use crate::laws::{Match, Seat};
use crate::shot::{Intent, Launch, Played, PlayerView};

/// Takes down one match.
pub struct RowSink<'a> {
    level: RecordLevel,
    match_no: u32,
    a_seat: Seat,
    steps: StepRows,
    rows: &'a mut Rows,
    /// The counts so far.
    pub record: MatchRecord,
    /// Who kicked off, or kicked first.
    pub starter: Seat,
}

impl RowSink<'_> {
    /// Nothing yet, of match number `match_no` of its trial.
    pub fn new(level: RecordLevel, match_no: u32, a_seat: Seat, rows: &mut Rows) -> RowSink<'_> {
        let steps = StepRows { match_no, a_seat, step_no: 0 };
        RowSink { level, match_no, a_seat, steps, rows, record: MatchRecord::default(), starter: Seat::X }
    }

    fn events(&mut self, game: &Match) {
        for clause in game.news.iter() {
            let row = EventRow {
                match_no: self.match_no,
                move_no: game.move_count,
                period: game.period,
                elapsed_s: game.elapsed_s,
                clause,
                turn_of: Who::at(Some(game.turn.seat), self.a_seat),
            };
            self.rows.push(ContestTables::EVENTS, row);
        }
    }

    fn moved(&mut self, before: &Match, intent: Option<&Intent>, launch: &Launch, played: &Played, judged: &Judged) {
        let Judged { start, verdict, .. } = judged;
        let (seat, view) = (before.turn.seat, PlayerView::of(start, before.turn.seat, before.ends));
        // a ball that left ends where it did by the rules, not where it fell or came to rest
        let ball_end_m =
            if verdict.exit.is_some() { verdict.at_m * before.ends.frame(seat) } else { played.end.ball_m };
        let ball_after_m = verdict.layout.ball() * before.ends.frame(seat);
        let angle = |direction: DVec2| libm::atan2(direction.y, direction.x);
        let who = |seat: Option<Seat>| Who::at(seat, self.a_seat);
        let row = MoveRow {
            match_no: self.match_no,
            move_no: before.move_count + 1,
            period: before.period,
            clock_s: before.clock_s,
            mover: who(Some(seat)),
            turn_no: before.turn_no,
            restart: before.turn.restart,
            turn_move_no: before.turn.move_no,
            own_x_m: view.own_m.x,
            own_y_m: view.own_m.y,
            ball_x_m: view.ball_m.x,
            ball_y_m: view.ball_m.y,
            other_x_m: view.other_m.x,
            other_y_m: view.other_m.y,
            meant_rad: intent.map_or(f64::NAN, |intent| angle(intent.direction)),
            meant_speed_m_s: intent.map_or(f64::NAN, |intent| intent.speed_m_s),
            launch_rad: angle(launch.direction),
            launch_speed_m_s: launch.speed_m_s,
            launch_offset_ratio: launch.offset_ratio,
            hop_speed_m_s: launch.lifted.hop_m_s.unwrap_or(f64::NAN),
            refused: intent.is_some_and(|intent| intent.refuses),
            ball_hit: verdict.ball_hit,
            ball_speed_m_s: played.record.ball_speed_m_s.unwrap_or(f64::NAN),
            collision_count: played.record.collision_count,
            ball_end_x_m: ball_end_m.x,
            ball_end_y_m: ball_end_m.y,
            ball_after_x_m: ball_after_m.x,
            ball_after_y_m: ball_after_m.y,
            call: verdict.call.kind,
            given_to: who(Some(verdict.call.seat)),
            goal_to: who(verdict.goal.map(|goal| goal.to)),
            own_goal: verdict.goal.is_some_and(|goal| goal.own),
            counts_for_scorer: verdict.goal.is_some_and(|goal| goal.counts_for_scorer),
            foul_by: who(verdict.foul.map(|(_, by)| by)),
            motion_s: played.record.duration_s,
        };
        self.rows.push(ContestTables::MOVES, row);
    }
}

impl MatchSink for RowSink<'_> {
    fn begin(&mut self, game: &Match) {
        self.starter = game.turn.seat;
        self.record.begin(game);
        if self.level == RecordLevel::Events {
            self.events(game);
        }
    }

    fn step(&mut self, before: &Match, step: &Step, after: &Match) {
        self.record.step(before, step, after);
        if self.level == RecordLevel::Matches {
            return;
        }
        if let Step::Moved { intent, launch, played, judged } = step {
            self.moved(before, intent.as_ref(), launch, played, judged);
        }
        if self.level != RecordLevel::Moves {
            let row = self.steps.row(before, step, after);
            self.rows.push(ContestTables::STEPS, row);
        }
        // putting a piece applies no clause: the news of the restart still stand
        if self.level == RecordLevel::Events && !matches!(step, Step::Placed(_)) {
            self.events(after);
        }
    }
}
