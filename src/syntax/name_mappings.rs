//! Mappings of properties to inputs and of attributes to outputs (TOSCA 2.0 §15.2, §15.3), and the help for values in
//! place of their names.

use crate::diagnostics::text::GET_ATTRIBUTE;
use crate::diagnostics::{Alternatives, quoted};
use crate::functions::{Function, FunctionSource};
use crate::keynames::{Collection, Expected, Reader, Shape, ShapeNotation, ValueHelp, describe};
use crate::yaml::{Kind, NodeId, YamlNode, plain};

use super::mappings::{MappingKey, called_path};

/// Mappings of properties to inputs, or of attributes to outputs (§15.2, §15.3).
#[derive(Debug)]
pub struct NameMappings {
    /// The map.
    pub node: NodeId,
    /// The key of each mapping, and the name of the input or output.
    pub entries: Vec<(MappingKey, NodeId)>,
    /// Whether it has, or may have, mappings that could not be read.
    is_incomplete: bool,
}

impl Collection for NameMappings {
    fn is_incomplete(&self) -> bool {
        self.is_incomplete
    }
}

impl Shape for NameMappings {
    const EXPECTED: Expected =
        Expected::Map(&Expected::Special(ShapeNotation::Text, "the name of an input or output"));

    fn read(node: YamlNode<'_>, reader: &mut Reader<'_>) -> Option<Self> {
        if !reader.must_be(node, Kind::Mapping, &Self::EXPECTED) {
            return None;
        }
        let parameter =
            if reader.subject_text() == "attributes" { Parameter::Output } else { Parameter::Input };
        let mut entries = Vec::new();
        for (key, value) in node.entries() {
            let Some(key_read) = MappingKey::read(key, reader) else { continue };
            if value.as_str().is_none_or(str::is_empty) {
                reader.set_subject(key);
                report(value, parameter, reader);
                continue;
            }
            entries.push((key_read, value.id()));
        }
        let is_incomplete = node.is_broken() || node.all_entries().count() != entries.len();
        Some(Self { node: node.id(), entries, is_incomplete })
    }
}

/// The kind of parameter that a mapping names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Parameter {
    Input,
    Output,
}

/// Reports a value that is not the name of a parameter.
fn report(value: YamlNode<'_>, parameter: Parameter, reader: &mut Reader<'_>) {
    let help = parameter_help(value, parameter, reader);
    if reader.is_call(value) {
        match help {
            Some(help) => reader.call_not_allowed_with_help(value, help),
            None => reader.call_not_allowed(value),
        }
        return;
    }
    let expected = match parameter {
        Parameter::Input => "the name of an input (a string)",
        Parameter::Output => "the name of an output (a string)",
    };
    let expected = Expected::Special(ShapeNotation::Text, expected);
    match help {
        Some(help) => reader.wrong_shape_with_help(value, &expected, describe(value), Some(help)),
        None => reader.wrong_shape(value, &expected),
    }
}

/// Returns the help for a value or a path in place of the name of a parameter.
fn parameter_help(value: YamlNode<'_>, parameter: Parameter, reader: &Reader<'_>) -> Option<ValueHelp> {
    match parameter {
        Parameter::Input if value.is_sequence() => {
            let template = value.tree().node(reader.find_enclosing("service template")?);
            let inputs = template.get("inputs").into_iter().flat_map(YamlNode::entries);
            let alternatives = Alternatives::without_suggestion(inputs.map(|(name, _)| name.text()));
            let is_listed = alternatives.count.is_some_and(|count| count > 0);
            is_listed.then(|| (alternatives.list_names("input", "define another one"), None))
        }
        Parameter::Input => {
            let (function, argument) = value.only_entry()?;
            let mut items = argument.items();
            let name =
                argument.as_str().or_else(|| items.next()?.as_str()).filter(|name| !name.is_empty())?;
            let source = Function::called(function.text())?.source();
            let is_input = source == Some(FunctionSource::Input) && items.next().is_none();
            is_input.then(|| {
                let name = plain(name);
                (format!("write the name of the input: {}", quoted(&name)), Some(name))
            })
        }
        Parameter::Output => {
            let path = called_path(value).or_else(|| Some(value).filter(|path| path.is_sequence()))?;
            if let Some(name) = output_with_path(path, reader) {
                let name = plain(name);
                return Some((format!("write the output with this value: {}", quoted(&name)), Some(name)));
            }
            let path = quoted(path.written());
            let call = format!("`{{ {GET_ATTRIBUTE:#}: {} }}`", path.trim_matches('`'));
            Some((format!("write the name of an output, and define it with `value:` and {call}"), None))
        }
    }
}

/// Returns the output of the enclosing service template whose value is read at `path`.
fn output_with_path<'t>(path: YamlNode<'t>, reader: &Reader<'_>) -> Option<&'t str> {
    const MAX_OUTPUTS: usize = 100;
    let template = reader.find_enclosing("service template")?;
    let outputs = path.tree().node(template).get("outputs")?;
    let texts = |path: YamlNode<'_>| path.items().map(|item| item.text().to_owned()).collect::<Vec<_>>();
    let has_path = |output: YamlNode<'_>| {
        let value = output.get("value").unwrap_or(output);
        called_path(value).is_some_and(|other| texts(other) == texts(path))
    };
    outputs.entries().take(MAX_OUTPUTS).find(|(_, output)| has_path(*output)).map(|(name, _)| name.text())
}
