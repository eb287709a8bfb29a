/* Plain breadth-first search over all positions that jumps lead to from the start, by numbers of pegs: two hash tables,
   no symmetry. Prints the greatest number of jumps and the number of positions. Nodes are positions. */
#include "jump.h"

typedef struct {
    uint64_t *slots, size, filled; /* 0 is an empty slot; size is a power of 2 */
} Level;

static Level level_of(uint64_t size) { return (Level){zeroed(size, sizeof(uint64_t)), size, 0}; }

static void add(Level *level, uint64_t position) {
    uint64_t at = mixed(position) & (level->size - 1);
    for (; level->slots[at]; at = (at + 1) & (level->size - 1))
        if (level->slots[at] == position) return;
    level->slots[at] = position;
    if (2 * ++level->filled <= level->size) return;
    Level larger = level_of(2 * level->size);
    for (uint64_t i = 0; i < level->size; i++)
        if (level->slots[i]) add(&larger, level->slots[i]);
    free(level->slots);
    *level = larger;
}

int main(void) {
    read_puzzle();
    start_clock();
    uint64_t positions = 0, depth = 0;
    Level level = level_of(1024);
    add(&level, start);
    for (; level.filled; depth++) {
        Level next = level_of(1024);
        positions += level.filled;
        for (uint64_t i = 0; i < level.size; i++) {
            uint64_t position = level.slots[i];
            if (!position) continue;
            count_node();
            for (uint64_t jump = 0; jump < jumps; jump++)
                if ((position & over[jump]) == before[jump]) add(&next, position ^ over[jump]);
        }
        free(level.slots);
        level = next;
    }
    solved(depth - 1, positions);
}
