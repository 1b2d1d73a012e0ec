//! The `tosca` command.

use std::process::ExitCode;

fn main() -> ExitCode {
    tosca::internals::cli::main()
}
