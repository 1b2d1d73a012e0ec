//! `tosca explain`

use std::io::IsTerminal as _;

use clap::Args;

use crate::diagnostics::{ALL, Rule, find_rule, suggest};
use crate::dialects::reference_of;

use super::arguments::{rule, warn_of_renamed};
use super::destination::Destination;
use super::terminal::Color;
use super::{Status, pages, rules};

/// Explains rules: what they report and why, with an example and its fix. Given an area, such as T04, lists its
/// rules. Given `variability`, prints the reference of variable templates.
///
/// The page is Markdown if standard output is not a terminal.
#[derive(Debug, Args)]
pub(super) struct Explain {
    /// Codes or names of rules, such as T0401 or unknown-type, or starts of codes, such as T04
    #[arg(value_name = "CODE", value_parser = rule(), hide_possible_values = true)]
    codes: Vec<String>,

    /// When to use colors
    #[arg(long, value_enum, default_value_t = Color::Auto, value_name = "WHEN")]
    color: Color,

    /// Do not use `$PAGER` for long pages
    #[arg(long)]
    no_pager: bool,

    #[command(flatten)]
    destination: Destination,
}

pub(super) fn run(arguments: &Explain) -> Status {
    let destination = &arguments.destination;
    if arguments.codes.is_empty() {
        anstream::eprintln!("error: no rule given");
        anstream::eprintln!(
            "help: pass a code or name, such as `unknown-type`; `tosca rules` lists all rules"
        );
        return Status::Failure;
    }
    let look = destination.look(arguments.color);
    let is_shown = destination.file().is_none() && std::io::stdout().is_terminal();
    let mut texts = Vec::new();
    for name in &arguments.codes {
        texts.push(if let Some(rule) = find_rule(name) {
            let page = page(rule);
            if look.color || is_shown { pages::set(&page, &look) } else { page }
        } else if let Some(page) = reference_of(name) {
            if look.color || is_shown { pages::set(&page, &look) } else { page }
        } else if ALL.iter().any(|rule| rule.is_named(name)) {
            rules::table_of(name, &look)
        } else {
            anstream::eprintln!("error: unknown rule `{name}`");
            let names = ALL.iter().flat_map(|rule| [rule.name, rule.code]);
            match suggest(name, names) {
                Some(suggestion) => anstream::eprintln!("help: did you mean `{suggestion}`?"),
                None => anstream::eprintln!("help: run `tosca rules` to list all rules"),
            }
            return Status::Failure;
        });
    }
    warn_of_renamed(&arguments.codes);
    destination.write_pages(&texts.join("\n"), !arguments.no_pager)
}

/// Returns the page of a rule in Markdown.
fn page(rule: &Rule) -> String {
    let clause =
        if rule.clause.is_empty() { String::new() } else { format!(", TOSCA 2.0 §{}", rule.clause) };
    let (level, text, settings) = (rule.level.name(), rule.text(), rule.settings());
    format!("# {} {} ({level}{clause})\n\n{text}\n\n{settings}", rule.code, rule.name)
}
