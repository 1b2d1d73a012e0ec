//! Attribute mappings: where outputs of operations, notifications and workflows are stored
//! (TOSCA 2.0 §9.9).

use crate::diagnostics::codes;
use crate::functions::PathEnd;
use crate::model::service::NodeTemplateView;
use crate::values::ValueType;
use crate::values::check::Checker;
use crate::values::judge::Judge;
use crate::values::typing::{Scope, Typed, Typer, loose, tell, type_steps};
use crate::yaml::Node;

use super::around::{Own, around_of};
use super::entity::Entity;
use super::member_named;
use super::walk::follow_path;

/// Holds the mapping at `node` of an output against the attribute that it reaches; `given` is what is
/// known of the output.
pub(in crate::values) fn check_mapping<'g>(
    cx: &mut Checker<'g>,
    node: Node<'g>,
    name: &str,
    given: Option<&ValueType<'g>>,
) {
    let mut typer = Typer::new(&cx.typings, Scope::default());
    type_mapping(&mut typer, node, name, given);
    let typing = typer.finish(Typed::later(ValueType::Unknown));
    tell(cx, node, &typing);
}

/// The same, without what calls in the path come to.
pub(in crate::values) fn type_mapping<'g>(
    cx: &mut Typer<'g>,
    node: Node<'g>,
    name: &str,
    given: Option<&ValueType<'g>>,
) {
    if !node.is_sequence() {
        return;
    }
    let items: Vec<Node<'g>> = node.items().collect();
    let around = around_of(cx, node);
    // That interface types have no mappings was told.
    if matches!(around.own, Own::None(_)) && !around.workflow {
        return;
    }
    let reached = match follow_path(cx, &items, PathEnd::Attribute, &around) {
        Ok(reached) => reached,
        Err(at) => {
            return items.iter().skip(at + 1).for_each(|item| {
                loose(cx, *item, &ValueType::Unknown);
            });
        }
    };
    let in_workflow = around.workflow;
    let own = match &around.own {
        Own::Entity(Entity::Node(place)) => place.template.map(NodeTemplateView::name),
        _ => None,
    };
    let other = items[..reached.at]
        .iter()
        .find(|item| matches!(item.text(), "RELATIONSHIP" | "SOURCE" | "TARGET"))
        .or(items.first().filter(|first| first.text() != "SELF" && own != Some(first.text())));
    if let Some(other) = other.filter(|_| !in_workflow) {
        cx.report(*other, codes::remote_mapping::new(other.span(), name));
    }
    let Some((_, at, id)) = member_named(cx, node, PathEnd::Attribute, &reached, &items) else {
        return;
    };
    let field = cx.types.field(id);
    let of = ValueType::Field(field);
    let of = type_steps(cx, of, &items[at + 1..], None);
    let Some(given) = given else { return };
    if !given.may_be(cx.types, &of) {
        let (wanted, got) = (of.in_words(cx.types), given.in_words(cx.types));
        let place = given.place().map(Node::span);
        let last = items[items.len() - 1];
        let found = codes::mapped_type::new(last.span(), name, &got, &wanted, place);
        cx.report(last, found.also(field.key().span(), "attribute defined here"));
    }
}

/// Outputs of one operation that are stored in the same place (9.9-07), each with its mapping.
pub(in crate::values) fn shared_targets<'g>(cx: &mut Checker<'g>, mappings: &[(Node<'g>, Node<'g>)]) {
    /// An operation with more outputs than this is not compared.
    const MOST: usize = 64;
    for (index, (_, mapping)) in mappings.iter().enumerate().skip(1) {
        let words = |node: &Node<'g>| node.items().map(|item| item.text().to_owned()).collect::<Vec<_>>();
        let own = words(mapping);
        let same = |node: &Node<'g>| node.is_sequence() && words(node) == own;
        if index >= MOST || !mapping.is_sequence() {
            continue;
        }
        if let Some((key, first)) = mappings[..index].iter().find(|(_, other)| same(other)) {
            let found = codes::shared_target::new(mapping.span(), key.text(), first.span());
            cx.report(*mapping, found);
        }
    }
}
