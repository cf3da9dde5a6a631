/* Random automata that build lists (to the front, to the back, doubly linked or
 * not), walk, search, change, reverse, cut and free them, with statements among
 * it that may do anything to nodes; and many runs of each. */
#ifndef UNIT_CFA_LISTS_H
#define UNIT_CFA_LISTS_H

#include "tests/unit/draw.h"

#include "tests/unit/cfa_made.h"

#include "cfa/run.h"

enum {
  POINTERS = 5,
  HEAD = 0,
  OTHER,
  TAIL,
  P,
  Q,                 /* of 'pointers' */
  MOST_CHOICES = 20, /* of a run; then all inputs are 0 */
  MOST_RUNS = 1500,
  MOST_STEPS = 600
};

static uint32_t pointers[POINTERS], word_x, word_c, place, flag;
static unsigned next_at, back_at, data_at, extra_at, node_size;
static bool is_double, is_of_a_kind;

/* Expressions. */

static uint32_t last(void) { return (uint32_t)(made.locations.count - 1); }
static cfa_edge skip(void) { return edge(CFA_SKIP, CFA_NONE, CFA_NONE); }

static uint32_t pointer(int i) { return value_of(pointers[i]); }
static int any_pointer(void) { return (int)draw(POINTERS); }

static uint32_t field(int i, unsigned at) {
  return offset_by(pointer(i), number(made.pointer_bits, at));
}
static uint32_t is_null(uint32_t p) {
  return apply(BITS_EQ, 1, p, null_pointer());
}
static uint32_t not(uint32_t c) { return apply(BITS_NOT, 1, c, CFA_NONE); }

static uint32_t next_of(int i) { return load_pointer(field(i, next_at)); }
static uint32_t back_of(int i) { return load_pointer(field(i, back_at)); }
static uint32_t data_of(int i) { return load(8, field(i, data_at)); }

static uint32_t small(void) { return number(8, draw(4)); }

/* Of few values, so that short runs see much. */
static uint32_t some_word(void) {
  switch (draw(6)) {
  case 0:
    return value_of(word_x);
  case 1:
    return value_of(word_c);
  case 2:
    return pick(8, value_of(flag), small(), small());
  default:
    return small();
  }
}

/* What is not null there, or the run ends. */
static void need(uint32_t p) { then(assume(not(is_null(p)), true)); }

static uint32_t condition(int i) {
  static const bits_op tests[] = {BITS_EQ, BITS_ULT, BITS_ULE, BITS_SLT};
  bits_op test = tests[draw(4)];
  switch (draw(16)) {
  case 0:
    return is_null(draw(2) ? next_of(i) : pointer(i));
  case 1:
    return apply(BITS_EQ, 1, pointer(i), pointer(any_pointer()));
  case 2:
    return apply(BITS_EQ, 1, next_of(i), pointer(any_pointer()));
  case 3:
    return apply(test, 1, some_word(), small());
  case 4:
    if (is_double)
      return apply(BITS_EQ, 1, back_of(i), pointer(any_pointer()));
    break;
  default:
    break;
  }
  return apply(test, 1, data_of(i), draw(4) ? small() : some_word());
}

/* Statements. */

static void choose(void) { input(flag); }

static void draw_word(void) {
  input(word_x);
  set(word_x, apply(BITS_AND, 8, value_of(word_x), number(8, draw(2) ? 3 : 1)));
}

static void assertion(uint32_t what) {
  uint32_t from = last(), bad = location();
  edge_between(from, bad, assume(what, false));
  edge_between(bad, CFA_NONE, edge(CFA_FAIL, CFA_NONE, CFA_NONE));
  edge_between(from, location(), assume(what, true));
}

/* What shorter lists do not show: said of one of the first nodes only. */
static void assertion_somewhere(uint32_t what) {
  if (draw(4) == 0) {
    assertion(what);
    return;
  }
  uint32_t there = apply(BITS_EQ, 1, value_of(place), number(8, 2 + draw(3)));
  assertion(apply(BITS_OR, 1, not(there), what));
}

static void count_place(void) {
  uint32_t more = apply(BITS_ULT, 1, value_of(place), number(8, 6));
  uint32_t sum = apply(BITS_ADD, 8, value_of(place), number(8, 1));
  set(place, pick(8, more, sum, value_of(place)));
}

static void new_node(int i, uint32_t next) {
  if (draw(3) == 0)
    draw_word();
  if (draw(4) == 0)
    choose();
  allocate(pointers[i], node_size, draw(4) ? CFA_MALLOC : CFA_CALLOC);
  store(field(i, data_at), is_of_a_kind ? value_of(word_c) : some_word());
  store(field(i, next_at), next);
  if (is_double)
    store(field(i, back_at), null_pointer());
  if (draw(3) == 0)
    store(field(i, extra_at), draw(2) ? small() : some_word());
}

typedef void part(int);

static void when(uint32_t c, part *yes, part *no, int i) {
  uint32_t from = last(), start = location();
  edge_between(from, start, assume(c, true));
  yes(i);
  uint32_t end = last(), other = location();
  edge_between(from, other, assume(c, false));
  if (no)
    no(i);
  uint32_t other_end = last(), meet = location();
  edge_between(end, meet, skip());
  edge_between(other_end, meet, skip());
}

/* Anything at all, to nodes that are there. */
static void anything(int depth) {
  int a = any_pointer(), b = any_pointer();
  need(pointer(a));
  switch (draw(10)) {
  case 0:
    set(pointers[b], pointer(a));
    break;
  case 1:
    set(pointers[b], next_of(a));
    break;
  case 2:
    store(field(a, next_at), draw(3) ? pointer(b) : null_pointer());
    break;
  case 3:
    if (is_double)
      store(field(a, back_at), pointer(b));
    else
      store(field(a, extra_at), small());
    break;
  case 4:
    if (is_double)
      set(pointers[b], back_of(a));
    else
      set(word_c, load(8, field(a, extra_at)));
    break;
  case 5:
    set(word_c, data_of(a));
    break;
  case 6:
    if (draw(4) == 0)
      release(pointer(a));
    else
      new_node(b, pointer(a));
    break;
  case 7:
    if (b != a) {
      need(pointer(b));
      copy(pointer(b), pointer(a), node_size);
    }
    break;
  case 8:
    choose();
    if (depth < 2)
      when(value_of(flag), anything, draw(2) ? anything : NULL, depth + 1);
    break;
  default:
    store(field(a, data_at), some_word());
  }
}

static void now_and_then(uint32_t seldom) {
  if (draw(seldom) == 0)
    anything(0);
}

/* Loops. */

typedef struct looping {
  uint32_t head, exits[2], conditions[2];
  int count;
} looping;

static looping begin_loop(void) {
  return (looping){.head = then(skip()), .count = 0};
}
static void go_on_if(looping *l, uint32_t c) {
  l->exits[l->count] = last();
  l->conditions[l->count++] = c;
  uint32_t from = last();
  edge_between(from, location(), assume(c, true));
}
static void end_loop(const looping *l) {
  edge_between(last(), l->head, skip());
  uint32_t behind = location();
  for (int i = 0; i < l->count; i++)
    edge_between(l->exits[i], behind, assume(l->conditions[i], false));
}

static void set_back_of_head(int list) {
  store(field(list, back_at), pointer(Q));
}

static void push_front(int list) {
  new_node(Q, pointer(list));
  if (is_double && draw(8))
    when(not(is_null(pointer(list))), set_back_of_head, NULL, list);
  set(pointers[list], pointer(Q));
}

static void link_behind_tail(int list) {
  (void)list;
  store(field(TAIL, next_at), pointer(Q));
  if (is_double && draw(8))
    store(field(Q, back_at), pointer(TAIL));
}
static void become_head(int list) { set(pointers[list], pointer(Q)); }

static void push_back(int list) {
  new_node(Q, null_pointer());
  when(is_null(pointer(list)), become_head, link_behind_tail, list);
  set(pointers[TAIL], pointer(Q));
}

static void change_word(int i) { set(word_c, number(8, (unsigned)i)); }
static void change_kind(int step) {
  uint32_t sum =
      apply(BITS_ADD, 8, value_of(word_c), number(8, (unsigned)step));
  set(word_c, apply(BITS_AND, 8, sum, number(8, 3)));
}

/* Often with nodes of several kinds, in an order. */
static void build(int list) {
  bool to_front = draw(2), has_two = draw(4) == 0;
  bool has_kinds = draw(2);
  if (has_kinds)
    change_word((int)draw(4));
  is_of_a_kind = has_kinds;
  looping l = begin_loop();
  choose();
  go_on_if(&l, value_of(flag));
  if (to_front)
    push_front(list);
  else
    push_back(list);
  if (has_two)
    push_front(draw(2) ? list : OTHER);
  if (has_kinds && draw(2)) {
    choose();
    when(value_of(flag), draw(2) ? change_word : change_kind, NULL,
         (int)draw(4));
  } else if (has_kinds) {
    change_kind(1 + (int)draw(3));
  }
  now_and_then(8);
  end_loop(&l);
  is_of_a_kind = false;
}

static void walk(int list) {
  bool searches = draw(3) == 0, may_stop = !searches && draw(4) == 0;
  bool remembers = draw(3) == 0;
  set(pointers[P], pointer(list));
  set(place, number(8, 0));
  looping l = begin_loop();
  go_on_if(&l, not(is_null(pointer(P))));
  count_place();
  if (searches)
    go_on_if(&l, not(apply(BITS_EQ, 1, data_of(P), small())));
  if (may_stop) {
    choose();
    go_on_if(&l, value_of(flag));
  }
  if (remembers)
    assertion_somewhere(
        apply(draw(2) ? BITS_EQ : BITS_ULE, 1, data_of(P), value_of(word_c)));
  else if (draw(2))
    assertion_somewhere(condition(P));
  if (draw(4) == 0)
    store(field(P, data_at),
          draw(2) ? some_word() : apply(BITS_ADD, 8, data_of(P), number(8, 1)));
  if (draw(3) == 0)
    set(pointers[draw(2) ? Q : TAIL], pointer(P));
  if (remembers)
    set(word_c, data_of(P));
  now_and_then(8);
  set(pointers[P], next_of(P));
  if (is_double && draw(4) == 0)
    when(is_null(pointer(P)), become_head, NULL, Q);
  end_loop(&l);
}

/* From the end of a list that was built to the back. */
static void walk_back(int list) {
  bool stops_at_head = draw(2);
  set(pointers[P], pointer(TAIL));
  set(place, number(8, 0));
  looping l = begin_loop();
  go_on_if(&l, not(is_null(pointer(P))));
  count_place();
  if (stops_at_head)
    go_on_if(&l, not(apply(BITS_EQ, 1, pointer(P), pointer(list))));
  if (draw(2))
    assertion_somewhere(condition(P));
  if (draw(4) == 0)
    store(field(P, data_at), some_word());
  now_and_then(8);
  set(pointers[P], back_of(P));
  end_loop(&l);
  if (draw(2))
    assertion_somewhere(apply(BITS_EQ, 1, pointer(P), pointer(list)));
}

static void reverse(int list) {
  set(pointers[Q], null_pointer());
  looping l = begin_loop();
  go_on_if(&l, not(is_null(pointer(list))));
  set(pointers[P], next_of(list));
  store(field(list, next_at), pointer(Q));
  if (is_double)
    store(field(list, back_at), pointer(P));
  set(pointers[Q], pointer(list));
  set(pointers[list], pointer(P));
  now_and_then(12);
  end_loop(&l);
  set(pointers[list], pointer(Q));
}

static void destroy(int list) {
  set(place, number(8, 0));
  looping l = begin_loop();
  go_on_if(&l, not(is_null(pointer(list))));
  set(pointers[P], pointer(list));
  count_place();
  if (draw(2))
    assertion_somewhere(condition(P));
  set(pointers[list], next_of(list));
  release(pointer(P));
  end_loop(&l);
}

/* Behind where the walk stopped. */
static void insert(int i) {
  (void)i;
  new_node(Q, next_of(P));
  store(field(P, next_at), pointer(Q));
}
static void cut(int i) {
  (void)i;
  set(pointers[Q], next_of(P));
  need(pointer(Q));
  store(field(P, next_at), next_of(Q));
  if (draw(2))
    release(pointer(Q));
}
static void mark(int i) {
  (void)i;
  if (draw(3) == 0)
    set(pointers[TAIL], pointer(P));
  store(field(P, data_at), small());
}
static void close_list(int list) { store(field(P, next_at), pointer(list)); }

static void phase(void) {
  static part *const after[] = {insert, cut, mark, close_list};
  int list = draw(4) ? HEAD : OTHER;
  switch (draw(8)) {
  case 0:
    build(list);
    break;
  case 1:
    reverse(list);
    break;
  case 2:
    destroy(list);
    break;
  case 3:
    walk(list);
    when(not(is_null(pointer(P))), after[draw(4)], NULL, list);
    break;
  case 4:
    if (is_double) {
      walk_back(list);
      break;
    }
    walk(list);
    break;
  default:
    walk(list);
  }
}

static void random_automaton(void) {
  static const char *const called[] = {"head", "other", "tail", "p", "q"};
  made_begin(draw(2) ? 32 : 64);
  unsigned w = made.pointer_bits / 8;
  is_double = draw(2);
  unsigned links_first = draw(2) ? 0 : w;
  next_at = links_first + (is_double && draw(2) ? w : 0);
  back_at = next_at == links_first ? links_first + w : links_first;
  data_at = links_first ? 0 : 2 * w;
  extra_at = data_at + 1 + draw(2);
  node_size = 3 * w;
  function("main", 8);
  for (int i = 0; i < POINTERS; i++)
    pointers[i] = local_pointer(called[i]);
  word_x = local_word("x", 8);
  word_c = local_word("c", 8);
  place = local_word("place", 8);
  flag = local_word("flag", 1);
  for (int i = 0; i < POINTERS; i++)
    set(pointers[i], null_pointer());
  set(word_c, small());
  set(word_x, small());
  set(place, number(8, 0));
  set(flag, number(1, 0));
  build(HEAD);
  if (draw(4) == 0)
    build(OTHER);
  for (unsigned n = 1 + draw(3); n-- > 0;) {
    now_and_then(4);
    phase();
  }
  if (draw(2)) {
    int i = any_pointer();
    need(pointer(i));
    assertion_somewhere(condition(i));
  }
  give(number(8, 0));
  order_branches();
  cfa_finish(&job, &made);
}

/* Many runs. */

typedef struct odometer {
  uint64_t digits[MOST_CHOICES];
  unsigned bases[MOST_CHOICES];
  size_t used;
} odometer;

static uint64_t next_input(void *self, const cfa_input *what) {
  odometer *o = self;
  if (what->is_pointer || o->used == MOST_CHOICES)
    return 0;
  o->bases[o->used] = what->width == 1 ? 2 : 4;
  return o->digits[o->used++];
}

static bool turn(odometer *o) {
  while (o->used > 0) {
    size_t i = o->used - 1;
    if (++o->digits[i] < o->bases[i])
      return true;
    o->digits[i] = 0;
    o->used--;
  }
  return false;
}

static cfa_end run_once(odometer *o) {
  cfa_run_options options = {.choose = next_input, .self = o};
  o->used = 0;
  cfa_run *run = cfa_run_begin(&job, &ticks, &made, &options);
  cfa_end end = cfa_run_finish(run, MOST_STEPS);
  cfa_run_delete(run);
  return end;
}

/* Half of the runs in order, half at random. */
static bool fails(void) {
  odometer o = {.used = 0};
  for (int n = 0; n < MOST_RUNS / 2; n++) {
    if (run_once(&o) == CFA_END_ERROR)
      return true;
    if (!turn(&o))
      return false;
  }
  for (int n = 0; n < MOST_RUNS / 2; n++) {
    for (int i = 0; i < MOST_CHOICES; i++)
      o.digits[i] = draw(3) ? draw(5) > (uint32_t)n % 3 : draw(4);
    if (run_once(&o) == CFA_END_ERROR)
      return true;
  }
  return false;
}

#endif
