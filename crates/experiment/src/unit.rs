//! unit

/// Powers of metre, kilogram, second and radian.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Dimension {
    /// Of the metre.
    pub metre: i8,
    /// Of the kilogram.
    pub kilogram: i8,
    /// Of the second.
    pub second: i8,
    /// Of the radian.
    pub radian: i8,
}

impl Dimension {
    /// The dimension in which a key's name ends.
    pub fn of_name(_name: &str) -> Dimension {
        Dimension::default()
    }
}
