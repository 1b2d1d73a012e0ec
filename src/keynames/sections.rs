//! Definitions next to the keynames of an entity that belong into one of its sections.

use crate::diagnostics::Fix;
use crate::literals::BuiltIn;
use crate::yaml::YamlNode;

use super::meta::{Expected, Keyname, Meta};
use super::misplaced;
use super::reshape;

/// Returns the section of named definitions that a definition, the value of an unknown key, is meant for: an empty one
/// before it, or else the only one that it can be in.
pub(super) fn find(value: YamlNode<'_>, map: YamlNode<'_>, meta: &Meta) -> Option<&'static str> {
    value.entries().next()?;
    let is_empty = |row: &&Keyname| {
        let section = map.entry(row.name).filter(|(_, section)| section.is_null());
        let Expected::Map(inner) = row.expected else { return false };
        section.is_some_and(|(key, _)| key.id() < value.id())
            && misplaced::table(inner)
                .is_some_and(|table| value.entries().all(|(key, _)| table.keyname_at(key).is_some()))
    };
    let mut empty = meta.keynames.iter().filter(is_empty);
    if let (Some(row), None) = (empty.next(), empty.next()) {
        return Some(row.name);
    }
    let fits = |row: &&Keyname| {
        let Expected::Map(inner) = row.expected else { return false };
        let all_of = |table: &Meta| {
            value.entries().all(|(key, _)| key.as_str().is_some_and(|name| table.keyname(name).is_some()))
        };
        let is_name = |table: &&Meta| table.keyname(value.entry_key().text()).is_none();
        misplaced::table(inner).filter(|table| is_name(table)).is_some_and(all_of)
    };
    // Of the parameters of a service, an output has a value.
    let has_value = value.entry("value").is_some();
    let is_of_parameters = |name: &str| match name {
        "inputs" => !has_value,
        "outputs" => has_value || meta.keyname("node_templates").is_none(),
        _ => true,
    };
    let mut sections =
        meta.keynames.iter().filter(fits).map(|row| row.name).filter(|name| is_of_parameters(name));
    sections.next().filter(|_| sections.next().is_none())
}

/// Returns the fix that puts the definitions of `map` into the `section` that they are meant for.
pub(super) fn fix(map: YamlNode<'_>, section: &str, meta: &Meta) -> Option<Fix> {
    let is_inside = |value: YamlNode<'_>| find(value, map, meta) == Some(section);
    let definitions = map.entries().map(|(_, value)| value).filter(|value| is_inside(*value));
    reshape::into_section(map, section, is_inside, are_certainly_in(section, definitions, meta))
}

/// Whether definitions certainly belong into `section`: another section of values has the same keynames, and so have
/// definitions that name a type of another kind.
fn are_certainly_in<'t>(
    section: &str,
    mut definitions: impl Iterator<Item = YamlNode<'t>>,
    meta: &Meta,
) -> bool {
    const PARAMETERS: [&str; 2] = ["inputs", "outputs"];
    let is_ambiguous =
        PARAMETERS.contains(&section) && PARAMETERS.iter().all(|name| meta.keyname(name).is_some());
    let names_data_type = |definition: YamlNode<'_>| {
        definition.get("type").is_none_or(|name| BuiltIn::named(name.text()).is_some())
    };
    !is_ambiguous && definitions.all(names_data_type)
}

/// Returns the fix that puts all `keys` into the section that keys without a keyname belong to, if they fit there.
pub(super) fn fix_for_keys(keys: &[YamlNode<'_>], meta: &Meta, map: YamlNode<'_>) -> Option<Fix> {
    let (section, _) = meta.unknown_keys?;
    let table = match &meta.keyname(section)?.expected {
        Expected::Map(inner) => misplaced::table(inner)?,
        _ => return None,
    };
    let is_entity = |value: YamlNode<'_>| {
        value.is_null()
            || value.is_string()
            || value.is_mapping() && value.entries().all(|(key, _)| table.keyname_at(key).is_some())
    };
    let is_among = |value: YamlNode<'_>| keys.iter().any(|key| key.id() == value.entry_key().id());
    let all_fit = keys.iter().all(|key| is_entity(key.entry_value()));
    // Definitions of another kind may have the same keynames.
    let is_certain = |value: YamlNode<'_>| {
        value.entry("implementation").is_some()
            || value.as_str().is_some_and(|text| text.contains(['.', '/']))
    };
    let are_certain =
        map.entry("notifications").is_none() && keys.iter().all(|key| is_certain(key.entry_value()));
    reshape::into_section(map, section, is_among, are_certain).filter(|_| all_fit)
}
