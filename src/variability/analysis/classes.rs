//! What conditions read of open inputs besides fixed values: how they compare with each other, and remainders.
//!
//! Input: the predicates of a model. Output: for each input, the values at which its order to other inputs matters, and
//! how many values between two of these represent all. With n inputs that are compared with each other, n values between
//! two cuts can have every order; with remainders, as many as the least common multiple of the divisors.

use crate::dialects::variability::{
    Number, OperandType, Operator, VariabilityExprId, VariabilityForm, VariabilityModel, VariabilityValue,
};

/// The maximum number of inputs that are compared with each other, directly or indirectly.
const MAX_PEERS: usize = 8;

/// The maximum number of values of one of them.
const MAX_VALUES: usize = 512;

/// The maximum number of remainders of an input.
const MAX_PERIOD: i128 = 64;

/// The maximum number of parts of a predicate.
const MAX_PARTS: usize = 256;

/// Which values represent all values of an input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Classes {
    /// The values of other inputs that matter.
    pub(super) cuts: Vec<VariabilityValue>,
    /// The number of values between two cuts.
    pub(super) between: usize,
    /// Whether it is compared with other inputs, and these values are enough.
    pub(super) is_compared: bool,
    /// The number of different remainders; 1 if remainders do not matter.
    pub(super) period: i128,
}

impl Default for Classes {
    fn default() -> Self {
        Self { cuts: Vec::new(), between: 1, is_compared: false, period: 1 }
    }
}

/// Whether a predicate only compares inputs with each other and with fixed values.
pub(super) fn is_comparison(model: &VariabilityModel<'_>, id: VariabilityExprId) -> bool {
    let VariabilityForm::Call(operator, range) = model.expressions.form(id) else { return false };
    let operands = model.expressions.operands(range);
    let is_text_comparison = matches!(operator, Operator::Equal | Operator::ValidValues);
    let is_order = matches!(
        operator,
        Operator::GreaterThan
            | Operator::GreaterOrEqual
            | Operator::LessThan
            | Operator::LessOrEqual
            | Operator::InRange
    );
    let kind = |&operand: &VariabilityExprId| match model.expressions.form(resolved(model, operand)) {
        VariabilityForm::Input(index) => Some(model.inputs[*index as usize].value_type),
        VariabilityForm::Literal(value) => Some(value.value_type()),
        _ => None,
    };
    let are_all = |wanted: OperandType| operands.iter().all(|operand| kind(operand) == Some(wanted));
    (is_order || is_text_comparison) && are_all(OperandType::Number)
        || is_text_comparison && are_all(OperandType::Text)
}

/// Returns the expression that a named one is, if that is only another name.
fn resolved(model: &VariabilityModel<'_>, mut id: VariabilityExprId) -> VariabilityExprId {
    const MAX_NAMES: usize = 64;
    for _ in 0..MAX_NAMES {
        let VariabilityForm::Named(index) = model.expressions.form(id) else { break };
        id = model.named[*index as usize].body;
    }
    id
}

/// Returns the number of different remainders that a predicate over one integer reads, if it reads nothing else of it.
pub(super) fn period(model: &VariabilityModel<'_>, id: VariabilityExprId) -> Option<i128> {
    let mut period: i128 = 1;
    let mut pending = vec![id];
    let mut parts = 0;
    while let Some(id) = pending.pop() {
        parts += 1;
        if parts > MAX_PARTS {
            return None;
        }
        match model.expressions.form(id) {
            VariabilityForm::Input(_) => return None,
            VariabilityForm::Named(index) => pending.push(model.named[*index as usize].body),
            VariabilityForm::Call(Operator::Mod, range) => {
                let [dividend, divisor] = model.expressions.operands(range) else { return None };
                let (dividend, divisor) = (resolved(model, *dividend), resolved(model, *divisor));
                match (model.expressions.form(dividend), model.expressions.form(divisor)) {
                    (
                        VariabilityForm::Input(index),
                        VariabilityForm::Literal(VariabilityValue::Number(number)),
                    ) if model.inputs[*index as usize].is_integer => {
                        period = common_multiple(period, number.as_integer()?)?;
                    }
                    _ => pending.extend([dividend, divisor]),
                }
            }
            _ => pending.extend_from_slice(model.expressions.below(id)),
        }
    }
    Some(period)
}

/// Returns the least common multiple, unless it is too large or the divisor is zero.
fn common_multiple(one: i128, divisor: i128) -> Option<i128> {
    let divisor = divisor.checked_abs().filter(|divisor| (1..=MAX_PERIOD).contains(divisor))?;
    let (mut greatest, mut rest) = (one, divisor);
    while rest != 0 {
        (greatest, rest) = (rest, greatest % rest);
    }
    Some(one / greatest * divisor).filter(|multiple| *multiple <= MAX_PERIOD)
}

/// Collects what the predicates of a model read.
pub(super) struct Collector {
    /// The representative of the inputs that an input is compared with, directly or indirectly.
    group: Vec<usize>,
    classes: Vec<Classes>,
}

impl Collector {
    pub(super) fn new(inputs: usize) -> Self {
        Self { group: (0..inputs).collect(), classes: vec![Classes::default(); inputs] }
    }

    /// Adds a predicate over one input.
    pub(super) fn add_remainders(&mut self, input: usize, period: i128) {
        let known = &mut self.classes[input];
        // With too many remainders, a predicate stays unknown.
        known.period = common_multiple(known.period, period).unwrap_or(known.period);
    }

    /// Adds a predicate that compares inputs.
    pub(super) fn add_comparison(
        &mut self,
        model: &VariabilityModel<'_>,
        id: VariabilityExprId,
        inputs: &[u32],
    ) {
        let groups: Vec<usize> = inputs.iter().map(|&input| self.group[input as usize]).collect();
        let Some(&first) = groups.first() else { return };
        for group in &mut self.group {
            if groups.contains(group) {
                *group = first;
            }
        }
        let operands = model.expressions.below(id).iter();
        let literals =
            operands.filter_map(|&operand| match model.expressions.form(resolved(model, operand)) {
                VariabilityForm::Literal(value) => Some(value.clone()),
                _ => None,
            });
        self.classes[inputs[0] as usize].cuts.extend(literals);
    }

    /// Returns the classes of each input; `known` returns the values that matter of one input, and whether these are all
    /// that it can have.
    pub(super) fn finish(mut self, known: &dyn Fn(usize) -> (Vec<VariabilityValue>, bool)) -> Vec<Classes> {
        for group in 0..self.group.len() {
            let members: Vec<usize> =
                (0..self.group.len()).filter(|&member| self.group[member] == group).collect();
            if members.len() < 2 {
                continue;
            }
            let mut cuts: Vec<VariabilityValue> = Vec::new();
            let mut open = 0;
            for &member in &members {
                let (values, is_whole) = known(member);
                open += usize::from(!is_whole);
                cuts.extend(values);
                cuts.append(&mut self.classes[member].cuts);
            }
            let mut seen = rustc_hash::FxHashSet::default();
            cuts.retain(|cut| seen.insert(cut.clone()));
            if open > MAX_PEERS || (cuts.len() + 1).saturating_mul(open + 1) > MAX_VALUES {
                continue;
            }
            for member in members {
                let classes = &mut self.classes[member];
                classes.cuts.clone_from(&cuts);
                (classes.between, classes.is_compared) = (open.max(1), true);
                // Both together would need more values.
                classes.period = 1;
            }
        }
        for (input, classes) in self.classes.iter_mut().enumerate().filter(|(_, classes)| classes.period > 1)
        {
            let period = usize::try_from(classes.period).unwrap_or(usize::MAX);
            if (known(input).0.len() + 2).saturating_mul(period) > MAX_VALUES {
                classes.period = 1;
                continue;
            }
            // Remainders have the sign of the dividend.
            classes.cuts.push(VariabilityValue::Number(Number::integer(0)));
            classes.between = period;
        }
        self.classes
    }
}
