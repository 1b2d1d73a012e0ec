//! Fields: properties, attributes and parameters, which all have a data type and the same refinement rules
//! (TOSCA 2.0 §9.4, §9.6, §9.8).

use std::sync::Arc;

use crate::keynames::{Bool, Unread};
use crate::syntax::{AttributeDefinition, ParameterDefinition, PropertyDefinition, SchemaDefinition};
use crate::yaml::{NodeId, SourceNode, Tree, YamlNode};

use super::ids::FieldId;
use super::store::{TypeRef, TypeUse, Types};

/// The kind of a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum FieldKind {
    /// §9.4
    Property,
    /// §9.6
    Attribute,
    /// An input of an operation, notification or interface: an outgoing parameter (§9.8).
    Input,
    /// An output of an operation or notification: an incoming parameter (§9.8).
    Output,
}

impl FieldKind {
    /// Returns its name, for messages.
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

/// The form in which a type declares a field.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Declared {
    /// A property definition.
    Property(Arc<PropertyDefinition>),
    /// An attribute definition.
    Attribute(Arc<AttributeDefinition>),
    /// A parameter definition.
    Parameter(Arc<ParameterDefinition>),
    /// The short notation: only its value.
    Value(NodeId),
    /// The short notation of outputs: only the attribute that stores the value.
    Mapping(NodeId),
    /// A form that could not be read, or none: the field exists only because of a narrower type.
    Unreadable,
}

/// The keynames of one definition of a field.
#[derive(Clone, Copy, Debug, Default)]
#[non_exhaustive]
pub struct Parts<'g> {
    /// The map of the definition, or `None` in the short notation.
    pub node: Option<NodeId>,
    /// The name of the data type.
    pub data_type: Option<NodeId>,
    /// Whether a value must be given.
    pub required: Option<Bool>,
    /// The default value.
    pub default: Option<NodeId>,
    /// The fixed value.
    pub value: Option<NodeId>,
    /// The attribute that the value is stored in.
    pub mapping: Option<NodeId>,
    /// The validation clause.
    pub validation: Option<NodeId>,
    /// The schema of the keys.
    pub key_schema: Option<&'g SchemaDefinition>,
    /// The schema of the entries.
    pub entry_schema: Option<&'g SchemaDefinition>,
    /// The description.
    pub description: Option<NodeId>,
    /// The metadata.
    pub metadata: Option<NodeId>,
}

/// The keynames that a refinement can give anew.
#[derive(Clone, Copy, PartialEq)]
enum Keyname {
    Type,
    Required,
    Default,
    Value,
    Mapping,
    KeySchema,
    EntrySchema,
}

impl Declared {
    /// Returns the name of the data type.
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

    /// Returns whether it certainly has no data type, not even under a misspelled keyname. False for the
    /// short notation, which needs none.
    pub(crate) fn lacks_type(&self) -> bool {
        let (data_type, unread) = match self {
            Declared::Property(property) => (property.data_type(), property.unread),
            Declared::Attribute(attribute) => (attribute.data_type(), attribute.unread),
            Declared::Parameter(parameter) => (parameter.data_type(), parameter.unread),
            Declared::Value(_) | Declared::Mapping(_) | Declared::Unreadable => return false,
        };
        unread.lacks(&data_type)
    }

    /// Returns what could not be read of its map.
    #[must_use]
    pub fn unread(&self) -> Unread {
        match self {
            Declared::Property(property) => property.unread,
            Declared::Attribute(attribute) => attribute.unread,
            Declared::Parameter(parameter) => parameter.unread,
            Declared::Value(_) | Declared::Mapping(_) | Declared::Unreadable => Unread::default(),
        }
    }

    /// Returns whether it has an entry schema, or has one that could not be read.
    pub(crate) fn may_have_entry_schema(&self) -> bool {
        match self {
            Declared::Property(property) => !property.entry_schema().is_absent(),
            Declared::Attribute(attribute) => !attribute.entry_schema().is_absent(),
            Declared::Parameter(parameter) => !parameter.entry_schema().is_absent(),
            Declared::Value(_) | Declared::Mapping(_) | Declared::Unreadable => false,
        }
    }

    /// Returns whether it is a property definition with a type, but without values, validation or schemas.
    fn is_bare(&self) -> bool {
        let Declared::Property(property) = self else { return false };
        property.data_type.is_some()
            && property.default.is_none()
            && property.value.is_none()
            && property.validation.is_none()
            && property.key_schema.is_none()
            && property.entry_schema.is_none()
    }

    /// Returns whether a keyname is, or may be, written and could not be read.
    fn is_unread(&self, keyname: Keyname) -> bool {
        macro_rules! is_unread {
            ($definition:ident, $($variant:ident $field:ident),*) => {
                match keyname {
                    $( keyname if keyname == Keyname::$variant => $definition.$field().is_unreadable(), )*
                    _ => false,
                }
            };
        }
        match self {
            Declared::Property(property) => is_unread!(
                property,
                Type data_type,
                Required required,
                Default default,
                Value value,
                KeySchema key_schema,
                EntrySchema entry_schema
            ),
            Declared::Attribute(attribute) => is_unread!(
                attribute,
                Type data_type,
                Default default,
                KeySchema key_schema,
                EntrySchema entry_schema
            ),
            Declared::Parameter(parameter) => is_unread!(
                parameter,
                Type data_type,
                Required required,
                Default default,
                Value value,
                Mapping mapping,
                KeySchema key_schema,
                EntrySchema entry_schema
            ),
            Declared::Value(_) | Declared::Mapping(_) => false,
            Declared::Unreadable => true,
        }
    }

    /// Returns its keyname `required`.
    pub(super) fn required(&self) -> Option<Bool> {
        match self {
            Declared::Property(property) => property.required,
            Declared::Parameter(parameter) => parameter.required,
            _ => None,
        }
    }

    /// Returns its keynames.
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

/// A schema definition and its tree.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Schema<'g> {
    /// The tree.
    pub tree: &'g Tree,
    /// The definition.
    pub definition: &'g SchemaDefinition,
}

impl<'g> Schema<'g> {
    /// Returns the node of the definition.
    #[must_use]
    pub fn node(self) -> YamlNode<'g> {
        self.tree.node(self.definition.node)
    }

    /// Returns the name of the data type.
    #[must_use]
    pub fn data_type(self) -> Option<YamlNode<'g>> {
        self.definition.data_type.map(|name| self.tree.node(name.node))
    }

    /// Returns the meaning of the name of the data type.
    #[must_use]
    pub fn type_ref(self, types: &Types) -> Option<TypeRef> {
        self.data_type().map(|name| types.meaning(name))
    }

    /// Returns its own validation clause.
    #[must_use]
    pub fn clause(self) -> Option<YamlNode<'g>> {
        self.definition.validation.map(|clause| self.tree.node(clause.0))
    }

    /// Returns its own key schema.
    #[must_use]
    pub fn key_schema(self) -> Option<Schema<'g>> {
        let definition = self.definition.key_schema.as_deref()?;
        Some(Schema { tree: self.tree, definition })
    }

    /// Returns its own entry schema.
    #[must_use]
    pub fn entry_schema(self) -> Option<Schema<'g>> {
        let definition = self.definition.entry_schema.as_deref()?;
        Some(Schema { tree: self.tree, definition })
    }
}

/// The effective definition of a field: each keyname from the nearest definition that has it. Validation
/// clauses are not included: all of them apply, and are found along [`Field::inherited`].
#[derive(Clone, Copy, Debug, Default)]
#[non_exhaustive]
pub struct Effective<'g> {
    /// The name of the data type.
    pub data_type: Option<YamlNode<'g>>,
    /// The keyname `required`, with its node.
    pub required: Option<(bool, YamlNode<'g>)>,
    /// The default value.
    pub default: Option<YamlNode<'g>>,
    /// The fixed value.
    pub value: Option<YamlNode<'g>>,
    /// The attribute that the value is stored in.
    pub mapping: Option<YamlNode<'g>>,
    /// The schema of the keys.
    pub key_schema: Option<Schema<'g>>,
    /// The schema of the entries.
    pub entry_schema: Option<Schema<'g>>,
}

/// A property, attribute or parameter, as one type declares or refines it.
#[derive(Debug)]
#[non_exhaustive]
pub struct Field {
    /// Its kind.
    pub kind: FieldKind,
    /// The key that names it in this declaration.
    pub key: SourceNode,
    /// The declaration.
    pub written: Declared,
    /// The data type, or `None` for a parameter without one.
    pub data_type: Option<TypeRef>,
    /// Whether the definition has a type, but no values, validation or schemas. Most fields are like this,
    /// and checks skip them.
    pub is_bare: bool,
    /// Whether a keyname that belongs to the declaration may be written next to it.
    pub(super) lacks_keyname: bool,
    /// The result of the refinement, if the field refines another one.
    refinement: Option<Box<Refinement>>,
}

/// The result of a refinement. It is boxed because most fields refine nothing.
#[derive(Debug)]
struct Refinement {
    /// The field that is refined.
    inherited: FieldId,
    layers: Layers,
    /// Whether nothing but `required` comes from the inherited definition.
    replaces: bool,
    /// The field of a narrower type that is merged with the inherited refinement.
    narrower_type_field: Option<FieldId>,
    /// The node that names the narrower type, if the field has no definition.
    narrower_type_node: Option<SourceNode>,
}

/// For each keyname of a field, the field whose definition provides it.
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

/// How a refinement fits what it refines.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fit {
    /// Whether the data type is compatible with the inherited one.
    pub(super) fits: bool,
    /// Whether the refinement is effective even if it is not allowed.
    pub(super) is_in_force: bool,
}

impl Field {
    /// Creates a field that refines nothing.
    #[must_use]
    pub fn new(kind: FieldKind, key: SourceNode, written: Declared, data_type: Option<TypeUse>) -> Self {
        let may_have_no_type =
            matches!(kind, FieldKind::Input | FieldKind::Output) && !written.is_unread(Keyname::Type);
        let unknown = if may_have_no_type { None } else { Some(TypeRef::Unknown) };
        let data_type = data_type.map_or(unknown, |data_type| Some(data_type.meaning));
        let is_bare = written.is_bare();
        Self { kind, key, written, data_type, is_bare, lacks_keyname: false, refinement: None }
    }

    /// Makes this field, which is `id`, a refinement of `base`, which is `inherited`. Changes that are not
    /// allowed are ignored, unless they are effective anyway: an incompatible type, which then replaces all but `required`,
    /// and changes of a fixed value or mapping.
    pub(super) fn refine(
        mut self,
        id: FieldId,
        (inherited, base): (FieldId, &Field),
        data_type: Option<TypeUse>,
        fit: Fit,
    ) -> Self {
        let replaces = !fit.fits && fit.is_in_force;
        let fits = fit.fits || fit.is_in_force;
        let (own_layers, mut base_layers) = (self.own_layers(id), base.effective_layers(inherited));
        if base.kind == FieldKind::Property && self.kind == FieldKind::Attribute {
            // The attribute of a property gets only the type and the schemas of the property (§9.6).
            base_layers = Layers { required: None, default: None, value: None, ..base_layers };
        }
        if replaces {
            base_layers = Layers { required: base_layers.required, ..Layers::default() };
        }
        let first = |own: Option<FieldId>, base: Option<FieldId>| {
            if fit.is_in_force { own.or(base) } else { base.or(own) }
        };
        let data_type = data_type.filter(|_| fits).map(|data_type| data_type.meaning);
        let unread = self.written.is_unread(Keyname::Type).then_some(TypeRef::Unknown);
        self.data_type = data_type.or(unread).or(base.data_type);
        let layers = Layers {
            data_type: own_layers.data_type.filter(|_| fits).or(base_layers.data_type),
            required: own_layers.required.or(base_layers.required),
            default: own_layers.default.or(base_layers.default),
            value: first(own_layers.value, base_layers.value),
            mapping: first(own_layers.mapping, base_layers.mapping),
            key_schema: own_layers.key_schema.or(base_layers.key_schema),
            entry_schema: own_layers.entry_schema.or(base_layers.entry_schema),
        };
        self.refinement = Some(Box::new(Refinement {
            inherited,
            layers,
            replaces,
            narrower_type_field: None,
            narrower_type_node: None,
        }));
        self
    }

    /// Merges two refinements of `base`: `refinement`, which is inherited, and `type_field`, from a narrower
    /// type that `type_node` names. `narrower` is true if the data type of `type_field` is the narrower one.
    pub(super) fn rebase(
        (refinement_id, refinement): (FieldId, &Field),
        base: Option<(FieldId, &Field)>,
        (type_field_id, type_field): (FieldId, &Field),
        narrower: bool,
        type_node: SourceNode,
    ) -> Self {
        let (refinement_layers, type_layers) =
            (refinement.effective_layers(refinement_id), type_field.effective_layers(type_field_id));
        let base_layers = base.map(|(base_id, base)| base.effective_layers(base_id)).unwrap_or_default();
        let layers = Layers {
            data_type: if narrower { type_layers.data_type } else { refinement_layers.data_type },
            required: pick(refinement_layers.required, base_layers.required, type_layers.required),
            default: pick(refinement_layers.default, base_layers.default, type_layers.default),
            value: pick(refinement_layers.value, base_layers.value, type_layers.value),
            mapping: pick(refinement_layers.mapping, base_layers.mapping, type_layers.mapping),
            key_schema: pick(refinement_layers.key_schema, base_layers.key_schema, type_layers.key_schema),
            entry_schema: pick(
                refinement_layers.entry_schema,
                base_layers.entry_schema,
                type_layers.entry_schema,
            ),
        };
        Self {
            kind: refinement.kind,
            key: refinement.key,
            written: Declared::Unreadable,
            data_type: if narrower { type_field.data_type } else { refinement.data_type },
            is_bare: false,
            lacks_keyname: false,
            refinement: Some(Box::new(Refinement {
                inherited: refinement_id,
                layers,
                replaces: false,
                narrower_type_field: Some(type_field_id),
                narrower_type_node: Some(type_node),
            })),
        }
    }

    /// Creates an unchanged refinement of a field of a narrower type, which `type_node` names.
    pub(super) fn from_narrower_type(id: FieldId, field: &Field, type_node: SourceNode) -> Self {
        let layers = field.effective_layers(id);
        Self {
            kind: field.kind,
            key: field.key,
            written: Declared::Unreadable,
            data_type: field.data_type,
            is_bare: false,
            lacks_keyname: false,
            refinement: Some(Box::new(Refinement {
                inherited: id,
                layers,
                replaces: false,
                narrower_type_field: None,
                narrower_type_node: Some(type_node),
            })),
        }
    }

    /// Returns the field that this one refines.
    #[must_use]
    pub fn inherited(&self) -> Option<FieldId> {
        Some(self.refinement.as_ref()?.inherited)
    }

    /// Returns the layers of this declaration alone, which is the field `id`. It gives what could not be read: that is
    /// unknown, not inherited.
    fn own_layers(&self, id: FieldId) -> Layers {
        let parts = self.written.parts();
        let given = |is_given: bool, keyname| (is_given || self.written.is_unread(keyname)).then_some(id);
        Layers {
            data_type: given(parts.data_type.is_some(), Keyname::Type),
            required: given(parts.required.is_some(), Keyname::Required),
            default: given(parts.default.is_some(), Keyname::Default),
            value: given(parts.value.is_some(), Keyname::Value),
            mapping: given(parts.mapping.is_some(), Keyname::Mapping),
            key_schema: given(parts.key_schema.is_some(), Keyname::KeySchema),
            entry_schema: given(parts.entry_schema.is_some(), Keyname::EntrySchema),
        }
    }

    /// Returns the layers of this field, which is `id`, and of all fields that it refines.
    pub(super) fn effective_layers(&self, id: FieldId) -> Layers {
        let own = || if self.is_value_without_definition() { Layers::default() } else { self.own_layers(id) };
        self.layers().copied().unwrap_or_else(own)
    }

    /// Returns whether it is the fixed value of a property that is not inherited, which is reported.
    pub(super) fn is_value_without_definition(&self) -> bool {
        let is_value = matches!(self.written, Declared::Value(_));
        is_value && self.kind == FieldKind::Property && self.refinement.is_none()
    }

    /// Returns the fields that provide the keynames, or `None` if the field refines nothing.
    pub(super) fn layers(&self) -> Option<&Layers> {
        self.refinement.as_ref().map(|refinement| &refinement.layers)
    }

    /// Whether the constraints of the inherited definition do not apply, because its type is replaced.
    pub(super) fn replaces(&self) -> bool {
        self.refinement.as_ref().is_some_and(|refinement| refinement.replaces)
    }

    /// Returns the node that names the narrower type, for fields that exist only because of it.
    pub(super) fn narrower_type_node(&self) -> Option<SourceNode> {
        self.refinement.as_ref()?.narrower_type_node
    }

    /// Returns the field of a narrower type that this field also refines, if the type of its capability,
    /// relationship or interface changed.
    #[must_use]
    pub fn narrower_type_field(&self) -> Option<FieldId> {
        self.refinement.as_ref()?.narrower_type_field
    }

    /// Returns whether a part of this declaration that could not be read may say that the field needs no value:
    /// `required`, a value, or an unknown keyname.
    pub(super) fn may_say_optional(&self) -> bool {
        let has_unknown_key = match &self.written {
            Declared::Property(property) => property.unread.has_unknown_key_not_of_1x(),
            Declared::Parameter(parameter) => parameter.unread.has_unknown_key_not_of_1x(),
            Declared::Unreadable => return self.narrower_type_node().is_none(),
            Declared::Attribute(_) | Declared::Value(_) | Declared::Mapping(_) => return false,
        };
        let keynames = [Keyname::Required, Keyname::Default, Keyname::Value];
        self.lacks_keyname
            || has_unknown_key
            || keynames.into_iter().any(|keyname| self.written.is_unread(keyname))
    }
}

/// Returns the layer of the inherited refinement if it changed the keyname, or else that of the narrower
/// type's field.
fn pick(refinement: Option<FieldId>, base: Option<FieldId>, type_field: Option<FieldId>) -> Option<FieldId> {
    match (refinement, base) {
        (Some(refinement), Some(base)) if refinement == base => type_field.or(Some(refinement)),
        (Some(refinement), _) => Some(refinement),
        (None, _) => type_field,
    }
}
