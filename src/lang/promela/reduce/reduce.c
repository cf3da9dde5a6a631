/* The reduced model: rewritten, and told who may move alone. */
#include "lang/promela/reduce/reduce.h"

#include "lang/promela/c/c_code.h"
#include "lang/promela/reduce/ample_make.h"
#include "lang/promela/reduce/rewrite.h"

static const char *obstacle(const pml_lowered *lowered) {
  const pml_syntax *syntax = lowered->syntax;
  if (lowered->watch.process != PML_NONE)
    return "there is a trace";
  if (pml_has_c(syntax))
    return "there is C in the model";
  vec_each (const pml_process, process, &syntax->processes)
    if (process->is_deterministic)
      return "there is a D_proctype";
  return NULL;
}

/* Who may move depends on all others: nobody may move alone. What the text
 * can be spared is spared all the same. */
static bool is_crowded(const pml_lowered *lowered) {
  bool found = lowered->has_last || lowered->has_priority;
  vec_each (const pml_process, process, &lowered->syntax->processes)
    found |= process->provided != PML_NONE;
  return found;
}

/* What the question sees. */

static bool scan_atoms(mem *m, const model *full, const names *atoms,
                       pml_accesses *out, const char **why) {
  model_binding binding = {0};
  report *r = mem_alloc(m, sizeof *r);
  bool good = full->ops->bind(full, m, atoms, "", 1, 1, r, &binding) ||
              names_count(atoms) == 0;
  mem_free(m, r);
  *why = "an atom has no meaning";
  if (!good)
    return false;
  pml_scan scan;
  pml_scan_init(&scan, m, pml_lowered_of(full));
  for (uint32_t i = 0; i < names_count(atoms); i++) {
    uint32_t code = pml_atom_code(&binding, i);
    if (code == PML_NONE)
      vec_push(m, &scan.list,
               ((pml_access){.kind = PML_SEES_MARK, .lo = PML_POINT_ACCEPT}));
    else
      pml_scan_code(&scan, PML_NONE, code);
  }
  *why = scan.why;
  out->at = scan.list.at;
  out->count = scan.list.count;
  out->capacity = scan.list.capacity;
  scan.list.at = NULL;
  pml_scan_free(&scan);
  return *why == NULL;
}

/* Processes look at each other as a formula does. */
static void add_own_looks(const pml_maker *maker, pml_accesses *out) {
  vec_each (const pml_access, access, &maker->list)
    if (access->kind == PML_SEES_POINT || access->kind == PML_SEES_LOCAL)
      vec_push(maker->m, out, *access);
}

static void see_points(const pml_lowered *lowered, const pml_access *access,
                       pml_visible *visible) {
  for (uint32_t i = 0; access->kind == PML_SEES_POINT && i < access->hi; i++)
    if (lowered->points_of_labels.at[access->lo + i] < lowered->points.count)
      visible->points[lowered->points_of_labels.at[access->lo + i]] = 1;
  for (uint32_t i = 0;
       access->kind == PML_SEES_MARK && i < lowered->points.count; i++)
    visible->points[i] |= (lowered->points.at[i].flags & access->lo) != 0;
}

static void see_locals(const pml_lowered *lowered, const pml_access *access,
                       pml_visible *visible) {
  for (uint32_t i = 0; i < lowered->behaviours.count; i++)
    for (uint32_t k = access->lo;
         k < access->hi && k < lowered->behaviours.at[i].frame_bytes; k++)
      visible->locals[visible->first_local[i] + k] = 1;
}

static void make_visible(mem *m, const pml_lowered *lowered,
                         const pml_accesses *seen, pml_visible *visible) {
  uint32_t locals = 0;
  visible->first_local =
      mem_array(m, lowered->behaviours.count + 1, sizeof(uint32_t));
  for (uint32_t i = 0; i < lowered->behaviours.count; i++) {
    visible->first_local[i] = locals;
    locals += lowered->behaviours.at[i].frame_bytes;
  }
  visible->globals = mem_alloc(m, lowered->global_bytes + 1);
  visible->locals = mem_alloc(m, locals + 1);
  visible->points = mem_alloc(m, lowered->points.count + 1);
  vec_each (const pml_access, access, seen) {
    if (access->kind == PML_READS)
      memset(visible->globals + access->lo, 1, access->hi - access->lo);
    else if (access->kind == PML_LOOKS)
      for (uint32_t i = 0; i < lowered->owns; i++) {
        const pml_own_channel *own_channel =
            &lowered->own_channels.at[lowered->first_own + i];
        memset(visible->globals + own_channel->offset, 1,
               lowered->queues.at[own_channel->queue].bytes);
      }
    else if (access->kind == PML_SEES_LOCAL)
      see_locals(lowered, access, visible);
    else
      see_points(lowered, access, visible);
  }
}

/* What grows when atoms are bound must not be shared. */
#define OWN(m, v)                                                              \
  do {                                                                         \
    void *own_at = (v)->at;                                                    \
    size_t own_count = (v)->count;                                             \
    (v)->at = NULL;                                                            \
    (v)->count = (v)->capacity = 0;                                            \
    vec_resize(m, v, own_count);                                               \
    if (own_count)                                                             \
      memcpy((v)->at, own_at, own_count * sizeof *(v)->at);                    \
  } while (0)

static void make_model(mem *m, const model *full, pml_lowered *lowered,
                       model *out) {
  const pml_machine_model *own = full->self;
  OWN(m, &lowered->code);
  OWN(m, &lowered->words);
  OWN(m, &lowered->talks);
  OWN(m, &lowered->points_of_labels);
  *out = (model){0};
  pml_make_model(m, lowered, out);
  ((pml_machine_model *)out->self)->tree = own->tree;
  out->files = full->files;
  out->property_names = full->property_names;
}

/* The globals of the initial state, or NULL: it is at fault. */
static const uint8_t *initial_of(mem *m, const model *x) {
  void *scratch = mem_alloc(m, x->scratch_bytes);
  model_steps steps = {.m = m};
  x->ops->initial(x, scratch, &steps);
  uint32_t bytes = pml_lowered_of(x)->global_bytes;
  uint8_t *globals = mem_alloc(m, bytes + 1);
  bool good = steps.steps.count == 1;
  if (good && bytes)
    memcpy(globals, steps.bytes.at + steps.steps.at[0].at, bytes);
  model_steps_free(&steps);
  mem_free(m, scratch);
  return good ? globals : NULL;
}

/* An access does not tell the type of the process that a remote reference looks
 * at, so it is taken for any: it might read the contents of a channel. */
static bool reads_channels(const pml_lowered *lowered,
                           const pml_accesses *list) {
  vec_each (const pml_access, access, list) {
    if (access->kind != PML_SEES_LOCAL)
      continue;
    vec_each (const pml_behaviour, behaviour, &lowered->behaviours)
      for (uint32_t i = 0; i < behaviour->owns; i++) {
        const pml_own_channel *own_channel =
            &lowered->own_channels.at[behaviour->first_own + i];
        if (access->lo < own_channel->offset +
                             lowered->queues.at[own_channel->queue].bytes &&
            own_channel->offset < access->hi)
          return true;
      }
  }
  return false;
}

bool pml_reduce(mem *m, const model *full, const names *atoms, model *out,
                const char **why) {
  const pml_lowered *p = pml_lowered_of(full);
  pml_visible visible = {.is_safety = atoms == NULL};
  pml_accesses question = {0}, seen = {0};
  pml_maker first = {.m = m, .p = p};
  *why = obstacle(p);
  if (*why || (atoms && !scan_atoms(m, full, atoms, &question, why)) ||
      !pml_list_accesses(&first, why))
    return false;
  vec_each (const pml_access, access, &question)
    vec_push(m, &seen, *access);
  add_own_looks(&first, &seen);
  *why = "a remote reference may read a channel";
  if (reads_channels(p, &seen))
    return false;
  make_visible(m, p, &seen, &visible);
  pml_lowered *q = mem_alloc(m, sizeof *q);
  pml_rewrite(m, p, &visible, q);
  make_model(m, full, q, out);
  *why = NULL;
  if (is_crowded(p))
    return true;
  pml_maker maker = {.m = m,
                     .p = q,
                     .initial = initial_of(m, out),
                     .a = mem_alloc(m, sizeof *maker.a),
                     .question = question};
  *why = "there is no initial state";
  if (!maker.initial || !pml_make_ample(&maker, why))
    return false;
  ((pml_machine_model *)out->self)->ample = maker.a;
  *why = NULL;
  return true;
}
