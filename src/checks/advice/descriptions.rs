//! Missing descriptions of what other people use: types, functions, inputs and outputs.

use crate::diagnostics::rules;
use crate::keynames::{Slot, TextNode};
use crate::model::types::Body;
use crate::yaml::YamlNode;

use super::Cx;

/// Reports types, functions, inputs and outputs of the file without a description.
pub(super) fn report_missing(cx: &mut Cx<'_, '_>) {
    if !cx.choice.includes(&rules::missing_description::RULE) {
        return;
    }
    let types = &cx.model.types;
    for ty in types.of_file(cx.file.id) {
        let description = match ty.body() {
            Body::Artifact(body) => body.description(),
            Body::Data(body) => body.description(),
            Body::Capability(body) => body.description(),
            Body::Interface(body) => body.description(),
            Body::Relationship(body) => body.description(),
            Body::Node(body) => body.description(),
            Body::Group(body) => body.description(),
            Body::Policy(body) => body.description(),
            Body::Unreadable => Slot::Unreadable,
        };
        report_without(cx, ty.key(), ty.kind.name(), &description);
    }
    for id in types.functions_of_file(cx.file) {
        // A refinement in a service template has the description of the function.
        if let Some((_, key, function)) = types.function(id)
            && types.definition_named(key).is_none()
        {
            report_without(cx, key, "function", &function.description());
        }
    }
    let Some(service) = cx.model.service(cx.file.id) else { return };
    for (parameters, kind) in
        [(service.inputs().collect::<Vec<_>>(), "input"), (service.outputs().collect(), "output")]
    {
        for parameter in parameters {
            if let Some(definition) = parameter.definition() {
                report_without(cx, parameter.key, kind, &definition.description());
            }
        }
    }
}

fn report_without(cx: &mut Cx<'_, '_>, key: YamlNode<'_>, kind: &str, description: &Slot<&TextNode>) {
    let is_missing = match description {
        Slot::Given(text) => cx.file.node(text.0).text().trim().is_empty(),
        Slot::Unreadable => false,
        Slot::Absent => true,
    };
    if is_missing {
        cx.report(key, rules::missing_description::new(key.span(), kind, key.text()));
    }
}
