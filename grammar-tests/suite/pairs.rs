//! Literate cases about two texts: the old files, the new files, and what the tool reports about the change.
//!
//! A case is a section of a Markdown file with a title, any prose, and fences of one of these forms:
//!
//! * Whole files are in `yaml old` and `yaml new`, and one fence `changes` has the expected lines.
//! * A fence `yaml` is the context, and a fence `changes` has rows: lines with `-` for the old text, lines with
//!   `+` for the new text, and the expected lines. If the context contains `…`, the texts replace it. Otherwise
//!   the context is the old file, and each group of `-` lines, which must be in it once, is replaced. Sections
//!   without files use the context before the first section.
//!
//! The first file is `main.yaml`; before each other file is a line with its name in back-ticks and a colon. Files
//! are TOSCA 2.0 unless they say otherwise. They must not have errors, but each row of `changes with errors` must
//! have some. `TOSCA_BLESS=1` rewrites expected lines.

use std::fmt::Write as _;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::harness::markdown::{CaseFile, sections};
use crate::{files_below, project, text_of};

/// The kinds of fences.
const FENCES: &[&str] = &["yaml", "yaml old", "yaml new", "changes", "changes with errors"];

/// What stands for the changed part of a context.
const PLACEHOLDER: &str = "…";

/// A fence of a Markdown file.
struct Fence<'a> {
    info: &'a str,
    /// The name of the file in the fence.
    name: Option<&'a str>,
    /// The number of the first line inside.
    first: usize,
    lines: Vec<&'a str>,
}

/// A file by its name and text.
type File = (String, String);

/// A part of the context before and after the change.
#[derive(Default)]
struct Replacement<'a> {
    old: Vec<&'a str>,
    new: Vec<&'a str>,
}

/// Two versions of a text, and the expected lines about their difference.
struct Row<'a> {
    /// The number of the first line.
    line: usize,
    replacements: Vec<Replacement<'a>>,
    old: Vec<File>,
    new: Vec<File>,
    has_errors: bool,
    expected: Vec<&'a str>,
    /// The number of the first expected line.
    expected_from: usize,
}

/// A section of a Markdown file.
struct Case<'a> {
    line: usize,
    title: String,
    rows: Vec<Row<'a>>,
}

/// What the tool reports about two texts.
pub(crate) struct Reported {
    pub(crate) text: String,
    /// Whether one of the texts has errors.
    pub(crate) has_errors: bool,
}

/// Compares two versions of the same files.
pub(crate) type Compare = fn(&[CaseFile], &[CaseFile]) -> Reported;

// ── reading ──

/// Returns the sections of a file of cases, or what is wrong with them.
fn read<'a>(path: &str, text: &'a str) -> Result<Vec<Case<'a>>, String> {
    let shared = context_of(text).map_err(|problem| format!("{path}: {problem}"))?;
    let mut cases: Vec<Case> = Vec::new();
    for (line, title, body) in sections(text, "## ") {
        let in_section = |problem| format!("{path}:{line}: {title}: {problem}");
        if title.is_empty() || cases.iter().any(|case| case.title == title) {
            return Err(in_section("the title is missing or repeated".to_owned()));
        }
        let fences = fences(text, line..line + body.lines().count()).map_err(in_section)?;
        let rows = rows(&fences, &shared).map_err(in_section)?;
        cases.push(Case { line, title, rows });
    }
    if cases.is_empty() { Err(format!("{path}: no sections")) } else { Ok(cases) }
}

/// Returns the files before the first section of a file of cases.
pub(crate) fn context_of(text: &str) -> Result<Vec<File>, String> {
    let head = text.lines().take_while(|line| !line.starts_with("## ")).count();
    let fences = fences(text, 0..head)?;
    match fences.iter().find(|fence| fence.info != "yaml") {
        Some(other) => Err(format!("line {}: `{}` before the first section", other.first - 1, other.info)),
        None => files(&fences, "yaml"),
    }
}

/// Returns the fences in a range of lines, which are counted from 0.
fn fences(text: &str, range: Range<usize>) -> Result<Vec<Fence<'_>>, String> {
    let mut fences = Vec::new();
    let mut name = None;
    let mut lines = text.lines().zip(1..).take(range.end).skip(range.start);
    while let Some((line, number)) = lines.next() {
        let Some(info) = line.strip_prefix("```") else {
            if line.contains("```") || line.starts_with("~~~") {
                return Err(format!("line {number}: fences start with three back-ticks, without spaces"));
            }
            let named = line.strip_prefix('`').and_then(|line| line.strip_suffix("`:"));
            if named.is_some() || !line.is_empty() {
                name = named;
            }
            continue;
        };
        if !FENCES.contains(&info) {
            return Err(format!("line {number}: unknown fence `{info}`"));
        }
        let mut fence = Fence { info, name: name.take(), first: number + 1, lines: Vec::new() };
        loop {
            match lines.next() {
                Some((line, _)) if line.starts_with("```") => break,
                Some((line, _)) => fence.lines.push(line),
                None => return Err(format!("line {number}: the fence has no end")),
            }
        }
        if fence.lines.is_empty() {
            return Err(format!("line {number}: the fence is empty"));
        }
        fences.push(fence);
    }
    Ok(fences)
}

/// Returns the files in the fences of a kind.
fn files(fences: &[Fence], info: &str) -> Result<Vec<File>, String> {
    let mut files: Vec<File> = Vec::new();
    for fence in fences.iter().filter(|fence| fence.info == info) {
        let name = fence.name.unwrap_or("main.yaml");
        if files.iter().any(|(other, _)| other == name) {
            return Err(format!("line {}: another file `{name}`", fence.first - 1));
        }
        files.push((name.to_owned(), fence.lines.join("\n") + "\n"));
    }
    Ok(files)
}

/// Returns the rows of a section.
fn rows<'a>(fences: &[Fence<'a>], shared: &[File]) -> Result<Vec<Row<'a>>, String> {
    let (context, old, new) =
        (files(fences, "yaml")?, files(fences, "yaml old")?, files(fences, "yaml new")?);
    let changes: Vec<&Fence> = fences.iter().filter(|fence| fence.info.starts_with("changes")).collect();
    if changes.is_empty() {
        return Err("no fence `changes`".to_owned());
    }
    let mut rows = Vec::new();
    for fence in changes {
        rows.extend(rows_of(fence)?);
    }
    if !old.is_empty() || !new.is_empty() {
        let [row] = rows.as_mut_slice() else { return Err("rows, but also whole files".to_owned()) };
        if !context.is_empty() || !row.replacements.is_empty() {
            return Err("rows, but also whole files".to_owned());
        }
        if old.is_empty() || new.is_empty() {
            return Err("only one of `yaml old` and `yaml new`".to_owned());
        }
        (row.old, row.new) = (old, new);
        return Ok(rows);
    }
    let context = if context.is_empty() { shared } else { &context };
    for row in &mut rows {
        (row.old, row.new) =
            row.changed(context).map_err(|problem| format!("line {}: {problem}", row.line))?;
    }
    Ok(rows)
}

/// Returns the rows of a fence, without their files.
fn rows_of<'a>(fence: &Fence<'a>) -> Result<Vec<Row<'a>>, String> {
    let mut rows = vec![Row::new(fence, fence.first)];
    for (line, number) in fence.lines.iter().copied().zip(fence.first..) {
        let mut row = rows.pop().expect("a row");
        if let Some(old) = marked(line, '-') {
            if !row.expected.is_empty() {
                rows.push(row);
                row = Row::new(fence, number);
            }
            if row.replacements.last().is_none_or(|last| !last.new.is_empty()) {
                row.replacements.push(Replacement::default());
            }
            row.replacements.last_mut().expect("a replacement").old.push(old);
        } else if let Some(new) = marked(line, '+') {
            match row.replacements.last_mut() {
                Some(replacement) if row.expected.is_empty() => replacement.new.push(new),
                _ => return Err(format!("line {number}: `+` without `-`")),
            }
        } else if !row.expected.is_empty() || !line.trim().is_empty() {
            if row.expected.is_empty() {
                row.expected_from = number;
            }
            row.expected.push(line);
        }
        rows.push(row);
    }
    for row in &mut rows {
        while row.expected.pop_if(|line| line.trim().is_empty()).is_some() {}
        if row.expected.is_empty() {
            return Err(format!("line {}: no expected lines", row.line));
        }
    }
    Ok(rows)
}

/// Returns the text after a mark and a space.
fn marked(line: &str, mark: char) -> Option<&str> {
    let rest = line.strip_prefix(mark)?;
    if rest.is_empty() { Some(rest) } else { rest.strip_prefix(' ') }
}

impl<'a> Row<'a> {
    fn new(fence: &Fence<'a>, line: usize) -> Self {
        Row {
            line,
            replacements: Vec::new(),
            old: Vec::new(),
            new: Vec::new(),
            has_errors: fence.info.ends_with("errors"),
            expected: Vec::new(),
            expected_from: line,
        }
    }

    /// Returns the context before and after the change.
    fn changed(&self, context: &[File]) -> Result<(Vec<File>, Vec<File>), String> {
        if context.is_empty() {
            return Err("no files".to_owned());
        }
        if self.replacements.is_empty() {
            return Err("no `-`".to_owned());
        }
        let has_placeholder = context.iter().any(|(_, text)| text.contains(PLACEHOLDER));
        if has_placeholder && self.replacements.len() > 1 {
            return Err(format!("`{PLACEHOLDER}` is replaced twice; no expected lines between"));
        }
        let (mut old, mut new) = (context.to_vec(), context.to_vec());
        for replacement in &self.replacements {
            if replacement.new.is_empty() {
                return Err("`-` without `+`".to_owned());
            }
            let (from, to) = (replacement.old.join("\n"), replacement.new.join("\n"));
            if from == to {
                return Err("`-` and `+` are the same".to_owned());
            }
            let part = if has_placeholder { PLACEHOLDER } else { &from };
            let times: usize = new.iter().map(|(_, text)| text.matches(part).count()).sum();
            if times != 1 {
                return Err(format!("`{part}` is {times} times in the context"));
            }
            if has_placeholder {
                old = replaced(&old, part, &from);
            }
            new = replaced(&new, part, &to);
        }
        Ok((old, new))
    }
}

/// Returns the files with one text instead of another.
fn replaced(files: &[File], from: &str, to: &str) -> Vec<File> {
    files.iter().map(|(name, text)| (name.clone(), text.replace(from, to))).collect()
}

/// Returns the files of a case with the version of TOSCA.
fn case_files(files: &[File]) -> Vec<CaseFile> {
    let file = |(name, text): &File| {
        let version = "tosca_definitions_version";
        let head = if text.contains(version) { String::new() } else { format!("{version}: tosca_2_0\n") };
        CaseFile { name: name.clone(), content: format!("{head}{text}").into_bytes() }
    };
    files.iter().map(file).collect()
}

// ── checking ──

/// The result of a file of cases.
#[derive(Default)]
struct Outcome {
    failures: Vec<String>,
    /// Lines that differ, counted from 0, and what they must be.
    corrections: Vec<(Range<usize>, String)>,
}

/// Checks all cases below a directory, or rewrites their expected lines.
pub(crate) fn check_all(directory: &str, compare: Compare) {
    let bless = std::env::var_os("TOSCA_BLESS").is_some();
    let paths = files_below(directory, "md");
    assert!(!paths.is_empty(), "no cases in {directory}");
    let mut failures = Vec::new();
    for path in paths {
        let mut text = text_of(&path);
        if bless && let Ok(outcome) = check(&path, &text, compare) {
            text = corrected(&text, &outcome);
            std::fs::write(project(&path), &text).expect("a writable file");
        }
        match check(&path, &text, compare) {
            Ok(outcome) => failures.extend(outcome.failures),
            Err(problem) => failures.push(problem),
        }
    }
    assert!(failures.is_empty(), "{} failures\n\n{}", failures.len(), failures.join("\n"));
}

/// Checks the cases of a file.
fn check(path: &str, text: &str, compare: Compare) -> Result<Outcome, String> {
    let mut outcome = Outcome::default();
    for case in read(path, text)? {
        for row in &case.rows {
            let mut fail = |problem: String| {
                let place = format!("{path}:{}: {} (line {})", case.line, case.title, row.line);
                outcome.failures.push(format!("{place}\n{problem}"));
            };
            let (old, new) = (case_files(&row.old), case_files(&row.new));
            let Ok(reported) = catch_unwind(AssertUnwindSafe(|| compare(&old, &new))) else {
                fail("  panicked, as shown above\n".to_owned());
                continue;
            };
            if reported.has_errors != row.has_errors {
                let actual = if reported.has_errors { "has errors" } else { "has no errors" };
                fail(format!("  {actual}, against its fence\n"));
                continue;
            }
            let expected = row.expected.join("\n");
            let actual = reported.text.trim_end();
            if actual != expected {
                fail(format!("  expected\n{}  actual\n{}", indented(&expected), indented(actual)));
                let from = row.expected_from - 1;
                outcome.corrections.push((from..from + row.expected.len(), actual.to_owned()));
            }
        }
    }
    Ok(outcome)
}

fn indented(text: &str) -> String {
    text.lines().fold(String::new(), |mut all, line| {
        let _ = writeln!(all, "    {line}");
        all
    })
}

/// Returns the text of a file of cases with the actual lines.
fn corrected(text: &str, outcome: &Outcome) -> String {
    let mut lines: Vec<&str> = text.lines().collect();
    for (range, actual) in outcome.corrections.iter().rev() {
        lines.splice(range.clone(), actual.lines());
    }
    lines.join("\n") + "\n"
}

// ── tests of the form ──

/// Reports the first line after the version of each first file; texts with `!` have errors.
fn echo(old: &[CaseFile], new: &[CaseFile]) -> Reported {
    let [old, new] = [old, new].map(|files| String::from_utf8(files[0].content.clone()).expect("text"));
    let second = |text: &str| text.lines().nth(1).unwrap_or_default().to_owned();
    let text = format!("{} -> {}\n", second(&old), second(&new));
    Reported { has_errors: text.contains('!'), text }
}

#[track_caller]
fn fails(text: &str, expected: &str) {
    let failures = match check("a.md", text, echo) {
        Ok(outcome) => outcome.failures,
        Err(problem) => vec![problem],
    };
    assert_eq!(failures.join("\n"), expected, "{text}");
}

const ROWS: &str = "# Title\n\n```yaml\na: …\n```\n\n## One\n\nProse.\n\n```changes\n- 1\n+ 2\na: 1 -> a: 2\n\n\
                    - 3\n- 4\n+\na: 3 -> a:\n```\n";

#[test]
fn rows_whole_files_and_replacements_are_cases() {
    fails(ROWS, "");
    fails("## A\n```yaml old\n1\n```\n```yaml new\n2\n```\n```changes\n1 -> 2\n```\n", "");
    fails("## A\n```yaml\na b c\n```\n```changes\n- a\n+ x\n\n- c\n+ y\na b c -> x b y\n```\n", "");
    fails("## A\n```yaml\n…\n```\n```changes with errors\n- a\n+ !\na -> !\n```\n", "");
}

#[test]
fn wrong_expectations_fail_and_are_rewritten() {
    let wrong = ROWS.replace("a: 1 -> a: 2", "nothing").replace("a: 3 -> a:\n", "nothing\n\n  at all\n");
    fails(
        &wrong,
        "a.md:7: One (line 12)\n  expected\n    nothing\n  actual\n    a: 1 -> a: 2\n\n\
         a.md:7: One (line 16)\n  expected\n    nothing\n    \n      at all\n  actual\n    a: 3 -> a:\n",
    );
    let outcome = check("a.md", &wrong, echo).expect("cases");
    assert_eq!(corrected(&wrong, &outcome), ROWS);
    fails(
        "## A\n```yaml\n…\n```\n```changes\n- a\n+ !\na -> !\n```\n",
        "a.md:1: A (line 6)\n  has errors, against its fence\n",
    );
    fails(
        "## A\n```yaml\n…\n```\n```changes with errors\n- a\n+ b\na -> b\n```\n",
        "a.md:1: A (line 6)\n  has no errors, against its fence\n",
    );
}

#[test]
fn malformed_cases_fail() {
    let context = "```yaml\na: …\n```\n";
    let files = "```yaml old\n1\n```\n```yaml new\n2\n```\n";
    let in_section = |body: &str, problem: &str| {
        fails(&format!("# Title\n\n## One\n{body}"), &format!("a.md:3: One: {problem}"));
    };
    in_section("", "no fence `changes`");
    in_section(context, "no fence `changes`");
    in_section(files, "no fence `changes`");
    in_section("```yml\na: 1\n```\n", "line 4: unknown fence `yml`");
    in_section("```\na: 1\n```\n", "line 4: unknown fence ``");
    in_section(" ```yaml\n", "line 4: fences start with three back-ticks, without spaces");
    in_section("```yaml\n```\n", "line 4: the fence is empty");
    in_section("```yaml\na: 1\n", "line 4: the fence has no end");
    in_section(&format!("{context}{context}"), "line 7: another file `main.yaml`");
    in_section("```changes\n- 1\n+ 2\nx\n```\n", "line 5: no files");
    let rows = |rows: &str, problem: &str| in_section(&format!("{context}```changes\n{rows}```\n"), problem);
    rows("", "line 7: the fence is empty");
    rows("\n", "line 8: no expected lines");
    rows("- 1\n+ 2\n", "line 8: no expected lines");
    rows("- 1\n+ 2\n\n- 1\n+ 3\nx\n", "line 8: `…` is replaced twice; no expected lines between");
    rows("- 1\n+ 2\nx\n- 1\n+ 3\n", "line 11: no expected lines");
    rows("x\n", "line 8: no `-`");
    rows("+ 2\nx\n", "line 8: `+` without `-`");
    rows("- 2\nx\n+ 1\n", "line 10: `+` without `-`");
    rows("- 2\nx\n", "line 8: `-` without `+`");
    rows("- 2\n+ 2\nx\n", "line 8: `-` and `+` are the same");
    let whole = |rows: &str, problem: &str| in_section(&format!("{files}```changes\n{rows}```\n"), problem);
    whole("- 1\n+ 2\nx\n", "rows, but also whole files");
    in_section(&format!("{context}{files}```changes\nx\n```\n"), "rows, but also whole files");
    in_section("```yaml old\n1\n```\n```changes\nx\n```\n", "only one of `yaml old` and `yaml new`");
    let twice = "```yaml\naa\n```\n```changes\n- a\n+ b\nx\n```\n";
    in_section(twice, "line 8: `a` is 2 times in the context");
    fails("# Title\n", "a.md: no sections");
    fails("```changes\nx\n```\n## One\n", "a.md: line 1: `changes` before the first section");
    fails(&format!("{ROWS}## One\n"), "a.md:21: One: the title is missing or repeated");
}
