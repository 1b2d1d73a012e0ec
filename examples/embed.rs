//! Checks files that exist in memory only: prints the findings as JSON, the node templates with the targets of
//! their requirements, and the normal form.
//!
//! ```sh
//! cargo run --example embed --no-default-features
//! ```

use std::error::Error;
use std::io::{self, Write};

use tosca::host::Memory;
use tosca::model::service::Target;

const TYPES: &str = "\
tosca_definitions_version: tosca_2_0
capability_types:
  Endpoint: { properties: { port: { type: integer, default: 5432 } } }
node_types:
  Database: { capabilities: { endpoint: { type: Endpoint } } }
  Shop:
    properties: { name: { type: string } }
    requirements: [ database: { capability: Endpoint, relationship: Connects, node: Database } ]
relationship_types:
  Connects: {}
";

const WRONG: &str = "\
tosca_definitions_version: tosca_2_0
imports: [ types.yaml ]
service_template:
  node_templates:
    shop: { type: Shop, properties: { nam: Books }, requirements: [ database: db ] }
    db: { type: Database }
";

fn main() -> Result<(), Box<dyn Error>> {
    run(&mut io::stdout().lock())
}

/// Does all of it, and writes to `out`.
pub(crate) fn run(out: &mut dyn Write) -> Result<(), Box<dyn Error>> {
    let mut host = Memory::new();
    host.add("types.yaml", TYPES);
    host.add("wrong.yaml", WRONG);
    host.add("shop.yaml", WRONG.replace("nam:", "name:"));

    let wrong = tosca::check(&host, ["wrong.yaml"]);
    for finding in wrong.located() {
        writeln!(out, "{}", serde_json::to_string(&finding)?)?;
    }

    let analysis = tosca::check(&host, ["shop.yaml"]);
    let file = analysis.file("shop.yaml").ok_or("the file was not loaded")?;
    let service = analysis.model().service(file.id).ok_or("the file has no service template")?;
    for node in service.node_templates().iter() {
        writeln!(out, "{} is of type {}", node.name(), service.types().name(node.node_type))?;
        for requirement in node.requirements().iter() {
            if let Target::Template(id, _) = requirement.target {
                writeln!(out, "  {}: {}", requirement.name(), service.node_template(id).name())?;
            }
        }
    }

    let (normal_form, _) = tosca::normalize(&host, "shop.yaml");
    write!(out, "{}", normal_form.ok_or("the file has errors")?.to_yaml())?;
    Ok(())
}
