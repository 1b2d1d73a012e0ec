//! Service templates with their node templates and relationship templates.

use crate::dialects::Rewriter;
use crate::yaml::YamlNode;

use super::element::{Element, check_children, description, keep, required};
use super::names::{Names, Scope};

const NODE_CHILDREN: &[&str] = &[
    "documentation",
    "Properties",
    "PropertyConstraints",
    "Requirements",
    "Capabilities",
    "Policies",
    "DeploymentArtifacts",
];
const RELATIONSHIP_CHILDREN: &[&str] = &[
    "documentation",
    "Properties",
    "PropertyConstraints",
    "SourceElement",
    "TargetElement",
    "RelationshipConstraints",
    "Policies",
];

/// Writes `service_template`.
pub(super) fn service_template<'t>(
    rewriter: &mut Rewriter<'t>,
    service: Element<'t>,
    scope: &Scope<'_, 't>,
    names: &Names<'t>,
) {
    let children = &["documentation", "Tags", "BoundaryDefinitions", "TopologyTemplate", "Plans"];
    check_children(rewriter, service, children);
    rewriter.applied("service", service.key);
    rewriter.string("service_template", service.key);
    rewriter.open_map(service.value);
    description(rewriter, service);
    keep(rewriter, service, &["Tags"], &["@substitutableNodeType", "BoundaryDefinitions", "Plans"]);
    if let Some(topology) = service.child("TopologyTemplate") {
        check_children(rewriter, topology, &["documentation", "NodeTemplate", "RelationshipTemplate"]);
        let scope = scope.inner(topology);
        node_templates(rewriter, topology, &scope, names);
        relationship_templates(rewriter, topology, &scope, names);
    }
    rewriter.close();
}

fn node_templates<'t>(
    rewriter: &mut Rewriter<'t>,
    topology: Element<'t>,
    scope: &Scope<'_, 't>,
    names: &Names<'t>,
) {
    let Some(first) = topology.child("NodeTemplate") else { return };
    rewriter.string("node_templates", first.key);
    rewriter.open_map(topology.value);
    for template in topology.children_named("NodeTemplate") {
        check_children(rewriter, template, NODE_CHILDREN);
        let Some(id) = required(rewriter, template, "@id") else { continue };
        rewriter.applied("template", template.key);
        rewriter.string(id.text(), id);
        rewriter.open_map(template.value);
        template_type(rewriter, template, &scope.inner(template), names);
        description(rewriter, template);
        keep(
            rewriter,
            template,
            &["@name", "PropertyConstraints"],
            &["@minInstances", "@maxInstances", "Policies", "DeploymentArtifacts"],
        );
        properties(rewriter, template);
        requirements(rewriter, template, topology);
        rewriter.close();
    }
    rewriter.close();
}

fn template_type<'t>(
    rewriter: &mut Rewriter<'t>,
    template: Element<'t>,
    scope: &Scope<'_, 't>,
    names: &Names<'t>,
) {
    if let Some(name) = required(rewriter, template, "@type") {
        rewriter.string("type", name);
        rewriter.string(&names.type_name(scope, name.text()), name);
    } else {
        // The missing type is reported.
        rewriter.string("type", template.key);
        rewriter.invalid(template.key);
    }
}

/// Writes the properties of a template: the elements in the only element of `Properties`, by local name.
fn properties<'t>(rewriter: &mut Rewriter<'t>, template: Element<'t>) {
    let Some(properties) = template.child("Properties") else { return };
    let values = properties.children().next().into_iter().flat_map(Element::children);
    // An empty element is a property without a value.
    let values: Vec<_> = values
        .filter_map(|value| Some((value, value.text().filter(|text| !text.text().is_empty())?)))
        .collect();
    let Some((first, _)) = values.first() else { return };
    rewriter.string("properties", first.key);
    rewriter.open_map(properties.value);
    for (value, text) in values {
        let name = value.name().rsplit('}').next().unwrap_or_default();
        rewriter.string(name, value.key);
        rewriter.string(text.text(), text);
    }
    rewriter.close();
}

/// Writes a requirement for each relationship template that starts at a node template, or at one of its
/// requirements.
fn requirements<'t>(rewriter: &mut Rewriter<'t>, template: Element<'t>, topology: Element<'t>) {
    let own = template.items("Requirements", "Requirement");
    let id_of = |element: Element<'t>| element.attribute("@id").map(YamlNode::text);
    let mut is_open = false;
    for relationship in topology.children_named("RelationshipTemplate") {
        let reference = |name| relationship.child(name).and_then(|end| end.attribute("@ref"));
        let (Some(source), Some(target)) = (reference("SourceElement"), reference("TargetElement")) else {
            continue;
        };
        let requirement = own.iter().find(|own| id_of(**own) == Some(source.text()));
        if requirement.is_none() && id_of(template) != Some(source.text()) {
            continue;
        }
        if !is_open {
            rewriter.string("requirements", relationship.key);
            rewriter.open_list(relationship.key);
            is_open = true;
        }
        let name = requirement.and_then(|requirement| requirement.attribute("@name"));
        rewriter.open_map(source);
        rewriter.string(name.map_or("relation", YamlNode::text), source);
        rewriter.open_map(source);
        let offered = topology.children_named("NodeTemplate").find_map(|node| {
            let capabilities = node.items("Capabilities", "Capability");
            let capability = capabilities.into_iter().find(|own| id_of(*own) == Some(target.text()))?;
            Some((id_of(node)?, capability.attribute("@name").map(YamlNode::text)))
        });
        rewriter.string("node", target);
        rewriter.string(offered.map_or(target.text(), |(node, _)| node), target);
        let feature = if requirement.is_none() { Some("feature") } else { None };
        if let Some(capability) = offered.and_then(|(_, capability)| capability).or(feature) {
            rewriter.string("capability", target);
            rewriter.string(capability, target);
        }
        if let Some(id) = relationship.attribute("@id") {
            rewriter.string("relationship", id);
            rewriter.string(id.text(), id);
        }
        rewriter.close();
        rewriter.close();
    }
    if is_open {
        rewriter.close();
    }
}

fn relationship_templates<'t>(
    rewriter: &mut Rewriter<'t>,
    topology: Element<'t>,
    scope: &Scope<'_, 't>,
    names: &Names<'t>,
) {
    let Some(first) = topology.child("RelationshipTemplate") else { return };
    rewriter.string("relationship_templates", first.key);
    rewriter.open_map(topology.value);
    for template in topology.children_named("RelationshipTemplate") {
        check_children(rewriter, template, RELATIONSHIP_CHILDREN);
        let Some(id) = required(rewriter, template, "@id") else { continue };
        rewriter.applied("template", template.key);
        rewriter.string(id.text(), id);
        rewriter.open_map(template.value);
        template_type(rewriter, template, &scope.inner(template), names);
        description(rewriter, template);
        keep(rewriter, template, &["@name", "PropertyConstraints", "RelationshipConstraints"], &["Policies"]);
        properties(rewriter, template);
        rewriter.close();
    }
    rewriter.close();
}
