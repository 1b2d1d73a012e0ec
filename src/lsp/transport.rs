//! Reads and writes messages of the language server protocol in the frames of its base protocol: a header
//! with the length, an empty line, and the message as JSON.
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
    /// A frame without a valid message.
    Malformed {
        /// The id for the error response (null if unknown) and the kind of error, or `None` if there must be
        /// no response, because the frame is itself one.
        answer: Option<(Value, ErrorCode)>,
        /// What is wrong with the frame.
        reason: String,
    },
}

/// Reads the next frame, or returns `None` at the end of the input, even if that is inside of a frame.
pub(super) fn read(input: &mut dyn BufRead) -> io::Result<Option<Incoming>> {
    let Some(length) = read_header(input)? else { return Ok(None) };
    if length > MAX_MESSAGE_BYTES {
        io::copy(&mut input.take(length), &mut io::sink())?;
        return Ok(Some(parse_error(format!("a message of {length} bytes is too long"))));
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

/// Parses the body of a frame.
fn parse_message(body: &[u8]) -> Incoming {
    let value: Value = match serde_json::from_slice(body) {
        Ok(value) => value,
        Err(error) => return parse_error(format!("a message is not JSON: {error}")),
    };
    let has_method = value.get("method").is_some();
    let id = value.get("id").cloned();
    // A message with an id of an invalid type is parsed as a notification, but intended as a request.
    let has_id = id.as_ref().is_some_and(|id| !id.is_null());
    let message = match serde_json::from_value(value) {
        Ok(Message::Notification(_)) if has_id => None,
        read => read.ok(),
    };
    match message {
        Some(message) => Incoming::Message(Box::new(message)),
        None => {
            let is_response = !has_method && id.is_some();
            let answer = (!is_response).then(|| (id.unwrap_or(Value::Null), ErrorCode::InvalidRequest));
            Incoming::Malformed { answer, reason: "a message is neither request nor notification".to_owned() }
        }
    }
}

/// Returns a frame whose message could not be read, so that its id is unknown.
fn parse_error(reason: String) -> Incoming {
    Incoming::Malformed { answer: Some((Value::Null, ErrorCode::ParseError)), reason }
}

/// Writes a message.
pub(super) fn write(output: &mut dyn Write, message: &Message) -> io::Result<()> {
    let mut value = serde_json::to_value(message)?;
    value["jsonrpc"] = json!("2.0");
    write_value(output, &value)
}

/// Writes an error response. Unlike in a [`Message`], the id may be any value, such as null.
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

/// Writes a frame.
fn write_value(output: &mut dyn Write, value: &Value) -> io::Result<()> {
    let body = serde_json::to_vec(value)?;
    write!(output, "Content-Length: {}\r\n\r\n", body.len())?;
    output.write_all(&body)?;
    output.flush()
}

/// Returns the id of the request to cancel from the parameters of `$/cancelRequest`.
pub(super) fn cancelled_id(params: &Value) -> Option<RequestId> {
    serde_json::from_value(params.get("id")?.clone()).ok()
}
