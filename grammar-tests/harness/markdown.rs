//! Reads cases from Markdown.

use std::ops::Range;
use std::path::{Path, PathBuf};

use serde::Deserialize;

/// The options of a case.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, rename_all = "kebab-case", deny_unknown_fields)]
#[expect(clippy::struct_excessive_bools, reason = "each is a setting")]
pub(crate) struct Settings {
    pub(crate) check: Vec<String>,
    /// `macos` or `windows` to treat file names as on that system.
    pub(crate) system: Option<String>,
    pub(crate) root: Option<String>,
    pub(crate) profile_path: Vec<String>,
    pub(crate) import_path: Vec<String>,
    pub(crate) strict: bool,
    pub(crate) substitutes: bool,
    pub(crate) select: Vec<String>,
    /// Whether files of implementations must exist; most cases do not show them.
    pub(crate) files: bool,
    pub(crate) functions: Vec<String>,
    pub(crate) spec: Option<String>,
    pub(crate) dialect: Option<String>,
    pub(crate) map_url: std::collections::BTreeMap<String, String>,
    pub(crate) unreadable: Vec<String>,
    pub(crate) inputs: Option<String>,
    /// The types in a normal form: `all`, otherwise those that are used.
    pub(crate) types: Option<String>,
    pub(crate) symlinks: std::collections::BTreeMap<String, String>,
    pub(crate) limits: Limits,
    /// Whether only URLs in `tosca.lock` are fetched.
    pub(crate) locked: bool,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Limits {
    pub(crate) bytes: Option<u64>,
    pub(crate) nodes: Option<usize>,
    pub(crate) depth: Option<usize>,
    pub(crate) alias_nodes: Option<usize>,
    pub(crate) files: Option<usize>,
    pub(crate) members: Option<usize>,
    pub(crate) archive_bytes: Option<u64>,
    pub(crate) ratio: Option<u64>,
}

#[derive(Clone, Debug)]
pub(crate) struct CaseFile {
    pub(crate) name: String,
    pub(crate) content: Vec<u8>,
}

/// A finding that a case must have.
#[derive(Clone, Debug)]
pub(crate) struct Expected {
    pub(crate) file: String,
    pub(crate) line: u32,
    pub(crate) column: Option<u32>,
    pub(crate) level: String,
    pub(crate) slug: String,
    pub(crate) text: Option<Quoted>,
}

/// A part of a message that a case quotes.
#[derive(Clone, Debug)]
pub(crate) struct Quoted {
    pub(crate) text: String,
    /// The line of the Markdown file, from 1.
    pub(crate) line: usize,
    /// The bytes of that line between the quotation marks.
    pub(crate) columns: Range<usize>,
    /// The delimiter of the text, which it cannot contain.
    pub(crate) ends: &'static [&'static str],
}

/// The expected meaning of a name.
#[derive(Clone, Debug)]
pub(crate) struct Meaning {
    pub(crate) file: String,
    pub(crate) line: u32,
    pub(crate) text: String,
}

/// The expected effective definition of a type.
#[derive(Clone, Debug)]
pub(crate) struct Effective {
    /// `node type Server`, with `in file.yaml` if several files define it.
    pub(crate) of: String,
    pub(crate) text: String,
}

/// The expected TOSCA 2.0 form of a part of the first file.
#[derive(Clone, Debug)]
pub(crate) struct Lowered {
    /// The path of keys, separated by `/`.
    pub(crate) path: String,
    pub(crate) text: String,
}

/// The expected normal form of a part of the first file.
#[derive(Clone, Debug)]
pub(crate) struct Normal {
    /// The path of keys, from the root or from `service_template`.
    pub(crate) path: Vec<String>,
    pub(crate) text: String,
}

/// The expected result of an expression.
#[derive(Clone, Debug)]
pub(crate) struct Evaluated {
    pub(crate) expression: String,
    /// The value, or `None` if there must be none.
    pub(crate) value: Option<String>,
    /// Whether it must be known only at run time.
    pub(crate) later: bool,
    /// The findings: level, rule name and a part of the message.
    pub(crate) findings: Vec<Expected>,
}

/// The expected form of a variant of the first file.
#[derive(Clone, Debug)]
pub(crate) struct ResolvedTo {
    /// `mode=prod`, `preset:dev`, `prune-nodes`, `skip:source`.
    pub(crate) arguments: Vec<String>,
    /// The plain template as data, or `None` if only findings are expected.
    pub(crate) text: Option<String>,
    /// The findings: level, rule name and a part of the message.
    pub(crate) findings: Vec<Expected>,
}

/// A section of a file.
#[derive(Clone, Debug, Default)]
pub(crate) struct Case {
    pub(crate) name: String,
    pub(crate) place: String,
    pub(crate) rules: Vec<String>,
    pub(crate) files: Vec<CaseFile>,
    pub(crate) settings: Settings,
    pub(crate) expected: Vec<Expected>,
    pub(crate) meanings: Vec<Meaning>,
    pub(crate) shown: Vec<Effective>,
    pub(crate) lowered: Vec<Lowered>,
    pub(crate) normal: Vec<Normal>,
    /// Parts of the normal form as JSON.
    pub(crate) json: Vec<Normal>,
    pub(crate) evaluated: Vec<Evaluated>,
    /// The text of the first file in plain TOSCA 2.0.
    pub(crate) migrated: Option<String>,
    /// The help of all findings: `LINE: TEXT` for each.
    pub(crate) help: Option<String>,
    /// The text of the first file after the first fix of each finding.
    pub(crate) fixed: Option<String>,
    pub(crate) resolved: Vec<ResolvedTo>,
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).to_owned()
}

/// Returns all sections in `grammar-tests/cases`.
pub(crate) fn read_cases() -> Vec<Case> {
    let directory = root().join("grammar-tests/cases");
    let mut cases = Vec::new();
    for path in markdown_files(&directory) {
        let text = std::fs::read_to_string(&path).expect("a readable case file");
        let relative = path.strip_prefix(&directory).expect("a case file");
        let area = relative.with_extension("").to_string_lossy().replace('\\', "/");
        if area == "README" {
            continue;
        }
        cases.extend(read_file(&area, &text));
    }
    cases
}

/// Returns all sections of a file of cases.
pub(crate) fn read_file(area: &str, text: &str) -> Vec<Case> {
    // The text before the first section belongs to all sections.
    let shared = read_case(Case::default(), text.split("\n## ").next().unwrap_or(""), 1);
    let sections = sections(text, "## ").into_iter();
    let cases = sections.map(|(line, title, body)| {
        let mut case = read_case(shared.clone(), &body, line + 1);
        case.name = format!("{area}/{}", slug(&title));
        case.place = format!("grammar-tests/cases/{area}.md:{line}");
        case
    });
    cases.collect()
}

/// Returns the examples of all pages: rule name, then the wrong and the correct example.
pub(crate) fn read_pages() -> Vec<(String, Option<Case>, Option<Case>)> {
    let mut pages = Vec::new();
    // The pages of dialects are in the folders of the dialects.
    for path in markdown_files(&root().join("src"))
        .into_iter()
        .filter(|path| path.parent().is_some_and(|parent| parent.ends_with("rules")))
    {
        let text = std::fs::read_to_string(&path).expect("a readable page");
        let slug = path.file_stem().expect("a name").to_string_lossy().into_owned();
        let part = |wanted: &str| {
            let (line, _, body) = sections(&text, "## ").into_iter().find(|(_, title, _)| title == wanted)?;
            let mut case = read_case(Case::default(), &body, line + 1);
            case.name = format!("pages/{slug}/{}", wanted.to_lowercase());
            case.place = path.strip_prefix(root()).unwrap_or(&path).to_string_lossy().into_owned();
            (!case.files.is_empty()).then_some(case)
        };
        let (example, fixed) = (part("Example"), part("Fixed"));
        pages.push((slug, example, fixed));
    }
    pages
}

fn markdown_files(directory: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut waiting = vec![directory.to_owned()];
    while let Some(directory) = waiting.pop() {
        for entry in std::fs::read_dir(&directory).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                waiting.push(path);
            } else if path.extension().is_some_and(|extension| extension == "md") {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}

/// Returns the sections of a text: line, title and body. Headings inside fences are ignored.
pub(crate) fn sections(text: &str, heading: &str) -> Vec<(usize, String, String)> {
    let mut sections: Vec<(usize, String, String)> = Vec::new();
    let mut fenced = false;
    for (line, number) in text.split_inclusive('\n').zip(1..) {
        if line.starts_with("```") {
            fenced = !fenced;
        }
        match line.strip_prefix(heading) {
            Some(title) if !fenced => sections.push((number, title.trim().to_owned(), String::new())),
            _ => {
                if let Some((_, _, body)) = sections.last_mut() {
                    body.push_str(line);
                }
            }
        }
    }
    sections
}

pub(crate) fn slug(title: &str) -> String {
    let mut slug = String::new();
    for c in title.to_lowercase().chars() {
        if c.is_alphanumeric() {
            slug.push(c);
        } else if !slug.ends_with('-') {
            slug.push('-');
        }
    }
    slug.trim_matches('-').to_owned()
}

/// Adds the content of a section to a case; `first` is the number of its first line.
fn read_case(mut case: Case, body: &str, first: usize) -> Case {
    let mut name: Option<String> = None;
    let mut lines = body.lines().zip(first..);
    while let Some((line, number)) = lines.next() {
        if let Some(rules) = line.strip_prefix("Rules:") {
            case.rules = rules.split(',').map(|rule| rule.trim().to_owned()).collect();
            continue;
        }
        if let Some(info) = line.strip_prefix("```") {
            let fence = lines.by_ref().map(|(line, _)| line).take_while(|line| !line.starts_with("```"));
            let fence: Vec<&str> = fence.collect();
            read_fence(&mut case, info, (&fence, number + 1), name.take());
        } else if let Some(path) = line.trim().strip_prefix('`').and_then(|line| line.strip_suffix("`:")) {
            name = Some(path.to_owned());
        } else if !line.trim().is_empty() {
            name = None;
        }
    }
    case
}

/// Adds the content of a fence; its lines come with the number of the first one.
fn read_fence(case: &mut Case, info: &str, (lines, first): (&[&str], usize), name: Option<String>) {
    let mut words = info.split_whitespace();
    let kind = words.next().unwrap_or("");
    let words: Vec<&str> = words.collect();
    let mut text = lines.join("\n");
    if !lines.is_empty() {
        text.push('\n');
    }
    match kind {
        "toml" if name.is_none() => {
            case.settings = toml::from_str(&text).unwrap_or_else(|e| panic!("settings: {e}\n{text}"));
        }
        "show" => case.shown.push(Effective { of: words.join(" "), text }),
        "lower" => case.lowered.push(Lowered { path: words.join(" "), text }),
        "normalize" => {
            let path = words.iter().map(|word| (*word).to_owned()).collect();
            case.normal.push(Normal { path, text });
        }
        "json" if name.is_none() && !case.files.is_empty() => {
            let path = words.iter().map(|word| (*word).to_owned()).collect();
            case.json.push(Normal { path, text });
        }
        "eval" => {
            let lines = lines.iter().copied().zip(first..);
            let lines = lines.filter(|(line, _)| !line.trim().is_empty() && !line.starts_with('#'));
            case.evaluated.extend(lines.flat_map(read_evaluated));
        }
        "resolve" => {
            let is_finding =
                |line: &str| ["error [", "warning [", "info ["].iter().any(|level| line.starts_with(level));
            let findings = lines.iter().copied().zip(first..).filter(|(line, _)| is_finding(line));
            let findings = findings.map(|(line, number)| {
                let (level, rest) = line.split_once(' ').expect("level and slug");
                read_finding(level, rest, (line, number), &[])
            });
            let findings: Vec<Expected> = findings.collect();
            let rest: Vec<&str> = lines.iter().copied().filter(|line| !is_finding(line)).collect();
            let text = (!rest.is_empty()).then(|| rest.join("\n"));
            let arguments = words.iter().map(|word| (*word).to_owned()).collect();
            case.resolved.push(ResolvedTo { arguments, text, findings });
        }
        "diagnostics" => {
            case.expected.extend(lines.iter().copied().zip(first..).map(read_diagnostic_line));
        }
        "help" => case.help = Some(text),
        _ if words.contains(&"migrated") => case.migrated = Some(text),
        _ if words.contains(&"fixed") => case.fixed = Some(text),
        _ => {
            let default = if case.files.is_empty() { "main.yaml".to_owned() } else { String::new() };
            let name = name.unwrap_or(default);
            if name.is_empty() {
                return;
            }
            let mut content = if kind == "hex" {
                let digits: String = text.split_whitespace().collect();
                let byte = |at: usize| u8::from_str_radix(&digits[at..at + 2], 16).expect("hex digits");
                (0..digits.len()).step_by(2).map(byte).collect()
            } else {
                read_comments(case, &name, lines, first);
                text.into_bytes()
            };
            if words.contains(&"crlf") {
                content = String::from_utf8(content).expect("text").replace('\n', "\r\n").into_bytes();
            }
            if words.contains(&"bom") {
                content.splice(0..0, [0xEF, 0xBB, 0xBF]);
            }
            case.files.push(CaseFile { name, content });
        }
    }
}

/// `main.yaml:3:5 error [slug] "text"`
fn read_diagnostic_line((line, number): (&str, usize)) -> Expected {
    let (place, rest) = line.split_once(' ').expect("place and finding");
    let mut parts = place.split(':');
    let file = parts.next().unwrap_or("").to_owned();
    let count = |part: Option<&str>| part.and_then(|part| part.parse().ok());
    let (level, rest) = rest.trim().split_once(' ').expect("level and slug");
    let mut finding = read_finding(level, rest, (line, number), &[]);
    finding.file = file;
    finding.line = count(parts.next()).expect("a line");
    finding.column = count(parts.next());
    finding
}

/// `EXPRESSION => VALUE`, `=> later`, `=> error [slug] "text"`; several results are divided by ` ; `. A list
/// `<a b>` in an expression stands for each of these inputs in turn, everywhere for the same.
fn read_evaluated((line, number): (&str, usize)) -> Vec<Evaluated> {
    let (expression, results) = line.rsplit_once(" => ").unwrap_or_else(|| panic!("no ` => ` in {line}"));
    let list = expression.find('<').and_then(|start| {
        let list = &expression[start..];
        Some(&list[..=list.find('>')?])
    });
    let expressions = match list {
        Some(list) => {
            let inputs = list[1..list.len() - 1].split_whitespace();
            inputs.map(|input| expression.replace(list, &format!("{{ $get_input: {input} }}"))).collect()
        }
        None => vec![expression.to_owned()],
    };
    let mut evaluated =
        Evaluated { expression: String::new(), value: None, later: false, findings: Vec::new() };
    for result in results.split(" ; ").map(str::trim) {
        let finding = ["error", "warning", "info"].into_iter().find_map(|level| {
            let rest = result.strip_prefix(level)?;
            rest.starts_with(" [").then(|| read_finding(level, rest, (line, number), &[" => ", " ; "]))
        });
        match finding {
            Some(finding) => evaluated.findings.push(finding),
            None if result == "later" => evaluated.later = true,
            None => evaluated.value = Some(result.to_owned()),
        }
    }
    let of = |expression: String| Evaluated { expression, ..evaluated.clone() };
    expressions.into_iter().map(|expression| of(expression.trim().to_owned())).collect()
}

/// `5 [slug] "text"`, a part of a line of the Markdown file that one of `ends` ends.
fn read_finding(
    level: &str,
    rest: &str,
    (line, number): (&str, usize),
    ends: &'static [&'static str],
) -> Expected {
    let rest = rest.trim();
    let open = rest.find('[').expect("a slug in brackets");
    let close = rest.find(']').expect("a slug in brackets");
    let text = rest[close + 1..].trim();
    let text = text.strip_prefix('"').and_then(|text| text.rfind('"').map(|end| &text[..end]));
    let text = text.map(|text| {
        let start = text.as_ptr().addr() - line.as_ptr().addr();
        Quoted { text: text.to_owned(), line: number, columns: start..start + text.len(), ends }
    });
    Expected {
        file: String::new(),
        line: 0,
        column: rest[..open].trim().parse().ok(),
        level: level.to_owned(),
        slug: rest[open + 1..close].to_owned(),
        text,
    }
}

/// Reads the expectations in the comments of a file: about the line itself, or the next line that is not a
/// comment.
fn read_comments(case: &mut Case, name: &str, lines: &[&str], first: usize) {
    let mut waiting: Vec<Expected> = Vec::new();
    let mut meanings: Vec<Meaning> = Vec::new();
    for (line, number) in lines.iter().zip(1..) {
        let own_line = line.trim_start().trim_start_matches("<!-- ").starts_with("# ");
        let own_line = own_line || line.trim_start().starts_with('#');
        for level in ["error", "warning", "info"] {
            let mark = format!("# {level}: ");
            for (at, _) in line.match_indices(&mark) {
                let rest = &line[at + mark.len()..];
                let rest = rest.split(" # ").next().unwrap_or(rest);
                let written = (*line, first + number as usize - 1);
                let mut finding = read_finding(level, rest, written, &[" # "]);
                name.clone_into(&mut finding.file);
                finding.line = number;
                waiting.push(finding);
            }
        }
        for (at, _) in line.match_indices("# is: ") {
            let text = line[at + 6..].split(" # ").next().unwrap_or("").trim().to_owned();
            meanings.push(Meaning { file: name.to_owned(), line: number, text });
        }
        if own_line {
            continue;
        }
        for mut finding in waiting.drain(..) {
            finding.line = number;
            case.expected.push(finding);
        }
        for mut meaning in meanings.drain(..) {
            meaning.line = number;
            case.meanings.push(meaning);
        }
    }
    case.expected.append(&mut waiting);
}
