//! Resolves the references of one file.

use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

use crate::base::{FileId, IndexMap, Span, Symbol};
use crate::diagnostics::{Alternatives, Diagnostic, list, quoted, rules};
use crate::keynames::{NameKind, NameKinds, Reference};
use crate::literals::BuiltIn;
use crate::load::File;
use crate::yaml::{self, YamlNode};

use super::former_scalars::{self, SCALARS};
use super::lookup::{Index, Lookup, may_hide_definitions};
use super::meant::Meant;
use super::{DefinitionId, Meaning, SecondMeanings, type_help};

mod candidates;
mod unknown_namespaces;

/// The meaning of a name, and its second meaning.
type MeaningPair = (Meaning, Option<DefinitionId>);

/// An unknown namespace at the start of one or more names.
struct UnknownNamespace {
    /// The index of the finding about the first of the names.
    diagnostic: usize,
    /// The number of other names.
    other_names: usize,
}

/// What a file has after its names are resolved.
pub(super) struct ResolvedNames {
    /// The meanings of names, by node.
    pub(super) meanings: Vec<Meant>,
    /// The second meanings of names, by node.
    pub(super) seconds: SecondMeanings,
    /// Whether a name was reported that is not defined.
    pub(super) has_unknown_names: bool,
}

/// Resolves the names of one file.
pub(super) struct Resolver<'r, 'g> {
    pub(super) index: &'r Index<'g>,
    pub(super) file: &'g File,
    /// The file whose names are visible: `file` itself, unless it is an expression.
    pub(super) scope: &'g File,
    diagnostics: &'r mut Vec<Diagnostic>,
    meanings: Vec<Meant>,
    seconds: SecondMeanings,
    known: FxHashMap<(NameKind, &'g str), Lookup>,
    /// The meanings of names of types and the like that were found, so that each name is looked up once.
    resolved: FxHashMap<(NameKinds, Option<Symbol>), MeaningPair>,
    templates: FxHashMap<(NameKind, &'g str), u32>,
    visible: FxHashMap<NameKind, Vec<String>>,
    suggestions: usize,
    /// The first unknown namespaces of names, up to their colon.
    unknown_namespaces: IndexMap<&'g str, UnknownNamespace>,
    /// Whether a name was reported that is not defined.
    pub(super) has_unknown_names: bool,
    /// The unknown scalar types of TOSCA 1.x.
    unknown_scalars: Vec<&'g str>,
    /// The files that should be imported, because they define names.
    reported_nearby: FxHashSet<FileId>,
}

/// The maximum number of ancestors of a type that are searched.
const MAX_ANCESTORS: usize = 100;

impl<'r, 'g> Resolver<'r, 'g> {
    pub(super) fn new(
        index: &'r Index<'g>,
        file: &'g File,
        name_count: usize,
        diagnostics: &'r mut Vec<Diagnostic>,
    ) -> Self {
        let scope = file.seen_from.map_or(file, |id| index.graph.file(id));
        let definitions = index.definitions(scope.id);
        let count = definitions.iter().filter(|definition| definition.in_template).count();
        let mut templates = FxHashMap::with_capacity_and_hasher(count, FxBuildHasher);
        let in_template = definitions.iter().zip(0..).filter(|(definition, _)| definition.in_template);
        templates.extend(
            in_template
                .map(|(definition, index)| ((definition.kind, scope.node(definition.key).text()), index)),
        );
        Self {
            index,
            file,
            scope,
            diagnostics,
            meanings: Vec::with_capacity(name_count),
            seconds: Vec::new(),
            known: FxHashMap::default(),
            resolved: FxHashMap::default(),
            templates,
            visible: FxHashMap::default(),
            suggestions: 0,
            unknown_namespaces: IndexMap::default(),
            has_unknown_names: false,
            unknown_scalars: Vec::new(),
            reported_nearby: FxHashSet::default(),
        }
    }

    pub(super) fn finish(mut self) -> ResolvedNames {
        // They are several sorted runs, which are merged.
        self.meanings.sort_by_key(|meant| meant.node);
        self.seconds.sort_unstable_by_key(|(node, _)| *node);
        for namespace in self.unknown_namespaces.values() {
            if let Some(note) = rules::unknown_namespace::other_names(namespace.other_names) {
                self.diagnostics[namespace.diagnostic].notes.push(note.into());
            }
        }
        ResolvedNames {
            meanings: self.meanings,
            seconds: self.seconds,
            has_unknown_names: self.has_unknown_names,
        }
    }

    /// Records the meaning of the name at `node`.
    pub(super) fn mean(&mut self, node: YamlNode<'_>, meaning: Meaning) {
        self.meanings.push(Meant::new(node.id(), meaning));
    }

    /// Adds a finding about `node`.
    pub(super) fn report(&mut self, node: YamlNode<'_>, diagnostic: Diagnostic) {
        yaml::report(self.diagnostics, node, diagnostic);
    }

    /// Looks a global name up in the scope of this file.
    pub(super) fn global(&mut self, kind: NameKind, name: &'g str) -> Lookup {
        let (index, id) = (self.index, self.scope.id);
        *self.known.entry((kind, name)).or_insert_with(|| index.find(id, kind, name))
    }

    /// Returns the definition `name` of a kind, if the names of all files do not exclude that there is one.
    fn find(&mut self, kind: NameKind, name: &'g str) -> Option<DefinitionId> {
        if kind.is_template() {
            self.template(kind, name)
        } else if self.index.may_find(self.scope.id, kind, name) {
            self.global(kind, name).definition
        } else {
            None
        }
    }

    /// Returns the definition `name` of the service template.
    pub(super) fn template(&self, kind: NameKind, name: &str) -> Option<DefinitionId> {
        let index = *self.templates.get(&(kind, name))?;
        Some(DefinitionId { file: self.scope.id, index })
    }

    /// Resolves all references that the grammar found.
    pub(super) fn references(&mut self) {
        self.repositories_of_imports();
        for reference in self.file.references() {
            let node = self.file.node(reference.node);
            // Most templates are named once or twice, and are found as fast.
            if reference.kinds.iter().any(|kind| kind.is_template()) {
                let meaning = self.reference(node, *reference);
                self.mean(node, meaning);
                continue;
            }
            let key = (reference.kinds, node.symbol());
            if let Some(&(meaning, second)) = self.resolved.get(&key) {
                self.mean(node, meaning);
                self.seconds.extend(second.map(|second| (node.id(), second)));
                continue;
            }
            let (diagnostic_count, second_count) = (self.diagnostics.len(), self.seconds.len());
            let meaning = self.reference(node, *reference);
            if meaning != Meaning::Unknown && self.diagnostics.len() == diagnostic_count {
                let second = self.seconds.get(second_count).map(|(_, second)| *second);
                self.resolved.insert(key, (meaning, second));
            }
            self.mean(node, meaning);
        }
    }

    /// Resolves the repositories of imports. Unknown ones were reported when the imports were loaded.
    fn repositories_of_imports(&mut self) {
        let root = self.file.syntax();
        let imports = root.and_then(|root| root.imports.as_ref()).into_iter().flat_map(|list| &list.items);
        for repository in imports.filter_map(|import| import.repository) {
            let node = self.file.node(repository.0);
            let lookup = self.global(NameKind::Repository, node.text());
            let meaning = lookup.definition.map_or(Meaning::Unknown, Meaning::Definition);
            self.mean(node, meaning);
        }
    }

    fn reference(&mut self, node: YamlNode<'g>, reference: Reference) -> Meaning {
        let name = node.text();
        let (mut is_incomplete, mut namespaces) = (false, 0);
        for (index, &kind) in reference.kinds.iter().enumerate() {
            let other_kinds = &reference.kinds[index + 1..];
            if kind.is_template() {
                if let Some(template) = self.template(kind, name) {
                    self.report_ambiguous(node, (kind, template), other_kinds);
                    return Meaning::Definition(template);
                }
                is_incomplete |= may_hide_definitions(self.file, kind)
                    || self.file.unknown_keys().may_define(name)
                    || !self.is_in_service_template(node);
                continue;
            }
            if kind == NameKind::DataType
                && let Some(built_in) = BuiltIn::named(name)
            {
                return Meaning::BuiltInType(built_in);
            }
            let lookup = self.global(kind, name);
            if let Some(definition) = lookup.definition {
                self.report_nearby(node, definition, lookup);
                self.report_ambiguous(node, (kind, definition), other_kinds);
                let mut global_kinds = other_kinds.iter().filter(|kind| !kind.is_template());
                let second = global_kinds.find_map(|&kind| self.global(kind, name).definition);
                self.seconds.extend(second.map(|second| (node.id(), second)));
                return Meaning::Definition(definition);
            }
            is_incomplete |= lookup.is_incomplete;
            namespaces = namespaces.max(lookup.namespaces);
        }
        if !is_incomplete && !reference.lenient {
            self.report_unknown(node, &reference.kinds, namespaces);
        } else if reference.lenient && !is_incomplete {
            return self.lenient(node, &reference.kinds, namespaces);
        }
        Meaning::Unknown
    }

    /// Reports a name that is defined in a file that is not imported, once for each such file.
    fn report_nearby(&mut self, node: YamlNode<'g>, definition: DefinitionId, lookup: Lookup) {
        let Some(importer) = lookup.importer.filter(|_| !lookup.is_incomplete) else { return };
        if !self.reported_nearby.insert(definition.file) {
            return;
        }
        let defining = self.index.graph.file(definition.file);
        let importer = self.index.graph.file(importer).source().path.as_str();
        let path = defining.source().path.as_str();
        let span = self.span_of(definition);
        self.report(node, rules::not_imported::new(node.span(), node.text(), span, path, importer));
    }

    /// Reports a name that `first` shares with a definition of another kind, if one of them is in the service
    /// template (6.9.1-07).
    fn report_ambiguous(
        &mut self,
        node: YamlNode<'g>,
        first: (NameKind, DefinitionId),
        other_kinds: &[NameKind],
    ) {
        for &kind in other_kinds {
            let second = match (kind.is_template(), first.0.is_template()) {
                (true, _) | (false, true) => self.find(kind, node.text()),
                (false, false) => None,
            };
            let Some(second) = second.filter(|second| !self.is_other_spelling(node, *second)) else {
                continue;
            };
            let [first_span, second_span] = [first.1, second].map(|id| self.span_of(id));
            let (first, second) = ((first.0.name(), first_span), (kind.name(), second_span));
            self.report(node, rules::ambiguous_name::new(node.span(), node.text(), first, second));
        }
    }

    /// Whether a built-in definition has another name, of which `node` is only a short form: what a file defines with
    /// that name is meant.
    fn is_other_spelling(&self, node: YamlNode<'_>, definition: DefinitionId) -> bool {
        let file = self.index.graph.file(definition.file);
        let key = self.index.definitions(definition.file)[definition.index as usize].key;
        file.is_built_in() && file.node(key).text() != node.text()
    }

    /// Whether `node` is in the service template. The triggers of a policy type name workflows of the service
    /// templates that use the type (16.3-06).
    fn is_in_service_template(&self, node: YamlNode<'_>) -> bool {
        let template = self.file.syntax().and_then(|root| root.service_template.as_ref());
        template.is_some_and(|template| self.file.node(template.node).contains(node))
    }

    /// Handles an unknown name that later phases may resolve. It is reported here only if it must be a type:
    /// the capability of a requirement definition without `node`.
    fn lenient(&mut self, node: YamlNode<'g>, kinds: &[NameKind], namespaces: usize) -> Meaning {
        if self.file.must_be_types().binary_search(&node.id()).is_ok() {
            self.report_unknown(node, kinds, namespaces);
            return Meaning::Unknown;
        }
        Meaning::Nothing
    }

    fn report_unknown(&mut self, node: YamlNode<'g>, kinds: &[NameKind], namespaces: usize) {
        let name = node.text();
        self.has_unknown_names = true;
        if self.is_misplaced(node, kinds) {
            return;
        }
        if let Some(diagnostic) = self.wrong_kind(node, kinds) {
            return self.report(node, diagnostic);
        }
        let kind = kinds[0];
        let last = name.rsplit(':').next().unwrap_or(name);
        let only_global = kinds.iter().all(|kind| !kind.is_template());
        if name.contains(':') && (only_global || namespaces > 0) {
            if namespaces < name.matches(':').count() {
                return self.unknown_namespace(node, name, namespaces, kinds);
            }
            if kind == NameKind::DataType && BuiltIn::named(last).is_some() {
                return self.report(node, rules::reserved_name::qualified(node.span(), name, last));
            }
        }
        let suggestion = self
            .without_quotes(node, kinds)
            .or_else(|| self.with_colon(name, kinds))
            .or_else(|| self.suggestion(name, kinds));
        // Searched only for the few names that have a suggestion.
        let is_own_name = |name: &str| self.name_of_definition_around(node) == Some(name);
        let suggestion = suggestion.filter(|name| !is_own_name(name));
        let is_data_type = kinds == [NameKind::DataType];
        let is_native = self.scope.policies().names.implicit.is_none();
        let built_in = type_help::built_in_for(name).filter(|_| is_data_type);
        let suggestion = built_in.or(suggestion.as_deref());
        let expected: Vec<String> = kinds.iter().map(|kind| kind.name().to_owned()).collect();
        let expected = list(&expected, "or");
        let diagnostic = if kinds == [NameKind::Repository] {
            rules::unknown_repository::new(node.span(), name, suggestion)
        } else if only_global {
            let label = if namespaces > 0 { "not in this namespace" } else { self.where_not_found() };
            let mut diagnostic = rules::unknown_type::new(
                node.span(),
                &expected,
                name,
                label,
                Some(type_help::help(name, is_data_type, is_native, suggestion)),
            );
            // One definition serves all uses.
            if name.starts_with(SCALARS) && !self.unknown_scalars.contains(&name) {
                diagnostic.fixes.extend(former_scalars::definition(self.file, name));
                self.unknown_scalars.push(name);
            }
            diagnostic
        } else {
            let names = self.templates_of(kinds);
            let mut diagnostic = rules::unknown_template::new(node.span(), &expected, name);
            diagnostic.clause = clause_of_name(node, kinds);
            let templates = kinds.iter().filter(|kind| kind.is_template());
            let templates: Vec<String> = templates.map(|kind| kind.name().to_owned()).collect();
            let (expected, otherwise) = (list(&templates, "or"), format!("define {}", quoted(name)));
            let alternatives = names.map(Alternatives::without_suggestion).unwrap_or_default();
            if let Some((template, capability)) =
                self.node_and_capability(name).filter(|_| suggestion.is_none())
                && kinds == [NameKind::NodeTemplate, NameKind::NodeType]
            {
                let help = format!("write `node: {template}` and `capability: {capability}`");
                return self.report(node, diagnostic.help(help));
            }
            let diagnostic = Alternatives { suggestion, ..alternatives }.add_help(
                diagnostic,
                node.span(),
                &expected,
                &otherwise,
            );
            return self.report(node, diagnostic);
        };
        let diagnostic = match suggestion {
            Some(suggestion) => {
                diagnostic.unsafe_fix(format!("write `{suggestion}`"), node.span(), suggestion)
            }
            None => diagnostic,
        };
        self.report(node, diagnostic);
    }

    /// Returns the name of the global definition that contains `node`: it is not meant by a name inside.
    fn name_of_definition_around(&self, node: YamlNode<'_>) -> Option<&'g str> {
        let definitions = self.index.definitions(self.file.id).iter();
        // Those of the service template come last.
        let mut keys = definitions
            .take_while(|definition| !definition.in_template)
            .map(|definition| self.file.node(definition.key));
        let around = keys.find(|key| key.entry_value().contains(node))?;
        Some(around.text())
    }

    fn where_not_found(&self) -> &'static str {
        if self.file.imports.is_empty() {
            "not defined, and nothing is imported"
        } else {
            "not defined in this file or its imports"
        }
    }

    /// Whether the name is defined, but is of another kind, because its definition or the entity around `node` is in the
    /// wrong section, which was reported.
    fn is_misplaced(&mut self, node: YamlNode<'g>, kinds: &[NameKind]) -> bool {
        let name = node.text();
        let is_beside = self.file.unknown_keys().are_beside(node);
        if is_beside && BuiltIn::named(name).is_some() {
            return true;
        }
        NameKind::ALL.iter().filter(|kind| !kinds.contains(kind)).any(|&kind| {
            self.find(kind, name).is_some_and(|id| is_beside || self.may_be_one_of(kinds, kind, id))
        })
    }

    /// Whether a definition of `kind` may be meant as one of `kinds`: it has keys that are not keynames, or a type that
    /// such definitions have.
    fn may_be_one_of(&self, kinds: &[NameKind], kind: NameKind, id: DefinitionId) -> bool {
        let file = self.index.graph.file(id.file);
        let body = file.node(self.index.definitions(id.file)[id.index as usize].key).entry_value();
        let type_name = body.get(if kind.is_template() { "type" } else { "derived_from" });
        let has_type = |name: &str, kind: NameKind| {
            let type_kind = match kind {
                NameKind::NodeTemplate => NameKind::NodeType,
                NameKind::RelationshipTemplate => NameKind::RelationshipType,
                NameKind::Group => NameKind::GroupType,
                kind => kind,
            };
            let is_built_in = type_kind == NameKind::DataType && BuiltIn::named(name).is_some();
            is_built_in || self.index.find(id.file, type_kind, name).definition.is_some()
        };
        let type_name = type_name.and_then(YamlNode::as_str);
        file.unknown_keys().are_inside(body)
            || file.unknown_keys().may_define(body.entry_key().text())
            || type_name.is_some_and(|name| {
                !has_type(name, kind) && kinds.iter().any(|&expected| has_type(name, expected))
            })
    }

    /// Returns a finding if the name is defined, but is of another kind.
    fn wrong_kind(&mut self, node: YamlNode<'g>, kinds: &[NameKind]) -> Option<Diagnostic> {
        const TYPES: &[NameKind] = NameKind::GLOBAL.split_at(8).0;
        const TEMPLATES: &[NameKind] =
            &[NameKind::NodeTemplate, NameKind::RelationshipTemplate, NameKind::Group, NameKind::Workflow];
        let name = node.text();
        let names: Vec<String> = kinds.iter().map(|kind| kind.name().to_owned()).collect();
        let expected = list(&names, "or");
        let types = kinds.iter().any(|kind| TYPES.contains(kind));
        if types {
            if BuiltIn::named(name).is_some() {
                let diagnostic =
                    rules::wrong_kind::new(node.span(), name, "built-in data type", &expected, None);
                return Some(self.with_names_of(kinds, diagnostic));
            }
            for &kind in TYPES.iter().filter(|kind| !kinds.contains(kind)) {
                if let Some(definition) = self.find(kind, name) {
                    if (kind, kinds) == (NameKind::NodeType, &[NameKind::CapabilityType]) {
                        let span = self.span_of(definition);
                        let offered = self.offered_types(definition);
                        if offered.is_empty() {
                            return Some(self.wrong(node, kind, kinds, definition));
                        }
                        return Some(rules::wrong_kind::node_type(node.span(), name, span, &offered));
                    }
                    return Some(self.wrong(node, kind, kinds, definition));
                }
            }
        }
        if kinds.iter().any(|kind| kind.is_template()) {
            for &kind in TEMPLATES.iter().filter(|kind| !kinds.contains(kind)) {
                if let Some(definition) = self.find(kind, name) {
                    return Some(self.wrong(node, kind, kinds, definition));
                }
            }
        }
        // A template instead of its type, or a type instead of a template.
        for (template, ty) in [
            (NameKind::NodeTemplate, NameKind::NodeType),
            (NameKind::RelationshipTemplate, NameKind::RelationshipType),
        ] {
            let definition = match kinds {
                [kind] if *kind == template => self.find(ty, name).map(|id| (ty, id)),
                [kind] if *kind == ty => self.find(template, name).map(|id| (template, id)),
                _ => None,
            };
            if let Some((kind, definition)) = definition {
                return Some(self.wrong(node, kind, kinds, definition));
            }
        }
        None
    }

    fn wrong(
        &mut self,
        node: YamlNode<'_>,
        kind: NameKind,
        kinds: &[NameKind],
        definition: DefinitionId,
    ) -> Diagnostic {
        let span = Some(self.span_of(definition));
        let expected: Vec<String> = kinds.iter().map(|kind| kind.name().to_owned()).collect();
        let expected = list(&expected, "or");
        let diagnostic = rules::wrong_kind::new(node.span(), node.text(), kind.name(), &expected, span);
        self.with_names_of(kinds, diagnostic)
    }

    /// Returns the span of the key of a definition.
    fn span_of(&self, definition: DefinitionId) -> Span {
        let key = self.index.definitions(definition.file)[definition.index as usize].key;
        self.index.graph.file(definition.file).span(key)
    }

    /// Returns the types of the capabilities of a node type that have the same name in this file.
    fn offered_types(&mut self, node_type: DefinitionId) -> Vec<&'g str> {
        let mut offered: Vec<&'g str> = Vec::new();
        let mut next = Some(node_type);
        for _ in 0..MAX_ANCESTORS {
            let Some(id) = next.take() else { break };
            let file = self.index.graph.file(id.file);
            let types = file.syntax().and_then(|root| root.node_types.as_ref());
            let entry = self.index.definitions(id.file)[id.index as usize].entry;
            let Some((_, definition)) =
                types.zip(entry).and_then(|(types, entry)| types.entries.get(entry as usize))
            else {
                break;
            };
            for (_, capability) in definition.capabilities.iter().flat_map(|map| &map.entries) {
                let Some(name) = capability.capability_type.map(|name| file.node(name.node).text()) else {
                    continue;
                };
                let defined_type = self.index.find(id.file, NameKind::CapabilityType, name).definition;
                let visible_type = self.global(NameKind::CapabilityType, name).definition;
                if visible_type.is_some() && visible_type == defined_type && !offered.contains(&name) {
                    offered.push(name);
                }
            }
            let base = definition.derived_from.map(|name| file.node(name.node).text());
            next = base.and_then(|name| self.index.find(id.file, NameKind::NodeType, name).definition);
        }
        offered
    }
}

/// Returns the clause about the keyname whose value is the name of a template, or has it in a list.
fn clause_of_name(node: YamlNode<'_>, kinds: &[NameKind]) -> Option<&'static str> {
    let source = node.tree().source();
    let before = source.get(..node.span().start as usize)?;
    // The last key before the name, in its line or, for an item of a list, in one of the lines above.
    let keyname = before.rsplit_once(':')?.0.trim_end().rsplit([' ', '\n', '{', ',', '"', '\'']).next()?;
    match keyname {
        "target" | "target_relationship" => Some("13.2.2"),
        "targets" => Some("16.4"),
        "members" => Some("16.2"),
        "inline" => Some("13.2.3.4"),
        "node" => Some("8.5"),
        "copy" => Some("7.2"),
        // The short form of a requirement assignment.
        _ => (kinds == [NameKind::NodeTemplate, NameKind::NodeType]).then_some("8.5"),
    }
}
