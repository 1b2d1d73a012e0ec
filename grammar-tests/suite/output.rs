//! The output of findings: files, limits, counts, colors, links, and line widths.

#![expect(clippy::format_collect, reason = "the texts are small")]

use tosca::internals::config::keys::FORMATS;

use crate::cli::{Project, Run, run};

const HEAD: &str = "tosca_definitions_version: tosca_2_0\n";

/// A project with a file of `count` findings, all of one code, and a warning in another file.
fn project(count: usize) -> Project {
    let project = Project::new(&[("b.yaml", &format!("{HEAD}metadata: {{ a: &b c }}\n"))]);
    let lines = (0..count).map(|number| format!("  T{number}: {{ nope: 1 }}\n")).collect::<String>();
    project.add("a.yaml", format!("{HEAD}node_types:\n{lines}"));
    project
}

/// Runs `tosca check` with environment variables.
fn check_with(project: &Project, variables: &[(&str, &str)], arguments: &[&str]) -> Run {
    let mut command = project.command(&[&["check"], arguments].concat());
    command.envs(variables.iter().copied());
    run(command, b"")
}

fn check(project: &Project, arguments: &[&str]) -> Run {
    check_with(project, &[], arguments)
}

fn text_of(project: &Project, path: &str) -> String {
    std::fs::read_to_string(project.path(path)).expect("a file that was written")
}

// ── files ──

#[test]
fn one_run_writes_several_formats() {
    let project = project(3);
    let arguments = ["--format", "json=out.json", "--format", "concise", "--format", "sarif=out.sarif"];
    let run = check(&project, &arguments).ended(1);
    assert_eq!(run.findings().len(), 4);
    assert_eq!(text_of(&project, "out.json"), check(&project, &["--format", "json"]).out);
    assert_eq!(text_of(&project, "out.sarif"), check(&project, &["--format", "sarif"]).out);
}

#[test]
fn a_file_alone_leaves_standard_output_empty() {
    let project = project(3);
    let run = check(&project, &["--format", "full=out.txt", "--color", "auto"]).ended(1);
    assert_eq!(run.out, "");
    assert_eq!(text_of(&project, "out.txt"), check(&project, &[]).out);
}

#[test]
fn findings_go_to_the_output_file_instead_of_standard_output() {
    let project = project(3);
    for flag in ["-o", "--output", "--output-file"] {
        let run = check(&project, &["--format", "json", flag, "out.json"]).ended(1);
        assert_eq!(
            (run.out.as_str(), run.err.as_str()),
            ("", "3 errors, 1 warning; 2 files checked\n"),
            "{flag}"
        );
        assert_eq!(text_of(&project, "out.json"), check(&project, &["--format", "json"]).out);
    }
    check(&project, &["--format", "concise", "--format", "sarif=out.sarif", "-o", "out.txt"]).ended(1);
    assert_eq!(text_of(&project, "out.txt"), check(&project, &["--format", "concise"]).out);
    let run = check(&project, &["--format", "json=a", "-o", "b"]).ended(2);
    assert_eq!(run.err, "error: `--output` needs a format without a file\n");
    let run = check(&project, &["--format", "json=a", "--format", "full", "-o", "a"]).ended(2);
    assert_eq!(run.err, "error: file `a` has two formats\n");
}

#[test]
fn a_dash_is_standard_output() {
    let project = project(1);
    let run = check(&project, &["--format", "concise=-"]).ended(1);
    assert_eq!(run.findings().len(), 2);
}

#[test]
fn two_formats_do_not_go_to_one_place() {
    let project = project(1);
    let run = check(&project, &["--format", "full", "--format", "sarif"]).ended(2);
    assert_eq!(
        run.err,
        "error: only one format can go to standard output; use a file for the other: `--format sarif=FILE`\n"
    );
    let run = check(&project, &["--format", "full=o", "--format", "sarif=o"]).ended(2);
    assert_eq!(run.err, "error: file `o` has two formats\n");
}

#[test]
fn a_file_that_cannot_be_written_is_reported() {
    let project = project(1);
    let run = check(&project, &["--format", "sarif=no/such/directory.sarif"]).ended(2);
    assert!(run.err.starts_with("error: cannot write `no/such/directory.sarif`: "), "{}", run.err);
    let run = check(&project, &["--format", "sarif=."]).ended(2);
    assert!(run.err.contains("it is a directory"), "{}", run.err);
    let run = check(&project, &["--format", "sarif="]).ended(2);
    assert!(run.err.contains("expected a file after `sarif=`"), "{}", run.err);
}

#[test]
fn a_misspelled_format_is_reported_with_a_suggestion() {
    let run = check(&project(1), &["--format", "sarf=x"]).ended(2);
    assert!(run.err.contains("'sarif'"), "{}", run.err);
}

#[test]
fn what_users_of_other_tools_type_is_understood() {
    let project = project(1);
    let run = check(&project, &["--output-format", "concise"]).ended(1);
    assert_eq!(run.out, check(&project, &["--format", "concise"]).out);
    let page = project.run(&["rule", "unknown-type"]).ended(0).out;
    assert_eq!(page, project.run(&["explain", "unknown-type"]).out);
}

#[cfg(unix)]
#[test]
fn a_file_is_replaced_as_a_whole() {
    use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, symlink};
    let project = project(1);
    project.add("out.json", "before");
    std::fs::set_permissions(project.path("out.json"), std::fs::Permissions::from_mode(0o600))
        .expect("a file of our own");
    symlink("out.json", project.path("link.json")).expect("a link");
    let before = std::fs::metadata(project.path("out.json")).expect("a file").ino();
    check(&project, &["--format", "json=link.json"]).ended(1);
    let after = std::fs::metadata(project.path("out.json")).expect("a file");
    assert_ne!(before, after.ino(), "another file took its place");
    assert_eq!(after.permissions().mode() & 0o777, 0o600);
    assert!(project.path("link.json").is_symlink());
    let left = std::fs::read_dir(project.path("")).expect("a directory").count();
    assert_eq!(left, 4, "nothing else is left");
}

#[cfg(unix)]
#[test]
fn a_device_is_written_to_as_it_is() {
    let run = check(&project(1), &["--format", "json=/dev/stdout"]).ended(1);
    assert!(run.out.starts_with("{\n"), "{}", run.out);
}

#[cfg(unix)]
#[test]
fn the_name_of_the_file_may_be_any_name() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt as _;
    let project = project(1);
    let mut command = project.command(&["check"]);
    command.arg(OsStr::from_bytes(b"--format=concise=a\xff=b"));
    run(command, b"").ended(1);
    assert!(project.path(OsStr::from_bytes(b"a\xff=b")).is_file());
}

// ── limits and counts ──

#[test]
fn what_is_too_much_is_hidden_and_counted() {
    let project = project(5);
    let run = check(&project, &["--format", "concise", "--max-diagnostics", "2"]).ended(1);
    assert_eq!(run.findings(), ["a.yaml:3:9 unknown-keyname", "a.yaml:4:9 unknown-keyname"]);
    assert_eq!(
        run.err,
        "4 more findings not shown; use `--max-diagnostics none` to show all\n5 errors, 1 warning; 2 files checked\n"
    );
    let run = check(&project, &["--max-diagnostics", "5", "--format", "concise"]).ended(1);
    assert!(run.err.starts_with("1 more finding not shown; "), "{}", run.err);
    let run = check(&project, &["--max-diagnostics", "2", "--format", "json"]).ended(1);
    let document: serde_json::Value = serde_json::from_str(&run.out).expect("one JSON document");
    assert_eq!(document["summary"]["hidden"], 4);
    assert_eq!(document["diagnostics"].as_array().map(Vec::len), Some(2));
}

#[test]
fn files_and_pipes_get_all() {
    let project = project(150);
    for arguments in [&["--format", "concise"][..], &["--max-diagnostics", "none", "--format", "concise"]] {
        let run = check(&project, arguments).ended(1);
        assert_eq!(
            (run.findings().len(), run.err.as_str()),
            (151, "150 errors, 1 warning; 2 files checked\n")
        );
    }
    check(&project, &["--format", "concise=all.txt", "--max-diagnostics", "1"]).ended(1);
    assert_eq!(text_of(&project, "all.txt").lines().count(), 151);
}

#[test]
fn a_limit_is_a_number_or_none() {
    for wrong in ["0", "-1", "many"] {
        let run = check(&project(1), &[&format!("--max-diagnostics={wrong}")]).ended(2);
        assert!(run.err.contains("expected a number of at least 1, or `none`"), "{}", run.err);
    }
}

#[test]
fn statistics_count_codes() {
    let project = project(12);
    let run = check(&project, &["--statistics"]).ended(1);
    assert_eq!(run.out, "12  error    T0201  unknown-keyname\n 1  warning  T0114  unused-anchor\n");
    assert_eq!(run.err, "12 errors, 1 warning; 2 files checked\n");
    let run = check(&project, &["--statistics", "--format", "json", "--max-diagnostics", "1"]).ended(1);
    let counts: serde_json::Value = serde_json::from_str(&run.out).expect("one JSON document");
    let schema = crate::text_of("src/cli/schemas/statistics.schema.json");
    crate::formats::fits(&serde_json::from_str(&schema).expect("JSON"), &counts);
    assert_eq!(
        counts["statistics"],
        serde_json::json!([
            { "code": "T0201", "slug": "unknown-keyname", "severity": "error", "count": 12 },
            { "code": "T0114", "slug": "unused-anchor", "severity": "warning", "count": 1 },
        ])
    );
    let run = check(&project, &["--statistics", "--format", "sarif"]).ended(2);
    assert_eq!(run.err, "error: `--statistics` only supports text and `--format json`\n");
    // A file still has the findings.
    check(&project, &["--statistics", "--format", "concise=all.txt", "--format", "full"]).ended(1);
    assert_eq!(text_of(&project, "all.txt").lines().count(), 13);
}

// ── quiet and verbose ──

#[test]
fn quiet_is_findings_and_nothing_else() {
    let project = project(2);
    let run = check(&project, &["--quiet", "--max-diagnostics", "1", "--format", "concise"]).ended(1);
    assert_eq!((run.findings().len(), run.err.as_str()), (1, ""));
    let run = check(&project, &["-q", "--verbose"]).ended(2);
    assert!(run.err.contains("cannot be used with"), "{}", run.err);
}

#[test]
fn verbose_shows_how_long_each_phase_took() {
    let run = check(&project(1), &["--verbose", "--format", "concise"]).ended(1);
    assert_eq!(run.findings().len(), 2, "nothing of it is on standard output");
    for phase in ["load", "resolve", "types", "services", "checks of values", "checks of services"] {
        let line = run.err.lines().find(|line| line.starts_with(&format!("{phase}: ")));
        let time = line.and_then(|line| line.strip_prefix(&format!("{phase}: "))?.strip_suffix(" ms"));
        assert!(time.is_some_and(|time| time.parse::<f64>().is_ok()), "{phase} in {}", run.err);
    }
}

// ── colors and links ──

/// Whether standard output has colors.
fn is_colored(variables: &[(&str, &str)], arguments: &[&str]) -> bool {
    let run = check_with(&project(1), variables, arguments).ended(1);
    run.out.contains("\x1b[1;31merror")
}

#[test]
fn a_pipe_has_colours_only_where_they_are_wanted() {
    assert!(!is_colored(&[], &[]));
    assert!(!is_colored(&[("CLICOLOR", "1"), ("TERM", "xterm-256color")], &[]));
    assert!(is_colored(&[], &["--color", "always"]));
    for force in ["CLICOLOR_FORCE", "FORCE_COLOR"] {
        assert!(is_colored(&[(force, "1")], &[]), "{force}");
        assert!(!is_colored(&[(force, "0")], &[]), "{force}");
        assert!(!is_colored(&[(force, "1")], &["--color", "never"]), "{force}");
        assert!(!is_colored(&[(force, "1"), ("NO_COLOR", "1")], &[]), "{force}");
        assert!(is_colored(&[(force, "1"), ("NO_COLOR", "")], &[]), "{force}");
    }
    assert!(is_colored(&[("NO_COLOR", "1")], &["--color", "always"]));
    assert!(is_colored(&[("FORCE_COLOR", "1"), ("CLICOLOR", "0")], &["--format", "grouped"]));
    assert!(!is_colored(&[("NO_COLOR", "1")], &["--format", "grouped"]));
}

#[test]
fn machine_formats_have_no_colours() {
    let colored = ["full", "grouped"];
    for format in FORMATS.iter().filter(|format| !colored.contains(format)) {
        let run = check(&project(1), &["--color", "always", "--format", format]).ended(1);
        assert!(!run.out.contains('\x1b'), "{format}: {}", run.out);
    }
}

#[test]
fn a_file_has_colours_only_where_they_are_asked_for() {
    let project = project(1);
    check_with(&project, &[("FORCE_COLOR", "1")], &["--format", "full=out.txt"]).ended(1);
    assert!(!text_of(&project, "out.txt").contains('\x1b'));
    check(&project, &["--color", "always", "--format", "full=out.txt"]).ended(1);
    assert!(text_of(&project, "out.txt").contains("\x1b[1;31m"));
}

#[test]
fn places_are_links_where_links_are_followed() {
    let project = project(1);
    project.add("c d.yaml", format!("{HEAD}nope: 1\n"));
    let with = |variables: &[(&str, &str)], arguments: &[&str]| {
        check_with(&project, variables, &[arguments, &["c d.yaml"]].concat()).ended(1).out
    };
    let linked = with(&[("FORCE_HYPERLINK", "1")], &["--color", "always"]);
    let path = std::fs::canonicalize(project.path("c d.yaml")).expect("a file");
    let uri = url::Url::from_file_path(path).expect("an absolute path");
    let link = format!("[\x1b]8;;{uri}\x1b\\c d.yaml:2:1\x1b]8;;\x1b\\]");
    assert!(linked.contains(&link), "{linked}");
    for (variables, arguments) in [
        (&[("FORCE_HYPERLINK", "1")][..], &[][..]),
        (&[("FORCE_HYPERLINK", "0")], &["--color", "always"]),
        (&[("TERM_PROGRAM", "WezTerm")], &["--color", "always"]),
    ] {
        assert!(!with(variables, arguments).contains("\x1b]8"), "{variables:?}");
    }
}

#[test]
fn without_unicode_the_frame_is_ascii() {
    let out = check_with(&project(1), &[("LC_ALL", "C")], &[]).ended(1).out;
    assert!(out.is_ascii(), "{out}");
    assert!(out.contains(",-[a.yaml:3:9] node_types\n"), "{out}");
    let out = check_with(&project(1), &[("LC_ALL", "C.UTF-8")], &[]).ended(1).out;
    assert!(out.contains("╭─[a.yaml:3:9] node_types\n"), "{out}");
}

// ── the human format ──

/// Returns the full output for a file, without colors.
fn full(text: &str) -> String {
    let project = Project::new(&[("a.yaml", &format!("{HEAD}{text}"))]);
    check(&project, &["a.yaml"]).ended(1).out
}

/// Returns the line with the underline of the first finding, and the line above it.
fn underlined(out: &str) -> (&str, &str) {
    let lines: Vec<&str> = out.lines().collect();
    let at = lines.iter().position(|line| line.contains("─┬") || line.contains("──") && line.contains(" · "));
    let at = at.expect("an underline");
    (lines[at - 1], lines[at])
}

#[test]
fn the_element_of_a_finding_is_shown_next_to_its_location() {
    let out = full(
        "node_types:\n  T:\n    requirements:\n      - a:\n          capability: C\n          nope: 1\n",
    );
    assert!(out.contains("[a.yaml:7:11] node_types › T › requirements › a\n"), "{out}");
    // Elements that begin on the same line are visible there.
    let out = full("node_types:\n  T: { requirements: [ a: { nope: 1 } ] }\n");
    assert!(out.contains("] node_types\n"), "{out}");
    assert!(full("nope: 1\n").contains("[a.yaml:2:1]\n"));
}

/// Returns the breadcrumbs of all findings in a file, in the order of the text.
fn breadcrumbs(text: &str) -> Vec<String> {
    let project = Project::new(&[("a.yaml", &format!("{HEAD}{text}"))]);
    let run = check(&project, &["--format", "full", "--color", "never"]).ended(1);
    let places = run.out.lines().filter_map(|line| line.split_once("[a.yaml:")?.1.split_once("] "));
    places.map(|(_, names)| names.to_owned()).collect()
}

#[test]
fn lines_that_cannot_be_read_have_the_element_around_them() {
    let unaligned =
        "node_types:\n  N:\n    properties:\n      q:\n        type: integer\n       default: 1\n";
    assert_eq!(breadcrumbs(unaligned), ["node_types › N › properties › q"]);
    let with_tab = "service_template:\n  node_templates:\n    b:\n    \ttype: N\n";
    assert_eq!(breadcrumbs(with_tab), ["service_template › node_templates › b"]);
    let unclosed = "node_types:\n  N:\n    properties:\n      p: { type: string\n";
    assert_eq!(breadcrumbs(unclosed), ["node_types › N › properties"]);
}

#[test]
fn comments_have_the_element_around_them() {
    let text = "node_types:\n  N:\n    # tosca: allow\n    description: A type.\n    metadata:\n      a: b # tosca: allow\n  M: 1\n";
    assert_eq!(breadcrumbs(text), ["node_types › N", "node_types › N › metadata", "node_types"]);
}

#[test]
fn the_way_to_a_place_is_cut_at_its_root() {
    let keys: String = (0..30).map(|depth| format!("{:depth$}key-number-{depth}:\n", "")).collect();
    let out =
        full(&format!("dsl_definitions:\n  a: 1\nmetadata:\n{}  ? : \"\n", keys.replace("key", " key")));
    let place = out.lines().find(|line| line.contains("[a.yaml:")).expect("a place");
    assert!(place.chars().count() <= 100, "{place}");
}

#[test]
fn titles_labels_and_help_are_wrapped_at_the_width_of_the_terminal() {
    let text = "node_types: { T: { properties: { a_long_name: { type: string } } } }\n\
                service_template:\n  node_templates:\n    n: { type: T, properties: { a_long_name: [] } }\n";
    let project = Project::new(&[("a.yaml", &format!("{HEAD}{text}"))]);
    for columns in [40, 60, 80] {
        let run = check_with(&project, &[("COLUMNS", &columns.to_string())], &["a.yaml"]).ended(1);
        // A label begins below its span, and is not wrapped at less than its minimum width.
        let lines = run.out.lines().filter(|line| !line.starts_with("   · "));
        let longest = lines.map(|line| line.chars().count()).max();
        assert!(longest.is_some_and(|longest| longest <= columns), "{columns}: {}", run.out);
    }
    let wide = check(&project, &["a.yaml"]).ended(1).out;
    assert!(
        wide.starts_with(
            "error[T0601 wrong-value-type]: property `a_long_name` must be a string, not a list\n"
        )
    );
}

#[test]
fn places_far_apart_are_shown_apart_and_the_mistake_first() {
    let between: String = (0..50).map(|number| format!("  B{number}: {{}}\n")).collect();
    let out = full(&format!("node_types:\n  A: {{}}\n{between}  A: {{}}\n"));
    let places: Vec<&str> = out.lines().filter(|line| line.contains("[a.yaml:")).collect();
    assert!(places.len() == 2 && places[0].contains(":54:3]") && places[1].contains(":3:3]"), "{out}");
    assert!(!out.contains("B20"), "{out}");
}

#[test]
fn very_many_other_places_are_counted() {
    let uses: String = (0..30).map(|number| format!("  k{number}: *a\n")).collect();
    let out = full(&format!("node_types:\n  T: &a {{ nope: 1 }}\n{}", uses.replace("  k", "  T")));
    let shown = out.lines().filter(|line| line.contains("╰── ")).count();
    assert!(out.contains("  note: and 22 more places\n"), "{out}");
    assert!(shown <= 9, "{out}");
}

#[test]
fn of_a_long_line_a_window_is_shown() {
    let many: String = (0..500).map(|number| format!("n{number}: {{ type: T }}, ")).collect();
    let out = full(&format!(
        "service_template: {{ node_templates: {{ {many} last: {{ type: Nope }}, {many} }} }}\nnode_types: {{ T: {{}} }}\n"
    ));
    let first = out.split("\n\n").next().expect("a finding");
    let (line, underline) = underlined(first);
    let begin = underline.find('─').expect("an underline");
    let column = underline[..begin].chars().count();
    let word: String = line.chars().skip(column).take(4).collect();
    assert_eq!(word, "Nope", "{first}");
    assert!(line.contains('…') && line.ends_with('…'), "{line}");
    assert!(first.lines().all(|line| line.chars().count() <= 200), "{first}");
}

#[test]
fn what_a_terminal_would_obey_is_replaced() {
    let out = full("no\u{202e}pe\u{9b}31m: 1\n");
    assert!(!out.contains(['\u{202e}', '\u{9b}']), "{out:?}");
}

#[test]
fn tabs_and_wide_characters_keep_underlines_in_place() {
    for (text, word) in [
        ("node_types:\n  A:\t{ derived_from:\tNope }\n", "Nope"),
        ("node_types:\n  服务器: { derived_from: 整数 }\n", "整数"),
        ("node_types:\n  A: { 属性: \"端口\", description: 𝔤röße }\n", "属性"),
    ] {
        let out = full(text);
        let first = out.split("\n\n").next().expect("a finding");
        let (line, underline) = underlined(first);
        let wide = |text: &str| {
            text.chars().map(|c| if ('⺀'..'\u{ffff}').contains(&c) { 2 } else { 1 }).sum::<usize>()
        };
        let begin = underline.split('─').next().expect("blanks");
        let at = line.find(word).expect("the word");
        assert_eq!(wide(&line[..at]), wide(begin), "{first}");
        let length = underline.trim_start_matches(|c| c != '─').chars().count();
        assert_eq!(wide(word), length, "{first}");
    }
}

/// Lines of all kinds around findings of all kinds: nothing panics, and no line of source is too wide.
#[test]
fn whatever_lines_hold_they_fit() {
    let pieces = [
        "\t",
        "a",
        "é",
        "整",
        "👩‍👩‍👧",
        "\u{200b}",
        "e\u{301}",
        " ",
        "\u{feff}",
        "{",
        "}",
        "[",
        ",",
        ": ",
        "#",
        "'",
        "\"",
        "*x",
        "&y ",
    ];
    let mut seed = 1_u64;
    let mut next = |most: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(seed >> 33).expect("32 bits") % most
    };
    let project = Project::new(&[]);
    for number in 0..60 {
        let mut text = HEAD.to_owned();
        for line in 0..6 {
            text.extend(["k", &line.to_string(), ": "]);
            for _ in 0..next(if line == 3 { 2000 } else { 60 }) {
                text.push_str(pieces[next(pieces.len())]);
            }
            text.push('\n');
        }
        project.add(format!("f{number}.yaml"), text);
    }
    let run = check(&project, &[]).ended(1);
    for line in run.out.lines().filter(|line| line.contains(" │ ")) {
        let width: usize = line.chars().filter(|c| !matches!(c, '\u{200b}' | '\u{301}' | '\u{200d}')).count();
        assert!(width <= 161, "{width}: {line}");
    }
    assert!(!run.err.contains("fault"), "{}", run.err);
}

/// The clause is that of the place of a finding, where the rule is about many places.
#[test]
fn a_finding_has_the_clause_of_its_place() {
    let text = "\
tosca_definitions_version: tosca_2_0
interface_types: { Life: { operations: { start: {} } } }
artifact_types: { Script: {} }
node_types:
  Server:
    atributes: {}
    interfaces: { life: { type: Life } }
    artifacts: { a: { type: Script, file: gone/a.sh } }
  Plain: {}
policy_types: { Healing: {} }
service_template:
  node_templates:
    web: { type: Server }
    plain: { type: Plain, properties: { a: 1 }, capabilities: { b: {} } }
  policies:
  - one: { type: Healing, targets: [ web, wrong ], triggers: { a: { event: life.gone, action: [ { call_operation: life.gone } ] } } }
  workflows:
    run: { steps: { a: { target: gone, activities: [ { inline: other } ] } } }
";
    let project = Project::new(&[("a.yaml", text)]);
    let run = project.run(&["check", "--format", "json"]).ended(1);
    let document: serde_json::Value = serde_json::from_str(&run.out).expect("JSON");
    let findings = document["diagnostics"].as_array();
    let clauses: Vec<(String, String)> = findings
        .expect("findings")
        .iter()
        .map(|finding| {
            (
                finding["message"].as_str().unwrap_or("").to_owned(),
                finding["spec"][0].as_str().unwrap_or("").to_owned(),
            )
        })
        .collect();
    for (message, clause) in [
        ("unknown keyname `atributes`", "7.1"),
        ("no such file", "12.2"),
        ("has no property `a`", "9.5"),
        ("has no capability `b`", "8.3"),
        ("unknown node template or group `wrong`", "16.4"),
        ("unknown node template or group `gone`", "13.2.2"),
        ("unknown workflow `other`", "13.2.3.4"),
    ] {
        let clause_of = clauses.iter().find(|(text, _)| text.contains(message));
        assert_eq!(clause_of.map(|(_, clause)| clause.as_str()), Some(clause), "{message}: {clauses:#?}");
    }
}
