//! Looks for the smallest case on which a program fails in the same way, among those that the game
//! draws. It changes no verdict.

use std::fs;
use std::path::Path;
use std::time::Duration;

use rules::{Answers, CaseScope, Console, Parameters, Program};
use sandbox::Spawner;

use crate::candidate::run_case;
use crate::{Candidate, Case, Judged, Reproduction, Smallest, explanation};

/// The seed of the drawn cases. Those of `ludoteka cases` and of trials have others as a rule.
const SEED: u64 = 0x51a1;
/// So many cases are drawn.
const DRAWN: u64 = 400;
/// A larger case helps nobody to see what is wrong.
const MOST_BYTES: usize = 2000;

impl Candidate {
    /// Runs the program on cases that the game draws, from the smallest on, until it fails in the
    /// same way as on the first failed case, or until the runs have been charged with this time.
    /// `None` if no drawn case is smaller than those known.
    #[must_use]
    pub fn smallest(
        &self,
        judged: &[Judged],
        spawner: &mut Spawner,
        time: Duration,
    ) -> Option<Smallest> {
        let first =
            judged.iter().find(|judged| judged.was_run() && !judged.verdict.is_accepted())?;
        let kind = first.kind();
        let alike = judged.iter().enumerate().filter(|(_, judged)| judged.kind() == kind);
        let (number, known) = alike.min_by_key(|(_, judged)| judged.size)?;
        let (set, build) = self.built(number)?;
        let (program, answers) = (self.conditions.program, self.conditions.answers);
        let options = explanation::options(&set.defines, &self.conditions);
        let folder = tempfile::tempdir_in(self.folders.all.path()).ok()?;
        let mut left = time;
        for input in drawn(program, &options, known.size) {
            let expected = expected(program, &options, answers, &input)?;
            let case = written(folder.path(), &input, &expected)?;
            let place = (&case, &set.defines[..]);
            let run = run_case(&self.taken, place, build, &self.conditions, spawner).ok()?;
            if !run.verdict.is_accepted() && run.kind() == kind {
                let params = Some(set.defines.join(" ")).filter(|params| !params.is_empty());
                let params = params.map(|params| ("params", params + "\n"));
                let files = [("smallest.in", input), ("smallest.out", expected)];
                let files = files.into_iter().chain(params).collect();
                return Some(Smallest { judged: at_home(run, folder.path()), files });
            }
            left = left.checked_sub(run.charged())?;
        }
        None
    }
}

/// The drawn inputs that have fewer squares, or as many and fewer bytes, the smallest first.
fn drawn(program: &Program, options: &Parameters, below: (usize, usize)) -> Vec<String> {
    let size = |input: &String| ((program.squares)(options, input), input.len());
    let inputs =
        (1..=DRAWN).map(|number| program.case_input(SEED, number, options, CaseScope::Text));
    let mut inputs: Vec<String> = inputs.filter(|input| input.len() < MOST_BYTES).collect();
    inputs.retain(|input| size(input) < below);
    inputs.sort_by_cached_key(|input| (size(input), input.clone()));
    inputs.dedup();
    inputs
}

/// The right answer. Where each legal answer is right, nobody reads it.
pub(crate) fn expected(
    program: &Program,
    options: &Parameters,
    answers: Answers,
    input: &str,
) -> Option<String> {
    if let Answers::Legal(_) = answers {
        return Some(String::new());
    }
    let (mut bytes, mut output, clock) = (input.as_bytes(), Vec::new(), || Duration::ZERO);
    (program.run)(options, &mut Console::new(&mut bytes, &mut output, &clock)).ok()?;
    String::from_utf8(output).ok()
}

pub(crate) fn written(folder: &Path, input: &str, expected: &str) -> Option<Case> {
    let [input, expected] =
        [("smallest.in", input), ("smallest.out", expected)].map(|(name, text)| {
            let path = folder.join(name);
            fs::write(&path, text).ok().map(|()| path)
        });
    let name = "smallest".to_string();
    Some(Case { name, input: input?, expected: expected?, is_validation: false })
}

/// The result with commands that read the case in the folder where they are run.
fn at_home(mut judged: Judged, folder: &Path) -> Judged {
    let folder = format!("{}/", folder.display());
    for Reproduction { confined, unconfined } in
        judged.reproduce.iter_mut().chain(&mut judged.by_author)
    {
        *confined = confined.replace(&folder, "");
        unconfined.iter_mut().for_each(|line| *line = line.replace(&folder, ""));
    }
    judged
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An opening of Gangsters names the sides of its board, and may be short on a large one.
    #[test]
    fn boards_with_fewer_squares_come_first() {
        let spec = games::find("gangsters").expect("the game exists");
        let program = spec.program.as_ref().expect("it has a program");
        let options = Parameters::new(program.options);
        let sizes = |below| {
            let inputs = drawn(program, &options, below);
            let sizes =
                inputs.iter().map(|input| ((program.squares)(&options, input), input.len()));
            sizes.collect::<Vec<_>>()
        };
        let all = sizes((usize::MAX, 0));
        assert!(all.is_sorted() && all.len() > 100, "{all:?}");
        assert!(!all.is_sorted_by_key(|&(_, bytes)| bytes), "a larger board may have fewer bytes");
        let below = (all[50].0, 0);
        assert!(sizes(below).iter().all(|&(squares, _)| squares < all[50].0));
    }
}
