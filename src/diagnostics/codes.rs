//! The registry: one module and one page a code.

use super::Code;

macro_rules! codes {
    ($($name:ident)*) => {
        $(pub mod $name;)*

        /// All codes, by number.
        pub static ALL: &[&Code] = &[$(&$name::CODE),*];
    };
}

codes! {
    unreadable_file
    file_too_large
    too_many_nodes
    nesting_too_deep
    alias_expansion_too_large
    too_many_files
    file_name_not_utf8
    yaml_syntax
    not_utf8
    control_character
    duplicate_key
    unknown_anchor
    recursive_alias
    several_documents
    root_not_a_mapping
    empty_file
    forbidden_tag
    unknown_tag
    merge_key
    anchor_redefined
    unused_anchor
    invalid_merge
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
    capitalised_boolean
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
    blank_profile_name
    file_in_two_profiles
    hidden_profile
    colon_in_namespace
    repository_url_not_literal
    import_not_tosca
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
    unsupported_dialect
    old_scalar_keynames
    mixed_scalar_keynames
}
