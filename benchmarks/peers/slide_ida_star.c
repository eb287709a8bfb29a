/* M. Hiroi's algorithm: IDA* with the sum of the distances of all pieces, never straight back. Ends with
   the first solution, or counts all of the least length. Without a solution it does not end. Nodes are slides tried. */
#include "slide.h"

#define DEPTH 256

static int distance[CELLS][CELLS]; /* of a piece on a cell from its own: distance[cell][piece] */

/* Breadth-first from the cell of every piece in the goal. */
static void find_distances(void) {
    for (int own = 0; own < cells; own++) {
        int piece = goal[own], queue[CELLS], head = 0, tail = 0, seen[CELLS] = {0};
        queue[tail++] = own;
        seen[own] = 1;
        while (head < tail) {
            int cell = queue[head++];
            for (int k = 0; k < degree[cell]; k++) {
                int other = adjacent[cell][k];
                if (seen[other]) continue;
                seen[other] = 1;
                distance[other][piece] = distance[cell][piece] + 1;
                queue[tail++] = other;
            }
        }
    }
}

int main(void) {
    static int empty_cell[DEPTH], branch[DEPTH];
    read_puzzle();
    start_clock();
    find_distances();
    int total = 0, empty = 0;
    for (int c = 0; c < cells; c++) {
        if (start[c] == 0) empty = c;
        else total += distance[c][start[c]];
    }
    if (total == 0) solved(0, 1);
    for (int limit = total, least_over;; limit = least_over) {
        int depth = 0;
        uint64_t found = 0;
        least_over = DEPTH - 1;
        empty_cell[0] = empty, branch[0] = 0;
        while (depth >= 0) {
            int cell = empty_cell[depth];
            if (branch[depth] == degree[cell] || total == 0) {
                found += total == 0;
                if (total == 0 && !want_count) break;
                if (depth > 0) {
                    int back = empty_cell[depth - 1], piece = start[back];
                    total += distance[cell][piece] - distance[back][piece];
                    start[cell] = piece, start[back] = 0;
                }
                depth--;
                continue;
            }
            int other = adjacent[cell][branch[depth]++];
            if (depth > 0 && other == empty_cell[depth - 1]) continue;
            count_node();
            int piece = start[other], after = total + distance[cell][piece] - distance[other][piece];
            if (depth + 1 + after > limit) {
                if (depth + 1 + after < least_over) least_over = depth + 1 + after;
                continue;
            }
            start[cell] = piece, start[other] = 0;
            total = after;
            depth++;
            empty_cell[depth] = other, branch[depth] = 0;
        }
        if (found) solved(limit, want_count ? found : 0);
    }
}
