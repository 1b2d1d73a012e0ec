//! Finds the members that a name in a section can mean, and what scalars can name.

use crate::keynames::NameKind;
use crate::model::service::{
    Member, NodeTemplateView, RequiredCapability, ServiceView, StepView, Target, WorkflowView,
    required_by_definition,
};
use crate::model::types::{
    Artifacts, Capabilities, FieldTable, Fields, InterfaceTable, Interfaces, Operations, Record,
    Requirements, Table, Triggers, TypeRef, TypeView,
};
use crate::resolve;
use crate::yaml::{NodeId, YamlNode};

use super::expectation::Cursor;
use super::mark_path::PathStep;
use crate::ide::referent::{PartKind, Referent};

/// The members of a section.
pub(super) struct Section {
    pub(super) members: Vec<Referent>,
    /// Whether a name may occur more than once.
    pub(super) repeats: bool,
}

/// The members that a section can have.
pub(super) enum SectionContent<'m> {
    /// Fields, to which values are assigned.
    Fields(FieldTable<'m>),
    /// Other members.
    Members(Vec<Referent>),
}

/// Returns the members that the section at the end of `keys` can have, or `None` if its names are new ones.
pub(super) fn members_of(cursor: &Cursor<'_, '_>, keys: &[&str]) -> Option<Section> {
    let repeats = keys.last() == Some(&"requirements");
    let members = match section(cursor, keys)? {
        SectionContent::Fields(table) => {
            table.ids().iter().map(|id| Referent::from_field(&cursor.model.types, *id)).collect()
        }
        SectionContent::Members(members) => members,
    };
    Some(Section { members, repeats })
}

/// Returns the content of the section at the end of `keys`, depending on its owner.
pub(super) fn section<'m>(cursor: &Cursor<'m, '_>, keys: &[&str]) -> Option<SectionContent<'m>> {
    let (kind, inner_keys, ty) = match *keys {
        ["service_template" | "topology_template", section, name, ref inner_keys @ ..] => {
            let (kind, type_kind) = match section {
                "node_templates" => (NameKind::NodeTemplate, NameKind::NodeType),
                "relationship_templates" => (NameKind::RelationshipTemplate, NameKind::RelationshipType),
                "groups" => (NameKind::Group, NameKind::GroupType),
                "policies" => (NameKind::PolicyType, NameKind::PolicyType),
                "substitution_mappings" => return substituted(cursor, keys.get(2..)?),
                _ => return None,
            };
            (kind, inner_keys, template_type(cursor, section, name, type_kind)?)
        }
        ["service_template" | "topology_template", "substitution_mappings"] => return None,
        // A type refines the members of its parent.
        [section, name, ref inner_keys @ ..] => {
            let types = &cursor.model.types;
            let ty =
                types.of_file(cursor.file).find(|ty| ty.kind.section() == section && ty.name() == name)?;
            (ty.kind, inner_keys, types.parent(ty.record())?)
        }
        _ => return None,
    };
    in_type(cursor, ty, inner_keys, kind == NameKind::NodeTemplate)
}

/// Returns the content of the section of a type or template to which `inner_keys`, the keys inside it, lead.
fn in_type<'m>(
    cursor: &Cursor<'m, '_>,
    ty: TypeView<'m>,
    inner_keys: &[&str],
    assigns: bool,
) -> Option<SectionContent<'m>> {
    let types = &cursor.model.types;
    Some(match *inner_keys {
        ["properties"] => SectionContent::Fields(types.members(ty, Fields::Properties)),
        ["attributes"] => {
            let properties = types.members(ty, Fields::Properties);
            SectionContent::Fields(properties.refined_by(types.members(ty, Fields::Attributes)))
        }
        ["capabilities"] => all(&types.members(ty, Capabilities), Referent::Capability),
        ["capabilities", name, section @ ("properties" | "attributes")] => {
            let id = types.member(ty, Capabilities, name)?;
            SectionContent::Fields(types.capability_fields(id, fields(section)))
        }
        ["requirements"] => all(&types.members(ty, Requirements), Referent::Requirement),
        ["requirements", name, "allocation"] => {
            let requirement = types.requirement(types.member(ty, Requirements, name)?);
            match required_by_definition(types, requirement) {
                RequiredCapability::Type(meaning) => {
                    SectionContent::Fields(types.members(types.defined(meaning)?, Fields::Properties))
                }
                RequiredCapability::Named(name) => {
                    let target = types.defined(requirement.node_type?.meaning)?;
                    let id = types.member(target, Capabilities, name)?;
                    SectionContent::Fields(types.capability_fields(id, Fields::Properties))
                }
                RequiredCapability::Unknown => return None,
            }
        }
        ["requirements", name, "relationship", section @ ("properties" | "attributes")] => {
            let id = types.member(ty, Requirements, name)?;
            SectionContent::Fields(types.relationship_fields(id, fields(section)))
        }
        ["requirements", name, "relationship", "interfaces", ref inner_keys @ ..] => {
            let id = types.member(ty, Requirements, name)?;
            let used = types.requirement(id).relationship.relationship_type?;
            return in_interfaces(cursor, &types.relationship_interfaces(id, used.meaning), inner_keys);
        }
        ["interfaces", ref inner_keys @ ..] => {
            return in_interfaces(cursor, &types.members(ty, Interfaces), inner_keys);
        }
        ["artifacts"] if assigns || !types.members(ty, Artifacts).is_empty() => {
            all(&types.members(ty, Artifacts), Referent::Artifact)
        }
        ["triggers"] => all(&types.members(ty, Triggers), Referent::Trigger),
        _ => return None,
    })
}

/// Returns the content of the section to which `inner_keys`, the keys inside `interfaces`, lead.
fn in_interfaces<'m>(
    cursor: &Cursor<'m, '_>,
    interfaces: &InterfaceTable<'m>,
    inner_keys: &[&str],
) -> Option<SectionContent<'m>> {
    let types = &cursor.model.types;
    let interface = |name: &str| interfaces.get(name);
    Some(match *inner_keys {
        [] => all(interfaces, |id| Referent::from_interface(types, id)),
        [name, "inputs"] => SectionContent::Fields(types.interface_inputs(interface(name)?)),
        [name, section @ ("operations" | "notifications")] => {
            all(&types.interface_operations(interface(name)?, operations(section)), |id| {
                Referent::from_operation(types, id)
            })
        }
        [name, section @ ("operations" | "notifications"), operation, inner @ ("inputs" | "outputs")] => {
            let interface = interface(name)?;
            let id = types.interface_operations(interface, operations(section)).get(operation)?;
            SectionContent::Fields(match inner {
                "inputs" => types.interface_inputs(interface).refined_by(types.operation_inputs(id)),
                _ => types.operation_outputs(id),
            })
        }
        // The notation of earlier versions.
        [name] => all(&types.interface_operations(interface(name)?, Operations::Operations), |id| {
            Referent::from_operation(types, id)
        }),
        _ => return None,
    })
}

fn all<'m, T: Record>(
    table: &Table<'m, T>,
    referent: impl Fn(crate::model::types::MemberId<T>) -> Referent,
) -> SectionContent<'m> {
    SectionContent::Members(table.ids().iter().map(|id| referent(*id)).collect())
}

fn fields(section: &str) -> Fields {
    if section == "attributes" { Fields::Attributes } else { Fields::Properties }
}

fn operations(section: &str) -> Operations {
    if section == "notifications" { Operations::Notifications } else { Operations::Operations }
}

/// Returns what a section of a substitution mapping can map.
fn substituted<'m>(cursor: &Cursor<'m, '_>, inner_keys: &[&str]) -> Option<SectionContent<'m>> {
    let ty = cursor.model.service(cursor.file)?.substitution()?.node_type()?;
    match inner_keys {
        ["interfaces", name] => {
            let types = &cursor.model.types;
            let id = types.member(ty, Interfaces, name)?;
            Some(all(&types.interface_operations(id, Operations::Operations), |id| {
                Referent::from_operation(types, id)
            }))
        }
        _ => in_type(cursor, ty, inner_keys, true),
    }
}

/// Returns the type of a template: from the model, or else from the marked text.
fn template_type<'m>(
    cursor: &Cursor<'m, '_>,
    section: &str,
    name: &str,
    kind: NameKind,
) -> Option<TypeView<'m>> {
    let types = &cursor.model.types;
    let service = cursor.model.service(cursor.file);
    let known = service.and_then(|service| match section {
        "node_templates" => service.node_template_named(name).map(|template| template.node_type),
        "relationship_templates" => {
            service.relationship_template_named(name).map(|template| template.relationship_type)
        }
        "groups" => service.groups().find(|group| group.name() == name)?.group_type(),
        _ => service.policies().find(|policy| policy.name() == name)?.policy_type(),
    });
    if let Some(ty) = known.and_then(|meaning| types.defined(meaning)) {
        return Some(ty);
    }
    // Without the mark, the template was unreadable.
    let mut node = cursor.tree.root()?;
    for step in &cursor.path.steps {
        node = follow(node, step)?;
        if let PathStep::Key(key) = step
            && key == name
        {
            let written =
                node.entries().find(|(key, _)| key.text() == "type").map(|(_, value)| value.text())?;
            let id = resolve::find(&types.graph, cursor.file, kind, written)?;
            return Some(types.get(id));
        }
    }
    None
}

/// Returns the part of a node that a step leads to. In lowered trees, keys are also found by their original
/// text.
pub(super) fn follow<'t>(node: YamlNode<'t>, step: &PathStep) -> Option<YamlNode<'t>> {
    match step {
        PathStep::Key(name) => {
            let has_name =
                |key: YamlNode<'_>| key.text() == name || key.is_lowered() && key.written() == name;
            node.entries().find(|(key, _)| has_name(*key)).map(|(_, value)| value)
        }
        PathStep::Item(number) => node.items().nth(*number),
    }
}

/// Returns what the scalar at the end of `keys` can name, if the tables do not specify it.
pub(super) fn nameable(cursor: &Cursor<'_, '_>, keys: &[&str], prefix: &str) -> Option<Vec<Referent>> {
    let types = &cursor.model.types;
    let service = || cursor.model.service(cursor.file);
    let part = |kind, node: YamlNode<'_>| Referent::Part(kind, node.source());
    let [first, inner_keys @ ..] = keys else { return None };
    if let [name, "requirements", requirement, "capability"] = *inner_keys {
        // In a requirement definition: the capabilities of its node type.
        let ty = types.of_file(cursor.file).find(|ty| ty.kind.section() == *first && ty.name() == name)?;
        let id = types.member(ty, Requirements, requirement)?;
        return capabilities(cursor, types.requirement(id).node_type?.meaning);
    }
    if !matches!(*first, "service_template" | "topology_template") {
        return artifacts(cursor, keys);
    }
    match *inner_keys {
        ["node_templates", template, "requirements", name, "capability"] => {
            let template = service()?.node_template_named(template)?;
            let assignment =
                template.own_requirements().iter().find(|assignment| assignment.name() == name)?;
            let meaning = match assignment.target {
                Target::Template(id, _) => assignment.service().node_template(id).node_type,
                Target::Type(meaning) => meaning,
                _ => types.requirement(assignment.definition?).node_type?.meaning,
            };
            capabilities(cursor, meaning)
        }
        ["workflows", workflow, "steps", _, "on_success" | "on_failure"] => {
            let workflow = service()?.workflows().find(|candidate| candidate.name() == workflow)?;
            Some(workflow.steps().map(|step| part(PartKind::Step, step.key())).collect())
        }
        ["workflows", workflow, "steps", step, "target_relationship"] => {
            let step = step_of(service()?, workflow, step)?;
            let Some(Member::NodeTemplate(target)) = step.target() else { return None };
            let ty = types.defined(target.node_type)?;
            Some(types.members(ty, Requirements).ids().iter().map(|id| Referent::Requirement(*id)).collect())
        }
        ["workflows", workflow, "steps", step, "activities", "call_operation"]
        | ["workflows", workflow, "steps", step, "activities", "call_operation", "operation"] => {
            let step = step_of(service()?, workflow, step)?;
            callable(cursor, step.target()?, prefix)
        }
        [.., "activities" | "action", "delegate"] | [.., "delegate", "workflow"] => Some(
            service()?
                .workflows()
                .map(|workflow: WorkflowView<'_>| part(PartKind::Workflow, workflow.key()))
                .collect(),
        ),
        ["substitution_mappings", "properties", _] => {
            Some(service()?.inputs().map(|input| part(PartKind::Input, input.key)).collect())
        }
        ["substitution_mappings", "attributes", _] => {
            Some(service()?.outputs().map(|output| part(PartKind::Output, output.key)).collect())
        }
        ["substitution_mappings", section @ ("capabilities" | "requirements"), _]
            if cursor.inside().last() == Some(&PathStep::Item(1)) =>
        {
            let described = cursor.path.steps.get(..cursor.path.steps.len().checked_sub(1)?)?;
            let mut node = cursor.tree.root()?;
            for step in described {
                node = follow(node, step)?;
            }
            let template = service()?.node_template_named(node.items().next()?.text())?;
            if section == "capabilities" {
                return capabilities(cursor, template.node_type);
            }
            let ty = types.defined(template.node_type)?;
            Some(types.members(ty, Requirements).ids().iter().map(|id| Referent::Requirement(*id)).collect())
        }
        _ => artifacts(cursor, keys),
    }
}

fn capabilities(cursor: &Cursor<'_, '_>, ty: TypeRef) -> Option<Vec<Referent>> {
    let types = &cursor.model.types;
    let ty = types.defined(ty)?;
    Some(types.members(ty, Capabilities).ids().iter().map(|id| Referent::Capability(*id)).collect())
}

fn step_of<'m>(service: ServiceView<'m>, workflow: &str, step: &str) -> Option<StepView<'m>> {
    let workflow = service.workflows().find(|candidate| candidate.name() == workflow)?;
    workflow.steps().find(|candidate| candidate.name() == step)
}

/// Returns what a call can name: before the dot interfaces, after it operations.
fn callable(cursor: &Cursor<'_, '_>, target: Member<'_>, prefix: &str) -> Option<Vec<Referent>> {
    let types = &cursor.model.types;
    let Member::NodeTemplate(template) = target else { return None };
    let interfaces = types.members(types.defined(template.node_type)?, Interfaces);
    match prefix.split_once('.') {
        None => Some(interfaces.ids().iter().map(|id| Referent::from_interface(types, *id)).collect()),
        Some((interface, _)) => {
            let operations = types.interface_operations(interfaces.get(interface)?, Operations::Operations);
            Some(operations.ids().iter().map(|id| Referent::from_operation(types, *id)).collect())
        }
    }
}

/// Returns the artifacts that an implementation can name.
fn artifacts(cursor: &Cursor<'_, '_>, keys: &[&str]) -> Option<Vec<Referent>> {
    let types = &cursor.model.types;
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
    let (ty, template): (TypeView<'_>, Option<NodeTemplateView<'_>>) = match *keys {
        ["service_template" | "topology_template", "node_templates", name, ..] => {
            let template = cursor.model.service(cursor.file)?.node_template_named(name)?;
            (types.defined(template.node_type)?, Some(template))
        }
        ["node_types", name, ..] => {
            (types.of_file(cursor.file).find(|ty| ty.kind == NameKind::NodeType && ty.name() == name)?, None)
        }
        _ => return None,
    };
    let mut referents: Vec<Referent> =
        types.members(ty, Artifacts).ids().iter().map(|id| Referent::Artifact(*id)).collect();
    if let Some(template) = template {
        let keys =
            template.layers().flat_map(|layer| layer.artifacts.iter().flat_map(crate::keynames::Map::keys));
        let key_node = |key: NodeId| template.service().node(key);
        let is_new = |key: &YamlNode<'_>| types.member(ty, Artifacts, key.text()).is_none();
        referents.extend(
            keys.map(key_node).filter(is_new).map(|key| Referent::Part(PartKind::Artifact, key.source())),
        );
    }
    Some(referents)
}
