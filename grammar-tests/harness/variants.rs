//! Checks variants of variable templates in cases.

use std::fmt::Write as _;
use std::sync::Arc;

use tosca::base::FileId;
use tosca::host::Limits;
use tosca::internals::dialects::variability::{NeededRelation, Pruned, RelationEnds, read};
use tosca::internals::variability::{ConsistencyCheck, InputValues, Origin, arguments_as_text, resolve};
use tosca::internals::yaml::{Tree, parse, print};

use super::Case;
use super::markdown::{Quoted, ResolvedTo};
use super::run::{canonical, unlike};

pub(crate) fn tree_of(text: &str) -> Tree {
    parse(&Arc::new(text.to_owned()), FileId(0), &Limits::default()).0
}

/// Checks that a variant of the first file is as expected.
pub(crate) fn resolved(
    case: &Case,
    expected: &ResolvedTo,
    off: &[&str],
    quoted: &mut Vec<(Quoted, String)>,
) -> Result<(), String> {
    let text = String::from_utf8(case.files[0].content.clone()).expect("UTF-8");
    let tree = tree_of(&text);
    let (mut model, _) = read(&tree);
    let mut given = InputValues::defaults(&model);
    let mut checks = ConsistencyCheck::ALL.to_vec();
    let mut values = Vec::new();
    for argument in &expected.arguments {
        match argument.as_str() {
            "prune-relations" => model.pruning.relations = Pruned::Unconditional(RelationEnds::Source),
            "prune-relations:all" => model.pruning.relations = Pruned::All(RelationEnds::Source),
            "prune-nodes" => model.pruning.nodes = Pruned::Unconditional(NeededRelation::Present),
            "prune-nodes:all" => model.pruning.nodes = Pruned::All(NeededRelation::Present),
            "skip:source" => checks.retain(|check| *check != ConsistencyCheck::Source),
            "skip:target" => checks.retain(|check| *check != ConsistencyCheck::Target),
            "skip:multiple-hosts" => checks.retain(|check| *check != ConsistencyCheck::OneHost),
            "skip:missing-host" => checks.retain(|check| *check != ConsistencyCheck::SomeHost),
            argument => match argument.split_once('=') {
                Some((name, value)) => values.push((name.to_owned(), value.to_owned())),
                None => {
                    let preset = argument.strip_prefix("preset:").expect("an argument");
                    assert!(given.take_preset(&model, preset), "no preset {preset}");
                }
            },
        }
    }
    let mut diagnostics =
        given.take(&model, &tree_of(&arguments_as_text(&model, &values)), &Origin::Argument);
    diagnostics.extend(given.complete(&model));
    let mut printed = None;
    if diagnostics.is_empty() {
        let resolved = resolve(&model, &given.values, &checks);
        printed = resolved.text(&tree);
        let anew = resolved.tree.as_ref().map(print);
        assert_eq!(printed.as_deref().map(canonical), anew.as_deref().map(canonical), "cut and printed");
        diagnostics.extend(resolved.diagnostics);
    }
    diagnostics.retain(|diagnostic| !off.contains(&diagnostic.rule.name));
    let mut problems = unlike(&diagnostics.iter().collect::<Vec<_>>(), &expected.findings, quoted);
    if let Some(wanted) = &expected.text {
        match printed {
            Some(text) if same(&text, wanted) => {}
            Some(text) => {
                let _ = write!(problems, "the template is\n{text}");
            }
            None => problems.push_str("there is no template"),
        }
    }
    if problems.is_empty() { Ok(()) } else { Err(problems) }
}

/// Checks that the template is the expected one, or consists of the expected names only: `a, b.host` are the
/// remaining node templates and requirement assignments.
fn same(text: &str, wanted: &str) -> bool {
    let Some(names) = wanted.trim().strip_prefix("left:") else {
        return canonical(text) == canonical(wanted);
    };
    let tree = tree_of(text);
    let root = tree.root().expect("a template");
    let body = root.get("topology_template").or_else(|| root.get("service_template")).expect("a body");
    let mut left = Vec::new();
    for (key, node) in
        body.get("node_templates").into_iter().flat_map(tosca::internals::yaml::YamlNode::entries)
    {
        left.push(key.text().to_owned());
        for item in node.get("requirements").into_iter().flat_map(tosca::internals::yaml::YamlNode::items) {
            let (name, _) = item.only_entry().expect("an assignment");
            left.push(format!("{}.{}", key.text(), name.text()));
        }
    }
    for section in ["inputs", "groups"] {
        left.extend(
            body.get(section)
                .into_iter()
                .flat_map(tosca::internals::yaml::YamlNode::entries)
                .map(|(key, _)| key.text().to_owned()),
        );
    }
    let policies = body.get("policies").into_iter().flat_map(tosca::internals::yaml::YamlNode::items);
    left.extend(policies.filter_map(|item| Some(item.only_entry()?.0.text().to_owned())));
    let wanted: Vec<&str> = names.split(',').map(str::trim).filter(|name| !name.is_empty()).collect();
    left == wanted
}
