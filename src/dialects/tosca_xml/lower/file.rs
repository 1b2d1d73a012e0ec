//! The file: `Definitions`.

use std::borrow::Cow;
use std::sync::Arc;

use crate::diagnostics::rules;
use crate::dialects::Rewriter;
use crate::yaml::YamlNode;

use super::super::checks;
use super::super::definitions;
use super::super::element::Element;
use super::super::grammar;
use super::super::kinds::{KINDS, Kind};
use super::super::prefixes::BASE;
use super::super::repository::{Place, XmlRepository};
use super::super::{TURNED_OFF, XmlSurroundings};
use super::context::Context;
use super::part::{Map, Part};
use super::{implementations, service, types};

/// Rewrites a file.
pub(in super::super) fn lower(rewriter: &mut Rewriter<'_>) {
    let tree = rewriter.tree();
    let Some(root) = tree.root() else { return };
    let Some(file) = definitions(root).map(Element::new) else { return };
    // The result is TOSCA 2.0, and keeps nothing of the version.
    rewriter.policies.dialect = None;
    rewriter.policies.findings.silent = TURNED_OFF;
    let given = rewriter.surroundings.clone();
    let index = given.as_ref().and_then(|given| given.repository.index_of(&given.path));
    let (repository, index) = match (given, index) {
        (Some(XmlSurroundings { repository, .. }), Some(index)) => (repository, index),
        _ => (Arc::new(XmlRepository::of_tree(tree)), 0),
    };
    let mut context = Context::new(&repository, index, tree);
    for (node, diagnostic) in grammar::check(file) {
        context.report(node, diagnostic);
    }
    let unsupported: Vec<YamlNode<'_>> = checks::unsupported(file).collect();
    // A file with an unknown extension defines nothing that is known.
    let body = if unsupported.is_empty() {
        checks::check(&mut context.diagnostics, &repository, index, file);
        definition_parts(&mut context, file)
    } else {
        Map::new(file.value)
    };
    for node in unsupported {
        context.report(node, rules::unsupported_xml_extension::new(node.span(), node.text()));
    }
    write(rewriter, &mut context, file, body);
    let Context { diagnostics, applied, .. } = context;
    for (rule, node) in applied {
        rewriter.applied(rule, node);
    }
    for (node, diagnostic) in diagnostics {
        rewriter.report(node, diagnostic);
    }
}

/// Returns everything but the head of the file.
fn definition_parts<'t>(context: &mut Context<'t, '_>, file: Element<'t>) -> Map<'t> {
    let mut body = Map::new(file.value);
    context.applied("definitions", file.key);
    context.common(&mut body, file);
    context.lose_children(&mut body, file, &["Extensions"]);
    for element in file.children() {
        if grammar::OF_WINERY.contains(&element.local()) {
            let diagnostic = rules::unconverted_xml_element::new(element.key.span(), element.local());
            context.report(element.key, diagnostic);
        } else if element.name() == "Import" && !checks::is_converted(element) {
            context.lose(&mut body, element);
        }
    }
    let all = context.repository.definitions(context.file);
    let first: Vec<(Kind, Place)> = all.filter(|(_, place)| context.repository.is_first(*place)).collect();
    for row in &KINDS {
        for &(kind, place) in first.iter().filter(|(kind, _)| *kind == row.kind) {
            definition(context, &mut body, place, (kind, Element::at(context.tree, place.node)));
        }
    }
    body
}

fn definition<'t>(
    context: &mut Context<'t, '_>,
    body: &mut Map<'t>,
    place: Place,
    (kind, element): (Kind, Element<'t>),
) {
    match kind {
        Kind::ServiceTemplate => {
            if body.has("service_template") {
                let root = context.repository.files[context.file].root();
                let first = root.and_then(|root| root.child(element.name())?.value_of("id"));
                let diagnostic =
                    rules::second_service_template::new(element.key.span(), first.unwrap_or_default());
                context.report(element.key, diagnostic);
            } else {
                let service = service::service(context, element);
                body.add_map("service_template", service);
            }
        }
        Kind::RequirementType => {
            // What it requires is in the requirement definitions that name it.
            context.lose(body, element);
        }
        // It is written wherever it is named.
        Kind::ArtifactTemplate | Kind::PolicyTemplate if context.repository.is_named(place) => {
            context.applied("artifact", element.key);
        }
        Kind::ArtifactTemplate | Kind::PolicyTemplate => context.lose(body, element),
        Kind::NodeTypeImplementation | Kind::RelationshipTypeImplementation => {
            implementations::derived_type(context, body, place, (kind, element));
        }
        _ => types::definition(context, body, place, (kind, element)),
    }
}

fn write<'t>(rewriter: &mut Rewriter<'t>, context: &mut Context<'t, '_>, file: Element<'t>, body: Map<'t>) {
    let mut out = Map::new(file.value);
    out.add_text("tosca_definitions_version", "tosca_2_0", file.key);
    let target = file.attribute("targetNamespace").filter(|target| !target.text().trim().is_empty());
    let is_profile = !body.has("service_template");
    if let Some(target) = target.filter(|_| is_profile) {
        out.add_text("profile", target.text().trim(), target);
    }
    let imports = imports(context, file.key);
    out.add_list("imports", file.key, imports);
    out.append(body);
    if let Some(target) = target.filter(|_| !is_profile) {
        out.note("targetNamespace", target, Part::literal(target.text(), target));
    }
    out.write(rewriter);
}

fn imports<'t>(context: &Context<'t, '_>, at: YamlNode<'t>) -> Vec<Part<'t>> {
    let import = |key: &'static str, target: Cow<'t, str>, prefix: Option<Cow<'t, str>>| {
        let mut map = Map::new(at);
        map.add_text(key, target, at);
        if let Some(prefix) = prefix {
            map.add_text("namespace", prefix, at);
        }
        Part::Map(map)
    };
    let mut imports = Vec::new();
    if context.imports_base {
        imports.push(import("profile", "tosca_xml:1.0".into(), Some(BASE.into())));
    }
    let given = context.imports().into_iter();
    imports.extend(given.map(|(path, prefix)| import("url", path.into(), prefix.map(Cow::Owned))));
    imports
}
