//! Points for play: `[assignment.grade]` in `class.toml`, and what a program won against each level.

use errors::Error;
use matches::{Bands, Score};
use rules::{Language, TimeControl};
use search::SkillLevel;
use serde::Deserialize;

use crate::judgement::{AgainstLevel, Judgement};
use crate::training::{TimeKeys, Training, time};

/// Points for play as `class.toml` writes them.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ByPlayKeys {
    levels: Vec<u8>,
    games: u64,
    /// Points for each level: a share of the games' points in percent, and the points from it on.
    bands: Vec<(f64, f64)>,
    /// The clocks of a game; by default those of the training.
    #[serde(default)]
    time: TimeKeys,
}

/// Points for play whose keys have a meaning.
#[derive(Clone, Debug)]
pub struct ByPlay {
    /// The levels.
    pub levels: Vec<SkillLevel>,
    /// The number of pairs of games against each level.
    pub pairs: u64,
    bands: Bands,
    pub(crate) time: TimeControl,
}

/// The games of a program against a level, so far.
#[derive(Clone, Debug, Default)]
pub(crate) struct Played {
    pub(crate) score: Score,
    /// The program's margin in each game.
    pub(crate) margins: Vec<i32>,
}

/// A share of fewer games has no range; more of them take a night for a class.
const GAMES: std::ops::RangeInclusive<u64> = 4..=1000;

impl ByPlay {
    /// Reads points for play in a training.
    ///
    /// # Errors
    /// Fails if a key has no meaning; the sentence says which and what is expected.
    pub(crate) fn open(keys: &ByPlayKeys, training: &Training) -> Result<ByPlay, Error> {
        let bad = |why: String| Error::input(format!("grade.{why}"));
        let rise = keys.levels.windows(2).all(|pair| pair[0] < pair[1]);
        let levels: Option<Vec<_>> =
            keys.levels.iter().map(|&one| training.spec.level(one)).collect();
        let levels = levels.filter(|levels| !levels.is_empty() && rise).ok_or_else(|| {
            let most = training.spec.full().number();
            bad(format!("levels = {:?}: expected numbers from 1 to {most} that rise", keys.levels))
        })?;
        if !GAMES.contains(&keys.games) || !keys.games.is_multiple_of(2) {
            let (least, most) = GAMES.into_inner();
            let expected = format!("expected an even number from {least} to {most}");
            return Err(bad(format!("games = {}: {expected}", keys.games)));
        }
        let bands = Bands::new(&keys.bands).map_err(|why| bad(format!("bands: {why}")))?;
        let time = time(&keys.time, training.time).map_err(|why| bad(why.to_string()))?;
        Ok(ByPlay { levels, pairs: keys.games / 2, bands, time })
    }

    /// The points for each level: a share in percent, and the points from it on.
    #[must_use]
    pub fn bands(&self) -> &[(f64, f64)] {
        self.bands.all()
    }

    /// The points of a program that wins all games.
    #[must_use]
    pub fn most(&self) -> f64 {
        self.bands.most() * self.levels.len() as f64
    }

    /// What games against each level say about a program. `failure` is the first foul, or why there
    /// were no games.
    pub(crate) fn judgement(
        &self,
        played: &[Played],
        failure: impl Fn(Language) -> Option<String>,
        does_not_compile: bool,
    ) -> Judgement {
        let both = self.levels.iter().zip(played);
        let against: Vec<_> = both.map(|(&level, played)| self.against(level, played)).collect();
        let told = |one: Language| Some((one.code().to_string(), failure(one)?));
        Judgement {
            // A sum of nothing would be -0.
            points: against.iter().fold(0.0, |sum, one| sum + one.points),
            of: self.most(),
            passed: against.iter().map(|one| one.won as usize).sum(),
            cases: against.iter().map(|one| one.games() as usize).sum(),
            does_not_compile,
            failure: Language::ALL.into_iter().filter_map(told).collect(),
            against,
            ..Judgement::default()
        }
    }

    fn against(&self, level: SkillLevel, Played { score, margins }: &Played) -> AgainstLevel {
        let share = stats::share(&score.pairs);
        AgainstLevel {
            level: level.number(),
            won: score.wins[0],
            drawn: score.draws,
            lost: score.wins[1],
            fouls: score.fouls[0],
            share: share.map_or([0.0; 3], |share| [share.value, share.low, share.high]),
            points: self.bands.points(share),
            margins: margins.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::TrainingKeys;

    fn open(keys: &str) -> Result<ByPlay, Error> {
        let game = TrainingKeys { game: "flood-wars".to_string(), ..TrainingKeys::default() };
        let training = Training::open(game, games::GAMES).expect("a training");
        ByPlay::open(&toml::from_str(keys).expect("TOML"), &training)
    }

    #[test]
    fn each_level_gives_the_points_of_its_band() {
        let keys = "levels = [1, 2]\ngames = 20\nbands = [[25, 2], [50, 4.5]]\n";
        let play = open(keys).expect("points for play");
        assert_eq!((play.pairs, play.most()), (10, 9.0));
        let [mut all, mut some] = [Score::default(), Score::default()];
        (all.wins, all.pairs) = ([20, 0], [0, 0, 0, 0, 10]);
        (some.wins, some.fouls, some.pairs) = ([3, 17], [5, 0], [8, 1, 1, 0, 0]);
        let played = [all, some].map(|score| Played { score, margins: vec![3, -1] });
        let found = play.judgement(&played, |_| None, false);
        let points: Vec<f64> = found.against.iter().map(|one| one.points).collect();
        assert_eq!((points, found.points, found.of), (vec![4.5, 2.0], 6.5, 9.0));
        assert_eq!((found.passed, found.cases, found.against[1].fouls), (23, 40, 5));
        let nothing = play.judgement(&[], |_| Some("why".to_string()), true);
        assert_eq!((nothing.points, nothing.does_not_compile), (0.0, true));
        assert_eq!(nothing.failure(Language::Polish), "why");
    }

    #[test]
    fn keys_without_a_meaning_are_refused() {
        let usual = [("levels", "[1]"), ("games", "20"), ("bands", "[[50, 4]]")];
        for (key, bad) in [
            ("levels", "[]"),
            ("levels", "[2, 1]"),
            ("levels", "[6]"),
            ("games", "7"),
            ("games", "2"),
            ("bands", "[]"),
            ("bands", "[[50, 4], [25, 5]]"),
        ] {
            let value = |(name, value): &(&str, &str)| {
                format!("{name} = {}\n", if *name == key { bad } else { value })
            };
            let error = open(&usual.iter().map(value).collect::<String>()).expect_err(bad);
            assert!(error.to_string().contains(&format!("grade.{key}")), "{error}");
        }
    }
}
