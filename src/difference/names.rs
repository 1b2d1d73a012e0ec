//! Names that are the same on both sides: those that authors gave, with the profile but not its version.

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::{FxHashMap, FxHashSet};
use serde_json::{Map, Value};

use crate::compatibility::Act;
use crate::normalize::Model;

use super::sections::definitions;
use super::values::is_expression;
use super::{Difference, Side};

/// For each side, the names of the model and those to compare by.
pub(super) struct Names {
    sides: [FxHashMap<String, String>; 2],
    /// What is defined on each side, by section and name to compare by.
    defined: [FxHashSet<(&'static str, String)>; 2],
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
    pub(super) fn of(models: [&Model; 2]) -> Self {
        let mut names =
            Self { sides: Default::default(), defined: Default::default(), profiles: BTreeMap::new() };
        let sections = models.map(|model| definitions(&model.definitions));
        let own = models.map(|model| model.head.profile.as_deref());
        for (side, sections) in sections.iter().enumerate() {
            for original in
                sections.iter().flat_map(|section| &section.entries).filter_map(|one| one.original())
            {
                if let Some(profile) =
                    original.profile.as_deref().filter(|profile| Some(*profile) != own[side])
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
                let shown = match original.profile.as_deref().filter(|profile| Some(*profile) != own[side]) {
                    None => short.to_owned(),
                    Some(profile) => {
                        let (base, _) = versioned(profile);
                        let one = names.profiles.get(base).is_some_and(|versions| versions[side].len() == 1);
                        format!("{}:{short}", if one { base } else { profile })
                    }
                };
                if defined.insert((section.keyname, shown.clone())) {
                    names.sides[side].insert(entry.name.to_owned(), shown);
                }
            }
        }
        names
    }

    /// The name to compare a definition of one side by.
    pub(super) fn shown<'n>(&'n self, side: usize, name: &'n str) -> &'n str {
        self.sides[side].get(name).map_or(name, String::as_str)
    }

    /// Whether a side defines something, used or not.
    pub(super) fn defines(&self, side: usize, section: &'static str, shown: &str) -> bool {
        self.defined[side].contains(&(section, shown.to_owned()))
    }

    /// A part of a model of one side, with the names to compare by.
    pub(super) fn renamed(&self, side: usize, mut part: Value) -> Value {
        rename(&mut part, &self.sides[side]);
        part
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
}

/// Gives everything in a part its name to compare by.
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
