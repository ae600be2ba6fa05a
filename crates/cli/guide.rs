//! `tolley completions` and `tolley man`: what shells and manuals want to know of the command line.

use clap::CommandFactory;
use clap_complete::env::Shells;

use crate::args::{self, Args};
use crate::exit::{self, Stop};
use crate::output;

/// Prints what a shell reads at its start so that it asks this program what completes a line.
pub fn completions(args: &args::Completions) -> Result<u8, Stop> {
    let shells = Shells::builtins();
    let Some(shell) = shells.completer(&args.shell) else {
        let message = format!("error: {}: there are {}", args.shell, shells.names().collect::<Vec<_>>().join(", "));
        return Err(Stop::new(exit::BAD_INPUT, message));
    };
    let mut script = Vec::new();
    shell.write_registration("COMPLETE", "tolley", "tolley", "tolley", &mut script)?;
    output::result(&String::from_utf8_lossy(&script))?;
    Ok(exit::DONE)
}

/// Prints the manual page of the program, or of one of its commands.
pub fn man(args: &args::Man) -> Result<u8, Stop> {
    let mut all = Args::command();
    all.build();
    let command = match &args.command {
        None => all,
        Some(name) => {
            let known: Vec<String> = all.get_subcommands().map(|command| command.get_name().to_owned()).collect();
            all.find_subcommand(name).cloned().ok_or_else(|| {
                let message = format!("error: there is no command {name}; there are {}", known.join(", "));
                Stop::new(exit::BAD_INPUT, message)
            })?
        }
    };
    let mut page = Vec::new();
    clap_mangen::Man::new(command).render(&mut page)?;
    output::result(&String::from_utf8_lossy(&page))?;
    Ok(exit::DONE)
}
