//! The target capability of a requirement (TOSCA 2.0 §8.5.2).

use std::rc::Rc;

use crate::base::Span;
use crate::checks::distinct_types;
use crate::diagnostics::{Alternatives, list, quoted, rules, suggest};
use crate::model::service::{RequiredCapability, required_by_assignment, required_by_definition};
use crate::model::types::{Capabilities, CapabilityId, TypeRef, TypeView, Types};
use crate::yaml::YamlNode;

use super::{Assigned, Cx, fitting_capabilities, is_not};

/// The capabilities that an assignment can target.
pub(super) struct TargetCapabilities<'g> {
    /// The matching capabilities of the target node, or `None` if its type is unknown.
    pub(super) capabilities: Option<Rc<[CapabilityId]>>,
    /// The required capability type, if it is known.
    pub(super) capability_type: Option<TypeView<'g>>,
    /// The required capability: a name or a type.
    pub(super) required: RequiredCapability<'g>,
}

/// Returns the capabilities that an assignment can target, or `None` if the capability is wrong or unknown.
pub(super) fn target_capabilities<'g>(
    cx: &mut Cx<'g>,
    assigned: &Assigned<'g>,
) -> Option<TargetCapabilities<'g>> {
    let types: &'g Types = cx.types;
    let (assignment, definition) = (assigned.assignment, assigned.definition);
    let by_definition = required_by_definition(types, definition);
    let required = required_by_assignment(types, assignment, definition, assigned.target);
    if let Some(name) = assignment.written().capability {
        let name = assignment.service().node(name.node);
        match by_definition {
            RequiredCapability::Named(defined) if defined != name.text() => {
                let definition_span = types.node(definition.capability?.node).span();
                let diagnostic = rules::changed_capability::new(
                    name.span(),
                    assigned.name(),
                    name.text(),
                    defined,
                    definition_span,
                );
                cx.report(name, diagnostic);
                return None;
            }
            RequiredCapability::Type(defined)
                if !named_capability_fits(cx, assigned, name, required, defined) =>
            {
                return None;
            }
            _ => {}
        }
    }
    let capability_type = match required {
        RequiredCapability::Type(meaning) => types.defined(meaning),
        RequiredCapability::Named(_) => None,
        RequiredCapability::Unknown => return None,
    };
    let Some(target) = assigned.target else {
        return Some(TargetCapabilities { capabilities: None, capability_type, required });
    };
    let capabilities = fitting_capabilities(cx, target, required);
    if capabilities.is_empty() {
        report_nothing_offered(cx, assigned, target, required);
        return None;
    }
    Some(TargetCapabilities { capabilities: Some(capabilities), capability_type, required })
}

/// Whether the type of the named capability is the type of the definition or derived from it; reports it if
/// not.
fn named_capability_fits<'g>(
    cx: &mut Cx<'g>,
    assigned: &Assigned<'g>,
    name: YamlNode<'g>,
    required: RequiredCapability<'g>,
    defined: TypeRef,
) -> bool {
    let types: &'g Types = cx.types;
    let (meaning, described) = match required {
        RequiredCapability::Type(meaning) => (meaning, "another capability type".to_owned()),
        RequiredCapability::Named(capability) => {
            let Some(target) = assigned.target else { return exists_anywhere(cx, name) };
            let Some(id) = types.member(target, Capabilities, capability) else {
                if !target.is_incomplete {
                    report_unknown_capability(cx, assigned, name, target);
                }
                return false;
            };
            let Some(used) = types.capability(id).capability_type else { return true };
            (used.meaning, format!("of type {}", quoted(types.name(used.meaning))))
        }
        RequiredCapability::Unknown => return true,
    };
    let Some(definition) = assigned.definition.capability.filter(|_| is_not(cx, meaning, defined)) else {
        return true;
    };
    let what = (assigned.name(), name.text(), described.as_str());
    let diagnostic = rules::wrong_capability::new(
        name.span(),
        what,
        &types.name_in(defined, name.tree().file()),
        types.node(definition.node).span(),
    );
    cx.report(name, distinct_types::explain(types, diagnostic, meaning, defined));
    false
}

/// Whether any node type may have a capability of this name, for an unknown target; reports it if not.
fn exists_anywhere<'g>(cx: &mut Cx<'g>, name: YamlNode<'g>) -> bool {
    let types: &'g Types = cx.types;
    if types.graph.is_part {
        return true;
    }
    let names = cx.memo.requirements.capability_names.get_or_insert_with(|| {
        let members = types.iter().flat_map(TypeView::own_capabilities);
        members.map(|capability| capability.key().text()).collect()
    });
    if names.contains(name.text()) {
        return true;
    }
    let mut sorted: Vec<&str> = names.iter().copied().collect();
    sorted.sort_unstable();
    let suggestion = suggest(name.text(), sorted);
    cx.report(name, rules::unknown_capability::of_any_type(name.span(), name.text(), suggestion));
    false
}

/// Reports a named capability that the target does not have.
fn report_unknown_capability<'g>(
    cx: &mut Cx<'g>,
    assigned: &Assigned<'g>,
    name: YamlNode<'g>,
    target: TypeView<'g>,
) {
    let alternatives = Alternatives::new(name.text(), cx.types.names_of(target, Capabilities));
    let target_span = match assigned.assignment.target_name() {
        Some(node) => node.span(),
        None => {
            assigned.definition.node_type.map_or(target.key().span(), |used| cx.types.node(used.node).span())
        }
    };
    let diagnostic =
        rules::unknown_capability::new(name.span(), name.text(), target.name(), target_span, &alternatives);
    cx.report(name, diagnostic);
}

/// Reports a target without a matching capability. If only the definition names the target, that is reported
/// there.
fn report_nothing_offered<'g>(
    cx: &mut Cx<'g>,
    assigned: &Assigned<'g>,
    target: TypeView<'g>,
    required: RequiredCapability<'g>,
) {
    let types: &'g Types = cx.types;
    let named =
        assigned.assignment.written().capability.map(|name| assigned.assignment.service().node(name.node));
    let name = assigned.assignment.target_name().or(named);
    let (Some(name), RequiredCapability::Type(meaning)) = (name, required) else { return };
    if target.is_incomplete {
        return;
    }
    let expected_span: Option<Span> = named.filter(|named| named.id() != name.id()).map(YamlNode::span);
    let expected_span =
        expected_span.or_else(|| Some(types.node(assigned.definition.capability?.node).span()));
    let Some(expected_span) = expected_span else { return };
    let members = cx.types.members(target, Capabilities);
    let offered = members.ids().iter().filter_map(|id| Some(types.capability(*id).capability_type?.meaning));
    // Another type of this name would look like the one that is required.
    let (same, others): (Vec<TypeRef>, _) =
        offered.partition(|offered| types.name(*offered) == types.name(meaning));
    let examples: Vec<String> =
        others.iter().map(|other| quoted(&types.name_in(*other, name.tree().file()))).take(5).collect();
    let offered = if examples.is_empty() { String::new() } else { format!(": {}", list(&examples, "or")) };
    let diagnostic = rules::capability_not_offered::new(
        name.span(),
        &types.name_in(TypeRef::Defined(target.id), name.tree().file()),
        &types.name_in(meaning, name.tree().file()),
        expected_span,
        &offered,
    );
    let same = same.first().copied().unwrap_or(TypeRef::Unknown);
    cx.report(name, distinct_types::explain(types, diagnostic, same, meaning));
}
