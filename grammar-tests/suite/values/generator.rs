//! Generates projects whose values all satisfy their types.
//!
//! Expressions only read what is before them in a fixed order (inputs, the properties of nodes in the order of the
//! templates, capabilities, relationships, outputs), so there are no cycles. What the reference cannot compute, or what
//! a clause forbids, is replaced by a literal afterwards.

use super::expressions::{Maker, Readable};
use super::project::{
    DataType, EntityType, Expression, Field, Input, Kind, Member, Output, Project, Requirement, Template,
    TypeFile, Value,
};
use super::reference::{Cell, Reference};
use super::repair::repair;
use crate::variability::Random;

/// Returns the project of a seed, or `None` if it cannot be made valid. A larger `size` makes larger projects.
pub(crate) fn project(seed: u64, size: usize) -> Option<Project> {
    let mut random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
    for _ in 0..8 {
        random.below(2);
    }
    let mut generator = Generator { maker: Maker { project: Project::default(), random }, size };
    generator.files();
    generator.data_types();
    generator.capability_types();
    generator.relationship_types();
    generator.node_types();
    generator.inputs();
    generator.templates();
    generator.outputs();
    let Maker { mut project, mut random } = generator.maker;
    if !repair(&mut project, &mut random) {
        return None;
    }
    if random.below(4) == 0 {
        project = broken(&project, &mut random).unwrap_or(project);
    }
    Some(project)
}

/// The number that no clause allows.
const FORBIDDEN: i64 = 987_654_321;

/// Breaks a clause by one literal, or returns `None` if no clause forbids it.
fn broken(project: &Project, random: &mut Random) -> Option<Project> {
    let literal = || Expression::Literal(Value::Integer(FORBIDDEN), FORBIDDEN.to_string());
    let first = random.below(project.templates.len());
    let templates = (first..project.templates.len()).chain(0..first);
    for (at, template) in templates.map(|at| (at, &project.templates[at])) {
        for field in project.node_fields(template.node_type) {
            let value = match project.base(field.kind()) {
                Kind::Integer => literal(),
                Kind::List(of) if project.base(&of) == Kind::Integer => Expression::List(vec![literal()]),
                Kind::Map(of) if project.base(&of) == Kind::Integer => {
                    Expression::Map(vec![(super::project::Key::Written("a".to_owned()), literal())])
                }
                _ => continue,
            };
            if field.fixed().is_some() {
                continue;
            }
            let mut changed = project.clone();
            changed.templates[at].set(field.name(), value);
            let cell = Cell::Property(at, 0, field.name().to_owned());
            if [false, true].iter().all(|given| {
                Reference::new(&changed, *given).value(&cell).is_err_and(|failure| failure.cell == cell)
            }) {
                changed.broken = Some(FORBIDDEN.to_string());
                return Some(changed);
            }
        }
    }
    None
}

impl Template {
    /// Assigns a property.
    pub(crate) fn set(&mut self, name: &str, value: Expression) {
        match self.properties.iter_mut().find(|(other, _)| other == name) {
            Some((_, old)) => *old = value,
            None => self.properties.push((name.to_owned(), value)),
        }
    }
}

struct Generator {
    maker: Maker,
    size: usize,
}

/// The names of the files of types.
const NAMESPACES: &[&str] = &["base", "net", "shop", "more", "last"];

impl Generator {
    fn below(&mut self, most: usize) -> usize {
        self.maker.random.below(most)
    }

    fn often(&mut self) -> bool {
        self.below(3) > 0
    }

    fn files(&mut self) {
        let count = 1 + self.below((self.size + 1).min(5));
        for name in &NAMESPACES[..count] {
            let namespace = (self.below(2) == 0).then(|| format!("{name}-types"));
            let folder = if self.below(2) == 0 { "lib/" } else { "" };
            self.maker.project.files.push(TypeFile { path: format!("{folder}{name}.yaml"), namespace });
        }
    }

    /// Returns a file for a new type: one of those that import what is in `first`.
    fn file(&mut self, first: usize) -> usize {
        let last = self.maker.project.files.len();
        first + self.below(last - first + 1)
    }

    /// Returns a type for a property that file `file` can name.
    fn kind(&mut self, file: usize, depth: usize) -> Kind {
        let data: Vec<usize> = (0..self.maker.project.data_types.len())
            .filter(|at| self.maker.project.data_types[*at].file <= file)
            .collect();
        match self.below(if depth == 0 { 14 } else { 20 }) {
            0..=4 => Kind::Integer,
            6 => Kind::Float,
            7 => Kind::Boolean,
            8 | 9 => Kind::Scalar(super::project::Scalar::Size),
            10 => Kind::Scalar(super::project::Scalar::Length),
            11 => Kind::Timestamp,
            12 => Kind::Version,
            13..=15 if !data.is_empty() => Kind::Data(data[self.below(data.len())]),
            16 | 17 if depth > 0 => Kind::List(Box::new(self.kind(file, depth - 1))),
            18 | 19 if depth > 0 => Kind::Map(Box::new(self.kind(file, depth - 1))),
            _ => Kind::String,
        }
    }

    fn data_types(&mut self) {
        for number in 0..self.below(self.size + 2) {
            let above = self.maker.project.data_types.len();
            let parent = (above > 0 && self.below(3) == 0).then(|| self.below(above));
            let file = self.file(parent.map_or(0, |parent| self.maker.project.data_types[parent].file));
            let parent = match (parent, self.below(6)) {
                (Some(parent), _) => Some(Kind::Data(parent)),
                (None, 0 | 1) => Some(Kind::Integer),
                (None, 2) => Some(Kind::String),
                (None, 3) => Some(Kind::List(Box::new(self.kind(file, 0)))),
                (None, 4) => Some(Kind::Map(Box::new(self.kind(file, 0)))),
                (None, _) => None,
            };
            let is_complex = match parent {
                None => true,
                Some(Kind::Data(of)) => self.maker.project.is_complex(of),
                Some(_) => false,
            };
            let mut fields = Vec::new();
            if is_complex {
                for at in 0..=self.below(3) {
                    let kind = self.kind(file, 1);
                    let mut field = Field::new(format!("d{number}x{at}"), Some(kind.clone()));
                    match self.below(4) {
                        0 => field.is_required = false,
                        1 | 2 => field.default = Some(self.maker.literal(&kind, 1)),
                        _ => {}
                    }
                    if self.below(4) == 0 {
                        field.clause = self.maker.clause(&kind, &[]);
                    }
                    fields.push(field);
                }
            }
            let base = match (&parent, is_complex) {
                (Some(parent), false) => self.maker.project.base(parent),
                _ => Kind::Data(number),
            };
            let data_type = DataType { name: format!("D{number}"), file, parent, fields, clause: None };
            self.maker.project.data_types.push(data_type);
            if self.often() {
                self.maker.project.data_types[number].clause = self.maker.clause(&base, &[]);
            }
        }
    }

    /// Returns new properties of a type; defaults may read what is in `own`, to which they are added if `SELF` is what
    /// has them.
    fn fields(
        &mut self,
        prefix: &str,
        file: usize,
        most: usize,
        is_self: bool,
        own: &mut Vec<Readable>,
    ) -> Vec<Field> {
        let mut fields = Vec::new();
        for at in 0..self.below(most + 1) {
            let kind = self.kind(file, 2);
            let mut field = Field::new(format!("{prefix}{at}"), Some(kind.clone()));
            match self.below(6) {
                0 => field.is_required = false,
                1 => field.fixed = Some(self.maker.expression(own, &kind, 2)),
                2..=4 => field.default = Some(self.maker.expression(own, &kind, 2)),
                _ => {}
            }
            if self.below(3) == 0 {
                field.clause = self.maker.clause(&kind, own);
            }
            if field.is_required && is_self {
                own.push(Readable::own(&field.name, &kind));
            }
            fields.push(field);
        }
        fields
    }

    /// Returns refinements of inherited properties.
    fn refinements(&mut self, fields: &[(String, Kind, bool, bool)], readable: &[Readable]) -> Vec<Field> {
        let mut refined = Vec::new();
        for (at, (name, kind, is_required, is_fixed)) in fields.iter().enumerate() {
            if *is_fixed || !is_required || self.below(3) > 0 {
                continue;
            }
            let mut field = Field::new(name.clone(), None);
            // Those before it, as for the first definition.
            let before = Readable::before(readable, fields[..at].iter().map(|(name, ..)| name.as_str()));
            match self.below(4) {
                0 => field.fixed = Some(self.maker.expression(&before, kind, 2)),
                1 => field.clause = self.maker.clause(kind, &before),
                _ => field.default = Some(self.maker.expression(&before, kind, 2)),
            }
            if field.clause.is_some() || field.default.is_some() || field.fixed.is_some() {
                refined.push(field);
            }
        }
        refined
    }

    fn capability_types(&mut self) {
        for number in 0..=self.below(2) {
            let file = self.file(0);
            let fields = self.fields(&format!("k{number}x"), file, 3, false, &mut Vec::new());
            self.maker.project.capability_types.push(EntityType::new(format!("C{number}"), file, fields));
        }
    }

    fn relationship_types(&mut self) {
        for number in 0..=self.below(2) {
            let file = self.file(0);
            let mut own = vec![Readable::relationship_index()];
            let fields = self.fields(&format!("w{number}x"), file, 3, true, &mut own);
            self.maker.project.relationship_types.push(EntityType::new(format!("R{number}"), file, fields));
        }
    }

    fn node_types(&mut self) {
        let roots = 1 + self.below(2);
        for number in 0..roots + self.below(self.size + 1) {
            let parent = (number >= roots).then(|| self.below(number));
            let first = match parent {
                Some(parent) => self.maker.project.node_types[parent].file,
                // A type can name all capability and relationship types.
                None => {
                    let project = &self.maker.project;
                    let files = project.capability_types.iter().chain(&project.relationship_types);
                    let nodes = project.node_types.iter();
                    files.chain(nodes).map(|one| one.file).max().unwrap_or(0)
                }
            };
            let file = self.file(first);
            let mut own = vec![Readable::node_index()];
            let mut one = EntityType::new(format!("N{number}"), file, Vec::new());
            if let Some(parent) = parent {
                let inherited: Vec<(String, Kind, bool, bool)> =
                    summary(&self.maker.project.node_fields(parent));
                own.extend(readable(&inherited));
                one.fields = self.refinements(&inherited, &own.clone());
            }
            let new = self.fields(&format!("p{number}x"), file, 4, true, &mut own);
            one.fields.extend(new);
            one.parent = parent;
            self.members(&mut one, number, &own);
            self.maker.project.node_types.push(one);
        }
    }

    /// Adds capabilities and requirements to a root, and refinements of them to a derived type.
    fn members(&mut self, one: &mut EntityType, number: usize, own: &[Readable]) {
        let Some(parent) = one.parent else {
            for of in 0..self.maker.project.capability_types.len() {
                let inherited = summary(&Project::fields_of(&self.maker.project.capability_types, of));
                let fields = self.refinements_of_member(&inherited, own);
                let name = format!("c{number}x{of}");
                one.capabilities.push(Member { name, of, target: (0, 0), is_refinement: false, fields });
            }
            for at in 0..self.below(3) {
                let of = self.below(self.maker.project.relationship_types.len());
                let target = (self.below(self.maker.project.capability_types.len()), self.below(number + 1));
                let target = (target.0, if target.1 == number { number } else { self.root(target.1) });
                let inherited = summary(&Project::fields_of(&self.maker.project.relationship_types, of));
                let mut readable = Readable::below_source(own);
                readable.push(Readable::relationship_index());
                let fields = self.refinements_of_member(&inherited, &readable);
                let name = format!("r{number}x{at}");
                one.requirements.push(Member { name, of, target, is_refinement: false, fields });
            }
            return;
        };
        let project = self.maker.project.clone();
        for member in project.members(parent, false) {
            let inherited = summary(&project.capability_fields(parent, &member.name));
            let fields = self.refinements_of_member(&inherited, own);
            if !fields.is_empty() {
                one.capabilities.push(Member { is_refinement: true, fields, ..member.clone() });
            }
        }
        for member in project.members(parent, true) {
            let inherited = summary(&project.relationship_fields(parent, &member.name));
            let fields = self.refinements_of_member(&inherited, &Readable::below_source(own));
            if !fields.is_empty() {
                one.requirements.push(Member { is_refinement: true, fields, ..member.clone() });
            }
        }
    }

    /// The properties of a capability or relationship may read all properties of the node.
    fn refinements_of_member(
        &mut self,
        fields: &[(String, Kind, bool, bool)],
        readable: &[Readable],
    ) -> Vec<Field> {
        let mut refined = Vec::new();
        for (name, kind, is_required, is_fixed) in fields {
            if *is_fixed || !is_required || self.below(3) > 0 {
                continue;
            }
            let mut field = Field::new(name.clone(), None);
            let value = Some(self.maker.expression(readable, kind, 2));
            if self.below(4) == 0 {
                field.fixed = value;
            } else {
                field.default = value;
            }
            refined.push(field);
        }
        refined
    }

    fn root(&self, of: usize) -> usize {
        match self.maker.project.node_types[of].parent {
            Some(parent) => self.root(parent),
            None => of,
        }
    }

    fn inputs(&mut self) {
        let main = self.maker.project.files.len();
        for number in 0..=self.below(self.size + 3) {
            let kind = self.kind(main, 2);
            let mut field = Field::new(format!("i{number}"), Some(kind.clone()));
            let readable = self.maker.inputs();
            if self.below(5) > 0 {
                field.default = Some(self.maker.expression(&readable, &kind, 2));
            }
            if self.below(4) == 0 {
                field.clause = self.maker.clause(&kind, &readable);
            }
            let is_given = field.default.is_none() || self.below(3) == 0;
            let given = is_given.then(|| self.maker.literal(&kind, 2));
            self.maker.project.inputs.push(Input { field, given });
        }
    }

    fn templates(&mut self) {
        for number in 0..=self.below(self.size + 2) {
            let copy = (number > 0 && self.below(3) == 0).then(|| self.below(number));
            let copy = copy.filter(|copy| self.maker.project.templates[*copy].copy.is_none());
            let node_type = match copy {
                Some(copied) => self.maker.project.templates[copied].node_type,
                None => self.below(self.maker.project.node_types.len()),
            };
            let count = match self.below(4) {
                0 => Some(2 + self.below(2)),
                1 if copy.is_some() => Some(1),
                _ => None,
            };
            let is_type_written = copy.is_none() || self.below(2) == 0;
            let mut template = Template {
                name: format!("n{number}"),
                node_type,
                is_type_written,
                copy,
                count,
                properties: Vec::new(),
                capabilities: Vec::new(),
                requirements: None,
            };
            let nodes =
                count.or(copy.and_then(|copied| self.maker.project.templates[copied].count)).unwrap_or(1);
            let mut readable = self.maker.before(nodes);
            readable.push(Readable::node_index());
            let others = readable.clone();
            let fields = summary(&self.maker.project.node_fields(node_type));
            for (name, kind, is_required, is_fixed) in &fields {
                if !is_fixed && self.below(6) < if copy.is_some() { 2 } else { 4 } {
                    let value = self.maker.expression(&readable, kind, 3);
                    template.properties.push((name.clone(), value));
                }
                if *is_required {
                    readable.push(Readable::own(name, kind));
                }
            }
            let members: Vec<String> = self
                .maker
                .project
                .members(node_type, false)
                .iter()
                .map(|member| member.name.clone())
                .collect();
            for name in members {
                let fields = summary(&self.maker.project.capability_fields(node_type, &name));
                let mut assigned = Vec::new();
                for (name, kind, _, is_fixed) in &fields {
                    if !is_fixed && self.below(3) == 0 {
                        assigned.push((name.clone(), self.maker.expression(&readable, kind, 2)));
                    }
                }
                if !assigned.is_empty() {
                    template.capabilities.push((name, assigned));
                }
            }
            if number > 0 && (copy.is_none() || self.below(2) == 0) {
                template.requirements = self.requirements(&template, nodes, &others, &readable);
            }
            self.maker.project.templates.push(template);
        }
    }

    fn requirements(
        &mut self,
        template: &Template,
        nodes: usize,
        others: &[Readable],
        own: &[Readable],
    ) -> Option<Vec<Requirement>> {
        let members: Vec<Member> =
            self.maker.project.members(template.node_type, true).into_iter().cloned().collect();
        let mut requirements = Vec::new();
        for member in members {
            let targets: Vec<usize> = (0..self.maker.project.templates.len())
                .filter(|at| self.root(self.maker.project.templates[*at].node_type) == member.target.1)
                .collect();
            if targets.is_empty() {
                continue;
            }
            for _ in 0..self.below(3) {
                let target = targets[self.below(targets.len())];
                let count = self.maker.project.count(target);
                let (index, several) = match self.below(8) {
                    0 | 1 if nodes <= count => (Some(Expression::NodeIndex), None),
                    2 if count > 1 => {
                        let by = Expression::Literal(Value::Integer(2), "2".to_owned());
                        (Some(Expression::Call("remainder", vec![Expression::NodeIndex, by])), None)
                    }
                    3 | 4
                        if count > 1
                            && requirements.iter().all(|one: &Requirement| one.name != member.name) =>
                    {
                        (Some(Expression::RelationshipIndex), Some(count))
                    }
                    5 => (None, None),
                    _ => {
                        let index = self.below(count);
                        let number = Value::Integer(i64::try_from(index).expect("a small number"));
                        (Some(Expression::Literal(number, index.to_string())), None)
                    }
                };
                let index = if count == 1 && self.below(3) > 0 { None } else { index };
                let mut readable = others.to_vec();
                readable.extend(Readable::below_source(own));
                readable.extend(self.maker.below_target(&member));
                readable.push(Readable::relationship_index());
                let source_type = template.node_type;
                let fields = summary(&self.maker.project.relationship_fields(source_type, &member.name));
                let mut properties = Vec::new();
                for (name, kind, _, is_fixed) in &fields {
                    if !is_fixed && self.below(2) == 0 {
                        properties.push((name.clone(), self.maker.expression(&readable, kind, 2)));
                    }
                }
                let name = member.name.clone();
                requirements.push(Requirement { name, target, index, count: several, properties });
            }
        }
        Some(requirements).filter(|all| !all.is_empty())
    }

    fn outputs(&mut self) {
        let readable = self.maker.before(0);
        let main = self.maker.project.files.len();
        for number in 0..2 + self.below(self.size + 3) {
            let name = format!("o{number}");
            if self.below(8) == 0 {
                let value = self.maker.run_time();
                self.maker.project.outputs.push(Output { name, kind: None, value });
                continue;
            }
            let kind = self.kind(main, 2);
            let value = self.maker.expression(&readable, &kind, 3);
            self.maker.project.outputs.push(Output { name, kind: Some(kind), value });
        }
    }
}

impl EntityType {
    fn new(name: String, file: usize, fields: Vec<Field>) -> Self {
        Self { name, file, parent: None, fields, capabilities: Vec::new(), requirements: Vec::new() }
    }
}

/// Name and type of properties, whether they are required, and whether they are fixed.
fn summary(fields: &[super::project::Effective<'_>]) -> Vec<(String, Kind, bool, bool)> {
    let one = |field: &super::project::Effective<'_>| {
        (field.name().to_owned(), field.kind().clone(), field.is_required(), field.fixed().is_some())
    };
    fields.iter().map(one).collect()
}

fn readable(fields: &[(String, Kind, bool, bool)]) -> Vec<Readable> {
    fields
        .iter()
        .filter(|(_, _, is_required, _)| *is_required)
        .map(|(name, kind, ..)| Readable::own(name, kind))
        .collect()
}
