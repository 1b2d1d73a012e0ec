//! A code quality report for GitLab, which compares fingerprints to find the new findings of a merge request.

use std::io::{self, Write};

use serde::Serialize;

use crate::diagnostics::{Diagnostic, Level};
use crate::session::{fingerprints, path_in_repository};

use super::{Report, json};

#[derive(Serialize)]
struct Issue<'a> {
    description: String,
    check_name: &'a str,
    fingerprint: String,
    severity: &'static str,
    location: Location,
}

#[derive(Serialize)]
struct Location {
    path: String,
    positions: Positions,
}

#[derive(Serialize)]
struct Positions {
    begin: Point,
    end: Point,
}

#[derive(Serialize)]
struct Point {
    line: u32,
    column: u32,
}

pub(super) fn write(out: &mut dyn Write, report: &Report<'_>) -> io::Result<()> {
    let fingerprints = fingerprints(report.analysis);
    let issues = report
        .shown()
        .iter()
        .zip(fingerprints)
        .map(|(diagnostic, fingerprint)| issue(report, diagnostic, fingerprint));
    json::pretty(out, &issues.collect::<Vec<_>>())
}

fn issue<'a>(report: &Report<'_>, diagnostic: &'a Diagnostic, fingerprint: String) -> Issue<'a> {
    let span = diagnostic.primary.span;
    let point = |offset: u32| {
        let position = report.sources().get(span.file).position(offset);
        Point { line: position.line, column: position.column }
    };
    Issue {
        description: super::with_help(diagnostic, "; "),
        check_name: diagnostic.rule.name,
        fingerprint,
        severity: match diagnostic.level {
            Level::Error => "major",
            Level::Warning => "minor",
            Level::Info => "info",
        },
        location: Location {
            path: path_in_repository(report.analysis, span.file),
            positions: Positions { begin: point(span.start), end: point(span.end) },
        },
    }
}
