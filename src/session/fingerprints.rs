//! Computes fingerprints: short texts for findings that stay the same when lines move.
//!
//! A fingerprint is made of the rule, the path of the file in its repository, the keys that lead to the
//! location (`service_template`, `node_templates`, `db`), and the line as written, without its indentation.
//! Findings that agree in all this are numbered. Messages are not part of it, so better wording does not
//! change fingerprints.

use rustc_hash::FxHashMap;

use crate::base::{FileId, Sources, Span};

use super::{Analysis, Elements};

/// Returns the fingerprints of all diagnostics of `analysis`, in their order: 32 hexadecimal digits each.
#[must_use]
pub fn fingerprints(analysis: &Analysis) -> Vec<String> {
    let mut repeated: FxHashMap<u128, u32> = FxHashMap::default();
    let mut elements = Elements::new(Some(&analysis.graph));
    let mut fingerprints = Vec::with_capacity(analysis.diagnostics.len());
    for diagnostic in &analysis.diagnostics {
        let span = diagnostic.primary.span;
        let mut hash = Hash::new();
        hash.add(diagnostic.rule.code);
        hash.add(&path_in_repository(analysis, span.file));
        if let Some(positions) = elements.positions(span.file) {
            positions.keys(span.start).into_iter().for_each(|key| hash.add(key));
        }
        hash.add(line(analysis.sources(), span));
        let repetitions = repeated.entry(hash.0).or_default();
        if *repetitions > 0 {
            hash.add(&repetitions.to_string());
        }
        *repetitions += 1;
        fingerprints.push(format!("{:032x}", hash.0));
    }
    fingerprints
}

/// Returns the path of a file relative to the repository, or as it is shown if it is outside of it.
#[must_use]
pub fn path_in_repository(analysis: &Analysis, file: FileId) -> String {
    let identity = analysis.identity(file);
    let inside = analysis.repository.as_ref().and_then(|root| identity.strip_prefix(root).ok());
    inside.unwrap_or(&analysis.sources().get(file).path).as_str().replace('\\', "/")
}

/// Returns the beginning of the line that `span` starts on, trimmed. The length is limited because a whole
/// file may be one line.
fn line(sources: &Sources, span: Span) -> &str {
    const MAX_LINE_BYTES: usize = 200;
    let source = sources.get(span.file);
    let lines = source.lines();
    let start = lines.line_start(lines.line_of(span.start)) as usize;
    let text = source.text.get(start..).unwrap_or("");
    let mut end = text.len().min(MAX_LINE_BYTES);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    text[..end].split(['\n', '\r']).next().unwrap_or("").trim()
}

/// FNV-1a with 128 bits: the same in every version and on every machine.
struct Hash(u128);

impl Hash {
    fn new() -> Self {
        Self(0x6c62_272e_07bb_0142_62b8_2175_6295_c58d)
    }

    /// Adds a text and a terminator.
    fn add(&mut self, text: &str) {
        for byte in text.bytes().chain([0xFF]) {
            self.0 = (self.0 ^ u128::from(byte)).wrapping_mul(0x0000_0000_0100_0000_0000_0000_0000_013B);
        }
    }
}
