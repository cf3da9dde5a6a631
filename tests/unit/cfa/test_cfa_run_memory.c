/* The memory of the interpreter beside a twin that keeps a list of cells. */
#include "cfa/run_memory.h"
#include "tests/unit/check.h"
#include "tests/unit/draw.h"

#include <stdlib.h>

enum { OBJECTS = 4, LONGEST = 9000 };
typedef struct twin_cell {
  unsigned char byte;
  int place; /* -1: unset; 0: plain; k + 1: byte k of the pointer */
  run_value owner;
} twin_cell;
static twin_cell cells[OBJECTS][LONGEST];
static uint64_t ids[OBJECTS];
static const uint64_t sizes[OBJECTS] = {3, 40, 4096, LONGEST};

static run_value place(uint32_t o, uint64_t room) {
  uint64_t most = sizes[o] - room;
  uint64_t at = draw(3) ? draw(64) : 4090 + draw(20);
  return (run_value){.object = ids[o], .bits = at > most ? most : at};
}

static run_found twin_read(uint32_t o, uint64_t at, unsigned count,
                           run_value *out) {
  unsigned unset = 0, plain = 0;
  *out = (run_value){0};
  for (unsigned i = 0; i < count; i++) {
    unset += cells[o][at + i].place == -1;
    plain += cells[o][at + i].place == 0;
    out->bits += (uint64_t)cells[o][at + i].byte << 8 * i;
  }
  if (plain == count)
    return RUN_FOUND;
  if (unset + plain == count)
    return plain ? RUN_FOUND_SOME : RUN_FOUND_NONE;
  run_value first = cells[o][at].owner;
  for (unsigned i = 0; i < count; i++) {
    const twin_cell *x = &cells[o][at + i];
    if (count != 8 || x->place != (int)i + 1 || x->owner.bits != first.bits ||
        x->owner.object != first.object)
      return RUN_FOUND_PART;
  }
  *out = first;
  return RUN_FOUND;
}

static void twin_write(uint32_t o, uint64_t at, unsigned count, run_value x) {
  for (unsigned i = 0; i < count; i++)
    cells[o][at + i] = (twin_cell){.byte = (unsigned char)(x.bits >> 8 * i),
                                   .place = x.object ? (int)i + 1 : 0,
                                   .owner = x};
}

static void twin_copy(uint32_t to, uint64_t at, uint32_t from, uint64_t source,
                      uint64_t count) {
  twin_cell *kept = malloc((count + 1) * sizeof *kept);
  memcpy(kept, &cells[from][source], count * sizeof *kept);
  memcpy(&cells[to][at], kept, count * sizeof *kept);
  free(kept);
}

static void forget_object(run_memory *y, uint32_t o) {
  bool is_zero = draw(2);
  if (draw(2)) {
    run_object_kill(y, ids[o]);
    uint64_t gone = ids[o];
    ids[o] = run_object_new(y, RUN_HEAP, sizes[o], CFA_NONE);
    run_object_at(y, ids[o])->is_zero = is_zero;
    CHECK(ids[o] != gone && !run_object_lives(y, gone));
    CHECK(run_access(y, (run_value){.object = gone}, 1, false) ==
          CFA_FAULT_DEAD);
  } else {
    run_object_forget(y, ids[o]);
    is_zero = false;
  }
  for (uint64_t i = 0; i < sizes[o]; i++)
    cells[o][i] = (twin_cell){.place = is_zero ? 0 : -1};
}

static void memory_step(run_memory *y) {
  uint32_t a = draw(OBJECTS), b = draw(OBJECTS);
  unsigned count = 1 + draw(8);
  if (count > sizes[a])
    count = 3;
  run_value at = place(a, count), x = {.bits = seed}, found;
  uint64_t less = sizes[a] < sizes[b] ? sizes[a] : sizes[b];
  uint64_t length = draw(9) ? draw(9) : draw((uint32_t)less);
  switch (draw(64)) {
  case 0:
    forget_object(y, a);
    break;
  case 1:
  case 2:
  case 3:
    at = place(a, length > less ? length = less : length);
    x = place(b, length);
    run_copy(y, at, x, length);
    twin_copy(a, at.bits, b, x.bits, length);
    break;
  case 4:
    run_fill(y, at, count, (unsigned char)draw(256));
    run_read(y, at, 1, &x);
    for (unsigned i = 0; i < count; i++)
      cells[a][at.bits + i] = (twin_cell){.byte = (unsigned char)x.bits};
    break;
  case 5:
  case 6:
    if (sizes[a] >= 8) {
      at = place(a, 8);
      x = (run_value){.object = ids[b], .bits = draw(3)};
      run_write(y, at, 8, x);
      twin_write(a, at.bits, 8, x);
    }
    break;
  case 7:
  case 8:
  case 9:
  case 10:
    run_write(y, at, count, x);
    twin_write(a, at.bits, count, x);
    break;
  default:
    CHECK(run_access(y, at, count, true) == CFA_NO_FAULT);
    CHECK(run_is_set(y, at) == (cells[a][at.bits].place >= 0));
    run_found kind = run_read(y, at, count, &found);
    CHECK(kind == twin_read(a, at.bits, count, &x));
    CHECK(kind != RUN_FOUND ||
          (found.bits == x.bits && found.object == x.object));
  }
}

static void test_memory(void) {
  run_memory y;
  run_memory_init(&y, &job, 64);
  for (uint32_t o = 0; o < OBJECTS; o++) {
    ids[o] = run_object_new(&y, RUN_HEAP, sizes[o], CFA_NONE);
    for (uint64_t i = 0; i < sizes[o]; i++)
      cells[o][i].place = -1;
  }
  for (int i = 0; i < 200000; i++)
    memory_step(&y);
  run_memory_clear(&y);
}

int main(void) {
  mem_init(&job, &budget);
  ticks.budget = &budget;
  test_memory();
  mem_clear(&job);
  return check_end();
}
