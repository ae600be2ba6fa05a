//! The 55 fields of the board, as the player who attacks sees them.

use tolley_experiment::names::Named;

/// Columns of the board.
pub const COLUMNS: u8 = 5;
/// Rows of the board.
pub const ROWS: u8 = 11;

/// A field; rows count from the attacker's own goal line, columns from his left.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Field(u8);

impl Field {
    /// Row 1 to 11, column 1 to 5.
    ///
    /// # Panics
    /// When there is no such field, which is a bug.
    pub const fn new(row: u8, column: u8) -> Field {
        assert!(1 <= row && row <= ROWS && 1 <= column && column <= COLUMNS, "a field of the board");
        Field((row - 1) * COLUMNS + column - 1)
    }

    /// The field at a place that may be off the board.
    pub fn at(row: i8, column: i8) -> Option<Field> {
        let on = (1..=ROWS as i8).contains(&row) && (1..=COLUMNS as i8).contains(&column);
        on.then(|| Field::new(row as u8, column as u8))
    }

    /// Every field, row by row.
    pub fn all() -> impl Iterator<Item = Field> {
        (0..ROWS * COLUMNS).map(Field)
    }

    /// Row, from 1.
    pub const fn row(self) -> u8 {
        self.0 / COLUMNS + 1
    }

    /// Column, from 1.
    pub const fn column(self) -> u8 {
        self.0 % COLUMNS + 1
    }

    /// DF-roles: the same field as the other player sees it.
    pub const fn flipped(self) -> Field {
        Field(ROWS * COLUMNS - 1 - self.0)
    }

    /// The field on the other side of the middle column.
    pub const fn mirrored(self) -> Field {
        Field::new(self.row(), COLUMNS + 1 - self.column())
    }

    /// The field itself or its mirror image, whichever is on the left or in the middle.
    pub fn canonical(self) -> Field {
        if self.column() > 3 { self.mirrored() } else { self }
    }

    /// Whether it is in the column of the goals.
    pub const fn is_central(self) -> bool {
        self.column() == 3
    }

    /// Whether it is a corner of the goal line attacked.
    pub const fn is_corner(self) -> bool {
        self.row() == ROWS && (self.column() == 1 || self.column() == COLUMNS)
    }
}

macro_rules! rows {
    ($($row:literal)*) => {
        [$([concat!($row, "-1"), concat!($row, "-2"), concat!($row, "-3"), concat!($row, "-4"), concat!($row, "-5")]),*]
    };
}

/// The names of the fields, by row and column.
const NAMES: [[&str; COLUMNS as usize]; ROWS as usize] = rows!(1 2 3 4 5 6 7 8 9 10 11);

/// `"6-3"` for row 6, column 3.
impl Named for Field {
    const NAMES: &'static [&'static str] = NAMES.as_flattened();

    fn index(self) -> usize {
        usize::from(self.0)
    }

    fn at(index: usize) -> Option<Field> {
        (index < <Field as Named>::NAMES.len()).then_some(Field(index as u8))
    }
}

impl std::fmt::Debug for Field {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "({},{})", self.row(), self.column())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_field_is_named_by_its_row_and_column() {
        for field in Field::all() {
            let name = <Field as Named>::NAMES[field.index()];
            assert_eq!(name, format!("{}-{}", field.row(), field.column()));
            assert_eq!(<Field as Named>::at(field.index()), Some(field));
        }
        assert_eq!(<Field as Named>::at(Field::all().count()), None);
    }
}
