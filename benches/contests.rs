//! Whole matches of the coin game on one core, and the laws alone: `cargo bench --bench contests`.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use tolley_cymbergaj::contest::study::Matches;
use tolley_cymbergaj::contest::{Act, Pairing, Scribe, Stage, Start, play, setup};
use tolley_cymbergaj::laws::{Luck, Match, MoveEvents, Seat};
use tolley_cymbergaj::play::{Bench, Stand};
use tolley_cymbergaj::players::Launch;
use tolley_experiment::key::Point;
use tolley_experiment::random::Streams;
use tolley_experiment::study::Study;

const MATCHES: u64 = 200;

/// Keeps every Move: the match before it, and the stroke.
#[derive(Default)]
struct Strokes(Vec<(Match, Launch)>);

impl Scribe for Strokes {
    fn begin(&mut self, _: &Match) {}

    fn note(&mut self, before: &Match, act: &Act, _: &Match) {
        if let Act::Moved { launch, .. } = act {
            self.0.push((*before, *launch));
        }
    }
}

/// Counts Moves.
#[derive(Default)]
struct Count(u64);

impl Scribe for Count {
    fn begin(&mut self, _: &Match) {}

    fn note(&mut self, before: &Match, _: &Act, after: &Match) {
        self.0 += u64::from(after.move_count - before.move_count);
    }
}

fn pairing() -> Pairing {
    let point = Point::default_of(Matches::schema());
    setup::pairing(&point, Stage::Match, Seat::X).unwrap_or_else(|faults| panic!("{faults:?}"))
}

fn matches(criterion: &mut Criterion) {
    let pairing = pairing();
    let mut bench = Bench::new(&pairing.grounds[0]);
    let mut all = |scribe: &mut Count| {
        for repeat in 0..MATCHES {
            black_box(play(&pairing, &mut bench, &Streams::new(1, repeat, None), Start::Usual, scribe));
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
fn laws(criterion: &mut Criterion) {
    let pairing = pairing();
    let mut bench = Bench::new(&pairing.grounds[0]);
    let mut strokes = Strokes::default();
    for repeat in 0..MATCHES {
        play(&pairing, &mut bench, &Streams::new(1, repeat, None), Start::Usual, &mut strokes);
    }
    let again = |(game, launch): &(Match, Launch)| {
        let (seat, mut told) = (game.turn.seat, pairing.laws.events(game));
        let stand = Stand::of(&game.layout, seat, game.ends);
        bench.play(&pairing.grounds[seat.index()], (seat, game.ends), &stand, launch, &mut told);
        (*game, told)
    };
    let told: Vec<(Match, MoveEvents)> = strokes.0.iter().map(again).collect();
    let mut group = criterion.benchmark_group("contests");
    group.sample_size(20).throughput(Throughput::Elements(told.len() as u64));
    group.bench_function("laws of a Move", |bencher| {
        bencher.iter(|| {
            for (game, told) in &told {
                black_box(pairing.laws.next(game, &pairing.laws.judge(game, told, &Luck::NONE)));
            }
        });
    });
    group.finish();
}

criterion_group!(benches, matches, laws);
criterion_main!(benches);
