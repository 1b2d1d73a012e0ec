//! Explains why an element is present or absent, down to the inputs.

use rustc_hash::FxHashSet;

use crate::base::Span;
use crate::diagnostics::quoted;
use crate::dialects::variability::{ElementId, Stop, VariabilityExprId, VariabilityForm};

use super::equations::{Cell, Derivation, Subject};
use super::input_values::{InputValues, Origin};
use super::presence::Solution;

/// One line of an explanation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The indentation level.
    pub depth: usize,
    /// The text.
    pub text: String,
    /// The location of the element, expression or input.
    pub span: Option<Span>,
}

/// The deepest level that is explained.
const MAX_DEPTH: usize = 24;

/// The largest number of other elements that are given as reasons.
const MAX_REASONS: usize = 3;

/// Returns what an element needs.
fn words(why: Derivation) -> &'static str {
    match why {
        Derivation::Source => "its source is present",
        Derivation::Ends => "its source and target are present",
        Derivation::AnyIncoming => "any relation that targets it is present",
        Derivation::AnyMember => "any of its members is present",
        Derivation::AnyTarget => "any of its targets is present",
        Derivation::Owner => "what contains it is present",
        Derivation::NoOther => "no other one of its name is",
    }
}

/// Explains the presence of `id`.
#[must_use]
pub fn explain(solution: &Solution<'_, '_, '_>, given: &InputValues, id: ElementId) -> Vec<Line> {
    let mut explainer = Explainer {
        solution,
        given,
        lines: Vec::new(),
        seen: FxHashSet::default(),
        seen_defaults: FxHashSet::default(),
    };
    explainer.explain_element(id, 0);
    explainer.lines
}

struct Explainer<'x, 's, 'm, 't> {
    solution: &'x Solution<'s, 'm, 't>,
    given: &'x InputValues,
    lines: Vec<Line>,
    seen: FxHashSet<ElementId>,
    /// The inputs whose default expressions were explained.
    seen_defaults: FxHashSet<usize>,
}

impl Explainer<'_, '_, '_, '_> {
    fn add_line(&mut self, depth: usize, text: String, span: Option<Span>) {
        self.lines.push(Line { depth, text, span });
    }

    fn explain_element(&mut self, id: ElementId, depth: usize) {
        let model = self.solution.equations.model;
        let element = model.element(id);
        let state = match self.solution.is_present(id) {
            Some(true) => "present",
            Some(false) => "absent",
            None => "undecided",
        };
        self.add_line(depth, format!("{} is {state}", model.describe(id)), Some(model.name_span(id)));
        if !self.seen.insert(id) || depth > MAX_DEPTH {
            return;
        }
        let depth = depth + 1;
        if element.is_variability {
            return self.add_line(
                depth,
                "variability group: its conditions apply to its members".to_owned(),
                None,
            );
        }
        let equations = self.solution.equations;
        let scope = equations.scope(id.index());
        let conditions = equations.conditions_of(id.index());
        let needs = equations.needs_of(id.index());
        if conditions.is_empty() && needs.is_empty() {
            return self.add_line(depth, "no conditions".to_owned(), None);
        }
        let value = |condition: &VariabilityExprId| {
            self.solution.value(*condition, scope).map(|value| value.is_true())
        };
        // One false condition is a sufficient reason.
        let first_false = conditions.iter().copied().find(|condition| value(condition) != Ok(true));
        for condition in first_false.map_or(conditions, |first| vec![first]) {
            self.explain_expression(condition, scope, depth);
        }
        if first_false.is_some() {
            return;
        }
        let is_absent = self.solution.is_present(id) == Some(false);
        for need in needs {
            let holds = |cell: &Cell| self.solution.is_true(*cell) != need.why.is_negated();
            let is_met =
                if need.why.is_any() { need.cells.iter().any(holds) } else { need.cells.iter().all(holds) };
            // One need that is not met is a sufficient reason.
            if is_absent && is_met {
                continue;
            }
            let is_default =
                model.element(id).is_default && matches!(need.why, Derivation::NoOther | Derivation::Source);
            let prefix = match need.why {
                Derivation::Owner => "",
                _ if is_default => "default alternative, ",
                _ => "by pruning, ",
            };
            self.add_line(depth, format!("{prefix}present only if {}", words(need.why)), None);
            for cell in need.cells.iter().filter(|cell| holds(cell) == is_met).take(MAX_REASONS) {
                match equations.subject(*cell) {
                    Subject::Element(other) | Subject::Supported(other) => {
                        self.explain_element(other, depth + 1);
                    }
                    Subject::Named(..) => {}
                }
            }
        }
    }

    fn explain_expression(&mut self, id: VariabilityExprId, scope: Option<ElementId>, depth: usize) {
        let model = self.solution.equations.model;
        let node = model.expressions.node(id);
        let written: Vec<&str> = node.written().split_whitespace().collect();
        let outcome = match self.solution.value(id, scope) {
            Ok(value) => format!("is {}", value.to_yaml()),
            Err(Stop::NoInput(..)) => "has no value: missing input".to_owned(),
            Err(_) => "has no value".to_owned(),
        };
        self.add_line(depth, format!("{} {outcome}", quoted(&written.join(" "))), Some(node.span()));
        self.explain_parts(id, scope, depth + 1);
    }

    /// Explains what an expression reads.
    fn explain_parts(&mut self, id: VariabilityExprId, scope: Option<ElementId>, depth: usize) {
        if depth > MAX_DEPTH {
            return self.add_line(depth, "…".to_owned(), None);
        }
        let model = self.solution.equations.model;
        let mut explained: FxHashSet<(bool, u32)> = FxHashSet::default();
        let mut parts: Vec<VariabilityExprId> = model.expressions.parts(id).collect();
        parts.sort_unstable();
        for part in parts {
            match model.expressions.form(part) {
                VariabilityForm::Input(index) if explained.insert((true, *index)) => {
                    self.explain_input(*index as usize, depth);
                }
                VariabilityForm::Named(index) if explained.insert((false, *index)) => {
                    let named = &model.named[*index as usize];
                    if named.is_question {
                        self.explain_parts(named.body, scope, depth);
                    } else if part == id {
                        self.explain_expression(named.body, scope, depth);
                    } else {
                        self.add_line(depth, format!("expression {}:", quoted(named.key.text())), None);
                        self.explain_expression(named.body, scope, depth + 1);
                    }
                }
                VariabilityForm::Presence(_) | VariabilityForm::Source | VariabilityForm::Target => {
                    match self.solution.equations.cell_of(part, scope) {
                        Some(cell) => self.explain_element(ElementId::new(cell), depth),
                        None => self.add_line(
                            depth,
                            "the target is not in this file; assumed present".to_owned(),
                            None,
                        ),
                    }
                }
                _ => {}
            }
        }
    }

    fn explain_input(&mut self, index: usize, depth: usize) {
        let model = self.solution.equations.model;
        let input = &model.inputs[index];
        let name = quoted(input.key.text());
        let value =
            self.given.values[index].as_ref().map(crate::dialects::variability::VariabilityValue::to_yaml);
        let text = match (&self.given.origins[index], value) {
            (_, None) => format!("input {name} has no value"),
            (Origin::Default, Some(value)) => format!("input {name} is {value} (default)"),
            (Origin::DefaultExpression, Some(value)) => {
                format!("input {name} is {value} (from its default expression)")
            }
            (Origin::Preset(preset), Some(value)) => {
                format!("input {name} is {value} (from preset {})", quoted(preset))
            }
            (Origin::File, Some(value)) => format!("input {name} is {value} (from the inputs file)"),
            (_, Some(value)) => format!("input {name} is {value} (from `-i`)"),
        };
        self.add_line(depth, text, Some(input.key.span()));
        let is_computed = matches!(self.given.origins[index], Origin::DefaultExpression | Origin::Nowhere);
        if let Some(expression) = input.default_expression.filter(|_| is_computed)
            && self.seen_defaults.insert(index)
        {
            self.explain_expression(expression, None, depth + 1);
        }
    }
}
