//! Formatting keeps data and comments, is idempotent, and orders keynames as the standard does if asked.

use std::sync::Arc;

use proptest::prelude::*;
use tosca::base::FileId;
use tosca::host::Limits;
use tosca::internals::format::{FormatOptions, LineRange, Order, Refusal, format};
use tosca::internals::yaml::{Tree, parse};

use crate::cli::{self, Project};
use crate::printer::{files_at_hand, none_at_fault, outline};
use crate::yaml::{data, write};

const PRESERVED: FormatOptions = FormatOptions { order: Order::Preserve, line_width: None, range: None };
const SORTED: FormatOptions = FormatOptions { order: Order::Standard, line_width: None, range: None };
const NARROW: FormatOptions = FormatOptions { order: Order::Preserve, line_width: Some(40), range: None };

fn read(text: &str) -> Tree {
    parse(&Arc::new(text.to_owned()), FileId(0), &Limits::default()).0
}

fn formatted(text: &str, options: &FormatOptions) -> Result<String, Refusal> {
    format(&Arc::new(text.to_owned()), FileId(0), &Limits::default(), options)
}

#[track_caller]
fn formats_with(options: &FormatOptions, text: &str, expected: &str) {
    let once = formatted(text, options).expect("YAML");
    assert_eq!(once, expected);
    assert_eq!(formatted(&once, options).expect("YAML"), once);
}

#[track_caller]
fn formats(text: &str, expected: &str) {
    formats_with(&SORTED, text, expected);
}

/// Returns what is wrong with the formatted text, if anything, or `None` if the text is not YAML.
fn fault(text: &str, options: &FormatOptions) -> Option<Result<(), String>> {
    let once = match formatted(text, options) {
        Ok(once) => once,
        Err(Refusal::NotYaml(_)) => return None,
        Err(Refusal::NotTheSame) => return Some(Err("would become something else".to_owned())),
    };
    let data = |text: &str| read(text).root().map(|root| outline(root, true));
    if data(text) != data(&once) && data(text).is_some() {
        return Some(Err(format!("is something else:\n{once}")));
    }
    if text.matches('#').count() != once.matches('#').count() {
        return Some(Err(format!("has other comments:\n{once}")));
    }
    // The entries in a range may have other lines after formatting.
    let again = FormatOptions { range: None, ..*options };
    let expected = if options.range.is_some() { formatted(text, &again).ok() } else { Some(once.clone()) };
    Some(match formatted(&once, &again) {
        Ok(twice) if Some(&twice) == expected.as_ref() => Ok(()),
        Ok(twice) => Err(format!("changes again:\n{once}\n--- then\n{twice}")),
        Err(_) => Err(format!("is no YAML any more:\n{once}")),
    })
}

#[test]
fn every_file_at_hand_is_formatted() {
    let mut faults = Vec::new();
    let mut done = 0;
    for (name, text) in files_at_hand() {
        let middle = text.lines().count() / 2;
        let range = Some(LineRange { first: middle + 1, last: middle + 1 });
        for options in [PRESERVED, SORTED, NARROW, FormatOptions { range, ..PRESERVED }] {
            match fault(&text, &options) {
                Some(Err(fault)) => faults.push(format!("{name} {fault}\n{options:?}")),
                Some(Ok(())) => done += 1,
                None => {}
            }
        }
    }
    none_at_fault(&faults);
    assert!(done > 4000, "{done} files");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn generated_data_is_formatted(data in data(), width in 20_usize..100, first in 1_usize..40, more in 0_usize..5) {
        let mut text = String::from("root:");
        write(&data, 2, &mut text);
        let range = Some(LineRange { first, last: first + more });
        for options in [FormatOptions { line_width: Some(width), ..PRESERVED }, FormatOptions { range, ..PRESERVED }] {
            let fault = fault(&text, &options).unwrap_or(Ok(()));
            prop_assert_eq!(fault, Ok(()), "{}\n{:?}", text, options);
        }
    }

    #[test]
    fn any_lines_are_formatted(
        lines in prop::collection::vec("( |  |    )?(- )?([a-c]: ?)(\\[ ?|\\]|\\{ ?|\\}|, ?|a: b|\\|\\+|#c|  # d|){0,4}", 1..9),
        first in 1_usize..10,
        more in 0_usize..3,
    ) {
        let text = lines.join("\n");
        let range = Some(LineRange { first, last: first + more });
        for options in [PRESERVED, FormatOptions { line_width: Some(20), ..PRESERVED }, FormatOptions { range, ..PRESERVED }] {
            let fault = fault(&text, &options).unwrap_or(Ok(()));
            prop_assert_eq!(fault, Ok(()), "{}\n{:?}", text, options);
        }
    }
}

#[test]
fn keynames_keep_the_order_of_the_author() {
    formats_with(
        &PRESERVED,
        "\
tosca_definitions_version:   tosca_2_0

metadata: {}
profile: p

node_types:
  A:
    properties:
      a: {required: false,type: string}
    derived_from: B
",
        "\
tosca_definitions_version: tosca_2_0

metadata: {}
profile: p

node_types:
  A:
    properties:
      a: { required: false, type: string }
    derived_from: B
",
    );
}

#[test]
fn what_a_blank_line_separates_stays_apart() {
    formats(
        "\
tosca_definitions_version: tosca_2_0

# ours
metadata: {}
profile: p

service_template:
  node_templates: {}

  outputs: {}
  inputs: {}

node_types: {}
",
        "\
tosca_definitions_version: tosca_2_0

# ours
metadata: {}
profile: p

node_types: {}

service_template:
  inputs: {}
  outputs: {}

  node_templates: {}
",
    );
}

#[test]
fn brackets_that_are_too_wide_get_a_line_for_each_part() {
    formats_with(
        &NARROW,
        "\
short: [ a, b ]
key: { first: one, second: [ three, four ] }
list:
  - { first: one, second: { third: 3, fourth: [ 4 ] }, fifth: 555555 }
  - [ aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa ]
own: { first: one, second: 2,
  third: [ three, four, five, six ] }
comment: [ aaaaaaaaaaaaaaaaaaaaaaaa, bbbbbbbbbbb ]  # c
quoted: [ \"a string that is wider than the line, by far\" ]
call: &x { aaaaaaaaaaaaaaaaaaaaaaaaaa: [ bbbbbbbbbbbbb ] }
again: [ *x , *x ]
empty: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa
{ aaaaaaaaaaaaaaaaaaaaaaaaaa: bbbbbbbbbbbbbbbbbb }: key
",
        "\
short: [ a, b ]
key: {
    first: one,
    second: [ three, four ]
  }
list:
  - {
      first: one,
      second: {
        third: 3,
        fourth: [ 4 ]
      },
      fifth: 555555
    }
  - [
      aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa
    ]
own: { first: one, second: 2,
    third: [ three, four, five, six ] }
comment: [
    aaaaaaaaaaaaaaaaaaaaaaaa,
    bbbbbbbbbbb
  ]  # c
quoted: [
    \"a string that is wider than the line, by far\"
  ]
call: &x {
    aaaaaaaaaaaaaaaaaaaaaaaaaa: [
      bbbbbbbbbbbbb
    ]
  }
again: [ *x, *x ]
empty: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa
{ aaaaaaaaaaaaaaaaaaaaaaaaaa: bbbbbbbbbbbbbbbbbb }: key
",
    );
}

#[test]
fn only_the_entries_in_the_range_are_formatted() {
    let text = "\
tosca_definitions_version:   tosca_2_0

node_types:
    A:
        # of a
        properties:   {}
        attributes: {a:   string}   # c

        capabilities: {}
        requirements:
        - a:   b
        - c:   d
    B:   {}
";
    let lines = |first, last| FormatOptions { range: Some(LineRange { first, last }), ..PRESERVED };
    let changed = |first, last| {
        let formatted = formatted(text, &lines(first, last)).expect("YAML");
        let lines = formatted.lines().zip(text.lines()).enumerate();
        assert_eq!(formatted.lines().count(), text.lines().count());
        lines.filter(|(_, (one, other))| one != other).map(|(index, _)| index + 1).collect::<Vec<_>>()
    };
    assert_eq!(changed(1, 1), [1]);
    assert_eq!(changed(2, 2), [4, 5, 6, 7, 9, 10, 11, 12, 13]);
    assert_eq!(changed(5, 5), [6]);
    assert_eq!(changed(6, 7), [6, 7]);
    assert_eq!(changed(8, 8), [] as [usize; 0]);
    assert_eq!(changed(11, 11), [11]);
    assert_eq!(changed(10, 10), [11, 12]);
    assert_eq!(changed(13, 13), [13]);
    assert_eq!(changed(14, 99), [] as [usize; 0]);
    assert_eq!(formatted(text, &lines(1, 99)).ok(), formatted(text, &PRESERVED).ok());
    // The order of keynames changes among the entries in the range only.
    let text = "\
tosca_definitions_version: tosca_2_0
node_types:
  A:
    metadata: {}
    version: 1.0
    derived_from: B
";
    let sorted = FormatOptions { range: Some(LineRange { first: 5, last: 6 }), ..SORTED };
    let expected =
        text.replace("    version: 1.0\n    derived_from: B\n", "    derived_from: B\n    version: 1.0\n");
    assert_eq!(formatted(text, &sorted).expect("YAML"), expected);
}

#[test]
fn what_a_file_says_of_itself_and_imports_stands_ahead_of_its_types() {
    formats(
        "\
tosca_definitions_version: tosca_2_0
node_types: { N: {} }
functions: {}
imports: [ a.yaml ]
dsl_definitions: {}
profile: p
",
        "\
tosca_definitions_version: tosca_2_0
dsl_definitions: {}
profile: p
imports: [ a.yaml ]
node_types: { N: {} }
functions: {}
",
    );
}

#[test]
fn keynames_come_in_the_order_of_the_standard() {
    formats(
        "\
# licence

# the version
description: d
tosca_definitions_version: tosca_2_0   # first

service_template:
  node_templates:
    # names keep their order
    web:
      requirements:
      - host: { relationship: R,node: db }
      # of the type
      type: Web
      x-own: 1
      properties: { b: 1, a: 2 }
    db: { type: Db }

  inputs:
    size:
      default: 1
      type: integer
# types
node_types:
  Web:
    properties:
      port: {default: 80, type: integer}
    derived_from: Root
",
        "\
# licence

tosca_definitions_version: tosca_2_0  # first
# the version
description: d

# types
node_types:
  Web:
    derived_from: Root
    properties:
      port: { type: integer, default: 80 }
service_template:
  inputs:
    size:
      type: integer
      default: 1

  node_templates:
    # names keep their order
    web:
      # of the type
      type: Web
      x-own: 1
      properties: { b: 1, a: 2 }
      requirements:
        - host: { node: db, relationship: R }
    db: { type: Db }
",
    );
}

#[test]
fn no_alias_gets_before_its_anchor() {
    // `default` and `type` may not change places, `description` may.
    formats(
        "\
tosca_definitions_version: tosca_2_0
data_types:
  A:
    properties:
      p:
        default: &d { b: 1 }
        type: *d
        description: x
    metadata: *d
    derived_from: X
",
        "\
tosca_definitions_version: tosca_2_0
data_types:
  A:
    derived_from: X
    properties:
      p:
        description: x
        default: &d { b: 1 }
        type: *d
    metadata: *d
",
    );
    // The content of an alias is the same in another order.
    formats(
        "\
tosca_definitions_version: tosca_2_0
node_types:
  A: &a
    properties: { p: string }
    derived_from: X
  B: *a
  C:
    description: c
    <<: *a
    version: 1.0
",
        "\
tosca_definitions_version: tosca_2_0
node_types:
  A: &a
    derived_from: X
    properties: { p: string }
  B: *a
  C:
    version: 1.0
    description: c
    <<: *a
",
    );
}

#[test]
fn other_versions_are_ordered_by_their_own_tables() {
    formats(
        "\
topology_template:
  outputs: {}
  inputs: {}
imports: [a.yaml]
tosca_definitions_version: tosca_simple_yaml_1_3
",
        "\
tosca_definitions_version: tosca_simple_yaml_1_3
imports: [ a.yaml ]
topology_template:
  inputs: {}
  outputs: {}
",
    );
}

#[test]
fn a_dialect_has_the_order_of_what_it_extends() {
    formats(
        "\
tosca_definitions_version: tosca_simple_yaml_1_3
topology_template:
  node_templates:
    a:
      requirements: []
      type: org.apache.brooklyn.entity.stock.BasicApplication
  inputs: {}
node_types:
  own.Type:
    icon: https://example.com/a.png
    properties: {}
    derived_from: tosca.nodes.Root
",
        "\
tosca_definitions_version: tosca_simple_yaml_1_3
node_types:
  own.Type:
    icon: https://example.com/a.png
    derived_from: tosca.nodes.Root
    properties: {}
topology_template:
  inputs: {}
  node_templates:
    a:
      type: org.apache.brooklyn.entity.stock.BasicApplication
      requirements: []
",
    );
}

#[test]
fn what_is_wrong_or_unknown_stays_in_its_place() {
    formats(
        "\
tosca_definitions_version: tosca_2_0
own: 1
node_types:
  - A
  - description: d
    derived_from: e
service_template:
  node_templates: [1,2]
  x: 1
  inputs:
    a: [ {required: true,type: x} ]
    $call: {required: true,type: x}
",
        "\
tosca_definitions_version: tosca_2_0
own: 1
node_types:
  - A
  - description: d
    derived_from: e
service_template:
  inputs:
    a: [ { required: true, type: x } ]
    $call: { type: x, required: true }
  node_templates: [ 1, 2 ]
  x: 1
",
    );
    // Files that are not TOSCA are only laid out.
    formats("services:\n- b: 1\n  a:   2\n", "services:\n  - b: 1\n    a: 2\n");
    formats("", "");
    formats("# nothing\n", "# nothing\n");
}

#[test]
fn odd_line_ends_become_one_kind() {
    formats(
        "tosca_definitions_version: tosca_2_0\rdescription: a\r  b # c\rmetadata: {}\r",
        "tosca_definitions_version: tosca_2_0\ndescription: a\n  b  # c\nmetadata: {}\n",
    );
    formats(
        "tosca_definitions_version: tosca_2_0\r\ndescription: |\r\n    a\r\n",
        "tosca_definitions_version: tosca_2_0\r\ndescription: |\r\n  a\r\n",
    );
}

// ── the command ──

const ODD: &str = "tosca_definitions_version:   tosca_2_0\n";
const EVEN: &str = "tosca_definitions_version: tosca_2_0\n";
const BROKEN: &str = "tosca_definitions_version: [\n";

/// Rules of YAML that a dialect leaves open do not prevent formatting.
#[test]
fn a_warning_of_a_dialect_is_no_reason_to_refuse() {
    let body = "description: !!timestamp \"2020-01-01\"\n";
    let in_version = |version: &str| format!("tosca_definitions_version: {version}\n{body}");
    for version in ["tosca_simple_yaml_1_3", "tosca_variability_1_0"] {
        formats(&in_version(version), &in_version(version));
    }
    assert!(matches!(formatted(&in_version("tosca_2_0"), &PRESERVED), Err(Refusal::NotYaml(_))));
}

#[test]
fn files_are_written_where_something_changes() {
    let project =
        Project::new(&[("a.yaml", ODD), ("b/b.yaml", EVEN), ("b/compose.yaml", "services:   {}\n")]);
    let before =
        std::fs::metadata(project.path("b/b.yaml")).and_then(|data| data.modified()).expect("a time");
    let run = project.run(&["fmt", "."]).ended(0);
    assert_eq!((run.out.as_str(), run.err.as_str()), ("", "1 file formatted, 1 file unchanged\n"));
    let text = |path: &str| std::fs::read_to_string(project.path(path)).expect("a file");
    assert_eq!(text("a.yaml"), EVEN);
    assert_eq!(text("b/compose.yaml"), "services:   {}\n");
    let after = std::fs::metadata(project.path("b/b.yaml")).and_then(|data| data.modified()).expect("a time");
    assert_eq!(before, after);
    // A file that is given by name is always formatted.
    project.run(&["fmt", "b/compose.yaml"]).ended(0);
    assert_eq!(text("b/compose.yaml"), "services: {}\n");
}

#[test]
fn check_lists_what_would_change() {
    let project = Project::new(&[("a.yaml", ODD), ("b.yaml", EVEN), ("c.yaml", ODD)]);
    let run = project.run(&["fmt", "--check", "*.yaml"]).ended(1);
    assert_eq!(run.out, "a.yaml\nc.yaml\n");
    assert_eq!(run.err, "2 files would be formatted, 1 file unchanged\n");
    assert_eq!(std::fs::read_to_string(project.path("a.yaml")).expect("a file"), ODD);
    let run = project.run(&["fmt", "--check", "b.yaml"]).ended(0);
    assert_eq!((run.out.as_str(), run.err.as_str()), ("", ""));
}

#[test]
fn diff_shows_what_would_change() {
    let project = Project::new(&[("a.yaml", ODD)]);
    let run = project.run(&["fmt", "--diff", "a.yaml"]).ended(1);
    let expected = "\
--- a.yaml
+++ a.yaml (formatted)
@@ -1 +1 @@
-tosca_definitions_version:   tosca_2_0
+tosca_definitions_version: tosca_2_0
";
    assert_eq!(run.out, expected);
    let run = project.run(&["fmt", "--diff", "--color", "always", "a.yaml"]).ended(1);
    assert!(run.out.contains("\x1b[31m-tosca_definitions_version:   tosca_2_0\x1b[0m\n"), "{:?}", run.out);
}

#[test]
fn settings_determine_the_layout() {
    const UNSORTED: &str =
        "profile: p\ntosca_definitions_version: tosca_2_0\nmetadata: { first: [ one, two ] }\n";
    let project = Project::new(&[("a.yaml", UNSORTED), ("gone/b.yaml", ODD)]);
    assert_eq!(project.run(&["fmt", "--check", "a.yaml"]).ended(0).out, "");
    assert_eq!(project.run(&["fmt", "--check", "a.yaml", "--order", "standard"]).ended(1).out, "a.yaml\n");
    assert_eq!(project.run(&["fmt", "--check", "a.yaml", "--line-width", "30"]).ended(1).out, "a.yaml\n");
    project.add("tosca.toml", "order = \"standard\"\nline-width = 30\nexclude = [\"gone\"]\n");
    assert_eq!(
        project.run(&["fmt", "--check", "a.yaml", "--order", "preserve", "--line-width", "80"]).ended(0).out,
        ""
    );
    let run = project.run(&["fmt", "--check", "gone"]).ended(0);
    assert_eq!(run.err, "warning: no TOSCA files found (1 file excluded)\n");
    project.run(&["fmt"]).ended(0);
    let text = std::fs::read_to_string(project.path("a.yaml")).expect("a file");
    assert!(text.starts_with("tosca_definitions_version: tosca_2_0\n") && text.contains("{\n"), "{text}");
    // Nothing is formatted while the configuration has errors.
    project.add("tosca.toml", "order = \"standrd\"\n");
    let run = project.run(&["fmt", "gone/b.yaml"]).ended(2);
    assert!(run.err.contains("error[T0010 invalid-setting]"), "{}", run.err);
    assert_eq!(std::fs::read_to_string(project.path("gone/b.yaml")).expect("a file"), ODD);
}

#[test]
fn files_are_excluded_by_patterns() {
    let project = Project::new(&[("a.yaml", ODD), ("generated/b.yaml", ODD)]);
    assert_eq!(project.run(&["fmt", "--check", "--exclude", "generated"]).ended(1).out, "a.yaml\n");
    assert_eq!(project.run(&["fmt", "--check", "--exclude", "*.yaml", "--exclude", "x"]).ended(0).out, "");
    // A file that is given by name is always formatted.
    assert_eq!(project.run(&["fmt", "--check", "--exclude", "a.yaml", "a.yaml"]).ended(1).out, "a.yaml\n");
    let run = project.run(&["fmt", "--exclude", "a{"]).ended(2);
    assert!(run.err.contains("`--exclude a{` is not a valid `.gitignore` pattern"), "{}", run.err);
}

#[test]
fn lines_of_a_single_file_are_formatted() {
    let both = "tosca_definitions_version:   tosca_2_0\nprofile:   p\n";
    let project = Project::new(&[("a.yaml", both), ("b.yaml", ODD)]);
    project.run(&["fmt", "a.yaml", "--range", "2:2"]).ended(0);
    let text = std::fs::read_to_string(project.path("a.yaml")).expect("a file");
    assert_eq!(text, "tosca_definitions_version:   tosca_2_0\nprofile: p\n");
    let run = project.run(&["fmt", "--range", "1:2"]).ended(2);
    assert_eq!(run.err, "error: `--range` needs a single file\n");
    for wrong in ["0:1", "3:2", "x", "1:"] {
        let run = project.run(&["fmt", "a.yaml", "--range", wrong]).ended(2);
        assert!(run.err.contains("expected START:END, two line numbers"), "{}", run.err);
    }
}

#[test]
fn standard_input_is_printed() {
    let project = Project::new(&[]);
    let run = |input: &str, arguments: &[&str]| cli::run(project.command(arguments), input.as_bytes());
    assert_eq!(run(ODD, &["fmt", "-"]).ended(0).out, EVEN);
    assert_eq!(run(EVEN, &["fmt", "-"]).ended(0).out, EVEN);
    assert_eq!(run(ODD, &["fmt", "--check", "-"]).ended(1).out, "<stdin>\n");
    let named = ["fmt", "--check", "-", "--stdin-filename", "lib/a.yaml"];
    assert_eq!(run(ODD, &named).ended(1).out, "lib/a.yaml\n");
    // An unchanged file is not written.
    project.add("here.yaml", BROKEN);
    assert_eq!(run(ODD, &["fmt", "-", "--stdin-filename", "here.yaml"]).ended(0).out, EVEN);
    assert_eq!(std::fs::read_to_string(project.path("here.yaml")).expect("a file"), BROKEN);
    let broken = run(BROKEN, &["fmt", "-"]).ended(2);
    assert_eq!(broken.out, "");
    assert!(broken.err.contains("<stdin>:1:28"), "{}", broken.err);
}

#[test]
fn what_is_no_yaml_is_left_alone() {
    let project = Project::new(&[("a.yaml", ODD), ("b.yaml", BROKEN)]);
    project.add("c.yaml", b"tosca_definitions_version: \xff\n");
    let run = project.run(&["fmt", "a.yaml", "b.yaml", "c.yaml"]).ended(2);
    assert!(run.err.contains("error[T0101 yaml-syntax]"), "{}", run.err);
    assert!(run.err.contains("not-utf8"), "{}", run.err);
    assert!(run.err.ends_with("1 file formatted, 2 files skipped\n"), "{}", run.err);
    assert_eq!(std::fs::read_to_string(project.path("a.yaml")).expect("a file"), EVEN);
    assert_eq!(std::fs::read_to_string(project.path("b.yaml")).expect("a file"), BROKEN);
    let run = project.run(&["fmt", "missing.yaml"]).ended(2);
    assert_eq!(run.err, "error: no such file or directory: `missing.yaml`\n");
}

#[test]
fn without_a_path_the_whole_directory_is_formatted() {
    let project = Project::new(&[("a.yaml", ODD), ("b/b.yaml", ODD)]);
    let run = project.run(&["fmt", "--check"]).ended(1);
    assert_eq!(run.out, "a.yaml\nb/b.yaml\n");
    assert_eq!(project.run(&["fmt"]).ended(0).err, "2 files formatted\n");
    assert_eq!(std::fs::read_to_string(project.path("b/b.yaml")).expect("a file"), EVEN);
}
