/* The order in which a function's locations are unrolled: all that leads to one
 * in the same passes of the loops around it comes before it. */
#include "engine/formula/inside.h"

typedef struct orderer {
  formula *f;
  vec(uint32_t) work, heads, sources; /* of back edges: their ends */
  uint32_t *next;                     /* by location: the next edge to follow */
  uint8_t *state;                     /* 1: on the path; 2: done */
  uint32_t done;
} orderer;

static void visit(orderer *o, uint32_t entry) {
  const cfa *p = o->f->p;
  vec_push(o->f->m, &o->work, entry);
  o->state[entry] = 1;
  while (o->work.count) {
    uint32_t x = vec_last(&o->work);
    const cfa_location *location = &p->locations.at[x];
    if (o->next[x] == location->edges) {
      o->state[x] = 2;
      o->f->points[x].order =
          ~++o->done; /* falls: what is done later is first */
      (void)vec_pop(&o->work);
      continue;
    }
    uint32_t to = p->edges.at[location->first_edge + o->next[x]++].to;
    if (to == CFA_NONE)
      continue;
    if (o->state[to] == 1) {
      vec_push(o->f->m, &o->heads, to);
      vec_push(o->f->m, &o->sources, x);
    } else if (!o->state[to]) {
      o->state[to] = 1;
      vec_push(o->f->m, &o->work, to);
    }
  }
}

typedef struct arrow {
  uint32_t from, next; /* of the list of what leads to one location */
} arrow;

typedef struct backwards {
  uint32_t *first; /* by location: arrow, plus 1 */
  vec(arrow) arrows;
} backwards;

static void turn_round(orderer *o, uint32_t function, backwards *out) {
  const cfa *p = o->f->p;
  out->first = mem_array(o->f->m, p->locations.count + 1, sizeof *out->first);
  vec_each (const cfa_edge, e, &p->edges) {
    if (e->to == CFA_NONE || !o->state[e->from] ||
        p->locations.at[e->from].function != function)
      continue;
    arrow a = {e->from, out->first[e->to]};
    vec_push(o->f->m, &out->arrows, a);
    out->first[e->to] = (uint32_t)out->arrows.count;
  }
}

/* The loop of one head: what leads to its back edges. False: the loop can be
 * entered elsewhere. */
static bool mark_loop(orderer *o, const backwards *b, uint32_t head,
                      uint32_t *marks) {
  formula_point *points = o->f->points;
  points[head].outer = points[head].loop;
  points[head].loop = head;
  marks[head] = head;
  o->work.count = 0;
  for (size_t i = 0; i < o->heads.count; i++)
    if (o->heads.at[i] == head)
      vec_push(o->f->m, &o->work, o->sources.at[i]);
  while (o->work.count) {
    uint32_t x = vec_pop(&o->work);
    if (marks[x] == head)
      continue;
    if (points[x].order < points[head].order)
      return false;
    marks[x] = head;
    points[x].loop = head;
    for (uint32_t i = b->first[x]; i; i = b->arrows.at[i - 1].next)
      vec_push(o->f->m, &o->work, b->arrows.at[i - 1].from);
  }
  return true;
}

/* Outer loops first. */
static bool mark_loops(orderer *o, uint32_t function) {
  formula *f = o->f;
  backwards b = {0};
  bool is_good = true;
  turn_round(o, function, &b);
  uint32_t *marks = mem_array(f->m, f->p->locations.count + 1, sizeof *marks);
  memset(marks, 0xff, (f->p->locations.count + 1) * sizeof *marks);
  uint32_t last = 0;
  while (is_good) {
    uint32_t head = CFA_NONE;
    vec_each (const uint32_t, h, &o->heads)
      if (f->points[*h].order > last &&
          (head == CFA_NONE || f->points[*h].order < f->points[head].order))
        head = *h;
    if (head == CFA_NONE)
      break;
    last = f->points[head].order;
    is_good = mark_loop(o, &b, head, marks);
  }
  mem_free(f->m, marks);
  mem_free(f->m, b.first);
  vec_free(f->m, &b.arrows);
  return is_good;
}

static bool is_flat(const formula *f, uint32_t location) {
  uint32_t depth = 0;
  for (uint32_t h = f->points[location].loop; h != CFA_NONE;
       h = f->points[h].outer)
    if (++depth > FORMULA_NEST)
      return false;
  return true;
}

bool formula_order(formula *f, uint32_t function) {
  if (f->ordered[function])
    return f->ordered[function] == 1;
  orderer o = {.f = f};
  size_t count = f->p->locations.count + 1;
  o.next = mem_array(f->m, count, sizeof *o.next);
  o.state = mem_array(f->m, count, 1);
  visit(&o, f->p->functions.at[function].entry);
  bool is_good = mark_loops(&o, function);
  for (uint32_t i = 0; i < f->p->locations.count && is_good; i++)
    if (o.state[i])
      is_good = is_flat(f, i);
  mem_free(f->m, o.next);
  mem_free(f->m, o.state);
  vec_free(f->m, &o.work);
  vec_free(f->m, &o.heads);
  vec_free(f->m, &o.sources);
  f->ordered[function] = is_good ? 1 : 2;
  return is_good;
}

void formula_nest_at(const formula *f, uint32_t location,
                     const formula_nest *before, formula_nest *out) {
  out->count = 0;
  for (uint32_t h = f->points[location].loop; h != CFA_NONE;
       h = f->points[h].outer)
    out->heads[out->count++] = h;
  for (uint32_t i = 0; i < out->count / 2; i++) {
    uint32_t h = out->heads[i];
    out->heads[i] = out->heads[out->count - 1 - i];
    out->heads[out->count - 1 - i] = h;
  }
  bool is_same = true;
  for (uint32_t i = 0; i < out->count; i++) {
    is_same = is_same && i < before->count && before->heads[i] == out->heads[i];
    out->passes[i] = is_same ? before->passes[i] : 0;
    if (is_same && out->heads[i] == location)
      out->passes[i]++;
  }
}

int formula_compare(const formula *f, const formula_pending *a,
                    const formula_pending *b) {
  for (uint32_t i = 0;; i++) {
    bool a_in = i < a->nest.count, b_in = i < b->nest.count;
    uint32_t x = f->points[a_in ? a->nest.heads[i] : a->location].order;
    uint32_t y = f->points[b_in ? b->nest.heads[i] : b->location].order;
    if (x != y)
      return x < y ? -1 : 1;
    if (!a_in || !b_in)
      return 0;
    if (a->nest.passes[i] != b->nest.passes[i])
      return a->nest.passes[i] < b->nest.passes[i] ? -1 : 1;
  }
}
