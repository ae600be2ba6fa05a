//! The command `tolley`, and what the Python package shares with it: the only place that prints, reads the clock and
//! exits.

mod again;
mod answered;
mod args;
mod ask;
mod best;
mod card;
mod check;
mod coin_kinds;
mod coin_pairs;
mod coins;
mod compare;
mod console;
mod dry_run;
pub mod exit;
mod explain;
mod export;
mod fair;
mod flags;
mod flags_of_asks;
mod flags_of_datasets;
mod flags_of_lists;
mod flags_of_pages;
mod gc;
mod guide;
mod headline;
mod help;
pub mod host;
mod how_long;
mod html;
mod init;
mod known;
mod list;
mod listed;
mod notice;
mod output;
mod pair_shares;
mod playing;
mod progress;
mod rate;
mod repair;
mod replay;
mod report;
mod run;
mod scene_command;
mod scene_text;
mod sensitivity;
mod signals;
mod skill;
mod solve;
mod status;
mod summary;
mod verify;

use std::ffi::OsString;
use std::process::ExitCode;
use std::sync::Arc;

use clap::{CommandFactory, FromArgMatches};

use args::{Args, Command};
use exit::Stop;
use host::Host;

/// The command: reads the arguments of the process, does what they say, and says how that went.
pub fn command() -> ExitCode {
    let args = match parsed(std::env::args_os()) {
        Ok(args) => args,
        Err(error) => {
            // help goes to stdout, a mistake to stderr; neither minds a closed pipe
            if error.use_stderr() {
                output::say(error.to_string().trim_end());
                return ExitCode::from(exit::BAD_INPUT);
            }
            let _ = output::result(&error.to_string());
            return ExitCode::from(exit::DONE);
        }
    };
    exit::code(perform(args.command))
}

/// The same in another program: what it says, and whether it is asked to stop, is the host's business; its exit code.
pub fn command_in(host: &Arc<Host>, arguments: &[String]) -> Result<u8, Stop> {
    let all = std::iter::once("tolley").chain(arguments.iter().map(String::as_str));
    let args = parsed(all).map_err(|error| Stop::new(exit::BAD_INPUT, error.to_string()))?;
    host.run(|| perform(args.command))
}

/// Arguments as typed; a negative number is the value of its flag and no flag, so that it is refused as one.
fn parsed<T: Into<OsString> + Clone>(typed: impl IntoIterator<Item = T>) -> Result<Args, clap::Error> {
    let names: Vec<String> = Args::command().get_subcommands().map(|of| of.get_name().to_owned()).collect();
    let takes_value =
        |arg: &clap::Arg| arg.get_action().takes_values() && !arg.is_positional() && !arg.is_require_equals_set();
    let with = |arg: clap::Arg| if takes_value(&arg) { arg.allow_negative_numbers(true) } else { arg };
    let whole =
        names.iter().fold(Args::command(), |command, name| command.mut_subcommand(name, |of| of.mut_args(with)));
    let mut matches = whole.try_get_matches_from(typed)?;
    Args::from_arg_matches_mut(&mut matches).map_err(|error| error.format(&mut Args::command()))
}

fn perform(command: Command) -> Result<u8, Stop> {
    match command {
        Command::Run(args) => run::run(&args),
        Command::Solve(args) => solve::run(&args),
        Command::Scene(args) => scene_command::run(&args),
        Command::List(args) => list::run(&args),
        Command::Explain(args) => explain::run(&args),
        Command::Schema(args) => list::schema(&args),
        Command::Coins(args) => coins::run(&args),
        Command::Summary(args) => summary::run(&args),
        Command::Replay(args) => replay::run(&args),
        Command::Report(args) => report::run(&args),
        Command::Export(args) => export::run(&args),
        Command::Fair(args) => fair::run(&args),
        Command::Compare(args) => compare::run(&args),
        Command::Rate(args) => rate::run(&args),
        Command::Ask(args) => ask::run(&args),
        Command::Skill(args) => skill::run(&args),
        Command::Sensitivity(args) => sensitivity::run(&args),
        Command::Best(args) => best::run(&args),
        Command::Check(args) => check::run(&args),
        Command::Status(args) => status::run(&args),
        Command::Finalize(args) => status::finalize(&args),
        Command::Merge(args) => status::merge(&args),
        Command::Gc(args) => gc::run(&args),
        Command::Repair(args) => repair::run(&args),
        Command::Verify(args) => verify::run(&args),
        Command::Init(args) => init::run(&args),
        Command::Completions(args) => guide::completions(&args),
        Command::Man(args) => guide::man(&args),
    }
}
