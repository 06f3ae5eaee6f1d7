/* Poziomka as a student would submit it: the plainest C program that follows the assignment.
   The tests compile it with the assignment's options and compare it with the Rust program. */
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
#ifndef WYBOR
#define WYBOR 1000
#endif

static bool taken[WIERSZE][KOLUMNY];

/* The number of blocks that fit at once into the rows, or into the columns. */
static int blocks_in_rows(void) {
    int blocks = 0;
    for (int row = 0; row < WIERSZE; row++) {
        int run = 0;
        for (int column = 0; column < KOLUMNY; column++) {
            run = taken[row][column] ? 0 : run + 1;
            if (run == POLA) {
                blocks++;
                run = 0;
            }
        }
    }
    return blocks;
}

static int blocks_in_columns(void) {
    int blocks = 0;
    for (int column = 0; column < KOLUMNY; column++) {
        int run = 0;
        for (int row = 0; row < WIERSZE; row++) {
            run = taken[row][column] ? 0 : run + 1;
            if (run == POLA) {
                blocks++;
                run = 0;
            }
        }
    }
    return blocks;
}

static bool fits(int row, int column) {
    if (column + POLA > KOLUMNY)
        return false;
    for (int i = 0; i < POLA; i++)
        if (taken[row][column + i])
            return false;
    return true;
}

static void put(int row, int column, bool value) {
    for (int i = 0; i < POLA; i++)
        taken[row][column + i] = value;
}

static int score_after(int row, int column) {
    put(row, column, true);
    int score = blocks_in_rows() - blocks_in_columns();
    put(row, column, false);
    return score;
}

/* Makes a move of Right; returns false if Right has none. */
static bool answer(void) {
    int best = 0, count = 0;
    for (int row = 0; row < WIERSZE; row++)
        for (int column = 0; column < KOLUMNY; column++)
            if (fits(row, column)) {
                int score = score_after(row, column);
                if (count == 0 || score > best) {
                    best = score;
                    count = 0;
                }
                if (score == best)
                    count++;
            }
    if (count == 0)
        return false;
    int skip = WYBOR % count;
    for (int row = 0; row < WIERSZE; row++)
        for (int column = 0; column < KOLUMNY; column++)
            if (fits(row, column) && score_after(row, column) == best && skip-- == 0) {
                put(row, column, true);
                printf("%c%c\n", 'a' + row, 'A' + column);
                return true;
            }
    return false;
}

int main(void) {
    int first;
    while ((first = getchar()) != EOF && first != '.') {
        if (first != '-') {
            int row = getchar() - 'a';
            for (int i = 0; i < POLA; i++)
                taken[row + i][first - 'A'] = true;
        }
        getchar();
        if (!answer()) {
            printf(".\n");
            return 0;
        }
    }
    return 0;
}
