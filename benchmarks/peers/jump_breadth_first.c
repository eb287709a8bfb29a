/* Plain breadth-first search, jump by jump: every position that can be reached, with the hole of the peg that moved
   last, the fewest moves to it and the number of ways to make as few. Only one level and the next are kept. Nodes are
   jumps made. */
#include "jump.h"

typedef struct {
    uint64_t position, count; /* count is 0 in an empty slot */
    int16_t hole, moves;
} Entry;

typedef struct {
    Entry *slots;
    uint64_t size, filled; /* size is a power of 2 */
} Level;

static Level level_of(uint64_t size) { return (Level){zeroed(size, sizeof(Entry)), size, 0}; }

static void add(Level *level, Entry entry) {
    if (2 * level->filled > level->size) {
        Level larger = level_of(2 * level->size);
        for (uint64_t i = 0; i < level->size; i++)
            if (level->slots[i].count) add(&larger, level->slots[i]);
        free(level->slots);
        *level = larger;
    }
    uint64_t hash = mixed(entry.position ^ (uint64_t)(entry.hole + 1) << 57);
    for (uint64_t i = hash & (level->size - 1);; i = (i + 1) & (level->size - 1)) {
        Entry *slot = level->slots + i;
        if (!slot->count) {
            *slot = entry;
            level->filled++;
            return;
        }
        if (slot->position != entry.position || slot->hole != entry.hole) continue;
        if (entry.moves < slot->moves) *slot = entry;
        else if (entry.moves == slot->moves) slot->count += entry.count;
        return;
    }
}

int main(void) {
    read_puzzle();
    start_clock();
    int best = INT16_MAX;
    uint64_t count = 0;
    Level level = level_of(1024);
    add(&level, (Entry){start, 1, start_hole, start_moves});
    while (level.filled) {
        Level next = level_of(1024);
        for (uint64_t i = 0; i < level.size; i++) {
            Entry *entry = level.slots + i;
            if (!entry->count || entry->moves > best) continue;
            if (is_goal(entry->position)) {
                if (entry->moves < best) count = 0;
                best = entry->moves;
                count += entry->count;
            }
            for (uint64_t jump = 0; jump < jumps; jump++) {
                if ((entry->position & over[jump]) != before[jump]) continue;
                count_node();
                add(&next, (Entry){entry->position ^ over[jump], entry->count, to[jump],
                                   entry->moves + (from[jump] != entry->hole)});
            }
        }
        free(level.slots);
        level = next;
    }
    if (count) solved(best, count);
    unsolvable();
}
