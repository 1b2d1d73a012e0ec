//! Values that are given to inputs with the files (TOSCA 2.0 §6.9.2), held against the inputs of all service
//! templates that are checked: each value must belong to one of them, and fit every one that has it.

use rustc_hash::FxHashSet;

use crate::base::Span;
use crate::diagnostics::{Diagnostic, codes, suggest};
use crate::dialects::{Decision, Dialect};
use crate::literals::has_all_parts;
use crate::load::{File, Inputs};
use crate::model::Model;
use crate::model::service::{ParameterView, ServiceView};
use crate::model::types::{FieldView, Types};
use crate::yaml::Node;

use super::check::Checker;
use super::inputs::{self, ByName};
use super::judge::Judge;
use super::value_type::ValueType;
use super::what::What;

/// Reviews the file of inputs, where there is one.
pub(super) fn review(model: &Model) -> (Vec<Decision>, Vec<Diagnostic>) {
    let types = &model.types;
    let Inputs::In(id) = types.graph.inputs else { return Default::default() };
    let file = types.graph.file(id);
    let root = file.tree().root();
    let named = types.graph.files.iter();
    let named = named.filter(|file| file.asked_for && file.dialect() == Dialect::Tosca2);
    let templates: Vec<ServiceView<'_>> = named.clone().filter_map(|file| model.service(file.id)).collect();
    // What could not be read may have had any inputs.
    let open = templates.iter().any(|service| !service.has_all_inputs())
        || named.clone().any(|file| !model.knows_all_of(file));
    let templates = templates.into_iter().map(|service| (service, inputs::by_name(service)));
    let mut review = Review {
        checker: Checker::new(model),
        types,
        templates: templates.collect(),
        open,
        given: root.into_iter().flat_map(Node::entries).filter_map(|(key, _)| key.as_str()).collect(),
        meant: FxHashSet::default(),
    };
    if let Some(root) = root {
        for (key, value) in root.entries() {
            review.entry(key, value);
        }
    }
    let readable = root.is_none_or(|root| root.is_null() || root.is_mapping() && has_all_parts(root));
    if readable && !file.tree().is_damaged() {
        review.missing(file);
    }
    (review.checker.decisions, review.checker.found)
}

struct Review<'g> {
    checker: Checker<'g>,
    types: &'g Types,
    /// The service templates that are checked, with their inputs.
    templates: Vec<(ServiceView<'g>, ByName<'g>)>,
    /// Whether there may be inputs that are not known.
    open: bool,
    /// The names that are given values.
    given: FxHashSet<&'g str>,
    /// Inputs that unknown names were probably meant for.
    meant: FxHashSet<&'g str>,
}

impl<'g> Review<'g> {
    /// A name and the value that it is given.
    fn entry(&mut self, key: Node<'g>, value: Node<'g>) {
        let before = self.checker.found.len();
        let mut next = value.id();
        for expression in self.types.expressions.within(value) {
            let node = expression.node();
            // What is in a call is reported with it.
            if node.id() < next {
                continue;
            }
            if expression.is_call() {
                next = node.end();
            }
            for name in expression.names() {
                let found = codes::function_not_allowed::in_given_input(name.span(), name.text());
                self.checker.report(if expression.is_call() { node } else { name }, found);
            }
        }
        let plain = self.checker.found.len() == before;
        let mut declared = false;
        for at in 0..self.templates.len() {
            let Some(input) = self.templates[at].1.get(key.text()).copied() else { continue };
            declared = true;
            let Some(field) = input.defined() else { continue };
            let what = What::Named("input", key.text());
            if let Some(fixed) = field.effective().value {
                let found = codes::fixed_value_assigned::new(value.span(), &what.to_string(), fixed.span());
                self.checker.report(value, found);
            } else if plain {
                self.checker.check(value, &ValueType::Field(field), what);
            }
        }
        if !declared && !self.open {
            self.unknown(key, value);
        }
    }

    fn unknown(&mut self, key: Node<'g>, value: Node<'g>) {
        let templates = &self.templates;
        let all = || templates.iter().flat_map(|(service, _)| service.inputs());
        let places: Vec<Span> =
            templates.iter().take(2).map(|(service, _)| service.inputs_place().span()).collect();
        let wrapped = key.text() == "inputs"
            && value
                .entries()
                .any(|(key, _)| templates.iter().any(|(_, names)| names.contains_key(key.text())));
        let free = all().map(ParameterView::name).filter(|name| !self.given.contains(name));
        let near = suggest(key.text(), free).filter(|_| !wrapped);
        self.meant.extend(near);
        if wrapped {
            self.meant.extend(value.entries().map(|(key, _)| key.text()));
        }
        let found = codes::unknown_input::given(key.span(), key.written(), near, &places, wrapped);
        self.checker.report(key, found);
    }

    /// Required inputs that have neither a value nor a default (6.9.2-06).
    fn missing(&mut self, given: &'g File) {
        for (service, _) in &self.templates {
            let missing: Vec<(String, Span)> = service
                .inputs()
                .filter(|input| {
                    let required = input.defined().is_some_and(FieldView::is_required);
                    let has = self.given.contains(input.name()) || self.meant.contains(input.name());
                    required && !has && input.own_value().is_none()
                })
                .map(|input| (input.name().to_owned(), input.key.span()))
                .collect();
            if !missing.is_empty() {
                let found = codes::missing_input::new(Span::start_of(given.id), &missing);
                self.checker.found.push(found);
            }
        }
    }
}
