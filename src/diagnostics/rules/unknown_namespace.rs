//! `unknown-namespace`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, keyname, quoted};

declare_rule!("T0404", "unknown-namespace", Error, "6.8.4", leaves [Prefix]);

/// Reports that the name at `span` starts with an unknown namespace.
pub(crate) fn new(span: Span, namespace: &str, suggestion: Option<&str>) -> Diagnostic {
    of(span, namespace).help(suggestion.map_or_else(
        || format!("add `{:#}: {namespace}` to the import that defines the name", keyname("namespace")),
        |suggestion| format!("did you mean `{suggestion}`?"),
    ))
}

/// Reports the unknown namespace of names that `import` defines, which has another one at `namespace_span`.
pub(crate) fn of_import(span: Span, namespace: &str, import: &str, namespace_span: Span) -> Diagnostic {
    let help = format!("write `{:#}: {namespace}` in the import of {}", keyname("namespace"), quoted(import));
    of(span, namespace)
        .also(namespace_span, "declared by the import")
        .help(help.clone())
        .unsafe_fix(help, namespace_span, namespace)
}

/// Reports the unknown namespace of a name that `import` defines without a namespace.
pub(crate) fn of_plain_import(span: Span, namespace: &str, import: &str) -> Diagnostic {
    let import = quoted(import);
    of(span, namespace).help(format!("add `{:#}: {namespace}` to the import {import}, or remove the prefix", keyname("namespace")))
}

/// Reports an unknown namespace in a file without imports.
pub(crate) fn without_imports(span: Span, namespace: &str) -> Diagnostic {
    of(span, namespace).help(format!("import the file that defines the name with `{:#}: {namespace}`", keyname("namespace")))
}

/// Reports an unknown namespace that the file at `path` has for the profile `profile`.
pub(crate) fn of_other_file(span: Span, namespace: &str, profile: &str, path: &str) -> Diagnostic {
    let (profile, path) = (quoted(profile), quoted(path));
    of(span, namespace).help(format!("import the profile {profile} with `{:#}: {namespace}`, as {path} does", keyname("namespace")))
}

/// Reports an unknown namespace before `name`, which the file itself defines or sees without one; `is_own` if other
/// files have the namespace for the profile of the file.
pub(crate) fn before_own_name(span: Span, namespace: &str, name: &str, is_own: bool) -> Diagnostic {
    let diagnostic = of(span, namespace).help(format!("remove the prefix: {}", quoted(name)));
    if is_own {
        diagnostic.note(format!("{} is what other files call the profile that this file declares", quoted(namespace)))
    } else {
        diagnostic
    }
}

/// Reports that `namespace` is unknown in the namespace before it.
pub(crate) fn nested(span: Span, namespace: &str) -> Diagnostic {
    of(span, namespace).help("remove it, or add it to an import of the file that is imported")
}

/// Reports a name with an empty namespace, such as `a::b`.
pub(crate) fn empty(span: Span, name: &str, suggestion: Option<&str>) -> Diagnostic {
    let message = format!("{} has an empty namespace", quoted(name));
    let diagnostic = Diagnostic::new(&RULE, span, message);
    match suggestion {
        Some(suggestion) => diagnostic.did_you_mean(suggestion, span),
        None => diagnostic.help("write one `:` between a namespace and a name"),
    }
}

/// Returns a note about `count` other names with the namespace, or `None` if there are none.
pub(crate) fn other_names(count: usize) -> Option<String> {
    match count {
        0 => None,
        1 => Some("1 other name in this file has this namespace".to_owned()),
        _ => Some(format!("{count} other names in this file have this namespace")),
    }
}

fn of(span: Span, namespace: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("unknown namespace {}", quoted(namespace))).misses([namespace])
        .label("not declared by any import")
}
