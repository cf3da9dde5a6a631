/* From one step of the model back to its single steps: a breadth-first search
 * over the states between, so that the way is a shortest one. */
#include "lang/promela/machine/state.h"

#include <assert.h>

typedef struct node {
  size_t at; /* in 'bytes' */
  uint32_t size, owner, parent;
  bool is_faulty; /* the fault has happened on the way */
  bool is_end;    /* nothing lies behind it: the step leads nowhere */
  uint64_t movers;
  pml_single single;
  size_t first_between, between; /* in 'betweens' */
  uint32_t wrong_in; /* the statement of the fault, if it is in this step */
} node;

typedef vec(uint32_t) numbers;

typedef struct unfold {
  mem *m;
  pml_machine *x;
  vec(node) nodes;
  vec(uint8_t) bytes;
  vec(pml_between) betweens; /* of handshakes, the last first */
  uint32_t expanding;
  bool has_moved;
  const model_fault *fault;
  uint64_t movers;   /* those and no others must move; 0: it does not matter */
  vec(uint8_t) told; /* a state and who has moved */
} unfold;

static bool is_wanted(const unfold *u, const model_fault *fault) {
  return fault->severity == u->fault->severity &&
         fault->file == u->fault->file && fault->line == u->fault->line &&
         fault->column == u->fault->column;
}

/* The fault itself, if it is one of these. */
static const model_fault *find_among(const unfold *u, size_t first) {
  const model_steps *out = u->x->out;
  for (size_t i = first; u->fault && i < out->faults.count; i++)
    if (is_wanted(u, &out->faults.at[i]))
      return &out->faults.at[i];
  return NULL;
}

/* Where it matters who moves, states differ by who has. */
static bool is_new(unfold *u, const uint8_t *bytes, const node *n) {
  uint32_t key = (n->owner + 1) << 1 | n->is_faulty;
  if (!u->movers)
    return pml_is_new(u->x, bytes, n->size, key);
  if (n->movers & ~u->movers)
    return false;
  u->told.count = 0;
  vec_reserve(u->m, &u->told, n->size + sizeof n->movers);
  memcpy(u->told.at, bytes, n->size);
  memcpy(u->told.at + n->size, &n->movers, sizeof n->movers);
  return pml_is_new(u->x, u->told.at, n->size + (uint32_t)sizeof n->movers,
                    key);
}

static void add(unfold *u, const uint8_t *bytes, node n) {
  /* The first may be come back to: it is not yet seen. */
  if (!n.is_end && n.parent != PML_NONE && !is_new(u, bytes, &n))
    return;
  n.at = u->bytes.count;
  if (!n.is_end && n.size) {
    vec_reserve(u->m, &u->bytes, n.size);
    memcpy(u->bytes.at + n.at, bytes, n.size);
    u->bytes.count += n.size;
  }
  vec_push(u->m, &u->nodes, n);
}

static void take(pml_machine *machine, const pml_single *single) {
  unfold *u = machine->follower;
  size_t first_between = u->betweens.count;
  assert(u->expanding < u->nodes.count);
  bool was_faulty = u->nodes.at[u->expanding].is_faulty;
  const model_fault *fault =
      was_faulty ? NULL : find_among(u, single->first_fault);
  uint64_t movers =
      u->nodes.at[u->expanding].movers | pml_mover(single->pid) |
      (single->partner == PML_NONE ? 0 : pml_mover(single->partner));
  for (const pml_between *between = single->between; between;
       between = between->before) {
    vec_push(u->m, &u->betweens, *between);
    movers |= pml_mover(between->pid);
  }
  u->has_moved = true;
  add(u, single->bytes,
      (node){.size = single->size,
             .owner = single->owner,
             .parent = u->expanding,
             .is_faulty = was_faulty || fault,
             .is_end = single->bytes == NULL,
             .movers = movers,
             .single = *single,
             .first_between = first_between,
             .between = u->betweens.count - first_between,
             .wrong_in = fault ? fault->step : PML_NONE});
  /* Faults that are left over belong to tests that failed. */
  pml_forget_faults(machine, single->first_fault);
}

/* Is the statement 'inner' this one or, of a d_step, a part of it? */
static bool is_within(const unfold *u, uint32_t inner, uint32_t statement) {
  const pml_syntax *syntax = u->x->p->syntax;
  while (inner < syntax->statements.count && inner != statement)
    inner = syntax->statements.at[inner].parent;
  return inner == statement && inner != PML_NONE;
}

/* How the steps of a way are written down. */
typedef struct telling {
  const unfold *u;
  pml_steps *out;
  bool is_wrong; /* the fault has happened */
  bool is_over;  /* nothing is told any more */
} telling;

/* After the fault the way goes on to where the process rests, if it means
 * anything. */
static void tell_step(telling *t, const pml_step *step, uint32_t wrong_in) {
  const unfold *u = t->u;
  if (t->is_over)
    return;
  vec_push(u->m, t->out, *step);
  if (wrong_in == PML_NONE || step->kind != PML_STEP_STATEMENT ||
      !(is_within(u, wrong_in, step->statement) ||
        is_within(u, wrong_in, step->partner_statement)))
    return;
  t->is_wrong = true;
  t->is_over = u->fault->severity == MODEL_UNDEFINED;
}

static void tell_more(telling *t, const node *n, const pml_move *move,
                      uint32_t pid) {
  for (uint32_t i = 0; move && i < move->more; i++) {
    const pml_merged *more = &t->u->x->p->merged.at[move->first_more + i];
    pml_step step = {.pid = pid,
                     .kind = more->is_join ? PML_STEP_JOIN : PML_STEP_STATEMENT,
                     .statement = more->statement,
                     .partner = PML_NONE,
                     .partner_statement = PML_NONE};
    t->is_over |= t->is_wrong && !more->is_inside;
    tell_step(t, &step, n->wrong_in);
  }
}

/* What is a step of its own where others have come between: the offer, each
 * of them, and the receipt. */
static void tell_part(telling *t, const node *n, uint32_t pid,
                      const pml_move *move) {
  pml_step step = {.pid = pid,
                   .kind = PML_STEP_STATEMENT,
                   .statement = move->statement,
                   .partner = PML_NONE,
                   .partner_statement = PML_NONE};
  tell_step(t, &step, n->wrong_in);
}

static void tell_interrupted(telling *t, const node *n) {
  const pml_single *single = &n->single;
  tell_part(t, n, single->pid, single->move);
  for (size_t i = n->between; i-- > 0;) {
    const pml_between *between = &t->u->betweens.at[n->first_between + i];
    tell_part(t, n, between->pid, between->move);
  }
  if (single->received) {
    tell_part(t, n, single->partner, single->received);
    tell_more(t, n, single->received, single->partner);
  }
}

static void tell_node(telling *t, const node *n) {
  const pml_single *single = &n->single;
  const pml_move *move = single->move, *received = single->received;
  pml_step step = {.pid = single->pid,
                   .kind = move->kind == PML_MOVE_END ? PML_STEP_END
                           : move->is_join            ? PML_STEP_JOIN
                                                      : PML_STEP_STATEMENT,
                   .statement = move->statement,
                   .partner = single->partner,
                   .partner_statement =
                       received ? received->statement : PML_NONE};
  if (n->between) {
    tell_interrupted(t, n);
    return;
  }
  tell_step(t, &step, n->wrong_in);
  tell_more(t, n, move, single->pid);
  tell_more(t, n, received, single->partner);
}

/* Adds the steps to a node, first to last. */
static void collect(const unfold *u, uint32_t n, pml_steps *out) {
  numbers path = {0};
  telling t = {.u = u, .out = out};
  for (uint32_t i = n; i != 0; i = u->nodes.at[i].parent)
    vec_push(u->m, &path, i);
  while (path.count)
    tell_node(&t, &u->nodes.at[vec_pop(&path)]);
  vec_free(u->m, &path);
}

static void expand_all(unfold *u, uint32_t size, bool timeout) {
  pml_machine *machine = u->x;
  for (uint32_t pid = machine->layout.processes; pid-- > 0;) {
    machine->timeout = timeout;
    pml_expand(machine, machine->base, size, pid, 0);
  }
}

/* All single steps from a node. True: the fault is in one that is not
 * possible, or in the state. */
static bool expand(unfold *u, uint32_t n) {
  assert(n < u->nodes.count);
  pml_machine *machine = u->x;
  node here = u->nodes.at[n];
  u->expanding = n;
  u->has_moved = false;
  memcpy(machine->base, u->bytes.at + here.at, here.size);
  pml_decode(machine, machine->base, here.size);
  pml_forget_faults(machine, 0);
  machine->timeout = false;
  if (here.owner != PML_NONE)
    pml_expand(machine, machine->base, here.size, here.owner, 0);
  else {
    expand_all(u, here.size, false);
    if (!u->has_moved && machine->p->has_timeout)
      expand_all(u, here.size, true);
    if (!u->has_moved && !pml_is_good_end(machine, machine->base))
      pml_fault_end(machine, machine->base);
  }
  return find_among(u, 0) != NULL;
}

typedef struct goal {
  const uint8_t *bytes; /* NULL: no step, only the fault */
  uint32_t size;
} goal;

/* Is the way to this node the one? It has been expanded if it has an owner. */
static bool is_there(const unfold *u, const goal *g, uint32_t n) {
  assert(n < u->nodes.count);
  const node *x = &u->nodes.at[n];
  if (u->fault && !x->is_faulty)
    return false;
  if (!g->bytes)
    return n != 0;
  return !x->is_end && x->size == g->size &&
         (!u->movers || x->movers == u->movers) &&
         memcmp(u->bytes.at + x->at, g->bytes, g->size) == 0;
}

static bool search(unfold *u, const goal *g, pml_steps *out) {
  for (uint32_t n = 0; n < u->nodes.count; n++) {
    bool is_free = n != 0 && u->nodes.at[n].owner == PML_NONE;
    bool is_first = n == 0;
    if (!g->bytes && is_there(u, g, n)) {
      collect(u, n, out);
      return true;
    }
    if (!is_free && !u->nodes.at[n].is_end) {
      bool is_in_test = expand(u, n);
      if (is_in_test && !g->bytes) {
        collect(u, n, out);
        return true;
      }
      /* An owner that cannot go on gives way: this is a state of the model. */
      is_free = !is_first && !u->has_moved;
    }
    if (is_free && is_there(u, g, n)) {
      collect(u, n, out);
      return true;
    }
  }
  return false;
}

bool pml_unfold(const model *x, mem *m, const uint8_t *from, uint32_t from_size,
                const uint8_t *to, uint32_t to_size, const model_fault *fault,
                uint64_t movers, pml_steps *out) {
  void *scratch = mem_alloc(m, x->scratch_bytes);
  model_steps steps = {.m = m};
  unfold u = {.m = m,
              .x = pml_machine_in(x, scratch, &steps),
              .fault = fault,
              .movers = movers};
  goal g = {to, to_size};
  if (fault && fault->step == MODEL_NONE)
    g.bytes = NULL;
  u.x->follow = take;
  u.x->compiled = NULL;
  u.x->follower = &u;
  add(&u, from,
      (node){.size = from_size, .owner = PML_NONE, .parent = PML_NONE});
  bool found = search(&u, &g, out);
  pml_machine_end(u.x);
  vec_free(m, &u.nodes);
  vec_free(m, &u.bytes);
  vec_free(m, &u.betweens);
  vec_free(m, &u.told);
  model_steps_free(&steps);
  mem_free(m, scratch);
  return found;
}
