#include "lang/promela/native/native.h"

#include "lang/promela/native/write.h"

#include <assert.h>

#define U(x) ((unsigned)(x))

static bool is_real(const pml_lowered *p, uint32_t type) {
  assert(type < p->syntax->processes.count);
  pml_process_kind kind = p->syntax->processes.at[type].kind;
  return kind == PML_PROCTYPE || kind == PML_INIT;
}

/* Calls 'write' for every point that a process can be at; 'table' then has a
 * function for each that was written. */
static void write_functions(pml_writer *w, const char *declaration,
                            const char *prefix,
                            bool (*write)(pml_writer *, uint32_t),
                            bool (*is_wanted)(const pml_writer *, uint32_t)) {
  const pml_lowered *p = w->p;
  uint8_t *written = mem_alloc(w->m, p->points.count + 1);
  for (uint32_t type = 0; type < p->behaviours.count; type++) {
    const pml_behaviour *b = &p->behaviours.at[type];
    w->type = type;
    for (uint32_t i = 0; is_real(p, type) && i < b->points; i++)
      if (is_wanted(w, b->first_point + i))
        written[b->first_point + i] = write(w, b->first_point + i);
  }
  pml_write(w, "%s[] = {", declaration);
  for (uint32_t i = 0; i < p->points.count; i++)
    if (written[i])
      pml_write(w, "%s%u,", prefix, U(i));
    else
      pml_write(w, "0,");
  pml_write(w, "0};\n");
  mem_free(w->m, written);
}

static bool receives(const pml_writer *w, uint32_t point) {
  return w->x->receives.at[point] && pml_can_handshake(w);
}

static bool has_moves(const pml_writer *w, uint32_t point) {
  return w->p->points.at[point].count > 0;
}

char *pml_native_text(mem *m, const model *x, size_t *length) {
  const pml_machine_model *own = x->self;
  pml_writer w = {.m = m, .x = own, .p = own->p};
  w.depth = mem_array(m, own->p->code.count + 1, sizeof *w.depth);
  w.target = mem_alloc(m, own->p->code.count + 1);
  vec_each (const pml_behaviour, b, &own->p->behaviours)
    w.has_provided |= b->provided != PML_NONE;
  pml_find_shapes(&w);
  pml_find_fixed(&w);
  pml_write_begin(&w);
  pml_write(&w, "typedef u32 partner_fn(u8 *, struct offer *, u32);\n");
  write_functions(&w, "static partner_fn *const partners", "q_",
                  pml_write_partner, receives);
  pml_write(&w, "typedef u32 point_fn(u8 *, u8 *, u32, u32, u64);\n");
  write_functions(&w, "point_fn *const custos_points", "p_", pml_write_point,
                  has_moves);
  *length = w.text.count;
  vec_push(m, &w.text, '\0');
  mem_free(m, w.depth);
  mem_free(m, w.target);
  mem_free(m, w.shape);
  vec_free(m, &w.fixed);
  vec_free(m, &w.todo);
  return w.text.at;
}

static unsigned may_move(void *x, unsigned char *bytes, unsigned size,
                         unsigned pid) {
  return pml_may_move(x, bytes, size, pid);
}

static unsigned interpret(void *x, unsigned char *bytes, unsigned size,
                          unsigned pid, unsigned long long movers,
                          unsigned move) {
  pml_machine *machine = x;
  return pml_try_move(machine, bytes, size, pid, movers, machine->moves + move);
}

static void more_room(void *x, unsigned size) {
  model_steps *out = ((pml_machine *)x)->out;
  vec_reserve(out->m, &out->bytes, (size_t)size + 32);
  vec_reserve(out->m, &out->steps, 1);
}

static void arrive(void *x, unsigned char *bytes, unsigned size, unsigned owner,
                   unsigned long long movers, unsigned line, unsigned column) {
  pml_machine *machine = x;
  pml_pending p = {.size = size,
                   .owner = owner,
                   .movers = movers,
                   .first_fault = machine->out->faults.count,
                   .line = line,
                   .column = column};
  pml_wait(machine, &p, bytes);
}

static void find_receivers(void *x, const unsigned char *bytes) {
  pml_find_receivers(x, bytes);
}

static const pml_runtime runtime = {.may_move = may_move,
                                    .interpret = interpret,
                                    .more_room = more_room,
                                    .arrive = arrive,
                                    .find_receivers = find_receivers};

struct pml_native {
  mem *m;
  pml_machine_model *x;
  build *b;
  bool is_installed;
};

pml_native *pml_native_begin_with(mem *m, const model *x,
                                  const char *const *flags) {
  pml_native *n = mem_alloc(m, sizeof *n);
  size_t length;
  n->m = m;
  n->x = x->self;
  char *source = pml_native_text(m, x, &length);
  n->b = build_begin(m, source, length, flags);
  mem_free(m, source);
  return n;
}

/* Chosen by measurement: docs/promela-native.md. */
pml_native *pml_native_begin(mem *m, const model *x) {
  static const char *const flags[] = {"-O1",
                                      "-w",
                                      "-fwrapv",
                                      "-fno-strict-aliasing",
                                      "-fno-asynchronous-unwind-tables",
                                      NULL};
  return pml_native_begin_with(m, x, flags);
}

/* What gcc -O1 took for some fifty models. */
double pml_native_seconds(const model *x) {
  const pml_lowered *p = pml_lowered_of(x);
  return 0.007 * (double)p->moves.count + 0.0001 * (double)p->code.count;
}

/* Functions and data are different things to C, not to POSIX. */
static void install(pml_native *n) {
  void (*bind)(const pml_runtime *);
  void *symbol = build_symbol(n->b, "custos_bind");
  pml_expand_fn *const *points = build_symbol(n->b, "custos_points");
  if (!symbol || !points)
    return;
  memcpy(&bind, &symbol, sizeof bind);
  bind(&runtime);
  atomic_store_explicit(&n->x->compiled, points, memory_order_release);
  n->is_installed = true;
}

build_state pml_native_poll(pml_native *n, const char **why) {
  build_state state = build_poll(n->b);
  if (state == BUILD_READY && !n->is_installed)
    install(n);
  if (state == BUILD_FAILED && why)
    *why = build_why(n->b);
  return state;
}

build_state pml_native_wait(pml_native *n, double seconds, const char **why) {
  build_wait(n->b, seconds);
  return pml_native_poll(n, why);
}

void pml_native_end(pml_native *n) {
  if (!n)
    return;
  if (n->is_installed)
    atomic_store(&n->x->compiled, NULL);
  build_end(n->b);
  mem_free(n->m, n);
}
