use std::fs;

use super::*;
use crate::lists::{ORGANISERS, PEOPLE};
use crate::register::ORGANISER;

/// A class whose files can be written.
struct Place(tempfile::TempDir);

impl Place {
    fn new(list: &str) -> (Place, Roster) {
        let place = Place(tempfile::tempdir().expect("a folder"));
        place.write(PEOPLE, list);
        let roster = place.open("http://a:1/", &[]);
        (place, roster)
    }

    fn open(&self, base: &str, authors: &[&str]) -> Roster {
        let authors: Vec<String> = authors.iter().map(ToString::to_string).collect();
        Roster::read(self.0.path(), base, &authors).expect("a class")
    }

    fn write(&self, file: &str, text: &str) {
        fs::write(self.0.path().join(file), text).expect("a file");
    }

    fn links(&self) -> String {
        fs::read_to_string(self.0.path().join(LINKS)).expect("links")
    }

    /// The token of the person of this name, and the id that it stands for.
    fn token(&self, roster: &Roster, name: &str) -> Option<(String, String)> {
        let links = links::read(&self.links()).expect("links");
        let line = links.iter().find(|line| line.member.person.name == name)?;
        let (token, id) = (line.pass.token.text().to_string(), line.member.id.clone());
        let person = Holder::Person(id.clone());
        let holder = line.organiser().unwrap_or(person);
        assert_eq!(roster.holder(&token), Some(holder), "an open link");
        Some((token, id))
    }
}

#[test]
fn a_line_taken_out_shuts_its_link_and_no_other() {
    let (place, roster) = Place::new("name,number\nAnna Żak,7\nJan Lis,\n");
    let token = |roster: &Roster, name: &str| place.token(roster, name).expect("a link");
    let [anna, jan, organiser] = ["Anna Żak", "Jan Lis", ORGANISER].map(|n| token(&roster, n));
    assert_eq!(organiser.1, "");
    assert_eq!(roster.organiser(), format!("http://a:1/link/{}", organiser.0));
    place.write(PEOPLE, "name,number\nAnna Nowak,7\nOla,\n");
    roster.read_again().expect("a list");
    assert_eq!(token(&roster, "Anna Nowak"), anna, "the number stays");
    let ola = token(&roster, "Ola").1;
    assert_eq!((roster.holder(&jan.0), roster.title(&ola).as_deref()), (None, Some("Ola")));
    assert_eq!(roster.title(&jan.1).as_deref(), Some("Jan Lis"), "who has left has a name");
    place.write(PEOPLE, "name,number\nAnna Nowak,7\nOla,\nJan Lis,\n");
    roster.read_again().expect("a list");
    assert_eq!(token(&roster, "Jan Lis"), jan, "who comes back has the same link");
    // Another server has the same links, below its own address.
    let again = place.open("https://b", &[]);
    assert_eq!(token(&again, "Anna Nowak"), anna);
    assert_eq!(again.organiser(), format!("https://b/link/{}", organiser.0));
    assert_eq!((roster.moved_from(), again.moved_from()), (None, Some("http://a:1")));
    // Whoever loses the link is the same person with another one.
    place.write(LINKS, &place.links().replace(&anna.0, ""));
    let (other, id) = token(&place.open("https://b", &[]), "Anna Nowak");
    assert!(other != anna.0 && id == anna.1);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = fs::metadata(place.0.path().join(LINKS)).expect("links").permissions().mode();
        assert_eq!(mode & 0o077, 0, "others cannot read it");
    }
}

#[test]
fn a_person_stays_while_the_number_or_the_address_stays() {
    let (place, roster) = Place::new("name,e-mail\nAla,ala@x\nJan,\n");
    let [ala, jan] = ["Ala", "Jan"].map(|name| place.token(&roster, name).expect("a link"));
    for list in [
        "name,e-mail\nAla,Ala@X\nJan,\n",
        "name,e-mail,number\nAla,ALA@x,7\nJan,,8\n",
        "name,e-mail,number\nAla Kot,other@x,7\nJan,jan@x,8\n",
        "e-mail;name\nOTHER@x;Ala\njan@x;Jan Lis\n",
    ] {
        place.write(PEOPLE, list);
        roster.read_again().expect(list);
        let tokens = links::read(&place.links()).expect("links").split_off(1);
        let found: Vec<_> = tokens.iter().map(|line| &*line.member.id).collect();
        assert_eq!(found, [&*ala.1, &*jan.1], "{list}");
        assert_eq!(roster.holder(&ala.0), Some(Holder::Person(ala.1.clone())), "{list}");
    }
}

#[test]
fn links_and_versions_of_an_older_server_keep_their_owners() {
    let place = Place(tempfile::tempdir().expect("a folder"));
    let token = |digit: &str| digit.repeat(32);
    let old = format!(
        "name,e-mail,number,link\norganiser,,,http://a/link/{}\n\
         Ala,ala@x,,http://a/link/{}\nJan,,,http://a/link/{}\n",
        token("0"),
        token("1"),
        token("2")
    );
    place.write(LINKS, &old);
    place.write(PEOPLE, "name,e-mail,number\nAla,Ala@x,7\nJan,,\n");
    let roster = place.open("http://a", &["", "ala@x", "Jan", "9"]);
    let holders = [&token("1"), &token("2")].map(|token| roster.holder(token));
    let authors = ["ala@x", "Jan"].map(|author| roster.id_of(author).map(Holder::Person));
    assert_eq!(authors, holders);
    assert_eq!(roster.organiser(), format!("http://a/link/{}", token("0")));
    let left = roster.id_of("9").expect("somebody who has left");
    assert_eq!((roster.title(&left).as_deref(), roster.id_of("")), (Some("9"), None));
    place.write(PEOPLE, "name,number\nOla,9\n");
    roster.read_again().expect("a list");
    assert_eq!(place.token(&roster, "Ola").expect("a link").1, left);
}

#[test]
fn a_list_with_a_fault_changes_nothing() {
    let people = "name,e-mail,number\nAnna,a@x,1\nJan,j@x,2\nOla,,\n";
    let (place, roster) = Place::new(people);
    let (links, members) = (place.links(), roster.members());
    for (list, named) in [
        ("name\nAnna\nJan\nAnna\n", "line 4"),
        ("name,e-mail\nAnna,a@x\nJan,A@X\n", "line 3"),
        ("name,e-mail,number\nAnna,a@x,1\nJan,b@x,1\n", "line 3"),
        ("name,e-mail,number\nAnna,j@x,1\n", "line 2"),
        ("name,e-mail,number\nAnna,a@x,\nJan,,1\n", "lines 2 and 3"),
        ("name,e-mail,number\nOla,,3\nOla,,4\n", "lines 2 and 3"),
        ("name\norganiser\n", "line 2"),
        ("nobody\n", "name"),
    ] {
        place.write(PEOPLE, list);
        let error = roster.read_again().expect_err(list).to_string();
        assert!(error.contains(named), "{list}: {error}");
        assert_eq!((place.links(), roster.members()), (links.clone(), members.clone()));
    }
}

#[test]
fn a_name_is_no_formula_and_what_a_course_site_knows_stays() {
    let (place, roster) = Place::new("name,e-mail,number\n=1+1,+a@x,-7\n");
    let line = place.links().lines().nth(2).expect("a line").to_string();
    assert!(line.starts_with("'=1+1,+a@x,-7,"), "{line}");
    let again = place.open("http://a", &[]);
    assert_eq!(again.members(), roster.members());
}

#[test]
fn a_renewed_link_shuts_the_old_one_and_its_code() {
    let (place, roster) = Place::new("name\nAnna\nJan\n");
    let [anna, jan] = ["Anna", "Jan"].map(|name| place.token(&roster, name).expect("a link").1);
    let of = |id: &str| {
        let token = roster.token(&Holder::Person(id.to_string())).expect("a token");
        (token, roster.pass(id).expect("a pass").1)
    };
    let holder = Holder::Person(anna.clone());
    let (old, others) = (of(&anna), of(&jan));
    assert_eq!(roster.holder_of_code(&old.1.to_lowercase()), Some(holder.clone()));
    assert_eq!(roster.holder(&old.1), None, "a code is no token");
    roster.renew(&holder).expect("another link");
    let new = of(&anna);
    assert_eq!((roster.holder(&old.0), roster.holder_of_code(&old.1)), (None, None));
    assert_eq!(roster.holder_of_code(&new.1), Some(holder));
    assert_eq!(of(&jan), others);
    assert_eq!(place.open("http://a:1", &[]).pass(&anna), roster.pass(&anna), "the file has it");
    let nobody = Holder::Person("Ola".to_string());
    let error = roster.renew(&nobody).expect_err("nobody");
    assert_eq!(error.kind(), errors::ErrorKind::NotFound);
}

#[test]
fn who_came_through_the_door_is_nobody_else() {
    let (place, roster) = Place::new("name;e-mail\nOla;\n");
    let (_, pupil) = place.token(&roster, "Ola").expect("a link");
    for id in ["aa", "bb"] {
        roster.admit(id, "Ola", "3a").expect("she waits");
    }
    let ids =
        |roster: &Roster| roster.members().into_iter().map(|member| member.id).collect::<Vec<_>>();
    assert_eq!(ids(&roster), [&*pupil, "aa", "bb"]);
    let again = place.open("http://a:1", &[]);
    assert_eq!((ids(&again), again.pass("aa")), (ids(&roster), roster.pass("aa")));
    assert!(roster.pass("aa").is_some() && roster.group("bb") == "3a");
    place.write(PEOPLE, "name,number\nOla L.,door-aa\n");
    roster.read_again().expect("a list");
    assert_eq!(ids(&roster), ["aa", "bb"], "a copied number counts in the list");
    roster.take_out("aa").expect("lists");
    roster.take_out("bb").expect("lists");
    assert!(roster.members().is_empty());
    let left = ["people.csv", "admitted.csv"]
        .map(|name| fs::read_to_string(place.0.path().join(name)).expect("a list"));
    assert_eq!(left, ["name,number\n", "name,number,group\n"]);
}

#[test]
fn an_organiser_taken_out_is_shut_and_no_other() {
    let (place, roster) = Place::new("name\nEwa\n");
    let (_, pupil) = place.token(&roster, "Ewa").expect("a link");
    place.write(ORGANISERS, "name,group,rights\nEwa,3a,read\nJan,,run\n");
    roster.read_again().expect("lists");
    let token = |holder: Holder| roster.token(&holder).expect("a token");
    let [ewa, jan] = ["Ewa", "Jan"].map(|name| token(Holder::Organiser(name.to_string())));
    let pupil = token(Holder::Person(pupil));
    assert_eq!(roster.organiser_named("Ewa").map(|ewa| ewa.group).as_deref(), Some("3a"));
    place.write(ORGANISERS, "name,group,rights\nJan,3b,read\n");
    roster.read_again().expect("lists");
    assert_eq!((roster.holder(&ewa), roster.organiser_named("Ewa")), (None, None));
    assert!(roster.holder(&jan).is_some() && roster.holder(&pupil).is_some());
    place.write(ORGANISERS, "name,group,rights\nJan,3b,rule\n");
    roster.read_again().expect_err("no right");
    assert!(roster.holder(&jan).is_some(), "a fault changes nothing");
}
