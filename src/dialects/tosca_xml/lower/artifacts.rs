//! Artifacts: templates become definitions wherever they are named.

use crate::diagnostics::rules;
use crate::yaml::YamlNode;

use super::super::element::Element;
use super::super::kinds::Kind;
use super::super::prefixes::symbolic;
use super::super::repository::Place;
use super::context::Context;
use super::implementations::Implemented;
use super::part::{Map, Part};
use super::properties;

/// An element that names an artifact, and the file that it is in.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reference<'r> {
    pub(super) file: usize,
    pub(super) element: Element<'r>,
}

/// Returns the artifact definitions for an element that names an artifact, one for each of its files.
pub(super) fn definitions<'t>(
    context: &mut Context<'t, '_>,
    reference: Reference<'_>,
    at: YamlNode<'t>,
) -> Vec<Map<'t>> {
    let Reference { file, element } = reference;
    let repository = context.repository;
    let template = element
        .attribute("artifactRef")
        .and_then(|node| repository.resolve(file, Kind::ArtifactTemplate, node));
    let Some(template) = template else { return Vec::new() };
    let definition = repository.element(template);
    let own_type = definition
        .attribute("type")
        .and_then(|node| repository.resolve(template.file, Kind::ArtifactType, node));
    let given =
        element.attribute("artifactType").and_then(|node| repository.resolve(file, Kind::ArtifactType, node));
    let of_type = own_type.or(given);
    let mut definitions = Vec::new();
    for reference in definition.items("ArtifactReferences", "ArtifactReference") {
        let Some(target) = reference.value_of("reference") else { continue };
        let mut map = Map::new(at);
        let type_name = match of_type {
            Some(place) => context.name_of(place),
            None => context.base("Artifact"),
        };
        map.add_text("type", type_name, at);
        map.add_text("file", context.relative(template.file, target), at);
        for filter in reference.children() {
            if let Some(pattern) = filter.value_of("pattern") {
                map.note(format!("tosca_xml.{}", filter.local()), at, Part::literal(pattern.to_owned(), at));
            }
        }
        template_values(context, &mut map, template, of_type, at);
        definitions.push(map);
    }
    definitions
}

/// Adds the values of the properties of an artifact template of any file.
fn template_values<'t>(
    context: &Context<'t, '_>,
    map: &mut Map<'t>,
    template: Place,
    of_type: Option<Place>,
    at: YamlNode<'t>,
) {
    let Some(of_type) = of_type else { return };
    let element = context.repository.element(template);
    let Some(filled) = element.child("Properties").and_then(|wrapper| wrapper.children().next()) else {
        return;
    };
    let values = properties::plain_values(context, of_type, filled, at);
    map.add_map("properties", values);
}

/// Adds the deployment artifacts of a template or implementation.
pub(super) fn deployment<'t>(
    context: &mut Context<'t, '_>,
    map: &mut Map<'t>,
    file: usize,
    holder: Element<'_>,
    at: Option<YamlNode<'t>>,
) {
    for artifact in holder.items("DeploymentArtifacts", "DeploymentArtifact") {
        let own = (file == context.file).then(|| Element::at(context.tree, artifact.key.id()));
        let Some(at) = at.or(own.map(|own| own.key)) else { continue };
        let Some(name) = artifact.value_of("name") else { continue };
        let definitions = definitions(context, Reference { file, element: artifact }, at);
        if let (true, Some(own)) = (definitions.is_empty(), own) {
            context.report(own.key, rules::lowered_with_loss::new(own.key.span(), own.local()));
            map.keep(name.to_owned(), own.key, super::part::data(own));
        }
        context.applied("artifact", at);
        for (index, definition) in definitions.into_iter().enumerate() {
            let key = if index == 0 { symbolic(name) } else { format!("{}_{}", symbolic(name), index + 1) };
            let artifacts = map.map("artifacts", at);
            if !artifacts.has(&key) {
                artifacts.add(key, at, Part::Map(definition));
            }
        }
    }
}

/// Adds the deployment artifacts of the only implementation of a node type.
pub(super) fn of_implementation<'t>(
    context: &mut Context<'t, '_>,
    map: &mut Map<'t>,
    implemented: &Implemented<'_>,
    at: YamlNode<'t>,
) {
    for place in &implemented.chain {
        let holder = context.repository.element(*place);
        deployment(context, map, place.file, holder, Some(at));
    }
}
