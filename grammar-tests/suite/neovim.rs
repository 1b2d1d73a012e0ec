//! A session of the language server with Neovim, where it is installed.

use std::process::Command;

use crate::cli::Project;

const SHOP: &str = "\
tosca_definitions_version: tosca_2_0
imports: [ types.yaml ]
service_template:
  node_templates:
    web: { type: Server, properties: { port: 80 } }
    other:
      type: Server
      propertys: { port: 81 }
";
const TYPES: &str = "\
tosca_definitions_version: tosca_2_0
node_types:
  Server: { properties: { port: { type: integer } } }
";

#[test]
#[expect(clippy::print_stderr, reason = "a skipped test should say so")]
fn neovim_shows_findings_and_applies_a_fix() {
    if Command::new("nvim").arg("--version").output().is_err() {
        eprintln!("skipped: Neovim is not installed");
        return;
    }
    let project = Project::new(&[("shop.yaml", SHOP), ("types.yaml", TYPES)]);
    let script = concat!("luafile ", env!("CARGO_MANIFEST_DIR"), "/grammar-tests/suite/neovim.lua");
    let run = Command::new("nvim")
        .args(["--headless", "--clean", "-n", "-c", script])
        .current_dir(project.path(""))
        .env("TOSCA", env!("CARGO_BIN_EXE_tosca"))
        .env("XDG_STATE_HOME", project.path("state"))
        .env("XDG_CACHE_HOME", project.path("cache"))
        .env("TOSCA_CACHE_DIR", project.path("cache"))
        .output()
        .expect("Neovim starts");
    let out = String::from_utf8_lossy(&run.stdout);
    let shown: Vec<&str> = out.lines().collect();
    assert_eq!(
        shown,
        [
            "diagnostic 8 unknown-keyname",
            "hover Node type `Server`",
            "definition types.yaml 3",
            "completion port",
            "action Write `properties`",
            "line properties: { port: 81 }",
        ],
        "{}",
        String::from_utf8_lossy(&run.stderr)
    );
}
