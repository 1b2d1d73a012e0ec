//! Calls of operations (TOSCA 2.0 §13.2.3.3).

use crate::base::Span;
use crate::checks::service::assignments::describe;
use crate::checks::service::{Cx, assignments};
use crate::diagnostics::{Diagnostic, Instead, Level, codes, quoted, suggest};
use crate::expressions::Expression;
use crate::functions::Source;
use crate::keynames::Slot;
use crate::model::Truth;
use crate::model::service::{Assignment, WorkflowView};
use crate::model::types::{FieldTable, InterfaceId, OperationId, Operations};
use crate::yaml::Node;

use super::activities;
use super::activities::{Given, splits};
use super::callees::{Callee, Callees};

/// Among more names than this no similar one is looked for.
const MAX_SUGGESTIONS: usize = 1_000;

/// What a name of the form `interface.operation` means to one that is called.
enum Found<'a> {
    /// An operation of an interface, and the name of the interface.
    One(InterfaceId, OperationId, &'a str),
    /// Two of them, each with its interface and its definition.
    Two((&'a str, Span), (&'a str, Span)),
    /// Nothing; the interface is there if it is named.
    Nothing(Option<&'a str>),
    /// It is not known.
    Unknown,
}

/// A call of the operation that `place` names.
pub(super) fn call<'g>(
    cx: &mut Cx<'g>,
    name_node: Node<'g>,
    given: Given<'g>,
    callees: Option<&Callees<'g>>,
    workflow: Option<WorkflowView<'g>>,
) {
    let name = name_node.text();
    if let Some(diagnostic) = malformed_operation(cx, name_node, callees) {
        cx.report(name_node, diagnostic);
        return activities::loose_inputs(cx, given, |_| true);
    }
    let Some(callees) = callees else { return activities::loose_inputs(cx, given, |_| true) };
    let mut called: Vec<(InterfaceId, OperationId, &str, Vec<&Callee<'g>>)> = Vec::new();
    for callee in callees.iter() {
        match find(cx, callee, name, Operations::Operations) {
            Found::One(interface, operation, interface_name) => {
                let same =
                    called.iter_mut().find(|(one, other, ..)| (*one, *other) == (interface, operation));
                match same {
                    Some((.., list)) => list.push(callee),
                    None => called.push((interface, operation, interface_name, vec![callee])),
                }
            }
            Found::Two(first, second) => {
                let diagnostic = codes::ambiguous_operation::ambiguous(name_node.span(), name, first, second);
                cx.report(name_node, diagnostic);
                return activities::loose_inputs(cx, given, |_| true);
            }
            Found::Nothing(_) | Found::Unknown => {}
        }
    }
    if let Some(diagnostic) = not_there(cx, callees, name_node.span(), name, Operations::Operations) {
        cx.report(name_node, diagnostic);
    }
    call_inputs(cx, name_node, given, callees, &called, workflow);
}

/// A name that is not of the form `interface.operation`.
pub(in crate::checks::service) fn malformed_operation<'g>(
    cx: &Cx<'g>,
    name_node: Node<'g>,
    callees: Option<&Callees<'g>>,
) -> Option<Diagnostic> {
    let name = name_node.text();
    if splits(name).next().is_some() {
        return None;
    }
    let bare = name.trim_matches('.');
    let all = callees.and_then(|callees| all_names(cx, callees, Operations::Operations)).unwrap_or_default();
    let mut intended = all.iter().filter(|full| {
        let mut parts = splits(full);
        parts.any(|(_, operation)| operation == bare)
    });
    let suggestion = intended.next().filter(|_| intended.next().is_none());
    Some(codes::ambiguous_operation::new(name_node.span(), name, suggestion.map(String::as_str)))
}

/// What a name means to one that is called.
fn find<'g, 'a>(cx: &Cx<'g>, callee: &Callee<'g>, name: &'a str, section: Operations) -> Found<'a> {
    let mut one: Option<(InterfaceId, OperationId, &'a str)> = None;
    let (mut known, mut open) = (None, callee.ty.is_open);
    for (interface, inner) in splits(name) {
        // What a template assigns beyond its type is told there.
        let tree = callee.key.tree();
        open |= callee.interface(interface).any(|assigned| {
            !callee.interfaces.contains(interface)
                || assigned.operations.as_ref().is_some_and(|map| !map.entry(tree, inner).is_absent())
                || assigned.notifications.as_ref().is_some_and(|map| !map.entry(tree, inner).is_absent())
        });
        let Some(id) = callee.interfaces.get(interface) else { continue };
        known = Some(interface);
        if let Some(operation) = cx.types.interface_operations(id, section).get(inner) {
            if let Some((_, first, interface_name)) = one {
                let span = |id| cx.types.operation(id).key().span();
                return Found::Two((interface_name, span(first)), (interface, span(operation)));
            }
            one = Some((id, operation, interface));
        }
        open |= is_open_interface(cx, id);
    }
    match one {
        Some((interface, operation, interface_name)) => Found::One(interface, operation, interface_name),
        None if open => Found::Unknown,
        None => Found::Nothing(known),
    }
}

fn is_open_interface(cx: &Cx<'_>, id: InterfaceId) -> bool {
    let used = cx.types.interface(id).interface_type;
    used.and_then(|used| cx.types.defined(used.meaning)).is_none_or(|ty| ty.is_open)
}

/// Whether one of those that are called has what a name means, for all that is known.
pub(in crate::checks::service) fn one_has<'g>(
    cx: &Cx<'g>,
    callees: &Callees<'g>,
    name: &str,
    section: Operations,
) -> bool {
    let unknown = !callees.whole || callees.units.iter().any(|unit| !unit.whole);
    let mut none = true;
    unknown
        || callees.iter().any(|callee| {
            none = false;
            !matches!(find(cx, callee, name, section), Found::Nothing(_))
        })
        || none
}

/// What is to be said where those that are called lack what a name means.
pub(in crate::checks::service) fn not_there<'g>(
    cx: &Cx<'g>,
    callees: &Callees<'g>,
    at: Span,
    name: &str,
    section: Operations,
) -> Option<Diagnostic> {
    let kind = if section == Operations::Operations { "operation" } else { "notification" };
    let mut lacking: Vec<(&str, Span)> = Vec::new();
    let mut reason = None;
    let (mut some, mut unknown) = (false, !callees.whole);
    for unit in &callees.units {
        let mut has = unit.callees.is_empty();
        unknown |= !unit.whole || unit.callees.is_empty();
        for callee in &unit.callees {
            match find(cx, callee, name, section) {
                Found::One(..) | Found::Two(..) => (has, some) = (true, true),
                Found::Unknown => (has, unknown) = (true, true),
                Found::Nothing(known) => reason = reason.or(Some((callee, known))),
            }
        }
        if !has && unit.whole {
            lacking.push((unit.key.text(), unit.key.span()));
        }
    }
    let (callee, known) = reason?;
    if lacking.is_empty() || !some && unknown {
        return None;
    }
    let all = all_names(cx, callees, section);
    let alternatives = match &all {
        Some(all) => Instead::of_words(name, all.iter().map(String::as_str)),
        None => Instead::default(),
    };
    let level = if callees.lenient || some { Level::Warning } else { Level::Error };
    if let Some(words) = &callees.words {
        let diagnostic =
            codes::unknown_member::of_targets(at, (kind, name), words, &lacking, some, &alternatives);
        return Some(diagnostic.at_level(level));
    }
    let diagnostic =
        codes::unknown_member::new(at, kind, name, &describe(callee.ty).to_string(), &alternatives);
    let other =
        if section == Operations::Operations { Operations::Notifications } else { Operations::Operations };
    let label = match (find(cx, callee, name, other), known) {
        (Found::One(..), _) if section == Operations::Operations => {
            "notification, not an operation".to_owned()
        }
        (Found::One(..), _) => "operation, not a notification".to_owned(),
        (_, Some(interface)) => format!("not in interface {}", quoted(interface)),
        (_, None) => "no such interface".to_owned(),
    };
    let diagnostic = diagnostic.label(label).also(callee.ty.key().span(), "type defined here");
    Some(diagnostic.at_level(level))
}

/// All names of the form `interface.operation`, unless they are many.
fn all_names<'g>(cx: &Cx<'g>, callees: &Callees<'g>, section: Operations) -> Option<Vec<String>> {
    let mut seen = Vec::new();
    let mut names = Vec::new();
    for callee in callees.iter() {
        if seen.contains(&callee.ty.id) {
            continue;
        }
        seen.push(callee.ty.id);
        for (interface, id) in callee.interfaces.iter() {
            let inner = cx.types.interface_operations(id, section);
            names.extend(inner.names().map(|operation| format!("{interface}.{operation}")));
        }
        if names.len() > MAX_SUGGESTIONS || seen.len() > MAX_SUGGESTIONS / 10 {
            return None;
        }
    }
    Some(names)
}

/// The inputs of a call, against each operation that it may mean.
fn call_inputs<'g>(
    cx: &mut Cx<'g>,
    name_node: Node<'g>,
    given: Given<'g>,
    callees: &Callees<'g>,
    called: &[(InterfaceId, OperationId, &str, Vec<&Callee<'g>>)],
    workflow: Option<WorkflowView<'g>>,
) {
    let mut open = called.is_empty();
    let mut all: Vec<FieldTable<'g>> = Vec::new();
    let mut told = false;
    for (interface, operation, interface_name, list) in called {
        // An input of the operation wins over one of the interface (11.2-09).
        let own = cx.types.operation_inputs(*operation);
        let known = cx.types.interface_inputs(*interface).refined_by(own);
        assignments::inputs(cx, given.assigned, &known);
        for (name, id) in known.iter() {
            if cx.types.field(id).value_needed() == Truth::Yes {
                optional_input(cx, given, name, workflow);
            }
        }
        let inner = cx.types.operation(*operation);
        open |= is_open_interface(cx, *interface)
            || matches!(inner.written, crate::model::types::DeclaredOperation::Unreadable)
                && inner.again.is_none();
        let operation = inner.key().text();
        // Unknown names are told, and nothing is said of those that they were probably meant for.
        let strange = given.assigned.own().map(Assignment::name);
        let strange = strange.filter(|name| !known.contains(name));
        let intended: Vec<&str> = strange.filter_map(|name| suggest(name, known.names())).collect();
        for callee in list.iter().filter(|_| given.whole && !told) {
            if callee.lost_interface(interface_name) {
                continue;
            }
            let missing = assignments::inputs_without_value(cx, &known, |name| {
                given.has(name)
                    || intended.contains(&name)
                    || callee.gives_input(interface_name, operation, name)
            });
            if missing.is_empty() {
                continue;
            }
            // One of several stands for all of them.
            told = true;
            let what = format!("the call of {}", quoted(name_node.text()));
            let whose = callees.words.as_ref().map(|_| quoted(callee.key.text()));
            let diagnostic = codes::incomplete_call::new(name_node.span(), &what, whose.as_deref(), &missing);
            cx.report(name_node, diagnostic);
            break;
        }
        all.push(known);
    }
    for Assignment { key, .. } in given.assigned.own() {
        let assigned =
            |(_, operation, interface_name, list): &(InterfaceId, OperationId, &str, Vec<&Callee<'g>>)| {
                let operation = cx.types.operation(*operation).key().text();
                list.iter().any(|callee| callee.gives_input(interface_name, operation, key.text()))
            };
        if open || all.iter().any(|known| known.contains(key.text())) || called.iter().any(assigned) {
            continue;
        }
        let names = all.iter().flat_map(FieldTable::names);
        let alternatives = Instead::of(key.text(), names);
        let owner = format!("operation {}", quoted(name_node.text()));
        let diagnostic = codes::unknown_property::new(key.span(), "input", key.text(), &owner, &alternatives);
        cx.report(key, diagnostic);
    }
    activities::loose_inputs(cx, given, |name| !all.iter().any(|known| known.contains(name)));
}

/// A required input that is fed by an optional input of the workflow.
pub(super) fn optional_input<'g>(
    cx: &mut Cx<'g>,
    given: Given<'g>,
    name: &str,
    workflow: Option<WorkflowView<'g>>,
) {
    let Slot::Given(Assignment { value, .. }) = given.assigned.get(name) else { return };
    let call = cx.types.expressions.call(value).filter(|call| call.reads(Source::Input));
    let Some(mut arguments) = call.map(Expression::arguments) else { return };
    let (Some(argument), None) = (arguments.next(), arguments.next()) else { return };
    let argument = argument.node();
    let feeding =
        workflow.and_then(|workflow| workflow.inputs().find(|input| Some(input.name()) == argument.as_str()));
    let Some(from) = feeding.filter(|input| input.may_lack_value()) else { return };
    if let Some(required) = from.definition().and_then(|definition| definition.required) {
        let name_node = cx.node(required.node);
        let diagnostic = codes::optional_input::new(value.span(), name, from.name(), name_node.span());
        cx.report(value, diagnostic);
    }
}
