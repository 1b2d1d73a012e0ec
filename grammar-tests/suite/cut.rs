//! Removes nodes from texts: the rest must stay unchanged.

use std::sync::Arc;

use tosca::base::FileId;
use tosca::host::Limits;
use tosca::internals::yaml::{Builder, Tree, YamlNode, cut, parse, print};

use crate::harness::run::canonical;

fn tree_of(text: &str) -> Tree {
    parse(&Arc::new(text.to_owned()), FileId(0), &Limits::default()).0
}

/// Copies `node` without the entries and items whose key or text starts with `x`; `new` is written as new.
fn copy(builder: &mut Builder, node: YamlNode<'_>) {
    if node.is_mapping() {
        builder.open_like(node);
        for (key, value) in node.entries().filter(|(key, _)| !key.text().starts_with('x')) {
            builder.copy(key);
            copy(builder, value);
        }
        builder.close();
    } else if node.is_sequence() {
        builder.open_like(node);
        for item in node.items() {
            let name = item.only_entry().map_or(item, |(key, _)| key);
            if !name.text().starts_with('x') {
                copy(builder, item);
            }
        }
        builder.close();
    } else if node.text() == "new" {
        builder.lowered_string("newer: than", node.span());
    } else {
        builder.copy(node);
    }
}

fn left(text: &str) -> Option<String> {
    let tree = tree_of(text);
    let mut builder = Builder::rewriting(&tree);
    copy(&mut builder, tree.root().expect("a root"));
    let left = builder.finish();
    let cut = cut(&tree, &left);
    if let Some(cut) = &cut {
        assert_eq!(canonical(cut), canonical(&print(&left)), "{cut}");
    }
    cut
}

#[test]
fn entries_go_with_their_comments() {
    let cases = [
        ("a: 1 # one\n# about x\nx: 2 # two\nb: 3\n", "a: 1 # one\nb: 3\n"),
        ("# file\n\n# about x\nx: 2\nb:   3\n", "# file\n\nb:   3\n"),
        ("---\n# about x\nx: 2\nb: 3\n", "---\nb: 3\n"),
        (
            "a:\n  b: 1\n  # still b\n\n# about x\nx:\n  c: 1\n# about d\nd: 2\n",
            "a:\n  b: 1\n  # still b\n# about d\nd: 2\n",
        ),
        ("a:\n- b\n- x # gone\n\n- c # stays\n", "a:\n- b\n\n- c # stays\n"),
        ("a:\n  - x: 1\n    b: 2\n  - c: 1\n", "a:\n  - b: 2\n  - c: 1\n"),
        ("a:\n  - b: 1\n    x: 2\n    c: 3\n", "a:\n  - b: 1\n    c: 3\n"),
        ("a:\n  - x1: 1\n    x2: 2\n    c: 3\n    d: 4\n", "a:\n  - c: 3\n    d: 4\n"),
        ("a: |\n  text\n  # text\nx: |\n  text\n\nb: 1", "a: |\n  text\n  # text\n\nb: 1"),
        ("a: 1\r\nx: 2\r\nb: 3\r\n", "a: 1\r\nb: 3\r\n"),
        ("a: 1\nx:", "a: 1\n"),
        ("a: \"ä\" # ö\nx: ü\nb: €\n", "a: \"ä\" # ö\nb: €\n"),
    ];
    for (text, expected) in cases {
        assert_eq!(left(text).as_deref(), Some(expected), "{text}");
    }
}

#[test]
fn commas_go_with_what_is_between_brackets() {
    let cases = [
        ("a: { b: 1, x: 2, c: 3 }\n", "a: { b: 1, c: 3 }\n"),
        ("a: { x: 1, b: 2 }\n", "a: { b: 2 }\n"),
        ("a: { b: 1, x: { c: 2 } }\n", "a: { b: 1 }\n"),
        ("a: [ x1, b, x2, x3, c, x4 ]\n", "a: [ b, c ]\n"),
        ("a: [ x1, x2, ]\n", "a: []\n"),
        ("a: [ b, # about b\n  x, # about x\n  c ]\n", "a: [ b, # about b\n  c ]\n"),
        ("{\n  \"b\": \"new\",\n  \"x\": 1\n}\n", "{\n  \"b\": \"newer: than\"\n}\n"),
        ("a: [ { b: new }, x ]\n", "a: [ { b: \"newer: than\" } ]\n"),
    ];
    for (text, expected) in cases {
        assert_eq!(left(text).as_deref(), Some(expected), "{text}");
    }
}

#[test]
fn what_is_empty_now_is_written_so() {
    assert_eq!(left("a: # why\n  - x\nb: 1\n").as_deref(), Some("a: [] # why\nb: 1\n"));
    assert_eq!(left("a:\n  x: 1\n").as_deref(), Some("a: {}\n"));
}

#[test]
fn what_cannot_be_cut_is_left_to_printing() {
    for text in [
        "a: &x 1\nx: 2\nb: *x\n",
        "a:\n  - x: 1\n  - - x\n    - b\n",
        "? b\n: 2\n? x\n: 1\n",
        "a: [ b # about b\n  , x ]\n",
        "a: |+\n  text\n\nx: 1\n",
    ] {
        assert_eq!(left(text), None, "{text}");
    }
}
