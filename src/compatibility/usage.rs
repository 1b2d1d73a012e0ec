//! How the values of a type or member are used, which decides what narrowing and widening mean.

use rustc_hash::FxHashMap;

use crate::keynames::NameKind;
use crate::model::types::{FieldKind, FieldView, Schema, TypeRef, TypeView, Types};
use crate::resolve::DefinitionId;

use super::change::Impact;
use super::scope::Scope;

/// Whether users give values, or get them, or both.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Usage {
    /// Users assign values.
    pub(super) assigned: bool,
    /// Users read values.
    pub(super) read: bool,
}

impl Usage {
    pub(super) const ASSIGNED: Usage = Usage { assigned: true, read: false };
    pub(super) const READ: Usage = Usage { assigned: false, read: true };

    /// Fewer values are possible than before.
    pub(super) fn narrowed(self) -> (Impact, &'static str) {
        if self.assigned {
            (Impact::Breaking, "valid values may become invalid")
        } else {
            (Impact::Addition, "readers still get expected values")
        }
    }

    /// More values are possible than before.
    pub(super) fn widened(self) -> (Impact, &'static str) {
        if self.read {
            (Impact::Breaking, "readers may get unexpected values")
        } else {
            (Impact::Addition, "valid values remain valid")
        }
    }

    /// Other values are possible than before.
    pub(super) fn replaced(self) -> (Impact, &'static str) {
        match self {
            Usage { assigned: false, .. } => (Impact::Breaking, "readers may get unexpected values"),
            _ => (Impact::Breaking, "valid values may become invalid"),
        }
    }

    fn with(self, other: Usage) -> Usage {
        Usage { assigned: self.assigned || other.assigned, read: self.read || other.read }
    }
}

/// How the old version of a profile uses its data types. Those that it does not use are there for its users
/// to assign.
#[derive(Debug, Default)]
pub(super) struct Usages {
    known: FxHashMap<DefinitionId, Usage>,
}

impl Usages {
    pub(super) fn of(types: &Types, scope: &Scope) -> Self {
        let mut usages = Self::default();
        let mut waiting = Vec::new();
        for of in types.iter().filter(|of| scope.holds(of.id.file) && of.kind != NameKind::DataType) {
            for field in of.own_fields() {
                let usage = usage(field.kind);
                waiting.extend(mentioned(types, field).into_iter().map(|id| (id, usage)));
            }
        }
        // What a data type is made of is used as the data type is.
        while let Some((id, usage)) = waiting.pop() {
            let known = usages.known.entry(id).or_default();
            if known.with(usage) == *known {
                continue;
            }
            *known = known.with(usage);
            let of = types.get(id);
            waiting.extend(types.parent(&of).map(|parent| (parent.id, usage)));
            for field in of.own_fields() {
                waiting.extend(mentioned(types, field).into_iter().map(|id| (id, usage)));
            }
            for schema in types.brought(TypeRef::Defined(id), false).take(1) {
                let mut found = Vec::new();
                in_schema(types, schema, &mut found);
                waiting.extend(found.into_iter().map(|id| (id, usage)));
            }
        }
        usages
    }

    /// How a data type of the old version is used.
    pub(super) fn of_type(&self, of: TypeView<'_>) -> Usage {
        self.known.get(&of.id).copied().unwrap_or(Usage::ASSIGNED)
    }
}

/// How a field of a type that is no data type is used.
pub(super) fn usage(kind: FieldKind) -> Usage {
    match kind {
        FieldKind::Property | FieldKind::Input => Usage::ASSIGNED,
        FieldKind::Attribute | FieldKind::Output => Usage::READ,
    }
}

/// The data types that a field names.
fn mentioned<'g>(types: &'g Types, field: FieldView<'g>) -> Vec<DefinitionId> {
    let mut found = Vec::new();
    if let Some(TypeRef::Defined(id)) = field.data_type {
        found.push(id);
    }
    let effective = field.effective();
    for schema in [effective.key_schema, effective.entry_schema].into_iter().flatten() {
        in_schema(types, schema, &mut found);
    }
    found.retain(|id| types.get(*id).kind == NameKind::DataType);
    found
}

fn in_schema<'g>(types: &'g Types, schema: Schema<'g>, found: &mut Vec<DefinitionId>) {
    let mut waiting = vec![schema];
    while let Some(schema) = waiting.pop() {
        if let Some(TypeRef::Defined(id)) = schema.type_ref(types) {
            found.push(id);
        }
        waiting.extend([schema.key_schema(), schema.entry_schema()].into_iter().flatten());
    }
}
