//! Reports unknown keys of entities with a type: a key that is the name of a member of the type belongs into the
//! section of such members.

use crate::base::Span;
use crate::diagnostics::{Diagnostic, Edit, Fix, list, quoted, rules};
use crate::keynames::{KeysBesideType, PartOfTemplate};
use crate::load::File;
use crate::model::types::{Capabilities, CapabilityId, Fields, RequirementId, Requirements, TypeView, Types};
use crate::yaml::{Style, YamlNode};

use super::{Cx, sections};

/// Reports the unknown keys of a file that may be members of a type.
pub(super) fn check(cx: &mut Cx<'_>) {
    let file = cx.file;
    for keys in &file.unknown_keys().keys_beside_types {
        let owner = Owner::find(cx.types, cx.file, keys);
        let sections_of =
            |key| owner.as_ref().map_or_else(Vec::new, |owner| owner.sections(cx.types, key, keys));
        let nodes = keys.keys.iter().map(|key| file.node(*key));
        let members: Vec<(YamlNode<'_>, Vec<&str>)> = nodes.map(|key| (key, sections_of(key))).collect();
        let is_known = owner.as_ref().is_some_and(|owner| !owner.ty.is_incomplete);
        let has_members = members.iter().any(|(_, sections)| !sections.is_empty());
        if keys.are_one_finding && !has_members && !keys.have_synonym(file.tree()) {
            let Some((first, _)) = members.first() else { continue };
            cx.report(*first, keys.finding_for_all(file.tree(), is_known).in_clause(keys.meta.section));
            continue;
        }
        let mut reported: Vec<&[&str]> = Vec::new();
        for (key, sections) in &members {
            let Some(owner) = owner.as_ref().filter(|_| !sections.is_empty()) else {
                cx.report(*key, keys.finding(*key, is_known).in_clause(keys.meta.section));
                continue;
            };
            // The level of the section is missing once.
            if !reported.contains(&&sections[..]) {
                reported.push(sections);
                let alike = members.iter().filter(|(_, others)| others == sections).map(|(key, _)| *key);
                cx.report(*key, member_finding(file, &alike.collect::<Vec<_>>(), sections, owner.ty, keys));
            }
        }
    }
}

/// What has the members that unknown keys may be.
struct Owner<'g> {
    /// Its type.
    ty: TypeView<'g>,
    /// The part of a node template, if it is one.
    part: Option<Part>,
}

/// A part of a node template whose members its definition may refine.
enum Part {
    Capability(CapabilityId),
    Relationship(RequirementId),
}

impl<'g> Owner<'g> {
    /// Returns the entity with the `keys`.
    fn find(types: &'g Types, file: &'g File, keys: &KeysBesideType) -> Option<Self> {
        let ty = types.defined(types.type_use(file.node(keys.type_name)).meaning)?;
        let (part, used) = match keys.part {
            None => return Some(Self { ty, part: None }),
            Some(PartOfTemplate::Capability(key)) => {
                let id = types.member(ty, Capabilities, file.node(key).text())?;
                (Part::Capability(id), types.capability(id).capability_type?)
            }
            Some(PartOfTemplate::Requirement(key)) => {
                let id = types.member(ty, Requirements, file.node(key).text())?;
                (Part::Relationship(id), types.requirement(id).relationship.relationship_type?)
            }
        };
        Some(Self { ty: types.defined(used.meaning)?, part: Some(part) })
    }

    /// Returns the sections of the map of `keys` whose members include `key`.
    fn sections(&self, types: &'g Types, key: YamlNode<'_>, keys: &KeysBesideType) -> Vec<&'static str> {
        let fields = |section: Fields| match self.part {
            None => None,
            Some(Part::Capability(id)) => Some(types.capability_fields(id, section)),
            Some(Part::Relationship(id)) => Some(types.relationship_fields(id, section)),
        };
        if self.part.is_none() {
            return sections::with_member(types, self.ty, key.text(), keys.meta);
        }
        let has = |section: Fields| fields(section).is_some_and(|fields| fields.contains(key.text()));
        let section = if has(Fields::Properties) {
            Some("properties")
        } else {
            has(Fields::Attributes).then_some("attributes")
        };
        section.into_iter().collect()
    }
}

/// Returns the finding about `members` of the type `ty`, at least one, which belong into one of `sections`.
fn member_finding(
    file: &File,
    members: &[YamlNode<'_>],
    sections: &[&str],
    ty: TypeView<'_>,
    keys: &KeysBesideType,
) -> Diagnostic {
    let places: Vec<String> = sections.iter().map(|section| format!("`{section}:`")).collect();
    let is_outside = keys.meta.keyname("properties").is_none();
    let of = if is_outside { " of `relationship:`" } else { "" };
    let places = format!("{}{of}", list(&places, "or"));
    let mut diagnostic = match members {
        [key] => {
            let help = format!("put {} under {places}", quoted(key.text()));
            rules::unknown_keyname::new(key.span(), key.text(), keys.meta.name, Some(help))
        }
        _ => {
            let named: Vec<_> = members.iter().map(|key| (key.text(), key.span())).collect();
            rules::unknown_keyname::several(&named, keys.meta.name, format!("put them under {places}"))
        }
    };
    diagnostic = diagnostic.also(ty.key().span(), "type defined here").in_clause(keys.meta.section);
    match (sections, members) {
        ([section], [key]) if is_outside => {
            diagnostic.fixes.extend(wrap(*key, "relationship", &format!("{{ {section}: {{ "), " } }", keys));
        }
        ([section @ "requirements"], [key]) => {
            diagnostic.fixes.extend(wrap(*key, section, "[ { ", " } ]", keys));
        }
        ([section], [key]) => diagnostic.fixes.extend(wrap(*key, section, "{ ", " }", keys)),
        ([section], _) if !is_outside => diagnostic.fixes.extend(indent(file, members, section, keys)),
        _ => {}
    }
    diagnostic
}

/// Returns the fix that makes the entry of `key` the only entry of the new section `section`, between `open` and `close`,
/// if the entry is one line.
fn wrap(key: YamlNode<'_>, section: &str, open: &str, close: &str, keys: &KeysBesideType) -> Option<Fix> {
    let map = key.tree().node(keys.map);
    let value = key.entry_value();
    let text = value.written();
    // A plain scalar ends at these characters in brackets.
    let is_plain = value.style() == Style::Plain && text.contains([',', '[', ']', '{', '}']);
    let is_one_line = !text.is_empty() && !text.contains(['\n', '#']) && value.style() != Style::Block;
    if map.entry(section).is_some() || key.is_lowered() || value.is_lowered() || is_plain || !is_one_line {
        return None;
    }
    let at = |position| Span::new(key.span().file, position, position);
    let edits = vec![
        Edit { span: at(key.span().start), text: format!("{section}: {open}") },
        Edit { span: at(value.span().end), text: close.to_owned() },
    ];
    Some(Fix::safe(format!("put it under `{section}:`"), edits))
}

/// Returns the fix that indents the entries of `members` below the new section `section`, if they are whole lines that
/// follow each other.
fn indent(file: &File, members: &[YamlNode<'_>], section: &str, keys: &KeysBesideType) -> Option<Fix> {
    let map = members.first()?.tree().node(keys.map);
    if section == "requirements" || map.style() != Style::Block || map.entry(section).is_some() {
        return None;
    }
    let indexes: Vec<usize> = (0..)
        .zip(map.entries())
        .filter(|(_, (key, _))| members.iter().any(|member| member.id() == key.id()))
        .map(|(index, _)| index)
        .collect();
    let follow = indexes.windows(2).all(|pair| pair[0] + 1 == pair[1]);
    let is_line = |key: &YamlNode<'_>| {
        let value = key.entry_value();
        !key.is_lowered()
            && !value.is_lowered()
            && !value.written().contains('\n')
            && !value.written().is_empty()
    };
    if !follow || indexes.len() != members.len() || !members.iter().all(is_line) {
        return None;
    }
    let indent = file.source().position(members.first()?.span().start).column + 1;
    let below = " ".repeat(usize::try_from(indent).ok()?);
    let edit = |(index, key): (usize, &YamlNode<'_>)| {
        let start = key.span().start;
        let text = if index == 0 { format!("{section}:\n{below}") } else { "  ".to_owned() };
        Edit { span: Span::new(key.span().file, start, start), text }
    };
    let edits = members.iter().enumerate().map(edit).collect();
    Some(Fix::safe(format!("put them under `{section}:`"), edits))
}
