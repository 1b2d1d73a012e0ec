//! Arguments of calls, and elements of TOSCA paths.

use crate::functions::{Function, Parameter, PathEnd, Source};
use crate::keynames::Expected;
use crate::values::{self, Link, ValueType};
use crate::yaml::{Kind, Node};

use super::Place;
use super::members::follow;
use super::place::At;
use super::way::{End, Step};
use crate::ide::referent::{PartKind, Referent};
use crate::ide::uses::referent_of;

/// What belongs to the mark as an argument of the nearest call around it.
pub(super) fn argument<'m>(at: &At<'m, '_>) -> Option<Place<'m>> {
    let inside = at.inside();
    let is_old = at.model.types.graph.get(at.file)?.policies().names.implicit.is_some();
    let (call, function) = inside.iter().enumerate().rev().find_map(|(place, step)| {
        let Step::Key(key) = step else { return None };
        let name = if is_old { Some(key.as_str()) } else { key.strip_prefix('$') }?;
        let name = name.split('$').next()?;
        (!is_old || Function::named(name).is_some()).then_some((place, name))
    })?;
    let behind = inside.get(call + 1..)?;
    let index = match behind.first() {
        Some(Step::Item(index)) => *index,
        Some(Step::Key(_)) => return None,
        None => 0,
    };
    let known = Function::named(function);
    let is_plain = behind.len() <= 1 && matches!(at.way.end, End::Scalar);
    let list = at.way.described + call + 1;
    match known.and_then(Function::source).filter(|_| is_plain) {
        Some(Source::Input) if index == 0 => {
            let inputs = at.model.service(at.file)?.inputs();
            let inputs = inputs.map(|input| Referent::Part(PartKind::Input, input.key.source()));
            Some(Place::Name { kinds: &[], members: inputs.collect() })
        }
        Some(Source::Path(end)) => Some(next_in_path(at, list, index, end)),
        Some(Source::Input) => next_in_input(at, list, index),
        _ => {
            let expected = known.map_or(ValueType::Open, |function| match function.parameter(index) {
                Parameter::Is([kind]) => ValueType::built_in(*kind),
                _ => ValueType::Open,
            });
            Some(Place::Argument { function: function.to_owned(), index, expected })
        }
    }
}

/// What belongs to the mark as an element of an attribute mapping.
pub(super) fn mapping<'m>(at: &At<'m, '_>) -> Option<Place<'m>> {
    let keys = at.keys();
    let is_mapping =
        matches!(at.way.expected?, Expected::Special(..) | Expected::Either(Expected::Special(..), _))
            && matches!(keys[..], [.., "outputs", _] | [.., "mapping"]);
    match at.inside() {
        [Step::Item(index)] if is_mapping => {
            Some(next_in_path(at, at.way.described, *index, PathEnd::Attribute))
        }
        _ => None,
    }
}

/// What may stand at a position of a path; the first `steps` steps of the way lead to its list.
fn next_in_path<'m>(at: &At<'m, '_>, steps: usize, index: usize, end: PathEnd) -> Place<'m> {
    let next =
        written(at, steps, index).map(|(around, items)| values::next_in_path(at.model, around, &items, end));
    let next = next.unwrap_or_default();
    Place::PathElement { words: next.words, names: referents(at, next.names) }
}

/// What may follow the name of an input.
fn next_in_input<'m>(at: &At<'m, '_>, steps: usize, index: usize) -> Option<Place<'m>> {
    let (_, items) = written(at, steps, index)?;
    let (name, behind) = items.split_first()?;
    let input = at.model.service(at.file)?.inputs().find(|input| input.name() == name.text())?;
    let of = ValueType::Field(input.field?);
    let names = values::next_in_value(&at.model.types, of, behind);
    Some(Place::PathElement { words: Vec::new(), names: referents(at, names) })
}

fn referents(at: &At<'_, '_>, names: Vec<Link>) -> Vec<Referent> {
    names.into_iter().map(|link| referent_of(&at.model.types, link)).collect()
}

/// The first items of a list, as the text without the mark has them, and the nearest node around that it has. The
/// first `steps` steps of the way lead to the list.
fn written<'m>(at: &At<'m, '_>, steps: usize, count: usize) -> Option<(Node<'m>, Vec<Node<'m>>)> {
    let root = at.model.types.graph.get(at.file)?.tree().root()?;
    let (mut node, mut around, mut reached) = (root, root, 0);
    for step in at.way.steps.iter().take(steps) {
        let Some(next) = follow(node, step) else { break };
        (around, node) = (node, next);
        reached += 1;
    }
    let items: Vec<Node<'m>> = match (reached == steps, node.kind()) {
        (true, Kind::Sequence) => node.items().take(count).collect(),
        (true, Kind::Scalar) => [node].into_iter().take(count).collect(),
        _ => Vec::new(),
    };
    (items.len() == count).then_some((around, items))
}
