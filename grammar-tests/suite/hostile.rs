//! Hostile and accidental input.
//!
//! Any run must end with a diagnostic at a location: it must not panic, hang, overflow the stack or run out
//! of memory. Tests that need no disk use the library; the others, and those that could crash the test
//! runner, use the binary, which is stopped after a while. `hostile/mutated.rs` mutates every case and
//! example and checks invariants of any input; `hostile/unfinished.rs` leaves one line unfinished, as in an
//! editor.

#[path = "hostile/hierarchies.rs"]
mod hierarchies;
#[path = "hostile/mutated.rs"]
mod mutated;
#[path = "hostile/unfinished.rs"]
mod unfinished;
#[path = "hostile/values.rs"]
mod values;
#[path = "hostile/xml.rs"]
mod xml;

use std::collections::BTreeMap;

use tosca::Analysis;
use tosca::base::FileId;
use tosca::diagnostics::Diagnostic;
use tosca::host::Memory;

use crate::cli::Project;

const HEAD: &str = "tosca_definitions_version: tosca_2_0\n";

// ── checking ──

/// Checks `main.yaml` of some files in memory.
fn analysis(files: &[(&str, &[u8])]) -> Analysis {
    let mut host = Memory::new();
    for (path, content) in files {
        host.add(path, *content);
    }
    let analysis = tosca::check(&host, ["main.yaml"]);
    if let Err(problem) = mutated::sound(&analysis) {
        panic!("{problem}");
    }
    analysis
}

/// Checks one file, and asserts the findings: `line:column name`.
#[track_caller]
fn check(content: impl AsRef<[u8]>, expected: &[&str]) -> Analysis {
    let analysis = analysis(&[("main.yaml", content.as_ref())]);
    let findings: Vec<String> =
        analysis.diagnostics().iter().map(|diagnostic| shown(&analysis, diagnostic)).collect();
    let begin = findings.iter().take(20).collect::<Vec<_>>();
    assert!(findings == expected, "expected {expected:?}\n found {} {begin:?}", findings.len());
    analysis
}

/// Checks `main.yaml` of some files, and asserts the number of findings per rule.
#[track_caller]
fn count(files: &[(&str, &[u8])], expected: &[(&str, usize)]) -> Analysis {
    let analysis = analysis(files);
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for diagnostic in analysis.diagnostics() {
        *counts.entry(diagnostic.rule.name).or_default() += 1;
    }
    assert_eq!(counts.into_iter().collect::<Vec<_>>(), expected);
    analysis
}

fn shown(analysis: &Analysis, diagnostic: &Diagnostic) -> String {
    let place = analysis.sources().get(diagnostic.primary.span.file).position(diagnostic.primary.span.start);
    format!("{}:{} {}", place.line, place.column, diagnostic.rule.name)
}

/// Runs the binary on a file of a project, and asserts the findings: `file:line:column name`.
#[track_caller]
fn check_on_disk(project: &Project, arguments: &[&str], code: i32, expected: &[&str]) {
    let arguments: Vec<&str> = ["check", "--format", "concise"].iter().chain(arguments).copied().collect();
    let run = project.run(&arguments).ended(code);
    assert_eq!(run.findings(), expected, "{}", run.err);
}

/// Concatenates numbered pieces of text.
fn many(count: usize, piece: impl Fn(usize) -> String) -> String {
    (0..count).map(piece).collect()
}

// ── bytes ──

#[test]
fn a_file_of_nothing_is_empty() {
    for content in ["", "\n", "  \n\n", "# only a comment\n", "---\n", "---\n...\n", "\u{feff}", "\u{feff}\n"]
    {
        let diagnostics = analysis(&[("main.yaml", content.as_bytes())]).into_diagnostics();
        let slugs: Vec<&str> = diagnostics.iter().map(|diagnostic| diagnostic.rule.name).collect();
        assert_eq!(slugs, ["empty-file"], "{content:?}");
    }
}

#[test]
fn a_binary_file_is_no_yaml() {
    let bytes: Vec<u8> = (0..=u8::MAX).cycle().take(4096).collect();
    check(bytes, &["1:1 not-utf8"]);
    check(b"\x7fELF\x02\x01\x01\0\0\0\0\0", &["1:1 not-utf8"]);
    check(b"\0", &["1:1 not-utf8"]);
}

#[test]
fn a_zero_byte_is_reported_with_its_offset() {
    let analysis = check(format!("{HEAD}description: a\0b\n"), &["1:1 not-utf8"]);
    let label = &analysis.diagnostics()[0].primary.text;
    assert!(label.contains("offset 51"), "{label}");
}

#[test]
fn a_byte_that_is_not_utf8_is_reported_with_its_offset() {
    let analysis = check([HEAD.as_bytes(), b"description: caf\xe9\n"].concat(), &["2:17 not-utf8"]);
    let label = &analysis.diagnostics()[0].primary.text;
    assert!(label.contains("0xE9") && label.contains("offset 53"), "{label}");
}

#[test]
fn a_file_that_is_cut_inside_a_character_is_no_utf8() {
    let text = format!("{HEAD}description: ü");
    check(&text.as_bytes()[..text.len() - 1], &["2:14 not-utf8"]);
}

#[test]
fn utf_16_and_utf_32_are_recognised() {
    let text = HEAD.encode_utf16();
    let little: Vec<u8> = text.clone().flat_map(u16::to_le_bytes).collect();
    let big: Vec<u8> = text.flat_map(u16::to_be_bytes).collect();
    let marked = |mark: &[u8], bytes: &[u8]| [mark, bytes].concat();
    for bytes in [marked(b"\xff\xfe", &little), marked(b"\xfe\xff", &big), little, big] {
        let analysis = check(bytes, &["1:1 not-utf8"]);
        assert!(analysis.diagnostics()[0].message.contains("UTF-16"), "{:?}", analysis.diagnostics()[0]);
    }
    let wide: Vec<u8> = HEAD.chars().flat_map(|c| u32::from(c).to_le_bytes()).collect();
    let analysis = check(marked(b"\xff\xfe\0\0", &wide), &["1:1 not-utf8"]);
    assert!(analysis.diagnostics()[0].message.contains("UTF-32"), "{:?}", analysis.diagnostics()[0]);
}

#[test]
fn half_a_utf_16_character_is_no_utf8() {
    check(b"\xff\xfe", &["1:1 not-utf8"]);
    check(b"\xfe\xff\0", &["1:1 not-utf8"]);
}

#[test]
fn a_control_character_is_reported_at_its_place() {
    check(format!("{HEAD}description: a\x1b[2Jb\n"), &["2:15 control-character"]);
}

#[test]
fn line_ends_of_one_carriage_return_are_lines_to_yaml() {
    check(format!("{HEAD}node_types:\n  a: {{}}\n").replace('\n', "\r"), &[]);
}

#[test]
fn places_behind_line_ends_of_one_carriage_return_count_lines_as_yaml_does() {
    check(format!("{HEAD}node_types:\n  a: {{ b: 1 }}\n").replace('\n', "\r"), &["3:8 unknown-keyname"]);
}

// ── size ──

#[test]
fn a_line_of_megabytes_is_a_line() {
    let long = "x".repeat(6_000_000);
    check(format!("{HEAD}description: {long}\n"), &[]);
    check(format!("{HEAD}description: |\n  {long}\n"), &[]);
    check(format!("{HEAD}description: \"{long}\"\nnope: 1\n"), &["3:1 unknown-keyname"]);
}

#[test]
fn a_finding_in_a_line_of_megabytes_is_shown_without_the_line() {
    let project = Project::new(&[]);
    let long = "x".repeat(2_000_000);
    project.add("a.yaml", format!("{HEAD}node_types: {{ a: {{ description: {long}, nope: {long} }} }}\n"));
    let out = project.run(&["check", "a.yaml"]).ended(1).out;
    assert!(out.contains("nope") && out.len() < 10_000, "{} bytes", out.len());
}

#[test]
fn a_file_above_the_limit_is_not_read() {
    let project = Project::new(&[("a.yaml", HEAD)]);
    check_on_disk(&project, &["--max-file-size", "10", "a.yaml"], 1, &["a.yaml:1:1 file-too-large"]);
}

#[test]
fn a_file_above_the_limit_by_default_is_not_read() {
    let project = Project::new(&[("a.yaml", &format!("{HEAD}imports: [ sparse.yaml ]\n"))]);
    let file = std::fs::File::create(project.path("sparse.yaml")).expect("a file to write to");
    file.set_len(70 << 20).expect("a sparse file");
    check_on_disk(&project, &["sparse.yaml"], 1, &["sparse.yaml:1:1 file-too-large"]);
    check_on_disk(&project, &["a.yaml"], 1, &["a.yaml:2:12 file-too-large"]);
}

#[cfg(target_os = "linux")]
#[test]
fn a_file_without_an_end_is_too_large() {
    let up = "../".repeat(40);
    let project = Project::new(&[("a.yaml", &format!("{HEAD}imports: [ {up}dev/zero ]\n"))]);
    check_on_disk(&project, &["a.yaml"], 1, &["a.yaml:2:12 file-too-large"]);
}

// ── depth ──

/// Asserts that the only finding of the file is that it is nested too deeply, on this line.
#[track_caller]
fn too_deep(content: &str, line: u32) {
    let analysis = count(&[("main.yaml", content.as_bytes())], &[("nesting-too-deep", 1)]);
    let place = analysis.diagnostics()[0].primary.span;
    assert_eq!(analysis.sources().get(place.file).position(place.start).line, line);
}

#[test]
fn nested_lists_in_brackets_are_limited() {
    let open = "[".repeat(100_000);
    too_deep(&open, 1);
    too_deep(&format!("{HEAD}metadata:\n  a: {open}"), 3);
    too_deep(&format!("{HEAD}metadata:\n  a: {open}{}\n", "]".repeat(100_000)), 3);
}

#[test]
fn nested_lists_of_dashes_are_limited() {
    too_deep(&format!("{HEAD}metadata:\n  a:\n    {}x\n", "- ".repeat(100_000)), 4);
}

#[test]
fn a_document_of_dashes_is_limited() {
    count(
        &[("main.yaml", "- ".repeat(100_000).as_bytes())],
        &[("nesting-too-deep", 1), ("root-not-a-mapping", 1)],
    );
}

#[test]
fn nested_maps_in_braces_are_limited() {
    let open = "{a: ".repeat(100_000);
    too_deep(&format!("{HEAD}metadata: {open}"), 2);
    too_deep(&format!("{HEAD}metadata: {open}1{}\n", "}".repeat(100_000)), 2);
}

#[test]
fn nested_keys_are_limited() {
    too_deep(&format!("{HEAD}metadata:\n  a:\n    {}x\n", "? ".repeat(100_000)), 4);
    too_deep(&format!("{HEAD}metadata: {{ a: {}x\n", "{ ? ".repeat(100_000)), 2);
}

#[test]
fn nested_schemas_are_limited() {
    let open = "{ type: list, entry_schema: ".repeat(5_000);
    let close = " }".repeat(5_000);
    too_deep(&format!("{HEAD}data_types:\n  A:\n    properties:\n      a: {open} string {close}\n"), 5);
}

#[test]
fn nesting_up_to_the_limit_is_read() {
    let (open, close) = ("{ type: list, entry_schema: ".repeat(123), " }".repeat(123));
    check(format!("{HEAD}data_types:\n  A:\n    properties:\n      a: {open} string {close}\n"), &[]);
}

#[test]
fn a_limit_that_the_reader_cannot_keep_is_not_recommended_to_be_raised() {
    let project = Project::new(&[]);
    project.add("a.yaml", format!("{HEAD}metadata:\n  a: {}{}\n", "[".repeat(300), "]".repeat(300)));
    let run = project.run(&["check", "--max-depth", "255", "a.yaml"]).ended(1);
    assert!(!run.out.contains("raise the limit"), "{}", run.out);
    let run = project.run(&["check", "--max-depth", "1000", "a.yaml"]).ended(2);
    assert!(run.err.contains("expected at most 255"), "{}", run.err);
}

/// The limit counts brackets too, although the parser reads ahead of them.
#[test]
fn brackets_are_limited_where_the_limit_says() {
    for (limit, levels) in [("100", 400), ("200", 400), ("255", 254)] {
        let project = Project::new(&[]);
        project
            .add("a.yaml", format!("{HEAD}metadata:\n  a: {}{}\n", "[".repeat(levels), "]".repeat(levels)));
        let run = project.run(&["check", "--format", "concise", "--max-depth", limit, "a.yaml"]).ended(1);
        // Two maps are around the brackets.
        let column = 6 + limit.parse::<usize>().expect("a number") - 2;
        assert!(run.out.starts_with(&format!("a.yaml:3:{column}: error[T0004")), "{limit}: {}", run.out);
    }
}

/// A call that is cut short may have other arguments.
#[test]
fn arguments_below_the_limit_are_unknown() {
    let (open, close) = ("{ $not: [ ".repeat(900), " ] }".repeat(900));
    too_deep(
        &format!("{HEAD}data_types:\n  A: {{ derived_from: boolean, validation: {open}true{close} }}\n"),
        3,
    );
    let line = |level: usize| format!("{0}$not:\n{0}-\n", " ".repeat(2 * level + 6));
    let lines = many(200, line);
    too_deep(&format!("{HEAD}data_types:\n  A:\n    derived_from: boolean\n    validation:\n{lines}"), 131);
}

// ── anchors and aliases ──

#[test]
fn an_alias_bomb_is_stopped() {
    let levels = many(8, |level| {
        format!("  a{}: &a{} [{}]\n", level + 1, level + 1, vec![format!("*a{level}"); 9].join(","))
    });
    check(
        format!("{HEAD}metadata:\n  a0: &a0 [x, x, x, x, x, x, x, x, x]\n{levels}"),
        &["9:12 alias-expansion-too-large"],
    );
}

#[test]
fn a_bomb_of_merge_keys_is_stopped() {
    let level = |level: usize| {
        let before = vec![format!("*m{level}"); 9].join(", ");
        let own = level + 1;
        format!(
            "  m{own}: &m{own} {{ a{own}: {{ <<: [{before}] }}, b{own}: {{ <<: [{before}] }}, <<: *m{level} }}\n"
        )
    };
    let content = format!("{HEAD}dsl_definitions:\n  m0: &m0 {{ a: 1, b: 2 }}\n{}", many(40, level));
    let analysis = analysis(&[("main.yaml", content.as_bytes())]);
    let bomb = |diagnostic: &&Diagnostic| diagnostic.rule.name == "alias-expansion-too-large";
    assert_eq!(analysis.diagnostics().iter().filter(bomb).count(), 1);
    let others =
        |diagnostic: &&Diagnostic| !matches!(diagnostic.rule.name, "alias-expansion-too-large" | "merge-key");
    assert_eq!(analysis.diagnostics().iter().filter(others).count(), 0);
}

#[test]
fn an_alias_inside_its_own_anchor_is_reported() {
    check(format!("{HEAD}metadata:\n  a: &a [1, *a]\n"), &["3:13 recursive-alias"]);
    check(format!("{HEAD}metadata: &a\n  a: *a\n"), &["3:6 recursive-alias"]);
    check(format!("{HEAD}dsl_definitions:\n  a: &a {{ <<: *a }}\n"), &["3:15 recursive-alias"]);
}

#[test]
fn aliases_without_anchors_are_all_reported() {
    for count_of in [10, 199, 200, 1_000] {
        let lines = many(count_of, |i| format!("  k{i}: *a{i}\n"));
        count(
            &[("main.yaml", format!("{HEAD}metadata:\n{lines}").as_bytes())],
            &[("unknown-anchor", count_of)],
        );
    }
}

#[test]
fn anchors_without_number_are_read() {
    let lines = many(100_000, |i| format!("  k{i}: &a{i} v\n"));
    count(&[("main.yaml", format!("{HEAD}metadata:\n{lines}").as_bytes())], &[("unused-anchor", 100_000)]);
}

#[test]
fn one_anchor_defined_again_and_again_is_read() {
    let lines = many(10_000, |i| format!("  k{i}: &a v\n  l{i}: *a\n"));
    count(&[("main.yaml", format!("{HEAD}metadata:\n{lines}").as_bytes())], &[("anchor-redefined", 9_999)]);
}

// ── many of a kind ──

#[test]
fn repeated_keys_are_all_reported() {
    let lines = "  a: {}\n".repeat(10_001);
    count(&[("main.yaml", format!("{HEAD}node_types:\n{lines}").as_bytes())], &[("duplicate-key", 10_000)]);
}

#[test]
fn unknown_keynames_are_all_reported() {
    let lines = many(10_000, |i| format!("nope_{i}: 1\n"));
    count(&[("main.yaml", format!("{HEAD}{lines}").as_bytes())], &[("unknown-keyname", 10_000)]);
}

#[test]
fn unknown_types_are_all_reported() {
    let lines = many(2_000, |i| format!("  T{i}: {{ derived_from: U{i} }}\n"));
    count(&[("main.yaml", format!("{HEAD}node_types:\n{lines}").as_bytes())], &[("unknown-type", 2_000)]);
}

#[test]
fn tabs_behind_keys_are_no_mistake_however_many() {
    for count_of in [10, 199, 200, 1_000] {
        check(format!("{HEAD}metadata:\n{}", many(count_of, |i| format!("  k{i}:\tv\n"))), &[]);
    }
}

#[test]
fn the_end_of_a_file_with_many_syntax_errors_is_read_or_reported_as_unread() {
    let lines = many(1_000, |i| format!("k{i}: 'a' b\n"));
    let content = format!("{HEAD}{lines}nope: 1\n");
    let analysis = analysis(&[("main.yaml", content.as_bytes())]);
    let last = analysis.diagnostics().last().expect("findings");
    let line = analysis.sources().get(last.primary.span.file).position(last.primary.span.start).line;
    let is_reported = last.message.contains("more than 200 syntax errors");
    assert!(line >= 1_001 || is_reported, "nothing is said about line {} on", line + 1);
}

#[test]
fn a_key_of_a_megabyte_is_no_key() {
    let key = "k".repeat(1_000_000);
    check(format!("{HEAD}metadata:\n  {key}: 1\n"), &["3:1000003 yaml-syntax"]);
    check(format!("{HEAD}metadata:\n  ? {key}\n  : 1\n"), &[]);
}

#[test]
fn many_documents_are_reported_once() {
    check(format!("{HEAD}{}", "---\na: 1\n".repeat(10_000)), &["2:1 multiple-documents"]);
}

#[test]
fn collections_as_keys_are_read() {
    let lines = many(3_000, |i| format!("  ? [{i}, {{ a: {i} }}]\n  : 1\n"));
    count(
        &[("main.yaml", format!("{HEAD}metadata:\n{lines}").as_bytes())],
        &[("non-string-metadata-key", 3_000)],
    );
}

#[test]
fn a_long_line_of_derivation_is_followed() {
    let types = many(5_000, |i| format!("  T{i}: {{ derived_from: T{} }}\n", i + 1));
    check(format!("{HEAD}node_types:\n{types}  T5000: {{}}\n"), &[]);
}

// ── open quotes and brackets ──

const SECTIONS: [&str; 8] = [
    "node_types",
    "data_types",
    "capability_types",
    "interface_types",
    "relationship_types",
    "group_types",
    "policy_types",
    "artifact_types",
];

#[test]
fn what_is_left_open_in_each_section_is_reported_in_each() {
    for open in ["'x", "\"x", "{", "{ b: ", "{ b: [", "{ b: 'x", "[", "[{"] {
        let sections = SECTIONS.map(|name| format!("{name}:\n  a: {open}\n")).concat();
        let content = format!("{HEAD}{sections}");
        let analysis = analysis(&[("main.yaml", content.as_bytes())]);
        let syntax = |diagnostic: &&Diagnostic| diagnostic.rule.name == "yaml-syntax";
        let lines: Vec<u32> = analysis
            .diagnostics()
            .iter()
            .filter(syntax)
            .map(|diagnostic| analysis.sources().get(FileId(0)).position(diagnostic.primary.span.start).line)
            .collect();
        assert_eq!(lines, [3, 5, 7, 9, 11, 13, 15, 17], "{open}");
    }
}

#[test]
fn what_is_left_open_is_reported_once() {
    for open in ["'x", "\"x", "{", "{ requirements: [", "{ properties: {", "{ description: 'x"] {
        let content = format!("{HEAD}node_types:\n  a: {open}\ncapability_types:\n  b: {{}}\n");
        let analysis = analysis(&[("main.yaml", content.as_bytes())]);
        let diagnostics: Vec<&str> =
            analysis.diagnostics().iter().map(|diagnostic| diagnostic.rule.name).collect();
        assert_eq!(diagnostics, ["yaml-syntax"], "{open}");
    }
}

#[test]
fn an_open_quote_over_many_lines_is_reported_once() {
    let lines = many(10_000, |i| format!("# {i}\n"));
    check(format!("{HEAD}description: \"\n{lines}"), &["2:14 yaml-syntax"]);
}

// ── imports ──

/// `main.yaml` and files `f0.yaml` and so on, in memory.
#[track_caller]
fn count_files(main: &str, files: &[String], expected: &[(&str, usize)]) -> Analysis {
    let names: Vec<String> = (0..files.len()).map(|i| format!("f{i}.yaml")).collect();
    let mut all: Vec<(&str, &[u8])> = vec![("main.yaml", main.as_bytes())];
    all.extend(names.iter().map(String::as_str).zip(files.iter().map(String::as_bytes)));
    count(&all, expected)
}

#[test]
fn a_file_that_imports_itself_is_reported() {
    check(format!("{HEAD}imports: [ main.yaml ]\n"), &["2:12 import-cycle"]);
    check(format!("{HEAD}imports: [ ./x/../main.yaml ]\n"), &["2:12 import-cycle"]);
}

#[test]
fn an_import_of_a_directory_or_of_nothing_is_reported() {
    let main = format!("{HEAD}imports: [ d, d/, ., .., nothing.yaml, d/nothing.yaml, \"a\\0b\" ]\n");
    count(
        &[("main.yaml", main.as_bytes()), ("d/a.yaml", HEAD.as_bytes())],
        &[("missing-import", 3), ("unreadable-file", 4)],
    );
}

#[test]
fn ten_thousand_imports_of_nothing_are_all_reported() {
    let main = format!("{HEAD}imports:\n{}", many(10_000, |i| format!("  - f{i}.yaml\n")));
    count_files(&main, &[], &[("missing-import", 10_000)]);
}

#[test]
fn ten_thousand_imports_of_one_file_are_reported() {
    let main = format!("{HEAD}imports:\n{}", "  - f0.yaml\n".repeat(10_000));
    count_files(&main, &[HEAD.to_owned()], &[("duplicate-import", 9_999)]);
}

#[test]
fn ten_thousand_imports_are_followed() {
    let main = format!("{HEAD}imports:\n{}", many(10_000, |i| format!("  - f{i}.yaml\n")));
    let analysis = count_files(&main, &vec![HEAD.to_owned(); 10_000], &[]);
    assert_eq!(analysis.graph().files.len(), 10_001);
}

#[test]
fn a_long_circle_of_imports_is_one_finding() {
    let files: Vec<String> =
        (0..2_000).map(|i| format!("{HEAD}imports: [ f{}.yaml ]\n", (i + 1) % 2_000)).collect();
    let analysis = count_files(&format!("{HEAD}imports: [ f0.yaml ]\n"), &files, &[("import-cycle", 1)]);
    let note = &analysis.diagnostics()[0].notes[0];
    assert!(note.contains("2000 files"), "{note}");
}

#[test]
fn files_that_all_import_each_other_are_one_circle() {
    let all: Vec<String> = (0..30).map(|i| format!("f{i}.yaml")).collect();
    let file = format!("{HEAD}imports: [ {} ]\n", all.join(", "));
    count_files(&format!("{HEAD}imports: [ f0.yaml ]\n"), &vec![file; 30], &[("import-cycle", 1)]);
}

/// Two files that each import both files under one namespace, so that each segment of a name can be resolved
/// in two ways.
const TWO_WAYS: &str = "imports: [ { url: a.yaml, namespace: n }, { url: b.yaml, namespace: n } ]\n";

#[test]
fn a_name_with_many_namespaces_is_looked_up_in_time() {
    let name = format!("{}X", "n:".repeat(40));
    let file = format!("{HEAD}{TWO_WAYS}node_types: {{ T: {{ derived_from: '{name}' }} }}\n");
    let project = Project::new(&[("a.yaml", &file), ("b.yaml", &format!("{HEAD}{TWO_WAYS}"))]);
    check_on_disk(&project, &["a.yaml"], 1, &["a.yaml:2:19 import-cycle", "a.yaml:3:34 unknown-type"]);
}

#[test]
fn a_name_with_a_hundred_thousand_namespaces_is_looked_up() {
    let name = format!("{}X", "n:".repeat(100_000));
    let project = Project::new(&[]);
    let imports = "imports: [ { url: a.yaml, namespace: n } ]\n";
    project.add("a.yaml", format!("{HEAD}{imports}node_types: {{ T: {{ derived_from: '{name}' }} }}\n"));
    check_on_disk(&project, &["a.yaml"], 1, &["a.yaml:2:19 import-cycle", "a.yaml:3:34 unknown-namespace"]);
}

// ── much at once ──

/// Checks `a.yaml` of files on disk within the time limit, and asserts the number of findings.
#[track_caller]
fn count_in_time(files: &[(&str, &str)], code: i32, expected: usize) {
    let run = Project::new(files).run(&["check", "--format", "concise", "a.yaml"]).ended(code);
    assert_eq!(run.out.lines().count(), expected);
}

#[test]
fn many_findings_in_one_line_are_placed_in_time() {
    let types = many(40_000, |i| format!("T{i}: {{ nope: 1 }}, "));
    count_in_time(&[("a.yaml", &format!("{HEAD}node_types: {{ {types} }}\n"))], 1, 40_000);
}

#[test]
fn large_maps_are_merged_in_time() {
    let anchored = many(60_000, |i| format!("    k{i}: 1\n"));
    let own = many(60_000, |i| format!("  o{i}: 1\n"));
    let content = format!("{HEAD}dsl_definitions:\n  m: &m\n{anchored}metadata:\n  <<: *m\n{own}");
    count_in_time(&[("a.yaml", &content)], 0, 1);
}

#[test]
fn unknown_aliases_in_a_large_file_are_reported_in_time() {
    let (lines, last) =
        (many(100_000, |i| format!("  k{i}: v\n")), many(190, |i| format!("  a{i}: *a{i}\n")));
    count_in_time(&[("a.yaml", &format!("{HEAD}metadata:\n{lines}{last}"))], 1, 190);
}

#[test]
fn tabs_in_a_large_file_are_passed_over_in_time() {
    let (lines, last) = (many(100_000, |i| format!("  k{i}: v\n")), many(190, |i| format!("  t{i}:\tv\n")));
    count_in_time(&[("a.yaml", &format!("{HEAD}metadata:\n{lines}{last}"))], 0, 0);
}

#[test]
fn hundreds_of_files_that_all_import_each_other_are_read_in_time() {
    let names: Vec<String> = (0..200).map(|i| format!("f{i}.yaml")).collect();
    let content = format!("{HEAD}imports: [ {} ]\n", names.join(", "));
    let mut files: Vec<(&str, &str)> = names.iter().map(|name| (name.as_str(), content.as_str())).collect();
    files.push(("a.yaml", &content));
    count_in_time(&files, 0, 1);
}

// ── the disk ──

#[cfg(unix)]
mod on_unix {
    use std::ffi::{OsStr, OsString};
    use std::os::unix::ffi::{OsStrExt as _, OsStringExt as _};
    use std::os::unix::fs::{PermissionsExt, symlink};
    use std::process::Command;

    use crate::cli::run;

    use super::{HEAD, Project, check_on_disk};

    #[test]
    fn a_symbolic_link_does_not_lead_out_of_the_root() {
        let project = Project::new(&[
            ("top/a.yaml", &format!("{HEAD}imports: [ in.yaml, file.yaml, d/b.yaml ]\n")),
            ("top/b.yaml", HEAD),
            ("out/b.yaml", HEAD),
        ]);
        symlink("b.yaml", project.path("top/in.yaml")).expect("a link");
        symlink("../out/b.yaml", project.path("top/file.yaml")).expect("a link");
        symlink("../out", project.path("top/d")).expect("a link");
        check_on_disk(&project, &["top/a.yaml"], 0, &["top/a.yaml:2:32 duplicate-import"]);
        check_on_disk(
            &project,
            &["--root", "top", "top/a.yaml"],
            1,
            &["top/a.yaml:2:21 outside-root", "top/a.yaml:2:32 outside-root"],
        );
    }

    #[test]
    fn a_root_that_is_reached_by_a_link_is_that_root() {
        let project =
            Project::new(&[("top/a.yaml", &format!("{HEAD}imports: [ b.yaml ]\n")), ("top/b.yaml", HEAD)]);
        symlink("top", project.path("link")).expect("a link");
        check_on_disk(&project, &["--root", "link", "top/a.yaml"], 0, &[]);
        check_on_disk(&project, &["--root", "link", "link/a.yaml"], 0, &[]);
        check_on_disk(&project, &["--root", "top", "link/a.yaml"], 0, &[]);
    }

    #[test]
    fn links_in_a_circle_end() {
        let project = Project::new(&[("d/a.yaml", HEAD)]);
        symlink(".", project.path("d/loop")).expect("a link");
        check_on_disk(&project, &["d"], 0, &[]);
        let project = Project::new(&[("a.yaml", &format!("{HEAD}imports: [ b.yaml ]\n"))]);
        symlink("b.yaml", project.path("b.yaml")).expect("a link");
        check_on_disk(&project, &["a.yaml"], 1, &["a.yaml:2:12 missing-import"]);
    }

    #[test]
    fn a_link_to_nothing_is_passed_over() {
        let project = Project::new(&[("d/a.yaml", HEAD)]);
        symlink("nothing.yaml", project.path("d/b.yaml")).expect("a link");
        check_on_disk(&project, &["d"], 0, &["d/b.yaml:1:1 unreadable-file"]);
        let run = project.run(&["check", "--format", "concise", "d"]).ended(0);
        assert!(run.out.ends_with("`d/b.yaml` is a link to a file that does not exist\n"), "{}", run.out);
        // A file that is named must be there.
        project.run(&["check", "d/b.yaml"]).ended(2);
    }

    /// Whether this user may read files without read permission.
    fn reads_everything(project: &Project) -> bool {
        let probe = project.path("probe");
        std::fs::write(&probe, "").expect("a file to write to");
        std::fs::set_permissions(&probe, PermissionsExt::from_mode(0o000)).expect("a file of ours");
        std::fs::read(probe).is_ok()
    }

    #[test]
    fn what_may_not_be_read_is_reported() {
        let project = Project::new(&[
            ("a.yaml", &format!("{HEAD}imports: [ b.yaml ]\n")),
            ("b.yaml", HEAD),
            ("d/a.yaml", HEAD),
            ("d/e/b.yaml", HEAD),
        ]);
        if reads_everything(&project) {
            skipped("root may read everything");
            return;
        }
        let lock = |path: &str, mode: u32| {
            std::fs::set_permissions(project.path(path), PermissionsExt::from_mode(mode)).expect("ours");
        };
        lock("b.yaml", 0o000);
        lock("d/e", 0o000);
        check_on_disk(&project, &["b.yaml"], 1, &["b.yaml:1:1 unreadable-file"]);
        check_on_disk(&project, &["a.yaml"], 1, &["a.yaml:2:12 unreadable-file"]);
        check_on_disk(&project, &["d"], 1, &["d/e:1:1 unreadable-file"]);
        lock("d/e", 0o700);
    }

    #[expect(clippy::print_stderr, reason = "a skipped test should say so")]
    fn skipped(reason: &str) {
        eprintln!("skipped: {reason}");
    }

    #[test]
    fn a_pipe_among_files_does_not_block() {
        let project =
            Project::new(&[("d/a.yaml", HEAD), ("b.yaml", &format!("{HEAD}imports: [ d/p.yaml ]\n"))]);
        let made = Command::new("mkfifo").arg(project.path("d/p.yaml")).status();
        if !made.is_ok_and(|status| status.success()) {
            skipped("there is no mkfifo");
            return;
        }
        let run = project.run(&["check", "--format", "concise", "d", "b.yaml"]);
        assert!(matches!(run.code, Some(0 | 1)), "{:?} {}", run.code, run.err);
    }

    #[test]
    fn a_repository_is_looked_for_along_a_long_line_of_imports() {
        let main = format!("{HEAD}imports: [ f0.yaml, {{ url: x.yaml, repository: r }} ]\n");
        let project = Project::new(&[("a.yaml", &main)]);
        for number in 0..2_000 {
            let next = number + 1;
            project.add(format!("f{number}.yaml"), format!("{HEAD}imports: [ f{next}.yaml ]\n"));
        }
        project.add("f2000.yaml", format!("{HEAD}repositories: {{ r: {{ url: lib }} }}\n"));
        let binary = project.command(&[]);
        let mut command = Command::new("sh");
        // With a stack of 1 MiB, as a thread of some other program may have.
        command.args(["-c", "ulimit -s 1024; exec \"$0\" \"$@\""]).arg(binary.get_program());
        command.args(["check", "--format", "concise", "a.yaml"]).current_dir(project.path(""));
        let findings = run(command, b"").ended(1).findings();
        assert_eq!(findings, ["a.yaml:2:28 missing-import"]);
    }

    /// Checks a path of any bytes.
    #[track_caller]
    fn check_bytes(project: &Project, directory: &[u8], path: &[u8], code: i32) -> Vec<String> {
        let mut command = project.command(&["check", "--format", "concise"]);
        command.arg(OsStr::from_bytes(path)).current_dir(project.path(OsStr::from_bytes(directory)));
        run(command, b"").ended(code).findings()
    }

    const ODD: &[u8] = b"a\xff.yaml";

    #[test]
    fn a_file_name_that_is_not_utf8_is_escaped() {
        let project = Project::new(&[]);
        project.add(OsString::from_vec([b"d/", ODD].concat()), format!("{HEAD}nope: 1\n"));
        let expected = ["d/a\\xFF.yaml:1:1 file-name-not-utf8", "d/a\\xFF.yaml:2:1 unknown-keyname"];
        assert_eq!(check_bytes(&project, b"", b"d", 1), expected);
    }

    #[test]
    fn a_file_name_that_is_not_utf8_can_be_given() {
        let project = Project::new(&[]);
        project.add(OsString::from_vec([b"d/", ODD].concat()), format!("{HEAD}nope: 1\n"));
        let expected = ["d/a\\xFF.yaml:1:1 file-name-not-utf8", "d/a\\xFF.yaml:2:1 unknown-keyname"];
        assert_eq!(check_bytes(&project, b"", &[b"d/", ODD].concat(), 1), expected);
    }

    #[test]
    fn files_below_a_directory_that_is_not_utf8_are_found() {
        let project = Project::new(&[]);
        project.add(OsString::from_vec(b"d\xff/a.yaml".to_vec()), format!("{HEAD}imports: [ b.yaml ]\n"));
        project.add(OsString::from_vec(b"d\xff/b.yaml".to_vec()), format!("{HEAD}nope: 1\n"));
        let findings_in = |directory: &[u8], path: &[u8]| -> Vec<String> {
            let findings = check_bytes(&project, directory, path, 1);
            findings.into_iter().filter(|line| !line.ends_with("file-name-not-utf8")).collect()
        };
        let from_outside = ["d\\xFF/b.yaml:2:1 unknown-keyname"];
        assert_eq!(findings_in(b"", b"d\xff"), from_outside);
        assert_eq!(findings_in(b"", b"d\xff/a.yaml"), from_outside);
        assert_eq!(findings_in(b"d\xff", b"."), ["b.yaml:2:1 unknown-keyname"]);
        assert_eq!(findings_in(b"d\xff", b"a.yaml"), ["b.yaml:2:1 unknown-keyname"]);
    }

    #[test]
    fn a_backslash_in_a_file_name_is_a_letter() {
        let project = Project::new(&[]);
        project.add("d/a\\x41.yaml", HEAD);
        check_on_disk(&project, &["d"], 0, &[]);
    }

    #[test]
    fn control_characters_of_a_file_do_not_reach_the_terminal() {
        let project = Project::new(&[]);
        project.add("a.yaml", format!("{HEAD}description: \x1b[2J \x07\nno\x1b[1mpe: 1\n"));
        for format in ["full", "concise"] {
            let out = project.run(&["check", "--format", format, "a.yaml"]).ended(1).out;
            assert!(!out.contains(['\x1b', '\x07']), "{format}: {out:?}");
        }
    }
}
