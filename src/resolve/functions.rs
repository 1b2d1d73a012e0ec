//! Resolves function calls in values to functions (TOSCA 2.0 §10.1).

use crate::base::Span;
use crate::diagnostics::rules;
use crate::functions::{Function, without_suffix};
use crate::keynames::{NameKind, call_name, is_malformed_call};
use crate::load::File;
use crate::syntax::constraint_in_2_0;
use crate::yaml::{Kind, NodeId, Style, YamlNode};

use super::Meaning;
use super::lookup::may_hide_definitions;
use super::references::Resolver;

/// Returns the calls in all values of a file, including malformed ones, in the order of the tree.
pub(super) fn calls(file: &File) -> Vec<NodeId> {
    let mut calls = Vec::new();
    // Few files call functions.
    if file.values().is_empty() || !file.tree().has_dollar() {
        return calls;
    }
    let is_dollar = |node: YamlNode<'_>| node.kind() == Kind::Scalar && node.starts_with_dollar();
    let may_call = |node: &YamlNode<'_>| node.kind() != Kind::Scalar || is_dollar(*node);
    let mut pending: Vec<YamlNode<'_>> =
        file.values().iter().map(|&value| file.node(value)).filter(may_call).collect();
    while let Some(node) = pending.pop() {
        let mut looks_like_call = is_dollar(node);
        pending.extend(node.items().filter(may_call));
        for (key, value) in node.entries() {
            looks_like_call |= is_dollar(key);
            pending.extend([key].into_iter().filter(|key| key.kind() != Kind::Scalar));
            pending.extend([value].into_iter().filter(may_call));
        }
        if looks_like_call && (call_name(node).is_some() || is_malformed_call(node)) {
            calls.push(node.id());
        }
    }
    // A value can be part of another value.
    calls.sort_unstable();
    calls.dedup();
    calls
}

/// Resolves the `calls` of a file, and the functions that its service template refines.
pub(super) fn resolve(names: &mut Resolver<'_, '_>, calls: &[NodeId], known: &[String]) {
    let root = names.file.tree().root();
    let template = root.and_then(|root| root.get("service_template"));
    for &node in calls {
        let node = names.file.node(node);
        let Some(name) = call_name(node) else { continue };
        let in_template =
            names.file.seen_from.is_some() || template.is_some_and(|template| template.contains(node));
        if node.kind() == Kind::Scalar && report_call_in_text(node, names) {
            continue;
        }
        let text = match node.kind() {
            Kind::Mapping => without_suffix(name.text()),
            _ => name.text().trim_start_matches('$'),
        };
        resolve_call(name, text, in_template, known, names);
    }
    resolve_refined(names);
}

/// Reports a string that is written like a call with arguments, without the braces of its map. Returns whether it is
/// one.
fn report_call_in_text<'g>(node: YamlNode<'g>, names: &mut Resolver<'_, 'g>) -> bool {
    let (text, rest) = with_parenthesis(node);
    let Some((function, arguments)) = call_in_text(text) else { return false };
    let built_in = Function::named(function);
    if names.global(NameKind::Function, text.trim_start_matches('$')).namespaces > 0 && built_in.is_some()
        || built_in.is_none() && names.global(NameKind::Function, function).definition.is_none()
    {
        return false;
    }
    let is_bare = built_in.is_some_and(|function| function.takes_bare_argument) && !arguments.contains(',');
    let arguments = match arguments.strip_prefix('(').and_then(|text| text.strip_suffix(')')) {
        Some(inner) => inner.trim(),
        None => arguments,
    };
    let call = if is_bare || arguments.starts_with(['[', '{']) {
        format!("{{ ${function}: {arguments} }}")
    } else if arguments.contains([',', '"', '\'']) {
        format!("{{ ${function}: [ {arguments} ] }}")
    } else {
        let words: Vec<&str> = arguments.split_whitespace().collect();
        format!("{{ ${function}: [ {} ] }}", words.join(", "))
    };
    names.mean(node, Meaning::Unknown);
    names.has_unknown_names = true;
    let span = Span { end: node.span().end + rest, ..node.span() };
    let mut diagnostic = rules::malformed_call::without_braces(span, &call);
    if rest > 0 {
        diagnostic = diagnostic.explains(Span { start: node.span().end, ..span });
    }
    names.report(node, diagnostic);
    true
}

/// Returns the text of a scalar and, if a parenthesis is open at its end because it is between brackets, what follows
/// until it is closed. The number is the length of that.
fn with_parenthesis(node: YamlNode<'_>) -> (&str, u32) {
    let source = node.tree().source().as_str();
    let (start, end) = (node.span().start as usize, node.span().end as usize);
    let is_open = node.style() == Style::Plain && node.text().contains('(') && !node.text().contains(')');
    let after = source.get(end..).filter(|after| is_open && after.starts_with(','));
    let rest = after.and_then(|after| after.find([')', '\n', '{', '[']));
    match rest.map(|rest| end + rest + 1).and_then(|end| source.get(start..end)) {
        Some(text) if text.ends_with(')') => (text, u32::try_from(start + text.len() - end).unwrap_or(0)),
        _ => (node.text(), 0),
    }
}

/// Splits a text such as `$concat(a, b)`, `$get_input name`, `$get_input: name` or `${get_input: name}` into the name
/// of the function and its arguments.
fn call_in_text(text: &str) -> Option<(&str, &str)> {
    let text = text.trim_start_matches('$');
    let text = text.strip_prefix('{').and_then(|text| text.strip_suffix('}')).unwrap_or(text).trim();
    let (function, arguments) = match text.split_once(':') {
        Some((function, arguments)) if Function::named(function).is_some() => (function, arguments),
        _ => text.split_at(text.find(|letter: char| letter.is_whitespace() || "([".contains(letter))?),
    };
    let arguments = arguments.trim();
    let is_call = !matches!(arguments, "" | "()" | "[]") && !arguments.contains('\n');
    is_call.then_some((function, arguments))
}

/// Resolves the call `node` of the function `name`. Functions of a service template are visible only in it.
fn resolve_call<'g>(
    node: YamlNode<'g>,
    name: &'g str,
    in_template: bool,
    known: &[String],
    names: &mut Resolver<'_, 'g>,
) {
    if in_template && let Some(definition) = names.template(NameKind::Function, name) {
        return names.mean(node, Meaning::Definition(definition));
    }
    let well_formed = name.split(':').all(|segment| !segment.is_empty());
    if well_formed {
        let lookup = names.global(NameKind::Function, name);
        if let Some(definition) = lookup.definition {
            return names.mean(node, Meaning::Definition(definition));
        }
        if Function::named(name).is_some() {
            return names.mean(node, Meaning::BuiltInFunction);
        }
        names.mean(node, Meaning::Unknown);
        if known.iter().any(|known| known.trim_start_matches('$') == name) {
            return;
        }
        let last = name.rsplit(':').next().unwrap_or(name);
        if lookup.namespaces > 0 && Function::named(last).is_some() {
            let bare = format!("${last}");
            return names.report(node, rules::reserved_name::qualified(node.span(), node.text(), &bare));
        }
        if lookup.is_incomplete || may_hide_definitions(names.scope, NameKind::Function) {
            return;
        }
        if lookup.namespaces < name.matches(':').count() {
            let kinds = &[NameKind::Function];
            return names.unknown_namespace(node, name, lookup.namespaces, kinds);
        }
    } else {
        names.mean(node, Meaning::Unknown);
    }
    let help = if let Some(now) = constraint_in_2_0(name) {
        Some(format!("in TOSCA 2.0, this is written {now}"))
    } else if let Some(variable) = name.strip_prefix('{').and_then(|name| name.strip_suffix('}')) {
        Some(format!(
            "write `{{ $get_input: {variable} }}` for the value of an input; use `$$` for a string that starts with `$`"
        ))
    } else {
        let suggestion = names.suggestion(name, &[NameKind::Function]);
        let built_in = crate::diagnostics::suggest(name, Function::names()).map(str::to_owned);
        if let Some(suggestion) = built_in.or(suggestion).map(|suggestion| format!("${suggestion}")) {
            names.has_unknown_names = true;
            let diagnostic = rules::unknown_function::similar(node.span(), name, &suggestion);
            return names.report(node, diagnostic);
        }
        None
    };
    names.has_unknown_names = true;
    names.report(node, rules::unknown_function::new(node.span(), name, help));
}

/// Resolves the names in `functions` of a service template. A name that is also defined outside the template
/// refines that function; a qualified name must do so.
fn resolve_refined(names: &mut Resolver<'_, '_>) {
    let Some(template) = names.file.syntax().and_then(|root| root.service_template.as_ref()) else {
        return;
    };
    for (key, _) in template.functions.iter().flat_map(|map| &map.0.entries) {
        let node = names.file.node(*key);
        let name = node.text();
        let lookup = names.global(NameKind::Function, name);
        if !name.contains(':') && lookup.definition.is_none() {
            // A new function of the service template.
            continue;
        }
        if let Some(definition) = lookup.definition {
            names.mean(node, Meaning::Definition(definition));
        } else if lookup.is_incomplete {
            names.mean(node, Meaning::Unknown);
        } else if lookup.namespaces == name.matches(':').count() {
            names.report(node, rules::unknown_function::new(node.span(), name, None));
        } else {
            names.unknown_namespace(node, name, lookup.namespaces, &[NameKind::Function]);
        }
    }
}
