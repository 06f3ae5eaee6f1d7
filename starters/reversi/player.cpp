// A player for Reversi by Ludoteka's line protocol.
//
// Compile:  g++ -O2 -std=c++20 player.cpp -o player
// Run:      printf 'reversi forced 2 60000 0 1\nf5\n' | ./player
//
// The first line ends with the side to play, 1 (black) or 2 (white), the time for the game and for
// a move, and the number of moves made already. These moves follow, one in each line. After that,
// the player writes a move for each line that it reads.
//
// `choose` and `value` select a legal move in a simple way. Replace them with your own.

#include <array>
#include <climits>
#include <iostream>
#include <optional>
#include <string>

constexpr int size = 8;

struct Square {
    int column, row;
};

// A player who can turn nothing passes: the move is then empty.
using Move = std::optional<Square>;

class Board {
public:
    Board() {
        discs[4][4] = discs[5][5] = 2;
        discs[4][5] = discs[5][4] = 1;
    }

    void play(Move move, int side) {
        if (!move) return;
        for (int down = -1; down <= 1; down++)
            for (int across = -1; across <= 1; across++) {
                const int count = turned(*move, across, down, side);
                for (int i = 1; i <= count; i++)
                    discs[move->row + i * down][move->column + i * across] = side;
            }
        discs[move->row][move->column] = side;
    }

    // The move with the highest value; if there are several, the first; a pass if there is none.
    Move choose(int side) const {
        Move best;
        int highest = INT_MIN;
        for (int row = 1; row <= size; row++)
            for (int column = 1; column <= size; column++) {
                const Square at{column, row};
                if (!is_legal(at, side)) continue;
                const int now = value(at, side);
                if (now <= highest) continue;
                highest = now;
                best = at;
            }
        return best;
    }

private:
    // 1 and 2 are discs; 0 is a free square, or one around the board.
    std::array<std::array<int, size + 2>, size + 2> discs{};

    // How many of the other side's discs a disc here turns in one direction.
    int turned(Square at, int across, int down, int side) const {
        int row = at.row + down, column = at.column + across, count = 0;
        for (; discs[row][column] == 3 - side; row += down, column += across) count++;
        return discs[row][column] == side ? count : 0;
    }

    bool is_legal(Square at, int side) const {
        if (discs[at.row][at.column] != 0) return false;
        for (int down = -1; down <= 1; down++)
            for (int across = -1; across <= 1; across++)
                if (turned(at, across, down, side) > 0) return true;
        return false;
    }

    int count_moves(int side) const {
        int count = 0;
        for (int row = 1; row <= size; row++)
            for (int column = 1; column <= size; column++) count += is_legal({column, row}, side);
        return count;
    }

    // The value of a move: a corner is best; of other moves, one with fewer answers is better.
    int value(Square at, int side) const {
        Board after = *this;
        after.play(at, side);
        const bool is_corner =
            (at.row == 1 || at.row == size) && (at.column == 1 || at.column == size);
        return (is_corner ? 100 : 0) - after.count_moves(3 - side);
    }
};

bool read_move(Move &move) {
    std::string name;
    if (!(std::cin >> name)) return false;
    move.reset();
    if (name != "-" && name.size() == 2) move = Square{name[0] - 'a' + 1, name[1] - '0'};
    return true;
}

void write_move(Move move) {
    if (move) std::cout << static_cast<char>('a' + move->column - 1) << move->row;
    else std::cout << '-';
    std::cout << std::endl; // flushes, too
}

int main() {
    std::string game, passing, game_time, move_time;
    int us, made;
    std::cin >> game >> passing >> us >> game_time >> move_time >> made;
    if (!std::cin || game != "reversi") return 0;
    Board board;
    Move move;
    for (int i = 0; i < made; i++) {
        if (!read_move(move)) return 0;
        board.play(move, 1 + i % 2);
    }
    do {
        move = board.choose(us);
        board.play(move, us);
        write_move(move);
        if (!read_move(move)) break;
        board.play(move, 3 - us);
    } while (true);
}
