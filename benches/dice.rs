//! Matches per CPU-second and solutions of dice football on one thread: `cargo bench --bench dice`.

mod cpu;

use cpu::CpuTime;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use tolley_dice_football::laws::{Compiled, Laws, RuleKeys};
use tolley_dice_football::matches::{MatchStreams, Simulator};
use tolley_dice_football::players::Player;
use tolley_dice_football::solve::solution::{self, Extent};
use tolley_experiment::random::Streams;

const MATCHES: u64 = 10_000;

fn play(simulator: &Simulator, player: Player<'_>) -> u32 {
    let mut goals = 0;
    for repeat in 0..MATCHES {
        let mut streams = MatchStreams::open(&Streams::new(1, repeat, None));
        goals += simulator.play([player; 2], &mut streams, &mut ()).goals[0];
    }
    goals
}

fn dice(criterion: &mut Criterion<CpuTime>) {
    let laws = Laws::new(&RuleKeys::default()).expect("the defaults are sound");
    let game = Compiled::new(&laws);
    let extent = Extent { limit: 10, certify: false };
    let solved = solution::solve(&game, extent).expect("it has a solution");
    let mut group = criterion.benchmark_group("dice_football");
    group.sample_size(10);
    group.bench_function("compile", |bencher| bencher.iter(|| Compiled::new(&laws)));
    group.bench_function("solve", |bencher| {
        bencher.iter(|| solution::solve(&game, extent).expect("it has a solution"));
    });
    let simulator = Simulator::new(game.clone(), &laws);
    group.throughput(Throughput::Elements(MATCHES));
    group.bench_function("random matches", |bencher| bencher.iter(|| play(&simulator, Player::Random)));
    group.bench_function("best matches", |bencher| bencher.iter(|| play(&simulator, Player::Follows(&solved.policy))));
    group.finish();
}

criterion_group!(name = benches; config = CpuTime::criterion(); targets = dice);
criterion_main!(benches);
