//! `tolley list`: which of the lists is wanted.

use crate::args::{self, ListCommand};
use crate::exit::{self, Stop};
use crate::{coins, list, listed, output};

/// Lists everything, or what is asked for.
pub fn run(args: &args::List) -> Result<u8, Stop> {
    match &args.what {
        None => list::keys(&args.keys),
        Some(ListCommand::Keys(args)) if args.study.is_none() => {
            let message =
                "error: keys: of which study? `tolley list studies` has them: tolley list keys tinsley-green/shot";
            Err(Stop::new(exit::BAD_INPUT, message))
        }
        Some(ListCommand::Keys(args)) => list::keys(args),
        Some(ListCommand::Scenarios(args)) if args.json => {
            output::json(&listed::scenarios(args.word.as_deref()))?;
            Ok(exit::DONE)
        }
        Some(ListCommand::Scenarios(args)) => list::scenarios(args.word.as_deref()),
        Some(ListCommand::Studies(args)) => list::studies_of(args.json),
        Some(ListCommand::Coins(args)) => coins::run(args),
        Some(ListCommand::Schemas(args)) => list::schema(args),
    }
}
