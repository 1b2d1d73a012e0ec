//! Names that are the same on both sides: those that authors gave, with the profile but not its version.

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::FxHashMap;
use serde_json::{Map, Value};

use crate::compatibility::Act;

use super::values::is_expression;
use super::{Difference, Side};

/// The parts of a model that hold named definitions.
pub(super) const SECTIONS: &[(&str, &str)] = &[
    ("repositories", "repository"),
    ("artifact_types", "artifact type"),
    ("data_types", "data type"),
    ("capability_types", "capability type"),
    ("interface_types", "interface type"),
    ("relationship_types", "relationship type"),
    ("node_types", "node type"),
    ("group_types", "group type"),
    ("policy_types", "policy type"),
    ("functions", "function"),
];

/// For each side, the names of the model and those to compare by.
pub(super) struct Names {
    sides: [FxHashMap<String, String>; 2],
    /// Profiles with the versions of each side.
    profiles: BTreeMap<String, [BTreeSet<String>; 2]>,
}

/// A profile name without its version, and the version; the colon of a URL is before none.
fn versioned(profile: &str) -> (&str, &str) {
    let number = |(_, version): &(&str, &str)| version.starts_with(|c: char| c.is_ascii_digit());
    match profile.rsplit_once(':') {
        Some((_, rest)) if rest.starts_with("//") => profile.rsplit_once('/').filter(number),
        found => found,
    }
    .unwrap_or((profile, ""))
}

impl Names {
    /// The names of two models with all types.
    pub(super) fn of(models: &[Value; 2]) -> Self {
        let mut names =
            Self { sides: [FxHashMap::default(), FxHashMap::default()], profiles: BTreeMap::new() };
        for (side, model) in models.iter().enumerate() {
            let own = model["profile"].as_str();
            for (_, _, original) in originals(model) {
                if let Some(profile) = original["profile"].as_str().filter(|profile| Some(*profile) != own) {
                    let (base, version) = versioned(profile);
                    let versions = names.profiles.entry(base.to_owned()).or_default();
                    versions[side].insert(version.to_owned());
                }
            }
        }
        for (side, model) in models.iter().enumerate() {
            let own = model["profile"].as_str();
            let mut taken = BTreeSet::new();
            for (section, name, original) in originals(model) {
                let short = original["name"].as_str().unwrap_or(name);
                let shown = match original["profile"].as_str().filter(|profile| Some(*profile) != own) {
                    None => short.to_owned(),
                    Some(profile) => {
                        let (base, _) = versioned(profile);
                        let one = names.profiles.get(base).is_some_and(|versions| versions[side].len() == 1);
                        format!("{}:{short}", if one { base } else { profile })
                    }
                };
                if taken.insert((section, shown.clone())) {
                    names.sides[side].insert(name.to_owned(), shown);
                }
            }
        }
        names
    }

    /// Profiles whose version is another one.
    pub(super) fn versions(&self) -> Vec<Difference> {
        let one = |versions: &BTreeSet<String>| versions.first().filter(|_| versions.len() == 1).cloned();
        let mut found = Vec::new();
        for (name, [old, new]) in &self.profiles {
            if let (Some(old), Some(new)) = (one(old), one(new))
                && old != new
            {
                let side = |value: String| Some(Side { value: Some(value), place: None });
                found.push(Difference {
                    act: Act::Changed,
                    kind: "profile",
                    name: name.clone(),
                    member: "version".to_owned(),
                    old: side(old),
                    new: side(new),
                });
            }
        }
        found
    }

    /// Gives everything in a model of one side its name to compare by.
    pub(super) fn apply(&self, side: usize, model: &mut Value) {
        let names = &self.sides[side];
        let Some(model) = model.as_object_mut() else { return };
        for (key, value) in &mut *model {
            if SECTIONS.iter().any(|(section, _)| section == key)
                && let Some(definitions) = value.as_object_mut()
            {
                let renamed = std::mem::take(definitions).into_iter();
                *definitions =
                    renamed.map(|(name, value)| (names.get(&name).cloned().unwrap_or(name), value)).collect();
            }
            rename(value, names);
        }
    }
}

/// The definitions of a model that tell what they were called: section, name, original.
fn originals(model: &Value) -> impl Iterator<Item = (&str, &str, &Value)> {
    SECTIONS.iter().filter_map(|(section, _)| Some((*section, model[*section].as_object()?))).flat_map(
        |(section, definitions)| {
            let named = definitions.iter();
            named.filter_map(move |(name, value)| Some((section, name.as_str(), value.get("original")?)))
        },
    )
}

fn rename(value: &mut Value, names: &FxHashMap<String, String>) {
    match value {
        Value::String(text) => {
            if let Some(name) = names.get(text) {
                text.clone_from(name);
            }
        }
        Value::Array(items) => items.iter_mut().for_each(|item| rename(item, names)),
        Value::Object(map) if is_expression(map) => calls(map, names),
        Value::Object(map) => {
            for (key, value) in map {
                if !matches!(key.as_str(), "description" | "metadata" | "source" | "original") {
                    rename(value, names);
                }
            }
        }
        _ => {}
    }
}

/// Renames the functions in a value.
fn calls(map: &mut Map<String, Value>, names: &FxHashMap<String, String>) {
    for (key, value) in map {
        match value {
            Value::String(text) if key == "function" => {
                if let Some(name) = names.get(text.as_str()) {
                    text.clone_from(name);
                }
            }
            Value::Array(items) => {
                for item in items {
                    inner_calls(item, names);
                }
            }
            Value::Object(_) if key != "source" => inner_calls(value, names),
            _ => {}
        }
    }
}

fn inner_calls(value: &mut Value, names: &FxHashMap<String, String>) {
    if let Value::Object(map) = value {
        calls(map, names);
    }
}
