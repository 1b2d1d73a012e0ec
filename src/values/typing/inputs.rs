//! Inputs of service templates, which `$get_input` reads (TOSCA 2.0 §10.2.1.1).

use rustc_hash::FxHashMap;

use crate::derive::{Field, FieldKind, Written};
use crate::diagnostics::{Level, codes, suggest};
use crate::grammar::call_name;
use crate::load::File;
use crate::syntax::ParameterDefinition;
use crate::values::check::Checker;
use crate::values::demand::Demand;
use crate::yaml::Node;

use super::ValueType;
use super::place::workflow_inputs;

/// An input that a name means.
struct Input<'g> {
    key: Node<'g>,
    definition: Option<&'g ParameterDefinition>,
}

impl<'g> Checker<'_, 'g> {
    /// What `$get_input` at `node` gives; `inside` a service template only.
    pub(super) fn input(&mut self, node: Node<'g>, arguments: &[Node<'g>], inside: bool) -> ValueType<'g> {
        let Some((first, steps)) = arguments.split_first() else { return ValueType::Unknown };
        if call_name(*first).is_some() {
            self.loose(*first, &ValueType::Unknown);
            return ValueType::Unknown;
        }
        let Some(name) = first.as_str() else {
            if !first.is_invalid() {
                let got = crate::grammar::describe(*first);
                let what = crate::values::demand::What::Argument(0, "get_input").to_string();
                let found =
                    codes::wrong_argument_type::found(first.span(), &what, "the name of an input", got, None);
                self.report(*first, found);
            }
            return ValueType::Unknown;
        };
        if !inside {
            return self.steps(ValueType::Unknown, steps, None);
        }
        let Some(input) = self.find_input(node, name) else {
            self.unknown_input(node, *first, name);
            return self.steps(ValueType::Unknown, steps, None);
        };
        let of = self.type_of_input(&input);
        let default = input.definition.and_then(|definition| definition.default);
        let default = default.map(|default| input.key.tree().node(default.0));
        self.steps(of, steps, default)
    }

    /// The type of the input `name`, as `node` sees it.
    pub(super) fn input_type(&self, node: Node<'g>, name: &str) -> Option<ValueType<'g>> {
        Some(self.type_of_input(&self.find_input(node, name)?))
    }

    fn type_of_input(&self, input: &Input<'g>) -> ValueType<'g> {
        let Some(definition) = input.definition else { return ValueType::Unknown };
        let written = Written::Parameter(definition);
        let Some(name) = written.data_type() else { return ValueType::Unknown };
        let data_type = self.types.type_use(input.key.tree().node(name));
        let field = Field::new(FieldKind::Input, input.key, written, Some(data_type));
        ValueType::of(&Demand::of_field(self.types, &field))
    }

    /// The input that a name means: one of the workflow around the call, else one of the service.
    fn find_input(&self, node: Node<'g>, name: &str) -> Option<Input<'g>> {
        let (file, template) = self.template(node)?;
        let inner = workflow_inputs(file, template, node).into_iter().flatten();
        if let Some((key, definition)) = inner.into_iter().find(|(key, _)| key.text() == name) {
            return Some(Input { key, definition });
        }
        let inputs = template.inputs.as_ref()?;
        let known = inputs.entries.iter().map(|(key, input)| (*key, Some(&*input.0)));
        let unread = inputs.unread.iter().map(|key| (*key, None));
        let (key, definition) = known.chain(unread).find(|(key, _)| file.node(*key).text() == name)?;
        Some(Input { key: file.node(key), definition })
    }

    fn unknown_input(&mut self, node: Node<'g>, at: Node<'g>, name: &str) {
        let Some((file, template)) = self.template(node) else { return };
        let root = file.node(template.node);
        let section = root.get("inputs");
        if root.is_broken() || section.is_some_and(|section| section.is_broken() || !section.is_mapping()) {
            return;
        }
        let workflow = workflow_inputs(file, template, node);
        let names: Vec<&str> = template
            .inputs
            .iter()
            .flat_map(|inputs| inputs.entries.iter().map(|(key, _)| file.node(*key).text()))
            .chain(workflow.iter().flatten().map(|(key, _)| key.text()))
            .collect();
        let found = codes::unknown_input::found(at.span(), name, suggest(name, names.iter().copied()));
        // What a workflow may read is left open.
        let found = if workflow.is_some() { found.at_level(Level::Warning) } else { found };
        self.report(at, found);
    }

    /// Defaults and values of inputs that need each other (10.2.1.1-06).
    pub(super) fn input_circles(&mut self, file: &'g File) {
        let root = file.syntax.root.as_ref();
        let Some(inputs) = root.and_then(|root| root.service_template.as_ref()?.inputs.as_ref()) else {
            return;
        };
        let mut needs: FxHashMap<&'g str, Vec<(&'g str, Node<'g>)>> = FxHashMap::default();
        for (key, input) in &inputs.entries {
            let given = [input.0.value, input.0.default];
            let reads = given.into_iter().flatten().flat_map(|value| reads(file.node(value.0)));
            needs.insert(file.node(*key).text(), reads.collect());
        }
        let mut done: Vec<&'g str> = Vec::new();
        for (key, _) in &inputs.entries {
            let start = file.node(*key).text();
            if done.contains(&start) {
                continue;
            }
            if let Some(circle) = circle(start, &needs) {
                let names: Vec<&str> = circle.iter().map(|(name, _)| *name).collect();
                let at = circle[0].1;
                self.report(at, codes::input_circle::found(at.span(), start, &names));
                done.extend(names);
            }
        }
    }
}

/// The inputs that a value reads, and the calls.
fn reads(value: Node<'_>) -> Vec<(&str, Node<'_>)> {
    let mut found = Vec::new();
    let mut waiting = vec![value];
    while let Some(node) = waiting.pop() {
        if call_name(node).is_some_and(|name| name.text() == "$get_input") {
            let arguments = crate::values::functions::arguments(node);
            found.extend(arguments.first().and_then(|first| Some((first.as_str()?, *first))));
        }
        let before = waiting.len();
        waiting.extend(node.items());
        waiting.extend(node.entries().map(|(_, value)| value));
        waiting[before..].reverse();
    }
    found
}

/// A way from an input back to itself: each input on the way with the call that reads it.
fn circle<'g>(
    start: &'g str,
    needs: &FxHashMap<&'g str, Vec<(&'g str, Node<'g>)>>,
) -> Option<Vec<(&'g str, Node<'g>)>> {
    let mut came: FxHashMap<&'g str, (&'g str, Node<'g>)> = FxHashMap::default();
    let mut waiting = std::collections::VecDeque::from([start]);
    while let Some(name) = waiting.pop_front() {
        for (next, call) in needs.get(name).into_iter().flatten() {
            if *next == start {
                let mut way = vec![(start, *call)];
                let mut at = name;
                while at != start {
                    let (before, call) = came[at];
                    way.push((at, call));
                    at = before;
                }
                way.reverse();
                return Some(way);
            }
            if !came.contains_key(next) {
                came.insert(next, (name, *call));
                waiting.push_back(next);
            }
        }
    }
    None
}
