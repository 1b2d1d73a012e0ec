//! `tosca graph`: the formats and views, and invariants of all pictures.
//!
//! The pictures are files in `graph/`; look at them before accepting a change (`TOSCA_BLESS=1`).

use std::collections::BTreeSet;
use std::fmt::Write as _;

use tosca::base::{DenseId as _, FileId};
use tosca::host::Memory;
use tosca::internals::graph;
use tosca::model::service;

use crate::cli::Project;

const SHOP: &str = include_str!("graph/shop.yaml");
const TYPES: &str = include_str!("graph/types.yaml");
const HOSTS: &str = include_str!("graph/hosts.yaml");

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
fn errors_are_reported_next_to_the_picture_of_the_rest() {
    let project = project();
    project.add("shop.yaml", SHOP.replace("host: machine", "host: machin").replace("count: 3", "cuont: 3"));
    let run = project.run(&["graph", "shop.yaml"]).ended(1);
    assert!(
        run.err.contains("T0406 unknown-template] unknown node template or node type `machin`"),
        "{}",
        run.err
    );
    assert!(run.out.contains("✗ host: machin"), "{}", run.out);
    // The number of nodes for the misspelled count is unknown.
    assert!(run.out.contains("<b>web</b> ×n<br/>"), "{}", run.out);
}

#[test]
fn what_cannot_be_drawn_is_reported() {
    let project = project();
    let run = project.run(&["graph", "types.yaml"]).ended(2);
    assert_eq!(run.out, "");
    assert!(
        run.err.contains("`types.yaml` has no service template\nhelp: use `--view types` to draw its types"),
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
    for word in [
        "topology, types, imports",
        "mermaid, dot, svg",
        "auto, boxes, lines",
        "default: topology",
        "default: mermaid",
    ] {
        let help = run.out.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(help.contains(word), "{word}: {help}");
    }
}

const CANDIDATES: &str = "\
tosca_definitions_version: tosca_2_0
capability_types: { Host: {}, Port: {} }
relationship_types: { On: {}, Uses: {} }
node_types:
  Machine: { capabilities: { host: { type: Host } } }
  Server: { capabilities: { port: { type: Port } } }
  App:
    requirements:
    - host: { capability: Host, node: Machine, relationship: On }
    - peer: { capability: Port, relationship: Uses, count_range: [ 1, 1 ] }
service_template:
  node_templates:
    app: { type: App, requirements: [ { host: { node: Machine } } ] }
    one: { type: Machine }
    two: { type: Machine }
    server: { type: Server }
";

#[test]
fn candidates_of_a_requirement_are_drawn() {
    let project = Project::new(&[("app.yaml", CANDIDATES)]);
    let out = project.run(&["graph", "app.yaml"]).ended(0).out;
    for line in [
        "accDescr: 4 node templates, 0 requirements with a target, 2 requirements with candidates.",
        "n0 -.->|\"host<br/>any Machine\"| n1",
        "n0 -.->|\"host<br/>any Machine\"| n2",
        // The standard adds this assignment.
        "n0 -.->|\"peer<br/>any Port\"| n3",
    ] {
        assert!(out.contains(line), "{line} in\n{out}");
    }
    assert!(!out.contains("⇢"), "{out}");
    let svg = project.run(&["graph", "app.yaml", "--format", "svg"]).ended(0).out;
    assert!(svg.contains("class=\"candidate\"") && svg.contains("candidate of a requirement"), "{svg}");
    // Lines to many nodes would say nothing.
    let more = [3, 4, 5, 6].map(|number| format!("    m{number}: {{ type: Machine }}\n")).concat();
    project.add("app.yaml", format!("{CANDIDATES}{more}"));
    let out = project.run(&["graph", "app.yaml"]).ended(0).out;
    assert!(out.contains("⇢ host: any Machine") && !out.contains("host<br/>"), "{out}");
}

#[test]
fn the_usual_relationship_is_not_named_in_large_pictures() {
    let drawn = |count: usize| {
        let mut text = CANDIDATES.replace("Uses: {} }", "Uses: {}, Onto: { derived_from: On } }");
        text.push_str(
            "    b: { type: App, requirements: [ { host: { node: one, relationship: Onto } } ] }\n",
        );
        for number in 0..count {
            let requirements = "[ { host: one }, { peer: server } ]";
            let _ = writeln!(text, "    a{number}: {{ type: App, requirements: {requirements} }}");
        }
        Project::new(&[("app.yaml", &text)]).run(&["graph", "app.yaml"]).ended(0).out
    };
    let small = drawn(5);
    assert!(small.contains("|\"host<br/>On\"|") && small.contains("|\"peer<br/>Uses\"|"), "{small}");
    let large = drawn(40);
    assert!(large.contains("|\"host\"|") && large.contains("|\"peer\"|"), "{large}");
    assert!(large.contains("|\"host<br/>Onto\"|") && !large.contains("<br/>On\"|"), "{large}");
}

#[test]
fn the_surroundings_of_a_node_are_drawn() {
    let project = Project::new(&[("app.yaml", CANDIDATES)]);
    let run = |arguments: &[&str]| project.run(&[&["graph", "app.yaml", "--around"], arguments].concat());
    let out = run(&["one"]).ended(0).out;
    assert!(out.contains("accTitle: Topology of app.yaml, around one"), "{out}");
    assert!(out.contains("<b>app</b>") && out.contains("<b>one</b>") && !out.contains("<b>two</b>"), "{out}");
    let out = run(&["one", "--distance", "2"]).ended(0).out;
    assert!(out.contains("<b>two</b>") && out.contains("<b>server</b>"), "{out}");
    let out = run(&["one", "--distance", "0"]).ended(0).out;
    assert!(!out.contains("<b>app</b>") && !out.contains("n0 -"), "{out}");
    let out = run(&["App", "--view", "types"]).ended(0).out;
    assert!(out.contains("<b>Machine</b>") && !out.contains("<b>Server</b>"), "{out}");
    let error = run(&["apps"]).ended(2).err;
    assert_eq!(error, "error: nothing in the picture is called `apps`\nhelp: did you mean `app`?\n");
    assert!(project.run(&["graph", "app.yaml", "--distance", "2"]).ended(2).err.contains("--around"));
}

// ── hosts as boxes ──

fn drawn_with_hosts(format: &str, extension: &str) {
    let project = Project::new(&[("hosts.yaml", HOSTS)]);
    let run = project.run(&["graph", "hosts.yaml", "--hosts", "boxes", "--format", format]).ended(0);
    assert_eq!(run.err, "");
    crate::generated(&format!("grammar-tests/suite/graph/hosts.{extension}"), &run.out);
}

#[test]
fn hosts_in_mermaid() {
    drawn_with_hosts("mermaid", "mmd");
}

#[test]
fn hosts_in_dot() {
    drawn_with_hosts("dot", "dot");
}

#[test]
fn hosts_in_svg() {
    drawn_with_hosts("svg", "svg");
}

/// Returns the picture of a service whose hosts are boxes.
fn with_hosts(text: &str) -> graph::Picture {
    let mut host = Memory::new();
    host.add("service.yaml", text);
    let analysis = tosca::check(&host, ["service.yaml"]);
    let model = analysis.model();
    graph::inside_hosts(graph::topology(
        model.service(FileId(0)).expect("a topology"),
        &graph::Conditions::default(),
    ))
}

/// Returns the name of the box around the box called `name`.
fn host_of<'p>(picture: &'p graph::Picture, name: &str) -> Option<&'p str> {
    let figure = picture.figures.iter().find(|figure| figure.name == name).expect("a figure");
    figure.host.map(|host| picture.figures[host].name.as_str())
}

#[test]
fn a_node_is_inside_its_only_host() {
    let picture = with_hosts(HOSTS);
    let hosts = ["web", "engine", "store", "cache"].map(|name| host_of(&picture, name));
    assert_eq!(hosts, ["engine", "left", "right", "right"].map(Some));
    // Several hosts, another line to the host, hosts that host each other, and a node on one of these.
    let hosts = ["shared", "watch", "first", "second", "inner"].map(|name| host_of(&picture, name));
    assert_eq!(hosts, [None, None, None, None, Some("first")]);
    // Every requirement is a line, or the node is inside the target.
    let name = |index: usize| picture.figures[index].name.as_str();
    let lines: Vec<_> = picture.links.iter().map(|link| (name(link.from), name(link.to))).collect();
    let hosting = [
        ("shared", "left"),
        ("shared", "right"),
        ("watch", "store"),
        ("first", "second"),
        ("second", "first"),
    ];
    let needs = [("web", "store"), ("web", "cache"), ("store", "watch"), ("watch", "engine")];
    assert!(hosting.iter().chain(&needs).all(|line| lines.contains(line)), "{lines:?}");
    assert_eq!(lines.len(), hosting.len() + needs.len());
    let cache = picture.figures.iter().find(|figure| figure.name == "cache").expect("a figure");
    assert_eq!(cache.rows.iter().map(|row| row.text.as_str()).collect::<Vec<_>>(), ["host: spare: HostedOn"]);
}

/// Every box is drawn once in each format, inside its host, and no box is partly inside another.
#[test]
fn boxes_in_boxes_are_complete() {
    let node = |number: usize| {
        let next = number + 1;
        format!("    n{number}: {{ type: Machine, requirements: [ host: n{next} ] }}\n")
    };
    let chain = (0..100).map(node).collect::<Vec<_>>().concat();
    let (types, _) = HOSTS.split_once("service_template").expect("a service");
    let chain =
        format!("{types}service_template:\n  node_templates:\n{chain}    n100: {{ type: Machine }}\n");
    for text in [HOSTS, &chain] {
        let picture = with_hosts(text);
        let all = picture.figures.len();
        let (mermaid, dot, svg) = (graph::mermaid(&picture), graph::dot(&picture), graph::svg(&picture));
        let count = |text: &str, name: &str| text.matches(&format!("<b>{name}</b>")).count();
        for figure in &picture.figures {
            assert_eq!([count(&mermaid, &figure.name), count(&dot, &figure.name)], [1, 1], "{}", figure.name);
        }
        let boxes = areas(&svg);
        assert_eq!(boxes.len(), all);
        for (index, first) in &boxes {
            for (other, second) in boxes.iter().filter(|(other, _)| other != index) {
                let is_inside = hosts(&picture, *index).any(|host| host == *other);
                let is_around = hosts(&picture, *other).any(|host| host == *index);
                let ends_before =
                    |axis: usize| first[axis + 2] <= second[axis] || second[axis + 2] <= first[axis];
                assert!(
                    is_inside && within(*first, *second)
                        || is_around && within(*second, *first)
                        || !is_inside && !is_around && (ends_before(0) || ends_before(1)),
                    "{} and {}",
                    picture.figures[*index].name,
                    picture.figures[*other].name
                );
            }
        }
        assert!((0..all).all(|index| hosts(&picture, index).count() <= 8));
    }
}

/// Returns the boxes around a box, the innermost first.
fn hosts(picture: &graph::Picture, index: usize) -> impl Iterator<Item = usize> {
    std::iter::successors(picture.figures[index].host, |host| picture.figures[*host].host)
}

fn within(inner: [f64; 4], outer: [f64; 4]) -> bool {
    outer[0] <= inner[0] && outer[1] <= inner[1] && inner[2] <= outer[2] && inner[3] <= outer[3]
}

/// Returns the corners of the boxes in an SVG image, by number.
fn areas(svg: &str) -> Vec<(usize, [f64; 4])> {
    let mut areas = Vec::new();
    let mut lines = svg.lines();
    while let Some(line) = lines.next() {
        let Some((number, _)) = line.strip_prefix("<g id=\"n").and_then(|rest| rest.split_once('"')) else {
            continue;
        };
        let line = lines.next().expect("a box");
        let [x, y, wide, high] = ["x", "y", "width", "height"].map(|name| -> f64 {
            let (_, rest) = line.split_once(&format!(" {name}=\"")).expect("an attribute");
            rest.split('"').next().and_then(|text| text.parse().ok()).expect("a number")
        });
        areas.push((number.parse().expect("a number"), [x, y, x + wide, y + high]));
    }
    areas
}

#[test]
fn hosts_are_boxes_if_there_are_many_lines() {
    let (types, _) = HOSTS.split_once("service_template").expect("a service");
    let nodes = |count: usize| {
        let node = |number| format!("    n{number}: {{ type: Service, requirements: [ host: m ] }}\n");
        let nodes = (0..count).map(node).collect::<Vec<_>>().concat();
        format!("{types}service_template:\n  node_templates:\n    m: {{ type: Machine }}\n{nodes}")
    };
    let project = Project::new(&[("small.yaml", &nodes(60)), ("large.yaml", &nodes(61))]);
    let drawn = |arguments: &[&str]| project.run(&[&["graph"], arguments].concat()).ended(0).out;
    assert!(!drawn(&["small.yaml"]).contains("subgraph"));
    assert!(drawn(&["small.yaml", "--hosts", "boxes"]).contains("subgraph"));
    let large = drawn(&["large.yaml"]);
    assert!(large.contains("subgraph n0[") && !large.contains("==>"), "{large}");
    assert!(large.contains("61 node templates are inside their hosts."), "{large}");
    assert!(!drawn(&["large.yaml", "--hosts", "lines"]).contains("subgraph"));
    assert!(!drawn(&["large.yaml", "--around", "n1"]).contains("subgraph"));
}

/// Every node template is a figure, and every requirement with a target is a link, in all formats and also in
/// the examples.
#[test]
fn nothing_is_left_out() {
    let mut templates = 0;
    for path in crate::files_below("spec-examples", "yaml") {
        templates += complete(&path, &crate::text_of(&path));
    }
    templates += complete("shop.yaml", SHOP);
    assert!(templates > 100, "{templates} node templates in the examples");
}

/// Checks the picture of a service; returns the number of its node templates.
#[track_caller]
fn complete(path: &str, text: &str) -> usize {
    let mut host = Memory::new();
    host.add(path, text);
    host.add("types.yaml", TYPES);
    let analysis = tosca::check(&host, [path]);
    let model = analysis.model();
    let Some(of) = model.service(FileId(0)) else { return 0 };
    let picture = graph::topology(of, &graph::Conditions::default());
    let mut resolved = Vec::new();
    for (number, template) in of.node_templates().iter().enumerate() {
        assert_eq!(picture.figures[number].name, template.name(), "{path}");
        for assignment in template.requirements().iter() {
            if let service::Target::Template(to, _) = assignment.target {
                resolved.push((number, to.index(), assignment.name().to_owned()));
            }
        }
    }
    let other = [graph::LinkStyle::Mapped, graph::LinkStyle::MayNeed];
    let needs = picture.links.iter().filter(|link| !other.contains(&link.style));
    let drawn: Vec<_> = needs
        .map(|link| (link.from, link.to, link.name.split(" ×").next().unwrap_or_default().to_owned()))
        .collect();
    assert_eq!(drawn, resolved, "{path}");
    let (mermaid, dot, svg) = (graph::mermaid(&picture), graph::dot(&picture), graph::svg(&picture));
    for (text, start) in [(&svg, "<g id=\"n"), (&dot, "n"), (&mermaid, "n")] {
        let lines = text.lines().filter_map(|line| line.trim_start().strip_prefix(start));
        let numbers = lines.filter_map(|rest| {
            let (number, rest) = rest.split_at(rest.find(|c: char| !c.is_ascii_digit())?);
            let is_figure =
                ["\">", " [label=", "[\"", "[[\"", "(\"", "([\""].iter().any(|sign| rest.starts_with(sign));
            number.parse::<usize>().ok().filter(|_| is_figure)
        });
        let distinct: Vec<usize> = numbers.collect::<BTreeSet<_>>().into_iter().collect();
        let all: Vec<usize> = (0..picture.figures.len()).collect();
        assert_eq!(distinct, all, "{path}: {text}");
    }
    // Lines of the legend are short ones to the right.
    let lines = |class: &str| {
        let start = format!("<path class=\"{class}\"");
        svg.lines().filter(|line| line.starts_with(&start) && !line.contains("h22\"")).count()
    };
    assert_eq!(lines("link") + lines("hosted"), resolved.len(), "{path}");
    of.node_templates().len()
}

/// A picture of many templates with any names and links: nothing overlaps, names fit into their labels, and
/// the result is deterministic.
#[test]
fn anything_can_be_drawn() {
    const NAMES: [&str; 12] = [
        "end",
        "graph",
        "subgraph",
        "a b",
        "\\\"quoted\\\"",
        "<b>&amp;",
        "größe",
        "節點",
        "1. one",
        "- x",
        "]]-->n0",
        "%%{init}%%",
    ];
    let mut seed = 11_u64;
    let mut random = |below: u64| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) % below
    };
    for (count, links) in [(1, 3), (3, 2), (12, 2), (40, 2), (60, 1), (90, 0)] {
        let mut text = String::from(
            "tosca_definitions_version: tosca_2_0\nimports: [ { url: types.yaml, namespace: net } ]\n\
             service_template:\n  node_templates:\n",
        );
        let name = |number: u64| format!("\"{} {number}\"", NAMES[(number % 12) as usize]);
        for number in 0..count {
            let targets: Vec<String> = (0..links).map(|_| format!("peer: {}", name(random(count)))).collect();
            let _ = writeln!(
                text,
                "    {}: {{ type: net:Service, count: {}, requirements: [ {} ] }}",
                name(number),
                1 + random(3),
                targets.join(", ")
            );
        }
        complete("any.yaml", &text);
        let mut host = Memory::new();
        host.add("any.yaml", text.as_str());
        host.add("types.yaml", TYPES);
        let analysis = tosca::check(&host, ["any.yaml"]);
        let model = analysis.model();
        let of = model.service(FileId(0)).expect("a topology");
        assert_eq!(of.node_templates().len() as u64, count);
        let picture = graph::topology(of, &graph::Conditions::default());
        let svg = graph::svg(&picture);
        assert_eq!(svg, graph::svg(&picture));
        apart(&svg);
        for line in graph::mermaid(&picture).lines().filter(|line| line.contains('"')) {
            let inside = line.split('"').nth(1).expect("a label");
            assert_eq!(line.matches('"').count(), 2, "{line}");
            assert!(!inside.contains(['`', '%', '{', '}']), "{line}");
        }
    }
}

/// Checks that boxes and labels are apart from each other and inside the picture.
#[track_caller]
fn apart(svg: &str) {
    let number = |line: &str, name: &str| -> f64 {
        let (_, rest) = line.split_once(&format!(" {name}=\"")).expect("an attribute");
        rest.split('"').next().and_then(|text| text.parse().ok()).expect("a number")
    };
    let area = |line: &str| {
        let [x, y, wide, high] = ["x", "y", "width", "height"].map(|name| number(line, name));
        [x, y, x + wide, y + high]
    };
    let paper = area(svg.lines().find(|line| line.starts_with("<rect class=\"paper\"")).expect("paper"));
    let mut areas = Vec::new();
    let mut lines = svg.lines();
    while let Some(line) = lines.next() {
        if line.starts_with("<g id=") {
            areas.push(area(lines.next().expect("a box")));
        } else if line.starts_with("<rect class=\"lb\"") {
            areas.push(area(line));
        }
    }
    for (at, one) in areas.iter().enumerate() {
        assert!(
            one[0] > paper[0] && one[1] > paper[1] && one[2] < paper[2] && one[3] < paper[3],
            "{one:?} in {paper:?}"
        );
        for other in &areas[..at] {
            let across = one[0] < other[2] && other[0] < one[2];
            let along = one[1] < other[3] && other[1] < one[3];
            assert!(!(across && along), "{one:?} overlaps {other:?}");
        }
    }
}

/// Costs stay near linear: many templates on one machine, a chain with links to its end, many links of two.
#[test]
fn large_pictures_come_to_an_end() {
    let machine = "    machine: { type: net:Machine }\n";
    let start = "tosca_definitions_version: tosca_2_0\nimports: [ { url: types.yaml, namespace: net } ]\n\
                 service_template:\n  node_templates:\n";
    let all = |one: &dyn Fn(usize) -> String| -> String { (0..600).map(one).collect() };
    let texts = [
        all(&|at| format!("    n{at}: {{ type: net:Service, requirements: [ host: machine ] }}\n")),
        all(&|at| {
            format!(
                "    n{at}: {{ type: net:Service, requirements: [ peer: n{}, peer: n599 ] }}\n",
                (at + 1).min(599)
            )
        }),
        all(&|at| {
            format!(
                "    n{at}: {{ type: net:Service, requirements: [ peer: n{}, peer: n{at} ] }}\n",
                at / 300
            )
        }),
    ];
    for text in texts {
        complete("large.yaml", &format!("{start}{machine}{text}"));
    }
}
