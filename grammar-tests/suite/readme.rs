//! The commands in the README and the other documents have the output that is shown.

use std::process::Command;
use std::sync::Mutex;

/// Returns the fenced blocks of a document: the line before, the word after the fence, the lines.
pub(crate) fn blocks(document: &str) -> Vec<(String, String, Vec<String>)> {
    let text = crate::text_of(document);
    let mut blocks = Vec::new();
    let mut above = String::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        let fence: String = line.chars().take_while(|&c| c == '`').collect();
        if fence.len() >= 3 {
            let word = &line[fence.len()..];
            let body: Vec<String> =
                lines.by_ref().take_while(|line| *line != fence).map(str::to_owned).collect();
            blocks.push((above.clone(), word.to_owned(), body));
        } else if !line.trim().is_empty() {
            line.trim().clone_into(&mut above);
        }
    }
    blocks
}

#[test]
fn the_tour_is_real() {
    assert!(commands_of("README.md") > 2, "the README shows commands");
}

#[test]
fn what_documents_show_is_real() {
    let commands: usize = crate::files_below("docs", "md").iter().map(|path| commands_of(path)).sum();
    assert!(commands > 0, "the documents show commands");
}

/// Runs the commands that a document shows, on the files that it shows; returns their number.
fn commands_of(document: &str) -> usize {
    let directory = tempfile::tempdir().expect("a directory");
    let mut commands = 0;
    for (above, word, lines) in blocks(document) {
        if word == "yaml" || word == "toml" && above.starts_with('`') {
            let name = above.trim_end_matches(':').trim_matches('`');
            let path = directory.path().join(name);
            std::fs::create_dir_all(path.parent().expect("a directory")).expect("a directory");
            std::fs::write(path, lines.join("\n") + "\n").expect("a file");
        }
        if word == "mermaid" {
            let command = above.split('`').nth(1).and_then(|command| command.strip_prefix("tosca "));
            let output = Command::new(env!("CARGO_BIN_EXE_tosca"))
                .args(command.expect("a command above").split_whitespace())
                .current_dir(directory.path())
                .output()
                .expect("the program");
            assert_eq!(lines.join("\n"), String::from_utf8_lossy(&output.stdout).trim(), "the picture");
        }
        if word != "console" {
            continue;
        }
        let written = lines.join("\n");
        let mut real: Vec<String> = Vec::new();
        let mut lines = lines.into_iter().peekable();
        while let Some(line) = lines.next() {
            let Some(command) = line.strip_prefix("$ tosca ") else { continue };
            let mut shown = Vec::new();
            while let Some(line) = lines.next_if(|line| !line.starts_with("$ ")) {
                shown.push(line);
            }
            let output = Command::new(env!("CARGO_BIN_EXE_tosca"))
                .args(words(command))
                .current_dir(directory.path())
                .output()
                .expect("the program");
            let actual = [output.stdout, output.stderr].concat();
            let actual = String::from_utf8(actual).expect("UTF-8");
            if !blesses() {
                assert_eq!(shown.join("\n").trim(), actual.trim(), "output of `tosca {command}`");
            }
            let gap = if real.is_empty() { "" } else { "\n" };
            real.push(format!("{gap}$ tosca {command}\n{}", actual.trim()));
            commands += 1;
        }
        bless(document, &written, real.join("\n").trim());
    }
    commands
}

fn blesses() -> bool {
    std::env::var_os("TOSCA_BLESS").is_some()
}

/// Replaces the shown output by the actual one, if requested.
fn bless(document: &str, shown: &str, real: &str) {
    static DOCUMENTS: Mutex<()> = Mutex::new(());
    if blesses() && shown != real {
        let _alone = DOCUMENTS.lock().expect("the other test to finish");
        let text = crate::text_of(document).replacen(shown, real, 1);
        std::fs::write(crate::project(document), text).expect("a document to write");
    }
}

/// Splits a command into words; quotes keep spaces.
fn words(command: &str) -> Vec<String> {
    let parts = command.split('\'').enumerate();
    parts
        .flat_map(|(at, part)| match at % 2 {
            0 => part.split_whitespace().map(str::to_owned).collect(),
            _ => vec![part.to_owned()],
        })
        .collect()
}

#[test]
fn the_help_is_the_programs() {
    let output =
        Command::new(env!("CARGO_BIN_EXE_tosca")).args(["check", "-h"]).output().expect("the program");
    let help = String::from_utf8(output.stdout).expect("UTF-8");
    let text = crate::text_of("README.md");
    let plain = |text: &str| text.lines().map(str::trim_end).collect::<Vec<_>>().join("\n");
    let is_help = |block: &&(String, String, Vec<String>)| {
        block.2.iter().any(|line| line.starts_with("Usage: tosca check"))
    };
    if blesses()
        && let Some((_, _, lines)) = blocks("README.md").iter().find(is_help)
    {
        return bless("README.md", &lines.join("\n"), plain(&help).trim());
    }
    assert!(plain(&text).contains(plain(&help).trim()), "the README lacks the help:\n{help}");
}
