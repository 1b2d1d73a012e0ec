//! Loads the inputs file and the expression of a run.

use std::sync::Arc;

use crate::base::{FileId, Source, Sources, Span};
use crate::diagnostics::{Diagnostic, rules};
use crate::host::{Host, paths};
use crate::syntax::SyntaxFile;
use crate::yaml::{self, NodeId, YamlNode, entry_with_colon};

use super::loader::read_failure;
use super::{File, FileGraph, Inputs, LoadOptions, ParsedFile};

/// Adds the inputs file and the expression of `options`.
pub(super) fn load(
    host: &dyn Host,
    options: &LoadOptions,
    sources: &mut Sources,
    graph: &mut FileGraph,
) -> Vec<Diagnostic> {
    let mut diagnostics = Vec::new();
    graph.strict = options.strict;
    graph.variability_mode.clone_from(&options.variability_mode);
    graph.inputs = match &options.inputs {
        Inputs::Later => Inputs::Later,
        Inputs::Defaults => Inputs::Defaults,
        Inputs::In(path) => {
            let shown = paths::below(path, &host.working_directory());
            let id = sources.push(Source::new(shown, Arc::default()));
            let max_bytes = options.limits.bytes;
            let bytes = host.read(path, max_bytes).unwrap_or_else(|failure| {
                diagnostics.push(read_failure(Span::start_of(id), path, &failure, max_bytes));
                Vec::new()
            });
            let mut parsed = parse(bytes, id, options, sources, &mut diagnostics);
            let values =
                parsed.plain.root().into_iter().flat_map(YamlNode::entries).map(|(_, value)| value.id());
            parsed.syntax = values_alone(values);
            if let Some(root) = parsed.plain.root().filter(|root| !is_nothing(*root) && !root.is_mapping()) {
                diagnostics.push(match root.as_str().and_then(entry_with_colon) {
                    Some(entry) => {
                        rules::root_not_a_mapping::with_equals_sign(root.span(), "an inputs file", &entry)
                    }
                    None => rules::root_not_a_mapping::inputs(root.span(), crate::keynames::describe(root)),
                });
            }
            graph.files.push(File::new(id, host.identity(path), Arc::new(parsed)));
            Inputs::In(id)
        }
    };
    if let Some(text) = &options.expression {
        let id = sources.push(Source::new("<expression>".into(), Arc::default()));
        let mut parsed = parse(text.clone().into_bytes(), id, options, sources, &mut diagnostics);
        parsed.syntax = values_alone(parsed.plain.root().map(YamlNode::id));
        let is_requested = || graph.files.iter().filter(|file| file.is_requested);
        let has_template = |file: &&File| file.syntax().is_some_and(|root| root.service_template.is_some());
        let seen_from =
            is_requested().find(has_template).or_else(|| is_requested().next()).map(|file| file.id);
        let mut file = File::new(id, "<expression>".into(), Arc::new(parsed));
        file.seen_from = seen_from;
        graph.files.push(file);
        graph.expression = Some(id);
    }
    diagnostics
}

/// The syntax of a file that has only values.
fn values_alone(values: impl IntoIterator<Item = NodeId>) -> Arc<SyntaxFile> {
    Arc::new(SyntaxFile { values: values.into_iter().collect(), ..SyntaxFile::default() })
}

/// Whether a file has no value, or only a null value.
fn is_nothing(root: YamlNode<'_>) -> bool {
    root.is_null() || root.is_invalid()
}

/// Parses the file `id`, which is YAML but not TOSCA.
fn parse(
    bytes: Vec<u8>,
    id: FileId,
    options: &LoadOptions,
    sources: &mut Sources,
    diagnostics: &mut Vec<Diagnostic>,
) -> ParsedFile {
    let (text, odd) = yaml::decode(bytes, id);
    let text = Arc::new(text);
    let (tree, problems) = yaml::parse(&text, id, &options.limits);
    sources.set_text(id, text);
    diagnostics.extend(odd);
    diagnostics.extend(problems);
    ParsedFile::foreign(sources.share(id), tree)
}
