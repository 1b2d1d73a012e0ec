//! Completions, manual pages, suggestions, initial files, profiles.

use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::{Value, json};

use crate::cli::Project;

/// The commands, as the help lists them.
fn commands() -> Vec<String> {
    let help = Project::new(&[]).run(&["--help"]).ended(0).out;
    let (_, list) = help.split_once("Commands:\n").expect("a list of commands");
    let lines = list.lines().take_while(|line| !line.is_empty());
    let names = lines.filter_map(|line| line.split_whitespace().next()).map(str::to_owned);
    names.filter(|name| name != "help").collect()
}

// ── completions and manual ──

#[test]
fn every_shell_gets_a_script_that_knows_commands_and_flags() {
    let project = Project::new(&[]);
    for shell in ["bash", "zsh", "fish", "powershell", "nushell", "elvish"] {
        let run = project.run(&["completions", shell]).ended(0);
        assert_eq!(run.err, "", "{shell}");
        for command in commands() {
            assert!(run.out.contains(&command), "{shell}: {command}");
        }
        for flag in ["profile-path", "fail-on"] {
            assert!(run.out.contains(flag), "{shell}: {flag}");
        }
    }
}

#[test]
fn scripts_complete_rules_dialects_and_profiles() {
    let project = Project::new(&[]);
    for shell in ["bash", "zsh", "nushell"] {
        let script = project.run(&["completions", shell]).ended(0).out;
        for name in ["unknown-type", "T0401", "T04", "amp"] {
            assert!(script.contains(name), "{shell}: {name}");
        }
    }
    for shell in ["bash", "zsh"] {
        let script = project.run(&["completions", shell]).ended(0).out;
        assert!(script.contains("org.oasis-open.tosca.simple"), "{shell}");
    }
    let help = project.run(&["check", "--help"]).ended(0).out;
    assert!(!help.contains("unknown-type"), "rules are not listed: {help}");
}

#[test]
fn shells_that_are_here_can_read_their_scripts() {
    let project = Project::new(&[]);
    for shell in ["bash", "zsh", "fish"] {
        let path = project.path(shell);
        std::fs::write(&path, project.run(&["completions", shell]).ended(0).out).expect("a script");
        let read = Command::new(shell).arg("-n").arg(&path).stderr(Stdio::piped()).output();
        // Not every machine has every shell.
        if let Ok(read) = read {
            assert!(read.status.success(), "{shell}: {}", String::from_utf8_lossy(&read.stderr));
        }
    }
}

/// What shells make of a line with a tab at its end, where one word is possible.
const LISTS: [(&str, &str); 8] = [
    ("explain unknown-typ", "explain unknown-type"),
    ("check --ignore unknown-typ", "check --ignore unknown-type"),
    ("check --ignore T04,unknown-typ", "check --ignore T04,unknown-type"),
    ("check --select=T04,missing-descript", "check --select=T04,missing-description"),
    ("check --levels unknown-typ", "check --levels unknown-type="),
    ("check --levels T04=info,unknown-type=o", "check --levels T04=info,unknown-type=off"),
    ("check --levels=T04=w", "check --levels=T04=warning"),
    ("check --name-style k", "check --name-style kebab-case"),
];

#[test]
fn lists_of_rules_are_completed_after_a_comma() {
    let going_on = |previous: &str, word: &str| {
        let run = Project::new(&[]).run(&["completions", "--list", previous, word]).ended(0);
        run.out.lines().map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(going_on("--ignore", "T04,unknown-typ"), ["T04,unknown-type"]);
    assert_eq!(going_on("check", "--ignore=T04,unknown-typ"), ["--ignore=T04,unknown-type"]);
    assert_eq!(going_on("--levels", "unknown-typ"), ["unknown-type="]);
    let levels = ["T04=error", "T04=warning", "T04=info", "T04=off"];
    assert_eq!(going_on("--levels", "T04="), levels);
    assert_eq!(going_on("--levels", "T04=error,T90=e"), ["T04=error,T90=error"]);
    assert!(going_on("--ignore", "").contains(&"T90".to_owned()), "areas");
    for none in ["unknown-type,unknown-typ", "T0401,unknown-typ", "a,xyz"] {
        assert!(going_on("--select", none).is_empty(), "{none}");
    }
    assert!(going_on("--levels", "T0401=off,unknown-typ").is_empty(), "nothing is repeated");
    for (previous, word) in [("--exclude", "T0"), ("check", "T0"), ("check", "--exclude=T0"), ("check", "")] {
        assert!(going_on(previous, word).is_empty(), "{previous} {word}");
    }
}

/// Runs a shell with the binary on its path, or returns `None` where the shell is not installed.
#[expect(clippy::print_stderr, reason = "a skipped test should say so")]
fn shell(project: &Project, shell: &str, arguments: &[&str]) -> Option<String> {
    let directory = Path::new(env!("CARGO_BIN_EXE_tosca")).parent().expect("a directory");
    let path = std::env::var_os("PATH").unwrap_or_default();
    let path = std::env::join_paths([directory.to_owned()].into_iter().chain(std::env::split_paths(&path)));
    let mut command = Command::new(shell);
    command
        .args(arguments)
        .env("PATH", path.expect("a path"))
        .env("TERM", "dumb")
        .current_dir(project.path(""));
    let Ok(output) = command.stdin(Stdio::null()).stderr(Stdio::null()).output() else {
        eprintln!("skipped: {shell} is not installed");
        return None;
    };
    Some(String::from_utf8_lossy(&output.stdout).into_owned())
}

#[test]
fn bash_completes_lists_of_rules() {
    let project = Project::new(&[]);
    project.run(&["completions", "bash", "-o", "script"]).ended(0);
    for (typed, completed) in LISTS {
        // As Bash calls it: words are split at `=` as well, and what is completed comes after it.
        let words = typed.replace('=', " = ");
        let current = words.rsplit(' ').next().expect("a word");
        let run = format!(
            "source ./script; COMP_LINE='tosca {typed}' COMP_POINT=${{#COMP_LINE}} COMP_WORDS=(tosca {words}) \
             COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1)); _tosca_or_list tosca '{current}' \"${{COMP_WORDS[COMP_CWORD - 1]}}\"; \
             printf '%s\n' \"${{COMPREPLY[@]}}\""
        );
        let Some(replies) = shell(&project, "bash", &["--norc", "-c", &run]) else { return };
        let start = typed.strip_suffix(current).expect("its end");
        let reply = replies.lines().next().unwrap_or_default();
        assert_eq!(format!("{start}{reply}"), completed, "{replies}");
    }
}

#[test]
fn fish_completes_lists_of_rules() {
    let project = Project::new(&[]);
    project.run(&["completions", "fish", "-o", "script"]).ended(0);
    for (typed, completed) in LISTS {
        let run = format!("source ./script; complete -C 'tosca {typed}'");
        let Some(words) = shell(&project, "fish", &["-N", "-c", &run]) else { return };
        let word = words.split(['\t', '\n']).next().unwrap_or_default();
        let start = typed.rsplit_once(' ').map_or("", |(start, _)| start);
        assert_eq!(format!("{start} {word}"), completed, "{words}");
    }
}

#[test]
fn nushell_completes_lists_of_rules() {
    let project = Project::new(&[]);
    let script = project.run(&["completions", "nushell"]).ended(0).out;
    for (typed, completed) in LISTS {
        // Nushell does not complete values after `=`.
        if typed.contains("--levels=") || typed.contains("--select=") {
            continue;
        }
        let text = format!("{script}\ntosca {typed}");
        project.add("script", &text);
        let arguments = ["--no-config-file", "--ide-complete", &text.len().to_string(), "script"];
        let Some(words) = shell(&project, "nu", &arguments) else { return };
        let words: Value = serde_json::from_str(&words).expect("an answer");
        let word = words["completions"][0].as_str().unwrap_or_default();
        let start = typed.rsplit_once(' ').map_or("", |(start, _)| start);
        assert_eq!(format!("{start} {word}"), completed, "{words}");
    }
}

/// Types the lines into a Z shell, with a key that writes what became of them.
#[test]
fn zsh_completes_lists_of_rules() {
    let project = Project::new(&[]);
    project.run(&["completions", "zsh", "-o", "script"]).ended(0);
    let mut run = String::from(
        "zmodload zsh/zpty; zpty z zsh -f -i\n\
         zpty -w z 'autoload -Uz compinit; compinit -u -D; source ./script; bindkey -e'\n\
         zpty -w z 'show() { print -r -- \"$BUFFER\" >> lines; BUFFER= }; zle -N show; bindkey \"^T\" show'\n",
    );
    let keys = LISTS.map(|(typed, _)| format!("zpty -w -n z $'tosca {typed}\\t\\x14'\n"));
    run += &keys.concat();
    run += "zpty -w z exit\nwhile zpty -r z line; do :; done\n";
    let Some(output) = shell(&project, "zsh", &["-f", "-c", &run]) else { return };
    let lines = std::fs::read_to_string(project.path("lines")).expect(&output);
    let completed = LISTS.map(|(_, completed)| format!("tosca {completed}"));
    assert_eq!(lines.lines().map(str::trim_end).collect::<Vec<_>>(), completed, "{output}");
}

#[test]
fn an_unknown_shell_is_wrong_usage_with_the_known_ones() {
    let run = Project::new(&[]).run(&["completions", "tcsh"]).ended(2);
    assert!(run.err.contains("bash") && run.err.contains("nushell"), "{}", run.err);
}

#[test]
fn the_manual_is_one_page_or_one_a_command() {
    let project = Project::new(&[]);
    let page = project.run(&["man"]).ended(0).out;
    assert!(page.contains(".TH tosca 1") && page.contains(".SH SUBCOMMANDS"), "{page}");
    let run = project.run(&["man", "deep/man"]).ended(0);
    assert_eq!((run.out.as_str(), run.err.as_str()), ("", ""));
    for command in commands() {
        assert!(page.contains(&format!("tosca\\-{command}(1)")), "{command}");
        assert!(project.path(format!("deep/man/tosca-{command}.1")).is_file(), "{command}");
    }
    assert!(project.path("deep/man/tosca-profile-diff.1").is_file());
    let check = std::fs::read_to_string(project.path("deep/man/tosca-check.1")).expect("a page");
    assert!(check.contains("\\-\\-profile\\-path"), "{check}");
}

/// Every page has the sections that clap does not write, with examples that can be run.
#[test]
fn every_page_has_examples_exit_codes_environment_and_files() {
    let project = Project::new(&[]);
    project.run(&["man", "man"]).ended(0);
    for page in std::fs::read_dir(project.path("man")).expect("pages").flatten() {
        let name = page.file_name().to_string_lossy().into_owned();
        let text = std::fs::read_to_string(page.path()).expect("a page");
        for (section, entry) in [
            ("EXIT STATUS", ".TP\n\\fB1\\fR\nFindings"),
            ("ENVIRONMENT", "TOSCA_CONFIG"),
            ("FILES", "tosca.toml"),
        ] {
            let (_, rest) = text.split_once(&format!(".SH \"{section}\"\n")).expect(section);
            assert!(rest.contains(entry), "{name}: {rest}");
        }
        let (_, rest) = text.split_once(".SH \"EXAMPLES\"\n").expect("examples");
        let examples = rest.lines().filter_map(|line| line.strip_prefix("\\fBtosca ")?.strip_suffix("\\fR"));
        let examples = examples.map(|line| line.replace("\\-", "-")).collect::<Vec<_>>();
        assert!(!examples.is_empty(), "{name}");
        for example in examples {
            let line = example.split(['>', '|']).next().unwrap_or_default();
            let words = line.split('"').enumerate().flat_map(|(at, part)| match at % 2 {
                0 => part.split_whitespace().collect(),
                _ => vec![part],
            });
            let arguments = words.chain(["--help"]).collect::<Vec<_>>();
            let run = project.run(&arguments).ended(0);
            assert!(run.out.contains("Usage: tosca"), "{example}: {}", run.err);
        }
    }
}

#[test]
fn a_manual_that_cannot_be_written_is_reported() {
    let run = Project::new(&[("man", "")]).run(&["man", "man"]).ended(2);
    assert!(run.err.starts_with("error: cannot write pages into `man`: "), "{}", run.err);
}

// ── suggestions ──

#[test]
fn misspelt_commands_and_flags_get_suggestions() {
    let project = Project::new(&[]);
    for (arguments, near) in [
        (&["chekc"][..], "'check'"),
        (&["complations"], "'completions'"),
        (&["profile", "lst"], "'list'"),
        (&["check", "--profil-path", "x"], "'--profile-path'"),
        (&["check", "--formt", "full"], "'--format'"),
        (&["check", "--format", "consise"], "'concise'"),
        (&["completions", "fihs"], "'fish'"),
        (&["init", "--profle"], "'--profile'"),
    ] {
        let run = project.run(arguments).ended(2);
        assert_eq!(run.out, "", "{arguments:?}");
        assert!(run.err.contains(near), "{arguments:?}: {}", run.err);
    }
}

#[test]
fn an_unknown_flag_is_not_taken_for_a_file() {
    let run = Project::new(&[]).run(&["check", "--xyzzy", "a.yaml"]).ended(2);
    assert!(run.err.starts_with("error: unexpected argument '--xyzzy' found\n\nUsage: "), "{}", run.err);
    assert!(!run.err.contains("as a value"), "{}", run.err);
}

#[test]
fn what_other_tools_call_it_gets_a_hint() {
    let project = Project::new(&[]);
    for (arguments, hint) in [
        ("fix a.yaml", "tosca check --fix"),
        ("draw a.yaml", "tosca graph"),
        ("rules --json", "--format json"),
        ("profile list --json", "--format json"),
        ("check --sarif a.yaml", "--format sarif"),
        ("check --format text", "--format full"),
        ("check --format=human", "--format full"),
        ("check --color=off", "--color never"),
        ("check --no-color", "--color never"),
        ("check --strict=yes", "--strict=true"),
        ("check --disable T04", "--ignore"),
        ("check --warn-as-error", "--fail-on warning"),
        ("lint -f json", "--format"),
        ("fmt --dry-run", "--check"),
        ("eval --version", "tosca version"),
    ] {
        let run = project.run(&arguments.split(' ').collect::<Vec<_>>()).ended(2);
        assert!(run.err.ends_with(&format!("\nhelp: use `{hint}`\n")), "{arguments}: {}", run.err);
        assert!(!run.err.contains("similar"), "{arguments}: {}", run.err);
    }
    for arguments in ["check --frobnicate", "frobnicate", "check --format frobnicate"] {
        let run = project.run(&arguments.split(' ').collect::<Vec<_>>()).ended(2);
        assert!(!run.err.contains("help: use"), "{arguments}: {}", run.err);
    }
}

#[test]
fn an_unknown_rule_is_reported_with_a_suggestion() {
    let project = Project::new(&[]);
    for arguments in [&["check", "--ignore", "unknown-typ"][..], &["rules", "unknown-typ"]] {
        let run = project.run(arguments).ended(2);
        assert!(run.err.contains("unknown rule; did you mean `unknown-type`?"), "{}", run.err);
    }
}

#[test]
fn of_names_that_are_as_near_the_one_with_the_same_beginning_is_meant() {
    let project = Project::new(&[]);
    project.run(&["init"]).ended(0);
    for (written, meant) in [
        ("tosca.nodes.Comput", "tosca.nodes.Compute"),
        ("tosca.capabilities.Comput", "tosca.capabilities.Compute"),
        ("tosca.node.Compute", "tosca.nodes.Compute"),
    ] {
        let run = project.run(&["show", written, "service.yaml"]).ended(2);
        assert!(run.err.ends_with(&format!("help: did you mean `{meant}`?\n")), "{}", run.err);
    }
}

#[test]
fn the_version_names_the_commit_where_the_build_was_given_one() {
    let run = Project::new(&[]).run(&["--version"]).ended(0);
    let version = env!("CARGO_PKG_VERSION");
    let commit = option_env!("TOSCA_COMMIT").map(str::trim).filter(|commit| !commit.is_empty());
    let commit = commit.map(|commit| commit.get(..12).unwrap_or(commit));
    let commit = commit.map_or_else(String::new, |commit| format!(" ({commit})"));
    assert_eq!(run.out, format!("tosca {version}{commit}\n"));
    assert_eq!(Project::new(&[]).run(&["version"]).ended(0).out, run.out);
}

#[test]
fn the_details_of_the_version_are_what_a_report_needs() {
    let project = Project::new(&[]);
    let run = project.run(&["version", "--verbose"]).ended(0);
    let (version, details) = run.out.split_once('\n').expect("a line");
    assert_eq!(format!("{version}\n"), project.run(&["version"]).ended(0).out);
    for name in ["system", "build", "features", "rules", "editions", "dialects"] {
        assert!(details.lines().any(|line| line.starts_with(&format!("{name} "))), "{name}: {details}");
    }
    let features = details.lines().find(|line| line.starts_with("features ")).expect("a line");
    let manifest = crate::text_of("Cargo.toml");
    let default = manifest.lines().find_map(|line| line.strip_prefix("default = ")).expect("features");
    // A test has all of them; without `cli` there is no command.
    for feature in default.split('"').skip(1).step_by(2).filter(|feature| *feature != "cli") {
        assert!(features.contains(feature), "{feature}: {features}");
    }
}

#[test]
fn a_path_instead_of_a_command_gets_help_how_to_check_it() {
    let project = Project::new(&[("a.yaml", "")]);
    let run = project.run(&["a.yaml"]).ended(2);
    assert!(run.err.ends_with("help: to check the file, run: tosca check a.yaml\n"), "{}", run.err);
    let run = project.run(&["b.yaml"]).ended(2);
    assert!(!run.err.contains("tosca check"), "{}", run.err);
}

#[test]
fn other_tools_call_it_otherwise() {
    let project = Project::new(&[("a.yaml", "tosca_definitions_version: tosca_2_0\n")]);
    for command in ["check", "lint", "validate"] {
        project.run(&[command, "a.yaml"]).ended(0);
    }
    for command in ["format --check a.yaml", "evaluate a.yaml 1", "compare a.yaml a.yaml", "completion bash"]
    {
        project.run(&command.split(' ').collect::<Vec<_>>()).ended(0);
    }
}

#[test]
fn where_there_is_nothing_to_check_help_says_what_to_do() {
    let run = Project::new(&[]).run(&["check"]).ended(0);
    assert!(run.err.ends_with("\nhelp: run `tosca init` to create one\n"), "{}", run.err);
    let run = Project::new(&[("a.yaml", "a: 1")]).run(&["check"]).ended(0);
    assert!(run.err.contains("\nhelp: a TOSCA file starts with `tosca_definitions_version`"), "{}", run.err);
}

#[cfg(unix)]
#[test]
fn what_cannot_be_reached_is_reported_with_the_reason() {
    let project = Project::new(&[]);
    std::os::unix::fs::symlink("loop", project.path("loop")).expect("a link");
    let run = project.run(&["check", "loop"]).ended(2);
    assert_eq!(run.err, "error: cannot read `loop`: too many levels of symbolic links\n");
}

// ── starters ──

#[test]
fn starters_check_clean() {
    for (arguments, path) in [
        (&["init"][..], "service.yaml"),
        (&["init", "."], "service.yaml"),
        (&["init", "new/er"], "new/er/service.yaml"),
        (&["init", "mine.yaml"], "mine.yaml"),
        (&["init", "deep/mine.yml"], "deep/mine.yml"),
        (&["init", "mine.tosca"], "mine.tosca"),
        (&["init", "com.example.shop/"], "com.example.shop/service.yaml"),
        (&["init", "--profile"], "profile.yaml"),
        (&["init", "--profile", "types"], "types/profile.yaml"),
        (&["init", "--variability", "family"], "family/family.yaml"),
    ] {
        let project = Project::new(&[]);
        let run = project.run(arguments).ended(0);
        let settings = match path.rsplit_once('/') {
            _ if path.contains("mine.") => String::new(),
            Some((directory, _)) => format!("wrote {directory}/tosca.toml\n"),
            None => "wrote tosca.toml\n".to_owned(),
        };
        let expected = format!("wrote {path}\n{settings}next: tosca check {path}\n");
        assert_eq!(run.err, expected, "{arguments:?}");
        assert_eq!(run.out, "", "{arguments:?}");
        let run = project.run(&["check", "--fail-on", "info", "--select", "T90", path]).ended(0);
        assert_eq!((run.out.as_str(), run.err.as_str()), ("", ""), "{arguments:?}");
    }
}

#[test]
fn the_starter_has_outputs_that_can_be_computed() {
    let project = Project::new(&[]);
    project.run(&["init"]).ended(0);
    assert_eq!(project.run(&["eval", "service.yaml"]).ended(0).out, "port: 8080\n");
}

#[test]
fn a_starter_has_settings_only_where_none_apply() {
    let project = Project::new(&[("mine/tosca.toml", "strict = true\n")]);
    project.run(&["init", "mine"]).ended(0);
    project.run(&["init", "mine/more"]).ended(0);
    assert!(!project.path("mine/more/tosca.toml").exists());
    assert_eq!(std::fs::read_to_string(project.path("mine/tosca.toml")).expect("a file"), "strict = true\n");
    project.add("mine/repository/.git/HEAD", "");
    project.run(&["init", "mine/repository"]).ended(0);
    assert!(project.path("mine/repository/tosca.toml").is_file());
}

#[test]
fn a_starter_is_not_a_directory_named_like_a_file() {
    let project = Project::new(&[]);
    let run = project.run(&["init", "foo.txt"]).ended(2);
    assert_eq!(
        run.err,
        "error: `foo.txt` is neither a directory nor the name of a TOSCA file\n\
         help: use `foo.yaml` for a file, or `foo.txt/` for a new directory\n"
    );
    assert!(!project.path("foo.txt").exists());
}

#[test]
fn a_starter_never_overwrites() {
    let project = Project::new(&[("service.yaml", "mine"), ("file", ""), ("d.yaml/x", "")]);
    let run = project.run(&["init"]).ended(2);
    assert!(run.err.starts_with("error: `service.yaml` already exists"), "{}", run.err);
    assert_eq!(std::fs::read_to_string(project.path("service.yaml")).expect("a file"), "mine");
    let run = project.run(&["init", "file"]).ended(2);
    assert!(run.err.starts_with("error: cannot write `file/service.yaml`: "), "{}", run.err);
    project.run(&["init", "d.yaml"]).ended(0);
    assert!(project.path("d.yaml/service.yaml").is_file(), "a directory may end in .yaml");
}

// ── profiles ──

const SIMPLE: &str = "org.oasis-open.tosca.simple:2.0";
const SHOP: &str = "\
tosca_definitions_version: tosca_2_0
profile: org.example.shop:1.0
description: Types of a shop.
imports: [ more.yaml, { profile: org.oasis-open.tosca.simple:2.0 } ]
node_types: { Shop: { derived_from: tosca.nodes.Root }, Market: { derived_from: Shop } }
";
const MORE: &str = "\
tosca_definitions_version: tosca_2_0
profile: org.example.shop:1.0
capability_types: { Till: {} }
";

#[test]
fn profiles_are_listed_with_their_places() {
    let project = Project::new(&[("lib/shop.yaml", SHOP), ("lib/more.yaml", MORE), ("lib/x.yaml", "a: 1")]);
    let run = project.run(&["profile", "list"]).ended(0);
    let simple = run.out.lines().next().expect("a line");
    assert!(simple.starts_with(&format!("{SIMPLE} ")), "{simple}");
    assert!(simple.ends_with("    70 types  built in, also org.oasis-open.simple:2.0"), "{simple}");
    let built_in = run.out.lines().count();
    let run = project.run(&["profile", "list", "--profile-path", "lib"]).ended(0);
    let lines: Vec<&str> = run.out.lines().collect();
    assert!(lines[0].starts_with("org.example.shop:1.0 "), "{}", run.out);
    assert!(lines[0].ends_with("     3 types  lib/shop.yaml"), "{}", run.out);
    assert_eq!(lines.len(), 1 + built_in, "{}", run.out);
    let run = project.run(&["profile", "list", "--profile-path", "lib", "--format", "json"]).ended(0);
    let all: Value = serde_json::from_str(&run.out).expect("JSON");
    assert_eq!(
        all[0],
        json!({ "name": "org.example.shop:1.0", "aliases": [], "place": "lib/shop.yaml", "types": 3 })
    );
    assert_eq!(all[1]["aliases"], json!(["org.oasis-open.simple:2.0"]));
}

#[test]
fn a_profile_is_shown_with_its_types() {
    let project = Project::new(&[("lib/shop.yaml", SHOP), ("lib/more.yaml", MORE)]);
    let run = project.run(&["profile", "show", "org.example.shop:1.0", "--profile-path", "./lib"]).ended(0);
    let wanted = "\
org.example.shop:1.0
  Types of a shop.
  place    lib/shop.yaml
  import   - profile: org.example.shop:1.0
  files    lib/shop.yaml
           lib/more.yaml

1 capability type
  Till

2 node types
  Shop    < tosca.nodes.Root
  Market  < Shop
";
    assert_eq!(run.out, wanted);
    assert_eq!(run.err, "");
}

#[test]
fn a_built_in_profile_is_shown_by_any_of_its_names() {
    let project = Project::new(&[]);
    let run = project.run(&["profile", "show", SIMPLE]).ended(0);
    assert!(run.out.contains("  place    built in\n"), "{}", run.out);
    assert!(run.out.contains("\n  tosca.nodes.Compute "), "{}", run.out);
    let alias = project.run(&["profile", "show", "org.oasis-open.simple:2.0"]).ended(0);
    assert_eq!(alias.out, run.out);
    let json = project.run(&["profile", "show", SIMPLE, "--format", "json"]).ended(0).out;
    let json: Value = serde_json::from_str(&json).expect("JSON");
    let names = json["types"]["node_types"].as_array().expect("a list");
    let compute = names.iter().find(|of| of["name"] == "tosca.nodes.Compute").expect("a type");
    assert_eq!(compute["derived_from"], "tosca.nodes.Abstract.Compute");
}

#[test]
fn an_unknown_profile_is_wrong_usage_with_a_suggestion() {
    let project = Project::new(&[]);
    let run = project.run(&["profile", "show", "org.oasis-open.tosca.simpel:2.0"]).ended(2);
    assert!(run.err.contains(&format!("help: did you mean `{SIMPLE}`?")), "{}", run.err);
    let run = project.run(&["profile", "show", "nothing"]).ended(2);
    assert!(run.err.contains("`tosca profile list`"), "{}", run.err);
    let run = project.run(&["profile", "list", "--profile-path", "nowhere"]).ended(2);
    assert_eq!(run.err, "error: no such directory: `nowhere`\n");
}

#[test]
fn the_types_of_a_profile_are_shown_by_its_name() {
    let project = Project::new(&[("lib/shop.yaml", SHOP), ("lib/more.yaml", MORE)]);
    for profile in [SIMPLE, "org.oasis-open.simple:2.0", "org.oasis-open.tosca.simple:1.3"] {
        let run = project.run(&["show", "--profile", profile, "tosca.nodes.Compute"]).ended(0);
        assert!(run.out.contains("tosca.nodes.Compute"), "{profile}: {}", run.err);
        // A profile of 1.3 is shown in the terms of 1.3.
        assert_eq!(run.err, "", "{profile}");
        assert_eq!(run.out.contains("count_range"), !profile.ends_with(":1.3"), "{profile}: {}", run.out);
    }
    let run = project.run(&["show", "--profile", "org.example.shop:1.0", "--profile-path", "lib", "Market"]);
    assert!(run.ended(0).out.contains("lib/shop.yaml"));
    let run = project.run(&["show", "--profile", "org.oasis-open.tosca.simpel:2.0", "x"]).ended(2);
    assert!(run.err.contains(&format!("help: did you mean `{SIMPLE}`?")), "{}", run.err);
}

#[test]
fn an_unknown_type_of_a_profile_is_reported_with_the_profile() {
    let project = Project::new(&[("a.yaml", "tosca_definitions_version: tosca_2_0\n")]);
    let run = project.run(&["show", "tosca.nodes.Compute"]).ended(2);
    assert!(
        run.err.contains(&format!("help: to show the type of a profile, use `--profile {SIMPLE}`")),
        "{}",
        run.err
    );
}

#[test]
fn profiles_are_compared_by_their_names() {
    let project = Project::new(&[("lib/shop.yaml", SHOP), ("lib/more.yaml", MORE), ("new.yaml", SHOP)]);
    let names = ["org.oasis-open.tosca.simple:1.2", "org.oasis-open.tosca.simple:1.3"];
    let run = project.run(&["profile", "diff", names[0], names[1]]).ended(0);
    assert!(run.out.contains("<built-in>/simple/1.3/profile.yaml:"), "{}", run.out);
    assert!(run.out.contains("1.2 -> 1.3"), "the versions of the names: {}", run.out);
    let run = project.run(&["profile", "diff", "--profile-path", "lib", "org.example.shop:1.0", "new.yaml"]);
    assert!(run.ended(1).out.contains("Till"));
    let run = project.run(&["profile", "diff", names[0], "org.oasis-open.tosca.simple:1.4"]).ended(2);
    assert!(run.err.starts_with("error: unknown profile `org.oasis-open.tosca.simple:1.4`"), "{}", run.err);
    let run = project.run(&["profile", "diff", "--example", names[1], names[0]]).ended(1);
    let import = "imports: [ { profile: \"http://docs.oasis-open.org/tosca/ns/simple/yaml/1.3\" } ]\n";
    assert!(run.out.contains(import), "{}", run.out);
}

#[test]
fn a_profile_with_errors_is_shown_as_far_as_it_goes() {
    let wrong = SHOP.replace("derived_from: Shop", "derived_from: Shp");
    let project = Project::new(&[("lib/shop.yaml", wrong.as_str()), ("lib/more.yaml", MORE)]);
    let arguments = ["profile", "show", "org.example.shop:1.0", "--profile-path", "lib"];
    let run = project.run(&arguments).ended(1);
    assert_eq!(run.err, "warning: the profile has errors; run `tosca check` to see them\n");
    assert!(run.out.contains("2 node types"), "{}", run.out);
}
