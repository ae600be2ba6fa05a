//! Writes where every body of a work rests, as CSV: `cargo run --release --example rest_positions -- A > a.csv`.
//!
//! A number after the name plays that many shots, as `valgrind --tool=callgrind` wants. Columns: shot, body, x_m, y_m,
//! z_m, on (0 when it left), collisions and events of the shot.
#![allow(clippy::print_stdout)]

mod shots;

use std::io::{self, BufWriter, Write};

use shots::{Coins, Marbles, Work};
use tolley_physics::spheres::{Hertz, Law};

/// A pack of so many marbles: `pack-49`, `pack-49-hertz`.
fn pack(name: &str) -> Option<Marbles> {
    let count = name.strip_prefix("pack-")?;
    match count.strip_suffix("-hertz") {
        Some(count) => Some(Marbles::pack_of(count.parse().ok()?, Law::Hertz(Hertz::GLASS))),
        None => Some(Marbles::pack_of(count.parse().ok()?, Law::Pairwise)),
    }
}

fn main() -> io::Result<()> {
    let name = std::env::args().nth(1).unwrap_or_default();
    let hertz = Law::Hertz(Hertz::GLASS);
    let mut work: Box<dyn Work> = match name.as_str() {
        "A" => Box::new(Marbles::break_of_49(Law::Pairwise)),
        "A-hertz" => Box::new(Marbles::break_of_49(hertz)),
        "B" => Box::new(Marbles::single_target()),
        "M" => Box::new(Marbles::mid_game(Law::Pairwise)),
        "M-hertz" => Box::new(Marbles::mid_game(hertz)),
        "C" => Box::new(Coins::flick()),
        name => match pack(name) {
            Some(pack) => Box::new(pack),
            None => {
                return Err(io::Error::other("say which work: A, A-hertz, B, C, M, M-hertz, pack-49, pack-49-hertz"));
            }
        },
    };
    let mut out = BufWriter::new(io::stdout().lock());
    writeln!(out, "shot,body,x_m,y_m,z_m,on,collisions,events")?;
    let all = work.shots();
    let shots = std::env::args().nth(2).map_or(Ok(all), |count| count.parse());
    let shots = shots.map_err(|_| io::Error::other("say how many shots, a number"))?;
    for shot in (0..shots).map(|shot| shot % all) {
        let (_, counters) = work.play(shot);
        let (collisions, events) = (counters.of(tolley_physics::kernel::Kind::Pair), counters.total());
        for (body, (at_m, on)) in work.rest().into_iter().enumerate() {
            let on = u8::from(on);
            writeln!(out, "{shot},{body},{},{},{},{on},{collisions},{events}", at_m.x, at_m.y, at_m.z)?;
        }
    }
    out.flush()
}
