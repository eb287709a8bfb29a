/* A jump puzzle as the programs in C read it; a position is a word with a bit for each peg. */
#include "peer.h"

static uint64_t jumps, over[4096], before[4096]; /* holes that a jump changes; those of them that have pegs before it */
static int from[4096], to[4096];
static uint64_t start, goals, goal[1000], goal_counts; /* goal_counts: bit n if any n pegs are a goal */
static int start_hole, start_moves; /* after the opening: hole of the peg that moved last (-1: none), moves made */

static void read_puzzle(void) {
    most_seconds = number();
    jumps = number();
    for (uint64_t j = 0; j < jumps; j++) {
        uint64_t a = number(), b = number(), c = number();
        from[j] = a;
        to[j] = c;
        before[j] = UINT64_C(1) << a | UINT64_C(1) << b;
        over[j] = before[j] | UINT64_C(1) << c;
    }
    start = number();
    start_hole = (int)number() - 1;
    start_moves = number();
    goals = number();
    for (uint64_t g = 0; g < goals; g++) goal[g] = number();
    goal_counts = number();
}

static int is_goal(uint64_t position) {
    if (goal_counts >> __builtin_popcountll(position) & 1) return 1;
    for (uint64_t g = 0; g < goals; g++)
        if (goal[g] == position) return 1;
    return 0;
}
