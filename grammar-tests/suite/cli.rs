//! Tests of the command line: exit code, standard output, standard error.
//!
//! The real binary runs in a separate directory, independent of the colors and locale of the user. The
//! content of findings is tested by `cases`; these tests check which are reported, where and how.

use std::io::{Read, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tempfile::TempDir;
use tosca::internals::config::keys::FORMATS;

const CLEAN: &str = "tosca_definitions_version: tosca_2_0\n";
const ERROR: &str = "tosca_definitions_version: tosca_2_0\nnode_typs: {}\n";
const WARNING: &str = "tosca_definitions_version: tosca_2_0\nmetadata: { a: &b c }\n";
const INFO: &str = "tosca_definitions_version: tosca_2_0\nmetadata: { a: &b { c: d }, e: { <<: *b } }\n";
const COMPOSE: &str = "services:\n  web: { image: nginx }\n";

/// The maximum time of a run; after that it counts as hanging.
const MAX_RUN_TIME: Duration = Duration::from_secs(180);

/// Environment variables that affect the output.
const SURROUNDINGS: &[&str] = &[
    "NO_COLOR",
    "CLICOLOR",
    "CLICOLOR_FORCE",
    "FORCE_COLOR",
    "COLORTERM",
    "COLUMNS",
    "LC_ALL",
    "LC_CTYPE",
    "LANG",
    "RAYON_NUM_THREADS",
    "FORCE_HYPERLINK",
    "TERM_PROGRAM",
    "VTE_VERSION",
    "WT_SESSION",
    "GITHUB_ACTIONS",
    "RUST_BACKTRACE",
];

// ── running ──

/// A directory with files in which the binary runs.
pub(crate) struct Project {
    directory: TempDir,
}

/// The result of a run.
pub(crate) struct Run {
    /// The exit code, or `None` if a signal ended the run or it had to be stopped.
    pub(crate) code: Option<i32>,
    /// Standard output.
    pub(crate) out: String,
    /// Standard error.
    pub(crate) err: String,
}

impl Project {
    pub(crate) fn new(files: &[(&str, &str)]) -> Self {
        let project = Self { directory: TempDir::new().expect("a temporary directory") };
        for (path, content) in files {
            project.add(path, content);
        }
        project
    }

    /// Writes a file, and creates its directories.
    pub(crate) fn add(&self, path: impl AsRef<Path>, content: impl AsRef<[u8]>) {
        let path = self.path(path);
        std::fs::create_dir_all(path.parent().expect("a parent")).expect("a directory to write to");
        std::fs::write(path, content).expect("a file to write to");
    }

    /// Returns the absolute path of a project file.
    pub(crate) fn path(&self, path: impl AsRef<Path>) -> PathBuf {
        self.directory.path().join(path)
    }

    /// Returns the command for the binary with `arguments`, not yet started.
    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tosca"));
        for name in SURROUNDINGS {
            command.env_remove(name);
        }
        command.args(arguments).current_dir(self.directory.path());
        command
    }

    /// Runs `tosca` with these arguments and nothing on standard input.
    pub(crate) fn run(&self, arguments: &[&str]) -> Run {
        run(self.command(arguments), b"")
    }
}

/// Runs a command to its end, or until the time limit.
pub(crate) fn run(mut command: Command, input: &[u8]) -> Run {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the binary starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    let input = input.to_vec();
    let writer = std::thread::spawn(move || {
        // A command that does not read all input may close the pipe.
        let _ = stdin.write_all(&input);
    });
    let out = gather(child.stdout.take().expect("a pipe"));
    let err = gather(child.stderr.take().expect("a pipe"));
    let (code, hangs) = wait(&mut child);
    writer.join().expect("the input is written");
    let text = |thread: JoinHandle<Vec<u8>>| {
        String::from_utf8(thread.join().expect("the output is read")).expect("output in UTF-8")
    };
    let (out, mut err) = (text(out), text(err));
    if hangs {
        err.push_str("(stopped: it seems to hang)");
    }
    Run { code, out, err }
}

fn gather(mut pipe: impl Read + Send + 'static) -> JoinHandle<Vec<u8>> {
    std::thread::spawn(move || {
        let mut bytes = Vec::new();
        pipe.read_to_end(&mut bytes).expect("output to read");
        bytes
    })
}

/// Returns the exit code, and whether the child had to be stopped.
fn wait(child: &mut Child) -> (Option<i32>, bool) {
    let start = Instant::now();
    while start.elapsed() < MAX_RUN_TIME {
        if let Some(status) = child.try_wait().expect("a child to wait for") {
            return (status.code(), false);
        }
        std::thread::sleep(Duration::from_millis(2));
    }
    child.kill().expect("a child to stop");
    (child.wait().expect("a child to wait for").code(), true)
}

impl Run {
    /// Returns the run after asserting its exit code.
    #[track_caller]
    pub(crate) fn ended(self, code: i32) -> Self {
        let Self { code: got, out, err } = &self;
        let begin = |text: &str| text.chars().take(2000).collect::<String>();
        assert_eq!(*got, Some(code), "exit code\n── out ──\n{}\n── err ──\n{}", begin(out), begin(err));
        self
    }

    /// Returns the findings of concise output: `file:line:column name`.
    pub(crate) fn findings(&self) -> Vec<String> {
        let short = |line: &str| {
            let (place, rest) = line.split_once(": ").expect("a place");
            let slug = rest.split_once(' ').and_then(|(_, rest)| rest.split_once(']')).expect("a code").0;
            format!("{place} {slug}")
        };
        self.out.lines().map(short).collect()
    }

    fn json(&self) -> Value {
        serde_json::from_str(&self.out).expect("one JSON document")
    }
}

/// Runs `tosca check` with `arguments` in a project of `files`; it must end with `code`.
#[track_caller]
fn check(files: &[(&str, &str)], arguments: &[&str], code: i32) -> Run {
    let arguments: Vec<&str> = ["check"].iter().chain(arguments).copied().collect();
    Project::new(files).run(&arguments).ended(code)
}

/// Like [`check`], in concise format; returns the findings.
#[track_caller]
fn findings_of(files: &[(&str, &str)], arguments: &[&str], code: i32) -> Vec<String> {
    let arguments: Vec<&str> = ["--format", "concise"].iter().chain(arguments).copied().collect();
    check(files, &arguments, code).findings()
}

// ── exit codes ──

#[test]
fn a_clean_file_gives_nothing_and_0() {
    let run = check(&[("a.yaml", CLEAN)], &["a.yaml"], 0);
    assert_eq!((run.out.as_str(), run.err.as_str()), ("", ""));
}

#[test]
fn an_error_is_reported_on_standard_output_and_counted_on_standard_error() {
    let run = check(&[("a.yaml", ERROR)], &["a.yaml"], 1);
    assert!(run.out.starts_with("error[T0201 unknown-keyname]: "), "{}", run.out);
    assert_eq!(
        run.err,
        "1 error, 0 warnings; 1 file checked\n[*] 1 finding fixable with `--fix`\nfor more: tosca explain unknown-keyname\n"
    );
}

#[test]
fn the_last_line_names_the_page_of_the_most_serious_finding() {
    let files = [("a.yaml", WARNING), ("b.yaml", ERROR)];
    let last_line = "for more: tosca explain unknown-keyname\n";
    let run = check(&files, &[], 1);
    assert!(run.err.ends_with(last_line), "{}", run.err);
    for arguments in [&["--format", "concise"][..], &["--format", "full=out"], &["--statistics"], &["-q"]] {
        let run = check(&files, arguments, 1);
        assert!(!run.err.contains("for more"), "{arguments:?}: {}", run.err);
    }
}

/// Whether there is a website or not, links to it have the same form in all formats.
#[test]
fn the_page_of_a_rule_has_an_address_if_there_is_a_website() {
    let files = [("a.yaml", ERROR)];
    let address = tosca::diagnostics::find_rule("unknown-keyname").and_then(tosca::diagnostics::Rule::url);
    assert_eq!(address.is_none(), tosca::diagnostics::WEBSITE.is_empty());
    let document = |format: &str| {
        let run = check(&files, &["--format", format], 1);
        serde_json::from_str::<Value>(&run.out).expect("one JSON document")
    };
    let address = json!(address);
    assert_eq!(document("json")["diagnostics"][0]["url"], address);
    assert_eq!(document("rdjson")["diagnostics"][0]["code"]["url"], address);
    assert_eq!(document("sarif")["runs"][0]["tool"]["driver"]["rules"][0]["helpUri"], address);
}

#[test]
fn a_warning_fails_only_where_it_is_asked_to() {
    for (level, code) in [("error", 0), ("warning", 1), ("info", 1), ("never", 0)] {
        let run = check(&[("a.yaml", WARNING)], &["--fail-on", level, "a.yaml"], code);
        assert!(run.out.starts_with("warning["), "{level}: {}", run.out);
        assert_eq!(
            run.err, "0 errors, 1 warning; 1 file checked\nfor more: tosca explain unused-anchor\n",
            "{level}"
        );
    }
    check(&[("a.yaml", WARNING)], &["a.yaml"], 0);
}

#[test]
fn advice_fails_only_where_it_is_asked_to() {
    for (level, code) in [("error", 0), ("warning", 0), ("info", 1), ("never", 0)] {
        let run = check(&[("a.yaml", INFO)], &["--fail-on", level, "a.yaml"], code);
        assert!(run.out.starts_with("info["), "{level}: {}", run.out);
    }
}

#[test]
fn an_error_fails_at_every_level_but_never() {
    for (level, code) in [("error", 1), ("warning", 1), ("info", 1), ("never", 0)] {
        check(&[("a.yaml", ERROR)], &["--fail-on", level, "a.yaml"], code);
    }
}

#[test]
fn a_missing_path_is_wrong_usage() {
    let run = check(&[("a.yaml", ERROR)], &["a.yaml", "b.yaml", "c/d.yaml"], 2);
    assert_eq!(run.out, "", "nothing is checked");
    assert_eq!(
        run.err,
        "error: no such file or directory: `b.yaml`\nerror: no such file or directory: `c/d.yaml`\n"
    );
}

#[test]
fn a_directory_without_tosca_is_no_failure() {
    let project = Project::new(&[("d/compose.yaml", COMPOSE), ("d/readme.txt", "")]);
    for arguments in [&["check", "d"][..], &["check", "--show-files", "d"], &["fmt", "--check", "d"]] {
        let run = project.run(arguments).ended(0);
        assert_eq!(run.out, "");
        assert!(run.err.starts_with("warning: no TOSCA files found (1 "), "{}", run.err);
    }
}

#[test]
fn a_wrong_flag_is_wrong_usage_with_a_suggestion() {
    let run = check(&[("a.yaml", CLEAN)], &["--strct", "a.yaml"], 2);
    assert_eq!(run.out, "");
    assert!(run.err.contains("'--strict'"), "{}", run.err);
}

#[test]
fn a_wrong_value_is_wrong_usage() {
    for (flag, value, suggestion) in [
        ("--format", "xml", "concise"),
        ("--spec", "csd05", "csd06"),
        ("--fail-on", "errors", "warning"),
        ("--max-depth", "deep", "--max-depth"),
        ("--max-file-size", "-1", "--max-file-size"),
        ("--max-file-size", "4294967296", "--max-file-size"),
        ("--select", "unused-inputs", "did you mean `unused-input`?"),
        ("--ignore", "xyzzy", "tosca rules"),
        ("--map-url", "https://example.org/", "URL=PATH"),
    ] {
        let run = check(&[("a.yaml", CLEAN)], &[&format!("{flag}={value}"), "a.yaml"], 2);
        assert!(run.err.contains(suggestion), "{flag}: {}", run.err);
    }
}

/// A service with an unused input and a function that nothing defines.
const ADVICE: &str = "tosca_definitions_version: tosca_2_0\nservice_template: { node_templates: {}, inputs: { a: { type: string } }, outputs: { b: { $vault: x } } }\n";

#[test]
fn advice_is_given_where_it_is_selected() {
    let files = [("a.yaml", ADVICE)];
    for select in ["T900", "t9001", "unused-input"] {
        let findings = findings_of(&files, &["--function", "vault", "--select", select, "a.yaml"], 0);
        assert!(findings.len() == 1 && findings[0].ends_with(" unused-input"), "{select}: {findings:?}");
    }
    check(&files, &["--function", "$vault", "a.yaml"], 0);
    check(&files, &["--function", "vault", "--select", "T900", "--ignore", "unused-input", "a.yaml"], 0);
}

#[test]
fn what_is_ignored_is_not_reported() {
    let files = [("a.yaml", ADVICE)];
    let findings = findings_of(&files, &["a.yaml"], 1);
    assert!(findings.len() == 1 && findings[0].ends_with(" unknown-function"), "{findings:?}");
    for ignore in ["T04", "T0405", "unknown-function"] {
        let run = check(&files, &["--ignore", ignore, "a.yaml"], 0);
        assert_eq!(run.out, "", "{ignore}");
    }
}

#[test]
fn no_command_is_wrong_usage_with_help() {
    let run = Project::new(&[]).run(&[]).ended(2);
    assert_eq!(run.out, "");
    assert!(run.err.contains("Usage: tosca <COMMAND>"), "{}", run.err);
}

#[cfg(unix)]
#[test]
fn a_reader_that_goes_away_is_no_fault() {
    let project = Project::new(&[]);
    project.add("a.yaml", format!("{CLEAN}{}", "nope: 1\n".repeat(3000)));
    let mut runs: Vec<(Vec<&str>, i32)> =
        FORMATS.iter().map(|format| (vec!["check", "--format", *format, "a.yaml"], 1)).collect();
    runs.push((vec!["check", "--statistics", "a.yaml"], 1));
    runs.push((vec!["rules", "--format", "json"], 0));
    runs.push((vec!["explain", "unknown-type"], 0));
    for (arguments, code) in runs {
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        let mut command = project.command(&arguments);
        let output = command.stdout(writer).stderr(Stdio::piped()).output().expect("the binary starts");
        assert_eq!(output.status.code(), Some(code), "{arguments:?}: {output:?}");
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert!(!stderr.contains("fault") && !stderr.contains("error: "), "{arguments:?}: {stderr}");
    }
}

#[test]
fn findings_in_configurations_come_first_and_are_always_shown() {
    let files = [("a.yaml", ERROR), ("tosca.toml", "first = 1\nsecond = 2\n")];
    let run = check(&files, &["--format", "concise", "--max-diagnostics", "1"], 2);
    let paths: Vec<&str> = run.out.lines().map(|line| line.split(':').next().unwrap_or(line)).collect();
    assert_eq!(paths, ["tosca.toml", "tosca.toml"]);
    assert!(run.err.starts_with("1 more finding not shown"), "{}", run.err);
}

#[test]
fn format_is_another_name_of_fmt_and_the_help_lists_the_exit_codes() {
    let project = Project::new(&[("a.yaml", CLEAN)]);
    project.run(&["format", "--check", "a.yaml"]).ended(0);
    assert!(project.run(&["--help"]).ended(0).out.contains("Exit codes:\n  0  Success"));
}

#[test]
fn rules_are_given_as_lists_or_all_at_once() {
    let files = [("a.yaml", ADVICE)];
    check(&files, &["--ignore", "T02,unknown-function", "a.yaml"], 0);
    check(&files, &["--ignore", "all", "a.yaml"], 0);
    check(&files, &["--levels", "T04=info,T02=off", "a.yaml"], 0);
    for (select, count) in [("ALL", 2), ("all", 2), ("T", 2), ("T90,T01", 2), ("T900,T01", 1)] {
        let findings = findings_of(&files, &["--function", "vault", "--select", select, "a.yaml"], 0);
        assert!(findings.len() == count && findings[0].ends_with(" unused-input"), "{select}: {findings:?}");
    }
    // The setting of a part of the rules takes precedence over that of all.
    let run = check(&files, &["--levels", "T04=error,all=info", "a.yaml"], 1);
    assert!(run.out.contains("error[T0405"), "{}", run.out);
}

#[test]
fn explain_takes_several_rules() {
    let run = Project::new(&[]).run(&["explain", "T0401", "unknown-namespace", "T12"]).ended(0);
    for title in ["# T0401 unknown-type (", "# T0404 unknown-namespace (", "\nT1201"] {
        assert!(run.out.contains(title), "{title}: {}", run.out);
    }
    let run = Project::new(&[]).run(&["explain", "T0401", "unknown-typ"]).ended(2);
    assert_eq!(
        (run.out.as_str(), run.err.as_str()),
        ("", "error: unknown rule `unknown-typ`\nhelp: did you mean `unknown-type`?\n")
    );
}

#[test]
fn a_missing_path_gets_a_near_one() {
    let project = Project::new(&[("site/a.yaml", CLEAN), ("b.yaml", CLEAN)]);
    for (written, help) in [("sites", "site"), ("site/b.yml", ""), ("site/a.yml", "site/a.yaml"), ("xyz", "")]
    {
        let run = project.run(&["check", written]).ended(2);
        let help = if help.is_empty() { String::new() } else { format!("help: did you mean `{help}`?\n") };
        assert_eq!(run.err, format!("error: no such file or directory: `{written}`\n{help}"));
    }
}

#[test]
fn explain_lists_the_rules_of_an_area() {
    let project = Project::new(&[]);
    for area in ["T04", "t04", "all"] {
        let run = project.run(&["explain", area]).ended(0);
        assert!(run.err.is_empty() && run.out.lines().count() > 1, "{}{}", run.out, run.err);
        assert_eq!(run.out, project.run(&["rules", area]).ended(0).out);
    }
    let run = project.run(&["explain", "T77"]).ended(2);
    assert!(run.out.is_empty() && run.err.starts_with("error: unknown rule `T77`"), "{}", run.err);
    let run = project.run(&["explain"]).ended(2);
    assert!(run.err.starts_with("error: no rule given\nhelp: "), "{}", run.err);
}

#[test]
fn files_above_the_working_directory_have_relative_paths() {
    let types = "tosca_definitions_version: tosca_2_0\nprofile: com.example:1.0\nnode_types: { A: { derived_from: B } }\n";
    let service = |import: &str| format!("{CLEAN}imports: [ {import} ]\n");
    let project = Project::new(&[
        ("profiles/types.yaml", types),
        ("tosca.toml", "strct = true\n"),
        ("services/shop/by_path.yaml", &service("../../profiles/types.yaml")),
        ("services/shop/by_name.yaml", &service("{ profile: 'com.example:1.0' }")),
        ("services/shop/missing.yaml", &service("../../profiles/typs.yaml")),
        ("services/shop/a/b/c/far.yaml", &service("../../../../../profiles/types.yaml")),
    ]);
    let run_in = |directory: &str, arguments: &[&str]| {
        let mut command = project.command(&[&["check"], arguments].concat());
        command.env("NO_COLOR", "1").current_dir(project.path(directory));
        run(command, b"").out
    };
    let error = "../../profiles/types.yaml:3:34: error[T0401 unknown-type]";
    let out = run_in("services/shop", &["--format", "concise", "by_path.yaml"]);
    assert!(out.starts_with("../../tosca.toml:1:1: error") && out.contains(error), "{out}");
    let out =
        run_in("services/shop", &["--format", "concise", "--profile-path", "../../profiles", "by_name.yaml"]);
    assert!(out.contains(error), "{out}");
    let out = run_in("services/shop", &["by_name.yaml"]);
    assert!(
        out.contains("../../profiles") && !out.contains(project.path("").to_str().unwrap_or("?")),
        "{out}"
    );
    let out = run_in("services/shop", &["--format", "concise", "missing.yaml"]);
    assert!(out.contains("`../../profiles/typs.yaml`"), "{out}");
    // Too many levels up, the full path is easier to read; a path that was given as absolute stays.
    let types = project.path("profiles/types.yaml");
    let types = types.to_str().unwrap_or("?");
    let out = run_in("services/shop/a/b/c", &["--format", "concise", "far.yaml"]);
    assert!(out.contains(&format!("\n{types}:3:34: ")), "{out}");
    let out = run_in("services/shop", &["--format", "concise", types]);
    assert!(out.contains(&format!("\n{types}:3:34: ")), "{out}");
}

#[test]
fn lower_says_that_a_file_needs_no_conversion() {
    let run = Project::new(&[("a.yaml", CLEAN)]).run(&["lower", "a.yaml"]).ended(0);
    assert_eq!((&*run.out, &*run.err), (CLEAN, "note: `a.yaml` needs no conversion\n"));
}

#[test]
fn graph_draws_into_a_file_but_draws_no_empty_picture() {
    let types = format!("{CLEAN}node_types: {{ A: {{}} }}\n");
    let project = Project::new(&[("types.yaml", &types), ("a.yaml", CLEAN)]);
    let run = project.run(&["graph", "--view", "types", "-o", "types.mmd", "types.yaml"]).ended(0);
    assert_eq!((&*run.out, &*run.err), ("", ""));
    let picture = std::fs::read_to_string(project.path("types.mmd")).expect("a picture");
    assert!(picture.starts_with("flowchart"), "{picture}");
    let run = project.run(&["graph", "--view", "types", "a.yaml"]).ended(2);
    assert!(run.err.starts_with("error: `a.yaml` defines no types\nhelp: "), "{}", run.err);
    // The extension chooses the format.
    project.run(&["graph", "--view", "types", "-o", "types.svg", "types.yaml"]).ended(0);
    assert!(std::fs::read_to_string(project.path("types.svg")).expect("a picture").starts_with("<svg"));
    project.run(&["graph", "--view", "types", "-o", "types.dot", "types.yaml"]).ended(0);
    assert!(std::fs::read_to_string(project.path("types.dot")).expect("a picture").starts_with("digraph"));
    let run = project.run(&["graph", "--view", "types", "-o", "types.png", "types.yaml"]).ended(2);
    assert!(run.err.contains("tosca does not draw PNG images"), "{}", run.err);
    assert!(!project.path("types.png").exists());
}

#[test]
fn a_line_that_cannot_be_read_is_located_in_the_entry_around_it() {
    let broken = "node_types:\n  A:\n    metadata:\n      a: { b: c }\n      d e\n";
    let run = check(&[("a.yaml", &format!("{CLEAN}{broken}"))], &["a.yaml"], 1);
    assert!(run.out.contains("[a.yaml:6:7] node_types › A › metadata\n"), "{}", run.out);
    let run = check(&[("a.yaml", &format!("{CLEAN}# tosca: allow[unknown-typ] r\n"))], &["a.yaml"], 0);
    assert!(run.out.contains("[a.yaml:2:16]\n"), "{}", run.out);
    let comments = "node_types:\n  # tosca: allow[unknown-typ] r\n  A:\n    metadata:\n      \
        # tosca: allow[unknown-type] r\n      a: b\n";
    let run = check(&[("a.yaml", &format!("{CLEAN}{comments}"))], &["a.yaml"], 0);
    assert!(run.out.contains("[a.yaml:3:18] node_types\n"), "{}", run.out);
    assert!(run.out.contains("[a.yaml:6:22] node_types › A › metadata\n"), "{}", run.out);
}

#[test]
fn a_profile_elsewhere_in_the_project_is_found() {
    let service = format!("{CLEAN}imports: [ {{ profile: base }} ]\n");
    let profile = format!("{CLEAN}profile: base\n");
    let project = Project::new(&[("services/a.yaml", &service), ("types/base.yaml", &profile)]);
    let run = project.run(&["check", "services/a.yaml"]).ended(1);
    assert!(run.out.contains("unknown profile `base`"), "no project: {}", run.out);
    let help = "help: `types/base.yaml` declares it: pass `--profile-path types`, or add its directory to";
    assert!(run.out.contains(help), "{}", run.out);
    let elsewhere = Project::new(&[("a.yaml", &service)]).run(&["check", "a.yaml"]).ended(1);
    assert!(elsewhere.out.contains("help: pass the directory of the profile with"), "{}", elsewhere.out);
    project.add("tosca.toml", "");
    project.run(&["check", "services/a.yaml"]).ended(0);
    project.run(&["normalize", "services/a.yaml"]).ended(0);
    project.run(&["check", "--profile-path", "types", "services/a.yaml"]).ended(0);
    project.run(&["check", "."]).ended(0);
}

// ── what is checked ──

#[test]
fn without_a_path_the_working_directory_is_checked() {
    let files = [("a.yaml", ERROR), ("deep/er/b.yaml", ERROR)];
    assert_eq!(
        findings_of(&files, &[], 1),
        ["a.yaml:2:1 unknown-keyname", "deep/er/b.yaml:2:1 unknown-keyname"]
    );
}

#[test]
fn a_directory_is_checked_with_all_below_it() {
    let files = [("d/a.yaml", ERROR), ("d/e/b.yml", ERROR), ("d/c.tosca", ERROR), ("e/d.yaml", ERROR)];
    assert_eq!(
        findings_of(&files, &["d"], 1),
        ["d/a.yaml:2:1 unknown-keyname", "d/c.tosca:2:1 unknown-keyname", "d/e/b.yml:2:1 unknown-keyname"]
    );
}

#[test]
fn several_paths_are_checked_in_their_order_and_each_file_once() {
    let files = [("a.yaml", ERROR), ("b.yaml", ERROR), ("d/c.yaml", ERROR)];
    assert_eq!(
        findings_of(&files, &["d", "b.yaml", "./b.yaml", "a.yaml", "d/c.yaml"], 1),
        ["d/c.yaml:2:1 unknown-keyname", "b.yaml:2:1 unknown-keyname", "a.yaml:2:1 unknown-keyname"]
    );
}

#[test]
fn a_glob_in_quotes_is_expanded() {
    let files = [("d/a.yaml", ERROR), ("d/b.yml", ERROR), ("d/e/c.yaml", ERROR)];
    let a = "d/a.yaml:2:1 unknown-keyname";
    let c = "d/e/c.yaml:2:1 unknown-keyname";
    assert_eq!(findings_of(&files, &["d/*.yaml"], 1), [a]);
    assert_eq!(findings_of(&files, &["d/[ab].yaml"], 1), [a]);
    assert_eq!(findings_of(&files, &["d/**/*.yaml"], 1), [a, c]);
    assert_eq!(findings_of(&files, &["{d,x}/{a,b}.yaml"], 1), [a]);
}

#[test]
fn a_glob_may_start_with_a_dot() {
    assert_eq!(findings_of(&[("d/a.yaml", ERROR)], &["./d/*.yaml"], 1), ["d/a.yaml:2:1 unknown-keyname"]);
}

#[test]
fn a_glob_may_be_absolute() {
    let project = Project::new(&[("d/a.yaml", ERROR)]);
    let pattern = project.path("d/*.yaml");
    let run = project.run(&["check", "--format", "concise", pattern.to_str().expect("a name in UTF-8")]);
    assert_eq!(run.ended(1).findings().len(), 1);
}

#[test]
fn a_glob_that_matches_nothing_is_reported() {
    let run = check(&[("a.yaml", CLEAN)], &["b*.yaml"], 2);
    assert_eq!(run.err, "error: no such file or directory: `b*.yaml`\n");
}

#[test]
fn a_directory_search_passes_over_what_is_not_tosca_and_says_how_much() {
    let files = [("a.yaml", CLEAN), ("compose.yaml", COMPOSE), ("list.yml", "- 1\n"), ("notes.txt", "")];
    let run = check(&files, &[], 0);
    assert_eq!((run.out.as_str(), run.err.as_str()), ("", ""));
    let run = check(&files, &["--verbose"], 0);
    assert_eq!(run.out, "");
    let lines: Vec<&str> = run.err.lines().collect();
    assert_eq!(lines[0], "read a.yaml");
    assert_eq!(lines[1], "skipped 2 files that are not TOSCA", "{}", run.err);
    let run = check(&[("a.yaml", CLEAN), ("compose.yaml", COMPOSE)], &["--verbose"], 0);
    assert!(run.err.contains("\nskipped 1 file that is not TOSCA\n"), "{}", run.err);
}

#[test]
fn verbose_names_imported_files_too() {
    let files =
        [("a.yaml", "tosca_definitions_version: tosca_2_0\nimports: [ b.yaml ]\n"), ("b.yaml", CLEAN)];
    let run = check(&files, &["-v", "a.yaml"], 0);
    assert!(run.err.starts_with("read a.yaml\nread b.yaml\n"), "{}", run.err);
}

#[test]
fn a_file_that_is_named_is_checked_whatever_it_holds() {
    assert_eq!(
        findings_of(&[("compose.yaml", COMPOSE)], &["compose.yaml"], 1),
        ["compose.yaml:1:1 missing-version"]
    );
    assert_eq!(findings_of(&[("notes.txt", ERROR)], &["notes.txt"], 1), ["notes.txt:2:1 unknown-keyname"]);
}

#[test]
fn a_named_file_that_is_not_tosca_counts_as_checked() {
    let run = check(&[("compose.yaml", COMPOSE)], &["compose.yaml"], 1);
    assert!(run.out.contains("this is not a TOSCA file\n"), "{}", run.out);
    assert!(
        run.out.contains("help: pass it with `--inputs` if it contains values for inputs"),
        "{}",
        run.out
    );
    assert!(run.err.starts_with("1 error, 0 warnings; 1 file checked\n"), "{}", run.err);
}

#[test]
fn ignore_files_are_respected() {
    let files = [
        (".gitignore", "build/\n*.gen.yaml\n"),
        (".ignore", "old.yaml\n"),
        ("a.yaml", ERROR),
        ("b.gen.yaml", ERROR),
        ("build/c.yaml", ERROR),
        ("d/.gitignore", "!keep.gen.yaml\n"),
        ("d/keep.gen.yaml", ERROR),
        ("old.yaml", ERROR),
    ];
    assert_eq!(
        findings_of(&files, &[], 1),
        ["a.yaml:2:1 unknown-keyname", "d/keep.gen.yaml:2:1 unknown-keyname"]
    );
}

#[test]
fn an_ignored_file_that_is_named_is_checked() {
    let files = [(".gitignore", "a.yaml\n"), ("a.yaml", ERROR)];
    assert_eq!(findings_of(&files, &["a.yaml"], 1), ["a.yaml:2:1 unknown-keyname"]);
}

// ── standard input ──

const IMPORTS_B: &str = "tosca_definitions_version: tosca_2_0\nimports: [ b.yaml ]\n";

#[track_caller]
fn check_input(project: &Project, arguments: &[&str], input: &str, code: i32) -> Run {
    let arguments: Vec<&str> = ["check", "--format", "concise"].iter().chain(arguments).copied().collect();
    run(project.command(&arguments), input.as_bytes()).ended(code)
}

#[test]
fn a_dash_is_standard_input() {
    let project = Project::new(&[]);
    assert_eq!(check_input(&project, &["-"], ERROR, 1).findings(), ["<stdin>:2:1 unknown-keyname"]);
    assert_eq!(check_input(&project, &["-"], CLEAN, 0).out, "");
}

#[test]
fn imports_of_standard_input_count_from_the_working_directory() {
    let project = Project::new(&[("b.yaml", ERROR)]);
    assert_eq!(check_input(&project, &["-"], IMPORTS_B, 1).findings(), ["b.yaml:2:1 unknown-keyname"]);
}

#[test]
fn standard_input_stands_for_the_path_it_is_given() {
    let project = Project::new(&[("d/b.yaml", ERROR)]);
    let arguments = ["--stdin-filename", "d/new.yaml", "-"];
    assert_eq!(check_input(&project, &arguments, ERROR, 1).findings(), ["d/new.yaml:2:1 unknown-keyname"]);
    assert_eq!(
        check_input(&project, &arguments, IMPORTS_B, 1).findings(),
        ["d/b.yaml:2:1 unknown-keyname"],
        "imports count from there"
    );
}

#[test]
fn standard_input_hides_the_file_whose_path_it_is_given() {
    let project = Project::new(&[("a.yaml", ERROR), ("b.yaml", IMPORTS_B.replace("b.", "a.").as_str())]);
    let arguments = ["--stdin-filename", "a.yaml", "-", "b.yaml"];
    assert_eq!(check_input(&project, &arguments, CLEAN, 0).out, "");
}

#[test]
fn standard_input_beside_paths_is_one_of_them() {
    let project = Project::new(&[("a.yaml", ERROR)]);
    assert_eq!(
        check_input(&project, &["a.yaml", "-"], ERROR, 1).findings(),
        ["a.yaml:2:1 unknown-keyname", "<stdin>:2:1 unknown-keyname"]
    );
}

#[test]
fn standard_input_that_is_named_twice_is_read_once() {
    let findings = check_input(&Project::new(&[]), &["-", "-"], ERROR, 1).findings();
    assert_eq!(findings, ["<stdin>:2:1 unknown-keyname"]);
}

#[test]
fn standard_input_is_held_to_the_limit_of_a_file() {
    let findings = check_input(&Project::new(&[]), &["--max-file-size", "36", "-"], CLEAN, 1).findings();
    assert_eq!(findings, ["<stdin>:1:1 file-too-large"]);
    check_input(&Project::new(&[]), &["--max-file-size", "37", "-"], CLEAN, 0);
}

// ── where imports lead ──

const PROFILE: &str =
    "tosca_definitions_version: tosca_2_0\nprofile: org.example:1.0\nnode_types: { Base: {} }\n";
const USES_PROFILE: &str = "\
tosca_definitions_version: tosca_2_0
imports: [ { profile: org.example:1.0 } ]
node_types: { Mine: { derived_from: Base } }
";

/// Versions of profiles are compared as such: the newest compatible one, else the nearest.
#[test]
fn the_nearest_version_of_a_profile_is_suggested() {
    let profile = |version: &str| format!("tosca_definitions_version: tosca_2_0\nprofile: \"x:{version}\"\n");
    let known: Vec<String> = ["1.2.0", "1.10.0", "1.9.5", "3.0", "5.0.0-rc1", "new"].map(profile).to_vec();
    let names = ["p/a.yaml", "p/b.yaml", "p/c.yaml", "p/d.yaml", "p/e.yaml", "p/f.yaml"];
    for (wanted, nearest) in
        [("1.9.0", "1.10.0"), ("1.2", "1.10.0"), ("2.0", "3.0"), ("1.99.0", "1.10.0"), ("5.1.0", "5.0.0-rc1")]
    {
        let importing =
            format!("tosca_definitions_version: tosca_2_0\nimports: [ {{ profile: \"x:{wanted}\" }} ]\n");
        let files = names.into_iter().zip(known.iter().map(String::as_str));
        let files: Vec<_> = files.chain([("a.yaml", importing.as_str())]).collect();
        let run = check(&files, &["--profile-path", "p", "a.yaml"], 1);
        assert!(run.out.contains(&format!("did you mean `x:{nearest}`?")), "{wanted}: {}", run.out);
    }
}

/// Hidden and ignored files do not count for what is checked only.
#[test]
fn a_profile_path_is_walked_whole() {
    let profile = "tosca_definitions_version: tosca_2_0\nprofile: base\n";
    let importing = "tosca_definitions_version: tosca_2_0\nimports: [ { profile: base } ]\n";
    for place in ["vendor/base.yaml", "vendor/.hidden/base.yaml", "vendor/ignored/base.yaml"] {
        let files = [
            (".gitignore", "vendor/\nignored\n"),
            ("vendor/.ignore", "*.yaml\n"),
            (place, profile),
            ("a.yaml", importing),
        ];
        findings_of(&files, &["--profile-path", "vendor", "a.yaml"], 0);
        let found = findings_of(&files, &["."], 1);
        assert_eq!(found, ["a.yaml:2:23 unknown-profile"]);
    }
    let inside = [(".git/base.yaml", profile), ("a.yaml", importing)];
    findings_of(&inside, &["--profile-path", ".", "a.yaml"], 1);
}

/// An ignored file of an archive belongs to it all the same.
#[test]
fn the_root_of_an_archive_is_walked_whole() {
    let meta = "CSAR-Version: 2.0\nCreated-By: ACME\n";
    let files = [("csar/TOSCA.meta", meta), ("csar/entry.yaml", CLEAN), (".gitignore", "entry.yaml\n")];
    assert_eq!(findings_of(&files, &["csar"], 0), [""; 0]);
}

#[test]
fn profiles_are_looked_for_on_the_profile_path() {
    let files = [("s/a.yaml", USES_PROFILE), ("lib/p.yaml", PROFILE), ("empty/x.txt", "")];
    assert_eq!(findings_of(&files, &["s/a.yaml"], 1), ["s/a.yaml:2:23 unknown-profile"]);
    findings_of(&files, &["--profile-path", "lib", "s/a.yaml"], 0);
    findings_of(&files, &["--profile-path", "empty", "--profile-path", "lib", "s/a.yaml"], 0);
    // A profile below the file needs no path.
    findings_of(&[("a.yaml", USES_PROFILE), ("lib/p.yaml", PROFILE)], &["a.yaml"], 0);
}

#[test]
fn a_leading_slash_of_an_import_means_the_root() {
    let import = "tosca_definitions_version: tosca_2_0\nimports: [ /lib/b.yaml ]\n";
    let files = [("top/deep/a.yaml", import), ("top/lib/b.yaml", CLEAN)];
    assert_eq!(findings_of(&files, &["top/deep/a.yaml"], 1), ["top/deep/a.yaml:2:12 missing-import"]);
    assert_eq!(findings_of(&files, &["--root", "top", "top/deep/a.yaml"], 0), [""; 0]);
}

#[test]
fn no_import_leaves_the_root() {
    let import = "tosca_definitions_version: tosca_2_0\nimports: [ ../b.yaml ]\n";
    let files = [("top/a.yaml", import), ("b.yaml", CLEAN)];
    assert_eq!(findings_of(&files, &["top/a.yaml"], 0), [""; 0]);
    assert_eq!(findings_of(&files, &["--root", "top", "top/a.yaml"], 1), ["top/a.yaml:2:12 outside-root"]);
}

#[test]
fn a_url_is_read_from_its_local_copy() {
    let import = "\
tosca_definitions_version: tosca_2_0
imports: [ 'https://example.org/types/b.yaml' ]
node_types: { Mine: { derived_from: Base } }
";
    let files = [("a.yaml", import), ("copy/b.yaml", PROFILE)];
    assert_eq!(findings_of(&files, &["a.yaml"], 0), ["a.yaml:2:12 url-not-fetched"]);
    let whole = ["--map-url", "https://example.org/types/b.yaml=copy/b.yaml", "a.yaml"];
    assert_eq!(findings_of(&files, &whole, 0), [""; 0]);
    let beginning = ["--map-url", "https://example.org/types=copy", "a.yaml"];
    assert_eq!(findings_of(&files, &beginning, 0), [""; 0]);
}

// ── how strictly ──

#[test]
fn strict_makes_an_error_of_what_is_tolerated() {
    let lax = "\
tosca_definitions_version: tosca_2_0
capability_types: { Cap: {} }
node_types:
  Web:
    requirements:
      - host: { capability: Cap }
";
    assert_eq!(findings_of(&[("a.yaml", lax)], &["a.yaml"], 0), ["a.yaml:6:9 missing-relationship"]);
    assert_eq!(
        findings_of(&[("a.yaml", lax)], &["--strict", "a.yaml"], 1),
        ["a.yaml:6:9 missing-relationship"]
    );
}

#[test]
fn the_text_of_the_standard_can_be_chosen() {
    let draft = "\
tosca_definitions_version: tosca_2_0
data_types:
  Length:
    derived_from: scalar-unit
    data_value_type: float
    unit_symbol_map: { k: 1000, c: 0.01 }
    unit_suffix: m
";
    let old = ["a.yaml:5:5 old-scalar-keynames"];
    assert_eq!(findings_of(&[("a.yaml", draft)], &["--spec", "csd06", "a.yaml"], 0), [""; 0]);
    assert_eq!(findings_of(&[("a.yaml", draft)], &["--spec", "csd07", "a.yaml"], 0), old);
    assert_eq!(findings_of(&[("a.yaml", draft)], &["--spec", "os", "a.yaml"], 0), old);
    assert_eq!(findings_of(&[("a.yaml", draft)], &["a.yaml"], 0), old);
}

// ── limits ──

/// With the limit `most` the project is clean, with one less it is not.
#[track_caller]
fn check_limit(files: &[(&str, &str)], flag: &str, most: u32, finding: &str) {
    assert_eq!(findings_of(files, &[flag, &most.to_string(), "a.yaml"], 0), [""; 0]);
    assert_eq!(findings_of(files, &[flag, &(most - 1).to_string(), "a.yaml"], 1), [finding]);
}

#[test]
fn the_size_of_a_file_is_limited() {
    check_limit(&[("a.yaml", CLEAN)], "--max-file-size", 37, "a.yaml:1:1 file-too-large");
}

#[test]
fn messages_name_the_limit() {
    let text = format!("{CLEAN}imports: [ b.yaml ]\nmetadata: {{ a: &a [ [ 1 ] ], b: *a }}\n");
    let files = [("a.yaml", text.as_str()), ("b.yaml", CLEAN)];
    for (flag, limit, message) in [
        ("--max-file-size", "40", "`a.yaml` has 94 bytes, but at most 40 are read"),
        ("--max-nodes", "4", "the file has more than 4 YAML nodes"),
        ("--max-depth", "3", "maps or lists are nested deeper than 3 levels"),
        ("--max-alias-nodes", "2", "aliases in this file add more than 2 nodes"),
        ("--max-files", "1", "the run includes more than 1 file"),
    ] {
        let run = check(&files, &["--format", "concise", flag, limit, "a.yaml"], 1);
        assert!(run.out.contains(message), "{flag}: {}", run.out);
    }
}

#[test]
fn the_nodes_of_a_file_are_limited() {
    // The map itself, and a key and a value for each line.
    let text = "tosca_definitions_version: tosca_2_0\ndescription: all\n";
    check_limit(&[("a.yaml", text)], "--max-nodes", 5, "a.yaml:2:14 too-many-nodes");
}

#[test]
fn the_depth_of_a_file_is_limited() {
    let text = "tosca_definitions_version: tosca_2_0\nmetadata: { a: [[1]] }\n";
    check_limit(&[("a.yaml", text)], "--max-depth", 4, "a.yaml:2:17 nesting-too-deep");
}

#[test]
fn what_aliases_add_is_limited() {
    let text = "tosca_definitions_version: tosca_2_0\nmetadata: { a: &a [1, 2], b: *a, c: *a }\n";
    let finding = "a.yaml:2:37 alias-expansion-too-large";
    check_limit(&[("a.yaml", text)], "--max-alias-nodes", 6, finding);
}

#[test]
fn the_files_of_a_run_are_limited() {
    let text = "tosca_definitions_version: tosca_2_0\nimports: [ b.yaml, c.yaml ]\n";
    let files = [("a.yaml", text), ("b.yaml", CLEAN), ("c.yaml", CLEAN)];
    check_limit(&files, "--max-files", 3, "a.yaml:2:20 too-many-files");
}

// ── JSON ──

/// Letters of two bytes, before and inside the reported span.
const UMLAUTS: &str = "\
tosca_definitions_version: tosca_2_0
node_types:
  Gerät: { größe: 1 }
";

#[test]
fn json_is_one_versioned_document() {
    let run = check(&[("a.yaml", ERROR), ("b.yaml", WARNING), ("c.yaml", INFO)], &["--format", "json"], 1);
    let document = run.json();
    assert_eq!(document["format_version"], "1.0");
    assert_eq!(document["tool"], json!({ "name": "tosca", "version": env!("CARGO_PKG_VERSION") }));
    assert_eq!(
        document["summary"],
        json!({ "files": 3, "errors": 1, "warnings": 1, "infos": 1, "hidden": 0 })
    );
    assert_eq!(document["diagnostics"].as_array().map(Vec::len), Some(3));
}

#[test]
fn json_of_a_clean_file_has_no_diagnostics() {
    let document = check(&[("a.yaml", CLEAN)], &["--format", "json", "a.yaml"], 0).json();
    assert_eq!(
        document["summary"],
        json!({ "files": 1, "errors": 0, "warnings": 0, "infos": 0, "hidden": 0 })
    );
    assert_eq!(document["diagnostics"], json!([]));
}

#[test]
fn json_of_a_directory_without_tosca_is_a_document_too() {
    let document = check(&[("compose.yaml", COMPOSE)], &["--format", "json"], 0).json();
    assert_eq!(document["summary"]["files"], 0);
}

#[test]
fn json_counts_columns_in_characters_and_offsets_in_bytes() {
    let document = check(&[("a.yaml", UMLAUTS)], &["--format", "json", "a.yaml"], 1).json();
    let mut finding = document["diagnostics"][0].clone();
    let help = finding["help"].take();
    assert_eq!(
        finding,
        json!({
            "code": "T0201",
            "slug": "unknown-keyname",
            "severity": "error",
            "message": "unknown keyname `größe` in a node type",
            "primary": {
                "file": "a.yaml",
                "start": { "line": 3, "column": 12, "byte": 61 },
                "end": { "line": 3, "column": 17, "byte": 68 },
                "label": "",
            },
            "element": ["node_types", "Gerät", "größe"],
            "secondary": [],
            "help": null,
            "notes": [],
            "spec": ["7.1"],
            "fixes": [],
        })
    );
    assert!(help[0].as_str().is_some_and(|help| help.contains("`derived_from`")), "{help}");
    assert_eq!(UMLAUTS.get(61..68), Some("größe"));
}

#[test]
fn json_shows_the_related_locations_of_a_finding() {
    let text = "tosca_definitions_version: tosca_2_0\ndescription: a\ndescription: b\n";
    let document = check(&[("a.yaml", text)], &["--format", "json", "a.yaml"], 1).json();
    assert_eq!(
        document["diagnostics"][0]["secondary"],
        json!([{
            "file": "a.yaml",
            "start": { "line": 2, "column": 1, "byte": 37 },
            "end": { "line": 2, "column": 12, "byte": 48 },
            "label": "first defined here",
        }])
    );
}

// ── text ──

#[test]
fn concise_output_is_one_line_a_finding() {
    let files = [("a.yaml", UMLAUTS), ("b.yaml", WARNING)];
    let run = check(&files, &["--format", "concise"], 1);
    assert_eq!(
        run.out,
        "a.yaml:3:12: error[T0201 unknown-keyname] unknown keyname `größe` in a node type\n\
         b.yaml:2:16: warning[T0114 unused-anchor] unused anchor `b`\n"
    );
    assert_eq!(run.err, "1 error, 1 warning; 2 files checked\n");
}

#[cfg(unix)]
#[test]
fn a_line_break_in_a_file_name_does_not_break_concise_lines() {
    let out = check(&[("a\nb.yaml", ERROR)], &["--format", "concise"], 1).out;
    assert!(out.lines().all(|line| line.starts_with("a\\x0Ab.yaml:")), "{out}");
    assert!(out.contains("unknown-keyname"), "{out}");
}

#[test]
fn full_output_shows_the_source_and_no_colours_in_a_pipe() {
    let run = check(&[("a.yaml", ERROR)], &["a.yaml"], 1);
    assert_eq!(
        run.out,
        "\
error[T0201 unknown-keyname]: unknown keyname `node_typs` in a TOSCA file [*]
   ╭─[a.yaml:2:1]
 1 │ tosca_definitions_version: tosca_2_0
 2 │ node_typs: {}
   · ─────────
   ╰────
  help: did you mean `node_types`?
  note: TOSCA 2.0 §6.1

"
    );
}

#[test]
fn output_is_drawn_in_ascii_where_the_locale_knows_no_more() {
    let project = Project::new(&[("a.yaml", ERROR)]);
    let drawn = |variables: &[(&str, &str)]| {
        let mut command = project.command(&["check", "a.yaml"]);
        command.envs(variables.iter().copied());
        run(command, b"").ended(1).out
    };
    for variables in [&[("LC_ALL", "C")][..], &[("LC_ALL", "POSIX")], &[("LANG", "C")], &[("LC_CTYPE", "C")]]
    {
        let out = drawn(variables);
        assert!(out.is_ascii(), "{variables:?}: {out}");
        assert!(out.contains(",-[a.yaml:2:1]"), "{variables:?}: {out}");
    }
    for variables in [&[("LC_ALL", "C.UTF-8"), ("LANG", "C")][..], &[("LANG", "de_DE.UTF-8")], &[]] {
        assert!(drawn(variables).contains("╭─[a.yaml:2:1]"), "{variables:?}");
    }
}

#[test]
fn colours_are_used_where_they_are_asked_for() {
    let project = Project::new(&[("a.yaml", ERROR)]);
    let colored = |arguments: &[&str], variables: &[(&str, &str)]| {
        let arguments: Vec<&str> = ["check", "a.yaml"].iter().chain(arguments).copied().collect();
        let mut command = project.command(&arguments);
        command.envs(variables.iter().copied());
        run(command, b"").ended(1).out.contains('\x1b')
    };
    assert!(colored(&["--color", "always"], &[]));
    assert!(!colored(&["--color", "never"], &[]));
    assert!(!colored(&["--color", "auto"], &[]), "a pipe is no terminal");
    assert!(!colored(&["--color", "auto"], &[("NO_COLOR", "1")]));
    assert!(colored(&["--color", "always"], &[("NO_COLOR", "1")]), "the flag was written later");
    assert!(colored(&[], &[("CLICOLOR_FORCE", "1")]));
    assert!(!colored(&["--color", "never"], &[("CLICOLOR_FORCE", "1")]));
}

#[test]
fn colours_change_nothing_else() {
    let files = [("a.yaml", ERROR), ("b.yaml", WARNING), ("c.yaml", UMLAUTS)];
    let plain = check(&files, &["--color", "never"], 1).out;
    let colored = check(&files, &["--color", "always"], 1).out;
    let mut stripped = String::new();
    for (index, part) in colored.split('\x1b').enumerate() {
        let shown = if index == 0 { part } else { part.split_once('m').expect("the end of a colour").1 };
        stripped.push_str(shown);
    }
    let trimmed = |text: &str| text.lines().map(|line| line.trim_end().to_owned()).collect::<Vec<_>>();
    assert_eq!(trimmed(&plain), trimmed(&stripped));
}

/// Only the beginning of a JSON file is read to find out whether it is TOSCA.
#[test]
fn json_files_in_directories_are_checked_if_they_are_tosca() {
    let tosca = "\n{ \"tosca_definitions_version\": \"tosca_2_0\", \"node_typs\": {} }\n";
    let late = "{ \"node_typs\": {}, \"tosca_definitions_version\": \"tosca_2_0\" }\n";
    let files = [
        ("d/a.json", tosca),
        ("d/b.json", late),
        ("d/package.json", "{ \"name\": \"tosca_definitions_version\" }"),
        ("d/list.json", "[ 1, 2 ]"),
        ("d/empty.json", ""),
    ];
    assert_eq!(findings_of(&files, &["d"], 1), ["d/a.json:2:45 unknown-keyname"]);
    assert_eq!(findings_of(&files, &["d/*.json"], 1), ["d/a.json:2:45 unknown-keyname"]);
    let run = check(&files, &["-v", "d"], 1);
    assert!(run.err.contains("skipped 0 files"), "{}", run.err);
    assert_eq!(
        findings_of(&files, &["d/b.json"], 1),
        ["d/b.json:1:3 unknown-keyname", "d/b.json:1:20 version-not-first"]
    );
    let old = "{ \"tosca_definitions_version\": \"tosca_simple_yaml_1_3\", \"topology_template\": {} }\n";
    let run = Project::new(&[("old.json", old)]).run(&["lower", "old.json"]).ended(0);
    let start = "{\n  \"tosca_definitions_version\": \"tosca_2_0\",\n  \"service_template\": {";
    assert!(run.out.starts_with(start), "{}", run.out);
    let run = Project::new(&files).run(&["fmt", "--check", "d"]);
    assert!(!run.out.contains("a.json") && !run.err.contains("would be formatted"), "{}", run.err);
}

// ── explain and help ──

#[test]
fn a_code_is_explained_by_number_and_by_name() {
    let project = Project::new(&[]);
    let run = project.run(&["explain", "T0201"]).ended(0);
    assert!(run.out.starts_with("# T0201 unknown-keyname (error, TOSCA 2.0 §5.2)\n"), "{}", run.out);
    assert!(run.out.contains("\n## What it means\n"), "{}", run.out);
    assert_eq!(run.err, "");
    let settings = "[levels]\nunknown-keyname = { level = \"off\", reason = \"…\" }\n```\n\nAvailable since tosca 0.1.0.\n";
    assert!(run.out.ends_with(settings), "{}", run.out);
    for (rule, setting) in
        [("no-effect", "no-effect = \"error\""), ("unused-input", "select = [\"unused-input\"]")]
    {
        let page = project.run(&["explain", rule]).ended(0).out;
        assert!(page.contains(setting), "{page}");
    }
    for name in ["unknown-keyname", "t0201", "Unknown-Keyname"] {
        assert_eq!(project.run(&["explain", name]).ended(0).out, run.out, "{name}");
    }
}

#[test]
fn a_former_name_is_understood_with_a_hint() {
    let project = Project::new(&[("a.yaml", "tosca_definitions_version: tosca_2_0\n")]);
    let hint = "warning: `input-circle` was renamed to `input-cycle`\n";
    for command in ["explain", "rules"] {
        let [new, old] = ["input-cycle", "input-circle"].map(|name| project.run(&[command, name]).ended(0));
        assert_eq!((old.out, old.err.as_str(), new.err.as_str()), (new.out, hint, ""), "{command}");
    }
    for arguments in
        [["--ignore", "input-circle"], ["--select", "input-circle"], ["--levels", "input-circle=info"]]
    {
        let run = project.run(&[&["check"], &arguments[..], &["a.yaml"]].concat()).ended(0);
        assert!(run.err.starts_with(hint), "{arguments:?}: {}", run.err);
    }
}

#[test]
fn an_unknown_code_is_wrong_usage_with_a_suggestion() {
    let run = Project::new(&[]).run(&["explain", "unknown-keynam"]).ended(2);
    assert_eq!(run.out, "");
    assert_eq!(run.err, "error: unknown rule `unknown-keynam`\nhelp: did you mean `unknown-keyname`?\n");
}

#[test]
fn an_unlikely_code_gets_no_suggestion() {
    let run = Project::new(&[]).run(&["explain", "xyzzy"]).ended(2);
    assert_eq!(run.err, "error: unknown rule `xyzzy`\nhelp: run `tosca rules` to list all rules\n");
}

#[test]
fn names_of_profiles_are_suggested_by_their_version_or_spelling() {
    let names =
        ["com.example.base:1.0", "com.example.base:2.1", "http://example.com/yaml/1.1", "org.other:3"];
    let near = |written| tosca::diagnostics::suggest_profile(written, &names);
    assert_eq!(near("com.example.base:2"), Some("com.example.base:2.1"));
    assert_eq!(near("com.example.base"), Some("com.example.base:2.1"));
    assert_eq!(near("com.exmple.base:1.0"), Some("com.example.base:1.0"));
    assert_eq!(near("com.example.platform:1.1"), None);
    assert_eq!(near("1.1"), None);
}

#[test]
fn help_names_every_flag() {
    let mut help = String::new();
    help_below(&Project::new(&[]), &[], &mut help);
    let flags = flags();
    assert!(flags.len() >= 15, "{flags:?}");
    for flag in flags {
        let is_it = |word: &str| word.split('[').next() == Some(flag.as_str());
        assert!(help.split_whitespace().any(is_it), "{flag} is missing in\n{help}");
    }
}

/// Returns the help of a command and of all its subcommands.
fn help_below(project: &Project, command: &[&str], text: &mut String) {
    let help = project.run(&[command, &["--help"]].concat()).ended(0).out;
    let commands = help.split_once("\nCommands:\n").map_or("", |(_, rest)| rest);
    for line in commands.lines().take_while(|line| !line.is_empty()) {
        if let Some(name) = line.split_whitespace().next().filter(|name| *name != "help") {
            help_below(project, &[command, &[name]].concat(), text);
        }
    }
    text.push_str(&help);
}

/// Returns the flags of all commands, read from the source.
fn flags() -> Vec<String> {
    let mut flags = Vec::new();
    for path in crate::files_below("src/cli", "rs") {
        let source = crate::text_of(&path);
        for attribute in source.split("#[arg(").skip(1) {
            let (attribute, rest) = attribute.split_once(")]").expect("the end of an attribute");
            let Some(long) = attribute.split(',').map(str::trim).find(|word| word.starts_with("long")) else {
                continue;
            };
            if attribute.contains("hide = true") {
                continue;
            }
            let field = rest.trim().trim_start_matches("pub(super) ").split(':').next().expect("a field");
            let name = long.split('"').nth(1).map_or_else(|| field.replace('_', "-"), str::to_owned);
            flags.push(format!("--{name}"));
        }
    }
    flags
}

#[test]
fn help_names_every_command() {
    let help = Project::new(&[]).run(&["--help"]).ended(0);
    for command in ["check", "show", "explain"] {
        assert!(help.out.lines().any(|line| line.trim_start().starts_with(command)), "{}", help.out);
    }
    assert_eq!(help.err, "");
}

#[test]
fn the_version_is_that_of_the_package() {
    let run = Project::new(&[]).run(&["--version"]).ended(0);
    assert_eq!(run.out, format!("tosca {}\n", env!("CARGO_PKG_VERSION")));
}

// ── the same for all ──

/// Several files that import each other, with findings of all levels.
fn project_with_findings() -> Project {
    let project = Project::new(&[("w.yaml", WARNING), ("i.yaml", INFO), ("u.yaml", UMLAUTS)]);
    for number in 0..40 {
        let (next, other) = ((number + 1) % 40, (number * 7) % 40);
        project.add(
            format!("d{}/f{number}.yaml", number % 5),
            format!(
                "tosca_definitions_version: tosca_2_0\n\
                 imports: [ ../d{}/f{next}.yaml, {{ url: ../d{}/f{other}.yaml, namespace: o }} ]\n\
                 node_types:\n  T{number}: {{ derived_from: o:T{number} }}\n  Same: {{ derived_from: Nowhere }}\n",
                next % 5,
                other % 5,
            ),
        );
    }
    project
}

#[test]
fn output_does_not_depend_on_the_number_of_threads() {
    let project = project_with_findings();
    for format in ["full", "concise", "json"] {
        let with = |threads: &str| {
            let mut command = project.command(&["check", "--verbose", "--format", format]);
            command.env("RAYON_NUM_THREADS", threads);
            let run = run(command, b"").ended(1);
            // The times of phases differ between runs.
            let err: Vec<&str> = run.err.lines().filter(|line| !line.ends_with(" ms")).collect();
            (run.out, err.join("\n"))
        };
        let one = with("1");
        assert_eq!(one, with("2"), "{format}");
        assert_eq!(one, with("7"), "{format}");
    }
}

#[test]
fn findings_are_the_same_in_all_formats() {
    let project = project_with_findings();
    let run = |format: &str| project.run(&["check", "--format", format]).ended(1);
    let concise = run("concise");
    let json = run("json").json();
    let from_json: Vec<String> = json["diagnostics"].as_array().into_iter().flatten().map(as_line).collect();
    let lines: Vec<&str> = concise.out.lines().collect();
    assert!(lines.len() > 80, "{}", concise.out);
    assert_eq!(from_json, lines);
    let full = run("full").out;
    assert_eq!(from_full(&full), lines);
}

/// Formats a finding of JSON like concise output.
fn as_line(finding: &Value) -> String {
    let text = |value: &Value| value.as_str().expect("a string").to_owned();
    let start = &finding["primary"]["start"];
    format!(
        "{}:{}:{}: {}[{} {}] {}",
        text(&finding["primary"]["file"]),
        start["line"],
        start["column"],
        text(&finding["severity"]),
        text(&finding["code"]),
        text(&finding["slug"]),
        text(&finding["message"]),
    )
}

/// Formats the findings of full output like concise output.
fn from_full(out: &str) -> Vec<String> {
    let mut lines = Vec::new();
    let mut rest = out.lines();
    while let Some(line) = rest.next() {
        if !["error[", "warning[", "info["].iter().any(|level| line.starts_with(level)) {
            continue;
        }
        let (code, message) = line.split_once("]: ").expect("a headline");
        let place = rest.next().and_then(|line| line.split_once('[')).expect("a place").1;
        let place = place.split(']').next().unwrap_or(place);
        lines.push(format!("{place}: {code}] {message}"));
    }
    lines
}
