//! Compares members of two versions by name: removed, added, and perhaps renamed ones.

use crate::base::IndexMap;
use crate::diagnostics::quoted;
use crate::yaml::YamlNode;

use super::change::Impact;
use super::comparison::{Comparison, Edit, Site};
use super::values::is_same_value;

/// Members by name.
pub(super) type ByName<'g, M> = IndexMap<&'g str, M>;

/// How one kind of members is compared and reported.
pub(super) struct Family<'f, 'g, M> {
    /// What such a member is called.
    pub(super) noun: &'static str,
    /// Returns the key that names a member, where it is first defined.
    pub(super) key: &'f dyn Fn(M) -> YamlNode<'g>,
    /// Compares two versions of a member.
    pub(super) compare: &'f dyn Fn(&mut Comparison<'g>, M, M),
    /// The impact of an added member, and why.
    pub(super) added: &'f dyn Fn(M) -> (Impact, &'static str),
    /// Why removing a member is a breaking change.
    pub(super) removed: &'static str,
}

impl<'g> Comparison<'g> {
    /// Compares the members of one kind.
    pub(super) fn members<M: Copy>(
        &mut self,
        old: &ByName<'g, M>,
        new: &ByName<'g, M>,
        family: &Family<'_, 'g, M>,
    ) {
        let called = |name: &str| format!("{} {}", family.noun, quoted(name));
        for (name, old_member) in old {
            if let Some(new_member) = new.get(name) {
                self.within(called(name), |this| (family.compare)(this, *old_member, *new_member));
            }
        }
        let mut added: Vec<(&'g str, M)> = Vec::new();
        for (&name, &member) in new.iter().filter(|(name, _)| !old.contains_key(*name)) {
            let (impact, _) = (family.added)(member);
            if is_within_any(&self.ancestor_changes.added, (family.key)(member)) && impact != Impact::Breaking
            {
                self.ancestor_changes.added_members.push(called(name));
            } else if !self.ancestor_changes.old_is_incomplete {
                added.push((name, member));
            }
        }
        for (name, &member) in old.iter().filter(|(name, _)| !new.contains_key(*name)) {
            let key = (family.key)(member);
            if is_within_any(&self.ancestor_changes.removed, key) {
                self.ancestor_changes.removed_members.push(called(name));
                continue;
            }
            if self.ancestor_changes.new_is_incomplete {
                continue;
            }
            let renamed = self.renamed(name, member, &added, family);
            let edit = match renamed {
                Some((_, new_member)) => Edit::renamed(key, (family.key)(new_member)),
                None => Edit::removed(key),
            };
            let what = match renamed {
                Some((new_name, _)) => format!("was removed, perhaps renamed to {}", quoted(new_name)),
                None => "was removed".to_owned(),
            };
            added.retain(|(added_name, _)| renamed.is_none_or(|(new_name, _)| new_name != *added_name));
            self.within(called(name), |this| this.report(Impact::Breaking, &edit, what, family.removed));
        }
        for (name, member) in added {
            let (impact, why) = (family.added)(member);
            let edit = Edit::added((family.key)(member));
            self.within(called(name), |this| this.report(impact, &edit, "was added", why));
        }
    }

    /// Returns the added member that equals the removed one in everything but its name.
    fn renamed<M: Copy>(
        &mut self,
        name: &str,
        member: M,
        added: &[(&'g str, M)],
        family: &Family<'_, 'g, M>,
    ) -> Option<(&'g str, M)> {
        const MAX_ADDED: usize = 100;
        if self.trial || added.len() > MAX_ADDED {
            return None;
        }
        let mut equal = Vec::new();
        for &(candidate_name, candidate) in added {
            if self.trial(|trial| (family.compare)(trial, member, candidate)).is_empty() {
                equal.push((candidate_name, candidate));
            }
        }
        if let [only] = equal[..] {
            return Some(only);
        }
        let suggestion = crate::diagnostics::suggest(name, equal.iter().map(|(name, _)| *name))?;
        equal.into_iter().find(|(name, _)| *name == suggestion)
    }

    /// Compares descriptions and metadata. Both lists of definitions begin with the nearest.
    pub(super) fn descriptions(
        &mut self,
        old: &[YamlNode<'g>],
        new: &[YamlNode<'g>],
        old_key: YamlNode<'g>,
        new_key: YamlNode<'g>,
    ) {
        for keyname in ["description", "metadata"] {
            self.text(keyname, old, new, old_key, new_key);
        }
    }

    /// Compares a keyname that is informational only.
    pub(super) fn text(
        &mut self,
        keyname: &'static str,
        old: &[YamlNode<'g>],
        new: &[YamlNode<'g>],
        old_key: YamlNode<'g>,
        new_key: YamlNode<'g>,
    ) {
        let nearest = |layers: &[YamlNode<'g>]| layers.iter().find_map(|layer| layer.get(keyname));
        let (old_node, new_node) = (nearest(old), nearest(new));
        let verb = match (old_node, new_node) {
            (Some(old_node), Some(new_node)) if !is_same_value(old_node, new_node) => "changed",
            (None, Some(_)) => "was added",
            (Some(_), None) => "was removed",
            _ => return,
        };
        let edit = Edit::changed(keyname, Site::new(old_node, old_key), Site::new(new_node, new_key));
        self.within(keyname.to_owned(), |this| {
            this.report(Impact::Compatible, &edit, verb, "informational only");
        });
    }

    /// Compares a value that changes behavior, but never makes files of users invalid.
    pub(super) fn behavior(
        &mut self,
        keyname: &'static str,
        old: Option<YamlNode<'g>>,
        new: Option<YamlNode<'g>>,
        keys: (YamlNode<'g>, YamlNode<'g>),
    ) {
        let is_same = old.zip(new).is_some_and(|(old, new)| is_same_value(old, new));
        self.behavior_unless(is_same, keyname, old, new, keys);
    }

    /// Compares a value that changes behavior, but never makes files of users invalid; `is_same` is whether both
    /// versions have the same value.
    pub(super) fn behavior_unless(
        &mut self,
        is_same: bool,
        keyname: &'static str,
        old: Option<YamlNode<'g>>,
        new: Option<YamlNode<'g>>,
        keys: (YamlNode<'g>, YamlNode<'g>),
    ) {
        let what = match (old, new) {
            (Some(_), Some(_)) if !is_same => "changed",
            (None, Some(_)) => "was added",
            (Some(_), None) => "was removed",
            _ => return,
        };
        let edit = Edit::changed(keyname, Site::new(old, keys.0), Site::new(new, keys.1));
        self.within(keyname.to_owned(), |this| {
            this.report(Impact::Addition, &edit, what, "existing uses remain valid; the behavior may change");
        });
    }
}

/// Whether a node is in one of the definitions.
fn is_within_any(definitions: &[YamlNode<'_>], node: YamlNode<'_>) -> bool {
    definitions
        .iter()
        .any(|definition| definition.tree().file() == node.tree().file() && definition.contains(node))
}
