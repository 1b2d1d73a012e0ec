//! Reads a node template that is substituted: values of its properties, and the number of its relationships.

use crate::literals::Value;
use crate::model::Model;
use crate::model::service::{NodeTemplateView, ValueOrigin};
use crate::model::types::{Capabilities, FieldId, Fields, Requirements, TypeView, Types};
use crate::syntax::MappingKey;
use crate::values::{Checker, ValueType};
use crate::yaml::YamlNode;

/// The value of a property, as far as it is known.
#[derive(Clone, Copy)]
pub(super) enum PropertyValue<'g> {
    /// A value in the file, with the definition of the property.
    Written(YamlNode<'g>, FieldId),
    /// Certainly no value.
    Nothing,
    /// A value that is known only later, or is wrong.
    Unknown,
}

/// A node template that is substituted.
#[derive(Clone, Copy)]
pub(super) struct SubstitutedNode<'g> {
    model: &'g Model,
    /// The template.
    pub(super) template: NodeTemplateView<'g>,
    /// Its type.
    pub(super) ty: TypeView<'g>,
}

impl<'g> SubstitutedNode<'g> {
    /// Returns the node of a template, or `None` if its type is not known.
    pub(super) fn new(model: &'g Model, template: NodeTemplateView<'g>) -> Option<Self> {
        let ty = model.types.defined(template.node_type)?;
        Some(Self { model, template, ty })
    }

    fn types(&self) -> &'g Types {
        &self.model.types
    }

    /// Returns the key that names it.
    pub(super) fn key(&self) -> YamlNode<'g> {
        self.template.key()
    }

    /// Returns the value of the mapped property `key`; `node` returns the nodes of the names in `key`.
    pub(super) fn given(
        &self,
        key: &MappingKey,
        node: impl Fn(crate::yaml::NodeId) -> YamlNode<'g>,
    ) -> PropertyValue<'g> {
        match *key {
            MappingKey::Own(name) => self.property(node(name).text()),
            MappingKey::Capability(capability, name) => {
                self.capability_property(node(capability).text(), node(name).text())
            }
            MappingKey::Relationship(requirement, index, _) => {
                let index = match index.map(&node) {
                    None => Some(0),
                    Some(index) => crate::syntax::integer(index),
                };
                match (index, self.relationships(node(requirement).text())) {
                    (Some(index), Some(count)) if index >= count => PropertyValue::Nothing,
                    _ => PropertyValue::Unknown,
                }
            }
        }
    }

    /// Returns the value at a path from the node, if it is a scalar in the file.
    pub(super) fn written(&self, path: &[YamlNode<'g>]) -> Option<YamlNode<'g>> {
        let (PropertyValue::Written(value, _), path) = self.on_path(path)? else { return None };
        let value = path.iter().try_fold(value, |value, step| value.get(step.as_str()?))?;
        (!value.is_mapping() && !value.is_sequence()).then_some(value)
    }

    /// Returns whether it satisfies a condition of a service, or `None` if that is known only at run time.
    pub(super) fn satisfies(&self, checker: &Checker<'g>, condition: YamlNode<'g>) -> Option<bool> {
        checker.holds_for_node(condition, self.template)
    }

    /// Returns the value of the property that a path starts with, and the remaining steps into that value.
    fn on_path<'p>(&self, path: &'p [YamlNode<'g>]) -> Option<(PropertyValue<'g>, &'p [YamlNode<'g>])> {
        let (first, path) = path.split_first()?;
        if first.as_str() != Some("SELF") {
            return None;
        }
        match path {
            [keyword, capability, name, path @ ..] if keyword.as_str() == Some("CAPABILITY") => {
                Some((self.capability_property(capability.as_str()?, name.as_str()?), path))
            }
            [keyword, ..] if keyword.as_str() == Some("RELATIONSHIP") => None,
            [name, path @ ..] => Some((self.property(name.as_str()?), path)),
            [] => None,
        }
    }

    /// Returns the parsed value, or `None` if it is not valid.
    pub(super) fn value(&self, checker: &Checker<'g>, given: PropertyValue<'g>) -> Option<Value> {
        let PropertyValue::Written(node, id) = given else { return None };
        let field = self.types().field(id);
        checker.value_of(node, &ValueType::Field(field))
    }

    fn property(&self, name: &str) -> PropertyValue<'g> {
        let Some(id) = self.types().member(self.ty, Fields::Properties, name) else {
            return PropertyValue::Unknown;
        };
        self.written_for(id, self.template.property(id))
    }

    fn capability_property(&self, capability: &str, name: &str) -> PropertyValue<'g> {
        let types = self.types();
        let Some(capability_id) = types.member(self.ty, Capabilities, capability) else {
            return PropertyValue::Unknown;
        };
        let Some(id) = types.capability_fields(capability_id, Fields::Properties).get(name) else {
            return PropertyValue::Unknown;
        };
        self.written_for(id, self.template.capability_property(capability, id))
    }

    /// Converts the value that the template gives. A missing required value is reported at the node, so it
    /// counts as unknown here.
    fn written_for(&self, id: FieldId, given: ValueOrigin<'g>) -> PropertyValue<'g> {
        match given {
            ValueOrigin::Value(value) => PropertyValue::Written(value, id),
            ValueOrigin::Nothing if !self.types().field(id).is_required() => PropertyValue::Nothing,
            ValueOrigin::Nothing | ValueOrigin::Unknown => PropertyValue::Unknown,
        }
    }

    /// Returns the number of relationships of a requirement, or `None` if it is not known.
    pub(super) fn relationships(&self, name: &str) -> Option<u64> {
        let types = self.types();
        let id = types.member(self.ty, Requirements, name)?;
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
