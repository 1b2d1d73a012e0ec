//! Functions that read something: what `$value` and `$get_input` lead to, and where each may be called
//! (TOSCA 2.0 §10.2.1); further rules of single functions.

use rustc_hash::FxHashMap;

use crate::diagnostics::{codes, suggest};
use crate::grammar::{call_name, describe};
use crate::literals::{BuiltIn, Value, equal, number};
use crate::values::check::Checker;
use crate::values::demand::What;
use crate::values::evaluator::Known;
use crate::values::literal_policy;
use crate::yaml::{Node, Scalar};

use super::calls::function_name;
use super::place::{Place, is_below, is_count_of_requirement};
use super::table::{Function, Gives};
use super::type_variable::is_open;
use super::value_type::Step;
use super::{Fixed, Typed, ValueType};

impl<'g> Checker<'_, 'g> {
    /// A call of a function that reads something, with the right number of arguments.
    pub(super) fn special(
        &mut self,
        node: Node<'g>,
        name: Node<'g>,
        function: &'static Function,
        arguments: &[Node<'g>],
        result: ValueType<'g>,
    ) -> Typed<'g> {
        let right = self.context(node, name, function);
        if function.name == "get_input" {
            return self.input(node, arguments, right);
        }
        let paths = matches!(
            function.name,
            "get_property" | "get_attribute" | "get_artifact" | "available_allocation"
        );
        if paths && right {
            return self.reading(node, name, function.name, arguments);
        }
        Typed::later(match function.name {
            "value" => match self.value.clone() {
                Some(value) => self.steps(value, arguments, None),
                None => {
                    self.report(name, codes::value_outside_clause::found(name.span()));
                    ValueType::Unknown
                }
            },
            _ => {
                for argument in arguments {
                    self.loose(*argument, &ValueType::Unknown);
                }
                result
            }
        })
    }

    /// The type of a part of a value, step by step; `known` is the value where nothing else is given, and
    /// whether nothing else can be.
    pub(in crate::values) fn steps(
        &mut self,
        start: ValueType<'g>,
        steps: &[Node<'g>],
        mut known: Option<(Node<'g>, bool)>,
    ) -> ValueType<'g> {
        let mut of = start;
        for node in steps {
            let node = *node;
            let step = match node.scalar() {
                _ if call_name(node).is_some() => {
                    let typed = self.expression(node, &ValueType::Open);
                    match self.kind(&typed.of) {
                        Some(BuiltIn::Integer) => Step::Index,
                        Some(kind) if kind != BuiltIn::String => {
                            let got = self.in_words(&typed.of);
                            let found = codes::wrong_argument_type::step(node.span(), &got);
                            self.report(node, found);
                            return ValueType::Unknown;
                        }
                        Some(_) => Step::SomeName,
                        None => Step::Some,
                    }
                }
                Some(Scalar::String(text)) => Step::Name(text),
                Some(Scalar::Integer(text)) if !text.starts_with('-') => Step::Index,
                _ => {
                    if !node.is_invalid() {
                        let got =
                            if node.text().starts_with('-') { "a negative number" } else { describe(node) };
                        self.report(node, codes::wrong_argument_type::step(node.span(), got));
                    }
                    return ValueType::Unknown;
                }
            };
            known = known.and_then(|(value, settled)| {
                let part = self.known_part(&of, value, node, settled)?;
                Some((part, settled))
            });
            of = match self.part_type(&of, step) {
                Ok(of) => of,
                Err(no) => {
                    let near = suggest(node.text(), no.names.iter().copied());
                    self.report(
                        node,
                        codes::no_such_part::found(node.span(), node.written(), &no.reason, near),
                    );
                    return ValueType::Unknown;
                }
            };
        }
        of
    }

    /// The part of a value that a step leads to; one that is not there is told.
    fn known_part(
        &mut self,
        of: &ValueType<'g>,
        value: Node<'g>,
        step: Node<'g>,
        settled: bool,
    ) -> Option<Node<'g>> {
        if call_name(value).is_some() {
            return None;
        }
        if let Some(name) = call_name(step) {
            if name.text() == "$node_index" && self.kind(of) == Some(BuiltIn::List) && value.is_sequence() {
                self.index_beyond(value, step);
            }
            return None;
        }
        let Some(kind) = self.kind(of) else {
            // A property that is not given may have a default.
            return value.get(step.as_str()?);
        };
        let part = match (kind, step.scalar()?) {
            (BuiltIn::List, Scalar::Integer(text)) if value.is_sequence() => {
                value.items().nth(usize::try_from(number::integer(text)?).ok()?)
            }
            (BuiltIn::Map, Scalar::String(text)) if value.is_mapping() => {
                if value.entries().any(|(key, _)| key.as_str().is_none()) {
                    return None;
                }
                value.get(text)
            }
            _ => return None,
        };
        if part.is_none() {
            let found = codes::no_such_part::not_written(step.span(), step.written(), value.span(), settled);
            self.report(step, found);
        }
        part
    }

    /// An index of a node that is beyond a list (14.2-02).
    fn index_beyond(&mut self, list: Node<'g>, index: Node<'g>) {
        let topology = self.topologies.of(index.tree().file());
        let vertices = topology.map_or(&[][..], |topology| &topology.vertices);
        let before = vertices.partition_point(|vertex| vertex.written.node <= index.id());
        let around = before.checked_sub(1).map(|at| &vertices[at]);
        let around = around.filter(|vertex| index.tree().node(vertex.written.node).holds(index));
        let length = list.items().count();
        if let Some(count) = around.and_then(|vertex| vertex.count)
            && count > length as u64
        {
            let found = codes::no_such_part::fewer_than_nodes(index.span(), length, count, list.span());
            self.report(index, found);
        }
    }

    /// Whether a function may be called where it is; reports it where not.
    fn context(&mut self, node: Node<'g>, name: Node<'g>, function: &Function) -> bool {
        if function.name == "value" {
            return true;
        }
        let Some(place) = Place::of(self.types.graph, node) else { return true };
        let entity = matches!(
            function.name,
            "get_property"
                | "get_attribute"
                | "get_artifact"
                | "available_allocation"
                | "node_index"
                | "relationship_index"
        );
        let found = match (place.section, place.part, function.name) {
            ("interface_types", ..) if entity => {
                codes::out_of_context::in_interface_type(name.span(), name.text())
            }
            ("service_template", Some("inputs"), "get_property" | "get_attribute" | "get_artifact") => {
                codes::out_of_context::in_input(name.span(), name.text())
            }
            ("relationship_types", _, "node_index")
            | (
                "service_template",
                Some("relationship_templates" | "inputs" | "outputs" | "groups"),
                "node_index",
            ) => codes::out_of_context::no_node(name.span()),
            ("service_template", Some("inputs" | "outputs" | "groups"), "relationship_index") => {
                codes::out_of_context::no_relationship(name.span())
            }
            ("node_types", ..) | ("service_template", Some("node_templates"), _)
                if function.name == "relationship_index"
                    && !is_below(self.types.graph, node, "requirements") =>
            {
                codes::out_of_context::no_relationship(name.span())
            }
            ("service_template", Some("node_templates"), "node_index")
                if is_below(self.types.graph, node, "count") =>
            {
                codes::out_of_context::no_node(name.span())
            }
            ("service_template", Some("node_templates"), "relationship_index")
                if is_count_of_requirement(self.types.graph, node) =>
            {
                codes::out_of_context::no_relationship(name.span())
            }
            ("service_template", Some("node_templates"), _)
                if entity
                    && is_below(self.types.graph, node, "count")
                    && (is_observed(function) || reads_self(node)) =>
            {
                codes::out_of_context::before_node(name.span(), name.text())
            }
            ("service_template", ..) => return true,
            (_, _, "get_input") => codes::out_of_context::no_inputs(name.span()),
            _ => return true,
        };
        self.report(name, found);
        false
    }

    /// The type of a call as far as it can be told without a look at its arguments.
    pub(super) fn glance(&self, node: Node<'g>, name: Node<'g>) -> ValueType<'g> {
        let Some(function) = Function::named(function_name(node, name)) else { return ValueType::Unknown };
        let arguments = crate::values::evaluator::arguments(node);
        match (function.gives, function.name) {
            (Gives::A(kind), _) => ValueType::built_in(kind),
            (_, "value") if arguments.is_empty() => self.value.clone().unwrap_or(ValueType::Unknown),
            (_, "get_input") if arguments.len() == 1 => arguments[0]
                .as_str()
                .and_then(|input| self.input_type(node, input))
                .unwrap_or(ValueType::Unknown),
            // It is what one of its arguments is.
            (Gives::It, _) => {
                let decided = arguments.iter().find(|argument| !is_open(**argument));
                let decided = decided.and_then(|argument| Some((*argument, call_name(*argument)?)));
                decided.map_or(ValueType::Unknown, |(argument, name)| self.glance(argument, name))
            }
            _ => ValueType::Unknown,
        }
    }

    /// Rules of single functions beyond the types of their arguments.
    pub(super) fn more(
        &mut self,
        function: &'static Function,
        arguments: &[Node<'g>],
        it: &ValueType<'g>,
        typed: &[Option<Typed<'g>>],
    ) {
        match (function.name, arguments) {
            ("matches", [text, pattern]) => self.pattern(*text, *pattern),
            ("token", [_, separators, index]) => {
                if separators.as_str() == Some("") {
                    let what = What::Argument(1, function.name).to_string();
                    let found = codes::wrong_argument_type::value(
                        separators.span(),
                        &what,
                        "a string of at least one character",
                    );
                    self.report(*separators, found);
                }
                if matches!(index.scalar(), Some(Scalar::Integer(text)) if text.starts_with('-')) {
                    let what = What::Argument(2, function.name).to_string();
                    let found = codes::wrong_argument_type::value(index.span(), &what, "0 or more");
                    self.report(*index, found);
                }
            }
            ("join", [list, ..]) if list.is_sequence() && list.items().next().is_none() => {
                let what = What::Argument(0, function.name).to_string();
                let found =
                    codes::wrong_argument_type::value(list.span(), &what, "a list of at least one string");
                self.report(*list, found.at_level(crate::diagnostics::Level::Warning));
            }
            ("quotient" | "remainder", [_, divisor]) => {
                let zero = match divisor.scalar() {
                    Some(Scalar::Integer(text)) => number::integer(text) == Some(0),
                    Some(Scalar::Float(text)) => number::float(text) == 0.0,
                    _ => false,
                };
                // Where all is known, the computation tells it.
                if zero
                    && typed
                        .first()
                        .is_some_and(|typed| typed.as_ref().is_some_and(|of| of.fixed == Fixed::No))
                {
                    self.report(*divisor, codes::evaluation_fails::division_by_zero(divisor.span()));
                }
            }
            ("product", [first, ..]) if self.kind(it) == Some(BuiltIn::Scalar) && arguments.len() != 2 => {
                let found = codes::wrong_argument_count::found(
                    arguments.get(2).unwrap_or(first).span(),
                    "$product",
                    "a scalar and one number",
                    arguments.len(),
                );
                self.report(*first, found);
            }
            ("valid_values", [_, list]) if list.is_sequence() => self.repeated(*list, it),
            ("equal" | "greater_than" | "greater_or_equal" | "less_than" | "less_or_equal", [one, other]) => {
                self.decided(function, *one, *other);
            }
            _ => {}
        }
        if matches!(function.name, "equal" | "has_prefix" | "has_suffix" | "contains") {
            // Fewer than two entries have but one order.
            let short = |node: &Node<'_>| node.is_sequence() && node.items().nth(1).is_none();
            let free = matches!(function.name, "equal" | "contains") && arguments.iter().any(short);
            for argument in arguments.iter().filter(|_| !free) {
                let set =
                    call_name(*argument).filter(|name| matches!(name.text(), "$union" | "$intersection"));
                if let Some(set) = set {
                    let found = codes::unordered_result::found(argument.span(), set.text(), function.name);
                    self.report(*argument, found);
                }
            }
        }
    }

    /// Comparisons that are decided beforehand (10.2.2.2-19).
    fn decided(&mut self, function: &Function, one: Node<'g>, other: Node<'g>) {
        let length = |node: Node<'_>| call_name(node).is_some_and(|name| name.text() == "$length");
        let zero = |node: Node<'_>| matches!(node.scalar(), Some(Scalar::Integer(text)) if number::integer(text) == Some(0));
        let same = !one.is_lowered() && one.written() == other.written();
        let result = if call_name(one).is_some() && same {
            matches!(function.name, "equal" | "greater_or_equal" | "less_or_equal")
        } else if length(one) && zero(other) && function.name == "greater_or_equal"
            || zero(one) && length(other) && function.name == "less_or_equal"
        {
            true
        } else if length(one) && zero(other) && function.name == "less_than"
            || zero(one) && length(other) && function.name == "greater_than"
        {
            false
        } else {
            return;
        };
        self.report(one, codes::constant_condition::comparison(one.span().to(other.span()), result));
    }

    /// Equal values in a list of valid ones.
    fn repeated(&mut self, list: Node<'g>, it: &ValueType<'g>) {
        /// Longer lists are not compared.
        const MOST: usize = 256;
        let sample = self.sample(it);
        // Languages that write values more freely need no quotes around texts.
        let is_text = self.kind(it) == Some(BuiltIn::String) && literal_policy(self.types, list).is_lenient;
        let mut texts: FxHashMap<&str, Node<'g>> = FxHashMap::default();
        let mut seen: Vec<(Value, Node<'g>)> = Vec::new();
        for item in list.items().take(MOST) {
            if call_name(item).is_some() || item.is_invalid() {
                continue;
            }
            let text = item.as_str().or_else(|| is_text.then(|| item.text()));
            if let (Some(text), None) = (text, &sample) {
                let first = *texts.entry(text).or_insert(item);
                if first.id() != item.id() {
                    let found = codes::repeated_value::found(item.span(), item.written(), first.span());
                    self.report(item, found);
                }
                continue;
            }
            let known = self.evaluator(None).evaluate_like(item, sample.as_ref());
            let Known::Value(value) = known else { continue };
            match seen.iter().find(|(other, _)| equal(other, &value)) {
                Some((_, first)) => {
                    let found = codes::repeated_value::found(item.span(), item.written(), first.span());
                    self.report(item, found);
                }
                None => seen.push((value, item)),
            }
        }
    }
}

/// Whether a function tells what is known at run time only.
fn is_observed(function: &Function) -> bool {
    matches!(function.name, "get_attribute" | "available_allocation")
}

/// Whether a call starts at the entity around it.
fn reads_self(call: Node<'_>) -> bool {
    let arguments = crate::values::evaluator::arguments(call);
    arguments.first().is_some_and(|first| first.as_str() == Some("SELF"))
}
