// A player for Poziomka. It plays Right: it reads Left's moves, one in each line, and answers each
// with a line.
//
// Compile:  g++ -O2 -std=c++20 -DPOLA=4 -DWIERSZE=10 -DKOLUMNY=7 player.cpp -o player
// Run:      printf -- '-\nBe\n' | ./player
//
// `choose` selects a legal move in a simple way. Replace it with your own.

#include <array>
#include <iostream>
#include <optional>

#ifndef POLA
#define POLA 5
#endif
#ifndef WIERSZE
#define WIERSZE 26
#endif
#ifndef KOLUMNY
#define KOLUMNY 26
#endif

enum class Player { left, right };

// The first square of a block. Left's blocks go down from there, Right's to the right.
struct Block {
    int row, column;
};

class Board {
public:
    bool fits(Block block, Player player) const {
        const auto [down, right] = step(player);
        if (block.row < 0 || block.row + (POLA - 1) * down >= WIERSZE) return false;
        if (block.column < 0 || block.column + (POLA - 1) * right >= KOLUMNY) return false;
        for (int i = 0; i < POLA; i++)
            if (taken[block.row + i * down][block.column + i * right]) return false;
        return true;
    }

    void put(Block block, Player player) {
        const auto [down, right] = step(player);
        for (int i = 0; i < POLA; i++) taken[block.row + i * down][block.column + i * right] = true;
    }

    // The move with the highest gain; if there are several, the first; nothing if there is no move.
    std::optional<Block> choose() const {
        std::optional<Block> best;
        int highest = 0;
        for (int row = 0; row < WIERSZE; row++)
            for (int column = 0; column < KOLUMNY; column++) {
                const Block block{row, column};
                if (!fits(block, Player::right)) continue;
                const int value = gain(block);
                if (best && value <= highest) continue;
                best = block;
                highest = value;
            }
        return best;
    }

private:
    std::array<std::array<bool, KOLUMNY>, WIERSZE> taken{};

    struct Step {
        int down, right;
    };

    static Step step(Player player) {
        return player == Player::left ? Step{1, 0} : Step{0, 1};
    }

    // How many moves Right's block here takes from Left, minus how many it takes from Right.
    int gain(Block block) const {
        int sum = 0;
        for (int column = block.column; column < block.column + POLA; column++)
            for (int row = block.row - POLA + 1; row <= block.row; row++)
                sum += fits({row, column}, Player::left);
        for (int column = block.column - POLA + 1; column < block.column + POLA; column++)
            sum -= fits({block.row, column}, Player::right);
        return sum;
    }
};

int main() {
    Board board;
    char row, column;
    while (std::cin >> column && column != '.') {
        if (column != '-') {
            if (!(std::cin >> row)) break;
            const Block theirs{row - 'a', column - 'A'};
            if (!board.fits(theirs, Player::left)) return 1; // not a legal move
            board.put(theirs, Player::left);
        }
        const auto ours = board.choose();
        if (!ours) {
            std::cout << '.' << std::endl;
            break;
        }
        board.put(*ours, Player::right);
        std::cout << static_cast<char>('a' + ours->row) << static_cast<char>('A' + ours->column)
                  << std::endl; // `endl` also flushes
    }
}
