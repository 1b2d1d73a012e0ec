//! Parses expressions.
//!
//! Each error is reported at the invalid part, which becomes [`Form::Wrong`] and causes no further
//! diagnostics. Types are checked later. Recursion is as deep as the tree, whose depth is limited.

use crate::diagnostics::{Diagnostic, rules, suggest};
use crate::yaml::YamlNode;

use super::expression::{VariabilityExprId, VariabilityForm};
use super::model::{ElementId, ElementKind, NamedPresence, Unread, VariabilityModel};
use super::operators::{
    EXTENSIONS, LaterSpelling, OperandType, Operands, Operator, Signature, TABLE, later_spelling, signature,
};
use super::tables::ONLY_EXTENDED;
use super::value::VariabilityValue;

/// The maximum number of diagnostics with suggestions: each suggestion scans all names.
const MAX_SUGGESTIONS: usize = 50;

/// The maximum number of elements that are repeated for each question about them.
const MAX_REPEATED_PARTS: usize = 8;

/// Parses expressions into `model`, whose names are already known.
pub(super) struct Parser<'m, 't> {
    pub(super) model: &'m mut VariabilityModel<'t>,
    pub(super) diagnostics: &'m mut Vec<Diagnostic>,
    pub(super) context: Context,
}

/// What an expression belongs to, which says what it may read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Context {
    /// An element without a source and target, or the template.
    Element,
    /// A requirement assignment, which has a source and a target.
    Relation,
    /// A named expression, which requirement assignments and other elements may use.
    Named,
    /// The default of an input, which is known before any element.
    Default,
}

impl<'t> Parser<'_, 't> {
    /// Parses the expression at `node`.
    pub(super) fn parse(&mut self, node: YamlNode<'t>) -> VariabilityExprId {
        if node.is_mapping() {
            return self.parse_call(node);
        }
        if node.is_sequence() {
            let items: Vec<VariabilityExprId> = node.items().map(|item| self.parse(item)).collect();
            return self.model.expressions.push_with(&items, node, VariabilityForm::List);
        }
        match VariabilityValue::read(node) {
            Some(value) => self.model.expressions.push(VariabilityForm::Literal(value), node),
            None => {
                if !node.is_invalid() {
                    self.report(rules::malformed_expression::invalid_value(node.span(), node.is_null()));
                }
                self.push_wrong(node)
            }
        }
    }

    /// Parses a condition, or a list of conditions.
    pub(super) fn parse_conditions(&mut self, node: YamlNode<'t>) -> Vec<VariabilityExprId> {
        if node.is_sequence() {
            node.items().map(|item| self.parse(item)).collect()
        } else if node.is_null() {
            Vec::new()
        } else {
            vec![self.parse(node)]
        }
    }

    pub(super) fn push_wrong(&mut self, node: YamlNode<'t>) -> VariabilityExprId {
        self.model.expressions.push(VariabilityForm::Wrong, node)
    }

    pub(super) fn report(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
        self.model.is_broken = true;
    }

    fn parse_call(&mut self, node: YamlNode<'t>) -> VariabilityExprId {
        let mut entries = node.entries();
        let Some((key, value)) = entries.next() else {
            if !node.is_broken() {
                self.report(rules::malformed_expression::empty(node.span()));
            }
            return self.push_wrong(node);
        };
        if let Some((second, _)) = entries.next() {
            self.report(rules::malformed_expression::several_operators(
                second.span(),
                second.text(),
                key.span(),
                key.text(),
            ));
            return self.push_wrong(node);
        }
        let Some(signature) = self.find_operator(key, value) else { return self.push_wrong(node) };
        if value.is_invalid() {
            return self.push_wrong(node);
        }
        self.parse_operands(node, value, signature)
    }

    /// Returns the operator that `key` names, also in the spelling of later drafts; reports any other key.
    fn find_operator(&mut self, key: YamlNode<'t>, operands: YamlNode<'t>) -> Option<&'static Signature> {
        let (name, span) = (key.text(), key.span());
        let is_extended = self.model.is_extended;
        let is_known = |row: &Signature| is_extended || !EXTENSIONS.contains(&row.operator);
        let diagnostic = match (signature(name).filter(|_| key.is_string()), later_spelling(name)) {
            (Some(row), _) if is_known(row) => return Some(row),
            // With at most two operands, `xor` means the same in all languages.
            (Some(row), _) if row.operator == Operator::ExactlyOne && operands.items().count() <= 2 => {
                rules::unknown_operator::renamed(span, name, "xor")
            }
            (None, Some(LaterSpelling::Of(row))) if is_known(row) => {
                self.model.later_spelling.push((key, row.name));
                self.model.is_broken = true;
                return Some(row);
            }
            (Some(_), _) | (None, Some(LaterSpelling::Of(_))) => {
                rules::unknown_operator::only_extended(span, name, ONLY_EXTENDED)
            }
            (None, Some(LaterSpelling::WithoutEquivalent)) => {
                rules::unknown_operator::without_equivalent(span, name)
            }
            (None, None) => {
                let plain = name.strip_prefix('$').unwrap_or(name);
                let names = TABLE.iter().filter(|row| is_known(row)).map(|row| row.name);
                rules::unknown_operator::new(span, name, suggest(plain, names))
            }
        };
        self.report(diagnostic);
        None
    }

    fn parse_operands(
        &mut self,
        node: YamlNode<'t>,
        value: YamlNode<'t>,
        signature: &'static Signature,
    ) -> VariabilityExprId {
        let operator = signature.operator;
        if self.context == Context::Default && signature.operands.are_elements() {
            let key = node.only_entry().map_or(node.span(), |(key, _)| key.span());
            self.report(rules::malformed_expression::about_element(key, signature.name));
            return self.push_wrong(node);
        }
        match signature.operands {
            Operands::One(_) => {
                if value.is_sequence() {
                    self.report(rules::wrong_operand_count::unexpected_list(value.span(), signature.name));
                    return self.push_wrong(node);
                }
                let operand = self.parse(value);
                self.push_call(node, operator, &[operand])
            }
            Operands::Many(_, min) => {
                let Some(items) = self.expect_list(value, signature.name) else {
                    return self.push_wrong(node);
                };
                if items.len() < min {
                    let expected = if min == 1 { "at least one operand" } else { "at least two operands" };
                    self.report(rules::wrong_operand_count::new(
                        value.span(),
                        signature.name,
                        expected,
                        items.len(),
                    ));
                    return self.push_wrong(node);
                }
                if operator == Operator::Xor && items.len() > 2 {
                    let key = node.only_entry().map_or(node.span(), |(key, _)| key.span());
                    self.diagnostics.push(rules::parity_xor::new(key));
                }
                let operands: Vec<VariabilityExprId> =
                    items.into_iter().map(|item| self.parse(item)).collect();
                self.push_call(node, operator, &operands)
            }
            Operands::Two(..) => {
                let Some(items) = self.expect_count(value, signature.name, 2) else {
                    return self.push_wrong(node);
                };
                let operands: Vec<VariabilityExprId> =
                    items.into_iter().map(|item| self.parse(item)).collect();
                self.push_call(node, operator, &operands)
            }
            Operands::Range => {
                let Some(items) = self.expect_count(value, signature.name, 2) else {
                    return self.push_wrong(node);
                };
                let Some(bounds) = self.expect_count(items[1], "the range", 2) else {
                    return self.push_wrong(node);
                };
                let operands =
                    [self.parse(items[0]), self.parse_bound(bounds[0]), self.parse_bound(bounds[1])];
                self.push_call(node, operator, &operands)
            }
            Operands::Choice => {
                let Some(items) = self.expect_count(value, signature.name, 2) else {
                    return self.push_wrong(node);
                };
                let Some(values) = self.expect_list(items[1], signature.name) else {
                    return self.push_wrong(node);
                };
                let mut operands = vec![self.parse(items[0])];
                operands.extend(values.into_iter().map(|item| self.parse(item)));
                self.push_call(node, operator, &operands)
            }
            Operands::Joined => {
                let Some(items) = self.expect_count(value, signature.name, 2) else {
                    return self.push_wrong(node);
                };
                let Some(parts) = self.expect_list(items[0], signature.name) else {
                    return self.push_wrong(node);
                };
                let mut operands = vec![self.parse(items[1])];
                operands.extend(parts.into_iter().map(|item| self.parse(item)));
                self.push_call(node, operator, &operands)
            }
            Operands::Token => {
                let Some(items) = self.expect_count(value, signature.name, 3) else {
                    return self.push_wrong(node);
                };
                let operands: Vec<VariabilityExprId> =
                    items.into_iter().map(|item| self.parse(item)).collect();
                self.push_call(node, operator, &operands)
            }
            Operands::InputName => self.parse_input(node, value),
            Operands::ExpressionName => self.parse_named(node, value, operator),
            Operands::Element => self.parse_presence(node, value),
            Operands::Named(kind) => self.parse_element(node, value, (kind, operator)),
            Operands::Part(kind) => self.parse_part(node, value, kind),
            Operands::Itself => self.parse_self(node, value, signature),
        }
    }

    fn push_call(
        &mut self,
        node: YamlNode<'t>,
        operator: Operator,
        operands: &[VariabilityExprId],
    ) -> VariabilityExprId {
        self.model.expressions.push_with(operands, node, |range| VariabilityForm::Call(operator, range))
    }

    /// Parses a bound of a range: an expression, or the word for no bound.
    fn parse_bound(&mut self, node: YamlNode<'t>) -> VariabilityExprId {
        if node.as_str() == Some("UNBOUNDED") {
            return self.model.expressions.push(VariabilityForm::Literal(VariabilityValue::Unbounded), node);
        }
        self.parse(node)
    }

    fn expect_list(&mut self, value: YamlNode<'t>, name: &str) -> Option<Vec<YamlNode<'t>>> {
        if value.is_sequence() {
            return Some(value.items().collect());
        }
        self.report(rules::wrong_operand_count::missing_list(value.span(), name));
        None
    }

    fn expect_count(&mut self, value: YamlNode<'t>, name: &str, count: usize) -> Option<Vec<YamlNode<'t>>> {
        let items = self.expect_list(value, name)?;
        if items.len() != count {
            let expected = if count == 2 { "two operands" } else { "three operands" };
            self.report(rules::wrong_operand_count::new(value.span(), name, expected, items.len()));
            return None;
        }
        Some(items)
    }

    fn expect_name(&mut self, value: YamlNode<'t>, what: &str) -> Option<&'t str> {
        let name = value.as_str();
        if name.is_none() {
            self.report(rules::malformed_expression::invalid_name(value.span(), what));
        }
        name
    }

    fn parse_input(&mut self, node: YamlNode<'t>, value: YamlNode<'t>) -> VariabilityExprId {
        let Some(name) = self.expect_name(value, "a variability input") else { return self.push_wrong(node) };
        match self.model.input(name) {
            Some(index) => {
                self.model.inputs[index].is_used = true;
                let index = u32::try_from(index).unwrap_or(u32::MAX);
                self.model.expressions.push(VariabilityForm::Input(index), node)
            }
            None if Unread::has(&self.model.unread.inputs, name) => {
                self.model.is_broken = true;
                self.push_wrong(node)
            }
            None => {
                let may_suggest = self.diagnostics.len() < MAX_SUGGESTIONS;
                let names = self.model.inputs.iter().filter(|_| may_suggest).map(|input| input.key.text());
                let template = self.model.body.and_then(|(_, body)| body.get("inputs"));
                let is_template_input = template.is_some_and(|inputs| inputs.entry(name).is_some());
                let diagnostic = rules::unknown_variability_input::new(
                    value.span(),
                    name,
                    suggest(name, names),
                    is_template_input,
                );
                self.report(diagnostic);
                self.push_wrong(node)
            }
        }
    }

    /// Parses an entry of `requires` or `excludes` of the input `index`: `operator` with that input and this one.
    pub(super) fn parse_short_constraint(
        &mut self,
        index: u32,
        entry: YamlNode<'t>,
        operator: Operator,
    ) -> VariabilityExprId {
        let other = self.parse_input(entry, entry);
        let this = self.model.expressions.push(VariabilityForm::Input(index), entry);
        self.push_call(entry, operator, &[this, other])
    }

    fn parse_named(
        &mut self,
        node: YamlNode<'t>,
        value: YamlNode<'t>,
        operator: Operator,
    ) -> VariabilityExprId {
        let Some(name) = self.expect_name(value, "an expression") else { return self.push_wrong(node) };
        let index = self.model.symbol(name).and_then(|symbol| self.model.named_by_name.get(&symbol)).copied();
        match index {
            Some(index) => {
                let named = self.model.expressions.push(VariabilityForm::Named(index), node);
                if operator == Operator::Condition {
                    return self.push_call(node, operator, &[named]);
                }
                named
            }
            None if Unread::has(&self.model.unread.expressions, name) => {
                self.model.is_broken = true;
                self.push_wrong(node)
            }
            None => {
                let may_suggest = self.diagnostics.len() < MAX_SUGGESTIONS;
                let names = self.model.named.iter().filter(|_| may_suggest).map(|named| named.key.text());
                let is_input = self.model.input(name).is_some();
                let diagnostic =
                    rules::unknown_expression::new(value.span(), name, suggest(name, names), is_input);
                self.report(diagnostic);
                self.push_wrong(node)
            }
        }
    }

    fn parse_presence(&mut self, node: YamlNode<'t>, value: YamlNode<'t>) -> VariabilityExprId {
        match self.find_element(value) {
            Some(id) => self.model.expressions.push(VariabilityForm::Presence(id), node),
            None => self.push_wrong(node),
        }
    }

    /// Parses a question about the element of a kind that `value` names.
    fn parse_element(
        &mut self,
        node: YamlNode<'t>,
        value: YamlNode<'t>,
        (kind, operator): (ElementKind, Operator),
    ) -> VariabilityExprId {
        let what = crate::diagnostics::with_article(kind.name());
        let Some(name) = self.expect_name(value, &what) else { return self.push_wrong(node) };
        let called: Vec<ElementId> = self.model.called(kind, name).to_vec();
        let Some(&first) = called.first() else {
            if kind == ElementKind::Node {
                self.find_node(value, name);
            } else {
                let may_suggest = self.diagnostics.len() < MAX_SUGGESTIONS;
                let names = self.model.all().filter(|(_, element)| may_suggest && element.kind == kind);
                let suggestion = suggest(name, names.map(|(_, element)| element.key.text()));
                let diagnostic = rules::unknown_element::of_kind(value.span(), kind.name(), name, suggestion);
                self.report(diagnostic);
            }
            return self.push_wrong(node);
        };
        if let Some(&index) = self.model.questions.get(&(operator, first)) {
            return self.model.expressions.push(VariabilityForm::Named(index), node);
        }
        let model = &*self.model;
        let elements: Vec<ElementId> = match operator {
            Operator::PresentMember | Operator::PresentTarget => {
                let members = called.iter().filter_map(|&id| model.members(id));
                members.flatten().collect()
            }
            Operator::IncomingRelation => model.incoming(first).to_vec(),
            Operator::HostPresence => {
                let hosts = model.relations_called(first, "host").iter();
                hosts.filter_map(|&relation| model.element(relation).target).collect()
            }
            _ => called,
        };
        if elements.len() <= MAX_REPEATED_PARTS {
            return self.push_any(node, &elements);
        }
        let index = self.push_question((operator, first), (node, value), &elements);
        self.model.expressions.push(VariabilityForm::Named(index), node)
    }

    /// Returns whether any of `elements` is present.
    pub(super) fn push_any(&mut self, node: YamlNode<'t>, elements: &[ElementId]) -> VariabilityExprId {
        let presence = |&id: &ElementId| self.model.expressions.push(VariabilityForm::Presence(id), node);
        let parts: Vec<VariabilityExprId> = elements.iter().map(presence).collect();
        match parts[..] {
            [only] => only,
            _ => self.push_call(node, Operator::AnyPresent, &parts),
        }
    }

    /// Makes a question about many elements a separate expression, which is evaluated once. Returns its index.
    fn push_question(
        &mut self,
        question: (Operator, ElementId),
        (node, key): (YamlNode<'t>, YamlNode<'t>),
        elements: &[ElementId],
    ) -> u32 {
        let first = u32::try_from(self.model.expressions.len()).unwrap_or(u32::MAX);
        let body = self.push_any(node, elements);
        let index = u32::try_from(self.model.named.len()).unwrap_or(u32::MAX);
        let (parts, result) = (first..body.0 + 1, OperandType::Boolean);
        self.model.named.push(NamedPresence {
            key,
            body,
            parts,
            result,
            uses_self: false,
            reads_elements: true,
            is_of_defaults: false,
            is_question: true,
        });
        self.model.questions.insert(question, index);
        index
    }

    /// Finds the node template or requirement assignment that `value` names, and reports errors.
    pub(super) fn find_element(&mut self, value: YamlNode<'t>) -> Option<ElementId> {
        if let Some(name) = value.as_str() {
            return self.find_node(value, name);
        }
        let parts: Vec<YamlNode<'t>> = value.items().collect();
        let [node, relation] = parts[..] else {
            if !value.is_invalid() {
                self.report(rules::malformed_expression::not_an_element(value.span()));
            }
            return None;
        };
        let Some(name) = node.as_str() else {
            self.report(rules::malformed_expression::not_an_element(node.span()));
            return None;
        };
        let source = self.find_node(node, name)?;
        self.find_relation(source, relation)
    }

    pub(super) fn find_node(&mut self, value: YamlNode<'t>, name: &str) -> Option<ElementId> {
        let node = self.model.node(name);
        if node.is_none() {
            // All names are scanned, so there are no suggestions if most names are wrong.
            let may_suggest = self.diagnostics.len() < MAX_SUGGESTIONS;
            let all = || self.model.elements.iter().filter(|_| may_suggest);
            let names = all().filter(|element| element.kind == super::model::ElementKind::Node);
            let suggestion = suggest(name, names.map(|element| element.key.text()));
            let same_named = all().find(|element| {
                element.kind != super::model::ElementKind::Relation && element.key.text() == name
            });
            let same_named = same_named.map(|element| (element.kind.name(), element.key.span()));
            let diagnostic = rules::unknown_element::node(value.span(), name, suggestion, same_named);
            self.report(diagnostic);
        }
        node
    }

    fn find_relation(&mut self, source: ElementId, value: YamlNode<'t>) -> Option<ElementId> {
        let owner = self.model.element(source).key.text();
        let count = self.model.element(source).relation_count;
        if let Some(name) = value.as_str() {
            let same = self.model.relations_called(source, name).to_vec();
            match same[..] {
                [only] => return Some(only),
                [] => {
                    let names = self.model.relations(source).map(|id| self.model.element(id).key.text());
                    let suggestion = suggest(name, names);
                    let diagnostic = rules::unknown_element::relation(value.span(), name, owner, suggestion);
                    self.report(diagnostic);
                }
                _ => {
                    let all: Vec<_> = same
                        .iter()
                        .map(|&id| (self.model.element(id).relation_index, self.model.name_span(id)))
                        .collect();
                    self.report(rules::ambiguous_relation::new(value.span(), name, owner, &all));
                }
            }
            return None;
        }
        let index: Option<u32> = match VariabilityValue::read(value) {
            Some(VariabilityValue::Number(number)) => {
                number.as_integer().and_then(|index| index.try_into().ok())
            }
            _ => {
                self.report(rules::malformed_expression::not_an_element(value.span()));
                return None;
            }
        };
        let index = index.filter(|index| *index < count);
        if index.is_none() {
            self.report(rules::unknown_element::index(value.span(), value.written(), owner, count));
        }
        index.map(|index| ElementId(source.0 + 1 + index))
    }

    fn parse_self(
        &mut self,
        node: YamlNode<'t>,
        value: YamlNode<'t>,
        signature: &'static Signature,
    ) -> VariabilityExprId {
        if value.as_str() != Some("SELF") {
            self.report(rules::malformed_expression::not_self(value.span(), signature.name));
            return self.push_wrong(node);
        }
        if self.context == Context::Element {
            let key = node.only_entry().map_or(node.span(), |(key, _)| key.span());
            self.report(rules::self_outside_relation::new(key, signature.name));
            return self.push_wrong(node);
        }
        let form = if signature.operator == Operator::SourcePresence {
            VariabilityForm::Source
        } else {
            VariabilityForm::Target
        };
        self.model.expressions.push(form, node)
    }
}

/// Returns the type of an operator's operand by its index, or `None` if the operand may have any type.
pub(super) fn expected_type(operator: Operator, position: usize) -> Option<OperandType> {
    let row = TABLE.iter().find(|row| row.operator == operator)?;
    let expected = match row.operands {
        Operands::One(expected) | Operands::Many(expected, _) => expected,
        Operands::Two(first, second) => [first, second].get(position).copied()?,
        Operands::Range => OperandType::Number,
        Operands::Joined if position == 0 => OperandType::Text,
        Operands::Token => {
            [OperandType::Text, OperandType::Text, OperandType::Number].get(position).copied()?
        }
        Operands::ExpressionName => OperandType::Boolean,
        _ => OperandType::Unknown,
    };
    (expected != OperandType::Unknown).then_some(expected)
}
