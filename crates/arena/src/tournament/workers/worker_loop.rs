//! A slot at work.

use std::sync::mpsc::Receiver;

use super::Crew;
use super::clerk::Errand;
use super::court::Court;
use super::portion::Portion;
use crate::players::Slot;
use crate::store::{Lease, Store};
use errors::Error;

/// A slot that plays what the clerk gives it.
pub(super) struct Shift<'a> {
    pub(super) crew: &'a Crew<'a>,
    /// The slot's.
    pub(super) number: usize,
    pub(super) slot: Slot,
    /// From which players are fetched.
    pub(super) store: Store,
    pub(super) orders: Receiver<Vec<Lease>>,
}

impl Shift<'_> {
    /// Works until the crew is dismissed.
    pub(super) fn work(mut self) -> Result<(), Error> {
        let mut court = Court::new(self.slot.clone());
        let mut portion = Portion::default();
        self.want(&portion);
        while let Ok(leases) = self.orders.recv()
            && self.crew.goes_on()
        {
            // Short games must not wait for the store; before long ones the wait is nothing, and another slot may be free first.
            let is_ahead = portion.units() > 1;
            if is_ahead {
                self.want(&portion);
            }
            self.play(leases, &mut portion, &mut court)?;
            if !is_ahead {
                self.want(&portion);
            }
        }
        Ok(())
    }

    fn want(&self, portion: &Portion) {
        self.crew.hand_in(Errand::Wants { slot: self.number, units: portion.units() });
    }

    /// Plays units one after the other; those that are not played in time are given back.
    fn play(&mut self, mut leases: Vec<Lease>, portion: &mut Portion, court: &mut Court) -> Result<(), Error> {
        let mut outcomes = Vec::new();
        let mut failure = None;
        portion.begin();
        for lease in &leases {
            let played = match self.crew.roster(lease.tournament, &mut self.store, &self.slot) {
                Ok(Some(roster)) => court.play(&roster, lease.pairing, lease.pair, self.crew.stop),
                Ok(None) => Ok(None),
                Err(refused) => Err(refused),
            };
            match played {
                Ok(Some(outcome)) => outcomes.push(outcome),
                Ok(None) => break,
                Err(refused) => {
                    failure = Some(refused);
                    break;
                }
            }
            if portion.is_over() || !self.crew.goes_on() {
                break;
            }
        }
        portion.end(outcomes.len());
        let left = leases.split_off(outcomes.len());
        let played = leases.into_iter().zip(outcomes).collect();
        self.crew.hand_in(Errand::Played { played, left });
        failure.map_or(Ok(()), Err)
    }
}

impl Drop for Shift<'_> {
    fn drop(&mut self) {
        self.crew.hand_in(Errand::Left);
    }
}
