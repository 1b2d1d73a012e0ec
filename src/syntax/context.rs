//! Wrappers that tell the reader what surrounds a part.

use crate::keynames::{Context, Expected, Reader, Shape};
use crate::yaml::Node;

macro_rules! contexts {
    ($( $(#[$doc:meta])* $name:ident : $field:ident; )*) => {
        $(
            $(#[$doc])*
            #[derive(Debug)]
            pub struct $name<T>(pub T);

            impl<T: Shape> Shape for $name<T> {
                const EXPECTED: Expected = T::EXPECTED;

                fn read(node: Node<'_>, reader: &mut Reader<'_>) -> Option<Self> {
                    let change = |context: &mut Context| context.$field = true;
                    reader.with(change, |reader| T::read(node, reader)).map(Self)
                }
            }
        )*
    };
}

contexts! {
    /// Definitions that refine those of a type named beside them, and add none.
    Refined: refining;
    /// Declarations inside an interface type: nothing in them is implemented.
    Declared: interface_type;
    /// Parts of a service template.
    InTemplate: service_template;
}
