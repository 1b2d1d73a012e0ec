//! Archives of TOSCA 1.0, whose definitions are XML (XE42, XE43).
//!
//! Their meta file has other keynames: the first block need not name an entry, and each further block is about a
//! file.

use crate::base::Span;
use crate::diagnostics::{Diagnostic, Level, rules};
use crate::host::{Entry, paths};
use crate::xml::looks_like_xml;

use super::{Archive, ENTITY, ENTRY};
use crate::load::File;

/// The keyname of the first line.
const VERSION: &str = "TOSCA-Meta-Version";
const NAME: &str = "Name";
const CONTENT_TYPE: &str = "Content-Type";
/// The content type of definitions.
const DEFINITIONS: &str = "application/vnd.oasis.tosca.definitions";

/// Whether a file is in XML.
pub(super) fn is_xml(file: &File) -> bool {
    looks_like_xml(&file.source().text)
}

impl Archive<'_> {
    /// Whether the archive is one of TOSCA 1.0: by its meta file, or by its entry.
    pub(super) fn is_of_xml(&self) -> bool {
        let entry = self.meta.get(ENTRY).and_then(|entry| self.file(&entry.value));
        entry.map_or_else(|| self.meta.get(VERSION).is_some(), is_xml)
    }

    /// Checks the version, and the blocks about files.
    pub(super) fn review_xml(&self, diagnostics: &mut Vec<Diagnostic>) {
        if self.meta.get(VERSION).is_none() && !self.is_silent_about(VERSION) {
            let missing = rules::missing_keyname::absent(Span::start_of(self.id), VERSION, ENTITY);
            diagnostics.push(missing.at_level(Level::Warning));
        }
        for block in self.meta.blocks.iter().skip(1) {
            let find = |name: &str| block.iter().find(|pair| pair.name == name);
            let Some(name) = find(NAME) else { continue };
            let content_type = find(CONTENT_TYPE);
            if content_type.is_none() {
                let missing = rules::missing_keyname::absent(name.key, CONTENT_TYPE, "block of a meta file");
                diagnostics.push(missing.at_level(Level::Warning));
            }
            let is_definitions = content_type.is_some_and(|pair| pair.value.starts_with(DEFINITIONS));
            match (self.exists(&name.value), is_definitions) {
                (Some(path), true) => self.definitions(&path, name.value_span, diagnostics),
                (Some(_), false) => {}
                (None, true) => self.definitions(&name.value, name.value_span, diagnostics),
                (None, false) => {
                    diagnostics.push(rules::missing_xml_file::new(name.value_span, &name.value));
                }
            }
        }
    }

    /// Returns the name of the file that a name stands for: the name itself, or what it encodes.
    fn exists(&self, name: &str) -> Option<String> {
        let decoded = paths::percent_decoded(name);
        let mut names = std::iter::once(name.to_owned()).chain(decoded);
        names.find(|name| self.host.entry(&self.path(name)) == Some(Entry::File))
    }
}
