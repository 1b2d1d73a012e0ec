//! Any bytes are read as an archive without a panic: no member has more bytes than it says, and all findings are inside
//! of the texts.

#![no_main]

use camino::Utf8PathBuf;
use libfuzzer_sys::fuzz_target;
use tosca::host::{Archive, Limits, Memory};
use tosca::{LoadOptions, Options};

fuzz_target!(|bytes: &[u8]| check(bytes));

fn check(bytes: &[u8]) {
    let mut limits = Limits::default();
    (limits.bytes, limits.members, limits.archive_bytes) = (1 << 20, 1_000, 1 << 24);
    if let Some(archive) = Archive::open(Box::new(bytes.to_vec()), "x.csar!".into(), &limits) {
        for path in archive.contents() {
            if let Ok(content) = archive.read(path.as_str(), limits.bytes) {
                assert!(content.len() as u64 <= limits.bytes, "{path}");
            }
        }
    }
    let mut host = Memory::new();
    host.add("x.csar", bytes);
    let load = LoadOptions { paths: vec![Utf8PathBuf::from("x.csar")], limits, ..LoadOptions::default() };
    let analysis = tosca::analyze(&host, &Options { load, ..Options::default() });
    for diagnostic in analysis.diagnostics() {
        let span = diagnostic.primary.span;
        let text = &analysis.sources().get(span.file).text;
        assert!(text.get(span.start as usize..span.end as usize).is_some(), "{diagnostic:?}");
    }
}
