//! Checks property mappings: properties of the substituted node become inputs of the service
//! (TOSCA 2.0 §15.2).

use rustc_hash::{FxHashMap, FxHashSet};

use crate::base::Span;
use crate::diagnostics::{Alternatives, Level, list, quoted, rules};
use crate::model::Truth;
use crate::model::service::ParameterView;
use crate::model::types::{FieldId, Fields, Requirements};
use crate::syntax::MappingKey;
use crate::values::ValueType;
use crate::yaml::YamlNode;

use super::candidates::Feed;
use super::keys::{Index, Mapped};
use super::parameters::{Parameters, by_name, value_type};
use super::{Cx, keys, requirements};

/// Checks the property mappings; returns them.
pub(super) fn properties<'g>(cx: &mut Cx<'g>) -> Vec<Feed<'g>> {
    let inputs = by_name(cx.service.inputs());
    let is_complete = cx.service.has_all_inputs();
    // Inputs that are fed; a mapping whose key is wrong has no span.
    let mut fed: FxHashMap<&'g str, Option<Span>> = FxHashMap::default();
    let mut intended: FxHashSet<&'g str> = FxHashSet::default();
    let mut feeds = Vec::new();
    for (key, name) in cx.mapping.properties.iter().flat_map(|mappings| &mappings.entries) {
        let count_before = cx.diagnostics.len();
        let mapped = keys::mapped(cx, key, Fields::Properties);
        let is_wrong = cx.diagnostics.len() > count_before;
        let name = cx.node(*name);
        let Some(&input) = inputs.get(name.text()) else {
            if is_complete && !cx.service.file().unknown_keys().may_define(name.text()) {
                let alternatives = Alternatives::new(name.text(), inputs.keys().copied());
                cx.report(name, rules::unknown_input::new(name.span(), name.text(), &alternatives));
                intended.extend(alternatives.suggestion);
            }
            continue;
        };
        let first = fed.entry(name.text()).or_default();
        if is_wrong {
            continue;
        }
        match *first {
            Some(first) => {
                let diagnostic = rules::repeated_mapping::input(name.span(), name.text(), first);
                cx.report(name, diagnostic);
            }
            None => *first = Some(name.span()),
        }
        check_type(cx, &mapped, input, name);
        check_may_be_undefined(cx, key, &mapped, input, name);
        feeds.push(Feed { key: *key, name, input });
    }
    let count_before = cx.diagnostics.len();
    for name in cx.substitution.fed_by_name() {
        let Some(&input) = inputs.get(name.text()) else { continue };
        let id = cx.substituted_type.and_then(|ty| cx.types.member(ty, Fields::Properties, name.text()));
        let key = MappingKey::Own(name.id());
        let mapped = Mapped { name, id, index: Index::None };
        check_type(cx, &mapped, input, name);
        check_may_be_undefined(cx, &key, &mapped, input, name);
        fed.insert(name.text(), Some(name.span()));
        feeds.push(Feed { key, name, input });
    }
    // The file does not say that a property and an input of the same name belong together.
    for diagnostic in &mut cx.diagnostics[count_before..] {
        diagnostic.level = diagnostic.level.max(Level::Warning);
    }
    let has_value = |name: &str| fed.contains_key(name) || intended.contains(name);
    check_missing_values(cx, &inputs, has_value);
    feeds
}

/// Reports a property whose values are not of the type of the input (15.2-04).
fn check_type<'g>(cx: &mut Cx<'g>, mapped: &Mapped<'g>, input: ParameterView<'g>, name: YamlNode<'g>) {
    let Some(property) = mapped.id.map(|id| cx.types.field(id)) else { return };
    let actual = ValueType::Field(property);
    let expected = value_type(input);
    if expected.is_any() {
        return;
    }
    let target = if mapped.is_all() { expected.entry_of_list(cx.types) } else { Some(expected.clone()) };
    let fits = target.map_or(Truth::No, |target| actual.fits(cx.types, &target));
    if fits != Truth::No {
        return;
    }
    let [actual_words, expected_words] = [&actual, &expected].map(|ty| ty.in_words(cx.types));
    let each = if mapped.is_all() { " of each relationship" } else { "" };
    let diagnostic = rules::incompatible_mapping::new(
        name.span(),
        &format!("property {}", quoted(mapped.name.text())),
        &format!("input {}", quoted(name.text())),
        &format!("expected {expected_words}"),
    );
    let diagnostic = diagnostic.also(
        actual.type_node().unwrap_or(property.key()).span(),
        format!("property{each} is {actual_words}"),
    );
    let diagnostic = diagnostic.also(expected.type_node().unwrap_or(input.key).span(), "type of the input");
    let diagnostic = match mapped.index {
        Index::All(node) => diagnostic.also(node.span(), "the values of all relationships form a list"),
        _ => diagnostic,
    };
    let diagnostic = diagnostic.help("use the type of the property for the input, or map another property");
    cx.report(name, diagnostic);
}

/// Reports an input that must have a value, but gets it from a property that may have none (15.2-07).
fn check_may_be_undefined<'g>(
    cx: &mut Cx<'g>,
    key: &MappingKey,
    mapped: &Mapped<'g>,
    input: ParameterView<'g>,
    name: YamlNode<'g>,
) {
    let Some(id) = mapped.id.filter(|_| input.needs_value()) else { return };
    let Some((reason, span)) = may_be_undefined(cx, key, mapped, id) else { return };
    let diagnostic = rules::unmapped_parameter::optional_input(name.span(), name.text(), &reason, span);
    cx.report(name, diagnostic.also(input.key.span(), "required, has no default"));
}

/// Returns the reason why a property may have no value, with its span, or `None` if it always has one.
fn may_be_undefined<'g>(
    cx: &Cx<'g>,
    key: &MappingKey,
    mapped: &Mapped<'g>,
    id: FieldId,
) -> Option<(String, Span)> {
    if let (MappingKey::Relationship(requirement, ..), Index::At(_, index)) = (key, mapped.index) {
        let requirement = cx.node(*requirement);
        let requirement = cx.types.member(cx.substituted_type?, Requirements, requirement.text())?;
        let (least, _, node) = requirements::range(cx.types, requirement)?;
        if index >= least {
            let reason = match least {
                0 => "the node may have no such relationship".to_owned(),
                1 => "the node may have only one such relationship".to_owned(),
                _ => format!("the node may have only {least} such relationships"),
            };
            return Some((reason, node.span()));
        }
    }
    let field = cx.types.field(id);
    let effective = field.effective();
    let (_, node) = effective.required.filter(|_| !field.is_required())?;
    let has_value = effective.value.is_some() || effective.default.is_some();
    (!has_value).then(|| ("the property may have no value".to_owned(), node.span()))
}

/// Reports inputs that must have a value, but are not mapped (15.2-05).
fn check_missing_values<'g>(cx: &mut Cx<'g>, inputs: &Parameters<'g>, has_value: impl Fn(&str) -> bool) {
    let section = cx.mapping.properties();
    if !section.is_complete() || cx.mapping.unread.is_cut_short() {
        return;
    }
    let missing: Vec<&ParameterView<'g>> =
        inputs.values().filter(|input| input.needs_value() && !has_value(input.key.text())).collect();
    let unknown_keys = cx.service.file().unknown_keys();
    let missing: Vec<_> =
        missing.into_iter().filter(|input| !unknown_keys.may_define(input.key.text())).collect();
    if missing.is_empty() {
        return;
    }
    let node = section.given().map(|section| cx.node(section.node).entry_key());
    let node = node.or_else(|| Some(cx.node(cx.mapping.node_type?.node)));
    let node = node.unwrap_or_else(|| cx.node(cx.mapping.node));
    let names: Vec<String> = missing.iter().map(|input| quoted(input.key.text())).collect();
    let spans = missing.iter().map(|input| input.key.span());
    let diagnostic = rules::unmapped_parameter::inputs(node.span(), &list(&names, "and"), names.len(), spans);
    cx.report(node, diagnostic.misses(missing.iter().map(|input| input.key.text())));
}
