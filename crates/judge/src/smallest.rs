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
        for input in drawn(program, &options, known.size.min(MOST_BYTES)) {
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

/// The drawn inputs that have fewer bytes, the smallest first.
fn drawn(program: &Program, options: &Parameters, below: usize) -> Vec<String> {
    let inputs =
        (1..=DRAWN).map(|number| program.case_input(SEED, number, options, CaseScope::Text));
    let mut inputs: Vec<String> = inputs.filter(|input| input.len() < below).collect();
    inputs.sort_by(|a, b| (a.len(), a).cmp(&(b.len(), b)));
    inputs.dedup();
    inputs
}

/// The right answer. Where each legal answer is right, nobody reads it.
fn expected(
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

fn written(folder: &Path, input: &str, expected: &str) -> Option<Case> {
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
