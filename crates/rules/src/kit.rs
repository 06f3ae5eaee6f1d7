//! The test kit: random games check what every game must guarantee. The tests of a new game begin
//! with this kit.

use std::collections::{BTreeSet, HashSet};
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};

use crate::random::Random;
use crate::{
    Catalogue, Change, Drawing, Language, Message, Notation, Picture, Piece, Play, Refusal, Setup,
    Table, Touch, texts,
};

/// The number of random games in a check.
const PLAYS: u64 = 30;
/// The greatest number of moves in a random game. Longer games are abandoned, since by then
/// everything has been checked often enough.
const LONGEST: usize = 600;

/// Plays random games to check that a game keeps all its promises.
///
/// The legal moves have distinct names, numbers and gestures, and each name parses back to its
/// move. An unfinished game has legal moves, and a finished one refuses every move. Diagrams
/// reproduce the position. Equal positions have equal keys. Moves can be taken back. Nonsense is
/// refused and changes nothing. A move that is no longer legal is refused with a reason that fits
/// on a line. If the changes of a move are applied to the drawing before the move, the result is
/// the drawing after the move. A changed set-up is refused, or gives the position that it
/// describes.
///
/// ```
/// use rules::nim::Nim;
///
/// rules::kit::check(&|| Nim::heap(7));
/// ```
///
/// # Panics
/// Panics if the game breaks a promise. The message names the promise and shows the diagram.
pub fn check<G: Notation + Picture>(game: &impl Fn() -> G) {
    let mut keys = HashSet::new();
    let mut positions = HashSet::new();
    for seed in 0..PLAYS {
        let mut random = Random::new(seed);
        let mut play = Play::new(game());
        while play.moves().len() < LONGEST {
            check_position(&play);
            // A check of all changes of all moves takes long, so it is made only in some positions.
            if play.moves().len() as u64 % (3 * PLAYS) == seed {
                check_changes(&play);
            }
            keys.insert(play.game().key(play.position()));
            positions.insert(play.position().clone());
            let moves: Vec<_> = play.game().moves(play.position()).collect();
            let Some(&mv) = random.pick(&moves) else { break };
            play.play(mv);
        }
        check_undo(play);
    }
    assert_eq!(keys.len(), positions.len(), "positions that differ should have different keys");
}

fn check_position<G: Notation + Picture>(play: &Play<G>) {
    let (game, position) = (play.game(), play.position());
    let diagram = game.diagram(position);
    let moves: Vec<_> = game.moves(position).collect();
    assert_eq!(
        moves.is_empty(),
        game.outcome(position).is_some(),
        "there are legal moves exactly until the game is over:\n{diagram}"
    );
    assert_eq!(
        game.moves(position).count(),
        moves.len(),
        "`count` agrees with the moves:\n{diagram}"
    );
    check_names(play, &moves);
    check_numbers(play, &moves);
    check_gestures(play);
    check_diagram(game, position, &diagram);
    check_refusals(play);
    check_objections(play, &moves);
    check_drawing(&play.drawing());
    check_setup(play, &mut Random::new(play.moves().len() as u64));
}

fn check_names<G: Notation + Picture>(play: &Play<G>, moves: &[G::Move]) {
    let (game, position) = (play.game(), play.position());
    let names: Vec<_> = moves.iter().map(|&mv| game.name(position, mv)).collect();
    assert_eq!(names, play.legal(), "the table names the legal moves");
    assert_eq!(
        names.iter().collect::<HashSet<_>>().len(),
        names.len(),
        "names are distinct: {names:?}"
    );
    for (name, &mv) in names.iter().zip(moves) {
        assert_eq!(game.parse(position, name), Ok(mv), "a name parses back: {name}");
        let next = game.play(position, mv);
        assert_eq!(next, game.play(position, mv), "a move leads to one position: {name}");
        assert_eq!(game.key(&next), game.key(&next.clone()), "equal positions have equal keys");
    }
}

/// Checks the numbers of the moves, and that the state agrees with the table before and after each
/// move.
fn check_numbers<G: Notation + Picture>(play: &Play<G>, moves: &[G::Move]) {
    let (game, position, state) = (play.game(), play.position(), play.state());
    let numbers: Vec<_> = moves.iter().map(|&mv| game.number(position, mv)).collect();
    assert!(numbers.iter().all(|&number| number < game.count()), "numbers are small: {numbers:?}");
    let distinct: HashSet<_> = numbers.iter().collect();
    assert_eq!(distinct.len(), numbers.len(), "numbers are distinct: {numbers:?}");
    assert_eq!((state.numbers(), state.names()), (numbers.clone(), play.legal()));
    assert_eq!(state.table().moves(), Table::moves(play), "a state knows the moves so far");
    for number in (0..=game.count()).step_by(1 + game.count() / 16) {
        let is_played = state.clone().after(number).is_some();
        assert_eq!(is_played, distinct.contains(&number), "only legal moves are played: {number}");
    }
    for (&number, &mv) in numbers.iter().zip(moves) {
        let after = state.clone().after(number).expect("the move is legal");
        let mut played = play.clone();
        played.play(mv);
        assert_eq!(after.setup(), played.setup(), "number {number} means its move");
        assert_eq!(after.table().last(), Table::last(&played), "number {number} means its name");
    }
}

fn check_gestures<G: Notation + Picture>(play: &Play<G>) {
    let drawing = play.drawing();
    let is_there = |touch: &Touch| match *touch {
        Touch::At(square) => {
            square.column < drawing.columns.len() && square.row < drawing.rows.len()
        }
        Touch::Hue(hue) => drawing.cells.iter().any(|cell| cell.piece == Piece::Hue(hue)),
    };
    let mut gestures: Vec<_> = play
        .game()
        .moves(play.position())
        .map(|mv| play.game().gesture(play.position(), mv))
        .collect();
    let all = gestures.len();
    gestures.retain(|gesture| !gesture.is_empty() && gesture.iter().all(is_there));
    let buttons = all - gestures.len();
    assert!(buttons <= 2 || buttons == all, "at most two moves need a button, or all moves do");
    gestures.sort_unstable();
    let begins = gestures.windows(2).find(|pair| pair[1].starts_with(&pair[0]));
    assert_eq!(
        begins, None,
        "a gesture means one move, and is not the beginning of another gesture"
    );
}

fn check_diagram<G: Notation>(game: &G, position: &G::Position, diagram: &str) {
    assert!(diagram.ends_with('\n'), "the last line of a diagram has a line end:\n{diagram}");
    let again = game.at_diagram(diagram).unwrap_or_else(|bad| panic!("{bad}\n{diagram}"));
    let start = again.start();
    assert_eq!(again.diagram(&start), diagram, "a diagram draws itself again");
    assert_eq!(start, *position, "reading a diagram gives the same position:\n{diagram}");
    assert_eq!(
        again.key(&start),
        game.key(position),
        "reading a diagram gives the same key:\n{diagram}"
    );
    let hasher = BuildHasherDefault::<DefaultHasher>::default();
    assert_eq!(
        hasher.hash_one(&start),
        hasher.hash_one(position),
        "equal positions hash alike:\n{diagram}"
    );
    let crlf = diagram.trim_end().replace('\n', "\r\n");
    assert!(
        game.at_diagram(&crlf).is_ok(),
        "CRLF and a missing last newline are accepted:\n{diagram}"
    );
    let cut = diagram.trim_end().rsplit_once('\n').map_or("", |(head, _)| head);
    if let Ok(short) = game.at_diagram(cut) {
        // In some games the beginning of a diagram is a diagram as well. But a reader must not
        // invent the missing lines.
        assert_eq!(
            short.diagram(&short.start()).trim_end(),
            cut,
            "a diagram cut short is refused, or is itself a whole diagram"
        );
    }
}

fn check_refusals<G: Notation + Picture>(play: &Play<G>) {
    let mut table =
        Play::new(play.game().at_diagram(&play.diagram()).expect("a diagram is read back"));
    for junk in [
        "",
        " ",
        "?",
        "no such move",
        "99999999999999999999",
        "\u{0}",
        "żółw",
        "a1a1a1a1",
        "-1 -1 -1 -1",
    ] {
        let refused = Table::play(&mut table, junk).is_err();
        assert!(refused || play.legal().contains(&junk.to_string()), "{junk:?} is refused");
    }
    assert_eq!(table.diagram(), play.diagram(), "a refused move changes nothing");
    if play.outcome().is_some() {
        assert_eq!(
            Table::play(&mut table, "-"),
            Err(Refusal::Over),
            "a finished game refuses every move"
        );
        assert!(table.legal().is_empty());
    }
}

/// Checks the reasons for illegal moves. The check tries the moves made so far and the moves that
/// were legal at the start. All of them have the right form, and many are illegal now.
fn check_objections<G: Notation + Picture>(play: &Play<G>, legal: &[G::Move]) {
    let (game, position) = (play.game(), play.position());
    if play.outcome().is_some() {
        return;
    }
    let start = game.start();
    let names = game.moves(&start).map(|mv| game.name(&start, mv)).chain(Table::moves(play));
    for name in names {
        let Some(mv) = game.parse(position, &name).ok().filter(|mv| !legal.contains(mv)) else {
            continue;
        };
        check_message(&game.objection(position, mv));
    }
}

/// Checks that every language has a text for each English key, and that the texts of a key have the
/// same gaps. A gap with word forms has a form for each plural category of its language. A
/// translation may also decline the names of the sides. It also has the keys in `besides`, whose
/// English texts lie elsewhere.
///
/// # Panics
/// Panics if a translation is incomplete. The message names the language and the key.
pub fn check_catalogue(words: Catalogue, besides: &[&str]) {
    let english = words.of(Language::English);
    for language in Language::ALL {
        let translated = words.of(language);
        if language != Language::English && translated == english {
            continue;
        }
        let is_declined =
            |key: &str| ["first-", "second-"].iter().any(|side| key.starts_with(side));
        let own: BTreeSet<_> = texts(translated)
            .map(|(key, _)| key)
            .filter(|key| words.text(Language::English, key).is_some() || !is_declined(key))
            .collect();
        let besides = if language == Language::English { &[] } else { besides };
        let wanted = texts(english).map(|(key, _)| key).chain(besides.iter().copied()).collect();
        assert_eq!(own, wanted, "the keys in {language:?}");
        for (key, text) in texts(translated) {
            if let Some(english) = words.text(Language::English, key) {
                assert_eq!(gaps(text), gaps(english), "the gaps of `{key}` in {language:?}");
            }
            for gap in text.split('{').skip(1).filter_map(|part| part.split('}').next()) {
                let forms = gap.split('|').skip(1).filter_map(|form| form.split_once(' '));
                let plurals: Vec<_> = forms.map(|(plural, _)| plural).collect();
                assert!(
                    plurals.is_empty() || plurals == language.plurals(),
                    "the forms of `{key}` in {language:?}"
                );
            }
        }
    }
}

/// The names of a text's gaps.
fn gaps(text: &str) -> BTreeSet<&str> {
    let inside = text.split('{').skip(1).filter_map(|part| part.split('}').next());
    inside.filter_map(|gap| gap.split('|').next()).collect()
}

/// Checks that a message has a text for its key, and that the text is one line with all gaps
/// filled.
fn check_message(message: &Message) {
    assert!(message.has_words(), "there are words for {message:?}");
    for language in Language::ALL {
        let told = message.told(language);
        let is_a_line =
            !told.trim().is_empty() && !told.contains(|c: char| c.is_control() || "{}".contains(c));
        assert!(is_a_line, "{message:?} is told as {told:?}");
    }
}

fn check_drawing(drawing: &Drawing) {
    assert_eq!(
        drawing.cells.len(),
        drawing.columns.len() * drawing.rows.len(),
        "a drawing has all its cells"
    );
    for cell in &drawing.cells {
        let known = cell.glyph == '.' && cell.piece == Piece::None;
        assert!(
            known || drawing.legend.iter().any(|(like, _)| like.glyph == cell.glyph),
            "{cell:?} is explained"
        );
    }
    drawing.legend.iter().map(|(_, what)| what).chain(&drawing.caption).for_each(check_message);
}

/// Applies the changes of each move to the drawing before the move, and checks that the result is
/// the drawing after the move.
fn check_changes<G: Notation + Picture>(play: &Play<G>) {
    let before = play.drawing();
    for (mv, choice) in play.game().moves(play.position()).zip(play.choices()) {
        let mut after = play.clone();
        after.play(mv);
        let mut drawn = before.clone();
        for Change { square, was, now } in &choice.changes {
            assert!(was != now, "a change shows something new: {choice:?}");
            assert_eq!(
                std::mem::replace(drawn.at_mut(*square), *now),
                *was,
                "{choice:?} changes what is there"
            );
        }
        assert_eq!(
            drawn.cells,
            after.drawing().cells,
            "the changes of {choice:?} lead to the drawing after it:\n{}",
            play.diagram()
        );
        assert_eq!(
            after.last_changes(),
            choice.changes,
            "a move changes the squares that were announced"
        );
        assert_eq!(choice.name, play.game().name(play.position(), mv));
        assert_eq!(choice.touches, play.game().gesture(play.position(), mv));
    }
}

/// Checks that the set-up of a position gives the same position and agrees with its drawing. Then
/// changes a square of the set-up. The changed set-up must be refused, or give the position that it
/// describes.
fn check_setup<G: Notation + Picture>(play: &Play<G>, random: &mut Random) {
    let setup = play.setup();
    assert_eq!(
        G::read(&G::write(&setup)).as_ref(),
        Ok(&setup),
        "a set-up is read back:\n{}",
        play.diagram()
    );
    let start = Play::new(play.game().at(&setup).expect("every position of a game can be set up"));
    let shown = start.drawing().cells.into_iter().map(|cell| (cell.piece, cell.glyph));
    let placed = setup.squares.iter().map(|&kind| G::PLACEABLE[usize::from(kind)]);
    assert!(
        shown.eq(placed.map(|cell| (cell.piece, cell.glyph))),
        "what is placed is drawn:\n{}",
        play.diagram()
    );
    for kind in 0..=G::PLACEABLE.len() as u8 {
        let mut other = setup.clone();
        let square = random.below(other.squares.len());
        other.squares[square] = kind;
        match play.set_up(&other) {
            Ok(table) => {
                assert_eq!(table.setup(), other, "the table has the position that was set up");
            }
            Err(why) => check_message(&why),
        }
    }
    for spoilt in
        [Setup { columns: 0, ..setup.clone() }, Setup { squares: vec![0; 3000], ..setup.clone() }]
    {
        assert!(play.game().at(&spoilt).is_err(), "no board of another shape can be set up");
    }
}

fn check_undo<G: Notation + Picture>(mut play: Play<G>) {
    let start = play.game().start();
    while play.undo() {
        let last = play.position().clone();
        assert_eq!(play.positions().last(), Some(&last));
    }
    assert_eq!(*play.position(), start, "taking everything back leads to the start");
    for side in crate::Side::BOTH {
        let forfeit = play.game().forfeit(side);
        assert_eq!(forfeit.winner(), Some(side.other()), "the side that forfeits loses");
    }
}
