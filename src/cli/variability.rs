//! Shared by the commands for variability: reads a template and its inputs, from arguments.

use std::ffi::OsString;
use std::sync::Arc;

use camino::Utf8PathBuf;
use clap::Args;

use crate::base::{AnalysisBudget, FileId, Source, Sources};
use crate::diagnostics::{Diagnostic, Level, suggest};
use crate::dialects::variability::{VariabilityModel, read, read_knowing};
use crate::host::{Disk, Host as _, ReadError};
use crate::variability::{ConsistencyCheck, InputValues, Instance, Origin, arguments_as_text};
use crate::yaml::{self, Tree};
use crate::{analyze, variability, xml};

pub(super) mod features;
pub(super) mod pictures;
mod recheck;
pub(super) mod resolve;
pub(super) mod variants;

use super::Status;
use super::loading::Loading;
use super::render::{Findings, human};
use super::terminal::Look;

/// The template and the values of its variability inputs.
#[derive(Debug, Args)]
pub(super) struct Variable {
    /// Variable service template
    #[arg(value_name = "FILE")]
    pub(super) file: OsString,

    #[command(flatten)]
    pub(super) given: Given,

    #[command(flatten)]
    pub(super) loading: Loading,
}

/// Values of variability inputs.
#[derive(Debug, Default, Args)]
pub(super) struct Given {
    /// Preset of variability inputs (repeatable; later ones take precedence)
    #[arg(long, value_name = "NAME")]
    pub(super) preset: Vec<String>,

    /// YAML or JSON file with values of variability inputs, or configuration of a feature model (Extended XML, JSON of
    /// UVL); takes precedence over presets
    #[arg(long, value_name = "FILE")]
    pub(super) inputs: Option<Utf8PathBuf>,

    /// Value of a variability input (repeatable); takes precedence over all others
    #[arg(short = 'i', long = "input", value_name = "NAME=VALUE", value_parser = name_and_value)]
    pub(super) input: Vec<(String, String)>,
}

impl Given {
    /// Whether no values are given.
    pub(super) fn is_empty(&self) -> bool {
        self.preset.is_empty() && self.inputs.is_none() && self.input.is_empty()
    }
}

fn name_and_value(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').ok_or("expected NAME=VALUE")?;
    Ok((name.trim().to_owned(), value.to_owned()))
}

/// A template that was read.
pub(super) struct Texts {
    /// The texts that findings point into.
    pub(super) sources: Sources,
    /// The tree of the template.
    pub(super) tree: Tree,
    /// The findings so far.
    pub(super) diagnostics: Vec<Diagnostic>,
    /// The path of the template.
    pub(super) path: Utf8PathBuf,
}

/// Reads the template, or prints why that is not possible.
pub(super) fn read_template(disk: &Disk, file: &OsString, loading: &Loading) -> Option<Texts> {
    let path = disk.known_path(file.clone());
    let mut sources = Sources::default();
    let (tree, diagnostics) = read_file(disk, &path, loading, &mut sources)?;
    Some(Texts { sources, tree, diagnostics, path })
}

fn read_file(
    disk: &Disk,
    path: &Utf8PathBuf,
    loading: &Loading,
    sources: &mut Sources,
) -> Option<(Tree, Vec<Diagnostic>)> {
    let limits = loading.options().load.limits;
    let bytes = match disk.read(path, limits.bytes) {
        Ok(bytes) => bytes,
        Err(error) => {
            let reason = match error {
                ReadError::TooLarge(_) => "larger than `--max-file-size`".to_owned(),
                other => other.to_string(),
            };
            anstream::eprintln!("error: cannot read `{path}`: {reason}");
            return None;
        }
    };
    let id = FileId(u32::try_from(sources.len()).unwrap_or(u32::MAX));
    let (text, mut diagnostics) = xml::decode_any(bytes, id);
    let text = Arc::new(text);
    sources.push(Source::new(path.clone(), Arc::clone(&text)));
    let (tree, problems) = xml::parse_any(&text, id, &limits);
    diagnostics.extend(problems);
    Some((tree, diagnostics))
}

/// Collects the values of inputs, layer by layer, except those of default expressions, and adds findings about them to
/// `diagnostics`. Returns `None`, after an error message, if an argument names something unknown.
pub(super) fn gather_inputs(
    disk: &Disk,
    (arguments, loading): (&Given, &Loading),
    model: &VariabilityModel<'_>,
    sources: &mut Sources,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<InputValues> {
    let mut given = InputValues::defaults(model);
    for name in &arguments.preset {
        if !given.take_preset(model, name) {
            anstream::eprintln!("error: unknown preset `{name}`");
            let names = || model.presets.iter().map(|preset| preset.key.text());
            match suggest(name, names()) {
                Some(suggestion) => anstream::eprintln!("help: did you mean `{suggestion}`?"),
                None if model.presets.is_empty() => anstream::eprintln!("help: the template has no presets"),
                None => {
                    let names: Vec<&str> = names().collect();
                    anstream::eprintln!("help: the presets are {}", names.join(", "));
                }
            }
            return None;
        }
    }
    if let Some(path) = &arguments.inputs {
        let (tree, problems) = read_file(disk, path, loading, sources)?;
        diagnostics.extend(problems);
        diagnostics.extend(given.take(model, &tree, &Origin::File));
    }
    if !arguments.input.is_empty() {
        let text = Arc::new(arguments_as_text(model, &arguments.input));
        let id = FileId(u32::try_from(sources.len()).unwrap_or(u32::MAX));
        sources.push(Source::new("<arguments>".into(), Arc::clone(&text)));
        let (tree, problems) = yaml::parse(&text, id, &loading.options().load.limits);
        diagnostics.extend(problems);
        diagnostics.extend(given.take(model, &tree, &Origin::Argument));
    }
    Some(given)
}

/// Returns the text of a variant of the template `file` as plain TOSCA, or prints why there is none.
pub(super) fn variant_text(disk: &Disk, file: &OsString, given: &Given, loading: &Loading) -> Option<String> {
    let mut texts = read_template(disk, file, loading)?;
    let mut diagnostics = std::mem::take(&mut texts.diagnostics);
    let mut sources = std::mem::take(&mut texts.sources);
    let (model, problems) = model_of(disk, &texts, loading)?;
    diagnostics.extend(problems);
    let mut values = gather_inputs(disk, (given, loading), &model, &mut sources, &mut diagnostics)?;
    diagnostics.extend(values.complete(&model));
    let has_errors = |found: &[Diagnostic]| found.iter().any(|diagnostic| diagnostic.level == Level::Error);
    if model.is_broken || has_errors(&diagnostics) {
        print_diagnostics(&sources, diagnostics);
        return None;
    }
    let resolved = variability::resolve(&model, &values.values, ConsistencyCheck::ALL);
    let is_valid = !has_errors(&resolved.diagnostics);
    let text = resolved.text(&texts.tree).filter(|_| is_valid);
    diagnostics.extend(resolved.diagnostics);
    print_diagnostics(&sources, diagnostics);
    text
}

/// Returns the model of a variable service template or of a library of types, or prints why there is none.
pub(super) fn model_of<'t>(
    disk: &Disk,
    texts: &'t Texts,
    loading: &Loading,
) -> Option<(VariabilityModel<'t>, Vec<Diagnostic>)> {
    let (mut model, mut diagnostics) = read(&texts.tree);
    if model.depends_on_other_files() {
        let mut options = loading.options();
        options.load.paths = vec![texts.path.clone()];
        options.budget = AnalysisBudget::Nothing;
        let analysis = analyze(disk, &options);
        if let Some(file) = analysis.graph.files.iter().find(|file| file.is_requested) {
            let groups = variability::variability_groups(analysis.model(), file);
            (model, diagnostics) = read_knowing(&texts.tree, &groups);
        }
    }
    let mut options = loading.options();
    options.load.paths = vec![texts.path.clone()];
    let load_options = crate::session::load_options(disk, &options);
    model.set_default_mode(load_options.variability_mode.as_deref());
    let is_tosca = texts.tree.root().is_some_and(|root| root.entry("tosca_definitions_version").is_some());
    if model.body.is_none() && !is_tosca && !texts.tree.is_damaged() {
        anstream::eprintln!("error: `{}` has no `tosca_definitions_version`", texts.path);
        return None;
    }
    Some((model, diagnostics))
}

/// Returns the instances of rules that depend on types.
pub(super) fn typed_instances(
    disk: &Disk,
    texts: &Texts,
    model: &VariabilityModel<'_>,
    loading: &Loading,
) -> Vec<Instance> {
    let mut options = loading.options();
    options.load.paths = vec![texts.path.clone()];
    options.budget = AnalysisBudget::Nothing;
    let analysis = analyze(disk, &options);
    let file = analysis.graph.files.iter().find(|file| file.is_requested);
    file.map(|file| variability::counts(analysis.model(), file, model)).unwrap_or_default()
}

/// Prints findings to standard error; returns whether any is an error.
pub(super) fn print_diagnostics(sources: &Sources, mut diagnostics: Vec<Diagnostic>) -> bool {
    diagnostics.sort_by_key(|diagnostic| (sources.order(diagnostic.primary.span), diagnostic.rule.code));
    let has_errors = diagnostics.iter().any(|diagnostic| diagnostic.level == Level::Error);
    let findings = Findings::in_texts(sources, &diagnostics);
    let _ = human::write(&mut std::io::stderr().lock(), findings, &Look::of_stderr());
    has_errors
}
