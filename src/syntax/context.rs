//! Wrappers that change the context in which the reader reads a part.

use crate::keynames::{Expected, ReadContext, Reader, Shape};
use crate::yaml::YamlNode;

macro_rules! contexts {
    ($( $(#[$doc:meta])* $name:ident : $field:ident; )*) => {
        $(
            $(#[$doc])*
            #[derive(Debug)]
            pub struct $name<T>(pub T);

            impl<T: Shape> Shape for $name<T> {
                const EXPECTED: Expected = T::EXPECTED;

                fn read(node: YamlNode<'_>, reader: &mut Reader<'_>) -> Option<Self> {
                    let change = |context: &mut ReadContext| context.$field = true;
                    reader.with(change, |reader| T::read(node, reader)).map(Self)
                }
            }
        )*
    };
}

contexts! {
    /// Definitions that may only refine those of a type, which is named next to them.
    Refined: refining;
    /// Declarations inside an interface type, which have no implementations.
    Declared: interface_type;
    /// Parts of a service template.
    InTemplate: service_template;
}
