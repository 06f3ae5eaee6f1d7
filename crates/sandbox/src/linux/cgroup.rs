//! Whether a cgroup has been delegated to this user.

use std::fs;

/// Why level 2 is not to be had.
pub(crate) fn why_not() -> String {
    match delegated() {
        Ok(folder) => format!("{folder} has been delegated, but this version does not use cgroups yet"),
        Err(why) => why,
    }
}

/// The folder of this process's cgroup, if it may make others below it that count memory and processes.
fn delegated() -> Result<String, String> {
    let own = fs::read_to_string("/proc/self/cgroup").unwrap_or_default();
    let own = own.lines().find_map(|line| line.strip_prefix("0::")).ok_or("the kernel has no cgroup v2")?;
    let mounts = fs::read_to_string("/proc/self/mounts").unwrap_or_default();
    let mounted = mounts.lines().map(|line| line.split(' ').collect::<Vec<_>>());
    let cgroup2 = mounted.into_iter().find(|fields| fields.get(2) == Some(&"cgroup2"));
    let folder = cgroup2.and_then(|fields| fields.get(1).map(|root| format!("{root}{own}")));
    let folder = folder.ok_or("cgroup v2 is not mounted")?;
    let folder = folder.trim_end_matches('/').to_string();
    let controllers = fs::read_to_string(format!("{folder}/cgroup.controllers")).unwrap_or_default();
    for wanted in ["memory", "pids"] {
        if !controllers.split_whitespace().any(|controller| controller == wanted) {
            return Err(format!("not delegated: {folder} has no {wanted} controller"));
        }
    }
    let trial = format!("{folder}/sandbox-trial-{}", std::process::id());
    fs::create_dir(&trial).map_err(|error| format!("not delegated: no folder can be made in {folder}: {error}"))?;
    let _ = fs::remove_dir(&trial);
    Ok(folder)
}
