//! Printed text parses to the same data, with the same comments, and is printed the same again.

use std::sync::Arc;

use proptest::prelude::*;
use tosca::base::FileId;
use tosca::host::Limits;
use tosca::internals::yaml::{Builder, Style, Tree, YamlNode, parse, print};

use crate::yaml::{data, write};
use crate::{files_below, harness, project};

fn read(text: &str) -> (Tree, bool) {
    let (tree, diagnostics) = parse(&Arc::new(text.to_owned()), FileId(0), &Limits::default());
    let clean = diagnostics.iter().all(|diagnostic| diagnostic.level != tosca::diagnostics::Level::Error);
    (tree, clean)
}

/// Returns a node as data, with the entries of maps sorted by key, or as written.
pub(crate) fn outline(node: YamlNode<'_>, sorted: bool) -> String {
    let mut parts: Vec<String> = match node.scalar() {
        Some(scalar) => return format!("{scalar:?}"),
        None if node.is_sequence() => node.items().map(|item| outline(item, sorted)).collect(),
        None => {
            let entry = |(key, value)| format!("{}: {}", outline(key, sorted), outline(value, sorted));
            node.entries().map(entry).collect()
        }
    };
    if sorted && node.is_mapping() {
        parts.sort_unstable();
    }
    format!("{:?} {parts:?}", node.kind())
}

fn comments(tree: &Tree) -> Vec<&str> {
    let mut comments: Vec<&str> =
        tree.comments().map(|span| tree.source()[span.range()].trim_end()).collect();
    comments.sort_unstable();
    comments
}

/// Returns the problem of the printed form of `text`, if any; texts that are not YAML are skipped.
fn fault(text: &str) -> Option<String> {
    let (tree, clean) = read(text);
    if !clean || tree.is_damaged() {
        return None;
    }
    if tree.root().is_some_and(|root| matches!(root.style(), Style::Literal | Style::Folded)) {
        // A block in place of the file may hold what looks like a comment.
        return None;
    }
    let printed = print(&tree);
    let (again, clean) = read(&printed);
    if !clean {
        return Some(format!("is no YAML:\n{printed}"));
    }
    let equal = match (tree.root(), again.root()) {
        (Some(one), Some(other)) => outline(one, false) == outline(other, false),
        (one, other) => one.or(other).is_none_or(YamlNode::is_null),
    };
    if !equal {
        return Some(format!("is something else:\n{printed}"));
    }
    let marks = |text: &str| text.matches('#').count();
    if comments(&tree) != comments(&again) || marks(text) != marks(&printed) {
        return Some(format!("has other comments:\n{printed}"));
    }
    let twice = print(&again);
    (twice != printed).then(|| format!("changes when printed again:\n{printed}\n--- then\n{twice}"))
}

#[track_caller]
fn prints(text: &str, expected: &str) {
    let (tree, clean) = read(text);
    assert!(clean, "{text}");
    assert_eq!(print(&tree), expected);
    assert_eq!(fault(text), None);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn generated_data_is_printed(data in data(), crlf in any::<bool>(), bom in any::<bool>()) {
        let mut text = String::from("root:");
        write(&data, 2, &mut text);
        if crlf {
            text = text.replace('\n', "\r\n");
        }
        if bom {
            text.insert(0, '\u{feff}');
        }
        prop_assert_eq!(fault(&text), None, "{}", text);
    }

    #[test]
    fn any_yaml_is_printed(lines in prop::collection::vec("( |  |    )?(- )?([a-c]: ?)?(&x |\\*x|!!str |\\? |: )?([a-e]|'q'|\"d\\\\n\"|\\[ ?|\\]|\\{ ?|\\}|, ?|a: b|- |\\||>-|\\|\\+|<<: \\*x|#c|  # d|){0,4}", 1..9)) {
        let text = lines.join("\n");
        // A comment below a key of several lines may move out of its map.
        prop_assume!(!(text.contains("? ") && text.contains('#')));
        prop_assert_eq!(fault(&text), None, "{}", text);
    }
}

/// Returns all YAML files of the project, of its cases and of the corpus next to it, with a name for each.
pub(crate) fn files_at_hand() -> Vec<(String, String)> {
    let shared = ["tosca-2.0/examples", "tosca-2.0/profiles", "tosca-1.x", "variability"];
    let shared = shared.map(|name| format!("../shared/corpus/{name}"));
    let directories = shared.iter().map(String::as_str).chain(["spec-examples", "profiles"]);
    let mut files: Vec<(String, String)> = directories
        .flat_map(|directory| [files_below(directory, "yaml"), files_below(directory, "yml")].concat())
        .filter_map(|path| Some((path.clone(), std::fs::read_to_string(project(&path)).ok()?)))
        .collect();
    for case in harness::read_cases() {
        for file in case.files {
            let name = format!("{}: {}", case.place, file.name);
            files.extend(String::from_utf8(file.content).ok().map(|text| (name, text)));
        }
    }
    // Many files of the corpus come along with several examples.
    let mut seen = std::collections::HashSet::new();
    files.retain(|(_, text)| seen.insert(text.clone()));
    files
}

/// Fails with the names of all problems, and shows the first in full.
#[track_caller]
pub(crate) fn none_at_fault(faults: &[String]) {
    let heads: Vec<&str> = faults.iter().filter_map(|fault| fault.lines().next()).collect();
    assert!(faults.is_empty(), "{heads:#?}, the first:\n{}", faults[0]);
}

#[test]
fn every_file_at_hand_is_printed() {
    let faults =
        files_at_hand().into_iter().filter_map(|(name, text)| Some(format!("{name} {}", fault(&text)?)));
    none_at_fault(&faults.collect::<Vec<_>>());
}

#[test]
fn what_surrounds_nodes_stays_with_them() {
    prints(
        "\
# about the file

# about a
a:   # behind a
  # about b
  b: 1   # behind b


  # about c
  c:    [1,2 ,3]
  # at the end of a
# about d
d:
- x
-   y: 'one'
    z: \"1\"   # behind z
- # behind the dash
  - deep
- a:
    # - commented
    # - out
-
  # about q
  q: >+
     folded
     text

      more

# at the end
",
        "\
# about the file

# about a
a:  # behind a
  # about b
  b: 1  # behind b

  # about c
  c: [ 1, 2, 3 ]
  # at the end of a
# about d
d:
  - x
  - y: one
    z: \"1\"  # behind z
  -  # behind the dash
    - deep
  - a:
      # - commented
      # - out
  # about q
  - q: >+
      folded
      text

       more

# at the end
",
    );
}

#[test]
fn comments_below_an_anchor_alone_stay_there() {
    prints("- &x \n   # d\n", "- &x\n  # d\n");
    prints("a:\n- &x\n # d\n- *x\n", "a:\n  - &x\n    # d\n  - *x\n");
}

#[test]
fn a_block_with_an_anchor_or_a_tag_may_start_with_a_hash() {
    prints("a: &x |\n   #!/bin/sh\n   ls\n# end\n", "a: &x |\n  #!/bin/sh\n  ls\n# end\n");
    prints("a: !!str |2-\n    #!/bin/sh\n  # ls\n", "a: !!str |2-\n    #!/bin/sh\n  # ls\n");
}

#[test]
fn a_dash_at_the_end_of_a_line_between_brackets_is_no_item() {
    prints("{a: b\n- ,b: c}\n", "{ a: \"b -\", b: c }\n");
}

#[test]
fn scalars_are_written_plainly_and_as_they_were() {
    prints(
        "\
'a': 'plain words, with: colons'
b: \"plain words, it's fine\"
c: ['x y', \"1\", '1.0', 'a, b', \"yes\"]
d: 'say \"no\"'
e: \"tab\\t\"
f: one
     two

     three
g: \"one \\
   two\\
  \\ three

   four\"
h: |3
     two
   lines
i: !!str   1
j: ~
k:
l: {a, b: , ? c : d}
m: '12:30'
\"n o\": 2
",
        "\
a: \"plain words, with: colons\"
b: plain words, it's fine
c: [ x y, \"1\", \"1.0\", \"a, b\", \"yes\" ]
d: 'say \"no\"'
e: \"tab\\t\"
f: one
  two

  three
g: \"one \\
  two\\
  \\ three

  four\"
h: |2
    two
  lines
i: !!str 1
j: ~
k:
l: { a, b:, c: d }
m: \"12:30\"
n o: 2
",
    );
}

#[test]
fn brackets_break_where_the_author_broke_them() {
    prints(
        "\
a: [ # behind the bracket
 one,
 # about two
 two, # behind two
 {x: 1,y: 2, z: [
    3 ]},
   [a: b],
 # at the end
 ]
'b': { x:
  1 } # behind b
{c: d}: e
",
        "\
a: [  # behind the bracket
    one,
    # about two
    two,  # behind two
    { x: 1, y: 2, z: [
        3 ] },
    [ a: b ]
    # at the end
  ]
b: { x: 1 }  # behind b
{ c: d }: e
",
    );
    let json = "{\n  \"a\": \"b\",\n  \"c\": [ 1 ]\n}\n";
    prints(json, json);
}

#[test]
fn anchors_aliases_and_merge_keys_stay() {
    prints(
        "\
base:   &base
  x: &x !!str 1
  y: [*x , *x]
all:
- <<: *base
  z: 1
- <<: [*base,{q: 1}]
- &c { <<: *base }
- &l
  - *c
? *x
: 1
? - a
  - b
: - c
",
        "\
base: &base
  x: &x !!str 1
  y: [ *x, *x ]
all:
  - <<: *base
    z: 1
  - <<: [ *base, { q: 1 } ]
  - &c { <<: *base }
  - &l
    - *c
*x : 1
? - a
  - b
: - c
",
    );
}

#[test]
fn directives_markers_and_marks_stay() {
    prints("%YAML 1.2\n# head\n---   # marker\n\na: 1\n...\n", "%YAML 1.2\n# head\n---  # marker\na: 1\n");
    prints("\u{feff}a:\r\n - 1 # x\r\n", "\u{feff}a:\r\n  - 1  # x\r\n");
    prints("# only\n\n\n# comments", "# only\n\n# comments\n");
    prints("", "");
    prints("--- |\n text\n", "---\n|\n  text\n");
    prints("# before\n'word' # behind\n# after\n", "# before\nword  # behind\n# after\n");
}

/// A tree rewritten by `rewrite`, which gets the root's entries.
fn rewritten(text: &str, rewrite: impl Fn(&mut Builder, Vec<(YamlNode<'_>, YamlNode<'_>)>)) -> String {
    let (tree, _) = read(text);
    let root = tree.root().expect("a root");
    let mut builder = Builder::rewriting(&tree);
    builder.open_like(root);
    rewrite(&mut builder, root.all_entries().collect());
    builder.close();
    let printed = print(&builder.finish());
    assert_eq!(fault(&printed), None);
    printed
}

#[test]
fn comments_go_with_nodes_that_survive() {
    let text = "# head\n\n# a\na: 1 # one\n\n# b\nb:\n  # c\n  c: 2\n  # end of b\n# d\nd: 3\n";
    let without = |gone: &'static str| {
        rewritten(text, move |builder, entries| {
            for (key, value) in entries.into_iter().filter(|(key, _)| key.text() != gone) {
                builder.copy(key);
                builder.copy(value);
            }
        })
    };
    assert_eq!(without("a"), "# head\n\n# b\nb:\n  # c\n  c: 2\n  # end of b\n# d\nd: 3\n");
    assert_eq!(without("b"), "# head\n\n# a\na: 1  # one\n# d\nd: 3\n");
    let renamed = rewritten(text, |builder, entries| {
        for (key, value) in entries {
            builder.lowered_string(&format!("{} x", key.text()), key.span());
            builder.lowered_mapping(value.span());
            builder.lowered_string("$f", value.span());
            builder.copy(value);
            builder.close();
        }
    });
    assert_eq!(
        renamed,
        "# head\n\n# a\na x: { $f: 1 }  # one\n\n# b\nb x:\n  $f:\n    # c\n    c: 2\n    # end of b\n# d\nd x: { $f: 3 }\n"
    );
}

#[test]
fn aliases_are_written_out_where_they_mean_something_else() {
    let text = "a: &x { p: 1, q: 2 }\nb: *x\nc:\n  <<: *x\n  r: 3\n";
    let without_anchor = rewritten(text, |builder, entries| {
        for (key, value) in entries.into_iter().skip(1) {
            builder.copy(key);
            builder.copy(value);
        }
    });
    assert_eq!(without_anchor, "b: { p: 1, q: 2 }\nc:\n  <<: { p: 1, q: 2 }\n  r: 3\n");
    let changed = rewritten(text, |builder, entries| {
        for (key, value) in entries {
            builder.copy(key);
            if key.text() != "a" {
                builder.copy(value);
                continue;
            }
            builder.open_like(value);
            for (key, value) in value.all_entries().take(1) {
                builder.copy(key);
                builder.copy(value);
            }
            builder.close();
        }
    });
    assert_eq!(changed, "a: { p: 1 }\nb: { p: 1, q: 2 }\nc:\n  <<: { p: 1, q: 2 }\n  r: 3\n");
}
