//! Arguments of the commands that say what there is.

use std::path::PathBuf;

use clap::Subcommand;

use crate::flags::{dataset, finite};
use crate::help::SCHEMAS;

/// What `tolley list` is told.
#[derive(Debug, clap::Args)]
#[command(args_conflicts_with_subcommands = true, disable_help_subcommand = true)]
pub struct List {
    /// What is listed; without it, scenarios and studies.
    #[command(subcommand)]
    pub what: Option<ListCommand>,
    /// The same as `keys`.
    #[command(flatten)]
    pub keys: Keys,
}

/// What can be listed.
#[derive(Debug, Subcommand)]
pub enum ListCommand {
    /// Scenarios and scenes, by game and question
    Scenarios(Scenarios),
    /// Studies: what can be played
    Studies(Studies),
    /// Keys and columns of a study, with units, ranges, defaults and assumptions
    Keys(Keys),
    /// Coins that a scenario may name, with sources
    Coins(Coins),
    /// The JSON Schema of the scenarios of a study, for editors
    #[command(after_help = SCHEMAS)]
    Schemas(Schemas),
}

/// Flags of `tolley list scenarios`.
#[derive(Debug, clap::Args)]
pub struct Scenarios {
    /// Only those in whose name or question this word stands
    pub word: Option<String>,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

/// Flags of `tolley list studies`.
#[derive(Debug, clap::Args)]
pub struct Studies {
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

/// Flags of `tolley list keys`.
#[derive(Clone, Debug, clap::Args)]
pub struct Keys {
    /// Name of a study
    pub study: Option<String>,
    /// Only keys and columns in which this word stands, or whose meaning has it
    pub word: Option<String>,
    /// Only keys whose default nobody vouches for
    #[arg(long, requires = "study")]
    pub assumed: bool,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

/// Words and flags of `tolley explain`.
#[derive(Debug, clap::Args)]
pub struct Explain {
    /// A term ("spin ratio"), a key (shot.speed_m_s), a column (break_points_count), or the label of one
    #[arg(value_name = "TERM")]
    pub words: Vec<String>,
    /// Print one JSON object, values in SI
    #[arg(long)]
    pub json: bool,
    /// Print all terms as docs/glossary.md has them
    #[arg(long, conflicts_with_all = ["words", "json"])]
    pub markdown: bool,
}

/// Flags of `tolley new`.
#[derive(Debug, clap::Args)]
pub struct New {
    /// Name of a scenario, as `tolley list` prints it, or of a study; or a profile to fill in: me, coins or ground
    pub name: String,
    /// File that is written; there must be none of that name [default: NAME.toml]
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// Flags of `tolley completions`.
#[derive(Debug, clap::Args)]
pub struct Completions {
    /// The shell: bash, elvish, fish, powershell or zsh
    pub shell: String,
}

/// Flags of `tolley man`.
#[derive(Debug, clap::Args)]
pub struct Man {
    /// Name of a command
    pub command: Option<String>,
}

/// Flags of `tolley list schemas`.
#[derive(Debug, clap::Args)]
pub struct Schemas {
    /// Name of a study; without it, the names are listed
    pub study: Option<String>,
}

/// Flags of `tolley list coins`.
#[derive(Debug, clap::Args)]
pub struct Coins {
    /// Only this coin or country, in full
    pub id: Option<String>,
    /// How often two coins are unfair to each other: of one kind by a dataset of coins that differ
    /// (cgq01_coin_weight), of many kinds by one that sweeps the kinds of both (coin_kinds)
    #[arg(long, value_name = "DATASET", conflicts_with = "id", value_parser = dataset)]
    pub pairs: Option<PathBuf>,
    /// From how far off one half on, of the share of wins, a pair is counted
    #[arg(long, value_name = "SHARE", default_value_t = 0.01, requires = "pairs", value_parser = finite)]
    pub more: f64,
    /// Standard deviation of masses as they leave the mint, over the mass; an assumption
    #[arg(long, value_name = "SHARE", default_value_t = 0.007, requires = "pairs", value_parser = finite)]
    pub mass_sd: f64,
    /// Up to which share of its mass a coin has lost, evenly; an assumption
    #[arg(long, value_name = "SHARE", default_value_t = 0.01, requires = "pairs", value_parser = finite)]
    pub wear: f64,
    /// Standard deviation of diameters as they leave the mint, over the diameter; an assumption
    #[arg(long, value_name = "SHARE", default_value_t = 0.002, requires = "pairs", value_parser = finite)]
    pub diameter_sd: f64,
    /// Open all tables, methods and assumptions
    #[arg(long, requires = "pairs")]
    pub details: bool,
    /// Print one JSON object, in SI
    #[arg(long)]
    pub json: bool,
}
