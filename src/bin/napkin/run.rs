//! Runs all tasks on the planned number of threads, each with its turn to write.

use std::{
    fs::Metadata,
    io,
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    thread,
};

use crate::{
    arguments::VERBS,
    exit::Exit,
    inputs::{
        input::{self, Input},
        jobs::{Jobs, Task},
    },
    near,
    output::{
        Output,
        formats::Shape,
        header,
        turns::{Turn, Turns},
    },
    plan::Plan,
    progress::Progress,
    search::{Done, InputSearch, Searched},
    signal, terminal,
};

pub fn run(plan: &Plan) -> Exit {
    match search_all(plan) {
        Ok(exit) => exit,
        Err(error) => match &plan.output {
            Shape::Html(html) => html.failed(&error),
            _ => terminal::write_failed(&error),
        },
    }
}

/// Searches all inputs. What can't be read is reported, and the next one is searched; only a failed write is an error.
fn search_all(plan: &Plan) -> io::Result<Exit> {
    let turns = Turns::new(plan.flushed);
    let temporaries = match &plan.output {
        Shape::Html(html) => html.temporaries(),
        _ => Vec::new(),
    };
    signal::stop_whole(&turns, temporaries);
    if plan.walk.reads_standard_input() && terminal::is_input_terminal() && !matches!(plan.output, Shape::Names) {
        terminal::say("napkin: reading standard input; Ctrl-D ends it");
    }
    let is_whole = plan.output.is_whole();
    let is_wanted = plan.arguments.output.max_count != Some(0) || is_whole;
    let own = match &plan.output {
        Shape::Html(html) => html.output_file().or_else(input::output_file),
        _ => input::output_file(),
    };
    let jobs = Jobs::new(plan.walk.inputs().take_while(|_| is_wanted), plan.threads > 1);
    let progress = Progress::new(plan.arguments.output.progress);
    let work = Work { plan, own: own.as_ref(), jobs, turns, is_over: AtomicBool::new(false), progress };

    let mut output = Output::new(plan, Arc::clone(&work.turns));
    header(&plan.output, &work.turns)?;
    let all = if plan.threads > 1 || work.progress.is_shown() {
        work.on_several(&mut output)?
    } else {
        work.on_this(&mut output)?
    };
    work.progress.end();
    let end = work.jobs.end();
    let is_early = all.found && matches!(plan.output, Shape::Nothing);
    if !is_early {
        output.finish(end)?;
    }
    work.turns.flush()?;
    Ok(if is_early { Exit::Found } else { Exit::after(all.found || is_whole, all.failed) })
}

struct Work<'p, 'w> {
    plan: &'p Plan,
    own: Option<&'p Metadata>,
    jobs: Jobs<'w>,
    turns: Arc<Turns>,
    is_over: AtomicBool,
    progress: Progress,
}

#[derive(Clone, Copy, Debug, Default)]
struct Outcome {
    found: bool,
    failed: bool,
}

impl<'w> Work<'_, 'w> {
    fn on_several(&self, output: &mut Output<'_>) -> io::Result<Outcome> {
        thread::scope(|scope| {
            // If the system refuses more threads, fewer run.
            let others: Vec<_> = (1..self.plan.threads)
                .map_while(|_| {
                    let search = || {
                        let mut output = Output::new(self.plan, Arc::clone(&self.turns));
                        self.on_this(&mut output).map(|outcome| (outcome, output))
                    };
                    thread::Builder::new().spawn_scoped(scope, search).ok()
                })
                .collect();
            let is_shown = self.progress.is_shown();
            let shown = is_shown.then(|| thread::Builder::new().spawn_scoped(scope, || self.progress.show()));
            if is_shown && self.plan.walk.can_be_repeated() {
                let sizes = self.plan.walk.inputs().map(|input| input.map_or(Some(0), |input| input.size()));
                let _ = thread::Builder::new().spawn_scoped(scope, || self.progress.count_all(sizes));
            }
            let mut all = self.on_this(output);
            for other in others {
                let Ok(done) = other.join() else { return Err(io::Error::other("a thread has failed")) };
                match (done, &mut all) {
                    (Ok((outcome, mut other)), Ok(all)) => {
                        output.merge(&mut other);
                        (all.found, all.failed) = (all.found || outcome.found, all.failed || outcome.failed);
                    }
                    (Err(error), Ok(_)) => all = Err(error),
                    _ => {}
                }
            }
            self.progress.end();
            if let Some(Ok(shown)) = shown {
                let _ = shown.join();
            }
            all
        })
    }

    fn on_this(&self, output: &mut Output<'_>) -> io::Result<Outcome> {
        let mut search = InputSearch::new(self.plan, self.own, &self.progress);
        let mut all = Outcome::default();
        while !self.is_over.load(Ordering::Relaxed) {
            let next = self.jobs.next_part();
            self.turns.wait_for_room(next)?;
            let Some((turn, task)) = self.jobs.next() else { break };
            let done = self.task(turn, task, &mut search, output);
            if matches!((&done, &self.plan.output), (Ok(Outcome { found: true, .. }), Shape::Nothing)) {
                output.close();
            }
            // Whatever the result, it is the next one's turn.
            let passed = output.end();
            let done = done?;
            passed?;
            (all.found, all.failed) = (all.found || done.found, all.failed || done.failed);
            if all.found && matches!(self.plan.output, Shape::Nothing) {
                self.is_over.store(true, Ordering::Relaxed);
            }
        }
        Ok(all)
    }

    fn task(
        &self,
        turn: Turn,
        task: Task,
        search: &mut InputSearch<'_>,
        output: &mut Output<'_>,
    ) -> io::Result<Outcome> {
        match task {
            Task::Failed(failure) => {
                output.begin(turn, &failure.path);
                output.summary.errors += 1;
                output.error(&failure.path, &failure.message)?;
                Ok(Outcome { found: false, failed: true })
            }
            Task::Whole(input) => self.whole(turn, &input, search, output),
            Task::Part(part, content) => {
                output.begin(turn, &part.path);
                let searched = search.part(&part, content, output)?;
                if part.is_last {
                    self.progress.file();
                }
                tell(&part.path, searched, output)
            }
        }
    }

    /// Searches an input, or the first part of a large one, or lists it.
    fn whole(
        &self,
        turn: Turn,
        input: &Input,
        search: &mut InputSearch<'_>,
        output: &mut Output<'_>,
    ) -> io::Result<Outcome> {
        output.begin(turn, input.path());
        if matches!(self.plan.output, Shape::Names) {
            output.name()?;
            return Ok(Outcome { found: true, failed: false });
        }
        match search.input(input, output)? {
            Done::Searched(searched) => {
                self.progress.file();
                tell(input.path(), searched, output)
            }
            Done::Parted(parts) => {
                let first = self.jobs.part(turn.input, *parts);
                first.map_or(Ok(Outcome::default()), |(turn, part)| self.task(turn, part, search, output))
            }
        }
    }
}

fn tell(path: &Path, searched: Searched, output: &mut Output<'_>) -> io::Result<Outcome> {
    let failed = searched.damaged || searched.error.is_some();
    if let Some(message) = searched.error {
        output.summary.errors += 1;
        output.error(path, &format!("{message}{}", hint(path)))?;
    }
    Ok(Outcome { found: searched.found, failed })
}

fn hint(path: &Path) -> String {
    let Some(text) = path.to_str().filter(|_| !path.exists()) else { return String::new() };
    if let "exact" | "normalized" = text {
        return format!("; did you mean --unique={text}?");
    }
    if text.contains("://") {
        return "; to check a URL, use napkin check".to_owned();
    }
    if let Some(verb) = near::verb(text, &VERBS) {
        return format!("; did you mean napkin {verb}?");
    }
    let is_pattern = text.contains(['*', '|', '^', '$', '\\', '[', '(']);
    if is_pattern { format!("; for a pattern, use -e '{text}'") } else { String::new() }
}
