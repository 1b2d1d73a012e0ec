//! The kinds of the names of a file, for highlighting.

use crate::base::{FileId, Span};
use crate::model::Model;

use super::keynames;
use super::referent::{PartKind, Referent};
use super::uses::uses;

/// The kind of a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenKind {
    /// The namespace of an import, or a profile.
    Namespace,
    /// A type.
    Type,
    /// A property, attribute or capability: something that has a value.
    Property,
    /// A requirement, artifact or trigger.
    Member,
    /// An interface.
    Interface,
    /// An operation or notification.
    Method,
    /// A function.
    Function,
    /// A node template, group, policy, or another part of a service template.
    Variable,
    /// An input or output.
    Parameter,
    /// A keyname.
    Keyword,
}

/// A name and its kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token {
    /// The name.
    pub span: Span,
    /// Its kind.
    pub kind: TokenKind,
    /// Whether it is the name in its definition.
    pub is_definition: bool,
    /// Whether TOSCA or a built-in profile defines it.
    pub is_standard: bool,
}

/// Returns the names and keynames of a file in order; none overlaps another.
#[must_use]
pub fn tokens(model: &Model, file: FileId) -> Vec<Token> {
    let Some(graph_file) = model.types.graph.get(file) else { return Vec::new() };
    let is_built_in = |span: Option<Span>| {
        span.and_then(|span| model.types.graph.get(span.file)).is_some_and(crate::load::File::is_built_in)
    };
    let names = uses(model, file).into_iter().filter_map(|used| {
        let is_standard = matches!(used.referent, Referent::BuiltInType(_) | Referent::BuiltInFunction(_))
            || is_built_in(used.referent.definition(model));
        let kind = kind(used.referent)?;
        Some(Token { span: used.span, kind, is_definition: used.is_definition, is_standard })
    });
    let keywords = keynames::all_in(graph_file.tree()).into_iter().map(|span| Token {
        span,
        kind: TokenKind::Keyword,
        is_definition: false,
        is_standard: true,
    });
    let mut tokens: Vec<Token> = names.chain(keywords).filter(|token| !token.span.is_empty()).collect();
    tokens.sort_by_key(|token| (token.span.start, token.span.end));
    let mut end = 0;
    tokens.retain(|token| {
        let is_free = token.span.start >= end;
        if is_free {
            end = token.span.end;
        }
        is_free
    });
    tokens
}

fn kind(referent: Referent) -> Option<TokenKind> {
    Some(match referent {
        Referent::Type(_) | Referent::BuiltInType(_) => TokenKind::Type,
        Referent::Field(_) | Referent::Capability(_) => TokenKind::Property,
        Referent::Requirement(_) | Referent::Artifact(_) | Referent::Trigger(_) => TokenKind::Member,
        Referent::Interface(_) => TokenKind::Interface,
        Referent::Operation(_) => TokenKind::Method,
        Referent::Function(_) | Referent::BuiltInFunction(_) => TokenKind::Function,
        Referent::Keyname(_) => TokenKind::Keyword,
        Referent::File(_) => return None,
        Referent::Part(part, _) => match part {
            PartKind::Namespace | PartKind::Profile => TokenKind::Namespace,
            PartKind::Input | PartKind::Output => TokenKind::Parameter,
            PartKind::Artifact | PartKind::Trigger => TokenKind::Member,
            PartKind::Workflow => TokenKind::Method,
            PartKind::NodeTemplate
            | PartKind::RelationshipTemplate
            | PartKind::Group
            | PartKind::Policy
            | PartKind::Step
            | PartKind::Repository => TokenKind::Variable,
        },
    })
}
