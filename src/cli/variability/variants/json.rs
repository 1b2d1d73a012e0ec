//! Prints variants for programs.

use serde_json::{Map, Value, json};

use crate::dialects::variability::VariabilityValue;
use crate::variability::analysis::{ElementState, values_of};
use crate::variability::{condition_in_words, path_of};

use super::{Answer, ShownVariant, Variants, decided};

/// Returns an answer as a JSON document.
pub(super) fn print(arguments: &Variants, answer: &Answer<'_, '_, '_, '_>) -> String {
    let mut document = Map::new();
    document.insert("given".to_owned(), inputs(answer, &decided(answer.given)));
    if let Some(counts) = &answer.counts {
        let counts = json!({
            "variants": counts.variants.as_deref().map(number),
            "combinations": number(&counts.combinations),
            "exact": counts.is_exact,
        });
        document.insert("count".to_owned(), counts);
    }
    if answer.elements.is_some() {
        document.insert("elements".to_owned(), elements(answer));
    }
    if arguments.open {
        let names = |is_open: bool| {
            let decided = decided(answer.given);
            let all = answer.family.equations.model.inputs.iter().enumerate();
            let open = all.filter(|(input, _)| decided[*input].is_none());
            let open = open.filter(|(input, _)| answer.effective_inputs[*input] == is_open);
            open.map(|(_, declared)| Value::from(declared.key.text())).collect::<Vec<_>>()
        };
        document.insert("open_inputs".to_owned(), names(true).into());
        document.insert("inputs_without_effect".to_owned(), names(false).into());
    }
    if arguments.has_variants() {
        let selection = &answer.selection;
        let variants = selection.variants.iter().enumerate();
        let variants: Vec<Value> =
            variants.map(|(index, shown)| variant(arguments, answer, index, shown)).collect();
        document.insert("variants".to_owned(), variants.into());
        document.insert("stopped".to_owned(), selection.stopped.clone().into());
    }
    let mut text = serde_json::to_string_pretty(&document).unwrap_or_default();
    text.push('\n');
    text
}

fn variant(
    arguments: &Variants,
    answer: &Answer<'_, '_, '_, '_>,
    index: usize,
    shown: &ShownVariant,
) -> Value {
    let model = answer.family.equations.model;
    let present = shown.present.as_ref().map(|present| {
        let ids = model.all().filter(|(id, element)| !element.is_variability && present[id.index()]);
        ids.map(|(id, _)| Value::from(path_of(model, id))).collect::<Vec<_>>()
    });
    let mut variant = Map::new();
    variant.insert("number".to_owned(), (index + 1).into());
    variant.insert("inputs".to_owned(), inputs(answer, &values_of(answer.family, &shown.variant)));
    variant.insert("present".to_owned(), present.into());
    if arguments.check_each {
        variant.insert("errors".to_owned(), shown.errors.clone().into());
    }
    variant.into()
}

fn elements(answer: &Answer<'_, '_, '_, '_>) -> Value {
    let model = answer.family.equations.model;
    let summaries = answer.elements.iter().flatten().map(|summary| {
        let state = match summary.state {
            ElementState::Always => "always",
            ElementState::Never => "never",
            ElementState::Sometimes => "sometimes",
            ElementState::Unknown => "unknown",
        };
        let has_conditions = model.may_be_absent(summary.id);
        json!({
            "name": path_of(model, summary.id),
            "kind": model.element(summary.id).kind.name(),
            "condition": has_conditions.then(|| condition_in_words(model, summary.id)),
            "present": state,
            "variants": summary.variants.as_ref().map(|(variants, _)| number(variants)),
            "share": summary.variants.as_ref().map(|(_, share)| share),
            "same_as": summary.same_as.map(|first| path_of(model, first)),
        })
    });
    summaries.collect::<Vec<_>>().into()
}

/// Returns the values of inputs by name, without inputs that have no value.
fn inputs(answer: &Answer<'_, '_, '_, '_>, values: &[Option<VariabilityValue>]) -> Value {
    let declared = answer.family.equations.model.inputs.iter();
    let entries = declared
        .zip(values)
        .filter_map(|(declared, value)| Some((declared.key.text().to_owned(), of_value(value.as_ref()?))));
    Value::Object(entries.collect())
}

fn of_value(value: &VariabilityValue) -> Value {
    match value {
        VariabilityValue::Boolean(value) => (*value).into(),
        VariabilityValue::Number(value) => {
            let text = value.to_string();
            text.parse::<serde_json::Number>().map_or_else(|_| Value::from(text), Value::Number)
        }
        VariabilityValue::Text(text) => Value::from(&**text),
        VariabilityValue::List(list) => list.iter().map(of_value).collect::<Vec<_>>().into(),
        VariabilityValue::Map(map) => {
            Value::Object(map.iter().map(|(name, value)| (name.to_string(), of_value(value))).collect())
        }
        VariabilityValue::Unbounded => Value::from(value.to_yaml()),
    }
}

/// Returns a number, or its text if it is too large for most programs.
fn number(text: &str) -> Value {
    const MAX_EXACT: u64 = 1 << 53;
    text.parse::<u64>()
        .ok()
        .filter(|number| *number <= MAX_EXACT)
        .map_or_else(|| Value::from(text), Value::from)
}
