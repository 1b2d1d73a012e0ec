//! Calls of functions.

use crate::functions::{Function, FunctionSource, PathEnd};
use crate::keynames::NameKind;
use crate::resolve;

use super::{Completion, CompletionKind, Request, escaped};
use crate::ide::referent::Referent;

/// Returns a call of each function that the file can use.
pub(super) fn all(request: &Request<'_, '_>) -> Vec<Completion> {
    let model = request.model;
    if request.context.version.is_some() {
        return earlier(request);
    }
    let built_in = Function::names().filter_map(Function::named).map(|function| Completion {
        label: format!("${}", function.name),
        kind: CompletionKind::Function,
        detail: function.arity.in_words(),
        documentation: format!("{}\n\nTOSCA 2.0 §{}", function.doc.trim(), function.section),
        snippet: call(request, &format!("${}", function.name), Some(function)),
        rank: if function.source() == Some(FunctionSource::Input) { 1 } else { 2 },
        import: None,
    });
    let mut items: Vec<Completion> = built_in.collect();
    let files = model.types.graph.reached(request.file, true);
    for file in files.iter().chain([&request.file]) {
        let Some(file) = model.types.graph.get(*file) else { continue };
        for id in model.types.functions_of_file(file) {
            let name = Referent::Function(id).name(model);
            // A function in a namespace is written with it.
            let is_plain =
                resolve::find(&model.types.graph, request.file, NameKind::Function, name) == Some(id);
            if is_plain && !items.iter().any(|item| item.label.get(1..) == Some(name)) {
                items.push(Completion {
                    label: format!("${name}"),
                    kind: CompletionKind::Name(Referent::Function(id)),
                    detail: "function".to_owned(),
                    documentation: String::new(),
                    snippet: call(request, &format!("${name}"), None),
                    rank: 2,
                    import: None,
                });
            }
        }
    }
    items
}

/// Returns the functions that earlier versions have too, without `$`.
fn earlier(request: &Request<'_, '_>) -> Vec<Completion> {
    let is_known = |function: &&Function| match function.source() {
        Some(FunctionSource::Input) => true,
        Some(FunctionSource::Path(end)) => end != PathEnd::Allocation,
        Some(_) => false,
        None => function.makes_string(),
    };
    let known = Function::names().filter_map(Function::named).filter(is_known);
    known
        .map(|function| Completion {
            label: function.name.to_owned(),
            kind: CompletionKind::Function,
            detail: function.arity.in_words(),
            documentation: function.doc.trim().to_owned(),
            snippet: call(request, function.name, Some(function)),
            rank: 2,
            import: None,
        })
        .collect()
}

/// Returns the snippet for a call: as a key if the word is one, else with its braces.
fn call(request: &Request<'_, '_>, name: &str, function: Option<&Function>) -> String {
    let arguments = match function {
        Some(function) if function.arity.most == Some(0) => "[]",
        Some(function)
            if function.takes_bare_argument || function.source() == Some(FunctionSource::Value) =>
        {
            "$0"
        }
        _ => "[ $0 ]",
    };
    let name = escaped(name);
    if request.place.has_colon {
        return name;
    }
    // On a line without other text, the call is a map of that line.
    if request.context.is_key || request.place.is_first && !request.place.in_brackets {
        return format!("{name}: {arguments}");
    }
    format!("{{ {name}: {arguments} \\}}")
}
