/* A sliding puzzle as the programs in C read it: one empty cell, all pieces different. */
#include "peer.h"

#define CELLS 25
#define EDGES 8

static int cells, start[CELLS], goal[CELLS], degree[CELLS], adjacent[CELLS][EDGES], want_count;

static void read_puzzle(void) {
    most_seconds = number();
    want_count = number();
    cells = number();
    for (int c = 0; c < cells; c++) start[c] = number();
    for (int c = 0; c < cells; c++) goal[c] = number();
    for (int c = 0; c < cells; c++) {
        degree[c] = number();
        for (int k = 0; k < degree[c]; k++) adjacent[c][k] = number();
    }
}
