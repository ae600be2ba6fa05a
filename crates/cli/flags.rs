//! What `tolley run` and all that play a scenario as it does are told.

use std::path::{Path, PathBuf};

use tolley_experiment::scenario::Overrides;
use tolley_session::{PlayRequest, ScenarioRequest, ShareRequest, Source};

use crate::console::Console;
use crate::host;

/// Flags of `tolley run` and `tolley solve`.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct Flags {
    /// Folder of the dataset [default: runs/<name of the scenario file>]
    #[arg(short, long, value_name = "DIR", requires = "scenario")]
    pub output: Option<PathBuf>,
    /// Trials at each point, instead of the scenario's; a dataset of fewer grows
    #[arg(long, value_name = "N", value_parser = count, requires = "scenario")]
    pub repeats: Option<u64>,
    /// Seed, instead of the scenario's
    #[arg(long, hide_short_help = true, value_name = "N", requires = "scenario")]
    pub seed: Option<u64>,
    /// Profile: what you have measured of yourself, your coins or your ground (tolley new me); may be given again
    #[arg(long, value_name = "FILE", requires = "scenario")]
    pub with: Vec<PathBuf>,
    /// Set a key instead of the scenario, an axis of it included; may be given again
    #[arg(long, value_name = "KEY=VALUE", requires = "scenario", allow_hyphen_values = true)]
    pub set: Vec<String>,
    /// Sweep a key: KEY=A,B or KEY=MIN:MAX:STEP or KEY= and an axis as in a file; may be given again
    #[arg(long, value_name = "KEY=AXIS", requires = "scenario", allow_hyphen_values = true)]
    pub sweep: Vec<String>,
    /// CSV file of the points, one column per key, by its path, and one row per point, instead of the scenario's sweep
    #[arg(long, hide_short_help = true, value_name = "FILE", requires = "scenario")]
    pub list: Option<PathBuf>,
    /// Design, instead of the scenario's: grid, random, latin-hypercube, halton, sobol or saltelli
    #[arg(long, hide_short_help = true, value_name = "NAME", requires = "scenario")]
    pub design: Option<String>,
    /// Points of a design that draws them
    #[arg(long, hide_short_help = true, value_name = "N", requires = "scenario")]
    pub points: Option<u64>,
    /// Worker threads [default: one a core]; never changes a result
    #[arg(long, hide_short_help = true, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024), requires = "scenario")]
    pub threads: Option<u16>,
    /// Print points, trials, blocks, estimated bytes, and how long it takes on idle cores; write nothing
    #[arg(long, requires = "scenario")]
    pub dry_run: bool,
    /// Print one JSON object
    #[arg(long, requires = "scenario")]
    pub json: bool,
    /// Print no progress and no notes, only results, warnings and errors
    #[arg(short, long, requires = "scenario")]
    pub quiet: bool,
    /// Say every two seconds what the answer is so far, once there is one
    #[arg(long, hide_short_help = true, requires = "scenario", conflicts_with = "quiet")]
    pub watch: bool,
    /// Play only every N-th block from block I on, with others that play theirs; `auto` in a batch job
    #[arg(long, hide_short_help = true, value_name = "I/N", requires = "scenario", conflicts_with = "blocks")]
    pub shard: Option<String>,
    /// Play only these blocks, counted from 0, with others that play theirs
    #[arg(long, hide_short_help = true, value_name = "FIRST-LAST", requires = "scenario")]
    pub blocks: Option<String>,
    /// Take the dataset from a run on another machine at once, instead of waiting two minutes for a sign of life. Use
    /// it only if that run is dead: a living one stops with exit code 75 and loses what it has not saved. On this
    /// machine it changes nothing
    #[arg(long, hide_short_help = true, requires = "scenario")]
    pub take_over: bool,
    /// Allow more than 10^9 trials
    #[arg(long, hide_short_help = true, requires = "scenario")]
    pub allow_large: bool,
    /// Dice football: file of the eight dice, TOML; a key set in the scenario wins
    #[arg(long, hide_short_help = true, value_name = "FILE")]
    pub dice: Option<PathBuf>,
    /// Dice football: file of the board, TOML; a key set in the scenario wins
    #[arg(long, hide_short_help = true, value_name = "FILE")]
    pub board: Option<PathBuf>,
}

/// The folder of a dataset, as typed, or the name of a scenario that was played into `runs/`.
pub fn dataset(text: &str) -> Result<PathBuf, String> {
    let (typed, played) = (Path::new(text), Path::new("runs").join(text));
    Ok(if !typed.exists() && played.is_dir() { played } else { typed.to_path_buf() })
}

/// A number of something that is played, from 1 on.
pub fn count(text: &str) -> Result<u64, String> {
    let allowed = "a whole number from 1 on is wanted";
    text.parse().ok().filter(|count| *count > 0).ok_or_else(|| allowed.to_owned())
}

/// A number that is one: neither NaN nor infinite.
pub fn finite(text: &str) -> Result<f64, String> {
    let number: f64 = text.parse().map_err(|error: std::num::ParseFloatError| error.to_string())?;
    if number.is_finite() { Ok(number) } else { Err("it is not finite".to_owned()) }
}

/// Two numbers with a comma between them.
pub fn two(text: &str) -> Result<[f64; 2], String> {
    let (one, other) = text.split_once(',').ok_or("two numbers with a comma between them are wanted")?;
    Ok([finite(one.trim())?, finite(other.trim())?])
}

/// Where a scenario comes from, as it is named on a command line: `-` is standard input.
pub fn source(path: &Path) -> Source {
    if path == Path::new("-") {
        return host::input();
    }
    Source::File(path.to_path_buf())
}

impl Flags {
    /// The scenario as these override it.
    pub fn scenario(&self, path: &Path) -> ScenarioRequest {
        let overrides = Overrides {
            with: self.with.clone(),
            repeats: self.repeats,
            seed: self.seed,
            set: self.set.clone(),
            sweep: self.sweep.clone(),
            list: self.list.clone(),
            design: self.design.clone(),
            points: self.points,
            allow_large: self.allow_large,
            is_draft: false,
        };
        ScenarioRequest { source: source(path), overrides, dice: self.dice.clone(), board: self.board.clone() }
    }

    /// How these play it.
    pub fn playing(&self, path: &Path) -> PlayRequest {
        PlayRequest {
            source: source(path),
            output: self.output.clone(),
            threads: self.threads.map(usize::from),
            share: ShareRequest { shard: self.shard.clone(), blocks: self.blocks.clone() },
            take_over: self.take_over,
            with: self.with.clone(),
        }
    }

    /// Who sees how it goes.
    pub fn console(&self) -> Console {
        Console::new(self.quiet).watched(self.watch)
    }

    /// Those given that say what is played, and how.
    pub fn about_playing(&self) -> Vec<&'static str> {
        let given = [
            ("--output", self.output.is_some()),
            ("--repeats", self.repeats.is_some()),
            ("--seed", self.seed.is_some()),
            ("--with", !self.with.is_empty()),
            ("--set", !self.set.is_empty()),
            ("--sweep", !self.sweep.is_empty()),
            ("--list", self.list.is_some()),
            ("--design", self.design.is_some()),
            ("--points", self.points.is_some()),
            ("--threads", self.threads.is_some()),
            ("--dry-run", self.dry_run),
            ("--shard", self.shard.is_some()),
            ("--blocks", self.blocks.is_some()),
            ("--take-over", self.take_over),
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
