//! XML that would take memory or time, or reach out: each check ends, with a finding and without a fetch.

use std::fmt::Write as _;

use super::{check, count};

const HEAD: &str =
    r#"<Definitions xmlns="http://docs.oasis-open.org/tosca/ns/2011/12" id="d" targetNamespace="urn:d">"#;

fn definitions(content: &str) -> String {
    format!("{HEAD}\n{content}\n</Definitions>\n")
}

#[test]
fn entities_that_grow_are_refused() {
    let mut text = String::from("<!DOCTYPE d [ <!ENTITY e0 \"e\">");
    for number in 1..40 {
        let _ = write!(text, " <!ENTITY e{number} \"&e{0};&e{0};\">", number - 1);
    }
    check(format!("{text} ]>\n{}", definitions("<NodeType name=\"&e39;\"/>")), &["1:1 malformed-xml"]);
}

#[test]
fn external_and_parameter_entities_are_refused() {
    let external = "<!DOCTYPE d [ <!ENTITY e SYSTEM \"http://127.0.0.1:9/e\"> ]>\n";
    check(format!("{external}{}", definitions("<NodeType name=\"&e;\"/>")), &["1:1 malformed-xml"]);
    let parameter = "<!DOCTYPE d [ <!ENTITY % p SYSTEM \"http://127.0.0.1:9/p\"> %p; ]>\n";
    check(format!("{parameter}{}", definitions("<NodeType name=\"A\"/>")), &["1:1 malformed-xml"]);
}

#[test]
fn deep_nesting_is_refused() {
    let text = format!("{}{}", "<documentation>".repeat(100_000), "</documentation>".repeat(100_000));
    check(definitions(&text), &["2:1907 malformed-xml"]);
}

#[test]
fn a_million_attributes_are_refused() {
    let mut text = String::from("<NodeType name=\"A\"");
    for number in 0..1_000_000 {
        let _ = write!(text, " a{number}=\"\"");
    }
    check(definitions(&format!("{text}/>")), &["2:2 malformed-xml"]);
}

#[test]
fn many_namespaces_are_refused() {
    let mut text = String::from("<NodeType name=\"A\"");
    for number in 0..10_000 {
        let _ = write!(text, " xmlns:p{number}=\"urn:{number}\"");
    }
    check(definitions(&format!("{text}/>")), &["2:2 malformed-xml"]);
}

#[test]
fn a_long_text_is_read() {
    let text = "a &lt; b ".repeat(4_000_000);
    check(
        definitions(&format!("<NodeType name=\"A\"><documentation>{text}</documentation></NodeType>")),
        &[],
    );
}

#[test]
fn many_dangling_references_take_linear_time() {
    let mut text = String::from("<NodeType name=\"A\"/><ServiceTemplate id=\"s\"><TopologyTemplate>");
    for number in 0..2_000 {
        let _ = write!(
            text,
            "\n<RelationshipTemplate id=\"r{number}\" type=\"R\"><SourceElement ref=\"m{number}\"/><TargetElement ref=\"r{number}\"/></RelationshipTemplate>"
        );
    }
    text.push_str("</TopologyTemplate></ServiceTemplate>");
    count(&[("main.yaml", definitions(&text).as_bytes())], &[("dangling-xml-reference", 4_000)]);
}
