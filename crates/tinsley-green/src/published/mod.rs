//! Games of Tinsley Green whose scores were published, and how well teams of some strength, spread and clock explain
//! them.
//!
//! [`games`] has the scores with their sources. [`courses`] plays many games without a clock and says how each stood at
//! any time. [`fit`] weighs those games so that they look like the published ones.

pub mod courses;
pub mod fit;

/// The scores, each with its source.
const FILE: &str = include_str!("games.csv");
/// Points that win a game; a winner with fewer was stopped by something, probably a clock.
pub const TARGET: u32 = 25;

/// Points of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Score {
    /// Of who has more.
    pub winner: u32,
    /// Of the other side.
    pub loser: u32,
}

impl Score {
    /// Of two sides.
    pub fn of(points: [u32; 2]) -> Score {
        Score { winner: points[0].max(points[1]), loser: points[0].min(points[1]) }
    }

    /// By how much the winner has more.
    pub fn margin(self) -> u32 {
        self.winner - self.loser
    }

    /// Whether nobody came to the points that win.
    pub fn is_cut_short(self) -> bool {
        self.winner < TARGET
    }
}

/// A game that was published.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PublishedGame {
    /// Year.
    pub year: u32,
    /// Round: `R1`, `QF`, `final`.
    pub round: &'static str,
    /// Points.
    pub score: Score,
    /// Where it stands.
    pub source: &'static str,
}

impl PublishedGame {
    /// Whether it is a quarter-final or later, in which the better teams are left.
    pub fn is_late(&self) -> bool {
        matches!(self.round, "QF" | "SF" | "final")
    }
}

/// All published games, as far as their lines can be read.
pub fn games() -> Vec<PublishedGame> {
    FILE.lines().skip(1).filter_map(game).collect()
}

fn game(line: &'static str) -> Option<PublishedGame> {
    let cells: Vec<&str> = line.split(',').collect();
    let [date, _, round, _, _, one, other, _, source] = <[&str; 9]>::try_from(cells).ok()?;
    let year = date.get(..4)?.parse().ok()?;
    Some(PublishedGame { year, round, score: Score::of([one.parse().ok()?, other.parse().ok()?]), source })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_is_a_game_with_a_source() {
        let games = games();
        assert_eq!((games.len(), FILE.lines().count()), (36, 37));
        assert!(games.iter().all(|game| !game.source.is_empty() && game.score.winner + game.score.loser <= 49));
        let of_year = |year| games.iter().filter(|game| game.year == year).count();
        assert_eq!([2001, 2004, 2006].map(of_year), [12, 4, 13]);
        assert_eq!(games[0].score, Score { winner: 25, loser: 24 });
        assert_eq!(games.iter().filter(|game| !game.score.is_cut_short()).count(), 16);
        assert_eq!(games.iter().filter(|game| game.is_late()).count(), 11);
    }
}
