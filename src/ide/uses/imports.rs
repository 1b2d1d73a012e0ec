//! Imports: the files and profiles that they name, and their namespaces.

use super::Finder;
use crate::ide::referent::{PartKind, Referent};

/// The names in `imports`, and that of the profile that the file declares.
pub(super) fn find(found: &mut Finder<'_>) {
    let file = found.file;
    if let Some(name) = file.parsed().profile_name() {
        found.defines_part(name.id(), PartKind::Profile);
    }
    for import in &file.imports {
        let value = file.node(import.value);
        if let Some(target) = import.target.and_then(|target| found.types.graph.get(target)) {
            let profile = target.parsed().profile_name().filter(|name| name.text() == value.text());
            let profile = profile.map(|name| Referent::Part(PartKind::Profile, name.source()));
            found.uses(value, profile.unwrap_or(Referent::File(target.id)));
        }
        if let Some(namespace) = import.namespace {
            found.defines_part(namespace, PartKind::Namespace);
        }
    }
}
