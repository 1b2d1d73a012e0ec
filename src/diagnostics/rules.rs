//! Lists all rules: one module and one page per rule. The rules of a dialect are in its folder.

use super::Rule;

macro_rules! rules {
    ($($($path:literal)? $name:ident)*) => {
        $($(#[path = $path])? pub mod $name;)*

        /// All rules, sorted by code.
        pub static ALL: &[&Rule] = &[$(&$name::RULE),*];
    };
}

rules! {
    unreadable_file
    file_too_large
    too_many_nodes
    nesting_too_deep
    alias_expansion_too_large
    too_many_files
    file_name_not_utf8
    invalid_toml
    unknown_setting
    invalid_setting
    unknown_code
    missing_reason
    unused_suppression
    malformed_suppression
    extends_cycle
    conflicting_settings
    invalid_baseline
    required_version
    yaml_syntax
    not_utf8
    control_character
    duplicate_key
    unknown_anchor
    recursive_alias
    multiple_documents
    root_not_a_mapping
    empty_file
    forbidden_tag
    unknown_tag
    merge_key
    anchor_redefined
    unused_anchor
    invalid_merge
    unindented_line
    typographic_quotes
    invisible_character
    unknown_keyname
    missing_keyname
    wrong_shape
    empty_section
    conflicting_keynames
    not_one_entry
    invalid_keyword
    repeated_keyword
    empty_list
    invalid_name
    missing_version
    version_not_first
    unknown_version
    invalid_version
    unquoted_version
    non_standard_keyname
    non_standard_form
    invalid_count_range
    function_not_allowed
    implementation_in_interface_type
    capitalized_boolean
    empty_data_type
    no_effect
    malformed_mime_type
    dotted_extension
    checksum_length
    absolute_url_with_repository
    malformed_url
    credentials_in_url
    invalid_mapping
    invalid_unit
    useless_dsl_definition
    invalid_dsl_definition
    non_string_metadata_key
    missing_relationship
    unindented_keyname
    missing_import
    unknown_profile
    import_cycle
    url_not_fetched
    unknown_repository
    imported_service_template
    duplicate_import
    unused_import
    outside_root
    not_a_url_path
    ambiguous_profile
    profile_with_service_template
    untrimmed_profile_name
    file_in_two_profiles
    hidden_profile
    colon_in_namespace
    repository_url_not_literal
    import_not_tosca
    relative_file_url
    uncertain_root
    profile_without_extension
    repository_by_folders
    built_in_copy
    failed_fetch
    unencrypted_url
    unlocked_url
    changed_content
    invalid_lock
    import_in_other_case
    malformed_meta_line
    empty_meta_value
    wrong_csar_version
    missing_definitions_file
    ambiguous_entry
    duplicate_meta_file
    unused_definitions_file
    damaged_archive
    unsupported_archive
    unsafe_member
    duplicate_member
    unportable_archive
    too_many_members
    archive_too_large
    suspicious_compression
    misplaced_meta_file
    wrong_checksum
    unknown_type
    wrong_kind
    conflicting_definitions
    unknown_namespace
    unknown_function
    unknown_template
    reserved_name
    colon_in_name
    redefined_function
    dollar_name
    shadowed_type
    not_imported
    derivation_cycle
    incompatible_type
    nothing_to_refine
    loosened_required
    changed_fixed_value
    wider_count_range
    type_not_allowed
    changed_trigger
    changed_capability
    unknown_capability
    capability_not_offered
    impossible_requirement
    unreachable_capability
    schema_not_allowed
    missing_entry_schema
    key_schema_not_string
    abstract_scalar
    not_a_scalar_type
    properties_of_simple_type
    missing_base_unit
    wrong_canonical_unit
    prefixes_need_one_unit
    changed_scalar
    not_a_number_type
    infinite_value
    useless_default
    fixed_value_in_data_type
    attribute_differs_from_property
    nearly_inherited_name
    changed_signature
    shared_name
    dot_in_name
    misplaced_keyname
    wrong_direction
    duplicate_requirement
    hard_coded_attribute
    wrong_value_type
    integer_out_of_range
    invalid_timestamp
    invalid_bytes
    invalid_scalar
    unknown_unit
    unknown_property
    missing_property
    fixed_value_assigned
    failed_validation
    impossible_validation
    default_no_longer_fits
    leading_zero
    missing_input
    float_out_of_range
    wrong_argument_count
    wrong_argument_type
    wrong_result_type
    malformed_call
    arguments_not_a_list
    value_outside_clause
    not_a_condition
    clause_without_value
    invalid_pattern
    evaluation_error
    no_matching_signature
    unknown_input
    unknown_part
    input_cycle
    useless_suffix
    number_without_unit
    out_of_context
    repeated_value
    swapped_arguments
    constant_condition
    unordered_result
    unreachable_signature
    unknown_path_start
    unknown_path_step
    unknown_in_path
    legacy_path
    path_index
    path_word_as_name
    property_cycle
    mapped_type
    duplicate_output_mapping
    shared_target
    remote_mapping
    overwritten_attribute
    truncated_scalar
    unordered_versions
    value_too_large
    unknown_member
    wrong_target
    wrong_capability
    wrong_relationship
    excluded_relationship
    ambiguous_capability
    requirement_count
    too_few_nodes
    unmatched_pairs
    contradicting_directive
    requirement_cycle
    repeated_assignment
    no_candidate
    node_filter_mismatch
    over_allocated
    not_allocatable
    negative_allocation
    unused_relationship_template
    ambiguous_name
    untyped_input
    output_without_value
    invalid_copy
    input_without_value
    nearly_declared_name
    unexpected_extension
    hardcoded_secret
    missing_file
    incompatible_mapping
    unmapped_parameter
    repeated_mapping
    not_selectable
    unmappable_target
    too_many_mappings
    incomplete_mapping
    endless_substitution
    no_substitute
    possible_substitutes
    invalid_member
    group_cycle
    repeated_trigger
    duplicate_policy
    endless_loop
    unreachable_step
    ambiguous_operation
    incomplete_call
    optional_input
    inline_cycle
    delegated_workflow
    missing_targets
    unsupported_dialect
    old_scalar_keynames
    mixed_scalar_keynames
    "../dialects/simple/rules/keyname_of_other_version.rs" keyname_of_other_version
    "../dialects/simple/rules/reserved_template_name.rs" reserved_template_name
    "../dialects/simple/rules/tolerated_form.rs" tolerated_form
    "../dialects/simple/rules/lenient_value.rs" lenient_value
    "../dialects/simple/rules/unassigned_requirement.rs" unassigned_requirement
    "../dialects/amp/rules/amp_expression.rs" amp_expression
    "../dialects/amp/rules/amp_generic_type.rs" amp_generic_type
    "../dialects/amp/rules/amp_icon.rs" amp_icon
    "../dialects/simple/rules/lowered_with_loss.rs" lowered_with_loss
    "../dialects/simple/rules/renamed_spelling.rs" renamed_spelling
    "../dialects/amp/rules/amp_limit.rs" amp_limit
    "../dialects/amp/rules/amp_not_deployable.rs" amp_not_deployable
    "../dialects/variability/rules/unknown_operator.rs" unknown_operator
    "../dialects/variability/rules/malformed_expression.rs" malformed_expression
    "../dialects/variability/rules/wrong_operand_count.rs" wrong_operand_count
    "../dialects/variability/rules/wrong_operand_type.rs" wrong_operand_type
    "../dialects/variability/rules/unknown_variability_input.rs" unknown_variability_input
    "../dialects/variability/rules/unknown_expression.rs" unknown_expression
    "../dialects/variability/rules/unknown_element.rs" unknown_element
    "../dialects/variability/rules/ambiguous_relation.rs" ambiguous_relation
    "../dialects/variability/rules/self_outside_relation.rs" self_outside_relation
    "../dialects/variability/rules/expression_cycle.rs" expression_cycle
    "../dialects/variability/rules/contradictory_presence.rs" contradictory_presence
    "../dialects/variability/rules/self_supporting_presence.rs" self_supporting_presence
    "../dialects/variability/rules/invalid_variability_value.rs" invalid_variability_value
    "../dialects/variability/rules/missing_variability_value.rs" missing_variability_value
    "../dialects/variability/rules/misplaced_conditions.rs" misplaced_conditions
    "../dialects/variability/rules/parity_xor.rs" parity_xor
    "../dialects/variability/rules/relation_as_member.rs" relation_as_member
    "../dialects/variability/rules/dangling_relation.rs" dangling_relation
    "../dialects/variability/rules/multiple_hosts.rs" multiple_hosts
    "../dialects/variability/rules/missing_host.rs" missing_host
    "../dialects/variability/rules/dangling_reference.rs" dangling_reference
    "../dialects/variability/rules/never_present.rs" never_present
    "../dialects/variability/rules/always_true_condition.rs" always_true_condition
    "../dialects/variability/rules/count_in_variant.rs" count_in_variant
    "../dialects/variability/rules/unused_variability.rs" unused_variability
    "../dialects/variability/rules/analysis_incomplete.rs" analysis_incomplete
    "../dialects/variability/rules/preset_without_variant.rs" preset_without_variant
    "../dialects/variability/rules/violated_constraint.rs" violated_constraint
    "../dialects/variability/rules/void_template.rs" void_template
    "../dialects/variability/rules/excluded_preset.rs" excluded_preset
    "../dialects/variability/rules/several_defaults.rs" several_defaults
    "../dialects/variability/rules/several_alternatives.rs" several_alternatives
    "../dialects/variability/rules/type_in_variant.rs" type_in_variant
    "../dialects/tosca_xml/rules/malformed_xml.rs" malformed_xml
    "../dialects/tosca_xml/rules/missing_xml_attribute.rs" missing_xml_attribute
    "../dialects/tosca_xml/rules/unknown_xml_element.rs" unknown_xml_element
    "../dialects/tosca_xml/rules/unconverted_xml_element.rs" unconverted_xml_element
    "../dialects/tosca_xml/rules/misplaced_xml_element.rs" misplaced_xml_element
    "../dialects/tosca_xml/rules/unknown_xml_attribute.rs" unknown_xml_attribute
    "../dialects/tosca_xml/rules/wrong_xml_value.rs" wrong_xml_value
    "../dialects/tosca_xml/rules/empty_xml_element.rs" empty_xml_element
    "../dialects/tosca_xml/rules/duplicate_xml_id.rs" duplicate_xml_id
    "../dialects/tosca_xml/rules/dangling_xml_reference.rs" dangling_xml_reference
    "../dialects/tosca_xml/rules/unsupported_xml_extension.rs" unsupported_xml_extension
    "../dialects/tosca_xml/rules/wrong_xml_import.rs" wrong_xml_import
    "../dialects/tosca_xml/rules/unresolved_xml_name.rs" unresolved_xml_name
    "../dialects/tosca_xml/rules/unimported_xml_name.rs" unimported_xml_name
    "../dialects/tosca_xml/rules/duplicate_xml_definition.rs" duplicate_xml_definition
    "../dialects/tosca_xml/rules/wrong_xml_derivation.rs" wrong_xml_derivation
    "../dialects/tosca_xml/rules/conflicting_xml_parts.rs" conflicting_xml_parts
    "../dialects/tosca_xml/rules/mismatched_xml_type.rs" mismatched_xml_type
    "../dialects/tosca_xml/rules/xml_property_mismatch.rs" xml_property_mismatch
    "../dialects/tosca_xml/rules/abstract_xml_type.rs" abstract_xml_type
    "../dialects/tosca_xml/rules/missing_xml_file.rs" missing_xml_file
    "../dialects/tosca_xml/rules/colliding_xml_name.rs" colliding_xml_name
    "../dialects/tosca_xml/rules/second_service_template.rs" second_service_template
    "../dialects/toscalite/rules/missing_xml_element.rs" missing_xml_element
    "../dialects/toscalite/rules/repeated_xml_element.rs" repeated_xml_element
    "../dialects/toscalite/rules/unknown_model_type.rs" unknown_model_type
    "../dialects/toscalite/rules/invalid_model_name.rs" invalid_model_name
    "../dialects/toscalite/rules/wrong_model_root.rs" wrong_model_root
    "../dialects/toscalite/rules/unused_xml_element.rs" unused_xml_element
    "../dialects/toscalite/rules/wrong_relationship_end.rs" wrong_relationship_end
    "../dialects/toscalite/rules/host_cycle.rs" host_cycle
    "../dialects/toscalite/rules/unclear_host.rs" unclear_host
    "../dialects/toscalite/rules/missing_model.rs" missing_model
    "../dialects/toscalite/rules/ambiguous_variable.rs" ambiguous_variable
    unused_input
    unused_type
    unused_function
    unused_repository
    ambiguous_scalar
    unused_substitution
    unused_member
    "../dialects/variability/rules/redundant_condition.rs" redundant_condition
    missing_description
    type_name_style
    name_style
    hard_coded_version
}
