//! The command `tolley`, and what the Python package shares with it: the only place that prints, reads the clock and
//! exits.

mod again;
mod answered;
mod args;
mod ask;
mod best;
mod card;
mod check;
mod clean;
mod coin_kinds;
mod coin_pairs;
mod coins;
mod complete;
mod console;
mod datasets;
mod dry_run;
pub mod exit;
mod explain;
mod export;
mod fair;
mod first;
mod fit;
mod flags;
mod flags_of_asks;
mod flags_of_datasets;
mod flags_of_lists;
mod flags_of_pages;
mod guide;
mod headline;
mod help;
pub mod host;
mod how_long;
mod html;
mod kept;
mod known;
mod list;
mod listed;
mod lists;
mod mistyped;
mod new;
mod notice;
mod output;
mod pair_shares;
mod playing;
mod profile;
mod progress;
mod rate;
mod repair;
mod replay;
mod report;
mod run;
mod scene_command;
mod scene_text;
mod sensitivity;
mod sheet;
mod show;
mod signals;
mod solve;
mod status;
mod summary;
mod verify;

use std::ffi::OsString;
use std::process::ExitCode;
use std::sync::Arc;

use clap::{CommandFactory, FromArgMatches};
use clap_complete::CompleteEnv;

use args::{Args, Command};
use exit::Stop;
use host::Host;

/// The command: reads the arguments of the process, does what they say, and says how that went.
pub fn command() -> ExitCode {
    // where a shell asks, this answers it and ends
    CompleteEnv::with_factory(|| complete::completed(Args::command())).complete();
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
    let typed: Vec<OsString> = typed.into_iter().map(Into::into).collect();
    let mut matches = with_negative_numbers(Args::command())
        .try_get_matches_from(&typed)
        .map_err(|error| mistyped::told(error, &typed))?;
    Args::from_arg_matches_mut(&mut matches).map_err(|error| error.format(&mut Args::command()))
}

/// A command, and all below it, whose flags take negative numbers.
fn with_negative_numbers(command: clap::Command) -> clap::Command {
    let takes_value =
        |arg: &clap::Arg| arg.get_action().takes_values() && !arg.is_positional() && !arg.is_require_equals_set();
    let names: Vec<String> = command.get_subcommands().map(|of| of.get_name().to_owned()).collect();
    let command = command.mut_args(|arg| if takes_value(&arg) { arg.allow_negative_numbers(true) } else { arg });
    names.iter().fold(command, |command, name| command.mut_subcommand(name, with_negative_numbers))
}

fn perform(command: Option<Command>) -> Result<u8, Stop> {
    match command {
        None => first::run(),
        Some(Command::Run(args)) => run::run(&args),
        Some(Command::Ask(args)) => ask::typed(*args),
        Some(Command::Fit(args)) => fit::run(&args),
        Some(Command::Show(args)) => show::run(&args),
        Some(Command::Data(args)) => datasets::run(&args),
        Some(Command::Scene(args)) => scene_command::run(&args),
        Some(Command::Solve(args)) => solve::run(&args),
        Some(Command::List(args)) => lists::run(&args),
        Some(Command::New(args)) => new::run(&args),
        Some(Command::Verify(args)) => verify::run(&args),
        Some(Command::Explain(args)) => explain::run(&args),
        Some(Command::Completions(args)) => guide::completions(&args),
        Some(Command::Man(args)) => guide::man(&args),
    }
}
