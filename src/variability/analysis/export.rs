//! Writes all variants for other tools: as a feature model in UVL, and as a formula in DIMACS.
//!
//! Input: a family. Output: text. Each input is a feature, or one feature for each of its values; each element is a
//! feature that is equivalent to its condition, so that the number of configurations is that of combinations of values.

use std::fmt::Write as _;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::dialects::variability::{ElementId, VariabilityValue};

use super::super::wording::path_of;
use super::family::Family;
use super::formula::{Formula, Gate};

/// Returns the feature model of `family`, called `title`, in the Universal Variability Language.
#[must_use]
pub fn uvl(family: &Family<'_, '_, '_>, title: &str) -> String {
    let mut model = FeatureModel { family, names: FxHashMap::default(), taken: FxHashSet::default() };
    let root = model.unique(title);
    let mut text = format!("features\n\t{root} {{abstract}}\n\t\tmandatory\n");
    model.write_inputs(&mut text);
    let shared = model.write_shared(&mut text);
    let mut constraints = model.write_elements(&mut text);
    if family.constraint == Formula::FALSE {
        let _ = writeln!(constraints, "\t!{root}");
    } else if family.constraint != Formula::TRUE {
        let _ = writeln!(constraints, "\t{}", model.expression(family.constraint));
    }
    if !shared.is_empty() || !constraints.is_empty() {
        text.push_str("\nconstraints\n");
        for gate in shared {
            let name = model.names[&Formula::of_gate(gate)].clone();
            let _ = writeln!(text, "\t{name} <=> {}", model.definition(gate));
        }
        text.push_str(&constraints);
    }
    text
}

struct FeatureModel<'f, 'e, 'm, 't> {
    family: &'f Family<'e, 'm, 't>,
    /// The features of formulas.
    names: FxHashMap<Formula, String>,
    taken: FxHashSet<String>,
}

impl FeatureModel<'_, '_, '_, '_> {
    /// Returns a name for a feature, in quotes, that no other feature has.
    fn unique(&mut self, name: &str) -> String {
        let clean: String = name
            .chars()
            .map(|c| match c {
                '.' => '/',
                '"' => '\'',
                c if c.is_control() => ' ',
                c => c,
            })
            .collect();
        let mut unique = clean.clone();
        let mut number = 1;
        while !self.taken.insert(unique.clone()) {
            number += 1;
            unique = format!("{clean} {number}");
        }
        format!("\"{unique}\"")
    }

    fn write_inputs(&mut self, text: &mut String) {
        let model = self.family.equations.model;
        if model.inputs.is_empty() {
            return;
        }
        let section = self.unique("inputs");
        let _ = writeln!(text, "\t\t\t{section} {{abstract}}");
        for (input, declared) in model.inputs.iter().enumerate() {
            let choices = self.family.choices[input].clone();
            let values = self.family.domains[input].values.clone();
            let name = self.unique(declared.key.text());
            let is_true = values.iter().position(VariabilityValue::is_true);
            match is_true.filter(|_| values.len() == 2) {
                Some(is_true) => {
                    let _ = writeln!(text, "\t\t\t\toptional\n\t\t\t\t\t{name}");
                    self.names.insert(choices[is_true], name);
                }
                None => {
                    let _ = writeln!(text, "\t\t\t\tmandatory\n\t\t\t\t\t{name} {{abstract}}");
                    let group = if values.len() > 1 { "alternative" } else { "mandatory" };
                    let _ = writeln!(text, "\t\t\t\t\t\t{group}");
                    for (value, choice) in values.iter().zip(choices) {
                        let name = self.unique(&format!("{} = {}", declared.key.text(), value.to_yaml()));
                        let _ = writeln!(text, "\t\t\t\t\t\t\t{name}");
                        self.names.insert(choice, name);
                    }
                }
            }
        }
    }

    /// Adds features for conditions that were not analyzed, and for formulas that are used several times; returns the
    /// gates of the latter.
    fn write_shared(&mut self, text: &mut String) -> Vec<usize> {
        let formulas = &self.family.formulas;
        let mut uses: FxHashMap<usize, usize> = FxHashMap::default();
        let mut cone: FxHashSet<usize> = FxHashSet::default();
        for presence in self.presences().into_iter().chain([self.family.constraint]) {
            *uses.entry(presence.gate()).or_default() += 1;
            cone.extend(formulas.cone(presence));
        }
        let mut cone: Vec<usize> = cone.into_iter().collect();
        cone.sort_unstable();
        for &gate in &cone {
            if let Gate::And(first, end) = formulas.gate(gate) {
                for part in formulas.parts((first, end)) {
                    *uses.entry(part.gate()).or_default() += 1;
                }
            }
        }
        let is_shared = |gate: &usize| matches!(formulas.gate(*gate), Gate::And(..)) && uses[gate] > 1;
        let shared: Vec<usize> = cone.into_iter().filter(is_shared).collect();
        let free = self.family.free.clone();
        if !free.is_empty() || !shared.is_empty() {
            let section = self.unique("conditions");
            let _ = writeln!(text, "\t\t\t{section} {{abstract}}\n\t\t\t\toptional");
            let all = shared.iter().map(|&gate| Formula::of_gate(gate)).chain(free);
            for (number, formula) in all.enumerate() {
                let name = self.unique(&format!("condition {}", number + 1));
                let _ = writeln!(text, "\t\t\t\t\t{name} {{abstract}}");
                self.names.insert(formula, name);
            }
        }
        shared
    }

    fn presences(&self) -> Vec<Formula> {
        let elements = self.family.equations.model.all().filter(|(_, element)| !element.is_variability);
        elements.map(|(id, _)| self.family.presence(id)).collect()
    }

    /// Adds features for all elements, and returns their constraints.
    fn write_elements(&mut self, text: &mut String) -> String {
        let model = self.family.equations.model;
        let mut constraints = String::new();
        let ids: Vec<ElementId> =
            model.all().filter(|(_, element)| !element.is_variability).map(|(id, _)| id).collect();
        if ids.is_empty() {
            return constraints;
        }
        let section = self.unique("elements");
        let _ = writeln!(text, "\t\t\t{section} {{abstract}}");
        let (mut mandatory, mut optional) = (String::new(), String::new());
        for id in ids {
            let name = self.unique(&path_of(model, id));
            let presence = self.family.presence(id);
            let group = if presence == Formula::TRUE { &mut mandatory } else { &mut optional };
            let _ = writeln!(group, "\t\t\t\t\t{name}");
            if presence == Formula::FALSE {
                let _ = writeln!(constraints, "\t!{name}");
            } else if presence != Formula::TRUE {
                let _ = writeln!(constraints, "\t{name} <=> {}", self.expression(presence));
            }
        }
        for (group, names) in [("mandatory", mandatory), ("optional", optional)] {
            if !names.is_empty() {
                let _ = write!(text, "\t\t\t\t{group}\n{names}");
            }
        }
        constraints
    }

    /// Returns a formula as an expression over features.
    fn expression(&self, formula: Formula) -> String {
        if let Some(name) = self.names.get(&formula) {
            return name.clone();
        }
        if let Some(name) = self.names.get(&!formula) {
            return format!("!{name}");
        }
        let definition = |negated| self.defined(formula.gate(), negated);
        definition(formula.is_negated())
    }

    /// Returns the expression of a gate, even if that is a feature itself.
    fn definition(&self, gate: usize) -> String {
        self.defined(gate, false)
    }

    fn defined(&self, gate: usize, negated: bool) -> String {
        let Gate::And(first, end) = self.family.formulas.gate(gate) else { return String::new() };
        let parts = self.family.formulas.parts((first, end));
        let parts: Vec<String> =
            parts.iter().map(|&part| self.expression(if negated { !part } else { part })).collect();
        format!("({})", parts.join(if negated { " | " } else { " & " }))
    }
}

/// Returns `family` as a formula in conjunctive normal form, in the format of the DIMACS challenge. Comments name the
/// variables of values and elements.
#[must_use]
pub fn dimacs(family: &Family<'_, '_, '_>) -> String {
    let mut cnf = Cnf { family, variables: FxHashMap::default(), count: 0, clauses: Vec::new() };
    let model = family.equations.model;
    let mut comments = String::new();
    for (input, declared) in model.inputs.iter().enumerate() {
        let values = &family.domains[input].values;
        let choices = &family.choices[input];
        for (value, &choice) in values.iter().zip(choices) {
            let literal = cnf.literal(choice);
            let _ = writeln!(comments, "c {literal} {} = {}", declared.key.text(), value.to_yaml());
        }
        if choices.len() > 2 {
            let literals: Vec<i64> = choices.iter().map(|&choice| cnf.literal(choice)).collect();
            for (index, first) in literals.iter().enumerate() {
                cnf.clauses.extend(literals[index + 1..].iter().map(|second| vec![-first, -second]));
            }
            cnf.clauses.push(literals);
        }
    }
    for (id, _) in model.all().filter(|(_, element)| !element.is_variability) {
        let presence = cnf.literal(family.presence(id));
        cnf.count += 1;
        let element = cnf.count;
        cnf.clauses.extend([vec![-element, presence], vec![element, -presence]]);
        let _ = writeln!(comments, "c {element} {}", path_of(model, id));
    }
    let allowed = cnf.literal(family.constraint);
    cnf.clauses.push(vec![allowed]);
    for &free in &family.free {
        let literal = cnf.literal(free);
        let _ = writeln!(comments, "c {literal} a condition that was not analyzed");
    }
    let mut text = comments;
    let _ = writeln!(text, "p cnf {} {}", cnf.count, cnf.clauses.len());
    for clause in cnf.clauses {
        for literal in clause {
            let _ = write!(text, "{literal} ");
        }
        text.push_str("0\n");
    }
    text
}

struct Cnf<'f, 'e, 'm, 't> {
    family: &'f Family<'e, 'm, 't>,
    variables: FxHashMap<usize, i64>,
    count: i64,
    clauses: Vec<Vec<i64>>,
}

impl Cnf<'_, '_, '_, '_> {
    /// Returns the literal of a formula, and adds the clauses that define it.
    fn literal(&mut self, formula: Formula) -> i64 {
        let mut gates = self.family.formulas.cone(formula);
        // The parts of a formula come before it.
        gates.sort_unstable();
        for gate in gates {
            if self.variables.contains_key(&gate) {
                continue;
            }
            self.count += 1;
            let variable = self.count;
            self.variables.insert(gate, variable);
            match self.family.formulas.gate(gate) {
                Gate::True => self.clauses.push(vec![variable]),
                Gate::Variable(_) => {}
                Gate::And(first, end) => {
                    let mut all = vec![variable];
                    for part in self.family.formulas.parts((first, end)) {
                        let literal = self.known(*part);
                        self.clauses.push(vec![-variable, literal]);
                        all.push(-literal);
                    }
                    self.clauses.push(all);
                }
            }
        }
        self.known(formula)
    }

    fn known(&self, formula: Formula) -> i64 {
        let variable = self.variables[&formula.gate()];
        if formula.is_negated() { -variable } else { variable }
    }
}
