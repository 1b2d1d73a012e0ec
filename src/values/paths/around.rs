//! The entity around a call, which `SELF` stands for (TOSCA 2.0 §10.3; readings ).

use crate::functions::PathEnd;
use crate::keynames::Slot;
use crate::model::service::{Member, NodeTemplateView, ServiceView};
use crate::model::types::Requirements;
use crate::model::{Lookup, Truth};
use crate::values::typing::Typer;
use crate::yaml::Node;

use super::entity::{Entity, Kinds, NodePlace, RelationshipPlace};
use super::old::is_old;

/// What `SELF` stands for where a call stands.
pub(super) struct Around<'g> {
    /// What it stands for.
    pub(super) own: Own<'g>,
    /// Whether it is only looked for: names that are missing make no mistake of it.
    pub(super) filters: bool,
    /// The service template whose nodes can be named.
    pub(super) service: Option<ServiceView<'g>>,
    /// Whether nodes that the template names do not exist yet.
    pub(super) before: bool,
    /// Whether a workflow is around.
    pub(super) workflow: bool,
    /// How the path is written.
    pub(super) manner: Manner,
    /// The property or attribute whose value holds the call: its key, the value, and whether it is a
    /// property.
    pub(super) holder: Option<(Node<'g>, Node<'g>, bool)>,
}

/// How a path is written.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Manner {
    /// With words before names (§10.3).
    Words,
    /// As earlier versions write it, by names alone.
    Names,
}

/// An entity, or none.
pub(super) enum Own<'g> {
    /// An entity.
    Entity(Entity<'g>),
    /// The target of a policy, one by one.
    Target(Entity<'g>),
    /// None; what stands there instead.
    None(&'static str),
}

/// No way is followed further.
const DEEPEST: usize = 12;

/// What is around `node`.
pub(super) fn around_of<'g>(cx: &mut Typer<'g>, node: Node<'g>) -> Around<'g> {
    let file = cx.types.graph.seen_from(node.tree().file());
    if file != node.tree().file() {
        // An expression about a service template.
        let (own, service) = (Own::None("an expression"), cx.model.service(file));
        let manner = Manner::Words;
        return Around { own, filters: false, service, before: false, workflow: false, manner, holder: None };
    }
    let manner = if is_old(cx, node) { Manner::Names } else { Manner::Words };
    let way = way_to(cx, node);
    let names: Vec<&'g str> = way.iter().map(|(key, _)| key.text()).collect();
    let service = cx.model.service(node.tree().file()).filter(|_| names.first() == Some(&"service_template"));
    let filters = names.contains(&"node_filter");
    let before =
        names.get(..3) == Some(&["service_template", "substitution_mappings", "substitution_filter"]);
    let own =
        match names[..] {
            ["node_types", _, ref inner @ ..] => in_node_type(cx, &way, inner),
            ["relationship_types", _, ..] => {
                let of = type_around(cx, &way[1]);
                Own::Entity(of.map_or(Entity::Unknown, |of| {
                    Entity::Relationship(RelationshipPlace::of_type(cx.types, of))
                }))
            }
            ["interface_types", ..] => Own::None("an interface type"),
            ["functions", ..] => Own::None("a function"),
            ["group_types", ..] => Own::None("a group type"),
            ["policy_types", _, "triggers", ..] => Own::Target(Entity::Unknown),
            ["policy_types", ..] => Own::None("a policy type"),
            ["service_template", ref inner @ ..] => match service {
                Some(service) => in_template(cx, service, &way[1..], inner),
                None => Own::Entity(Entity::Unknown),
            },
            _ => Own::Entity(Entity::Unknown),
        };
    let own = match &cx.scope.own {
        Some(entity) => Own::Entity((**entity).clone()),
        None => own,
    };
    let workflow = names.get(1) == Some(&"workflows");
    Around { own, filters, service, before, workflow, manner, holder: holder(&way, &names) }
}

/// The one node template of a small service template that has something called `name`.
pub(super) fn only_with<'g>(
    cx: &Typer<'g>,
    service: ServiceView<'g>,
    end: PathEnd,
    name: &str,
) -> Option<&'g str> {
    const MOST: usize = 200;
    let has_it = |node: &NodeTemplateView<'g>| {
        let of = cx.types.defined(node.node_type);
        of.is_some_and(|of| Kinds::One(of.id).has(cx.types, end, name) == Truth::Yes)
    };
    let few = service.node_templates().len() <= MOST;
    let mut with = service.node_templates().iter().filter(|_| few).filter(has_it);
    with.next().filter(|_| with.next().is_none()).map(NodeTemplateView::name)
}

fn in_node_type<'g>(cx: &Typer<'g>, way: &[(Node<'g>, Node<'g>)], inner: &[&str]) -> Own<'g> {
    let types = cx.types;
    let Some(of) = type_around(cx, &way[1]) else { return Own::Entity(Entity::Unknown) };
    let node = NodePlace::of_type(of);
    Own::Entity(match inner {
        ["requirements", name, "relationship" | "node_filter", ..] => {
            match types.member(types.get(of), Requirements, name) {
                Some(id) => Entity::Relationship(RelationshipPlace::of_requirement(types, node, id)),
                None => Entity::Unknown,
            }
        }
        _ => Entity::Node(node),
    })
}

fn in_template<'g>(
    cx: &Typer<'g>,
    service: ServiceView<'g>,
    way: &[(Node<'g>, Node<'g>)],
    inner: &[&'g str],
) -> Own<'g> {
    let types = cx.types;
    Own::Entity(match inner {
        ["inputs", ..] => return Own::None("an input"),
        ["outputs", ..] => return Own::None("an output"),
        ["functions", ..] => return Own::None("a function"),
        ["groups", ..] => return Own::None("a group"),
        ["policies", name, "triggers", ..] => return Own::Target(target_of_policy(service, name)),
        ["policies", ..] => return Own::None("a policy"),
        ["node_templates", name, inner @ ..] => {
            let Some(template) = service.node_template_named(name) else {
                return Own::Entity(Entity::Unknown);
            };
            match inner {
                ["requirements", _, "count" | "node", ..] => Entity::Unknown,
                ["requirements", name, ..] => {
                    let body = way.get(3).map(|(_, body)| *body);
                    assignment_around(template, name, body)
                }
                ["node_filter", ..] => {
                    let of = types.defined(template.node_type);
                    Entity::Node(of.map_or(NodePlace::unknown(), |of| NodePlace::of_type(of.id)))
                }
                _ => Entity::Node(NodePlace::of_template(template)),
            }
        }
        ["relationship_templates", name, ..] => match service.relationship_template_named(name) {
            Some(template) => {
                RelationshipPlace::of_template(template).map_or(Entity::Unknown, Entity::Relationship)
            }
            None => Entity::Unknown,
        },
        ["substitution_mappings", ..] => {
            let mapping = service.template().substitution_mappings.as_ref();
            let name = mapping.and_then(|mapping| mapping.node_type);
            let of = name.and_then(|name| types.defined(service.type_named(name.node)));
            Entity::Node(of.map_or(NodePlace::unknown(), |of| NodePlace::of_type(of.id)))
        }
        ["workflows", _, "steps", _, "filter" | "activities" | "on_success" | "on_failure", ..] => {
            target_of_step(cx, service, way[3].1)
        }
        ["workflows", ..] => return Own::None("a workflow outside its steps"),
        _ => Entity::Unknown,
    })
}

/// The requirement assignment of a node template that holds `body`.
fn assignment_around<'g>(template: NodeTemplateView<'g>, name: &str, body: Option<Node<'g>>) -> Entity<'g> {
    let node = NodePlace::of_template(template);
    let assignments = template.own_requirements();
    // They are in the order of the file.
    let at = assignments
        .partition_point(|assignment| body.is_some_and(|body| assignment.written().node < body.id()));
    match assignments.get(at).filter(|assignment| {
        assignment.name() == name && body.is_some_and(|body| body.id() == assignment.written().node)
    }) {
        Some(assignment) => Entity::Relationship(RelationshipPlace::of_assignment(node, assignment)),
        None => Entity::Unknown,
    }
}

/// The target of a workflow step, or the relationship that it works on.
fn target_of_step<'g>(cx: &Typer<'g>, service: ServiceView<'g>, step: Node<'g>) -> Entity<'g> {
    let workflows = service.template().workflows.as_ref();
    let workflow = workflows.and_then(|workflows| workflows.around(step));
    let steps = workflow.and_then(|(_, workflow)| workflow.steps.as_ref());
    let Some((_, step)) = steps.and_then(|steps| steps.around(step)) else { return Entity::Unknown };
    let Some(Member::NodeTemplate(template)) = step.target.and_then(|name| service.member(name.node)) else {
        return Entity::Unknown;
    };
    let node = NodePlace::of_template(template);
    let name = match step.target_relationship() {
        Slot::Absent => return Entity::Node(node),
        Slot::Unreadable => return Entity::Unknown,
        Slot::Given(name) => service.node(name.0),
    };
    let assignment = template.requirements().iter().find(|assignment| assignment.name() == name.text());
    match (assignment, node.of.member(cx.types, Requirements, name.text())) {
        (Some(assignment), _) => Entity::Relationship(RelationshipPlace::of_assignment(node, assignment)),
        (None, Lookup::Found(id)) => {
            Entity::Relationship(RelationshipPlace::of_requirement(cx.types, node, id))
        }
        _ => Entity::Unknown,
    }
}

/// The target of a policy, where it has exactly one.
fn target_of_policy<'g>(service: ServiceView<'g>, name: &str) -> Entity<'g> {
    let mut policies = service.template().policies.iter().flat_map(|list| &list.entries);
    let policy = policies.find(|policy| service.node(policy.key).text() == name);
    let targets = policy.and_then(|policy| policy.value.targets.as_ref());
    match targets.map(|targets| (&targets.0.items[..], targets.0.is_incomplete)) {
        Some(([only], false)) => match service.member(only.node) {
            Some(Member::NodeTemplate(template)) => Entity::Node(NodePlace::of_template(template)),
            _ => Entity::Unknown,
        },
        _ => Entity::Unknown,
    }
}

/// The type whose definition stands behind a key.
fn type_around<'g>(cx: &Typer<'g>, entry: &(Node<'g>, Node<'g>)) -> Option<crate::resolve::DefinitionId> {
    cx.types.at_key(entry.0)
}

/// The keys that lead from the root to `node`, with what stands behind them.
fn way_to<'g>(cx: &mut Typer<'g>, node: Node<'g>) -> Vec<(Node<'g>, Node<'g>)> {
    let mut way = Vec::new();
    let Some(mut at) = node.tree().root() else { return way };
    while at.id() != node.id() && way.len() < DEEPEST && cx.types.expressions.call(at).is_none() {
        if at.is_sequence() {
            match child_around(cx, at, node) {
                Some((_, item)) => at = item,
                None => break,
            }
        } else {
            match child_around(cx, at, node) {
                Some((key, value)) => {
                    way.push((key, value));
                    at = value;
                }
                None => break,
            }
        }
    }
    way
}

/// The entry of a map, or the item of a list, that holds `node`; large ones are indexed.
fn child_around<'g>(cx: &mut Typer<'g>, at: Node<'g>, node: Node<'g>) -> Option<(Node<'g>, Node<'g>)> {
    const FEW: usize = 16;
    let children = || at.entries().chain(at.items().map(|item| (item, item)));
    let holds = |(key, value): &(Node<'g>, Node<'g>)| key.holds(node) || value.holds(node);
    if let Some(found) = children().take(FEW).find(holds) {
        return Some(found);
    }
    let index = cx.typings.children(at, || {
        let mut index: Vec<(Node<'g>, Node<'g>)> = children().skip(FEW).collect();
        index.sort_by_key(|(key, _)| key.id());
        index.into()
    });
    let after = index.partition_point(|(key, _)| key.id() <= node.id());
    index.get(after.checked_sub(1)?).copied().filter(holds)
}

/// The property or attribute on the way whose value is meant.
fn holder<'g>(way: &[(Node<'g>, Node<'g>)], names: &[&str]) -> Option<(Node<'g>, Node<'g>, bool)> {
    let at = names.iter().rposition(|name| matches!(*name, "properties" | "attributes"))?;
    let (key, value) = *way.get(at + 1)?;
    let value = if names[0] == "service_template" {
        value
    } else {
        let (keyname, value) = *way.get(at + 2)?;
        matches!(keyname.text(), "default" | "value").then_some(value)?
    };
    Some((key, value, names[at] == "properties"))
}
