//! Explains findings about two types that have the same name, such as those of two versions of a profile, and about
//! types that are not imported.

use crate::diagnostics::{Diagnostic, quoted};
use crate::model::types::{TypeRef, TypeView, Types};

/// Adds a note if the file does not import `expected`, and one if `actual` is, or is derived from, a type that has the
/// name of `expected` but is another one.
pub(super) fn explain(
    types: &Types,
    diagnostic: Diagnostic,
    actual: TypeRef,
    expected: TypeRef,
) -> Diagnostic {
    let diagnostic = explain_import(types, diagnostic, expected);
    let (Some(actual), Some(expected)) = (types.defined(actual), types.defined(expected)) else {
        return diagnostic;
    };
    let is_same = |ty: &TypeView<'_>| ty.name() == expected.name() && ty.id != expected.id;
    let Some(actual) = types.lineage(actual).find(is_same) else { return diagnostic };
    let name = quoted(expected.name());
    diagnostic
        .also(actual.key().span(), "the type that is used")
        .also(expected.key().span(), "the type that is required")
        .note(format!(
            "{name} of {} and {name} of {} are different types",
            origin(types, actual),
            origin(types, expected)
        ))
}

/// Adds a note if the file of a finding does not import the type that is expected.
fn explain_import(types: &Types, diagnostic: Diagnostic, expected: TypeRef) -> Diagnostic {
    let Some(expected_type) = types.defined(expected) else { return diagnostic };
    if types.spelling(expected, diagnostic.primary.span.file).is_some() {
        return diagnostic;
    }
    let (name, origin) = (quoted(expected_type.name()), origin(types, expected_type));
    diagnostic.note(format!("{name} is defined in {origin}, which this file does not import"))
}

/// Describes where a type is defined: its file, and its profile if there is one.
fn origin(types: &Types, ty: TypeView<'_>) -> String {
    let file = types.graph.file(ty.id.file);
    let path = quoted(file.source().path.as_str());
    match &file.profile {
        Some(profile) => format!("{path} (profile {})", quoted(profile)),
        None => path,
    }
}
