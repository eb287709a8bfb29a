/* Plain breadth-first search over all positions of a sliding board with one empty cell, from the goal: packed
   positions, four bits a cell, in a list and a hash table. Prints the greatest distance and the number of positions.
   Nodes are positions. */
#include "slide.h"

static uint64_t *list, *slots, size, filled; /* slots: number of a position in the list, plus one; size: a power of 2 */

static void add(uint64_t position) {
    uint64_t at = mixed(position) & (size - 1);
    for (; slots[at]; at = (at + 1) & (size - 1))
        if (slots[at] == position + 1) return;
    slots[at] = position + 1;
    list[filled++] = position;
    if (2 * filled <= size) return;
    free(slots);
    size *= 2;
    slots = zeroed(size, sizeof *slots);
    list = realloc(list, size / 2 * sizeof *list + sizeof *list);
    if (!list) finish("\"status\": \"stopped\", \"limit\": \"bytes\"");
    for (uint64_t i = 0; i < filled; i++) {
        at = mixed(list[i]) & (size - 1);
        while (slots[at]) at = (at + 1) & (size - 1);
        slots[at] = list[i] + 1;
    }
}

int main(void) {
    read_puzzle();
    start_clock();
    if (cells > 16) return 2;
    size = 1024;
    slots = zeroed(size, sizeof *slots);
    list = malloc((size / 2 + 1) * sizeof *list);
    uint64_t origin = 0, begin = 0, depth = 0;
    for (int c = 0; c < cells; c++) origin |= (uint64_t)goal[c] << 4 * c;
    add(origin);
    for (uint64_t end; begin < filled; begin = end, depth++) {
        end = filled;
        for (uint64_t i = begin; i < end; i++) {
            uint64_t position = list[i];
            int empty = 0;
            count_node();
            while (position >> 4 * empty & 15) empty++;
            for (int k = 0; k < degree[empty]; k++) {
                int cell = adjacent[empty][k];
                uint64_t piece = position >> 4 * cell & 15;
                add((position ^ piece << 4 * cell) | piece << 4 * empty);
            }
        }
    }
    solved(depth - 1, filled);
}
