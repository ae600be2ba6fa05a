//! N1 to N9: what any set of faces must meet to agree with what is known of the game.
//!
//! Sources: the rule book (CUBE 2017, after CreativaMente 2017), its worked examples, and published reviews.

use tolley_experiment::problem::Fault;

use super::dice::{Dice, DiceKeys, Die};
use super::faces::{Arrow, Champion, Defend, Face, Keeper, Penalty, Shot, Symbol};

/// A constraint that a set of faces violates.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// `N1` to `N9`.
    pub id: &'static str,
    /// The die to look at first.
    pub die: &'static str,
    /// All that is expected by it and is not so.
    pub message: String,
}

/// The constraints that the faces violate, each once. N1 (one arrow, one number, at most one symbol) holds for every
/// [`Face`].
pub fn violations(dice: &Dice) -> Vec<Violation> {
    let [control, pass, cross] = &dice.arrows;
    let mut violations: Vec<Violation> = Vec::new();
    // what one constraint expects stands together
    let mut expect = |holds: bool, id, die, message: &str| match violations.last_mut().filter(|last| last.id == id) {
        _ if holds => {}
        Some(last) => last.message = format!("{}; {message}", last.message),
        None => violations.push(Violation { id, die, message: message.to_owned() }),
    };
    let has = |die: &Die<Face>, symbol| die.has(|face| face.symbol == symbol);
    let number = |die: &Die<Face>, number| die.has(|face| face.number == number);
    let arrow = |die: &Die<Face>, arrow| die.has(|face| face.arrow == arrow);
    expect(number(control, 1), "N2", "control", "the control die has a number 1");
    expect(!has(control, Symbol::Cross), "N2", "control", "the control die has no X");
    let queries = control.share(|face| face.symbol == Symbol::Query);
    expect((0.16..=0.34).contains(&queries), "N2", "control", "the control die has one or two \"?\"");
    expect(number(pass, 2) || number(pass, 3), "N3", "pass", "the pass die has a number 2 (3 in another reading)");
    let back_one = |face: Face| face.arrow == Arrow::Backward && face.number == 1;
    expect(pass.has(back_one), "N3", "pass", "the pass die has a backward arrow of exactly 1");
    expect(
        has(pass, Symbol::Query) && has(pass, Symbol::Cross),
        "N3",
        "pass",
        "the pass die has some \"?\" and some X",
    );
    let diagonal_three = |face: Face| face.arrow == Arrow::Diagonal && face.number == 3;
    expect(cross.has(diagonal_three), "N4", "cross", "the cross die has a diagonal 3");
    let rises = |symbol| {
        let share = |die: &Die<Face>| die.share(|face| face.symbol == symbol);
        share(cross) > share(pass)
    };
    let riskier = rises(Symbol::Query) && rises(Symbol::Cross);
    expect(riskier, "N4", "cross", "the cross die has \"?\" and X more often than the pass die");
    expect(!arrow(control, Arrow::Backward), "N5", "control", "only the pass die has a backward arrow");
    expect(!arrow(cross, Arrow::Backward), "N5", "cross", "only the pass die has a backward arrow");
    let forward =
        |number| dice.arrows.iter().any(|die| die.has(|face| face.arrow == Arrow::Forward && face.number == number));
    expect(forward(2), "N6", "pass", "some die has forward 2");
    let diagonal_too = dice.arrows.iter().any(|die| die.has(diagonal_three));
    expect(forward(3) || diagonal_too, "N6", "cross", "some die has forward 3 or diagonal 3");
    let all = Arrow::ALL.iter().all(|wanted| dice.arrows.iter().any(|die| arrow(die, *wanted)));
    expect(all, "N7", "control", "all four directions occur");
    let length = |die: &Die<Face>| die.faces.iter().map(|(face, share)| f64::from(face.number) * share).sum::<f64>();
    let risk = |die: &Die<Face>| die.share(|face| face.symbol != Symbol::None);
    let rises = |of: &dyn Fn(&Die<Face>) -> f64| of(control) < of(pass) && of(pass) < of(cross);
    expect(rises(&length), "N7", "cross", "step lengths rise from control over pass to cross");
    expect(rises(&risk), "N7", "cross", "risks rise from control over pass to cross");
    results(dice, &mut expect);
    violations
}

/// What a scenario puts on the dice that the real ones have not, each with the first face of the die to look at.
pub fn remarks(keys: &DiceKeys) -> Vec<Fault> {
    let paths = DiceKeys::first_faces();
    // dice without weight are refused elsewhere
    let violations = Dice::new(keys).iter().flat_map(violations).collect::<Vec<_>>();
    let fault = |Violation { id, die, message }| {
        let (_, path) = *paths.iter().find(|(name, _)| *name == die)?;
        Some(Fault { path, message: format!("{id}: expected of the real dice: {message}") })
    };
    violations.into_iter().filter_map(fault).collect()
}

fn results(dice: &Dice, expect: &mut impl FnMut(bool, &'static str, &'static str, &str)) {
    let shot = Shot::ALL.iter().all(|face| dice.shot.has(|found| found == *face));
    expect(shot, "N8", "shot", "the shot die has on, perfect, post, bar and wide");
    let defend = Defend::ALL.iter().all(|face| dice.defend.has(|found| found == *face));
    expect(defend, "N8", "defend", "the defender's die has intercept, miss, miss_or_own_goal, clear and foul");
    let keeper = Keeper::ALL.iter().all(|face| dice.keeper.has(|found| found == *face));
    expect(keeper, "N8", "keeper", "the keeper's die has saved, conceded, punched and corner");
    let penalty = Penalty::ALL.iter().all(|face| dice.penalty.has(|found| found == *face));
    expect(penalty, "N8", "penalty", "the penalty die has goal, corner, wide and punched");
    let sixth = |face: &Champion| (dice.champion.share(|found| found == *face) - 1.0 / 6.0).abs() < 1e-12;
    expect(Champion::ALL.iter().all(sixth), "N9", "champion", "the champion die has each of its six faces once");
}

#[cfg(test)]
mod tests {
    use tolley_experiment::key::Drawn;
    use tolley_experiment::keys::KeyTable;
    use tolley_experiment::random::{Purpose, Streams};
    use tolley_experiment::value::{Kind, Value};

    use super::*;

    /// What `tolley ask depends` draws of each face by itself is a set of real dice, whatever it draws of the others.
    #[test]
    fn faces_that_are_drawn_agree_with_what_is_known() {
        let mut stream = Streams::new(1, 0, None).open(Purpose::named("faces"));
        let drawn: Vec<(&str, Vec<Value>)> = DiceKeys::keys()
            .into_iter()
            .filter_map(|key| {
                let values = match (&key.drawn, key.kind) {
                    (Drawn::Among(values), _) => values.clone(),
                    (Drawn::Plausible, Kind::Choice(all)) if key.assumption.is_some() => {
                        all.iter().map(|name| Value::Choice((*name).into())).collect()
                    }
                    _ => return None,
                };
                Some((key.path.name, values))
            })
            .collect();
        assert_eq!(drawn.len(), 20, "14 of the arrow dice, and 1, 1, 2 and 2");
        for _ in 0..5_000 {
            let mut keys = DiceKeys::default();
            for (name, values) in &drawn {
                let value = &values[stream.below(values.len() as u64) as usize];
                DiceKeys::setter(name).expect("a key")(&mut keys, value);
            }
            assert_eq!(remarks(&keys), [], "{keys:?}");
        }
    }
}
