//! Findings about names that start with an unknown namespace.

use crate::base::Span;
use crate::diagnostics::{Diagnostic, Edit, Fix, quoted, rules, suggest};
use crate::keynames::{NameKind, replacement};
use crate::load::{Import, new_import};
use crate::yaml::{Style, YamlNode, plain};

use super::candidates::MAX_SUGGESTIONS;
use super::{Resolver, UnknownNamespace};

impl<'g> Resolver<'_, 'g> {
    /// Reports the segment of `name` after the first `known` ones: it is not a namespace there. A namespace
    /// at the start of several names is reported once.
    pub(in crate::resolve) fn unknown_namespace(
        &mut self,
        node: YamlNode<'g>,
        name: &'g str,
        known: usize,
        kinds: &[NameKind],
    ) {
        self.has_unknown_names = true;
        let segment = name.split(':').nth(known).unwrap_or(name);
        if segment.is_empty() {
            let diagnostic = self.empty_namespace(node, name, kinds);
            return self.report(node, diagnostic);
        }
        if known > 0 {
            return self.report(node, rules::unknown_namespace::nested(node.span(), segment));
        }
        if let Some(namespace) = self.unknown_namespaces.get_mut(segment) {
            namespace.other_names += 1;
            return;
        }
        let diagnostic = self.first_unknown_namespace(node, name, segment, kinds);
        let index = self.diagnostics.len();
        self.report(node, diagnostic);
        if self.diagnostics.len() > index {
            let namespace = UnknownNamespace { diagnostic: index, other_names: 0 };
            self.unknown_namespaces.insert(segment, namespace);
        }
    }

    /// Returns a finding about a name with two colons in a row, or with one at its start.
    fn empty_namespace(&mut self, node: YamlNode<'g>, name: &str, kinds: &[NameKind]) -> Diagnostic {
        let segments: Vec<&str> = name.split(':').filter(|segment| !segment.is_empty()).collect();
        let intended = segments.join(":");
        let (index, id) = (self.index, self.scope.id);
        let mut global_kinds = kinds.iter().filter(|kind| !kind.is_template());
        let is_defined = global_kinds.any(|&kind| index.find(id, kind, &intended).definition.is_some());
        rules::unknown_namespace::empty(node.span(), name, is_defined.then_some(intended.as_str()))
    }

    /// Returns a finding about `name`, which starts with the unknown namespace `segment`.
    fn first_unknown_namespace(
        &mut self,
        node: YamlNode<'g>,
        name: &str,
        segment: &str,
        kinds: &[NameKind],
    ) -> Diagnostic {
        let span = node.span();
        self.suggestions += 1;
        if self.suggestions > MAX_SUGGESTIONS {
            return rules::unknown_namespace::new(span, segment, None);
        }
        let closure = self.index.closure(self.scope.id);
        let files = closure.iter().map(|&id| self.index.graph.file(id));
        let namespaces: Vec<&str> =
            files.flat_map(|file| file.imports.iter().filter_map(|import| file.namespace(import))).collect();
        let rest = name.get(segment.len() + 1..).unwrap_or_default();
        let is_exported = |import: &&Import| {
            let Some(target) = import.target else { return false };
            let mut kinds = kinds.iter().filter(|kind| !kind.is_template());
            kinds.any(|&kind| self.index.find_exported(target, kind, rest).definition.is_some())
        };
        let elsewhere = self.index.graph.profile_namespaces.get(segment);
        let import = self.scope.imports.iter().find(is_exported);
        if let Some((import, namespace)) = import.and_then(|import| Some((import, import.namespace?)))
            && let Some(namespace) = Some(self.scope.node(namespace)).filter(|node| !node.is_lowered())
            && (elsewhere.is_some() || self.names_in(segment) > 1)
            && self.names_in(namespace.text()) == 0
        {
            let import = self.scope.node(import.value).text();
            return rules::unknown_namespace::of_import(span, segment, import, namespace.span());
        }
        if let Some(suggestion) = suggest(segment, namespaces) {
            let diagnostic = rules::unknown_namespace::new(span, segment, Some(suggestion));
            let text = format!("{suggestion}:{rest}");
            return match replacement(node, &text).filter(|_| node.text() == name) {
                Some(text) => diagnostic.unsafe_fix(format!("write {}", quoted(&text)), span, text),
                None => diagnostic,
            };
        }
        let is_defined = kinds
            .iter()
            .filter(|kind| !kind.is_template())
            .any(|&kind| self.index.find(self.scope.id, kind, rest).definition.is_some());
        let own_name = |is_own: bool| {
            let diagnostic = rules::unknown_namespace::before_own_name(span, segment, rest, is_own);
            match replacement(node, rest).filter(|_| node.text() == name) {
                Some(text) => diagnostic.fix("remove the prefix", span, text),
                None => diagnostic,
            }
        };
        if let Some((profile, _)) = elsewhere.and_then(Option::as_ref)
            && is_defined
            && self.scope.profile.as_ref() == Some(profile)
        {
            return own_name(true);
        }
        let Some(import) = import else {
            if is_defined && elsewhere.is_none() {
                return own_name(false);
            }
            if let Some((profile, path)) = elsewhere.and_then(Option::as_ref) {
                let mut diagnostic = rules::unknown_namespace::of_other_file(span, segment, profile, path);
                let is_in_profile = |kind: NameKind| {
                    let files = self.index.graph.files.iter();
                    let mut files = files.filter(|file| file.profile.as_ref() == Some(profile));
                    files.any(|file| self.index.find_exported(file.id, kind, rest).definition.is_some())
                };
                let is_certain = kinds.iter().any(|&kind| !kind.is_template() && is_in_profile(kind));
                let edit = self.new_import(profile, segment);
                let fix = if is_certain { Fix::safe } else { Fix::guess };
                diagnostic.fixes.extend(edit.map(|edit| fix("import the profile", vec![edit])));
                return diagnostic;
            }
            return if self.scope.imports.is_empty() {
                rules::unknown_namespace::without_imports(span, segment)
            } else {
                rules::unknown_namespace::new(span, segment, None)
            };
        };
        match self.scope.namespace(import) {
            Some(namespace) => rules::unknown_namespace::new(span, segment, Some(namespace)),
            None => {
                let edit = with_namespace(self.scope.node(import.entry), segment);
                let import = self.scope.node(import.value).text();
                let mut diagnostic = rules::unknown_namespace::of_plain_import(span, segment, import);
                let fix = |edit| Fix::guess("add the namespace to the import", vec![edit]);
                diagnostic.fixes.extend(edit.map(fix));
                diagnostic
            }
        }
    }

    /// Returns the edit that imports a profile with a namespace.
    fn new_import(&self, profile: &str, namespace: &str) -> Option<Edit> {
        let tree = self.scope.tree();
        let keynames = [format!("profile: {}", plain(profile)), format!("namespace: {}", plain(namespace))];
        let at = |position: u32, text| Edit::new(Span::new(tree.file(), position, position), text);
        let imports = tree.root()?.get("imports");
        let last = imports.filter(|list| list.style() == Style::Flow).and_then(|list| list.items().last());
        if tree.is_rewritten() {
            return None;
        }
        match last {
            Some(last) => Some(at(last.span().end, format!(", {{ {} }}", keynames.join(", ")))),
            None => new_import(tree.source(), &keynames).map(|(position, text)| at(position, text)),
        }
    }

    /// Returns the number of different names in this file that start with a namespace.
    fn names_in(&self, namespace: &str) -> usize {
        let texts = self.file.tree().texts();
        texts.filter(|text| text.strip_prefix(namespace).is_some_and(|rest| rest.starts_with(':'))).count()
    }
}

/// Returns the edit that adds a namespace to an import that has none.
fn with_namespace(import: YamlNode<'_>, namespace: &str) -> Option<Edit> {
    let entry = format!("namespace: {}", plain(namespace));
    let Some((_, last)) = import.entries().last() else {
        let text = format!("{{ url: {}, {entry} }}", import.written());
        return import.as_str().is_some().then(|| Edit::new(import.span(), text));
    };
    if import.is_lowered() || last.written().contains('\n') {
        return None;
    }
    let end = last.span().end;
    let separator = if import.style() == Style::Flow {
        ", ".to_owned()
    } else {
        let start = import.span().start as usize;
        let line = import.tree().source()[..start].rfind('\n').map_or(0, |index| index + 1);
        format!("\n{}", " ".repeat(start - line))
    };
    Some(Edit::new(Span { start: end, end, ..last.span() }, format!("{separator}{entry}")))
}
