//! Default expressions of inputs: reads and checks them, and orders what they consist of. They are an extension.
//!
//! Input: a model with its inputs and named expressions. Output: an expression for each input that has one, and the
//! order in which they can be evaluated.

use crate::base::cycles;
use crate::diagnostics::{Diagnostic, rules};
use crate::yaml::YamlNode;

use super::evaluate::{Stop, evaluate, fault_diagnostic};
use super::expression::{VariabilityExprId, VariabilityForm};
use super::model::VariabilityModel;
use super::operators::OperandType;
use super::parse::{Context, Parser};
use super::typing::literal_fix;

/// What is evaluated for the defaults of inputs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DefaultStep {
    /// The named expression with this index.
    Named(u32),
    /// The default expression of the input with this index.
    Input(u32),
}

/// Reads the default expressions of the inputs of `definition`.
pub(super) fn read<'t>(
    model: &mut VariabilityModel<'t>,
    definition: YamlNode<'t>,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let first = model.expressions.len();
    for (index, (_, body)) in definition.get("inputs").into_iter().flat_map(YamlNode::entries).enumerate() {
        let Some((key, value)) = body.entry("default_expression") else { continue };
        for (other, _) in ["default", "value"].iter().filter_map(|name| body.entry(name)) {
            let diagnostic = rules::conflicting_keynames::new(
                key.span(),
                key.text(),
                other.span(),
                other.text(),
                "remove one of them",
            );
            diagnostics.push(diagnostic);
        }
        let mut parser = Parser { model, diagnostics, context: Context::Default };
        let id = parser.parse(value);
        model.inputs[index].default_expression = Some(id);
    }
    let number = |index: usize| u32::try_from(index).unwrap_or(u32::MAX);
    model.default_parts = number(first)..number(model.expressions.len());
}

/// Returns what each named expression uses, and after these what the default expression of each input uses. The indexes
/// of inputs follow those of named expressions.
pub(super) fn uses(model: &VariabilityModel<'_>) -> Vec<Vec<usize>> {
    let count = model.named.len();
    let vertex = |id: VariabilityExprId| match model.expressions.form(id) {
        VariabilityForm::Named(index) => Some(*index as usize),
        VariabilityForm::Input(index) => {
            let has_expression = model.inputs[*index as usize].default_expression.is_some();
            has_expression.then_some(count + *index as usize)
        }
        _ => None,
    };
    let named = model.named.iter().map(|named| named.parts.clone().map(VariabilityExprId).filter_map(vertex));
    let mut uses: Vec<Vec<usize>> = named.map(Iterator::collect).collect();
    uses.extend(model.inputs.iter().map(|input| {
        let parts = input.default_expression.into_iter().flat_map(|id| model.expressions.parts(id));
        parts.filter_map(vertex).collect()
    }));
    uses
}

/// Reports named expressions, and default expressions of inputs, that use each other. Returns whether there are any.
pub(super) fn report_cycles(
    model: &VariabilityModel<'_>,
    uses: &Vec<Vec<usize>>,
    diagnostics: &mut Vec<Diagnostic>,
) -> bool {
    let count = model.named.len();
    let link = |&index: &usize| {
        let key = if index < count { model.named[index].key } else { model.inputs[index - count].key };
        (key.text(), key.span(), index >= count)
    };
    let cycles = cycles(uses);
    for cycle in &cycles {
        let chain: Vec<_> = cycle.chain.iter().map(link).collect();
        diagnostics.push(rules::expression_cycle::new(&chain));
    }
    !cycles.is_empty()
}

/// Checks default expressions, whose types are known, and stores what they consist of; `groups` has for each index of
/// `uses` a number that is not less than those of what it uses.
pub(super) fn check(
    model: &mut VariabilityModel<'_>,
    (uses, groups): (&[Vec<usize>], &[usize]),
    diagnostics: &mut Vec<Diagnostic>,
) {
    if model.default_parts.is_empty() {
        return;
    }
    let count = model.named.len();
    let starts = (0..model.inputs.len()).filter(|&index| model.inputs[index].default_expression.is_some());
    let mut steps = reached(uses, starts.map(|index| count + index).collect());
    steps.sort_by_key(|&index| (groups[index], index));
    let of_conditions = reached_by_conditions(model, uses);
    for &index in steps.iter().filter(|&&index| index < count) {
        model.named[index].is_of_defaults = !of_conditions[index];
    }
    let number = |index: usize| u32::try_from(index).unwrap_or(u32::MAX);
    let step = |index: usize| match index.checked_sub(count) {
        Some(input) => DefaultStep::Input(number(input)),
        None => DefaultStep::Named(number(index)),
    };
    model.defaults = steps.into_iter().map(step).collect();
    for id in model.default_parts.clone().map(VariabilityExprId) {
        if let VariabilityForm::Named(index) = model.expressions.form(id)
            && let named = &model.named[*index as usize]
            && named.reads_elements
        {
            let span = model.expressions.node(id).span();
            diagnostics.push(rules::malformed_expression::named_about_element(
                span,
                named.key.text(),
                named.key.span(),
            ));
        }
    }
    for index in 0..model.inputs.len() {
        check_value(model, index, diagnostics);
    }
}

/// Returns the indexes that are reached from `pending`, these included.
fn reached(uses: &[Vec<usize>], mut pending: Vec<usize>) -> Vec<usize> {
    let mut is_reached = vec![false; uses.len()];
    while let Some(index) = pending.pop() {
        if !std::mem::replace(&mut is_reached[index], true) {
            pending.extend_from_slice(&uses[index]);
        }
    }
    (0..uses.len()).filter(|&index| is_reached[index]).collect()
}

/// Returns for each named expression whether any condition or constraint uses it.
fn reached_by_conditions(model: &VariabilityModel<'_>, uses: &[Vec<usize>]) -> Vec<bool> {
    let mut is_part = vec![false; model.expressions.len()];
    let ranges = model.named.iter().map(|named| &named.parts).chain([&model.default_parts]);
    for index in ranges.flat_map(Clone::clone) {
        is_part[index as usize] = true;
    }
    let mut is_reached = vec![false; model.named.len()];
    let ids = (0..).map(VariabilityExprId).take(model.expressions.len());
    let mut pending: Vec<usize> = ids
        .filter(|id| !is_part[id.index()])
        .filter_map(|id| match model.expressions.form(id) {
            VariabilityForm::Named(index) => Some(*index as usize),
            _ => None,
        })
        .collect();
    while let Some(index) = pending.pop() {
        if !std::mem::replace(&mut is_reached[index], true) {
            // The default of an input that a condition reads is not a part of the condition.
            pending.extend(uses[index].iter().filter(|&&used| used < model.named.len()));
        }
    }
    is_reached
}

/// Checks the type of a default expression, and its value if that is constant.
fn check_value(model: &VariabilityModel<'_>, index: usize, diagnostics: &mut Vec<Diagnostic>) {
    let input = &model.inputs[index];
    let Some(id) = input.default_expression else { return };
    let (actual, node) = (model.expressions.type_of(id), model.expressions.node(id));
    let is_allowed = match (input.value_type, actual) {
        (OperandType::Unknown, _) | (_, OperandType::Unknown) => true,
        (OperandType::Other, actual) => actual != OperandType::Boolean,
        (expected, actual) => expected == actual,
    };
    if !is_allowed {
        let fix = literal_fix(model, id, input.value_type);
        let expected = (input.describe(), input.type_name.map(YamlNode::span));
        let diagnostic = rules::wrong_operand_type::default_expression(
            node.span(),
            expected,
            actual.name(),
            fix.as_deref(),
        );
        diagnostics.push(diagnostic);
        return;
    }
    match evaluate(&model.expressions, id, &|_| Err(Stop::Reported)) {
        Ok(value) => diagnostics.extend(input.fault(&value, node.span(), &value.to_yaml())),
        Err(Stop::Fault(fault, part)) => {
            diagnostics.extend(fault_diagnostic(fault, model.expressions.node(part).span()));
        }
        Err(_) => {}
    }
}
