//! Function definitions (TOSCA 2.0 §10.4) and repositories (§6.5).

use serde::Serialize;

use crate::load::File;
use crate::model::types::Schema as Written;
use crate::normalize::context::Cx;
use crate::normalize::data::NormalMetadata;
use crate::normalize::expression::NormalExpression;
use crate::normalize::named::{NamedParts, NormalText};
use crate::normalize::names::NormalOriginal;
use crate::normalize::source::{How, Origin};
use crate::normalize::values;
use crate::normalize::yaml::Yaml;
use crate::resolve::DefinitionId;
use crate::syntax::{FunctionDefinition, FunctionSignature};

use super::head::print_metadata;
use super::implementation;
use super::implementation::{Artifacts, Implementation};
use super::schema::{self, NormalSchema};

/// A function that values can call.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct NormalFunction {
    /// Its unique identifier in the model.
    pub id: NormalText,
    /// Its original name and profile.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub original: Option<NormalOriginal>,
    /// The description.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<NormalText>,
    /// Free information.
    #[serde(skip_serializing_if = "NamedParts::is_empty")]
    pub metadata: NormalMetadata,
    /// Its signatures, in order of preference.
    pub signatures: Vec<NormalSignature>,
    /// Its origin.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Origin,
}

/// A signature of a function.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct NormalSignature {
    /// The schemas of mandatory arguments.
    pub arguments: Vec<NormalSchema>,
    /// The schemas of the optional arguments that follow.
    pub optional_arguments: Vec<NormalSchema>,
    /// Whether the last argument may be repeated.
    pub variadic: bool,
    /// The schema of the result.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result: Option<Box<NormalSchema>>,
    /// The implementation that computes the result.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub implementation: Option<Implementation>,
    /// The description.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<NormalText>,
    /// Free information.
    #[serde(skip_serializing_if = "NamedParts::is_empty")]
    pub metadata: NormalMetadata,
}

/// A repository of files.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Repository {
    /// Its unique identifier in the model.
    pub id: NormalText,
    /// Its original name and profile.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub original: Option<NormalOriginal>,
    /// The description.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<NormalText>,
    /// Free information.
    #[serde(skip_serializing_if = "NamedParts::is_empty")]
    pub metadata: NormalMetadata,
    /// Its location: a string, or a call.
    pub url: NormalExpression,
    /// Its origin.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Origin,
}

impl NormalFunction {
    pub(in crate::normalize) fn print(&self, yaml: &mut Yaml) {
        yaml.list("signatures", |yaml| {
            for signature in &self.signatures {
                yaml.item(|yaml| signature.print(yaml));
            }
        });
        yaml.optional("description", self.description.as_deref());
        print_metadata(self.original.as_ref(), &self.metadata, yaml);
    }
}

impl NormalSignature {
    fn print(&self, yaml: &mut Yaml) {
        let lists = [("arguments", &self.arguments), ("optional_arguments", &self.optional_arguments)];
        for (keyname, list) in lists {
            if !list.is_empty() {
                yaml.list(keyname, |yaml| {
                    for schema in list {
                        yaml.item(|yaml| schema.print(yaml));
                    }
                });
            }
        }
        yaml.word("variadic", if self.variadic { "true" } else { "false" });
        schema::print("result", self.result.as_deref(), yaml);
        if let Some(implementation) = &self.implementation {
            implementation.print(yaml);
        }
        yaml.optional("description", self.description.as_deref());
        yaml.metadata(&self.metadata);
    }
}

impl Repository {
    pub(in crate::normalize) fn print(&self, yaml: &mut Yaml) {
        yaml.optional("description", self.description.as_deref());
        print_metadata(self.original.as_ref(), &self.metadata, yaml);
        yaml.expression("url", &self.url);
    }
}

/// Returns the function `id`, merged with the one that it refines if it is in a service template.
pub(in crate::normalize) fn function<'g>(cx: &mut Cx<'g>, id: DefinitionId) -> Option<NormalFunction> {
    let (file, key, written) = cx.types.function(id)?;
    let existing = cx.types.definition_named(key).filter(|candidate| *candidate != id);
    let existing = existing.and_then(|candidate| cx.types.function(candidate));
    // A function in a service template also refines one of the same name in the same file.
    let existing = existing.or_else(|| {
        let definitions = cx.types.names.definitions(file.id);
        let definition = &definitions[id.index as usize];
        let mut same_named = (0..).zip(definitions).filter(|(_, candidate)| {
            candidate.kind == definition.kind
                && !candidate.in_template
                && file.node(candidate.key).text() == key.text()
        });
        let (index, _) = same_named.next().filter(|_| definition.in_template)?;
        cx.types.function(DefinitionId { file: file.id, index })
    });
    let list =
        |function: &'g FunctionDefinition| function.signatures.as_ref().map_or(&[][..], |list| &list.items);
    let (written_signatures, base_signatures) =
        (list(written), existing.map_or(&[][..], |(_, _, function)| list(function)));
    let mut signatures = Vec::new();
    for index in 0..written_signatures.len().max(base_signatures.len()) {
        let base_signature =
            existing.zip(base_signatures.get(index)).map(|((file, ..), signature)| (file, signature));
        let own_signature = written_signatures.get(index).map(|signature| (file, signature));
        signatures.push(signature(cx, own_signature, base_signature));
    }
    let layers =
        || [Some((file, written)), existing.map(|(file, _, base)| (file, base))].into_iter().flatten();
    let description = layers().find_map(|(file, layer)| Cx::text(file, layer.description));
    let metadata = layers().find_map(|(file, layer)| Some(file.node(layer.metadata?.0)));
    let name = cx.name(id);
    Some(NormalFunction {
        id: format!("functions/{name}").into(),
        original: cx.original(id),
        description,
        metadata: Cx::own_metadata(metadata),
        signatures,
        source: cx.source(key, How::Written),
    })
}

/// Returns a signature, merged with the one that it refines; only the implementation may change (10.4-19).
fn signature<'g>(
    cx: &mut Cx<'g>,
    refinement: Option<(&'g File, &'g FunctionSignature)>,
    base: Option<(&'g File, &'g FunctionSignature)>,
) -> NormalSignature {
    let refinement_and_base = [refinement, base];
    let layers = || refinement_and_base.iter().flatten().copied();
    let schemas = |list: fn(&FunctionSignature) -> Option<&[crate::syntax::SchemaDefinition]>| {
        layers().find_map(|(file, signature)| Some((file, list(signature)?)))
    };
    let arguments = schemas(|signature| Some(&signature.arguments.as_ref()?.items));
    let optional = schemas(|signature| Some(&signature.optional_arguments.as_ref()?.items));
    let result = layers().find_map(|(file, signature)| Some((file, signature.result.as_ref()?)));
    let variadic = layers().find_map(|(_, signature)| signature.variadic);
    let implementation =
        layers().find_map(|(file, signature)| Some((file, signature.implementation.as_ref()?)));
    let metadata = layers().find_map(|(file, signature)| Some((file, signature.metadata?)));
    let mut all = |schemas_with_file: Option<(&'g File, &'g [crate::syntax::SchemaDefinition])>| {
        let mut schemas = Vec::new();
        if let Some((file, list)) = schemas_with_file {
            for definition in list {
                let written = Written { tree: file.tree(), definition };
                schemas.extend(schema::schema(cx, &[written]).map(|schema| *schema));
            }
        }
        schemas
    };
    NormalSignature {
        arguments: all(arguments),
        optional_arguments: all(optional),
        variadic: variadic.is_some_and(|variadic| variadic.value),
        result: result
            .and_then(|(file, definition)| schema::schema(cx, &[Written { tree: file.tree(), definition }])),
        implementation: implementation
            .map(|written| implementation::implementation(cx, written, &Artifacts::default())),
        description: layers().find_map(|(file, signature)| Cx::text(file, signature.description)),
        metadata: metadata.map(|(file, map)| Cx::metadata(file, Some(map))).unwrap_or_default(),
    }
}

pub(in crate::normalize) fn repository(cx: &mut Cx<'_>, id: DefinitionId) -> Option<Repository> {
    let (file, key, written) = cx.types.repository(id)?;
    let url = written.url.map(|url| file.node(url.0));
    let url = match url {
        Some(url) if cx.types.expressions.call(url).is_some() => values::untyped(cx, url),
        Some(url) => NormalExpression::String(cx.relative_path(url)),
        None => NormalExpression::Nil,
    };
    let name = cx.name(id);
    Some(Repository {
        id: format!("repositories/{name}").into(),
        original: cx.original(id),
        description: Cx::text(file, written.description),
        metadata: Cx::own_metadata(written.metadata.map(|metadata| file.node(metadata.0))),
        url,
        source: cx.source(key, How::Written),
    })
}
