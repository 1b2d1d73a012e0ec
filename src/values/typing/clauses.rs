//! Validation clauses and conditions, which must be Boolean (TOSCA 2.0 §9.11, §8.6, §13.2, §16.5).

use crate::diagnostics::{Level, codes};
use crate::expressions::Expression;
use crate::functions::{Function, Source};
use crate::keynames::describe;
use crate::literals::BuiltIn;
use crate::load::File;
use crate::model::types::{Body, FieldView, Fields, Schema, TypeRef, TypeView};
use crate::syntax::{Clause, FunctionDefinition, ServiceTemplate};
use crate::values::check::Checker;
use crate::values::value_type::ValueType;
use crate::yaml::{Node, Scalar};

use super::Fixed;

/// What the condition of a trigger is called.
const TRIGGER: &str = "condition";

impl<'g> Checker<'g> {
    /// All clauses of a field: its own, and those of its schemas.
    pub(in crate::values) fn field_clauses(&mut self, field: FieldView<'g>) {
        let (tree, parts) = (field.tree(), field.parts());
        if let Some(clause) = parts.validation {
            self.clause(tree.node(clause), ValueType::Field(field));
        }
        if parts.key_schema.is_some() {
            self.schema_clauses(&field.key_schemas().collect::<Vec<_>>());
        }
        if parts.entry_schema.is_some() {
            self.schema_clauses(&field.entry_schemas().collect::<Vec<_>>());
        }
    }

    /// The clauses of the nearest of some schemas that refine each other, nearest first.
    pub(super) fn schema_clauses(&mut self, schemas: &[Schema<'g>]) {
        let Some(nearest) = schemas.first() else { return };
        let of = ValueType::of_schemas(self.types, schemas.iter().copied());
        let (keys, entries) = (of.key_schemas(), of.entry_schemas());
        if let Some(clause) = nearest.clause() {
            self.clause(clause, of);
        }
        if nearest.definition.key_schema.is_some() {
            self.schema_clauses(&keys);
        }
        if nearest.definition.entry_schema.is_some() {
            self.schema_clauses(&entries);
        }
    }

    /// The clauses of a data type.
    pub(in crate::values) fn data_type_clauses(&mut self, of: TypeView<'g>) {
        let Body::Data(body) = of.body() else { return };
        let data_type = TypeRef::Defined(of.id);
        if let Some(clause) = body.validation {
            let blank = of.built_in.is_none() && self.types.members(of, Fields::Properties).is_empty();
            let value = if blank { ValueType::Unknown } else { ValueType::Data(data_type) };
            self.clause(of.key().tree().node(clause.0), value);
        }
        for (own, keys) in [(&body.key_schema, true), (&body.entry_schema, false)] {
            if own.is_some() {
                self.schema_clauses(&self.types.brought(data_type, keys).collect::<Vec<_>>());
            }
        }
    }

    /// The schemas of function signatures, and conditions that stand in a file.
    pub(in crate::values) fn file_clauses(&mut self, file: &'g File) {
        let Some(root) = file.syntax() else { return };
        let template = root.service_template.as_ref();
        let inner = template.and_then(|template| template.functions.as_ref()).map(|map| &map.0);
        for map in root.functions.iter().chain(inner) {
            for (_, function) in &map.entries {
                self.function_clauses(file, function);
            }
        }
        self.unreachable_signatures(file);
        for (_, of) in root.node_types.iter().flat_map(|map| &map.entries) {
            for requirement in of.requirements.iter().flat_map(|list| &list.entries) {
                self.condition_of(file, requirement.value.node_filter, "node filter");
            }
        }
        for (_, of) in root.policy_types.iter().flat_map(|map| &map.entries) {
            for (_, trigger) in of.triggers.iter().flat_map(|map| &map.entries) {
                self.condition_of(file, trigger.condition, TRIGGER);
            }
        }
        if let Some(template) = template {
            self.template_conditions(file, template);
            self.input_circles(file);
        }
    }

    fn template_conditions(&mut self, file: &'g File, template: &'g ServiceTemplate) {
        for (_, node) in template.node_templates.iter().flat_map(|map| &map.entries) {
            self.condition_of(file, node.node_filter, "node filter");
            for requirement in node.requirements.iter().flat_map(|list| &list.entries) {
                self.condition_of(file, requirement.value.0.node_filter, "node filter");
            }
        }
        for (_, workflow) in template.workflows.iter().flat_map(|map| &map.entries) {
            self.condition_of(file, workflow.precondition, "precondition");
            for (_, step) in workflow.steps.iter().flat_map(|map| &map.entries) {
                for filter in step.filter.iter().flat_map(|filter| &filter.0) {
                    self.condition_of(file, Some(*filter), "filter");
                }
            }
        }
        for policy in template.policies.iter().flat_map(|list| &list.entries) {
            for (_, trigger) in policy.value.triggers.iter().flat_map(|map| &map.entries) {
                self.condition_of(file, trigger.condition, TRIGGER);
            }
        }
        if let Some(substitution) = &template.substitution_mappings {
            self.condition_of(file, substitution.substitution_filter, "substitution filter");
        }
    }

    fn function_clauses(&mut self, file: &'g File, function: &'g FunctionDefinition) {
        let tree = file.tree();
        for signature in function.signatures.iter().flat_map(|list| &list.items) {
            let lists = [&signature.arguments, &signature.optional_arguments];
            let arguments = lists.into_iter().flatten().flat_map(|list| &list.items);
            for definition in arguments.chain(&signature.result) {
                self.schema_clauses(&[Schema { tree, definition }]);
            }
        }
    }

    fn condition_of(&mut self, file: &'g File, clause: Option<Clause>, what: &str) {
        if let Some(clause) = clause {
            let clause = file.node(clause.0);
            let before = self.found.len();
            let fixed = self.condition(clause, what);
            // What a trigger does may well depend on its event alone.
            if !matches!(fixed, Fixed::No | Fixed::Given) && self.found.len() == before && what != TRIGGER {
                self.report(clause, codes::constant_condition::found(clause.span(), what));
            }
        }
    }

    /// A validation clause on values of the type `value`.
    pub(in crate::values) fn clause(&mut self, clause: Node<'g>, value: ValueType<'g>) {
        // Where a parameter has no type, its value may be anything.
        let value = if value.is_known() { value } else { ValueType::Unknown };
        let outer = self.value.replace(value);
        let before = self.found.len();
        self.condition(clause, "validation clause");
        self.value = outer;
        if self.found[before..].iter().all(|found| found.level != Level::Error)
            && !self.reads_value(clause)
            && !clause.is_broken_inside()
        {
            self.report(clause, codes::clause_without_value::found(clause.span()));
        }
    }

    /// An expression that must be Boolean; says how far it is known.
    pub(in crate::values) fn condition(&mut self, clause: Node<'g>, what: &str) -> Fixed {
        if clause.is_invalid() || self.malformed(clause) {
            return Fixed::No;
        }
        let Some(name) = self.types.expressions.call(clause).and_then(Expression::name) else {
            if matches!(clause.scalar(), Some(Scalar::Bool(_))) {
                return Fixed::Written;
            }
            self.report(clause, codes::not_a_condition::no_call(clause.span(), what, describe(clause)));
            return Fixed::No;
        };
        self.root(|checker| {
            let before = checker.found.len();
            let typed = checker.whole_expression(clause, &ValueType::built_in(BuiltIn::Boolean));
            if checker.found[before..].iter().any(|found| found.level == Level::Error) {
                return Fixed::No;
            }
            if typed.of.is_none_of(checker.types, &[BuiltIn::Boolean]) {
                let got = typed.of.in_words(checker.types);
                let found = codes::not_a_condition::found(clause.span(), what, name.text(), &got);
                checker.report(clause, found);
                return Fixed::No;
            }
            checker.settle(clause, typed.fixed);
            typed.fixed
        })
    }

    /// Whether `$value` stands anywhere in a clause.
    fn reads_value(&self, clause: Node<'g>) -> bool {
        self.types.expressions.calls_in(clause).any(|call| {
            Function::named(call.function_name()).and_then(Function::source) == Some(Source::Value)
        })
    }
}
