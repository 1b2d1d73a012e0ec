//! Draws the types of a file: their hierarchy, members, and the targets of requirements.

use std::fmt::Write as _;

use crate::base::{FileId, IndexMap};
use crate::keynames::NameKind;
use crate::model::types::{FieldView, RequirementView, Schema, TypeRef, TypeView, Types};
use crate::resolve::DefinitionId;
use crate::syntax::UpperBound;
use crate::yaml::{Kind, YamlNode};

use super::picture::{Figure, FigureStyle, LinkStyle, Picture, PictureLink, Row, RowKind};
use super::topology_view::{end_of, last_part, plural};

/// The maximum number of lines in a figure; for further ones, only their number is shown.
const MAX_ROWS: usize = 14;

/// Returns the picture of the types that `files` define, with their ancestors and the types that they need
/// from elsewhere.
#[must_use]
pub fn types<'g>(types: &'g Types, files: &[FileId]) -> Picture {
    let own_types: Vec<TypeView<'g>> = files.iter().flat_map(|file| types.of_file(*file)).collect();
    let mut indexes: IndexMap<DefinitionId, usize> = IndexMap::default();
    let mut picture = Picture::default();
    for ty in &own_types {
        indexes.insert(ty.id, picture.figures.len());
        picture.figures.push(figure(types, *ty));
    }
    for ty in &own_types {
        let mut child = indexes[&ty.id];
        // If an ancestor is already drawn, so is the rest of its lineage.
        for ancestor in types.lineage(*ty).skip(1) {
            let (index, is_known) = figure_index(ancestor, &mut indexes, &mut picture);
            picture.links.push(PictureLink {
                from: child,
                to: index,
                name: String::new(),
                detail: String::new(),
                condition: None,
                style: LinkStyle::DerivedFrom,
            });
            if is_known {
                break;
            }
            child = index;
        }
    }
    for ty in &own_types {
        for requirement in ty.own_requirements() {
            let used = [requirement.node_type, requirement.capability];
            let target = used.iter().flatten().find_map(|used| types.defined(used.meaning));
            let Some(target) = target else { continue };
            let (to, _) = figure_index(target, &mut indexes, &mut picture);
            let from = indexes[&ty.id];
            picture.links.push(needs(types, requirement, from, to));
        }
    }
    let names = files.iter().map(|file| end_of(&types.graph.file(*file).source().path));
    picture.title = format!("Types of {}", names.collect::<Vec<_>>().join(", "));
    let mut facts: Vec<String> = NameKind::GLOBAL
        .iter()
        .map(|kind| (kind, own_types.iter().filter(|ty| ty.kind == *kind).count()))
        .filter(|(_, count)| *count > 0)
        .map(|(kind, count)| plural(count, kind.name()))
        .collect();
    facts.push(format!("{} from elsewhere", plural(picture.figures.len() - own_types.len(), "type")));
    picture.description = format!("{}.", facts.join(", "));
    picture
}

/// Returns the index of the figure of a type, and whether it was there before; adds the figure if it is
/// missing.
fn figure_index(
    ty: TypeView<'_>,
    indexes: &mut IndexMap<DefinitionId, usize>,
    picture: &mut Picture,
) -> (usize, bool) {
    if let Some(index) = indexes.get(&ty.id) {
        return (*index, true);
    }
    let index = picture.figures.len();
    indexes.insert(ty.id, index);
    picture.figures.push(Figure::new(ty.name(), ty.kind.name(), FigureStyle::Foreign));
    (index, false)
}

fn figure<'g>(types: &'g Types, ty: TypeView<'g>) -> Figure {
    let mut figure = Figure::new(ty.name(), ty.kind.name(), FigureStyle::Own);
    if let Some(parent) = ty.parent
        && types.parent(&ty).is_none()
    {
        let unknown = if parent.meaning == TypeRef::Unknown { "?" } else { "" };
        figure.kind = format!("{} of {}{unknown}", figure.kind, types.node(parent.node).text());
    }
    let members = &ty.members;
    let fields = [
        (RowKind::Property, members.properties),
        (RowKind::Attribute, members.attributes),
        (RowKind::Property, members.further().inputs),
    ];
    for (kind, range) in fields {
        let fields = ty.records_in(range);
        figure.rows.extend(fields.map(|record| Row { kind, text: field(types, kind, record) }));
    }
    for capability in ty.own_capabilities() {
        let name = capability.key().text();
        let type_name = capability.capability_type.map(|used| last_part(types.node(used.node).text()));
        let text = type_name.map_or(name.to_owned(), |type_name| format!("{name}: {type_name}"));
        figure.rows.push(Row { kind: RowKind::Capability, text });
    }
    for requirement in ty.own_requirements() {
        let used = [requirement.node_type, requirement.capability];
        // Requirements with a known target are drawn as links.
        if !used.iter().flatten().any(|used| types.defined(used.meaning).is_some()) {
            figure.rows.push(Row { kind: RowKind::Requirement, text: requirement.key().text().to_owned() });
        }
    }
    for (range, end) in [(members.further().own_operations, "()"), (members.further().own_notifications, "")]
    {
        let operations = ty.records_in(range);
        figure.rows.extend(
            operations
                .map(|record| Row { kind: RowKind::Plain, text: format!("{}{end}", record.key().text()) }),
        );
    }
    let omitted = figure.rows.len().saturating_sub(MAX_ROWS);
    if omitted > 1 {
        figure.rows.truncate(MAX_ROWS);
        figure.rows.push(Row { kind: RowKind::Plain, text: format!("… {omitted} more") });
    }
    figure
}

/// Returns `name: type = value`, with `?` after a name that is not required.
fn field<'g>(types: &'g Types, kind: RowKind, field: FieldView<'g>) -> String {
    let name = field.key().text();
    let effective = field.effective();
    let optional = if kind == RowKind::Property && !field.is_required() { "?" } else { "" };
    let mut text = format!("{name}{optional}");
    if let Some(data_type) = field.data_type {
        text.push_str(": ");
        match data_type {
            TypeRef::Unknown => text.push_str(effective.data_type.map_or("?", |node| last_part(node.text()))),
            known => text.push_str(last_part(types.name(known))),
        }
        if let Some(entry) = effective.entry_schema.and_then(Schema::data_type) {
            text.push_str(" of ");
            text.push_str(last_part(entry.text()));
        }
    }
    let value = effective.value.or(effective.default);
    if let Some(value) = value {
        let shown = match value.kind() {
            Kind::Scalar => value.text().lines().next().unwrap_or_default(),
            _ => "…",
        };
        let _ = write!(text, " = {shown}");
    }
    text
}

fn needs<'g>(types: &'g Types, requirement: RequirementView<'g>, from: usize, to: usize) -> PictureLink {
    let range = requirement.count_range.map(|(range, _)| match (range.least, range.most) {
        (1, UpperBound::Most(1)) => String::new(),
        (least, UpperBound::Most(most)) => format!(" [{least}..{most}]"),
        (least, UpperBound::Unbounded) => format!(" [{least}..*]"),
    });
    let name = format!("{}{}", requirement.key().text(), range.unwrap_or_default());
    let used = requirement.relationship.relationship_type;
    let detail = used.map_or(String::new(), |used| match used.meaning {
        TypeRef::Unknown => YamlNode::text(types.node(used.node)).to_owned(),
        known => last_part(types.name(known)).to_owned(),
    });
    PictureLink { from, to, name, detail, condition: None, style: LinkStyle::Needs }
}
