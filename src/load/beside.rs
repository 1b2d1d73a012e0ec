//! What stands beside the files of TOSCA: given inputs, and an expression.

use std::sync::Arc;

use crate::base::{FileId, Source, Span};
use crate::diagnostics::{Diagnostic, codes};
use crate::host::{Host, paths};
use crate::yaml::{self, Node, Tree};

use super::loader::failed;
use super::{File, FileGraph, Inputs, Options, ParsedFile};

/// Adds the file of inputs and the expression that `options` names.
pub(super) fn load(host: &dyn Host, options: &Options, graph: &mut FileGraph) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    graph.strict = options.strict;
    graph.inputs = match &options.inputs {
        Inputs::Later => Inputs::Later,
        Inputs::Defaults => Inputs::Defaults,
        Inputs::In(path) => {
            let id = graph
                .sources
                .push(Source::new(paths::shown(path, &host.working_directory()), Arc::default()));
            let most = options.limits.bytes;
            let bytes = host.read(path, most).unwrap_or_else(|failure| {
                found.push(failed(Span::start_of(id), path, &failure, most));
                Vec::new()
            });
            let tree = parse(bytes, id, options, graph, &mut found);
            if let Some(root) = tree.root().filter(|root| !is_nothing(*root) && !root.is_mapping()) {
                let what = crate::grammar::describe(root);
                found.push(codes::root_not_a_mapping::inputs(root.span(), what));
            }
            add(graph, id, ParsedFile::foreign(tree));
            graph.files[id.index()].identity = host.identity(path);
            Inputs::In(id)
        }
    };
    if let Some(text) = &options.expression {
        let id = graph.sources.push(Source::new("<expression>".into(), Arc::default()));
        let tree = parse(text.clone().into_bytes(), id, options, graph, &mut found);
        let mut parsed = ParsedFile::foreign(tree);
        parsed.syntax.values.extend(parsed.plain.root().map(Node::id));
        add(graph, id, parsed);
        let asked_for = || graph.files.iter().filter(|file| file.asked_for);
        let has_template = |file: &&File| file.syntax().is_some_and(|root| root.service_template.is_some());
        let seen_from = asked_for().find(has_template).or_else(|| asked_for().next()).map(|file| file.id);
        let file = &mut graph.files[id.index()];
        file.seen_from = seen_from;
        graph.expression = Some(id);
    }
    found
}

/// Whether a file is empty, or says that it is.
fn is_nothing(root: Node<'_>) -> bool {
    root.is_null() || root.is_invalid()
}

fn parse(
    bytes: Vec<u8>,
    id: FileId,
    options: &Options,
    graph: &mut FileGraph,
    found: &mut Vec<Diagnostic>,
) -> Tree {
    let (text, odd) = yaml::decode(bytes, id);
    let text = Arc::new(text);
    let (tree, problems) = yaml::parse(&text, id, &options.limits);
    graph.sources.set_text(id, text);
    found.extend(odd);
    found.extend(problems);
    tree
}

/// Adds a file that is not TOSCA to those that have a source already.
pub(super) fn add(graph: &mut FileGraph, id: FileId, parsed: ParsedFile) {
    let identity = graph.sources.get(id).path.clone();
    graph.files.push(File::new(id, identity, parsed));
}
