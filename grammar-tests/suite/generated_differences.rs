//! Differences of generated services: every change is reported at its place, in both directions, and nothing
//! else.

use std::collections::BTreeSet;

use tosca::diagnostics::Level;
use tosca::host::Memory;
use tosca::internals::compatibility::Act;
use tosca::internals::difference::{Difference, Normalized, difference};
use tosca::normalize::{self, Definitions, IncludedTypes, NormalModel, NormalizeOptions};

use crate::normalize::{Dice, service};

/// The model of a file with the used types, and with all types, or `None` if it has errors.
struct Read {
    used: NormalModel,
    all: Definitions,
}

impl Read {
    fn normalized(&self) -> Normalized<'_> {
        Normalized { used: &self.used, all: &self.all }
    }
}

fn read(text: &str) -> Option<Read> {
    let mut host = Memory::new();
    host.add("main.yaml", text);
    let analysis = tosca::check(&host, ["main.yaml"]);
    if analysis.diagnostics().iter().any(|diagnostic| diagnostic.level == Level::Error) {
        return None;
    }
    let (model, file) = (analysis.model(), &analysis.graph().files[0]);
    let options = |types, provenance| NormalizeOptions::new(types, provenance, false);
    let used = normalize::model(model, file, options(IncludedTypes::Used, true));
    Some(Read { used, all: normalize::definitions(model, file, options(IncludedTypes::All, false)) })
}

fn differences_between(old: &Read, new: &Read) -> Vec<Difference> {
    difference(old.normalized(), new.normalized())
}

/// A change of lines with this prefix: the replacement of the rest, and the reported difference.
struct Change {
    begins: &'static str,
    becomes: fn(&str) -> Option<String>,
    kind: &'static str,
    member: &'static str,
}

fn replaced(rest: &str, from: &str, to: &str) -> Option<String> {
    rest.contains(from).then(|| rest.replacen(from, to, 1))
}

const CHANGES: &[Change] = &[
    Change {
        begins: "        n: 0x10",
        becomes: |_| Some("        n: 18".to_owned()),
        kind: "node template",
        member: "property `n`",
    },
    Change {
        begins: "        n: { $get_input",
        becomes: |_| Some("        n: 18".to_owned()),
        kind: "node template",
        member: "property `n`",
    },
    Change {
        begins: "        p: { y:",
        becomes: |_| Some("        p: { y: 77 B }".to_owned()),
        kind: "node template",
        member: "entry `y` of property `p`",
    },
    Change {
        begins: "      capabilities: { host: { properties: { free:",
        becomes: |_| Some("      capabilities: { host: { properties: { free: 123 B } } }".to_owned()),
        kind: "node template",
        member: "property `free` of capability `host`",
    },
    Change {
        begins: "      requirements: [ { on: { node:",
        becomes: |line| replaced(line, "weight: 2", "weight: 3"),
        kind: "node template",
        member: "property `weight` of `relationship` of requirement `on`",
    },
    Change {
        begins: "      requirements: [ { on: { node:",
        becomes: |line| replaced(line, "relationship: Near", "relationship: On"),
        kind: "node template",
        member: "`type` of `relationship` of requirement `on`",
    },
    Change {
        begins: "      interfaces: { life: { operations: { stop:",
        becomes: |line| replaced(line, ", a ]", ", b ]"),
        kind: "node template",
        member: "input `extra` of operation `stop` of interface `life`",
    },
    Change {
        begins: "    c",
        becomes: |line| replaced(line, "$$copied", "other"),
        kind: "node template",
        member: "property `o`",
    },
    Change {
        begins: "  inputs: { i:",
        becomes: |line| replaced(line, "default: 7", "default: 8"),
        kind: "input",
        member: "`default`",
    },
    Change {
        begins: "      own",
        becomes: |line| replaced(line, "default: [ ", "default: [ 9 MB, "),
        kind: "node type",
        member: "`default` of property `own",
    },
    Change {
        begins: "      s: { default:",
        becomes: |line| replaced(line, " B, validation", "1 B, validation"),
        kind: "node type",
        member: "`default` of property `s`",
    },
    Change {
        begins: "      s: { default:",
        becomes: |line| replaced(line, "9 MB", "8 MB"),
        kind: "node type",
        member: "condition of `validation` of property `s`",
    },
    Change {
        begins: "    capabilities: { host: { properties: { free:",
        becomes: |line| replaced(line, ", disk", ", other"),
        kind: "node type",
        member: "capability `disk",
    },
    Change {
        begins: "    interfaces: { life: { inputs:",
        becomes: |line| replaced(line, ".sh", ".py"),
        kind: "node type",
        member: "`implementation` of operation `start` of interface `life`",
    },
];

/// Returns the name of the definition that contains a line: the nearest line above it with an indentation of
/// four or two spaces.
fn name_around<'t>(lines: &[&'t str], at: usize, kind: &str) -> &'t str {
    let depth = if kind == "node type" { 2 } else { 4 };
    let is_name = |line: &&&str| {
        line.len() - line.trim_start().len() == depth && !line.trim_start().starts_with(['-', '#'])
    };
    match kind {
        "input" => "i",
        _ => lines[..=at]
            .iter()
            .rev()
            .find(is_name)
            .map_or("", |line| line.trim_start().split(':').next().unwrap_or("")),
    }
}

fn mirrored(differences: &[Difference]) -> BTreeSet<String> {
    let other = differences.iter().map(|one| Difference {
        act: match one.act {
            Act::Added => Act::Removed,
            Act::Removed => Act::Added,
            Act::Changed => Act::Changed,
        },
        old: one.new.clone(),
        new: one.old.clone(),
        ..one.clone()
    });
    other.map(|one| format!("{one:?}")).collect()
}

#[test]
fn every_generated_change_is_reported_in_its_place() {
    let mut done = vec![0; CHANGES.len()];
    for seed in 0..25 {
        let text = service(&mut Dice(seed));
        let Some(old) = read(&text) else { continue };
        assert_eq!(differences_between(&old, &old), []);
        let normal = read(&old.used.to_yaml()).expect("a normal form is valid");
        let differences = differences_between(&old, &normal);
        assert!(differences.is_empty(), "seed {seed}: the normal form differs: {differences:#?}\n{text}");
        let lines: Vec<&str> = text.lines().collect();
        for (number, change) in CHANGES.iter().enumerate() {
            let becomes = |line: &str| line.starts_with(change.begins).then(|| (change.becomes)(line))?;
            let mut fitting = lines.iter().enumerate().filter_map(|(at, line)| Some((at, becomes(line)?)));
            let Some((at, line)) = fitting.next() else { continue };
            let mut changed = lines.clone();
            changed[at] = &line;
            let Some(new) = read(&changed.join("\n")) else { continue };
            let name = name_around(&lines, at, change.kind);
            let differences = differences_between(&old, &new);
            // An unused type is not part of the model.
            let types = &old.used.definitions.node_types;
            if change.kind == "node type" && types.get(&format!("main.{name}")).is_none() {
                assert_eq!(differences, [], "seed {seed}, {name}\n{text}");
                continue;
            }
            let is_it = |one: &&Difference| {
                one.kind == change.kind && one.name == name && one.member.contains(change.member)
            };
            let about =
                format!("seed {seed}, {} `{name}`, {}: {differences:#?}\n{text}", change.kind, change.member);
            assert!(differences.iter().any(|one| is_it(&one)), "not told: {about}");
            // The assignments of a template affect only it and its copies.
            let others = differences.iter().filter(|one| {
                change.kind == "node template"
                    && !(one.kind == "node template" && (one.name == name || one.name.starts_with('c')))
            });
            assert_eq!(others.count(), 0, "told beside it: {about}");
            let back: BTreeSet<String> =
                differences_between(&new, &old).iter().map(|one| format!("{one:?}")).collect();
            assert_eq!(back, mirrored(&differences), "not the same the other way round: {about}");
            done[number] += 1;
        }
    }
    for (change, count) in CHANGES.iter().zip(&done) {
        assert!(*count > 0, "never done: {} in {}", change.member, change.begins);
    }
}

#[test]
fn templates_that_come_and_go_are_reported() {
    for seed in 0..25 {
        let text = service(&mut Dice(seed));
        let Some(old) = read(&text) else { continue };
        let more = format!("{text}    new: {{ type: T0 }}\n");
        let Some(new) = read(&more) else { continue };
        let identities = |differences: &[Difference]| {
            differences
                .iter()
                .map(|one| (one.act, one.kind, one.name.clone(), one.member.clone()))
                .collect::<Vec<_>>()
        };
        let node = |act| vec![(act, "node template", "new".to_owned(), String::new())];
        assert_eq!(identities(&differences_between(&old, &new)), node(Act::Added), "seed {seed}\n{text}");
        assert_eq!(identities(&differences_between(&new, &old)), node(Act::Removed), "seed {seed}\n{text}");
    }
}
