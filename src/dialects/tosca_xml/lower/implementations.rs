//! Implementations of types. The only one is part of its type; several are derived types.

use crate::diagnostics::rules;

use super::super::element::Element;
use super::super::kinds::Kind;
use super::super::prefixes::symbolic;
use super::super::repository::{Place, XmlRepository};
use super::artifacts::Reference;
use super::context::Context;
use super::part::{Map, Part};
use super::{artifacts, interfaces, types};

/// The implementation of a type and those that it is derived from, the nearest first; empty if there is none.
#[derive(Debug, Default)]
pub(super) struct Implemented<'r> {
    pub(super) chain: Vec<Place>,
    /// The artifacts of each of them that implement operations.
    pub(super) artifacts: Vec<Vec<ImplementationArtifact<'r>>>,
}

/// An artifact that implements an operation, all operations of an interface, or all.
#[derive(Debug)]
pub(super) struct ImplementationArtifact<'r> {
    pub(super) interface: Option<&'r str>,
    pub(super) operation: Option<&'r str>,
    pub(super) reference: Reference<'r>,
}

impl<'r> Implemented<'r> {
    fn new(repository: &'r XmlRepository, implementation: Place) -> Self {
        let chain: Vec<Place> = repository.chain(implementation).collect();
        let artifacts = chain.iter().map(|place| {
            let elements =
                repository.element(*place).items("ImplementationArtifacts", "ImplementationArtifact");
            let artifact = |element: Element<'r>| ImplementationArtifact {
                interface: element.value_of("interfaceName"),
                operation: element.value_of("operationName"),
                reference: Reference { file: place.file, element },
            };
            elements.map(artifact).collect()
        });
        Self { artifacts: artifacts.collect(), chain }
    }
}

/// Returns the kind of the implementations of a kind of types, or of the types of a kind of implementations.
fn other(kind: Kind) -> Kind {
    match kind {
        Kind::NodeType => Kind::NodeTypeImplementation,
        Kind::RelationshipType => Kind::RelationshipTypeImplementation,
        Kind::RelationshipTypeImplementation => Kind::RelationshipType,
        _ => Kind::NodeType,
    }
}

/// Returns the implementations of a type that can be used: those that are not abstract, the first of each name.
fn usable(repository: &XmlRepository, kind: Kind, place: Place) -> Vec<Place> {
    let counts = |implementation: &Place| {
        repository.is_first(*implementation) && !repository.element(*implementation).is_yes("abstract")
    };
    repository.implementations(other(kind), place).filter(counts).collect()
}

/// Returns the implementation that is part of a type.
pub(super) fn of_type<'r>(context: &Context<'_, 'r>, kind: Kind, place: Place) -> Implemented<'r> {
    match usable(context.repository, kind, place)[..] {
        [only] => Implemented::new(context.repository, only),
        _ => Implemented::default(),
    }
}

/// Adds the derived type for one of several implementations.
pub(super) fn derived_type<'t>(
    context: &mut Context<'t, '_>,
    body: &mut Map<'t>,
    place: Place,
    (kind, element): (Kind, Element<'t>),
) {
    context.applied("implementation", element.key);
    if let Some(features) = element.child("RequiredContainerFeatures") {
        context.lose(body, features);
    }
    let of = other(kind);
    let attribute = if of == Kind::NodeType { "nodeType" } else { "relationshipType" };
    let Some(reference) = element.attribute(attribute) else { return };
    let Some(base) = context.resolve(of, reference) else { return };
    let all = usable(context.repository, of, base);
    if all.len() < 2 || !all.contains(&place) {
        return;
    }
    context.applied("derived-type", element.key);
    let base_name = context.own_name(base);
    let name = format!("{base_name}--{}", symbolic(element.value_of("name").unwrap_or_default()));
    context.report(
        element.key,
        rules::lowered_with_loss::several_implementations(reference.span(), &base_name, &name),
    );
    let implemented = Implemented::new(context.repository, place);
    let mut map = Map::new(element.value);
    let base_name = context.name_of(base);
    map.add_text("derived_from", base_name, reference);
    context.common(&mut map, element);
    types::flags(&mut map, element);
    interfaces::of_implementation(context, &mut map, base, element, &implemented);
    if of == Kind::NodeType {
        artifacts::of_implementation(context, &mut map, &implemented, element.key);
    }
    let at = element.attribute("name").unwrap_or(element.key);
    body.map(of.row().section, element.key).add(name, at, Part::Map(map));
}
