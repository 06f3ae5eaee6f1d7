//! A misreading of the rules is named if it explains all answers of a program.

use rules::random::Random;
use rules::{Answers, CaseScope, Parameters, Played, Side};

use crate::case::{Case, ENOUGH};
use crate::twins;

/// The readings of a game that explain all answers of a mistaken program, if at least three of them
/// are wrong. A case without an answer is left out.
fn causes<A: Into<Option<String>>>(
    name: &str,
    cases: &[Case],
    answer: impl Fn(&Case) -> A,
) -> Vec<String> {
    let spec = games::find(name).expect("the game exists");
    let program = spec.program.as_ref().expect("the game has a program");
    let answers = cases.iter().filter_map(|case| Some((case, answer(case).into()?)));
    let answers: Vec<(&Case, String)> = answers.collect();
    let is_wrong = |(case, answer): &&(&Case, String)| match program.answers {
        Answers::Legal(checker) => (checker.answer)(&case.input, answer).is_err(),
        _ => !answer.split_whitespace().eq(case.output.split_whitespace()),
    };
    if answers.iter().filter(is_wrong).count() < 3 {
        return Vec::new();
    }
    let fitting = program.readings.iter().filter(|reading| {
        answers.iter().all(|(Case { options, input, output }, answer)| {
            (reading.gives)(options, input, output, answer) != Some(false)
        })
    });
    fitting.map(|reading| (reading.told)().key.to_string()).collect()
}

/// The first cases of a game.
fn cases_of(name: &str, count: u64) -> Vec<Case> {
    let spec = games::find(name).expect("the game exists");
    (1..=count).map(|number| Case::new(spec, number, CaseScope::Text)).collect()
}

#[test]
fn readings_of_poziomka_name_the_mistake() {
    use twins::poziomka::{Fault, program};
    let mut cases = cases_of("poziomka", ENOUGH);
    // The slow twin needs a minute for the large boards.
    cases.retain(|Case { options, .. }| options.size("wiersze") * options.size("kolumny") <= 100);
    let found = |fault| {
        causes("poziomka", &cases, |Case { options, input, .. }| {
            let [pola, rows, columns] =
                ["pola", "wiersze", "kolumny"].map(|name| options.size(name));
            program(pola, rows, columns, options.integer("wybor") as u32, input, fault)
        })
    };
    for (fault, reading) in [
        (Fault::SwapsSizes, "reads-sizes-exchanged"),
        (Fault::CountsOverlappingBlocks, "reads-overlapping"),
        (Fault::CountsOneBlockPerRun, "reads-one-in-a-run"),
        (Fault::CountsScatteredSquares, "reads-scattered"),
        (Fault::ForgetsRunAtEdge, "reads-edge-run"),
        (Fault::EvaluatesBeforeMove, "reads-board-before"),
        (Fault::ForgetsLeftsCount, "reads-left-forgotten"),
        (Fault::AddsLeftsCount, "reads-left-added"),
        (Fault::TakesLowestScore, "reads-lowest"),
        (Fault::OrdersByColumn, "reads-by-column"),
        (Fault::OrdersBackwards, "reads-backwards"),
        (Fault::TakesFirst, "reads-first"),
        (Fault::TakesLast, "reads-last"),
        (Fault::NumbersFromOne, "reads-from-one"),
        (Fault::ForgetsOwnBlocks, "reads-own-forgotten"),
        (Fault::NamesLastSquare, "reads-last-square"),
        (Fault::WritesColumnFirst, "reads-column-first"),
        (Fault::IgnoresDash, "reads-dash"),
        (Fault::ResignsSilently, "reads-silent"),
        (Fault::AnswersResignation, "reads-answers-end"),
    ] {
        assert_eq!(found(Some(fault)), [reading], "{fault:?}");
    }
    for other in [None, Some(Fault::HighestStartsAtZero), Some(Fault::AvoidsLastColumn)] {
        assert!(found(other).is_empty(), "{other:?}");
    }
}

/// Of all moves that a mistaken program may make, it makes the first, the second or the third, case
/// by case.
#[test]
fn readings_of_flood_wars_name_the_mistake() {
    use twins::flood_wars::{Fault, answers};
    let cases = cases_of("flood-wars", 30);
    let found = |fault| {
        causes("flood-wars", &cases, |Case { input, .. }| {
            let answers = answers(input, fault);
            answers[input.len() % answers.len()].clone()
        })
    };
    for (fault, reading) in [
        (Fault::AllowsOpponentsColour, "reads-opponents-colour"),
        (Fault::AllowsOwnColour, "reads-own-colour"),
        (Fault::SpreadsDiagonally, "reads-diagonal"),
        (Fault::MirrorsCorners, "reads-mirrored-corner"),
        (Fault::SwapsCorners, "reads-other-corner"),
        (Fault::PaintsCornerOnly, "reads-corner-only"),
    ] {
        assert_eq!(found(Some(fault)), [reading], "{fault:?}");
    }
    for other in [None, Some(Fault::PaintsNeighbours), Some(Fault::SpreadsOneStep)] {
        assert!(found(other).is_empty(), "{other:?}");
    }
}

#[test]
fn readings_of_reversi_name_the_mistake() {
    use twins::reversi::{Fault, program};
    let cases = cases_of("reversi", 60);
    let found = |fault| causes("reversi", &cases, |case| program(&case.input, fault));
    for (fault, reading) in [
        (Fault::ForgetsUp, "reads-direction"),
        (Fault::ForgetsUpRight, "reads-direction"),
        (Fault::ForgetsRight, "reads-direction"),
        (Fault::ForgetsDownRight, "reads-direction"),
        (Fault::ForgetsDown, "reads-direction"),
        (Fault::ForgetsDownLeft, "reads-direction"),
        (Fault::ForgetsLeft, "reads-direction"),
        (Fault::ForgetsUpLeft, "reads-direction"),
        (Fault::ForgetsDiagonals, "reads-no-diagonals"),
        (Fault::TurnsFirstLineOnly, "reads-one-line"),
        (Fault::TurnsSingleDiscsOnly, "reads-single-discs"),
        (Fault::TurnsToLastOwnDisc, "reads-last-own-disc"),
        (Fault::TurnedDiscsTurnOthers, "reads-chain"),
        (Fault::EdgeEndsLine, "reads-edge-ends"),
        (Fault::EmptySquareEndsLine, "reads-empty-ends"),
        (Fault::LinesPassEmptySquares, "reads-over-empty"),
        (Fault::LinesWrapRound, "reads-wraps"),
        (Fault::OffersAllNeighbours, "reads-neighbours"),
        (Fault::FlipsNothing, "reads-flips-nothing"),
        (Fault::ForgetsPlacedDisc, "reads-own-forgotten"),
        (Fault::KeepsBoard, "reads-board-before"),
        (Fault::OffersOpponentsSquares, "reads-opponents-squares"),
        (Fault::KeepsTurn, "reads-turn-stays"),
        (Fault::RefusesFreePass, "reads-pass-refused"),
        (Fault::PassesByItself, "reads-pass-alone"),
        (Fault::PromptsForPass, "reads-pass-written"),
        (Fault::NoPromptWithoutMoves, "reads-silent"),
        (Fault::EndsByItself, "reads-ends-alone"),
        (Fault::NoPromptBeforeEnd, "reads-no-last-prompt"),
        (Fault::ReadsOnAfterEnd, "reads-on"),
        (Fault::WhiteStarts, "reads-white-starts"),
        (Fault::StartsWithColoursSwapped, "reads-colours-exchanged"),
        (Fault::SwapsLetters, "reads-letters-exchanged"),
        (Fault::OrdersByRow, "reads-by-row"),
        (Fault::WritesRowFirst, "reads-row-first"),
        (Fault::ReadsRowFirst, "reads-row-read-first"),
        (Fault::WritesRowsFromZero, "reads-from-zero"),
        (Fault::NoFirstSpace, "reads-no-space"),
    ] {
        assert_eq!(found(Some(fault)), [reading], "{fault:?}");
    }
    for other in [None, Some(Fault::EndsWithSpace)] {
        assert!(found(other).is_empty(), "{other:?}");
    }
    let half = |case: &Case| case.output.lines().step_by(2).collect::<Vec<_>>().join("\n");
    assert!(causes("reversi", &cases, half).is_empty(), "no reading writes every other prompt");
}

#[test]
fn readings_of_mnk_name_the_mistake() {
    use twins::mnk::{Fault, program};
    let mut cases = cases_of("mnk", 4 * ENOUGH);
    // The slow twin needs minutes for boards with many free squares.
    cases.retain(|case| case.input.matches('0').count() <= 16);
    let found = |fault| causes("mnk", &cases, |case| program(&case.input, true, fault));
    for (fault, reading) in [
        (Fault::ForgetsRows, "reads-no-rows"),
        (Fault::ForgetsColumns, "reads-no-columns"),
        (Fault::ForgetsDownRight, "reads-no-diagonal"),
        (Fault::ForgetsDownLeft, "reads-no-diagonal"),
        (Fault::ForgetsDiagonals, "reads-no-diagonals"),
        (Fault::NeedsExactlyK, "reads-exactly-k"),
        (Fault::NeedsMoreThanK, "reads-more-than-k"),
        (Fault::NeedsOneLess, "reads-one-less"),
        (Fault::AllowsGaps, "reads-gaps"),
        (Fault::LinesWrapRound, "reads-wraps"),
        (Fault::MixesPlayers, "reads-both-colours"),
        (Fault::SwapsSides, "reads-sides-exchanged"),
        (Fault::ReadsOneCommand, "reads-one-command"),
        (Fault::GeneratesByColumn, "reads-by-column"),
        (Fault::GeneratesBackwards, "reads-backwards"),
        (Fault::PlacesOpponent, "reads-others-stone"),
        (Fault::PlacesFirstPlayer, "reads-firsts-stone"),
        (Fault::GeneratesAfterWin, "reads-after-win"),
        (Fault::PrintsFullBoard, "reads-full-board"),
        (Fault::ForgetsCount, "reads-no-count"),
        (Fault::CountsBeforeCut, "reads-count-before-cut"),
        (Fault::NeverCuts, "reads-never-cut"),
        (Fault::AlwaysCuts, "reads-always-cut"),
        (Fault::CutsAtLast, "reads-last-win"),
        (Fault::KeepsAllWins, "reads-all-wins"),
        (Fault::KeepsBoardsBeforeWin, "reads-until-win"),
        (Fault::CutsAtOpponentsWin, "reads-others-win"),
        (Fault::SolvesForFirstPlayer, "reads-solves-first"),
        (Fault::AnswersForMover, "reads-solves-mover"),
        (Fault::SwapsWinners, "reads-winners-exchanged"),
        (Fault::StopsAtTie, "reads-stops-at-tie"),
        (Fault::LooksOneMoveAhead, "reads-one-move"),
        (Fault::OnlyMaximises, "reads-only-best"),
    ] {
        assert_eq!(found(Some(fault)), [reading], "{fault:?}");
    }
    assert!(found(None).is_empty(), "the right program");
    let never_ties = |case: &Case| case.output.replace("BOTH_PLAYERS_TIE", "FIRST_PLAYER_WINS");
    assert!(causes("mnk", &cases, never_ties).is_empty(), "no reading only forgets ties");
}

/// The program makes our moves, until the mistaken twin may make a wrong one, or none. If the twin
/// cannot take part in our conversation, the result is `None`.
fn mistaken_conversation(
    Case { input, output, .. }: &Case,
    fault: Option<twins::gangsters::Fault>,
) -> Option<String> {
    use twins::gangsters::answers;
    let mut written = String::new();
    loop {
        let [mistaken, right] = [fault, None].map(|fault| answers(input, &written, fault).ok());
        let (mistaken, right) = (mistaken?, right?);
        let wrong: Vec<_> = mistaken.iter().filter(|mv| !right.contains(mv)).collect();
        if let Some(mv) = wrong.get(input.len() % wrong.len().max(1)) {
            return Some(format!("{written}{mv}\n"));
        }
        if mistaken.is_empty() {
            return Some(written);
        }
        let ours = output.strip_prefix(&written)?.lines().next()?;
        mistaken.iter().find(|mv| *mv == ours)?;
        written += &format!("{ours}\n");
    }
}

#[test]
fn readings_of_gangsters_name_the_mistake() {
    use twins::gangsters::Fault;
    let cases = cases_of("gangsters", ENOUGH);
    let found = |fault| causes("gangsters", &cases, |case| mistaken_conversation(case, fault));
    let count_from = |case: &Case, column: u32, is_car_first: bool| {
        let line = case.output.lines().next()?;
        let [cash_box, car] = line.split_once(' ').map(|(cash_box, car)| [cash_box, car])?;
        let numbers: Vec<u32> = car.split(' ').filter_map(|number| number.parse().ok()).collect();
        let [first, second, way] = numbers[..] else { return None };
        let car = format!("{} {} {way}", first - column, second - column);
        Some(if is_car_first {
            format!("{car} {cash_box}\n")
        } else {
            format!("{cash_box} {car}\n")
        })
    };
    let from_zero = |case: &Case| count_from(case, 1, false);
    assert_eq!(causes("gangsters", &cases, from_zero), ["reads-from-zero"]);
    let car_first = |case: &Case| count_from(case, 0, true);
    assert_eq!(causes("gangsters", &cases, car_first), ["reads-car-first"]);
    for (fault, reading) in [
        (Fault::DirectionsAntiClockwise, "reads-anticlockwise"),
        (Fault::DirectionsFromRight, "reads-from-right"),
        (Fault::RowsFromTop, "reads-rows-from-top"),
        (Fault::BoxMovesOneStep, "reads-box-one-step"),
        (Fault::CarsMoveOneStep, "reads-cars-one-step"),
        (Fault::BoxMayStay, "reads-box-stays"),
        (Fault::CarsMayStay, "reads-cars-stay"),
        (Fault::MovesCarBeforeBox, "reads-car-before-box"),
        (Fault::IgnoresPillars, "reads-no-pillars"),
        (Fault::BoxPassesCars, "reads-box-through-cars"),
        (Fault::CarsPassBox, "reads-cars-through-box"),
        (Fault::MovesOthersCars, "reads-others-cars"),
        (Fault::MovesAnyCar, "reads-others-cars"),
        (Fault::MovesCarAfterParking, "reads-car-after-parking"),
        (Fault::EndsOnOwnParkingOnly, "reads-own-parking"),
        (Fault::GreenStarts, "reads-green-starts"),
        (Fault::ReadsHeightFirst, "reads-sizes-exchanged"),
        (Fault::ReadsBoxRowFirst, "reads-box-row-first"),
        (Fault::ReadsPillarRowFirst, "reads-pillar-row-first"),
        (Fault::WritesRowFirst, "reads-row-first"),
        (Fault::IgnoresLimit, "reads-no-limit"),
        (Fault::ZeroIsALimit, "reads-zero-limit"),
        (Fault::LimitsBothTogether, "reads-limit-of-both"),
        (Fault::LimitOneTooLate, "reads-no-limit"),
        (Fault::LimitOneTooEarly, "reads-limit-early"),
        (Fault::EndsAtRedsLimit, "reads-limit-of-red"),
        (Fault::ForgetsOwnMoves, "reads-own-forgotten"),
        (Fault::ForgetsTheirMoves, "reads-theirs-forgotten"),
    ] {
        assert_eq!(found(Some(fault)), [reading], "{fault:?}");
    }
    for other in [None, Some(Fault::ForgetsUp), Some(Fault::CarsPassCars)] {
        assert!(found(other).is_empty(), "{other:?}");
    }
}

/// A game of a mistaken player against a right one, until the mistaken one breaks the rules, with
/// whether it does. Both choose at random.
fn mistaken_game(
    fault: twins::reversi::Fault,
    own: Side,
    random: &mut Random,
) -> (Vec<String>, bool) {
    use twins::reversi::program;
    let (mut moves, mut turn, mut passes) = (Vec::<String>::new(), Side::First, 0);
    let offered = |moves: &[String], fault| {
        let input: String = moves.iter().map(|name| format!("{name}\n")).collect();
        let prompts = program(&(input + "=\n"), fault);
        let last = prompts.lines().last().unwrap_or_default();
        last.split(' ').skip(1).map(str::to_string).collect::<Vec<_>>()
    };
    while passes < 2 {
        let right = offered(&moves, None);
        let all = if turn == own { offered(&moves, Some(fault)) } else { right.clone() };
        let pass = "-".to_string();
        let name = if all.is_empty() { &pass } else { &all[random.below(all.len())] };
        moves.push(name.clone());
        let is_right = right.contains(name) || right.is_empty() && *name == pass;
        if !is_right {
            return (moves, true);
        }
        passes = if *name == pass { passes + 1 } else { 0 };
        turn = turn.other();
    }
    (moves, false)
}

#[test]
fn readings_of_reversi_name_the_mistake_of_a_player() {
    use twins::reversi::Fault;
    let spec = games::find("reversi").expect("the game exists");
    let readings = spec.program.as_ref().expect("the game has a program").readings;
    let parameters = Parameters::new(spec.parameters);
    for (fault, reading) in [
        (Fault::ForgetsDownLeft, "reads-direction"),
        (Fault::ForgetsDiagonals, "reads-no-diagonals"),
        (Fault::TurnsFirstLineOnly, "reads-one-line"),
        (Fault::TurnsSingleDiscsOnly, "reads-single-discs"),
        (Fault::TurnsToLastOwnDisc, "reads-last-own-disc"),
        (Fault::TurnedDiscsTurnOthers, "reads-chain"),
        (Fault::EdgeEndsLine, "reads-edge-ends"),
        (Fault::EmptySquareEndsLine, "reads-empty-ends"),
        (Fault::LinesPassEmptySquares, "reads-over-empty"),
        (Fault::LinesWrapRound, "reads-wraps"),
        (Fault::FlipsNothing, "reads-flips-nothing"),
        (Fault::ForgetsPlacedDisc, "reads-own-forgotten"),
        (Fault::OffersOpponentsSquares, "reads-opponents-squares"),
        (Fault::StartsWithColoursSwapped, "reads-colours-exchanged"),
    ] {
        let mut random = Random::new(7);
        let games: Vec<_> = (0..10)
            .map(|number| {
                let own = Side::BOTH[number % 2];
                (mistaken_game(fault, own, &mut random), own)
            })
            .collect();
        assert!(games.iter().filter(|((_, is_wrong), _)| *is_wrong).count() >= 3, "{fault:?}");
        let bits = |reading: &rules::Reading| {
            let all = games.iter().map(|((moves, is_wrong), own)| {
                let (last, legal) = moves.split_last()?;
                let (moves, illegal) =
                    if *is_wrong { (legal, Some(&**last)) } else { (&**moves, None) };
                reading.plays?(&Played {
                    parameters: &parameters,
                    moves,
                    opening: 0,
                    own: *own,
                    illegal,
                })
            });
            Some((all.sum::<Option<f64>>()?, (reading.told)().key))
        };
        let mut fitting: Vec<_> = readings.iter().filter_map(bits).collect();
        fitting.sort_by(|one, other| one.0.total_cmp(&other.0));
        let found: Vec<_> = fitting.iter().map(|(bits, key)| (*key, bits - fitting[0].0)).collect();
        // A trial names two readings that explain the games as well.
        let near: Vec<_> = found.iter().filter(|(_, more)| *more < 7.0).collect();
        let is_named = near.iter().any(|(key, _)| *key == reading);
        assert!(is_named && near.len() <= 2, "{fault:?}: {found:?}");
    }
}

/// A right player whose board lacks some moves, or has them late, against a right one.
fn forgetful_game(
    sees: impl Fn(&[String], Side) -> Vec<String>,
    own: Side,
    random: &mut Random,
) -> (Vec<String>, bool) {
    let (mut moves, mut turn) = (Vec::<String>::new(), Side::First);
    loop {
        let right = offered_after(&moves);
        let seen = if turn == own { offered_after(&sees(&moves, own)) } else { right.clone() };
        if right.is_empty() || seen.is_empty() {
            return (moves, false);
        }
        let name = seen[random.below(seen.len())].clone();
        let is_right = right.contains(&name);
        moves.push(name);
        if !is_right {
            return (moves, true);
        }
        turn = turn.other();
    }
}

/// The squares that the table offers after these moves, of which `-` is a pass.
fn offered_after(moves: &[String]) -> Vec<String> {
    let input: String = moves.iter().map(|name| format!("{name}\n")).collect();
    let prompts = twins::reversi::program(&(input + "=\n"), None);
    let last = prompts.lines().last().unwrap_or_default();
    last.split(' ').skip(1).map(str::to_string).collect()
}

/// A pass in place of a move leaves the board without it.
#[test]
fn readings_of_reversi_name_what_a_player_does_not_put() {
    let spec = games::find("reversi").expect("the game exists");
    let readings = spec.program.as_ref().expect("the game has a program").readings;
    let parameters = &Parameters::new(spec.parameters);
    let without = |moves: &[String], is_seen: &dyn Fn(usize) -> bool| {
        let seen = moves.iter().enumerate().map(|(number, name)| match is_seen(number) {
            true => name.clone(),
            false => "-".to_string(),
        });
        seen.collect::<Vec<_>>()
    };
    type Sees<'a> = &'a dyn Fn(&[String], Side) -> Vec<String>;
    let told = |own: Side| usize::from(own == Side::Second);
    let slips: [(&str, Sees<'_>); 3] = [
        ("reads-theirs-forgotten", &|moves, own| {
            without(moves, &|number| number % 2 == own.index() || number < told(own))
        }),
        ("reads-own-move-forgotten", &|moves, own| {
            without(moves, &|number| number % 2 != own.index())
        }),
        ("reads-opening-forgotten", &|moves, own| without(moves, &|number| number >= told(own))),
    ];
    for (reading, sees) in slips {
        let mut random = Random::new(7);
        let games: Vec<_> = (0..30)
            .map(|number| {
                let own = Side::BOTH[number % 2];
                (forgetful_game(sees, own, &mut random), own)
            })
            .collect();
        assert!(games.iter().filter(|((_, is_wrong), _)| *is_wrong).count() >= 3, "{reading}");
        let fits = |other: &&rules::Reading| {
            other.plays.is_some_and(|plays| {
                games.iter().all(|((moves, is_wrong), own)| {
                    let (legal, illegal) = moves.split_at(moves.len() - usize::from(*is_wrong));
                    let (own, illegal) = (*own, illegal.first().map(|name| &**name));
                    plays(&Played { parameters, moves: legal, opening: 0, own, illegal }).is_some()
                })
            })
        };
        let fitting = readings.iter().filter(fits).map(|other| (other.told)().key);
        assert!(fitting.into_iter().any(|key| key == reading), "{reading}");
    }
}
