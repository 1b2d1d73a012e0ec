//! The reader of everyday YAML and the full parser give the same results: trees with spans and comments, and
//! findings.
//!
//! The tests compare all files of the project, those of the corpora if present, YAML that
//! `readers/generated.rs` generates, and damaged files. `TOSCA_MUTATIONS=1000000` sets the number of
//! generated and damaged texts, `TOSCA_SEED` the seed.

#[path = "readers/generated.rs"]
mod generated;

use std::collections::BTreeMap;
use std::sync::Arc;

use proptest::prelude::*;
use tosca::base::FileId;
use tosca::host::Limits;
use tosca::internals::yaml::{
    Fallback, decode, first_difference, parse, parse_again, parse_events, parse_everyday,
};

use crate::damage::{Random, damaged, setting};
use crate::harness::{Case, read_cases, read_pages};
use crate::shapes::generated as shapes;
use crate::{files_below, text_of};

/// Reads `text` with both readers. Returns why the fast one left it to the parser, if it did, or the
/// differences.
fn compare(text: &str, limits: &Limits) -> Result<Option<Fallback>, String> {
    let text = Arc::new(text.to_owned());
    let (tree, diagnostics) = match parse_everyday(&text, FileId(0), limits) {
        Ok(read) => read,
        Err(reason) => return Ok(Some(reason)),
    };
    let (expected_tree, expected) = parse_events(&text, FileId(0), limits);
    if let Some(difference) = first_difference(&tree, &expected_tree) {
        return Err(format!("{difference}\n{text:?}"));
    }
    let (diagnostics, expected) = (format!("{diagnostics:?}"), format!("{expected:?}"));
    if diagnostics == expected {
        Ok(None)
    } else {
        Err(format!("findings {diagnostics}\nand {expected}\n{text:?}"))
    }
}

/// Compares all `texts`. At least `percent` percent must be everyday YAML.
#[track_caller]
fn compare_all(texts: impl Iterator<Item = (String, String)>, percent: usize) {
    let mut counts: BTreeMap<Option<Fallback>, usize> = BTreeMap::new();
    for (name, text) in texts {
        match compare(&text, &Limits::default()) {
            Ok(reason) => *counts.entry(reason).or_default() += 1,
            Err(difference) => panic!("{name}: {difference}"),
        }
    }
    let all: usize = counts.values().sum();
    let taken = counts.get(&None).copied().unwrap_or(0);
    assert!(taken * 100 >= all * percent, "{taken} of {all} files: {counts:?}");
}

fn files_of(cases: &[Case]) -> impl Iterator<Item = (String, String)> {
    let files = cases.iter().flat_map(|case| case.files.iter().map(|file| (case.place.clone(), file)));
    let texts = files.map(|(place, file)| (place, decode(file.content.clone(), FileId(0)).0));
    texts.filter(|(_, text)| !text.trim_start().starts_with('<'))
}

// ── files ──

#[test]
fn both_read_the_files_of_all_cases_alike() {
    compare_all(files_of(&read_cases()), 90);
    let pages = read_pages();
    let examples = pages.into_iter().flat_map(|(_, example, fixed)| example.into_iter().chain(fixed));
    compare_all(files_of(&examples.collect::<Vec<_>>()), 80);
}

#[test]
fn both_read_examples_and_profiles_alike() {
    for (directory, percent) in [("spec-examples", 95), ("profiles", 100), ("examples", 100)] {
        compare_all(
            files_below(directory, "yaml").into_iter().map(|path| (path.clone(), text_of(&path))),
            percent,
        );
    }
}

/// All files with `TOSCA_MUTATIONS`, otherwise every twentieth: the parser is slow in debug builds.
#[test]
fn both_read_the_corpora_alike() {
    let step = if setting("TOSCA_MUTATIONS").is_some() { 1 } else { 20 };
    let paths: Vec<String> = files_below("../shared/corpus", "yaml").into_iter().step_by(step).collect();
    let texts = paths.into_iter().filter_map(|path| {
        let bytes = std::fs::read(crate::project(&path)).ok()?;
        Some((path, decode(bytes, FileId(0)).0))
    });
    compare_all(texts, 95);
}

// ── hazards ──

/// Texts whose tree is error-prone: spans that differ from the parser's events, folding, ends of scalars.
const EVERYDAY: &[&str] = &[
    // Spans of quoted scalars and brackets, which the parser ends at the end of the line.
    "a: \"foo\"   # c\nb: 'x' # d\n",
    "a: [ x ]   # trailing\nb: { c: d } # e\n",
    "'a' : 1\n\"b\": 2\nc : 3\n",
    // Characters that are not bytes.
    "é: ü # ö\nzweite: \"日本\" # ja\n日本: [ é, { ü: ö } ]\n",
    "a: \u{a0}\nb: x\u{2028}y\nc: \u{85}\n",
    // Block scalars: headers, chomping, lines that are deeper, what ends them.
    "a: |\n  x\n   y\n\n  z\n\n\nb: 1\n",
    "a: |-\n  x\n\n# comment\nb: |+ # comment\n  y\n\n\n # comment\nc: >\n\n  a\n  b\n\n  c\n   d\n  e\n",
    "a: >+\n  x\n  \n   \n  y\n",
    "- |\n x\n- >-\n y\n  # text\n z\n # comment\n",
    "a: |\n  é\u{a0}\n  \u{a0}\nb: c\n",
    "a: |\n  b \u{202e}c\nd: >-\n  e\u{200b}\n\n  f\u{200b}\n",
    // Lists: in the column of their key, deeper, nested, empty entries.
    "a:\n- b\n- c: d\n  e: f\ng:\n  - h\n  -\n  - - i\n    - j\n",
    "- - - a\n  - b\n- c: \n  d:\n  - e\n",
    "-\n-   # nothing\n- a\n",
    "a:\n  -\n    b: c\n  -\n    - d\n",
    // Missing values.
    "a:\nb: # comment\nc:\n  d:\n",
    "a: {}\nb: []\nc: { d }\ne: { f, g: , h: }\ni: { j : k }\n",
    "a: ''\nb: \"\"\n",
    // Scalars over several lines.
    "a: b\n  c\n\n  d\ne:\n  f\n  - g\n  \"h\"\n",
    "a: 'b\n  c\n\n  d''e'\nf: \"g \n   h\\n\n  i\\\n  j\\\n\n   \\ k\"\n",
    "- a\n b # end\n- c\n",
    // Brackets over several lines.
    "a: [\n  b, # c\n  d\n  ]\ne: {\n  f: g,\n  h: [ i,\n j ] }\n",
    "a: [ b: c, 'd' : { e: f }, g: ]\n",
    "a: { \"b\":c, 'd':[ e ] }\n",
    "a: [ b:c, d#e, http://f, -1, a-b ]\n",
    // Text that resembles other syntax.
    "a: b#c\nd: http://e\nf: g:h\n'#': '#'\n",
    "a: -1\nb: --x\nc: .5\nd: ..x\n-x: y\n",
    "a: x [ y ] { z }, & * ! | > ' \" % @ `\n",
    "---\na: b\n",
    "# c\n\n--- # d\na: b\n# e\n",
    "a: b",
    "a: 'b'  \n\n\n   # last",
    // Keys: repeated, of other kinds, merged.
    "a: 1\n'a': 2\n1: x\n'1': y\n",
    "a: b\n  // c\nd: //e/f\ng: --h\ni: ; j\n",
    "a: &x { b: c }\nd:\n  <<: *x\n  e: f\ng: [ *x, *x ]\n",
    "a: &x 1\nb: &x 2\nc: *x\nd: &unused 3\n",
    "a: &x\n  b: &y [ c ]\nd: *y\n",
    "a: &x [ b ]\n<<: [ *x ]\nc: { <<: *x }\n",
];

/// Texts that are left to the parser, with the reason.
const OTHERS: &[(&str, Fallback)] = &[
    ("a:\tb\n", Fallback::Characters),
    ("a: b\rc: d\r", Fallback::Characters),
    ("\u{feff}a: b\n", Fallback::Characters),
    ("a: x\u{feff}\n", Fallback::Characters),
    ("a: \u{7}\n", Fallback::Characters),
    ("a:\u{a0}b: c\n", Fallback::Foreign),
    ("a:\n\u{a0} b: c\n", Fallback::Foreign),
    ("a:\u{200b} # b\n", Fallback::Foreign),
    ("- a\n-\u{3000}b\n", Fallback::Foreign),
    ("// a: b\nc: d\n", Fallback::Foreign),
    ("a:\n  // b\n", Fallback::Foreign),
    ("a: [ b,\n  ; c ]\n", Fallback::Foreign),
    ("a: {\n  -- b\n  c: d }\n", Fallback::Foreign),
    ("%YAML 1.2\n---\na: b\n", Fallback::Documents),
    ("--- a\n", Fallback::Documents),
    ("a: b\n---\nc: d\n", Fallback::Documents),
    ("a: b\n...\n", Fallback::Documents),
    ("", Fallback::Root),
    ("# only a comment\n", Fallback::Root),
    ("a\n", Fallback::Root),
    ("{ a: b }\n", Fallback::Root),
    ("a: 1\n  b: 2\n", Fallback::Key),
    ("a: 1\n- b\n", Fallback::Indentation),
    ("a:\n    b: 1\n  c: 2\n", Fallback::Indentation),
    ("a: b # c\n  d\n", Fallback::Indentation),
    ("a:\n- # nothing\n- b\n", Fallback::Indentation),
    ("a: - b\n  - c\n", Fallback::Indicator),
    ("a: @b\n", Fallback::Indicator),
    ("a: 'b' c\n", Fallback::Trailing),
    ("a: [ b ]: c\n", Fallback::Trailing),
    ("a: !!str 1\n", Fallback::Tag),
    ("&a b: c\n", Fallback::Anchor),
    ("a: &b\nc: d\n", Fallback::Anchor),
    ("a: &é b\n", Fallback::Anchor),
    ("a: *b\n", Fallback::Alias),
    ("a: &a [ *a ]\n", Fallback::Alias),
    ("? a\n: b\n", Fallback::Key),
    ("a: b: c\n", Fallback::Key),
    ("a: \"\\x41\"\n", Fallback::Quoted),
    ("a: 'b\nc'\n", Fallback::Quoted),
    ("a: \"b", Fallback::Quoted),
    ("a: |2\n  b\n", Fallback::BlockScalar),
    ("a: |\nb: c\n", Fallback::BlockScalar),
    ("a: |\n  b", Fallback::BlockScalar),
    ("a: |\n   \n  b\n", Fallback::BlockScalar),
    ("x: {\n}\n", Fallback::Flow),
    ("x: [a,\nb]\n", Fallback::Flow),
    ("a: { b: c, }\n", Fallback::Flow),
    ("a: [ b\n  c ]\n", Fallback::Flow),
    ("a: [ b }\n", Fallback::Flow),
    ("a: [ b", Fallback::Flow),
];

#[test]
fn both_read_what_is_easily_wrong_alike() {
    let mut others = Vec::new();
    for text in EVERYDAY {
        for text in [(*text).to_owned(), text.replace('\n', "\r\n")] {
            let result = compare(&text, &Limits::default());
            if result != Ok(None) {
                others.push((text, result));
            }
        }
        let nested = format!("root:\n  {}", text.replace('\n', "\n  "));
        compare(&nested, &Limits::default()).unwrap_or_else(|difference| panic!("{difference}"));
    }
    assert!(others.is_empty(), "{others:#?}");
}

#[test]
fn what_is_not_everyday_is_left_to_the_parser() {
    for (text, reason) in OTHERS {
        assert_eq!(compare(text, &Limits::default()), Ok(Some(*reason)), "{text:?}");
    }
    let long_key = format!("{}: b\n", "a".repeat(1001));
    assert_eq!(compare(&long_key, &Limits::default()), Ok(Some(Fallback::Key)));
}

#[test]
fn deep_and_long_texts_end_soon() {
    let deep = ["- ", "[", "{a: ", "a:\n- "].map(|piece| format!("a: {}", piece.repeat(100_000)));
    for text in deep {
        assert!(reason_of(&text).is_some());
    }
    assert_eq!(reason_of(&"- ".repeat(100_000)), Some(Fallback::Limits));
    let long = [
        format!("a: {}\n", "b ".repeat(200_000)),
        format!("a: \"{}\"\n", "\\\\ ".repeat(200_000)),
        format!("a:{}\n", "\n  b".repeat(100_000)),
        format!("a: [{}]\n", "b, ".repeat(100_000)),
        format!("a: |\n{}", "  b\n\n".repeat(100_000)),
        format!("a: '{}'\n", "\n\n b".repeat(100_000)),
        format!("a: b\n{}", "# c\n".repeat(100_000)),
        format!("a: &x [ 1, 2 ]\nb:\n{}", "- *x\n".repeat(100_000)),
    ];
    for text in long {
        assert_eq!(reason_of(&text), None, "{:?}", &text[..20]);
    }
}

/// Returns why `text` is left to the parser.
fn reason_of(text: &str) -> Option<Fallback> {
    parse_everyday(&Arc::new(text.to_owned()), FileId(0), &Limits::default()).err()
}

// ── generated and damaged ──

/// Generates the default limits, or low ones, so that the readers reach them.
fn limits(random: &mut Random) -> Limits {
    let mut limits = Limits::default();
    if random.below(8) == 0 {
        limits.depth = 2 + random.below(4);
        limits.nodes = 5 + random.below(40);
        limits.alias_nodes = 1 + random.below(12);
    }
    limits
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn both_read_generated_yaml_alike(choices in prop::collection::vec(any::<u16>(), 0..400)) {
        let text = generated::document(&choices);
        prop_assert!(compare(&text, &Limits::default()).is_ok(), "{:?}", compare(&text, &Limits::default()));
    }
}

#[test]
fn both_read_damaged_files_alike() {
    let mut random = Random::new(setting("TOSCA_SEED").unwrap_or(0x7EAD_E125));
    let mut seeds = read_cases();
    seeds.retain(|case| !case.files.is_empty());
    let rounds = setting("TOSCA_MUTATIONS").unwrap_or(4_000);
    for round in 0..rounds {
        let text = if round % 2 == 0 {
            let choices: Vec<u16> =
                (0..300).map(|_| u16::try_from(random.below(1 << 16)).unwrap_or(0)).collect();
            generated::document(&choices)
        } else {
            let (case, file) = damaged(&seeds, &mut random);
            decode(case.files[file].content.clone(), FileId(0)).0
        };
        let limits = limits(&mut random);
        compare(&text, &limits).unwrap_or_else(|difference| panic!("{difference}"));
    }
}

// ── edits ──

/// Edits texts again and again, and compares what is read again after each edit with what is read from the whole text.
#[test]
fn a_text_that_is_read_again_after_edits_is_read_alike() {
    const EDITS: usize = 12;
    let step = if setting("TOSCA_MUTATIONS").is_some() { 1 } else { 5 };
    let mut texts: Vec<(String, String)> = files_of(&read_cases()).step_by(step).collect();
    texts.extend(files_below("spec-examples", "yaml").into_iter().map(|path| (path.clone(), text_of(&path))));
    texts.extend([10, 40].map(|count| ("a service".to_owned(), shapes::service(count))));
    let mut random = Random::new(setting("TOSCA_SEED").unwrap_or(1));
    let limits = Limits::default();
    let (mut compared, mut all) = (0, 0);
    let rounds = setting("TOSCA_MUTATIONS").map_or(1, |count| count / 30_000 + 1);
    for (name, original) in
        texts.iter().cycle().take(texts.len() * usize::try_from(rounds).expect("few rounds"))
    {
        let mut text = Arc::new(original.clone());
        let (mut tree, findings) = parse(&text, FileId(0), &limits);
        if !findings.is_empty() || tree.is_damaged() {
            continue;
        }
        for _ in 0..EDITS {
            let next = Arc::new(edited(&text, &mut random));
            all += 1;
            let (expected, findings) = parse(&next, FileId(0), &limits);
            if let Some((again, found)) = parse_again(&tree, &next, FileId(0), &limits) {
                compared += 1;
                let difference = first_difference(&again, &expected);
                assert_eq!(difference, None, "{name}\n{text}\n--- edited ---\n{next}");
                assert_eq!(format!("{found:?}"), format!("{findings:?}"), "{name}\n{next}");
                (tree, text) = (again, next);
            } else if findings.is_empty() && !expected.is_damaged() {
                (tree, text) = (expected, next);
            }
        }
    }
    assert!(compared * 6 > all, "only {compared} of {all} texts were read again");
}

/// The dash of an item belongs to it, also in a line before it.
#[test]
fn a_line_with_a_dash_alone_is_a_part_of_its_item() {
    let limits = Limits::default();
    let texts = [
        ("a:\n- b: c\n- # d\n  e: f\n", "a:\n- b: c\n  e: f\n"),
        ("a:\n- b: c\n-\n  e: f\ng: h\n", "a:\n- b: c\n  e: f\ng: h\n"),
        ("a:\n  - - b: c\n    -\n      - e: f\ng: h\n", "a:\n  - - b: c\n      - e: f\ng: h\n"),
    ];
    for (old, new) in texts {
        let new = Arc::new(new.to_owned());
        let tree = parse(&Arc::new(old.to_owned()), FileId(0), &limits).0;
        let (expected, _) = parse(&new, FileId(0), &limits);
        if let Some((again, _)) = parse_again(&tree, &new, FileId(0), &limits) {
            assert_eq!(first_difference(&again, &expected), None, "{old}\n{new}");
        }
    }
}

/// Returns a text after one edit: letters or lines are added, removed or repeated.
fn edited(text: &str, random: &mut Random) -> String {
    const WRITTEN: &[&str] = &[
        "x",
        " ",
        "  ",
        "\n",
        ": ",
        "# note",
        "\n# note\n",
        "\n    a: b",
        "\n  - c",
        "\n-\n  a: b\n",
        "- # note\n  ",
        "- ",
        "[ d ]",
        "\"",
        "'",
        "e: |\n  f\n",
        "ä",
        "\t",
        "&a",
        "*a",
        "---\n",
        "...",
        "{",
        "}",
        "\n\n",
        "long words ",
        "type: T\n",
        "$get_input: x",
    ];
    let boundary = |mut position: usize| {
        while !text.is_char_boundary(position) {
            position -= 1;
        }
        position
    };
    let start = boundary(random.below(text.len() + 1));
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let line = |random: &mut Random| random.below(lines.len().max(1)).min(lines.len().saturating_sub(1));
    match random.below(6) {
        0 => {
            let end = boundary((start + 1 + random.below(6)).min(text.len())).max(start);
            format!("{}{}", &text[..start], &text[end..])
        }
        1 if !lines.is_empty() => {
            let removed = line(random);
            lines.iter().enumerate().filter(|(index, _)| *index != removed).map(|(_, line)| *line).collect()
        }
        2 if !lines.is_empty() => {
            let repeated = line(random);
            lines
                .iter()
                .enumerate()
                .map(|(at, line)| line.repeat(if at == repeated { 2 } else { 1 }))
                .collect()
        }
        3 if !lines.is_empty() => {
            let indented = line(random);
            let change = |(at, line): (usize, &&str)| {
                if at == indented {
                    line.strip_prefix("  ").map_or_else(|| format!("  {line}"), str::to_owned)
                } else {
                    (*line).to_owned()
                }
            };
            lines.iter().enumerate().map(change).collect()
        }
        _ => format!("{}{}{}", &text[..start], WRITTEN[random.below(WRITTEN.len())], &text[start..]),
    }
}
