//! Arguments for the output of findings, shared by all commands that report them.

use std::ffi::OsStr;
use std::io::{self, BufWriter, IsTerminal as _, Write};
use std::path::{Path, PathBuf};

use clap::builder::{EnumValueParser, PossibleValue, TypedValueParser};
use clap::{Args, ValueEnum as _};

use crate::config::{Setting, SettingValue, Settings};
use crate::host::AtomicFile;

use super::Status;
use super::render::{self, Format, Report, plural, statistics};
use super::terminal::{Color, Look};

/// The default for the maximum number of findings on a terminal.
const DEFAULT_MAX_DIAGNOSTICS: usize = 100;

#[derive(Debug, Args)]
pub(super) struct Output {
    /// Output format, optionally to a file (repeatable)
    ///
    /// Without `=FILE`, findings go to standard output; only one format can do so. The default is `full`, or
    /// `github` in GitHub Actions if standard output is not a terminal.
    #[arg(long, alias = "output-format", value_name = "FORMAT[=FILE]", value_parser = TargetParser)]
    format: Vec<Target>,

    /// Write to FILE (atomically) instead of standard output
    #[arg(
        long = "output",
        short = 'o',
        alias = "output-file",
        value_name = "FILE",
        conflicts_with = "statistics"
    )]
    file: Option<PathBuf>,

    /// Maximum number of findings to print, or `none` [default: 100 on a terminal, otherwise none]
    #[arg(long, value_name = "N", value_parser = max_diagnostics)]
    max_diagnostics: Option<usize>,

    /// Print the number of findings per rule instead of the findings
    #[arg(long)]
    statistics: bool,

    /// When to use colors
    #[arg(long, value_enum, default_value_t = Color::Auto, value_name = "WHEN")]
    color: Color,

    /// Print only findings
    #[arg(long, short, conflicts_with = "verbose")]
    pub(super) quiet: bool,

    /// List files read and skipped, with timings
    #[arg(long, short)]
    pub(super) verbose: bool,
}

/// An output format, and its file if it does not go to standard output.
#[derive(Clone, Debug)]
pub(super) struct Target {
    format: Format,
    file: Option<PathBuf>,
}

fn max_diagnostics(text: &str) -> Result<usize, String> {
    match text.parse() {
        _ if text == "none" => Ok(usize::MAX),
        Ok(0) | Err(_) => Err("expected a number of at least 1, or `none`".to_owned()),
        Ok(number) => Ok(number),
    }
}

/// Parses `FORMAT` and `FORMAT=FILE`.
#[derive(Clone)]
struct TargetParser;

impl TypedValueParser for TargetParser {
    type Value = Target;

    fn parse_ref(
        &self,
        command: &clap::Command,
        argument: Option<&clap::Arg>,
        value: &OsStr,
    ) -> Result<Target, clap::Error> {
        let bytes = value.as_encoded_bytes();
        let name = bytes.split(|&byte| byte == b'=').next().unwrap_or(bytes);
        let file = (name.len() < bytes.len()).then(|| after(value, name.len() + 1));
        let name = String::from_utf8_lossy(name).into_owned();
        let format = EnumValueParser::<Format>::new().parse_ref(command, argument, OsStr::new(&name))?;
        match file {
            Some(file) if file.as_os_str().is_empty() => {
                let help = format!("expected a file after `{name}=`\n");
                Err(clap::Error::raw(clap::error::ErrorKind::InvalidValue, help).with_cmd(command))
            }
            Some(file) if file.as_os_str() == "-" => Ok(Target { format, file: None }),
            file => Ok(Target { format, file }),
        }
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(Format::value_variants().iter().filter_map(Format::to_possible_value)))
    }
}

/// Returns the text after the first `skipped` bytes, which must be ASCII.
pub(super) fn after(text: &OsStr, skipped: usize) -> PathBuf {
    #[cfg(unix)]
    {
        use std::os::unix::ffi::OsStrExt as _;
        PathBuf::from(OsStr::from_bytes(&text.as_bytes()[skipped..]))
    }
    #[cfg(not(unix))]
    {
        PathBuf::from(&text.to_string_lossy()[skipped..])
    }
}

/// The reason why findings could not be written.
#[derive(Debug)]
pub(super) struct Problem(String);

impl Problem {
    /// Prints the reason.
    pub(super) fn report(&self) -> Status {
        anstream::eprintln!("error: {}", self.0);
        Status::Failure
    }
}

impl Target {
    /// Returns the target of a configuration, whose format is already validated.
    fn configured(setting: &Setting) -> Option<Self> {
        let SettingValue::Text(text) = &setting.value else { return None };
        let (name, file) = match text.split_once('=') {
            Some((name, file)) => (name, Some(PathBuf::from(file))),
            None => (text.as_str(), None),
        };
        Some(Self { format: Format::from_str(name, false).ok()?, file })
    }

    pub(super) fn is_text(&self) -> bool {
        self.format.is_text()
    }

    pub(super) fn is_file(&self) -> bool {
        self.file.is_some()
    }
}

/// Fails if two formats go to standard output or to the same file.
fn reject_shared_files(targets: &[Target]) -> Result<(), Problem> {
    for (index, target) in targets.iter().enumerate() {
        if targets[..index].iter().any(|earlier| earlier.file == target.file) {
            let name = target.format.to_possible_value();
            let name = name.as_ref().map_or("", PossibleValue::get_name);
            return Err(Problem(match &target.file {
                None => format!(
                    "only one format can go to standard output; use a file for the other: `--format {name}=FILE`"
                ),
                Some(file) => format!("file `{}` has two formats", file.display()),
            }));
        }
    }
    Ok(())
}

impl Output {
    /// Returns the formats for standard output and files, from flags or otherwise from `settings`. Fails if
    /// they conflict. `--output` takes the place of standard output.
    pub(super) fn targets(&self, settings: &Settings) -> Result<Vec<Target>, Problem> {
        let mut targets = self.formats(settings)?;
        let Some(path) = &self.file else { return Ok(targets) };
        match targets.iter_mut().find(|target| target.file.is_none()) {
            Some(target) => target.file = Some(path.clone()),
            None => return Err(Problem("`--output` needs a format without a file".to_owned())),
        }
        reject_shared_files(&targets)?;
        Ok(targets)
    }

    fn formats(&self, settings: &Settings) -> Result<Vec<Target>, Problem> {
        let configured: Vec<Target> = settings.for_key("format").filter_map(Target::configured).collect();
        let format = if self.format.is_empty() { &configured } else { &self.format };
        if format.is_empty() {
            let on_github = std::env::var_os("GITHUB_ACTIONS").is_some_and(|value| value == "true");
            let to_log = !std::io::stdout().is_terminal() && self.file.is_none();
            let github = on_github && to_log && !self.statistics;
            let format = if github { Format::Github } else { Format::Full };
            return Ok(vec![Target { format, file: None }]);
        }
        reject_shared_files(format)?;
        let on_stdout = format.iter().find(|target| target.file.is_none());
        if let Some(target) = on_stdout
            && self.statistics
            && !target.format.is_text()
            && target.format != Format::Json
        {
            return Err(Problem("`--statistics` only supports text and `--format json`".to_owned()));
        }
        Ok(format.clone())
    }

    /// Whether findings are printed with their sources on standard output.
    pub(super) fn prints_sources(&self, targets: &[Target]) -> bool {
        let prints_sources = |target: &Target| target.format == Format::Full && !target.is_file();
        !self.statistics && targets.iter().any(prints_sources)
    }

    /// Returns how text is written to standard output.
    pub(super) fn look(&self) -> Look {
        Look::of_stdout(self.color)
    }

    /// Writes the findings of `report` to all targets.
    pub(super) fn write(&self, report: &Report<'_>, targets: &[Target]) -> Result<(), Problem> {
        for target in targets {
            match &target.file {
                Some(path) => self.write_file(path, report, target.format)?,
                None => self.write_stdout(report, target.format)?,
            }
        }
        Ok(())
    }

    fn write_file(&self, path: &Path, report: &Report<'_>, format: Format) -> Result<(), Problem> {
        let problem = |error: io::Error| Problem(format!("cannot write `{}`: {error}", path.display()));
        let mut file = AtomicFile::create(path).map_err(problem)?;
        let mut out = BufWriter::new(&mut file);
        let written = render::write(&mut out, report, format, &Look::of_file(self.color));
        written.and_then(|()| out.flush()).map_err(problem)?;
        drop(out);
        file.commit().map_err(problem)
    }

    fn write_stdout(&self, report: &Report<'_>, format: Format) -> Result<(), Problem> {
        let stdout = std::io::stdout();
        let look = self.look();
        let configured = report.analysis.settings.number("max-diagnostics");
        let configured = configured.map(|limit| usize::try_from(limit).unwrap_or(usize::MAX));
        let limit = match self.max_diagnostics {
            Some(limit) => limit,
            None if configured.is_some() => configured.unwrap_or(usize::MAX),
            None if stdout.is_terminal() => DEFAULT_MAX_DIAGNOSTICS,
            None => usize::MAX,
        };
        let hidden = report.diagnostics.len().saturating_sub(limit.max(report.in_settings()));
        let report = &Report { hidden, ..*report };
        let mut out = BufWriter::with_capacity(1 << 16, stdout.lock());
        let written = match (self.statistics, format) {
            (true, Format::Json) => statistics::as_json(&mut out, report),
            (true, _) => statistics::text(&mut out, report, &look),
            _ => render::write(&mut out, report, format, &look),
        };
        // A closed pipe is not a failure, unlike a full disk.
        if let Err(error) = written.and_then(|()| out.flush())
            && error.kind() != io::ErrorKind::BrokenPipe
        {
            return Err(Problem(format!("cannot write the findings: {error}")));
        }
        if hidden > 0 && !self.statistics && !self.quiet {
            anstream::eprintln!(
                "{} not shown; use `--max-diagnostics none` to show all",
                plural(hidden, "more finding")
            );
        }
        Ok(())
    }
}
