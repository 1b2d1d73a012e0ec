//! Requirements of node types and of node templates (L14, L25).

use crate::diagnostics::rules;
use crate::dialects::{Rewriter, table::table};
use crate::keynames::Expected;
use crate::yaml::YamlNode;

use super::super::versions::V1_3;
use super::filter;
use super::relationship;
use super::shapes::{ANY, CAPABILITY_TYPE, METADATA, NODE_TYPE, TEXT, copy};

table! {
    /// A requirement of a node type.
    pub(in crate::dialects) DEFINITION "requirement definition" "3.7.3" {
        /// The capability type.
        "capability": CAPABILITY_TYPE => copy, mandatory_unless_refined, formerly(&["type"]);
        /// The node type.
        "node": NODE_TYPE => copy;
        /// The relationship type, or its refinement.
        "relationship": Expected::Either(&TEXT, &Expected::Entity(|| &relationship::DEFINITION.meta)) => |rewriter, key, value| {
            rewriter.part(key, value, relationship::definition);
        }, formerly(&["relationship_type"]);
        /// How many relationships there are: least and most; one unless given.
        "occurrences": ANY => occurrences, formerly(&["count_range"]);
        /// What the requirement is for.
        "description": TEXT => copy;
        /// Free information for people and tools.
        "metadata": METADATA => copy;
        /// The condition that the other node must meet.
        "node_filter": ANY => filter::of_requirement, since(V1_3);
    }
    short("capability");
}

table! {
    /// How a requirement of a node template is met.
    pub(in crate::dialects) ASSIGNMENT "requirement assignment" "3.8.2" {
        /// The capability of the other node, by name or type.
        "capability": TEXT => copy;
        /// The node template or node type.
        "node": TEXT => copy;
        /// The relationship template or type, or values for it.
        "relationship": Expected::Either(&TEXT, &Expected::Entity(|| &relationship::ASSIGNMENT.meta)) => |rewriter, key, value| {
            rewriter.part(key, value, relationship::assignment);
        };
        /// The condition that the other node must meet.
        "node_filter": ANY => filter::of_requirement;
        /// How many relationships there are: least and most.
        "occurrences": ANY => assigned_occurrences, since(V1_3), lost;
        /// What this is for.
        "description": TEXT => copy;
        /// Free information for people and tools.
        "metadata": METADATA => copy;
    }
    short("node");
}

/// Keeps invalid bounds; valid ones are written as counts, see [`assignment`].
fn assigned_occurrences<'t>(rewriter: &mut Rewriter<'t>, key: YamlNode<'t>, value: YamlNode<'t>) {
    if Bounds::read(rewriter, value).is_none() {
        rewriter.keep_unknown(key, value);
    }
}

/// Writes the requirements of a node type.
pub(in crate::dialects) fn definitions<'t>(
    rewriter: &mut Rewriter<'t>,
    key: YamlNode<'t>,
    value: YamlNode<'t>,
) {
    rewriter.part(key, value, |rewriter, value| {
        rewriter.list(value, |rewriter, item| match draft_requirement(rewriter, item) {
            Some((name, word)) => write_draft_requirement(rewriter, item, name, |rewriter| {
                // The draft does not specify which capability of the node is required.
                let is_node = word.text().contains(".nodes.");
                if is_node {
                    rewriter.string("node", word);
                    rewriter.copy(word);
                }
                rewriter.string("capability", word);
                let is_hosted_on = sibling_relationship(item)
                    .is_some_and(|relationship| relationship.text().ends_with("HostedOn"));
                match (is_node, is_hosted_on) {
                    (true, true) => rewriter.string("tosca.capabilities.Container", word),
                    (true, false) => rewriter.string("tosca.capabilities.Node", word),
                    (false, _) => rewriter.copy(word),
                }
                rewriter.string("count_range", item);
                rewriter.open_list(item);
                for (bound, default) in [("lower_bound", "1"), ("upper_bound", "1")] {
                    let bound = item.get(bound).map_or(default, YamlNode::text);
                    let bound = if is_unbounded(rewriter, bound) { UNBOUNDED } else { bound };
                    rewriter.plain(bound, item);
                }
                rewriter.close();
            }),
            None => rewriter.map(item, definition),
        });
    });
}

/// Returns the name and value of a requirement of drafts, which has more keys next to its name, not below it.
fn draft_requirement<'t>(
    rewriter: &Rewriter<'t>,
    item: YamlNode<'t>,
) -> Option<(YamlNode<'t>, YamlNode<'t>)> {
    let mut entries = item.entries();
    let first = entries.next().filter(|(_, word)| rewriter.is_extended() && word.is_string());
    first.filter(|_| entries.next().is_some())
}

/// Returns the relationship of a draft requirement, if it is a name.
fn sibling_relationship(item: YamlNode<'_>) -> Option<YamlNode<'_>> {
    let named = ["relationship", "relationship_type", "type"].iter().find_map(|key| item.get(key));
    named.filter(|word| word.is_string())
}

/// Writes a draft requirement; `write_value` writes the value of its name.
fn write_draft_requirement<'t>(
    rewriter: &mut Rewriter<'t>,
    item: YamlNode<'t>,
    name: YamlNode<'t>,
    write_value: impl FnOnce(&mut Rewriter<'t>),
) {
    rewriter.applied("L14", item);
    let help = "indent the keynames of the requirement under its name";
    let diagnostic = rules::tolerated_form::new(
        item.span(),
        "a keyname next to the requirement name",
        "its definition",
        help,
    );
    rewriter.report(item, diagnostic);
    rewriter.open_map_like(item);
    rewriter.same_key(name);
    rewriter.open_map_like(item);
    write_value(rewriter);
    if let Some(relationship) = sibling_relationship(item) {
        rewriter.string("relationship", relationship);
        rewriter.copy(relationship);
    }
    rewriter.close();
    rewriter.close();
}

/// Writes a requirement of a node type. The default is one relationship in 1.x, but any number in TOSCA 2.0.
fn definition<'t>(rewriter: &mut Rewriter<'t>, node: YamlNode<'t>) {
    if let Some(capability) = node.as_str() {
        rewriter.applied("L14", node);
        rewriter.open_map(node);
        rewriter.string("capability", node);
        rewriter.string(capability, node);
        write_default_count_range(rewriter, node);
        return rewriter.close();
    }
    let has_count = node.get("occurrences").is_some() || node.get("count_range").is_some();
    rewriter.entity_with(&DEFINITION, node, |rewriter| {
        if !has_count {
            rewriter.applied("L14", node);
            write_default_count_range(rewriter, node);
        }
    });
}

fn write_default_count_range<'t>(rewriter: &mut Rewriter<'t>, node: YamlNode<'t>) {
    rewriter.string("count_range", node);
    rewriter.open_list(node);
    rewriter.plain("1", node);
    rewriter.plain("1", node);
    rewriter.close();
}

fn occurrences<'t>(rewriter: &mut Rewriter<'t>, key: YamlNode<'t>, value: YamlNode<'t>) {
    rewriter.applied("L14", key);
    rewriter.key("count_range", key);
    rewriter.list(value, |rewriter, bound| {
        if is_unbounded(rewriter, bound.text()) {
            rewriter.plain(UNBOUNDED, bound);
        } else {
            rewriter.copy(bound);
        }
    });
}

/// Writes the requirements of a node template.
pub(in crate::dialects) fn assignments<'t>(
    rewriter: &mut Rewriter<'t>,
    key: YamlNode<'t>,
    value: YamlNode<'t>,
) {
    rewriter.part(key, value, |rewriter, value| {
        rewriter.list(value, |rewriter, item| {
            if let Some((name, word)) = draft_requirement(rewriter, item) {
                return write_draft_requirement(rewriter, item, name, |rewriter| {
                    rewriter.string("node", word);
                    rewriter.copy(word);
                });
            }
            let occurrences = item.only_entry().and_then(|(_, body)| body.get("occurrences"));
            let bounds = occurrences.and_then(|occurrences| Bounds::from_node(rewriter, occurrences));
            let Some(bounds) = bounds else { return named_assignment(rewriter, item, None) };
            for counted in bounds.counts() {
                named_assignment(rewriter, item, Some(counted));
            }
        });
    });
}

/// The keyname of extending dialects for the name of the requirement, if the key is another name.
const NAME: &str = "type_requirement";

/// Returns the name of a requirement that is not its key.
fn name_inside<'t>(rewriter: &Rewriter<'t>, body: YamlNode<'t>) -> Option<YamlNode<'t>> {
    body.get(NAME).filter(|name| rewriter.is_extended() && name.is_string())
}

/// Writes the map of a requirement from its name to its body.
fn named_assignment<'t>(rewriter: &mut Rewriter<'t>, item: YamlNode<'t>, counted: Option<(u64, bool)>) {
    let entry = item.only_entry();
    let Some((key, body, name)) =
        entry.and_then(|(key, body)| Some((key, body, name_inside(rewriter, body)?)))
    else {
        return rewriter.map(item, |rewriter, body| assignment(rewriter, body, counted));
    };
    rewriter.applied("L25", key);
    rewriter.open_like(item);
    rewriter.key(name.text(), key);
    assignment(rewriter, body, counted);
    rewriter.close();
}

const UNBOUNDED: &str = "UNBOUNDED";

/// Whether a bound does not limit. Extending dialects also write it in lowercase.
pub(super) fn is_unbounded(rewriter: &Rewriter<'_>, bound: &str) -> bool {
    bound == UNBOUNDED || rewriter.is_extended() && bound.eq_ignore_ascii_case(UNBOUNDED)
}

/// The allowed number of relationships.
pub(super) struct Bounds {
    least: u64,
    /// `None` if there is no upper bound.
    most: Option<u64>,
}

impl Bounds {
    /// Reads the bounds at `node`; reports invalid ones.
    pub(super) fn read<'t>(rewriter: &mut Rewriter<'t>, node: YamlNode<'t>) -> Option<Self> {
        let bounds = Self::from_node(rewriter, node);
        if bounds.is_none() && !node.is_invalid() {
            let problem = "must be a list of two bounds, lower bound first";
            rewriter.report(node, rules::invalid_count_range::new(node.span(), problem, None));
        }
        bounds
    }

    fn from_node(rewriter: &Rewriter<'_>, range: YamlNode<'_>) -> Option<Self> {
        let ends: Vec<YamlNode<'_>> = range.items().collect();
        let [least, most] = ends[..] else { return None };
        let (least, most) = (least.text().parse().ok()?, most.text());
        let most = if is_unbounded(rewriter, most) {
            None
        } else {
            Some(most.parse().ok().filter(|most| *most >= least)?)
        };
        Some(Self { least, most })
    }

    /// Returns the assignments to write, as counts: one for required relationships, one for optional ones.
    fn counts(&self) -> Vec<(u64, bool)> {
        let optional_count = self.most.map_or(0, |most| most - self.least);
        match (self.least, optional_count) {
            (0, 0) if self.most.is_none() => vec![(1, true)],
            (least, 0) => vec![(least, false)],
            (0, optional_count) => vec![(optional_count, true)],
            (least, optional_count) => vec![(least, false), (optional_count, true)],
        }
    }
}

/// Writes an assignment with the `counted` number of relationships, and whether they are optional.
fn assignment<'t>(rewriter: &mut Rewriter<'t>, node: YamlNode<'t>, counted: Option<(u64, bool)>) {
    // In drafts, the properties of the relationship are next to its type.
    let is_apart = rewriter.is_extended() && node.get("relationship").is_none_or(|value| !value.is_mapping());
    let properties = node.entry("properties").filter(|_| is_apart);
    let relationship = node.get("relationship");
    let is_named = name_inside(rewriter, node).is_some();
    let is_written = |key: YamlNode<'_>| match key.text() {
        "properties" | "relationship" => properties.is_none(),
        NAME => !is_named,
        _ => true,
    };
    let write = |rewriter: &mut Rewriter<'t>| {
        if let Some((key, values)) = properties {
            rewriter.applied("L25", key);
            rewriter.string("relationship", key);
            rewriter.open_map_like(node);
            if let Some(name) = relationship {
                rewriter.string("type", name);
                rewriter.copy(name);
            }
            super::shapes::values(rewriter, key, values);
            rewriter.close();
        }
        let (Some((count, optional)), Some((key, value))) = (counted, node.entry("occurrences")) else {
            return;
        };
        rewriter.applied("L25", key);
        if count != 1 {
            rewriter.key("count", key);
            rewriter.plain(&count.to_string(), value);
        }
        if optional {
            rewriter.key("optional", key);
            rewriter.plain("true", value);
        }
        if value.items().nth(1).is_some_and(|most| is_unbounded(rewriter, most.text())) {
            rewriter.lose(key, value);
        }
    };
    if !node.is_mapping() {
        return rewriter.copy(node);
    }
    rewriter.open_like(node);
    rewriter.keynames_among(&ASSIGNMENT, node, is_written, write);
    rewriter.close();
}
