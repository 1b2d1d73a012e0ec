//! Input that nobody wrote in good faith, or nobody wrote at all.
//!
//! Whatever it is, a run ends with a diagnostic at a place: it does not panic, hang, overflow the stack or
//! run out of memory. What needs no disk goes through the library; what does, and what could take the
//! test runner down with it, through the binary, which is stopped after a while. The end of the file
//! mutates every case and example and looks at what must hold for any input.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::panic::AssertUnwindSafe;

use tosca::Analysis;
use tosca::base::{FileId, Span};
use tosca::diagnostics::Diagnostic;
use tosca::host::Memory;
use tosca::yaml::Node;

use crate::cli::{Project, run};
use crate::harness::{self, Case};

const HEAD: &str = "tosca_definitions_version: tosca_2_0\n";

// ── checking ──

/// Checks `main.yaml` of some files in memory.
fn analysis(files: &[(&str, &[u8])]) -> Analysis {
    let mut host = Memory::new();
    for (path, content) in files {
        host.add(path, *content);
    }
    let analysis = tosca::check(&host, ["main.yaml"]);
    if let Err(problem) = sound(&analysis) {
        panic!("{problem}");
    }
    analysis
}

/// Checks one file; the findings must be these: `line:column name`.
#[track_caller]
fn check(content: impl AsRef<[u8]>, expected: &[&str]) -> Analysis {
    let analysis = analysis(&[("main.yaml", content.as_ref())]);
    let found: Vec<String> = analysis.diagnostics.iter().map(|found| shown(&analysis, found)).collect();
    let begin = found.iter().take(20).collect::<Vec<_>>();
    assert!(found == expected, "expected {expected:?}\n found {} {begin:?}", found.len());
    analysis
}

/// Checks `main.yaml` of some files; there must be so many findings of each code.
#[track_caller]
fn count(files: &[(&str, &[u8])], expected: &[(&str, usize)]) -> Analysis {
    let analysis = analysis(files);
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for found in &analysis.diagnostics {
        *counts.entry(found.code.slug).or_default() += 1;
    }
    assert_eq!(counts.into_iter().collect::<Vec<_>>(), expected);
    analysis
}

fn shown(analysis: &Analysis, found: &Diagnostic) -> String {
    let place = analysis.sources().get(found.primary.span.file).position(found.primary.span.start);
    format!("{}:{} {}", place.line, place.column, found.code.slug)
}

/// Runs the binary over a file of a project; the findings must be these: `file:line:column name`.
#[track_caller]
fn check_on_disk(project: &Project, arguments: &[&str], code: i32, expected: &[&str]) {
    let arguments: Vec<&str> = ["check", "--format", "concise"].iter().chain(arguments).copied().collect();
    let run = project.run(&arguments).ended(code);
    assert_eq!(run.found(), expected, "{}", run.err);
}

/// Some pieces of text, one after the other.
fn many(count: usize, piece: impl Fn(usize) -> String) -> String {
    (0..count).map(piece).collect()
}

// ── bytes ──

#[test]
fn a_file_of_nothing_is_empty() {
    for content in ["", "\n", "  \n\n", "# only a comment\n", "---\n", "---\n...\n", "\u{feff}", "\u{feff}\n"]
    {
        let found = analysis(&[("main.yaml", content.as_bytes())]).diagnostics;
        let slugs: Vec<&str> = found.iter().map(|found| found.code.slug).collect();
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
fn a_zero_byte_is_told_with_its_offset() {
    let analysis = check(format!("{HEAD}description: a\0b\n"), &["1:1 not-utf8"]);
    let label = &analysis.diagnostics[0].primary.text;
    assert!(label.contains("offset 51"), "{label}");
}

#[test]
fn a_byte_that_is_no_utf8_is_told_with_its_offset() {
    let analysis = check([HEAD.as_bytes(), b"description: caf\xe9\n"].concat(), &["2:17 not-utf8"]);
    let label = &analysis.diagnostics[0].primary.text;
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
        assert!(analysis.diagnostics[0].message.contains("UTF-16"), "{:?}", analysis.diagnostics[0]);
    }
    let wide: Vec<u8> = HEAD.chars().flat_map(|c| u32::from(c).to_le_bytes()).collect();
    let analysis = check(marked(b"\xff\xfe\0\0", &wide), &["1:1 not-utf8"]);
    assert!(analysis.diagnostics[0].message.contains("UTF-32"), "{:?}", analysis.diagnostics[0]);
}

#[test]
fn half_a_utf_16_character_is_no_utf8() {
    check(b"\xff\xfe", &["1:1 not-utf8"]);
    check(b"\xfe\xff\0", &["1:1 not-utf8"]);
}

#[test]
fn a_control_character_is_told_at_its_place() {
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

/// The file must give one finding, that it is nested too deeply, at this place.
#[track_caller]
fn too_deep(content: &str, place: &str) {
    let expected = format!("{place} nesting-too-deep");
    check(content, &[&expected]);
}

#[test]
fn nested_lists_in_brackets_are_limited() {
    let open = "[".repeat(100_000);
    too_deep(&open, "1:256");
    too_deep(&format!("{HEAD}metadata:\n  a: {open}"), "3:261");
    too_deep(&format!("{HEAD}metadata:\n  a: {open}{}\n", "]".repeat(100_000)), "3:261");
}

#[test]
fn nested_lists_of_dashes_are_limited() {
    too_deep(&format!("{HEAD}metadata:\n  a:\n    {}x\n", "- ".repeat(100_000)), "4:257");
}

#[test]
fn a_document_of_dashes_is_limited() {
    check("- ".repeat(100_000), &["1:257 nesting-too-deep", "1:257 root-not-a-mapping"]);
}

#[test]
fn nested_maps_in_braces_are_limited() {
    let open = "{a: ".repeat(100_000);
    too_deep(&format!("{HEAD}metadata: {open}"), "2:519");
    too_deep(&format!("{HEAD}metadata: {open}1{}\n", "}".repeat(100_000)), "2:519");
}

#[test]
fn nested_keys_are_limited() {
    too_deep(&format!("{HEAD}metadata:\n  {}x\n", "? ".repeat(100_000)), "3:255");
    too_deep(&format!("{HEAD}metadata: {}x\n", "{ ? ".repeat(100_000)), "2:519");
}

#[test]
fn nested_schemas_are_limited() {
    let open = "{ type: list, entry_schema: ".repeat(5_000);
    let close = " }".repeat(5_000);
    too_deep(
        &format!("{HEAD}data_types:\n  A:\n    properties:\n      a: {open} string {close}\n"),
        "5:3424",
    );
}

#[test]
fn nesting_up_to_the_limit_is_read() {
    let (open, close) = ("{ type: list, entry_schema: ".repeat(123), " }".repeat(123));
    check(format!("{HEAD}data_types:\n  A:\n    properties:\n      a: {open} string {close}\n"), &[]);
}

#[test]
fn a_limit_that_the_reader_cannot_keep_is_not_recommended_to_be_raised() {
    let project = Project::new(&[]);
    project.add("a.yaml", format!("{HEAD}metadata: {}{}\n", "[".repeat(300), "]".repeat(300)));
    let run = project.run(&["check", "--max-depth", "1000", "a.yaml"]).ended(1);
    assert!(!run.out.contains("raise the limit"), "{}", run.out);
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
    let bomb = |found: &&Diagnostic| found.code.slug == "alias-expansion-too-large";
    assert_eq!(analysis.diagnostics.iter().filter(bomb).count(), 1);
    let others = |found: &&Diagnostic| !matches!(found.code.slug, "alias-expansion-too-large" | "merge-key");
    assert_eq!(analysis.diagnostics.iter().filter(others).count(), 0);
}

#[test]
fn an_alias_inside_its_own_anchor_is_told() {
    check(format!("{HEAD}metadata:\n  a: &a [1, *a]\n"), &["3:13 recursive-alias"]);
    check(format!("{HEAD}metadata: &a\n  a: *a\n"), &["3:6 recursive-alias"]);
    check(format!("{HEAD}dsl_definitions:\n  a: &a {{ <<: *a }}\n"), &["3:15 recursive-alias"]);
}

#[test]
fn aliases_without_anchors_are_all_told() {
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
fn repeated_keys_are_all_told() {
    let lines = "  a: {}\n".repeat(10_001);
    count(&[("main.yaml", format!("{HEAD}node_types:\n{lines}").as_bytes())], &[("duplicate-key", 10_000)]);
}

#[test]
fn unknown_keynames_are_all_told() {
    let lines = many(10_000, |i| format!("nope_{i}: 1\n"));
    count(&[("main.yaml", format!("{HEAD}{lines}").as_bytes())], &[("unknown-keyname", 10_000)]);
}

#[test]
fn unknown_types_are_all_told() {
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
fn the_end_of_a_file_with_many_syntax_errors_is_read_or_said_to_be_unread() {
    let lines = many(1_000, |i| format!("k{i}: 'a' b\n"));
    let content = format!("{HEAD}{lines}nope: 1\n");
    let analysis = analysis(&[("main.yaml", content.as_bytes())]);
    let last = analysis.diagnostics.last().expect("findings");
    let line = analysis.sources().get(last.primary.span.file).position(last.primary.span.start).line;
    assert!(line >= 1_001 || last.code.slug != "yaml-syntax", "nothing is said about line {} on", line + 1);
}

#[test]
fn a_key_of_a_megabyte_is_no_key() {
    let key = "k".repeat(1_000_000);
    check(format!("{HEAD}metadata:\n  {key}: 1\n"), &["3:1000003 yaml-syntax"]);
    check(format!("{HEAD}metadata:\n  ? {key}\n  : 1\n"), &[]);
}

#[test]
fn many_documents_are_told_once() {
    check(format!("{HEAD}{}", "---\na: 1\n".repeat(10_000)), &["2:1 several-documents"]);
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
fn what_is_left_open_in_each_section_is_told_in_each() {
    for open in ["'x", "\"x", "{", "{ b: ", "{ b: [", "{ b: 'x", "[", "[{"] {
        let sections: String = SECTIONS.iter().map(|name| format!("{name}:\n  a: {open}\n")).collect();
        let content = format!("{HEAD}{sections}");
        let analysis = analysis(&[("main.yaml", content.as_bytes())]);
        let syntax = |found: &&Diagnostic| found.code.slug == "yaml-syntax";
        let lines: Vec<u32> = analysis
            .diagnostics
            .iter()
            .filter(syntax)
            .map(|found| analysis.sources().get(FileId(0)).position(found.primary.span.start).line)
            .collect();
        assert_eq!(lines, [3, 5, 7, 9, 11, 13, 15, 17], "{open}");
    }
}

#[test]
fn what_is_left_open_is_told_once() {
    for open in ["'x", "\"x", "{", "[", "[{", "{ description: [", "{ description: 'x"] {
        let content = format!("{HEAD}node_types:\n  a: {open}\ndata_types:\n  b: {{}}\n");
        let analysis = analysis(&[("main.yaml", content.as_bytes())]);
        let found: Vec<&str> = analysis.diagnostics.iter().map(|found| found.code.slug).collect();
        assert_eq!(found, ["yaml-syntax"], "{open}");
    }
}

#[test]
fn an_open_quote_over_many_lines_is_told_once() {
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
fn a_file_that_imports_itself_is_told() {
    check(format!("{HEAD}imports: [ main.yaml ]\n"), &["2:12 import-cycle"]);
    check(format!("{HEAD}imports: [ ./x/../main.yaml ]\n"), &["2:12 import-cycle"]);
}

#[test]
fn an_import_of_a_directory_or_of_nothing_is_told() {
    let main = format!("{HEAD}imports: [ d, d/, ., .., nothing.yaml, d/nothing.yaml, \"a\\0b\" ]\n");
    count(
        &[("main.yaml", main.as_bytes()), ("d/a.yaml", HEAD.as_bytes())],
        &[("missing-import", 3), ("unreadable-file", 4)],
    );
}

#[test]
fn ten_thousand_imports_of_nothing_are_all_told() {
    let main = format!("{HEAD}imports:\n{}", many(10_000, |i| format!("  - f{i}.yaml\n")));
    count_files(&main, &[], &[("missing-import", 10_000)]);
}

#[test]
fn ten_thousand_imports_of_one_file_are_told() {
    let main = format!("{HEAD}imports:\n{}", "  - f0.yaml\n".repeat(10_000));
    count_files(&main, &[HEAD.to_owned()], &[("duplicate-import", 9_999)]);
}

#[test]
fn ten_thousand_imports_are_followed() {
    let main = format!("{HEAD}imports:\n{}", many(10_000, |i| format!("  - f{i}.yaml\n")));
    let analysis = count_files(&main, &vec![HEAD.to_owned(); 10_000], &[]);
    assert_eq!(analysis.graph.files.len(), 10_001);
}

#[test]
fn a_long_circle_of_imports_is_one_finding() {
    let files: Vec<String> =
        (0..2_000).map(|i| format!("{HEAD}imports: [ f{}.yaml ]\n", (i + 1) % 2_000)).collect();
    let analysis = count_files(&format!("{HEAD}imports: [ f0.yaml ]\n"), &files, &[("import-cycle", 1)]);
    let note = &analysis.diagnostics[0].notes[0];
    assert!(note.contains("2000 files"), "{note}");
}

#[test]
fn files_that_all_import_each_other_are_one_circle() {
    let all: Vec<String> = (0..30).map(|i| format!("f{i}.yaml")).collect();
    let file = format!("{HEAD}imports: [ {} ]\n", all.join(", "));
    count_files(&format!("{HEAD}imports: [ f0.yaml ]\n"), &vec![file; 30], &[("import-cycle", 1)]);
}

#[test]
fn a_repository_is_looked_for_along_a_long_line_of_imports() {
    let mut files: Vec<String> =
        (0..2_000).map(|i| format!("{HEAD}imports: [ f{}.yaml ]\n", i + 1)).collect();
    files.push(format!("{HEAD}repositories: {{ r: {{ url: lib }} }}\n"));
    let main = format!("{HEAD}imports: [ f0.yaml, {{ url: x.yaml, repository: r }} ]\n");
    count_files(&main, &files, &[("missing-import", 1)]);
}

/// Two files that import both of them under one namespace, so that each segment of a name has two ways.
const TWO_WAYS: &str = "imports: [ { url: a.yaml, namespace: n }, { url: b.yaml, namespace: n } ]\n";

#[test]
fn a_name_with_many_namespaces_is_looked_up_in_time() {
    let name = format!("{}X", "n:".repeat(40));
    let file = format!("{HEAD}{TWO_WAYS}node_types: {{ T: {{ derived_from: '{name}' }} }}\n");
    let project = Project::new(&[("a.yaml", &file), ("b.yaml", &format!("{HEAD}{TWO_WAYS}"))]);
    check_on_disk(&project, &["a.yaml"], 1, &["a.yaml:2:19 import-cycle", "a.yaml:3:35 unknown-type"]);
}

#[test]
fn a_name_with_a_hundred_thousand_namespaces_is_looked_up() {
    let name = format!("{}X", "n:".repeat(100_000));
    let project = Project::new(&[]);
    let imports = "imports: [ { url: a.yaml, namespace: n } ]\n";
    project.add("a.yaml", format!("{HEAD}{imports}node_types: {{ T: {{ derived_from: '{name}' }} }}\n"));
    check_on_disk(&project, &["a.yaml"], 1, &["a.yaml:2:19 import-cycle", "a.yaml:3:35 unknown-type"]);
}

// ── the disk ──

#[cfg(unix)]
mod on_unix {
    use std::ffi::{OsStr, OsString};
    use std::os::unix::ffi::{OsStrExt as _, OsStringExt as _};
    use std::os::unix::fs::{PermissionsExt, symlink};
    use std::process::Command;

    use super::{HEAD, Project, check_on_disk, run};

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
        check_on_disk(&project, &["top/a.yaml"], 0, &["top/a.yaml:2:31 duplicate-import"]);
        check_on_disk(
            &project,
            &["--root", "top", "top/a.yaml"],
            1,
            &["top/a.yaml:2:21 outside-root", "top/a.yaml:2:31 outside-root"],
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
        check_on_disk(&project, &["d"], 1, &["d:1:1 unreadable-file"]);
        let project = Project::new(&[("a.yaml", &format!("{HEAD}imports: [ b.yaml ]\n"))]);
        symlink("b.yaml", project.path("b.yaml")).expect("a link");
        check_on_disk(&project, &["a.yaml"], 1, &["a.yaml:2:12 missing-import"]);
    }

    #[test]
    fn a_link_to_nothing_is_told() {
        let project = Project::new(&[("d/a.yaml", HEAD)]);
        symlink("nothing.yaml", project.path("d/b.yaml")).expect("a link");
        check_on_disk(&project, &["d"], 1, &["d/b.yaml:1:1 unreadable-file"]);
        let run = project.run(&["check", "--format", "concise", "d"]);
        assert!(run.out.ends_with("cannot read `d/b.yaml`: no such file or directory\n"), "{}", run.out);
    }

    /// Whether this user may read what nobody may.
    fn reads_everything(project: &Project) -> bool {
        let probe = project.path("probe");
        std::fs::write(&probe, "").expect("a file to write to");
        std::fs::set_permissions(&probe, PermissionsExt::from_mode(0)).expect("a file of ours");
        std::fs::read(probe).is_ok()
    }

    #[test]
    fn what_may_not_be_read_is_told() {
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
        lock("b.yaml", 0);
        lock("d/e", 0);
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

    /// Checks a path of any bytes.
    #[track_caller]
    fn check_bytes(project: &Project, directory: &[u8], path: &[u8], code: i32) -> Vec<String> {
        let mut command = project.command(&["check", "--format", "concise"]);
        command.arg(OsStr::from_bytes(path)).current_dir(project.path(OsStr::from_bytes(directory)));
        run(command, b"").ended(code).found()
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
        let found = |directory: &[u8], path: &[u8]| -> Vec<String> {
            let found = check_bytes(&project, directory, path, 1);
            found.into_iter().filter(|line| !line.ends_with("file-name-not-utf8")).collect()
        };
        let from_outside = ["d\\xFF/b.yaml:2:1 unknown-keyname"];
        assert_eq!(found(b"", b"d\xff"), from_outside);
        assert_eq!(found(b"", b"d\xff/a.yaml"), from_outside);
        assert_eq!(found(b"d\xff", b"."), ["b.yaml:2:1 unknown-keyname"]);
        assert_eq!(found(b"d\xff", b"a.yaml"), ["b.yaml:2:1 unknown-keyname"]);
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

// ── mutation ──

/// A small generator of numbers (xorshift64*), so that a failure can be repeated.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D)
    }

    /// A number below `end`; 0 where there is none.
    fn below(&mut self, end: usize) -> usize {
        let end = u64::try_from(end.max(1)).unwrap_or(u64::MAX);
        usize::try_from((self.next() >> 11) % end).unwrap_or(0)
    }
}

/// What is special to YAML, TOSCA, terminals or Unicode.
const SPECIAL: &[&[u8]] = &[
    b"\t",
    b"\r",
    b"\n",
    b"\r\n",
    b"\0",
    b"\x1b",
    b"\x7f",
    b"'",
    b"\"",
    b"[",
    b"]",
    b"{",
    b"}",
    b":",
    b": ",
    b"- ",
    b"? ",
    b", ",
    b"#",
    b" # ",
    b"&a ",
    b"*a",
    b"*a: ",
    b"<<: *a\n",
    b"<<: [",
    b"!!str ",
    b"!",
    b"!<x> ",
    b"|\n",
    b">-\n",
    b"|2-\n",
    b"%",
    b"%YAML 1.2\n",
    b"@",
    b"`",
    b"\\",
    b"\\x",
    b"\\u12",
    b"---\n",
    b"...\n",
    b"~",
    b"null",
    b"true",
    b"0x",
    b"$",
    b"$$",
    b"$get_input",
    b"::",
    b"../",
    b"file:",
    b"n:",
    b"=",
    b" ",
    b"  ",
    "\u{feff}".as_bytes(),
    "é".as_bytes(),
    "\u{301}".as_bytes(),
    "😀".as_bytes(),
    "\u{85}".as_bytes(),
    "\u{2028}".as_bytes(),
    "\u{202e}".as_bytes(),
    b"\xff",
    b"\xc3",
    b"\xed\xa0\x80",
    b"unit_suffix: m\n",
    b"tosca_definitions_version: tosca_2_0\n",
    b"tosca_definitions_version: tosca_simple_yaml_1_3\n",
];

/// One change of a text.
fn mutate(content: &mut Vec<u8>, random: &mut Random) {
    if random.below(2) == 0 { mutate_bytes(content, random) } else { mutate_lines(content, random) }
}

fn mutate_bytes(content: &mut Vec<u8>, random: &mut Random) {
    let at = random.below(content.len() + 1);
    let end = (at + 1 + random.below(8)).min(content.len());
    match random.below(6) {
        0 => drop(content.drain(at..end)),
        1 => {
            let copy = content[at..end].to_vec();
            content.splice(at..at, copy);
        }
        2 if end > at => content.swap(at, end - 1),
        3 if end > at => content[at] = random.next().to_le_bytes()[0],
        4 => content.truncate(at),
        _ => {
            let special = SPECIAL[random.below(SPECIAL.len())];
            content.splice(at..at, special.iter().copied());
        }
    }
}

fn mutate_lines(content: &mut Vec<u8>, random: &mut Random) {
    let mut lines: Vec<Vec<u8>> =
        content.split_inclusive(|&byte| byte == b'\n').map(<[u8]>::to_vec).collect();
    if lines.is_empty() {
        return;
    }
    let (one, other) = (random.below(lines.len()), random.below(lines.len()));
    match random.below(6) {
        0 => drop(lines.remove(one)),
        1 => lines.insert(one, lines[other].clone()),
        2 => lines.swap(one, other),
        3 => drop(lines[one].splice(0..0, vec![b' '; 1 + random.below(3)])),
        4 => {
            let indent = lines[one].iter().take_while(|&&byte| byte == b' ').count();
            drop(lines[one].drain(..random.below(indent + 1)));
        }
        _ => {
            let special = SPECIAL[random.below(SPECIAL.len())];
            lines.insert(one, special.to_vec());
        }
    }
    *content = lines.concat();
}

/// What must hold for every input.
fn sound(analysis: &Analysis) -> Result<(), String> {
    let key = |found: &Diagnostic| (found.primary.span, found.code.id);
    if let Some(pair) = analysis.diagnostics.windows(2).find(|pair| key(&pair[0]) >= key(&pair[1])) {
        return Err(format!("not in order: {pair:?}"));
    }
    for found in &analysis.diagnostics {
        let labels = std::iter::once(&found.primary).chain(&found.secondary).map(|label| label.span);
        let edits = found.fixes.iter().flat_map(|fix| &fix.edits).map(|edit| edit.span);
        if let Some(span) = labels.chain(edits).find(|&span| !fits(analysis, span)) {
            return Err(format!("{span:?} does not lie in its file: {found:?}"));
        }
        if found.message.is_empty() || found.message.contains(char::is_control) {
            return Err(format!("a headline that is not one line: {found:?}"));
        }
    }
    for file in &analysis.graph.files {
        let comments = file
            .syntax
            .tree
            .comments()
            .find(|&span| !fits(analysis, span) || !analysis.sources().text(span).starts_with('#'));
        if let Some(span) = comments {
            return Err(format!("{span:?} is no comment"));
        }
        let mut waiting: Vec<Node<'_>> = file.syntax.tree.root().into_iter().collect();
        while let Some(node) = waiting.pop() {
            if !fits(analysis, node.span()) {
                return Err(format!("the node {node:?} at {:?} does not lie in its file", node.span()));
            }
            waiting.extend(node.items());
            waiting.extend(node.all_entries().flat_map(|(key, value)| [key, value]));
        }
    }
    Ok(())
}

/// Whether `span` lies in a file that was read, between characters.
fn fits(analysis: &Analysis, span: Span) -> bool {
    span.file.index() < analysis.sources().len() && {
        let text = &analysis.sources().get(span.file).text;
        span.start <= span.end && text.get(span.range()).is_some()
    }
}

/// Checks a case twice; says what does not hold.
fn survive(case: &Case) -> Result<(), String> {
    let once = || {
        let analysis = harness::run::analysis(case, &[]);
        sound(&analysis).map(|()| format!("{:?}", analysis.diagnostics))
    };
    let caught = std::panic::catch_unwind(AssertUnwindSafe(|| (once(), once())));
    match caught {
        Ok((Ok(first), Ok(second))) if first == second => Ok(()),
        Ok((Ok(_), Ok(_))) => Err("two runs differ".to_owned()),
        Ok((Err(problem), _) | (_, Err(problem))) => Err(problem),
        Err(panic) => {
            let words = panic.downcast_ref::<String>().map(String::as_str);
            let words = words.or_else(|| panic.downcast_ref::<&str>().copied());
            Err(format!("panic: {}", words.unwrap_or("")))
        }
    }
}

/// A failing case with everything left out that it fails without: lines, then bytes.
fn shrink(mut case: Case, file: usize) -> Case {
    for step in [64, 16, 4, 1] {
        shrink_pieces(&mut case, file, |content| {
            let lines: Vec<Vec<u8>> =
                content.split_inclusive(|&byte| byte == b'\n').map(<[u8]>::to_vec).collect();
            lines.chunks(step).map(<[Vec<u8>]>::concat).collect()
        });
    }
    if case.files[file].content.len() < 2_000 {
        shrink_pieces(&mut case, file, |content| content.iter().map(|&byte| vec![byte]).collect());
    }
    case
}

fn shrink_pieces(case: &mut Case, file: usize, pieces: impl Fn(&[u8]) -> Vec<Vec<u8>>) {
    let mut kept = pieces(&case.files[file].content);
    let mut at = kept.len();
    while at > 0 {
        at -= 1;
        let mut fewer = kept.clone();
        fewer.remove(at);
        let mut smaller = case.clone();
        smaller.files[file].content = fewer.concat();
        if survive(&smaller).is_err() {
            (*case, kept) = (smaller, fewer);
        }
    }
}

/// Every case of the project and every example of the standard, as files.
fn seeds() -> Vec<Case> {
    let mut cases: Vec<Case> = harness::read_cases();
    let examples = concat!(env!("CARGO_MANIFEST_DIR"), "/spec-examples");
    let mut waiting = vec![std::path::PathBuf::from(examples)];
    while let Some(directory) = waiting.pop() {
        let entries = std::fs::read_dir(&directory).expect("the examples").flatten();
        let mut paths: Vec<_> = entries.map(|entry| entry.path()).collect();
        paths.sort();
        for path in paths {
            if path.is_dir() {
                waiting.push(path);
            } else if path.extension().is_some_and(|extension| extension == "yaml") {
                let content = std::fs::read(&path).expect("an example");
                let files = vec![harness::markdown::CaseFile { name: "main.yaml".to_owned(), content }];
                cases.push(Case { place: path.display().to_string(), files, ..Case::default() });
            }
        }
    }
    cases.retain(|case| !case.files.is_empty());
    cases
}

/// How many mutated inputs a test tries; `TOSCA_MUTATIONS` asks for more.
fn rounds(usual: usize) -> usize {
    std::env::var("TOSCA_MUTATIONS").ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

/// Mutates the file of a random case once or a few times.
fn mutated(seeds: &[Case], random: &mut Random) -> (Case, usize) {
    let mut case = seeds[random.below(seeds.len())].clone();
    let file = random.below(case.files.len());
    for _ in 0..=random.below(4) {
        mutate(&mut case.files[file].content, random);
    }
    (case, file)
}

#[test]
fn mutated_files_are_survived() {
    let seeds = seeds();
    assert!(seeds.len() > 100, "{}", seeds.len());
    let mut random = Random(0x0005_DEEC_E66D);
    let mut report = String::new();
    let mut failures: BTreeMap<String, usize> = BTreeMap::new();
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    for _ in 0..rounds(3_000) {
        let (case, file) = mutated(&seeds, &mut random);
        let Err(problem) = survive(&case) else { continue };
        let kind: String = problem.chars().filter(|c| !c.is_ascii_digit()).take(60).collect();
        let known = failures.entry(kind).or_default();
        *known += 1;
        if *known == 1 && failures.len() <= 10 {
            let small = shrink(case, file);
            let problem = survive(&small).expect_err("a failing case");
            let text = String::from_utf8_lossy(&small.files[file].content).into_owned();
            let problem: String = problem.chars().take(1_000).collect();
            let _ = writeln!(report, "{} ({}): {problem}\n{text:?}\n", small.place, small.files[file].name);
        }
    }
    std::panic::set_hook(hook);
    assert!(failures.is_empty(), "{failures:#?}\n{report}");
}

#[test]
fn mutated_files_are_printed() {
    let seeds = seeds();
    let mut random = Random(0x0BAD_5EED);
    let project = Project::new(&[]);
    for number in 0..rounds(400).min(20_000) {
        let (case, file) = mutated(&seeds, &mut random);
        project.add(format!("m{number}.yaml"), &case.files[file].content);
    }
    let run =
        |format: &str| project.run(&["check", "--color", "always", "--format", format, "*.yaml"]).ended(1);
    let concise = run("concise").out.lines().count();
    let document: serde_json::Value = serde_json::from_str(&run("json").out).expect("one JSON document");
    assert_eq!(document["diagnostics"].as_array().map(Vec::len), Some(concise));
    let headline = |line: &&str| ["error[", "warning[", "info["].iter().any(|word| line.contains(word));
    let full = run("full").out;
    assert_eq!(full.lines().filter(|line| line.starts_with("\x1b[1;")).filter(headline).count(), concise);
}
