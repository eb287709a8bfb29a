/* The loop of slide_manhattan.py in C: the machine's limit. Reads "cells", the start, 4 neighbours a cell and
   the distances; prints the length, the moves tried and the seconds. */
#include <stdio.h>
#include <time.h>

static long here[64], near[64][4], distance[64][64], hole[200], branch[200];

int main(void) {
    long cells, total = 0, empty = 0, nodes = 0, limit, depth;
    if (scanf("%ld", &cells) != 1) return 1;
    for (long c = 0; c < cells; c++) if (scanf("%ld", &here[c]) != 1) return 1;
    for (long c = 0; c < cells; c++) for (int k = 0; k < 4; k++) if (scanf("%ld", &near[c][k]) != 1) return 1;
    for (long a = 0; a < cells; a++) for (long b = 0; b < cells; b++) if (scanf("%ld", &distance[a][b]) != 1) return 1;
    clock_t began = clock();
    for (long c = 0; c < cells; c++) {
        if (here[c] == 0) empty = c;
        else total += distance[c][here[c]];
    }
    for (limit = total; total > 0;) {
        depth = 0;
        hole[0] = empty;
        branch[0] = 0;
        while (depth >= 0 && total > 0) {
            long k = branch[depth], at = hole[depth];
            if (k == 4 || near[at][k] < 0) {
                if (depth > 0) {
                    long back = hole[depth - 1], piece = here[back];
                    total += distance[at][piece] - distance[back][piece];
                    here[at] = piece;
                    here[back] = 0;
                }
                depth--;
                continue;
            }
            branch[depth]++;
            long cell = near[at][k];
            if (depth > 0 && cell == hole[depth - 1]) continue;
            nodes++;
            long piece = here[cell], after = total + distance[at][piece] - distance[cell][piece];
            if (depth + 1 + after > limit) continue;
            here[at] = piece;
            here[cell] = 0;
            total = after;
            depth++;
            hole[depth] = cell;
            branch[depth] = 0;
        }
        if (total > 0) limit += 2;
    }
    printf("%ld %ld %f\n", limit, nodes, (double)(clock() - began) / CLOCKS_PER_SEC);
    return 0;
}
