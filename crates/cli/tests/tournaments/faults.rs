//! What a disk may do to a tournament, and what people may do to its folder. After the repair the same command goes on.

use std::fs::{self, OpenOptions};
use std::os::unix::fs::{FileExt, PermissionsExt, chown};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::Command;

use crate::aloud;
use crate::contest::{Contest, ended, said, text};
use crate::damage::games;
use crate::interrupt::interrupt;

/// Nobody in particular: for root no folder is read-only.
const NOBODY: u32 = 65534;

fn is_root() -> bool {
    use std::os::unix::fs::MetadataExt;
    fs::metadata("/proc/self").is_ok_and(|of_this_process| of_this_process.uid() == 0)
}

/// A small disk at a folder, until it is dropped.
struct Disk<'a>(&'a Path);

impl Disk<'_> {
    /// Nothing where that is not allowed.
    fn mount(at: &Path) -> Option<Disk<'_>> {
        mount("size=1m", at).then_some(Disk(at))
    }
}

impl Drop for Disk<'_> {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg("-l").arg(self.0).status();
    }
}

fn mount(options: &str, at: &Path) -> bool {
    let mut command = Command::new("mount");
    command.args(["-t", "tmpfs", "-o", options, "none"]).arg(at);
    command.output().is_ok_and(|output| output.status.success())
}

#[test]
fn a_full_disk_is_said_to_be_full() {
    let contest = Contest::new(100);
    let at = contest.path("small disk");
    fs::create_dir(&at).expect("a folder");
    let Some(_disk) = Disk::mount(&at) else {
        return aloud("nothing can be mounted here: a full disk is not tested");
    };
    let expected = contest.undisturbed();
    contest.hold("small disk").names(&["the disk is full", "small disk"]);
    contest.nothing_runs();
    assert!(mount("remount,size=64m", &at), "the disk grows");
    contest.ends_as(&expected, "small disk");
}

#[test]
fn a_disk_that_is_full_when_a_command_starts_is_said_to_be_full() {
    let contest = Contest::new(2);
    let at = contest.path("small disk");
    fs::create_dir(&at).expect("a folder");
    let Some(_disk) = Disk::mount(&at) else {
        return aloud("nothing can be mounted here: a full disk is not tested");
    };
    assert!(mount("remount,size=8m", &at), "the disk grows");
    let expected = contest.undisturbed();
    contest.hold("small disk").goes_well();
    fs::write(at.join("filler"), vec![0; 8 << 20]).expect_err("the disk is smaller than that");
    let full =
        "the disk is full: SQLite has no room for the files that it keeps beside the store small disk/store.sqlite";
    let store = ["--store", "small disk/store.sqlite"];
    contest.hold("small disk").names(&[full]);
    contest.run(&[&["worker", "--speed", "400"], &store[..]].concat()).refuses(full);
    // To read it takes no room.
    contest.run(&[&["verify"], &store[..]].concat()).goes_well();
    fs::remove_file(at.join("filler")).expect("it was there");
    contest.ends_as(&expected, "small disk");
    // Nor is there room without a name.
    assert!(mount("remount,nr_inodes=80", &at), "the disk changes");
    let made = (0..80).take_while(|name| fs::write(at.join(name.to_string()), "").is_ok()).count();
    assert!(made < 80, "names are few");
    contest.run(&[&["worker", "--speed", "400"], &store[..]].concat()).refuses(full);
    (0..made).for_each(|name| fs::remove_file(at.join(name.to_string())).expect("it is there"));
    contest.run(&[&["verify"], &store[..]].concat()).goes_well();
}

#[test]
fn a_full_disk_stops_no_export_for_ever() {
    let contest = Contest::new(30);
    let at = contest.path("small disk");
    fs::create_dir(&at).expect("a folder");
    let Some(_disk) = Disk::mount(&at) else {
        return aloud("nothing can be mounted here: a full disk is not tested");
    };
    let expected = contest.undisturbed();
    // Its store has room elsewhere, and its results have none.
    let command = ["tournament", "small.toml", "-o", "small disk", "--store", "elsewhere.sqlite"];
    contest.run(&["store", "init", "elsewhere.sqlite"]).goes_well();
    fs::write(at.join("filler"), vec![0; 2 << 20]).expect_err("the disk is smaller than that");
    let refused = contest.run(&command);
    refused.names(&["cannot write", "small disk/", "the disk is full"]);
    contest.run(&["verify", "small disk"]).names(&["MANIFEST.sha256 is missing"]);
    fs::remove_file(at.join("filler")).expect("it was there");
    contest.run(&command).goes_well();
    contest.is_as(&expected, "small disk");
}

#[test]
fn a_limit_on_the_size_of_files_is_told_of() {
    let contest = Contest::new(100);
    let expected = contest.undisturbed();
    let limited = || {
        let mut shell = Command::new("sh");
        shell.args(["-c", "ulimit -f 300; exec \"$0\" tournament small.toml -o limited"]).arg(contest.path("ludoteka"));
        shell.current_dir(contest.path(".")).env("TMPDIR", contest.path("tmp"));
        said(&shell.output().expect("there is a shell"))
    };
    limited().names(&[
        "the store limited/store.sqlite",
        "or a limit on the size of files (`ulimit -f`) does not let it grow",
    ]);
    contest.ends_as(&expected, "limited");
    // Its store is read, and its games are more than one file may hold.
    limited().names(&["cannot write limited/games.jsonl: no file may be so large here (`ulimit -f`)"]);
    contest.is_as(&expected, "limited");
}

#[test]
fn a_folder_that_can_only_be_read_is_said_to_be_so() {
    let contest = Contest::new(2);
    let open = |mode: u32, path: &str| {
        fs::set_permissions(contest.path(path), fs::Permissions::from_mode(mode)).expect("it is ours");
    };
    fs::create_dir(contest.path("closed")).expect("a folder");
    if is_root() {
        for path in [".", "closed", "tmp"] {
            chown(contest.path(path), Some(NOBODY), None).expect("root gives folders away");
        }
    }
    let hold = || {
        let mut command = contest.command(&["tournament", "small.toml", "-o", "closed"]);
        if is_root() {
            command.uid(NOBODY);
        }
        said(&command.output().expect("ludoteka runs"))
    };
    open(0o555, "closed");
    hold().refuses("cannot write closed/.lock: Permission denied (os error 13)");
    open(0o755, "closed");
    hold().goes_well();
    let expected = contest.undisturbed();
    contest.is_as(&expected, "closed");
}

#[test]
fn a_damaged_store_is_said_to_be_damaged() {
    let contest = Contest::new(20);
    contest.hold("damaged").goes_well();
    let path = contest.path("damaged/store.sqlite");
    let whole = fs::read(&path).expect("a store");
    let page = 4096;
    assert!(whole.len() > 10 * page, "it has some pages");
    let overwrite = |from: usize| {
        let file = OpenOptions::new().write(true).open(&path).expect("a store");
        file.write_all_at(&vec![0xAA; whole.len() - from], from as u64).expect("it can be written");
    };
    let verify = || contest.run(&["verify", "--store", "damaged/store.sqlite"]);
    let remedy = "`ludoteka tournament` with its file and folder makes a new store of all that is whole in it";
    overwrite(page);
    verify().names(&["the store damaged/store.sqlite is damaged: ", &format!("; {remedy}, and goes on")]);
    overwrite(0);
    verify().refuses(&format!("damaged/store.sqlite is no store: it is no file of SQLite's; if it was one, {remedy}"));
    contest.run(&["verify", "damaged"]).goes_well();
}

#[test]
fn games_whose_store_is_lost_are_not_written_over() {
    let contest = Contest::new(2);
    contest.hold("results").goes_well();
    let [store, games] = ["results/store.sqlite", "results/games.jsonl"].map(|path| contest.path(path));
    let [whole, before] = [&store, &games].map(|path| fs::read(path).expect("a file"));
    let refused = "results has games in it (games.jsonl), but the store that they came from, store.sqlite, is missing or \
                   empty: all would be played again and written over them; put the store back or give its --store, or else \
                   choose another folder, or delete these results";
    fs::remove_file(&store).expect("it was there");
    contest.hold("results").refuses(refused);
    assert!(!store.exists(), "nothing has been made");
    contest.run(&["store", "init", "results/store.sqlite"]).goes_well();
    contest.hold("results").refuses(refused);
    assert_eq!(fs::read(&games).expect("games"), before);
    fs::write(&store, whole).expect("it can be written");
    contest.hold("results").goes_well();
}

#[test]
fn another_tournament_in_the_folder_is_named() {
    let contest = Contest::new(2);
    contest.hold("results").goes_well();
    let small = fs::read_to_string(contest.path("small.toml")).expect("a tournament");
    fs::write(contest.path("large.toml"), text("Large boards", 2)).expect("it can be written");
    contest.run(&["tournament", "large.toml", "-o", "results"]).refuses(
        "results holds another tournament, \"Small boards\": choose another folder, or the file and programs of then",
    );
    let otherwise = |difference: &str| {
        format!(
            "results holds \"Small boards\" as it was begun, and {difference}: undo that to go on with it, or choose another \
             folder"
        )
    };
    for (from, to, difference) in [
        ("seed = 7", "seed = 8", "seed is 8, and was 7"),
        ("n = 3", "n = 4", "parameters: n is \"4\", and was \"3\""),
        (
            "kind = \"round-robin\"",
            "kind = \"swiss\"\nrounds = 2",
            "format: kind is \"swiss\", and was \"round-robin\"",
        ),
        ("engine = 1\nname = \"A\"", "engine = 1\nname = \"a2\"", "player 1 is a2, and was A"),
        ("engine = 1\nname = \"A\"", "engine = 2\nname = \"A\"", "A: player: engine is 2, and was 1"),
    ] {
        fs::write(contest.path("small.toml"), small.replace(from, to)).expect("it can be written");
        contest.hold("results").refuses(&otherwise(difference));
    }
    fs::write(contest.path("small.toml"), &small).expect("it can be written");
    let program = contest.path("starter");
    if let Ok(mut bytes) = fs::read(&program) {
        let whole = bytes.clone();
        bytes.push(0);
        fs::write(&program, &bytes).expect("it can be written");
        contest.hold("results").refuses(&otherwise("the program of starter, starter, is another file"));
        fs::write(&program, &whole).expect("it can be written");
    }
    // A store elsewhere, or none, makes no difference.
    contest.run(&["store", "init", "elsewhere.sqlite"]).goes_well();
    let large = ["tournament", "large.toml", "-o", "results", "--store", "elsewhere.sqlite"];
    let another =
        "results holds another tournament, \"Small boards\": choose another folder, or the file and programs of then";
    contest.run(&large).refuses(another);
    let whole = contest.path("results/store.sqlite");
    fs::rename(&whole, contest.path("kept")).expect("it was there");
    contest.run(&large[..4]).refuses(another);
    contest.run(&["verify", "results"]).goes_well();
    fs::rename(contest.path("kept"), &whole).expect("it was there");
    contest.hold("results").goes_well();
}

#[test]
fn games_are_not_written_over_from_a_store_that_has_less() {
    let contest = Contest::new(2);
    contest.hold("results").goes_well();
    let games = fs::read_to_string(contest.path("results/games.jsonl")).expect("games").lines().count();
    contest.run(&["store", "init", "elsewhere.sqlite"]).goes_well();
    let elsewhere = ["tournament", "small.toml", "-o", "results", "--store", "elsewhere.sqlite"];
    contest.run(&elsewhere).refuses(&format!(
        "results has {games} games of this tournament in it (games.jsonl), and the store elsewhere.sqlite knows 0 of them: the \
         others would be written over; give the --store that they came from, or else choose another folder, or delete these \
         results"
    ));
    contest.run(&["verify", "results"]).goes_well();
    fs::copy(contest.path("results/store.sqlite"), contest.path("elsewhere.sqlite")).expect("it can be copied");
    // One in which the same tournament was held once more: few games take the same times.
    contest.hold("again").goes_well();
    let again = ["tournament", "small.toml", "-o", "results", "--store", "again/store.sqlite"];
    contest
        .run(&again)
        .names(&[" of them: the others would be written over; give the --store that they came from, or"]);
    contest.run(&elsewhere).goes_well();
}

/// Of matches that follow from results as well, of which nobody knows how many games they come to.
#[test]
fn games_are_not_written_over_from_a_store_of_before() {
    let contest = Contest::new(60);
    let all_play_all = fs::read_to_string(contest.path("small.toml")).expect("text");
    for format in ["\"round-robin\"", "\"swiss\"\nrounds = 4", "\"knockout\""] {
        fs::write(contest.path("small.toml"), all_play_all.replace("\"round-robin\"", format))
            .expect("it can be written");
        let runner = contest.begin_to_play("results");
        interrupt(&runner);
        ended(runner);
        let own = contest.path("results/store.sqlite");
        fs::copy(&own, contest.path("before.sqlite")).expect("it can be copied");
        contest.hold("results").goes_well();
        let published = games(&contest);
        let from_before = ["tournament", "small.toml", "-o", "results", "--store", "before.sqlite"];
        contest
            .run(&from_before)
            .names(&["and the store before.sqlite knows ", " of them: the others would be written over"]);
        // One that went its own way from there.
        fs::create_dir(contest.path("other")).expect("a folder");
        fs::copy(contest.path("before.sqlite"), contest.path("other/store.sqlite")).expect("it can be copied");
        contest.hold("other").goes_well();
        let other = ["tournament", "small.toml", "-o", "results", "--store", "other/store.sqlite"];
        contest
            .run(&other)
            .names(&["and the store other/store.sqlite knows ", " of them: the others would be written over"]);
        // In the folder of results there is no doubt whose they are.
        for store in ["before.sqlite", "other/store.sqlite"] {
            fs::copy(contest.path(store), &own).expect("it can be copied");
            contest.hold("results").names(&[
                "ludoteka: the store results/store.sqlite is damaged: it knows ",
                " games that games.jsonl has; a new one has been made of what is whole in it, with ",
            ]);
            contest.hold("results").goes_well();
            assert!(games(&contest) == published, "{format}, {store}");
        }
        for folder in ["results", "other"] {
            fs::remove_dir_all(contest.path(folder)).expect("it was there");
        }
    }
}

#[test]
fn files_of_others_are_not_written_over() {
    let contest = Contest::new(2);
    fs::create_dir(contest.path("site")).expect("a folder");
    let write = |path: &str| fs::write(contest.path(path), "my course").expect("it can be written");
    for file in ["index.html", "MANIFEST.sha256", "players"] {
        write(&format!("site/{file}"));
        let in_the_way = if file == "players" { "players/1.html" } else { file };
        contest.hold("site").refuses(&format!(
            "site has a file {in_the_way} in the way that is of no results written there before: choose another folder"
        ));
        assert_eq!(fs::read_to_string(contest.path("site").join(file)).expect("it is there"), "my course");
        assert!(!contest.path("site/store.sqlite").exists(), "nothing has been played");
        fs::remove_file(contest.path("site").join(file)).expect("it was there");
    }
    let beside = |what: &str| {
        format!(
            "ludoteka: site has files in it that are no results ({what}), and `ludoteka verify` will say so: a folder of its \
             own is better\n"
        )
    };
    write("site/friday.toml");
    assert_eq!(contest.hold("site").complaint, beside("friday.toml"));
    write("site/more");
    let again = contest.hold("site");
    assert_eq!((again.code, again.complaint), (Some(0), beside("friday.toml and 1 more")));
    for file in ["friday.toml", "more"] {
        fs::remove_file(contest.path("site").join(file)).expect("it was there");
    }
    for file in ["players/notes", "players/99.html", "programs/.lock"] {
        write(&format!("site/{file}"));
        assert_eq!(contest.hold("site").complaint, beside(file));
        fs::remove_file(contest.path("site").join(file)).expect("it was there");
    }
    fs::create_dir_all(contest.path("site/players/of mine/more")).expect("it can be made");
    assert_eq!(contest.hold("site").complaint, beside("players/of mine"));
    fs::remove_dir_all(contest.path("site/players/of mine")).expect("it was there");
    contest.run(&["verify", "site"]).goes_well();
    // They are the results of before, whatever has become of the manifest.
    fs::remove_file(contest.path("site/MANIFEST.sha256")).expect("it was there");
    assert_eq!(contest.hold("site").complaint, "");
    contest.run(&["verify", "site"]).goes_well();
}

#[test]
fn a_link_in_place_of_a_folder_is_replaced_and_not_followed() {
    let contest = Contest::new(2);
    contest.hold("results").goes_well();
    for folder in ["players", "programs", ".next"] {
        let (theirs, ours) = (contest.path(&format!("theirs of {folder}")), contest.path("results").join(folder));
        fs::create_dir(&theirs).expect("it can be made");
        for file in ["1.html", "MANIFEST.sha256"] {
            fs::write(theirs.join(file), "precious").expect("it can be written");
        }
        let _ = fs::remove_dir_all(&ours);
        std::os::unix::fs::symlink(&theirs, &ours).expect("it can be linked");
        assert_eq!(contest.hold("results").complaint, "");
        contest.run(&["verify", "results"]).goes_well();
        for file in ["1.html", "MANIFEST.sha256"] {
            assert_eq!(fs::read_to_string(theirs.join(file)).expect("it is theirs"), "precious");
        }
        assert_eq!(fs::read_dir(&theirs).expect("it is there").count(), 2);
    }
}

#[test]
fn a_folder_in_place_of_a_file_is_told_of_before_anything_is_replaced() {
    let contest = Contest::new(2);
    contest.hold("results").goes_well();
    let manifest = fs::read(contest.path("results/MANIFEST.sha256")).expect("a manifest");
    for file in ["index.html", "players/3.html", "MANIFEST.sha256"] {
        let path = contest.path("results").join(file);
        fs::remove_file(&path).expect("it was there");
        fs::create_dir(&path).expect("it can be made");
        contest.hold("results").refuses(&format!(
            "cannot write results/{file}: there is a folder where a file has to be, which the command leaves alone"
        ));
        if file != "MANIFEST.sha256" {
            assert_eq!(fs::read(contest.path("results/MANIFEST.sha256")).expect("it is there"), manifest);
        }
        fs::remove_dir(&path).expect("it was there");
        contest.hold("results").goes_well();
        contest.run(&["verify", "results"]).goes_well();
    }
}

#[test]
fn two_do_not_work_in_one_folder() {
    let contest = Contest::new(100);
    let mut first = contest.begin_to_play("results");
    contest.hold("results").refuses("another `ludoteka tournament` is at work in results");
    assert!(first.wait().expect("it ends").success());
    contest.run(&["verify", "results"]).goes_well();
}

#[test]
fn what_is_not_there_is_named() {
    let contest = Contest::new(2);
    let hold = |file: &str, more: &[&str]| contest.run(&[&["tournament", file, "-o", "results"], more].concat());
    hold("nothing.toml", &[]).refuses("cannot read nothing.toml: No such file or directory (os error 2)");
    hold("small.toml", &["--store", "nothing.sqlite"])
        .refuses("there is no store at nothing.sqlite yet: `ludoteka store init` makes one");
    contest
        .run(&["worker", "--store", "nothing.sqlite"])
        .refuses("there is no store at nothing.sqlite yet: `ludoteka store init` makes one");
    let unknown = hold("small.toml", &["--store", "mysql://host/base"]);
    assert_eq!(unknown.code, Some(2), "{unknown:?}");
    assert!(unknown.complaint.contains("expected a path, sqlite:PATH or postgres://USER@HOST/DATABASE"), "{unknown:?}");
    fs::write(contest.path("a file"), "").expect("it can be written");
    contest
        .run(&["tournament", "small.toml", "-o", "a file"])
        .refuses("cannot make the folder a file: File exists (os error 17)");
    contest.run(&["verify", "nothing"]).names(&["cannot", "nothing"]);
    hold("small.toml", &[]).goes_well();
}
