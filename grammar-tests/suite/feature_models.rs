//! Feature models of other tools: their configurations as values of inputs.

use crate::cli::{Project, Run};

const FAMILY: &str = "\
tosca_definitions_version: tosca_variability_1_0
topology_template:
  variability:
    inputs:
      cloud: { type: boolean }
      cloud.size: { type: integer, default: 1 }
      cloud_zone: { type: string, default: us }
      secure: { type: boolean, default: true }
      weight: { type: float, default: 1.0 }
      any: { default: 1 }
  node_templates:
    n: { type: tosca.nodes.Compute, conditions: { get_variability_input: cloud } }
    m: { type: tosca.nodes.Compute, conditions: { greater_than: [ { get_variability_input: cloud.size }, 3 ] } }
    o: { type: tosca.nodes.Compute, conditions: { equal: [ { get_variability_input: cloud_zone }, eu ] } }
    p: { type: tosca.nodes.Compute, conditions: { get_variability_input: secure } }
    q: { type: tosca.nodes.Compute, conditions: { equal: [ { get_variability_input: weight }, 2.5 ] } }
    r: { type: tosca.nodes.Compute, conditions: { equal: [ { get_variability_input: any }, true ] } }
";

/// Resolves the template with a file of inputs.
fn resolved(name: &str, content: &str) -> Run {
    let project = Project::new(&[("family.yaml", FAMILY), (name, content)]);
    project.run(&["resolve", "family.yaml", "--inputs", name])
}

/// Returns the names of the present nodes.
fn present(run: &Run) -> String {
    let lines =
        run.out.lines().filter_map(|line| line.trim().strip_suffix(": { type: tosca.nodes.Compute }"));
    lines.collect()
}

/// Returns a configuration with these features.
fn extended(features: &str) -> String {
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<extendedConfiguration>\n{features}\n</extendedConfiguration>\n"
    )
}

#[test]
fn the_choice_of_the_user_counts_more_than_what_follows_from_it() {
    let selected = [
        (r#"automatic="selected" manual="undefined""#, true),
        (r#"automatic="undefined" manual="selected""#, true),
        (r#"automatic="selected" manual="unselected""#, false),
        (r#"automatic="unselected" manual="selected""#, true),
        (r#"automatic="unselected" manual="undefined""#, false),
        (r#"automatic="undefined" manual="undefined""#, false),
        (r#"automatic="selected""#, true),
        ("", false),
    ];
    for (attributes, is_selected) in selected {
        for root in ["extendedConfiguration", "configuration"] {
            let file = format!("<{root}><feature {attributes} name=\"cloud\"/></{root}>");
            let run = resolved("c.xml", &file).ended(0);
            assert_eq!(present(&run), if is_selected { "np" } else { "p" }, "{attributes}: {}", run.out);
            assert!(run.err.is_empty(), "{}", run.err);
        }
    }
}

#[test]
fn attributes_are_values_of_the_type_of_their_input() {
    let file = extended(
        r#"<feature manual="selected" name="cloud"><attribute name="size" value="5"/>
        <attribute name="zone" value="eu"/><attribute name="secure" value="false"/>
        <attribute name="weight" value="2.50"/><attribute name="any" value="true"/></feature>"#,
    );
    let run = resolved("c.xml", &file).ended(0);
    assert_eq!((present(&run).as_str(), run.err.as_str()), ("nmoqr", ""), "{}", run.out);
    // The file is recognized by its content, also in UTF-16.
    let mut utf_16 = vec![0xFF, 0xFE];
    utf_16.extend(file.replace("UTF-8", "UTF-16").encode_utf16().flat_map(u16::to_le_bytes));
    let project = Project::new(&[("family.yaml", FAMILY)]);
    project.add("values", utf_16);
    assert_eq!(present(&project.run(&["resolve", "family.yaml", "--inputs", "values"]).ended(0)), "nmoqr");
    // Later layers take precedence.
    let run = project.run(&["resolve", "family.yaml", "--inputs", "values", "-i", "cloud=false"]).ended(0);
    assert_eq!(present(&run), "moqr");
    for (name, value, expected) in [
        ("size", "5.5", "must be an integer, not `5.5`"),
        ("size", "", "must be an integer, not ``"),
        ("weight", "heavy", "must be a number, not `heavy`"),
        ("secure", "yes", "must be a Boolean, not `yes`"),
    ] {
        let file = extended(&format!(
            "<feature manual=\"selected\" name=\"cloud\">\n<attribute name=\"{name}\" value=\"{value}\"/></feature>"
        ));
        let run = resolved("c.xml", &file).ended(2);
        assert!(run.err.contains(expected) && run.err.contains("c.xml:4:"), "{}", run.err);
    }
}

#[test]
fn features_that_are_no_inputs_are_warnings_at_their_names() {
    let file = extended(
        "<feature automatic=\"selected\" name=\"Root\"/>\n<feature automatic=\"selected\" name=\"cluod\"/>\n\
         <feature manual=\"selected\" name=\"cloud\"><attribute name=\"siez\" value=\"4\"/></feature>",
    );
    let run = resolved("c.xml", &file).ended(0);
    assert_eq!(present(&run), "np");
    for place in
        ["`Root`\n", "c.xml:3:37]", "did you mean `cloud`?", "`cloud.siez`\n", "did you mean `cloud.size`?"]
    {
        assert!(run.err.contains(place), "{place}: {}", run.err);
    }
    assert_eq!(run.err.matches("warning[T1105").count(), 3, "{}", run.err);
}

#[test]
fn malformed_configurations_are_reported() {
    let wrong = [
        ("<feature manual=\"yes\" name=\"cloud\"/>", "unknown selection `yes`"),
        ("<feature manual=\"selected\"/>", "`feature` must be an element with the attribute `name`"),
        ("<featur manual=\"selected\" name=\"cloud\"/>", "did you mean `feature`?"),
        ("<feature name=\"cloud\"><attr name=\"zone\"/></feature>", "unknown element `attr`"),
        ("<feature name=\"cloud\"><attribute name=\"zone\"/></feature>", "with the attribute `value`"),
        ("<feature name=\"cloud_zone\"/>", "must be a string, not `false`"),
        ("<feature name=cloud/>", "error[T12"),
    ];
    for (features, expected) in wrong {
        let run = resolved("c.xml", &extended(features)).ended(2);
        assert!(run.err.contains(expected) && run.err.contains("c.xml:3:"), "{features}: {}", run.err);
        assert!(!run.err.contains("TOSCA 2.0"), "{}", run.err);
    }
    let run = resolved("c.xml", "<featureModel/>").ended(2);
    assert!(run.err.contains("unknown root element `featureModel`"), "{}", run.err);
    let run = resolved("c.xml", "<!DOCTYPE a [ <!ENTITY b \"c\"> ]><extendedConfiguration/>").ended(2);
    assert!(run.err.contains("document type is not allowed"), "{}", run.err);
}

#[test]
fn large_and_deep_configurations_end() {
    let features: String =
        (0..20_000).map(|number| format!("<feature manual=\"selected\" name=\"f{number}\"/>\n")).collect();
    let run = resolved("c.xml", &extended(&format!("{features}<feature name=\"cloud\"/>"))).ended(0);
    assert_eq!(present(&run), "p");
    let run = resolved("c.xml", &extended(&"<feature name=\"cloud\">".repeat(50_000))).ended(2);
    assert!(run.err.contains("c.xml:"), "{}", run.err);
}

#[test]
fn a_configuration_of_uvl_is_read() {
    let file = r#"{ "file": "model.uvl", "config": { "cloud": true, "cloud.size": 5, "cloud_zone": "eu" } }"#;
    assert_eq!(present(&resolved("c.json", file).ended(0)), "nmop");
    let run = resolved("c.json", r#"{ "config": { "cloud": true, "clod": true } }"#).ended(2);
    assert!(run.err.contains("c.json:1:30]") && run.err.contains("did you mean `cloud`?"), "{}", run.err);
    // Inputs of these names are inputs.
    let run = resolved("c.json", r#"{ "config": { "cloud": true }, "cloud": true }"#).ended(2);
    assert!(run.err.contains("unknown variability input `config`"), "{}", run.err);
    let family = FAMILY.replace("any: { default: 1 }", "config: { type: map }").replace(
        "equal: [ { get_variability_input: any }, true ]",
        "min_length: [ { get_variability_input: config }, 1 ]",
    );
    let project = Project::new(&[("family.yaml", &family), ("c.json", r#"{ "config": { "cloud": true } }"#)]);
    let run = project.run(&["resolve", "family.yaml", "--inputs", "c.json"]).ended(2);
    assert!(run.err.contains("`cloud` has no value") && !run.err.contains("unknown"), "{}", run.err);
}

#[test]
fn a_template_without_a_topology_is_resolved_to_its_version() {
    for (version, plain) in [
        ("tosca_variability_1_0", "tosca_simple_yaml_1_3"),
        ("tosca_variability_1_0_rc_1", "tosca_simple_yaml_1_3"),
        ("tosca_2_0", "tosca_2_0"),
    ] {
        let line = |version: &str| format!("tosca_definitions_version: {version}  # the version\n");
        let project = Project::new(&[("family.yaml", &line(version))]);
        let run = project.run(&["resolve", "family.yaml"]).ended(0);
        assert_eq!(
            (run.out, run.err),
            (line(plain), "note: `family.yaml` has nothing to resolve\n".to_owned())
        );
    }
}
