//! The reader of everyday XML and the parser give the same trees, with spans and comments.
//!
//! The tests compare the files of all cases, those of the corpus if present, and damaged ones. `TOSCA_MUTATIONS=1000000`
//! sets the number of damaged texts, `TOSCA_SEED` the seed.

use std::sync::Arc;

use tosca::base::FileId;
use tosca::host::Limits;
use tosca::internals::xml::{parse_document, parse_everyday};
use tosca::internals::yaml::{decode, first_difference};

use crate::damage::{Random, setting};
use crate::files_below;
use crate::harness::read_cases;

/// Compares what both read of `text`. Returns whether it is everyday XML.
#[track_caller]
fn compare(text: &str, limits: &Limits) -> bool {
    let text = Arc::new(text.to_owned());
    let Some(tree) = parse_everyday(&text, FileId(0), limits) else { return false };
    let (expected, diagnostics) = parse_document(&text, FileId(0), limits);
    assert!(diagnostics.is_empty(), "{diagnostics:?}\n{text:?}");
    let difference = first_difference(&tree, &expected);
    assert_eq!(difference, None, "{text:?}");
    true
}

/// Returns the XML of all cases.
fn of_cases() -> Vec<String> {
    let files = read_cases().into_iter().flat_map(|case| case.files);
    let texts = files.map(|file| decode(file.content, FileId(0)).0);
    texts.filter(|text| text.trim_start().starts_with('<')).collect()
}

#[test]
fn both_read_the_files_of_cases_and_of_the_corpus_alike() {
    let texts = files_below("../shared/corpus/tosca-1.0-xml", "tosca").into_iter().filter_map(|path| {
        let bytes = std::fs::read(crate::project(&path)).ok()?;
        Some(decode(bytes, FileId(0)).0)
    });
    let all: Vec<String> = of_cases().into_iter().chain(texts).collect();
    let count = all.iter().filter(|text| compare(text, &Limits::default())).count();
    assert!(count * 100 >= all.len() * 90, "{count} of {} are everyday XML", all.len());
}

/// Texts whose tree is error-prone.
const EVERYDAY: &[&str] = &[
    "<a/>",
    "<a></a>",
    " <a> \n </a > \n",
    "<a>text</a><!-- end -->\n",
    "<?xml version='1.0' encoding=\"UTF-8\" standalone='yes' ?>\n<!-- b --><a/>",
    "<a b='c' d=\"e'f\"> text </a>",
    "<a b=''><!-- c --> text <!-- d --></a>",
    "<a><!-- b --></a>",
    "<a><b><!-- --></b></a>",
    "<a><b> ü > ] \u{a0}</b><c/></a>",
    "<a xmlns='n' b='c'><d/><e xmlns='n'/><f xmlns='m'><g/></f></a>",
    "<p:a xmlns:p='n' p:b='c' xml:lang='d'><p:e/><f/><p:g xmlns:p='m'><p:h p:i='j'/></p:g><p:k/></p:a>",
    "<a xmlns:p='n'><p:b xmlns:p='n'>text</p:b></a>",
];

/// Texts that are left to the parser.
const OTHERS: &[&str] = &[
    "",
    "\u{feff}<a/>",
    "<a>",
    "<a></b>",
    "<a/><b/>",
    "<a>b<c/></a>",
    "<a>b<!-- c -->d</a>",
    "<a>\u{a0}</a>",
    "<a>&amp;</a>",
    "<a b='&amp;'/>",
    "<a b='\n'/>",
    "<a b='c' b='d'/>",
    "<a b='c'd='e'/>",
    "<a b = 'c'/>",
    "<a b='<'/>",
    "<a>\r\n</a>",
    "<a>\u{1}</a>",
    "<a>\u{ffff}</a>",
    "<a>]]></a>",
    "<a><![CDATA[b]]></a>",
    "<a><?b c?></a>",
    "<a><!-- b -- c --></a>",
    "<!DOCTYPE a><a/>",
    "<?xml encoding='UTF-8'?><a/>",
    "<?xml version='1.0' p:encoding='UTF-8'?><a/>",
    "<p:a/>",
    "<a p:b='c'/>",
    "<a xmlns:p='n' p:xmlns='m'/>",
    "<a xmlns=''/>",
    "<a xmlns:xml='n'/>",
    "<a xmlns:p='http://www.w3.org/2000/xmlns/'/>",
    "<a xmlns:p='n' xmlns:q='n' p:b='c' q:b='d'/>",
    "<ä/>",
    "<aä/>",
];

#[test]
fn both_read_what_is_easily_wrong_alike() {
    for text in EVERYDAY {
        assert!(compare(text, &Limits::default()), "{text:?}");
    }
    for text in OTHERS {
        assert!(!compare(text, &Limits::default()), "{text:?}");
    }
}

#[test]
fn what_the_limits_do_not_allow_is_left_to_the_parser() {
    let nested = |depth: usize| format!("{}{}", "<a>".repeat(depth), "</a>".repeat(depth));
    let mut limits = Limits::default();
    limits.depth = 3;
    assert!(compare(&nested(3), &limits));
    assert!(!compare(&nested(4), &limits));
    assert!(!compare(&nested(100_000), &Limits::default()));
    limits.nodes = 4;
    assert!(!compare(&nested(3), &limits));
    assert!(!compare(&format!("<a b='{}'/>", "=".repeat(10_001)), &Limits::default()));
}

#[test]
fn both_read_damaged_files_alike() {
    const PIECES: &[&str] = &[
        "<",
        ">",
        "/",
        "</a>",
        "<a>",
        "<a/>",
        "\"",
        "'",
        "=",
        " ",
        "\n",
        ":",
        "xmlns",
        "xmlns:p=\"n\" ",
        "p:",
        "&",
        "]]>",
        "<!--",
        "-->",
        "--",
        "<?",
        "?>",
        "text",
        "ä",
        "\u{a0}",
        "{",
        "}",
    ];
    let seeds: Vec<String> =
        of_cases().into_iter().chain(EVERYDAY.iter().map(|text| (*text).to_owned())).collect();
    let mut random = Random::new(0xE1E3_E175);
    let mut count = 0;
    for _ in 0..setting("TOSCA_MUTATIONS").unwrap_or(20_000) {
        let mut text = seeds[random.below(seeds.len())].clone();
        for _ in 0..=random.below(3) {
            let mut ends = [random.below(text.len() + 1), random.below(12)];
            ends[1] = if random.below(2) == 0 { ends[0] } else { (ends[0] + ends[1]).min(text.len()) };
            let [start, end] =
                ends.map(|end| (0..=end).rev().find(|end| text.is_char_boundary(*end)).unwrap_or(0));
            text.replace_range(start..end, PIECES[random.below(PIECES.len())]);
        }
        count += usize::from(compare(&text, &Limits::default()));
    }
    assert!(count > 100, "{count}");
}
