//! `tosca graph`: the formats and views as people get them, and what holds for every picture.
//!
//! The pictures are files in `graph/`; look at them before accepting a change (`TOSCA_BLESS=1`).

use tosca::base::FileId;
use tosca::graph;
use tosca::host::Memory;
use tosca::topology;

use crate::cli::Project;

const SHOP: &str = include_str!("graph/shop.yaml");
const TYPES: &str = include_str!("graph/types.yaml");

fn project() -> Project {
    Project::new(&[("shop.yaml", SHOP), ("types.yaml", TYPES)])
}

fn drawn(view: &str, format: &str, extension: &str) {
    let run = project().run(&["graph", "shop.yaml", "--view", view, "--format", format]).ended(0);
    assert_eq!(run.err, "");
    crate::generated(&format!("grammar-tests/suite/graph/{view}.{extension}"), &run.out);
}

#[test]
fn topology_in_mermaid() {
    drawn("topology", "mermaid", "mmd");
}

#[test]
fn topology_in_dot() {
    drawn("topology", "dot", "dot");
}

#[test]
fn topology_in_svg() {
    drawn("topology", "svg", "svg");
}

#[test]
fn types_in_mermaid() {
    drawn("types", "mermaid", "mmd");
}

#[test]
fn types_in_dot() {
    drawn("types", "dot", "dot");
}

#[test]
fn types_in_svg() {
    drawn("types", "svg", "svg");
}

#[test]
fn imports_in_mermaid() {
    drawn("imports", "mermaid", "mmd");
}

#[test]
fn imports_in_dot() {
    drawn("imports", "dot", "dot");
}

#[test]
fn imports_in_svg() {
    drawn("imports", "svg", "svg");
}

#[test]
fn errors_are_told_beside_the_picture_of_the_rest() {
    let project = project();
    project.add("shop.yaml", SHOP.replace("host: machine", "host: machin").replace("count: 3", "cuont: 3"));
    let run = project.run(&["graph", "shop.yaml"]).ended(1);
    assert!(
        run.err.contains("T0406 unknown-template] unknown node template or node type `machin`"),
        "{}",
        run.err
    );
    assert!(run.out.contains("✗ host: machin"), "{}", run.out);
    assert!(run.out.contains("<b>web</b><br/>"), "{}", run.out);
}

#[test]
fn what_cannot_be_drawn_is_told() {
    let project = project();
    let run = project.run(&["graph", "types.yaml"]).ended(2);
    assert_eq!(run.out, "");
    assert!(
        run.err.contains("`types.yaml` has no service template\nhelp: see its types with `--view types`"),
        "{}",
        run.err
    );
    let run = project.run(&["graph", "nowhere.yaml"]).ended(2);
    assert!(run.err.contains("nowhere.yaml"), "{}", run.err);
    let run = project.run(&["graph", "."]).ended(2);
    assert!(run.err.contains("`.` is a directory"), "{}", run.err);
    project.add("compose.yaml", "services: {}\n");
    let run = project.run(&["graph", "compose.yaml"]).ended(2);
    assert!(run.err.contains("`compose.yaml` is not a TOSCA 2.0 file"), "{}", run.err);
}

#[test]
fn help_names_views_and_formats() {
    let run = project().run(&["graph", "-h"]).ended(0);
    for word in ["topology, types, imports", "mermaid, dot, svg", "default: topology", "default: mermaid"] {
        let help = run.out.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(help.contains(word), "{word}: {help}");
    }
}

/// Every node template is a figure, and every requirement with a target is a link, in all formats and in the
/// examples, too.
#[test]
fn nothing_is_left_out() {
    let mut templates = 0;
    for path in crate::files_below("spec-examples", "yaml") {
        templates += complete(&path, &crate::text_of(&path));
    }
    templates += complete("shop.yaml", SHOP);
    assert!(templates > 100, "{templates} node templates in the examples");
}

/// Checks the picture of a topology, and gives the number of its node templates.
#[track_caller]
fn complete(path: &str, text: &str) -> usize {
    let mut host = Memory::new();
    host.add(path, text);
    host.add("types.yaml", TYPES);
    let analysis = tosca::check(&host, [path]);
    let types = analysis.types();
    let topologies = topology::read(&types);
    let Some(of) = topologies.of(FileId(0)) else { return 0 };
    let picture = graph::topology(&topologies, of);
    let mut resolved = Vec::new();
    for (number, vertex) in of.vertices.iter().enumerate() {
        assert_eq!(picture.figures[number].name, vertex.key.text(), "{path}");
        for edge in of.edges(u32::try_from(number).expect("few templates")) {
            if let topology::Target::Template(to, _) = edge.target {
                resolved.push((number, to as usize, edge.key.text().to_owned()));
            }
        }
    }
    let needs = picture.links.iter().filter(|link| link.look != graph::LinkLook::Mapped);
    let drawn: Vec<_> = needs
        .map(|link| (link.from, link.to, link.name.split(" ×").next().unwrap_or_default().to_owned()))
        .collect();
    assert_eq!(drawn, resolved, "{path}");
    let (mermaid, dot, svg) = (graph::mermaid(&picture), graph::dot(&picture), graph::svg(&picture));
    for number in 0..picture.figures.len() {
        assert!(svg.contains(&format!("<g id=\"n{number}\">")), "{path}: n{number} in {svg}");
        assert!(dot.contains(&format!(" n{number} [label=")), "{path}: n{number} in {dot}");
        let found = mermaid.lines().any(|line| line.trim_start().starts_with(&format!("n{number}")));
        assert!(found, "{path}: n{number} in {mermaid}");
    }
    // Lines of the legend are short ones to the right.
    let lines = |class: &str| {
        let start = format!("<path class=\"{class}\"");
        svg.lines().filter(|line| line.starts_with(&start) && !line.contains("h22\"")).count()
    };
    assert_eq!(lines("link") + lines("hosted"), resolved.len(), "{path}");
    of.vertices.len()
}
