//! Measures how long the m,n,k program takes for whole input files. The files are as large as those
//! of the university courses, and the program should answer each file in less than a second.
//!
//! `cargo bench -p ludoteka-mnk --bench nmk_files`

use std::fmt::Write;
use std::time::Duration;

use criterion::{Criterion, criterion_group, criterion_main};
use mnk::Mnk;
use rules::random::Random;
use rules::{Console, Game, Notation, Parameters, Play};

/// The name of the file, N, M, K, and the number of commands in the file.
const FILES: [(&str, usize, usize, usize, usize); 4] = [
    ("134,000 of 3,3,3", 3, 3, 3, 134_000),
    ("30,000 of 4,4,3", 4, 4, 3, 30_000),
    ("25,000 of 6,6,3", 6, 6, 3, 25_000),
    ("1,200 of 8,8,3", 8, 8, 3, 1_200),
];

/// Makes an input file: the empty board first, then unfinished positions after random moves.
fn file(command: &str, rows: usize, columns: usize, in_a_row: usize, count: usize) -> String {
    let mut random = Random::new(1);
    let mut text = String::new();
    for i in 0..count {
        let mut play = Play::new(Mnk::<1>::new(rows, columns, in_a_row));
        for _ in 0..if i == 0 { 0 } else { random.below(rows * columns) } {
            let moves: Vec<_> = play.game().moves(play.position()).collect();
            let Some(&square) = random.pick(&moves) else { break };
            play.play(square);
        }
        if play.outcome().is_some() {
            play.undo();
        }
        write!(text, "{command} {}", play.game().diagram(play.position()))
            .expect("writing to memory");
    }
    text
}

fn files(criterion: &mut Criterion) {
    let program = mnk::SPEC.program.as_ref().expect("m,n,k has a program");
    let options = Parameters::new(program.options);
    for command in ["SOLVE_GAME_STATE", "GEN_ALL_POS_MOV", "GEN_ALL_POS_MOV_CUT_IF_GAME_OVER"] {
        let mut group = criterion.benchmark_group(command);
        for (name, rows, columns, in_a_row, count) in FILES {
            let text = file(command, rows, columns, in_a_row, count);
            group.bench_function(name, |b| {
                b.iter(|| {
                    let (mut input, mut output) = (text.as_bytes(), std::io::sink());
                    let mut console = Console::new(&mut input, &mut output, &|| Duration::ZERO);
                    (program.run)(&options, &mut console).expect("the file is sound");
                });
            });
        }
        group.finish();
    }
}

criterion_group! { name = benches; config = Criterion::default().sample_size(10); targets = files }
criterion_main!(benches);
