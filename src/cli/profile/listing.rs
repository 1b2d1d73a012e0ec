//! `tosca profile list` and `tosca profile show`

use std::collections::BTreeSet;
use std::fmt::Write as _;

use camino::Utf8Path;
use clap::{Args, ValueEnum};
use serde_json::{Value, json};

use crate::base::FileId;
use crate::diagnostics::Level;
use crate::host::{Disk, Overlay};
use crate::keynames::NameKind;
use crate::load::{self, Earlier, File, FileGraph, KnownProfile, known_profiles};
use crate::model::types::{TypeView, Types};
use crate::session::load_options;
use crate::{Analysis, analyze, resolve};

use super::super::Status;
use super::super::arguments::profile;
use super::super::destination::Destination;
use super::super::loading::{self, Loading};
use super::named;

/// Lists the profiles that can be imported by name: built-in profiles and profiles on the profile path.
#[derive(Debug, Args)]
pub(in crate::cli) struct List {
    /// Output format
    #[arg(long, value_enum, default_value_t = ListFormat::Text)]
    format: ListFormat,

    #[command(flatten)]
    destination: Destination,

    #[command(flatten)]
    loading: Loading,
}

/// Shows a profile: its location, other names, and types.
#[derive(Debug, Args)]
pub(in crate::cli) struct ShowProfile {
    /// Name of the profile, such as org.oasis-open.tosca.simple:2.0
    #[arg(value_name = "NAME", value_parser = profile(), hide_possible_values = true)]
    name: String,

    /// Output format
    #[arg(long, value_enum, default_value_t = ListFormat::Text)]
    format: ListFormat,

    #[command(flatten)]
    destination: Destination,

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

/// The name of the generated file that imports the requested profiles.
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
    host.add(Utf8Path::new(IMPORTER), importing_file(&known));
    options.load.paths = vec![IMPORTER.into()];
    let (graph, _) = load::load(&host, &options.load);
    let (names, ..) = resolve::resolve(&graph, &options.load.functions, &Earlier::none());
    let rows: Vec<ProfileRow<'_>> = known
        .iter()
        .zip(targets(&graph))
        .map(|(profile, main)| {
            let types = main.map_or(0, |main| {
                let files = files_of(&graph, main).into_iter();
                let definitions = files.flat_map(|file| names.definitions(file.id));
                definitions.filter(|definition| definition.kind.is_type()).count()
            });
            ProfileRow { profile, location: main.map(|main| location(&graph, main)), types }
        })
        .collect();
    let text = match arguments.format {
        ListFormat::Text => table(&rows),
        ListFormat::Json => pretty(&Value::Array(rows.iter().map(ProfileRow::json).collect())),
    };
    arguments.destination.write_text(&text, "the profiles")
}

struct ProfileRow<'a> {
    profile: &'a KnownProfile,
    /// The location of its main file, or `None` if it cannot be loaded.
    location: Option<&'a str>,
    types: usize,
}

impl ProfileRow<'_> {
    fn json(&self) -> Value {
        json!({
            "name": self.profile.name,
            "aliases": self.profile.aliases,
            "place": self.location,
            "types": self.types,
        })
    }
}

fn table(rows: &[ProfileRow<'_>]) -> String {
    let width = rows.iter().map(|row| row.profile.name.chars().count()).max().unwrap_or(0);
    let mut text = String::new();
    for row in rows {
        let aliases = row.profile.aliases.join(", ");
        let aliases = if aliases.is_empty() { aliases } else { format!(", also {aliases}") };
        let location = row.location.unwrap_or("cannot be loaded");
        let plural = if row.types == 1 { "" } else { "s" };
        let types = row.location.map_or_else(String::new, |_| format!("{} type{plural}", row.types));
        let _ = writeln!(text, "{:width$}  {types:>10}  {location}{aliases}", row.profile.name);
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
    let Some(profile) = &named::find(&known, &arguments.name) else { return Status::Failure };
    let mut host = Overlay::new(&disk);
    host.add(Utf8Path::new(IMPORTER), importing_file(std::slice::from_ref(profile)));
    options.load.paths = vec![IMPORTER.into()];
    let analysis = analyze(&host, &options);
    let Some(Some(main)) = targets(&analysis.graph).next() else {
        anstream::eprintln!("error: profile `{}` cannot be loaded", profile.name);
        return Status::Failure;
    };
    let shown = ProfileDetails::new(profile, main, &analysis);
    let types = analysis.types();
    let text = match arguments.format {
        ListFormat::Text => shown.text(types),
        ListFormat::Json => pretty(&shown.json(types)),
    };
    let importer = analysis.sources().iter().find(|(_, source)| source.path == IMPORTER).map(|(id, _)| id);
    let is_error = |diagnostic: &crate::diagnostics::Diagnostic| {
        diagnostic.level == Level::Error && Some(diagnostic.primary.span.file) != importer
    };
    let has_errors = analysis.diagnostics.iter().any(is_error);
    if has_errors {
        anstream::eprintln!("warning: the profile has errors; run `tosca check` to see them");
    }
    arguments.destination.write_text(&text, "the profile").with_errors(has_errors)
}

/// A profile with its files.
struct ProfileDetails<'a> {
    profile: &'a KnownProfile,
    location: &'a str,
    description: Option<&'a str>,
    files: Vec<&'a str>,
    ids: Vec<FileId>,
}

impl<'a> ProfileDetails<'a> {
    fn new(profile: &'a KnownProfile, main: FileId, analysis: &'a Analysis) -> Self {
        let graph = &analysis.graph;
        let files = files_of(graph, main);
        let root = graph.file(main).tree().root();
        Self {
            profile,
            location: location(graph, main),
            description: root.and_then(|root| root.get("description")).map(crate::yaml::YamlNode::text),
            files: files.iter().map(|file| file.source().path.as_str()).collect(),
            ids: files.iter().map(|file| file.id).collect(),
        }
    }

    /// Returns the types, grouped by kind in the order of the standard.
    fn types(&self, types: &'a Types) -> Vec<(NameKind, Vec<TypeView<'a>>)> {
        let kinds = NameKind::GLOBAL.into_iter().filter(|kind| kind.is_type());
        let of_kind = |kind: NameKind| {
            let all = self.ids.iter().flat_map(|id| types.of_file(*id));
            (kind, all.filter(|ty| ty.kind == kind).collect::<Vec<_>>())
        };
        kinds.map(of_kind).filter(|(_, types)| !types.is_empty()).collect()
    }

    fn text(&self, types: &'a Types) -> String {
        let mut text = format!("{}\n", self.profile.name);
        if let Some(description) = self.description {
            let _ = writeln!(text, "  {}", description.trim().replace('\n', "\n  "));
        }
        let mut line = |name: &str, value: &str| {
            let _ = writeln!(text, "  {name:8} {value}");
        };
        line("place", self.location);
        if !self.profile.aliases.is_empty() {
            line("also", &self.profile.aliases.join(", "));
        }
        line("import", &format!("- profile: {}", self.profile.name));
        if self.location != BUILT_IN {
            for (index, file) in self.files.iter().enumerate() {
                line(if index == 0 { "files" } else { "" }, file);
            }
        }
        for (kind, types_of_kind) in self.types(types) {
            let plural = if types_of_kind.len() == 1 { "" } else { "s" };
            let _ = writeln!(text, "\n{} {}{plural}", types_of_kind.len(), kind.name());
            let width = types_of_kind.iter().map(|ty| ty.name().chars().count()).max().unwrap_or(0);
            for ty in types_of_kind {
                match &ty.parent {
                    Some(parent) => {
                        let _ =
                            writeln!(text, "  {:width$}  < {}", ty.name(), types.node(parent.node).text());
                    }
                    None => {
                        let _ = writeln!(text, "  {}", ty.name());
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
            .map(|(kind, types_of_kind)| {
                let types = types_of_kind.iter().map(|ty| {
                    json!({ "name": ty.name(), "derived_from": ty.parent.map(|parent| types.node(parent.node).text()) })
                });
                (kind.section().to_owned(), Value::Array(types.collect()))
            })
            .collect();
        json!({
            "name": self.profile.name,
            "aliases": self.profile.aliases,
            "place": self.location,
            "description": self.description,
            "files": self.files,
            "types": all,
        })
    }
}

const BUILT_IN: &str = "built in";

/// Returns the text of a file that imports all profiles, each into a separate namespace.
fn importing_file(known: &[KnownProfile]) -> Vec<u8> {
    let mut text = "tosca_definitions_version: tosca_2_0\nimports:\n".to_owned();
    for (index, profile) in known.iter().enumerate() {
        // A JSON string is a YAML string.
        let name = Value::from(profile.name.as_str());
        let _ = writeln!(text, "  - {{ profile: {name}, namespace: n{index} }}");
    }
    text.into_bytes()
}

/// Returns the targets of the imports of the generated file.
fn targets(graph: &FileGraph) -> impl Iterator<Item = Option<FileId>> {
    let importer = graph.files.iter().find(|file| file.is_requested);
    importer.into_iter().flat_map(|file| file.imports.iter().map(|import| import.target))
}

/// Returns the files of the profile whose main file is `main`: that file, then the imported files of the same
/// profile.
fn files_of(graph: &FileGraph, main: FileId) -> Vec<&File> {
    let profile = &graph.file(main).profile;
    let (mut files, mut queue) = (BTreeSet::from([main]), vec![main]);
    while let Some(id) = queue.pop() {
        for target in graph.file(id).imports.iter().filter_map(|import| import.target) {
            if graph.file(target).profile == *profile && files.insert(target) {
                queue.push(target);
            }
        }
    }
    files.remove(&main);
    std::iter::once(main).chain(files).map(|id| graph.file(id)).collect()
}

/// Returns the location of a profile, for display.
fn location(graph: &FileGraph, main: FileId) -> &str {
    let path = graph.file(main).source().path.as_str();
    if path.starts_with("<built-in>") { BUILT_IN } else { path }
}

fn pretty(value: &Value) -> String {
    let mut text = serde_json::to_string_pretty(value).unwrap_or_default();
    text.push('\n');
    text
}
