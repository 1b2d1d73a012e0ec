//! Names that are comparable between the two sides: those that authors chose, with the profile but without
//! its version.

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::{FxHashMap, FxHashSet};
use serde_json::{Map, Value};

use crate::compatibility::Act;
use crate::normalize::NormalModel;

use super::sections::definitions;
use super::values::is_expression;
use super::{Difference, Side};

/// The names of each side, with the names by which they are compared.
pub(super) struct Names {
    sides: [FxHashMap<String, String>; 2],
    /// The definitions of each side, by section and compared name.
    defined: [FxHashSet<(&'static str, String)>; 2],
    /// Profiles with their versions on each side.
    profiles: BTreeMap<String, [BTreeSet<String>; 2]>,
}

/// Returns a profile name without its version, and the version. The colon of a URL scheme does not separate a
/// version.
fn versioned(profile: &str) -> (&str, &str) {
    let number = |(_, version): &(&str, &str)| version.starts_with(|c: char| c.is_ascii_digit());
    match profile.rsplit_once(':') {
        Some((_, rest)) if rest.starts_with("//") => profile.rsplit_once('/').filter(number),
        split => split,
    }
    .unwrap_or((profile, ""))
}

impl Names {
    /// Collects the names of two models that contain all types.
    pub(super) fn new(models: [&NormalModel; 2]) -> Self {
        let mut names =
            Self { sides: Default::default(), defined: Default::default(), profiles: BTreeMap::new() };
        let sections = models.map(|model| definitions(&model.definitions));
        let own_profiles = models.map(|model| model.head.profile.as_deref());
        for (side, sections) in sections.iter().enumerate() {
            for original in
                sections.iter().flat_map(|section| &section.entries).filter_map(|entry| entry.original())
            {
                if let Some(profile) =
                    original.profile.as_deref().filter(|profile| Some(*profile) != own_profiles[side])
                {
                    let (base, version) = versioned(profile);
                    let versions = names.profiles.entry(base.to_owned()).or_default();
                    versions[side].insert(version.to_owned());
                }
            }
        }
        for (side, sections) in sections.iter().enumerate() {
            let defined = &mut names.defined[side];
            for (section, entry) in
                sections.iter().flat_map(|section| section.entries.iter().map(move |entry| (section, *entry)))
            {
                let Some(original) = entry.original() else {
                    defined.insert((section.keyname, entry.name.to_owned()));
                    continue;
                };
                let short = &*original.name;
                let compared = match original
                    .profile
                    .as_deref()
                    .filter(|profile| Some(*profile) != own_profiles[side])
                {
                    None => short.to_owned(),
                    Some(profile) => {
                        let (base, _) = versioned(profile);
                        let has_one_version =
                            names.profiles.get(base).is_some_and(|versions| versions[side].len() == 1);
                        format!("{}:{short}", if has_one_version { base } else { profile })
                    }
                };
                if defined.insert((section.keyname, compared.clone())) {
                    names.sides[side].insert(entry.name.to_owned(), compared);
                }
            }
        }
        names
    }

    /// Returns the name by which a definition of one side is compared.
    pub(super) fn compared<'n>(&'n self, side: usize, name: &'n str) -> &'n str {
        self.sides[side].get(name).map_or(name, String::as_str)
    }

    /// Whether a side defines something, even if it is not used.
    pub(super) fn defines(&self, side: usize, section: &'static str, compared: &str) -> bool {
        self.defined[side].contains(&(section, compared.to_owned()))
    }

    /// Returns a part of one side's model, with compared names.
    pub(super) fn renamed(&self, side: usize, mut part: Value) -> Value {
        rename(&mut part, &self.sides[side]);
        part
    }

    /// Returns a difference for each profile whose version changed.
    pub(super) fn versions(&self) -> Vec<Difference> {
        let only_version =
            |versions: &BTreeSet<String>| versions.first().filter(|_| versions.len() == 1).cloned();
        let mut differences = Vec::new();
        for (name, [old, new]) in &self.profiles {
            if let (Some(old), Some(new)) = (only_version(old), only_version(new))
                && old != new
            {
                let side = |value: String| Some(Side { value: Some(value), location: None });
                differences.push(Difference {
                    act: Act::Changed,
                    kind: "profile",
                    name: name.clone(),
                    member: "version".to_owned(),
                    old: side(old),
                    new: side(new),
                });
            }
        }
        differences
    }
}

/// Replaces all names in a part by compared names.
fn rename(value: &mut Value, names: &FxHashMap<String, String>) {
    match value {
        Value::String(text) => {
            if let Some(name) = names.get(text) {
                text.clone_from(name);
            }
        }
        Value::Array(items) => items.iter_mut().for_each(|item| rename(item, names)),
        Value::Object(map) if is_expression(map) => rename_calls(map, names),
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

/// Replaces the names of the functions in a value.
fn rename_calls(map: &mut Map<String, Value>, names: &FxHashMap<String, String>) {
    for (key, value) in map {
        match value {
            Value::String(text) if key == "function" => {
                if let Some(name) = names.get(text.as_str()) {
                    text.clone_from(name);
                }
            }
            Value::Array(items) => {
                for item in items {
                    rename_inner_calls(item, names);
                }
            }
            Value::Object(_) if key != "source" => rename_inner_calls(value, names),
            _ => {}
        }
    }
}

fn rename_inner_calls(value: &mut Value, names: &FxHashMap<String, String>) {
    if let Value::Object(map) = value {
        rename_calls(map, names);
    }
}
