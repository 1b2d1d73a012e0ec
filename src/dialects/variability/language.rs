//! The dialect as one of the languages that are lowered: to the plain template with every element present.

use crate::dialects::{Guard, Language, Recognized, Rewriter};
use crate::yaml::Node;

use super::rewrite::rewrite;
use super::tables::{DEFINITION, EXTENSION, INPUT, PRESET};

const VERSIONS: &[&str] = &["tosca_variability_1_0", "tosca_variability_1_0_rc_1"];

/// `Variability4TOSCA`.
pub(in crate::dialects) static LANGUAGE: Language = Language {
    name: "variability",
    versions: VERSIONS,
    recognize,
    insist: recognize,
    lower,
    tables: || vec![&DEFINITION, &INPUT, &PRESET],
    rule_words: |_| None,
    extension: Some(&EXTENSION),
};

/// The types that every variable template sees.
const TYPES: &[&str] = &["variability:1.0"];

fn recognize(_root: Node<'_>, name: &str) -> Option<Recognized> {
    VERSIONS.contains(&name).then_some(Recognized {
        version: 0,
        words: "Variability4TOSCA 1.0",
        names: VERSIONS,
        is_extended: false,
    })
}

fn lower(rewriter: &mut Rewriter<'_>) {
    let tree = rewriter.tree();
    let (model, found) = super::read(tree);
    rewriter.diagnostics.extend(found);
    for (id, element) in model.all() {
        // A relation may be gone with its source, too; and what its groups are may be known only later.
        let may_go = |id| model.conditions(id).next().is_some() || model.is_in_group_of_elsewhere(id);
        if element.is_variability
            || element.is_of_elsewhere
            || may_go(id)
            || element.source.is_some_and(may_go)
        {
            rewriter.guards.add(element.key, Guard(id.0));
        }
    }
    rewriter.policies.names.further = TYPES;
    let plain = rewrite(&model, &|_| true, false);
    rewriter.replace(plain);
}
