//! The expressions of files are exactly the calls in values, each with its arguments.

use std::collections::BTreeMap;

use tosca::Analysis;
use tosca::host::Memory;
use tosca::internals::dialects::Mark;
use tosca::internals::expressions::{Expression, Form};
use tosca::internals::load::Inputs;
use tosca::internals::yaml::{Kind, NodeId, Scalar, YamlNode};

use crate::harness::run::analysis;
use crate::harness::{read_cases, read_pages};
use crate::{files_below, text_of};

/// Whether a scalar names a function to call (10.1): one `$` and something after it.
fn is_name(node: YamlNode<'_>) -> bool {
    let Some(Scalar::String(text)) = node.scalar() else { return false };
    let mut letters = text.chars();
    letters.next() == Some('$') && letters.next().is_some_and(|second| second != '$')
}

/// Returns the arguments of a call in the notation of the standard (10.1), or `None` if the node is not a
/// call.
fn arguments(node: YamlNode<'_>) -> Option<Vec<NodeId>> {
    let entries: Vec<_> = node.entries().collect();
    match entries[..] {
        [] => is_name(node).then(Vec::new),
        [(name, list)] if is_name(name) => Some(match list.kind() {
            Kind::Sequence => list.items().map(YamlNode::id).collect(),
            _ if list.is_null() => Vec::new(),
            _ => vec![list.id()],
        }),
        _ => None,
    }
}

/// Collects the calls in a value, with their arguments.
fn calls(node: YamlNode<'_>, arguments_of_calls: &mut BTreeMap<NodeId, Vec<NodeId>>) {
    if let Some(arguments) = arguments(node) {
        arguments_of_calls.insert(node.id(), arguments);
    }
    for item in node.items() {
        calls(item, arguments_of_calls);
    }
    for (key, value) in node.entries() {
        // A key that is a scalar is never computed.
        if key.kind() != Kind::Scalar {
            calls(key, arguments_of_calls);
        }
        calls(value, arguments_of_calls);
    }
}

/// Compares the expressions of all files with their trees. Returns the number of calls, and of those with the path
/// of a property as TOSCA 1.x writes it, which its dialects mark.
fn compare(name: &str, analysis: &Analysis) -> (usize, usize) {
    let (mut number, mut paths) = (0, 0);
    for file in &analysis.graph().files {
        let mut written = BTreeMap::new();
        for value in file.values() {
            calls(file.node(*value), &mut written);
        }
        let Some(root) = file.tree().root() else { continue };
        let parsed: BTreeMap<NodeId, Vec<NodeId>> = analysis
            .expressions()
            .calls_in(root)
            .map(|call| (call.node().id(), call.arguments().map(|part| part.node().id()).collect()))
            .collect();
        assert_eq!(parsed, written, "{name}: {}", file.source().path);
        for (node, expression) in
            file.tree().nodes().map(|node| (node, analysis.expressions().for_node(node)))
        {
            let call = analysis.expressions().call(node);
            assert_eq!(call.is_some(), written.contains_key(&node.id()), "{name}: {node:?}");
            let Some(expression) = expression else { continue };
            assert_eq!(expression.node().id(), node.id(), "{name}: {node:?}");
            assert_eq!(expression.callee().is_some(), call.is_some(), "{name}: {node:?}");
            // Nodes inside a literal are part of it.
            let below = analysis.expressions().within(node).count();
            assert_eq!(below == 1, expression.arguments().len() == 0, "{name}: {node:?}");
        }
        let lists = written.keys().filter_map(|call| Some(file.node(*call).only_entry()?.1));
        let marked = lists.filter(|list| file.marks().mark(list.id()) == Some(Mark::Path)).count();
        let root_calls = analysis.expressions().calls_in(root);
        assert_eq!(
            root_calls.filter(|call| matches!(call.form(), Form::NamePath(..))).count(),
            marked,
            "{name}"
        );
        number += written.len();
        paths += marked;
    }
    (number, paths)
}

#[test]
fn calls_are_those_that_are_written() {
    let pages = read_pages().into_iter().flat_map(|(_, one, other)| [one, other]).flatten();
    let cases = read_cases().into_iter().chain(pages);
    let (calls, paths) = cases
        .map(|case| compare(&case.name, &analysis(&case, &[])))
        .fold((0, 0), |all, one| (all.0 + one.0, all.1 + one.1));
    assert!(calls > 5_000, "{calls} calls");
    assert!(paths > 50, "{paths} paths");
}

#[test]
fn calls_of_the_examples_are_those_that_are_written() {
    let mut calls = 0;
    for path in files_below("spec-examples", "yaml") {
        let mut host = Memory::new();
        host.add(&path, text_of(&path));
        calls += compare(&path, &tosca::check(&host, [&path])).0;
    }
    assert!(calls > 100, "{calls} calls");
}

/// An additional expression and values of inputs are parsed like all others.
#[test]
fn files_that_are_not_tosca_have_expressions() {
    let mut host = Memory::new();
    host.add("main.yaml", "tosca_definitions_version: tosca_2_0\nservice_template: { node_templates: {} }\n");
    host.add("inputs.yaml", "a: 1\nb: [ x, { $sum: [ 1, 2 ] } ]\n$c: [ d ]\n");
    let mut options = tosca::Options::default();
    options.load.paths = vec!["main.yaml".into()];
    options.load.expression = Some("{ $concat: [ a, $node_index ] }".to_owned());
    options.load.inputs = Inputs::In("inputs.yaml".into());
    assert_eq!(compare("beside", &tosca::analyze(&host, &options)), (3, 0));
}

/// Returns the forms of the parts of a value, as text.
fn shape(expression: Expression<'_>) -> String {
    let parts: Vec<String> = expression.arguments().map(shape).collect();
    let parts = parts.join(" ");
    match expression.form() {
        Form::Literal => "_".to_owned(),
        Form::List(_) => format!("[{parts}]"),
        Form::Map(_) => format!("{{{parts}}}"),
        Form::Call(..) => format!("({parts})"),
        Form::NamePath(..) => format!("path({parts})"),
        Form::Malformed(_) => format!("?{{{parts}}}"),
    }
}

/// Returns the forms of the parts of an additional expression, as text.
fn shape_of(text: &str) -> Option<String> {
    let mut host = Memory::new();
    host.add("main.yaml", "tosca_definitions_version: tosca_2_0\nservice_template: { node_templates: {} }\n");
    let mut options = tosca::Options::default();
    options.load.paths = vec!["main.yaml".into()];
    options.load.expression = Some(text.to_owned());
    let analysis = tosca::analyze(&host, &options);
    let root = analysis.graph().file(analysis.graph().expression?).tree().root()?;
    analysis.expressions().for_node(root).map(shape)
}

#[test]
fn a_value_is_as_many_forms_as_its_calls_need() {
    for (text, forms) in [
        ("{ a: [ 1, 2, { b: c } ] }", None),
        ("$$a", None),
        ("[ $, a ]", Some("[?{} _]")),
        ("$node_index", Some("()")),
        ("[ { a: [ 1, 2 ] }, { $sum: [ 1, [ 2, 3 ] ] }, b ]", Some("[_ (_ _) _]")),
        ("{ a: { $get_input: b }, c: { d: e } }", Some("{_ (_) _ _}")),
        ("{ $f: a, b: c }", Some("?{_ _ _ _}")),
        ("{ $f: [ $g ], b: c }", Some("?{_ [()] _ _}")),
        ("{ { $f: a }: b, c: d }", Some("{(_) _ _ _}")),
        ("{ $f: { a: b } }", Some("(_)")),
        ("{ $f: }", Some("()")),
        ("{ $f: [ { $g: [ { $h: [ a ] } ] } ] }", Some("(((_)))")),
    ] {
        assert_eq!(shape_of(text).as_deref(), forms, "{text}");
    }
}
