//! The library as a dependency: the example, and what it needs without features.

use std::collections::BTreeSet;
use std::process::Command;

use crate::{files_below, text_of};

#[expect(dead_code, reason = "an example is a program with a main function of its own")]
#[path = "../../examples/embed.rs"]
mod embed;

/// Dependencies that only the command line, the language server or the analysis of variants needs.
const OPTIONAL: &[&str] = &[
    "anstream",
    "batsat",
    "biodivine",
    "clap",
    "gen-lsp-types",
    "ignore",
    "layout-rs",
    "lsp-",
    "miette",
    "notify",
    "similar",
    "unicode-width",
];

/// Returns the output of cargo for `arguments`, without network access.
fn cargo(arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO"))
        .args(arguments)
        .args(["--offline", "--no-default-features"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("cargo");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "cargo {}: {errors}", arguments.join(" "));
    assert!(!errors.contains("warning:"), "cargo {}: {errors}", arguments.join(" "));
    String::from_utf8(output.stdout).expect("UTF-8")
}

#[test]
fn the_example_prints_findings_nodes_and_a_normal_form() {
    let mut printed = Vec::new();
    embed::run(&mut printed).expect("the example runs");
    let printed = String::from_utf8(printed).expect("UTF-8");
    crate::generated("grammar-tests/suite/library/embed.txt", &printed);
}

#[test]
fn without_features_no_dependency_of_a_feature_comes_along() {
    let tree = cargo(&["tree", "--edges", "normal", "--prefix", "none"]);
    let wrong: Vec<&str> =
        tree.lines().filter(|line| OPTIONAL.iter().any(|name| line.starts_with(name))).collect();
    assert!(tree.contains("serde"), "{tree}");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_example_builds_without_features() {
    cargo(&["check", "--quiet", "--example", "embed"]);
}

/// The public interface of the library: modules, and names at its root.
const FACE: [&str; 5] = ["base", "diagnostics", "host", "model", "normalize"];
const NAMES: [&str; 11] = [
    "Analysis",
    "DefinitionId",
    "File",
    "Inputs",
    "Keeps",
    "LoadOptions",
    "Options",
    "Search",
    "Spec",
    "YamlNode",
    "analyze",
];

#[test]
fn only_the_face_is_public() {
    let lib = text_of("src/lib.rs");
    let modules: Vec<&str> = lib.lines().filter_map(|line| line.strip_prefix("pub mod ")).collect();
    let face: Vec<String> = FACE.iter().map(|name| format!("{name};")).collect();
    let (hidden, shown): (Vec<&str>, Vec<&str>) = modules.iter().partition(|name| **name == "internals;");
    assert_eq!(shown, face);
    assert_eq!(hidden.len(), 1);
    assert!(lib.contains("#[doc(hidden)]\npub mod internals;"), "internals are not documented");

    let list = regex::Regex::new(r"(?m)^pub use \w+::(?:\{([^}]*)\}|(\w+));").expect("a regular expression");
    let names = list
        .captures_iter(&lib)
        .map(|captures| captures.get(1).or(captures.get(2)).map_or("", |it| it.as_str()));
    let names = names.flat_map(|names| names.split(", ")).map(|name| name.rsplit(' ').next().unwrap_or(name));
    let names: BTreeSet<&str> = names.collect();
    assert_eq!(names.into_iter().collect::<Vec<_>>(), NAMES);
}

#[test]
fn internals_are_what_the_project_uses_itself() {
    let texts: Vec<String> = files_below("grammar-tests", "rs").iter().map(|path| text_of(path)).collect();
    let main = text_of("src/main.rs");
    let internals = text_of("src/internals.rs");
    let row = regex::Regex::new(r"(?m)^    (\w+);$").expect("a regular expression");
    for module in row.captures_iter(&internals).map(|captures| captures[1].to_owned()) {
        let uses = |text: &String| {
            let in_braces = regex::Regex::new(&format!(r"internals::\{{[^}}]*\b{module}\b")).expect("a name");
            text.contains(&format!("internals::{module}")) || in_braces.is_match(text)
        };
        assert!(texts.iter().chain([&main]).any(uses), "nothing uses internals::{module}");
    }
    let examples = files_below("examples", "rs");
    assert!(!examples.is_empty());
    for path in examples {
        assert!(!text_of(&path).contains("internals"), "{path} is what other programs may do");
    }
}
