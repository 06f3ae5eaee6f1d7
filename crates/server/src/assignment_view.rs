//! An assignment as a visitor sees it: who looks, whose grades they see, and what they may do.

use std::sync::Arc;

use classroom::{Assignment, Grade, Gradebook, Right};

use crate::refusal::Refusal;
use crate::rights::{Verdict, Whose, may};
use crate::site::Site;
use crate::testing::OpenClass;
use crate::visitor::Visitor;
use play::Layout;

/// An assignment as a visitor sees it.
pub(crate) struct View<'a> {
    pub(crate) layout: Layout,
    pub(crate) open: &'a OpenClass,
    pub(crate) book: Arc<Gradebook>,
    pub(crate) assignment: Arc<Assignment>,
    /// The grades that the visitor may see: an organiser those of their groups, a person their own.
    pub(crate) grades: Vec<Grade>,
    pub(crate) is_organiser: bool,
    pub(crate) may_decide: bool,
    pub(crate) may_mark: bool,
}

impl<'a> View<'a> {
    pub(crate) fn of(
        site: &'a Site,
        layout: Layout,
        visitor: &Visitor,
        name: &str,
    ) -> Result<View<'a>, Refusal> {
        let open = site.class()?;
        let book = open.assignments.named(name)?;
        let is_organiser = may(visitor, Right::Read, Whose::Peoples) == Verdict::Yes;
        let sees = |grade: &Grade| {
            let group = &grade.member.person.group;
            let is_own = *visitor == Visitor::Person(grade.member.id.clone());
            is_own || may(visitor, Right::Read, Whose::Person(group)) == Verdict::Yes
        };
        let mut grades = open.assignments.grades(&book);
        grades.retain(sees);
        Ok(View {
            layout,
            open,
            assignment: book.assignment(),
            book,
            grades,
            is_organiser,
            may_decide: may(visitor, Right::Run, Whose::Person("")) == Verdict::Yes,
            may_mark: may(visitor, Right::Mark, Whose::Peoples) == Verdict::Yes,
        })
    }

    /// Whether there are points by place in a final that is confirmed, and this person has none.
    pub(crate) fn is_without_place(&self, grade: &Grade) -> bool {
        let has_place = grade.judgement.as_ref().is_some_and(|found| found.place.is_some());
        self.assignment.by_place().is_some() && self.book.is_closed() && !has_place
    }

    /// The visitor's own grade; `None` for organisers, and for people who do not take part.
    pub(crate) fn own(&self) -> Option<&Grade> {
        self.grades.first().filter(|_| !self.is_organiser)
    }
}
