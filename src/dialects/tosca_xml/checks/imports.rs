//! Extensions and imports (XE10, XE12 to XE14).

use rustc_hash::FxHashSet;

use crate::diagnostics::{Level, rules};
use crate::yaml::YamlNode;

use super::super::NAMESPACE;
use super::super::element::{Element, WINERY};
use super::super::repository::XmlRepository;
use super::super::schema::XSD;
use super::Check;

const WSDL: &str = "http://schemas.xmlsoap.org/wsdl/";

/// Returns the namespaces of extensions that a processor must understand and this one does not. A file with any means
/// something that is not known.
pub(in super::super) fn unsupported(root: Element<'_>) -> impl Iterator<Item = YamlNode<'_>> {
    let root = Some(root).filter(|root| root.tree().mentions("Extension"));
    let winery = WINERY.trim_matches(['{', '}']);
    let mandatory = root.into_iter().flat_map(|root| root.items("Extensions", "Extension"));
    let mandatory = mandatory.filter(|extension| extension.value_of("mustUnderstand") != Some("no"));
    let namespaces = mandatory.filter_map(|extension| extension.attribute("namespace"));
    namespaces.filter(move |namespace| namespace.text().trim() != winery)
}

/// Whether an import is of something that TOSCA 2.0 has an equivalent of: definitions, or a schema.
pub(in super::super) fn is_converted(import: Element<'_>) -> bool {
    import.value_of("importType").is_none_or(|given| [NAMESPACE, XSD].contains(&given.trim()))
}

/// Returns the files that a file imports definitions from, or `None` if it does not import any. An import without a
/// location may be one of any file.
pub(super) fn imported(
    repository: &XmlRepository,
    file: usize,
    root: Element<'_>,
) -> Option<FxHashSet<usize>> {
    let imports: Vec<Element<'_>> = root.children_named("Import").collect();
    if !imports.iter().any(|import| import.value_of("importType") == Some(NAMESPACE)) {
        return None;
    }
    let mut files = FxHashSet::default();
    for import in imports {
        let location = import.value_of("location")?;
        files.extend(repository.index_of(&repository.target(file, location)));
    }
    Some(files)
}

impl<'t> Check<'_, 't, '_> {
    pub(super) fn imports(&mut self) {
        let imports: Vec<Element<'t>> = self.root.children_named("Import").collect();
        let mut known: Vec<(&str, &str, &str)> = Vec::new();
        for import in imports {
            // A missing type is reported.
            let Some(import_type) = import.attribute("importType") else { continue };
            let namespace = import.value_of("namespace").unwrap_or_default();
            let location = import.value_of("location").unwrap_or_default();
            if ![NAMESPACE, XSD, WSDL].contains(&import_type.text().trim()) {
                let diagnostic =
                    rules::wrong_xml_import::unknown_type(import_type.span(), import_type.text());
                self.report(import_type, diagnostic.at_level(Level::Warning));
                continue;
            }
            let this = (import_type.text(), namespace, location);
            if known.contains(&this) {
                let at = import.attribute("location").unwrap_or(import.key);
                self.report(at, rules::wrong_xml_import::repeated(at.span(), namespace));
            }
            known.push(this);
            self.target_of(import, import_type.text() == NAMESPACE);
        }
    }

    /// Checks the file that an import names.
    fn target_of(&mut self, import: Element<'t>, is_tosca: bool) {
        let Some(location) = import.attribute("location") else { return };
        if location.text().contains("://") {
            return;
        }
        let path = self.repository.target(self.file, location.text().trim());
        let Some(index) = self.repository.index_of(&path) else {
            if self.repository.exists(&path) == Some(false) {
                self.report(location, rules::missing_xml_file::new(location.span(), location.text()));
            }
            return;
        };
        let Some(root) = self.repository.files[index].root().filter(|_| is_tosca) else { return };
        let actual = root.value_of("targetNamespace").unwrap_or_default();
        let expected = import.value_of("namespace").unwrap_or_default();
        if actual != expected {
            let at = import.attribute("namespace").unwrap_or(import.key);
            self.report(at, rules::wrong_xml_import::other_namespace(at.span(), expected, actual));
        }
    }
}
