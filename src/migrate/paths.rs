//! Paths in the notation of TOSCA 2.0, whose second step depends on the node that they start from.

use crate::dialects::{Applied, Mark};
use crate::functions::PathEnd;
use crate::load::File;
use crate::model::Model;
use crate::values::{Checker, PathStep};
use crate::yaml::YamlNode;

use super::OpenPoint;
use super::edits::{Edits, PathItem};

/// Rewrites the paths of `file`. Adds those whose meaning is not known to `open`.
pub(super) fn paths<'g>(
    model: &'g Model,
    file: &'g File,
    edits: &mut Edits,
    applied: &mut Vec<Applied>,
    open: &mut Vec<OpenPoint>,
) {
    if !file.marks().iter().any(|(_, mark)| mark == Mark::Path) {
        return;
    }
    let checker = Checker::new(model);
    let mut pending: Vec<(YamlNode<'_>, &str)> =
        file.tree().root().map(|root| (root, "")).into_iter().collect();
    while let Some((node, key)) = pending.pop() {
        if file.marks().mark(node.id()) == Some(Mark::Path) {
            let steps = checker.new_path(node, PathEnd::of_function(key.trim_start_matches('$')));
            if !steps.is_certain {
                let reason =
                    "this path is not converted, because the types that it leads through are not known";
                open.push(OpenPoint { span: node.span(), reason: reason.to_owned() });
            }
            let steps: Vec<PathItem> = steps.steps.into_iter().map(item).collect();
            let same = node.items().count() == steps.len();
            if !same {
                applied.push(Applied { rule: "L29", span: node.span() });
                edits.path(node.id(), steps);
            }
        }
        pending.extend(node.items().map(|item| (item, "")));
        pending.extend(node.entries().map(|(key, value)| (value, key.text())));
    }
}

fn item(step: PathStep<'_>) -> PathItem {
    match step {
        PathStep::Word(word) => PathItem::Word(word),
        PathStep::Written(node) => PathItem::Written(node.id()),
    }
}
