//! Every fenced block of README and the documents is checked: by its command (`readme`), by the snippets of its
//! tool (`integrations`), or here.

use serde_json::Value;

use tosca::internals::config::keys::KEYS;

use crate::cli::Project;
use crate::readme::blocks;

/// Returns README and the documents, without the pages of rules, which other tests check.
fn documents() -> impl Iterator<Item = String> {
    let pages = crate::files_below("docs", "md").into_iter().filter(|path| !path.starts_with("docs/rules/"));
    pages.chain(["README.md".to_owned()])
}

#[test]
fn every_block_is_checked() {
    for page in documents() {
        for (above, word, lines) in blocks(&page) {
            let text = lines.join("\n") + "\n";
            match word.as_str() {
                // `readme` runs the commands; the test below checks the files. Cargo runs the programs.
                "console" | "mermaid" | "yaml" | "rust" => {}
                "json" => {
                    let value = serde_json::from_str::<Value>(&text);
                    assert!(value.is_ok(), "{page}: {value:?}\n{text}");
                }
                "toml" if above.contains("tosca.toml") => is_configuration(&page, &text),
                "toml" => {
                    let table = toml::from_str::<toml::Table>(&text);
                    assert!(table.is_ok_and(|table| table.contains_key("language-server")), "{page}: {text}");
                }
                "lua" | "elisp" => starts_the_server(&page, &text),
                "sh" => lines.iter().for_each(|line| is_command(&page, line)),
                "text" if page == "docs/architecture.md" => names_modules(&text),
                // The help, which `readme` compares.
                "text" => assert!(text.contains("Usage: tosca check"), "{page}: {text}"),
                _ => panic!("{page}: nothing checks blocks of `{word}`\n{text}"),
            }
        }
    }
}

/// Asserts that a text is a configuration without findings.
#[track_caller]
fn is_configuration(page: &str, text: &str) {
    let project = Project::new(&[("tosca.toml", text), ("a.yaml", "tosca_definitions_version: tosca_2_0\n")]);
    let run = project.run(&["check", "--format", "concise"]).ended(0);
    assert_eq!(run.out, "", "{page}: {text}");
}

/// Asserts that a snippet for an editor starts `tosca lsp`, with settings that exist.
#[track_caller]
fn starts_the_server(page: &str, text: &str) {
    let words: Vec<&str> = text.split('"').skip(1).step_by(2).collect();
    assert!(words.windows(2).any(|pair| pair == ["tosca", "lsp"]), "{page}: {text}");
    let setting = regex::Regex::new(r#"\["([\w-]+)"\] =|\(:([\w-]+) \["#).expect("a pattern");
    for found in setting.captures_iter(text) {
        let name = found.get(1).or(found.get(2)).expect("a name").as_str();
        assert!(KEYS.iter().any(|key| key.name == name), "{page}: no setting {name}");
    }
    for file in words.iter().filter(|word| word.contains(".toml")) {
        assert_eq!(*file, "tosca.toml", "{page}");
    }
    assert!(!text.contains("profile") || setting.is_match(text), "{page}: the settings are not found");
}

/// Asserts that the picture of the phases only names modules.
#[track_caller]
fn names_modules(text: &str) {
    let listed = crate::text_of("src/lib.rs");
    let rows = text.lines().filter(|line| line.starts_with(' ') && line.len() > 16);
    let names = rows.filter_map(|line| line.get(15..)?.split([' ', ',']).next());
    let modules: Vec<&str> =
        names.filter(|name| name.starts_with(|c: char| c.is_ascii_lowercase())).collect();
    for name in &modules {
        assert!(listed.contains(&format!("mod {name};")), "no module {name}");
    }
    assert!(modules.len() > 8, "{modules:?}");
}

/// Asserts that a line for a shell is a command that works here.
#[track_caller]
fn is_command(page: &str, line: &str) {
    let line = line.split(" #").next().unwrap_or(line).trim();
    for command in line.split(" && ") {
        let words: Vec<&str> = command.split_whitespace().collect();
        match *words.as_slice() {
            [first, ..] if first.starts_with("TOSCA_BLESS=") || first == "cargo" => is_cargo(page, command),
            ["tosca", ref arguments @ ..] if arguments.ends_with(&["services"]) => {
                let project = Project::new(&[(
                    "services/a.yaml",
                    "tosca_definitions_version: tosca_2_0\nnode_typs: {}\n",
                )]);
                let run = project.run(arguments).ended(1);
                assert!(run.out.contains("unknown-keyname"), "{page}: {command}\n{}", run.out);
                let files = arguments.iter().filter_map(|argument| argument.split_once('='));
                for (_, file) in files {
                    assert!(project.path(file).exists(), "{page}: {command}");
                }
            }
            // Without an import by URL, nothing is fetched.
            ["tosca", ref arguments @ ..] if arguments.contains(&"--allow-net") => {
                let project = Project::new(&[("service.yaml", "tosca_definitions_version: tosca_2_0\n")]);
                project.run(arguments).ended(0);
            }
            [script, ..] if script.starts_with(".ci/") => {
                assert!(crate::project(script).exists(), "{page}: {command}");
            }
            // The arguments of `.ci/compare`, and how the other tools are installed.
            [first, ..] if first.contains("='") || first == "python3" || first.contains("/bin/pip") => {}
            _ => panic!("{page}: nothing checks `{command}`"),
        }
    }
}

/// Asserts that a command of cargo names tests that exist.
#[track_caller]
fn is_cargo(page: &str, command: &str) {
    let words: Vec<&str> = command.split_whitespace().skip_while(|word| *word != "cargo").collect();
    let known = ["build", "test", "fmt", "clippy", "install"];
    assert!(words.get(1).is_some_and(|word| known.contains(word)), "{page}: {command}");
    let Some(test) = words.iter().position(|word| *word == "--test") else { return };
    let names = words.iter().skip(test + 2).filter(|word| **word != "--");
    for name in names.filter(|name| **name != "part/of/name") {
        let path = match words.get(test + 1) {
            Some(&"suite") => format!("grammar-tests/suite/{}.rs", name.trim_end_matches("::")),
            Some(&"cases") => format!("grammar-tests/cases/{name}.md"),
            other => panic!("{page}: no tests {other:?}"),
        };
        assert!(crate::project(&path).exists(), "{page}: `{command}` names {name}");
    }
}

#[test]
fn commands_in_the_text_name_tests() {
    let quoted = regex::Regex::new(r"`((?:TOSCA_BLESS=1 )?cargo [^`]+)`").expect("a pattern");
    let mut commands = 0;
    for page in documents() {
        let text = crate::text_of(&page).replace("\n   ", " ");
        for found in quoted.captures_iter(&text) {
            is_cargo(&page, &found[1]);
            commands += 1;
        }
    }
    assert!(commands > 5, "{commands} commands");
}

/// The errors that the files of a page have are those that it shows.
#[test]
fn files_of_pages_have_no_other_errors() {
    let mut findings = 0;
    for page in documents() {
        let project = Project::new(&[]);
        let mut shown = String::new();
        for (above, word, lines) in blocks(&page) {
            let text = lines.join("\n") + "\n";
            if word == "console" {
                shown += &text;
            }
            if (word == "yaml" || word == "toml") && above.starts_with('`') {
                project.add(above.trim_end_matches(':').trim_matches('`'), &text);
            }
        }
        let run = project.run(&["check", "--format", "json", "."]);
        if run.out.is_empty() {
            continue;
        }
        let report: Value = serde_json::from_str(&run.out).expect("JSON");
        for finding in report["diagnostics"].as_array().expect("findings") {
            findings += 1;
            let name = finding["name"].as_str().or(finding["slug"].as_str()).expect("a name");
            let is_shown = finding["level"] != "error" || shown.contains(&format!(" {name}]"));
            assert!(is_shown, "{page} does not show {finding:#}");
        }
    }
    assert!(findings > 10, "{findings} findings");
}
