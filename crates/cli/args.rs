//! The command line, as typed.

use std::path::PathBuf;

use clap::{Parser, Subcommand, ValueEnum};
use tolley_session::ScenarioRequest;

pub use crate::flags::{Flags, finite, source, two};
pub use crate::flags_of_asks::{Ask, Asking, Kind};
pub use crate::flags_of_datasets::{Check, Clean, Data, DataCommand, Export, Finalize, Merge, Repair, Status};
pub use crate::flags_of_lists::{Coins, Completions, Explain, Keys, List, ListCommand, Man, New, Schemas};
pub use crate::flags_of_pages::{Replay, Report, Scene, Show, Summary, Text};
use crate::help::{ASK, DATA, EXAMPLES, EXPLAIN, FIT, RUN, SHOW, SOLVE, VERIFY};

/// Simulates skill games of marbles and coins, shot by shot, millions of times, into Parquet
#[derive(Debug, Parser)]
#[command(name = "tolley", version, about, after_help = EXAMPLES, max_term_width = 120)]
pub struct Args {
    /// What to do; without it, what to try first is printed.
    #[command(subcommand)]
    pub command: Option<Command>,
}

/// What to do.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Play a scenario into a dataset and print its answer; without a scenario, say which there are
    #[command(after_long_help = RUN, after_help = "Examples:\n\n  tolley run                        which scenarios there are\n  tolley run knuckling_down\n  tolley run knuckling_down --dry-run\n  tolley run coin_weight --repeats 50 --set strike.speed_m_s=2 -o runs/try\n\nAll flags, and more: tolley run --help")]
    Run(Run),
    /// Answer a question: of research, of a scenario or of a dataset; what is missing is played first
    #[command(after_long_help = ASK, after_help = "Examples:\n\n  tolley ask                        which questions there are\n  tolley ask TGQ4 --minutes 3\n  tolley ask fair two_coins\n  tolley ask best best_shot --skill \"misses 3 cm at 1 m\"\n\nAll flags, and more: tolley ask --help")]
    Ask(Box<Asking>),
    /// Fit a player's errors to what was measured of him, as a table that scenarios and profiles take
    #[command(after_long_help = FIT, after_help = "The tables that it reads: tolley fit --help")]
    Fit(Fit),
    /// Show what was played: as text, as a page, as a table, or as a recording of one trial
    #[command(after_long_help = SHOW, after_help = "Examples:\n\n  tolley show knuckling_down\n  tolley show knuckling_down --page --open\n  tolley show knuckling_down --recording 3 --open\n  tolley show knuckling_down --table shots --top 5\n\nMore: tolley show --help")]
    Show(Show),
    /// Look after datasets; without a command, list those of the folder runs/
    #[command(after_help = DATA)]
    Data(Data),
    /// Play one physical experiment and print its events and the state of every body
    #[command(after_long_help = include_str!("scene_format.txt"), after_help = "`tolley scene --help` documents the format of a scene.")]
    Scene(Scene),
    /// Solve dice football exactly: a dataset of values and decisions, and a sheet for people
    #[command(after_long_help = SOLVE, after_help = "Your own dice and more: tolley solve --help")]
    Solve(Solve),
    /// List what there is: scenarios, studies, keys, coins, schemas
    List(List),
    /// Write a scenario to begin with into the folder where one is, or a profile to fill in: me, coins or ground
    New(New),
    /// Check the physics against its validation tables
    #[command(after_help = VERIFY)]
    Verify(Verify),
    /// Say what a word of an answer means, or what is known of a key or a column; without one, list all words
    #[command(after_help = EXPLAIN, hide = true)]
    Explain(Explain),
    /// Print what a shell completes commands and flags by
    #[command(hide = true)]
    Completions(Completions),
    /// Print the manual page, or that of a command: `tolley man run | man -l -`
    #[command(hide = true)]
    Man(Man),
}

/// Flags of `tolley run`.
#[derive(Clone, Debug, clap::Args)]
pub struct Run {
    /// Scenario file, TOML; - reads it from stdin
    pub scenario: Option<PathBuf>,
    /// Play this trial of the scenario alone and print its rows as one JSON object; write nothing
    #[arg(long, value_name = "N", requires = "scenario")]
    pub trial: Option<u64>,
    /// Print all tables, methods and corrections of the answer too, and the table of points
    #[arg(long, requires = "scenario", conflicts_with = "json")]
    pub details: bool,
    /// List points by the means of their own trials, not smoothed over all points; opens the details
    #[arg(long, requires = "scenario", conflicts_with = "json")]
    pub raw: bool,
    /// The rest.
    #[command(flatten)]
    pub flags: Flags,
}

/// Scenarios and flags of `tolley solve`.
#[derive(Debug, clap::Args)]
pub struct Solve {
    /// Scenario files, TOML
    #[arg(id = "scenario", value_name = "SCENARIO")]
    pub scenarios: Vec<PathBuf>,
    /// Open all tables, methods and the sheet of what to do
    #[arg(long)]
    pub details: bool,
    /// The rest.
    #[command(flatten)]
    pub flags: Flags,
}

/// Flags of `tolley ask fair`.
#[derive(Debug, clap::Args)]
pub struct Fair {
    /// Scenario file, played as `tolley run` does, or folder of a dataset
    #[arg(id = "scenario", value_name = "SCENARIO|DATASET")]
    pub scenario: Option<PathBuf>,
    /// The share that is compared with one half [default: the first that is one half between equals]
    #[arg(long, value_name = "COLUMN", requires = "scenario")]
    pub measure: Option<String>,
    /// How far from one half is still fair; an assumption [default: 0.01]
    #[arg(long, value_name = "SHARE", value_parser = finite)]
    pub margin: Option<f64>,
    /// Axis of which the tolerance is wanted [default: the first with three numbers]
    #[arg(long, value_name = "KEY", requires = "scenario")]
    pub along: Option<String>,
    /// Its value at which nothing is off [default: that at which both sides are alike, else 1 for a ratio]
    #[arg(long, value_name = "VALUE", requires = "scenario", value_parser = finite)]
    pub equal: Option<f64>,
    /// Look at the trials as they are played, and stop as soon as every design point has a verdict
    #[arg(long, value_name = "BOOL", requires = "scenario", conflicts_with = "plan", num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    pub sequential: Option<bool>,
    /// Of the tests and intervals [default: 0.95]
    #[arg(long, hide_short_help = true, value_name = "SHARE", requires = "scenario", value_parser = finite)]
    pub confidence: Option<f64>,
    /// With --sequential, say instead which of two normalised Elos holds of the side that the share is of: at most the
    /// lesser, or at least the greater
    #[arg(long, hide_short_help = true, value_name = "ELO0,ELO1", requires = "scenario", conflicts_with_all = ["margin", "along", "equal", "plan"],
        value_parser = two, allow_hyphen_values = true)]
    pub elo: Option<[f64; 2]>,
    /// Chance of taking the greater Elo where the lesser holds [default: 0.05]
    #[arg(long, hide_short_help = true, value_name = "SHARE", requires = "scenario", value_parser = finite)]
    pub alpha: Option<f64>,
    /// Chance of taking the lesser Elo where the greater holds [default: 0.05]
    #[arg(long, hide_short_help = true, value_name = "SHARE", requires = "scenario", value_parser = finite)]
    pub beta: Option<f64>,
    /// Axis of two values, such as match.p_draw=0,1, at which the matches of a pair are played, where a trial is one
    #[arg(long, hide_short_help = true, value_name = "KEY", requires = "scenario")]
    pub pair: Option<String>,
    /// Print how many trials a verdict takes: for those of a dataset, or of a pilot of a scenario
    #[arg(long)]
    pub plan: bool,
    /// Show all tables, what the words mean and how it was tested
    #[arg(long, requires = "scenario", conflicts_with = "plan")]
    pub details: bool,
    /// Write answer.csv too
    #[arg(long, requires = "scenario")]
    pub csv: bool,
    /// The rest.
    #[command(flatten)]
    pub flags: Flags,
}

/// Which values of a measure are good.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Better {
    /// Large ones
    Largest,
    /// Small ones
    Smallest,
}

impl Better {
    /// As it is typed.
    pub fn name(self) -> &'static str {
        match self {
            Better::Largest => "largest",
            Better::Smallest => "smallest",
        }
    }
}

impl From<Better> for tolley_experiment::ask::Better {
    fn from(better: Better) -> tolley_experiment::ask::Better {
        match better {
            Better::Largest => tolley_experiment::ask::Better::Largest,
            Better::Smallest => tolley_experiment::ask::Better::Smallest,
        }
    }
}

/// Flags of `tolley ask rank`.
#[derive(Debug, clap::Args)]
pub struct Rate {
    /// Scenario file of matches, played as `tolley run` does, or folder of a dataset
    #[arg(id = "scenario", value_name = "SCENARIO|DATASET")]
    pub scenario: PathBuf,
    /// Write answer.csv too
    #[arg(long)]
    pub csv: bool,
    /// Open all tables, methods and corrections
    #[arg(long)]
    pub details: bool,
    /// The rest.
    #[command(flatten)]
    pub flags: Flags,
}

/// Flags of `tolley ask depends`.
#[derive(Debug, clap::Args)]
pub struct Sensitivity {
    /// Scenario file, whose axes are spread as by Saltelli, or folder of a dataset of such a design
    #[arg(id = "scenario", value_name = "SCENARIO|DATASET")]
    pub scenario: PathBuf,
    /// The measure whose variance is shared out [default: the first of the study]
    #[arg(long, value_name = "COLUMN")]
    pub measure: Option<String>,
    /// Sweep every key in force that is an assumption and that the scenario does not set: numbers over what is
    /// plausible, each choice as likely
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    pub assumed: Option<bool>,
    /// Sweep every key in force that is a clause of the laws and that the scenario does not set
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    pub clauses: Option<bool>,
    /// Write answer.csv too
    #[arg(long)]
    pub csv: bool,
    /// Open all tables, methods and corrections
    #[arg(long)]
    pub details: bool,
    /// The rest.
    #[command(flatten)]
    pub flags: Flags,
}

/// Flags of `tolley fit`.
#[derive(Debug, clap::Args)]
pub struct Fit {
    /// Table of what a player hit, of where his shots ended, or of the errors with which they left, CSV
    pub file: PathBuf,
    /// Keep the answer in a folder too: answer.json, and answer.parquet with an estimate a row
    #[arg(short, long, value_name = "DIR")]
    pub output: Option<PathBuf>,
    /// Write what is printed as a profile too, which commands take by --with; there must be none of that name
    #[arg(long, value_name = "FILE")]
    pub profile: Option<PathBuf>,
    /// Write answer.csv into that folder too
    #[arg(long, requires = "output")]
    pub csv: bool,
    /// Open all tables, methods and corrections
    #[arg(long)]
    pub details: bool,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

/// What `tolley ask best` is told.
#[derive(Debug, clap::Args)]
pub struct BestOf {
    /// A skill instead of the scenario's: a preset, or "misses 3 cm at 1 m"; may be given again. Each has as many shots
    /// as one of the scenario's
    #[arg(long, value_name = "SKILL", requires = "scenario")]
    pub skill: Vec<String>,
    /// Column that is to be as large as possible, instead of the scenario's
    #[arg(long, value_name = "COLUMN", requires = "scenario")]
    pub objective: Option<String>,
    /// Write map.parquet too: what every combination of N values of each number that is decided over is worth to each
    /// skill, by the sweep
    #[arg(long, value_name = "N", requires = "scenario")]
    pub map: Option<u64>,
    /// The rest.
    #[command(flatten)]
    pub ask: Ask,
}

/// A search for the best choice.
#[derive(Debug)]
pub struct BestSearch {
    /// Scenario file with a table [best]; - is stdin.
    pub scenario: PathBuf,
    /// Skills instead of the scenario's.
    pub skill: Vec<String>,
    /// Shots to spend, instead of the scenario's.
    pub shots: Option<u64>,
    /// Column that is to be as large as possible, instead of the scenario's.
    pub objective: Option<String>,
    /// Values of each number for which a map is written.
    pub map: Option<u64>,
    /// Whether answer.csv is written too.
    pub csv: bool,
    /// Whether all tables are printed.
    pub details: bool,
    /// How it is played.
    pub flags: Flags,
}

impl BestSearch {
    /// The scenario with what the flags say over it.
    pub fn request(&self) -> ScenarioRequest {
        self.flags.scenario(&self.scenario)
    }
}

/// Flags of `tolley verify`.
#[derive(Debug, clap::Args)]
pub struct Verify {
    /// Print one JSON object, numbers with all their digits
    #[arg(long)]
    pub json: bool,
}
