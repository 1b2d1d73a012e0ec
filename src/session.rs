//! Runs the phases in order and gathers what they say.
//!
//! In: a host and options. Out: an [`Analysis`] with the results of all phases and every diagnostic,
//! sorted by place and without repetitions. The only place where diagnostics are sorted, switched off or
//! merged.

mod affected;
pub mod allow;
pub mod baseline;
mod comments;
mod elements;
mod fingerprints;
mod languages;
mod levels;
mod settle;
mod suppressions;
mod verdict;

use std::sync::Arc;

use camino::{Utf8Path, Utf8PathBuf};
use rustc_hash::FxHashSet;

use crate::base::{AnalysisBudget, Cancelled, FileId, Generation, Sources};
use crate::config::{Configurations, Search, Setting, Settings};
use crate::diagnostics::{Code, Diagnostic, Level, LocatedDiagnostic, codes};
use crate::dialects::{Decisions, Dialect};
use crate::expressions::{self, Expressions};
use crate::host::{Changes, Host};
use crate::load::{self, Entries, EntryFile, File, FileGraph, ParsedFiles};
use crate::model::Model;
use crate::model::types::{self, Types};
use crate::resolve::{self, Names};
use crate::{checks, values};

pub(crate) use elements::Elements;
#[cfg(feature = "cli")]
pub(crate) use elements::written;
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
    /// Where configurations are looked for.
    pub search: Search,
    /// Settings that are given and win over those of configurations.
    pub given: Vec<Setting>,
    /// Whether baselines count for nothing.
    pub no_baseline: bool,
    /// What changed, where only that and what imports it counts.
    pub changes: Option<Changes>,
    /// How long all variants of a file are looked at.
    pub budget: AnalysisBudget,
    /// Whether the trees of files as they are written are kept where a phase asks for them: who changes texts asks
    /// again.
    pub keeps_written: bool,
}

/// Everything that is known about the input.
#[derive(Debug, Default)]
pub struct Analysis {
    /// The files and their imports: what the phases worked on.
    pub(crate) graph: Arc<FileGraph>,
    /// The texts that findings point into: those of the files, and after them configurations and baselines.
    pub(crate) sources: Sources,
    /// What their names mean.
    pub(crate) names: Arc<Names>,
    /// The calls in their values.
    pub(crate) expressions: Arc<Expressions>,
    model: Model,
    decisions: Decisions,
    /// All findings, by file in load order, place and code.
    pub(crate) diagnostics: Vec<Diagnostic>,
    /// The directory of the repository that the working directory is in, if it is in one.
    pub(crate) repository: Option<Utf8PathBuf>,
    /// What the run goes by: the configuration of the first path, and what was given.
    pub(crate) settings: Settings,
    /// The configuration of each loaded file.
    pub(crate) configured_by: Vec<Option<Utf8PathBuf>>,
    /// The files whose findings count, where that are not all.
    pub(crate) affected: Option<FxHashSet<FileId>>,
    /// How many findings comments hide.
    pub(crate) suppressed: usize,
    /// What baselines did.
    pub(crate) baseline: baseline::Effect,
}

impl Analysis {
    /// The files that were checked: those that were asked for, and the TOSCA files among those imported, except
    /// for those that the tool brings along.
    pub fn checked(&self) -> impl Iterator<Item = &File> {
        let is_tosca =
            |file: &&File| file.asked_for || !file.is_built_in() && file.dialect() != Dialect::Foreign;
        let counts = |file: &&File| self.affected.as_ref().is_none_or(|affected| affected.contains(&file.id));
        self.graph.files.iter().filter(is_tosca).filter(move |file| counts(file))
    }

    /// All findings, by file in load order, place and code.
    #[must_use]
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.diagnostics
    }

    /// The same, for keeping.
    #[must_use]
    pub fn into_diagnostics(self) -> Vec<Diagnostic> {
        self.diagnostics
    }

    /// How many findings comments hide.
    #[must_use]
    pub fn suppressed(&self) -> usize {
        self.suppressed
    }

    /// The files and their imports.
    #[doc(hidden)]
    #[must_use]
    pub fn graph(&self) -> &Arc<FileGraph> {
        &self.graph
    }

    /// What names mean.
    #[doc(hidden)]
    #[must_use]
    pub fn names(&self) -> &Arc<Names> {
        &self.names
    }

    /// The calls in values.
    #[doc(hidden)]
    #[must_use]
    pub fn expressions(&self) -> &Arc<Expressions> {
        &self.expressions
    }

    /// Returns the file that is shown as `path`, or has it as its absolute path.
    #[must_use]
    pub fn file(&self, path: impl AsRef<str>) -> Option<&File> {
        let path = Utf8Path::new(path.as_ref());
        self.graph.files.iter().find(|file| file.source().path == path || file.identity == path)
    }

    /// What the types and service templates mean.
    #[must_use]
    pub fn model(&self) -> &Model {
        &self.model
    }

    /// What the types mean.
    #[must_use]
    pub fn types(&self) -> &Types {
        &self.model.types
    }

    /// What stands in TOSCA 2.0 for what means something only with its types.
    #[must_use]
    pub fn decisions(&self) -> &Decisions {
        &self.decisions
    }

    /// Forgets the model, for those who need the findings alone.
    pub fn release_model(&mut self) {
        self.model = Model::default();
    }

    /// What identifies a file, however it is reached; of a file of settings, its path as it is shown.
    #[must_use]
    pub fn identity(&self, file: FileId) -> &Utf8Path {
        self.graph.get(file).map_or(&self.sources.get(file).path, |file| &file.identity)
    }

    /// All findings with their locations, ready to be serialized.
    pub fn located(&self) -> impl Iterator<Item = LocatedDiagnostic<'_>> {
        let mut elements = Elements::new(Some(&self.graph));
        self.diagnostics.iter().map(move |found| {
            let element = elements.names(found.primary.span);
            found.located(&self.sources, element)
        })
    }

    /// The texts that the diagnostics point into.
    #[must_use]
    pub fn sources(&self) -> &Sources {
        &self.sources
    }
}

/// Checks one after the other, of the same files more or less. Each gives what a check that stands alone gives;
/// kept between them are the files as they were parsed, and nothing else: what links files, names, types and
/// services is made anew.
#[derive(Debug, Default)]
pub struct Session {
    parsed: ParsedFiles,
}

impl Session {
    /// Checks what `options` names. Fails, between two files or phases, where `generation` is old; what was parsed
    /// by then is kept.
    pub fn analyze(
        &mut self,
        host: &dyn Host,
        options: &Options,
        generation: &Generation,
    ) -> Result<Analysis, Cancelled> {
        run(host, options, None, &mut self.parsed, generation, &mut |_| {})
    }

    /// Checks `part` of what `options` names, and what that imports, so that something is known soon. Findings that
    /// need all files are not among those that it gives. What was parsed of the other files is kept.
    pub fn analyze_part(
        &mut self,
        host: &dyn Host,
        options: &Options,
        part: Vec<EntryFile>,
        generation: &Generation,
    ) -> Result<Analysis, Cancelled> {
        let entries = Entries { files: part, is_part: true, ..Entries::default() };
        run(host, options, Some(entries), &mut self.parsed, generation, &mut |_| {})
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
    // Nobody asks anything newer.
    run(host, options, None, &mut ParsedFiles::default(), &Generation::default(), begins).unwrap_or_default()
}

/// The phases in order, over the `entries`: those that `options` names, where none are given.
fn run(
    host: &dyn Host,
    options: &Options,
    entries: Option<Entries>,
    parsed: &mut ParsedFiles,
    generation: &Generation,
    begins: &mut dyn FnMut(&'static str),
) -> Result<Analysis, Cancelled> {
    let mut begin = |phase| {
        begins(phase);
        generation.check()
    };
    begin("configure")?;
    let configurations = Configurations::new(host, &options.search, &options.given);
    let all = || load::expand(host, &options.load.paths, &|path| configurations.excludes(path));
    let entries = entries.unwrap_or_else(all);
    let settled = settle::settle(&configurations, options, &entries);
    begin("load")?;
    let mut sources = Sources::default();
    let (graph, mut diagnostics) =
        load::load_entries(host, &settled.load, entries, &mut sources, parsed, generation)?;
    let graph = Arc::new(graph);
    begin("resolve")?;
    let (names, found) = resolve::resolve(&graph, &settled.load.functions);
    diagnostics.extend(found);
    let names = Arc::new(names);
    let expressions = Arc::new(expressions::parse(&graph, &names));
    begin("types")?;
    let (types, found) = types::derive(&graph, &names, &expressions);
    diagnostics.extend(found);
    begin("services")?;
    let model = Model::new(types);
    begin("checks of types")?;
    diagnostics.extend(checks::types::review(&model.types, settled.load.strict));
    begin("checks of values")?;
    let (mut decisions, found) = values::review(&model);
    diagnostics.extend(found);
    begin("checks of services")?;
    let (more, found) = checks::service::review(&model, host);
    decisions.extend(more);
    let decisions = Decisions::new(decisions);
    values::tell(&model.types, decisions.iter(), &mut diagnostics);
    diagnostics.extend(found);
    begin("checks of substitution")?;
    diagnostics.extend(checks::substitution::review(&model, settled.substitutes));
    begin("checks of variants")?;
    diagnostics.extend(languages::check(&model, &options.budget));
    heed_languages(&graph, &mut diagnostics);
    let repository = repository(host, &host.working_directory());
    let mut analysis = Analysis {
        graph,
        sources,
        names,
        expressions,
        model,
        decisions,
        diagnostics,
        repository,
        ..Analysis::default()
    };
    verdict::judge(&mut analysis, configurations, settled, options);
    if let Some(changes) = &options.changes {
        affected::keep(&mut analysis, changes);
    }
    if !options.no_baseline {
        baseline::hide(host, &mut analysis, &options.off);
    }
    Ok(analysis)
}

/// What is a mistake in TOSCA 2.0 may be none, or a small one, in the language of the file.
fn heed_languages(graph: &FileGraph, diagnostics: &mut Vec<Diagnostic>) {
    let policy = |found: &Diagnostic| {
        let file = graph.get(found.primary.span.file)?;
        Some(file.policies().findings)
    };
    diagnostics.retain(|found| !policy(found).is_some_and(|policy| policy.silent.contains(&found.code)));
    for found in diagnostics {
        if let Some(vocabulary) = policy(found).and_then(|policy| policy.vocabulary) {
            found.translate(vocabulary);
        }
        if policy(found).is_some_and(|policy| policy.milder.contains(&found.code)) {
            found.level = if found.level == Level::Error { Level::Warning } else { Level::Info };
        } else if found.level == Level::Error
            && policy(found).is_some_and(|policy| policy.elsewhere.contains(&found.code))
        {
            found.level = Level::Warning;
            found.notes.extend(policy(found).map(|policy| policy.where_else.into()));
        }
    }
}

/// Codes of findings that need all files: a check of a part does not give all of them.
pub const OF_ALL_FILES: &[&Code] = &[
    &codes::no_candidate::CODE,
    &codes::missing_file::CODE,
    &codes::unknown_capability::CODE,
    &codes::no_substitute::CODE,
    &codes::possible_substitutes::CODE,
    &codes::endless_substitution::CODE,
    &codes::ambiguous_profile::CODE,
];

/// What the run goes by, as far as the configuration of the first path says it.
#[must_use]
pub fn settings(host: &dyn Host, options: &Options) -> Settings {
    let configurations = Configurations::new(host, &options.search, &options.given);
    let first = options.load.paths.first().map_or(Utf8Path::new("."), |path| path);
    configurations.of_path(first).settings.clone()
}

/// What is loaded, as far as the configuration of the first path says it.
#[must_use]
pub fn settled(host: &dyn Host, options: &Options) -> load::Options {
    settle::loading(&options.load, &settings(host, options))
}

/// The nearest directory, from `directory` upward, that is a repository.
fn repository(host: &dyn Host, directory: &Utf8Path) -> Option<Utf8PathBuf> {
    let is_repository = |place: &&Utf8Path| host.entry(&place.join(".git")).is_some();
    directory.ancestors().find(is_repository).map(Utf8Path::to_owned)
}
