//! A match between two Moves: everything a player sees.

use glam::DVec2;

use super::clause::{Clause, Clauses};
use super::draws::MatchDraws;
use super::layout::Layout;
use super::restarts::Turn;
use super::seat::{Ends, Piece, Seat};

tolley_experiment::names! {
    /// The part of a match.
    pub enum Period {
        FirstHalf = "first-half": "CG-1.2a.",
        SecondHalf = "second-half": "CG-1.2a.",
        FirstExtra = "first-extra": "CG-1.3b.",
        SecondExtra = "second-extra": "CG-1.3b.",
        Series = "series": "CG-1.3c.",
        CentreKicks = "centre-kicks": "CG-1.3d.",
    }
}

impl Period {
    /// Whether penalties or centre kicks are taken in turn.
    #[inline]
    pub fn is_shootout(self) -> bool {
        matches!(self, Period::Series | Period::CentreKicks)
    }

    /// Whether it is a half of extra time.
    #[inline]
    pub fn is_extra(self) -> bool {
        matches!(self, Period::FirstExtra | Period::SecondExtra)
    }
}

/// What comes next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// A piece is put on the table: [`super::Laws::to_place`].
    Place,
    /// The ball is thrown in from [`Match::spot_m`] by the player whose turn it is, CG-5.2b.
    Throw,
    /// The player whose turn it is makes a Move.
    Stroke,
    /// Nothing.
    Over,
}

/// Attempts and goals of one seat in the penalty series or in the centre kicks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct KickCount {
    /// Kicks taken.
    pub kicks: u32,
    /// Goals of them.
    pub goals: u32,
}

/// A match between two Moves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Match {
    /// Which part.
    pub period: Period,
    /// What comes next.
    pub phase: Phase,
    /// Who defends which end.
    pub ends: Ends,
    /// Whose turn, after which restart, which Move of it.
    pub turn: Turn,
    /// Where the pieces are; in [`Phase::Place`] those that are not yet put lie where they were.
    pub layout: Layout,
    /// Which pieces are put, in the order of [`Piece::index`], in [`Phase::Place`].
    pub placed: [bool; 3],
    /// Where the ball left, or the spot of the foul that the restart is about, m.
    pub spot_m: DVec2,
    /// Whose coin touched the ball last, CG-FB1.
    pub last_touch: Seat,
    /// Goals of X and Y, those of the series and the centre kicks aside.
    pub score: [u32; 2],
    /// The penalty series, CG-1.3c.
    pub series: [KickCount; 2],
    /// The centre kicks, CG-1.3d.
    pub centre_kicks: [KickCount; 2],
    /// Who began this half, series or round of centre kicks.
    pub starter: Seat,
    /// Time in this half, s.
    pub clock_s: f64,
    /// When this half ends, added time apart, s.
    pub half_s: f64,
    /// Added time of this half, s, CG-1.2b.
    pub added_s: f64,
    /// Time since the match began, s; never runs back.
    pub elapsed_s: f64,
    /// Number of the turn in the match, from 1: a restart begins one, and so does the change of players in open play.
    pub turn_no: u32,
    /// Moves since the match began.
    pub move_count: u32,
    /// Restarts in this half, those that opened it aside.
    pub restart_count: u32,
    /// Moves in a row in which no coin touched the ball, CG-FB10.
    pub idle_count: u32,
    /// Who won; when [`Match::phase`] is [`Phase::Over`].
    pub winner: Option<Seat>,
    /// Whether a toss named the winner, CG-1.3d.
    pub truncated: bool,
    /// The clauses that the last step applied.
    pub news: Clauses,
    /// What chance decides of this match.
    pub draws: MatchDraws,
}

impl Match {
    /// Goals ahead of the opponent, the shootouts aside.
    #[inline]
    pub fn lead(&self, seat: Seat) -> i64 {
        i64::from(self.score[seat.index()]) - i64::from(self.score[seat.other().index()])
    }

    #[inline]
    pub(super) fn add(&mut self, clause: Clause) {
        self.news = self.news.with(clause);
    }

    #[inline]
    pub(super) fn add_if(&mut self, holds: bool, clause: Clause) {
        self.news = self.news.with_if(holds, clause);
    }

    #[inline]
    pub(super) fn put(&mut self, piece: Piece, at_m: DVec2) {
        self.layout.put(piece, at_m);
        self.placed[piece.index()] = true;
    }

    /// When this half ends, s; infinite in shootouts.
    #[inline]
    pub fn limit_s(&self) -> f64 {
        self.half_s + self.added_s
    }
}

/// Who has more goals.
pub fn leader(score: [u32; 2]) -> Option<Seat> {
    match score[0].cmp(&score[1]) {
        core::cmp::Ordering::Greater => Some(Seat::X),
        core::cmp::Ordering::Less => Some(Seat::Y),
        core::cmp::Ordering::Equal => None,
    }
}
