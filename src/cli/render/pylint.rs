//! The lines of Pylint, `file:line: [code(name)] message`, which many build servers and editors read.

use std::io::{self, Write};

use super::Report;

pub(super) fn write(out: &mut dyn Write, report: &Report<'_>) -> io::Result<()> {
    report.shown().iter().try_for_each(|diagnostic| {
        let source = report.sources().get(diagnostic.primary.span.file);
        let line = source.position(diagnostic.primary.span.start).line;
        let (code, name) = (diagnostic.rule.code, diagnostic.rule.name);
        writeln!(out, "{}:{line}: [{code}({name})] {}", source.path, diagnostic.message)
    })
}
