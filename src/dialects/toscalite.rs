//! TOSCAlite: `model.xml`, a topology of machines and services.
//!
//! Input: the tree of an XML file whose root is `Model`. Output: a tree of TOSCA 2.0: a service template with a node
//! template for each node, which uses the built-in profile `toscalite:1.0`. Nothing is lost but what TOSCAlite gives
//! no meaning; that is kept under `metadata`.
//!
//! `grammar.rs` is the table of elements. `model.rs` reads them into nodes and relationships, which `nodes.rs`,
//! `relationships.rs`, `hosts.rs` and `variables.rs` check, and `lower.rs` writes. What TOSCA 2.0 checks is not checked
//! here: the properties of a machine, and whether files exist.

mod grammar;
mod hosts;
mod lower;
mod model;
mod nodes;
mod recognize;
mod relationships;
mod variables;
mod words;

use super::{Language, RefinementPolicy};

pub use recognize::looks_like_model;

/// The name of the file of a model, in the root of its archive.
pub const MODEL_FILE: &str = "model.xml";

/// TOSCAlite.
pub(super) static LANGUAGE: Language = Language {
    name: "toscalite",
    versions: &[],
    recognize: |root, _| recognize::recognize(root),
    accept: |root, _| recognize::accept(root),
    lower: lower::lower,
    tables: Vec::new,
    rule_words,
    extension: None,
    later_versions: &[],
    milder: &[],
    refinements: |_| RefinementPolicy::default(),
};

/// Describes what a rule of the dialect does.
fn rule_words(rule: &str) -> Option<&'static str> {
    Some(match rule {
        "model" => "`Model` → TOSCA 2.0 file that imports `toscalite:1.0`",
        "machine-node" => "`machine` → node template of `Machine`",
        "service-node" => "`service` → node template of `Service`",
        "node-properties" => "property of a machine → property; other → entry of `properties`",
        "scripts" => "scripts → operations of `lifecycle`, from the root of the archive",
        "files" => "files → `artifacts`, from the root of the archive",
        "host" => "`hostedOn` → requirement `host` of its source",
        "connection" => "`connectsTo` → requirement `connection` of its source",
        _ => return None,
    })
}
