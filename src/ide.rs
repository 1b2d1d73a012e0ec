//! What editors ask: what a name at some place means, where that is defined and where else it is meant, what a file
//! consists of, and what may be written at a place.
//!
//! In: a model, and a file with a byte offset in it, or a [`Referent`]. Out: referents, and places as [`Span`]s of
//! bytes. Each question is a pure function, without findings and without anything of a protocol. Names are not looked
//! up anew: what they mean is what `resolve`, the model, and the walks along TOSCA paths say.
//!
//! A file gives its [`Use`]s: each name in it that means something known, with what it means. All other answers come
//! from these, so that they agree: what [`at`] finds at a use is what [`references`] lists the use for, and the
//! [`definition`] of a referent is one of its uses.
//!
//! [`Span`]: crate::base::Span

#![deny(clippy::indexing_slicing)]

mod context;
mod keynames;
mod outline;
mod referent;
mod uses;

pub use context::{Context, Place, context};
pub use outline::{OutlineEntry, outline};
pub use referent::{KeynameOf, PartKind, Referent};
pub use uses::{Use, uses};

use crate::base::{FileId, Span};
use crate::model::Model;

/// What the name at a byte of a file means, and where that name stands. A place just behind a name counts as well,
/// unless another name starts there.
#[must_use]
pub fn at(model: &Model, file: FileId, offset: u32) -> Option<(Referent, Span)> {
    let all = uses(model, file);
    let touching = || all.iter().filter(|name| name.span.start <= offset && offset <= name.span.end);
    let found = touching().find(|name| offset < name.span.end).or_else(|| touching().next());
    match found {
        Some(name) => Some((name.referent, name.span)),
        None => keynames::at(model, file, offset),
    }
}

/// Where something is defined: the name in its definition, which is the nearest one where others refine it. None for
/// what the standard defines, and for what could not be read.
#[must_use]
pub fn definition(model: &Model, referent: Referent) -> Option<Span> {
    referent.definition(model)
}

/// Where something is meant in all files of the model, in their order; the names in its definitions among them only
/// if `with_definitions`. What refines a member of a type, and what it refines, is the same member.
#[must_use]
pub fn references(model: &Model, referent: Referent, with_definitions: bool) -> Vec<Use> {
    let family = referent.family(model);
    if let Referent::Keyname(keyname) = family {
        return keynames::uses(model, keyname);
    }
    let files = model.types.graph.files.iter().filter(|file| family.may_occur(model, file));
    let all = files.flat_map(|file| uses(model, file.id));
    let wanted = |name: &Use| with_definitions || !name.is_definition;
    all.filter(|name| wanted(name) && name.referent.family(model) == family).collect()
}
