//! N1 to N9: what any set of faces must meet to agree with what is known of the game.
//!
//! Sources: the rule book (CUBE 2017, after CreativaMente 2017), its worked examples, and published reviews.

use super::dice::{Dice, Die};
use super::faces::{Arrow, Champion, Defend, Face, Keeper, Penalty, Shot, Symbol};

/// A constraint that a set of faces violates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Violation {
    /// `N1` to `N9`.
    pub id: &'static str,
    /// The die to look at.
    pub die: &'static str,
    /// What is expected.
    pub message: &'static str,
}

/// The constraints that the faces violate. N1 (one arrow, one number, at most one symbol) holds for every [`Face`].
pub fn violations(dice: &Dice) -> Vec<Violation> {
    let [control, pass, cross] = &dice.arrows;
    let mut violations = Vec::new();
    let mut expect = |holds: bool, id, die, message| {
        if !holds {
            violations.push(Violation { id, die, message });
        }
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

/// Ids of the constraints that the faces violate, each once.
pub fn broken(dice: &Dice) -> Vec<&'static str> {
    let mut ids: Vec<&str> = violations(dice).iter().map(|violation| violation.id).collect();
    // those of one constraint stand together
    ids.dedup();
    ids
}

fn results(dice: &Dice, expect: &mut impl FnMut(bool, &'static str, &'static str, &'static str)) {
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
