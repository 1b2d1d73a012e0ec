//! What a place demands of its value: a type, schemas, conditions.

use std::cell::OnceCell;
use std::fmt;
use std::rc::Rc;

use crate::diagnostics::quoted;
use crate::model::types::{FieldView, Schema, TypeRef, Types};
use crate::yaml::Node;

/// A place in words.
#[derive(Clone, Copy, Debug)]
pub enum What<'w> {
    /// A member: its kind and its name.
    Named(&'static str, &'w str),
    /// An entry of a list, counted from 0.
    Entry(usize, &'w What<'w>),
    /// The value of a key.
    Value(&'w str, &'w What<'w>),
    /// A key of a map.
    Key(&'w What<'w>),
    /// An argument of a function, counted from 0.
    Argument(usize, &'w str),
}

impl fmt::Display for What<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            What::Named(kind, name) => write!(f, "{kind} {}", quoted(name)),
            What::Entry(at, of) => write!(f, "entry {at} of {of}"),
            What::Value(key, of) => write!(f, "{} of {of}", quoted(key)),
            What::Key(of) => write!(f, "a key of {of}"),
            What::Argument(index, function) => {
                const ORDINALS: [&str; 5] = ["first", "second", "third", "fourth", "fifth"];
                match ORDINALS.get(*index) {
                    Some(ordinal) => write!(f, "the {ordinal} argument of `${function}`"),
                    None => write!(f, "argument {} of `${function}`", index + 1),
                }
            }
        }
    }
}

/// What a place demands.
#[derive(Clone, Debug, Default)]
pub struct Demand<'g> {
    /// The data type; none where anything goes.
    pub data_type: Option<TypeRef>,
    /// Where the type is named.
    pub place: Option<Node<'g>>,
    /// Schemas of keys that the definition gives, nearest first.
    pub keys: Vec<Schema<'g>>,
    /// Schemas of entries that the definition gives, nearest first.
    pub entries: Vec<Schema<'g>>,
    /// The conditions of the definition and of those that it refines, the first ancestor's first.
    pub clauses: Vec<Node<'g>>,
    /// What all this, with what the data type brings, comes to for keys and for entries, once asked for.
    pub(crate) inside: [OnceCell<Option<Rc<Demand<'g>>>>; 2],
}

impl<'g> Demand<'g> {
    /// Nothing: any value will do.
    #[must_use]
    pub fn anything() -> Self {
        Self::default()
    }

    /// What a data type alone demands.
    #[must_use]
    pub fn of_type(data_type: TypeRef) -> Self {
        Self { data_type: Some(data_type), ..Self::default() }
    }

    /// What a property, attribute or parameter demands.
    #[must_use]
    pub fn of_field(field: FieldView<'g>) -> Self {
        let mut demand =
            Self { data_type: field.data_type, place: field.effective().data_type, ..Self::default() };
        for layer in field.layers() {
            let (tree, parts) = (layer.tree(), layer.parts());
            demand.keys.extend(parts.key_schema.map(|definition| Schema { tree, definition }));
            demand.entries.extend(parts.entry_schema.map(|definition| Schema { tree, definition }));
            demand.clauses.extend(parts.validation.map(|clause| tree.node(clause)));
        }
        demand.clauses.reverse();
        demand
    }

    /// What schemas that refine each other demand, nearest first.
    #[must_use]
    pub fn of_schemas(types: &'g Types, schemas: &[Schema<'g>]) -> Self {
        let place = schemas.iter().find_map(|schema| schema.data_type());
        let clause =
            |schema: &Schema<'g>| schema.definition.validation.map(|clause| schema.tree.node(clause.0));
        Self {
            data_type: Some(place.map_or(TypeRef::Unknown, |place| types.meaning(place))),
            place,
            keys: schemas.iter().filter_map(|schema| schema.key_schema()).collect(),
            entries: schemas.iter().filter_map(|schema| schema.entry_schema()).collect(),
            clauses: schemas.iter().rev().filter_map(clause).collect(),
            inside: Default::default(),
        }
    }
}
