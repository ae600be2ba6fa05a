//! The rooms of `experiment` use each other one way.

use super::{Crate, Module, shown};

/// From the ground up: a room uses itself and those before it.
const ROOMS: [&str; 7] = ["random", "file", "declare", "document", "design", "scenario", "run"];

/// How high a module stands; what is in no room may use all, and no room may use it.
fn floor(module: &Module) -> usize {
    ROOMS.iter().position(|room| module.first().is_some_and(|first| first == room)).unwrap_or(ROOMS.len())
}

#[test]
fn the_rooms_of_experiment_use_each_other_one_way() {
    let folder = crate::structure::root().join("crates/experiment/src");
    let read = Crate::read(&folder);
    let graph = read.graph();
    for room in ROOMS {
        assert!(graph.keys().any(|module| module.first().is_some_and(|first| first == room)), "there is no {room}");
    }
    let uses = graph.iter().flat_map(|(module, used)| used.iter().map(move |used| (*module, used)));
    let told: Vec<String> = uses
        .filter(|(module, used)| floor(used) > floor(module))
        .map(|(module, used)| format!("{} -> {}", shown(module), shown(used)))
        .collect();
    assert!(told.is_empty(), "uses of a room above:\n{}", told.join("\n"));
}
