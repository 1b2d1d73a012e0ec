//! Findings as short texts that stay the same when lines move.
//!
//! A fingerprint is made of the code, the path of the file in its repository, the keys that lead to the
//! place (`service_template`, `node_templates`, `db`), and the line as it is written, without its
//! indentation. Of findings that agree in all this, each has the number of those before it. Messages count
//! for nothing: a better wording leaves fingerprints alone.

use rustc_hash::FxHashMap;

use crate::base::{FileId, Sources, Span};

use super::{Analysis, Elements};

/// The fingerprints of all diagnostics of `analysis`, in their order: 32 hexadecimal digits each.
#[must_use]
pub fn fingerprints(analysis: &Analysis) -> Vec<String> {
    let mut repeated: FxHashMap<u128, u32> = FxHashMap::default();
    let mut elements = Elements::new(Some(&analysis.graph));
    let mut found = Vec::with_capacity(analysis.diagnostics.len());
    for diagnostic in &analysis.diagnostics {
        let span = diagnostic.primary.span;
        let mut hash = Hash::new();
        hash.add(diagnostic.code.id);
        hash.add(&path_in_repository(analysis, span.file));
        if let Some(places) = elements.places(span.file) {
            places.keys(span.start).into_iter().for_each(|key| hash.add(key));
        }
        hash.add(line(analysis.sources(), span));
        let before = repeated.entry(hash.0).or_default();
        if *before > 0 {
            hash.add(&before.to_string());
        }
        *before += 1;
        found.push(format!("{:032x}", hash.0));
    }
    found
}

/// The path of a file from the directory of the repository; as it is shown where that is not possible.
#[must_use]
pub fn path_in_repository(analysis: &Analysis, file: FileId) -> String {
    let identity = analysis.identity(file);
    let inside = analysis.repository.as_ref().and_then(|root| identity.strip_prefix(root).ok());
    inside.unwrap_or(&analysis.sources().get(file).path).as_str().replace('\\', "/")
}

/// The beginning of the line that `span` starts on, without blanks around it: files may have but one.
fn line(sources: &Sources, span: Span) -> &str {
    const MOST: usize = 200;
    let source = sources.get(span.file);
    let lines = source.lines();
    let start = lines.line_start(lines.line_of(span.start)) as usize;
    let text = source.text.get(start..).unwrap_or("");
    let mut end = text.len().min(MOST);
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

    /// Adds a text and its end.
    fn add(&mut self, text: &str) {
        for byte in text.bytes().chain([0xFF]) {
            self.0 = (self.0 ^ u128::from(byte)).wrapping_mul(0x0000_0000_0100_0000_0000_0000_0000_013B);
        }
    }
}
