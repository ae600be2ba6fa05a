//! What a player sees when he decides, and what he knows of the match: its laws, its physics, and the other player.

use super::field::Field;
use crate::laws::{Laws, Match, MoveDraws, Seat};
use crate::shot::{Launch, PlayerView, StrokeSetup, Workspace};

/// One decision to make.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Decision {
    /// Where the coins stand.
    pub view: PlayerView,
    /// Whether a goal counts now.
    pub goal_counts: bool,
    /// Whether one counts on the next Move of the turn.
    pub next_counts: bool,
    /// Moves to come in this turn, this one included.
    pub moves_left: u32,
}

impl Decision {
    /// Of the player whose turn it is.
    pub fn of(game: &Match) -> Decision {
        let view = PlayerView::of(&game.layout, game.turn.seat, game.ends);
        let next_counts = game.turn.move_no + 1 >= game.turn.goal_from;
        Decision { view, goal_counts: game.turn.goal_counts(), next_counts, moves_left: game.turn.moves_left }
    }
}

/// What a player who tries strokes in his head tries them on.
#[derive(Clone, Copy, Debug)]
pub struct Model<'m> {
    /// The laws.
    pub laws: &'m Laws,
    /// What each seat's strokes are played on.
    pub setups: &'m [StrokeSetup; 2],
    /// The field as each seat sees it.
    pub fields: [&'m Field; 2],
}

impl Model<'_> {
    /// The field as a seat sees it.
    pub fn field(&self, seat: Seat) -> &Field {
        self.fields[seat.index()]
    }

    /// The match after this stroke, judged without the referee's errors.
    pub fn after(&self, game: &Match, launch: &Launch, workspace: &mut Workspace) -> Match {
        let seat = game.turn.seat;
        let view = PlayerView::of(&game.layout, seat, game.ends);
        let mut events = self.laws.events(game);
        workspace.play(&self.setups[seat.index()], (seat, game.ends), &view, launch, &mut events);
        self.laws.next(game, &self.laws.judge(game, &events, &MoveDraws::NONE))
    }
}
