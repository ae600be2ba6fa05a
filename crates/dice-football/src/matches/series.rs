//! A series of penalties after a draw, and the row of each of them.

use tolley_experiment::random::Stream;

use crate::keys::FacesSource;
use crate::keys::dice::Die;
use crate::keys::faces::Penalty;

tolley_experiment::row! {
    /// One penalty of a series.
    pub struct PenaltyRow {
        /// Where the faces come from; the real ones are not known.
        faces_source: FacesSource, Bookkeeping "source of the dice faces";
        /// Number of the penalty within the series, from 1.
        penalty_no: u32, Bookkeeping "number of the penalty in the series";
        /// Number of the pair of penalties, from 1; those beyond match.series_count go on until one player leads.
        pair_no: u32, Bookkeeping "number of the pair of penalties";
        /// Whether player A takes it.
        a_takes: bool, Bookkeeping "whether player A takes the penalty" shown "";
        /// The face that the black die shows.
        face: Penalty, "face of the penalty die";
        /// Whether it is a goal of the series, as "goal" alone is.
        is_goal: bool, "chance that the penalty is a goal";
        /// Goals of player A in the series after it.
        a_series_goal_count: u32, Bookkeeping "series goals of player A so far" of "a";
        /// Goals of player B in the series after it.
        b_series_goal_count: u32, Bookkeeping "series goals of player B so far" of "b";
    }
}

/// One penalty of a series; player 0 won the draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeriesPenalty {
    /// Number of the pair of penalties, from 1.
    pub pair_no: u32,
    /// Who takes it.
    pub player: usize,
    /// What the die shows.
    pub face: Penalty,
    /// Goals of both after it.
    pub goals: [u32; 2],
}

/// DF-time-tournament: a series of penalties, `count` each, then pairs until one leads; only "goal" counts. Hands each
/// penalty to `taken`; returns the goals of both, of which the winner has more.
pub fn series(die: &Die<Penalty>, count: u64, dice: &mut Stream, mut taken: impl FnMut(&SeriesPenalty)) -> [u32; 2] {
    let goal_share = die.share(|face| face == Penalty::Goal);
    let (mut goals, mut pair_no) = ([0; 2], 0);
    while u64::from(pair_no) < count || goals[0] == goals[1] {
        pair_no += 1;
        for player in [0, 1] {
            let face = shown(die, goal_share, dice.uniform());
            goals[player] += u32::from(face == Penalty::Goal);
            taken(&SeriesPenalty { pair_no, player, face, goals });
        }
    }
    goals
}

/// The face for a number from 0 to 1: those of goals come first.
fn shown(die: &Die<Penalty>, goal_share: f64, drawn: f64) -> Penalty {
    if drawn < goal_share {
        return Penalty::Goal;
    }
    let mut rest = drawn - goal_share;
    let mut others = die.faces.iter().filter(|(face, _)| *face != Penalty::Goal).peekable();
    while let Some((face, share)) = others.next() {
        rest -= share;
        // the last one takes what rounding leaves
        if rest < 0.0 || others.peek().is_none() {
            return *face;
        }
    }
    Penalty::Goal
}
