//! Plays the games of a version against the levels by which an assignment grades it.

use errors::Error;
use matches::record::{Ending, Record};
use rules::{Language, Message};

use crate::assignment::Assignment;
use crate::by_play::{ByPlay, Played};
use crate::judgement::Judgement;
use crate::pair_player::{Occasion, PairPlayer};
use crate::pairs_played::Entrant;
use crate::place::Place;

/// The games of a version, some of which are played.
pub(crate) struct LevelGames {
    version: usize,
    /// The seed of the boards, drawn when the assignment was closed.
    seed: u64,
    player: PairPlayer,
    /// The games against each level; empty before the version is compiled.
    played: Vec<Played>,
    pub(crate) games: Vec<Record>,
    /// The first foul, or why no game is played.
    failure: Option<Message>,
    is_absent: bool,
}

impl LevelGames {
    pub(crate) fn new(version: usize, seed: u64) -> LevelGames {
        LevelGames {
            version,
            seed,
            player: PairPlayer::default(),
            played: Vec::new(),
            games: Vec::new(),
            failure: None,
            is_absent: false,
        }
    }

    /// Compiles the version, or plays its next pair. Returns whether all are played.
    ///
    /// # Errors
    /// Fails if this machine cannot do that. A program that does not compile is no error.
    pub(crate) fn turn(
        &mut self,
        place: &Place,
        assignment: &Assignment,
        play: &ByPlay,
    ) -> Result<bool, Error> {
        let occasion = Occasion {
            name: &assignment.keys.name,
            training: &assignment.training,
            time: play.time,
            seed: self.seed,
        };
        if self.played.is_empty() {
            self.failure = self.player.why_absent(place, occasion, self.version)?;
            self.is_absent = self.failure.is_some();
            if self.is_absent {
                return Ok(true);
            }
            self.played = vec![Played::default(); play.levels.len()];
        }
        let pairs = |played: &Played| played.score.games() / 2;
        let Some(at) = self.played.iter().position(|played| pairs(played) < play.pairs) else {
            return Ok(true);
        };
        let both = [Entrant::Version(self.version), Entrant::Level(play.levels[at].number())];
        let key = (both, pairs(&self.played[at]));
        if let Some(games) = self.player.play(place, occasion, key)? {
            for game in games {
                self.count(at, game);
            }
        }
        Ok(false)
    }

    fn count(&mut self, at: usize, game: Record) {
        self.played[at].score.count(&game);
        self.played[at].margins.push(game.margin_of(0));
        if let Ending::Foul { side, .. } = &game.end
            && game.contestant_at(*side) == 0
        {
            self.failure = self.failure.take().or(game.foul());
        }
        self.games.push(game);
    }

    /// What the games say about the version.
    pub(crate) fn judgement(&self, play: &ByPlay) -> Judgement {
        let failure =
            |language: Language| self.failure.as_ref().map(|failure| failure.told(language));
        play.judgement(&self.played, failure, self.is_absent)
    }
}
