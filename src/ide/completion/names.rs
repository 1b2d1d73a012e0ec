//! Names of definitions and members.

use crate::keynames::NameKind;
use crate::literals::BuiltIn;
use crate::model::Truth;
use crate::model::service::{RequiredCapability, offered, required_by_definition};
use crate::model::types::{RequirementView, Requirements, TypeRef, TypeView, Types};
use crate::resolve::DefinitionId;
use crate::values::ValueType;
use crate::yaml::{SourceNode, YamlNode};

use super::{Completion, CompletionKind, Request, calls, escaped, imports, noun};
use crate::ide::navigation::type_of;
use crate::ide::referent::Referent;

/// Returns items for members.
pub(super) fn members(request: &Request<'_, '_>, members: &[Referent]) -> Vec<Completion> {
    members.iter().map(|member| self::member(request, *member)).collect()
}

/// Returns the item for a member; as a key, with the start of its value.
pub(super) fn member(request: &Request<'_, '_>, member: Referent) -> Completion {
    let model = request.model;
    let types = &model.types;
    let mut label = member.name(model).to_owned();
    let (mut detail, mut rank, mut documentation) = (String::new(), 0, String::new());
    let mut is_map = false;
    match member {
        Referent::Field(id) => {
            let field = types.field(id);
            let value_type = ValueType::Field(field);
            detail = value_type.in_words(types);
            rank = u8::from(field.value_needed() != Truth::Yes);
            field.description().and_then(YamlNode::as_str).unwrap_or_default().clone_into(&mut documentation);
            is_map = value_type.kind(types) == Some(BuiltIn::Map)
                || value_type.kind(types).is_none()
                    && value_type.data_type().is_some_and(|ty| types.defined(ty).is_some());
        }
        Referent::Capability(id) => {
            let used = types.capability(id).capability_type;
            detail = used.map(|used| types.name(used.meaning).to_owned()).unwrap_or_default();
            is_map = true;
        }
        Referent::Requirement(id) => detail = requirement_detail(types, types.requirement(id)),
        Referent::Interface(_) | Referent::Trigger(_) | Referent::Artifact(_) => is_map = true,
        Referent::Part(..) => {
            detail = type_of(model, member).map(|ty| ty.name(model).to_owned()).unwrap_or_default();
        }
        // The word before the cursor includes the interface.
        Referent::Operation(_) if !request.context.is_key => {
            let before = request.context.prefix.rsplit_once('.').map_or("", |(interface, _)| interface);
            label = if before.is_empty() { label } else { format!("{before}.{label}") };
        }
        _ => {}
    }
    let documentation =
        if documentation.is_empty() { described(request, member).to_owned() } else { documentation };
    let snippet = if matches!(member, Referent::Interface(_)) && !request.context.is_key {
        format!("{}.", escaped(&label))
    } else if !request.context.is_key || request.place.has_colon {
        escaped(&label)
    } else if is_map && !request.place.in_brackets {
        format!("{}:\n  $0", escaped(&label))
    } else {
        format!("{}: $0", escaped(&label))
    };
    Completion {
        label,
        kind: CompletionKind::Name(member),
        detail,
        documentation,
        snippet,
        rank,
        import: None,
    }
}

/// Returns the description of a definition.
fn described<'m>(request: &Request<'_, 'm>, referent: Referent) -> &'m str {
    let value = referent.node(request.model).map(YamlNode::entry_value);
    value.and_then(|value| value.get("description")).and_then(YamlNode::as_str).unwrap_or_default()
}

fn requirement_detail(types: &Types, requirement: RequirementView<'_>) -> String {
    let used = requirement.node_type.or(requirement.capability);
    used.map(|used| types.node(used.node).text().to_owned()).unwrap_or_default()
}

/// Returns items for the definitions of some kinds.
pub(super) fn of_kinds(request: &Request<'_, '_>, kinds: &[NameKind]) -> Vec<Completion> {
    let mut items = Vec::new();
    for kind in kinds {
        match kind {
            NameKind::NodeTemplate
            | NameKind::RelationshipTemplate
            | NameKind::Group
            | NameKind::Workflow
            | NameKind::Repository => items.extend(of_file(request, *kind)),
            NameKind::Function => items.extend(calls::all(request)),
            _ => {
                // Node templates fit better than node types, where both can be named.
                let later = 3 * u8::from(kinds.len() > 1);
                let types = types_of_kind(request, *kind).into_iter();
                items.extend(types.map(|item| Completion { rank: item.rank + later, ..item }));
            }
        }
    }
    items
}

/// Returns the definitions of a kind in the file.
fn of_file(request: &Request<'_, '_>, kind: NameKind) -> Vec<Completion> {
    let (model, file) = (request.model, request.file);
    let all = model.types.names.definitions(file).iter().zip(0..);
    let of_kind = all.filter(|(definition, _)| definition.kind == kind);
    let required = if kind == NameKind::NodeTemplate { requirement(request) } else { None };
    let own = request.context.keys.get(2).map(String::as_str);
    of_kind
        .map(|(definition, index)| {
            let referent = Referent::from_definition(&model.types, DefinitionId { file, index });
            let node = model.types.node(SourceNode { file, node: definition.key });
            let ty = node.entry_value().get("type").map_or("", YamlNode::text);
            // A node template that has the requirement itself rarely fulfills it.
            let fits = required.is_none_or(|required| fulfills(request, node.text(), required));
            let is_own = required.is_some() && own == Some(node.text());
            Completion {
                label: node.text().to_owned(),
                kind: CompletionKind::Name(referent),
                detail: if ty.is_empty() { noun(kind).to_owned() } else { ty.to_owned() },
                documentation: described(request, referent).to_owned(),
                snippet: escaped(node.text()),
                rank: u8::from(!fits) + u8::from(is_own),
                import: None,
            }
        })
        .collect()
}

/// Returns the requirement whose target is being written.
fn requirement<'m>(request: &Request<'_, 'm>) -> Option<RequirementView<'m>> {
    let keys: Vec<&str> = request.context.keys.iter().map(String::as_str).collect();
    let ["service_template" | "topology_template", "node_templates", template, "requirements", name, ..] =
        keys[..]
    else {
        return None;
    };
    let types = &request.model.types;
    let template = request.model.service(request.file)?.node_template_named(template)?;
    let ty = types.defined(template.node_type)?;
    Some(types.requirement(types.member(ty, Requirements, name)?))
}

/// Whether the node template `name` can be the target of a requirement, or may be.
fn fulfills(request: &Request<'_, '_>, name: &str, required: RequirementView<'_>) -> bool {
    let types = &request.model.types;
    let template = request.model.service(request.file).and_then(|service| service.node_template_named(name));
    let Some(template) = template else { return false };
    let node_type =
        required.node_type.map_or(Truth::Yes, |used| types.relation(template.node_type, used.meaning));
    let Some(ty) = types.defined(template.node_type) else { return node_type != Truth::No };
    let capability = required_by_definition(types, required);
    let is_offered =
        matches!(capability, RequiredCapability::Unknown) || !offered(types, ty, capability).is_empty();
    node_type != Truth::No && is_offered
}

/// Returns the types of a kind: those that the file can use, then those that it can import.
fn types_of_kind(request: &Request<'_, '_>, kind: NameKind) -> Vec<Completion> {
    let types = &request.model.types;
    let mut items = Vec::new();
    if kind == NameKind::DataType {
        items.extend(BuiltIn::ALL.iter().map(|built_in| Completion {
            detail: "built-in data type".to_owned(),
            ..super::plain_item(built_in.name(), CompletionKind::Name(Referent::BuiltInType(*built_in)))
        }));
    }
    let own = request.context.keys.get(1).map(String::as_str);
    let is_parent = request.context.keyname.is_some_and(|keyname| keyname.keyname.name == "derived_from");
    for ty in types.iter().filter(|ty| ty.kind == kind) {
        // No type is derived from itself.
        if is_parent && ty.id.file == request.file && own == Some(ty.name()) {
            continue;
        }
        items.extend(type_item(request, ty));
    }
    items.sort_by(|one, other| one.label.cmp(&other.label));
    items
}

fn type_item(request: &Request<'_, '_>, ty: TypeView<'_>) -> Option<Completion> {
    let types = &request.model.types;
    let spelling = types.spelling(TypeRef::Defined(ty.id), request.file);
    let (label, import, rank) = match spelling {
        Some(name) => (name, None, u8::from(ty.id.file != request.file)),
        None => (ty.name().to_owned(), Some(imports::of_file(request, ty.id.file)?), 3),
    };
    let referent = Referent::Type(ty.id);
    let origin = types.graph.file(ty.id.file);
    let place = origin.profile.clone().unwrap_or_else(|| origin.source().path.to_string());
    let detail = if import.is_some() {
        format!("{} (import of {place})", noun(ty.kind))
    } else {
        noun(ty.kind).to_owned()
    };
    Some(Completion {
        snippet: escaped(&label),
        label,
        kind: CompletionKind::Name(referent),
        detail,
        documentation: described(request, referent).to_owned(),
        rank,
        import,
    })
}
