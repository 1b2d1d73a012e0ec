//! Finds keynames that are written next to an entity instead of below it: lines that are not indented deeply
//! enough, so that they look like another entity with the name of a keyname.

use crate::base::Span;
use crate::diagnostics::{Edit, Fix, rules, suggest_typo};
use crate::literals::BuiltIn;
use crate::yaml::{Kind, NodeId, Style, YamlNode};

use super::meta::{Expected, Keyname, Meta, Presence, ShapeNotation};
use super::reader::Reader;
use super::reshape;
use super::unknown::has_near_name;

/// An entry of a map: key and value.
pub(super) type Entry<'t> = (YamlNode<'t>, YamlNode<'t>);

/// Returns the table of the entities in a map, if they are entities.
pub(super) fn table(expected: &Expected) -> Option<&'static Meta> {
    match expected {
        Expected::Entity(meta) | Expected::Either(_, Expected::Entity(meta)) => Some(meta()),
        _ => None,
    }
}

/// Returns the number of entries at the start of `following` that belong below the entity `owner`.
pub(super) fn count(
    (owner_key, owner): Entry<'_>,
    following: &[Entry<'_>],
    meta: &Meta,
    (expected, may_be_value): (&Expected, bool),
    reader: &Reader<'_>,
) -> usize {
    let is_keyname = |(key, _): &Entry<'_>| meta.keyname_at(*key).is_some();
    let can_own = owner.is_null() || owner.is_mapping();
    if !can_own
        || !following.first().is_some_and(is_keyname)
        || owner_key.used_at().is_some()
        || meta.keyname_at(owner_key).is_some()
    {
        return 0;
    }
    // A value in place of an entity can have any name.
    let is_entity = match expected {
        Expected::Either(short, _) => short.notation() == ShapeNotation::Text,
        _ => true,
    };
    let is_no_value = |row: &Keyname, value: YamlNode<'_>| {
        value.is_mapping()
            && !reader.is_call(value)
            && !matches!(row.expected, Expected::Value | Expected::Any)
    };
    let allows_strings = match expected {
        Expected::Either(short, _) => matches!(short.notation(), ShapeNotation::Text | ShapeNotation::Other),
        _ => may_be_value,
    };
    let is_type = |(key, value): Entry<'_>| {
        let is_missing = key.text() == "type" && value.is_string() && owner.entry("type").is_none();
        is_missing && (owner.is_null() || !allows_strings || !may_be_value)
    };
    let belongs = |&&(key, value): &&Entry<'_>| {
        meta.keyname_at(key).is_some_and(|row| is_entity || is_no_value(row, value) || is_type((key, value)))
            && key.used_at().is_none()
            && owner.entry(key.text()).is_none()
            && (!may_be_entity(value, meta, expected, reader)
                || is_section((key, value), meta)
                || is_missing_schema(owner, key)
                || is_type((key, value))
                || owner.is_mapping() && value.is_string() && is_mandatory(meta, key.text(), reader))
            && !fits_only_outside((key, value), meta, reader)
    };
    following.iter().take_while(belongs).count()
}

/// Returns the enclosing entity whose section the entry of a map of entities is, if the entry is only indented too
/// deeply: the name of that entity, its map, and the keyname.
pub(super) fn enclosing_section(
    (key, value): Entry<'_>,
    meta: &Meta,
    reader: &Reader<'_>,
) -> Option<(&'static str, NodeId, &'static str)> {
    if key.used_at().is_some() || !(value.is_sequence() || value.is_mapping()) {
        return None;
    }
    let is_definition = |(name, value): Entry<'_>| value.is_mapping() && meta.keyname_at(name).is_none();
    let is_named = |(name, _): Entry<'_>| !has_near_name(name.text(), meta);
    let is_map_of_definitions = || value.entries().all(is_definition) && value.entries().any(is_named);
    let is_entity = |inner: &Meta| {
        value.entries().all(|(name, _)| inner.keyname_at(name).is_some())
            && value.entries().any(|(name, _)| meta.keyname_at(name).is_none())
    };
    reader.enclosing.iter().rev().find_map(|(outer, map)| {
        let row = outer.keyname_at(key)?;
        let fits = match row.expected {
            Expected::Map(_) => is_map_of_definitions(),
            Expected::Entity(inner) => is_entity(inner()),
            Expected::Named(_) | Expected::List(_) | Expected::Words(_) => value.is_sequence(),
            _ => false,
        };
        let is_absent = reader.tree().node(*map).entry(key.text()).is_none();
        (fits && is_absent).then_some((outer.name, *map, row.name))
    })
}

/// Returns the enclosing entity whose section has its name, without a value, among the entities of the table, if
/// the entries after it are those of the section: the name of the enclosing entity, and all keynames of it among these
/// entries, each with its map.
pub(super) fn enclosing_empty_section(
    (key, value): Entry<'_>,
    following: &[Entry<'_>],
    meta: &Meta,
    reader: &Reader<'_>,
) -> Option<(&'static str, Vec<(NodeId, &'static str)>)> {
    if !value.is_null() || key.used_at().is_some() || meta.keyname_at(key).is_some() {
        return None;
    }
    let (first, _) = following.first()?;
    if reader.enclosing.iter().all(|(outer, _)| outer.keyname_at(key).is_none()) {
        return None;
    }
    // An entity without keynames is valid, and those after it may be.
    let is_entity = |(_, value): &Entry<'_>| value.entries().all(|(key, _)| meta.keyname_at(key).is_some());
    if meta.null_body && following.iter().all(is_entity) {
        return None;
    }
    let belong_below = |outer: &Meta, expected: &Expected| match expected {
        Expected::Entity(inner) => inner().keyname_at(*first).is_some(),
        Expected::Map(inner) => table(inner).is_some_and(|inner| {
            let mut definitions = following.iter().filter(|(key, _)| outer.keyname_at(*key).is_none());
            definitions.all(|(_, value)| value.entries().all(|(key, _)| inner.keyname_at(key).is_some()))
        }),
        _ => false,
    };
    let tree = reader.tree();
    let (outer, map) = reader.enclosing.iter().rev().find(|(outer, map)| {
        let is_absent = tree.node(*map).entry(key.text()).is_none();
        is_absent && outer.keyname_at(key).is_some_and(|row| belong_below(outer, &row.expected))
    })?;
    let keys = std::iter::once(key).chain(following.iter().map(|(key, _)| *key));
    let is_absent = |name: &str| tree.node(*map).entry(name).is_none();
    let sections = keys.filter_map(|key| outer.keyname_at(key)).filter(|row| is_absent(row.name));
    Some((outer.name, sections.map(|row| (*map, row.name)).collect()))
}

/// Whether the entry of a map of entities is a keyname of an entity whose name is missing: nothing in it is a keyname.
pub(super) fn has_no_owner((key, value): Entry<'_>, meta: &Meta) -> bool {
    let is_inside = |(inner, _): Entry<'_>| {
        let name = inner.text();
        !name.starts_with('$') && meta.keyname(name).is_none() && !has_near_name(name, meta)
    };
    meta.keyname_at(key).is_some_and(|row| row.expected.may_be_map())
        && key.used_at().is_none()
        && value.entries().next().is_some()
        && value.entries().all(is_inside)
}

/// Reports an entry of a map of entities that is a keyname of an entity whose name is missing.
pub(super) fn report_without_owner(key: YamlNode<'_>, meta: &Meta, reader: &mut Reader<'_>) {
    let diagnostic = rules::unindented_keyname::without_owner(key.span(), key.text(), meta.name);
    reader.report(key, diagnostic);
}

/// Whether an entry is a section of an entity of the table: its first key is a name, a call, or a keyname of the section,
/// not a keyname of such an entity. The keynames after the section follow the keys in it.
fn is_section((key, value): Entry<'_>, meta: &Meta) -> bool {
    let (Some(row), Some((first, first_value))) = (meta.keyname_at(key), value.entries().next()) else {
        return false;
    };
    let name = first.text();
    if meta.keyname(name).is_some() {
        return false;
    }
    if let Expected::Entity(inner) | Expected::Either(_, Expected::Entity(inner)) = &row.expected
        && inner().keyname_at(first).is_some()
    {
        return true;
    }
    let is_map_of = |inner: &Expected| {
        let is_short = !first_value.is_mapping() && !first_value.is_sequence() && !first_value.is_null();
        let allows_short = match inner {
            Expected::Either(..) => true,
            inner => table(inner).is_none_or(|table| table.short.is_some()),
        };
        first_value.is_mapping() || is_short && allows_short
    };
    let fits = match row.expected {
        Expected::Map(inner) => is_map_of(inner),
        Expected::Metadata => true,
        Expected::Value | Expected::Any | Expected::Special(..) => name.starts_with('$'),
        _ => row.name == "metadata",
    };
    fits && !is_certainly_meant(name, meta)
}

/// Whether a key is a former keyname, or certainly a misspelled one.
fn is_certainly_meant(name: &str, meta: &Meta) -> bool {
    meta.is_former(name) || suggest_typo(name, meta.keynames.iter().map(|row| row.name)).is_some()
}

/// Whether keynames of an entity of the table follow the names in a section that is not indented deeply enough.
pub(super) fn is_followed((key, value): Entry<'_>, meta: &Meta) -> bool {
    if let Some(Expected::Entity(inner) | Expected::Either(_, Expected::Entity(inner))) =
        meta.keyname_at(key).map(|row| &row.expected)
    {
        let is_outer =
            |key: YamlNode<'_>| meta.keyname_at(key).is_some() && inner().keyname_at(key).is_none();
        return value.entries().any(|(key, _)| is_outer(key));
    }
    is_section((key, value), meta) && value.entries().any(|(inner, _)| meta.keyname_at(inner).is_some())
}

/// Whether an entry among entities of the table is a section of an enclosing entity rather than of them.
fn fits_only_outside((key, value): Entry<'_>, meta: &Meta, reader: &Reader<'_>) -> bool {
    let fits_inside = meta.keyname_at(key).is_some_and(|row| may_have_shape(value, &row.expected));
    !fits_inside && enclosing_section((key, value), meta, reader).is_some()
}

/// Whether a value has the shape `expected`, as far as its first entries show.
pub(super) fn may_have_shape(value: YamlNode<'_>, expected: &Expected) -> bool {
    const MAX_ENTRIES: usize = 3;
    match expected {
        Expected::Map(inner) => {
            let is_list = inner.notation() == ShapeNotation::List;
            let mut values = value.entries().take(MAX_ENTRIES).map(|(_, value)| value);
            value.is_mapping() && (!is_list || values.all(YamlNode::is_sequence))
        }
        Expected::List(_) | Expected::Named(_) | Expected::Words(_) => value.is_sequence(),
        _ => true,
    }
}

/// Returns the nearest enclosing entity that allows all keynames of `entries` and has none of them.
fn enclosing_with(entries: &[Entry<'_>], reader: &Reader<'_>) -> Option<&'static str> {
    let tree = reader.tree();
    let is_free = |meta: &Meta, map: NodeId, key: &str| {
        meta.keyname(key).is_some() && tree.node(map).entry(key).is_none()
    };
    let nearest = reader
        .enclosing
        .iter()
        .rev()
        .find(|(meta, map)| entries.iter().all(|(key, _)| is_free(meta, *map, key.text())));
    nearest.map(|(meta, _)| meta.name)
}

/// Whether each entity of the table must have the keyname.
fn is_mandatory(meta: &Meta, name: &str, reader: &Reader<'_>) -> bool {
    meta.keyname(name).is_some_and(|row| match row.presence {
        Presence::Mandatory => true,
        Presence::MandatoryUnlessRefined => !reader.context.refining,
        Presence::Optional | Presence::Conditional => false,
    })
}

/// Whether a list or map may lack a schema, and the key is one: hardly a member is called so.
fn is_missing_schema(owner: YamlNode<'_>, key: YamlNode<'_>) -> bool {
    let data_type = owner.get("type").or_else(|| owner.get("derived_from"));
    let may_be_collection = data_type.is_none_or(|ty| match ty.text() {
        "list" | "map" => true,
        name => BuiltIn::named(name).is_none(),
    });
    may_be_collection
        && matches!(key.text(), "entry_schema" | "key_schema")
        && owner.entry(key.text()).is_none()
}

/// Whether an entry after the entity `owner` is a keyname of it without a readable value: a syntax error, which was
/// reported, hides the rest of the entity.
pub(super) fn is_unreadable((owner_key, owner): Entry<'_>, (key, value): Entry<'_>, meta: &Meta) -> bool {
    value.is_invalid()
        && meta.keyname_at(key).is_some()
        && meta.keyname_at(owner_key).is_none()
        && owner.entry(key.text()).is_none()
}

/// Whether a value can be meant as an entity of the table.
fn may_be_entity(value: YamlNode<'_>, meta: &Meta, expected: &Expected, reader: &Reader<'_>) -> bool {
    let has_short_form = meta.short.is_some() || matches!(expected, Expected::Either(..));
    match value.kind() {
        Kind::Invalid => true,
        Kind::Scalar => value.is_null() || has_short_form && value.is_string(),
        Kind::Sequence => false,
        Kind::Mapping => {
            let is_needed = |presence| match presence {
                Presence::Mandatory => true,
                Presence::MandatoryUnlessRefined => !reader.context.refining,
                Presence::Optional | Presence::Conditional => false,
            };
            let has = |name: &str| value.entry(name).is_some();
            let lacks_type = meta.keyname("copy").is_some() && !has("type") && !has("copy");
            let lacks_keyname = meta.keynames.iter().any(|row| is_needed(row.presence) && !has(row.name));
            let is_known = |key: YamlNode<'_>| meta.keyname_at(key).is_some() || meta.is_former(key.text());
            let has_keyname = value.entries().any(|(key, _)| is_known(key));
            let is_empty = value.entries().next().is_none();
            !lacks_type && !lacks_keyname && (has_keyname || is_empty)
        }
    }
}

/// Reports `entries`, at least one, which belong below `owner`.
pub(super) fn report(
    (owner_key, owner): Entry<'_>,
    entries: &[Entry<'_>],
    meta: &Meta,
    reader: &mut Reader<'_>,
) {
    let [(first, _), ..] = entries else { return };
    let names: Vec<&str> = entries.iter().map(|(key, _)| key.text()).collect();
    let is_flow = owner.style() == Style::Flow;
    let owner_name = owner_key.text();
    let mut diagnostic = rules::unindented_keyname::new(
        first.span(),
        &names,
        meta.name,
        (owner_name, owner_key.span()),
        is_flow,
    );
    if let Some(enclosing) = enclosing_with(entries, reader).filter(|_| !is_flow) {
        diagnostic = rules::unindented_keyname::or_less(diagnostic, entries.len(), enclosing);
    } else if let Some(edits) = indentation(owner_key, owner, entries, meta) {
        diagnostic.fixes.push(Fix::safe("indent the lines", edits));
    }
    reader.report(*first, diagnostic);
}

/// Returns the first line below an entry that is a keyname of the entity that the entry belongs to, not of the entry.
fn continuation<'t>((key, value): Entry<'t>, owner: YamlNode<'_>, meta: &Meta) -> Option<YamlNode<'t>> {
    let belongs_to_owner =
        |key: YamlNode<'_>| meta.keyname_at(key).is_some() && owner.entry(key.text()).is_none();
    value.entries().map(|(key, _)| key).find(|inner| inner.text() != key.text() && belongs_to_owner(*inner))
}

/// Whether `inner`, a keyname of the entity that an entry belongs to, may also be a keyname of the entry.
fn may_be_of_entry((key, _): Entry<'_>, inner: YamlNode<'_>, meta: &Meta) -> bool {
    let table = meta.keyname_at(key).and_then(|row| table(&row.expected));
    table.is_some_and(|table| table.keyname_at(inner).is_some())
}

/// Reports the entry of `key`, a section of the entity `enclosing` in a map of entities of the table.
pub(super) fn report_too_deep(key: YamlNode<'_>, enclosing: &str, meta: &Meta, reader: &mut Reader<'_>) {
    let diagnostic = rules::unindented_keyname::too_deep(key.span(), key.text(), enclosing, meta.name);
    reader.report(key, diagnostic);
}

/// Returns the edits that indent the lines of `entries` like those of `owner`, except those that are already.
fn indentation(
    owner_key: YamlNode<'_>,
    owner: YamlNode<'_>,
    entries: &[Entry<'_>],
    meta: &Meta,
) -> Option<Vec<Edit>> {
    let tree = owner_key.tree();
    let text = tree.source().as_str();
    let (first, _) = entries.first()?;
    let is_lowered =
        owner_key.is_lowered() || entries.iter().any(|(key, value)| key.is_lowered() || value.is_lowered());
    if is_lowered || first.span().start < owner.span().end || owner.style() == Style::Flow {
        return None;
    }
    let line_start = |position: u32| text[..position as usize].rfind('\n').map_or(0, |index| index + 1);
    let column = |key: YamlNode<'_>| key.span().start as usize - line_start(key.span().start);
    let owner_column = match owner.entries().next() {
        Some((key, _)) => column(key),
        None => column(*first) + 2,
    };
    let added = " ".repeat(owner_column.checked_sub(column(*first)).filter(|added| *added > 0)?);
    let mut edits = Vec::new();
    let mut position = line_start(first.span().start);
    for entry in entries {
        let end = match continuation(*entry, owner, meta) {
            Some(key) if column(key) == owner_column && !may_be_of_entry(*entry, key, meta) => {
                line_start(key.span().start)
            }
            Some(_) => return None,
            None => entry.1.span().end as usize,
        };
        for line in text.get(position..end)?.split_inclusive('\n') {
            if !line.trim().is_empty() {
                let at = u32::try_from(position).ok()?;
                edits.push(Edit { span: Span::new(tree.file(), at, at), text: added.clone() });
            }
            position += line.len();
        }
        position = reshape::next_line(text, entry.1.span().end as usize);
    }
    Some(edits)
}
