//! Conditions in short words, for pictures and tables.

use rustc_hash::FxHashMap;

use crate::dialects::variability::{
    Element, ElementId, ElementKind, Operator, VariabilityExprId, VariabilityForm, VariabilityModel,
};
use crate::load::File;
use crate::model::Model;
use crate::yaml::NodeId;

use super::analysis::{Batsat, Family, Formula, Prover, Satisfiability, WorkLimit};
use super::check::template_of;
use super::equations::Equations;

/// Returns when each conditional element of `file` is present, as [`conditions_in_words`] does.
#[must_use]
pub fn conditions_of(model: &Model, file: &File) -> FxHashMap<NodeId, String> {
    let (template, _) = template_of(model, file);
    conditions_in_words(&template, &WorkLimit::default())
}

/// Returns when each conditional element is present, such as `if mode = prod`, by the nodes of their names in the tree as written.
/// Requirement assignments of one name of which at most one is present are called alternatives. For the first of several
/// types of a node template, returns all of these with their conditions.
#[must_use]
fn conditions_in_words(model: &VariabilityModel<'_>, limit: &WorkLimit) -> FxHashMap<NodeId, String> {
    let exclusive = alternatives(model, limit);
    let conditional = model.all().filter(|(id, _)| model.may_be_absent(*id));
    let words = conditional.map(|(id, element)| {
        let prefix = if exclusive.contains(&id) { "alternative " } else { "" };
        (element.key.id(), format!("{prefix}if {}", condition_in_words(model, id)))
    });
    let mut words: FxHashMap<NodeId, String> = words.collect();
    let types: Vec<(ElementId, &Element<'_>)> =
        model.all().filter(|(_, element)| element.kind == ElementKind::Type).collect();
    // Those of a node template follow each other.
    for types in types.chunk_by(|(one, _), (other, _)| model.owner(*one) == model.owner(*other)) {
        let text = types.iter().map(|(id, element)| {
            let name = element.key.text();
            let condition = words.get(&element.key.id()).filter(|_| model.is_conditional(*id));
            condition.map_or(name.to_owned(), |condition| format!("{name} {condition}"))
        });
        let text = text.collect::<Vec<_>>().join(", ");
        if let Some((_, first)) = types.first() {
            words.insert(first.key.id(), text);
        }
    }
    words
}

/// Returns the conditions of an element in words.
#[must_use]
pub fn condition_in_words(model: &VariabilityModel<'_>, id: ElementId) -> String {
    let scope = (model.element(id).kind == ElementKind::Relation).then_some(id);
    let words = Words { model, scope };
    let conditions: Vec<VariabilityExprId> = model.conditions(id).collect();
    let mut parts = Vec::new();
    if !conditions.is_empty() {
        parts.push(words.joined(&conditions, " and ", Binding::None));
    }
    if let Some(need) = need_in_words(model, id) {
        parts.push(need);
    }
    parts.join(" and ")
}

/// Returns in words what an element needs apart from its conditions.
fn need_in_words(model: &VariabilityModel<'_>, id: ElementId) -> Option<String> {
    let element = model.element(id);
    let pruning = &model.pruning;
    let is_conditional = model.is_conditional(id);
    let is_pruned = match element.kind {
        ElementKind::Relation => pruning.relations.of(is_conditional).1.is_some(),
        ElementKind::Node => pruning.nodes.of(is_conditional).1.is_some(),
        ElementKind::Group => pruning.groups.of(is_conditional).1.is_some(),
        ElementKind::Policy => pruning.policies.of(is_conditional).1.is_some(),
        ElementKind::Property | ElementKind::Artifact | ElementKind::Type => {
            model.conditions(id).next().is_none()
        }
        ElementKind::Input | ElementKind::Output => false,
    };
    let needed = match element.kind {
        ElementKind::Type if element.is_default => return Some("no other type is present".to_owned()),
        _ if element.is_default => return Some(format!("no other `{}` is present", element.key.text())),
        _ if !is_pruned => return None,
        ElementKind::Relation => {
            let pruned_by = pruning.relations.of(is_conditional).1;
            let needs_target = pruned_by == Some(crate::dialects::variability::RelationEnds::Both);
            let is_needed = |end: Option<ElementId>| end.is_some_and(|end| model.may_be_absent(end));
            match (is_needed(element.source), is_needed(element.target) && needs_target) {
                (_, true) => "its target is present",
                (true, false) => "its source is present",
                (false, false) => return None,
            }
        }
        ElementKind::Node => "a requirement targets it",
        ElementKind::Group => "a member is present",
        ElementKind::Policy => "a target is present",
        ElementKind::Property | ElementKind::Artifact | ElementKind::Type => {
            let owner = model.owner(id).filter(|&owner| model.may_be_absent(owner))?;
            return Some(format!("{} is present", model.describe(owner)));
        }
        ElementKind::Input | ElementKind::Output => return None,
    };
    Some(needed.to_owned())
}

/// Returns the name of an element as users write it: `node`, `node.requirement`, `node.properties.property`, or
/// `node.requirement.1` if the node template has several requirement assignments of that name.
#[must_use]
pub fn path_of(model: &VariabilityModel<'_>, id: ElementId) -> String {
    let element = model.element(id);
    if let Some(place) = &element.place {
        let index = place.index.to_string();
        let is_index_needed = model.has_same_named(id);
        let keys = place.keys.iter().map(|key| key.text()).chain([element.key.text()]);
        return keys.chain(is_index_needed.then_some(&*index)).collect::<Vec<_>>().join(".");
    }
    let Some(source) = element.source else { return element.key.text().to_owned() };
    let (node, name) = (model.element(source).key.text(), element.key.text());
    if model.relations_called(source, name).len() > 1 {
        format!("{node}.{name}.{}", element.relation_index)
    } else {
        format!("{node}.{name}")
    }
}

/// Returns the elements called `name`: a node template, a group, policy or input, or requirement assignments as
/// `node.requirement`, by index as `node.0`, or by both as `node.requirement.0`.
#[must_use]
pub fn elements_called(model: &VariabilityModel<'_>, name: &str) -> Vec<ElementId> {
    let called = |kind: ElementKind| {
        model
            .all()
            .find(move |(_, element)| element.kind == kind && element.key.text() == name)
            .map(|(id, _)| id)
    };
    let element = model.node(name).or_else(|| model.group(name));
    let element = element.or_else(|| called(ElementKind::Policy)).or_else(|| called(ElementKind::Input));
    let element = element.or_else(|| called(ElementKind::Output));
    if let Some(element) = element {
        return vec![element];
    }
    let placed = model.all().filter(|(_, element)| element.place.is_some()).map(|(id, _)| id);
    let is_called = |id: &ElementId| {
        let path = path_of(model, *id);
        let of_all = path.rsplit_once('.').filter(|_| model.has_same_named(*id));
        path == name || of_all.is_some_and(|(of_all, _)| of_all == name)
    };
    let placed: Vec<ElementId> = placed.filter(is_called).collect();
    if !placed.is_empty() {
        return placed;
    }
    // Names may contain dots.
    let dots = || name.match_indices('.').map(|(at, _)| at);
    let relations = dots().filter_map(|at| Some((model.node(&name[..at])?, &name[at + 1..])));
    let is_called = |id: ElementId, rest: &str| {
        let element = model.element(id);
        let index = element.relation_index.to_string();
        let (called, rest_index) = rest.rsplit_once('.').unwrap_or((rest, ""));
        let is_indexed = called == element.key.text() && rest_index == index;
        rest == element.key.text() || rest == index || is_indexed
    };
    relations.flat_map(|(node, rest)| model.relations(node).filter(move |&id| is_called(id, rest))).collect()
}

/// Returns the requirement assignments that have the name of others of their node template, if at most one of them
/// is present in any variant.
fn alternatives(model: &VariabilityModel<'_>, limit: &WorkLimit) -> Vec<ElementId> {
    let mut several: Vec<&[ElementId]> = Vec::new();
    for (id, element) in model.all() {
        let Some(source) = element.source else { continue };
        let called = model.relations_called(source, element.key.text());
        if called.len() > 1 && called[0] == id {
            several.push(called);
        }
    }
    let equations = Equations::new(model);
    if several.is_empty() || model.is_broken || !equations.report_cycles(&mut Vec::new()) {
        return Vec::new();
    }
    let mut family = Family::new(&equations, limit);
    if family.is_too_large {
        return Vec::new();
    }
    let mut prover = Prover::new(&mut family, Box::new(Batsat::new(limit)));
    let mut exclusive = Vec::new();
    for called in several {
        let present: Vec<Formula> = called.iter().map(|&id| prover.family.presence(id)).collect();
        let two = prover.family.formulas.at_least(&present, 2);
        if prover.can(&[two]) == Satisfiability::No {
            exclusive.extend_from_slice(called);
        }
    }
    exclusive
}

/// How strongly the context of an expression binds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Binding {
    None,
    Operand,
}

struct Words<'m, 't> {
    model: &'m VariabilityModel<'t>,
    scope: Option<ElementId>,
}

impl Words<'_, '_> {
    fn joined(&self, operands: &[VariabilityExprId], separator: &str, binding: Binding) -> String {
        let inner = if operands.len() > 1 { Binding::Operand } else { binding };
        let texts: Vec<String> = operands.iter().map(|&operand| self.of(operand, inner)).collect();
        let text = texts.join(separator);
        if binding == Binding::Operand && operands.len() > 1 { format!("({text})") } else { text }
    }

    fn of(&self, id: VariabilityExprId, binding: Binding) -> String {
        let model = self.model;
        let name = |id: ElementId| path_of(model, id);
        let end = |end: Option<ElementId>, word: &str| end.map_or_else(|| word.to_owned(), name);
        let relation = self.scope.map(|scope| model.element(scope));
        match model.expressions.form(id) {
            VariabilityForm::Literal(value) => value.to_yaml(),
            VariabilityForm::Input(index) => model.inputs[*index as usize].key.text().to_owned(),
            VariabilityForm::Named(index) if model.named[*index as usize].is_question => self.written(id),
            VariabilityForm::Named(index) => model.named[*index as usize].key.text().to_owned(),
            VariabilityForm::Presence(element) => name(*element),
            VariabilityForm::Source => end(relation.and_then(|relation| relation.source), "source"),
            VariabilityForm::Target => end(relation.and_then(|relation| relation.target), "target"),
            VariabilityForm::List(range) => {
                format!("[{}]", self.joined(model.expressions.operands(range), ", ", Binding::None))
            }
            VariabilityForm::Call(operator, range) => {
                self.call(id, *operator, model.expressions.operands(range), binding)
            }
            VariabilityForm::Wrong => self.written(id),
        }
    }

    fn call(
        &self,
        id: VariabilityExprId,
        operator: Operator,
        operands: &[VariabilityExprId],
        binding: Binding,
    ) -> String {
        let infix = |sign: &str| self.joined(operands, &format!(" {sign} "), binding);
        match (operator, operands) {
            (Operator::And | Operator::Condition, _) => infix("and"),
            (Operator::Or | Operator::AnyPresent, [_, ..]) => infix("or"),
            (Operator::Xor, _) => infix("xor"),
            (Operator::Implies, _) => infix("implies"),
            (Operator::Equal, _) => infix("="),
            (Operator::GreaterThan, _) => infix(">"),
            (Operator::GreaterOrEqual, _) => infix(">="),
            (Operator::LessThan, _) => infix("<"),
            (Operator::LessOrEqual, _) => infix("<="),
            (Operator::Add, _) => infix("+"),
            (Operator::Sub, _) => infix("-"),
            (Operator::Mul, _) => infix("*"),
            (Operator::Div, _) => infix("/"),
            (Operator::Mod, _) => infix("mod"),
            (Operator::Not, [only]) => format!("not {}", self.of(*only, Binding::Operand)),
            (Operator::ValidValues | Operator::InRange, [first, rest @ ..]) => {
                let values = match rest {
                    [list] if matches!(self.model.expressions.form(*list), VariabilityForm::List(_)) => {
                        self.of(*list, Binding::None)
                    }
                    _ => format!("[{}]", self.joined(rest, ", ", Binding::None).trim_matches(['(', ')'])),
                };
                let text = format!("{} in {values}", self.of(*first, Binding::Operand));
                if binding == Binding::Operand { format!("({text})") } else { text }
            }
            _ => self.written(id),
        }
    }

    fn written(&self, id: VariabilityExprId) -> String {
        let words: Vec<&str> = self.model.expressions.node(id).written().split_whitespace().collect();
        words.join(" ")
    }
}
