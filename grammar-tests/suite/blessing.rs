//! Quoted parts of messages that changed are rewritten, and nothing else.

use crate::bless::Messages;
use crate::harness::markdown::read_file;
use crate::harness::run::outcome;

/// The text after blessing all its cases, and the cases that still fail.
fn blessed(text: &str) -> (String, Vec<String>) {
    let mut messages = Messages::default();
    let mut failing = Vec::new();
    for case in read_file("area", text) {
        let outcome = outcome(&case, &[]);
        if outcome.problems.is_empty() {
            messages.add(outcome.quoted);
        } else {
            failing.push(case.name);
        }
    }
    (messages.rewritten(text).0, failing)
}

/// A file of cases with what is to be expected of a node template.
fn text_of(comment: &str) -> String {
    format!(
        "Shared.\n\n## one\n\n```yaml\ntosca_definitions_version: tosca_2_0\nservice_template:\n  \
         node_templates:\n    a: {{ type: Nope, propertys: {{}} }} {comment}\n```\n"
    )
}

#[test]
fn only_quoted_parts_change() {
    let message = "unknown node type `Nope`";
    let old = r#"# error: 16 [unknown-type] "no type \"Nope\"" # error: 22 [unknown-keyname] "in a node""#;
    let new = format!("# error: 16 [unknown-type] \"{message}\" # error: 22 [unknown-keyname] \"in a node\"");
    assert_eq!(blessed(&text_of(old)), (text_of(&new), vec![]));
    assert_eq!(blessed(&text_of(&new)), (text_of(&new), vec![]));
}

#[test]
fn what_differs_otherwise_still_fails() {
    let keyname = "# error: 22 [unknown-keyname]";
    for other in [
        "# error: 15 [unknown-type] \"gone\"",
        "# warning: 16 [unknown-type] \"gone\"",
        "# error: 16 [unknown-name] \"gone\"",
        "# error: 16 [unknown-type] \"gone\" # error: 16 [unknown-type] \"gone\"",
        "",
    ] {
        let text = text_of(&format!("{other} {keyname} \"gone\""));
        assert_eq!(blessed(&text), (text.clone(), vec!["area/one".to_owned()]), "{other}");
    }
}

#[test]
fn messages_of_expressions_and_lists_are_rewritten() {
    let text = |one: &str, two: &str| {
        format!(
            "Shared.\n\n## one\n\n```diagnostics\nmain.yaml:1:1 error [missing-version] \"{one}\"\n```\n\n```yaml\n\
             service_template: {{ node_templates: {{}} }}\n```\n\n## two\n\n```eval\n# comment\n\
             {{ $nope: [ 1 ] }} => error [unknown-function] \"{two}\"\n```\n"
        )
    };
    let (blessed_text, failing) = blessed(&text("gone", "gone"));
    assert!(failing.is_empty(), "{failing:?}");
    assert!(!blessed_text.contains("gone"), "{blessed_text}");
    assert_eq!(blessed(&blessed_text).0, blessed_text);
}

#[test]
fn the_part_can_be_quoted_and_is_in_all_messages() {
    let quoted = |ends| crate::harness::markdown::Quoted { text: "old".into(), line: 1, columns: 1..4, ends };
    let part = |messages: &[&str], ends| {
        let mut all = Messages::default();
        all.add(messages.iter().map(|message| (quoted(ends), (*message).to_owned())).collect());
        all.rewritten("\"old\"").0
    };
    assert_eq!(part(&["`a` is # much too large"], &[" # "]), "\"much too large\"");
    assert_eq!(part(&["`a` is # much too large"], &[]), "\"`a` is # much too large\"");
    assert_eq!(part(&["the sum is too large", "the product is too large"], &[]), "\"is too large\"");
    assert_eq!(part(&["one", "two"], &[]), "\"old\"");
}
