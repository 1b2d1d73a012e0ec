//! Node filters of TOSCA 1.x in files of TOSCA 2.0: what they are in TOSCA 2.0, for help.

use crate::dialects::{LoweredParts, Recognized, Rewriter};
use crate::yaml::{Kind, NodeId, Tree, YamlNode, plain};

use super::super::versions;
use super::filter;

/// Returns the condition that a node filter of TOSCA 1.x is in TOSCA 2.0, on one line, or `None` if it cannot be
/// translated as a whole. The filter of a requirement tests the target node, that of a node template the node itself.
pub(crate) fn translate_node_filter(node: YamlNode<'_>, is_of_requirement: bool) -> Option<String> {
    const MAX_LENGTH: usize = 300;
    let recognized: Recognized = versions::recognize(node, "tosca_simple_yaml_1_3")?;
    let mut rewriter = Rewriter::new(node.tree(), recognized, LoweredParts::default());
    rewriter.open_list_like(node);
    let (root, legacy_root): (&[&'static str], _) =
        if is_of_requirement { (&["SELF", "TARGET"], "TARGET") } else { (&["SELF"], "SELF") };
    let condition = filter::read_condition(&mut rewriter, node, root, legacy_root);
    if condition.is_empty() {
        return None;
    }
    condition.write(&mut rewriter, node.span());
    rewriter.close();
    let (lowered, _, diagnostics) = rewriter.finish();
    let condition = lowered.root()?.items().next().map(YamlNode::id)?;
    let text = on_one_line(&lowered, condition, MAX_LENGTH)?;
    diagnostics.is_empty().then_some(text)
}

/// Prints a node between brackets, or returns `None` if it is longer than `max_length`.
fn on_one_line(tree: &Tree, node: NodeId, max_length: usize) -> Option<String> {
    let mut text = String::new();
    write(tree.node(node), &mut text, max_length)?;
    Some(text)
}

fn write(node: YamlNode<'_>, text: &mut String, max_length: usize) -> Option<()> {
    match node.kind() {
        Kind::Invalid => return None,
        Kind::Scalar if node.is_string() => text.push_str(&plain(node.text())),
        Kind::Scalar => text.push_str(node.text()),
        Kind::Sequence => {
            text.push_str("[ ");
            for (index, item) in node.items().enumerate() {
                text.push_str(if index == 0 { "" } else { ", " });
                write(item, text, max_length)?;
            }
            text.push_str(" ]");
        }
        Kind::Mapping => {
            text.push_str("{ ");
            for (index, (key, value)) in node.entries().enumerate() {
                text.push_str(if index == 0 { "" } else { ", " });
                write(key, text, max_length)?;
                text.push_str(": ");
                write(value, text, max_length)?;
            }
            text.push_str(" }");
        }
    }
    (text.len() <= max_length).then_some(())
}
