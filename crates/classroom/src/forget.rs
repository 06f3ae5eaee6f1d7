//! What stays of somebody who was forgotten: results and games, without what the person or the
//! programs wrote or are called.

use matches::record::{Ending, Record};
use players::Foul;
use rules::Message;

use crate::trial::{Complaint, Finding, FirstFoul, StepState, Trial, TrialState};
use crate::version::Version;

/// What stands in place of a name or a text of somebody who was forgotten.
const REMOVED: &str = "name removed";

impl Version {
    /// What stays of the version.
    pub(crate) fn forgotten(&self) -> Version {
        let (name, notes) = (REMOVED.to_string(), Vec::new());
        Version { name, notes, is_forgotten: true, ..self.clone() }
    }
}

impl Trial {
    /// What stays of the trial, whose games are these.
    pub(crate) fn forgotten(&self, games: &[Record]) -> Trial {
        let mut trial = self.clone();
        trial.wrong.clear();
        trial.causes.clear();
        trial.foul = trial.foul.take().and_then(|FirstFoul { game, .. }| {
            let what = games.get(game).and_then(Record::foul)?;
            Some(FirstFoul { game, what, hint: None })
        });
        for step in &mut trial.steps {
            if let StepState::Done(Finding::DoesNotCompile(complaint)) = &mut step.state {
                *complaint = Complaint::default();
            }
        }
        if let TrialState::Failed(why) = &mut trial.state {
            *why = Message::plain("");
        }
        trial
    }
}

/// The record of a game without anything that its programs are called, or have written but moves.
pub(crate) fn without_names(mut game: Record) -> Record {
    for player in game.players.iter_mut().filter(|player| player.file.is_some()) {
        player.name = REMOVED.to_string();
    }
    game.stderr.clear();
    match &mut game.end {
        Ending::Foul { foul, report, .. } => {
            *report = None;
            if let Foul::Illegal { why } | Foul::Garbled { why } | Foul::Unfit { why } = foul {
                *why = Message::plain(REMOVED);
            } else if let Foul::Denied { call } = foul {
                *call = REMOVED.to_string();
            }
        }
        Ending::Absence { why } => why.fill(Message::plain(REMOVED)),
        Ending::Rules | Ending::Resignation { .. } => {}
    }
    game
}
