//! Evaluates expressions and outputs.
//!
//! Input: the model of all files; an expression is one of them, see [`crate::load::LoadOptions::expression`].
//! Output: values, or the parts that are known only at run time. Assumes that the files were checked: errors in
//! an output are reported here again.

use crate::model::Model;
use crate::model::service::ServiceView;
use crate::values::{Evaluation, ValueType, What, evaluate};

/// Evaluates the expression of the run, or returns `None` if there is none.
#[must_use]
pub fn expression(model: &Model) -> Option<Evaluation<'_>> {
    let graph = &model.types.graph;
    let tree = graph.file(graph.expression?).tree();
    let root = tree.root().filter(|_| !tree.is_damaged())?;
    Some(evaluate(model, root, None, What::Named("the", "expression")))
}

/// Evaluates the outputs of a service template, in order.
#[must_use]
pub fn outputs<'g>(model: &'g Model, service: ServiceView<'g>) -> Vec<(&'g str, Evaluation<'g>)> {
    let mut evaluations = Vec::new();
    for field in service.outputs().filter_map(|output| output.field) {
        let effective = field.effective();
        let Some(value) = effective.value.or(effective.default) else { continue };
        let expected = ValueType::Field(field);
        let what = What::Named("output", field.name());
        evaluations.push((field.name(), evaluate(model, value, Some(&expected), what)));
    }
    evaluations
}
