//! The file: `Definitions` and its imports.

use crate::dialects::Rewriter;

use super::element::{Element, check_children, description, keep, required};
use super::names::{BASE, Names, Scope, is_tosca};
use super::{definitions, topology, types};

const CHILDREN: &[&str] = &[
    "documentation",
    "Extensions",
    "Import",
    "Types",
    "ServiceTemplate",
    "NodeType",
    "NodeTypeImplementation",
    "RelationshipType",
    "RelationshipTypeImplementation",
    "RequirementType",
    "CapabilityType",
    "ArtifactType",
    "ArtifactTemplate",
    "PolicyType",
    "PolicyTemplate",
];

/// The elements with an equivalent in TOSCA 2.0 that is not written.
const UNCONVERTED: &[&str] = &[
    "Types",
    "NodeTypeImplementation",
    "RelationshipTypeImplementation",
    "ArtifactTemplate",
    "PolicyTemplate",
];

/// Rewrites a file.
pub(super) fn lower(rewriter: &mut Rewriter<'_>) {
    let Some(root) = rewriter.tree().root() else { return };
    let Some(file) = definitions(root).map(Element::new) else { return };
    check_children(rewriter, file, CHILDREN);
    let target = required(rewriter, file, "@targetNamespace");
    required(rewriter, file, "@id");
    let names = Names::new(file);
    let scope = Scope::new(file);
    rewriter.applied("definitions", file.key);
    rewriter.open_map(root);
    rewriter.string("tosca_definitions_version", file.key);
    rewriter.string("tosca_2_0", file.key);
    let services: Vec<_> = file.children_named("ServiceTemplate").collect();
    if let (Some(target), []) = (target, &services[..]) {
        rewriter.string("profile", target);
        rewriter.string(target.text(), target);
    }
    description(rewriter, file);
    keep(rewriter, file, &["Extensions", "RequirementType"], UNCONVERTED);
    imports(rewriter, file, &names);
    types::types(rewriter, file, &scope, &names);
    if let Some(service) = services.first() {
        topology::service_template(rewriter, *service, &scope.inner(*service), &names);
    }
    for service in services.iter().skip(1) {
        let diagnostic =
            crate::diagnostics::rules::unconverted_xml_element::new(service.key.span(), "ServiceTemplate");
        rewriter.report(service.key, diagnostic);
    }
    rewriter.close();
}

fn imports<'t>(rewriter: &mut Rewriter<'t>, file: Element<'t>, names: &Names<'t>) {
    rewriter.string("imports", file.key);
    rewriter.open_list(file.key);
    rewriter.open_map(file.key);
    rewriter.string("profile", file.key);
    rewriter.string("tosca_xml:1.0", file.key);
    rewriter.string("namespace", file.key);
    rewriter.string(BASE, file.key);
    rewriter.close();
    for import in file.children_named("Import") {
        let Some(location) = import.attribute("@location").filter(|_| is_tosca(import)) else {
            required(rewriter, import, "@importType");
            continue;
        };
        rewriter.open_map(import.key);
        rewriter.string("url", import.key);
        rewriter.string(location.text(), location);
        if let Some(namespace) = import.attribute("@namespace")
            && let Some(prefix) = names.prefix(namespace.text())
        {
            rewriter.string("namespace", import.key);
            rewriter.string(prefix, namespace);
        }
        rewriter.close();
    }
    rewriter.close();
}
