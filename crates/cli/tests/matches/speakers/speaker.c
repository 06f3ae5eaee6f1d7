/* The same as speaker.py. */
#include <stdio.h>
#include <string.h>

static char board[100][100], line[200];
static int rows, columns;

static void flood(int row, int column, char old, char colour)
{
    if (row < 0 || column < 0 || row >= rows || column >= columns || board[row][column] != old) return;
    board[row][column] = colour;
    flood(row + 1, column, old, colour);
    flood(row - 1, column, old, colour);
    flood(row, column + 1, old, colour);
    flood(row, column - 1, old, colour);
}

static void flood_wars(int is_first)
{
    int row, column, i;
    char own, other, colour = 0;
    const char *colours = "@#+.*";
    while (scanf("%99s", board[rows]) == 1) rows++;
    columns = (int) strlen(board[0]);
    row = is_first ? rows - 1 : 0;
    column = is_first ? 0 : columns - 1;
    own = board[row][column];
    other = is_first ? board[0][columns - 1] : board[rows - 1][0];
    for (; *colours; colours++) if (*colours != own && *colours != other) colour = *colours;
    flood(row, column, own, colour);
    puts(is_first ? "S" : "J");
    for (i = 0; i < rows; i++) puts(board[i]);
}

static char *next(void)
{
    return fgets(line, sizeof line, stdin);
}

static void say(const char *text)
{
    puts(text);
    fflush(stdout);
}

int main(void)
{
    if (!next()) return 1;
    if (line[0] == 'J' || line[0] == 'S') {
        flood_wars(line[0] == 'J');
    } else if (line[0] >= '0' && line[0] <= '9') {
        int is_red, left;
        next();
        next();
        is_red = line[0] == '1';
        for (left = is_red ? 3 : 5; left > 0; left--) next();
        say(is_red ? "0 1 1 0" : "4 4 5 4");
    } else if (!strncmp(line, "list_commands", 13)) {
        say("= ludoteka-set_parameter\n");
        while (next()) say(strncmp(line, "genmove", 7) ? "=\n" : "= resign\n");
    } else {
        say(strlen(line) <= 3 ? "." : "resign");
    }
    return 0;
}
