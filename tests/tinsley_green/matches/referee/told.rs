//! The scorer beside the referee: the rows of shots, turns, games and the match, from the games that he judges.

use std::collections::{BTreeMap, BTreeSet};

use tolley_tinsley_green::keys::shot::StartPlace;
use tolley_tinsley_green::laws::{Clause, Game, Match, Outcome, ShotEvents, Toley, Verdict, What};
use tolley_tinsley_green::matches::rows::Fate;
use tolley_tinsley_green::shot::BallKind;

use super::game::{end_m, name, number, start, without_shot};
use super::sheet::{Found, Told, get, set};

/// Clauses that put players out, with their columns.
const LOSSES: [(Clause, [&str; 2]); 5] = [
    (Clause::Tg5d3, ["a_eliminated_5d3_count", "b_eliminated_5d3_count"]),
    (Clause::Tg6b2, ["a_eliminated_6b2_count", "b_eliminated_6b2_count"]),
    (Clause::Tg7ii, ["a_eliminated_7ii_count", "b_eliminated_7ii_count"]),
    (Clause::Tg7three, ["a_eliminated_7three_count", "b_eliminated_7three_count"]),
    (Clause::Tg9d, ["a_eliminated_9d_count", "b_eliminated_9d_count"]),
];
/// Columns of a match that are sums over its games.
const SUMS: [&str; 4] = ["turn_count", "shot_count", "eliminated_count", "duration_s"];

#[derive(Clone, Copy, Debug)]
struct Turn {
    start: StartPlace,
    marbles: u32,
    clause: Option<Clause>,
    miscount: f64,
}

/// What the scorer has written so far.
#[derive(Debug, Default)]
pub struct Scorer {
    /// Turns of the running game that have ended.
    turns: Vec<Told>,
    turn: Option<Turn>,
    /// The ended turn since which a player's toley lies on the ring.
    left: BTreeMap<usize, usize>,
    /// Most points by which each side was behind.
    behind: BTreeMap<usize, u32>,
    /// Sides of the first game in the order of play, and who had the choice to play first.
    seats: Vec<u8>,
    chooser: Option<u8>,
}

fn flag(is_so: bool) -> f64 {
    f64::from(u8::from(is_so))
}

/// Points of the winner and the most of another side.
fn standing(points: &[u32], winner: Option<u8>) -> [f64; 2] {
    let Some(winner) = winner.map(usize::from) else { return [f64::NAN; 2] };
    let others = (0..points.len()).filter(|side| *side != winner).map(|side| points[side]);
    [f64::from(points[winner]), f64::from(others.max().unwrap_or(0))]
}

impl Scorer {
    /// Turns that have ended, of all games.
    pub fn turns_before(&self, found: &Found) -> usize {
        found.count("turns") + self.turns.len()
    }

    pub fn begin_game(&mut self, game: &Game, found: &Found) {
        self.behind.clear();
        if game.number > 0 {
            return;
        }
        self.seats = game.slots.iter().map(|player| game.side_of(*player)).collect();
        let events = &found.0["events"];
        let first = events.iter().find(|row| get(row, "event") == name(What::PlaysFirst));
        let declined = first.is_some_and(|row| get(row, "value") == 0.0);
        self.chooser = if declined { self.seats.last() } else { self.seats.first() }.copied();
    }

    pub fn begin_turn(&mut self, game: &Game) {
        let (start, marbles) = (start(&game.player().toley), game.marbles_on());
        self.turn = Some(Turn { start, marbles, clause: None, miscount: 0.0 });
        self.close(game.shooter.into(), Fate::Kept, game.turn, 0);
    }

    /// What became of a toley that was left on the ring, in a turn before which or by whose end it was seen.
    fn close(&mut self, player: usize, fate: Fate, turn: u32, own: u32) {
        let Some(row) = self.left.remove(&player) else { return };
        let row = &mut self.turns[row];
        let lost = match fate {
            Fate::Lost => 1.0,
            Fate::Kept => 0.0,
            Fate::Open | Fate::NotLeft => f64::NAN,
        };
        let since = f64::from(turn + own) - get(row, "turn") - 1.0;
        set(row, "fate", name(fate));
        set(row, "lost_share", lost);
        set(row, "exposed_turn_count", since);
    }

    /// What settled a shot, or ended a turn without one.
    pub fn settle(&mut self, clause: Clause, miscount: f64) {
        if let Some(turn) = &mut self.turn {
            (turn.clause, turn.miscount) = (Some(clause), miscount);
        }
    }

    /// Every ball on the ring before a shot.
    pub fn lies(&mut self, game: &Game, found: &mut Found) {
        let row = |ball: BallKind, own: usize, at_m: glam::DVec3, radius_m: f64| -> Told {
            vec![
                ("game", game.number.into()),
                ("turn", game.turn.into()),
                ("shot", game.shot.into()),
                ("ball", name(ball)),
                ("number", own as f64),
                ("radius_m", radius_m),
                ("x_m", at_m.x),
                ("y_m", at_m.y),
                ("z_m", at_m.z),
            ]
        };
        for (i, marble) in game.marbles.iter().enumerate().filter(|(_, marble)| marble.is_on) {
            found.rows("lies").push(row(BallKind::Marble, i, marble.at_m, marble.radius_m));
        }
        for (i, player) in game.players.iter().enumerate() {
            if let Toley::OnRing(at_m) = player.toley {
                found.rows("lies").push(row(BallKind::Toley, i, at_m, player.spec.radius_m));
            }
        }
    }

    pub fn shot(&mut self, game: &Game, events: &ShotEvents, verdict: &Verdict, found: &mut Found) {
        let shooter = usize::from(game.shooter);
        let on_ring = |(player, state): (usize, &tolley_tinsley_green::laws::PlayerState)| {
            player != shooter && state.toley != Toley::InHand
        };
        let [toley_x_m, toley_y_m] = end_m(game, events, verdict);
        found.rows("shots").push(vec![
            ("game", game.number.into()),
            ("turn", game.turn.into()),
            ("shot", game.shot.into()),
            ("player", game.shooter.into()),
            ("side", game.player().side.into()),
            ("start", name(start(&game.player().toley))),
            ("toley_radius_m", game.player().spec.radius_m),
            ("marbles_before_count", game.marbles_on().into()),
            ("toleys_before_count", game.players.iter().enumerate().filter(|state| on_ring(*state)).count() as f64),
            ("marbles_off_count", verdict.marbles_knocked.into()),
            ("toleys_off_count", verdict.toleys_knocked.into()),
            ("points_count", verdict.points.into()),
            ("rest_of_break_points_count", 0.0),
            ("toley_stays", flag(verdict.players[shooter].toley != Toley::InHand)),
            ("toley_x_m", toley_x_m),
            ("toley_y_m", toley_y_m),
            ("clause_id", name(verdict.clause)),
            ("is_foul", flag(verdict.foul.is_some())),
        ]);
    }

    /// What became of the game by a step.
    pub fn after(&mut self, before: &Game, game: &Game, found: &mut Found) {
        for (player, state) in game.players.iter().enumerate() {
            if player != usize::from(before.shooter) && state.toley == Toley::InHand {
                // the turn in which it was lost counts
                self.close(player, Fate::Lost, before.turn, 1);
            }
        }
        let best = game.points.iter().copied().max().unwrap_or(0);
        for (side, points) in game.points.iter().enumerate() {
            let most = self.behind.entry(side).or_default();
            *most = (*most).max(best - points);
        }
        if game.turn != before.turn || game.ending().is_some() {
            self.end_turn(before, game, found);
        }
        if game.ending().is_some() {
            (0..game.players.len()).for_each(|player| self.close(player, Fate::Open, game.turn, 0));
            found.rows("turns").append(&mut self.turns);
        }
    }

    fn end_turn(&mut self, before: &Game, game: &Game, found: &mut Found) {
        let Some(turn) = self.turn.take() else { return };
        let shooter = usize::from(before.shooter);
        let state = &game.players[shooter];
        let is_own = |row: &&mut Told| {
            get(row, "game") == f64::from(before.number) && get(row, "turn") == f64::from(before.turn)
        };
        let (mut shots, mut points, mut toleys_off) = (0.0, 0.0, 0.0);
        for row in found.rows("shots").iter_mut().rev().take_while(is_own) {
            shots += 1.0;
            points += get(row, "points_count");
            toleys_off += get(row, "toleys_off_count");
            set(row, "rest_of_break_points_count", points);
        }
        let (rest_radius_m, stays) = match state.toley {
            Toley::OnRing(at_m) => (at_m.truncate().length(), true),
            Toley::InHand => (f64::NAN, false),
        };
        if stays {
            self.left.insert(shooter, self.turns.len());
        }
        // what the scorer was told stands in the events
        let is_then = |row: &&Told| {
            let is_collected = get(row, "event") == name(What::Collected);
            is_collected && get(row, "game") == f64::from(before.number) && get(row, "turn") == f64::from(before.turn)
        };
        let told: f64 = found.0["events"].iter().filter(is_then).map(|row| get(row, "value")).sum();
        self.turns.push(vec![
            ("game", game.number.into()),
            ("turn", before.turn.into()),
            ("player", before.shooter.into()),
            ("side", state.side.into()),
            ("start", name(turn.start)),
            ("marbles_before_count", turn.marbles.into()),
            ("shot_count", shots),
            ("points_count", points),
            ("toleys_off_count", toleys_off),
            ("told_count", told),
            ("clause_id", name(turn.clause.unwrap_or_else(|| without_shot(game)))),
            ("toley_stays", flag(stays)),
            ("rest_radius_m", rest_radius_m),
            ("fate", name(if stays { Fate::Open } else { Fate::NotLeft })),
            ("lost_share", f64::NAN),
            ("exposed_turn_count", 0.0),
        ]);
    }

    pub fn end_game(&mut self, game: &Game, found: &mut Found) {
        let ending = game.ending().expect("it has ended");
        let losses = losses(game, found);
        let [winner_points, loser_points] = standing(&game.points, ending.winner);
        let of_game = |row: &&Told| get(row, "game") == f64::from(game.number);
        let turns = found.0["turns"].iter().filter(of_game).count();
        let shots = found.0.get("shots").map_or(0, |rows| rows.iter().filter(of_game).count());
        let behind = |side: u8| self.behind.get(&side.into()).copied().unwrap_or(0);
        let first = game.side_of(game.slots[0]);
        let mut row: Told = vec![
            ("game", game.number.into()),
            ("form", name(game.form)),
            ("ending", name(ending.reason)),
            ("winner_side", number(ending.winner)),
            ("first_side", first.into()),
            ("first_wins", flag(ending.winner == Some(first))),
            ("a_points_count", game.points[0].into()),
            ("b_points_count", game.points[1].into()),
            ("winner_points_count", winner_points),
            ("loser_points_count", loser_points),
            ("turn_count", turns as f64),
            ("shot_count", shots as f64),
            ("marbles_left_count", game.marbles_on().into()),
            ("winner_deficit_count", ending.winner.map_or(0, behind).into()),
            ("deficit_count", game.players.iter().map(|player| behind(player.side)).max().unwrap_or(0).into()),
            ("duration_s", game.clock_s),
        ];
        row.push(("eliminated_count", losses.len() as f64));
        for (clause, columns) in LOSSES {
            for (of_others, column) in [(false, columns[0]), (true, columns[1])] {
                let of =
                    |loss: &&Told| get(loss, "clause_id") == name(clause) && (get(loss, "side") > 0.0) == of_others;
                row.push((column, losses.iter().filter(of).count() as f64));
            }
        }
        found.rows("games").push(row);
        found.rows("losses").extend(losses);
    }

    pub fn end_match(&mut self, of: &Match, outcome: &Outcome, found: &mut Found) {
        let games = found.0["games"].clone();
        let sum = |name: &str| games.iter().map(|row| get(row, name)).sum::<f64>();
        let winner = outcome.winner;
        let [winner_points, loser_points] = standing(&of.points, winner);
        let seat = self.seats.iter().position(|side| Some(*side) == winner);
        let events = found.0["events"].clone();
        let count = |what: f64| events.iter().filter(|row| get(row, "event") == what).count() as f64;
        let mut row: Told = vec![
            ("a_wins", flag(winner == Some(0))),
            ("first_wins", flag(winner.is_some() && winner == self.seats.first().copied())),
            ("chooser_wins", flag(winner.is_some() && winner == self.chooser)),
            ("is_drawn", flag(winner.is_none())),
            ("by_disqualification", flag(outcome.by_disqualification)),
            ("winner_side", number(winner)),
            ("winner_seat", seat.map_or(f64::NAN, |seat| seat as f64)),
            ("game_count", games.len() as f64),
            ("winner_points_count", winner_points),
            ("loser_points_count", loser_points),
            ("a_points_count", of.points[0].into()),
            ("b_points_count", of.points[1].into()),
            ("foul_count", count(name(What::Foul))),
            ("is_truncated", flag(count(name(What::CutShort)) > 0.0)),
            ("ten_behind", flag(get(&games[0], "deficit_count") >= 10.0)),
            ("comeback", flag(get(&games[0], "winner_deficit_count") >= 10.0)),
            ("marbles_left_count", get(&games[0], "marbles_left_count")),
        ];
        row.extend(
            SUMS.into_iter().chain(LOSSES.into_iter().flat_map(|(_, columns)| columns)).map(|name| (name, sum(name))),
        );
        found.rows("matches").push(row);
    }
}

/// Who was put out of a game, each once, and by which clause first.
fn losses(game: &Game, found: &Found) -> Vec<Told> {
    let (mut out, mut losses) = (BTreeSet::new(), Vec::new());
    for row in found.0["events"].iter().filter(|row| get(row, "game") == f64::from(game.number)) {
        let is_out = [What::Eliminated, What::Disqualified].map(name).contains(&get(row, "event"));
        if is_out && out.insert(get(row, "player") as u8) {
            losses.push(
                ["game", "turn", "shot", "player", "side", "clause_id"].map(|name| (name, get(row, name))).to_vec(),
            );
        }
    }
    losses
}
