//! The state of a game: who plays, what lies on the ring, who has how many points.

use glam::DVec3;

use super::clause::Clause;
use super::log::NOBODY;

/// Most players of a match: two teams of six, or twelve individuals.
pub const MOST_PLAYERS: usize = 12;

tolley_experiment::names! {
    /// What kind of game it is; it says which clause decides who wins.
    pub enum Form {
        /// Two teams, TG-9 and TG-10.
        Team = "team",
        /// Everybody for himself, TG-11a to 11c.
        Individual = "individual",
        /// Those who were level, TG-11d.
        TieBreak = "tie-break",
        /// Two players, TG-11e.
        Challenge = "challenge",
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
}

tolley_experiment::names! {
    /// Whether a player still plays.
    pub enum Status {
        /// He plays.
        Active = "active",
        /// He is out of this game, TG-5d3, TG-7ii, TG-7three.
        Eliminated = "eliminated",
        /// His side is out of the match, TG-9d.
        Disqualified = "disqualified",
        /// He has no part in this game, TG-11d.
        Absent = "absent",
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

/// A toley's make, TG-4a.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spec {
    /// Radius, m.
    pub radius_m: f64,
    /// Density, kg/m3.
    pub density_kg_m3: f64,
}

/// One player.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Player {
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

impl Player {
    /// Of a side, toley in hand.
    pub fn new(side: u8, spec: Spec) -> Player {
        Player { side, status: Status::Active, toley: Toley::InHand, spec, fouls: 0, points: 0 }
    }

    /// Nobody: fills the places of a game with fewer players.
    pub fn absent() -> Player {
        let spec = Spec { radius_m: 0.0, density_kg_m3: 0.0 };
        Player { status: Status::Absent, ..Player::new(NOBODY, spec) }
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
        /// The target was reached, TG-9g, TG-11c, TG-11d.
        Target = "target",
        /// No marble is left and nobody has the target, TG-11c.
        AllGone = "all-gone",
        /// A side was wiped out, TG-X2.
        WipedOut = "wiped-out",
        /// Nobody is left, TG-X3.
        NobodyLeft = "nobody-left",
        /// The guard on turns, TG-X4.
        TurnLimit = "turn-limit",
        /// The clock, TG-X4.
        TimeLimit = "time-limit",
        /// A side was disqualified, TG-9d.
        Disqualified = "disqualified",
    }
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ending {
    /// Why.
    pub reason: Reason,
    /// The side that won; [`NOBODY`] when several are level or nobody wins.
    pub winner: u8,
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
    /// The players by number; those with no part in it are absent.
    pub players: [Player; MOST_PLAYERS],
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
    /// The side that reached the target first, else [`NOBODY`].
    pub reached: u8,
    /// Players in the order in which they play; it never changes within a game, TG-9b.
    pub slots: Vec<u8>,
    /// Index into `slots` of the shooter.
    pub slot: usize,
    /// The slot that each side played last, or [`NOBODY`].
    pub(super) last_slot: [u8; MOST_PLAYERS],
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
}

impl Game {
    /// A game about to be begun by the first of `slots`.
    pub fn new(form: Form, players: &[Player], marbles: Vec<Marble>, slots: Vec<u8>, target: u32) -> Game {
        let mut all = [Player::absent(); MOST_PLAYERS];
        all[..players.len()].copy_from_slice(players);
        let shooter = slots.first().copied().unwrap_or(NOBODY);
        let mut last_slot = [NOBODY; MOST_PLAYERS];
        if let Some(first) = all.get(usize::from(shooter)) {
            last_slot[usize::from(first.side)] = 0;
        }
        Game {
            number: 0,
            phase: Phase::TurnStart,
            form,
            players: all,
            marbles,
            points: [0; MOST_PLAYERS],
            told: [0; MOST_PLAYERS],
            warnings: [0; MOST_PLAYERS],
            target,
            reached: NOBODY,
            shooter,
            slots,
            slot: 0,
            last_slot,
            turn: 0,
            shot: 0,
            break_shots: 0,
            break_points: 0,
            clock_s: 0.0,
        }
    }

    /// Whose turn it is.
    pub fn player(&self) -> &Player {
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
