//! From a scenario to what is searched: which numbers, whose errors, which images.

use tolley_answers::best::{Asked, Lifted, Pooled};
use tolley_experiment::best::{Aim, Best, missed_at_a_metre};
use tolley_experiment::hand::{Chosen, Hand, Image};
use tolley_experiment::key::Path;
use tolley_experiment::noise::Noise;
use tolley_experiment::plan::Plan;
use tolley_experiment::table::ColumnKind;
use tolley_experiment::value::{Kind, Value};
use tolley_search::best::{Number, Scatter, Task};
use tolley_search::execution::{Acts, Law};

use super::ended::Ended;
use crate::exit::{self, Stop};

/// The question of a plan at a design point; fails where nobody chooses, or a range is beyond what the hand can do
/// there.
pub fn ask(plan: &Plan, best: &Best, point: u64, shots: u64) -> Result<Asked, Ended> {
    let values = plan.point(point);
    let hand = (plan.study.hand)(&values).ok_or(Ended::NoValue)?;
    fixed_within(plan, best, &values, point)?;
    let hands: Vec<Hand> =
        best.skills.iter().filter_map(|skill| (plan.study.hand)(&with(&values, &skill.sets))).collect();
    let mut numbers = Vec::new();
    let (mut keys, mut aims, mut biases) = (Vec::new(), Vec::new(), Vec::new());
    for (at, chosen) in hand.chosen.iter().enumerate() {
        let Some(key) = plan.study.schema.find(chosen.key) else { continue };
        let asked = best.aims.iter().find(|asked| asked.key == key);
        let bad = |message| {
            let message = format!("error: best.aims.{}: {message} (design point {point})", chosen.key);
            Ended::Failed(Stop::new(exit::BAD_INPUT, message))
        };
        let aim = asked.map(|asked| asked.at(&plan.study, &values, chosen.within)).transpose().map_err(bad)?;
        let sd: Vec<f64> = hands.iter().map(|hand| hand.chosen[at].sd).collect();
        if aim.is_none() && sd.iter().all(|sd| *sd == 0.0) {
            continue;
        }
        numbers.push(number(plan, &values, key, chosen, aim.as_ref(), sd).ok_or(Ended::NoValue)?);
        keys.push(key);
        aims.extend(aim);
        biases.extend(chosen.bias.filter(|(_, bias)| *bias != 0.0).and_then(|(path, _)| plan.study.schema.find(path)));
    }
    let (images, moves) = images(plan, &hand, &keys, &numbers, &values);
    for (image, moves) in images.iter().zip(&moves).filter(|(image, _)| image.differs.is_none()) {
        comes_round(&mut numbers, image, moves);
    }
    let pooled = pooled(plan, best, &hand);
    let has_later = hand.later.contains(&best.objective);
    let is_later = has_later && pooled.is_none();
    // the shots that follow, as those of a break, go beyond them too
    let has_others = has_later || !hand.can_lift_limits;
    let limits = hand.chosen.iter().flat_map(|chosen| limits(plan, chosen, has_others, &keys)).collect();
    let of_key =
        |(path, choice): (_, &'static str)| Some((plan.study.schema.find(path)?, Value::Choice(choice.into())));
    let none_follows = hand.follows.and_then(of_key);
    let whole = hand.share_played.and_then(|path| Some((plan.study.schema.find(path)?, Value::Number(1.0))));
    let alone = if has_later { whole } else { none_follows.clone() }.into_iter().collect();
    let follows_key = none_follows.as_ref().filter(|_| pooled.is_some()).map(|(key, _)| *key);
    let quick =
        hand.quick.iter().copied().filter_map(of_key).chain(none_follows.filter(|_| pooled.is_some())).collect();
    let column = plan.study.tables[0].columns.iter().find(|column| column.name == best.objective);
    let column = column.ok_or(Ended::NoValue)?;
    let task = Task {
        numbers,
        scatter: scatter(plan, &hand, &keys),
        is_share: column.kind == ColumnKind::Bool,
        is_later,
        is_of_skill: pooled.is_some(),
        is_equal: images.iter().map(|image| image.differs.is_none()).collect(),
        images: moves,
        told: best.choices,
        map: best.map,
        shots,
        seed: plan.seed,
    };
    let aim_sd = plan.study.schema.find(hand.aim_sd);
    Ok(Asked {
        task,
        keys,
        aims,
        images,
        limits,
        biases,
        alone,
        quick,
        pooled,
        none_follows: follows_key,
        has_later,
        aim_sd,
    })
}

/// The columns that are known of a shot without what follows, where that alone hangs on later errors.
fn pooled(plan: &Plan, best: &Best, hand: &Hand) -> Option<Pooled> {
    hand.follows?;
    let measure = plan.study.measures.iter().find(|measure| measure.column == best.objective)?;
    let [so_far, goes_on] = measure.so_far.as_ref()?;
    let is_later = |column: &String| hand.later.contains(column);
    if !is_later(&measure.column) || is_later(so_far) || is_later(goes_on) {
        return None;
    }
    let table = &plan.study.tables[0];
    Some(Pooled { so_far: table.index(so_far)?, goes_on: table.index(goes_on)?, rest: Vec::new() })
}

/// Refuses keys that are not decided over and ask for more than can be done: a search tells what it plays.
fn fixed_within(plan: &Plan, best: &Best, values: &[Value], point: u64) -> Result<(), Ended> {
    let is_aim = |path: Path| best.aims.iter().any(|aim| plan.study.schema.keys[aim.key].path == path);
    match plan.study.beyond_at(values).into_iter().find(|beyond| !is_aim(beyond.asked)) {
        Some(beyond) => {
            let message = format!("error: {}: {beyond} (design point {point})", beyond.asked);
            Err(Ended::Failed(Stop::new(exit::BAD_INPUT, message)))
        }
        None => Ok(()),
    }
}

/// Refuses who errs so widely that no aim can be judged, before anything is played.
pub fn refuse_too_wide(plan: &Plan, best: &Best, asked: &Asked) -> Result<(), Ended> {
    for (at, skill) in best.skills.iter().enumerate() {
        let part = asked.task.playable_part(at);
        if part < 1.0 {
            let aim_sd = asked.aim_sd.and_then(|key| skill.sets.iter().find(|(set, _)| *set == key));
            let widest = match aim_sd {
                Some((_, Value::Number(sd))) => format!(", about \"{}\"", missed_at_a_metre(part * sd)),
                _ => String::new(),
            };
            let names: Vec<String> =
                asked.keys.iter().map(|key| plan.study.schema.keys[*key].path.to_string()).collect();
            let message = format!(
                "error: skill \"{}\" errs too widely: wherever he aims, more than 1 in 10 shots would lie beyond what can be \
                 played ({}); allowed: at most {part:.2} of these errors{widest}",
                skill.name,
                names.join(", ")
            );
            return Err(Ended::Failed(Stop::new(exit::BAD_INPUT, message)));
        }
    }
    Ok(())
}

/// How the errors are distributed, and how those of the numbers that are asked about hang together.
fn scatter(plan: &Plan, hand: &Hand, keys: &[usize]) -> Scatter {
    let place = |path| plan.study.schema.find(path).and_then(|key| keys.iter().position(|other| *other == key));
    let pair = |([a, b], ratio): &([Path; 2], f64)| Some(([place(*a)?, place(*b)?], *ratio));
    let Hand { scatter: of, correlated, .. } = hand;
    Scatter {
        law: match of.noise {
            Noise::Normal => Law::Normal,
            Noise::StudentT { dof } => Law::StudentT { dof },
        },
        correlated: correlated.iter().filter_map(pair).collect(),
        wild: (of.wild_share > 0.0).then_some([of.wild_share, of.wild_ratio]),
    }
}

/// The values with some of them set.
pub fn with(values: &[Value], sets: &[(usize, Value)]) -> Vec<Value> {
    let mut values = values.to_vec();
    sets.iter().for_each(|(key, value)| values[*key] = value.clone());
    values
}

fn number(
    plan: &Plan,
    values: &[Value],
    key: usize,
    chosen: &Chosen,
    aim: Option<&Aim>,
    sd: Vec<f64>,
) -> Option<Number> {
    let Kind::Number { possible: [low, high], .. } = plan.study.schema.keys[key].kind else { return None };
    let Value::Number(fixed) = values[key] else { return None };
    let [least, most] = chosen.within.unwrap_or([low, high]);
    Some(Number {
        aims: aim.map_or([fixed, fixed], |aim| aim.range),
        possible: [low.max(least), high.min(most)],
        is_round: false,
        acts: if chosen.is_factor { Acts::Factor } else { Acts::Added },
        sd,
        bias: chosen.bias.map_or(0.0, |(_, bias)| bias),
    })
}

/// The images that move nothing but what is decided over, with what they do to each number.
fn images(
    plan: &Plan,
    hand: &Hand,
    keys: &[usize],
    numbers: &[Number],
    values: &[Value],
) -> (Vec<Image>, Vec<Vec<[f64; 2]>>) {
    let mut kept = (Vec::new(), Vec::new());
    for image in &hand.images {
        let mut moves = vec![[1.0, 0.0]; keys.len()];
        let mut is_whole = true;
        for (path, [factor, shift]) in &image.moves {
            let key = plan.study.schema.find(*path);
            let at = keys.iter().position(|other| Some(*other) == key);
            match at.filter(|at| numbers[*at].is_decided()) {
                Some(at) => moves[at] = [*factor, *shift],
                // what stays where it is may be given
                None => {
                    is_whole &= key.is_some_and(|key| match values[key] {
                        Value::Number(x) => factor * x + shift == x,
                        _ => false,
                    })
                }
            }
        }
        if is_whole && moves.iter().any(|only| *only != [1.0, 0.0]) {
            kept.0.push(image.clone());
            kept.1.push(moves);
        }
    }
    kept
}

/// A range that an image shifts by its whole width has no ends.
fn comes_round(numbers: &mut [Number], image: &Image, moves: &[[f64; 2]]) {
    for (number, [factor, shift]) in numbers.iter_mut().zip(moves).filter(|_| image.moves.len() == 1) {
        let times = (number.aims[1] - number.aims[0]) / shift;
        number.is_round |= *factor == 1.0 && times >= 1.0 - 1e-9 && (times - times.round()).abs() < 1e-9;
    }
}

fn limits(plan: &Plan, chosen: &Chosen, has_others: bool, keys: &[usize]) -> Vec<(usize, Lifted)> {
    let number = plan.study.schema.find(chosen.key).and_then(|key| keys.iter().position(|other| *other == key));
    let of = |end: usize| {
        let key = plan.study.schema.find(chosen.limits[end]?)?;
        let Kind::Number { possible, .. } = plan.study.schema.keys[key].kind else { return None };
        let lifted = if has_others {
            Lifted::ToAim { number: number?, is_high: end == 1 }
        } else {
            Lifted::To(Value::Number(possible[end]))
        };
        Some((key, lifted))
    };
    [of(0), of(1)].into_iter().flatten().collect()
}
