//! `ludoteka analyse`: what each move of a recorded game gave away.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::iter;
use std::num::NonZero;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use clap::Args;
use matches::record::table;
use rules::{Outcome, Parameters, Side};
use search::{Engine, GameSpec, Limits, MoveValue, NeverStop, Score, StopWhen, proven_end};
use serde_json::{Value, json};

use crate::arguments;
use crate::failure::Failure;
use crate::palette::{FAINT, STRONG, WRONG};
use crate::records::{self, Found, Numbers};
use crate::words::{self, counted};

/// Say what each move of a recorded game gave away
///
/// For each move of the game, the engine values every legal move, and compares the move made with
/// the best one. Values are in points of the game. If the game has no points, they are in the
/// engine's unit. A proven value is printed as a win, a loss, a draw or a margin. All other values
/// are estimates, which are better with more time. All processors search, each another position.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Analyse {
    /// A file that `ludoteka match --record` has written, or the folder of a tournament
    #[arg(value_name = "RECORD")]
    file: PathBuf,
    /// The game's number in the list of `ludoteka replay --list`
    #[arg(
        long,
        value_name = "N",
        default_value_t = 1,
        value_parser = clap::value_parser!(u64).range(1..)
    )]
    game: u64,
    /// How long to think about each position, e.g. `500ms`
    #[arg(long, value_name = "TIME", value_parser = arguments::time, conflicts_with = "nodes")]
    time: Option<Duration>,
    /// How many positions to search for each move; unlike with --time, the answer is the same on
    /// every machine
    #[arg(
        long,
        value_name = "N",
        default_value_t = 100_000,
        value_parser = clap::value_parser!(u64).range(1..)
    )]
    nodes: u64,
    /// Print a line of JSON for each move instead of the text
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  ludoteka match mnk engine:1 engine:2 --games 2 --record games.jsonl
  ludoteka analyse games.jsonl                     # the first game, 100,000 positions a move
  ludoteka analyse games.jsonl --game 2 --time 1s  # with more time
  ludoteka analyse games.jsonl --json              # one line of JSON for each move";

impl Analyse {
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<(), Failure> {
        let numbers = Numbers::of(&records::in_folder(&self.file))?;
        let found = Found::in_file(&self.file, self.game, numbers)?;
        let misfit =
            |why| Failure::input(format!("{}, game {}: {why}", self.file.display(), found.number));
        let mut board = table(&found.record, found.spec).map_err(|why| misfit(why.to_string()))?;
        while board.undo() {}
        let mut questions = Vec::new();
        for (number, name) in found.record.opening.iter().chain(&found.record.moves).enumerate() {
            if number >= found.record.opening.len() {
                let (turn, moves) = (board.turn(), board.moves());
                questions.push(Question { number: number + 1, turn, name, moves });
            }
            board.play(name).map_err(|why| misfit(why.to_string()))?;
        }
        let engines = engines(&found, questions.len())?;
        let point = engines.first().map_or(1, |engine| engine.point());
        if !self.json {
            writeln!(out, "{STRONG}{}{STRONG:#}", found.title())?;
        }
        let mut losses = [Losses::default(), Losses::default()];
        let mut tell = |&Question { number, turn, name, .. }: &Question<'_>, values: &[_]| {
            let judged = Judged::new(number, turn, name, values, point);
            losses[turn.index()].add(&judged);
            if self.json {
                writeln!(out, "{}", judged.json(found.spec))
            } else {
                judged.write(found.spec, out)
            }
        };
        // A move is told once the values of the answers to it are known.
        let mut waiting: Option<Vec<MoveValue>> = None;
        let mut told = 0;
        self.answer(engines, &questions, |question, values| {
            let Some(mut before) = waiting.replace(values.to_vec()) else { return Ok(()) };
            learn(&questions[told], &mut before, question.turn, values);
            told += 1;
            tell(&questions[told - 1], &before)
        })?;
        if let Some(values) = waiting {
            tell(&questions[told], &values)?;
        }
        if !self.json {
            for (side, losses) in found.spec.sides.iter().zip(&losses) {
                writeln!(out, "{side}: {}", losses.told())?;
            }
        }
        Ok(())
    }

    /// Asks the engines all questions, each engine on a processor of its own, and tells the answers
    /// in the order of the questions. Ends soon after an answer could not be told.
    fn answer(
        &self,
        engines: Vec<Box<dyn Engine>>,
        questions: &[Question<'_>],
        mut tell: impl FnMut(&Question<'_>, &[MoveValue]) -> io::Result<()>,
    ) -> io::Result<()> {
        let (next, (sender, answers)) = (AtomicUsize::new(0), mpsc::channel());
        thread::scope(|scope| {
            for mut engine in engines {
                let (next, sender) = (&next, sender.clone());
                scope.spawn(move || {
                    let numbers = iter::repeat_with(|| next.fetch_add(1, Ordering::Relaxed));
                    for number in numbers.take_while(|&number| number < questions.len()) {
                        let values = self.values(&mut *engine, &questions[number].moves);
                        if sender.send((number, values)).is_err() {
                            break;
                        }
                    }
                });
            }
            drop(sender);
            let mut waiting = BTreeMap::new();
            let mut told = 0;
            for (number, values) in answers {
                waiting.insert(number, values);
                while let Some(values) = waiting.remove(&told) {
                    tell(&questions[told], &values)?;
                    told += 1;
                }
            }
            Ok(())
        })
    }

    /// The value of every legal move. The engine starts afresh, so the values depend only on the
    /// position.
    fn values(&self, engine: &mut dyn Engine, moves: &[String]) -> Vec<MoveValue> {
        engine.forget();
        let Some(time) = self.time else {
            return engine.values(moves, Limits::nodes(self.nodes), &mut NeverStop);
        };
        let began = Instant::now();
        engine.values(moves, Limits::NONE, &mut StopWhen(|_| began.elapsed() >= time))
    }
}

/// Engines for a record's game: as many as there are processors, but not more than `most`. Fails if
/// the record has a bad parameter.
fn engines(found: &Found, most: usize) -> Result<Vec<Box<dyn Engine>>, Failure> {
    let mut parameters = Parameters::new(found.spec.parameters);
    for (name, value) in &found.record.parameters {
        parameters.set(name, value).map_err(|bad| Failure::input(bad.to_string()))?;
    }
    let processors = thread::available_parallelism().map_or(1, NonZero::get);
    (0..processors.min(most)).map(|_| Ok((found.spec.open)(&parameters, None)?.engine)).collect()
}

/// A move that was made, and all moves before it.
struct Question<'a> {
    /// The number of the move in the game, from 1.
    number: usize,
    turn: Side,
    name: &'a str,
    moves: Vec<String>,
}

/// Takes what the values of the next moves prove about a move that was made.
fn learn(question: &Question<'_>, values: &mut [MoveValue], next: Side, answers: &[MoveValue]) {
    let Some(made) = values.iter_mut().find(|value| value.mv == question.name) else { return };
    let Some(best) = answers.iter().max_by_key(|answer| answer.score) else { return };
    // One proven win is enough; a draw and a loss need that nothing is better.
    let is_won = margin(best).is_some_and(|margin| margin > 0);
    if margin(made).is_none() && (is_won || answers.iter().all(|one| margin(one).is_some())) {
        let score = if next == question.turn { best.score } else { -best.score };
        *made = MoveValue { score, is_exact: true, depth: best.depth + 1, mv: made.mv.clone() };
    }
}

/// A move that was made, and the best move.
struct Judged<'a> {
    number: usize,
    turn: Side,
    name: &'a str,
    /// The value of the move that was made; `None` if there was no time to search that move.
    made: Option<&'a MoveValue>,
    best: Option<&'a MoveValue>,
    point: Score,
}

/// How much a move lost, compared with the best move.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Loss {
    /// The move loses nothing, since no move has a greater value.
    None,
    /// The move loses this number of points, proven or estimated.
    Points(f64),
    /// The move loses the result of the game: a proven win became a draw or a loss, or a draw
    /// became a loss.
    Result,
    /// One of both values is proven, and the other is an estimate: nobody knows.
    Unsure,
    /// The move was not searched.
    Unknown,
}

impl<'a> Judged<'a> {
    fn new(
        number: usize,
        turn: Side,
        name: &'a str,
        values: &'a [MoveValue],
        point: Score,
    ) -> Judged<'a> {
        let made = values.iter().find(|value| value.mv == name);
        // The move that was made, if it is one of the best; otherwise the first of the best moves.
        let best = values.iter().rev().max_by_key(|value| (value.score, value.mv == name));
        Judged { number, turn, name, made, best, point }
    }

    fn loss(&self) -> Loss {
        let (Some(made), Some(best)) = (self.made, self.best) else { return Loss::Unknown };
        let ends = [made, best].map(margin);
        match ends {
            _ if made.score >= best.score => Loss::None,
            // A move that only delays a win or hastens a loss gives nothing away.
            [Some(made), Some(best)] if made == best => Loss::None,
            [Some(made), Some(best)] if made.signum() == best.signum() => {
                Loss::Points(f64::from(best - made))
            }
            [None, None] => {
                Loss::Points(f64::from(best.score - made.score) / f64::from(self.point))
            }
            [Some(_), Some(_)] => Loss::Result,
            _ => Loss::Unsure,
        }
    }

    /// Whether the loss is proven.
    fn is_exact(&self) -> bool {
        [self.made, self.best]
            .into_iter()
            .all(|value| value.is_some_and(|value| margin(value).is_some()))
    }

    fn write(&self, spec: &GameSpec, out: &mut dyn Write) -> io::Result<()> {
        let (number, side, name) = (self.number, spec.sides[self.turn.index()], self.name);
        write!(out, "{number:>3}. {side} {STRONG}{name}{STRONG:#}")?;
        let told = |value: Option<&MoveValue>| {
            value.map_or_else(String::new, |value| self.worth(spec, value))
        };
        let (made, best) = (told(self.made), told(self.best));
        let better = self.best.map_or("", |best| &best.mv);
        match self.loss() {
            Loss::Unknown => writeln!(out, "  {FAINT}not searched: set more time{FAINT:#}"),
            Loss::None => writeln!(out, "  {FAINT}{made}{FAINT:#}"),
            Loss::Points(points) => {
                writeln!(out, "  {WRONG}-{points:.1}{WRONG:#}  {made}; better: {better}, {best}")
            }
            Loss::Result => {
                writeln!(out, "  {WRONG}mistake{WRONG:#}  {made}; better: {better}, {best}")
            }
            Loss::Unsure => {
                writeln!(out, "  {FAINT}{made}; perhaps better: {better}, {best}{FAINT:#}")
            }
        }
    }

    /// A value in words. A proven value reads like `black wins by 6 points`. An estimate is from
    /// the view of the side to move, and reads like `about +1.3`.
    fn worth(&self, spec: &GameSpec, value: &MoveValue) -> String {
        match margin(value) {
            Some(margin) => words::result(spec, Outcome { margin: margin * self.turn.sign() }),
            None => format!("about {:+.1}", f64::from(value.score) / f64::from(self.point)),
        }
    }

    fn json(&self, spec: &GameSpec) -> Value {
        let worth = |value: Option<&MoveValue>| {
            value.map(|value| match margin(value) {
                Some(margin) => {
                    json!({ "margin": margin, "exact": value.is_exact, "depth": value.depth })
                }
                None => {
                    let points = f64::from(value.score) / f64::from(self.point);
                    json!({ "points": points, "exact": false, "depth": value.depth })
                }
            })
        };
        let (kind, points) = match self.loss() {
            Loss::None => ("none", Some(0.0)),
            Loss::Points(points) => ("points", Some(points)),
            Loss::Result => ("result", None),
            Loss::Unsure => ("unsure", None),
            Loss::Unknown => ("unknown", None),
        };
        json!({
            "number": self.number,
            "side": spec.sides[self.turn.index()],
            "move": self.name,
            "worth": worth(self.made),
            "best": self.best.map(|best| &best.mv),
            "best_worth": worth(self.best),
            "loss": kind,
            "points": points,
            "exact": self.is_exact(),
        })
    }
}

/// The margin of the side to move, if it is proven.
fn margin(value: &MoveValue) -> Option<i32> {
    let draw = Some(0).filter(|_| value.is_exact && value.score == 0);
    proven_end(value.score).map(|(margin, _)| margin).or(draw)
}

/// How much the moves of one side lost in a game.
#[derive(Default)]
struct Losses {
    moves: u64,
    points: f64,
    worst: Option<(f64, usize)>,
    results: Vec<usize>,
    unknown: u64,
}

impl Losses {
    fn add(&mut self, judged: &Judged<'_>) {
        self.moves += 1;
        match judged.loss() {
            Loss::None | Loss::Unsure => {}
            Loss::Points(points) => {
                self.points += points;
                if self.worst.is_none_or(|(worst, _)| worst < points) {
                    self.worst = Some((points, judged.number));
                }
            }
            Loss::Result => self.results.push(judged.number),
            Loss::Unknown => self.unknown += 1,
        }
    }

    fn told(&self) -> String {
        let mut told =
            format!("{:.1} points given away in {}", self.points, counted(self.moves, "move"));
        if let Some((worst, number)) = self.worst {
            told += &format!(", most with move {number}: {worst:.1}");
        }
        if !self.results.is_empty() {
            let numbers: Vec<_> = self.results.iter().map(usize::to_string).collect();
            told += &format!("; a result given away with move {}", numbers.join(", "));
        }
        if self.unknown > 0 {
            told += &format!("; {} not looked at", self.unknown);
        }
        told
    }
}

#[cfg(test)]
mod tests {
    use rules::Outcome;
    use search::outcome_score;

    use super::*;

    fn value(name: &str, score: Score, is_exact: bool) -> MoveValue {
        MoveValue { mv: name.to_string(), score, depth: 3, is_exact }
    }

    fn loss(made: (Score, bool), best: (Score, bool)) -> (Loss, bool) {
        let values = [value("a", made.0, made.1), value("b", best.0, best.1)];
        let judged = Judged::new(1, Side::First, "a", &values, 10);
        (judged.loss(), judged.is_exact())
    }

    #[test]
    fn a_loss_is_told_by_what_is_known() {
        let end = |margin, plies| outcome_score(Outcome { margin }, Side::First, plies);
        assert_eq!(loss((15, false), (40, false)), (Loss::Points(2.5), false));
        assert_eq!(loss((40, false), (15, false)), (Loss::None, false));
        assert_eq!(loss((end(2, 5), true), (end(6, 7), true)), (Loss::Points(4.0), true));
        assert_eq!(loss((end(1, 9), true), (end(1, 3), true)), (Loss::None, true), "only later");
        assert_eq!(loss((end(-1, 9), true), (end(1, 3), true)), (Loss::Result, true));
        assert_eq!(
            loss((0, true), (end(1, 3), false)),
            (Loss::Result, true),
            "a draw in place of a win"
        );
        assert_eq!(
            loss((0, false), (end(1, 3), true)),
            (Loss::Unsure, false),
            "an estimate of 0 is not a draw"
        );
        assert_eq!(loss((end(-1, 3), true), (7, false)), (Loss::Unsure, false));
        let values = [value("b", 3, false)];
        assert_eq!(Judged::new(1, Side::First, "a", &values, 1).loss(), Loss::Unknown);
    }

    #[test]
    fn the_move_that_was_made_is_best_when_it_is_as_good() {
        let values = [value("a", 3, false), value("b", 3, false), value("c", 3, false)];
        for name in ["a", "b", "c"] {
            let judged = Judged::new(1, Side::First, name, &values, 1);
            assert_eq!(judged.best.map(|best| &best.mv[..]), Some(name));
        }
        let judged = Judged::new(1, Side::First, "d", &values, 1);
        assert_eq!(judged.best.map(|best| &best.mv[..]), Some("a"), "else the first");
    }

    #[test]
    fn the_answers_to_a_move_prove_what_it_is_worth() {
        let end = |margin, plies| outcome_score(Outcome { margin }, Side::Second, plies);
        let made = |answers: &[(Score, bool)], next| {
            let (number, turn, name) = (1, Side::First, "a");
            let question = Question { number, turn, name, moves: Vec::new() };
            let mut values = [value("a", -9, false), value("b", 3, false)];
            let answers: Vec<MoveValue> =
                answers.iter().map(|&(score, is_exact)| value("c", score, is_exact)).collect();
            learn(&question, &mut values, next, &answers);
            margin(&values[0])
        };
        let (won, lost) = (end(-2, 4), end(1, 5));
        assert_eq!(made(&[(won, true), (9, false)], Side::Second), Some(-2));
        assert_eq!(made(&[(won, true), (9, false)], Side::First), Some(2), "the same side moves");
        assert_eq!(made(&[(lost, true), (-4, false)], Side::Second), None, "the other may be good");
        assert_eq!(made(&[(lost, true), (end(3, 2), true)], Side::Second), Some(1));
        assert_eq!(made(&[(0, true), (-4, false)], Side::Second), None, "it may be good, too");
        assert_eq!(made(&[], Side::Second), None);
    }
}
