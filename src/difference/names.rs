//! Names that are comparable between the two sides: those that authors chose, with the profile but without
//! its version.

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::{FxHashMap, FxHashSet};
use serde_json::{Map, Value};

use crate::compatibility::Act;
use crate::diagnostics::split_version;

use super::sections::{Section, definitions};
use super::values::is_expression;
use super::{Difference, Normalized, Side};

/// The names of each side, with the names by which they are compared.
pub(super) struct Names {
    sides: [FxHashMap<String, String>; 2],
    /// The definitions of each side, by section and compared name.
    defined: [FxHashSet<(&'static str, String)>; 2],
    /// Profiles with their versions on each side.
    profiles: BTreeMap<String, [BTreeSet<String>; 2]>,
}

impl Names {
    /// Collects the names of both sides.
    pub(super) fn new(models: [Normalized<'_>; 2]) -> Self {
        let mut names =
            Self { sides: Default::default(), defined: Default::default(), profiles: BTreeMap::new() };
        let sections = models.map(|model| definitions(model.all));
        let own_profiles = models.map(|model| model.used.head.profile.as_deref());
        for (side, sections) in sections.iter().enumerate() {
            for original in
                sections.iter().flat_map(|section| &section.entries).filter_map(|entry| entry.original())
            {
                if let Some(profile) =
                    original.profile.as_deref().filter(|profile| Some(*profile) != own_profiles[side])
                {
                    let (base, version) = split_version(profile);
                    let versions = names.profiles.entry(base.to_owned()).or_default();
                    versions[side].insert(version.unwrap_or_default().to_owned());
                }
            }
        }
        let compared = compared_names(&names.profiles, &sections, own_profiles);
        for (side, sections) in sections.iter().enumerate() {
            let defined = &mut names.defined[side];
            for (section, entry) in
                sections.iter().flat_map(|section| section.entries.iter().map(move |entry| (section, *entry)))
            {
                let known = entry.original().and_then(|original| {
                    let (profile, file) = (original.profile.as_deref(), original.file.as_deref());
                    compared[side].get(&(profile, &*original.name, file))
                });
                let compared = known.map_or(entry.name, String::as_str);
                if defined.insert((section.keyname, compared.to_owned())) && known.is_some() {
                    names.sides[side].insert(entry.name.to_owned(), compared.to_owned());
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

/// The original profile, name and file of a definition.
type Original<'m> = (Option<&'m str>, &'m str, Option<&'m str>);

/// The definitions of one side with the same compared name, by file, each with its name in the model.
type ByFile<'m> = BTreeMap<Option<&'m str>, (Original<'m>, &'m str)>;

/// A definition on one side: its original, and its name in the model.
type Named<'m> = (Original<'m>, &'m str);

/// Returns the compared names of each side: the name that the author chose, with the profile unless that is the
/// file's own. If several files of one side define that name, it is the name in the model; such definitions are
/// paired by their files, and those of renamed files in the order of the files.
fn compared_names<'m>(
    profiles: &BTreeMap<String, [BTreeSet<String>; 2]>,
    sections: &[Vec<Section<'m>>; 2],
    own_profiles: [Option<&str>; 2],
) -> [FxHashMap<Original<'m>, String>; 2] {
    let mut groups: BTreeMap<String, [ByFile<'m>; 2]> = BTreeMap::new();
    for (side, sections) in sections.iter().enumerate() {
        for entry in sections.iter().flat_map(|section| &section.entries) {
            let Some(original) = entry.original() else { continue };
            let profile = original.profile.as_deref();
            let name = match profile.filter(|profile| Some(*profile) != own_profiles[side]) {
                None => original.name.to_string(),
                Some(profile) => {
                    let (base, _) = split_version(profile);
                    let has_one_version =
                        profiles.get(base).is_some_and(|versions| versions[side].len() == 1);
                    format!("{}:{}", if has_one_version { base } else { profile }, original.name)
                }
            };
            let by_file = &mut groups.entry(name).or_default()[side];
            let file = original.file.as_deref();
            by_file.entry(file).or_insert(((profile, &*original.name, file), entry.name));
        }
    }
    let mut compared: [FxHashMap<Original<'m>, String>; 2] = Default::default();
    for (name, [old, new]) in groups {
        let is_unique = old.len() <= 1 && new.len() <= 1;
        for pair in paired_by_file(&old, &new) {
            let in_model = pair[1].or(pair[0]).map_or("", |(_, in_model)| in_model);
            for (side, (original, _)) in
                pair.iter().enumerate().filter_map(|(side, named)| Some((side, (*named)?)))
            {
                let shown = if is_unique { &name } else { in_model };
                compared[side].insert(original, shown.to_owned());
            }
        }
    }
    compared
}

/// Pairs the definitions of the same file, then the remaining ones in the order of the files.
fn paired_by_file<'m>(old: &ByFile<'m>, new: &ByFile<'m>) -> Vec<[Option<Named<'m>>; 2]> {
    let in_both = old.iter().filter_map(|(file, named)| Some([Some(*named), Some(*new.get(file)?)]));
    let mut pairs: Vec<_> = in_both.collect();
    let mut only_old = old.iter().filter(|(file, _)| !new.contains_key(*file)).map(|(_, named)| *named);
    let mut only_new = new.iter().filter(|(file, _)| !old.contains_key(*file)).map(|(_, named)| *named);
    loop {
        let pair = [only_old.next(), only_new.next()];
        if pair.iter().all(Option::is_none) {
            return pairs;
        }
        pairs.push(pair);
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
