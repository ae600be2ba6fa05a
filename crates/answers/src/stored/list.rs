//! Written by `cargo xtask answers`: the questions whose answers come with the program, each with its file.

macro_rules! stored {
    ($($question:literal,)*) => {
        /// Questions, each with the text of its file.
        pub const STORED: &[(&str, &str)] =
            &[$(($question, include_str!(concat!("../../stored/", $question, ".json")))),*];
    };
}

stored! {
    "TGQ1",
    "TGQ2",
    "TGQ3",
    "TGQ4",
    "TGQ5",
    "TGQ6",
    "TGQ7",
    "TGQ8",
    "TGQ9",
    "TGQ10",
    "TGQ11",
    "TGQ12",
    "CGQ1",
    "CGQ2",
    "CGQ3",
    "CGQ4",
    "CGQ5",
    "CGQ6",
    "CGQ7",
    "CGQ8",
    "CGQ9",
    "CGQ10",
    "CGQ11",
    "CGQ12",
    "after_the_bar",
    "best_die",
}
