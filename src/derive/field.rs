//! Properties, attributes and parameters, which all have a data type and are all refined alike
//! (TOSCA 2.0 §9.4, §9.6, §9.8): here they are fields.

use crate::grammar::Bool;
use crate::syntax::{AttributeDefinition, ParameterDefinition, PropertyDefinition, SchemaDefinition};
use crate::yaml::{Node, NodeId, Tree};

use super::members::MemberId;
use super::types::{TypeRef, TypeUse};

/// What kind of field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
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
#[derive(Clone, Copy, Debug)]
pub enum Written<'g> {
    /// A property definition.
    Property(&'g PropertyDefinition),
    /// An attribute definition.
    Attribute(&'g AttributeDefinition),
    /// A parameter definition.
    Parameter(&'g ParameterDefinition),
    /// Only its value: the short form.
    Value(NodeId),
    /// Only where an incoming value is stored: the short form of outputs.
    Mapping(NodeId),
    /// In a way that cannot be read.
    Unread,
}

/// The keynames of one definition of a field.
#[derive(Clone, Copy, Debug, Default)]
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

impl<'g> Written<'g> {
    /// The name of the data type.
    #[must_use]
    pub fn data_type(self) -> Option<NodeId> {
        match self {
            Written::Property(property) => property.data_type,
            Written::Attribute(attribute) => attribute.data_type,
            Written::Parameter(parameter) => parameter.data_type,
            Written::Value(_) | Written::Mapping(_) | Written::Unread => None,
        }
        .map(|name| name.node)
    }

    /// Whether it certainly names no data type, nor means to with a key that is not a keyname. Short forms
    /// name none, and need none.
    pub(super) fn lacks_type(self) -> bool {
        let (data_type, unread) = match self {
            Written::Property(property) => (property.data_type(), property.unread),
            Written::Attribute(attribute) => (attribute.data_type(), attribute.unread),
            Written::Parameter(parameter) => (parameter.data_type(), parameter.unread),
            Written::Value(_) | Written::Mapping(_) | Written::Unread => return false,
        };
        data_type.is_absent() && !unread.has_unknown_key()
    }

    /// Whether a property definition gives a type and no values, conditions or schemas.
    fn is_bare(self) -> bool {
        let Written::Property(property) = self else { return false };
        property.data_type.is_some()
            && property.default.is_none()
            && property.value.is_none()
            && property.validation.is_none()
            && property.key_schema.is_none()
            && property.entry_schema.is_none()
    }

    /// The keynames that are written.
    #[must_use]
    pub fn parts(self) -> Parts<'g> {
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
            Written::Property(property) => {
                let value = property.value.map(|value| value.0);
                Parts { required: property.required, value, ..parts!(property) }
            }
            Written::Attribute(attribute) => parts!(attribute),
            Written::Parameter(parameter) => Parts {
                required: parameter.required,
                value: parameter.value.map(|value| value.0),
                mapping: parameter.mapping.as_ref().map(|mapping| mapping.0),
                ..parts!(parameter)
            },
            Written::Value(value) => Parts { value: Some(value), ..Parts::default() },
            Written::Mapping(mapping) => Parts { mapping: Some(mapping), ..Parts::default() },
            Written::Unread => Parts::default(),
        }
    }
}

/// A schema definition and the tree that it stands in.
#[derive(Clone, Copy, Debug)]
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
#[derive(Clone, Debug)]
pub struct Field<'g> {
    /// Its kind.
    pub kind: FieldKind,
    /// The key that names it here.
    pub key: Node<'g>,
    /// What is written here.
    pub written: Written<'g>,
    /// The field that this one refines.
    pub inherited: Option<MemberId>,
    /// The data type; none for a parameter without one.
    pub data_type: Option<TypeRef>,
    /// Whether the definition gives a type and nothing that could be wrong with it: no values, conditions or
    /// schemas. Most do, and are passed over by their flag.
    pub is_bare: bool,
    /// What is not to be seen from the definition alone, where the field refines something.
    refinement: Option<Box<Refinement<'g>>>,
}

/// What a refinement comes to. Most fields refine nothing.
#[derive(Clone, Debug)]
struct Refinement<'g> {
    effective: Effective<'g>,
    also: Option<MemberId>,
    again: Option<Node<'g>>,
}

impl<'g> Field<'g> {
    /// A field that refines nothing.
    #[must_use]
    pub fn new(kind: FieldKind, key: Node<'g>, written: Written<'g>, data_type: Option<TypeUse<'g>>) -> Self {
        let untyped =
            matches!(kind, FieldKind::Input | FieldKind::Output) && !matches!(written, Written::Unread);
        let unknown = if untyped { None } else { Some(TypeRef::Unknown) };
        let data_type = data_type.map_or(unknown, |data_type| Some(data_type.meaning));
        Self { kind, key, written, inherited: None, data_type, is_bare: written.is_bare(), refinement: None }
    }

    /// Makes this a refinement of `base`, which is `inherited`. What is not allowed counts for nothing:
    /// another type (`fits` says whether it is one), a change of something that is fixed.
    pub(super) fn refine(
        mut self,
        inherited: MemberId,
        base: &Field<'g>,
        data_type: Option<TypeUse<'g>>,
        fits: bool,
    ) -> Self {
        let (own, mut base_parts) = (self.own(), base.effective());
        if base.kind == FieldKind::Property && self.kind == FieldKind::Attribute {
            // A reflected property gives its type and schemas only (§9.6).
            base_parts = Effective { required: None, default: None, value: None, ..base_parts };
        }
        self.inherited = Some(inherited);
        let data_type = data_type.filter(|_| fits);
        self.data_type = data_type.map_or(base.data_type, |data_type| Some(data_type.meaning));
        let effective = Effective {
            data_type: own.data_type.filter(|_| fits).or(base_parts.data_type),
            required: own.required.or(base_parts.required),
            default: own.default.or(base_parts.default),
            value: base_parts.value.or(own.value),
            mapping: base_parts.mapping.or(own.mapping),
            key_schema: own.key_schema.or(base_parts.key_schema),
            entry_schema: own.entry_schema.or(base_parts.entry_schema),
        };
        self.refinement = Some(Box::new(Refinement { effective, also: None, again: None }));
        self
    }

    /// The refinement `before` of `old` as it stands above `new`, a refinement of `old` by a narrower type
    /// that is named at `place`; `narrower` says whether the type of `new` is the narrower one.
    pub(super) fn rebase(
        (id, before): (MemberId, &Field<'g>),
        old: Option<&Field<'g>>,
        (also, new): (MemberId, &Field<'g>),
        narrower: bool,
        place: Node<'g>,
    ) -> Self {
        let (mine, theirs) = (before.effective(), new.effective());
        let first = old.map(Field::effective).unwrap_or_default();
        let node: fn(&Node<'g>, &Node<'g>) -> bool =
            |one, other| one.id() == other.id() && one.span() == other.span();
        let schema: fn(&Schema<'g>, &Schema<'g>) -> bool =
            |one, other| std::ptr::eq(one.definition, other.definition);
        let merged = Effective {
            data_type: if narrower { theirs.data_type } else { mine.data_type },
            required: pick(mine.required, first.required, theirs.required, |one, other| {
                one.1.span() == other.1.span()
            }),
            default: pick(mine.default, first.default, theirs.default, node),
            value: pick(mine.value, first.value, theirs.value, node),
            mapping: pick(mine.mapping, first.mapping, theirs.mapping, node),
            key_schema: pick(mine.key_schema, first.key_schema, theirs.key_schema, schema),
            entry_schema: pick(mine.entry_schema, first.entry_schema, theirs.entry_schema, schema),
        };
        Self {
            kind: before.kind,
            key: before.key,
            written: Written::Unread,
            inherited: Some(id),
            data_type: if narrower { new.data_type } else { before.data_type },
            is_bare: false,
            refinement: Some(Box::new(Refinement {
                effective: merged,
                also: Some(also),
                again: Some(place),
            })),
        }
    }

    /// The field of a narrower type as it stands, in a holder that refines others.
    pub(super) fn taken_over(id: MemberId, field: &Field<'g>, place: Node<'g>) -> Self {
        Self {
            kind: field.kind,
            key: field.key,
            written: Written::Unread,
            inherited: Some(id),
            data_type: field.data_type,
            is_bare: false,
            refinement: Some(Box::new(Refinement {
                effective: field.effective(),
                also: None,
                again: Some(place),
            })),
        }
    }

    /// The name.
    #[must_use]
    pub fn name(&self) -> &'g str {
        self.key.text()
    }

    /// The tree in which it is written.
    #[must_use]
    pub fn tree(&self) -> &'g Tree {
        self.key.tree()
    }

    /// What is written here alone.
    fn own(&self) -> Effective<'g> {
        let (tree, parts) = (self.tree(), self.written.parts());
        let node = |id: NodeId| tree.node(id);
        let schema = |definition| Schema { tree, definition };
        Effective {
            data_type: parts.data_type.map(node),
            required: parts.required.map(|required| (required.value, node(required.node))),
            default: parts.default.map(node),
            value: parts.value.map(node),
            mapping: parts.mapping.map(node),
            key_schema: parts.key_schema.map(schema),
            entry_schema: parts.entry_schema.map(schema),
        }
    }

    /// The field of a narrower type that this one refines besides: the type of its capability, relationship
    /// or interface changed.
    #[must_use]
    pub fn also(&self) -> Option<MemberId> {
        self.refinement.as_ref()?.also
    }

    /// Where the narrower type is named, for fields that are there because of it alone.
    #[must_use]
    pub fn again(&self) -> Option<Node<'g>> {
        self.refinement.as_ref()?.again
    }

    /// What the field comes to here.
    #[must_use]
    pub fn effective(&self) -> Effective<'g> {
        self.refinement.as_ref().map_or_else(|| self.own(), |refinement| refinement.effective)
    }

    /// Whether the definition has keynames that are none, one of which may say whether a value must be given.
    #[must_use]
    pub fn has_strangers(&self) -> bool {
        match self.written {
            Written::Property(property) => property.unread.has_unknown_key_not_of_1x(),
            Written::Parameter(parameter) => parameter.unread.has_unknown_key_not_of_1x(),
            _ => false,
        }
    }

    /// Whether a value must be given: true unless something says otherwise (§9.4).
    #[must_use]
    pub fn is_required(&self) -> bool {
        match (&self.refinement, self.written) {
            (Some(refinement), _) => refinement.effective.required.is_none_or(|(required, _)| required),
            (None, Written::Property(property)) => property.required.is_none_or(|required| required.value),
            (None, Written::Parameter(parameter)) => parameter.required.is_none_or(|required| required.value),
            (None, _) => true,
        }
    }
}

/// What was refined, else what the narrower type says.
fn pick<T: Copy>(
    mine: Option<T>,
    first: Option<T>,
    theirs: Option<T>,
    same: fn(&T, &T) -> bool,
) -> Option<T> {
    match (&mine, &first) {
        (Some(mine_value), Some(first)) if same(mine_value, first) => theirs.or(mine),
        (Some(_), _) => mine,
        (None, _) => theirs,
    }
}
