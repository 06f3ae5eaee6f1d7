/* A player for Gangsters by the tournament's interface: one process plays one side of one game.

   Compile:  gcc -O1 player.c -o player
   Run:      printf '60000\n5 5\n1\n3 3\n0\n0\n' | ./player

   `choose` and `value` select a legal move in a simple way. Replace them with your own. */

#include <limits.h>
#include <stdbool.h>
#include <stdio.h>

typedef struct { int column, row; } Square;

/* Directions are numbered clockwise from straight up. A move that parks the box has no car. */
typedef struct { int box; bool parks; Square from; int car; } Move;

typedef struct { Move move; int value; } Choice;

static const int ACROSS[8] = { 0, 1, 1, 1, 0, -1, -1, -1 };
static const int UP[8] = { 1, 1, 0, -1, -1, -1, 0, 1 };

/* '1' and '2' are cars of red and green, '$' the box, '#' pillars and the edge, '.' free squares. */
static char board[28][28];
static int columns, rows, us, limit;
static Square box;

static bool can_move(Square at, int direction)
{
    return board[at.row + UP[direction]][at.column + ACROSS[direction]] == '.';
}

/* The square where a piece stops if it slides from this square. */
static Square slide(Square at, int direction)
{
    while (can_move(at, direction)) at = (Square){ at.column + ACROSS[direction], at.row + UP[direction] };
    return at;
}

static void shift(Square from, Square to)
{
    char piece = board[from.row][from.column];
    board[from.row][from.column] = '.';
    board[to.row][to.column] = piece;
    if (piece == '$') box = to;
}

static int car_park(int player) { return player == 1 ? 1 : rows; }

/* Whether the box can slide into this player's car park. */
static bool can_park(int player)
{
    for (int direction = 0; direction < 8; direction++)
        if (can_move(box, direction) && slide(box, direction).row == car_park(player)) return true;
    return false;
}

/* How good the board is for us after our move. */
static int value(void)
{
    int them = 3 - us;
    if (box.row == car_park(us)) return 1000;
    if (box.row == car_park(them)) return -1000;
    if (can_park(them)) return -100;
    int distance = us == 1 ? box.row - 1 : rows - box.row;
    return can_park(us) ? 50 - distance : -distance;
}

static void consider(Choice *best, Move move)
{
    int now = value();
    if (now > best->value) *best = (Choice){ move, now };
}

/* Considers every move of our cars after the box has moved in this direction. */
static void consider_cars(Choice *best, int box_direction)
{
    for (int row = 1; row <= rows; row++)
        for (int column = 1; column <= columns; column++)
            for (int direction = 0; direction < 8; direction++) {
                Square from = { column, row };
                if (board[row][column] != '0' + us || !can_move(from, direction)) continue;
                Square to = slide(from, direction);
                shift(from, to);
                consider(best, (Move){ box_direction, false, from, direction });
                shift(to, from);
            }
}

/* The move with the highest value; if there are several, the first. Its value is INT_MIN if there is no move at all. */
static Choice choose(void)
{
    Choice best = { { 0, false, { 0, 0 }, 0 }, INT_MIN };
    for (int direction = 0; direction < 8; direction++) {
        if (!can_move(box, direction)) continue;
        Square start = box, rest = slide(box, direction);
        shift(start, rest);
        if (rest.row == 1 || rest.row == rows) consider(&best, (Move){ direction, true, { 0, 0 }, 0 });
        else consider_cars(&best, direction);
        shift(rest, start);
    }
    return best;
}

static void play(Move move)
{
    shift(box, slide(box, move.box));
    if (!move.parks) shift(move.from, slide(move.from, move.car));
}

static bool read_setup(void)
{
    int pillars, column, row;
    if (scanf("%*d%d%d%d%d%d%d%d", &columns, &rows, &us, &box.column, &box.row, &limit, &pillars) != 7) return false;
    for (row = 0; row <= rows + 1; row++)
        for (column = 0; column <= columns + 1; column++)
            if (row < 1 || row > rows || column < 1 || column > columns) board[row][column] = '#';
            else board[row][column] = row == 1 ? '1' : row == rows ? '2' : '.';
    board[box.row][box.column] = '$';
    for (; pillars > 0; pillars--) {
        if (scanf("%d%d", &column, &row) != 2) return false;
        board[row][column] = '#';
    }
    return true;
}

int main(void)
{
    if (!read_setup()) return 0;
    for (int made = 0;; made++) {
        if (made > 0 || us == 2) {
            Move theirs = { 0, false, { 0, 0 }, 0 };
            if (scanf("%*d%d%d%d%d", &theirs.box, &theirs.from.column, &theirs.from.row, &theirs.car) != 4) break;
            play(theirs);
        }
        Choice ours = choose();
        if (ours.value == INT_MIN || (limit > 0 && made == limit)) break;
        play(ours.move);
        printf("%d", ours.move.box);
        if (!ours.move.parks) printf(" %d %d %d", ours.move.from.column, ours.move.from.row, ours.move.car);
        printf("\n");
        fflush(stdout);
        if (ours.move.parks) break;
    }
    return 0;
}
