//! Reads and writes messages: the framing of the base protocol.
//!
//! An invalid frame does not stop the reader: it is reported, and reading continues at the next header.

use std::io::{self, BufRead, Read, Write};

use lsp_server::{ErrorCode, Message, RequestId};
use serde_json::{Value, json};

/// The maximum size of a message in bytes.
const MAX_MESSAGE_BYTES: u64 = 1 << 30;

/// A received frame.
#[derive(Debug)]
pub(super) enum Incoming {
    /// A message.
    Message(Box<Message>),
    /// A frame without a valid message, and the reason. `answer` is the id to respond to (or null) and the
    /// kind of error, or `None` if the frame is itself a response.
    Malformed { answer: Option<(Value, ErrorCode)>, reason: String },
}

/// Reads the next frame, or returns `None` at the end of input.
pub(super) fn read(input: &mut dyn BufRead) -> io::Result<Option<Incoming>> {
    let Some(length) = read_header(input)? else { return Ok(None) };
    if length > MAX_MESSAGE_BYTES {
        io::copy(&mut input.take(length), &mut io::sink())?;
        return Ok(Some(unreadable(format!("a message of {length} bytes is too long"))));
    }
    let mut body = Vec::new();
    input.take(length).read_to_end(&mut body)?;
    if (body.len() as u64) < length {
        return Ok(None);
    }
    Ok(Some(parse_message(&body)))
}

/// Reads a header and returns the length of the body. Skips lines that are not a header; a header may follow
/// unreadable text on the same line.
fn read_header(input: &mut dyn BufRead) -> io::Result<Option<u64>> {
    const NAME: &[u8] = b"content-length:";
    let (mut length, mut line) = (None, Vec::new());
    loop {
        line.clear();
        if input.take(MAX_MESSAGE_BYTES).read_until(b'\n', &mut line)? == 0 {
            return Ok(None);
        }
        line.make_ascii_lowercase();
        let text = line.trim_ascii();
        if let Some(start) = memchr::memmem::rfind(text, NAME) {
            let value = std::str::from_utf8(text[start + NAME.len()..].trim_ascii()).ok();
            length = value.and_then(|value| value.parse().ok());
        } else if text.is_empty() && length.is_some() {
            return Ok(length);
        }
    }
}

fn parse_message(body: &[u8]) -> Incoming {
    let value: Value = match serde_json::from_slice(body) {
        Ok(value) => value,
        Err(error) => return unreadable(format!("a message is not JSON: {error}")),
    };
    let is_request = value.get("method").is_some();
    let id = value.get("id").cloned();
    // A message with an id is not intended as a notification, even if the id is invalid.
    let wants_answer = id.as_ref().is_some_and(|id| !id.is_null());
    let message = match serde_json::from_value(value) {
        Ok(Message::Notification(_)) if wants_answer => None,
        read => read.ok(),
    };
    match message {
        Some(message) => Incoming::Message(Box::new(message)),
        None => {
            let answers = !is_request && id.is_some();
            let answer = (!answers).then(|| (id.unwrap_or(Value::Null), ErrorCode::InvalidRequest));
            Incoming::Malformed { answer, reason: "a message is neither request nor notification".to_owned() }
        }
    }
}

fn unreadable(reason: String) -> Incoming {
    Incoming::Malformed { answer: Some((Value::Null, ErrorCode::ParseError)), reason }
}

/// Writes a message.
pub(super) fn write(output: &mut dyn Write, message: &Message) -> io::Result<()> {
    let mut value = serde_json::to_value(message)?;
    value["jsonrpc"] = json!("2.0");
    write_value(output, &value)
}

/// Writes an error response; the id may be any value.
pub(super) fn write_error(
    output: &mut dyn Write,
    id: &Value,
    code: ErrorCode,
    reason: &str,
) -> io::Result<()> {
    write_value(
        output,
        &json!({ "jsonrpc": "2.0", "id": id, "error": { "code": code as i32, "message": reason } }),
    )
}

fn write_value(output: &mut dyn Write, value: &Value) -> io::Result<()> {
    let body = serde_json::to_vec(value)?;
    write!(output, "Content-Length: {}\r\n\r\n", body.len())?;
    output.write_all(&body)?;
    output.flush()
}

/// Returns the id in the parameters of `$/cancelRequest`.
pub(super) fn cancelled(params: &Value) -> Option<RequestId> {
    serde_json::from_value(params.get("id")?.clone()).ok()
}
