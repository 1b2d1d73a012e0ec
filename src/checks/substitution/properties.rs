//! Properties of the substituted node, which become inputs of the service (TOSCA 2.0 §15.2).

use rustc_hash::{FxHashMap, FxHashSet};

use crate::base::Span;
use crate::diagnostics::{Instead, Level, codes, list, quoted};
use crate::model::Truth;
use crate::model::service::ParameterView;
use crate::model::types::{FieldId, Fields, Requirements};
use crate::syntax::MappingKey;
use crate::values::ValueType;
use crate::yaml::Node;

use super::candidates::Feed;
use super::keys::{Index, Mapped};
use super::parameters::{Parameters, by_name, value_type};
use super::{Cx, keys, requirements};

/// Gives what feeds the inputs.
pub(super) fn properties<'g>(cx: &mut Cx<'g>) -> Vec<Feed<'g>> {
    let inputs = by_name(cx.service.inputs());
    let whole = cx.service.has_all_inputs();
    let mut fed: FxHashMap<&'g str, Span> = FxHashMap::default();
    let mut meant: FxHashSet<&'g str> = FxHashSet::default();
    let mut feeds = Vec::new();
    for (key, name) in cx.mapping.properties.iter().flat_map(|mappings| &mappings.entries) {
        let mapped = keys::mapped(cx, key, Fields::Properties);
        let name = cx.node(*name);
        let Some(&input) = inputs.get(name.text()) else {
            if whole {
                let instead = Instead::of(name.text(), inputs.keys().copied());
                cx.report(name, codes::unknown_input::among(name.span(), name.text(), &instead));
                meant.extend(instead.near);
            }
            continue;
        };
        match fed.get(name.text()) {
            Some(first) => {
                let found = codes::repeated_mapping::input(name.span(), name.text(), *first);
                cx.report(name, found);
            }
            None => {
                fed.insert(name.text(), name.span());
            }
        }
        fits_input(cx, &mapped, input, name);
        may_lack(cx, key, &mapped, input, name);
        feeds.push(Feed { key: *key, name, input });
    }
    let before = cx.found.len();
    for name in cx.substitution.fed_by_name() {
        let Some(&input) = inputs.get(name.text()) else { continue };
        let id = cx.of.and_then(|of| cx.types.member(of, Fields::Properties, name.text()));
        let key = MappingKey::Own(name.id());
        let mapped = Mapped { name, id, index: Index::None };
        fits_input(cx, &mapped, input, name);
        may_lack(cx, &key, &mapped, input, name);
        fed.insert(name.text(), name.span());
        feeds.push(Feed { key, name, input });
    }
    // Nobody wrote that they belong together.
    for found in &mut cx.found[before..] {
        found.level = found.level.max(Level::Warning);
    }
    let known = |name: &str| fed.contains_key(name) || meant.contains(name);
    without_value(cx, &inputs, known);
    feeds
}

/// Values of the property must be of the type of the input (15.2-04).
fn fits_input<'g>(cx: &mut Cx<'g>, mapped: &Mapped<'g>, input: ParameterView<'g>, name: Node<'g>) {
    let Some(property) = mapped.id.map(|id| cx.types.field(id)) else { return };
    let given = ValueType::Field(property);
    let wanted = value_type(input);
    if wanted.is_open() {
        return;
    }
    let target = if mapped.is_all() { wanted.entry_of_list(cx.types) } else { Some(wanted.clone()) };
    let fits = target.map_or(Truth::No, |target| given.fits(cx.types, &target));
    if fits != Truth::No {
        return;
    }
    let [got, takes] = [&given, &wanted].map(|of| of.in_words(cx.types));
    let each = if mapped.is_all() { " of each relationship" } else { "" };
    let found = codes::incompatible_mapping::new(
        name.span(),
        &format!("property {}", quoted(mapped.name.text())),
        &format!("input {}", quoted(name.text())),
        &format!("expected {takes}"),
    );
    let found =
        found.also(given.place().unwrap_or(property.key()).span(), format!("property{each} is {got}"));
    let found = found.also(wanted.place().unwrap_or(input.key).span(), "type of the input");
    let found = match mapped.index {
        Index::All(at) => found.also(at.span(), "the values of all relationships form a list"),
        _ => found,
    };
    let found = found.help("use the type of the property for the input, or map another property");
    cx.report(name, found);
}

/// An input that must have a value should not depend on a property that may have none (15.2-07).
fn may_lack<'g>(
    cx: &mut Cx<'g>,
    key: &MappingKey,
    mapped: &Mapped<'g>,
    input: ParameterView<'g>,
    name: Node<'g>,
) {
    let Some(id) = mapped.id.filter(|_| input.needs_value()) else { return };
    let Some((reason, place)) = may_be_undefined(cx, key, mapped, id) else { return };
    let found = codes::unmapped_parameter::maybe(name.span(), name.text(), &reason, place);
    cx.report(name, found.also(input.key.span(), "required, has no default"));
}

/// Why a property may have no value, and where that is said.
fn may_be_undefined<'g>(
    cx: &Cx<'g>,
    key: &MappingKey,
    mapped: &Mapped<'g>,
    id: FieldId,
) -> Option<(String, Span)> {
    if let (MappingKey::Relationship(requirement, ..), Index::At(_, index)) = (key, mapped.index) {
        let requirement = cx.node(*requirement);
        let requirement = cx.types.member(cx.of?, Requirements, requirement.text())?;
        let (least, _, place) = requirements::range(cx.types, requirement)?;
        if index >= least {
            let reason = match least {
                0 => "the node may have no such relationship".to_owned(),
                1 => "the node may have only one such relationship".to_owned(),
                _ => format!("the node may have only {least} such relationships"),
            };
            return Some((reason, place.span()));
        }
    }
    let field = cx.types.field(id);
    let effective = field.effective();
    let (_, place) = effective.required.filter(|_| !field.is_required())?;
    let given = effective.value.is_some() || effective.default.is_some();
    (!given).then(|| ("the property may have no value".to_owned(), place.span()))
}

/// Every input that must have a value gets one (15.2-05).
fn without_value<'g>(cx: &mut Cx<'g>, inputs: &Parameters<'g>, known: impl Fn(&str) -> bool) {
    let section = cx.mapping.properties();
    if !section.is_complete() || cx.mapping.unread.is_cut_short() {
        return;
    }
    let missing: Vec<&ParameterView<'g>> =
        inputs.values().filter(|input| input.needs_value() && !known(input.key.text())).collect();
    if missing.is_empty() {
        return;
    }
    let at = section.given().map(|section| cx.node(section.node).entry_key());
    let at = at.or_else(|| Some(cx.node(cx.mapping.node_type?.node)));
    let at = at.unwrap_or_else(|| cx.node(cx.mapping.node));
    let names: Vec<String> = missing.iter().map(|input| quoted(input.key.text())).collect();
    let places = missing.iter().map(|input| input.key.span());
    let found = codes::unmapped_parameter::inputs(at.span(), &list(&names, "and"), names.len(), places);
    cx.report(at, found);
}
