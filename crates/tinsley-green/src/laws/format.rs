//! What is played: the kind of match, its games, racks and targets, TG-9a, TG-9b, TG-9f, TG-10, TG-11.

use tolley_experiment::random::Stream;

use super::game::{Form, MOST_PLAYERS};

tolley_experiment::names! {
    /// The kind of match.
    pub enum MatchKind {
        /// Two teams of a club, TG-9.
        Club = "club",
        /// Two teams picked by the Board, TG-10.
        International = "international",
        /// Everybody for himself, TG-11.
        Individual = "individual",
        /// Two players, TG-11e.
        Challenge = "challenge",
    }
}

tolley_experiment::names! {
    /// What wins a match of several games, TG-9a; who is level in it is told apart by the other, then by a tie-break.
    pub enum MatchWin {
        /// Games, then points.
        MostGames = "most-games",
        /// Points, then games.
        TotalPoints = "total-points",
    }
}

tolley_experiment::names! {
    /// How it is found who has the choice to play first, TG-9f.
    pub enum FirstPlay {
        /// By drops from the nose on a line.
        NoseDrop = "nose-drop",
        /// By a coin.
        Coin = "coin",
        /// The first side or player has it.
        Fixed = "fixed",
    }
}

tolley_experiment::names! {
    /// What who has the choice does with it, TG-9f.
    pub enum Choice {
        /// He plays first.
        First = "first",
        /// He lets the others play first.
        Second = "second",
        /// He plays first if the first side wins at least half of the games.
        Optimal = "optimal",
    }
}

tolley_experiment::names! {
    /// In which order a captain fields his players, TG-9b.
    pub enum OrderPolicy {
        /// As numbered.
        Given = "given",
        /// The best first.
        BestFirst = "best-first",
        /// The best last.
        BestLast = "best-last",
        /// Any order, drawn for each game.
        Random = "random",
    }
}

impl OrderPolicy {
    /// Orders the players of a side, numbered upwards at first; of equals the lower number stands first.
    pub fn arrange(self, players: &mut [u8], error: impl Fn(u8) -> f64, stream: &mut Stream) {
        players.sort_unstable();
        match self {
            OrderPolicy::Given => {}
            OrderPolicy::BestFirst => players.sort_by(|&a, &b| error(a).total_cmp(&error(b))),
            OrderPolicy::BestLast => players.sort_by(|&a, &b| error(b).total_cmp(&error(a))),
            OrderPolicy::Random => {
                // Fisher and Yates
                for last in (1..players.len()).rev() {
                    players.swap(last, stream.below(last as u64 + 1) as usize);
                }
            }
        }
    }
}

tolley_experiment::names! {
    /// How often the sand is laid anew, TG-1c.
    pub enum SandReset {
        /// For each game.
        PerGame = "per-game",
        /// For each match.
        PerMatch = "per-match",
        /// Once for all.
        Never = "never",
    }
}

impl SandReset {
    /// Number of the laying on which a game of a match is played; `None` for the one of all matches.
    pub fn laying(self, game: u32) -> Option<u32> {
        match self {
            SandReset::PerGame => Some(game),
            SandReset::PerMatch => Some(0),
            SandReset::Never => None,
        }
    }
}

/// The parameters of a match.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Format {
    /// TG-9, TG-10, TG-11, TG-11e.
    pub kind: MatchKind,
    /// TG-9b.
    pub team_size: u32,
    /// TG-11a.
    pub players: u32,
    /// TG-9e.
    pub rack: u32,
    /// TG-11b.
    pub individual_rack_per_player: u32,
    /// TG-11b.
    pub individual_rack_least: u32,
    /// TG-11d.
    pub tie_break_rack: u32,
    /// TG-9g; `None` is more than half of the rack.
    pub target: Option<u32>,
    /// TG-11d.
    pub tie_break_target: u32,
    /// TG-5a.
    pub points_per_marble: u32,
    /// TG-9a.
    pub games: u32,
    /// TG-9a.
    pub win: MatchWin,
    /// TG-X4: a guard.
    pub tie_breaks_most: u32,
    /// TG-9f.
    pub first_play: FirstPlay,
    /// TG-9f.
    pub first_choice: Choice,
    /// TG-9f: what [`Choice::Optimal`] goes by.
    pub first_wins_share: f64,
    /// TG-9b.
    pub order: OrderPolicy,
    /// TG-1c.
    pub sand: SandReset,
}

impl Format {
    /// The document's values.
    pub fn literal(kind: MatchKind) -> Format {
        Format {
            kind,
            team_size: 6,
            players: 4,
            rack: 49,
            individual_rack_per_player: 4,
            individual_rack_least: 25,
            tie_break_rack: 13,
            target: Some(25),
            tie_break_target: 7,
            points_per_marble: 1,
            games: 1,
            win: MatchWin::MostGames,
            tie_breaks_most: 10,
            first_play: FirstPlay::NoseDrop,
            first_choice: Choice::First,
            first_wins_share: 0.5,
            order: OrderPolicy::Given,
            sand: SandReset::PerGame,
        }
    }

    /// Whether two teams play.
    pub fn is_team(&self) -> bool {
        matches!(self.kind, MatchKind::Club | MatchKind::International)
    }

    /// Players of the match.
    pub fn player_count(&self) -> u32 {
        match self.kind {
            MatchKind::Club | MatchKind::International => 2 * self.team_size,
            MatchKind::Individual => self.players,
            MatchKind::Challenge => 2,
        }
    }

    /// Side of a player; the first team is numbered first.
    pub fn side_of(&self, player: u8) -> u8 {
        if self.is_team() { u8::from(u32::from(player) >= self.team_size) } else { player }
    }

    /// The form of its games.
    pub fn form(&self) -> Form {
        match self.kind {
            MatchKind::Club | MatchKind::International => Form::Team,
            MatchKind::Individual => Form::Individual,
            MatchKind::Challenge => Form::Challenge,
        }
    }

    /// Marbles of a game, TG-9e, TG-11b, TG-11d.
    pub fn rack_of(&self, form: Form) -> u32 {
        match form {
            Form::Team => self.rack,
            Form::Individual => (self.individual_rack_per_player * self.players + 1).max(self.individual_rack_least),
            Form::TieBreak | Form::Challenge => self.tie_break_rack,
        }
    }

    /// Points that win a game, TG-9g, TG-11c, TG-11d.
    pub fn target_of(&self, form: Form) -> u32 {
        let half = self.rack_of(form) * self.points_per_marble / 2 + 1;
        match form {
            Form::Team => self.target.unwrap_or(half),
            Form::Individual => half,
            Form::TieBreak | Form::Challenge => self.tie_break_target,
        }
    }

    /// The widest rack of any game of the match, marbles.
    pub fn widest_rack(&self) -> u32 {
        self.rack_of(self.form()).max(self.tie_break_rack)
    }

    /// Whether who has the choice plays first.
    pub fn plays_first(&self) -> bool {
        match self.first_choice {
            Choice::First => true,
            Choice::Second => false,
            Choice::Optimal => self.first_wins_share >= 0.5,
        }
    }

    /// Whether so many players can play.
    pub fn fits(&self) -> bool {
        let most = if self.is_team() { 6 } else { MOST_PLAYERS as u32 };
        let count = if self.is_team() { self.team_size } else { self.player_count() };
        count <= most && self.player_count() >= 2
    }
}
