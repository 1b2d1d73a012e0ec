//! Reads the feature models of `FeatureIDE`.

use crate::yaml::{Tree, YamlNode};

use super::formula::MAX_DEPTH;
use super::{FeatureFormula, FeatureGroup, FeatureModel, Problem};

/// Reads a feature model from the tree of an XML file. Some problem is returned, not all of them.
///
/// # Errors
///
/// If the file is not a feature model, or contains what has no form in a template.
pub fn read(tree: &Tree) -> Result<FeatureModel, Problem> {
    let root = tree.root().and_then(|root| root.all_entries().next());
    let Some((root, content)) = root else { return Err(Problem::new(0, "there are no features")) };
    if root.text() != "{}featureModel" {
        return Err(at(root, format!("expected `featureModel`, not `{}`", local(root)))
            .help("write the feature model in the format of FeatureIDE, or in UVL"));
    }
    let mut model = FeatureModel::default();
    let sections = |name: &'static str| elements(content).filter(move |(key, _)| key.text() == name);
    let Some((section, tree_of_features)) = sections("struct").next() else {
        return Err(at(root, "there are no features").help("add the element `struct`"));
    };
    let mut top = elements(tree_of_features).filter(|element| is_feature(*element));
    let (Some(top_feature), None) = (top.next(), top.next()) else {
        return Err(at(section, "a feature model has one root").help("put the other features below it"));
    };
    features(&mut model, top_feature)?;
    for (_, section) in sections("constraints") {
        for (key, rule) in elements(section) {
            if key.text() != "rule" {
                return Err(at(key, format!("expected `rule`, not `{}`", key.text())));
            }
            let operands = formulas(&model, rule, 0)?;
            let constraint = only((key, rule), operands)?;
            model.constraints.push(constraint);
        }
    }
    Ok(model)
}

type Element<'t> = (YamlNode<'t>, YamlNode<'t>);

/// A feature whose constraints are not written yet.
struct Parent<'t> {
    key: YamlNode<'t>,
    /// The features below it, and whether each is mandatory in a group without another rule.
    members: Vec<(usize, bool)>,
}

/// Reads a feature and those below it.
fn features(model: &mut FeatureModel, root: Element<'_>) -> Result<(), Problem> {
    let mut parents: Vec<Parent<'_>> = Vec::new();
    let mut pending = vec![(root, None)];
    while let Some(((key, body), parent)) = pending.pop() {
        let name = attribute(body, "name").filter(|name| !name.is_empty());
        let name =
            name.ok_or_else(|| at(key, format!("`{}` has no name", key.text())).help("add `name=\"…\"`"))?;
        let index = model.add(name.to_owned(), parent, key.span().start as usize)?;
        if let Some(parent) = parent.and_then(|parent: usize| parents.get_mut(parent)) {
            parent.members.push((index, attribute(body, "mandatory") == Some("true")));
        }
        parents.push(Parent { key, members: Vec::new() });
        let below = pending.len();
        for element in elements(body) {
            match element.0.text() {
                _ if is_feature(element) => pending.push((element, Some(index))),
                "attribute" => model.skipped_attributes += 1,
                "description" | "graphics" | "property" => {}
                other => return Err(at(element.0, format!("unknown element `{other}`"))),
            }
        }
        // The first one is taken next.
        pending[below..].reverse();
    }
    for (index, Parent { key, members }) in parents.into_iter().enumerate() {
        let all: Vec<usize> = members.iter().map(|(member, _)| *member).collect();
        let (group, members) = match key.text() {
            "or" => (FeatureGroup::Or, all),
            "alt" => (FeatureGroup::Alternative, all),
            _ => {
                let mandatory = members.iter().filter(|(_, is_mandatory)| *is_mandatory);
                (FeatureGroup::Mandatory, mandatory.map(|(member, _)| *member).collect())
            }
        };
        if !members.is_empty() {
            model.constraints.extend(group.constraints(index, &members).unwrap_or_default());
        }
    }
    Ok(())
}

/// Reads the formulas in an element. The depth is limited here and by the reader of XML.
fn formulas(model: &FeatureModel, body: YamlNode<'_>, depth: usize) -> Result<Vec<FeatureFormula>, Problem> {
    elements(body)
        .filter(|(key, _)| !matches!(key.text(), "description" | "tags"))
        .map(|element| formula(model, element, depth))
        .collect()
}

fn formula(model: &FeatureModel, element: Element<'_>, depth: usize) -> Result<FeatureFormula, Problem> {
    let (key, body) = element;
    if depth > MAX_DEPTH {
        return Err(at(key, format!("nested more than {MAX_DEPTH} levels deep")).help("split the rule"));
    }
    if key.text() == "var" {
        return model.feature(body.text().trim(), body.span().start as usize);
    }
    let mut operands = formulas(model, body, depth + 1)?;
    let count = operands.len();
    let wrong = |expected: &str| at(key, format!("`{}` needs {expected}, not {count}", key.text()));
    Ok(match key.text() {
        "not" => only(element, operands)?.not(),
        "imp" | "eq" => {
            let (Some(second), Some(first), 2) = (operands.pop(), operands.pop(), count) else {
                return Err(wrong("2 operands"));
            };
            if key.text() == "imp" {
                FeatureFormula::implies(first, second)
            } else {
                FeatureFormula::equal(first, second)
            }
        }
        "conj" | "and" | "disj" | "or" | "atmost1" if operands.is_empty() => return Err(wrong("operands")),
        "conj" | "and" | "disj" | "or" if count == 1 => operands.swap_remove(0),
        "conj" | "and" => FeatureFormula::All(operands),
        "disj" | "or" => FeatureFormula::Any(operands),
        "atmost1" => FeatureFormula::AtMostOne(operands),
        other => {
            return Err(at(key, format!("unknown operator `{other}`"))
                .help("use `var`, `not`, `conj`, `disj`, `imp`, `eq` and `atmost1`"));
        }
    })
}

/// Returns the only formula in an element.
fn only((key, _): Element<'_>, mut operands: Vec<FeatureFormula>) -> Result<FeatureFormula, Problem> {
    match operands.pop().filter(|_| operands.is_empty()) {
        Some(operand) => Ok(operand),
        None => Err(at(key, format!("`{}` needs 1 operand", key.text()))),
    }
}

fn elements(body: YamlNode<'_>) -> impl Iterator<Item = Element<'_>> {
    body.all_entries().filter(|(key, _)| !key.is_attribute() && key.text() != "#text")
}

fn is_feature((key, _): Element<'_>) -> bool {
    matches!(key.text(), "feature" | "and" | "or" | "alt")
}

fn attribute<'t>(body: YamlNode<'t>, name: &str) -> Option<&'t str> {
    let mut attributes = body.all_entries().take_while(|(key, _)| key.is_attribute());
    attributes.find(|(key, _)| key.text() == name).map(|(_, value)| value.text())
}

fn local(name: YamlNode<'_>) -> &str {
    name.text().rsplit('}').next().unwrap_or_default()
}

fn at(node: YamlNode<'_>, message: impl Into<String>) -> Problem {
    Problem::new(node.span().start as usize, message)
}
