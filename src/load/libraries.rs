//! Imports by the name and version of a template, `name:version`: earlier tools keep files in a library and find them by
//! their `template_name` and `template_version`.

use rustc_hash::FxHashMap;

use crate::base::FileId;
use crate::diagnostics::rules;
use crate::yaml::YamlNode;

use super::File;
use super::loader::Loader;

impl Loader<'_> {
    /// Links the imports by name and version to the files of this run, when all are known; reports the others.
    pub(super) fn link_libraries(&mut self) {
        let imports = std::mem::take(&mut self.library_imports);
        if imports.is_empty() {
            return;
        }
        let mut files: FxHashMap<String, FileId> = FxHashMap::default();
        for file in &self.graph.files {
            if let Some(name) = template_of(file) {
                files.entry(name).or_insert(file.id);
            }
        }
        for (id, position, name) in imports {
            let target = files.get(&name).copied().filter(|target| *target != id);
            if target.is_none() {
                let file = &self.graph.files[id.index()];
                let span = file.span(file.imports[position].value);
                let (template, version) = name.split_once(':').unwrap_or((&name, ""));
                let help = format!(
                    "check the file with `template_name: {template}` and `template_version: {version}` too"
                );
                self.diagnostics.push(rules::missing_import::in_library(span, &name, help));
            }
            self.graph.files[id.index()].imports[position].target = target;
        }
    }
}

/// Returns the name and version of a template, joined by a colon.
fn template_of(file: &File) -> Option<String> {
    let root = file.parsed.written().root()?;
    let metadata = root.get("metadata");
    let value = |keyname| {
        let value = metadata.and_then(|metadata| metadata.get(keyname)).or_else(|| root.get(keyname));
        value.map(YamlNode::text).filter(|text| !text.is_empty())
    };
    Some(format!("{}:{}", value("template_name")?, value("template_version")?))
}
