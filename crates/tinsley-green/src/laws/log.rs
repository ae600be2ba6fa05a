//! The events by which every row is traced to a clause.

use super::clause::Clause;
use super::game::Game;

tolley_experiment::names! {
    /// What happened, of a [`Note`].
    pub enum What {
        /// The ring of a game; value: its diameter, m.
        Ring = "ring",
        /// The height of its edge; value: m.
        Height = "height",
        /// The sand is laid; value: number of the laying.
        Sand = "sand",
        /// The rack is set; value: its marbles.
        Rack = "rack",
        /// The mean diameter of the marbles of the rack; value: m.
        Marbles = "marbles",
        /// A toley is measured; value: its diameter, m.
        Toley = "toley",
        /// A toley is approved (value 1), or refused and replaced by the standard one (0).
        Approval = "approval",
        /// A player wants to swap his toley; value: 1 with leave, 0 undone.
        Substitution = "substitution",
        /// A player is picked; value: 0 by his club, 1 by the Board.
        Picked = "picked",
        /// Somebody belongs to the Board of the day.
        Board = "board",
        /// The laws in force; value: keys of them that differ from the document's values.
        Amended = "amended",
        /// A game of a match begins; value: its number, from 0.
        GameBegins = "game-begins",
        /// The place of a player in the order; value: from 0.
        Order = "order",
        /// A drop from the nose; value: distance from the line, m.
        NoseDrop = "nose-drop",
        /// A level drop is repeated.
        DropsAgain = "drops-again",
        /// The side or player that plays first; value: 1 if he had the choice, 0 if the other declined.
        PlaysFirst = "plays-first",
        /// A player's turn begins; value: its number, from 0.
        Turn = "turn",
        /// A slot of the order is passed over, or given to the next of the side.
        SlotSkipped = "slot-skipped",
        /// A player knuckles down; value: distance of the knuckle from the centre, m.
        KnucklesDown = "knuckles-down",
        /// A way to knuckle down is refused; value: distance of the knuckle from the centre, m.
        Refused = "refused",
        /// More was asked than the hand can do; value: speed, m/s.
        Limited = "limited",
        /// No legal way to knuckle down.
        Unplayable = "unplayable",
        /// A shot is dropped or misfires; value: its speed, m/s.
        Misfire = "misfire",
        /// A ball leaves the ring; value: distance from the centre where it lies or went over, m.
        Leaves = "leaves",
        /// The call for a ball that does not lie within the edge; value: 1 for off.
        EdgeCall = "edge-call",
        /// The referee's eye errs at the edge; value: 1 for off.
        EyeErrs = "eye-errs",
        /// Marbles were knocked off; value: points.
        Points = "points",
        /// A toley of another player was knocked off; value: number of the shooter.
        KnockedOff = "knocked-off",
        /// A player is out of the game.
        Eliminated = "eliminated",
        /// A toley goes back to its owner's hand.
        InHand = "in-hand",
        /// A toley stays on the ring; value: its distance from the centre, m.
        StaysOn = "stays-on",
        /// The same player shoots again; value: points of the break so far.
        ShootsAgain = "shoots-again",
        /// The guard on the length of a break ends it; value: shots.
        BreakLimit = "break-limit",
        /// A foul is called; value: fouls of the player in this game.
        Foul = "foul",
        /// A breach that the referee does not see.
        Unseen = "unseen",
        /// A player who is not shooting blocks a ball; value: fouls of his in this game.
        BlockedByOther = "blocked-by-other",
        /// The shot is taken again.
        Replay = "replay",
        /// A marble is put back; value: its distance from the centre, m.
        PutBack = "put-back",
        /// A ball breaks; value: 1 when no largest piece can be told.
        Broken = "broken",
        /// A new ball takes the place of a broken one.
        Replaced = "replaced",
        /// A public warning; value: warnings of the side in this match.
        Warning = "warning",
        /// A side is disqualified.
        Disqualified = "disqualified",
        /// Scored marbles are gathered after a break; value: how many the scorer is told.
        Collected = "collected",
        /// The number of points that wins is reached; value: points.
        TargetReached = "target-reached",
        /// A side has nobody left.
        WipedOut = "wiped-out",
        /// Nobody is left at all.
        NobodyLeft = "nobody-left",
        /// A guard or the clock ends the game; value: turns.
        CutShort = "cut-short",
        /// A game ends; value: points of the winner, or of the best.
        GameEnds = "game-ends",
        /// A match ends; value: games won.
        MatchEnds = "match-ends",
    }
}

/// Stands for "no player" and "no side".
pub const NOBODY: u8 = u8::MAX;

/// One event: which clause, what, to whom.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Note {
    /// Game of the match, from 0.
    pub game: u32,
    /// Turn of the game, from 0.
    pub turn: u32,
    /// Shot of the game, from 0.
    pub shot: u32,
    /// The clause.
    pub clause: Clause,
    /// What happened.
    pub what: What,
    /// The player, or [`NOBODY`].
    pub player: u8,
    /// See [`What`].
    pub value: f64,
}

/// The notes since the reader last took them; its memory is used again.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Log {
    /// In order.
    pub notes: Vec<Note>,
    at: [u32; 3],
}

impl Log {
    /// Notes from now on belong to the running shot of this game.
    pub fn at(&mut self, game: &Game) {
        self.at = [game.number, game.turn, game.shot];
    }

    /// Notes from now on belong to the beginning of this game of the match.
    pub fn at_game(&mut self, game: u32) {
        self.at = [game, 0, 0];
    }

    /// Writes a note.
    pub fn push(&mut self, clause: Clause, what: What, player: u8, value: f64) {
        let [game, turn, shot] = self.at;
        self.notes.push(Note { game, turn, shot, clause, what, player, value });
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
