// The same as speaker.py.
use std::io::{Read, stdin};

fn flood(board: &mut [Vec<u8>], row: usize, column: usize, old: u8, colour: u8) {
    if board.get(row).and_then(|line| line.get(column)) != Some(&old) {
        return;
    }
    board[row][column] = colour;
    flood(board, row + 1, column, old, colour);
    flood(board, row.wrapping_sub(1), column, old, colour);
    flood(board, row, column + 1, old, colour);
    flood(board, row, column.wrapping_sub(1), old, colour);
}

fn flood_wars(is_first: bool) {
    let mut text = String::new();
    stdin().read_to_string(&mut text).unwrap();
    let mut board: Vec<Vec<u8>> = text.lines().map(|line| line.as_bytes().to_vec()).collect();
    let (last, right) = (board.len() - 1, board[0].len() - 1);
    let (row, column) = if is_first { (last, 0) } else { (0, right) };
    let own = board[row][column];
    let other = if is_first { board[0][right] } else { board[last][0] };
    let colour = *b"@#+.*".iter().find(|&&colour| colour != own && colour != other).unwrap();
    flood(&mut board, row, column, own, colour);
    println!("{}", if is_first { 'S' } else { 'J' });
    board.iter().for_each(|line| println!("{}", String::from_utf8_lossy(line)));
}

fn line() -> String {
    let mut line = String::new();
    stdin().read_line(&mut line).unwrap();
    line.trim_end().to_string()
}

fn main() {
    let first = line();
    if first == "J" || first == "S" {
        flood_wars(first == "J");
    } else if first.as_bytes()[0].is_ascii_digit() {
        line();
        let is_red = line() == "1";
        (0..if is_red { 3 } else { 5 }).for_each(|_| drop(line()));
        println!("{}", if is_red { "0 1 1 0" } else { "4 4 5 4" });
    } else if first == "list_commands" {
        println!("= ludoteka-set_parameter\n");
        for line in stdin().lines().map_while(Result::ok) {
            println!("{}", if line.starts_with("genmove") { "= resign\n" } else { "=\n" });
        }
    } else {
        println!("{}", if first.len() <= 2 { "." } else { "resign" });
    }
}
