//! Prints internal errors. Released programs have no symbols, so the location of a panic is
//! all that a report can name.

use std::io::Write as _;
use std::panic::PanicHookInfo;

use crate::diagnostics::WEBSITE;

/// Makes each panic print one line with the version and location; `RUST_BACKTRACE` adds the default message.
pub(super) fn install() {
    let default = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        if std::env::var_os("RUST_BACKTRACE").is_some_and(|value| value != "0") {
            default(panic);
        }
        // A failure to write cannot be reported.
        let _ = writeln!(anstream::stderr(), "{}", line(panic));
    }));
}

fn line(panic: &PanicHookInfo<'_>) -> String {
    let place = panic.location().map_or_else(String::new, |location| format!(" at {location}"));
    let payload = panic.payload();
    let text = payload.downcast_ref::<String>().map(String::as_str);
    let message = text.or_else(|| payload.downcast_ref::<&str>().copied()).unwrap_or("unknown");
    format!("tosca {}: internal error{place}: {message}", super::version::text())
}

/// Prints how to report a panic.
pub(super) fn ask_for_report() {
    anstream::eprintln!("note: this is a bug in tosca, not in your files");
    let place = if WEBSITE.is_empty() { String::new() } else { format!(" at {WEBSITE}") };
    anstream::eprintln!(
        "help: please report it{place}, with the lines above, the output of `tosca version --verbose`, the command and, \
         if possible, the files"
    );
}
