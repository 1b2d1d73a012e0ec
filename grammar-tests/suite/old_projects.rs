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
