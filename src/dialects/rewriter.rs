//! Rewrites the tree of one file: the API with which dialects write.
//!
//! Input: a tree, keyname tables, actions. Output: a lowered tree, policies, marks, and diagnostics about
//! keynames. Every new node has the span of its original.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::diagnostics::{Diagnostic, Level, rules, suggest};
use crate::keynames::AddedRow;
use crate::yaml::{self, Builder, Kind, NodeId, Original, Style, Tree, YamlNode};

use super::XmlSurroundings;
use super::marks::{LOST, UNKNOWN};
use super::table::Action;
use super::{Applied, Guards, KeynameTable, LoweredParts, Mark, Marks, Policies, Recognized};

/// The key under `metadata` for parts that have no keyname in TOSCA 2.0.
pub const KEPT_KEY: &str = "tosca-lower";

/// A part that TOSCA 2.0 cannot express: its key or a name for it, and its value.
#[derive(Clone, Copy, Debug)]
pub enum KeptPart<'t> {
    /// An entry of the file.
    Entry(YamlNode<'t>, YamlNode<'t>),
    /// A value that has no key, under this name.
    Named(&'static str, YamlNode<'t>),
}

/// Rewrites one tree.
#[derive(Debug)]
pub struct Rewriter<'t> {
    tree: &'t Tree,
    out: Builder,
    /// The version that the file is written in.
    pub recognized: Recognized,
    /// The settings for later phases.
    pub policies: Policies,
    /// The elements that may be absent.
    pub guards: Guards,
    /// The diagnostics so far.
    pub diagnostics: Vec<Diagnostic>,
    /// The new tree, if it was replaced as a whole.
    whole: Option<Tree>,
    marks: Marks,
    applied: Vec<Applied>,
    /// The names of the dialects so far.
    languages: Vec<&'static str>,
    kept: Vec<KeptPart<'t>>,
    /// Whether a function in a value may lose some of its arguments.
    loses_in_values: bool,
    /// Whether the file has the string `null`, as the name of the data type of the value `null`.
    pub names_null: bool,
    /// The key of a misspelled keyname, and the correct keyname.
    corrected_key: Option<(NodeId, &'static str)>,
    /// The map whose entries are being written.
    map: Option<YamlNode<'t>>,
    /// The path of the file, and the other files that it is lowered with, if its dialect knows such.
    pub surroundings: Option<XmlSurroundings>,
    /// Writes a value that is kept under `metadata`.
    pub write_kept: fn(&mut Self, YamlNode<'t>),
}

impl<'t> Rewriter<'t> {
    pub(super) fn new(tree: &'t Tree, recognized: Recognized, previous: LoweredParts) -> Self {
        let mut policies = *previous.policies;
        let dialect = recognized.names.get(usize::from(recognized.version)).copied();
        // The first dialect is that of the author.
        policies.dialect = policies.dialect.or(dialect);
        Self {
            tree,
            out: Builder::rewriting(tree),
            recognized,
            policies,
            guards: previous.guards,
            diagnostics: Vec::new(),
            whole: None,
            // Marks of a previous dialect are about nodes of a tree that no longer exists.
            marks: Marks::default(),
            applied: previous.applied,
            languages: previous.languages,
            kept: Vec::new(),
            loses_in_values: tree.mentions("get_artifact"),
            names_null: tree.mentions("null") && tree.nodes().any(|node| node.as_str() == Some("null")),
            corrected_key: None,
            map: None,
            surroundings: None,
            write_kept: Self::copy,
        }
    }

    pub(super) fn finish(self) -> (Tree, LoweredParts, Vec<Diagnostic>) {
        let Self { out, whole, policies, marks, mut applied, languages, guards, diagnostics, .. } = self;
        applied.sort_by_key(|applied| applied.span);
        let diagnostics = rules::tolerated_form::merge_repeated(diagnostics);
        let tree = whole.unwrap_or_else(|| out.finish());
        let policies = Arc::new(policies);
        (tree, LoweredParts { policies, marks, applied, guards, languages }, diagnostics)
    }

    /// Returns the tree that is rewritten.
    #[must_use]
    pub fn tree(&self) -> &'t Tree {
        self.tree
    }

    /// Returns the index of the version of the dialect.
    #[must_use]
    pub fn version(&self) -> u8 {
        self.recognized.version
    }

    /// Whether the tools of the dialect define more keynames than the tables.
    #[must_use]
    pub fn is_extended(&self) -> bool {
        self.recognized.is_extended
    }

    /// Adds a diagnostic about `node`; if an alias or merge key included the node, that location is added.
    pub fn report(&mut self, node: YamlNode<'_>, diagnostic: Diagnostic) {
        yaml::report(&mut self.diagnostics, node, diagnostic);
    }

    /// Records that `rule` rewrote `node`.
    pub fn applied(&mut self, rule: &'static str, node: YamlNode<'_>) {
        self.applied.push(Applied { rule, span: node.span() });
    }

    /// Marks the node that is written next.
    pub fn mark(&mut self, mark: Mark) {
        self.marks.push(self.out.next_id(), mark);
    }

    // ── writing ──

    /// Replaces everything that is written here by `tree`.
    pub fn replace(&mut self, tree: Tree) {
        self.whole = Some(tree);
    }

    /// Writes an unchanged copy of `node`, with everything below it.
    pub fn copy(&mut self, node: YamlNode<'t>) {
        self.out.copy(node);
    }

    /// Writes an unchanged entry.
    pub fn entry(&mut self, key: YamlNode<'t>, value: YamlNode<'t>) {
        self.same_key(key);
        self.out.copy(value);
    }

    /// Writes a key unchanged, or with the correct spelling.
    pub fn same_key(&mut self, key: YamlNode<'t>) {
        match self.corrected_key {
            Some((misspelled, name)) if misspelled == key.id() => self.out.lowered_string(name, key),
            _ => self.out.copy(key),
        }
    }

    /// Writes the key `name` for the written key `key`.
    pub fn key(&mut self, name: &str, key: YamlNode<'t>) {
        if key.as_str() == Some(name) {
            self.out.copy(key);
        } else {
            self.out.lowered_string(name, key);
        }
    }

    /// Writes a string that replaces `original`.
    pub fn string(&mut self, text: &str, original: impl Into<Original>) {
        self.out.lowered_string(text, original);
    }

    /// Writes a plain scalar, such as a number, that replaces `original`.
    pub fn plain(&mut self, text: &str, original: impl Into<Original>) {
        self.out.lowered_plain(text, original);
    }

    /// Writes an invalid node in place of something that was reported, so that later phases ignore it.
    pub fn invalid(&mut self, original: impl Into<Original>) {
        self.out.lowered_invalid(original);
    }

    /// Opens a copy of a list or map.
    pub fn open_like(&mut self, node: YamlNode<'t>) {
        self.out.open_like(node);
    }

    /// Opens a map on a single line that replaces `original`.
    pub fn open_map(&mut self, original: impl Into<Original>) {
        self.out.lowered_mapping(original);
    }

    /// Opens a map on several lines that replaces `original`.
    pub fn open_block(&mut self, original: impl Into<Original>) {
        self.out.lowered_container(Kind::Mapping, Style::Block, original);
    }

    /// Opens a list on a single line that replaces `original`.
    pub fn open_list(&mut self, original: impl Into<Original>) {
        self.out.lowered_container(Kind::Sequence, Style::Flow, original);
    }

    /// Opens a list on several lines that replaces `original`.
    pub fn open_block_list(&mut self, original: impl Into<Original>) {
        self.out.lowered_container(Kind::Sequence, Style::Block, original);
    }

    /// Opens a map on several lines, or on a single line if `like` is.
    pub fn open_map_like(&mut self, like: YamlNode<'t>) {
        self.out.lowered_container(Kind::Mapping, style(like), like);
    }

    /// Opens a list on several lines, or on a single line if `like` is.
    pub fn open_list_like(&mut self, like: YamlNode<'t>) {
        self.out.lowered_container(Kind::Sequence, style(like), like);
    }

    /// Closes the map or list that was opened last.
    pub fn close(&mut self) {
        self.out.close();
    }

    // ── shapes ──

    /// Writes an entry whose value is written by `part`.
    pub fn part(
        &mut self,
        key: YamlNode<'t>,
        value: YamlNode<'t>,
        part: impl FnOnce(&mut Self, YamlNode<'t>),
    ) {
        self.same_key(key);
        part(self, value);
    }

    /// Writes a map whose values are written by `part`. Anything but a map is copied.
    pub fn map(&mut self, node: YamlNode<'t>, mut part: impl FnMut(&mut Self, YamlNode<'t>)) {
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

    /// Writes a list whose items are written by `part`. Anything but a list is copied.
    pub fn list(&mut self, node: YamlNode<'t>, mut part: impl FnMut(&mut Self, YamlNode<'t>)) {
        if !node.is_sequence() {
            return self.copy(node);
        }
        self.open_like(node);
        for item in node.items() {
            part(self, item);
        }
        self.close();
    }

    /// Writes a list of maps with one entry, whose values are written by `part`.
    pub fn named(&mut self, node: YamlNode<'t>, mut part: impl FnMut(&mut Self, YamlNode<'t>)) {
        self.list(node, |rewriter, item| rewriter.map(item, &mut part));
    }

    // ── tables ──

    /// Writes a map with the keynames of `table`. Anything but a map is copied.
    pub fn entity(&mut self, table: &'static KeynameTable, node: YamlNode<'t>) {
        self.entity_with(table, node, |_| {});
    }

    /// Writes a map like [`entity`](Self::entity); `more` writes further entries after the others.
    pub fn entity_with(
        &mut self,
        table: &'static KeynameTable,
        node: YamlNode<'t>,
        more: impl FnOnce(&mut Self),
    ) {
        if !node.is_mapping() {
            return self.copy(node);
        }
        self.open_like(node);
        self.keynames(table, node, more);
        self.close();
    }

    /// Writes the entries of `node`, a map with the keynames of `table`, into the map that is open.
    pub fn keynames(
        &mut self,
        table: &'static KeynameTable,
        node: YamlNode<'t>,
        more: impl FnOnce(&mut Self),
    ) {
        self.keynames_among(table, node, |_| true, more);
    }

    /// Writes entries like [`keynames`](Self::keynames), but only those with a key that `is_included`.
    pub fn keynames_among(
        &mut self,
        table: &'static KeynameTable,
        node: YamlNode<'t>,
        is_included: impl Fn(YamlNode<'t>) -> bool,
        more: impl FnOnce(&mut Self),
    ) {
        let outer_kept = std::mem::take(&mut self.kept);
        let enclosing_map = self.map.replace(node);
        let metadata_allowed = table.meta.keyname("metadata").is_some();
        let metadata = node.entry("metadata").filter(|_| metadata_allowed);
        // Metadata is written last if parts are added to it.
        let is_lost = |key: YamlNode<'_>| table.loses(key.text()) || table.position(key.text()).is_none();
        let is_metadata_last =
            metadata.is_some() && (self.loses_in_values || node.entries().any(|(key, _)| is_lost(key)));
        // The table rows of the kept parts: they are sorted by row, not by their order in the file.
        let mut rows: Vec<usize> = Vec::new();
        for (key, value) in node.all_entries().filter(|(key, _)| is_included(*key)) {
            let Some(name) = key.as_str() else {
                self.entry(key, value);
                continue;
            };
            if is_metadata_last && metadata.is_some_and(|(metadata_key, _)| metadata_key.id() == key.id()) {
                continue;
            }
            let row = table.position(name);
            let action = match row {
                Some(index) => {
                    self.check_version(table, index, key);
                    if value.is_null() && table.meta.keynames[index].expected.is_section() {
                        self.applied("empty-section", key);
                        self.report(key, rules::tolerated_form::empty(key.span(), name));
                        continue;
                    }
                    Some(table.actions[index])
                }
                None if self.is_documented(table, name) || self.is_of_tool(key) => None,
                None => self.unknown(table, key, node),
            };
            let is_known = || self.is_documented(table, name) || self.tool_of(name).is_some();
            match action {
                Some(action) => action(self, key, value),
                None if metadata_allowed && is_known() => self.lose(key, value),
                None if metadata_allowed => self.keep_unknown(key, value),
                None => {}
            }
            rows.resize(self.kept.len(), row.unwrap_or(usize::MAX));
        }
        more(self);
        self.map = enclosing_map;
        rows.resize(self.kept.len(), usize::MAX);
        let mut kept: Vec<_> = rows.into_iter().zip(std::mem::replace(&mut self.kept, outer_kept)).collect();
        kept.sort_by_key(|(row, _)| *row);
        let kept: Vec<_> = kept.into_iter().map(|(_, kept)| kept).collect();
        if is_metadata_last || !kept.is_empty() {
            self.metadata(metadata.filter(|_| is_metadata_last), &kept);
        }
    }

    /// Reports wrong keynames of a map that is not copied.
    pub fn check_keynames(&mut self, table: &'static KeynameTable, node: YamlNode<'t>) {
        for (key, _) in node.entries() {
            match key.as_str().map(|name| table.position(name)) {
                Some(Some(index)) => self.check_version(table, index, key),
                Some(None) if self.is_documented(table, key.text()) || self.is_of_tool(key) => {}
                Some(None) => {
                    self.unknown(table, key, node);
                    self.corrected_key = None;
                }
                None => {}
            }
        }
    }

    /// Returns the map whose entries are being written.
    #[must_use]
    pub fn current_map(&self) -> Option<YamlNode<'t>> {
        self.map
    }

    /// Returns the value of another keyname of the current map.
    #[must_use]
    pub fn sibling(&self, keyname: &str) -> Option<YamlNode<'t>> {
        self.map?.get(keyname)
    }

    /// Keeps an entry that TOSCA 2.0 cannot express under `metadata` of the current entity, and reports it.
    pub fn lose(&mut self, key: YamlNode<'t>, value: YamlNode<'t>) {
        self.report(key, rules::lowered_with_loss::new(key.span(), key.text()));
        self.applied(LOST, key);
        self.kept.push(KeptPart::Entry(key, value));
    }

    /// Keeps a part without a key under `metadata`, and reports it.
    pub fn lose_as(&mut self, name: &'static str, value: YamlNode<'t>) {
        self.report(value, rules::lowered_with_loss::new(value.span(), name));
        self.applied(LOST, value);
        self.kept.push(KeptPart::Named(name, value));
    }

    /// Keeps an entry under `metadata` without reporting it: no processor uses it.
    pub fn keep(&mut self, key: YamlNode<'t>, value: YamlNode<'t>) {
        self.applied("metadata", key);
        self.kept.push(KeptPart::Entry(key, value));
    }

    /// Keeps an entry under `metadata` whose meaning is not known.
    pub fn keep_unknown(&mut self, key: YamlNode<'t>, value: YamlNode<'t>) {
        self.applied(UNKNOWN, key);
        self.kept.push(KeptPart::Entry(key, value));
    }

    /// Writes `metadata` with the parts that `part` keeps, if there are some.
    pub fn with_kept(&mut self, part: impl FnOnce(&mut Self)) {
        let outer_kept = std::mem::take(&mut self.kept);
        part(self);
        let kept = std::mem::replace(&mut self.kept, outer_kept);
        self.metadata(None, &kept);
    }

    fn metadata(&mut self, written: Option<(YamlNode<'t>, YamlNode<'t>)>, kept: &[KeptPart<'t>]) {
        let origin = written.map(|(key, _)| key).or_else(|| {
            kept.first().map(|kept| match *kept {
                KeptPart::Entry(key, _) => key,
                KeptPart::Named(_, value) => value,
            })
        });
        let Some(origin) = origin else { return };
        self.out.lowered_string("metadata", origin);
        self.out.lowered_container(Kind::Mapping, Style::Block, origin);
        for (key, value) in written.into_iter().flat_map(|(_, value)| value.all_entries()) {
            self.entry(key, value);
        }
        if !kept.is_empty() {
            self.out.lowered_string(KEPT_KEY, origin);
            self.out.lowered_container(Kind::Mapping, Style::Block, origin);
            let mut names: FxHashMap<&str, u32> = FxHashMap::default();
            for &kept in kept {
                let (name, key_origin, value) = match kept {
                    KeptPart::Entry(key, value) => (key.text(), key, value),
                    KeptPart::Named(name, value) => (name, value, value),
                };
                let times = names.entry(name).or_default();
                *times += 1;
                match kept {
                    KeptPart::Entry(key, _) if *times == 1 => self.out.copy(key),
                    _ if *times == 1 => self.out.lowered_string(name, key_origin),
                    _ => self.out.lowered_string(&format!("{name} {times}"), key_origin),
                }
                (self.write_kept)(self, value);
            }
            self.close();
        }
        self.close();
    }

    /// Reports a keyname that the version of the file does not have.
    fn check_version(&mut self, table: &KeynameTable, index: usize, key: YamlNode<'t>) {
        let row = &table.meta.keynames[index];
        let version = self.version();
        if (row.since..=row.until).contains(&version) || self.is_extended() {
            return;
        }
        let words = self.recognized.words;
        let names = self.recognized.names;
        let name = |version: u8| names.get(usize::from(version)).copied().unwrap_or_default();
        let diagnostic = if version < row.since {
            rules::keyname_of_other_version::later(
                key.span(),
                key.text(),
                table.meta.name,
                words,
                name(row.since),
            )
        } else {
            rules::keyname_of_other_version::removed(
                key.span(),
                key.text(),
                table.meta.name,
                words,
                name(row.until),
            )
        };
        self.report(key, diagnostic);
    }

    /// Whether the tools of the dialect document a keyname that the table lacks.
    fn is_documented(&self, table: &KeynameTable, name: &str) -> bool {
        let documented = self.recognized.documented.iter();
        let mut documented = documented.filter(|(entity, _)| *entity == table.meta.name);
        documented.any(|(_, names)| names.contains(&name))
    }

    /// Returns the tool that reads the keyname `name` in any part, although the language does not have it.
    fn tool_of(&self, name: &str) -> Option<&'static str> {
        let mut of_tools = self.recognized.of_tools.iter();
        of_tools.find(|(keyname, _)| *keyname == name).map(|(_, tool)| *tool)
    }

    /// Whether a keyname is only known to a tool, which is reported.
    fn is_of_tool(&mut self, key: YamlNode<'_>) -> bool {
        let tool = self.tool_of(key.text());
        if let Some(tool) = tool {
            self.report(key, rules::tolerated_form::of_tool(key.span(), key.text(), tool));
        }
        tool.is_some()
    }

    /// Reports an unknown key, and returns the action of the suggested keyname if there is one.
    fn unknown(
        &mut self,
        table: &'static KeynameTable,
        key: YamlNode<'t>,
        map: YamlNode<'t>,
    ) -> Option<Action> {
        let name = key.text();
        let version = self.version();
        let rows = || table.meta.keynames.iter().filter(|row| (row.since..=row.until).contains(&version));
        let added: Vec<&'static str> = AddedRow::absent_in(self.policies.added, &table.meta, map).collect();
        let names = || rows().map(|row| row.name).chain(added.iter().copied());
        let absent = || names().filter(|name| map.entry(name).is_none());
        let renamed = rows().find(|row| row.formerly.contains(&name)).map(|row| row.name);
        let retired = table.meta.retired.iter().find(|(old, _)| *old == name);
        let owner = AddedRow::owner(self.policies.added, name, &table.meta);
        let may_be_another = retired.is_none() && owner.is_none();
        let suggestion = renamed.or_else(|| if may_be_another { suggest(name, absent()) } else { None });
        let help = match (renamed, retired, suggestion) {
            (Some(renamed), ..) => format!("in {} this is `{renamed}`", self.recognized.words),
            (None, Some((_, help)), _) => (*help).to_owned(),
            (None, None, Some(suggestion)) => format!("did you mean `{suggestion}`?"),
            (None, None, None) => match (owner, table.meta.unknown_keys) {
                (Some(owner), _) => format!("put `{name}` under `{owner}:`"),
                (None, Some((_, help))) => help.to_owned(),
                (None, None) => {
                    let names: Vec<String> = absent().map(|name| format!("`{name}`")).collect();
                    format!("expected {}", crate::diagnostics::list(&names, "or"))
                }
            },
        };
        let mut diagnostic = rules::unknown_keyname::new(key.span(), name, table.meta.name, Some(help));
        // An added keyname may be in the map that was written, although it is not in this one.
        let suggestion =
            suggestion.filter(|suggestion| map.entry(suggestion).is_none() && !added.contains(suggestion));
        if let Some(suggestion) = suggestion {
            let title = format!("write `{suggestion}`");
            diagnostic = if key.entry_value().is_null() {
                diagnostic.unsafe_fix(title, key.span(), suggestion)
            } else {
                diagnostic.fix(title, key.span(), suggestion)
            };
        }
        let is_known = self.is_extended() && renamed.is_some_and(|renamed| map.entry(renamed).is_none());
        if !is_known {
            self.report(
                key,
                if self.is_extended() { diagnostic.at_level(Level::Warning) } else { diagnostic },
            );
        }
        // The key is treated as the suggested one, so that no missing keyname is reported.
        let index = table.position(suggestion?)?;
        self.corrected_key = Some((key.id(), table.meta.keynames[index].name));
        Some(table.actions[index])
    }
}

impl KeynameTable {
    fn position(&self, name: &str) -> Option<usize> {
        self.meta.keynames.iter().position(|row| row.name == name)
    }

    fn loses(&self, name: &str) -> bool {
        self.meta.keyname(name).is_some_and(|row| row.is_lost)
    }
}

fn style(like: YamlNode<'_>) -> Style {
    if like.style() == Style::Flow { Style::Flow } else { Style::Block }
}
