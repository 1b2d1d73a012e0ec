//! Runs the phases in order and gathers what they say.
//!
//! In: a host and options. Out: an [`Analysis`] with the results of all phases and every diagnostic,
//! sorted by place and without repetitions. The only place where diagnostics are sorted, switched off or
//! merged.

mod fingerprints;

use camino::{Utf8Path, Utf8PathBuf};
use rustc_hash::FxHashMap;

use crate::base::Sources;
use crate::derive::{self, Types};
use crate::diagnostics::{Diagnostic, Level};
use crate::dialects::Dialect;
use crate::host::{Host, Limits};
use crate::load::{self, FileGraph};
use crate::resolve::{self, Names};
use crate::topology::Topologies;
use crate::{substitution, templates, topology, values, yaml};

pub use fingerprints::{fingerprints, path_in_repository};

/// What to check, and how.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// What to load.
    pub load: load::Options,
    /// Codes, by number, beginning of the number, or slug, whose findings are left out.
    pub off: Vec<String>,
    /// Whether to tell which services can stand for which nodes.
    pub substitutes: bool,
    /// Codes that are off by default and are asked for.
    pub select: Vec<String>,
}

/// Everything that is known about the input.
#[derive(Debug, Default)]
pub struct Analysis {
    /// The files and their imports.
    pub graph: FileGraph,
    /// What their names mean.
    pub names: Names,
    /// All findings, by file in load order, place and code.
    pub diagnostics: Vec<Diagnostic>,
    /// The directory of the repository that the working directory is in, if it is in one.
    pub repository: Option<Utf8PathBuf>,
}

impl Analysis {
    /// The effective types. They borrow from the analysis and are derived anew at each call.
    #[must_use]
    pub fn types(&self) -> Types<'_> {
        derive::derive(&self.graph, &self.names, false).0
    }

    /// The texts that the diagnostics point into.
    #[must_use]
    pub fn sources(&self) -> &Sources {
        &self.graph.sources
    }
}

/// Checks what `options` names.
#[must_use]
pub fn analyze(host: &dyn Host, options: &Options) -> Analysis {
    analyze_telling(host, options, &mut |_| {})
}

/// Checks what `options` names, and tells the name of each phase when it begins.
#[must_use]
pub fn analyze_telling(host: &dyn Host, options: &Options, begins: &mut dyn FnMut(&'static str)) -> Analysis {
    begins("load");
    let (graph, mut diagnostics) = load::load(host, &options.load);
    begins("resolve");
    let (names, found) = resolve::resolve(&graph, &options.load.functions);
    diagnostics.extend(found);
    begins("derive");
    let (types, found) = derive::derive(&graph, &names, options.load.strict);
    diagnostics.extend(found);
    begins("topology");
    let topologies = topology::read(&types);
    begins("values");
    diagnostics.extend(values::review(&topologies));
    begins("templates");
    diagnostics.extend(templates::review(&topologies, host));
    begins("substitution");
    diagnostics.extend(substitution::review(&topologies, options.substitutes));
    begins("variants");
    diagnostics.extend(variants(&topologies, &options.load.limits));
    drop(topologies);
    drop(types);
    diagnostics.retain(|found| {
        let listed = |names: &[String]| names.iter().any(|name| found.code.is_named(name));
        !listed(&options.off) && (!found.code.is_lint() || listed(&options.select))
    });
    heed_languages(&graph, &mut diagnostics);
    let working = host.working_directory();
    let repository = repository(host, &working);
    Analysis { graph, names, diagnostics: in_order(diagnostics), repository }
}

/// What is a mistake in TOSCA 2.0 may be none, or a small one, in the language of the file.
fn heed_languages(graph: &FileGraph, diagnostics: &mut Vec<Diagnostic>) {
    let traits =
        |found: &Diagnostic| graph.files.get(found.primary.span.file.index()).map(|file| file.traits);
    diagnostics.retain(|found| !traits(found).is_some_and(|traits| traits.allowed.contains(&found.code)));
    for found in diagnostics {
        if traits(found).is_some_and(|traits| traits.milder.contains(&found.code)) {
            found.level = if found.level == Level::Error { Level::Warning } else { Level::Info };
        } else if found.level == Level::Error
            && traits(found).is_some_and(|traits| traits.elsewhere.contains(&found.code))
        {
            found.level = Level::Warning;
        }
    }
}

/// What dialects say about files in which elements may be absent, when all phases are done: each looks at the
/// tree as it is written, and at what types demand.
fn variants(topologies: &Topologies<'_, '_>, limits: &Limits) -> Vec<Diagnostic> {
    let graph = topologies.types.graph;
    let mut found = Vec::new();
    for file in &graph.files {
        let Some(review) = file.review.filter(|_| file.dialect == Dialect::Tosca2) else { continue };
        let demands = topologies.of(file.id).map(|topology| templates::demands(topologies.types, topology));
        let (tree, _) = yaml::parse(&graph.sources.get(file.id).text, file.id, limits);
        found.extend(review(&tree, &demands.unwrap_or_default()));
    }
    found
}

/// Sorts by file, place and code; findings of one code at one place become one, with the secondary
/// places of all of them.
fn in_order(mut diagnostics: Vec<Diagnostic>) -> Vec<Diagnostic> {
    diagnostics.sort_by(|a, b| {
        let key = |found: &Diagnostic| (found.primary.span, found.code.id);
        key(a).cmp(&key(b))
    });
    let mut kept: Vec<Diagnostic> = Vec::with_capacity(diagnostics.len());
    let mut last: FxHashMap<(crate::base::Span, &str), usize> = FxHashMap::default();
    for found in diagnostics {
        match last.get(&(found.primary.span, found.code.id)) {
            Some(&index) => {
                let same: &mut Diagnostic = &mut kept[index];
                for label in found.secondary {
                    if !same.secondary.contains(&label) {
                        same.secondary.push(label);
                    }
                }
            }
            None => {
                last.insert((found.primary.span, found.code.id), kept.len());
                kept.push(found);
            }
        }
    }
    kept
}

/// The nearest directory, from `directory` upward, that is a repository.
fn repository(host: &dyn Host, directory: &Utf8Path) -> Option<Utf8PathBuf> {
    let is_repository = |place: &&Utf8Path| host.entry(&place.join(".git")).is_some();
    directory.ancestors().find(is_repository).map(Utf8Path::to_owned)
}
