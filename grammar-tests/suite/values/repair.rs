//! Replaces what a generated project must not contain: values that violate a clause, and calls without a result.

use super::expressions::Maker;
use super::project::{Assigned, Effective, Expression, Field, Kind, Project};
use super::reference::{Cell, Context, Failure, Owner, Reference, Section};
use crate::variability::Random;

/// Makes a project valid, with given inputs and without; returns whether that is done.
pub(crate) fn repair(project: &mut Project, random: &mut Random) -> bool {
    const MAX_ROUNDS: usize = 120;
    let mut maker = Maker { project: std::mem::take(project), random: Random(random.0) };
    let mut is_valid = false;
    for _ in 0..MAX_ROUNDS {
        if let Some(cell) = definition_failure(&maker.project) {
            reset(&mut maker, &cell, true);
            continue;
        }
        match failure(&maker.project) {
            Some(failure) => replace(&mut maker, &failure.cell),
            None => {
                is_valid = true;
                break;
            }
        }
    }
    random.0 = maker.random.0;
    *project = maker.project;
    is_valid
}

/// What fails first, with given inputs or without.
pub(crate) fn failure(project: &Project) -> Option<Failure> {
    [false, true].into_iter().find_map(|given| Reference::new(project, given).failure())
}

/// Finds a default or fixed value in a type that does not satisfy the clauses there.
pub(crate) fn definition_failure(project: &Project) -> Option<Cell> {
    let reference = Reference::new(project, false);
    let fails = |section: Section, of: usize, member: &str, fields: Vec<Effective<'_>>| {
        fields.iter().find_map(|field| {
            let cell = Cell::Type(section, of, member.to_owned(), field.name().to_owned());
            let context = Context::new(Owner::Type(section, of), cell.clone());
            let mut values = field.fixed().into_iter().chain(field.default());
            values.any(|value| reference.checked(value, field, &context).is_err()).then_some(cell)
        })
    };
    for of in 0..project.data_types.len() {
        if project.is_complex(of)
            && let Some(cell) = fails(Section::Data, of, "", project.data_fields(of))
        {
            return Some(cell);
        }
    }
    let sections = [
        (Section::Capability, &project.capability_types),
        (Section::Relationship, &project.relationship_types),
        (Section::Node, &project.node_types),
    ];
    for (section, types) in sections {
        for of in 0..types.len() {
            if let Some(cell) = fails(section, of, "", Project::fields_of(types, of)) {
                return Some(cell);
            }
        }
    }
    for of in 0..project.node_types.len() {
        for member in project.members(of, false) {
            let fields = project.capability_fields(of, &member.name);
            if let Some(cell) = fails(Section::CapabilityDefinition, of, &member.name, fields) {
                return Some(cell);
            }
        }
        for member in project.members(of, true) {
            let fields = project.relationship_fields(of, &member.name);
            if let Some(cell) = fails(Section::RequirementDefinition, of, &member.name, fields) {
                return Some(cell);
            }
        }
    }
    None
}

/// Returns all definitions of a property in a type and its ancestors.
fn definitions<'p>(project: &'p mut Project, cell: &Cell) -> Vec<&'p mut Field> {
    let Cell::Type(section, of, member, name) = cell else { return Vec::new() };
    let ancestors = |types: &[super::project::EntityType], of: usize| -> Vec<usize> {
        std::iter::successors(Some(of), |one| types[*one].parent).collect()
    };
    let of_types = |types: &'p mut [super::project::EntityType], chosen: Vec<usize>| -> Vec<&'p mut Field> {
        let chosen = types.iter_mut().enumerate().filter(|(at, _)| chosen.contains(at)).map(|(_, one)| one);
        chosen.flat_map(|one| &mut one.fields).collect()
    };
    let is_requirement = *section == Section::RequirementDefinition;
    let fields: Vec<&mut Field> = match section {
        Section::Data => {
            let mut chosen = vec![*of];
            while let Some(Kind::Data(above)) = project.data_types[*chosen.last().unwrap_or(of)].parent {
                chosen.push(above);
            }
            let types = project.data_types.iter_mut().enumerate();
            types.filter(|(at, _)| chosen.contains(at)).flat_map(|(_, one)| &mut one.fields).collect()
        }
        Section::Capability => {
            let chosen = ancestors(&project.capability_types, *of);
            of_types(&mut project.capability_types, chosen)
        }
        Section::Relationship => {
            let chosen = ancestors(&project.relationship_types, *of);
            of_types(&mut project.relationship_types, chosen)
        }
        Section::Node => {
            let chosen = ancestors(&project.node_types, *of);
            of_types(&mut project.node_types, chosen)
        }
        Section::CapabilityDefinition | Section::RequirementDefinition => {
            let chosen = ancestors(&project.node_types, *of);
            let members = project.members(*of, is_requirement);
            let entity = members.iter().find(|one| one.name == *member).map_or(0, |one| one.of);
            let types =
                if is_requirement { &mut project.relationship_types } else { &mut project.capability_types };
            let above = ancestors(types, entity);
            let mut fields = of_types(types, above);
            let nodes = project.node_types.iter_mut().enumerate();
            for (_, one) in nodes.filter(|(at, _)| chosen.contains(at)) {
                let members = if is_requirement { &mut one.requirements } else { &mut one.capabilities };
                let members = members.iter_mut().filter(|one| one.name == *member);
                fields.extend(members.flat_map(|one| &mut one.fields));
            }
            fields
        }
    };
    fields.into_iter().filter(|field| field.name == *name).collect()
}

/// Removes the clauses of a property; with `values`, its defaults and fixed values become literals.
fn reset(maker: &mut Maker, cell: &Cell, values: bool) {
    let kind = definitions(&mut maker.project, cell).into_iter().find_map(|field| field.kind.clone());
    let Some(kind) = kind else { return };
    let literal = maker.literal(&kind, 1);
    for field in definitions(&mut maker.project, cell) {
        field.clause = None;
        if values {
            for value in [&mut field.default, &mut field.fixed].into_iter().flatten() {
                value.clone_from(&literal);
            }
        }
    }
}

/// Sets a value in a list of assignments.
fn set(assigned: &mut Assigned, name: &str, value: Expression) {
    match assigned.iter_mut().find(|(other, _)| other == name) {
        Some((_, old)) => *old = value,
        None => assigned.push((name.to_owned(), value)),
    }
}

/// Replaces the value of a cell by a literal that satisfies all clauses; if none is found, the clauses go.
fn replace(maker: &mut Maker, cell: &Cell) {
    const MAX_LITERALS: usize = 24;
    let project = &maker.project;
    let node_type = |template: &usize| project.templates[*template].node_type;
    let (definition, kind, is_fixed) = match cell {
        Cell::Input(name) => {
            let input = project.inputs.iter().find(|input| input.field.name == *name).expect("an input");
            (cell.clone(), input.field.kind.clone().expect("a type"), false)
        }
        Cell::Output(name) => {
            let output = project.outputs.iter().find(|output| output.name == *name).expect("an output");
            (cell.clone(), output.kind.clone().unwrap_or(Kind::Integer), false)
        }
        Cell::Property(template, _, name) => {
            let of = node_type(template);
            summary(Section::Node, of, "", name, &project.node_fields(of))
        }
        Cell::Capability(template, _, capability, name) => {
            let of = node_type(template);
            let fields = project.capability_fields(of, capability);
            summary(Section::CapabilityDefinition, of, capability, name, &fields)
        }
        Cell::Relationship(template, _, requirement, index, name) if name.is_empty() => {
            retarget(&mut maker.project, *template, requirement, *index);
            return;
        }
        Cell::Relationship(template, _, requirement, _, name) => {
            let of = node_type(template);
            let fields = project.relationship_fields(of, requirement);
            summary(Section::RequirementDefinition, of, requirement, name, &fields)
        }
        Cell::Type(..) => return,
    };
    if is_fixed {
        reset(maker, &definition, true);
        return;
    }
    for _ in 0..MAX_LITERALS {
        let literal = maker.literal(&kind, 1);
        assign(&mut maker.project, cell, literal);
        let is_valid = |given| {
            let reference = Reference::new(&maker.project, given);
            let mut cells = of_all_nodes(&maker.project, cell);
            cells.all(|cell| reference.value(&cell).err().is_none_or(|failure| failure.cell != cell))
        };
        if is_valid(false) && is_valid(true) {
            return;
        }
    }
    if let Cell::Input(name) = cell {
        let input = maker.project.inputs.iter_mut().find(|input| input.field.name == *name);
        input.expect("an input").field.clause = None;
    }
    reset(maker, &definition, false);
}

fn summary(
    section: Section,
    of: usize,
    member: &str,
    name: &str,
    fields: &[Effective<'_>],
) -> (Cell, Kind, bool) {
    let field = fields.iter().find(|field| field.name() == name).expect("a property");
    let cell = Cell::Type(section, of, member.to_owned(), name.to_owned());
    (cell, field.kind().clone(), field.fixed().is_some())
}

/// The same property of all nodes of a template.
fn of_all_nodes<'p>(project: &'p Project, cell: &Cell) -> Box<dyn Iterator<Item = Cell> + 'p> {
    let cell = cell.clone();
    let (Cell::Property(template, ..) | Cell::Capability(template, ..) | Cell::Relationship(template, ..)) =
        cell
    else {
        return Box::new(std::iter::once(cell));
    };
    Box::new((0..project.count(template)).map(move |node| match cell.clone() {
        Cell::Property(template, _, name) => Cell::Property(template, node, name),
        Cell::Capability(template, _, of, name) => Cell::Capability(template, node, of, name),
        Cell::Relationship(template, _, of, index, name) => {
            Cell::Relationship(template, node, of, index, name)
        }
        other => other,
    }))
}

fn assign(project: &mut Project, cell: &Cell, literal: Expression) {
    match cell {
        Cell::Input(name) => {
            for input in project.inputs.iter_mut().filter(|input| input.field.name == *name) {
                if input.given.is_some() {
                    input.given = Some(literal.clone());
                }
                if input.field.default.is_some() {
                    input.field.default = Some(literal.clone());
                }
            }
        }
        Cell::Output(name) => {
            for output in project.outputs.iter_mut().filter(|output| output.name == *name) {
                output.value = literal.clone();
            }
        }
        Cell::Property(template, _, name) => set(&mut project.templates[*template].properties, name, literal),
        Cell::Capability(template, _, capability, name) => {
            let mut assigned = project.capability(*template, capability).cloned().unwrap_or_default();
            set(&mut assigned, name, literal);
            let capabilities = &mut project.templates[*template].capabilities;
            capabilities.retain(|(other, _)| other != capability);
            capabilities.push((capability.clone(), assigned));
        }
        Cell::Relationship(template, _, requirement, index, name) => {
            let assigned = assignment(project, *template, requirement, *index);
            set(&mut assigned.properties, name, literal);
        }
        Cell::Type(..) => {}
    }
}

/// The requirement assignment of a relationship, as the template's own.
fn assignment<'p>(
    project: &'p mut Project,
    template: usize,
    requirement: &str,
    index: usize,
) -> &'p mut super::project::Requirement {
    let list = project.layers(template).iter().find_map(|one| one.requirements.clone()).unwrap_or_default();
    let list = project.templates[template].requirements.get_or_insert(list);
    let mut first = 0;
    let at = list.iter().position(|one| {
        first += if one.name == requirement { one.count.unwrap_or(1) } else { 0 };
        first > index
    });
    &mut list[at.expect("a requirement assignment")]
}

/// Lets a relationship target the first node.
fn retarget(project: &mut Project, template: usize, requirement: &str, index: usize) {
    let assigned = assignment(project, template, requirement, index);
    assigned.index = Some(Expression::Literal(super::project::Value::Integer(0), "0".to_owned()));
    assigned.count = None;
}
