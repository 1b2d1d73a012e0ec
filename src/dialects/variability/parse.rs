//! From a node to an expression.
//!
//! Everything that is wrong underlines the part that is, and becomes [`Form::Wrong`], about which nothing
//! more is said. Types are another step. Recurses as deep as the tree, whose depth is bounded.

use crate::diagnostics::{Diagnostic, codes, suggest};
use crate::yaml::Node;

use super::expression::{ExprId, Form};
use super::model::{ElementId, Model};
use super::operators::{LATER, Operands, Operator, Signature, TABLE, Type, signature};
use super::value::Value;

/// So many findings are made before nobody is asked any more what was meant.
const MOST_SUGGESTIONS: usize = 50;

/// Reads expressions into `model`, whose names are known.
pub(super) struct Parser<'m, 't> {
    pub(super) model: &'m mut Model<'t>,
    pub(super) found: &'m mut Vec<Diagnostic>,
    /// Whether the expression may ask for its source and target.
    pub(super) in_relation: bool,
    /// Whether it stands in a named expression, of which that is not known.
    pub(super) in_named: bool,
}

impl<'t> Parser<'_, 't> {
    /// Reads the expression at `node`.
    pub(super) fn read(&mut self, node: Node<'t>) -> ExprId {
        if node.is_mapping() {
            return self.call(node);
        }
        if node.is_sequence() {
            let items: Vec<ExprId> = node.items().map(|item| self.read(item)).collect();
            return self.model.expressions.push_with(&items, node, Form::List);
        }
        match Value::read(node) {
            Some(value) => self.model.expressions.push(Form::Literal(value), node),
            None => {
                if !node.is_invalid() {
                    self.tell(codes::malformed_expression::no_value(node.span(), node.is_null()));
                }
                self.wrong(node)
            }
        }
    }

    fn wrong(&mut self, node: Node<'t>) -> ExprId {
        self.model.expressions.push(Form::Wrong, node)
    }

    fn tell(&mut self, found: Diagnostic) {
        self.found.push(found);
        self.model.is_broken = true;
    }

    fn call(&mut self, node: Node<'t>) -> ExprId {
        let mut entries = node.entries();
        let Some((key, value)) = entries.next() else {
            if !node.is_broken() {
                self.tell(codes::malformed_expression::empty(node.span()));
            }
            return self.wrong(node);
        };
        if let Some((second, _)) = entries.next() {
            self.tell(codes::malformed_expression::several(
                second.span(),
                second.text(),
                key.span(),
                key.text(),
            ));
            return self.wrong(node);
        }
        let Some(line) = signature(key.text()).filter(|_| key.as_str().is_some()) else {
            self.unknown(key);
            return self.wrong(node);
        };
        if value.is_invalid() {
            return self.wrong(node);
        }
        self.operands(node, value, line)
    }

    fn unknown(&mut self, key: Node<'t>) {
        let name = key.text();
        let plain = name.strip_prefix('$').unwrap_or(name);
        let found = match LATER.iter().find(|(later, _)| *later == plain) {
            Some((_, instead)) => codes::unknown_operator::later(key.span(), name, *instead),
            None => {
                let near = suggest(plain, TABLE.iter().map(|line| line.name));
                codes::unknown_operator::new(key.span(), name, near)
            }
        };
        self.tell(found);
    }

    fn operands(&mut self, node: Node<'t>, value: Node<'t>, line: &'static Signature) -> ExprId {
        let operator = line.operator;
        match line.operands {
            Operands::One(_) => {
                if value.is_sequence() {
                    self.tell(codes::wrong_operand_count::not_a_list(value.span(), line.name));
                    return self.wrong(node);
                }
                let only = self.read(value);
                self.finish(node, operator, &[only])
            }
            Operands::Many(_, least) => {
                let Some(items) = self.list(value, line.name) else { return self.wrong(node) };
                if items.len() < least {
                    let wanted = if least == 1 { "at least one operand" } else { "at least two operands" };
                    self.tell(codes::wrong_operand_count::new(value.span(), line.name, wanted, items.len()));
                    return self.wrong(node);
                }
                if operator == Operator::Xor && items.len() > 2 {
                    let key = node.only_entry().map_or(node.span(), |(key, _)| key.span());
                    self.found.push(codes::parity_xor::new(key));
                }
                let read: Vec<ExprId> = items.into_iter().map(|item| self.read(item)).collect();
                self.finish(node, operator, &read)
            }
            Operands::Two(..) => {
                let Some(items) = self.exactly(value, line.name, 2) else { return self.wrong(node) };
                let read: Vec<ExprId> = items.into_iter().map(|item| self.read(item)).collect();
                self.finish(node, operator, &read)
            }
            Operands::Range => {
                let Some(items) = self.exactly(value, line.name, 2) else { return self.wrong(node) };
                let Some(bounds) = self.exactly(items[1], "the range", 2) else { return self.wrong(node) };
                let read = [self.read(items[0]), self.bound(bounds[0]), self.bound(bounds[1])];
                self.finish(node, operator, &read)
            }
            Operands::Choice => {
                let Some(items) = self.exactly(value, line.name, 2) else { return self.wrong(node) };
                let Some(values) = self.list(items[1], line.name) else { return self.wrong(node) };
                let mut read = vec![self.read(items[0])];
                read.extend(values.into_iter().map(|item| self.read(item)));
                self.finish(node, operator, &read)
            }
            Operands::Joined => {
                let Some(items) = self.exactly(value, line.name, 2) else { return self.wrong(node) };
                let Some(parts) = self.list(items[0], line.name) else { return self.wrong(node) };
                let mut read = vec![self.read(items[1])];
                read.extend(parts.into_iter().map(|item| self.read(item)));
                self.finish(node, operator, &read)
            }
            Operands::Token => {
                let Some(items) = self.exactly(value, line.name, 3) else { return self.wrong(node) };
                let read: Vec<ExprId> = items.into_iter().map(|item| self.read(item)).collect();
                self.finish(node, operator, &read)
            }
            Operands::InputName => self.input(node, value),
            Operands::ExpressionName => self.named(node, value, operator),
            Operands::Element => self.presence(node, value),
            Operands::Itself => self.itself(node, value, line),
        }
    }

    fn finish(&mut self, node: Node<'t>, operator: Operator, operands: &[ExprId]) -> ExprId {
        self.model.expressions.push_with(operands, node, |range| Form::Call(operator, range))
    }

    /// A bound of a range: an expression, or the word for none.
    fn bound(&mut self, node: Node<'t>) -> ExprId {
        if node.as_str() == Some("UNBOUNDED") {
            return self.model.expressions.push(Form::Literal(Value::Unbounded), node);
        }
        self.read(node)
    }

    fn list(&mut self, value: Node<'t>, name: &str) -> Option<Vec<Node<'t>>> {
        if value.is_sequence() {
            return Some(value.items().collect());
        }
        self.tell(codes::wrong_operand_count::no_list(value.span(), name));
        None
    }

    fn exactly(&mut self, value: Node<'t>, name: &str, count: usize) -> Option<Vec<Node<'t>>> {
        let items = self.list(value, name)?;
        if items.len() != count {
            let wanted = if count == 2 { "two operands" } else { "three operands" };
            self.tell(codes::wrong_operand_count::new(value.span(), name, wanted, items.len()));
            return None;
        }
        Some(items)
    }

    fn name(&mut self, value: Node<'t>, what: &str) -> Option<&'t str> {
        let name = value.as_str();
        if name.is_none() {
            self.tell(codes::malformed_expression::no_name(value.span(), what));
        }
        name
    }

    fn input(&mut self, node: Node<'t>, value: Node<'t>) -> ExprId {
        let Some(name) = self.name(value, "a variability input") else { return self.wrong(node) };
        match self.model.input(name) {
            Some(index) => {
                self.model.inputs[index].is_used = true;
                let index = u32::try_from(index).unwrap_or(u32::MAX);
                self.model.expressions.push(Form::Input(index), node)
            }
            None => {
                let few = self.found.len() < MOST_SUGGESTIONS;
                let names = self.model.inputs.iter().filter(|_| few).map(|input| input.key.text());
                let template = self.model.body.and_then(|(_, body)| body.get("inputs"));
                let plain = template.is_some_and(|inputs| inputs.entry(name).is_some());
                let found =
                    codes::unknown_variability_input::new(value.span(), name, suggest(name, names), plain);
                self.tell(found);
                self.wrong(node)
            }
        }
    }

    fn named(&mut self, node: Node<'t>, value: Node<'t>, operator: Operator) -> ExprId {
        let Some(name) = self.name(value, "an expression") else { return self.wrong(node) };
        let index = self.model.symbol(name).and_then(|symbol| self.model.named_by_name.get(&symbol)).copied();
        match index {
            Some(index) => {
                let named = self.model.expressions.push(Form::Named(index), node);
                if operator == Operator::Condition {
                    return self.finish(node, operator, &[named]);
                }
                named
            }
            None => {
                let few = self.found.len() < MOST_SUGGESTIONS;
                let names = self.model.named.iter().filter(|_| few).map(|named| named.key.text());
                let input = self.model.input(name).is_some();
                let found = codes::unknown_expression::new(value.span(), name, suggest(name, names), input);
                self.tell(found);
                self.wrong(node)
            }
        }
    }

    fn presence(&mut self, node: Node<'t>, value: Node<'t>) -> ExprId {
        match self.element(value) {
            Some(id) => self.model.expressions.push(Form::Presence(id), node),
            None => self.wrong(node),
        }
    }

    /// The node template or requirement assignment that `value` names; what is wrong is told.
    pub(super) fn element(&mut self, value: Node<'t>) -> Option<ElementId> {
        if let Some(name) = value.as_str() {
            return self.node(value, name);
        }
        let parts: Vec<Node<'t>> = value.items().collect();
        let [holder, relation] = parts[..] else {
            if !value.is_invalid() {
                self.tell(codes::malformed_expression::no_element(value.span()));
            }
            return None;
        };
        let Some(name) = holder.as_str() else {
            self.tell(codes::malformed_expression::no_element(holder.span()));
            return None;
        };
        let source = self.node(holder, name)?;
        self.relation(source, relation)
    }

    fn node(&mut self, place: Node<'t>, name: &str) -> Option<ElementId> {
        let found = self.model.node(name);
        if found.is_none() {
            // All names are looked at: not where most are wrong.
            let few = self.found.len() < MOST_SUGGESTIONS;
            let all = || self.model.elements.iter().filter(|_| few);
            let names = all().filter(|element| element.kind == super::model::Kind::Node);
            let near = suggest(name, names.map(|element| element.key.text()));
            let other = all()
                .find(|element| element.kind != super::model::Kind::Relation && element.key.text() == name);
            let other = other.map(|element| (element.kind.name(), element.key.span()));
            let found = codes::unknown_element::node(place.span(), name, near, other);
            self.tell(found);
        }
        found
    }

    fn relation(&mut self, source: ElementId, place: Node<'t>) -> Option<ElementId> {
        let holder = self.model.element(source).key.text();
        let count = self.model.element(source).number;
        if let Some(name) = place.as_str() {
            let same = self.model.relations_called(source, name).to_vec();
            match same[..] {
                [only] => return Some(only),
                [] => {
                    let names = self.model.relations(source).map(|id| self.model.element(id).key.text());
                    let near = suggest(name, names);
                    let found = codes::unknown_element::relation(place.span(), name, holder, near);
                    self.tell(found);
                }
                _ => {
                    let all: Vec<_> = same
                        .iter()
                        .map(|&id| (self.model.element(id).number, self.model.place(id)))
                        .collect();
                    self.tell(codes::ambiguous_relation::new(place.span(), name, holder, &all));
                }
            }
            return None;
        }
        let index: Option<u32> = match Value::read(place) {
            Some(Value::Number(number)) => number.as_integer().and_then(|index| index.try_into().ok()),
            _ => {
                self.tell(codes::malformed_expression::no_element(place.span()));
                return None;
            }
        };
        let found = index.filter(|index| *index < count);
        if found.is_none() {
            self.tell(codes::unknown_element::index(place.span(), place.written(), holder, count));
        }
        found.map(|index| ElementId(source.0 + 1 + index))
    }

    fn itself(&mut self, node: Node<'t>, value: Node<'t>, line: &'static Signature) -> ExprId {
        if value.as_str() != Some("SELF") {
            self.tell(codes::malformed_expression::not_self(value.span(), line.name));
            return self.wrong(node);
        }
        if !self.in_relation && !self.in_named {
            let key = node.only_entry().map_or(node.span(), |(key, _)| key.span());
            self.tell(codes::self_outside_relation::new(key, line.name));
            return self.wrong(node);
        }
        let form = if line.operator == Operator::SourcePresence { Form::Source } else { Form::Target };
        self.model.expressions.push(form, node)
    }
}

/// The type that the operands of an operator have, by position; none where any will do.
pub(super) fn wanted(operator: Operator, position: usize) -> Option<Type> {
    let line = TABLE.iter().find(|line| line.operator == operator)?;
    let wanted = match line.operands {
        Operands::One(wanted) | Operands::Many(wanted, _) => wanted,
        Operands::Two(first, second) => [first, second].get(position).copied()?,
        Operands::Range => Type::Number,
        Operands::Joined if position == 0 => Type::Text,
        Operands::Token => [Type::Text, Type::Text, Type::Number].get(position).copied()?,
        Operands::ExpressionName => Type::Boolean,
        _ => Type::Unknown,
    };
    (wanted != Type::Unknown).then_some(wanted)
}
