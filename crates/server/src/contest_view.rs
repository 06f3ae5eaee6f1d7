//! A contest as a visitor sees it: who looks, what they may see, and what things are called.

use std::sync::Arc;

use classroom::{
    Audience, Contest, Entrant, FinalState, Names, PairPlayed, Participant, Right, Room, Version,
    Workshop,
};

use crate::class_words::text;
use crate::refusal::Refusal;
use crate::rights::{Verdict, Whose, may};
use crate::site::Site;
use crate::testing::OpenClass;
use crate::visitor::Visitor;
use play::Layout;

/// A contest as a visitor sees it.
pub(crate) struct View<'a> {
    pub(crate) layout: Layout,
    pub(crate) open: &'a OpenClass,
    workshop: &'a Workshop,
    pub(crate) room: Arc<Room>,
    pub(crate) contest: Arc<Contest>,
    pub(crate) participants: Vec<Participant>,
    /// The person who looks; `None` for organisers and strangers.
    pub(crate) person: Option<String>,
    pub(crate) is_organiser: bool,
    pub(crate) may_decide: bool,
    visitor: Visitor,
}

impl<'a> View<'a> {
    pub(crate) fn of(
        site: &'a Site,
        layout: Layout,
        visitor: &Visitor,
        name: &str,
    ) -> Result<Self, Refusal> {
        let (open, workshop) = (site.class()?, &site.testing()?.workshop);
        let room = open.contests.room(name)?;
        let participants = open.contests.participants(&room);
        let person = match visitor {
            Visitor::Person(key) => Some(key.clone()),
            _ => None,
        };
        let is_organiser = may(visitor, Right::Read, Whose::Peoples) == Verdict::Yes;
        let may_decide = may(visitor, Right::Run, Whose::Person("")) == Verdict::Yes;
        let contest = room.contest();
        let visitor = visitor.clone();
        Ok(View {
            layout,
            open,
            workshop,
            room,
            contest,
            participants,
            person,
            is_organiser,
            may_decide,
            visitor,
        })
    }

    /// Whether the visitor is an organiser who sees this person: with a group, only its people.
    pub(crate) fn sees_person(&self, key: &str) -> bool {
        let group = self.open.roster.group(key);
        may(&self.visitor, Right::Read, Whose::Person(&group)) == Verdict::Yes
    }

    /// Whether the visitor sees the whole table.
    pub(crate) fn sees_all(&self) -> bool {
        let is_over = self.room.final_state() == FinalState::Confirmed;
        match self.contest.keys.standings {
            _ if self.is_organiser => true,
            Audience::Class | Audience::Everyone => true,
            Audience::AfterTheFinal => is_over,
            Audience::Own => false,
        }
    }

    /// Whether the visitor sees their own row and games.
    pub(crate) fn sees_own(&self) -> bool {
        self.sees_all() || self.contest.keys.standings == Audience::Own
    }

    /// The version with which the visitor takes part.
    pub(crate) fn own(&self) -> Option<&Participant> {
        let person = self.person.as_ref()?;
        self.participants.iter().find(|one| one.version.person == *person)
    }

    /// Whether a version of the visitor came after the closing, and does not count.
    pub(crate) fn has_late_version(&self) -> bool {
        let mut late = self.open.contests.late(&self.room).into_iter();
        late.any(|version| Some(version.person) == self.person)
    }

    /// All versions of the visitor in the contest's training, from the oldest.
    pub(crate) fn own_versions(&self) -> Vec<Version> {
        let all = self.person.as_ref().map(|person| self.workshop.versions(Some(person)));
        let all = all.unwrap_or_default().into_iter().map(|(version, _)| version);
        let training = self.contest.training.name();
        all.filter(|version| version.training.name() == training).collect()
    }

    /// Whether the visitor takes part as this entrant.
    pub(crate) fn is_own(&self, entrant: Entrant) -> bool {
        self.own().is_some_and(|own| entrant == Entrant::Version(own.version.number))
    }

    /// Whether the visitor may see the games of a pair.
    pub(crate) fn may_see(&self, pair: &PairPlayed) -> bool {
        let is_own = |entrant: &Entrant| match entrant {
            Entrant::Version(number) => {
                let version = self.open_version(*number);
                version.is_some() && version == self.person
            }
            Entrant::Level(_) => false,
        };
        self.sees_all() || (self.sees_own() && pair.entrants.iter().any(is_own))
    }

    /// Whether a participant's name is that of a person whom the visitor does not see: an organiser
    /// of another group, before the class sees the table.
    fn hides(&self, one: &Participant) -> bool {
        let keys = &self.contest.keys;
        self.is_organiser
            && keys.names_shown == Names::People
            && !matches!(keys.standings, Audience::Class | Audience::Everyone)
            && !self.sees_person(&one.version.person)
    }

    fn open_version(&self, number: usize) -> Option<String> {
        let one = self.participants.iter().find(|one| one.version.number == number)?;
        Some(one.version.person.clone())
    }

    /// What tables call an entrant.
    pub(crate) fn name(&self, entrant: Entrant) -> String {
        let language = self.layout.language;
        match entrant {
            Entrant::Level(level) => text("training-opponent").number("n", level).told(language),
            Entrant::Version(number) => {
                let of = |one: &&Participant| one.version.number == number;
                let found = self.participants.iter().find(of).map(|one| match self.hides(one) {
                    true => self.open.contests.drawn_name(&self.room, &one.version),
                    false => one.name.clone(),
                });
                let old = || {
                    let version = self.workshop.version(number);
                    let name = |version| self.open.contests.name(&self.room, &version);
                    let name = version.map_or_else(String::new, name);
                    text("older-version").name("name", name).told(language)
                };
                found.unwrap_or_else(old)
            }
        }
    }
}
