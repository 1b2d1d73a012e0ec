//! Outputs of the service, which become attributes of the substituted node (TOSCA 2.0 §15.3).

use rustc_hash::FxHashMap;

use crate::base::Span;
use crate::diagnostics::text::SERVICE_TEMPLATE;
use crate::diagnostics::{Instead, codes, quoted};
use crate::model::Truth;
use crate::model::service::ParameterView;
use crate::model::types::{BuiltIn, Fields};
use crate::syntax::MappingKey;
use crate::values::ValueType;
use crate::yaml::Node;

use super::keys::{Index, Mapped};
use super::parameters::{by_name, value_type};
use super::{Cx, keys};

/// Attributes of the relationships of one requirement that are mapped: by index, and all of them.
type OfRelationships<'g> = FxHashMap<(&'g str, &'g str), (FxHashMap<u64, Span>, Option<Span>)>;

pub(super) fn attributes(cx: &mut Cx<'_>) {
    let outputs = by_name(cx.service.outputs());
    let whole = cx.service.has_all_outputs();
    let mut mapped_before = OfRelationships::default();
    for (key, name) in cx.mapping.attributes.iter().flat_map(|mappings| &mappings.entries) {
        let mapped = keys::mapped(cx, key, Fields::Attributes);
        if let MappingKey::Relationship(requirement, ..) = key {
            let requirement = cx.node(*requirement);
            once(cx, requirement, &mapped, &mut mapped_before);
        }
        let name = cx.node(*name);
        let Some(&output) = outputs.get(name.text()) else {
            if whole {
                let instead = Instead::of(name.text(), outputs.keys().copied());
                let found = codes::unknown_template::new(name.span(), "output", name.text());
                let otherwise = format!("define one under `outputs:` of the {SERVICE_TEMPLATE}");
                let found = instead.help(found, name.span(), "output", &otherwise);
                cx.report(name, found);
            }
            continue;
        };
        fits_attribute(cx, &mapped, output, name);
    }
}

/// Each attribute gets its value from one output (15.3-05, 15.3-09).
fn once<'g>(cx: &mut Cx<'g>, requirement: Node<'g>, mapped: &Mapped<'g>, before: &mut OfRelationships<'g>) {
    let (numbered, all) = before.entry((requirement.text(), mapped.name.text())).or_default();
    let at = requirement.span();
    let found = match mapped.index {
        Index::None => return,
        Index::All(place) => {
            *all = Some(at);
            let first = numbered.values().min_by_key(|span| span.start);
            first.map(|first| (place, codes::repeated_mapping::all(place.span(), *first)))
        }
        Index::At(place, index) => match (numbered.get(&index), &all) {
            (Some(first), _) => {
                let name = format!("{} of relationship {index}", mapped.name.text());
                let found = codes::duplicate_key::new(mapped.name.span(), &name, *first);
                Some((mapped.name, found.note("a mapping that has no index applies to relationship 0")))
            }
            (None, all) => {
                numbered.insert(index, at);
                all.map(|first| (place, codes::repeated_mapping::all(place.span(), first)))
            }
        },
    };
    if let Some((node, found)) = found {
        cx.report(node, found);
    }
}

/// Values of the output must be of the type of the attribute (15.3-03).
fn fits_attribute<'g>(cx: &mut Cx<'g>, mapped: &Mapped<'g>, output: ParameterView<'g>, name: Node<'g>) {
    let Some(attribute) = mapped.id.map(|id| cx.types.field(id)) else { return };
    let wanted = ValueType::Field(attribute);
    let given = value_type(output);
    let (unfit, got) = match (given.data_type(), output.value()) {
        (Some(_), _) => {
            let entry = if mapped.is_all() { given.entry_of_list(cx.types) } else { Some(given.clone()) };
            let fits = entry.map_or(Truth::No, |entry| entry.fits(cx.types, &wanted));
            (fits == Truth::No, format!("output is {}", given.in_words(cx.types)))
        }
        (None, Some(value)) => (is_unfit(cx, value, mapped, &wanted), "value of the output".to_owned()),
        (None, None) => return,
    };
    if !unfit {
        return;
    }
    let takes = wanted.in_words(cx.types);
    let each = if mapped.is_all() { " for each relationship" } else { "" };
    let found = codes::incompatible_mapping::new(
        name.span(),
        &format!("output {}", quoted(name.text())),
        &format!("attribute {}", quoted(mapped.name.text())),
        &format!("expected {takes}{each}"),
    );
    let found = found.also(given.place().or(output.value()).unwrap_or(output.key).span(), got);
    let found = found.also(wanted.place().unwrap_or(attribute.key()).span(), "type of the attribute");
    let found = match mapped.index {
        Index::All(at) => found.also(at.span(), "each relationship gets an entry of the list"),
        _ => found,
    };
    cx.report(name, found.help("use the type of the attribute for the output, or map another output"));
}

/// Whether a value without a type does not fit; what is not known before anything runs fits (15.3-06).
fn is_unfit<'g>(cx: &Cx<'g>, value: Node<'g>, mapped: &Mapped<'g>, wanted: &ValueType<'g>) -> bool {
    if !mapped.is_all() {
        return cx.checker.is_unfit(value, wanted);
    }
    if value.is_sequence() {
        return value.items().any(|item| cx.checker.is_unfit(item, wanted));
    }
    cx.checker.is_unfit(value, &ValueType::built_in(BuiltIn::List))
}
