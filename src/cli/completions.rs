//! `tosca completions`
//!
//! The scripts of clap complete commands, flags and in some shells single words. Lists of rules, as in
//! `--levels T04=info,T0501=off`, are left to the program: each script has a few lines that ask it for the ways to go
//! on.

use clap::{Args, CommandFactory as _, ValueEnum};
use clap_complete::Shell as Known;
use clap_complete_nushell::Nushell;

use crate::diagnostics::ALL;

use super::Status;
use super::arguments::Arguments;
use super::destination::Destination;
use super::settings::LEVELS;

/// Prints a completion script for commands, options and values, to be loaded at the start of the shell.
#[derive(Debug, Args)]
pub(super) struct Completions {
    /// Shell
    #[arg(value_enum, required_unless_present = "list")]
    shell: Option<Shell>,

    /// Print the ways to go on with the second word after the first one, for the scripts
    #[arg(long, num_args = 2, value_names = ["PREVIOUS", "WORD"], allow_hyphen_values = true, hide = true, conflicts_with = "shell")]
    list: Vec<String>,

    #[command(flatten)]
    destination: Destination,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Shell {
    /// GNU Bash
    Bash,
    /// Z shell
    Zsh,
    /// fish
    Fish,
    /// PowerShell
    #[value(name = "powershell", alias = "pwsh")]
    Power,
    /// Nushell
    #[value(alias = "nu")]
    Nushell,
    /// Elvish
    Elvish,
}

pub(super) fn run(arguments: &Completions) -> Status {
    let text = match (arguments.shell, &*arguments.list) {
        (Some(shell), _) => shell.script(),
        (None, [previous, word]) => going_on(previous, word).join("\n"),
        (None, _) => String::new(),
    };
    arguments.destination.write("the script", |out| out.write_all(text.as_bytes()))
}

/// Returns the flags whose values are lists with commas.
fn list_flags(command: &clap::Command) -> Vec<&clap::Arg> {
    let nested = command.get_subcommands().flat_map(list_flags);
    command.get_arguments().filter(|flag| flag.get_value_delimiter() == Some(',')).chain(nested).collect()
}

/// Returns the words that `word` may be the start of, if it is a list after the flag `previous`, or the first word
/// after the command `previous`. A word for a list has what is listed already, and one more entry, up to its `=`.
fn going_on(previous: &str, word: &str) -> Vec<String> {
    let (flag, list) = match word.split_once('=') {
        Some(parts) if word.starts_with("--") => parts,
        _ => (previous, word),
    };
    let command = Arguments::command();
    let is_long = |known: &&clap::Arg| known.get_long().is_some_and(|long| flag == format!("--{long}"));
    let of_flag = list_flags(&command).into_iter().find(is_long);
    let of_command = || command.find_subcommand(previous)?.get_positionals().next();
    let Some(flag) = of_flag.or_else(of_command) else { return Vec::new() };
    let is_list = flag.get_value_delimiter().is_some();
    let (listed, entry) = list.rsplit_once(',').filter(|_| is_list).unwrap_or(("", list));
    let start = word.strip_suffix(entry).unwrap_or_default();
    let name = |entry: &str| entry.split('=').next().unwrap_or_default().to_owned();
    let listed: Vec<String> = listed.split(',').map(name).collect();
    let is_listed = |entry: &str| {
        let same = |one: &String| ALL.iter().all(|rule| rule.is_named(one) == rule.is_named(&name(entry)));
        listed.iter().any(same)
    };
    let has_level = flag.get_value_names().is_some_and(|names| names.iter().any(|name| name.contains('=')));
    let entries: Vec<String> = match entry.split_once('=') {
        Some((name, _)) => LEVELS.iter().map(|(level, _)| format!("{name}={level}")).collect(),
        None => {
            let equals = if has_level { "=" } else { "" };
            let values = flag.get_possible_values();
            values.iter().map(|value| format!("{}{equals}", value.get_name())).collect()
        }
    };
    let is_new = |value: &&String| value.starts_with(entry) && !(is_list && is_listed(value));
    let entries = entries.iter().filter(is_new);
    entries.map(|entry| format!("{start}{entry}")).collect()
}

impl Shell {
    /// Returns the script of the shell.
    fn script(self) -> String {
        let original = Arguments::command();
        let flags = list_flags(&original);
        let flags: Vec<&str> = flags.iter().filter_map(|flag| flag.get_long()).collect();
        let mut command = marked(Arguments::command());
        let mut script = Vec::new();
        let mut known = |shell: Known| clap_complete::generate(shell, &mut command, "tosca", &mut script);
        match self {
            Shell::Bash => known(Known::Bash),
            Shell::Zsh => known(Known::Zsh),
            Shell::Fish => known(Known::Fish),
            Shell::Power => known(Known::PowerShell),
            Shell::Elvish => known(Known::Elvish),
            Shell::Nushell => clap_complete::generate(Nushell, &mut command, "tosca", &mut script),
        }
        let mut script = String::from_utf8_lossy(&script).into_owned();
        for flag in flags {
            if let Some((generated, own)) = self.list_of(&mark(flag), flag) {
                script = script.replace(&generated, &own);
            }
        }
        match self {
            Shell::Bash => script.replace("complete -F _tosca ", "complete -F _tosca_or_list ") + BASH,
            Shell::Zsh => script.replacen("\n_tosca() {", &format!("{ZSH}\n_tosca() {{"), 1),
            Shell::Fish => script + FISH,
            Shell::Power => script.replacen("$cursorPosition)\n", &format!("$cursorPosition)\n{POWER}"), 1),
            Shell::Elvish => script + ELVISH,
            Shell::Nushell => script,
        }
    }

    /// Returns how clap writes the values of a list, and what is written instead; `None` if clap writes none, or
    /// they are never asked for.
    fn list_of(self, mark: &str, flag: &str) -> Option<(String, String)> {
        Some(match self {
            Shell::Zsh => (format!(":({mark})"), format!(":_tosca_list --{flag}")),
            Shell::Fish => (format!("\"{mark}\\t''\""), format!("\"(__tosca_list --{flag})\"")),
            Shell::Nushell => {
                let asked =
                    format!("^tosca completions --list --{flag} ($context | split row ' ' | last) | lines");
                (format!("[] {{\n    [ \"{mark}\" ]"), format!("[context: string] {{\n    {asked}"))
            }
            Shell::Bash => {
                (format!("COMPREPLY=($(compgen -W \"{mark}\" -- \"${{cur}}\"))"), String::from(":"))
            }
            Shell::Power | Shell::Elvish => return None,
        })
    }
}

/// Returns `command` with a mark in place of the values of each list.
fn marked(command: clap::Command) -> clap::Command {
    command.mut_subcommands(marked).mut_args(|flag| match flag.get_long().map(mark) {
        // Clap wants a static text; the program ends with the script.
        Some(mark) if flag.get_value_delimiter() == Some(',') => flag.value_parser([&*mark.leak()]),
        _ => flag,
    })
}

fn mark(flag: &str) -> String {
    format!("@{flag}")
}

/// Bash splits words at `=` as well, and replaces only what comes after it.
const BASH: &str = r#"
_tosca_or_list() {
    local line="${COMP_LINE:0:COMP_POINT}" cur="$2" word previous IFS=$' \t\n'
    word="${line##*[[:space:]]}"
    previous="${line%"${word}"}"
    previous="${previous%"${previous##*[![:space:]]}"}"
    previous="${previous##*[[:space:]]}"
    [[ "${cur}" == "=" ]] && cur=""
    COMPREPLY=($(tosca completions --list "${previous}" "${word}" 2> /dev/null))
    if [[ "${#COMPREPLY[@]}" -eq 0 ]]; then
        _tosca "$@"
        return
    fi
    COMPREPLY=("${COMPREPLY[@]#"${word%"${cur}"}"}")
    [[ "${COMPREPLY[0]}" == *= ]] && compopt -o nospace
}
"#;

const ZSH: &str = r#"
_tosca_list() {
    local -a values
    values=(${(f)"$(tosca completions --list "$@[-1]" "${(Q)PREFIX}" 2> /dev/null)"})
    compadd "$@[1,-2]" -S '' -- ${(M)values:#*=}
    compadd "$@[1,-2]" -- ${values:#*=}
}
"#;

const FISH: &str = r#"
function __tosca_list
    set -l word (string replace -r -- '^--[a-z-]+=' '' (commandline -ct))
    tosca completions --list $argv[1] "$word" 2> /dev/null
end

function __tosca_word
    __tosca_list (commandline -opc)[-1]
end

complete -c tosca -n "__fish_tosca_using_subcommand explain rules completions" -f -a "(__tosca_word)"
"#;

const ELVISH: &str = r"
var tosca-words = $edit:completion:arg-completer[tosca]
set edit:completion:arg-completer[tosca] = {|@words|
    var list = [(try { tosca completions --list $words[-2] $words[-1] 2> /dev/null | from-lines } catch { })]
    if (== 0 (count $list)) {
        $tosca-words $@words
    } else {
        each {|word| edit:complex-candidate $word } $list
    }
}
";

const POWER: &str = r"
    $line = $commandAst.ToString()
    $words = $line.Substring(0, [Math]::Min($line.Length, $cursorPosition)) -split '\s+'
    $list = @(tosca completions --list $words[-2] $words[-1] 2> $null)
    if ($list.Count -gt 0) {
        $known = $words[-1].Length - $wordToComplete.Length
        return $list | ForEach-Object { [CompletionResult]::new($_.Substring($known)) }
    }
";
