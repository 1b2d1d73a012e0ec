//! `tosca graph`

use std::ffi::{OsStr, OsString};
use std::path::Path;

use clap::{Args, ValueEnum};

use crate::base::FileId;
use crate::diagnostics::{Diagnostic, Level, quoted, rules, suggest};
use crate::dialects::Dialect;
use crate::graph::{self, Picture};
use crate::host::{Disk, Entry, Host as _, Overlay};
use crate::{Analysis, analyze};

use super::Status;
use super::destination::Destination;
use super::loading::{self, Loading};
use super::pictures;
use super::render::concise;

/// Draws the topology of a service template, the types of a file, or its imports, for Mermaid or Graphviz, or as
/// SVG. Parts that cannot be read are omitted and reported on standard error.
///
/// Of a variable service template, all variants are drawn at once: what is only in some of them is dashed and has its
/// condition. With `--preset`, `--inputs` or `-i`, the variant that they select is drawn.
#[derive(Debug, Args)]
pub(super) struct Graph {
    /// File to draw
    #[arg(value_name = "FILE")]
    file: OsString,

    /// What to draw
    #[arg(long, value_enum, default_value_t = View::Topology)]
    view: View,

    /// Output format [default: mermaid, or that of the extension of the output file]
    #[arg(long, value_enum)]
    format: Option<GraphFormat>,

    /// How to draw that a node template is hosted on another one
    #[arg(long, value_enum, default_value_t = HostStyle::Auto)]
    hosts: HostStyle,

    /// Draw only the surroundings of this node template, type or file
    #[arg(long, value_name = "NAME")]
    around: Option<String>,

    /// Maximum number of lines between the drawn boxes and NAME
    #[arg(long, value_name = "N", default_value_t = 1, requires = "around")]
    distance: usize,

    #[command(flatten)]
    given: pictures::Given,

    #[command(flatten)]
    destination: Destination,

    #[command(flatten)]
    loading: Loading,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum View {
    /// Node templates and their requirements
    Topology,
    /// Types, their ancestors and members
    Types,
    /// Files and their imports
    Imports,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum GraphFormat {
    /// Mermaid, for Markdown on GitHub and elsewhere
    Mermaid,
    /// Graphviz
    Dot,
    /// An SVG image
    Svg,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum HostStyle {
    /// As boxes if there are more than 60 lines; otherwise, as lines
    Auto,
    /// The host is a box around the node templates on it
    Boxes,
    /// A line leads to the host
    Lines,
}

/// The extensions of images that other programs make of a picture.
const OTHER_IMAGES: [&str; 6] = ["gif", "jpeg", "jpg", "pdf", "png", "webp"];

/// Returns the format of a file with this name; fails if no format fits an image with this extension.
fn format_of(path: Option<&Path>) -> Result<GraphFormat, String> {
    let extension = path.and_then(Path::extension).and_then(OsStr::to_str).unwrap_or_default();
    match extension.to_ascii_lowercase().as_str() {
        "svg" => Ok(GraphFormat::Svg),
        "dot" | "gv" => Ok(GraphFormat::Dot),
        other if OTHER_IMAGES.contains(&other) => Err(extension.to_uppercase()),
        _ => Ok(GraphFormat::Mermaid),
    }
}

pub(super) fn run(arguments: &Graph) -> Status {
    let format = match arguments.format.map_or_else(|| format_of(arguments.destination.file()), Ok) {
        Ok(format) => format,
        Err(image) => {
            anstream::eprintln!("error: tosca does not draw {image} images");
            anstream::eprintln!("help: use the extension `.svg`, or `.dot` and Graphviz");
            return Status::Failure;
        }
    };
    let disk = Disk::new();
    let path = disk.known_path(arguments.file.clone());
    let mut options = arguments.loading.options();
    options.load.paths = vec![path.clone()];
    if !loading::all_there(&disk, &options) {
        return Status::Failure;
    }
    if disk.entry(&path) == Some(Entry::Directory) {
        anstream::eprintln!("error: `{path}` is a directory");
        anstream::eprintln!("help: pass a single file");
        return Status::Failure;
    }
    let mut host = Overlay::new(&disk);
    let is_variant = match pictures::add_variant(
        &arguments.given,
        &arguments.loading,
        (&disk, &arguments.file),
        &mut host,
    ) {
        Ok(is_variant) => is_variant,
        Err(status) => return status,
    };
    let analysis = analyze(&host, &options);
    let files: Vec<FileId> =
        analysis.graph.files.iter().filter(|file| file.is_requested).map(|file| file.id).collect();
    let is_tosca = files.iter().any(|id| analysis.graph.file(*id).dialect() == Dialect::Tosca2);
    let errors = analysis.diagnostics.iter().filter(|diagnostic| diagnostic.level == Level::Error);
    let (own_errors, other_errors): (Vec<_>, Vec<_>) =
        errors.partition(|diagnostic| files.contains(&diagnostic.primary.span.file));
    if is_variant && !own_errors.is_empty() {
        anstream::eprintln!("warning: the variant has errors; run `tosca resolve` to see them");
    } else {
        let mut err = anstream::stderr().lock();
        // If standard error is closed, the error cannot be reported.
        let _ = own_errors
            .iter()
            .try_for_each(|diagnostic| concise::line(&mut err, analysis.sources(), diagnostic));
    }
    if !other_errors.is_empty() {
        anstream::eprintln!("warning: imported files have errors; run `tosca check` to see them");
    }
    let has_errors = own_errors.len() + other_errors.len() > 0;
    report_other_services(&analysis, &files);
    let picture = if is_tosca { draw(&analysis, &files, arguments.view) } else { None };
    let Some(picture) = picture else {
        if !is_tosca {
            anstream::eprintln!("error: `{path}` is not a TOSCA 2.0 file");
        } else if arguments.view == View::Types {
            anstream::eprintln!("error: `{path}` defines no types");
            anstream::eprintln!(
                "help: pass the file that defines the types; `--view imports` shows the files"
            );
        } else {
            anstream::eprintln!("error: `{path}` has no service template");
            anstream::eprintln!("help: use `--view types` to draw its types");
        }
        return Status::Failure;
    };
    for id in &files {
        loading::note_terms(analysis.graph.file(*id), loading::ITS_MEANING);
    }
    let Some(picture) = surroundings(picture, arguments) else { return Status::Failure };
    let picture = match arguments.hosts {
        HostStyle::Boxes => graph::inside_hosts(picture),
        HostStyle::Auto if graph::is_large(&picture) => graph::inside_hosts(picture),
        HostStyle::Auto | HostStyle::Lines => picture,
    };
    let text = match format {
        GraphFormat::Mermaid => graph::mermaid(&picture),
        GraphFormat::Dot => graph::dot(&picture),
        GraphFormat::Svg => graph::svg(&picture),
    };
    arguments.destination.write_text(&text, "the picture").with_errors(has_errors)
}

/// Reports the service templates of the files that are not drawn, since only the first one of a file is.
fn report_other_services(analysis: &Analysis, files: &[FileId]) {
    let is_of_these = |diagnostic: &&Diagnostic| {
        diagnostic.rule == &rules::second_service_template::RULE
            && files.contains(&diagnostic.primary.span.file)
    };
    let mut err = anstream::stderr().lock();
    for diagnostic in analysis.diagnostics.iter().filter(is_of_these) {
        // If standard error is closed, the warning cannot be reported.
        let _ = concise::line(&mut err, analysis.sources(), diagnostic);
    }
}

/// Returns the requested part of a picture, or prints that there is no such part.
fn surroundings(picture: Picture, arguments: &Graph) -> Option<Picture> {
    let Some(name) = &arguments.around else { return Some(picture) };
    let names: Vec<String> = graph::names(&picture).map(str::to_owned).collect();
    let part = graph::around(picture, name, arguments.distance);
    if part.is_none() {
        anstream::eprintln!("error: nothing in the picture is called {}", quoted(name));
        if let Some(suggestion) = suggest(name, names.iter().map(String::as_str)) {
            anstream::eprintln!("help: did you mean {}?", quoted(suggestion));
        }
    }
    part
}

/// Returns the picture, or `None` if the file has nothing of the requested kind.
fn draw(analysis: &Analysis, files: &[FileId], view: View) -> Option<Picture> {
    match view {
        View::Imports => Some(graph::imports(&analysis.graph, &analysis.names)),
        View::Types => {
            Some(graph::types(analysis.types(), files)).filter(|picture| !picture.figures.is_empty())
        }
        View::Topology => {
            let model = analysis.model();
            files.iter().find_map(|file| {
                let service = model.service(*file)?;
                Some(graph::topology(service, &pictures::conditions(analysis, *file)))
            })
        }
    }
}
