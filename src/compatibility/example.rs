//! Examples of files that a new version of a profile breaks.
//!
//! Input: the types of the old version, and two functions that check a file with each version. Output: the smallest
//! file that is valid with the old version and invalid with the new one. All uses of the old version are checked in
//! one file first, so a search takes few checks.

mod interfaces;
mod literals;
mod refinements;
mod relations;
mod text;
mod uses;

use crate::model::types::Types;

use super::scope::Scope;
pub use text::ProfileUse;
use text::{Rendered, render};

/// What a check of a file finds.
#[derive(Clone, Debug, Default)]
pub struct FoundErrors {
    /// The lines of the file with errors, counted from 1, and the texts of these errors.
    pub in_file: Vec<(u32, String)>,
    /// Whether other files have errors.
    pub are_elsewhere: bool,
}

/// A file that breaks.
#[derive(Clone, Debug)]
pub struct Example {
    /// The file, as it is with the old version.
    pub text: String,
    /// The errors with the new version, with their lines.
    pub errors: Vec<(u32, String)>,
}

/// A version of a profile: how a file imports it, on one line, and how such a file is checked.
pub struct CheckedVersion<'s> {
    /// The list of imports, such as `[ queue.yaml ]`.
    pub imports: &'s str,
    /// Checks a file.
    pub check: &'s mut dyn FnMut(&str) -> FoundErrors,
}

/// Returns uses of everything that the old version of a profile defines, at most `max_uses`; those of the definition
/// of this kind and name come first.
#[must_use]
pub fn uses(old: &Types, new: &Types, first: Option<(&str, &str)>, max_uses: usize) -> Vec<ProfileUse> {
    let scope = Scope::new(&old.graph);
    let literals = literals::Literals::new([old, new]);
    let mut uses = uses::Uses::new(old, &scope, literals).all();
    if let Some((kind, name)) = first {
        uses.sort_by_key(|one| !one.is_about(kind, name));
    }
    uses.truncate(max_uses);
    uses
}

/// Searches for a use that is valid with the old version and invalid with the new one; returns the smallest.
#[must_use]
pub fn search(
    uses: Vec<ProfileUse>,
    mut old: CheckedVersion<'_>,
    mut new: CheckedVersion<'_>,
) -> Option<Example> {
    let (alone, together): (Vec<ProfileUse>, Vec<ProfileUse>) =
        uses.into_iter().partition(|one| one.is_alone);
    let together = valid(together, &mut old);
    let mut broken = broken(together, &mut new);
    broken.extend(alone);
    let mut sized: Vec<(usize, ProfileUse)> =
        broken.into_iter().map(|one| (render(old.imports, &[&one]).text.len(), one)).collect();
    sized.sort_by_key(|(size, _)| *size);
    sized.into_iter().find_map(|(_, one)| example(&one, &mut old, &mut new))
}

/// Returns the uses that are valid with a version. Literals with errors are replaced by others.
fn valid(mut uses: Vec<ProfileUse>, old: &mut CheckedVersion<'_>) -> Vec<ProfileUse> {
    const MAX_ROUNDS: usize = 12;
    for _ in 0..MAX_ROUNDS {
        let Rendered { text, lines } = render(old.imports, &uses.iter().collect::<Vec<_>>());
        let errors = (old.check)(&text);
        if errors.in_file.is_empty() {
            return uses;
        }
        let mut is_wrong = vec![false; uses.len()];
        for (line, _) in &errors.in_file {
            let Some(place) = lines.iter().find(|place| place.line == *line) else {
                return Vec::new();
            };
            let next = place.slot.is_some_and(|slot| uses[place.owner].next_literal(slot));
            is_wrong[place.owner] |= !next;
        }
        let mut wrong = is_wrong.iter();
        uses.retain(|_| !wrong.next().copied().unwrap_or_default());
    }
    Vec::new()
}

/// Returns the uses with errors.
fn broken(uses: Vec<ProfileUse>, new: &mut CheckedVersion<'_>) -> Vec<ProfileUse> {
    let Rendered { text, lines } = render(new.imports, &uses.iter().collect::<Vec<_>>());
    let errors = (new.check)(&text);
    let mut is_broken = vec![errors.are_elsewhere; uses.len()];
    for (line, _) in errors.in_file {
        for place in lines.iter().filter(|place| place.line == line) {
            is_broken[place.owner] = true;
        }
    }
    let mut broken = is_broken.iter();
    uses.into_iter().filter(|_| broken.next().copied().unwrap_or_default()).collect()
}

/// Returns a use as an example, if it is valid with the old version and invalid with the new one on its own.
fn example(one: &ProfileUse, old: &mut CheckedVersion<'_>, new: &mut CheckedVersion<'_>) -> Option<Example> {
    let text = render(old.imports, &[one]).text;
    let before = (old.check)(&text);
    if before.are_elsewhere || !before.in_file.is_empty() {
        return None;
    }
    let after = (new.check)(&render(new.imports, &[one]).text);
    let is_broken = after.are_elsewhere || !after.in_file.is_empty();
    is_broken.then_some(Example { text, errors: after.in_file })
}
