//! Any text is checked and normalized without a panic, and all findings are inside the text.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tosca::host::Memory;

fuzz_target!(|bytes: &[u8]| check(bytes));

fn check(bytes: &[u8]) {
    let mut host = Memory::new();
    host.add("main.yaml", bytes);
    let (normal, analysis) = tosca::normalize(&host, "main.yaml");
    let _ = normal.map(|normal| serde_json::to_string(&normal));
    for finding in analysis.located() {
        let _ = format!("{finding:?}");
    }
    for diagnostic in analysis.diagnostics() {
        let span = diagnostic.primary.span;
        let text = &analysis.sources().get(span.file).text;
        assert!(text.get(span.start as usize..span.end as usize).is_some(), "{diagnostic:?}");
    }
}
