//! Who is put out of a game, by side and by the clause that does it.

use super::rows::LossRow;
use crate::laws::{Clause, Game, Note, What};

/// Players put out of games: of the first side, and of all others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Losses {
    /// Their toley was knocked off, TG-5d3.
    pub(super) by_5d3: [u32; 2],
    /// They could not knuckle down, TG-6b2.
    pub(super) by_6b2: [u32; 2],
    /// A foul shot of a team-mate knocked their toley off, TG-7ii.
    pub(super) by_7ii: [u32; 2],
    /// They had made too many fouls, TG-7three.
    pub(super) by_7three: [u32; 2],
    /// Their side was disqualified, TG-9d.
    pub(super) by_9d: [u32; 2],
}

impl Losses {
    /// Of a game, from what happened in it, each told by its player; who is out already is not put out again.
    pub(super) fn of(game: &Game, notes: &[Note], mut tell: impl FnMut(LossRow)) -> Losses {
        let (mut losses, mut out) = (Losses::default(), 0_u16);
        for note in notes.iter().filter(|note| note.at.game == game.number) {
            let (What::Eliminated | What::Disqualified, Some(player)) = (note.what, note.player) else { continue };
            let side = game.side_of(player);
            if out >> player & 1 == 0 {
                losses.count(note.clause)[usize::from(side > 0)] += 1;
                tell(LossRow::of(note, player, side));
            }
            out |= 1 << player;
        }
        losses
    }

    fn count(&mut self, clause: Clause) -> &mut [u32; 2] {
        match clause {
            Clause::Tg5d3 => &mut self.by_5d3,
            Clause::Tg6b2 => &mut self.by_6b2,
            Clause::Tg7ii => &mut self.by_7ii,
            Clause::Tg7three => &mut self.by_7three,
            Clause::Tg9d => &mut self.by_9d,
            other => unreachable!("{other:?} puts nobody out"),
        }
    }

    /// All of them.
    pub(super) fn total(&self) -> u32 {
        [self.by_5d3, self.by_6b2, self.by_7ii, self.by_7three, self.by_9d].as_flattened().iter().sum()
    }
}
