//! Ids of templates: indices in the lists of a service template.

use crate::base::dense_ids;

dense_ids! {
    /// A node template of a service template, among those that could be read.
    pub NodeTemplateId;
    /// A relationship template of a service template, among those that could be read.
    pub RelationshipTemplateId;
}
