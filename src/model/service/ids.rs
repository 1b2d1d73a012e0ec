//! Places in the lists of a service template.

use crate::base::FileId;

macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name {
            /// The file of the service template.
            pub file: FileId,
            /// The place among those that could be read.
            pub index: u32,
        }

        impl $name {
            /// The place as an index.
            #[must_use]
            pub fn place(self) -> usize {
                self.index as usize
            }
        }

        const _: () = assert!(size_of::<$name>() <= 8);
    };
}

id! {
    /// A node template of a service template.
    NodeTemplateId
}

id! {
    /// A relationship template of a service template.
    RelationshipTemplateId
}
