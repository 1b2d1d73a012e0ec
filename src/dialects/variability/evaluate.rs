//! Evaluates expressions. What an expression reads, such as inputs and presences, is given by the caller.

use crate::base::Span;
use crate::diagnostics::{Diagnostic, rules};

use super::apply::{Fault, apply};
use super::expression::{VariabilityExprId, VariabilityExpressions, VariabilityForm};
use super::operators::Operator;
use super::value::VariabilityValue;

/// Why an expression has no value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Stop {
    /// This input has no value; it is read at this expression.
    NoInput(u32, VariabilityExprId),
    /// The operator at this expression has no result.
    Fault(Fault, VariabilityExprId),
    /// The reason was already reported.
    Reported,
}

/// A value, or the reason why there is no value.
pub type Outcome = Result<VariabilityValue, Stop>;

/// Returns the value of the expression `id`; `read` returns the value of an expression that is not a literal, a list
/// or a call. Operands that do not matter are not evaluated.
pub fn evaluate(
    expressions: &VariabilityExpressions<'_>,
    id: VariabilityExprId,
    read: &impl Fn(VariabilityExprId) -> Outcome,
) -> Outcome {
    match expressions.form(id) {
        VariabilityForm::Literal(value) => Ok(value.clone()),
        VariabilityForm::List(range) => {
            let items = expressions.operands(range).iter().map(|&item| evaluate(expressions, item, read));
            Ok(VariabilityValue::List(items.collect::<Result<Vec<_>, Stop>>()?.into()))
        }
        VariabilityForm::Wrong => Err(Stop::Reported),
        VariabilityForm::Call(operator, range) => {
            evaluate_call(expressions, id, (*operator, expressions.operands(range)), read)
        }
        VariabilityForm::Input(_)
        | VariabilityForm::Named(_)
        | VariabilityForm::Presence(_)
        | VariabilityForm::Source
        | VariabilityForm::Target => read(id),
    }
}

fn evaluate_call(
    expressions: &VariabilityExpressions<'_>,
    id: VariabilityExprId,
    (operator, operands): (Operator, &[VariabilityExprId]),
    read: &impl Fn(VariabilityExprId) -> Outcome,
) -> Outcome {
    let truth = |index: usize| evaluate(expressions, operands[index], read).map(|value| value.is_true());
    match operator {
        Operator::And | Operator::Or | Operator::AnyPresent => {
            let decisive = operator != Operator::And;
            for index in 0..operands.len() {
                if truth(index)? == decisive {
                    return Ok(VariabilityValue::Boolean(decisive));
                }
            }
            Ok(VariabilityValue::Boolean(!decisive))
        }
        Operator::Not => Ok(VariabilityValue::Boolean(!truth(0)?)),
        Operator::Implies => Ok(VariabilityValue::Boolean(!truth(0)? || truth(1)?)),
        Operator::Xor | Operator::ExactlyOne | Operator::AtMostOne => {
            let mut count = 0;
            for index in 0..operands.len() {
                count += usize::from(truth(index)?);
            }
            let is_none = operator == Operator::AtMostOne && count == 0;
            Ok(VariabilityValue::Boolean(count == 1 || is_none))
        }
        _ => {
            let values = operands.iter().map(|&operand| evaluate(expressions, operand, read));
            let values: Vec<VariabilityValue> = values.collect::<Result<_, Stop>>()?;
            apply(operator, &values).map_err(|fault| Stop::Fault(fault, id))
        }
    }
}

/// Returns the diagnostic for a fault, or `None` if it was already reported.
#[must_use]
pub fn fault_diagnostic(fault: Fault, span: Span) -> Option<Diagnostic> {
    match fault {
        Fault::DivisionByZero => Some(rules::evaluation_error::division_by_zero(span)),
        Fault::Overflow => Some(rules::evaluation_error::overflow(span)),
        Fault::NoSuchPart => Some(rules::evaluation_error::missing(span, "part at this index")),
        Fault::Unfit => None,
    }
}
