//! What a player chooses in a trial, how his hand errs at it, and which choices are images of each other.

use crate::declare::key::Path;
use crate::declare::noise::{Correlation, Scatter};

/// A player's hand at the keys of one design point.
#[derive(Clone, Debug, PartialEq)]
pub struct Hand {
    /// The preset by which skills are named.
    pub preset: Path,
    /// Deviation of the direction, rad, by which a skill may be told.
    pub aim_sd: Path,
    /// How the errors are distributed.
    pub scatter: Scatter,
    /// The correlations of the errors of two numbers, other than 0, each pair once.
    pub correlated: Vec<([Path; 2], f64)>,
    /// The numbers that he chooses, and those that he errs in.
    pub chosen: Vec<Chosen>,
    /// Columns that hang on his errors in later strokes too: a trial without errors says nothing of them.
    pub later: Vec<String>,
    /// Whether a search may lift the limits of the hand, to see beyond them: not where other strokes have them too.
    pub can_lift_limits: bool,
    /// The key by which strokes follow, and the choice by which none does: what does not hang on them is found without.
    pub follows: Option<(Path, &'static str)>,
    /// Keys and choices by which strokes are played sooner and worth nearly as much: a search looks by them, and judges
    /// without.
    pub quick: Vec<(Path, &'static str)>,
    /// The key of the share of trials in which what follows is played; a search plays it in all.
    pub share_played: Option<Path>,
    /// Choices that may be worth the same.
    pub images: Vec<Image>,
}

/// The correlations, other than 0, of errors of numbers that are chosen; `None` for an error of another number.
pub fn correlated(correlations: &[Correlation], numbers: &[Option<Path>]) -> Vec<([Path; 2], f64)> {
    let of = |one: &Correlation| {
        let [a, b] = one.errors.map(|error| numbers.get(error).copied().flatten());
        Some(([a?, b?], one.ratio))
    };
    correlations.iter().filter(|one| one.ratio != 0.0).filter_map(of).collect()
}

/// A number that a player chooses.
#[derive(Clone, Debug, PartialEq)]
pub struct Chosen {
    /// The key.
    pub key: Path,
    /// Standard deviation of his error at it: of the number, or of its logarithm.
    pub sd: f64,
    /// Mean of his error, in the same measure, with the key that says it, where one does.
    pub bias: Option<(Path, f64)>,
    /// Whether the error is a factor.
    pub is_factor: bool,
    /// The keys that limit what his hand can do, if any.
    pub limits: [Option<Path>; 2],
    /// Between which values it can be played at all, where that is narrower than what the key may be.
    pub within: Option<[f64; 2]>,
}

impl Chosen {
    /// A number without error and limit: a place.
    pub fn exactly(key: Path) -> Chosen {
        Chosen::erring(key, 0.0)
    }

    /// A number to which an error is added.
    pub fn erring(key: Path, sd: f64) -> Chosen {
        Chosen { key, sd, bias: None, is_factor: false, limits: [None, None], within: None }
    }
}

/// A map of choices that leaves the game as it is, or nearly.
#[derive(Clone, Debug, PartialEq)]
pub struct Image {
    /// What it does: `turned by 60 degrees`.
    pub name: String,
    /// Key, factor and shift of each number that it changes.
    pub moves: Vec<(Path, [f64; 2])>,
    /// Why the image need not be worth the same; `None` where it is, by construction.
    pub differs: Option<String>,
}
