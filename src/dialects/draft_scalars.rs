//! Scalar types as the draft of June 2024 (csd06) spelled them: `data_value_type`, `unit_suffix`,
//! `unit_symbol_map` and the root `scalar-unit`. Lowered to the spelling of the standard.

use crate::diagnostics::{Diagnostic, rules};
use crate::yaml::{self, Builder, Tree, YamlNode};

use super::Spec;

const OLD: [&str; 3] = ["data_value_type", "unit_suffix", "unit_symbol_map"];
const NEW: [&str; 4] = ["data_type", "units", "prefixes", "canonical_unit"];
const OLD_ROOT: &str = "scalar-unit";

/// Rewrites the data types of `tree` that use the keynames of the draft.
pub(super) fn lower(tree: Tree, spec: Spec) -> (Tree, Vec<Diagnostic>) {
    let mentioned = OLD.iter().chain([&OLD_ROOT]).any(|name| tree.mentions(name));
    let section = tree.root().and_then(|root| root.entry("data_types"));
    let Some((_, types)) = section.filter(|(_, types)| mentioned && types.is_mapping()) else {
        return (tree, Vec::new());
    };
    let mut diagnostics = Vec::new();
    for (_, body) in types.entries() {
        if let Some(diagnostic) = check_data_type(body, spec) {
            yaml::report(&mut diagnostics, body, diagnostic);
        }
        if let Some((key, suffix)) = body.entry("unit_suffix")
            && suffix.as_str().is_none_or(str::is_empty)
        {
            let name = format!("`{}`", key.text());
            let expected = "a non-empty string";
            let diagnostic = rules::wrong_shape::new(suffix.span(), &name, expected, "something else", None);
            diagnostics.push(diagnostic);
        }
    }
    (rewrite(&tree, types), diagnostics)
}

fn old_keys(body: YamlNode<'_>) -> impl Iterator<Item = YamlNode<'_>> {
    body.entries().map(|(key, _)| key).filter(|key| OLD.contains(&key.text()))
}

/// Returns the diagnostic about one data type.
fn check_data_type(body: YamlNode<'_>, spec: Spec) -> Option<Diagnostic> {
    let old = old_keys(body).next();
    let new = body.entries().map(|(key, _)| key).find(|key| NEW.contains(&key.text()));
    match (old, new) {
        (Some(old), Some(new)) => {
            let diagnostic =
                rules::mixed_scalar_keynames::new(old.span(), old.text(), new.span(), new.text());
            Some(diagnostic)
        }
        (Some(old), None) if spec != Spec::Csd06 => {
            let replacement = match old.text() {
                "data_value_type" => "write `data_type`",
                "unit_suffix" => "write `units: { <suffix>: 1 }`, and the symbols under `prefixes`",
                _ => "write `units`, or `prefixes` if there is a suffix",
            };
            Some(rules::old_scalar_keynames::new(old.span(), old.text(), replacement))
        }
        (None, _) if spec != Spec::Csd06 => {
            let parent = body.get("derived_from").filter(|parent| parent.as_str() == Some(OLD_ROOT))?;
            let diagnostic = rules::old_scalar_keynames::new(parent.span(), OLD_ROOT, "write `scalar`");
            Some(diagnostic.fix("write `scalar`", parent.span(), "scalar"))
        }
        _ => None,
    }
}

fn rewrite(tree: &Tree, types: YamlNode<'_>) -> Tree {
    let mut builder = Builder::rewriting(tree);
    let Some(root) = tree.root() else {
        return builder.finish();
    };
    builder.open_like(root);
    for (key, value) in root.all_entries() {
        builder.copy(key);
        if value.id() != types.id() {
            builder.copy(value);
            continue;
        }
        builder.open_like(types);
        for (name, body) in types.all_entries() {
            builder.copy(name);
            if body.is_mapping() {
                rewrite_type(body, &mut builder);
            } else {
                builder.copy(body);
            }
        }
        builder.close();
    }
    builder.close();
    builder.finish()
}

fn rewrite_type(body: YamlNode<'_>, builder: &mut Builder) {
    let mixed = body.entries().any(|(key, _)| NEW.contains(&key.text()));
    let suffix = body.entry("unit_suffix");
    builder.open_like(body);
    for (key, value) in body.all_entries() {
        match key.text() {
            "derived_from" if value.as_str() == Some(OLD_ROOT) => {
                builder.copy(key);
                builder.lowered_string("scalar", value);
            }
            // Mixed keynames are all written as lowered, for later phases.
            name if mixed && NEW.contains(&name) => {
                builder.lowered_string(name, key);
                builder.copy(value);
            }
            name if !OLD.contains(&name) => {
                builder.copy(key);
                builder.copy(value);
            }
            // The mixture was reported: the keynames of the draft are ignored.
            _ if mixed => {}
            "data_value_type" => {
                builder.lowered_string("data_type", key);
                builder.copy(value);
            }
            "unit_suffix" if value.as_str().is_none_or(str::is_empty) => {}
            "unit_suffix" => {
                builder.lowered_string("units", key);
                builder.lowered_mapping(value);
                builder.copy(value);
                builder.lowered_plain("1", value);
                builder.close();
            }
            _ => {
                let name = if suffix.is_some() { "prefixes" } else { "units" };
                builder.lowered_string(name, key);
                if suffix.is_none() || !value.is_mapping() {
                    builder.copy(value);
                    continue;
                }
                builder.open_like(value);
                for (symbol, factor) in value.all_entries() {
                    builder.copy(symbol);
                    builder.copy(factor);
                }
                if value.get("").is_none() {
                    builder.lowered_string("", key);
                    builder.lowered_plain("1", key);
                }
                builder.close();
            }
        }
    }
    builder.close();
}
