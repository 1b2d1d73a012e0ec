//! Advice (area T90): findings about valid files, off by default.
//!
//! In: the model, and what the settings of each file choose. Out: diagnostics of the chosen rules. Only these
//! are computed. The advice about unused inputs is in `service`, that about conditions in
//! `variability`.

mod descriptions;
mod members;
mod names;
mod scalars;
mod substitutions;
mod unused;

use crate::diagnostics::{Diagnostic, Rule, rules};
use crate::dialects::Dialect;
use crate::host::Host;
use crate::load::File;
use crate::model::Model;
use crate::yaml::{self, YamlNode};

pub use names::NameStyle;

/// The rules of this module.
pub const RULES: &[&Rule] = &[
    &rules::unused_type::RULE,
    &rules::unused_function::RULE,
    &rules::unused_repository::RULE,
    &rules::ambiguous_scalar::RULE,
    &rules::unused_substitution::RULE,
    &rules::unused_member::RULE,
    &rules::redundant_condition::RULE,
    &rules::missing_description::RULE,
    &rules::type_name_style::RULE,
    &rules::name_style::RULE,
];

/// What the settings of a file choose.
#[derive(Clone, Debug, Default)]
pub struct Choice {
    /// The rules that are on.
    pub rules: Vec<&'static Rule>,
    /// The style of names.
    pub name_style: NameStyle,
}

/// Checks the files with advice that is chosen. `found` are the findings so far, whose causes get no other finding.
#[must_use]
pub fn review(
    model: &Model,
    host: &dyn Host,
    found: &[Diagnostic],
    choice: &dyn Fn(&File) -> Choice,
) -> Vec<Diagnostic> {
    let files = model.types.graph.files.iter();
    let is_checked = |file: &&File| {
        file.dialect() == Dialect::Tosca2
            && file.is_readable()
            && !file.is_built_in()
            && file.seen_from.is_none()
    };
    let choices: Vec<(&File, Choice)> = files.filter(is_checked).map(|file| (file, choice(file))).collect();
    if choices.iter().all(|(_, choice)| choice.rules.is_empty()) {
        return Vec::new();
    }
    let mut diagnostics = Vec::new();
    for (file, choice) in &choices {
        let mut cx = Cx { model, file, choice, diagnostics: &mut diagnostics };
        descriptions::report_missing(&mut cx);
        names::report_other_styles(&mut cx);
        scalars::report_ambiguous(&mut cx, found);
    }
    if !model.types.graph.is_part {
        diagnostics.extend(unused::review(model, &choices));
        diagnostics.extend(members::review(model, host, &choices));
        diagnostics.extend(substitutions::review(model, &choices, found));
    }
    diagnostics
}

/// The context of the checks of one file.
struct Cx<'c, 'g> {
    model: &'g Model,
    file: &'g File,
    choice: &'c Choice,
    diagnostics: &'c mut Vec<Diagnostic>,
}

impl Choice {
    /// Whether a rule is on.
    pub(crate) fn includes(&self, rule: &Rule) -> bool {
        self.rules.contains(&rule)
    }
}

impl Cx<'_, '_> {
    fn report(&mut self, node: YamlNode<'_>, diagnostic: Diagnostic) {
        yaml::report(self.diagnostics, node, diagnostic);
    }
}
