//! The capability at the other end (TOSCA 2.0 §8.5.2).

use std::rc::Rc;

use crate::base::Span;
use crate::diagnostics::{Instead, codes, list, quoted, suggest};
use crate::model::service::{Wanted, wanted_by_assignment, wanted_by_definition};
use crate::model::types::{Capabilities, CapabilityId, TypeRef, TypeView, Types};
use crate::yaml::Node;

use super::{Assigned, Cx, fitting_capabilities, is_not};

/// What an assignment leads to.
pub(super) struct Offer<'g> {
    /// The capabilities of the other node that fit; none where its type is not known.
    pub(super) capabilities: Option<Rc<[CapabilityId]>>,
    /// The capability type that is wanted.
    pub(super) capability_type: Option<TypeView<'g>>,
    /// What is wanted.
    pub(super) wanted: Wanted<'g>,
}

/// The capability that is named or follows from the definition; nothing where it is wrong or not known.
pub(super) fn capability_led_to<'g>(cx: &mut Cx<'g>, assigned: &Assigned<'g>) -> Option<Offer<'g>> {
    let types: &'g Types = cx.types;
    let (assignment, definition) = (assigned.assignment, assigned.definition);
    let by_definition = wanted_by_definition(types, definition);
    let wanted = wanted_by_assignment(types, assignment, definition, assigned.target);
    if let Some(name) = assignment.written().capability {
        let name = assignment.service().node(name.node);
        match by_definition {
            Wanted::Named(before) if before != name.text() => {
                let place = types.node(definition.capability?.node).span();
                let diagnostic =
                    codes::changed_capability::new(name.span(), assigned.name(), name.text(), before, place);
                cx.report(name, diagnostic);
                return None;
            }
            Wanted::Type(before) if !named_capability_fits(cx, assigned, name, wanted, before) => {
                return None;
            }
            _ => {}
        }
    }
    let capability_type = match wanted {
        Wanted::Type(meaning) => types.defined(meaning),
        Wanted::Named(_) => None,
        Wanted::Unknown => return None,
    };
    let Some(target) = assigned.target else {
        return Some(Offer { capabilities: None, capability_type, wanted });
    };
    let capabilities = fitting_capabilities(cx, target, wanted);
    if capabilities.is_empty() {
        nothing_offered(cx, assigned, target, wanted);
        return None;
    }
    Some(Offer { capabilities: Some(capabilities), capability_type, wanted })
}

/// Whether the capability that is named is of the type of the definition, or derived from it.
fn named_capability_fits<'g>(
    cx: &mut Cx<'g>,
    assigned: &Assigned<'g>,
    name: Node<'g>,
    wanted: Wanted<'g>,
    before: TypeRef,
) -> bool {
    let types: &'g Types = cx.types;
    let (meaning, described) = match wanted {
        Wanted::Type(meaning) => (meaning, "another capability type".to_owned()),
        Wanted::Named(capability) => {
            let Some(target) = assigned.target else { return is_somewhere(cx, name) };
            let Some(id) = types.member(target, Capabilities, capability) else {
                if !target.is_open {
                    unknown_capability(cx, assigned, name, target);
                }
                return false;
            };
            let Some(used) = types.capability(id).capability_type else { return true };
            (used.meaning, format!("of type {}", quoted(types.name(used.meaning))))
        }
        Wanted::Unknown => return true,
    };
    let Some(place) = assigned.definition.capability.filter(|_| is_not(cx, meaning, before)) else {
        return true;
    };
    let what = (assigned.name(), name.text(), described.as_str());
    let diagnostic =
        codes::wrong_capability::new(name.span(), what, types.name(before), types.node(place.node).span());
    cx.report(name, diagnostic);
    false
}

/// Whether some node type may have a capability of this name, where nothing says which node is meant.
fn is_somewhere<'g>(cx: &mut Cx<'g>, name: Node<'g>) -> bool {
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
    let mut suggestion: Vec<&str> = names.iter().copied().collect();
    suggestion.sort_unstable();
    let suggestion = suggest(name.text(), suggestion);
    cx.report(name, codes::unknown_capability::anywhere(name.span(), name.text(), suggestion));
    false
}

fn unknown_capability<'g>(cx: &mut Cx<'g>, assigned: &Assigned<'g>, name: Node<'g>, target: TypeView<'g>) {
    let alternatives = Instead::of(name.text(), cx.types.names_of(target, Capabilities));
    let place = match assigned.assignment.target_name() {
        Some(node) => node.span(),
        None => {
            assigned.definition.node_type.map_or(target.key().span(), |used| cx.types.node(used.node).span())
        }
    };
    let diagnostic =
        codes::unknown_capability::new(name.span(), name.text(), target.name(), place, &alternatives);
    cx.report(name, diagnostic);
}

/// The other node has no such capability; where the definition alone says so, it was told there.
fn nothing_offered<'g>(cx: &mut Cx<'g>, assigned: &Assigned<'g>, target: TypeView<'g>, wanted: Wanted<'g>) {
    let types: &'g Types = cx.types;
    let named =
        assigned.assignment.written().capability.map(|name| assigned.assignment.service().node(name.node));
    let at = assigned.assignment.target_name().or(named);
    let (Some(at), Wanted::Type(meaning)) = (at, wanted) else { return };
    if target.is_open {
        return;
    }
    let place: Option<Span> = named.filter(|named| named.id() != at.id()).map(Node::span);
    let place = place.or_else(|| Some(types.node(assigned.definition.capability?.node).span()));
    let Some(place) = place else { return };
    let members = cx.types.members(target, Capabilities);
    let name_of =
        |id: &CapabilityId| Some(quoted(types.name(types.capability(*id).capability_type?.meaning)));
    let some: Vec<String> = members.ids().iter().filter_map(name_of).take(5).collect();
    let offered = if some.is_empty() { String::new() } else { format!(": {}", list(&some, "or")) };
    let diagnostic =
        codes::capability_not_offered::new(at.span(), target.name(), types.name(meaning), place, &offered);
    cx.report(at, diagnostic);
}
