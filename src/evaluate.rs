//! What expressions and outputs come to.
//!
//! In: the model of all files; an expression is one of them, see [`crate::load::Options::expression`].
//! Out: values, or the parts that are known only at run time. Assumes that the files were checked: what is
//! wrong with an output is told here again.

use crate::load::File;
use crate::model::Model;
use crate::values::{Evaluation, ValueType, What, evaluate};

/// The expression that was asked for; none where there is none.
#[must_use]
pub fn expression(model: &Model) -> Option<Evaluation<'_>> {
    let graph = &model.types.graph;
    let tree = graph.file(graph.expression?).tree();
    let root = tree.root().filter(|_| !tree.is_damaged())?;
    Some(evaluate(model, root, None, What::Named("the", "expression")))
}

/// The outputs of the service template of `file`, in order.
#[must_use]
pub fn outputs<'g>(model: &'g Model, file: &'g File) -> Vec<(&'g str, Evaluation<'g>)> {
    let types = &model.types;
    let template = file.syntax().and_then(|root| root.service_template.as_ref());
    let outputs = template.and_then(|template| template.outputs.as_ref());
    let mut found = Vec::new();
    for (key, _) in outputs.into_iter().flat_map(|outputs| &outputs.entries) {
        let key = file.node(*key);
        let Some(field) = types.parameter(key) else { continue };
        let parts = field.parts();
        let Some(value) = parts.value.or(parts.default) else { continue };
        let expected = ValueType::Field(field);
        let what = What::Named("output", key.text());
        found.push((key.text(), evaluate(model, file.node(value), Some(&expected), what)));
    }
    found
}
