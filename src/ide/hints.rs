//! Facts that are not written: inherited types, targets of requirements, values of expressions.

use crate::base::Span;
use crate::expressions::Expression;
use crate::functions::Function;
use crate::literals::Notation;
use crate::load::File;
use crate::model::Model;
use crate::model::Truth;
use crate::model::service::{
    NodeTemplateView, RequiredCapability, RequirementAssignmentView, Target, offered, required_by_definition,
};
use crate::model::types::{Field, FieldView, Types};
use crate::values::{self, ValueType, What};
use crate::yaml::YamlNode;

/// What a hint shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum HintKind {
    /// The type that a refinement inherits.
    InheritedType,
    /// The value that an input, property or output has.
    Value,
    /// The node template that a requirement without a target leads to.
    Target,
}

/// A fact that is not written.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Hint {
    /// The byte after which it is shown.
    pub offset: u32,
    /// What it shows.
    pub kind: HintKind,
    /// The text.
    pub text: String,
}

/// The maximum number of characters of a value.
const MAX_LENGTH: usize = 40;

/// Returns the hints in a range of a file, in order.
#[must_use]
pub fn hints(model: &Model, range: Span) -> Vec<Hint> {
    let Some(file) = model.types.graph.get(range.file) else { return Vec::new() };
    let mut hints = Vec::new();
    inherited_types(&model.types, file, &mut hints);
    targets(model, file, &mut hints);
    calls(model, file, range, &mut hints);
    hints.retain(|hint| range.start <= hint.offset && hint.offset <= range.end);
    hints.sort();
    hints.dedup();
    hints
}

/// Adds the types of refinements that name none.
fn inherited_types(types: &Types, file: &File, hints: &mut Vec<Hint>) {
    for ty in types.of_file(file.id) {
        for field in ty.own_ids::<Field>().map(|id| types.field(id)) {
            if is_refinement_without_type(field) && is_written(field.key()) {
                let text = format!(": {}", ValueType::Field(field).in_words(types));
                hints.push(Hint { offset: field.key().span().end, kind: HintKind::InheritedType, text });
            }
        }
    }
}

fn is_refinement_without_type(field: FieldView<'_>) -> bool {
    field.inherited().is_some()
        && field.narrower_type_node().is_none()
        && field.own_definition().data_type.is_none()
        && field.data_type.is_some()
}

fn is_written(node: YamlNode<'_>) -> bool {
    node.tree().origin(node.id()).is_some()
}

/// Adds the only node template that can fulfill a requirement whose target is not written.
fn targets(model: &Model, file: &File, hints: &mut Vec<Hint>) {
    let Some(service) = model.service(file.id) else { return };
    for template in service.node_templates().iter() {
        for assignment in template.own_requirements().iter().filter(|one| matches!(one.target, Target::Open))
        {
            if let Some(target) = only_target(model, template, assignment)
                && is_written(assignment.key())
            {
                let text = format!(" → {}", target.key().text());
                hints.push(Hint { offset: assignment.key().span().end, kind: HintKind::Target, text });
            }
        }
    }
}

/// Returns the node template that fulfills a requirement, if exactly one can.
fn only_target<'m>(
    model: &'m Model,
    source: NodeTemplateView<'m>,
    assignment: RequirementAssignmentView<'m>,
) -> Option<NodeTemplateView<'m>> {
    let types = &model.types;
    let requirement = types.requirement(assignment.definition?);
    let capability = required_by_definition(types, requirement);
    if matches!(capability, RequiredCapability::Unknown) || assignment.written().node_filter.is_some() {
        return None;
    }
    let fits = |template: &NodeTemplateView<'m>| {
        let Some(ty) = types.defined(template.node_type) else { return false };
        let is_type = requirement
            .node_type
            .is_none_or(|used| types.relation(template.node_type, used.meaning) == Truth::Yes);
        template.key().id() != source.key().id() && is_type && !offered(types, ty, capability).is_empty()
    };
    let mut all = source.service().node_templates().iter().filter(fits);
    all.next().filter(|_| all.next().is_none())
}

/// Adds the values of calls, as far as they are known: of the outermost ones, without conditions.
fn calls(model: &Model, file: &File, range: Span, hints: &mut Vec<Hint>) {
    let written = model.types.names.calls(file.id).iter().map(|call| file.node(*call));
    let mut all: Vec<YamlNode<'_>> = written.filter(|call| is_written(*call)).collect();
    all.sort_by_key(|call| (call.span().start, std::cmp::Reverse(call.span().end)));
    let mut end = 0;
    for call in all {
        let span = call.span();
        if span.start < end {
            continue;
        }
        end = span.end;
        let function = model.types.expressions.call(call).and_then(Expression::function);
        let is_condition = function.is_some_and(Function::is_condition);
        if is_condition || span.end < range.start || range.end < span.start {
            continue;
        }
        let evaluation = values::evaluate(model, call, None, What::Named("the", "expression"));
        let Some(value) = evaluation.value else { continue };
        let text = value.to_yaml(Notation::Tosca);
        let text = text.trim_end();
        if text.contains('\n') || text.chars().count() > MAX_LENGTH {
            continue;
        }
        hints.push(Hint {
            offset: trimmed_end(file, span),
            kind: HintKind::Value,
            text: format!(" = {text}"),
        });
    }
}

/// Returns the end of a span without the space after it.
fn trimmed_end(file: &File, span: Span) -> u32 {
    let text = file.source().text.get(span.range()).unwrap_or("").trim_end();
    span.start + u32::try_from(text.len()).unwrap_or(0)
}
