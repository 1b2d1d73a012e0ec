//! Names of types: qualified by a namespace in XML, by the prefix of an import in TOSCA 2.0.

use crate::yaml::YamlNode;

use super::NAMESPACE;
use super::element::Element;

/// The prefix of the import of the types that TOSCA 1.0 implies.
pub(super) const BASE: &str = "tosca_xml";

/// The elements of a document that are nested around a place, the innermost first.
#[derive(Clone, Copy)]
pub(super) struct Scope<'s, 't> {
    element: Element<'t>,
    outer: Option<&'s Scope<'s, 't>>,
}

impl<'s, 't> Scope<'s, 't> {
    pub(super) fn new(element: Element<'t>) -> Self {
        Self { element, outer: None }
    }

    pub(super) fn inner(&'s self, element: Element<'t>) -> Scope<'s, 't> {
        Scope { element, outer: Some(self) }
    }

    /// Returns the namespace of a prefix, which is empty for names without one.
    fn namespace(&self, prefix: &str) -> Option<&'t str> {
        let name = if prefix.is_empty() { "@xmlns".to_owned() } else { format!("@xmlns:{prefix}") };
        let mut scope = Some(self);
        while let Some(here) = scope {
            if let Some(uri) = here.element.attribute(&name) {
                return Some(uri.text());
            }
            scope = here.outer;
        }
        None
    }
}

/// The namespaces of a document.
pub(super) struct Names<'t> {
    /// The namespaces of the definitions in this file.
    own: Vec<&'t str>,
    /// The namespaces of imports, with the prefix of each in TOSCA 2.0.
    imported: Vec<(&'t str, String)>,
}

impl<'t> Names<'t> {
    pub(super) fn new(definitions: Element<'t>) -> Self {
        let target = |element: Element<'t>| element.attribute("@targetNamespace").map(YamlNode::text);
        let mut own: Vec<&str> = target(definitions).into_iter().collect();
        for namespace in definitions.children().filter_map(target) {
            if !own.contains(&namespace) {
                own.push(namespace);
            }
        }
        let mut names = Self { own, imported: Vec::new() };
        for import in definitions.children_named("Import").filter(|import| is_tosca(*import)) {
            let Some(namespace) = import.attribute("@namespace").map(YamlNode::text) else { continue };
            if names.own.contains(&namespace) || names.imported.iter().any(|(known, _)| *known == namespace) {
                continue;
            }
            let declared = definitions.value.all_entries().find_map(|(key, value)| {
                key.text().strip_prefix("@xmlns:").filter(|_| value.text() == namespace)
            });
            let generated = || format!("ns{}", names.imported.len() + 1);
            let prefix = declared.filter(|prefix| *prefix != BASE).map_or_else(generated, str::to_owned);
            names.imported.push((namespace, prefix));
        }
        names
    }

    /// Returns the prefix of an imported namespace, or `None` if its definitions have none.
    pub(super) fn prefix(&self, namespace: &str) -> Option<&str> {
        let import = self.imported.iter().find(|(known, _)| *known == namespace);
        import.map(|(_, prefix)| prefix.as_str())
    }

    /// Returns the name in TOSCA 2.0 of the type that `name` refers to.
    pub(super) fn type_name(&self, scope: &Scope<'_, 't>, name: &str) -> String {
        let (prefix, local) = name.split_once(':').unwrap_or(("", name));
        let namespace = scope.namespace(prefix).unwrap_or_default();
        if self.own.contains(&namespace) || namespace.is_empty() && prefix.is_empty() {
            return local.to_owned();
        }
        match self.prefix(namespace) {
            Some(imported) => format!("{imported}:{local}"),
            None if prefix.is_empty() => local.to_owned(),
            None => name.to_owned(),
        }
    }
}

/// Whether an import is one of TOSCA definitions.
pub(super) fn is_tosca(import: Element<'_>) -> bool {
    import.attribute("@importType").is_some_and(|kind| kind.text() == NAMESPACE)
}
