//! What a node template says of the node that it stands for: values of its properties, numbers of its
//! relationships.

use crate::literals::Value;
use crate::model::Model;
use crate::model::service::{self, NodeTemplateView};
use crate::model::types::{Capabilities, FieldId, Fields, Requirements, TypeView, Types};
use crate::syntax::MappingKey;
use crate::values::{Checker, ValueType};
use crate::yaml::Node;

/// A value as far as it is known.
#[derive(Clone, Copy)]
pub(super) enum Given<'g> {
    /// It is written, for this definition.
    Written(Node<'g>, FieldId),
    /// There is certainly none.
    Nothing,
    /// It is known later, or something is wrong with it.
    Unknown,
}

/// A node template that is looked at from outside.
#[derive(Clone, Copy)]
pub(super) struct Seen<'g> {
    model: &'g Model,
    /// The template.
    pub(super) template: NodeTemplateView<'g>,
    /// Its type.
    pub(super) of: TypeView<'g>,
}

impl<'g> Seen<'g> {
    /// A node template whose type is known.
    pub(super) fn new(model: &'g Model, template: NodeTemplateView<'g>) -> Option<Self> {
        let of = model.types.defined(template.node_type)?;
        Some(Self { model, template, of })
    }

    fn types(&self) -> &'g Types {
        &self.model.types
    }

    /// Its name.
    pub(super) fn key(&self) -> Node<'g> {
        self.template.key()
    }

    /// What it says of something that is mapped; `node` is where names of the key stand.
    pub(super) fn given(
        &self,
        key: &MappingKey,
        node: impl Fn(crate::yaml::NodeId) -> Node<'g>,
    ) -> Given<'g> {
        match *key {
            MappingKey::Own(name) => self.property(node(name).text()),
            MappingKey::Capability(capability, name) => {
                self.of_capability(node(capability).text(), node(name).text())
            }
            MappingKey::Relationship(requirement, index, _) => {
                let index = match index.map(&node) {
                    None => Some(0),
                    Some(index) => crate::syntax::integer(index),
                };
                match (index, self.relationships(node(requirement).text())) {
                    (Some(index), Some(count)) if index >= count => Given::Nothing,
                    _ => Given::Unknown,
                }
            }
        }
    }

    /// Where the value is written that a path from the node leads to, if it is a scalar.
    pub(super) fn written(&self, path: &[Node<'g>]) -> Option<Node<'g>> {
        let (Given::Written(value, _), path) = self.on_path(path)? else { return None };
        let value = path.iter().try_fold(value, |value, step| value.get(step.as_str()?))?;
        (!value.is_mapping() && !value.is_sequence()).then_some(value)
    }

    /// Whether it meets a condition of a service; none where that is known only when the service runs.
    pub(super) fn meets(&self, checker: &Checker<'g>, condition: Node<'g>) -> Option<bool> {
        checker.holds_for_node(condition, self.template)
    }

    /// What the node says of the property that a path leads to, and the steps into its value.
    fn on_path<'p>(&self, path: &'p [Node<'g>]) -> Option<(Given<'g>, &'p [Node<'g>])> {
        let (first, path) = path.split_first()?;
        if first.as_str() != Some("SELF") {
            return None;
        }
        match path {
            [keyword, capability, name, path @ ..] if keyword.as_str() == Some("CAPABILITY") => {
                Some((self.of_capability(capability.as_str()?, name.as_str()?), path))
            }
            [keyword, ..] if keyword.as_str() == Some("RELATIONSHIP") => None,
            [name, path @ ..] => Some((self.property(name.as_str()?), path)),
            [] => None,
        }
    }

    /// The value, where it is right.
    pub(super) fn value(&self, checker: &Checker<'g>, given: Given<'g>) -> Option<Value> {
        let Given::Written(node, id) = given else { return None };
        let field = self.types().field(id);
        checker.value_of(node, &ValueType::Field(field))
    }

    fn property(&self, name: &str) -> Given<'g> {
        let Some(id) = self.types().member(self.of, Fields::Properties, name) else { return Given::Unknown };
        self.written_for(id, self.template.property(id))
    }

    fn of_capability(&self, capability: &str, name: &str) -> Given<'g> {
        let types = self.types();
        let Some(holder) = types.member(self.of, Capabilities, capability) else {
            return Given::Unknown;
        };
        let Some(id) = types.capability_fields(holder, Fields::Properties).get(name) else {
            return Given::Unknown;
        };
        self.written_for(id, self.template.capability_property(capability, id))
    }

    /// What the service template says, as far as it counts here: that a required value is missing is told at
    /// the node.
    fn written_for(&self, id: FieldId, given: service::Given<'g>) -> Given<'g> {
        match given {
            service::Given::Value(value) => Given::Written(value, id),
            service::Given::Nothing if !self.types().field(id).is_required() => Given::Nothing,
            service::Given::Nothing | service::Given::Unknown => Given::Unknown,
        }
    }

    /// How many relationships a requirement has, as far as that is known.
    pub(super) fn relationships(&self, name: &str) -> Option<u64> {
        let types = self.types();
        let id = types.member(self.of, Requirements, name)?;
        let (least, ..) = super::requirements::range(types, id)?;
        if !self.template.has_all_requirements() {
            return None;
        }
        let assignments = self.template.requirements();
        let mut count = 0_u64;
        for assignment in assignments.iter().filter(|assignment| assignment.name() == name) {
            count = count.saturating_add(assignment.count?);
        }
        Some(count.max(least))
    }
}
