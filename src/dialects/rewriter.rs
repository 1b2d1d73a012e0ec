//! Rewrites the tree of one file: what dialects write with.
//!
//! In: a tree, keyname tables, actions. Out: a lowered tree, policies, marks, and what is to be said about
//! keynames. Every new node has the span of what it stands for.

use rustc_hash::FxHashMap;

use crate::diagnostics::{Diagnostic, Level, codes, suggest};
use crate::yaml::{self, Builder, Kind, Node, NodeId, Original, Style, Tree};

use super::table::Action;
use super::{Applied, Guards, Lowered, Mark, Marks, Policies, Recognised, Table};

/// The key under which metadata keeps what TOSCA 2.0 has no keyname for.
const KEPT: &str = "tosca-lower";

/// Something that TOSCA 2.0 cannot express: its key, or a name for it, and its value.
#[derive(Clone, Copy, Debug)]
pub enum Kept<'t> {
    /// An entry as it is written.
    Entry(Node<'t>, Node<'t>),
    /// A value under a name of its own.
    Named(&'static str, Node<'t>),
}

/// Rewrites one tree.
#[derive(Debug)]
pub struct Rewriter<'t> {
    tree: &'t Tree,
    out: Builder,
    /// What the file is written in.
    pub recognised: Recognised,
    /// What later phases should know.
    pub policies: Policies,
    /// What may be absent.
    pub guards: Guards,
    /// The findings so far.
    pub diagnostics: Vec<Diagnostic>,
    /// The tree, where it was rewritten as a whole.
    whole: Option<Tree>,
    marks: Marks,
    applied: Vec<Applied>,
    kept: Vec<Kept<'t>>,
    /// Whether a function in a value may lose some of its arguments.
    loses_in_values: bool,
    /// A misspelled keyname, and what it is written as.
    meant: Option<(NodeId, &'static str)>,
    /// The map whose entries are written.
    map: Option<Node<'t>>,
}

impl<'t> Rewriter<'t> {
    pub(super) fn new(tree: &'t Tree, recognised: Recognised, before: Lowered) -> Self {
        Self {
            tree,
            out: Builder::rewriting(tree),
            recognised,
            policies: before.policies,
            guards: before.guards,
            diagnostics: Vec::new(),
            whole: None,
            // Those of a dialect before this one are about nodes of a tree that is no more.
            marks: Marks::default(),
            applied: before.applied,
            kept: Vec::new(),
            loses_in_values: tree.mentions("get_artifact"),
            meant: None,
            map: None,
        }
    }

    pub(super) fn finish(self) -> (Lowered, Vec<Diagnostic>) {
        let Self { out, whole, policies, marks, mut applied, guards, diagnostics, .. } = self;
        applied.sort_by_key(|applied| applied.place);
        let diagnostics = codes::tolerated_form::once(diagnostics);
        let tree = whole.unwrap_or_else(|| out.finish());
        (Lowered { tree, policies, marks, applied, guards, languages: Vec::new() }, diagnostics)
    }

    /// The tree that is rewritten.
    #[must_use]
    pub fn tree(&self) -> &'t Tree {
        self.tree
    }

    /// The version of the dialect, by its own count.
    #[must_use]
    pub fn version(&self) -> u8 {
        self.recognised.version
    }

    /// Whether there may be more keynames than those of the tables.
    #[must_use]
    pub fn is_extended(&self) -> bool {
        self.recognised.is_extended
    }

    /// Adds a finding about `node`; where an alias or merge key brought the node, that place is told.
    pub fn report(&mut self, node: Node<'_>, diagnostic: Diagnostic) {
        yaml::report(&mut self.diagnostics, node, diagnostic);
    }

    /// Notes that `rule` rewrote `node`.
    pub fn applied(&mut self, rule: &'static str, node: Node<'_>) {
        self.applied.push(Applied { rule, place: node.span() });
    }

    /// Marks the node that is written next.
    pub fn mark(&mut self, mark: Mark) {
        self.marks.push(self.out.next_id(), mark);
    }

    // ── writing ──

    /// Takes `tree`, which was rewritten as a whole, in place of what is written here.
    pub fn replace(&mut self, tree: Tree) {
        self.whole = Some(tree);
    }

    /// Writes `node` as it is, with everything below it.
    pub fn copy(&mut self, node: Node<'t>) {
        self.out.copy(node);
    }

    /// Writes an entry as it is.
    pub fn entry(&mut self, key: Node<'t>, value: Node<'t>) {
        self.same_key(key);
        self.out.copy(value);
    }

    /// Writes a key as it is, or as it was meant.
    pub fn same_key(&mut self, key: Node<'t>) {
        match self.meant {
            Some((misspelled, name)) if misspelled == key.id() => self.out.lowered_string(name, key),
            _ => self.out.copy(key),
        }
    }

    /// Writes the key `name` for the written key `key`.
    pub fn key(&mut self, name: &str, key: Node<'t>) {
        if key.as_str() == Some(name) {
            self.out.copy(key);
        } else {
            self.out.lowered_string(name, key);
        }
    }

    /// Writes a string that stands for `original`.
    pub fn string(&mut self, text: &str, original: impl Into<Original>) {
        self.out.lowered_string(text, original);
    }

    /// Writes a plain scalar, such as a number, that stands for `original`.
    pub fn plain(&mut self, text: &str, original: impl Into<Original>) {
        self.out.lowered_plain(text, original);
    }

    /// Writes a node in place of something that was reported: later phases say nothing about it.
    pub fn invalid(&mut self, original: impl Into<Original>) {
        self.out.lowered_invalid(original);
    }

    /// Opens a copy of a list or map.
    pub fn open_like(&mut self, node: Node<'t>) {
        self.out.open_like(node);
    }

    /// Opens a map of one line that stands for `original`.
    pub fn open_map(&mut self, original: impl Into<Original>) {
        self.out.lowered_mapping(original);
    }

    /// Opens a list of one line that stands for `original`.
    pub fn open_list(&mut self, original: impl Into<Original>) {
        self.out.lowered_container(Kind::Sequence, Style::Flow, original);
    }

    /// Opens a map of several lines, or of one where `like` is written in one.
    pub fn open_map_like(&mut self, like: Node<'t>) {
        self.out.lowered_container(Kind::Mapping, style(like), like);
    }

    /// Opens a list of several lines, or of one where `like` is written in one.
    pub fn open_list_like(&mut self, like: Node<'t>) {
        self.out.lowered_container(Kind::Sequence, style(like), like);
    }

    /// Closes what was opened last.
    pub fn close(&mut self) {
        self.out.close();
    }

    // ── shapes ──

    /// Writes an entry whose value is `part`.
    pub fn part(&mut self, key: Node<'t>, value: Node<'t>, part: impl FnOnce(&mut Self, Node<'t>)) {
        self.same_key(key);
        part(self, value);
    }

    /// Writes a map from names to `part`; what is no map is left as it is.
    pub fn map(&mut self, node: Node<'t>, mut part: impl FnMut(&mut Self, Node<'t>)) {
        if !node.is_mapping() {
            return self.copy(node);
        }
        self.open_like(node);
        for (key, value) in node.all_entries() {
            self.out.copy(key);
            part(self, value);
        }
        self.close();
    }

    /// Writes a list of `part`; what is no list is left as it is.
    pub fn list(&mut self, node: Node<'t>, mut part: impl FnMut(&mut Self, Node<'t>)) {
        if !node.is_sequence() {
            return self.copy(node);
        }
        self.open_like(node);
        for item in node.items() {
            part(self, item);
        }
        self.close();
    }

    /// Writes a list of maps from one name to `part`.
    pub fn named(&mut self, node: Node<'t>, mut part: impl FnMut(&mut Self, Node<'t>)) {
        self.list(node, |rewriter, item| rewriter.map(item, &mut part));
    }

    // ── tables ──

    /// Writes a map with the keynames of `table`; what is no map is left as it is.
    pub fn entity(&mut self, table: &'static Table, node: Node<'t>) {
        self.entity_with(table, node, |_| {});
    }

    /// The same; `more` writes entries behind the others.
    pub fn entity_with(&mut self, table: &'static Table, node: Node<'t>, more: impl FnOnce(&mut Self)) {
        if !node.is_mapping() {
            return self.copy(node);
        }
        self.open_like(node);
        self.keynames(table, node, more);
        self.close();
    }

    /// Writes the entries of `node`, a map with the keynames of `table`, into the map that is open.
    pub fn keynames(&mut self, table: &'static Table, node: Node<'t>, more: impl FnOnce(&mut Self)) {
        self.keynames_among(table, node, |_| true, more);
    }

    /// The same for those entries only whose key is `wanted`.
    pub fn keynames_among(
        &mut self,
        table: &'static Table,
        node: Node<'t>,
        wanted: impl Fn(Node<'t>) -> bool,
        more: impl FnOnce(&mut Self),
    ) {
        let outer = std::mem::take(&mut self.kept);
        let around = self.map.replace(node);
        let metadata_allowed = table.meta.keyname("metadata").is_some();
        let metadata = node.entry("metadata").filter(|_| metadata_allowed);
        // Metadata is written last where something is added to it.
        let loses = |key: Node<'_>| table.loses(key.text()) || table.position(key.text()).is_none();
        let last = metadata.is_some() && (self.loses_in_values || node.entries().any(|(key, _)| loses(key)));
        // Where in the table what is kept comes from: an order that does not depend on that of the file.
        let mut rows: Vec<usize> = Vec::new();
        for (key, value) in node.all_entries().filter(|(key, _)| wanted(*key)) {
            let Some(name) = key.as_str() else {
                self.entry(key, value);
                continue;
            };
            if last && metadata.is_some_and(|(held, _)| held.id() == key.id()) {
                continue;
            }
            let row = table.position(name);
            let action = match row {
                Some(at) => {
                    self.check_version(table, at, key);
                    if value.is_null() && table.meta.keynames[at].expected.is_section() {
                        self.applied("empty-section", key);
                        self.report(key, codes::tolerated_form::empty(key.span(), name));
                        continue;
                    }
                    Some(table.actions[at])
                }
                None => self.unknown(table, key, node),
            };
            match action {
                Some(action) => action(self, key, value),
                None if metadata_allowed => self.keep(key, value),
                None => {}
            }
            rows.resize(self.kept.len(), row.unwrap_or(usize::MAX));
        }
        more(self);
        self.map = around;
        rows.resize(self.kept.len(), usize::MAX);
        let mut kept: Vec<_> = rows.into_iter().zip(std::mem::replace(&mut self.kept, outer)).collect();
        kept.sort_by_key(|(row, _)| *row);
        let kept: Vec<_> = kept.into_iter().map(|(_, kept)| kept).collect();
        if last || !kept.is_empty() {
            self.metadata(metadata.filter(|_| last), &kept);
        }
    }

    /// Reports what is wrong with the keys of a map that is not written as it is.
    pub fn check_keynames(&mut self, table: &'static Table, node: Node<'t>) {
        for (key, _) in node.entries() {
            match key.as_str().map(|name| table.position(name)) {
                Some(Some(at)) => self.check_version(table, at, key),
                Some(None) => {
                    self.unknown(table, key, node);
                    self.meant = None;
                }
                None => {}
            }
        }
    }

    /// The map at hand.
    #[must_use]
    pub fn around(&self) -> Option<Node<'t>> {
        self.map
    }

    /// The value of another keyname of the map at hand.
    #[must_use]
    pub fn sibling(&self, keyname: &str) -> Option<Node<'t>> {
        self.map?.get(keyname)
    }

    /// Keeps an entry that TOSCA 2.0 cannot express under `metadata` of the entity at hand.
    pub fn lose(&mut self, key: Node<'t>, value: Node<'t>) {
        self.report(key, codes::lowered_with_loss::new(key.span(), key.text()));
        self.applied("metadata", key);
        self.kept.push(Kept::Entry(key, value));
    }

    /// Keeps a part without key of its own.
    pub fn lose_as(&mut self, name: &'static str, value: Node<'t>) {
        self.report(value, codes::lowered_with_loss::new(value.span(), name));
        self.applied("metadata", value);
        self.kept.push(Kept::Named(name, value));
    }

    /// Keeps an entry under `metadata` without a word: it means nothing to any processor.
    pub fn keep(&mut self, key: Node<'t>, value: Node<'t>) {
        self.applied("metadata", key);
        self.kept.push(Kept::Entry(key, value));
    }

    fn metadata(&mut self, written: Option<(Node<'t>, Node<'t>)>, kept: &[Kept<'t>]) {
        let first = written.map(|(key, _)| key).or_else(|| {
            kept.first().map(|kept| match *kept {
                Kept::Entry(key, _) => key,
                Kept::Named(_, value) => value,
            })
        });
        let Some(place) = first else { return };
        self.out.lowered_string("metadata", place);
        self.out.lowered_container(Kind::Mapping, Style::Block, place);
        for (key, value) in written.into_iter().flat_map(|(_, value)| value.all_entries()) {
            self.entry(key, value);
        }
        if !kept.is_empty() {
            self.out.lowered_string(KEPT, place);
            self.out.lowered_container(Kind::Mapping, Style::Block, place);
            let mut names: FxHashMap<&str, u32> = FxHashMap::default();
            for &kept in kept {
                let (name, place, value) = match kept {
                    Kept::Entry(key, value) => (key.text(), key, value),
                    Kept::Named(name, value) => (name, value, value),
                };
                let times = names.entry(name).or_default();
                *times += 1;
                match kept {
                    Kept::Entry(key, _) if *times == 1 => self.out.copy(key),
                    _ if *times == 1 => self.out.lowered_string(name, place),
                    _ => self.out.lowered_string(&format!("{name} {times}"), place),
                }
                self.out.copy(value);
            }
            self.close();
        }
        self.close();
    }

    /// Reports a keyname that the version at hand does not have.
    fn check_version(&mut self, table: &Table, at: usize, key: Node<'t>) {
        let row = &table.meta.keynames[at];
        let version = self.version();
        if (row.since..=row.until).contains(&version) || self.is_extended() {
            return;
        }
        let words = self.recognised.words;
        let names = self.recognised.names;
        let name = |version: u8| names.get(usize::from(version)).copied().unwrap_or_default();
        let found = if version < row.since {
            codes::keyname_of_other_version::later(
                key.span(),
                key.text(),
                table.meta.name,
                words,
                name(row.since),
            )
        } else {
            codes::keyname_of_other_version::gone(
                key.span(),
                key.text(),
                table.meta.name,
                words,
                name(row.until),
            )
        };
        self.report(key, found);
    }

    /// Reports a key that is no keyname; gives what becomes of the one that was meant.
    fn unknown(&mut self, table: &'static Table, key: Node<'t>, map: Node<'t>) -> Option<Action> {
        let name = key.text();
        let version = self.version();
        let rows = || table.meta.keynames.iter().filter(|row| (row.since..=row.until).contains(&version));
        let absent = || rows().map(|row| row.name).filter(|name| map.entry(name).is_none());
        let renamed = rows().find(|row| row.formerly.contains(&name)).map(|row| row.name);
        let retired = table.meta.retired.iter().find(|(old, _)| *old == name);
        let near = renamed.or_else(|| if retired.is_none() { suggest(name, absent()) } else { None });
        let help = match (renamed, retired, near) {
            (Some(renamed), ..) => format!("in {} this is `{renamed}`", self.recognised.words),
            (None, Some((_, help)), _) => (*help).to_owned(),
            (None, None, Some(near)) => format!("did you mean `{near}`?"),
            (None, None, None) => match table.meta.unknown_key_help {
                Some(help) => help.to_owned(),
                None => {
                    let names: Vec<String> = absent().map(|name| format!("`{name}`")).collect();
                    format!("expected {}", crate::diagnostics::list(&names, "or"))
                }
            },
        };
        let mut found = codes::unknown_keyname::new(key.span(), name, table.meta.name, Some(help));
        let near = near.filter(|near| map.entry(near).is_none());
        if let Some(near) = near {
            found = found.fix(format!("write `{near}`"), key.span(), near);
        }
        self.report(key, if self.is_extended() { found.at_level(Level::Warning) } else { found });
        // It is read as what was meant, so that nothing is told to be missing.
        let at = table.position(near?)?;
        self.meant = Some((key.id(), table.meta.keynames[at].name));
        Some(table.actions[at])
    }
}

impl Table {
    fn position(&self, name: &str) -> Option<usize> {
        self.meta.keynames.iter().position(|row| row.name == name)
    }

    fn loses(&self, name: &str) -> bool {
        self.meta.keyname(name).is_some_and(|row| row.is_lost)
    }
}

fn style(like: Node<'_>) -> Style {
    if like.style() == Style::Flow { Style::Flow } else { Style::Block }
}
