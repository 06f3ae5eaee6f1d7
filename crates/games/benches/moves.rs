//! Measures the move generation of every game: perft counts sequences of moves from the game's
//! bench positions.
//!
//! `cargo bench -p ludoteka-games --bench moves`

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use games::GAMES;
use rules::{Parameters, Table};
use search::{BenchPosition, GameSpec};

/// The number of sequences to count: enough for a measurement, and few enough to repeat it often.
const ENOUGH: u64 = 20_000;

fn table(spec: &GameSpec, position: &BenchPosition) -> Box<dyn Table> {
    let mut parameters = Parameters::new(spec.parameters);
    for (name, value) in position.parameters {
        parameters.set(name, value).expect("bench positions are valid");
    }
    let mut table = (spec.open)(&parameters, None).expect("bench positions are valid").table;
    for mv in position.moves {
        table.play(mv).expect("bench positions are valid");
    }
    table
}

fn move_generation(criterion: &mut Criterion) {
    for spec in GAMES {
        let mut group = criterion.benchmark_group(spec.name);
        for (i, position) in spec.bench.iter().enumerate() {
            let table = table(spec, position);
            let depth = (1..6).find(|&depth| table.perft(depth) >= ENOUGH).unwrap_or(6);
            group.throughput(Throughput::Elements(table.perft(depth)));
            group.bench_function(format!("position {} perft {depth}", i + 1), |b| {
                b.iter(|| table.perft(depth));
            });
        }
        group.finish();
    }
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(20);
    targets = move_generation
}
criterion_main!(benches);
