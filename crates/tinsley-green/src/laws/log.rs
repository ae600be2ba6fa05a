//! The events by which every row is traced to a clause.

use super::clause::Clause;

tolley_experiment::names! {
    /// What happened, of a [`Note`].
    pub enum What {
        Ring = "ring": "The ring of a game; value: its diameter, m.",
        Height = "height": "The height of its edge; value: m.",
        Sand = "sand": "The sand is laid; value: number of the laying.",
        Rack = "rack": "The rack is set; value: its marbles.",
        Marbles = "marbles": "The mean diameter of the marbles of the rack; value: m.",
        Toley = "toley": "A toley is measured; value: its diameter, m.",
        Approval = "approval": "A toley is approved (value 1), or refused and replaced by the standard one (0).",
        Substitution = "substitution": "A player wants to swap his toley; value: 1 with leave, 0 undone.",
        Picked = "picked": "A player is picked; value: 0 by his club, 1 by the Board.",
        Board = "board": "Somebody belongs to the Board of the day.",
        Amended = "amended": "The laws in force; value: keys of them that differ from the document's values.",
        Amends = "amends":
            "A key of the laws differs from the document's value; value: its place, from 0, in `tolley list` of the study.",
        GameBegins = "game-begins": "A game of a match begins; value: its number, from 0.",
        Order = "order": "The place of a player in the order; value: from 0.",
        NoseDrop = "nose-drop": "A drop from the nose; value: distance from the line, m.",
        DropsAgain = "drops-again": "A level drop is repeated.",
        Coin = "coin": "A coin decides in place of drops; value: who has the least has the choice to play first.",
        FirstGain = "first-gain":
            "What the sides know of playing first; value: by how much more often who plays this game first wins it.",
        PlaysFirst = "plays-first":
            "The side or player that plays first; value: 1 if he had the choice, 0 if the other declined.",
        Turn = "turn": "A player's turn begins; value: its number, from 0.",
        SlotSkipped = "slot-skipped": "A slot of the order is passed over, or given to the next of the side.",
        KnucklesDown = "knuckles-down": "A player knuckles down; value: distance of the knuckle from the centre, m.",
        Refused = "refused": "A way to knuckle down is refused; value: distance of the knuckle from the centre, m.",
        Limited = "limited": "More was asked than the hand can do; value: speed, m/s.",
        Unplayable = "unplayable": "No legal way to knuckle down.",
        Misfire = "misfire": "A shot is dropped or misfires; value: its speed, m/s.",
        Leaves = "leaves": "A ball leaves the ring; value: distance from the centre where it lies or went over, m.",
        EdgeCall = "edge-call": "The call for a ball that does not lie within the edge; value: 1 for off.",
        EyeErrs = "eye-errs": "The referee's eye errs at the edge; value: 1 for off.",
        Points = "points": "Marbles were knocked off; value: points.",
        KnockedOff = "knocked-off": "A toley of another player was knocked off; value: number of the shooter.",
        Eliminated = "eliminated": "A player is out of the game.",
        InHand = "in-hand": "A toley goes back to its owner's hand.",
        StaysOn = "stays-on": "A toley stays on the ring; value: its distance from the centre, m.",
        ShootsAgain = "shoots-again": "The same player shoots again; value: points of the break so far.",
        BreakLimit = "break-limit": "The guard on the length of a break ends it; value: shots.",
        Foul = "foul": "A foul is called; value: fouls of the player in this game.",
        PointsKept = "points-kept": "A foul shot ends the turn; value: points made before in the turn, which are kept.",
        Unseen = "unseen": "A breach of a player that the referee does not see.",
        Stopped = "stopped": "A player's hand or clothing stops a ball; value: 1 for one that would have left the ring.",
        BlockedByOther = "blocked-by-other":
            "A player who is not shooting blocks a ball; value: fouls of his in this game.",
        Replay = "replay": "The shot is taken again.",
        PutBack = "put-back": "A marble is put back; value: its distance from the centre, m.",
        Broken = "broken": "A ball breaks; value: 1 when no largest piece can be told.",
        Replaced = "replaced": "A new ball takes the place of a broken one.",
        Warning = "warning": "A public warning of a side; value: its warnings in this match.",
        Disqualified = "disqualified": "A side is disqualified.",
        Collected = "collected": "Scored marbles are gathered after a break; value: how many the scorer is told.",
        TargetReached = "target-reached": "The number of points that wins is reached; value: points.",
        WipedOut = "wiped-out": "A side has nobody left.",
        NobodyLeft = "nobody-left": "Nobody is left at all.",
        CutShort = "cut-short": "A guard or the clock ends the game; value: turns.",
        GameEnds = "game-ends": "A game ends, and its side has won; value: points of the winner, or of the best.",
        MatchEnds = "match-ends": "A match ends, and its side has won; value: games won.",
    }
}

/// When something happened.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Moment {
    /// Game of the match, from 0.
    pub game: u32,
    /// Turn of the game, from 0.
    pub turn: u32,
    /// Shot of the game, from 0.
    pub shot: u32,
}

impl Moment {
    /// The beginning of a game.
    pub fn of_game(game: u32) -> Moment {
        Moment { game, turn: 0, shot: 0 }
    }
}

/// One event: when, by which clause, what, to whom.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Note {
    /// When.
    pub at: Moment,
    /// The clause.
    pub clause: Clause,
    /// What happened.
    pub what: What,
    /// The player, if there is one.
    pub player: Option<u8>,
    /// The side, if it concerns a whole one.
    pub side: Option<u8>,
    /// See [`What`].
    pub value: f64,
}

/// Notes in the making.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Log {
    /// In order.
    pub notes: Vec<Note>,
    /// When what is noted now happens.
    pub at: Moment,
}

impl Log {
    /// For notes of this moment.
    pub fn at(at: Moment) -> Log {
        Log { notes: Vec::new(), at }
    }

    /// Writes a note about a player, or about nobody.
    pub fn push(&mut self, clause: Clause, what: What, player: impl Into<Option<u8>>, value: f64) {
        self.notes.push(Note { at: self.at, clause, what, player: player.into(), side: None, value });
    }

    /// Writes a note about a side, or about none.
    pub fn push_side(&mut self, clause: Clause, what: What, side: impl Into<Option<u8>>, value: f64) {
        self.notes.push(Note { at: self.at, clause, what, player: None, side: side.into(), value });
    }

    /// Appends the notes of another log, which has none afterwards.
    pub fn append(&mut self, other: &mut Log) {
        self.notes.append(&mut other.notes);
    }

    /// Whether a note of this clause and kind stands there.
    pub fn has(&self, clause: Clause, what: What) -> bool {
        self.notes.iter().any(|note| note.clause == clause && note.what == what)
    }

    /// The value of the first note of this clause and kind.
    pub fn value(&self, clause: Clause, what: What) -> Option<f64> {
        self.notes.iter().find(|note| note.clause == clause && note.what == what).map(|note| note.value)
    }
}
