//! One cause, one finding: a mistake in the structure of a valid project has one finding.
//!
//! A project of several files gets one mistake: a misspelled keyname, a section at the wrong level or of the wrong shape.
//! What the section says is then unknown, in the file and in all files that use it: nothing may be reported about it.
//!
//! The long mode makes 20,000 mistakes, the same in each run. It prints a line for each one that has wrong findings, and
//! the files of one of each class, and fails if there are any:
//!
//! ```sh
//! TOSCA_MISTAKES=20000 cargo test --test suite -- structural_mistakes --nocapture
//! ```
//!
//! `TOSCA_MISTAKES_SEED=700001` makes others, from this seed; `TOSCA_MISTAKES_SEEDS=17,23` only those of these seeds.

#[path = "structural_mistakes/document.rs"]
mod document;
#[path = "structural_mistakes/mistakes.rs"]
mod mistakes;
#[path = "structural_mistakes/places.rs"]
mod places;
#[path = "structural_mistakes/projects.rs"]
mod projects;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use rayon::prelude::*;
use tosca::diagnostics::{Diagnostic, Level};
use tosca::{Analysis, Options};

use document::Node;
use mistakes::Mistake;
use places::Place;
use projects::Project;

use crate::fixes::{fix_all, no_new_findings};
use crate::variability::Random;

/// A mistake in a project.
struct Mistaken {
    seed: u64,
    project: Project,
    mistake: Mistake,
    place: Place,
    file: usize,
    text: String,
    /// The file before, as it is printed.
    before: String,
    /// The value at the place before.
    value: Node,
    /// The key of the entity around the place.
    owner: String,
}

fn mistaken(seed: u64, examples: &[Project]) -> Option<Mistaken> {
    const MAX_TRIES: usize = 20;
    let mut random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
    for _ in 0..8 {
        random.below(2);
    }
    let project = match random.below(2) {
        0 => projects::generated(seed, &mut random)?,
        _ => examples[random.below(examples.len())].clone(),
    };
    let mistake = mistakes::ALL[random.below(mistakes::ALL.len())];
    for _ in 0..MAX_TRIES {
        let file = random.below(project.files.len());
        let Some(root) = Node::read(&project.files[file].1) else { continue };
        let places = places::places(&root);
        if places.is_empty() {
            continue;
        }
        let place = places[random.below(places.len())].clone();
        if let Some(text) = mistakes::make(mistake, &root, &place, &mut random) {
            let before = document::print(&root).text();
            let value = root.at(&place.path).clone();
            let owner = owner_of(&root, &place.path);
            return Some(Mistaken { seed, project, mistake, place, file, text, before, value, owner });
        }
    }
    None
}

/// Returns the key of the entry around the one at `path`.
fn owner_of(root: &Node, path: &[usize]) -> String {
    let Some((_, outer)) = path.split_last() else { return String::new() };
    let Some((&index, map)) = outer.split_last() else { return String::new() };
    root.at(map).entries().get(index).map(|(key, _)| key.clone()).unwrap_or_default()
}

fn number(variable: &str) -> Option<u64> {
    std::env::var(variable).ok().map(|text| text.parse().unwrap_or_else(|_| panic!("{variable} is a number")))
}

/// Whether the environment says how many mistakes are made.
fn is_long() -> bool {
    std::env::vars().any(|(variable, _)| variable.starts_with("TOSCA_MISTAKES"))
}

/// Makes mistakes, as many as usual or as the environment says, and returns what `judge` says about each.
fn judge_mistakes<T: Send>(judge: impl Fn(&Mistaken) -> T + Send + Sync) -> Vec<T> {
    const MISTAKES: u64 = 250;
    // Not every seed makes a mistake.
    const SEEDS_AT_ONCE: u64 = 500;
    let examples = projects::examples();
    let judge_seeds = |seeds: Vec<u64>| {
        let judged = seeds.into_par_iter().map(|seed| Some(judge(&mistaken(seed, &examples)?)));
        judged.collect::<Vec<Option<T>>>()
    };
    if let Ok(seeds) = std::env::var("TOSCA_MISTAKES_SEEDS") {
        let seeds = seeds.split(',').map(|seed| seed.parse().expect("a number"));
        return judge_seeds(seeds.collect()).into_iter().flatten().collect();
    }
    let count = usize::try_from(number("TOSCA_MISTAKES").unwrap_or(MISTAKES)).expect("a small number");
    let mut first = number("TOSCA_MISTAKES_SEED").unwrap_or(1);
    let mut judged = Vec::new();
    while judged.len() < count {
        judged.extend(judge_seeds((first..first + SEEDS_AT_ONCE).collect()).into_iter().flatten());
        first += SEEDS_AT_ONCE;
    }
    judged.truncate(count);
    judged
}

/// The mistakes that may have several findings, each with what all of them are about, and why. The files are valid by
/// themselves: nothing says that something is written wrongly.
const SEVERAL: &[(&[Mistake], About, &str)] = &[
    (
        &[Mistake::Deleted, Mistake::Emptied, Mistake::MovedUp, Mistake::MovedToSibling],
        About::Gone,
        "the definition is gone, and nothing else says so than each use of its name or type",
    ),
    (&[Mistake::Indented], About::Gone, "metadata has any keys: what is indented below it is gone"),
    (
        &[Mistake::MapAsScalar, Mistake::MapAsList],
        About::Gone,
        "a property or input without keynames is a fixed value: each assignment contradicts it",
    ),
    (
        &[Mistake::MovedToSibling],
        About::Moved,
        "the entry is a valid definition in the other section, of another kind: each use of it contradicts that",
    ),
    (
        &[Mistake::MovedToSibling],
        About::Keys,
        "the entry is a map with keys that an author chose: for an entity, each of them is an unknown keyname",
    ),
    (
        &[Mistake::Emptied, Mistake::MapAsList, Mistake::MapAsScalar],
        About::Moved,
        "an entry without keynames is valid, or is a value: advice says that it says nothing, and each use contradicts it",
    ),
    (
        &[Mistake::Deleted, Mistake::Emptied],
        About::Inherited,
        "with the name of the parent, everything that was inherited is gone",
    ),
    (
        &[Mistake::Deleted, Mistake::Indented],
        About::Owner(&["capability", "count", "default", "directives", "targets", "type", "value"]),
        "an entity without it is valid, but what it gave is missed at each use of the entity",
    ),
    (
        &[Mistake::Deleted, Mistake::MovedToSibling],
        About::Any(&["derived_from", "imports", "units"]),
        "everything that was inherited, imported or measured is gone",
    ),
    (
        &[Mistake::Deleted],
        About::Any(&["arguments", "count_range", "namespace", "optional_arguments", "variadic"]),
        "a function with fewer arguments, a requirement with another count, or an import without a prefix, is valid: each \
         use contradicts it",
    ),
    (
        &[Mistake::MovedUp],
        About::Any(&["functions", "profile"]),
        "the outer entity has the same keyname: what it says there contradicts other definitions and imports",
    ),
];

/// What findings may be about. None says that something is written wrongly.
enum About {
    /// The names of the entry and of everything inside of it, and of the types of these. Definitions that refine them
    /// lack keynames, and what only they used is unused.
    Gone,
    /// The same names, or the entry at its new place, in errors and in advice.
    Moved,
    /// Each key of the entry at its new place.
    Keys,
    /// Anything, if the entry names a parent.
    Inherited,
    /// The entity around the entry, if the mistake is at one of these keynames.
    Owner(&'static [&'static str]),
    /// Anything, if the mistake is at one of these keynames.
    Any(&'static [&'static str]),
}

/// The mistakes that give an error, and no advice, unless a word with a letter too many may be the key of a value.
const NEVER_VALID: &[Mistake] = &[Mistake::Misspelled];

/// The warnings that an entity lacks what the name in their message gave.
const ABOUT_LACK: &[&str] = &[
    "incomplete-mapping",
    "input-without-value",
    "missing-entry-schema",
    "missing-file",
    "no-candidate",
    "schema-not-allowed",
    "too-many-mappings",
    "unmapped-parameter",
    "unreachable-signature",
];

/// Whether the only finding of a mistake has the level that it needs, and is at its place.
fn is_right_alone(mistaken: &Mistaken, analysis: &Analysis, finding: Option<&Diagnostic>) -> bool {
    let must_be_known = NEVER_VALID.contains(&mistaken.mistake);
    finding.map_or(!must_be_known, |finding| {
        let is_error = finding.level == Level::Error || finding.rule.name == "unknown-keyname";
        (is_error || !must_be_known) && is_at_mistake(mistaken, analysis, finding)
    })
}

/// Whether a finding or one of its labels is at the place of a mistake:
///
/// * at the lines that the mistake changed, and in the entry at its new place;
/// * at the key of an entry around it, which lacks the entry now, and at its other keynames if the entry is gone;
/// * at the line after the entry, if its indentation is wrong: that line contradicts the indentation.
fn is_at_mistake(mistaken: &Mistaken, analysis: &Analysis, finding: &Diagnostic) -> bool {
    let places = places::lines_of(mistaken.mistake, &mistaken.place.key, &mistaken.before, &mistaken.text);
    is_at_lines(mistaken, analysis, finding, &places)
}

/// Whether a finding or one of its labels is at one of these lines of the file with a mistake.
fn is_at_lines(
    mistaken: &Mistaken,
    analysis: &Analysis,
    finding: &Diagnostic,
    lines: &BTreeSet<usize>,
) -> bool {
    let path = &mistaken.project.files[mistaken.file].0;
    let labels = finding.secondary.iter().map(|label| label.span);
    std::iter::once(finding.primary.span).chain(labels).any(|span| {
        let source = analysis.sources().get(span.file);
        let line = source.position(span.start).line as usize;
        source.path == path.as_str() && lines.contains(&(line - 1))
    })
}

/// Whether the message of a finding has one of these names.
fn has_name(finding: &Diagnostic, names: &[&str]) -> bool {
    let message = finding.message.to_string();
    let mut words = message.split(|letter: char| "` :.,$".contains(letter));
    words.any(|word| names.contains(&word)) || names.iter().any(|name| message.contains(&format!("`{name}`")))
}

/// Whether the findings of a mistake are right: at most one, or several that the table allows.
fn is_right(mistaken: &Mistaken, analysis: &Analysis, findings: &[&Diagnostic]) -> bool {
    if findings.len() <= 1 && is_right_alone(mistaken, analysis, findings.first().copied()) {
        return true;
    }
    if findings.is_empty() {
        return false;
    }
    // With another parent, a value in a section may have to be a definition.
    let has_structural = findings.iter().any(|finding| is_structural(finding));
    let has_wrong_shapes_only =
        findings.iter().all(|finding| !is_structural(finding) || finding.rule.name == "wrong-shape");
    let (mut names, used) = names_in(&mistaken.place.key, &mistaken.value);
    if mistaken.mistake == Mistake::MapAsScalar {
        names.push("word");
    }
    let changed = places::changed_lines(&mistaken.before, &mistaken.text);
    // A refinement of a definition that is gone is a new definition, at a key of the same name.
    let is_refinement = |finding: &Diagnostic| {
        let span = finding.primary.span;
        let text = &analysis.sources().get(span.file).text;
        let key = &text[span.start as usize..span.end as usize];
        matches!(finding.rule.name, "missing-keyname" | "missing-relationship") && names.contains(&key)
    };
    // The import of a file that only the entry used.
    let is_unused_import = |finding: &Diagnostic| {
        let files = mistaken.project.files.iter();
        finding.rule.name == "unused-import"
            && files
                .filter(|(path, text)| {
                    let name = path.rsplit('/').next().unwrap_or(path);
                    let is_imported = finding.message.to_string().contains(name) || text.contains("profile:");
                    is_imported
                        && used.iter().any(|word| {
                            let word = word.rsplit(':').next().unwrap_or(word);
                            text.contains(&format!("{word}:"))
                        })
                })
                .count()
                > 0
    };
    let is_use = |finding: &Diagnostic| {
        let rule = finding.rule.name;
        let is_lack =
            finding.level == Level::Error || rule.starts_with("unknown-") || ABOUT_LACK.contains(&rule);
        let is_about_use = rule.starts_with("unused-") && has_name(finding, &used);
        let is_about_type = rule == "capability-not-offered" && has_name(finding, &used);
        is_lack && has_name(finding, &names)
            || is_refinement(finding)
            || is_about_use
            || is_about_type
            || is_unused_import(finding)
    };
    let is_about_moved = |finding: &&Diagnostic| {
        is_use(finding)
            || has_name(finding, &names)
            || is_at_lines(mistaken, analysis, finding, &changed)
            || mistaken.place.owner.name == "substitution mapping" && has_name(finding, &used)
    };
    SEVERAL.iter().filter(|(mistakes, ..)| mistakes.contains(&mistaken.mistake)).any(|(_, about, _)| {
        match about {
            About::Gone => !has_structural && findings.iter().all(|finding| is_use(finding)),
            About::Moved => !has_structural && findings.iter().all(is_about_moved),
            About::Keys => findings.iter().all(|finding| {
                finding.rule.name == "unknown-keyname"
                    && is_at_lines(mistaken, analysis, finding, &changed)
                    && has_name(finding, &names[1..])
            }),
            About::Inherited => {
                has_wrong_shapes_only && mistaken.value.entries().iter().any(|(key, _)| key == "derived_from")
            }
            About::Owner(keynames) => {
                !has_structural
                    && keynames.contains(&mistaken.place.keyname.as_str())
                    && findings.iter().all(|finding| {
                        has_name(finding, &[mistaken.owner.as_str()])
                            || is_at_mistake(mistaken, analysis, finding)
                    })
            }
            About::Any(keynames) => {
                has_wrong_shapes_only && keynames.contains(&mistaken.place.keyname.as_str())
            }
        }
    })
}

/// Whether a finding says that something is written wrongly, not that it has no effect or that a definition refines
/// nothing.
fn is_structural(finding: &Diagnostic) -> bool {
    const ABOUT_EFFECT: &[&str] =
        &["missing-keyname", "missing-relationship", "no-effect", "non-standard-form", "empty-data-type"];
    let code = finding.rule.code;
    (code.starts_with("T01") || code.starts_with("T02")) && !ABOUT_EFFECT.contains(&finding.rule.name)
}

/// Returns the key of an entry and all keys inside of its value, and the words that its values are.
fn names_in<'v>(key: &'v str, value: &'v Node) -> (Vec<&'v str>, Vec<&'v str>) {
    let (mut names, mut words) = (vec![key], Vec::new());
    let mut pending = vec![value];
    while let Some(node) = pending.pop() {
        match node {
            Node::Map(entries) => {
                names.extend(entries.iter().map(|(key, _)| key.as_str()));
                pending.extend(entries.iter().map(|(_, value)| value));
            }
            Node::List(items) => pending.extend(items),
            // Messages may name a type without its prefix.
            Node::Scalar(word) => words.extend([word.as_str(), word.rsplit(':').next().unwrap_or(word)]),
        }
    }
    (names, words)
}

/// A mistake with findings that are not right.
struct Wrong {
    class: String,
    line: String,
    report: String,
}

#[test]
fn a_mistake_in_the_structure_has_one_finding() {
    let judged = judge_mistakes(|mistaken| {
        let after = mistaken.project.check_with(mistaken.file, &mistaken.text);
        let findings: Vec<&Diagnostic> = after.diagnostics().iter().collect();
        let wrong = (!is_right(mistaken, &after, &findings)).then(|| wrong(mistaken, &after, &findings));
        (mistaken.mistake, !findings.is_empty(), wrong)
    });
    let mut counts: BTreeMap<Mistake, [usize; 3]> = BTreeMap::new();
    let mut classes: BTreeMap<String, Vec<Wrong>> = BTreeMap::new();
    for (mistake, is_reported, wrong) in judged {
        let count = counts.entry(mistake).or_default();
        count[0] += 1;
        count[1] += usize::from(is_reported);
        if let Some(wrong) = wrong {
            count[2] += 1;
            classes.entry(wrong.class.clone()).or_default().push(wrong);
        }
    }
    let mut summary = String::from("mistakes, with findings, with wrong findings\n");
    for (mistake, [all, reported, wrong]) in &counts {
        let _ = writeln!(summary, "{all:6} {reported:6} {wrong:6} {mistake:?}");
    }
    for Wrong { line, .. } in classes.values().flatten() {
        let _ = writeln!(summary, "{line}");
    }
    #[expect(clippy::print_stdout, reason = "the long run prints what it covers")]
    if is_long() {
        println!("{summary}");
    }
    let reports: Vec<&str> = classes.values().map(|class| class[0].report.as_str()).collect();
    assert!(classes.is_empty(), "{}\n{summary}", reports.join("\n"));
}

/// The rules about values that a definition fixes.
const ABOUT_FIXED_VALUES: &[&str] = &["changed-fixed-value", "fixed-value-assigned"];

#[test]
fn the_safe_fix_of_a_mistake_leaves_no_finding_behind() {
    let fixed = judge_mistakes(|mistaken| {
        let host = mistaken.project.host(|index| (index == mistaken.file).then_some(mistaken.text.as_str()));
        let mut options = Options::default();
        options.load.paths = mistaken.project.files.iter().map(|(path, _)| path.into()).collect();
        let judged = fix_all(&host, &options, false).and_then(|(count, before, mut after)| {
            // Nothing is said about a fixed value while its type is wrong.
            if before.keys().any(|(rule, ..)| *rule == "wrong-value-type") {
                after.retain(|(rule, ..), _| !ABOUT_FIXED_VALUES.contains(rule));
            }
            no_new_findings(&before, &after).map(|()| count)
        });
        judged.map_err(|problem| {
            let after = mistaken.project.check_with(mistaken.file, &mistaken.text);
            let findings: Vec<&Diagnostic> = after.diagnostics().iter().collect();
            format!("{problem}\n{}", wrong(mistaken, &after, &findings).report)
        })
    });
    let wrong: Vec<&str> =
        fixed.iter().filter_map(|fixed| fixed.as_ref().err().map(String::as_str)).collect();
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), fixed.len(), wrong.join("\n"));
    let count: usize = fixed.iter().flatten().sum();
    assert!(count > fixed.len() / 10, "only {count} of {} mistakes were fixed", fixed.len());
}

/// A type with three mistakes that have nothing to do with others.
const UNRELATED: &str = "artifact_types:
  UnrelatedImage:
    descriptoin: A keyname with a typing error.
    properties:
      unrelated:
        type: integer
        default: many
  UnrelatedDisk:
    derived_from: UnrelatedImage
    properties:
      unrelated:
        type: string
";

#[test]
fn mistakes_that_are_unrelated_are_all_reported() {
    let compared = judge_mistakes(|mistaken| {
        let with_unrelated = |text: &str| {
            let (version, rest) = text.split_once('\n').expect("a version");
            (!text.contains("artifact_types")).then(|| format!("{version}\n{UNRELATED}{rest}"))
        };
        let (Some(before), Some(text)) = (with_unrelated(&mistaken.before), with_unrelated(&mistaken.text))
        else {
            return false;
        };
        let before = mistaken.project.check_with(mistaken.file, &before);
        let after = mistaken.project.check_with(mistaken.file, &text);
        let has = |analysis: &Analysis, rule: &str, name: &str| {
            analysis
                .diagnostics()
                .iter()
                .any(|finding| finding.rule.name == rule && has_name(finding, &[name]))
        };
        for (rule, name) in [
            ("unknown-keyname", "descriptoin"),
            ("wrong-value-type", "unrelated"),
            ("incompatible-type", "unrelated"),
        ] {
            assert!(has(&before, rule, name), "{rule} without another mistake\n{}", mistaken.before);
            let findings: Vec<&Diagnostic> = after.diagnostics().iter().collect();
            assert!(
                has(&after, rule, name),
                "{rule} is hidden\n{}",
                wrong(mistaken, &after, &findings).report
            );
        }
        true
    });
    let count = compared.iter().filter(|is_compared| **is_compared).count();
    assert!(count > compared.len() / 4, "only {count} pairs of mistakes");
}

/// Describes a mistake and its findings.
fn wrong(mistaken: &Mistaken, analysis: &Analysis, findings: &[&Diagnostic]) -> Wrong {
    let Mistaken { seed, project, mistake, place, file, text, before, .. } = mistaken;
    let path = &project.files[*file].0;
    let difference = similar::TextDiff::from_lines(before, text);
    let mut report = format!(
        "seed {seed}: {}\n{mistake:?} {}\n{}\n",
        project.name,
        place.words(),
        difference.unified_diff().context_radius(4).header(path, path)
    );
    let mut places = Vec::new();
    for finding in findings {
        let source = analysis.sources().get(finding.primary.span.file);
        let line = source.position(finding.primary.span.start).line;
        let level = if finding.level == Level::Error { "error" } else { "warning" };
        let (rule, message) = (finding.rule, &finding.message);
        let _ = writeln!(report, "{}:{line}: {level}[{} {}] {message}", source.path, rule.code, rule.name);
        for help in &finding.help {
            let _ = writeln!(report, "  help: {help}");
        }
        places.push(format!("{} {} {}:{line}", rule.code, rule.name, source.path));
    }
    let rules: BTreeSet<&str> = findings.iter().map(|finding| finding.rule.name).collect();
    let class = format!("{mistake:?} {}: {rules:?}", place.words());
    let line = format!("{mistake:?} {}: seed {seed}: {}", place.words(), places.join(", "));
    Wrong { class, line, report }
}
