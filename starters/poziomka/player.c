/* A player for Poziomka. It plays Right: it reads Left's moves, one in each line, and answers each with a line.

   Compile:  gcc -O1 -DPOLA=4 -DWIERSZE=10 -DKOLUMNY=7 player.c -o player
   Run:      printf -- '-\nBe\n' | ./player

   `choose` selects a legal move in a simple way. Replace it with your own. */

#include <stdbool.h>
#include <stdio.h>

#ifndef POLA
#define POLA 5
#endif
#ifndef WIERSZE
#define WIERSZE 26
#endif
#ifndef KOLUMNY
#define KOLUMNY 26
#endif

typedef enum { LEFT, RIGHT } Player;

/* The first square of a block. Left's blocks go down from there, Right's to the right. */
typedef struct { int row, column; } Block;

static bool taken[WIERSZE][KOLUMNY];

static bool fits(Block block, Player player)
{
    int down = player == LEFT, right = player == RIGHT;
    if (block.row < 0 || block.row + (POLA - 1) * down >= WIERSZE) return false;
    if (block.column < 0 || block.column + (POLA - 1) * right >= KOLUMNY) return false;
    for (int i = 0; i < POLA; i++)
        if (taken[block.row + i * down][block.column + i * right]) return false;
    return true;
}

static void put(Block block, Player player)
{
    for (int i = 0; i < POLA; i++)
        if (player == LEFT) taken[block.row + i][block.column] = true;
        else taken[block.row][block.column + i] = true;
}

/* How many moves Right's block here takes from Left, minus how many it takes from Right. */
static int gain(Block block)
{
    int sum = 0;
    for (int column = block.column; column < block.column + POLA; column++)
        for (int row = block.row - POLA + 1; row <= block.row; row++)
            sum += fits((Block){ row, column }, LEFT);
    for (int column = block.column - POLA + 1; column < block.column + POLA; column++)
        sum -= fits((Block){ block.row, column }, RIGHT);
    return sum;
}

/* The move with the highest gain; if there are several, the first; false if there is no move. */
static bool choose(Block *best)
{
    bool found = false;
    int highest = 0;
    for (int row = 0; row < WIERSZE; row++)
        for (int column = 0; column < KOLUMNY; column++) {
            Block block = { row, column };
            if (!fits(block, RIGHT)) continue;
            int value = gain(block);
            if (found && value <= highest) continue;
            found = true;
            highest = value;
            *best = block;
        }
    return found;
}

int main(void)
{
    char row, column;
    while (scanf(" %c", &column) == 1 && column != '.') {
        if (column != '-') {
            if (scanf("%c", &row) != 1) break;
            Block theirs = { row - 'a', column - 'A' };
            if (!fits(theirs, LEFT)) return 1; /* not a legal move */
            put(theirs, LEFT);
        }
        Block ours = { 0, 0 };
        if (!choose(&ours)) {
            printf(".\n");
            break;
        }
        put(ours, RIGHT);
        printf("%c%c\n", 'a' + ours.row, 'A' + ours.column);
        fflush(stdout);
    }
    return 0;
}
