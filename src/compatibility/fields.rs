//! Properties, attributes, inputs and outputs (TOSCA 2.0 §9.4, §9.6, §9.8).

use crate::model::Truth;
use crate::model::types::{FieldKind, FieldTable, FieldView, Schema, Types};
use crate::values::ValueType;
use crate::yaml::YamlNode;

use super::change::Impact;
use super::clauses::Clauses;
use super::comparison::{Comparison, Edit, Site};
use super::members::{ByName, Family};
use super::type_relation::Typed;
use super::usage::Usage;
use super::values::{is_same_value, shown};

/// Returns the fields of a table by name.
pub(super) fn by_name<'g>(types: &'g Types, fields: &FieldTable<'g>) -> ByName<'g, FieldView<'g>> {
    fields.iter().map(|(name, id)| (name, types.field(id))).collect()
}

/// Whether users must assign a value because nothing else provides one.
pub(super) fn needs_value(field: FieldView<'_>) -> bool {
    matches!(field.kind, FieldKind::Property | FieldKind::Input) && field.value_needed() != Truth::No
}

/// Whether a property has a value if nobody assigns it. The default of an optional property is not used (§9.4).
fn has_own_value(field: FieldView<'_>) -> bool {
    let effective = field.effective();
    effective.value.is_some() || field.is_required() && effective.default.is_some()
}

/// Whether a property had a value without an assignment, and has none any longer.
fn loses_value(old: FieldView<'_>, new: FieldView<'_>) -> bool {
    old.kind == FieldKind::Property && has_own_value(old) && !has_own_value(new)
}

/// Why such a change breaks users.
const NO_VALUE: &str = "it has no value unless users assign it, and functions that read it fail";

/// Returns the schemas of the keys or entries of a field, nearest first, or else those of its data type.
fn schemas<'g>(types: &'g Types, field: FieldView<'g>, keys: bool) -> Vec<Schema<'g>> {
    let written: Vec<Schema<'g>> =
        if keys { field.key_schemas().collect() } else { field.entry_schemas().collect() };
    match field.data_type {
        Some(data_type) if written.is_empty() => types.schemas_of_type(data_type, keys).collect(),
        _ => written,
    }
}

impl<'g> Comparison<'g> {
    /// Compares the fields of one kind.
    pub(super) fn fields(
        &mut self,
        old: &ByName<'g, FieldView<'g>>,
        new: &ByName<'g, FieldView<'g>>,
        kind: FieldKind,
        usage: Usage,
    ) {
        let added = |field: FieldView<'g>| {
            if needs_value(field) && usage.assigned {
                (Impact::Breaking, "it is required and has no default; users must assign it")
            } else if field.is_required() || !usage.assigned {
                (Impact::Addition, "existing uses are unaffected")
            } else {
                (Impact::Addition, "it is not required")
            }
        };
        self.members(
            old,
            new,
            &Family {
                noun: kind.name(),
                key: &FieldView::first_key,
                compare: &|this, old, new| this.field(old, new, usage),
                added: &added,
                removed: if usage.assigned {
                    "assignments fail: the name is unknown"
                } else {
                    "references fail"
                },
            },
        );
    }

    /// Compares two versions of a field.
    pub(super) fn field(&mut self, old: FieldView<'g>, new: FieldView<'g>, usage: Usage) {
        let is_unreadable =
            |field: FieldView<'g>| matches!(field.written(), crate::model::types::Declared::Unreadable);
        if is_unreadable(old) || is_unreadable(new) {
            return;
        }
        // Templates may also assign initial values to attributes (§9.6).
        let is_attribute = old.kind == FieldKind::Attribute;
        let value_usage = if is_attribute { Usage { assigned: true, ..usage } } else { usage };
        self.field_types(old, new, value_usage);
        self.required(old, new, usage);
        self.fixed(old, new, usage);
        self.mapping(old, new);
        let definitions = |field: FieldView<'g>| field.definitions().collect::<Vec<_>>();
        self.descriptions(&definitions(old), &definitions(new), old.key(), new.key());
    }

    /// Compares the data types of two versions of a field, with their conditions and schemas.
    pub(super) fn field_types(&mut self, old: FieldView<'g>, new: FieldView<'g>, usage: Usage) {
        let (old_types, new_types) = (self.old, self.new);
        let typed = |field: FieldView<'g>| Typed {
            name: field.effective().data_type,
            key: field.key(),
            clauses: Clauses { nodes: field.clauses().collect(), validated: Some(ValueType::Field(field)) },
        };
        self.typed(&typed(old), &typed(new), usage);
        for (of_keys, keyname) in [(true, "key_schema"), (false, "entry_schema")] {
            let (old_schemas, new_schemas) =
                (schemas(old_types, old, of_keys), schemas(new_types, new, of_keys));
            self.schemas(keyname, &old_schemas, &new_schemas, (old.key(), new.key()), usage);
        }
    }

    /// Compares `required` and `default`, which together decide whether users must assign a value.
    fn required(&mut self, old: FieldView<'g>, new: FieldView<'g>, usage: Usage) {
        let (old_effective, new_effective) = (old.effective(), new.effective());
        let keyname_node = |required: Option<(bool, YamlNode<'g>)>| required.map(|(_, node)| node);
        let required = Edit::changed(
            "required",
            Site::new(keyname_node(old_effective.required), old.key()),
            Site::new(keyname_node(new_effective.required), new.key()),
        );
        let default = Edit::changed(
            "default",
            Site::new(old_effective.default, old.key()),
            Site::new(new_effective.default, new.key()),
        );
        let default_changed = old_effective.default.is_some() != new_effective.default.is_some();
        let becomes_required = !old.is_required() && new.is_required() && !needs_value(new);
        if becomes_required && usage.is_refined() {
            let why = "refinements in derived types that keep it optional become invalid";
            self.report(Impact::Breaking, &required, "is now required", why);
        }
        match (needs_value(old), needs_value(new)) {
            (false, true) if old_effective.value.is_some() => {}
            (false, true) => {
                let (edit, what) = if default_changed {
                    (default, "no longer has a default and is required")
                } else {
                    (required, "is now required and has no default")
                };
                let (impact, why) = if usage.assigned {
                    (Impact::Breaking, "users must now assign it")
                } else {
                    (Impact::Addition, "readers always get a value")
                };
                self.report(impact, &edit, what, why);
            }
            (true, false) if new_effective.value.is_some() => {}
            (true, false) => {
                let (edit, what) = match new_effective.default {
                    Some(value) => (default, format!("now has the default {}", shown(value))),
                    None => (required, "is no longer required".to_owned()),
                };
                let (impact, why) = if usage.read && new_effective.default.is_none() {
                    (Impact::Breaking, "readers may get no value")
                } else {
                    (Impact::Addition, "existing assignments remain valid")
                };
                self.report(impact, &edit, what, why);
            }
            _ if loses_value(old, new) && old_effective.value.is_none() => {
                let (edit, what) = if new_effective.default.is_some() {
                    (required, "is no longer required, so its default is not used")
                } else {
                    (default, "no longer has a default, and is not required")
                };
                self.report(Impact::Breaking, &edit, what, NO_VALUE);
            }
            _ => {
                let is_same =
                    |old_default, new_default| self.is_same_value(old_default, new_default, (old, new));
                let what = match (old_effective.default, new_effective.default) {
                    (Some(old_default), Some(new_default)) if !is_same(old_default, new_default) => {
                        format!("has the default {} instead of {}", shown(new_default), shown(old_default))
                    }
                    (None, Some(new_default)) => format!("now has the default {}", shown(new_default)),
                    (Some(old_default), None) => format!("no longer has the default {}", shown(old_default)),
                    _ if old.is_required() && !new.is_required() => {
                        let why = "it has a value in both versions";
                        return self.report(Impact::Compatible, &required, "is no longer required", why);
                    }
                    _ => return,
                };
                let why = "existing uses remain valid; unassigned ones get a different value";
                self.report(Impact::Addition, &default, what, why);
            }
        }
    }

    /// Whether a value of the old version of a field means the same as a value of the new one.
    fn is_same_value(
        &self,
        old: YamlNode<'g>,
        new: YamlNode<'g>,
        fields: (FieldView<'g>, FieldView<'g>),
    ) -> bool {
        let old = self.old_value(old, ValueType::Field(fields.0));
        old.is_same(&self.new_value(new, ValueType::Field(fields.1)))
    }

    /// Compares the attributes that an output is stored in.
    fn mapping(&mut self, old: FieldView<'g>, new: FieldView<'g>) {
        let (old_mapping, new_mapping) = (old.effective().mapping, new.effective().mapping);
        let keys = (old.key(), new.key());
        let (what, why) = match (old_mapping, new_mapping) {
            (Some(old), Some(new)) if !is_same_value(old, new) => {
                ("changed", "refinements in derived types that repeat the previous mapping become invalid")
            }
            (None, Some(_)) => ("was added", "templates can no longer map it themselves"),
            _ => return self.behavior("mapping", old_mapping, new_mapping, keys),
        };
        let edit = Edit::changed("mapping", Site::new(old_mapping, keys.0), Site::new(new_mapping, keys.1));
        self.within("mapping".to_owned(), |this| this.report(Impact::Breaking, &edit, what, why));
    }

    /// Compares the fixed values.
    fn fixed(&mut self, old: FieldView<'g>, new: FieldView<'g>, usage: Usage) {
        let (old_value, new_value) = (old.effective().value, new.effective().value);
        let edit = Edit::changed("value", Site::new(old_value, old.key()), Site::new(new_value, new.key()));
        match (old_value, new_value) {
            (None, Some(value)) => {
                let (impact, why) = usage.narrowed();
                self.report(impact, &edit, format!("now has the fixed value {}", shown(value)), why);
            }
            (Some(value), None) => {
                let what = format!("no longer has the fixed value {}", shown(value));
                if needs_value(new) && usage.assigned {
                    let why = "it is required and has no default; users must assign it";
                    self.report(Impact::Breaking, &edit, what, why);
                } else if loses_value(old, new) {
                    self.report(Impact::Breaking, &edit, what, NO_VALUE);
                } else {
                    let (impact, why) = usage.widened();
                    self.report(impact, &edit, what, why);
                }
            }
            (Some(old_value), Some(new_value)) if !self.is_same_value(old_value, new_value, (old, new)) => {
                let what =
                    format!("has the fixed value {} instead of {}", shown(new_value), shown(old_value));
                // The profile decides which inputs its operations get.
                let why = if matches!(old.kind, FieldKind::Input | FieldKind::Output) {
                    "refinements in derived types that repeat the previous value become invalid"
                } else {
                    "users see a different value"
                };
                self.report(Impact::Breaking, &edit, what, why);
            }
            _ => {}
        }
    }
}
