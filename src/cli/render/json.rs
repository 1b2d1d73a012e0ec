//! A single, versioned JSON document. Readers should ignore unknown keys. `schemas/findings.schema.json`
//! describes it.

use std::io::{self, Write};

use serde::ser::{Serialize, SerializeSeq as _, Serializer};
use serde_json::ser::PrettyFormatter;

use super::{Report, TOOL, Tool};

const FORMAT_VERSION: &str = "1.0";

#[derive(serde::Serialize)]
struct FindingsJson<'a> {
    format_version: &'static str,
    tool: Tool,
    summary: Counts,
    diagnostics: Findings<'a>,
}

#[derive(serde::Serialize)]
struct Counts {
    files: usize,
    errors: usize,
    warnings: usize,
    infos: usize,
    hidden: usize,
}

/// The findings; each is created when it is written.
struct Findings<'a>(&'a Report<'a>);

impl Serialize for Findings<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut list = serializer.serialize_seq(Some(self.0.shown().len()))?;
        self.0.for_each_located(|finding| list.serialize_element(finding))?;
        list.end()
    }
}

pub(super) fn write(out: &mut dyn Write, report: &Report<'_>) -> io::Result<()> {
    let summary = report.summary;
    let document = FindingsJson {
        format_version: FORMAT_VERSION,
        tool: TOOL,
        summary: Counts {
            files: summary.files,
            errors: summary.errors,
            warnings: summary.warnings,
            infos: summary.infos,
            hidden: report.hidden,
        },
        diagnostics: Findings(report),
    };
    pretty(out, &document)
}

/// Writes a document with indentation.
pub(super) fn pretty(out: &mut dyn Write, document: &impl Serialize) -> io::Result<()> {
    let mut serializer = serde_json::Serializer::with_formatter(&mut *out, PrettyFormatter::new());
    document.serialize(&mut serializer)?;
    writeln!(out)
}
