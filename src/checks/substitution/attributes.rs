//! Checks attribute mappings: outputs of the service become attributes of the substituted node
//! (TOSCA 2.0 §15.3).

use rustc_hash::FxHashMap;

use crate::base::Span;
use crate::diagnostics::text::SERVICE_TEMPLATE;
use crate::diagnostics::{Alternatives, quoted, rules};
use crate::model::Truth;
use crate::model::service::ParameterView;
use crate::model::types::{BuiltIn, Fields};
use crate::syntax::MappingKey;
use crate::values::ValueType;
use crate::yaml::YamlNode;

use super::keys::{Index, Mapped};
use super::parameters::{by_name, value_type};
use super::{Cx, keys};

/// The mapped attributes of relationships, by requirement and attribute: the mappings of single relationships
/// by their index, and the mapping of all relationships.
type RelationshipMappings<'g> = FxHashMap<(&'g str, &'g str), (FxHashMap<u64, Span>, Option<Span>)>;

pub(super) fn attributes(cx: &mut Cx<'_>) {
    let outputs = by_name(cx.service.outputs());
    let is_complete = cx.service.has_all_outputs();
    let mut mapped_before = RelationshipMappings::default();
    for (key, name) in cx.mapping.attributes.iter().flat_map(|mappings| &mappings.entries) {
        let count_before = cx.diagnostics.len();
        let mapped = keys::mapped(cx, key, Fields::Attributes);
        let is_wrong = cx.diagnostics.len() > count_before;
        if let MappingKey::Relationship(requirement, ..) = key
            && !is_wrong
        {
            let requirement = cx.node(*requirement);
            check_repeated(cx, requirement, &mapped, &mut mapped_before);
        }
        let name = cx.node(*name);
        let Some(&output) = outputs.get(name.text()) else {
            if is_complete && !cx.service.file().unknown_keys().may_define(name.text()) {
                let alternatives = Alternatives::new(name.text(), outputs.keys().copied());
                let diagnostic = rules::unknown_template::new(name.span(), "output", name.text());
                let otherwise = format!("define one under `outputs:` of the {SERVICE_TEMPLATE}");
                let diagnostic = alternatives.add_help(diagnostic, name.span(), "output", &otherwise);
                cx.report(name, diagnostic);
            }
            continue;
        };
        check_type(cx, &mapped, output, name);
    }
}

/// Reports a second mapping of an attribute, which gets its value from one output (15.3-05, 15.3-09).
fn check_repeated<'g>(
    cx: &mut Cx<'g>,
    requirement: YamlNode<'g>,
    mapped: &Mapped<'g>,
    mapped_before: &mut RelationshipMappings<'g>,
) {
    let (by_index, all) = mapped_before.entry((requirement.text(), mapped.name.text())).or_default();
    let span = requirement.span();
    let repeated = match mapped.index {
        Index::None => return,
        Index::All(node) => {
            *all = Some(span);
            let first = by_index.values().min_by_key(|span| span.start);
            first.map(|first| (node, rules::repeated_mapping::attribute(node.span(), *first)))
        }
        Index::At(node, index) => match (by_index.get(&index), &all) {
            (Some(first), _) => {
                let name = format!("{} of relationship {index}", mapped.name.text());
                let diagnostic = rules::duplicate_key::new(mapped.name.span(), &name, *first);
                Some((mapped.name, diagnostic.note("a mapping that has no index applies to relationship 0")))
            }
            (None, all) => {
                by_index.insert(index, span);
                all.map(|first| (node, rules::repeated_mapping::attribute(node.span(), first)))
            }
        },
    };
    if let Some((node, diagnostic)) = repeated {
        cx.report(node, diagnostic);
    }
}

/// Reports an output whose values are not of the type of the attribute (15.3-03).
fn check_type<'g>(cx: &mut Cx<'g>, mapped: &Mapped<'g>, output: ParameterView<'g>, name: YamlNode<'g>) {
    let Some(attribute) = mapped.id.map(|id| cx.types.field(id)) else { return };
    let expected = ValueType::Field(attribute);
    let actual = value_type(output);
    let (is_incompatible, label) = match (actual.data_type(), output.value()) {
        (Some(_), _) => {
            let entry = if mapped.is_all() { actual.entry_of_list(cx.types) } else { Some(actual.clone()) };
            let fits = entry.map_or(Truth::No, |entry| entry.fits(cx.types, &expected));
            (fits == Truth::No, format!("output is {}", actual.in_words(cx.types)))
        }
        (None, Some(value)) => (is_invalid(cx, value, mapped, &expected), "value of the output".to_owned()),
        (None, None) => return,
    };
    if !is_incompatible {
        return;
    }
    let expected_words = expected.in_words(cx.types);
    let each = if mapped.is_all() { " for each relationship" } else { "" };
    let diagnostic = rules::incompatible_mapping::new(
        name.span(),
        &format!("output {}", quoted(name.text())),
        &format!("attribute {}", quoted(mapped.name.text())),
        &format!("expected {expected_words}{each}"),
    );
    let diagnostic =
        diagnostic.also(actual.type_node().or(output.value()).unwrap_or(output.key).span(), label);
    let diagnostic =
        diagnostic.also(expected.type_node().unwrap_or(attribute.key()).span(), "type of the attribute");
    let diagnostic = match mapped.index {
        Index::All(node) => diagnostic.also(node.span(), "each relationship gets an entry of the list"),
        _ => diagnostic,
    };
    cx.report(name, diagnostic.help("use the type of the attribute for the output, or map another output"));
}

/// Returns whether a value without a type is invalid. A value that is known only at run time is valid
/// (15.3-06).
fn is_invalid<'g>(cx: &Cx<'g>, value: YamlNode<'g>, mapped: &Mapped<'g>, expected: &ValueType<'g>) -> bool {
    if !mapped.is_all() {
        return cx.checker.is_unfit(value, expected);
    }
    if value.is_sequence() {
        return value.items().any(|item| cx.checker.is_unfit(item, expected));
    }
    cx.checker.is_unfit(value, &ValueType::built_in(BuiltIn::List))
}
