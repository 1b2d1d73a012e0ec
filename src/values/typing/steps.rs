//! What functions read that are not computed from their arguments (TOSCA 2.0 §10.2.1), and the steps into it.

use crate::diagnostics::{codes, suggest};
use crate::functions::Source;
use crate::keynames::describe;
use crate::literals::{BuiltIn, number};
use crate::values::judge::Judge;
use crate::values::paths::type_path;
use crate::values::value_type::{Step, ValueType};
use crate::yaml::{Node, Scalar};

use super::calls::type_expression;
use super::inputs::type_input;
use super::place::may_read;
use super::{Typed, Typer, loose};

/// The type of a call of a function that reads `source`, with the right number of arguments.
pub(super) fn type_read<'g>(
    cx: &mut Typer<'g>,
    node: Node<'g>,
    name: Node<'g>,
    source: Source,
    arguments: &[Node<'g>],
    result: ValueType<'g>,
) -> Typed<'g> {
    let right = may_read(cx, node, name, source);
    match source {
        Source::Input => type_input(cx, node, arguments, right),
        Source::Path(end) if right => type_path(cx, node, name, end, arguments),
        Source::Value => Typed::later(match cx.scope.value.clone() {
            Some(value) => type_steps(cx, value, arguments, None),
            None => {
                cx.report(name, codes::value_outside_clause::new(name.span()));
                ValueType::Unknown
            }
        }),
        Source::Path(_) | Source::NodeIndex | Source::RelationshipIndex => {
            for argument in arguments {
                loose(cx, *argument, &ValueType::Unknown);
            }
            Typed::later(result)
        }
    }
}

/// The type of a part of a value, step by step; `known` is the value where nothing else is given, and
/// whether nothing else can be.
pub(in crate::values) fn type_steps<'g>(
    cx: &mut Typer<'g>,
    start: ValueType<'g>,
    steps: &[Node<'g>],
    mut known: Option<(Node<'g>, bool)>,
) -> ValueType<'g> {
    let mut of = start;
    for node in steps {
        let node = *node;
        let step = match node.scalar() {
            _ if cx.types.expressions.call(node).is_some() => {
                let typed = type_expression(cx, node, &ValueType::Open);
                match typed.of.kind(cx.types) {
                    Some(BuiltIn::Integer) => Step::Index,
                    Some(kind) if kind != BuiltIn::String => {
                        let got = typed.of.in_words(cx.types);
                        let found = codes::wrong_argument_type::step(node.span(), &got);
                        cx.report(node, found);
                        return ValueType::Unknown;
                    }
                    Some(_) => Step::SomeName,
                    None => Step::Some,
                }
            }
            Some(Scalar::String(text)) => Step::Name(text),
            Some(Scalar::Integer(text)) if !text.starts_with('-') => Step::Index,
            _ => {
                if !node.is_invalid() {
                    let got = if node.text().starts_with('-') { "a negative number" } else { describe(node) };
                    cx.report(node, codes::wrong_argument_type::step(node.span(), got));
                }
                return ValueType::Unknown;
            }
        };
        known = known.and_then(|(value, settled)| {
            let part = known_part(cx, &of, value, node, settled)?;
            Some((part, settled))
        });
        cx.links.note_step(cx.types, node, &of);
        of = match of.part(cx.types, step) {
            Ok(of) => of,
            Err(no) => {
                let near = suggest(node.text(), no.names.iter().copied());
                cx.report(node, codes::unknown_part::new(node.span(), node.written(), &no.reason, near));
                return ValueType::Unknown;
            }
        };
    }
    of
}

/// The part of a value that a step leads to; one that is not there is told.
fn known_part<'g>(
    cx: &mut Typer<'g>,
    of: &ValueType<'g>,
    value: Node<'g>,
    step: Node<'g>,
    settled: bool,
) -> Option<Node<'g>> {
    if cx.types.expressions.call(value).is_some() {
        return None;
    }
    if let Some(call) = cx.types.expressions.call(step) {
        if call.reads(Source::NodeIndex) && of.kind(cx.types) == Some(BuiltIn::List) && value.is_sequence() {
            index_beyond(cx, value, step);
        }
        return None;
    }
    let Some(kind) = of.kind(cx.types) else {
        // A property that is not given may have a default.
        return value.get(step.as_str()?);
    };
    let part = match (kind, step.scalar()?) {
        (BuiltIn::List, Scalar::Integer(text)) if value.is_sequence() => {
            value.items().nth(usize::try_from(number::integer(text)?).ok()?)
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
        let found = codes::unknown_part::not_written(step.span(), step.written(), value.span(), settled);
        cx.report(step, found);
    }
    part
}

/// An index of a node that is beyond a list (14.2-02).
fn index_beyond<'g>(cx: &mut Typer<'g>, list: Node<'g>, index: Node<'g>) {
    let service = cx.model.service(index.tree().file());
    let around = service.and_then(|service| {
        let templates = service.node_templates();
        let before = templates.partition_point(|template| template.written().node <= index.id());
        templates.get(before.checked_sub(1)?)
    });
    let around = around.filter(|template| index.tree().node(template.written().node).holds(index));
    let length = list.items().count();
    if let Some(count) = around.and_then(|template| template.count)
        && count > length as u64
    {
        let found = codes::unknown_part::fewer_than_nodes(index.span(), length, count, list.span());
        cx.report(index, found);
    }
}
