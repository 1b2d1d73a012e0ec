//! Properties, attributes and parameters, which all have a data type and are all refined alike
//! (TOSCA 2.0 §9.4, §9.6, §9.8): here they are fields.

use std::sync::Arc;

use crate::keynames::Bool;
use crate::syntax::{AttributeDefinition, ParameterDefinition, PropertyDefinition, SchemaDefinition};
use crate::yaml::{Node, NodeId, SourceNode, Tree};

use super::ids::FieldId;
use super::store::{TypeRef, TypeUse, Types};

/// What kind of field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum FieldKind {
    /// §9.4
    Property,
    /// §9.6
    Attribute,
    /// A parameter that goes out: an input of an operation, notification or interface (§9.8).
    Input,
    /// A parameter that comes in: an output of an operation or notification (§9.8).
    Output,
}

impl FieldKind {
    /// Its name for people.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            FieldKind::Property => "property",
            FieldKind::Attribute => "attribute",
            FieldKind::Input => "input",
            FieldKind::Output => "output",
        }
    }
}

/// How a field is written in one place.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Declared {
    /// A property definition.
    Property(Arc<PropertyDefinition>),
    /// An attribute definition.
    Attribute(Arc<AttributeDefinition>),
    /// A parameter definition.
    Parameter(Arc<ParameterDefinition>),
    /// Only its value: the short form.
    Value(NodeId),
    /// Only where an incoming value is stored: the short form of outputs.
    Mapping(NodeId),
    /// In a way that cannot be read.
    Unreadable,
}

/// The keynames of one definition of a field.
#[derive(Clone, Copy, Debug, Default)]
#[non_exhaustive]
pub struct Parts<'g> {
    /// The map of the definition; none for short forms.
    pub node: Option<NodeId>,
    /// The name of the data type.
    pub data_type: Option<NodeId>,
    /// Whether a value must be given.
    pub required: Option<Bool>,
    /// The value where none is given.
    pub default: Option<NodeId>,
    /// The fixed value.
    pub value: Option<NodeId>,
    /// The attribute that the value is stored in.
    pub mapping: Option<NodeId>,
    /// The condition.
    pub validation: Option<NodeId>,
    /// What keys are.
    pub key_schema: Option<&'g SchemaDefinition>,
    /// What entries are.
    pub entry_schema: Option<&'g SchemaDefinition>,
    /// What the field is for.
    pub description: Option<NodeId>,
    /// Free information.
    pub metadata: Option<NodeId>,
}

impl Declared {
    /// The name of the data type.
    #[must_use]
    pub fn data_type(&self) -> Option<NodeId> {
        match self {
            Declared::Property(property) => property.data_type,
            Declared::Attribute(attribute) => attribute.data_type,
            Declared::Parameter(parameter) => parameter.data_type,
            Declared::Value(_) | Declared::Mapping(_) | Declared::Unreadable => None,
        }
        .map(|name| name.node)
    }

    /// Whether it certainly names no data type, nor means to with a key that is not a keyname. Short forms
    /// name none, and need none.
    pub(crate) fn lacks_type(&self) -> bool {
        let (data_type, unread) = match self {
            Declared::Property(property) => (property.data_type(), property.unread),
            Declared::Attribute(attribute) => (attribute.data_type(), attribute.unread),
            Declared::Parameter(parameter) => (parameter.data_type(), parameter.unread),
            Declared::Value(_) | Declared::Mapping(_) | Declared::Unreadable => return false,
        };
        unread.lacks(&data_type)
    }

    /// Whether it has an entry schema, or may have lost it.
    pub(crate) fn may_have_entry_schema(&self) -> bool {
        match self {
            Declared::Property(property) => !property.entry_schema().is_absent(),
            Declared::Attribute(attribute) => !attribute.entry_schema().is_absent(),
            Declared::Parameter(parameter) => !parameter.entry_schema().is_absent(),
            Declared::Value(_) | Declared::Mapping(_) | Declared::Unreadable => false,
        }
    }

    /// Whether a property definition gives a type and no values, conditions or schemas.
    fn is_bare(&self) -> bool {
        let Declared::Property(property) = self else { return false };
        property.data_type.is_some()
            && property.default.is_none()
            && property.value.is_none()
            && property.validation.is_none()
            && property.key_schema.is_none()
            && property.entry_schema.is_none()
    }

    /// Whether a value must be given, as far as that is written.
    pub(super) fn required(&self) -> Option<Bool> {
        match self {
            Declared::Property(property) => property.required,
            Declared::Parameter(parameter) => parameter.required,
            _ => None,
        }
    }

    /// The keynames that are written.
    #[must_use]
    pub fn parts(&self) -> Parts<'_> {
        macro_rules! parts {
            ($definition:ident) => {
                Parts {
                    node: Some($definition.node),
                    data_type: $definition.data_type.map(|name| name.node),
                    default: $definition.default.map(|value| value.0),
                    validation: $definition.validation.map(|clause| clause.0),
                    key_schema: $definition.key_schema.as_deref(),
                    entry_schema: $definition.entry_schema.as_deref(),
                    description: $definition.description.map(|text| text.0),
                    metadata: $definition.metadata.map(|map| map.0),
                    ..Parts::default()
                }
            };
        }
        match self {
            Declared::Property(property) => {
                let value = property.value.map(|value| value.0);
                Parts { required: property.required, value, ..parts!(property) }
            }
            Declared::Attribute(attribute) => parts!(attribute),
            Declared::Parameter(parameter) => Parts {
                required: parameter.required,
                value: parameter.value.map(|value| value.0),
                mapping: parameter.mapping.as_ref().map(|mapping| mapping.0),
                ..parts!(parameter)
            },
            &Declared::Value(value) => Parts { value: Some(value), ..Parts::default() },
            &Declared::Mapping(mapping) => Parts { mapping: Some(mapping), ..Parts::default() },
            Declared::Unreadable => Parts::default(),
        }
    }
}

/// A schema definition and the tree that it stands in.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Schema<'g> {
    /// The tree.
    pub tree: &'g Tree,
    /// The definition.
    pub definition: &'g SchemaDefinition,
}

impl<'g> Schema<'g> {
    /// Where the definition stands.
    #[must_use]
    pub fn node(self) -> Node<'g> {
        self.tree.node(self.definition.node)
    }

    /// The name of the data type.
    #[must_use]
    pub fn data_type(self) -> Option<Node<'g>> {
        self.definition.data_type.map(|name| self.tree.node(name.node))
    }

    /// What the name of the data type means.
    #[must_use]
    pub fn type_ref(self, types: &Types) -> Option<TypeRef> {
        self.data_type().map(|name| types.meaning(name))
    }

    /// The condition on its values that it gives itself.
    #[must_use]
    pub fn clause(self) -> Option<Node<'g>> {
        self.definition.validation.map(|clause| self.tree.node(clause.0))
    }

    /// The schema of keys that it gives itself.
    #[must_use]
    pub fn key_schema(self) -> Option<Schema<'g>> {
        let definition = self.definition.key_schema.as_deref()?;
        Some(Schema { tree: self.tree, definition })
    }

    /// The schema of entries that it gives itself.
    #[must_use]
    pub fn entry_schema(self) -> Option<Schema<'g>> {
        let definition = self.definition.entry_schema.as_deref()?;
        Some(Schema { tree: self.tree, definition })
    }
}

/// What all definitions of a field come to, keyname by keyname, each from the nearest definition that
/// gives it. `description`, `metadata` and `default` are overwritten; validation clauses add up and are
/// found along [`Field::inherited`].
#[derive(Clone, Copy, Debug, Default)]
#[non_exhaustive]
pub struct Effective<'g> {
    /// Where the data type is named.
    pub data_type: Option<Node<'g>>,
    /// Whether a value must be given, as far as it is said.
    pub required: Option<(bool, Node<'g>)>,
    /// The value where none is given.
    pub default: Option<Node<'g>>,
    /// The fixed value.
    pub value: Option<Node<'g>>,
    /// The attribute that the value is stored in.
    pub mapping: Option<Node<'g>>,
    /// What keys are.
    pub key_schema: Option<Schema<'g>>,
    /// What entries are.
    pub entry_schema: Option<Schema<'g>>,
}

/// A property, attribute or parameter at one place of the hierarchy.
#[derive(Debug)]
#[non_exhaustive]
pub struct Field {
    /// Its kind.
    pub kind: FieldKind,
    /// The key that names it here.
    pub key: SourceNode,
    /// What is written here.
    pub written: Declared,
    /// The field that this one refines.
    pub inherited: Option<FieldId>,
    /// The data type; none for a parameter without one.
    pub data_type: Option<TypeRef>,
    /// Whether the definition gives a type and nothing that could be wrong with it: no values, conditions or
    /// schemas. Most do, and are passed over by their flag.
    pub is_bare: bool,
    /// What is not to be seen from the definition alone, where the field refines something.
    refinement: Option<Box<Refinement>>,
}

/// What a refinement makes of a field. Most fields refine nothing.
#[derive(Debug)]
struct Refinement {
    layers: Layers,
    also: Option<FieldId>,
    again: Option<SourceNode>,
}

/// For each keyname of a field, the field whose definition gives it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Layers {
    pub(super) data_type: Option<FieldId>,
    pub(super) required: Option<FieldId>,
    pub(super) default: Option<FieldId>,
    pub(super) value: Option<FieldId>,
    pub(super) mapping: Option<FieldId>,
    pub(super) key_schema: Option<FieldId>,
    pub(super) entry_schema: Option<FieldId>,
}

impl Field {
    /// A field that refines nothing.
    #[must_use]
    pub fn new(kind: FieldKind, key: SourceNode, written: Declared, data_type: Option<TypeUse>) -> Self {
        let untyped =
            matches!(kind, FieldKind::Input | FieldKind::Output) && !matches!(written, Declared::Unreadable);
        let unknown = if untyped { None } else { Some(TypeRef::Unknown) };
        let data_type = data_type.map_or(unknown, |data_type| Some(data_type.meaning));
        let is_bare = written.is_bare();
        Self { kind, key, written, inherited: None, data_type, is_bare, refinement: None }
    }

    /// Makes this, the field `id`, a refinement of `base`, which is `inherited`. What is not allowed counts
    /// for nothing: another type (`fits` says whether it is one), a change of something that is fixed.
    pub(super) fn refine(
        mut self,
        id: FieldId,
        (inherited, base): (FieldId, &Field),
        data_type: Option<TypeUse>,
        fits: bool,
    ) -> Self {
        let (own, mut above) = (self.own_layers(id), base.effective_layers(inherited));
        if base.kind == FieldKind::Property && self.kind == FieldKind::Attribute {
            // A reflected property gives its type and schemas only (§9.6).
            above = Layers { required: None, default: None, value: None, ..above };
        }
        self.inherited = Some(inherited);
        let data_type = data_type.filter(|_| fits);
        self.data_type = data_type.map_or(base.data_type, |data_type| Some(data_type.meaning));
        let layers = Layers {
            data_type: own.data_type.filter(|_| fits).or(above.data_type),
            required: own.required.or(above.required),
            default: own.default.or(above.default),
            value: above.value.or(own.value),
            mapping: above.mapping.or(own.mapping),
            key_schema: own.key_schema.or(above.key_schema),
            entry_schema: own.entry_schema.or(above.entry_schema),
        };
        self.refinement = Some(Box::new(Refinement { layers, also: None, again: None }));
        self
    }

    /// The refinement `before` of `old` as it stands above `new`, a refinement of `old` by a narrower type
    /// that is named at `place`; `narrower` says whether the type of `new` is the narrower one.
    pub(super) fn rebase(
        (id, before): (FieldId, &Field),
        old: Option<(FieldId, &Field)>,
        (also, new): (FieldId, &Field),
        narrower: bool,
        place: SourceNode,
    ) -> Self {
        let (mine, theirs) = (before.effective_layers(id), new.effective_layers(also));
        let first = old.map(|(id, old)| old.effective_layers(id)).unwrap_or_default();
        let layers = Layers {
            data_type: if narrower { theirs.data_type } else { mine.data_type },
            required: pick(mine.required, first.required, theirs.required),
            default: pick(mine.default, first.default, theirs.default),
            value: pick(mine.value, first.value, theirs.value),
            mapping: pick(mine.mapping, first.mapping, theirs.mapping),
            key_schema: pick(mine.key_schema, first.key_schema, theirs.key_schema),
            entry_schema: pick(mine.entry_schema, first.entry_schema, theirs.entry_schema),
        };
        Self {
            kind: before.kind,
            key: before.key,
            written: Declared::Unreadable,
            inherited: Some(id),
            data_type: if narrower { new.data_type } else { before.data_type },
            is_bare: false,
            refinement: Some(Box::new(Refinement { layers, also: Some(also), again: Some(place) })),
        }
    }

    /// The field of a narrower type as it stands, in a holder that refines others.
    pub(super) fn taken_over(id: FieldId, field: &Field, place: SourceNode) -> Self {
        let layers = field.effective_layers(id);
        Self {
            kind: field.kind,
            key: field.key,
            written: Declared::Unreadable,
            inherited: Some(id),
            data_type: field.data_type,
            is_bare: false,
            refinement: Some(Box::new(Refinement { layers, also: None, again: Some(place) })),
        }
    }

    /// The layers of what is written here alone, in the field `id`.
    fn own_layers(&self, id: FieldId) -> Layers {
        let parts = self.written.parts();
        Layers {
            data_type: parts.data_type.map(|_| id),
            required: parts.required.map(|_| id),
            default: parts.default.map(|_| id),
            value: parts.value.map(|_| id),
            mapping: parts.mapping.map(|_| id),
            key_schema: parts.key_schema.map(|_| id),
            entry_schema: parts.entry_schema.map(|_| id),
        }
    }

    /// The layers of the field `id` with all that it refines.
    fn effective_layers(&self, id: FieldId) -> Layers {
        self.layers().copied().unwrap_or_else(|| self.own_layers(id))
    }

    /// The fields that give the keynames, where the field refines something.
    pub(super) fn layers(&self) -> Option<&Layers> {
        self.refinement.as_ref().map(|refinement| &refinement.layers)
    }

    /// Where the narrower type is named, for fields that are there because of it alone.
    pub(super) fn place(&self) -> Option<SourceNode> {
        self.refinement.as_ref()?.again
    }

    /// The field of a narrower type that this one refines besides: the type of its capability, relationship
    /// or interface changed.
    #[must_use]
    pub fn also(&self) -> Option<FieldId> {
        self.refinement.as_ref()?.also
    }

    /// Whether the definition has keynames that are none, one of which may say whether a value must be given.
    #[must_use]
    pub fn has_strangers(&self) -> bool {
        match &self.written {
            Declared::Property(property) => property.unread.has_unknown_key_not_of_1x(),
            Declared::Parameter(parameter) => parameter.unread.has_unknown_key_not_of_1x(),
            _ => false,
        }
    }
}

/// What was refined, else what the narrower type says.
fn pick(mine: Option<FieldId>, first: Option<FieldId>, theirs: Option<FieldId>) -> Option<FieldId> {
    match (mine, first) {
        (Some(mine), Some(first)) if mine == first => theirs.or(Some(mine)),
        (Some(mine), _) => Some(mine),
        (None, _) => theirs,
    }
}
