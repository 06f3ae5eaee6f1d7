/* A player for Reversi by Ludoteka's line protocol.

   Compile:  gcc -O1 player.c -o player
   Run:      printf 'reversi forced 2 60000 0 1\nf5\n' | ./player

   The first line ends with the side to play, 1 (black) or 2 (white), the time for the game and for
   a move, and the number of moves made already. These moves follow, one in each line. After that,
   the player writes a move for each line that it reads.

   `choose` and `value` select a legal move in a simple way. Replace them with your own. */

#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum { SIZE = 8, PASS = 0 };

/* A move; its row is PASS if there is none. */
typedef struct { int column, row; } Move;

/* 1 and 2 are discs; 0 is a free square, or one around the board. */
static int board[SIZE + 2][SIZE + 2];

/* How many of the other side's discs this move turns in one direction. Turns them if `wanted`. */
static int turned_towards(Move move, int across, int down, int side, bool wanted)
{
    int row = move.row + down, column = move.column + across, count = 0;
    for (; board[row][column] == 3 - side; row += down, column += across) count++;
    if (board[row][column] != side) return 0;
    for (int i = 1; wanted && i <= count; i++) board[move.row + i * down][move.column + i * across] = side;
    return count;
}

static int turned(Move move, int side, bool wanted)
{
    int sum = 0;
    for (int down = -1; down <= 1; down++)
        for (int across = -1; across <= 1; across++) sum += turned_towards(move, across, down, side, wanted);
    return sum;
}

static bool legal(Move move, int side) { return board[move.row][move.column] == 0 && turned(move, side, false) > 0; }

static void play(Move move, int side)
{
    if (move.row == PASS) return;
    turned(move, side, true);
    board[move.row][move.column] = side;
}

static int count_moves(int side)
{
    int count = 0;
    for (int row = 1; row <= SIZE; row++)
        for (int column = 1; column <= SIZE; column++) count += legal((Move){ column, row }, side);
    return count;
}

/* The value of a move: a corner is best; of other moves, one with fewer answers is better. */
static int value(Move move, int side)
{
    int saved[SIZE + 2][SIZE + 2];
    memcpy(saved, board, sizeof board);
    play(move, side);
    int answers = count_moves(3 - side);
    memcpy(board, saved, sizeof board);
    bool corner = (move.row == 1 || move.row == SIZE) && (move.column == 1 || move.column == SIZE);
    return (corner ? 100 : 0) - answers;
}

/* The move with the highest value; if there are several, the first; a pass if there is no other. */
static Move choose(int side)
{
    Move best = { 0, PASS };
    int highest = INT_MIN;
    for (int row = 1; row <= SIZE; row++)
        for (int column = 1; column <= SIZE; column++) {
            Move move = { column, row };
            if (!legal(move, side) || value(move, side) <= highest) continue;
            highest = value(move, side);
            best = move;
        }
    return best;
}

static bool read_move(Move *move)
{
    char column;
    *move = (Move){ 0, PASS };
    if (scanf(" %c", &column) != 1) return false;
    if (column == '-') return true;
    move->column = column - 'a' + 1;
    return scanf("%d", &move->row) == 1;
}

int main(void)
{
    int us, made;
    Move move;
    if (scanf("reversi forced %d %*d %*d %d", &us, &made) != 2) return 0;
    board[4][4] = board[5][5] = 2;
    board[4][5] = board[5][4] = 1;
    for (int i = 0; i < made; i++) {
        if (!read_move(&move)) return 0;
        play(move, 1 + i % 2);
    }
    do {
        move = choose(us);
        play(move, us);
        if (move.row == PASS) printf("-\n");
        else printf("%c%d\n", 'a' + move.column - 1, move.row);
        fflush(stdout);
        if (!read_move(&move)) break;
        play(move, 3 - us);
    } while (true);
    return 0;
}
