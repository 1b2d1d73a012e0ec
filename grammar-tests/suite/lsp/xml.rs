//! Files of TOSCA 1.0 in XML.

use super::client::Client;

const HEAD: &str = r#"<Definitions xmlns="http://docs.oasis-open.org/tosca/ns/2011/12" xmlns:s="http://example.com/shop" id="d" targetNamespace="http://example.com/shop">"#;

fn types(name: &str) -> String {
    format!("{HEAD}\n  <NodeType name=\"{name}\"/>\n</Definitions>\n")
}

fn service(type_name: &str) -> String {
    format!(
        "{HEAD}\n  <ServiceTemplate id=\"shop\"><TopologyTemplate>\n<NodeTemplate id=\"web\" type=\"s:{type_name}\"/>\n\
         </TopologyTemplate></ServiceTemplate>\n</Definitions>\n"
    )
}

#[test]
fn findings_follow_the_text_of_a_file() {
    let mut client = Client::start(&[("types.tosca", &types("Server"))]);
    client.open("shop.tosca", &service("Sever"));
    let findings = client.published("shop.tosca", Some(1));
    assert_eq!(findings.len(), 1, "{findings:?}");
    assert_eq!(findings[0]["code"], "unresolved-xml-name");
    let place = &findings[0]["range"]["start"];
    assert_eq!((place["line"].as_u64(), place["character"].as_u64()), (Some(2), Some(29)));
    client.edit("shop.tosca", 2, &[([2, 33, 2, 33], "r")]);
    assert_eq!(client.slugs("shop.tosca", Some(2)), [""; 0]);
    client.edit("shop.tosca", 3, &[([1, 0, 1, 4], "<")]);
    assert_eq!(client.slugs("shop.tosca", Some(3)), ["malformed-xml"]);
    client.replace("shop.tosca", 4, &service("Server"));
    assert_eq!(client.slugs("shop.tosca", Some(4)), [""; 0]);
    client.end();
}

#[test]
fn findings_follow_the_texts_of_other_files() {
    let mut client = Client::start(&[("types.tosca", &types("Server")), ("shop.tosca", &service("Server"))]);
    client.open("shop.tosca", &service("Server"));
    assert_eq!(client.slugs("shop.tosca", Some(1)), [""; 0]);
    client.open("types.tosca", &types("Server"));
    client.replace("types.tosca", 2, &types("Machine"));
    client.settles("shop.tosca", None, &["unresolved-xml-name"]);
    client.replace("types.tosca", 3, &types("Server"));
    client.settles("shop.tosca", None, &[]);
    client.end();
}
