//! Actions on findings: their fixes, all safe fixes at once, comments that hide them, and the pages of rules.

use std::collections::BTreeMap;
use std::io;

use gen_lsp_types::{CodeActionParams, Diagnostic, Position, Range, TextEdit, Uri};
use lsp_server::{ErrorCode, RequestId, Response};
use serde_json::{Map, Value, json};

use super::{Open, Output, Server, refuse, transport};
use crate::base::LineIndex;
use crate::diagnostics::ALL;
use crate::lsp::findings::Findings;
use crate::lsp::positions::Lines;
use crate::session::allow;

/// The command that shows the page of a rule.
const EXPLAIN: &str = "tosca.explain";
/// The command that checks all files again.
const CHECK: &str = "tosca.check";
/// The kind of the action that applies all safe fixes.
const FIX_ALL: &str = "source.fixAll.tosca";
/// The kind of the action that removes unused imports.
const ORGANIZE_IMPORTS: &str = "source.organizeImports.tosca";
/// The rule whose fixes remove imports.
const UNUSED_IMPORT: &str = "unused-import";
/// The reason in a new comment, until its author writes one.
const REASON: &str = "TODO: say why";

/// Returns the capabilities of the server that concern actions.
pub(super) fn capabilities() -> Map<String, Value> {
    let mut all = Map::new();
    let kinds = ["quickfix", FIX_ALL, ORGANIZE_IMPORTS];
    all.insert("codeActionProvider".to_owned(), json!({ "codeActionKinds": kinds }));
    all.insert("executeCommandProvider".to_owned(), json!({ "commands": [EXPLAIN, CHECK] }));
    all
}

impl Server {
    /// Returns the actions on the findings in a range of a document whose text was checked.
    pub(super) fn code_actions(&self, params: &CodeActionParams) -> Value {
        let only: Option<Vec<String>> = params.context.only.as_ref().map(|kinds| {
            let names = kinds.iter().filter_map(|kind| json!(kind).as_str().map(str::to_owned));
            names.collect()
        });
        // A kind includes those that are more special.
        let wants = |kind: &str| {
            only.as_ref().is_none_or(|only| {
                only.iter().any(|wanted| {
                    wanted.is_empty() || kind == wanted || kind.starts_with(&format!("{wanted}."))
                })
            })
        };
        let Some(open) = self.open.get(params.text_document.uri.as_str()) else { return json!([]) };
        let Some(findings) = self.findings.get(&open.identity) else { return json!([]) };
        let mut actions = Vec::new();
        if wants("quickfix") {
            actions.extend(self.fixes(findings, &params.range));
            // Only for people who look at a finding, not for an editor that applies all fixes.
            if only.is_none() {
                actions.extend(self.hiding(open, findings, &params.range));
                actions.extend(explaining(findings, &params.range));
            }
        }
        let sources = [
            (FIX_ALL, "Fix all that can be fixed safely", None),
            (ORGANIZE_IMPORTS, "Remove unused imports", Some(UNUSED_IMPORT)),
        ];
        // Where no finding is, they are only wanted by name.
        let is_wanted = only.is_some() || touched(findings, &params.range).next().is_some();
        for (kind, title, rule) in sources.into_iter().filter(|(kind, ..)| is_wanted && wants(kind)) {
            let edits = together(findings, &open.uri, rule);
            // Without a filter, a menu lists only what changes something.
            if !edits.is_empty() {
                let edit = self.edit([(open.uri.as_str(), json!(edits))]);
                actions.push(json!({ "title": title, "kind": kind, "edit": edit }));
            }
        }
        json!(actions)
    }

    /// Returns the fixes of the findings in a range.
    fn fixes(&self, findings: &Findings, range: &Range) -> Vec<Value> {
        let in_range = findings.fixes.iter().filter_map(|fix| {
            let diagnostic = findings.diagnostics.get(fix.diagnostic)?;
            touches(&diagnostic.range, range).then_some((fix, diagnostic))
        });
        let actions = in_range.map(|(fix, diagnostic)| {
            let all = findings.fixes.iter().filter(|candidate| candidate.diagnostic == fix.diagnostic);
            let edits: BTreeMap<&str, Value> =
                fix.edits.iter().map(|(uri, edits)| (uri.as_str(), json!(edits))).collect();
            let mut action = json!({
                "title": capitalized(&fix.title),
                "kind": "quickfix",
                "diagnostics": [diagnostic],
                "edit": self.edit(edits),
            });
            if all.count() == 1 {
                action["isPreferred"] = json!(true);
            }
            action
        });
        actions.collect()
    }

    /// Returns the edits of documents in the form that the client has: with the versions that they are for, or without.
    fn edit<'u>(&self, edits: impl IntoIterator<Item = (&'u str, Value)>) -> Value {
        if !self.client.versioned_edits {
            return json!({ "changes": edits.into_iter().collect::<BTreeMap<_, _>>() });
        }
        let changes = edits.into_iter().map(|(uri, edits)| {
            let version = self.open.get(uri).map(|open| open.version);
            json!({ "textDocument": { "uri": uri, "version": version }, "edits": edits })
        });
        json!({ "documentChanges": changes.collect::<Vec<_>>() })
    }

    /// Returns actions that suppress the findings in a range with a comment.
    fn hiding(&self, open: &Open, findings: &Findings, range: &Range) -> Vec<Value> {
        let checks = self.part.iter().chain(&self.full);
        let known = checks.into_iter().find_map(|checked| {
            let file = checked.file(&open.identity)?;
            (checked.text(file.id) == open.text).then_some((checked, file))
        });
        let Some((checked, file)) = known else { return Vec::new() };
        let index = LineIndex::new(&open.text);
        let lines = Lines::new(&open.text, &index, self.encoding, false);
        let source = checked.analysis.sources().get(file.id);
        let mut actions: Vec<Value> = Vec::new();
        for diagnostic in touched(findings, range) {
            let Some(rule) = rule_of(diagnostic) else { continue };
            let offset = u32::try_from(lines.offset(diagnostic.range.start)).unwrap_or(u32::MAX);
            let Some((at, comment)) = allow::comment(file, source, offset, &rule, REASON) else { continue };
            let place = lines.position(u32::try_from(at).unwrap_or(u32::MAX));
            let edit = json!({ "range": { "start": place, "end": place }, "newText": comment });
            let action = json!({
                "title": format!("Hide `{rule}` here with a comment"),
                "kind": "quickfix",
                "diagnostics": [diagnostic],
                "edit": self.edit([(open.uri.as_str(), json!([edit]))]),
            });
            if !actions.contains(&action) {
                actions.push(action);
            }
        }
        actions
    }

    /// Runs a command: checks all files, or shows the page of a rule, or returns it to clients that show no documents.
    pub(super) fn execute(&mut self, id: RequestId, params: &Value, output: Output<'_>) -> io::Result<()> {
        let command = params.get("command").and_then(Value::as_str).unwrap_or_default();
        if command == CHECK {
            self.check(false);
            return transport::write(output, &Response::new_ok(id, Value::Null).into());
        }
        if command != EXPLAIN {
            let reason = format!("there is no command `{command}`");
            return refuse(output, id, ErrorCode::InvalidParams, &reason);
        }
        let name = params.pointer("/arguments/0").and_then(Value::as_str).unwrap_or_default();
        let Some(rule) = ALL.iter().find(|rule| rule.is_named(name)) else {
            return refuse(output, id, ErrorCode::InvalidParams, &format!("there is no rule `{name}`"));
        };
        if self.client.shows_documents
            && let Some(uri) = self.pages.uri(rule)
        {
            let is_external = uri.scheme() != "file";
            self.ask(
                output,
                "window/showDocument",
                json!({ "uri": uri, "external": is_external, "takeFocus": true }),
            )?;
            return transport::write(output, &Response::new_ok(id, Value::Null).into());
        }
        transport::write(output, &Response::new_ok(id, json!(rule.page)).into())
    }
}

/// Returns the findings that touch a range.
fn touched<'f>(findings: &'f Findings, range: &Range) -> impl Iterator<Item = &'f Diagnostic> {
    let range = *range;
    findings.diagnostics.iter().filter(move |diagnostic| touches(&diagnostic.range, &range))
}

fn touches(one: &Range, other: &Range) -> bool {
    key(one.start) <= key(other.end) && key(other.start) <= key(one.end)
}

fn key(position: Position) -> (u32, u32) {
    (position.line, position.character)
}

/// Returns the name of the rule of a finding.
fn rule_of(diagnostic: &Diagnostic) -> Option<String> {
    json!(diagnostic.code).as_str().map(str::to_owned)
}

/// Returns actions that show the pages of the rules of the findings in a range.
fn explaining(findings: &Findings, range: &Range) -> Vec<Value> {
    let mut rules: Vec<String> = touched(findings, range).filter_map(rule_of).collect();
    rules.dedup();
    let action = |rule: &String| {
        let title = format!("Explain `{rule}`");
        json!({
            "title": title,
            "kind": "quickfix",
            "command": { "title": title, "command": EXPLAIN, "arguments": [rule] },
        })
    };
    rules.iter().map(action).collect()
}

/// Returns the edits of all safe fixes of a document, or of the fixes of one rule, as far as they do not overlap.
fn together(findings: &Findings, uri: &Uri, rule: Option<&str>) -> Vec<TextEdit> {
    let mut chosen: Vec<TextEdit> = Vec::new();
    for fix in &findings.fixes {
        let diagnostic = findings.diagnostics.get(fix.diagnostic);
        let is_of_rule = rule.is_some() && diagnostic.and_then(rule_of).as_deref() == rule;
        let is_chosen = if rule.is_some() { is_of_rule } else { fix.is_safe };
        let Some(edits) = fix.edits.get(uri).filter(|_| is_chosen && fix.edits.len() == 1) else { continue };
        let overlaps = |edit: &TextEdit| {
            chosen.iter().any(|other| {
                key(edit.range.start) <= key(other.range.end) && key(other.range.start) <= key(edit.range.end)
            })
        };
        if !edits.iter().any(overlaps) {
            chosen.extend(edits.iter().cloned());
        }
    }
    chosen.sort_by_key(|edit| key(edit.range.start));
    chosen
}

/// Returns a title with a capital letter, for menus.
fn capitalized(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map(|first| first.to_uppercase().chain(chars).collect()).unwrap_or_default()
}
