//! The types of a file: hierarchy, members, and what node types need.

use std::fmt::Write as _;

use indexmap::IndexMap;

use crate::base::FileId;
use crate::keynames::NameKind;
use crate::model::types::{FieldView, RequirementView, Schema, TypeRef, TypeView, Types};
use crate::resolve::DefinitionId;
use crate::syntax::Bound;
use crate::yaml::{Kind, Node};

use super::picture::{Figure, Link, LinkLook, Look, Mark, Picture, Row};
use super::topology_view::{end_of, last_part, plural};

/// Lines in one figure; what is beyond is told by its number.
const MOST: usize = 14;

/// The picture of the types that `files` define, with their ancestors and what they need from elsewhere.
#[must_use]
pub fn types<'g>(types: &'g Types, files: &[FileId]) -> Picture {
    let own: Vec<TypeView<'g>> = files.iter().flat_map(|file| types.of_file(*file)).collect();
    let mut numbers: IndexMap<DefinitionId, usize> = IndexMap::new();
    let mut picture = Picture::default();
    for of in &own {
        numbers.insert(of.id, picture.figures.len());
        picture.figures.push(figure(types, *of));
    }
    for of in &own {
        let mut child = numbers[&of.id];
        // Ancestors elsewhere are drawn once; the rest of their lineage is there already.
        for ancestor in types.lineage(*of).skip(1) {
            let (number, there) = place(ancestor, &mut numbers, &mut picture);
            picture.links.push(Link {
                from: child,
                to: number,
                name: String::new(),
                detail: String::new(),
                look: LinkLook::DerivedFrom,
            });
            if there {
                break;
            }
            child = number;
        }
    }
    for of in &own {
        for requirement in of.own_requirements() {
            let used = [requirement.node_type, requirement.capability];
            let target = used.iter().flatten().find_map(|used| types.defined(used.meaning));
            let Some(target) = target else { continue };
            let (to, _) = place(target, &mut numbers, &mut picture);
            let from = numbers[&of.id];
            picture.links.push(needs(types, requirement, from, to));
        }
    }
    let names = files.iter().map(|file| end_of(&types.graph.file(*file).source().path));
    picture.title = format!("Types of {}", names.collect::<Vec<_>>().join(", "));
    let mut told: Vec<String> = NameKind::GLOBAL
        .iter()
        .map(|kind| (kind, own.iter().filter(|of| of.kind == *kind).count()))
        .filter(|(_, count)| *count > 0)
        .map(|(kind, count)| plural(count, kind.name()))
        .collect();
    told.push(format!("{} from elsewhere", plural(picture.figures.len() - own.len(), "type")));
    picture.description = format!("{}.", told.join(", "));
    picture
}

/// The number of the figure of a type, which is added where it is not there; says which.
fn place(
    of: TypeView<'_>,
    numbers: &mut IndexMap<DefinitionId, usize>,
    picture: &mut Picture,
) -> (usize, bool) {
    if let Some(number) = numbers.get(&of.id) {
        return (*number, true);
    }
    let number = picture.figures.len();
    numbers.insert(of.id, number);
    picture.figures.push(Figure::new(of.name(), of.kind.name(), Look::Foreign));
    (number, false)
}

fn figure<'g>(types: &'g Types, of: TypeView<'g>) -> Figure {
    let mut figure = Figure::new(of.name(), of.kind.name(), Look::Own);
    if let Some(parent) = of.parent
        && types.parent(&of).is_none()
    {
        let unknown = if parent.meaning == TypeRef::Unknown { "?" } else { "" };
        figure.kind = format!("{} of {}{unknown}", figure.kind, types.node(parent.node).text());
    }
    let members = &of.members;
    let fields = [
        (Mark::Property, members.properties),
        (Mark::Attribute, members.attributes),
        (Mark::Property, members.inputs),
    ];
    for (mark, range) in fields {
        let fields = of.records_in(range);
        figure.rows.extend(fields.map(|found| Row { mark, text: field(types, mark, found) }));
    }
    for capability in of.own_capabilities() {
        let name = capability.key().text();
        let of_type = capability.capability_type.map(|used| last_part(types.node(used.node).text()));
        let text = of_type.map_or(name.to_owned(), |of_type| format!("{name}: {of_type}"));
        figure.rows.push(Row { mark: Mark::Capability, text });
    }
    for requirement in of.own_requirements() {
        let used = [requirement.node_type, requirement.capability];
        // The others are lines to what they need.
        if !used.iter().flatten().any(|used| types.defined(used.meaning).is_some()) {
            figure.rows.push(Row { mark: Mark::Requirement, text: requirement.key().text().to_owned() });
        }
    }
    for (range, end) in [(members.own_operations, "()"), (members.own_notifications, "")] {
        let operations = of.records_in(range);
        figure.rows.extend(
            operations.map(|found| Row { mark: Mark::Plain, text: format!("{}{end}", found.key().text()) }),
        );
    }
    let beyond = figure.rows.len().saturating_sub(MOST);
    if beyond > 1 {
        figure.rows.truncate(MOST);
        figure.rows.push(Row { mark: Mark::Plain, text: format!("… {beyond} more") });
    }
    figure
}

/// `name: type = value`, with `?` behind a name that may be left out.
fn field<'g>(types: &'g Types, mark: Mark, field: FieldView<'g>) -> String {
    let name = field.key().text();
    let effective = field.effective();
    let optional = if mark == Mark::Property && !field.is_required() { "?" } else { "" };
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

fn needs<'g>(types: &'g Types, requirement: RequirementView<'g>, from: usize, to: usize) -> Link {
    let range = requirement.count_range.map(|(range, _)| match (range.least, range.most) {
        (1, Bound::Most(1)) => String::new(),
        (least, Bound::Most(most)) => format!(" [{least}..{most}]"),
        (least, Bound::Unbounded) => format!(" [{least}..*]"),
    });
    let name = format!("{}{}", requirement.key().text(), range.unwrap_or_default());
    let used = requirement.relationship.relationship_type;
    let detail = used.map_or(String::new(), |used| match used.meaning {
        TypeRef::Unknown => Node::text(types.node(used.node)).to_owned(),
        known => last_part(types.name(known)).to_owned(),
    });
    Link { from, to, name, detail, look: LinkLook::Needs }
}
