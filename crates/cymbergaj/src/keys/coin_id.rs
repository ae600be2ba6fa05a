//! The coins that a scenario can name.

use tolley_experiment::names::{Named, from_name};

use super::catalogue::{COINS, CoinKind};

/// The ids, in the order of the catalogue.
const IDS: [&str; COINS.len()] = {
    let mut ids = [""; COINS.len()];
    let mut at = 0;
    while at < COINS.len() {
        ids[at] = COINS[at].id;
        at += 1;
    }
    ids
};

/// A coin of the catalogue, by its place there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CoinId(u8);

impl Named for CoinId {
    const NAMES: &'static [&'static str] = &IDS;

    fn index(self) -> usize {
        usize::from(self.0)
    }

    fn at(index: usize) -> Option<CoinId> {
        (index < COINS.len()).then_some(CoinId(index as u8))
    }
}

impl CoinId {
    /// The usual coin of a player.
    pub const PLAYER: CoinId = CoinId::known("PL-2zl-1994");
    /// The usual ball.
    pub const BALL: CoinId = CoinId::known("PL-20gr-1990");

    /// The coin of this id.
    ///
    /// ```
    /// use tolley_cymbergaj::keys::CoinId;
    /// let euro = CoinId::from_name("EU-1e").expect("a coin of the catalogue");
    /// assert_eq!(euro.kind().mass_kg, 0.0075);
    /// assert_eq!(CoinId::from_name("EU-3e"), None);
    /// ```
    pub fn from_name(id: &str) -> Option<CoinId> {
        from_name(id)
    }

    /// The id as in a scenario and a dataset.
    pub fn name(self) -> &'static str {
        self.kind().id
    }

    /// What is known of it.
    pub fn kind(self) -> &'static CoinKind {
        &COINS[self.index()]
    }

    /// An id that is in the catalogue; one that is not there does not compile.
    const fn known(id: &str) -> CoinId {
        let mut at = 0;
        while !is_same(IDS[at].as_bytes(), id.as_bytes()) {
            at += 1;
        }
        CoinId(at as u8)
    }
}

const fn is_same(one: &[u8], two: &[u8]) -> bool {
    let mut at = 0;
    while at < one.len() && at < two.len() && one[at] == two[at] {
        at += 1;
    }
    at == one.len() && at == two.len()
}
