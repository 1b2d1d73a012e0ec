//! Assignments in lists, with conditions, as generated data.

use std::fmt::Write as _;
use std::rc::Rc;

use crate::variability::Random;

use super::{Condition, Facts, Scope};

/// How many properties, artifacts and types a node has in lists.
pub(super) type Counts = [usize; 3];

/// Which of the properties, artifacts and types of a node are present.
pub(super) type Parts = [Vec<bool>; 3];

/// An assignment of a property, or an artifact.
struct Alternative {
    name: &'static str,
    /// A literal, or the path of a property.
    value: Result<&'static str, Vec<String>>,
    condition: Condition,
    is_default: bool,
}

/// The assignments in the lists of a node.
pub(super) struct Assigned {
    properties: Vec<Alternative>,
    artifacts: Vec<Alternative>,
    /// The types, in place of the type of the node.
    types: Vec<Alternative>,
    /// The artifact that implements an operation.
    implementation: Option<&'static str>,
}

/// A text, and whether several alternatives of one name are present.
pub(super) type Written = (String, bool);

impl Alternative {
    fn random(seed: &mut Random, scope: Scope, names: &[&'static str]) -> Self {
        let condition = match seed.below(4) {
            0 => Condition::Always,
            _ => Condition::random(seed, scope, 1),
        };
        let value = match seed.below(3) {
            0 => Err(super::path(seed, "SELF")),
            1 => Ok("5"),
            _ => Ok("text"),
        };
        Self { name: names[seed.below(names.len())], value, condition, is_default: false }
    }

    fn suffix(&self) -> String {
        match (&self.condition, self.is_default) {
            (_, true) => ", default_alternative: true".to_owned(),
            (Condition::Always | Condition::OfType(_), false) => String::new(),
            (condition, false) => format!(", conditions: {}", condition.text()),
        }
    }
}

/// Returns `count` assignments with these names, some of which are alternatives.
fn some(seed: &mut Random, scope: Scope, names: &[&'static str], count: usize) -> Vec<Alternative> {
    let mut all: Vec<Alternative> = (0..count).map(|_| Alternative::random(seed, scope, names)).collect();
    if count > 1 && seed.below(2) == 0 {
        all[1].name = all[0].name;
        all[1].is_default = true;
    }
    all
}

/// Returns which alternatives are present: those with different names exclude each other only if not `by_name`.
/// `others` are those that are present, for a default alternative.
fn present(
    all: &[Alternative],
    (facts, others): (Facts<'_>, &[bool]),
    has_node: bool,
    by_name: bool,
) -> Vec<bool> {
    let is_present = |(index, alternative): (usize, &Alternative)| {
        let is_other = |other: usize| other != index && (!by_name || all[other].name == alternative.name);
        let has_other = || (0..all.len()).any(|other| is_other(other) && others[other]);
        let holds =
            if alternative.is_default { !has_other() } else { alternative.condition.is_true(facts, (0, 0)) };
        has_node && holds
    };
    all.iter().enumerate().map(is_present).collect()
}

impl Assigned {
    /// Whether the node has types in a list.
    pub(super) fn has_types(&self) -> bool {
        !self.types.is_empty()
    }

    /// Gives artifacts without conditions those of their type.
    pub(super) fn add_to_artifacts(&mut self, of_type: &Rc<Condition>) {
        for artifact in self.artifacts.iter_mut().filter(|artifact| !artifact.is_default) {
            super::by_type::add(&mut artifact.condition, of_type);
        }
    }

    /// Returns how many there may be of each kind.
    pub(super) fn counts(seed: &mut Random) -> Counts {
        let some = |seed: &mut Random| if seed.below(3) == 0 { 1 + seed.below(3) } else { 0 };
        [some(seed), some(seed), if seed.below(4) == 0 { 1 + seed.below(3) } else { 0 }]
    }

    pub(super) fn random(seed: &mut Random, scope: Scope, counts: Counts) -> Self {
        let properties = some(seed, scope, &["v", "s", "need"], counts[0]);
        let artifacts = some(seed, scope, &["x0", "x1", "x2"], counts[1]);
        let implementation = (seed.below(6) == 0).then(|| ["x0", "x1"][seed.below(2)]);
        let kinds = ["A", "B", "D", "E"];
        let mut types: Vec<Alternative> =
            (0..counts[2]).map(|_| Alternative::random(seed, scope, &kinds)).collect();
        if types.len() > 1 && seed.below(5) != 0 {
            types[counts[2] - 1].is_default = true;
        }
        Self { properties, artifacts, types, implementation }
    }

    /// Returns as many as there are, none of which is present.
    pub(super) fn nothing(&self) -> Parts {
        [&self.properties, &self.artifacts, &self.types].map(|all| vec![false; all.len()])
    }

    /// Returns which are present; `others` are those that exclude default alternatives.
    pub(super) fn present(&self, facts: Facts<'_>, others: &Parts, has_node: bool) -> Parts {
        let of = |all, index: usize, by_name| present(all, (facts, &others[index]), has_node, by_name);
        [of(&self.properties, 0, true), of(&self.artifacts, 1, true), of(&self.types, 2, false)]
    }

    /// Returns the line of the type of a node of type `kind`, unless that has types in a list; it is empty in a
    /// variant without a type.
    pub(super) fn type_line(&self, kind: &str, parts: Option<&Parts>) -> Written {
        let Some(parts) = parts else {
            if self.types.is_empty() {
                return (format!("      type: {kind}\n"), false);
            }
            let item = |alternative: &Alternative| match alternative.suffix().strip_prefix(", ") {
                Some(suffix) => format!("{}: {{ {suffix} }}", alternative.name),
                None => alternative.name.to_owned(),
            };
            let items: Vec<String> = self.types.iter().map(item).collect();
            return (format!("      type: [ {} ]\n", items.join(", ")), false);
        };
        if self.types.is_empty() {
            return (format!("      type: {kind}\n"), false);
        }
        let kinds = self.types.iter().zip(&parts[2]).filter(|(_, present)| **present);
        let kinds: Vec<&str> = kinds.map(|(alternative, _)| alternative.name).collect();
        let line = kinds.first().map(|kind| format!("      type: {kind}\n"));
        (line.unwrap_or_default(), kinds.len() != 1)
    }

    /// Returns the sections of a node with lists, for the template or for a variant.
    pub(super) fn text(&self, parts: Option<&Parts>, call: &mut impl FnMut(&[String]) -> String) -> Written {
        let value = |alternative: &Alternative| match &alternative.value {
            Ok(literal) => (*literal).to_owned(),
            Err(path) => call(path),
        };
        let (mut text, has_several) =
            section("properties", &self.properties, parts.map(|it| &it[0][..]), value);
        let (artifacts, has_several_artifacts) =
            section("artifacts", &self.artifacts, parts.map(|it| &it[1][..]), artifact);
        text.push_str(&artifacts);
        if let Some(name) = self.implementation {
            let operation = format!("{{ o: {{ implementation: {name} }} }}");
            let _ = writeln!(text, "      interfaces: {{ i: {{ operations: {operation} }} }}");
        }
        (text, has_several || has_several_artifacts)
    }

    /// Whether the properties are not a list.
    pub(super) fn is_empty(&self) -> bool {
        self.properties.is_empty()
    }
}

/// Returns an artifact whose property has the value of an alternative.
fn artifact(alternative: &Alternative) -> String {
    let level = alternative.value.as_ref().map_or("5", |literal| literal);
    format!("{{ type: X, file: \"https://example.com/x\", properties: {{ level: {level} }} }}")
}

/// Returns a section of a node: a list in the template, a map in a variant.
fn section(
    name: &str,
    alternatives: &[Alternative],
    present: Option<&[bool]>,
    mut value: impl FnMut(&Alternative) -> String,
) -> Written {
    let mut text = String::new();
    let mut has_several = false;
    match present {
        None => {
            for alternative in alternatives {
                let (key, value, suffix) = (alternative.name, value(alternative), alternative.suffix());
                let value = match value.strip_suffix(" }").filter(|_| name == "artifacts") {
                    Some(artifact) => format!("{artifact}{suffix} }}"),
                    None if suffix.is_empty() => value,
                    None => format!("{{ value: {value}{suffix} }}"),
                };
                let _ = writeln!(text, "        - {key}: {value}");
            }
        }
        Some(present) => {
            let mut keys: Vec<&str> = Vec::new();
            for (alternative, _) in alternatives.iter().zip(present).filter(|(_, present)| **present) {
                if keys.contains(&alternative.name) {
                    has_several = true;
                    continue;
                }
                keys.push(alternative.name);
                let _ = writeln!(text, "        {}: {}", alternative.name, value(alternative));
            }
        }
    }
    let head = if text.is_empty() { String::new() } else { format!("      {name}:\n") };
    (head + &text, has_several)
}
