//! Checks attribute mappings: where outputs of operations, notifications and workflows are stored (TOSCA 2.0
//! §9.9).

use crate::diagnostics::rules;
use crate::functions::PathEnd;
use crate::model::service::NodeTemplateView;
use crate::model::types::FieldView;
use crate::values::ValueType;
use crate::values::check::Checker;
use crate::values::check_context::CheckContext;
use crate::values::typing::{Scope, Typed, Typer, check_calls_in, compute, type_steps};
use crate::yaml::YamlNode;

use super::context::{SelfEntity, find_path_context};
use super::entity::Entity;
use super::find_member;
use super::walk::follow_path;

/// Checks the mapping of an output at `node` against the attribute that it targets; `given` is the type of
/// the output, if it is known.
pub(in crate::values) fn check_mapping<'g>(
    cx: &mut Checker<'g>,
    node: YamlNode<'g>,
    name: &str,
    given: Option<&ValueType<'g>>,
) {
    let mut typer = Typer::new(&cx.typings, Scope::default());
    type_mapping(&mut typer, node, name, given);
    let typing = typer.finish(Typed::later(ValueType::Unknown));
    compute(cx, node, &typing);
}

/// Types an attribute mapping, without computing the calls in its path.
pub(in crate::values) fn type_mapping<'g>(
    cx: &mut Typer<'g>,
    node: YamlNode<'g>,
    name: &str,
    given: Option<&ValueType<'g>>,
) {
    let Some((attribute, ty)) = mapped_attribute(cx, node, name) else { return };
    let Some(given) = given else { return };
    if !given.may_be(cx.types, &ty) {
        let (expected, actual) = (ty.in_words(cx.types), given.in_words(cx.types));
        let type_span = given.type_node().map(YamlNode::span);
        let last = node.items().last().unwrap_or(node);
        let diagnostic = rules::mapped_type::new(last.span(), name, &actual, &expected, type_span);
        cx.report(last, diagnostic.also(attribute.key().span(), "attribute defined here"));
    }
}

/// Reports at `type_node`, the type of `output` in a refinement, that the output is no longer valid for the
/// attribute that the inherited `mapping` stores it in.
pub(in crate::values) fn check_inherited_mapping<'g>(
    cx: &mut Checker<'g>,
    mapping: YamlNode<'g>,
    output: FieldView<'g>,
    type_node: YamlNode<'g>,
) {
    // Other mistakes in the mapping are reported where it is defined.
    let mut typer = Typer::new(&cx.typings, Scope::default());
    let Some((attribute, ty)) = mapped_attribute(&mut typer, mapping, output.name()) else { return };
    let given = ValueType::Field(output);
    if !given.may_be(cx.types, &ty) {
        let (expected, actual) = (ty.in_words(cx.types), given.in_words(cx.types));
        let (mapping, attribute) = (mapping.span(), attribute.key().span());
        let (span, name) = (type_node.span(), output.name());
        cx.report(type_node, rules::mapped_type::refined(span, name, &actual, &expected, mapping, attribute));
    }
}

/// Returns the attribute that a mapping of the output `name` leads to, and the type of the part of it that is
/// set; reports mistakes on the way.
fn mapped_attribute<'g>(
    cx: &mut Typer<'g>,
    node: YamlNode<'g>,
    name: &str,
) -> Option<(FieldView<'g>, ValueType<'g>)> {
    if !node.is_sequence() {
        return None;
    }
    let items: Vec<YamlNode<'g>> = node.items().collect();
    let context = find_path_context(cx, node);
    // Mappings in interface types are already reported.
    if matches!(context.self_entity, SelfEntity::None(_)) && !context.in_workflow {
        return None;
    }
    let reached = match follow_path(cx, &items, PathEnd::Attribute, &context) {
        Ok(reached) => reached,
        Err(stopped) => {
            for item in items.iter().skip(stopped.index + 1) {
                check_calls_in(cx, *item, &ValueType::Unknown);
            }
            return None;
        }
    };
    let in_workflow = context.in_workflow;
    let own_name = match &context.self_entity {
        SelfEntity::Entity(Entity::Node(path_node)) => path_node.template.map(NodeTemplateView::name),
        _ => None,
    };
    let foreign_step = items[..reached.index]
        .iter()
        .find(|item| matches!(item.text(), "RELATIONSHIP" | "SOURCE" | "TARGET"))
        .or(items.first().filter(|first| first.text() != "SELF" && own_name != Some(first.text())));
    if let Some(foreign_step) = foreign_step.filter(|_| !in_workflow) {
        cx.report(*foreign_step, rules::remote_mapping::new(foreign_step.span(), name));
    }
    let (_, index, id) = find_member(cx, node, PathEnd::Attribute, &reached, &items)?;
    let attribute = cx.types.field(id);
    let ty = type_steps(cx, ValueType::Field(attribute), &items[index + 1..], None);
    Some((attribute, ty))
}

/// Reports outputs of one operation that are mapped to the same attribute (9.9-07); `mappings` has each
/// output with its mapping.
pub(in crate::values) fn shared_targets<'g>(cx: &mut Checker<'g>, mappings: &[(YamlNode<'g>, YamlNode<'g>)]) {
    /// Maximum number of outputs of one operation that are compared.
    const MAX_COMPARED_OUTPUTS: usize = 64;
    for (index, (_, mapping)) in mappings.iter().enumerate().skip(1) {
        let words = |node: &YamlNode<'g>| node.items().map(|item| item.text().to_owned()).collect::<Vec<_>>();
        let path = words(mapping);
        let same = |node: &YamlNode<'g>| node.is_sequence() && words(node) == path;
        if index >= MAX_COMPARED_OUTPUTS || !mapping.is_sequence() {
            continue;
        }
        if let Some((key, first)) = mappings[..index].iter().find(|(_, earlier)| same(earlier)) {
            let diagnostic = rules::shared_target::new(mapping.span(), key.text(), first.span());
            cx.report(*mapping, diagnostic);
        }
    }
}
