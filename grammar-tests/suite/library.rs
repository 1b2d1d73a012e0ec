//! The library as other programs embed it: the example, and what comes along without features.

use std::process::Command;

#[expect(dead_code, reason = "an example is a program with a main function of its own")]
#[path = "../../examples/embed.rs"]
mod embed;

/// What only the command line, the language server or the analysis of variants needs.
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

/// What cargo prints for `arguments`, which need no network.
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
