//! Bounds how often codes can be guessed.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::connections::network;

/// A number of wrong tries, and the time after which one more is free again.
struct Bound {
    most: u32,
    again: Duration,
}

/// What one address may try: a school behind one address can mistype. And what all may try: with
/// 120 codes of 2.5e10, somebody who has any number of addresses and tries for half a year finds
/// one with a probability of 0.1 percent. After its first tries, one address takes a fifth of what
/// all may try, so that it does not lock the others out.
const OF_ADDRESS: Bound = Bound { most: 60, again: Duration::from_secs(300) };
const OF_ALL: Bound = Bound { most: 600, again: Duration::from_secs(60) };

/// Wrong tries, as the moment at which they are forgotten.
struct Wrong(Instant);

impl Wrong {
    /// How long to wait for the next try.
    fn wait(&self, bound: &Bound, now: Instant) -> Duration {
        let used = self.0.saturating_duration_since(now) + bound.again;
        used.saturating_sub(bound.again * bound.most)
    }

    fn add(&mut self, bound: &Bound, now: Instant) {
        self.0 = self.0.max(now) + bound.again;
    }
}

/// The wrong tries of late.
#[derive(Default)]
pub(crate) struct Tries(Mutex<Counts>);

#[derive(Default)]
struct Counts {
    all: Option<Wrong>,
    /// Only wrong tries make entries, so `OF_ALL` bounds their number.
    of: HashMap<IpAddr, Wrong>,
}

impl Tries {
    /// Looks for what somebody at this address has typed, and counts the try if it is not found.
    ///
    /// # Errors
    /// Fails if there were too many wrong tries; it says how long to wait.
    pub(crate) fn find<T>(
        &self,
        from: IpAddr,
        now: Instant,
        look: impl FnOnce() -> Option<T>,
    ) -> Result<Option<T>, Duration> {
        let from = network(from.to_canonical());
        // Held while it looks, so that no two tries count as one.
        let mut counts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        counts.of.retain(|_, wrong| wrong.0 > now);
        let all = counts.all.get_or_insert(Wrong(now)).wait(&OF_ALL, now);
        let own = counts.of.get(&from).map_or(Duration::ZERO, |wrong| wrong.wait(&OF_ADDRESS, now));
        let wait = all.max(own);
        if !wait.is_zero() {
            return Err(wait);
        }
        let found = look();
        if found.is_none() {
            counts.all.get_or_insert(Wrong(now)).add(&OF_ALL, now);
            counts.of.entry(from).or_insert(Wrong(now)).add(&OF_ADDRESS, now);
        }
        Ok(found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(n: u16) -> IpAddr {
        let [high, low] = n.to_be_bytes();
        IpAddr::from([10, 0, high, low])
    }

    /// How many of the wrong tries were looked at.
    fn guessed(tries: &Tries, from: IpAddr, now: Instant, count: u32) -> u32 {
        let looked = (0..count).filter(|_| tries.find(from, now, || None::<()>).is_ok());
        u32::try_from(looked.count()).expect("few")
    }

    #[test]
    fn one_address_tries_a_little_and_locks_nobody_out() {
        let (tries, start) = (Tries::default(), Instant::now());
        assert_eq!(guessed(&tries, address(1), start, 1000), OF_ADDRESS.most);
        let wait = tries.find(address(1), start, || Some(())).expect_err("a right one must wait");
        assert!(wait <= OF_ADDRESS.again, "{wait:?}");
        assert_eq!(guessed(&tries, address(1), start + wait, 10), 1);
        // For a day it tries once a second, and others are heard all the time.
        let mut looked = 0;
        for second in 0..24 * 60 * 60 {
            let now = start + wait + Duration::from_secs(second);
            looked += guessed(&tries, address(1), now, 1);
            assert_eq!(tries.find(address(2), now, || Some(())), Ok(Some(())));
        }
        assert!(looked <= 24 * 12 + 1, "{looked}");
    }

    #[test]
    fn many_addresses_have_a_bound_together() {
        let (tries, start) = (Tries::default(), Instant::now());
        let all: u32 = (0..1000).map(|n| guessed(&tries, address(n), start, 100)).sum();
        assert_eq!(all, OF_ALL.most);
        let hour: u32 = (1..=60)
            .map(|minute| {
                let now = start + OF_ALL.again * minute;
                (0..20).map(|n| guessed(&tries, address(1000 + n), now, 5)).sum::<u32>()
            })
            .sum();
        assert_eq!(hour, 60);
        let later = start + OF_ALL.again * 1000;
        guessed(&tries, address(1), later, 1);
        assert_eq!(tries.0.lock().expect("no panic").of.len(), 1, "nothing is kept for ever");
    }

    #[test]
    fn right_codes_cost_nothing() {
        let (tries, now) = (Tries::default(), Instant::now());
        for _ in 0..1000 {
            assert_eq!(tries.find(address(1), now, || Some(7)), Ok(Some(7)));
        }
    }
}
