//! The state of a game: who plays, what lies on the ring, who has how many points.

use glam::DVec3;

use super::clause::Clause;
use super::log::{Log, Moment};
use crate::keys::balls::Spec;

/// Most players of a match: two teams of six, or twelve individuals.
pub const MOST_PLAYERS: usize = 12;

tolley_experiment::names! {
    /// What kind of game it is; it says which clause decides who wins.
    pub enum Form {
        Team = "team": "Two teams, TG-9 and TG-10.",
        Individual = "individual": "Everybody for himself, TG-11a to 11c.",
        TieBreak = "tie-break": "Those who were level, TG-11d.",
        Challenge = "challenge": "Two players, TG-11e.",
    }
}

impl Form {
    /// The clause that says who wins.
    pub fn winning_clause(self) -> Clause {
        match self {
            Form::Team => Clause::Tg9g,
            Form::Individual => Clause::Tg11c,
            Form::TieBreak => Clause::Tg11d,
            Form::Challenge => Clause::Tg11e,
        }
    }

    /// The clause that says how many marbles are racked.
    pub fn rack_clause(self) -> Clause {
        match self {
            Form::Team => Clause::Tg9e,
            Form::Individual => Clause::Tg11b,
            Form::TieBreak => Clause::Tg11d,
            Form::Challenge => Clause::Tg11e,
        }
    }
}

tolley_experiment::names! {
    /// Whether a player still plays.
    pub enum Status {
        Active = "active": "He plays.",
        Eliminated = "eliminated": "He is out of this game, TG-5d3, TG-7ii, TG-7three.",
        Disqualified = "disqualified": "His side is out of the match, TG-9d.",
        Absent = "absent": "He has no part in this game, TG-11d.",
    }
}

/// Where a toley is between shots.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Toley {
    /// With its owner: he shoots from off the ring, TG-5c.
    InHand,
    /// On the ring, its centre there, m.
    OnRing(DVec3),
}

/// One player.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlayerState {
    /// Number of his side; in an individual match everybody is a side.
    pub side: u8,
    /// Whether he still plays.
    pub status: Status,
    /// Where his toley is.
    pub toley: Toley,
    /// Its make.
    pub spec: Spec,
    /// Foul shots in this game, TG-7three.
    pub fouls: u32,
    /// Points he has made in this game.
    pub points: u32,
}

impl PlayerState {
    /// Of a side, toley in hand.
    pub fn new(side: u8, spec: Spec) -> PlayerState {
        PlayerState { side, status: Status::Active, toley: Toley::InHand, spec, fouls: 0, points: 0 }
    }

    /// Whether he may still play.
    pub fn is_active(&self) -> bool {
        self.status == Status::Active
    }
}

/// One marble of the rack.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Marble {
    /// Centre, m; where it was last while it is off.
    pub at_m: DVec3,
    /// Radius, m.
    pub radius_m: f64,
    /// Whether it is on the ring and in play.
    pub is_on: bool,
}

tolley_experiment::names! {
    /// Why a game ended.
    pub enum Reason {
        Target = "target": "The target was reached, TG-9g, TG-11c, TG-11d.",
        AllGone = "all-gone": "No marble is left and nobody has the target, TG-11c.",
        WipedOut = "wiped-out": "A side was wiped out, TG-X2.",
        NobodyLeft = "nobody-left": "Nobody is left, TG-X3.",
        TurnLimit = "turn-limit": "The guard on turns, TG-X4.",
        TimeLimit = "time-limit": "The clock, TG-X4.",
        Disqualified = "disqualified": "A side was disqualified, TG-9d.",
    }
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ending {
    /// Why.
    pub reason: Reason,
    /// The side that won; none when several are level or nobody wins.
    pub winner: Option<u8>,
    /// A bit for each side that is level with the best and has to play a tie-break; 0 when there is none.
    pub level: u16,
}

impl Ending {
    /// Whether a guard or the clock cut the game short, TG-X4.
    pub fn is_truncated(&self) -> bool {
        matches!(self.reason, Reason::TurnLimit | Reason::TimeLimit)
    }
}

/// What is to happen next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// The turn of [`Game::shooter`] is about to start: the referee's calls before a turn are due.
    TurnStart,
    /// He knuckles down and shoots.
    Placement,
    /// Nothing: the game has ended.
    Ended(Ending),
}

/// One game.
#[derive(Clone, Debug, PartialEq)]
pub struct Game {
    /// Number in its match, from 0.
    pub number: u32,
    /// What is to happen next.
    pub phase: Phase,
    /// Which kind of game it is.
    pub form: Form,
    /// The players of the match by number; those with no part in the game are absent.
    pub players: Vec<PlayerState>,
    /// The marbles, by number.
    pub marbles: Vec<Marble>,
    /// Points of each side.
    pub points: [u32; MOST_PLAYERS],
    /// Marbles of each side as the scorer was told, TG-9b.
    pub told: [u32; MOST_PLAYERS],
    /// Public warnings of each side in this match, TG-9d.
    pub warnings: [u32; MOST_PLAYERS],
    /// Points that win.
    pub target: u32,
    /// The side that reached the target first, once one has.
    pub reached: Option<u8>,
    /// Players in the order in which they play; it never changes within a game, TG-9b.
    pub slots: Vec<u8>,
    /// Index into `slots` of the shooter.
    pub slot: usize,
    /// The slot that each side played last, if it has played.
    pub(super) last_slot: [Option<u8>; MOST_PLAYERS],
    /// Whose turn it is.
    pub shooter: u8,
    /// Turns that have ended, which is the number of the running one.
    pub turn: u32,
    /// Shots that have been judged, replayed ones included, which is the number of the next one.
    pub shot: u32,
    /// Shots of the running break.
    pub break_shots: u32,
    /// Points of the running break.
    pub break_points: u32,
    /// Time played, s, TG-X4.
    pub clock_s: f64,
    /// What happened in the step that led here.
    pub log: Log,
}

impl Game {
    /// A game about to be begun by the first of `slots`.
    ///
    /// # Panics
    /// When nobody has a slot.
    pub fn new(form: Form, players: Vec<PlayerState>, marbles: Vec<Marble>, slots: Vec<u8>, target: u32) -> Game {
        let shooter = slots[0];
        let mut last_slot = [None; MOST_PLAYERS];
        last_slot[usize::from(players[usize::from(shooter)].side)] = Some(0);
        Game {
            number: 0,
            phase: Phase::TurnStart,
            form,
            players,
            marbles,
            points: [0; MOST_PLAYERS],
            told: [0; MOST_PLAYERS],
            warnings: [0; MOST_PLAYERS],
            target,
            reached: None,
            shooter,
            slots,
            slot: 0,
            last_slot,
            turn: 0,
            shot: 0,
            break_shots: 0,
            break_points: 0,
            clock_s: 0.0,
            log: Log::default(),
        }
    }

    /// The running shot.
    pub fn moment(&self) -> Moment {
        Moment { game: self.number, turn: self.turn, shot: self.shot }
    }

    /// Whose turn it is.
    pub fn player(&self) -> &PlayerState {
        &self.players[usize::from(self.shooter)]
    }

    /// Marbles on the ring.
    pub fn marbles_on(&self) -> u32 {
        self.marbles.iter().filter(|marble| marble.is_on).count() as u32
    }

    /// Side of a player.
    pub fn side_of(&self, player: u8) -> u8 {
        self.players[usize::from(player)].side
    }

    /// A bit for each side that takes part.
    pub fn sides(&self) -> u16 {
        let players = self.players.iter().filter(|player| player.status != Status::Absent);
        players.fold(0, |bits, player| bits | 1 << player.side)
    }

    /// A bit for each side that has anybody left.
    pub fn sides_left(&self) -> u16 {
        let players = self.players.iter().filter(|player| player.is_active());
        players.fold(0, |bits, player| bits | 1 << player.side)
    }

    /// The ending, once there is one.
    pub fn ending(&self) -> Option<Ending> {
        match self.phase {
            Phase::Ended(ending) => Some(ending),
            Phase::TurnStart | Phase::Placement => None,
        }
    }
}

/// The numbers of the bits set.
pub fn bits(set: u16) -> impl Iterator<Item = u8> {
    (0..16).filter(move |bit| set >> bit & 1 == 1)
}

/// The number of the bit set, if it is one only.
pub(super) fn only(set: u16) -> Option<u8> {
    (set.count_ones() == 1).then(|| set.trailing_zeros() as u8)
}
