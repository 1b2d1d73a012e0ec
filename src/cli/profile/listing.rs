//! `tosca profile list` and `tosca profile show`

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::io::Write as _;

use camino::Utf8Path;
use clap::{Args, ValueEnum};
use serde_json::{Value, json};

use crate::base::FileId;
use crate::diagnostics::{Level, suggest};
use crate::host::{Disk, Overlay};
use crate::keynames::NameKind;
use crate::load::{self, File, FileGraph, KnownProfile, known_profiles};
use crate::model::types::{TypeView, Types};
use crate::session::load_options;
use crate::{Analysis, analyze, resolve};

use super::super::loading::{self, Loading};
use super::super::{Status, written};

/// Lists the profiles that can be imported by name: built-in profiles and profiles on the profile path.
#[derive(Debug, Args)]
pub(in crate::cli) struct List {
    /// Output format
    #[arg(long, value_enum, default_value_t = ListFormat::Text)]
    format: ListFormat,

    #[command(flatten)]
    loading: Loading,
}

/// Shows a profile: its location, other names, and types.
#[derive(Debug, Args)]
pub(in crate::cli) struct ShowProfile {
    /// Name of the profile, such as org.oasis-open.tosca.simple:2.0
    #[arg(value_name = "NAME")]
    name: String,

    /// Output format
    #[arg(long, value_enum, default_value_t = ListFormat::Text)]
    format: ListFormat,

    #[command(flatten)]
    loading: Loading,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum ListFormat {
    /// Text
    Text,
    /// A single JSON document
    Json,
}

/// The file that imports what is asked for.
const IMPORTER: &str = "<profiles>";

pub(super) fn list(arguments: &List) -> Status {
    let disk = Disk::new();
    let mut options = arguments.loading.options();
    if !loading::all_there(&disk, &options) {
        return Status::Failure;
    }
    options.load = load_options(&disk, &options);
    let known = known_profiles(&disk, &options.load);
    let mut host = Overlay::new(&disk);
    host.add(Utf8Path::new(IMPORTER), importing(&known));
    options.load.paths = vec![IMPORTER.into()];
    let (graph, _) = load::load(&host, &options.load);
    let (names, _) = resolve::resolve(&graph, &options.load.functions);
    let rows: Vec<Row<'_>> = known
        .iter()
        .zip(targets(&graph))
        .map(|(profile, main)| {
            let types = main.map_or(0, |main| {
                let files = files_of(&graph, main).into_iter();
                let definitions = files.flat_map(|file| names.definitions(file.id));
                definitions.filter(|definition| is_type(definition.kind)).count()
            });
            Row { profile, place: main.map(|main| place(&graph, main)), types }
        })
        .collect();
    let text = match arguments.format {
        ListFormat::Text => table(&rows),
        ListFormat::Json => pretty(&Value::Array(rows.iter().map(Row::json).collect())),
    };
    written(anstream::stdout().write_all(text.as_bytes()), "the profiles")
}

struct Row<'a> {
    profile: &'a KnownProfile,
    /// Where its main file is; none where it could not be loaded.
    place: Option<&'a str>,
    types: usize,
}

impl Row<'_> {
    fn json(&self) -> Value {
        json!({
            "name": self.profile.name,
            "aliases": self.profile.aliases,
            "place": self.place,
            "types": self.types,
        })
    }
}

fn table(rows: &[Row<'_>]) -> String {
    let width = rows.iter().map(|row| row.profile.name.chars().count()).max().unwrap_or(0);
    let mut text = String::new();
    for row in rows {
        let aliases = row.profile.aliases.join(", ");
        let aliases = if aliases.is_empty() { aliases } else { format!(", also {aliases}") };
        let place = row.place.unwrap_or("cannot be loaded");
        let plural = if row.types == 1 { "" } else { "s" };
        let types = row.place.map_or_else(String::new, |_| format!("{} type{plural}", row.types));
        let _ = writeln!(text, "{:width$}  {types:>10}  {place}{aliases}", row.profile.name);
    }
    text
}

pub(super) fn show(arguments: &ShowProfile) -> Status {
    let disk = Disk::new();
    let mut options = arguments.loading.options();
    if !loading::all_there(&disk, &options) {
        return Status::Failure;
    }
    options.load = load_options(&disk, &options);
    let known = known_profiles(&disk, &options.load);
    let named = |profile: &&KnownProfile| {
        profile.name == arguments.name || profile.aliases.contains(&arguments.name.as_str())
    };
    let Some(profile) = known.iter().find(named) else {
        return unknown(&known, &arguments.name);
    };
    let mut host = Overlay::new(&disk);
    host.add(Utf8Path::new(IMPORTER), importing(std::slice::from_ref(profile)));
    options.load.paths = vec![IMPORTER.into()];
    let analysis = analyze(&host, &options);
    let Some(Some(main)) = targets(&analysis.graph).next() else {
        anstream::eprintln!("error: profile `{}` cannot be loaded", profile.name);
        return Status::Failure;
    };
    let shown = Shown::of(profile, main, &analysis);
    let types = analysis.types();
    let text = match arguments.format {
        ListFormat::Text => shown.text(types),
        ListFormat::Json => pretty(&shown.json(types)),
    };
    let importer = analysis.sources().iter().find(|(_, source)| source.path == IMPORTER).map(|(id, _)| id);
    let is_wrong = |found: &crate::diagnostics::Diagnostic| {
        found.level == Level::Error && Some(found.primary.span.file) != importer
    };
    if analysis.diagnostics.iter().any(is_wrong) {
        anstream::eprintln!("warning: the profile has errors; run `tosca check` to see them");
    }
    written(anstream::stdout().write_all(text.as_bytes()), "the profile")
}

fn unknown(known: &[KnownProfile], name: &str) -> Status {
    anstream::eprintln!("error: unknown profile `{name}`, neither built in nor on the profile path");
    let names = known
        .iter()
        .flat_map(|profile| std::iter::once(profile.name.as_str()).chain(profile.aliases.iter().copied()));
    match suggest(name, names) {
        Some(near) => anstream::eprintln!("help: did you mean `{near}`?"),
        None => {
            anstream::eprintln!(
                "help: run `tosca profile list` to list profiles; add directories with `--profile-path`"
            );
        }
    }
    Status::Failure
}

/// A profile with its files.
struct Shown<'a> {
    profile: &'a KnownProfile,
    place: &'a str,
    description: Option<&'a str>,
    files: Vec<&'a str>,
    ids: Vec<FileId>,
}

impl<'a> Shown<'a> {
    fn of(profile: &'a KnownProfile, main: FileId, analysis: &'a Analysis) -> Self {
        let graph = &analysis.graph;
        let files = files_of(graph, main);
        let root = graph.file(main).tree().root();
        Self {
            profile,
            place: place(graph, main),
            description: root.and_then(|root| root.get("description")).map(crate::yaml::Node::text),
            files: files.iter().map(|file| file.source().path.as_str()).collect(),
            ids: files.iter().map(|file| file.id).collect(),
        }
    }

    /// The types, by kind in the order of the standard and as they are written.
    fn types(&self, types: &'a Types) -> Vec<(NameKind, Vec<TypeView<'a>>)> {
        let kinds = NameKind::GLOBAL.into_iter().filter(|kind| is_type(*kind));
        let of_kind = |kind: NameKind| {
            let all = self.ids.iter().flat_map(|id| types.of_file(*id));
            (kind, all.filter(|of| of.kind == kind).collect::<Vec<_>>())
        };
        kinds.map(of_kind).filter(|(_, found)| !found.is_empty()).collect()
    }

    fn text(&self, types: &'a Types) -> String {
        let mut text = format!("{}\n", self.profile.name);
        if let Some(description) = self.description {
            let _ = writeln!(text, "  {}", description.trim().replace('\n', "\n  "));
        }
        let mut line = |name: &str, value: &str| {
            let _ = writeln!(text, "  {name:8} {value}");
        };
        line("place", self.place);
        if !self.profile.aliases.is_empty() {
            line("also", &self.profile.aliases.join(", "));
        }
        line("import", &format!("- profile: {}", self.profile.name));
        if self.place != BUILT_IN {
            for (at, file) in self.files.iter().enumerate() {
                line(if at == 0 { "files" } else { "" }, file);
            }
        }
        for (kind, found) in self.types(types) {
            let plural = if found.len() == 1 { "" } else { "s" };
            let _ = writeln!(text, "\n{} {}{plural}", found.len(), kind.name());
            let width = found.iter().map(|of| of.name().chars().count()).max().unwrap_or(0);
            for of in found {
                match &of.parent {
                    Some(parent) => {
                        let _ =
                            writeln!(text, "  {:width$}  < {}", of.name(), types.node(parent.node).text());
                    }
                    None => {
                        let _ = writeln!(text, "  {}", of.name());
                    }
                }
            }
        }
        text
    }

    fn json(&self, types: &'a Types) -> Value {
        let all: serde_json::Map<String, Value> = self
            .types(types)
            .into_iter()
            .map(|(kind, found)| {
                let types = found.iter().map(|of| {
                    json!({ "name": of.name(), "derived_from": of.parent.map(|parent| types.node(parent.node).text()) })
                });
                (kind.section().to_owned(), Value::Array(types.collect()))
            })
            .collect();
        json!({
            "name": self.profile.name,
            "aliases": self.profile.aliases,
            "place": self.place,
            "description": self.description,
            "files": self.files,
            "types": all,
        })
    }
}

const BUILT_IN: &str = "built in";

/// A file that imports all of them, each into a namespace of its own.
fn importing(known: &[KnownProfile]) -> Vec<u8> {
    let mut text = "tosca_definitions_version: tosca_2_0\nimports:\n".to_owned();
    for (at, profile) in known.iter().enumerate() {
        // A JSON string is a YAML string.
        let name = Value::from(profile.name.as_str());
        let _ = writeln!(text, "  - {{ profile: {name}, namespace: n{at} }}");
    }
    text.into_bytes()
}

/// Where the imports of the importing file lead.
fn targets(graph: &FileGraph) -> impl Iterator<Item = Option<FileId>> {
    let importer = graph.files.iter().find(|file| file.asked_for);
    importer.into_iter().flat_map(|file| file.imports.iter().map(|import| import.target))
}

/// The files of the profile whose main file is `main`: that one, and those that it reaches and that belong
/// to it.
fn files_of(graph: &FileGraph, main: FileId) -> Vec<&File> {
    let profile = &graph.file(main).profile;
    let (mut found, mut waiting) = (BTreeSet::from([main]), vec![main]);
    while let Some(id) = waiting.pop() {
        for target in graph.file(id).imports.iter().filter_map(|import| import.target) {
            if graph.file(target).profile == *profile && found.insert(target) {
                waiting.push(target);
            }
        }
    }
    found.remove(&main);
    std::iter::once(main).chain(found).map(|id| graph.file(id)).collect()
}

/// Where a profile is, for people.
fn place(graph: &FileGraph, main: FileId) -> &str {
    let path = graph.file(main).source().path.as_str();
    if path.starts_with("<built-in>") { BUILT_IN } else { path }
}

fn is_type(kind: NameKind) -> bool {
    kind <= NameKind::PolicyType
}

fn pretty(value: &Value) -> String {
    let mut text = serde_json::to_string_pretty(value).unwrap_or_default();
    text.push('\n');
    text
}
