//! The command line, as typed.

use std::path::{Path, PathBuf};

use clap::{Parser, Subcommand};

use crate::help::{CHECK, EXAMPLES, EXPORT, FAIR, RUN, SCHEMA, SENSITIVITY, SHARES, SKILL, SOLVE, SUMMARY, VERIFY};

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
    #[command(after_long_help = include_str!("scene/format.txt"), after_help = "`tolley scene --help` documents the format of a scene.")]
    Scene(Scene),
    /// List scenarios and studies, or the keys and columns of one study
    List(List),
    /// Print the JSON Schema of the scenarios of a study, for editors
    #[command(after_help = SCHEMA)]
    Schema(Schema),
    /// List the coins that a scenario may name, with sources
    Coins(Coins),
    /// Print the summary of a dataset
    #[command(after_help = SUMMARY)]
    Summary(Summary),
    /// Print a table of a dataset as CSV or JSON
    #[command(after_help = EXPORT)]
    Export(Export),
    /// Say whether it is fair, and how far one quantity may be off: verdicts on every design point
    #[command(after_help = FAIR)]
    Fair(Fair),
    /// Say which key the outcome hangs on: the assumptions, the clauses, or the axes of a scenario
    #[command(after_help = SENSITIVITY)]
    Sensitivity(Sensitivity),
    /// Fit a player's errors to what was measured of him, and print the table to paste
    #[command(after_help = SKILL)]
    Skill(Skill),
    /// Find the best choice for each skill: where from, how aimed, how hard, and what it is worth
    #[command(after_help = include_str!("best/help.txt"))]
    Best(Best),
    /// Say how far a dataset is, and who is at it
    Status(Status),
    /// Make parts of the blocks that several runs have played, and close the dataset if none is missing
    #[command(after_help = SHARES)]
    Finalize(Status),
    /// Make one dataset of shares that several machines have played into folders of their own
    #[command(after_help = SHARES)]
    Merge(Merge),
    /// Check the files of a dataset: hashes, rows, gaps, what does not belong there
    #[command(after_help = CHECK)]
    Check(Check),
    /// Check the physics against its validation tables
    #[command(after_help = VERIFY)]
    Verify(Verify),
}

/// Flags of `tolley run`.
#[derive(Clone, Debug, clap::Args)]
pub struct Run {
    /// Scenario file, TOML; - reads it from stdin
    pub scenario: Option<PathBuf>,
    /// Play this trial of the scenario alone and print its rows as one JSON object; write nothing
    #[arg(long, value_name = "N", requires = "scenario")]
    pub trial: Option<u64>,
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
    /// The rest.
    #[command(flatten)]
    pub flags: Flags,
}

impl Solve {
    /// The same for one scenario.
    pub fn of(&self, scenario: &Path) -> Run {
        Run { scenario: Some(scenario.to_owned()), trial: None, flags: self.flags.clone() }
    }
}

/// Flags of `tolley run` and `tolley solve`.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct Flags {
    /// Folder of the dataset [default: runs/<name of the scenario file>]
    #[arg(short, long, value_name = "DIR", requires = "scenario")]
    pub output: Option<PathBuf>,
    /// Trials at each point, instead of the scenario's; a dataset of fewer grows
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..), requires = "scenario")]
    pub repeats: Option<u64>,
    /// Seed, instead of the scenario's
    #[arg(long, value_name = "N", requires = "scenario")]
    pub seed: Option<u64>,
    /// Set a key instead of the scenario, an axis of it included; may be given again
    #[arg(long, value_name = "KEY=VALUE", requires = "scenario", allow_hyphen_values = true)]
    pub set: Vec<String>,
    /// Sweep a key: KEY=A,B or KEY=MIN:MAX:STEP or KEY= and an axis as in a file; may be given again
    #[arg(long, value_name = "KEY=AXIS", requires = "scenario", allow_hyphen_values = true)]
    pub sweep: Vec<String>,
    /// Design, instead of the scenario's: grid, random, latin-hypercube, halton, sobol or saltelli
    #[arg(long, value_name = "NAME", requires = "scenario")]
    pub design: Option<String>,
    /// Points of a design that draws them
    #[arg(long, value_name = "N", requires = "scenario")]
    pub points: Option<u64>,
    /// Worker threads [default: one a core]; never changes a result
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024), requires = "scenario")]
    pub threads: Option<u16>,
    /// Print points, trials, blocks, estimated bytes and time; write nothing
    #[arg(long, requires = "scenario")]
    pub dry_run: bool,
    /// Print one JSON object
    #[arg(long, requires = "scenario")]
    pub json: bool,
    /// Print no progress and no notes, only results, warnings and errors
    #[arg(short, long, requires = "scenario")]
    pub quiet: bool,
    /// Play only every N-th block from block I on, with others that play theirs; `auto` in a batch job
    #[arg(long, value_name = "I/N", requires = "scenario", conflicts_with = "blocks")]
    pub shard: Option<String>,
    /// Play only these blocks, counted from 0, with others that play theirs
    #[arg(long, value_name = "FIRST-LAST", requires = "scenario")]
    pub blocks: Option<String>,
    /// Allow more than 10^9 trials
    #[arg(long, requires = "scenario")]
    pub allow_large: bool,
    /// Dice football: file of the eight dice, TOML; a key set in the scenario wins
    #[arg(long, value_name = "FILE")]
    pub dice: Option<PathBuf>,
    /// Dice football: file of the board, TOML; a key set in the scenario wins
    #[arg(long, value_name = "FILE")]
    pub board: Option<PathBuf>,
}

impl Flags {
    /// Those given that say what is played, and how.
    pub fn about_playing(&self) -> Vec<&'static str> {
        let given = [
            ("--output", self.output.is_some()),
            ("--repeats", self.repeats.is_some()),
            ("--seed", self.seed.is_some()),
            ("--set", !self.set.is_empty()),
            ("--sweep", !self.sweep.is_empty()),
            ("--design", self.design.is_some()),
            ("--points", self.points.is_some()),
            ("--threads", self.threads.is_some()),
            ("--dry-run", self.dry_run),
            ("--shard", self.shard.is_some()),
            ("--blocks", self.blocks.is_some()),
            ("--allow-large", self.allow_large),
            ("--dice", self.dice.is_some()),
            ("--board", self.board.is_some()),
        ];
        given.into_iter().filter(|(_, is_given)| *is_given).map(|(flag, _)| flag).collect()
    }

    /// Those given that play a share of a dataset.
    pub fn about_shares(&self) -> Vec<&'static str> {
        self.about_playing().into_iter().filter(|flag| ["--shard", "--blocks"].contains(flag)).collect()
    }
}

/// Flags of `tolley scene`.
#[derive(Debug, clap::Args)]
pub struct Scene {
    /// Scene file, TOML
    pub file: PathBuf,
    /// Show the state at this time, s, instead of the end
    #[arg(long, value_name = "SECONDS", allow_negative_numbers = true)]
    pub until: Option<f64>,
    /// Print one JSON object, numbers with all their digits
    #[arg(long)]
    pub json: bool,
}

/// Flags of `tolley list`.
#[derive(Debug, clap::Args)]
pub struct List {
    /// Name of a study
    pub study: Option<String>,
}

/// Flags of `tolley schema`.
#[derive(Debug, clap::Args)]
pub struct Schema {
    /// Name of a study
    pub study: String,
}

/// Flags of `tolley summary`.
#[derive(Debug, clap::Args)]
pub struct Summary {
    /// Folder of the dataset
    pub dataset: PathBuf,
    /// Print one JSON object with every point
    #[arg(long)]
    pub json: bool,
    /// Print what each axis does to each measure too: paired differences from its first value
    #[arg(long)]
    pub effects: bool,
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
    /// How far from one half is still fair; an assumption
    #[arg(long, value_name = "SHARE", default_value_t = tolley_analysis::MARGIN)]
    pub margin: f64,
    /// Axis of which the tolerance is wanted [default: the first with three numbers]
    #[arg(long, value_name = "KEY", requires = "scenario")]
    pub over: Option<String>,
    /// Its value at which nothing is off [default: that at which nothing ever differs, else 1 for a ratio]
    #[arg(long, value_name = "VALUE", requires = "scenario", allow_negative_numbers = true)]
    pub equal: Option<f64>,
    /// Look at the trials as they are played, and stop as soon as every design point has a verdict
    #[arg(long, requires = "scenario", conflicts_with = "plan")]
    pub sequential: bool,
    /// Print how many trials a verdict takes; of a dataset, for trials like its own
    #[arg(long)]
    pub plan: bool,
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
    /// Sweep every number in force that is an assumption and that the scenario does not set over its plausible range
    #[arg(long)]
    pub assumed: bool,
    /// Sweep every key in force that is a clause of the laws and that the scenario does not set
    #[arg(long)]
    pub clauses: bool,
    /// The rest.
    #[command(flatten)]
    pub flags: Flags,
}

/// Flags of `tolley skill`.
#[derive(Debug, clap::Args)]
pub struct Skill {
    /// Table of what a player hit, or of where his shots ended, CSV
    pub file: PathBuf,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

/// Flags of `tolley best`.
#[derive(Debug, clap::Args)]
pub struct Best {
    /// Scenario file with a table [best], TOML; - reads it from stdin
    pub scenario: PathBuf,
    /// A skill instead of the scenario's: a preset, or "misses 3 cm at 1 m"; may be given again
    #[arg(long, value_name = "SKILL")]
    pub skill: Vec<String>,
    /// Shots to spend, instead of the scenario's
    #[arg(long, value_name = "N")]
    pub shots: Option<u64>,
    /// Column that is to be as large as possible, instead of the scenario's
    #[arg(long, value_name = "COLUMN")]
    pub objective: Option<String>,
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
    /// Write answer.csv too
    #[arg(long)]
    pub csv: bool,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
    /// Print no progress and no notes, only results, warnings and errors
    #[arg(short, long)]
    pub quiet: bool,
}

impl Best {
    /// What reading its scenario takes.
    pub fn run(&self) -> Run {
        let Best { seed, threads, quiet, .. } = *self;
        let flags = Flags { seed, set: self.set.clone(), threads, quiet, ..Flags::default() };
        Run { scenario: Some(self.scenario.clone()), trial: None, flags }
    }
}

/// Flags of `tolley status` and `tolley finalize`.
#[derive(Debug, clap::Args)]
pub struct Status {
    /// Folder of the dataset
    pub dataset: PathBuf,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

/// Flags of `tolley merge`.
#[derive(Debug, clap::Args)]
pub struct Merge {
    /// Folder of the dataset, which is made if it is not there
    pub dataset: PathBuf,
    /// Folders in which shares of it were played; they stay as they are
    #[arg(required = true, value_name = "SOURCE")]
    pub sources: Vec<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

/// Flags of `tolley check`.
#[derive(Debug, clap::Args)]
pub struct Check {
    /// Folder of the dataset
    pub dataset: PathBuf,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

/// Flags of `tolley verify`.
#[derive(Debug, clap::Args)]
pub struct Verify {
    /// Print one JSON object, numbers with all their digits
    #[arg(long)]
    pub json: bool,
}

/// Flags of `tolley coins`.
#[derive(Debug, clap::Args)]
pub struct Coins {
    /// Only this coin or country, in full
    pub id: Option<String>,
    /// Print one JSON object, in SI
    #[arg(long)]
    pub json: bool,
}
