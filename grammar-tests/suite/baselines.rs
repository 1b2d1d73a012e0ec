//! Findings are recognized when lines move: fingerprints and baselines.

use std::collections::BTreeSet;

use tosca::host::Memory;
use tosca::internals::session::fingerprints;

const TEMPLATES: &str = "\
tosca_definitions_version: tosca_2_0
service_template:
  node_templates:
    one: { type: Nothing }
    two: { type: Nothing }
    three:
      type: Nothing
    four:
      type: Nothing
";

fn of(path: &str, text: &str) -> Vec<String> {
    let mut host = Memory::new();
    host.add(path, text).add("/project/.git/HEAD", "");
    fingerprints(&tosca::check(&host, [path]))
}

#[test]
fn fingerprints_differ_from_each_other_and_are_the_same_in_every_version() {
    let fingerprints = of("a.yaml", TEMPLATES);
    assert_eq!(fingerprints.iter().collect::<BTreeSet<_>>().len(), 4);
    // Existing baselines and reports rely on this fingerprint.
    assert_eq!(fingerprints[0], "f0e220e3f3b60c92aa93a5300fbafedc");
}

#[test]
fn fingerprints_stay_when_lines_move_or_are_indented() {
    let moved = TEMPLATES.replace("service_template:\n", "\n# text\nmetadata: { a: b }\nservice_template:\n");
    assert_eq!(of("a.yaml", TEMPLATES), of("a.yaml", &moved));
    let deeper = TEMPLATES.replace("\n      type", "\n          type");
    assert_eq!(of("a.yaml", TEMPLATES), of("a.yaml", &deeper));
}

#[test]
fn a_new_finding_is_the_only_new_fingerprint() {
    let more = TEMPLATES.replace("    one:", "    zero: { type: Nothing }\n    one:");
    let (old, new) = (of("a.yaml", TEMPLATES), of("a.yaml", &more));
    assert_eq!(new[1..], old);
    assert!(!old.contains(&new[0]));
}

#[test]
fn fingerprints_tell_files_apart_but_not_working_directories() {
    assert_ne!(of("a.yaml", TEMPLATES), of("b.yaml", TEMPLATES));
    assert_eq!(of("sub/a.yaml", TEMPLATES), of("/project/sub/a.yaml", TEMPLATES));
}

#[test]
fn findings_that_agree_in_all_are_counted() {
    let twice =
        "tosca_definitions_version: tosca_2_0\nnode_types:\n  A: { propertis: {}, requirments: [] }\n";
    let fingerprints = of("a.yaml", twice);
    assert_eq!(fingerprints.len(), 2);
    assert_ne!(fingerprints[0], fingerprints[1]);
    let same = "tosca_definitions_version: tosca_2_0\nnode_types:\n  A: { valid_x: [&a c, &a d, &a e] }\n";
    let fingerprints = of("a.yaml", same);
    assert_eq!(fingerprints.iter().collect::<BTreeSet<_>>().len(), fingerprints.len(), "{fingerprints:?}");
}
