//! What a sweep is smoothed with, beside the errors with which shots are played.

use tolley_experiment::key::Path;
use tolley_experiment::noise::{Correlation, Joint, Noise, Scatter as Hand};
use tolley_experiment::random::{Purpose, Stream, Streams};
use tolley_search::best::{Number, Scatter, Task};
use tolley_search::execution::{Acts, Law};
use tolley_search::sweep::Plan;

use crate::best::{NORMAL, plain};

const SDS: [f64; 3] = [0.1, 0.2, 0.15];
const BIASES: [f64; 3] = [0.05, -0.1, 0.08];
const PAIRS: [([usize; 2], f64); 3] = [([0, 1], -0.7), ([0, 2], 0.5), ([1, 2], -0.1)];

fn stream() -> Stream {
    Streams::new(3, 0, None).open(Purpose::named("test"))
}

/// Some places that nobody errs in, and three numbers whose errors hang together, the second one a factor.
fn task(places: usize, scatter: Scatter) -> Task {
    let number = |acts: Acts, sd: f64, bias: f64| Number {
        aims: [1.0, 2.0],
        possible: [0.01, 9.0],
        is_round: false,
        acts,
        sd: vec![sd],
        bias,
    };
    let acts = [Acts::Added, Acts::Factor, Acts::Added];
    let erred = (0..3).map(|i| number(acts[i], SDS[i], BIASES[i]));
    // by their places among all numbers
    let correlated = PAIRS.iter().map(|([i, j], ratio)| ([i + places, j + places], *ratio)).collect();
    let numbers = vec![number(Acts::Added, 0.0, 0.0); places].into_iter().chain(erred).collect();
    plain(numbers, Scatter { correlated, ..scatter }, 1000, 1)
}

/// Means, deviations and correlations of what is drawn.
fn moments(drawn: &[[f64; 3]]) -> ([f64; 3], [f64; 3], [f64; 3]) {
    let mean = |f: &dyn Fn(&[f64; 3]) -> f64| drawn.iter().map(f).sum::<f64>() / drawn.len() as f64;
    let means = [0, 1, 2].map(|i| mean(&|error| error[i]));
    let product = |i: usize, j: usize| mean(&|error| (error[i] - means[i]) * (error[j] - means[j]));
    let sds = [0, 1, 2].map(|i| product(i, i).sqrt());
    (means, sds, PAIRS.map(|([i, j], _)| product(i, j) / (sds[i] * sds[j])))
}

#[test]
fn the_kernel_has_the_means_all_correlations_and_the_wild_shots_of_the_hand() {
    let mut task = task(1, Scatter { wild: Some([0.1, 3.0]), ..NORMAL });
    let is_as_wanted = |task: &Task, part: f64, means: [f64; 3]| {
        let (kernel, mut stream) = (task.kernel(0, 1000, false).expect("a kernel"), stream());
        let drawn: Vec<[f64; 3]> = (0..100_000)
            .map(|_| kernel.draw(&[1.5; 4], &mut stream))
            .map(|done| [done[1] - 1.5, libm::log(done[2] / 1.5), done[3] - 1.5])
            .collect();
        // of the deviations 0.9 + 0.1 x 9 of the variance
        let wanted = (means, SDS.map(|sd| part * sd * 1.8_f64.sqrt()), PAIRS.map(|(_, ratio)| ratio));
        let got = moments(&drawn);
        let pairs = [(got.0, wanted.0), (got.1, wanted.1), (got.2, wanted.2)];
        // five standard errors, of a correlation of wild errors at most
        let is_near = |(got, wanted): &([f64; 3], [f64; 3])| (0..3).all(|i| (got[i] - wanted[i]).abs() < 0.02);
        assert!(pairs.iter().all(is_near), "{got:?} {wanted:?}");
    };
    is_as_wanted(&task, 1.0, BIASES);
    // a sweep of shots with errors has the means already, and half of the rest
    task.is_later = true;
    is_as_wanted(&task, 0.5, [0.0; 3]);
}

/// A ridge along which what is too far in one number is made good by another, so that each correlation counts.
fn worth(at: &[f64]) -> f64 {
    let off = 2.0 * (at[0] - 1.5) + 1.5 * libm::log(at[1] / 1.5) + (at[2] - 1.5);
    libm::exp(-0.5 * off * off / 0.04) + 0.3 * (at[2] - 1.5)
}

/// A sweep without errors, smoothed, is what shots with errors are worth that are drawn as the studies draw them.
#[test]
fn what_is_smoothed_for_a_correlated_biased_hand_is_what_his_shots_are_worth() {
    let laws = [(Law::Normal, Noise::Normal), (Law::StudentT { dof: 8.0 }, Noise::StudentT { dof: 8.0 })];
    for ((law, noise), wild) in laws.into_iter().flat_map(|law| [(law, None), (law, Some([0.1, 2.0]))]) {
        let task = task(0, Scatter { law, wild, ..NORMAL });
        let plan = Plan { space: task.space().expect("a space"), states: 1, points: 1 << 17, seed: 2, outside: None };
        let swept = plan.played(&plan.points(0).map(|at| worth(&at)).collect::<Vec<_>>()).expect("a sweep");
        let smoothed = |task: &Task, aim: &[f64]| {
            let kernel = task.kernel(0, 1 << 17, false).expect("a kernel");
            swept.surface(&kernel).expect("as many numbers").value(aim)
        };
        let [wild_share, wild_ratio] = wild.unwrap_or([0.0, 1.0]);
        let hand = Hand { noise, wild_share, wild_ratio };
        let key = Path { table: "player", name: "correlation" };
        let joint = Joint::<3>::new(&PAIRS.map(|(errors, ratio)| Correlation { key, errors, ratio }));
        let joint = joint.expect("correlations");
        let mut stream = stream();
        let played = |aim: &[f64], stream: &mut Stream| {
            let size = hand.size(|| stream.uniform());
            let errors = joint.mixed([(); 3].map(|()| size * noise.draw(stream)));
            let error = |i: usize| BIASES[i] + SDS[i] * errors[i];
            worth(&[aim[0] + error(0), aim[1] * libm::exp(error(1)), aim[2] + error(2)])
        };
        for aim in [[1.5, 1.5, 1.5], [1.4, 1.6, 1.3], [1.6, 1.4, 1.7]] {
            let n = 200_000;
            let told = (0..n).map(|_| played(&aim, &mut stream)).sum::<f64>() / f64::from(n);
            let found = smoothed(&task, &aim);
            // four standard errors of the shots are 0.004; tails of Student's t beyond the sweep are left out
            let tolerance = if law == Law::Normal { 0.005 } else { 0.006 };
            assert!((found - told).abs() < tolerance, "{law:?} {wild:?} {aim:?}: {found} {told}");
            println!("{law:?} {wild:?} {aim:?}: smoothed {found:.4}, played {told:.4}");
        }
        // with one correlation alone he would be another player
        let mut alone = task.clone();
        alone.scatter.correlated.truncate(1);
        let [found, without] = [&task, &alone].map(|task| smoothed(task, &[1.5; 3]));
        assert!((without - found).abs() > 0.04, "{law:?} {wild:?}: {without} {found}");
    }
}
