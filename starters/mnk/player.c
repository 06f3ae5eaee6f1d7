/* A player for m,n,k-games by Ludoteka's line protocol.

   Compile:  gcc -O1 player.c -o player
   Run:      printf 'mnk 3 3 3 2 60000 0 1\na1\n' | ./player

   The first line gives the number of rows and columns, and how many stones in a line win; the side
   to play, 1 or 2; the time for the game and for a move; and the number of moves made already.
   These moves follow, one in each line. After that, the player writes a move for each line that it
   reads.

   `choose` and `value` select a legal move in a simple way. Replace them with your own. */

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

/* A board has at most 400 squares, perhaps all of them in one row or column. */
enum { LONGEST = 400, WIN = 100000000 };

typedef struct { int column, row; } Square;

/* Rows of stones, 1 or 2; 0 is a free square, or one around the board. */
static int board[LONGEST + 2][LONGEST + 2];
static int rows, columns, k, us;

/* The number of this side's stones in an unbroken line beside a square, in one direction. */
static int beside(Square at, int across, int down, int side)
{
    int count = 0;
    while (board[at.row + (count + 1) * down][at.column + (count + 1) * across] == side) count++;
    return count;
}

/* The value of a square for a side: the sum of the squared lengths of all lines through it, or WIN. */
static int value(Square at, int side)
{
    static const int ACROSS[4] = { 1, 0, 1, 1 }, DOWN[4] = { 0, 1, 1, -1 };
    int sum = 0;
    for (int i = 0; i < 4; i++) {
        int length = 1 + beside(at, ACROSS[i], DOWN[i], side) + beside(at, -ACROSS[i], -DOWN[i], side);
        if (length >= k) return WIN;
        sum += length * length;
    }
    return sum;
}

static int distance_from_middle(Square at)
{
    return abs(2 * at.column - columns - 1) + abs(2 * at.row - rows - 1);
}

/* Chooses a free square: one that wins; if there is none, one that stops the other side from
   winning; if there is none, the most valuable one for both sides together. Among equals, it takes
   the one nearest to the middle. False if the board is full. */
static bool choose(Square *best)
{
    int highest = -1, nearest = 0;
    for (int row = 1; row <= rows; row++)
        for (int column = 1; column <= columns; column++) {
            Square at = { column, row };
            if (board[row][column] != 0) continue;
            int sum = 2 * value(at, us) + value(at, 3 - us), distance = distance_from_middle(at);
            if (sum < highest || (sum == highest && distance >= nearest)) continue;
            highest = sum;
            nearest = distance;
            *best = at;
        }
    return highest >= 0;
}

/* Reads a square by its name: its column, from a to z, then aa, ab and so on, and its row. */
static bool read_square(Square *at)
{
    char letters[3];
    at->column = 0;
    if (scanf(" %2[a-z]%d", letters, &at->row) != 2) return false;
    for (int i = 0; letters[i]; i++) at->column = 26 * at->column + letters[i] - 'a' + 1;
    return true;
}

static void write_square(Square at)
{
    int column = at.column - 1;
    if (column >= 26) putchar('a' + column / 26 - 1);
    printf("%c%d\n", 'a' + column % 26, at.row);
    fflush(stdout);
}

int main(void)
{
    int made;
    Square at;
    if (scanf("mnk %d %d %d %d %*d %*d %d", &rows, &columns, &k, &us, &made) != 5) return 0;
    for (int i = 0; i < made; i++) {
        if (!read_square(&at)) return 0;
        board[at.row][at.column] = 1 + i % 2;
    }
    while (choose(&at)) {
        board[at.row][at.column] = us;
        write_square(at);
        if (!read_square(&at)) break;
        board[at.row][at.column] = 3 - us;
    }
    return 0;
}
