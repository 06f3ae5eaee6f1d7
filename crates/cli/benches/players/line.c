/* A player of m,n,k-games by the line protocol that answers at once: the next square that is free. */
#include <stdio.h>

int main(void) {
    int rows, columns, k, side, game_ms, move_ms, moves, taken[400] = {0}, next = 0, row;
    char column;
    if (scanf("mnk %d %d %d %d %d %d %d", &rows, &columns, &k, &side, &game_ms, &move_ms, &moves) < 7) return 1;
    for (;;) {
        for (; moves > 0; moves--) {
            if (scanf(" %c%d", &column, &row) < 2) return 0;
            taken[(row - 1) * columns + column - 'a'] = 1;
        }
        while (taken[next]) next++;
        taken[next] = 1;
        printf("%c%d\n", 'a' + next % columns, next / columns + 1);
        fflush(stdout);
        moves = 1;
    }
}
