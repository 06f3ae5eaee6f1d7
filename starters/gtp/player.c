/* A player for m,n,k-games by GTP, the Go Text Protocol, version 2.

   Compile:  gcc -O1 player.c -o player
   Run:      printf 'boardsize 3\nplay b a1\n7 genmove w\n' | ./player

   Each line is a command, perhaps with a number before it. The answer is `=`, or `?` for an error,
   with the number and a text, and then an empty line.

   `choose` and `value` select a legal move in a simple way. Replace them with your own. */

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST = 400, WIN = 100000000 };

typedef struct { int column, row; } Square;

static const char *const COMMANDS[] = {
    "protocol_version", "name", "version", "known_command", "list_commands", "quit", "boardsize", "clear_board",
    "komi", "play", "genmove", "time_settings", "time_left", "ludoteka-set_parameter",
};
enum { COUNT = sizeof COMMANDS / sizeof COMMANDS[0] };

/* Stones, 1 (black) or 2 (white); 0 is a free square, or one around the board. */
static int board[LONGEST + 2][LONGEST + 2];
static int rows = 3, columns = 3, k = 3;

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

/* Chooses a free square: one that wins; if there is none, one that stops the other side from
   winning; if there is none, the most valuable one for both sides together. Among equals, it takes
   the first. False if the board is full. */
static bool choose(Square *best, int side)
{
    int highest = 0;
    for (int row = 1; row <= rows; row++)
        for (int column = 1; column <= columns; column++) {
            Square at = { column, row };
            if (board[row][column] != 0) continue;
            int sum = 2 * value(at, side) + value(at, 3 - side);
            if (sum <= highest) continue;
            highest = sum;
            *best = at;
        }
    return highest > 0;
}

/* The next word of the line, or an empty one. */
static const char *word(void)
{
    const char *next = strtok(NULL, " \t\r\n");
    return next ? next : "";
}

/* A free square by its name: its column, from a to z, then aa, ab and so on, and its row. */
static bool free_square(const char *name, Square *at)
{
    char letters[3];
    if (sscanf(name, "%2[a-z]%d", letters, &at->row) != 2) return false;
    at->column = letters[1] ? 26 * (letters[0] - 'a' + 1) + letters[1] - 'a' + 1 : letters[0] - 'a' + 1;
    bool inside = 1 <= at->row && at->row <= rows && at->column <= columns;
    return inside && board[at->row][at->column] == 0;
}

static int side_of(const char *colour)
{
    int letter = tolower((unsigned char)colour[0]);
    return letter == 'b' ? 1 : letter == 'w' ? 2 : 0;
}

static bool known(const char *command)
{
    for (int i = 0; i < COUNT; i++)
        if (strcmp(COMMANDS[i], command) == 0) return true;
    return false;
}

static void clear_board(void) { memset(board, 0, sizeof board); }

static bool is(const char *one, const char *other) { return strcmp(one, other) == 0; }

static void answer(char sign, const char *number, const char *text)
{
    printf("%c%s%s%s\n\n", sign, number, *text ? " " : "", text);
}

/* A number in the range of all parameters; 0 for any other text. */
static int parameter(const char *text)
{
    char *end;
    long number = strtol(text, &end, 10);
    return *end == '\0' && 1 <= number && number <= LONGEST ? (int)number : 0;
}

static void boardsize(const char *number)
{
    const char *first = word(), *second = word();
    int down = parameter(first), across = *second ? parameter(second) : down;
    if (down == 0 || across == 0) {
        answer('?', number, "unacceptable size");
        return;
    }
    rows = down;
    columns = across;
    clear_board();
    answer('=', number, "");
}

static void set_parameter(const char *number)
{
    const char *name = word();
    int *place = is(name, "n") ? &rows : is(name, "m") ? &columns : is(name, "k") ? &k : NULL;
    int now = parameter(word());
    if (!place || now == 0) {
        answer('?', number, "unacceptable parameter");
        return;
    }
    *place = now;
    clear_board();
    answer('=', number, "");
}

static void play(const char *number)
{
    Square at = { 0, 0 };
    int side = side_of(word());
    const char *name = word();
    if (side == 0) {
        answer('?', number, "syntax error");
    } else if (is(name, "resign")) {
        answer('=', number, "");
    } else if (!free_square(name, &at)) {
        answer('?', number, "illegal move");
    } else {
        board[at.row][at.column] = side;
        answer('=', number, "");
    }
}

static void genmove(const char *number)
{
    Square at = { 0, 0 };
    int side = side_of(word());
    char name[20], *letter = name;
    if (side == 0) {
        answer('?', number, "syntax error");
    } else if (!choose(&at, side)) {
        answer('?', number, "the board is full");
    } else {
        board[at.row][at.column] = side;
        if (at.column > 26) *letter++ = (char)('a' + (at.column - 1) / 26 - 1);
        snprintf(letter, sizeof name - 1, "%c%d", 'a' + (at.column - 1) % 26, at.row);
        answer('=', number, name);
    }
}

static void list_commands(const char *number)
{
    printf("=%s", number);
    for (int i = 0; i < COUNT; i++) printf("%s%s", i ? "\n" : " ", COMMANDS[i]);
    printf("\n\n");
}

static void obey(const char *number, const char *command)
{
    if (!known(command)) answer('?', number, "unknown command");
    else if (is(command, "protocol_version")) answer('=', number, "2");
    else if (is(command, "name")) answer('=', number, "Starter");
    else if (is(command, "version")) answer('=', number, "1");
    else if (is(command, "known_command")) answer('=', number, known(word()) ? "true" : "false");
    else if (is(command, "list_commands")) list_commands(number);
    else if (is(command, "boardsize")) boardsize(number);
    else if (is(command, "ludoteka-set_parameter")) set_parameter(number);
    else if (is(command, "play")) play(number);
    else if (is(command, "genmove")) genmove(number);
    else {
        if (is(command, "clear_board")) clear_board();
        answer('=', number, ""); /* the other commands change nothing */
    }
}

int main(void)
{
    char line[1000];
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "#")] = '\0';
        const char *number = "", *command = strtok(line, " \t\r\n");
        if (!command) continue;
        if (strspn(command, "0123456789") == strlen(command)) {
            number = command;
            command = word();
        }
        obey(number, command);
        fflush(stdout);
        if (is(command, "quit")) break;
    }
    return 0;
}

