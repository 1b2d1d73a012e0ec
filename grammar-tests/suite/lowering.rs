//! `tosca lower` and `tosca migrate`, and lowering over the corpus of real files.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use camino::Utf8PathBuf;
use tosca::diagnostics::codes;
use tosca::host::{Disk, Host as _, Overlay};
use tosca::{Analysis, Options, analyze, lower};

use crate::cli::Project;

fn select() -> Vec<String> {
    lower::CODES.iter().map(|code| code.slug.to_owned()).collect()
}

/// How often each code is found in each file.
fn counted(analysis: &Analysis) -> BTreeMap<(String, &'static str), usize> {
    let mut counts = BTreeMap::new();
    for found in &analysis.diagnostics {
        let path = analysis.sources().get(found.primary.span.file).path.to_string();
        *counts.entry((path, found.code.slug)).or_default() += 1;
    }
    counts
}

/// The projects of the corpus; none where it is not at hand.
fn projects() -> Vec<PathBuf> {
    let mut found = directories(&crate::project("../shared/corpus/tosca-1.x"));
    found.retain(|path| !path.ends_with("simple"));
    found
}

fn directories(path: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(path).into_iter().flatten().flatten();
    let mut found: Vec<PathBuf> = entries.map(|entry| entry.path()).filter(|path| path.is_dir()).collect();
    found.sort();
    found
}

#[test]
fn real_files_lowered_give_nothing_new_and_stay_as_they_are() {
    let disk = Disk::new();
    for path in projects() {
        let path = Utf8PathBuf::from_path_buf(path).expect("a path in UTF-8");
        let mut options = Options { select: select(), ..Options::default() };
        options.load.paths = vec![path.clone()];
        let before = analyze(&disk, &options);
        let mut host = Overlay::new(&disk);
        let own = |analysis: &Analysis| {
            let files = analysis.graph.files.iter().filter(|file| file.home.is_some());
            files.map(|file| (file.id, file.identity.clone())).collect::<Vec<_>>()
        };
        let files = own(&before);
        let ids: Vec<_> = files.iter().map(|(id, _)| *id).collect();
        for ((id, identity), lowered) in files.iter().zip(lower::lower_all(&before, &ids)) {
            if !before.graph.file(*id).syntax.tree.is_damaged() {
                host.add(identity, lowered.text.into_bytes());
            }
        }
        let after = analyze(&host, &options);
        let known = counted(&before);
        let told = [codes::lowered_with_loss::CODE.slug, codes::spelled_otherwise::CODE.slug];
        for ((file, slug), count) in counted(&after) {
            let earlier = known.get(&(file.clone(), slug)).copied().unwrap_or_default();
            assert!(count <= earlier, "{file}: {slug} {earlier} times before, {count} times after");
            let damaged = after.graph.files.iter().any(|of| {
                of.syntax.tree.is_damaged() && file.ends_with(of.identity.file_name().unwrap_or(""))
            });
            assert!(!told.contains(&slug) || damaged, "{file}: {slug} in a lowered file");
        }
        let files = own(&after);
        let ids: Vec<_> = files.iter().map(|(id, _)| *id).collect();
        for ((id, identity), again) in files.iter().zip(lower::lower_all(&after, &ids)) {
            let source = host.read(identity, u64::MAX).expect("the file");
            let damaged = after.graph.file(*id).syntax.tree.is_damaged();
            assert!(damaged || again.text.as_bytes() == source, "{identity} changes when lowered again");
        }
    }
}

const OLD: &str = "\
# A shop.
tosca_definitions_version: tosca_simple_yaml_1_3
imports: [ types.yaml ]
topology_template:
  node_templates:
    web: # the front
      type: Web
      properties: { memory: 4gb }
";
const TYPES: &str = "\
tosca_definitions_version: tosca_simple_yaml_1_3
node_types:
  Web:
    derived_from: tosca:Root
    properties:
      memory: { type: scalar-unit.size }
    capabilities:
      http: { type: tosca.capabilities.Endpoint, occurrences: [ 0, 5 ] }
";

fn shop() -> Project {
    Project::new(&[("shop.yaml", OLD), ("types.yaml", TYPES)])
}

#[test]
fn a_file_is_printed_in_plain_tosca() {
    let project = shop();
    let run = project.run(&["lower", "shop.yaml"]);
    assert_eq!(run.code, Some(0), "{}", run.err);
    assert!(run.out.starts_with("# A shop.\ntosca_definitions_version: tosca_2_0\n"), "{}", run.out);
    assert!(run.out.contains("    web:  # the front\n"), "{}", run.out);
    assert!(run.out.contains("memory: 4 GB"), "{}", run.out);
}

#[test]
fn what_was_rewritten_is_explained_by_line() {
    let project = shop();
    let run = project.run(&["lower", "--explain", "shop.yaml"]);
    let lines: Vec<&str> = run.out.lines().map(|line| line.split(' ').take(2).last().unwrap_or("")).collect();
    assert_eq!(lines, ["L01", "L01", "spelling"], "{}", run.out);
    assert!(run.out.starts_with("shop.yaml:2: L01 "), "{}", run.out);
}

#[test]
fn a_project_is_migrated_as_a_whole() {
    let project = shop();
    let differences = project.run(&["migrate", "shop.yaml"]);
    assert!(differences.out.contains("--- types.yaml\n+++ types.yaml\n"), "{}", differences.out);
    assert!(differences.err.contains("2 files to change"), "{}", differences.err);
    assert!(
        differences.err.contains("types.yaml:8:50: TOSCA 2.0 has nothing for `occurrences`"),
        "{}",
        differences.err
    );
    assert_eq!(std::fs::read_to_string(project.path("shop.yaml")).expect("the file"), OLD);
    let run = project.run(&["migrate", "--in-place", "shop.yaml"]);
    assert_eq!(run.code, Some(0), "{}", run.err);
    let types = std::fs::read_to_string(project.path("types.yaml")).expect("the file");
    assert!(types.starts_with("tosca_definitions_version: tosca_2_0\n"), "{types}");
    assert!(types.contains("derived_from: tosca.nodes.Root"), "{types}");
    let check = project.run(&["check", "--fail-on", "warning", "shop.yaml"]);
    assert_eq!(check.code, Some(0), "{}", check.out);
    let again = project.run(&["migrate", "shop.yaml"]);
    assert!(again.err.contains("0 files to change"), "{}", again.err);
}

#[test]
fn what_cannot_be_read_is_not_lowered() {
    let project = Project::new(&[("a.yaml", "tosca_definitions_version: cloudify_dsl_1_3\n")]);
    let run = project.run(&["lower", "a.yaml"]);
    assert_eq!(run.code, Some(2), "{}", run.out);
}
