//! Finds the context of a call: the entity that `SELF` refers to (TOSCA 2.0 §10.3; readings,
//!

use crate::functions::PathEnd;
use crate::keynames::Slot;
use crate::model::service::{Member, NodeTemplateView, ServiceView, nodes_of_targets};
use crate::model::types::Requirements;
use crate::model::{Lookup, Truth};
use crate::values::typing::Typer;
use crate::yaml::{NodeId, YamlNode};

use super::entity::{Entity, Kinds, PathNode, PathRelationship};
use super::legacy::is_legacy;

/// The context of a path.
pub(super) struct PathContext<'g> {
    /// What `SELF` refers to.
    pub(super) self_entity: SelfEntity<'g>,
    /// Whether the path is in a node filter, where missing names are not errors.
    pub(super) is_filter: bool,
    /// The service template whose nodes can be named.
    pub(super) service: Option<ServiceView<'g>>,
    /// Whether the nodes of the service template do not exist yet.
    pub(super) is_before_creation: bool,
    /// Whether the path is in a workflow.
    pub(super) in_workflow: bool,
    /// The syntax of the path.
    pub(super) syntax: PathSyntax,
    /// The property or attribute whose value contains the call: its key, the value, and whether it is a
    /// property.
    pub(super) enclosing_field: Option<(YamlNode<'g>, YamlNode<'g>, bool)>,
}

/// The syntax of a path.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum PathSyntax {
    /// Words before names (§10.3).
    Words,
    /// Names alone, as in earlier versions.
    Names,
}

/// What `SELF` refers to.
pub(super) enum SelfEntity<'g> {
    /// An entity.
    Entity(Entity<'g>),
    /// Each target of a policy in turn.
    Target(Entity<'g>),
    /// No entity; the description of the context.
    None(&'static str),
}

/// Maximum number of keys from the root to a call.
const MAX_KEY_PATH: usize = 12;

/// Returns the context of the path at `node`.
pub(super) fn find_path_context<'g>(cx: &mut Typer<'g>, node: YamlNode<'g>) -> PathContext<'g> {
    let file = cx.types.graph.seen_from(node.tree().file());
    if file != node.tree().file() {
        // This is an expression about a service template.
        let (self_entity, service) = (SelfEntity::None("an expression"), cx.model.service(file));
        let syntax = PathSyntax::Words;
        return PathContext {
            self_entity,
            is_filter: false,
            service,
            is_before_creation: false,
            in_workflow: false,
            syntax,
            enclosing_field: None,
        };
    }
    let syntax = if is_legacy(cx, node) { PathSyntax::Names } else { PathSyntax::Words };
    let key_path = find_key_path(cx, node);
    let names: Vec<&'g str> = key_path.iter().map(|(key, _)| key.text()).collect();
    let service = cx.model.service(node.tree().file()).filter(|_| names.first() == Some(&"service_template"));
    let is_filter = names.contains(&"node_filter");
    let is_before_creation =
        names.get(..3) == Some(&["service_template", "substitution_mappings", "substitution_filter"]);
    let self_entity = match names[..] {
        ["node_types", _, ref inner @ ..] => in_node_type(cx, &key_path, inner),
        ["relationship_types", _, ..] => {
            let type_id = type_at_entry(cx, &key_path[1]);
            SelfEntity::Entity(type_id.map_or(Entity::Unknown, |type_id| {
                Entity::Relationship(PathRelationship::of_type(cx.types, type_id))
            }))
        }
        ["interface_types", ..] => SelfEntity::None("an interface type"),
        ["functions", ..] => SelfEntity::None("a function"),
        ["group_types", ..] => SelfEntity::None("a group type"),
        ["policy_types", _, "triggers", ..] => SelfEntity::Target(Entity::Unknown),
        ["policy_types", ..] => SelfEntity::None("a policy type"),
        ["service_template", ref inner @ ..] => match service {
            Some(service) => in_template(cx, service, &key_path[1..], inner),
            None => SelfEntity::Entity(Entity::Unknown),
        },
        _ => SelfEntity::Entity(Entity::Unknown),
    };
    let self_entity = match &cx.scope.self_entity {
        Some(entity) => SelfEntity::Entity((**entity).clone()),
        None => self_entity,
    };
    let in_workflow = names.get(1) == Some(&"workflows");
    PathContext {
        self_entity,
        is_filter,
        service,
        is_before_creation,
        in_workflow,
        syntax,
        enclosing_field: find_enclosing_field(&key_path, &names),
    }
}

/// Returns the name of the only node template that has something called `name`, in a small service template.
pub(super) fn only_template_with<'g>(
    cx: &Typer<'g>,
    service: ServiceView<'g>,
    end: PathEnd,
    name: &str,
) -> Option<&'g str> {
    const MAX_NODE_TEMPLATES: usize = 200;
    let has_it = |node: &NodeTemplateView<'g>| {
        let ty = cx.types.defined(node.node_type);
        ty.is_some_and(|ty| Kinds::One(ty.id).has(cx.types, end, name) == Truth::Yes)
    };
    let few = service.node_templates().len() <= MAX_NODE_TEMPLATES;
    let mut with = service.node_templates().iter().filter(|_| few).filter(has_it);
    with.next().filter(|_| with.next().is_none()).map(NodeTemplateView::name)
}

fn in_node_type<'g>(
    cx: &Typer<'g>,
    key_path: &[(YamlNode<'g>, YamlNode<'g>)],
    inner: &[&str],
) -> SelfEntity<'g> {
    let types = cx.types;
    let Some(type_id) = type_at_entry(cx, &key_path[1]) else { return SelfEntity::Entity(Entity::Unknown) };
    let node = PathNode::of_type(type_id);
    SelfEntity::Entity(match inner {
        ["requirements", name, "relationship" | "node_filter", ..] => {
            match types.member(types.get(type_id), Requirements, name) {
                Some(id) => Entity::Relationship(PathRelationship::of_requirement(types, node, id)),
                None => Entity::Unknown,
            }
        }
        _ => Entity::Node(node),
    })
}

fn in_template<'g>(
    cx: &Typer<'g>,
    service: ServiceView<'g>,
    key_path: &[(YamlNode<'g>, YamlNode<'g>)],
    inner: &[&'g str],
) -> SelfEntity<'g> {
    let types = cx.types;
    SelfEntity::Entity(match inner {
        ["inputs", ..] => return SelfEntity::None("an input"),
        ["outputs", ..] => return SelfEntity::None("an output"),
        ["functions", ..] => return SelfEntity::None("a function"),
        ["groups", ..] => return SelfEntity::None("a group"),
        ["policies", _, "triggers", ..] => {
            return SelfEntity::Target(targets_of_policy(service, key_path[1].0));
        }
        ["policies", ..] => return SelfEntity::None("a policy"),
        ["node_templates", name, inner @ ..] => {
            let Some(template) = service.node_template_named(name) else {
                return SelfEntity::Entity(Entity::Unknown);
            };
            match inner {
                ["requirements", name, position @ ..] => {
                    let body = key_path.get(3).map(|(_, body)| *body);
                    match (find_assignment(template, name, body), position) {
                        // These values determine the target; a requirement may be only its target.
                        (Entity::Relationship(relationship), [] | ["count" | "node", ..]) => {
                            Entity::Relationship(relationship.with_target(PathNode::unknown()))
                        }
                        (entity, _) => entity,
                    }
                }
                ["node_filter", ..] => {
                    let ty = types.defined(template.node_type);
                    Entity::Node(ty.map_or(PathNode::unknown(), |ty| PathNode::of_type(ty.id)))
                }
                _ => Entity::Node(PathNode::of_template(template)),
            }
        }
        ["relationship_templates", name, ..] => match service.relationship_template_named(name) {
            Some(template) => {
                PathRelationship::of_template(template).map_or(Entity::Unknown, Entity::Relationship)
            }
            None => Entity::Unknown,
        },
        ["substitution_mappings", ..] => {
            let mapping = service.template().substitution_mappings.as_ref();
            let name = mapping.and_then(|mapping| mapping.node_type);
            let ty = name.and_then(|name| types.defined(service.type_named(name.node)));
            Entity::Node(ty.map_or(PathNode::unknown(), |ty| PathNode::of_type(ty.id)))
        }
        ["workflows", _, "steps", _, "filter" | "activities" | "on_success" | "on_failure", ..] => {
            target_of_step(cx, service, key_path[3].1)
        }
        ["workflows", ..] => return SelfEntity::None("a workflow outside its steps"),
        _ => Entity::Unknown,
    })
}

/// Returns the relationship of the requirement assignment whose body is `body`.
fn find_assignment<'g>(template: NodeTemplateView<'g>, name: &str, body: Option<YamlNode<'g>>) -> Entity<'g> {
    let node = PathNode::of_template(template);
    let assignments = template.own_requirements();
    // The assignments are in the order of the file.
    let index = assignments
        .partition_point(|assignment| body.is_some_and(|body| assignment.written().node < body.id()));
    match assignments.get(index).filter(|assignment| {
        assignment.name() == name && body.is_some_and(|body| body.id() == assignment.written().node)
    }) {
        Some(assignment) => Entity::Relationship(PathRelationship::of_assignment(node, assignment)),
        None => Entity::Unknown,
    }
}

/// Returns the target of a workflow step, each node of a group in turn, or its target relationship.
fn target_of_step<'g>(cx: &Typer<'g>, service: ServiceView<'g>, step: YamlNode<'g>) -> Entity<'g> {
    let workflows = service.template().workflows.as_ref();
    let workflow = workflows.and_then(|workflows| workflows.entry_containing(step));
    let steps = workflow.and_then(|(_, workflow)| workflow.steps.as_ref());
    let Some((_, step)) = steps.and_then(|steps| steps.entry_containing(step)) else {
        return Entity::Unknown;
    };
    let name = match step.target_relationship() {
        Slot::Absent => return each_node(service, step.target.map(|name| name.node)),
        Slot::Unreadable => return Entity::Unknown,
        Slot::Given(name) => service.node(name.0),
    };
    let Some(Member::NodeTemplate(template)) = step.target.and_then(|name| service.member(name.node)) else {
        return Entity::Unknown;
    };
    let node = PathNode::of_template(template);
    let assignment = template.requirements().iter().find(|assignment| assignment.name() == name.text());
    match (assignment, node.kinds.member(cx.types, Requirements, name.text())) {
        (Some(assignment), _) => Entity::Relationship(PathRelationship::of_assignment(node, assignment)),
        (None, Lookup::Found(id)) => {
            Entity::Relationship(PathRelationship::of_requirement(cx.types, node, id))
        }
        _ => Entity::Unknown,
    }
}

/// Returns the node that is each target of the policy at `key` in turn.
fn targets_of_policy<'g>(service: ServiceView<'g>, key: YamlNode<'g>) -> Entity<'g> {
    let policies = service.template().policies.as_ref();
    // The policies are in the order of the file.
    let policy = policies.and_then(|list| {
        let index = list.entries.partition_point(|policy| policy.key < key.id());
        list.entries.get(index).filter(|policy| policy.key == key.id())
    });
    match policy.and_then(|policy| policy.value.targets.as_ref()) {
        Some(targets) if !targets.0.is_incomplete => {
            each_node(service, targets.0.items.iter().map(|name| name.node))
        }
        _ => Entity::Unknown,
    }
}

/// Returns the node that is in turn each of `targets`, node templates and groups.
fn each_node(service: ServiceView<'_>, targets: impl IntoIterator<Item = NodeId>) -> Entity<'_> {
    let nodes = nodes_of_targets(service, targets);
    if nodes.is_complete { Entity::Node(PathNode::each(&nodes.templates)) } else { Entity::Unknown }
}

/// Returns the type that is defined at an entry.
fn type_at_entry<'g>(
    cx: &Typer<'g>,
    entry: &(YamlNode<'g>, YamlNode<'g>),
) -> Option<crate::resolve::DefinitionId> {
    cx.types.at_key(entry.0)
}

/// Returns the keys from the root to `node`, each with its value.
fn find_key_path<'g>(cx: &mut Typer<'g>, node: YamlNode<'g>) -> Vec<(YamlNode<'g>, YamlNode<'g>)> {
    let mut key_path = Vec::new();
    let Some(mut current) = node.tree().root() else { return key_path };
    while current.id() != node.id()
        && key_path.len() < MAX_KEY_PATH
        && cx.types.expressions.call(current).is_none()
    {
        if current.is_sequence() {
            match find_child(cx, current, node) {
                Some((_, item)) => current = item,
                None => break,
            }
        } else {
            match find_child(cx, current, node) {
                Some((key, value)) => {
                    key_path.push((key, value));
                    current = value;
                }
                None => break,
            }
        }
    }
    key_path
}

/// Returns the entry of a map, or the item of a list, that contains `node`; large ones are indexed.
fn find_child<'g>(
    cx: &mut Typer<'g>,
    parent: YamlNode<'g>,
    node: YamlNode<'g>,
) -> Option<(YamlNode<'g>, YamlNode<'g>)> {
    const INDEX_THRESHOLD: usize = 16;
    let children = || parent.entries().chain(parent.items().map(|item| (item, item)));
    let contains_node =
        |(key, value): &(YamlNode<'g>, YamlNode<'g>)| key.contains(node) || value.contains(node);
    if let Some(child) = children().take(INDEX_THRESHOLD).find(contains_node) {
        return Some(child);
    }
    let index = cx.typings.children(parent, || {
        let mut index: Vec<(YamlNode<'g>, YamlNode<'g>)> = children().skip(INDEX_THRESHOLD).collect();
        index.sort_by_key(|(key, _)| key.id());
        index.into()
    });
    let after = index.partition_point(|(key, _)| key.id() <= node.id());
    index.get(after.checked_sub(1)?).copied().filter(contains_node)
}

/// Returns the property or attribute whose value contains the call.
fn find_enclosing_field<'g>(
    key_path: &[(YamlNode<'g>, YamlNode<'g>)],
    names: &[&str],
) -> Option<(YamlNode<'g>, YamlNode<'g>, bool)> {
    let index = names.iter().rposition(|name| matches!(*name, "properties" | "attributes"))?;
    let (key, value) = *key_path.get(index + 1)?;
    let value = if names[0] == "service_template" {
        value
    } else {
        let (keyname, value) = *key_path.get(index + 2)?;
        matches!(keyname.text(), "default" | "value").then_some(value)?
    };
    Some((key, value, names[index] == "properties"))
}
