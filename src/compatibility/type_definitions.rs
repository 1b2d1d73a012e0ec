//! Compares types of all kinds (TOSCA 2.0 §6.4): their ancestors and their members.

use crate::diagnostics::{list, quoted};
use crate::model::types::{Body, FieldKind, Fields, TypeRef, TypeView, Types};
use crate::yaml::YamlNode;

use super::change::Impact;
use super::comparison::{AncestorChanges, Comparison, Edit, Site};
use super::usage::{Usage, usage, usage_of_entity};

impl<'g> Comparison<'g> {
    /// Compares two versions of a type.
    pub(super) fn types(&mut self, old: TypeView<'g>, new: TypeView<'g>) {
        if matches!(old.body, Body::Unreadable) || matches!(new.body, Body::Unreadable) {
            return;
        }
        let (removed, added) = self.ancestors(old, new);
        let bodies =
            |ancestors: &[TypeView<'g>]| ancestors.iter().filter_map(|ty| body(*ty)).collect::<Vec<_>>();
        self.ancestor_changes = AncestorChanges {
            removed: bodies(&removed),
            added: bodies(&added),
            old_is_incomplete: old.is_incomplete,
            new_is_incomplete: new.is_incomplete,
            ..AncestorChanges::default()
        };
        let sections = [
            (Fields::Properties, FieldKind::Property),
            (Fields::Attributes, FieldKind::Attribute),
            (Fields::Inputs, FieldKind::Input),
        ];
        let (old_types, new_types) = (self.old, self.new);
        let data_usage = matches!(old.body, Body::Data(_)).then(|| self.usages.for_type(old));
        let is_entity = matches!(old.body, Body::Node(_) | Body::Capability(_) | Body::Relationship(_));
        let usage = if is_entity { usage_of_entity } else { usage };
        for (section, kind) in sections {
            let (old_fields, new_fields) = (
                super::fields::by_name(old_types, &old_types.members(old, section)),
                super::fields::by_name(new_types, &new_types.members(new, section)),
            );
            self.fields(&old_fields, &new_fields, kind, data_usage.unwrap_or_else(|| usage(kind)));
        }
        match (old.body(), new.body()) {
            (Body::Data(_), Body::Data(_)) => {
                self.data_types(old, new, data_usage.unwrap_or(Usage::ASSIGNED));
            }
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
        self.parent(old, new, &removed, &added);
        let (old_body, new_body) = (body(old), body(new));
        let (old_body, new_body) = (old_body.as_slice(), new_body.as_slice());
        self.descriptions(old_body, new_body, old.key(), new.key());
        self.text("version", old_body, new_body, old.key(), new.key());
        self.ancestor_changes = AncestorChanges::default();
    }

    /// Returns the ancestors that only the old version has, and those that only the new one has.
    fn ancestors(&mut self, old: TypeView<'g>, new: TypeView<'g>) -> (Vec<TypeView<'g>>, Vec<TypeView<'g>>) {
        let (old_types, new_types) = (self.old, self.new);
        let old_ancestors: Vec<TypeView<'g>> = old_types.lineage(old).skip(1).collect();
        let new_ancestors: Vec<TypeView<'g>> = new_types.lineage(new).skip(1).collect();
        let mut removed = old_ancestors.clone();
        removed.retain(|old_ancestor| {
            !new_ancestors
                .iter()
                .any(|new_ancestor| self.is_same_definition(old_ancestor.id, new_ancestor.id))
        });
        let mut added = new_ancestors;
        added.retain(|new_ancestor| {
            !old_ancestors
                .iter()
                .any(|old_ancestor| self.is_same_definition(old_ancestor.id, new_ancestor.id))
        });
        (removed, added)
    }

    /// Compares what a type derives from.
    fn parent(
        &mut self,
        old: TypeView<'g>,
        new: TypeView<'g>,
        removed: &[TypeView<'g>],
        added: &[TypeView<'g>],
    ) {
        let old_parent = old.parent.map(|used| self.old.node(used.node));
        let new_parent = new.parent.map(|used| self.new.node(used.node));
        let edit =
            Edit::changed("derived_from", Site::new(old_parent, old.key()), Site::new(new_parent, new.key()));
        let none: &[TypeView<'g>] = &[];
        let (removed, added) =
            if old.is_incomplete || new.is_incomplete { (none, none) } else { (removed, added) };
        let called = |ancestors: &[TypeView<'g>]| {
            let names: Vec<String> = ancestors.iter().map(|ty| quoted(ty.name())).collect();
            list(&names, "and")
        };
        let with = |members: &[String], verb: &str| {
            if members.is_empty() { String::new() } else { format!("; this {verb} {}", list(members, "and")) }
        };
        // A data type whose built-in base type changed.
        if let (false, false, Some(old_base), Some(new_base)) =
            (old.is_incomplete, new.is_incomplete, base_in_words(self.old, old), base_in_words(self.new, new))
            && old_base != new_base
        {
            let what = format!("is derived from {new_base} instead of {old_base}");
            let why = "its values have a different type";
            return self.report(Impact::Breaking, &edit, what, why);
        }
        if !removed.is_empty() {
            // Types derived from this one also lose the ancestor: that is one change.
            let removed_members = std::mem::take(&mut self.ancestor_changes.removed_members);
            let what =
                format!("is no longer derived from {}{}", called(removed), with(&removed_members, "removes"));
            self.report(Impact::Breaking, &edit, what, "it can no longer be used as that type");
        } else if !added.is_empty() {
            let added_members = std::mem::take(&mut self.ancestor_changes.added_members);
            let what = format!("is also derived from {}{}", called(added), with(&added_members, "adds"));
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
