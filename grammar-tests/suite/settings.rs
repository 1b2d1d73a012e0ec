//! Settings in the program: search for configurations, flags and keys, suppressions, baselines, `--changed`.
//! The meaning of each setting is tested by the cases in `settings`.

use std::process::Command;

use serde_json::Value;
use tosca::internals::config::keys::{FORMATS, KEYS, Reach};
use tosca::internals::config::schema;

use crate::cli::Project;

const WRONG: &str = "tosca_definitions_version: tosca_2_0\nnode_types:\n  A: { derived_from: B }\n";
const LINT: &str = "tosca_definitions_version: tosca_2_0\nservice_template:\n  inputs:\n    a: { type: string }\n  node_templates: {}\n";

/// Returns the rule names of the findings, with their levels.
fn findings_of(project: &Project, arguments: &[&str], code: i32) -> Vec<String> {
    let run = project.run(&[&["check", "--format", "concise"], arguments].concat()).ended(code);
    let slug = |line: &str| {
        let (place, rest) = line.split_once(": ").expect("a place");
        let level = rest.split('[').next().expect("a level");
        let slug = rest.split([' ', ']']).nth(1).expect("a slug");
        format!("{} {level} {slug}", place.split(':').next().expect("a file"))
    };
    run.out.lines().map(slug).collect()
}

#[test]
fn the_nearest_configuration_counts_unless_another_is_named_or_none() {
    let project = Project::new(&[
        ("tosca.toml", "[levels]\nunknown-type = \"info\"\n"),
        ("other.toml", "[levels]\nunknown-type = \"warning\"\n"),
        ("sub/a.yaml", WRONG),
    ]);
    assert_eq!(findings_of(&project, &["sub"], 0), ["sub/a.yaml info unknown-type"]);
    assert_eq!(
        findings_of(&project, &["--config", "other.toml", "sub"], 0),
        ["sub/a.yaml warning unknown-type"]
    );
    assert_eq!(findings_of(&project, &["--no-config", "sub"], 1), ["sub/a.yaml error unknown-type"]);
    let with = |name: &str, arguments: &[&str]| {
        let mut command = project.command(&[&["check", "--format", "concise", "sub"], arguments].concat());
        command.env("TOSCA_CONFIG", name);
        crate::cli::run(command, b"")
    };
    assert!(with("other.toml", &[]).ended(0).out.contains("warning[T0401"));
    assert!(with("", &[]).ended(0).out.contains("info[T0401"));
    assert!(with("other.toml", &["--no-config"]).ended(1).out.contains("error[T0401"));
    assert_eq!(with("none.toml", &[]).ended(2).err, "error: no such file: `none.toml`\n");
    project.run(&["check", "--config", "none.toml", "sub"]).ended(2);
    project.run(&["check", "--config", "other.toml", "--no-config", "sub"]).ended(2);
}

#[test]
fn flags_win_over_configurations() {
    let project = Project::new(&[
        ("tosca.toml", "strict = true\nfail-on = \"warning\"\nformat = \"json\"\n[levels]\nT04 = \"info\"\n"),
        ("a.yaml", WRONG),
    ]);
    project.run(&["check", "a.yaml"]).ended(0);
    assert_eq!(findings_of(&project, &["--levels", "unknown-type=warning", "a.yaml"], 1).len(), 1);
    assert_eq!(
        findings_of(&project, &["--levels", "T0=error", "--fail-on", "never", "a.yaml"], 0),
        ["a.yaml error unknown-type"]
    );
    assert!(findings_of(&project, &["--ignore", "T04", "a.yaml"], 0).is_empty());
    let shown = project.run(&["check", "--strict=false", "--show-settings"]).ended(0).out;
    assert!(shown.contains("strict = false                           # --strict\n"), "{shown}");
    let run = project.run(&["check", "--levels", "unknown-type=warn", "a.yaml"]).ended(2);
    assert!(run.err.contains("unknown level `warn`; use `error`, `warning`, `info` or `off`"), "{}", run.err);
}

#[test]
fn a_run_goes_by_its_configuration() {
    let project =
        Project::new(&[("tosca.toml", "format = [\"concise\", \"json=out.json\"]\n"), ("a.yaml", WRONG)]);
    assert!(project.run(&["check"]).ended(1).out.starts_with("a.yaml:3:22: error"));
    assert!(project.path("out.json").exists());
    project.add("tosca.toml", "exit-zero = true\n");
    project.run(&["check"]).ended(0);
    project.run(&["check", "--exit-zero=false"]).ended(1);
    project.add("tosca.toml", "max-diagnostics = 1\nformat = \"concise\"\n");
    project.add("b.yaml", WRONG);
    assert_eq!(project.run(&["check"]).ended(1).out.lines().count(), 1);
    assert_eq!(project.run(&["check", "--max-diagnostics", "none"]).ended(1).out.lines().count(), 2);
    project.add("tosca.toml", "fail-on = \"never\"\n");
    project.run(&["check"]).ended(0);
    project.run(&["check", "--fail-on", "error"]).ended(1);
}

#[test]
fn exit_zero_spares_findings_not_wrong_usage() {
    let project = Project::new(&[("a.yaml", WRONG)]);
    project.run(&["check", "--exit-zero", "a.yaml"]).ended(0);
    project.run(&["check", "--exit-zero", "none.yaml"]).ended(2);
    let excluded = project.run(&["check", "--exit-zero", "--exclude", "*.yaml"]).ended(0);
    assert!(excluded.err.contains("no TOSCA files found (1 file excluded)"), "{}", excluded.err);
    assert!(excluded.err.contains("help: `exclude` leaves the files out"), "{}", excluded.err);
}

#[test]
fn the_settings_and_files_of_a_run_are_shown() {
    let project = Project::new(&[
        ("tosca.toml", "extends = \"base.toml\"\nexclude = \"gone\"\n[levels]\nunknown-type = \"info\"\n"),
        ("base.toml", "profile-path = [\"profiles\"]\nselect = \"unused-input\"\nstrict = true\n"),
        ("profiles/p.yaml", "tosca_definitions_version: tosca_2_0\nprofile: p\n"),
        ("gone/b.yaml", WRONG),
        ("a.yaml", LINT),
    ]);
    assert_eq!(project.run(&["check", "--show-files"]).ended(0).out, "a.yaml\nprofiles/p.yaml\n");
    let shown = project.run(&["check", "--show-settings", "a.yaml"]).ended(0).out;
    for line in [
        "strict = true                            # base.toml:3",
        "  \"profiles\",                            # base.toml:1",
        "  \"gone\",                                # tosca.toml:2",
        "spec = \"os\"                              # default",
        "unknown-type = \"info\"                    # tosca.toml:4",
        "unused-input = \"warning\"                 # base.toml:2",
    ] {
        assert!(shown.contains(line), "{line} is missing in\n{shown}");
    }
    // The output is a valid configuration.
    project.add("shown/tosca.toml", shown.replace("\"profiles\"", "\"../profiles\""));
    project.add("shown/a.yaml", LINT);
    assert_eq!(findings_of(&project, &["shown/a.yaml"], 0), ["shown/a.yaml warning unused-input"]);
    let reason = "unknown-type = { level = \"off\", reason = \"a \\\"generated\\\" type\" }";
    project.add("tosca.toml", format!("[levels]\n{reason}\nunused-input = \"off\"\n"));
    let shown = project.run(&["check", "--show-settings", "a.yaml"]).ended(0).out;
    assert!(shown.contains(reason) && shown.contains("unused-input = \"off\""), "{shown}");
    // A flag has no reason.
    let shown = project.run(&["check", "--show-settings", "--ignore", "unknown-name", "a.yaml"]).out;
    assert!(!shown.contains('…'), "{shown}");
}

#[test]
fn a_check_with_the_wrong_settings_fails_like_wrong_usage() {
    let project = Project::new(&[("a.yaml", LINT)]);
    for (settings, message) in [
        ("strct = true\n", "unknown setting `strct`"),
        ("strict = \n", "invalid-toml"),
        ("strict = 1\n", "invalid-setting"),
        ("[levels]\nT9999 = \"info\"\n", "unknown-code"),
        ("profile-path = \"nowhere\"\n", "unreadable-file"),
        ("required-version = \"<0.0.1\"\n", "required-version"),
        ("extends = \"nowhere.toml\"\n", "nowhere.toml"),
    ] {
        project.add("tosca.toml", settings);
        for flags in [&[][..], &["--exit-zero"], &["--format", "concise", "--fail-on", "never"]] {
            let run = project.run(&[&["check"], flags].concat()).ended(2);
            assert!(run.out.contains(message), "{settings}: {}{}", run.out, run.err);
        }
        for flag in ["--show-settings", "--show-files"] {
            let run = project.run(&["check", flag]).ended(2);
            assert!(!run.out.is_empty() && run.err.contains(message), "{settings}: {}{}", run.out, run.err);
        }
        assert!(project.run(&["fmt", "--check", "a.yaml"]).ended(2).err.contains(message), "{settings}");
    }
    project.add("tosca.toml", "exclude = \"gone\"\n");
    project.run(&["check"]).ended(0);
}

#[test]
fn every_setting_is_a_flag_of_the_same_name() {
    let project = Project::new(&[]);
    let help = project.run(&["check", "--help"]).ended(0).out;
    let flags: Vec<&str> = help
        .lines()
        .filter_map(|line| line.trim_start().split(", ").find(|word| word.starts_with("--")))
        .map(|word| word[2..].split([' ', '[']).next().expect("a name"))
        .collect();
    // Keys that belong to the file itself have no flag.
    let only_keys = ["extends", "required-version", "per-path"];
    // Flags for a single run, or for the terminal, are not keys.
    let only_flags = [
        "stdin-filename",
        "output",
        "statistics",
        "color",
        "quiet",
        "verbose",
        "config",
        "no-config",
        "watch",
        "show-settings",
        "show-files",
        "write-baseline",
        "changed",
        "fix",
        "unsafe-fixes",
        "diff",
        "dialect",
        // What a user allows, not the files of a project.
        "allow-net",
        "offline",
        "locked",
        "allow-private-net",
        "max-fetch-size",
        "fetch-timeout",
        "since",
        "add-allow",
        "variant-time",
        "reason",
        "help",
    ];
    let help_of_fmt = project.run(&["fmt", "--help"]).ended(0).out;
    for key in KEYS.iter().filter(|key| !only_keys.contains(&key.name)) {
        if key.reach == Reach::Format {
            assert!(help_of_fmt.contains(&format!("--{} <", key.name)), "fmt has no flag --{}", key.name);
            continue;
        }
        assert!(flags.contains(&key.name), "there is no flag --{}", key.name);
        assert!(key.reach != Reach::Configuration, "{} has a flag", key.name);
    }
    for flag in flags {
        let is_key = KEYS.iter().any(|key| key.name == flag);
        assert!(is_key != only_flags.contains(&flag), "--{flag}");
    }
}

#[test]
fn every_format_is_a_word_for_settings_and_is_described() {
    let help = Project::new(&[]).run(&["check", "--help"]).ended(0).out;
    let (_, described) = help.split_once("--format <").expect("a flag");
    let described = described.split("\n      --").next().unwrap_or_default();
    let entries = described.lines().filter_map(|line| line.trim_start().strip_prefix("- "));
    let formats: Vec<&str> = entries.filter_map(|entry| entry.split(':').next()).collect();
    assert_eq!(formats, FORMATS);
    let page = crate::text_of("docs/formats.md");
    let table: String = page.lines().filter(|line| line.starts_with('|')).collect();
    for format in FORMATS {
        assert!(table.contains(&format!("`{format}`")), "the page lacks the format `{format}`");
    }
}

#[test]
fn editors_know_every_setting() {
    let schema = schema();
    let text = serde_json::to_string_pretty(&schema).expect("JSON") + "\n";
    crate::generated("spec-examples/tosca.schema.json", &text);
    let validator = jsonschema::validator_for(&schema).expect("a schema");
    let accepts = |text: &str| {
        let value: Value = toml::from_str(text).expect("TOML");
        validator.is_valid(&value)
    };
    for key in KEYS {
        assert!(schema["properties"][key.name]["description"].is_string(), "{}", key.name);
    }
    let all = "extends = \"a.toml\"\nrequired-version = \">=0.1\"\nselect = [\"T90\"]\nignore = \"unused-import\"\nno-suppressions = false\n\
        exclude = [\"gone\"]\nroot = \"..\"\nprofile-path = \"p\"\nimport-path = \"i\"\nfunction = [\"f\"]\nspec = \"csd07\"\nstrict = true\n\
        substitutes = true\nvariability-mode = \"manual\"\ninputs = \"i.yaml\"\nmax-file-size = 1\nmax-nodes = 1\nmax-depth = 1\nmax-alias-nodes = 1\n\
        max-files = 1\nmax-members = 1\nmax-archive-size = 1\nmax-ratio = 1\nbaseline = \"b.json\"\nformat = [\"full\", \"sarif=o.sarif\"]\nfail-on = \"info\"\nexit-zero = true\n\
        max-diagnostics = \"none\"\norder = \"standard\"\nname-style = \"snake_case\"\nline-width = 100\n[levels]\nT04 = \"off\"\nunknown-type = { level = \"off\", reason = \"x\" }\n\
        unused-import = \"off\"\n[map-url]\n\"https://example.org/\" = \"c\"\n[[per-path]]\npaths = [\"old\"]\nlevels = { T0401 = \"info\" }\n";
    assert!(accepts(all));
    for key in KEYS {
        assert!(all.contains(key.name), "{} is missing in the example", key.name);
    }
    for wrong in [
        "stric = true",
        "strict = 1",
        "spec = \"csd8\"",
        "max-depth = 0",
        "format = \"sarrif\"",
        "max-diagnostics = 0",
        "order = \"alphabetical\"",
        "line-width = 1",
        "name-style = \"UPPER\"",
        "levels = { unknown-tpye = \"info\" }",
        "levels = { unknown-type = \"off\" }",
        "levels = { unknown-type = \"warn\" }",
        "[[per-path]]\nlevels = {}",
        "[[per-path]]\npaths = \"a\"\nstrict = true",
    ] {
        assert!(!accepts(wrong), "{wrong}");
    }
}

#[test]
fn comments_are_written_where_they_hide_and_only_once() {
    let text = "tosca_definitions_version: tosca_2_0\r\n\r\nnode_types:\r\n  A: { derived_from: B }\r\n  C:\r\n    requirements:\r\n      - host: { capability: D, relationship: E }\r\n    derived_from: [\r\n      x ]\r\nmetadata: { \"ä\": &b 'ö' }\r\n";
    let project = Project::new(&[("a.yaml", text)]);
    project.run(&["check", "--fail-on", "info", "a.yaml"]).ended(1);
    let run = project
        .run(&["check", "--fail-on", "info", "--add-allow", "--reason", "since  2019\n", "a.yaml"])
        .ended(0);
    assert!(run.out.is_empty() && run.err.contains("comments added in 1 file"), "{}{}", run.out, run.err);
    let written = std::fs::read_to_string(project.path("a.yaml")).expect("a file");
    assert!(written.contains("\r\n  # tosca: allow[unknown-type] since 2019\r\n  A: {"), "{written}");
    let without: String =
        written.split_inclusive('\n').filter(|line| !line.trim_start().starts_with("# tosca:")).collect();
    assert_eq!(without, text);
    let again = project.run(&["check", "--add-allow", "--reason", "x", "a.yaml"]).ended(0);
    assert!(again.err.starts_with("0 comments added"), "{}", again.err);
    assert_eq!(std::fs::read_to_string(project.path("a.yaml")).expect("a file"), written);
    let all = findings_of(&project, &["--no-suppressions", "a.yaml"], 1);
    assert!(all.len() >= 4, "{all:?}");
    project.run(&["check", "--add-allow", "a.yaml"]).ended(2);
    project.run(&["check", "--add-allow", "--reason", "--", "a.yaml"]).ended(2);
    project.run(&["check", "--reason", "x", "a.yaml"]).ended(2);
}

#[test]
fn what_cannot_be_allowed_in_a_file_is_reported() {
    let project =
        Project::new(&[("tosca.toml", "strct = 1\n"), ("a.yaml", "tosca_definitions_version: tosca_2_0\n")]);
    let run = project.run(&["check", "--add-allow", "--reason", "x", "--format", "concise"]).ended(2);
    assert!(run.out.contains("unknown setting `strct`"), "{}", run.out);
    let mut command = project.command(&["check", "--add-allow", "--reason", "x", "-"]);
    command.env("NO_COLOR", "1");
    let run = crate::cli::run(command, WRONG.as_bytes()).ended(2);
    assert!(run.err.contains("cannot write `<stdin>`"), "{}", run.err);
}

#[test]
fn a_baseline_hides_what_is_known_and_reports_what_is_gone() {
    let project = Project::new(&[("a.yaml", WRONG), ("sub/b.yaml", WRONG)]);
    let run = project.run(&["check", "--write-baseline", "known.json"]).ended(0);
    assert!(run.out.is_empty() && run.err.contains("2 findings written to known.json"), "{}", run.err);
    assert!(project.run(&["check", "--baseline", "known.json"]).ended(0).out.is_empty());
    // Lines move, and a finding is new.
    project.add("a.yaml", WRONG.replace("node_types:\n", "\n\nnode_types:\n  N: { derived_from: M }\n"));
    assert_eq!(findings_of(&project, &["--baseline", "known.json"], 1), ["a.yaml error unknown-type"]);
    // Fixed findings are reported as gone; those of files outside of the run are not.
    project.add("sub/b.yaml", "tosca_definitions_version: tosca_2_0\n");
    let run = project.run(&["check", "--baseline", "known.json", "sub"]).ended(0);
    assert!(run.err.contains("1 baseline finding no longer occurs"), "{}", run.err);
    assert!(run.err.contains("sub/b.yaml: [unknown-type] unknown node type `B`"), "{}", run.err);
    let run = project.run(&["check", "--write-baseline", "known.json", "sub"]).ended(0);
    assert!(run.err.contains("1 finding written"), "{}", run.err);
    project.add("tosca.toml", "baseline = \"known.json\"\n");
    assert_eq!(findings_of(&project, &[], 1), ["a.yaml error unknown-type"]);
    std::fs::remove_file(project.path("a.yaml")).expect("a file");
    assert!(project.run(&["check"]).ended(0).err.contains("no longer occurs"));
    // A configured baseline that does not exist yet can be written.
    std::fs::remove_file(project.path("known.json")).expect("a file");
    project.run(&["check"]).ended(2);
    project.run(&["check", "--write-baseline", "known.json"]).ended(0);
    project.run(&["check"]).ended(0);
    project.add("known.json", "{}");
    project.run(&["check", "--write-baseline", "known.json"]).ended(2);
    project.run(&["check", "--baseline", "none.json"]).ended(2);
}

fn git(project: &Project, arguments: &[&str]) {
    let output = Command::new("git")
        .args(["-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "init.defaultBranch=main"])
        .args(arguments)
        .current_dir(project.path(""))
        .output()
        .expect("git");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn only_what_changed_and_what_imports_it_is_checked() {
    let importing = |name: &str| WRONG.replace("node_types", &format!("imports: [{name}]\nnode_types"));
    let project = Project::new(&[
        ("base.yaml", WRONG),
        ("middle.yaml", &importing("base.yaml")),
        ("top.yaml", &importing("middle.yaml")),
        ("alone.yaml", WRONG),
    ]);
    let run = project.run(&["check", "--changed"]).ended(2);
    assert!(run.err.contains("not a git repository"), "{}", run.err);
    git(&project, &["init", "-q"]);
    assert_eq!(project.run(&["check", "--changed", "--show-files"]).ended(0).out.lines().count(), 4);
    git(&project, &["add", "."]);
    git(&project, &["commit", "-qm", "one"]);
    let files = |arguments: &[&str]| {
        let run = project.run(&[&["check", "--show-files"], arguments].concat()).ended(0);
        let mut files: Vec<String> = run.out.lines().map(str::to_owned).collect();
        files.sort();
        files
    };
    assert!(files(&["--changed"]).is_empty());
    assert!(project.run(&["check", "--changed"]).ended(0).out.is_empty());
    project.add("middle.yaml", importing("./base.yaml"));
    assert_eq!(files(&["--changed"]), ["middle.yaml", "top.yaml"]);
    assert!(findings_of(&project, &["--changed"], 1).iter().all(|line| !line.starts_with("base")));
    project.add("ünew file.yaml", WRONG);
    assert_eq!(files(&["--changed"]), ["middle.yaml", "top.yaml", "ünew file.yaml"]);
    git(&project, &["add", "."]);
    git(&project, &["commit", "-qm", "two"]);
    assert!(files(&["--changed"]).is_empty());
    for arguments in [&["--changed", "--since", "HEAD~1"][..], &["--since", "HEAD~1"]] {
        assert_eq!(files(arguments), ["middle.yaml", "top.yaml", "ünew file.yaml"]);
    }
    std::fs::remove_file(project.path("base.yaml")).expect("a file");
    assert_eq!(files(&["--changed"]), ["middle.yaml", "top.yaml"]);
    git(&project, &["checkout", "-q", "."]);
    project.add("tosca.toml", "strict = true\n");
    assert_eq!(files(&["--changed"]).len(), 5);
    let run = project.run(&["check", "--changed", "--since", "nothing"]).ended(2);
    assert!(run.err.contains("`--changed` cannot determine the changed files"), "{}", run.err);
    let mut command = project.command(&["check", "--changed"]);
    command.env("PATH", "/nowhere");
    let run = crate::cli::run(command, b"").ended(2);
    assert!(run.err.contains("cannot run git"), "{}", run.err);
}

#[test]
fn the_letter_and_the_text_of_the_standard_are_chosen() {
    let drafts = "tosca_definitions_version: tosca_2_0\ndata_types:\n  L:\n    derived_from: scalar\n    data_value_type: float\n    unit_suffix: m\n";
    let project = Project::new(&[("a.yaml", drafts)]);
    assert!(findings_of(&project, &["--spec", "csd06", "a.yaml"], 0).is_empty());
    for spec in ["csd07", "os"] {
        assert_eq!(
            findings_of(&project, &["--spec", spec, "a.yaml"], 0),
            ["a.yaml warning old-scalar-keynames"]
        );
    }
    project.add("tosca.toml", "spec = \"csd06\"\n");
    assert!(project.run(&["check", "a.yaml"]).ended(0).out.is_empty());
    assert!(!project.run(&["check", "--spec", "os", "a.yaml"]).out.is_empty());
}

#[test]
fn other_commands_use_what_is_configured() {
    let project = Project::new(&[
        ("tosca.toml", "profile-path = \"profiles\"\n"),
        ("profiles/p.yaml", "tosca_definitions_version: tosca_2_0\nprofile: org.p\nnode_types:\n  P: {}\n"),
        (
            "main/a.yaml",
            "tosca_definitions_version: tosca_2_0\nimports: [{ profile: org.p }]\nnode_types:\n  A: { derived_from: P }\n",
        ),
    ]);
    assert!(project.run(&["show", "A", "main/a.yaml"]).ended(0).out.contains("derived from P"));
    assert!(project.run(&["profile", "list"]).ended(0).out.contains("org.p"));
    assert!(project.run(&["graph", "--view", "imports", "main/a.yaml"]).ended(0).out.contains("p.yaml"));
}

#[test]
fn the_extension_has_every_setting_of_the_server() {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("editors/vscode/package.json");
    let manifest: Value =
        serde_json::from_str(&std::fs::read_to_string(path).expect("a file")).expect("JSON");
    let settings = &manifest["contributes"]["configuration"]["properties"];
    let is_of_server = |reach: Reach| matches!(reach, Reach::File | Reach::Load | Reach::Format);
    for key in KEYS.iter().filter(|key| is_of_server(key.reach) && key.name != "per-path") {
        assert!(
            settings[format!("tosca.{}", key.name)].is_object(),
            "{} is missing in the extension",
            key.name
        );
    }
}
