//! Checks what the names in a file mean: the rules XE10 to XE43 that the checks of TOSCA 2.0 do not include.

mod artifacts;
mod definitions;
mod derivation;
mod imports;
mod names;
mod templates;

use std::rc::Rc;

use rustc_hash::FxHashSet;

use crate::diagnostics::Diagnostic;
use crate::yaml::YamlNode;

pub(super) use imports::{is_converted, unsupported};

use super::element::Element;
use super::kinds::Kind;
use super::repository::{Place, XmlRepository};

/// The check of a file.
pub(super) struct Check<'c, 't, 'r> {
    diagnostics: &'c mut Vec<(YamlNode<'t>, Diagnostic)>,
    repository: &'r XmlRepository,
    file: usize,
    root: Element<'t>,
    all: Rc<[(Kind, Place, Element<'t>)]>,
    /// The files that it imports, if it imports any definitions; otherwise, it relies on its folder.
    imported: Option<FxHashSet<usize>>,
    /// The number of names for which a similar one was looked for.
    suggestions: usize,
}

/// Checks the file `file` of the repository, whose root is `root`.
pub(super) fn check<'t>(
    diagnostics: &mut Vec<(YamlNode<'t>, Diagnostic)>,
    repository: &XmlRepository,
    file: usize,
    root: Element<'t>,
) {
    let imported = imports::imported(repository, file, root);
    let definitions = repository.definitions(file);
    let all = definitions.map(|(kind, place)| (kind, place, Element::at(root.tree(), place.node))).collect();
    let mut check = Check { diagnostics, repository, file, root, all, imported, suggestions: 0 };
    check.imports();
    check.definitions();
    check.names();
    check.derivation();
    check.artifacts();
    check.templates();
}

impl<'t> Check<'_, 't, '_> {
    fn report(&mut self, node: YamlNode<'t>, diagnostic: Diagnostic) {
        self.diagnostics.push((node, diagnostic));
    }

    /// Returns the definitions of the file with their kinds and elements.
    fn all(&self) -> Rc<[(Kind, Place, Element<'t>)]> {
        Rc::clone(&self.all)
    }

    fn resolve(&self, kind: Kind, node: YamlNode<'t>) -> Option<Place> {
        self.repository.resolve(self.file, kind, node)
    }

    /// Returns the definition that an attribute names.
    fn named(&self, element: Element<'t>, attribute: &str, kind: Kind) -> Option<Place> {
        self.resolve(kind, element.attribute(attribute)?)
    }
}
