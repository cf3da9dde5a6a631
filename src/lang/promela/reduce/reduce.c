/* The reduced model: rewritten, and told who may move alone. */
#include "lang/promela/reduce/reduce.h"

#include "lang/promela/c/c_code.h"
#include "lang/promela/reduce/ample_make.h"
#include "lang/promela/reduce/rewrite.h"

static const char *obstacle(const pml_lowered *p) {
  const pml_syntax *s = p->syntax;
  if (p->watch.process != PML_NONE)
    return "there is a trace";
  if (pml_has_c(s))
    return "there is C in the model";
  vec_each (const pml_process, q, &s->processes)
    if (q->is_deterministic)
      return "there is a D_proctype";
  return NULL;
}

/* Who may move depends on all others: nobody may move alone. What the text
 * can be spared is spared all the same. */
static bool is_crowded(const pml_lowered *p) {
  bool found = p->has_last || p->has_priority;
  vec_each (const pml_process, q, &p->syntax->processes)
    found |= q->provided != PML_NONE;
  return found;
}

/* What the question sees. */

static bool scan_atoms(mem *m, const model *full, const names *atoms,
                       pml_accesses *out, const char **why) {
  model_binding b = {0};
  report *r = mem_alloc(m, sizeof *r);
  bool good = full->ops->bind(full, m, atoms, "", 1, 1, r, &b) ||
              names_count(atoms) == 0;
  mem_free(m, r);
  *why = "an atom has no meaning";
  if (!good)
    return false;
  pml_scan s;
  pml_scan_init(&s, m, pml_lowered_of(full));
  for (uint32_t i = 0; i < names_count(atoms); i++) {
    uint32_t code = pml_atom_code(&b, i);
    if (code == PML_NONE)
      vec_push(m, &s.list,
               ((pml_access){.kind = PML_SEES_MARK, .lo = PML_POINT_ACCEPT}));
    else
      pml_scan_code(&s, PML_NONE, code);
  }
  *why = s.why;
  out->at = s.list.at;
  out->count = s.list.count;
  out->capacity = s.list.capacity;
  s.list.at = NULL;
  pml_scan_free(&s);
  return *why == NULL;
}

/* Processes look at each other as a formula does. */
static void add_own_looks(const pml_maker *k, pml_accesses *out) {
  vec_each (const pml_access, a, &k->list)
    if (a->kind == PML_SEES_POINT || a->kind == PML_SEES_LOCAL)
      vec_push(k->m, out, *a);
}

static void see_points(const pml_lowered *p, const pml_access *a,
                       pml_visible *v) {
  for (uint32_t i = 0; a->kind == PML_SEES_POINT && i < a->hi; i++)
    if (p->points_of_labels.at[a->lo + i] < p->points.count)
      v->points[p->points_of_labels.at[a->lo + i]] = 1;
  for (uint32_t i = 0; a->kind == PML_SEES_MARK && i < p->points.count; i++)
    v->points[i] |= (p->points.at[i].flags & a->lo) != 0;
}

static void see_locals(const pml_lowered *p, const pml_access *a,
                       pml_visible *v) {
  for (uint32_t i = 0; i < p->behaviours.count; i++)
    for (uint32_t k = a->lo; k < a->hi && k < p->behaviours.at[i].frame_bytes;
         k++)
      v->locals[v->first_local[i] + k] = 1;
}

static void make_visible(mem *m, const pml_lowered *p, const pml_accesses *seen,
                         pml_visible *v) {
  uint32_t locals = 0;
  v->first_local = mem_array(m, p->behaviours.count + 1, sizeof(uint32_t));
  for (uint32_t i = 0; i < p->behaviours.count; i++) {
    v->first_local[i] = locals;
    locals += p->behaviours.at[i].frame_bytes;
  }
  v->globals = mem_alloc(m, p->global_bytes + 1);
  v->locals = mem_alloc(m, locals + 1);
  v->points = mem_alloc(m, p->points.count + 1);
  vec_each (const pml_access, a, seen) {
    if (a->kind == PML_READS)
      memset(v->globals + a->lo, 1, a->hi - a->lo);
    else if (a->kind == PML_LOOKS)
      for (uint32_t i = 0; i < p->owns; i++) {
        const pml_own_channel *c = &p->own_channels.at[p->first_own + i];
        memset(v->globals + c->offset, 1, p->queues.at[c->queue].bytes);
      }
    else if (a->kind == PML_SEES_LOCAL)
      see_locals(p, a, v);
    else
      see_points(p, a, v);
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

static void make_model(mem *m, const model *full, pml_lowered *q, model *out) {
  const pml_machine_model *own = full->self;
  OWN(m, &q->code);
  OWN(m, &q->words);
  OWN(m, &q->talks);
  OWN(m, &q->points_of_labels);
  *out = (model){0};
  pml_make_model(m, q, out);
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
static bool reads_channels(const pml_lowered *p, const pml_accesses *list) {
  vec_each (const pml_access, a, list) {
    if (a->kind != PML_SEES_LOCAL)
      continue;
    vec_each (const pml_behaviour, b, &p->behaviours)
      for (uint32_t i = 0; i < b->owns; i++) {
        const pml_own_channel *c = &p->own_channels.at[b->first_own + i];
        if (a->lo < c->offset + p->queues.at[c->queue].bytes &&
            c->offset < a->hi)
          return true;
      }
  }
  return false;
}

bool pml_reduce(mem *m, const model *full, const names *atoms, model *out,
                const char **why) {
  const pml_lowered *p = pml_lowered_of(full);
  pml_visible v = {.is_safety = atoms == NULL};
  pml_accesses question = {0}, seen = {0};
  pml_maker first = {.m = m, .p = p};
  *why = obstacle(p);
  if (*why || (atoms && !scan_atoms(m, full, atoms, &question, why)) ||
      !pml_list_accesses(&first, why))
    return false;
  vec_each (const pml_access, a, &question)
    vec_push(m, &seen, *a);
  add_own_looks(&first, &seen);
  *why = "a remote reference may read a channel";
  if (reads_channels(p, &seen))
    return false;
  make_visible(m, p, &seen, &v);
  pml_lowered *q = mem_alloc(m, sizeof *q);
  pml_rewrite(m, p, &v, q);
  make_model(m, full, q, out);
  *why = NULL;
  if (is_crowded(p))
    return true;
  pml_maker k = {.m = m,
                 .p = q,
                 .initial = initial_of(m, out),
                 .a = mem_alloc(m, sizeof *k.a),
                 .question = question};
  *why = "there is no initial state";
  if (!k.initial || !pml_make_ample(&k, why))
    return false;
  ((pml_machine_model *)out->self)->ample = k.a;
  *why = NULL;
  return true;
}
