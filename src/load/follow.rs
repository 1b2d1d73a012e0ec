//! Follows an import to a file: by URL, with or without a repository (TOSCA 2.0 §6.8.2.2).

use camino::{Utf8Path, Utf8PathBuf};

use crate::base::{FileId, Span};
use crate::diagnostics::{Diagnostic, rules};
use crate::dialects::Dialect;
use crate::host::{Entry, paths};
use crate::yaml::plain;

use super::loader::{Loader, parent};
use super::locate::{self, Base, ImportTarget, Surroundings};
use super::repositories::own_repository;
use super::{Import, built_in, urls};

impl Loader<'_> {
    pub(super) fn follow_imports(&mut self, id: FileId) {
        if self.graph.files[id.index()].dialect() == Dialect::Unsupported {
            return;
        }
        self.report_relative_file_urls(id);
        let count = self.find_imports(id);
        for position in 0..count {
            self.follow(id, position, None);
        }
    }

    /// Reports the `file:` URLs of repositories and imports of a file that are not absolute.
    fn report_relative_file_urls(&mut self, id: FileId) {
        let file = &self.graph.files[id.index()];
        let Some(root) = file.syntax() else { return };
        let repositories = root.repositories.iter().flat_map(|map| &map.entries);
        let repositories = repositories.filter_map(|(_, repository)| repository.url);
        // An import with a repository must not have such a URL at all.
        let imports = root.imports.iter().flat_map(|list| &list.items);
        let imports = imports.filter(|import| import.repository.is_none());
        let imports = imports.filter_map(|import| import.url);
        let urls = repositories.map(|url| url.0).chain(imports.map(|url| url.0));
        for node in urls.map(|url| file.node(url)) {
            if let Some(path) = locate::relative_file_path(node.text(), self.host.is_windows()) {
                let diagnostic = rules::relative_file_url::new(node.span(), node.text(), path);
                self.diagnostics.push(diagnostic);
            }
        }
    }

    /// Adds the imports of a file, without targets. Returns their number.
    pub(super) fn find_imports(&mut self, id: FileId) -> usize {
        let file = &mut self.graph.files[id.index()];
        let Some(root) = file.syntax() else { return 0 };
        let definitions = root.imports.iter().flat_map(|list| &list.items);
        let imports: Vec<Import> = definitions
            .map(|import| Import {
                entry: import.node,
                value: import
                    .url
                    .map(|url| url.0)
                    .or(import.profile.map(|profile| profile.0))
                    .unwrap_or(import.node),
                namespace: import.namespace.map(|namespace| namespace.0),
                target: None,
            })
            .collect();
        file.imports = imports;
        file.imports.len()
    }

    /// Follows one import. `repository` is the location of a repository that is defined in another file.
    pub(super) fn follow(&mut self, id: FileId, position: usize, repository: Option<(String, Base)>) {
        let file = &self.graph.files[id.index()];
        let Some(root) = file.syntax() else { return };
        let Some(definition) = root.imports.as_ref().and_then(|list| list.items.get(position)) else {
            return;
        };
        // The part that could not be read may name the file.
        if file.node(definition.node).is_broken_inside() {
            return;
        }
        let Some(url) = definition.url else {
            if definition.profile.is_some() {
                self.profile_imports.push((id, position));
            }
            return;
        };
        let node = file.node(url.0);
        let (mut text, span) = (node.text(), node.span());
        let mut diagnostics = Vec::new();
        let replacement = locate::windows_path(text);
        if let Some(replacement) = &replacement {
            diagnostics.push(rules::not_a_url_path::new(span, text, replacement));
            text = replacement;
        }
        let context = &self.contexts[id.index()];
        let repository = match (&definition.repository, repository) {
            (None, _) => None,
            (Some(_), Some(known)) => Some(known),
            (Some(name), None) => match own_repository(file, file.node(name.0)) {
                Some(url) => {
                    if crate::keynames::call_name(url).is_some() {
                        let name = file.node(name.0);
                        diagnostics.push(rules::repository_url_not_literal::new(
                            url.span(),
                            name.text(),
                            name.span(),
                        ));
                        self.diagnostics.extend(diagnostics);
                        return;
                    }
                    Some((url.text().to_owned(), context.base.clone()))
                }
                None => {
                    self.repository_imports.push((id, position));
                    return;
                }
            },
        };
        let surroundings = Surroundings {
            base: &context.base,
            root: &context.root,
            working: &self.working_directory,
            url_map: &self.options.url_map,
            windows: self.host.is_windows(),
        };
        let contradiction = definition.repository.is_some() && crate::syntax::scheme(text).is_some();
        let repository = repository.as_ref().map(|(url, base)| (url.as_str(), base));
        let locate = |root| Surroundings { root, ..surroundings }.locate(text, repository);
        let target = locate(&context.root);
        let location = repository.map(|(url, base)| Surroundings { base, ..surroundings }.locate(url, None));
        let below_start = context.start.as_deref().and_then(|start| self.in_place_of(&target, locate(start)));
        let (is_profile, text) = (locate::looks_like_profile(text), text.to_owned());
        if below_start.is_some() {
            self.report_start(id, span, &text, &mut diagnostics);
        }
        let target = below_start.unwrap_or(target);
        let target = if repository.is_none() { self.or_on_import_path(target, &text) } else { target };
        let target = if contradiction { target } else { self.or_copy(id, target, span, &text) };
        let target = match location.filter(|_| !contradiction) {
            Some(location) => self.or_member(target, &location, span, &text, &mut diagnostics),
            None => Some(target).filter(|_| !contradiction),
        };
        let target = target.and_then(|target| match target {
            ImportTarget::Remote(..) if is_profile => {
                self.follow_name(id, position, span, &text);
                None
            }
            ImportTarget::Remote(url, base) => self.follow_url(id, span, &url, base, &mut diagnostics),
            ImportTarget::Local(path, _) if self.leaves_archive(id, &path) => {
                let shown = paths::shown(&path, &self.working_directory);
                diagnostics.push(rules::outside_root::archive(span, &text, shown.as_str()));
                None
            }
            ImportTarget::Local(path, root) => {
                let base = Base::Directory(parent(&path));
                let root = root.unwrap_or_else(|| self.contexts[id.index()].root.clone());
                self.local((id, &root), span, &text, &path, base, &mut diagnostics)
            }
            ImportTarget::Copy(path, base) => {
                let archive = self.host.archive_root(&path);
                let root = archive.unwrap_or_else(|| self.contexts[id.index()].root.clone());
                self.local((id, &root), span, &text, &path, base, &mut diagnostics)
            }
        });
        self.pass_start(id, target, span);
        diagnostics.extend(self.in_other_case(target, span, &text));
        if replacement.is_some() && target.is_none() {
            // If there is no such file, the warning already explains why.
            self.missing.retain(|(reported, ..)| *reported != span);
        }
        self.diagnostics.extend(diagnostics);
        self.graph.files[id.index()].imports[position].target = target;
    }

    /// Returns the file at a URL that an import of a file, at a span, names.
    fn follow_url(
        &mut self,
        id: FileId,
        span: Span,
        url: &str,
        base: Option<Base>,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Option<FileId> {
        let path = urls::local_file(self.host, &self.options.urls, span, url, diagnostics)?;
        let root = self.contexts[id.index()].root.clone();
        let shown = self.shown_from(id, &path);
        self.request(&path, shown, base?, &root, Some(span))
    }

    /// Whether a file is in an archive, and `path` is not.
    fn leaves_archive(&self, id: FileId, path: &Utf8Path) -> bool {
        let Base::Directory(directory) = &self.contexts[id.index()].base else { return false };
        let archive = self.host.archive_root(directory);
        archive.is_some_and(|root| !path.starts_with(root)) && !path.as_str().starts_with(built_in::PREFIX)
    }

    /// Reports that the import at `span` starts from the directory of the file that was given, once for each such
    /// directory.
    fn report_start(&mut self, id: FileId, span: Span, url: &str, diagnostics: &mut Vec<Diagnostic>) {
        let context = &self.contexts[id.index()];
        let Some(start) = context.start.clone() else { return };
        let shown = |path: &Utf8Path| paths::shown(path, &self.working_directory);
        let (shown_start, shown_root) = (shown(&start), shown(&context.root));
        if self.used_starts.insert(start) {
            let (root, start) = (shown_root.as_str(), shown_start.as_str());
            diagnostics.push(rules::uncertain_root::new(span, url, root, start));
        }
    }

    /// Returns the path of a copy of published types, if an import of them has no target: the file of that name next to the
    /// importing file, or the built-in one.
    fn copy_of_published(&self, id: FileId, target: &ImportTarget) -> Option<Utf8PathBuf> {
        let policies = self.graph.file(id).policies();
        let is_last = policies.names.implicit.is_none_or(|implicit| implicit.version == implicit.last());
        match target {
            ImportTarget::Remote(url, _) => {
                let built_in = built_in::etsi_types(url, is_last)?;
                let Base::Directory(directory) = &self.contexts[id.index()].base else { return None };
                let beside = paths::join(directory, Utf8Path::new(url.rsplit('/').next()?));
                let is_file = self.host.entry(&beside) == Some(Entry::File);
                Some(if is_file { beside } else { built_in.into() })
            }
            ImportTarget::Local(path, _) if !path.as_str().starts_with(built_in::PREFIX) => {
                let built_in = built_in::etsi_types(path.file_name()?, is_last)?;
                self.host.entry(path).is_none().then(|| built_in.into())
            }
            _ => None,
        }
    }

    /// Returns `target`, or a copy of published types if the import at `span` has none. Each built-in copy is reported
    /// once.
    fn or_copy(&mut self, id: FileId, target: ImportTarget, span: Span, url: &str) -> ImportTarget {
        let Some(path) = self.copy_of_published(id, &target) else { return target };
        if let Some(name) = path.as_str().strip_prefix(built_in::PREFIX)
            && !self.by_path.contains_key(path.as_str())
        {
            let shown = format!("{}/{name}", built_in::BUILT_IN_DIRECTORY);
            let is_remote = matches!(target, ImportTarget::Remote(..));
            self.diagnostics.push(rules::built_in_copy::new(span, url, &shown, is_remote));
        }
        ImportTarget::Local(path, None)
    }

    /// Follows an import with the form `name:version`: a template of earlier versions, or else a profile in a wrong form.
    fn follow_name(&mut self, id: FileId, position: usize, span: Span, text: &str) {
        if self.graph.file(id).policies().names.sees_nearby {
            self.library_imports.push((id, position, text.to_owned()));
        } else if let Some((name, namespace)) = text.split_once(" as ") {
            let (name, namespace) = (plain(name.trim()), plain(namespace.trim()));
            let entry = format!("{{ profile: {name}, namespace: {namespace} }}");
            self.diagnostics.push(rules::missing_import::with_as(span, text, &entry));
        } else {
            let help = format!("write `- profile: {text}` to import a profile by name");
            self.diagnostics.push(rules::missing_import::new(span, text, text, Some(help)));
        }
    }

    /// Returns a finding if the import at `span` writes the name of its target in other letters.
    fn in_other_case(&self, target: Option<FileId>, span: Span, url: &str) -> Option<Diagnostic> {
        let target = target.filter(|_| self.host.ignores_case())?;
        let spelled = paths::spelled_like(url, &self.graph.file(target).identity)?;
        Some(rules::import_in_other_case::new(span, url, &spelled))
    }

    /// Passes the directory of the file that was given on to the file that the import at `span` added.
    fn pass_start(&mut self, id: FileId, target: Option<FileId>, span: Span) {
        let Some(target) = target else { return };
        if self.contexts[target.index()].first_import == Some(span) {
            let start = self.contexts[id.index()].start.clone();
            self.contexts[target.index()].start = start;
        }
    }

    /// Returns `target`, or the first file with this relative URL on the import path if `target` does not exist.
    fn or_on_import_path(&self, target: ImportTarget, url: &str) -> ImportTarget {
        if url.starts_with('/') || crate::syntax::scheme(url).is_some() {
            return target;
        }
        let directories = self.options.import_path.iter().map(|directory| self.host.absolute(directory));
        let mut others = directories
            .map(|directory| ImportTarget::Local(locate::join(&directory, url), None))
            .filter_map(|other| self.in_place_of(&target, other));
        others.next().unwrap_or(target)
    }

    /// Returns `other` if it is a file and `target` does not exist.
    fn in_place_of(&self, target: &ImportTarget, other: ImportTarget) -> Option<ImportTarget> {
        let entry = |target: &ImportTarget| {
            let ImportTarget::Local(path, _) = target else { return None };
            if let Some(known) = self.by_path.get(path.as_str()) {
                return known.map(|_| Entry::File);
            }
            let decoded = || self.host.entry(&locate::percent_decoded(path)?);
            self.host.entry(path).or_else(decoded)
        };
        let is_missing = matches!(target, ImportTarget::Local(..)) && entry(target).is_none();
        (is_missing && entry(&other) == Some(Entry::File)).then_some(other)
    }

    /// Returns the file at a local path, or `None` if it does not exist or must not be imported.
    pub(super) fn local(
        &mut self,
        from: (FileId, &Utf8Path),
        span: Span,
        url: &str,
        path: &Utf8Path,
        base: Base,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Option<FileId> {
        if let Some(known) = self.by_path.get(path.as_str()) {
            if known.is_none() {
                self.missing.push((span, url.to_owned(), path.to_owned()));
            }
            return *known;
        }
        if let Some(root) = &self.root
            && !path.as_str().starts_with(built_in::PREFIX)
            && !self.is_inside(root, path)
            && !self.is_on_import_path(path)
        {
            let shown = paths::shown(path, &self.working_directory);
            diagnostics.push(rules::outside_root::new(span, url, shown.as_str(), root.as_str()));
            return None;
        }
        let entry = built_in::content(path).map(|_| Entry::File).or_else(|| self.host.entry(path));
        let Some(entry) = entry else {
            if let Some(decoded) = locate::percent_decoded(path)
                && self.host.entry(&decoded).is_some()
            {
                let base = Base::Directory(parent(&decoded));
                return self.local(from, span, url, &decoded, base, diagnostics);
            }
            self.by_path.insert(path.as_str().to_owned(), None);
            self.missing.push((span, url.to_owned(), path.to_owned()));
            return None;
        };
        if entry == Entry::Directory {
            diagnostics.push(rules::unreadable_file::new(span, url, "it is a directory"));
            return None;
        }
        let shown = self.shown_from(from.0, path);
        self.request(path, shown, base, from.1, Some(span))
    }

    /// The displayed path, in the style of the importing file's.
    pub(super) fn shown_from(&self, from: FileId, path: &Utf8Path) -> Utf8PathBuf {
        if let Some(name) = path.as_str().strip_prefix(built_in::PREFIX) {
            return Utf8PathBuf::from(format!("<built-in>/{name}"));
        }
        let importer = &self.graph.file(from).source().path;
        if paths::is_absolute(importer) {
            return paths::below(path, &self.working_directory);
        }
        let shown = paths::shown(path, &self.working_directory);
        if !paths::is_absolute(&shown) {
            return shown;
        }
        // Outside of the working directory, the path starts with the same `..` as that of the importing file.
        let up = importer.components().take_while(|part| part.as_str() == "..").count();
        let start = self.working_directory.ancestors().nth(up);
        match start.and_then(|start| path.strip_prefix(start).ok()) {
            Some(rest) if up > 0 => paths::join(Utf8Path::new(&"../".repeat(up)), rest),
            _ => shown,
        }
    }

    /// Whether a path is below a directory of the import path, following symbolic links.
    fn is_on_import_path(&self, path: &Utf8Path) -> bool {
        let mut directories = self.options.import_path.iter().map(|directory| self.host.identity(directory));
        self.host.entry(path).is_some()
            && directories.any(|directory| self.host.identity(path).starts_with(directory))
    }

    /// Whether a path is below the root, following symbolic links; a path that does not exist is compared as
    /// text.
    fn is_inside(&self, root: &Utf8Path, path: &Utf8Path) -> bool {
        if self.host.entry(path).is_some() {
            return self.host.identity(path).starts_with(root);
        }
        let given = self.options.root.as_ref().map(|root| self.host.absolute(root));
        path.starts_with(root) || given.is_some_and(|given| path.starts_with(given))
    }
}
