//! Runs a program whose answers a reading of the rules explains on cases that the game draws: a
//! reading is refuted that only happens to explain the given ones, and one that explains few wrong
//! answers gets more. It changes no verdict.

use std::time::Duration;

use rules::CaseScope;
use sandbox::Spawner;

use crate::candidate::{answered, run_case};
use crate::smallest::{expected, written};
use crate::{Candidate, Judged, cause, explanation};

/// The seed of the drawn cases. Those of `ludoteka cases` and of trials have others as a rule.
const SEED: u64 = 0xd0b7;
/// So many cases are drawn.
const DRAWN: u64 = 50;
/// The runs may be charged with so much time. Fewer cases then have to do.
const TIME: Duration = Duration::from_secs(5);

impl Candidate {
    /// What the program answers on drawn cases; empty if no reading explains its answers so far.
    #[must_use]
    pub fn doubt(&self, judged: &[Judged], spawner: &mut Spawner) -> Vec<Judged> {
        let may_be = cause::may_be(self.conditions.program, &answered(judged));
        if may_be { self.on_drawn(spawner).unwrap_or_default() } else { Vec::new() }
    }

    fn on_drawn(&self, spawner: &mut Spawner) -> Option<Vec<Judged>> {
        let (set, build) = self.built(0)?;
        let (program, answers) = (self.conditions.program, self.conditions.answers);
        let options = explanation::options(&set.defines, &self.conditions);
        let folder = tempfile::tempdir_in(self.folders.all.path()).ok()?;
        let (mut drawn, mut left) = (Vec::new(), TIME);
        for number in 1..=DRAWN {
            let input = program.case_input(SEED, number, &options, CaseScope::Text);
            let case =
                written(folder.path(), &input, &expected(program, &options, answers, &input)?)?;
            let place = (&case, &set.defines[..]);
            let run = run_case(&self.taken, place, build, &self.conditions, spawner).ok()?;
            let spent = run.charged();
            drawn.push(run);
            match left.checked_sub(spent) {
                Some(rest) => left = rest,
                None => break,
            }
        }
        Some(drawn)
    }
}
