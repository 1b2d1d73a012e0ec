//! Node templates (TOSCA 2.0 §7.2).

use std::cell::LazyCell;

use crate::base::Span;
use crate::diagnostics::Advice;
use crate::diagnostics::{Diagnostic, MissingValue, examples, quoted, rules};
use crate::keynames::{Entity as _, Slot};
use crate::model::Truth;
use crate::model::service::{Assignments, NodeTemplateId, NodeTemplateView};
use crate::model::types::{Capabilities, CapabilityId, Fields, Interfaces, TypeRef, TypeView, Types};
use crate::syntax::{CapabilityAssignment, NodeTemplate};
use crate::yaml::{NodeId, YamlNode};

use super::assignments::{Description, Owner, describe, has_misplaced_keyname, is_whole};
use super::files::Enclosing;
use super::sections::in_wrong_sections;
use super::{
    Cx, artifacts, assignments, copies, directives, entries, inputs, interfaces, names, overwritten,
    relationships,
};

/// Checks a node template.
pub(super) fn check_node_template<'g>(cx: &mut Cx<'g>, node_template: NodeTemplateView<'g>) {
    let first = cx.checker.diagnostics.len();
    check_assigned(cx, node_template);
    if node_template.is_selected {
        forget_ignored_values(cx, node_template.written(), first);
    }
}

/// Checks what a node template assigns.
fn check_assigned<'g>(cx: &mut Cx<'g>, node_template: NodeTemplateView<'g>) {
    let (key, template, selected) = (node_template.key(), node_template.written(), node_template.is_selected);
    let original = node_template.original();
    let copied = original.map(NodeTemplateView::written);
    let second = copied.and_then(|copied| copied.copy).map(|name| name.node);
    copies::check_copy(cx, key, template.copy.map(|name| name.node), second);
    directives::check_directives(cx, template, copied);
    directives::check_count(cx, template.count);
    for requirement in node_template.own_requirements().iter() {
        directives::check_count(cx, requirement.written().count);
    }
    artifacts::check_artifacts(cx, template.artifacts.as_ref(), !selected);
    artifacts::check_interface_assignments(
        cx,
        template.interfaces.as_ref(),
        Enclosing::Template(node_template),
    );
    for requirement in node_template.own_requirements().iter() {
        if let Some(relationship) = requirement.own_relationship() {
            let interfaces = relationship.interfaces.as_ref();
            artifacts::check_interface_assignments(cx, interfaces, Enclosing::Template(node_template));
        }
    }
    if selected {
        report_ignored_keynames(cx, template);
    }
    let types: &'g Types = cx.types;
    let Some(ty) = types.defined(node_template.node_type) else { return };
    let description = describe(ty);
    let owner = Owner::new(ty, &description).with_body(cx.node(template.node), NodeTemplate::meta());
    let properties = names::members_of(cx, ty.id, Fields::Properties);
    let intended = assignments::check_properties(cx, node_template.properties(), &properties, owner);
    let attributes = names::members_of(cx, ty.id, Fields::Attributes);
    assignments::check_attributes(cx, node_template.attributes(), &attributes, &properties, owner);
    overwritten::report_overwritten(cx, template, ty);
    let is_source_unknown = template.copy.is_some() && (copied.is_none() || second.is_some());
    let is_readable = |template: &NodeTemplate| is_whole(template.unread, template.properties());
    let is_complete = !owner.is_incomplete
        && !is_source_unknown
        && !selected
        && !has_misplaced_keyname(&intended, &properties)
        && is_readable(template)
        && copied.is_none_or(is_readable)
        && directives::knows_directives(cx, template, copied);
    // Missing values of the copied template are reported there, unless it is only selected.
    let source = original.and_then(|original| types.defined(original.node_type));
    let reported_source = source.filter(|_| original.is_some_and(|original| !original.is_selected));
    let mut missing = Vec::new();
    if is_complete && !properties.required.is_empty() {
        let given = node_template.properties().names();
        let source_properties =
            reported_source.map(|source| names::members_of(cx, source.id, Fields::Properties));
        let file = cx.file;
        let misplaced = LazyCell::new(|| in_wrong_sections(types, file, template, ty));
        missing = assignments::missing(cx, &properties, |name| {
            intended.contains(&name)
                || given.contains(name)
                || source_properties.as_ref().is_some_and(|source| source.get(name) == properties.get(name))
                || misplaced.contains(name)
        });
    }
    let has_same_type = source.is_some_and(|source| source.id == ty.id);
    let is_reported = reported_source.is_some_and(|source| source.id == ty.id);
    check_capabilities(
        cx,
        (template, node_template.key().entry_value()),
        copied,
        ty,
        (is_complete, is_reported),
        &mut missing,
    );
    relationships::check_requirements(cx, node_template, ty, (is_complete, is_reported), &mut missing);
    let owner_name = Description { kind: "node template", name: key.text() };
    assignments::report_missing(cx, key, owner_name, &description, &missing);
    let interfaces = cx.types.members(ty, Interfaces);
    interfaces::check_interfaces(cx, template.interfaces.as_ref(), &interfaces, owner, false);
    if is_complete && directives::is_created(cx, template, copied) {
        let sections =
            [Some(template), copied].map(|layer| layer.map_or(Slot::Absent, NodeTemplate::interfaces));
        let is_source_created =
            original.is_some_and(|original| directives::is_created(cx, original.written(), None));
        inputs::report_missing_inputs(cx, key, sections, &interfaces, is_source_created && has_same_type);
    }
    if let (Some(original), Some(name), false) = (original, template.copy, has_same_type) {
        check_copied_values(cx, cx.node(name.node), template, original, ty);
    }
}

/// Returns the findings that the assignments of a template would have if it were of type `ty`.
fn findings_for_type<'g>(
    cx: &mut Cx<'g>,
    node_template: NodeTemplateView<'g>,
    ty: TypeView<'g>,
) -> Vec<Diagnostic> {
    let template = node_template.written();
    let (findings_before, decisions_before) = (cx.checker.diagnostics.len(), cx.checker.decisions.len());
    let description = describe(ty);
    let owner = Owner::new(ty, &description);
    let properties = names::members_of(cx, ty.id, Fields::Properties);
    let attributes = names::members_of(cx, ty.id, Fields::Attributes);
    assignments::check_properties(cx, node_template.properties(), &properties, owner);
    assignments::check_attributes(cx, node_template.attributes(), &attributes, &properties, owner);
    check_capabilities(
        cx,
        (template, node_template.key().entry_value()),
        None,
        ty,
        (false, false),
        &mut Vec::new(),
    );
    relationships::check_requirements(cx, node_template, ty, (false, false), &mut Vec::new());
    let interfaces = cx.types.members(ty, Interfaces);
    interfaces::check_interfaces(cx, template.interfaces.as_ref(), &interfaces, owner, false);
    // Each value has its decision at its own template.
    cx.checker.decisions.truncate(decisions_before);
    cx.checker.diagnostics.split_off(findings_before)
}

/// Returns the keynames of a template that have no effect if it is only selected (7.2-20), with their values.
fn ignored_keynames(body: YamlNode<'_>) -> impl Iterator<Item = (YamlNode<'_>, YamlNode<'_>)> {
    const EFFECTIVE: [&str; 6] = ["type", "description", "metadata", "directives", "copy", "node_filter"];
    body.entries().filter(|(key, _)| {
        !EFFECTIVE.contains(&key.text()) && NodeTemplate::meta().keyname_at(*key).is_some()
    })
}

/// Removes findings after the first ones about values that have no effect: their keyname is reported. Unknown
/// names stay.
fn forget_ignored_values(cx: &mut Cx<'_>, template: &NodeTemplate, first: usize) {
    let ignored: Vec<Span> =
        ignored_keynames(cx.node(template.node)).map(|(_, value)| value.span()).collect();
    let is_ignored = |span: Span| {
        ignored.iter().any(|ignored| {
            ignored.file == span.file && ignored.start <= span.start && span.end <= ignored.end
        })
    };
    let mut diagnostics = cx.checker.diagnostics.split_off(first);
    diagnostics.retain(|diagnostic| {
        let is_about_value =
            diagnostic.rule.is_named("T06") && diagnostic.rule != &rules::unknown_property::RULE;
        !is_about_value || !is_ignored(diagnostic.primary.span)
    });
    cx.checker.diagnostics.append(&mut diagnostics);
}

/// Reports keynames of a template that is only selected: they have no effect (7.2-20).
fn report_ignored_keynames(cx: &mut Cx<'_>, template: &NodeTemplate) {
    for (key, _) in ignored_keynames(cx.node(template.node)) {
        let name = key.text();
        let diagnostic = rules::no_effect::new(
            key.span(),
            &format!("`{name}` of a template that is only selected"),
            "the selected node has separate ones",
            &format!("remove it, or {advice}", advice = Advice::CreateOrSubstituteNode),
        );
        cx.report(key, diagnostic);
    }
}

/// Checks that copied assignments fit the type of the copying template (7.2-28). Reports at `copy_name`.
fn check_copied_values<'g>(
    cx: &mut Cx<'g>,
    copy_name: YamlNode<'g>,
    template: &'g NodeTemplate,
    original: NodeTemplateView<'g>,
    ty: TypeView<'g>,
) {
    let (types, copied): (&'g Types, _) = (cx.types, original.written());
    // Findings that also occur for the type of the copied template are reported there.
    let reported: Vec<(&str, Span)> = match types.defined(original.node_type) {
        Some(source) => {
            let diagnostics = findings_for_type(cx, original, source);
            diagnostics.iter().map(|diagnostic| (diagnostic.rule.code, diagnostic.primary.span)).collect()
        }
        None => Vec::new(),
    };
    let mut diagnostics = findings_for_type(cx, original, ty);
    diagnostics.retain(|diagnostic| !reported.contains(&(diagnostic.rule.code, diagnostic.primary.span)));
    // Only what the copying template does not assign itself is copied.
    let own_body = cx.node(template.node);
    let source_body = cx.node(copied.node);
    let is_replaced = |span: Span| {
        source_body.entries().any(|(keyname, values)| {
            let is_inside =
                |node: YamlNode<'_>| node.span().start <= span.start && span.end <= node.span().end;
            let own_values = own_body.get(keyname.text());
            is_inside(values)
                && own_values.is_some_and(|own_values| {
                    own_values.is_sequence()
                        || values.entries().any(|(name, value)| {
                            (is_inside(name) || is_inside(value)) && own_values.entry(name.text()).is_some()
                        })
                })
        })
    };
    diagnostics.retain(|diagnostic| !is_replaced(diagnostic.primary.span));
    let moved =
        diagnostics.into_iter().map(|diagnostic| diagnostic.moved_to(copy_name.span(), "copied by this"));
    cx.checker.diagnostics.extend(moved);
}

/// Lists the names of node templates with a matching type, for a help text. `expected` is the list or name of
/// types in the file, and identifies the cached result; templates for which `is_excluded` holds are left out.
pub(super) fn list_fitting<'g>(
    cx: &mut Cx<'g>,
    expected: YamlNode<'g>,
    fits: impl Fn(&'g Types, TypeRef) -> Truth,
    is_excluded: impl Fn(NodeTemplateId) -> bool,
) -> String {
    let Some(service) = cx.service else { return String::new() };
    let types = cx.types;
    let known = cx.memo.fitting.entry((expected.tree().file(), expected.id())).or_insert_with(|| {
        let templates = service.node_templates().iter();
        let fitting = templates.filter(|template| fits(types, template.node_type) == Truth::Yes);
        fitting.map(|template| template.id).collect()
    });
    let names = known.iter().filter(|id| !is_excluded(**id));
    examples(names.map(|id| service.node_template(*id).name()), known.len())
}

/// Checks the capability assignments of a template and its map, and adds required properties of unassigned capabilities
/// to `missing` unless `is_reported` at the copied template.
fn check_capabilities<'g>(
    cx: &mut Cx<'g>,
    (template, entity): (&'g NodeTemplate, YamlNode<'g>),
    copied: Option<&'g NodeTemplate>,
    ty: TypeView<'g>,
    (is_complete, is_reported): (bool, bool),
    missing: &mut Vec<MissingValue>,
) {
    let names = cx.types.members(ty, Capabilities);
    let mut intended: Vec<&'g str> = Vec::new();
    let mut misspelled: Vec<(&'g str, Vec<&'g str>)> = Vec::new();
    for (name, assignment) in entries(template.capabilities.as_ref()) {
        let name = cx.node(name);
        let Some(id) = names.get(name.text()) else {
            intended.extend(assignments::unknown_member(cx, (name, entity), "capability", &names, ty));
            continue;
        };
        let intended_properties = check_capability(cx, id, assignment);
        misspelled.push((name.text(), intended_properties));
    }
    if !is_complete {
        return;
    }
    // Required properties of all capabilities, assigned or not (8.4-04).
    let (types, file) = (cx.types, cx.file);
    let misplaced = LazyCell::new(|| in_wrong_sections(types, file, template, ty));
    for (name, id) in names.iter() {
        if intended.contains(&name) {
            continue;
        }
        let Some(used) = cx.types.capability(id).capability_type else { continue };
        let Some(capability_type) = cx.types.defined(used.meaning).filter(|ty| !ty.is_incomplete) else {
            continue;
        };
        let properties = names::capability_members(cx, id, Fields::Properties);
        if properties.required.is_empty() {
            continue;
        }
        let intended_properties = misspelled.iter().filter(|(known, _)| *known == name);
        let mut given: Vec<&str> =
            intended_properties.flat_map(|(_, intended)| intended.iter().copied()).collect();
        let (mut own_key, mut is_unreadable) = (None, false);
        for (template, is_own) in [(Some(template), true), (copied, false)] {
            let section = template.map_or(Slot::Absent, NodeTemplate::capabilities);
            is_unreadable |= section.is_unreadable();
            let Some(section) = section.given() else { continue };
            is_unreadable |= section.is_incomplete;
            let is_named = |key: &NodeId| cx.node(*key).text() == name;
            let read = section.entries.iter().find(|(key, _)| is_named(key));
            let key = read.map(|(key, _)| key).or_else(|| section.unread.iter().find(|key| is_named(key)));
            // Copying merges maps by name: an entry of the template replaces the copied one.
            let Some(key) = key.filter(|_| is_own || own_key.is_none()) else { continue };
            own_key = own_key.or(is_own.then_some(cx.node(*key)));
            let assignment = read.map(|(_, assignment)| assignment);
            is_unreadable |= assignment.is_none_or(|written| !is_whole(written.unread, written.properties()));
            let properties = assignment.and_then(|assignment| assignment.properties.as_ref());
            given.extend(entries(properties).map(|(key, _)| cx.node(key).text()));
        }
        if is_unreadable {
            continue;
        }
        let mut missing_here = assignments::missing(cx, &properties, |name| given.contains(&name));
        if missing_here.is_empty() || misplaced.contains(name) {
            continue;
        }
        match own_key {
            Some(own_key) => {
                let owner_name = Description { kind: "capability", name };
                assignments::report_missing(
                    cx,
                    own_key,
                    owner_name,
                    &describe(capability_type),
                    &missing_here,
                );
            }
            None if is_reported => {}
            None => {
                MissingValue::add_owner(&mut missing_here, &format!("capability {}", quoted(name)));
                missing.extend(missing_here);
            }
        }
    }
}

/// Checks the values of a capability. Returns the names that unknown property keys were probably meant for.
fn check_capability<'g>(
    cx: &mut Cx<'g>,
    id: CapabilityId,
    assignment: &'g CapabilityAssignment,
) -> Vec<&'g str> {
    let used = cx.types.capability(id).capability_type;
    let Some(ty) = used.and_then(|used| cx.types.defined(used.meaning)) else { return Vec::new() };
    let description = describe(ty);
    let owner =
        Owner::new(ty, &description).with_body(cx.node(assignment.node), CapabilityAssignment::meta());
    let properties = names::capability_members(cx, id, Fields::Properties);
    let intended = assignments::check_properties(
        cx,
        Assignments::new(cx.file, assignment.properties()),
        &properties,
        owner,
    );
    let attributes = names::capability_members(cx, id, Fields::Attributes);
    let initial = Assignments::new(cx.file, assignment.attributes());
    assignments::check_attributes(cx, initial, &attributes, &properties, owner);
    intended
}
