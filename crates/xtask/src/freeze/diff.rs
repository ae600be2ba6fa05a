//! Two texts, line by line: what went and what came, with some lines around.

/// Lines shown before and after a change.
const AROUND: usize = 3;
/// Lines of a difference that are shown at most.
const MOST_SHOWN: usize = 80;
/// Lines of each text up to which the longest common part is sought; beyond, all are taken to differ.
const MOST_LINES: usize = 3000;

/// The difference as `diff -u` shows it, without numbers of lines; empty where there is none.
pub fn unified(old: &str, new: &str) -> String {
    let lines = compared(&old.lines().collect::<Vec<_>>(), &new.lines().collect::<Vec<_>>());
    let is_near = |at: usize| {
        let around = &lines[at.saturating_sub(AROUND)..lines.len().min(at + AROUND + 1)];
        around.iter().any(|(sign, _)| *sign != ' ')
    };
    let mut shown: Vec<String> = Vec::new();
    let mut last = None;
    for at in (0..lines.len()).filter(|at| is_near(*at)) {
        if last.map_or(at > 0, |last| last + 1 < at) {
            shown.push("@@".to_owned());
        }
        last = Some(at);
        let (sign, line) = lines[at];
        shown.push(format!("{sign}{line}"));
    }
    let more = shown.len().saturating_sub(MOST_SHOWN);
    shown.truncate(MOST_SHOWN);
    if more > 0 {
        shown.push(format!("@@ {more} lines more"));
    }
    shown.join("\n")
}

/// All lines of both, each with ' ' for one that stays, '-' for one that went, '+' for one that came.
fn compared<'t>(old: &[&'t str], new: &[&'t str]) -> Vec<(char, &'t str)> {
    let head = old.iter().zip(new).take_while(|(old, new)| old == new).count();
    let (old_rest, new_rest) = (&old[head..], &new[head..]);
    let tail = old_rest.iter().rev().zip(new_rest.iter().rev()).take_while(|(old, new)| old == new).count();
    let (old_middle, new_middle) = (&old_rest[..old_rest.len() - tail], &new_rest[..new_rest.len() - tail]);
    let same = |lines: &[&'t str]| lines.iter().map(|line| (' ', *line)).collect::<Vec<_>>();
    let middle = middle(old_middle, new_middle);
    [same(&old[..head]), middle, same(&old_rest[old_rest.len() - tail..])].concat()
}

/// By the longest common part, found from the ends of both texts.
fn middle<'t>(old: &[&'t str], new: &[&'t str]) -> Vec<(char, &'t str)> {
    let is_long = old.len().max(new.len()) > MOST_LINES;
    let width = new.len() + 1;
    let mut common = vec![0_u32; if is_long { 0 } else { (old.len() + 1) * width }];
    if !is_long {
        for (i, j) in (0..old.len()).rev().flat_map(|i| (0..new.len()).rev().map(move |j| (i, j))) {
            let [right, below, beyond] = [i * width + j + 1, (i + 1) * width + j, (i + 1) * width + j + 1];
            common[i * width + j] =
                if old[i] == new[j] { common[beyond] + 1 } else { common[right].max(common[below]) };
        }
    }
    let (mut i, mut j, mut lines) = (0, 0, Vec::new());
    while i < old.len() || j < new.len() {
        if !is_long && i < old.len() && j < new.len() && old[i] == new[j] {
            lines.push((' ', old[i]));
            (i, j) = (i + 1, j + 1);
        } else if i < old.len()
            && (is_long || j == new.len() || common[(i + 1) * width + j] >= common[i * width + j + 1])
        {
            lines.push(('-', old[i]));
            i += 1;
        } else {
            lines.push(('+', new[j]));
            j += 1;
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::unified;

    #[test]
    fn what_went_and_what_came_is_shown_with_lines_around() {
        let old = "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n13\n14";
        let new = "1\n2\n3\n4\nfive\n6\n7\n8\n9\n10\n11\n12\n12a\n13\n14";
        let expected = "@@\n 2\n 3\n 4\n-5\n+five\n 6\n 7\n 8\n@@\n 10\n 11\n 12\n+12a\n 13\n 14";
        assert_eq!(unified(old, new), expected);
        assert_eq!(unified(old, old), "");
        assert_eq!(unified("", "a"), "+a");
        assert_eq!(unified("a\nb", ""), "-a\n-b");
    }

    #[test]
    fn lines_that_stay_are_found_among_others() {
        assert_eq!(unified("a\nb\nc\nd", "b\nx\nd\ne"), "-a\n b\n-c\n+x\n d\n+e");
    }

    #[test]
    fn a_long_difference_is_cut() {
        let (old, new) = ("a\n".repeat(4000), "b\n".repeat(4000));
        let told = unified(&old, &new);
        assert!(told.lines().count() == 81 && told.ends_with("\n@@ 7920 lines more"), "{told}");
    }
}
