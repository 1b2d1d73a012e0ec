//! The bundled examples and the built-in profiles are valid.

use camino::Utf8PathBuf;
use tosca::host::Disk;
use tosca::{Options, analyze};

fn is_clean(directory: &str) {
    let mut options = Options::default();
    let path = Utf8PathBuf::from_path_buf(crate::project(directory)).expect("a UTF-8 path");
    options.load.paths = vec![path];
    let analysis = analyze(&Disk::new(), &options);
    let findings: Vec<String> = analysis
        .diagnostics()
        .iter()
        .map(|diagnostic| {
            let source = analysis.sources().get(diagnostic.primary.span.file);
            let place = source.position(diagnostic.primary.span.start);
            format!("{}:{} {} {}", source.path, place.line, diagnostic.rule.name, diagnostic.message)
        })
        .collect();
    assert!(findings.is_empty(), "{}", findings.join("\n"));
    assert!(!analysis.graph().files.is_empty(), "{directory} holds no TOSCA files");
}

#[test]
fn the_examples_check_clean() {
    is_clean("spec-examples");
}

#[test]
fn every_folder_of_examples_is_described() {
    let readme = std::fs::read_to_string(crate::project("spec-examples/README.md")).expect("the list");
    for entry in std::fs::read_dir(crate::project("spec-examples")).expect("the examples").flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        if entry.path().is_dir() {
            assert!(readme.contains(&format!("({name}/)")), "{name} is not in the list");
            assert!(entry.path().join("README.md").exists(), "{name} has no README.md");
        }
    }
}

#[test]
fn the_built_in_profiles_check_clean() {
    is_clean("profiles");
}

#[test]
fn every_built_in_profile_can_be_imported_by_each_of_its_names() {
    for profile in tosca::internals::load::BUILT_IN_PROFILES {
        for name in profile.aliases.iter().chain([&profile.name]) {
            let mut host = tosca::host::Memory::new();
            let text = format!("tosca_definitions_version: tosca_2_0\nimports:\n- profile: {name}\n");
            host.add("main.yaml", text);
            let analysis = tosca::check(&host, ["main.yaml"]);
            assert!(analysis.diagnostics().is_empty(), "{name}: {:?}", analysis.diagnostics());
            assert!(analysis.graph().files.len() > 1, "{name} brings no file");
        }
    }
}
