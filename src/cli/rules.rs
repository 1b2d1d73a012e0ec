//! `tosca rules`

use std::fmt::Write as _;
use std::io::IsTerminal as _;

use clap::{Args, ValueEnum};
use serde::Serialize;

use crate::diagnostics::{ALL, AREAS, Rule};

use super::Status;
use super::arguments::{rules, warn_of_renamed};
use super::destination::Destination;
use super::render::{TOOL, Tool};
use super::terminal::{Color, Look};

const FORMAT_VERSION: &str = "1.0";

/// Lists all rules, or the rules of an area. Run `tosca explain RULE` for details.
#[derive(Debug, Args)]
pub(super) struct Rules {
    /// Codes or code prefixes, such as `T04` [default: all rules]
    #[arg(value_name = "CODE", value_parser = rules(), hide_possible_values = true)]
    codes: Vec<String>,

    /// Output format
    #[arg(long, value_enum, default_value_t = RulesFormat::Table)]
    format: RulesFormat,

    /// When to use colors
    #[arg(long, value_enum, default_value_t = Color::Auto, value_name = "WHEN")]
    color: Color,

    /// Do not use `$PAGER` for long lists
    #[arg(long)]
    no_pager: bool,

    #[command(flatten)]
    destination: Destination,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum RulesFormat {
    /// One line per rule
    Table,
    /// A single JSON document, with explanations
    Json,
    /// Markdown tables by area
    Markdown,
}

#[derive(Serialize)]
struct RulesJson {
    format_version: &'static str,
    tool: Tool,
    rules: Vec<RuleJson>,
}

#[derive(Serialize)]
struct RuleJson {
    code: &'static str,
    slug: &'static str,
    severity: &'static str,
    /// Whether it is on by default.
    default: bool,
    spec: Vec<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    url: Option<String>,
    summary: String,
    explanation: &'static str,
    /// The version of tosca in which it is new.
    since: &'static str,
}

pub(super) fn run(arguments: &Rules) -> Status {
    warn_of_renamed(&arguments.codes);
    let codes = named(&arguments.codes);
    let look = arguments.destination.look(arguments.color);
    let text = match arguments.format {
        RulesFormat::Table => table(&codes, &look),
        RulesFormat::Markdown => markdown(&codes),
        RulesFormat::Json => {
            let document = RulesJson {
                format_version: FORMAT_VERSION,
                tool: TOOL,
                rules: codes.iter().map(|rule| rule_json(rule)).collect(),
            };
            serde_json::to_string_pretty(&document).unwrap_or_default() + "\n"
        }
    };
    arguments.destination.write_pages(&text, !arguments.no_pager)
}

/// Returns the rules that any of `names` includes, or all rules if there are no names.
fn named(names: &[String]) -> Vec<&'static Rule> {
    let is_named = |rule: &&Rule| names.is_empty() || names.iter().any(|name| rule.is_named(name));
    ALL.iter().copied().filter(is_named).collect()
}

/// Returns the table of the rules that `name` includes, with one line per rule.
pub(super) fn table_of(name: &str, look: &Look) -> String {
    table(&named(&[name.to_owned()]), look)
}

fn rule_json(rule: &'static Rule) -> RuleJson {
    RuleJson {
        code: rule.code,
        slug: rule.name,
        severity: rule.level.name(),
        default: !rule.is_lint(),
        spec: rule.clauses().collect(),
        url: rule.url(),
        summary: rule.summary(),
        explanation: rule.text(),
        since: rule.since,
    }
}

fn table(codes: &[&Rule], look: &Look) -> String {
    let names = codes.iter().map(|rule| rule.name.len()).max().unwrap_or(0);
    let is_terminal = std::io::stdout().is_terminal();
    let mut text = String::new();
    for rule in codes {
        let (color, end) =
            if look.color { (super::render::style(rule.level), super::render::RESET) } else { ("", "") };
        let mut summary = rule.summary();
        let max_width = look.width.saturating_sub(names + 18);
        if is_terminal && summary.chars().count() > max_width && max_width > 20 {
            summary = summary.chars().take(max_width - 1).chain(['…']).collect();
        }
        let level = rule.level.name();
        let _ = writeln!(text, "{}  {:names$}  {color}{level:7}{end}  {summary}", rule.code, rule.name);
    }
    text
}

fn markdown(codes: &[&Rule]) -> String {
    let mut text = String::new();
    for (number, area) in AREAS {
        let codes_of_area: Vec<&&Rule> = codes.iter().filter(|rule| rule.code.starts_with(number)).collect();
        if codes_of_area.is_empty() {
            continue;
        }
        let gap = if text.is_empty() { "" } else { "\n" };
        let _ = writeln!(
            text,
            "{gap}## {number}: {area}\n\n| code | name | level | TOSCA 2.0 | about |\n| :-- | :-- | :-- | :-- | :-- |"
        );
        for rule in codes_of_area {
            let clauses: Vec<String> = rule.clauses().map(|clause| format!("§{clause}")).collect();
            let _ = writeln!(
                text,
                "| {} | `{}` | {} | {} | {} |",
                rule.code,
                rule.name,
                rule.level.name(),
                clauses.join(", "),
                rule.summary().replace('|', "\\|")
            );
        }
    }
    text
}
