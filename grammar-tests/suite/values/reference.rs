//! The values of a project, computed on its data structures by the text of the standard (chapters 7 to 10 and 14).
//!
//! A value is computed for each node and each relationship separately, so `SELF`, `$node_index` and
//! `$relationship_index` always mean one thing. Nothing here knows YAML or uses the tool.

use std::cell::RefCell;
use std::collections::HashMap;

use super::functions::{call, equal};
use super::project::{
    Effective, Expression, Field, Index, Key, Kind, Part, Path, Project, Reason, Requirement, Start, Step,
    Value, effective, value_of,
};

/// A place with a value.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Cell {
    Input(String),
    /// Of a node: the template, the index of the node, and the property.
    Property(usize, usize, String),
    /// The node, the capability and the property.
    Capability(usize, usize, String, String),
    /// The source node, the requirement, the index of the relationship, and the property.
    Relationship(usize, usize, String, usize, String),
    Output(String),
    /// A default or fixed value in a type: where it is written.
    Type(Section, usize, String, String),
}

/// The types of a project.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Section {
    Data,
    Capability,
    Relationship,
    Node,
    /// A capability of a node type.
    CapabilityDefinition,
    /// The relationship of a requirement of a node type.
    RequirementDefinition,
}

/// Why a cell has no value: something that a project must not contain.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Failure {
    /// The cell whose expression or validation fails; not one that only reads it.
    pub(crate) cell: Cell,
    pub(crate) text: String,
}

/// What `SELF` means.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Owner {
    Nothing,
    /// A type, which knows nothing of its nodes and relationships but their fixed values.
    Type(Section, usize),
    Node(usize, usize),
    Relationship(usize, usize, String, usize),
}

/// Where an expression is evaluated.
#[derive(Clone)]
pub(crate) struct Context {
    owner: Owner,
    cell: Cell,
    /// The value that a clause validates.
    value: Option<Value>,
}

impl Context {
    pub(crate) fn new(owner: Owner, cell: Cell) -> Self {
        Self { owner, cell, value: None }
    }

    fn failure<T>(&self, text: impl Into<String>) -> Result<T, Failure> {
        Err(Failure { cell: self.cell.clone(), text: text.into() })
    }

    fn with(&self, value: &Value) -> Self {
        Self { value: Some(value.clone()), ..self.clone() }
    }
}

/// A path with more choices of targets is not followed.
const MAX_WORLDS: usize = 32;

/// A place that a path reaches.
#[derive(Clone, Debug)]
enum Place {
    Node(usize, usize),
    Relationship(usize, usize, String, usize),
    /// A capability of a node.
    Capability(usize, usize, String),
    Later(Reason),
}

type Computed = Result<Option<Value>, Failure>;

/// Computes the values of a project, each once.
pub(crate) struct Reference<'p> {
    pub(crate) project: &'p Project,
    /// Whether the inputs have their given values.
    has_given: bool,
    known: RefCell<HashMap<Cell, Computed>>,
}

impl<'p> Reference<'p> {
    pub(crate) fn new(project: &'p Project, has_given: bool) -> Self {
        Self { project, has_given, known: RefCell::default() }
    }

    /// Returns the value of a cell, computing it at the first time; `None` if it is optional and not set.
    pub(crate) fn value(&self, cell: &Cell) -> Computed {
        if let Some(known) = self.known.borrow().get(cell) {
            return known.clone();
        }
        let computed = self.compute(cell);
        self.known.borrow_mut().insert(cell.clone(), computed.clone());
        computed
    }

    fn compute(&self, cell: &Cell) -> Computed {
        let project = self.project;
        match cell {
            Cell::Input(name) => {
                let input = project.inputs.iter().find(|input| input.field.name == *name).expect("an input");
                let given = input.given.as_ref().filter(|_| self.has_given);
                let fields = std::slice::from_ref(&input.field);
                let field = effective(&[fields]).remove(0);
                let context = Context::new(Owner::Nothing, cell.clone());
                match given.or(input.field.default.as_ref()) {
                    Some(expression) => self.checked(expression, &field, &context).map(Some),
                    None => Ok(Some(Value::Later(Reason::Input))),
                }
            }
            Cell::Property(template, node, name) => {
                let fields = project.node_fields(project.templates[*template].node_type);
                let owner = Owner::Node(*template, *node);
                self.field(&fields, name, project.assigned(*template, name), owner, cell)
            }
            Cell::Capability(template, node, capability, name) => {
                let fields = project.capability_fields(project.templates[*template].node_type, capability);
                let assigned = project.capability(*template, capability);
                let assigned = assigned.and_then(|assigned| value_of(assigned, name));
                self.field(&fields, name, assigned, Owner::Node(*template, *node), cell)
            }
            Cell::Relationship(template, node, requirement, index, name) => {
                let fields = project.relationship_fields(project.templates[*template].node_type, requirement);
                let assignments = project.requirements(*template, requirement);
                let assigned = value_of(&assignments[*index].properties, name);
                let owner = Owner::Relationship(*template, *node, requirement.clone(), *index);
                self.field(&fields, name, assigned, owner, cell)
            }
            Cell::Output(name) => {
                let output = project.outputs.iter().find(|output| output.name == *name).expect("an output");
                let context = Context::new(Owner::Nothing, cell.clone());
                let value = self.evaluate(&output.value, &context)?;
                match &output.kind {
                    Some(kind) => {
                        let value = self.fitted(value, kind, &context)?;
                        self.validate(&value, kind, &context)?;
                        Ok(Some(value))
                    }
                    None => Ok(Some(value)),
                }
            }
            Cell::Type(..) => Ok(None),
        }
    }

    /// The value of a property: fixed, assigned, or the default of a required property (§9.4).
    fn field(
        &self,
        fields: &[Effective<'p>],
        name: &str,
        assigned: Option<&Expression>,
        owner: Owner,
        cell: &Cell,
    ) -> Computed {
        let field = fields.iter().find(|field| field.name() == name).expect("a property");
        let default = field.default().filter(|_| field.is_required());
        let Some(expression) = field.fixed().or(assigned).or(default) else {
            let context = Context::new(owner, cell.clone());
            return if field.is_required() { context.failure("no value") } else { Ok(None) };
        };
        self.checked(expression, field, &Context::new(owner, cell.clone())).map(Some)
    }

    /// The value of an expression that fits its field and satisfies all clauses.
    pub(crate) fn checked(
        &self,
        expression: &Expression,
        field: &Effective<'_>,
        context: &Context,
    ) -> Result<Value, Failure> {
        let value = self.evaluate(expression, context)?;
        let value = self.fitted(value, field.kind(), context)?;
        self.validate_field(&value, field, context)?;
        Ok(value)
    }

    // ── expressions ──

    pub(crate) fn evaluate(&self, expression: &Expression, context: &Context) -> Result<Value, Failure> {
        match expression {
            Expression::Literal(value, _) => Ok(value.clone()),
            Expression::List(items) => {
                let items = items.iter().map(|item| self.evaluate(item, context));
                items.collect::<Result<_, _>>().map(Value::List)
            }
            Expression::Map(entries) => self.map(entries, context),
            Expression::Call(name, arguments) => {
                let arguments = arguments.iter().map(|argument| self.evaluate(argument, context));
                let arguments: Vec<Value> = arguments.collect::<Result<_, _>>()?;
                // One operand may decide.
                let decisive = Value::Boolean(*name == "or");
                if matches!(*name, "and" | "or") && arguments.contains(&decisive) {
                    return Ok(decisive);
                }
                if let Some(reason) = arguments.iter().find_map(unknown) {
                    return Ok(Value::Later(reason));
                }
                call(name, &arguments).or_else(|text| context.failure(text))
            }
            Expression::Input(name, parts) => {
                let value = self.value(&Cell::Input(name.clone()))?;
                self.part(value.expect("an input has a value"), parts, context)
            }
            Expression::Property(path) => self.path(path, context),
            Expression::Value(parts) => {
                let value = context.value.clone();
                self.part(value.expect("a value to validate"), parts, context)
            }
            Expression::NodeIndex => match &context.owner {
                Owner::Node(_, node) | Owner::Relationship(_, node, ..) => index(*node, context),
                _ => Ok(Value::Later(Reason::Owner)),
            },
            Expression::RelationshipIndex => match &context.owner {
                Owner::Relationship(_, _, _, relationship) => index(*relationship, context),
                _ => Ok(Value::Later(Reason::Owner)),
            },
            Expression::RunTime(..) => Ok(Value::Later(Reason::RunTime)),
        }
    }

    fn map(&self, entries: &[(Key, Expression)], context: &Context) -> Result<Value, Failure> {
        let mut map: Vec<(String, Value)> = Vec::new();
        for (key, value) in entries {
            let key = match key {
                Key::Written(key) => key.clone(),
                Key::Computed(key) => match self.evaluate(key, context)? {
                    Value::String(key) => key,
                    Value::Later(reason) => return Ok(Value::Later(reason)),
                    other => return context.failure(format!("{other:?} is not a key")),
                },
            };
            if map.iter().any(|(other, _)| *other == key) {
                return context.failure(format!("the key {key} is there twice"));
            }
            map.push((key, self.evaluate(value, context)?));
        }
        Ok(Value::Map(map))
    }

    /// Steps into a value.
    fn part(&self, value: Value, parts: &[Part], context: &Context) -> Result<Value, Failure> {
        let mut value = value;
        for part in parts {
            let part = match part {
                Part::Computed(expression) => match self.evaluate(expression, context)? {
                    Value::Integer(index) => match usize::try_from(index) {
                        Ok(index) => Part::At(index),
                        Err(_) => return context.failure("a negative index"),
                    },
                    Value::String(name) => Part::Name(name),
                    Value::Later(reason) => return Ok(Value::Later(reason)),
                    other => return context.failure(format!("{other:?} in a path")),
                },
                part => part.clone(),
            };
            let found = match (&value, &part) {
                (Value::Later(_), _) => return Ok(value),
                (Value::List(items), Part::At(index)) => items.get(*index).cloned(),
                (Value::Map(entries), Part::Name(name)) => {
                    entries.iter().find(|(key, _)| key == name).map(|(_, value)| value.clone())
                }
                _ => None,
            };
            value = match found {
                Some(value) => value,
                None => return context.failure(format!("no {part:?} in {value:?}")),
            };
        }
        Ok(value)
    }

    // ── paths ──

    fn path(&self, path: &Path, context: &Context) -> Result<Value, Failure> {
        if let (Start::Own, Owner::Type(section, of)) = (&path.start, &context.owner) {
            return self.fixed_in_type(path, *section, *of, context);
        }
        let mut is_list = false;
        let first = match &path.start {
            Start::Own => vec![match &context.owner {
                Owner::Node(template, node) => Place::Node(*template, *node),
                Owner::Relationship(template, node, requirement, index) => {
                    Place::Relationship(*template, *node, requirement.clone(), *index)
                }
                _ => Place::Later(Reason::Owner),
            }],
            Start::Node(name, index) => {
                let template = self.project.template(name);
                let count = self.project.count(template);
                let chosen = self.chosen(index.as_ref(), count, &mut is_list, context)?;
                chosen
                    .into_iter()
                    .map(|node| node.map_or_else(Place::Later, |node| Place::Node(template, node)))
                    .collect()
            }
        };
        // Where the target is one of several nodes, all of them are followed.
        let mut worlds: Vec<Vec<Place>> = vec![first];
        for step in &path.steps {
            let mut next: Vec<Vec<Place>> = Vec::new();
            for places in worlds {
                let mut grown: Vec<Vec<Place>> = vec![Vec::new()];
                for place in places {
                    let choices = self.step(place, step, &mut is_list, context)?;
                    grown = grown
                        .iter()
                        .flat_map(|before| choices.iter().map(|more| [before.as_slice(), more].concat()))
                        .collect();
                }
                next.extend(grown);
            }
            worlds = next;
            if worlds.len() > MAX_WORLDS {
                return Ok(Value::Later(Reason::Choice));
            }
        }
        let mut results = worlds.iter().map(|places| self.read_all(places, path, is_list, context));
        let first = results.next().expect("one world");
        let is_same = |other: Result<Value, Failure>| match (&first, &other) {
            (Ok(one), Ok(other)) => equal(one, other),
            (Err(_), Err(_)) => true,
            _ => false,
        };
        if results.all(is_same) { first } else { Ok(Value::Later(Reason::Choice)) }
    }

    fn read_all(
        &self,
        places: &[Place],
        path: &Path,
        is_list: bool,
        context: &Context,
    ) -> Result<Value, Failure> {
        let values = places.iter().map(|place| {
            let value = self.read(place, &path.property, context)?;
            self.part(value, &path.parts, context)
        });
        let mut values: Vec<Value> = values.collect::<Result<_, _>>()?;
        if is_list { Ok(Value::List(values)) } else { Ok(values.remove(0)) }
    }

    /// The value of a path from `SELF` in a type, if it is fixed there.
    fn fixed_in_type(
        &self,
        path: &Path,
        section: Section,
        of: usize,
        context: &Context,
    ) -> Result<Value, Failure> {
        let project = self.project;
        let fields = match (section, path.steps.as_slice()) {
            (Section::Relationship, []) => Project::fields_of(&project.relationship_types, of),
            (Section::Node | Section::CapabilityDefinition, [])
            | (Section::RequirementDefinition, [Step::Source]) => project.node_fields(of),
            _ => return Ok(Value::Later(Reason::Owner)),
        };
        let field = fields.iter().find(|field| field.name() == path.property).expect("a property");
        let Some(fixed) = field.fixed() else { return Ok(Value::Later(Reason::Owner)) };
        let section = if section == Section::Relationship { section } else { Section::Node };
        let context = Context { owner: Owner::Type(section, of), ..context.clone() };
        let value = self.evaluate(fixed, &context)?;
        let value = self.fitted(value, field.kind(), &context)?;
        self.part(value, &path.parts, &context)
    }

    /// The indices that an index chooses of `count`.
    fn chosen(
        &self,
        index: Option<&Index>,
        count: usize,
        is_list: &mut bool,
        context: &Context,
    ) -> Result<Vec<Result<usize, Reason>>, Failure> {
        let one = match index {
            None => 0,
            Some(Index::At(index)) => *index,
            Some(Index::All) => {
                *is_list = true;
                return Ok((0..count).map(Ok).collect());
            }
            Some(Index::Computed(expression)) => match self.evaluate(expression, context)? {
                Value::Integer(index) => match usize::try_from(index) {
                    Ok(index) => index,
                    Err(_) => return context.failure("a negative index"),
                },
                Value::Later(reason) => return Ok(vec![Err(reason)]),
                other => return context.failure(format!("{other:?} as an index")),
            },
        };
        if one < count { Ok(vec![Ok(one)]) } else { context.failure(format!("no index {one} of {count}")) }
    }

    fn step(
        &self,
        place: Place,
        step: &Step,
        is_list: &mut bool,
        context: &Context,
    ) -> Result<Vec<Vec<Place>>, Failure> {
        let next = match (place, step) {
            (later @ Place::Later(_), _) => later,
            (Place::Node(template, node), Step::Relationship(requirement, index)) => {
                let count = self.project.requirements(template, requirement).len();
                let chosen = self.chosen(index.as_ref(), count, is_list, context)?;
                let relationship = |index| Place::Relationship(template, node, requirement.clone(), index);
                let chosen = chosen.into_iter().map(|one| one.map_or_else(Place::Later, relationship));
                return Ok(vec![chosen.collect()]);
            }
            (Place::Node(template, node), Step::Capability(name)) => {
                Place::Capability(template, node, name.clone())
            }
            (Place::Relationship(template, node, ..), Step::Source) => Place::Node(template, node),
            (Place::Relationship(template, node, requirement, index), Step::Target) => {
                let targets = self.targets(template, node, &requirement, index)?;
                return Ok(targets.into_iter().map(|place| vec![place]).collect());
            }
            (Place::Relationship(template, node, requirement, index), Step::TargetCapability) => {
                let source_type = self.project.templates[template].node_type;
                let capability_type = self.capability_type(source_type, &requirement);
                let capability = |target: Place| match target {
                    Place::Node(target, node) => {
                        let target_type = self.project.templates[target].node_type;
                        let members = self.project.members(target_type, false);
                        let member = members.into_iter().find(|member| member.of == capability_type);
                        Place::Capability(target, node, member.expect("a capability").name.clone())
                    }
                    later => later,
                };
                let targets = self.targets(template, node, &requirement, index)?;
                return Ok(targets.into_iter().map(|target| vec![capability(target)]).collect());
            }
            (place, step) => return context.failure(format!("no {step:?} from {place:?}")),
        };
        Ok(vec![vec![next]])
    }

    fn capability_type(&self, node_type: usize, requirement: &str) -> usize {
        let members = self.project.members(node_type, true);
        members.into_iter().find(|member| member.name == requirement).expect("a requirement").target.0
    }

    /// The nodes that a relationship may target: one, unless the choice is free (§14.3).
    fn targets(
        &self,
        template: usize,
        node: usize,
        requirement: &str,
        at: usize,
    ) -> Result<Vec<Place>, Failure> {
        let assignments = self.project.requirements(template, requirement);
        let Requirement { target, index, .. } = assignments[at];
        let count = self.project.count(*target);
        let Some(index) = index else {
            return Ok((0..count).map(|node| Place::Node(*target, node)).collect());
        };
        let owner = Owner::Relationship(template, node, requirement.to_owned(), at);
        let cell = Cell::Relationship(template, node, requirement.to_owned(), at, String::new());
        let context = Context::new(owner, cell);
        let index = Index::Computed(Box::new(index.clone()));
        let chosen = self.chosen(Some(&index), count, &mut false, &context)?;
        Ok(vec![chosen[0].map_or_else(Place::Later, |node| Place::Node(*target, node))])
    }

    fn read(&self, place: &Place, property: &str, context: &Context) -> Result<Value, Failure> {
        let property = property.to_owned();
        let cell = match place {
            Place::Node(template, node) => Cell::Property(*template, *node, property),
            Place::Relationship(template, node, requirement, index) => {
                Cell::Relationship(*template, *node, requirement.clone(), *index, property)
            }
            Place::Capability(template, node, name) => {
                Cell::Capability(*template, *node, name.clone(), property)
            }
            Place::Later(reason) => return Ok(Value::Later(*reason)),
        };
        match self.value(&cell)? {
            Some(value) => Ok(value),
            None => context.failure(format!("{cell:?} has no value")),
        }
    }

    // ── types ──

    /// Gives a value the form that its type demands: floats, and the defaults of complex types (§9.2).
    fn fitted(&self, value: Value, kind: &Kind, context: &Context) -> Result<Value, Failure> {
        #[expect(clippy::cast_precision_loss, reason = "the numbers of projects are small")]
        let fitted = match (value, self.project.base(kind)) {
            (Value::Integer(number), Kind::Float) => Value::Float(number as f64),
            (Value::List(items), Kind::List(of)) => {
                let items = items.into_iter().map(|item| self.fitted(item, &of, context));
                Value::List(items.collect::<Result<_, _>>()?)
            }
            (Value::Map(entries), Kind::Map(of)) => {
                let entries = entries.into_iter();
                let entries = entries.map(|(key, value)| Ok((key, self.fitted(value, &of, context)?)));
                Value::Map(entries.collect::<Result<_, Failure>>()?)
            }
            (Value::Map(mut entries), Kind::Data(of)) => {
                let mut map = Vec::new();
                for field in self.project.data_fields(of) {
                    let name = field.name();
                    let given =
                        entries.iter().position(|(key, _)| key == name).map(|at| entries.remove(at).1);
                    let default = field.default().filter(|_| field.is_required());
                    let value = match (given, field.fixed().or(default)) {
                        (Some(value), _) => value,
                        (None, Some(default)) => self.evaluate(default, context)?,
                        (None, None) if !field.is_required() => continue,
                        (None, None) => return context.failure(format!("no {name}")),
                    };
                    map.push((name.to_owned(), self.fitted(value, field.kind(), context)?));
                }
                if let Some((key, _)) = entries.first() {
                    return context.failure(format!("{key} is not defined"));
                }
                Value::Map(map)
            }
            (value, _) => value,
        };
        Ok(fitted)
    }

    /// Holds a value against the clauses of its definition and of its types (§9.10).
    pub(crate) fn validate_field(
        &self,
        value: &Value,
        field: &Effective<'_>,
        context: &Context,
    ) -> Result<(), Failure> {
        for clause in field.layers.iter().filter_map(|layer: &&Field| layer.clause.as_ref()) {
            self.satisfies(value, clause, context)?;
        }
        self.validate(value, field.kind(), context)
    }

    fn validate(&self, value: &Value, kind: &Kind, context: &Context) -> Result<(), Failure> {
        if let Kind::Data(of) = kind {
            for data_type in self.project.data_chain(*of) {
                if let Some(clause) = &data_type.clause {
                    self.satisfies(value, clause, context)?;
                }
            }
        }
        match (value, self.project.base(kind)) {
            (Value::List(items), Kind::List(of)) => {
                items.iter().try_for_each(|item| self.validate(item, &of, context))
            }
            (Value::Map(entries), Kind::Map(of)) => {
                entries.iter().try_for_each(|(_, value)| self.validate(value, &of, context))
            }
            (Value::Map(entries), Kind::Data(of)) => {
                let fields = self.project.data_fields(of);
                entries.iter().try_for_each(|(key, value)| {
                    let field = fields.iter().find(|field| field.name() == key).expect("a property");
                    self.validate_field(value, field, context)
                })
            }
            _ => Ok(()),
        }
    }

    /// Whether a literal is a value of a type.
    pub(crate) fn is_valid(&self, literal: &Expression, kind: &Kind) -> bool {
        let context = Context::new(Owner::Nothing, Cell::Output(String::new()));
        let value = self.evaluate(literal, &context).and_then(|value| self.fitted(value, kind, &context));
        value.and_then(|value| self.validate(&value, kind, &context)).is_ok()
    }

    fn satisfies(&self, value: &Value, clause: &Expression, context: &Context) -> Result<(), Failure> {
        match self.evaluate(clause, &context.with(value))? {
            Value::Boolean(false) => context.failure(format!("{value:?} does not satisfy {clause:?}")),
            _ => Ok(()),
        }
    }

    // ── all cells ──

    /// All cells of the nodes and relationships, all inputs and outputs.
    pub(crate) fn cells(&self) -> Vec<Cell> {
        let project = self.project;
        let mut cells: Vec<Cell> =
            project.inputs.iter().map(|input| Cell::Input(input.field.name.clone())).collect();
        for (at, template) in project.templates.iter().enumerate() {
            for node in 0..project.count(at) {
                for field in project.node_fields(template.node_type) {
                    cells.push(Cell::Property(at, node, field.name().to_owned()));
                }
                for member in project.members(template.node_type, false) {
                    for field in project.capability_fields(template.node_type, &member.name) {
                        cells.push(Cell::Capability(at, node, member.name.clone(), field.name().to_owned()));
                    }
                }
                for member in project.members(template.node_type, true) {
                    let fields = project.relationship_fields(template.node_type, &member.name);
                    for index in 0..project.requirements(at, &member.name).len() {
                        for field in &fields {
                            let name = member.name.clone();
                            cells.push(Cell::Relationship(at, node, name, index, field.name().to_owned()));
                        }
                    }
                }
            }
        }
        cells.extend(project.outputs.iter().map(|output| Cell::Output(output.name.clone())));
        cells
    }

    /// The first target that does not exist, or property, input or output that fails.
    pub(crate) fn failure(&self) -> Option<Failure> {
        let project = self.project;
        for (at, template) in project.templates.iter().enumerate() {
            for member in project.members(template.node_type, true) {
                for index in 0..project.requirements(at, &member.name).len() {
                    for node in 0..project.count(at) {
                        if let Err(failure) = self.targets(at, node, &member.name, index) {
                            return Some(failure);
                        }
                    }
                }
            }
        }
        self.cells().iter().find_map(|cell| self.value(cell).err())
    }
}

fn index(index: usize, context: &Context) -> Result<Value, Failure> {
    i64::try_from(index).map(Value::Integer).or_else(|error| context.failure(error.to_string()))
}

/// Returns the reason why a value is not wholly known.
pub(crate) fn unknown(value: &Value) -> Option<Reason> {
    match value {
        Value::Later(reason) => Some(*reason),
        Value::List(items) => items.iter().find_map(unknown),
        Value::Map(entries) => entries.iter().find_map(|(_, value)| unknown(value)),
        _ => None,
    }
}
