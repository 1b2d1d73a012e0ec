//! What a project is asked: every output, and every property of every node, capability and relationship.

use super::project::{Expression, Index, Part, Path, Project, Start, Step, Value};
use super::reference::{Cell, Context, Owner, Reference};
use super::text;

/// A question, and the answer of the reference.
#[derive(Clone, Debug)]
pub(crate) struct Question {
    /// The expression in YAML, or the name of an output.
    pub(crate) text: String,
    pub(crate) is_output: bool,
    pub(crate) value: Value,
}

/// Returns the questions about a project with given inputs or without.
pub(crate) fn questions(project: &Project, given: bool) -> Vec<Question> {
    let reference = Reference::new(project, given);
    let mut questions = Vec::new();
    for output in &project.outputs {
        let value = reference.value(&Cell::Output(output.name.clone()));
        let value = value.expect("a valid project").expect("outputs have values");
        questions.push(Question { text: output.name.clone(), is_output: true, value });
    }
    for path in paths(&reference) {
        let expression = Expression::Property(path);
        let context = Context::new(Owner::Nothing, Cell::Output(String::new()));
        // A value that is not set has no parts.
        if let Ok(value) = reference.evaluate(&expression, &context) {
            questions.push(Question { text: text::expression(&expression), is_output: false, value });
        }
    }
    questions
}

fn paths(reference: &Reference<'_>) -> Vec<Path> {
    let project = reference.project;
    let mut paths = Vec::new();
    for (at, template) in project.templates.iter().enumerate() {
        let count = project.count(at);
        let indices = (0..count).map(Index::At).chain([Index::All]).map(Some);
        for index in std::iter::once(None).chain(indices) {
            let node = match index {
                Some(Index::At(node)) => node,
                _ => 0,
            };
            let start = Start::Node(template.name.clone(), index);
            for field in project.node_fields(template.node_type) {
                let cell = Cell::Property(at, node, field.name().to_owned());
                push(reference, &mut paths, &start, &[], &cell, field.name());
            }
            for member in project.members(template.node_type, false) {
                for field in project.capability_fields(template.node_type, &member.name) {
                    let name = field.name();
                    let cell = Cell::Capability(at, node, member.name.clone(), name.to_owned());
                    push(
                        reference,
                        &mut paths,
                        &start,
                        &[Step::Capability(member.name.clone())],
                        &cell,
                        name,
                    );
                }
            }
            for member in project.members(template.node_type, true) {
                let relationships = project.requirements(at, &member.name).len();
                for index in
                    (0..relationships).map(Index::At).chain((relationships > 0).then_some(Index::All))
                {
                    let relationship = match index {
                        Index::At(relationship) => relationship,
                        _ => 0,
                    };
                    let step = Step::Relationship(member.name.clone(), Some(index));
                    for field in project.relationship_fields(template.node_type, &member.name) {
                        let name = field.name();
                        let cell =
                            Cell::Relationship(at, node, member.name.clone(), relationship, name.to_owned());
                        push(reference, &mut paths, &start, std::slice::from_ref(&step), &cell, name);
                    }
                    for field in
                        project.node_fields(member.target.1).iter().filter(|field| field.is_required())
                    {
                        paths.push(Path {
                            start: start.clone(),
                            steps: vec![step.clone(), Step::Target],
                            property: field.name().to_owned(),
                            parts: Vec::new(),
                        });
                    }
                }
            }
        }
    }
    paths
}

/// Adds a path to a property, and paths to the parts of its value.
fn push(
    reference: &Reference<'_>,
    paths: &mut Vec<Path>,
    start: &Start,
    steps: &[Step],
    cell: &Cell,
    property: &str,
) {
    let Ok(Some(value)) = reference.value(cell) else { return };
    let is_all = matches!(start, Start::Node(_, Some(Index::All)))
        || steps.iter().any(|step| matches!(step, Step::Relationship(_, Some(Index::All))));
    let first: Vec<Vec<Part>> = match &value {
        _ if is_all => Vec::new(),
        Value::List(items) => (0..items.len()).map(|at| vec![Part::At(at)]).collect(),
        Value::Map(entries) => entries.iter().map(|(key, _)| vec![Part::Name(key.clone())]).collect(),
        _ => Vec::new(),
    };
    for parts in std::iter::once(Vec::new()).chain(first) {
        let (start, steps, property) = (start.clone(), steps.to_vec(), property.to_owned());
        paths.push(Path { start, steps, property, parts });
    }
}
