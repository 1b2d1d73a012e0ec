//! Types expressions, and checks that operands have the types that operators need.
//!
//! Input: a model whose expressions were read. Output: the type of each expression, and for each named one
//! whether it reads its relation; diagnostics. Types are strict: values are never converted.

use crate::base::{Span, groups};
use crate::diagnostics::{Diagnostic, rules};
use crate::yaml::Style;

use super::defaults;
use super::expression::{VariabilityExprId, VariabilityForm};
use super::model::{ElementId, ElementKind, VariabilityModel};
use super::operators::{OperandType, Operator, TABLE};
use super::parse::expected_type;
use super::value::VariabilityValue;

/// Computes the types of all expressions of `model`, and reports type errors.
pub(super) fn check(model: &mut VariabilityModel<'_>, diagnostics: &mut Vec<Diagnostic>) {
    let uses = defaults::uses(model);
    model.is_broken |= defaults::report_cycles(model, &uses, diagnostics);
    // A group only uses groups of lower number.
    let groups = groups(&uses);
    let mut order: Vec<usize> = (0..model.named.len()).collect();
    order.sort_by_key(|&index| groups[index]);
    let mut is_typed = vec![false; model.expressions.len()];
    let previous_count = diagnostics.len();
    for index in order {
        let parts = model.named[index].parts.clone();
        let (mut uses_self, mut reads_elements) = (false, false);
        for id in parts.map(VariabilityExprId) {
            compute_type(model, id, diagnostics);
            is_typed[id.index()] = true;
            uses_self |= match model.expressions.form(id) {
                VariabilityForm::Source | VariabilityForm::Target => true,
                VariabilityForm::Named(index) => model.named[*index as usize].uses_self,
                _ => false,
            };
            reads_elements |= match model.expressions.form(id) {
                VariabilityForm::Source | VariabilityForm::Target | VariabilityForm::Presence(_) => true,
                VariabilityForm::Call(operator, _) => *operator == Operator::AnyPresent,
                VariabilityForm::Named(index) => model.named[*index as usize].reads_elements,
                _ => false,
            };
        }
        let named = &mut model.named[index];
        named.result = model.expressions.type_of(named.body);
        named.uses_self = uses_self;
        named.reads_elements = reads_elements;
    }
    for (index, is_typed) in is_typed.into_iter().enumerate() {
        if !is_typed {
            compute_type(model, VariabilityExprId(u32::try_from(index).unwrap_or(u32::MAX)), diagnostics);
        }
    }
    for element in 0..model.elements.len() {
        check_conditions(model, element, diagnostics);
    }
    check_type_conditions(model, diagnostics);
    for &constraint in &model.constraints {
        check_boolean(model, constraint, diagnostics);
        check_self(model, constraint, Holder::Itself, diagnostics);
    }
    defaults::check(model, (&uses, &groups), diagnostics);
    model.is_broken |= diagnostics.len() > previous_count;
}

fn compute_type(model: &mut VariabilityModel<'_>, id: VariabilityExprId, diagnostics: &mut Vec<Diagnostic>) {
    let result = match model.expressions.form(id) {
        VariabilityForm::Literal(value) => value.value_type(),
        VariabilityForm::List(_) => OperandType::List,
        VariabilityForm::Input(index) => model.inputs[*index as usize].value_type,
        VariabilityForm::Named(index) => model.named[*index as usize].result,
        VariabilityForm::Presence(_) | VariabilityForm::Source | VariabilityForm::Target => {
            OperandType::Boolean
        }
        VariabilityForm::Wrong => OperandType::Unknown,
        VariabilityForm::Call(operator, range) => {
            let (operator, operands) = (*operator, model.expressions.operands(range).to_vec());
            check_operands(model, operator, &operands, diagnostics);
            let row = TABLE.iter().find(|row| row.operator == operator);
            let is_presence = operator == Operator::AnyPresent;
            let of_presence = if is_presence { OperandType::Boolean } else { OperandType::Unknown };
            row.map_or(of_presence, |row| row.result)
        }
    };
    model.expressions.types[id.index()] = result;
}

fn check_operands(
    model: &VariabilityModel<'_>,
    operator: Operator,
    operands: &[VariabilityExprId],
    diagnostics: &mut Vec<Diagnostic>,
) {
    let name = name_of(operator);
    for (position, &operand) in operands.iter().enumerate() {
        let actual = model.expressions.type_of(operand);
        if let Some(expected) = expected_type(operator, position)
            && actual != expected
            && actual != OperandType::Unknown
        {
            diagnostics.push(type_diagnostic(model, operand, name, expected, actual));
        }
    }
    let type_at =
        |index: usize| operands.get(index).map_or(OperandType::Unknown, |&id| model.expressions.type_of(id));
    match operator {
        Operator::Equal | Operator::ValidValues => check_same_types(model, operands, name, diagnostics),
        Operator::Length | Operator::MinLength | Operator::MaxLength
            if matches!(type_at(0), OperandType::Boolean | OperandType::Number) =>
        {
            let span = model.expressions.node(operands[0]).span();
            diagnostics.push(rules::wrong_operand_type::no_length(span, name, type_at(0).name()));
        }
        Operator::Concat | Operator::Join => {
            for &operand in operands {
                let actual = model.expressions.type_of(operand);
                if matches!(actual, OperandType::List | OperandType::Map) {
                    let span = model.expressions.node(operand).span();
                    diagnostics.push(rules::wrong_operand_type::not_a_string_part(span, name, actual.name()));
                }
            }
        }
        _ => {}
    }
}

/// Reports compared operands of different types: the result would be constant.
fn check_same_types(
    model: &VariabilityModel<'_>,
    operands: &[VariabilityExprId],
    name: &str,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let known = |id: &&VariabilityExprId| model.expressions.type_of(**id) != OperandType::Unknown;
    let Some(&first) = operands.iter().find(known) else { return };
    let (expected, span) = (model.expressions.type_of(first), model.expressions.node(first).span());
    for &operand in operands.iter().filter(known) {
        let actual = model.expressions.type_of(operand);
        let comparable = |first: OperandType, second: OperandType| {
            first == OperandType::Other && second != OperandType::Boolean
        };
        if actual != expected && !comparable(actual, expected) && !comparable(expected, actual) {
            let node = model.expressions.node(operand);
            let fix = literal_fix(model, operand, expected);
            diagnostics.push(rules::wrong_operand_type::different_types(
                (node.span(), actual.name()),
                (span, expected.name()),
                name,
                fix.as_deref(),
            ));
            return;
        }
    }
}

/// Returns the literal rewritten as a value of the `expected` type, or `None` if that is uncertain.
pub(super) fn literal_fix(
    model: &VariabilityModel<'_>,
    id: VariabilityExprId,
    expected: OperandType,
) -> Option<String> {
    let VariabilityForm::Literal(value) = model.expressions.form(id) else { return None };
    let node = model.expressions.node(id);
    match (value, expected) {
        (VariabilityValue::Text(text), OperandType::Number) => {
            super::number::Number::read(text).map(|_| text.to_string())
        }
        (VariabilityValue::Text(text), OperandType::Boolean) => {
            matches!(&**text, "true" | "false").then(|| text.to_string())
        }
        (VariabilityValue::Number(_) | VariabilityValue::Boolean(_), OperandType::Text)
            if node.style() == Style::Plain =>
        {
            Some(crate::yaml::quoted(node.text()))
        }
        _ => None,
    }
}

fn type_diagnostic(
    model: &VariabilityModel<'_>,
    operand: VariabilityExprId,
    name: &str,
    expected: OperandType,
    actual: OperandType,
) -> Diagnostic {
    let node = model.expressions.node(operand);
    let fix = literal_fix(model, operand, expected);
    rules::wrong_operand_type::new(node.span(), name, expected.name(), actual.name(), fix.as_deref())
}

pub(super) fn name_of(operator: Operator) -> &'static str {
    TABLE.iter().find(|row| row.operator == operator).map_or("pattern", |row| row.name)
}

/// Checks that conditions of elements are Boolean, and read their relation only if they have one.
fn check_conditions(model: &VariabilityModel<'_>, index: usize, diagnostics: &mut Vec<Diagnostic>) {
    let element = &model.elements[index];
    // The conditions of a type are checked once.
    if element.type_conditions.is_some() {
        return;
    }
    let holder = without_relation(model, ElementId::new(index));
    for &condition in &element.conditions {
        check_boolean(model, condition, diagnostics);
        if let Some(holder) = holder {
            check_self(model, condition, holder, diagnostics);
        }
    }
}

/// Checks the conditions of types in the same way.
fn check_type_conditions(model: &VariabilityModel<'_>, diagnostics: &mut Vec<Diagnostic>) {
    for of_type in &model.type_conditions {
        let holder = of_type.elements.iter().find_map(|&id| without_relation(model, id));
        for &condition in &of_type.conditions {
            check_boolean(model, condition, diagnostics);
            if let Some(holder) = holder {
                check_self(model, condition, holder, diagnostics);
            }
        }
    }
}

/// What has conditions without a source and target.
#[derive(Clone, Copy)]
enum Holder<'m> {
    /// An element itself, or the template.
    Itself,
    /// A member of a group that has the conditions: its name and span.
    Member(&'m str, Span),
}

/// Returns what has the conditions of an element without being a requirement assignment, or `None` if there is nothing.
fn without_relation<'m>(model: &'m VariabilityModel<'_>, id: ElementId) -> Option<Holder<'m>> {
    let element = model.element(id);
    if !element.is_variability {
        return (element.kind != ElementKind::Relation).then_some(Holder::Itself);
    }
    // The conditions of a variability group are those of its members.
    let mut members = model.all().map(|(_, member)| member).filter(|member| member.member_of.contains(&id));
    let other = members.find(|member| member.kind != ElementKind::Relation)?;
    Some(Holder::Member(other.key.text(), other.key.span()))
}

fn check_boolean(
    model: &VariabilityModel<'_>,
    condition: VariabilityExprId,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let actual = model.expressions.type_of(condition);
    if actual != OperandType::Boolean && actual != OperandType::Unknown {
        let fix = literal_fix(model, condition, OperandType::Boolean);
        let span = model.expressions.node(condition).span();
        diagnostics.push(rules::wrong_operand_type::condition(span, actual.name(), fix.as_deref()));
    }
}

/// Reports parts of a condition of `holder` that read a source or target.
fn check_self(
    model: &VariabilityModel<'_>,
    condition: VariabilityExprId,
    holder: Holder<'_>,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let member = match holder {
        Holder::Itself => None,
        Holder::Member(name, span) => Some((name, span)),
    };
    for part in model.expressions.parts(condition) {
        let span = model.expressions.node(part).span();
        match model.expressions.form(part) {
            VariabilityForm::Named(named) if model.named[*named as usize].uses_self => {
                let named = &model.named[*named as usize].key;
                let diagnostic =
                    rules::self_outside_relation::in_expression(span, named.text(), named.span());
                diagnostics.push(diagnostic);
            }
            VariabilityForm::Source | VariabilityForm::Target => {
                diagnostics.push(rules::self_outside_relation::in_group(span, member));
            }
            _ => {}
        }
    }
}
