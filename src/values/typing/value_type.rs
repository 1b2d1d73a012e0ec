//! Types of expressions.

use std::sync::Arc;

use crate::diagnostics::quoted;
use crate::literals::{BuiltIn, Scalar, ScalarTypeId, Timestamp, Value, Version};
use crate::model::Truth;
use crate::model::types::{Fields, TypeRef};
use crate::values::Demand;
use crate::values::check::Checker;

/// The type of an expression.
#[derive(Clone, Debug)]
pub(in crate::values) enum ValueType<'g> {
    /// Not known, and never a finding: it was told, or it depends on what this phase does not see.
    Unknown,
    /// That of a literal without anything beside it that says more.
    Open,
    /// What a place takes: a data type, with its schemas.
    Of(Demand<'g>),
    /// A list of this.
    List(Box<ValueType<'g>>),
    /// A map of this.
    Map(Box<ValueType<'g>>),
}

impl<'g> ValueType<'g> {
    /// A type of the standard.
    pub(in crate::values) fn built_in(of: BuiltIn) -> Self {
        Self::Of(Demand::of_type(TypeRef::BuiltIn(of)))
    }

    /// The type of what a place takes.
    pub(in crate::values) fn of(demand: &Demand<'g>) -> Self {
        match demand.data_type {
            None => Self::Open,
            Some(TypeRef::Unknown) => Self::Unknown,
            Some(_) => Self::Of(demand.clone()),
        }
    }

    /// Whether something is said of it.
    pub(in crate::values) fn is_known(&self) -> bool {
        !matches!(self, Self::Unknown | Self::Open)
    }
}

/// A step into a value that cannot be done: what there is instead.
pub(super) struct NoPart<'g> {
    /// What is wrong.
    pub(super) reason: String,
    /// The names to choose from.
    pub(super) names: Vec<&'g str>,
}

impl<'g> Checker<'g> {
    /// The type of the standard that a type is or derives from.
    pub(in crate::values) fn kind(&self, of: &ValueType<'g>) -> Option<BuiltIn> {
        match of {
            ValueType::Unknown | ValueType::Open => None,
            ValueType::Of(demand) => self.types.built_in(demand.data_type?),
            ValueType::List(_) => Some(BuiltIn::List),
            ValueType::Map(_) => Some(BuiltIn::Map),
        }
    }

    /// Whether a type certainly is none of `kinds`; no kinds stand for all.
    pub(in crate::values) fn is_none_of(&self, of: &ValueType<'g>, kinds: &[BuiltIn]) -> bool {
        let is_other = match of {
            ValueType::Unknown | ValueType::Open => false,
            ValueType::Of(demand) => {
                demand.data_type.is_some_and(|of| self.types.is_one_of(of, kinds) == Truth::No)
            }
            ValueType::List(_) => !kinds.contains(&BuiltIn::List),
            ValueType::Map(_) => !kinds.contains(&BuiltIn::Map),
        };
        !kinds.is_empty() && is_other
    }

    /// The type of the entries of a list, or of the values of a map.
    pub(super) fn entry_type(&self, of: &ValueType<'g>) -> ValueType<'g> {
        match of {
            ValueType::Unknown | ValueType::Open => of.clone(),
            ValueType::Of(demand) => {
                let entries = demand.data_type.and_then(|of| self.entries_of(of, demand));
                entries.map_or(ValueType::Unknown, |entries| ValueType::of(&entries))
            }
            ValueType::List(entry) | ValueType::Map(entry) => (**entry).clone(),
        }
    }

    /// The type of the keys of a map.
    pub(super) fn key_type(&self, of: &ValueType<'g>) -> ValueType<'g> {
        let string = ValueType::built_in(BuiltIn::String);
        match of {
            ValueType::Unknown | ValueType::Open => of.clone(),
            ValueType::Of(demand) => {
                let keys = demand.data_type.and_then(|of| self.keys_of(of, demand));
                keys.map_or(string, |keys| ValueType::of(&keys))
            }
            ValueType::List(_) | ValueType::Map(_) => string,
        }
    }

    /// Whether two types are the same, or may be.
    pub(in crate::values) fn same(&self, one: &ValueType<'g>, other: &ValueType<'g>) -> bool {
        if !one.is_known() || !other.is_known() {
            return true;
        }
        match (self.kind(one), self.kind(other)) {
            (Some(BuiltIn::Scalar), Some(BuiltIn::Scalar)) => match (self.family(one), self.family(other)) {
                (Some(one), Some(other)) => one == other,
                _ => true,
            },
            (Some(BuiltIn::List), Some(BuiltIn::List)) | (Some(BuiltIn::Map), Some(BuiltIn::Map)) => {
                self.same(&self.entry_type(one), &self.entry_type(other))
            }
            (Some(one), Some(other)) => one == other,
            _ => match (one, other) {
                (ValueType::Of(one), ValueType::Of(other)) => match (one.data_type, other.data_type) {
                    (Some(one), Some(other)) => self.types.could_meet(one, other),
                    _ => true,
                },
                (ValueType::Of(of), collection) | (collection, ValueType::Of(of)) => {
                    let kind = self.kind(collection).map(TypeRef::BuiltIn);
                    match (of.data_type, kind) {
                        (Some(of), Some(kind)) => self.types.relation(of, kind) != Truth::No,
                        _ => true,
                    }
                }
                _ => true,
            },
        }
    }

    /// The type at the top of the family of a scalar type.
    fn family(&self, of: &ValueType<'g>) -> Option<ScalarTypeId> {
        let ValueType::Of(demand) = of else { return None };
        self.types.units(self.types.defined(demand.data_type?)?).map(|units| units.family)
    }

    /// The type of a part of a value: a property, the entry of a key, an entry of a list. The name is none
    /// where it is not known before anything runs.
    pub(super) fn part_type(&self, of: &ValueType<'g>, step: Step<'_>) -> Result<ValueType<'g>, NoPart<'g>> {
        let wrong = |reason: String| Err(NoPart { reason, names: Vec::new() });
        match (self.kind(of), step) {
            (Some(BuiltIn::List), Step::Name(_) | Step::SomeName) => {
                wrong("a list has entries by number".to_owned())
            }
            (Some(BuiltIn::Map), Step::Index) => wrong("a map has entries by key".to_owned()),
            (Some(BuiltIn::List | BuiltIn::Map), _) => Ok(self.entry_type(of)),
            (Some(kind), _) => wrong(format!("{} has no parts", kind.noun())),
            (None, step) => {
                let ValueType::Of(demand) = of else { return Ok(ValueType::Unknown) };
                let Some(of) = demand.data_type.and_then(|of| self.types.defined(of)) else {
                    return Ok(ValueType::Unknown);
                };
                if of.is_open {
                    return Ok(ValueType::Unknown);
                }
                match step {
                    Step::Index => wrong(format!("data type {} has properties by name", quoted(of.name()))),
                    Step::Some | Step::SomeName => Ok(ValueType::Unknown),
                    Step::Name(name) => match self.types.member(of, Fields::Properties, name) {
                        Some(id) => Ok(ValueType::of(&Demand::of_field(self.types.field(id)))),
                        None => {
                            let members = self.types.members(of, Fields::Properties);
                            let names = members.iter().map(|(name, _)| name).collect();
                            let reason = format!("data type {} has no such property", quoted(of.name()));
                            Err(NoPart { reason, names })
                        }
                    },
                }
            }
        }
    }

    /// A type for people: `an integer`, ``a value of type `Port` ``.
    pub(in crate::values) fn in_words(&self, of: &ValueType<'g>) -> String {
        let entry = |of: &ValueType<'g>| match self.entry_type(of) {
            ValueType::Of(entry) => {
                entry.data_type.map_or(String::new(), |of| format!(" of {}", quoted(self.types.name(of))))
            }
            _ => String::new(),
        };
        match of {
            ValueType::Unknown | ValueType::Open => "a value".to_owned(),
            ValueType::List(_) => format!("a list{}", entry(of)),
            ValueType::Map(_) => format!("a map{}", entry(of)),
            ValueType::Of(demand) => match demand.data_type {
                Some(TypeRef::BuiltIn(kind @ (BuiltIn::List | BuiltIn::Map))) => {
                    format!("{}{}", kind.noun(), entry(of))
                }
                Some(TypeRef::BuiltIn(kind)) => kind.noun().to_owned(),
                Some(of @ TypeRef::Defined(_)) => {
                    let name = quoted(self.types.name(of));
                    match self.types.built_in(of) {
                        Some(kind) => format!("{} (data type {name})", kind.noun()),
                        None => format!("a value of data type {name}"),
                    }
                }
                _ => "a value".to_owned(),
            },
        }
    }

    /// Some value of a type, for literals to be read like it; none where YAML says enough.
    pub(super) fn sample(&self, of: &ValueType<'g>) -> Option<Value> {
        Some(match self.kind(of)? {
            BuiltIn::Float => Value::Float(0.0),
            BuiltIn::Bytes => Value::Bytes(Vec::new()),
            BuiltIn::Timestamp => Value::Timestamp(Timestamp::parse("1970-01-01T00:00:00Z").ok()?.0),
            BuiltIn::Version => Value::Version(Version::parse("0.0")?),
            BuiltIn::Scalar => {
                let ValueType::Of(demand) = of else { return None };
                let of = self.types.defined(demand.data_type?)?;
                let units = Arc::clone(self.types.units(of)?);
                Value::Scalar(Scalar { amount: 0.into(), number: 0.into(), units, text: String::new() })
            }
            BuiltIn::List => Value::List(self.sample(&self.entry_type(of)).into_iter().collect()),
            _ => return None,
        })
    }
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
