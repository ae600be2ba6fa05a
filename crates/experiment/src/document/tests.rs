//! Documents: places, what a reader takes, what it refuses.

use super::*;

fn document(text: &str) -> Document {
    Document::parse("a.toml", text).unwrap_or_else(|problems| panic!("{problems}"))
}

/// What is told of a document after it was read by `read`.
fn told(text: &str, read: impl FnOnce(&Reader<'_>)) -> String {
    let document = document(text);
    {
        let root = document.root();
        read(&root);
        root.finish();
    }
    document.finish().unwrap_or_else(|problems| problems).to_string()
}

const ANY: [f64; 2] = [f64::MIN, f64::MAX];

#[test]
fn values_are_read_with_units_of_their_name() {
    let text = "mass_kg = \"12 g\"\nposition_m = [\"-50 mm\", 1, 0.25]\nname = \"x\"\nfast = true\n[edge]\nring_m = 1\n\
                [[body]]\nradius_m = 2\n[[body]]\nradius_m = \"1 in\"\n";
    let document = document(text);
    let root = document.root();
    assert_eq!(root.number("mass_kg", ANY), Some(0.012));
    assert_eq!(root.numbers("position_m", [2, 3], ANY), Some(vec![-0.05, 1.0, 0.25]));
    assert_eq!((root.text("name"), root.flag("fast")), (Some("x"), Some(true)));
    assert_eq!(root.table("edge").and_then(|edge| edge.number("ring_m", ANY)), Some(1.0));
    let radii: Vec<f64> = root.tables("body").iter().map(|body| body.number_or("radius_m", ANY, 9.0)).collect();
    assert_eq!(radii, [2.0, 0.0254]);
    assert_eq!((root.number("gravity_m_s2", ANY), root.number_or("gravity_m_s2", ANY, 9.81)), (None, 9.81));
    root.finish();
    assert!(!document.has_error());
    assert_eq!(document.finish(), Ok(Problems::default()));
}

#[test]
fn what_does_not_fit_is_told_with_its_place() {
    let told = |line: &str| {
        told(&format!("x = 1\n{line}\n"), |root| {
            root.item("x");
            root.number("mass_kg", [0.0, 1.0]);
            root.numbers("position_m", [2, 3], ANY);
            root.text("name");
            root.choice("law", &["hertz", "pairwise"]);
            root.flag("fast");
            root.table("edge");
            root.tables("body");
        })
    };
    let cases = [
        ("mass_kg = \"3 kg\"", "2:11: error: mass_kg: 3 kg is impossible; allowed: 0 to 1 kg"),
        ("mass_kg = inf", "2:11: error: mass_kg: inf is not a finite number"),
        ("mass_kg = -nan", "2:11: error: mass_kg: -nan is not a finite number"),
        ("mass_kg = 1979-05-27", "2:11: error: mass_kg: a date is not a number"),
        ("position_m = [1]", "2:14: error: position_m: 1 numbers; 2 to 3 are needed"),
        (
            "position_m = [1, \"2 s\"]",
            "2:18: error: position_m: \"2 s\": the unit \"s\" does not fit; allowed: m, cm, mm, um, in, ft",
        ),
        ("position_m = 1", "2:14: error: position_m: 1 is not an array of numbers"),
        ("name = 1", "2:8: error: name: 1 is not a string"),
        ("law = \"herz\"", "2:7: error: law: \"herz\" is not one of: hertz, pairwise; did you mean \"hertz\"?"),
        ("fast = \"yes\"", "2:8: error: fast: \"yes\" is neither true nor false"),
        ("edge = 1", "2:8: error: edge: 1 is not a table"),
        ("body = { }", "2:8: error: body: a table is not an array of tables"),
        ("body = [1]", "2:8: error: body: 1 is not a table"),
        ("nmae = \"x\"", "2:1: error: nmae: unknown key; did you mean name?"),
        (
            "\"ä\" = 1 # µ",
            "2:1: error: ä: unknown key; known here: x, mass_kg, position_m, name, law, fast, edge, body",
        ),
    ];
    for (line, expected) in cases {
        assert_eq!(told(line), format!("a.toml:{expected}"), "{line}");
    }
}

#[test]
fn columns_count_characters_in_lines_of_any_length() {
    let filler = "é".repeat(1000);
    let text = format!("x = {{ a = \"{filler}\", b = 1 }}\r\n# {filler}\r\ny = 2\r\n");
    let message = told(&text, |_| ());
    assert!(message.starts_with("a.toml:1:1: error: x: "), "{message}");
    assert!(message.contains("\na.toml:3:1: error: y: "), "{message}");
    let inner = told(&text, |root| {
        root.item("y");
        root.table("x").iter().for_each(|x| {
            x.text("a");
            x.finish();
        });
    });
    assert_eq!(inner, "a.toml:1:1015: error: x.b: unknown key; known here: a");
}

/// Each of these took a minute or more when its cost grew with the square of its length.
#[test]
fn long_inputs_are_refused_shortly() {
    let list = format!("x = [{}1]", "1,".repeat(200_000));
    assert!(told(&list, |_| ()).contains("unknown key"));
    let keys: String = (0..100_000).map(|i| format!("k{i} = 1\n")).collect();
    let message = told(&keys, |root| assert!(root.item("speed_m_s").is_none()));
    assert_eq!(message.lines().count(), MAX_PROBLEMS + 1);
    assert!(message.ends_with("a.toml: error: 99000 more of these"), "{:?}", message.lines().last());
    let long = told(&format!("{} = \"{}\"", "k".repeat(100_000), "v".repeat(100_000)), |_| ());
    assert!(long.len() < 200, "{}", long.len());
    let text = told(&format!("law = \"{}\"", "v".repeat(100_000)), |root| {
        root.choice("law", &["hertz"]);
    });
    assert!(text.len() < 200, "{}", text.len());
    let number = told(&format!("mass_kg = \"{}\"", "-".repeat(1_000_000)), |root| {
        root.number("mass_kg", ANY);
    });
    assert!(number.len() < 200 && number.contains("too long"), "{}", number.len());
}

/// Errors beyond the told ones still stop the run, even if all that is told is warnings.
#[test]
fn an_untold_error_is_an_error() {
    let document = document("");
    for _ in 0..MAX_PROBLEMS {
        document.note((1, 1), "k", String::new(), Severity::Warning);
    }
    assert!(!document.has_error());
    document.note((1, 1), "k", String::new(), Severity::Error);
    assert!(document.has_error());
    assert!(document.finish().is_err());
}

#[test]
fn every_syntax_error_is_told() {
    let problems = Document::parse("a.toml", "a = = 1\nb = 1\n[c\n").expect_err("syntax");
    let places: Vec<_> = problems.0.iter().filter_map(|problem| problem.place).map(|(line, _)| line).collect();
    assert!(places.contains(&1) && places.contains(&3), "{problems}");
}

#[test]
fn depth_is_limited() {
    let deep = 20_000;
    for text in [
        "[".repeat(deep),
        format!("x = {}", "[".repeat(deep)),
        format!("x = {}1{}", "[".repeat(deep), "]".repeat(deep)),
        format!("x = {}1{}", "{a=".repeat(deep), "}".repeat(deep)),
        format!("a{} = 1", ".a".repeat(deep)),
        format!("[a{}]", ".a".repeat(deep)),
        format!("[[a{}]]", ".a".repeat(deep)),
    ] {
        assert!(Document::parse("a.toml", &text).is_err(), "{}", &text[..10]);
    }
}

#[test]
fn files_that_are_no_text_are_refused() {
    let folder = std::env::temp_dir().join(format!("tolley-document-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let file = folder.join("s.toml");
    let told = |path: &Path| Document::read(path).expect_err("refused").to_string();
    assert!(told(&folder).ends_with("error: is a folder, where a file is wanted"));
    assert!(told(&file).contains("error: cannot be read: "));
    std::fs::write(&file, b"a = 1\nb = \"\xff\"\n").expect("a file");
    assert!(told(&file).ends_with("s.toml:2:6: error: is not UTF-8 text from here on"));
    std::fs::File::create(&file).and_then(|file| file.set_len(MAX_BYTES + 1)).expect("a file");
    assert!(told(&file).ends_with("error: is larger than 16 MiB"));
    std::fs::write(&file, "\u{feff}a = 1\r\nb = 2\r\n").expect("a file");
    assert_eq!(Document::read(&file).expect("text").root().number("b", ANY), Some(2.0));
    std::fs::remove_dir_all(&folder).expect("it is ours");
}
