//! What stands beside the tables of an answer: why they differ where they seem to say different things of the same, and
//! what is not asked.

use super::questions::Question;

/// Keys that nobody has measured, each with what a finding should hold at, of a game whose scenarios lie in this
/// folder.
const STRATA: [(&str, &str, &str); 3] = [
    ("tinsley_green/", "surface.rolling_friction_ratio", "0.06, 0.1 and 0.2"),
    ("tinsley_green/", "rack.gap_mean_m", "0, 60 and 200 um"),
    ("cymbergaj/", "surface.sliding_friction_ratio", "0.12, 0.2 and 0.35"),
];

/// Of a question; nothing where no two tables seem to contradict each other.
pub fn why(id: &str) -> Option<&'static str> {
    Some(match id {
        "TGQ1" => {
            "best: each place with the shot that is best from it; compare and regression: means over all aims and speeds that \
             are swept, most of them poor, among which the place matters less"
        }
        "TGQ4" => {
            "the trend test takes every match for itself, the isotonic one and compare pair them: where hardly a match comes out \
             otherwise only these see a difference; the slope of the limit alone is that of a team that does not foul"
        }
        "TGQ6" => {
            "lost_share is of toleys of both sides whose fate is known: a game that ends before the owner's next turn leaves out \
             those that would have stayed rather than those that were lost at once, so that it is too high; Kaplan and Meier's share \
             and Cox's factor, of side a, count every toley for as long as it lay"
        }
        "CGQ12" => {
            "cgq12_lines and cgq12_moves are two sets of matches: in the first players know the lines and strike for them, so that \
             matches of two arms part at once; in the second they do not, so that the same Move is judged by each"
        }
        _ => return None,
    })
}

/// What the document asks that an answer does not say, strata among it that no scenario of the question sweeps;
/// empty if nothing.
pub fn not_asked(question: &Question) -> String {
    let is_swept = |key: &str| question.parts.iter().any(|part| part.text.contains(&format!("\"{key}\"")));
    let is_here = |folder: &str| question.parts.iter().any(|part| part.scenario.starts_with(folder));
    let strata = STRATA.iter().filter(|(folder, key, _)| is_here(folder) && !is_swept(key));
    let strata: Vec<String> =
        strata.map(|(_, key, values)| format!("{key} at {values} (as an axis of [sweep])")).collect();
    let all = [question.open.to_owned(), strata.join(", ")];
    all.into_iter().filter(|open| !open.is_empty()).collect::<Vec<_>>().join("; ")
}
