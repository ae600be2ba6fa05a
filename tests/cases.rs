//! The cases that are listed under a clause of the laws, each a test of its own that says what it expected and what it
//! got.

/// Declares the cases of a file, `"CG-5.1-T1" a_goal_after_a_foul_is_void { ... }`: each is a test, and `CASES` keeps
/// the numbers, so that another test can look whether every clause has its cases.
macro_rules! cases {
    ($($id:literal $name:ident $body:block)*) => {
        /// Numbers of the cases of this file.
        pub const CASES: &[&str] = &[$($id,)*];
        $(#[test] fn $name() $body)*
    };
}
pub(crate) use cases;

/// How many cases each clause has among the files' lists, a case `"CG-5.1-T2"` being one of `"CG-5.1"`; in the order
/// of the names.
pub fn count_by_clause(files: &[&[&'static str]]) -> std::collections::BTreeMap<&'static str, usize> {
    let mut counts = std::collections::BTreeMap::new();
    for id in files.iter().flat_map(|file| file.iter()) {
        let (clause, _) = id.rsplit_once("-T").unwrap_or_else(|| panic!("{id} has no number"));
        *counts.entry(clause).or_insert(0) += 1;
    }
    counts
}
