//! Types of values and expressions: what is expected, and what an expression results in.

use std::cell::OnceCell;
use std::rc::Rc;

use crate::base::IndexMap;
use crate::diagnostics::quoted;
use crate::literals::{BuiltIn, ScalarTypeId};
use crate::model::Truth;
use crate::model::types::{FieldView, Fields, Schema, TypeRef, Types};
use crate::yaml::YamlNode;

/// The type of a value or an expression.
#[derive(Clone, Debug)]
pub enum ValueType<'m> {
    /// An unknown type, which never causes a finding: it is already reported, or depends on something
    /// unknown.
    Unknown,
    /// The type of a literal whose context defines no type; any value is of this type.
    Any,
    /// A data type, with its own schemas.
    Data(TypeRef),
    /// The type of a property, attribute or parameter. Without a data type, it allows any value.
    Field(FieldView<'m>),
    /// The type that schemas of keys or entries define.
    Schema(Rc<SchemaType<'m>>),
    /// A list with entries of this type.
    List(Box<ValueType<'m>>),
    /// A map with entries of this type.
    Map(Box<ValueType<'m>>),
    /// A map that is written out, whose entries have these types by key; others have any type.
    MapLiteral(Rc<IndexMap<&'m str, ValueType<'m>>>),
}

/// The type of a key or an entry, as defined by schemas that refine each other.
#[derive(Debug)]
pub struct SchemaType<'m> {
    data_type: TypeRef,
    /// The node that names the data type.
    type_node: Option<YamlNode<'m>>,
    /// The schemas, nearest first.
    layers: Box<[Schema<'m>]>,
    /// The types of keys and of entries, computed on demand.
    inside: [OnceCell<Option<ValueType<'m>>>; 2],
}

/// A kind of part of a collection.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Inside {
    Keys,
    Entries,
}

/// An invalid step into a value.
pub(super) struct NoPart<'m> {
    /// Why it is invalid.
    pub(super) reason: String,
    /// Whether a value of the type has parts.
    pub(super) has_parts: bool,
    /// The valid names.
    pub(super) names: Vec<&'m str>,
}

/// A step into a value.
#[derive(Clone, Copy, Debug)]
pub(super) enum ValueStep<'s> {
    /// A name or key.
    Name(&'s str),
    /// An index.
    Index,
    /// A name that is computed later.
    SomeName,
    /// A name or index that is computed later.
    Some,
}

/// Entries of entries are compared to this depth.
const MAX_COMPARED_DEPTH: usize = 32;

impl<'m> ValueType<'m> {
    /// Creates a type of the standard.
    #[must_use]
    pub fn built_in(ty: BuiltIn) -> Self {
        Self::Data(TypeRef::BuiltIn(ty))
    }

    /// Creates the type that schemas define that refine each other, nearest first.
    #[must_use]
    pub fn of_schemas(types: &'m Types, schemas: impl IntoIterator<Item = Schema<'m>>) -> Self {
        let layers: Box<[Schema<'m>]> = schemas.into_iter().collect();
        // A type that could not be read hides those of other schemas.
        let may_have_type =
            |schema: &&Schema<'_>| !schema.definition.unread.lacks(&schema.definition.data_type());
        let nearest = layers.iter().find(may_have_type);
        let type_node = nearest.and_then(|schema| schema.data_type());
        let data_type = nearest.and_then(|schema| schema.type_ref(types)).unwrap_or(TypeRef::Unknown);
        Self::Schema(Rc::new(SchemaType { data_type, type_node, layers, inside: Default::default() }))
    }

    /// Whether both types are the same, by the same definitions.
    pub(super) fn is(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Unknown, Self::Unknown) | (Self::Any, Self::Any) => true,
            (Self::Data(first), Self::Data(second)) => first == second,
            (Self::Field(first), Self::Field(second)) => std::ptr::eq(first.record(), second.record()),
            (Self::Schema(first), Self::Schema(second)) => {
                let definition = |schema: &Schema<'m>| std::ptr::from_ref(schema.definition);
                first.layers.iter().map(definition).eq(second.layers.iter().map(definition))
            }
            (Self::List(first), Self::List(second)) | (Self::Map(first), Self::Map(second)) => {
                first.is(second)
            }
            (Self::MapLiteral(first), Self::MapLiteral(second)) => {
                let is_same = |(name, ty): (&&str, &Self)| second.get(name).is_some_and(|other| ty.is(other));
                first.len() == second.len() && first.iter().all(is_same)
            }
            _ => false,
        }
    }

    /// Returns the type of literals of this type that stand where those of the type `other` can stand: each part
    /// has the first type that is known.
    #[must_use]
    pub(super) fn merged_with(self, other: Self) -> Self {
        match (self, other) {
            (Self::List(first), Self::List(second)) => Self::List(Box::new(first.merged_with(*second))),
            (Self::MapLiteral(first), Self::MapLiteral(second)) => {
                let mut entries = Rc::unwrap_or_clone(first);
                for (name, ty) in second.iter() {
                    let entry = entries.entry(name).or_insert(Self::Any);
                    *entry = std::mem::replace(entry, Self::Any).merged_with(ty.clone());
                }
                Self::MapLiteral(Rc::new(entries))
            }
            (first, second) if first.is_any() || !first.is_known() && !second.is_any() => second,
            (first, _) => first,
        }
    }

    /// Whether it is the type of literals with maps, whose parts other literals may say more about.
    #[must_use]
    pub(super) fn is_of_map_literals(&self) -> bool {
        match self {
            Self::MapLiteral(_) => true,
            Self::List(entry) => entry.is_of_map_literals(),
            _ => false,
        }
    }

    /// Returns the data type, or `None` if any value is allowed.
    #[must_use]
    pub fn data_type(&self) -> Option<TypeRef> {
        match self {
            Self::Unknown => Some(TypeRef::Unknown),
            Self::Any => None,
            Self::Data(ty) => Some(*ty),
            Self::Field(field) => field.data_type,
            Self::Schema(schema) => Some(schema.data_type),
            Self::List(_) => Some(TypeRef::BuiltIn(BuiltIn::List)),
            Self::Map(_) | Self::MapLiteral(_) => Some(TypeRef::BuiltIn(BuiltIn::Map)),
        }
    }

    /// Whether a data type is known.
    #[must_use]
    pub fn is_known(&self) -> bool {
        !matches!(self.data_type(), None | Some(TypeRef::Unknown))
    }

    /// Whether a data type is known, and those of the entries, if it is a list or map of expressions.
    pub(super) fn is_fully_known(&self) -> bool {
        match self {
            Self::List(entry) | Self::Map(entry) => entry.is_any() || entry.is_fully_known(),
            _ => self.is_known(),
        }
    }

    /// Whether any value is of this type.
    #[must_use]
    pub fn is_any(&self) -> bool {
        self.data_type().is_none()
    }

    /// Returns the node that names the data type.
    #[must_use]
    pub fn type_node(&self) -> Option<YamlNode<'m>> {
        match self {
            Self::Field(field) => field.effective().data_type,
            Self::Schema(schema) => schema.type_node,
            _ => None,
        }
    }

    /// Returns the validation clauses of the definition and of those that it refines, the oldest ancestor's
    /// first, each with the type of the values that it applies to. The clauses of the data type are not
    /// included.
    #[must_use]
    pub fn clauses(&self, types: &'m Types) -> Vec<(YamlNode<'m>, Self)> {
        let mut clauses: Vec<(YamlNode<'m>, Self)> = match self {
            Self::Field(field) => {
                let clause = |layer: FieldView<'m>| {
                    let clause = layer.parts().validation?;
                    Some((layer.tree().node(clause), Self::Field(layer)))
                };
                field.layers().filter_map(clause).collect()
            }
            Self::Schema(schema) => {
                let clause = |(depth, layer): (usize, &Schema<'m>)| {
                    let clause = layer.clause()?;
                    let ty = match depth {
                        0 => self.clone(),
                        _ => Self::of_schemas(types, schema.layers.iter().skip(depth).copied()),
                    };
                    Some((clause, ty))
                };
                schema.layers.iter().enumerate().filter_map(clause).collect()
            }
            _ => Vec::new(),
        };
        clauses.reverse();
        clauses
    }

    /// Returns the schemas for keys in its definitions, nearest first.
    pub(super) fn key_schemas(&self) -> Vec<Schema<'m>> {
        self.schemas(Inside::Keys)
    }

    /// Returns the schemas for entries in its definitions, nearest first.
    pub(super) fn entry_schemas(&self) -> Vec<Schema<'m>> {
        self.schemas(Inside::Entries)
    }

    fn schemas(&self, inside: Inside) -> Vec<Schema<'m>> {
        match (self, inside) {
            (Self::Field(field), Inside::Keys) => field.key_schemas().collect(),
            (Self::Field(field), Inside::Entries) => field.entry_schemas().collect(),
            (Self::Schema(schema), Inside::Keys) => {
                schema.layers.iter().filter_map(|layer| layer.key_schema()).collect()
            }
            (Self::Schema(schema), Inside::Entries) => {
                schema.layers.iter().filter_map(|layer| layer.entry_schema()).collect()
            }
            _ => Vec::new(),
        }
    }

    /// Returns the type of the keys of a map, or `None` if they are only known to be strings.
    #[must_use]
    pub fn keys(&self, types: &'m Types) -> Option<Self> {
        self.inside(types, Inside::Keys)
    }

    /// Returns the type of the entries of a collection, or `None` if nothing defines it.
    #[must_use]
    pub fn entries(&self, types: &'m Types) -> Option<Self> {
        self.inside(types, Inside::Entries)
    }

    fn inside(&self, types: &'m Types, inside: Inside) -> Option<Self> {
        match (self, inside) {
            (Self::List(entry) | Self::Map(entry), Inside::Entries) => return Some((**entry).clone()),
            (Self::MapLiteral(_), Inside::Entries) => return Some(Self::Any),
            (Self::Schema(schema), _) => {
                let [keys, entries] = &schema.inside;
                let kept = if inside == Inside::Keys { keys } else { entries };
                return kept.get_or_init(|| self.compute_inside(types, inside)).clone();
            }
            _ => {}
        }
        self.compute_inside(types, inside)
    }

    fn compute_inside(&self, types: &'m Types, inside: Inside) -> Option<Self> {
        let data_type = self.data_type()?;
        if types.may_hide_schema(data_type, inside == Inside::Keys) {
            return Some(Self::Unknown);
        }
        let brought = types.schemas_of_type(data_type, inside == Inside::Keys);
        let mut schemas = self.schemas(inside).into_iter().chain(brought).peekable();
        schemas.peek()?;
        Some(Self::of_schemas(types, schemas))
    }

    /// Returns the built-in type that it is or derives from.
    #[must_use]
    pub fn kind(&self, types: &'m Types) -> Option<BuiltIn> {
        types.built_in(self.data_type()?)
    }

    /// Whether it certainly differs from all `kinds`; without kinds, all types are allowed.
    #[must_use]
    pub fn is_none_of(&self, types: &'m Types, kinds: &[BuiltIn]) -> bool {
        let is_other = |ty| types.is_one_of(ty, kinds) == Truth::No;
        !kinds.is_empty() && self.data_type().is_some_and(is_other)
    }

    /// Returns the type of the entries of a list, or of the values of a map.
    #[must_use]
    pub(super) fn entry_type(&self, types: &'m Types) -> Self {
        if !self.is_known() {
            return self.clone();
        }
        self.entries(types).unwrap_or(Self::Unknown)
    }

    /// Returns the type of the keys of a map.
    #[must_use]
    pub(super) fn key_type(&self, types: &'m Types) -> Self {
        if !self.is_known() {
            return self.clone();
        }
        self.keys(types).unwrap_or(Self::built_in(BuiltIn::String))
    }

    /// Whether two types are or may be the same.
    #[must_use]
    pub(super) fn may_be(&self, types: &'m Types, other: &Self) -> bool {
        self.may_be_to_depth(types, other, MAX_COMPARED_DEPTH)
    }

    /// Whether two types are or may be the same, as far as their entries say down to a depth. The entries of a type can
    /// have that same type.
    fn may_be_to_depth(&self, types: &'m Types, other: &Self, depth: usize) -> bool {
        if !self.is_known() || !other.is_known() || depth == 0 {
            return true;
        }
        match (self.kind(types), other.kind(types)) {
            (Some(BuiltIn::Scalar), Some(BuiltIn::Scalar)) => {
                match (self.family(types), other.family(types)) {
                    (Some(first), Some(second)) => first == second,
                    _ => true,
                }
            }
            (Some(BuiltIn::List), Some(BuiltIn::List)) | (Some(BuiltIn::Map), Some(BuiltIn::Map)) => {
                self.entry_type(types).may_be_to_depth(types, &other.entry_type(types), depth - 1)
            }
            (Some(first), Some(second)) => first == second,
            _ => match (self.data_type(), other.data_type()) {
                (Some(first), Some(second)) => types.may_be_related(first, second),
                _ => true,
            },
        }
    }

    /// Returns the root of the family of a scalar type.
    fn family(&self, types: &'m Types) -> Option<ScalarTypeId> {
        types.units(types.defined(self.data_type()?)?).map(|units| units.family)
    }

    /// Returns the type of a part of a value: a property, the entry of a key, an entry of a list.
    ///
    /// # Errors
    ///
    /// If a value of this type certainly has no such part: the reason, and the names of its parts.
    pub(super) fn part(&self, types: &'m Types, step: ValueStep<'_>) -> Result<Self, NoPart<'m>> {
        let wrong = |reason: String| Err(NoPart { reason, has_parts: true, names: Vec::new() });
        match (self.kind(types), step) {
            (Some(BuiltIn::List), ValueStep::Name(_) | ValueStep::SomeName) => {
                wrong("list entries have an index, not a key".to_owned())
            }
            (Some(BuiltIn::Map), ValueStep::Index) => {
                wrong("map entries have a key, not an index".to_owned())
            }
            (Some(BuiltIn::List | BuiltIn::Map), step) => Ok(match (self, step) {
                (Self::MapLiteral(entries), ValueStep::Name(name)) => {
                    entries.get(name).cloned().unwrap_or(Self::Any)
                }
                _ => self.entry_type(types),
            }),
            (Some(kind), _) => {
                let reason = format!("{} has no parts", kind.noun());
                Err(NoPart { reason, has_parts: false, names: Vec::new() })
            }
            (None, step) => {
                let Some(ty) = self.data_type().and_then(|ty| types.defined(ty)) else {
                    return Ok(Self::Unknown);
                };
                if ty.is_incomplete {
                    return Ok(Self::Unknown);
                }
                match step {
                    ValueStep::Index => wrong(format!(
                        "properties of data type {} have a name, not an index",
                        quoted(ty.name())
                    )),
                    ValueStep::Some | ValueStep::SomeName => Ok(Self::Unknown),
                    ValueStep::Name(name) => match types.member(ty, Fields::Properties, name) {
                        Some(id) => Ok(Self::Field(types.field(id))),
                        None => {
                            let members = types.members(ty, Fields::Properties);
                            let names = members.iter().map(|(name, _)| name).collect();
                            let reason = format!("data type {} has no such property", quoted(ty.name()));
                            Err(NoPart { reason, has_parts: true, names })
                        }
                    },
                }
            }
        }
    }

    /// Describes the type in messages: `an integer`, ``a value of type `Port` ``.
    #[must_use]
    pub fn in_words(&self, types: &'m Types) -> String {
        let entry = || match self.entry_type(types) {
            Self::List(_) | Self::Map(_) | Self::MapLiteral(_) => String::new(),
            entry => match entry.data_type() {
                None | Some(TypeRef::Unknown) => String::new(),
                Some(ty) => format!(" of {}", quoted(types.name(ty))),
            },
        };
        match self.data_type() {
            Some(TypeRef::BuiltIn(kind @ (BuiltIn::List | BuiltIn::Map))) => {
                format!("{}{}", kind.noun(), entry())
            }
            Some(TypeRef::BuiltIn(kind)) => kind.noun().to_owned(),
            Some(ty @ TypeRef::Defined(_)) => {
                let name = quoted(types.name(ty));
                match types.built_in(ty) {
                    Some(kind) => format!("{} (data type {name})", kind.noun()),
                    None => format!("a value of data type {name}"),
                }
            }
            None | Some(TypeRef::Unknown) => "a value".to_owned(),
        }
    }
}
