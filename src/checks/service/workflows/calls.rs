//! Calls of operations (TOSCA 2.0 §13.2.3.3).

use crate::base::Span;
use crate::checks::service::assignments::describe;
use crate::checks::service::{Cx, assignments};
use crate::diagnostics::{Alternatives, Diagnostic, Level, quoted, rules, suggest, suggest_typo};
use crate::expressions::Expression;
use crate::functions::FunctionSource;
use crate::keynames::Slot;
use crate::model::Truth;
use crate::model::service::{Assignment, WorkflowView};
use crate::model::types::{FieldTable, InterfaceId, OperationId, Operations};
use crate::yaml::YamlNode;

use super::activities;
use super::activities::{GivenInputs, splits};
use super::callees::{Callee, Callees};

/// Limit on the names that are searched for a suggestion.
const MAX_SUGGESTIONS: usize = 1_000;

/// The clause about calls of operations.
const CALLS: &str = "13.2.3.3";

/// The result of looking up a name of the form `interface.operation` in a target.
enum Lookup<'a> {
    /// One operation, with its interface and the name of the interface.
    One(InterfaceId, OperationId, &'a str),
    /// Two operations, each with the name of its interface and the span of its definition.
    Two((&'a str, Span), (&'a str, Span)),
    /// No operation. The interface is present if only the operation is missing.
    Missing(Option<&'a str>),
    /// Unknown: the type or interface has unknown members.
    Unknown,
}

/// Checks a call of the operation that `name_node` names.
pub(super) fn check_call<'g>(
    cx: &mut Cx<'g>,
    name_node: YamlNode<'g>,
    given: GivenInputs<'g>,
    callees: Option<&Callees<'g>>,
    workflow: Option<WorkflowView<'g>>,
) {
    let name = name_node.text();
    if let Some(diagnostic) = malformed_operation(cx, name_node, callees) {
        cx.report(name_node, diagnostic);
        return activities::check_loose_inputs(cx, given, |_| true);
    }
    let Some(callees) = callees else { return activities::check_loose_inputs(cx, given, |_| true) };
    let mut called: Vec<(InterfaceId, OperationId, &str, Vec<&Callee<'g>>)> = Vec::new();
    for callee in callees.iter() {
        match find(cx, callee, name, Operations::Operations) {
            Lookup::One(interface, operation, interface_name) => {
                let same = called.iter_mut().find(|(called_interface, called_operation, ..)| {
                    (*called_interface, *called_operation) == (interface, operation)
                });
                match same {
                    Some((.., list)) => list.push(callee),
                    None => called.push((interface, operation, interface_name, vec![callee])),
                }
            }
            Lookup::Two(first, second) => {
                let diagnostic = rules::ambiguous_operation::ambiguous(name_node.span(), name, first, second);
                cx.report(name_node, diagnostic);
                return activities::check_loose_inputs(cx, given, |_| true);
            }
            Lookup::Missing(_) | Lookup::Unknown => {}
        }
    }
    if let Some(diagnostic) = missing_operation(cx, callees, name_node.span(), name, Operations::Operations) {
        cx.report(name_node, diagnostic);
    }
    check_call_inputs(cx, name_node, given, callees, &called, workflow);
}

/// Reports a name that is not of the form `interface.operation`.
pub(in crate::checks::service) fn malformed_operation<'g>(
    cx: &Cx<'g>,
    name_node: YamlNode<'g>,
    callees: Option<&Callees<'g>>,
) -> Option<Diagnostic> {
    let name = name_node.text();
    if splits(name).next().is_some() {
        return None;
    }
    let operation_name = name.trim_matches('.');
    let with_dots = name.replace([':', '/'], ".");
    let candidates =
        callees.and_then(|callees| all_names(cx, callees, Operations::Operations)).unwrap_or_default();
    let mut intended = candidates.iter().filter(|full| {
        let mut parts = splits(full);
        parts.any(|(_, operation)| operation == operation_name) || **full == with_dots
    });
    let suggestion = intended.next().filter(|_| intended.next().is_none());
    Some(rules::ambiguous_operation::new(name_node.span(), name, suggestion.map(String::as_str)))
}

/// Returns a diagnostic if an event is the name of a notification of a target without that of its interface, or almost.
pub(in crate::checks::service) fn bare_notification<'g>(
    cx: &Cx<'g>,
    callees: &Callees<'g>,
    event: YamlNode<'g>,
) -> Option<Diagnostic> {
    let names = all_names(cx, callees, Operations::Notifications)?;
    let inner = |full: &str| full.rsplit('.').next().unwrap_or_default().to_owned();
    let is_meant = |full: &&String| {
        if let Some((first, rest)) = event.text().split_once('.') {
            return rest == full.as_str() && callees.units.iter().any(|unit| unit.key.text() == first);
        }
        let inner = inner(full);
        inner == event.text() || suggest_typo(event.text(), [inner.as_str()]).is_some()
    };
    let mut meant = names.iter().filter(is_meant);
    let first = meant.next()?;
    let suggestion = meant.next().is_none().then_some(first.as_str());
    Some(rules::ambiguous_operation::event(event.span(), event.text(), suggestion))
}

/// Looks up a name of the form `interface.operation` in a target.
fn find<'g, 'a>(cx: &Cx<'g>, callee: &Callee<'g>, name: &'a str, section: Operations) -> Lookup<'a> {
    let mut first: Option<(InterfaceId, OperationId, &'a str)> = None;
    let (mut known_interface, mut is_incomplete) = (None, callee.ty.is_incomplete);
    for (interface, inner) in splits(name) {
        // Operations and notifications that a template assigns without a definition are reported there.
        let tree = callee.key.tree();
        let lacks = |section| {
            let interface = callee.interfaces.get(interface);
            interface.is_none_or(|id| !cx.types.interface_operations(id, section).contains(inner))
        };
        is_incomplete |= callee.interface(interface).any(|assigned| {
            let operations = assigned.operations.as_ref().map(|map| map.entry(tree, inner).is_absent());
            let notifications = assigned.notifications.as_ref().map(|map| map.entry(tree, inner).is_absent());
            !callee.interfaces.contains(interface)
                || operations == Some(false) && lacks(Operations::Operations)
                || notifications == Some(false) && lacks(Operations::Notifications)
        });
        let Some(id) = callee.interfaces.get(interface) else { continue };
        known_interface = Some(interface);
        if let Some(operation) = cx.types.interface_operations(id, section).get(inner) {
            if let Some((_, operation_id, interface_name)) = first {
                let span = |id| cx.types.operation(id).key().span();
                return Lookup::Two((interface_name, span(operation_id)), (interface, span(operation)));
            }
            first = Some((id, operation, interface));
        }
        is_incomplete |= is_open_interface(cx, id);
    }
    match first {
        Some((interface, operation, interface_name)) => Lookup::One(interface, operation, interface_name),
        None if is_incomplete => Lookup::Unknown,
        None => Lookup::Missing(known_interface),
    }
}

fn is_open_interface(cx: &Cx<'_>, id: InterfaceId) -> bool {
    let used = cx.types.interface(id).interface_type;
    used.and_then(|used| cx.types.defined(used.meaning)).is_none_or(|ty| ty.is_incomplete)
}

/// Whether one of the targets has the operation or notification, or may have it.
pub(in crate::checks::service) fn any_may_have<'g>(
    cx: &Cx<'g>,
    callees: &Callees<'g>,
    name: &str,
    section: Operations,
) -> bool {
    let may_have_more = !callees.is_complete || callees.units.iter().any(|unit| !unit.is_complete);
    let mut is_empty = true;
    may_have_more
        || callees.iter().any(|callee| {
            is_empty = false;
            !matches!(find(cx, callee, name, section), Lookup::Missing(_))
        })
        || is_empty
}

/// Returns a diagnostic if targets do not have the operation or notification `name`.
pub(in crate::checks::service) fn missing_operation<'g>(
    cx: &Cx<'g>,
    callees: &Callees<'g>,
    span: Span,
    name: &str,
    section: Operations,
) -> Option<Diagnostic> {
    let (kind, clause) = match section {
        Operations::Operations => ("operation", CALLS),
        Operations::Notifications => ("notification", "16.5"),
    };
    if section == Operations::Operations && callees.reported.contains(&name) {
        return None;
    }
    let Missing { units: units_without, callee, known, is_found } = missing_in(cx, callees, name, section)?;
    let names = all_names(cx, callees, section);
    let alternatives = match &names {
        Some(names) => Alternatives::to_word(name, names.iter().map(String::as_str)),
        None => Alternatives::default(),
    };
    let level = if callees.is_lenient || is_found { Level::Warning } else { Level::Error };
    if let Some(description) = &callees.description {
        let diagnostic = rules::unknown_member::of_targets(
            span,
            (kind, name),
            description,
            &units_without,
            is_found,
            &alternatives,
        );
        return Some(diagnostic.at_level(level).in_clause(clause));
    }
    let diagnostic =
        rules::unknown_member::new(span, kind, name, &describe(callee.ty).to_string(), &alternatives);
    let other_section =
        if section == Operations::Operations { Operations::Notifications } else { Operations::Operations };
    let label = match (find(cx, callee, name, other_section), known) {
        (Lookup::One(..), _) if section == Operations::Operations => {
            "notification, not an operation".to_owned()
        }
        (Lookup::One(..), _) => "operation, not a notification".to_owned(),
        (_, Some(interface)) => format!("not in interface {}", quoted(interface)),
        (_, None) => "no such interface".to_owned(),
    };
    let diagnostic = diagnostic.label(label).also(callee.ty.key().span(), "type defined here");
    Some(diagnostic.at_level(level).in_clause(clause))
}

/// Targets: name and definition.
type Units<'g> = Vec<(&'g str, Span)>;

/// Where an operation or notification is missing.
struct Missing<'c, 'g, 'n> {
    /// The targets without it.
    units: Units<'g>,
    /// The first target without it.
    callee: &'c Callee<'g>,
    /// Its interface there, if it has one of the name.
    known: Option<&'n str>,
    /// Whether other targets have it.
    is_found: bool,
}

/// Returns where the operation or notification `name` is certainly missing.
fn missing_in<'c, 'g, 'n>(
    cx: &Cx<'g>,
    callees: &'c Callees<'g>,
    name: &'n str,
    section: Operations,
) -> Option<Missing<'c, 'g, 'n>> {
    let mut units: Vec<(&str, Span)> = Vec::new();
    let mut reason = None;
    let (mut is_found, mut is_unknown) = (false, !callees.is_complete);
    for unit in &callees.units {
        let mut has = unit.callees.is_empty();
        is_unknown |= !unit.is_complete || unit.callees.is_empty();
        for callee in &unit.callees {
            match find(cx, callee, name, section) {
                Lookup::One(..) | Lookup::Two(..) => (has, is_found) = (true, true),
                Lookup::Unknown => (has, is_unknown) = (true, true),
                Lookup::Missing(known) => reason = reason.or(Some((callee, known))),
            }
        }
        if !has && unit.is_complete {
            units.push((unit.key.text(), unit.key.span()));
        }
    }
    let (callee, known) = reason?;
    let is_certain = !units.is_empty() && (is_found || !is_unknown);
    is_certain.then_some(Missing { units, callee, known, is_found })
}

/// Reports operations that the same targets lack while others have them, as one finding for these targets.
pub(in crate::checks::service) fn report_several_missing<'g>(
    cx: &mut Cx<'g>,
    callees: &mut Callees<'g>,
    called: &[YamlNode<'g>],
) {
    let Some(description) = callees.description.clone() else { return };
    let mut groups: Vec<(Units<'g>, Vec<YamlNode<'g>>)> = Vec::new();
    for name in called {
        let is_known = groups.iter().any(|(_, names)| names.iter().any(|known| known.text() == name.text()));
        let missing = missing_in(cx, callees, name.text(), Operations::Operations);
        let Some(missing) = missing.filter(|missing| missing.is_found && !is_known) else { continue };
        match groups.iter_mut().find(|(units, _)| *units == missing.units) {
            Some((_, names)) => names.push(*name),
            None => groups.push((missing.units, vec![*name])),
        }
    }
    for (units, names) in groups.iter().filter(|(_, names)| names.len() > 1) {
        callees.reported.extend(names.iter().map(|name| name.text()));
        let named: Vec<(&str, Span)> = names.iter().map(|name| (name.text(), name.span())).collect();
        cx.report(
            names[0],
            rules::unknown_member::several_of_targets(&named, &description, units).in_clause(CALLS),
        );
    }
}

/// Returns all names of the form `interface.operation`, or `None` if there are too many for a suggestion.
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
            for name in inner.names().map(|operation| format!("{interface}.{operation}")) {
                if !names.contains(&name) {
                    names.push(name);
                }
            }
        }
        if names.len() > MAX_SUGGESTIONS || seen.len() > MAX_SUGGESTIONS / 10 {
            return None;
        }
    }
    Some(names)
}

/// Checks the inputs of a call against each operation that it may call.
fn check_call_inputs<'g>(
    cx: &mut Cx<'g>,
    name_node: YamlNode<'g>,
    given: GivenInputs<'g>,
    callees: &Callees<'g>,
    called: &[(InterfaceId, OperationId, &str, Vec<&Callee<'g>>)],
    workflow: Option<WorkflowView<'g>>,
) {
    let mut is_incomplete = called.is_empty();
    let mut tables: Vec<FieldTable<'g>> = Vec::new();
    let mut is_reported = false;
    for (interface, operation, interface_name, list) in called {
        // An input of the operation replaces an input of the interface with the same name (11.2-09).
        let operation_inputs = cx.types.operation_inputs(*operation);
        let known = cx.types.interface_inputs(*interface).refined_by(operation_inputs);
        assignments::check_inputs(cx, given.assigned, &known);
        for (name, id) in known.iter() {
            if cx.types.field(id).value_needed() == Truth::Yes {
                report_optional_input(cx, given, name, workflow);
            }
        }
        let definition = cx.types.operation(*operation);
        is_incomplete |= is_open_interface(cx, *interface)
            || matches!(definition.written, crate::model::types::DeclaredOperation::Unreadable);
        let operation = definition.key().text();
        // Unknown names are reported; the inputs that they were probably meant for are not reported as
        // missing.
        let unknown_names = given.assigned.own().map(Assignment::name);
        let unknown_names = unknown_names.filter(|name| !known.contains(name));
        let intended: Vec<&str> = unknown_names.filter_map(|name| suggest(name, known.names())).collect();
        for callee in list.iter().filter(|_| given.is_complete && !is_reported) {
            if callee.has_unreadable_interface(interface_name) || is_open_interface(cx, *interface) {
                continue;
            }
            let missing = assignments::inputs_without_value(cx, &known, |name| {
                given.has(name)
                    || intended.contains(&name)
                    || callee.gives_input(cx, interface_name, operation, name)
            });
            if missing.is_empty() {
                continue;
            }
            // One finding is enough for all targets.
            is_reported = true;
            let what = format!("the call of {}", quoted(name_node.text()));
            let target = callees.description.as_ref().map(|_| quoted(callee.key.text()));
            let diagnostic =
                rules::incomplete_call::new(name_node.span(), &what, target.as_deref(), &missing);
            cx.report(name_node, diagnostic);
            break;
        }
        tables.push(known);
    }
    let mut unknown: Vec<YamlNode<'g>> = Vec::new();
    for Assignment { key, .. } in given.assigned.own() {
        let is_assigned =
            |(_, operation, interface_name, list): &(InterfaceId, OperationId, &str, Vec<&Callee<'g>>)| {
                let operation = cx.types.operation(*operation).key().text();
                list.iter().any(|callee| callee.gives_input(cx, interface_name, operation, key.text()))
            };
        if is_incomplete
            || tables.iter().any(|known| known.contains(key.text()))
            || called.iter().any(is_assigned)
        {
            continue;
        }
        unknown.push(key);
    }
    let owner = format!("operation {}", quoted(name_node.text()));
    if let [first, _, ..] = unknown[..]
        && tables.iter().all(FieldTable::is_empty)
    {
        let names: Vec<&str> = unknown.iter().map(|key| key.text()).collect();
        cx.report(first, rules::unknown_property::all(first.span(), "input", &names, &owner));
        unknown.clear();
    }
    for key in unknown {
        let names = tables.iter().flat_map(FieldTable::names);
        let alternatives = Alternatives::new(key.text(), names);
        let diagnostic = rules::unknown_property::new(key.span(), "input", key.text(), &owner, &alternatives);
        cx.report(key, diagnostic);
    }
    activities::check_loose_inputs(cx, given, |name| !tables.iter().any(|known| known.contains(name)));
}

/// Reports a required input whose value comes from an optional input of the workflow.
pub(super) fn report_optional_input<'g>(
    cx: &mut Cx<'g>,
    given: GivenInputs<'g>,
    name: &str,
    workflow: Option<WorkflowView<'g>>,
) {
    let Slot::Given(Assignment { value, .. }) = given.assigned.get(name) else { return };
    let call = cx.types.expressions.call(value).filter(|call| call.reads(FunctionSource::Input));
    let Some(mut arguments) = call.map(Expression::arguments) else { return };
    let (Some(argument), None) = (arguments.next(), arguments.next()) else { return };
    let argument = argument.node();
    let source =
        workflow.and_then(|workflow| workflow.inputs().find(|input| Some(input.name()) == argument.as_str()));
    let Some(source) = source.filter(|input| input.may_have_no_value()) else { return };
    if let Some(required) = source.definition().and_then(|definition| definition.required) {
        let required = cx.node(required.node);
        let diagnostic = rules::optional_input::new(value.span(), name, source.name(), required.span());
        cx.report(value, diagnostic);
    }
}
