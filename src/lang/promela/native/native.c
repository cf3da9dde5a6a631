#include "lang/promela/native/native.h"

#include "lang/promela/native/write.h"

#include <assert.h>

#define U(x) ((unsigned)(x))

static bool is_real(const pml_lowered *lowered, uint32_t type) {
  assert(type < lowered->syntax->processes.count);
  pml_process_kind kind = lowered->syntax->processes.at[type].kind;
  return kind == PML_PROCTYPE || kind == PML_INIT;
}

/* Calls 'write' for every point that a process can be at; 'table' then has a
 * function for each that was written. */
static void write_functions(pml_writer *writer, const char *declaration,
                            const char *prefix,
                            bool (*write)(pml_writer *, uint32_t),
                            bool (*is_wanted)(const pml_writer *, uint32_t)) {
  const pml_lowered *lowered = writer->p;
  uint8_t *written = mem_alloc(writer->m, lowered->points.count + 1);
  for (uint32_t type = 0; type < lowered->behaviours.count; type++) {
    const pml_behaviour *behaviour = &lowered->behaviours.at[type];
    writer->type = type;
    for (uint32_t i = 0; is_real(lowered, type) && i < behaviour->points; i++)
      if (is_wanted(writer, behaviour->first_point + i))
        written[behaviour->first_point + i] =
            write(writer, behaviour->first_point + i);
  }
  pml_write(writer, "%s[] = {", declaration);
  for (uint32_t i = 0; i < lowered->points.count; i++)
    if (written[i])
      pml_write(writer, "%s%u,", prefix, U(i));
    else
      pml_write(writer, "0,");
  pml_write(writer, "0};\n");
  mem_free(writer->m, written);
}

static bool receives(const pml_writer *writer, uint32_t point) {
  return writer->x->receives.at[point] && pml_can_handshake(writer);
}

static bool has_moves(const pml_writer *writer, uint32_t point) {
  return writer->p->points.at[point].count > 0;
}

char *pml_native_text(mem *m, const model *x, size_t *length) {
  const pml_machine_model *own = x->self;
  pml_writer writer = {.m = m, .x = own, .p = own->p};
  writer.depth = mem_array(m, own->p->code.count + 1, sizeof *writer.depth);
  writer.target = mem_alloc(m, own->p->code.count + 1);
  vec_each (const pml_behaviour, behaviour, &own->p->behaviours)
    writer.has_provided |= behaviour->provided != PML_NONE;
  pml_find_shapes(&writer);
  pml_find_fixed(&writer);
  pml_write_begin(&writer);
  pml_write(&writer, "typedef u32 partner_fn(u8 *, struct offer *, u32);\n");
  write_functions(&writer, "static partner_fn *const partners", "q_",
                  pml_write_partner, receives);
  pml_write(&writer, "typedef u32 point_fn(u8 *, u8 *, u32, u32, u64);\n");
  write_functions(&writer, "point_fn *const custos_points", "p_",
                  pml_write_point, has_moves);
  *length = writer.text.count;
  vec_push(m, &writer.text, '\0');
  mem_free(m, writer.depth);
  mem_free(m, writer.target);
  mem_free(m, writer.shape);
  vec_free(m, &writer.fixed);
  vec_free(m, &writer.todo);
  return writer.text.at;
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
  pml_pending pending = {.size = size,
                         .owner = owner,
                         .movers = movers,
                         .first_fault = machine->out->faults.count,
                         .line = line,
                         .column = column};
  pml_wait(machine, &pending, bytes);
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
  pml_native *native = mem_alloc(m, sizeof *native);
  size_t length;
  native->m = m;
  native->x = x->self;
  char *source = pml_native_text(m, x, &length);
  native->b = build_begin(m, source, length, flags);
  mem_free(m, source);
  return native;
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
  const pml_lowered *lowered = pml_lowered_of(x);
  return 0.007 * (double)lowered->moves.count +
         0.0001 * (double)lowered->code.count;
}

/* Functions and data are different things to C, not to POSIX. */
static void install(pml_native *native) {
  void (*bind)(const pml_runtime *);
  void *symbol = build_symbol(native->b, "custos_bind");
  pml_expand_fn *const *points = build_symbol(native->b, "custos_points");
  if (!symbol || !points)
    return;
  memcpy(&bind, &symbol, sizeof bind);
  bind(&runtime);
  atomic_store_explicit(&native->x->compiled, points, memory_order_release);
  native->is_installed = true;
}

build_state pml_native_poll(pml_native *native, const char **why) {
  build_state state = build_poll(native->b);
  if (state == BUILD_READY && !native->is_installed)
    install(native);
  if (state == BUILD_FAILED && why)
    *why = build_why(native->b);
  return state;
}

build_state pml_native_wait(pml_native *native, double seconds,
                            const char **why) {
  build_wait(native->b, seconds);
  return pml_native_poll(native, why);
}

void pml_native_end(pml_native *native) {
  if (!native)
    return;
  if (native->is_installed)
    atomic_store(&native->x->compiled, NULL);
  build_end(native->b);
  mem_free(native->m, native);
}
