//! Values of a type, and keys in them.

use crate::literals::BuiltIn;
use crate::values::{ValueType, allowed_literals};

use super::{Completion, CompletionKind, Request, calls, escaped, names, plain_item};
use crate::ide::referent::Referent;

/// Returns literals of a type as far as they can be listed, its properties, and calls.
pub(super) fn of_type<'m>(request: &Request<'_, 'm>, expected: &ValueType<'m>) -> Vec<Completion> {
    let types = &request.model.types;
    let mut items: Vec<Completion> = Vec::new();
    for literal in allowed_literals(types, expected) {
        items.push(plain_item(literal.written(), CompletionKind::Value));
    }
    match expected.kind(types) {
        Some(BuiltIn::Boolean) if items.is_empty() => {
            items.extend(["true", "false"].map(|word| plain_item(word, CompletionKind::Value)));
        }
        Some(BuiltIn::Scalar) => {
            if let Some(after_number) = units(request, expected) {
                return after_number;
            }
        }
        _ => {}
    }
    items.extend(calls::all(request));
    items
}

/// Returns the units of a scalar type, if a number is before the word.
fn units<'m>(request: &Request<'_, 'm>, expected: &ValueType<'m>) -> Option<Vec<Completion>> {
    let types = &request.model.types;
    let before = request.text.get(..request.context.span.range().start)?;
    let line = before.rsplit('\n').next()?;
    if !line.ends_with(' ') || !line.trim_end().ends_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let units = types.units(types.defined(expected.data_type()?)?)?;
    Some(units.names().iter().map(|unit| plain_item(unit, CompletionKind::Unit)).collect())
}

/// Returns the properties that a value can have as keys, and calls if they are possible too.
pub(super) fn keys(request: &Request<'_, '_>, members: &[Referent]) -> Vec<Completion> {
    let mut items = names::members(request, members);
    let prefix = request.context.prefix.as_str();
    if prefix.starts_with('$') || members.is_empty() {
        items.extend(calls::all(request).into_iter().map(|call| Completion { rank: 2, ..call }));
    }
    for item in &mut items {
        if item.snippet.is_empty() {
            item.snippet = escaped(&item.label);
        }
    }
    items
}
