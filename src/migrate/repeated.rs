//! Types that are defined twice alike: earlier versions take them as one type, TOSCA 2.0 as two. So one of the definitions
//! is removed.

use crate::Analysis;
use crate::dialects::Applied;
use crate::load::File;
use crate::resolve::DefinitionId;

use super::edits::Edits;
use super::imports::Imports;

/// Removes the definitions of `file` that repeat one that it imports, or that it then imports.
pub(super) fn repeated(
    analysis: &Analysis,
    file: &File,
    imports: &mut Imports<'_>,
    edits: &mut Edits,
    applied: &mut Vec<Applied>,
) {
    for (index, definition) in (0..).zip(analysis.names.definitions(file.id)) {
        let id = DefinitionId { file: file.id, index };
        let Some(kept) = analysis.names.repeated_by(id) else { continue };
        let key = file.node(definition.key);
        imports.uses(kept.file);
        edits.remove(key.id());
        applied.push(Applied { rule: "L02", span: key.span() });
    }
}
