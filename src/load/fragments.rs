//! Files of TOSCA 1.x without a version: they are read in the version of the files that import them.

use crate::base::FileId;
use crate::dialects;

use super::loader::Loader;
use super::read::{self, Content, FileToRead};

impl Loader<'_> {
    /// Reads the files without a version that files of TOSCA 1.x import again, in the version of the first of these, and
    /// follows their imports. Returns whether there are any.
    pub(super) fn read_in_versions_of_importers(&mut self) -> bool {
        let mut inherited: Vec<(FileId, String)> = Vec::new();
        for file in self.graph.files.iter().filter(|file| file.policies().names.implicit.is_some()) {
            for target in file.imports.iter().filter_map(|import| import.target) {
                let parsed = self.graph.file(target).parsed();
                if parsed.inherited_version.is_none()
                    && parsed.is_verbatim
                    && dialects::lacks_version(&parsed.plain)
                    && inherited.iter().all(|(known, _)| *known != target)
                    && let Some(version) = file.parsed().version_for_imports()
                {
                    inherited.push((target, version));
                }
            }
        }
        let is_any = !inherited.is_empty();
        for (id, version) in inherited {
            self.read_in(id, version);
        }
        is_any
    }

    /// Reads a file again, in this version.
    fn read_in(&mut self, id: FileId, version: String) {
        self.forget(id);
        let file = self.graph.file(id);
        let (path, bytes) = (file.source().path.clone(), file.source().text.as_bytes().to_vec());
        let stamp = self.parsed.get(&file.identity, None).and_then(|known| known.stamp.clone());
        let known = self.parsed.get(&file.identity, Some(&version));
        let file = FileToRead {
            id,
            path,
            reading: &self.reading,
            inherited_version: Some(version),
            known,
            surroundings: None,
        };
        let read = read::parse(Ok(Content { bytes, stamp }), file);
        self.store(id, read);
        self.follow_imports(id);
    }

    /// Forgets what the file says as it was read before.
    fn forget(&mut self, id: FileId) {
        self.diagnostics.retain(|diagnostic| diagnostic.primary.span.file != id);
        self.missing.retain(|(span, ..)| span.file != id);
        self.profile_imports.retain(|(file, _)| *file != id);
        self.repository_imports.retain(|(file, _)| *file != id);
        self.library_imports.retain(|(file, ..)| *file != id);
    }
}
