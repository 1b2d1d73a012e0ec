//! Findings while the author types: a server of the Language Server Protocol.
//!
//! In: messages, and what is on disk. Out: diagnostics with the places that belong to them, and quick fixes.
//! What editors have open counts rather than what is on disk, in imports too. One thread reads, one checks,
//! and the one that was asked answers; a fault in a check is told and ends nothing.

mod documents;
mod findings;
mod pages;
mod part;
mod places;
mod positions;
mod project;
mod server;
mod settings;
mod transport;
mod worker;

use std::io::{BufReader, Write};
use std::sync::Arc;
use std::sync::mpsc::{Sender, channel};

use crate::host::Disk;

use server::{Event, Server};

/// Serves on standard input and output until the client ends it. Gives whether it ended as it should: by
/// `exit` behind `shutdown`.
#[must_use]
pub(crate) fn serve() -> bool {
    let (events, received) = channel();
    let disk = Arc::new(Disk::new());
    let (jobs, work) = channel();
    {
        let (events, disk) = (events.clone(), Arc::clone(&disk));
        let check = move || {
            worker::work(&work, &disk, |outcome| events.send(Event::Checked(Box::new(outcome))).is_ok());
        };
        // As much as the main thread of `tosca check` has.
        let thread = std::thread::Builder::new().stack_size(8 * 1024 * 1024);
        if thread.spawn(check).is_err() {
            return false;
        }
    }
    std::thread::spawn(move || read(&events));
    let mut output = std::io::stdout().lock();
    let served = Server::new(disk, jobs).run(&received, &mut output);
    // What is not written now is for nobody.
    let _ = output.flush();
    served
}

/// Reads until the end of input.
fn read(events: &Sender<Event>) {
    let mut input = BufReader::new(std::io::stdin());
    while let Ok(Some(incoming)) = transport::read(&mut input) {
        if events.send(Event::Incoming(incoming)).is_err() {
            return;
        }
    }
    let _ = events.send(Event::Closed);
}
