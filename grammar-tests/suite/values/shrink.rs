//! Makes a project smaller that the tool and the reference disagree about.

use super::project::{Assigned, Expression, Key, Project, Value};
use super::reference::{Cell, Reference, unknown};
use super::repair::{definition_failure, failure};

/// Returns a smaller project for which `is_different` still holds.
pub(crate) fn shrunk(project: &Project, is_different: &mut dyn FnMut(&Project) -> bool) -> Project {
    const MAX_TRIES: usize = 400;
    let mut smallest = project.clone();
    let mut tries = 0;
    let mut has_changed = true;
    while has_changed {
        has_changed = false;
        let mut at = 0;
        // The number of edits falls with each that is kept.
        loop {
            tries += 1;
            let edited = match edit(&smallest, at) {
                Edit::End => break,
                _ if tries > MAX_TRIES => return smallest,
                Edit::Changed(edited) => Some(edited),
                Edit::Unchanged => None,
            };
            let is_kept = |edited: &Project| {
                failure(edited).is_none() && definition_failure(edited).is_none() && is_different(edited)
            };
            match edited.filter(is_kept) {
                Some(edited) => {
                    smallest = edited;
                    has_changed = true;
                }
                None => at += 1,
            }
        }
    }
    smallest
}

/// An edit of a project.
#[expect(clippy::large_enum_variant, reason = "there is one at a time")]
enum Edit {
    Changed(Project),
    Unchanged,
    /// There are no more edits.
    End,
}

impl Edit {
    fn new(edited: Project, is_changed: bool) -> Self {
        if is_changed { Edit::Changed(edited) } else { Edit::Unchanged }
    }
}

/// Returns the edit of this number.
fn edit(project: &Project, number: usize) -> Edit {
    let mut edited = project.clone();
    let mut at = number;
    let mut is_here = |count: usize| {
        let here = (at < count).then_some(at);
        at = at.saturating_sub(count);
        here
    };
    if let Some(output) = is_here(project.outputs.len()) {
        edited.outputs.remove(output);
        return Edit::Changed(edited);
    }
    // Nothing reads the last template but outputs.
    if is_here(1).is_some() {
        let is_read = !edited.outputs.is_empty();
        let is_shorter = !is_read && edited.templates.len() > 1 && edited.templates.pop().is_some();
        return Edit::new(edited, is_shorter);
    }
    for template in 0..project.templates.len() {
        if is_here(1).is_some() {
            let is_changed = edited.templates[template].requirements.take().is_some();
            return Edit::new(edited, is_changed);
        }
        if let Some(property) = is_here(project.templates[template].properties.len()) {
            edited.templates[template].properties.remove(property);
            return Edit::Changed(edited);
        }
        if let Some(property) = is_here(project.templates[template].properties.len()) {
            let (name, _) = &project.templates[template].properties[property];
            let cell = Cell::Property(template, 0, name.clone());
            let literal = literal_of(project, &cell);
            let is_changed = replaced(&mut edited.templates[template].properties, property, literal);
            return Edit::new(edited, is_changed);
        }
        if let Some(capability) = is_here(project.templates[template].capabilities.len()) {
            edited.templates[template].capabilities.remove(capability);
            return Edit::Changed(edited);
        }
    }
    if let Some(input) = is_here(project.inputs.len()) {
        let has_default = edited.inputs[input].field.default.is_some();
        let is_changed = has_default && edited.inputs[input].given.take().is_some();
        return Edit::new(edited, is_changed);
    }
    if let Some(input) = is_here(project.inputs.len()) {
        let is_changed = edited.inputs[input].field.clause.take().is_some();
        return Edit::new(edited, is_changed);
    }
    for (of, one) in project.node_types.iter().enumerate() {
        if let Some(field) = is_here(one.fields.len()) {
            let is_changed = edited.node_types[of].fields[field].clause.take().is_some();
            return Edit::new(edited, is_changed);
        }
    }
    Edit::End
}

/// Replaces an expression; returns whether it was another one.
fn replaced(assigned: &mut Assigned, at: usize, literal: Option<Expression>) -> bool {
    match literal {
        Some(literal) if assigned[at].1 != literal => {
            assigned[at].1 = literal;
            true
        }
        _ => false,
    }
}

/// Returns the value of a cell as a literal, if that is known and has a short form.
fn literal_of(project: &Project, cell: &Cell) -> Option<Expression> {
    let value = Reference::new(project, true).value(cell).ok().flatten()?;
    if unknown(&value).is_none() { literal(&value) } else { None }
}

fn literal(value: &Value) -> Option<Expression> {
    let text = match value {
        Value::Boolean(value) => value.to_string(),
        Value::Integer(number) => number.to_string(),
        Value::Float(number) => format!("{number:?}"),
        Value::String(text) => super::text::string(text),
        Value::Timestamp(text) | Value::Version(text) => format!("\"{text}\""),
        Value::Scalar(scalar, amount) => {
            let (unit, one) = scalar.units()[0];
            if amount % one != 0 {
                return None;
            }
            format!("{} {unit}", amount / one)
        }
        Value::List(items) => return items.iter().map(literal).collect::<Option<_>>().map(Expression::List),
        Value::Map(entries) => {
            let entries =
                entries.iter().map(|(key, value)| Some((Key::Written(key.clone()), literal(value)?)));
            return entries.collect::<Option<_>>().map(Expression::Map);
        }
        Value::Later(_) => return None,
    };
    Some(Expression::Literal(value.clone(), text))
}
