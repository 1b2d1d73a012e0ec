//! Rules for the source: layers, sizes, module comments, pages, access to the outside world.

use std::collections::BTreeSet;

use tosca::diagnostics::ALL;

use crate::{files_below, text_of};

/// The modules from the bottom up. Modules in one row do not use each other.
const LAYERS: &[&[&str]] = &[
    &["base"],
    &["diagnostics"],
    &["host"],
    &["yaml"],
    &["xml"],
    &["literals"],
    &["functions"],
    &["keynames"],
    &["dialects"],
    &["syntax"],
    &["load"],
    &["resolve"],
    &["expressions"],
    &["model"],
    &["values"],
    &["checks"],
    &["compatibility", "evaluate", "format", "graph", "normalize", "show", "variability"],
    &["difference", "ide"],
    &["config"],
    &["session"],
    &["migrate"],
    &["lsp"],
    &["cli"],
];

/// The only modules that may touch the outside world.
const IMPURE: &[&str] = &["host", "lsp", "cli"];

fn layer(module: &str) -> Option<usize> {
    LAYERS.iter().position(|row| row.contains(&module))
}

/// Returns the module that a source file belongs to.
pub(crate) fn module_of(path: &str) -> &str {
    let path = path.strip_prefix("src/").unwrap_or(path);
    path.split(['/', '.']).next().unwrap_or(path)
}

/// Returns the modules that a text names after `crate::`.
fn named(text: &str) -> BTreeSet<String> {
    let code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
    let mut modules = BTreeSet::new();
    for line in code {
        for (at, _) in line.match_indices("crate::") {
            let rest = &line[at + "crate::".len()..];
            let braces = rest.strip_prefix('{').map(|inside| inside.split('}').next().unwrap_or(inside));
            let names: Vec<&str> = match braces {
                Some(inside) => inside.split(',').map(str::trim).collect(),
                None => vec![rest],
            };
            for name in names {
                let end = name.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(name.len());
                modules.insert(name[..end].to_owned());
            }
        }
    }
    modules
}

#[test]
fn a_layer_uses_lower_layers_only() {
    let mut wrong = Vec::new();
    for path in files_below("src", "rs") {
        let module = module_of(&path);
        let Some(own) = layer(module) else { continue };
        for other in named(&text_of(&path)) {
            if let Some(used) = layer(&other)
                && (used > own || used == own && other != module)
            {
                wrong.push(format!("{path} uses {other}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_module_has_a_layer_and_stands_in_the_list_of_phases() {
    let lib = text_of("src/lib.rs");
    for path in files_below("src", "rs") {
        let module = module_of(&path);
        if matches!(module, "lib" | "main" | "internals") {
            continue;
        }
        assert!(layer(module).is_some(), "{module} has no layer");
        assert!(lib.contains(&format!("`{module}`")), "{module} is missing in the table of src/lib.rs");
    }
}

#[test]
fn the_architecture_names_what_there_is() {
    const MAX_LINES: usize = 300;
    let text = text_of("docs/architecture.md");
    assert!(text.lines().count() <= MAX_LINES, "at most {MAX_LINES} lines");
    let links = regex::Regex::new(r"\[(`[^`]*`)\](?:\([^)]*\))?").expect("a regular expression");
    let lib = text_of("src/lib.rs");
    let rows = lib.lines().filter_map(|line| line.strip_prefix("//! "));
    let rows = rows.map(|row| links.replace_all(row, "$1")).filter(|row| row.starts_with("| `"));
    for row in rows {
        assert!(text.lines().any(|line| line == row), "docs/architecture.md lacks {row}");
    }
    let paths = regex::Regex::new(r"`((?:src|grammar-tests)/[\w./-]+)`").expect("a regular expression");
    for named_path in paths
        .captures_iter(&text)
        .map(|named_path| named_path[1].to_owned())
        .filter(|path| !path.contains("NAME"))
    {
        assert!(
            crate::project(&named_path).exists(),
            "docs/architecture.md names {named_path}, which is not there"
        );
    }
}

#[test]
fn only_the_edges_are_impure() {
    let impure = ["std::fs", "std::env::", "std::time", "std::net", "std::process", "std::io::std"];
    let mut wrong = Vec::new();
    for path in files_below("src", "rs") {
        if IMPURE.contains(&module_of(&path)) || path == "src/main.rs" {
            continue;
        }
        let text = text_of(&path);
        wrong
            .extend(impure.iter().filter(|name| text.contains(**name)).map(|name| format!("{path}: {name}")));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn files_are_small_and_open_on_a_head() {
    let (soft, hard) = (600, 900);
    let mut lengths = Vec::new();
    for path in files_below("src", "rs") {
        let text = text_of(&path);
        assert!(text.starts_with("//!"), "{path} has no head");
        let lines = text.lines().count();
        assert!(lines <= hard, "{path} has {lines} lines");
        lengths.push(lines);
    }
    let large = lengths.iter().filter(|lines| **lines > soft).count();
    assert!(large * 20 <= lengths.len(), "{large} files are longer than {soft} lines");
}

#[test]
fn every_code_has_a_module_a_page_and_its_place_by_number() {
    let mut last = "";
    let sections = ["## What it means", "## Why", "## Example", "## Fixed", "## See also"];
    for rule in ALL {
        assert!(last < rule.code, "{} stands behind {last}", rule.code);
        last = rule.code;
        assert!(rule.code.len() == 5 && rule.code.starts_with('T'), "{}", rule.code);
        assert!(rule.page.starts_with(&format!("# {}\n", rule.name)), "the page of {}", rule.name);
        let comment = format!("tosca: allow[{}] reason", rule.name);
        let allowed = [format!("`# {comment}`"), format!("`<!-- {comment} -->`")];
        let allowed = allowed.iter().any(|comment| rule.page.contains(comment));
        assert!(allowed || rule.page.contains("`[levels]`"), "the page of {} ends otherwise", rule.name);
        let mut at = 0;
        for section in sections {
            let position = rule.page[at..].find(section);
            at += position.unwrap_or_else(|| panic!("{} lacks `{section}`", rule.name));
        }
        for slug in rule.page[at..].lines().filter_map(|line| line.strip_prefix("- `")) {
            let slug = slug.split('`').next().unwrap_or(slug);
            assert!(ALL.iter().any(|other| other.name == slug), "{} sees also {slug}", rule.name);
        }
    }
    let pages: BTreeSet<String> = files_below("src", "md")
        .into_iter()
        .filter(|path| path.contains("/rules/"))
        .filter_map(|path| path.rsplit('/').next()?.strip_suffix(".md").map(str::to_owned))
        .collect();
    let slugs: BTreeSet<String> = ALL.iter().map(|rule| rule.name.to_owned()).collect();
    assert_eq!(pages, slugs, "pages and codes");
}

/// The only files that may name a dialect: its folders, the lists that register it, the `formerly` column and help
/// texts.
#[test]
fn only_the_lists_name_a_dialect() {
    let mut wrong = Vec::new();
    for dialect in std::fs::read_dir(crate::project("src/dialects")).expect("dialects").flatten() {
        if !dialect.path().is_dir() {
            continue;
        }
        let name = dialect.file_name().to_string_lossy().into_owned();
        let uses =
            [format!("{name}::"), format!("::{name}"), format!("mod {name};"), format!("dialects/{name}")];
        for path in files_below("src", "rs") {
            let folders = ["src/dialects", "src", "src/cli", "src/checks"];
            let own = folders.iter().any(|folder| path.starts_with(&format!("{folder}/{name}")));
            let list = matches!(
                path.as_str(),
                "src/cli.rs"
                    | "src/checks.rs"
                    | "src/cli/arguments.rs"
                    | "src/dialects.rs"
                    | "src/dialects/detect.rs"
                    | "src/diagnostics/rules.rs"
                    | "src/lib.rs"
                    | "src/session/languages.rs"
            );
            let text = text_of(&path);
            let code: Vec<&str> = text.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
            let code = code.join("\n");
            // Ignores the end of a longer word.
            let named = |used: &String| {
                code.match_indices(used.as_str())
                    .any(|(at, _)| !code[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_'))
            };
            if !own && !list && uses.iter().any(named) {
                wrong.push(format!("{path} names {name}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_built_in_profiles_are_all_files_below_profiles() {
    let registry = text_of("src/load/built_in.rs");
    for path in files_below("profiles", "yaml") {
        let name = path.strip_prefix("profiles/").unwrap_or(&path);
        assert!(registry.contains(&format!("\"{name}\"")), "{name} is not built in");
    }
}

#[test]
fn the_top_level_is_fixed() {
    let allowed = [
        "Cargo.toml",
        "Cargo.lock",
        "src",
        "grammar-tests",
        "profiles",
        "examples",
        "spec-examples",
        "README.md",
        "LICENSE",
        "CHANGELOG.md",
        "docs",
        "editors",
        "target",
    ];
    for entry in std::fs::read_dir(crate::project("")).expect("the project").flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        assert!(name.starts_with('.') || allowed.contains(&name.as_str()), "{name} at the top level");
    }
}
