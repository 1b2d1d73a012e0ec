//! The members that a name in a section can mean, and what else is named in a scalar.

use crate::keynames::NameKind;
use crate::model::service::{
    Member, NodeTemplateView, ServiceView, StepView, Target, Wanted, WorkflowView, wanted_by_definition,
};
use crate::model::types::{
    Artifacts, Capabilities, FieldTable, Fields, InterfaceTable, Interfaces, Operations, Record,
    Requirements, Table, Triggers, TypeRef, TypeView,
};
use crate::resolve;
use crate::yaml::{Node, NodeId};

use super::place::At;
use super::way::Step;
use crate::ide::referent::{PartKind, Referent};

/// The members of a section.
pub(super) struct Section {
    pub(super) members: Vec<Referent>,
    /// Whether one may be there more than once.
    pub(super) repeats: bool,
}

/// What a section holds.
pub(super) enum Found<'m> {
    /// Fields, to which values are assigned.
    Fields(FieldTable<'m>),
    /// Something else.
    Members(Vec<Referent>),
}

/// The members that the section at the end of `keys` can have; none where names there are new.
pub(super) fn members_of(at: &At<'_, '_>, keys: &[&str]) -> Option<Section> {
    let repeats = keys.last() == Some(&"requirements");
    let members = match section(at, keys)? {
        Found::Fields(table) => {
            table.ids().iter().map(|id| Referent::of_field(&at.model.types, *id)).collect()
        }
        Found::Members(members) => members,
    };
    Some(Section { members, repeats })
}

/// What the section at the end of `keys` holds, by what it belongs to.
pub(super) fn section<'m>(at: &At<'m, '_>, keys: &[&str]) -> Option<Found<'m>> {
    let (kind, rest, of) = match *keys {
        ["service_template" | "topology_template", section, name, ref rest @ ..] => {
            let (kind, type_kind) = match section {
                "node_templates" => (NameKind::NodeTemplate, NameKind::NodeType),
                "relationship_templates" => (NameKind::RelationshipTemplate, NameKind::RelationshipType),
                "groups" => (NameKind::Group, NameKind::GroupType),
                "policies" => (NameKind::PolicyType, NameKind::PolicyType),
                "substitution_mappings" => return substituted(at, keys.get(2..)?),
                _ => return None,
            };
            (kind, rest, template_type(at, section, name, type_kind)?)
        }
        ["service_template" | "topology_template", "substitution_mappings"] => return None,
        // A type refines what it inherits.
        [section, name, ref rest @ ..] => {
            let types = &at.model.types;
            let own = types.of_file(at.file).find(|of| of.kind.section() == section && of.name() == name)?;
            (own.kind, rest, types.parent(own.record())?)
        }
        _ => return None,
    };
    in_type(at, of, rest, kind == NameKind::NodeTemplate)
}

fn in_type<'m>(at: &At<'m, '_>, of: TypeView<'m>, rest: &[&str], assigns: bool) -> Option<Found<'m>> {
    let types = &at.model.types;
    Some(match *rest {
        ["properties"] => Found::Fields(types.members(of, Fields::Properties)),
        ["attributes"] => {
            let properties = types.members(of, Fields::Properties);
            Found::Fields(properties.refined_by(types.members(of, Fields::Attributes)))
        }
        ["capabilities"] => all(&types.members(of, Capabilities), Referent::Capability),
        ["capabilities", name, section @ ("properties" | "attributes")] => {
            let id = types.member(of, Capabilities, name)?;
            Found::Fields(types.capability_fields(id, fields(section)))
        }
        ["requirements"] => all(&types.members(of, Requirements), Referent::Requirement),
        ["requirements", name, "allocation"] => {
            let requirement = types.requirement(types.member(of, Requirements, name)?);
            match wanted_by_definition(types, requirement) {
                Wanted::Type(meaning) => {
                    Found::Fields(types.members(types.defined(meaning)?, Fields::Properties))
                }
                Wanted::Named(name) => {
                    let target = types.defined(requirement.node_type?.meaning)?;
                    let id = types.member(target, Capabilities, name)?;
                    Found::Fields(types.capability_fields(id, Fields::Properties))
                }
                Wanted::Unknown => return None,
            }
        }
        ["requirements", name, "relationship", section @ ("properties" | "attributes")] => {
            let id = types.member(of, Requirements, name)?;
            Found::Fields(types.relationship_fields(id, fields(section)))
        }
        ["requirements", name, "relationship", "interfaces", ref rest @ ..] => {
            let id = types.member(of, Requirements, name)?;
            let used = types.requirement(id).relationship.relationship_type?;
            return in_interfaces(at, &types.relationship_interfaces(id, used.meaning), rest);
        }
        ["interfaces", ref rest @ ..] => return in_interfaces(at, &types.members(of, Interfaces), rest),
        ["artifacts"] if assigns || !types.members(of, Artifacts).is_empty() => {
            all(&types.members(of, Artifacts), Referent::Artifact)
        }
        ["triggers"] => all(&types.members(of, Triggers), Referent::Trigger),
        _ => return None,
    })
}

fn in_interfaces<'m>(at: &At<'m, '_>, interfaces: &InterfaceTable<'m>, rest: &[&str]) -> Option<Found<'m>> {
    let types = &at.model.types;
    let interface = |name: &str| interfaces.get(name);
    Some(match *rest {
        [] => all(interfaces, |id| Referent::of_interface(types, id)),
        [name, "inputs"] => Found::Fields(types.interface_inputs(interface(name)?)),
        [name, section @ ("operations" | "notifications")] => {
            all(&types.interface_operations(interface(name)?, operations(section)), |id| {
                Referent::of_operation(types, id)
            })
        }
        [name, section @ ("operations" | "notifications"), operation, inner @ ("inputs" | "outputs")] => {
            let interface = interface(name)?;
            let id = types.interface_operations(interface, operations(section)).get(operation)?;
            Found::Fields(match inner {
                "inputs" => types.interface_inputs(interface).refined_by(types.operation_inputs(id)),
                _ => types.operation_outputs(id),
            })
        }
        // As earlier versions write it.
        [name] => all(&types.interface_operations(interface(name)?, Operations::Operations), |id| {
            Referent::of_operation(types, id)
        }),
        _ => return None,
    })
}

fn all<'m, T: Record>(
    table: &Table<'m, T>,
    referent: impl Fn(crate::model::types::MemberId<T>) -> Referent,
) -> Found<'m> {
    Found::Members(table.ids().iter().map(|id| referent(*id)).collect())
}

fn fields(section: &str) -> Fields {
    if section == "attributes" { Fields::Attributes } else { Fields::Properties }
}

fn operations(section: &str) -> Operations {
    if section == "notifications" { Operations::Notifications } else { Operations::Operations }
}

/// What a substitution mapping maps.
fn substituted<'m>(at: &At<'m, '_>, rest: &[&str]) -> Option<Found<'m>> {
    let of = at.model.service(at.file)?.substitution()?.node_type()?;
    match rest {
        ["interfaces", name] => {
            let types = &at.model.types;
            let id = types.member(of, Interfaces, name)?;
            Some(all(&types.interface_operations(id, Operations::Operations), |id| {
                Referent::of_operation(types, id)
            }))
        }
        _ => in_type(at, of, rest, true),
    }
}

/// The type of a template: as the model has it, else as the marked text names it.
fn template_type<'m>(at: &At<'m, '_>, section: &str, name: &str, kind: NameKind) -> Option<TypeView<'m>> {
    let types = &at.model.types;
    let service = at.model.service(at.file);
    let known = service.and_then(|service| match section {
        "node_templates" => service.node_template_named(name).map(|template| template.node_type),
        "relationship_templates" => {
            service.relationship_template_named(name).map(|template| template.relationship_type)
        }
        "groups" => service.groups().find(|group| group.name() == name)?.group_type(),
        _ => service.policies().find(|policy| policy.name() == name)?.policy_type(),
    });
    if let Some(of) = known.and_then(|meaning| types.defined(meaning)) {
        return Some(of);
    }
    // The template could not be read without the mark.
    let mut node = at.tree.root()?;
    for step in &at.way.steps {
        node = follow(node, step)?;
        if let Step::Key(key) = step
            && key == name
        {
            let written =
                node.entries().find(|(key, _)| key.text() == "type").map(|(_, value)| value.text())?;
            let id = resolve::find(&types.graph, at.file, kind, written)?;
            return Some(types.get(id));
        }
    }
    None
}

/// The part of a node that a step leads to. In a tree that a dialect rewrote keys are found as they are written.
pub(super) fn follow<'t>(node: Node<'t>, step: &Step) -> Option<Node<'t>> {
    match step {
        Step::Key(name) => {
            let is_it = |key: Node<'_>| key.text() == name || key.is_lowered() && key.written() == name;
            node.entries().find(|(key, _)| is_it(*key)).map(|(_, value)| value)
        }
        Step::Item(number) => node.items().nth(*number),
    }
}

/// What the scalar at the end of `keys` can name, where the tables do not say so.
pub(super) fn named_by(at: &At<'_, '_>, keys: &[&str], prefix: &str) -> Option<Vec<Referent>> {
    let types = &at.model.types;
    let service = || at.model.service(at.file);
    let part = |kind, node: Node<'_>| Referent::Part(kind, node.source());
    let [first, rest @ ..] = keys else { return None };
    if let [name, "requirements", requirement, "capability"] = *rest {
        // Of a requirement definition: the capabilities of its node type.
        let of = types.of_file(at.file).find(|of| of.kind.section() == *first && of.name() == name)?;
        let id = types.member(of, Requirements, requirement)?;
        return capabilities(at, types.requirement(id).node_type?.meaning);
    }
    if !matches!(*first, "service_template" | "topology_template") {
        return artifacts(at, keys);
    }
    match *rest {
        ["node_templates", template, "requirements", name, "capability"] => {
            let template = service()?.node_template_named(template)?;
            let assignment = template.own_requirements().iter().find(|one| one.name() == name)?;
            let meaning = match assignment.target {
                Target::Template(id, _) => assignment.service().node_template(id).node_type,
                Target::Type(meaning) => meaning,
                _ => types.requirement(assignment.definition?).node_type?.meaning,
            };
            capabilities(at, meaning)
        }
        ["workflows", workflow, "steps", _, "on_success" | "on_failure"] => {
            let workflow = service()?.workflows().find(|one| one.name() == workflow)?;
            Some(workflow.steps().map(|step| part(PartKind::Step, step.key())).collect())
        }
        ["workflows", workflow, "steps", step, "target_relationship"] => {
            let step = step_of(service()?, workflow, step)?;
            let Some(Member::NodeTemplate(target)) = step.target() else { return None };
            let of = types.defined(target.node_type)?;
            Some(types.members(of, Requirements).ids().iter().map(|id| Referent::Requirement(*id)).collect())
        }
        ["workflows", workflow, "steps", step, "activities", "call_operation"]
        | ["workflows", workflow, "steps", step, "activities", "call_operation", "operation"] => {
            let step = step_of(service()?, workflow, step)?;
            called(at, step.target()?, prefix)
        }
        [.., "activities" | "action", "delegate"] | [.., "delegate", "workflow"] => Some(
            service()?.workflows().map(|one: WorkflowView<'_>| part(PartKind::Workflow, one.key())).collect(),
        ),
        ["substitution_mappings", "properties", _] => {
            Some(service()?.inputs().map(|input| part(PartKind::Input, input.key)).collect())
        }
        ["substitution_mappings", "attributes", _] => {
            Some(service()?.outputs().map(|output| part(PartKind::Output, output.key)).collect())
        }
        ["substitution_mappings", section @ ("capabilities" | "requirements"), _]
            if at.inside().last() == Some(&Step::Item(1)) =>
        {
            let described = at.way.steps.get(..at.way.steps.len().checked_sub(1)?)?;
            let mut node = at.tree.root()?;
            for step in described {
                node = follow(node, step)?;
            }
            let template = service()?.node_template_named(node.items().next()?.text())?;
            if section == "capabilities" {
                return capabilities(at, template.node_type);
            }
            let of = types.defined(template.node_type)?;
            Some(types.members(of, Requirements).ids().iter().map(|id| Referent::Requirement(*id)).collect())
        }
        _ => artifacts(at, keys),
    }
}

fn capabilities(at: &At<'_, '_>, of: TypeRef) -> Option<Vec<Referent>> {
    let types = &at.model.types;
    let of = types.defined(of)?;
    Some(types.members(of, Capabilities).ids().iter().map(|id| Referent::Capability(*id)).collect())
}

fn step_of<'m>(service: ServiceView<'m>, workflow: &str, step: &str) -> Option<StepView<'m>> {
    let workflow = service.workflows().find(|one| one.name() == workflow)?;
    workflow.steps().find(|one| one.name() == step)
}

/// The operations that can be called: first their interfaces, behind a dot the operations.
fn called(at: &At<'_, '_>, target: Member<'_>, prefix: &str) -> Option<Vec<Referent>> {
    let types = &at.model.types;
    let Member::NodeTemplate(template) = target else { return None };
    let interfaces = types.members(types.defined(template.node_type)?, Interfaces);
    match prefix.split_once('.') {
        None => Some(interfaces.ids().iter().map(|id| Referent::of_interface(types, *id)).collect()),
        Some((interface, _)) => {
            let operations = types.interface_operations(interfaces.get(interface)?, Operations::Operations);
            Some(operations.ids().iter().map(|id| Referent::of_operation(types, *id)).collect())
        }
    }
}

/// The artifacts that an implementation can name.
fn artifacts(at: &At<'_, '_>, keys: &[&str]) -> Option<Vec<Referent>> {
    let types = &at.model.types;
    let is_implementation = matches!(
        keys,
        [.., "operations" | "notifications", _]
            | [.., "implementation"]
            | [.., "implementation", "primary" | "dependencies"]
            | [.., "operations" | "notifications", _, "primary"]
    );
    if !is_implementation {
        return None;
    }
    let (of, template): (TypeView<'_>, Option<NodeTemplateView<'_>>) = match *keys {
        ["service_template" | "topology_template", "node_templates", name, ..] => {
            let template = at.model.service(at.file)?.node_template_named(name)?;
            (types.defined(template.node_type)?, Some(template))
        }
        ["node_types", name, ..] => {
            (types.of_file(at.file).find(|of| of.kind == NameKind::NodeType && of.name() == name)?, None)
        }
        _ => return None,
    };
    let mut found: Vec<Referent> =
        types.members(of, Artifacts).ids().iter().map(|id| Referent::Artifact(*id)).collect();
    if let Some(template) = template {
        let keys =
            template.layers().flat_map(|layer| layer.artifacts.iter().flat_map(crate::keynames::Map::keys));
        let own = |key: NodeId| template.service().node(key);
        let is_new = |key: &Node<'_>| types.member(of, Artifacts, key.text()).is_none();
        found
            .extend(keys.map(own).filter(is_new).map(|key| Referent::Part(PartKind::Artifact, key.source())));
    }
    Some(found)
}
