//! Repositories of imports (TOSCA 2.0 §6.8.2.2, A-31).

use camino::{Utf8Path, Utf8PathBuf};
use rustc_hash::FxHashSet;
use url::Url;

use crate::base::{FileId, Span};
use crate::diagnostics::{Diagnostic, rules, suggest};
use crate::host::{ArchiveFormat, paths};
use crate::yaml::{NodeId, YamlNode};

use super::loader::{Loader, parent};
use super::locate::{self, Base, ImportTarget};
use super::{File, urls};

impl Loader<'_> {
    /// Follows imports whose repository another import brings. Returns whether one was found.
    pub(super) fn deferred_repositories(&mut self) -> bool {
        let mut progress = false;
        for (id, position) in std::mem::take(&mut self.repository_imports) {
            let name = {
                let file = &self.graph.files[id.index()];
                let list = file.syntax().and_then(|root| root.imports.as_ref());
                let import = list.and_then(|list| list.items.get(position));
                let repository = import.and_then(|import| import.repository);
                repository.map(|repository| file.node(repository.0).text().to_owned())
            };
            let Some(name) = name else { continue };
            match self.imported_repository(id, &name, position) {
                Some(repository) => {
                    progress = true;
                    self.follow(id, position, Some(repository));
                }
                None => self.repository_imports.push((id, position)),
            }
        }
        progress
    }

    /// Returns the URL of the repository `name` as `id` sees it through imports other than its import
    /// `except`, with the base of the file that defines it.
    pub(super) fn imported_repository(
        &self,
        id: FileId,
        name: &str,
        except: usize,
    ) -> Option<(String, Base)> {
        let mut seen = FxHashSet::default();
        let mut pending = vec![(id, name)];
        while let Some((id, name)) = pending.pop() {
            if !seen.insert((id, name.len())) {
                continue;
            }
            let file = self.graph.file(id);
            let first = seen.len() == 1;
            let definitions =
                file.syntax().into_iter().flat_map(|root| &root.repositories).flat_map(|map| &map.entries);
            for (key, repository) in definitions.filter(|_| !first) {
                if file.node(*key).text() == name
                    && let Some(url) = repository.url
                {
                    let base = self.contexts[id.index()].base.clone();
                    return Some((file.node(url.0).text().to_owned(), base));
                }
            }
            for (position, import) in file.imports.iter().enumerate().rev() {
                let Some(target) = import.target.filter(|_| !(first && position == except)) else { continue };
                let inner_name = match file.namespace(import) {
                    None => Some(name),
                    Some(namespace) => name.strip_prefix(namespace).and_then(|rest| rest.strip_prefix(':')),
                };
                pending.extend(inner_name.map(|inner_name| (target, inner_name)));
            }
        }
        None
    }

    /// Returns `target`, or the member at the path `url` if the repository at `location` is an archive, or `None` if that is
    /// not to be followed.
    pub(super) fn or_member(
        &mut self,
        target: ImportTarget,
        location: &ImportTarget,
        span: Span,
        url: &str,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Option<ImportTarget> {
        let Some(root) = self.archive_of_repository(location, span, diagnostics).ok()? else {
            return Some(target);
        };
        let path = locate::join(&root, url.trim_start_matches('/'));
        if !path.starts_with(&root) {
            let shown = paths::shown(&path, &self.working_directory);
            diagnostics.push(rules::outside_root::archive(span, url, shown.as_str()));
            return None;
        }
        Some(match location {
            ImportTarget::Local(..) => ImportTarget::Local(path, Some(root)),
            _ => {
                let base = Base::Directory(parent(&path));
                ImportTarget::Copy(path, base)
            }
        })
    }

    /// Returns the directory that stands for the archive that a repository is, or `None` if it is not one. `target` is the
    /// location of the repository, and `span` that of an import from it. At a URL, only what has the extension of an
    /// archive is fetched; if that fails, it is reported once, and there is `Err`.
    fn archive_of_repository(
        &mut self,
        target: &ImportTarget,
        span: Span,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Result<Option<Utf8PathBuf>, ()> {
        let path = match target {
            ImportTarget::Local(path, _) | ImportTarget::Copy(path, _) => path.clone(),
            ImportTarget::Remote(url, _) => {
                let Ok(parsed) = Url::parse(url) else { return Ok(None) };
                if ArchiveFormat::of_name(Utf8Path::new(parsed.path())).is_none() {
                    return Ok(None);
                }
                let mut reported = Vec::new();
                let path = urls::local_file(self.host, &self.options.urls, span, url, &mut reported);
                if self.remote_archives.insert(url.clone()) {
                    diagnostics.extend(reported);
                }
                path.ok_or(())?
            }
        };
        Ok(self.host.archive(&path).map(|archive| archive.root.clone()))
    }

    /// Whether a failed import, of `id` or of a file that it reaches, could have brought a repository.
    /// Ignores its import `except` and those that wait for repositories.
    fn may_bring(&self, id: FileId, except: usize) -> bool {
        let mut seen = FxHashSet::from_iter([id]);
        let mut pending = vec![id];
        while let Some(next) = pending.pop() {
            let file = self.graph.file(next);
            let definitions = file.syntax().and_then(|root| root.imports.as_ref());
            for (position, import) in file.imports.iter().enumerate() {
                let definition = definitions.and_then(|list| list.items.get(position));
                let waits = definition.is_some_and(|import| import.repository.is_some());
                match import.target {
                    None if !(waits || next == id && position == except) => return true,
                    Some(target) if seen.insert(target) => pending.push(target),
                    _ => {}
                }
            }
        }
        false
    }

    /// Reports repositories that no file defines, unless a failed import could have brought them.
    pub(super) fn report_repositories(&mut self) {
        for (id, position) in std::mem::take(&mut self.repository_imports) {
            let file = self.graph.file(id);
            let Some(root) = file.syntax() else { continue };
            let Some(imports) = &root.imports else { continue };
            let Some(repository) = imports.items[position].repository else { continue };
            if self.may_bring(id, position) || file.tree().is_damaged() {
                continue;
            }
            let node = file.node(repository.0);
            let defined = root.repositories.iter().flat_map(|map| &map.entries);
            let suggestion = suggest(node.text(), defined.map(|(key, _)| file.node(*key).text()));
            let namespace = node.text().split_once(':').map(|(namespace, _)| namespace);
            let stray = namespace.filter(|namespace| {
                !file.imports.iter().any(|import| file.namespace(import) == Some(namespace))
            });
            let diagnostic = match stray {
                Some(namespace) => rules::unknown_namespace::new(node.span(), namespace, None),
                None => rules::unknown_repository::new(node.span(), node.text(), suggestion),
            };
            self.diagnostics.push(diagnostic);
        }
    }
}

/// Returns the URL of the repository that `file` itself defines under the text of `name`.
pub(super) fn own_repository<'f>(file: &'f File, name: YamlNode<'f>) -> Option<YamlNode<'f>> {
    let repositories = file.syntax()?.repositories.as_ref()?;
    let url: NodeId = repositories
        .entries
        .iter()
        .find(|(key, _)| file.node(*key).text() == name.text())
        .and_then(|(_, repository)| repository.url)?
        .0;
    Some(file.node(url))
}
