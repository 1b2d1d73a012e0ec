//! Exports internal modules to the project's own tests, benchmarks and programs, in addition to the public API. May
//! change at any time: nothing else may use it.

macro_rules! internals {
    ($($(#[$feature:meta])* $module:ident;)*) => {
        $( $(#[$feature])*
        pub mod $module {
            pub use crate::$module::*;
        } )*
    };
}

internals! {
    checks;
    compatibility;
    config;
    dialects;
    difference;
    evaluate;
    expressions;
    format;
    functions;
    graph;
    ide;
    keynames;
    literals;
    load;
    migrate;
    resolve;
    session;
    show;
    syntax;
    values;
    xml;
    yaml;
    #[cfg(feature = "variability")]
    variability;
    #[cfg(feature = "cli")]
    cli;
}
