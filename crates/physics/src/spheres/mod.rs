//! Spheres on sand.
