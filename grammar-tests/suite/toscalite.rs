//! The examples of TOSCAlite, from the archive to the normal form, and hostile models.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use tosca::host::Memory;
use tosca::internals::migrate;
use tosca::normalize::{self, NormalizeOptions};
use tosca::{Analysis, check};

use crate::cli::Project;
use crate::harness::archives::zip;

const EXAMPLES: &str = "spec-examples/toscalite";
const NAMES: [&str; 3] = ["apache-php", "database", "wordpress"];

/// The files of an example, by their paths in its archive.
fn files(name: &str) -> BTreeMap<String, Vec<u8>> {
    let directory = format!("{EXAMPLES}/{name}/");
    let paths =
        ["xml", "sh", "conf", "php"].map(|extension| crate::files_below(&directory, extension)).concat();
    let inside = |path: &String| path.strip_prefix(&directory).expect("a path in the directory").to_owned();
    paths.iter().map(|path| (inside(path), std::fs::read(crate::project(path)).expect("the file"))).collect()
}

fn archive(name: &str) -> Vec<u8> {
    let files = files(name);
    let members: Vec<(&str, &[u8])> = files.iter().map(|(path, content)| (&**path, &**content)).collect();
    zip(&members)
}

/// Returns the normal form of the only file that was asked for, without the names of dialects.
fn normal_form(analysis: &Analysis) -> String {
    let mut requested = analysis.graph().files.iter().filter(|file| file.is_requested && file.is_readable());
    let file = requested.next().expect("a file");
    assert!(requested.next().is_none(), "several files");
    let mut form = normalize::model(analysis.model(), file, NormalizeOptions::default());
    form.head.dialects.clear();
    form.to_yaml()
}

#[test]
fn an_archive_means_the_same_as_its_lowered_text() {
    for name in NAMES {
        let mut host = Memory::new();
        host.add("example.zip", archive(name));
        let packed = check(&host, ["example.zip"]);
        assert!(packed.diagnostics().is_empty(), "{name}: {:?}", packed.diagnostics());
        let requested = packed.graph().files.iter().find(|file| file.is_requested && file.is_readable());
        let lowered = migrate::lower(&packed, requested.expect("the model").id);
        assert!(lowered.open.is_empty(), "{name}");
        let mut host = Memory::new();
        for (path, content) in files(name) {
            host.add(path, content);
        }
        host.add("model.yaml", lowered.text.clone());
        let plain = check(&host, ["model.yaml"]);
        assert!(plain.diagnostics().is_empty(), "{name}: {:?}", plain.diagnostics());
        assert_eq!(normal_form(&packed), normal_form(&plain), "{name}");
    }
}

#[test]
fn every_command_reads_an_archive() {
    let project = Project::new(&[]);
    project.add("blog.zip", archive("wordpress"));
    for command in ["check", "normalize", "graph", "show Service"] {
        let words: Vec<&str> = command.split(' ').chain(["blog.zip"]).collect();
        let run = project.run(&words).ended(0);
        assert!(command == "check" || run.out.contains("Service"), "{command}: {}", run.out);
    }
    project.run(&["lower", "blog.zip", "-o", "blog"]).ended(0);
    project.run(&["check", "--fail-on", "warning", "blog"]).ended(0);
    for path in ["model.yaml", "wordpress/install.sh", "relationships/connect-to-database.sh"] {
        assert!(project.path("blog").join(path).exists(), "{path}");
    }
    project.add("database.zip", archive("database"));
    let run = project.run(&["diff", "blog.zip", "database.zip"]).ended(1);
    assert!(run.out.contains("wordpress"), "{}", run.out);
    project.run(&["diff", "blog.zip", "blog.zip"]).ended(0);
}

#[test]
fn a_model_is_migrated_to_a_file_of_another_name() {
    let project = Project::new(&[]);
    project.add("blog.zip", archive("wordpress"));
    project.add("model.xml", files("database")["model.xml"].clone());
    project.run(&["migrate", "--in-place", "model.xml", "blog.zip"]).ended(0);
    assert!(!project.path("model.xml").exists());
    assert!(project.run(&["csar", "ls", "blog.zip"]).ended(0).out.contains("model.yaml"));
    project.run(&["check", "--fail-on", "warning", "blog.zip"]).ended(0);
    project.add("model.xml", files("database")["model.xml"].clone());
    let run = project.run(&["migrate", "--in-place", "model.xml"]).ended(2);
    assert!(run.err.contains("`model.xml` would become `model.yaml`, which exists"), "{}", run.err);
}

#[test]
fn a_model_is_not_formatted() {
    let model = String::from_utf8(files("database")["model.xml"].clone()).expect("text");
    let project = Project::new(&[("model.xml", &model)]);
    let run = project.run(&["fmt", "model.xml"]);
    assert!(
        run.err.contains("1 file skipped") || run.out.contains("1 file skipped"),
        "{} {}",
        run.out,
        run.err
    );
    assert_eq!(std::fs::read_to_string(project.path("model.xml")).expect("the model"), model);
}

#[test]
fn the_picture_of_an_example_is_in_the_list_of_examples() {
    let path = crate::project(EXAMPLES).join("wordpress/model.xml");
    let project = Project::new(&[("model.xml", &std::fs::read_to_string(path).expect("the model"))]);
    let picture = project.run(&["graph", "model.xml"]).ended(0).out;
    let list = crate::text_of("spec-examples/README.md");
    assert!(list.contains(&format!("```mermaid\n{picture}```\n")), "{picture}");
}

/// Returns the names of the rules that report a model, each with the number of findings.
fn found(model: String) -> BTreeMap<&'static str, usize> {
    let mut host = Memory::new();
    host.add("model.xml", model);
    let mut counts = BTreeMap::new();
    for diagnostic in check(&host, ["model.xml"]).diagnostics() {
        *counts.entry(diagnostic.rule.name).or_default() += 1;
    }
    counts
}

fn service(name: &str) -> String {
    format!(
        "<Node><Type>service</Type><Name>{name}</Name>\
         <ImplementationArtifacts><Create>/a</Create></ImplementationArtifacts></Node>"
    )
}

fn relationship(relationship_type: &str, source: &str, target: &str) -> String {
    format!(
        "<Relationship><Type>{relationship_type}</Type>\
         <Source>{source}</Source><Target>{target}</Target></Relationship>"
    )
}

fn model(nodes: &str, relationships: &str) -> String {
    format!("<Model><Nodes>{nodes}</Nodes><Relationships>{relationships}</Relationships></Model>")
}

const MANY: usize = 20_000;

#[test]
fn many_relationships_of_one_node_end() {
    let nodes = ["a", "b"].map(service).concat();
    let hosts = relationship("hostedOn", "a", "b").repeat(MANY) + &relationship("hostedOn", "b", "a");
    let counts = found(model(&nodes, &hosts));
    assert_eq!(counts.get("host-cycle"), Some(&1), "{counts:?}");
    assert_eq!(counts.get("unclear-host"), Some(&(MANY - 1)), "{counts:?}");
}

#[test]
fn a_long_cycle_ends() {
    let (mut nodes, mut hosts) = (String::new(), String::new());
    for index in 0..MANY {
        nodes += &service(&format!("n{index}"));
        hosts += &relationship("hostedOn", &format!("n{index}"), &format!("n{}", (index + 1) % MANY));
    }
    let counts = found(model(&nodes, &hosts));
    assert_eq!(counts.get("host-cycle"), Some(&1), "{counts:?}");
    assert_eq!(counts.get("unclear-host"), None, "{counts:?}");
}

#[test]
fn many_unknown_names_end() {
    let mut relationships = String::new();
    let mut nodes = String::new();
    for index in 0..MANY {
        let _ = write!(nodes, "{}", service(&format!("node{index}")));
        relationships += &relationship("hostedOn", &format!("node{index}"), &format!("nod{index}"));
    }
    let counts = found(model(&nodes, &relationships));
    assert_eq!(counts.get("unknown-template"), Some(&MANY), "{counts:?}");
}

#[test]
fn what_is_no_model_is_told_or_passed_over() {
    assert_eq!(
        found("<Model><Nodes><Node>".to_owned()).keys().copied().collect::<Vec<_>>(),
        ["malformed-xml"]
    );
    assert_eq!(
        found("<!DOCTYPE Model [<!ENTITY a SYSTEM \"/etc/passwd\">]><Model>&a;</Model>".to_owned()).len(),
        1
    );
    let properties = "<Property key=\"a\">1</Property>".repeat(MANY);
    let node =
        format!("<Node><Type>service</Type><Name>a</Name><Properties>{properties}</Properties></Node>");
    assert_eq!(found(model(&node, "")).get("duplicate-key"), Some(&(MANY - 1)));
}
