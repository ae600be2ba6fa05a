//! Every test of the workspace that looks from outside: the table of contents.

// physics against its equations
mod clusters;
mod discs;
mod memory;
mod sand;
mod spheres;

// shots from any layout, and who chooses them
mod playing;
mod tinsley_green;

// from a scenario file to a dataset and its summary
mod analysis;
mod dataset;
mod run;
mod scenario;

// the coin game: its laws, and whole matches
mod contests;
mod cymbergaj;

// the dice game
mod dice;

// the command
mod cli;
mod coins;
mod determinism;
mod scene;
mod verify;

// the house
mod structure;

// used by the above
mod tool;
mod toy;
