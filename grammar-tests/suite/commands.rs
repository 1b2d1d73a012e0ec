//! Commands take what users write: names of built-in profiles, versions in any order, names of other files.

use crate::cli::Project;

const SIMPLE: [&str; 2] = ["org.oasis-open.tosca.simple:1.3", "org.oasis-open.tosca.simple:2.0"];

#[test]
fn profiles_are_compared_by_their_names() {
    let run = Project::new(&[]).run(&["profile", "diff", SIMPLE[0], SIMPLE[1]]).ended(0);
    assert!(run.out.contains("major version bump needed: "), "{}", run.out);
    assert!(run.out.contains("1.3 -> 2.0 is enough"), "{}", run.out);
}

#[test]
fn an_older_version_as_the_second_one_goes_back() {
    let profile = |version: &str| {
        format!("tosca_definitions_version: tosca_2_0\nprofile: a.b:{version}\nnode_types: {{ A: {{}} }}\n")
    };
    let project = Project::new(&[("new.yaml", &profile("1.3")), ("old.yaml", &profile("1.2"))]);
    let run = project.run(&["profile", "diff", "new.yaml", "old.yaml"]).ended(1);
    assert_eq!(run.out, "no version bump needed: no changes; 1.3 -> 1.2 goes back\n");
}

#[test]
fn types_of_a_profile_are_shown_by_its_name() {
    let run = Project::new(&[]).run(&["show", "tosca.nodes.Compute", "--profile", SIMPLE[1]]).ended(0);
    assert!(run.out.starts_with("# node type tosca.nodes.Compute ("), "{}", run.out);
}

#[test]
fn the_version_is_told_with_the_build_and_what_it_supports() {
    let run = Project::new(&[]).run(&["version", "--verbose"]).ended(0);
    for word in ["tosca ", "\nsystem ", "\nbuild ", "\nfeatures ", "\nrules ", "\neditions "] {
        assert!(run.out.contains(word), "{word:?} in {}", run.out);
    }
}

#[test]
fn a_file_of_another_kind_is_not_made_a_directory() {
    let run = Project::new(&[]).run(&["init", "foo.txt"]).ended(2);
    assert!(
        run.err.contains("help: use `foo.yaml` for a file, or `foo.txt/` for a new directory"),
        "{}",
        run.err
    );
}

#[test]
fn pages_say_how_the_level_is_changed_and_since_when_there_is_a_rule() {
    let run = Project::new(&[]).run(&["explain", "unknown-type"]).ended(0);
    assert!(run.out.contains("unknown-type = { level = \"off\", reason = \"…\" }"), "{}", run.out);
    assert!(run.out.contains("Available since tosca "), "{}", run.out);
}
