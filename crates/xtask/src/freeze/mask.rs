//! What differs from run to run or from machine to machine is masked, visibly.

use std::path::Path;

/// Text between a beginning and an end, which is masked by a name.
struct Mask {
    begin: &'static str,
    /// Ends before any of these signs, else with the line.
    ends: &'static [char],
    name: &'static str,
}

const fn line(begin: &'static str, name: &'static str) -> Mask {
    Mask { begin, ends: &[], name }
}

const fn json(begin: &'static str, name: &'static str) -> Mask {
    Mask { begin, ends: &[',', '}'], name }
}

/// What a dry run estimates from a sample that is as large as time allows, on as many threads as there are cores.
const MASKS: &[Mask] = &[
    line("time    about ", "<time>"),
    line("time    at most about ", "<time>"),
    line("bytes   about ", "<bytes>"),
    line("bytes   at most about ", "<bytes>"),
    line("memory  at most about ", "<memory>"),
    line("from a sample of ", "<sample>"),
    json("\"threads\": ", "<threads>"),
    json("\"sampled_trials\": ", "<count>"),
    json("\"estimated_bytes\": ", "<bytes>"),
    json("\"estimated_s\": ", "<time>"),
    json("\"estimated_low_s\": ", "<time>"),
    json("\"estimated_high_s\": ", "<time>"),
    json("\"estimated_cpu_s\": ", "<time>"),
    json("\"idle_cores\": ", "<count>"),
    json("\"most_memory_bytes\": ", "<bytes>"),
    json("\"thread_memory_bytes\": ", "<bytes>"),
];

/// Whether a line is there or not as time allows: progress, and axes that were looked at for half a second.
fn is_by_the_clock(line: &str) -> bool {
    let is_progress = line.contains(" trials, ") && line.contains("/s, ") && line.contains(" left");
    is_progress || line.contains(" trials are played; ") || line.contains(": the axis changes nothing: ")
}

/// The text without clock times and places; lines that are there as time allows are left out.
pub fn masked(text: &str, folder: &Path) -> String {
    let text = text.replace(&*folder.to_string_lossy(), "<folder>");
    let kept = text.split_inclusive('\n').filter(|line| !is_by_the_clock(line));
    kept.map(|line| MASKS.iter().fold(line.to_owned(), |line, mask| mask.applied(line))).collect()
}

impl Mask {
    fn applied(&self, line: String) -> String {
        let Some(at) = line.find(self.begin) else { return line };
        let (head, tail) = line.split_at(at + self.begin.len());
        let end = tail.find(|sign| sign == '\n' || self.ends.contains(&sign)).unwrap_or(tail.len());
        format!("{head}{}{}", self.name, &tail[end..])
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::masked;

    #[test]
    fn clock_times_and_places_are_masked_and_nothing_else() {
        let told = "points  378\ntime    about 3 minutes on 2 threads\nfrom a sample of 1,262 trials; nothing was written\n\
                    { \"seed\": 4, \"threads\": 2, \"estimated_s\": 1.315}\n/tmp/x/a.toml:1: error: shot.speed_m_s\n\
                    25.0 %: 250 of 1,000 trials, 25/s, 30 seconds left\n\
                    99.9 %: 999 of 1,000 trials, 25/s, nearly done: 1 block left\n\
                    all 1,000 trials are played; saving the last blocks\n\
                    warning: a.b: the axis changes nothing: 12 trials are the same at 2 of its values\nno end";
        let expected = "points  378\ntime    about <time>\nfrom a sample of <sample>\n\
                        { \"seed\": 4, \"threads\": <threads>, \"estimated_s\": <time>}\n\
                        <folder>/a.toml:1: error: shot.speed_m_s\nno end";
        assert_eq!(masked(told, Path::new("/tmp/x")), expected);
    }
}
