/* What the programs in C share: numbers from standard input, the limit of processor time, and the line of JSON that each prints. */
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>

#define LOOK 0xfffff /* nodes between two looks at the clock, less one */
#define HUGE (UINT64_C(1) << 21)

static double began, began_processor, most_seconds;
static uint64_t nodes;

static double seconds_of(clockid_t clock) {
    struct timespec now;
    clock_gettime(clock, &now);
    return now.tv_sec + 1e-9 * now.tv_nsec;
}

static uint64_t number(void) {
    uint64_t value;
    if (scanf("%" SCNu64, &value) != 1) exit(2);
    return value;
}

/* Begin to count the time. */
static void start_clock(void) {
    began = seconds_of(CLOCK_MONOTONIC);
    began_processor = seconds_of(CLOCK_PROCESS_CPUTIME_ID);
}

/* Print an answer, such as "\"status\": \"stopped\"", with the work and the time it took; end the program. */
static void finish(const char *answer) {
    printf("{\"answers\": [{%s}], \"nodes\": %" PRIu64 ", \"seconds\": %.6f, \"processor_seconds\": %.6f}\n",
           answer, nodes, seconds_of(CLOCK_MONOTONIC) - began, seconds_of(CLOCK_PROCESS_CPUTIME_ID) - began_processor);
    exit(0);
}

static void solved(uint64_t length, uint64_t count) {
    char answer[128];
    int end = snprintf(answer, sizeof answer, "\"status\": \"solved\", \"length\": %" PRIu64, length);
    if (count) snprintf(answer + end, sizeof answer - end, ", \"count\": %" PRIu64, count);
    finish(answer);
}

static inline void unsolvable(void) { finish("\"status\": \"unsolvable\""); }

/* Count a node; every million of them, look at the clock. */
static inline void count_node(void) {
    if ((++nodes & LOOK) == 0 && seconds_of(CLOCK_PROCESS_CPUTIME_ID) - began_processor > most_seconds)
        finish("\"status\": \"stopped\", \"limit\": \"seconds\"");
}

/* Zeroed memory, in huge pages if it is large: a table is read at random. */
static inline void *zeroed(uint64_t number_of, uint64_t size) {
    uint64_t bytes = (number_of * size + HUGE - 1) / HUGE * HUGE;
    if (bytes == HUGE) return calloc(number_of, size);
    void *memory = aligned_alloc(HUGE, bytes);
    if (!memory) finish("\"status\": \"stopped\", \"limit\": \"bytes\"");
    madvise(memory, bytes, MADV_HUGEPAGE);
    return memset(memory, 0, bytes);
}

/* A hash whose low bits depend on all bits of a word: the end of MurmurHash3. */
static inline uint64_t mixed(uint64_t word) {
    word = (word ^ word >> 33) * UINT64_C(0xff51afd7ed558ccd);
    word = (word ^ word >> 33) * UINT64_C(0xc4ceb9fe1a85ec53);
    return word ^ word >> 33;
}
