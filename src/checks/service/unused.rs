//! Inputs that nothing reads. A lint: the rule is off by default.

use rustc_hash::FxHashSet;

use crate::diagnostics::rules;
use crate::functions::FunctionSource;
use crate::model::service::{ServiceView, SubstitutionView};
use crate::yaml::YamlNode;

use super::Cx;

pub(super) fn report_unused_inputs<'g>(cx: &mut Cx<'g>, service: ServiceView<'g>) {
    if service.template().inputs.is_none() || cx.file.tree().is_damaged() {
        return;
    }
    let mut used: FxHashSet<&str> = FxHashSet::default();
    let root = cx.file.tree().root();
    for call in root.into_iter().flat_map(|root| cx.types.expressions.calls_in(root)) {
        if !call.reads(FunctionSource::Input) {
            continue;
        }
        let first = call.arguments().next().filter(|first| !first.is_call());
        // A computed name may be the name of any input.
        let Some(name) = first.and_then(|first| first.node().as_str()) else { return };
        used.insert(name);
    }
    let mut queue: Vec<YamlNode<'g>> = Vec::new();
    // Substitution mappings assign properties of the substituted node to inputs by name.
    queue.extend(service.substitution().map(SubstitutionView::node));
    while let Some(node) = queue.pop() {
        used.extend(node.as_str());
        queue.extend(node.items());
        for (key, value) in node.entries() {
            used.extend(key.as_str());
            queue.push(value);
        }
    }
    for input in service.inputs().filter(|input| input.field.is_some()) {
        if !used.contains(input.name()) {
            cx.report(input.key, rules::unused_input::new(input.key.span(), input.name()));
        }
    }
}
