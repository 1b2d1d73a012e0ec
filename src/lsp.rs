//! A server for the Language Server Protocol: findings while the author types.
//!
//! Input: messages, and files on disk. Output: diagnostics with related locations, quick fixes, formatted texts,
//! and answers to questions about names and files. Texts that are open in the editor replace those on disk, also
//! when they are imported. One thread reads, one checks, and the main thread answers; a panic in a check or an
//! answer is reported and does not stop the server.

mod checked;
mod client_process;
mod documents;
mod findings;
mod pages;
mod part;
mod positions;
mod project;
mod questions;
mod server;
mod settings;
mod transport;
mod uris;
mod views;
mod worker;

use std::io::{BufReader, Write};
use std::sync::Arc;
use std::sync::mpsc::{Sender, channel};

use crate::host::Disk;
use crate::load::Urls;

use server::{Event, Server};

/// Serves on standard input and output until the client ends the session. Returns whether it ended properly,
/// by `exit` after `shutdown`. Checks get files at URLs by `urls`.
#[must_use]
pub(crate) fn serve(urls: Urls) -> bool {
    let (events, received) = channel();
    let disk = Arc::new(Disk::new());
    let (jobs, work) = channel();
    {
        let (events, disk) = (events.clone(), Arc::clone(&disk));
        let check = move || {
            worker::work(&work, &disk, &urls, |outcome| {
                events.send(Event::Checked(Box::new(outcome))).is_ok()
            });
        };
        // The stack size that the main thread of `tosca check` has.
        let thread = std::thread::Builder::new().stack_size(8 * 1024 * 1024);
        if thread.spawn(check).is_err() {
            return false;
        }
    }
    std::thread::spawn(move || read(&events));
    let mut output = std::io::stdout().lock();
    let served = Server::new(disk, jobs).run(&received, &mut output);
    // After the session nobody reads the output.
    let _ = output.flush();
    served
}

/// Forwards messages until the input ends.
fn read(events: &Sender<Event>) {
    let mut input = BufReader::new(std::io::stdin());
    while let Ok(Some(incoming)) = transport::read(&mut input) {
        let client = client_process::id_in(&incoming);
        if events.send(Event::Incoming(incoming)).is_err() {
            return;
        }
        if let Some(id) = client {
            client_process::watch(id, events.clone());
        }
    }
    let _ = events.send(Event::Closed);
}
