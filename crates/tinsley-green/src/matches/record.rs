//! Follows a match and leaves its rows.

use tolley_experiment::row::Rows;

use super::ball_rows::{LieRow, RestRow, number};
use super::losses::Losses;
use super::played::Played;
use super::roster::Member;
use super::rows::{EventRow, Fate, GameRow, MatchRow, MatchTables, ShotRow, TurnRow};
use crate::keys::shot::StartPlace;
use crate::laws::{
    Calls, Clause, Ending, Game, Log, MOST_PLAYERS, Match, Outcome, Phase, Reason, ShotEvents, Stance, Toley, Verdict,
    What,
};
use crate::shot::surface::SandDraw;

/// Points by which a side is well behind.
const WELL_BEHIND: u32 = 10;

/// The running turn.
#[derive(Clone, Copy, Debug, Default)]
struct Break {
    points: u32,
    toleys_off: u32,
    shots: u32,
    /// Where its first shot is to be taken from, and the marbles on the ring.
    begin: Option<(StartPlace, u32)>,
    /// What settled its last shot, or a lie that cannot be played.
    clause: Option<Clause>,
    /// By how much the collector miscounts if it ends now.
    miscount: i32,
}

/// Rows in the making; its memory is used again.
#[derive(Debug, Default)]
pub(super) struct MatchRecord {
    /// What has happened in the match.
    pub(super) log: Log,
    turns: Vec<TurnRow>,
    shots: Vec<ShotRow>,
    turn: Break,
    /// The turn at whose end a player's toley was left on the ring and has lain there since.
    left: [Option<usize>; MOST_PLAYERS],
    /// Most points by which each side was behind.
    deficits: [u32; MOST_PLAYERS],
    of_match: MatchRow,
    first_side: u8,
    /// Who had the choice to play first, TG-9f.
    chooser_side: u8,
    slots: Vec<u8>,
}

impl MatchRecord {
    /// Begins a match.
    pub(super) fn begin_match(&mut self) {
        self.of_match = MatchRow::default();
        self.log.notes.clear();
        self.slots.clear();
        self.shots.clear();
        self.turns.clear();
    }

    /// Begins a game.
    pub(super) fn begin_game(&mut self, game: &Game) {
        self.turn = Break::default();
        self.left = [None; MOST_PLAYERS];
        self.deficits = [0; MOST_PLAYERS];
        if game.number == 0 {
            self.slots.extend_from_slice(&game.slots);
            self.first_side = game.side_of(game.shooter);
            self.chooser_side = self.chooser_side_of(game);
        }
    }

    /// Who had the choice and declined plays last.
    fn chooser_side_of(&self, game: &Game) -> u8 {
        let begins = self.log.notes.iter().find(|note| note.what == What::PlaysFirst);
        let declined = begins.is_some_and(|note| note.value == 0.0);
        let chooser = if declined { game.slots.last() } else { game.slots.first() };
        chooser.map_or(self.first_side, |player| game.side_of(*player))
    }

    /// A turn begins: whatever lay on the ring of its player has been kept.
    fn begin_turn(&mut self, game: &Game) {
        let start = if is_on(&game.player().toley) { StartPlace::Ring } else { StartPlace::Edge };
        self.turn.begin = Some((start, game.marbles_on()));
        self.close(game.turn, game.shooter, Fate::Kept);
    }

    /// A lie could not be played.
    pub(super) fn unplayable(&mut self, verdict: &Verdict) {
        (self.turn.clause, self.turn.miscount) = (Some(verdict.clause), verdict.miscount);
    }

    /// A shot is about to be played: where everything lies.
    pub(super) fn lies(game: &Game, rows: &mut Rows) {
        LieRow::all(game).for_each(|lie| rows.push(MatchTables::LIES, lie));
    }

    /// A shot is about to be judged: where it left the balls.
    pub(super) fn rests(game: &Game, events: &ShotEvents, calls: &Calls, rows: &mut Rows) {
        RestRow::all(game, events, calls).for_each(|rest| rows.push(MatchTables::RESTS, rest));
    }

    /// A shot was judged; `seen` are marbles and toleys on the ring before it.
    pub(super) fn shot(&mut self, game: &Game, seen: [u32; 2], played: &Played, verdict: &Verdict) {
        let row = shot_row(game, seen, played, verdict);
        (self.turn.clause, self.turn.miscount) = (Some(verdict.clause), verdict.miscount);
        self.turn.points += verdict.points;
        self.turn.toleys_off += verdict.toleys_knocked;
        self.turn.shots += 1;
        self.of_match.opening_limited |= played.aim.is_limited;
        self.shots.push(row);
    }

    /// What became of the game by a step.
    pub(super) fn after(&mut self, before: &Game, game: &Game, members: &[Member], rows: &mut Rows) {
        if before.phase == Phase::TurnStart {
            self.begin_turn(before);
        }
        for (player, state) in game.players.iter().enumerate() {
            if player != usize::from(before.shooter) && state.toley == Toley::InHand {
                self.close(before.turn, player as u8, Fate::Lost);
            }
        }
        self.note_deficits(game);
        if game.turn == before.turn && game.ending().is_none() {
            return;
        }
        self.end_turn(before, game, members);
        self.push_shots(rows);
        if game.ending().is_some() {
            (0..game.players.len() as u8).for_each(|player| self.close(game.turn, player, Fate::Open));
            self.turns.drain(..).for_each(|turn| rows.push(MatchTables::TURNS, turn));
        }
    }

    fn end_turn(&mut self, before: &Game, game: &Game, members: &[Member]) {
        let turn = core::mem::take(&mut self.turn);
        let Some((start, marbles_before_count)) = turn.begin else { return };
        let is_disqualified = game.ending().is_some_and(|ending| ending.reason == Reason::Disqualified);
        // before he could shoot, a warning has ended the game, or a swap without leave his turn
        let before_shot = if is_disqualified { Clause::Tg9d } else { Clause::Tg4c };
        let shooter = usize::from(before.shooter);
        let player = &game.players[shooter];
        let rest_radius_m = match player.toley {
            Toley::OnRing(at_m) => at_m.truncate().length(),
            Toley::InHand => f64::NAN,
        };
        let toley_stays = is_on(&player.toley);
        if toley_stays {
            self.left[shooter] = Some(self.turns.len());
        }
        self.turns.push(TurnRow {
            game: game.number,
            turn: before.turn,
            player: u32::from(before.shooter),
            side: u32::from(player.side),
            error_ratio: members[shooter].error_ratio,
            start,
            marbles_before_count,
            shot_count: turn.shots,
            points_count: turn.points,
            toleys_off_count: turn.toleys_off,
            told_count: game.told[usize::from(player.side)] - before.told[usize::from(player.side)],
            miscount_count: f64::from(turn.miscount),
            clause_id: turn.clause.unwrap_or(before_shot),
            toley_stays,
            rest_radius_m,
            fate: if toley_stays { Fate::Open } else { Fate::NotLeft },
            lost_share: f64::NAN,
            exposed_turn_count: 0,
        });
    }

    fn push_shots(&mut self, rows: &mut Rows) {
        let mut rest = 0;
        for shot in self.shots.iter_mut().rev() {
            rest += shot.points_count;
            shot.rest_of_break_points_count = rest;
        }
        self.shots.drain(..).for_each(|shot| rows.push(MatchTables::SHOTS, shot));
    }

    /// Notes what became of a toley that was left on the ring.
    fn close(&mut self, turn: u32, player: u8, fate: Fate) {
        let Some(row) = self.left[usize::from(player)].take().and_then(|index| self.turns.get_mut(index)) else {
            return;
        };
        row.fate = fate;
        row.lost_share = match fate {
            Fate::Lost => 1.0,
            Fate::Kept => 0.0,
            Fate::NotLeft | Fate::Open => f64::NAN,
        };
        // the turn in which it was lost counts, the one in which its owner plays again does not
        row.exposed_turn_count = turn.saturating_sub(row.turn + 1) + u32::from(fate == Fate::Lost);
    }

    fn note_deficits(&mut self, game: &Game) {
        let best = game.points.iter().copied().max().unwrap_or(0);
        for (deficit, &points) in self.deficits.iter_mut().zip(&game.points) {
            *deficit = (*deficit).max(best - points);
        }
    }

    /// A game has ended.
    pub(super) fn end_game(&mut self, game: &Game, ending: &Ending, sand: &SandDraw, rows: &mut Rows) {
        let losses = Losses::of(game, &self.log.notes, |loss| rows.push(MatchTables::LOSSES, loss));
        let winner_deficit_count = ending.winner.map_or(0, |winner| self.deficits[usize::from(winner)]);
        let deficits = game.players.iter().map(|player| self.deficits[usize::from(player.side)]);
        let deficit_count = deficits.max().unwrap_or(0);
        let [winner_points_count, loser_points_count] = standing(&game.points, ending.winner);
        let first_side = game.side_of(game.slots[0]);
        let row = GameRow {
            game: game.number,
            form: game.form,
            ending: ending.reason,
            winner_side: number(ending.winner),
            first_side: u32::from(first_side),
            first_wins: ending.winner == Some(first_side),
            a_points_count: game.points[0],
            b_points_count: game.points[1],
            winner_points_count,
            loser_points_count,
            turn_count: game.turn,
            shot_count: game.shot,
            marbles_left_count: game.marbles_on(),
            eliminated_count: losses.total(),
            a_eliminated_5d3_count: losses.by_5d3[0],
            a_eliminated_6b2_count: losses.by_6b2[0],
            a_eliminated_7ii_count: losses.by_7ii[0],
            a_eliminated_7three_count: losses.by_7three[0],
            a_eliminated_9d_count: losses.by_9d[0],
            b_eliminated_5d3_count: losses.by_5d3[1],
            b_eliminated_6b2_count: losses.by_6b2[1],
            b_eliminated_7ii_count: losses.by_7ii[1],
            b_eliminated_7three_count: losses.by_7three[1],
            b_eliminated_9d_count: losses.by_9d[1],
            winner_deficit_count,
            deficit_count,
            duration_s: game.clock_s,
            sand_sliding_friction_ratio: sand.sliding_friction_ratio,
            sand_rolling_friction_ratio: sand.rolling_friction_ratio,
            sand_restitution_ratio: sand.restitution_ratio,
        };
        self.add(&row, ending);
        rows.push(MatchTables::GAMES, row);
    }

    /// Adds a game to the row of its match.
    fn add(&mut self, game: &GameRow, ending: &Ending) {
        let row = &mut self.of_match;
        if game.game == 0 {
            row.marbles_left_count = game.marbles_left_count;
            row.ten_behind = game.deficit_count >= WELL_BEHIND;
            row.comeback = ending.winner.is_some() && game.winner_deficit_count >= WELL_BEHIND;
        }
        row.game_count += 1;
        row.turn_count += game.turn_count;
        row.shot_count += game.shot_count;
        row.eliminated_count += game.eliminated_count;
        row.a_eliminated_5d3_count += game.a_eliminated_5d3_count;
        row.a_eliminated_6b2_count += game.a_eliminated_6b2_count;
        row.a_eliminated_7ii_count += game.a_eliminated_7ii_count;
        row.a_eliminated_7three_count += game.a_eliminated_7three_count;
        row.a_eliminated_9d_count += game.a_eliminated_9d_count;
        row.b_eliminated_5d3_count += game.b_eliminated_5d3_count;
        row.b_eliminated_6b2_count += game.b_eliminated_6b2_count;
        row.b_eliminated_7ii_count += game.b_eliminated_7ii_count;
        row.b_eliminated_7three_count += game.b_eliminated_7three_count;
        row.b_eliminated_9d_count += game.b_eliminated_9d_count;
        row.is_truncated |= ending.is_truncated();
        row.duration_s += game.duration_s;
    }

    /// A match has ended, or was given up.
    pub(super) fn end_match(&mut self, of: &Match, outcome: Option<Outcome>, rows: &mut Rows) {
        // what a match that was given up has left over
        self.push_shots(rows);
        self.turns.drain(..).for_each(|turn| rows.push(MatchTables::TURNS, turn));
        let winner = outcome.and_then(|outcome| outcome.winner);
        let [winner_points_count, loser_points_count] = standing(&of.points, winner);
        let seat = self.slots.iter().position(|&player| Some(of.players[usize::from(player)].side) == winner);
        let row = MatchRow {
            a_wins: winner == Some(0),
            first_wins: winner == Some(self.first_side),
            chooser_wins: winner == Some(self.chooser_side),
            is_drawn: winner.is_none(),
            by_disqualification: outcome.is_some_and(|outcome| outcome.by_disqualification),
            winner_side: number(winner),
            winner_seat: seat.map_or(f64::NAN, |seat| seat as f64),
            winner_points_count,
            loser_points_count,
            a_points_count: of.points[0],
            b_points_count: of.points[1],
            foul_count: self.log.notes.iter().filter(|note| note.what == What::Foul).count() as u32,
            ..self.of_match
        };
        rows.push(MatchTables::MATCHES, row);
        self.log.notes.drain(..).for_each(|note| rows.push(MatchTables::EVENTS, EventRow::of(&note, of)));
    }
}

fn shot_row(game: &Game, [marbles, toleys]: [u32; 2], played: &Played, verdict: &Verdict) -> ShotRow {
    let Played { stance, aim, launch, handling, sink, .. } = played;
    let [toley_x_m, toley_y_m] = end_m(game, played, verdict);
    ShotRow {
        game: game.number,
        turn: game.turn,
        shot: game.shot,
        player: u32::from(game.shooter),
        side: u32::from(game.player().side),
        start: if *stance == Stance::Edge { StartPlace::Edge } else { StartPlace::Ring },
        toley_radius_m: game.player().spec.radius_m,
        knuckle_x_m: played.knuckle_m.x,
        knuckle_y_m: played.knuckle_m.y,
        release_x_m: aim.release_m.x,
        release_y_m: aim.release_m.y,
        azimuth_rad: libm::atan2(aim.direction.y, aim.direction.x),
        speed_m_s: aim.speed_m_s,
        elevation_rad: aim.elevation_rad,
        spin_ratio: aim.spin_ratio,
        aim_error_rad: launch.aim_error_rad,
        launch_speed_m_s: launch.speed_m_s,
        marbles_before_count: marbles,
        toleys_before_count: toleys,
        marbles_off_count: verdict.marbles_knocked,
        toleys_off_count: verdict.toleys_knocked,
        points_count: verdict.points,
        rest_of_break_points_count: 0,
        toley_stays: is_on(&verdict.players[usize::from(game.shooter)].toley),
        toley_x_m,
        toley_y_m,
        clause_id: verdict.clause,
        is_fudged: handling.is_fudged,
        is_cabbaged: handling.is_cabbaged,
        is_misfired: handling.misfire.is_some(),
        is_foul: verdict.foul.is_some(),
        first_hit_s: sink.first_hit_s.unwrap_or(f64::NAN),
        duration_s: sink.duration_s,
        collision_count: sink.collision_count,
        event_count: sink.counters.total(),
        digits_left_count: played.digits_left,
    }
}

/// Where the shooter's toley lies after the verdict, or where it left the ring, right and ahead of the centre, m; not a
/// number where a hand took it up.
fn end_m(game: &Game, played: &Played, verdict: &Verdict) -> [f64; 2] {
    let shooter = usize::from(game.shooter);
    let left_m = || played.events.toleys[shooter].filter(|_| verdict.own_left).map(|lie| lie.at_m);
    let at_m = match verdict.players[shooter].toley {
        Toley::OnRing(at_m) => Some(at_m),
        Toley::InHand => left_m(),
    };
    at_m.map_or([f64::NAN; 2], |at_m| [at_m.x, at_m.y])
}

fn is_on(toley: &Toley) -> bool {
    *toley != Toley::InHand
}

/// Points of the winner and the most of another side; not a number where nobody won.
fn standing(points: &[u32; MOST_PLAYERS], winner: Option<u8>) -> [f64; 2] {
    let Some(winner) = winner.map(usize::from) else { return [f64::NAN; 2] };
    let others = points.iter().enumerate().filter(|(side, _)| *side != winner);
    [f64::from(points[winner]), f64::from(others.map(|(_, &points)| points).max().unwrap_or(0))]
}
