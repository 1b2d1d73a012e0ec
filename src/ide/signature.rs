//! Describes the arguments of functions.

use crate::base::FileId;
use crate::functions::{Arity, Function, FunctionSource, Parameter, PathEnd, ResultType};
use crate::keynames::NameKind;
use crate::literals::BuiltIn;
use crate::model::Model;
use crate::model::types::Signature;
use crate::resolve;
use crate::values::ValueType;
use crate::yaml::YamlNode;

use super::context::context;
use super::referent::{Referent, built_in_function};

/// The arguments of a function, as text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CallSignature {
    /// The whole call: `$token: [ string, string, integer ] → string`.
    pub label: String,
    /// The bytes of each argument in the label.
    pub parameters: Vec<(usize, usize)>,
    /// Whether the last argument may be repeated.
    pub is_variadic: bool,
    /// What the function returns.
    pub documentation: String,
}

/// The call around a position.
#[derive(Clone, Debug)]
pub struct SignatureHelp {
    /// The forms of the function.
    pub signatures: Vec<CallSignature>,
    /// The form that has the argument.
    pub active: usize,
    /// The argument at the position, counted from 0.
    pub argument: usize,
}

/// Returns the innermost call around a byte of `text`, which is that of the file or a newer one.
#[must_use]
pub fn signature_help(model: &Model, file: FileId, text: &str, offset: u32) -> Option<SignatureHelp> {
    let (name, argument) = context(model, file, text, offset)?.call?;
    let referent = match resolve::find(&model.types.graph, file, NameKind::Function, &name) {
        Some(id) => Referent::Function(id),
        None => built_in_function(&name)?,
    };
    let signatures = signatures(model, referent);
    let has_argument =
        |signature: &CallSignature| argument < signature.parameters.len() || signature.is_variadic;
    let active = signatures.iter().position(has_argument).unwrap_or(0);
    let count = signatures.get(active)?.parameters.len();
    Some(SignatureHelp { signatures, active, argument: argument.min(count.saturating_sub(1)) })
}

/// Returns the forms of a function.
pub(super) fn signatures(model: &Model, function: Referent) -> Vec<CallSignature> {
    match function {
        Referent::BuiltInFunction(name) => Function::named(name).map(built_in).into_iter().collect(),
        Referent::Function(id) => {
            let name = function.name(model);
            let all = model.types.signatures(id).unwrap_or_default();
            all.iter().map(|signature| of_definition(model, name, *signature)).collect()
        }
        _ => Vec::new(),
    }
}

fn built_in(function: &'static Function) -> CallSignature {
    let mut arguments = match function.source() {
        Some(FunctionSource::Input) => vec!["input".to_owned(), "name or index".to_owned()],
        Some(FunctionSource::Value) => vec!["name or index".to_owned()],
        Some(FunctionSource::Path(end)) => {
            let last = match end {
                PathEnd::Property => "property",
                PathEnd::Attribute => "attribute",
                PathEnd::Artifact => "artifact",
                PathEnd::Allocation => "property of a capability",
            };
            vec!["start".to_owned(), format!("steps to the {last}")]
        }
        _ => function.parameters.iter().map(|parameter| in_words(*parameter)).collect(),
    };
    let Arity { least, most } = function.arity;
    while arguments.len() < most.unwrap_or(least) && !arguments.is_empty() {
        arguments.extend(arguments.last().cloned());
    }
    let result = match function.result {
        ResultType::Is(built_in) => Some(built_in.name().to_owned()),
        _ => None,
    };
    let optional = arguments.len().saturating_sub(least.max(1));
    new(function.name, &arguments, optional, most.is_none(), result.as_deref(), function.doc.trim())
}

fn in_words(parameter: Parameter) -> String {
    let names = |types: &[BuiltIn]| match types {
        [] => "value".to_owned(),
        [.., _] if types.len() > 3 => "comparable value".to_owned(),
        types => types.iter().map(|ty| ty.name()).collect::<Vec<_>>().join(" or "),
    };
    match parameter {
        Parameter::Is(types) | Parameter::T(types) => names(types),
        Parameter::ListOfT => "list".to_owned(),
        Parameter::CollectionOfT => "list or map".to_owned(),
        Parameter::MapKeyedByT => "map".to_owned(),
        Parameter::ListOfStrings => "list of strings".to_owned(),
        Parameter::Step => "step".to_owned(),
    }
}

fn of_definition(model: &Model, name: &str, signature: Signature<'_>) -> CallSignature {
    let types = &model.types;
    let Arity { least, most } = signature.arity();
    let count = least + signature.optional().len();
    let in_words = |index: usize| match signature.schema(index) {
        Some(schema) => ValueType::of_schemas(types, [schema]).in_words(types),
        None => "value".to_owned(),
    };
    let mut arguments: Vec<String> = (0..count).map(in_words).collect();
    if arguments.is_empty() && most.is_none() {
        arguments.push(in_words(0));
    }
    let result = signature.result().map(|schema| ValueType::of_schemas(types, [schema]).in_words(types));
    let documentation = signature.node().get("description").and_then(YamlNode::as_str).unwrap_or_default();
    new(name, &arguments, count - least, most.is_none(), result.as_deref(), documentation)
}

fn new(
    name: &str,
    arguments: &[String],
    optional: usize,
    is_variadic: bool,
    result: Option<&str>,
    documentation: &str,
) -> CallSignature {
    let mut label = format!("${name}: [");
    let mut parameters = Vec::new();
    let first_optional = arguments.len() - optional.min(arguments.len());
    for (index, argument) in arguments.iter().enumerate() {
        label.push_str(if index == 0 { " " } else { ", " });
        let start = label.len();
        label.push_str(argument);
        if index >= first_optional {
            label.push('?');
        }
        parameters.push((start, label.len()));
    }
    if is_variadic {
        label.push_str(", …");
    }
    label.push_str(if arguments.is_empty() { "]" } else { " ]" });
    if let Some(result) = result {
        label.push_str(" → ");
        label.push_str(result);
    }
    CallSignature { label, parameters, is_variadic, documentation: documentation.to_owned() }
}
