//! The comparison of all definitions, and the list of reported changes.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::base::FileId;
use crate::diagnostics::split_version;
use crate::keynames::NameKind;
use crate::load::FileGraph;
use crate::model::types::{TypeView, Types};
use crate::model::{Head, Model};
use crate::resolve::DefinitionId;
use crate::values::{Checker, ValueType};
use crate::yaml::{NodeId, YamlNode};

use super::change::{Act, Change, Impact};
use super::meaning::Meaning;
use super::scope::{Named, Pairs, profile};
use super::type_relation::LostParts;
use super::usage::Usages;

/// The kinds of definitions; those that others refer to come first.
const ORDER: [NameKind; 10] = [
    NameKind::DataType,
    NameKind::InterfaceType,
    NameKind::ArtifactType,
    NameKind::CapabilityType,
    NameKind::RelationshipType,
    NameKind::NodeType,
    NameKind::GroupType,
    NameKind::PolicyType,
    NameKind::Function,
    NameKind::Repository,
];

/// The maximum number of pairs of removed and added types among which renamed ones are searched for.
const MAX_RENAME_PAIRS: usize = 10_000;

/// Compares two profiles.
pub(super) fn run<'g>(old: &'g Model, new: &'g Model) -> Vec<Change> {
    let checkers = [old, new].map(|model| {
        let mut checker = Checker::new(model);
        checker.close();
        Rc::new(checker)
    });
    let (old, new) = (&old.types, &new.types);
    let pairs = Pairs::new(old, new);
    let usages = Usages::new(old, &pairs.old_scope);
    let mut comparison = Comparison {
        old,
        new,
        checkers,
        pairs,
        usages,
        subject: Subject::profile(),
        path: Vec::new(),
        reported: Reported::default(),
        ancestor_changes: AncestorChanges::default(),
        trial: false,
        lost_parts: LostParts::default(),
    };
    let renamed = comparison.renamed_definitions();
    comparison.profile();
    comparison.definitions(&renamed);
    grouped(comparison.reported.changes)
}

/// Groups the changes by definition; breaking ones come first.
fn grouped(changes: Vec<Change>) -> Vec<Change> {
    let mut groups: crate::base::IndexMap<(&'static str, String), Vec<Change>> =
        crate::base::IndexMap::default();
    for change in changes {
        groups.entry((change.kind, change.name.clone())).or_default().push(change);
    }
    let mut groups: Vec<Vec<Change>> = groups.into_values().collect();
    for group in &mut groups {
        group.sort_by_key(|change| (change.impact, !change.member.is_empty()));
    }
    groups.sort_by_key(|group| group[0].impact);
    groups.into_iter().flatten().collect()
}

/// Where one version defines something.
#[derive(Clone, Copy, Debug)]
pub(super) enum Site<'g> {
    /// At this node.
    At(YamlNode<'g>),
    /// Not defined; this node is its nearest context.
    Near(YamlNode<'g>),
    /// Not defined, and without any context.
    Nowhere,
}

impl<'g> Site<'g> {
    /// Returns the site at `node`, or else near `key`.
    pub(super) fn new(node: Option<YamlNode<'g>>, key: YamlNode<'g>) -> Self {
        node.map_or(Site::Near(key), Site::At)
    }

    fn node(self) -> Option<YamlNode<'g>> {
        match self {
            Site::At(node) | Site::Near(node) => Some(node),
            Site::Nowhere => None,
        }
    }
}

/// The kind of a change, and its locations.
#[derive(Clone, Debug)]
pub(super) struct Edit<'g> {
    act: Act,
    keyname: Option<&'static str>,
    old: Site<'g>,
    new: Site<'g>,
    renamed_to: Option<String>,
}

impl<'g> Edit<'g> {
    pub(super) fn removed(key: YamlNode<'g>) -> Self {
        Self { act: Act::Removed, keyname: None, old: Site::At(key), new: Site::Nowhere, renamed_to: None }
    }

    pub(super) fn added(key: YamlNode<'g>) -> Self {
        Self { act: Act::Added, keyname: None, old: Site::Nowhere, new: Site::At(key), renamed_to: None }
    }

    pub(super) fn renamed(old: YamlNode<'g>, new: YamlNode<'g>) -> Self {
        let renamed_to = Some(new.text().to_owned());
        Self { act: Act::Removed, keyname: None, old: Site::At(old), new: Site::At(new), renamed_to }
    }

    pub(super) fn changed(keyname: &'static str, old: Site<'g>, new: Site<'g>) -> Self {
        Self { act: Act::Changed, keyname: Some(keyname), old, new, renamed_to: None }
    }
}

/// A node of one run: the same one for all types that inherit it.
type NodeKey = Option<(FileId, NodeId)>;

/// What identifies a change: its impact, its keyname and its locations.
type Identity = (Impact, Option<&'static str>, NodeKey, NodeKey);

/// The changes reported so far.
#[derive(Debug, Default)]
struct Reported {
    changes: Vec<Change>,
    /// The index in `changes` of each change.
    indexes: FxHashMap<Identity, usize>,
    /// For each change, the last definition that has it.
    seen: Vec<Option<DefinitionId>>,
}

/// The definition that is compared.
#[derive(Clone, Debug)]
pub(super) struct Subject {
    kind: &'static str,
    name: String,
    id: Option<DefinitionId>,
}

impl Subject {
    fn profile() -> Self {
        Self { kind: "profile", name: String::new(), id: None }
    }

    fn definition(named: &Named) -> Self {
        Self { kind: named.kind.name(), name: named.name.clone(), id: Some(named.id) }
    }
}

/// The ancestors that only the old or only the new version of a type has, and the members that it inherits
/// from them.
#[derive(Clone, Debug, Default)]
pub(super) struct AncestorChanges<'g> {
    pub(super) removed: Vec<YamlNode<'g>>,
    pub(super) added: Vec<YamlNode<'g>>,
    pub(super) removed_members: Vec<String>,
    pub(super) added_members: Vec<String>,
    /// Whether ancestors are unknown, so that members may only seem to be removed or added.
    pub(super) old_is_incomplete: bool,
    pub(super) new_is_incomplete: bool,
}

/// The comparison of two profiles.
pub(super) struct Comparison<'g> {
    pub(super) old: &'g Types,
    pub(super) new: &'g Types,
    /// The checkers of the values of both versions, which know no values of inputs.
    checkers: [Rc<Checker<'g>>; 2],
    pub(super) pairs: Pairs,
    pub(super) usages: Usages,
    subject: Subject,
    /// The enclosing members, outermost first.
    path: Vec<String>,
    reported: Reported,
    pub(super) ancestor_changes: AncestorChanges<'g>,
    /// Whether this only measures how much two types differ; nothing is reported.
    pub(super) trial: bool,
    pub(super) lost_parts: LostParts,
}

impl<'g> Comparison<'g> {
    /// Reports a change of the current member, unless it is already reported.
    pub(super) fn report(
        &mut self,
        impact: Impact,
        edit: &Edit<'g>,
        what: impl Into<String>,
        why: impl Into<String>,
    ) {
        let node_key = |site: Site<'g>, always: bool| match site {
            Site::At(node) => Some((node.tree().file(), node.id())),
            Site::Near(node) if always => Some((node.tree().file(), node.id())),
            Site::Near(_) | Site::Nowhere => None,
        };
        let nowhere = node_key(edit.old, false).is_none() && node_key(edit.new, false).is_none();
        let identity = (impact, edit.keyname, node_key(edit.old, nowhere), node_key(edit.new, nowhere));
        if let Some(&index) = self.reported.indexes.get(&identity) {
            let (change, seen) = (&mut self.reported.changes[index], &mut self.reported.seen[index]);
            if *seen != self.subject.id && change.kind == self.subject.kind {
                change.heirs += 1;
                *seen = self.subject.id;
            }
            return;
        }
        self.reported.indexes.insert(identity, self.reported.changes.len());
        self.reported.seen.push(self.subject.id);
        let span = |site: Site<'g>| site.node().map(YamlNode::span);
        let path: Vec<&str> = self.path.iter().rev().map(String::as_str).collect();
        self.reported.changes.push(Change {
            impact,
            act: edit.act,
            keyname: edit.keyname,
            kind: self.subject.kind,
            name: self.subject.name.clone(),
            member: path.join(" of "),
            what: what.into(),
            why: why.into(),
            old: span(edit.old),
            new: span(edit.new),
            heirs: 0,
            renamed_to: edit.renamed_to.clone(),
        });
    }

    /// Returns a value of the old version, which must be of the type `expected`.
    pub(super) fn old_value(&self, node: YamlNode<'g>, expected: ValueType<'g>) -> Meaning<'g> {
        Meaning::of_value(self.old, &self.checkers[0], node, expected)
    }

    /// Returns a value of the new version, which must be of the type `expected`.
    pub(super) fn new_value(&self, node: YamlNode<'g>, expected: ValueType<'g>) -> Meaning<'g> {
        Meaning::of_value(self.new, &self.checkers[1], node, expected)
    }

    /// Returns a condition of the old version; `validated` is the type of `$value`, if it has one.
    pub(super) fn old_condition(&self, node: YamlNode<'g>, validated: Option<&ValueType<'g>>) -> Meaning<'g> {
        Meaning::of_condition(self.old, &self.checkers[0], node, validated)
    }

    /// Returns a condition of the new version; `validated` is the type of `$value`, if it has one.
    pub(super) fn new_condition(&self, node: YamlNode<'g>, validated: Option<&ValueType<'g>>) -> Meaning<'g> {
        Meaning::of_condition(self.new, &self.checkers[1], node, validated)
    }

    /// Compares a member that is called `name` in messages.
    pub(super) fn within(&mut self, name: String, compare: impl FnOnce(&mut Self)) {
        self.path.push(name);
        compare(self);
        self.path.pop();
    }

    /// Returns the changes that a comparison would report.
    pub(super) fn trial(&mut self, compare: impl FnOnce(&mut Self)) -> Vec<Change> {
        let reported = std::mem::take(&mut self.reported);
        let ancestor_changes = std::mem::take(&mut self.ancestor_changes);
        let outer_trial = std::mem::replace(&mut self.trial, true);
        compare(self);
        self.trial = outer_trial;
        self.ancestor_changes = ancestor_changes;
        std::mem::replace(&mut self.reported, reported).changes
    }

    /// Compares the names of the profile, without their versions.
    fn profile(&mut self) {
        let name = |graph: &'g FileGraph| {
            let file = graph.files.iter().find(|file| file.is_requested && file.profile.is_some())?;
            Head::for_file(file).profile
        };
        let (old_graph, new_graph) = (&*self.old.graph, &*self.new.graph);
        if profile(old_graph).is_none() || profile(new_graph).is_none() {
            return;
        }
        let (Some(old), Some(new)) = (name(old_graph), name(new_graph)) else { return };
        let bare = |node: YamlNode<'g>| split_version(node.text()).0;
        if bare(old) == bare(new) {
            return;
        }
        self.subject.name = bare(old).to_owned();
        self.report(
            Impact::Breaking,
            &Edit::changed("profile", Site::At(old), Site::At(new)),
            format!("is now called {}", crate::diagnostics::quoted(bare(new))),
            "imports by profile name find another profile",
        );
    }

    fn definitions(&mut self, renamed: &[(Named, Named)]) {
        for kind in ORDER {
            let mut paired: Vec<(usize, Named, DefinitionId)> = self
                .pairs
                .paired
                .iter()
                .filter(|(named, _)| named.kind == kind)
                .map(|(named, new)| {
                    let depth = if kind <= NameKind::PolicyType {
                        depth(self.old, named.id).max(depth(self.new, *new))
                    } else {
                        0
                    };
                    (depth, named.clone(), *new)
                })
                .collect();
            // An inherited change is reported at the type that makes it, so ancestors come first.
            paired.sort_by_key(|(depth, ..)| *depth);
            for (_, named, new) in paired {
                self.subject = Subject::definition(&named);
                self.definition(kind, named.id, new);
            }
            self.removed(kind, renamed);
            self.added(kind, renamed);
        }
    }

    fn definition(&mut self, kind: NameKind, old: DefinitionId, new: DefinitionId) {
        match kind {
            NameKind::Function => self.function(old, new),
            NameKind::Repository => self.repository(old, new),
            _ => {
                let (old_types, new_types) = (self.old, self.new);
                self.types(old_types.get(old), new_types.get(new));
            }
        }
    }

    fn removed(&mut self, kind: NameKind, renamed: &[(Named, Named)]) {
        let removed: Vec<Named> =
            self.pairs.removed.iter().filter(|named| named.kind == kind).cloned().collect();
        for named in removed {
            self.subject = Subject::definition(&named);
            let key = key(self.old, named.id);
            let why = "references fail";
            match renamed.iter().find(|(old, _)| old.id == named.id) {
                Some((_, new)) => {
                    let what =
                        format!("was removed, perhaps renamed to {}", crate::diagnostics::quoted(&new.name));
                    self.report(
                        Impact::Breaking,
                        &Edit::renamed(key, self::key(self.new, new.id)),
                        what,
                        why,
                    );
                }
                None => self.report(Impact::Breaking, &Edit::removed(key), "was removed", why),
            }
        }
    }

    fn added(&mut self, kind: NameKind, renamed: &[(Named, Named)]) {
        let added: Vec<Named> = self.pairs.added.iter().filter(|named| named.kind == kind).cloned().collect();
        for named in added {
            if renamed.iter().any(|(_, new)| new.id == named.id) {
                continue;
            }
            self.subject = Subject::definition(&named);
            let edit = Edit::added(key(self.new, named.id));
            self.report(Impact::Addition, &edit, "was added", "existing uses are unaffected");
        }
    }

    /// Finds types that the new version has under another name; from now on, both names mean the same type.
    fn renamed_definitions(&mut self) -> Vec<(Named, Named)> {
        let mut renamed: Vec<(Named, Named)> = Vec::new();
        let is_type = |named: &&Named| named.kind <= NameKind::PolicyType;
        let removed: Vec<Named> = self.pairs.removed.iter().filter(is_type).cloned().collect();
        let added: Vec<Named> = self.pairs.added.iter().filter(is_type).cloned().collect();
        if removed.len() * added.len() > MAX_RENAME_PAIRS {
            return renamed;
        }
        let (old_types, new_types) = (self.old, self.new);
        for old in removed {
            let old_type = old_types.get(old.id);
            let mut equal = Vec::new();
            for new in added.iter().filter(|new| new.kind == old.kind) {
                let new_type = new_types.get(new.id);
                let taken = renamed.iter().any(|(_, taken)| taken.id == new.id);
                if !taken
                    && count_members(old_type) == count_members(new_type)
                    && self.trial(|trial| trial.types(old_type, new_type)).is_empty()
                {
                    equal.push(new);
                }
            }
            let names = equal.iter().map(|new| new.name.as_str());
            let suggestion = crate::diagnostics::suggest(&old.name, names);
            // Types without members may be equal by chance.
            let counterpart = match (suggestion, &equal[..]) {
                (Some(suggestion), _) => equal.iter().find(|new| new.name == suggestion).copied(),
                (None, [only]) if count_members(old_type) > 0 => Some(*only),
                _ => None,
            };
            if let Some(new) = counterpart {
                self.pairs.counterparts.insert(old.id, new.id);
                renamed.push((old, new.clone()));
            }
        }
        renamed
    }
}

/// How many members a type writes itself.
fn count_members(ty: TypeView<'_>) -> usize {
    let members = &ty.members;
    members.fields.len()
        + members.further().capabilities.len()
        + members.further().requirements.len()
        + members.further().interfaces.len()
        + members.further().operations.len()
        + members.further().artifacts.len()
        + members.further().triggers.len()
}

fn depth(types: &Types, id: DefinitionId) -> usize {
    types.lineage(types.get(id)).count()
}

/// Returns the key that names a definition.
pub(super) fn key(types: &Types, id: DefinitionId) -> YamlNode<'_> {
    types.graph.file(id.file).node(types.names.definition(id).key)
}
