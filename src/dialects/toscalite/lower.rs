//! Writes a model as TOSCA 2.0.

use rustc_hash::FxHashSet;

use crate::diagnostics::rules;
use crate::dialects::Rewriter;
use crate::dialects::element::Element;
use crate::yaml::YamlNode;

use super::grammar::{self, MODEL};
use super::model::{Model, Node, NodeKind};
use super::relationships::{Edge, Edges};
use super::{nodes, recognize, relationships, variables, words};

/// The profile of the types, which is also the prefix of its import.
const PROFILE: &str = "toscalite:1.0";
const PREFIX: &str = "toscalite";

/// The properties of a machine that its type defines.
const OF_MACHINE: [&str; 3] = ["ip", "username", "password"];

/// Rewrites a file.
pub(super) fn lower(rewriter: &mut Rewriter<'_>) {
    let Some(root) = rewriter.tree().root() else { return };
    let Some(file) = recognize::model(root) else { return };
    if !recognize::is_root(file) {
        rewriter.report(file.key, rules::wrong_model_root::new(file.key.span(), file.name()));
    }
    grammar::check(rewriter, file, &MODEL);
    let mut model = Model::read(file);
    nodes::check(rewriter, &mut model);
    let edges = relationships::check(rewriter, &model);
    variables::check(rewriter, &model, &edges);
    rewriter.policies.files.are_paths = true;
    rewriter.policies.findings.vocabulary = Some(&words::WORDS);
    rewriter.write_kept = |rewriter, value| rewriter.string(value.written(), value);
    rewriter.applied("model", file.key);
    rewriter.open_block(root);
    entry(rewriter, "tosca_definitions_version", "tosca_2_0", file.key);
    if model.nodes.iter().any(|node| node.name.is_some() && node.kind().is_some()) {
        import(rewriter, file);
    }
    rewriter.string("service_template", file.key);
    rewriter.open_block(file.value);
    rewriter.string("node_templates", file.key);
    rewriter.open_block(file.value);
    for (index, node) in model.nodes.iter().enumerate() {
        if let Some(name) = node.name {
            literal(rewriter, name.text(), name);
            node_template(rewriter, &model, &edges, index, node);
        }
    }
    rewriter.close();
    rewriter.close();
    rewriter.close();
}

fn import<'t>(rewriter: &mut Rewriter<'t>, file: Element<'t>) {
    rewriter.string("imports", file.key);
    rewriter.open_block_list(file.key);
    rewriter.open_block(file.key);
    entry(rewriter, "profile", PROFILE, file.key);
    entry(rewriter, "namespace", PREFIX, file.key);
    rewriter.close();
    rewriter.close();
}

fn node_template<'t>(
    rewriter: &mut Rewriter<'t>,
    model: &Model<'t>,
    edges: &Edges,
    index: usize,
    node: &Node<'t>,
) {
    rewriter.open_block(node.element.value);
    match (node.kind(), node.type_name) {
        (Some(kind), Some(type_name)) => {
            let (rule, name) = match kind {
                NodeKind::Machine => ("machine-node", "Machine"),
                NodeKind::Service => ("service-node", "Service"),
            };
            rewriter.applied(rule, type_name);
            entry(rewriter, "type", &typed(name), type_name);
        }
        (_, type_name) => {
            let place = type_name.unwrap_or(node.element.key);
            rewriter.string("type", place);
            rewriter.invalid(place);
        }
    }
    rewriter.with_kept(|rewriter| {
        for unused in nodes::unused(node) {
            rewriter.keep(unused.key, unused.value);
        }
        let scripts =
            edges.hosts[index].iter().filter_map(|edge| model.relationships[edge.relationship].script);
        for script in scripts {
            rewriter.keep(script.key, script.value);
        }
    });
    properties(rewriter, node);
    requirements(rewriter, model, &edges.hosts[index], &edges.connections[index]);
    if node.kind() != Some(NodeKind::Machine) {
        interfaces(rewriter, node);
        artifacts(rewriter, node);
    }
    rewriter.close();
}

fn properties<'t>(rewriter: &mut Rewriter<'t>, node: &Node<'t>) {
    let Some(properties) = node.properties else { return };
    let is_machine = node.kind() == Some(NodeKind::Machine);
    let is_of_type = |key: &YamlNode<'_>| is_machine && OF_MACHINE.contains(&key.text());
    let (of_type, further): (Vec<_>, Vec<_>) = node.properties().partition(|(key, _)| is_of_type(key));
    if of_type.is_empty() && further.is_empty() {
        return;
    }
    rewriter.applied("node-properties", properties.key);
    rewriter.string("properties", properties.key);
    rewriter.open_block(properties.value);
    texts(rewriter, of_type);
    if !further.is_empty() {
        rewriter.string("properties", properties.key);
        rewriter.open_block(properties.value);
        texts(rewriter, further);
        rewriter.close();
    }
    rewriter.close();
}

/// Writes properties whose values are their texts.
fn texts<'t>(rewriter: &mut Rewriter<'t>, properties: Vec<(YamlNode<'t>, Element<'t>)>) {
    let mut known = FxHashSet::default();
    for (key, property) in properties {
        // Of a repeated key, the first counts.
        if !known.insert(key.text()) {
            continue;
        }
        literal(rewriter, key.text(), key);
        match property.text() {
            Some(text) => literal(rewriter, text.text(), text),
            None => rewriter.string("", property.key),
        }
    }
}

fn requirements<'t>(rewriter: &mut Rewriter<'t>, model: &Model<'t>, hosts: &[Edge], connections: &[Edge]) {
    let Some(first) = hosts.first().or(connections.first()) else { return };
    let element = |edge: &Edge| model.relationships[edge.relationship].element;
    rewriter.string("requirements", element(first).key);
    rewriter.open_block_list(element(first).key);
    for edge in hosts {
        rewriter.applied("host", element(edge).key);
        requirement(rewriter, model, edge, ("host", "host"), |rewriter| {
            entry(rewriter, "relationship", &typed("HostedOn"), element(edge).key);
        });
    }
    for edge in connections {
        rewriter.applied("connection", element(edge).key);
        requirement(rewriter, model, edge, ("connection", "endpoint"), |rewriter| {
            connection(rewriter, element(edge), model.relationships[edge.relationship].script);
        });
    }
    rewriter.close();
}

fn requirement<'t>(
    rewriter: &mut Rewriter<'t>,
    model: &Model<'t>,
    edge: &Edge,
    (name, capability): (&str, &str),
    relationship: impl FnOnce(&mut Rewriter<'t>),
) {
    let Some(target) = model.relationships[edge.relationship].target else { return };
    let element = model.relationships[edge.relationship].element;
    rewriter.open_block(element.value);
    rewriter.string(name, element.key);
    rewriter.open_block(element.value);
    rewriter.string("node", target);
    literal(rewriter, target.text(), target);
    entry(rewriter, "capability", capability, element.key);
    relationship(rewriter);
    rewriter.close();
    rewriter.close();
}

/// Writes the relationship of a connection, with its script.
fn connection<'t>(rewriter: &mut Rewriter<'t>, element: Element<'t>, script: Option<Element<'t>>) {
    let Some((script, path)) = script.and_then(|script| Some((script, path_of(script)?))) else {
        return entry(rewriter, "relationship", &typed("ConnectsTo"), element.key);
    };
    rewriter.string("relationship", element.key);
    rewriter.open_block(script.value);
    entry(rewriter, "type", &typed("ConnectsTo"), element.key);
    rewriter.string("interfaces", script.key);
    rewriter.open_block(script.value);
    rewriter.string("configure", script.key);
    rewriter.open_block(script.value);
    rewriter.string("operations", script.key);
    rewriter.open_block(script.value);
    operation(rewriter, "connect", script, path, nodes::RELATIONSHIPS);
    for _ in 0..4 {
        rewriter.close();
    }
}

fn interfaces<'t>(rewriter: &mut Rewriter<'t>, node: &Node<'t>) {
    let (Some(implementation), Some(name)) = (node.implementation, node.name) else { return };
    let scripts =
        node.scripts().filter_map(|(operation, script)| Some((operation, script, path_of(script)?)));
    let scripts: Vec<_> = scripts.collect();
    if scripts.is_empty() {
        return;
    }
    rewriter.applied("scripts", implementation.key);
    rewriter.string("interfaces", implementation.key);
    rewriter.open_block(implementation.value);
    rewriter.string("lifecycle", implementation.key);
    rewriter.open_block(implementation.value);
    rewriter.string("operations", implementation.key);
    rewriter.open_block(implementation.value);
    for (name_of_operation, script, path) in scripts {
        operation(rewriter, name_of_operation, script, path, name.text());
    }
    for _ in 0..3 {
        rewriter.close();
    }
}

/// Writes an operation with the script at `path`, relative to `directory`.
fn operation<'t>(
    rewriter: &mut Rewriter<'t>,
    name: &str,
    script: Element<'t>,
    path: YamlNode<'t>,
    directory: &str,
) {
    rewriter.string(name, script.key);
    rewriter.open_block(script.value);
    rewriter.string("implementation", script.key);
    rewriter.open_block(script.value);
    rewriter.string("primary", script.key);
    artifact(rewriter, "Shell", script, path, directory);
    rewriter.close();
    rewriter.close();
}

fn artifacts<'t>(rewriter: &mut Rewriter<'t>, node: &Node<'t>) {
    let (Some(deployment), Some(name)) = (node.deployment, node.name) else { return };
    let mut files = node.files().filter_map(|file| Some((file, path_of(file)?))).peekable();
    if files.peek().is_none() {
        return;
    }
    rewriter.applied("files", deployment.key);
    rewriter.string("artifacts", deployment.key);
    rewriter.open_block(deployment.value);
    let mut known = FxHashSet::default();
    for (number, (file, path)) in (1..).zip(files) {
        match file.attribute("key") {
            Some(key) if known.insert(key.text()) => literal(rewriter, key.text(), key),
            Some(_) => continue,
            None => rewriter.string(&format!("file{number}"), file.key),
        }
        artifact(rewriter, "File", file, path, name.text());
    }
    rewriter.close();
}

fn artifact<'t>(
    rewriter: &mut Rewriter<'t>,
    artifact_type: &str,
    element: Element<'t>,
    path: YamlNode<'t>,
    directory: &str,
) {
    rewriter.open_block(element.value);
    entry(rewriter, "type", &typed(artifact_type), element.key);
    rewriter.string("file", element.key);
    literal(rewriter, &resolved(path.text(), directory), path);
    rewriter.close();
}

/// Returns a path from the root of the archive: a relative one starts at `directory`.
fn resolved(path: &str, directory: &str) -> String {
    match path.strip_prefix('/') {
        Some(absolute) => absolute.trim_start_matches('/').to_owned(),
        None => format!("{directory}/{path}"),
    }
}

/// Returns the path in an element, unless it is empty.
fn path_of(element: Element<'_>) -> Option<YamlNode<'_>> {
    element.text().filter(|path| !path.text().trim_start_matches('/').is_empty())
}

fn typed(name: &str) -> String {
    format!("{PREFIX}:{name}")
}

fn entry<'t>(rewriter: &mut Rewriter<'t>, keyname: &str, value: &str, original: YamlNode<'t>) {
    rewriter.string(keyname, original);
    rewriter.string(value, original);
}

/// Writes a string, which is not a call.
fn literal<'t>(rewriter: &mut Rewriter<'t>, text: &str, original: YamlNode<'t>) {
    if text.starts_with('$') {
        rewriter.string(&format!("${text}"), original);
    } else {
        rewriter.string(text, original);
    }
}
