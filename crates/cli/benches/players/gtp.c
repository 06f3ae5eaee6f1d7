/* A player of m,n,k-games by GTP that answers at once: the next square that is free. */
#include <stdio.h>
#include <string.h>

static char taken[400];
static int columns = 3, next;

static void answer(char *line) {
    char column, name[40];
    int row, value;
    if (sscanf(line, "play %*c %c%d", &column, &row) == 2) {
        taken[(row - 1) * columns + column - 'a'] = 1;
        fputs("=\n\n", stdout);
    } else if (!strncmp(line, "genmove", 7)) {
        while (taken[next]) next++;
        taken[next] = 1;
        printf("= %c%d\n\n", 'a' + next % columns, next / columns + 1);
    } else if (!strncmp(line, "list_commands", 13)) {
        fputs("= ludoteka-set_parameter\n\n", stdout);
    } else {
        if (sscanf(line, "ludoteka-set_parameter %39s %d", name, &value) == 2 && !strcmp(name, "m")) columns = value;
        memset(taken, 0, sizeof taken);
        next = 0;
        fputs("=\n\n", stdout);
    }
}

int main(void) {
    char line[200];
    while (fgets(line, sizeof line, stdin)) {
        answer(line);
        fflush(stdout);
    }
    return 0;
}
