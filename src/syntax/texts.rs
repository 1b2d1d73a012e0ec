//! Strings with a special meaning: URLs and file names.

use crate::diagnostics::rules;
use crate::keynames::{Expected, Reader, Shape, ShapeNotation};
use crate::yaml::{NodeId, YamlNode};

/// A URL or path; with `CALL`, it may be a function call.
#[derive(Clone, Copy, Debug)]
pub struct Url<const CALL: bool>(pub NodeId);

impl<const CALL: bool> Shape for Url<CALL> {
    const EXPECTED: Expected = if CALL {
        Expected::Special(ShapeNotation::Text, "a string or a function call")
    } else {
        Expected::Text
    };

    fn read(node: YamlNode<'_>, reader: &mut Reader<'_>) -> Option<Self> {
        if reader.is_call(node) {
            if CALL {
                reader.values.push(node.id());
                return Some(Self(node.id()));
            }
            reader.call_not_allowed(node);
            return None;
        }
        match node.as_str() {
            Some("") => {
                reader.empty_name(node);
                None
            }
            Some(text) => {
                if has_credentials(text) {
                    let diagnostic = rules::credentials_in_url::new(node.span());
                    reader.report(node, diagnostic);
                }
                Some(Self(node.id()))
            }
            None => {
                if node.is_null() {
                    reader.empty_name(node);
                } else {
                    reader.wrong_shape(node, &Expected::Text);
                }
                None
            }
        }
    }
}

/// The location of an artifact: a path or URI, or a function call.
pub type FileName = Url<true>;

/// Whether the text is a URL with `user:password@` before its host.
fn has_credentials(text: &str) -> bool {
    scheme(text).is_some() && url::Url::parse(text).is_ok_and(|url| url.password().is_some())
}

/// Returns the scheme of an absolute URL; a drive letter is not a scheme.
pub(crate) fn scheme(text: &str) -> Option<&str> {
    let (scheme, _) = text.split_once(':')?;
    let mut chars = scheme.chars();
    let starts = chars.next().is_some_and(|c| c.is_ascii_alphabetic());
    let continues = chars.all(|c| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.'));
    (scheme.len() > 1 && starts && continues).then_some(scheme)
}

/// A non-empty name that is not resolved.
#[derive(Clone, Copy, Debug)]
pub struct Name(pub NodeId);

impl Shape for Name {
    const EXPECTED: Expected = Expected::Text;

    fn read(node: YamlNode<'_>, reader: &mut Reader<'_>) -> Option<Self> {
        if reader.is_call(node) {
            reader.call_not_allowed(node);
            return None;
        }
        match node.as_str() {
            Some("") => {
                reader.empty_name(node);
                None
            }
            Some(_) => Some(Self(node.id())),
            None => {
                reader.wrong_shape(node, &Expected::Text);
                None
            }
        }
    }
}
