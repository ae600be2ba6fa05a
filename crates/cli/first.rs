//! `tolley` alone: what to try first.

use crate::exit::{self, Stop};
use crate::output;

/// What to try first.
const FIRST: &str = "\
tolley plays games of marbles, coins and dice millions of times, and answers what you ask of them.

Try first:

  tolley run knuckling_down       where to shoot from, and how (half a minute)
  tolley ask fair two_coins       whether a match with these two coins is fair (12 seconds)
  tolley ask                      the questions that can be asked, some with an answer at once

All commands: tolley help. A word that you do not know: tolley explain WORD.
";

/// Prints what to try first.
pub fn run() -> Result<u8, Stop> {
    output::result(FIRST)?;
    Ok(exit::DONE)
}
