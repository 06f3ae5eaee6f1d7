// A player for m,n,k-games by GTP, the Go Text Protocol, version 2.
//
// Compile:  g++ -O2 -std=c++20 player.cpp -o player
// Run:      printf 'boardsize 3\nplay b a1\n7 genmove w\n' | ./player
//
// Each line is a command, perhaps with a number before it. The answer is `=`, or `?` for an error,
// with the number and a text, and then an empty line.
//
// `choose` and `value` select a legal move in a simple way. Replace them with your own.

#include <functional>
#include <iostream>
#include <map>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

constexpr int longest = 400, win = 100000000;

struct Square {
    int column, row;
};

// A refused command; its text gives the reason.
struct Refused : std::runtime_error {
    using std::runtime_error::runtime_error;
};

class Board {
public:
    int rows = 3, columns = 3, k = 3;

    Board() { clear(); }

    // Free squares surround the board, and free squares are 0.
    void clear() { stones.assign(rows + 2, std::vector<int>(columns + 2)); }

    bool is_free(Square at) const {
        return 1 <= at.row && at.row <= rows && 1 <= at.column && at.column <= columns
            && stones[at.row][at.column] == 0;
    }

    void put(Square at, int side) { stones[at.row][at.column] = side; }

    // Chooses a free square: one that wins; if there is none, one that stops the other side from
    // winning; if there is none, the most valuable one for both sides together. Among equals, it
    // takes the first. Nothing if the board is full.
    std::optional<Square> choose(int side) const {
        std::optional<Square> best;
        int highest = 0;
        for (int row = 1; row <= rows; row++)
            for (int column = 1; column <= columns; column++) {
                const Square at{column, row};
                if (!is_free(at)) continue;
                const int sum = 2 * value(at, side) + value(at, 3 - side);
                if (sum <= highest) continue;
                highest = sum;
                best = at;
            }
        return best;
    }

private:
    // Stones, 1 (black) or 2 (white).
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
};

// A square by its name: its column, from a to z, then aa, ab and so on, and its row.
std::optional<Square> square(const std::string &name) {
    Square at{0, 0};
    std::size_t i = 0;
    for (; i < name.size() && 'a' <= name[i] && name[i] <= 'z' && i < 2; i++)
        at.column = 26 * at.column + name[i] - 'a' + 1;
    std::istringstream rest(name.substr(i));
    if (i == 0 || !(rest >> at.row) || !rest.eof()) return std::nullopt;
    return at;
}

std::string name(Square at) {
    const int column = at.column - 1;
    std::string letters(1, static_cast<char>('a' + column % 26));
    if (column >= 26) letters.insert(letters.begin(), static_cast<char>('a' + column / 26 - 1));
    return letters + std::to_string(at.row);
}

class Player {
public:
    bool is_over = false;

    Player() {
        const auto nothing = [](Words &) { return ""; };
        commands = {
            {"protocol_version", [](Words &) { return "2"; }},
            {"name", [](Words &) { return "Starter"; }},
            {"version", [](Words &) { return "1"; }},
            {"known_command",
             [this](Words &words) { return commands.count(word(words)) > 0 ? "true" : "false"; }},
            {"list_commands", [this](Words &) { return list(); }},
            {"quit", [this](Words &) { return is_over = true, ""; }},
            {"boardsize", [this](Words &words) { return set_size(words), ""; }},
            {"clear_board", [this](Words &) { return board.clear(), ""; }},
            {"komi", nothing},
            {"play", [this](Words &words) { return play(words), ""; }},
            {"genmove", [this](Words &words) { return move(words); }},
            {"time_settings", nothing},
            {"time_left", nothing},
            {"ludoteka-set_parameter", [this](Words &words) { return set_parameter(words), ""; }},
        };
    }

    // Obeys the command in a line, and writes the answer.
    void obey(const std::string &line) {
        Words words(line.substr(0, line.find('#')));
        std::string number, command = word(words);
        if (command.empty()) return;
        if (command.find_first_not_of("0123456789") == std::string::npos) {
            number = command;
            command = word(words);
        }
        char sign = '=';
        std::string text;
        try {
            const auto known = commands.find(command);
            if (known == commands.end()) throw Refused("unknown command");
            text = known->second(words);
        } catch (const Refused &why) {
            sign = '?';
            text = why.what();
        }
        std::cout << sign << number << (text.empty() ? "" : " ") << text << "\n\n" << std::flush;
    }

private:
    using Words = std::istringstream;

    Board board;
    std::map<std::string, std::function<std::string(Words &)>> commands;

    // The next word of the line, or an empty one.
    static std::string word(Words &words) {
        std::string word;
        words >> word;
        return word;
    }

    // A number in the range of all parameters.
    static int parameter(Words &words, const std::string &refusal) {
        int number = 0;
        if (!(words >> number) || number < 1 || number > longest) throw Refused(refusal);
        return number;
    }

    static int side(Words &words) {
        const std::string colour = word(words);
        if (!colour.empty() && (colour[0] == 'b' || colour[0] == 'B')) return 1;
        if (!colour.empty() && (colour[0] == 'w' || colour[0] == 'W')) return 2;
        throw Refused("syntax error");
    }

    std::string list() const {
        std::string names;
        for (const auto &command : commands) names += (names.empty() ? "" : "\n") + command.first;
        return names;
    }

    void set_size(Words &words) {
        const int rows = parameter(words, "unacceptable size");
        words >> std::ws;
        board.columns = words.eof() ? rows : parameter(words, "unacceptable size");
        board.rows = rows;
        board.clear();
    }

    void set_parameter(Words &words) {
        const std::string name = word(words);
        int *place = name == "n" ? &board.rows : name == "m" ? &board.columns : &board.k;
        if (name != "n" && name != "m" && name != "k") throw Refused("unacceptable parameter");
        *place = parameter(words, "unacceptable parameter");
        board.clear();
    }

    void play(Words &words) {
        const int side = Player::side(words);
        const std::string name = word(words);
        if (name == "resign") return;
        const auto at = square(name);
        if (!at || !board.is_free(*at)) throw Refused("illegal move");
        board.put(*at, side);
    }

    std::string move(Words &words) {
        const int side = Player::side(words);
        const auto at = board.choose(side);
        if (!at) throw Refused("the board is full");
        board.put(*at, side);
        return name(*at);
    }
};

int main() {
    Player player;
    for (std::string line; !player.is_over && std::getline(std::cin, line);) player.obey(line);
}
