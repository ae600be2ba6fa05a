//! Aligned columns, as every list and table of the command is printed.

/// Cells of one column, from top to bottom.
#[derive(Clone, Debug)]
pub struct TextColumn {
    /// The cells; a column that ends early is empty below.
    pub cells: Vec<String>,
    /// Whether they stand to the left, as words do; numbers stand to the right.
    pub is_left: bool,
}

impl TextColumn {
    /// Words.
    pub fn left(cells: impl IntoIterator<Item = String>) -> TextColumn {
        TextColumn { cells: cells.into_iter().collect(), is_left: true }
    }

    /// Numbers.
    pub fn right(cells: impl IntoIterator<Item = String>) -> TextColumn {
        TextColumn { cells: cells.into_iter().collect(), is_left: false }
    }

    /// Characters of the widest cell.
    pub fn width(&self) -> usize {
        self.cells.iter().map(|cell| cell.chars().count()).max().unwrap_or(0)
    }
}

/// Between two columns.
pub const GAP: &str = "  ";

/// The rows of columns, each as wide as its widest cell, without blanks at the ends of lines.
pub fn rows<'c>(columns: impl IntoIterator<Item = &'c TextColumn>) -> Vec<String> {
    let columns: Vec<&TextColumn> = columns.into_iter().collect();
    let count = columns.iter().map(|column| column.cells.len()).max().unwrap_or(0);
    let row = |at: usize| {
        let cell = |column: &&TextColumn| {
            let (cell, width) = (column.cells.get(at).map_or("", String::as_str), column.width());
            if column.is_left { format!("{cell:<width$}") } else { format!("{cell:>width$}") }
        };
        columns.iter().map(cell).collect::<Vec<_>>().join(GAP).trim_end().to_owned()
    };
    (0..count).map(row).collect()
}

/// Rows of cells, the first of them the head, as columns: to the right where all below the head are numbers or `-`.
pub fn of_rows(rows: &[Vec<String>]) -> Vec<TextColumn> {
    let count = rows.iter().map(Vec::len).max().unwrap_or(0);
    let is_number = |cell: &String| cell == "-" || cell.parse::<f64>().is_ok();
    let column = |at: usize| {
        let cells: Vec<String> = rows.iter().map(|row| row.get(at).cloned().unwrap_or_default()).collect();
        TextColumn { is_left: !cells.iter().skip(1).all(is_number), cells }
    };
    (0..count).map(column).collect()
}

/// Lines, each with its line break, indented by a gap.
pub fn indented(lines: &[String]) -> String {
    lines.iter().map(|line| format!("{}\n", format!("{GAP}{line}").trim_end())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows_of(cells: &[&[&str]]) -> Vec<Vec<String>> {
        cells.iter().map(|row| row.iter().map(|cell| (*cell).to_owned()).collect()).collect()
    }

    #[test]
    fn words_stand_left_and_numbers_right() {
        let cells = rows_of(&[&["name", "x_m", "line"], &["a", "1.5", ""], &["toley", "-10", "goal"], &["b", "-", ""]]);
        let lines = rows(&of_rows(&cells));
        assert_eq!(lines, ["name   x_m  line", "a      1.5", "toley  -10  goal", "b        -"]);
        assert_eq!(indented(&lines[..1]), "  name   x_m  line\n");
    }
}
