//! What a measured shot tells of a player: each error with its keys and its column.

use tolley_experiment::key::Path;
use tolley_experiment::noise::{Correlation, Joint};

/// An error of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Told {
    /// How its correlations name it.
    pub stem: &'static str,
    /// The key of its deviation.
    pub sd: &'static str,
    /// The key of its mean.
    pub bias: &'static str,
    /// The column that tells it.
    pub column: &'static str,
    /// What it is an error of.
    pub of: &'static str,
    /// Who has it.
    pub player: Of,
}

/// Of whom an error is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Of {
    All,
    Marbles,
    Coins,
}

const fn told(keys: [&'static str; 3], column: &'static str, of: &'static str, player: Of) -> Told {
    let [stem, sd, bias] = keys;
    Told { stem, sd, bias, column, of, player }
}

/// All errors, in the order in which the keys of correlations name them.
pub const ERRORS: [Told; 6] = [
    told(["aim", "aim_sd_rad", "aim_bias_rad"], "aim_error_rad", "aim", Of::All),
    told(["speed", "speed_sd_ratio", "speed_bias_ratio"], "speed_ratio", "speed", Of::All),
    told(["elevation", "elevation_sd_rad", "elevation_bias_rad"], "elevation_error_rad", "elevation", Of::Marbles),
    told(["spin", "spin_sd_ratio", "spin_bias_ratio"], "spin_error_ratio", "spin", Of::Marbles),
    told(
        ["side_spin", "side_spin_sd_rad_s", "side_spin_bias_rad_s"],
        "side_spin_error_rad_s",
        "side spin",
        Of::Marbles,
    ),
    told(["offset", "offset_sd_ratio", "offset_bias_ratio"], "offset_error_ratio", "offset", Of::Coins),
];

/// Aim and speed, as places tell them.
pub const OF_PLACES: [Told; 2] = [Told { column: "across_m", ..ERRORS[0] }, Told { column: "along_m", ..ERRORS[1] }];

/// The key of the correlation of two errors.
pub fn correlation(one: &Told, other: &Told) -> String {
    format!("{}_{}_correlation_ratio", one.stem, other.stem)
}

/// Whether any errors have all of these correlations, as scenarios are asked.
pub fn can_be_had(correlations: &[([usize; 2], f64)]) -> bool {
    let key = Path { table: "player", name: "correlation_ratio" };
    let all: Vec<Correlation> =
        correlations.iter().map(|(errors, ratio)| Correlation { key, errors: *errors, ratio: *ratio }).collect();
    Joint::<{ ERRORS.len() }>::new(&all).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use tolley_session::studies;

    #[test]
    fn every_key_is_one_of_a_study_and_every_correlation_of_a_study_is_told() {
        let infos = studies::infos();
        let of = |name: &str| {
            let info = infos.iter().find(|info| info.name == name).expect("a study");
            let keys = info.schema.keys.iter().filter(|key| key.path.table == "player").map(|key| key.path.name);
            keys.collect::<Vec<_>>()
        };
        for (study, player) in [("tinsley-green/shot", Of::Marbles), ("cymbergaj/flick", Of::Coins)] {
            let own: Vec<Told> = ERRORS.into_iter().filter(|told| [Of::All, player].contains(&told.player)).collect();
            let pairs = (0..own.len()).flat_map(|i| (0..i).map(move |j| (j, i)));
            let mut named: Vec<String> = pairs.map(|(j, i)| correlation(&own[j], &own[i])).collect();
            named.extend(own.iter().flat_map(|told| [told.sd, told.bias]).map(str::to_owned));
            let is_error = |key: &str| ["_sd_", "_bias_", "_correlation_"].iter().any(|part| key.contains(part));
            let mut keys: Vec<&str> = of(study).into_iter().filter(|key| is_error(key)).collect();
            named.sort();
            keys.sort_unstable();
            assert_eq!(named, keys, "{study}");
        }
    }
}
