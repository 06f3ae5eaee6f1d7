/* A player for Flood Wars, by the contest's rules: each process reads a board and makes one move.

   Compile:  gcc -O1 player.c -o player
   Run:      printf 'J\n.#+@\n@.+*\n#@#.\n' | ./player

   `choose` selects a legal move in a simple way. Replace it with your own. */

#include <stdio.h>
#include <string.h>

enum { LONGEST = 50 };

static const char COLOURS[] = "@#+.*";

/* Squares of no colour surround the board; the first line is its top. */
static char board[LONGEST + 2][LONGEST + 2];
static int rows, columns;

/* Changes the colour of the piece that contains this square, and returns the size of the piece. */
static int flood(int row, int column, char from, char to)
{
    if (board[row][column] != from) return 0;
    board[row][column] = to;
    return 1 + flood(row - 1, column, from, to) + flood(row + 1, column, from, to)
             + flood(row, column - 1, from, to) + flood(row, column + 1, from, to);
}

/* The size of the territory in this corner after it takes a colour. */
static int size_after(int row, int column, char colour)
{
    char saved[LONGEST + 2][LONGEST + 2];
    memcpy(saved, board, sizeof board);
    flood(row, column, board[row][column], colour);
    int size = flood(row, column, colour, '!');
    memcpy(board, saved, sizeof board);
    return size;
}

/* The colour that makes our territory the largest; if there are several, the first. */
static char choose(int row, int column, char ours, char theirs)
{
    char best = 0;
    int largest = 0;
    for (const char *colour = COLOURS; *colour; colour++) {
        if (*colour == ours || *colour == theirs) continue;
        int size = size_after(row, column, *colour);
        if (size <= largest) continue;
        largest = size;
        best = *colour;
    }
    return best;
}

/* The next character of the board, or a line end; Windows' line ends are accepted too. */
static int next(void)
{
    int c = fgetc(stdin);
    return c == '\r' ? fgetc(stdin) : c;
}

static void read_board(void)
{
    int column = 0;
    for (int c = next(); c != EOF; c = next())
        if (c == '\n') {
            column = 0;
        } else {
            if (column == 0) rows++;
            board[rows][++column] = (char)c;
            columns = column;
        }
}

static void write_board(char player)
{
    fputc(player, stdout);
    fputc('\n', stdout);
    for (int row = 1; row <= rows; row++) {
        for (int column = 1; column <= columns; column++) fputc(board[row][column], stdout);
        fputc('\n', stdout);
    }
}

int main(void)
{
    int us = next();
    if (next() != '\n') return 0;
    read_board();
    if (rows == 0) return 0;
    int our_row = us == 'J' ? rows : 1, our_column = us == 'J' ? 1 : columns;
    char ours = board[our_row][our_column];
    char theirs = us == 'J' ? board[1][columns] : board[rows][1];
    char colour = choose(our_row, our_column, ours, theirs);
    flood(our_row, our_column, ours, colour);
    write_board(us == 'J' ? 'S' : 'J');
    return 0;
}
