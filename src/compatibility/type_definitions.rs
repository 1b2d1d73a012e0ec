//! Compares types of all kinds (TOSCA 2.0 §6.4): their ancestors and their members.

use crate::diagnostics::{list, quoted};
use crate::model::types::{Body, FieldKind, Fields, TypeRef, TypeView, Types};
use crate::yaml::YamlNode;

use super::change::Impact;
use super::comparison::{Comparison, Edit, Lineages, Side};
use super::usage::{Usage, usage};

impl<'g> Comparison<'g> {
    /// Compares two versions of a type.
    pub(super) fn types(&mut self, old: TypeView<'g>, new: TypeView<'g>) {
        if matches!(old.body, Body::Unreadable) || matches!(new.body, Body::Unreadable) {
            return;
        }
        let (lost, gained) = self.ancestors(old, new);
        let bodies =
            |ancestors: &[TypeView<'g>]| ancestors.iter().filter_map(|ty| body(*ty)).collect::<Vec<_>>();
        self.lineages = Lineages {
            lost: bodies(&lost),
            gained: bodies(&gained),
            old_is_incomplete: old.is_incomplete,
            new_is_incomplete: new.is_incomplete,
            ..Lineages::default()
        };
        let sections = [
            (Fields::Properties, FieldKind::Property),
            (Fields::Attributes, FieldKind::Attribute),
            (Fields::Inputs, FieldKind::Input),
        ];
        let (old_types, new_types) = (self.old, self.new);
        let of_data = matches!(old.body, Body::Data(_)).then(|| self.usages.of_type(old));
        for (section, kind) in sections {
            let (before, after) = (
                super::fields::by_name(old_types, &old_types.members(old, section)),
                super::fields::by_name(new_types, &new_types.members(new, section)),
            );
            self.fields(&before, &after, kind, of_data.unwrap_or_else(|| usage(kind)));
        }
        match (old.body(), new.body()) {
            (Body::Data(_), Body::Data(_)) => self.data_types(old, new, of_data.unwrap_or(Usage::ASSIGNED)),
            (Body::Artifact(_), Body::Artifact(_)) => self.artifact_types(old, new),
            (Body::Interface(_), Body::Interface(_)) => self.interface_types(old, new),
            (Body::Node(_), Body::Node(_)) => {
                self.capabilities(old, new);
                self.requirements(old, new);
                self.interfaces(old, new);
                self.artifacts(old, new);
            }
            (Body::Relationship(_), Body::Relationship(_)) => self.interfaces(old, new),
            (Body::Policy(_), Body::Policy(_)) => self.triggers(old, new),
            _ => {}
        }
        self.type_lists(old, new);
        self.parent(old, new, &lost, &gained);
        let (before, after) = (body(old), body(new));
        let (before, after) = (before.as_slice(), after.as_slice());
        self.descriptions(before, after, old.key(), new.key());
        self.text("version", before, after, old.key(), new.key());
        self.lineages = Lineages::default();
    }

    /// Returns the ancestors that only the old version has, and those that only the new one has.
    fn ancestors<'o, 'n>(
        &mut self,
        old: TypeView<'g>,
        new: TypeView<'g>,
    ) -> (Vec<TypeView<'g>>, Vec<TypeView<'g>>)
    where
        Self: 'o + 'n,
    {
        let (old_types, new_types) = (self.old, self.new);
        let before: Vec<TypeView<'g>> = old_types.lineage(old).skip(1).collect();
        let after: Vec<TypeView<'g>> = new_types.lineage(new).skip(1).collect();
        let mut lost = before.clone();
        lost.retain(|one| !after.iter().any(|other| self.is_same_definition(one.id, other.id)));
        let mut gained = after;
        gained.retain(|other| !before.iter().any(|one| self.is_same_definition(one.id, other.id)));
        (lost, gained)
    }

    /// Compares what a type derives from.
    fn parent(
        &mut self,
        old: TypeView<'g>,
        new: TypeView<'g>,
        lost: &[TypeView<'g>],
        gained: &[TypeView<'g>],
    ) {
        let before = old.parent.map(|used| self.old.node(used.node));
        let after = new.parent.map(|used| self.new.node(used.node));
        let edit = Edit::changed("derived_from", Side::new(before, old.key()), Side::new(after, new.key()));
        let kept: &[TypeView<'g>] = &[];
        let (lost, gained) =
            if old.is_incomplete || new.is_incomplete { (kept, kept) } else { (lost, gained) };
        let called = |ancestors: &[TypeView<'g>]| {
            let names: Vec<String> = ancestors.iter().map(|ty| quoted(ty.name())).collect();
            list(&names, "and")
        };
        let with = |members: &[String], verb: &str| {
            if members.is_empty() { String::new() } else { format!("; this {verb} {}", list(members, "and")) }
        };
        // A data type whose built-in base type changed.
        if let (false, false, Some(one), Some(other)) =
            (old.is_incomplete, new.is_incomplete, base_in_words(self.old, old), base_in_words(self.new, new))
            && one != other
        {
            let what = format!("is derived from {other} instead of {one}");
            let why = "its values have a different type";
            return self.report(Impact::Breaking, &edit, what, why);
        }
        if !lost.is_empty() {
            // Types derived from this one also lose the ancestor: that is one change.
            let lost_members = std::mem::take(&mut self.lineages.lost_members);
            let what =
                format!("is no longer derived from {}{}", called(lost), with(&lost_members, "removes"));
            self.report(Impact::Breaking, &edit, what, "it can no longer be used as that type");
        } else if !gained.is_empty() {
            let gained_members = std::mem::take(&mut self.lineages.gained_members);
            let what = format!("is also derived from {}{}", called(gained), with(&gained_members, "adds"));
            self.report(Impact::Addition, &edit, what, "existing uses are unaffected");
        }
    }
}

/// Describes the built-in type that a data type derives from; `None` if `ty` is not a data type.
fn base_in_words<'g>(types: &'g Types, ty: TypeView<'g>) -> Option<String> {
    if !matches!(ty.body(), Body::Data(_)) {
        return None;
    }
    let built_in = types.built_in(TypeRef::Defined(ty.id));
    Some(built_in.map_or_else(|| "no built-in type".to_owned(), |base| quoted(base.name())))
}

/// Returns the node that defines a type.
pub(super) fn body(ty: TypeView<'_>) -> Option<YamlNode<'_>> {
    macro_rules! node {
        ($($variant:ident),*) => {
            match ty.body() {
                $( Body::$variant(body) => Some(body.node), )*
                Body::Unreadable => None,
            }
        };
    }
    let node = node!(Artifact, Data, Capability, Interface, Relationship, Node, Group, Policy)?;
    Some(ty.key().tree().node(node))
}
