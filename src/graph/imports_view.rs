//! Draws files and their imports.

use crate::dialects::Dialect;
use crate::keynames::NameKind;
use crate::load::FileGraph;
use crate::resolve::Names;

use super::picture::{Figure, FigureStyle, LinkStyle, Picture, PictureLink, Row, RowKind};
use super::topology_view::{end_of, plural};

/// Returns the picture of all files of a run. The figures are in the order of the files.
#[must_use]
pub fn imports(graph: &FileGraph, names: &Names) -> Picture {
    let mut picture = Picture::default();
    for file in &graph.files {
        let style = match file.dialect() {
            Dialect::Tosca2 if file.is_requested => FigureStyle::Own,
            Dialect::Tosca2 => FigureStyle::Foreign,
            _ => FigureStyle::Missing,
        };
        let path = file.source().path.as_str();
        let (directory, name) = path.rsplit_once('/').unwrap_or(("", path));
        let mut figure =
            Figure::new(name, file.profile.as_deref().unwrap_or(end_of(directory.into())), style);
        path.clone_into(&mut figure.tip);
        let definitions = names.definitions(file.id);
        for kind in NameKind::GLOBAL.iter().chain(&[NameKind::NodeTemplate]) {
            let count = definitions.iter().filter(|found| found.kind == *kind).count();
            if count > 0 {
                figure.rows.push(Row { kind: RowKind::Plain, text: plural(count, kind.name()) });
            }
        }
        picture.figures.push(figure);
    }
    let mut missing = 0;
    for file in &graph.files {
        for import in &file.imports {
            let to = import.target.map_or_else(
                || {
                    missing += 1;
                    let name = file.node(import.value).text();
                    picture.figures.push(Figure::new(name, "not found", FigureStyle::Missing));
                    picture.figures.len() - 1
                },
                crate::base::FileId::index,
            );
            let name = file.namespace(import).map(|name| format!("{name}:")).unwrap_or_default();
            let style = LinkStyle::Imports;
            picture.links.push(PictureLink {
                from: file.id.index(),
                to,
                name,
                detail: String::new(),
                condition: None,
                style,
            });
        }
    }
    let requested = graph.files.iter().filter(|file| file.is_requested);
    let paths: Vec<&str> = requested.map(|file| end_of(&file.source().path)).collect();
    picture.title = format!("Imports of {}", paths.join(", "));
    let missing = if missing > 0 { format!(", {missing} not found") } else { String::new() };
    picture.description =
        format!("{}, {}{missing}.", plural(graph.files.len(), "file"), plural(picture.links.len(), "import"));
    picture
}
