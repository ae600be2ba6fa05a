//! Matches per second and solutions of dice football on one thread: `cargo bench --bench dice`.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use tolley_dice_football::game::Compiled;
use tolley_dice_football::keys;
use tolley_dice_football::laws::Rules;
use tolley_dice_football::solution::{self, Extent};
use tolley_dice_football::walk::{Board, Luck, Player};
use tolley_experiment::key::Point;
use tolley_experiment::random::{Purpose, Streams};

const MATCHES: u64 = 10_000;

fn play(board: &Board, player: Player<'_>) -> u32 {
    let mut goals = 0;
    for repeat in 0..MATCHES {
        let streams = Streams::new(1, repeat, None);
        let open = |name| streams.open(Purpose::named(name));
        let mut luck = Luck { dice: open("dice"), choices: open("choices") };
        goals += board.play([player; 2], &mut luck, &mut ()).goals[0];
    }
    goals
}

fn dice(criterion: &mut Criterion) {
    let rules = Rules::new(&Point::default_of(keys::rules_schema())).expect("the defaults are sound");
    let game = Compiled::new(&rules);
    let extent = Extent { limit: 10, certify: false };
    let solved = solution::solve(&game, extent).expect("it has a solution");
    let mut group = criterion.benchmark_group("dice_football");
    group.sample_size(10);
    group.bench_function("compile", |bencher| bencher.iter(|| Compiled::new(&rules)));
    group.bench_function("solve", |bencher| {
        bencher.iter(|| solution::solve(&game, extent).expect("it has a solution"));
    });
    let board = Board::new(game.clone(), &rules);
    group.throughput(Throughput::Elements(MATCHES));
    group.bench_function("random matches", |bencher| bencher.iter(|| play(&board, Player::Random)));
    group.bench_function("best matches", |bencher| bencher.iter(|| play(&board, Player::Follows(&solved.policy))));
    group.finish();
}

criterion_group!(benches, dice);
criterion_main!(benches);
