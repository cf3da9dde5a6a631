/* Proofs about random small programs, made from explicit sets: those that are
 * right are accepted; those that were changed, or whose program was, are
 * accepted only if what they claim is true. */
#include "base/kept.h"
#include "evidence/symbolic/symbolic.h"
#include "tests/unit/check.h"
#include "tests/unit/evidence/symbolic/symbolic_tables.h"
#include "tests/unit/program_random.h"

typedef struct instance {
  mem_budget budget;
  mem mem;
  progress clock;
  jmp_buf handler;
  prog p;
  prog_locations targets;
  prog_binding binding;
  omega automaton;
  uint32_t automaton_bits;
  uint64_t random;
  small_system system;
  bool holds; /* is the claim true? */
} instance;

static unsigned long accepted, refused, true_refused, written;

static uint32_t below(instance *x, uint32_t n) {
  return table_random(&x->random, n);
}

static bool check_proof(instance *x, const sym_proof *s, const char **why) {
  return symbolic_check(&x->mem, &x->clock, &x->p, &x->targets, &x->binding,
                        s->kind == SYM_PROOF_RANKS ? &x->automaton : NULL, s,
                        why);
}

static void bind_randomly(instance *x, random_program *r) {
  prog *p = &x->p;
  uint32_t atoms = 1 + below(x, 4);
  for (uint32_t i = 0; i < atoms; i++) {
    char name[16];
    (void)snprintf(name, sizeof name, "a%u", i);
    names_insert(&x->mem, &x->automaton.atoms, name, strlen(name));
    prog_atom a = {.kind = (prog_atom_kind)below(x, 5),
                   .procedure = below(x, (uint32_t)p->procedures.count),
                   .condition = PROG_NONE,
                   .first = x->binding.locations.count};
    if (a.kind == PROG_ATOM_LABEL) {
      a.count = 1 + below(x, 2);
      for (size_t k = 0; k < a.count; k++)
        vec_push(&x->mem, &x->binding.locations,
                 below(x, (uint32_t)p->locations.count));
    } else if (a.kind == PROG_ATOM_CONDITION) {
      if (below(x, 2))
        a.procedure = PROG_NONE;
      r->procedure = a.procedure;
      a.condition = program_expression(r, 1, 2);
    }
    vec_push(&x->mem, &x->binding.atoms, a);
  }
}

static void random_automaton(instance *x) {
  omega *a = &x->automaton;
  a->sets = 1;
  a->state_based = true;
  a->states = 1 + below(x, 3);
  a->initial = below(x, a->states);
  x->automaton_bits = a->states > 2 ? 2 : a->states > 1;
  uint32_t accepting = below(x, 1U << a->states);
  for (uint32_t i = 0, n = 1 + below(x, 5); i < n; i++) {
    omega_edge e = {.from = below(x, a->states), .to = below(x, a->states)};
    e.first_cube = (uint32_t)a->cubes.count;
    e.cubes = 1 + below(x, 2);
    e.marks = accepting >> e.from & 1;
    for (uint32_t k = 0; k < e.cubes; k++) {
      uint64_t mask = below(x, 1U << x->binding.atoms.count) &
                      below(x, 1U << x->binding.atoms.count);
      vec_push(&x->mem, &a->cubes, ((omega_cube){mask, mask & below(x, 16)}));
    }
    vec_push(&x->mem, &a->edges, e);
  }
  omega_index(&x->mem, a);
}

static instance *instance_new(uint64_t seed, sym_proof_kind kind) {
  instance *x = calloc(1, sizeof *x);
  mem_init(&x->mem, &x->budget);
  x->budget.fail_in = -1;
  x->budget.limit = (size_t)1 << 30;
  x->budget.handler = &x->handler;
  x->clock.budget = &x->budget;
  progress_begin(&x->clock, "test");
  x->random = seed * UINT64_C(0x9e3779b97f4a7c15) + 77;
  unsigned flavour = below(x, 2) ? RANDOM_BOOLEAN : 0;
  program_random(&x->mem, seed, flavour, &x->p);
  random_program r = {.m = &x->mem, .p = &x->p, .state = seed};
  r.flavour = flavour;
  if (kind == SYM_PROOF_RANKS) {
    bind_randomly(x, &r);
    random_automaton(x);
  }
  uint32_t locations = (uint32_t)x->p.locations.count;
  for (uint32_t i = 1 + below(x, 2); i > 0; i--)
    vec_push(&x->mem, &x->targets, below(x, locations));
  return x;
}

static void instance_delete(instance *x) {
  mem_clear(&x->mem);
  CHECK(x->budget.used == 0);
  free(x);
}

static bool instance_expand(instance *x, sym_proof_kind kind) {
  bool ranks = kind == SYM_PROOF_RANKS;
  return small_make(&x->system, &x->mem, &x->clock, &x->p, &x->binding,
                    ranks ? &x->automaton : NULL,
                    ranks ? x->automaton_bits : 0);
}

static bool is_target(const instance *x, uint32_t head) {
  vec_each (const uint32_t, t, &x->targets)
    if (*t == small_location(&x->system, head))
      return true;
  return false;
}

/* The proof that there would be, and whether its claim is true. */
typedef struct explicit_sets {
  small_reach reach;
  small_sets sets;
} explicit_sets;

static void find_sets(instance *x, sym_proof_kind kind, explicit_sets *e) {
  x->holds = true;
  if (kind == SYM_PROOF_FORWARD) {
    small_find_reach(&x->system, &e->reach);
    vec_each (const uint64_t, key, &e->reach.pairs.keys)
      if (is_target(x, (uint32_t)*key))
        x->holds = false;
  } else if (kind == SYM_PROOF_BACKWARD) {
    small_find_back(&x->system, &x->targets, &e->sets);
    x->holds = !e->sets.heads[x->system.start];
  } else {
    small_find_ranks(&x->system, &e->sets);
    x->holds = !e->sets.has_cycle;
  }
}

static void make_proof(instance *x, sym_proof_kind kind, const explicit_sets *e,
                       int64_t dropped, sym_proof *out) {
  table_maker t;
  table_begin(&t, &x->system, kind, x->random, out);
  if (kind == SYM_PROOF_FORWARD)
    table_forward(&t, &e->reach, dropped);
  else
    table_sets(&t, &e->sets, dropped);
}

static void write_proof(instance *x, const sym_proof *s, kept *k) {
  text out;
  *k = (kept){.m = &x->mem};
  text_init(&out, kept_add, k);
  symbolic_write(&x->mem, &x->p, s, &out);
  text_put(&out, "end\n");
  CHECK(text_end(&out));
}

static bool read_proof(instance *x, const kept *k, sym_proof *out) {
  report *r = calloc(1, sizeof *r);
  lines in;
  lines_begin(&in, &x->mem, "proof", k->bytes.at, k->bytes.count, r);
  bool is_read = symbolic_read(&x->mem, &in, &x->p, out) && lines_end(&in);
  CHECK(is_read == (r->count == 0));
  CHECK(r->count <= 1 && (is_read || r->entries[0].line > 0));
  free(r);
  return is_read;
}

/* Written, read and written again it is the same, and so is the answer. */
static void round_trip(instance *x, const sym_proof *s, bool answer) {
  kept first, second;
  sym_proof again;
  const char *why;
  write_proof(x, s, &first);
  CHECK(read_proof(x, &first, &again));
  write_proof(x, &again, &second);
  CHECK(first.bytes.count == second.bytes.count &&
        memcmp(first.bytes.at, second.bytes.at, first.bytes.count) == 0);
  CHECK(check_proof(x, &again, &why) == answer);
  written++;
}

/* A damaged file is refused with a place, or what it says is checked. */
static void damaged_file(instance *x, const sym_proof *s) {
  static const char other[] = "0123456789 \n\"xg";
  kept k;
  sym_proof again;
  const char *why;
  write_proof(x, s, &k);
  k.bytes.at[below(x, (uint32_t)k.bytes.count)] =
      other[below(x, sizeof other - 1)];
  if (read_proof(x, &k, &again) && check_proof(x, &again, &why))
    CHECK(x->holds);
}

static sym_rows *some_rows(instance *x, sym_proof *s) {
  sym_rows *forward[] = {&s->reach, &s->summaries};
  sym_rows *others[] = {&s->heads, &s->pops, &s->pops_accepting, &s->ranks};
  if (s->kind == SYM_PROOF_FORWARD)
    return forward[below(x, 2)];
  return others[below(x, s->kind == SYM_PROOF_RANKS ? 4 : 2)];
}

static void change_rows(instance *x, sym_proof *s) {
  sym_rows *rows = some_rows(x, s);
  if (rows->count == 0)
    return;
  uint32_t count = (uint32_t)rows->count, i = below(x, count);
  uint32_t k = below(x, count);
  sym_row *r = &rows->at[i];
  uint32_t kind = below(x, 4);
  if (kind == 0) {
    *r = rows->at[count - 1];
    rows->count--;
  } else if (kind == 1) {
    r->node = below(x, (uint32_t)s->nodes.count + 2);
  } else if (kind == 2) {
    uint32_t node = r->node;
    r->node = rows->at[k].node;
    rows->at[k].node = node;
  } else {
    uint32_t with = r->with;
    r->with = rows->at[k].with;
    rows->at[k].with = with;
  }
}

static void change_nodes(instance *x, sym_proof *s) {
  uint32_t count = (uint32_t)s->nodes.count;
  if (count == 0)
    return;
  uint32_t i = below(x, count), kind = below(x, 4);
  sym_node *n = &s->nodes.at[i];
  if (kind == 0)
    n->variable = below(x, (s->globals + s->locals) * SYM_COPIES + 1);
  else if (kind == 1)
    n->low = below(x, i + 3);
  else if (kind == 2)
    n->high = below(x, i + 3);
  else
    s->nodes.count--;
}

static void change_edge(instance *x) {
  prog_edge *e = &x->p.edges.at[below(x, (uint32_t)x->p.edges.count)];
  uint32_t procedure = x->p.locations.at[e->from].procedure;
  prog_edge *other = &x->p.edges.at[below(x, (uint32_t)x->p.edges.count)];
  switch (below(x, 4)) {
  case 0:
    e->guard = PROG_NONE;
    break;
  case 1:
    e->where = PROG_NONE;
    break;
  case 2:
    if (e->kind != PROG_RETURN && other->kind != PROG_RETURN &&
        x->p.locations.at[other->to].procedure == procedure)
      e->to = other->to;
    break;
  default:
    if (e->assignments)
      e->assignments--;
  }
}

static void judge(instance *x, const sym_proof *s) {
  const char *why = NULL;
  bool answer = check_proof(x, s, &why);
  CHECK(why && (answer ? why[0] == '\0' : why[0] != '\0'));
  CHECK(!answer || x->holds);
  accepted += answer;
  refused += !answer;
  true_refused += !answer && x->holds;
}

static void try_changes(instance *x, sym_proof_kind kind,
                        const explicit_sets *e, const sym_proof *right) {
  sym_proof s;
  uint32_t points = 0;
  vec_each (const sym_row, r, &right->heads)
    points += 4;
  points += 8 * (uint32_t)right->reach.count + 4 * (uint32_t)right->pops.count;
  for (int i = 0; i < 4; i++) {
    make_proof(x, kind, e, below(x, points + 1), &s);
    judge(x, &s);
  }
  for (int i = 0; i < 6; i++) {
    make_proof(x, kind, e, -1, &s);
    if (below(x, 2))
      change_rows(x, &s);
    else
      change_nodes(x, &s);
    judge(x, &s);
  }
  damaged_file(x, right);
}

/* Sets that are closed under all rules but some: each condition of a proof has
 * claims that only it can refuse. */
static void try_blind(instance *x, sym_proof_kind kind) {
  bool holds = x->holds;
  sym_proof s;
  for (uint32_t blind = 1; blind < BLIND_END; blind <<= 1) {
    explicit_sets e;
    x->system.blind = blind;
    x->system.blind_location = below(x, (uint32_t)x->p.locations.count);
    find_sets(x, kind, &e);
    make_proof(x, kind, &e, -1, &s);
    x->holds = holds;
    judge(x, &s);
  }
  x->system.blind = 0;
}

static bool one(uint64_t seed, sym_proof_kind kind) {
  instance *x = instance_new(seed, kind);
  explicit_sets e = {0};
  sym_proof s;
  const char *why = "";
  if (setjmp(x->handler)) {
    CHECK(x->budget.fault == MEM_NO_FAULT); /* spent */
    instance_delete(x);
    return false;
  }
  bool is_small = instance_expand(x, kind);
  if (is_small) {
    find_sets(x, kind, &e);
    make_proof(x, kind, &e, -1, &s);
    bool answer = check_proof(x, &s, &why);
    if (answer != x->holds)
      printf("seed %lu, kind %d: %s\n", (unsigned long)seed, (int)kind, why);
    CHECK(answer == x->holds);
    if (seed % 4 == 0)
      round_trip(x, &s, answer);
    try_changes(x, kind, &e, &s);
    try_blind(x, kind);
    change_edge(x);
    if (instance_expand(x, kind)) {
      explicit_sets other;
      find_sets(x, kind, &other);
      judge(x, &s);
      make_proof(x, kind, &other, -1, &s);
      CHECK(check_proof(x, &s, &why) == x->holds);
    }
  }
  instance_delete(x);
  return is_small;
}

int main(int argc, char **argv) {
  unsigned long count =
      argc > 1 ? strtoul(argv[1], NULL, 10) : check_cases(400);
  for (int kind = SYM_PROOF_FORWARD; kind <= SYM_PROOF_RANKS; kind++) {
    unsigned long done = 0;
    accepted = refused = true_refused = written = 0;
    for (uint64_t seed = 1; done < count; seed++)
      done += one(seed, (sym_proof_kind)kind);
    if (argc > 1)
      printf("kind %d: %lu programs, changed: %lu accepted, %lu refused (%lu "
             "true), %lu files\n",
             kind, done, accepted, refused, true_refused, written);
    /* Both happen, or changes would not test anything. */
    CHECK(accepted > count / 4 && refused > count);
  }
  return check_end();
}
