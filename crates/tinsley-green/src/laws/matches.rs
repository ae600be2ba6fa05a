//! The match: which game comes next, who plays it in which order, and who has won: TG-9a, TG-9b, TG-9f, TG-10, TG-11.

use super::choices::{MatchKind, MatchWin};
use super::clause::Clause;
use super::game::{Form, Game, MOST_PLAYERS, Marble, PlayerState, Reason, Status, bits, only};
use super::log::{Log, Moment, What};
use super::placement::Refusal;
use super::rules::Laws;
use crate::keys::balls::Spec;

/// A game that is to be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fixture {
    /// Its number in the match, from 0; tie-breaks are numbered on.
    pub number: u32,
    /// Which kind of game it is.
    pub form: Form,
    /// A bit for each player who takes part.
    pub players: u16,
    /// A bit for each player who drops his toley from the nose for it: the captains, or all, TG-9f, TG-11a.
    pub droppers: u16,
    /// Marbles of the rack.
    pub rack: u32,
    /// Points that win.
    pub target: u32,
}

/// How a match ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The side that won; none for a draw.
    pub winner: Option<u8>,
    /// Whether it won because the other was disqualified, TG-9d.
    pub by_disqualification: bool,
}

/// What comes next in a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Coming {
    /// A game.
    Game(Fixture),
    /// Nothing more.
    Over(Outcome),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// One of the games of the match.
    Game,
    /// A tie-break between sides that are level, for a game or (`of_match`) for the match.
    TieBreak { level: u16, of_match: bool },
    /// The end.
    Over(Outcome),
}

/// A match.
#[derive(Clone, Debug, PartialEq)]
pub struct Match {
    /// The players with their toleys; what a game changes of them is forgotten after it, swaps aside.
    pub players: Vec<PlayerState>,
    /// Games won by each side.
    pub games_won: [u32; MOST_PLAYERS],
    /// Points of each side in the games of the match, tie-breaks aside.
    pub points: [u32; MOST_PLAYERS],
    /// Public warnings of each side, TG-9d.
    pub warnings: [u32; MOST_PLAYERS],
    /// By how much more often a side wins the coming game that plays first, as the sides know, TG-9f.
    pub first_gain_share: f64,
    /// What happened between games, until the reader takes it.
    pub log: Log,
    /// Each side's players in their order.
    orders: Vec<Vec<u8>>,
    stage: Stage,
    /// Games and tie-breaks that have been played.
    played: u32,
    /// Games that have been decided.
    decided: u32,
    /// Tie-breaks for the game or match in hand.
    tie_breaks: u32,
    is_playing: bool,
}

impl Match {
    /// A match about to begin; one make of toley for each player. At the head of its log stands what TG-10, TG-12 and
    /// TG-13 ask for: who picked the players, the captains, who sit on the Board of the day, and how many keys are
    /// amended.
    ///
    /// # Panics
    /// When the format has more players than makes, or than a match can have; [`Laws::faults`] refuses the latter.
    pub fn new(laws: &Laws, specs: &[Spec], amendments: u32) -> Match {
        let count = laws.format.players() as u8;
        assert!(usize::from(count) <= specs.len().min(MOST_PLAYERS), "{count} players, {} toleys", specs.len());
        let side_count = if laws.format.is_team() { 2 } else { count };
        let members = |side: u8| (0..count).filter(|&i| laws.format.side_of(i) == side).collect();
        let mut opened = Match {
            players: (0..count).map(|i| PlayerState::new(laws.format.side_of(i), specs[usize::from(i)])).collect(),
            games_won: [0; MOST_PLAYERS],
            points: [0; MOST_PLAYERS],
            warnings: [0; MOST_PLAYERS],
            first_gain_share: 0.0,
            log: Log::at(Moment::of_game(0)),
            orders: (0..side_count).map(members).collect(),
            stage: Stage::Game,
            played: 0,
            decided: 0,
            tie_breaks: 0,
            is_playing: false,
        };
        opened.note_opening(laws, amendments);
        opened
    }

    fn note_opening(&mut self, laws: &Laws, amendments: u32) {
        self.log.push(Clause::Tg13, What::Amended, None, f64::from(amendments));
        let by_board = u8::from(laws.format.kind == MatchKind::International);
        for i in 0..self.players.len() as u8 {
            self.log.push(Clause::Tg10, What::Picked, i, f64::from(by_board));
        }
        for captain in bits(self.captains(self.sides())) {
            self.log.push(Clause::Tg12, What::Board, captain, 0.0);
        }
    }

    /// A bit for each side.
    fn sides(&self) -> u16 {
        (1_u32 << self.orders.len()) as u16 - 1
    }

    /// A bit for the captain of each of these sides: its first by number, in whatever order they play.
    fn captains(&self, sides: u16) -> u16 {
        let captains = bits(sides).filter_map(|side| self.orders[usize::from(side)].iter().min());
        captains.fold(0, |set, captain| set | 1 << captain)
    }

    /// A side's players in their order.
    pub fn order(&self, side: u8) -> &[u8] {
        &self.orders[usize::from(side)]
    }

    /// A captain fixes the order of his players; not while a game is played, TG-9b.
    pub fn set_order(&mut self, side: u8, order: &[u8]) -> Result<(), Refusal> {
        if self.is_playing {
            return Err(Refusal { clause: Clause::Tg9b, reason: "the order holds for the whole game" });
        }
        let own = &mut self.orders[usize::from(side)];
        let is_same = own.iter().all(|player| order.contains(player)) && own.len() == order.len();
        if !is_same {
            return Err(Refusal { clause: Clause::Tg9b, reason: "the order names each player of the side once" });
        }
        own.copy_from_slice(order);
        Ok(())
    }

    /// What comes next.
    pub fn coming(&self, laws: &Laws) -> Coming {
        let (form, sides) = match self.stage {
            Stage::Over(outcome) => return Coming::Over(outcome),
            Stage::Game => (laws.format.form(), self.sides()),
            Stage::TieBreak { level, .. } => (Form::TieBreak, level),
        };
        let captains = self.captains(sides);
        let players = match form {
            Form::Team => (1_u32 << self.players.len()) as u16 - 1,
            Form::Individual | Form::TieBreak | Form::Challenge => captains,
        };
        let (rack, target) = (laws.rack_of(form), laws.target_of(form));
        Coming::Game(Fixture { number: self.played, form, players, droppers: captains, rack, target })
    }

    /// Begins a game; `drops` say how near each player's toley lies to the line, TG-9f.
    pub fn begin(&mut self, laws: &Laws, fixture: &Fixture, drops: &[f64; MOST_PLAYERS], marbles: Vec<Marble>) -> Game {
        self.is_playing = true;
        self.log.at = Moment::of_game(fixture.number);
        let slots = self.slots(laws, fixture, drops);
        let of_game = |(i, player): (usize, &PlayerState)| PlayerState {
            status: if fixture.players >> i & 1 == 1 { Status::Active } else { Status::Absent },
            ..PlayerState::new(player.side, player.spec)
        };
        let players = self.players.iter().enumerate().map(of_game).collect();
        let mut game = Game::new(fixture.form, players, marbles, slots, fixture.target);
        (game.number, game.warnings) = (fixture.number, self.warnings);
        self.note_beginning(laws, &game);
        game
    }

    /// The sides that play off a tie in the coming game, a bit for each; `None` if it is a game of the match.
    pub fn level_sides(&self) -> Option<u16> {
        match self.stage {
            Stage::TieBreak { level, .. } => Some(level),
            Stage::Game | Stage::Over(_) => None,
        }
    }

    /// Goes straight to the tie-break of these sides, and whoever wins it has won the match.
    pub fn go_to_tie_break(&mut self, level: u16) {
        self.break_tie(level, true);
    }

    /// Who plays when: TG-9c and TG-9f, or TG-11a.
    fn slots(&mut self, laws: &Laws, fixture: &Fixture, drops: &[f64; MOST_PLAYERS]) -> Vec<u8> {
        let mut by_nearness: Vec<u8> = bits(fixture.droppers).collect();
        by_nearness.sort_by(|&a, &b| drops[usize::from(a)].total_cmp(&drops[usize::from(b)]));
        let chooses_first = laws.format.plays_first(self.first_gain_share);
        if !chooses_first {
            by_nearness.rotate_left(1);
        }
        let first = by_nearness[0];
        self.log.push(Clause::Tg9f, What::PlaysFirst, first, f64::from(u8::from(chooses_first)));
        if fixture.form != Form::Team {
            return by_nearness;
        }
        let side = usize::from(self.players[usize::from(first)].side);
        let (ours, theirs) = (&self.orders[side], &self.orders[1 - side]);
        ours.iter().zip(theirs).flat_map(|(&a, &b)| [a, b]).collect()
    }

    fn note_beginning(&mut self, laws: &Laws, game: &Game) {
        let log = &mut self.log;
        log.push(Clause::Tg9a, What::GameBegins, None, f64::from(game.number));
        log.push(Clause::Tg1a, What::Ring, None, laws.ring.diameter_m);
        log.push(Clause::Tg1b, What::Height, None, laws.ring.height_m);
        let laying = laws.ring.sand.laying(game.number);
        log.push(Clause::Tg1c, What::Sand, None, laying.map_or(0.0, f64::from));
        log.push(game.form.rack_clause(), What::Rack, None, game.marbles.len() as f64);
        let widths = game.marbles.iter().map(|marble| 2.0 * marble.radius_m);
        log.push(Clause::Tg3, What::Marbles, None, widths.sum::<f64>() / game.marbles.len().max(1) as f64);
        let order = if game.form == Form::Team { Clause::Tg9b } else { Clause::Tg11a };
        for (i, &player) in game.slots.iter().enumerate() {
            log.push(order, What::Order, player, i as f64);
            let width_m = 2.0 * game.players[usize::from(player)].spec.radius_m;
            log.push(Clause::Tg4a, What::Toley, player, width_m);
        }
    }

    /// Takes a game that has ended into the record; nothing happens for one that has not.
    pub fn finish(&mut self, laws: &Laws, game: &Game) {
        let Some(ending) = game.ending() else { return };
        self.log.at = game.moment();
        (self.is_playing, self.warnings) = (false, game.warnings);
        self.played += 1;
        for (own, played) in self.players.iter_mut().zip(&game.players) {
            own.spec = played.spec;
        }
        if self.stage == Stage::Game {
            self.points.iter_mut().zip(&game.points).for_each(|(sum, points)| *sum += points);
        }
        if ending.reason == Reason::Disqualified {
            self.end(Outcome { winner: ending.winner, by_disqualification: true });
        } else if ending.level != 0 && self.tie_breaks < laws.format.tie_breaks_most_count {
            let of_match = matches!(self.stage, Stage::TieBreak { of_match: true, .. });
            self.break_tie(ending.level, of_match);
        } else {
            self.settle(laws, ending.winner);
        }
    }

    fn break_tie(&mut self, level: u16, of_match: bool) {
        self.tie_breaks += 1;
        self.stage = Stage::TieBreak { level, of_match };
    }

    /// A game, or the match, is decided.
    fn settle(&mut self, laws: &Laws, winner: Option<u8>) {
        if let Stage::TieBreak { of_match: true, .. } = self.stage {
            return self.end(Outcome { winner, by_disqualification: false });
        }
        (self.stage, self.tie_breaks) = (Stage::Game, 0);
        self.decided += 1;
        if let Some(winner) = winner {
            self.games_won[usize::from(winner)] += 1;
        }
        if self.decided < laws.format.game_count {
            return;
        }
        let level = self.level(laws);
        // the match is its one game: if that was drawn, so is the match
        let is_final = laws.format.game_count == 1 || laws.format.tie_breaks_most_count == 0;
        match only(level) {
            None if !is_final => self.break_tie(level, true),
            winner => self.end(Outcome { winner, by_disqualification: false }),
        }
    }

    /// The sides that are level with the best of the match, TG-9a.
    fn level(&self, laws: &Laws) -> u16 {
        match laws.format.win {
            MatchWin::MostGames if laws.format.game_count == 1 => best(&self.games_won, self.sides()),
            MatchWin::MostGames => best(&self.points, best(&self.games_won, self.sides())),
            MatchWin::TotalPoints => best(&self.games_won, best(&self.points, self.sides())),
        }
    }

    fn end(&mut self, outcome: Outcome) {
        let won = outcome.winner.map_or(0, |winner| self.games_won[usize::from(winner)]);
        self.log.push_side(Clause::Tg9a, What::MatchEnds, outcome.winner, f64::from(won));
        self.stage = Stage::Over(outcome);
    }
}

/// Of a set of sides those with the most.
fn best(of: &[u32; MOST_PLAYERS], sides: u16) -> u16 {
    let most = bits(sides).map(|side| of[usize::from(side)]).fold(0, u32::max);
    bits(sides).filter(|&side| of[usize::from(side)] == most).fold(0, |set, side| set | 1 << side)
}
