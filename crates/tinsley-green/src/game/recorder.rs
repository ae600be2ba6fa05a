//! Follows a match and leaves its rows.

use tolley_experiment::row::Rows;

use super::court::Court;
use super::rows::{EventRow, Fate, GameRow, MatchRow, ShotRow, Start, TurnRow, somebody};
use super::shot::Played;
use super::squad::Squad;
use crate::hand::From;
use crate::laws::{Clause, Contest, Ending, Game, Log, MOST_PLAYERS, NOBODY, Status, Toley, What};
use crate::surface::Laid;

/// Numbers of the tables.
const MATCHES: usize = 0;
const GAMES: usize = 1;
const TURNS: usize = 2;
const SHOTS: usize = 3;
const EVENTS: usize = 4;

/// Points by which a side is well behind.
const WELL_BEHIND: u32 = 10;

/// The running turn.
#[derive(Clone, Copy, Debug, Default)]
struct Break {
    points: u32,
    toleys_off: u32,
    shots: u32,
    /// Of its first shot, or of a lie that cannot be played.
    begin: Option<(Start, u32)>,
}

/// Rows in the making; its memory is used again.
#[derive(Debug, Default)]
pub struct Recorder {
    turns: Vec<TurnRow>,
    shots: Vec<ShotRow>,
    turn: Break,
    /// The turn at whose end a player's toley was left on the ring and has lain there since.
    left: [Option<usize>; MOST_PLAYERS],
    /// Most points by which each side was behind.
    deficits: [u32; MOST_PLAYERS],
    of_match: MatchRow,
    first_side: u8,
    slots: Vec<u8>,
}

impl Recorder {
    /// Begins a match.
    pub(super) fn begin_match(&mut self) {
        self.of_match = MatchRow::default();
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
        }
    }

    /// A player is about to shoot.
    fn note_start(&mut self, game: &Game, court: &Court, start: Start) {
        if self.turn.begin.is_none() {
            self.turn.begin = Some((start, court.seen()[0]));
            self.close(game, game.shooter, Fate::Kept);
        }
    }

    /// A lie could not be played; called before the game goes on.
    pub(super) fn unplayable(&mut self, game: &Game, court: &Court) {
        self.note_start(game, court, Start::Ring);
    }

    /// A shot was judged; called before the game goes on.
    pub(super) fn shot(&mut self, game: &Game, court: &Court, played: &Played) {
        let start = if played.from == From::Edge { Start::Edge } else { Start::Ring };
        self.note_start(game, court, start);
        let verdict = &court.verdict;
        let (Played { aim, launch, handling, story, .. }, [marbles, toleys]) = (played, court.seen());
        let [toley_x_m, toley_y_m] = court.own_rest_m(game.shooter);
        self.turn.points += verdict.points;
        self.turn.toleys_off += verdict.toleys_knocked;
        self.turn.shots += 1;
        self.shots.push(ShotRow {
            game: game.number,
            turn: game.turn,
            shot: game.shot,
            player: u32::from(game.shooter),
            side: u32::from(game.player().side),
            start,
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
            first_hit_s: story.first_hit_s.unwrap_or(f64::NAN),
            duration_s: story.duration_s,
            collision_count: story.collision_count,
            event_count: story.event_count,
            digits_left_count: played.digits_left,
        });
    }

    /// What became of the game; `before` tells whose turn it was, and which.
    pub(super) fn after(&mut self, game: &Game, before: Before, clause: Clause, squad: &Squad, rows: &mut Rows) {
        for player in 0..MOST_PLAYERS as u8 {
            if player != before.shooter && !is_on(&game.players[usize::from(player)].toley) {
                self.close_at(before.turn, player, Fate::Lost);
            }
        }
        self.note_deficits(game);
        if game.turn == before.turn && game.ending().is_none() {
            return;
        }
        self.end_turn(game, before, clause, squad);
        self.push_shots(rows);
        if game.ending().is_some() {
            (0..MOST_PLAYERS as u8).for_each(|player| self.close_at(game.turn, player, Fate::Open));
            self.turns.drain(..).for_each(|turn| rows.push(TURNS, turn));
        }
    }

    fn end_turn(&mut self, game: &Game, before: Before, clause: Clause, squad: &Squad) {
        let turn = core::mem::take(&mut self.turn);
        // a turn that a warning or a swap without leave ended has no shot
        let Some((start, marbles_before_count)) = turn.begin else { return };
        let player = &game.players[usize::from(before.shooter)];
        let rest_radius_m = match player.toley {
            Toley::OnRing(at_m) => at_m.truncate().length(),
            Toley::InHand => f64::NAN,
        };
        let toley_stays = is_on(&player.toley);
        if toley_stays {
            self.left[usize::from(before.shooter)] = Some(self.turns.len());
        }
        self.turns.push(TurnRow {
            game: game.number,
            turn: before.turn,
            player: u32::from(before.shooter),
            side: u32::from(player.side),
            error_ratio: squad.members[usize::from(before.shooter)].error_ratio,
            start,
            marbles_before_count,
            shot_count: turn.shots,
            points_count: turn.points,
            toleys_off_count: turn.toleys_off,
            clause_id: clause,
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
        self.shots.drain(..).for_each(|shot| rows.push(SHOTS, shot));
    }

    fn close(&mut self, game: &Game, player: u8, fate: Fate) {
        self.close_at(game.turn, player, fate);
    }

    /// Notes what became of a toley that was left on the ring.
    fn close_at(&mut self, turn: u32, player: u8, fate: Fate) {
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
    pub(super) fn end_game(&mut self, game: &Game, ending: &Ending, laid: &Laid, rows: &mut Rows) {
        let points = standing(&game.points, ending.winner);
        let eliminated = game.players.iter().filter(|player| player.status == Status::Eliminated).count() as u32;
        let winner_deficit_count = self.deficits.get(usize::from(ending.winner)).copied().unwrap_or(0);
        let taking_part = game.players.iter().filter(|player| player.side != NOBODY);
        let deficit_count = taking_part.map(|player| self.deficits[usize::from(player.side)]).max().unwrap_or(0);
        let first_side = game.slots.first().map_or(NOBODY, |&player| game.side_of(player));
        rows.push(
            GAMES,
            GameRow {
                game: game.number,
                form: game.form,
                ending: ending.reason,
                winner_side: somebody(ending.winner),
                first_side: u32::from(first_side),
                first_wins: ending.winner == first_side,
                a_points_count: game.points[0],
                b_points_count: game.points[1],
                winner_points_count: points[0],
                loser_points_count: points[1],
                turn_count: game.turn,
                shot_count: game.shot,
                marbles_left_count: game.marbles_on(),
                eliminated_count: eliminated,
                winner_deficit_count,
                deficit_count,
                duration_s: game.clock_s,
                laid_sliding_friction_ratio: laid.sliding_friction_ratio,
                laid_rolling_friction_ratio: laid.rolling_friction_ratio,
                laid_restitution_ratio: laid.restitution_ratio,
            },
        );
        let row = &mut self.of_match;
        if game.number == 0 {
            row.marbles_left_count = game.marbles_on();
            row.ten_behind = deficit_count >= WELL_BEHIND;
            row.comeback = ending.winner != NOBODY && winner_deficit_count >= WELL_BEHIND;
        }
        row.game_count += 1;
        row.turn_count += game.turn;
        row.shot_count += game.shot;
        row.eliminated_count += eliminated;
        row.is_truncated |= ending.is_truncated();
        row.duration_s += game.clock_s;
    }

    /// A match has ended, or was given up.
    pub(super) fn end_match(&mut self, contest: &Contest, outcome: Option<(u8, bool)>, log: &mut Log, rows: &mut Rows) {
        // what a match that was given up has left over
        self.push_shots(rows);
        self.turns.drain(..).for_each(|turn| rows.push(TURNS, turn));
        let (winner, by_disqualification) = outcome.unwrap_or((NOBODY, false));
        let [winner_points_count, loser_points_count] = standing(&contest.points, winner);
        let seat = self.slots.iter().position(|&player| contest.players[usize::from(player)].side == winner);
        rows.push(
            MATCHES,
            MatchRow {
                a_wins: winner == 0,
                first_wins: winner != NOBODY && winner == self.first_side,
                is_drawn: winner == NOBODY,
                by_disqualification,
                winner_side: somebody(winner),
                winner_seat: seat.map_or(f64::NAN, |seat| seat as f64),
                winner_points_count,
                loser_points_count,
                a_points_count: contest.points[0],
                b_points_count: contest.points[1],
                foul_count: log.notes.iter().filter(|note| note.what == What::Foul).count() as u32,
                ..self.of_match
            },
        );
        for note in log.notes.drain(..) {
            rows.push(
                EVENTS,
                EventRow {
                    game: note.game,
                    turn: note.turn,
                    shot: note.shot,
                    player: somebody(note.player),
                    clause_id: note.clause,
                    event: note.what,
                    value: note.value,
                },
            );
        }
    }
}

/// Whose turn it was, and which.
#[derive(Clone, Copy, Debug)]
pub(super) struct Before {
    pub(super) shooter: u8,
    pub(super) turn: u32,
}

impl Before {
    pub(super) fn of(game: &Game) -> Before {
        Before { shooter: game.shooter, turn: game.turn }
    }
}

fn is_on(toley: &Toley) -> bool {
    *toley != Toley::InHand
}

/// Points of the winner and the most of another side; not a number where nobody won.
fn standing(points: &[u32; MOST_PLAYERS], winner: u8) -> [f64; 2] {
    let Some(&won) = points.get(usize::from(winner)) else { return [f64::NAN; 2] };
    let others = points.iter().enumerate().filter(|(side, _)| *side != usize::from(winner));
    [f64::from(won), f64::from(others.map(|(_, &points)| points).max().unwrap_or(0))]
}
