//! What can follow what: the description of a game that is solved.

/// Who decides at a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owner {
    /// The player whose turn it is.
    Mover,
    /// His opponent.
    Other,
    /// The dice.
    Chance,
}

/// What a step does besides leading to the next state.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Effect {
    /// Share of chance; not used where a player decides.
    pub probability: f64,
    /// Points for the player whose turn it was.
    pub reward: i8,
    /// Whether it is the other player's turn afterwards.
    pub swaps: bool,
    /// Whether play stops here when the time is up, which it is after the step that takes the last unit.
    pub closes: bool,
}

/// What can follow a state; no steps at the end of the game.
#[derive(Clone, Debug, PartialEq)]
pub struct Expansion<S> {
    /// Who decides.
    pub owner: Owner,
    /// Whether the steps take one unit of time.
    pub ticks: bool,
    /// Where it can go.
    pub steps: Vec<(S, Effect)>,
}

/// An alternating Markov game; states are told from the side of the player whose turn it is.
pub trait Game {
    /// A state.
    type State: Ord + Clone;
    /// What can follow it.
    fn expand(&self, state: &Self::State) -> Expansion<Self::State>;
}
