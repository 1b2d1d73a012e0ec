//! Repositories of TOSCA 1.0 in XML: they mean the same as the projects that they become.

use std::collections::{BTreeMap, BTreeSet};

use camino::{Utf8Path, Utf8PathBuf};
use tosca::diagnostics::Level;
use tosca::host::{Disk, Host, Memory};
use tosca::internals::load::File;
use tosca::internals::migrate;
use tosca::normalize::{self, NormalizeOptions};
use tosca::{Analysis, Options, analyze};

use crate::cli::Project;

/// The repository of the corpus.
const CORPUS: &str = "../shared/corpus/tosca-1.0-xml";

fn analysis(host: &dyn Host, path: &Utf8Path) -> Analysis {
    let mut options = Options::default();
    options.load.paths = vec![path.to_owned()];
    analyze(host, &options)
}

/// Returns the project that a repository becomes, in memory.
fn project(analysis: &Analysis, root: &Utf8Path) -> Memory {
    let mut host = Memory::new();
    for file in migrate::project(analysis, root).files {
        host.add(Utf8Path::new("project").join(&file.path), file.text.into_bytes());
    }
    host
}

/// Returns the normal forms of the services, by the namespace and id that they have in XML.
fn services(analysis: &Analysis) -> BTreeMap<String, serde_json::Value> {
    let has_service = |file: &&File| {
        file.home.is_some() && file.syntax().is_some_and(|syntax| syntax.service_template.is_some())
    };
    let mut services = BTreeMap::new();
    for file in analysis.graph().files.iter().filter(has_service) {
        let form = normalize::model(analysis.model(), file, NormalizeOptions::default());
        let mut value: serde_json::Value = serde_json::from_str(&form.to_json()).expect("a JSON document");
        without_places(&mut value);
        let metadata = &value["service_template"]["metadata"];
        let name = format!("{} {}", metadata["tosca_xml.targetNamespace"], metadata["tosca_xml.id"]);
        assert!(services.insert(name.clone(), value).is_none(), "{name} is there twice");
    }
    services
}

/// Asserts that the services of a repository mean the same as those of its project.
fn assert_same(repository: &Analysis, project: &Analysis, count: usize) {
    let (xml, lowered) = (services(repository), services(project));
    assert_eq!(xml.len(), count);
    assert_eq!(xml.keys().collect::<Vec<_>>(), lowered.keys().collect::<Vec<_>>());
    for (name, service) in &xml {
        assert!(*service == lowered[name], "{name} changes its meaning");
    }
}

/// Counts the findings of a level by rule.
fn counted(analysis: &Analysis, level: Level) -> BTreeMap<&'static str, usize> {
    let mut counts = BTreeMap::new();
    for diagnostic in analysis.diagnostics().iter().filter(|diagnostic| diagnostic.level == level) {
        *counts.entry(diagnostic.rule.name).or_default() += 1;
    }
    counts
}

/// A repository with one definition in each file.
const REPOSITORY: &[(&str, &str)] = &[
    (
        "repository/nodetypes/http%3A%2F%2Fexample.com%2Fshop/Server/NodeType.tosca",
        r#"<Definitions xmlns="http://docs.oasis-open.org/tosca/ns/2011/12" id="d" targetNamespace="http://example.com/shop">
  <NodeType name="Server">
    <Interfaces><Interface name="lifecycle"><Operation name="start"/></Interface></Interfaces>
  </NodeType>
</Definitions>
"#,
    ),
    (
        "repository/nodetypes/http%3A%2F%2Fexample.com%2Fshop/Web/NodeType.tosca",
        r#"<Definitions xmlns="http://docs.oasis-open.org/tosca/ns/2011/12" xmlns:s="http://example.com/shop" id="d" targetNamespace="http://example.com/shop">
  <NodeType name="Web"><DerivedFrom typeRef="s:Server"/></NodeType>
</Definitions>
"#,
    ),
    (
        "repository/artifacttypes/http%3A%2F%2Fexample.com%2Ffiles/Script/ArtifactType.tosca",
        r#"<Definitions xmlns="http://docs.oasis-open.org/tosca/ns/2011/12" id="d" targetNamespace="http://example.com/files">
  <ArtifactType name="Script"/>
</Definitions>
"#,
    ),
    (
        "repository/artifacttemplates/http%3A%2F%2Fexample.com%2Ffiles/start/ArtifactTemplate.tosca",
        r#"<Definitions xmlns="http://docs.oasis-open.org/tosca/ns/2011/12" xmlns:f="http://example.com/files" id="d" targetNamespace="http://example.com/files">
  <ArtifactTemplate id="start" type="f:Script">
    <ArtifactReferences>
      <ArtifactReference reference="artifacttemplates/http%253A%252F%252Fexample.com%252Ffiles/start/files/start.sh"/>
    </ArtifactReferences>
  </ArtifactTemplate>
</Definitions>
"#,
    ),
    ("repository/artifacttemplates/http%3A%2F%2Fexample.com%2Ffiles/start/files/start.sh", "echo\n"),
    (
        "repository/nodetypeimplementations/http%3A%2F%2Fexample.com%2Fshop/Impl/NodeTypeImplementation.tosca",
        r#"<Definitions xmlns="http://docs.oasis-open.org/tosca/ns/2011/12" xmlns:f="http://example.com/files" xmlns:s="http://example.com/shop" id="d" targetNamespace="http://example.com/shop">
  <NodeTypeImplementation name="Impl" nodeType="s:Server">
    <ImplementationArtifacts>
      <ImplementationArtifact interfaceName="lifecycle" operationName="start" artifactType="f:Script" artifactRef="f:start"/>
    </ImplementationArtifacts>
  </NodeTypeImplementation>
</Definitions>
"#,
    ),
    (
        "repository/servicetemplates/http%3A%2F%2Fexample.com%2Fservices/shop/ServiceTemplate.tosca",
        r#"<Definitions xmlns="http://docs.oasis-open.org/tosca/ns/2011/12" xmlns:s="http://example.com/shop" id="d" targetNamespace="http://example.com/services">
  <ServiceTemplate id="shop">
    <TopologyTemplate><NodeTemplate id="web" type="s:Web"/></TopologyTemplate>
  </ServiceTemplate>
</Definitions>
"#,
    ),
];

#[test]
fn a_repository_of_xml_becomes_a_project_with_the_same_normal_form() {
    let project = Project::new(REPOSITORY);
    project.run(&["check", "--fail-on", "warning", "repository"]).ended(0);
    project.run(&["lower", "repository", "-o", "project"]).ended(0);
    let new = project.path("project");
    let mut names: Vec<String> = std::fs::read_dir(&new)
        .expect("a project")
        .flatten()
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    assert_eq!(names, ["artifacttemplates", "files.yaml", "shop.yaml", "shop_2.yaml"]);
    project.run(&["check", "--fail-on", "warning", "project"]).ended(0);
    // Only the paths of files differ.
    let normal = |path: &str| {
        let run = project.run(&["normalize", "--format", "json", path]).ended(0);
        let mut value: serde_json::Value = serde_json::from_str(&run.out).expect("a JSON document");
        without_places(&mut value);
        value
    };
    let from_xml =
        normal("repository/servicetemplates/http%3A%2F%2Fexample.com%2Fservices/shop/ServiceTemplate.tosca");
    let service = ["project/shop.yaml", "project/shop_2.yaml"];
    let service = service.into_iter().find(|path| {
        std::fs::read_to_string(project.path(path)).is_ok_and(|text| text.contains("service_template:"))
    });
    assert_eq!(from_xml, normal(service.expect("a service")));
}

/// The service in the repository.
const SERVICE: &str =
    "repository/servicetemplates/http%3A%2F%2Fexample.com%2Fservices/shop/ServiceTemplate.tosca";

#[test]
fn the_fixture_means_the_same_when_it_is_lowered() {
    let mut host = Memory::new();
    for (path, text) in REPOSITORY {
        host.add(*path, *text);
    }
    let root = host.absolute(Utf8Path::new("repository"));
    let xml = analysis(&host, Utf8Path::new("repository"));
    let project = project(&xml, &root);
    assert_same(&xml, &analysis(&project, Utf8Path::new("project")), 1);
}

#[test]
fn every_command_reads_xml() {
    let project = Project::new(REPOSITORY);
    let types = "repository/nodetypes/http%3A%2F%2Fexample.com%2Fshop/Web/NodeType.tosca";
    let picture = project.run(&["graph", SERVICE]).ended(0).out;
    assert!(picture.contains("web"), "{picture}");
    let shown = project.run(&["show", "Web", types]).ended(0).out;
    assert!(shown.contains("derived_from: Server"), "{shown}");
    assert!(shown.contains("lifecycle"), "inherited from another file: {shown}");
    let normal = project.run(&["normalize", SERVICE]).ended(0).out;
    assert!(normal.contains("tosca_xml.id: shop"), "{normal}");
    project.run(&["diff", SERVICE, SERVICE]).ended(0);
    let text = std::fs::read_to_string(project.path(SERVICE)).expect("the service");
    project.add("other.tosca", text.replace("id=\"web\"", "id=\"front\"").into_bytes());
    project.run(&["lower", "repository", "-o", "project"]).ended(0);
    let files = std::fs::read_dir(project.path("project")).expect("a project").flatten();
    let texts = files.filter_map(|file| std::fs::read_to_string(file.path()).ok());
    assert!(texts.into_iter().any(|text| text.contains("derived_from: Server")));
}

#[test]
fn graph_reports_a_service_that_it_does_not_draw() {
    let two = ALONE.replacen(
        "</ServiceTemplate>",
        "</ServiceTemplate><ServiceTemplate id=\"second\"><TopologyTemplate/></ServiceTemplate>",
        1,
    );
    let project = Project::new(&[("one.tosca", ALONE), ("two.tosca", &two)]);
    assert_eq!(project.run(&["graph", "one.tosca"]).ended(0).err, "");
    let told = project.run(&["graph", "two.tosca"]).ended(0).err;
    assert!(told.contains("second-service-template"), "{told}");
}

#[test]
fn a_service_in_xml_is_compared_with_its_lowered_text() {
    let project =
        Project::new(&[("a.tosca", ALONE), ("b.tosca", &ALONE.replace("id=\"web\"", "id=\"front\""))]);
    let lowered = project.run(&["lower", "a.tosca"]).ended(0).out;
    project.add("c.yaml", lowered.into_bytes());
    project.run(&["diff", "a.tosca", "c.yaml"]).ended(0);
    let run = project.run(&["diff", "a.tosca", "b.tosca"]).ended(1);
    assert!(run.out.contains("front"), "{}", run.out);
}

/// A file with all that its service needs.
const ALONE: &str = r#"<!-- A shop. -->
<Definitions xmlns="http://docs.oasis-open.org/tosca/ns/2011/12" xmlns:s="http://example.com/shop" id="d" targetNamespace="http://example.com/shop">
  <!-- A server. -->
  <NodeType name="Server"/>
  <ServiceTemplate id="shop">
    <TopologyTemplate>
      <!-- What customers see. -->
      <NodeTemplate id="web" type="s:Server"/> <!-- to be replaced -->
    </TopologyTemplate>
  </ServiceTemplate>
</Definitions>
"#;

#[test]
fn comments_stay_at_what_they_are_about() {
    let project = Project::new(&[("a.tosca", ALONE)]);
    let text = project.run(&["lower", "a.tosca"]).ended(0).out;
    assert!(text.starts_with("# A shop.\ntosca_definitions_version: tosca_2_0\n"), "{text}");
    assert!(text.contains("\n  # A server.\n  Server:\n"), "{text}");
    assert!(text.contains("\n    # What customers see.\n    web:\n"), "{text}");
    assert_eq!(text.matches("# to be replaced").count(), 1, "{text}");
    project.run(&["lower", ".", "-o", "project"]).ended(0);
    let text = std::fs::read_to_string(project.path("project/a.yaml")).expect("the file");
    assert_eq!(text.matches('#').count(), 4, "{text}");
}

#[test]
fn a_file_of_definitions_is_migrated_to_one_of_another_name() {
    let project = Project::new(&[("a.tosca", ALONE)]);
    project.run(&["migrate", "--check", "a.tosca"]).ended(1);
    project.run(&["migrate", "--in-place", "a.tosca"]).ended(0);
    let text = std::fs::read_to_string(project.path("a.tosca"))
        .or_else(|_| std::fs::read_to_string(project.path("a.yaml")));
    assert!(text.expect("the new file").contains("tosca_definitions_version: tosca_2_0"));
    project.run(&["check", "--fail-on", "warning", "."]).ended(0);
    project.run(&["migrate", "--check", "."]).ended(0);
}

#[test]
fn each_service_of_a_file_becomes_a_file() {
    let other = ALONE.replace(
        "</Definitions>",
        "  <ServiceTemplate id=\"store\"><TopologyTemplate><NodeTemplate id=\"db\" type=\"s:Server\"/></TopologyTemplate></ServiceTemplate>\n</Definitions>",
    );
    let project = Project::new(&[("a/a.tosca", &other)]);
    let run = project.run(&["check", "a"]).ended(0);
    assert!(run.out.contains("the service template of this file is `shop`"), "{}", run.out);
    project.run(&["lower", "a", "-o", "project"]).ended(0);
    let text = |name: &str| std::fs::read_to_string(project.path("project").join(name)).expect("a file");
    assert!(text("shop.yaml").contains("profile: http://example.com/shop"), "{}", text("shop.yaml"));
    for (name, template) in [("a.shop.yaml", "web"), ("a.store.yaml", "db")] {
        let text = text(name);
        assert!(text.contains(&format!("    {template}:\n")) && !text.contains("node_types"), "{text}");
    }
    project.run(&["check", "--fail-on", "warning", "project"]).ended(0);
}

#[test]
fn an_archive_without_xml_is_lowered_as_its_entry() {
    let text = "tosca_definitions_version: tosca_simple_yaml_1_3\n";
    let project = Project::new(&[("a/main.yaml", text), ("b/one.yaml", text), ("b/other.yaml", text)]);
    project.add("package.zip", crate::harness::archives::zip(&[("main.yaml", text.as_bytes())]));
    for path in ["a/main.yaml", "a", "package.zip"] {
        let run = project.run(&["lower", path]).ended(0);
        assert!(run.out.starts_with("tosca_definitions_version: tosca_2_0\n"), "{path}: {}", run.out);
    }
    let run = project.run(&["lower", "b", "-o", "project"]).ended(2);
    assert!(run.err.contains("pass a single file; use `tosca migrate` for projects"), "{}", run.err);
    assert!(!project.path("project").exists());
}

/// Removes the paths of files from a normal form.
fn without_places(value: &mut serde_json::Value) {
    match value {
        serde_json::Value::Object(entries) => {
            entries.retain(|key, _| !["file", "base", "name", "dialects"].contains(&key.as_str()));
            entries.values_mut().for_each(without_places);
        }
        serde_json::Value::Array(items) => items.iter_mut().for_each(without_places),
        _ => {}
    }
}

#[test]
#[expect(clippy::print_stderr, reason = "a skipped test says so")]
fn the_services_of_the_repository_of_the_corpus_mean_the_same_when_they_are_lowered() {
    let Ok(root) = Utf8PathBuf::from_path_buf(crate::project(CORPUS)) else { return };
    let disk = Disk::new();
    let Some(root) = disk.entry(&root).map(|_| disk.absolute(&root)) else {
        eprintln!("skipped: {CORPUS} is missing");
        return;
    };
    let xml = analysis(&disk, &root);
    let host = project(&xml, &root);
    let lowered = analysis(&host, Utf8Path::new("project"));
    assert_same(&xml, &lowered, 36);
    // What the repository lacks: a node type of two templates, one of an implementation, and an artifact template.
    let expected: BTreeMap<&str, usize> = [
        ("unresolved-xml-name", 4),
        // Two capabilities with the lower bound 0, and an import without a type.
        ("conflicting-xml-parts", 2),
        ("missing-xml-attribute", 1),
    ]
    .into();
    assert_eq!(counted(&xml, Level::Error), expected);
    assert_eq!(
        counted(&lowered, Level::Error),
        [("unknown-type", 2)].into(),
        "what is not known stays unknown"
    );
    let read: BTreeSet<&Utf8Path> = xml
        .graph()
        .files
        .iter()
        .filter(|file| file.tree().is_damaged())
        .map(|file| file.identity.as_path())
        .collect();
    assert!(read.is_empty(), "{read:?}");
}
