//! The clocks of a move: on the wall, of the processor, and of waiting for one.

use std::fs::File;
use std::os::unix::fs::FileExt;
use std::time::{Duration, Instant};

use super::kernel;
use crate::slots::here::time_taken;
use crate::{Clock, GRACE};

/// Deadlines are looked at less late than that where whoever does so runs; a bench has them within 2 ms.
const AWAY: Duration = Duration::from_millis(50);

/// What the kernel counts of a thread.
#[derive(Clone, Copy, Debug, Default)]
struct Thread {
    ran: Duration,
    /// Ready to run, but waiting for a processor.
    waited: Duration,
}

/// Reads the clocks of one process.
#[derive(Debug)]
pub(crate) struct Meter {
    pid: u32,
    /// Opened with the first move, since a program that is only run needs none.
    schedstat: Option<File>,
    started: Instant,
    /// What whoever listens had taken of the processor by then.
    taken: Duration,
    cpu: Duration,
    /// Of its first thread alone.
    first_thread: Thread,
    last: Clock,
    /// Whether the program was gone already when the last move ended, and its processor time with it.
    is_unread: bool,
    /// Processor time at the end of the last move, while none goes on.
    idle_from: Option<Duration>,
    /// What listening took in the last move.
    listening: Duration,
    /// For how long nobody looked whether the last move was late, though it was.
    away: Duration,
    /// Until then it is starting, which may take an interpreter long.
    has_moved: bool,
    is_restless: bool,
}

impl Meter {
    pub(crate) fn new(pid: u32, started: Instant) -> Meter {
        let zero = Duration::ZERO;
        Meter {
            pid,
            schedstat: None,
            started,
            taken: time_taken(),
            cpu: zero,
            first_thread: Thread::default(),
            last: Clock::default(),
            is_unread: false,
            idle_from: Some(zero),
            listening: zero,
            away: zero,
            has_moved: false,
            is_restless: false,
        }
    }

    /// The moment from which the present move counts.
    pub(crate) fn started(&self) -> Instant {
        self.started
    }

    /// The last move's clock; a move that still goes on is over with it.
    pub(crate) fn clock(&mut self) -> Clock {
        if self.idle_from.is_none() {
            self.stop(Duration::MAX);
        }
        self.last
    }

    /// Whether it has ever computed longer than a moment between two moves.
    pub(crate) fn is_restless(&self) -> bool {
        self.is_restless
    }

    /// A move begins, at this moment; or begins again, with the next part of a long question.
    pub(crate) fn start(&mut self) {
        if self.schedstat.is_none() {
            self.schedstat = File::open(format!("/proc/{}/schedstat", self.pid)).ok();
        }
        // Not that of the last move's end: one that has not come to rest yet may wait long while the other thinks.
        self.first_thread = self.first_thread_so_far();
        self.cpu = kernel::cpu_time(self.pid).unwrap_or(self.cpu);
        if let Some(then) = self.idle_from.take() {
            self.is_restless |= self.has_moved && self.cpu.saturating_sub(then) > GRACE;
        }
        self.taken = time_taken();
        self.started = Instant::now();
    }

    /// The move is over, that was to last so long at most.
    pub(crate) fn stop(&mut self, most: Duration) {
        let wall = self.started.elapsed();
        // Whoever listens was stopped meanwhile, or had no processor either: an answer may have lain there in time.
        let late = wall.saturating_sub(most);
        self.away = if late < AWAY { Duration::ZERO } else { late };
        let cpu = kernel::cpu_time(self.pid);
        self.is_unread = cpu.is_none();
        self.listening = self.listening_so_far();
        self.note(wall, cpu.unwrap_or(self.cpu), self.first_thread_so_far());
    }

    /// Whether the last move's processor time is to be learnt from the program's end: it answered, ended, and was
    /// buried before anybody could ask.
    pub(crate) fn is_unread(&self) -> bool {
        self.is_unread
    }

    /// Gives the last move what the program had taken when it ended.
    pub(crate) fn settle(&mut self, cpu: Duration, waited: Duration) {
        self.is_unread = false;
        // Only programs of one thread end so soon after an answer that nobody could ask.
        self.note(self.last.wall, cpu, Thread { ran: cpu, waited });
    }

    fn note(&mut self, wall: Duration, cpu: Duration, first: Thread) {
        let cpu_of_move = cpu.saturating_sub(self.cpu);
        // The kernel counts a wait when it is over, so one that began before the move may be counted in it.
        let most = wall.saturating_sub(cpu_of_move);
        // While its other threads run, it waits for itself.
        let others = cpu_of_move.saturating_sub(first.ran.saturating_sub(self.first_thread.ran));
        let waited = first.waited.saturating_sub(self.first_thread.waited).saturating_sub(others);
        let waited = (for_others(waited, self.listening, most) + self.away).min(wall);
        self.last = Clock { wall, cpu: cpu_of_move, waited };
        self.idle_from = Some(cpu);
        self.has_moved = true;
    }

    /// What it takes of the program's processor to listen to it, since the move or the program began. That is waiting as well, but not
    /// for a busy machine: a program that writes without end has it for that.
    pub(crate) fn listening_so_far(&self) -> Duration {
        time_taken().saturating_sub(self.taken)
    }

    fn first_thread_so_far(&self) -> Thread {
        let mut text = [0; 96];
        let length = self.schedstat.as_ref().and_then(|file| file.read_at(&mut text, 0).ok()).unwrap_or(0);
        let words = std::str::from_utf8(&text[..length]).unwrap_or_default();
        let mut numbers = words.split_whitespace().map_while(|number| number.parse().ok().map(Duration::from_nanos));
        match (numbers.next(), numbers.next()) {
            (Some(ran), Some(waited)) => Thread { ran, waited },
            _ => self.first_thread,
        }
    }
}

/// How long a program waited for others than who listens to it, of at most so long.
pub(crate) fn for_others(waited: Duration, listening: Duration, most: Duration) -> Duration {
    waited.min(most).saturating_sub(listening)
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(milliseconds: u64) -> Duration {
        Duration::from_millis(milliseconds)
    }

    #[test]
    fn who_listens_is_no_busy_machine() {
        assert_eq!(for_others(ms(140), ms(0), ms(500)), ms(140));
        assert_eq!(for_others(ms(140), ms(135), ms(500)), ms(5));
        assert_eq!(for_others(ms(140), ms(150), ms(500)), ms(0));
        // More than there was time for is a wait from before.
        assert_eq!(for_others(ms(900), ms(30), ms(500)), ms(470));
    }

    #[test]
    fn a_move_is_told_without_the_time_that_listening_took() {
        let mut meter = Meter::new(0, Instant::now());
        let first = |ran, waited| Thread { ran: ms(ran), waited: ms(waited) };
        (meter.cpu, meter.first_thread, meter.listening) = (ms(100), first(100, 20), ms(70));
        meter.note(ms(500), ms(520), first(520, 96));
        assert_eq!(meter.last, Clock { wall: ms(500), cpu: ms(420), waited: ms(6) });
        // It waited for its own other threads for as long as these ran.
        meter.note(ms(500), ms(520), first(500, 196));
        assert_eq!(meter.last, Clock { wall: ms(500), cpu: ms(420), waited: ms(10) });
        // Nor is it late for what nobody looked at.
        meter.away = ms(200);
        meter.note(ms(500), ms(520), first(500, 196));
        assert_eq!(meter.last, Clock { wall: ms(500), cpu: ms(420), waited: ms(210) });
    }
}
