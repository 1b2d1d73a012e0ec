//! Keys that are not keynames of their entity: what they stand for, and where they belong.
//!
//! A key that is nearly a keyname stands for it. Any other key may be a definition or a keyname at the wrong level, and
//! hides what it and the keys inside of its value would define: nothing is reported about these names.

use rustc_hash::FxHashMap;

use crate::diagnostics::{Diagnostic, list, quoted, rules, suggest, suggest_typo};
use crate::functions::{Function, FunctionSource};
use crate::yaml::{NodeId, Style, YamlNode};

use super::beside_type::{self, KeysBesideType, PartOfTemplate};
use super::limits;
use super::meta::{AddedRow, Expected, Keyname, Meta, Role};
use super::misplaced;
use super::reader::Reader;
use super::sections;
use super::synonyms;

/// The keys of a file that are not keynames where they are, and not misspelled keynames either.
#[derive(Debug, Default)]
pub struct UnknownKeys {
    /// The keys, in the order of the file.
    keys: Vec<NodeId>,
    /// The entities with a section that could not be read, in the order of the file.
    unread: Vec<NodeId>,
    /// The keys of members of types that may be members of another section, in the order of the file.
    unread_members: Vec<NodeId>,
    /// The names of the keys, of all keys inside of their values and of those of repeated keys, and of definitions that
    /// may be of another kind; each with the keys.
    names: FxHashMap<String, Vec<NodeId>>,
    /// The values of the other keys of their maps, in the order of the file.
    values_beside: Vec<NodeId>,
    /// Keys that may be members of the types of their maps: they are not reported yet.
    pub keys_beside_types: Vec<KeysBesideType>,
}

impl UnknownKeys {
    /// Returns the keys that `reader` found, with the names inside of them.
    pub(crate) fn new(reader: &mut Reader<'_>) -> Self {
        let tree = reader.tree();
        let mut keys = std::mem::take(&mut reader.unknown_keys);
        let mut values_beside = std::mem::take(&mut reader.beside_unknown_keys);
        let mut unread = std::mem::take(&mut reader.unread_entities);
        let mut unread_members = std::mem::take(&mut reader.unread_members);
        unread_members.sort_unstable();
        keys.sort_unstable();
        unread.sort_unstable();
        values_beside.sort_unstable();
        let repeated_keys = std::mem::take(&mut reader.repeated_keys);
        let mut names: FxHashMap<String, Vec<NodeId>> = FxHashMap::default();
        let mut add = |name: &str, key: NodeId| names.entry(name.to_owned()).or_default().push(key);
        let mut pending = Vec::new();
        for &key in &keys {
            add(tree.node(key).text(), key);
        }
        for key in keys.iter().chain(&repeated_keys).map(|&key| tree.node(key)) {
            pending.push(key.entry_value());
            while let Some(node) = pending.pop() {
                for (key, value) in node.entries() {
                    add(key.text(), key.id());
                    pending.push(value);
                }
                pending.extend(node.items());
            }
        }
        for &key in &keys {
            if let Some(glued) = tree.node(key).glued() {
                add(glued.name, key);
            }
        }
        for key in std::mem::take(&mut reader.names_of_another_kind) {
            add(tree.node(key).text(), key);
        }
        let keys_beside_types = std::mem::take(&mut reader.keys_beside_types);
        Self { keys, unread, unread_members, names, values_beside, keys_beside_types }
    }

    /// Whether `node` is the value of a keyname next to such a key: the map may be another kind of entity.
    #[must_use]
    pub fn are_beside(&self, node: YamlNode<'_>) -> bool {
        self.values_beside.binary_search(&node.id()).is_ok()
    }

    /// Whether `node`, of the same file, contains such a key, or an entity with a section that could not be read.
    #[must_use]
    pub fn are_inside(&self, node: YamlNode<'_>) -> bool {
        contains_one(node, &self.keys) || contains_one(node, &self.unread)
    }

    /// Whether the type at `node`, of the same file, has a member that may be one of another section.
    #[must_use]
    pub fn are_members_of(&self, node: YamlNode<'_>) -> bool {
        contains_one(node, &self.unread_members)
    }

    /// Whether one of the keys, or a key inside of their values, is `name`: it may be a definition of this name at the
    /// wrong level.
    #[must_use]
    pub fn may_define(&self, name: &str) -> bool {
        !self.names.is_empty() && self.names.contains_key(name)
    }

    /// Whether `name` may be defined at the wrong level inside of `node`, of the same file.
    #[must_use]
    pub fn may_define_inside(&self, node: YamlNode<'_>, name: &str) -> bool {
        let keys = self.names.get(name);
        keys.is_some_and(|keys| keys.iter().any(|&key| node.contains(node.tree().node(key))))
    }

    /// Whether any name may be defined there.
    #[must_use]
    pub fn may_define_any(&self) -> bool {
        !self.names.is_empty()
    }
}

/// Whether one of the nodes, in the order of the file, is inside of `node`.
fn contains_one(node: YamlNode<'_>, list: &[NodeId]) -> bool {
    let index = list.partition_point(|&inner| inner < node.id());
    list.get(index).is_some_and(|&inner| node.contains(node.tree().node(inner)))
}

/// The number of keys of one map that are looked at closely; this takes longer the larger the map is.
const MAX_EXPLAINED: usize = 200;

/// The keys of one map that are not keynames of its entity.
#[derive(Default)]
pub(super) struct UnknownInMap<'t> {
    /// The number of keys that were added.
    count: usize,
    /// Whether they are those of the definitions in another section.
    belong_elsewhere: Option<bool>,
    /// The keynames that they stand for.
    pub(super) intended: Vec<&'static str>,
    /// Whether the purpose of some is unclear, or they belong elsewhere.
    pub(super) has_unclear: bool,
    /// The section that definitions among them belong into; one of them is reported.
    section: Option<&'static str>,
    /// The keyname whose map allows several of the keys, with these keys; they were reported.
    inner: Option<(&'static str, Vec<&'t str>)>,
    /// The keys that are not reported yet.
    unclear: Vec<YamlNode<'t>>,
}

impl<'t> UnknownInMap<'t> {
    /// Adds an entry of `map`; reports it unless its purpose is unclear.
    pub(super) fn add(
        &mut self,
        (key, value): (YamlNode<'t>, YamlNode<'t>),
        map: YamlNode<'t>,
        meta: &Meta,
        reader: &mut Reader<'_>,
    ) {
        self.count += 1;
        let belong_elsewhere =
            *self.belong_elsewhere.get_or_insert_with(|| belong_to_another_section(map, meta, reader));
        if belong_elsewhere || self.count > MAX_EXPLAINED {
            self.add_unclear(key, reader);
            return;
        }
        let name = key.text();
        if let Some((inner, names)) = &self.inner
            && names.contains(&name)
        {
            self.intended.push(inner);
            reader.unknown_keys.push(key.id());
            return;
        }
        if let Some((inner, keys)) = keys_of_inner(key, map, meta) {
            let named: Vec<_> = keys.iter().map(|key| (key.text(), key.span())).collect();
            let is_list = meta.keyname(inner).is_some_and(|row| matches!(row.expected, Expected::List(_)));
            let help = if is_list {
                let lines: Vec<String> = keys.iter().map(|key| format!("{}: …", key.text())).collect();
                format!("put them into an entry of `{inner}`: `{inner}: [ {{ {} }} ]`", lines.join(", "))
            } else {
                format!("put them under `{inner}:`")
            };
            reader.report(key, rules::unknown_keyname::several(&named, meta.name, help));
            self.intended.push(inner);
            reader.unknown_keys.push(key.id());
            self.inner = Some((inner, keys.into_iter().map(YamlNode::text).collect()));
            return;
        }
        if let Some(names) = limits::report_several((key, value), map, meta, reader) {
            self.intended.push("validation");
            reader.unknown_keys.push(key.id());
            self.inner = Some(("validation", names));
            return;
        }
        if let Some(owner) = unindented_owner(key, map, meta).filter(|_| !meta.is_former(name)) {
            let owner_name = meta
                .keyname_at(owner)
                .map_or("entity", |row| inner_table(row).map_or("entity", |inner| inner.name));
            let owner = (owner.text(), owner.span());
            let diagnostic = rules::unindented_keyname::new(key.span(), &[name], owner_name, owner, false);
            reader.report(key, diagnostic);
            reader.unknown_keys.push(key.id());
            self.has_unclear = true;
            return;
        }
        let section = sections::find(value, map, meta)
            .filter(|_| !has_near_name(name, meta) && find_in_enclosing(name, reader).is_none())
            .filter(|_| AddedRow::owner(reader.added, name, meta).is_none());
        if self.section.is_some() && self.section == section {
            reader.unknown_keys.push(key.id());
            return;
        }
        self.section = self.section.or(section);
        match report(key, meta, map, section, reader) {
            Intention::Keyname(keyname) => self.intended.push(keyname),
            Intention::InSection(keyname) => {
                self.intended.push(keyname);
                reader.unknown_keys.push(key.id());
            }
            Intention::Elsewhere => {
                self.has_unclear = true;
                reader.unknown_keys.push(key.id());
            }
            Intention::Unclear => self.add_unclear(key, reader),
        }
    }

    fn add_unclear(&mut self, key: YamlNode<'t>, reader: &mut Reader<'_>) {
        self.has_unclear = true;
        reader.unknown_keys.push(key.id());
        self.unclear.push(key);
    }

    /// Reports the keys of `map` whose purpose is unclear. If no key is a keyname of this entity alone, the map is
    /// something else: that is one finding.
    pub(super) fn report_unclear(&self, meta: &'static Meta, map: YamlNode<'_>, reader: &mut Reader<'_>) {
        report_unclear(&self.unclear, meta, map, reader);
    }
}

/// What a key stands for that is not a keyname of its entity.
enum Intention {
    /// This keyname, which is misspelled or renamed.
    Keyname(&'static str),
    /// A definition that belongs into this section.
    InSection(&'static str),
    /// A keyname of another entity, or one that was removed.
    Elsewhere,
    /// Unclear: the key is not reported yet.
    Unclear,
}

/// Reports a key that is not a keyname, with its `section` if it is a name that belongs there. Returns what it stands
/// for.
fn report(
    key: YamlNode<'_>,
    meta: &Meta,
    map: YamlNode<'_>,
    section: Option<&'static str>,
    reader: &mut Reader<'_>,
) -> Intention {
    let (name, value, added) = (key.text(), key.entry_value(), reader.added);
    let is_free = |keyname: &&Keyname| map.entry(keyname.name).is_none();
    let successor = meta.keynames.iter().find(|row| row.formerly.contains(&name)).filter(is_free);
    let retired = meta.retired.iter().find(|(old, _)| *old == name);
    let names = || {
        let rows = meta.keynames.iter().filter(|keyname| keyname.non_standard.is_none());
        rows.map(|keyname| keyname.name).chain(AddedRow::names_in(added, meta))
    };
    // A map is hardly meant as a text.
    let has_entries = value.entries().next().is_some();
    let may_be = |name: &str| !has_entries || meta.keyname(name).is_none_or(|row| !is_text(row));
    let absent = || names().filter(|name| map.entry(name).is_none() && may_be(name));
    // The keyname to write, and whether it is certain: a former or misspelled keyname is, another word is a guess.
    let mut fix = None;
    // A member of the type of the entity may have the word as its name: that is looked up later. A value of another shape shows that it is not a typo.
    let is_typo = suggest_typo(name, absent())
        .and_then(|typo| meta.keyname(typo))
        .is_some_and(|row| synonyms::fits(value, row) || synonyms::synonym(name, map, meta).is_none());
    let may_be_synonym = beside_type::type_name(map, meta).is_none() && !is_typo;
    // A map without any keyname of the entity is something else, unless a key is certainly misspelled.
    let is_another = || {
        map.entries().nth(1).is_some()
            && !map.entries().any(|(key, _)| meta.keyname_at(key).is_some())
            && suggest_typo(name, names()).is_none()
    };
    // A word of another language is next to keynames or other such words.
    let is_stranger = |key: YamlNode<'_>| {
        let name = key.text();
        synonyms::synonym(name, map, meta).is_none()
            && suggest(name, names()).is_none()
            && !meta.is_former(name)
    };
    let may_be_synonym = may_be_synonym && !(is_another() && map.entries().any(|(key, _)| is_stranger(key)));
    let reworded =
        limits::reworded((key, value), map, meta).filter(|(keyname, _)| map.entry(keyname).is_none());
    let (intention, help) = if let Some(keyname) = successor.filter(|_| reworded.is_none()) {
        // The value of a constraint also has another syntax.
        if name != "constraints" {
            fix = Some((keyname.name, !is_keyname_of_sibling(name, reader)));
        }
        (Intention::Keyname(keyname.name), format!("in TOSCA 2.0, use `{}`", keyname.name))
    } else if let Some((_, help)) = retired {
        (Intention::Elsewhere, (*help).to_owned())
    } else if let Some((keyname, entry)) = reworded {
        let help = format!("write `{entry}`");
        let mut finding = rules::unknown_keyname::new(key.span(), name, meta.name, Some(help.clone()));
        let is_unused = keyname == "required" && map.entry("default").is_some();
        // In a scalar type, it may be a unit.
        let may_be_unit = map.entry("units").is_some();
        if !is_unused
            && !may_be_unit
            && !key.is_lowered()
            && !value.is_lowered()
            && key.used_at().is_none()
            && !value.contains_anchor()
        {
            finding = finding.fix(help, key.span().to(value.span()), entry);
        }
        reader.report(key, finding);
        return Intention::Keyname(keyname);
    } else if let Some(help) = limits::length_of_number(key, map, meta) {
        (Intention::Elsewhere, help)
    } else if let Some(owner) = AddedRow::owner(added, name, meta) {
        (Intention::Elsewhere, format!("put `{name}` under `{owner}:`"))
    } else if let Some(section) = section {
        (Intention::InSection(section), format!("put such definitions under `{section}:`"))
    } else if let Some((section, help)) = synonyms::types((key, value), map, meta) {
        fix = section.map(|section| (section, false));
        (section.map_or(Intention::Elsewhere, Intention::Keyname), help)
    } else if let Some(row) = synonyms::synonym(name, map, meta).filter(|_| may_be_synonym) {
        fix = synonyms::fits(value, row).then_some((row.name, false));
        (Intention::Keyname(row.name), synonyms::synonym_help(row, value, meta))
    } else if let Some(suggestion) = suggest(name, absent())
        .filter(|suggestion| !may_be_member(name, suggestion, map, meta) && !is_another())
    {
        fix = Some((suggestion, suggest_typo(name, [suggestion]).is_some()));
        (Intention::Keyname(suggestion), format!("did you mean `{suggestion}`?"))
    } else if let Some(suggestion) = find_partial_name(name, &absent) {
        (Intention::Keyname(suggestion), format!("did you mean `{suggestion}`?"))
    } else if let Some(suggestion) =
        suggest(name, names()).filter(|suggestion| !may_be_member(name, suggestion, map, meta))
    {
        (Intention::Elsewhere, format!("did you mean `{suggestion}`? It is already in this map"))
    } else if let Some((entity, keyname, outer)) = find_in_enclosing(name, reader) {
        reader.misplaced.push((outer, keyname));
        let help = match find_in_inner(name, meta) {
            Some(inner) => {
                format!("move `{keyname}` to the enclosing {entity} (indent it less), or into `{inner}`")
            }
            None => format!("move `{keyname}` to the enclosing {entity} (indent it less)"),
        };
        (Intention::Elsewhere, help)
    } else {
        return Intention::Unclear;
    };
    let mut diagnostic = rules::unknown_keyname::new(key.span(), key.text(), meta.name, Some(help));
    // An added keyname may be in the map that was written, although it is not in this one.
    if let Some((keyname, is_certain)) = fix
        && map.entry(keyname).is_none()
        && meta.keyname(keyname).is_some()
    {
        diagnostic = with_fix(diagnostic, (key, value), keyname, meta, is_certain);
    }
    if let Intention::InSection(section) = intention {
        diagnostic.fixes.extend(sections::fix(map, section, meta));
    }
    reader.report(key, diagnostic);
    intention
}

/// Adds the fix that writes a keyname in place of a key; it is safe if the keyname is certain, and the value fits it.
fn with_fix(
    diagnostic: Diagnostic,
    (key, value): (YamlNode<'_>, YamlNode<'_>),
    keyname: &'static str,
    meta: &Meta,
    is_certain: bool,
) -> Diagnostic {
    let may_be = |row: &Keyname| {
        let is_scalar = !value.is_mapping() && !value.is_sequence();
        !value.is_null() && (is_scalar || !is_text(row)) && misplaced::may_have_shape(value, &row.expected)
    };
    let is_condition = value.items().any(reads_value);
    let title = format!("write `{keyname}`");
    if is_certain && !is_condition && meta.keyname(keyname).is_some_and(may_be) {
        diagnostic.fix(title, key.span(), keyname)
    } else {
        diagnostic.unsafe_fix(title, key.span(), keyname)
    }
}

/// Whether the value of a keyname is a text.
fn is_text(row: &Keyname) -> bool {
    matches!(row.expected, Expected::Text | Expected::Name(_) | Expected::Version)
}

/// Whether a former keyname of an entity is one of the entities in another section of the enclosing entity.
fn is_keyname_of_sibling(name: &str, reader: &Reader<'_>) -> bool {
    let [.., (outer, _), _] = reader.enclosing[..] else { return false };
    let has = |expected: &Expected| {
        let (Expected::Map(inner) | Expected::Named(inner)) = expected else { return false };
        misplaced::table(inner).is_some_and(|table| table.keyname(name).is_some())
    };
    outer.keynames.iter().any(|row| has(&row.expected))
}

/// Whether an item of a list is the value that a clause is about.
fn reads_value(item: YamlNode<'_>) -> bool {
    matches!(Function::called(item.text()).and_then(Function::source), Some(FunctionSource::Value))
}

/// Reports a key without a value that is not a keyname, before keys that its map already has: the lines below it are
/// those of another entity. `owner` is the name of the entity of the map, if it has one.
pub(super) fn report_before_repeated_keys(
    key: YamlNode<'_>,
    meta: &Meta,
    owner: Option<&str>,
    reader: &mut Reader<'_>,
) {
    let name = quoted(key.text());
    let help = match owner {
        Some(owner) => format!("align {name} with {}, or indent the lines below it", quoted(owner)),
        None => format!("indent the lines below {name}"),
    };
    reader.unknown_keys.push(key.id());
    let diagnostic = rules::unknown_keyname::new(key.span(), key.text(), meta.name, Some(help));
    reader.report(key, diagnostic);
}

/// Reports the keys of `map` whose purpose is unclear. If no key is a keyname of this entity alone, the map is
/// something else: that is one finding.
fn report_unclear(keys: &[YamlNode<'_>], meta: &'static Meta, map: YamlNode<'_>, reader: &mut Reader<'_>) {
    const COMMON: [&str; 3] = ["type", "description", "metadata"];
    let [first, ..] = keys else { return };
    if let Some(key) = reader.subject_key() {
        // It may be a definition for another section.
        reader.names_of_another_kind.push(key);
    }
    let named: Vec<_> = keys.iter().map(|key| (key.text(), key.span())).collect();
    let sections = find_sections(map, reader);
    if let ([_, ..], Some(name)) = (&sections[..], reader.subject_key()) {
        let sections: Vec<String> = sections.iter().map(|section| format!("`{section}:`")).collect();
        let help =
            format!("move {} under {}", quoted(reader.tree().node(name).text()), list(&sections, "or"));
        let diagnostic = match named[..] {
            [(name, span)] => rules::unknown_keyname::new(span, name, meta.name, Some(help)),
            _ => rules::unknown_keyname::several(&named, meta.name, help),
        };
        reader.report(*first, diagnostic.explains(map.span()));
        return;
    }
    let is_own = |name: &str| meta.keyname(name).is_some() && !COMMON.contains(&name);
    let are_one_finding = keys.len() > 1 && !map.entries().any(|(key, _)| is_own(key.text()));
    let template = part_of_template(map, meta, reader);
    if let Some(mut keys) = KeysBesideType::new(keys.iter().copied(), map, meta, are_one_finding, template) {
        keys.added = reader.added;
        reader.keys_beside_types.push(keys);
        return;
    }
    let (help, help_for_several) = beside_type::help(map, (meta, reader.added), false);
    if let Some(fix) = sections::fix_for_keys(keys, meta, map) {
        let mut diagnostic = match named[..] {
            [(name, span)] => rules::unknown_keyname::new(span, name, meta.name, Some(help)),
            _ => rules::unknown_keyname::several(&named, meta.name, help_for_several),
        };
        diagnostic.fixes.push(fix);
        reader.report(*first, diagnostic);
        return;
    }
    if are_one_finding {
        reader.report(*first, rules::unknown_keyname::several(&named, meta.name, help_for_several));
        return;
    }
    for key in keys {
        let diagnostic = rules::unknown_keyname::new(key.span(), key.text(), meta.name, Some(help.clone()));
        reader.report(*key, diagnostic);
    }
}

/// Returns which part of a node template a map is, and the map of the node template.
fn part_of_template<'t>(
    map: YamlNode<'t>,
    meta: &Meta,
    reader: &Reader<'_>,
) -> Option<(PartOfTemplate, YamlNode<'t>)> {
    let node = |id: NodeId| map.tree().node(id);
    let is_template = |meta: &Meta| meta.name == "node template";
    match (meta.name, &reader.enclosing[..]) {
        ("capability assignment", [.., (outer, template), _]) if is_template(outer) => {
            Some((PartOfTemplate::Capability(reader.subject_key()?), node(*template)))
        }
        ("requirement assignment", [.., (outer, template), _]) if is_template(outer) => {
            Some((PartOfTemplate::Requirement(map.entry_key().id()), node(*template)))
        }
        ("relationship assignment", [.., (outer, template), (_, assignment), _]) if is_template(outer) => {
            Some((PartOfTemplate::Requirement(node(*assignment).entry_key().id()), node(*template)))
        }
        _ => None,
    }
}

/// Whether the keys of `map`, some of which neither are nor were keynames of its table, are those of the definitions in
/// another section.
fn belong_to_another_section(map: YamlNode<'_>, meta: &Meta, reader: &Reader<'_>) -> bool {
    let is_foreign = |key: YamlNode<'_>| {
        let is_own = meta.keyname_at(key).is_some() || meta.is_former(key.text());
        !is_own && synonyms::synonym(key.text(), map, meta).is_none()
    };
    let is_own = |key: YamlNode<'_>| meta.keyname_at(key).is_some();
    let has_several = map.entries().filter(|(key, _)| !is_own(*key)).nth(1).is_some();
    let sections = find_sections(map, reader);
    if has_several && sections.len() == 1 {
        return true;
    }
    let is_another =
        map.entries().any(|(key, _)| is_foreign(key)) || !map.entries().any(|(key, _)| is_own(key));
    is_another && !sections.is_empty()
}

/// Returns the other sections of the enclosing entity whose definitions allow all keys of `map`.
fn find_sections(map: YamlNode<'_>, reader: &Reader<'_>) -> Vec<&'static str> {
    let [.., (outer, _), _] = reader.enclosing[..] else { return Vec::new() };
    let fits = |expected: &Expected| {
        let (Expected::Map(inner) | Expected::Named(inner)) = expected else { return false };
        let table = misplaced::table(inner);
        table.is_some_and(|table| map.entries().all(|(key, _)| table.keyname_at(key).is_some()))
    };
    let has_several_keys = map.entries().nth(1).is_some();
    let sections = outer.keynames.iter().filter(|row| has_several_keys && fits(&row.expected));
    sections.map(|row| row.name).collect()
}

/// Whether a key that is only somewhat like a keyname may rather be the name of a member: that of an entity that assigns
/// properties.
fn may_be_member(name: &str, suggestion: &str, map: YamlNode<'_>, meta: &Meta) -> bool {
    let has_members = beside_type::type_name(map, meta).is_some()
        || meta.role == Role::Part
            && meta.keyname("properties").is_some()
            && meta.keyname("node_type").is_none();
    has_members && suggest_typo(name, [suggestion]).is_none() && !is_slip(name, suggestion)
}

/// Whether a name is a keyname without one of its letters, or with two neighbors in the wrong order.
pub(super) fn is_slip(name: &str, keyname: &str) -> bool {
    let same = name.bytes().zip(keyname.bytes()).take_while(|(a, b)| a == b).count();
    match (&name.as_bytes()[same..], &keyname.as_bytes()[same..]) {
        ([a, b, rest @ ..], [c, d, others @ ..]) if (a, b) == (d, c) => rest == others,
        (rest, [_, others @ ..]) => rest == others,
        _ => false,
    }
}

/// Whether a key is a former or retired keyname, or nearly a keyname.
pub(crate) fn has_near_name(name: &str, meta: &Meta) -> bool {
    meta.is_former(name) || is_misspelled(name, meta)
}

/// Whether a key is nearly a keyname.
pub(super) fn is_misspelled(name: &str, meta: &Meta) -> bool {
    suggest(name, meta.keynames.iter().map(|keyname| keyname.name)).is_some()
}

/// Returns the key of the entry before `key`, an entity in block style that allows the section `key` and does not have
/// it: the section is not indented deeply enough.
fn unindented_owner<'t>(key: YamlNode<'t>, map: YamlNode<'t>, meta: &Meta) -> Option<YamlNode<'t>> {
    let value = key.entry_value();
    let (owner, entity) = map.entries().take_while(|(other, _)| other.id() != key.id()).last()?;
    let inner = meta.keyname_at(owner).and_then(inner_table)?;
    let row = inner.keyname_at(key)?;
    let fits = match row.expected {
        Expected::Map(_) => value.is_mapping(),
        Expected::List(_) | Expected::Named(_) | Expected::Words(_) => value.is_sequence(),
        _ => false,
    };
    let is_below = entity.is_mapping() && entity.style() == Style::Block && entity.entry(row.name).is_none();
    (fits && is_below && meta.role == Role::Sections).then_some(owner)
}

/// Returns the nearest enclosing entity that allows the keyname `name` and does not have it: its name, the
/// keyname and its map.
fn find_in_enclosing(name: &str, reader: &Reader<'_>) -> Option<(&'static str, &'static str, NodeId)> {
    let (_, enclosing) = reader.enclosing.split_last()?;
    enclosing.iter().rev().find_map(|(meta, node)| {
        let keyname = meta.keyname(name)?;
        let is_given = reader.tree().node(*node).entry(name).is_some();
        (!is_given).then_some((meta.name, keyname.name, *node))
    })
}

/// Returns the keyname whose map allows the keyname `name`.
fn find_in_inner(name: &str, meta: &Meta) -> Option<&'static str> {
    let allows = |row: &&Keyname| inner_table(row).is_some_and(|inner| inner.keyname(name).is_some());
    meta.keynames.iter().find(allows).map(|keyname| keyname.name)
}

/// Returns the table of the map, or of the maps in a list, that is the value of the keyname of `row`.
fn inner_table(row: &Keyname) -> Option<&'static Meta> {
    match &row.expected {
        Expected::Entity(inner)
        | Expected::Either(_, Expected::Entity(inner))
        | Expected::List(Expected::Entity(inner)) => Some(inner()),
        _ => None,
    }
}

/// Returns the keyname whose map allows `key` and other keys of `map` that are not keynames, with these keys: they are one
/// level too high.
fn keys_of_inner<'t>(
    key: YamlNode<'t>,
    map: YamlNode<'t>,
    meta: &Meta,
) -> Option<(&'static str, Vec<YamlNode<'t>>)> {
    const MAX_KEYS: usize = 50;
    let allows = |row: &Keyname, key: YamlNode<'_>| {
        inner_table(row).is_some_and(|inner| inner.keyname_at(key).is_some())
    };
    let is_unknown = |key: &YamlNode<'_>| meta.keyname_at(*key).is_none();
    let has_all = |row: &&Keyname| {
        map.entries().take(MAX_KEYS).map(|(key, _)| key).filter(is_unknown).all(|key| allows(row, key))
    };
    let first = || meta.keynames.iter().find(|row| allows(row, key));
    let row = synonyms::synonym(key.text(), map, meta)
        .filter(has_all)
        .or_else(|| meta.keynames.iter().find(has_all))
        .or_else(first)
        .filter(|row| map.entry(row.name).is_none())?;
    let keyname = row.name;
    let is_inside = |key: &YamlNode<'_>| is_unknown(key) && allows(row, *key);
    let keys: Vec<_> = map.entries().take(MAX_KEYS).map(|(key, _)| key).filter(is_inside).collect();
    (keys.len() > 1 && keys[0].id() == key.id()).then_some((keyname, keys))
}

/// Returns the only keyname that a wrong name starts with, else the only one that it ends with:
/// `default_value` is `default`, `node_type` of a node template is `type`.
fn find_partial_name<I: Iterator<Item = &'static str>>(
    name: &str,
    keynames: &impl Fn() -> I,
) -> Option<&'static str> {
    const SEPARATORS: [char; 2] = ['_', '-'];
    let only = |fits: &dyn Fn(&str) -> bool| {
        let mut candidates = keynames().filter(|keyname| fits(keyname));
        candidates.next().filter(|_| candidates.next().is_none())
    };
    only(&|keyname| name.strip_prefix(keyname).is_some_and(|rest| rest.starts_with(SEPARATORS))).or_else(
        || only(&|keyname| name.strip_suffix(keyname).is_some_and(|rest| rest.ends_with(SEPARATORS))),
    )
}
