//! Checks imports when all files are loaded.

use rustc_hash::FxHashMap;

use crate::base::{FileId, Span};
use crate::diagnostics::{Diagnostic, rules};

use super::{File, FileGraph, cycles};

/// Passes profile names on along imports (§6.7.1), and reports cycles, repeated imports and imported service
/// templates.
pub(super) fn review(graph: &mut FileGraph) -> Vec<Diagnostic> {
    let mut diagnostics = pass_on_profiles(graph);
    for cycle in cycles::find(graph) {
        diagnostics.push(report_cycle(graph, &cycle));
    }
    for file in &graph.files {
        let mut seen: FxHashMap<(FileId, Option<&str>), Span> = FxHashMap::default();
        seen.reserve(file.imports.len());
        for import in &file.imports {
            let Some(target) = import.target else { continue };
            let span = file.span(import.value);
            if let Some(&first) = seen.get(&(target, file.namespace(import))) {
                diagnostics.push(rules::duplicate_import::new(span, file.node(import.value).text(), first));
                continue;
            }
            seen.insert((target, file.namespace(import)), span);
            let target = graph.file(target);
            let template = target.syntax().and_then(|root| root.service_template.as_ref());
            if template.is_some()
                && let Some((key, _)) = target.tree().root().and_then(|root| root.entry("service_template"))
            {
                diagnostics.push(rules::imported_service_template::new(span, key.span()));
            }
        }
    }
    diagnostics
}

/// Sets the profile of each file without a profile name to that of the file that imports it.
fn pass_on_profiles(graph: &mut FileGraph) -> Vec<Diagnostic> {
    let mut diagnostics = Vec::new();
    let mut inherited_at: FxHashMap<FileId, Span> = FxHashMap::default();
    let declared: Vec<bool> = graph.files.iter().map(|file| file.profile.is_some()).collect();
    let mut queue: std::collections::VecDeque<FileId> =
        graph.files.iter().filter(|file| file.profile.is_some()).map(|file| file.id).collect();
    while let Some(id) = queue.pop_front() {
        let Some(profile) = graph.file(id).profile.clone() else { continue };
        for position in 0..graph.file(id).imports.len() {
            let import = graph.file(id).imports[position];
            let Some(target) = import.target.filter(|target| !declared[target.index()]) else { continue };
            let span = graph.file(id).span(import.value);
            match &graph.file(target).profile {
                None => {
                    graph.files[target.index()].profile = Some(profile.clone());
                    inherited_at.insert(target, span);
                    queue.push_back(target);
                }
                // An unknown key may be the one that names the profile.
                Some(first_profile) if *first_profile != profile && !has_unknown_key(graph.file(target)) => {
                    let first = inherited_at.get(&target).copied().unwrap_or(span);
                    let diagnostic = rules::file_in_two_profiles::new(span, &profile, first_profile, first);
                    diagnostics.push(diagnostic);
                }
                Some(_) => {}
            }
        }
    }
    diagnostics
}

fn has_unknown_key(file: &File) -> bool {
    file.tree().root().is_some_and(|root| file.unknown_keys().are_inside(root))
}

fn report_cycle(graph: &FileGraph, cycle: &cycles::Cycle) -> Diagnostic {
    const MAX_SHOWN_FILES: usize = 6;
    let first = graph.file(cycle.chain[0]);
    let span = first.span(first.imports[cycle.import].value);
    if cycle.chain.len() == 1 && cycle.size == 1 {
        return rules::import_cycle::own_file(span);
    }
    let name = |id: &FileId| graph.file(*id).source().path.as_str();
    let mut names: Vec<&str> = cycle.chain.iter().take(MAX_SHOWN_FILES).map(name).collect();
    if cycle.chain.len() > MAX_SHOWN_FILES {
        names.push("…");
    }
    names.push(name(&cycle.chain[0]));
    rules::import_cycle::new(span, &names.join(" → "), cycle.size)
}
