//! Assignments in lists, with conditions, as generated data.

use std::fmt::Write as _;

use crate::variability::Random;

use super::{Condition, Values};

/// An assignment of a property.
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
}

/// A text, and whether several alternatives of one name are present.
pub(super) type Written = (String, bool);

impl Alternative {
    fn random(seed: &mut Random, earlier: usize) -> Self {
        let condition = match seed.below(4) {
            0 => Condition::Always,
            _ => Condition::random(seed, earlier, false, 1),
        };
        let value = match seed.below(3) {
            0 => Err(super::path(seed, "SELF")),
            1 => Ok("5"),
            _ => Ok("text"),
        };
        Self { name: ["v", "s", "need"][seed.below(3)], value, condition, is_default: false }
    }

    fn suffix(&self) -> String {
        match (&self.condition, self.is_default) {
            (_, true) => ", default_alternative: true".to_owned(),
            (Condition::Always, false) => String::new(),
            (condition, false) => format!(", conditions: {}", condition.text()),
        }
    }
}

/// Returns which alternatives are present in a variant that has their node.
fn present(all: &[Alternative], values: &Values) -> Vec<bool> {
    let holds: Vec<bool> = all
        .iter()
        .map(|alternative| !alternative.is_default && alternative.condition.is_true(values, (0, 0)))
        .collect();
    let is_present = |(index, alternative): (usize, &Alternative)| {
        let has_other = || (0..all.len()).any(|other| all[other].name == alternative.name && holds[other]);
        holds[index] || alternative.is_default && !has_other()
    };
    all.iter().enumerate().map(is_present).collect()
}

impl Assigned {
    pub(super) fn random(seed: &mut Random, earlier: usize) -> Self {
        let count = if seed.below(3) == 0 { 1 + seed.below(3) } else { 0 };
        let mut properties: Vec<Alternative> =
            (0..count).map(|_| Alternative::random(seed, earlier)).collect();
        if count > 1 && seed.below(2) == 0 {
            let name = properties[0].name;
            properties[1].name = name;
            properties[1].is_default = true;
        }
        Self { properties }
    }

    /// Returns the properties of a node, or an empty text if it has no list, for the template or for a variant.
    pub(super) fn properties(
        &self,
        values: Option<&Values>,
        call: &mut dyn FnMut(&[String]) -> String,
    ) -> Written {
        let mut value = |alternative: &Alternative| match &alternative.value {
            Ok(literal) => (*literal).to_owned(),
            Err(path) => call(path),
        };
        let mut text = String::new();
        let mut is_broken = false;
        match values {
            None => {
                for alternative in &self.properties {
                    let (name, value, suffix) = (alternative.name, value(alternative), alternative.suffix());
                    let value =
                        if suffix.is_empty() { value } else { format!("{{ value: {value}{suffix} }}") };
                    let _ = writeln!(text, "        - {name}: {value}");
                }
            }
            Some(values) => {
                let present = present(&self.properties, values);
                let mut names: Vec<&str> = Vec::new();
                for (alternative, _) in self.properties.iter().zip(present).filter(|(_, present)| *present) {
                    let (name, value) = (alternative.name, value(alternative));
                    if names.contains(&name) {
                        is_broken = true;
                        continue;
                    }
                    names.push(name);
                    let _ = writeln!(text, "        {name}: {value}");
                }
            }
        }
        let head = if text.is_empty() { "" } else { "      properties:\n" };
        (format!("{head}{text}"), is_broken)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.properties.is_empty()
    }
}
