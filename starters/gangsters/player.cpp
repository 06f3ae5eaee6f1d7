// A player for Gangsters by the tournament's interface: one process plays one side of one game.
//
// Compile:  g++ -O2 -std=c++20 player.cpp -o player
// Run:      printf '60000\n5 5\n1\n3 3\n0\n0\n' | ./player
//
// `choose` and `value` select a legal move in a simple way. Replace them with your own.

#include <array>
#include <iostream>
#include <optional>
#include <utility>

// Directions are numbered clockwise from straight up.
constexpr std::array<int, 8> across{0, 1, 1, 1, 0, -1, -1, -1};
constexpr std::array<int, 8> up{1, 1, 0, -1, -1, -1, 0, 1};

struct Square {
    int column, row;
};

struct CarMove {
    Square from;
    int direction;
};

// A move that parks the box has no car.
struct Move {
    int box;
    std::optional<CarMove> car;
};

class Game {
public:
    Game(int width, int height, int side, Square start)
        : columns(width), rows(height), us(side), box(start) {
        for (auto &row : board) row.fill('#');
        for (int row = 1; row <= rows; row++)
            for (int column = 1; column <= columns; column++)
                board[row][column] = row == 1 ? '1' : row == rows ? '2' : '.';
        board[box.row][box.column] = '$';
    }

    void put_pillar(Square at) { board[at.row][at.column] = '#'; }

    void play(const Move &move) {
        shift(box, slide(box, move.box));
        if (move.car) shift(move.car->from, slide(move.car->from, move.car->direction));
    }

    // The move with the highest value; if there are several, the first; nothing if there is none.
    std::optional<Move> choose() {
        Choice best;
        for (int direction = 0; direction < 8; direction++) {
            if (!can_move(box, direction)) continue;
            const Square start = box, rest = slide(box, direction);
            shift(start, rest);
            if (rest.row == 1 || rest.row == rows) consider(best, {direction, std::nullopt});
            else consider_cars(best, direction);
            shift(rest, start);
        }
        return best.move;
    }

private:
    struct Choice {
        std::optional<Move> move;
        int value = 0;
    };

    int columns, rows, us;
    Square box;
    // '1' and '2' are cars of red and green, '$' is the box, '#' is a pillar or the edge, and '.' is
    // a free square.
    std::array<std::array<char, 28>, 28> board{};

    bool can_move(Square at, int direction) const {
        return board[at.row + up[direction]][at.column + across[direction]] == '.';
    }

    // The square where a piece stops if it slides from this square.
    Square slide(Square at, int direction) const {
        while (can_move(at, direction))
            at = {at.column + across[direction], at.row + up[direction]};
        return at;
    }

    void shift(Square from, Square to) {
        const char piece = std::exchange(board[from.row][from.column], '.');
        board[to.row][to.column] = piece;
        if (piece == '$') box = to;
    }

    int car_park(int player) const { return player == 1 ? 1 : rows; }

    // Whether the box can slide into this player's car park.
    bool can_park(int player) const {
        for (int direction = 0; direction < 8; direction++)
            if (can_move(box, direction) && slide(box, direction).row == car_park(player))
                return true;
        return false;
    }

    // How good the board is for us after our move.
    int value() const {
        const int them = 3 - us;
        if (box.row == car_park(us)) return 1000;
        if (box.row == car_park(them)) return -1000;
        if (can_park(them)) return -100;
        const int distance = us == 1 ? box.row - 1 : rows - box.row;
        return can_park(us) ? 50 - distance : -distance;
    }

    void consider(Choice &best, const Move &move) const {
        const int now = value();
        if (!best.move || now > best.value) best = {move, now};
    }

    // Considers every move of our cars after the box has moved in this direction.
    void consider_cars(Choice &best, int box_direction) {
        for (int row = 1; row <= rows; row++)
            for (int column = 1; column <= columns; column++)
                for (int direction = 0; direction < 8; direction++) {
                    const Square from{column, row};
                    if (board[row][column] != '0' + us || !can_move(from, direction)) continue;
                    const Square to = slide(from, direction);
                    shift(from, to);
                    consider(best, {box_direction, CarMove{from, direction}});
                    shift(to, from);
                }
    }
};

void write_move(const Move &move) {
    std::cout << move.box;
    if (const auto &car = move.car)
        std::cout << ' ' << car->from.column << ' ' << car->from.row << ' ' << car->direction;
    std::cout << std::endl; // flushes, too
}

int main() {
    int time, columns, rows, us, limit, pillars;
    Square box, at;
    std::cin >> time >> columns >> rows >> us >> box.column >> box.row >> limit >> pillars;
    if (!std::cin) return 0;
    Game game(columns, rows, us, box);
    for (; pillars > 0 && std::cin >> at.column >> at.row; pillars--) game.put_pillar(at);
    for (int made = 0;; made++) {
        if (made > 0 || us == 2) {
            Move theirs{0, CarMove{}};
            std::cin >> time >> theirs.box;
            std::cin >> theirs.car->from.column >> theirs.car->from.row >> theirs.car->direction;
            if (!std::cin) break;
            game.play(theirs);
        }
        const auto ours = game.choose();
        if (!ours || (limit > 0 && made == limit)) break;
        game.play(*ours);
        write_move(*ours);
        if (!ours->car) break;
    }
}
