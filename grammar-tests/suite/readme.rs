//! The commands in the README and the other documents have the output that is shown.

use std::io::Read as _;
use std::path::Path;
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
fn the_readme_is_short_and_real() {
    assert!(crate::text_of("README.md").lines().count() <= 250, "details belong in docs");
    assert!(commands_of("README.md") > 0, "the README shows commands");
}

#[test]
fn the_picture_is_real() {
    let directory = tempfile::tempdir().expect("a directory");
    for (above, word, lines) in blocks("README.md") {
        let name = above.trim_end_matches(':').trim_matches('`').to_owned();
        if word == "yaml" && above.starts_with('`') {
            let path = directory.path().join(name);
            std::fs::create_dir_all(path.parent().expect("a directory")).expect("a directory");
            std::fs::write(path, lines.join("\n") + "\n").expect("a file");
        }
    }
    let (shown, _) = in_terminal_order(directory.path(), "check --color always service.yaml");
    // The colors are readable on their dark background, which is part of the picture.
    let mut colors = anstyle_svg::WIN10_CONSOLE;
    colors.0[0] = anstyle::RgbColor(0x1b, 0x1f, 0x27);
    colors.0[1] = anstyle::RgbColor(0xff, 0x6b, 0x6b);
    colors.0[6] = anstyle::RgbColor(0x4d, 0xc4, 0xe0);
    colors.0[7] = anstyle::RgbColor(0xe4, 0xe7, 0xec);
    let term = anstyle_svg::Term::new().palette(colors).min_width_px(760);
    let picture = term.render_svg(&format!("$ tosca check service.yaml\n{}", shown.trim_end()));
    let picture = picture.replace("opacity: 0.4", "opacity: 0.7");
    crate::generated("docs/images/check.svg", &(picture.trim_end().to_owned() + "\n"));
}

#[test]
fn links_and_anchors_resolve() {
    let link = regex::Regex::new(r"\]\(([^()\s]+)\)").expect("a pattern");
    let documents = crate::files_below("docs", "md").into_iter();
    for document in documents.chain(["README.md".to_owned(), "CHANGELOG.md".to_owned()]) {
        let prose = prose(&document);
        for target in link.captures_iter(&prose).map(|found| found.get(1).expect("a group").as_str()) {
            if target.contains("://") {
                continue;
            }
            let (path, anchor) = target.split_once('#').unwrap_or((target, ""));
            let folder = Path::new(&document).parent().expect("a folder");
            let path = if path.is_empty() { Path::new(&document).into() } else { folder.join(path) };
            let linked = crate::project(&path.to_string_lossy());
            assert!(linked.exists(), "{document} links to {target}");
            let linked = linked.canonicalize().expect("a path");
            let in_site = linked.starts_with(crate::project("docs").canonicalize().expect("a path"));
            assert!(in_site || !document.starts_with("docs/"), "{document} links out of the site: {target}");
            let anchors = if anchor.is_empty() { Vec::new() } else { anchors(&path.to_string_lossy()) };
            let resolves = anchor.is_empty() || anchors.iter().any(|known| known == anchor);
            assert!(resolves, "{document} links to {target}; there is {anchors:?}");
        }
    }
}

/// Returns the text of a document without its fenced blocks.
fn prose(document: &str) -> String {
    let mut prose = String::new();
    let mut fence = String::new();
    for line in crate::text_of(document).lines() {
        let ticks: String = line.chars().take_while(|&c| c == '`').collect();
        if fence.is_empty() && ticks.len() >= 3 {
            fence = ticks;
        } else if line == fence {
            fence.clear();
        } else if fence.is_empty() {
            prose += line;
            prose.push('\n');
        }
    }
    prose
}

/// Returns the anchors of the headings of a document.
fn anchors(document: &str) -> Vec<String> {
    let prose = prose(document);
    let headings = prose.lines().filter(|line| line.starts_with('#'));
    let words = headings.map(|line| line.trim_start_matches('#').trim().to_lowercase());
    let kept = |c: &char| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_');
    words.map(|text| text.chars().filter(kept).collect::<String>().replace(' ', "-")).collect()
}

#[test]
fn what_documents_show_is_real() {
    let documents = crate::files_below("docs", "md").into_iter();
    let documents = documents.filter(|path| !path.starts_with("docs/rules/"));
    let commands: usize = documents.map(|path| commands_of(&path)).sum();
    assert!(commands > 0, "the documents show commands");
}

/// The commands that documents show although they have no result, because that is what the text is about.
const FAILING: &[(&str, &str)] = &[
    ("docs/eval.md", "eval site.yaml '{ $sum: [ { $get_input: port }, 1.5 ] }'"),
    ("docs/normalize.md", "normalize remote.yaml --check-format concise"),
];

/// Runs the commands that a document shows, on the files that it shows; returns their number.
fn commands_of(document: &str) -> usize {
    let directory = tempfile::tempdir().expect("a directory");
    let mut commands = 0;
    let mut failing = Vec::new();
    for (above, word, lines) in blocks(document) {
        if word == "yaml" || word == "toml" && above.starts_with('`') {
            let name = above.trim_end_matches(':').trim_matches('`');
            let path = directory.path().join(name);
            std::fs::create_dir_all(path.parent().expect("a directory")).expect("a directory");
            assert!(!path.exists(), "{document} replaces {name}");
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
            let (actual, code) = in_terminal_order(directory.path(), command);
            if code == Some(2) {
                failing.push(command.to_owned());
            }
            let (shown, actual) = (shown.join("\n"), actual.trim_start_matches('\n').trim_end());
            if !blesses() {
                assert_eq!(shown.trim_start_matches('\n').trim_end(), actual, "output of `tosca {command}`");
            }
            let gap = if real.is_empty() { "" } else { "\n" };
            real.push(format!("{gap}$ tosca {command}\n{actual}").trim_end().to_owned());
            commands += 1;
        }
        bless(document, &written, real.join("\n").trim());
    }
    let expected: Vec<&str> =
        FAILING.iter().filter(|(page, _)| *page == document).map(|(_, command)| *command).collect();
    assert_eq!(failing, expected, "{document}: the commands without a result");
    commands
}

/// Runs a command; returns both of its streams as a terminal shows them, and its exit code.
fn in_terminal_order(directory: &Path, command: &str) -> (String, Option<i32>) {
    let (mut reader, writer) = std::io::pipe().expect("a pipe");
    let mut program = Command::new(env!("CARGO_BIN_EXE_tosca"));
    program.args(words(command)).current_dir(directory);
    program.stdout(writer.try_clone().expect("a pipe")).stderr(writer);
    let mut child = program.spawn().expect("the program");
    drop(program);
    let mut shown = String::new();
    reader.read_to_string(&mut shown).expect("UTF-8");
    let status = child.wait().expect("the program to end");
    (shown, status.code())
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
    let text = crate::text_of("docs/checking.md");
    let plain = |text: &str| text.lines().map(str::trim_end).collect::<Vec<_>>().join("\n");
    let is_help = |block: &&(String, String, Vec<String>)| {
        block.2.iter().any(|line| line.starts_with("Usage: tosca check"))
    };
    if blesses()
        && let Some((_, _, lines)) = blocks("docs/checking.md").iter().find(is_help)
    {
        return bless("docs/checking.md", &lines.join("\n"), plain(&help).trim());
    }
    assert!(plain(&text).contains(plain(&help).trim()), "the page lacks the help:\n{help}");
}
