//! The match: which game comes next, who plays it in which order, and who has won: TG-9a, TG-9b, TG-9f, TG-10, TG-11.

use super::clause::Clause;
use super::format::{Format, MatchKind, MatchWin};
use super::game::{Form, Game, MOST_PLAYERS, Marble, Player, Reason, Spec, Status, Toley};
use super::log::{Log, NOBODY, What};
use super::placement::Refusal;
use super::referee::bits;
use super::rules::Rules;

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
    /// The side that won, or [`NOBODY`] for a draw.
    pub winner: u8,
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
pub struct Contest {
    /// What is played.
    pub format: Format,
    /// The players with their toleys; what a game changes of them is forgotten after it, swaps aside.
    pub players: [Player; MOST_PLAYERS],
    /// Games won by each side.
    pub games_won: [u32; MOST_PLAYERS],
    /// Points of each side in the games of the match, tie-breaks aside.
    pub points: [u32; MOST_PLAYERS],
    /// Public warnings of each side, TG-9d.
    pub warnings: [u32; MOST_PLAYERS],
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

impl Contest {
    /// A match about to begin; one make of toley for each player.
    ///
    /// # Panics
    /// When the format has more players than makes, or than a match can have; `Params::faults` refuses the latter.
    pub fn new(format: Format, specs: &[Spec]) -> Contest {
        let mut players = [Player::absent(); MOST_PLAYERS];
        for i in 0..format.player_count() as u8 {
            players[usize::from(i)] = Player::new(format.side_of(i), specs[usize::from(i)]);
        }
        let side_count = if format.is_team() { 2 } else { format.player_count() as u8 };
        let members = |side: u8| (0..format.player_count() as u8).filter(|&i| format.side_of(i) == side).collect();
        Contest {
            format,
            players,
            games_won: [0; MOST_PLAYERS],
            points: [0; MOST_PLAYERS],
            warnings: [0; MOST_PLAYERS],
            orders: (0..side_count).map(members).collect(),
            stage: Stage::Game,
            played: 0,
            decided: 0,
            tie_breaks: 0,
            is_playing: false,
        }
    }

    /// What stands at the head of the record: TG-10, TG-12 and TG-13. The captains sit on the Board of the day.
    pub fn open(&self, amendments: u32, log: &mut Log) {
        log.at_game(0);
        log.push(Clause::Tg13, What::Amended, NOBODY, f64::from(amendments));
        let by_board = u8::from(self.format.kind == MatchKind::International);
        for (i, _) in self.players.iter().enumerate().filter(|(_, player)| player.is_active()) {
            log.push(Clause::Tg10, What::Picked, i as u8, f64::from(by_board));
        }
        for captain in self.orders.iter().filter_map(|order| order.iter().min()) {
            log.push(Clause::Tg12, What::Board, *captain, 0.0);
        }
    }

    /// The captain of a side: its first by number, in whatever order they play.
    pub fn captain(&self, side: u8) -> u8 {
        self.orders.get(usize::from(side)).and_then(|order| order.iter().min()).copied().unwrap_or(NOBODY)
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
    pub fn coming(&self) -> Coming {
        let (form, sides) = match self.stage {
            Stage::Over(outcome) => return Coming::Over(outcome),
            Stage::Game => (self.format.form(), (1_u32 << self.orders.len()) as u16 - 1),
            Stage::TieBreak { level, .. } => (Form::TieBreak, level),
        };
        let captains = bits(sides).fold(0, |set, side| set | 1_u16 << self.captain(side));
        let players = match form {
            Form::Team => (1_u32 << self.format.player_count()) as u16 - 1,
            Form::Individual | Form::TieBreak | Form::Challenge => captains,
        };
        let (rack, target) = (self.format.rack_of(form), self.format.target_of(form));
        Coming::Game(Fixture { number: self.played, form, players, droppers: captains, rack, target })
    }

    /// Begins a game; `drops` are those of [`super::Referee::drops`].
    pub fn begin(
        &mut self,
        rules: &Rules,
        fixture: &Fixture,
        drops: &[f64; MOST_PLAYERS],
        marbles: Vec<Marble>,
        log: &mut Log,
    ) -> Game {
        self.is_playing = true;
        let slots = self.slots(fixture, drops, log);
        let mut players = self.players;
        for (i, player) in players.iter_mut().enumerate() {
            let takes_part = fixture.players >> i & 1 == 1;
            (player.fouls, player.points, player.toley) = (0, 0, Toley::InHand);
            player.status = if takes_part { Status::Active } else { Status::Absent };
        }
        let mut game = Game::new(fixture.form, &players, marbles, slots, fixture.target);
        (game.number, game.warnings) = (fixture.number, self.warnings);
        self.note_beginning(rules, &game, log);
        game
    }

    /// Who plays when: TG-9c and TG-9f, or TG-11a.
    fn slots(&self, fixture: &Fixture, drops: &[f64; MOST_PLAYERS], log: &mut Log) -> Vec<u8> {
        log.at_game(fixture.number);
        let mut by_nearness: Vec<u8> = bits(fixture.droppers).collect();
        by_nearness.sort_by(|&a, &b| drops[usize::from(a)].total_cmp(&drops[usize::from(b)]));
        let chooses_first = self.format.plays_first();
        if !chooses_first {
            by_nearness.rotate_left(1);
        }
        let first = by_nearness.first().copied().unwrap_or(NOBODY);
        log.push(Clause::Tg9f, What::PlaysFirst, first, f64::from(u8::from(chooses_first)));
        if fixture.form != Form::Team {
            return by_nearness;
        }
        let side = usize::from(self.players[usize::from(first)].side);
        let (ours, theirs) = (&self.orders[side], &self.orders[1 - side]);
        ours.iter().zip(theirs).flat_map(|(&a, &b)| [a, b]).collect()
    }

    fn note_beginning(&self, rules: &Rules, game: &Game, log: &mut Log) {
        let form = game.form;
        log.push(Clause::Tg9a, What::GameBegins, NOBODY, f64::from(game.number));
        log.push(Clause::Tg1a, What::Ring, NOBODY, 2.0 * rules.ring_radius_m);
        log.push(Clause::Tg1b, What::Height, NOBODY, rules.ring_height_m);
        let laying = self.format.sand.laying(game.number);
        log.push(Clause::Tg1c, What::Sand, NOBODY, laying.map_or(0.0, f64::from));
        let rack = match form {
            Form::Team => Clause::Tg9e,
            Form::Individual => Clause::Tg11b,
            Form::TieBreak => Clause::Tg11d,
            Form::Challenge => Clause::Tg11e,
        };
        log.push(rack, What::Rack, NOBODY, game.marbles.len() as f64);
        let widths = game.marbles.iter().map(|marble| 2.0 * marble.radius_m);
        log.push(Clause::Tg3, What::Marbles, NOBODY, widths.sum::<f64>() / game.marbles.len().max(1) as f64);
        let order = if form == Form::Team { Clause::Tg9b } else { Clause::Tg11a };
        for (i, &player) in game.slots.iter().enumerate() {
            log.push(order, What::Order, player, i as f64);
            let width_m = 2.0 * game.players[usize::from(player)].spec.radius_m;
            log.push(Clause::Tg4a, What::Toley, player, width_m);
        }
    }

    /// Takes a game that has ended into the record; nothing happens for one that has not.
    pub fn finish(&mut self, game: &Game, log: &mut Log) {
        let Some(ending) = game.ending() else { return };
        log.at(game);
        (self.is_playing, self.warnings) = (false, game.warnings);
        self.played += 1;
        for (own, played) in self.players.iter_mut().zip(&game.players) {
            own.spec = played.spec;
        }
        if self.stage == Stage::Game {
            self.points.iter_mut().zip(&game.points).for_each(|(sum, points)| *sum += points);
        }
        if ending.reason == Reason::Disqualified {
            self.end(Outcome { winner: ending.winner, by_disqualification: true }, log);
        } else if ending.level != 0 && self.tie_breaks < self.format.tie_breaks_most {
            let of_match = matches!(self.stage, Stage::TieBreak { of_match: true, .. });
            self.break_tie(ending.level, of_match);
        } else {
            self.settle(ending.winner, log);
        }
    }

    fn break_tie(&mut self, level: u16, of_match: bool) {
        self.tie_breaks += 1;
        self.stage = Stage::TieBreak { level, of_match };
    }

    /// A game, or the match, is decided.
    fn settle(&mut self, winner: u8, log: &mut Log) {
        if let Stage::TieBreak { of_match: true, .. } = self.stage {
            return self.end(Outcome { winner, by_disqualification: false }, log);
        }
        (self.stage, self.tie_breaks) = (Stage::Game, 0);
        self.decided += 1;
        if let Some(won) = self.games_won.get_mut(usize::from(winner)) {
            *won += 1;
        }
        if self.decided < self.format.games {
            return;
        }
        let level = self.level();
        match level.count_ones() {
            1 => {
                let winner = level.trailing_zeros() as u8;
                self.end(Outcome { winner, by_disqualification: false }, log);
            }
            // the match is its one game: if that was drawn, so is the match
            _ if self.format.games == 1 || self.format.tie_breaks_most == 0 => {
                self.end(Outcome { winner: NOBODY, by_disqualification: false }, log);
            }
            _ => self.break_tie(level, true),
        }
    }

    /// The sides that are level with the best of the match, TG-9a.
    fn level(&self) -> u16 {
        let all = (1_u32 << self.orders.len()) as u16 - 1;
        match self.format.win {
            MatchWin::MostGames if self.format.games == 1 => best(&self.games_won, all),
            MatchWin::MostGames => best(&self.points, best(&self.games_won, all)),
            MatchWin::TotalPoints => best(&self.games_won, best(&self.points, all)),
        }
    }

    fn end(&mut self, outcome: Outcome, log: &mut Log) {
        let won = self.games_won.get(usize::from(outcome.winner)).copied().unwrap_or(0);
        log.push(Clause::Tg9a, What::MatchEnds, outcome.winner, f64::from(won));
        self.stage = Stage::Over(outcome);
    }
}

/// Of a set of sides those with the most.
fn best(of: &[u32; MOST_PLAYERS], sides: u16) -> u16 {
    let most = bits(sides).map(|side| of[usize::from(side)]).fold(0, u32::max);
    bits(sides).filter(|&side| of[usize::from(side)] == most).fold(0, |set, side| set | 1 << side)
}
