/* M. Hiroi's algorithm: depth-first iterative deepening over moves, without bounds, tables or duplicate
   detection. Counts all solutions of the least length. Nodes are jumps made. */
#include "jump.h"

int main(void) {
    static uint64_t position[66];
    static int hole[66], moves[66];
    static uint64_t next[66];
    read_puzzle();
    start_clock();
    for (int limit = start_moves;; limit++) {
        uint64_t found = 0;
        int depth = 0, cut = 0;
        position[0] = start, hole[0] = start_hole, moves[0] = start_moves, next[0] = 0;
        while (depth >= 0) {
            if (next[depth] == 0 && moves[depth] == limit) found += is_goal(position[depth]);
            if (next[depth] == jumps) {
                depth--;
                continue;
            }
            uint64_t jump = next[depth]++;
            if ((position[depth] & over[jump]) != before[jump]) continue;
            int made = moves[depth] + (from[jump] != hole[depth]);
            if (made > limit) {
                cut = 1;
                continue;
            }
            count_node();
            depth++;
            position[depth] = position[depth - 1] ^ over[jump];
            hole[depth] = to[jump], moves[depth] = made, next[depth] = 0;
        }
        if (found) solved(limit, found);
        if (!cut) unsolvable();
    }
}
