//! Whether the names of types in two versions mean the same.

use crate::model::types::{BuiltIn, TypeRef, TypeUse, Types};
use crate::resolve::DefinitionId;
use crate::yaml::Node;

use super::change::Impact;
use super::comparison::{Comparison, Edit, Side};
use super::usage::Usage;
use super::values::shown;

/// What the type that the new version names is to that of the old one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kinship {
    /// It is the same.
    Same,
    /// It is derived from it.
    Derived,
    /// It is one of its ancestors.
    Base,
    /// It is neither.
    Other,
    /// One of the two is not known.
    Unknown,
}

impl<'g> Comparison<'g> {
    /// What the type at `new` is to the one at `old`.
    pub(super) fn kinship(&mut self, old: TypeUse, new: TypeUse) -> Kinship {
        let (old_types, new_types) = (self.old, self.new);
        if self.is_same(old, new) {
            return Kinship::Same;
        }
        if let (TypeRef::Defined(one), TypeRef::Defined(other)) = (old.meaning, new.meaning)
            && let Some(kinship) = self.namesakes(one, other)
        {
            return kinship;
        }
        let ancestor = |types: &'g Types, of: TypeRef| {
            let lineage = types.defined(of).into_iter().flat_map(|of| types.lineage(of));
            let parents: Vec<TypeUse> = lineage.filter_map(|of| of.parent).collect();
            parents
        };
        if ancestor(new_types, new.meaning).into_iter().any(|ancestor| self.is_same(old, ancestor)) {
            return Kinship::Derived;
        }
        if ancestor(old_types, old.meaning).into_iter().any(|ancestor| self.is_same(ancestor, new)) {
            return Kinship::Base;
        }
        let unknown = |used: TypeUse| used.meaning == TypeRef::Unknown;
        if unknown(old) || unknown(new) { Kinship::Unknown } else { Kinship::Other }
    }

    fn is_same(&mut self, old_use: TypeUse, new_use: TypeUse) -> bool {
        match (old_use.meaning, new_use.meaning) {
            (TypeRef::Defined(old), TypeRef::Defined(new)) => self.is_same_definition(old, new),
            (TypeRef::BuiltIn(old), TypeRef::BuiltIn(new)) => old == new,
            // What is not known is the same where it is written alike.
            (TypeRef::Unknown, _) | (_, TypeRef::Unknown) => {
                last(self.old.node(old_use.node)) == last(self.new.node(new_use.node))
            }
            _ => false,
        }
    }

    /// Whether two definitions are the same for those who refer to them: they are counterparts, or both
    /// belong to other profiles and have the same name.
    pub(super) fn is_same_definition(&mut self, old: DefinitionId, new: DefinitionId) -> bool {
        if let Some(counterpart) = self.pairs.counterparts.get(&old) {
            return *counterpart == new;
        }
        let (one, other) = (self.old.get(old), self.new.get(new));
        let own = (self.pairs.old_scope.holds(old.file), self.pairs.new_scope.holds(new.file));
        one.kind == other.kind && one.name() == other.name() && own == (false, false)
    }

    /// What a type is to one of the same name, where only one of them belongs to the profile: a type that
    /// moved, or another one.
    fn namesakes(&mut self, old: DefinitionId, new: DefinitionId) -> Option<Kinship> {
        let (one, other) = (self.old.get(old), self.new.get(new));
        if one.kind != other.kind || one.name() != other.name() {
            return None;
        }
        if self.trial {
            return Some(Kinship::Same);
        }
        let changes = self.trial(|trial| trial.types(one, other));
        Some(match changes.iter().map(|change| change.impact).min() {
            None | Some(Impact::Compatible) => Kinship::Same,
            Some(Impact::Addition) => Kinship::Base,
            Some(Impact::Breaking) => Kinship::Other,
        })
    }

    /// Compares the data types of a member and the conditions beside them.
    pub(super) fn typed(&mut self, old: &Typed<'g>, new: &Typed<'g>, usage: Usage) {
        let keys = (old.key, new.key);
        let edit = Edit::changed("type", Side::new(old.name, old.key), Side::new(new.name, new.key));
        match (old.name, new.name) {
            (Some(one), Some(other)) => {
                let uses = (self.old.type_use(one), self.new.type_use(other));
                let kinship = self.kinship(uses.0, uses.1);
                if kinship != Kinship::Same {
                    if self.is_plain(uses.0.meaning, uses.1.meaning) {
                        return self.conditions(old, new, &instead(one, other, kinship), &edit, usage);
                    }
                    let (impact, why) = match kinship {
                        Kinship::Derived => usage.narrowed(),
                        Kinship::Base => usage.widened(),
                        Kinship::Unknown => (Impact::Breaking, NOT_KNOWN),
                        Kinship::Same | Kinship::Other => usage.replaced(),
                    };
                    let what = format!("{}{}", instead(one, other, kinship), self.difference(uses.0, uses.1));
                    self.tell(impact, &edit, what, why);
                }
            }
            (None, Some(other)) => {
                let (impact, why) = usage.narrowed();
                self.tell(impact, &edit, format!("now has type {}", shown(other)), why);
            }
            (Some(one), None) => {
                let (impact, why) = usage.widened();
                self.tell(impact, &edit, format!("no longer has type {}", shown(one)), why);
            }
            (None, None) => {}
        }
        self.clauses("validation", &old.clauses, &new.clauses, keys, usage);
    }

    /// Whether values of both types are scalars of the same type of the standard, so that they differ in
    /// conditions only.
    fn is_plain(&self, old: TypeRef, new: TypeRef) -> bool {
        let compound = [BuiltIn::Scalar, BuiltIn::List, BuiltIn::Map];
        let start = self.old.built_in(old);
        start.is_some_and(|start| !compound.contains(&start)) && start == self.new.built_in(new)
    }

    /// Compares what two types and the conditions beside them admit, wherever it is said.
    fn conditions(&mut self, old: &Typed<'g>, new: &Typed<'g>, instead: &str, edit: &Edit<'g>, usage: Usage) {
        let all = |types: &'g Types, typed: &Typed<'g>| {
            let of = typed.name.and_then(|name| types.defined(types.type_use(name).meaning));
            let inherited = of.map(|of| super::data_types::clauses(types, of)).unwrap_or_default();
            [typed.clauses.clone(), inherited].concat()
        };
        let (before, after) = (all(self.old, old), all(self.new, new));
        let keys = (old.key, new.key);
        let changes = self.trial(|trial| trial.clauses("validation", &before, &after, keys, usage));
        match changes.iter().min_by_key(|change| change.impact) {
            Some(worst) => {
                let what = format!("{instead}: {}", worst.what);
                self.tell(worst.impact, edit, what, worst.why.clone());
            }
            None => {
                let why = "it allows the same values";
                self.tell(Impact::Addition, edit, instead, why);
            }
        }
    }

    /// How two types of the same name differ, in a few words.
    fn difference(&mut self, old: TypeUse, new: TypeUse) -> String {
        let (TypeRef::Defined(one), TypeRef::Defined(other)) = (old.meaning, new.meaning) else {
            return String::new();
        };
        if last(self.old.node(old.node)) != last(self.new.node(new.node)) {
            return String::new();
        }
        let (one, other) = (self.old.get(one), self.new.get(other));
        let changes = self.trial(|trial| trial.types(one, other));
        let worst = changes.iter().min_by_key(|change| change.impact);
        worst.map_or_else(String::new, |worst| format!(": {}", worst.sentence()))
    }
}

/// Why a change is told that nothing is known of.
pub(super) const NOT_KNOWN: &str = "may be more restrictive (unknown type)";

/// A data type where it is used, and the conditions beside it.
pub(super) struct Typed<'g> {
    /// The name.
    pub(super) name: Option<Node<'g>>,
    /// What the name would stand below.
    pub(super) key: Node<'g>,
    /// The conditions.
    pub(super) clauses: Vec<Node<'g>>,
}

/// What happened to the type of a member.
pub(super) fn instead(old: Node<'_>, new: Node<'_>, kinship: Kinship) -> String {
    let of = match kinship {
        Kinship::Derived => ", which is derived from it",
        Kinship::Base if last(old) != last(new) => ", which it is derived from",
        _ if last(old) == last(new) => ", another type of the same name",
        _ => "",
    };
    format!("has type {} instead of {}{of}", shown(new), shown(old))
}

/// A name without namespaces.
pub(super) fn last(node: Node<'_>) -> &str {
    let text = node.text();
    text.rsplit(':').next().unwrap_or(text)
}
