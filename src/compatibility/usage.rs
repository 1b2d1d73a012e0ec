//! How the values of a type or member are used, which decides whether narrowing or widening them is breaking.

use rustc_hash::FxHashMap;

use crate::keynames::NameKind;
use crate::model::types::{FieldKind, FieldView, Schema, TypeRef, TypeView, Types};
use crate::resolve::DefinitionId;

use super::change::Impact;
use super::scope::Scope;

/// What users do with something that a profile defines.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Usage {
    /// Users assign values.
    pub(super) assigned: bool,
    /// Users read values.
    pub(super) read: bool,
    /// Where users can repeat its definition.
    pub(super) repeated: Repeated,
}

/// Where users can repeat the type of something that a profile defines.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Repeated {
    /// Nowhere.
    #[default]
    Nowhere,
    /// In derived types, which refine it.
    InDerivedTypes,
    /// In derived types, and in inputs of services that substitute a node and map it.
    InMappedInputs,
}

impl Usage {
    pub(super) const ASSIGNED: Usage = Usage { assigned: true, read: false, repeated: Repeated::Nowhere };
    pub(super) const READ: Usage = Usage { assigned: false, read: true, repeated: Repeated::Nowhere };

    /// Whether users derive types that refine it.
    pub(super) fn is_refined(self) -> bool {
        self.repeated != Repeated::Nowhere
    }

    /// Returns the impact of allowing fewer values than before, and why.
    pub(super) fn narrowed(self) -> (Impact, &'static str) {
        if self.assigned {
            (Impact::Breaking, "valid values may become invalid")
        } else if self.is_refined() {
            (Impact::Breaking, "refinements in derived types may become invalid")
        } else {
            (Impact::Addition, "readers still get expected values")
        }
    }

    /// Returns the impact of a narrower type, or of a type where there was none, and why. Values of the previous type
    /// can be stored where the new type does not fit.
    pub(super) fn narrowed_type(self) -> (Impact, &'static str) {
        if self.assigned {
            self.narrowed()
        } else {
            (Impact::Breaking, "its values may be stored where another type is expected")
        }
    }

    /// Returns the impact of allowing more values than before, and why.
    pub(super) fn widened(self) -> (Impact, &'static str) {
        if self.read {
            (Impact::Breaking, "readers may get unexpected values")
        } else {
            (Impact::Addition, "valid values remain valid")
        }
    }

    /// Returns the impact of a more general type that allows all previous values, and why.
    pub(super) fn widened_type(self) -> (Impact, &'static str) {
        if self.repeated == Repeated::InMappedInputs && !self.read {
            (Impact::Breaking, "services cannot map it to an input of the previous type to substitute a node")
        } else {
            self.widened()
        }
    }

    /// Returns the impact of allowing other values than before, and why.
    pub(super) fn replaced(self) -> (Impact, &'static str) {
        match self {
            Usage { assigned: false, .. } => (Impact::Breaking, "readers may get unexpected values"),
            _ => (Impact::Breaking, "valid values may become invalid"),
        }
    }

    fn with(self, other: Usage) -> Usage {
        Usage {
            assigned: self.assigned || other.assigned,
            read: self.read || other.read,
            repeated: self.repeated.max(other.repeated),
        }
    }
}

/// How the old version of a profile uses its data types. Users of the profile can assign values of all of them: their
/// own types may have such properties.
#[derive(Debug, Default)]
pub(super) struct Usages {
    known: FxHashMap<DefinitionId, Usage>,
}

impl Usages {
    pub(super) fn new(types: &Types, scope: &Scope) -> Self {
        let mut usages = Self::default();
        let mut pending = Vec::new();
        for ty in types.iter().filter(|ty| scope.contains(ty.id.file) && ty.kind != NameKind::DataType) {
            for field in ty.own_fields() {
                let usage = usage(field.kind);
                pending.extend(data_types_of(types, field).into_iter().map(|id| (id, usage)));
            }
        }
        // The parts of a data type are used as the data type is.
        while let Some((id, usage)) = pending.pop() {
            let known = usages.known.entry(id).or_default();
            if known.with(usage) == *known {
                continue;
            }
            *known = known.with(usage);
            let ty = types.get(id);
            pending.extend(types.parent(&ty).map(|parent| (parent.id, usage)));
            for field in ty.own_fields() {
                pending.extend(data_types_of(types, field).into_iter().map(|id| (id, usage)));
            }
            for schema in types.schemas_of_type(TypeRef::Defined(id), false).take(1) {
                let mut ids = Vec::new();
                collect_from_schema(types, schema, &mut ids);
                pending.extend(ids.into_iter().map(|id| (id, usage)));
            }
        }
        usages
    }

    /// Returns how a data type of the old version is used.
    pub(super) fn for_type(&self, ty: TypeView<'_>) -> Usage {
        self.known.get(&ty.id).copied().unwrap_or_default().with(usage(FieldKind::Property))
    }
}

/// Returns how a field of this kind is used, unless it belongs to a data type.
pub(super) fn usage(kind: FieldKind) -> Usage {
    let by_templates = match kind {
        FieldKind::Property | FieldKind::Input => Usage::ASSIGNED,
        FieldKind::Attribute | FieldKind::Output => Usage::READ,
    };
    Usage { repeated: Repeated::InDerivedTypes, ..by_templates }
}

/// Returns how a field of a node, capability or relationship is used.
pub(super) fn usage_of_entity(kind: FieldKind) -> Usage {
    match kind {
        FieldKind::Property => Usage { repeated: Repeated::InMappedInputs, ..usage(kind) },
        _ => usage(kind),
    }
}

/// Returns the data types that a field names.
fn data_types_of<'g>(types: &'g Types, field: FieldView<'g>) -> Vec<DefinitionId> {
    let mut ids = Vec::new();
    if let Some(TypeRef::Defined(id)) = field.data_type {
        ids.push(id);
    }
    let effective = field.effective();
    for schema in [effective.key_schema, effective.entry_schema].into_iter().flatten() {
        collect_from_schema(types, schema, &mut ids);
    }
    ids.retain(|id| types.get(*id).kind == NameKind::DataType);
    ids
}

fn collect_from_schema<'g>(types: &'g Types, schema: Schema<'g>, ids: &mut Vec<DefinitionId>) {
    let mut pending = vec![schema];
    while let Some(schema) = pending.pop() {
        if let Some(TypeRef::Defined(id)) = schema.type_ref(types) {
            ids.push(id);
        }
        pending.extend([schema.key_schema(), schema.entry_schema()].into_iter().flatten());
    }
}
