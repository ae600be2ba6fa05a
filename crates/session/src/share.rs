//! Which blocks a run is to play, also as batch systems number their jobs.

use std::env;

use tolley_dataset::Share;

use crate::array::Array;
use crate::error::SessionError;
use crate::monitor::{Monitor, Note};
use crate::request::ShareRequest;

/// The share that is asked for; notes which shares a part of an array plays.
pub fn share(request: &ShareRequest, monitor: &dyn Monitor) -> Result<Option<Share>, SessionError> {
    let share = match (&request.shard, &request.blocks) {
        (None, None) => Ok(None),
        (Some(shard), _) => of_shard(shard, &|name| env::var(name).ok()).map(|(share, note)| {
            note.iter().for_each(|note| monitor.note(&Note::Share(note)));
            Some(share)
        }),
        (None, Some(blocks)) => of_blocks(blocks).map(Some),
    };
    share.map_err(|message| SessionError::request("share", message))
}

/// `3/16`, `auto/16` or `auto`, and what there is to say of it; `variable` looks up what the batch system says.
fn of_shard(text: &str, variable: &dyn Fn(&str) -> Option<String>) -> Result<(Share, Option<String>), String> {
    let wrong = || format!("--shard {text}: it is I/N with I from 0 to N - 1, auto/N, or auto in a Slurm array");
    let number = |name: &str| variable(name).and_then(|text| text.trim().parse::<u64>().ok());
    let (which, of) = match text.split_once('/') {
        Some((which, of)) => (which, Some(of.parse::<u64>().map_err(|_| wrong())?)),
        None => (text, None),
    };
    let (number, of, note) = match (which, of) {
        ("auto", of) => match (Array::read(&number), number("JOB_COMPLETION_INDEX")) {
            (Some(array), _) => array.share(text, of)?,
            (None, Some(index)) => {
                (index, of.ok_or("--shard auto: of how many is not known here; say --shard auto/N")?, None)
            }
            (None, None) => {
                return Err(
                    "--shard auto: neither SLURM_ARRAY_TASK_ID nor JOB_COMPLETION_INDEX is set to a number".into()
                );
            }
        },
        (which, Some(of)) => (which.parse().map_err(|_| wrong())?, of, None),
        (_, None) => return Err(wrong()),
    };
    if number < of { Ok((Share::Every { number, of }, note)) } else { Err(wrong()) }
}

/// `0-63`, both included, or one block.
fn of_blocks(text: &str) -> Result<Share, String> {
    let wrong = || format!("--blocks {text}: it is FIRST-LAST, counted from 0");
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    let [first, last] = [first, last].map(|text| text.parse::<u64>().map_err(|_| wrong()));
    let (first, end) = (first?, last?.checked_add(1).ok_or_else(wrong)?);
    if first < end { Ok(Share::Blocks(first..end)) } else { Err(wrong()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_read_as_people_and_batch_systems_number_them() {
        let none = |_: &str| None;
        let every = |number, of| Ok((Share::Every { number, of }, None));
        assert_eq!(of_shard("3/16", &none), every(3, 16));
        for wrong in ["16/16", "3", "a/b", "/", "1/", "-1/4", "0/0", "auto", "auto/4", "auto/x"] {
            assert!(of_shard(wrong, &none).is_err(), "{wrong}");
        }
        let slurm = |name: &str| {
            let value = match name {
                "SLURM_ARRAY_TASK_ID" => "5",
                "SLURM_ARRAY_TASK_MIN" => "1",
                "SLURM_ARRAY_TASK_COUNT" => "16",
                _ => return None,
            };
            Some(value.to_owned())
        };
        assert_eq!(of_shard("auto", &slurm), every(4, 16));
        assert_eq!(of_shard("auto/5", &slurm), every(4, 5));
        let job = |name: &str| (name == "JOB_COMPLETION_INDEX").then(|| "2".to_owned());
        assert_eq!(of_shard("auto/3", &job), every(2, 3));
        assert!(of_shard("auto", &job).is_err_and(|message| message.contains("auto/N")));
        assert_eq!(of_blocks("0-63"), Ok(Share::Blocks(0..64)));
        assert_eq!(of_blocks("7"), Ok(Share::Blocks(7..8)));
        for wrong in ["", "-", "3-", "4-3", "0-18446744073709551615", "a"] {
            assert!(of_blocks(wrong).is_err(), "{wrong}");
        }
    }
}
