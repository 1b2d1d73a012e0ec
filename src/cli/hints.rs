//! What commands, flags and values of other tools are called here.

use std::ffi::OsString;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Command, CommandFactory as _};

use super::arguments::Arguments;

/// Commands.
const COMMANDS: &[(&str, &str)] = &[
    ("autofix", "check --fix"),
    ("fix", "check --fix"),
    ("repair", "check --fix"),
    ("draw", "graph"),
    ("plot", "graph"),
    ("describe", "show"),
    ("convert", "lower"),
    ("upgrade", "migrate"),
    ("create", "init"),
    ("new", "init"),
    ("profiles", "profile list"),
    ("pack", "csar pack"),
    ("unpack", "csar unpack"),
    ("server", "lsp"),
];

/// Flags, with the command that has the meant one.
const FLAGS: &[(&str, &str, &str)] = &[
    ("check", "--deny-warnings", "--fail-on warning"),
    ("check", "--warn-as-error", "--fail-on warning"),
    ("check", "--disable", "--ignore"),
    ("check", "--skip", "--ignore"),
    ("check", "--enable", "--select"),
    ("check", "--rule", "--select"),
    ("check", "--rules", "--select"),
    ("check", "--text", "--format full"),
    ("check", "--plain", "--format concise"),
    ("check", "-f", "--format"),
    ("check", "--preset", "tosca resolve --preset"),
    ("check", "-i", "tosca resolve -i"),
    ("check", "--input", "tosca resolve --input"),
    ("eval", "--preset", "tosca resolve --preset"),
    ("eval", "-i", "tosca resolve -i"),
    ("normalize", "--preset", "tosca resolve --preset"),
    ("normalize", "-i", "tosca resolve -i"),
    ("fmt", "--dry-run", "--check"),
    ("migrate", "--dry-run", "--diff"),
];

/// Values.
const VALUES: &[(&str, &str)] = &[
    ("text", "full"),
    ("human", "full"),
    ("pretty", "full"),
    ("default", "full"),
    ("plain", "concise"),
    ("short", "concise"),
    ("oneline", "concise"),
    ("yml", "yaml"),
    ("md", "markdown"),
    ("no", "never"),
    ("off", "never"),
    ("false", "never"),
    ("yes", "always"),
    ("on", "always"),
    ("true", "always"),
    ("yes", "true"),
    ("no", "false"),
];

/// Returns what to write in place of the wrong argument, and removes from `error` what else it suggests.
pub(super) fn for_error(error: &mut clap::Error, arguments: &[OsString]) -> Option<String> {
    let text = |error: &clap::Error, kind| match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text.clone()),
        _ => None,
    };
    let root = Arguments::command();
    let (command, path) = used_command(&root, arguments);
    let hint = match error.kind() {
        ErrorKind::InvalidSubcommand => {
            let written = text(error, ContextKind::InvalidSubcommand)?;
            let (_, meant) = COMMANDS.iter().find(|(other, _)| *other == written && path.is_empty())?;
            format!("tosca {meant}")
        }
        ErrorKind::UnknownArgument => {
            let written = text(error, ContextKind::InvalidArg)?;
            flag(command, &written)?
        }
        ErrorKind::InvalidValue => {
            let flag = text(error, ContextKind::InvalidArg)?;
            let written = text(error, ContextKind::InvalidValue)?;
            let flag = flag.split([' ', '=', '[']).next().unwrap_or_default();
            let known = command.get_arguments().find(|known| long(known).as_deref() == Some(flag))?;
            let allows =
                |value: &str| known.get_possible_values().iter().any(|known| known.matches(value, false));
            let (_, meant) = VALUES.iter().find(|(other, meant)| *other == written && allows(meant))?;
            let separator = if known.is_require_equals_set() { '=' } else { ' ' };
            format!("{flag}{separator}{meant}")
        }
        _ => return None,
    };
    for kind in [ContextKind::SuggestedArg, ContextKind::SuggestedValue, ContextKind::SuggestedSubcommand] {
        error.remove(kind);
    }
    if error.kind() == ErrorKind::UnknownArgument {
        let usage = command.clone().bin_name(format!("tosca{path}")).render_usage();
        error.insert(ContextKind::Usage, ContextValue::StyledStr(usage));
    }
    Some(hint)
}

/// Returns the flag of `command` that an unknown one means: from the table, or the value that it is of a flag.
fn flag(command: &Command, written: &str) -> Option<String> {
    let name = written.strip_prefix("--");
    let of_table = FLAGS.iter().find(|(of, other, _)| *of == command.get_name() && *other == written);
    if let Some((.., meant)) = of_table {
        return Some((*meant).to_owned());
    }
    let with_value = |value: &str| {
        let mut flags = command.get_arguments().filter(|flag| !flag.is_positional());
        let allows =
            |flag: &&clap::Arg| flag.get_possible_values().iter().any(|known| known.matches(value, false));
        let flag = flags.find(allows)?;
        Some(format!("{} {value}", long(flag)?))
    };
    match name? {
        "no-color" | "no-colors" => with_value("never").filter(|flag| flag.starts_with("--color")),
        "version" => Some("tosca version".to_owned()),
        name => with_value(name),
    }
}

fn long(flag: &clap::Arg) -> Option<String> {
    flag.get_long().map(|long| format!("--{long}"))
}

/// Returns the command that the arguments are for, and its path after `tosca`.
fn used_command<'c>(root: &'c Command, arguments: &[OsString]) -> (&'c Command, String) {
    let (mut command, mut path) = (root, String::new());
    for word in arguments.iter().skip(1).filter_map(|word| word.to_str()) {
        let Some(inner) = command.find_subcommand(word) else { break };
        command = inner;
        path.push(' ');
        path.push_str(inner.get_name());
    }
    (command, path)
}
