//! What a race is made of: where it stands, its steps, its breaks and its ends.

/// Where a race stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct At {
    /// Whose step it is, and what else is told.
    pub situation: usize,
    /// Points of the first side less those of the second.
    pub lead: i32,
    /// What is left of the race.
    pub left: u32,
}

/// What follows a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Next {
    /// A situation.
    To(usize),
    /// The end, by something other than lead and rest; halves of what the first side has then: 2 won, 1 drawn, 0 lost.
    Over(u8),
    /// The end that lead and rest bring, or what was not seen: taken as after other steps of the same gain.
    Unseen,
}

/// A step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Step {
    /// What the lead grows by.
    pub gain: i32,
    /// What is spent of the rest.
    pub spent: u32,
    /// What follows.
    pub next: Next,
}

/// Where a race begins anew, as after half-time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Break {
    /// What is left there.
    pub left: u32,
    /// Whether a lead ends the race there.
    pub decides: bool,
}

/// What races are like, whatever their steps.
pub trait Course {
    /// Number of situations.
    fn situations(&self) -> usize;

    /// Greatest lead that is told apart.
    fn most_lead(&self) -> i32;

    /// What is left in the beginning.
    fn most_left(&self) -> u32;

    /// What the first side has when lead or rest end the race here: 1 won, 0 lost; where nothing is left, a lead wins.
    fn ended(&self, lead: i32, left: u32) -> Option<f64>;

    /// Stretches of the rest in which steps are counted apart.
    fn bands(&self) -> usize {
        1
    }

    /// The stretch of a rest.
    fn band(&self, _left: u32) -> usize {
        0
    }

    /// Where the race begins anew.
    fn breaks(&self) -> &[Break] {
        &[]
    }

    /// What steps leave at least that are counted where so much is left, as before a whistle that nobody foresees.
    fn floor(&self, _left: u32) -> u32 {
        0
    }
}
