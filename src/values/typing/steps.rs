//! Types functions that read values, and the steps into these values (TOSCA 2.0 §10.2.1).

use crate::base::Span;
use crate::diagnostics::{Actual, rules, suggest};
use crate::functions::FunctionSource;
use crate::keynames::describe;
use crate::literals::{BuiltIn, number};
use crate::values::check_context::CheckContext;
use crate::values::paths::type_path;
use crate::values::value_type::{ValueStep, ValueType};
use crate::yaml::{Scalar, YamlNode};

use super::call_context::may_read;
use super::calls::type_expression;
use super::inputs::type_input;
use super::{Typed, Typer, check_calls_in};

/// Types a call of a function that reads `source`, with the right number of arguments.
pub(super) fn type_read<'g>(
    cx: &mut Typer<'g>,
    node: YamlNode<'g>,
    name: YamlNode<'g>,
    source: FunctionSource,
    arguments: &[YamlNode<'g>],
    result: ValueType<'g>,
) -> Typed<'g> {
    let right = may_read(cx, node, name, source);
    match source {
        FunctionSource::Input => type_input(cx, node, arguments, right),
        FunctionSource::Path(end) if right => type_path(cx, node, name, end, arguments),
        FunctionSource::Value => Typed::later(match cx.scope.value.clone() {
            Some(value) => type_steps(cx, value, arguments, None),
            None => {
                cx.report(name, rules::value_outside_clause::new(name.span()));
                ValueType::Unknown
            }
        }),
        FunctionSource::Path(_) | FunctionSource::NodeIndex | FunctionSource::RelationshipIndex => {
            for argument in arguments {
                check_calls_in(cx, *argument, &ValueType::Unknown);
            }
            Typed::later(result)
        }
    }
}

/// Returns the type of a part of a value, step by step; `known` is the value if no other is given, and
/// whether no other can be given.
pub(in crate::values) fn type_steps<'g>(
    cx: &mut Typer<'g>,
    start: ValueType<'g>,
    steps: &[YamlNode<'g>],
    mut known: Option<(YamlNode<'g>, bool)>,
) -> ValueType<'g> {
    let mut ty = start;
    for node in steps {
        let node = *node;
        let step = match node.scalar() {
            _ if cx.types.expressions.call(node).is_some() => {
                let typed = type_expression(cx, node, &ValueType::Any);
                match typed.ty.kind(cx.types) {
                    Some(BuiltIn::Integer) => ValueStep::Index,
                    Some(kind) if kind != BuiltIn::String => {
                        let actual = typed.ty.in_words(cx.types);
                        let diagnostic = rules::wrong_argument_type::step(node.span(), &actual);
                        cx.report(node, diagnostic);
                        return ValueType::Unknown;
                    }
                    Some(_) => ValueStep::SomeName,
                    None => ValueStep::Some,
                }
            }
            Some(Scalar::String(text)) => ValueStep::Name(text),
            Some(Scalar::Integer(text)) if !text.starts_with('-') => ValueStep::Index,
            _ => {
                if !node.is_invalid() {
                    let actual = if node.text().starts_with('-') {
                        Actual::Value("a negative number")
                    } else {
                        describe(node)
                    };
                    cx.report(node, rules::wrong_argument_type::step(node.span(), actual));
                }
                return ValueType::Unknown;
            }
        };
        known = known.and_then(|(value, settled)| {
            let part = known_part(cx, &ty, value, node, settled)?;
            Some((part, settled))
        });
        cx.links.record_step(cx.types, node, &ty);
        ty = match ty.part(cx.types, step) {
            Ok(ty) => ty,
            Err(no) => {
                let suggestion = suggest(node.text(), no.names.iter().copied());
                let mut diagnostic = rules::unknown_part::new(
                    node.span(),
                    node.written(),
                    &no.reason,
                    no.has_parts,
                    suggestion,
                );
                if !no.has_parts
                    && let Some(span) = with_comma(node)
                {
                    diagnostic = diagnostic.unsafe_fix(format!("remove `{}`", node.text()), span, "");
                }
                cx.report(node, diagnostic);
                return ValueType::Unknown;
            }
        };
    }
    ty
}

/// Returns the entry of a list between brackets and the comma before it.
fn with_comma(entry: YamlNode<'_>) -> Option<Span> {
    let before = entry.tree().source().get(..entry.span().start as usize)?;
    let comma = before.trim_end_matches(' ').strip_suffix(',')?.len();
    let start = u32::try_from(comma).ok().filter(|_| entry.scalar().is_some())?;
    Some(Span { start, ..entry.span() })
}

/// Returns the part of a value that a step selects; a missing part is reported.
fn known_part<'g>(
    cx: &mut Typer<'g>,
    ty: &ValueType<'g>,
    value: YamlNode<'g>,
    step: YamlNode<'g>,
    settled: bool,
) -> Option<YamlNode<'g>> {
    if cx.types.expressions.call(value).is_some() {
        return None;
    }
    if let Some(call) = cx.types.expressions.call(step) {
        if call.reads(FunctionSource::NodeIndex)
            && ty.kind(cx.types) == Some(BuiltIn::List)
            && value.is_sequence()
        {
            index_beyond(cx, value, step);
        }
        return None;
    }
    let Some(kind) = ty.kind(cx.types) else {
        // An omitted property may have a default.
        return value.get(step.as_str()?);
    };
    let part = match (kind, step.scalar()?) {
        (BuiltIn::List, Scalar::Integer(text)) if value.is_sequence() => {
            // An index that does not fit is beyond every list.
            let index = number::integer(text).and_then(|index| usize::try_from(index).ok());
            value.items().nth(index.unwrap_or(usize::MAX))
        }
        (BuiltIn::Map, Scalar::String(text)) if value.is_mapping() => {
            if value.entries().any(|(key, _)| key.as_str().is_none()) {
                return None;
            }
            value.get(text)
        }
        _ => return None,
    };
    if part.is_none() {
        let diagnostic =
            rules::unknown_part::not_in_literal(step.span(), step.written(), value.span(), settled);
        cx.report(step, diagnostic);
    }
    part
}

/// Reports a node index that exceeds the length of a list (14.2-02).
fn index_beyond<'g>(cx: &mut Typer<'g>, list: YamlNode<'g>, index: YamlNode<'g>) {
    let service = cx.model.service(index.tree().file());
    let enclosing = service.and_then(|service| {
        let templates = service.node_templates();
        let count_before = templates.partition_point(|template| template.written().node <= index.id());
        templates.get(count_before.checked_sub(1)?)
    });
    let enclosing = enclosing.filter(|template| index.tree().node(template.written().node).contains(index));
    let length = list.items().count();
    if let Some(count) = enclosing.and_then(|template| template.count)
        && count > length as u64
    {
        let diagnostic = rules::unknown_part::fewer_than_nodes(index.span(), length, count, list.span());
        cx.report(index, diagnostic);
    }
}
