//! Types of values and expressions: what a place takes, and what an expression gives.

use std::cell::OnceCell;
use std::rc::Rc;

use crate::diagnostics::quoted;
use crate::literals::{BuiltIn, ScalarTypeId};
use crate::model::Truth;
use crate::model::types::{FieldView, Fields, Schema, TypeRef, Types};
use crate::yaml::Node;

/// The type of a value or an expression.
#[derive(Clone, Debug)]
pub enum ValueType<'m> {
    /// Not known, and never a finding: it was told, or it depends on what this phase does not see.
    Unknown,
    /// That of a literal without anything beside it that says more; a place of this type takes any value.
    Open,
    /// A data type, with what it brings itself.
    Data(TypeRef),
    /// What a property, attribute or parameter takes. One without a type takes any value.
    Field(FieldView<'m>),
    /// What schemas of keys or entries say.
    Schema(Rc<SchemaType<'m>>),
    /// A list of this.
    List(Box<ValueType<'m>>),
    /// A map of this.
    Map(Box<ValueType<'m>>),
}

/// What schemas that refine each other say of a key or an entry.
#[derive(Debug)]
pub struct SchemaType<'m> {
    data_type: TypeRef,
    /// Where the data type is named.
    place: Option<Node<'m>>,
    /// The schemas, nearest first.
    layers: Box<[Schema<'m>]>,
    /// The types of keys and of entries, once asked for.
    inside: [OnceCell<Option<ValueType<'m>>>; 2],
}

/// Which part of a collection is meant.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Inside {
    Keys,
    Entries,
}

/// A step into a value that cannot be done: what there is instead.
pub(super) struct NoPart<'m> {
    /// What is wrong.
    pub(super) reason: String,
    /// The names to choose from.
    pub(super) names: Vec<&'m str>,
}

/// How one goes into a value.
#[derive(Clone, Copy, Debug)]
pub(super) enum Step<'s> {
    /// By a name or key.
    Name(&'s str),
    /// By a number.
    Index,
    /// By a name that is computed later.
    SomeName,
    /// By something that is computed later.
    Some,
}

impl<'m> ValueType<'m> {
    /// A type of the standard.
    #[must_use]
    pub fn built_in(of: BuiltIn) -> Self {
        Self::Data(TypeRef::BuiltIn(of))
    }

    /// What schemas that refine each other say, nearest first.
    #[must_use]
    pub fn of_schemas(types: &'m Types, schemas: impl IntoIterator<Item = Schema<'m>>) -> Self {
        let layers: Box<[Schema<'m>]> = schemas.into_iter().collect();
        let nearest = layers.iter().find(|schema| schema.data_type().is_some());
        let place = nearest.and_then(|schema| schema.data_type());
        let data_type = nearest.and_then(|schema| schema.type_ref(types)).unwrap_or(TypeRef::Unknown);
        Self::Schema(Rc::new(SchemaType { data_type, place, layers, inside: Default::default() }))
    }

    /// Whether it is this very type, by the same definitions.
    pub(super) fn is(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Unknown, Self::Unknown) | (Self::Open, Self::Open) => true,
            (Self::Data(one), Self::Data(other)) => one == other,
            (Self::Field(one), Self::Field(other)) => std::ptr::eq(one.record(), other.record()),
            (Self::Schema(one), Self::Schema(other)) => {
                let definition = |schema: &Schema<'m>| std::ptr::from_ref(schema.definition);
                one.layers.iter().map(definition).eq(other.layers.iter().map(definition))
            }
            (Self::List(one), Self::List(other)) | (Self::Map(one), Self::Map(other)) => one.is(other),
            _ => false,
        }
    }

    /// The data type: `None` where any value will do.
    #[must_use]
    pub fn data_type(&self) -> Option<TypeRef> {
        match self {
            Self::Unknown => Some(TypeRef::Unknown),
            Self::Open => None,
            Self::Data(of) => Some(*of),
            Self::Field(field) => field.data_type,
            Self::Schema(schema) => Some(schema.data_type),
            Self::List(_) => Some(TypeRef::BuiltIn(BuiltIn::List)),
            Self::Map(_) => Some(TypeRef::BuiltIn(BuiltIn::Map)),
        }
    }

    /// Whether something is said of it.
    #[must_use]
    pub fn is_known(&self) -> bool {
        !matches!(self.data_type(), None | Some(TypeRef::Unknown))
    }

    /// Whether any value is of this type.
    #[must_use]
    pub fn is_open(&self) -> bool {
        self.data_type().is_none()
    }

    /// Where the data type is named.
    #[must_use]
    pub fn place(&self) -> Option<Node<'m>> {
        match self {
            Self::Field(field) => field.effective().data_type,
            Self::Schema(schema) => schema.place,
            _ => None,
        }
    }

    /// The conditions that the definition and those that it refines give, the first ancestor's first, each with
    /// the type of the values that it is about. Those of the data type are not among them.
    #[must_use]
    pub fn clauses(&self, types: &'m Types) -> Vec<(Node<'m>, Self)> {
        let mut clauses: Vec<(Node<'m>, Self)> = match self {
            Self::Field(field) => {
                let clause = |layer: FieldView<'m>| {
                    let clause = layer.parts().validation?;
                    Some((layer.tree().node(clause), Self::Field(layer)))
                };
                field.layers().filter_map(clause).collect()
            }
            Self::Schema(schema) => {
                let clause = |(at, layer): (usize, &Schema<'m>)| {
                    let clause = layer.clause()?;
                    let of = match at {
                        0 => self.clone(),
                        _ => Self::of_schemas(types, schema.layers.iter().skip(at).copied()),
                    };
                    Some((clause, of))
                };
                schema.layers.iter().enumerate().filter_map(clause).collect()
            }
            _ => Vec::new(),
        };
        clauses.reverse();
        clauses
    }

    /// The schemas that its definitions give for keys, nearest first.
    pub(super) fn key_schemas(&self) -> Vec<Schema<'m>> {
        self.schemas(Inside::Keys)
    }

    /// The schemas that its definitions give for entries, nearest first.
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

    /// What the keys of a map must be; `None` where nothing says more than that they are strings.
    #[must_use]
    pub fn keys(&self, types: &'m Types) -> Option<Self> {
        self.inside(types, Inside::Keys)
    }

    /// What the entries of a collection must be; `None` where nothing says so.
    #[must_use]
    pub fn entries(&self, types: &'m Types) -> Option<Self> {
        self.inside(types, Inside::Entries)
    }

    fn inside(&self, types: &'m Types, inside: Inside) -> Option<Self> {
        match (self, inside) {
            (Self::List(entry) | Self::Map(entry), Inside::Entries) => return Some((**entry).clone()),
            (Self::Schema(schema), _) => {
                let [keys, entries] = &schema.inside;
                let kept = if inside == Inside::Keys { keys } else { entries };
                return kept.get_or_init(|| self.made_inside(types, inside)).clone();
            }
            _ => {}
        }
        self.made_inside(types, inside)
    }

    fn made_inside(&self, types: &'m Types, inside: Inside) -> Option<Self> {
        let brought = types.brought(self.data_type()?, inside == Inside::Keys);
        let mut schemas = self.schemas(inside).into_iter().chain(brought).peekable();
        schemas.peek()?;
        Some(Self::of_schemas(types, schemas))
    }

    /// The type of the standard that it is or derives from.
    #[must_use]
    pub fn kind(&self, types: &'m Types) -> Option<BuiltIn> {
        types.built_in(self.data_type()?)
    }

    /// Whether it certainly is none of `kinds`; no kinds stand for all.
    #[must_use]
    pub fn is_none_of(&self, types: &'m Types, kinds: &[BuiltIn]) -> bool {
        let is_other = |of| types.is_one_of(of, kinds) == Truth::No;
        !kinds.is_empty() && self.data_type().is_some_and(is_other)
    }

    /// The type of the entries of a list, or of the values of a map.
    #[must_use]
    pub(super) fn entry_type(&self, types: &'m Types) -> Self {
        if !self.is_known() {
            return self.clone();
        }
        self.entries(types).unwrap_or(Self::Unknown)
    }

    /// The type of the keys of a map.
    #[must_use]
    pub(super) fn key_type(&self, types: &'m Types) -> Self {
        if !self.is_known() {
            return self.clone();
        }
        self.keys(types).unwrap_or(Self::built_in(BuiltIn::String))
    }

    /// Whether two types are the same, or may be.
    #[must_use]
    pub(super) fn may_be(&self, types: &'m Types, other: &Self) -> bool {
        if !self.is_known() || !other.is_known() {
            return true;
        }
        match (self.kind(types), other.kind(types)) {
            (Some(BuiltIn::Scalar), Some(BuiltIn::Scalar)) => {
                match (self.family(types), other.family(types)) {
                    (Some(one), Some(other)) => one == other,
                    _ => true,
                }
            }
            (Some(BuiltIn::List), Some(BuiltIn::List)) | (Some(BuiltIn::Map), Some(BuiltIn::Map)) => {
                self.entry_type(types).may_be(types, &other.entry_type(types))
            }
            (Some(one), Some(other)) => one == other,
            _ => match (self.data_type(), other.data_type()) {
                (Some(one), Some(other)) => types.could_meet(one, other),
                _ => true,
            },
        }
    }

    /// The type at the top of the family of a scalar type.
    fn family(&self, types: &'m Types) -> Option<ScalarTypeId> {
        types.units(types.defined(self.data_type()?)?).map(|units| units.family)
    }

    /// The type of a part of a value: a property, the entry of a key, an entry of a list.
    ///
    /// # Errors
    ///
    /// Where a value of this type certainly has no such part: why, and the names that it has.
    pub(super) fn part(&self, types: &'m Types, step: Step<'_>) -> Result<Self, NoPart<'m>> {
        let wrong = |reason: String| Err(NoPart { reason, names: Vec::new() });
        match (self.kind(types), step) {
            (Some(BuiltIn::List), Step::Name(_) | Step::SomeName) => {
                wrong("list entries have an index, not a key".to_owned())
            }
            (Some(BuiltIn::Map), Step::Index) => wrong("map entries have a key, not an index".to_owned()),
            (Some(BuiltIn::List | BuiltIn::Map), _) => Ok(self.entry_type(types)),
            (Some(kind), _) => wrong(format!("{} has no parts", kind.noun())),
            (None, step) => {
                let Some(of) = self.data_type().and_then(|of| types.defined(of)) else {
                    return Ok(Self::Unknown);
                };
                if of.is_open {
                    return Ok(Self::Unknown);
                }
                match step {
                    Step::Index => wrong(format!(
                        "properties of data type {} have a name, not an index",
                        quoted(of.name())
                    )),
                    Step::Some | Step::SomeName => Ok(Self::Unknown),
                    Step::Name(name) => match types.member(of, Fields::Properties, name) {
                        Some(id) => Ok(Self::Field(types.field(id))),
                        None => {
                            let members = types.members(of, Fields::Properties);
                            let names = members.iter().map(|(name, _)| name).collect();
                            let reason = format!("data type {} has no such property", quoted(of.name()));
                            Err(NoPart { reason, names })
                        }
                    },
                }
            }
        }
    }

    /// The type for people: `an integer`, ``a value of type `Port` ``.
    #[must_use]
    pub fn in_words(&self, types: &'m Types) -> String {
        let entry = || match self.entry_type(types) {
            Self::List(_) | Self::Map(_) => String::new(),
            entry => match entry.data_type() {
                None | Some(TypeRef::Unknown) => String::new(),
                Some(of) => format!(" of {}", quoted(types.name(of))),
            },
        };
        match self.data_type() {
            Some(TypeRef::BuiltIn(kind @ (BuiltIn::List | BuiltIn::Map))) => {
                format!("{}{}", kind.noun(), entry())
            }
            Some(TypeRef::BuiltIn(kind)) => kind.noun().to_owned(),
            Some(of @ TypeRef::Defined(_)) => {
                let name = quoted(types.name(of));
                match types.built_in(of) {
                    Some(kind) => format!("{} (data type {name})", kind.noun()),
                    None => format!("a value of data type {name}"),
                }
            }
            None | Some(TypeRef::Unknown) => "a value".to_owned(),
        }
    }
}
