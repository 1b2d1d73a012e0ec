//! Lists in place of maps: assignments with conditions, of which several may have one name. They are an extension.
//!
//! Input: the sections of templates, with their elements. Output: an element for each item of a list. An item is a map
//! with one key. Its value is the assigned value, or if it has `conditions` or `default_alternative`, a map with
//! `value`, so that a value that has such a key itself must be written in the long form.

use std::fmt::Write as _;

use rustc_hash::FxHashMap;

use crate::base::Symbol;
use crate::diagnostics::{Diagnostic, quoted, rules, suggest};
use crate::keynames::describe;
use crate::yaml::{NodeId, YamlNode};

use super::model::{ElementId, ElementKind, VariabilityModel};
use super::read::push;
use super::tables::DEFAULT_ALTERNATIVE;
use super::type_conditions::has_artifact_type;

/// Where an alternative is.
#[derive(Clone, Debug)]
pub struct Place<'t> {
    /// The list that contains it.
    pub list: NodeId,
    /// The node template, group or policy that contains the list.
    pub owner: Option<ElementId>,
    /// The keys of the list, from the name of the template to `properties`.
    pub keys: Vec<YamlNode<'t>>,
    /// Its index in the list, from 0.
    pub index: u32,
}

/// The elements of lists, by list and name.
pub(super) type ByPlace = FxHashMap<(NodeId, Option<Symbol>), Vec<ElementId>>;

/// Whether the value of an item has keynames next to the assigned value.
pub(super) fn is_long(value: YamlNode<'_>) -> bool {
    ["conditions", DEFAULT_ALTERNATIVE].iter().any(|key| value.entry(key).is_some())
}

/// Returns the value that an item assigns.
#[must_use]
pub(super) fn assigned(value: YamlNode<'_>) -> Option<YamlNode<'_>> {
    if is_long(value) { value.get("value") } else { Some(value) }
}

/// Reads the elements in lists of the template `body`, whose other elements are known.
pub(super) fn read<'t>(model: &mut VariabilityModel<'t>, body: YamlNode<'t>) {
    for index in 0..model.elements.len() {
        let element = &model.elements[index];
        let (key, value) = (element.key, element.value);
        let owner = Some(ElementId::new(index));
        match element.kind {
            ElementKind::Node => {
                add_section(model, (owner, &[key], value), "properties", ElementKind::Property);
                add_section(model, (owner, &[key], value), "artifacts", ElementKind::Artifact);
                add_types(model, (ElementId::new(index), key), value);
                if let Some((section, capabilities)) = value.entry("capabilities") {
                    for (name, capability) in capabilities.entries() {
                        let place = (owner, &[key, section, name][..], capability);
                        add_section(model, place, "properties", ElementKind::Property);
                    }
                }
            }
            ElementKind::Group | ElementKind::Policy => {
                add_section(model, (owner, &[key], value), "properties", ElementKind::Property);
            }
            _ => {}
        }
    }
    for (key, value) in body.get("relationship_templates").into_iter().flat_map(YamlNode::entries) {
        add_section(model, (None, &[key], value), "properties", ElementKind::Property);
    }
}

/// Adds the elements of a section of a template with this owner, keys and value.
fn add_section<'t>(
    model: &mut VariabilityModel<'t>,
    (owner, keys, value): (Option<ElementId>, &[YamlNode<'t>], YamlNode<'t>),
    name: &str,
    kind: ElementKind,
) {
    let Some((key, section)) = value.entry(name) else { return };
    let keys: Vec<YamlNode<'t>> = keys.iter().copied().chain([key]).collect();
    let items = section.items().map(YamlNode::only_entry);
    // A map of properties contains values only.
    let entries = section.entries().filter(|_| kind != ElementKind::Property);
    let is_element = |value| is_long(value) || has_artifact_type(&model.type_conditions, value);
    let entries = entries.map(|(name, value)| Some((name, value)).filter(|_| is_element(value)));
    let entries: Vec<_> = items.chain(entries).collect();
    for (index, entry) in (0..).zip(entries) {
        let Some((name, value)) = entry else { continue };
        let place = Place { list: section.id(), owner, keys: keys.clone(), index };
        add(model, kind, (name, value), place);
    }
}

/// Adds the elements of a list of types of the node template `owner`: names, or names with conditions.
fn add_types<'t>(
    model: &mut VariabilityModel<'t>,
    (owner, name): (ElementId, YamlNode<'t>),
    template: YamlNode<'t>,
) {
    let Some((key, list)) = template.entry("type") else { return };
    for (index, item) in (0..).zip(list.items()) {
        let Some((type_name, value)) = item.only_entry().or(item.as_str().map(|_| (item, item))) else {
            continue;
        };
        let place = Place { list: list.id(), owner: Some(owner), keys: vec![name, key], index };
        add(model, ElementKind::Type, (type_name, value), place);
    }
}

/// Adds the element of an item.
fn add<'t>(
    model: &mut VariabilityModel<'t>,
    kind: ElementKind,
    (name, value): (YamlNode<'t>, YamlNode<'t>),
    place: Place<'t>,
) {
    let id = push(model, kind, name, value);
    model.elements[id.index()].place = Some(Box::new(place));
    model.placed.insert(name.id(), id);
}

/// Returns the section of a template with the elements of a kind.
pub(super) fn section_of(kind: ElementKind, template: YamlNode<'_>) -> Option<YamlNode<'_>> {
    match kind {
        ElementKind::Property => template.get("properties"),
        ElementKind::Artifact => template.get("artifacts"),
        ElementKind::Type => template.get("type"),
        _ => None,
    }
}

/// Reports lists whose items are not maps with one key, and long forms with missing or other keynames.
pub(super) fn check(model: &VariabilityModel<'_>, diagnostics: &mut Vec<Diagnostic>) {
    let mut last = None;
    for element in &model.elements {
        let Some(place) = &element.place else { continue };
        if last != Some(place.list) {
            last = Some(place.list);
            check_items(model.tree.node(place.list), element.kind, diagnostics);
        }
        match element.kind {
            ElementKind::Property if is_long(element.value) => {
                check_long(element.key, element.value, diagnostics);
            }
            ElementKind::Type => check_type(element.value, diagnostics),
            _ => {}
        }
    }
}

fn check_items(list: YamlNode<'_>, kind: ElementKind, diagnostics: &mut Vec<Diagnostic>) {
    let is_type = kind == ElementKind::Type;
    let is_item = |item: &YamlNode<'_>| item.only_entry().is_some() || is_type && item.is_string();
    for item in list.items().filter(|item| !is_item(item) && !item.is_invalid()) {
        let help = if is_type {
            "write each type as a separate item, `- name` or `- name: { conditions: … }`"
        } else {
            "write each assignment as a separate item, `- name: value`"
        };
        let actual = describe(item);
        let expected = if is_type { "a string or a map with one key" } else { "a map with one key" };
        diagnostics.push(rules::wrong_shape::new(
            item.span(),
            "item",
            expected,
            actual,
            Some(help.to_owned()),
        ));
    }
}

/// The keynames of the long form.
const LONG_FORM: [&str; 3] = ["value", "conditions", DEFAULT_ALTERNATIVE];

/// Checks the conditions of a type.
fn check_type(value: YamlNode<'_>, diagnostics: &mut Vec<Diagnostic>) {
    for (key, _) in value.entries().filter(|(key, _)| !LONG_FORM[1..].contains(&key.text())) {
        let suggestion = suggest(key.text(), LONG_FORM[1..].iter().copied());
        let help = suggestion.map(|suggestion| format!("did you mean `{suggestion}`?"));
        diagnostics.push(rules::unknown_keyname::new(key.span(), key.text(), "type with conditions", help));
    }
    if !value.is_mapping() && !value.is_string() && !value.is_null() && !value.is_invalid() {
        let (what, actual) = ("type with conditions", describe(value));
        diagnostics.push(rules::wrong_shape::new(value.span(), what, "a map", actual, None));
    }
}

fn check_long(name: YamlNode<'_>, value: YamlNode<'_>, diagnostics: &mut Vec<Diagnostic>) {
    const ENTITY: &str = "property with conditions";
    let absent = || LONG_FORM.iter().copied().filter(|name| value.entry(name).is_none());
    let mut is_missing = value.entry("value").is_none() && !value.is_broken();
    for (key, _) in value.entries().filter(|(key, _)| !LONG_FORM.contains(&key.text())) {
        let help = match suggest(key.text(), absent()) {
            Some(suggestion) => {
                is_missing &= suggestion != "value";
                format!("did you mean `{suggestion}`?")
            }
            None => format!("move {} into `value`", quoted(key.text())),
        };
        diagnostics.push(rules::unknown_keyname::new(key.span(), key.text(), ENTITY, Some(help)));
    }
    if is_missing {
        diagnostics.push(rules::missing_keyname::absent(name.span(), "value", ENTITY));
    }
}

/// A key that is almost a keyname of conditions.
#[derive(Clone, Copy, Debug)]
pub struct Misspelled<'t> {
    /// What it would be a condition of: a property or an artifact.
    pub kind: ElementKind,
    /// The value with the key.
    pub value: YamlNode<'t>,
    /// The key.
    pub key: YamlNode<'t>,
    /// The keyname that is similar.
    pub keyname: &'static str,
}

impl<'t> VariabilityModel<'t> {
    /// Returns the keys in items of lists of properties, and in artifacts of node templates, that are almost keynames of
    /// conditions. They may be valid there.
    #[must_use]
    pub fn misspelled_conditions(&self) -> Vec<Misspelled<'t>> {
        let mut all = Vec::new();
        if !self.is_extended {
            return all;
        }
        for element in &self.elements {
            if element.kind == ElementKind::Property && !is_long(element.value) {
                add_misspelled(element.kind, element.value, &mut all);
            }
            let artifacts = element.value.get("artifacts").filter(|_| element.kind == ElementKind::Node);
            let listed = artifacts.into_iter().flat_map(YamlNode::items).filter_map(YamlNode::only_entry);
            for (_, value) in listed.chain(artifacts.into_iter().flat_map(YamlNode::entries)) {
                add_misspelled(ElementKind::Artifact, value, &mut all);
            }
        }
        all
    }
}

fn add_misspelled<'t>(kind: ElementKind, value: YamlNode<'t>, all: &mut Vec<Misspelled<'t>>) {
    let keynames = || LONG_FORM[1..].iter().copied().filter(|name| value.entry(name).is_none());
    for (key, _) in value.entries().filter(|(key, _)| !LONG_FORM.contains(&key.text())) {
        let keyname = suggest(key.text(), keynames());
        all.extend(keyname.map(|keyname| Misspelled { kind, value, key, keyname }));
    }
}

impl VariabilityModel<'_> {
    /// Whether the template has lists in place of maps.
    #[must_use]
    pub fn has_placed(&self) -> bool {
        !self.placed.is_empty()
    }

    /// Returns the element whose name is the node `key`, if it has a place.
    #[must_use]
    pub fn placed(&self, key: YamlNode<'_>) -> Option<ElementId> {
        self.placed.get(&key.id()).copied()
    }

    /// Returns what contains the element: a node template, a group or a policy.
    #[must_use]
    pub fn owner(&self, id: ElementId) -> Option<ElementId> {
        let element = self.element(id);
        element.source.or_else(|| element.place.as_ref()?.owner)
    }

    /// Returns the elements of which only one is to be present, this one included.
    #[must_use]
    pub fn alternatives(&self, id: ElementId) -> &[ElementId] {
        let element = self.element(id);
        match (&element.place, element.source) {
            // A node template has one type.
            (Some(place), _) if element.kind == ElementKind::Type => self.placed_in(place.list, None),
            (Some(place), _) => self.placed_in(place.list, element.key.symbol()),
            (None, Some(source)) => self.relations_called(source, element.key.text()),
            (None, None) => &[],
        }
    }

    /// Whether another item of the list has the name of the element.
    #[must_use]
    pub fn has_same_named(&self, id: ElementId) -> bool {
        let element = self.element(id);
        element.place.as_ref().is_some_and(|place| self.placed_in(place.list, element.key.symbol()).len() > 1)
    }

    /// Returns the node templates with lists of types.
    #[must_use]
    pub fn with_types(&self) -> Vec<ElementId> {
        let types = self.all().filter(|(_, element)| element.kind == ElementKind::Type);
        let mut owners: Vec<ElementId> = types.filter_map(|(id, _)| self.owner(id)).collect();
        owners.dedup();
        owners
    }

    /// Returns the elements called `name` in a list.
    fn placed_in(&self, list: NodeId, name: Option<Symbol>) -> &[ElementId] {
        let by_name = self.placed_by_name.get_or_init(|| {
            let mut by_name = ByPlace::default();
            for (id, element) in self.all() {
                if let Some(place) = &element.place {
                    let name = element.key.symbol();
                    by_name.entry((place.list, name)).or_default().push(id);
                    if element.kind == ElementKind::Type && name.is_some() {
                        by_name.entry((place.list, None)).or_default().push(id);
                    }
                }
            }
            by_name
        });
        by_name.get(&(list, name)).map_or(&[], Vec::as_slice)
    }

    /// Describes an element in a list: ``property `p` (index 1) of `a` ``.
    pub(super) fn describe_placed(&self, id: ElementId, place: &Place<'_>) -> String {
        let index = format!(" (index {})", place.index);
        self.describe_with(id, if self.has_same_named(id) { &index } else { "" })
    }

    /// Describes all alternatives of an element together: ``property `p` of `a` ``.
    #[must_use]
    pub fn describe_all(&self, id: ElementId) -> String {
        self.describe_with(id, "")
    }

    fn describe_with(&self, id: ElementId, index: &str) -> String {
        let element = self.element(id);
        let mut text = format!("{} {}{index}", element.kind.name(), quoted(element.key.text()));
        let keys = element.place.as_ref().map_or(&[][..], |place| &place.keys);
        if let [_, _, capability, _] = keys {
            let _ = write!(text, " of capability {}", quoted(capability.text()));
        }
        text + &format!(" of {}", quoted(self.owner_name(id)))
    }

    /// Returns the name of the template that contains an alternative.
    pub(super) fn owner_name(&self, id: ElementId) -> &str {
        let element = self.element(id);
        let of_source = || element.source.map(|source| self.element(source).key);
        let key = element.place.as_ref().and_then(|place| place.keys.first().copied()).or_else(of_source);
        key.map_or("", |key| key.text())
    }
}
