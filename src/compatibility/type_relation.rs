//! How the types that two versions name relate to each other.

use rustc_hash::FxHashMap;

use crate::model::types::{BuiltIn, FieldKind, Fields, TypeRef, TypeUse, Types};
use crate::resolve::DefinitionId;
use crate::yaml::YamlNode;

use super::change::Impact;
use super::clauses::Clauses;
use super::comparison::{Comparison, Edit, Site};
use super::fields::by_name;
use super::usage::{Repeated, Usage};
use super::values::shown;

/// How the type named by the new version relates to the one named by the old version.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TypeRelation {
    /// Both are the same type.
    Same,
    /// The new one is derived from the old one.
    Derived,
    /// The new one is an ancestor of the old one.
    Base,
    /// They are unrelated.
    Other,
    /// One of the two is unknown.
    Unknown,
}

impl<'g> Comparison<'g> {
    /// Returns how the type used at `new` relates to the one used at `old`.
    pub(super) fn relation(&mut self, old: TypeUse, new: TypeUse) -> TypeRelation {
        let (old_types, new_types) = (self.old, self.new);
        if self.is_same(old, new) {
            return TypeRelation::Same;
        }
        if let (TypeRef::Defined(old_id), TypeRef::Defined(new_id)) = (old.meaning, new.meaning)
            && let Some(relation) = self.namesakes(old_id, new_id)
        {
            return relation;
        }
        let ancestors = |types: &'g Types, ty: TypeRef| {
            let lineage = types.defined(ty).into_iter().flat_map(|ty| types.lineage(ty));
            let parents: Vec<TypeUse> = lineage.filter_map(|ty| ty.parent).collect();
            parents
        };
        if ancestors(new_types, new.meaning).into_iter().any(|ancestor| self.is_same(old, ancestor)) {
            return TypeRelation::Derived;
        }
        if ancestors(old_types, old.meaning).into_iter().any(|ancestor| self.is_same(ancestor, new)) {
            return TypeRelation::Base;
        }
        let unknown = |used: TypeUse| used.meaning == TypeRef::Unknown;
        if unknown(old) || unknown(new) { TypeRelation::Unknown } else { TypeRelation::Other }
    }

    fn is_same(&mut self, old_use: TypeUse, new_use: TypeUse) -> bool {
        match (old_use.meaning, new_use.meaning) {
            (TypeRef::Defined(old), TypeRef::Defined(new)) => self.is_same_definition(old, new),
            (TypeRef::BuiltIn(old), TypeRef::BuiltIn(new)) => old == new,
            // An unknown type is the same if it has the same name.
            (TypeRef::Unknown, _) | (_, TypeRef::Unknown) => {
                last(self.old.node(old_use.node)) == last(self.new.node(new_use.node))
            }
            _ => false,
        }
    }

    /// Whether references to both definitions mean the same: the definitions are counterparts, or both belong
    /// to other profiles and have the same name.
    pub(super) fn is_same_definition(&mut self, old: DefinitionId, new: DefinitionId) -> bool {
        if let Some(counterpart) = self.pairs.counterparts.get(&old) {
            return *counterpart == new;
        }
        let (old_type, new_type) = (self.old.get(old), self.new.get(new));
        let is_in_profile =
            self.pairs.old_scope.contains(old.file) || self.pairs.new_scope.contains(new.file);
        old_type.kind == new_type.kind && old_type.name() == new_type.name() && !is_in_profile
    }

    /// Returns how two types of the same name relate if only one of them belongs to the profile: the type may
    /// have moved, or be a different one.
    fn namesakes(&mut self, old: DefinitionId, new: DefinitionId) -> Option<TypeRelation> {
        let (old_type, new_type) = (self.old.get(old), self.new.get(new));
        if old_type.kind != new_type.kind || old_type.name() != new_type.name() {
            return None;
        }
        if self.trial {
            return Some(TypeRelation::Same);
        }
        let changes = self.trial(|trial| trial.types(old_type, new_type));
        Some(match changes.iter().map(|change| change.impact).min() {
            None | Some(Impact::Compatible) => TypeRelation::Same,
            Some(Impact::Addition) => TypeRelation::Base,
            Some(Impact::Breaking) => TypeRelation::Other,
        })
    }

    /// Compares the data types of a member and its conditions.
    pub(super) fn typed(&mut self, old: &Typed<'g>, new: &Typed<'g>, usage: Usage) {
        let keys = (old.key, new.key);
        let edit = Edit::changed("type", Site::new(old.name, old.key), Site::new(new.name, new.key));
        match (old.name, new.name) {
            (Some(old_name), Some(new_name)) => {
                let uses = (self.old.type_use(old_name), self.new.type_use(new_name));
                let relation = self.relation(uses.0, uses.1);
                if relation != TypeRelation::Same {
                    if self.is_plain(uses.0.meaning, uses.1.meaning) {
                        return self.conditions(old, new, relation, &edit, usage);
                    }
                    let (impact, why) = match relation {
                        TypeRelation::Derived => usage.narrowed_type(),
                        TypeRelation::Base if self.loses_parts(uses.0, uses.1, usage) => {
                            (Impact::Breaking, "values may have parts that the new type does not allow")
                        }
                        TypeRelation::Base => usage.widened_type(),
                        TypeRelation::Unknown => (Impact::Breaking, UNKNOWN_TYPE),
                        TypeRelation::Same | TypeRelation::Other => usage.replaced(),
                    };
                    let what = format!(
                        "{}{}",
                        type_change(old_name, new_name, relation),
                        self.difference(uses.0, uses.1)
                    );
                    self.report(impact, &edit, what, why);
                }
            }
            (None, Some(new_name)) => {
                let (impact, why) = usage.narrowed_type();
                self.report(impact, &edit, format!("now has type {}", shown(new_name)), why);
            }
            (Some(old_name), None) => {
                // Conditions read values as YAML does if no type says more.
                let read_as_yaml = [BuiltIn::String, BuiltIn::Integer, BuiltIn::Boolean];
                let base = self.old.built_in(self.old.type_use(old_name).meaning);
                let is_read_alike = base.is_some_and(|base| read_as_yaml.contains(&base));
                let (impact, why) = if is_read_alike || new.clauses.nodes.is_empty() {
                    usage.widened()
                } else {
                    (Impact::Breaking, "its validation compares values without their type")
                };
                self.report(impact, &edit, format!("no longer has type {}", shown(old_name)), why);
            }
            (None, None) => {}
        }
        self.clauses("validation", &old.clauses, &new.clauses, keys, usage);
    }

    /// Whether values of both types are scalars of the same built-in type, so that the types differ in
    /// conditions only.
    fn is_plain(&self, old: TypeRef, new: TypeRef) -> bool {
        let compound = [BuiltIn::Scalar, BuiltIn::List, BuiltIn::Map];
        let base = self.old.built_in(old);
        base.is_some_and(|base| !compound.contains(&base)) && base == self.new.built_in(new)
    }

    /// Whether values of a data type are invalid as values of `new`, from which it is derived: because of properties
    /// or units that only the data type has, or properties that only `new` requires.
    fn loses_parts(&mut self, old: TypeUse, new: TypeUse, usage: Usage) -> bool {
        /// Maximum depth of properties in properties; below it, parts count as lost.
        const MAX_DEPTH: usize = 32;
        let (TypeRef::Defined(old_id), TypeRef::Defined(new_id)) = (old.meaning, new.meaning) else {
            return false;
        };
        let key = (old_id, new_id, usage);
        if let Some(known) = self.lost_parts.known.get(&key) {
            return *known;
        }
        if self.lost_parts.depth == MAX_DEPTH {
            return true;
        }
        // A property can have the data type that it is a part of.
        self.lost_parts.known.insert(key, false);
        self.lost_parts.depth += 1;
        let (old_types, new_types) = (self.old, self.new);
        let (old_type, new_type) = (old_types.get(old_id), new_types.get(new_id));
        let properties = |types: &'g Types, ty| by_name(types, &types.members(ty, Fields::Properties));
        let (old_fields, new_fields) = (properties(old_types, old_type), properties(new_types, new_type));
        let changes = self.trial(|trial| {
            trial.fields(&old_fields, &new_fields, FieldKind::Property, usage);
            trial.data_types(old_type, new_type, usage);
        });
        let loses_parts = changes.iter().any(|change| change.impact == Impact::Breaking);
        self.lost_parts.depth -= 1;
        self.lost_parts.known.insert(key, loses_parts);
        loses_parts
    }

    /// Compares the values that two types and the conditions of their members allow, wherever these are
    /// defined. The new type has this `relation` to the old one.
    fn conditions(
        &mut self,
        old: &Typed<'g>,
        new: &Typed<'g>,
        relation: TypeRelation,
        edit: &Edit<'g>,
        usage: Usage,
    ) {
        let (Some(old_name), Some(new_name)) = (old.name, new.name) else { return };
        let type_change = type_change(old_name, new_name, relation);
        let all = |types: &'g Types, typed: &Typed<'g>| {
            let ty = typed.name.and_then(|name| types.defined(types.type_use(name).meaning));
            let inherited = ty.map(|ty| super::data_types::clauses(types, ty)).unwrap_or_default();
            let nodes = [typed.clauses.nodes.clone(), inherited].concat();
            Clauses { nodes, validated: typed.clauses.validated.clone() }
        };
        let (old_clauses, new_clauses) = (all(self.old, old), all(self.new, new));
        let keys = (old.key, new.key);
        let changes =
            self.trial(|trial| trial.clauses("validation", &old_clauses, &new_clauses, keys, usage));
        let worst = changes.iter().min_by_key(|change| change.impact);
        let what = match worst {
            Some(worst) => format!("{type_change}: {}", worst.what),
            None => type_change,
        };
        match worst {
            Some(worst) if worst.impact == Impact::Breaking => {
                self.report(worst.impact, edit, what, worst.why.clone());
            }
            // A refinement must have the type itself or one that is derived from it.
            _ if usage.is_refined() && relation != TypeRelation::Base => {
                self.report(Impact::Breaking, edit, what, PREVIOUS_TYPE);
            }
            _ if usage.repeated == Repeated::InMappedInputs => {
                let (impact, why) = usage.widened_type();
                self.report(impact, edit, what, why);
            }
            Some(worst) => self.report(worst.impact, edit, what, worst.why.clone()),
            None => self.report(Impact::Addition, edit, what, "it allows the same values"),
        }
    }

    /// Returns the most important difference between two types of the same name.
    fn difference(&mut self, old: TypeUse, new: TypeUse) -> String {
        let (TypeRef::Defined(old_id), TypeRef::Defined(new_id)) = (old.meaning, new.meaning) else {
            return String::new();
        };
        if last(self.old.node(old.node)) != last(self.new.node(new.node)) {
            return String::new();
        }
        let (old_type, new_type) = (self.old.get(old_id), self.new.get(new_id));
        let changes = self.trial(|trial| trial.types(old_type, new_type));
        let worst = changes.iter().min_by_key(|change| change.impact);
        worst.map_or_else(String::new, |worst| format!(": {}", worst.sentence()))
    }
}

/// Why a member whose type changed to a derived one breaks types of users.
pub(super) const PREVIOUS_TYPE: &str =
    "refinements in derived types that repeat the previous type become invalid";

/// The pairs of a data type and an ancestor of it that were compared for [`Comparison::loses_parts`].
#[derive(Debug, Default)]
pub(super) struct LostParts {
    known: FxHashMap<(DefinitionId, DefinitionId, Usage), bool>,
    depth: usize,
}

/// Why a change to or from an unknown type is reported.
pub(super) const UNKNOWN_TYPE: &str = "may be more restrictive (unknown type)";

/// A data type where it is used, with the conditions given there.
pub(super) struct Typed<'g> {
    /// The name.
    pub(super) name: Option<YamlNode<'g>>,
    /// The key below which the name is expected.
    pub(super) key: YamlNode<'g>,
    /// The conditions.
    pub(super) clauses: Clauses<'g>,
}

/// Returns a description of how the type of a member changed.
pub(super) fn type_change(old: YamlNode<'_>, new: YamlNode<'_>, relation: TypeRelation) -> String {
    let suffix = match relation {
        TypeRelation::Derived => ", which is derived from it",
        TypeRelation::Base if last(old) != last(new) => ", which it is derived from",
        _ if last(old) == last(new) => ", another type of the same name",
        _ => "",
    };
    format!("has type {} instead of {}{suffix}", shown(new), shown(old))
}

/// Returns a name without namespaces.
pub(super) fn last(node: YamlNode<'_>) -> &str {
    let text = node.text();
    text.rsplit(':').next().unwrap_or(text)
}
