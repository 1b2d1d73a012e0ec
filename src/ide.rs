//! Answers the questions of editors: what a name means, where it is defined and used, what a file consists
//! of, and what can be written at a position.
//!
//! Input: a model, and a file with a byte offset or a [`Referent`]. Output: referents, and locations as
//! [`Span`]s. Each question is a pure function, without findings and independent of any protocol. Names are
//! not resolved again: their meanings come from `resolve`, the model, and the evaluation of TOSCA paths.
//!
//! The basis is the list of [`Use`]s of a file: each name in it whose meaning is known, with that meaning.
//! All other answers come from this list, so they agree: [`at`] and [`references`] find the same uses,
//! and the [`definition`] of a referent is one of its uses.
//!
//! [`Span`]: crate::base::Span

#![deny(clippy::indexing_slicing)]

mod completion;
mod context;
mod hints;
mod hover;
mod keynames;
mod links;
mod navigation;
mod outline;
mod ranges;
mod referent;
mod rename;
mod signature;
mod tokens;
mod uses;

pub use completion::{Completion, CompletionKind, Completions, Surroundings, completions};
pub use context::{Context, Expectation, context};
pub use hints::{Hint, HintKind, hints};
pub use hover::{Hover, hover};
pub use links::{FileLink, LinkTarget, links};
pub use navigation::{
    RelatedCall, definition_range, highlights, implementations, incoming_calls, is_callable, outgoing_calls,
    subtypes, type_of,
};
pub use outline::{OutlineEntry, outline};
pub use ranges::{Fold, folds, selections};
pub use referent::{PartKind, Referent, TableKeyname};
pub use rename::{Replacement, refusal, rename};
pub use signature::{CallSignature, SignatureHelp, signature_help};
pub use tokens::{Token, TokenKind, tokens};
pub use uses::{Use, uses};

use crate::base::{FileId, Span};
use crate::model::Model;

/// Returns the meaning and the span of the name at a byte of a file. The position directly after a name also
/// counts, unless another name starts there.
#[must_use]
pub fn at(model: &Model, file: FileId, offset: u32) -> Option<(Referent, Span)> {
    let all = uses::uses_around(model, file, offset);
    let touching = || all.iter().filter(|name| name.span.start <= offset && offset <= name.span.end);
    let nearest = touching().find(|name| offset < name.span.end).or_else(|| touching().next());
    match nearest {
        Some(name) => Some((name.referent, name.span)),
        None => keynames::keyname_at(model, file, offset),
    }
}

/// Returns the span of the name in the definition; for a refined member, the nearest definition. `None` for
/// what the standard defines, and for what is unreadable.
#[must_use]
pub fn definition(model: &Model, referent: Referent) -> Option<Span> {
    referent.definition(model)
}

/// Returns the uses of something in all files of the model, in file order; its definitions are included only
/// if `with_definitions`. A member and its refinements count as the same member.
#[must_use]
pub fn references(model: &Model, referent: Referent, with_definitions: bool) -> Vec<Use> {
    let family = referent.family(model);
    if let Referent::Keyname(keyname) = family {
        return keynames::uses(model, keyname);
    }
    let files = model.types.graph.files.iter().filter(|file| family.may_occur(model, file));
    let all = files.flat_map(|file| uses(model, file.id));
    let is_included = |name: &Use| with_definitions || !name.is_definition;
    all.filter(|name| is_included(name) && name.referent.family(model) == family).collect()
}
