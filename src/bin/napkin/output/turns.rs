//! Standard output, shared by all threads. Each input's results are written in its turn, so they come in the order of
//! the inputs, never interleaved. Only whole records are written, so an interrupted program ends with a whole line.
//!
//! Say three inputs are searched at the same time. The results of the first are written as they are found. Those of the
//! second wait until the first is done. A thread with more than [`MOST`] bytes waits for its turn. A thread that is
//! done takes no new input while [`HELD`] bytes wait for others. So memory stays bounded.

use std::{
    collections::BTreeMap,
    io::{self, BufWriter, Stdout, Write},
    mem,
    sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError},
    thread,
    time::Duration,
};

use crate::terminal;

/// The size of the buffer, if nobody watches the output.
const BUFFER: usize = 64 << 10;

/// The size of its first flush, which then doubles: the next program in a pipe can start early.
const FIRST: usize = 512;

/// The most bytes of results that an input keeps until its turn.
const MOST: usize = 4 << 20;

/// The most bytes of results that all finished inputs keep.
const HELD: usize = 4 << 20;

/// The separator between the output of two inputs.
#[derive(Clone, Copy, Debug, Default)]
pub enum Between {
    #[default]
    Nothing,
    /// A separate line, or an empty one.
    Line(&'static [u8]),
    /// A line end, if the last line has none.
    LineEnd,
}

/// The turn of an input, or of a part of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Turn {
    pub input: u64,
    pub part: u64,
    /// The next turn is that of the next input.
    pub is_last: bool,
}

impl Turn {
    /// Returns the turn of an input, which may become that of its first part.
    pub fn of_input(input: u64) -> Turn {
        Turn { input, part: 0, is_last: true }
    }

    fn place(self) -> (u64, u64) {
        (self.input, self.part)
    }

    fn next(self) -> (u64, u64) {
        if self.is_last { (self.input + 1, 0) } else { (self.input, self.part + 1) }
    }
}

/// Standard output, and whose turn it is.
#[derive(Debug)]
pub struct Turns {
    state: Mutex<State>,
    changed: Condvar,
    is_flushed: bool,
}

#[derive(Debug)]
struct State {
    stdout: BufWriter<Stdout>,
    /// How much is gathered in it.
    enough: usize,
    /// The numbers of the input and the part whose turn it is.
    front: (u64, u64),
    /// The output of finished inputs and parts after it, each with the place after it; and the size of all of it.
    waiting: BTreeMap<(u64, u64), (Chunk, (u64, u64))>,
    held: usize,
    /// The number of threads that wait for a turn or for room. Waking nobody costs as much as waking somebody.
    waiters: usize,
    /// Something was written, and `last` is its last byte.
    has_written: bool,
    last: u8,
    input: Option<u64>,
    is_closed: bool,
    failure: Option<io::ErrorKind>,
}

/// The output of an input, and its messages.
#[derive(Debug, Default)]
struct Chunk {
    bytes: Vec<u8>,
    /// Lines for standard error, each with its position among `bytes`.
    messages: String,
    said_at: Vec<(usize, usize)>,
    /// The separator before the bytes, if anything was written before.
    before: Between,
    /// The length of a heading in the bytes. It is dropped if output of the same input was written before.
    heading: usize,
    input: u64,
}

impl Chunk {
    fn len(&self) -> usize {
        self.bytes.len() + self.messages.len()
    }
}

impl Turns {
    /// Returns standard output with nothing written. `is_flushed` writes each record at once.
    pub fn new(is_flushed: bool) -> Arc<Turns> {
        let state = State {
            stdout: BufWriter::with_capacity(BUFFER, io::stdout()),
            enough: FIRST,
            front: (0, 0),
            waiting: BTreeMap::new(),
            held: 0,
            waiters: 0,
            has_written: false,
            last: b'\n',
            input: None,
            is_closed: false,
            failure: None,
        };
        Arc::new(Turns { state: Mutex::new(state), changed: Condvar::new(), is_flushed })
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        // A thread that panicked left whole records.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until there is room for another input. Other threads may wait for a part that nobody has begun: if it is
    /// the turn of `next`, there is room.
    pub fn wait_for_room(&self, next: Option<Turn>) -> io::Result<()> {
        let next = next.map(Turn::place);
        self.wait_while(self.lock(), |state| state.held > HELD && next != Some(state.front)).check()
    }

    /// Waits while `condition` holds, unless nothing more can be written.
    fn wait_while<'s>(
        &'s self,
        mut state: MutexGuard<'s, State>,
        condition: impl Fn(&State) -> bool,
    ) -> MutexGuard<'s, State> {
        while condition(&state) && state.failure.is_none() {
            state.waiters += 1;
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
            state.waiters -= 1;
        }
        state
    }

    pub fn begin_with(&self, bytes: &[u8]) -> io::Result<()> {
        let mut state = self.lock();
        let written = state.stdout.write_all(bytes);
        state.note(written)
    }

    pub fn flush(&self) -> io::Result<()> {
        let mut state = self.lock();
        let flushed = state.stdout.flush();
        state.note(flushed)
    }

    /// Prevents further writes, and lets the current one finish. It waits for that, but not forever.
    pub fn stop(&self) {
        /// How often to check, and how long to wait between checks.
        const TIMES: u32 = 100;
        const PAUSE: Duration = Duration::from_millis(10);
        for _ in 0..TIMES {
            if let Ok(state) = self.state.try_lock() {
                return mem::forget(state);
            }
            thread::sleep(PAUSE);
        }
    }
}

impl State {
    fn check(&self) -> io::Result<()> {
        self.failure.map_or(Ok(()), |kind| Err(kind.into()))
    }

    fn note(&mut self, written: io::Result<()>) -> io::Result<()> {
        if let Err(error) = &written {
            self.failure.get_or_insert(error.kind());
        }
        written
    }

    fn write(&mut self, chunk: &mut Chunk, is_flushed: bool) -> io::Result<()> {
        if self.is_closed {
            *chunk = Chunk::default();
            return Ok(());
        }
        let mut done = 0;
        if let Some(&last) = chunk.bytes.last() {
            let heading = mem::take(&mut chunk.heading);
            let between = match mem::take(&mut chunk.before) {
                _ if self.input == Some(chunk.input) => {
                    done = heading;
                    b""
                }
                Between::Line(line) if self.has_written => line,
                Between::LineEnd if self.last != b'\n' => b"\n",
                _ => b"",
            };
            let written = self.stdout.write_all(between);
            self.note(written)?;
            (self.has_written, self.last, self.input) = (true, last, Some(chunk.input));
        }
        let mut said = 0;
        for (at, end) in chunk.said_at.drain(..) {
            let at = at.max(done);
            let written = self.stdout.write_all(&chunk.bytes[done..at]);
            self.note(written)?;
            terminal::say_lines(&chunk.messages[said..end]);
            (done, said) = (at, end);
        }
        let written = self.stdout.write_all(&chunk.bytes[done..]);
        self.note(written)?;
        chunk.bytes.clear();
        chunk.messages.clear();
        if is_flushed || self.stdout.buffer().len() >= self.enough {
            let flushed = self.stdout.flush();
            self.note(flushed)?;
            self.enough = (2 * self.enough).min(BUFFER);
        }
        Ok(())
    }
}

#[derive(Debug)]
pub struct Out {
    turns: Arc<Turns>,
    chunk: Chunk,
    turn: Turn,
    /// The separator before the next bytes of the same input.
    between: &'static [u8],
    /// Something was written before.
    has_written: bool,
    /// How many bytes trigger the next write.
    enough: usize,
    /// How many more bytes trigger the write after it.
    more: usize,
}

impl Out {
    pub fn new(turns: Arc<Turns>) -> Out {
        Out {
            turns,
            chunk: Chunk::default(),
            turn: Turn::of_input(0),
            between: b"",
            has_written: false,
            enough: FIRST,
            more: FIRST,
        }
    }

    /// Begins an input or a part. `before` separates its output from the output before.
    pub fn begin(&mut self, turn: Turn, before: Between) {
        (self.turn, self.chunk.before) = (turn, before);
        (self.enough, self.more) = (FIRST, FIRST);
        (self.chunk.input, self.chunk.heading) = (turn.input, 0);
        (self.between, self.has_written) = (b"", false);
    }

    /// The next bytes begin with a heading of this length, which other parts of the input share.
    pub fn begin_with_heading(&mut self, length: usize) {
        self.chunk.heading = length;
    }

    /// Begins another input of the same task. `between` separates its output from the output before.
    pub fn begin_member(&mut self, between: Between) {
        if let Between::Line(line) = between
            && self.has_written
        {
            self.between = line;
        }
    }

    #[inline]
    fn push(&mut self, bytes: &[u8]) {
        if !self.between.is_empty() {
            self.chunk.bytes.extend_from_slice(mem::take(&mut self.between));
        }
        self.chunk.bytes.extend_from_slice(bytes);
        self.has_written = true;
    }

    /// Prints a line on standard error, after the output so far.
    pub fn say(&mut self, line: &str) {
        let Chunk { bytes, messages, said_at, .. } = &mut self.chunk;
        messages.push_str(line);
        messages.push('\n');
        match said_at.last_mut() {
            Some((at, end)) if *at == bytes.len() => *end = messages.len(),
            _ => said_at.push((bytes.len(), messages.len())),
        }
    }

    /// Marks the output so far as whole records, which may be written.
    #[inline]
    pub fn settle(&mut self) -> io::Result<()> {
        if self.chunk.len() < self.enough && !self.turns.is_flushed { Ok(()) } else { self.settle_now() }
    }

    fn settle_now(&mut self) -> io::Result<()> {
        let turns = &self.turns;
        let mut state = turns.lock();
        if self.chunk.len() >= MOST {
            state = turns.wait_while(state, |state| state.front != self.turn.place());
        }
        state.check()?;
        let written =
            if state.front == self.turn.place() { state.write(&mut self.chunk, turns.is_flushed) } else { Ok(()) };
        self.more = (2 * self.more).min(BUFFER);
        self.enough = self.chunk.len() + self.more;
        written
    }

    /// Ends the output: nothing more is wanted of this input and later ones.
    pub fn close(&mut self) {
        let mut state = self.turns.wait_while(self.turns.lock(), |state| state.front != self.turn.place());
        state.is_closed = true;
    }

    /// Ends the input: passes its output and its turn on.
    pub fn finish(&mut self) -> io::Result<()> {
        let turns = &self.turns;
        let mut state = turns.lock();
        if state.front != self.turn.place() {
            state.held += self.chunk.len();
            state.waiting.insert(self.turn.place(), (mem::take(&mut self.chunk), self.turn.next()));
            return state.check();
        }
        let mut written = state.write(&mut self.chunk, turns.is_flushed);
        let mut next = self.turn.next();
        loop {
            state.front = next;
            let Some((mut chunk, behind)) = state.waiting.remove(&next) else { break };
            next = behind;
            state.held -= chunk.len();
            if written.is_ok() {
                written = state.write(&mut chunk, turns.is_flushed);
            }
        }
        if state.waiters > 0 {
            turns.changed.notify_all();
        }
        written
    }
}

impl Write for Out {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.push(bytes);
        Ok(bytes.len())
    }

    #[inline]
    fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.push(bytes);
        Ok(())
    }

    /// Whole records are written: see [`Out::settle`].
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Writes a text without records, so any part of it may be written.
pub struct Unbroken<'o>(pub &'o mut Out);

impl Write for Unbroken<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.push(bytes);
        if self.0.chunk.bytes.len() >= BUFFER {
            self.0.settle_now()?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.settle_now()
    }
}
