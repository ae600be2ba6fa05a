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
  tolley run SCENARIO --repeats 40              forty trials at each point: what is there stays
  tolley check runs/knuckling_down              whether every file is as it was written
  tolley solve scenarios/dice_football/fair_match.toml
  tolley scene scenarios/scenes/backspin_draw.toml
  tolley list tinsley-green/shot                every key of a scenario of this study
  tolley fair scenarios/cymbergaj/cgq01_coin_weight.toml
  tolley verify                                 the physics against its validation tables

Exit codes:
  0  done                     3    incomplete, the same command continues it
  1  failure, I/O included    4    a trial or a check failed, more than 1 in 100,000 trials quarantined,
                                   or files are not what they should be
  2  bad input or usage       75   another run is at the dataset
                              130  interrupted by Ctrl-C, the same command continues it
                              143  interrupted by SIGTERM, the same command continues it

Results go to stdout, everything else to stderr. There are no settings but the scenario file and
these flags.";

const RUN: &str = "\
A run writes one dataset, by default runs/<name of the scenario file>, and prints its summary, read
back from Parquet: shares with Wilson intervals, means with Student's t intervals, 95 %, best first.

  DIR/manifest.json             the plan, versions, tables
  DIR/shots/part-00000.parquet  one folder a table; only finished parts; no file where there is no row
  DIR/points/part-00000.parquet one row a design point
  DIR/commits/part-00000.json   size, rows and hash of each file of a part
  DIR/blocks/                   what is played of parts that are not finished
  DIR/_SUCCESS.json             last: everything is there

Trials are played in rounds, each of some repeats of every point, so that a run that is stopped says
about as much of every point. The same command continues an interrupted run; of what was played at
most 3 s and the blocks at hand are lost, even if it is killed. With more --repeats a dataset grows:
what is there stays. The summary of one that is done is printed again. A dataset of another plan is
refused (exit code 2), and so is every other folder that has something in it; while another run is at
it, exit code 75. Bytes never depend on --threads.

What --set, --sweep, --design, --points, --seed and --repeats say is checked as if it stood in the
scenario, and manifest.json keeps it, beside what the scenario said:

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

const FAIR: &str = "\
Every study of whole matches has a share that is one half between equals. Of each design point it says:

  fair                             two one-sided tests at 5 % put it within the margin of one half
  different but within the margin  the same, although it is seen to differ
  unfair                           the whole 95 % interval lies outside of the margin
  not resolved                     neither, and how many trials would bring a verdict in 90 % of runs
  identical                        nothing ever differed, as with equal coins in exchanged seats: no evidence

The tests are corrected for how many there are (Holm). Of one quantity, such as a mass, it says how far it may be off: a
curve through all its values, in each stratum (the values of the other axes), where it meets the margin, and up to where
it is fair with 95 % confidence. `tolley fair --plan` says how many matches a verdict takes.

  tolley fair scenarios/cymbergaj/cgq01_coin_weight.toml
  tolley fair runs/cgq01_coin_weight --over a.mass_ratio --margin 0.02
  tolley fair --plan --margin 0.005";

const SHARES: &str = "\
Several runs, on one machine or on many that share a file system, may play one dataset:

  tolley run SCENARIO -o DIR --shard 3/16       every sixteenth block from block 3 on
  tolley run SCENARIO -o DIR --shard auto       as the job of a Slurm array is numbered
  tolley run SCENARIO -o DIR --shard auto/16    as the job of an indexed Kubernetes job is
  tolley finalize DIR                           parts of what they have played

A share that is done exits with 0. A block that was played twice must have the same rows, else
finalize says so and exits with 4. docs/batch.md has scripts.";

const CHECK: &str = "\
Reads every file of a dataset and compares it with what was recorded when it was written: bytes, hash,
rows, the trials that each part should have, and the record of the whole. Names files that were changed,
are missing or do not belong there, and the blocks that are still to be played. Exit code 0 for a dataset
that is complete and whole, 3 for one that is whole as far as it goes, 4 where a file is not as it should be.";

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
    /// Say whether it is fair, and how far one quantity may be off: verdicts on every design point
    #[command(after_help = FAIR)]
    Fair(Fair),
    /// Say how far a dataset is, and who is at it
    Status(Status),
    /// Make parts of the blocks that several runs have played, and close the dataset if none is missing
    #[command(after_help = SHARES)]
    Finalize(Status),
    /// Check the files of a dataset: hashes, rows, gaps, what does not belong there
    #[command(after_help = CHECK)]
    Check(Check),
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
    /// Print how many trials a verdict takes; of a dataset, for trials like its own
    #[arg(long)]
    pub plan: bool,
    /// The rest.
    #[command(flatten)]
    pub flags: Flags,
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
