//! The sources of the documentation site: the list of rules, a page for each rule, the table of contents.

use std::fmt::Write as _;

use tosca::diagnostics::{ALL, AREAS, Rule};
use tosca::internals::config::keys::{KEYS, SettingKind};

/// The pages that are written by hand, in the order of the table of contents.
const PAGES: &[(&str, &str)] = &[
    ("Checking files", "checking"),
    ("What is checked", "what-is-checked"),
    ("Configuration", "configuration"),
    ("Output formats", "formats"),
    ("Editors", "editors"),
    ("Pre-commit and build servers", "ci"),
    ("Types and profiles", "types"),
    ("Graphs", "graph"),
    ("The normal form", "normalize"),
    ("Comparing files and profiles", "compare"),
    ("Formatting", "fmt"),
    ("Computing values", "eval"),
    ("Migrating from earlier versions", "migrating"),
    ("TOSCA 1.0 in XML", "xml"),
    ("Archives", "archives"),
    ("Imports by URL", "network"),
    ("Variable templates", "variability"),
    ("Variable templates in ten minutes", "variability-tutorial"),
    ("Variable templates: reference", "variability-reference"),
    ("TOSCAlite", "toscalite"),
    ("Comparison with other tools", "comparison"),
    ("Architecture", "architecture"),
    ("Contributing", "contributing"),
    ("Readings of the standard", "readings"),
];

#[test]
fn every_rule_has_a_page() {
    let pages = crate::files_below("docs/rules", "md");
    for rule in ALL {
        crate::generated(&format!("docs/rules/{}.md", rule.name), &page(rule));
    }
    for path in pages {
        let known = ALL.iter().any(|rule| path == format!("docs/rules/{}.md", rule.name));
        assert!(known, "{path} is not the page of a rule");
    }
    crate::generated("docs/rules.md", &list());
}

#[test]
fn the_table_of_contents_is_complete() {
    let mut text = "# Summary\n\n".to_owned();
    for (title, name) in PAGES {
        let _ = writeln!(text, "- [{title}]({name}.md)");
    }
    text += "- [Rules](rules.md)\n";
    for rule in ALL {
        let _ = writeln!(text, "  - [{}](rules/{0}.md)", rule.name);
    }
    crate::generated("docs/SUMMARY.md", &text);
    for path in crate::files_below("docs", "md") {
        let name = path.trim_start_matches("docs/").trim_end_matches(".md");
        let listed = PAGES.iter().any(|(_, page)| *page == name) || name.starts_with("rules");
        assert!(listed || name == "SUMMARY", "{path} is not in the table of contents");
    }
}

/// Returns the page of a rule, with links to related rules.
fn page(rule: &Rule) -> String {
    let Rule { code, name, clause, .. } = rule;
    let clause = if clause.is_empty() { String::new() } else { format!(", TOSCA 2.0 §{clause}") };
    let mut text = format!("# {code} {name} ({}{clause})\n\n", rule.level.name());
    let mut related = false;
    for line in rule.text().lines() {
        related = if line.starts_with("## ") { line == "## See also" } else { related };
        match line.strip_prefix("- `").and_then(|rest| rest.strip_suffix('`')) {
            Some(other) if related && ALL.iter().any(|rule| rule.name == other) => {
                let _ = writeln!(text, "- [`{other}`]({other}.md)");
            }
            _ => text = text + line + "\n",
        }
    }
    text + "\n" + &rule.settings()
}

/// Returns the list of all rules by area.
fn list() -> String {
    let mut text = "# Rules\n\nEvery finding belongs to a rule with a code and a name. `tosca explain` prints its page.\n".to_owned();
    for (area, title) in AREAS {
        let rules: Vec<&Rule> = ALL.iter().copied().filter(|rule| rule.code.starts_with(area)).collect();
        if rules.is_empty() {
            continue;
        }
        let _ = write!(text, "\n## {area}: {title}\n\n| code | rule | level |\n| :-- | :-- | :-- |\n");
        for rule in rules {
            let Rule { code, name, .. } = rule;
            let _ = writeln!(text, "| {code} | [`{name}`](rules/{name}.md) | {} |", rule.level.name());
        }
    }
    text
}

#[test]
fn every_cited_reading_is_listed() {
    let readings = crate::text_of("docs/readings.md");
    let cited = regex::Regex::new(r"\(A-\d+").expect("a pattern");
    for path in crate::files_below("src", "rs") {
        for reading in cited.find_iter(&crate::text_of(&path)) {
            let reading = reading.as_str().trim_start_matches('(');
            assert!(
                readings.contains(&format!("| {reading} |")),
                "{path} cites {reading}, which is not listed"
            );
        }
    }
}

/// The lines around the table of all settings.
const SETTINGS: [&str; 2] = ["<!-- all settings, generated -->\n", "<!-- end of all settings -->\n"];

#[test]
fn the_page_of_settings_has_all() {
    let page = "docs/configuration.md";
    let text = crate::text_of(page);
    let (before, rest) = text.split_once(SETTINGS[0]).expect("the start of the table");
    let (_, after) = rest.split_once(SETTINGS[1]).expect("the end of the table");
    let mut table = "| key | value | meaning |\n| :-- | :-- | :-- |\n".to_owned();
    for key in KEYS {
        let _ = writeln!(table, "| `{}` | {} | {} |", key.name, value_of(key.kind), key.what);
    }
    crate::generated(page, &format!("{before}{}{table}{}{after}", SETTINGS[0], SETTINGS[1]));
}

/// Returns what can be written as the value of a setting.
fn value_of(kind: SettingKind) -> String {
    let words = |words: &[&str]| words.iter().map(|word| format!("`{word}`")).collect::<Vec<_>>().join(", ");
    match kind {
        SettingKind::Switch => "`true` or `false`".to_owned(),
        SettingKind::Word(names) => format!("one of {}", words(names)),
        SettingKind::Outputs(names) => {
            format!("a list of {}, each also with `=FILE`", words(names))
        }
        SettingKind::Number(0, most) if most > 1 << 40 => "a number".to_owned(),
        SettingKind::Number(least, most) if most > 1 << 40 => format!("a number of at least {least}"),
        SettingKind::Number(least, most) => format!("a number from {least} to {most}"),
        SettingKind::Most => "a number of at least 1, or `none`".to_owned(),
        SettingKind::File => "a file".to_owned(),
        SettingKind::Files => "a list of files".to_owned(),
        SettingKind::Directory => "a directory".to_owned(),
        SettingKind::Directories => "a list of directories".to_owned(),
        SettingKind::Names => "a list of names".to_owned(),
        SettingKind::Patterns => "a list of patterns".to_owned(),
        SettingKind::Codes => "a list of rules".to_owned(),
        SettingKind::Levels => "a table from rules to `error`, `warning`, `info` or `off`".to_owned(),
        SettingKind::Urls => "a table from URLs to files or directories".to_owned(),
        SettingKind::Version => "a requirement for versions".to_owned(),
        SettingKind::PerPath => "a list of tables with `paths` and `levels`".to_owned(),
    }
}
