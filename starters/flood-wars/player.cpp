// A player for Flood Wars, by the contest's rules: each process reads a board and makes one move.
//
// Compile:  g++ -O2 -std=c++20 player.cpp -o player
// Run:      printf 'J\n.#+@\n@.+*\n#@#.\n' | ./player
//
// `choose` selects a legal move in a simple way. Replace it with your own.

#include <iostream>
#include <string>
#include <vector>

// The rows of the board from top to bottom.
using Board = std::vector<std::string>;

struct Square {
    int row, column;
};

// Changes the colour of the piece that contains this square, and returns the size of the piece.
int flood(Board &board, Square at, char from, char to) {
    const int rows = static_cast<int>(board.size()), columns = static_cast<int>(board[0].size());
    if (at.row < 0 || at.row >= rows || at.column < 0 || at.column >= columns) return 0;
    if (board[at.row][at.column] != from) return 0;
    board[at.row][at.column] = to;
    return 1 + flood(board, {at.row - 1, at.column}, from, to)
             + flood(board, {at.row + 1, at.column}, from, to)
             + flood(board, {at.row, at.column - 1}, from, to)
             + flood(board, {at.row, at.column + 1}, from, to);
}

// The size of the territory in this corner after it takes a colour. `board` is a copy.
int size_after(Board board, Square corner, char colour) {
    flood(board, corner, board[corner.row][corner.column], colour);
    return flood(board, corner, colour, '!');
}

// The colour that makes our territory the largest; if there are several, the first.
char choose(const Board &board, Square corner, char ours, char theirs) {
    char best = 0;
    int largest = 0;
    for (const char colour : std::string("@#+.*")) {
        if (colour == ours || colour == theirs) continue;
        const int size = size_after(board, corner, colour);
        if (size <= largest) continue;
        largest = size;
        best = colour;
    }
    return best;
}

// Reads a line; Windows' line ends are accepted too.
bool read_line(std::string &line) {
    if (!std::getline(std::cin, line)) return false;
    if (!line.empty() && line.back() == '\r') line.pop_back();
    return true;
}

int main() {
    std::string us, line;
    Board board;
    if (!read_line(us)) return 0;
    while (read_line(line))
        if (!line.empty()) board.push_back(line);
    if (board.empty()) return 0;
    // Player J has the corner at the bottom left, and S the one at the top right.
    const Square j{static_cast<int>(board.size()) - 1, 0};
    const Square s{0, static_cast<int>(board[0].size()) - 1};
    const Square corner = us == "J" ? j : s, other = us == "J" ? s : j;
    const char ours = board[corner.row][corner.column], theirs = board[other.row][other.column];
    flood(board, corner, ours, choose(board, corner, ours, theirs));
    std::cout << (us == "J" ? 'S' : 'J') << '\n';
    for (const std::string &row : board) std::cout << row << '\n';
}
