//! Finds a substituted type that is wrong as a whole: it has none of the names that are mapped, but another type has all.

use crate::diagnostics::{Diagnostic, list, quoted, rules};
use crate::keynames::Map;
use crate::model::types::{Capabilities, Fields, Interfaces, Requirements, TypeRef, TypeView, Types};
use crate::syntax::MappingKey;
use crate::yaml::YamlNode;

use super::{Cx, describe_type};

/// The maximum number of names and types that are looked at.
const MAX_LOOKED_AT: usize = 1_000;

/// A name that is mapped, by the section of the mapping.
#[derive(Clone, Copy)]
enum Mapped<'g> {
    Property(&'g str),
    Attribute(&'g str),
    Capability(&'g str),
    Requirement(&'g str),
    Interface(&'g str),
}

impl<'g> Mapped<'g> {
    fn name(self) -> &'g str {
        match self {
            Mapped::Property(name)
            | Mapped::Attribute(name)
            | Mapped::Capability(name)
            | Mapped::Requirement(name)
            | Mapped::Interface(name) => name,
        }
    }

    fn is_in(self, types: &Types, ty: TypeView<'_>) -> bool {
        match self {
            Mapped::Property(name) => types.member(ty, Fields::Properties, name).is_some(),
            Mapped::Attribute(name) => {
                types.member(ty, Fields::Attributes, name).is_some()
                    || types.member(ty, Fields::Properties, name).is_some()
            }
            Mapped::Capability(name) => types.member(ty, Capabilities, name).is_some(),
            Mapped::Requirement(name) => types.member(ty, Requirements, name).is_some(),
            Mapped::Interface(name) => types.member(ty, Interfaces, name).is_some(),
        }
    }
}

/// Returns the finding about the type of the mapping and the node of its name, if the type is certainly meant to be
/// another one.
pub(super) fn review<'g>(cx: &Cx<'g>) -> Option<(YamlNode<'g>, Diagnostic)> {
    let ty = cx.substituted_type.filter(|ty| !ty.is_incomplete)?;
    let name = cx.node(cx.mapping.node_type?.node);
    let mapped = mapped(cx);
    if mapped.len() < 2 || mapped.iter().any(|name| name.is_in(cx.types, ty)) {
        return None;
    }
    let has_all = |other: &TypeView<'g>| {
        other.kind == ty.kind && other.id != ty.id && mapped.iter().all(|name| name.is_in(cx.types, *other))
    };
    let mut others = cx.types.iter().take(MAX_LOOKED_AT).filter(has_all);
    // Of several types, the one that they are derived from is meant.
    let first = others.next()?;
    let is_narrower = |other: TypeView<'g>| cx.types.lineage(other).any(|ancestor| ancestor.id == first.id);
    if !others.all(is_narrower) {
        return None;
    }
    let written: String = cx.types.name_in(TypeRef::Defined(first.id), cx.file.id);
    let mut names: Vec<String> = mapped.iter().map(|mapped| quoted(mapped.name())).collect();
    names.dedup();
    let owner = describe_type(ty);
    let diagnostic = rules::unknown_member::of_mapping(name.span(), &owner, &list(&names, "and"), &written);
    Some((name, diagnostic.also(ty.key().span(), "type defined here")))
}

/// Returns the names of members of the type that are mapped.
fn mapped<'g>(cx: &Cx<'g>) -> Vec<Mapped<'g>> {
    let mapping = cx.mapping;
    let text = |node| cx.node(node).text();
    let mut names = Vec::new();
    for (key, _) in mapping.properties.iter().flat_map(|properties| &properties.entries) {
        if let MappingKey::Own(name) = key {
            names.push(Mapped::Property(text(*name)));
        }
    }
    for (key, _) in mapping.attributes.iter().flat_map(|attributes| &attributes.entries) {
        if let MappingKey::Own(name) = key {
            names.push(Mapped::Attribute(text(*name)));
        }
    }
    let capabilities = mapping.capabilities.iter().flat_map(Map::keys);
    names.extend(capabilities.map(|key| Mapped::Capability(text(key))));
    let requirements = mapping.requirements.iter().flat_map(|requirements| &requirements.entries);
    names.extend(requirements.map(|requirement| Mapped::Requirement(text(requirement.name))));
    let interfaces = mapping.interfaces.iter().flat_map(Map::keys);
    names.extend(interfaces.map(|key| Mapped::Interface(text(key))));
    names.truncate(MAX_LOOKED_AT);
    names
}
