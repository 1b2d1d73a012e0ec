//! The names that a file can use in place of a wrong one.

use crate::diagnostics::{Alternatives, Diagnostic, suggest};
use crate::keynames::NameKind;
use crate::literals::BuiltIn;
use crate::yaml::{YamlNode, inside_typographic_quotes};

use super::Resolver;

/// The maximum number of suggestions per file: each scans all visible names.
pub(super) const MAX_SUGGESTIONS: usize = 100;

/// The maximum number of types of which the first ones are listed.
const MAX_LISTED: usize = 30;

impl<'g> Resolver<'_, 'g> {
    /// Returns the names of the templates of these kinds, in order, or `None` after [`MAX_SUGGESTIONS`]
    /// unknown names.
    pub(super) fn templates_of(&self, kinds: &[NameKind]) -> Option<Vec<&'g str>> {
        if self.suggestions > MAX_SUGGESTIONS {
            return None;
        }
        let all = self.templates.iter().filter(|((kind, _), _)| kinds.contains(kind));
        let mut names: Vec<(u32, &'g str)> = all.map(|((_, name), index)| (*index, *name)).collect();
        names.sort_unstable();
        Some(names.into_iter().map(|(_, name)| name).collect())
    }

    /// Returns the name of a node template and what follows after a dot, if `name` has such parts.
    pub(super) fn node_and_capability<'n>(&self, name: &'n str) -> Option<(&'n str, &'n str)> {
        let (template, capability) = name.split_once('.')?;
        let is_name = !capability.is_empty() && !capability.contains('.');
        (is_name && self.template(NameKind::NodeTemplate, template).is_some())
            .then_some((template, capability))
    }

    /// Replaces the help of a finding by the names of the types of the only kind that is expected, if there are any.
    pub(super) fn with_names_of(&mut self, kinds: &[NameKind], mut diagnostic: Diagnostic) -> Diagnostic {
        let [kind] = kinds else { return diagnostic };
        self.suggestions += 1;
        let is_few = self.suggestions <= MAX_SUGGESTIONS;
        if kind.is_template() || !is_few {
            return diagnostic;
        }
        self.look_up_visible(*kind);
        let names = self.visible.get(kind).into_iter().flatten().map(String::as_str);
        let alternatives = Alternatives::without_suggestion(names);
        if alternatives.count.is_some_and(|count| (1..=MAX_LISTED).contains(&count)) {
            let otherwise = match kind {
                NameKind::DataType => "use a built-in one such as `string`",
                _ => "define another one",
            };
            let help = alternatives.list_names(kind.name(), otherwise);
            diagnostic.help = vec![help.into()];
        }
        diagnostic
    }

    /// Looks up the names of a kind that this file can use.
    fn look_up_visible(&mut self, kind: NameKind) {
        if !self.visible.contains_key(&kind) {
            let mut visible = self.index.visible(self.scope.id, kind);
            // Sorted once here, so that sorting all names below is cheap.
            visible.sort_unstable();
            self.visible.insert(kind, visible);
        }
    }

    /// Returns the global name that `name` stands for if another character than `:` follows its namespace, as in
    /// `grid/Broker`.
    pub(in crate::resolve) fn with_colon(&self, name: &str, kinds: &[NameKind]) -> Option<String> {
        const SEPARATORS: [char; 6] = ['/', '-', '_', '#', '.', '@'];
        if name.contains(':') || !name.contains(SEPARATORS) {
            return None;
        }
        let namespaces = self.scope.imports.iter().filter_map(|import| self.scope.namespace(import));
        let mut intended = namespaces.filter_map(|namespace| {
            let rest = name.strip_prefix(namespace)?;
            let rest = rest.strip_prefix("->").or_else(|| rest.strip_prefix(SEPARATORS))?;
            (!rest.is_empty()).then(|| format!("{namespace}:{rest}"))
        });
        intended.find(|name| self.is_global(name, kinds))
    }

    /// Returns the global name that is meant by a name between typographic quotes.
    pub(in crate::resolve) fn without_quotes(
        &self,
        node: YamlNode<'_>,
        kinds: &[NameKind],
    ) -> Option<String> {
        let name = inside_typographic_quotes(node)?;
        self.is_global(name, kinds).then(|| name.to_owned())
    }

    /// Whether a global name of one of these kinds is defined.
    fn is_global(&self, name: &str, kinds: &[NameKind]) -> bool {
        let mut kinds = kinds.iter().filter(|kind| !kind.is_template());
        kinds.any(|kind| self.index.find(self.scope.id, *kind, name).definition.is_some())
    }

    /// Returns the visible name that was probably intended.
    pub(in crate::resolve) fn suggestion(&mut self, name: &str, kinds: &[NameKind]) -> Option<String> {
        self.suggestions += 1;
        if self.suggestions > MAX_SUGGESTIONS {
            return None;
        }
        let mut names: Vec<&str> = Vec::new();
        for &kind in kinds {
            if kind.is_template() {
                names.extend(
                    self.templates
                        .keys()
                        .filter(|(template_kind, _)| *template_kind == kind)
                        .map(|(_, name)| *name),
                );
            } else {
                self.look_up_visible(kind);
            }
        }
        for kind in kinds {
            names.extend(self.visible.get(kind).into_iter().flatten().map(String::as_str));
            if *kind == NameKind::DataType {
                names.extend(BuiltIn::ALL.map(BuiltIn::name));
            }
        }
        names.sort_unstable();
        suggest(name, names).map(str::to_owned)
    }
}
