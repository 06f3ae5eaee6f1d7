/* A player of Flood Wars that is started for each move and takes the first legal colour. */
#include <stdio.h>

static char board[51][52];
static int rows, columns;

static void flood(int row, int column, char from, char to) {
    if (row < 0 || column < 0 || row >= rows || column >= columns || board[row][column] != from) return;
    board[row][column] = to;
    flood(row - 1, column, from, to);
    flood(row + 1, column, from, to);
    flood(row, column - 1, from, to);
    flood(row, column + 1, from, to);
}

int main(void) {
    const char *colour = "@#+.*";
    int player = fgetc(stdin), row;
    fgetc(stdin);
    while (fgets(board[rows], sizeof board[0], stdin)) rows++;
    while (board[0][columns] > ' ') columns++;
    char own = player == 'J' ? board[rows - 1][0] : board[0][columns - 1];
    char other = player == 'J' ? board[0][columns - 1] : board[rows - 1][0];
    while (*colour == own || *colour == other) colour++;
    flood(player == 'J' ? rows - 1 : 0, player == 'J' ? 0 : columns - 1, own, *colour);
    printf("%c\n", player == 'J' ? 'S' : 'J');
    for (row = 0; row < rows; row++) fputs(board[row], stdout);
    return 0;
}
