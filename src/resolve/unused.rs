//! Finds unused imports (6.8.2-06), in files with a service template.

use rustc_hash::FxHashSet;

use crate::diagnostics::{Diagnostic, Level, rules};
use crate::functions::without_suffix;
use crate::keynames::{NameKind, call_name};
use crate::load::{File, Import};
use crate::yaml::{Kind, NodeId};

use super::lookup::Index;

/// Reports imports that no name of `file` uses.
pub(super) fn find(index: &Index<'_>, file: &File, calls: &[NodeId], diagnostics: &mut Vec<Diagnostic>) {
    let Some(root) = file.syntax() else { return };
    // What could not be read may use any import.
    let is_unread = file.parsed().diagnostics.iter().any(|diagnostic| diagnostic.level == Level::Error);
    if root.service_template.is_none() || is_unread || file.imports.is_empty() {
        return;
    }
    let used = used_names(file, calls);
    let definitions = root.imports.iter().flat_map(|list| &list.items);
    let repositories: Vec<&str> = definitions
        .filter_map(|import| import.repository)
        .map(|repository| file.node(repository.0).text())
        .collect();
    let mut seen = FxHashSet::default();
    for import in &file.imports {
        let Some(target) = import.target else { continue };
        if !seen.insert((target, file.namespace(import))) {
            continue;
        }
        let is_used = used.iter().any(|&(kind, name)| needs(index, file, import, kind, name))
            || repositories.iter().any(|name| needs(index, file, import, NameKind::Repository, name));
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

/// Returns whether `import` may bring `name`.
fn needs(index: &Index<'_>, file: &File, import: &Import, kind: NameKind, name: &str) -> bool {
    let Some(target) = import.target else { return true };
    match file.namespace(import) {
        Some(namespace) => name.strip_prefix(namespace).is_some_and(|rest| rest.starts_with(':')),
        None => {
            let lookup = index.find_exported(target, kind, name);
            lookup.definition.is_some() || lookup.namespaces > 0 || lookup.is_incomplete
        }
    }
}
