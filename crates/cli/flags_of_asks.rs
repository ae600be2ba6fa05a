//! Flags of `tolley ask`, and the kinds of question.

use std::path::PathBuf;

use clap::Subcommand;
use tolley_experiment::ask::AskKind;

use crate::args::{BestOf, Better, Fair, Rate, Sensitivity};
use crate::flags::Flags;

/// What `tolley ask` is told.
#[derive(Debug, clap::Args)]
#[command(
    args_conflicts_with_subcommands = true,
    subcommand_help_heading = "Kinds of question",
    subcommand_value_name = "KIND",
    disable_help_subcommand = true
)]
pub struct Asking {
    /// The kind of question; without it, all that the scenario asks.
    #[command(subcommand)]
    pub kind: Option<Kind>,
    /// What is asked.
    #[command(flatten)]
    pub ask: Ask,
}

/// The kinds of question.
#[derive(Debug, Subcommand)]
pub enum Kind {
    /// Which choice is best? Searched for where the scenario says what is chosen, else compared
    #[command(after_long_help = include_str!("best/help.txt"), after_help = "Examples:\n\n  tolley ask best best_shot --skill \"misses 3 cm at 1 m\"\n  tolley ask best best_flick --shots 20000\n\nWhat a scenario says of it, and more: tolley ask best --help")]
    Best(BestOf),
    /// Is it fair, and how unequal may things be?
    #[command(after_long_help = crate::help::FAIR, after_help = "The words of a verdict, and more: tolley ask fair --help")]
    Fair(Fair),
    /// Does a rule or a setting matter, and which value is best?
    #[command(after_help = crate::help::EFFECT)]
    Effect(Ask),
    /// How far may one quantity go?
    Limit(Ask),
    /// Which key does the outcome depend on?
    #[command(after_long_help = crate::help::DEPENDS, after_help = "More, with examples: tolley ask depends --help")]
    Depends(Sensitivity),
    /// How strong is each player, in Elo points, and what is playing first worth?
    #[command(after_help = crate::help::RANK)]
    Rank(Rate),
    /// How does an outcome lie over a plane of two keys?
    Map(Ask),
    /// What should each side choose, where one loses what the other gains?
    Response(Ask),
}

/// Flags of `tolley ask`.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct Ask {
    /// What is asked: a scenario file or the name of one that comes along, the folder of a dataset, or the number of a
    /// research question. Without it, the research questions are listed
    #[arg(id = "scenario", value_name = "SCENARIO|DATASET|QUESTION", num_args = 0..=2)]
    pub words: Vec<String>,
    /// The kind that is asked for alone.
    #[arg(skip)]
    pub kind: Option<AskKind>,
    /// Axis whose values are compared or chosen among, instead of what the scenario asks; may be given again
    #[arg(long, value_name = "KEY", requires = "scenario")]
    pub over: Vec<String>,
    /// The value of that axis with which the others are compared; once for each axis
    #[arg(long, value_name = "VALUE", requires = "over", allow_hyphen_values = true)]
    pub vs: Vec<String>,
    /// Axis along which a limit is looked for, or a map drawn
    #[arg(long, hide_short_help = true, value_name = "KEY", requires = "scenario")]
    pub along: Option<String>,
    /// Where one side loses by what the other gains: its axis; those of the other one are --over
    #[arg(long, hide_short_help = true, value_name = "KEY", requires = "over")]
    pub against: Option<String>,
    /// Which values of the measure are good
    #[arg(long, hide_short_help = true, value_name = "WHICH", requires = "scenario")]
    pub better: Option<Better>,
    /// What is measured, instead of what the scenario asks: a column, or TABLE.COLUMN[COLUMN=VALUE]
    #[arg(long, value_name = "MEASURE", requires = "scenario")]
    pub measure: Option<String>,
    /// The largest difference that does not matter, in the unit of what is measured: 0.01, "2 cm"
    #[arg(long, hide_short_help = true, value_name = "NUMBER", requires = "scenario")]
    pub margin: Option<String>,
    /// Shots of a search for the best choice, instead of the scenario's
    #[arg(long, hide_short_help = true, value_name = "N", requires = "scenario")]
    pub shots: Option<u64>,
    /// Play no longer than so many minutes: fewer trials at each point, if need be
    #[arg(long, value_name = "MINUTES", requires = "scenario", value_parser = minutes)]
    pub minutes: Option<f64>,
    /// Play the scenario only as it is, and not under other values of what nobody has measured
    #[arg(long, hide_short_help = true, requires = "scenario")]
    pub no_strata: bool,
    /// Print all tables and methods too, and the command that makes the answer again
    #[arg(long, requires = "scenario")]
    pub details: bool,
    /// Print a card of Markdown, to paste into a page
    #[arg(long, hide_short_help = true, conflicts_with = "json")]
    pub markdown: bool,
    /// Write answer.csv too
    #[arg(long, hide_short_help = true, requires = "scenario")]
    pub csv: bool,
    /// Show the answer that comes with the program: played before, by this version; nothing is played
    #[arg(long, requires = "scenario")]
    pub stored: bool,
    /// Keep the answers as a file that comes with the program, as `cargo xtask answers` does
    #[arg(long, value_name = "FILE", requires = "scenario", conflicts_with = "stored", hide = true)]
    pub store: Option<PathBuf>,
    /// The rest.
    #[command(flatten)]
    pub flags: Flags,
}

/// A number of minutes.
fn minutes(text: &str) -> Result<f64, String> {
    let minutes = crate::flags::finite(text)?;
    if minutes > 0.0 { Ok(minutes) } else { Err("it is not more than 0".to_owned()) }
}
