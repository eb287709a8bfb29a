/* Plain breadth-first search of sliding blocks: packed positions in a list, level after level, and a hash table of row
   numbers. It is given the placements of the pieces and how a position is packed, as fewest/solver/block/packing.py draws it.
   Ends with the first level that meets the goal, or with all positions. Prints its depth and the number of positions.
   Nodes are positions expanded. */
#include "peer.h"

enum { STEP, LINE, PATH };

static uint64_t metric, placements, fields, goal_mask, goal, start;
static uint64_t mask[4096], to[4096][4], shift[64], low[64], first[64], sort_of[64]; /* to: plus one, 0 for none */
static uint64_t *list, size, filled, found;
static uint32_t *slots; /* row in the list plus one; size is a power of 2 */

static void read_blocks(void) {
    most_seconds = number();
    metric = number();
    placements = number();
    for (uint64_t p = 0; p < placements; p++) {
        mask[p] = number();
        for (int d = 0; d < 4; d++) to[p][d] = number();
    }
    fields = number();
    for (uint64_t f = 0; f < fields; f++) {
        shift[f] = number();
        low[f] = number();
        first[f] = number();
        sort_of[f] = number();
    }
    goal_mask = number();
    goal = number();
    start = number();
}

static void add(uint64_t position) {
    uint64_t at = mixed(position) & (size - 1);
    for (; slots[at]; at = (at + 1) & (size - 1))
        if (list[slots[at] - 1] == position) return;
    list[filled++] = position;
    slots[at] = filled;
    found += (position & goal_mask) == goal;
    if (2 * filled <= size) return;
    free(slots);
    size *= 2;
    slots = zeroed(size, sizeof *slots);
    list = realloc(list, (size / 2 + 1) * sizeof *list);
    if (!list) finish("\"status\": \"stopped\", \"limit\": \"bytes\"");
    for (uint64_t i = 0; i < filled; i++) {
        at = mixed(list[i]) & (size - 1);
        while (slots[at]) at = (at + 1) & (size - 1);
        slots[at] = i + 1;
    }
}

/* Add the position after field f has moved to a placement; the fields of a sort are kept in ascending order. */
static void move(uint64_t position, const uint64_t *placed, uint64_t f, uint64_t target) {
    uint64_t at = f;
    for (; at + 1 < fields && sort_of[at + 1] == sort_of[f] && placed[at + 1] < target; at++)
        position = (position & ~(low[at] << shift[at])) | (placed[at + 1] - first[at]) << shift[at];
    for (; at > 0 && sort_of[at - 1] == sort_of[f] && placed[at - 1] > target; at--)
        position = (position & ~(low[at] << shift[at])) | (placed[at - 1] - first[at]) << shift[at];
    add((position & ~(low[at] << shift[at])) | (target - first[at]) << shift[at]);
}

static void expand(uint64_t position) {
    uint64_t placed[64], occupied = 0;
    for (uint64_t f = 0; f < fields; f++) {
        placed[f] = first[f] + (position >> shift[f] & low[f]);
        occupied |= mask[placed[f]];
    }
    for (uint64_t f = 0; f < fields; f++) {
        uint64_t others = occupied & ~mask[placed[f]], reached[64], number_of = 0;
        if (metric == PATH) {
            uint64_t at = placed[f], next = 0, seen = UINT64_C(1) << (at - first[f]);
            do {
                for (int d = 0; d < 4; d++) {
                    uint64_t p = to[at][d];
                    if (!p-- || mask[p] & others || seen >> (p - first[f]) & 1) continue;
                    seen |= UINT64_C(1) << (p - first[f]);
                    reached[number_of++] = p;
                }
                at = reached[next];
            } while (next++ < number_of);
        } else {
            for (int d = 0; d < 4; d++)
                for (uint64_t p = to[placed[f]][d]; p-- && !(mask[p] & others); p = to[p][d]) {
                    reached[number_of++] = p;
                    if (metric == STEP) break;
                }
        }
        for (uint64_t i = 0; i < number_of; i++) move(position, placed, f, reached[i]);
    }
}

int main(void) {
    read_blocks();
    start_clock();
    uint64_t begin = 0, depth = 0;
    size = 1024;
    slots = zeroed(size, sizeof *slots);
    list = malloc((size / 2 + 1) * sizeof *list);
    add(start);
    while (begin < filled && !found) {
        uint64_t end = filled;
        for (; begin < end; begin++) {
            count_node();
            expand(list[begin]);
        }
        depth++;
    }
    solved(found ? depth : depth - 1, filled);
}
