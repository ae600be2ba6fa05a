//! Which share a task of a Slurm array plays, also where only part of an array runs.

use tolley_experiment::count::counted;

/// A task, and the array that runs it.
pub struct Array {
    id: u64,
    min: u64,
    max: Option<u64>,
    step: u64,
    count: Option<u64>,
}

impl Array {
    /// As Slurm says; none outside of an array.
    pub fn read(number: &dyn Fn(&str) -> Option<u64>) -> Option<Array> {
        let of = |name: &str| number(&format!("SLURM_ARRAY_TASK_{name}"));
        let step = of("STEP").filter(|step| *step > 0).unwrap_or(1);
        Some(Array { id: of("ID")?, min: of("MIN").unwrap_or(0), max: of("MAX"), step, count: of("COUNT") })
    }

    /// Number of the share, of how many, and what there is to say; `of` is the N of `flag`, if it has one.
    pub fn share(&self, flag: &str, of: Option<u64>) -> Result<(u64, u64, Option<String>), String> {
        let Some(count) = self.count else {
            let of = of.ok_or("--shard auto: of how many is not known here; say --shard auto/N")?;
            return Ok((self.place(), of, None));
        };
        match of {
            None => self.of_all(flag, count),
            Some(of) if count < of => self.of_part(flag, count, of),
            Some(of) if self.place() >= of => Err(format!(
                "task {} is number {} of the tasks of its array, but {flag} has {}; say --shard auto/N with N the \
                     number of tasks",
                self.id,
                self.place() + 1,
                counted(of, "share")
            )),
            Some(of) => Ok((self.place(), of, None)),
        }
    }

    /// The tasks of the array share all that is missing.
    fn of_all(&self, flag: &str, count: u64) -> Result<(u64, u64, Option<String>), String> {
        let number = match self.has_gaps(count) {
            false => self.place(),
            // the last of two
            true if count <= 2 => u64::from(self.id != self.min),
            true => {
                return Err(format!(
                    "the array has gaps ({}), and Slurm does not say which of them task {} is; say --shard auto/N with \
                     the N of the whole array",
                    self.tasks(count),
                    self.id
                ));
            }
        };
        let is_part = self.min > 1 || self.has_gaps(count);
        let note = || {
            format!(
                "note: --shard {flag}: task {} plays share {number}/{count}, since this array runs {}; together its tasks \
                 play every block that is missing; for the shares of a larger array say --shard auto/N",
                self.id,
                self.tasks(count)
            )
        };
        Ok((number, count, is_part.then(note)))
    }

    /// The tasks of the array have the numbers of their shares, and others are not played by it.
    fn of_part(&self, flag: &str, count: u64, of: u64) -> Result<(u64, u64, Option<String>), String> {
        let max = self.last(count);
        // counted from 0, unless the last task can only be counted from 1
        let base = if self.step == 1 { u64::from(max == of && self.min > 0) } else { self.min % self.step };
        let share_of = |id: u64| id.saturating_sub(base) / self.step;
        let (number, first, last) = (share_of(self.id), share_of(self.min), share_of(max));
        if last >= of {
            return Err(format!(
                "task {max} has no share: {flag} has shares 0 to {0}, and a task plays the share of its number. Use \
                 --array=0-{0}, or auto/N with a larger N",
                of - 1
            ));
        }
        let range = |first: u64, end: u64| match end.saturating_sub(first) {
            0 => None,
            1 => Some(first.to_string()),
            _ => Some(format!("{first}-{}", end - 1)),
        };
        let mut others: Vec<String> = [range(0, first), range(last + 1, of)].into_iter().flatten().collect();
        let gaps = (last - first + 1).saturating_sub(count);
        if gaps > 0 {
            others.push(format!("{gaps} of {first}-{last}"));
        }
        let note = format!(
            "note: --shard {flag}: task {} plays share {number}/{of}; this array runs {} alone, which does not play \
             shares {}",
            self.id,
            self.tasks(count),
            listed(&others)
        );
        Ok((number, of, Some(note)))
    }

    /// Which of the array it is, from 0, if there are no gaps.
    fn place(&self) -> u64 {
        self.id.saturating_sub(self.min) / self.step
    }

    fn last(&self, count: u64) -> u64 {
        self.max.unwrap_or_else(|| self.min.saturating_add(count.saturating_sub(1).saturating_mul(self.step)))
    }

    fn has_gaps(&self, count: u64) -> bool {
        self.last(count).saturating_sub(self.min) / self.step != count.saturating_sub(1)
    }

    /// `task 5`, `tasks 3-5`, `2 tasks of 3-9`
    fn tasks(&self, count: u64) -> String {
        let (min, max) = (self.min, self.last(count));
        let by = if self.step == 1 { String::new() } else { format!(" by {}", self.step) };
        match (count, self.has_gaps(count)) {
            (1, _) => format!("task {min}"),
            (_, false) => format!("tasks {min}-{max}{by}"),
            (_, true) => format!("{count} tasks of {min}-{max}"),
        }
    }
}

/// `0-2`, `0-2 and 6-7`, `0-2, 6-7 and 1 of 3-5`
fn listed(shares: &[String]) -> String {
    match shares {
        [before @ .., last] if !before.is_empty() => format!("{} and {last}", before.join(", ")),
        _ => shares.concat(),
    }
}

#[cfg(test)]
mod tests {
    use super::Array;

    /// What a task is told, of an array as `--array` says.
    fn task(id: u64, [min, max, step, count]: [u64; 4], of: Option<u64>) -> Result<(u64, u64, String), String> {
        let number = |name: &str| match name {
            "SLURM_ARRAY_TASK_ID" => Some(id),
            "SLURM_ARRAY_TASK_MIN" => Some(min),
            "SLURM_ARRAY_TASK_MAX" => Some(max),
            "SLURM_ARRAY_TASK_STEP" => Some(step),
            "SLURM_ARRAY_TASK_COUNT" => Some(count),
            _ => None,
        };
        let array = Array::read(&number).expect("a task");
        let flag = of.map_or_else(|| "auto".to_owned(), |of| format!("auto/{of}"));
        array.share(&flag, of).map(|(number, of, note)| (number, of, note.unwrap_or_default()))
    }

    fn shares(ids: &[u64], array: [u64; 4], of: Option<u64>) -> Vec<(u64, u64)> {
        ids.iter().map(|id| task(*id, array, of).expect("a share")).map(|(number, of, _)| (number, of)).collect()
    }

    #[test]
    fn a_whole_array_plays_every_share_in_silence() {
        for (array, ids) in [([0, 3, 1, 4], [0, 1, 2, 3]), ([1, 4, 1, 4], [1, 2, 3, 4]), ([0, 12, 4, 4], [0, 4, 8, 12])]
        {
            for of in [None, Some(4)] {
                assert_eq!(shares(&ids, array, of), [(0, 4), (1, 4), (2, 4), (3, 4)], "{array:?}");
                assert!(ids.iter().all(|id| task(*id, array, of).expect("a share").2.is_empty()), "{array:?}");
            }
        }
    }

    #[test]
    fn part_of_an_array_says_which_shares_it_does_not_play() {
        let (number, of, note) = task(4, [3, 5, 1, 3], Some(8)).expect("a share");
        assert_eq!((number, of), (4, 8));
        assert_eq!(
            note,
            "note: --shard auto/8: task 4 plays share 4/8; this array runs tasks 3-5 alone, which does not play \
             shares 0-2 and 6-7"
        );
        assert_eq!(shares(&[3, 5], [3, 5, 1, 2], Some(8)), [(3, 8), (5, 8)]);
        let note = task(5, [3, 5, 1, 2], Some(8)).expect("a share").2;
        assert!(note.contains("2 tasks of 3-5 alone, which does not play shares 0-2, 6-7 and 1 of 3-5"), "{note}");
        // counted from 1, and by fours
        assert_eq!(shares(&[7, 8], [7, 8, 1, 2], Some(8)), [(6, 8), (7, 8)]);
        assert_eq!(shares(&[8, 12], [8, 12, 4, 2], Some(8)), [(2, 8), (3, 8)]);
        let error = task(9, [9, 11, 1, 3], Some(8)).expect_err("there is none");
        assert!(
            error.starts_with("task 11 has no share: auto/8 has shares 0 to 7") && error.contains("Use --array=0-7"),
            "{error}"
        );
    }

    #[test]
    fn a_task_beyond_the_shares_is_refused_with_what_to_say() {
        let error = task(9, [0, 9, 1, 10], Some(8)).expect_err("there is none");
        assert_eq!(
            error,
            "task 9 is number 10 of the tasks of its array, but auto/8 has 8 shares; say --shard auto/N with N the number of \
             tasks"
        );
    }

    #[test]
    fn part_of_an_array_of_unknown_size_shares_all_that_is_missing() {
        assert_eq!(shares(&[3, 4, 5], [3, 5, 1, 3], None), [(0, 3), (1, 3), (2, 3)]);
        assert_eq!(shares(&[3, 9], [3, 9, 1, 2], None), [(0, 2), (1, 2)]);
        assert_eq!(shares(&[7], [7, 7, 1, 1], None), [(0, 1)]);
        let note = task(4, [3, 5, 1, 3], None).expect("a share").2;
        assert!(note.contains("task 4 plays share 1/3, since this array runs tasks 3-5; together"), "{note}");
        assert!(note.contains("say --shard auto/N"), "{note}");
        for id in [0, 3, 7] {
            let error = task(id, [0, 7, 1, 3], None).expect_err("nobody knows");
            assert!(error.contains("has gaps (3 tasks of 0-7)") && error.contains("auto/N"), "{error}");
        }
    }
}
