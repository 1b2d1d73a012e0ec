//! Finds files, profiles and namespaces in imports.

use super::Finder;
use crate::ide::referent::{PartKind, Referent};

/// Finds the names in `imports`, and the name of the profile that the file declares.
pub(super) fn find(finder: &mut Finder<'_>) {
    let file = finder.file;
    if let Some(name) = file.parsed().profile_name() {
        finder.defines_part(name.id(), PartKind::Profile);
    }
    for import in &file.imports {
        let value = file.node(import.value);
        if let Some(target) = import.target.and_then(|target| finder.types.graph.get(target)) {
            let profile = target.parsed().profile_name().filter(|name| name.text() == value.text());
            let profile = profile.map(|name| Referent::Part(PartKind::Profile, name.source()));
            finder.uses(value, profile.unwrap_or(Referent::File(target.id)));
        }
        if let Some(namespace) = import.namespace {
            finder.defines_part(namespace, PartKind::Namespace);
        }
    }
}
