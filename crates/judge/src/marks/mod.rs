//! Points and grades: how the results of a program's cases become a mark.

mod keys;

use std::time::Duration;

use crate::{CaseSet, Judged, Report, Verdict};

/// How the results of a program become its points.
#[derive(Clone, Debug, PartialEq)]
pub struct Marks {
    groups: Vec<Group>,
    /// Whether the groups were written. If not, the only group holds all cases.
    has_groups: bool,
    slow: Option<Slow>,
    /// The points that a leak costs. A case then passes if the answer is right, whatever valgrind
    /// or a sanitizer reports.
    leak: Option<f64>,
    /// The points that warnings of the compiler cost.
    warned: Option<f64>,
    /// The points of whoever has handed in a program.
    free: f64,
    /// The grades, each from a percentage on.
    scale: Vec<(f64, String)>,
    parts: Vec<Part>,
}

/// Cases that give points together.
#[derive(Clone, Debug, PartialEq)]
struct Group {
    title: String,
    patterns: Vec<String>,
    points: f64,
    /// Whether each case gives these points, and not the whole group.
    is_each: bool,
    is_all_or_nothing: bool,
    is_validation: bool,
    /// How many cases it has.
    cases: usize,
}

/// What a right answer counts that took longer than this.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Slow {
    after: Duration,
    counts: f64,
}

/// Points that a person gives.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Part {
    pub(crate) name: String,
    pub(crate) points: f64,
}

/// A program's points, and where they come from. All numbers are rounded to hundredths before they
/// are added, so that a reader gets the same sum.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Mark {
    /// The points.
    pub points: f64,
    /// The points of a program without faults.
    pub of: f64,
    /// Whether the program fails a validation case, so that the tests give no points. Those that
    /// everybody has, and those that a person gives, stay.
    pub fails_validation: bool,
    /// The points of the groups before deductions; empty if no groups were written.
    pub groups: Vec<GroupMark>,
    /// What was taken off.
    pub deductions: Vec<Deduction>,
    /// The points that a person gives.
    pub parts: Vec<PartMark>,
    /// The points that everybody has who has handed in a program.
    pub free: f64,
    /// The grade, if there is a scale and the points reach it.
    pub grade: Option<String>,
}

/// The points of a group of cases.
#[derive(Clone, Debug, PartialEq)]
pub struct GroupMark {
    /// The group's title.
    pub title: String,
    /// The points.
    pub points: f64,
    /// The points of a program that passes all its cases.
    pub of: f64,
    /// How many cases passed.
    pub passed: usize,
    /// How many cases there are.
    pub cases: usize,
}

/// Points that were taken off.
#[derive(Clone, Debug, PartialEq)]
pub struct Deduction {
    /// The points, a positive number.
    pub points: f64,
    /// Why.
    pub reason: Reason,
}

/// Why points were taken off.
#[derive(Clone, Debug, PartialEq)]
pub enum Reason {
    /// So many right answers took longer than the time, and count only this share.
    Slow(usize, Duration, f64),
    /// Valgrind or a sanitizer reports something.
    Leak,
    /// The compiler warns.
    Warned,
}

/// Points that a person gives for a part, such as the quality of the source.
#[derive(Clone, Debug, PartialEq)]
pub struct PartMark {
    /// The part.
    pub name: String,
    /// The points; `None` if they are not given yet.
    pub points: Option<f64>,
    /// The greatest number of points.
    pub of: f64,
}

impl Group {
    fn of_all(points: f64) -> Group {
        Group {
            title: String::new(),
            patterns: Vec::new(),
            points,
            is_each: false,
            is_all_or_nothing: false,
            is_validation: false,
            cases: 0,
        }
    }

    fn holds(&self, case: &str) -> bool {
        self.patterns.iter().any(|pattern| fits(pattern, case))
    }

    /// The points of a program that passes all cases.
    fn most(&self) -> f64 {
        hundredths(if self.is_each { self.points * self.cases as f64 } else { self.points })
    }

    /// The points of cases that count these shares.
    fn points_of(&self, shares: &[f64]) -> f64 {
        let share = if self.is_all_or_nothing {
            shares.iter().copied().reduce(f64::min).unwrap_or(0.0)
        } else {
            shares.iter().sum::<f64>() / shares.len().max(1) as f64
        };
        hundredths(self.most() * share)
    }
}

/// Whether a case's name fits a pattern: the name itself, a folder that the case lies in, or a name
/// with `*` in place of any text.
fn fits(pattern: &str, case: &str) -> bool {
    let mut parts = pattern.split('*');
    let first = parts.next().unwrap_or_default();
    let Some(mut rest) = case.strip_prefix(first) else { return false };
    let parts: Vec<&str> = parts.collect();
    let Some((last, between)) = parts.split_last() else {
        return rest.is_empty() || rest.starts_with('/') || first.ends_with('/');
    };
    for part in between {
        match rest.find(part) {
            Some(at) => rest = &rest[at + part.len()..],
            None => return false,
        }
    }
    rest.ends_with(last)
}

impl Marks {
    /// All cases together give these points, and each gives the same.
    #[must_use]
    pub fn plain(points: f64) -> Marks {
        Marks {
            groups: vec![Group::of_all(points)],
            has_groups: false,
            slow: None,
            leak: None,
            warned: None,
            free: 0.0,
            scale: Vec::new(),
            parts: Vec::new(),
        }
    }

    /// Whether the file has groups, so that no other number of points has a meaning.
    #[must_use]
    pub fn has_groups(&self) -> bool {
        self.has_groups
    }

    /// The points of a program without faults.
    #[must_use]
    pub fn most(&self) -> f64 {
        let groups = self.groups.iter().map(Group::most);
        let parts = self.parts.iter().map(|part| part.points);
        hundredths(self.free + groups.chain(parts).sum::<f64>())
    }

    /// The grades, each from a percentage on.
    #[must_use]
    pub fn scale(&self) -> &[(f64, String)] {
        &self.scale
    }

    /// Whether a person gives points for parts.
    #[must_use]
    pub fn has_parts(&self) -> bool {
        !self.parts.is_empty()
    }

    /// Whether points become grades.
    #[must_use]
    pub fn has_scale(&self) -> bool {
        !self.scale.is_empty()
    }

    /// The parts for which a person gives points.
    pub(crate) fn parts(&self) -> &[Part] {
        &self.parts
    }

    /// Checks that each case is in one group, and marks the cases of the validation.
    fn divide(&mut self, sets: &mut [CaseSet]) -> Result<(), String> {
        if !self.has_groups {
            return Ok(());
        }
        for case in sets.iter_mut().flat_map(|set| &mut set.cases) {
            let holding: Vec<usize> =
                (0..self.groups.len()).filter(|&at| self.groups[at].holds(&case.name)).collect();
            match holding[..] {
                [group] => {
                    self.groups[group].cases += 1;
                    case.is_validation |= self.groups[group].is_validation;
                }
                [] => return Err(format!("case {} is in no group", case.name)),
                [one, two, ..] => {
                    let [one, two] = [one, two].map(|group| &self.groups[group].title);
                    return Err(format!("case {} is in two groups: {one}, {two}", case.name));
                }
            }
        }
        match self.groups.iter().find(|group| group.cases == 0) {
            Some(group) => Err(format!("group {:?} has no case", group.title)),
            None => Ok(()),
        }
    }

    /// The mark of a program.
    #[must_use]
    pub fn mark(&self, report: &Report) -> Mark {
        let mut mark = Mark { of: self.most(), ..Mark::default() };
        mark.fails_validation = report
            .cases
            .iter()
            .any(|judged| judged.is_validation && !self.passes(judged) && !is_not_judged(judged));
        let counts = f64::from(u8::from(!mark.fails_validation));
        let mut slow = (0, 0.0);
        let times = report.cases.iter().map(|case| case.times).max().unwrap_or(1);
        for group in &self.groups {
            let cases: Vec<&Judged> = self.cases_of(group, report).collect();
            let passed: Vec<f64> = cases.iter().map(|case| self.passes(case).into()).collect();
            let counted: Vec<f64> = cases.iter().map(|case| self.share(case)).collect();
            let points = counts * group.points_of(&passed);
            slow.0 += cases.iter().filter(|case| self.is_slow(case)).count();
            slow.1 += points - counts * group.points_of(&counted);
            mark.groups.push(GroupMark {
                title: group.title.clone(),
                points,
                of: group.most(),
                passed: passed.iter().filter(|share| **share > 0.0).count(),
                cases: cases.len(),
            });
        }
        if let Some(Slow { after, counts }) = self.slow.filter(|_| slow.1 > 0.0) {
            let reason = Reason::Slow(slow.0, times * after, counts);
            mark.deductions.push(Deduction { points: hundredths(slow.1), reason });
        }
        if !mark.fails_validation {
            self.deduct(report, &mut mark);
        }
        self.add_up(report, &mut mark);
        if !self.has_groups {
            mark.groups.clear();
        }
        mark
    }

    fn cases_of<'a>(&self, group: &Group, report: &'a Report) -> impl Iterator<Item = &'a Judged> {
        report.cases.iter().filter(move |judged| match self.has_groups {
            true => group.holds(&judged.case),
            false => !judged.is_validation,
        })
    }

    fn deduct(&self, report: &Report, mark: &mut Mark) {
        let has_leak = report.cases.iter().any(|judged| judged.is_right_otherwise);
        let known = [
            (self.leak, has_leak, Reason::Leak),
            (self.warned, !report.warnings.is_empty(), Reason::Warned),
        ];
        for (points, is_so, reason) in known {
            if let Some(points) = points.filter(|_| is_so) {
                mark.deductions.push(Deduction { points, reason });
            }
        }
    }

    /// Adds everything that gives points. What was not judged to the end has none.
    fn add_up(&self, report: &Report, mark: &mut Mark) {
        let by_hand = report.by_hand.points.iter().copied().chain(std::iter::repeat(None));
        mark.parts = self
            .parts
            .iter()
            .zip(by_hand)
            .map(|(part, points)| PartMark { name: part.name.clone(), points, of: part.points })
            .collect();
        let is_program = !report.cases.iter().all(is_not_judged);
        mark.free = if is_program { self.free } else { 0.0 };
        if report.is_interrupted {
            return;
        }
        let groups: f64 = mark.groups.iter().map(|group| group.points).sum();
        let off: f64 = mark.deductions.iter().map(|deduction| deduction.points).sum();
        let tested = (groups - off).max(0.0);
        let given: f64 = mark.parts.iter().filter_map(|part| part.points).sum();
        mark.points = hundredths(mark.free + tested + given);
        mark.grade = grade_on(&self.scale, mark.points, mark.of).map(str::to_string);
    }

    /// Notes in a report that right answers pass whatever valgrind or a sanitizer reports, if a leak
    /// costs points, so that the number of passed cases fits the points.
    pub fn settle(&self, report: &mut Report) {
        report.has_right_leaks = self.leak.is_some();
    }

    fn passes(&self, judged: &Judged) -> bool {
        judged.passes(self.leak.is_some())
    }

    fn is_slow(&self, judged: &Judged) -> bool {
        let is_over = |slow: Slow| judged.charged() > judged.times * slow.after;
        self.passes(judged) && self.slow.is_some_and(is_over)
    }

    fn share(&self, judged: &Judged) -> f64 {
        match self.slow.filter(|_| self.is_slow(judged)) {
            Some(slow) => slow.counts,
            None => self.passes(judged).into(),
        }
    }
}

/// The grade on a scale for these points of so many; `None` if they do not reach the first one.
#[must_use]
pub fn grade_on(scale: &[(f64, String)], points: f64, of: f64) -> Option<&str> {
    // The quotient of two decimal numbers may be a little too small.
    let percent = 100.0 * points / of + 1e-6;
    let reached = scale.iter().rev().find(|(from, _)| percent >= *from);
    reached.map(|(_, grade)| grade.as_str())
}

fn is_not_judged(judged: &Judged) -> bool {
    matches!(judged.verdict, Verdict::NotJudged(_))
}

/// A number of points, rounded as it is shown.
fn hundredths(points: f64) -> f64 {
    (100.0 * points).round() / 100.0
}

#[cfg(test)]
mod tests;
