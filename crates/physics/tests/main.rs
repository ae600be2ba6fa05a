//! Every test that looks at the physics from outside: the table of contents. Public interface only.

// rows with a source
mod validation;

// balls: motions, impacts, resting contacts, sand
mod clusters;
mod sand;
mod spheres;

// coins on a table
mod discs;

// what both worlds promise
mod film;
mod memory;
mod together;

// used by the above
mod balls;
mod dice;
