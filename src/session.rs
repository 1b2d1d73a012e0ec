//! Runs the phases in order and collects their diagnostics.
//!
//! Input: a host and options. Output: an [`Analysis`] with the results of all phases and every diagnostic,
//! sorted by location and without duplicates. Only this module sorts, turns off or merges diagnostics.

mod affected;
pub mod allow;
mod around;
pub mod baseline;
mod comments;
mod consequences;
mod elements;

mod filter;
mod fingerprints;
mod fixes;
mod languages;
mod last_run;
mod levels;
mod options;
mod suppressions;
mod unread;
#[cfg(feature = "variability")]
mod variants;

use std::sync::Arc;

use camino::{Utf8Path, Utf8PathBuf};
use rustc_hash::FxHashSet;

use crate::base::{AnalysisBudget, Cancelled, FileId, Generation, Sources};
use crate::checks;
use crate::checks::advice::{Choice, NameStyle, RULES};
use crate::config::{Configurations, Search, Setting, Settings, To};
use crate::diagnostics::{Diagnostic, Level, LocatedDiagnostic, Rule, rules};
use crate::dialects::{Decisions, Dialect};
use crate::expressions::{self, Expressions};
use crate::host::{Archives, Changes, Host};
use crate::load::{self, EntryFile, ExpandedPaths, File, FileGraph, ParsedFiles};
use crate::model::Model;
use crate::model::types::{self, Types};
use crate::resolve::{self, Names, ResolvedFile};
use crate::values::{self, CheckedFile};

use last_run::{LastRun, Reuse};
use options::RunOptions;

pub(crate) use elements::Elements;
#[cfg(feature = "cli")]
pub(crate) use elements::written;
pub use fingerprints::{fingerprints, path_in_repository};
pub use fixes::{FixedFile, FixedFiles, fix};

/// What to check, and how.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// What to load.
    pub load: load::LoadOptions,
    /// The rules that are turned off: codes, prefixes of codes, or names.
    pub off: Vec<String>,
    /// Whether to report which services can substitute which nodes.
    pub substitutes: bool,
    /// The rules that are turned on although they are off by default.
    pub select: Vec<String>,
    /// Where configurations are searched.
    pub search: Search,
    /// Settings from flags, which override those of configurations.
    pub given: Vec<Setting>,
    /// Whether baselines are ignored.
    pub no_baseline: bool,
    /// The changed files, if only findings in them and in files that import them are reported.
    pub changes: Option<Changes>,
    /// The budget for the analysis of all variants of a file.
    pub budget: AnalysisBudget,
    /// What the analysis keeps besides the diagnostics.
    pub keeps: Keeps,
}

/// What an analysis keeps besides the diagnostics.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Keeps {
    /// Nothing that only the model has: it is released before the diagnostics are sorted.
    Diagnostics,
    /// The model.
    #[default]
    Model,
    /// The model, and the trees of files as written, for commands that edit texts.
    Written,
}

/// The result of a run: files, model and diagnostics.
#[derive(Debug, Default)]
pub struct Analysis {
    /// The files and their imports, as all phases use them.
    pub(crate) graph: Arc<FileGraph>,
    /// The texts that diagnostics point into: those of the files, then configurations and baselines.
    pub(crate) sources: Sources,
    /// The definitions that names in the files refer to.
    pub(crate) names: Arc<Names>,
    /// The function calls in values of the files.
    pub(crate) expressions: Arc<Expressions>,
    model: Model,
    decisions: Decisions,
    /// All diagnostics, by file in load order, location and code.
    pub(crate) diagnostics: Vec<Diagnostic>,
    /// The directory of the repository that the working directory is in, if it is in one.
    pub(crate) repository: Option<Utf8PathBuf>,
    /// The effective settings: the configuration of the first path, and what flags set.
    pub(crate) settings: Settings,
    /// The path of the configuration of each loaded file.
    pub(crate) configured_by: Vec<Option<Utf8PathBuf>>,
    /// The files whose findings are reported, or `None` if those of all files are.
    pub(crate) affected: Option<FxHashSet<FileId>>,
    /// The number of findings that comments suppress.
    pub(crate) suppressed: usize,
    /// The effect of the baselines on this run.
    pub(crate) baseline: baseline::Effect,
}

impl Analysis {
    /// Returns the checked files: those that were asked for, and the TOSCA files that they import, except
    /// built-in profiles.
    pub fn checked(&self) -> impl Iterator<Item = &File> {
        let is_tosca =
            |file: &&File| file.is_requested || !file.is_built_in() && file.dialect() != Dialect::Foreign;
        let counts = |file: &&File| self.affected.as_ref().is_none_or(|affected| affected.contains(&file.id));
        self.graph.files.iter().filter(is_tosca).filter(move |file| counts(file))
    }

    /// All diagnostics, by file in load order, location and code.
    #[must_use]
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.diagnostics
    }

    /// Returns all diagnostics, and drops everything else.
    #[must_use]
    pub fn into_diagnostics(self) -> Vec<Diagnostic> {
        self.diagnostics
    }

    /// The number of findings that comments suppress.
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

    /// The definitions that names refer to.
    #[doc(hidden)]
    #[must_use]
    pub fn names(&self) -> &Arc<Names> {
        &self.names
    }

    /// The function calls in values.
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

    /// The effective definitions of types and service templates.
    #[must_use]
    pub fn model(&self) -> &Model {
        &self.model
    }

    /// The effective definitions of the types.
    #[must_use]
    pub fn types(&self) -> &Types {
        &self.model.types
    }

    /// The TOSCA 2.0 form of parts whose meaning depends on types.
    #[must_use]
    pub fn decisions(&self) -> &Decisions {
        &self.decisions
    }

    /// Returns the identity of a file, which is the same however it is imported; for a settings file, its
    /// path as shown.
    #[must_use]
    pub fn identity(&self, file: FileId) -> &Utf8Path {
        self.graph.get(file).map_or(&self.sources.get(file).path, |file| &file.identity)
    }

    /// Returns all diagnostics with their locations, ready to be serialized.
    pub fn located(&self) -> impl Iterator<Item = LocatedDiagnostic<'_>> {
        let mut elements = Elements::new(Some(&self.graph));
        self.diagnostics.iter().map(move |diagnostic| {
            let element = elements.names(diagnostic.primary.span);
            diagnostic.located(&self.sources, element)
        })
    }

    /// The texts that the diagnostics point into.
    #[must_use]
    pub fn sources(&self) -> &Sources {
        &self.sources
    }
}

/// Runs several checks of more or less the same files.
///
/// Each check gives the same result as one that runs alone. Between checks, the parsed files are kept, and the
/// names and findings of each file that has not changed and imports no changed file. Types and services are
/// analyzed again.
#[derive(Debug, Default)]
pub struct Session {
    parsed: ParsedFiles,
    last: LastRun,
    /// The last check of a part.
    last_part: LastRun,
}

impl Session {
    /// Checks what `options` names. Fails, between two files or phases, if `generation` is outdated; parsed
    /// files are kept.
    pub fn analyze(
        &mut self,
        host: &dyn Host,
        options: &Options,
        generation: &Generation,
    ) -> Result<Analysis, Cancelled> {
        let kept = Kept { parsed: &mut self.parsed, last: Some(&mut self.last) };
        run(host, options, None, kept, generation, &mut |_| {})
    }

    /// Checks only `part` of what `options` names, and its imports, for an early result. Does not report
    /// findings that need all files. Parsed versions of the other files are kept.
    pub fn analyze_part(
        &mut self,
        host: &dyn Host,
        options: &Options,
        part: Vec<EntryFile>,
        generation: &Generation,
    ) -> Result<Analysis, Cancelled> {
        let entries = ExpandedPaths { files: part, is_part: true, ..ExpandedPaths::default() };
        let kept = Kept { parsed: &mut self.parsed, last: Some(&mut self.last_part) };
        run(host, options, Some(entries), kept, generation, &mut |_| {})
    }
}

/// Checks what `options` names.
#[must_use]
pub fn analyze(host: &dyn Host, options: &Options) -> Analysis {
    analyze_with_progress(host, options, &mut |_| {})
}

/// Checks what `options` names, and calls `on_phase` with the name of each phase when it begins.
#[must_use]
pub fn analyze_with_progress(
    host: &dyn Host,
    options: &Options,
    on_phase: &mut dyn FnMut(&'static str),
) -> Analysis {
    let kept = Kept { parsed: &mut ParsedFiles::default(), last: None };
    // No newer generation can cancel this run.
    run(host, options, None, kept, &Generation::default(), on_phase).unwrap_or_default()
}

/// What a run takes over from earlier runs of a session, and leaves to the next one.
struct Kept<'s> {
    parsed: &'s mut ParsedFiles,
    /// The results of the last run, or `None` if there is no next run.
    last: Option<&'s mut LastRun>,
}

/// Runs the phases in order, on `entries`, or on what `options` names if `None`.
fn run(
    host: &dyn Host,
    options: &Options,
    entries: Option<ExpandedPaths>,
    kept: Kept<'_>,
    generation: &Generation,
    on_phase: &mut dyn FnMut(&'static str),
) -> Result<Analysis, Cancelled> {
    let mut begin = |phase| {
        on_phase(phase);
        generation.check()
    };
    begin("configure")?;
    let configurations = Configurations::new(host, &options.search, &options.given);
    let first = options.load.paths.first().map_or(Utf8Path::new("."), |path| path);
    let limits = options::load_options(&options.load, &configurations.of_path(first).settings).limits;
    let archives = Archives::new(host, limits);
    let host: &dyn Host = &archives;
    let urls = &options.load.urls;
    urls.begin(host, first);
    let (paths, failures) = load::given_urls(host, urls, &options.load.paths);
    let expand = || {
        let mut entries = load::expand(host, &paths, &|path| configurations.excludes(path));
        entries.failures.extend(failures);
        entries
    };
    let entries = entries.unwrap_or_else(expand);
    let mut run_options = options::merge_settings(&configurations, options, &entries);
    run_options.load.paths = paths;
    let Kept { parsed, last } = kept;
    begin("load")?;
    let mut sources = Sources::default();
    let (graph, load_diagnostics) =
        load::load_entries(host, &run_options.load, entries.clone(), &mut sources, parsed, generation)?;
    let graph = Arc::new(graph);
    let mut reuse = Reuse::new(last.as_deref(), &graph, &run_options.load.functions);
    let phases = run_phases(host, &run_options, &graph, &mut reuse, &mut begin)?;
    let Phases { names, expressions, mut model, decisions, mut diagnostics } = phases;
    diagnostics.extend(load_diagnostics);
    begin("checks of variants")?;
    diagnostics.extend(languages::check(&model, &options.budget));
    #[cfg(feature = "variability")]
    variants::check(host, &run_options, &options.budget, (&model, &entries, parsed), &mut diagnostics);
    begin("advice")?;
    let choice = |file: &File| advice_of(&configurations.of_file(&file.identity).settings, file, options);
    let advice = checks::advice::review(&model, host, &diagnostics, &choice);
    diagnostics.extend(advice);
    #[cfg(feature = "variability")]
    diagnostics.extend(variants::advice(&model, &options.budget, &choice));
    apply_dialects(&graph, &mut diagnostics);
    let repository = repository(host, &host.working_directory());
    if options.keeps == Keeps::Diagnostics {
        model = Model::default();
    }
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
    urls.end(host);
    filter::apply(&mut analysis, configurations, run_options, options);
    if let Some(changes) = &options.changes {
        affected::keep(&mut analysis, changes);
    }
    if !options.no_baseline {
        baseline::hide(host, &mut analysis, &options.off);
    }
    let this_run = reuse.finish();
    if let (Some(last), Some(this_run)) = (last, this_run) {
        *last = this_run;
    }
    Ok(analysis)
}

/// The results of the phases after loading.
struct Phases {
    names: Arc<Names>,
    expressions: Arc<Expressions>,
    model: Model,
    decisions: Decisions,
    diagnostics: Vec<Diagnostic>,
}

/// Runs the phases that follow loading, except the checks of variants and advice.
fn run_phases(
    host: &dyn Host,
    run_options: &RunOptions,
    graph: &Arc<FileGraph>,
    reuse: &mut Reuse<'_>,
    begin: &mut dyn FnMut(&'static str) -> Result<(), Cancelled>,
) -> Result<Phases, Cancelled> {
    begin("resolve")?;
    let functions = &run_options.load.functions;
    let (names, new_diagnostics, by_file) =
        resolve::resolve(graph, functions, &reuse.earlier(|run| &run.names));
    let mut diagnostics = new_diagnostics;
    reuse.keep(|run| run.names = by_file.clone());
    diagnostics.extend(by_file.into_results().flat_map(ResolvedFile::into_diagnostics));
    let names = Arc::new(names);
    let expressions = expressions::parse(graph, &names, reuse.expressions(), &reuse.unchanged);
    let expressions = Arc::new(expressions);
    reuse.keep(|run| run.expressions = Arc::clone(&expressions));
    begin("types")?;
    let (types, new_diagnostics) = types::derive(graph, &names, &expressions);
    diagnostics.extend(new_diagnostics);
    begin("services")?;
    let model = Model::new(types);
    begin("checks of types")?;
    let (new_diagnostics, by_file) =
        checks::types::review(&model.types, run_options.load.strict, &reuse.earlier(|run| &run.types));
    diagnostics.extend(new_diagnostics);
    reuse.keep(|run| run.types = by_file.clone());
    diagnostics.extend(by_file.into_results().flatten());
    begin("checks of values")?;
    let (given, by_file) = values::review(&model, &reuse.earlier(|run| &run.values));
    reuse.keep(|run| run.values = by_file.clone());
    let in_definitions: CheckedFile = by_file.into_results().chain([given]).collect();
    diagnostics.extend(in_definitions.diagnostics);
    begin("checks of services")?;
    let in_services = checks::service::review(&model, host);
    let decisions = [in_definitions.decisions, in_services.decisions].concat();
    let decisions = Decisions::new(decisions);
    values::report_decisions(&model.types, decisions.iter(), &mut diagnostics);
    diagnostics.extend(in_services.diagnostics);
    begin("checks of substitution")?;
    diagnostics.extend(checks::substitution::review(&model, run_options.substitutes));
    Ok(Phases { names, expressions, model, decisions, diagnostics })
}

/// Returns the advice that settings choose for a file.
fn advice_of(settings: &Settings, file: &File, options: &Options) -> Choice {
    let is_on = |rule: &&&'static Rule| {
        let is_selected = settings.rule(rule, &file.identity).is_some_and(|(_, to)| to != To::Off);
        is_selected || options.select.iter().any(|name| rule.is_named(name))
    };
    let style = settings.text("name-style").and_then(NameStyle::named);
    Choice { rules: RULES.iter().filter(is_on).copied().collect(), name_style: style.unwrap_or_default() }
}

/// Applies the policies of dialects: drops, rewords or lowers findings that are errors only in TOSCA 2.0.
fn apply_dialects(graph: &FileGraph, diagnostics: &mut Vec<Diagnostic>) {
    let policy = |diagnostic: &Diagnostic| {
        let file = graph.get(diagnostic.primary.span.file)?;
        Some(file.policies().findings)
    };
    diagnostics.retain(|diagnostic| {
        !policy(diagnostic).is_some_and(|policy| policy.silent.contains(&diagnostic.rule))
    });
    for diagnostic in diagnostics {
        if let Some(vocabulary) = policy(diagnostic).and_then(|policy| policy.vocabulary) {
            diagnostic.translate(vocabulary);
        }
        if policy(diagnostic).is_some_and(|policy| policy.milder.contains(&diagnostic.rule)) {
            diagnostic.level = if diagnostic.level == Level::Error { Level::Warning } else { Level::Info };
        } else if policy(diagnostic).is_some_and(|policy| policy.tolerated.contains(&diagnostic.rule)) {
            diagnostic.level = if graph.strict { Level::Error } else { Level::Warning };
        } else if diagnostic.level == Level::Error
            && policy(diagnostic).is_some_and(|policy| policy.elsewhere.contains(&diagnostic.rule))
        {
            diagnostic.level = Level::Warning;
            diagnostic.notes.extend(policy(diagnostic).map(|policy| policy.where_else.into()));
        }
    }
}

/// Rules that need all files: the check of a part does not report all of their findings.
pub const OF_ALL_FILES: &[&Rule] = &[
    &rules::no_candidate::RULE,
    &rules::missing_file::RULE,
    &rules::unknown_capability::RULE,
    &rules::no_substitute::RULE,
    &rules::possible_substitutes::RULE,
    &rules::endless_substitution::RULE,
    &rules::ambiguous_profile::RULE,
    &rules::unused_type::RULE,
    &rules::unused_function::RULE,
    &rules::unused_repository::RULE,
    &rules::unused_substitution::RULE,
    &rules::unused_member::RULE,
];

/// Returns the effective settings: the configuration of the first path, and what flags set.
#[must_use]
pub fn settings(host: &dyn Host, options: &Options) -> Settings {
    let configurations = Configurations::new(host, &options.search, &options.given);
    let first = options.load.paths.first().map_or(Utf8Path::new("."), |path| path);
    configurations.of_path(first).settings.clone()
}

/// Returns the options for loading files, according to the configuration of the first path.
#[must_use]
pub fn load_options(host: &dyn Host, options: &Options) -> load::LoadOptions {
    options::load_options(&options.load, &settings(host, options))
}

/// Returns the nearest ancestor of `directory`, or itself, that is a repository.
fn repository(host: &dyn Host, directory: &Utf8Path) -> Option<Utf8PathBuf> {
    let is_repository = |directory: &&Utf8Path| host.entry(&directory.join(".git")).is_some();
    directory.ancestors().find(is_repository).map(Utf8Path::to_owned)
}
