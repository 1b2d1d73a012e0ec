//! Draws the topology of a service template: node templates, requirements, and the boundary of a
//! substitution.

mod boundary;
mod candidates;
mod sets;

use camino::Utf8Path;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::base::DenseId as _;
use crate::model::service::{
    Connection, NodeTemplateId, NodeTemplateView, RequirementAssignmentView, ServiceView, Target,
};
use crate::model::types::{RequirementId, Requirements, TypeRef, TypeUse, Types};
use crate::resolve::DefinitionId;
use crate::syntax::IndexedName;
use crate::yaml::{NodeId, YamlNode};

use candidates::{Candidates, Required};

use super::picture::{Figure, FigureStyle, LinkStyle, Picture, PictureLink, Row, RowKind};

/// Names of relationship types that host one node on another. TOSCA 2.0 does not define such a type; these
/// are the names that profiles use.
const HOSTING: [&str; 6] = ["hostedon", "host", "hosts", "runson", "deployedon", "containedin"];

/// When elements of a variable service template are present, such as `if mode = prod`, by the nodes of their names in
/// the tree as written. By the name of the first of several types of a node template, all these types.
pub type Conditions = FxHashMap<NodeId, String>;

/// Returns the picture of a topology. The first figures are the node templates, in order. Elements that are not in all
/// variants are marked, with their `conditions`.
#[must_use]
pub fn topology(service: ServiceView<'_>, conditions: &Conditions) -> Picture {
    let types = service.types();
    let path = end_of(&service.file().source().path);
    let mut picture = Picture { title: format!("Topology of {path}"), ..Picture::default() };
    let mapped = boundary::mapped(service);
    let mut view = View {
        types,
        service,
        conditions,
        mapped,
        needed: FxHashMap::default(),
        hosting: FxHashMap::default(),
        candidates: Candidates::default(),
        with_candidates: 0,
    };
    for template in service.node_templates().iter() {
        let figure = view.figure(template, &mut picture.links);
        picture.figures.push(figure);
    }
    sets::tag(service, conditions, &mut picture.figures);
    let resolved = picture.links.iter().filter(|link| link.style != LinkStyle::MayNeed).count();
    let with_candidates = view.with_candidates;
    let dangling: usize = picture.figures.iter().map(|figure| figure.rows.len()).sum();
    boundary::draw(service, &mut picture);
    let templates = service.template().node_templates.iter().flat_map(|map| &map.unread);
    for key in templates {
        picture.figures.push(Figure::new(service.node(*key).text(), "unreadable", FigureStyle::Missing));
    }
    let mut facts = vec![
        plural(service.node_templates().len(), "node template"),
        plural(resolved, "requirement with a target"),
    ];
    facts.extend((with_candidates > 0).then(|| plural(with_candidates, "requirement with candidates")));
    facts.extend((dangling > 0).then(|| plural(dangling, "requirement without a target")));
    let (groups, policies) = sets::counts(service);
    let figures = picture.figures.iter().filter(|figure| figure.condition.is_some()).count();
    let links = picture.links.iter().filter(|link| link.condition.is_some()).count();
    facts
        .extend((figures > 0).then(|| format!("{} only in some variants", plural(figures, "node template"))));
    facts.extend((links > 0).then(|| format!("{} only in some variants", plural(links, "line"))));
    facts.extend((groups > 0).then(|| plural(groups, "group")));
    facts.extend((policies > 0).then(|| plural(policies, "policy")));
    picture.description = format!("{}.", facts.join(", "));
    if picture.links.len() > MAX_DETAILED_LINKS {
        omit_usual_details(&mut picture.links);
    }
    picture
}

/// In pictures with more lines, the usual relationship of a requirement is not named at each line.
const MAX_DETAILED_LINKS: usize = 60;

/// Removes the detail that most lines with the same name have in common.
fn omit_usual_details(links: &mut [PictureLink]) {
    let mut counts: FxHashMap<&str, FxHashMap<&str, usize>> = FxHashMap::default();
    for link in links.iter() {
        *counts.entry(&link.name).or_default().entry(&link.detail).or_default() += 1;
    }
    let totals: FxHashMap<&str, usize> =
        counts.iter().map(|(name, details)| (*name, details.values().sum())).collect();
    let is_usual = |link: &PictureLink| {
        2 * counts[link.name.as_str()][link.detail.as_str()] > totals[link.name.as_str()]
    };
    let usual: Vec<bool> = links.iter().map(is_usual).collect();
    for (link, _) in links.iter_mut().zip(usual).filter(|(_, is_usual)| *is_usual) {
        link.detail.clear();
    }
}

/// Returns a path, or the end of a long one.
pub(super) fn end_of(path: &Utf8Path) -> &str {
    const MAX_BYTES: usize = 40;
    let mut path = path.as_str();
    while path.len() > MAX_BYTES
        && let Some((_, end)) = path.split_once('/')
    {
        path = end;
    }
    path
}

/// Returns a number with its noun.
pub(super) fn plural(count: usize, noun: &str) -> String {
    match (count, noun.split_once(' ')) {
        (1, _) => format!("1 {noun}"),
        (_, Some(("requirement", rest))) => format!("{count} requirements {rest}"),
        _ => match noun.strip_suffix('y') {
            Some(stem) => format!("{count} {stem}ies"),
            None => format!("{count} {noun}s"),
        },
    }
}

struct View<'g> {
    types: &'g Types,
    service: ServiceView<'g>,
    conditions: &'g Conditions,
    /// Mapped requirements, which are drawn as ports, as template and name.
    mapped: FxHashSet<(NodeTemplateId, &'g str)>,
    /// The requirements that each node of a type needs, assigned or not.
    needed: FxHashMap<DefinitionId, Vec<(&'g str, RequirementId)>>,
    hosting: FxHashMap<DefinitionId, bool>,
    candidates: Candidates<'g>,
    /// The number of requirements whose candidates are drawn.
    with_candidates: usize,
}

impl<'g> View<'g> {
    fn figure(&mut self, template: NodeTemplateView<'g>, links: &mut Vec<PictureLink>) -> Figure {
        let kind = template.layers().find_map(|layer| layer.node_type);
        let kind = kind.map(|name| self.service.node(name.node));
        // The first of several types has the text of all.
        let kinds = kind.and_then(|name| self.conditions.get(&name.tree().origin(name.id())?));
        let kind = kinds.map_or(kind.map_or("", YamlNode::text), String::as_str);
        let list = template.directives_place();
        let words: Vec<&str> =
            list.into_iter().flat_map(YamlNode::items).filter_map(YamlNode::as_str).collect();
        let mut figure = Figure::new(template.name(), kind, FigureStyle::Own);
        figure.style = match words.first() {
            _ if template.is_selected => FigureStyle::Selected,
            Some(_) if words.contains(&"substitute") => FigureStyle::Substituted,
            Some(_) if words.contains(&"select") => FigureStyle::Selected,
            _ => FigureStyle::Own,
        };
        if words != ["create"] {
            figure.badges = words.into_iter().map(str::to_owned).collect();
        }
        figure.count = times(template.count);
        figure.condition = self.condition(template.key());
        let assignments = template.requirements();
        for assignment in assignments.iter() {
            match assignment.target {
                Target::Template(to, index) => {
                    let index = index.map(|index| self.types.node(index));
                    let link = self.link(template.id.index(), to.index(), assignment, index);
                    links.push(link);
                }
                Target::Type(_) | Target::Open | Target::Unknown => {
                    if !self.mapped.contains(&(template.id, assignment.name())) {
                        let required = Required::by_assignment(self.types, assignment);
                        let row = self.dangling(assignment);
                        let condition = self.condition(assignment.key());
                        self.add_candidates(template.id, (row, condition), required, &mut figure, links);
                    }
                }
            }
        }
        if !template.is_selected {
            let implied = self.implied(template.node_type);
            for (name, id) in implied {
                let assigned = assignments.iter().any(|assignment| assignment.name() == name);
                if !assigned && !self.mapped.contains(&(template.id, name)) {
                    let row =
                        Row { kind: RowKind::Dangling, text: format!("{name}: {}", self.expected(Some(id))) };
                    let required = Required::by_definition(self.types, id);
                    self.add_candidates(template.id, (row, None), required, &mut figure, links);
                }
            }
        }
        figure
    }

    /// Adds a line to each candidate of a requirement without a target, or the row if there are none, or too many.
    fn add_candidates(
        &mut self,
        from: NodeTemplateId,
        (mut row, condition): (Row, Option<String>),
        required: Option<Required<'g>>,
        figure: &mut Figure,
        links: &mut Vec<PictureLink>,
    ) {
        let candidates = required.and_then(|required| self.candidates.of(self.service, required));
        let others: Vec<NodeTemplateId> =
            candidates.iter().flat_map(|ids| ids.iter()).copied().filter(|to| *to != from).collect();
        if row.kind != RowKind::Dangling || others.is_empty() {
            if let Some(condition) = condition {
                row.text = format!("{} {condition}", row.text);
            }
            figure.rows.push(row);
            return;
        }
        self.with_candidates += 1;
        let (name, expected) = row.text.split_once(": ").unwrap_or((&row.text, ""));
        for to in others {
            links.push(PictureLink {
                from: from.index(),
                to: to.index(),
                name: name.to_owned(),
                detail: expected.to_owned(),
                condition: condition.clone(),
                style: LinkStyle::MayNeed,
            });
        }
    }

    /// Returns when the element that `key` names is present, or `None` if it always is.
    fn condition(&self, key: YamlNode<'_>) -> Option<String> {
        condition(self.service, self.conditions, key)
    }

    fn link(
        &mut self,
        from: usize,
        to: usize,
        assignment: RequirementAssignmentView<'g>,
        index: Option<YamlNode<'g>>,
    ) -> PictureLink {
        let name = [Some(assignment.name().to_owned()), times(assignment.count)];
        let name = name.into_iter().flatten().collect::<Vec<_>>().join(" ");
        let defined =
            assignment.definition.and_then(|id| self.types.requirement(id).relationship.relationship_type);
        let defined = defined.map_or(TypeRef::Unknown, |used| used.meaning);
        let (template, meaning) = match assignment.connection {
            Connection::Template(id) => {
                let relationship = self.service.relationship_template(id);
                (Some(relationship.name()), relationship.relationship_type)
            }
            Connection::Type(meaning) => (None, meaning),
            Connection::Open => (None, defined),
            Connection::Unknown => (None, TypeRef::Unknown),
        };
        let type_name = self.types.defined(meaning).map(|ty| last_part(ty.name()));
        let mut detail = match (template, type_name) {
            (Some(template), Some(type_name)) => format!("{template}: {type_name}"),
            (Some(template), None) => template.to_owned(),
            (None, Some(type_name)) if plain(type_name) == plain(assignment.name()) => String::new(),
            (None, Some(type_name)) => type_name.to_owned(),
            (None, None) => String::new(),
        };
        if let Some(index) = index {
            let text = if index.scalar().is_some() { index.text() } else { "…" };
            let gap = if detail.is_empty() { "" } else { " " };
            detail = format!("{detail}{gap}[{text}]");
        }
        let is_hosting = match meaning {
            TypeRef::Defined(id) => self.is_hosting(id),
            _ => plain(assignment.name()) == "host",
        };
        let style = if is_hosting { LinkStyle::HostedOn } else { LinkStyle::Needs };
        let condition = self.condition(assignment.key());
        PictureLink { from, to, name, detail, condition, style }
    }

    /// Whether a relationship type or one of its ancestors is hosting by its name.
    fn is_hosting(&mut self, id: DefinitionId) -> bool {
        let types = self.types;
        *self.hosting.entry(id).or_insert_with(|| {
            let mut names = types.lineage(types.get(id)).map(|ty| plain(last_part(ty.name())));
            names.any(|name| HOSTING.contains(&name.as_str()))
        })
    }

    fn dangling(&self, assignment: RequirementAssignmentView<'g>) -> Row {
        let name = assignment.name();
        let (kind, expected) = match assignment.target {
            Target::Type(meaning) => {
                (RowKind::Dangling, format!("any {}", last_part(self.types.name(meaning))))
            }
            Target::Unknown => {
                let written = match &assignment.written().target {
                    Some(IndexedName::Name(name)) => self.service.node(name.node).text(),
                    Some(IndexedName::Indexed(name, _)) => self.service.node(name.node).text(),
                    None => "?",
                };
                (RowKind::Missing, written.to_owned())
            }
            Target::Template(..) | Target::Open => (RowKind::Dangling, self.expected(assignment.definition)),
        };
        let count = times(assignment.count).map(|count| format!(" {count}")).unwrap_or_default();
        Row { kind, text: format!("{name}{count}: {expected}") }
    }

    /// Describes the target of a requirement by its definition alone.
    fn expected(&self, definition: Option<RequirementId>) -> String {
        let Some(id) = definition else { return "?".to_owned() };
        let requirement = self.types.requirement(id);
        let used = requirement.node_type.or(requirement.capability);
        used.map_or("?".to_owned(), |used: TypeUse| {
            format!("any {}", last_part(self.types.node(used.node).text()))
        })
    }

    /// Returns the requirements of a type that need at least one relationship.
    fn implied(&mut self, ty: TypeRef) -> Vec<(&'g str, RequirementId)> {
        let types = self.types;
        let Some(ty) = types.defined(ty) else { return Vec::new() };
        let needed = self.needed.entry(ty.id).or_insert_with(|| {
            let members = types.members(ty, Requirements).iter();
            let needed = |id| types.requirement(id).count_range.is_some_and(|(range, _)| range.least > 0);
            members.filter(|(_, id)| needed(*id)).collect()
        });
        needed.clone()
    }
}

/// Returns when the element that `key` names is present, or `None` if it always is.
fn condition(service: ServiceView<'_>, conditions: &Conditions, key: YamlNode<'_>) -> Option<String> {
    let words = key.tree().origin(key.id()).and_then(|origin| conditions.get(&origin));
    let is_guarded = || service.file().guards().guard(key).is_some();
    words.cloned().or_else(|| is_guarded().then(|| "in some variants".to_owned()))
}

/// Returns the number of instances, or `None` if there is exactly one.
fn times(count: Option<u64>) -> Option<String> {
    match count {
        Some(1) => None,
        Some(count) => Some(format!("×{count}")),
        None => Some("×n".to_owned()),
    }
}

/// Returns the part of a name after the last dot.
pub(super) fn last_part(name: &str) -> &str {
    name.rsplit('.').next().filter(|part| !part.is_empty()).unwrap_or(name)
}

/// Returns a name without differences of spelling.
fn plain(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}
