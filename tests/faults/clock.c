// A wall clock that can be set: preloaded, it adds the seconds in the file $TEST_CLOCK to what the system says. Clocks that
// only count (monotonic ones) go on as they are.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static volatile long *ahead;

__attribute__((constructor)) static void open_clock(void) {
  int file = open(getenv("TEST_CLOCK"), O_RDONLY);
  ahead = mmap(0, sizeof *ahead, PROT_READ, MAP_SHARED, file, 0);
  close(file);
}

int clock_gettime(clockid_t clock, struct timespec *t) {
  int failed = syscall(SYS_clock_gettime, clock, t);
  if (!failed && ahead && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) t->tv_sec += *ahead;
  return failed;
}

int gettimeofday(struct timeval *t, void *zone) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  if (t) { t->tv_sec = now.tv_sec; t->tv_usec = now.tv_nsec / 1000; }
  return 0;
}

time_t time(time_t *t) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  if (t) *t = now.tv_sec;
  return now.tv_sec;
}
