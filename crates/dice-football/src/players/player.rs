//! How a player decides in a match.

use std::num::NonZeroU8;

use tolley_experiment::random::Stream;

use crate::laws::MatchState;
use crate::solver::Policy;

/// How a player decides.
#[derive(Clone, Copy, Debug)]
pub enum Player<'a> {
    /// As a policy says for the time left and the score.
    Follows(&'a Policy),
    /// As a policy says of the last moments: to score before the ball is lost.
    Greedy(&'a Policy),
    /// Each step as often as any other.
    Random,
    /// As a policy says, but at random in this share of decisions.
    Mixed(&'a Policy, f64),
    /// As a policy says, but the champion die is used at the first chance.
    AtOnce(&'a Policy),
}

/// A position at which a player decides.
#[derive(Clone, Copy, Debug)]
pub struct Decision {
    /// Number of the position.
    pub node: usize,
    /// Number of its steps.
    pub step_count: u8,
    /// The step that uses the champion die, where there is one.
    pub ability: Option<NonZeroU8>,
}

impl Player<'_> {
    /// The step that the player makes, by number.
    #[inline]
    pub fn choose(self, at: &MatchState, decision: Decision, choices: &mut Stream) -> usize {
        let node = decision.node;
        let said = |policy: &Policy| policy.choice((at.half, at.left), at.side, node, at.ahead()).unwrap_or(0);
        match self {
            Player::Follows(policy) => said(policy),
            Player::Greedy(policy) => policy.choice((1, 0), at.side, node, 0).unwrap_or(0),
            Player::Random => choices.below(u64::from(decision.step_count)) as usize,
            Player::Mixed(policy, share) => {
                // both numbers are drawn each time, so that streams stay paired
                let errs = choices.uniform() < share;
                let random = choices.below(u64::from(decision.step_count)) as usize;
                if errs { random } else { said(policy) }
            }
            Player::AtOnce(policy) => decision.ability.map_or_else(|| said(policy), |step| usize::from(step.get())),
        }
    }
}
