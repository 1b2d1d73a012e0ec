//! Node templates (TOSCA 2.0 §7.2).

use crate::base::Span;
use crate::diagnostics::Advice;
use crate::diagnostics::{Diagnostic, Label, Missing, codes, examples, quoted};
use crate::keynames::{Entity as _, Slot};
use crate::model::Truth;
use crate::model::service::{Assignments, NodeTemplateId, NodeTemplateView};
use crate::model::types::{Capabilities, CapabilityId, Fields, Interfaces, TypeRef, TypeView, Types};
use crate::syntax::{CapabilityAssignment, NodeTemplate};
use crate::yaml::{Node, NodeId};

use super::assignments::{Owner, Words, is_whole, slipped, words};
use super::files::Around;
use super::{
    Cx, artifacts, assignments, copies, directives, entries, inputs, interfaces, names, overwritten,
    relationships,
};

pub(super) fn node_template<'g>(cx: &mut Cx<'g>, node_template: NodeTemplateView<'g>) {
    let (key, template, selected) = (node_template.key(), node_template.written(), node_template.is_selected);
    let original = node_template.original();
    let copied = original.map(NodeTemplateView::written);
    let second = copied.and_then(|copied| copied.copy).map(|name| name.node);
    copies::copy(cx, key, template.copy.map(|name| name.node), second);
    directives::directives(cx, template, copied);
    directives::count(cx, template.count);
    for requirement in node_template.own_requirements().iter() {
        directives::count(cx, requirement.written().count);
    }
    artifacts::artifacts(cx, template.artifacts.as_ref(), !selected);
    artifacts::in_interface_assignments(cx, template.interfaces.as_ref(), Around::Template(node_template));
    for requirement in node_template.own_requirements().iter() {
        if let Some(relationship) = requirement.own_relationship() {
            let interfaces = relationship.interfaces.as_ref();
            artifacts::in_interface_assignments(cx, interfaces, Around::Template(node_template));
        }
    }
    if selected {
        ignored(cx, template);
    }
    let types: &'g Types = cx.types;
    let Some(of) = types.defined(node_template.node_type) else { return };
    let said = words(of);
    let owner = Owner::of(of, &said).given_in(cx.node(template.node), NodeTemplate::meta());
    let properties = names::members_of(cx, of.id, Fields::Properties);
    let meant = assignments::properties(cx, node_template.properties(), &properties, owner);
    let attributes = names::members_of(cx, of.id, Fields::Attributes);
    assignments::attributes(cx, node_template.attributes(), &attributes, &properties, owner);
    overwritten::overwritten(cx, template, of);
    let lost = template.copy.is_some() && (copied.is_none() || second.is_some());
    let readable = |template: &NodeTemplate| is_whole(template.unread, template.properties());
    let whole = !owner.open
        && !lost
        && !selected
        && !slipped(&meant, &properties)
        && readable(template)
        && copied.is_none_or(readable)
        && directives::knows_directives(cx, template, copied);
    // What the copied template lacks is told there, unless nothing was demanded of it.
    let source = original.and_then(|original| types.defined(original.node_type));
    let told_there = source.filter(|_| original.is_some_and(|original| !original.is_selected));
    let mut missing = Vec::new();
    if whole && !properties.demanded.is_empty() {
        let given = node_template.properties().names();
        let there = told_there.map(|source| names::members_of(cx, source.id, Fields::Properties));
        missing = assignments::missing(cx, &properties, |name| {
            meant.contains(&name)
                || given.contains(name)
                || there.as_ref().is_some_and(|there| there.get(name) == properties.get(name))
        });
    }
    let same = source.is_some_and(|source| source.id == of.id);
    let told = told_there.is_some_and(|source| source.id == of.id);
    capabilities(cx, template, copied, of, (whole, told), &mut missing);
    relationships::requirements(cx, node_template, of, (whole, told), &mut missing);
    let who = Words { kind: "node template", name: key.text() };
    assignments::report_missing(cx, key, who, &said, &missing);
    let interfaces = cx.types.members(of, Interfaces);
    interfaces::interfaces(cx, template.interfaces.as_ref(), &interfaces, owner, false);
    if whole && directives::is_created(cx, template, copied) {
        let sections = [Some(template), copied].map(|one| one.map_or(Slot::Absent, NodeTemplate::interfaces));
        let told = original.is_some_and(|original| directives::is_created(cx, original.written(), None));
        inputs::missing_inputs(cx, key, sections, &interfaces, told && same);
    }
    if let (Some(original), Some(name), false) = (original, template.copy, same) {
        copied_values(cx, cx.node(name.node), template, original, of);
    }
}

/// What is found in the assignments of a template, if it were of a type.
fn judged_as<'g>(cx: &mut Cx<'g>, node_template: NodeTemplateView<'g>, of: TypeView<'g>) -> Vec<Diagnostic> {
    let template = node_template.written();
    let (before, decided) = (cx.checker.found.len(), cx.checker.decisions.len());
    let said = words(of);
    let owner = Owner::of(of, &said);
    let properties = names::members_of(cx, of.id, Fields::Properties);
    let attributes = names::members_of(cx, of.id, Fields::Attributes);
    assignments::properties(cx, node_template.properties(), &properties, owner);
    assignments::attributes(cx, node_template.attributes(), &attributes, &properties, owner);
    capabilities(cx, template, None, of, (false, false), &mut Vec::new());
    relationships::requirements(cx, node_template, of, (false, false), &mut Vec::new());
    let interfaces = cx.types.members(of, Interfaces);
    interfaces::interfaces(cx, template.interfaces.as_ref(), &interfaces, owner, false);
    // How a value is written is decided where it stands.
    cx.checker.decisions.truncate(decided);
    cx.checker.found.split_off(before)
}

/// Keynames of a template that is only selected, which have no effect there (7.2-20).
fn ignored(cx: &mut Cx<'_>, template: &NodeTemplate) {
    const EFFECTIVE: [&str; 6] = ["type", "description", "metadata", "directives", "copy", "node_filter"];
    for (key, _) in cx.node(template.node).entries() {
        let name = key.text();
        if EFFECTIVE.contains(&name) || NodeTemplate::meta().keyname(name).is_none() {
            continue;
        }
        let found = codes::no_effect::new(
            key.span(),
            &format!("`{name}` of a template that is only selected"),
            "the selected node has separate ones",
            &format!("remove it, or {advice}", advice = Advice::CreateOrSubstituteNode),
        );
        cx.report(key, found);
    }
}

/// What a template copies must fit its own type (7.2-28); told at `copy`.
fn copied_values<'g>(
    cx: &mut Cx<'g>,
    place: Node<'g>,
    template: &'g NodeTemplate,
    original: NodeTemplateView<'g>,
    of: TypeView<'g>,
) {
    let (types, copied): (&'g Types, _) = (cx.types, original.written());
    // What is wrong for the type of the copied template, too, is told there.
    let there: Vec<(&str, Span)> = match types.defined(original.node_type) {
        Some(source) => {
            let found = judged_as(cx, original, source);
            found.iter().map(|found| (found.code.id, found.primary.span)).collect()
        }
        None => Vec::new(),
    };
    let mut found = judged_as(cx, original, of);
    found.retain(|found| !there.contains(&(found.code.id, found.primary.span)));
    // Only what the copying template does not give itself is copied.
    let own = cx.node(template.node);
    let source = cx.node(copied.node);
    let replaced = |span: Span| {
        source.entries().any(|(keyname, values)| {
            let inside = |node: Node<'_>| node.span().start <= span.start && span.end <= node.span().end;
            let mine = own.get(keyname.text());
            inside(values)
                && mine.is_some_and(|mine| {
                    mine.is_sequence()
                        || values.entries().any(|(name, value)| {
                            (inside(name) || inside(value)) && mine.entry(name.text()).is_some()
                        })
                })
        })
    };
    found.retain(|found| !replaced(found.primary.span));
    for mut found in found {
        let old = std::mem::replace(&mut found.primary.span, place.span());
        let text = std::mem::replace(&mut found.primary.text, "copied by this".into());
        found.secondary.insert(0, Label { span: old, text });
        found.fixes.clear();
        cx.checker.found.push(found);
    }
}

/// Node templates of types that fit, by name: for the help of what is said about a list or name of types,
/// `wanted`. Those that `leave` tells are not meant.
pub(super) fn fitting<'g>(
    cx: &mut Cx<'g>,
    wanted: Node<'g>,
    fits: impl Fn(&'g Types, TypeRef) -> Truth,
    leave: impl Fn(NodeTemplateId) -> bool,
) -> String {
    let Some(service) = cx.service else { return String::new() };
    let types = cx.types;
    let known = cx.memo.fitting.entry((wanted.tree().file(), wanted.id())).or_insert_with(|| {
        let templates = service.node_templates().iter();
        let fitting = templates.filter(|template| fits(types, template.node_type) == Truth::Yes);
        fitting.map(|template| template.id).collect()
    });
    let names = known.iter().filter(|id| !leave(**id));
    examples(names.map(|id| service.node_template(*id).name()), known.len())
}

/// Assigned capabilities, and what unassigned ones lack, which adds to what is `missing`; not where it
/// was `told` at the template that this one copies.
fn capabilities<'g>(
    cx: &mut Cx<'g>,
    template: &'g NodeTemplate,
    copied: Option<&'g NodeTemplate>,
    of: TypeView<'g>,
    (whole, told): (bool, bool),
    missing: &mut Vec<Missing>,
) {
    let names = cx.types.members(of, Capabilities);
    let mut meant: Vec<&'g str> = Vec::new();
    let mut misspelled: Vec<(&'g str, Vec<&'g str>)> = Vec::new();
    for (name, assignment) in entries(template.capabilities.as_ref()) {
        let name = cx.node(name);
        let Some(id) = names.get(name.text()) else {
            meant.extend(assignments::unknown_member(cx, name, "capability", &names, of));
            continue;
        };
        let inside = capability(cx, id, assignment);
        misspelled.push((name.text(), inside));
    }
    if !whole {
        return;
    }
    // Required properties of all capabilities, assigned or not (8.4-04).
    for (name, id) in names.iter().filter(|(name, _)| !meant.contains(name)) {
        let Some(used) = cx.types.capability(id).capability_type else { continue };
        let Some(capability_type) = cx.types.defined(used.meaning).filter(|of| !of.is_open) else {
            continue;
        };
        let properties = names::capability_members(cx, id, Fields::Properties);
        if properties.demanded.is_empty() {
            continue;
        }
        let inside = misspelled.iter().filter(|(known, _)| *known == name);
        let mut given: Vec<&str> = inside.flat_map(|(_, meant)| meant.iter().copied()).collect();
        let (mut at, mut lost) = (None, false);
        for (template, own) in [(Some(template), true), (copied, false)] {
            let section = template.map_or(Slot::Absent, NodeTemplate::capabilities);
            lost |= section.is_unreadable();
            let Some(section) = section.given() else { continue };
            lost |= section.is_incomplete;
            let is_named = |key: &NodeId| cx.node(*key).text() == name;
            let read = section.entries.iter().find(|(key, _)| is_named(key));
            let key = read.map(|(key, _)| key).or_else(|| section.unread.iter().find(|key| is_named(key)));
            // Maps are merged by name: an own entry replaces the copied one.
            let Some(key) = key.filter(|_| own || at.is_none()) else { continue };
            at = at.or(own.then_some(cx.node(*key)));
            let assignment = read.map(|(_, assignment)| assignment);
            lost |= assignment.is_none_or(|one| !is_whole(one.unread, one.properties()));
            let properties = assignment.and_then(|assignment| assignment.properties.as_ref());
            given.extend(entries(properties).map(|(key, _)| cx.node(key).text()));
        }
        if lost {
            continue;
        }
        match at {
            Some(at) => {
                let lacking = assignments::missing(cx, &properties, |name| given.contains(&name));
                let who = Words { kind: "capability", name };
                assignments::report_missing(cx, at, who, &words(capability_type), &lacking);
            }
            None if told => {}
            None => {
                let mut lacking = assignments::missing(cx, &properties, |name| given.contains(&name));
                Missing::within(&mut lacking, &format!("capability {}", quoted(name)));
                missing.extend(lacking);
            }
        }
    }
}

/// Values for a capability; gives the properties that unknown ones were probably meant for.
fn capability<'g>(cx: &mut Cx<'g>, id: CapabilityId, assignment: &'g CapabilityAssignment) -> Vec<&'g str> {
    let used = cx.types.capability(id).capability_type;
    let Some(of) = used.and_then(|used| cx.types.defined(used.meaning)) else { return Vec::new() };
    let said = words(of);
    let owner = Owner::of(of, &said).given_in(cx.node(assignment.node), CapabilityAssignment::meta());
    let properties = names::capability_members(cx, id, Fields::Properties);
    let meant =
        assignments::properties(cx, Assignments::of(cx.file, assignment.properties()), &properties, owner);
    let attributes = names::capability_members(cx, id, Fields::Attributes);
    let initial = Assignments::of(cx.file, assignment.attributes());
    assignments::attributes(cx, initial, &attributes, &properties, owner);
    meant
}
