//! SARIF 2.1.0 for code scanning: one run, with the violated rules and the findings.

use std::collections::BTreeMap;
use std::io::{self, Write};

use serde::Serialize;
use serde::ser::{SerializeSeq as _, Serializer};
use serde_json::{Value, json};

use crate::base::Span;
use crate::diagnostics::{Diagnostic, Fix, Label, Level, Rule, WEBSITE};
use crate::session::{Elements, fingerprints, path_in_repository};

use super::locations::{name, uri};
use super::{Report, with_help};

const SCHEMA: &str =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

/// The base of relative paths.
const ROOT: &str = "%SRCROOT%";

#[derive(Serialize)]
struct Log<'a> {
    #[serde(rename = "$schema")]
    schema: &'static str,
    version: &'static str,
    runs: [Run<'a>; 1],
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Run<'a> {
    tool: Value,
    column_kind: &'static str,
    original_uri_base_ids: Value,
    results: Results<'a>,
}

/// The results; each is created when it is written.
struct Results<'a> {
    report: &'a Report<'a>,
    /// The index of each rule.
    rules: BTreeMap<&'static str, usize>,
}

pub(super) fn write(out: &mut dyn Write, report: &Report<'_>) -> io::Result<()> {
    let broken_rules: BTreeMap<&str, &Rule> =
        report.shown().iter().map(|diagnostic| (diagnostic.rule.code, diagnostic.rule)).collect();
    let mut driver = json!({
        "name": "tosca",
        "semanticVersion": env!("CARGO_PKG_VERSION"),
        "rules": broken_rules.values().map(|code| rule(code)).collect::<Vec<_>>(),
    });
    if !WEBSITE.is_empty() {
        driver["informationUri"] = WEBSITE.into();
    }
    let log = Log {
        schema: SCHEMA,
        version: "2.1.0",
        runs: [Run {
            tool: json!({ "driver": driver }),
            column_kind: "unicodeCodePoints",
            original_uri_base_ids: json!({ ROOT: {
                "description": { "text": "The root of the repository, or the directory in which tosca ran." }
            } }),
            results: Results { report, rules: broken_rules.into_keys().zip(0..).collect() },
        }],
    };
    super::json::pretty(out, &log)
}

fn rule(code: &Rule) -> Value {
    let mut rule = json!({
        "id": code.code,
        "name": code.name,
        "shortDescription": { "text": code.summary() },
        "fullDescription": { "text": code.section("What it means") },
        "help": { "text": code.text(), "markdown": code.text() },
        "defaultConfiguration": { "level": level(code.level) },
        "properties": {
            "tags": ["tosca"],
            "clauses": code.clauses().collect::<Vec<_>>(),
        },
    });
    if let Some(address) = code.url() {
        rule["helpUri"] = address.into();
    }
    rule
}

fn level(level: Level) -> &'static str {
    match level {
        Level::Error => "error",
        Level::Warning => "warning",
        Level::Info => "note",
    }
}

impl Serialize for Results<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let shown = self.report.shown();
        let mut elements = self.report.findings().elements();
        let mut list = serializer.serialize_seq(Some(shown.len()))?;
        for (diagnostic, fingerprint) in shown.iter().zip(fingerprints(self.report.analysis)) {
            list.serialize_element(&self.result(diagnostic, &fingerprint, &mut elements))?;
        }
        list.end()
    }
}

impl Results<'_> {
    fn result(&self, diagnostic: &Diagnostic, fingerprint: &str, elements: &mut Elements<'_>) -> Value {
        let mut result = json!({
            "ruleId": diagnostic.rule.code,
            "ruleIndex": self.rules.get(diagnostic.rule.code),
            "level": level(diagnostic.level),
            "message": { "text": with_help(diagnostic, "\n") },
            "locations": [self.location(diagnostic, elements)],
            "partialFingerprints": { "toscaElement/v1": fingerprint },
        });
        if !diagnostic.secondary.is_empty() {
            let related = diagnostic.secondary.iter().enumerate();
            result["relatedLocations"] = related.map(|(id, label)| self.related(id, label)).collect();
        }
        if !diagnostic.fixes.is_empty() {
            result["fixes"] = diagnostic.fixes.iter().map(|fix| self.fix(fix)).collect();
        }
        result
    }

    fn location(&self, diagnostic: &Diagnostic, elements: &mut Elements<'_>) -> Value {
        let mut location = json!({ "physicalLocation": self.physical(diagnostic.primary.span) });
        if !diagnostic.primary.text.is_empty() {
            location["physicalLocation"]["region"]["message"] = json!({ "text": diagnostic.primary.text });
        }
        let names: Vec<String> = elements.keys(diagnostic.primary.span).into_iter().map(name).collect();
        if let Some(name) = names.last() {
            location["logicalLocations"] = json!([{
                "name": name,
                "fullyQualifiedName": names.join("/"),
                "kind": "member",
            }]);
        }
        location
    }

    fn related(&self, id: usize, label: &Label) -> Value {
        let mut location = json!({ "id": id, "physicalLocation": self.physical(label.span) });
        if !label.text.is_empty() {
            location["message"] = json!({ "text": label.text });
        }
        location
    }

    fn fix(&self, fix: &Fix) -> Value {
        let mut files: Vec<(Span, Vec<Value>)> = Vec::new();
        for edit in &fix.edits {
            let replacement = json!({
                "deletedRegion": self.region(edit.span),
                "insertedContent": { "text": edit.text },
            });
            match files.iter_mut().find(|(span, _)| span.file == edit.span.file) {
                Some((_, replacements)) => replacements.push(replacement),
                None => files.push((edit.span, vec![replacement])),
            }
        }
        let changes = files.into_iter().map(|(span, replacements)| {
            json!({ "artifactLocation": self.artifact(span), "replacements": replacements })
        });
        json!({ "description": { "text": fix.title }, "artifactChanges": changes.collect::<Vec<_>>() })
    }

    fn physical(&self, span: Span) -> Value {
        json!({ "artifactLocation": self.artifact(span), "region": self.region(span) })
    }

    fn artifact(&self, span: Span) -> Value {
        let uri = uri(&path_in_repository(self.report.analysis, span.file));
        if uri.starts_with("file:") {
            json!({ "uri": uri })
        } else {
            json!({ "uri": uri, "uriBaseId": ROOT })
        }
    }

    fn region(&self, span: Span) -> Value {
        let source = self.report.sources().get(span.file);
        let (start, end) = (source.position(span.start), source.position(span.end));
        json!({
            "startLine": start.line,
            "startColumn": start.column,
            "endLine": end.line,
            "endColumn": end.column,
        })
    }
}
