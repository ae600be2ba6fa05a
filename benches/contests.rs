//! Whole matches of the coin game on one core, and the laws alone: `cargo bench --bench contests`.

mod cpu;

use std::hint::black_box;

use cpu::CpuTime;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use tolley_cymbergaj::laws::{Match, MoveDraws, MoveEvents, Seat};
use tolley_cymbergaj::matches::{Image, MatchKeys, MatchSink, Opening, Pairing, Step, pairing, play};
use tolley_cymbergaj::players::Policy;
use tolley_cymbergaj::shot::{Launch, PlayerView, Workspace};
use tolley_experiment::random::Streams;

const MATCHES: u64 = 200;

/// Keeps every Move: the match before it, and the stroke.
#[derive(Default)]
struct Strokes(Vec<(Match, Launch)>);

impl MatchSink for Strokes {
    fn begin(&mut self, _: &Match) {}

    fn step(&mut self, before: &Match, step: &Step, _: &Match) {
        if let Step::Moved { launch, .. } = step {
            self.0.push((*before, *launch));
        }
    }
}

/// Counts Moves.
#[derive(Default)]
struct Count(u64);

impl MatchSink for Count {
    fn begin(&mut self, _: &Match) {}

    fn step(&mut self, before: &Match, _: &Step, after: &Match) {
        self.0 += u64::from(after.move_count - before.move_count);
    }
}

fn usual() -> Pairing {
    let mut keys = MatchKeys::default();
    for planner in [&mut keys.a_planner, &mut keys.b_planner] {
        planner.policy = Policy::Direct;
    }
    pairing(&keys, Opening::Toss, Seat::X).unwrap_or_else(|faults| panic!("{faults:?}"))
}

fn matches(criterion: &mut Criterion<CpuTime>) {
    let pairing = usual();
    let mut workspace = Workspace::new(&pairing.setups[0].physics);
    let mut all = |count: &mut Count| {
        for repeat in 0..MATCHES {
            black_box(play(&pairing, &mut workspace, &Streams::new(1, repeat, None), Image::Usual, count));
        }
    };
    let mut count = Count::default();
    all(&mut count);
    let mut group = criterion.benchmark_group("contests");
    group.sample_size(20).throughput(Throughput::Elements(MATCHES));
    group.bench_function("matches, direct", |bencher| bencher.iter(|| all(&mut Count::default())));
    group.throughput(Throughput::Elements(count.0));
    group.bench_function("Moves, direct", |bencher| bencher.iter(|| all(&mut Count::default())));
    group.finish();
}

/// The verdict on each Move and the match that goes on, without the Move.
fn laws(criterion: &mut Criterion<CpuTime>) {
    let pairing = usual();
    let mut workspace = Workspace::new(&pairing.setups[0].physics);
    let mut strokes = Strokes::default();
    for repeat in 0..MATCHES {
        play(&pairing, &mut workspace, &Streams::new(1, repeat, None), Image::Usual, &mut strokes);
    }
    let again = |(game, launch): &(Match, Launch)| {
        let (seat, mut events) = (game.turn.seat, pairing.laws.events(game));
        let view = PlayerView::of(&game.layout, seat, game.ends);
        workspace.play(pairing.setup(seat), (seat, game.ends), &view, launch, &mut events);
        (*game, events)
    };
    let told: Vec<(Match, MoveEvents)> = strokes.0.iter().map(again).collect();
    let mut group = criterion.benchmark_group("contests");
    group.sample_size(20).throughput(Throughput::Elements(told.len() as u64));
    group.bench_function("laws of a Move", |bencher| {
        bencher.iter(|| {
            for (game, events) in &told {
                black_box(pairing.laws.next(game, &pairing.laws.judge(game, events, &MoveDraws::NONE)));
            }
        });
    });
    group.finish();
}

criterion_group!(name = benches; config = CpuTime::criterion(); targets = matches, laws);
criterion_main!(benches);
