//! Groups of players who are linked by games.

/// The number of each player's group; groups are numbered from 0 in the order of the players.
pub(super) fn of(players: usize, links: impl Iterator<Item = [usize; 2]>) -> Vec<usize> {
    let mut neighbours = vec![Vec::new(); players];
    for [a, b] in links {
        neighbours[a].push(b);
        neighbours[b].push(a);
    }
    let mut groups = vec![None; players];
    let mut count = 0;
    for player in 0..players {
        if groups[player].is_none() {
            let mut reached = vec![player];
            while let Some(next) = reached.pop() {
                if groups[next].replace(count).is_none() {
                    reached.extend(&neighbours[next]);
                }
            }
            count += 1;
        }
    }
    groups.into_iter().flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_are_what_links_reach() {
        assert_eq!(of(6, [[4, 1], [1, 2], [5, 3]].into_iter()), [0, 1, 1, 2, 1, 2]);
        assert_eq!(of(0, std::iter::empty()), [0; 0]);
    }
}
