//! What expressions give, and whether operands are what operators take.
//!
//! In: a model whose expressions were read. Out: the type of each expression, and for each named one whether
//! it asks for its relation; diagnostics. Types are strict: nothing becomes something else.

use crate::base::{circles, groups};
use crate::diagnostics::{Diagnostic, codes};
use crate::yaml::Style;

use super::expression::{ExprId, Form};
use super::model::{Kind, Model};
use super::operators::{Operator, TABLE, Type};
use super::parse::wanted;
use super::value::Value;

/// Types all expressions of `model`.
pub(super) fn check(model: &mut Model<'_>, found: &mut Vec<Diagnostic>) {
    let uses = named_uses(model);
    for circle in circles(&uses) {
        let chain: Vec<_> = circle.chain.iter().map(|&index| &model.named[index]).collect();
        let chain: Vec<_> = chain.iter().map(|named| (named.key.text(), named.key.span())).collect();
        found.push(codes::expression_cycle::new(&chain));
        model.is_broken = true;
    }
    // Groups are numbered from those that use nothing on.
    let groups = groups(&uses);
    let mut order: Vec<usize> = (0..model.named.len()).collect();
    order.sort_by_key(|&index| groups[index]);
    let mut typed = vec![false; model.expressions.len()];
    let before = found.len();
    for index in order {
        let parts = model.named[index].parts.clone();
        let mut uses_self = false;
        for id in parts.map(ExprId) {
            type_one(model, id, found);
            typed[id.index()] = true;
            uses_self |= match model.expressions.form(id) {
                Form::Source | Form::Target => true,
                Form::Named(other) => model.named[*other as usize].uses_self,
                _ => false,
            };
        }
        let named = &mut model.named[index];
        named.result = model.expressions.type_of(named.body);
        named.uses_self = uses_self;
    }
    for (index, typed) in typed.into_iter().enumerate() {
        if !typed {
            type_one(model, ExprId(u32::try_from(index).unwrap_or(u32::MAX)), found);
        }
    }
    for element in 0..model.elements.len() {
        conditions(model, element, found);
    }
    model.is_broken |= found.len() > before;
}

/// The named expressions that each named one uses.
fn named_uses(model: &Model<'_>) -> Vec<Vec<usize>> {
    let uses = |parts: &std::ops::Range<u32>| {
        let used = parts.clone().map(ExprId).filter_map(|id| match model.expressions.form(id) {
            Form::Named(index) => Some(*index as usize),
            _ => None,
        });
        used.collect()
    };
    model.named.iter().map(|named| uses(&named.parts)).collect()
}

fn type_one(model: &mut Model<'_>, id: ExprId, found: &mut Vec<Diagnostic>) {
    let result = match model.expressions.form(id) {
        Form::Literal(value) => value.value_type(),
        Form::List(_) => Type::List,
        Form::Input(index) => model.inputs[*index as usize].value_type,
        Form::Named(index) => model.named[*index as usize].result,
        Form::Presence(_) | Form::Source | Form::Target => Type::Boolean,
        Form::Wrong => Type::Unknown,
        Form::Call(operator, range) => {
            let (operator, operands) = (*operator, model.expressions.operands(range).to_vec());
            operands_of(model, operator, &operands, found);
            TABLE.iter().find(|line| line.operator == operator).map_or(Type::Unknown, |line| line.result)
        }
    };
    model.expressions.types[id.index()] = result;
}

fn operands_of(model: &Model<'_>, operator: Operator, operands: &[ExprId], found: &mut Vec<Diagnostic>) {
    let name = name_of(operator);
    for (position, &operand) in operands.iter().enumerate() {
        let got = model.expressions.type_of(operand);
        if let Some(wanted) = wanted(operator, position)
            && got != wanted
            && got != Type::Unknown
        {
            found.push(wrong(model, operand, name, wanted, got));
        }
    }
    let type_at = |at: usize| operands.get(at).map_or(Type::Unknown, |&id| model.expressions.type_of(id));
    match operator {
        Operator::Equal | Operator::ValidValues => same_types(model, operands, name, found),
        Operator::Length | Operator::MinLength | Operator::MaxLength
            if matches!(type_at(0), Type::Boolean | Type::Number) =>
        {
            let place = model.expressions.place(operands[0]).span();
            found.push(codes::wrong_operand_type::no_length(place, name, type_at(0).name()));
        }
        Operator::Concat | Operator::Join => {
            for &operand in operands {
                let got = model.expressions.type_of(operand);
                if matches!(got, Type::List | Type::Map) {
                    let place = model.expressions.place(operand).span();
                    found.push(codes::wrong_operand_type::no_part(place, name, got.name()));
                }
            }
        }
        _ => {}
    }
}

/// The operands that are compared must be of one type, or the result is known beforehand.
fn same_types(model: &Model<'_>, operands: &[ExprId], name: &str, found: &mut Vec<Diagnostic>) {
    let known = |id: &&ExprId| model.expressions.type_of(**id) != Type::Unknown;
    let Some(&first) = operands.iter().find(known) else { return };
    let (wanted, place) = (model.expressions.type_of(first), model.expressions.place(first).span());
    for &operand in operands.iter().filter(known) {
        let got = model.expressions.type_of(operand);
        let comparable = |one: Type, other: Type| one == Type::Other && other != Type::Boolean;
        if got != wanted && !comparable(got, wanted) && !comparable(wanted, got) {
            let here = model.expressions.place(operand);
            let fix = literal_fix(model, operand, wanted);
            found.push(codes::wrong_operand_type::differ(
                (here.span(), got.name()),
                (place, wanted.name()),
                name,
                fix.as_deref(),
            ));
            return;
        }
    }
}

/// How a literal would be written to be of the type `wanted`, where that is certain.
fn literal_fix(model: &Model<'_>, id: ExprId, wanted: Type) -> Option<String> {
    let Form::Literal(value) = model.expressions.form(id) else { return None };
    let node = model.expressions.place(id);
    match (value, wanted) {
        (Value::Text(text), Type::Number) => super::number::Number::read(text).map(|_| text.to_string()),
        (Value::Text(text), Type::Boolean) => matches!(&**text, "true" | "false").then(|| text.to_string()),
        (Value::Number(_) | Value::Boolean(_), Type::Text) if node.style() == Style::Plain => {
            Some(crate::yaml::quoted(node.text()))
        }
        _ => None,
    }
}

fn wrong(model: &Model<'_>, operand: ExprId, name: &str, wanted: Type, got: Type) -> Diagnostic {
    let place = model.expressions.place(operand);
    let fix = literal_fix(model, operand, wanted);
    codes::wrong_operand_type::new(place.span(), name, wanted.name(), got.name(), fix.as_deref())
}

pub(super) fn name_of(operator: Operator) -> &'static str {
    TABLE.iter().find(|line| line.operator == operator).map_or("pattern", |line| line.name)
}

/// Conditions give booleans, and ask for their relation only where there is one.
fn conditions(model: &Model<'_>, index: usize, found: &mut Vec<Diagnostic>) {
    let element = &model.elements[index];
    // A variability group hands its conditions to its members.
    let stranger = if element.is_variability {
        let id = super::model::ElementId::new(index);
        model.all().find(|(_, other)| other.kind != Kind::Relation && other.member_of.contains(&id))
    } else {
        None
    };
    for &condition in &element.conditions {
        let got = model.expressions.type_of(condition);
        let place = model.expressions.place(condition);
        if got != Type::Boolean && got != Type::Unknown {
            let fix = literal_fix(model, condition, Type::Boolean);
            found.push(codes::wrong_operand_type::condition(place.span(), got.name(), fix.as_deref()));
        }
        let relation = element.kind == Kind::Relation;
        let inside = element.is_variability && stranger.is_none();
        if relation || inside {
            continue;
        }
        for part in model.expressions.parts(condition) {
            match model.expressions.form(part) {
                Form::Named(named) if model.named[*named as usize].uses_self => {
                    let span = model.expressions.place(part).span();
                    let named = &model.named[*named as usize].key;
                    found.push(codes::self_outside_relation::through(span, named.text(), named.span()));
                }
                Form::Source | Form::Target => {
                    let span = model.expressions.place(part).span();
                    let member = stranger.map(|(_, other)| (other.key.text(), other.key.span()));
                    found.push(codes::self_outside_relation::member(span, member));
                }
                _ => {}
            }
        }
    }
}
