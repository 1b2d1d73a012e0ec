//! `tosca check --watch`: what it prints when files change.

use std::io::{BufRead as _, BufReader};
use std::process::{Child, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use crate::cli::Project;

/// The maximum time to wait for a line.
const MAX_WAIT: Duration = Duration::from_secs(30);

const CLEAN: &str = "tosca_definitions_version: tosca_2_0\n";
const ERROR: &str = "tosca_definitions_version: tosca_2_0\nnode_typs: {}\n";

/// A running program that watches a project.
struct Watching {
    project: Project,
    child: Child,
    lines: Receiver<String>,
}

impl Watching {
    fn start(files: &[(&str, &str)], arguments: &[&str]) -> Self {
        let project = Project::new(files);
        let mut command =
            project.command(&[&["check", "--watch", "--format", "concise"], arguments].concat());
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("the binary starts");
        let (sender, lines) = channel();
        let (output, errors) = (child.stdout.take().expect("a pipe"), child.stderr.take().expect("a pipe"));
        let also = sender.clone();
        std::thread::spawn(move || {
            BufReader::new(output).lines().map_while(Result::ok).all(|line| also.send(line).is_ok())
        });
        std::thread::spawn(move || {
            BufReader::new(errors).lines().map_while(Result::ok).all(|line| sender.send(line).is_ok())
        });
        Self { project, child, lines }
    }

    /// The lines of the next check, without the order of the two streams.
    #[track_caller]
    fn check(&self) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            let line = self.lines.recv_timeout(MAX_WAIT).expect("a line");
            if line == "watching for changes; press Ctrl+C to end" {
                break;
            }
            lines.push(line);
        }
        // What was printed on the other stream may arrive a little later.
        while let Ok(line) = self.lines.recv_timeout(Duration::from_millis(50)) {
            lines.push(line);
        }
        lines
    }

    /// Waits for a check in which a line contains `text`, or in which no line contains `error` if it is empty.
    #[track_caller]
    fn settles(&self, text: &str) {
        for _ in 0..20 {
            let lines = self.check();
            let contains = |text: &str| lines.iter().any(|line| line.contains(text));
            if if text.is_empty() { !contains("error") } else { contains(text) } {
                return;
            }
        }
        panic!("no check with {text:?}");
    }
}

impl Drop for Watching {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn changed_files_are_checked_again() {
    let watching = Watching::start(&[("a.yaml", ERROR)], &[]);
    watching.settles("unknown-keyname");
    watching.project.add("a.yaml", CLEAN);
    watching.settles("");
    // A file with a syntax error does not end it.
    watching.project.add("a.yaml", "tosca_definitions_version: [\n");
    watching.settles("yaml-syntax");
    watching.project.add("a.yaml", ERROR);
    watching.settles("unknown-keyname");
}

#[test]
fn new_files_imports_and_settings_count() {
    let importing = "tosca_definitions_version: tosca_2_0\nimports: [ ../other/b.yaml ]\n";
    let watching = Watching::start(&[("main/a.yaml", importing), ("other/keep.txt", "")], &["main"]);
    watching.settles("missing-import");
    watching.project.add("other/b.yaml", CLEAN);
    watching.project.add("main/c.yaml", ERROR);
    watching.settles("unknown-keyname");
    watching.project.add("main/tosca.toml", "exclude = [\"c.yaml\"]\n");
    watching.settles("");
}

#[test]
fn what_changes_files_or_reads_no_files_is_refused() {
    let project = Project::new(&[("a.yaml", ERROR)]);
    for flags in [["--watch", "--fix"], ["--watch", "--show-files"], ["--watch", "-"]] {
        let mut all = vec!["check"];
        all.extend(flags);
        project.run(&all).ended(2);
    }
}
