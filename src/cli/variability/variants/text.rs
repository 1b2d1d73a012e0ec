//! Prints variants for people.

use std::fmt::Write as _;

use crate::dialects::variability::{ElementId, VariabilityModel, VariabilityValue};
use crate::variability::analysis::{
    Counts, ElementState, ElementSummary, Family, Variant, count, inputs_file, values_of,
};
use crate::variability::{condition_in_words, path_of};

use super::{Answer, ShownVariant, Variants, decided};

/// Returns the text of an answer.
pub(super) fn print(arguments: &Variants, answer: &Answer<'_, '_, '_, '_>) -> String {
    let mut text = String::new();
    if let Some(counts) = &answer.counts {
        let _ = writeln!(text, "{}", counted(counts));
    }
    if let Some(summaries) = &answer.elements {
        if arguments.elements {
            write_elements(&mut text, answer.family.equations.model, summaries);
        }
        if arguments.open {
            write_open(&mut text, answer, summaries);
        }
    }
    let variants = &answer.selection.variants;
    if arguments.matrix {
        write_matrix(&mut text, answer.family, variants);
    } else if arguments.list.is_some() || arguments.sample.is_some() || arguments.check_each {
        for (number, shown) in variants.iter().enumerate() {
            if arguments.check_each && shown.errors.is_empty() {
                continue;
            }
            if arguments.check_each {
                let _ = writeln!(text, "# errors:");
                shown.errors.iter().for_each(|message| {
                    let _ = writeln!(text, "#   {message}");
                });
            } else {
                let _ = writeln!(text, "# variant {}", number + 1);
            }
            text.push_str(&inputs_of(answer.family, &shown.variant));
        }
    }
    if arguments.check_each {
        let _ = writeln!(text, "{} checked, {} with errors", listed(answer), answer.selection.invalid());
    }
    text
}

/// Returns the number of variants in words. The number of combinations of values is left out if not all are known.
fn counted(counts: &Counts) -> String {
    let combinations =
        || format!("from {} {} of values", counts.combinations, noun(&counts.combinations, "combination"));
    match &counts.variants {
        Some(variants) if counts.is_exact => {
            format!("{variants} {}, {}", noun(variants, "variant"), combinations())
        }
        Some(variants) => format!("at most {variants} {}", noun(variants, "variant")),
        None => format!("too many variants to count, {}", combinations()),
    }
}

/// Returns the number of selected variants, of their total number if that is known and larger.
pub(super) fn listed(answer: &Answer<'_, '_, '_, '_>) -> String {
    let shown = answer.selection.variants.len().to_string();
    let counts =
        answer.selection.stopped.as_ref().map(|_| count(answer.family)).filter(|counts| counts.is_exact);
    match counts.and_then(|counts| counts.variants) {
        Some(total) => format!("{shown} of {total} variants"),
        None => format!("{shown} {}", noun(&shown, "variant")),
    }
}

/// Returns the singular or plural of `word`.
fn noun(number: &str, word: &str) -> String {
    if number == "1" { word.to_owned() } else { format!("{word}s") }
}

/// Returns the text of the inputs file of a variant.
pub(super) fn inputs_of(family: &Family<'_, '_, '_>, variant: &Variant) -> String {
    let values = values_of(family, variant);
    let values: Vec<_> =
        values.into_iter().enumerate().filter_map(|(input, value)| Some((input, value?))).collect();
    inputs_file(family.equations.model, &values, &[])
}

/// Writes which share of the variants has each element.
fn write_elements(text: &mut String, model: &VariabilityModel<'_>, summaries: &[ElementSummary]) {
    let rows = summaries.iter().map(|summary| {
        let share = match (summary.state, &summary.variants) {
            (ElementState::Always, _) => "all variants".to_owned(),
            (ElementState::Never, _) => "no variant".to_owned(),
            (_, Some((variants, share))) => {
                format!("{:.0} % ({variants} {})", share * 100.0, noun(variants, "variant"))
            }
            (ElementState::Sometimes, None) => "some variants".to_owned(),
            (ElementState::Unknown, None) => "unknown".to_owned(),
        };
        let same = summary.same_as.map(|first| format!("with {}", path_of(model, first)));
        vec![path_of(model, summary.id), share, same.unwrap_or_default()]
    });
    write_table(text, &rows.collect::<Vec<_>>());
}

/// Writes what is decided and what is open.
fn write_open(text: &mut String, answer: &Answer<'_, '_, '_, '_>, summaries: &[ElementSummary]) {
    let model = answer.family.equations.model;
    let decided = decided(answer.given);
    let value_of = |input: usize| decided.get(input).cloned().flatten();
    let (mut given, mut open, mut idle) = (Vec::new(), Vec::new(), Vec::new());
    for (input, declared) in model.inputs.iter().enumerate() {
        let name = declared.key.text().to_owned();
        match value_of(input) {
            Some(value) => given.push(vec![name, value.to_yaml()]),
            None if answer.effective_inputs[input] => open.push(vec![name, values_in_words(answer, input)]),
            None => idle.push(vec![name]),
        }
    }
    let in_state = |state: ElementState| {
        summaries.iter().filter(move |summary| summary.state == state).map(|summary| summary.id)
    };
    let names = |state| in_state(state).map(|id: ElementId| vec![path_of(model, id)]).collect::<Vec<_>>();
    let undecided = |state| {
        let row = |id| vec![path_of(model, id), format!("if {}", condition_in_words(model, id))];
        in_state(state).map(row).collect::<Vec<_>>()
    };
    let unknown = undecided(ElementState::Unknown);
    for (title, rows) in [
        ("decided inputs", given),
        ("open inputs", open),
        ("inputs without effect", idle),
        ("present elements", names(ElementState::Always)),
        ("absent elements", names(ElementState::Never)),
        ("open elements", undecided(ElementState::Sometimes).into_iter().chain(unknown).collect()),
    ] {
        if !rows.is_empty() {
            let _ = writeln!(text, "{title}:");
            let rows: Vec<Vec<String>> = rows
                .into_iter()
                .map(|mut row| {
                    row[0].insert_str(0, "  ");
                    row
                })
                .collect();
            write_table(text, &rows);
        }
    }
}

/// Returns the values of an input that make a difference, if there are few.
fn values_in_words(answer: &Answer<'_, '_, '_, '_>, input: usize) -> String {
    const MAX_VALUES: usize = 8;
    let domain = &answer.family.domains[input];
    if !domain.is_whole || domain.values.len() > MAX_VALUES {
        return String::new();
    }
    let values: Vec<String> = domain.values.iter().map(VariabilityValue::to_yaml).collect();
    crate::diagnostics::list(&values, "or")
}

/// Writes a table with a row for each input and element, and a column for each variant. Elements of all variants, and
/// of none, are left out.
fn write_matrix(text: &mut String, family: &Family<'_, '_, '_>, variants: &[ShownVariant]) {
    let model = family.equations.model;
    let mut rows: Vec<Vec<String>> = Vec::new();
    let header = |number: usize| (number + 1).to_string();
    rows.push(std::iter::once("variant".to_owned()).chain((0..variants.len()).map(header)).collect());
    for (input, declared) in model.inputs.iter().enumerate() {
        let value = |shown: &ShownVariant| {
            let value = values_of(family, &shown.variant).get(input).cloned().flatten();
            value.map_or_else(|| "?".to_owned(), |value| value.to_yaml())
        };
        let name = declared.key.text().to_owned();
        rows.push(std::iter::once(name).chain(variants.iter().map(value)).collect());
    }
    rows.push(Vec::new());
    let (mut everywhere, mut nowhere) = (0, 0);
    for (id, element) in model.all().filter(|(_, element)| !element.is_variability) {
        let state = |shown: &ShownVariant| shown.present.as_ref().map(|present| present[id.index()]);
        let is_counted = element.source.is_none() && element.place.is_none();
        if variants.iter().all(|shown| state(shown) == Some(true)) {
            everywhere += usize::from(is_counted);
            continue;
        }
        if variants.iter().all(|shown| state(shown) == Some(false)) {
            nowhere += usize::from(is_counted);
            continue;
        }
        let sign = |shown: &ShownVariant| match state(shown) {
            Some(true) => "x".to_owned(),
            Some(false) => "-".to_owned(),
            None => "?".to_owned(),
        };
        rows.push(std::iter::once(path_of(model, id)).chain(variants.iter().map(sign)).collect());
    }
    if variants.iter().any(|shown| !shown.errors.is_empty()) {
        let errors = |shown: &ShownVariant| shown.errors.len().to_string();
        rows.push(std::iter::once("errors".to_owned()).chain(variants.iter().map(errors)).collect());
    }
    write_table(text, &rows);
    for (count, where_they_are) in [(everywhere, "in all of these variants"), (nowhere, "in none of them")] {
        if count > 0 {
            let count = count.to_string();
            let _ = writeln!(text, "{count} more {} {where_they_are}", noun(&count, "element"));
        }
    }
}

/// Writes rows of cells in columns.
fn write_table(text: &mut String, rows: &[Vec<String>]) {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| {
        rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    for row in rows {
        let cells: Vec<String> =
            row.iter().zip(&widths).map(|(cell, width)| format!("{cell:width$}")).collect();
        let _ = writeln!(text, "{}", cells.join("  ").trim_end());
    }
}
