use tolley_dice_football::game::Compiled;
use tolley_dice_football::keys;
use tolley_dice_football::laws::Rules;
use tolley_dice_football::solver::clocked::*;
use tolley_dice_football::solver::policy::*;
use tolley_experiment::key::{Point, Value};

#[test]
fn trial() {
    for champion in [false, true] {
        let mut point = Point::default_of(keys::rules_schema());
        let set = |p: &mut Point, path: &str, v| { let i = p.schema.index(path).unwrap(); p.values[i] = v; };
        set(&mut point, "laws.champion_die", Value::Flag(champion));
        let t = std::time::Instant::now();
        let rules = Rules::new(&point).unwrap();
        let c = Compiled::new(&rules);
        let turns = c.positions.iter().filter(|p| matches!(p.play, tolley_dice_football::laws::Play::Turn(_))).count();
        println!("nodes {} steps {} turns {turns} {:?}", c.graph.len(), c.graph.step_count(), t.elapsed());
        let t = std::time::Instant::now();
        let task = Task { game: c.as_match(), scoring: Scoring::sum([1.0, -1.0]), payoff: &[0.0], conduct: [Conduct::Best; 2], certify: true };
        let s = solve(&task, None, &mut ()).unwrap();
        let v: f64 = c.openings.iter().map(|o| o.probability * s.start.value(1, o.node as usize, 0)).sum();
        println!("A {v} residual {} sweeps {} {:?}", s.residual, s.sweep_count, t.elapsed());
        let t = std::time::Instant::now();
        let payoff: Vec<f64> = (-10..=10).map(|d: i32| f64::from(d.signum())).collect();
        let scoring = Scoring::score(10, [Beyond::Value(-1.0), Beyond::Value(1.0)]);
        let mut policy = Policy::new(&c.graph, &c.ticks, 21);
        println!("decisions {}", policy.decision_count());
        let task = Task { game: c.as_match(), scoring, payoff: &payoff, conduct: [Conduct::Best; 2], certify: false };
        let s = solve(&task, Some(&mut policy), &mut ()).unwrap();
        let v: f64 = c.openings.iter().map(|o| o.probability * s.start.value(1, o.node as usize, 0)).sum();
        println!("B {v} residual {} sweeps {} {:?}", s.residual, s.sweep_count, t.elapsed());
    }
}

#[test]
fn trial_speed() {
    use tolley_dice_football::walk::*;
    use tolley_experiment::random::{Purpose, Streams};
    let point = Point::default_of(keys::rules_schema());
    let rules = Rules::new(&point).unwrap();
    let c = Compiled::new(&rules);
    let board = Board::new(&c, &rules);
    let t = std::time::Instant::now();
    let mut goals = [0u64; 2];
    for repeat in 0..100_000 {
        let streams = Streams::new(1, repeat, None);
        let mut luck = Luck { dice: streams.open(Purpose::named("dice")), choices: streams.open(Purpose::named("choices")) };
        let p = board.play([Player::Random; 2], &mut luck, &mut ());
        goals[0] += u64::from(p.goals[0]);
        goals[1] += u64::from(p.goals[1]);
    }
    println!("random {goals:?} {:?}", t.elapsed());
}
