//! Renames something in all files, or says why that cannot be complete.

use crate::base::Span;
use crate::model::Model;
use crate::model::types::{
    Artifacts, Capabilities, FieldKind, Fields, Interfaces, Requirements, Triggers, TypeView,
};
use crate::resolve::DefinitionId;
use crate::yaml::plain;

use super::referent::{PartKind, Referent};

/// A text that replaces a span.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replacement {
    /// What is replaced.
    pub span: Span,
    /// The new text.
    pub text: String,
}

/// Returns why something cannot be renamed, or `None` if it can.
#[must_use]
pub fn refusal(model: &Model, referent: Referent) -> Option<String> {
    let what = referent.in_words(model);
    match referent {
        Referent::BuiltInType(_) | Referent::BuiltInFunction(_) | Referent::Keyname(_) => {
            return Some(format!("TOSCA defines {what}"));
        }
        Referent::File(_) => return Some("files are renamed in the file system".to_owned()),
        Referent::Part(PartKind::Profile, _) => {
            return Some(format!("files that are not open here may import {what}"));
        }
        _ => {}
    }
    let family = referent.family(model);
    let places = super::references(model, family, true);
    let file = |span: Span| model.types.graph.get(span.file);
    let definition = places.iter().find(|place| place.is_definition)?;
    if file(definition.span).is_some_and(crate::load::File::is_built_in) {
        return Some(format!("{what} is defined in a built-in file, which cannot be changed"));
    }
    let is_read_only = |span: Span| {
        file(span).is_some_and(|file| {
            file.url.is_some() || file.is_built_in() || file.identity.as_str().contains("!/")
        })
    };
    if let Some(place) = places.iter().find(|place| is_read_only(place.span)) {
        let path = file(place.span).map(|file| file.source().path.to_string()).unwrap_or_default();
        return Some(format!("{what} is named in {path}, which cannot be changed"));
    }
    let damaged = places.iter().filter_map(|place| file(place.span)).find(|file| !model.knows_all_of(file));
    if let Some(file) = damaged {
        return Some(format!("{} has errors that may hide uses; correct them first", file.source().path));
    }
    let copied = places.iter().find(|place| is_in_copy(model, place.span));
    copied.map(|_| format!("{what} is named in a part that aliases repeat"))
}

/// Whether a name is in a part that aliases repeat: there, one text may have several meanings.
fn is_in_copy(model: &Model, span: Span) -> bool {
    let Some(file) = model.types.graph.get(span.file) else { return false };
    let here = file.tree().nodes().filter(|node| node.span() == span);
    here.take(2).any(|node| node.used_at().is_some())
}

/// Returns the edits that give something another name, or why that is impossible.
pub fn rename(model: &Model, referent: Referent, new_name: &str) -> Result<Vec<Replacement>, String> {
    if let Some(reason) = refusal(model, referent) {
        return Err(reason);
    }
    if new_name.trim() != new_name || new_name.is_empty() || new_name.contains(['\n', '\r']) {
        return Err("a name has at least one character, and no spaces around it".to_owned());
    }
    let family = referent.family(model);
    let places = super::references(model, family, true);
    if let Some(taken) = taken(model, family, new_name) {
        return Err(taken);
    }
    let mut edits = Vec::new();
    for place in places {
        let source = model.types.graph.file(place.span.file).source();
        let text = source.text.as_str();
        let before = text.get(..place.span.range().start).unwrap_or("").chars().next_back();
        let after = text.get(place.span.range().end..).unwrap_or("").chars().next();
        let quote = before.filter(|c| matches!(c, '"' | '\'') && after == Some(*c));
        let new = match quote {
            Some('"') => escaped(new_name),
            Some(_) => new_name.replace('\'', "''"),
            // A part of a scalar, such as the name after a prefix, has no separate quotes.
            None if is_part(before) || is_part(after) && after != Some(':') => new_name.to_owned(),
            None => plain(new_name),
        };
        if quote.is_none() && new.starts_with(['"', '\'']) && (before == Some(':') || before == Some('$')) {
            return Err(format!("`{new_name}` cannot be written after a prefix"));
        }
        edits.push(Replacement { span: place.span, text: new });
    }
    edits.sort_by_key(|edit| (edit.span.file, edit.span.start));
    edits.dedup();
    Ok(edits)
}

/// Whether a character next to a name belongs to the same scalar.
fn is_part(c: Option<char>) -> bool {
    c.is_some_and(|c| !c.is_whitespace() && !matches!(c, '[' | ']' | '{' | '}' | ',' | '"' | '\''))
}

fn escaped(name: &str) -> String {
    name.replace('\\', "\\\\").replace('"', "\\\"")
}

/// Returns the reason if something in the same map has the new name already.
fn taken(model: &Model, family: Referent, new_name: &str) -> Option<String> {
    let key = family.node(model)?;
    let tree = key.tree();
    // The keys of a map follow each other: the map is the node that contains the key and its value.
    let siblings =
        tree.nodes().find(|node| node.entries().any(|(candidate, _)| candidate.id() == key.id()))?;
    let is_beside = siblings.entries().any(|(other, _)| other.text() == new_name && other.id() != key.id());
    (is_beside || is_member(model, family, new_name))
        .then(|| format!("`{new_name}` is already defined next to {}", family.in_words(model)))
}

/// Whether the type that defines a member, or one derived from it, has a member with this name.
fn is_member(model: &Model, member: Referent, name: &str) -> bool {
    let types = &model.types;
    let any = |owner: DefinitionId, has: &dyn Fn(TypeView<'_>) -> bool| {
        let related = types.iter().filter(|ty| types.lineage(*ty).any(|ancestor| ancestor.id == owner));
        related.into_iter().any(has)
    };
    match member {
        Referent::Field(id) => match types.field(id).kind {
            FieldKind::Property | FieldKind::Attribute => any(id.owner(), &|ty| {
                [Fields::Properties, Fields::Attributes]
                    .into_iter()
                    .any(|section| types.member(ty, section, name).is_some())
            }),
            _ => false,
        },
        Referent::Capability(id) => any(id.owner(), &|ty| types.member(ty, Capabilities, name).is_some()),
        Referent::Requirement(id) => any(id.owner(), &|ty| types.member(ty, Requirements, name).is_some()),
        Referent::Interface(id) => any(id.owner(), &|ty| types.member(ty, Interfaces, name).is_some()),
        Referent::Artifact(id) => any(id.owner(), &|ty| types.member(ty, Artifacts, name).is_some()),
        Referent::Trigger(id) => any(id.owner(), &|ty| types.member(ty, Triggers, name).is_some()),
        _ => false,
    }
}
