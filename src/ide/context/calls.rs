//! Arguments of calls, and elements of TOSCA paths.

use crate::functions::{Function, FunctionSource, Parameter, PathEnd};
use crate::keynames::Expected;
use crate::values::{self, Link, ValueType};
use crate::yaml::{Kind, YamlNode};

use super::Expectation;
use super::expectation::Cursor;
use super::mark_path::{MarkPath, MarkRole, PathStep};
use super::members::follow;
use crate::ide::referent::{PartKind, Referent};
use crate::ide::uses::referent_of;

/// The innermost call around the mark.
pub(super) struct EnclosingCall<'w> {
    /// The function, without `$`.
    pub(super) function: &'w str,
    /// The argument that contains the mark, counted from 0.
    pub(super) argument: usize,
    /// The number of steps from the root to its arguments.
    list: usize,
    /// Whether the mark is an argument, not a part of one.
    is_argument: bool,
}

/// Returns the innermost call whose arguments contain the mark.
pub(super) fn enclosing<'w>(cursor: &Cursor<'_, 'w>) -> Option<EnclosingCall<'w>> {
    let path: &'w MarkPath<'w> = cursor.path;
    let inside = path.steps.get(path.described_count..)?;
    let is_legacy = cursor.model.types.graph.get(cursor.file)?.policies().names.implicit.is_some();
    let (call, function) = inside.iter().enumerate().rev().find_map(|(index, step)| {
        let PathStep::Key(key) = step else { return None };
        let name = if is_legacy { Some(key.as_str()) } else { key.strip_prefix('$') }?;
        let name = name.split('$').next()?;
        (!is_legacy || Function::named(name).is_some()).then_some((index, name))
    })?;
    let after_call = inside.get(call + 1..)?;
    let argument = match after_call.first() {
        Some(PathStep::Item(index)) => *index,
        Some(PathStep::Key(_)) => return None,
        None => 0,
    };
    let is_argument = after_call.len() <= 1 && matches!(path.mark, MarkRole::Scalar);
    Some(EnclosingCall { function, argument, list: path.described_count + call + 1, is_argument })
}

/// Returns what is expected at the mark if it is in an argument of a call.
pub(super) fn argument<'m>(cursor: &Cursor<'m, '_>) -> Option<Expectation<'m>> {
    let EnclosingCall { function, argument: index, list, is_argument: is_plain } = enclosing(cursor)?;
    let known = Function::named(function);
    match known.and_then(Function::source).filter(|_| is_plain) {
        Some(FunctionSource::Input) if index == 0 => {
            let inputs = cursor.model.service(cursor.file)?.inputs();
            let inputs = inputs.map(|input| Referent::Part(PartKind::Input, input.key.source()));
            Some(Expectation::Name { kinds: &[], members: inputs.collect() })
        }
        Some(FunctionSource::Path(end)) => Some(next_in_path(cursor, list, index, end)),
        Some(FunctionSource::Input) => next_in_input(cursor, list, index),
        _ => {
            let expected = known.map_or(ValueType::Any, |function| match function.parameter(index) {
                Parameter::Is([kind]) => ValueType::built_in(*kind),
                _ => ValueType::Any,
            });
            Some(Expectation::Argument { function: function.to_owned(), index, expected })
        }
    }
}

/// Returns what is expected at the mark if it is in an element of an attribute mapping.
pub(super) fn mapping<'m>(cursor: &Cursor<'m, '_>) -> Option<Expectation<'m>> {
    let keys = cursor.keys();
    let is_mapping =
        matches!(cursor.path.expected?, Expected::Special(..) | Expected::Either(Expected::Special(..), _))
            && matches!(keys[..], [.., "outputs", _] | [.., "mapping"]);
    match cursor.inside() {
        [PathStep::Item(index)] if is_mapping => {
            Some(next_in_path(cursor, cursor.path.described_count, *index, PathEnd::Attribute))
        }
        _ => None,
    }
}

/// Returns what is allowed at a position of a path, whose list is reached by the first `steps` steps.
fn next_in_path<'m>(cursor: &Cursor<'m, '_>, steps: usize, index: usize, end: PathEnd) -> Expectation<'m> {
    let next = written(cursor, steps, index)
        .map(|(enclosing, items)| values::next_in_path(cursor.model, enclosing, &items, end));
    let next = next.unwrap_or_default();
    Expectation::PathElement { words: next.words, names: referents(cursor, next.names) }
}

/// Returns what is allowed after the name of an input.
fn next_in_input<'m>(cursor: &Cursor<'m, '_>, steps: usize, index: usize) -> Option<Expectation<'m>> {
    let (_, items) = written(cursor, steps, index)?;
    let (name, path) = items.split_first()?;
    let input = cursor.model.service(cursor.file)?.inputs().find(|input| input.name() == name.text())?;
    let value_type = ValueType::Field(input.field?);
    let names = values::next_in_value(&cursor.model.types, value_type, path);
    Some(Expectation::PathElement { words: Vec::new(), names: referents(cursor, names) })
}

fn referents(cursor: &Cursor<'_, '_>, names: Vec<Link>) -> Vec<Referent> {
    names.into_iter().map(|link| referent_of(&cursor.model.types, link)).collect()
}

/// Returns the first items of a list in the text without the mark, and the nearest enclosing node that exists
/// there. The first `steps` steps lead to the list.
fn written<'m>(
    cursor: &Cursor<'m, '_>,
    steps: usize,
    count: usize,
) -> Option<(YamlNode<'m>, Vec<YamlNode<'m>>)> {
    let root = cursor.model.types.graph.get(cursor.file)?.tree().root()?;
    let (mut node, mut enclosing, mut reached) = (root, root, 0);
    for step in cursor.path.steps.iter().take(steps) {
        let Some(next) = follow(node, step) else { break };
        (enclosing, node) = (node, next);
        reached += 1;
    }
    let items: Vec<YamlNode<'m>> = match (reached == steps, node.kind()) {
        (true, Kind::Sequence) => node.items().take(count).collect(),
        (true, Kind::Scalar) => [node].into_iter().take(count).collect(),
        _ => Vec::new(),
    };
    (items.len() == count).then_some((enclosing, items))
}
