//! Counts how often a text is parsed: once, and again if a lowered file is needed as it is written.

use tosca::host::Memory;
use tosca::internals::dialects::Dialect;
use tosca::internals::session::allow;
use tosca::internals::{migrate, yaml};
use tosca::{Analysis, Keeps, Options, analyze};

use crate::variants::SMALL_SERVICE;

const PLAIN: &str = "\
tosca_definitions_version: tosca_2_0
# tosca: allow[unused-input] here for a test
service_template:
  inputs:
    size: { type: integer, default: 1 }
  node_templates: {}
";

const SIMPLE: &str = "\
tosca_definitions_version: tosca_simple_yaml_1_3
topology_template:
  inputs:
    size: { type: integer, default: 1 }
  node_templates:
    one: { type: tosca.nodes.Compute }
";

/// Returns `text` with a suppression.
fn commented(text: &str) -> String {
    text.replacen("topology_template:", "# tosca: allow[unused-input] here for a test\ntopology_template:", 1)
}

/// Checks `text` and calls `more` with the result; returns how many more texts than files were parsed for
/// that.
fn parsed_again(text: &str, keeps_written: bool, more: impl FnOnce(&Analysis) + Send) -> usize {
    // The counter is per thread.
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a thread");
    pool.install(|| {
        let mut host = Memory::new();
        host.add("main.yaml", text);
        let keeps = if keeps_written { Keeps::Written } else { Keeps::Model };
        let mut options = Options { keeps, ..Options::default() };
        options.load.paths = vec!["main.yaml".into()];
        let before = yaml::parsed_in_thread();
        let analysis = analyze(&host, &options);
        let main = &analysis.graph().files[0];
        assert!(main.dialect() == Dialect::Tosca2 && !main.tree().is_empty(), "{:?}", analysis.diagnostics());
        more(&analysis);
        (yaml::parsed_in_thread() - before)
            .checked_sub(analysis.graph().files.len())
            .expect("a parse for each file")
    })
}

/// Lowers the first file.
fn lowered(analysis: &Analysis) {
    let text = migrate::lower(analysis, analysis.graph().files[0].id).text;
    assert!(text.contains("tosca_2_0"), "{text}");
}

/// Hides all findings with comments.
fn allowed(analysis: &Analysis) {
    let edited = allow::edit(analysis, "for a test");
    assert_eq!(edited.len(), 1, "{:?}", analysis.diagnostics());
}

#[test]
fn a_check_parses_each_file_once() {
    assert_eq!(parsed_again(SIMPLE, false, |_| ()), 0);
    assert_eq!(parsed_again(PLAIN, false, |_| ()), 0);
}

#[test]
fn a_rewritten_file_is_parsed_again_for_its_comments() {
    assert_eq!(parsed_again(&commented(SIMPLE), false, |_| ()), 1);
}

#[test]
fn the_variants_of_a_file_and_its_comments_share_its_tree() {
    assert_eq!(parsed_again(SMALL_SERVICE, false, |_| ()), 1);
    assert_eq!(parsed_again(&commented(SMALL_SERVICE), false, |_| ()), 1);
}

#[test]
fn all_that_changes_a_text_shares_its_tree() {
    let text = commented(SIMPLE);
    // Printing parses the old text and its result, to compare them.
    assert_eq!(parsed_again(SIMPLE, true, lowered), 3);
    assert_eq!(parsed_again(&text, true, lowered), 3);
    assert_eq!(parsed_again(&text, true, |analysis| (0..3).for_each(|_| lowered(analysis))), 7);
    assert_eq!(parsed_again(&text.replace("tosca.nodes.Compute", "Nothing"), true, allowed), 1);
    // Trees that are parsed only for comments are not kept.
    assert_eq!(parsed_again(&text, false, lowered), 4);
}

#[test]
fn a_file_of_tosca_2_0_is_never_parsed_again() {
    assert_eq!(parsed_again(PLAIN, true, lowered), 0);
    let unused = PLAIN.replace("# tosca: allow[unused-input] here for a test\n", "");
    let unused = unused.replace("integer, default: 1", "nothing");
    assert_eq!(parsed_again(&unused, true, allowed), 0);
}
