//! Finds unused imports (6.8.2-06), in files with a service template.

use rustc_hash::FxHashSet;

use crate::base::FileId;
use crate::diagnostics::{Diagnostic, Level, rules};
use crate::functions::without_suffix;
use crate::keynames::{NameKind, call_name};
use crate::load::File;
use crate::yaml::{Kind, NodeId};

use super::lookup::Index;

/// Reports imports that no name of `file` uses.
pub(super) fn find(index: &Index<'_>, file: &File, calls: &[NodeId], diagnostics: &mut Vec<Diagnostic>) {
    let Some(root) = file.syntax() else { return };
    // What could not be read may use any import.
    let hides = |diagnostic: &Diagnostic| {
        diagnostic.level == Level::Error && diagnostic.rule != &rules::version_not_first::RULE
    };
    let is_unread = file.parsed().diagnostics.iter().any(hides) || file.unknown_keys().may_define_any();
    if root.service_template.is_none() || is_unread || file.imports.is_empty() {
        return;
    }
    let mut used = used_names(file, calls);
    used.extend(names_of_others(index, file));
    let definitions = root.imports.iter().flat_map(|list| &list.items);
    let repositories = definitions.filter_map(|import| import.repository);
    used.extend(repositories.map(|repository| (NameKind::Repository, file.node(repository.0).text())));
    let namespaces: FxHashSet<&str> = used.iter().flat_map(|(_, name)| namespaces_of(name)).collect();
    let plain = file.imports.iter().filter(|import| file.namespace(import).is_none());
    let plain: Vec<FileId> = plain.filter_map(|import| import.target).collect();
    let spellings = other_spellings(index, &plain, &used);
    let names = used.iter().copied().chain(spellings.iter().map(|(kind, name)| (*kind, name.as_str())));
    let names: FxHashSet<(NameKind, &str)> = names.collect();
    let bringing = index.reaching(plain, |target| index.may_bring(target, &names));
    let mut seen = FxHashSet::default();
    for import in &file.imports {
        let Some(target) = import.target else { continue };
        if !seen.insert((target, file.namespace(import))) {
            continue;
        }
        let is_used = match file.namespace(import) {
            Some(namespace) => namespaces.contains(namespace),
            None => bringing.contains(&target),
        };
        // A file that is not readable as a whole may define what is used.
        let is_unread = {
            let target = index.graph.file(target);
            !target.is_readable() || target.tree().is_damaged()
        };
        // Another rule reports the import of a file with a service template.
        let has_service_template =
            index.graph.file(target).syntax().is_some_and(|root| root.service_template.is_some());
        if !is_used && !is_unread && !has_service_template {
            let value = file.node(import.value);
            diagnostics.push(rules::unused_import::new(value.span(), value.text()));
        }
    }
}

/// Returns all global names that the file uses, in `calls` and elsewhere.
fn used_names<'f>(file: &'f File, calls: &[NodeId]) -> FxHashSet<(NameKind, &'f str)> {
    let mut used = FxHashSet::default();
    for reference in file.references() {
        let name = file.node(reference.node).text();
        used.extend(reference.kinds.iter().filter(|kind| !kind.is_template()).map(|&kind| (kind, name)));
    }
    for call in calls.iter().map(|&call| file.node(call)) {
        // A malformed call also names a function.
        let keys = call.entries().map(|(key, _)| key);
        let names = keys.chain((call.kind() == Kind::Scalar).then_some(call)).filter_map(call_name);
        used.extend(names.map(|name| (NameKind::Function, without_suffix(name.text()))));
    }
    let template = file.syntax().and_then(|root| root.service_template.as_ref());
    let refined = template.and_then(|template| template.functions.as_ref());
    for (key, _) in refined.into_iter().flat_map(|map| &map.0.entries) {
        used.insert((NameKind::Function, file.node(*key).text()));
    }
    used
}

/// Returns the names that the imported files use, but do not import, where they see what `file` imports.
fn names_of_others<'g>(index: &Index<'g>, file: &File) -> FxHashSet<(NameKind, &'g str)> {
    if file.nearby.files.is_empty() {
        return FxHashSet::default();
    }
    let others = index.closure(file.id).into_iter().skip(1).map(|id| index.graph.file(id));
    let names = others.filter(|other| !other.is_built_in()).flat_map(|other| {
        let names = used_names(other, &[]).into_iter();
        names.filter(|(kind, name)| index.find(other.id, *kind, name).importer.is_some())
    });
    names.collect()
}

/// Returns the other spellings in which the imported files define these names.
fn other_spellings(
    index: &Index<'_>,
    imported: &[FileId],
    names: &FxHashSet<(NameKind, &str)>,
) -> Vec<(NameKind, String)> {
    let implicit = imported.iter().find_map(|&file| index.graph.file(file).policies().names.implicit);
    let spellings = |(kind, name): &(NameKind, &str)| {
        let alternatives =
            implicit.map_or_else(Vec::new, |implicit| implicit.spellings.alternatives(*kind, name));
        alternatives.into_iter().map(|name| (*kind, name)).collect::<Vec<_>>()
    };
    names.iter().flat_map(spellings).collect()
}

/// Returns the namespaces in a name, each with those around it: `a` and `a:b` for `a:b:C`.
fn namespaces_of(name: &str) -> impl Iterator<Item = &str> {
    name.match_indices(':').map(|(index, _)| &name[..index])
}
