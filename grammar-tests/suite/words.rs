//! Counts unwanted words and names in messages, pages, docs, comments and code.
//!
//! The counts may only fall. `words.tsv` has the ceiling of each phrase in each area; a missing row means 0.
//! `TOSCA_BLESS=1` lowers ceilings to the current counts, and never raises one. To list all hits of a phrase,
//! remove its row and run this test.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use regex::Regex;

#[path = "words/source.rs"]
mod source;

use crate::{files_below, text_of};
use source::{Kind, Piece, pieces};

const CEILINGS: &str = "grammar-tests/words.tsv";
const HEAD: &str = "area\tphrase\tceiling\n";
/// The maximum length of a label.
const MAX_LABEL: usize = 60;

/// A phrase, its exceptions, and what to write instead.
struct Phrase {
    name: &'static str,
    pattern: &'static str,
    except: &'static str,
    instead: &'static str,
}

const fn phrase(
    name: &'static str,
    pattern: &'static str,
    except: &'static str,
    instead: &'static str,
) -> Phrase {
    Phrase { name, pattern, except, instead }
}

/// Phrases in text. Patterns ignore case unless they say `(?-i)`.
const PHRASES: &[Phrase] = &[
    phrase(
        "is no",
        r"\b(is|are|was|were) no\b",
        r"\b(there|here) (is|are|was|were) no\b|\b(is|are|was|were) no (longer|more|fewer|less|such)\b",
        "is not a",
    ),
    phrase("behind", r"\bbehind\b", "behind (a|one) trait", "after"),
    phrase("blank", r"\bblanks?\b", "blank lines?", "space"),
    phrase("told", r"\btold\b", "", "reported"),
    phrase("tell", r"\btells?\b", "tell (them )?apart|cannot tell", "report, show, specify"),
    phrase("none where", r"\b(none|nothing) (where|if|when)\b", "", "`None` if"),
    phrase("so many", r"\bso many\b", "so many that", "at most N"),
    phrase("comes to", r"\b(what|that|they|it|values?) comes? to\b", "", "results in; the value of"),
    phrase("whoever", r"\bwho(so)?ever\b", "", "users, templates that"),
    phrase("Who …s", r"(?-i)\bWho [a-z]+s\b", "", "users, templates that"),
    phrase("pass over", r"\bpass(es|ed|ing)? over\b", "", "skip"),
    phrase("circle", r"\bcircles?\b", "-circle", "cycle"),
    phrase("admit", r"\badmit(s|ted)?\b", "not-admitted", "allow"),
    phrase("in force", r"\bin force\b", "", "effective; not in force: ignored"),
    phrase("mend", r"\bmend(s|ed|ing)?\b", r"/mending|mending(\.rs|/)", "fix"),
    phrase("fulfil", r"\bfulfil(s|ment)?\b", "", "satisfy; fulfill"),
    phrase("of one's own", r"\bof one's own\b", "", "user-defined"),
    phrase("hold against", r"\b(held|holds?) against\b", "", "check against, compare with"),
    phrase("go by", r"\b(goes|go|went) by\b", "", "use, follow"),
    phrase(
        "one line a finding",
        r"\b(one|a) (line|page|file|suite|code) an? (finding|command|file|kind|code|change|name|entry|key)\b",
        "",
        "per",
    ),
    phrase(
        "in the manner of",
        r"\bin the manner of\b|\bletter of the standard\b",
        "",
        "like; the strict rules",
    ),
    phrase("file of TOSCA", r"\bfiles? of TOSCA\b", r"files? of TOSCA (Simple|2\.0|1\.)", "TOSCA file"),
    phrase("without default", r"\bwith(out)? default\b", "default features", "has (no) default"),
    phrase("is none", r"\b(is|are) none\b", "there (is|are) none", "is not one"),
    phrase(
        "stands below",
        r"\bstands? (below|above|beside|behind|at|under|before|inside|around|on|in|here|there|first|last)\b",
        "stands? in for",
        "is, appears, follows",
    ),
    phrase("lies in", r"\blies? (in|below|beside|above|behind|inside|under)\b", "", "is in"),
    phrase("in vain", r"\bin vain\b|\bat hand\b|\bthis very\b|\bonce more\b", "", "delete; current; again"),
    phrase("in front of", r"\bin front( of)?\b", "", "before"),
    phrase(
        "gravity",
        r"\b(grave|gravity|hopeless|strangers?|kinship|milder)\b",
        "",
        "level, impact; unfulfillable; unknown keys; type relation; lenient",
    ),
    phrase("any more", r"\bany more\b", "any more than", "no longer"),
    phrase(
        "cannot be this",
        r"\bcannot be this\b|\bthe other way round\b|\bsmall letters\b|\bmoments?\b",
        "",
        "invalid; vice versa; lowercase; timestamp",
    ),
    phrase(
        "British spelling",
        r"\b(colour|recognis|behaviour|licence|neighbour|capitalis|initialis|catalogue|serialis|honour)\w*",
        "",
        "American spelling",
    ),
    phrase(
        "is missing between",
        r"\bis missing (between|behind)\b|\bwhite space\b",
        "",
        "missing X after; whitespace",
    ),
    phrase("not negative", r"\bnot negative\b", "", "non-negative"),
    phrase("leads nowhere", r"\bleads? (nowhere|on|away)\b", "", "has no target; follows"),
    phrase("one of the two", r"\b(remove|rename) one of the two\b", "", "one of them"),
    phrase("url", r"(?-i)\burls?\b", r"-url\b|\burl: |\burl-|\bnot-a-url-path\b", "URL"),
    // These have legitimate uses; do not force the last ones.
    phrase("beside", r"\bbeside\b", "", "next to, besides"),
    phrase(", too", r", too\b", "", "also"),
    phrase("of its own", r"\bof (its|their) own\b", "", "separate, unique"),
];

/// Names in code.
const NAMES: &[Phrase] = &[
    phrase(
        "const MOST",
        r"(?-i)\bconst (MOST|MANY|FEW|LONG|SMALL|SHOWN|LARGEST|LONGEST|DEEPEST|WIDEST)\b",
        "",
        "MAX_ and a noun",
    ),
    phrase("fn found", r"(?-i)\bfn found\b", "", "new, or the case"),
    phrase("let found", r"(?-i)\blet (mut )?found\b", "", "diagnostic, diagnostics, the noun"),
    phrase("of:", r"(?-i)[(,]\s*of: ", "", "ty, owner, source"),
    phrase(
        "told, said, lack",
        // `bench_with_input` is a name of criterion.
        r"(?:\b|_)(?:(?:told|said|lack|hopeless|slipped)(?:\b|_)|bench(?:\b|_[^w]))",
        "",
        "reported, missing, unfulfillable, filter, misplaced",
    ),
    // What a message says is typed before it is a message: `diagnostics::text`.
    phrase(
        "search in a message",
        r"\.(message|title|primary\.text|label\.text)(\.as_str\(\))?\.(contains|starts_with|ends_with|replace|replacen|strip_prefix|strip_suffix|split|split_once|find|matches)\(",
        "",
        "a typed word, or what the message is about",
    ),
];

/// The verbs that start a help; `name` and `mend` are not among them.
const VERBS: &str = "act add align allocate allow append ask assign begin break call change check choose close combine \
                     compare compute configure convert copy correct count create decide declare define delete divide \
                     download enable encode escape extract fix flatten follow give import increase indent insert \
                     install keep leave list lower make map match merge move pass put quote raise read recreate refer relax remove \
                     rename reorder repeat replace run save separate set shorten simplify split start store swap \
                     switch take target test turn update use wait widen wrap write";

/// A hit: area and phrase, place, the text around it.
struct Hit {
    area: &'static str,
    phrase: &'static str,
    place: String,
    around: String,
    instead: &'static str,
}

/// A source file in pieces.
struct Source {
    path: String,
    pieces: Vec<Piece>,
}

/// A paragraph of text and where it starts.
struct Paragraph {
    path: String,
    line: usize,
    text: String,
}

#[test]
fn unwanted_words_only_become_fewer() {
    let sources = sources("src");
    let mut hits = Vec::new();
    let areas: [(&str, Vec<Paragraph>); 5] = [
        ("strings", sources.iter().flat_map(strings).collect()),
        ("pages", files_below("src", "md").iter().flat_map(|path| markdown(path)).collect()),
        ("docs", documents()),
        ("comments", sources.iter().flat_map(comments).collect()),
        ("tests", self::sources("grammar-tests").iter().flat_map(comments).collect()),
    ];
    let phrases: Vec<(&Phrase, Regex, Option<Regex>)> = PHRASES.iter().map(compiled).collect();
    for (area, paragraphs) in &areas {
        for paragraph in paragraphs {
            for (phrase, pattern, except) in &phrases {
                if phrase.name == "url" && *area == "tests" {
                    continue;
                }
                let text = except.as_ref().map(|except| except.replace_all(&paragraph.text, ""));
                let text = text.as_deref().unwrap_or(&paragraph.text);
                hits.extend(pattern.find_iter(text).map(|matched| Hit {
                    area,
                    phrase: phrase.name,
                    place: format!("{}:{}", paragraph.path, paragraph.line),
                    around: around(text, matched.range()),
                    instead: phrase.instead,
                }));
            }
        }
    }
    names(&sources, &mut hits);
    style(&sources, &mut hits);
    check(&hits);
}

fn compiled(phrase: &'static Phrase) -> (&'static Phrase, Regex, Option<Regex>) {
    let regex = |pattern: &str| Regex::new(&format!("(?i){pattern}")).expect("a regular expression");
    (phrase, regex(phrase.pattern), (!phrase.except.is_empty()).then(|| regex(phrase.except)))
}

/// Returns up to 40 characters of the text on each side of a range.
fn around(text: &str, range: std::ops::Range<usize>) -> String {
    let after: String = text[range.end..].chars().take(40).collect();
    format!("{}{}{after}", last(&text[..range.start], 40), &text[range])
}

/// Returns the last characters of a text.
fn last(text: &str, count: usize) -> &str {
    let start = text.char_indices().rev().take(count).last().map_or(text.len(), |(at, _)| at);
    &text[start..]
}

/// Compares the counts with the ceilings, or lowers the ceilings.
fn check(hits: &[Hit]) {
    let mut counts: BTreeMap<(&str, &str), Vec<&Hit>> = BTreeMap::new();
    for hit in hits {
        counts.entry((hit.area, hit.phrase)).or_default().push(hit);
    }
    let text = text_of(CEILINGS);
    let rows = text.strip_prefix(HEAD).unwrap_or_else(|| panic!("the head of {CEILINGS}"));
    let mut ceilings: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    for row in rows.lines() {
        let fields: Vec<&str> = row.split('\t').collect();
        let [area, phrase, ceiling] = fields[..] else { panic!("three fields: {row}") };
        ceilings.insert((area, phrase), ceiling.parse().expect("a number"));
    }
    let blesses = std::env::var_os("TOSCA_BLESS").is_some();
    let count = |key: &(&str, &str)| counts.get(key).map_or(0, Vec::len);
    let mut wrong = String::new();
    if blesses {
        let mut lowered = HEAD.to_owned();
        for (key, ceiling) in &ceilings {
            let now = (*ceiling).min(count(key));
            if now > 0 {
                let _ = writeln!(lowered, "{}\t{}\t{now}", key.0, key.1);
            }
        }
        std::fs::write(crate::project(CEILINGS), lowered).expect("a writable file");
    } else {
        for (key, ceiling) in &ceilings {
            let now = count(key);
            if now < *ceiling {
                let _ = writeln!(
                    wrong,
                    "{} `{}`: {now}, below the ceiling {ceiling}; lower it with `TOSCA_BLESS=1`",
                    key.0, key.1
                );
            }
        }
    }
    for (key, hits) in &counts {
        let ceiling = ceilings.get(key).copied().unwrap_or(0);
        if hits.len() > ceiling {
            let (area, phrase, now, instead) = (key.0, key.1, hits.len(), hits[0].instead);
            let _ = writeln!(
                wrong,
                "{area} `{phrase}`: {now}, above the ceiling {ceiling}; write {instead}. All:"
            );
            for hit in hits {
                let _ = writeln!(wrong, "    {}: {}", hit.place, hit.around);
            }
        }
    }
    assert!(wrong.is_empty(), "see {CEILINGS}:\n{wrong}");
}

/// Returns the source files in a folder.
fn sources(folder: &str) -> Vec<Source> {
    let paths = files_below(folder, "rs").into_iter();
    paths.map(|path| Source { pieces: pieces(&text_of(&path)), path }).collect()
}

/// Returns the strings of two words or more in a source file.
fn strings(source: &Source) -> Vec<Paragraph> {
    let texts = source.pieces.iter().filter(|piece| piece.kind == Kind::Text);
    let texts = texts.filter(|piece| piece.text.split_whitespace().count() >= 2);
    texts.map(|piece| paragraph(&source.path, piece.line, &piece.text)).collect()
}

/// Returns the comments of a source file, without code; consecutive lines are one paragraph.
fn comments(source: &Source) -> Vec<Paragraph> {
    let mut runs: Vec<(usize, usize, String)> = Vec::new();
    for piece in source.pieces.iter().filter(|piece| piece.kind == Kind::Comment) {
        match runs.last_mut() {
            Some((_, last, text)) if *last + 1 == piece.line => {
                *last = piece.line;
                text.push('\n');
                text.push_str(piece.text.trim());
            }
            _ => runs.push((piece.line, piece.line, piece.text.trim().to_owned())),
        }
    }
    runs.iter().flat_map(|(line, _, text)| paragraphs(&source.path, *line, text)).collect()
}

/// Returns the paragraphs of a Markdown file.
fn markdown(path: &str) -> Vec<Paragraph> {
    paragraphs(path, 1, &text_of(path))
}

/// Returns the documents besides pages: Markdown, and comments of YAML files.
fn documents() -> Vec<Paragraph> {
    let generated = ["spec-examples/COVERAGE.md", "spec-examples/REFERENCE.md"];
    let folders = ["docs", "spec-examples", "profiles"];
    let below = |extension| folders.into_iter().flat_map(move |folder| files_below(folder, extension));
    let texts = ["README.md", "CHANGELOG.md"].map(str::to_owned).into_iter().chain(below("md"));
    let texts = texts.filter(|path| !generated.contains(&path.as_str()) && !path.starts_with("docs/rules/"));
    let mut paragraphs: Vec<Paragraph> = texts.flat_map(|path| markdown(&path)).collect();
    for path in below("yaml") {
        for (line, number) in text_of(&path).lines().zip(1..) {
            let comment = line.split_once("# ").map(|(_, comment)| comment);
            paragraphs.extend(comment.map(|comment| paragraph(&path, number, comment)));
        }
    }
    paragraphs
}

/// Returns the paragraphs of a text, without fences.
fn paragraphs(path: &str, first: usize, text: &str) -> Vec<Paragraph> {
    let mut paragraphs: Vec<(usize, String)> = Vec::new();
    let (mut fenced, mut ended) = (false, true);
    for (line, number) in text.lines().zip(first..) {
        let fence = line.trim_start().starts_with("```");
        if fence || fenced || line.trim().is_empty() {
            fenced ^= fence;
            ended = true;
            continue;
        }
        match paragraphs.last_mut() {
            Some((_, text)) if !ended => {
                text.push(' ');
                text.push_str(line.trim());
            }
            _ => paragraphs.push((number, line.trim().to_owned())),
        }
        ended = false;
    }
    paragraphs.iter().map(|(line, text)| paragraph(path, *line, text)).collect()
}

/// Returns a paragraph without its text in back-ticks.
fn paragraph(path: &str, line: usize, text: &str) -> Paragraph {
    let mut plain = String::new();
    for (part, inside) in text.split('`').zip([false, true].into_iter().cycle()) {
        plain.push_str(if inside { "`…`" } else { part });
    }
    let words: Vec<&str> = plain.split_whitespace().collect();
    Paragraph { path: path.to_owned(), line, text: words.join(" ") }
}

/// Collects names in the code of `src`.
fn names(sources: &[Source], hits: &mut Vec<Hit>) {
    let phrases: Vec<(&Phrase, Regex, Option<Regex>)> = NAMES.iter().map(compiled).collect();
    let public = Regex::new(r"\bpub (?:struct|enum|union|trait|type) (\w+)").expect("a pattern");
    let mut types: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for Source { path, pieces } in sources {
        for piece in pieces.iter().filter(|piece| piece.kind == Kind::Code) {
            let place = |at: usize| format!("{path}:{}", piece.line + piece.text[..at].matches('\n').count());
            for (phrase, pattern, _) in &phrases {
                hits.extend(pattern.find_iter(&piece.text).map(|matched| Hit {
                    area: "code",
                    phrase: phrase.name,
                    place: place(matched.end()),
                    around: matched.as_str().trim().to_owned(),
                    instead: phrase.instead,
                }));
            }
            for captures in public.captures_iter(&piece.text) {
                let name = captures.get(1).expect("a group");
                types.entry(name.as_str().to_owned()).or_default().push(place(name.start()));
            }
        }
    }
    for (name, places) in types.into_iter().filter(|(_, places)| places.len() > 1) {
        hits.push(Hit {
            area: "code",
            phrase: "public type twice",
            place: places.join(", "),
            around: name,
            instead: "the thing before the name",
        });
    }
}

/// Checks the form of messages, labels, helps and notes.
fn style(sources: &[Source], hits: &mut Vec<Hit>) {
    let role = Regex::new(
        r#"(?s)(?:\.(label|help|note)\(|\.(also)\([^;]*?,|(Diagnostic::new)\((?:&\w+::)?&?[\w:]+,[^;"]*?,)\s*(?:format!\(\s*)?$"#,
    );
    let role = role.expect("a regular expression");
    let verb = Regex::new(&format!(
        "^(?:{}|did you mean|the .*are|in TOSCA)\\b",
        VERBS.split_whitespace().collect::<Vec<_>>().join("|")
    ));
    let verb = verb.expect("a regular expression");
    for Source { path, pieces } in sources {
        let mut before = String::new();
        for piece in pieces {
            match piece.kind {
                Kind::Comment => {}
                Kind::Code => before.push_str(&piece.text),
                Kind::Text => {
                    let role = role.captures(last(&before, 200));
                    let role = role
                        .and_then(|captures| captures.iter().skip(1).flatten().last().map(|m| m.as_str()));
                    let wrong = role.map(|role| faults(role, &piece.text, &verb));
                    hits.extend(wrong.into_iter().flatten().map(|(phrase, instead)| Hit {
                        area: "style",
                        phrase,
                        place: format!("{path}:{}", piece.line),
                        around: piece.text.clone(),
                        instead,
                    }));
                    before.push_str("\"\"");
                }
            }
        }
    }
}

/// Returns the problem with the form of a text, if any.
fn faults(role: &str, text: &str, verb: &Regex) -> Vec<(&'static str, &'static str)> {
    let mut faults = Vec::new();
    if text.ends_with('.') {
        faults.push(("ends with a full stop", "no full stop"));
    }
    let mut chars = text.chars();
    let capital =
        chars.next().is_some_and(char::is_uppercase) && chars.next().is_some_and(char::is_lowercase);
    if capital {
        faults.push(("starts with a capital", "lower case, unless it is a name"));
    }
    if ["label", "also"].contains(&role) && text.chars().count() > MAX_LABEL {
        faults.push(("long label", "at most 60 characters"));
    }
    // The text of a placeholder is unknown here.
    if role == "help" && !text.starts_with('{') && !verb.is_match(text) {
        faults.push(("help without verb", "an imperative, `did you mean`, `the … are`, or `in TOSCA …`"));
    }
    faults
}
