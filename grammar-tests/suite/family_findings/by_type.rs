//! Conditions by type, as generated data: which elements have them.

use std::fmt::Write as _;
use std::rc::Rc;

use crate::variability::Random;

use super::{Condition, Node, Scope, Template};

/// The conditions of types: the section, the name of the type, and the condition.
#[derive(Default)]
pub(super) struct ByType(Vec<(&'static str, &'static str, Rc<Condition>)>);

/// Gives an element without conditions those of its type.
pub(super) fn add(condition: &mut Condition, of_type: &Rc<Condition>) {
    if condition.is_always() {
        *condition = Condition::OfType(Rc::clone(of_type));
    }
}

/// Returns a condition that mostly names no elements but those of its relation.
fn condition(seed: &mut Random, mut scope: Scope) -> Rc<Condition> {
    if seed.below(3) > 0 {
        scope.nodes = 0;
    }
    Rc::new(Condition::random(seed, scope, 1))
}

impl ByType {
    /// Adds conditions of types to `template`, whose conditions may name elements of `scope`.
    pub(super) fn add_random(seed: &mut Random, template: &mut Template, scope: Scope) {
        let without_elements = |mut scope: Scope| {
            (scope.has_group, scope.has_policy, scope.has_input) = (false, false, false);
            scope
        };
        let (plain, mut of_relation) = (without_elements(scope), scope);
        of_relation.is_relation = true;
        let mut all = Vec::new();
        if seed.below(3) == 0 {
            let kind = ["A", "B", "D", "E"][seed.below(4)];
            let of_type = condition(seed, scope);
            let has_type = |node: &&mut Node| node.kind == kind && !node.assigned.has_types();
            template.nodes.iter_mut().filter(has_type).for_each(|node| add(&mut node.condition, &of_type));
            all.push(("node_types", kind, of_type));
        }
        if seed.below(4) == 0 {
            let of_type = condition(seed, of_relation);
            for relation in template.nodes.iter_mut().flat_map(|node| &mut node.relations) {
                relation.is_link = seed.below(2) == 0;
                if relation.is_link && !relation.is_default {
                    add(&mut relation.condition, &of_type);
                }
            }
            all.push(("relationship_types", "R", of_type));
        }
        if seed.below(3) == 0 {
            let of_type = condition(seed, plain);
            template.group.iter_mut().for_each(|(condition, _)| add(condition, &of_type));
            all.push(("group_types", "G", of_type));
        }
        if seed.below(3) == 0 {
            let of_type = condition(seed, plain);
            template.policy.iter_mut().for_each(|(condition, _)| add(condition, &of_type));
            all.push(("policy_types", "P", of_type));
        }
        if seed.below(4) == 0 {
            let of_type = condition(seed, scope);
            template.nodes.iter_mut().for_each(|node| node.assigned.add_to_artifacts(&of_type));
            all.push(("artifact_types", "X", of_type));
        }
        template.by_type = Self(all);
    }

    /// Returns the section of the definition, if there is one.
    pub(super) fn text(&self) -> String {
        let mut text = String::new();
        if !self.0.is_empty() {
            text.push_str("    type_specific_conditions:\n");
        }
        for (section, name, condition) in &self.0 {
            let _ = writeln!(text, "      {section}: {{ {name}: {{ conditions: {} }} }}", condition.text());
        }
        text
    }
}
