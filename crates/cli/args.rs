//! The command line, as typed.

use std::path::{Path, PathBuf};

use clap::{Parser, Subcommand};

const EXAMPLES: &str = "\
Examples:
  tolley run                                    which scenarios there are
  tolley run scenarios/tinsley_green/knuckling_down.toml
  tolley run SCENARIO --dry-run                 how much and how long, without writing anything
  tolley run SCENARIO -o runs/try --repeats 20  a quick look at every point
  tolley run SCENARIO -o runs/fast --set shot.speed_m_s=3 --sweep rack.count=13,49
  tolley summary runs/knuckling_down --json     the estimates again, all of them
  tolley solve scenarios/dice_football/fair_match.toml
  tolley scene scenarios/scenes/backspin_draw.toml
  tolley list tinsley-green/shot                every key of a scenario of this study
  tolley verify                                 the physics against its validation tables

Exit codes:
  0  done                     3    incomplete, the same command continues it
  1  failure, I/O included    4    a trial or a check failed, more than 1 in 100,000 trials quarantined,
                                   or files are not what they should be
  2  bad input or usage       130  interrupted by Ctrl-C, the same command continues it
                              143  interrupted by SIGTERM, the same command continues it

Results go to stdout, everything else to stderr. There are no settings but the scenario file and
these flags.";

const RUN: &str = "\
A run writes one dataset, by default runs/<name of the scenario file>, and prints its summary, read
back from Parquet: shares with Wilson intervals, means with Student's t intervals, 95 %, best first.

  DIR/manifest.json             the plan, versions, tables
  DIR/shots/part-00000.parquet  one folder a table, one part a block of trials; only finished parts
  DIR/points/part-00000.parquet one row a design point

The same command continues an interrupted run, and prints the summary again of one that is done. A
dataset of another plan is refused (exit code 2), and so is every other folder that has something in
it. Bytes never depend on --threads.

What --set, --sweep, --design, --points, --seed and --repeats say is checked as if it stood in the
scenario, and
manifest.json keeps it, beside what the scenario said:

  --set shot.speed_m_s=2.5 --set \"ring.diameter_m=6 ft\" --set surface.preset=damp
  --sweep shot.speed_m_s=2,3,4            these values
  --sweep \"shot.position_rad=0 deg:60 deg:5 deg\"   from, to, step
  --sweep \"shot.speed_m_s={ min = 1, max = 4, num = 7, scale = 'log' }\"

  --design sobol --points 1024            1024 points between the ends of the axes

An axis of a key that the scenario sweeps takes its place; another one is added, and runs fastest.
A scenario from stdin has no name, so that its dataset needs -o DIR.";

const SOLVE: &str = "\
Runs scenarios of the study dice-football/solve, as `tolley run` does, and prints for each a sheet of
its first design point: the edge of who kicks off first, wins by score and time, the best roll on
every field, ten positions to learn from, and the proof (Bellman residual, bound of the cut of the
score, exploitability). Among several files those of other studies are passed over.

Whoever owns the game writes down its dice: copy crates/dice-football/data/dice.toml, change the
faces, and pass the file with --dice; likewise board.toml with --board.";

const SUMMARY: &str = "\
Prints what `run` prints at its end, from the files alone. An incomplete dataset is summed up as far
as it goes, with exit code 3. Where more than 1 in 100,000 trials are quarantined the exit code of a
run and of its summary is 4. --json gives every point, in SI, with all digits. --effects gives the
mean difference that each value of an axis makes to each measure, against the first value and with
all other axes averaged over: paired trial by trial where points share their random numbers, with
Student's interval, or with the bootstrap's where fewer than 200 differences are there.";

const SCHEMA: &str = "\
The schemas of all studies stand in schemas/. An editor that knows JSON Schema of TOML files, such as
VS Code with Even Better TOML, completes and checks the keys of a scenario whose first line is

  #:schema ../../schemas/tinsley-green-shot.schema.json";

const VERIFY: &str = "\
Plays every row of the validation tables and prints a table: case, quantity, expected, got,
tolerance, verdict, basis, source. Expected values are literals from closed forms, publications and
independent programs; nothing in the program computes them. The basis says which: theory; a measured
coefficient that is put in; the rigid limit of a benchmark; a report or an estimate; a motion that
somebody measured. Exit code 4 if any row fails.";

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
    /// Check the physics against its validation tables
    #[command(after_help = VERIFY)]
    Verify(Verify),
}

/// Flags of `tolley run`.
#[derive(Debug, clap::Args)]
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
#[derive(Clone, Debug, clap::Args)]
pub struct Flags {
    /// Folder of the dataset [default: runs/<name of the scenario file>]
    #[arg(short, long, value_name = "DIR", requires = "scenario")]
    pub output: Option<PathBuf>,
    /// Trials at each point, instead of the scenario's
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
