//! Whole projects of TOSCA 1.x, generated in the layouts that projects have: checking and migration.

use std::fmt::Write as _;

use crate::cli::Project;

/// A repository in the layout of Winery: a folder for each type, and no imports.
const TYPES: usize = 200;
/// The files of a project with one name space.
const FILES: usize = 50;

fn project(files: &[(String, String)]) -> Project {
    let files: Vec<(&str, &str)> = files.iter().map(|(path, text)| (&**path, &**text)).collect();
    Project::new(&files)
}

/// Migrates a project that has no errors. Afterwards it must have none, and a second run must change nothing.
fn migrated(project: &Project) {
    project.run(&["migrate", "--in-place", "."]).ended(0);
    project.run(&["check", "."]).ended(0);
    let again = project.run(&["migrate", "."]);
    assert!(again.err.contains("0 files would be migrated"), "{}", again.err);
}

fn text_of(project: &Project, path: &str) -> String {
    std::fs::read_to_string(project.path(path)).expect("the file")
}

/// Returns the repository: a chain of node types, each of which hosts the next, and a service.
fn repository() -> Vec<(String, String)> {
    let mut files = Vec::new();
    for index in 0..TYPES {
        let parent = match index {
            0 => "tosca.nodes.SoftwareComponent".to_owned(),
            _ => format!("example.nodes.T{}", index - 1),
        };
        let text = format!(
            "tosca_definitions_version: tosca_simple_yaml_1_3\nnode_types:\n  example.nodes.T{index}:\n    derived_from: {parent}\n    properties:\n      p{index}: {{ type: integer, required: false }}\n"
        );
        files.push((format!("nodetypes/example.nodes/T{index}/NodeType.tosca"), text));
    }
    let service = "tosca_definitions_version: tosca_simple_yaml_1_3\ntopology_template:\n  node_templates:\n    app:\n      type: example.nodes.T199\n      properties: { p0: 1, p199: 2 }\n      requirements: [ { host: server } ]\n    server: { type: tosca.nodes.Compute }\n";
    files.push(("servicetemplates/example/Shop/ServiceTemplate.tosca".to_owned(), service.to_owned()));
    files
}

#[test]
fn a_repository_by_folders_is_checked_and_migrated() {
    let project = project(&repository());
    let check = project.run(&["check", "--format", "concise", "."]).ended(0);
    let findings: Vec<&str> = check.out.lines().collect();
    assert!(matches!(findings[..], [one] if one.contains("repository-by-folders")), "{}", check.out);
    migrated(&project);
    let service = text_of(&project, "servicetemplates/example/Shop/ServiceTemplate.tosca");
    assert!(service.contains("url: ../../../nodetypes/example.nodes/T199/NodeType.tosca"), "{service}");
    let last = text_of(&project, "nodetypes/example.nodes/T199/NodeType.tosca");
    assert!(last.contains("url: ../T198/NodeType.tosca"), "{last}");
}

#[test]
fn a_wrong_name_in_a_repository_by_folders_is_found() {
    let mut files = repository();
    files[7].1 = files[7].1.replace("example.nodes.T6", "example.nodes.X6");
    let check = project(&files).run(&["check", "--format", "concise", "."]).ended(1);
    let wrong: Vec<&str> = check.out.lines().filter(|line| line.contains("error[")).collect();
    assert!(matches!(wrong[..], [one] if one.contains("unknown-type")), "{}", check.out);
}

/// Only the service imports anything: all files see each other through it.
#[test]
fn a_flat_project_is_checked_and_migrated() {
    let mut service = "tosca_definitions_version: tosca_simple_yaml_1_0\nimports:\n".to_owned();
    let mut files = Vec::new();
    for index in 0..FILES {
        let _ = writeln!(service, "- t{index}.yaml");
        let parent = if index == 0 { "tosca.nodes.Root".to_owned() } else { format!("my.T{}", index - 1) };
        let text = format!(
            "tosca_definitions_version: tosca_simple_yaml_1_0\nnode_types:\n  my.T{index}: {{ derived_from: {parent} }}\n"
        );
        files.push((format!("t{index}.yaml"), text));
    }
    let last = FILES - 1;
    let _ = write!(service, "topology_template:\n  node_templates:\n    a: {{ type: my.T{last} }}\n");
    files.push(("service.yaml".to_owned(), service));
    let project = project(&files);
    let check = project.run(&["check", "--format", "concise", "."]).ended(0);
    let count = check.out.lines().filter(|line| line.contains("not-imported")).count();
    assert_eq!(count, FILES - 1, "{}", check.out);
    assert!(!check.out.contains("unused-import"), "{}", check.out);
    migrated(&project);
    assert!(text_of(&project, "t49.yaml").contains("url: t48.yaml"), "{}", text_of(&project, "t49.yaml"));
}

/// The types are those of the standard, and the built-in types that refer to them mean them.
#[test]
fn a_project_with_its_own_normative_types_is_checked_and_migrated() {
    let types = "tosca_definitions_version: tosca_simple_yaml_1_3
data_types:
  string: { derived_from: tosca.datatypes.Root }
node_types:
  tosca.nodes.Database:
    derived_from: tosca.nodes.Root
    properties:
      name: { type: string }
      size: { type: scalar-unit.size, default: 10 GB, required: false }
    requirements:
    - host: { capability: tosca.capabilities.Compute, node: tosca.nodes.DBMS, relationship: tosca.relationships.HostedOn }
    capabilities:
      database_endpoint: { type: tosca.capabilities.Endpoint.Database }
";
    let service = "tosca_definitions_version: tosca_simple_yaml_1_3
imports: [ types.yaml ]
topology_template:
  node_templates:
    db:
      type: tosca.nodes.Database
      properties: { name: x }
      requirements: [ { host: dbms } ]
    dbms:
      type: tosca.nodes.DBMS
      requirements: [ { host: c } ]
    c: { type: tosca.nodes.Compute }
";
    let project = Project::new(&[("types.yaml", types), ("service.yaml", service)]);
    let check = project.run(&["check", "--format", "concise", "."]).ended(0);
    assert!(!check.out.contains("error["), "{}", check.out);
    migrated(&project);
}

#[test]
fn a_file_of_each_version_is_checked_and_migrated() {
    let versions = [
        "tosca_simple_yaml_1_0",
        "tosca_simple_yaml_1_0_0",
        "tosca_simple_yaml_1_0_0_wd03",
        "tosca_simple_yaml_1_1",
        "tosca_simple_yaml_1_2",
        "tosca_simple_yaml_1_3",
        "tosca_simple_openecomp_1_0",
        "tosca_simple_profile_for_nfv_1_0_0",
        "tosca_simple_unfurl_1_0_0",
        "yorc_tosca_simple_yaml_1_0",
        "alien_dsl_2_0_0",
        "\"http://docs.oasis-open.org/tosca/ns/simple/yaml/1.1\"",
    ];
    for version in versions {
        let text = format!(
            "tosca_definitions_version: {version}\nnode_types:\n  my.App:\n    derived_from: tosca.nodes.SoftwareComponent\n    properties:\n      port: {{ type: integer, default: 80, constraints: [ {{ in_range: [ 1, 65535 ] }} ] }}\ntopology_template:\n  inputs:\n    port: {{ type: integer, default: 8080 }}\n  node_templates:\n    app:\n      type: my.App\n      properties: {{ port: {{ get_input: port }} }}\n      requirements: [ {{ host: server }} ]\n    server: {{ type: tosca.nodes.Compute }}\n  outputs:\n    address: {{ value: {{ get_attribute: [ server, private_address ] }} }}\n"
        );
        let project = Project::new(&[("app.yaml", &*text)]);
        let check = project.run(&["check", "--format", "concise", "app.yaml"]).ended(0);
        assert!(check.out.is_empty(), "{version}: {}", check.out);
        migrated(&project);
        let wrong = Project::new(&[("app.yaml", &*text.replace("get_input: port", "get_input: prt"))]);
        let check = wrong.run(&["check", "--format", "concise", "app.yaml"]).ended(1);
        assert!(check.out.contains("unknown-input"), "{version}: {}", check.out);
        for word in ["service_template", "$get_input", "`url`", "profile"] {
            assert!(!check.out.contains(word), "{version}: {}", check.out);
        }
    }
}

/// What TOSCA 1.x tolerates and TOSCA 2.0 does not, and what is no longer seen, is listed and noted in the files. The
/// files record the version of their originals: what is a warning in these is not an error afterwards.
#[test]
fn errors_that_a_migration_changes_are_listed_and_noted() {
    let types = "tosca_definitions_version: tosca_simple_yaml_1_3
node_types:
  my.A:
    derived_from: tosca.nodes.Root
    properties:
      p: { type: string, constraints: [ { pattern: a+ } ] }
  my.B:
    derived_from: my.A
    properties:
      p: { type: string, constraints: [ { valid_values: [ b, c ] } ] }
    requirements:
    - link: { capability: tosca.capabilities.Endpoint, node: my.A, occurrences: [ 0, 1 ] }
    colour: red
";
    let service = "tosca_definitions_version: tosca_simple_yaml_1_3
imports: [ types.yaml ]
topology_template:
  node_templates:
    one:
      type: my.B
      properties:
        p: b
    two: { type: my.B, properties: { p: c } }
";
    let project = Project::new(&[("types.yaml", types), ("service.yaml", service)]);
    let run = project.run(&["migrate", "--in-place", "."]).ended(0);
    let places: Vec<&str> = run.err.lines().filter(|line| line.contains("[failed-validation]")).collect();
    assert_eq!(places.len(), 2, "{}", run.err);
    let text = text_of(&project, "service.yaml");
    let lines: Vec<&str> = text.lines().collect();
    for place in places {
        let mut parts = place.split(':');
        assert_eq!(parts.next(), Some("service.yaml"), "{place}");
        let line: usize = parts.next().and_then(|line| line.parse().ok()).expect("a line");
        assert!(lines[line - 1].contains("p: b") || lines[line - 1].contains("p: c"), "{place}\n{text}");
        let comment = lines[line - 2].trim();
        assert!(comment.starts_with("# TODO: an error in TOSCA 2.0 only: "), "{place}\n{text}");
        assert!(comment.ends_with("what is inherited also applies"), "{place}\n{text}");
    }
    for place in [
        "types.yaml:13:5: `colour` is not known, and is under `metadata` now",
        "types.yaml:10:43: TOSCA 2.0 adds this validation to the inherited one, which values here do not satisfy",
        "an error in TOSCA 2.0 only: node type `my.A` has no capability of type `tosca.capabilities.Endpoint`",
    ] {
        assert!(run.err.contains(place), "{place}: {}", run.err);
    }
    let types = text_of(&project, "types.yaml");
    assert!(types.contains("    # TODO: `colour` is not known"), "{types}");
    assert!(types.contains("tosca_dialects: [ tosca_simple_yaml_1_3 ]"), "{types}");
    assert!(!text.contains("tosca_dialects"), "{text}");
    let check = project.run(&["check", "--format", "concise", "."]).ended(0);
    assert_eq!(check.out.matches("warning[T0610").count(), 2, "{}", check.out);
    project.run(&["migrate", "--check", "."]).ended(0);
}

#[test]
fn the_version_becomes_the_first_key() {
    let text = "# A service.
description: Old.
node_types:
  my.A: { derived_from: tosca.nodes.Root }
tosca_definitions_version: tosca_simple_yaml_1_2 # at the end
";
    let project = Project::new(&[("a.yaml", text)]);
    migrated(&project);
    let new = text_of(&project, "a.yaml");
    let expected = "# A service.\ntosca_definitions_version: tosca_2_0 # at the end\ndescription: Old.\n";
    assert!(new.starts_with(expected), "{new}");
}

/// Published types that the program knows are written as well, and import each other.
#[test]
fn published_types_are_written_with_the_profiles() {
    let text = "tosca_definitions_version: tosca_simple_yaml_1_3
imports:
- file: etsi_nfv_sol001_vnfd_types.yaml
  namespace_prefix: nfv
node_types:
  my.V: { derived_from: nfv:tosca.nodes.nfv.VNF }
";
    let project = Project::new(&[("a.yaml", text)]);
    project.run(&["migrate", "--in-place", "--vendor-profiles", "lib", "."]).ended(0);
    let new = text_of(&project, "a.yaml");
    assert!(new.contains("- url: lib/etsi-nfv/3.3.1/etsi_nfv_sol001_vnfd_types.yaml\n"), "{new}");
    assert!(new.contains("  namespace: nfv\n"), "{new}");
    let copy = text_of(&project, "lib/etsi-nfv/3.3.1/etsi_nfv_sol001_vnfd_types.yaml");
    assert!(copy.contains("  - url: ../../simple/1.3/profile.yaml\n"), "{copy}");
    assert!(copy.contains("  - etsi_nfv_sol001_common_types.yaml\n"), "{copy}");
    let check = project.run(&["check", "a.yaml"]).ended(0);
    assert!(!check.out.contains("built-in"), "{}", check.out);
    project.run(&["migrate", "--check", "--vendor-profiles", "lib", "."]).ended(0);
}

/// What AMP adds goes to metadata, and is listed.
#[test]
fn what_amp_adds_is_listed() {
    let text = "tosca_definitions_version: tosca_simple_yaml_1_3
topology_template:
  node_templates:
    a:
      type: tosca.nodes.SoftwareComponent
      requirements: [ { host: c } ]
      interfaces:
        brooklyn.tosca.interfaces.node.lifecycle.CheckRunning:
          operations: { check_running: check.sh }
    c: { type: tosca.nodes.Compute }
  groups:
    add_brooklyn_types:
      members: [ a ]
      type: brooklyn.tosca.groups.initializer
      location: foo
      properties: { p: { get_property: [ a, component_version ] } }
";
    let project = Project::new(&[("a.yaml", text)]);
    let run = project.run(&["migrate", "--in-place", "--dialect", "amp", "."]).ended(0);
    for place in [
        "a.yaml:8:9: TOSCA 2.0 has no equivalent of `brooklyn.",
        "a.yaml:15:7: TOSCA 2.0 has no equivalent of `location`",
    ] {
        assert!(run.err.contains(place), "{}", run.err);
    }
    let new = text_of(&project, "a.yaml");
    let parked = "      # TODO: TOSCA 2.0 has no equivalent of `location`
      # TODO: TOSCA 2.0 has no equivalent of `properties`
      metadata:
        location: foo
        properties: { p: { $get_property: [ a, component_version ] } }
";
    assert!(new.ends_with(parked), "{new}");
    assert!(!new.contains("interfaces:"), "{new}");
}

/// Imports by the name and version of a template become imports of files.
#[test]
fn imports_by_name_and_version_are_migrated() {
    let types = "tosca_definitions_version: alien_dsl_2_0_0
metadata: { template_name: example.types, template_version: 1.2.0 }
node_types:
  my.A: { derived_from: tosca.nodes.Root }
";
    let service = "tosca_definitions_version: alien_dsl_2_0_0
imports:
- example.types:1.2.0
topology_template:
  node_templates:
    a: { type: my.A }
";
    let project = Project::new(&[("lib/types.yml", types), ("service/service.yml", service)]);
    migrated(&project);
    let new = text_of(&project, "service/service.yml");
    assert!(new.contains("- url: ../lib/types.yml\n"), "{new}");
}

/// Commands that answer about a file of 1.x in the terms of TOSCA 2.0 say so.
#[test]
fn answers_in_the_terms_of_tosca_2_0_are_told() {
    let text = "tosca_definitions_version: tosca_simple_yaml_1_3
node_types:
  my.A: { derived_from: tosca.nodes.Root }
topology_template:
  node_templates:
    a: { type: my.A }
";
    let project = Project::new(&[("a.yaml", text)]);
    let note = "note: `a.yaml` is written for `tosca_simple_yaml_1_3`; this is its meaning in the terms of TOSCA 2.0";
    for command in [["normalize", "a.yaml"], ["graph", "a.yaml"]] {
        let run = project.run(&command).ended(0);
        assert!(run.err.contains(note), "{command:?}: {}", run.err);
    }
    project.add("b.yaml", "tosca_definitions_version: tosca_2_0\nnode_types: { B: {} }\n");
    assert!(project.run(&["show", "B", "b.yaml"]).ended(0).err.is_empty());
}

/// More than a hundred errors end with a way to start anyway.
#[test]
fn many_errors_end_with_a_way_to_start() {
    let text = |count: usize| {
        let nodes = (0..count).map(|index| format!("    n{index}: {{ type: my.Unknown{index} }}\n"));
        let nodes: String = nodes.collect();
        format!(
            "tosca_definitions_version: tosca_simple_yaml_1_3\ntopology_template:\n  node_templates:\n{nodes}"
        )
    };
    let hint = "tosca check --write-baseline FILE";
    for (count, is_told) in [(100, false), (101, true)] {
        let run = Project::new(&[("a.yaml", &*text(count))]).run(&["check", "a.yaml"]).ended(1);
        assert!(run.err.contains(&format!("{count} errors")), "{}", run.err);
        assert_eq!(run.err.contains(hint), is_told, "{}", run.err);
    }
}

/// Files that a build puts in place are found on the import path, which a flag or a setting names.
#[test]
fn the_import_path_comes_from_a_flag_or_a_setting() {
    let service = "tosca_definitions_version: tosca_simple_yaml_1_3
imports: [ { file: lib/index.yml } ]
topology_template: { node_templates: { a: { type: my.A } } }
";
    let types = "tosca_definitions_version: tosca_simple_yaml_1_3
node_types: { my.A: { derived_from: tosca.nodes.Root } }
";
    let project = Project::new(&[("services/a.yaml", service), ("packaged/lib/index.yml", types)]);
    let run = project.run(&["check", "services"]).ended(1);
    assert!(run.out.contains("missing-import"), "{}", run.out);
    project.run(&["check", "services", "--import-path", "packaged"]).ended(0);
    project.run(&["check", "services", "--import-path", "nowhere"]).ended(2);
    project.add("services/tosca.toml", "import-path = [\"../packaged\"]\n");
    project.run(&["check", "services"]).ended(0);
    project.run(&["check", "services", "--no-config"]).ended(1);
}

/// A directory without TOSCA files names what it has instead.
#[test]
fn files_of_other_languages_are_named() {
    let ensemble = "apiVersion: unfurl/v1alpha1\nkind: Ensemble\nspec: {}\n";
    let project = Project::new(&[("ensemble.yaml", ensemble), ("a.yaml", "kind: Deployment\n")]);
    let run = project.run(&["check", "."]).ended(0);
    assert!(run.err.contains("no TOSCA files found (2 files skipped)"), "{}", run.err);
    assert!(
        run.err.contains("note: `ensemble.yaml` is an Unfurl ensemble, not a TOSCA file\n"),
        "{}",
        run.err
    );
    assert!(!run.err.contains("a.yaml"), "{}", run.err);
    project.add("heat.yaml", "heat_template_version: 2021-04-16\n");
    let run = project.run(&["check", "."]).ended(0);
    assert!(
        run.err.contains("note: `heat.yaml` is an OpenStack Heat template, not a TOSCA file\n"),
        "{}",
        run.err
    );
}

/// What a 1.x file means is kept in its normal form: a lost default is a difference, with errors in the files too.
#[test]
fn a_lost_default_is_a_difference() {
    let text = |default: &str, parent: &str| {
        format!(
            "tosca_definitions_version: tosca_simple_yaml_1_3\nnode_types:\n  my.A:\n    derived_from: {parent}\n    attributes:\n      a: {{ type: string{default} }}\n"
        )
    };
    let with = text(", default: { concat: [ x, y ] }", "tosca.nodes.Root");
    let project = Project::new(&[
        ("with.yaml", &*with),
        ("without.yaml", &*text("", "tosca.nodes.Root")),
        ("bad.yaml", &*text("", "my.Unknown")),
        ("worse.yaml", &*text(", default: { concat: [ x, y ] }", "my.Unknown")),
    ]);
    let run = project.run(&["diff", "with.yaml", "without.yaml"]).ended(1);
    assert!(run.out.contains("default"), "{}", run.out);
    project.run(&["lower", "with.yaml", "-o", "lowered.yaml"]).ended(0);
    project.run(&["diff", "with.yaml", "lowered.yaml"]).ended(0);
    project.run(&["diff", "bad.yaml", "worse.yaml"]).ended(2);
    let run = project.run(&["diff", "--force", "bad.yaml", "worse.yaml"]).ended(1);
    assert!(run.out.contains("default"), "{}", run.out);
}

/// A link to nothing is skipped in a directory, in a strict check as well; by its name it is an error.
#[cfg(unix)]
#[test]
fn a_link_to_nothing_is_skipped() {
    let text = "tosca_definitions_version: tosca_simple_yaml_1_3\n";
    let project = Project::new(&[("a.yaml", text)]);
    std::os::unix::fs::symlink("nowhere.yaml", project.path("b.yaml")).expect("a link");
    for arguments in
        [&["check", "--format", "concise", "."][..], &["check", "--format", "concise", "--strict", "."]]
    {
        let run = project.run(arguments).ended(0);
        assert!(run.out.contains("b.yaml:1:1: info[T0001 unreadable-file]"), "{}", run.out);
    }
    project.run(&["check", "b.yaml"]).ended(2);
}

/// An import that a build puts in place is an error without it, strictly as well, and is found on the import path.
#[test]
fn the_import_path_counts_strictly_as_well() {
    let service = "tosca_definitions_version: tosca_simple_yaml_1_3\nimports: [ { file: lib/index.yml } ]\n";
    let types = "tosca_definitions_version: tosca_simple_yaml_1_3\n";
    let project = Project::new(&[("a.yaml", service), ("packaged/lib/index.yml", types)]);
    project.run(&["check", "--strict", "a.yaml"]).ended(1);
    project.run(&["check", "--strict", "a.yaml", "--import-path", "packaged"]).ended(0);
}

/// Types without a version are read in that of the service, also if they are read before it and have nothing that only
/// TOSCA 1.x has; the migrated files have a version.
#[test]
fn a_project_with_a_file_without_a_version_is_checked_and_migrated() {
    let types = "data_types:
  my.D:
    properties:
      size: { type: scalar-unit.size, default: 1 GB }
      names: { type: list, entry_schema: string }
";
    let service = "tosca_definitions_version: tosca_simple_yaml_1_1
imports: [ index.yaml ]
topology_template:
  inputs:
    d: { type: my.D, default: { size: 2 GB, names: [ a ] } }
";
    let index = "imports: [ a.yaml ]\n";
    let files = [("a.yaml", types), ("index.yaml", index), ("service.yaml", service)];
    let project = Project::new(&files);
    let check = project.run(&["check", "--format", "concise", "."]).ended(0);
    let findings: Vec<&str> = check.out.lines().filter(|line| line.contains(": ")).collect();
    assert!(
        findings.iter().filter(|line| line.contains("warning[T0211 missing-version]")).count() == 2,
        "{}",
        check.out
    );
    assert_eq!(findings.iter().filter(|line| line.contains("[T")).count(), 2, "{}", check.out);
    migrated(&project);
    for path in ["a.yaml", "index.yaml"] {
        let text = text_of(&project, path);
        assert!(text.starts_with("tosca_definitions_version: tosca_2_0\n"), "{text}");
    }
    let alone = Project::new(&files[..1]);
    let check = alone.run(&["check", "--format", "concise", "."]).ended(1);
    assert!(check.out.contains("error[T0211"), "{}", check.out);
}

/// A list of types that earlier versions allow to grow is one place that needs a hand, whatever TOSCA 2.0 calls it.
#[test]
fn a_longer_list_of_types_is_listed_once() {
    let types = "tosca_definitions_version: tosca_simple_yaml_1_2
capability_types:
  my.C: { derived_from: tosca.capabilities.Root, valid_source_types: [ tosca.nodes.Compute ] }
  my.D: { derived_from: my.C, valid_source_types: [ tosca.nodes.Compute, tosca.nodes.Database ] }
relationship_types:
  my.R: { derived_from: tosca.relationships.Root, valid_target_types: [ my.C ] }
  my.S: { derived_from: my.R, valid_target_types: [ tosca.capabilities.Endpoint ] }
  my.T: { derived_from: tosca.relationships.Root, valid_target_types: [ tosca.nodes.Compute ] }
  my.U: { derived_from: my.T, valid_target_types: [ tosca.nodes.Database ] }
group_types:
  my.G: { derived_from: tosca.groups.Root, members: [ tosca.nodes.Compute ] }
  my.H: { derived_from: my.G, members: [ tosca.nodes.Database ] }
policy_types:
  my.P: { derived_from: tosca.policies.Root, targets: [ my.G ] }
  my.Q: { derived_from: my.P, targets: [ tosca.groups.Root ] }
";
    let project = Project::new(&[("types.yaml", types)]);
    let run = project.run(&["migrate", "."]).ended(1);
    for line in [4, 7, 9, 12, 15] {
        let count = run.err.lines().filter(|place| place.starts_with(&format!("types.yaml:{line}:"))).count();
        assert_eq!(count, 1, "{line}: {}", run.err);
    }
    assert!(run.err.contains("; 5 places need a hand"), "{}", run.err);
}

/// A path that is left as it is, which TOSCA 2.0 refuses, is one place that needs a hand.
#[test]
fn a_path_that_is_not_converted_is_listed_once() {
    let types = "tosca_definitions_version: alien_dsl_2_0_0
node_types:
  my.A:
    derived_from: tosca.nodes.SoftwareComponent
    attributes:
      url:
        type: string
        default: { concat: [ a, get_attribute: [ HOST, public_ip_address ] ] }
      other: { type: string, default: { get_attribute: [ HOST, public_ip_address ] } }
";
    let project = Project::new(&[("types.yaml", types)]);
    let run = project.run(&["migrate", "."]).ended(1);
    assert!(run.err.contains("; 2 places need a hand"), "{}", run.err);
    assert!(!run.err.contains("[unknown-path-start]"), "{}", run.err);
}

#[test]
fn the_normal_form_has_nothing_of_an_annex_whose_types_the_project_defines() {
    let text = "\
tosca_definitions_version: tosca_simple_yaml_1_0
capability_types:
  tosca.capabilities.Container.Docker: { derived_from: tosca.capabilities.Container }
node_types:
  App:
    derived_from: tosca.nodes.Root
    requirements:
      - host: { capability: tosca.capabilities.Container.Docker, relationship: tosca.relationships.HostedOn }
topology_template:
  node_templates:
    app: { type: App }
";
    let project = Project::new(&[("shop.yaml", text)]);
    let before = project.run(&["normalize", "shop.yaml"]).ended(0).out;
    assert!(before.contains("tosca.capabilities.Container.Docker"), "{before}");
    assert!(!before.contains("non-normative"), "{before}");
    migrated(&project);
    project.add("old.yaml", text);
    project.run(&["diff", "old.yaml", "shop.yaml"]).ended(0);
}
