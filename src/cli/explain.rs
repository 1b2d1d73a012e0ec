//! `tosca explain`

use std::io::IsTerminal as _;

use clap::Args;

use crate::diagnostics::{ALL, Rule, find_rule, suggest};

use super::arguments::{rule, warn_of_renamed};
use super::destination::Destination;
use super::terminal::Color;
use super::{Status, pages, rules};

/// Explains a rule: what it reports and why, with an example and its fix. Given an area, such as T04, lists its
/// rules.
///
/// The page is Markdown if standard output is not a terminal.
#[derive(Debug, Args)]
pub(super) struct Explain {
    /// Code or name of the rule, such as T0401 or unknown-type, or start of codes, such as T04
    #[arg(value_name = "CODE", value_parser = rule(), hide_possible_values = true)]
    code: Option<String>,

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
    let Some(name) = &arguments.code else {
        anstream::eprintln!("error: no rule given");
        anstream::eprintln!(
            "help: pass a code or name, such as `unknown-type`; `tosca rules` lists all rules"
        );
        return Status::Failure;
    };
    let Some(code) = find_rule(name) else {
        if ALL.iter().any(|rule| rule.is_named(name)) {
            let table = rules::table_of(name, &destination.look(arguments.color));
            return destination.write_pages(&table, !arguments.no_pager);
        }
        anstream::eprintln!("error: unknown rule `{name}`");
        let names = ALL.iter().flat_map(|rule| [rule.name, rule.code]);
        match suggest(name, names) {
            Some(suggestion) => anstream::eprintln!("help: did you mean `{suggestion}`?"),
            None => anstream::eprintln!("help: run `tosca rules` to list all rules"),
        }
        return Status::Failure;
    };
    warn_of_renamed([name]);
    let look = destination.look(arguments.color);
    let is_shown = destination.file().is_none() && std::io::stdout().is_terminal();
    let page = page(code);
    let text = if look.color || is_shown { pages::set(&page, &look) } else { page };
    destination.write_pages(&text, !arguments.no_pager)
}

/// Returns the page of a rule in Markdown.
fn page(rule: &Rule) -> String {
    let clause =
        if rule.clause.is_empty() { String::new() } else { format!(", TOSCA 2.0 §{}", rule.clause) };
    let (level, text, settings) = (rule.level.name(), rule.text(), rule.settings());
    format!("# {} {} ({level}{clause})\n\n{text}\n\n{settings}", rule.code, rule.name)
}
