//! The command line, as typed.

use std::path::PathBuf;

use clap::{Parser, Subcommand, ValueEnum};
use tolley_experiment::scenario::Overrides;
use tolley_session::ScenarioRequest;

pub use crate::flags::{Flags, finite, source, two};
pub use crate::flags_of_asks::Ask;
pub use crate::flags_of_datasets::{Check, Finalize, Gc, Merge, Repair, Status};
pub use crate::flags_of_lists::{Coins, Completions, Explain, Init, List, Man, Schema};
pub use crate::flags_of_pages::{Replay, Scene, Summary};
use crate::help::{
    ASK, CHECK, COMPARE, EXAMPLES, EXPLAIN, EXPORT, FAIR, GC, RATE, REPAIR, REPLAY, REPORT, RUN, SCHEMA, SENSITIVITY,
    SHARES, SKILL, SOLVE, SUMMARY, VERIFY,
};

/// Simulates skill games of marbles and coins, shot by shot, millions of times, into Parquet
#[derive(Debug, Parser)]
#[command(name = "tolley", version, about, after_help = EXAMPLES, max_term_width = 120)]
pub struct Args {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// What to do.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Play a scenario into a dataset and print its summary; without a scenario, say which there are
    #[command(after_help = RUN)]
    Run(Run),
    /// Solve dice football exactly: a dataset of values and decisions, and a sheet for people
    #[command(after_help = SOLVE)]
    Solve(Solve),
    /// Play one physical experiment and print its events and the state of every body
    #[command(after_long_help = include_str!("scene_format.txt"), after_help = "`tolley scene --help` documents the format of a scene.")]
    Scene(Scene),
    /// List scenarios and studies, or the keys and columns of one study
    List(List),
    /// Say what a word of an answer means, or what is known of a key or a column; without one, list all words
    #[command(after_help = EXPLAIN)]
    Explain(Explain),
    /// Print the JSON Schema of the scenarios of a study, for editors
    #[command(after_help = SCHEMA)]
    Schema(Schema),
    /// List the coins that a scenario may name, with sources
    Coins(Coins),
    /// Print the summary of a dataset
    #[command(after_help = SUMMARY)]
    Summary(Summary),
    /// Show one trial of a dataset in a browser: every shot, roll and call of it, as it moved
    #[command(after_help = REPLAY)]
    Replay(Replay),
    /// Write a page that answers: one HTML file with charts that works offline, and its numbers next to it
    #[command(after_help = REPORT)]
    Report(Report),
    /// Print a table of a dataset as CSV or JSON
    #[command(after_help = EXPORT)]
    Export(Export),
    /// Say whether it is fair, and how far one quantity may be off: verdicts on every design point
    #[command(after_help = FAIR)]
    Fair(Fair),
    /// Say whether a rule or a setting matters, and which is best: each value of an axis compared with one of them
    #[command(after_help = COMPARE)]
    Compare(Compare),
    /// Say how strong each player is, in Elo points, what playing first is worth, and whether such strengths explain it
    #[command(after_help = RATE)]
    Rate(Rate),
    /// Answer what a scenario, a dataset or a research question asks: play it first if need be
    #[command(after_help = ASK)]
    Ask(Ask),
    /// Say which key the outcome depends on: the assumptions, the clauses, or the axes of a scenario
    #[command(after_help = SENSITIVITY)]
    Sensitivity(Sensitivity),
    /// Fit a player's errors to what was measured of him, and print the table to paste
    #[command(after_help = SKILL)]
    Skill(Skill),
    /// Find the best choice for each skill: where from, how aimed, how hard, and what it is worth
    #[command(after_help = include_str!("best/help.txt"))]
    Best(Best),
    /// Say how far a dataset is, and who is writing to it
    Status(Status),
    /// Finish the files of several runs, and mark the dataset complete if nothing is missing
    #[command(after_help = SHARES)]
    Finalize(Finalize),
    /// Make one dataset of shares that several machines have played into folders of their own
    #[command(after_help = SHARES)]
    Merge(Merge),
    /// List files left by stopped runs in a dataset; with --yes remove them
    #[command(after_help = GC)]
    Gc(Gc),
    /// Check the files of a dataset: hashes, rows, gaps, files that do not belong there
    #[command(after_help = CHECK)]
    Check(Check),
    /// Say which files of a dataset are gone or broken; with --yes make them again, to the same bytes
    #[command(after_help = REPAIR)]
    Repair(Repair),
    /// Check the physics against its validation tables
    #[command(after_help = VERIFY)]
    Verify(Verify),
    /// Write a scenario to begin with into the folder where one is: one of those that come along, or of a study
    Init(Init),
    /// Print what a shell completes commands and flags by
    Completions(Completions),
    /// Print the manual page, or that of a command: `tolley man run | man -l -`
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
    /// List points by the means of their own trials, not smoothed over all points
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

/// Flags of `tolley report`.
#[derive(Debug, clap::Args)]
pub struct Report {
    /// Folder of the dataset, or of the answer of `tolley best`
    pub dataset: PathBuf,
    /// File of the page [default: DATASET-report.html, next to the dataset]; its numbers go next to it
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Show the page in the browser
    #[arg(long)]
    pub open: bool,
    /// Print its numbers as one JSON object too
    #[arg(long)]
    pub json: bool,
}

/// Flags of `tolley export`.
#[derive(Debug, clap::Args)]
pub struct Export {
    /// Folder of the dataset
    pub dataset: PathBuf,
    /// Name of the table
    pub table: String,
    /// Comma-separated values
    #[arg(long, required_unless_present = "json", conflicts_with = "json")]
    pub csv: bool,
    /// One JSON object a line
    #[arg(long)]
    pub json: bool,
    /// File that is written instead of stdout; there must be none of that name
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// Flags of `tolley fair`.
#[derive(Debug, clap::Args)]
pub struct Fair {
    /// Scenario file, played as `tolley run` does, or folder of a dataset
    #[arg(id = "scenario", value_name = "SCENARIO|DATASET", required_unless_present = "plan")]
    pub scenario: Option<PathBuf>,
    /// The share that is compared with one half [default: the first that is one half between equals]
    #[arg(long, value_name = "COLUMN", requires = "scenario")]
    pub measure: Option<String>,
    /// How far from one half is still fair; an assumption [default: 0.01]
    #[arg(long, value_name = "SHARE", value_parser = finite)]
    pub margin: Option<f64>,
    /// Axis of which the tolerance is wanted [default: the first with three numbers]
    #[arg(long, value_name = "KEY", requires = "scenario")]
    pub over: Option<String>,
    /// Its value at which nothing is off [default: that at which both sides are alike, else 1 for a ratio]
    #[arg(long, value_name = "VALUE", requires = "scenario", value_parser = finite)]
    pub equal: Option<f64>,
    /// Look at the trials as they are played, and stop as soon as every design point has a verdict
    #[arg(long, value_name = "BOOL", requires = "scenario", conflicts_with = "plan", num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    pub sequential: Option<bool>,
    /// Of the tests and intervals [default: 0.95]
    #[arg(long, value_name = "SHARE", requires = "scenario", value_parser = finite)]
    pub confidence: Option<f64>,
    /// With --sequential, say instead which of two normalised Elos holds of the side that the share is of: at most the
    /// lesser, or at least the greater
    #[arg(long, value_name = "ELO0,ELO1", requires = "scenario", conflicts_with_all = ["margin", "over", "equal", "plan"],
        value_parser = two, allow_hyphen_values = true)]
    pub elo: Option<[f64; 2]>,
    /// Chance of taking the greater Elo where the lesser holds [default: 0.05]
    #[arg(long, value_name = "SHARE", requires = "scenario", value_parser = finite)]
    pub alpha: Option<f64>,
    /// Chance of taking the lesser Elo where the greater holds [default: 0.05]
    #[arg(long, value_name = "SHARE", requires = "scenario", value_parser = finite)]
    pub beta: Option<f64>,
    /// Axis of two values, such as match.p_draw=0,1, at which the matches of a pair are played, where a trial is one
    #[arg(long, value_name = "KEY", requires = "scenario")]
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

/// Flags of `tolley compare`.
#[derive(Debug, clap::Args)]
pub struct Compare {
    /// Scenario file, played as `tolley run` does, or folder of a dataset
    #[arg(id = "scenario", value_name = "SCENARIO|DATASET")]
    pub scenario: PathBuf,
    /// Axis whose values are compared, with its value in the control [default: the usual one, else its first]; may be
    /// given again. Of a list every row is compared with the first that has these values
    #[arg(long, value_name = "KEY[=CONTROL]", required = true)]
    pub over: Vec<String>,
    /// Column that is compared [default: the first measure of the study]. TABLE.COLUMN is that of all rows of another
    /// table; of either COLUMN=VALUE is how often it is that value, or that of another column, COLUMN-COLUMN by how
    /// much it is more; and [COLUMN=VALUE] after it names the rows that count: "shots.points_count[side=0]"
    #[arg(long, value_name = "MEASURE")]
    pub measure: Option<String>,
    /// Difference that does not matter, an assumption [default: 0.01 of a share; of anything else the sign is judged]
    #[arg(long, value_name = "NUMBER", value_parser = finite)]
    pub margin: Option<f64>,
    /// Which values of the measure are good
    #[arg(long, value_name = "WHICH")]
    pub best: Option<Better>,
    /// Show all tables and how they were made
    #[arg(long)]
    pub details: bool,
    /// Write answer.csv too
    #[arg(long)]
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

/// Flags of `tolley rate`.
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

/// Flags of `tolley sensitivity`.
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

/// Flags of `tolley skill`.
#[derive(Debug, clap::Args)]
pub struct Skill {
    /// Table of what a player hit, of where his shots ended, or of the errors with which they left, CSV
    pub file: PathBuf,
    /// Keep the answer in a folder too: answer.json, and answer.parquet with an estimate a row
    #[arg(short, long, value_name = "DIR")]
    pub output: Option<PathBuf>,
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

/// Flags of `tolley best`.
#[derive(Debug, clap::Args)]
pub struct Best {
    /// Scenario file with a table [best], TOML; - reads it from stdin
    pub scenario: PathBuf,
    /// A skill instead of the scenario's: a preset, or "misses 3 cm at 1 m"; may be given again. Each has as many shots
    /// as one of the scenario's
    #[arg(long, value_name = "SKILL")]
    pub skill: Vec<String>,
    /// Shots to spend, instead of the scenario's
    #[arg(long, value_name = "N")]
    pub shots: Option<u64>,
    /// Column that is to be as large as possible, instead of the scenario's
    #[arg(long, value_name = "COLUMN")]
    pub objective: Option<String>,
    /// Write map.parquet too: what every combination of N values of each number that is decided over is worth to each
    /// skill, by the sweep
    #[arg(long, value_name = "N")]
    pub map: Option<u64>,
    /// Folder of the answer [default: runs/<name of the scenario file>-best]
    #[arg(short, long, value_name = "DIR")]
    pub output: Option<PathBuf>,
    /// Seed, instead of the scenario's
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// Set a key instead of the scenario, an axis of it included; may be given again
    #[arg(long, value_name = "KEY=VALUE", allow_hyphen_values = true)]
    pub set: Vec<String>,
    /// Worker threads [default: one a core]; never changes a result
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// Print how long the search takes, by searches of few shots; write nothing
    #[arg(long)]
    pub dry_run: bool,
    /// Write answer.csv too
    #[arg(long)]
    pub csv: bool,
    /// Print all tables and methods too
    #[arg(long, conflicts_with = "json")]
    pub details: bool,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
    /// Print no progress and no notes, only results, warnings and errors
    #[arg(short, long)]
    pub quiet: bool,
}

impl Best {
    /// The scenario with what these flags say over it.
    pub fn request(&self) -> ScenarioRequest {
        let overrides = Overrides { seed: self.seed, set: self.set.clone(), ..Overrides::default() };
        ScenarioRequest { source: source(&self.scenario), overrides, ..ScenarioRequest::default() }
    }
}

/// Flags of `tolley verify`.
#[derive(Debug, clap::Args)]
pub struct Verify {
    /// Print one JSON object, numbers with all their digits
    #[arg(long)]
    pub json: bool,
}
