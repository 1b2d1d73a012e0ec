//! Extensions and imports (XE10, XE12 to XE14).

use crate::diagnostics::{Level, rules};

use super::super::NAMESPACE;
use super::super::element::{Element, WINERY};
use super::super::schema::XSD;
use super::{Check, target};

const WSDL: &str = "http://schemas.xmlsoap.org/wsdl/";

impl<'t> Check<'_, 't, '_> {
    /// Reports extensions that a processor must understand and this one does not.
    pub(super) fn extensions(&mut self) {
        let winery = WINERY.trim_matches(['{', '}']);
        for extension in self.root.items("Extensions", "Extension") {
            let Some(namespace) = extension.attribute("namespace") else { continue };
            if extension.value_of("mustUnderstand") == Some("no") || namespace.text() == winery {
                continue;
            }
            let diagnostic = rules::unsupported_xml_extension::new(namespace.span(), namespace.text());
            self.report(namespace, diagnostic);
        }
    }

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
        let path = target(self.repository, self.file, location.text().trim());
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
