//! Checks the values of inputs that are given with the files (TOSCA 2.0 §6.9.2) against the inputs of all
//! checked service templates: each value must belong to an input of one of them, and match every input with
//! its name.

use rustc_hash::FxHashSet;

use crate::base::Span;
use crate::diagnostics::{rules, suggest};
use crate::dialects::{self, Dialect};
use crate::literals::has_all_parts;
use crate::load::{File, Inputs};
use crate::model::Model;
use crate::model::service::{ParameterView, ServiceView};
use crate::model::types::{FieldView, Types};
use crate::yaml::YamlNode;

use super::check::{CheckedFile, Checker};
use super::check_context::CheckContext;
use super::inputs::{self, ByName};
use super::value_type::ValueType;
use super::what::What;

/// Checks the file of input values, if there is one.
pub(super) fn review(model: &Model) -> CheckedFile {
    let types = &model.types;
    let Inputs::In(id) = types.graph.inputs else { return CheckedFile::default() };
    let file = types.graph.file(id);
    let root = file.tree().root();
    let named = types.graph.files.iter();
    let named = named.filter(|file| file.is_requested && file.dialect() == Dialect::Tosca2);
    let templates: Vec<ServiceView<'_>> = named.clone().filter_map(|file| model.service(file.id)).collect();
    // An unreadable part may have defined any input.
    let is_incomplete = templates.iter().any(|service| !service.has_all_inputs())
        || named.clone().any(|file| !model.knows_all_of(file));
    let is_only = templates.len() == 1;
    let templates = templates.into_iter().map(|service| CheckedTemplate {
        service,
        inputs: inputs::by_name(service),
        fed: service.substitution().filter(|_| !is_only).map(|mapping| mapping.fed().collect()),
    });
    let mut review = GivenInputs {
        checker: Checker::new(model),
        types,
        templates: templates.collect(),
        is_incomplete,
        given: root.into_iter().flat_map(YamlNode::entries).filter_map(|(key, _)| key.as_str()).collect(),
        intended: FxHashSet::default(),
    };
    if let Some(root) = root {
        for (key, value) in root.entries() {
            review.check_entry(key, value);
        }
    }
    let readable = root.is_none_or(|root| root.is_null() || root.is_mapping() && has_all_parts(root));
    if readable && !file.tree().is_damaged() {
        review.report_missing(file);
    }
    let Checker { decisions, diagnostics, .. } = review.checker;
    CheckedFile { decisions, diagnostics }
}

/// A checked service template.
struct CheckedTemplate<'g> {
    service: ServiceView<'g>,
    /// Its inputs.
    inputs: ByName<'g>,
    /// The inputs that get their values from the nodes that the service substitutes, if it can substitute nodes.
    /// If it is the only one, the given values are for itself.
    fed: Option<FxHashSet<&'g str>>,
}

impl CheckedTemplate<'_> {
    /// Whether the service template has a variability input called `name`, which selects a variant.
    fn has_variability_input(&self, name: &str) -> bool {
        dialects::selects_variant(self.service.file().parsed().written(), name)
    }
}

struct GivenInputs<'g> {
    checker: Checker<'g>,
    types: &'g Types,
    /// The checked service templates.
    templates: Vec<CheckedTemplate<'g>>,
    /// Whether there may be unknown inputs.
    is_incomplete: bool,
    /// The names that have values in the file.
    given: FxHashSet<&'g str>,
    /// Inputs that unknown names were probably intended for.
    intended: FxHashSet<&'g str>,
}

impl<'g> GivenInputs<'g> {
    /// Checks a name and its value.
    fn check_entry(&mut self, key: YamlNode<'g>, value: YamlNode<'g>) {
        let count_before = self.checker.diagnostics.len();
        let mut next = value.id();
        for expression in self.types.expressions.within(value) {
            let node = expression.node();
            // The parts of a call are reported with the call.
            if node.id() < next {
                continue;
            }
            if expression.is_call() {
                next = node.end();
            }
            for name in expression.names() {
                let diagnostic = rules::function_not_allowed::in_given_input(name.span(), name.text());
                self.checker.report(if expression.is_call() { node } else { name }, diagnostic);
            }
        }
        let plain = self.checker.diagnostics.len() == count_before;
        let inputs: Vec<(ParameterView<'g>, bool)> = self
            .templates
            .iter()
            .filter_map(|template| {
                let input = *template.inputs.get(key.text())?;
                Some((input, template.fed.as_ref().is_some_and(|fed| fed.contains(key.text()))))
            })
            .collect();
        let declared = !inputs.is_empty();
        let is_for_others = inputs.iter().any(|(_, is_fed)| !is_fed);
        for (input, _) in inputs.into_iter().filter(|(_, is_fed)| !(*is_fed && is_for_others)) {
            let Some(field) = input.defined() else { continue };
            let what = What::Named("input", key.text());
            if let Some(fixed) = field.effective().value {
                let diagnostic =
                    rules::fixed_value_assigned::new(value.span(), &what.to_string(), fixed.span());
                self.checker.report(value, diagnostic);
            } else if plain {
                self.checker.check(value, &ValueType::Field(field), what);
            }
        }
        if !declared && !self.is_incomplete {
            self.report_unknown(key, value);
        }
    }

    fn report_unknown(&mut self, key: YamlNode<'g>, value: YamlNode<'g>) {
        let templates = &self.templates;
        if let Some(template) = templates.iter().find(|template| template.has_variability_input(key.text())) {
            let path = &template.service.file().source().path;
            let diagnostic = rules::unknown_input::of_variability(key.span(), key.written(), path.as_str());
            return self.checker.report(key, diagnostic);
        }
        let all = || templates.iter().flat_map(|template| template.service.inputs());
        let inputs_spans: Vec<Span> =
            templates.iter().take(2).map(|template| template.service.inputs_place().span()).collect();
        let wrapped = key.text() == "inputs"
            && value
                .entries()
                .any(|(key, _)| templates.iter().any(|template| template.inputs.contains_key(key.text())));
        let free = all().map(ParameterView::name).filter(|name| !self.given.contains(name));
        let suggestion = suggest(key.text(), free).filter(|_| !wrapped);
        self.intended.extend(suggestion);
        if wrapped {
            self.intended.extend(value.entries().map(|(key, _)| key.text()));
        }
        let diagnostic =
            rules::unknown_input::given(key.span(), key.written(), suggestion, &inputs_spans, wrapped);
        self.checker.report(key, diagnostic);
    }

    /// Reports required inputs that have neither a value nor a default (6.9.2-06).
    fn report_missing(&mut self, given: &'g File) {
        // In a service that substitutes nodes, inputs that are not mapped are reported at its mapping.
        for template in self.templates.iter().filter(|template| template.fed.is_none()) {
            let missing: Vec<(String, Span)> = template
                .service
                .inputs()
                .filter(|input| {
                    let required = input.defined().is_some_and(FieldView::is_required);
                    let has = self.given.contains(input.name()) || self.intended.contains(input.name());
                    required && !has && input.own_value().is_none()
                })
                .map(|input| (input.name().to_owned(), input.key.span()))
                .collect();
            if !missing.is_empty() {
                let diagnostic = rules::missing_input::new(Span::start_of(given.id), &missing);
                self.checker.diagnostics.push(diagnostic);
            }
        }
    }
}
