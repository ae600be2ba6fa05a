//! What is no file: a pipe, a folder or a device in place of any file is refused at once; nobody waits for its writer.
#![cfg(unix)]

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use tempfile::TempDir;

use crate::tool::{files, folder_with, ran, tolley};

/// How long a command may take that has next to nothing to do.
const PATIENCE: Duration = Duration::from_secs(60);

const FLICK: &str = "\
# Does a heavier coin matter?
study = \"cymbergaj/flick\"
seed = 1
repeats = 4
[sweep.axes]
\"striker.mass_ratio\" = [0.98, 1.0, 1.02]
";

/// Exit code, and stderr with stdout after it, of which there is little; a command that waits is ended, and fails the
/// test.
fn ended(folder: &Path, arguments: &[&str]) -> (i32, String) {
    let mut command = tolley(folder, arguments);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the command starts");
    let begun = Instant::now();
    while child.try_wait().expect("a child").is_none() {
        if begun.elapsed() > PATIENCE {
            child.kill().expect("a child");
            panic!("{arguments:?} waits");
        }
        std::thread::sleep(Duration::from_millis(2));
    }
    let output = child.wait_with_output().expect("it ended");
    let code = output.status.code().unwrap_or(-1);
    let told = [output.stderr, output.stdout].map(|text| String::from_utf8_lossy(&text).into_owned()).concat();
    assert!([0, 1, 2, 3, 4].contains(&code), "{arguments:?}: {code}: {told}");
    (code, told)
}

fn make_pipe(path: &Path) {
    assert!(Command::new("mkfifo").arg(path).status().expect("mkfifo").success());
}

#[test]
fn every_command_refuses_what_is_no_file() {
    let here =
        folder_with("list.toml", &FLICK.replace("[sweep.axes]", "[sweep]\ndesign = \"list\"\nfile = \"pipe\" #"));
    let at = here.path();
    fs::write(at.join("flick.toml"), FLICK).expect("a file");
    fs::write(at.join("dice.toml"), "study = \"dice-football/match\"\nseed = 1\nrepeats = 2\n").expect("a file");
    make_pipe(&at.join("pipe"));
    fs::create_dir(at.join("folder")).expect("a folder");
    symlink("pipe", at.join("link")).expect("a link");
    for odd in ["pipe", "link", "folder", "/dev/zero"] {
        let mut commands: Vec<Vec<&str>> = ["run", "solve", "scene", "skill", "fair", "rate", "sensitivity", "best"]
            .map(|name| vec![name, odd])
            .to_vec();
        commands.push(vec!["ask", "effect", odd, "--over", "striker.mass_ratio"]);
        commands.push(vec!["run", "flick.toml", "--dry-run", "--list", odd]);
        commands.push(vec!["run", "dice.toml", "--dry-run", "--dice", odd]);
        commands.push(vec!["run", "dice.toml", "--dry-run", "--board", odd]);
        if odd != "folder" {
            commands.extend(["check", "status", "finalize"].map(|name| vec!["data", name, odd]));
            commands.extend([vec!["show", odd], vec!["show", odd, "--page"]]);
            commands.push(vec!["data", "export", odd, "--csv", "points"]);
        }
        commands.push(vec!["show", odd, "--recording", "0"]);
        for arguments in commands {
            let (code, told) = ended(at, &arguments);
            assert!(code == 2 && !told.is_empty(), "{arguments:?}: {code}: {told}");
        }
    }
    let (code, told) = ended(at, &["run", "list.toml", "-o", "out"]);
    assert!(code == 2 && told.contains("is a pipe, where a file is wanted"), "{told}");
}

#[test]
fn a_dataset_of_which_a_file_is_none_is_told_at_once() {
    let here = folder_with("flick.toml", FLICK);
    let at = here.path();
    assert_eq!(ran(at, &["run", "flick.toml", "-q", "-o", "whole"]).code, 0);
    let kept = TempDir::new().expect("a folder");
    for (number, name) in files(&at.join("whole")).into_keys().enumerate() {
        let (file, kept) = (at.join("whole").join(&name), kept.path().join(number.to_string()));
        fs::rename(&file, &kept).expect("it moves");
        for odd in ["pipe", "folder", "device"] {
            match odd {
                "pipe" => make_pipe(&file),
                "folder" => fs::create_dir(&file).expect("a folder"),
                _ => symlink("/dev/zero", &file).expect("a link"),
            }
            for arguments in [
                &["run", "flick.toml", "-q", "-o", "whole"][..],
                &["show", "whole"],
                &["data", "export", "whole", "shots"],
                &["data", "export", "whole", "points"],
                &["show", "whole", "--page"],
                &["show", "whole", "--recording", "0", "-o", "motion.html"],
                &["ask", "fair", "whole"],
                &["data", "finalize", "whole"],
            ] {
                ended(at, arguments);
                let _ = fs::remove_file(at.join("motion.html"));
            }
            let (code, told) = ended(at, &["data", "check", "whole"]);
            assert!(code != 0 && told.contains(&*name.to_string_lossy()), "{odd} for {}: {told}", name.display());
            if odd == "folder" { fs::remove_dir(&file) } else { fs::remove_file(&file) }.expect("it goes");
        }
        fs::rename(&kept, &file).expect("it is back");
    }
    // what is at the place of a report is not waited for either
    make_pipe(&at.join("page.html"));
    let (code, told) = ended(at, &["show", "whole", "--page", "-o", "page.html"]);
    assert!(code == 2 && told.contains("no report of ours"), "{told}");
    assert_eq!(ran(at, &["data", "check", "whole"]).code, 0);
}

#[test]
fn a_lock_of_which_a_file_is_none_is_told_at_once() {
    let here = folder_with("flick.toml", FLICK);
    let at = here.path();
    assert_eq!(ran(at, &["run", "flick.toml", "-q", "-o", "cut", "--shard", "0/2"]).code, 0);
    let lock = at.join("cut/lock");
    for name in ["held", "lease"] {
        for arguments in [
            &["data", "status", "cut"][..],
            &["data", "finalize", "cut"],
            &["data", "clean", "cut"],
            &["data", "repair", "cut"],
        ] {
            fs::create_dir_all(&lock).expect("a folder");
            make_pipe(&lock.join(name));
            let (_, told) = ended(at, arguments);
            assert!(name == "lease" || told.contains("is a pipe"), "{arguments:?}: {told}");
            let _ = fs::remove_dir_all(&lock);
        }
    }
}
