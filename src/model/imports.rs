//! The imports of a file as its author wrote them (TOSCA 2.0 §6.8.1).

use rustc_hash::FxHashMap;

use crate::load::File;
use crate::yaml::{NodeId, YamlNode};

/// An import as written.
#[derive(Clone, Copy, Debug, Default)]
#[non_exhaustive]
pub struct WrittenImport<'m> {
    /// The URL or path of the file.
    pub url: Option<YamlNode<'m>>,
    /// The name of the profile.
    pub profile: Option<YamlNode<'m>>,
    /// The repository that `url` is relative to.
    pub repository: Option<YamlNode<'m>>,
}

/// Returns the imports of `file` that could be read, by the scalar that names the file or profile.
#[must_use]
pub fn written_imports(file: &File) -> FxHashMap<NodeId, WrittenImport<'_>> {
    let list = file.syntax().and_then(|root| root.imports.as_ref());
    let mut imports = FxHashMap::default();
    for import in list.into_iter().flat_map(|list| &list.items) {
        let written = WrittenImport {
            url: import.url.map(|url| file.node(url.0)),
            profile: import.profile.map(|profile| file.node(profile.0)),
            repository: import.repository.map(|repository| file.node(repository.0)),
        };
        let names = [written.url, written.profile].into_iter().flatten();
        imports.extend(names.map(|name| (name.id(), written)));
    }
    imports
}
