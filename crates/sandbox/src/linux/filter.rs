//! Makes a seccomp filter from rules: a small assembler for the kernel's classic BPF.
//!
//! A filter loads the number of the call, finds its rule, and returns an action. Calls that are
//! allowed with all arguments cost nearly nothing, since the kernel keeps a bitmap of them.

use std::collections::BTreeMap;

use libc::{
    BPF_ABS, BPF_ALU, BPF_AND, BPF_JEQ, BPF_JGT, BPF_JMP, BPF_JSET, BPF_K, BPF_LD, BPF_RET, BPF_W,
    sock_filter,
};
use syscalls::Sysno;

/// The kernel's numbers for two instructions: an unconditional jump, and a jump if the value is
/// greater or equal. `libc` does not have them.
const BPF_JA: u32 = 0x00;
const BPF_JGE: u32 = 0x30;

/// The kernel's audit number for this processor.
#[cfg(target_arch = "x86_64")]
pub(crate) const ARCHITECTURE: Option<u32> = Some(0xc000_003e);
#[cfg(target_arch = "aarch64")]
pub(crate) const ARCHITECTURE: Option<u32> = Some(0xc000_00b7);
/// There is no filter for a processor of any other kind.
#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
pub(crate) const ARCHITECTURE: Option<u32> = None;

/// The action for a system call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Action {
    Allow,
    /// The call waits, and the spawner decides.
    Ask,
    /// The call fails with this error number.
    Fail(i32),
}

/// A condition on an argument. Arguments are counted from 0.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Test {
    /// All 64 bits equal this value.
    Is(u8, u64),
    /// The argument's 64 bits, read as an unsigned number, are at most this value.
    AtMost(u8, u64),
    /// None of these bits is set. This condition and the following ones test the lower 32 bits.
    NoneOf(u8, u32),
    /// All of these bits are set.
    AllOf(u8, u32),
    /// At least one of these bits is not set.
    NotAllOf(u8, u32),
    /// The value is one of these.
    OneOf(u8, Vec<u32>),
}

/// A system call, its conditions, the action if all of them hold, and the action if one does not
/// hold.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Rule {
    pub(crate) call: Sysno,
    pub(crate) tests: Vec<Test>,
    pub(crate) action: Action,
    pub(crate) otherwise: Action,
    /// The index of an argument, and a value. If the argument has this value, the call is always
    /// allowed.
    pub(crate) pass: Option<(u8, u64)>,
}

/// Assembles a filter. The filter applies the first rule that names the call. If no rule names the
/// call, the filter takes the action `otherwise`.
pub(crate) fn assembled(rules: &[Rule], architecture: u32, otherwise: Action) -> Vec<sock_filter> {
    const NUMBER: u32 = 0;
    const ARCHITECTURE: u32 = 4;
    let mut filter =
        vec![load(ARCHITECTURE), jump(BPF_JEQ, architecture, 1, 0), ret(Action::Ask), load(NUMBER)];
    filter.extend(tree(&ranges(rules, otherwise)));
    filter
}

/// The first number of a range, and the instructions for all numbers of the range.
type Range = (u32, Vec<sock_filter>);

/// Divides the numbers of all calls into ascending ranges. All calls of a range have the same
/// instructions.
fn ranges(rules: &[Rule], otherwise: Action) -> Vec<Range> {
    let mut fates = BTreeMap::new();
    for rule in rules {
        let number = rule.call.id() as u32;
        fates.entry(number).or_insert_with(|| body(rule));
    }
    let unnamed = || vec![ret(otherwise)];
    let mut ranges: Vec<Range> = vec![(0, unnamed())];
    for (number, fate) in &fates {
        begin(&mut ranges, *number, fate.clone());
        if !fates.contains_key(&(number + 1)) {
            begin(&mut ranges, number + 1, unnamed());
        }
    }
    ranges
}

/// Begins a range, unless it would have the same instructions as the previous one. A previous range
/// that would be empty is replaced.
fn begin(ranges: &mut Vec<Range>, number: u32, fate: Vec<sock_filter>) {
    ranges.pop_if(|(start, _)| *start == number);
    let code =
        |fate: &[sock_filter]| fate.iter().map(|i| (i.code, i.jt, i.jf, i.k)).collect::<Vec<_>>();
    if ranges.last().is_none_or(|(_, last)| code(last) != code(&fate)) {
        ranges.push((number, fate));
    }
}

/// A binary search. When a filter is installed, the kernel runs it once for every call, to learn
/// which calls are always allowed. With a plain list of some 200 calls, this run added 100
/// microseconds to the start of every program.
fn tree(ranges: &[Range]) -> Vec<sock_filter> {
    if let [(_, fate)] = ranges {
        return fate.clone();
    }
    let (low, high) = ranges.split_at(ranges.len() / 2);
    let (number, low) = (high[0].0, tree(low));
    let over = statement(BPF_JMP | BPF_JA, low.len() as u32);
    [vec![jump(BPF_JGE, number, 0, 1), over], low, tree(high)].concat()
}

/// Where the filter continues after a comparison.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Exit {
    Next,
    Pass,
    Fail,
}

/// An instruction whose jump distances are not known yet.
enum Step {
    Plain(sock_filter),
    Compare { operation: u32, with: u32, holds: Exit, not: Exit },
}

/// The instructions of a rule: its tests, then the return if all tests succeed, then the return if
/// one fails.
fn body(rule: &Rule) -> Vec<sock_filter> {
    let count = rule.tests.len();
    let steps: Vec<_> =
        rule.tests.iter().enumerate().flat_map(|(i, test)| steps(test, i + 1 == count)).collect();
    let length = steps.len();
    let distance = |at: usize, exit| match exit {
        Exit::Next => 0,
        Exit::Pass => (length - at - 1) as u8,
        Exit::Fail => (length - at) as u8,
    };
    let resolved = steps.into_iter().enumerate().map(|(at, step)| match step {
        Step::Plain(instruction) => instruction,
        Step::Compare { operation, with, holds, not } => {
            jump(operation, with, distance(at, holds), distance(at, not))
        }
    });
    let mut body = rule.pass.map_or(Vec::new(), |(argument, secret)| pass(argument, secret));
    body.extend(resolved);
    body.push(ret(rule.action));
    if length > 0 {
        body.push(ret(rule.otherwise));
    }
    body
}

/// Allows a call whose argument has this value. For any other call, the filter continues with the
/// next instruction.
fn pass(argument: u8, secret: u64) -> Vec<sock_filter> {
    let (top, bottom) = halves(secret);
    let at = argument_offset(argument);
    let [high, low] = [load(at + 4), load(at)];
    vec![high, jump(BPF_JEQ, top, 0, 3), low, jump(BPF_JEQ, bottom, 0, 1), ret(Action::Allow)]
}

fn halves(value: u64) -> (u32, u32) {
    ((value >> 32) as u32, value as u32)
}

fn steps(test: &Test, is_last: bool) -> Vec<Step> {
    use Exit::{Fail, Next, Pass};
    let compare = |operation, with, holds, not| Step::Compare { operation, with, holds, not };
    let masked = |mask| Step::Plain(statement(BPF_ALU | BPF_AND | BPF_K, mask));
    let low = |argument: &u8| Step::Plain(load(argument_offset(*argument)));
    let high = |argument: &u8| Step::Plain(load(argument_offset(*argument) + 4));
    match test {
        Test::Is(i, value) => {
            let (top, bottom) = halves(*value);
            vec![
                high(i),
                compare(BPF_JEQ, top, Next, Fail),
                low(i),
                compare(BPF_JEQ, bottom, Next, Fail),
            ]
        }
        Test::AtMost(i, most) => {
            assert!(is_last, "no test may follow: a smaller upper half ends the tests");
            let (top, bottom) = halves(*most);
            let upper =
                [high(i), compare(BPF_JGT, top, Fail, Next), compare(BPF_JEQ, top, Next, Pass)];
            upper.into_iter().chain([low(i), compare(BPF_JGT, bottom, Fail, Next)]).collect()
        }
        Test::NoneOf(i, mask) => vec![low(i), compare(BPF_JSET, *mask, Fail, Next)],
        Test::AllOf(i, mask) => vec![low(i), masked(*mask), compare(BPF_JEQ, *mask, Next, Fail)],
        Test::NotAllOf(i, mask) => vec![low(i), masked(*mask), compare(BPF_JEQ, *mask, Fail, Next)],
        Test::OneOf(i, values) => {
            assert!(
                is_last && !values.is_empty(),
                "this test must be the last, since it ends the tests if the value is in the list"
            );
            let last = values.len() - 1;
            let not = |position| if position == last { Fail } else { Next };
            let each = values
                .iter()
                .enumerate()
                .map(|(at, value)| compare(BPF_JEQ, *value, Pass, not(at)));
            std::iter::once(low(i)).chain(each).collect()
        }
    }
}

/// The position of the lower half of an argument in the filter's input. Both supported processors
/// are little-endian.
fn argument_offset(argument: u8) -> u32 {
    16 + 8 * u32::from(argument)
}

fn load(offset: u32) -> sock_filter {
    statement(BPF_LD | BPF_W | BPF_ABS, offset)
}

fn ret(action: Action) -> sock_filter {
    let value = match action {
        Action::Allow => libc::SECCOMP_RET_ALLOW,
        Action::Ask => libc::SECCOMP_RET_USER_NOTIF,
        Action::Fail(errno) => libc::SECCOMP_RET_ERRNO | errno as u32,
    };
    statement(BPF_RET | BPF_K, value)
}

fn statement(code: u32, k: u32) -> sock_filter {
    sock_filter { code: code as u16, jt: 0, jf: 0, k }
}

fn jump(operation: u32, k: u32, jt: u8, jf: u8) -> sock_filter {
    sock_filter { code: (BPF_JMP | operation | BPF_K) as u16, jt, jf, k }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Runs a filter as the kernel would.
    fn outcome(filter: &[sock_filter], architecture: u32, call: u32, arguments: [u64; 6]) -> u32 {
        let mut data = [call, architecture, 0, 0].to_vec();
        data.extend(arguments.iter().flat_map(|&value| [value as u32, (value >> 32) as u32]));
        let (mut at, mut a) = (0, 0);
        loop {
            let sock_filter { code, jt, jf, k } = filter[at];
            let code = u32::from(code);
            at += 1;
            let holds = match code {
                _ if code == BPF_RET | BPF_K => return k,
                _ if code == BPF_LD | BPF_W | BPF_ABS => {
                    a = data[k as usize / 4];
                    continue;
                }
                _ if code == BPF_ALU | BPF_AND | BPF_K => {
                    a &= k;
                    continue;
                }
                _ if code == BPF_JMP | BPF_JA => {
                    at += k as usize;
                    continue;
                }
                _ if code == BPF_JMP | BPF_JEQ | BPF_K => a == k,
                _ if code == BPF_JMP | BPF_JGE | BPF_K => a >= k,
                _ if code == BPF_JMP | BPF_JGT | BPF_K => a > k,
                _ if code == BPF_JMP | BPF_JSET | BPF_K => a & k != 0,
                _ => panic!("unknown instruction {code:#x}"),
            };
            at += usize::from(if holds { jt } else { jf });
        }
    }

    const SECRET: u64 = 3 << 40 | 9;

    fn allowed(test: &Test, value: u64) -> bool {
        let before = Test::Is(0, 1 << 40 | 5);
        let (action, otherwise) = (Action::Allow, Action::Fail(1));
        let rules = [Sysno::read, Sysno::mmap, Sysno::close].map(|call| Rule {
            call,
            tests: if call == Sysno::mmap { vec![before.clone(), test.clone()] } else { vec![] },
            action,
            otherwise,
            pass: (call == Sysno::mmap).then_some((5, SECRET)),
        });
        let filter = assembled(&rules, 7, Action::Ask);
        let call = |number, first, architecture| {
            outcome(&filter, architecture, number, [first, value, 0, 0, 0, 0])
        };
        let (mmap, first) = (Sysno::mmap.id() as u32, 1 << 40 | 5);
        for (sixth, expected) in
            [(SECRET, libc::SECCOMP_RET_ALLOW), (SECRET ^ 1 << 40, libc::SECCOMP_RET_ERRNO | 1)]
        {
            assert_eq!(
                outcome(&filter, 7, mmap, [5, value, 0, 0, 0, sixth]),
                expected,
                "only the secret passes"
            );
        }
        assert_eq!(
            call(mmap, 5, 7),
            libc::SECCOMP_RET_ERRNO | 1,
            "the first test checks both halves"
        );
        assert_eq!(
            call(Sysno::close.id() as u32, 0, 7),
            libc::SECCOMP_RET_ALLOW,
            "the rules after it apply, too"
        );
        assert_eq!(
            call(Sysno::socket.id() as u32, 0, 7),
            libc::SECCOMP_RET_USER_NOTIF,
            "no rule names it"
        );
        assert_eq!(
            call(mmap, first, 8),
            libc::SECCOMP_RET_USER_NOTIF,
            "another processor's numbers mean other calls"
        );
        call(mmap, first, 7) == libc::SECCOMP_RET_ALLOW
    }

    #[test]
    fn the_search_finds_what_a_walk_through_the_rules_finds() {
        let calls =
            ["read write close socket getpid clone execve openat statx clone3"; 2].join(" ");
        let actions =
            [Action::Allow, Action::Ask, Action::Fail(1), Action::Fail(2)].into_iter().cycle();
        let rule = |(name, action): (&str, Action)| Rule {
            call: name.parse().expect("a call of every processor"),
            tests: vec![],
            action,
            otherwise: action,
            pass: None,
        };
        let rules: Vec<_> = calls.split(' ').zip(actions).map(rule).collect();
        let filter = assembled(&rules, 7, Action::Fail(3));
        for number in (0..600).chain([1 << 30, u32::MAX]) {
            let first = rules.iter().find(|rule| rule.call.id() as u32 == number);
            let expected = ret(first.map_or(Action::Fail(3), |rule| rule.action)).k;
            assert_eq!(outcome(&filter, 7, number, [0; 6]), expected, "{number}");
        }
    }

    #[test]
    fn every_test_lets_through_what_it_says() {
        let big = 5 << 32;
        for (test, yes, no) in [
            (Test::Is(1, big | 7), vec![big | 7], vec![7, big, big | 8, 6 << 32 | 7]),
            (
                Test::AtMost(1, big | 7),
                vec![0, 8, big, big | 7, 4 << 32 | 9],
                vec![big | 8, 6 << 32, u64::MAX],
            ),
            (Test::NoneOf(1, 6), vec![0, 1, 8], vec![2, 4, 6, 15]),
            (Test::AllOf(1, 6), vec![6, 15], vec![0, 1, 2, 4]),
            (Test::NotAllOf(1, 6), vec![0, 1, 2, 4], vec![6, 15]),
            (Test::OneOf(1, vec![3, 9, 12]), vec![3, 9, 12], vec![0, 4, 13]),
        ] {
            for value in yes {
                assert!(allowed(&test, value), "{test:?} {value:#x}");
            }
            for value in no {
                assert!(!allowed(&test, value), "{test:?} {value:#x}");
            }
        }
    }
}
