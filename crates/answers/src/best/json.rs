//! The answer as one JSON object, SI, full digits; what is absent is null.

use serde_json::{Map, Value as Json, json};
use tolley_experiment::value::Value;
use tolley_search::best::{Against, Edge, Found, Fresh, Near, Place, Span};

use super::answers::{Answers, Stratum};
use super::methods::{METHODS, REGRESSED, method_of, paired, pairs};

/// Everything.
pub fn object(answers: &Answers<'_>) -> Json {
    let Answers { plan, best, strata } = answers;
    let paths: Vec<String> = best.aims.iter().map(|aim| plan.study.schema.keys[aim.key].path.to_string()).collect();
    json!({
        "study": plan.study.name, "question": plan.question, "objective": best.objective, "seed": plan.seed, "shots": best.shots,
        "decided_over": paths, "confidence": 0.95, "ground": ground(answers),
        "strata": strata.iter().map(|stratum| of_stratum(answers, stratum)).collect::<Vec<_>>(),
    })
}

/// Lengths of the ring or the table, by path, as they are at the first point.
fn ground(answers: &Answers<'_>) -> Json {
    const LENGTHS: [&str; 7] = [
        "ring.diameter_m",
        "ring.release_inset_m",
        "table.length_m",
        "table.width_m",
        "table.goal_width_m",
        "table.line_inset_m",
        "table.circle_radius_m",
    ];
    let values = answers.plan.point(0);
    let keys = answers.plan.study.schema.keys.iter().zip(&values);
    let lengths = keys.map(|(key, value)| (key.path.to_string(), value));
    Json::Object(
        lengths
            .filter(|(path, _)| LENGTHS.contains(&path.as_str()))
            .filter_map(|(path, value)| match value {
                Value::Number(length_m) => Some((path, json!(length_m))),
                _ => None,
            })
            .collect(),
    )
}

fn of_stratum(answers: &Answers<'_>, stratum: &Stratum) -> Json {
    let values: Map<String, Json> =
        stratum.values.iter().map(|(column, value)| (column.clone(), json!(value))).collect();
    let skills = answers.best.skills.iter().zip(&stratum.answer.skills);
    let skills: Vec<Json> = skills.map(|(skill, found)| of_skill(answers, stratum, &skill.name, found)).collect();
    let name = |skill: usize| answers.best.skills[skill].name.clone();
    let jumps = stratum.answer.jumps.iter().map(|between| {
        let ([from, to], jump) = (between.skills, &between.jump);
        let place = stratum.jumps_at(answers.best, between);
        let skill = place.map(|(key, sd)| json!({ answers.plan.study.schema.keys[key].path.to_string(): sd }));
        json!({
            "from_skill": name(from), "to_skill": name(to), "share_of_the_way": place.map(|_| jump.share), "at_skill": skill,
            "from": at(answers, stratum, &jump.from), "to": at(answers, stratum, &jump.to), "gain_by_the_sweep": jump.gain,
            "is_shown_by_fresh_shots": stratum.shows(between),
        })
    });
    json!({
        "values": values, "skills": skills, "jumps": jumps.collect::<Vec<_>>(), "without_value": stratum.answer.left_out,
    })
}

fn of_skill(answers: &Answers<'_>, stratum: &Stratum, name: &str, found: &Found) -> Json {
    let other = |against: &Against| beside(answers, stratum, against);
    let images = stratum.asked.images.iter().zip(&found.images).map(|(image, against)| {
        json!({ "image": image.name, "differs_because": image.differs, "beside": against.as_ref().map(other) })
    });
    let others = answers.best.skills.iter().zip(&found.others);
    let others =
        others.filter_map(|(skill, against)| Some(json!({ "skill": skill.name, "beside": other(against.as_ref()?) })));
    json!({
        "skill": name, "at": at(answers, stratum, &found.at), "value": fresh(&found.value, value_method(stratum)),
        "seen_by_the_sweep": found.seen.map(|worth| worth.value), "may_be_the_best": found.before.is_none(),
        "before_it": found.before.as_ref().map(other),
        "chosen": {
            "method": found.chosen.method, "candidates": found.chosen.order.len(), "shots": found.chosen.choice.draws,
            "confidence": found.chosen.choice.confidence,
        },
        "others": found.rivals.iter().map(other).collect::<Vec<_>>(),
        "zone": zone(answers, stratum, found),
        "no_zone_because": if let Near::Unknown(why) = found.near { Some(why) } else { None },
        "edges": found.edges.iter().map(|edge| of_edge(answers, stratum, edge)).collect::<Vec<_>>(),
        "places": found.places.iter().map(|place| of_place(answers, stratum, place)).collect::<Vec<_>>(),
        "images": images.collect::<Vec<_>>(),
        "with_the_best_of": others.collect::<Vec<_>>(),
    })
}

/// The choices that are nearly as good: between which values, and where numbers were moved alone what is lost there.
fn zone(answers: &Answers<'_>, stratum: &Stratum, found: &Found) -> Option<Json> {
    let worth = found.value.estimate.value.unwrap_or(f64::NAN);
    let path = |number: usize| answers.plan.study.schema.keys[stratum.asked.keys[number]].path.to_string();
    match &found.near {
        Near::Unknown(_) => None,
        Near::Swept(zone) => Some(json!({
            "of_the_best": 0.95, "share": zone.share,
            "from": at(answers, stratum, &zone.extent.iter().map(|ends| ends[0]).collect::<Vec<_>>()),
            "to": at(answers, stratum, &zone.extent.iter().map(|ends| ends[1]).collect::<Vec<_>>()),
        })),
        Near::Played(spans) => {
            let side = |end: usize| -> Map<String, Json> {
                spans.iter().map(|span| (path(span.number), json!(span.ends[end].at))).collect()
            };
            let lost = |loss: &Fresh| fresh(loss, METHODS[REGRESSED]);
            let ends = |span: &Span| {
                let ends = span.ends.each_ref().map(|end| {
                    let beyond = end.beyond.as_ref().map(|(x, loss)| json!({ "at": x, "loss": lost(loss) }));
                    json!({
                        "at": end.at, "loss": end.loss.as_ref().map(lost), "loses_more": end.loses_more(worth), "beyond": beyond,
                    })
                });
                json!({ "key": path(span.number), "min": ends[0], "max": ends[1] })
            };
            let alone: Vec<Json> = spans.iter().map(ends).collect();
            Some(json!({ "of_the_best": 0.95, "share": null, "from": side(0), "to": side(1), "alone": alone }))
        }
    }
}

/// The numbers that are decided over, by path.
fn at(answers: &Answers<'_>, stratum: &Stratum, at: &[f64]) -> Json {
    let keys = &answers.plan.study.schema.keys;
    let named = stratum.asked.keys.iter().zip(&stratum.asked.task.numbers).zip(at);
    let decided = named.filter(|((_, number), _)| number.is_decided());
    Json::Object(decided.map(|((key, _), x)| (keys[*key].path.to_string(), json!(x))).collect())
}

/// How values are found.
fn value_method(stratum: &Stratum) -> &'static str {
    METHODS[method_of(stratum)]
}

fn fresh(fresh: &Fresh, method: &str) -> Json {
    let [low, high] = fresh.estimate.interval.map_or([None, None], |[low, high]| [Some(low), Some(high)]);
    json!({
        "n": fresh.estimate.n, "value": fresh.estimate.value, "low": low, "high": high,
        "std_error": Some(fresh.std_error).filter(|error| error.is_finite()), "method": method,
    })
}

fn beside(answers: &Answers<'_>, stratum: &Stratum, against: &Against) -> Json {
    json!({
        "at": at(answers, stratum, &against.at), "value": fresh(&against.value, value_method(stratum)), "loss": fresh(&against.loss, METHODS[paired(stratum)]),
        "may_be_the_best": against.in_set, "is_candidate": against.is_candidate,
    })
}

fn of_edge(answers: &Answers<'_>, stratum: &Stratum, edge: &Edge) -> Json {
    let key = stratum.asked.keys[edge.number];
    let keys = &answers.plan.study.schema.keys;
    let aim = stratum.aim(edge.number);
    let limit = aim.and_then(|aim| aim.passed(edge.is_high, edge.beyond)).map(|limit| &keys[limit.key]);
    json!({
        "key": keys[key].path.to_string(), "end": if edge.is_high { "max" } else { "min" }, "beyond": edge.beyond,
        "gain": fresh(&edge.gain, METHODS[paired(stratum)]), "limit_of": limit.map(|limit| limit.path.to_string()),
        "assumption": limit.and_then(|limit| limit.assumption),
        "lifted_for": limit.map(|_| if stratum.asked.has_later { "all shots" } else { "this shot" }),
    })
}

fn of_place(answers: &Answers<'_>, stratum: &Stratum, place: &Place) -> Json {
    json!({
        "key": answers.plan.study.schema.keys[stratum.asked.keys[place.number]].path.to_string(),
        "spread": fresh(&place.spread, METHODS[pairs(stratum)]), "matters": place.matters, "tried": place.tried,
        "at": place.at.iter().map(|against| beside(answers, stratum, against)).collect::<Vec<_>>(),
    })
}
