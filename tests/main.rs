//! Every test that looks from outside at games, datasets and the command: the table of contents. Those of the physics
//! alone are in `crates/physics/tests`.

// the marbles game: its laws, shots and whole matches
mod tinsley_green;

// from a scenario file to a dataset and its summary
mod analysis;
mod ask;
mod asked;
mod best;
mod best_map;
mod best_played;
mod compare;
mod dataset;
mod designs;
mod elo;
mod fair;
mod few_trials;
mod game;
mod headlines;
mod kept;
mod keys;
mod labels;
mod limits;
mod lines;
mod overrides;
mod profiles;
mod promises;
mod rate;
mod report;
mod run;
mod scenario;
mod sensitivity;
mod skill;
mod stop;
mod stored;

// the coin game: its laws, flicks and whole matches
mod cymbergaj;

// the dice game
mod dice_football;

// the command
mod cli;
mod determinism;
mod dry_runs;
mod format3;
mod locks;
mod mistakes;
mod outside;
mod pipes;
mod repair;
mod replay;
mod scene;
mod schema;
mod shown;
mod signals;
mod verify;

// the house
mod docs;
mod prose;
mod structure;

// used by the above
mod cases;
mod sheets;
mod tool;
mod toy;
