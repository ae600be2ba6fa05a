//! The 55 fields of the board, as the player who attacks sees them.

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

    /// Number of the field, from 0.
    pub const fn index(self) -> usize {
        self.0 as usize
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
    pub fn folded(self) -> Field {
        if self.column() > 3 { self.mirrored() } else { self }
    }

    /// Whether it is in the column of the goals.
    pub const fn is_central(self) -> bool {
        self.column() == 3
    }
}

impl std::fmt::Debug for Field {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "({},{})", self.row(), self.column())
    }
}

/// A set of fields.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Fields(u64);

impl Fields {
    /// The fields for which this holds.
    pub fn of(holds: impl Fn(Field) -> bool) -> Fields {
        Fields(Field::all().filter(|field| holds(*field)).fold(0, |set, field| set | 1 << field.0))
    }

    /// Whether a field is among them.
    pub const fn has(self, field: Field) -> bool {
        self.0 >> field.0 & 1 == 1
    }

    /// How many they are.
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether there is none.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }
}
