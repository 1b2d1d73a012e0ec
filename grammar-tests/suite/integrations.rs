//! Integrations: the hooks for pre-commit, the action for GitHub, the snippets of the pages. They are valid
//! YAML, and use only flags that exist.

use std::process::{Command, Stdio};

use saphyr::LoadableYamlNode as _;
use serde_json::Value;

use crate::cli::Project;
use crate::readme::blocks;
use crate::text_of;

const ERROR: &str = "tosca_definitions_version: tosca_2_0\nnode_typs: {}\n";

/// Converts YAML to JSON with an independent reader.
fn yaml(text: &str) -> Value {
    let documents = saphyr::Yaml::load_from_str(text);
    let documents = documents.unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(documents.len(), 1, "{text}");
    json(&documents[0])
}

fn json(node: &saphyr::Yaml<'_>) -> Value {
    if let Some(map) = node.as_mapping() {
        let key = |key: &saphyr::Yaml<'_>| key.as_str().expect("a text as key").to_owned();
        return map.iter().map(|(name, value)| (key(name), json(value))).collect();
    }
    if let Some(list) = node.as_sequence() {
        return list.iter().map(json).collect();
    }
    match (node.as_str(), node.as_bool(), node.as_integer()) {
        (Some(text), ..) => text.into(),
        (_, Some(truth), _) => truth.into(),
        (.., Some(number)) => number.into(),
        _ => Value::Null,
    }
}

/// Asserts that `tosca check` has all flags that occur in a text, and the values that follow them.
#[track_caller]
fn has_flags(text: &str) {
    let help = Project::new(&[]).run(&["check", "--help"]).ended(0).out;
    let mut count = 0;
    for (at, _) in text.match_indices("--") {
        let is_start = text[..at].ends_with([' ', '(', '"', '\'', '[', '`', '\n']);
        let name: String =
            text[at + 2..].chars().take_while(|&c| c.is_ascii_lowercase() || c == '-').collect();
        // `cargo install` has different flags, and a single `--` is not a flag.
        let line = text[..at].lines().last().unwrap_or("");
        if !is_start || name.is_empty() || line.contains("cargo") {
            continue;
        }
        assert!(help.contains(&format!("--{name} ")), "`tosca check` has no flag --{name}");
        count += 1;
    }
    assert!(count > 0, "no flags in\n{text}");
}

#[test]
fn hooks_of_pre_commit_run_the_program() {
    let hooks = yaml(&text_of(".pre-commit-hooks.yaml"));
    let hooks = hooks.as_array().expect("a list");
    let ids: Vec<&Value> = hooks.iter().map(|hook| &hook["id"]).collect();
    assert_eq!(ids, ["tosca-check", "tosca-check-system"]);
    for hook in hooks {
        let entry: Vec<&str> = hook["entry"].as_str().expect("a command").split(' ').collect();
        assert_eq!(entry[0], "tosca");
        // A pattern of file names would include other YAML, which a search of directories skips.
        assert_eq!(hook["pass_filenames"], false);
        let project = Project::new(&[("a.yaml", ERROR), ("compose.yaml", "services: {}\n")]);
        let run = project.run(&entry[1..]).ended(1);
        assert!(run.err.starts_with("1 error, 0 warnings; 1 file checked\n"), "{}", run.err);
        let files = hook["files"].as_str().expect("a pattern");
        for extension in ["yaml", "yml", "tosca"] {
            assert!(files.contains(extension), "{files}");
        }
    }
}

/// Returns the action, and the script of its last step.
fn action() -> (Value, String) {
    let action = yaml(&text_of(".github/actions/check/action.yml"));
    let steps = action["runs"]["steps"].as_array().expect("steps");
    let script = steps.last().and_then(|step| step["run"].as_str()).expect("a script").to_owned();
    (action, script)
}

#[test]
fn the_action_has_inputs_that_are_described_and_used() {
    let (action, script) = action();
    assert_eq!(action["runs"]["using"], "composite");
    has_flags(&script);
    let text = text_of(".github/actions/check/action.yml");
    let page = text_of("docs/ci.md");
    for (name, input) in action["inputs"].as_object().expect("inputs") {
        assert!(input["description"].as_str().is_some_and(|text| text.len() > 10), "{name}");
        assert!(input["default"].is_string(), "{name}");
        assert!(text.contains(&format!("inputs.{name}")), "{name} is not used");
        assert!(page.contains(&format!("`{name}`")), "{name} is not on the page");
    }
    for step in action["runs"]["steps"].as_array().expect("steps") {
        assert_eq!(step["shell"], "bash");
        let run = step["run"].as_str().expect("a script");
        assert!(!run.contains("${{"), "inputs reach a script as variables only: {run}");
    }
}

/// Runs the script of the action in a project, as GitHub does; returns exit code and standard output.
#[cfg(unix)]
fn act(project: &Project, variables: &[(&str, &str)]) -> (Option<i32>, String) {
    let (_, script) = action();
    let mut bash = Command::new("bash");
    bash.args(["--noprofile", "--norc", "-eo", "pipefail", "-c", &script]);
    bash.current_dir(project.path(".")).env("BINARY", env!("CARGO_BIN_EXE_tosca"));
    for name in ["PATHS", "ARGS", "SARIF"] {
        bash.env(name, "");
    }
    bash.env("FAIL_ON", "error").env("PATHS", ".").env("GITHUB_ACTIONS", "true");
    bash.envs(variables.iter().copied()).stderr(Stdio::null());
    let output = bash.output().expect("bash");
    (output.status.code(), String::from_utf8(output.stdout).expect("text"))
}

#[cfg(unix)]
#[test]
fn the_action_annotates_and_fails() {
    let project = Project::new(&[("a b.yaml", ERROR), ("c.yaml", ERROR)]);
    let (code, out) = act(&project, &[]);
    assert_eq!(code, Some(1));
    assert_eq!(out.lines().count(), 2, "{out}");
    assert!(out.starts_with("::error title=tosca (T0201 unknown-keyname),file=a b.yaml,line=2,"), "{out}");
    let (code, out) = act(&project, &[("PATHS", "a b.yaml\n"), ("FAIL_ON", "never")]);
    assert_eq!((code, out.lines().count()), (Some(0), 1), "{out}");
    let arguments = [("ARGS", "--ignore\nunknown-keyname\n\n--strict"), ("PATHS", "\na b.yaml\nc.yaml\n")];
    assert_eq!(act(&project, &arguments), (Some(0), String::new()));
    let (code, _) = act(&project, &[("SARIF", "found.sarif")]);
    assert_eq!(code, Some(1));
    let sarif = std::fs::read_to_string(project.path("found.sarif")).expect("a file");
    assert_eq!(serde_json::from_str::<Value>(&sarif).expect("JSON")["version"], "2.1.0");
    assert_eq!(act(&project, &[("PATHS", "nowhere")]).0, Some(2));
    assert_eq!(act(&project, &[("PATHS", "$(touch oops)")]).0, Some(2));
    assert!(!project.path("oops").exists());
}

#[test]
fn snippets_can_be_read_and_use_flags_that_are_there() {
    let mut yamls = 0;
    for (above, word, lines) in blocks("docs/ci.md") {
        let text = lines.join("\n") + "\n";
        match word.as_str() {
            "yaml" if above.contains(".pre-commit-config.yaml") => {
                let config = yaml(&text);
                let hook = &config["repos"][0]["hooks"][0];
                let hooks = yaml(&text_of(".pre-commit-hooks.yaml"));
                assert!(
                    hooks.as_array().is_some_and(|all| all.iter().any(|known| known["id"] == hook["id"]))
                );
                yamls += 1;
            }
            "yaml" if above.contains(".github/workflows") => {
                let workflow = yaml(&text);
                let steps = workflow["jobs"]["tosca"]["steps"].as_array().expect("steps").clone();
                let step = steps.iter().find(|step| step["with"].is_object()).expect("a step with inputs");
                assert!(step["uses"].as_str().is_some_and(|uses| uses.contains("/.github/actions/check@")));
                let (action, _) = action();
                for name in step["with"].as_object().expect("inputs").keys() {
                    assert!(action["inputs"].get(name).is_some(), "the action has no input {name}");
                }
                yamls += 1;
            }
            "yaml" if above.contains(".gitlab-ci.yml") => {
                let script = yaml(&text)["tosca"]["script"].clone();
                let script = script.as_array().expect("a list");
                has_flags(script.last().and_then(Value::as_str).expect("a command"));
                let report = &yaml(&text)["tosca"]["artifacts"]["reports"]["codequality"];
                assert!(text.contains(&format!("--format gitlab={}", report.as_str().expect("a file"))));
                yamls += 1;
            }
            _ => {}
        }
    }
    assert_eq!(yamls, 3);
}
