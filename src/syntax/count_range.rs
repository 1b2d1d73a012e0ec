//! Numbers of nodes and relationships: `count_range` (TOSCA 2.0 §8.4) and `count` (§7.2, §8.5).

use crate::diagnostics::{Actual, rules};
use crate::keynames::{Expected, Reader, Shape, ShapeNotation};
use crate::yaml::{NodeId, Scalar, YamlNode};

/// An upper bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UpperBound {
    /// A number.
    Most(u64),
    /// `UNBOUNDED`
    Unbounded,
}

/// The number of relationships that a requirement may create.
#[derive(Clone, Copy, Debug)]
pub struct CountRange {
    /// The list.
    pub node: NodeId,
    /// The lower bound.
    pub least: u64,
    /// The upper bound.
    pub most: UpperBound,
}

impl CountRange {
    /// Whether the range is inside another one.
    #[must_use]
    pub fn is_within(self, outer: CountRange) -> bool {
        let upper = match (self.most, outer.most) {
            (_, UpperBound::Unbounded) => true,
            (UpperBound::Unbounded, UpperBound::Most(_)) => false,
            (UpperBound::Most(most), UpperBound::Most(outer_most)) => most <= outer_most,
        };
        self.least >= outer.least && upper
    }
}

impl Shape for CountRange {
    const EXPECTED: Expected = Expected::Special(ShapeNotation::List, "a list of two bounds");

    fn read(node: YamlNode<'_>, reader: &mut Reader<'_>) -> Option<Self> {
        let items: Vec<YamlNode<'_>> = node.items().collect();
        let [least, most] = items[..] else {
            let problem = if node.is_sequence() {
                "two bounds are required"
            } else if reader.is_call(node) {
                reader.call_not_allowed(node);
                return None;
            } else {
                "must be a list of two bounds"
            };
            let diagnostic =
                rules::invalid_count_range::new(node.span(), problem, range_in_text(node).as_deref());
            reader.report(node, diagnostic);
            return None;
        };
        let lower = match integer(least) {
            Some(number) => Some(number),
            None if reader.is_call(least) => {
                reader.call_not_allowed(least);
                None
            }
            None => {
                let problem = if least.as_str().is_some_and(is_unbounded) {
                    "only the upper bound can be `UNBOUNDED`"
                } else {
                    "the lower bound must be a non-negative integer"
                };
                let diagnostic = rules::invalid_count_range::new(least.span(), problem, None);
                reader.report(least, diagnostic);
                None
            }
        };
        let upper = match (integer(most), most.as_str()) {
            (Some(number), _) => Some(UpperBound::Most(number)),
            (None, Some("UNBOUNDED")) => Some(UpperBound::Unbounded),
            (None, _) if reader.is_call(most) => {
                reader.call_not_allowed(most);
                None
            }
            (None, text) => {
                let diagnostic = match text {
                    Some(text) if is_unbounded(text) => rules::invalid_keyword::new(
                        most.span(),
                        text,
                        "bound",
                        &["UNBOUNDED"],
                        Some("UNBOUNDED"),
                    ),
                    _ => rules::invalid_count_range::new(
                        most.span(),
                        "the upper bound must be a non-negative integer or `UNBOUNDED`",
                        means_unbounded(most.text()).then_some("UNBOUNDED"),
                    ),
                };
                reader.report(most, diagnostic);
                None
            }
        };
        let (lower, upper) = (lower?, upper?);
        if let UpperBound::Most(upper) = upper
            && upper < lower
        {
            let problem = format!("the lower bound {lower} exceeds the upper bound {upper}");
            let diagnostic = rules::invalid_count_range::new(node.span(), &problem, None);
            reader.report(node, diagnostic);
            return None;
        }
        Some(Self { node: node.id(), least: lower, most: upper })
    }
}

/// Whether a bound of another language has no limit.
fn means_unbounded(text: &str) -> bool {
    matches!(text, "*" | "n" | "N" | "-1" | "inf" | "infinity" | "many" | "unlimited") || is_unbounded(text)
}

/// Returns the range that a text such as `0..n` or `"[ 0, 1 ]"` stands for.
fn range_in_text(node: YamlNode<'_>) -> Option<String> {
    let text = node.as_str()?.trim();
    let inside = text.strip_prefix('[').and_then(|text| text.strip_suffix(']'));
    let (lower, upper) = match inside {
        Some(inside) => inside.split_once(',')?,
        None => text.split_once("..")?,
    };
    let lower: u64 = lower.trim().parse().ok()?;
    let upper = upper.trim();
    let upper =
        if means_unbounded(upper) { "UNBOUNDED".to_owned() } else { upper.parse::<u64>().ok()?.to_string() };
    Some(format!("[ {lower}, {upper} ]"))
}

fn is_unbounded(text: &str) -> bool {
    text.eq_ignore_ascii_case("unbounded")
}

/// Returns the value of a non-negative integer literal.
#[must_use]
pub fn integer(node: YamlNode<'_>) -> Option<u64> {
    let Some(Scalar::Integer(text)) = node.scalar() else {
        return None;
    };
    if let Some(digits) = text.strip_prefix("0x") {
        return u64::from_str_radix(digits, 16).ok();
    }
    if let Some(digits) = text.strip_prefix("0o") {
        return u64::from_str_radix(digits, 8).ok();
    }
    text.strip_prefix('+').unwrap_or(text).parse().ok()
}

/// A number of nodes: a non-negative integer or a function call. Its value is checked in later phases.
#[derive(Clone, Copy, Debug)]
pub struct Count(pub NodeId);

impl Shape for Count {
    const EXPECTED: Expected =
        Expected::Special(ShapeNotation::Integer, "a non-negative integer or a function call");

    fn read(node: YamlNode<'_>, reader: &mut Reader<'_>) -> Option<Self> {
        if reader.is_call(node) {
            reader.values.push(node.id());
        } else if integer(node).is_none() {
            if matches!(node.scalar(), Some(Scalar::Integer(_))) {
                reader.wrong_shape_with_actual(
                    node,
                    &Self::EXPECTED,
                    Actual::Value("a negative or too large integer"),
                );
            } else {
                reader.wrong_shape(node, &Self::EXPECTED);
            }
            return None;
        }
        Some(Self(node.id()))
    }
}

impl Count {
    /// Returns the number if it is a literal.
    #[must_use]
    pub fn literal(self, tree: &crate::yaml::Tree) -> Option<u64> {
        integer(tree.node(self.0))
    }
}
