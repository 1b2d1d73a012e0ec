//! Whether the names of types in two versions mean the same.

use crate::derive::{TypeRef, TypeUse, Types};
use crate::resolve::DefinitionId;
use crate::yaml::Node;

use super::change::Gravity;
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
}

impl<'c, 'g> Comparison<'c, 'g> {
    /// What the type at `new` is to the one at `old`.
    pub(super) fn kinship(&mut self, old: TypeUse<'g>, new: TypeUse<'g>) -> Kinship {
        let (old_types, new_types) = (self.old, self.new);
        if self.is_same(old, new) {
            return Kinship::Same;
        }
        if let (TypeRef::Defined(one), TypeRef::Defined(other)) = (old.meaning, new.meaning)
            && let Some(kinship) = self.namesakes(one, other)
        {
            return kinship;
        }
        let ancestor = |types: &'c Types<'g>, of: TypeRef| {
            let lineage = types.defined(of).into_iter().flat_map(|of| types.lineage(of));
            let parents: Vec<TypeUse<'g>> = lineage.filter_map(|of| of.parent).collect();
            parents
        };
        if ancestor(new_types, new.meaning).into_iter().any(|ancestor| self.is_same(old, ancestor)) {
            return Kinship::Derived;
        }
        if ancestor(old_types, old.meaning).into_iter().any(|ancestor| self.is_same(ancestor, new)) {
            return Kinship::Base;
        }
        Kinship::Other
    }

    fn is_same(&mut self, old: TypeUse<'g>, new: TypeUse<'g>) -> bool {
        match (old.meaning, new.meaning) {
            (TypeRef::Defined(old), TypeRef::Defined(new)) => self.is_same_definition(old, new),
            (TypeRef::BuiltIn(old), TypeRef::BuiltIn(new)) => old == new,
            // What is not known is the same where it is written alike.
            (TypeRef::Unknown, _) | (_, TypeRef::Unknown) => last(old.node) == last(new.node),
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
        Some(match changes.iter().map(|change| change.gravity).min() {
            None | Some(Gravity::Harmless) => Kinship::Same,
            Some(Gravity::Addition) => Kinship::Base,
            Some(Gravity::Breaking) => Kinship::Other,
        })
    }

    /// Tells that a member has another data type.
    pub(super) fn data_type(
        &mut self,
        old: (Option<Node<'g>>, Node<'g>),
        new: (Option<Node<'g>>, Node<'g>),
        usage: Usage,
    ) {
        let edit = Edit::changed("type", Side::new(old.0, old.1), Side::new(new.0, new.1));
        let (one, other) = match (old.0, new.0) {
            (Some(one), Some(other)) => (one, other),
            (None, None) => return,
            (None, Some(other)) => {
                let (gravity, why) = usage.narrowed();
                return self.tell(gravity, &edit, format!("has type {} now", shown(other)), why);
            }
            (Some(one), None) => {
                let (gravity, why) = usage.widened();
                return self.tell(gravity, &edit, format!("no longer has type {}", shown(one)), why);
            }
        };
        let kinship = self.kinship(self.old.type_use(one), self.new.type_use(other));
        let (gravity, why) = match kinship {
            Kinship::Same => return,
            Kinship::Derived => usage.narrowed(),
            Kinship::Base => usage.widened(),
            Kinship::Other => usage.replaced(),
        };
        self.tell(gravity, &edit, instead(one, other, kinship), why);
    }
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
pub(super) fn last<'g>(node: Node<'g>) -> &'g str {
    let text = node.text();
    text.rsplit(':').next().unwrap_or(text)
}
