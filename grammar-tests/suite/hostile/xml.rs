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
    let expected = [("dangling-xml-reference", 4_000), ("unresolved-xml-name", 2_000)];
    count(&[("main.yaml", definitions(&text).as_bytes())], &expected);
}

#[test]
fn a_text_of_100_megabytes_is_refused() {
    let text = "text ".repeat(20_000_000);
    let content =
        definitions(&format!("<NodeType name=\"A\"><documentation>{text}</documentation></NodeType>"));
    check(content, &["1:1 file-too-large"]);
}

/// Returns a file with a node type whose properties are those of the type `T0` of a schema.
fn schema(types: &str) -> String {
    definitions(&format!(
        "<Types><s:schema xmlns:s=\"http://www.w3.org/2001/XMLSchema\" xmlns:d=\"urn:d\">{types}</s:schema></Types>\n\
         <NodeType name=\"A\"><PropertiesDefinition xmlns:d=\"urn:d\" type=\"d:T0\"/></NodeType>"
    ))
}

#[test]
fn types_of_a_schema_that_contain_themselves_end() {
    let field =
        |of_type: &str| format!("<s:sequence><s:element name=\"a\" type=\"{of_type}\"/></s:sequence>");
    let complex =
        |name: &str, content: &str| format!("<s:complexType name=\"{name}\">{content}</s:complexType>");
    let simple = |name: &str, base: &str| {
        format!("<s:simpleType name=\"{name}\"><s:restriction base=\"{base}\"/></s:simpleType>")
    };
    let base = |base: &str| format!("<s:complexContent><s:extension base=\"{base}\"/></s:complexContent>");
    let group = "<s:group name=\"G\"><s:sequence><s:group ref=\"d:G\"/></s:sequence></s:group>";
    for types in [
        complex("T0", &field("d:T0")),
        complex("T0", &base("d:T1")) + &complex("T1", &base("d:T0")),
        complex("T0", &field("d:S")) + &simple("S", "d:U") + &simple("U", "d:S"),
        complex("T0", "<s:group ref=\"d:G\"/>") + group,
    ] {
        check(schema(&types), &[]);
    }
}

#[test]
fn a_schema_that_grows_in_each_type_is_read_in_part() {
    let mut types = String::new();
    for number in 0..20 {
        let _ = write!(types, "<s:complexType name=\"T{number}\"><s:all>");
        for field in 0..1_000 {
            let _ = write!(types, "<s:element name=\"e{field}\" type=\"d:T{}\"/>", number + 1);
        }
        types.push_str("</s:all></s:complexType>\n");
    }
    check(schema(&types), &[]);
}

#[test]
fn a_schema_is_as_deep_as_elements_may_be() {
    let types = format!(
        "<s:complexType name=\"T0\">{}{}</s:complexType>",
        "<s:sequence>".repeat(100_000),
        "</s:sequence>".repeat(100_000)
    );
    check(schema(&types), &["2:1591 malformed-xml"]);
}

#[test]
fn large_enumerations_and_many_types_are_read() {
    let mut types = String::from("<s:complexType name=\"T0\"><s:sequence>");
    for number in 0..500 {
        let _ = write!(types, "<s:element name=\"e{number}\" type=\"d:S{number}\"/>");
    }
    types.push_str("</s:sequence></s:complexType>");
    for number in 0..500 {
        let _ = write!(types, "<s:simpleType name=\"S{number}\"><s:restriction base=\"s:string\">");
        for value in 0..if number == 0 { 50_000 } else { 2 } {
            let _ = write!(types, "<s:enumeration value=\"v{value}\"/>");
        }
        types.push_str("</s:restriction></s:simpleType>\n");
    }
    check(schema(&types), &[]);
}

#[test]
fn many_definitions_and_templates_in_a_file_take_linear_time() {
    let mut text = String::new();
    for number in 0..3_000 {
        let _ = writeln!(text, "<RequirementType name=\"R{number}\"/><NodeType name=\"N{number}\"/>");
    }
    text.push_str("<ServiceTemplate id=\"s\"><TopologyTemplate>\n");
    for number in 0..3_000 {
        let _ = writeln!(text, "<NodeTemplate id=\"n{number}\" type=\"N{number}\"/>");
    }
    text.push_str("</TopologyTemplate></ServiceTemplate>");
    let text = definitions(&text).replacen("<Definitions ", "<Definitions xmlns:d=\"urn:d\" ", 1);
    let text = text.replace("type=\"N", "type=\"d:N");
    check(text, &[]);
}

#[test]
fn broken_utf_16_is_reported() {
    let units: Vec<u16> = definitions("<NodeType name=\"A\"/>").encode_utf16().collect();
    let mut bytes: Vec<u8> = units.iter().flat_map(|unit| unit.to_be_bytes()).collect();
    check(&bytes, &[]);
    bytes.pop();
    let analysis = super::analysis(&[("main.yaml", &bytes)]);
    assert!(!analysis.diagnostics().is_empty(), "half a character is missing");
}
