//! Runs the tests of the extension for VS Code where Node and its packages are installed.

use std::path::Path;
use std::process::Command;

/// Runs `npm` in the folder of the extension; `None` if it cannot be started.
fn npm(args: &[&str]) -> Option<std::process::Output> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("editors/vscode");
    Command::new("npm").args(args).current_dir(folder).env("TOSCA", env!("CARGO_BIN_EXE_tosca")).output().ok()
}

#[test]
#[expect(clippy::print_stderr, reason = "a skipped test should say so")]
fn the_extension_passes_its_tests() {
    let modules = Path::new(env!("CARGO_MANIFEST_DIR")).join("editors/vscode/node_modules");
    let asked = std::env::var_os("TOSCA_TEST_VSCODE").is_some();
    if !asked && !modules.exists() {
        eprintln!("skipped: run `npm ci` in editors/vscode, or set TOSCA_TEST_VSCODE to use the network");
        return;
    }
    if npm(&["--version"]).is_none() {
        eprintln!("skipped: there is no npm");
        return;
    }
    let steps: &[&[&str]] = if asked { &[&["ci"], &["test"]] } else { &[&["test"]] };
    for step in steps {
        let run = npm(step).expect("npm starts");
        let out = String::from_utf8_lossy(&run.stdout);
        assert!(run.status.success(), "npm {step:?}\n{out}{}", String::from_utf8_lossy(&run.stderr));
    }
}
