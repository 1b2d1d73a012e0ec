//! Imports by the name and version of a template, `name:version`: earlier tools keep files in a library and find them by
//! their `template_name` and `template_version`. Here, the library is the checked files and the profile path.

use std::sync::Arc;

use camino::{Utf8Path, Utf8PathBuf};
use rustc_hash::FxHashMap;

use crate::base::{FileId, Span};
use crate::diagnostics::rules;
use crate::host::paths;
use crate::yaml::{YamlNode, decode, parse};

use super::loader::{Loader, parent};
use super::locate::Base;

impl Loader<'_> {
    /// Queues the files on the profile path that imports by name and version need. Returns whether there are new ones.
    pub(super) fn request_libraries(&mut self) -> bool {
        if self.library_imports.is_empty() || self.options.profile_path.is_empty() {
            return false;
        }
        let count_before = self.graph.files.len();
        let on_path = self.templates_on_path.take().unwrap_or_else(|| self.find_templates());
        let known = self.templates();
        let needed: Vec<(FileId, Span, &Utf8PathBuf)> = self
            .library_imports
            .iter()
            .filter(|(_, _, name)| !known.contains_key(name))
            .filter_map(|(id, position, name)| {
                let file = &self.graph.files[id.index()];
                Some((*id, file.span(file.imports[*position].value), on_path.get(name)?))
            })
            .collect();
        for (id, span, path) in needed {
            let root = self.contexts[id.index()].root.clone();
            let shown = paths::shown(path, &self.working_directory);
            self.request(path, shown, Base::Directory(parent(path)), &root, Some(span));
        }
        self.templates_on_path = Some(on_path);
        self.graph.files.len() > count_before
    }

    /// Returns the files on the profile path by the name and version of their template; the first one counts.
    fn find_templates(&mut self) -> FxHashMap<String, Utf8PathBuf> {
        let previously_known = std::mem::take(&mut self.parsed.templates);
        let mut files = FxHashMap::default();
        let listed = self.options.profile_path.iter().flat_map(|directory| self.host.list_whole(directory).0);
        for path in listed.map(|path| self.host.absolute(&path)).collect::<Vec<_>>() {
            let stamp = self.host.stamp(&path);
            let name = match previously_known.get(&path, stamp.as_ref()) {
                Some(name) => name.clone(),
                None => self.template_at(&path),
            };
            self.parsed.templates.keep(&path, stamp, name.clone());
            if let Some(name) = name {
                files.entry(name).or_insert(path);
            }
        }
        files
    }

    fn template_at(&self, path: &Utf8Path) -> Option<String> {
        let content = self.host.read(path, self.options.limits.bytes).ok()?;
        memchr::memmem::find(&content, b"template_name")?;
        let (text, _) = decode(content, FileId(0));
        let (tree, _) = parse(&Arc::new(text), FileId(0), &self.options.limits);
        template_of(tree.root())
    }

    /// Returns the files so far by the name and version of their template; the first one counts.
    fn templates(&self) -> FxHashMap<String, FileId> {
        let mut files = FxHashMap::default();
        for file in &self.graph.files {
            if let Some(name) = template_of(file.parsed.written().root()) {
                files.entry(name).or_insert(file.id);
            }
        }
        files
    }

    /// Links the imports by name and version to the files of this run, when all are known; reports the others.
    pub(super) fn link_libraries(&mut self) {
        let imports = std::mem::take(&mut self.library_imports);
        if imports.is_empty() {
            return;
        }
        let files = self.templates();
        for (id, position, name) in imports {
            let target = files.get(&name).copied().filter(|target| *target != id);
            if target.is_none() {
                let file = &self.graph.files[id.index()];
                let span = file.span(file.imports[position].value);
                let (template, version) = name.split_once(':').unwrap_or((&name, ""));
                let help = format!(
                    "check the file with `template_name: {template}` and `template_version: {version}` too, or pass its directory with `--profile-path`"
                );
                self.diagnostics.push(rules::missing_import::in_library(span, &name, help));
            }
            self.graph.files[id.index()].imports[position].target = target;
        }
    }
}

/// Returns the name and version of the template with this root node, joined by a colon.
fn template_of(root: Option<YamlNode<'_>>) -> Option<String> {
    let root = root?;
    let metadata = root.get("metadata");
    let value = |keyname| {
        let value = metadata.and_then(|metadata| metadata.get(keyname)).or_else(|| root.get(keyname));
        value.map(YamlNode::text).filter(|text| !text.is_empty())
    };
    Some(format!("{}:{}", value("template_name")?, value("template_version")?))
}
