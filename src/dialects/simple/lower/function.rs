//! Values and the functions in them (L27 to L30): a map whose only key is the name of a function is a
//! call; everything else is data, in which nothing may look like a call of TOSCA 2.0.

use crate::diagnostics::{rules, suggest};
use crate::dialects::{Mark, Rewriter};
use crate::yaml::{Kind, YamlNode};

use super::super::versions::UNFURL;

/// The rewriting of a call's arguments.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    /// The arguments are unchanged.
    Same,
    /// The arguments are a list; otherwise it is not a call, but data.
    List,
    /// The arguments are a path, of which only the first elements are kept.
    Path(usize),
    /// A single argument, which becomes a list.
    Single,
}

/// The functions, with their arguments and new names.
const FUNCTIONS: &[(&str, Form, &str)] = &[
    ("get_input", Form::Same, "L28"),
    ("get_property", Form::Path(usize::MAX), "L29"),
    ("get_attribute", Form::Path(usize::MAX), "L29"),
    ("get_artifact", Form::Path(2), "L30"),
    ("get_operation_output", Form::List, "L30"),
    ("get_nodes_of_type", Form::Single, "L30"),
    ("concat", Form::List, "L27"),
    ("join", Form::List, "L27"),
    ("token", Form::List, "L27"),
];

/// The functions of Unfurl, whose arguments only Unfurl understands.
const OPAQUE: &[&str] = &["eval", "get_env", "abspath", "get_dir", "sensitive"];

/// Writes a value, with all calls in it.
pub(in crate::dialects) fn value<'t>(rewriter: &mut Rewriter<'t>, node: YamlNode<'t>) {
    if let Some((key, arguments)) = node.only_entry()
        && let Some((name, form, rule)) = function(key, arguments)
    {
        rewriter.applied(rule, key);
        rewriter.open_like(node);
        rewriter.key(&format!("${name}"), key);
        call(rewriter, arguments, form);
        rewriter.close();
        return;
    }
    if let Some((key, argument)) = node.only_entry()
        && OPAQUE.contains(&key.text())
        && rewriter.policies.names.further.contains(&UNFURL)
    {
        rewriter.applied("L27", key);
        rewriter.open_map_like(node);
        rewriter.key(&format!("${}", key.text()), key);
        rewriter.open_list(argument);
        rewriter.string(argument.written(), argument);
        rewriter.close();
        rewriter.close();
        return;
    }
    if let Some((key, arguments)) = node.only_entry()
        && let Some(suggestion) = misspelled(key, arguments)
    {
        rewriter.report(key, rules::unknown_function::misspelled(key.span(), key.text(), suggestion));
    }
    match node.kind() {
        Kind::Mapping => {
            rewriter.open_like(node);
            for (key, inner) in node.all_entries() {
                value(rewriter, key);
                value(rewriter, inner);
            }
            rewriter.close();
        }
        Kind::Sequence => rewriter.list(node, value),
        Kind::Scalar | Kind::Invalid => literal(rewriter, node),
    }
}

/// Writes a value that is kept as it is: only its calls get the names of TOSCA 2.0.
pub(in crate::dialects) fn kept<'t>(rewriter: &mut Rewriter<'t>, node: YamlNode<'t>) {
    if !node.is_mapping() {
        return rewriter.list(node, kept);
    }
    let is_call = is_call(node);
    rewriter.open_like(node);
    for (key, value) in node.all_entries() {
        if is_call {
            rewriter.key(&format!("${}", key.text()), key);
        } else {
            rewriter.copy(key);
        }
        kept(rewriter, value);
    }
    rewriter.close();
}

/// Whether a map is a call.
pub(super) fn is_call(node: YamlNode<'_>) -> bool {
    node.only_entry().is_some_and(|(key, arguments)| function(key, arguments).is_some())
}

fn function(key: YamlNode<'_>, arguments: YamlNode<'_>) -> Option<(&'static str, Form, &'static str)> {
    let name = key.as_str()?;
    let candidate = FUNCTIONS.iter().copied().find(|(known, ..)| *known == name)?;
    // A map such as `{ token: abc }` is a credential, not a call.
    let fits = match candidate.1 {
        Form::List => arguments.is_sequence(),
        _ => !arguments.is_mapping(),
    };
    fits.then_some(candidate)
}

/// Returns the function whose name is similar to a key; a map with only this key is data.
fn misspelled(key: YamlNode<'_>, arguments: YamlNode<'_>) -> Option<&'static str> {
    let names = || FUNCTIONS.iter().map(|(name, ..)| *name);
    let name = key.as_str().filter(|name| arguments.is_sequence() && !names().any(|known| known == *name))?;
    suggest(name, names()).filter(|suggestion| name.starts_with("get_") == suggestion.starts_with("get_"))
}

fn call<'t>(rewriter: &mut Rewriter<'t>, arguments: YamlNode<'t>, form: Form) {
    match form {
        Form::Path(max) if arguments.is_sequence() => {
            rewriter.mark(Mark::Path);
            rewriter.open_like(arguments);
            for item in arguments.items().take(max) {
                element(rewriter, item);
            }
            rewriter.close();
            for more in arguments.items().skip(max) {
                rewriter.lose_as("get_artifact", more);
            }
        }
        Form::Single if arguments.kind() == Kind::Scalar => {
            rewriter.open_list(arguments);
            rewriter.copy(arguments);
            rewriter.close();
        }
        Form::Same if arguments.kind() == Kind::Scalar => rewriter.copy(arguments),
        Form::Same if arguments.is_sequence() => rewriter.list(arguments, |rewriter, item| {
            if item.as_str() == Some(INDEX) && has_input(rewriter, INDEX) {
                rewriter.applied("L28", item);
                rewriter.open_map(item);
                rewriter.string("$get_input", item);
                rewriter.copy(item);
                return rewriter.close();
            }
            value(rewriter, item);
        }),
        _ => value(rewriter, arguments),
    }
}

/// The input of ONAP that is the number of an instance: in a path, its name stands for its value.
const INDEX: &str = "index_value";

fn has_input(rewriter: &Rewriter<'_>, name: &str) -> bool {
    let topology = rewriter.tree().root().and_then(|root| root.get("topology_template"));
    topology.and_then(|topology| topology.get("inputs")).is_some_and(|inputs| inputs.get(name).is_some())
}

/// Writes an element of a path: names are unchanged.
fn element<'t>(rewriter: &mut Rewriter<'t>, item: YamlNode<'t>) {
    if item.kind() == Kind::Scalar { rewriter.copy(item) } else { value(rewriter, item) }
}

/// Writes a scalar that is not a call: TOSCA 2.0 interprets a single `$` at its start as a call.
fn literal<'t>(rewriter: &mut Rewriter<'t>, node: YamlNode<'t>) {
    if let Some(text) = node.refused_text() {
        // The tags of YAML 1.1 for timestamps and binary data: TOSCA 2.0 uses strings for both.
        rewriter.applied("L09", node);
        return rewriter.string(text, node);
    }
    match node.as_str().filter(|text| text.starts_with('$') && !node.is_lowered()) {
        Some(text) => {
            rewriter.applied("L27", node);
            rewriter.string(&format!("${text}"), node);
        }
        None => rewriter.copy(node),
    }
}
