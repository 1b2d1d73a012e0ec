//! The dialect as a language that is lowered: to the plain template with every element present.

use crate::dialects::{Guard, Language, Recognized, RefinementPolicy, Rewriter};
use crate::yaml::YamlNode;

use super::rewrite::rewrite;
use super::tables::{CONDITIONS_OF_TYPE, DEFINITION, EXTENSION, INPUT, OPTIONS, PRESET, TYPE_CONDITIONS};

const VERSIONS: &[&str] = &["tosca_variability_1_0", PUBLISHED];

/// `Variability4TOSCA` as a language.
pub(in crate::dialects) static LANGUAGE: Language = Language {
    name: "variability",
    versions: VERSIONS,
    recognize,
    accept: recognize,
    lower,
    tables: || vec![&DEFINITION, &INPUT, &PRESET, &OPTIONS, &TYPE_CONDITIONS, &CONDITIONS_OF_TYPE],
    rule_words: |_| None,
    extension: Some(&EXTENSION),
    later_versions: LATER_VERSIONS,
    milder: &[],
    refinements: |_| RefinementPolicy::default(),
};

/// The version of the published language, without the extensions of this tool.
const PUBLISHED: &str = "tosca_variability_1_0_rc_1";

/// The versions of what the language became: it has other operators and keynames, and other meanings of some.
const LATER_VERSIONS: &[&str] = &["tosca_variability_1_0_rc_2", "tosca_variability_1_0_rc_3"];

/// Whether the extensions of this tool are part of the language of the file `root`.
pub(super) fn is_extended(root: Option<YamlNode<'_>>) -> bool {
    root.and_then(|root| root.get("tosca_definitions_version")).and_then(YamlNode::as_str) != Some(PUBLISHED)
}

/// The profiles that every variable template uses without importing them.
const PROFILES: &[&str] = &["variability:1.0"];

fn recognize(_root: YamlNode<'_>, name: &str) -> Option<Recognized> {
    VERSIONS.contains(&name).then_some(Recognized {
        documented: &[],
        of_tools: &[],
        version: 0,
        words: "Variability4TOSCA 1.0",
        names: VERSIONS,
        is_extended: false,
    })
}

fn lower(rewriter: &mut Rewriter<'_>) {
    let tree = rewriter.tree();
    let (model, diagnostics) = super::read(tree);
    rewriter.diagnostics.extend(diagnostics);
    for (id, element) in model.all() {
        // A relation may also be absent with its source. The types of its groups may be in other files.
        let may_be_absent = |id| model.may_be_absent(id) || model.may_be_in_variability_group(id);
        if element.is_variability
            || element.may_be_variability
            || may_be_absent(id)
            || element.source.is_some_and(may_be_absent)
            || element.place.is_some()
        {
            rewriter.guards.add(element.key, Guard(id.0));
        }
    }
    rewriter.policies.names.further = PROFILES;
    rewriter.policies.added = EXTENSION.added;
    let plain = rewrite(&model, &|_| true, false);
    rewriter.replace(plain);
}
