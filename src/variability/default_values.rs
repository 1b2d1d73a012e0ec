//! Evaluates default expressions of inputs.
//!
//! Input: a model without cycles, and the values that inputs were given. Output: values of other inputs that have a
//! default expression. Each expression is evaluated once.

use rustc_hash::FxHashSet;

use crate::diagnostics::Diagnostic;
use crate::dialects::variability::{
    DefaultStep, Outcome, Stop, VariabilityExprId, VariabilityForm, VariabilityModel, evaluate,
    fault_diagnostic,
};

use super::presence::ValuesByInput;
use super::report::values_read;

/// Returns for each input without a value in `given` the value of its default expression, or why it has none; `None`
/// for other inputs. Reports values that their inputs do not allow, and operators without a result.
pub(super) fn default_values(
    model: &VariabilityModel<'_>,
    given: &ValuesByInput,
    diagnostics: &mut Vec<Diagnostic>,
) -> Vec<Option<Outcome>> {
    let mut computed: Vec<Option<Outcome>> = vec![None; model.inputs.len()];
    let mut named: Vec<Outcome> = vec![Err(Stop::Reported); model.named.len()];
    let mut reported: FxHashSet<VariabilityExprId> = FxHashSet::default();
    let expressions = &model.expressions;
    for step in &model.defaults {
        let outcome = |id: VariabilityExprId| {
            evaluate(expressions, id, &|part| match expressions.form(part) {
                VariabilityForm::Input(index) => {
                    match (&given[*index as usize], &computed[*index as usize]) {
                        (Some(value), _) => Ok(value.clone()),
                        (None, Some(outcome)) => outcome.clone(),
                        (None, None) => Err(Stop::NoInput(*index, part)),
                    }
                }
                VariabilityForm::Named(index) => named[*index as usize].clone(),
                _ => Err(Stop::Reported),
            })
        };
        match *step {
            DefaultStep::Named(index) => {
                let value = outcome(model.named[index as usize].body);
                named[index as usize] = value;
            }
            DefaultStep::Input(index) => {
                let input = &model.inputs[index as usize];
                let Some(id) = input.default_expression.filter(|_| given[index as usize].is_none()) else {
                    continue;
                };
                let mut value = outcome(id);
                let span = |id: VariabilityExprId| expressions.node(id).span();
                match &value {
                    Ok(result) => {
                        if let Some(diagnostic) = input.fault(result, span(id), &result.to_yaml()) {
                            let value_of = |index: usize| match &computed[index] {
                                Some(Ok(value)) => Some(value),
                                _ => given[index].as_ref(),
                            };
                            let read = values_read(model, id, &value_of);
                            diagnostics.push(match &read[..] {
                                [] => diagnostic,
                                read => diagnostic.note(format!("with {}", read.join(", "))),
                            });
                            value = Err(Stop::Reported);
                        }
                    }
                    Err(Stop::Fault(fault, part)) if reported.insert(*part) => {
                        diagnostics.extend(fault_diagnostic(*fault, span(*part)));
                    }
                    Err(_) => {}
                }
                computed[index as usize] = Some(value);
            }
        }
    }
    computed
}
