//! The clocks of a move: wall time, processor time, and the time spent waiting for a processor.

use std::fs::File;
use std::os::unix::fs::FileExt;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::kernel;
use crate::job::LONGEST;
use crate::{Clock, GRACE, MOMENT};

/// A thread that notices a deadline this late was stopped in the meantime. A mere wait for a
/// processor is shorter, and the kernel counts such a wait.
const AWAY: Duration = Duration::from_millis(50);

thread_local! {
    static OWN: Schedule = Schedule::at("/proc/thread-self/schedstat");
}

/// The kernel's counts for a thread.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Thread {
    pub(crate) ran: Duration,
    /// The time in which the thread was ready to run, but waited for a processor.
    pub(crate) waited: Duration,
}

/// The open file from which a thread's counts are read.
#[derive(Debug)]
pub(crate) struct Schedule(Option<File>);

impl Schedule {
    /// Opens the counts for the first thread of a process.
    pub(crate) fn of(pid: u32) -> Schedule {
        Schedule::at(&format!("/proc/{pid}/schedstat"))
    }

    fn at(path: &str) -> Schedule {
        Schedule(File::open(path).ok())
    }

    /// Returns `None` if the thread is gone, or the kernel does not count its times.
    pub(crate) fn so_far(&self) -> Option<Thread> {
        let mut text = [0; 96];
        let length = self.0.as_ref()?.read_at(&mut text, 0).ok()?;
        let words = std::str::from_utf8(&text[..length]).ok()?;
        let mut numbers = words
            .split_whitespace()
            .map_while(|number| number.parse().ok().map(Duration::from_nanos));
        Some(Thread { ran: numbers.next()?, waited: numbers.next()? })
    }

    fn waited(&self) -> Duration {
        self.so_far().unwrap_or_default().waited
    }
}

/// The times that the program, the spawner and the listening thread have used or waited so far.
#[derive(Clone, Copy, Debug, Default)]
struct State {
    /// The processor time of all threads of the program.
    cpu: Duration,
    first_thread: Thread,
    /// How long two threads have waited for a processor: the spawner, and the *listening thread*,
    /// which waits for the program's answer.
    others_waited: Duration,
}

impl State {
    /// How long the program's first thread, the spawner and the listening thread have waited for a
    /// processor since the state `then`. The time in which the program's other threads ran is
    /// subtracted, since the first thread may have waited for them.
    fn waited_since(&self, then: &State) -> Duration {
        let cpu = self.cpu.saturating_sub(then.cpu);
        let other_threads =
            cpu.saturating_sub(self.first_thread.ran.saturating_sub(then.first_thread.ran));
        let waited = self.first_thread.waited.saturating_sub(then.first_thread.waited);
        waited.saturating_sub(other_threads) + self.others_waited.saturating_sub(then.others_waited)
    }
}

/// Reads the clocks of one process.
#[derive(Debug)]
pub(crate) struct Meter {
    pid: u32,
    /// The file with the counts of the program's first thread. `None` until the counts are first
    /// needed.
    program: Option<Schedule>,
    spawner: Arc<Schedule>,
    /// The beginning of the current move, minus `between`. So the processor time used between two
    /// moves counts as time of the later move.
    started: Instant,
    cpu: Duration,
    /// The processor time that the program used between the previous move and the current move.
    between: Duration,
    /// The state from which waits are counted. The state is taken only if the move lasts longer
    /// than [`MOMENT`].
    since: Option<State>,
    /// The time in which the listening thread should have listened but did not. Waits that the
    /// kernel counts are not included.
    unheard: Duration,
    last: Clock,
    /// Whether the program was gone when the last move ended, so that its processor time could not
    /// be read.
    is_unread: bool,
    /// The processor time at the end of the last move; `None` during a move.
    idle_from: Option<Duration>,
}

impl Meter {
    /// The meter of a program. The program was requested at `started`; at that moment, the kernel's
    /// counts for its spawner were `so_far`.
    pub(crate) fn new(
        pid: u32,
        spawner: Arc<Schedule>,
        so_far: Option<Thread>,
        started: Instant,
    ) -> Meter {
        let others_waited = so_far.unwrap_or_default().waited + OWN.with(Schedule::waited);
        Meter {
            pid,
            program: None,
            spawner,
            started,
            cpu: Duration::ZERO,
            between: Duration::ZERO,
            since: Some(State { others_waited, ..State::default() }),
            unheard: Duration::ZERO,
            last: Clock::default(),
            is_unread: false,
            idle_from: None,
        }
    }

    pub(crate) fn pid(&self) -> u32 {
        self.pid
    }

    /// The moment of the last write, or of the program's start.
    pub(crate) fn asked(&self) -> Instant {
        self.started + self.between
    }

    /// The clock of the last move. If a move is in progress, this call ends it.
    pub(crate) fn clock(&mut self) -> Clock {
        if self.idle_from.is_none() {
            self.stop();
        }
        self.last
    }

    /// Begins a move now. Each further part of a long question begins the move again.
    pub(crate) fn start(&mut self) {
        let cpu = kernel::cpu_time(self.pid).unwrap_or(self.cpu);
        if let Some(then) = self.idle_from.take() {
            self.between = cpu.saturating_sub(then);
        }
        let now = Instant::now();
        self.cpu = cpu.saturating_sub(self.between);
        self.started = now.checked_sub(self.between).unwrap_or(now);
        (self.since, self.unheard) = (None, Duration::ZERO);
    }

    /// Waits are not counted in the first [`MOMENT`] of a move. Returns the end of this moment, or
    /// `None` if waits are already being counted.
    pub(crate) fn first_moment(&self) -> Option<Instant> {
        self.since.is_none().then(|| self.asked() + MOMENT)
    }

    /// `moment` is the end of the move's first moment. If `moment` has passed, counts waits from
    /// now on. The time since `moment` counts as a wait, too, because the listening thread should
    /// have continued at `moment`.
    pub(crate) fn look_after(&mut self, moment: Instant) {
        if let Some(late) = Instant::now().checked_duration_since(moment) {
            self.unheard += late;
            self.since = Some(self.state(kernel::cpu_time(self.pid)));
        }
    }

    /// Notes that the listening thread should have run at this moment. If it runs only much later,
    /// the delay counts as a wait.
    pub(crate) fn was_due(&mut self, due: Instant) {
        let late = due.elapsed();
        if late >= AWAY {
            self.unheard += late;
        }
    }

    /// The moment at which a move with this limit must end if there are no further waits.
    pub(crate) fn deadline(&self, limit: Duration) -> Instant {
        self.started + limit + GRACE
    }

    /// Is called when a move reaches its deadline. Returns a later deadline if the move had to wait
    /// for a processor. Returns `None` if the move is charged for more than its limit, or has
    /// reached the ceiling of ten limits. All decisions are made by one reading of the clock.
    pub(crate) fn respite(&mut self, limit: Duration) -> Option<Instant> {
        let (wall, state) = (self.started.elapsed(), self.state(kernel::cpu_time(self.pid)));
        let clock = self.clock_at(wall, &state);
        let allowed = limit.saturating_add(GRACE);
        let granted = (allowed + clock.waited).min(allowed.saturating_mul(LONGEST));
        if granted >= wall {
            return Some(self.started + granted);
        }
        (self.last, self.idle_from) = (clock, Some(self.cpu + clock.cpu));
        None
    }

    /// Ends the move.
    pub(crate) fn stop(&mut self) {
        let wall = self.started.elapsed();
        let cpu = kernel::cpu_time(self.pid);
        self.is_unread = cpu.is_none();
        let state = match self.since {
            Some(_) => self.state(cpu),
            None => State { cpu: cpu.unwrap_or(self.cpu), ..State::default() },
        };
        self.note(wall, &state);
    }

    /// Whether the last move's processor time has to be taken from the report of the program's end.
    /// This is necessary if the program answered, ended and was reaped before its clock was read.
    pub(crate) fn is_unread(&self) -> bool {
        self.is_unread
    }

    /// Sets the last move's processor time from the total at the program's end.
    pub(crate) fn settle(&mut self, wall: Duration, cpu: Duration, waited: Duration) -> Clock {
        self.is_unread = false;
        // Only a program with one thread ends before its clock can be read, so the first thread has
        // used all the time.
        let first_thread = Thread { ran: cpu, waited };
        self.note(wall, &State { cpu, first_thread, others_waited: self.others_waited() });
        self.last
    }

    fn note(&mut self, wall: Duration, state: &State) {
        self.last = self.clock_at(wall, state);
        self.idle_from = Some(state.cpu);
    }

    fn clock_at(&self, wall: Duration, state: &State) -> Clock {
        let cpu = state.cpu.saturating_sub(self.cpu);
        let waited =
            self.unheard + self.since.map_or(Duration::ZERO, |since| state.waited_since(&since));
        // The kernel counts a wait when the wait is over, so the counted time may have begun before
        // the move.
        Clock { wall, cpu, waited: waited.min(wall.saturating_sub(cpu)) }
    }

    /// The current state. If the program is gone, the last known times are used.
    fn state(&mut self, cpu: Option<Duration>) -> State {
        let program = self.program.get_or_insert_with(|| Schedule::of(self.pid));
        let known = self.since.unwrap_or_default().first_thread;
        let first_thread = program.so_far().unwrap_or(known);
        State { cpu: cpu.unwrap_or(self.cpu), first_thread, others_waited: self.others_waited() }
    }

    fn others_waited(&self) -> Duration {
        self.spawner.waited() + OWN.with(Schedule::waited)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(milliseconds: u64) -> Duration {
        Duration::from_millis(milliseconds)
    }

    const fn state(cpu: u64, ran: u64, waited: u64, others_waited: u64) -> State {
        let first_thread = Thread { ran: ms(ran), waited: ms(waited) };
        State { cpu: ms(cpu), first_thread, others_waited: ms(others_waited) }
    }

    fn meter(pid: u32, since: State) -> Meter {
        let schedule = Arc::new(Schedule(None));
        Meter {
            cpu: since.cpu,
            since: Some(since),
            ..Meter::new(pid, schedule, None, Instant::now())
        }
    }

    /// A process number that is greater than any that the kernel assigns.
    const NOBODY: u32 = (1 << 22) + 1;

    #[test]
    fn whatever_anybody_waits_is_not_charged_and_whatever_is_computed_is() {
        let mut meter = meter(NOBODY, state(100, 100, 20, 5));
        let clock = |meter: &Meter, state| meter.clock_at(ms(500), &state);
        let told = |cpu, waited| Clock { wall: ms(500), cpu: ms(cpu), waited: ms(waited) };
        assert_eq!(clock(&meter, state(400, 400, 120, 35)), told(300, 130));
        // The first thread waited for the program's other threads while they ran.
        assert_eq!(clock(&meter, state(400, 340, 120, 35)), told(300, 70));
        // The wait may include time from before the move.
        assert_eq!(clock(&meter, state(400, 400, 900, 35)), told(300, 200));
        meter.unheard = ms(20);
        assert_eq!(clock(&meter, state(400, 400, 120, 35)), told(300, 150));
    }

    #[test]
    fn what_is_computed_between_two_turns_is_on_the_next_ones_clock() {
        let mut meter = meter(std::process::id(), State::default());
        let computed = || kernel::cpu_time(std::process::id()).expect("this process is there");
        while computed() < ms(50) {}
        meter.idle_from = Some(Duration::ZERO);
        let before = Instant::now();
        meter.start();
        assert!(
            meter.between >= ms(50)
                && meter.cpu < computed() - ms(49)
                && meter.started < before - ms(49)
        );
        let moment = meter.first_moment().expect("waits are not counted yet");
        assert!(moment >= before + MOMENT, "the first moment begins with the question");
        meter.look_after(Instant::now() + MOMENT);
        assert!(meter.first_moment().is_some() && meter.unheard.is_zero());
        meter.look_after(before);
        assert!(meter.first_moment().is_none() && !meter.unheard.is_zero());
        let between = meter.between;
        meter.start();
        assert_eq!(
            meter.between, between,
            "the next part of a long question leaves `between` unchanged"
        );
    }

    #[test]
    fn who_waited_has_a_respite_of_as_long_and_of_ten_times_the_limit_at_most() {
        let ago =
            |past: Duration| Instant::now().checked_sub(past).expect("the machine has run longer");
        let mut meter = meter(NOBODY, State::default());
        meter.started = ago(ms(900));
        assert_eq!(meter.respite(ms(100)), None);
        assert!(meter.last.wall >= ms(900) && meter.idle_from.is_some(), "{:?}", meter.last);
        meter.unheard = ms(5000);
        let until = meter.respite(ms(100)).expect("it waited");
        assert!(until > Instant::now() && until <= meter.started + ms(1200));
        meter.started = ago(ms(1200));
        assert_eq!(meter.respite(ms(100)), None);
    }
}
