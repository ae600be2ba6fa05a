//! Shots per CPU-second of works A, B and C on one core: `cargo bench --bench works`.

mod cpu;
mod shots;

use std::hint::black_box;

use cpu::CpuTime;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use shots::{Coins, Marbles, Work};
use tolley_physics::spheres::{Hertz, Law};

const PACKS: [usize; 6] = [1, 7, 19, 49, 100, 199];

fn bench(criterion: &mut Criterion<CpuTime>, name: &str, mut work: impl Work, per_iteration: usize) {
    work.play(0);
    assert!(work.rest().iter().all(|(position_m, _)| position_m.is_finite()), "{name} ends nowhere");
    let mut group = criterion.benchmark_group("works");
    group.throughput(Throughput::Elements(per_iteration as u64)).sample_size(20);
    let mut next = 0;
    group.bench_function(name, |bencher| {
        bencher.iter(|| {
            for _ in 0..per_iteration {
                black_box(work.play(next));
                next = (next + 1) % work.shots();
            }
        });
    });
    group.finish();
}

fn works(criterion: &mut Criterion<CpuTime>) {
    let (pairwise, hertz) = (Law::Pairwise, Law::Hertz(Hertz::GLASS));
    bench(criterion, "A break of 49", Marbles::break_of_49(pairwise), 100);
    bench(criterion, "A break of 49, hertz", Marbles::break_of_49(hertz), 100);
    bench(criterion, "B single target", Marbles::single_target(), 2000);
    bench(criterion, "mid-game shot", Marbles::mid_game(pairwise), 1000);
    bench(criterion, "mid-game shot, hertz", Marbles::mid_game(hertz), 1000);
    bench(criterion, "C three-coin flick", Coins::flick(), 2000);
}

/// How the cost of a break grows with the pack.
fn growth(criterion: &mut Criterion<CpuTime>) {
    for count in PACKS {
        bench(criterion, &format!("pack of {count}"), Marbles::pack_of(count, Law::Pairwise), 10);
        bench(criterion, &format!("pack of {count}, hertz"), Marbles::pack_of(count, Law::Hertz(Hertz::GLASS)), 10);
    }
}

criterion_group!(name = benches; config = CpuTime::criterion(); targets = works, growth);
criterion_main!(benches);
