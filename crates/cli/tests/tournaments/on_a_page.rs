//! A page that gets the folder of results as files says what `verify` says of it on a disk.

use std::fs;
use std::path::Path;

use rules::random::Random;
use web::{Given, NotWhole, Source, check};

use crate::chance::chance;
use crate::contest::Contest;
use crate::tamper::{files, renew_manifest};

/// Files in memory, by their numbers. Tests end soon, so nobody frees them.
#[derive(Clone, Copy)]
struct InMemory(&'static [Vec<u8>]);

impl Source for InMemory {
    fn read(self, file: usize, at: u64, into: &mut [u8]) -> Option<usize> {
        let rest = self.0.get(file)?.get(usize::try_from(at).ok()?..)?;
        let count = rest.len().min(into.len());
        into[..count].copy_from_slice(&rest[..count]);
        Some(count)
    }
}

fn given(folder: &Path, paths: &[String]) -> Given<InMemory> {
    let there = paths.iter().filter(|path| folder.join(path).is_file());
    let (paths, bytes): (Vec<_>, Vec<_>) =
        there.map(|path| (path, fs::read(folder.join(path)).expect("a file"))).unzip();
    let sizes = bytes.iter().map(|bytes: &Vec<u8>| bytes.len() as u64);
    let listed = paths.into_iter().cloned().zip(sizes).collect();
    Given::new(listed, InMemory(bytes.leak()))
}

/// What the page says, and the games that it has replayed; the same of the command.
fn both(folder: &Path, paths: &[String]) -> [Result<u64, String>; 2] {
    let on_page = check(&given(folder, paths), |_| ());
    if let Err(NotWhole { why, line: Some(line) }) = &on_page {
        assert!(why.contains(&format!("line {line}: ")), "{why}");
    }
    let on_disk = tournament::verify_folder(folder, games::GAMES);
    let (above, itself) = (format!("{}/", folder.display()), folder.display().to_string());
    let told = |why: &str| why.replace(&above, "").replace(&itself, "the folder");
    [
        on_page.map(|whole| whole.games).map_err(|wrong| wrong.why),
        on_disk.map(|verified| verified.games).map_err(|error| told(&error.message().to_string())),
    ]
}

fn change(bytes: &mut Vec<u8>, chance: &mut Random) {
    let at = chance.below(bytes.len());
    match chance.below(5) {
        0 => bytes.truncate(at),
        1 => bytes.insert(at, b'\n'),
        2 => drop(bytes.drain(at..(at + chance.below(300)).min(bytes.len()))),
        3 => bytes.extend_from_within(at..),
        _ => bytes[at] ^= 1 << chance.below(8),
    }
}

#[test]
fn a_page_says_what_verify_says() {
    const CHANGES: usize = 150;
    let contest = Contest::new(2);
    contest.hold("results").goes_well();
    let folder = contest.path("results");
    let mut paths = files(&folder);
    paths.push("MANIFEST.sha256".to_string());
    let [page, disk] = both(&folder, &paths);
    assert!(disk.is_ok_and(|games| games > 0 && page == Ok(games)));
    let mut chance = chance();
    let (mut in_games, mut fit) = (0, 0);
    for _ in 0..CHANGES {
        // A forger changes games, and writes the manifest again.
        let path = match chance.below(2) {
            0 => "games.jsonl".to_string(),
            _ => paths[chance.below(paths.len())].clone(),
        };
        let [manifest, whole] =
            ["MANIFEST.sha256", &path].map(|path| fs::read(folder.join(path)).expect("a file"));
        let mut changed = whole.clone();
        change(&mut changed, &mut chance);
        if chance.below(10) == 0 {
            fs::remove_file(folder.join(&path)).expect("it is there");
        } else {
            fs::write(folder.join(&path), changed).expect("it can be written");
            if path != "MANIFEST.sha256" && chance.below(4) > 0 {
                renew_manifest(&folder);
            }
        }
        let [page, disk] = both(&folder, &paths);
        assert_eq!(page, disk, "{path}");
        in_games += usize::from(page.as_ref().is_err_and(|why| why.contains("games.jsonl: line")));
        fit += usize::from(page.is_ok());
        fs::write(folder.join(&path), whole).expect("it can be written");
        fs::write(folder.join("MANIFEST.sha256"), manifest).expect("it can be written");
    }
    assert!(in_games > CHANGES / 5 && fit < CHANGES / 20, "{in_games} and {fit}");
}
