//! The reader of everyday YAML and the full parser give the same tree, spans, comments and findings.

#![no_main]

use std::sync::Arc;

use libfuzzer_sys::{Corpus, fuzz_target};
use tosca::base::FileId;
use tosca::host::Limits;
use tosca::internals::yaml::{decode, first_difference, parse_events, parse_everyday};

fuzz_target!(|bytes: &[u8]| -> Corpus { compare(bytes) });

/// Reads the text with both readers.
fn compare(bytes: &[u8]) -> Corpus {
    let limits = Limits::default();
    let text = Arc::new(decode(bytes.to_vec(), FileId(0)).0);
    let Ok((tree, findings)) = parse_everyday(&text, FileId(0), &limits) else {
        return Corpus::Keep;
    };
    let (expected_tree, expected_findings) = parse_events(&text, FileId(0), &limits);
    assert_eq!(first_difference(&tree, &expected_tree), None);
    assert_eq!(format!("{findings:?}"), format!("{expected_findings:?}"));
    Corpus::Keep
}
