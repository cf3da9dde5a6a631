/* Edges that are neither calls nor returns. */
#include "engine/predicates/abstract_inside.h"

#include <assert.h>

static bool is_in_place(const cfa *automaton, uint32_t pointer, uint64_t bytes,
                        bool writes) {
  assert(pointer < automaton->expressions.count);
  const cfa_expression *expression = &automaton->expressions.at[pointer];
  if (expression->kind != CFA_ADDRESS)
    return false;
  const cfa_variable *variable = &automaton->variables.at[expression->a];
  return variable->size >= bytes &&
         expression->value <= variable->size - bytes &&
         !(writes && variable->is_constant);
}

/* Are all loads of the expression valid? */
static bool loads_safely(builder *b, uint32_t e) {
  const cfa *automaton = b->x->p;
  shape_list waiting = {0};
  map seen = {0};
  bool good = true;
  if (e != CFA_NONE)
    vec_push(b->m, &waiting, e);
  while (waiting.count && good) {
    uint32_t x = vec_pop(&waiting), of[3];
    size_t before = seen.keys.count;
    if (map_insert(b->m, &seen, x) < before)
      continue;
    const cfa_expression *expression = &automaton->expressions.at[x];
    if (expression->kind == CFA_LOAD)
      good = is_in_place(automaton, expression->a, (expression->width + 7u) / 8,
                         false);
    size_t count = cfa_operands(expression, of);
    for (size_t i = 0; i < count; i++)
      vec_push(b->m, &waiting, of[i]);
  }
  vec_free(b->m, &waiting);
  map_free(b->m, &seen);
  return good;
}

static bool is_safe(builder *b, const cfa_edge *edge) {
  const cfa *automaton = b->x->p;
  bool good = loads_safely(b, edge->a) && loads_safely(b, edge->b) &&
              loads_safely(b, edge->c);
  for (uint32_t i = 0; i < edge->arguments && good; i++)
    good = loads_safely(b, automaton->arguments.at[edge->first_argument + i]);
  if (edge->kind == CFA_STORE)
    good =
        good &&
        is_in_place(automaton, edge->a,
                    (automaton->expressions.at[edge->b].width + 7u) / 8, true);
  if (edge->kind == CFA_CALL)
    good = good && edge->function != CFA_NONE;
  return good && edge->kind != CFA_COPY && edge->kind != CFA_FILL &&
         edge->kind != CFA_FREE && edge->kind != CFA_SIZE;
}

void builder_doubt(builder *b, uint32_t edge) {
  assert(edge < b->x->p->edges.count);
  const cfa_edge *e = &b->x->p->edges.at[edge];
  uint32_t to;
  if (!b->doubt_memory || is_safe(b, e))
    return;
  builder_target(b, ABSTRACT_MEMORY, edge, &to);
  builder_edge(b,
               (prog_edge){.kind = PROG_STEP,
                           .from = b->location[e->from],
                           .to = to,
                           .guard = PROG_NONE},
               edge);
}

static literals *scope_at(builder *b, const cfa_edge *edge) {
  return &b->scope[b->x->p->locations.at[edge->from].function];
}

static bool is_seen(const builder *b, const predicate *q,
                    const cfa_edge *edge) {
  return !q->is_ensured &&
         (q->function == CFA_NONE ||
          q->function == b->x->p->locations.at[edge->from].function);
}

static void set_to(builder *b, const cfa_edge *edge, size_t i,
                   uint32_t condition) {
  builder_put(b, i, choose(&b->c, scope_at(b, edge), condition));
}

/* variable := value; CFA_NONE: anything. */
static void step_assign(builder *b, const cfa_edge *edge, uint32_t value) {
  shapes *s = &b->x->shapes;
  uint32_t leaf = shape_variable(s, edge->variable);
  for (size_t i = 0; i < b->x->all.count; i++) {
    const predicate *q = &b->x->all.at[i];
    if (!is_seen(b, q, edge) || !shape_mentions(s, q->condition, leaf))
      continue;
    if (value == CFA_NONE)
      builder_put_any(b, i);
    else
      set_to(b, edge, i, shape_replace(s, q->condition, &leaf, &value, 1));
  }
}

typedef struct written {
  uint32_t object; /* CFA_NONE: any that pointers lead to */
  uint64_t offset; /* UINT64_MAX: anywhere in it */
  uint64_t bytes;
  uint32_t what; /* CFA_NONE: anything */
} written;

typedef enum meeting { APART, SAME, DOUBT } meeting;

static meeting meet(builder *b, const written *w, uint32_t leaf) {
  const cfa *automaton = b->x->p;
  uint32_t object;
  uint64_t offset;
  if (!shape_is_cell(&b->x->shapes, leaf, &object, &offset))
    return APART;
  if (w->object == CFA_NONE)
    return b->x->effects.is_escaped[object] ? DOUBT : APART;
  if (w->object != object)
    return APART;
  const cfa_expression *x = &automaton->expressions.at[leaf];
  uint64_t bytes = (x->width + 7u) / 8;
  if (w->offset == UINT64_MAX)
    return DOUBT;
  if (w->offset + w->bytes <= offset || offset + bytes <= w->offset)
    return APART;
  if (w->what == CFA_NONE || w->offset != offset)
    return DOUBT;
  const cfa_expression *y = &automaton->expressions.at[w->what];
  return y->width == x->width && y->is_pointer == x->is_pointer ? SAME : DOUBT;
}

static void write_to(builder *b, const cfa_edge *edge, const written *w) {
  shapes *s = &b->x->shapes;
  for (size_t i = 0; i < b->x->all.count; i++) {
    const predicate *q = &b->x->all.at[i];
    if (!is_seen(b, q, edge))
      continue;
    uint32_t same = CFA_NONE;
    bool is_doubtful = false;
    shape_leaves leaves = *shape_look(s, q->condition);
    for (uint32_t k = 0; k < leaves.count; k++) {
      uint32_t leaf = s->leaves.at[leaves.first + k];
      meeting met = meet(b, w, leaf);
      is_doubtful = is_doubtful || met == DOUBT;
      same = met == SAME ? leaf : same;
    }
    if (is_doubtful)
      builder_put_any(b, i);
    else if (same != CFA_NONE)
      set_to(b, edge, i, shape_replace(s, q->condition, &same, &w->what, 1));
  }
}

static void write_edge(builder *b, const cfa_edge *edge) {
  written w = {.what = CFA_NONE};
  w.object = effects_object(b->x->p, edge->a, &w.offset);
  if (edge->kind == CFA_STORE) {
    w.bytes = (b->x->p->expressions.at[edge->b].width + 7u) / 8;
    w.what = shape_normal(&b->x->shapes, edge->b);
  } else {
    w.offset = UINT64_MAX;
  }
  write_to(b, edge, &w);
}

/* A new object: the pointer to it is not null. */
static uint32_t some_address(builder *b) {
  cfa_expression expression = {.kind = CFA_FUNCTION,
                               .is_pointer = true,
                               .width = b->x->p->pointer_bits,
                               .a = 0};
  return cfa_express(b->x->m, b->x->p, &expression);
}

static void havoc(builder *b, const cfa_edge *edge) {
  assert(edge->variable < b->x->p->variables.count);
  if (b->x->p->variables.at[edge->variable].is_scalar) {
    step_assign(b, edge, CFA_NONE);
    return;
  }
  written w = {
      .object = edge->variable, .offset = UINT64_MAX, .what = CFA_NONE};
  write_to(b, edge, &w);
}

static void step_change(builder *b, const cfa_edge *edge) {
  switch (edge->kind) {
  case CFA_ASSIGN:
    step_assign(b, edge, shape_normal(&b->x->shapes, edge->a));
    break;
  case CFA_ALLOCATE:
    step_assign(b, edge, some_address(b));
    break;
  case CFA_INPUT:
  case CFA_SIZE:
  case CFA_HAVOC:
    havoc(b, edge);
    break;
  case CFA_STORE:
  case CFA_COPY:
  case CFA_FILL:
    write_edge(b, edge);
    break;
  default:
    break;
  }
}

void builder_step(builder *b, uint32_t edge) {
  assert(edge < b->x->p->edges.count);
  cfa_edge e = b->x->p->edges.at[edge];
  prog_edge made = {
      .kind = PROG_STEP, .from = b->location[e.from], .guard = PROG_NONE};
  builder_doubt(b, edge);
  if (e.kind == CFA_FAIL)
    builder_target(b, ABSTRACT_ERROR, edge, &made.to);
  else if (e.kind == CFA_UNSUPPORTED)
    builder_target(b, ABSTRACT_UNSUPPORTED, edge, &made.to);
  else if (e.kind == CFA_UNDEFINED && !e.holds)
    builder_target(b, ABSTRACT_UNDEFINED, edge, &made.to);
  else if (e.kind == CFA_HALT || e.kind == CFA_UNDEFINED)
    return; /* nothing comes behind it */
  else
    made.to = b->location[e.to];
  if (e.kind == CFA_ASSUME)
    made.guard = choose_guard(&b->c, scope_at(b, &e),
                              shape_normal(&b->x->shapes, e.a), e.holds);
  if (made.guard == b->c.yes)
    made.guard = PROG_NONE;
  step_change(b, &e);
  builder_edge(b, made, edge);
}
