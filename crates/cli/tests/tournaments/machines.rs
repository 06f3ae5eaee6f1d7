//! Results say so if machines with different processors played.

use std::fs;
use std::process::Command;

use crate::contest::Contest;
use crate::has;
use crate::tamper::renew_manifest;

/// Python changes the store, so that none of our code is involved.
fn execute(contest: &Contest, sql: &str) {
    let script = format!(
        "import sqlite3\nstore = sqlite3.connect('shared')\nstore.execute(\"{sql}\")\n\
         store.commit()"
    );
    let mut python = Command::new("python3");
    let output = python.arg("-c").arg(script).current_dir(contest.path(".")).output();
    let output = output.expect("python3 runs");
    assert!(output.status.success(), "{sql}: {}", String::from_utf8_lossy(&output.stderr));
}

/// The store says that another machine played a pair.
#[test]
fn machines_that_are_not_alike_are_told_of() {
    if !has("python3") {
        return;
    }
    let contest = Contest::new(2);
    contest.run(&["store", "init", "shared"]).goes_well();
    let page_in = |folder: &str| {
        let hold = ["tournament", "small.toml", "--store", "shared", "-o", folder];
        contest.run(&hold).goes_well();
        fs::read_to_string(contest.path(folder).join("index.html")).expect("a page")
    };
    assert!(!page_in("alike").contains("not alike"));
    execute(
        &contest,
        "INSERT INTO worker (id, name, levels, processor) VALUES (9, 'other', '1', 'The <fast> \
        one')",
    );
    execute(&contest, "UPDATE job SET worker = 9 WHERE id = 1");
    let page = page_in("results");
    assert!(page.contains("not alike") && page.contains("The &lt;fast&gt; one"));
    contest.run(&["verify", "results"]).goes_well();
    fs::write(contest.path("results/machines.json"), r#"["A","B"]"#).expect("it can be written");
    renew_manifest(&contest.path("results"));
    contest.run(&["verify", "results"]).names(&["its content does not follow from the games"]);
}
