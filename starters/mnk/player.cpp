// A player for m,n,k-games by Ludoteka's line protocol.
//
// Compile:  g++ -O2 -std=c++20 player.cpp -o player
// Run:      printf 'mnk 3 3 3 2 60000 0 1\na1\n' | ./player
//
// The first line gives the number of rows and columns, and how many stones in a line win; the side
// to play, 1 or 2; the time for the game and for a move; and the number of moves made already.
// These moves follow, one in each line. After that, the player writes a move for each line that it
// reads.
//
// `choose` and `value` select a legal move in a simple way. Replace them with your own.

#include <cstdlib>
#include <iostream>
#include <optional>
#include <string>
#include <vector>

constexpr int win = 100000000;

struct Square {
    int column, row;
};

class Board {
public:
    // Free squares surround the board, and free squares are 0.
    Board(int height, int width, int length)
        : rows(height), columns(width), k(length),
          stones(rows + 2, std::vector<int>(columns + 2)) {}

    void put(Square at, int side) { stones[at.row][at.column] = side; }

    // Chooses a free square: one that wins; if there is none, one that stops the other side from
    // winning; if there is none, the most valuable one for both sides together. Among equals, it
    // takes the one nearest to the middle. Nothing if the board is full.
    std::optional<Square> choose(int us) const {
        std::optional<Square> best;
        int highest = 0, nearest = 0;
        for (int row = 1; row <= rows; row++)
            for (int column = 1; column <= columns; column++) {
                const Square at{column, row};
                if (stones[row][column] != 0) continue;
                const int sum = 2 * value(at, us) + value(at, 3 - us);
                const int distance = distance_from_middle(at);
                const bool is_worse =
                    best && (sum < highest || (sum == highest && distance >= nearest));
                if (is_worse) continue;
                highest = sum;
                nearest = distance;
                best = at;
            }
        return best;
    }

private:
    int rows, columns, k;
    std::vector<std::vector<int>> stones;

    // The number of this side's stones in an unbroken line beside a square, in one direction.
    int beside(Square at, int across, int down, int side) const {
        int count = 0;
        while (stones[at.row + (count + 1) * down][at.column + (count + 1) * across] == side)
            count++;
        return count;
    }

    // The value of a square for a side: the sum of the squared lengths of all lines through it, or
    // `win`.
    int value(Square at, int side) const {
        int sum = 0;
        for (const auto &[across, down] : {Square{1, 0}, {0, 1}, {1, 1}, {1, -1}}) {
            const int length =
                1 + beside(at, across, down, side) + beside(at, -across, -down, side);
            if (length >= k) return win;
            sum += length * length;
        }
        return sum;
    }

    int distance_from_middle(Square at) const {
        return std::abs(2 * at.column - columns - 1) + std::abs(2 * at.row - rows - 1);
    }
};

// Reads a square by its name: its column, from a to z, then aa, ab and so on, and its row.
bool read_square(Square &at) {
    std::string name;
    if (!(std::cin >> name)) return false;
    const std::size_t letters = name.find_first_not_of("abcdefghijklmnopqrstuvwxyz");
    if (letters == 0 || letters == std::string::npos) return false;
    at.column = 0;
    for (std::size_t i = 0; i < letters; i++) at.column = 26 * at.column + name[i] - 'a' + 1;
    at.row = std::atoi(name.c_str() + letters);
    return true;
}

void write_square(Square at) {
    const int column = at.column - 1;
    if (column >= 26) std::cout << static_cast<char>('a' + column / 26 - 1);
    std::cout << static_cast<char>('a' + column % 26) << at.row << std::endl; // flushes, too
}

int main() {
    std::string game, game_time, move_time;
    int rows, columns, k, us, made;
    std::cin >> game >> rows >> columns >> k >> us >> game_time >> move_time >> made;
    if (!std::cin || game != "mnk") return 0;
    Board board(rows, columns, k);
    Square theirs;
    for (int i = 0; i < made; i++) {
        if (!read_square(theirs)) return 0;
        board.put(theirs, 1 + i % 2);
    }
    while (const auto ours = board.choose(us)) {
        board.put(*ours, us);
        write_square(*ours);
        if (!read_square(theirs)) break;
        board.put(theirs, 3 - us);
    }
}
