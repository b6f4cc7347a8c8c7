//! Compressed input: recognised by its first bytes, and decompressed while it is read.
//!
//! A file may consist of several members, each compressed by any method; their texts are joined, and may be compressed
//! again. A member that claims more than it has costs only the time to read it: the memory and the output are limited.

use std::{
    error::Error,
    io::{self, BufRead, Read},
};

use bzip2::bufread::BzDecoder;
use flate2::bufread::GzDecoder;
use lzma_rust2::{Action, Status, XzStream};
use ruzstd::decoding::{
    BlockDecodingStrategy, FrameDecoder,
    errors::{FrameDecoderError, ReadFrameHeaderError},
};

use crate::inputs::{
    allowance::{Allowance, Share},
    member::Damage,
    peek::{Peek, Source},
    truncation::Truncation,
};

/// The layers of compression that are undone, the outer one first: the largest window, in MiB, that a member may ask for.
const LAYERS: [usize; 8] = [128, 128, 16, 16, 16, 16, 16, 16];

/// The size of a decompression step. An error loses the output of its step, so it is small.
const STEP: usize = 4 << 10;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Compression {
    Gzip,
    Bzip2,
    Xz,
    Zstd,
}

/// The signatures; a question mark stands for any byte.
const MAGIC: [(Compression, &[u8]); 6] = [
    (Compression::Gzip, b"\x1F\x8B\x08"),
    (Compression::Bzip2, b"BZh?1AY&SY"),
    // Without blocks.
    (Compression::Bzip2, b"BZh?\x17rE8P\x90"),
    (Compression::Xz, b"\xFD7zXZ\0"),
    (Compression::Zstd, b"\x28\xB5\x2F\xFD"),
    // A skippable frame (RFC 8878, 3.1.2).
    (Compression::Zstd, b"?\x2A\x4D\x18"),
];

/// The first line of a compressed news batch names its unpacker: `#! cunbatch`.
const BATCH: (&[u8], &[u8], usize) = (b"#! ", b"unbatch\n", 16);

impl Compression {
    fn name(self) -> &'static str {
        match self {
            Compression::Gzip => "gzip",
            Compression::Bzip2 => "bzip2",
            Compression::Xz => "xz",
            Compression::Zstd => "zstd",
        }
    }

    /// Returns how many bytes could be decompressed in the time to start a member, which allocates and clears memory.
    fn beginning(self) -> usize {
        match self {
            Compression::Bzip2 => 128 << 10,
            Compression::Gzip | Compression::Xz | Compression::Zstd => 32 << 10,
        }
    }

    /// Returns the compression of data that begins with `head`, and where it begins. The outer `None` asks for more
    /// bytes.
    fn of(head: &[u8], is_end: bool) -> Option<Option<(Compression, usize)>> {
        let line = batch_line(head, is_end)?;
        let head = &head[line..];
        let mut is_open = false;
        for (format, magic) in MAGIC {
            if head.iter().zip(magic).all(|(byte, wanted)| byte == wanted || *wanted == b'?') {
                if head.len() >= magic.len() {
                    return Some(Some((format, line)));
                }
                is_open = !is_end;
            }
        }
        if is_open { None } else { Some(None) }
    }
}

/// Returns the length of the first line of a compressed batch, or 0.
fn batch_line(head: &[u8], is_end: bool) -> Option<usize> {
    let (begin, end, most) = BATCH;
    let line = &head[..memchr::memchr(b'\n', head).map_or(head.len(), |end| end + 1)];
    if line.starts_with(begin) && line.ends_with(end) && line.len() <= most {
        return Some(line.len());
    }
    let may_be = line.len() < most && !line.ends_with(b"\n") && begin.iter().zip(line).all(|(a, b)| a == b);
    if may_be && !is_end { None } else { Some(0) }
}

/// Undoes all layers of compression.
pub fn unzip(mut source: Source, allowance: &Allowance) -> Source {
    for memory in LAYERS {
        let Some(format) = next(&mut source) else { return source };
        let member = Some(Member::new(format, source, memory));
        source = Peek::new(Box::new(Members { member, memory, share: allowance.enter() }));
    }
    if is_compressed(&mut source) {
        let layers = LAYERS.len();
        return Peek::failing(Damage::error(format!("is compressed more than {layers} times over; unpack it first")));
    }
    source
}

pub fn is_compressed(source: &mut Source) -> bool {
    compression(source).is_some()
}

/// Returns the compression of the next data, if any. The source is then at its first byte.
fn next(source: &mut Source) -> Option<Compression> {
    let (format, line) = compression(source)?;
    source.consume(line);
    Some(format)
}

/// Returns the compression of the next data, if any, and where it begins.
fn compression(source: &mut Source) -> Option<(Compression, usize)> {
    loop {
        match Compression::of(source.head(), source.is_end()) {
            Some(found) => return found,
            None => source.more(),
        }
    }
}

/// The members of a source, one after another. An error ends them.
struct Members {
    member: Option<Member>,
    memory: usize,
    share: Share,
}

impl Read for Members {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let room = buffer.len().min(STEP);
        while let Some(mut member) = self.member.take() {
            let read = member.decoder.read(&mut buffer[..room]).map_err(|error| member.damage(error, self.memory))?;
            self.count(&member, read)?;
            if read > 0 || room == 0 {
                self.member = Some(member);
                return Ok(read);
            }
            self.member = member.next(self.memory)?;
            if let Some(next) = self.member.take() {
                self.count(&next, next.format.beginning())?;
                self.member = Some(next);
            }
        }
        Ok(0)
    }
}

impl Members {
    fn count(&mut self, member: &Member, made: usize) -> io::Result<()> {
        let offset = member.decoder.source().offset();
        if self.share.take(offset, made) {
            return Ok(());
        }
        Err(damage(offset, member.format, "expands too much; see --max-decompressed"))
    }
}

struct Member {
    format: Compression,
    decoder: Box<dyn Decoder>,
}

/// Decompresses exactly one member.
trait Decoder: Read + Send {
    fn source(&self) -> &Source;

    fn into_source(self: Box<Self>) -> Source;
}

impl Member {
    fn new(format: Compression, source: Source, memory: usize) -> Member {
        let decoder: Box<dyn Decoder> = match format {
            Compression::Gzip => Box::new(GzDecoder::new(source)),
            Compression::Bzip2 => Box::new(BzDecoder::new(source)),
            Compression::Xz => Box::new(Xz {
                source,
                stream: XzStream::new_mem_limit(false, u32::try_from(memory << 10).unwrap_or(u32::MAX)),
            }),
            Compression::Zstd => Box::new(Zstd::new(source, memory)),
        };
        Member { format, decoder }
    }

    /// Returns the next member, if any. Zeros after the last one are padding of tapes.
    fn next(self, memory: usize) -> io::Result<Option<Member>> {
        let format = self.format;
        let mut source = self.decoder.into_source();
        loop {
            let padding = source.fill_buf()?.iter().take_while(|&&byte| byte == 0).count();
            if padding == 0 {
                break;
            }
            source.consume(padding);
        }
        match next(&mut source) {
            Some(format) => Ok(Some(Member::new(format, source, memory))),
            None if source.head().is_empty() => Ok(None),
            None => Err(damage(source.offset(), format, "is followed by other data")),
        }
    }

    fn damage(&self, error: io::Error, memory: usize) -> io::Error {
        if error.raw_os_error().is_some() || is_named(&error) {
            return error;
        }
        let too_large = format!("needs more than {memory} MiB of memory");
        let reason = match error.kind() {
            io::ErrorKind::UnexpectedEof => "is cut off",
            io::ErrorKind::OutOfMemory => &too_large,
            _ => "is damaged",
        };
        damage(self.decoder.source().offset(), self.format, reason)
    }
}

impl Decoder for GzDecoder<Source> {
    fn source(&self) -> &Source {
        self.get_ref()
    }

    fn into_source(self: Box<Self>) -> Source {
        self.into_inner()
    }
}

impl Decoder for BzDecoder<Source> {
    fn source(&self) -> &Source {
        self.get_ref()
    }

    fn into_source(self: Box<Self>) -> Source {
        self.into_inner()
    }
}

struct Xz {
    source: Source,
    stream: XzStream,
}

impl Read for Xz {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            let input = self.source.fill_buf()?;
            // An error loses the output of a call, so the input of a call is small.
            let input = &input[..input.len().min(STEP / 4)];
            let (is_end, action) = (input.is_empty(), if input.is_empty() { Action::Finish } else { Action::Run });
            let done = self.stream.process(input, buffer, action)?;
            self.source.consume(done.bytes_consumed);
            if done.bytes_produced > 0 || done.status == Status::StreamEnd || buffer.is_empty() {
                return Ok(done.bytes_produced);
            }
            if is_end {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
        }
    }
}

impl Decoder for Xz {
    fn source(&self) -> &Source {
        &self.source
    }

    fn into_source(self: Box<Self>) -> Source {
        self.source
    }
}

struct Zstd {
    source: Source,
    decoder: FrameDecoder,
    is_begun: bool,
    failure: Option<io::Error>,
}

impl Zstd {
    /// An empty last block (RFC 8878, 3.1.1.2), and a checksum if one is asked for.
    const LAST: &'static [u8] = &[1, 0, 0, 0, 0, 0, 0];

    fn new(source: Source, memory: usize) -> Zstd {
        let mut decoder = FrameDecoder::new();
        decoder.set_max_window_size((memory as u64) << 20);
        Zstd { source, decoder, is_begun: false, failure: None }
    }

    /// Reads the header of a frame, or all of a skippable one.
    fn begin(&mut self) -> io::Result<()> {
        match self.decoder.init(&mut self.source) {
            Err(FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::SkipFrame { length, .. })) => {
                let length = u64::from(length);
                let skipped = io::copy(&mut (&mut self.source).take(length), &mut io::sink())?;
                if skipped < length { Err(io::ErrorKind::UnexpectedEof.into()) } else { Ok(()) }
            }
            done => done.map_err(zstd_error),
        }
    }

    /// Returns `true` if the output matches the size and checksum in the frame, if any.
    fn is_sound(&self) -> bool {
        self.decoder
            .get_checksum_from_data()
            .is_none_or(|checksum| Some(checksum) == self.decoder.get_calculated_checksum())
    }
}

impl Read for Zstd {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if !self.is_begun {
            self.begin()?;
            self.is_begun = true;
        }
        while self.decoder.can_collect() == 0 {
            if let Some(failure) = self.failure.take() {
                return Err(failure);
            }
            if self.decoder.is_finished() {
                return if self.is_sound() { Ok(0) } else { Err(io::ErrorKind::InvalidData.into()) };
            }
            if let Err(error) = self.decoder.decode_blocks(&mut self.source, BlockDecodingStrategy::UptoBlocks(1)) {
                self.failure = Some(zstd_error(error));
                // At the end of the frame, the decoder's window is returned, too.
                let _ = self.decoder.decode_blocks(Zstd::LAST, BlockDecodingStrategy::UptoBlocks(1));
            }
        }
        self.decoder.read(buffer)
    }
}

impl Decoder for Zstd {
    fn source(&self) -> &Source {
        &self.source
    }

    fn into_source(self: Box<Self>) -> Source {
        self.source
    }
}

/// Returns `true` if the error is that of the source, which may be compressed itself.
fn is_named(error: &io::Error) -> bool {
    Truncation::in_error(error).is_some() || Damage::in_error(error).is_some()
}

/// Returns the I/O error inside an error of the decoder, or an equivalent.
fn zstd_error(error: FrameDecoderError) -> io::Error {
    if let FrameDecoderError::WindowSizeTooBig { .. } = error {
        return io::ErrorKind::OutOfMemory.into();
    }
    let mut cause: Option<&dyn Error> = Some(&error);
    while let Some(error) = cause {
        if let Some(error) = error.downcast_ref::<io::Error>() {
            if let Some(&truncation) = Truncation::in_error(error) {
                return io::Error::other(truncation);
            }
            if let Some(damage) = Damage::in_error(error) {
                return Damage::error(damage.to_string());
            }
            return error.raw_os_error().map_or_else(|| error.kind().into(), io::Error::from_raw_os_error);
        }
        cause = error.source();
    }
    io::ErrorKind::InvalidData.into()
}

fn damage(offset: u64, format: Compression, reason: &str) -> io::Error {
    Damage::error(format!("byte {offset}: the {} data {reason}", format.name()))
}
