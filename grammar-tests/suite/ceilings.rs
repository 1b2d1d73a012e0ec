//! Counts how often the layers above the model still read the tree directly.
//!
//! Each row of [`ROWS`] is one way around the model. Its `ceiling` is the current count, which may only fall:
//! lower it in the commit that removes a place. A row ends when it reaches its `goal`. Folders are renamed
//! meanwhile, so a set of modules lists old and new names.

use std::collections::BTreeSet;

use regex::Regex;

use crate::tidy::module_of;
use crate::{files_below, text_of};

/// One way around the model.
struct Row {
    /// What is counted.
    name: &'static str,
    modules: Modules,
    unit: Unit,
    /// The regular expression for a place in the code of a file.
    place: &'static str,
    /// The current count, which commits may lower but not raise.
    ceiling: usize,
    /// The count when the model answers all these questions.
    goal: usize,
}

/// The modules in which a row counts.
enum Modules {
    All,
    Only(&'static [&'static [&'static str]]),
    Except(&'static [&'static [&'static str]]),
}

/// What a row counts.
enum Unit {
    Places,
    /// Places whose first group is a keyname of TOSCA 2.0.
    Keynames,
    /// Files with at least one place.
    Files,
}

use Modules::{All, Except, Only};
use Unit::{Files, Keynames, Places};

/// The modules for values, before and after `values` is split.
const VALUES: &[&str] = &["values", "literals", "functions", "typing", "evaluate"];
/// The modules with checks, before and after they become `checks`.
const CHECKS: &[&str] = &["checks"];
/// The modules that convert the model.
const CONSUMERS: &[&str] = &["normalize", "show", "compatibility", "migrate", "graph"];
/// The modules up to `resolve`: they are about trees and names.
const UP_TO_RESOLVE: &[&str] = &[
    "base",
    "diagnostics",
    "host",
    "yaml",
    "literals",
    "functions",
    "keynames",
    "dialects",
    "syntax",
    "load",
    "resolve",
    "expressions",
];
/// The checks of types.
const CHECKS_OF_TYPES: &str = "checks/types";
/// The modules that derive types, and those that check how they are written.
const MODEL: &[&str] = &["model", CHECKS_OF_TYPES];

const ROWS: &[Row] = &[
    Row {
        name: "entries looked up by a keyname: `.get(\"…\")`, `.entry(\"…\")`",
        modules: Only(&[MODEL, VALUES, CHECKS, CONSUMERS]),
        unit: Places,
        place: r#"\.(?:get|entry)\("[^"]*"\)"#,
        ceiling: 0,
        goal: 0,
    },
    Row {
        name: "entries looked up by a keyname through a closure: `first(\"…\")`",
        modules: Only(&[MODEL, VALUES, CHECKS, CONSUMERS]),
        unit: Keynames,
        place: r#"(?:^|[^\w.:])[a-z_]+\("([a-z_]+)"\)"#,
        ceiling: 0,
        goal: 0,
    },
    Row {
        name: "names looked up again: `.meaning(`",
        modules: Except(&[UP_TO_RESOLVE, MODEL]),
        unit: Places,
        place: r"\.meaning\(",
        ceiling: 0,
        goal: 0,
    },
    Row {
        name: "values taken apart again: `call_name(`",
        modules: Except(&[UP_TO_RESOLVE]),
        unit: Places,
        place: r"\bcall_name\(",
        ceiling: 0,
        goal: 0,
    },
    Row {
        name: "trees asked what could not be read: `is_broken()`",
        modules: Except(&[UP_TO_RESOLVE, MODEL]),
        unit: Places,
        place: r"\bis_broken\(\)",
        ceiling: 0,
        goal: 0,
    },
    Row {
        name: "demands made anew: `Demand::of_field`",
        modules: All,
        unit: Places,
        place: r"\bDemand::of_field\b",
        ceiling: 0,
        goal: 0,
    },
    Row {
        // A checker is the state of a phase while it visits the values of a file.
        name: "checkers made: one for each phase, none for a value",
        modules: All,
        unit: Places,
        place: r"\bChecker::(?:new|with)\(|\.quiet\(\)",
        ceiling: 10,
        goal: 10,
    },
    Row {
        name: "types derived: `types::derive(`",
        modules: All,
        unit: Places,
        place: r"\btypes::derive\(",
        ceiling: 1,
        goal: 1,
    },
    Row {
        name: "topologies read anew: `service::read(`",
        modules: All,
        unit: Places,
        place: r"\bservice::read\(",
        ceiling: 0,
        goal: 0,
    },
    Row {
        name: "functions that add the label \"used here\"",
        modules: All,
        unit: Places,
        place: r#"\.also\([^;]*"used here"\)"#,
        ceiling: 1,
        goal: 1,
    },
    Row {
        name: "files with an `impl` block of `Review`",
        modules: Only(&[CHECKS, &[CHECKS_OF_TYPES]]),
        unit: Files,
        place: r"(?m)^impl(?:<[^>]*>)? Review\b",
        ceiling: 0,
        goal: 0,
    },
    Row {
        name: "files with an `impl` block of `normalize::Builder`",
        modules: Only(&[&["normalize"]]),
        unit: Files,
        place: r"(?m)^impl(?:<[^>]*>)? Builder\b",
        ceiling: 0,
        goal: 0,
    },
    Row {
        name: "files with an `impl` block of `values::Checker`",
        modules: Only(&[VALUES, &["checks"]]),
        unit: Files,
        place: r"(?m)^impl(?:<[^>]*>)? Checker\b",
        ceiling: 1,
        goal: 1,
    },
    Row {
        name: "files above the model that read the records of a file: `file.syntax()`",
        modules: Except(&[UP_TO_RESOLVE, MODEL]),
        unit: Files,
        place: r"\.syntax\(\)",
        ceiling: 0,
        goal: 0,
    },
];

impl Modules {
    fn contains(&self, module: &str) -> bool {
        let listed = |sets: &[&[&str]]| sets.iter().any(|set| set.contains(&module));
        match self {
            All => true,
            Only(sets) => listed(sets),
            Except(sets) => !listed(sets),
        }
    }
}

/// The code of a file without its comments.
fn code_of(path: &str) -> String {
    let text = text_of(path);
    let lines: Vec<&str> = text.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
    lines.join("\n")
}

fn count(row: &Row, sources: &[(String, String)], keynames: &BTreeSet<&str>) -> usize {
    let place = Regex::new(row.place).expect("a regular expression");
    let of_file = |code: &str| match row.unit {
        Places => place.find_iter(code).count(),
        Keynames => place.captures_iter(code).filter(|captures| keynames.contains(&captures[1])).count(),
        Files => usize::from(place.is_match(code)),
    };
    // The checks of types are about how definitions are written, and may read them as well as the model.
    let module =
        |path| if str::starts_with(path, "src/checks/types") { CHECKS_OF_TYPES } else { module_of(path) };
    let counted = sources.iter().filter(|(path, _)| row.modules.contains(module(path)));
    counted.map(|(_, code)| of_file(code)).sum()
}

#[test]
fn ways_around_the_model_only_become_fewer() {
    let sources: Vec<(String, String)> =
        files_below("src", "rs").into_iter().map(|path| (path.clone(), code_of(&path))).collect();
    let tables = tosca::internals::syntax::tables();
    let keynames: BTreeSet<&str> =
        tables.iter().flat_map(|table| table.keynames).map(|keyname| keyname.name).collect();
    let mut wrong = Vec::new();
    for row in ROWS {
        let (name, ceiling, goal) = (row.name, row.ceiling, row.goal);
        let now = count(row, &sources, &keynames);
        if now > ceiling {
            wrong.push(format!("{name}: {now}, above the ceiling {ceiling}; ask the model instead"));
        } else if now < ceiling {
            wrong.push(format!("{name}: {now}, below the ceiling {ceiling}; lower the ceiling to {now}"));
        }
        if goal > ceiling {
            wrong.push(format!("{name}: the ceiling {ceiling} is below the goal {goal}"));
        }
    }
    assert!(wrong.is_empty(), "in grammar-tests/suite/ceilings.rs:\n{}", wrong.join("\n"));
}
